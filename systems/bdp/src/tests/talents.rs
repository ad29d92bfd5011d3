//! Tests of skills in a fight, one after the other.

use super::stage::{after, begins, met, stage};

const SWORD: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'sword' }]";
const GREAT: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'maul', category = 'slow' }]";
const KNIFE: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'knife', category = 'fast' }]";
const FISTS: &str = "hp_max = 9\npolicy = 'hits'";
const IDLE: &str = "hp_max = 9";
/// A foe that dies of one point of STR, and one that fears nothing.
const FRAIL: &str = "hp_max = 0\nstr = 1\ntraits = ['mindless']";
const BOLD: &str = "hp_max = 9\ntraits = ['mindless']";

fn has(skill: &str, text: &str) -> String {
    format!("{text}\nskills = ['{skill}']")
}

/// A combatant that strikes at the first target and decides otherwise as said.
fn decides(text: &str, rest: &str) -> (String, String) {
    let policy = format!("[policy.decides]\ntarget = [{{ at = 'first' }}]\nreaction = [{{ do = 'defend' }}]\n{rest}\n");
    (text.replace("policy = 'hits'", "policy = 'decides'"), policy)
}

// BDP-503, R-40
#[test]
fn the_impressive_and_the_mediators_move_hearts() {
    let foes: &[&str] = &["hp_max = 0\nstr = 1", IDLE];
    after(1, met(&[&has("impressive", SWORD)], foes), "", "d8=1 d20=8 d20=8", &[("O", "active", 1)]);
    after(1, met(&[&has("impressive", SWORD)], foes), "", "d8=1 d20=8 d20=9", &[("O", "away", 1)]);
    after(1, met(&[SWORD], foes), "", "d8=1 d20=9", &[("O", "active", 1)]);
    let meets = "[arena]\nreaction = true\n";
    assert_eq!(stage(&[IDLE], &[IDLE], meets, "d6=2 d6=3").see("P", "mood"), 2, "5 is wary");
    // After a fight, they think again: 6 and 2 are curious.
    let later = "[arena]\nreaction = true\nfights_before = 1\n";
    assert_eq!(stage(&[&has("impressive", IDLE)], &[IDLE], later, "d6=2 d6=3 d6=2 d6=2").see("P", "mood"), 3);
    assert_eq!(stage(&[&has("impressive", IDLE)], &[IDLE], meets, "d6=2 d6=3").see("P", "mood"), 2);
    // Twelve and 2 are beyond the table, and are rolled again where such totals do not count as its ends.
    let apart = format!("{later}[rulings]\nreaction_clamp = false\n");
    let dice = "d6=2 d6=3 d6=6 d6=6 d6=2 d6=2";
    assert_eq!(stage(&[&has("impressive", IDLE)], &[IDLE], &apart, dice).see("P", "mood"), 3, "6 is curious");
    assert_eq!(stage(&[&has("mediator", IDLE)], &[IDLE], meets, "d6=2 d6=3").see("P", "mood"), 3, "6 is curious");
}

// BDP-504
#[test]
fn the_inspiring_keep_up_the_heart_of_their_allies() {
    let foes: &[&str] = &["hp_max = 0\nstr = 1", "wil = 3", "skills = ['inspiring']"];
    after(1, met(&[SWORD], foes), "", "d8=1 d20=10", &[("O", "active", 1), ("M", "active", 1)]);
    after(1, met(&[SWORD], foes), "", "d8=1 d20=11 d20=3", &[("O", "active", 1), ("M", "away", 1)]);
}

// BDP-505
#[test]
fn the_provoked_have_to_fight_who_provokes_them() {
    let provokes = "[policy.provokes]\naction = [{ do = 'provoke', when = 'round == 1' }, { do = 'wait' }]\nreaction = [{ do = 'defend' }]\n";
    let pc = "hp_max = 9\nskills = ['provocateur']\npolicy = 'provokes'";
    after(2, met(&[IDLE, pc], &[SWORD]), provokes, "d20=11 d8=1 d8=2", &[("P", "hp", 8), ("Q", "hp", 7)]);
    after(2, met(&[IDLE, pc], &[SWORD]), provokes, "d20=10 d8=1 d8=2", &[("P", "hp", 6), ("Q", "hp", 9)]);
}

