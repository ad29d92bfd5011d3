//! The layout of a day's metrics: which part of the values belongs to which fight, and what is said of the day as a whole.
//!
//! A scenario of one fight is measured by its core's catalogue as it is. A day of several legs has one such block per fight,
//! with the metrics of those who meet in it (of a fight that is repeated, those of the fight and of sides alone), then a block for the
//! state in which the day ends, one for what was counted outside of fights, one for sums over all fights, then what only a day has:
//! which fights took place, fights won, the fight in which somebody first went down or died, and the one in which a side lost the
//! day. Everything about a fight that did not take place is absent.
//!
//! Marks that last (scars, injuries, levels of exhaustion, by place and cause: `marks` of a core's catalogue) by the fight in which they came
//! are `fight3.party.scar_4` and so on: the sum over a side of what its members have got in that fight, of repeated fights too.
//! [`Layout::follow`] asks for all of them at once, for the map of a page.
//!
//! Behind all that stand metrics that somebody asked for: sums over sides, moments of the day such as `before7.Ada.hp` ([`DayMoment`]), harm by its
//! cause such as `day.Ada.scars.by.goblin` ([`Caused`]), time at the table such as `table_rolls` ([`Layout::time`]), the scenario's own, conditions of expectations.

mod along;
mod caused;
mod foreseen;
mod request;
mod timed;
mod timeline;

use std::ops::Range;

use crate::dice::Slot;
use crate::fight::day::{Leg, OnDefeat, Sides};
use crate::fight::typed;
use crate::fight::{
    ABSENT, Catalogue, Counts, Ending, Metric, Overview, Picture, PictureKind, Roster, Scale, Side, SideSum, Subject,
};
use crate::policy::Defect;
use crate::rules::plan::Past;
use crate::rules::{Loaded, Rules};
use crate::sim::{FightQuestion, Quantity};

pub use caused::Caused;
pub use foreseen::{DEPTH, Foreseen};
pub use request::OnRequest;
pub use timed::{SECONDS, Seconds};
pub use timeline::Timeline;

/// The places of a day's values.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Everything that a day is measured by, in order.
    pub catalogue: Catalogue,
    /// The number of metrics of the core's own catalogue.
    pub block: usize,
    /// The parts of metrics at the very end: those that the scenario defines, then conditions of expectations.
    pub questions: Vec<Quantity>,
    /// The parts of a day of several legs.
    pub day: Option<Day>,
    /// Metrics before those that are [followed](Layout::follow), if any are.
    pub followed_from: Option<usize>,
    /// Harm that can be asked for by its cause.
    pub caused: Caused,
    /// The seconds that things take at the table.
    seconds: Seconds,
    /// What is asked of the chances of fights.
    foreseen: Vec<Foreseen>,
    /// Those who arrive late.
    late: Late,
    /// Sides that win in the name of another one, each with that one's name.
    victors: Vec<(String, String)>,
    /// Sides that keep out of every fight, and win none.
    bystanders: Vec<String>,
}

/// Those who arrive in later rounds of a fight, and what of a core's catalogue is about them.
#[derive(Clone, Default, Debug)]
struct Late {
    /// Index of `rounds`.
    rounds: usize,
    /// The round in which each of them arrives, and its metrics.
    metrics: Vec<(i64, Vec<usize>)>,
}

impl Late {
    /// Finds the metrics of those who arrive late, with the round in which each arrives.
    fn new<R: Rules>(loaded: &Loaded<R>) -> Self {
        let (block, arrivals) = (loaded.rules.catalogue(), &loaded.plan.arrivals);
        let of = |who: Slot| {
            let metrics = block.metrics.iter().enumerate();
            let its = metrics.filter(|(_, metric)| metric.subject == Subject::Combatant(who)).map(|(index, _)| index);
            (i64::from(arrivals.round_of(who)), its.collect())
        };
        Late { rounds: block.index("rounds").unwrap_or_default(), metrics: arrivals.late().map(of).collect() }
    }
}

