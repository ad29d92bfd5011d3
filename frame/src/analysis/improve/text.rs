//! Texts of policies as data: lists of lines that can be moved, changed and written down again.
//!
//! Owns how a policy is taken apart, with its inclusions carried out, and what tells one policy from another line by line. What a line
//! may say is none of its business. Start at [`Text::of`] and [`changes`].

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use crate::scenario::{in_a_line, quoted};

/// The most inclusions inside each other; the compiler of lists allows no more.
const DEEP_MOST: usize = 16;

/// The key of a condition.
pub const WHEN: &str = "when";

/// A line: what it says, and which line of the policy at the beginning it was, if any.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchedLine {
    /// Its place in the list at the beginning; none of a new line.
    pub origin: Option<usize>,
    /// Its keys and values.
    pub says: Map<String, Json>,
}

impl SearchedLine {
    /// A new line.
    #[must_use]
    pub fn new(says: Map<String, Json>) -> Self {
        SearchedLine { origin: None, says }
    }

    /// The condition, if it has one.
    #[must_use]
    pub fn when(&self) -> Option<&str> {
        self.says.get(WHEN).and_then(Json::as_str)
    }

    /// What it says but for its condition: `attack staff`, `least it.hp, among it.prone`.
    #[must_use]
    pub fn act(&self) -> String {
        let part = |(key, value): (&String, &Json)| match (key.as_str(), value) {
            (WHEN, _) => None,
            ("do" | "technique", Json::String(text)) => Some(text.clone()),
            ("weapon" | "item" | "with", Json::String(text)) => Some(format!("with {text}")),
            (key, Json::String(text)) => Some(format!("{key} {text}")),
            (key, value) => Some(format!("{key} {value}")),
        };
        self.says.iter().filter_map(part).collect::<Vec<_>>().join(" ")
    }

    /// All that it says: `defend when hp <= 3`.
    #[must_use]
    pub fn words(&self) -> String {
        self.when().map_or_else(|| self.act(), |when| format!("{} when {when}", self.act()))
    }

    /// How much there is to read: a line counts as much as four words of a condition.
    fn size(&self) -> usize {
        4 + self.says.values().map(|value| value.to_string().split_whitespace().count()).sum::<usize>()
    }
}

/// The policy of one player: a combatant, or all that one entry of a file makes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Text {
    /// The lists, by the decision.
    pub lists: BTreeMap<String, Vec<SearchedLine>>,
    /// Whatever it says beside lists.
    pub rest: Map<String, Json>,
}

/// The policies of a side: one for each player, in their order.
pub type Team = Vec<Text>;

/// These policies, but that some decisions are taken at random among what is legal; all of them where none is named.
#[must_use]
pub fn at_random(team: &Team, decisions: &[&str]) -> Team {
    let mut team = team.clone();
    for text in &mut team {
        text.rest.insert("slips".to_owned(), json!(1.0));
        text.rest.insert("slips_in".to_owned(), json!(decisions));
    }
    team
}

impl Text {
    /// The policy of this name among all, with inclusions carried out; nothing is decided by one that there is not. `lists` are the names of
    /// decisions.
    #[must_use]
    pub fn of(policies: &Json, name: &str, lists: &[String]) -> Self {
        let mut text = Text::default();
        for (key, value) in policies.get(name).and_then(Json::as_object).into_iter().flatten() {
            if lists.contains(key) {
                let mut lines = Vec::new();
                included(policies, name, key, [None, Some("")], &mut lines);
                text.lists.insert(key.clone(), lines);
            } else {
                text.rest.insert(key.clone(), value.clone());
            }
        }
        for lines in text.lists.values_mut() {
            lines.iter_mut().enumerate().for_each(|(place, line)| line.origin = Some(place));
        }
        text
    }

    /// The policy as a file has it.
    #[must_use]
    pub fn json(&self) -> Json {
        let lists = self.lists.iter().filter(|(_, lines)| !lines.is_empty());
        let list = |lines: &Vec<SearchedLine>| Json::Array(lines.iter().map(|line| Json::Object(line.says.clone())).collect());
        let lists = lists.map(|(name, lines)| (name.clone(), list(lines)));
        Json::Object(self.rest.clone().into_iter().chain(lists).collect())
    }