// BDP-507
#[test]
fn the_alert_are_not_surprised_and_first_in_the_first_round() {
    let ambush = "[arena]\nsurprise = 'normal'\n";
    let alert = has("alert", IDLE);
    assert_eq!(stage(&[&alert, IDLE], &[IDLE], ambush, "d6=1").see("Q", "surprised"), 0);
    assert_eq!(stage(&[IDLE, IDLE], &[IDLE], ambush, "d6=1").see("Q", "surprised"), 1);
    let seen = [("N", "hp", 7), ("P", "hp", 4)];
    after(2, met(&[&has("alert", KNIFE)], &[KNIFE]), "", "d6=1 d6=2 d20=11 d6=3 d6=1", &seen);
}

// BDP-509
#[test]
fn bloodlust_gives_hp_for_kills_and_critical_damage() {
    let pc = has("bloodlust", &format!("{SWORD}\ncondition = {{ hp = 1 }}"));
    after(1, met(&[&pc], &[FRAIL, BOLD]), "", "d8=3 d3=2", &[("P", "hp", 3)]);
    after(1, met(&[&pc], &["hp_max = 0", BOLD]), "", "d8=3 d20=8 d3=1", &[("P", "hp", 2), ("N", "down", 1)]);
    after(1, met(&[&pc], &["hp_max = 0", BOLD]), "", "d8=3 d20=7", &[("P", "hp", 1)]);
    after(1, met(&[&has("bloodlust", SWORD)], &[FRAIL, BOLD]), "", "d8=3 d3=2", &[("P", "hp", 9)]);
}

// BDP-510
#[test]
fn a_brawler_has_hard_fists() {
    after(1, met(&[&has("brawler", FISTS)], &[IDLE]), "", "order d20=1, damage d6=5", &[("N", "hp", 4)]);
    after(1, met(&[FISTS], &[IDLE]), "", "order d20=1, damage d4=4", &[("N", "hp", 5)]);
}

// BDP-511
#[test]
fn ten_damage_by_brutal_blows_impairs_for_the_next_round() {
    let foe = SWORD.replace("hp_max = 9", "hp_max = 40");
    let pc = has("brutal_blows", GREAT);
    after(3, met(&[&pc], &[&foe]), "", "damage d8=1 d10=10 d4=1 d10=1 d8=1 d10=1", &[("P", "hp", 6)]);
    after(2, met(&[&pc], &[&foe]), "", "damage d8=1 d10=9 d8=1 d10=1", &[("P", "hp", 7)]);
    let armored = format!("{foe}\narmor = 'light'");
    after(2, met(&[&pc], &[&armored]), "", "d8=1 d10=10 d8=1 d10=1", &[("P", "hp", 7)]);
}

// BDP-512
#[test]
fn a_crippling_shot_holds_its_target_and_impairs_its_next_attack() {
    let near = "[arena]\nstart = 'near'\n";
    let pc = has("crippling_shot", "hp_max = 9\npolicy = 'hits'\nweapons = [{ kind = 'shortbow' }]");
    after(1, met(&[&pc], &[SWORD]), near, "d6=4", &[("P", "hp", 9), ("N", "engaged_with", 0)]);
    after(2, met(&[&pc], &[SWORD]), near, "d6=4 d6=1 d4=2", &[("P", "hp", 7)]);
    after(1, met(&[&pc], &[SWORD]), near, "d6=3 d8=2", &[("P", "hp", 7)]);
}