/// The places of the parts of a day among its metrics.
#[derive(Clone, Debug)]
pub struct Day {
    /// One part per fight: metrics of the sides that meet in it.
    pub fights: Vec<LayoutPart>,
    /// The state in which the day ends.
    pub end: LayoutPart,
    /// The part that was counted outside of fights.
    pub between: LayoutPart,
    /// Sums over all fights.
    pub totals: LayoutPart,
    /// The place of what is said of the day as a whole.
    first_of_whole: usize,
    /// By side: those that win with it, itself included.
    camps: Vec<Sides>,
    /// Index of `winner` in the core's catalogue.
    winner: usize,
    /// Indices of `out` and `dead` of each combatant in it.
    fates: Vec<(usize, usize)>,
    /// The sides that can lose the day.
    losers: Vec<Side>,
    /// The core's catalogue.
    block: Catalogue,
    /// The number of its metrics that depend on the state alone.
    of_state: usize,
    /// The sides that meet in each fight.
    met: Vec<Sides>,
    /// By leg of the plan: the number of fights before it.
    numbers: Vec<usize>,
    /// The sides that rest or travel in each part of the plan; nobody in fights.
    rest: Vec<Sides>,
    /// The sides that the end of the day tells of.
    along: Sides,
    /// Everything that somebody asked for, in the order of the moments.
    kept: Vec<Kept>,
}

/// A moment of a day of which somebody can ask.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DayMoment {
    /// The condition in which a fight is met, by its number from 0.
    Before(usize),
    /// A fight with its end, by its number from 0.
    Fight(usize),
    /// The aftermath of a fight, by its number from 0: care, looting, wounds that are looked at.
    Aftermath(usize),
    /// The condition after a rest, a road or a hazard, by its place among the parts of the plan from 0.
    After(usize),
    /// The end of the day, with what lies between the fights.
    End,
}

/// A point in the course of a day, in the order in which a day comes to them: a day that stands there can be [played on](super::day::play_on).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DayPoint {
    /// The leg of the plan, from 0; behind the last one the day ends.
    pub leg: usize,
    /// The place in it.
    pub entry: LegEntry,
}

/// Places at which a leg of a day can be taken up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LegEntry {
    /// Before it, whatever the plan says of it.
    Whole,
    /// Before the meeting of a fight that takes place.
    Meeting,
    /// Between two steps of a fight, or at its end.
    Fight,
    /// After a fight that has been measured, before those who met part.
    Parting,
}

/// Something of a moment that somebody asked for: of one combatant, or the sum over a side.
#[derive(Clone, Debug)]
struct Kept {
    /// The moment.
    moment: DayMoment,
    /// The metrics that are added up, by indices of the core's catalogue.
    metrics: Vec<usize>,
    /// The metric of the layout that it is.
    metric: usize,
}

/// A part of a day's metrics: some of the core's catalogue, one behind the other, and behind them sums over sides.
#[derive(Clone, Default, Debug)]
pub struct LayoutPart {
    first: usize,
    metrics: Vec<usize>,
    /// Each the sum of these metrics of the core's catalogue.
    sums: Vec<Vec<usize>>,
}

impl LayoutPart {
    /// Its metrics, each with the one of the core's catalogue that it repeats.
    pub fn metrics(&self) -> impl Iterator<Item = (usize, usize)> {
        (self.first..).zip(self.metrics.iter().copied())
    }

    /// The place of all its values, sums over sides included.
    #[must_use]
    pub fn place(&self) -> Range<usize> {
        self.first..self.first + self.metrics.len() + self.sums.len()
    }

    /// Takes the values of its metrics out of those of the core's catalogue.
    #[inline]
    pub fn pick(&self, measured: &[i64], values: &mut [i64]) {
        let (of_metrics, of_sums) = values[self.first..].split_at_mut(self.metrics.len());
        for (value, &metric) in of_metrics.iter_mut().zip(&self.metrics) {
            *value = measured[metric];
        }
        for (value, sum) in of_sums.iter_mut().zip(&self.sums) {
            *value = total(sum, measured);
        }
    }

    /// Begins sums of its metrics.
    pub fn clear(&self, values: &mut [i64]) {
        values[self.first..self.first + self.metrics.len()].fill(0);
    }

    /// Adds those of the core's catalogue to sums of its metrics, as far as there are any.
    #[inline]
    pub fn add(&self, measured: &[i64], values: &mut [i64]) {
        for (sum, &metric) in values[self.first..].iter_mut().zip(&self.metrics) {
            let value = measured[metric];
            *sum += if value == ABSENT { 0 } else { value };
        }
    }

