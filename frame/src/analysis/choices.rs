//! Choices: what each decision of a side is worth, from play at random to the best that is known.
//!
//! Owns the ways in which a decision can be made otherwise, the pairs of fights that they are compared by, and what may be said of a choice:
//! that it is worth nothing, or that one answer is always right. Start at [`otherwise`] and [`play`], then [`Choice::verdict`].

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use serde_json::{Map, Value as Json, json};

use super::improve::moves::SearchedPlayer;
use super::improve::paired;
use super::improve::text::{SearchedLine, Team, at_random};
use crate::exact::ExactEngine;
use crate::sim::race::{Race, Runner};
use crate::stats::paired::{Evidence, Pairs};
use crate::stats::{Interval, Level};

/// Of the fights, one of so many are played by everybody; who moves none of them is not played further.
const FIRST: u64 = 20;
/// The fewest fights that everybody plays.
const FIRST_LEAST: u64 = 1000;

/// A way to make a decision otherwise than by the policy.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum OtherWay {
    /// It is left to the rules.
    Default,
    /// It is taken at random among what is legal.
    Random,
    /// This is always wanted.
    Always(String),
}

impl OtherWay {
    /// The way in words.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            OtherWay::Default => "left to the rules".to_owned(),
            OtherWay::Random => "at random".to_owned(),
            OtherWay::Always(word) => format!("always {word}"),
        }
    }
}

/// Answers of a question that are tried one by one, at the most.
const ANSWERS_MOST: usize = 4;

/// Policies of a side with which it decides otherwise.
#[derive(Clone, PartialEq, Debug)]
pub struct DecidedOtherwise {
    /// The decision; none for all of them at once.
    pub decision: Option<String>,
    /// The way.
    pub way: OtherWay,
    /// The policies.
    pub team: Team,
}

/// Every way in which a side can decide otherwise, that of everything at once first.
#[must_use]
pub fn otherwise(players: &[SearchedPlayer], team: &Team) -> Vec<DecidedOtherwise> {
    let of = |decision: Option<&str>, way, team| DecidedOtherwise { decision: decision.map(str::to_owned), way, team };
    let mut bare = team.clone();
    bare.iter_mut().for_each(|text| text.lists.clear());
    let mut found = vec![of(None, OtherWay::Random, at_random(team, &[])), of(None, OtherWay::Default, bare)];
    let asked = players.iter().flat_map(|player| &player.decisions).map(|decision| decision.name.as_str());
    let said = team.iter().flat_map(|text| text.lists.keys().map(String::as_str));
    let names: BTreeSet<&str> = asked.chain(said).collect();
    for name in names {
        let mut left = team.clone();
        left.iter_mut().for_each(|text| drop(text.lists.remove(name)));
        if left != *team {
            found.push(of(Some(name), OtherWay::Default, left));
        }
        found.push(of(Some(name), OtherWay::Random, at_random(team, &[name])));
        for answer in answers(players, name) {
            let mut team = team.clone();
            let line: Map<String, Json> = [("do".to_owned(), json!(answer))].into_iter().collect();
            for text in &mut team {
                text.lists.insert(name.to_owned(), vec![SearchedLine::new(line.clone())]);
            }
            found.push(of(Some(name), OtherWay::Always(answer), team));
        }
    }
    found
}

/// The answers to a question that say nothing but what is done, where there are few.
fn answers(players: &[SearchedPlayer], name: &str) -> Vec<String> {
    let decisions = players.iter().flat_map(|player| &player.decisions).filter(|decision| decision.name == name);
    let mut found = BTreeSet::new();
    for act in decisions.flat_map(|decision| &decision.acts) {
        match act.get("do").and_then(Json::as_str) {
            Some(word) if act.len() == 1 => found.insert(word.to_owned()),
            _ => return Vec::new(),
        };
    }
    if found.len() <= ANSWERS_MOST { found.into_iter().collect() } else { Vec::new() }
}

/// What the fights say of all that a side decides.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Decisions {
    /// Everything left to the rules.
    pub default: Option<Evidence>,
    /// Everything at random.
    pub random: Option<Evidence>,
    /// Decision by decision.
    pub choices: Vec<Choice>,
}

impl Decisions {
    /// The evidence of each way, sorted by decisions.
    pub fn of(ways: impl IntoIterator<Item = (DecidedOtherwise, Evidence)>) -> Self {
        let mut found = Decisions::default();
        for (DecidedOtherwise { decision, way, .. }, evidence) in ways {
            match (decision, way) {
                (None, OtherWay::Random) => found.random = Some(evidence),
                (None, _) => found.default = Some(evidence),
                (Some(decision), way) => match found.choices.iter_mut().find(|choice| choice.decision == decision) {
                    Some(choice) => choice.ways.push((way, evidence)),
                    None => found.choices.push(Choice { decision, ways: vec![(way, evidence)] }),
                },
            }
        }
        found
    }
}

/// A decision, and the ways in which it was made otherwise, each with its pairs: the policy before, the other way after.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The decision: the name of the list of a policy.
    pub decision: String,
    /// The ways.
    pub ways: Vec<(OtherWay, Evidence)>,
}

