//! One fight number: a whole day played from its first fight to its last rest, or from any point of it on.
//!
//! Owns the order of what happens on a day. Must not know rules. Start at [`play`].

use crate::dice::Dice;
use crate::fight::day::{Leg, Sides};
use crate::fight::{ABSENT, AnyWatch, Counting, During, Ending, Progress, Slots, Table, Watch};
use crate::rules::plan::run_into;
use crate::rules::profile::word;
use crate::rules::{Loaded, Rules};

use super::course::{Course, meets};
use super::layout::{Day, DayMoment, DayPoint, Ended, Layout, LegEntry, Timeline};

/// A watch whose numbers can be read.
pub trait CountingWatch: Watch {
    /// The counting watch in it.
    fn counting(&mut self) -> &mut Counting;

    /// A step of a fight begins.
    #[inline(always)]
    fn step_begins(&mut self) {}
}

impl CountingWatch for Counting {
    #[inline]
    fn counting(&mut self) -> &mut Counting {
        self
    }
}

impl CountingWatch for AnyWatch {
    /// # Panics
    /// A silent watch.
    fn counting(&mut self) -> &mut Counting {
        AnyWatch::counting(self).expect("a fight whose values are asked for is counted")
    }

    fn step_begins(&mut self) {
        if let AnyWatch::Narrating(narrating) = self {
            narrating.steps.push(narrating.story.len());
        }
    }
}

/// Plays the fight that has been met to its end.
#[inline(never)]
pub fn fight_out<R: Rules, D: Dice, W: CountingWatch>(rules: &R, fight: &mut R::Fight, table: &mut Table<D, W>) -> Ending {
    loop {
        table.watch.step_begins();
        if let Progress::Over(ending) = rules.step(fight, table) {
            return ending;
        }
    }
}

/// Plays a whole day and fills `values`, one per metric of the layout's catalogue. Behind them there are places for one more
/// fight, which serve as workspace.
pub fn play<R: Rules, D: Dice, W: CountingWatch>(
    loaded: &Loaded<R>,
    layout: &Layout,
    fight: &mut R::Fight,
    table: &mut Table<D, W>,
    values: &mut [i64],
) {
    table.watch.counting().counts.clear();
    table.watch.during(During::Fight);
    loaded.rules.open(fight, table);
    match &layout.day {
        None => one_fight(loaded, layout, fight, table, values),
        Some(_) => whole_day(loaded, layout, fight, table, values),
    }
    layout.leave_open(values);
    layout.answer(&mut values[..layout.catalogue.metrics.len()]);
}

/// Measures the only fight of a scenario without a day, which has ended.
#[inline]
pub(super) fn measure_one<R: Rules, D: Dice, W: CountingWatch>(
    loaded: &Loaded<R>,
    layout: &Layout,
    ending: Ending,
    DayGround { fight, table, values }: DayGround<'_, R, D, W>,
) {
    let sides = loaded.plan.legs.first().map_or(Sides::NONE, Leg::sides);
    let counts = &table.watch.counting().counts;
    layout.measure(&loaded.rules, Ended { fight, sides, ending }, counts, &mut values[..layout.block]);
    layout.caused.keep(DayMoment::Fight(0), counts, values);
}

/// The only fight of a scenario without a day.
#[inline]
fn one_fight<R: Rules, D: Dice, W: CountingWatch>(
    loaded: &Loaded<R>,
    layout: &Layout,
    fight: &mut R::Fight,
    table: &mut Table<D, W>,
    values: &mut [i64],
) {
    let sides = loaded.plan.legs.first().map_or(Sides::NONE, Leg::sides);
    match meet_and_fight(loaded, sides, 1, fight, table) {
        Some(ending) => measure_one(loaded, layout, ending, DayGround { fight, table, values }),
        None => values.fill(ABSENT),
    }
}

