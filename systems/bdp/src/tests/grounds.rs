//! Tests of place and time: surprise, distances, zones, turns and their order, targets.

use super::stage::{Met, after, met, stage};

const SWORD: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'sword' }]";
const GREAT: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'maul', category = 'slow' }]";
const KNIFE: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'knife', category = 'fast' }]";
const SPEAR: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'spear', reach = true }]";
const BOW: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ kind = 'shortbow' }]";
const IDLE: &str = "hp_max = 9";
const ROW: &str = "[arena]\nzones = [{ name = 'a' }, { name = 'b' }, { name = 'c' }, { name = 'd' }]\n";

fn policy(action: &str) -> String {
    format!("[policy.does]\ntarget = [{{ at = 'first' }}]\nreaction = [{{ do = 'defend' }}]\naction = [{{ {action} }}]\n")
}

// BDP-203
#[test]
fn surprise_may_deny_hp() {
    let (pc, surprise) = ("hp_max = 4\nstr = 12", "[arena]\nsurprise = 'normal'\n");
    after(1, met(&[pc], &[SWORD]), surprise, "d6=1 d8=3", &[("P", "hp", 1), ("P", "str", 12)]);
    let denied = format!("{surprise}[rulings]\nsurprise_hp_denied = true\n");
    after(1, met(&[pc], &[SWORD]), &denied, "d6=1 d8=3 d20=9", &[("P", "hp", 4), ("P", "str", 9)]);
}

// BDP-212
#[test]
fn everybody_has_one_turn_in_a_round() {
    after(1, met(&[SWORD], &[GREAT]), "", "damage d8=2 d10=3", &[("N", "hp", 7), ("P", "hp", 6)]);
    after(2, met(&[SWORD], &[GREAT]), "", "damage d8=2 d10=3 d8=2 d10=3", &[("N", "hp", 5), ("P", "hp", 3)]);
}

// BDP-213, BDP-224
#[test]
fn within_a_zone_one_is_engaged_or_near() {
    let near = "[arena]\nstart = 'near'\n";
    let pc = format!("{SWORD}\nengaged = ['N']");
    let mut play = stage(&[&pc], &[IDLE, SWORD], near, "d8=2 d8=4");
    assert_eq!((play.see("P", "engaged_with"), play.see("N", "engaged_with"), play.see("O", "engaged_with")), (1, 1, 0));
    play.rounds(1);
    assert_eq!((play.see("N", "hp"), play.see("P", "hp"), play.see("P", "engaged_with")), (7, 5, 2), "O had to close in first");
}

// BDP-214
#[test]
fn one_move_brings_one_to_whoever_is_near() {
    let near = "[arena]\nstart = 'near'\n";
    after(1, met(&[SWORD], &[IDLE]), near, "d8=2", &[("P", "engaged_with", 1), ("N", "hp", 7)]);
}

// BDP-215, BDP-216
#[test]
fn far_is_for_shots_and_distant_for_nobody() {
    let stands = |zone: &str| format!("{IDLE}\nzone = '{zone}'");
    after(1, met(&[BOW], &[&stands("c")]), ROW, "d20=1 d6=2", &[("N", "hp", 7), ("P", "zone", 0)]);
    let short = format!("{ROW}[book.movement]\nfar_zones = 1\n");
    after(1, met(&[BOW], &[&stands("d")]), &short, "", &[("N", "hp", 9), ("P", "zone", 2)]);
    after(2, met(&[SWORD], &[&stands("c")]), ROW, "d8=2", &[("N", "hp", 7), ("P", "zone", 2)]);
    let sling = "policy = 'hits'\nweapons = [{ kind = 'sling' }]";
    after(1, met(&[sling], &[&stands("c")]), ROW, "", &[("N", "hp", 9), ("P", "zone", 2)]);
}

// BDP-218
#[test]
fn a_zone_may_give_cover() {
    let foe = format!("{IDLE}\nzone = 'b'");
    let cover = "[arena]\nzones = [{ name = 'a' }, { name = 'b', cover = true }]\n";
    after(1, met(&[BOW], &[&foe]), cover, "d20=1 d4=2", &[("N", "hp", 7)]);
    let inside = format!("{BOW}\nzone = 'b'");
    after(1, met(&[&inside], &[&foe]), cover, "d20=1 d6=6", &[("N", "hp", 3)]);
}

