//! The demands on every fight of `injury-d20`, between any two steps, and who may roll what in a step.

use frame::dice::{Purpose, Roll};
use frame::fight::Side;
use frame::scenario::Document;
use injury_d20::InjuryD20;
use injury_d20::book::Book;
use injury_d20::rulings::{EndOut, Strain};
use injury_d20::sheet::Sheet;

use super::draws::PARTS;
use super::space_of;
use crate::properties::watched::{Causes, End, Guard};

/// Things that somebody can hold.
const THINGS: [&str; 12] = [
    "shield_place",
    "place(0)",
    "place(1)",
    "place(2)",
    "place(3)",
    "place(4)",
    "place(5)",
    "place(6)",
    "place(7)",
    "place(8)",
    "place(9)",
    "place(10)",
];

/// One combatant as it is seen.
#[derive(Clone, Debug)]
pub struct Seen {
    stamina: i64,
    stamina_max: i64,
    exhaustion: i64,
    exhaustion_max: i64,
    strain: i64,
    bleed: i64,
    ap: i64,
    reactions: i64,
    injuries: i64,
    /// Injuries of each kind of part.
    by_kind: [i64; PARTS.len()],
    parts_lost: i64,
    /// Things in hands.
    held: i64,
    usable_hands: i64,
    prone: bool,
    lame: bool,
    flying: bool,
    altitude_ft: i64,
    defends: bool,
    stunned: bool,
    unconscious: bool,
    /// Unconscious for another reason than want of breath.
    struck_down: bool,
    dead: bool,
    fled: bool,
    yielded: bool,
    present: bool,
    active: bool,
    at: (i64, i64),
}

impl Seen {
    fn has_con(&self) -> bool {
        self.stamina_max > 0
    }

    fn out_of_breath(&self) -> bool {
        self.has_con() && self.stamina == 0 && self.exhaustion == 0
    }
}

impl Guard for InjuryD20 {
    type Seen = Seen;
    const CAUSES: &[Causes] = &[
        Causes {
            whole: &["injuries_taken"],
            parts: &["injured_by_attacks", "injured_by_falls", "injured_by_hazards", "injured_by_neglect"],
        },
        Causes {
            whole: &["strain"],
            parts: &["strained_by_attacks", "strained_by_falls", "strained_by_confusion", "strained_by_hazards"],
        },
    ];
    const ENDS: &[End] = &[
        End { rules: "INJ-039", says: " is dead", of_the_day: true },
        End { rules: "INJ-041", says: " is dead", of_the_day: true },
        End { rules: "INJ-102", says: " is dead", of_the_day: true },
        End { rules: "INJ-133", says: " is dead", of_the_day: true },
        End { rules: "INJ-140", says: " is dead", of_the_day: true },
    ];

    fn rounds_max(book: &Book) -> u16 {
        book.round.rounds_max
    }

    fn steps_max(book: &Book, combatants: u32) -> u32 {
        u32::from(book.round.turns) * (2 + combatants)
    }

    fn look(see: &dyn Fn(&str) -> i64) -> Seen {
        let is = |status: &str| see(status) == 1;
        let injuries = see("injuries");
        Seen {
            stamina: see("stamina"),
            stamina_max: see("stamina_max"),
            exhaustion: see("exhaustion"),
            exhaustion_max: see("exhaustion_max"),
            strain: see("strain"),
            bleed: see("bleed"),
            ap: see("ap"),
            reactions: see("reactions"),
            injuries,
            by_kind: PARTS.map(|kind| if injuries > 0 { see(kind) } else { 0 }),
            parts_lost: see("parts_lost"),
            held: THINGS.into_iter().filter(|thing| is(thing)).count() as i64,
            usable_hands: see("usable_hands"),
            prone: is("prone"),
            lame: !is("can_stand"),
            flying: is("flying"),
            altitude_ft: see("altitude_ft"),
            defends: is("defending") || is("shield_ready"),
            stunned: see("stunned") > 0,
            unconscious: is("unconscious"),
            struck_down: is("coma") || is("knocked_out"),
            dead: is("dead"),
            fled: is("fled"),
            yielded: is("yielded"),
            present: is("present"),
            active: is("active"),
            at: (see("x"), see("y")),
        }
    }

