//! Tests of hands: two weapons with what each of them can do, the weapon that is left when the other is gone, and the weapon
//! that has to be drawn first.

use super::sides;
use super::stage::{after, met};
use crate::Bdp;
use frame::rules::testing::ScriptedPlay;

const IDLE: &str = "hp_max = 9";
const TWO: &str = "policy = 'hits'\ntwo_weapons = true\n";

fn two(first: &str, second: &str, more: &str) -> String {
    format!("{TWO}weapons = [{{ {first} }}, {{ {second} }}]\n{more}")
}

fn does(action: &str, more: &str) -> String {
    format!("[policy.does]\ntarget = [{{ at = 'first' }}]\naction = [{action}]\nreaction = [{{ do = '{more}' }}]\n")
}

// BDP-255, BDP-259, BDP-328, BDP-338
#[test]
fn each_of_two_weapons_has_its_own_type_and_properties() {
    let pc = two("kind = 'dagger'", "kind = 'flamberge', proficient = true", "prof_types = ['piercing']");
    let foe = "hp_max = 18\narmor = 'plate_hide'";
    after(1, met(&[&pc], &[foe]), "", "d6=3 d8=8", &[("N", "hp", 13), ("N", "bleeding", 1)]);
    after(1, met(&[&pc], &[foe]), "", "d6=6 d8=5", &[("N", "hp", 12), ("N", "bleeding", 0)]);
    after(1, met(&[&pc], &[foe]), "", "d6=6 d8=6", &[("N", "hp", 12), ("N", "bleeding", 0)]);
    after(1, met(&[&pc], &[foe]), "", "d6=6 d8=7", &[("N", "hp", 14), ("N", "bleeding", 1)]);
}

// BDP-250, BDP-259, BDP-332, BDP-340, BDP-341, BDP-346
#[test]
fn what_a_weapon_does_to_others_and_to_itself_goes_with_its_die() {
    let (sword, knife) = ("name = 'sword'", "name = 'knife', category = 'fast'");
    let fang = two(knife, "name = 'fang', poison = { dice = '1d4' }", "");
    after(1, met(&[&fang], &[IDLE]), "", "damage d6=5 d8=2", &[("N", "str", 10)]);
    after(1, met(&[&fang], &[IDLE]), "", "damage d6=2 d8=5, poison d4=3", &[("N", "str", 7)]);
    let club = two(sword, "name = 'club', category = 'fast', nonlethal = true", "");
    after(1, met(&[&club], &["hp_max = 0"]), "", "damage d8=2 d6=5, Critical Damage Save d20=6", &[("N", "knocked_out", 1)]);
    after(1, met(&[&club], &["hp_max = 0"]), "", "damage d8=5 d6=2, Critical Damage Save d20=6", &[("N", "down", 1)]);
    let magic = two(sword, "name = 'wand', category = 'fast', proficient = true, tags = { magic = 2 }", "");
    after(1, met(&[&magic], &[IDLE]), "", "damage d8=3 d6=4", &[("N", "hp", 3)]);
    after(1, met(&[&magic], &[IDLE]), "", "damage d8=4 d6=3", &[("N", "hp", 5)]);
    let heavy = two("name = 'axe', proficient = true, tags = { heavy = 3 }", knife, "");
    after(1, met(&[&heavy], &[IDLE]), "", "damage d8=2 d6=3", &[("N", "hp", 6)]);
    after(1, met(&[&heavy], &[IDLE]), "", "damage d8=3 d6=2", &[("N", "hp", 9)]);
    let worn = two("name = 'sword', quality = 'deteriorated'", knife, "");
    after(1, met(&[&worn], &[IDLE]), "", "damage d8=3 d6=6", &[("P", "weapons", 2)]);
    after(1, met(&[&worn], &[IDLE]), "", "damage d8=8 d6=6", &[("P", "weapons", 1)]);
    let other = two(sword, &format!("{knife}, quality = 'deteriorated'"), "");
    after(1, met(&[&other], &[IDLE]), "", "damage d8=3 d6=6", &[("P", "weapons", 1)]);
    after(1, met(&[&other], &[IDLE]), "", "damage d8=8 d6=6", &[("P", "weapons", 2)]);
    let sharp = two(sword, &format!("{knife}, proficient = true, tags = {{ eversharp = 2 }}"), "");
    after(1, met(&[&sharp], &[IDLE]), "", "damage d8=1 d6=2 d8=5 d6=3", &[("N", "hp", 4)]);
    after(1, met(&[&sharp], &[IDLE]), "", "damage d8=2 d6=1", &[("N", "hp", 7)]);
}

