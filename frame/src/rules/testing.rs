//! The bench on which rules cores are tested: a scenario text, a script of dice, and what must be seen.
//!
//! Owns no rule and no expectation. Start at [`ScriptedPlay`].

use std::path::Path;

use num_rational::BigRational;

use crate::dice::{AnyDice, Scripted, Slot};
use crate::error::Failure;
use crate::exact::{self, SolverLimits};
use crate::fight::day::{Leg, Sides};
use crate::fight::{ABSENT, AnyWatch, Counting, Ending, Progress, Table};
use crate::rules::plan::run_into;
use crate::rules::{Loaded, Measures, Peek, Plays, RuleSet, Rules};
use crate::scenario::{self, Complaints, Document, Raw, Setting};
use crate::sim::{Course, Layout, Worker, meets};
use crate::tally::Tally;

/// Loads a scenario text for a test; `format`, `system` and `title` may be left out.
///
/// # Panics
/// With every problem of the scenario.
pub fn load<S: RuleSet>(text: &str) -> Loaded<S::Rules> {
    match try_load::<S>(text) {
        Ok(loaded) => loaded,
        Err(failure) => panic!("{}", failure.render(false)),
    }
}

/// A scenario with what every file has to say.
fn raw<S: RuleSet>(text: &str) -> Raw {
    let mut head = String::new();
    for (key, line) in [
        ("format", "format = 1".to_owned()),
        ("system", format!("system = {:?}", S::NAME)),
        ("title", "title = \"test\"".to_owned()),
    ] {
        if !text.lines().any(|given| given.trim_start().starts_with(key)) {
            head.push_str(&line);
            head.push('\n');
        }
    }
    Raw::from_text("test.toml", &format!("{head}{text}"), &[])
}

/// Plays shipped scenarios by every option of every ruling, `short` and `long`: the way that is quick where nothing unusual can happen,
/// where it can be taken, and the one for everything. A scenario is the name of its file and what is changed of it. Returns the
/// options by which `is_short` says of one that it is played the short way.
///
/// # Panics
/// With every option by which the two ways play other fights.
pub fn either_way<S: RuleSet, Short: Rules, Long: Rules>(
    scenes: &[&[&str]],
    short: impl Fn(&Document<S>, &mut Complaints) -> Option<Loaded<Short>>,
    long: impl Fn(&Document<S>, &mut Complaints) -> Option<Loaded<Long>>,
    is_short: impl Fn(&Short) -> bool,
) -> Vec<String> {
    fn tally<R: Rules>(loaded: &Loaded<R>) -> Tally {
        Worker::new(loaded, &Layout::new(loaded), 1).tally(0..FIGHTS)
    }
    /// What differs in one fight of so many is seen.
    const FIGHTS: u64 = 100;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios").join(S::NAME);
    let (mut shortly, mut apart) = (Vec::new(), Vec::new());
    for set in scenario::rulings::<S>().iter().flat_map(alternatives) {
        for scene in scenes {
            let sets: Vec<String> = scene[1..].iter().map(|&set| set.to_owned()).chain([set.clone()]).collect();
            // Some options ask for something that a scenario does not have.
            let raw = Raw::read(&folder.join(scene[0]), &[], &sets);
            let Ok(scenario) = raw.and_then(|raw| raw.check::<S>()) else { continue };
            let Some(short) = short(&scenario.document, &mut Complaints::default()) else { continue };
            if !is_short(&short.rules) {
                continue;
            }
            let long = long(&scenario.document, &mut Complaints::default()).expect("what one way loads the other does");
            if tally(&short) != tally(&long) {
                apart.push(format!("{} by {set}", scene.join(", ")));
            }
            shortly.push(set.clone());
        }
    }
    assert!(apart.is_empty(), "the two ways play other fights:\n{}", apart.join("\n"));
    shortly.dedup();
    shortly
}

/// The options of a ruling that are not the published one, as they are set.
fn alternatives(setting: &Setting) -> Vec<String> {
    let words = setting.options.iter().map(|option| format!("{:?}", option.name));
    // Whatever is no choice between words is true or false.
    let values = if setting.options.is_empty() { vec!["true".to_owned(), "false".to_owned()] } else { words.collect() };
    let published = setting.published.to_string();
    let others = values.into_iter().filter(|value| *value != published);
    others.map(|value| format!("{}={value}", setting.path)).collect()
}