// BDP-513
#[test]
fn posture_and_footwork_count_as_armor() {
    let armor = |skill: &str, gear: &str| begins(&has(skill, gear), "armor");
    let sword = "weapons = [{ name = 'sword' }, { name = 'knife', category = 'fast' }]";
    assert_eq!(armor("defensive_posture", sword), 1);
    assert_eq!(armor("defensive_posture", &format!("{sword}\nshield = true")), 1, "the shield alone");
    assert_eq!(armor("defensive_posture", &format!("{sword}\ntwo_weapons = true")), 0);
    assert_eq!(armor("defensive_posture", "weapons = [{ name = 'maul', category = 'slow' }]"), 0);
    assert_eq!(armor("defensive_posture", &format!("{sword}\narmor = 'heavy'")), 3);
    assert_eq!((armor("fancy_footwork", ""), armor("fancy_footwork", "armor = 'light'")), (1, 1));
    after(1, met(&[&has("fancy_footwork", IDLE)], &[SWORD]), "", "d8=3", &[("P", "hp", 7)]);
}

// BDP-514
#[test]
fn a_firm_grip_cannot_be_disarmed() {
    let disarms = "[policy.disarms]\naction = [{ do = 'gambit', gambit = 'disarm' }]\n";
    let foe = SWORD.replace("'hits'", "'disarms'");
    let armed = "hp_max = 9\nweapons = [{ name = 'sword' }]";
    after(1, met(&[armed], &[&foe]), disarms, "d8=5 d20=11", &[("P", "weapons", 0)]);
    after(1, met(&[&has("firm_grip", armed)], &[&foe]), disarms, "d8=5 d20=11", &[("P", "weapons", 1)]);
}

// BDP-516
#[test]
fn critical_damage_by_the_merciless_frightens_the_whole_group() {
    let foes: &[&str] = &["hp_max = 0", "wil = 9", "wil = 9", "wil = 9"];
    let seen = [("N", "down", 1), ("O", "away", 1), ("M", "active", 1)];
    let mut play = stage(
        &[&has("merciless", SWORD)],
        &foes[..3],
        "",
        "damage d8=3, Critical Damage Save d20=8, morale d20=10 d20=9 d20=9",
    );
    play.rounds(1);
    for (name, what, value) in seen {
        assert_eq!(play.see(name, what), value, "{what} of {name}");
    }
}

// BDP-517
#[test]
fn momentum_gives_another_attack_and_chains() {
    let pc = has("momentum_master", SWORD);
    after(1, met(&[&pc], &[FRAIL, BOLD]), "", "damage d8=3 d8=2", &[("N", "dead", 1), ("O", "hp", 7)]);
    after(1, met(&[&pc], &[FRAIL, FRAIL, BOLD]), "", "damage d8=3 d8=3 d8=2", &[("O", "dead", 1), ("M", "hp", 7)]);
    let once = "[book.skill]\nmomentum_chain = false\n";
    after(1, met(&[&pc], &[FRAIL, FRAIL, BOLD]), once, "d8=3 d8=3", &[("O", "dead", 1), ("M", "hp", 9)]);
    let (saves, policy) = decides(&pc, "momentum = [{ do = 'no' }]");
    after(1, met(&[&saves], &[FRAIL, BOLD]), &policy, "d8=3", &[("O", "hp", 9)]);
}

// BDP-518
#[test]
fn a_mounted_warrior_strikes_down_on_the_unmounted() {
    let pc = has("mounted_warrior", &format!("{SWORD}\nhorse = {{ trained = true }}"));
    after(1, met(&[&pc], &[IDLE]), "", "d8=2 d12=5", &[("N", "hp", 4)]);
    after(1, met(&[&pc], &["hp_max = 9\ntraits = ['mounted']"]), "", "d20=1 d8=2", &[("N", "hp", 7)]);
    after(1, met(&[&has("mounted_warrior", SWORD)], &[IDLE]), "", "d8=2", &[("N", "hp", 7)]);
}

