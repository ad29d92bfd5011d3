//! Sweeps: what every outcome does when one or two values are varied.
//!
//! Owns the plan and its playing: every variant of the grid is played with the same fights, or solved, and what is known already is recalled
//! from a [`Memory`]. Where variants are solved, thresholds are closed in upon. Which variants there are is for [`grid`](super::grid). Start at
//! [`SweepPlan::play`].

use crate::error::Failure;
use crate::sim::{RunProgress, RunStop};
use crate::stats::{Level, apart};
use crate::tally::{PartCounts, Piece, Shard, Tally};

use super::asked::named_or_victories;
use super::grid::{Axis, CellState, GridCell, VALUES_MOST, missing, places};
use super::many::{EffectThere, LookedAt, ManyFound, Tried};
use super::reading::Reading;
use super::run::RunPlan;
use super::sharpen::Sharpening;
use super::variant::{Listener, Memory, Underway, Variant, VariantSource};

/// By what variants are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SweepWay {
    /// Their fights.
    Played,
    /// Their fights, and what these say without the luck of the dice.
    Sharpened,
    /// An exact answer.
    Solved,
}

/// The plan of a sweep.
#[derive(Clone, PartialEq, Debug)]
pub struct SweepPlan {
    /// One or two values that are varied.
    pub axes: Vec<Axis>,
    /// The outcomes that are asked for; without any, who wins.
    pub asked: Vec<String>,
    /// The height whose crossing is looked for; without it one half, of shares.
    pub target: Option<f64>,
    /// By what variants are known.
    pub way: SweepWay,
    /// Fights of each variant.
    pub fights: u64,
    /// Confidence level.
    pub level: Level,
    /// Threads; without it, one per core.
    pub threads: Option<u16>,
}

/// The result of a sweep.
#[derive(Clone, PartialEq, Debug)]
pub struct Swept {
    /// The axes, with the values between those of the plan at which thresholds were closed in upon.
    pub axes: Vec<Axis>,
    /// All variants.
    pub cells: Vec<GridCell>,
    /// Names of the outcomes that were asked for; of those that nobody asked for, those that happen.
    pub outcomes: Vec<String>,
    /// The number of cells that were known.
    pub kept: usize,
}

impl Swept {
    /// The number of cells that cannot be played.
    #[must_use]
    pub fn refused(&self) -> usize {
        self.cells.iter().filter(|cell| matches!(cell.state, CellState::Refused(_))).count()
    }
}

/// The counts of a variant that somebody else has played, by the words that set its values.
pub type KnownCounts<'a> = &'a dyn Fn(&Variant, &str) -> Result<Tally, Failure>;