/// Returns all that is wrong or odd about a scenario that can be read, as loading tells it.
pub fn told_of<S: RuleSet>(text: &str) -> String {
    let scenario = raw::<S>(text).check::<S>().unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let mut complaints = Complaints::default();
    let _ = S::load(&scenario.document, &mut complaints);
    scenario.problems(complaints).iter().map(|problem| problem.render(false)).collect()
}

/// Like [`load`], with what is wrong instead of a panic.
///
/// # Errors
/// A scenario that cannot be read or loaded.
pub fn try_load<S: RuleSet>(text: &str) -> Result<Loaded<S::Rules>, Failure> {
    let scenario = raw::<S>(text).check::<S>()?;
    let mut complaints = Complaints::default();
    let loaded = S::load(&scenario.document, &mut complaints);
    loaded.ok_or_else(|| Failure::Scenario(scenario.problems(complaints)))
}

/// Reads what is seen of a combatant when the day begins, of a scenario that begins without dice.
///
/// # Panics
/// A name that nobody has, or something that cannot be seen.
pub fn at_dawn<S: RuleSet<Rules: Peek>>(scenario: &str, who: &str, what: &str) -> i64 {
    let (loaded, fight) = dawn::<S>(scenario);
    let slot = loaded.combatants.iter().position(|entry| entry.name == who).expect("somebody of this name");
    loaded.rules.peek(&fight, Slot(slot as u8), what).unwrap_or_else(|| panic!("nothing to be seen by `{what}`"))
}

/// The state in which a day begins, of a scenario that begins without dice.
pub fn dawn<S: RuleSet>(scenario: &str) -> (Loaded<S::Rules>, <S::Rules as Plays>::Fight) {
    let loaded = load::<S>(scenario);
    let mut table = Table { dice: AnyDice::Scripted(Scripted::new("")), watch: AnyWatch::Silent };
    let mut fight = loaded.rules.blank();
    loaded.rules.open(&mut fight, &mut table);
    (loaded, fight)
}

/// The state that the day of this number leaves, all of its parts played.
pub fn left_by<S: RuleSet>(scenario: &str, day: u64) -> (Loaded<S::Rules>, <S::Rules as Plays>::Fight) {
    let loaded = load::<S>(scenario);
    let mut dice = loaded.streams(7);
    dice.begin(day);
    let mut play = ScriptedPlay::<S>::open(loaded, AnyDice::Streams(dice));
    for _ in 0..play.loaded.plan.legs.len() {
        play.leg();
    }
    (play.loaded, play.fight)
}

/// Plays days of a scenario with A, who is dead from the beginning and stands before B, and without A.
///
/// # Panics
/// When anybody else fares otherwise without A, or A is not counted as dead.
pub fn plays_without_the_dead<S: RuleSet>(scenario: &str) {
    let [dead, next] = ["{ name = 'A'", "{ name = 'B'"].map(|start| scenario.find(start).expect("A stands before B"));
    let with = load::<S>(scenario);
    let without = load::<S>(&format!("{}{}", &scenario[..dead], &scenario[next..]));
    let [here, there] = [Layout::new(&with), Layout::new(&without)];
    let [mut one, mut other] = [Worker::new(&with, &here, 3), Worker::new(&without, &there, 3)];
    let counted = here.catalogue.index("end.A.dead").expect("A goes on");
    for number in 0..200 {
        let (values, others) = (one.play(number).to_vec(), other.play(number));
        assert_eq!(values[counted], 1, "day {number}");
        for (metric, &value) in there.catalogue.metrics.iter().zip(others) {
            let same = here.catalogue.index(&metric.key).filter(|_| !metric.family.contains("members_"));
            assert!(same.is_none_or(|same| values[same] == value), "day {number}: {}", metric.key);
        }
    }
}

/// A scenario played with scripted dice.
pub struct ScriptedPlay<S: RuleSet> {
    loaded: Loaded<S::Rules>,
    fight: <S::Rules as Plays>::Fight,
    table: Table<AnyDice, AnyWatch>,
    legs_played: usize,
    course: Course,
    sides: Sides,
    met: bool,
    ending: Option<Ending>,
    values: Vec<i64>,
}

impl<S: RuleSet> ScriptedPlay<S> {
    /// Opens the scenario with these dice; without a day, all sides meet at once.
    pub fn script(scenario: &str, dice: &str) -> Self {
        Self::open(load::<S>(scenario), AnyDice::Scripted(Scripted::new(dice)))
    }