// BDP-219
#[test]
fn a_zone_may_hurt_and_hold_up() {
    let pc = format!("{IDLE}\nzone = 'b'");
    let darts = "[arena]\nzones = [{ name = 'a' }, { name = 'b', hazard = 'darts' }]\n";
    after(2, met(&[&pc], &[IDLE]), darts, "d6=2 d20=1 d6=3 d20=1", &[("P", "hp", 4), ("N", "hp", 9)]);
    let (walks, foe) = (policy("do = 'move'"), format!("{SWORD}\nzone = 'b'"));
    let pc = format!("{IDLE}\npolicy = 'does'");
    let plain = format!("[arena]\nzones = [{{ name = 'a' }}, {{ name = 'b' }}]\n{walks}");
    after(1, met(&[&pc], &[&foe]), &plain, "d8=1", &[("P", "zone", 1), ("N", "zone", 1)]);
    let slow = format!("[arena]\nzones = [{{ name = 'a' }}, {{ name = 'b', slow = true }}]\n{walks}");
    after(1, met(&[&pc], &[&foe]), &slow, "d8=1", &[("P", "zone", 0), ("N", "zone", 0)]);
    let strides = format!("{SWORD}\nzone = 'a'");
    let foe = format!("{IDLE}\nzone = 'b'");
    after(1, met(&[&strides], &[&foe]), &slow, "", &[("P", "zone", 1), ("N", "hp", 9)]);
}

// BDP-219, BDP-229
#[test]
fn a_move_away_from_a_slow_zone_is_quick() {
    let zones = "[arena]\nzones = [{ name = 'a', slow = true }, { name = 'b' }, { name = 'c' }]\n";
    let (walks, pc, foe) =
        (policy("do = 'move'"), format!("{IDLE}\nzone = 'b'\npolicy = 'does'"), format!("{SWORD}\nzone = 'c'"));
    after(1, met(&[&pc], &[&foe]), &format!("{zones}{walks}"), "d8=1", &[("P", "zone", 2), ("N", "zone", 2)]);
}

// BDP-222
#[test]
fn a_whole_turn_of_moving_crosses_two_zones() {
    let (pc, foe) = (format!("{IDLE}\npolicy = 'does'"), format!("{IDLE}\nzone = 'd'"));
    after(1, met(&[&pc], &[&foe]), &format!("{ROW}{}", policy("do = 'move'")), "d20=1", &[("P", "zone", 1)]);
    after(1, met(&[&pc], &[&foe]), &format!("{ROW}{}", policy("do = 'double_move'")), "", &[("P", "zone", 2)]);
}

// BDP-223, R-38
#[test]
fn whoever_leaves_is_struck_at_by_all_it_was_engaged_with() {
    let pc = format!("{IDLE}\npolicy = 'does'");
    let zones = "[arena]\nstart = 'engaged'\nzones = [{ name = 'a' }, { name = 'b' }]\n";
    let leaves = format!("{zones}{}", policy("do = 'move', to = 'away'"));
    let gone = [("P", "zone", 1), ("P", "engaged_with", 0)];
    let foes = Met { party: &[&pc], foes: &[IDLE, IDLE] };
    after(1, foes, &leaves, "d20=1 d4=2 d4=3", &[gone[0], gone[1], ("P", "hp", 6)]);
    let careful = format!("{leaves}[rulings]\nzone_leave = 'none'\n");
    after(1, foes, &careful, "d20=1", &[gone[0], gone[1], ("P", "hp", 9)]);
    let (walks, stands) = (format!("{SWORD}\nzone = 'a'"), format!("{IDLE}\nzone = 'b'"));
    after(1, met(&[&walks], &[&stands]), zones, "d8=4", &[("P", "zone", 1), ("P", "engaged_with", 1), ("N", "hp", 5)]);
    let apart = format!("{zones}[rulings]\nmove_engages = false\n");
    after(1, met(&[&walks], &[&stands]), &apart, "", &[("P", "zone", 1), ("P", "engaged_with", 0), ("N", "hp", 9)]);
    let steps = policy("do = 'step_away'");
    after(1, foes, &steps, "d20=1", &[("P", "engaged_with", 0), ("P", "hp", 9)]);
}

// BDP-226
#[test]
fn the_simple_order_is_a_save_of_everybody_in_every_round() {
    let simple = "[rulings]\norder_mode = 'simple'\n";
    after(1, met(&[GREAT], &[KNIFE]), simple, "d20=10 d10=1 d6=1", &[("N", "hp", 8)]);
    after(1, met(&[GREAT], &[KNIFE]), simple, "d20=11 d6=1 d10=1", &[("N", "hp", 8)]);
}

