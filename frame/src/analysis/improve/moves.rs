//! Moves: the single steps from one policy to another.
//!
//! Owns what may be changed in the text of a policy, and the drawing of a change by chance that follows from the seed alone. What lines and
//! conditions there can be is data, which comes from the options that the rules tell and the observables of the system. Start at [`step`].

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::{Map, Value as Json, json};

use super::text::{SearchedLine, Team, WHEN};
use crate::dice::key::mix;

/// The key of the chosen target in a line.
pub const AT: &str = "at";
/// The most lines of a list that a search makes.
const LINES_MOST: usize = 8;
/// Draws of a step that comes to something, at the most.
const DRAWS_MOST: usize = 64;

/// One decision of a player, and what its lines can be made of.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Deciding {
    /// The decision: the name of the list.
    pub name: String,
    /// Everything that a line can say but for its condition.
    pub acts: Vec<Map<String, Json>>,
    /// The choices of a target that a line can have besides, by their names.
    pub aims: Vec<String>,
    /// The share of new lines that go here.
    pub weight: u64,
}

/// Somebody whose policy is searched: a combatant, or all that one entry of a file makes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SearchedPlayer {
    /// The name.
    pub name: String,
    /// What it decides.
    pub decisions: Vec<Deciding>,
    /// The conditions that its lines can have.
    pub conditions: Vec<String>,
}

/// The kind of a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum StepKind {
    /// A new line.
    New,
    /// Another number in a condition.
    Number,
    /// Another `do`.
    Act,
    /// Another choice of a target.
    Aim,
    /// A line that holds less often.
    Narrow,
    /// A line without its condition.
    Always,
    /// Another order of lines.
    Order,
    /// A line less.
    Drop,
    /// A change that did well in an earlier race, besides.
    Both,
}

impl StepKind {
    /// All of them.
    pub const ALL: [StepKind; 9] = [
        StepKind::New,
        StepKind::Number,
        StepKind::Act,
        StepKind::Aim,
        StepKind::Narrow,
        StepKind::Always,
        StepKind::Order,
        StepKind::Drop,
        StepKind::Both,
    ];

    /// The kind in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            StepKind::New => "a new line",
            StepKind::Number => "another number in a condition",
            StepKind::Act => "another action in a line",
            StepKind::Aim => "another choice of a target",
            StepKind::Narrow => "a condition more in a line",
            StepKind::Always => "a line without its condition",
            StepKind::Order => "another order of lines",
            StepKind::Drop => "a line less",
            StepKind::Both => "two changes at once",
        }
    }
}

/// A step that was drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchStep {
    /// The player: its place in the team.
    pub player: usize,
    /// The decision.
    pub list: String,
    /// The kind.
    pub kind: StepKind,
    /// The step in words: `defend when hp <= 3`.
    pub words: String,
}

/// Chance that follows from a seed.
#[derive(Clone, Debug)]
pub struct SeededChance(u64);

impl SeededChance {
    /// The chance of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        SeededChance(mix(seed ^ 0x0069_6D70_726F_7665))
    }

    /// One of so many, each as likely; 0 of none.
    pub fn below(&mut self, many: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        ((u128::from(mix(self.0)) * many as u128) >> 64) as usize
    }

    /// One of these, each as likely.
    fn one<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }

    /// A place among weights, as likely as its weight says.
    fn weighed(&mut self, weights: impl Iterator<Item = u64> + Clone) -> usize {
        let mut left = self.below(weights.clone().sum::<u64>() as usize) as u64;
        let past = |&weight: &u64| {
            let past = left >= weight;
            left = if past { left - weight } else { left };
            past
        };
        weights.take_while(past).count()
    }
}

/// Draws a step from a team: the team that it leads to, and what it is. None where nothing was found to be changed.
pub fn step(team: &Team, players: &[SearchedPlayer], luck: &mut SeededChance) -> Option<(Team, SearchStep)> {
    (0..DRAWS_MOST).find_map(|_| {
        let player = luck.below(players.len());
        let kind = [
            StepKind::New,
            StepKind::Number,
            StepKind::Act,
            StepKind::Aim,
            StepKind::Narrow,
            StepKind::Always,
            StepKind::Order,
            StepKind::Drop,
        ];
        let kind = kind[luck.weighed([44_u64, 14, 8, 12, 8, 4, 4, 6].into_iter())];
        drawn(team, players, luck, (player, kind))
    })
}

