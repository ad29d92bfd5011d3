//! Small fights of `heimr` whose exact and sampled outcomes have to agree. They end after a few rounds: what happens in those is
//! what is compared.

use frame::exact::{self, SolverLimits};
use heimr::Heimr;

use super::{agree_of, load_of, scenario};

/// Fights that are played for a comparison.
const FIGHTS: u64 = 40_000;
/// The metrics that have to be known of every fight.
const KNOWN: [&str; 4] = ["winner", "rounds", "hp", "fatigue"];
/// To the first blood.
const FIRST_BLOOD: &str = "[rulings]\nout_at = 'injured'";

/// Attributes, and abilities of the consistency `c` and the potential `p`.
pub fn body(stamina: i8, c: i8, p: i8) -> String {
    let all = ["swordsmanship", "knife_fighting", "sword_and_shield", "archery", "agility", "brawl"];
    let abilities: Vec<String> = all.iter().map(|name| format!("{name} = {{ c = {c}, p = {p} }}")).collect();
    format!("attributes = {{ dex = 1, sta = {stamina} }}, abilities = {{ {} }}", abilities.join(", "))
}

#[track_caller]
fn agree(sides: &[(&str, &[&str])], rounds: u8, rest: &str, seed: u64) {
    let text = scenario(sides, &format!("{rest}\n[book.turn]\nrounds_max = {rounds}"));
    agree_of::<Heimr>(&text, FIGHTS, seed, &KNOWN);
}

/// A defence that is rolled already, so that the first round branches less.
pub const READY: &str = "stance = { kind = 'dodge', c = 0, pre = 3, d6 = 3 }";

/// Ada against Bo.
#[track_caller]
fn duel(ada: &str, bo: &str, rounds: u8, rest: &str, seed: u64) {
    let (ada, bo) = (format!("name = 'Ada', {ada}"), format!("name = 'Bo', {bo}"));
    agree(&[("left", &[&ada]), ("right", &[&bo])], rounds, rest, seed);
}

#[test]
fn a_duel_of_swords_with_all_that_injuries_do() {
    let sword = format!("hp_max = 1, weapons = [{{ kind = 'medium' }}], {}", body(3, 0, 2));
    duel(&format!("initiative = 5, {sword}"), &format!("initiative = 4, {sword}"), 3, "", 21);
}

#[test]
fn a_duel_to_the_first_blood_of_two_who_tire_and_breathe() {
    let tired = format!("hp_max = 2, weapons = [{{ kind = 'light' }}], {}", body(0, 0, 2));
    duel(&tired, &tired, 5, FIRST_BLOOD, 22);
}

#[test]
fn two_against_two_who_all_roll_initiative() {
    let person = |name: &str, potential: i8| {
        format!("name = '{name}', hp_max = 1, weapons = [{{ kind = 'medium' }}], {READY}, {}", body(3, 0, potential))
    };
    let [ada, amy, bo, ben] = [("Ada", 2), ("Amy", 2), ("Bo", 2), ("Ben", 1)].map(|(name, potential)| person(name, potential));
    agree(&[("left", &[&ada, &amy]), ("right", &[&bo, &ben])], 1, FIRST_BLOOD, 29);
}

#[test]
fn two_knives_against_a_shield() {
    let knives = "hp_max = 2, weapons = [{ kind = 'light' }, { kind = 'light', place = 'off_hand' }]";
    let shield = "hp_max = 2, weapons = [{ kind = 'medium' }], shields = [{ kind = 'small' }]";
    let (knives, shield) = (format!("{knives}, {READY}, {}", body(3, 0, 2)), format!("{shield}, {READY}, {}", body(3, 0, 2)));
    duel(&knives, &shield, 1, FIRST_BLOOD, 23);
}

#[test]
fn an_archer_who_is_charged_at() {
    let bow = "hp_max = 2, at = 'B1', weapons = [{ kind = 'bow' }, { kind = 'light' }]";
    let archer = format!("{bow}, {READY}, {}", body(3, 1, 2));
    let sword = format!("hp_max = 4, at = 'B2', weapons = [{{ kind = 'medium' }}], {READY}, {}", body(3, 0, 2));
    duel(&archer, &sword, 2, &format!("{FIRST_BLOOD}\n[book.modules]\nblind_spots = true"), 24);
}

#[test]
fn a_wrestler_who_has_to_get_past_a_sword() {
    let wrestler = format!("hp_max = 2, policy = 'grapples', {READY}, {}", body(3, 0, 4));
    let sword = format!("hp_max = 2, weapons = [{{ kind = 'medium' }}], {READY}, {}", body(2, 0, 2));
    let rest = "[policy.grapples]\nbrawl = [{ do = 'bind' }]\n[rulings]\nout_at = 'injured'\ntouch_binds = 'yes'";
    duel(&wrestler, &sword, 1, rest, 25);
}

