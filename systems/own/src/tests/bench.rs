//! The bench on which pages are tested: a page, a scenario, a script of dice, and what must be seen.

use num_rational::BigRational;
use num_traits::ToPrimitive;

use crate::OwnSystem;
use crate::core::Core;
use crate::state::Fight;
use frame::dice::{AnyDice, Scripted, Slot};
use frame::exact::{SolverLimits, solve};
use frame::fight::day::Leg;
use frame::fight::{AnyWatch, Counting, Ending, Progress, Table};
use frame::rules::{Loaded, Measures as _, Peek as _, Plays as _, RulesByRelations};
use frame::scenario::{Complaints, Raw};
use frame::sim::{Layout, Worker};

/// A page with what every page has to say, in the order of the file where it says nothing of its own.
pub fn page(text: &str) -> String {
    let mut whole = String::new();
    for (key, line) in [("format", "format = 1"), ("rules", "rules = \"test\""), ("title", "title = \"a test\"")] {
        if !text.lines().any(|given| given.starts_with(&format!("{key} ="))) {
            whole += line;
            whole += "\n";
        }
    }
    whole += text;
    if !text.contains("[order]") && !text.contains("include =") {
        whole += "\n[order]\nties = \"listed\"\n";
    }
    whole
}

/// A scenario of a page: two sides of one each, with these keys.
pub fn duel(one: &str, other: &str) -> String {
    format!(
        "format = 1\nsystem = \"test\"\ntitle = \"duel\"\n[[side]]\nname = \"a\"\n[[side.combatant]]\nname = \"Ada\"\n{one}\n[[side]]\nname = \"b\"\n[[side.combatant]]\nname = \"Rob\"\n{other}\n"
    )
}

/// Everything that is wrong with a page, as it is told; empty for a right one.
pub fn told_of(text: &str) -> String {
    match OwnSystem::from_text("test.toml", &page(text)) {
        Ok(_) => String::new(),
        Err(failure) => failure.render(false),
    }
}

pub fn system(text: &str) -> OwnSystem {
    match OwnSystem::from_text("test", &page(text)) {
        Ok(system) => OwnSystem { name: "test".to_owned(), ..system },
        Err(failure) => panic!("{}", failure.render(false)),
    }
}

pub fn load_by(system: &OwnSystem, scenario: &str, sets: &[&str]) -> Loaded<RulesByRelations<Core>> {
    let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
    load_raw(system, &Raw::from_text("scenario.toml", scenario, &sets))
}

pub fn load_raw(system: &OwnSystem, scenario: &Raw) -> Loaded<RulesByRelations<Core>> {
    let scenario = system.check(scenario).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let mut complaints = Complaints::default();
    let loaded = system.load(&scenario.document, &mut complaints);
    let told: String = scenario.problems(complaints).iter().map(|problem| problem.render(false)).collect();
    loaded.unwrap_or_else(|| panic!("{told}"))
}

pub fn load(text: &str, scenario: &str) -> Loaded<RulesByRelations<Core>> {
    load_by(&system(text), scenario, &[])
}

/// Everything that is wrong with a scenario of a page.
pub fn told_of_scenario(text: &str, scenario: &str) -> String {
    let system = system(text);
    match system.check(&Raw::from_text("scenario.toml", scenario, &[])) {
        Err(failure) => failure.render(false),
        Ok(scenario) => {
            let mut complaints = Complaints::default();
            let _ = system.load(&scenario.document, &mut complaints);
            scenario.problems(complaints).iter().map(|problem| problem.render(false)).collect()
        }
    }
}

/// A scenario of a page, played with scripted dice.
pub struct Bench {
    pub loaded: Loaded<RulesByRelations<Core>>,
    pub fight: Fight,
    pub table: Table<AnyDice, AnyWatch>,
    pub ending: Option<Ending>,
}

impl Bench {
    pub fn script(text: &str, scenario: &str, dice: &str) -> Self {
        let loaded = load(text, scenario);
        let watch = Counting::new(loaded.combatants.len(), loaded.rules.counters(), loaded.lines.lines().len());
        let mut table = Table { dice: AnyDice::Scripted(Scripted::new(dice)), watch: AnyWatch::Counting(watch) };
        let mut fight = loaded.rules.blank();
        loaded.rules.open(&mut fight, &mut table);
        let mut bench = Bench { loaded, fight, table, ending: None };
        if let [Leg::Fight(sides)] = bench.loaded.plan.legs[..] {
            bench.ending = bench.loaded.rules.meet(sides, &mut bench.fight, &mut bench.table);
        }
        bench
    }

    /// Plays so many steps, which are rounds where dice are scripted.
    pub fn rounds(&mut self, rounds: u32) -> &mut Self {
        for _ in 0..rounds {
            while self.ending.is_none() {
                match self.loaded.rules.step(&mut self.fight, &mut self.table) {
                    Progress::Turn => {}
                    Progress::Round => break,
                    Progress::Over(ending) => self.ending = Some(ending),
                }
            }
        }
        self
    }

