//! Tests of days: meals, sleep, care, potions, wounds, diseases, gear, the road, training.

use super::{play, sides};
use crate::Bdp;
use frame::rules::testing::{ScriptedPlay, told_of};

/// A character alone, and these legs of a day.
fn days(pc: &str, legs: &str, rest: &str, dice: &str) -> ScriptedPlay<Bdp> {
    let text = format!(
        "{}{legs}\n[[day]]\nfight = ['party', 'foes']\n{rest}",
        sides(&[&format!("name = 'P'\npc = true\n{pc}")], &["name = 'N'"])
    );
    play(&text, dice)
}

fn night(text: &str) -> String {
    format!("[[day]]\nrest = {{ night = {{ {text} }} }}\n")
}

// BDP-098, BDP-099, BDP-100, BDP-101, BDP-097
#[test]
fn each_grade_of_sleep_does_what_it_should() {
    for (grade, deprived, fatigue, str) in
        [("none", 1, 3, 8), ("perilous", 0, 3, 8), ("normal", 0, 0, 8), ("comfortable", 0, 0, 9)]
    {
        let pc = "str = 10\ncondition = { str = 8, fatigue = 3 }";
        let mut play = days(pc, &night(&format!("sleep = '{grade}', food = 'fresh'")), "", "");
        play.leg();
        assert_eq!(
            (play.see("P", "deprived_days"), play.see("P", "fatigue"), play.see("P", "str")),
            (deprived, fatigue, str),
            "{grade}"
        );
    }
}

// BDP-102, BDP-103, BDP-104, BDP-106, BDP-107, BDP-108
#[test]
fn better_meals_take_off_more_fatigue() {
    let pot = "condition = { fatigue = 3 }\nitems = [{ name = 'cooking_pot' }]";
    for (food, fire, fatigue) in
        [("fresh", true, 3), ("simple", true, 2), ("simple", false, 3), ("fancy", true, 0), ("fancy", false, 3)]
    {
        let mut play = days(pot, &night(&format!("sleep = 'perilous', food = '{food}', fire = {fire}")), "", "");
        play.leg();
        assert_eq!((play.see("P", "fatigue"), play.see("P", "deprived_days")), (fatigue, 0), "{food}, fire: {fire}");
    }
    let ration = "condition = { fatigue = 3 }\nitems = [{ name = 'rations' }]";
    let mut play = days(ration, &night("sleep = 'perilous', fire = false, days = 4"), "", "");
    play.leg();
    assert_eq!(
        (play.see("P", "fatigue"), play.see("P", "items"), play.see("P", "deprived_days")),
        (0, 0, 1),
        "three rations for four days"
    );
}

// BDP-360, BDP-369
#[test]
fn outdoors_one_needs_a_bedroll_and_in_bad_weather_a_tent_and_in_the_cold_a_cloak() {
    let sleeps = |items: &str, text: &str| {
        let pc = format!("condition = {{ fatigue = 2 }}\nitems = [{items}]");
        let mut play = days(&pc, &night(&format!("food = 'fresh', outdoors = true, {text}")), "", "");
        play.leg();
        (play.see("P", "fatigue"), play.see("P", "deprived_days"))
    };
    assert_eq!(sleeps("", "water = true"), (2, 0));
    assert_eq!(sleeps("{ name = 'bedroll' }", "water = true"), (0, 0));
    assert_eq!(sleeps("{ name = 'bedroll' }", "bad_weather = true"), (2, 0));
    assert_eq!(sleeps("{ name = 'bedroll' }, { name = 'tent' }", "bad_weather = true"), (0, 0));
    assert_eq!(sleeps("{ name = 'bedroll' }", "cold = true").1, 1);
    assert_eq!(sleeps("{ name = 'bedroll' }, { name = 'winter_cloak' }", "cold = true").1, 0);
}

