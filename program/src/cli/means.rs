//! Means: what the policies of a side can be made of: who decides, what can be decided, and what can be asked.
//!
//! Owns the gathering of all that from what rules tell: the options and questions of fights that are told, the choices of the system, and its
//! observables with the values that they come to. What is made of it is for [`analysis`](frame::analysis::improve). Start at [`Means::of`].

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json, json};

use crate::cli::load::ScenarioArguments;
use frame::analysis::improve::moves::{AT, Deciding, SearchedPlayer};
use frame::analysis::improve::text::{Team, Text};
use frame::dice::Slot;
use frame::door::{FoundSystem, Playable};
use frame::error::{Failure, nearest};
use frame::exact::ExactEngine;
use frame::fight::watch::StoryEntry;
use frame::policy::VocabularyEntry;
use frame::scenario::{DecisionKeys, in_a_line, quoted};
use frame::sim::FightQuestion;
use frame::sim::race::Runner;
use frame::sim::state::StatePlace;
use frame::sim::story::Telling;

/// Fights that are told to learn what can be decided.
const TOLD: u64 = 40;
/// Fights that are followed to learn what observables come to, and the most steps of each.
const FOLLOWED: (u64, usize) = (12, 80);
/// Parts of the values of an observable that a condition tells apart: one of so many.
const PARTS: usize = 5;
/// Words of an observable at the most that are asked for one by one.
const WORDS_MOST: usize = 24;
/// Shares in per cent that one sees of others.
const SEEN: [i64; 3] = [25, 50, 75];

/// Somebody whose policy is searched, and where its policy stands.
#[derive(Clone, Debug)]
pub struct Follower {
    /// The name of the entry of the file.
    pub name: String,
    /// The side.
    pub side: String,
    /// The name of the policy that it follows; empty for none.
    pub policy: String,
    slots: Vec<Slot>,
}

impl Follower {
    /// The name of the policy that is made for it.
    pub fn made(&self) -> String {
        format!("{} improved", self.name)
    }

    /// The path of its policy.
    pub fn path(&self) -> String {
        format!("side.{}.{}.policy", quoted(&self.side), quoted(&self.name))
    }

    /// The changes that give it a policy.
    pub fn sets(&self, text: &Text) -> [String; 2] {
        let name = self.made();
        [
            format!("policy.{}={}", quoted(&name), in_a_line(&text.json())),
            format!("{}={}", self.path(), in_a_line(&json!(name))),
        ]
    }
}

/// What the policies of a side can be made of.
pub struct Means {
    /// Who decides, in the order of the file.
    pub followers: Vec<Follower>,
    /// What each of them decides by.
    pub players: Vec<SearchedPlayer>,
    /// Their policies as they are.
    pub team: Team,
}

impl Means {
    /// The means of a side, or of one combatant of any side.
    ///
    /// # Errors
    /// A name that nobody has.
    pub fn of(system: &FoundSystem, playable: &Playable, named: Option<&str>, seed: u64) -> Result<Means, Failure> {
        let followers = followers(playable, named)?;
        let decisions: Vec<DecisionKeys> = system
            .decisions()
            .into_iter()
            .filter(|decision| !decision.keys.is_empty() || decision.lines_of.is_some())
            .collect();
        let lists: Vec<String> = decisions.iter().map(|decision| decision.name.clone()).collect();
        let policies = playable.game.policies();
        let team = followers.iter().map(|one| Text::of(&policies, &one.policy, &lists)).collect();
        let offered = offered(playable, seed);
        let reference = system.reference();
        let seen = Seen::of(playable, &reference.observables, seed);
        let choices: Vec<&str> = reference.selectors.iter().map(|(name, _)| *name).filter(|name| *name != "random").collect();
        let player = |follower: &Follower| {
            let of = |decision: &DecisionKeys| deciding(decision, &decisions, &offered, follower, &choices);
            SearchedPlayer {
                name: follower.name.clone(),
                decisions: decisions.iter().map(of).filter(|one| !one.acts.is_empty()).collect(),
                conditions: seen.conditions(playable, &follower.slots),
            }
        };
        let players = followers.iter().map(player).collect();
        Ok(Means { followers, players, team })
    }

    /// The side of those who decide.
    pub fn side(&self) -> &str {
        &self.followers[0].side
    }