    /// Opens a scenario with these dice; without a day, all sides meet at once.
    fn open(loaded: Loaded<S::Rules>, dice: AnyDice) -> Self {
        let watch = Counting::new(loaded.combatants.len(), loaded.rules.counters(), loaded.lines.lines().len());
        let mut table = Table { dice, watch: AnyWatch::Counting(watch) };
        let mut fight = loaded.rules.blank();
        loaded.rules.open(&mut fight, &mut table);
        let values = vec![0; loaded.rules.catalogue().metrics.len()];
        let (course, sides) = (Course::default(), Sides::NONE);
        let mut play: Self =
            ScriptedPlay { loaded, fight, table, legs_played: 0, course, sides, met: true, ending: None, values };
        if let [Leg::Fight(sides)] = play.loaded.plan.legs[..] {
            play.sides = sides;
            play.ending = play.loaded.rules.meet(sides, &mut play.fight, &mut play.table);
            play.measure();
        }
        play
    }

    /// Plays so many whole rounds, fewer when the fight ends.
    pub fn rounds(&mut self, rounds: u32) -> &mut Self {
        for _ in 0..rounds {
            if self.ending.is_some() {
                break;
            }
            while self.ending.is_none() {
                match self.loaded.rules.step(&mut self.fight, &mut self.table) {
                    Progress::Turn => {}
                    Progress::Round => break,
                    Progress::Over(ending) => {
                        self.ending = Some(ending);
                        self.measure();
                    }
                }
            }
        }
        self
    }

    /// Plays so many steps, which are turns in most systems, fewer when the fight ends.
    pub fn turns(&mut self, turns: u32) -> &mut Self {
        for _ in 0..turns {
            if self.ending.is_none()
                && let Progress::Over(ending) = self.loaded.rules.step(&mut self.fight, &mut self.table)
            {
                self.ending = Some(ending);
                self.measure();
            }
        }
        self
    }

    /// Plays the next leg of the day completely.
    pub fn leg(&mut self) -> &mut Self {
        let leg = self.loaded.plan.legs[self.legs_played];
        if matches!(leg, Leg::Fight(_)) {
            if self.meet() {
                self.rounds(u32::MAX);
                self.measure();
                self.loaded.rules.part(&mut self.fight, &mut self.table);
            }
            if let Some(ending) = self.ending {
                self.course.fought(&self.loaded, self.sides, ending, &self.fight);
            }
            return self;
        }
        self.legs_played += 1;
        let sides = self.course.of(leg.sides());
        match leg {
            _ if sides.is_empty() => {}
            Leg::Fight(_) => {}
            Leg::Rest(rest, _) => {
                self.loaded.rules.rest(rest, sides, &mut self.fight, &mut self.table);
                self.course.rested(&self.loaded, rest);
            }
            Leg::Travel(minutes, _) => self.loaded.rules.travel(minutes, sides, &mut self.fight, &mut self.table),
            Leg::Hazard(..) => run_into(&self.loaded, self.legs_played - 1, sides, &mut self.fight, &mut self.table),
        }
        self
    }

    /// Begins the fight that is the next leg of the day; false when it does not take place.
    pub fn meet(&mut self) -> bool {
        let sides = self.loaded.plan.legs[self.legs_played].sides();
        self.legs_played += 1;
        let again = self.course.renewed(self.loaded.plan.terms[self.legs_played - 1].fresh);
        if !again.is_empty() {
            self.loaded.rules.renew(again, &mut self.fight, &mut self.table);
        }
        (self.ending, self.sides) = (None, self.course.of(sides));
        self.met = meets(&self.loaded, self.sides, &self.fight);
        if self.met {
            self.ending = self.loaded.rules.meet(self.sides, &mut self.fight, &mut self.table);
        } else {
            self.values.fill(ABSENT);
        }
        self.met
    }

    fn measure(&mut self) {
        if let (Some(ending), Some(counting)) = (self.ending, self.table.watch.counting()) {
            self.loaded.rules.measure(&self.fight, self.sides, &counting.counts, ending, &mut self.values);
        }
    }

    /// Reads what can be seen of a combatant.
    pub fn see(&self, name: &str, what: &str) -> i64
    where
        S::Rules: Peek,
    {
        let slot = self.loaded.combatants.iter().position(|entry| entry.name == name);
        let slot = slot.unwrap_or_else(|| panic!("nobody is called {name}"));
        let seen = self.loaded.rules.peek(&self.fight, Slot(slot as u8), what);
        seen.unwrap_or_else(|| panic!("nothing called {what} can be seen"))
    }

