//! The demands on every fight of `vogt`, between any two steps, and who may roll what in a step.

use frame::dice::{Purpose, Roll};
use frame::fight::Side;
use frame::scenario::Document;
use vogt::Vogt;
use vogt::book::Book;
use vogt::rulings::{Cap, EndCondition, HpFloor};

use crate::properties::watched::{Causes, End, Guard};

/// One combatant as it is seen.
#[derive(Clone, Debug)]
pub struct Seen {
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

impl Guard for Vogt {
    type Seen = Seen;
    const CAUSES: &[Causes] = &[
        Causes {
            whole: &["actions_lost"],
            parts: &["lost_out_of_reach", "lost_without_anybody", "lost_without_means", "lost_to_visions"],
        },
        Causes {
            whole: &["damage_taken"],
            parts: &["taken_from_blows", "taken_from_techniques", "taken_from_bleeding", "taken_from_hazards"],
        },
    ];
    const ENDS: &[End] = &[
        End { rules: "VOG-051", says: " is dead", of_the_day: true },
        End { rules: "R-50", says: " leaves the fight", of_the_day: false },
    ];

    fn rounds_max(book: &Book) -> u16 {
        book.round.rounds_max
    }

    fn steps_max(book: &Book, combatants: u32) -> u32 {
        1 + (u32::from(book.round.turns) + u32::from(book.reevaluate.max_per_round)) * combatants
    }

    fn look(see: &dyn Fn(&str) -> i64) -> Seen {
        let is = |status: &str| see(status) == 1;
        Seen {
            hp: see("hp"),
            hp_max: see("hp_max"),
            exhaustion: see("exhaustion"),
            ar: see("ar"),
            ar_left: see("ar_left"),
            absorbed: see("absorbed"),
            body: ["hands", "eyes", "legs", "voice"].map(see),
            technique_dice: ["td(d4)", "td(d6)", "td(d8)", "td(d10)", "td(d12)"].map(see),
            dead: is("dead"),
            gone: is("fled"),
            active: is("active"),
            unconscious: is("unconscious"),
            at: (see("x"), see("y")),
        }
    }

    fn wrong(document: &Document<Self>, seen: &Seen, earlier: &Seen, in_fight: bool) -> Vec<&'static str> {
        let (book, rulings) = (&document.book, &document.rulings);
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
    fn together(document: &Document<Self>, now: &[Seen], _before: &[Seen]) -> Vec<String> {
        let Some(arena) = document.arena else { return Vec::new() };
        let (columns, rows) = (0..i64::from(arena.width), 0..i64::from(arena.height));
        let mut taken: Vec<(i64, i64)> = now.iter().filter(|seen| !seen.dead && !seen.gone).map(|seen| seen.at).collect();
        let inside = taken.iter().all(|(x, y)| columns.contains(x) && rows.contains(y));
        let count = taken.len();
        taken.sort_unstable();
        taken.dedup();
        let rules = [("off the grid", inside), ("two on one square", taken.len() == count)];
        rules.into_iter().filter(|(_, holds)| !holds).map(|(what, _)| format!("{what}: {now:?}")).collect()
    }

    /// The dead and the gone roll nothing, the unconscious only initiative and what becomes of them.
    fn must_not_roll(roll: &Roll, before: &Seen, _now: &Seen) -> Option<&'static str> {
        if before.dead || before.gone {
            return Some("dead or gone");
        }
        let passive = matches!(roll.purpose, Purpose::Initiative | Purpose::Fate);
        (!before.active && !passive).then_some("unconscious")
    }

    fn stands(document: &Document<Self>, seen: &Seen) -> bool {
        let to_the_death = document.rulings.end_condition == EndCondition::Dead;
        if to_the_death { !seen.dead && !seen.gone } else { seen.active }
    }

    /// Nobody is left, or nobody of several sides could act.
    fn draw(left: &[Side], now: &[Seen], _round: u32) -> bool {
        left.is_empty() || left.len() > 1 && now.iter().all(|seen| !seen.active)
    }
}
