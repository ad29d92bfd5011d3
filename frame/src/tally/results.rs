//! The state of the rules: by what counts of one build can be added to those of another, or taken over.
//!
//! Owns a digest of every line of the changelog under *Breaking results*: each says by which change the same scenario and seed give
//! other numbers, and there is no such change without one. Builds with the same lines and the same
//! [scheme](crate::dice::key::SCHEME) of random streams count the same. Start at [`results`].

use std::sync::OnceLock;

use sha2::{Digest as _, Sha256};

/// The changelog of this build.
const CHANGELOG: &str = include_str!("../../../CHANGELOG.md");
/// The title of a list of such changes.
const TITLE: &str = "### Breaking results";
/// Letters of the digest: enough to tell builds apart.
const LETTERS: usize = 16;

/// The digest of all changes of results that this build has, as 16 hexadecimal digits.
#[must_use]
pub fn results() -> &'static str {
    static DIGEST: OnceLock<String> = OnceLock::new();
    DIGEST.get_or_init(|| digest(CHANGELOG))
}

/// The digest of the lists below such titles. Where lines are broken does not matter.
fn digest(changelog: &str) -> String {
    let mut inside = false;
    let mut hash = Sha256::new();
    for line in changelog.lines() {
        if line.starts_with('#') {
            inside = line.trim_end() == TITLE;
        } else if inside {
            line.split_whitespace().for_each(|word| hash.update(format!("{word} ")));
        }
    }
    let text: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    text[..LETTERS].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_results_makes_another_digest_and_nothing_else_does() {
        let changelog = |added: &str, breaking: &str| {
            format!(
                "# Changelog\n\n## Unreleased\n\n### Added\n\n- {added}\n\n{TITLE}\n\n- `vogt`: {breaking}\n\n### Fixed\n\n- {added}\n"
            )
        };
        let plain = digest(&changelog("a verb", "blows hit\n  otherwise (VOG-001)"));
        assert_eq!(plain, digest(&changelog("two verbs", "blows hit otherwise\n  (VOG-001)")));
        assert_ne!(plain, digest(&changelog("a verb", "blows hit otherwise (VOG-002)")));
        assert_eq!((plain.len(), results().len()), (LETTERS, LETTERS));
        assert_ne!(results(), digest(""), "the changelog of this build has such lines");
    }
}