    /// The known values, each with its metric, where only the first of the core's catalogue are known.
    pub fn known<'a>(&'a self, known: &'a [i64]) -> impl Iterator<Item = (usize, i64)> + 'a {
        let of_metrics = self.metrics().filter_map(|(metric, measured)| Some((metric, *known.get(measured)?)));
        let sums = (self.first + self.metrics.len()..).zip(&self.sums);
        let of_sums = sums.filter(|(_, sum)| sum.iter().all(|&metric| metric < known.len()));
        of_metrics.chain(of_sums.map(|(metric, sum)| (metric, total(sum, known))))
    }

    /// Appends what becomes of each of these sides as a whole.
    fn append_sums<R: Rules>(&mut self, catalogue: &mut Catalogue, loaded: &Loaded<R>, sides: Sides, named: Named<'_>) {
        let Named { prefix, heading } = named;
        let block = loaded.rules.catalogue();
        let mut overview = Overview { title: format!("{heading}Sides"), families: Vec::new(), headline: false };
        for (family, label) in [("out", "members out"), ("dead", "members dead")] {
            overview.families.push(format!("{prefix}members_{family}"));
            for side in sides {
                let ours =
                    |subject| matches!(subject, Subject::Combatant(slot) if loaded.combatants[slot.index()].side == side);
                self.sums
                    .push(block.family(family).filter(|(_, metric)| ours(metric.subject)).map(|(index, _)| index).collect());
                catalogue.metrics.push(Metric {
                    key: format!("{prefix}{}.members_{family}", loaded.sides[side.index()]),
                    family: format!("{prefix}members_{family}"),
                    label: label.to_owned(),
                    subject: Subject::Side(side),
                    scale: Scale::Amount("combatants"),
                });
            }
        }
        catalogue.overviews.push(overview);
    }

    /// Appends it to the catalogue of a day: these metrics of the core's catalogue, with `prefix` before their names and
    /// `heading` before the titles of their tables, and everything that is made of them alone.
    fn append(catalogue: &mut Catalogue, block: &Catalogue, metrics: Vec<usize>, named: Named<'_>) -> LayoutPart {
        let Named { prefix, heading } = named;
        let part = LayoutPart { first: catalogue.metrics.len(), metrics, sums: Vec::new() };
        let of_part = block.only(&part.metrics).prefixed(prefix, heading);
        catalogue.metrics.extend(of_part.metrics);
        catalogue.ratios.extend(of_part.ratios);
        catalogue.overviews.extend(of_part.overviews);
        catalogue.pictures.extend(of_part.pictures);
        part
    }
}

/// The end of a fight.
#[derive(Clone, Copy, Debug)]
pub struct Ended<'a, F> {
    /// The state.
    pub fight: &'a F,
    /// The sides that met.
    pub sides: Sides,
    /// The ending.
    pub ending: Ending,
}

/// The words in front of a part of a day.
#[derive(Clone, Copy)]
struct Named<'a> {
    /// Before the names of metrics: `fight2.`.
    prefix: &'a str,
    /// Before the titles of tables: `Fight 2: `.
    heading: &'a str,
}