/// Draws a step of a kind by a player; none where there is none, or where it leads nowhere.
#[expect(clippy::too_many_lines, reason = "one arm for each kind")]
fn drawn(
    team: &Team,
    players: &[SearchedPlayer],
    luck: &mut SeededChance,
    (who, kind): (usize, StepKind),
) -> Option<(Team, SearchStep)> {
    let player = players.get(who)?;
    let mut next = team.clone();
    let deciding = match kind {
        StepKind::New => {
            &player.decisions
                [luck.weighed(player.decisions.iter().map(|one| one.weight)).min(player.decisions.len().checked_sub(1)?)]
        }
        _ => {
            let written =
                player.decisions.iter().filter(|one| team[who].lists.get(&one.name).is_some_and(|lines| !lines.is_empty()));
            let written: Vec<&Deciding> = written.collect();
            *luck.one(&written)?
        }
    };
    let list = next[who].lists.entry(deciding.name.clone()).or_default();
    let place = luck.below(list.len());
    let words = match kind {
        StepKind::New => {
            if list.len() >= LINES_MOST {
                return None;
            }
            let mut says = luck.one(&deciding.acts)?.clone();
            if !deciding.aims.is_empty() && luck.below(3) == 0 {
                says.extend(luck.one(&deciding.aims).map(|aim| (AT.to_owned(), json!(aim))));
            }
            if luck.below(5) > 0 {
                let condition = luck.one(&player.conditions)?.clone();
                let condition = match luck.below(5) {
                    0 => format!("{condition} and {}", luck.one(&player.conditions)?),
                    _ => condition,
                };
                says.insert(WHEN.to_owned(), json!(condition));
            }
            let line = SearchedLine::new(says);
            let words = line.words();
            // Lines at the top decide; what stands behind a line that always holds decides nothing.
            let place = luck.below(list.len() + 1).min(luck.below(list.len() + 1));
            list.insert(place, line);
            words
        }
        StepKind::Number => {
            let line = list.get_mut(place)?;
            let numbered = line.says.iter().filter(|(_, value)| value.as_i64().is_some() || has_number(value));
            let numbered: Vec<(String, Json)> = numbered.map(|(key, value)| (key.clone(), value.clone())).collect();
            let (key, value) = luck.one(&numbered)?.clone();
            let changed = match &value {
                Json::String(text) => {
                    let places = numbers(text);
                    let at = luck.one(&places)?.clone();
                    let number = other(text[at.clone()].parse().ok()?, luck);
                    json!(format!("{}{number}{}", &text[..at.start], &text[at.end..]))
                }
                number => json!(other(number.as_i64()?, luck)),
            };
            line.says.insert(key, changed);
            line.words()
        }
        StepKind::Act => {
            let line = list.get_mut(place)?;
            let act = luck.one(&deciding.acts)?.clone();
            let kept = |key: &String| [WHEN, "among"].contains(&key.as_str()) || key == AT && !deciding.aims.is_empty();
            let kept: Map<String, Json> =
                line.says.iter().filter(|(key, _)| kept(key)).map(|(key, value)| (key.clone(), value.clone())).collect();
            line.says = act.into_iter().chain(kept).collect();
            line.words()
        }
        StepKind::Aim => {
            let aims = &deciding.aims;
            let line = list.get_mut(place)?;
            line.says.insert(AT.to_owned(), json!(luck.one(aims)?));
            ["least", "most"].iter().for_each(|key| drop(line.says.shift_remove(*key)));
            line.words()
        }
        StepKind::Narrow => {
            let line = list.get_mut(place)?;
            let condition = luck.one(&player.conditions)?;
            let when = line.when().map_or_else(|| condition.clone(), |when| format!("({when}) and {condition}"));
            line.says.insert(WHEN.to_owned(), json!(when));
            line.words()
        }
        StepKind::Always => {
            let line = list.get_mut(place)?;
            line.says.shift_remove(WHEN)?;
            line.words()
        }
        StepKind::Order => {
            let other = luck.below(list.len());
            if place == other {
                return None;
            }
            let line = list.remove(place);
            let words = line.words();
            list.insert(other, line);
            format!("{words} as line {}", other + 1)
        }
        StepKind::Drop => {
            if place >= list.len() {
                return None;
            }
            list.remove(place).words()
        }
        StepKind::Both => return None,
    };
    let step = SearchStep { player: who, list: deciding.name.clone(), kind, words };
    (next != *team).then_some((next, step))
}

/// Every line that a player could do always: one for each thing that can be decided.
#[must_use]
pub fn pure(team: &Team, players: &[SearchedPlayer]) -> Vec<(Team, SearchStep)> {
    let mut found = Vec::new();
    for (who, player) in players.iter().enumerate() {
        for deciding in &player.decisions {
            for act in &deciding.acts {
                let mut next = team.clone();
                let line = SearchedLine::new(act.clone());
                let words = line.words();
                next[who].lists.entry(deciding.name.clone()).or_default().insert(0, line);
                found.push((next, SearchStep { player: who, list: deciding.name.clone(), kind: StepKind::New, words }));
            }
        }
    }
    found
}

