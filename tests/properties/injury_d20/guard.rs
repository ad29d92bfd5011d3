//! A fight of `injury-d20` under watch: what must hold between any two steps, and who may roll in a step.
//!
//! Owns the invariants of the state. Start at [`watched`].

use sparring::dice::{Purpose, Roll, Slot, Streams};
use sparring::fight::day::Leg;
use sparring::fight::{Ending, Progress, Side, Table, Watch};
use sparring::rules::injury_d20::book::parts::Part;
use sparring::rules::injury_d20::rulings::{DisabledHandHolds, EndOut, Strain};
use sparring::rules::injury_d20::sheet::{PartKind, Sheet};
use sparring::rules::injury_d20::{Core, Fight, InjuryD20};
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
        self.rolled.push((who, roll));
    }
}

/// What a combatant can never have more of.
struct Limits {
    stamina: i32,
    exhaustion: i32,
    has_con: bool,
    /// Injuries that each part holds, by part.
    injuries: Vec<u8>,
    /// By hand: the part, and the part of its arm, if it has one.
    hands: Vec<(u8, Option<u8>)>,
    feet: Vec<u8>,
    legs: Vec<u8>,
    /// Squares on a side.
    space: i64,
}

/// What is seen of one combatant.
#[derive(Clone, Debug)]
struct Seen {
    stamina: i32,
    exhaustion: i32,
    strain: i32,
    bleed: i32,
    ap: u8,
    reactions: u8,
    injuries: Vec<u8>,
    gone: u64,
    ammo: u32,
    /// What each hand holds, with whether it is said to be held.
    held: Vec<(u8, bool)>,
    had_turn: bool,
    prone: bool,
    flying: bool,
    altitude_ft: i32,
    guarded: bool,
    stunned: bool,
    unconscious: bool,
    out_of_breath: bool,
    dead: bool,
    /// Has fled or given up.
    left: bool,
    in_field: bool,
    active: bool,
    at: (i64, i64),
}

/// A fight being watched.
struct Watched<'a> {
    document: &'a Document<InjuryD20>,
    loaded: &'a Loaded<Core>,
    limits: Vec<Limits>,
    fight: Fight,
    table: Table<Streams, Guard>,
}

/// Plays the fight of this number and returns everything about it that must not be.
pub fn watched(document: &Document<InjuryD20>, loaded: &Loaded<Core>, seed: u64, number: u64) -> Vec<String> {
    let identities: Vec<u64> = loaded.combatants.iter().map(|entry| entry.identity).collect();
    let mut dice = Streams::new(seed, &identities);
    dice.begin(number);
    let (mut fight, mut table) = (loaded.rules.blank(), Table { dice, watch: Guard::default() });
    loaded.rules.open(&mut fight, &mut table);
    let sheets = document.side.iter().flat_map(|side| &side.combatant);
    let limits = sheets.enumerate().map(|(slot, sheet)| limits(document, loaded, &fight, (Slot(slot as u8), sheet))).collect();
    let mut watched = Watched { document, loaded, limits, fight, table };
    watched.day();
    watched.table.watch.broken
}

/// Injuries that parts of each kind hold.
fn most(part: &Part) -> [u8; PartKind::ALL.len()] {
    let (face, limbs) = ((&part.ear, &part.nose, &part.eye, &part.horn, &part.mouth), (&part.arm, &part.leg));
    let (ear, nose, eye, horn, mouth) = face;
    let (arm, leg) = limbs;
    [
        ear.max,
        nose.max,
        part.tail.max,
        part.wing.max,
        eye.max,
        part.hand.max,
        part.foot.max,
        horn.max,
        mouth.max,
        arm.max,
        leg.max,
        part.head.max,
        part.heart.max,
    ]
}