// BDP-519
#[test]
fn a_patient_strike_comes_later_and_harder() {
    let (pc, policy) = decides(&has("patient_strike", KNIFE), "patient_strike = [{ do = 'yes' }]");
    after(1, met(&[&pc], &[KNIFE]), &policy, "damage d6=1 d6=2 d12=5", &[("P", "hp", 8), ("N", "hp", 4)]);
    after(1, met(&[&pc], &[SWORD]), &policy, "damage d6=2 d8=1", &[("P", "hp", 8), ("N", "hp", 7)]);
}

// BDP-520
#[test]
fn a_protector_takes_the_blows_of_allies_in_the_same_melee() {
    let shields = "[policy.shields]\naction = [{ do = 'protect' }]\nreaction = [{ do = 'defend' }]\n";
    let pc = "hp_max = 9\nskills = ['protect']\npolicy = 'shields'";
    after(1, met(&[IDLE, pc], &[SWORD]), shields, "d8=2", &[("P", "hp", 9), ("Q", "hp", 7)]);
    after(1, met(&[IDLE, &pc.replace("'shields'", "'idle'")], &[SWORD]), shields, "d8=2", &[("P", "hp", 7), ("Q", "hp", 9)]);
}

// BDP-521
#[test]
fn a_quick_draw_with_one_weapon_needs_no_save() {
    let pc = has("quick_draw", KNIFE);
    after(2, met(&[&pc], &[KNIFE]), "", "damage d6=1 d6=2 d6=1 d6=2", &[("N", "hp", 7), ("P", "hp", 5)]);
    let two = pc.replace("weapons = [", "two_weapons = true\nweapons = [{ name = 'dirk', category = 'fast' }, ");
    after(1, met(&[&two], &[KNIFE]), "", "d20=11 d6=2 d6=1 d6=3", &[("N", "hp", 6), ("P", "hp", 7)]);
}

// BDP-522
#[test]
fn fury_enhances_what_one_deals_and_takes_until_a_save_stops_it() {
    let (pc, policy) = decides(&has("fury", SWORD), "fury = [{ do = 'yes' }]\ncalm = [{ do = 'yes' }]");
    after(1, met(&[&pc], &[GREAT]), &policy, "d8=1 d12=2 d10=1 d12=3", &[("N", "hp", 7), ("P", "hp", 6)]);
    after(2, met(&[&pc], &[GREAT]), &policy, "d8=1 d12=2 d10=1 d12=3 d20=10 d8=1 d10=1", &[("N", "hp", 6), ("P", "hp", 5)]);
    after(2, met(&[&pc], &[GREAT]), &policy, "d8=1 d12=2 d10=1 d12=3 d20=11 d8=1 d12=1 d10=1 d12=1", &[("P", "hp", 5)]);
}

// BDP-523
#[test]
fn savage_strikes_cost_fatigue() {
    let (pc, policy) = decides(&has("savage_strikes", SWORD), "savage = [{ do = 'yes' }]");
    after(1, met(&[&pc], &[IDLE]), &policy, "damage d8=1 d12=2", &[("N", "hp", 7), ("P", "fatigue", 1)]);
}

// BDP-524
#[test]
fn a_showfighter_lives_up_to_an_audience() {
    let pc = has("showfighter", "hp_max = 9\narmor = 'light'");
    let seen = |audience: bool| {
        let play = stage(&[&pc], &[IDLE], &format!("[arena]\naudience = {audience}\n"), "");
        (play.see("P", "armor"), play.see("P", "str"))
    };
    assert_eq!((seen(true), seen(false)), ((2, 18), (1, 10)));
}

// BDP-525
#[test]
fn a_snake_wins_tied_parries() {
    let (pc, policy) = decides(SWORD, "action = [{ do = 'wait' }]");
    let pc = |skill: &str| has(skill, &pc);
    let policy = policy.replace("'defend'", "'parry'");
    after(
        1,
        met(&[&pc("snake_parry")], &[SWORD]),
        &policy,
        "damage d8=4, parry d8=4",
        &[("P", "hp", 9), ("N", "str", 6), ("N", "hp", 9)],
    );
    after(1, met(&[&pc("alert")], &[SWORD]), &policy, "damage d8=4, parry d8=4", &[("P", "hp", 9), ("N", "str", 10)]);
}

