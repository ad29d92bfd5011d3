//! A fight of `heimr` under watch: what must hold between any two steps, and who may roll in a step.
//!
//! Owns the invariants of the state. Start at [`watched`].

use sparring::dice::{Roll, Slot, Streams};
use sparring::fight::day::Leg;
use sparring::fight::{Ending, Progress, Side, Table, Watch};
use sparring::rules::heimr::{Core, Fight, Heimr};
use sparring::rules::{Loaded, Rules};
use sparring::scenario::Document;

/// A watch that keeps who rolled what in the present step.
#[derive(Default)]
struct Guard {
    rolled: Vec<(Slot, &'static Roll)>,
    /// What must not have happened.
    broken: Vec<String>,
}

impl Watch for Guard {
    const LISTENS: bool = true;

    fn die(&mut self, who: Slot, roll: &'static Roll, sides: u32, face: u32) {
        if face == 0 || face > sides {
            self.broken.push(format!("a d{sides} shows {face}"));
        }
        if who != Slot::MASTER {
            self.rolled.push((who, roll));
        }
    }
}

/// What is seen of one combatant.
#[derive(Clone, Debug)]
struct Seen {
    hp: i64,
    fatigue: i64,
    base_fatigue: i64,
    willpower: i64,
    at: i64,
    place: (i64, i64),
    cluster: i64,
    cluster_size: i64,
    held_by: i64,
    holding: i64,
    stance: i64,
    daze: i64,
    absent: bool,
    gone: bool,
    out: bool,
    dead: bool,
    unconscious: bool,
    asleep: bool,
    prone: bool,
    stabilised: bool,
}

/// A fight being watched.
struct Watched<'a> {
    document: &'a Document<Heimr>,
    loaded: &'a Loaded<Core>,
    fight: Fight,
    table: Table<Streams, Guard>,
}

/// Plays the fight of this number and returns everything about it that must not be.
pub fn watched(document: &Document<Heimr>, loaded: &Loaded<Core>, seed: u64, number: u64) -> Vec<String> {
    let identities: Vec<u64> = loaded.combatants.iter().map(|entry| entry.identity).collect();
    let mut dice = Streams::new(seed, &identities);
    dice.begin(number);
    let table = Table { dice, watch: Guard::default() };
    let mut watched = Watched { document, loaded, fight: loaded.rules.blank(), table };
    watched.day();
    watched.table.watch.broken
}