impl SweepPlan {
    /// The number of variants.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.axes.iter().map(|axis| axis.values.len()).product()
    }

    /// Checks that the values make a grid.
    ///
    /// # Errors
    /// Too many axes or values, or a path that is there twice.
    pub fn check(&self) -> Result<(), Failure> {
        match &self.axes[..] {
            [_, _, _, ..] => Err(Failure::Usage("one or two values can be varied at a time".into())),
            [one, other] if one.path == other.path => Err(Failure::Usage(format!("{} is varied twice", one.path))),
            _ if self.cells() > VALUES_MOST => {
                Err(Failure::Usage(format!("{} cells are too many: {VALUES_MOST} at the most", self.cells())))
            }
            _ => Ok(()),
        }
    }

    /// The only axis.
    ///
    /// # Errors
    /// Several of them.
    pub fn axis(&self) -> Result<&Axis, Failure> {
        match &self.axes[..] {
            [axis] => Ok(axis),
            _ => Err(Failure::Usage("over several scenarios one value is varied at a time".into())),
        }
    }

    /// Plays or solves every cell, closes in on the target where cells are solved. Counts that are `known` are not played.
    ///
    /// # Errors
    /// More threads than can be started; a failure of the memory; cells of which none can be played, or none was before it was broken off;
    /// outcomes that are not known exactly.
    pub fn play(
        &self,
        source: &dyn VariantSource,
        memory: &mut dyn Memory<Vec<Reading>>,
        known: Option<KnownCounts<'_>>,
        listener: &mut Listener<'_>,
    ) -> Result<Swept, Failure> {
        let mut axes = self.axes.clone();
        let mut player = Sweeper { plan: self, source, memory, known, listener, outcomes: Vec::new(), refusal: None, kept: 0 };
        let mut cells = Vec::new();
        for (index, at) in places(&self.axes).into_iter().enumerate() {
            cells.push(player.cell(&axes, at, index as u64 * self.fights)?);
        }
        if self.way == SweepWay::Solved {
            player.close_in(&mut axes, &mut cells)?;
        }
        let Sweeper { mut outcomes, refusal, kept, .. } = player;
        if cells.iter().all(|cell| !matches!(cell.state, CellState::Played(_))) {
            return Err(refusal.unwrap_or_else(nothing_kept));
        }
        let is_known = |key: &String| cells.iter().any(|cell| cell.reading(key).is_some());
        if self.way == SweepWay::Solved && !outcomes.iter().any(is_known) {
            let keys = outcomes.join(", ");
            let message =
                format!("not known exactly, because it has to be counted or has no bounds: {keys}; ask without --exact");
            return Err(Failure::Usage(message));
        }
        // A side that never wins needs no line.
        if self.asked.is_empty() {
            outcomes.retain(|key| cells.iter().any(|cell| cell.reading(key).is_some_and(Reading::happens)));
        }
        Ok(Swept { axes, cells, outcomes, kept })
    }

    /// Plays a part of the fights of every cell, each job once. None when it was broken off.
    ///
    /// # Errors
    /// More threads than can be started.
    pub fn part(
        &self,
        source: &dyn VariantSource,
        shard: Shard,
        listener: &mut Listener<'_>,
    ) -> Result<Option<Vec<Piece>>, Failure> {
        let fights = shard.part(0..self.fights);
        let (mut pieces, each, places): (Vec<Piece>, _, _) = (Vec::new(), fights.end - fights.start, places(&self.axes));
        let needed = each * places.len() as u64;
        for (index, at) in places.iter().enumerate().filter(|_| each > 0) {
            // Cells that cannot be played are told by the command that puts the parts together.
            let Ok(variant) = source.variant(&sets(&self.axes, at)) else { continue };
            if pieces.iter().any(|piece| piece.job == variant.job) {
                continue;
            }
            let at = Underway { fights: index as u64 * each, needed, what: "" };
            let Some(tally) = variant.count(fights.clone(), self.threads, at, listener)? else { return Ok(None) };
            pieces.push(Piece { job: variant.job, fights: fights.clone(), counts: PartCounts::Single(tally) });
        }
        Ok(Some(pieces))
    }

    /// Plays several scenarios with every value of the only axis, each looked at by its outcome. Things are places of values.
    ///
    /// # Errors
    /// More threads than can be started; a failure of the memory; cells of which none can be played, or none was before it was broken off.
    pub fn play_many(
        &self,
        scenarios: &[LookedAt<'_>],
        memory: &mut dyn Memory<Vec<Reading>>,
        listener: &mut Listener<'_>,
    ) -> Result<ManyFound<usize>, Failure> {
        let axis = self.axis()?;
        let (fights, cells) = (self.fights, scenarios.len() * axis.values.len());
        let levels = [self.level, apart::together(self.level, cells)];
        let mut found = ManyFound { tried: Vec::new(), refused: Vec::new(), level: self.level, interrupted: false };
        let (mut failed, mut before) = (None, 0);
        for (scenario, LookedAt { looked, source }) in scenarios.iter().enumerate() {
            for value in 0..axis.values.len() {
                let at = Underway { fights: before, needed: fights * cells as u64, what: "" };
                before += fights;
                if listener.is_gone() {
                    found.interrupted = true;
                    continue;
                }
                let set = axis.set(value);
                let variant = match source.variant(std::slice::from_ref(&set)) {
                    Ok(variant) => variant,
                    Err(failure) => {
                        found.refused.push((format!("{} with {set}", looked.name), failure.in_short()));
                        failed.get_or_insert(failure);
                        continue;
                    }
                };
                let readings = match memory.find(&variant.job) {
                    Some(readings) => readings,
                    None => {
                        let what = format!("{}: {set}", looked.name);
                        let tally = variant.count(0..fights, self.threads, Underway { what: &what, ..at }, listener)?;
                        let Some(tally) = tally else {
                            found.interrupted = true;
                            continue;
                        };
                        let readings = variant.readings(&tally);
                        memory.keep(&variant.job, readings.clone())?;
                        readings
                    }
                };
                let reading = readings.iter().find(|reading| reading.key == looked.key);
                let [interval, together] = levels.map(|level| reading.and_then(|reading| reading.interval(level)));
                let effect = EffectThere { interval, together, word: None, others: 0, fights };
                found.tried.push(Tried { thing: value, scenario, effect });
            }
        }
        if found.tried.is_empty() {
            return Err(failed.unwrap_or_else(nothing_kept));
        }
        // The values in their order, whatever scenario had them first.
        found.tried.sort_by_key(|tried| tried.thing);
        Ok(found)
    }
}