impl Layout {
    /// The layout of a scenario.
    ///
    /// # Panics
    /// A catalogue without `winner`: every core has it.
    pub fn new<R: Rules>(loaded: &Loaded<R>) -> Self {
        let block = loaded.rules.catalogue();
        let rosters = rosters(loaded);
        let winner = block.index("winner").expect("every core measures the winner");
        if loaded.plan.legs.len() == 1 {
            let mut catalogue = Catalogue { rosters, ..block.clone() };
            let all = Sides::all(loaded.sides.len());
            keep_victors(&mut catalogue.metrics[winner].scale, loaded.plan.relations.victors(all), loaded.sides.len());
            return Layout::of(loaded, catalogue);
        }
        let mut catalogue = Catalogue { rosters, named: block.named.clone(), ..Catalogue::default() };
        let side_of = |slot: Slot| loaded.combatants[slot.index()].side;
        let plan = loaded.plan.legs.iter().zip(&loaded.plan.terms);
        let met =
            plan.filter_map(|(leg, terms)| if let Leg::Fight(sides) = leg { Some((*sides, terms.repeated)) } else { None });
        let (mut fights, mut all_met) = (Vec::new(), Vec::new());
        for (number, (sides, repeated)) in (1..).zip(met) {
            all_met.push(sides);
            let (prefix, heading) = (format!("fight{number}."), format!("Fight {number}: "));
            let name = Named { prefix: &prefix, heading: &heading };
            let mut there = block.metrics_of(sides, side_of);
            let of_somebody = |metric: usize| matches!(block.metrics[metric].subject, Subject::Combatant(_));
            there.retain(|&metric| block.counted_in(&block.metrics[metric].family).0 && !(repeated && of_somebody(metric)));
            let mut part = LayoutPart::append(&mut catalogue, block, there, name);
            part.append_sums(&mut catalogue, loaded, sides, name);
            if let Some((metric, _)) = part.metrics().find(|&(_, metric)| metric == winner) {
                let victors = loaded.plan.relations.victors(sides);
                keep_victors(&mut catalogue.metrics[metric].scale, victors, loaded.sides.len());
            }
            fights.push(part);
        }
        let go_on = those_who_go_on(loaded);
        let mut along = block.metrics_of(go_on, side_of);
        along.retain(|&metric| matches!(block.metrics[metric].subject, Subject::Combatant(_)));
        let of_state = loaded.rules.metrics_of_state();
        let end = along.iter().copied().filter(|&metric| metric < of_state).collect();
        let name = Named { prefix: "end.", heading: "End of the day: " };
        let mut end = LayoutPart::append(&mut catalogue, &block.headlines(), end, name);
        end.append_sums(&mut catalogue, loaded, go_on, name);
        let outside = outside_of_fights(loaded, block);
        let grows = |&metric: &usize| metric >= of_state && outside.counted_in(&block.metrics[metric].family).1;
        let between = along.iter().copied().filter(grows).collect();
        let name = Named { prefix: "between.", heading: "Between the fights: " };
        let between = LayoutPart::append(&mut catalogue, &outside.outside_of_fights(), between, name);
        let repeats = loaded.plan.terms.iter().any(|terms| terms.repeated);
        let adds_up = |&metric: &usize| match block.metrics[metric].subject {
            Subject::Fight => block.metrics[metric].family == "rounds",
            _ => repeats && metric >= of_state && matches!(block.metrics[metric].scale, Scale::Flag | Scale::Amount(_)),
        };
        let mut totals = block.metrics_of(go_on, side_of);
        totals.retain(|metric| adds_up(metric) && block.counted_in(&block.metrics[*metric].family).0);
        let name = Named { prefix: "day.", heading: "All fights: " };
        let totals = LayoutPart::append(&mut catalogue, &block.headlines(), totals, name);
        let first_of_whole = catalogue.metrics.len();
        let losers: Vec<Side> = if loaded.on_defeat == OnDefeat::End { loaded.plan.lasting().collect() } else { Vec::new() };
        describe_day(loaded, block, fights.len(), &losers, &mut catalogue);
        let dead: Vec<usize> = block.family("dead").map(|(index, _)| index).collect();
        let fates = block.family("out").map(|(index, _)| index).zip(dead).collect();
        let day = Day {
            fights,
            end,
            between,
            totals,
            first_of_whole,
            camps: Sides::all(loaded.sides.len()).map(|side| loaded.plan.relations.camp_of(side)).collect(),
            winner,
            fates,
            losers,
            block: Catalogue { rosters: catalogue.rosters.clone(), ..outside },
            of_state,
            met: all_met,
            numbers: numbers(&loaded.plan.legs),
            rest: loaded.plan.legs.iter().map(|leg| if let Leg::Fight(_) = leg { Sides::NONE } else { leg.sides() }).collect(),
            along: go_on,
            kept: Vec::new(),
        };
        Layout { day: Some(day), ..Layout::of(loaded, catalogue) }
    }

    /// The layout of one fight whose metrics these are, with nothing that somebody asked for.
    fn of<R: Rules>(loaded: &Loaded<R>, catalogue: Catalogue) -> Self {
        Layout {
            block: loaded.rules.catalogue().metrics.len(),
            catalogue,
            questions: Vec::new(),
            day: None,
            caused: Caused::new(loaded),
            seconds: Seconds::default(),
            foreseen: Vec::new(),
            late: Late::new(loaded),
            followed_from: None,
            victors: victors(loaded),
            bystanders: bystanders(loaded),
        }
    }