    /// The ending of the fight, when it has one; nothing of one that did not take place.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// A metric at the end of the fight; all are absent of one that did not take place.
    pub fn metric(&self, key: &str) -> i64 {
        assert!(self.ending.is_some() || !self.met, "a metric before the end of a fight");
        let index = self.loaded.rules.catalogue().index(key);
        self.values[index.unwrap_or_else(|| panic!("there is no metric {key}"))]
    }

    /// The exact probability of the dice played so far.
    pub fn probability(&self) -> BigRational {
        self.table.dice.scripted().probability()
    }

    /// The exact distribution of a scenario's end.
    pub fn exact(scenario: &str) -> Measured {
        Self::solved(scenario, SolverLimits::default())
    }

    /// The exact solution within limits.
    pub fn solved(scenario: &str, limits: SolverLimits) -> Measured {
        let loaded = load::<S>(scenario);
        let layout = Layout::new(&loaded);
        let solved = exact::solve(&loaded, &layout, limits).whole().unwrap_or_else(|refusal| panic!("{refusal:?}"));
        let catalogue = &layout.catalogue;
        let distribution = |index: usize| solved.metrics[index].iter().map(|(&value, &mass)| (value, mass)).collect();
        let metrics =
            (0..solved.metrics.len()).map(|index| (catalogue.metrics[index].key.clone(), distribution(index))).collect();
        Measured { metrics, unresolved: solved.unresolved, fights: None }
    }

    /// The sampled distribution of a scenario's end.
    pub fn sampled(scenario: &str, fights: u64, seed: u64) -> Measured {
        let loaded = load::<S>(scenario);
        let layout = Layout::new(&loaded);
        let tally = Worker::new(&loaded, &layout, seed).tally(0..fights);
        let distribution = |index: usize| {
            let n = tally.n(index).max(1) as f64;
            tally.counts(index).into_iter().map(|(value, count)| (value, count as f64 / n)).collect()
        };
        let metrics = layout
            .catalogue
            .metrics
            .iter()
            .enumerate()
            .map(|(index, metric)| (metric.key.clone(), distribution(index)))
            .collect();
        Measured { metrics, unresolved: 0.0, fights: Some(fights) }
    }
}

/// Hit points of those who fight in a test of relations.
#[derive(Clone, Copy, Debug)]
pub struct TestHitPoints {
    /// Of the two who are allied, and of the neutral.
    pub own: u16,
    /// Of their enemy.
    pub enemy: u16,
}

/// Four sides of one like this each, of which the second is allied to the first and the last is neutral: nobody but the third, which
/// `arrives` as the file says it, has anything to fight about.
fn four_sides(combatant: &str, hp: TestHitPoints, arrives: &str) -> String {
    let side = |name: &str, relation: &str, more: &str| {
        let (who, hp) = (name.to_uppercase(), if name == "c" { hp.enemy } else { hp.own });
        let combatant = combatant.replace("$hp", &hp.to_string());
        format!("[[side]]\nname = '{name}'\n{relation}[[side.combatant]]\nname = '{who}'\n{combatant}\n{more}\n")
    };
    let sides =
        [side("a", "", ""), side("b", "allies = ['a']\n", ""), side("c", "", arrives), side("d", "neutral = true\n", "")];
    format!("reinforcements = 'are awaited'\n{}", sides.concat())
}

