//! Exact answers and sampled ones come from the same rules code by two ways, and have to agree.
//!
//! The scenarios are small on purpose, and each brings in something that the exact solver forgets, merges or settles.

use crate::exact::Limits;
use crate::rules::bdp::Bdp;
use crate::rules::testing::Play;

/// Fights that are played for a comparison.
const FIGHTS: u64 = 6_000;

/// Solves a scenario, plays it, and compares every value of every metric that the solver knows.
#[track_caller]
fn agree(text: &str, seed: u64) {
    let exact = Play::<Bdp>::solved(text, Limits { light: 1e-9, ..Limits::default() });
    let apart = exact.apart(&Play::<Bdp>::sampled(text, FIGHTS, seed));
    assert!(apart.is_empty(), "{}", apart.join("\n"));
    assert!(exact.unresolved() < 1e-6, "{}", exact.unresolved());
}

fn sides(party: &[&str], foes: &[&str], rest: &str) -> String {
    let side = |name: &str, members: &[&str]| {
        let members: String = members.iter().map(|one| format!("{{ {one} }},")).collect();
        format!("{{ name = '{name}', combatant = [{members}] }},\n")
    };
    format!("side = [\n{}{}]\n{rest}\n", side("party", party), side("foes", foes))
}

const CLUB: &str = "weapons = [{ name = 'club' }]";

#[test]
fn a_duel_with_blocks_that_fill_the_slots() {
    let pc = format!("name = 'P', pc = true, str = 5, dex = 4, hp_max = 2, slots_used = 6, {CLUB}");
    agree(&sides(&[&pc], &[&format!("name = 'N', str = 4, hp_max = 2, {CLUB}")], ""), 1);
}

#[test]
fn a_parry_against_one_of_two_and_their_morale() {
    let pc = format!("name = 'P', pc = true, str = 4, hp_max = 3, policy = 'parries', {CLUB}");
    let foe = |name: &str| format!("name = '{name}', str = 2, hp_max = 1, weapons = [{{ name = 'knife', category = 'fast' }}]");
    let policy = "[policy.parries]\nreaction = [{ do = 'parry' }]";
    agree(&sides(&[&pc], &[&foe("N1"), &foe("N2")], policy), 2);
}

#[test]
fn fighting_back_and_two_weapons() {
    let pc = "name = 'P', pc = true, str = 4, hp_max = 2, slots_used = 5, two_weapons = true, policy = 'back', \
              weapons = [{ kind = 'dagger' }, { kind = 'axe', proficient = true }]";
    let policy = "[policy.back]\nreaction = [{ do = 'fight_back' }]";
    agree(&sides(&[pc], &[&format!("name = 'N', str = 3, hp_max = 2, {CLUB}")], policy), 3);
}

#[test]
fn gambits_that_go_back_and_forth() {
    let pc = format!("name = 'P', pc = true, str = 6, hp_max = 2, policy = 'trips', {CLUB}");
    let policy = "[policy.trips]\naction = [{ do = 'gambit', gambit = 'trip', when = 'round == 1' }]\n[book.round]\nrounds_max = 3\n[book.gambit]\nmax_chain = 4";
    agree(&sides(&[&pc], &[&format!("name = 'N', str = 4, dex = 7, hp_max = 2, {CLUB}")], policy), 4);
}

#[test]
fn bleeding_shock_and_push() {
    let pc = "name = 'P', pc = true, str = 4, hp_max = 1, weapons = [{ name = 'hook', proficient = true, tags = { bleed = 4, push = 6 } }]";
    let foe = "name = 'N', str = 4, hp_max = 2, weapons = [{ kind = 'maul', proficient = true }]";
    agree(&sides(&[pc], &[foe], "[book.round]\nrounds_max = 5"), 5);
}

#[test]
fn one_magic_die_with_all_that_it_brings() {
    let pc = "name = 'P', pc = true, str = 4, wil = 6, hp_max = 3, md = 1, slots_used = 4, policy = 'casts'";
    let policy =
        "[policy.casts]\naction = [{ do = 'sculpt', dice = 1 }]\n[book.md]\ntotal_max = 2\n[book.round]\nrounds_max = 4";
    agree(&sides(&[pc], &[&format!("name = 'N', str = 3, hp_max = 2, {CLUB}")], policy), 6);
}

#[test]
fn archers_zones_and_retreat() {
    let pc = "name = 'P', pc = true, str = 3, hp_max = 2, zone = 'yard', policy = 'flees', weapons = [{ kind = 'crossbow' }]";
    let rest = "[arena]\nzones = [{ name = 'hall' }, { name = 'yard', cover = true }]\n\
                [policy.flees]\naction = [{ do = 'retreat', when = 'hp == 0' }, { do = 'attack' }]\n[book.round]\nrounds_max = 6";
    agree(&sides(&[pc], &[&format!("name = 'N', str = 3, hp_max = 2, {CLUB}")], rest), 7);
}

#[test]
fn a_day_with_a_break_a_night_and_a_disease() {
    let pc = format!(
        "name = 'P', pc = true, str = 6, hp_max = 2, items = [{{ name = 'waterskin' }}], condition = {{ diseases = ['swampsigh'] }}, {CLUB}"
    );
    let rest = "day = [{ fight = ['party', 'foes'] }, { rest = 'break' }, \
                { rest = { night = { sleep = 'comfortable', food = 'fresh', days = 2 } } }, { fight = ['party', 'foes'] }]\n\
                [rulings]\ngear_recover = 'nobody'\n[book.round]\nrounds_max = 2";
    agree(&sides(&[&pc], &[&format!("name = 'N', str = 2, hp_max = 1, {CLUB}")], rest), 8);
}
