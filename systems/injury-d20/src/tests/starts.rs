//! The condition in which a day begins: everything that another day can leave can be given to it.

use crate::InjuryD20;
use crate::fighter::Fighter;
use crate::plan::parts_in;
use crate::state::{Body, Care, SHIELD, cause};
use frame::dice::Slot;
use frame::rules::testing::{dawn, left_by, plays_without_the_dead};

/// A sheet for a combatant as it is now, with the treatment of its injuries.
fn sheet_of(fighter: &Fighter, body: &Body, care: &Care) -> String {
    let mut injuries = Vec::new();
    for part in parts_in(body.harm.hurt()) {
        let (kind, index) = fighter.plan.of(part);
        for &days in care.days[usize::from(part)].iter().take(body.harm.count(part).into()) {
            let kind = format!("{kind:?}").to_lowercase();
            injuries.push(format!("{{ part = '{kind}', index = {index}, treated = {days} }}"));
        }
    }
    format!(
        "stamina = {}, exhaustion = {}, strain = {}, bleed = {}, prone = {}, knocked_out = {}, coma = {}, hungry_days = {}, \
         armor_sundered = {}, shield_sundered = {}, injuries = [{}], weapons = [{{ name = 'sword', sundered = {} }}]",
        body.stamina,
        body.exhaustion,
        body.strain,
        body.bleed,
        body.prone,
        body.causes & cause::KNOCKED_OUT != 0,
        body.causes & cause::COMA != 0,
        body.hungry_days,
        body.armor_sundered,
        body.sundered[usize::from(SHIELD)],
        injuries.join(", "),
        body.sundered[0],
    )
}

/// A sheet with the cause of a combatant's death.
fn dead_by(body: &Body) -> String {
    match body.death {
        None => String::new(),
        Some(death) => format!("dead = '{}'", format!("{death:?}").to_lowercase()),
    }
}

/// Two champions with these sheets against a challenger; the plan of the day has a day of care in it.
fn scenario(champions: [&str; 2], plan: &str) -> String {
    let whole = "level = 3, mb = 3, str = 3, dex = 2, con = 2, armor = 4, trained_stamina = 4, skills = { heal = 6 }";
    let [a, b] = champions;
    format!(
        "{plan}
        side = [
            {{ name = 'us', combatant = [{{ name = 'A', {whole}, {a} }}, {{ name = 'B', {whole}, {b} }}] }},
            {{ name = 'them', combatant = [{{ name = 'challenger', level = 4, mb = 5, str = 4, dex = 2, con = 3, armor = 4, trained_stamina = 8,
               weapons = [{{ name = 'axe', critical_effect = 'bleed', critical_amount = 2 }}] }}] }},
        ]"
    )
}

/// Property: a day that is broken off after fights and rests goes on from a sheet with what they have left.
#[test]
fn whatever_a_day_leaves_can_be_the_beginning_of_the_next() {
    let fight = "{ fight = ['us', 'them'], fresh = ['them'] }";
    let mut came = [0; 5];
    for number in 0..400_u64 {
        let rest = |part: u64| ["{ rest = 'day' }", "{ rest = 'hour' }", "{ rest = 'night' }"][((number + part) % 3) as usize];
        let plan: Vec<String> = (0..=number % 3).map(|part| format!("{}, {fight}", rest(part))).collect();
        let plan = format!("day = [{}, {{ rest = 'day', when = 'fights > 1' }}]", plan.join(", "));
        let fresh = "weapons = [{ name = 'sword' }]";
        let (loaded, left) = left_by::<InjuryD20>(&scenario([fresh; 2], &plan), number);
        let bodies = [*left.body(Slot(0)), *left.body(Slot(1))];
        // Of the dead the cause is kept, and nothing else is asked of them.
        if bodies.iter().any(|body| body.death.is_some()) {
            let sheets = bodies.map(|body| dead_by(&body));
            let (_, next) = dawn::<InjuryD20>(&scenario([&sheets[0], &sheets[1]], &plan));
            assert_eq!([0, 1].map(|slot| next.body(Slot(slot)).death), bodies.map(|body| body.death), "day {number}");
            continue;
        }
        let sheets =
            [0, 1].map(|slot| sheet_of(loaded.rules.fighter(Slot(slot)), left.body(Slot(slot)), &left.care[usize::from(slot)]));
        let (_, next) = dawn::<InjuryD20>(&scenario([&sheets[0], &sheets[1]], &plan));
        for (index, was) in bodies.iter().enumerate() {
            let is = *next.body(Slot(index as u8));
            let was = Body {
                at: is.at,
                in_field: is.in_field,
                had_turn: is.had_turn,
                fled: is.fled,
                yielded: is.yielded,
                met: is.met,
                ..*was
            };
            assert_eq!(is, was, "day {number}: {}", sheets[index]);
            let (before, after) = (&left.care[index], &next.care[index]);
            let comes = [
                was.harm.injuries() > 0,
                before.days.iter().flatten().any(|&days| days > 0),
                was.strain > 0,
                was.causes & cause::COMA != 0,
                was.exhaustion < 6,
            ];
            for part in parts_in(was.harm.hurt()) {
                let count = usize::from(was.harm.count(part));
                let [before, after] = [before, after].map(|care| &care.days[usize::from(part)][..count]);
                assert_eq!(before, after, "day {number}, part {part}: {}", sheets[index]);
            }
            came.iter_mut().zip(comes).for_each(|(count, comes)| *count += u32::from(comes));
        }
    }
    assert!(came.iter().filter(|&&count| count > 0).count() >= 2, "{came:?}");
}

/// Property: a combatant that is dead when the day begins is missing from it, and counted as dead.
#[test]
fn the_dead_take_no_part_in_the_day() {
    let plan =
        "day = [{ fight = ['us', 'them'], fresh = ['them'] }, { rest = 'day' }, { fight = ['us', 'them'], fresh = ['them'] }]";
    let alive = "weapons = [{ name = 'sword' }]";
    for cause in ["head", "heart", "save", "destroyed", "killed", "starved"] {
        let dead = format!("{alive}, dead = '{cause}'");
        plays_without_the_dead::<InjuryD20>(&scenario([&dead, alive], plan));
    }
}
