//! For tests: fights, pairs of them and whole scenarios that are made up instead of played, so that what a change does to them is known.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::analysis::outcome::{Outcomes, matching};
use crate::analysis::reading::Reading;
use crate::analysis::variant::{Memory, Variant, VariantSource, Variants};
use crate::dice::{Purpose, Slot};
use crate::error::Failure;
use crate::exact::reply::{Reply, Unanswered};
use crate::exact::{ExactEngine, Solved, SolverLimits, SolverStage, Then};
use crate::fight::relations::Relations;
use crate::fight::watch::Trace;
use crate::fight::{Catalogue, Metric, Overview, RatioOfTotals, Scale, Side, Subject};
use crate::policy::LineBook;
use crate::rules::Entry;
use crate::scenario::{Number, Switch};
use crate::sim::outlook::Outlook;
use crate::sim::pair::{Audience, PlayablePair};
use crate::sim::solo::Arm;
use crate::sim::state::{State, StatePlace};
use crate::sim::story::{Story, Telling};
use crate::sim::{Engine, Layout, Player, Redrawer};
use crate::stats::{Interval, Level};
use crate::tally::{Matching, PairedTally};

/// Values of a made-up fight: winner (0 left, 1 right), rounds, whether Ada dies, her hit points.
pub type Values = [i64; 4];

/// The catalogue of the values. Hit points per round are no headline.
#[must_use]
pub fn catalogue() -> Catalogue {
    let metric = |key: &str, family: &str, subject, scale| Metric {
        key: key.into(),
        family: family.into(),
        label: family.into(),
        subject,
        scale,
    };
    let ada = Subject::Combatant(Slot(0));
    let endings = Scale::Category(["left", "right"].map(str::to_owned).to_vec());
    let overview = Overview { title: "Fates".into(), families: vec!["dead".into(), "hp".into()], headline: true };
    let per_round = RatioOfTotals {
        family: "hp_per_round".into(),
        label: "HP per round".into(),
        over: "hp".into(),
        under: "rounds".into(),
    };
    Catalogue {
        ratios: vec![per_round],
        metrics: vec![
            metric("winner", "winner", Subject::Fight, endings),
            metric("rounds", "rounds", Subject::Fight, Scale::Amount("rounds")),
            metric("Ada.dead", "dead", ada, Scale::Flag),
            metric("Ada.hp", "hp", ada, Scale::Amount("HP")),
        ],
        overviews: vec![overview],
        ..Catalogue::default()
    }
}

/// A pair of scenarios whose fights come from a function of their number: values before and after.
pub struct MadeUp<F> {
    matching: Matching,
    /// The outcomes that it is compared by.
    pub outcomes: Outcomes,
    fight: F,
}

impl<F: Fn(u64) -> [Values; 2] + Sync> MadeUp<F> {
    /// A pair that fights like this.
    pub fn new(fight: F) -> Self {
        MadeUp::by(false, fight)
    }

    /// A pair that fights like this and is compared by everything when `all` is set.
    pub fn by(all: bool, fight: F) -> Self {
        let catalogue = catalogue();
        let matching = matching(&catalogue, &catalogue, all, |_| false);
        MadeUp { outcomes: Outcomes::of(&catalogue, &catalogue, &matching), matching, fight }
    }

    /// The pair, of which each side is counted by itself, too.
    #[must_use]
    pub fn each_alone(mut self) -> Self {
        let [before, after] = self.outcomes.catalogues();
        self.matching = self.matching.with_each_alone(before, after);
        self
    }
}

impl<F: Fn(u64) -> [Values; 2] + Sync> PlayablePair for MadeUp<F> {
    fn matching(&self) -> &Matching {
        &self.matching
    }

    fn play(
        &self,
        from: u64,
        looks: &[u64],
        _threads: Option<u16>,
        interrupted: &AtomicBool,
        audience: &mut dyn Audience,
    ) -> Result<bool, Failure> {
        let mut tally = PairedTally::new(&self.matching);
        for &look in looks {
            if interrupted.load(Ordering::Relaxed) {
                return Ok(true);
            }
            for number in from + tally.fights()..look {
                let [before, after] = (self.fight)(number);
                tally.record(&self.matching, number, &before, &after);
            }
            audience.batch(look);
            if audience.look(&tally) {
                break;
            }
        }
        Ok(false)
    }
}

/// Makes the values of a fight of its number.
pub type MadeUpFight = Box<dyn Fn(u64) -> Values + Send + Sync>;

/// An engine whose fights come from a function of their number. Nothing else is known of it.
struct MadeUpEngine {
    fight: MadeUpFight,
    lines: LineBook,
    relations: Relations,
    catalogue: Catalogue,
}

/// Plays made-up fights.
struct MadeUpPlayer<'a> {
    fight: &'a MadeUpFight,
    values: Values,
}

impl Player for MadeUpPlayer<'_> {
    fn play(&mut self, number: u64) -> &[i64] {
        self.values = (self.fight)(number);
        &self.values
    }

    fn take_lines(&mut self) -> Vec<u64> {
        Vec::new()
    }
}

impl Engine for MadeUpEngine {
    fn sides(&self) -> &[String] {
        &[]
    }

    fn combatants(&self) -> &[Entry] {
        &[]
    }

    fn purposes(&self) -> &[Purpose] {
        &[]
    }

    fn lines(&self) -> &LineBook {
        &self.lines
    }

    fn relations(&self) -> &Relations {
        &self.relations
    }

    fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    fn metrics_of_state(&self) -> usize {
        0
    }

    fn player<'a>(&'a self, _: &'a Layout, _: u64) -> Box<dyn Player + 'a> {
        Box::new(MadeUpPlayer { fight: &self.fight, values: [0; 4] })
    }

