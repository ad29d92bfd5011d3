//! Fights whose blows are made the short way are the ones whose blows are made the long way, by every option of every ruling, and whatever
//! else adds to an attack ends the short way.
//!
//! Owns no rule; [`ROWS`] says of each row of the lists by which attacks are rolled how a plain blow meets it. Start at [`either_way`].

use frame::dice::Slot;
use frame::fight::Slots;
use frame::rules::modifier::every;
use frame::rules::testing::either_way;
use frame::scenario::{Complaints, Raw};

use super::scene;
use crate::sheet::{Condition, PartKind};
use crate::state::{Body, Fight, PartSet, cause};
use crate::strike::{self, Blow, Use};
use crate::{Core, InjuryD20, load};

/// Duels, and fights in which some blows are plain.
const SCENES: [&[&str]; 4] = [&["mirror-duel.toml"], &["scratches.toml"], &["party-against-ogre.toml"], &["three-heads.toml"]];

#[test]
fn plain_blows_are_blows_like_any_other_by_every_ruling() {
    let long = |document: &_, complaints: &mut _| {
        let mut loaded = load(document, complaints)?;
        loaded.rules.fighters.iter_mut().for_each(|fighter| fighter.plain = None);
        Some(loaded)
    };
    let is_short = |core: &Core| core.fighters.iter().any(|fighter| fighter.plain.is_some());
    let shortly = either_way::<InjuryD20, Core, Core>(&SCENES, load, long, is_short);
    assert!(shortly.iter().any(|set| set.starts_with("rulings.crit_confirm=")), "{shortly:?}");
    assert!(!shortly.iter().any(|set| set.starts_with("rulings.end_out=")), "{shortly:?}");
}

/// Two soldiers beside each other, whose blows at each other are plain.
fn two() -> (Core, Fight) {
    let text = format!("format = 1\nsystem = 'injury-d20'\ntitle = 'test'\n{}", scene("", "", ""));
    let document = Raw::from_text("test.toml", &text, &[]).check::<InjuryD20>().expect("it can be read").document;
    let core = load(&document, &mut Complaints::default()).expect("it can be loaded").rules;
    let mut fight = core.morning.clone();
    fight.bodies.iter_mut().for_each(|body| (body.in_field, body.had_turn) = (true, true));
    (fight.present, fight.active) = (Slots::first(2), Slots::first(2));
    (core, fight)
}

/// How a plain blow meets what a row adds.
#[derive(Clone, Copy)]
enum Met {
    /// It reckons with the row.
    Counted,
    /// Nobody whose blows can be plain ever meets the row.
    Never,
    /// The attacker in this state, with its heads and eyes: its blows are not plain.
    Attacker(fn(&mut Body, PartSet, PartSet)),
    /// The target in this state.
    Target(fn(&mut Body, PartSet, PartSet)),
}

/// What a plain blow makes of each row of the lists by which attacks are rolled, by the name of the list and of the row.
const ROWS: &[(&str, &str, Met)] = &[
    ("NET", "other_attacks", Met::Counted),
    ("NET", "reckless", Met::Never),
    ("NET", "concussed_head", Met::Never),
    ("NET", "broken_weapon", Met::Attacker(|body, _, _| body.sundered[0] = 250)),
    ("NET", "helpless_target", Met::Target(|body, _, _| body.causes = cause::EXHAUSTION)),
    ("OWN_NET", "exhausted", Met::Counted),
    ("IMPAIRMENT", "injured_eyes", Met::Attacker(|body, _, eyes| _ = body.harm.add(eyes.trailing_zeros() as u8))),
    ("IMPAIRMENT", "blinded", Met::Attacker(|body, _, _| body.timed[Condition::Blinded as usize] = 1)),
    ("IMPAIRMENT", "concussed", Met::Attacker(|body, heads, _| _ = body.harm.add(heads.trailing_zeros() as u8))),
    ("MELEE_NET", "open_defences", Met::Target(|body, _, _| body.open_defences = 1)),
    ("MELEE_NET", "prone_target", Met::Target(|body, _, _| body.prone = true)),
    ("MELEE_NET", "prone", Met::Attacker(|body, _, _| body.prone = true)),
    ("MELEE_NET", "flanking", Met::Never),
    ("MELEE_NET", "cover", Met::Never),
    ("BONUS", "to_hit", Met::Counted),
    ("BONUS", "power_attack", Met::Never),
    ("BONUS", "deadly_aim", Met::Never),
    ("BONUS", "sickened", Met::Attacker(|body, _, _| body.timed[Condition::Sickened as usize] = 1)),
    ("BONUS", "charge", Met::Never),
    ("BONUS", "size", Met::Never),
    ("TARGET_DV", "in_between", Met::Never),
    ("DV", "off_guard", Met::Target(|body, _, _| body.exposed_to = 1)),
    ("DV", "own", Met::Counted),
    ("DV", "armor", Met::Target(|body, _, _| body.armor_sundered = 1)),
    ("DV", "shield", Met::Target(|body, _, _| body.shield_ready = true)),
    ("DV", "defending", Met::Target(|body, _, _| body.dodging = true)),
    ("DV", "charging", Met::Target(|body, _, _| body.charging = true)),
];

// INJ-080, INJ-083, INJ-122, INJ-138, INJ-168, INJ-170, INJ-195, INJ-201, R-09
#[test]
fn whatever_adds_to_an_attack_is_reckoned_with_or_ends_plain_blows() {
    let (ones, others) = (Slot(0), Slot(1));
    let lists = every(&[&strike::NET, &strike::BONUS, &strike::TARGET_DV]);
    let rows =
        lists.iter().filter(|list| list.name != "RANGED_NET").flat_map(|list| list.rows().map(|row| (list.name, row.id)));
    let mut left: Vec<_> = ROWS.iter().map(|&(list, row, _)| (list, row)).collect();
    for row in rows {
        let place = left.iter().position(|known| *known == row);
        left.swap_remove(place.unwrap_or_else(|| panic!("{row:?}: say in `ROWS` how a plain blow meets it")));
    }
    assert!(left.is_empty(), "these rows are gone: {left:?}");
    for &(list, row, met) in ROWS {
        let (mut core, mut fight) = two();
        core.fighters[1].shield = 2;
        let numbers = |core: &Core, fight: &Fight| {
            let blow = Blow::plain(0, Use::Melee);
            (core.net(fight, ones, others, &blow), core.terms(fight, ones, others, &blow))
        };
        let is_plain = |fight: &Fight| core.poised(fight, ones) && core.is_hit_plainly(others, fight.body(others));
        assert!(is_plain(&fight), "blows of two who are well are plain");
        let before = numbers(&core, &fight);
        let (who, change) = match met {
            Met::Attacker(change) => (ones, change),
            Met::Target(change) => (others, change),
            Met::Counted | Met::Never => continue,
        };
        let [heads, eyes] = [PartKind::Head, PartKind::Eye].map(|kind| core.fighter(who).plan.all(kind));
        change(fight.body_mut(who), heads, eyes);
        assert_ne!(numbers(&core, &fight), before, "{list} {row}: it adds nothing in this state");
        assert!(!is_plain(&fight), "{list} {row}: a plain blow passes over it");
    }
}