    fn wrong(document: &Document<Self>, seen: &Seen, earlier: &Seen, in_fight: bool) -> Vec<&'static str> {
        let out = seen.unconscious || seen.dead;
        let wakes = earlier.unconscious && !seen.unconscious;
        let strain_stays = document.rulings.strain != Strain::StaminaEachTurn;
        let rules = [
            ("stamina out of its range", (0..=seen.stamina_max).contains(&seen.stamina)),
            ("exhaustion out of its range", (0..=seen.exhaustion_max).contains(&seen.exhaustion)),
            ("strain or bleeding below nothing", seen.strain >= 0 && seen.bleed >= 0),
            // Held things and lying combatants are looked at when a fight begins, of those who meet in it.
            ("the unconscious hold something", !in_fight || !seen.present || !seen.unconscious || seen.held == 0),
            ("whoever dies holds something", !seen.dead || earlier.dead || seen.held == 0),
            ("unconscious without Constitution", seen.has_con() || !seen.unconscious),
            ("unconscious without a cause", !seen.unconscious || seen.struck_down || seen.out_of_breath()),
            ("high above the ground on foot", seen.flying || seen.altitude_ft == 0),
            ("active, but out or away", !seen.active || !(out || seen.fled || seen.yielded || !seen.present)),
            ("dead, but present", !(seen.dead && seen.present)),
            ("the dead have come back", seen.dead || !earlier.dead),
        ];
        let struck = seen.injuries > earlier.injuries || seen.strain > earlier.strain;
        let in_fights = [
            ("more things held than hands can", seen.dead || seen.held <= seen.usable_hands),
            ("injuries have healed", seen.injuries >= earlier.injuries && seen.parts_lost >= earlier.parts_lost),
            ("those who have left have come back", (seen.fled || !earlier.fled) && (seen.yielded || !earlier.yielded)),
            ("strain has gone", !strain_stays || seen.strain >= earlier.strain),
            // A combatant that wakes has stopped bleeding and has some exhaustion back; the answer to what it does then may
            // strike it anew.
            ("exhaustion has come back", seen.exhaustion <= earlier.exhaustion || seen.bleed == 0 || struck),
            ("somebody has points left after a step", seen.ap == 0),
            ("the out or the stunned can react", !(out || seen.stunned) || seen.reactions == 0),
            ("the unconscious fly or defend", !seen.unconscious || !seen.flying && !seen.defends),
            ("the unconscious stand", !seen.present || !seen.unconscious || seen.prone),
            // Nobody is prone in the air (INJ-098).
            ("the lame stand", out || !seen.present || !seen.lame || seen.prone || seen.flying),
            ("conscious without breath", seen.dead || !seen.out_of_breath() || seen.unconscious),
            ("awake, but not active", !wakes || seen.dead || seen.active || seen.yielded || seen.fled),
        ];
        let in_fights = in_fights.into_iter().filter(|_| in_fight);
        rules.into_iter().chain(in_fights).filter(|(_, holds)| !holds).map(|(what, _)| what).collect()
    }

    /// No part has more injuries than it holds; on a field everybody is on it and clear of obstacles, and nobody stands where
    /// another one stands, but who wakes there.
    fn together(document: &Document<Self>, now: &[Seen], before: &[Seen]) -> Vec<String> {
        let sheets: Vec<&Sheet> = document.side.iter().flat_map(|side| &side.combatant).collect();
        let most = injuries_most(&document.book);
        let mut wrong = Vec::new();
        for (who, (seen, sheet)) in now.iter().zip(&sheets).enumerate() {
            let fits = |((&there, most), &injuries): ((&u8, i64), &i64)| injuries <= i64::from(there) * most;
            if !sheet.body.counts().iter().zip(most).zip(&seen.by_kind).all(fits) {
                wrong.push(format!("{who} has more injuries than parts hold: {seen:?}"));
            }
        }
        let Some(arena) = &document.arena else { return wrong };
        let spaces: Vec<[i64; 3]> =
            now.iter().zip(&sheets).map(|(seen, sheet)| [seen.at.0, seen.at.1, space_of(&document.book, sheet)]).collect();
        let walls: Vec<[i64; 3]> = arena.obstacles.iter().map(|[x, y]| [i64::from(*x), i64::from(*y), 1]).collect();
        let there: Vec<usize> = (0..now.len()).filter(|&who| now[who].present).collect();
        for (place, &who) in there.iter().enumerate() {
            let [x, y, side] = spaces[who];
            let inside = x >= 0 && y >= 0 && x + side <= i64::from(arena.width) && y + side <= i64::from(arena.height);
            // Somebody who was unconscious takes up no room: whoever wakes may do so where somebody else has come to stand since.
            let moved = |who: usize| now[who].at != before[who].at;
            let shares = |other: &&usize| {
                let both = now[who].active && now[**other].active && (moved(who) || moved(**other));
                both && meet(spaces[who], spaces[**other])
            };
            let alone = !there[..place].iter().any(|other| shares(&other));
            let clear = !walls.iter().any(|&wall| meet(spaces[who], wall));
            let rules = [("off the field", inside), ("in an obstacle", clear), ("where somebody else stands", alone)];
            let broken = rules.into_iter().filter(|(_, holds)| !holds);
            wrong.extend(broken.map(|(what, _)| format!("{who} is {what}: {now:?}")));
        }
        wrong
    }

    /// The dead and those who have left roll nothing; the unconscious and the stunned only what becomes of them.
    fn must_not_roll(roll: &Roll, before: &Seen, now: &Seen) -> Option<&'static str> {
        if before.dead || before.fled {
            return Some("dead or gone");
        }
        // A combatant that comes round in the step may act in it, and be dead at its end: then its breath tells that it came
        // round.
        let roused = now.exhaustion > before.exhaustion;
        let able = (before.active || now.active || roused) && !before.stunned;
        (roll.purpose == Purpose::Check && !able).then_some("unconscious or stunned")
    }

    /// The last one to fall may come round by the save of the same blow; it is on the ground, and the fight was over.
    fn won(side: Side, left: &[Side], now: &[Seen]) -> bool {
        left == [side] || left.contains(&side) && now.iter().any(|seen| seen.active && seen.prone)
    }

    fn stands(document: &Document<Self>, seen: &Seen) -> bool {
        let to_the_death = document.rulings.end_out == EndOut::Dead;
        if to_the_death { seen.present && !seen.yielded } else { seen.active }
    }

    /// Nobody is left, or nobody of several sides could act.
    fn draw(left: &[Side], now: &[Seen], _round: u32) -> bool {
        left.is_empty() || now.iter().all(|seen| !seen.active)
    }
}

/// Injuries that parts of each kind hold.
fn injuries_most(book: &Book) -> [i64; PARTS.len()] {
    let part = serde_json::to_value(&book.part).expect("a book is data");
    PARTS.map(|kind| part[kind]["max"].as_i64().expect("every part holds a number of injuries"))
}

/// True if two spaces have a square in common.
fn meet([x, y, side]: [i64; 3], [left, low, other]: [i64; 3]) -> bool {
    x < left + other && left < x + side && y < low + other && low < y + side
}
