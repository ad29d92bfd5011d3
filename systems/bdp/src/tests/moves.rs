//! Moving before acting, passing others, falling from above, and weapons that have to be made ready.

use super::sides;
use super::stage::{after, met};
use crate::Bdp;
use frame::rules::testing::try_load;

const SWORD: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'sword' }]";
const KNIFE: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'knife', category = 'fast' }]";
const BOW: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ kind = 'shortbow' }]";
const IDLE: &str = "hp_max = 9";
const ROW: &str = "[arena]\nzones = [{ name = 'a' }, { name = 'b' }, { name = 'c' }, { name = 'd' }]\n";

fn does(target: &str, action: &str) -> String {
    format!("[policy.does]\ntarget = [{{ {target} }}]\nreaction = [{{ do = 'defend' }}]\naction = [{{ {action} }}]\n")
}

// BDP-221
#[test]
fn a_mover_heads_for_its_target_and_enemies_on_the_way_may_stop_it() {
    let (pc, near, far) = (format!("{IDLE}\npolicy = 'does'"), "hp_max = 3\nzone = 'b'", "hp_max = 9\nzone = 'c'");
    let foes: &[&str] = &[near, far];
    let walks = format!("{ROW}{}", does("most = 'it.hp'", "do = 'double_move'"));
    after(1, met(&[&pc], foes), &walks, "", &[("P", "zone", 2)]);
    after(1, met(&[&pc], foes), &format!("{walks}[book.zone]\nenemy_blocks = true\n"), "", &[("P", "zone", 1)]);
    let nearest =
        format!("{ROW}{}", does("most = 'it.hp'", "do = 'double_move'").replace("target = [{ most = 'it.hp' }]\n", ""));
    after(1, met(&[&pc], foes), &nearest, "", &[("P", "zone", 1)]);
}

// BDP-230
#[test]
fn whoever_can_shoot_nobody_moves_and_shoots_in_a_full_turn() {
    let foe = format!("{IDLE}\nzone = 'd'");
    after(1, met(&[BOW], &[&foe]), ROW, "d6=2", &[("N", "hp", 7), ("P", "zone", 1)]);
    // The other archer needs no move, and its quick turn comes first.
    let other = format!("{BOW}\nzone = 'b'");
    after(1, met(&[BOW, &other], &[&foe]), ROW, "d20=1 d6=3 d6=2", &[("N", "hp", 4), ("P", "zone", 1), ("Q", "zone", 1)]);
}

// BDP-230
#[test]
fn a_move_before_a_shot_makes_a_full_turn_of_it() {
    let pc = BOW.replace("'hits'", "'does'");
    let away = does("at = 'first'", "do = 'attack', first = 'away'");
    let seen = [("N", "hp", 7), ("P", "hp", 8), ("P", "engaged_with", 0)];
    after(1, met(&[&pc], &[KNIFE]), &away, "damage d6=1 d6=2", &seen);
    let stays = does("at = 'first'", "do = 'attack'");
    after(1, met(&[&pc], &[KNIFE]), &stays, "order d20=1, damage d6=2 d6=1", &[("N", "hp", 7), ("P", "engaged_with", 1)]);
    let zones = "[arena]\nstart = 'engaged'\nzones = [{ name = 'a' }, { name = 'b' }]\n";
    let seen = [("N", "hp", 7), ("P", "hp", 7), ("P", "zone", 1), ("P", "engaged_with", 0)];
    after(1, met(&[&pc], &[KNIFE]), &format!("{zones}{away}"), "d6=1 d4=1 d6=2", &seen);
    let slow = zones.replace("'b' }", "'b', slow = true }");
    after(1, met(&[&pc], &[KNIFE]), &format!("{slow}{away}"), "d6=1 d4=1", &[("N", "hp", 9), ("P", "zone", 1)]);
    let draws = "hp_max = 9\npolicy = 'does'\nweapons = [{ name = 'sword' }, { name = 'knife', category = 'fast' }]";
    let draws_away = does("at = 'first'", "do = 'draw', weapon = 'knife', first = 'away', when = 'round == 1'")
        .replace(" }]\n", " }, { do = 'attack' }]\n")
        .replace("target = [{ at = 'first' }, { do = 'attack' }]", "target = [{ at = 'first' }]")
        .replace("reaction = [{ do = 'defend' }, { do = 'attack' }]", "reaction = [{ do = 'defend' }]");
    after(2, met(&[draws], &[IDLE]), &draws_away, "d6=3", &[("N", "hp", 6), ("P", "engaged_with", 1)]);
}

#[test]
fn nothing_moves_before_a_full_turn() {
    let text = |action: &str| {
        let pc = "name = 'P'\npc = true\npolicy = 'does'\nsongs = ['home']\nmd = 1\nweapons = [{ kind = 'shortbow' }]";
        format!("{}{}", sides(&[pc], &["name = 'N'"]), does("at = 'first'", action))
    };
    for (action, fits) in
        [("do = 'attack'", true), ("do = 'trick'", true), ("do = 'song', song = 'home'", false), ("do = 'sculpt'", false)]
    {
        assert_eq!(try_load::<Bdp>(&text(&format!("{action}, first = 'away'"))).is_ok(), fits, "{action}");
    }
}

