//! From a scenario file to what can be played.

use std::path::{Path, PathBuf};

use frame::rules::{Loaded, RuleSet};
use frame::scenario::{Complaints, Raw};
use frame::sim::Layout;

/// The path of the scenario `file` below `scenarios/`.
pub fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(file)
}

/// Loads a scenario by its file below `scenarios/`, with these keys set to other values.
pub fn load<S: RuleSet>(file: &str, sets: &[String]) -> (Loaded<S::Rules>, Layout) {
    let scenario = Raw::read(&path(file), &[], sets).and_then(|raw| raw.check::<S>());
    let scenario = scenario.unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let loaded = S::load(&scenario.document, &mut Complaints::default()).expect("the scenario of the bench is sound");
    let layout = Layout::new(&loaded);
    (loaded, layout)
}
