//! Tests of version 1.32, and of the rulings that decide in a fight.

use crate::book::harm::Area;

use super::stage::{after, met, stage};
use super::{play, sides};

const SWORD: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'sword' }]";
const GREAT: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'maul', category = 'slow' }]";
const KNIFE: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'knife', category = 'fast' }]";
const SPEAR: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'spear', reach = true }]";
const IDLE: &str = "hp_max = 9";
const OLDER: &str = "[rulings]\nversion = '1.32'\n";

fn reacts(reaction: &str) -> String {
    format!("[policy.reacts]\naction = [{{ do = 'wait' }}]\nreaction = [{{ do = '{reaction}' }}]\n")
}

fn does(action: &str) -> String {
    format!(
        "[policy.does]\ntarget = [{{ at = 'first' }}]\naction = [{{ {action} }}, {{ do = 'wait' }}]\nreaction = [{{ do = 'defend' }}]\n"
    )
}

// BDP-603
#[test]
fn in_clashes_by_dex_the_enhanced_come_before_the_impaired() {
    let clash = "[rulings]\norder_mode = 'dex_clash'\n";
    let foe = |more: &str| format!("{SWORD}\n{more}");
    after(1, met(&[SWORD], &[SWORD]), clash, "d20=11 d8=1 d8=2", &[("P", "hp", 8), ("N", "hp", 7)]);
    let weak = foe("vulnerable = ['untyped']");
    after(1, met(&[SWORD], &[&weak]), clash, "d8=1 d12=2 d8=1", &[("P", "hp", 8), ("N", "hp", 7)]);
    let hard = foe("resistant = ['untyped']");
    after(1, met(&[SWORD], &[&hard]), clash, "d8=1 d4=2", &[("P", "hp", 8), ("N", "hp", 7)]);
    after(1, met(&[KNIFE], &[SWORD]), clash, "d6=1 d8=2", &[("P", "hp", 7), ("N", "hp", 8)]);
}

// BDP-604
#[test]
fn two_bands_are_a_full_turn_and_a_trick_is_a_quick_one() {
    let zones = "[arena]\nzones = [{ name = 'a' }, { name = 'b' }, { name = 'c' }]\n";
    let pc = "hp_max = 9\nmd = 1\npolicy = 'does'";
    let one = format!("{zones}{OLDER}{}", does("do = 'move', to = 'away'"));
    after(1, met(&[pc], &[SPEAR]), &one, "d8=1", &[("P", "zone", 1), ("P", "hp", 8)]);
    let two = format!("{zones}{OLDER}{}", does("do = 'double_move', to = 'away'"));
    after(1, met(&[pc], &[SPEAR]), &two, "d20=1", &[("P", "zone", 2), ("P", "hp", 9)]);
    let trick = format!("{zones}{OLDER}{}", does("do = 'trick', gambit = 'stun'"));
    after(1, met(&[pc], &[SPEAR]), &trick, "d6=1 d20=10 d8=1", &[("P", "hp", 8), ("N", "stunned", 0)]);
}

// BDP-607, BDP-608
#[test]
fn the_well_equipped_may_be_the_only_ones_who_react_or_void_attacks() {
    let pc = |gear: &str| format!("hp_max = 9\npolicy = 'reacts'\n{gear}");
    let sword = "weapons = [{ name = 'sword' }]";
    let strict = |reaction: &str| format!("{OLDER}react_rules = '1.32_strict'\n{}", reacts(reaction));
    let negate = |reaction: &str| format!("{OLDER}react_rules = '1.32_negate'\n{}", reacts(reaction));
    let rows = [
        ("block", sword, true),
        ("block", "shield = true", true),
        ("block", "weapons = [{ kind = 'dagger' }]", false),
        ("dodge", sword, true),
        ("dodge", "armor = 'medium'", true),
        ("dodge", "armor = 'medium'\nshield = true", false),
        ("dodge", "weapons = [{ kind = 'maul' }]", false),
    ];
    for (reaction, gear, equipped) in rows {
        let (pc, armor) = (pc(gear), stage(&[gear], &[IDLE], "", "").see("P", "armor"));
        let tired = |fatigue: i64, hp: i64| [("P", "fatigue", fatigue), ("P", "hp", hp)];
        let (dice, fatigue) = if equipped { ("d20=1 d4=4", 1) } else { ("d20=1 d8=4", 0) };
        after(1, met(&[&pc], &[SWORD]), &strict(reaction), dice, &tired(fatigue, 5 + armor));
        let (dice, hp) = if equipped { ("d20=1", 9) } else { ("d20=1 d4=4", 5 + armor) };
        after(1, met(&[&pc], &[SWORD]), &negate(reaction), dice, &tired(1, hp));
    }
}

