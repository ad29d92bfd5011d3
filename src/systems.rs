//! The systems of the program: the one list of them.
//!
//! Owns the list and nothing of any system. A new system is one line here. Whatever is done with them stands in [`program::systems`].

use program::systems::Systems;

/// Makes of the feature, which is the name, of each system the list of those that are built and the names of the others.
///
/// The list is made when the program begins: a `static` that holds what another one holds would have the compiler build all fights of all
/// systems a second time, here.
macro_rules! systems {
    ($($name:literal => $system:path),* $(,)?) => {
        fn list() -> Systems {
            Systems {
                built: vec![$(#[cfg(feature = $name)] { $system }),*],
                left_out: &[$(#[cfg(not(feature = $name))] $name),*],
            }
        }
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
    Systems::install(list)
}