    /// The changes that give everybody the policy of a team, where it is another than the one that it has.
    pub fn sets(&self, team: &Team) -> Vec<String> {
        let changed = self.followers.iter().zip(team).zip(&self.team).filter(|((_, text), was)| text != was);
        changed.flat_map(|((follower, text), _)| follower.sets(text)).collect()
    }
}

/// What plays a scenario with these changes, and says of each fight whether it went as wanted.
///
/// # Errors
/// A scenario that cannot be played so, or a wish that cannot be asked of it.
pub fn runner(
    scenario: &ScenarioArguments,
    sets: &[String],
    wanted: &str,
    seed: u64,
) -> Result<Runner<dyn ExactEngine>, Failure> {
    let mut scenario = scenario.clone();
    scenario.sets.extend_from_slice(sets);
    let mut playable = scenario.load()?;
    let fights = playable.layout.fights();
    let wanted = FightQuestion::new(wanted, &mut playable.layout).map_err(|defects| {
        if fights > 1 && wanted.starts_with("winner ") {
            return Failure::Usage(format!(
                "nobody wins a day of {fights} fights as a whole: say with --want what is wanted of it (in `knockout` with --outcome), such as `fight1.{wanted}`"
            ));
        }
        let said = defects.into_iter().map(|defect| [vec![defect.message], defect.help].concat().join("; "));
        Failure::Usage(format!("`{wanted}`: {}; say with --want what is wanted", said.collect::<Vec<_>>().join("; ")))
    })?;
    Ok(Runner { arm: playable.arm(seed), wanted })
}

/// The followers of a side, or those of one name.
fn followers(playable: &Playable, named: Option<&str>) -> Result<Vec<Follower>, Failure> {
    let (sides, combatants) = (playable.engine.sides(), playable.engine.combatants());
    let (entries, policies) = (playable.game.entries(), playable.game.followed());
    let mut all: Vec<Follower> = Vec::new();
    for (slot, one) in combatants.iter().enumerate() {
        let name = entries[slot].clone().unwrap_or_else(|| one.name.clone());
        let side = sides[one.side.index()].clone();
        let slot_of = Slot(slot as u8);
        match all.iter_mut().find(|other| other.name == name && other.side == side) {
            Some(known) => known.slots.push(slot_of),
            None => all.push(Follower { name, side, policy: policies[slot].clone().unwrap_or_default(), slots: vec![slot_of] }),
        }
    }
    let wanted = named.map_or_else(|| sides[0].clone(), str::to_owned);
    let is_side = sides.contains(&wanted);
    let known: Vec<String> = sides.iter().cloned().chain(all.iter().map(|one| one.name.clone())).collect();
    all.retain(|one| if is_side { one.side == wanted } else { one.name == wanted });
    if all.is_empty() {
        let near = nearest(&wanted, known.iter().map(String::as_str)).map(|near| format!("; did you mean `{near}`?"));
        let help = near.unwrap_or_else(|| format!("; there are {}", known.join(", ")));
        return Err(Failure::Usage(format!("no side and no combatant is called `{wanted}`{help}")));
    }
    Ok(all)
}

/// By slot: everything that was offered in a few fights, by the decision.
type Offered = BTreeMap<Slot, BTreeMap<&'static str, BTreeMap<String, Map<String, Json>>>>;

/// Learns what everybody could decide in a few fights.
fn offered(playable: &Playable, seed: u64) -> Offered {
    let mut found = Offered::new();
    for number in 0..TOLD {
        let telling = Telling { options: true, questions: true, ..Telling::default() };
        for told in playable.engine.tell(&playable.layout, seed, number, telling).told {
            let StoryEntry::Options { who, options } = told else { continue };
            for offer in options {
                let says = offer.line().map(|(key, value)| (key.to_owned(), json!(value))).collect();
                found.entry(who).or_default().entry(offer.decision).or_default().insert(offer.words(), says);
            }
        }
    }
    found
}