/// Everything that is taken back or left out at once: each is simpler than the team.
#[must_use]
pub fn simpler(team: &Team, players: &[SearchedPlayer]) -> Vec<(Team, SearchStep)> {
    let mut found = Vec::new();
    for (who, text) in team.iter().enumerate() {
        for (name, lines) in &text.lists {
            for (place, line) in lines.iter().enumerate() {
                let mut add = |kind, words: String, change: &dyn Fn(&mut Vec<SearchedLine>)| {
                    let mut next = team.clone();
                    next[who].lists.entry(name.clone()).and_modify(change);
                    found.push((next, SearchStep { player: who, list: name.clone(), kind, words }));
                };
                add(StepKind::Drop, line.words(), &|lines| drop(lines.remove(place)));
                let Some(when) = line.when() else { continue };
                add(StepKind::Always, line.act(), &|lines| drop(lines[place].says.shift_remove(WHEN)));
                for part in when.split(" and ").filter(|part| *part != when && !when.contains(['(', '"', '\''])) {
                    add(StepKind::Always, format!("{} when {part}", line.act()), &|lines| {
                        lines[place].says.insert(WHEN.to_owned(), json!(part));
                    });
                }
            }
        }
    }
    found.retain(|(_, step)| step.player < players.len());
    found
}

/// Another number near to one, or twice or half as much.
fn other(number: i64, luck: &mut SeededChance) -> i64 {
    let steps = [number - 1, number + 1, number - 2, number + 2, number - 5, number + 5, number.saturating_mul(2), number / 2];
    steps[luck.below(steps.len())].max(0)
}

/// True if it is a text with a whole number in it.
fn has_number(value: &Json) -> bool {
    value.as_str().is_some_and(|text| !numbers(text).is_empty())
}

/// The places of whole numbers in a condition: not those in names and in quotes.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut quote, mut before) = (Vec::new(), None, ' ');
    let mut open: Option<usize> = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        let close = open.filter(|_| !letter.is_ascii_digit());
        if let Some(start) = close {
            found.push(start..at);
            open = None;
        }
        match (quote, letter) {
            (Some(mark), letter) if letter == mark => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, letter) if letter.is_ascii_digit() && open.is_none() && !(before.is_alphanumeric() || before == '_') => {
                open = Some(at);
            }
            _ => {}
        }
        before = letter;
    }
    found
}

/// True of a team that nothing was played of yet: `known` remembers all that were.
pub fn fresh(known: &mut BTreeSet<String>, team: &Team) -> bool {
    known.insert(team.iter().map(|text| text.json().to_string()).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::improve::text::Text;

    #[test]
    fn numbers_stand_outside_of_names_and_quotes() {
        let text = "hp <= 12 and 'Goblin 1'.hp2 > -3 or has(d6)";
        let found: Vec<&str> = numbers(text).into_iter().map(|at| &text[at]).collect();
        assert_eq!(found, ["12", "3"]);
        assert_eq!(numbers("7").first(), Some(&(0..1)));
    }

    fn table(value: Json) -> Map<String, Json> {
        value.as_object().expect("a table").clone()
    }

    #[test]
    fn steps_follow_from_the_seed_and_reach_every_kind() {
        let acts = vec![table(json!({ "do": "attack" })), table(json!({ "do": "defend" }))];
        let action = Deciding { name: "action".into(), acts, aims: vec!["weakest".into(), "nearest".into()], weight: 3 };
        let player =
            SearchedPlayer { name: "Ada".into(), decisions: vec![action], conditions: vec!["hp <= 5".into(), "alone".into()] };
        let policies =
            json!({ "a": { "action": [{ "do": "defend", "when": "hp <= 3" }, { "do": "attack", "at": "nearest" }] } });
        let start = vec![Text::of(&policies, "a", &["action".to_owned()])];
        let walk = |seed| {
            let (mut luck, mut team, mut steps) = (SeededChance::new(seed), start.clone(), Vec::new());
            for _ in 0..200 {
                let (next, step) = step(&team, std::slice::from_ref(&player), &mut luck).expect("there is a step");
                assert_ne!(next, team);
                team = if size_of_list(&next) > 5 { start.clone() } else { next };
                steps.push(step);
            }
            steps
        };
        let size = walk(7);
        assert_eq!(size, walk(7));
        assert_ne!(size, walk(8));
        let kinds: BTreeSet<StepKind> = size.iter().map(|step| step.kind).collect();
        assert_eq!(kinds.len(), StepKind::ALL.len() - 1, "{kinds:?}");
    }

    fn size_of_list(team: &Team) -> usize {
        team[0].lists["action"].len()
    }
}