/// Holds that allies fight together and win as one, and that a neutral side keeps out of it. `combatant` is one who can bring others
/// down, without its name, in which `$hp` stands for hit points, those of the enemy second; `rounds` is the path of the most rounds of a
/// fight.
#[track_caller]
pub fn check_relations<S: RuleSet>(combatant: &str, hp: TestHitPoints, rounds: &str) {
    const DRAW: i64 = 4;
    const TIMEOUT: i64 = 5;
    let (section, key) = rounds.rsplit_once('.').expect("a path");
    let waits = format!("{}[{section}]\n{key} = 20\n", four_sides(combatant, hp, "arrives = 30"));
    let waiting = ScriptedPlay::<S>::sampled(&waits, 100, 1);
    assert_eq!(waiting.chance("winner", TIMEOUT), 1.0, "nobody wins while the enemy is awaited");
    for who in ["A", "B", "D"] {
        assert_eq!(waiting.chance(&format!("{who}.out"), 1), 0.0, "{who} has nobody to fight");
    }
    let fought = ScriptedPlay::<S>::sampled(&four_sides(combatant, hp, ""), 400, 2);
    let [of_a, of_b, of_c, of_d, drawn, late] = [0, 1, 2, 3, DRAW, TIMEOUT].map(|value| fought.chance("winner", value));
    assert!(of_a > of_c, "two against one win more often: {of_a}, {of_c}");
    assert_eq!([of_b, of_d], [0.0; 2], "an alliance wins in the name of its first side, and who keeps out does not win");
    assert!((of_a + of_c + drawn + late - 1.0).abs() < 1e-9);
    assert_eq!(fought.distribution("a.victory_rounds"), fought.distribution("b.victory_rounds"), "they win together");
    assert_eq!([fought.chance("D.out", 1), fought.chance("D.dead", 1)], [0.0; 2], "nobody strikes at who keeps out");
    assert!(fought.chance("A.out", 1) + fought.chance("B.out", 1) > 0.0, "the enemy strikes back");
}

/// Holds that a neutral side that is attacked suffers it, or turns on its attacker where it fights back; exactly and sampled, and
/// with a third side that it leaves in peace. `combatant` and `rounds` are as in [`check_relations`], `hp` the hit points of everybody.
#[track_caller]
pub fn check_turning<S: RuleSet>(combatant: &str, hp: u16, rounds: &str) {
    let side = |name: &str, relation: &str| {
        let (who, combatant) = (name.to_uppercase(), combatant.replace("$hp", &hp.to_string()));
        format!("[[side]]\nname = '{name}'\n{relation}[[side.combatant]]\nname = '{who}'\n{combatant}\n")
    };
    let two = |fights_back: bool| {
        let neutral = if fights_back { "neutral = true\nfights_back = true\n" } else { "neutral = true\n" };
        [side("a", "attacks = ['d']\n"), side("d", neutral)].concat()
    };
    let suffered = ScriptedPlay::<S>::sampled(&two(false), 200, 3);
    assert_eq!([suffered.chance("A.out", 1), suffered.chance("winner", 1)], [0.0; 2], "who suffers it strikes nobody");
    assert!(suffered.chance("D.out", 1) > 0.0, "and is struck");
    let turned = ScriptedPlay::<S>::sampled(&two(true), 4000, 4);
    assert!(turned.chance("A.out", 1) > 0.0 && turned.chance("winner", 1) > 0.0, "who turns strikes back, and can win");
    assert!(turned.chance("winner", 0) > turned.chance("winner", 1), "the first blow is not struck back");
    let (section, key) = rounds.rsplit_once('.').expect("a path");
    let short = format!("{}[{section}]\n{key} = 1\n", two(true));
    let apart = ScriptedPlay::<S>::exact(&short).apart(&ScriptedPlay::<S>::sampled(&short, 2000, 6));
    assert!(apart.is_empty(), "{}", apart.join("\n"));
    // The enemies of the striker are no enemies of each other here.
    let three = [side("a", "attacks = ['d']\n"), side("c", ""), side("d", "neutral = true\nfights_back = true\n")].concat();
    let three = ScriptedPlay::<S>::sampled(&three, 400, 5);
    let beaten = three.chance("winner", 1) + three.chance("winner", 2);
    assert!(three.chance("winner", 0) < turned.chance("winner", 0) && beaten > 0.5, "two fight the striker");
}