/// A fight of these sides from their meeting to its end; nothing when it does not take place.
#[inline]
fn meet_and_fight<R: Rules, D: Dice, W: CountingWatch>(
    loaded: &Loaded<R>,
    sides: Sides,
    number: usize,
    fight: &mut R::Fight,
    table: &mut Table<D, W>,
) -> Option<Ending> {
    let rules = &loaded.rules;
    if !meets(loaded, sides, fight) {
        table.tell("", || format!("Fight {number} does not take place: nobody is left to fight it"));
        return None;
    }
    table.tell("", || format!("Fight {number}"));
    Some(rules.meet(sides, fight, table).unwrap_or_else(|| fight_out(rules, fight, table)))
}

/// All legs of a day. What takes no place has no values.
#[inline(never)]
fn whole_day<R: Rules, D: Dice, W: CountingWatch>(
    loaded: &Loaded<R>,
    layout: &Layout,
    fight: &mut R::Fight,
    table: &mut Table<D, W>,
    values: &mut [i64],
) {
    let Some(day) = &layout.day else { return };
    let mut walk = Walk::new(loaded, layout, day, DayGround { fight, table, values });
    walk.values[day.whole()].fill(0);
    walk.legs(0);
}

/// A day, a scenario's only fight included, that stands at a point of its course.
pub struct Halfway<F> {
    /// The point.
    pub point: DayPoint,
    /// The state.
    pub fight: F,
    /// The ending of the fight at hand, where it has one.
    pub ending: Option<Ending>,
    /// The facts of the day as a whole so far, and what is remembered of it; nothing where there is only one fight.
    pub past: Vec<i64>,
    /// The course of the sides so far.
    pub course: Course,
    /// Combatants whose metrics of the state have been told in part, and are not known of it any more.
    pub buried: Slots,
}

/// Plays a day on from where it stands, and fills `values` as [`play`] does, but for what the `timeline` says is not known by states, or
/// was measured before: that is absent.
pub fn play_on<R: Rules, D: Dice, W: CountingWatch>(
    loaded: &Loaded<R>,
    layout: &Layout,
    timeline: &Timeline,
    from: &Halfway<R::Fight>,
    DayGround { fight, table, values }: DayGround<'_, R, D, W>,
) {
    fight.clone_from(&from.fight);
    table.watch.counting().counts.clear();
    let Some(day) = &layout.day else {
        one_fight_on(loaded, layout, from, DayGround { fight, table, values: &mut *values });
        return layout.answer_by_states(loaded.rules.metrics_of_state(), values);
    };
    let leg = from.point.leg;
    let mut walk = Walk::new(loaded, layout, day, DayGround { fight, table, values: &mut *values });
    let (whole, remembered) = from.past.split_at(day.whole().len());
    walk.values[day.whole()].copy_from_slice(whole);
    timeline.remembered.iter().zip(remembered).for_each(|(&metric, value)| walk.values[metric] = *value);
    walk.course = from.course;
    match from.point.entry {
        LegEntry::Whole => {}
        LegEntry::Meeting => walk.fight(leg),
        LegEntry::Fight => {
            let ending = from.ending.unwrap_or_else(|| fight_out(&loaded.rules, walk.fight, walk.table));
            walk.measure(leg, ending);
            walk.part(leg, ending);
        }
        LegEntry::Parting => walk.part(leg, from.ending.unwrap_or(Ending::Draw)),
    }
    walk.legs(if from.point.entry == LegEntry::Whole { leg } else { leg + 1 });
    let values = &mut values[..layout.catalogue.metrics.len()];
    layout.answer(values);
    for (metric, value) in values.iter_mut().enumerate() {
        if !timeline.follows[metric] || timeline.decided[metric] < from.point {
            *value = ABSENT;
        }
    }
}

