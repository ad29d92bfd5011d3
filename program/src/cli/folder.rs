//! The folder of a report when nobody names one: one folder below `reports/` for each scenario and each change of it.
//!
//! Owns the names of these folders; must not make them. Start at [`folder`].

use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use crate::systems;

/// Longest name of a folder, in letters; of a longer one the end is replaced by eight hexadecimal digits of its digest.
const LONGEST: usize = 100;

/// The folder of a report on a scenario: `reports/<system>/<stem>`, with what was changed or asked behind a `+`. The system is left out where
/// the folder of the scenario is not named after one.
pub fn folder(verb: &str, scenario: &Path, patches: &[PathBuf], sets: &[String]) -> PathBuf {
    let changes = patches.iter().map(|patch| stem(patch)).chain(sets.iter().cloned());
    let changes: String = changes.map(|change| format!("+{}", plain(&change))).collect();
    below(scenario).join(short(format!("{verb}{}{changes}", stem(scenario))))
}

/// The folder of a comparison of two scenarios as they are.
pub fn against(before: &Path, after: &Path) -> PathBuf {
    below(before).join(short(format!("{}-against-{}", stem(before), stem(after))))
}

/// The folder of all reports on a scenario: that of a system where the scenario's folder is named after one.
fn below(scenario: &Path) -> PathBuf {
    let reports = PathBuf::from("reports");
    let truth = scenario.canonicalize().unwrap_or_else(|_| scenario.to_owned());
    let within = truth.parent().and_then(Path::file_name).and_then(|name| name.to_str());
    // Whether a system was left out when the program was built makes no difference to where its reports lie.
    let known = |name: &&str| systems::built().names().contains(name) || systems::built().left_out.contains(name);
    within.filter(known).map_or_else(|| reports.clone(), |system| reports.join(system))
}

/// The name of a file or folder without its ending.
fn stem(path: &Path) -> String {
    let truth = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    truth.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// A change without what shells and file systems take for something else.
fn plain(change: &str) -> String {
    let kept = |letter: char| if letter.is_alphanumeric() || "._-=".contains(letter) { letter } else { '-' };
    change.chars().map(kept).collect()
}

/// Shortens a name that is too long.
fn short(name: String) -> String {
    if name.chars().count() <= LONGEST {
        return name;
    }
    let digest = format!("{:x}", Sha256::digest(name.as_bytes()));
    let kept: String = name.chars().take(LONGEST - 9).collect();
    format!("{kept}~{}", &digest[..8])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::Systems;

    fn of(scenario: &str, sets: &[&str]) -> String {
        let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
        folder("", Path::new(scenario), &[], &sets).display().to_string()
    }

    #[test]
    fn scenarios_of_one_name_in_two_systems_have_folders_of_their_own() {
        Systems::install(|| Systems { built: vec![vogt::SYSTEM], left_out: &["bdp"] });
        assert_eq!(of("scenarios/vogt/crowd.toml", &[]), "reports/vogt/crowd");
        assert_eq!(of("scenarios/bdp/crowd.toml", &[]), "reports/bdp/crowd");
        assert_eq!(of("crowd.toml", &[]), "reports/crowd");
    }

    #[test]
    fn variants_of_a_scenario_have_folders_of_their_own() {
        assert_eq!(of("duel.toml", &["side.a.Sir Col.hp_max=3"]), "reports/duel+side.a.Sir-Col.hp_max=3");
        assert_eq!(
            folder("sweep-", Path::new("duel.toml"), &["patches/hard.toml".into()], &["book.x=../1".into()]),
            Path::new("reports/sweep-duel+hard+book.x=..-1")
        );
        assert_eq!(against(Path::new("a.toml"), Path::new("b.toml")), Path::new("reports/a-against-b"));
    }

    #[test]
    fn long_changes_are_cut_and_stay_apart() {
        let long = |end: &str| of("duel.toml", &[&format!("{}={end}", "x".repeat(200))]);
        assert_eq!(long("1").chars().count(), "reports/".len() + LONGEST);
        assert_ne!(long("1"), long("2"));
    }
}
