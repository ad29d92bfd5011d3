//! A fight of `vogt` under watch: what must hold between any two steps, and who may roll what in a step.
//!
//! Owns the invariants of the state and of the story. Start at [`watched`].

use sparring::dice::{Purpose, Roll, Slot, Streams};
use sparring::fight::day::Leg;
use sparring::fight::{Ending, Progress, Side, Table, Watch};
use sparring::rules::vogt::rulings::{Cap, EndCondition, HpFloor};
use sparring::rules::vogt::{Core, Fight, Vogt};
use sparring::rules::{Loaded, Rules};
use sparring::scenario::Document;

/// A watch that knows who is dead or gone by what has been told.
struct Guard {
    names: Vec<String>,
    dead: Vec<bool>,
    gone: Vec<bool>,
    /// Who rolled what in the present step.
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
        if who == Slot::MASTER {
            return;
        }
        self.rolled.push((who, roll));
        if self.dead[who.index()] || self.gone[who.index()] {
            self.broken.push(format!("{} rolls {} after its end", self.names[who.index()], roll.what));
        }
    }

    fn tell(&mut self, rules: &'static str, text: String) {
        let of = |ending: &str| text.strip_suffix(ending).and_then(|name| self.names.iter().position(|known| known == name));
        match rules {
            "VOG-051" => self.dead[of(" is dead").expect("somebody is dead")] = true,
            "R-50" => self.gone[of(" leaves the fight").expect("somebody leaves")] = true,
            _ => {}
        }
    }
}

/// What is seen of one combatant.
#[derive(Clone, Debug)]
struct Seen {
    hp: i64,
    hp_max: i64,
    exhaustion: i64,
    ar: i64,
    ar_left: i64,
    absorbed: i64,
    /// Hands, eyes, legs and voice: what does not come back.
    body: [i64; 4],
    technique_dice: [i64; 5],
    dead: bool,
    gone: bool,
    active: bool,
    unconscious: bool,
    at: (i64, i64),
}

/// A fight being watched.
struct Watched<'a> {
    document: &'a Document<Vogt>,
    loaded: &'a Loaded<Core>,
    fight: Fight,
    table: Table<Streams, Guard>,
}

/// Plays the fight of this number and returns everything about it that must not be.
pub fn watched(document: &Document<Vogt>, loaded: &Loaded<Core>, seed: u64, number: u64) -> Vec<String> {
    let identities: Vec<u64> = loaded.combatants.iter().map(|entry| entry.identity).collect();
    let names: Vec<String> = loaded.combatants.iter().map(|entry| entry.name.clone()).collect();
    let nobody = vec![false; names.len()];
    let guard = Guard { names, dead: nobody.clone(), gone: nobody, rolled: Vec::new(), broken: Vec::new() };
    let mut dice = Streams::new(seed, &identities);
    dice.begin(number);
    let mut watched = Watched { document, loaded, fight: loaded.rules.blank(), table: Table { dice, watch: guard } };
    watched.day();
    watched.table.watch.broken
}