// BDP-249, BDP-346
#[test]
fn both_weapons_of_an_attack_are_used() {
    let pc = two("name = 'sword'", "kind = 'bottle'", "");
    after(1, met(&[&pc], &[IDLE]), "", "damage d8=5 d6=2", &[("P", "weapons", 1), ("N", "hp", 4)]);
    let bottle = "policy = 'hits'\nweapons = [{ kind = 'bottle', poison = { dice = '1d4' } }]";
    after(1, met(&[bottle], &[IDLE]), "", "d20=1 d6=2 d4=3", &[("P", "weapons", 0), ("N", "str", 7)]);
}

// BDP-327, BDP-331
#[test]
fn a_kill_is_learned_with_the_weapon_that_killed() {
    let foes: &[&str] = &["hp_max = 0\nstr = 1\ntraits = ['mindless']", "hp_max = 9\ntraits = ['mindless']"];
    let hook = "name = 'hook', tags = { bleed = 1 }, kills = 4";
    let pc = two("name = 'sword'", hook, "");
    after(2, met(&[&pc], foes), "", "d8=1 d8=3 d8=1 d8=3", &[("O", "bleeding", 1)]);
    after(2, met(&[&pc], foes), "", "d8=3 d8=1 d8=1 d8=3", &[("O", "bleeding", 0)]);
}

// BDP-256, BDP-339
#[test]
fn two_weapons_are_as_quick_as_the_slower_of_them() {
    let foe = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'sword' }]";
    let quick = |name: &str| format!("name = '{name}', proficient = true, tags = {{ quick = 5 }}");
    let (knife, fast) = ("name = 'knife', category = 'fast'", format!("{}, category = 'fast'", quick("kris")));
    let late = [("P", "hp", 2), ("N", "hp", 7)];
    for pc in [two(&quick("katana"), "name = 'sword'", "hp_max = 9"), two("name = 'sword'", &quick("katana"), "hp_max = 9")] {
        after(1, met(&[&pc], &[foe]), "", "d20=11 d8=7 d8=2 d8=1", &late);
    }
    after(1, met(&[&two(&fast, "name = 'sword'", "hp_max = 9")], &[foe]), "", "d20=11 d8=7 d6=2 d8=1", &late);
    after(1, met(&[&two(knife, &quick("katana"), "hp_max = 9")], &[foe]), "", "d20=15 d6=2 d8=1 d8=7", &late);
}

// BDP-345, BDP-424
#[test]
fn a_target_resists_two_weapons_only_where_it_resists_both() {
    let (sword, dagger) = ("kind = 'longsword'", "kind = 'dagger'");
    let foe = |nature: &str| format!("hp_max = 20\n{nature} = ['slashing']");
    let (mixed, alike) = (two(sword, dagger, ""), two(sword, "kind = 'flamberge'", ""));
    after(1, met(&[&mixed], &[&foe("resistant")]), "", "d8=2 d6=5", &[("N", "hp", 15)]);
    after(1, met(&[&alike], &[&foe("resistant")]), "", "d4=3", &[("N", "hp", 17)]);
    after(1, met(&[&two(dagger, sword, "")], &[&foe("vulnerable")]), "", "d6=2 d8=3 d12=7", &[("N", "hp", 13)]);
    after(1, met(&[&mixed], &[&foe("immune")]), "", "d8=7 d6=5", &[("N", "hp", 20)]);
    after(1, met(&[&mixed], &[&foe("immune")]), "", "d8=3 d6=5", &[("N", "hp", 15)]);
}