// BDP-611, BDP-612
#[test]
fn injuries_by_location_lame_disarm_and_weaken() {
    let located = "[rulings]\ncrit_str = 'location'\n";
    let pc = "hp_max = 0\nstr = 14\nweapons = [{ name = 'sword' }]";
    let seen = [("P", "str", 8), ("P", "wounds", 1), ("P", "free_slots", 8)];
    after(1, met(&[pc], &[SWORD]), located, "d8=4 d20=11 d10=3 d4=2", &seen);
    after(1, met(&[pc], &[SWORD]), located, "d8=4 d20=11 d10=9", &[("P", "weapons", 0), ("P", "wounds", 1), ("P", "str", 10)]);
    after(1, met(&[pc], &[SWORD]), located, "d8=4 d20=11 d10=10", &[("P", "dead", 1)]);
    let mut play = stage(&[pc], &[SWORD], located, "d8=4 d20=11 d10=10");
    play.rounds(1);
    assert_eq!([play.metric("P.injuries"), play.metric("P.first_injury")], [1, Area::Head as i64 + 1]);
    let pc = KNIFE.replace("hp_max = 9", "hp_max = 0\nstr = 14");
    let first = "d20=1 d6=1 d6=4 d20=11 d10=6";
    let second = format!("{first} d20=1 d20=11 d6=1 d12=2 d20=1 d4=1");
    after(2, met(&[&pc], &[KNIFE]), located, &second, &[("P", "str", 8), ("N", "hp", 7)]);
    let lame = format!("{first} d20=1 d20=11 d6=1 d12=2 d20=9 d10=7 d4=1 d6=1 d12=2 d20=1 d4=1");
    after(3, met(&[&pc], &[KNIFE]), located, &lame, &[("P", "str", 6), ("P", "wounds", 2), ("N", "hp", 6)]);
    let hale = format!("{located}injured_impaired = false\ninjured_target_enhanced = false\n");
    let plain = format!("{first} d20=1 d20=11 d6=2 d20=1 d6=1");
    after(2, met(&[&pc], &[KNIFE]), &hale, &plain, &[("P", "str", 8), ("N", "hp", 7)]);
}

// BDP-613
#[test]
fn a_weapon_may_be_broken_for_one_great_blow() {
    let breaks =
        "[policy.breaks]\ntarget = [{ at = 'first' }]\nbreak_weapon = [{ do = 'yes' }]\nreaction = [{ do = 'defend' }]\n";
    let pc = SWORD.replace("'hits'", "'breaks'");
    let offensive = format!("{breaks}[rulings]\nsacrifice_offensive = true\n");
    let seen = [("P", "hp", 0), ("P", "weapons", 0), ("N", "hp", 4)];
    after(1, met(&[&pc], &[IDLE]), &offensive, "d8=2 d12=5", &seen);
    after(1, met(&[&pc], &[IDLE]), breaks, "d8=2", &[("P", "hp", 9), ("P", "weapons", 1), ("N", "hp", 7)]);
    // Of two weapons the one that strikes.
    let two = "hp_max = 9\npolicy = 'breaks'\ntwo_weapons = true\nweapons = [{ name = 'sword' }, { name = 'knife', category = 'fast' }]";
    let quick = offensive.replace("[rulings]", "hands = [{ do = 'quicker' }]\n[rulings]");
    after(2, met(&[two], &[IDLE]), &quick, "d20=1 d6=2 d12=5 d8=1 d12=2", &[("P", "weapons", 0), ("N", "hp", 2)]);
}