// BDP-526
#[test]
fn a_throwing_master_rolls_two_dice_and_loses_the_weapon_by_either() {
    let (pc, policy) = decides(
        "hp_max = 9\npolicy = 'hits'\nweapons = [{ kind = 'dagger' }]",
        "action = [{ do = 'throw' }, { do = 'pick_up' }, { do = 'wait' }]",
    );
    let pc = has("throwing_master", &pc);
    after(2, met(&[&pc], &[IDLE]), &policy, "d20=1 d6=3 d6=2 d20=1", &[("N", "hp", 6), ("P", "weapons", 1)]);
    after(2, met(&[&pc], &[IDLE]), &policy, "d20=1 d6=3 d6=1 d20=1", &[("N", "hp", 6), ("P", "weapons", 0)]);
}

// BDP-527
#[test]
fn a_trooper_strikes_harder_in_numbers() {
    let pc = has("trooper", SWORD);
    after(1, met(&[&pc, IDLE], &[IDLE]), "", "order d20=1, damage d8=3", &[("N", "hp", 5)]);
    after(1, met(&[&pc], &[IDLE]), "", "damage d8=3", &[("N", "hp", 6)]);
    after(1, met(&[&pc, IDLE], &[IDLE]), "", "order d20=1, damage d8=8", &[("N", "hp", 1)]);
}

// BDP-528
#[test]
fn true_strikes_go_through_armor_and_cost_will() {
    let foe = "hp_max = 9\narmor = 'heavy'";
    after(1, met(&[&has("true_strikes", FISTS)], &[foe]), "", "d20=1 d4=2 d8=5", &[("N", "hp", 4), ("P", "wil", 8)]);
}

// BDP-528, R-06
#[test]
fn armor_does_not_lower_the_price_of_a_true_strike() {
    let pc = has("true_strikes", &format!("{FISTS}\narmor = 'heavy'"));
    let ruling = "[rulings]\ndirect_armor = 'all'\n";
    after(1, met(&[&pc], &["hp_max = 9"]), ruling, "d20=1 d4=2 d8=5", &[("N", "hp", 4), ("P", "wil", 8)]);
}

// BDP-529
#[test]
fn tunnel_vision_knows_one_enemy_only() {
    let (pc, policy) = decides(&has("tunnel_vision", SWORD), "tunnel = [{ do = 'yes' }]");
    let seen = [("N", "hp", 7), ("P", "hp", 4)];
    after(1, met(&[&pc], &[SWORD, GREAT]), &policy, "order d20=1, damage d8=1 d12=2 d4=1 d10=1 d12=4", &seen);
}

// BDP-530
#[test]
fn the_winds_wrath_follows_a_dodge() {
    let (pc, policy) = decides(SWORD, "");
    let policy = policy.replace("'defend'", "'dodge'");
    after(1, met(&[&has("winds_wrath", &pc)], &[KNIFE]), &policy, "damage d6=1 d8=1 d12=5", &[("P", "hp", 8), ("N", "hp", 4)]);
    after(1, met(&[&has("alert", &pc)], &[KNIFE]), &policy, "damage d6=1 d8=1", &[("N", "hp", 8)]);
    let other: &[&str] = &[IDLE, KNIFE];
    after(1, met(&[&has("winds_wrath", &pc)], other), &policy, "damage d6=1 d8=1", &[("N", "hp", 8)]);
}