// BDP-227, R-21
#[test]
fn what_was_intended_may_find_no_target_any_more() {
    let (first, next) = (format!("{KNIFE}\nengaged = ['N']"), format!("{SWORD}\nengaged = ['N', 'O']"));
    let (frail, other) = ("hp_max = 0\nstr = 3\ntraits = ['mindless']", format!("{IDLE}\ntraits = ['mindless']"));
    let near = "[arena]\nstart = 'near'\n";
    let both = Met { party: &[&first, &next], foes: &[frail, &other] };
    after(1, both, near, "d20=1 d6=3 d8=2", &[("N", "dead", 1), ("O", "hp", 7)]);
    let lose = format!("{near}[rulings]\nintent_fallback = 'lose'\n");
    after(1, both, &lose, "d20=1 d6=3", &[("N", "dead", 1), ("O", "hp", 9)]);
    let apart = format!("{SWORD}\nengaged = ['N']");
    let both = Met { party: &[&first, &apart], foes: &[frail, &other] };
    after(1, both, near, "d20=1 d6=3", &[("O", "hp", 9)]);
    let free = format!("{near}[rulings]\nintent_fallback = 'free'\n");
    after(1, both, &free, "d20=1 d6=3 d8=2", &[("O", "hp", 7)]);
}

// BDP-228
#[test]
fn the_targets_of_foes_may_be_known() {
    let pc = format!("{IDLE}\npolicy = 'wary'\nweapons = [{{ name = 'sword' }}]");
    let wary =
        "[policy.wary]\nreaction = [{ do = 'defend' }]\naction = [{ do = 'wait', when = 'any(enemies, it.aims_at_me)' }]\n";
    let known = format!("{wary}[rulings]\nintent_telegraph = true\n");
    after(1, met(&[&pc], &[GREAT]), &known, "d10=1", &[("P", "hp", 8), ("N", "hp", 9)]);
    after(1, met(&[&pc], &[GREAT]), wary, "d8=1 d10=1", &[("P", "hp", 8), ("N", "hp", 8)]);
}

// BDP-229, BDP-230, BDP-231, BDP-304, BDP-305
#[test]
fn one_single_action_is_quick_and_more_is_a_full_turn() {
    // O closes in with reach, which comes before every other full turn.
    let acts = |pc: &str, action: &str, rest: &str, dice: &str| {
        let pc = format!("{pc}\npolicy = 'does'");
        let near = format!("[arena]\nstart = 'near'\n{}{rest}", policy(action));
        after(1, met(&[&pc.replace("policy = 'hits'\n", "")], &[IDLE, SPEAR]), &near, dice, &[]);
    };
    let engaged = format!("{GREAT}\nengaged = ['N']");
    acts(&engaged, "do = 'attack'", "", "d10=1 d8=1");
    acts(GREAT, "do = 'attack'", "", "d8=1 d10=1");
    acts(&engaged, "do = 'strike_away'", "", "d8=1 d10=1");
    acts(BOW, "do = 'attack'", "", "d20=1 d6=1 d8=1");
    acts(IDLE, "do = 'retreat'", "", "d20=1 d20=20 d8=1");
    acts(&engaged, "do = 'retreat'", "", "d8=1 d20=20");
    let magic = format!("{IDLE}\nmd = 2");
    acts(&magic, "do = 'sculpt', dice = 1", "", "d8=1 d6=1");
    acts(&magic, "do = 'sculpt', dice = 2, quick = true", "", "d20=1 d6=1 d6=2 d8=1");
    let prays = format!("{IDLE}\nfd = 1\nmiracles = ['smite']\nitems = [{{ name = 'focus' }}]");
    acts(&prays, "do = 'miracle', miracle = 'smite'", "", "d8=1 d6=1");
    acts(&engaged, "do = 'attack'", "[book.order]\nquick_first = false\n", "d8=1 d10=1");
}

// BDP-235, BDP-226
#[test]
fn archers_save_for_the_first_shot_and_the_longer_weapon_wins_the_charge() {
    let near = "[arena]\nstart = 'near'\n";
    let frail = format!("{BOW}\nstr = 1").replace("hp_max = 9", "hp_max = 0");
    after(1, met(&[BOW], &[&frail]), near, "d20=10 d6=1", &[("N", "dead", 1)]);
    after(1, met(&[BOW], &[&frail]), near, "d20=11 d6=2 d6=1", &[("N", "dead", 1), ("P", "hp", 7)]);
    let axe = "hp_max = 9\npolicy = 'hits'\nweapons = [{ kind = 'axe' }]";
    after(1, met(&[SPEAR], &[axe]), near, "d8=4 d8=2", &[("N", "hp", 5), ("P", "hp", 7)]);
    after(1, met(&[axe], &[SPEAR]), near, "d8=4 d8=2", &[("P", "hp", 5), ("N", "hp", 7)]);
}