fn limits(document: &Document<InjuryD20>, loaded: &Loaded<Core>, fight: &Fight, (who, sheet): (Slot, &Sheet)) -> Limits {
    let see = |name: &str| loaded.rules.observe(fight, who, name).unwrap_or_else(|| panic!("{name} cannot be seen")) as i32;
    let (counts, most) = (sheet.body.counts(), most(&document.book.part));
    let first = |kind: PartKind| counts[..kind as usize].iter().sum::<u8>();
    let all = |kind: PartKind| (first(kind)..first(kind) + counts[kind as usize]).collect::<Vec<u8>>();
    let (hands, arms) = (all(PartKind::Hand), all(PartKind::Arm));
    let by_size = document.book.space_by_size.get(sheet.size as usize).copied().unwrap_or(1);
    Limits {
        stamina: see("stamina_max"),
        exhaustion: see("exhaustion_max"),
        has_con: !sheet.without_con,
        injuries: counts.iter().zip(most).flat_map(|(&count, most)| vec![most; usize::from(count)]).collect(),
        hands: hands.iter().enumerate().map(|(index, &hand)| (hand, arms.get(index).copied())).collect(),
        feet: all(PartKind::Foot),
        legs: all(PartKind::Leg),
        space: i64::from(sheet.space.unwrap_or(by_size)),
    }
}

