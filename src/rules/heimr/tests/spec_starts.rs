//! The condition in which a day begins: everything that another day can leave can be given to it.

use crate::dice::Slot;
use crate::rules::heimr::Heimr;
use crate::rules::heimr::book::tables::BodyPart;
use crate::rules::heimr::state::{Body, Place};
use crate::rules::testing::{dawn, left_by};

/// A sheet for somebody as it is now.
fn sheet_of(body: &Body) -> String {
    let injuries: Vec<String> = BodyPart::of_set(body.injuries).map(|part| format!("'{}'", part.name())).collect();
    format!(
        "hp = {}, willpower = {}, fatigue = {}, injuries = [{}], stabilised = {}, prone = {}, unconscious = {}, \
         weapons = [{{ kind = 'medium', toughness = 3, wear = {} }}], \
         skills = [{{ name = 'trip', action = 'on_hit', willpower = 1, rested = true, used = {}, effects = [{{ effect = 'fall' }}] }}]",
        body.hp,
        body.willpower,
        body.effort.fatigue,
        injuries.join(", "),
        body.stabilised,
        body.prone,
        body.unconscious,
        body.wear[0],
        body.skills_used & 1 == 1,
    )
}

/// Two fighters with these sheets against a brute.
fn scenario(fighters: [&str; 2], plan: &str) -> String {
    let whole = "attributes = { str = 2, dex = 2, sta = 2 }, abilities = { swordsmanship = { trained_c = 2, trained_p = 3 } }, hp_max = 5, \
                 willpower_max = 4, policy = 'trips'";
    let [a, b] = fighters;
    format!(
        "{plan}
        side = [
            {{ name = 'us', combatant = [{{ name = 'A', {whole}, {a} }}, {{ name = 'B', {whole}, {b} }}] }},
            {{ name = 'them', combatant = [{{ name = 'brute', attributes = {{ str = 3, dex = 2 }}, hp_max = 6, weapons = [{{ kind = 'great' }}],
               abilities = {{ swordsmanship = {{ trained_c = 2, trained_p = 2 }} }} }}] }},
        ]
        rulings = {{ toughness = 'cumulative' }}
        [policy.trips]
        on_hit = [{{ do = 'skill', skill = 'trip' }}]"
    )
}

/// Property: a day that is broken off after fights and rests goes on from a sheet with what they have left.
#[test]
fn whatever_a_day_leaves_can_be_the_beginning_of_the_next() {
    let fight = "{ fight = ['us', 'them'], fresh = ['them'] }";
    let fresh = "weapons = [{ kind = 'medium', toughness = 3 }], \
                 skills = [{ name = 'trip', action = 'on_hit', willpower = 1, rested = true, effects = [{ effect = 'fall' }] }]";
    let mut came = [0; 5];
    for number in 0..200_u64 {
        let rest = |part: u64| ["", ", { rest = 'short_rest' }", ", { rest = 'night' }"][((number + part) % 3) as usize];
        let plan: Vec<String> = (0..=number % 3).map(|part| format!("{fight}{}", rest(part))).collect();
        let (_, left) = left_by::<Heimr>(&scenario([fresh; 2], &format!("day = [{}]", plan.join(", "))), number);
        let bodies = [*left.body(Slot(0)), *left.body(Slot(1))];
        // The dead need no sheet, and what is lost for good does not stand on it.
        if bodies.iter().any(|body| body.dead || body.places[0] == Place::Gone) {
            continue;
        }
        let sheets = bodies.map(|body| sheet_of(&body));
        let (_, next) = dawn::<Heimr>(&scenario([&sheets[0], &sheets[1]], ""));
        for (index, was) in bodies.iter().enumerate() {
            let is = *next.body(Slot(index as u8));
            let was = Body { exit: is.exit, gone: is.gone, ..*was };
            assert_eq!(is, was, "day {number}: {}", sheets[index]);
            let comes =
                [was.injuries > 0, was.stabilised, was.willpower < 4, was.skills_used > 0, was.hp < 5 && was.injuries == 0];
            came.iter_mut().zip(comes).for_each(|(count, comes)| *count += u32::from(comes));
        }
    }
    assert!(came.iter().filter(|&&count| count > 0).count() >= 3, "{came:?}");
}
