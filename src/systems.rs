//! The systems of the program: the one list of them, and how a name becomes a system.
//!
//! Owns the list and nothing of any system. A new system is one line here. Start at [`of`].

use std::path::Path;
use std::sync::Arc;

use frame::door::{Behind, FoundSystem, System};
use frame::error::{Failure, nearest};
use frame::scenario::{BUILT_WHOLE, Raw};

/// The list: the feature and name of each system, and the system.
macro_rules! systems {
    ($($name:literal => $system:path),* $(,)?) => {
        /// The systems that are compiled in.
        static ALL: &[&dyn System] = &[$(#[cfg(feature = $name)] $system),*];
        /// The names of those that were left out when the program was built.
        static LEFT_OUT: &[&str] = &[$(#[cfg(not(feature = $name))] $name),*];
    };
}

systems! {
    "vogt" => vogt::SYSTEM,
    "heimr" => heimr::SYSTEM,
    "cairn-ap" => cairn_ap::SYSTEM,
    "bdp" => bdp::SYSTEM,
    "injury-d20" => injury_d20::SYSTEM,
}

/// The systems that are compiled in, in the order in which they are listed.
pub fn all() -> impl Iterator<Item = &'static dyn System> {
    ALL.iter().copied()
}

/// The names of these systems.
#[must_use]
pub fn names() -> Vec<&'static str> {
    all().map(|system| system.name()).collect()
}

/// The system of this name, or the page of rules in a file of this name.
///
/// # Errors
/// A name that no system has, or a page that is wrong. Names on the command line are [checked] before.
pub fn named(name: &str) -> Result<FoundSystem, Failure> {
    if is_page(name) {
        return page(Path::new(name), name);
    }
    let found = all().find(|system| system.name() == name).map(FoundSystem::Own);
    found.ok_or_else(|| Failure::Bug(format!("no rules for {name}")))
}

/// True if a name is that of a file with a page of rules.
#[must_use]
pub fn is_page(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "toml")
}

/// The system that a page of rules makes. `name` is what scenarios say for it.
fn page(path: &Path, name: &str) -> Result<FoundSystem, Failure> {
    let system = own::OwnSystem::read(None, path, name)?;
    Ok(FoundSystem::Made(Arc::new(Behind(system))))
}

/// Takes the name of a system as it is typed: one of those that are compiled in, or the path of a page of rules.
///
/// # Errors
/// A name that is neither, with what is meant.
pub fn checked(name: &str) -> Result<String, String> {
    if is_page(name) || names().contains(&name) {
        return Ok(name.to_owned());
    }
    if LEFT_OUT.contains(&name) {
        return Err(format!("this program was built without the system `{name}`: {BUILT_WHOLE}"));
    }
    let near = nearest(name, names()).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    Err(format!("there is no such system: {}, or a page of rules such as `brawl.toml`{near}", names().join(", ")))
}

/// True if a scenario plays by the system of this name, or by the page of rules in this file.
///
/// # Errors
/// A scenario that names no system.
pub fn plays_by(raw: &Raw, name: &str) -> Result<bool, Failure> {
    match raw.page_of_rules()? {
        Some((_, path)) if is_page(name) => {
            let whole = |path: &Path| path.canonicalize().ok();
            Ok(whole(&path).is_some() && whole(&path) == whole(Path::new(name)))
        }
        _ => Ok(of(raw)?.name() == name),
    }
}

/// The system of a scenario.
///
/// # Errors
/// A scenario that names none, with everything else that is already known to be wrong.
pub fn of(raw: &Raw) -> Result<FoundSystem, Failure> {
    if let Some((name, path)) = raw.page_of_rules()? {
        return page(&path, &name);
    }
    named(raw.system(&names(), LEFT_OUT)?)
}