// BDP-531
#[test]
fn each_type_of_damage_has_its_proficiency() {
    let pc = |kind: &str, skill: bool| {
        let skill = if skill { format!("\nprof_types = ['{kind}']") } else { String::new() };
        format!("policy = 'hits'\nweapons = [{{ name = 'thing', damage = '{kind}' }}]{skill}")
    };
    for (kind, armor, die, plain, skilled) in
        [("piercing", "heavy", 8, 5, 8), ("bludgeoning", "medium", 5, 3, 4), ("slashing", "", 5, 5, 6)]
    {
        let foe = format!("hp_max = 9\narmor = '{armor}'");
        after(1, met(&[&pc(kind, false)], &[&foe]), "", &format!("d8={die}"), &[("N", "hp", 9 - plain)]);
        after(1, met(&[&pc(kind, true)], &[&foe]), "", &format!("d8={die}"), &[("N", "hp", 9 - skilled)]);
    }
}

// BDP-532
#[test]
fn the_elemental_have_armor_against_their_element_and_dice_end_at_four() {
    let foe = "hp_max = 9\nmd = 2\npolicy = 'casts'";
    let casts = "[policy.casts]\naction = [{ do = 'sculpt', dice = 2, element = 'fire' }]\n";
    for (element, hp) in [("fire", 7), ("cold", 4)] {
        let pc = format!("hp_max = 9\nelemental = '{element}'");
        after(1, met(&[&pc], &[foe]), casts, "d6=5 d6=4", &[("P", "hp", hp)]);
    }
    let four =
        "[policy.four]\naction = [{ do = 'sculpt', dice = 5 }, { do = 'sculpt', dice = 4 }]\nreaction = [{ do = 'defend' }]\n";
    after(1, met(&["hp_max = 9\nmd = 9\npolicy = 'four'"], &["hp_max = 20"]), four, "d6=1 d6=2 d6=3 d6=4", &[("N", "hp", 10)]);
    let prays = "[policy.prays]\naction = [{ do = 'miracle', miracle = 'bless', dice = 5 }, { do = 'miracle', miracle = 'bless', dice = 4 }]\n";
    let priest = "fd = 9\nmiracles = ['bless']\nitems = [{ name = 'focus' }]\npolicy = 'prays'";
    after(1, met(&[priest], &[IDLE]), prays, "d6=1 d6=2 d6=3 d6=1", &[("P", "bless", 7), ("P", "wil", 6)]);
}

// BDP-534
#[test]
fn opportunists_are_hard_to_hit_in_a_tumult() {
    let tumult = "[arena]\nstart = 'engaged'\ndistraction = true\n";
    after(1, met(&[&has("opportunist", IDLE)], &[SWORD]), tumult, "d4=2", &[("P", "hp", 7)]);
    after(1, met(&[&has("opportunist", IDLE)], &[SWORD]), "", "d8=2", &[("P", "hp", 7)]);
}

// BDP-535
#[test]
fn poison_saves_of_the_resistant_have_two_dice() {
    let fang = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'fang', poison = { critical = true } }]";
    after(
        1,
        met(&[&has("poison_resistance", IDLE)], &[fang]),
        "",
        "d8=1 d4=2 d20=9 d20=8",
        &[("P", "str", 8), ("P", "active", 1), ("P", "wounds", 0)],
    );
    after(1, met(&[IDLE], &[fang]), "", "d8=1 d4=2 d20=9 d10=9", &[("P", "str", 8), ("P", "wounds", 1)]);
}

// BDP-517
#[test]
fn momentum_is_a_matter_of_critical_damage_and_not_of_who_is_left() {
    let text = format!(
        "{}[[side]]\nname = 'beasts'\n[[side.combatant]]\nname = 'M'\nhp_max = 9\npolicy = 'idle'\n[arena]\nstart = 'engaged'\n\
         [policy.idle]\naction = [{{ do = 'wait' }}]\n[policy.hits]\ntarget = [{{ at = 'first' }}]\n",
        super::sides(
            &["name = 'P'\npc = true\nskills = ['momentum_master']\npolicy = 'hits'\nweapons = [{ name = 'sword' }]"],
            &["name = 'N'\nhp_max = 1\nwil = 1\npolicy = 'idle'"],
        )
    );
    let mut play = super::play(&text, "turn of a side d2=1, damage d8=1, morale d20=2");
    play.rounds(1);
    assert_eq!((play.see("N", "away"), play.see("M", "hp")), (1, 9));
    let foe = has("momentum_master", SWORD);
    let injured = "d8=4 d20=7 d10=3 d4=1 d8=1 d20=1";
    after(1, met(&["hp_max = 0"], &[&foe]), "", injured, &[("P", "str", 4), ("P", "active", 1)]);
}