    /// A layout for tests: of one fight that is measured so, and of nobody in it.
    #[cfg(any(test, feature = "testing"))]
    #[must_use]
    pub fn made_up(catalogue: Catalogue) -> Self {
        Layout {
            block: catalogue.metrics.len(),
            catalogue,
            questions: Vec::new(),
            day: None,
            caused: Caused::default(),
            seconds: Seconds::default(),
            foreseen: Vec::new(),
            late: Late::default(),
            followed_from: None,
            victors: Vec::new(),
            bystanders: Vec::new(),
        }
    }

    /// The side in whose name a side of this name wins: its own, or that of the first of its alliance.
    #[must_use]
    pub fn victor<'a>(&'a self, side: &'a str) -> &'a str {
        self.victors.iter().find(|(ally, _)| ally == side).map_or(side, |(_, victor)| victor)
    }

    /// Says why a side that is asked for as an outcome is none, where it keeps out of every fight.
    #[must_use]
    pub fn explain(&self, defect: Defect) -> Defect {
        let about = self.bystanders.iter().find(|side| defect.message == format!("there is no outcome `{side}`"));
        let Some(side) = about else { return defect };
        let explained = Defect::new(defect.span, format!("`{side}` is neutral, and wins no fight"));
        explained.help(format!(
            "ask what is left of it, such as `mean({})`; with `fights_back = true` it can win",
            typed::key(&format!("{side}.standing"))
        ))
    }

    /// Measures a fight by the core's catalogue; nothing is known of those who never came to it.
    #[inline]
    pub fn measure<R: Rules>(&self, rules: &R, ended: Ended<'_, R::Fight>, counts: &Counts, values: &mut [i64]) {
        rules.measure(ended.fight, ended.sides, counts, ended.ending, values);
        for (round, metrics) in &self.late.metrics {
            if values[self.late.rounds] < *round {
                metrics.iter().for_each(|&metric| values[metric] = ABSENT);
            }
        }
    }

    /// The number of fights.
    #[must_use]
    pub fn fights(&self) -> usize {
        self.day.as_ref().map_or(1, |day| day.fights.len())
    }

    /// Adds a flag that says whether a condition holds; returns its metric.
    pub fn ask(&mut self, key: String, question: FightQuestion) -> usize {
        self.define(
            Metric { label: key.clone(), family: key.clone(), key, subject: Subject::Fight, scale: Scale::Flag },
            Quantity::Flag(question),
        )
    }

    /// The index of a metric, or of what this key names: the sum over a side (`party.exhaustion`, `fight2.party.hp`, `end.party.dead`,
    /// `day.party.damage_dealt`), somebody in a fight that is repeated (`fight7.Ada.hp`), the condition of a side or of somebody in which
    /// a fight is met (`before7.Ada.hp`), which it leaves (`after7.Ada.hp`) or after a rest or a road (`part3.party.hp`), harm by its cause (`Ada.falls.by.rat`), time at the
    /// table (`party.table_rolls`). It becomes a
    /// metric when it is first asked for.
    pub fn index_or_sum(&mut self, key: &str) -> Option<usize> {
        self.catalogue
            .index(key)
            .or_else(|| self.caused_by(key))
            .or_else(|| self.timed_by(key))
            .or_else(|| self.foresee(key))
            .or_else(|| {
                let own = self.catalogue.metrics.len();
                let Some((moment, sum)) = self.day.as_ref().and_then(|day| day.moment_of(key)) else {
                    let sum = self.catalogue.side_sum(key)?;
                    return Some(self.define(described(key, &sum, &self.catalogue), Quantity::Sum(sum.metrics)));
                };
                let day = self.day.as_mut()?;
                let metric = described(key, &sum, &day.block);
                let place = day.kept.partition_point(|kept| kept.moment <= moment);
                day.kept.insert(place, Kept { moment, metrics: sum.metrics, metric: own });
                Some(self.define(metric, Quantity::Metric(own)))
            })
    }