impl Watched<'_> {
    fn day(&mut self) {
        let loaded = self.loaded;
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
            let now = self.look();
            self.compare(&before, &now, false);
        }
    }

    /// Step by step to the end, of which there has to be one.
    fn fight_out(&mut self) -> Ending {
        let round = &self.document.book.round;
        let rounds_max = u32::from(round.rounds_max);
        let steps_max = rounds_max * u32::from(round.turns) * (2 + self.loaded.combatants.len() as u32);
        for _ in 0..steps_max {
            let before = self.look();
            self.table.watch.rolled.clear();
            let progress = self.loaded.rules.step(&mut self.fight, &mut self.table);
            let now = self.look();
            self.compare(&before, &now, true);
            self.places(&now);
            self.only_those_who_can_acted(&before, &now);
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
        let look = |(limits, slot): (&Limits, u8)| {
            let body = &self.fight.bodies[usize::from(slot)];
            Seen {
                stamina: body.stamina,
                exhaustion: body.exhaustion,
                strain: body.strain,
                bleed: body.bleed,
                ap: body.ap,
                reactions: body.reactions,
                injuries: (0..limits.injuries.len() as u8).map(|part| body.harm.count(part)).collect(),
                gone: body.harm.gone,
                ammo: body.ammo.iter().map(|&shots| u32::from(shots)).sum(),
                held: body.holds.iter().map(|&thing| (thing, thing == u8::MAX || body.holds(thing))).collect(),
                had_turn: body.had_turn,
                prone: body.prone,
                flying: body.flying,
                altitude_ft: body.altitude_ft,
                guarded: body.dodging || body.shield_ready,
                stunned: body.stunned > 0,
                unconscious: body.unconscious(),
                out_of_breath: body.causes & 1 != 0,
                dead: body.dead(),
                left: body.fled || body.yielded,
                in_field: body.in_field,
                active: self.fight.active.has(Slot(slot)),
                at: (i64::from(body.at.x), i64::from(body.at.y)),
            }
        };
        self.limits.iter().zip(0..).map(look).collect()
    }

    /// What is wrong with anybody, by itself and by what it was before.
    fn compare(&mut self, before: &[Seen], now: &[Seen], in_fight: bool) {
        for (who, (seen, earlier)) in now.iter().zip(before).enumerate() {
            let mut wrong = self.wrong(&self.limits[who], seen);
            if in_fight {
                wrong.extend(self.wrong_in_a_fight(&self.limits[who], seen, earlier));
            }
            let name = &self.loaded.combatants[who].name;
            self.hold(wrong.is_empty(), || format!("{name}: {}: {seen:?}, before that {earlier:?}", wrong.join(", ")));
        }
    }

    /// What is wrong with one combatant at any time.
    fn wrong(&self, limits: &Limits, seen: &Seen) -> Vec<&'static str> {
        let (book, rulings) = (&self.document.book, &self.document.rulings);
        let lost = |part: u8| {
            let count = seen.injuries[usize::from(part)];
            seen.gone >> part & 1 == 1 || count >= limits.injuries[usize::from(part)]
        };
        let out = |part: u8, at: u8| {
            lost(part) || rulings.disabled_hand_holds == DisabledHandHolds::No && seen.injuries[usize::from(part)] >= at
        };
        let useless = |hand: usize| {
            limits.hands.get(hand).is_none_or(|&(hand, arm)| {
                out(hand, book.part.hand.disabled_at) || arm.is_some_and(|arm| out(arm, book.part.arm.disabled_at))
            })
        };
        let holds_with = |hand: usize| seen.held[hand].0 != u8::MAX;
        let empty = limits.has_con && seen.stamina == 0 && seen.exhaustion == 0;
        let rules = [
            ("stamina out of its range", (0..=limits.stamina).contains(&seen.stamina)),
            ("exhaustion out of its range", (0..=limits.exhaustion).contains(&seen.exhaustion)),
            ("strain below nothing", seen.strain >= 0),
            ("bleeding below nothing", seen.bleed >= 0),
            ("more injuries than a part holds", seen.injuries.iter().zip(&limits.injuries).all(|(now, most)| now <= most)),
            ("parts gone that never go", book.parts.cascade || seen.gone == 0),
            ("a hand holds what is not held", seen.held.iter().all(|(_, held)| *held)),
            (
                "a hand of no use holds something",
                seen.dead || !(0..seen.held.len()).any(|hand| useless(hand) && holds_with(hand)),
            ),
            ("the unconscious hold something", !seen.unconscious || !(0..seen.held.len()).any(holds_with)),
            ("the dead hold something", !seen.dead || !(0..seen.held.len()).any(holds_with)),
            ("unconscious without Constitution", limits.has_con || !seen.unconscious),
            ("out of breath, but not empty", seen.dead || !seen.out_of_breath || empty),
            ("high above the ground on foot", seen.flying || seen.altitude_ft == 0),
            ("active, but out", !seen.active || !(seen.dead || seen.unconscious || seen.left || !seen.in_field)),
        ];
        rules.into_iter().filter(|(_, holds)| !holds).map(|(what, _)| what).collect()
    }

    /// What is wrong with one combatant after a step of a fight.
    fn wrong_in_a_fight(&self, limits: &Limits, seen: &Seen, earlier: &Seen) -> Vec<&'static str> {
        let rulings = &self.document.rulings;
        let hurt = |part: &u8| seen.injuries[usize::from(*part)] > 0 || seen.gone >> part & 1 == 1;
        let all_hurt = |parts: &[u8]| !parts.is_empty() && parts.iter().all(hurt);
        let lame = all_hurt(&limits.feet) || all_hurt(&limits.legs);
        let out = seen.unconscious || seen.dead;
        let empty = limits.has_con && seen.stamina == 0 && seen.exhaustion == 0;
        let no_fewer = seen.injuries.iter().zip(&earlier.injuries).all(|(now, then)| now >= then);
        let rules = [
            ("an injury has healed in a fight", no_fewer && seen.gone & earlier.gone == earlier.gone),
            ("the dead have come back", seen.dead || !earlier.dead),
            ("those who have left have come back", seen.left || !earlier.left),
            ("shots have been found", seen.ammo <= earlier.ammo),
            ("strain has gone", rulings.strain == Strain::StaminaEachTurn || seen.strain >= earlier.strain),
            ("a turn has been forgotten", seen.had_turn || !earlier.had_turn),
            ("reactions before the first turn", seen.had_turn || seen.reactions == 0),
            ("the out can act", !out || (seen.ap, seen.reactions) == (0, 0)),
            ("the stunned can react", !seen.stunned || seen.reactions == 0),
            ("the unconscious defend themselves", !seen.unconscious || !seen.guarded),
            ("the unconscious stand or fly", !seen.unconscious || seen.prone && !seen.flying),
            ("points left after a step", seen.ap == 0),
            ("the lame stand", !seen.in_field || out || !lame || seen.prone),
            ("empty, but not out of breath", !seen.in_field || seen.dead || !empty || seen.out_of_breath),
            ("standing, but not active", seen.active || out || seen.left || !seen.in_field),
        ];
        rules.into_iter().filter(|(_, holds)| !holds).map(|(what, _)| what).collect()
    }

    /// On a grid everybody who is there and alive stands on it, clear of obstacles, and those who stand do so alone.
    fn places(&mut self, now: &[Seen]) {
        let Some(arena) = &self.document.arena else { return };
        let (width, height) = (i64::from(arena.width), i64::from(arena.height));
        let obstacles: Vec<(i64, i64)> = arena.obstacles.iter().map(|[x, y]| (i64::from(*x), i64::from(*y))).collect();
        let there: Vec<usize> = (0..now.len()).filter(|&who| now[who].in_field && !now[who].dead).collect();
        for (place, &who) in there.iter().enumerate() {
            let ((x, y), side) = (now[who].at, self.limits[who].space);
            let inside = x >= 0 && y >= 0 && x + side <= width && y + side <= height;
            self.hold(inside, || format!("{who} is off the grid: {now:?}"));
            let meets =
                |(left, low): (i64, i64), other: i64| x < left + other && left < x + side && y < low + other && low < y + side;
            let walled = obstacles.iter().any(|&at| meets(at, 1));
            self.hold(!walled, || format!("{who} is in an obstacle: {now:?}"));
            for &other in &there[..place] {
                let shared = meets(now[other].at, self.limits[other].space);
                let down = !now[who].active || !now[other].active;
                self.hold(!shared || down, || format!("{who} stands where {other} stands: {now:?}"));
            }
        }
    }

    /// In a step one combatant acts, who can; others only answer; whoever is dead or away rolls nothing.
    fn only_those_who_can_acted(&mut self, before: &[Seen], now: &[Seen]) {
        const OWN_TURN: [&str; 6] = ["attack", "maneuver", "escape", "staunching", "confusion", "waking"];
        const ANSWERS: [&str; 2] = ["reactive attack", "parry"];
        let rolled = std::mem::take(&mut self.table.watch.rolled);
        let mut acting: Vec<Slot> =
            rolled.iter().filter(|(_, roll)| OWN_TURN.contains(&roll.what)).map(|(who, _)| *who).collect();
        acting.dedup();
        self.hold(acting.len() <= 1, || format!("{acting:?} have a turn in one step"));
        for (who, roll) in rolled {
            let (seen, after) = (&before[who.index()], &now[who.index()]);
            let name = &self.loaded.combatants[who.index()].name;
            let told = || format!("{name} rolls {}: {seen:?}", roll.what);
            let away = seen.dead || !seen.in_field;
            let acts = roll.purpose == Purpose::Check;
            let able = (seen.active || after.active) && !seen.stunned;
            let first_turn = seen.had_turn || !ANSWERS.contains(&roll.what) || acting.contains(&who) || after.had_turn;
            for (holds, what) in [(!away, "away"), (!acts || able, "unable"), (first_turn, "before its first turn")] {
                let told = if holds { String::new() } else { format!("{what}: {}", told()) };
                self.table.watch.broken.extend(Some(told).filter(|_| !holds));
            }
        }
    }

    /// Whoever has won stands, and nobody else does; a draw leaves nobody who could act, a timeout several sides.
    fn ended(&mut self, ending: Ending) {
        let now = self.look();
        let to_the_death = self.document.rulings.end_out == EndOut::Dead;
        let counts = |seen: &Seen| if to_the_death { seen.in_field && !seen.dead && !seen.left } else { seen.active };
        let side_of = |who: usize| self.loaded.combatants[who].side;
        let mut left: Vec<Side> = (0..now.len()).filter(|&who| counts(&now[who])).map(side_of).collect();
        left.dedup();
        let round = self.loaded.rules.round(&self.fight);
        let right = match ending {
            Ending::Won(side) => left == [side],
            Ending::Draw => left.is_empty() || !now.iter().any(|seen| seen.active),
            Ending::Timeout => round == u32::from(self.document.book.round.rounds_max) && left.len() > 1,
        };
        self.hold(right, || format!("{ending:?} in round {round}: {now:?}"));
    }
}