/// Holds that nobody gains anything by its place in the file: of three equal sides each wins a third of what is won, and of two sides of
/// two equals all four fall alike, whether they leave their targets to the rules, or have this line for them, `at = 'nearest'`, and the ruling
/// `default_target` draws everywhere. `combatant` is one who can bring others down, without its name.
#[track_caller]
pub fn check_equals<S: RuleSet>(combatant: &str, target: &str) {
    const FIGHTS: u64 = 2000;
    for (own, rest) in [
        ("", String::new()),
        ("policy = 'p'\n", format!("[policy.p]\ntarget = [{{ {target} }}]\n[rulings]\ndefault_target = 'everywhere'\n")),
    ] {
        let side = |name: &str, members: &[&str]| {
            let member = |who: &&str| format!("[[side.combatant]]\nname = '{who}'\n{own}{combatant}\n");
            format!("[[side]]\nname = '{name}'\n{}", members.iter().map(member).collect::<String>())
        };
        let alike = |shares: &[f64], what: &str| {
            let mean = shares.iter().sum::<f64>() / shares.len() as f64;
            let error = (mean * (1.0 - mean) / FIGHTS as f64).sqrt();
            assert!(shares.iter().all(|share| (share - mean).abs() <= 5.0 * error), "{what} {own}: {shares:?}");
        };
        let three = [side("a", &["A"]), side("b", &["B"]), side("c", &["C"]), rest.clone()].concat();
        let three = ScriptedPlay::<S>::sampled(&three, FIGHTS, 7);
        alike(&[0, 1, 2].map(|side| three.chance("winner", side)), "three equal sides win");
        let two = [side("a", &["A", "B"]), side("b", &["C", "D"]), rest].concat();
        let two = ScriptedPlay::<S>::sampled(&two, FIGHTS, 8);
        alike(&[0, 1].map(|side| two.chance("winner", side)), "two equal sides win");
        alike(&["A", "B", "C", "D"].map(|who| two.chance(&format!("{who}.out"), 1)), "four equals are out");
    }
}

/// Distributions of a scenario's metrics, exact or sampled.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    metrics: Vec<(String, Vec<(i64, f64)>)>,
    unresolved: f64,
    fights: Option<u64>,
}

impl Measured {
    /// Every value of a metric, with its probability.
    pub fn distribution(&self, key: &str) -> &[(i64, f64)] {
        let found = self.metrics.iter().find(|(metric, _)| metric == key);
        &found.unwrap_or_else(|| panic!("there is no metric {key}")).1
    }

    /// Probability that a metric has this value.
    pub fn chance(&self, key: &str, value: i64) -> f64 {
        self.distribution(key).iter().filter(|(given, _)| *given == value).map(|(_, mass)| mass).sum()
    }

    /// Probability that it has at most this value.
    pub fn at_most(&self, key: &str, value: i64) -> f64 {
        self.distribution(key).iter().filter(|(given, _)| *given <= value).map(|(_, mass)| mass).sum()
    }

    /// Mean.
    pub fn mean(&self, key: &str) -> f64 {
        let mass: f64 = self.distribution(key).iter().map(|(_, mass)| mass).sum();
        self.distribution(key).iter().map(|&(value, mass)| value as f64 * mass).sum::<f64>() / mass
    }

    /// Standard deviation.
    pub fn sd(&self, key: &str) -> f64 {
        let (mean, mass) = (self.mean(key), self.distribution(key).iter().map(|(_, mass)| mass).sum::<f64>());
        let variance =
            self.distribution(key).iter().map(|&(value, mass)| (value as f64 - mean).powi(2) * mass).sum::<f64>() / mass;
        variance.sqrt()
    }

    /// Probability of what an exact answer leaves open.
    pub fn unresolved(&self) -> f64 {
        self.unresolved
    }

    /// Fights of a sampled answer.
    ///
    /// # Panics
    /// For an exact one.
    pub fn n(&self) -> u64 {
        self.fights.expect("an exact answer has no number of fights")
    }
}

impl Measured {
    /// All values whose exact share is further than five standard errors away from a sampled one, in words.
    ///
    /// # Panics
    /// A `sampled` that was not sampled.
    pub fn apart(&self, sampled: &Measured) -> Vec<String> {
        let n = sampled.n() as f64;
        let mut apart = Vec::new();
        for (key, exact) in self.metrics.iter().filter(|(_, distribution)| !distribution.is_empty()) {
            let mut values: Vec<i64> = exact.iter().chain(sampled.distribution(key)).map(|(value, _)| *value).collect();
            values.sort_unstable();
            values.dedup();
            // Some metrics are only there in some fights, and then they are shares of these.
            let mass: f64 = exact.iter().map(|(_, mass)| mass).sum();
            let n = n * mass;
            for value in values {
                let (chance, share) = (self.chance(key, value) / mass, sampled.chance(key, value));
                // Counts are whole, and the tail of rare ones is long.
                let room = if n * chance < 25.0 { 6.5 } else { 1.5 };
                let error = (n * chance * (1.0 - chance).max(0.0)).sqrt();
                if (n * share - n * chance).abs() > 5.0 * error + room {
                    apart.push(format!("{key} = {value}: exactly {chance:.6}, but sampled {share:.6}"));
                }
            }
        }
        apart
    }
}