    /// Adds a metric that is made of those before it; returns its index.
    pub fn define(&mut self, metric: Metric, quantity: Quantity) -> usize {
        let index = self.catalogue.metrics.len();
        // A moment of a day is filled as it comes, and stands for itself.
        if !matches!(quantity, Quantity::Metric(own) if own == index) {
            self.catalogue.made.push((index, quantity.span()));
        }
        self.questions.push(quantity);
        self.catalogue.metrics.push(metric);
        index
    }

    /// Fills the metrics that are made of others, which are asked of everything before them. One that depends on something that did
    /// not take place is absent too.
    #[inline]
    pub fn answer(&self, values: &mut [i64]) {
        let first = self.catalogue.metrics.len() - self.questions.len();
        for (index, question) in self.questions.iter().enumerate() {
            values[first + index] = question.value(values).unwrap_or(ABSENT);
        }
    }
}

/// By leg of a plan: the number of fights before it.
fn numbers<R>(legs: &[Leg<R>]) -> Vec<usize> {
    let mut fights = 0;
    let before = |leg: &Leg<R>| {
        let before = fights;
        fights += usize::from(matches!(leg, Leg::Fight(_)));
        before
    };
    legs.iter().map(before).collect()
}

impl Day {
    /// The number of a fight, from 0, by its leg of the plan.
    #[inline]
    pub fn number(&self, leg: usize) -> usize {
        self.numbers[leg]
    }

    /// The place of what is said of the day as a whole.
    #[must_use]
    pub fn whole(&self) -> Range<usize> {
        self.first_of_whole
            ..self.first_of_whole + 1 + self.fights.len() + self.camps.len() + 2 * self.fates.len() + self.losers.len()
    }

    /// The known facts of the day so far, by what is said of it as a whole.
    #[must_use]
    pub fn past<'a>(&self, whole: &'a [i64]) -> Past<'a> {
        let first = 1 + self.fights.len();
        Past { fights: whole[0], won: &whole[first..first + self.camps.len()], days: 0 }
    }

    /// Adds a fight that took place, by its number from 0 and the values of the core's catalogue, to what is said of the day as a
    /// whole: how many fights took place, which of them, fights won per side, then the fights in which each combatant first went
    /// down and died.
    pub fn remember(&self, fight: usize, measured: &[i64], whole: &mut [i64]) {
        whole[0] += 1;
        let (fought, whole) = whole[1..].split_at_mut(self.fights.len());
        fought[fight] = 1;
        let (won, fates) = whole.split_at_mut(self.camps.len());
        if let Some(&camp) = usize::try_from(measured[self.winner]).ok().and_then(|side| self.camps.get(side)) {
            camp.for_each(|side| won[side.index()] += 1);
        }
        let fates = &mut fates[..2 * self.fates.len()];
        for (first, &(out, dead)) in fates.chunks_exact_mut(2).zip(&self.fates) {
            for (first, fate) in first.iter_mut().zip([out, dead]) {
                if *first == 0 && measured[fate] == 1 {
                    *first = fight as i64 + 1;
                }
            }
        }
    }
}

impl Day {
    /// The metric of the core's catalogue that a key means (`fight2.party.hp`, `before2.Ada.hp`, `end.party.dead`), with the
    /// moment.
    fn moment_of(&self, key: &str) -> Option<(DayMoment, SideSum)> {
        let (part, own) = key.split_once('.')?;
        let sum = self.block.side_sum(own).or_else(|| self.of_somebody(own))?;
        let of_state = sum.metrics.iter().all(|&metric| metric < self.of_state);
        let (in_fights, between) = self.block.counted_in(&self.block.metrics[sum.metrics[0]].family);
        let goes_on = self.along.has(sum.side);
        let place = |before: &str| part.strip_prefix(before)?.parse::<usize>().ok()?.checked_sub(1);
        let takes_part = |parts: &[Sides], place: usize| parts.get(place).is_some_and(|sides| sides.has(sum.side));
        let moment = if part == "end" {
            (goes_on && of_state).then_some(DayMoment::End)
        } else if part == "between" {
            (goes_on && !of_state && between).then_some(DayMoment::End)
        } else if let Some(fight) = place("fight") {
            (takes_part(&self.met, fight) && in_fights).then_some(DayMoment::Fight(fight))
        } else if let Some(fight) = place("before") {
            (takes_part(&self.met, fight) && of_state).then_some(DayMoment::Before(fight))
        } else if let Some(fight) = place("after") {
            (takes_part(&self.met, fight) && goes_on && (of_state || between)).then_some(DayMoment::Aftermath(fight))
        } else {
            let part = place("part")?;
            (takes_part(&self.rest, part) && goes_on && (of_state || between)).then_some(DayMoment::After(part))
        };
        Some((moment?, sum))
    }