// BDP-127, BDP-128, BDP-129, BDP-130, R-52
#[test]
fn services_restore_their_abilities_beside_comfortable_sleep() {
    let pc = "str = 10\ndex = 10\nwil = 10\ncondition = { str = 5, dex = 5, wil = 5 }";
    let text = night("sleep = 'comfortable', food = 'fresh', healer = true, bath = true, company = true");
    let mut play = days(pc, &text, "", "d4=2 d4=3 d4=4");
    play.leg();
    assert_eq!((play.see("P", "str"), play.see("P", "dex"), play.see("P", "wil")), (8, 9, 10));
    let mut play = days(pc, &text, "[rulings]\ncare_stacks = false", "d4=2 d4=3 d4=4");
    play.leg();
    assert_eq!((play.see("P", "str"), play.see("P", "dex"), play.see("P", "wil")), (7, 8, 9));
    let mut play = days(pc, &night("sleep = 'comfortable', food = 'fresh'"), "[rulings]\ncomfortable_which = 'one'", "");
    play.leg();
    assert_eq!((play.see("P", "str"), play.see("P", "dex"), play.see("P", "wil")), (6, 5, 5));
}

// BDP-618, BDP-619
#[test]
fn version_1_32_sleeps_by_dice_and_heals_by_the_week() {
    let pc = "str = 10\nwil = 10\ncondition = { str = 3, wil = 9 }";
    let older = "[rulings]\nversion = '1.32'";
    let mut play = days(pc, &night("sleep = 'comfortable', food = 'fresh'"), older, "d6=4 d6=3");
    play.leg();
    assert_eq!((play.see("P", "str"), play.see("P", "wil")), (7, 10));
    let mut play = days(pc, &night("sleep = 'normal', food = 'fresh', healer = true, days = 7"), older, "");
    play.leg();
    assert_eq!((play.see("P", "str"), play.see("P", "wil")), (10, 10));
}

// BDP-054, BDP-055, BDP-056, BDP-060, BDP-061, BDP-062, BDP-063, BDP-122, BDP-123, BDP-124
#[test]
fn wounds_heal_by_their_level_and_their_cure() {
    let heals = |wound: &str, items: &str, text: &str| {
        let pc = format!("condition = {{ wounds = [{{ {wound} }}] }}\nitems = [{items}]");
        let mut play = days(&pc, &night(&format!("food = 'fresh', {text}")), "", "");
        play.leg();
        play.see("P", "wounds") == 0
    };
    assert!(!heals("key = 'burn', level = 'light'", "", "sleep = 'comfortable'"));
    assert!(heals("key = 'burn', level = 'light'", "", "medicine = true"));
    for (wound, herb, potion) in [
        ("burn", "saints_hood", "coldroot_salve"),
        ("frostbite", "firevine", "emberglow_tea"),
        ("poisoning", "foxglove", "herbal_antidote"),
    ] {
        let light = format!("key = '{wound}', level = 'light'");
        assert!(heals(&light, &format!("{{ name = '{herb}' }}"), "fire = true"), "{herb}");
        assert!(heals(&light, &format!("{{ name = '{potion}' }}"), "fire = true"), "{potion}");
    }
    assert!(heals("key = 'nerve', level = 'light'", "{ name = 'silverleaf' }", "fire = true"));
    assert!(!heals("key = 'nerve', level = 'light'", "{ name = 'saints_hood' }", "fire = true"));
    assert!(heals("key = 'nerve', level = 'light'", "{ name = 'healers_kit' }", "fire = true"), "first aid");
    assert!(!heals("key = 'torso', level = 'severe'", "", "sleep = 'comfortable', care = true, medicine = true, days = 6"));
    assert!(heals("key = 'torso', level = 'severe'", "", "sleep = 'comfortable', care = true, days = 7"));
    assert!(!heals("key = 'torso', level = 'severe'", "", "sleep = 'normal', care = true, days = 9"));
    assert!(!heals("key = 'torso', level = 'permanent'", "", "sleep = 'comfortable', care = true, medicine = true, days = 30"));
}