#[test]
fn a_guard_who_stands_before_another() {
    let person = |name: &str, (hp, initiative): (u8, u8), policy: &str| {
        let sword = format!("weapons = [{{ kind = 'medium' }}], {READY}, {}", body(3, 0, 2));
        format!("name = '{name}', hp_max = {hp}, initiative = {initiative}, policy = '{policy}', {sword}")
    };
    let policies = "[policy.guards]\nguard = [{ do = 'ally' }]\nturn = [{ do = 'guard' }, { do = 'wait' }]\n\
                    [policy.slips]\nanswer_guard = [{ do = 'outmanoeuvre' }]\ntarget = [{ at = 'first', among = 'it.is(Wo)' }]\n\
                    [policy.waits]\nturn = [{ do = 'wait' }]\n";
    let (one, ward) = (person("Ada", (2, 5), "slips"), person("Wo", (1, 1), "waits"));
    let guard = person("Gi", (2, 9), "guards");
    agree(&[("left", &[&one]), ("right", &[&guard, &ward])], 1, &format!("{policies}{FIRST_BLOOD}"), 26);
}

#[test]
fn a_jump_over_a_river_with_willpower_to_try_again() {
    let rest = "[arena]\n[[arena.border]]\nbetween = ['B2', 'B3']\nkinds = ['jump_2_5m']\n\
                [policy.jumps]\nreroll = [{ do = 'yes' }]\n[policy.stays]\napproach = [{ do = 'hold' }]\n";
    let person = |at: &str, policy: &str, stamina: i8| {
        format!(
            "hp_max = 2, at = '{at}', policy = '{policy}', willpower_max = 2, weapons = [{{ kind = 'medium' }}], {}",
            body(stamina, 0, 2)
        )
    };
    duel(&person("B3", "jumps", 2), &person("B2", "stays", 3), 4, &format!("{rest}{FIRST_BLOOD}"), 27);
}

#[test]
fn a_day_of_two_fights_with_a_short_rest_or_a_hazard_between() {
    let person = |name: &str, hp: u8, initiative: u8, rest: &str| {
        format!("name = '{name}', hp_max = {hp}, initiative = {initiative}, {rest}, {READY}")
    };
    let sword = format!("weapons = [{{ kind = 'medium' }}], {}", body(3, 0, 2));
    let (ada, bo) = (person("Ada", 4, 5, &sword), person("Bo", 2, 6, &sword));
    let wolf = person("Fang", 1, 4, &body(3, 0, 4));
    let sides: &[(&str, &[&str])] = &[("left", &[&ada]), ("right", &[&bo]), ("wolf", &[&wolf])];
    let rest = "[book.turn]\nrounds_max = 2\n[rulings]\nout_at = 'injured'\nstabilise = 'all'";
    let hazard = "{ hazard = { die = '1d3', ability = 'agility', cr = 5, saved = 'half' }, when = 'Ada.hp > 1' }";
    for between in ["{ rest = 'short_rest' }", hazard, "{ hazard = { height = 2 } }"] {
        let day = format!("day = [{{ fight = ['left', 'right'] }}, {between}, {{ fight = ['left', 'wolf'] }}]");
        agree_of::<Heimr>(&format!("{day}\n{}", scenario(sides, rest)), FIGHTS, 28, &KNOWN);
    }
}

#[test]
fn the_duel_of_the_specification_lasts_as_long_as_it_says() {
    // Each hit takes half of the hit points, and the second one ends the duel.
    let plain = "hp_max = 4, initiative = 5, attributes = { sta = 3 }, policy = 'parries', \
                 weapons = [{ kind = 'medium', bonus = 0, ability = 'swordsmanship' }], \
                 abilities = { swordsmanship = { c = 2, p = 6 }, agility = { c = 0, p = -20 } }";
    let (ada, bo) = (format!("name = 'Ada', {plain}"), format!("name = 'Bo', {plain}"));
    let torso = "body_part = ['torso', 'torso', 'torso', 'torso', 'torso', 'torso']";
    let rest = format!("[book]\n{torso}\n[policy.parries]\ndefend = [{{ do = 'parry' }}]\n{FIRST_BLOOD}");
    let (loaded, layout) = load_of::<Heimr>(&scenario(&[("left", &[&ada]), ("right", &[&bo])], &rest));
    let solved = exact::solve(&loaded, &layout, SolverLimits::default()).whole().expect("a small fight");
    let rounds = layout.catalogue.index("rounds").expect("there are rounds");
    let (mean, _) = solved.moments(rounds).expect("they are known");
    assert!((mean - 1_849_875_980_544_000_000.0 / 552_197_752_812_251_279.0).abs() < 1e-9, "{mean}");
}