// BDP-620, BDP-067, BDP-068
#[test]
fn lost_dex_and_wil_ask_for_saves_in_version_2_alone_and_nothing_left_is_out() {
    for (ability, fate) in [("dex", "unconscious"), ("wil", "debilitated")] {
        let foe = "hp_max = 9\nmd = 2\npolicy = 'does'";
        let casts = does(&format!("do = 'sculpt', dice = 2, ability = '{ability}'"));
        let pc = "hp_max = 0";
        after(1, met(&[pc], &[foe]), &casts, "d6=3 d6=2 d20=8", &[("P", ability, 7), ("P", fate, 1), ("P", "active", 0)]);
        after(1, met(&[pc], &[foe]), &casts, "d6=3 d6=2 d20=7", &[("P", ability, 7), ("P", "active", 1)]);
        let unsaved = format!("{casts}[rulings]\ncrit_{ability} = false\n");
        after(1, met(&[pc], &[foe]), &unsaved, "d6=3 d6=2", &[("P", ability, 7), ("P", "active", 1)]);
        let older = format!("{OLDER}{casts}");
        after(1, met(&[pc], &[foe]), &older, "d6=3 d6=2", &[("P", ability, 5), ("P", "active", 1)]);
        let weak = format!("{pc}\n{ability} = 3");
        after(1, met(&[&weak], &[foe]), &unsaved, "d6=3 d6=2", &[("P", ability, 0), ("P", fate, 1)]);
    }
}

// BDP-625
#[test]
fn every_property_of_an_older_spell_costs_one_die() {
    let pc = "hp_max = 9\nmd = 2\npolicy = 'does'";
    let casts = |more: &str| format!("{OLDER}{}", does(&format!("do = 'sculpt', dice = 2, {more}")));
    let heavy = "hp_max = 9\narmor = 'heavy'";
    after(1, met(&[pc], &[heavy]), &casts("pierce = true"), "d6=2 d6=5", &[("N", "hp", 9 - (5 + 2 - 1))]);
    after(1, met(&[pc], &[heavy]), &casts("pierce = true"), "d6=2 d6=3", &[("N", "hp", 9 - (3 + 2 - 2))]);
    let foes: &[&str] = &[IDLE, IDLE, IDLE];
    after(1, met(&[pc], foes), &casts("targets = 'blast'"), "d6=2 d6=3", &[("N", "hp", 4), ("O", "hp", 4), ("M", "hp", 4)]);
    after(1, met(&[pc], foes), &casts("targets = 'two'"), "d6=2 d6=3", &[("N", "hp", 4), ("O", "hp", 4), ("M", "hp", 9)]);
    after(1, met(&[pc], &[IDLE]), &casts("element = 'fire'"), "d6=2 d6=3", &[("N", "hp", 4)]);
    after(1, met(&[pc], &[IDLE]), &casts("element = 'fire', pierce = true"), "d20=1", &[("N", "hp", 9)]);
}

// BDP-628
#[test]
fn older_miracles_are_prayed_with_as_many_dice_as_devotion_gives() {
    let zones = "[arena]\nzones = [{ name = 'a' }, { name = 'b' }, { name = 'c' }]\n";
    for miracle in ["bless", "rebuke", "empower", "replenish", "smite"] {
        let pc = format!("hp_max = 9\nfd = 2\nmiracles = ['{miracle}']\nitems = [{{ name = 'focus' }}]\npolicy = 'does'");
        let prays = format!("{zones}{OLDER}{}", does(&format!("do = 'miracle', miracle = '{miracle}', dice = 2")));
        let foe = "hp_max = 9\nunholy = true\nzone = 'c'";
        let (dice, away) = if miracle == "rebuke" { ("d6=1 d6=5 d20=11", 1) } else { ("d6=1 d6=5", 0) };
        after(1, met(&[&pc], &[foe]), &prays, dice, &[("P", "wil", 7), ("N", "away", away)]);
    }
}

// BDP-632
#[test]
fn damage_below_zero_goes_to_strength_in_both_versions() {
    let pc = "hp_max = 3";
    after(1, met(&[pc], &[SWORD]), "", "damage d8=5, Critical Damage Save d20=8", &[("P", "hp", 0), ("P", "str", 8)]);
    after(
        1,
        met(&[pc], &[SWORD]),
        OLDER,
        "order d20=1, damage d8=5, Critical Damage Save d20=8",
        &[("P", "hp", 0), ("P", "str", 8)],
    );
}