// BDP-054, BDP-066, BDP-067, BDP-068, BDP-071, BDP-078, BDP-629, R-08, R-64
#[test]
fn the_day_can_begin_in_the_middle_of_a_campaign() {
    let dawn = |condition: &str, what: &str| {
        let text = sides(&[&format!("name = 'P'\npc = true\ncondition = {{ {condition} }}")], &["name = 'N'"]);
        frame::rules::testing::at_dawn::<Bdp>(&text, "P", what)
    };
    assert_eq!([dawn("eye_lost = true", "eye_lost"), dawn("", "eye_lost")], [1, 0]);
    assert_eq!(
        [dawn("weakened = true", "weakened"), dawn("prone = true", "prone"), dawn("bleeding = 2", "bleeding")],
        [1, 1, 2]
    );
    assert_eq!([dawn("limbs_lost = ['left_arm', 'leg']", "limbs_lost"), dawn("hp_trainings = 2", "hp_trainings")], [6, 2]);
    let states = ["active", "treated", "unconscious", "debilitated", "dead"];
    assert_eq!(states.map(|state| dawn(&format!("state = '{state}'"), "active")), [1, 0, 0, 0, 0]);
    // A combatant that was treated is on its feet after a night, with an ally there to care for it.
    let pcs = ["name = 'P'\npc = true\nstr = 10\ncondition = { state = 'treated', str = 3 }", "name = 'Q'\npc = true"];
    let rest = night("food = 'fresh', sleep = 'comfortable'");
    let mut play = play(&format!("{}{rest}\n[[day]]\nfight = ['party', 'foes']\n", sides(&pcs, &["name = 'N'"])), "");
    play.leg();
    assert_eq!(play.see("P", "active"), 1);
    // A wound that was treated for six of its seven days heals on the next.
    let pc = "condition = { wounds = [{ key = 'torso', level = 'severe', treated = 6 }] }";
    let mut play = days(pc, &night("food = 'fresh', sleep = 'comfortable', care = true"), "", "");
    play.leg();
    assert_eq!(play.see("P", "wounds"), 0);
}

//
#[test]
fn an_arm_impairs_until_its_wound_is_healed() {
    let pc = "condition = { wounds = [{ key = 'right_arm', level = 'severe' }] }";
    let mut play = days(pc, &night("food = 'fresh', sleep = 'comfortable', care = true, days = 7"), "", "");
    assert_eq!(play.see("P", "arms"), 1);
    play.leg();
    assert_eq!((play.see("P", "arms"), play.see("P", "wounds")), (0, 0));
}

// BDP-118, BDP-119, BDP-120, BDP-121, BDP-125, BDP-126
#[test]
fn potions_do_what_their_recipes_say() {
    let pc = "str = 10\ndex = 10\nwil = 10\nslots_used = 1\ncondition = { str = 5, dex = 5, wil = 5, fatigue = 1 }\n\
              items = [{ name = 'healing_salve' }, { name = 'musclesoothe' }, { name = 'dreamweed_tea' }, { name = 'sleeping_tonic' }, { name = 'bitterbark_chew' }]";
    let mut play = days(pc, &night("sleep = 'normal'"), "", "d3=1 d3=2 d3=3");
    play.leg();
    assert_eq!((play.see("P", "str"), play.see("P", "dex"), play.see("P", "wil")), (7, 8, 9), "the tonic makes it comfortable");
    assert_eq!((play.see("P", "items"), play.see("P", "deprived_days"), play.see("P", "fatigue")), (0, 0, 0));
}

// BDP-110, BDP-111, BDP-113, BDP-114
#[test]
fn ingredients_become_potions_before_the_day_begins() {
    let pc = "ingredients = [{ name = 'bark', rarity = 'uncommon', region = 'plains', amount = 2 }, { name = 'moss', rarity = 'common', region = 'swamp' }]\nbrews = ['herbal_antidote']";
    let play = days(pc, "", "", "");
    assert_eq!((play.see("P", "items"), play.see("P", "free_slots")), (1, 9));
    let failed = frame::rules::testing::try_load::<Bdp>(&sides(
        &[&format!("name = 'P'\n{}", pc.replace("antidote", "antidot"))],
        &["name = 'N'"],
    ));
    assert!(failed.is_err());
}

// BDP-080, BDP-085, BDP-533
#[test]
fn hands_cure_a_disease_or_restore_strength_once_a_day() {
    let pc = "skills = ['lay_on_hands']\nstr = 10\ncondition = { str = 4, diseases = ['bonebreaker'] }";
    let breaks = "[[day]]\nrest = 'break'\n[[day]]\nrest = 'break'\n";
    let mut play = days(pc, breaks, "", "");
    assert_eq!(play.see("P", "ill"), 1);
    play.leg().leg();
    assert_eq!((play.see("P", "ill"), play.see("P", "str")), (0, 4));
    let policy = "policy = 'restores'\n";
    let mut play = days(&format!("{policy}{pc}"), breaks, "[policy.restores]\nlay_hands = [{ do = 'restore' }]\n", "d6=5");
    play.leg();
    assert_eq!((play.see("P", "ill"), play.see("P", "str")), (1, 9));
    let grace = "policy = 'speaks'\nskills = ['words_of_grace']\nwil = 10\ncondition = { wil = 4 }";
    let mut play = days(grace, breaks, "[policy.speaks]\ngrace = [{ do = 'yes' }]\n", "d6=3");
    play.leg().leg();
    assert_eq!((play.see("P", "wil"), play.see("P", "deprived_days")), (7, 1));
}