/// What may be said of a choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// However it is made, nothing moves by more than the margin.
    Nothing,
    /// This answer is as good as the policy, none is better, and another way is worse.
    Always(String),
    /// It matters how it is made.
    Matters,
    /// Too little is known.
    Open,
}

impl Choice {
    /// The difference that a way makes; none without fights.
    #[must_use]
    pub fn moved(&self, way: &OtherWay, level: Level) -> Option<Interval> {
        self.ways.iter().find(|(other, _)| other == way)?.1.difference(level)
    }

    /// What may be said of it: by intervals at this level, and a difference that counts as none.
    #[must_use]
    pub fn verdict(&self, level: Level, margin: f64) -> Verdict {
        let known = self.ways.iter().map(|(way, evidence)| Some((way, evidence.difference(level)?)));
        let Some(known) = known.collect::<Option<Vec<_>>>().filter(|known| !known.is_empty()) else { return Verdict::Open };
        if known.iter().all(|(_, moved)| moved.low >= -margin && moved.high <= margin) {
            return Verdict::Nothing;
        }
        let better = |moved: Interval, than: Interval| moved.low > than.high;
        let right = known.iter().find(|(way, moved)| {
            let worse = |(_, other): &(&OtherWay, Interval)| other.high < moved.low && other.high < -margin;
            matches!(way, OtherWay::Always(_))
                && moved.low >= -margin
                && !known.iter().any(|(_, other)| better(*other, *moved))
                && known.iter().any(worse)
        });
        match right {
            Some((OtherWay::Always(word), _)) => Verdict::Always(word.clone()),
            _ if known.iter().any(|(_, moved)| moved.low > margin || moved.high < -margin) => Verdict::Matters,
            _ => Verdict::Open,
        }
    }
}

/// What is said of a choice in all scenarios where it can be made: of several that matter in one, that it matters.
#[must_use]
pub fn together(verdicts: &[Verdict]) -> Verdict {
    let any = |verdict: &Verdict| verdicts.contains(verdict);
    let mut always = verdicts.iter().filter_map(|verdict| match verdict {
        Verdict::Always(word) => Some(word),
        _ => None,
    });
    match always.next() {
        _ if any(&Verdict::Matters) => Verdict::Matters,
        Some(first) if always.any(|other| other != first) => Verdict::Matters,
        _ if any(&Verdict::Open) => Verdict::Open,
        Some(first) => Verdict::Always(first.clone()),
        None if verdicts.is_empty() => Verdict::Open,
        None => Verdict::Nothing,
    }
}

/// How far it is from play at random to the best of other ways, or of the play as it is; none without fights. Both ends are known against the
/// play as it is, and all of these intervals hold together.
#[must_use]
pub fn span(random: &Evidence, others: &[Evidence], level: Level) -> Option<Interval> {
    let level = level.shared(1 + others.len());
    let known = others.iter().filter_map(|evidence| evidence.difference(level));
    let best = known.fold(Interval::around(0.0, 0.0), |best, one| if one.estimate > best.estimate { one } else { best });
    Some(best.minus(random.difference(level)?))
}

