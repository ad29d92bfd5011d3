//! Versions: the differences of two versions of a scenario, few enough to be taken apart.
//!
//! Owns how differences are put together: one by one where there are few, else by whom or what they are about, else by section; and together
//! what cannot stand alone. Start at [`Difference::between`].

use frame::door::Playable;
use frame::scenario::apart::apart;
use frame::scenario::between::{first, owner};
use frame::scenario::changes;

use crate::report::compare::Change;
use crate::report::naming;

/// Differences that are taken apart at the most.
const MOST: usize = 8;

/// Some of what two versions say otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What it is, in a few words.
    pub name: String,
    /// The paths at which the versions differ.
    pub paths: Vec<String>,
}

/// What the second of two versions says otherwise, value by value: of the rules what they come to, of all else what is written.
pub fn told_apart(before: &Playable, after: &Playable) -> Vec<Change> {
    // Of two pages of rules, one may lack what the other has.
    let said = |value: &serde_json::Value| if value.is_null() { "none".to_owned() } else { value.to_string() };
    let rules = changes(&after.game.settings(), &before.game.settings()).into_iter().map(|change| Change {
        path: change.path,
        before: said(&change.published),
        after: said(&change.value),
    });
    let is_rule = |path: &str| ["book", "rulings"].contains(&first(path, 1));
    let others = apart(&before.game.facts().content, &after.game.facts().content).into_iter();
    let others = others.filter(|one| !is_rule(&one.path)).map(|one| {
        let [before, after] = one.values();
        Change { path: one.path, before, after }
    });
    rules.chain(others).collect()
}

/// The path that differences share which are told together; the higher `coarse`, the more they share.
fn shared(path: &str, coarse: usize) -> &str {
    let section = first(path, 1);
    let steps = match (coarse, section) {
        (0, _) => return owner(path),
        (1, "side") => 3,
        (1, _) => 2,
        (_, "side") => 2,
        (_, _) => 1,
    };
    owner(first(path, steps))
}

impl Difference {
    /// The differences of two versions, at most eight of them, each of which can stand alone: `stands` says of paths whether a scenario
    /// that takes them over can be played.
    pub fn between(before: &Playable, after: &Playable, stands: impl Fn(&[String]) -> bool) -> Vec<Difference> {
        let apart = told_apart(before, after);
        let grouped = |coarse: usize| {
            let mut groups: Vec<(&str, Vec<&Change>)> = Vec::new();
            for change in &apart {
                let path = shared(&change.path, coarse);
                match groups.iter_mut().find(|(known, _)| *known == path) {
                    Some((_, changes)) => changes.push(change),
                    None => groups.push((path, vec![change])),
                }
            }
            groups
        };
        let groups = (0..3).map(grouped).find(|groups| groups.len() <= MOST).unwrap_or_else(|| grouped(2));
        let differences = groups.into_iter().map(|(path, changes)| {
            let name = match &changes[..] {
                [one] => naming::differs(&one.path, Some([&one.before, &one.after]), 1),
                several => naming::differs(path, None, several.len()),
            };
            Difference { name, paths: changes.iter().map(|change| change.path.clone()).collect() }
        });
        joined(differences.collect(), stands)
    }

    /// Both as one.
    fn with(&self, other: &Difference) -> Difference {
        let paths = self.paths.iter().chain(&other.paths).cloned().collect();
        Difference { name: format!("{} with {}", self.name, other.name), paths }
    }
}

/// Puts together what cannot stand alone with what it needs.
fn joined(mut differences: Vec<Difference>, stands: impl Fn(&[String]) -> bool) -> Vec<Difference> {
    while differences.len() > 1 {
        let falls = |one: &Difference| !stands(&one.paths);
        let Some(at) = differences.iter().position(falls) else { break };
        let one = differences.remove(at);
        let helps = differences.iter().position(|other| stands(&one.with(other).paths));
        let with = helps.or_else(|| differences.iter().position(falls)).unwrap_or(0);
        differences[with] = differences[with].with(&one);
    }
    differences
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(name: &str) -> Difference {
        Difference { name: name.to_owned(), paths: vec![name.to_owned()] }
    }

    #[test]
    fn what_cannot_stand_alone_goes_with_what_it_needs() {
        // A combatant that follows a new policy needs it; the armor needs nothing.
        let needs = |paths: &[String]| {
            let has = |path: &str| paths.iter().any(|known| known == path);
            !has("side.left.Lea.policy") || has("policy.new")
        };
        let all = || ["side.left.Lea.armor", "side.left.Lea.policy", "policy.new"].map(one).to_vec();
        let told: Vec<Vec<String>> = joined(all(), needs).into_iter().map(|one| one.paths).collect();
        assert_eq!(told, [vec!["side.left.Lea.armor".to_owned()], vec!["policy.new".into(), "side.left.Lea.policy".into()]]);
        assert_eq!(joined(all(), |_| true), all());
        assert_eq!(joined(all(), |_| false).len(), 1);
    }

    #[test]
    fn differences_share_their_owner_and_then_their_section() {
        let path = "side.left.\"Sir Col\".weapons[0].die";
        assert_eq!(shared(path, 0), "side.left.\"Sir Col\".weapons");
        assert_eq!(shared(path, 1), "side.left.\"Sir Col\"");
        assert_eq!(shared(path, 2), "side.left");
        assert_eq!([shared("book.defend.ar_bonus", 1), shared("book.defend.ar_bonus", 2)], ["book.defend", "book"]);
    }
}
