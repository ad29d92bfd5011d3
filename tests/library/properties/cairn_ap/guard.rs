//! The demands on every fight of `cairn-ap`, between any two steps, and who may roll what in a step.

use cairn_ap::CairnAp;
use cairn_ap::book::Book;
use frame::dice::{Purpose, Roll};
use frame::fight::Side;
use frame::scenario::Document;

use crate::properties::watched::{Causes, Guard};

/// Rolls that those make who cannot act.
const PASSIVE: [&str; 6] = ["initiative", "save", "resistance", "critical damage", "save of a scar", "shield or weapon"];

/// One combatant as it is seen.
#[derive(Clone, Debug)]
pub struct Seen {
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

impl Guard for CairnAp {
    type Seen = Seen;
    const CAUSES: &[Causes] =
        &[Causes { whole: &["damage_taken"], parts: &["taken_from_weapons", "taken_from_spells", "taken_from_hazards"] }];

    fn rounds_max(book: &Book) -> u16 {
        book.round.rounds_max
    }

    fn steps_max(_book: &Book, combatants: u32) -> u32 {
        2 + combatants
    }

    fn look(see: &dyn Fn(&str) -> i64) -> Seen {
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
            active: is("is(active)"),
            dead: is("dead"),
            away: ["dead", "is(fled)", "is(routed)", "captured", "is(absent)"].into_iter().any(is),
            in_field: is("in_field"),
            absent: is("is(absent)"),
        }
    }

    fn wrong(document: &Document<Self>, seen: &Seen, earlier: &Seen, in_fight: bool) -> Vec<&'static str> {
        let book = &document.book;
        let own = document.side.iter().flat_map(|side| &side.combatant).filter_map(|sheet| sheet.action_points);
        let points = own.fold(book.ap.max.max(book.ap.surprised), u8::max);
        // A combatant that is called up, or comes as a duplicate, comes with everything anew.
        let joins = earlier.absent;
        let rules = [
            ("hit points below nothing", seen.hp >= 0),
            ("more hit points than the maximum", seen.hp <= seen.hp_max || !book.mishap.alien.is_empty()),
            ("an attribute below nothing", seen.attributes.iter().all(|&score| score >= 0)),
            ("more Armor than anybody can have", seen.armor <= i64::from(book.damage.armor_cap)),
            ("more action points than there are", (0..=i64::from(points)).contains(&seen.ap)),
            ("fewer slots than none", seen.free_slots >= 0),
            ("Fatigue gone in a fight", !in_fight || joins || seen.absent || seen.fatigue >= earlier.fatigue),
            ("dust found in a fight", !in_fight || joins || seen.dust <= earlier.dust),
            ("bandages found in a fight", !in_fight || joins || seen.bandages <= earlier.bandages),
            ("the dead have come back in a fight", !in_fight || seen.dead || seen.absent || !earlier.dead),
            ("the gone have come back in a fight", !in_fight || joins || seen.away || !earlier.away),
        ];
        rules.into_iter().filter(|(_, holds)| !holds).map(|(what, _)| what).collect()
    }

    /// Those who are away roll nothing, and those who cannot act only what becomes of them.
    fn must_not_roll(roll: &Roll, before: &Seen, now: &Seen) -> Option<&'static str> {
        let joined = before.absent && !now.absent;
        if before.away && !joined {
            return Some("who is away");
        }
        // A combatant that wakes up in the step may act in it.
        let passive = PASSIVE.contains(&roll.what) || roll.purpose == Purpose::Fate || before.active || now.active;
        (!passive).then_some("who cannot act")
    }

    fn stands(_document: &Document<Self>, seen: &Seen) -> bool {
        seen.active && seen.in_field
    }

    /// Nobody is left, or those who met did not want to fight.
    fn draw(left: &[Side], _now: &[Seen], round: u32) -> bool {
        left.is_empty() || round == 0
    }
}
