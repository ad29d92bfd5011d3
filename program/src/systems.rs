//! What the program knows of systems: the list that it was given, and how a name becomes a system.
//!
//! Owns no list and nothing of any system: the list stands where the program is put together. So what is typed and printed is built beside
//! the systems, and is not built again when one of their rules changes. Start at [`Systems::of`].

use std::path::Path;
use std::sync::{Arc, OnceLock};

use frame::door::{Behind, FoundSystem, System};
use frame::error::{Failure, nearest};
use frame::scenario::{BUILT_WHOLE, Raw};

/// The systems of a program.
pub struct Systems {
    /// Those that are compiled in, in the order in which they are listed.
    pub built: Vec<&'static dyn System>,
    /// The names of those that were left out when the program was built.
    pub left_out: &'static [&'static str],
}

/// The list that the program was given.
static INSTALLED: OnceLock<Systems> = OnceLock::new();

/// The systems that the program was given; none before it was given any.
#[must_use]
pub fn built() -> &'static Systems {
    static NONE: Systems = Systems { built: Vec::new(), left_out: &[] };
    INSTALLED.get().unwrap_or(&NONE)
}

/// Takes the name of a system as it is typed: one of those that are compiled in, or the path of a page of rules.
///
/// # Errors
/// A name that is neither, with what is meant.
pub fn checked(name: &str) -> Result<String, String> {
    let Systems { left_out, .. } = built();
    let names = built().names();
    if is_page(name) || names.contains(&name) {
        return Ok(name.to_owned());
    }
    if left_out.contains(&name) {
        return Err(format!("this program was built without the system `{name}`: {BUILT_WHOLE}"));
    }
    let near = nearest(name, names.iter().chain(left_out.iter()).copied());
    let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    Err(format!("there is no such system: {}, or a page of rules such as `brawl.toml`{near}", names.join(", ")))
}

/// True if a name is that of a file with a page of rules.
#[must_use]
pub fn is_page(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "toml")
}

impl Systems {
    /// Gives the program its systems, once for all; returns those that it has.
    pub fn install(list: impl FnOnce() -> Systems) -> &'static Systems {
        INSTALLED.get_or_init(list)
    }

    /// The systems that are compiled in, in the order in which they are listed.
    pub fn all(&self) -> impl Iterator<Item = &'static dyn System> {
        self.built.iter().copied()
    }

    /// The names of these systems.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        self.all().map(|system| system.name()).collect()
    }

    /// The system of this name, or the page of rules in a file of this name.
    ///
    /// # Errors
    /// A name that no system has, or a page that is wrong. Names on the command line are [checked] before.
    pub fn named(&self, name: &str) -> Result<FoundSystem, Failure> {
        if is_page(name) {
            return page(Path::new(name), name);
        }
        let found = self.all().find(|system| system.name() == name).map(FoundSystem::Own);
        found.ok_or_else(|| Failure::Bug(format!("no rules for {name}")))
    }

    /// True if a scenario plays by the system of this name, or by the page of rules in this file.
    ///
    /// # Errors
    /// A scenario that names no system.
    pub fn plays_by(&self, raw: &Raw, name: &str) -> Result<bool, Failure> {
        match raw.page_of_rules()? {
            Some((_, path)) if is_page(name) => {
                let whole = |path: &Path| path.canonicalize().ok();
                Ok(whole(&path).is_some() && whole(&path) == whole(Path::new(name)))
            }
            _ => Ok(self.of(raw)?.name() == name),
        }
    }

    /// The system of a scenario.
    ///
    /// # Errors
    /// A scenario that names none, with everything else that is already known to be wrong.
    pub fn of(&self, raw: &Raw) -> Result<FoundSystem, Failure> {
        if let Some((name, path)) = raw.page_of_rules()? {
            return page(&path, &name);
        }
        self.named(raw.system(&self.names(), self.left_out)?)
    }
}

/// The system that a page of rules makes. `name` is what scenarios say for it.
fn page(path: &Path, name: &str) -> Result<FoundSystem, Failure> {
    let system = own::OwnSystem::read(None, path, name)?;
    Ok(FoundSystem::Made(Arc::new(Behind(system))))
}
