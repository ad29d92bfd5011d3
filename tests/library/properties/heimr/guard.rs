//! The demands on every fight of `heimr`, between any two steps, and who may roll in a step.

use frame::dice::{Purpose, Roll};
use frame::scenario::Document;
use heimr::Heimr;
use heimr::book::Book;

use crate::properties::watched::{Causes, Guard};

/// One combatant as it is seen.
#[derive(Clone, Debug)]
pub struct Seen {
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

impl Guard for Heimr {
    type Seen = Seen;
    const CAUSES: &[Causes] = &[
        Causes { whole: &["turns_lost"], parts: &["turns_asleep", "turns_dazed"] },
        Causes {
            whole: &["damage_taken"],
            parts: &["taken_from_weapons", "taken_from_effects", "taken_from_falls", "taken_from_hazards"],
        },
    ];

    fn rounds_max(book: &Book) -> u16 {
        book.turn.rounds_max
    }

    /// A turn each, and one more for each who waits.
    fn steps_max(_book: &Book, combatants: u32) -> u32 {
        1 + 2 * combatants
    }

    fn look(see: &dyn Fn(&str) -> i64) -> Seen {
        let is = |status: &str| see(status) == 1;
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
            holding: see("holds"),
            stance: see("stance"),
            daze: see("daze_turns"),
            absent: is("absent"),
            gone: is("fled") || is("caught") || is("yielded"),
            out: !is("standing"),
            dead: is("dead"),
            unconscious: is("unconscious"),
            asleep: is("asleep"),
            prone: is("prone"),
            stabilised: is("stabilised"),
        }
    }

    fn wrong(document: &Document<Self>, seen: &Seen, earlier: &Seen, in_fight: bool) -> Vec<&'static str> {
        if seen.absent || !in_fight {
            return Vec::new();
        }
        let fatigue = &document.book.fatigue;
        let tireless = !fatigue.enabled;
        let (least, most) = (i64::from(fatigue.min), i64::from(fatigue.max));
        let grown = i64::from(fatigue.growth);
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
        rules.into_iter().filter(|(_, holds)| !holds).map(|(what, _)| what).collect()
    }

    /// Clusters and grabs hold those who are in one square.
    fn together(document: &Document<Self>, now: &[Seen], _before: &[Seen]) -> Vec<String> {
        let arena = document.arena.clone().unwrap_or_default();
        let grid = &document.book.grid;
        let columns = i64::from(arena.columns.unwrap_or(grid.columns));
        let rows = i64::from(arena.rows.unwrap_or(grid.rows));
        let mut wrong = Vec::new();
        for (who, seen) in now.iter().enumerate().filter(|(_, seen)| !seen.absent) {
            let (column, row) = seen.place;
            let inside = (0..columns).contains(&column) && (0..rows).contains(&row);
            let apart = now.iter().any(|other| seen.cluster != 0 && other.cluster == seen.cluster && other.at != seen.at);
            let held = usize::try_from(seen.holding).ok().map(|held| &now[held]);
            let holder = usize::try_from(seen.held_by).ok().map(|by| &now[by]);
            let rules = [
                ("off the grid", inside),
                ("alone in its cluster", seen.cluster == 0 || seen.cluster_size > 1),
                ("in a cluster that is not in one square", !apart),
                ("holding somebody who is not held", held.is_none_or(|held| held.held_by == who as i64 && held.at == seen.at)),
                ("held by somebody who does not hold", holder.is_none_or(|holder| holder.holding == who as i64)),
            ];
            let broken = rules.into_iter().filter(|(_, holds)| !holds);
            wrong.extend(broken.map(|(what, _)| format!("{who} is {what}: {now:?}")));
        }
        wrong
    }

    /// Those who have surrendered roll for nothing, but still say whether they let themselves be moved, and may slip in it.
    fn must_not_roll(roll: &Roll, before: &Seen, now: &Seen) -> Option<&'static str> {
        (before.out && now.out && roll.purpose != Purpose::Slip).then_some("who is out")
    }

    fn stands(_document: &Document<Self>, seen: &Seen) -> bool {
        !seen.out
    }
}