// BDP-255, BDP-229
#[test]
fn a_weapon_that_shoots_and_one_that_strikes_are_not_used_together() {
    let pc = two("kind = 'sling'", "kind = 'dagger'", "");
    after(1, met(&[&pc], &[IDLE]), "", "order d20=1, damage d6=3", &[("N", "hp", 6)]);
    after(1, met(&[&two("kind = 'dagger'", "kind = 'sling'", "")], &[IDLE]), "", "order d20=1, damage d6=3", &[("N", "hp", 6)]);
}

// BDP-256, BDP-333
#[test]
fn a_sweep_is_made_with_the_weapons_of_the_attack() {
    let pc = two("name = 'sword'", "name = 'knife', category = 'fast', proficient = true, tags = { sweep = 5 }", "");
    let pc = pc.replace("'hits'", "'quick'");
    let quick = "[policy.quick]\ntarget = [{ at = 'first' }]\nhands = [{ do = 'quicker' }]\n";
    after(1, met(&[&pc], &[IDLE, IDLE]), quick, "d20=1 d6=5 d6=2", &[("N", "hp", 4), ("O", "hp", 7)]);
}

const DISARMS: &str = "[policy.disarms]\ntarget = [{ at = 'first' }]\nreaction = [{ do = 'defend' }]\n\
                       action = [{ do = 'gambit', gambit = 'disarm', when = 'round == 1' }, { do = 'attack' }]\n";
const MAUL: &str = "hp_max = 18\npolicy = 'disarms'\nweapons = [{ name = 'maul', category = 'slow' }]";

// BDP-255, BDP-270, BDP-292, R-11
#[test]
fn whoever_loses_one_of_two_weapons_has_the_other() {
    let both = "kind = 'longsword'";
    let pc = two(both, "kind = 'flamberge', proficient = true", "hp_max = 18");
    let seen = [("P", "weapons", 1), ("N", "hp", 11), ("N", "str", 9), ("P", "hp", 16)];
    after(
        2,
        met(&[&pc], &[MAUL]),
        DISARMS,
        "damage d8=1 d8=1, gambit d10=5, save against a gambit d20=11, damage d8=6, bleeding d4=1, damage d10=2",
        &seen,
    );
    let parries = pc.replace("'hits'", "'does'");
    let waits = format!("{DISARMS}{}", does("{ do = 'wait' }", "parry"));
    after(
        2,
        met(&[&parries], &[MAUL]),
        &waits,
        "gambit d10=5, save against a gambit d20=11, damage d10=3, parry d8=6",
        &[("N", "str", 4), ("N", "bleeding", 1)],
    );
    let blocks = two("kind = 'dagger'", both, "hp_max = 18").replace("'hits'", "'does'");
    let waits = format!("{DISARMS}{}", does("{ do = 'wait' }", "block"));
    let sword = MAUL.replace("name = 'maul', category = 'slow'", "name = 'sword'");
    after(
        2,
        met(&[&blocks], &[&sword]),
        &waits,
        "gambit d8=5, save against a gambit d20=11, damage d4=2",
        &[("P", "hp", 16), ("P", "fatigue", 1)],
    );
}

// BDP-076, R-11
#[test]
fn an_arm_drops_what_is_in_its_own_hand() {
    let pc = two("kind = 'longsword'", "kind = 'flamberge'", "hp_max = 0\nstr = 18").replace("'hits'", "'idle'");
    let hurt = |area: u8| format!("d10=5 d20=19 d10=9 d20=10 d10={area}");
    after(2, met(&[&pc], &[MAUL]), DISARMS, &hurt(8), &[("P", "arms", 2), ("P", "weapons", 0)]);
    after(2, met(&[&pc], &[MAUL]), DISARMS, &hurt(9), &[("P", "arms", 1), ("P", "weapons", 1)]);
    let main = format!("{DISARMS}[rulings]\ninjury_arm_side = 'main_always'\n");
    after(2, met(&[&pc], &[MAUL]), &main, &hurt(9), &[("P", "arms", 1), ("P", "weapons", 0)]);
}