/// The only fight of a scenario without a day, from where it stands.
fn one_fight_on<R: Rules, D: Dice, W: CountingWatch>(
    loaded: &Loaded<R>,
    layout: &Layout,
    from: &Halfway<R::Fight>,
    DayGround { fight, table, values }: DayGround<'_, R, D, W>,
) {
    if from.point.entry < LegEntry::Fight {
        return one_fight(loaded, layout, fight, table, values);
    }
    let ending = from.ending.unwrap_or_else(|| fight_out(&loaded.rules, fight, table));
    let sides = loaded.plan.legs.first().map_or(Sides::NONE, Leg::sides);
    let counts = &table.watch.counting().counts;
    layout.measure(&loaded.rules, Ended { fight, sides, ending }, counts, &mut values[..layout.block]);
}

/// Plays a day up to a leg that is a fight: those who meet in it, if it takes place, and the course of the day by then.
pub(super) fn approach<R: Rules, D: Dice, W: CountingWatch>(
    loaded: &Loaded<R>,
    layout: &Layout,
    leg: usize,
    ground: DayGround<'_, R, D, W>,
) -> (Option<Sides>, Course) {
    ground.table.watch.counting().counts.clear();
    loaded.rules.open(ground.fight, ground.table);
    let Some(day) = &layout.day else {
        let sides = Some(loaded.plan.legs[leg].sides());
        return (sides.filter(|&sides| meets(loaded, sides, ground.fight)), Course::default());
    };
    let mut walk = Walk::new(loaded, layout, day, ground);
    let sides = walk.up_to(leg);
    let course = walk.course;
    (sides.filter(|&sides| meets(loaded, sides, &*walk.fight)), course)
}

/// The leg of a day that is the fight of this number, from 0.
pub(super) fn leg_of<R: Rules>(loaded: &Loaded<R>, fight: usize) -> Option<usize> {
    let fights = loaded.plan.legs.iter().enumerate().filter(|(_, leg)| matches!(leg, Leg::Fight(_)));
    fights.map(|(leg, _)| leg).nth(fight)
}

/// The things that a day is played with.
pub struct DayGround<'a, R: Rules, D: Dice, W: Watch> {
    /// The state.
    pub fight: &'a mut R::Fight,
    /// Dice and watch.
    pub table: &'a mut Table<D, W>,
    /// One value per metric of the layout's catalogue, and behind them, for a day, places for one more fight.
    pub values: &'a mut [i64],
}

/// A day that is being played.
pub(super) struct Walk<'a, R: Rules, D: Dice, W: CountingWatch> {
    loaded: &'a Loaded<R>,
    layout: &'a Layout,
    day: &'a Day,
    fight: &'a mut R::Fight,
    table: &'a mut Table<D, W>,
    values: &'a mut [i64],
    /// Workspace: the values of one fight.
    measured: &'a mut [i64],
    /// The course of the sides so far.
    pub(super) course: Course,
}

impl<'a, R: Rules, D: Dice, W: CountingWatch> Walk<'a, R, D, W> {
    /// A day of which nothing is known yet.
    pub(super) fn new(loaded: &'a Loaded<R>, layout: &'a Layout, day: &'a Day, ground: DayGround<'a, R, D, W>) -> Self {
        let walk = Walk::stands(loaded, layout, day, ground);
        walk.values.fill(ABSENT);
        day.totals.clear(walk.values);
        layout.caused.begin(walk.values);
        walk.table.watch.counting().counts_apart.clear();
        walk
    }

    /// A day that stands as its values say, of which nobody knows the course.
    pub(super) fn stands(loaded: &'a Loaded<R>, layout: &'a Layout, day: &'a Day, ground: DayGround<'a, R, D, W>) -> Self {
        let DayGround { fight, table, values } = ground;
        let (values, measured) = values.split_at_mut(layout.catalogue.metrics.len());
        Walk { loaded, layout, day, fight, table, values, measured, course: Course::default() }
    }

    /// Plays the day up to a leg that is a fight: its sides stand face to face, unless the fight does not take place.
    pub(super) fn up_to(&mut self, leg: usize) -> Option<Sides> {
        self.values[self.day.whole()].fill(0);
        (0..leg).for_each(|leg| self.leg(leg));
        self.comes_to(leg)
    }

