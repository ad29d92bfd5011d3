//! A fight of `cairn-ap` under watch: what must hold between any two steps, and who may roll what in a step.
//!
//! Owns the invariants of the state and of the story. Start at [`watched`].

use sparring::dice::{Purpose, Roll, Slot, Streams};
use sparring::fight::day::Leg;
use sparring::fight::{Ending, Progress, Side, Table, Watch};
use sparring::rules::cairn_ap::{CairnAp, Core, Fight};
use sparring::rules::{Loaded, Rules};
use sparring::scenario::Document;

/// A watch that keeps who rolled what in the present step.
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
    hp_max: i64,
    attributes: [i64; 3],
    armor: i64,
    ap: i64,
    free_slots: i64,
    fatigue: i64,
    dust: i64,
    bandages: i64,
    active: bool,
    dead: bool,
    /// Not on the field any more, or not yet.
    away: bool,
    in_field: bool,
    absent: bool,
}

/// A fight being watched.
struct Watched<'a> {
    document: &'a Document<CairnAp>,
    loaded: &'a Loaded<Core>,
    fight: Fight,
    table: Table<Streams, Guard>,
}

/// Plays the fight of this number and returns everything about it that must not be.
pub fn watched(document: &Document<CairnAp>, loaded: &Loaded<Core>, seed: u64, number: u64) -> Vec<String> {
    let identities: Vec<u64> = loaded.combatants.iter().map(|entry| entry.identity).collect();
    let guard = Guard { rolled: Vec::new(), broken: Vec::new() };
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
        for leg in &loaded.legs {
            let before = self.look();
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
            self.compare(&before, false);
        }
    }

    /// Step by step to the end, of which there has to be one.
    fn fight_out(&mut self) -> Ending {
        let rounds_max = u32::from(self.document.book.round.rounds_max);
        let steps_max = rounds_max * (2 + self.loaded.combatants.len() as u32);
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

    fn look(&self) -> Vec<Seen> {
        let look = |who: usize| {
            let see = |name: &str| {
                let seen = self.loaded.rules.observe(&self.fight, Slot(who as u8), name);
                seen.unwrap_or_else(|| panic!("{name} cannot be seen"))
            };
            let is = |status: &str| see(status) == 1;
            Seen {
                hp: see("hp"),
                hp_max: see("hp_max"),
                attributes: ["str", "dex", "wil"].map(see),
                armor: see("armor"),
                ap: see("ap"),
                free_slots: see("free_slots"),
                fatigue: see("fatigue"),
                dust: see("dust"),
                bandages: see("bandages"),
                active: is("active"),
                dead: is("dead"),
                away: ["dead", "fled", "routed", "captured", "absent"].into_iter().any(is),
                in_field: is("in_field"),
                absent: is("absent"),
            }
        };
        (0..self.loaded.combatants.len()).map(look).collect()
    }

    /// Looks at the state as it is and at what has become of what was; inside a fight nothing comes back.
    fn compare(&mut self, before: &[Seen], in_fight: bool) {
        let now = self.look();
        for (who, (seen, earlier)) in now.iter().zip(before).enumerate() {
            let wrong = self.wrong(seen, earlier, in_fight);
            let name = &self.loaded.combatants[who].name;
            self.hold(wrong.is_empty(), || format!("{name}: {}: {seen:?}, before that {earlier:?}", wrong.join(", ")));
        }
    }

    /// What is wrong with one combatant.
    fn wrong(&self, seen: &Seen, earlier: &Seen, in_fight: bool) -> Vec<&'static str> {
        let book = &self.document.book;
        let points = i64::from(book.ap.max.max(book.ap.surprised));
        // Whoever is called up, or comes as a duplicate, comes with everything anew.
        let joins = earlier.absent;
        let rules = [
            ("hit points below nothing", seen.hp >= 0),
            ("more hit points than the maximum", seen.hp <= seen.hp_max || !book.mishap.alien.is_empty()),
            ("an attribute below nothing", seen.attributes.iter().all(|&score| score >= 0)),
            ("more Armor than anybody can have", seen.armor <= i64::from(book.damage.armor_cap)),
            ("more action points than there are", (0..=points).contains(&seen.ap)),
            ("fewer slots than none", seen.free_slots >= 0),
            ("Fatigue gone in a fight", !in_fight || joins || seen.absent || seen.fatigue >= earlier.fatigue),
            ("dust found in a fight", !in_fight || joins || seen.dust <= earlier.dust),
            ("bandages found in a fight", !in_fight || joins || seen.bandages <= earlier.bandages),
            ("the dead have come back in a fight", !in_fight || seen.dead || seen.absent || !earlier.dead),
            ("the gone have come back in a fight", !in_fight || joins || seen.away || !earlier.away),
        ];
        rules.into_iter().filter(|(_, holds)| !holds).map(|(what, _)| what).collect()
    }

    /// In a step, those who are away roll nothing, and those who cannot act only what becomes of them.
    fn only_the_active_acted(&mut self, before: &[Seen]) {
        const PASSIVE: [&str; 6] =
            ["initiative", "save", "resistance", "critical damage", "save of a scar", "shield or weapon"];
        let now = self.look();
        for (who, roll) in std::mem::take(&mut self.table.watch.rolled) {
            let (seen, after) = (&before[who.index()], &now[who.index()]);
            let name = self.loaded.combatants[who.index()].name.clone();
            let joined = seen.absent && !after.absent;
            self.hold(!seen.away || joined, || format!("{name}, who is away, rolls {}", roll.what));
            // Whoever wakes up in the step may act in it.
            let passive = PASSIVE.contains(&roll.what) || roll.purpose == Purpose::Fate || seen.active || after.active;
            self.hold(passive, || format!("{name}, who cannot act, rolls {}", roll.what));
        }
    }

    /// Whoever has won stands, and nobody else does; a draw leaves nobody who could act, a timeout several sides.
    fn ended(&mut self, ending: Ending) {
        let now = self.look();
        let round = self.loaded.rules.round(&self.fight);
        let side_of = |who: usize| self.loaded.combatants[who].side;
        let standing = (0..now.len()).filter(|&who| now[who].active && now[who].in_field);
        let mut left: Vec<Side> = standing.map(side_of).collect();
        left.sort_unstable();
        left.dedup();
        let right = match ending {
            Ending::Won(side) => left == [side],
            // Those who met did not want to fight, or nobody is left.
            Ending::Draw => left.is_empty() || round == 0,
            Ending::Timeout => round == u32::from(self.document.book.round.rounds_max) && left.len() > 1,
        };
        self.hold(right, || format!("{ending:?} in round {round}: {now:?}"));
    }
}