    fn redrawer<'a>(&'a self, _: &'a Layout, _: [u64; 2]) -> Box<dyn Redrawer + 'a> {
        unreachable!("made-up fights have no dice")
    }

    fn tell(&self, _: &Layout, _: u64, _: u64, _: Telling) -> Story {
        unreachable!("nothing happens in made-up fights")
    }

    fn state_at<'a>(&'a self, _: &'a Layout, _: [u64; 2], _: StatePlace) -> Option<Box<dyn State<'a> + 'a>> {
        None
    }

    fn outlook<'a>(&'a self, _: &'a Layout, _: u64, _: usize) -> Option<Box<dyn Outlook + 'a>> {
        None
    }

    fn trace(&self, _: &Layout, _: u64, _: Range<u64>, _: &AtomicBool) -> Vec<Trace> {
        Vec::new()
    }
}

impl ExactEngine for MadeUpEngine {
    fn solve(&self, _: &Layout, _: SolverLimits, _: &mut dyn FnMut(SolverStage) -> bool) -> Solved {
        unreachable!("made-up fights have no dice")
    }

    fn solve_and_play_on(
        &self,
        _: &Layout,
        _: SolverLimits,
        _: Then,
        _: &mut dyn FnMut(SolverStage) -> bool,
    ) -> Result<Solved, Failure> {
        unreachable!("made-up fights have no dice")
    }

    fn best_reply(&self, _: Side, _: SolverLimits) -> Result<Reply, Unanswered> {
        Err(Unanswered::Day)
    }
}

/// A variant that fights like this.
#[must_use]
pub fn made_up_arm(fight: MadeUpFight) -> Arm<dyn ExactEngine> {
    let (lines, relations, catalogue) = (LineBook::default(), Relations::default(), catalogue());
    let layout = Layout::made_up(catalogue.clone());
    Arm { loaded: Arc::new(MadeUpEngine { fight, lines, relations, catalogue }), layout, seed: 1 }
}

/// Fights from whose counts a made-up scenario is solved: its fights repeat after a divisor of them.
const SOLVED_BY: u64 = 1000;

/// Makes fights of the changes that are made in a scenario.
pub type FightsUnder = Box<dyn Fn(&[String]) -> Result<MadeUpFight, Failure>>;

/// A scenario whose fights come from a function of what is changed in it.
pub struct MadeUpScenario {
    /// Its fights under the changes that are made in it.
    pub fights: FightsUnder,
    /// The numbers that can be set.
    pub numbers: Vec<Number>,
    /// What can be had otherwise.
    pub switches: Vec<Switch>,
}

impl MadeUpScenario {
    /// A scenario that fights like this under the changes that are made in it.
    pub fn new(fights: impl Fn(&[String]) -> Result<MadeUpFight, Failure> + 'static) -> Self {
        MadeUpScenario { fights: Box::new(fights), numbers: Vec::new(), switches: Vec::new() }
    }
}

impl VariantSource for MadeUpScenario {
    fn variant(&self, sets: &[String]) -> Result<Variant, Failure> {
        let (arm, catalogue) = (made_up_arm((self.fights)(sets)?), catalogue());
        let matching = matching(&catalogue, &catalogue, false, |_| false);
        let name = sets.join(" ");
        Ok(Variant {
            digest: name.clone(),
            job: name,
            arm,
            outcomes: Outcomes::of(&catalogue, &catalogue, &matching),
            matching,
            catalogue,
            expected: Vec::new(),
            beyond: Vec::new(),
        })
    }

    fn variants(&self, before: &[String], after: &[String]) -> Result<Variants, Failure> {
        let sides = [(self.fights)(before)?, (self.fights)(after)?];
        let pair = MadeUp::new(move |number| sides.each_ref().map(|fight| fight(number)));
        let (digests, outcomes) = ([before, after].map(|sets| sets.join(" ")), pair.outcomes.clone());
        Ok(Variants { digests, outcomes, pair: Box::new(pair) })
    }

    fn numbers(&self) -> Result<Vec<Number>, Failure> {
        Ok(self.numbers.clone())
    }

    fn switches(&self) -> Result<Vec<Switch>, Failure> {
        Ok(self.switches.clone())
    }

    fn solve(&self, variant: &Variant, _: &str) -> Result<Option<Vec<Reading>>, Failure> {
        let tally = variant.arm.count(0..SOLVED_BY, Some(1), &AtomicBool::new(false), &mut |_| {})?;
        let exactly = |reading: Reading| {
            let known = reading.interval(Level::default()).map(|known| Interval::around(known.estimate, 0.0));
            Reading { counts: Vec::new(), totals: None, solved: known, ..reading }
        };
        Ok(tally.map(|tally| variant.readings(&tally).into_iter().map(exactly).collect()))
    }
}

/// No memory.
#[derive(Clone, Copy, Debug)]
pub struct Forgetful;

impl<T> Memory<T> for Forgetful {
    fn find(&mut self, _: &str) -> Option<T> {
        None
    }

    fn keep(&mut self, _: &str, _: T) -> Result<(), Failure> {
        Ok(())
    }
}

/// A memory that lasts as long as it is there.
#[derive(Clone, Debug)]
pub struct Remembering<T> {
    /// What was found, by job.
    pub kept: BTreeMap<String, T>,
}

impl<T> Default for Remembering<T> {
    fn default() -> Self {
        Remembering { kept: BTreeMap::new() }
    }
}

impl<T: Clone> Memory<T> for Remembering<T> {
    fn find(&mut self, job: &str) -> Option<T> {
        self.kept.get(job).cloned()
    }

    fn keep(&mut self, job: &str, found: T) -> Result<(), Failure> {
        self.kept.insert(job.to_owned(), found);
        Ok(())
    }
}
