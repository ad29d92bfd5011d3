//! The demands on every fight of `bdp`, between any two steps, and who may roll what in a step.

use bdp::Bdp;
use bdp::book::Book;
use frame::dice::Roll;
use frame::fight::Side;
use frame::scenario::Document;

use crate::properties::watched::{Causes, Guard};

/// One combatant as it is seen.
#[derive(Clone, Debug)]
pub struct Seen {
    hp: i64,
    hp_max: i64,
    abilities: [i64; 3],
    maxima: [i64; 3],
    free_slots: i64,
    engaged: i64,
    /// Of those, who are with it too.
    engaged_back: i64,
    active: bool,
    dead: bool,
}

impl Guard for Bdp {
    type Seen = Seen;
    const CAUSES: &[Causes] = &[
        Causes {
            whole: &["actions_lost"],
            parts: &["lost_out_of_reach", "lost_without_anybody", "lost_without_room", "lost_without_means"],
        },
        Causes {
            whole: &["hp_lost", "ability_lost"],
            parts: &[
                "lost_to_attacks",
                "lost_to_poison",
                "lost_to_bleeding",
                "lost_to_magic",
                "lost_to_monsters",
                "lost_to_surroundings",
                "lost_to_hazards",
                "lost_to_exertion",
                "lost_to_disease",
            ],
        },
    ];

    fn rounds_max(book: &Book) -> u16 {
        book.round.rounds_max
    }

    /// A round may be a free one, and there are steps at its beginning and its end.
    fn steps_max(_book: &Book, combatants: u32) -> u32 {
        2 * (combatants + 2)
    }

    fn look(see: &dyn Fn(&str) -> i64) -> Seen {
        Seen {
            hp: see("hp"),
            hp_max: see("hp_max"),
            abilities: ["str", "dex", "wil"].map(see),
            maxima: ["str_max", "dex_max", "wil_max"].map(see),
            free_slots: see("free_slots"),
            engaged: see("engaged_with"),
            engaged_back: see("engaged_back"),
            active: see("active") == 1,
            dead: see("dead") == 1,
        }
    }

    fn wrong(_document: &Document<Self>, seen: &Seen, earlier: &Seen, in_fight: bool) -> Vec<&'static str> {
        let scores = seen.abilities.iter().zip(seen.maxima);
        let rules = [
            ("hit points below nothing", seen.hp >= 0),
            ("more hit points than the maximum", seen.hp <= seen.hp_max.max(0)),
            ("an ability below nothing", seen.abilities.iter().all(|&score| score >= 0)),
            ("more of an ability than the maximum", scores.into_iter().all(|(&score, most)| score <= most.max(0))),
            ("more slots than anybody has", seen.free_slots <= 40),
            ("STR 0, and in the fight", !in_fight || !seen.active || seen.abilities[0] > 0 || seen.maxima[0] == 0),
            ("engaged with somebody who is not with it", !in_fight || seen.engaged == seen.engaged_back),
            ("who was out is back", !in_fight || earlier.active || !seen.active),
            ("the dead have come back", seen.dead || !earlier.dead),
        ];
        rules.into_iter().filter(|(_, holds)| !holds).map(|(what, _)| what).collect()
    }

    fn must_not_roll(_roll: &Roll, before: &Seen, _now: &Seen) -> Option<&'static str> {
        (!before.active).then_some("who is out")
    }

    fn stands(_document: &Document<Self>, seen: &Seen) -> bool {
        seen.active
    }

    /// Nobody is left, or those who met did not want to fight.
    fn draw(left: &[Side], _now: &[Seen], round: u32) -> bool {
        left.is_empty() || round == 0
    }
}