// BDP-282
#[test]
fn either_of_two_weapons_can_be_given_up() {
    let pc = two("kind = 'dagger'", "kind = 'longsword'", "hp_max = 0").replace("'hits'", "'does'");
    let gives = format!("{}sacrifice = [{{ do = 'weapon' }}]\n", does("{ do = 'wait' }", "defend"));
    let foe = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'sword' }]";
    after(1, met(&[&pc], &[foe]), &gives, "d8=5", &[("P", "str", 10), ("P", "weapons", 1)]);
    after(2, met(&[&pc], &[foe]), &gives, "d8=5 d8=5 d20=5", &[("P", "str", 5), ("P", "weapons", 1)]);
}

// BDP-229, BDP-232, R-11
#[test]
fn a_weapon_that_is_not_in_hand_is_drawn_first() {
    let pc = "hp_max = 18\npolicy = 'does'\nweapons = [{ kind = 'greatsword' }, { kind = 'dagger' }]";
    let foe = "hp_max = 12\npolicy = 'hits'\nweapons = [{ name = 'sword' }]";
    let dagger = does("{ do = 'attack', weapon = 'dagger' }", "block");
    let seen = [("N", "hp", 12), ("P", "hp", 16), ("P", "fatigue", 0)];
    after(1, met(&[pc], &[foe]), &dagger, "d8=2", &seen);
    after(2, met(&[pc], &[foe]), &dagger, "d8=2 d6=3 d8=1", &[("N", "hp", 9), ("P", "hp", 15)]);
    let beast = "hp_max = 18\npolicy = 'does'\nweapons = [{ name = 'sword' }, { kind = 'natural_dagger' }]";
    let bites = does("{ do = 'attack', weapon = 'natural dagger' }", "defend");
    after(1, met(&[beast], &[foe]), &bites, "d6=3 d8=1", &[("N", "hp", 9)]);
    let fists = does("{ do = 'attack', weapon = 'fists' }", "defend");
    after(1, met(&[beast], &[foe]), &fists, "d4=3 d8=1", &[("N", "hp", 9)]);
}

// BDP-269, BDP-274, R-11
#[test]
fn a_gambit_is_tried_with_the_weapon_that_its_line_names() {
    let pc = "hp_max = 18\npolicy = 'does'\nweapons = [{ kind = 'greatsword' }, { kind = 'dagger' }]";
    let trips = does("{ do = 'gambit', gambit = 'trip', weapon = 'dagger' }", "defend");
    let foe = "hp_max = 12\npolicy = 'hits'\nweapons = [{ name = 'sword' }]";
    after(2, met(&[pc], &[foe]), &trips, "d8=1 d6=5 d20=11 d8=1", &[("P", "hp", 16), ("N", "hp", 12)]);
    // A gambit in return is tried with what is in hand, whatever was meant.
    let fists = does("{ do = 'gambit', gambit = 'trip', weapon = 'fists' }", "defend");
    let both = "hp_max = 12\npolicy = 'does'\nweapons = [{ name = 'sword' }]";
    after(1, met(&[pc], &[both]), &fists, "d20=1 d4=4 d20=1 d8=5 d20=11 d4=4 d20=1", &[("P", "prone", 1), ("N", "prone", 0)]);
}

//
#[test]
fn a_weapon_drawn_into_an_empty_hand_leaves_the_other_hand_as_it_is() {
    let pc = two("name = 'sword'", "name = 'knife', category = 'fast'", "hp_max = 18").replace("'hits'", "'does'");
    let pc = pc.replace("category = 'fast' }", "category = 'fast' }, { name = 'axe' }");
    let axe = does("{ do = 'attack', weapon = 'axe', when = 'round >= 2' }, { do = 'wait' }", "defend");
    let disarms = DISARMS.replace("{ do = 'attack' }", "{ do = 'wait' }");
    let rest = format!("{axe}{disarms}");
    after(
        3,
        met(&[&pc], &[MAUL]),
        &rest,
        "gambit d10=5, save against a gambit d20=11, order d20=1, damage d8=2 d6=5",
        &[("N", "hp", 13), ("P", "weapons", 2)],
    );
}