// BDP-093
#[test]
fn a_break_may_be_interrupted() {
    let pc = "hp_max = 5\ncondition = { hp = 1 }\nitems = [{ name = 'waterskin' }]";
    let mut play = days(pc, "[[day]]\nrest = 'break'\n", "[book.breath]\nencounter_percent = 50", "d100=50");
    play.leg();
    assert_eq!((play.see("P", "hp"), play.see("P", "waterskin")), (1, 8));
}

// BDP-361, BDP-364, BDP-368, BDP-044
#[test]
fn kits_lights_and_the_cold_wear_one_down_on_the_road() {
    let mut play =
        days("items = [{ name = 'climbing_kit' }]", "[[day]]\nrest = 'climb'\n[[day]]\nrest = 'climb'\n", "", "d6=2 d6=1");
    play.leg();
    assert_eq!(play.see("P", "items"), 1);
    play.leg();
    assert_eq!(play.see("P", "items"), 0);
    let torches = "items = [{ name = 'torch', amount = 2 }]";
    let mut play = days(torches, "[[day]]\ntravel = 40\n", "[arena]\ndark = true", "d8=3 d8=2 d6=1 d4=2");
    assert_eq!(play.see("P", "light"), 8);
    play.leg();
    assert_eq!((play.see("P", "light"), play.see("P", "items")), (8, 1), "the next torch is lit");
    let mut play = days("str = 10", "[[day]]\ntravel = 500\n", "[arena]\ncold = true", "");
    play.leg();
    assert_eq!(play.see("P", "str"), 8, "two watches");
}

// BDP-058, BDP-629, BDP-630
#[test]
fn training_costs_gold_and_may_fail() {
    let pc = "gold = 850\nhp_max = 5\nstr = 12";
    let legs =
        "[[day]]\nrest = { train = { what = 'hp', weeks = 2 } }\n[[day]]\nrest = { train = { what = 'str', weeks = 9 } }\n";
    let mut play = days(pc, legs, "", "d6=6 d6=1 d6=5 d20=12 d20=13");
    play.leg();
    assert_eq!((play.see("P", "hp_max"), play.see("P", "gold")), (7, 500), "6 HP, then one more");
    play.leg();
    assert_eq!((play.see("P", "str"), play.see("P", "gold")), (13, 100));
}

// BDP-474, BDP-487, BDP-468, BDP-472
#[test]
fn faith_power_and_dice_come_back_by_night() {
    let pc = "fd = 2\nwil = 12\npower = 3\nmiracles = ['bless']\nitems = [{ name = 'prayer_book' }]\ncondition = { wil = 6 }";
    let legs = format!("[[day]]\nrest = {{ imprint = {{ miracle = 'smite' }} }}\n{}", night("food = 'fresh'"));
    let mut play = days(pc, &legs, "", "d20=6 d6=4 d4=2");
    play.leg();
    play.leg();
    assert_eq!((play.see("P", "wil"), play.see("P", "miracles"), play.see("P", "power")), (9, 1, 3));
}

// BDP-281, BDP-365, BDP-320
#[test]
fn what_was_given_up_is_repaired_in_the_field_shields_excepted() {
    let pc = "hp_max = 0\nstr = 9\nshield = true\narmor = 'medium'\narmor_price = 60\npolicy = 'gives'\nitems = [{ name = 'repair_kit' }]";
    let foe = "name = 'N'\nweapons = [{ name = 'club', category = 'slow' }]";
    let text = format!(
        "{}[[day]]\nfight = ['party', 'foes']\n[[day]]\nrest = 'break'\n[[day]]\nfight = ['party', 'foes']\n[book.round]\nrounds_max = 2\n\
         [policy.gives]\naction = [{{ do = 'wait' }}]\nreaction = [{{ do = 'defend' }}]\nsacrifice = [{{ do = 'armor' }}, {{ do = 'shield' }}]\n",
        sides(&[&format!("name = 'P'\npc = true\n{pc}")], &[foe])
    );
    let mut play = play(&text, "d10=9 d10=9");
    play.leg();
    assert_eq!((play.see("P", "armored"), play.see("P", "shielded"), play.see("P", "repair_cost")), (0, 0, 45));
    play.leg();
    assert_eq!((play.see("P", "armored"), play.see("P", "shielded"), play.see("P", "repair_cost")), (1, 0, 0));
}