    pub fn see(&self, name: &str, what: &str) -> i64 {
        let slot = self.slot(name);
        self.loaded.rules.peek(&self.fight, slot, what).unwrap_or_else(|| panic!("nothing called {what}"))
    }

    pub fn counted(&mut self, name: &str, what: &str) -> i64 {
        let counters = &self.loaded.rules.programs.counters;
        let place = counters.iter().position(|known| *known == what).unwrap_or_else(|| panic!("nothing counts {what}"));
        let slot = self.slot(name);
        let counting = self.table.watch.counting().expect("it counts");
        counting.counts.of(slot)[place + usize::from(crate::measure::OWN_COUNTERS)]
    }

    /// What is counted for every page.
    pub fn counted_by(&mut self, name: &str, counter: frame::fight::watch::Counter) -> i64 {
        let slot = self.slot(name);
        self.table.watch.counting().expect("it counts").counts.of(slot)[usize::from(counter.0)]
    }

    pub fn probability(&self) -> f64 {
        let probability: BigRational = self.table.dice.scripted().probability();
        probability.to_f64().expect("a share")
    }

    fn slot(&self, name: &str) -> Slot {
        let slot = self.loaded.combatants.iter().position(|entry| entry.name == name);
        Slot(slot.unwrap_or_else(|| panic!("nobody is called {name}")) as u8)
    }
}

/// Exact distributions of all metrics, by their keys.
pub fn exactly(loaded: &Loaded<RulesByRelations<Core>>) -> Vec<(String, Vec<(i64, f64)>)> {
    let layout = Layout::new(loaded);
    let solved = solve(loaded, &layout, SolverLimits::default()).whole().unwrap_or_else(|refusal| panic!("{refusal:?}"));
    assert!(solved.unresolved < 1e-6, "unresolved: {}", solved.unresolved);
    let metrics = solved.metrics.iter().zip(&layout.catalogue.metrics);
    metrics.map(|(masses, metric)| (metric.key.clone(), masses.iter().map(|(&value, &mass)| (value, mass)).collect())).collect()
}

/// Holds that sampled fights agree with the exact solution within 5 sigma.
#[track_caller]
pub fn agree(loaded: &Loaded<RulesByRelations<Core>>, fights: u64) {
    let layout = Layout::new(loaded);
    let tally = Worker::new(loaded, &layout, 11).tally(0..fights);
    for (index, (key, masses)) in exactly(loaded).into_iter().enumerate() {
        if masses.is_empty() {
            continue;
        }
        let counts = tally.counts(index);
        let n = tally.n(index) as f64;
        let total: f64 = masses.iter().map(|(_, mass)| mass).sum();
        let seen: Vec<i64> = counts.iter().map(|(value, _)| *value).collect();
        for value in seen.into_iter().chain(masses.iter().map(|(value, _)| *value)) {
            let mass = masses.iter().find(|(known, _)| *known == value).map_or(0.0, |(_, mass)| mass / total);
            let count = counts.iter().find(|(known, _)| *known == value).map_or(0, |(_, count)| *count) as f64;
            let sigma = (n * mass * (1.0 - mass)).sqrt().max(1.0);
            assert!((count - n * mass).abs() < 5.0 * sigma + 1.0, "{key} = {value}: {count} of {n}, exact {mass}");
        }
    }
}

/// The page and the sheets of a small game with a roll to hit.
pub const BRAWL: &str = r#"
[book]
crit_face = { is = 20, from = 2, to = 100 }
rounds_max = 50
[stat]
hp_max = { is = 10, from = 1, to = 500 }
armor_class = 12
quickness = 0
weapons = { list = "weapon" }
[record.weapon]
name = ""
to_hit = 0
damage = "1d6"
[state]
hp = { begins = "hp_max", to = "hp_max" }
parries = { begins = 1, again = "round" }
[order]
roll = "1d20 + quickness"
ties = "quickness, random"
[turn]
out = "hp <= 0"
dead = "hp <= -hp_max / 2"
rounds_max = "book.rounds_max"
[action.strike]
with = "weapon"
do = """
roll hit: 1d20
if hit == 1 { count fumbles; stop }
if hit < book.crit_face and hit + weapon.to_hit < target.armor_class { count misses; stop }
if target.parries > 0 and target asks parry {
    target.parries -= 1
    target roll parry: 1d20 + target.quickness
    if parry > hit + weapon.to_hit { tell "{target} parries"; stop }
}
roll damage: weapon.damage
if hit >= book.crit_face { use critical(damage, weapon) }
use harm(target, damage)
"""
[routine.critical]
takes = ["hurt", "arm"]
do = "roll more: arm.damage; hurt += more"
[routine.harm]
takes = ["whom", "amount"]
do = """
whom.hp -= max(amount, 0)
count harm: amount
"""
[decision.parry]
usually = "no"
"#;