// BDP-310, BDP-334
#[test]
fn whoever_is_pushed_from_above_saves_or_falls() {
    let stairs = "[arena]\nstart = 'engaged'\nzones = [{ name = 'a' }, { name = 'b', highground = true }]\n";
    let pc = "hp_max = 9\npolicy = 'hits'\nzone = 'b'\nweapons = [{ kind = 'spear', proficient = true }]";
    let foe = format!("{IDLE}\nzone = 'b'");
    let fallen = [("N", "hp", 3), ("N", "zone", 0), ("N", "str", 8), ("N", "engaged_with", 0), ("N", "active", 1)];
    after(1, met(&[pc], &[&foe]), stairs, "d8=6 d20=11 d4=2", &fallen);
    let stands = [("N", "hp", 3), ("N", "zone", 1), ("N", "str", 10), ("N", "engaged_with", 0)];
    after(1, met(&[pc], &[&foe]), stairs, "d8=6 d20=10", &stands);
    let flat = stairs.replace(", highground = true", "");
    after(1, met(&[pc], &[&foe]), &flat, "d8=6", &stands);
    let shoves = does("at = 'first'", "do = 'gambit', gambit = 'shove'");
    let pc = format!("{SWORD}\nzone = 'b'").replace("'hits'", "'does'");
    after(
        1,
        met(&[&pc], &[&foe]),
        &format!("{stairs}{shoves}"),
        "d8=4 d20=11 d20=11 d4=1",
        &[("N", "zone", 0), ("N", "str", 9)],
    );
    let by_str = format!("{stairs}{shoves}[book.zone]\nfall_save = 'wil'\n");
    let foe = format!("{foe}\nwil = 12");
    after(1, met(&[&pc], &[&foe]), &by_str, "d8=4 d20=11 d20=11", &[("N", "zone", 1), ("N", "str", 10)]);
}

// BDP-347
#[test]
fn crossbows_are_reloaded_after_a_shot_and_greatbows_drawn_before_one() {
    let shoots = |kind: &str| format!("hp_max = 9\npolicy = 'hits'\nweapons = [{{ kind = '{kind}' }}]");
    let (crossbow, greatbow) = (shoots("crossbow"), shoots("greatbow"));
    after(3, met(&[&crossbow], &[IDLE]), "", "d20=1 d8=1 d20=1 d20=1 d8=2", &[("N", "hp", 6)]);
    after(1, met(&[&greatbow], &[IDLE]), "", "d20=1", &[("N", "hp", 9)]);
    after(4, met(&[&greatbow], &[IDLE]), "", "d20=1 d20=1 d10=1 d20=1 d20=1 d10=2", &[("N", "hp", 6)]);
    let heavier = "[book.weapon.crossbow]\nreload = 2\n";
    after(4, met(&[&crossbow], &[IDLE]), heavier, "d20=1 d8=1 d20=1 d20=1 d20=1 d8=2", &[("N", "hp", 6)]);
}

// BDP-506
#[test]
fn the_roused_are_so_for_one_turn() {
    let rouser = "hp_max = 9\nskills = ['rousing_words']\npolicy = 'rouses'";
    let rouses =
        "[policy.rouses]\naction = [{ do = 'rouse', when = 'round == 1' }, { do = 'wait' }]\nreaction = [{ do = 'defend' }]\n";
    let maul = "policy = 'hits'\nweapons = [{ name = 'maul', category = 'slow' }]";
    after(2, met(&[rouser, maul], &["hp_max = 20"]), rouses, "d20=1 d10=3 d10=7 d20=1 d10=2", &[("N", "hp", 11)]);
    // A fighter that acted before is roused in the next round.
    after(
        2,
        met(&[rouser, maul], &["hp_max = 20"]),
        &rouses.replace("round == 1", "round == 2"),
        "d20=1 d10=3 d20=1 d10=2 d10=6",
        &[("N", "hp", 11)],
    );
}

// BDP-530
#[test]
fn the_winds_wrath_is_for_the_first_chance_only() {
    let pc = "hp_max = 9\nskills = ['winds_wrath']\npolicy = 'sways'\nweapons = [{ name = 'knife', category = 'fast' }]";
    let sways = "[policy.sways]\ntarget = [{ at = 'first', when = 'round == 1' }, { least = 'it.hp' }]\nreaction = [{ do = 'dodge' }]\n";
    let weak = KNIFE.replace("hp_max = 9", "hp_max = 5");
    let seen = [("N", "hp", 8), ("O", "hp", 4), ("P", "hp", 7)];
    after(2, met(&[pc], &[IDLE, &weak]), sways, "d20=20 d6=1 d6=1 d20=1 d6=1 d6=1", &seen);
}