/// The failure of a sweep of which nothing is known.
fn nothing_kept() -> Failure {
    Failure::Interrupted("interrupted before the first cell was finished: nothing is kept".into())
}

/// The words that set the values of a cell.
fn sets(axes: &[Axis], at: &[usize]) -> Vec<String> {
    axes.iter().zip(at).map(|(axis, value)| axis.set(*value)).collect()
}

/// Plays or solves cells, or takes them from where they are known.
struct Sweeper<'a, 'l> {
    plan: &'a SweepPlan,
    source: &'a dyn VariantSource,
    memory: &'a mut dyn Memory<Vec<Reading>>,
    known: Option<KnownCounts<'a>>,
    listener: &'a mut Listener<'l>,
    /// Names of the outcomes that were asked for, from the first cell on that is a scenario.
    outcomes: Vec<String>,
    /// The reason why the first cell that is none, or is too large, is so.
    refusal: Option<Failure>,
    /// The number of cells that were known.
    kept: usize,
}

impl Sweeper<'_, '_> {
    /// A cell of these axes, after so many fights of others.
    fn cell(&mut self, axes: &[Axis], at: Vec<usize>, before: u64) -> Result<GridCell, Failure> {
        let nowhere = |at, state| Ok(GridCell { at, digest: String::new(), state });
        if self.listener.is_gone() {
            return nowhere(at, CellState::Open);
        }
        let sets = sets(axes, &at);
        let variant = match self.source.variant(&sets) {
            Ok(variant) => variant,
            Err(failure) => {
                let state = self.refused(failure);
                return nowhere(at, state);
            }
        };
        if self.outcomes.is_empty() {
            self.outcomes = named_or_victories(&self.plan.asked, &variant.outcomes)?;
        }
        let state = match self.memory.find(&variant.job) {
            Some(readings) => {
                self.kept += 1;
                CellState::Played(readings)
            }
            None => match self.readings(&variant, &sets.join(" "), before) {
                Ok(Some(readings)) => {
                    self.memory.keep(&variant.job, readings.clone())?;
                    CellState::Played(readings)
                }
                Ok(None) => CellState::Open,
                // A variant that is too large to be solved says so in its cell.
                Err(failure @ Failure::Usage(_)) if self.plan.way == SweepWay::Solved => self.refused(failure),
                Err(failure) => return Err(failure),
            },
        };
        Ok(GridCell { at, digest: variant.digest, state })
    }

    /// The state of a cell that is none.
    fn refused(&mut self, failure: Failure) -> CellState {
        let why = failure.in_short();
        self.refusal.get_or_insert(failure);
        CellState::Refused(why)
    }

    /// Solves values between those that were asked for, until each threshold lies between neighbours.
    fn close_in(&mut self, axes: &mut [Axis], cells: &mut Vec<GridCell>) -> Result<(), Failure> {
        let [axis] = axes else { return Ok(()) };
        while cells.len() < VALUES_MOST
            && let Some((place, value)) = missing(axis, cells, &self.outcomes, self.plan.target)
        {
            axis.values.insert(place, value.to_string());
            cells[place..].iter_mut().for_each(|cell| cell.at[0] += 1);
            let cell = self.cell(std::slice::from_ref(axis), vec![place], 0)?;
            let open = cell.state == CellState::Open;
            cells.insert(place, cell);
            if open {
                break;
            }
        }
        Ok(())
    }

