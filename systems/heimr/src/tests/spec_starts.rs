//! The condition in which a day begins: everything that another day can leave can be given to it.

use super::refused;
use crate::Heimr;
use crate::book::tables::BodyPart;
use crate::state::{Body, Place};
use frame::dice::Slot;
use frame::fight::ABSENT;
use frame::rules::testing::{ScriptedPlay, at_dawn, dawn, left_by, load, plays_without_the_dead};
use frame::sim::{Layout, Worker};

/// The gear of a fighter that has not fought yet.
const FRESH: &str = "weapons = [{ kind = 'medium', toughness = 3 }], \
                     skills = [{ name = 'trip', action = 'on_hit', willpower = 1, rested = true, effects = [{ effect = 'fall' }] }]";

/// Rounds that the mangled live.
const LIVES: u32 = 300;

/// A sheet for a combatant as it is now.
fn sheet_of(body: &Body) -> String {
    let injuries: Vec<String> = BodyPart::of_set(body.injuries).map(|part| format!("'{}'", part.word())).collect();
    format!(
        "hp = {}, willpower = {}, fatigue = {}, injuries = [{}], stabilised = {}, prone = {}, unconscious = {}, dead = {}, dying_rounds = {}, \
         weapons = [{{ kind = 'medium', toughness = 3, wear = {} }}], \
         skills = [{{ name = 'trip', action = 'on_hit', willpower = 1, rested = true, used = {}, effects = [{{ effect = 'fall' }}] }}]",
        body.hp,
        body.willpower,
        body.effort.fatigue,
        injuries.join(", "),
        body.stabilised,
        body.prone,
        body.unconscious,
        body.dead,
        if body.death_round == 0 { 0 } else { LIVES - body.death_round },
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
    let mut came = [0; 6];
    for number in 0..200_u64 {
        let rest = |part: u64| ["", ", { rest = 'short_rest' }", ", { rest = 'night' }"][((number + part) % 3) as usize];
        let plan: Vec<String> = (0..=number % 3).map(|part| format!("{fight}{}", rest(part))).collect();
        let (_, left) = left_by::<Heimr>(&scenario([FRESH; 2], &format!("day = [{}]", plan.join(", "))), number);
        let bodies = [*left.body(Slot(0)), *left.body(Slot(1))];
        // An item that is lost for good does not stand on a sheet.
        if bodies.iter().any(|body| body.places[0] == Place::Gone) {
            continue;
        }
        let sheets = bodies.map(|body| sheet_of(&body));
        let (_, next) = dawn::<Heimr>(&scenario([&sheets[0], &sheets[1]], ""));
        for (index, was) in bodies.iter().enumerate() {
            let is = *next.body(Slot(index as u8));
            let was = Body { exit: is.exit, gone: is.gone, ..*was };
            assert_eq!(is, was, "day {number}: {}", sheets[index]);
            let comes = [
                was.injuries > 0,
                was.stabilised,
                was.willpower < 4,
                was.skills_used > 0,
                was.hp < 5 && was.injuries == 0,
                was.dead,
            ];
            came.iter_mut().zip(comes).for_each(|(count, comes)| *count += u32::from(comes));
        }
    }
    assert!(came.iter().filter(|&&count| count > 0).count() >= 4, "{came:?}");
}

// HEI-076, HEI-077
#[test]
fn whoever_has_been_dying_for_a_while_dies_the_sooner() {
    let mangled = format!("{FRESH}, hp = -2, injuries = ['right_leg']");
    for minutes in [1, 4, 5, 9] {
        let plan = format!("day = [{{ travel = {minutes} }}, {{ fight = ['us', 'them'] }}]");
        let mut play = ScriptedPlay::<Heimr>::script(&scenario([&mangled, FRESH], &plan), "");
        play.leg();
        let left = play.see("A", "death_round");
        assert!(left > 0 && play.see("A", "dead") == 0);
        let dying = format!("{mangled}, dying_rounds = {}", i64::from(LIVES) - left);
        for what in ["death_round", "unconscious_round", "unconscious", "prone", "dead", "hp"] {
            let is = at_dawn::<Heimr>(&scenario([&dying, FRESH], ""), "A", what);
            assert_eq!(is, play.see("A", what), "{what} after {minutes} minutes");
        }
    }
    refused("dying_rounds = 5", "", "nobody is dying with");
    refused("hp = -2, injuries = ['torso'], dying_rounds = 300", "", "it has been dying for 300 rounds");
    refused("hp = -4, injuries = ['torso'], dying_rounds = 60", "", "it has been dying for 60 rounds");
    refused("hp = -2, injuries = ['torso'], dying_rounds = 5, stabilised = true", "", "not dying");
    refused("hp = -2, injuries = ['torso'], dying_rounds = 5, dead = true", "", "not dying any more");
}

/// Property: a combatant that is dead when the day begins is missing from it, and counted as dead.
#[test]
fn the_dead_take_no_part_in_the_day() {
    let dead = format!("{FRESH}, dead = true, hp = -4, injuries = ['torso']");
    let plan = "day = [{ fight = ['us', 'them'], fresh = ['them'] }, { rest = 'short_rest' }, { travel = 30 }, { fight = ['us', 'them'], fresh = ['them'] }]";
    plays_without_the_dead::<Heimr>(&scenario([&dead, FRESH], plan));
}

// HEI-067, HEI-068, HEI-071, HEI-078, HEI-140, R-54
#[test]
fn what_comes_back_between_fights_is_counted() {
    let fight = "{ fight = ['us', 'them'], fresh = ['them'] }";
    let plan = format!("day = [{fight}, {{ rest = 'short_rest' }}, {fight}, {{ travel = 5 }}, {fight}, {{ rest = 'night' }}]");
    let rest = "book = { rest = { interrupted_percent = 30 } }\nrulings = { toughness = 'cumulative', short_rest_willpower = 'full', treatment = 'one_hp' }";
    let text = scenario([FRESH; 2], &plan).replace("rulings = { toughness = 'cumulative' }", rest);
    let loaded = load::<Heimr>(&text);
    let layout = Layout::new(&loaded);
    let mut worker = Worker::new(&loaded, &layout, 1);
    let index = |key: &str| layout.catalogue.index(key).unwrap_or_else(|| panic!("there is no metric {key}"));
    let mut came = [0; 6];
    for number in 0..300 {
        let values = worker.play(number);
        for who in ["A", "B"] {
            let of = |key: &str| values[index(key)];
            let between = |family: &str| of(&format!("between.{who}.{family}"));
            let of_fights = |family: &str| {
                (1..=3).map(|fight| of(&format!("fight{fight}.{who}.{family}"))).filter(|&lost| lost != ABSENT).sum::<i64>()
            };
            assert_eq!(of(&format!("end.{who}.hp")), 5 - of_fights("damage_taken") + between("hp_regained"), "day {number}");
            assert_eq!(of(&format!("end.{who}.willpower")), 4 - of_fights("willpower_spent") + between("willpower_regained"));
            let families =
                ["hp_regained", "willpower_regained", "fatigue_shed", "injuries_treated", "stabilised", "rests_interrupted"];
            came.iter_mut().zip(families).for_each(|(count, family)| *count += between(family));
        }
    }
    assert!(came.iter().all(|&count| count > 0), "{came:?}");
}