    /// Something of one combatant, as a sum of one.
    fn of_somebody(&self, key: &str) -> Option<SideSum> {
        let metric = self.block.index(key)?;
        let Subject::Combatant(slot) = self.block.metrics[metric].subject else { return None };
        let side = self.block.rosters.iter().position(|roster| roster.members.has(slot))?;
        Some(SideSum { side: Side(side as u8), metrics: vec![metric] })
    }

    /// True if somebody asked for anything of a moment.
    #[inline]
    #[must_use]
    pub fn asks(&self, moment: DayMoment) -> bool {
        !self.kept_of(moment).is_empty()
    }

    /// What somebody asked for of a moment. A long day has thousands of others.
    fn kept_of(&self, moment: DayMoment) -> &[Kept] {
        let from = self.kept.partition_point(|kept| kept.moment < moment);
        let behind = &self.kept[from..];
        &behind[..behind.partition_point(|kept| kept.moment == moment)]
    }

    /// The values that somebody asked for of a moment, each with its metric, where only the first values of the core's
    /// catalogue are known.
    pub fn kept<'a>(&'a self, moment: DayMoment, known: &'a [i64]) -> impl Iterator<Item = (usize, i64)> + 'a {
        let there = self.kept_of(moment).iter();
        let there = there.filter(|kept| kept.metrics.iter().all(|&metric| metric < known.len()));
        there.map(|kept| (kept.metric, total(&kept.metrics, known)))
    }

    /// Adds those who have lost a fight, and the day with it, by its number from 0.
    pub fn lose(&self, fight: usize, lost: Sides, whole: &mut [i64]) {
        let first = whole.len() - self.losers.len();
        for (in_fight, &side) in whole[first..].iter_mut().zip(&self.losers) {
            if *in_fight == 0 && lost.has(side) {
                *in_fight = fight as i64 + 1;
            }
        }
    }
}

/// The members of each side.
fn rosters<R: Rules>(loaded: &Loaded<R>) -> Vec<Roster> {
    let of_side = |(side, name): (Side, &String)| {
        let combatants = (0..).map(Slot).zip(&loaded.combatants);
        let members = combatants.filter(|(_, entry)| entry.side == side).map(|(slot, _)| slot).collect();
        Roster { name: name.clone(), members }
    };
    (0..).map(Side).zip(&loaded.sides).map(of_side).collect()
}

/// The metric that a sum over a side is, or that of somebody at a moment of a day, of metrics of this catalogue.
fn described(key: &str, sum: &SideSum, catalogue: &Catalogue) -> Metric {
    let first = &catalogue.metrics[sum.metrics[0]];
    if key.split_once('.').is_some_and(|(_, own)| own == first.key) {
        return Metric { key: key.to_owned(), family: key.to_owned(), ..first.clone() };
    }
    let unit = sum.metrics.iter().find_map(|&metric| match catalogue.metrics[metric].scale {
        Scale::Amount(unit) => Some(unit),
        _ => None,
    });
    Metric {
        key: key.to_owned(),
        family: key.to_owned(),
        label: format!("{} (together)", catalogue.metrics[sum.metrics[0]].label),
        subject: Subject::Side(sum.side),
        scale: Scale::Amount(unit.unwrap_or("combatants")),
    }
}

/// The sides whose day goes on after a part of it. All of them when there is none.
fn those_who_go_on<R: Rules>(loaded: &Loaded<R>) -> Sides {
    let again = loaded.plan.lasting();
    if again.is_empty() { Sides::all(loaded.sides.len()) } else { again }
}

/// The sum of these values; absent when all of them are.
fn total(metrics: &[usize], values: &[i64]) -> i64 {
    let present = metrics.iter().map(|&metric| values[metric]).filter(|&value| value != ABSENT);
    present.reduce(i64::saturating_add).unwrap_or(ABSENT)
}

