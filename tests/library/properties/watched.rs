//! A fight under watch: played from step to step, with a look at everybody between any two.
//!
//! Owns the day, the bounds of a fight, who may have won it, and who rolled what in a step. What is seen of a combatant and what must
//! hold of it is the system's own, in its `guard`. Start at [`watched`]; then [`Guard`].

use std::fmt::Debug;

use frame::dice::{Roll, Slot, Streams};
use frame::fight::day::Leg;
use frame::fight::relations::Turns;
use frame::fight::{Bodied, Ending, Progress, Sentence, Side, Table, Watch};
use frame::rules::plan::run_into;
use frame::rules::{Loaded, Peek, Plays, RuleSet, Rules};
use frame::scenario::Document;
use frame::sim::{Course, meets};

/// The demands on every fight of a system.
pub trait Guard: RuleSet<Rules: Rules<Fight: Turns> + Peek> {
    /// One combatant as it is seen.
    type Seen: Clone + Debug;
    /// The words with which the story says that somebody will roll nothing any more.
    const ENDS: &[End] = &[];
    /// Families that together are all of others: events by their causes.
    const CAUSES: &[Causes];

    /// After so many rounds time is out.
    fn rounds_max(book: &Self::Book) -> u16;

    /// So many steps has a round of so many combatants at most.
    fn steps_max(book: &Self::Book, combatants: u32) -> u32;

    /// Looks at one combatant; `see` asks what a policy could ask.
    fn look(see: &dyn Fn(&str) -> i64) -> Self::Seen;

    /// The faults of one combatant, by itself and by what it was before the step; or, outside of a fight, before that part
    /// of the day.
    fn wrong(document: &Document<Self>, now: &Self::Seen, before: &Self::Seen, in_fight: bool) -> Vec<&'static str>;

    /// The faults between several in a fight, by what they were before the step.
    fn together(_document: &Document<Self>, _now: &[Self::Seen], _before: &[Self::Seen]) -> Vec<String> {
        Vec::new()
    }

    /// The reason for which somebody must not have made a roll in a step, if there is one, as words for whoever rolls.
    fn must_not_roll(roll: &Roll, before: &Self::Seen, now: &Self::Seen) -> Option<&'static str>;

    /// True if somebody still counts for its side.
    fn stands(document: &Document<Self>, seen: &Self::Seen) -> bool;

    /// True if a side can have won, with these sides left.
    fn won(side: Side, left: &[Side], _now: &[Self::Seen]) -> bool {
        left == [side]
    }

    /// True if a fight can end without a winner, with these sides left.
    fn draw(left: &[Side], _now: &[Self::Seen], _round: u32) -> bool {
        left.is_empty()
    }
}

/// Events by their causes.
pub struct Causes {
    /// The families of all of them.
    pub whole: &'static [&'static str],
    /// Those of each cause.
    pub parts: &'static [&'static str],
}

/// Words with which the story ends the fight of somebody, whose name goes before them.
pub struct End {
    /// The rule that they are told under.
    pub rules: &'static str,
    /// The words.
    pub says: &'static str,
    /// True if the end is that of the day too.
    pub of_the_day: bool,
}

/// A watch that keeps who rolled what in the present step, and whose end has been told.
struct Rolled {
    ends: &'static [End],
    names: Vec<String>,
    /// By the place in `ends`.
    ended: Vec<Option<usize>>,
    dice: Vec<(Slot, &'static Roll)>,
    /// Events that must not have happened.
    broken: Vec<String>,
}

impl Watch for Rolled {
    type Adds = i32;

    fn listens(&self) -> bool {
        true
    }

    fn die(&mut self, who: Slot, roll: &'static Roll, sides: u32, face: u32) {
        if face == 0 || face > sides {
            self.broken.push(format!("a d{sides} shows {face}"));
        }
        if who == Slot::MASTER {
            return;
        }
        self.dice.push((who, roll));
        if self.ended[who.index()].is_some() {
            self.broken.push(format!("{} rolls {} after its end", self.names[who.index()], roll.what));
        }
    }

    fn tell(&mut self, rules: &'static str, sentence: Sentence) {
        let (text, _) = sentence.told(&self.names);
        let Some(end) = self.ends.iter().position(|end| end.rules == rules) else { return };
        let name = text.strip_suffix(self.ends[end].says);
        let who = name.and_then(|name| self.names.iter().position(|known| known == name));
        let ended = &mut self.ended[who.unwrap_or_else(|| panic!("{rules} tells something else: {text}"))];
        if ended.is_none_or(|earlier| !self.ends[earlier].of_the_day) {
            *ended = Some(end);
        }
    }
}

/// A fight being watched.
struct Watched<'a, S: Guard> {
    document: &'a Document<S>,
    loaded: &'a Loaded<S::Rules>,
    fight: <S::Rules as Plays>::Fight,
    table: Table<Streams, Rolled>,
}

/// Plays the fight of this number and returns everything about it that must not be.
pub fn watched<S: Guard>(document: &Document<S>, loaded: &Loaded<S::Rules>, seed: u64, number: u64) -> Vec<String> {
    let identities: Vec<u64> = loaded.combatants.iter().map(|entry| entry.identity).collect();
    let names: Vec<String> = loaded.combatants.iter().map(|entry| entry.name.clone()).collect();
    let watch = Rolled { ends: S::ENDS, ended: vec![None; names.len()], names, dice: Vec::new(), broken: Vec::new() };
    let mut dice = Streams::new(seed, &identities);
    dice.begin(number);
    let mut watched = Watched { document, loaded, fight: loaded.rules.blank(), table: Table { dice, watch } };
    watched.day();
    watched.table.watch.broken
}