/// What a follower can decide by one decision.
fn deciding(
    decision: &DecisionKeys,
    all: &[DecisionKeys],
    offered: &Offered,
    follower: &Follower,
    choices: &[&str],
) -> Deciding {
    let keys = match &decision.lines_of {
        Some(other) => all.iter().find(|one| one.name == *other).map_or(&decision.keys, |one| &one.keys),
        None => &decision.keys,
    };
    let has = |name: &str| keys.iter().any(|key| key.name == name);
    let mut acts: BTreeMap<String, Map<String, Json>> = BTreeMap::new();
    for slot in &follower.slots {
        let here = offered.get(slot).and_then(|offered| offered.get(decision.name.as_str()));
        acts.extend(here.into_iter().flatten().map(|(words, says)| (words.clone(), says.clone())));
    }
    let main = acts.len() > 2;
    let one = |key: &str, value: &str| -> Map<String, Json> { [(key.to_owned(), json!(value))].into_iter().collect() };
    if acts.is_empty() && has("do") {
        // What a line with the same kind of lines is offered, another list may say too; else the words of the file.
        let twin = decision.lines_of.as_deref().map(|other| all.iter().find(|one| one.name == other));
        if let Some(Some(twin)) = twin.filter(|_| !has("least")) {
            acts.extend(
                follower
                    .slots
                    .iter()
                    .filter_map(|slot| offered.get(slot)?.get(twin.name.as_str()))
                    .flatten()
                    .map(|(words, says)| (words.clone(), says.clone())),
            );
        }
        if acts.is_empty() {
            let words = keys.iter().filter(|key| key.name == "do").flat_map(|key| &key.options);
            acts.extend(words.map(|word| (word.name.clone(), one("do", &word.name))));
        }
    } else if acts.is_empty() && has(AT) && has("least") {
        acts.extend(choices.iter().map(|choice| ((*choice).to_owned(), one(AT, choice))));
    }
    let aims = if has("do") && has(AT) && has("least") {
        choices.iter().map(|&choice| choice.to_owned()).collect()
    } else {
        Vec::new()
    };
    let chooses = !has("do") && has("least");
    let weight = match () {
        () if main => 6,
        () if chooses => 3,
        () => 1,
    };
    Deciding { name: decision.name.clone(), acts: acts.into_values().collect(), aims, weight }
}

/// What observables come to in a few fights.
struct Seen<'a> {
    observables: &'a [VocabularyEntry],
    /// By slot and observable: the argument and the values, sorted.
    values: BTreeMap<(Slot, usize), BTreeMap<i32, Vec<i64>>>,
}

impl<'a> Seen<'a> {
    /// Follows a few fights, and reads what can be read of everybody after each step.
    fn of(playable: &Playable, observables: &'a [VocabularyEntry], seed: u64) -> Self {
        let mut seen = Seen { observables, values: BTreeMap::new() };
        let all: Vec<Slot> = (0..playable.engine.combatants().len()).map(|slot| Slot(slot as u8)).collect();
        let mut arguments = Vec::new();
        for (code, entry) in observables.iter().enumerate().filter(|(_, entry)| entry.of != "the situation") {
            match entry.takes.len() {
                0 if entry.name.contains('(') => {}
                0 => arguments.push((code, 0)),
                many => arguments.extend((0..many.min(WORDS_MOST)).map(|argument| (code, argument as i32))),
            }
        }
        for number in 0..FOLLOWED.0 {
            let Some(mut state) = playable.engine.state_at(&playable.layout, [seed, number], StatePlace::default()) else {
                continue;
            };
            for _ in 0..FOLLOWED.1 {
                for &who in &all {
                    for &(code, argument) in &arguments {
                        let value = state.read(who, code as u16, argument);
                        seen.values.entry((who, code)).or_default().entry(argument).or_default().push(value);
                    }
                }
                if !state.step() {
                    break;
                }
            }
        }
        seen.values.values_mut().flat_map(BTreeMap::values_mut).for_each(|values| values.sort_unstable());
        seen
    }

    /// The values of an observable of some, sorted, and how it is written with its argument; nothing where it never varies.
    fn varied(&self, who: &[Slot], code: usize) -> Vec<(String, Vec<i64>)> {
        let entry = &self.observables[code];
        let mut by_argument: BTreeMap<i32, Vec<i64>> = BTreeMap::new();
        for slot in who {
            for (argument, values) in self.values.get(&(*slot, code)).into_iter().flatten() {
                by_argument.entry(*argument).or_default().extend(values);
            }
        }
        let named = |(argument, mut values): (i32, Vec<i64>)| {
            values.sort_unstable();
            (values.first()? != values.last()?).then(|| {
                let name = match entry.takes.get(argument as usize) {
                    Some(word) => format!("{}({})", entry.name.split('(').next().unwrap_or_default(), worded(word)),
                    None => entry.name.clone(),
                };
                (name, values)
            })
        };
        by_argument.into_iter().filter_map(named).collect()
    }