// BDP-236
#[test]
fn foes_go_for_whom_their_policy_names_and_else_for_anybody() {
    let (weak, strong) = ("hp_max = 3", "hp_max = 12");
    let foe = "hp_max = 9\npolicy = 'seeks'\nweapons = [{ name = 'sword' }]";
    let seeks = "[policy.seeks]\ntarget = [{ most = 'it.hp' }]\n";
    after(1, met(&[weak, strong], &[foe]), seeks, "d8=2", &[("P", "hp", 3), ("Q", "hp", 10)]);
    let any = "[policy.seeks]\n";
    after(1, met(&[weak, strong], &[foe]), any, "d2=2 d8=2", &[("P", "hp", 3), ("Q", "hp", 10)]);
}

// BDP-244
#[test]
fn the_unaware_have_armor_but_no_hp() {
    let foe = "hp_max = 9\nstr = 12\narmor = 'light'\nunaware = true";
    after(1, met(&[SWORD], &[foe]), "", "d8=5 d20=8", &[("N", "hp", 9), ("N", "str", 8)]);
    let luckier = "[rulings]\nunaware_hp_denied = false\n";
    after(1, met(&[SWORD], &[foe]), luckier, "d8=5", &[("N", "hp", 5), ("N", "str", 12)]);
}

// BDP-303, BDP-306, R-39
#[test]
fn a_retreat_is_a_dex_save_and_a_failed_one_may_cost_hits() {
    let pc = format!("{IDLE}\npolicy = 'does'\ndex = 8");
    let flees = policy("do = 'retreat'");
    after(1, met(&[&pc], &[SWORD]), &flees, "d8=1 d20=8", &[("P", "away", 1), ("P", "hp", 8)]);
    after(1, met(&[&pc], &[SWORD]), &flees, "d8=1 d20=9", &[("P", "away", 0), ("P", "engaged_with", 1), ("P", "hp", 8)]);
    let hits = format!("{flees}[rulings]\nretreat_failure = 'hits'\n");
    after(1, met(&[&pc], &[SWORD, IDLE]), &hits, "d8=1 d20=9 d8=2 d4=3", &[("P", "away", 0), ("P", "hp", 5)]);
    let trapped = format!("{flees}[book.retreat]\npossible = false\n");
    after(1, met(&[&pc], &[SWORD]), &trapped, "d4=1 d8=1", &[("P", "away", 0)]);
}

// BDP-310
#[test]
fn reach_is_nothing_against_those_above() {
    let (below, above) = (format!("{SPEAR}\nzone = 'a'"), format!("{SWORD}\nzone = 'b'"));
    let stairs = "[arena]\nzones = [{ name = 'a' }, { name = 'b' }]\n";
    after(1, met(&[&below], &[&above]), stairs, "d8=1 d8=2", &[("N", "hp", 8), ("P", "hp", 7)]);
    let high = stairs.replace("'b' }", "'b', highground = true }");
    after(1, met(&[&below], &[&above]), &high, "d20=11 d8=1 d8=2", &[("P", "hp", 8), ("N", "hp", 7)]);
}

// BDP-311
#[test]
fn a_spell_comes_last_among_full_turns() {
    let (pc, near) = (format!("{IDLE}\nmd = 1\npolicy = 'does'"), "[arena]\nstart = 'near'\n");
    let casts = format!("{near}{}", policy("do = 'sculpt'"));
    after(1, met(&[&pc], &[KNIFE]), &casts, "d6=1 d6=3", &[("P", "hp", 8), ("N", "hp", 6)]);
    let first = format!("{casts}[rulings]\nfull_no_weapon = 'first'\n");
    after(1, met(&[&pc], &[KNIFE]), &first, "d6=3 d6=1", &[("P", "hp", 8), ("N", "hp", 6)]);
}

// BDP-325
#[test]
fn long_blades_are_impaired_where_it_is_tight() {
    let tight = "[arena]\nstart = 'engaged'\nzones = [{ name = 'a', tight = true }]\n";
    let pc = |kind: &str, reach: bool| {
        format!("policy = 'hits'\nweapons = [{{ name = 'glaive', damage = '{kind}', reach = {reach} }}]")
    };
    after(1, met(&[&pc("slashing", true)], &[IDLE]), tight, "d4=2", &[("N", "hp", 7)]);
    after(1, met(&[&pc("piercing", true)], &[IDLE]), tight, "d8=2", &[("N", "hp", 7)]);
    after(1, met(&[&pc("slashing", false)], &[IDLE]), tight, "d8=2", &[("N", "hp", 7)]);
}