// BDP-293, BDP-336, BDP-509, BDP-516
#[test]
fn a_parry_that_kills_is_a_kill() {
    let parries = "[policy.parries]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'parry' }]\n";
    let pc = |more: &str| format!("hp_max = 18\ncondition = {{ hp = 3 }}\npolicy = 'parries'\n{more}");
    let sword = "weapons = [{ name = 'sword' }]";
    let frail = "hp_max = 3\nstr = 1\npolicy = 'hits'\nweapons = [{ name = 'sword' }]";
    let foes: &[&str] = &[frail, BOLD];
    let seen = [("N", "dead", 1), ("P", "hp", 5)];
    after(1, met(&[&pc(&has("bloodlust", sword))], foes), parries, "d20=1 d8=2 d8=5 d3=2", &seen);
    let shy: &[&str] = &[frail, "hp_max = 9\nwil = 9"];
    let twice = "d20=1 d8=2 d8=5 d20=9 d20=10";
    after(1, met(&[&pc(&has("merciless", sword))], shy), parries, twice, &[("O", "away", 1)]);
    let axe = "weapons = [{ name = 'axe', proficient = true, tags = { brutal = 5 } }]";
    after(1, met(&[&pc(axe)], shy), parries, twice, &[("O", "away", 1)]);
    after(1, met(&[&pc(axe)], shy), parries, "d20=1 d8=2 d8=4 d20=10", &[("O", "away", 1)]);
}

// BDP-528, BDP-478
#[test]
fn true_strikes_and_their_bonus_go_by_their_own_die() {
    let pc = "hp_max = 9\nwil = 18\npolicy = 'does'\nfd = 1\nmiracles = ['empower']\nitems = [{ name = 'focus' }]\nskills = ['true_strikes']";
    let rest = "[policy.does]\ntarget = [{ at = 'first' }]\nreaction = [{ do = 'defend' }]\n\
                action = [{ do = 'miracle', miracle = 'empower', when = 'round == 1' }, { do = 'attack' }]\n";
    after(2, met(&[pc], &["hp_max = 20"]), rest, "d6=2 d20=1 d4=1 d8=6", &[("N", "hp", 13)]);
}

// BDP-530
#[test]
fn winds_wrath_may_strike_any_of_those_whose_blows_were_dodged() {
    let pc = "hp_max = 30\npolicy = 'dodges'\nskills = ['winds_wrath']\nweapons = [{ name = 'knife', category = 'fast' }]";
    let dodges = "[policy.dodges]\ntarget = [{ most = 'it.hp' }]\nreaction = [{ do = 'dodge' }]\n";
    let big = SWORD.replace("hp_max = 9", "hp_max = 30");
    let dice = "d6=1 d4=1 d4=1 d6=2 d12=7 d4=1 d4=1";
    after(2, met(&[pc], &[SWORD, &big]), dodges, dice, &[("N", "hp", 9), ("O", "hp", 22)]);
}

// BDP-286, BDP-519
#[test]
fn patience_is_kept_for_the_own_turn() {
    let pc = "hp_max = 30\npolicy = 'waits'\nskills = ['patient_strike']\nweapons = [{ name = 'sword' }]";
    let waits = "[policy.waits]\npatient_strike = [{ do = 'yes' }]\nreaction = [{ do = 'fight_back' }]\n";
    let foe = SWORD.replace("hp_max = 9", "hp_max = 30");
    after(1, met(&[pc], &[&foe]), waits, "d8=1 d8=2 d8=3 d12=9", &[("P", "hp", 29), ("N", "hp", 19)]);
}