// BDP-705
#[test]
fn strong_and_weak_wills_sway_reactions_where_wil_counts() {
    let mood = |wil: u8, rest: &str, dice: &str| {
        stage(&[&format!("hp_max = 9\nwil = {wil}")], &[IDLE], &format!("[arena]\nreaction = true\n{rest}"), dice)
            .see("P", "mood")
    };
    let counts = "[book.reaction]\nwil = true\n";
    assert_eq!((mood(6, "", "d6=3 d6=3"), mood(6, counts, "d6=3 d6=3"), mood(7, counts, "d6=3 d6=3")), (3, 2, 3));
    assert_eq!((mood(15, "", "d6=2 d6=3"), mood(15, counts, "d6=2 d6=3"), mood(14, counts, "d6=2 d6=3")), (2, 3, 2));
}

//
#[test]
fn bows_are_as_fast_as_listed_or_as_their_die() {
    let bow = "hp_max = 9\npolicy = 'hits'\nweapons = [{ kind = 'longbow' }]";
    let pc = "hp_max = 9\npolicy = 'reacts'";
    after(1, met(&[pc], &[bow]), &reacts("dodge"), "d20=1 d8=2", &[("P", "hp", 7)]);
    let by_die = format!("{}[rulings]\ncategory_by = 'die'\n", reacts("dodge"));
    after(1, met(&[pc], &[bow]), &by_die, "d4=2", &[("P", "hp", 7)]);
}

//
#[test]
fn the_highest_attack_is_found_by_value_by_face_or_by_damage() {
    let slash = "policy = 'hits'\nprof_types = ['slashing']\nweapons = [{ name = 'blade', damage = 'slashing' }]";
    let hook = "policy = 'hits'\nweapons = [{ name = 'hook', proficient = true, tags = { bleed = 1 } }]";
    after(1, met(&[slash, hook], &[IDLE]), "", "d8=4 d8=5", &[("N", "hp", 4), ("N", "bleeding", 0)]);
    let by = |what: &str| format!("[rulings]\nmulti_compare = '{what}'\n");
    after(1, met(&[slash, hook], &[IDLE]), &by("natural"), "d8=4 d8=5", &[("N", "hp", 4), ("N", "bleeding", 1)]);
    let pin = "policy = 'hits'\nprof_types = ['piercing']\nweapons = [{ name = 'pin', die = '1d4', damage = 'piercing' }]";
    let heavy = "hp_max = 9\narmor = 'heavy'";
    after(1, met(&[SWORD, pin], &[heavy]), "", "d8=6 d4=4", &[("N", "hp", 6)]);
    after(1, met(&[SWORD, pin], &[heavy]), &by("damage"), "d8=6 d4=4", &[("N", "hp", 5)]);
}

//
#[test]
fn one_reacts_to_every_event_or_once() {
    let pc = "hp_max = 9\npolicy = 'both'\nweapons = [{ name = 'sword' }]";
    let both = "[policy.both]\ntarget = [{ at = 'first' }]\nreaction = [{ do = 'block' }]\n";
    let foes: &[&str] = &[KNIFE, SWORD];
    let per = |what: &str| format!("{both}[rulings]\nreaction_per = '{what}'\n");
    after(1, met(&[pc], foes), both, "d20=1 d4=1 d8=1 d4=1", &[("P", "fatigue", 2)]);
    after(1, met(&[pc], foes), &per("round"), "d20=1 d4=1 d8=1 d8=1", &[("P", "fatigue", 1)]);
    after(1, met(&[pc], foes), &per("once_until_turn"), "d20=1 d4=1 d8=1 d4=1", &[("P", "fatigue", 2)]);
    after(1, met(&[pc], foes), &per("once_until_turn"), "d20=11 d4=1 d8=1 d8=1", &[("P", "fatigue", 1)]);
    let priest = "hp_max = 9\nfd = 1\nmiracles = ['smite']\nitems = [{ name = 'focus' }]\nweapons = [{ name = 'sword' }]\npolicy = 'prays'";
    let prays = "[policy.prays]\naction = [{ do = 'miracle', miracle = 'smite' }]\nreaction = [{ do = 'block' }]\n";
    after(1, met(&[priest], &[SWORD]), prays, "d8=1 d6=1", &[("P", "fatigue", 0), ("P", "hp", 8)]);
}