    /// The readings of a variant by its fights or an exact answer. None when it was broken off.
    fn readings(&mut self, variant: &Variant, what: &str, before: u64) -> Result<Option<Vec<Reading>>, Failure> {
        let SweepPlan { way, fights, threads, .. } = *self.plan;
        if let Some(known) = self.known {
            return Ok(Some(variant.readings(&known(variant, what)?)));
        }
        let at = Underway { fights: before, needed: fights * self.plan.cells() as u64, what };
        match way {
            SweepWay::Solved => self.source.solve(variant, what),
            SweepWay::Sharpened => self.sharpened(variant, at),
            SweepWay::Played => {
                let tally = variant.count(0..fights, threads, at, self.listener)?;
                Ok(tally.map(|tally| variant.readings(&tally)))
            }
        }
    }

    /// The readings of a variant by its fights, with what is known of them without the luck of the dice. None when it was broken off.
    fn sharpened(&mut self, variant: &Variant, at: Underway<'_>) -> Result<Option<Vec<Reading>>, Failure> {
        let SweepPlan { fights, threads, level, .. } = *self.plan;
        let mut layout = variant.arm.layout.clone();
        let mut sharpening = Sharpening::by(&mut layout, &variant.outcomes, &variant.matching);
        let plan = RunPlan { seed: variant.arm.seed, stop: RunStop::Fights(fights), threads, batch: None, lines: false };
        let mut add = |first, values: &[i64]| {
            sharpening.add(first, values);
            Ok::<(), Failure>(())
        };
        let (interrupted, hear) = (self.listener.interrupted, &mut self.listener.hear);
        let progress = |done: &RunProgress| hear(Underway { fights: at.fights + done.fights, ..at });
        let done = plan.play(&*variant.arm.loaded, &layout, interrupted, progress, Some(&mut add))?;
        if done.interrupted {
            return Ok(None);
        }
        let mut found = variant.readings(&done.tally);
        Sharpening::tell(&sharpening.found(&done.tally, level), &mut found, &variant.outcomes, &variant.matching);
        Ok(Some(found))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::analysis::many::Looked;
    use crate::analysis::testing::{Forgetful, MadeUpScenario, Remembering};

    /// The left wins so many of ten fights; 11 is no scenario.
    fn scenario() -> MadeUpScenario {
        MadeUpScenario::new(|sets| {
            let value: i64 = sets
                .iter()
                .filter_map(|set| set.strip_prefix("book.x="))
                .next_back()
                .map_or(5, |value| value.parse().expect("values are numbers"));
            if value > 10 {
                return Err(Failure::Usage(format!("{value} is too much")));
            }
            Ok(Box::new(move |number| [i64::from((number % 10) as i64 >= value), 3, 0, 5]))
        })
    }

    fn plan(axes: &[&str], way: SweepWay) -> SweepPlan {
        let axes = axes.iter().map(|axis| Axis::read(axis).expect("an axis")).collect();
        let asked = vec!["win(left)".to_owned()];
        SweepPlan { axes, asked, target: None, way, fights: 1000, level: Level::default(), threads: Some(1) }
    }

    fn played(plan: &SweepPlan, memory: &mut dyn Memory<Vec<Reading>>, interrupted: bool) -> Result<Swept, Failure> {
        let interrupted = AtomicBool::new(interrupted);
        plan.play(&scenario(), memory, None, &mut Listener { interrupted: &interrupted, hear: &mut |_| {} })
    }

    fn share(cell: &GridCell) -> Option<f64> {
        cell.reading("win(left)")?.interval(Level::default()).map(|share| share.estimate)
    }

    #[test]
    fn every_cell_is_played_once_and_what_is_none_says_why() {
        let plan = plan(&["book.x=2,11,4"], SweepWay::Played);
        let mut memory = Remembering::default();
        let swept = played(&plan, &mut memory, false).expect("some cells can be played");
        assert_eq!(swept.cells.iter().map(share).collect::<Vec<_>>(), [Some(0.2), None, Some(0.4)]);
        assert_eq!(swept.cells[1].state, CellState::Refused("11 is too much".into()));
        assert_eq!((swept.refused(), swept.kept, memory.kept.len()), (1, 0, 2));
        let again = played(&plan, &mut memory, false).expect("some cells can be played");
        assert_eq!((again.kept, again.cells), (2, swept.cells));
        assert!(matches!(played(&plan, &mut Forgetful, true), Err(Failure::Interrupted(_))));
    }

    #[test]
    fn a_value_that_does_nothing_leaves_every_cell_as_it_is() {
        let swept = played(&plan(&["book.y=1..4"], SweepWay::Played), &mut Forgetful, false).expect("cells are played");
        assert!(swept.cells.iter().all(|cell| share(cell) == Some(0.5)), "{swept:?}");
    }

    #[test]
    fn thresholds_of_what_is_solved_are_closed_in_upon() {
        let mut plan = plan(&["book.x=0..10/10"], SweepWay::Solved);
        plan.target = Some(0.35);
        let swept = played(&plan, &mut Forgetful, false).expect("cells are solved");
        let values = &swept.axes[0].values;
        let three = values.iter().position(|value| value == "3").expect("it lies beside the threshold");
        assert_eq!((values[three + 1].as_str(), plan.cells()), ("4", 2));
        assert_eq!([three, three + 1].map(|cell| share(&swept.cells[cell])), [Some(0.3), Some(0.4)]);
    }

    #[test]
    fn parts_of_a_sweep_are_the_counts_of_the_whole() {
        let plan = plan(&["book.x=2,4"], SweepWay::Played);
        let interrupted = AtomicBool::new(false);
        let mut listener = Listener { interrupted: &interrupted, hear: &mut |_| {} };
        let mut part = |number| plan.part(&scenario(), Shard { number, of: 2 }, &mut listener).expect("it is played");
        let pieces: Vec<Piece> = [1, 2].into_iter().filter_map(&mut part).flatten().collect();
        let known = |variant: &Variant, _: &str| {
            let mut all = variant.arm.empty();
            for piece in pieces.iter().filter(|piece| piece.job == variant.job) {
                if let PartCounts::Single(tally) = &piece.counts {
                    all.merge(tally);
                }
            }
            Ok(all)
        };
        let put_together = plan.play(&scenario(), &mut Forgetful, Some(&known), &mut listener).expect("all parts are there");
        assert_eq!(put_together, played(&plan, &mut Forgetful, false).expect("it is played"));
    }

    #[test]
    fn several_scenarios_stand_beside_each_other_by_value() {
        let looked = ["one", "two"].map(|name| Looked { name: name.into(), key: "win(left)".into(), unit: None });
        let source = scenario();
        let scenarios: Vec<LookedAt<'_>> = looked.iter().map(|looked| LookedAt { looked, source: &source }).collect();
        let interrupted = AtomicBool::new(false);
        let mut listener = Listener { interrupted: &interrupted, hear: &mut |_| {} };
        let found = plan(&["book.x=2,4,11"], SweepWay::Played).play_many(&scenarios, &mut Forgetful, &mut listener);
        let found = found.expect("some cells can be played");
        let order: Vec<(usize, usize)> = found.tried.iter().map(|tried| (tried.thing, tried.scenario)).collect();
        assert_eq!(order, [(0, 0), (0, 1), (1, 0), (1, 1)]);
        let known = |tried: &Tried<usize>| tried.effect.interval.zip(tried.effect.together);
        assert!(found.tried.iter().filter_map(known).all(|(one, wider)| one.low > wider.low && one.high < wider.high));
        assert_eq!(found.refused.len(), 2);
    }

    #[test]
    fn grids_that_are_none_say_why() {
        let said = |axes: &[&str]| plan(axes, SweepWay::Played).check().expect_err("no grid").in_short();
        assert_eq!(said(&["x=1", "y=1", "z=1"]), "one or two values can be varied at a time");
        assert_eq!(said(&["x=1", "x=2"]), "x is varied twice");
        assert_eq!(said(&["x=1..40", "y=1..26"]), "1040 cells are too many: 1000 at the most");
    }
}