/// Plays the first of these and all others over the same fights: of each other one its pairs with the first. Those that move nothing in the
/// first fights are not played further. None when it was interrupted.
pub fn play(race: &Race, runners: &[Runner<dyn ExactEngine>], fights: u64, interrupted: &AtomicBool) -> Option<Vec<Evidence>> {
    let first = (fights / FIRST).max(FIRST_LEAST).min(fights);
    let all: Vec<&Runner<dyn ExactEngine>> = runners.iter().collect();
    let went = race.play(&all, 0..first, interrupted)?;
    let (before, after) = went.split_first()?;
    let mut pairs: Vec<Pairs> = after.iter().map(|after| paired(before, after)).collect();
    let moved: Vec<usize> = (0..pairs.len()).filter(|&place| pairs[place].gained + pairs[place].lost > 0).collect();
    if first < fights && !moved.is_empty() {
        let left: Vec<&Runner<dyn ExactEngine>> =
            runners.iter().take(1).chain(moved.iter().map(|&place| &runners[place + 1])).collect();
        let went = race.play(&left, first..fights, interrupted)?;
        let (before, after) = went.split_first()?;
        for (&place, after) in moved.iter().zip(after) {
            let more = paired(before, after);
            let pairs = &mut pairs[place];
            pairs.neither += more.neither;
            pairs.gained += more.gained;
            pairs.lost += more.lost;
            pairs.both += more.both;
        }
    }
    Some(pairs.into_iter().map(Evidence::Event).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(ways: &[(OtherWay, [u64; 2])]) -> Choice {
        let pairs = |[gained, lost]: [u64; 2]| {
            let rest = 10_000 - gained - lost;
            Evidence::Event(Pairs { neither: rest / 2, gained, lost, both: rest - rest / 2 })
        };
        Choice { decision: "stand".to_owned(), ways: ways.iter().map(|(way, moved)| (way.clone(), pairs(*moved))).collect() }
    }

    fn always(word: &str) -> OtherWay {
        OtherWay::Always(word.to_owned())
    }

    #[test]
    fn a_choice_is_worth_nothing_only_where_every_way_is_known_to_move_nothing() {
        let level = Level::default();
        let none = choice(&[(OtherWay::Random, [0, 0]), (always("yes"), [10, 8])]);
        assert_eq!(none.verdict(level, 0.005), Verdict::Nothing);
        let some = choice(&[(OtherWay::Random, [0, 0]), (always("yes"), [10, 200])]);
        assert_eq!(some.verdict(level, 0.005), Verdict::Matters);
        let unknown = choice(&[(OtherWay::Random, [100, 130])]);
        assert_eq!(unknown.verdict(level, 0.005), Verdict::Open);
        assert_eq!(choice(&[]).verdict(level, 0.005), Verdict::Open);
    }

    #[test]
    fn an_answer_is_always_right_where_none_is_better_and_another_is_worse() {
        let level = Level::default();
        let right = choice(&[(OtherWay::Random, [10, 900]), (always("no"), [5, 1800]), (always("yes"), [2, 1])]);
        assert_eq!(right.verdict(level, 0.005), Verdict::Always("yes".to_owned()));
        // What the policy does is better than either answer alone.
        let skill = choice(&[(OtherWay::Random, [10, 900]), (always("no"), [5, 1800]), (always("yes"), [0, 300])]);
        assert_eq!(skill.verdict(level, 0.005), Verdict::Matters);
    }

    #[test]
    fn every_decision_is_left_to_the_rules_to_chance_and_to_each_answer() {
        use crate::analysis::improve::moves::Deciding;
        use crate::analysis::improve::text::Text;
        let act = |word: &str| [("do".to_owned(), json!(word))].into_iter().collect::<Map<String, Json>>();
        let asks = |name: &str, words: &[&str]| {
            let (name, acts) = (name.to_owned(), words.iter().map(|word| act(word)).collect());
            Deciding { name, acts, aims: Vec::new(), weight: 1 }
        };
        let decisions = vec![asks("flee", &["yes", "no"]), asks("turn", &["a", "b", "c", "d", "e"])];
        let players = [SearchedPlayer { name: "Ada".into(), decisions, conditions: Vec::new() }];
        let team = vec![Text::of(&json!({ "p": { "turn": [{ "do": "a" }] } }), "p", &["flee".into(), "turn".into()])];
        let ways = otherwise(&players, &team);
        let words = |one: &DecidedOtherwise| format!("{} {}", one.decision.as_deref().unwrap_or("all"), one.way.words());
        assert_eq!(
            ways.iter().map(words).collect::<Vec<_>>(),
            [
                "all at random",
                "all left to the rules",
                "flee at random",
                "flee always no",
                "flee always yes",
                "turn left to the rules",
                "turn at random"
            ]
        );
        let same = choice(&[(OtherWay::Random, [0, 0])]).ways[0].1;
        let found = Decisions::of(ways.into_iter().map(|way| (way, same)));
        assert_eq!((found.random, found.default), (Some(same), Some(same)));
        let ways: Vec<_> = found.choices.iter().map(|choice| (choice.decision.as_str(), choice.ways.len())).collect();
        assert_eq!(ways, [("flee", 3), ("turn", 2)]);
        let none = |choice: &Choice| choice.verdict(Level::default(), 0.005) == Verdict::Nothing;
        assert!(found.choices.iter().all(none), "what moves nothing is worth nothing");
    }

    #[test]
    fn the_span_of_skill_reaches_from_chance_to_the_best_way() {
        let of = |moved: [u64; 2]| choice(&[(OtherWay::Random, moved)]).ways[0].1;
        let known = |others: &[Evidence]| span(&of([10, 900]), others, Level::default()).expect("there are fights");
        let [alone, with_better] = [known(&[of([0, 300])]), known(&[of([0, 300]), of([600, 100])])];
        assert!((alone.estimate - 0.089).abs() < 1e-12 && (with_better.estimate - 0.139).abs() < 1e-12);
        assert!(alone.low > 0.08 && with_better.high - with_better.low > alone.high - alone.low);
        let nothing = span(&of([0, 0]), &[], Level::default()).expect("there are fights");
        assert_eq!(nothing.estimate, 0.0);
        assert!(nothing.low <= 0.0 && nothing.high >= 0.0);
    }

    #[test]
    fn of_several_scenarios_the_one_counts_in_which_it_matters() {
        let [yes, no] = ["yes", "no"].map(|word| Verdict::Always(word.to_owned()));
        assert_eq!(together(&[Verdict::Nothing, Verdict::Nothing]), Verdict::Nothing);
        assert_eq!(together(&[Verdict::Nothing, yes.clone()]), yes);
        assert_eq!(together(&[yes.clone(), no]), Verdict::Matters);
        assert_eq!(together(&[Verdict::Nothing, Verdict::Matters]), Verdict::Matters);
        assert_eq!(together(&[Verdict::Nothing, Verdict::Open]), Verdict::Open);
        assert_eq!(together(&[]), Verdict::Open);
    }
}