// BDP-011, BDP-012, BDP-014, BDP-016, BDP-021, R-05
#[test]
fn attempts_have_a_price() {
    let attempt = |text: &str| format!("[[day]]\nrest = {{ attempt = {{ {text} }} }}\n");
    let mut play = days("", &attempt("time = true"), "", "d6=3");
    play.leg();
    assert_eq!(play.see("P", "fatigue"), 1);
    for free in ["certain = true", "impossible = true", "skill = true", "time = false"] {
        let mut play = days("", &attempt(free), "", "");
        play.leg();
        assert_eq!(play.see("P", "fatigue"), 0, "{free}");
    }
    let mut play = days("hp_max = 6", &attempt("time = true"), "[rulings]\ntgs_cost_effect = 'damage'", "d6=2 d4=3");
    play.leg();
    assert_eq!(play.see("P", "hp"), 3);
    let mut play = days("items = [{ name = 'tent' }]", &attempt("time = true"), "[rulings]\ntgs_cost_effect = 'break'", "d6=2");
    play.leg();
    assert_eq!(play.see("P", "items"), 0);
}

// BDP-036, BDP-037, BDP-041, BDP-049, BDP-050
#[test]
fn perils_go_to_hp_or_straight_to_an_ability_and_leave_their_wounds() {
    let peril = |kind: &str| format!("[[day]]\nrest = {{ peril = {{ kind = '{kind}' }} }}\n");
    let mut play = days("hp_max = 4\narmor = 'light'", &peril("darts"), "", "d6=4");
    play.leg();
    assert_eq!((play.see("P", "hp"), play.see("P", "str")), (1, 10));
    let mut play = days("hp_max = 4\narmor = 'heavy'", &peril("fire"), "", "d6=4");
    play.leg();
    assert_eq!((play.see("P", "hp"), play.see("P", "str"), play.see("P", "wounds"), play.see("P", "free_slots")), (4, 6, 1, 7));
    let mut play = days("wil = 10", &peril("eldritch"), "", "d8=4 d20=7");
    play.leg();
    assert_eq!((play.see("P", "wil"), play.see("P", "debilitated")), (6, 1));
}

// BDP-031, BDP-055
#[test]
fn treatment_of_a_severe_wound_is_counted_or_has_to_be_in_a_row() {
    let wounded = "condition = { wounds = [{ key = 'torso', level = 'severe' }] }";
    let cared = |days: u8, food: &str| night(&format!("sleep = 'comfortable', care = true, food = '{food}', days = {days}"));
    let apart = format!("{}{}{}", cared(4, "fresh"), night("sleep = 'normal', food = 'fresh'"), cared(3, "fresh"));
    let left = |legs: &str, count: usize, rest: &str| {
        let mut play = days(wounded, legs, rest, "");
        for _ in 0..count {
            play.leg();
        }
        play.see("P", "wounds")
    };
    assert_eq!(left(&apart, 3, ""), 0);
    assert_eq!(left(&apart, 3, "[rulings]\nwound_treatment = 'in_a_row'\n"), 1);
    let hungry = cared(7, "none");
    assert_eq!(left(&hungry, 1, ""), 0);
    assert_eq!(left(&hungry, 1, "[book.deprived]\nblocks_wounds = true\n"), 1);
}