// BDP-346, R-35
#[test]
fn poison_is_as_the_book_has_it_where_the_weapon_does_not_say() {
    let book = "[book.property]\npoison = { dice = '1d6', ability = 'dex' }\n";
    let fang = |poison: &str| format!("policy = 'hits'\nweapons = [{{ name = 'fang', poison = {poison} }}]");
    after(1, met(&[&fang("{}")], &[IDLE]), "", "d8=3 d4=4", &[("N", "str", 6)]);
    after(1, met(&[&fang("{}")], &[IDLE]), book, "d8=3 d6=4", &[("N", "dex", 6)]);
    after(1, met(&[&fang("{ ability = 'wil' }")], &[IDLE]), book, "d8=3 d6=4", &[("N", "wil", 6)]);
}

// BDP-237
#[test]
fn all_dice_of_a_weapon_are_rolled() {
    let pc = "policy = 'hits'\nweapons = [{ name = 'claws', die = '10d4' }]";
    after(1, met(&[pc], &[IDLE]), "", &format!("{}d4=2 d4=4", "d4=1 ".repeat(8)), &[("N", "hp", 5)]);
}

// BDP-246, BDP-293, BDP-335
#[test]
fn what_harms_somebody_in_no_attack_harms_it_in_no_parry() {
    let parries = does("{ do = 'wait' }", "parry");
    let pc = "hp_max = 9\npolicy = 'does'\nweapons = [{ kind = 'longsword' }]";
    let foe = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'sword' }]";
    after(1, met(&[pc], &[foe]), &parries, "d8=2 d8=5", &[("N", "str", 5)]);
    after(1, met(&[pc], &[&format!("{foe}\nimmune = ['slashing']")]), &parries, "d8=2 d8=5", &[("N", "str", 10)]);
    let rapier = "hp_max = 9\nweapons = [{ kind = 'rapier', proficient = true }]";
    let cuts = "hp_max = 9\npolicy = 'hits'\nweapons = [{ kind = 'longsword' }]";
    after(1, met(&[rapier], &[cuts]), "", "d8=2", &[("N", "hp", 7), ("P", "hp", 9)]);
    after(1, met(&[rapier], &[&format!("{cuts}\nimmune = ['slashing']")]), "", "d8=2", &[("N", "hp", 9), ("P", "hp", 9)]);
}

/// A value at the end of one round, on average.
#[track_caller]
fn on_average(party: &str, foes: &[&str], who: &str, what: &str, mean: f64) {
    let waits = "action = [{ do = 'wait' }]\nreaction = [{ do = 'defend' }]\n";
    let one = |name: &str, text: &str| format!("name = '{name}'\nhp_max = 18\n{text}");
    let foes: Vec<String> = ["N", "O", "M"].iter().zip(foes).map(|(name, text)| one(name, text)).collect();
    let foes: Vec<&str> = foes.iter().map(String::as_str).collect();
    let rest = format!(
        "[arena]\nstart = 'engaged'\n[book.round]\nrounds_max = 1\n[policy.idle]\n{waits}[policy.hits]\ntarget = [{{ at = 'first' }}]\n"
    );
    let party = one("P", &format!("pc = true\n{party}"));
    let solved = ScriptedPlay::<Bdp>::exact(&format!("{}{rest}", sides(&[&party], &foes)));
    let found = solved.mean(&format!("{who}.{what}"));
    assert!((found - mean).abs() < 1e-9, "{what} of {who}: {found} is not {mean}");
}

// BDP-255, BDP-259, BDP-328, BDP-338, R-33
#[test]
fn two_weapons_do_what_all_their_rolls_come_to() {
    let pc = two("kind = 'dagger'", "kind = 'flamberge', proficient = true", "prof_types = ['piercing']");
    let foe: &[&str] = &["armor = 'plate_hide'\npolicy = 'idle'"];
    on_average(&pc, foe, "N", "hp", 18.0 - 65.0 / 24.0);
    on_average(&pc, foe, "N", "str", 10.0 - 17.0 / 48.0 * 2.5);
}

// BDP-257, BDP-418
#[test]
fn a_pack_comes_to_one_die_more() {
    let wolf = "traits = ['pack']\npolicy = 'hits'\nweapons = [{ name = 'sword' }]";
    on_average("policy = 'idle'", &[wolf, wolf], "P", "hp", 18.0 - 125.0 / 16.0);
    on_average("policy = 'idle'", &[wolf, wolf, wolf], "P", "hp", 18.0 - 4133.0 / 512.0);
}