/// Sides that win in the name of another one, each with that one's name.
fn victors<R: Rules>(loaded: &Loaded<R>) -> Vec<(String, String)> {
    let relations = &loaded.plan.relations;
    let name = |side: Side| loaded.sides[side.index()].clone();
    let others = Sides::all(loaded.sides.len()).filter(|&side| relations.camp(side) != side);
    others.map(|side| (name(side), name(relations.camp(side)))).collect()
}

/// The sides that win no fight, and have no ally in whose name they could.
fn bystanders<R: Rules>(loaded: &Loaded<R>) -> Vec<String> {
    let (relations, all) = (&loaded.plan.relations, Sides::all(loaded.sides.len()));
    let victors = relations.victors(all);
    let those = all.filter(|&side| relations.camp(side) == side && !victors.has(side));
    those.map(|side| loaded.sides[side.index()].clone()).collect()
}

/// A fight can be won in the name of these sides alone: the others are not there, keep out of it or win with an ally.
fn keep_victors(winner: &mut Scale, victors: Sides, sides: usize) {
    let Scale::Category(labels) = winner else { return };
    for (side, label) in (0..).map(Side).zip(labels.iter_mut().take(sides)) {
        if !victors.has(side) {
            label.clear();
        }
    }
}

/// The catalogue of what can be counted between the fights: with harm from hazards where the plan has some.
fn outside_of_fights<R: Rules>(loaded: &Loaded<R>, block: &Catalogue) -> Catalogue {
    let dangerous = loaded.plan.legs.iter().any(|leg| match leg {
        Leg::Hazard(..) => true,
        Leg::Travel(..) => block.road_harms,
        Leg::Fight(_) | Leg::Rest(..) => false,
    });
    block.of_day(dangerous)
}

/// Describes what only a day has.
fn describe_day<R: Rules>(loaded: &Loaded<R>, block: &Catalogue, fights: usize, losers: &[Side], catalogue: &mut Catalogue) {
    let mut add = |key: String, family: &str, label: &str, subject, scale| {
        catalogue.metrics.push(Metric { key, family: family.into(), label: label.into(), subject, scale });
    };
    add("day.fights".into(), "day.fights", "fights fought", Subject::Fight, Scale::Amount("fights"));
    for number in 1..=fights {
        let key = format!("fight{number}.fought");
        add(key.clone(), &key, "took place", Subject::Fight, Scale::Flag);
    }
    for (index, side) in loaded.sides.iter().enumerate() {
        let subject = Subject::Side(Side(index as u8));
        add(format!("day.{side}.fights_won"), "day.fights_won", "fights won", subject, Scale::Amount("fights"));
    }
    for (_, metric) in block.family("out") {
        let Subject::Combatant(slot) = metric.subject else { continue };
        let name = &loaded.combatants[slot.index()].name;
        add(format!("day.{name}.fight_of_fall"), "day.fight_of_fall", "first down in fight", metric.subject, Scale::Moment);
        add(format!("day.{name}.fight_of_death"), "day.fight_of_death", "died in fight", metric.subject, Scale::Moment);
    }
    for &side in losers {
        let (name, subject) = (&loaded.sides[side.index()], Subject::Side(side));
        add(format!("day.{name}.fight_lost"), "day.fight_lost", "the day lost in fight", subject, Scale::Moment);
    }
    let overview = |title: &str, family: &str| Overview { title: title.into(), families: vec![family.into()], headline: true };
    catalogue.overviews.insert(0, overview("The day", "day.fights_won"));
    let picture = |title: &str, family: &str, name: &str, kind| Picture {
        title: title.into(),
        families: vec![(family.into(), name.into())],
        kind,
    };
    let pictures = vec![
        picture("Fights fought on the day", "day.fights", "fights fought", PictureKind::Distribution),
        picture("Fights won on the day", "day.fights_won", "fights won", PictureKind::Distribution),
        picture("Not yet down, fight by fight", "day.fight_of_fall", "never down", PictureKind::Survival),
        picture("Alive, fight by fight", "day.fight_of_death", "alive", PictureKind::Survival),
    ];
    catalogue.pictures.splice(0..0, pictures);
}