    /// Simple conditions that these can ask: of themselves, of the others of their side, of the situation, and of enemies what one sees of
    /// them: how badly they are hurt, how far they are, and what is true or false of them.
    fn conditions(&self, playable: &Playable, own: &[Slot]) -> Vec<String> {
        let combatants = playable.engine.combatants();
        let side = own.first().map(|slot| combatants[slot.index()].side);
        let of_side = |ours: bool| -> Vec<Slot> {
            let all = combatants.iter().enumerate().filter(|(_, one)| (Some(one.side) == side) == ours);
            all.map(|(slot, _)| Slot(slot as u8)).collect()
        };
        let (friends, foes) = (of_side(true), of_side(false));
        let mut found: BTreeSet<String> = BTreeSet::new();
        for (code, entry) in self.observables.iter().enumerate() {
            if entry.of == "the situation" {
                situation(entry, &mut found);
                continue;
            }
            let words: Vec<&str> = entry.kind.split(" | ").collect();
            for (name, values) in self.varied(own, code) {
                match entry.kind.as_str() {
                    "number" => parts(&values).into_iter().for_each(|value| {
                        found.insert(format!("{name} <= {value}"));
                        found.insert(format!("{name} > {value}"));
                    }),
                    "true or false" => found.extend([name.clone(), format!("not {name}")]),
                    _ => found.extend(words_of(&words, &values).map(|word| format!("{name} == {word}"))),
                }
            }
            if friends.len() > 1 {
                for (name, values) in self.varied(&friends, code) {
                    match entry.kind.as_str() {
                        "number" => {
                            found.extend(parts(&values).into_iter().map(|value| format!("any(allies, it.{name} <= {value})")));
                        }
                        "true or false" => found.extend([format!("any(allies, it.{name})"), format!("all(allies, it.{name})")]),
                        _ => {}
                    }
                }
            }
            for (name, values) in self.varied(&foes, code) {
                match entry.kind.as_str() {
                    "number" if name.ends_with("percent") => {
                        found.extend(SEEN.iter().flat_map(|share| {
                            [format!("target.{name} <= {share}"), format!("any(enemies, it.{name} <= {share})")]
                        }));
                    }
                    "number" if name == "distance" => {
                        found.extend(parts(&values).into_iter().map(|value| format!("target.{name} <= {value}")));
                    }
                    "true or false" => {
                        found.extend([format!("target.{name}"), format!("not target.{name}")]);
                        if foes.len() > 1 {
                            found.insert(format!("any(enemies, it.{name})"));
                        }
                    }
                    _ => {}
                }
            }
        }
        found.into_iter().collect()
    }
}

/// Simple conditions about the situation.
fn situation(entry: &VocabularyEntry, found: &mut BTreeSet<String>) {
    let name = &entry.name;
    match entry.kind.as_str() {
        "true or false" if !name.contains('(') => found.extend([name.clone(), format!("not {name}")]),
        "number" if name.ends_with("(number)") => {
            let bare = &name[..name.len() - "(number)".len()];
            found.extend([0, 2, 5].map(|value| format!("{bare}({value}) > 0")));
        }
        "number" if !name.contains('(') => {
            found
                .extend([0, 1, 2, 3].into_iter().flat_map(|value| [format!("{name} <= {value}"), format!("{name} > {value}")]));
        }
        _ => {}
    }
}

/// The values at the borders between equal parts of sorted ones.
fn parts(values: &[i64]) -> BTreeSet<i64> {
    let at = |part: usize| values[(values.len() - 1) * part / PARTS];
    let last = values.last().copied();
    (1..PARTS).map(at).filter(|value| Some(*value) != last).collect()
}

/// The words that came up of an observable that has words for values, where several did.
fn words_of<'w>(words: &'w [&str], values: &[i64]) -> impl Iterator<Item = String> + 'w {
    let came: BTreeSet<usize> = values.iter().filter_map(|value| usize::try_from(*value).ok()).collect();
    came.into_iter().filter_map(|value| words.get(value).map(|word| worded(word)))
}

/// A word as conditions write it.
fn worded(word: &str) -> String {
    let plain = word.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
        && word.starts_with(|letter: char| letter.is_alphabetic());
    if plain { word.to_owned() } else { format!("'{word}'") }
}