impl Watched<'_> {
    fn day(&mut self) {
        let loaded = self.loaded;
        loaded.rules.open(&mut self.fight, &mut self.table);
        for leg in &loaded.legs {
            self.table.watch.rolled.clear();
            match *leg {
                Leg::Fight(sides) => {
                    let met = loaded.rules.meet(sides, &mut self.fight, &mut self.table);
                    let ending = met.unwrap_or_else(|| self.fight_out());
                    self.ended(ending);
                    loaded.rules.part(&mut self.fight, &mut self.table);
                }
                Leg::Rest(rest) => loaded.rules.rest(rest, &mut self.fight, &mut self.table),
                Leg::Travel(minutes) => loaded.rules.travel(minutes, &mut self.fight, &mut self.table),
            }
        }
    }

    /// Step by step to the end, of which there has to be one.
    fn fight_out(&mut self) -> Ending {
        let rounds_max = u32::from(self.document.book.turn.rounds_max);
        // A turn each, and one more for each who waits.
        let steps_max = rounds_max * (1 + 2 * self.loaded.combatants.len() as u32);
        for _ in 0..steps_max {
            let before = self.look();
            self.table.watch.rolled.clear();
            let progress = self.loaded.rules.step(&mut self.fight, &mut self.table);
            let now = self.look();
            self.compare(&before, &now);
            self.together(&now);
            self.only_those_who_are_in_acted(&before, &now);
            let round = self.loaded.rules.round(&self.fight);
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

    fn look(&self) -> Vec<Seen> {
        let look = |who: usize| {
            let see = |name: &str| {
                let seen = self.loaded.rules.observe(&self.fight, Slot(who as u8), name);
                seen.unwrap_or_else(|| panic!("{name} cannot be seen"))
            };
            Seen {
                hp: see("hp"),
                fatigue: see("fatigue"),
                base_fatigue: see("base_fatigue"),
                willpower: see("willpower"),
                at: see("at"),
                place: (see("column"), see("row")),
                cluster: see("cluster"),
                cluster_size: see("cluster_size"),
                held_by: see("held_by"),
                holding: see("holding"),
                stance: see("stance"),
                daze: see("daze_turns"),
                absent: see("absent") == 1,
                gone: see("fled") == 1 || see("caught") == 1 || see("yielded") == 1,
                out: see("out") == 1,
                dead: see("dead") == 1,
                unconscious: see("unconscious") == 1,
                asleep: see("asleep") == 1,
                prone: see("prone") == 1,
                stabilised: see("stabilised") == 1,
            }
        };
        (0..self.loaded.combatants.len()).map(look).collect()
    }

    /// What is wrong with anybody, by itself and by what it was before the step.
    fn compare(&mut self, before: &[Seen], now: &[Seen]) {
        let fatigue = &self.document.book.fatigue;
        let tireless = !fatigue.enabled;
        let (least, most) = (i64::from(fatigue.min), i64::from(fatigue.max));
        let grown = i64::from(fatigue.growth);
        for (who, (seen, earlier)) in now.iter().zip(before).enumerate() {
            if seen.absent {
                continue;
            }
            let rules = [
                ("more hit points than before", seen.hp <= earlier.hp),
                ("more willpower than before", seen.willpower <= earlier.willpower),
                ("fatigue out of its range", (least.min(seen.base_fatigue)..=most).contains(&seen.fatigue)),
                ("fatigue without any", !tireless || seen.fatigue == earlier.fatigue || seen.fatigue < earlier.fatigue),
                ("fatigue grown where it cannot", grown > 0 || seen.fatigue <= earlier.fatigue),
                ("the dead have come back", seen.dead || !earlier.dead),
                ("the gone have come back", seen.gone || !earlier.gone),
                ("the out have come back", seen.out || !earlier.out || seen.stabilised),
                ("the dead and unconscious stand", seen.prone || !seen.unconscious),
                ("dead but not out", seen.out || !(seen.dead || seen.unconscious || seen.gone)),
                ("out, but in a cluster", !seen.out || seen.cluster == 0),
                ("out, but with a defence", !seen.out || seen.stance == -1),
                ("out, but holding or held", !seen.out || seen.held_by == -1 && seen.holding == -1),
                ("asleep or dazed, but with a defence", !(seen.asleep || seen.daze > 0) || seen.stance == -1),
                ("holding, but with a defence", seen.holding == -1 || seen.stance == -1),
            ];
            let wrong: Vec<&str> = rules.into_iter().filter(|(_, holds)| !holds).map(|(what, _)| what).collect();
            self.hold(wrong.is_empty(), || format!("{who}: {}: {seen:?}, before that {earlier:?}", wrong.join(", ")));
        }
    }

    /// What is wrong between several: clusters and grabs hold those who are in one square.
    fn together(&mut self, now: &[Seen]) {
        let arena = self.document.arena.clone().unwrap_or_default();
        let grid = &self.document.book.grid;
        let columns = i64::from(arena.columns.unwrap_or(grid.columns));
        let rows = i64::from(arena.rows.unwrap_or(grid.rows));
        for (who, seen) in now.iter().enumerate().filter(|(_, seen)| !seen.absent) {
            let (column, row) = seen.place;
            let inside = (0..columns).contains(&column) && (0..rows).contains(&row);
            self.hold(inside, || format!("{who} is off the grid: {seen:?}"));
            self.hold(seen.cluster == 0 || seen.cluster_size > 1, || format!("{who} is alone in its cluster: {seen:?}"));
            let apart = now.iter().any(|other| seen.cluster != 0 && other.cluster == seen.cluster && other.at != seen.at);
            self.hold(!apart, || format!("the cluster of {who} is not in one square: {now:?}"));
            if let Ok(held) = usize::try_from(seen.holding) {
                let other = &now[held];
                let right = other.held_by == who as i64 && other.at == seen.at;
                self.hold(right, || format!("{who} holds {held}, which is not held: {now:?}"));
            }
            if let Ok(by) = usize::try_from(seen.held_by) {
                self.hold(now[by].holding == who as i64, || format!("{who} is held by {by}, which does not hold: {now:?}"));
            }
        }
    }

    /// Whoever was out before a step and still is rolls nothing in it.
    fn only_those_who_are_in_acted(&mut self, before: &[Seen], now: &[Seen]) {
        for (who, roll) in std::mem::take(&mut self.table.watch.rolled) {
            let out = before[who.index()].out && now[who.index()].out;
            self.hold(!out, || format!("{}, who is out, rolls {}", who.index(), roll.what));
        }
    }

    /// Whoever has won stands, and nobody else does; a draw leaves nobody, a timeout several.
    fn ended(&mut self, ending: Ending) {
        let now = self.look();
        let side_of = |who: usize| self.loaded.combatants[who].side;
        let mut left: Vec<Side> = (0..now.len()).filter(|&who| !now[who].out).map(side_of).collect();
        left.dedup();
        let round = self.loaded.rules.round(&self.fight);
        let right = match ending {
            Ending::Won(side) => left == [side],
            Ending::Draw => left.is_empty(),
            Ending::Timeout => round == u32::from(self.document.book.turn.rounds_max) && left.len() > 1,
        };
        self.hold(right, || format!("{ending:?} in round {round}: {now:?}"));
    }
}