impl<S: Guard> Watched<'_, S> {
    fn day(&mut self) {
        let loaded = self.loaded;
        loaded.rules.open(&mut self.fight, &mut self.table);
        let mut course = Course::default();
        for (index, leg) in loaded.plan.legs.iter().enumerate() {
            let before = self.look();
            let watch = &mut self.table.watch;
            watch.dice.clear();
            watch.ended.iter_mut().for_each(|ended| *ended = ended.filter(|&end| watch.ends[end].of_the_day));
            match *leg {
                Leg::Fight(sides) if meets(loaded, course.of(sides), &self.fight) => {
                    let sides = course.of(sides);
                    let met = loaded.rules.meet(sides, &mut self.fight, &mut self.table);
                    let ending = met.unwrap_or_else(|| self.fight_out());
                    self.ended(ending);
                    loaded.rules.part(&mut self.fight, &mut self.table);
                    course.fought(loaded, sides, ending, &self.fight);
                }
                Leg::Fight(_) => {}
                Leg::Rest(rest, sides) => loaded.rules.rest(rest, course.of(sides), &mut self.fight, &mut self.table),
                Leg::Travel(minutes, sides) => {
                    loaded.rules.travel(minutes, course.of(sides), &mut self.fight, &mut self.table);
                }
                Leg::Hazard(_, sides) => run_into(loaded, index, course.of(sides), &mut self.fight, &mut self.table),
            }
            self.compare(&before, &self.look(), false);
        }
    }

    /// Step by step to the end, of which there has to be one.
    fn fight_out(&mut self) -> Ending {
        let rounds_max = u32::from(S::rounds_max(&self.document.book));
        let steps_max = rounds_max * S::steps_max(&self.document.book, self.loaded.combatants.len() as u32);
        for _ in 0..steps_max {
            let mut before = self.look();
            let arrivals = &self.loaded.plan.arrivals;
            let to_come = arrivals.after_round(self.fight.round() as u16);
            self.table.watch.dice.clear();
            let progress = self.loaded.rules.step(&mut self.fight, &mut self.table);
            let now = self.look();
            // A combatant that arrives within the step was not there before it: there is nothing to compare it with.
            let still_to_come = arrivals.after_round(self.fight.round() as u16);
            let came = to_come.those(|who| !still_to_come.has(who));
            came.for_each(|who| before[who.index()] = now[who.index()].clone());
            self.table.watch.dice.retain(|(who, _)| !came.has(*who));
            self.compare(&before, &now, true);
            let together = S::together(self.document, &now, &before);
            self.table.watch.broken.extend(together);
            self.rolled(&before, &now);
            let round = self.fight.round();
            self.hold(round <= rounds_max, || format!("round {round} of at most {rounds_max}"));
            if let Progress::Over(ending) = progress {
                return ending;
            }
        }
        panic!("the fight goes on after {steps_max} steps");
    }

    fn hold(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds {
            self.table.watch.broken.push(what());
        }
    }

    fn look(&self) -> Vec<S::Seen> {
        let look = |who: usize| {
            S::look(&|name| {
                let seen = self.loaded.rules.peek(&self.fight, Slot(who as u8), name);
                seen.unwrap_or_else(|| panic!("{name} cannot be seen"))
            })
        };
        (0..self.loaded.combatants.len()).map(look).collect()
    }

    /// Looks for the faults of everybody.
    fn compare(&mut self, before: &[S::Seen], now: &[S::Seen], in_fight: bool) {
        for (who, (seen, earlier)) in now.iter().zip(before).enumerate() {
            let wrong = S::wrong(self.document, seen, earlier, in_fight);
            let name = &self.loaded.combatants[who].name;
            self.hold(wrong.is_empty(), || format!("{name}: {}: {seen:?}, before that {earlier:?}", wrong.join(", ")));
        }
    }

    /// Nobody has rolled in the step who must not.
    fn rolled(&mut self, before: &[S::Seen], now: &[S::Seen]) {
        for (who, roll) in std::mem::take(&mut self.table.watch.dice) {
            let who = who.index();
            if let Some(what) = S::must_not_roll(roll, &before[who], &now[who]) {
                self.hold(false, || format!("{}, {what}, rolls {}", self.loaded.combatants[who].name, roll.what));
            }
        }
    }

    /// The winners stand, and nobody else does but bystanders that were never struck; several sides do when time is out.
    fn ended(&mut self, ending: Ending) {
        let now = self.look();
        let standing = (0..now.len()).filter(|&who| S::stands(self.document, &now[who]));
        let mut left: Vec<Side> = standing.map(|who| self.loaded.combatants[who].side).collect();
        left.sort_unstable();
        left.dedup();
        let round = self.fight.round();
        let relations = self.loaded.plan.relations.after(self.fight.turned());
        let fighting: Vec<Side> = left.iter().copied().filter(|side| relations.fights(*side)).collect();
        let right = match ending {
            Ending::Won(side) => S::won(side, &fighting, &now),
            Ending::Draw => {
                let contends = |who: &usize| relations.fights(self.loaded.combatants[*who].side);
                let contenders: Vec<S::Seen> = (0..now.len()).filter(contends).map(|who| now[who].clone()).collect();
                S::draw(&fighting, &contenders, round)
            }
            Ending::Timeout => round == u32::from(S::rounds_max(&self.document.book)) && left.len() > 1,
        };
        self.hold(right, || format!("{ending:?} in round {round}: {now:?}"));
    }
}