    /// Plays the day on from a fight that has ended.
    pub(super) fn after_fight(&mut self, leg: usize, ending: Ending) {
        self.measure(leg, ending);
        self.part(leg, ending);
        self.legs(leg + 1);
    }

    /// All legs from this one on, and the end of the day.
    fn legs(&mut self, first: usize) {
        (first..self.loaded.plan.legs.len()).for_each(|leg| self.leg(leg));
        self.end();
    }

    /// A leg of the day, if it takes place.
    fn leg(&mut self, index: usize) {
        let loaded = self.loaded;
        let Some(sides) = self.comes_to(index) else { return };
        match loaded.plan.legs[index] {
            Leg::Fight(_) => self.fight(index),
            _ if sides.is_empty() => {}
            Leg::Rest(rest, _) => {
                self.table.tell("", || format!("A rest: {}", word(&rest)));
                self.outside(index, During::Rest, |fight, table| loaded.rules.rest(rest, sides, fight, table));
                self.course.rested(loaded, rest);
            }
            Leg::Travel(minutes, _) => {
                self.table.tell("", || format!("{minutes} minutes on the road"));
                self.outside(index, During::Road, |fight, table| loaded.rules.travel(minutes, sides, fight, table));
            }
            Leg::Hazard(hazard, _) => {
                let name = &loaded.plan.terms[index].name;
                self.table.tell("", || if name.is_empty() { "A hazard".to_owned() } else { format!("A hazard: {name}") });
                self.outside(index, During::Hazard(hazard), |fight, table| run_into(loaded, index, sides, fight, table));
            }
        }
    }

    /// Those of the sides of a leg for whom the day goes on, if it takes place; before a fight they are as they meet.
    fn comes_to(&mut self, index: usize) -> Option<Sides> {
        let (loaded, day) = (self.loaded, self.day);
        let (leg, terms) = (&loaded.plan.legs[index], &loaded.plan.terms[index]);
        if !self.course.comes_to(index, terms, loaded, self.fight, day.past(&self.values[day.whole()])) {
            if let Leg::Fight(_) = leg {
                let number = day.number(index) + 1;
                self.table.tell("", || format!("Fight {number} does not take place: the plan passes over it"));
            }
            return None;
        }
        let again = self.course.renewed(terms.fresh);
        let sides = self.course.of(leg.sides());
        if let Leg::Fight(_) = leg {
            if !again.is_empty() {
                let fight = &mut *self.fight;
                apart(self.table, During::Rest, |table| loaded.rules.renew(again, fight, table));
            }
            let moment = DayMoment::Before(day.number(index));
            if day.asks(moment) && meets(loaded, sides, self.fight) {
                let look = Look { rules: &loaded.rules, day, fight: self.fight, sides };
                look.keep(moment, self.table, self.measured, self.values);
            }
        }
        Some(sides)
    }

    /// A leg of the day outside of its fights, of those of its sides for whom the day goes on.
    fn outside(&mut self, leg: usize, part: During, play: impl FnOnce(&mut R::Fight, &mut Table<D, W>)) {
        let (day, sides) = (self.day, self.course.of(self.loaded.plan.legs[leg].sides()));
        let fight = &mut *self.fight;
        begin_part(day, DayMoment::After(leg), self.table);
        apart(self.table, part, |table| play(fight, table));
        self.course.joined(sides);
        let look = Look { rules: &self.loaded.rules, day, fight: self.fight, sides };
        look.keep_part(DayMoment::After(leg), self.table, self.measured, self.values);
    }

    /// A fight of the day from its meeting on, if it takes place.
    fn fight(&mut self, leg: usize) {
        let sides = self.course.of(self.loaded.plan.legs[leg].sides());
        if let Some(ending) = meet_and_fight(self.loaded, sides, self.day.number(leg) + 1, self.fight, self.table) {
            self.measure(leg, ending);
            self.part(leg, ending);
        }
    }