    /// The table of a policy of this name, to be pasted into a file.
    #[must_use]
    pub fn toml(&self, name: &str) -> String {
        let mut toml = format!("[policy.{}]\n", quoted(name));
        for (key, value) in &self.rest {
            toml.push_str(&format!("{} = {}\n", quoted(key), in_a_line(value)));
        }
        for (list, lines) in self.lists.iter().filter(|(_, lines)| !lines.is_empty()) {
            toml.push_str(&format!("{list} = [\n"));
            for line in lines {
                toml.push_str(&format!("  {},\n", in_a_line(&Json::Object(line.says.clone()))));
            }
            toml.push_str("]\n");
        }
        toml
    }

    /// How much there is to read.
    #[must_use]
    pub fn size(&self) -> usize {
        self.lists.values().flatten().map(SearchedLine::size).sum()
    }
}

/// How much there is to read in all policies of a side.
#[must_use]
pub fn size(team: &Team) -> usize {
    team.iter().map(Text::size).sum()
}

/// Adds the lines of a list of a policy, those that it includes in their places. `way` is the condition under which it is included, and the
/// names of the policies that lead here.
fn included(policies: &Json, name: &str, list: &str, way: [Option<&str>; 2], found: &mut Vec<SearchedLine>) {
    let [guard, names] = way;
    let (names, step) = (names.unwrap_or_default(), format!("\n{name}\n"));
    if names.contains(&step) || names.matches('\n').count() > 2 * DEEP_MOST {
        return;
    }
    let names = format!("{names}{step}");
    let lines = policies.get(name).and_then(|policy| policy.get(list)).and_then(Json::as_array);
    for line in lines.into_iter().flatten().filter_map(Json::as_object) {
        let own = line.get(WHEN).and_then(Json::as_str);
        let when = match (guard, own) {
            (Some(guard), Some(own)) => Some(format!("({guard}) and ({own})")),
            (guard, own) => guard.or(own).map(str::to_owned),
        };
        match line.get("include").and_then(Json::as_str) {
            Some(other) => included(policies, other, list, [when.as_deref(), Some(&names)], found),
            None => {
                let mut says = line.clone();
                says.extend(when.map(|when| (WHEN.to_owned(), Json::String(when))));
                found.push(SearchedLine::new(says));
            }
        }
    }
}

/// A difference between two policies of a player.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// The player: its place in the team.
    pub player: usize,
    /// The decision.
    pub list: String,
    /// What it is.
    pub kind: DifferenceKind,
    /// The team without it.
    pub without: Team,
}

/// The kind of a difference.
#[derive(Clone, PartialEq, Debug)]
pub enum DifferenceKind {
    /// There is a new line.
    New(SearchedLine),
    /// A line says something else: before and now.
    Other(SearchedLine, SearchedLine),
    /// A line is gone.
    Gone(SearchedLine),
    /// Lines stand in another order: their words.
    Order(Vec<String>),
    /// All lines of the decision are gone, which is left to the rules.
    Left(Vec<SearchedLine>),
}