//
#[test]
fn a_command_is_a_quick_turn_or_free() {
    let chief = "hp_max = 9\nskills = ['commander']\npolicy = 'chief'\nweapons = [{ name = 'sword' }]";
    let policy = "[policy.chief]\ntarget = [{ at = 'first' }]\naction = [{ do = 'command' }, { do = 'attack' }]\nreaction = [{ do = 'defend' }]\n";
    let foe = "hp_max = 20";
    after(1, met(&[chief, GREAT], &[foe]), policy, "d20=1 d10=3 d12=8", &[("N", "hp", 12)]);
    let free = format!("{policy}[rulings]\nskill_action = 'free'\n");
    after(1, met(&[chief, GREAT], &[foe]), &free, "d8=1 d10=3 d12=8", &[("N", "hp", 11)]);
}

//
#[test]
fn all_sides_fight_each_other_unless_they_are_allied() {
    let text = |allied: &str| {
        let third =
            "[[side]]\nname = 'others'\n[[side.combatant]]\nname = 'X'\npolicy = 'weak'\nweapons = [{ name = 'sword' }]\n";
        let foe = "name = 'N'\nhp_max = 5\npolicy = 'weak'\nweapons = [{ name = 'sword' }]";
        let pc = "name = 'P'\npc = true\nhp_max = 9\npolicy = 'idle'";
        let policy = "[policy.idle]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'defend' }]\n[policy.weak]\ntarget = [{ least = 'it.hp' }]\n";
        format!("{}{third}[arena]\nstart = 'engaged'\n{allied}{policy}", sides(&[pc], &[foe]))
    };
    let mut fight = play(&text(""), "turn of a side d2=1, damage d8=1 d8=2");
    fight.rounds(1);
    assert_eq!((fight.see("P", "hp"), fight.see("X", "hp"), fight.see("N", "hp")), (9, 2, 3), "N strikes X, and X strikes N");
    let mut fight = play(&text("allied = [['foes', 'others']]\n"), "turn of a side d2=1, damage d8=1 d8=2");
    fight.rounds(1);
    assert_eq!((fight.see("P", "hp"), fight.see("X", "hp"), fight.see("N", "hp")), (6, 3, 5), "one after the other");
}

//
#[test]
fn reactions_of_foes_are_counted_or_paid() {
    let foe = "hp_max = 20\npolicy = 'reacts'\nweapons = [{ name = 'sword' }]\nreactions = ['block']";
    let counted = [("N", "reactions", 0), ("N", "fatigue", 0)];
    after(4, met(&[SWORD], &[foe]), &reacts("block"), "d4=1 d4=1 d4=1 d8=6", &counted);
    let paid = format!("{}[rulings]\nnpc_reactions = 'slots'\n", reacts("block"));
    after(4, met(&[SWORD], &[foe]), &paid, "d4=1 d4=1 d4=1 d4=1", &[("N", "reactions", 3), ("N", "fatigue", 4)]);
}

//
#[test]
fn casualties_of_dex_and_wil_come_to_at_a_break_unless_nothing_is_left() {
    let legs =
        "[[day]]\nrest = { peril = { kind = 'eldritch' } }\n[[day]]\nrest = 'break'\n[[day]]\nfight = ['party', 'foes']\n";
    let rests = |wil: u8, rest: &str, dice: &str| {
        let pc = format!("name = 'P'\npc = true\nhp_max = 5\nwil = {wil}");
        let mut fight = play(&format!("{}{legs}{rest}", sides(&[&pc], &["name = 'N'"])), dice);
        fight.leg();
        assert_eq!(fight.see("P", "debilitated"), 1);
        fight.leg();
        (fight.see("P", "active"), fight.see("P", "hp"))
    };
    assert_eq!(rests(10, "", "d8=4 d20=7"), (1, 0));
    assert_eq!(rests(4, "", "d8=4").0, 0);
    assert_eq!(rests(10, "[rulings]\ncasualty_wakes = 'night'\n", "d8=4 d20=7").0, 0);
}
