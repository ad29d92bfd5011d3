//! The systems of the program: the one list of them.
//!
//! Owns the list and nothing of any system. A new system is one line here. Whatever is done with them stands in [`program::systems`].

use frame::door::System;
use program::systems::Systems;

/// Makes of the feature, which is the name, of each system the list of those that are built and the names of the others.
macro_rules! systems {
    ($($name:literal => $system:path),* $(,)?) => {
        static LIST: Systems = Systems {
            built: &[$(#[cfg(feature = $name)] { $system as &dyn System }),*],
            left_out: &[$(#[cfg(not(feature = $name))] $name),*],
        };
    };
}

systems! {
    "vogt" => vogt::SYSTEM,
    "heimr" => heimr::SYSTEM,
    "cairn-ap" => cairn_ap::SYSTEM,
    "bdp" => bdp::SYSTEM,
    "injury-d20" => injury_d20::SYSTEM,
}

/// The list, which the program knows from here on.
pub fn systems() -> &'static Systems {
    Systems::install(&LIST)
}