impl Watched<'_> {
    fn day(&mut self) {
        let loaded = self.loaded;
        loaded.rules.open(&mut self.fight, &mut self.table);
        let mut before = self.look();
        for leg in &loaded.legs {
            self.table.watch.rolled.clear();
            self.table.watch.gone.fill(false);
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
            before = self.compare(&before, false);
        }
    }

    /// Step by step to the end, of which there has to be one.
    fn fight_out(&mut self) -> Ending {
        let rounds_max = u32::from(self.document.book.round.rounds_max);
        let turns = u32::from(self.document.book.round.turns) + u32::from(self.document.book.reevaluate.max_per_round);
        let steps_max = rounds_max * (1 + turns * self.loaded.combatants.len() as u32);
        for _ in 0..steps_max {
            let before = self.look();
            self.table.watch.rolled.clear();
            let progress = self.loaded.rules.step(&mut self.fight, &mut self.table);
            self.compare(&before, true);
            self.only_the_active_acted(&before);
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

    fn observe(&self, who: usize, name: &str) -> i64 {
        let seen = self.loaded.rules.observe(&self.fight, Slot(who as u8), name);
        seen.unwrap_or_else(|| panic!("{name} cannot be seen"))
    }

    fn look(&self) -> Vec<Seen> {
        let look = |who: usize| {
            let see = |name: &str| self.observe(who, name);
            Seen {
                hp: see("hp"),
                hp_max: see("hp_max"),
                exhaustion: see("exhaustion"),
                ar: see("ar"),
                ar_left: see("ar_left"),
                absorbed: see("absorbed"),
                body: ["hands", "eyes", "legs", "voice"].map(see),
                technique_dice: ["td_d4", "td_d6", "td_d8", "td_d10", "td_d12"].map(see),
                dead: see("dead") == 1,
                gone: see("fled") == 1,
                active: see("active") == 1,
                unconscious: see("unconscious") == 1,
                at: (see("x"), see("y")),
            }
        };
        (0..self.loaded.combatants.len()).map(look).collect()
    }

    /// Looks again, at the state as it is and at what has become of what was; inside a fight nothing comes back.
    fn compare(&mut self, before: &[Seen], in_fight: bool) -> Vec<Seen> {
        let now = self.look();
        for (who, (seen, earlier)) in now.iter().zip(before).enumerate() {
            let wrong = self.wrong(seen, earlier, in_fight);
            self.hold(wrong.is_empty(), || format!("{}: {}: {seen:?}, before that {earlier:?}", who, wrong.join(", ")));
        }
        if in_fight {
            self.places(&now);
        }
        now
    }

    /// What is wrong with one combatant.
    fn wrong(&self, seen: &Seen, earlier: &Seen, in_fight: bool) -> Vec<&'static str> {
        let (book, rulings) = (&self.document.book, &self.document.rulings);
        let limit = i64::from(book.exhaustion.death_level);
        let capped = rulings.exhaustion_cap == Cap::DeathLevel && limit > 0;
        let no_more = |now: &[i64], then: &[i64]| now.iter().zip(then).all(|(now, then)| now <= then && *now >= 0);
        let rules = [
            ("more hit points than the maximum", seen.hp <= seen.hp_max),
            ("hit points below the floor", rulings.hp_floor == HpFloor::None || seen.hp >= 0),
            ("exhaustion above its limit", !capped || seen.exhaustion <= limit),
            ("exhaustion below nothing", seen.exhaustion >= 0),
            ("less exhaustion in a fight", !in_fight || seen.exhaustion >= earlier.exhaustion),
            ("AR below nothing", seen.ar >= 0 && seen.absorbed >= 0),
            ("more AR left than there is", (0..=seen.ar).contains(&seen.ar_left)),
            ("a part of the body has come back", no_more(&seen.body, &earlier.body)),
            ("technique dice have come back", !in_fight || no_more(&seen.technique_dice, &earlier.technique_dice)),
            ("the dead have come back", seen.dead || !earlier.dead),
            ("the gone have come back", !in_fight || seen.gone || seen.dead || !earlier.gone),
            ("dead, gone or unconscious and active", !(seen.active && (seen.dead || seen.gone || seen.unconscious))),
        ];
        rules.into_iter().filter(|(_, holds)| !holds).map(|(what, _)| what).collect()
    }

    /// On a grid everybody who is there stands on a square of it, alone.
    fn places(&mut self, now: &[Seen]) {
        let Some(arena) = self.document.arena else { return };
        let (columns, rows) = (0..i64::from(arena.width), 0..i64::from(arena.height));
        let mut taken: Vec<(i64, i64)> = now.iter().filter(|seen| !seen.dead && !seen.gone).map(|seen| seen.at).collect();
        self.hold(taken.iter().all(|(x, y)| columns.contains(x) && rows.contains(y)), || format!("off the grid: {now:?}"));
        let count = taken.len();
        taken.sort_unstable();
        taken.dedup();
        self.hold(taken.len() == count, || format!("two on one square: {now:?}"));
    }

    /// In a step the dead and the gone roll nothing, the unconscious only initiative and what becomes of them.
    fn only_the_active_acted(&mut self, before: &[Seen]) {
        for (who, roll) in std::mem::take(&mut self.table.watch.rolled) {
            let seen = &before[who.index()];
            let name = self.table.watch.names[who.index()].clone();
            self.hold(!seen.dead && !seen.gone, || format!("{name}, dead or gone, rolls {}", roll.what));
            let passive = matches!(roll.purpose, Purpose::Initiative | Purpose::Fate);
            self.hold(seen.active || passive, || format!("{name}, unconscious, rolls {}", roll.what));
        }
    }

    /// Whoever has won stands, and nobody else does; a draw leaves nobody who could act, a timeout several.
    fn ended(&mut self, ending: Ending) {
        let now = self.look();
        let to_the_death = self.document.rulings.end_condition == EndCondition::Dead;
        let counts = |seen: &Seen| if to_the_death { !seen.dead && !seen.gone } else { seen.active };
        let side_of = |who: usize| self.loaded.combatants[who].side;
        let mut left: Vec<Side> = (0..now.len()).filter(|&who| counts(&now[who])).map(side_of).collect();
        left.dedup();
        let round = self.loaded.rules.round(&self.fight);
        let anybody = now.iter().any(|seen| seen.active);
        let right = match ending {
            Ending::Won(side) => left == [side],
            Ending::Draw => left.is_empty() || left.len() > 1 && !anybody,
            Ending::Timeout => round == u32::from(self.document.book.round.rounds_max) && left.len() > 1,
        };
        self.hold(right, || format!("{ending:?} in round {round}: {now:?}"));
    }
}