// BDP-298, R-36
#[test]
fn the_dead_of_an_earlier_fight_are_no_casualties_of_the_next() {
    let hits = "policy = 'hits'\nweapons = [{ name = 'sword' }]";
    let text = format!(
        "{}[[side]]\nname = 'beasts'\n[[side.combatant]]\nname = 'O'\nhp_max = 0\nstr = 1\npolicy = 'idle'\n\
         [[day]]\nfight = ['party', 'foes']\n[[day]]\nfight = ['party', 'beasts']\n[arena]\nstart = 'engaged'\n\
         [policy.hits]\ntarget = [{{ least = 'it.str' }}]\nreaction = [{{ do = 'defend' }}]\n[policy.idle]\naction = [{{ do = 'wait' }}]\n",
        sides(
            &[
                &format!("name = 'P'\npc = true\nhp_max = 9\n{hits}"),
                "name = 'Q'\nhp_max = 0\nstr = 1\npolicy = 'idle'",
                "name = 'R'\nhp_max = 9\nwil = 1\npolicy = 'idle'",
            ],
            &[&format!("name = 'N'\nhp_max = 0\nstr = 5\n{hits}")],
        )
    );
    let mut play = play(&text, "d20=20 d8=5 d20=1 d8=8 d20=1 d8=3");
    play.leg();
    assert_eq!((play.see("Q", "dead"), play.see("R", "active")), (1, 1));
    play.leg();
    assert_eq!((play.see("O", "dead"), play.see("R", "active")), (1, 1));
}

/// A fight of one round in which everybody waits once the order is rolled, and then these legs; C, who begins the day so, is
/// met last.
fn met_last(c: &str, legs: &str) -> ScriptedPlay<Bdp> {
    let waits = "policy = 'waits'";
    let text = format!(
        "{}[[side]]\nname = 'late'\n[[side.combatant]]\nname = 'C'\n{waits}\n{c}\n[[day]]\nfight = ['party', 'foes']\n{legs}\
         [[day]]\nfight = ['party', 'late']\n[book.round]\nrounds_max = 1\n[policy.waits]\naction = [{{ do = 'wait' }}]\n",
        sides(&[&format!("name = 'P'\npc = true\n{waits}\ncondition = {{ fatigue = 3 }}")], &[&format!("name = 'N'\n{waits}")])
    );
    let mut play = play(&text, "d20=1");
    play.leg();
    play
}

// BDP-055
#[test]
fn the_end_of_a_fight_does_nothing_to_those_who_were_not_in_it() {
    let mut play = met_last("condition = { hp = 0, fatigue = 2 }", "");
    assert_eq!((play.see("C", "active"), play.see("C", "hp"), play.see("C", "fatigue")), (1, 0, 2));
    play.meet();
    assert_eq!((play.see("C", "active"), play.see("C", "hp"), play.see("N", "active")), (1, 0, 0));
}

// BDP-099, BDP-101
#[test]
fn a_night_is_slept_by_those_who_have_it_whether_or_not_they_are_player_characters() {
    let slept = |sides: &str| {
        let leg = format!("{}{sides}", night("sleep = 'normal', food = 'fresh'"));
        let mut play = met_last("condition = { fatigue = 2 }", &leg);
        play.leg();
        (play.see("P", "fatigue"), play.see("C", "fatigue"))
    };
    assert_eq!(slept(""), (0, 2));
    assert_eq!(slept("sides = ['late']\n"), (3, 0));
}

// BDP-001, BDP-053, BDP-080, BDP-094
#[test]
fn what_play_cannot_produce_is_told_of_a_start() {
    let told = |condition: &str| {
        let person = format!("name = 'P'\npc = true\nstr = 10\nhp_max = 5\ncondition = {{ {condition} }}");
        told_of::<Bdp>(&sides(&[&person], &["name = 'N'"]))
    };
    for (condition, says) in [
        ("str = 12", "12 str, but the maximum is 10"),
        ("hp = 9", "9 hp, but the maximum is 5"),
        ("waterskin = 6", "it has no waterskin"),
        ("diseases = ['swampsigh', 'swampsigh']", "it has `swampsigh` already"),
        ("wounds = [{ treated = 2 }]", "a wound of no kind"),
    ] {
        assert!(told(condition).contains(says), "{condition}: {}", told(condition));
    }
    assert!(!told("str = 10, hp = 5, diseases = ['swampsigh']").contains("condition"));
}

// BDP-080
#[test]
fn the_ill_fight_like_the_others() {
    let ill = "name = 'P'\npc = true\ncondition = { diseases = ['swampsigh'] }\nweapons = [{ kind = 'dagger' }]";
    let fights = ScriptedPlay::<Bdp>::sampled(&sides(&[ill], &["name = 'N'\nweapons = [{ kind = 'dagger' }]"]), 20, 1);
    assert!(fights.chance("winner", 0) > 0.0);
}