    /// Measures a fight of the day that has ended.
    fn measure(&mut self, leg: usize, ending: Ending) {
        let Walk { loaded, layout, day, fight, table, values, measured, course } = self;
        let (sides, number) = (course.of(loaded.plan.legs[leg].sides()), day.number(leg));
        let counts = &mut table.watch.counting().counts;
        layout.measure(&loaded.rules, Ended { fight: &**fight, sides, ending }, counts, measured);
        layout.caused.keep(DayMoment::Fight(number), counts, values);
        counts.clear();
        day.fights[number].pick(measured, values);
        day.kept(DayMoment::Fight(number), measured).for_each(|(metric, sum)| values[metric] = sum);
        day.remember(number, measured, &mut values[day.whole()]);
        day.totals.add(measured, values);
    }

    /// Those who have met part, after a fight of the day that has ended.
    fn part(&mut self, leg: usize, ending: Ending) {
        let (loaded, day) = (self.loaded, self.day);
        let (sides, number) = (self.course.of(loaded.plan.legs[leg].sides()), day.number(leg));
        let fight = &mut *self.fight;
        begin_part(day, DayMoment::Aftermath(number), self.table);
        apart(self.table, During::Aftermath, |table| loaded.rules.part(fight, table));
        let look = Look { rules: &loaded.rules, day, fight: self.fight, sides };
        look.keep_part(DayMoment::Aftermath(number), self.table, self.measured, self.values);
        let lost = self.course.fought(loaded, sides, ending, self.fight);
        day.lose(number, lost, &mut self.values[day.whole()]);
    }

    /// The end of the day: the state of those who took part in anything, and what was counted outside of fights.
    fn end(&mut self) {
        let Walk { loaded, layout, day, fight, table, values, measured, course } = self;
        let counts = &table.watch.counting().counts_apart;
        loaded.rules.measure(fight, course.seen(), counts, Ending::Draw, measured);
        layout.caused.keep(DayMoment::End, counts, values);
        day.end.pick(measured, values);
        day.between.pick(measured, values);
        day.kept(DayMoment::End, measured).for_each(|(metric, sum)| values[metric] = sum);
    }
}

/// A part of the day outside of its fights begins.
fn begin_part<D: Dice, W: CountingWatch>(day: &Day, moment: DayMoment, table: &mut Table<D, W>) {
    if day.asks(moment) {
        table.watch.counting().begin_part();
    }
}

/// A look at the state of these sides between fights, for whoever asked for values of a moment.
struct Look<'a, R: Rules> {
    rules: &'a R,
    day: &'a Day,
    fight: &'a R::Fight,
    sides: Sides,
}

impl<R: Rules> Look<'_, R> {
    /// Measures what somebody asked for of a part of the day outside of its fights: the state behind it, and what was counted in it.
    fn keep_part<D: Dice, W: CountingWatch>(
        &self,
        moment: DayMoment,
        table: &mut Table<D, W>,
        measured: &mut [i64],
        values: &mut [i64],
    ) {
        if self.day.asks(moment) {
            let counting = table.watch.counting();
            counting.end_part();
            self.rules.measure(self.fight, self.sides, &counting.counts_of_part, Ending::Draw, measured);
            self.day.kept(moment, measured).for_each(|(metric, value)| values[metric] = value);
        }
    }

    /// Measures what somebody asked for of a moment between fights.
    #[inline(never)]
    fn keep<D: Dice, W: CountingWatch>(
        &self,
        moment: DayMoment,
        table: &mut Table<D, W>,
        measured: &mut [i64],
        values: &mut [i64],
    ) {
        self.rules.measure(self.fight, self.sides, &table.watch.counting().counts, Ending::Draw, measured);
        self.day.kept(moment, measured).for_each(|(metric, value)| values[metric] = value);
    }
}

/// Plays something that belongs to no fight, and counts it apart.
fn apart<D: Dice, W: CountingWatch>(table: &mut Table<D, W>, part: During, play: impl FnOnce(&mut Table<D, W>)) {
    table.watch.counting().change_counts();
    table.watch.during(part);
    play(table);
    table.watch.during(During::Fight);
    table.watch.counting().change_counts();
}