/// Every difference of a team from what it was at the beginning, each with the team that lacks it.
#[must_use]
pub fn changes(start: &Team, now: &Team) -> Vec<Change> {
    let mut found = Vec::new();
    for (player, (before, after)) in start.iter().zip(now).enumerate() {
        let names: std::collections::BTreeSet<&String> = before.lists.keys().chain(after.lists.keys()).collect();
        for list in names {
            let of = |text: &Text| text.lists.get(list).cloned().unwrap_or_default();
            let (old, new) = (of(before), of(after));
            let mut add = |kind: DifferenceKind, lines: Vec<SearchedLine>| {
                let mut without = now.clone();
                without[player].lists.insert(list.clone(), lines);
                found.push(Change { player, list: list.clone(), kind, without });
            };
            if new.is_empty() && !old.is_empty() {
                add(DifferenceKind::Left(old.clone()), old);
                continue;
            }
            for (place, line) in new.iter().enumerate() {
                let mut lines = new.clone();
                match line.origin.and_then(|origin| old.get(origin)) {
                    None => {
                        lines.remove(place);
                        add(DifferenceKind::New(line.clone()), lines);
                    }
                    Some(was) if was.says != line.says => {
                        lines[place] = was.clone();
                        add(DifferenceKind::Other(was.clone(), line.clone()), lines);
                    }
                    Some(_) => {}
                }
            }
            for (origin, line) in
                old.iter().enumerate().filter(|(origin, _)| !new.iter().any(|one| one.origin == Some(*origin)))
            {
                let mut lines = new.clone();
                let place = lines.iter().position(|one| one.origin.is_some_and(|other| other > origin)).unwrap_or(lines.len());
                lines.insert(place, line.clone());
                add(DifferenceKind::Gone(line.clone()), lines);
            }
            let kept: Vec<usize> = new.iter().filter_map(|line| line.origin).collect();
            if !kept.is_sorted() {
                let mut sorted: Vec<SearchedLine> = new.iter().filter(|line| line.origin.is_some()).cloned().collect();
                sorted.sort_by_key(|line| line.origin);
                let mut sorted = sorted.into_iter();
                let next = |line: &SearchedLine| {
                    if line.origin.is_some() { sorted.next() } else { None }.unwrap_or_else(|| line.clone())
                };
                let lines = new.iter().map(next).collect();
                add(DifferenceKind::Order(new.iter().map(SearchedLine::words).collect()), lines);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn lists() -> Vec<String> {
        vec!["action".to_owned()]
    }

    #[test]
    fn inclusions_are_carried_out_under_their_conditions_and_circles_end() {
        let policies = json!({
            "a": { "action": [{ "include": "b", "when": "hp > 3" }, { "do": "attack" }], "slow": true },
            "b": { "action": [{ "do": "flee", "when": "alone" }, { "include": "a" }] },
        });
        let text = Text::of(&policies, "a", &lists());
        let said: Vec<String> = text.lists["action"].iter().map(SearchedLine::words).collect();
        assert_eq!(said, ["flee when (hp > 3) and (alone)", "attack"]);
        assert_eq!(
            text.json(),
            json!({
                "slow": true,
                "action": [{ "do": "flee", "when": "(hp > 3) and (alone)" }, { "do": "attack" }],
            })
        );
    }

    #[test]
    fn every_difference_has_the_team_without_it() {
        let policies =
            json!({ "a": { "action": [{ "do": "defend", "when": "hp <= 3" }, { "do": "attack" }, { "do": "run" }] } });
        let start = vec![Text::of(&policies, "a", &lists())];
        let mut now = start.clone();
        let lines = now[0].lists.get_mut("action").expect("it is there");
        lines.remove(2);
        lines.swap(0, 1);
        lines[1].says.insert(WHEN.into(), json!("hp <= 5"));
        lines.insert(0, SearchedLine::new(json!({ "do": "help" }).as_object().expect("a table").clone()));
        let found = changes(&start, &now);
        let said: Vec<(String, Vec<String>)> = found
            .iter()
            .map(|change| {
                let kind = match &change.kind {
                    DifferenceKind::New(line) => format!("new {}", line.words()),
                    DifferenceKind::Other(_, line) => format!("other {}", line.words()),
                    DifferenceKind::Gone(line) => format!("gone {}", line.words()),
                    DifferenceKind::Order(_) => "order".to_owned(),
                    DifferenceKind::Left(lines) => format!("left {}", lines.len()),
                };
                (kind, change.without[0].lists["action"].iter().map(SearchedLine::words).collect())
            })
            .collect();
        let of = |kind: &str, lines: &[&str]| (kind.to_owned(), lines.iter().map(|&line| line.to_owned()).collect::<Vec<_>>());
        assert_eq!(
            said,
            [
                of("new help", &["attack", "defend when hp <= 5"]),
                of("other defend when hp <= 5", &["help", "attack", "defend when hp <= 3"]),
                of("gone run", &["help", "attack", "defend when hp <= 5", "run"]),
                of("order", &["help", "defend when hp <= 5", "attack"]),
            ]
        );
        assert!(changes(&start, &start).is_empty());
        now[0].lists.clear();
        let left = changes(&start, &now);
        assert!(
            left.len() == 1
                && left[0].without == start
                && matches!(&left[0].kind, DifferenceKind::Left(lines) if lines.len() == 3)
        );
    }
}
