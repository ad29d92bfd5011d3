//! Blows and their answers: stunts, gambits, reactions, Armor, properties of weapons, morale.

use super::stage::{Met, after, begins, met};

const SWORD: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'sword' }]";
const GREAT: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'maul', category = 'slow' }]";
const KNIFE: &str = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'knife', category = 'fast' }]";
const IDLE: &str = "hp_max = 9";

fn reacts(reaction: &str) -> String {
    format!("[policy.reacts]\naction = [{{ do = 'wait' }}]\nreaction = [{{ do = '{reaction}' }}]\n")
}

// BDP-248, BDP-249
#[test]
fn bottles_chairs_and_tables_break_after_one_attack() {
    for (kind, dice, again) in [
        ("bottle", "order d20=1, damage d6=2", "order d20=1, damage d4=1"),
        ("chair", "damage d8=2", "order d20=1, damage d4=1"),
        ("table", "damage d10=2", "order d20=1, damage d4=1"),
    ] {
        let pc = format!("policy = 'hits'\nweapons = [{{ kind = '{kind}' }}]");
        after(1, met(&[&pc], &[IDLE]), "", dice, &[("N", "hp", 7), ("P", "weapons", 0)]);
        after(2, met(&[&pc], &[IDLE]), "", &format!("{dice} {again}"), &[("N", "hp", 6)]);
    }
}

// BDP-253, BDP-254
#[test]
fn a_stunt_enhances_and_has_its_risk() {
    let pc = format!("{SWORD}\nstr = 10").replace("'hits'", "'dares'");
    let dares = |risk: &str| {
        format!(
            "[book.stunt]\nallowed = 1\nrisk = '{risk}'\n[policy.dares]\ntarget = [{{ at = 'first' }}]\n\
             reaction = [{{ do = 'defend' }}]\nstunt = [{{ do = 'yes' }}]\n"
        )
    };
    let foe = GREAT.replace("hp_max = 9", "hp_max = 20");
    let open = dares("next_attack_enhanced");
    after(2, met(&[&pc], &[&foe]), &open, "d8=2 d12=7 d10=1 d12=3 d8=1 d10=1", &[("N", "hp", 12), ("P", "hp", 5)]);
    let tired = [("P", "fatigue", 1), ("P", "hp", 8)];
    after(1, met(&[&pc], &[&foe]), &dares("fatigue"), "d8=2 d12=7 d10=1", &tired);
    after(1, met(&[&pc], &[&foe]), &dares("damage"), "d4=3 d8=2 d12=7 d10=1", &[("P", "str", 7), ("P", "hp", 8)]);
    after(1, met(&[&pc], &[&foe]), &dares("gear"), "d8=2 d12=7 d10=1", &[("P", "weapons", 0)]);
    after(1, met(&[SWORD], &[&foe]), "", "d8=2 d10=1", &[("N", "hp", 18)]);
}

// BDP-256
#[test]
fn of_two_weapons_the_quicker_may_strike_alone() {
    let pc = "hp_max = 9\npolicy = 'two'\ntwo_weapons = true\n\
              weapons = [{ name = 'sword' }, { name = 'knife', category = 'fast' }]";
    let two = |hands: &str| {
        format!(
            "[policy.two]\ntarget = [{{ at = 'first' }}]\nreaction = [{{ do = 'defend' }}]\nhands = [{{ do = '{hands}' }}]\n"
        )
    };
    after(1, met(&[pc], &[SWORD]), &two("both"), "d20=1 d8=2 d6=5 d8=1", &[("N", "hp", 4), ("P", "hp", 8)]);
    after(1, met(&[pc], &[SWORD]), &two("quicker"), "d6=5 d8=1", &[("N", "hp", 4), ("P", "hp", 8)]);
}

// BDP-254, BDP-256
#[test]
fn a_stunt_puts_the_weapon_at_risk_that_strikes() {
    let pc = "hp_max = 9\npolicy = 'two'\ntwo_weapons = true\n\
              weapons = [{ name = 'sword' }, { name = 'knife', category = 'fast' }]";
    let two = "[book.stunt]\nallowed = 1\nrisk = 'gear'\n[policy.two]\ntarget = [{ at = 'first' }]\n\
               reaction = [{ do = 'defend' }]\nhands = [{ do = 'quicker' }]\nstunt = [{ do = 'yes' }]\n";
    let foe = GREAT.replace("hp_max = 9", "hp_max = 20");
    after(2, met(&[pc], &[&foe]), two, "d6=2 d12=7 d10=1 d8=5 d10=1", &[("N", "hp", 8), ("P", "weapons", 1), ("P", "hp", 7)]);
}

// BDP-259
#[test]
fn only_the_highest_die_brings_its_properties() {
    let hook = "policy = 'hits'\nweapons = [{ name = 'hook', proficient = true, tags = { bleed = 1 } }]";
    after(1, met(&[hook, SWORD], &[IDLE]), "", "d8=3 d8=5", &[("N", "bleeding", 0), ("N", "hp", 4)]);
    after(1, met(&[hook, SWORD], &[IDLE]), "", "d8=5 d8=3", &[("N", "bleeding", 1), ("N", "hp", 4)]);
}

// BDP-260, BDP-421
#[test]
fn a_band_fights_like_one_creature_and_so_does_a_superior_foe() {
    for one in ["detachment", "superior"] {
        let band = |text: &str| format!("{text}\ntraits = ['{one}']");
        after(1, met(&[SWORD], &[&band(IDLE)]), "", "d4=2", &[("N", "hp", 7)]);
        after(1, met(&[IDLE], &[&band(SWORD)]), "", "d8=2 d12=5", &[("P", "hp", 4)]);
        after(1, met(&[IDLE, IDLE], &[&band(SWORD)]), "", "d2=1 d8=2 d12=5 d8=3 d12=1", &[("P", "hp", 4), ("Q", "hp", 6)]);
        after(1, met(&[&band(SWORD)], &[&band(IDLE)]), "", "d8=2", &[("N", "hp", 7)]);
    }
}

// BDP-268, BDP-272, BDP-273, BDP-274
#[test]
fn gambits_do_no_damage_come_before_the_blows_and_cannot_be_answered() {
    let trips = "[policy.trips]\ntarget = [{ at = 'first' }]\naction = [{ do = 'gambit', gambit = 'trip' }]\nreaction = [{ do = 'defend' }]\n";
    let pc = |text: &str| text.replace("'hits'", "'trips'");
    after(1, met(&[&pc(SWORD), SWORD], &[IDLE]), trips, "d8=5 d20=11 d8=2 d12=7", &[("N", "hp", 2)]);
    let blocks = format!("{SWORD}\nslots_used = 2").replace("'hits'", "'reacts'");
    for reaction in ["block", "dodge", "parry", "fight_back"] {
        let rest = format!("{trips}{}", reacts(reaction));
        let seen = [("P", "prone", 1), ("P", "fatigue", 0), ("P", "hp", 9), ("N", "hp", 9)];
        after(1, met(&[&blocks], &[&pc(SWORD)]), &rest, "d8=5 d20=11", &seen);
    }
    after(1, met(&[&pc(KNIFE)], &[SWORD]), trips, "d6=5 d20=11 d8=1", &[("P", "hp", 8), ("N", "hp", 9)]);
    after(1, met(&[&pc(GREAT)], &[SWORD]), trips, "d8=1 d10=5 d20=11", &[("P", "hp", 8), ("N", "prone", 1)]);
}

// BDP-275, BDP-276, BDP-277, BDP-278, BDP-355, BDP-356, BDP-357
#[test]
fn armor_is_what_is_worn_and_a_shield_up_to_three() {
    let worn = [("", 0), ("light", 1), ("medium", 2), ("heavy", 3), ("legendary", 3)];
    for (armor, class) in worn {
        assert_eq!(begins(&format!("armor = '{armor}'"), "armor"), class, "{armor}");
        assert_eq!(begins(&format!("armor = '{armor}'\nshield = true"), "armor"), (class + 1).min(3), "{armor} and shield");
        let pc = format!("{IDLE}\narmor = '{armor}'");
        after(1, met(&[&pc], &[SWORD]), "", "d8=5", &[("P", "hp", 9 - 5 + class)]);
        let dodges = format!("{pc}\npolicy = 'reacts'");
        let (dice, fatigue) = if class == 3 { ("d8=5", 0) } else { ("d4=4", i64::from(class == 2)) };
        after(1, met(&[&dodges], &[SWORD]), &reacts("dodge"), dice, &[("P", "fatigue", fatigue)]);
    }
}

// BDP-352, BDP-353, BDP-354, BDP-355, BDP-356, BDP-357, BDP-372, BDP-419, BDP-508, BDP-593
#[test]
fn armor_takes_the_slots_that_its_table_says() {
    let rows = [
        ("crude", 1, 2),
        ("light", 1, 1),
        ("medium", 2, 2),
        ("fine_medium", 2, 1),
        ("heavy", 3, 2),
        ("legendary", 3, 1),
        ("horse_light", 1, 1),
        ("horse_medium", 2, 3),
        ("horse_heavy", 3, 6),
        ("leather_hide", 1, 0),
        ("mail_hide", 2, 0),
        ("plate_hide", 3, 0),
    ];
    for (armor, class, slots) in rows {
        let one = format!("armor = '{armor}'");
        assert_eq!((begins(&one, "armor"), begins(&one, "free_slots")), (class, 10 - slots), "{armor}");
        if !armor.starts_with("horse") {
            let expert = format!("{one}\nskills = ['armor_expert']");
            assert_eq!(begins(&expert, "free_slots"), 10 - slots.min(1), "an expert in {armor}");
        }
    }
    assert_eq!((begins("shield = true", "armor"), begins("shield = true", "free_slots")), (1, 9));
    let bundle = "weapons = [{ kind = 'maul' }, { kind = 'dagger' }]\nitems = [{ name = 'rope' }, { name = 'tinderbox' }]";
    assert_eq!(begins(bundle, "free_slots"), 10 - 2 - 1 - 1, "a bulky weapon, a small one, an item, and what is bundled");
}

// BDP-284, BDP-285
#[test]
fn a_reaction_is_chosen_before_the_damage_is_known() {
    let pc = format!("{SWORD}\n").replace("'hits'", "'reacts'");
    let both = Met { party: &[&pc], foes: &[KNIFE, SWORD] };
    after(1, both, &reacts("block"), "d20=1 d4=1 d4=1", &[("P", "fatigue", 2), ("P", "hp", 7)]);
    after(1, both, &reacts("defend"), "d20=1 d6=2 d8=2", &[("P", "fatigue", 0), ("P", "hp", 5)]);
}

// BDP-290, BDP-321, BDP-322, BDP-323
#[test]
fn categories_have_their_dice_and_what_they_allow() {
    let rows = [
        ("fast", "damage d6=3", false, true, 1),
        ("balanced", "damage d8=3", true, true, 1),
        ("slow", "damage d10=3", true, false, 2),
    ];
    for (category, dice, blocks, dodges, slots) in rows {
        let armed = format!("hp_max = 9\nweapons = [{{ name = 'thing', category = '{category}' }}]");
        let order = if category == "fast" { "d20=1 " } else { "" };
        let attacker = format!("{armed}\npolicy = 'hits'");
        after(1, met(&[IDLE], &[&attacker]), "", &format!("{order}{dice}"), &[("P", "hp", 6)]);
        assert_eq!(begins(&armed, "free_slots"), 10 - slots, "{category}");
        let reacting = format!("{armed}\npolicy = 'reacts'");
        for (reaction, can) in [("block", blocks), ("dodge", dodges)] {
            let dice = if can { "d4=2" } else { "d8=2" };
            let tired = i64::from(can && !(category == "fast" && reaction == "dodge"));
            after(1, met(&[&reacting], &[SWORD]), &reacts(reaction), dice, &[("P", "fatigue", tired), ("P", "hp", 7)]);
        }
    }
    let two = "two_weapons = true\nweapons = [{ name = 'maul', category = 'slow' }, { name = 'knife', category = 'fast' }]";
    assert!(
        frame::rules::testing::try_load::<crate::Bdp>(&super::sides(&[&format!("name = 'P'\n{two}")], &["name = 'N'"]))
            .is_err()
    );
}

// BDP-357, BDP-283
#[test]
fn against_magic_only_heavy_armor_or_a_shield_can_be_given_up() {
    let foe = "hp_max = 9\nmd = 1\npolicy = 'casts'";
    let casts = "[policy.casts]\naction = [{ do = 'sculpt' }]\n[policy.gives]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'defend' }]\n";
    let gives = |what: &str| format!("{casts}sacrifice = [{{ do = '{what}' }}]\n");
    let pc = |gear: &str| format!("hp_max = 0\nstr = 12\npolicy = 'gives'\n{gear}");
    let spared = [("P", "str", 12)];
    after(1, met(&[&pc("shield = true")], &[foe]), &gives("shield"), "d6=3", &[spared[0], ("P", "shielded", 0)]);
    after(1, met(&[&pc("armor = 'heavy'")], &[foe]), &gives("armor"), "d6=5", &[spared[0], ("P", "armored", 0)]);
    after(1, met(&[&pc("armor = 'medium'")], &[foe]), &gives("armor"), "d6=5 d20=1", &[("P", "str", 9), ("P", "armored", 1)]);
    let sword = pc("weapons = [{ name = 'sword' }]");
    after(1, met(&[&sword], &[foe]), &gives("weapon"), "d6=3 d20=1", &[("P", "str", 9), ("P", "weapons", 1)]);
}

// BDP-296, BDP-405
#[test]
fn foes_react_as_they_were_taught_to_and_so_often() {
    let foe = |known: &str| format!("hp_max = 20\npolicy = 'reacts'\nweapons = [{{ name = 'sword' }}]\nreactions = [{known}]");
    after(1, met(&[SWORD], &[&foe("")]), &reacts("block"), "d8=3", &[("N", "hp", 17)]);
    after(1, met(&[SWORD], &[&foe("'dodge'")]), &reacts("block"), "d8=3", &[("N", "hp", 17)]);
    let often = [("N", "reactions", 0), ("N", "fatigue", 0), ("N", "hp", 11)];
    after(4, met(&[SWORD], &[&foe("'block'")]), &reacts("block"), "d4=1 d4=1 d4=1 d8=6", &often);
    after(1, met(&[SWORD], &[&foe("'parry'")]), &reacts("parry"), "d8=2 d8=6", &[("P", "str", 4), ("N", "hp", 20)]);
    after(1, met(&[SWORD], &[&foe("'fight_back'")]), &reacts("fight_back"), "d8=2 d8=6", &[("P", "hp", 3), ("N", "hp", 18)]);
}

// BDP-297
#[test]
fn whoever_attacks_does_not_react_within_that_exchange() {
    let pc = "hp_max = 9\npolicy = 'both'\nweapons = [{ name = 'sword' }]";
    let foe = "hp_max = 9\npolicy = 'reacts'\nweapons = [{ name = 'sword' }]\nreactions = ['fight_back']";
    let both = "[policy.both]\nreaction = [{ do = 'block' }]\n";
    let rest = format!("{both}{}", reacts("fight_back"));
    after(1, met(&[pc], &[foe]), &rest, "d8=2 d8=6", &[("P", "hp", 3), ("P", "fatigue", 0), ("N", "hp", 7)]);
}

// BDP-299
#[test]
fn a_group_may_hold_by_the_will_of_its_leader() {
    let frail = "hp_max = 0\nstr = 3";
    let foes: &[&str] = &[frail, "wil = 15\ntraits = ['leader']", "wil = 3"];
    after(1, met(&[SWORD], foes), "", "d8=3 d20=10 d20=10 d20=10", &[("O", "active", 1), ("M", "away", 1)]);
    let led = "[rulings]\nmorale_use = 'leader'\n";
    after(1, met(&[SWORD], foes), led, "d8=3 d20=10", &[("O", "active", 1), ("M", "active", 1)]);
    after(1, met(&[SWORD], foes), led, "d8=3 d20=16", &[("O", "away", 1), ("M", "away", 1)]);
}

// BDP-301, BDP-302
#[test]
fn player_characters_do_not_lose_heart_but_their_allies_do() {
    after(1, met(&["hp_max = 3", "pc = false\nhp_max = 3"], &[SWORD]), "", "d8=3", &[("P", "hp", 0), ("P", "active", 1)]);
    let seeks = "[policy.seeks]\ntarget = [{ at = 'strongest' }]\n[rulings]\nmorale_failure = 'leave'\n";
    let foe = SWORD.replace("'hits'", "'seeks'");
    let ally = "pc = false\nhp_max = 8";
    let seeks = seeks.replace("at = 'strongest'", "most = 'it.hp'");
    after(1, met(&["hp_max = 3", ally], &[&foe]), &seeks, "d8=8 d20=11", &[("Q", "hp", 0), ("Q", "away", 1)]);
    after(1, met(&["hp_max = 3", ally], &[&foe]), &seeks, "d8=8 d20=10", &[("Q", "hp", 0), ("Q", "active", 1)]);
    let chased = seeks.replace("'leave'", "'retreat_save'");
    after(1, met(&["hp_max = 3", ally], &[&foe]), &chased, "d8=8 d20=11 d20=11", &[("Q", "active", 1)]);
    after(1, met(&["hp_max = 3", ally], &[&foe]), &chased, "d8=8 d20=11 d20=10", &[("Q", "away", 1)]);
}

// BDP-309
#[test]
fn the_higher_of_the_dice_of_an_enhanced_attack_counts_alone() {
    let foe = "hp_max = 3\nstr = 8\nvulnerable = ['untyped']";
    after(1, met(&[SWORD], &[foe]), "", "d8=6 d12=9 d20=2 d20=10", &[("N", "hp", 0), ("N", "str", 2), ("N", "active", 1)]);
}

// BDP-326, R-34
#[test]
fn what_is_thrown_leaves_the_hand_and_may_be_lost() {
    let zones = "[arena]\nzones = [{ name = 'a' }, { name = 'b' }, { name = 'c' }]\n\
                 [policy.throws]\naction = [{ do = 'throw' }, { do = 'pick_up' }, { do = 'wait' }]\nreaction = [{ do = 'defend' }]\n";
    let throws = |kind: &str| format!("policy = 'throws'\nweapons = [{{ kind = '{kind}' }}]");
    let stands = |zone: &str| format!("hp_max = 9\nzone = '{zone}'");
    after(1, met(&[&throws("dagger")], &[&stands("a")]), zones, "d20=1 d6=3", &[("N", "hp", 6), ("P", "weapons", 0)]);
    after(2, met(&[&throws("dagger")], &[&stands("b")]), zones, "d20=1 d6=3 d20=1", &[("N", "hp", 6), ("P", "weapons", 1)]);
    after(2, met(&[&throws("dagger")], &[&stands("b")]), zones, "d20=1 d6=1 d20=1", &[("N", "hp", 8), ("P", "weapons", 0)]);
    after(1, met(&[&throws("axe")], &[&stands("b")]), zones, "d8=3", &[("N", "hp", 6), ("P", "weapons", 0)]);
    after(1, met(&[&throws("rapier")], &[&stands("b")]), zones, "d20=1", &[("N", "hp", 9), ("P", "weapons", 1)]);
    after(
        1,
        met(&[&throws("dagger")], &[&stands("c")]),
        zones,
        "d6=3",
        &[("N", "hp", 6), ("P", "weapons", 0), ("P", "zone", 1)],
    );
    let far = format!("{zones}[rulings]\nthrow_range = 'far'\n");
    after(1, met(&[&throws("dagger")], &[&stands("c")]), &far, "d20=1 d6=3", &[("N", "hp", 6), ("P", "weapons", 0)]);
}

// BDP-327, BDP-331, BDP-596
#[test]
fn five_killing_blows_make_proficient() {
    let foes: &[&str] = &["hp_max = 0\nstr = 1\ntraits = ['mindless']", "hp_max = 9\narmor = 'heavy'\ntraits = ['mindless']"];
    let stabs =
        |kills: u8| format!("policy = 'hits'\nweapons = [{{ kind = 'dagger' }}]\ncondition = {{ kills = [{kills}, 0, 0] }}");
    after(2, met(&[&stabs(4)], foes), "", "d20=1 d6=1 d20=1 d6=6", &[("O", "hp", 3)]);
    after(2, met(&[&stabs(3)], foes), "", "d20=1 d6=1 d20=1 d6=6", &[("O", "hp", 6)]);
    let skilled = "policy = 'hits'\nprof_types = ['piercing']\nweapons = [{ kind = 'dagger' }]";
    after(2, met(&[skilled], foes), "", "d20=1 d6=1 d20=1 d6=6", &[("O", "hp", 3)]);
    let hook = "tags = { bleed = 1 }";
    let hooks = |more: &str| format!("policy = 'hits'\nweapons = [{{ name = 'hook', {hook}, {more} }}]");
    after(2, met(&[&hooks("kills = 4")], foes), "", "d8=1 d8=4", &[("O", "bleeding", 1)]);
    after(2, met(&[&hooks("kills = 3")], foes), "", "d8=1 d8=4", &[("O", "bleeding", 0)]);
    after(2, met(&[&hooks("proficient = true")], foes), "", "d8=1 d8=4", &[("O", "bleeding", 1)]);
    let other = format!("policy = 'hits'\nweapons = [{{ name = 'hook', {hook} }}, {{ name = 'claw', {hook}, kills = 9 }}]");
    after(2, met(&[&other], foes), "", "d8=1 d8=4", &[("O", "bleeding", 0)]);
}

// BDP-336
#[test]
fn brutal_critical_damage_kills_and_frightens() {
    let axe = "policy = 'hits'\nweapons = [{ name = 'axe', proficient = true, tags = { brutal = 5 } }]";
    let foes: &[&str] = &["hp_max = 0\nstr = 10", "wil = 9", "wil = 9"];
    after(
        1,
        met(&[axe], foes),
        "",
        "d8=5 d20=6 d20=9 d20=9 d20=9 d20=10 d20=9",
        &[("N", "dead", 1), ("O", "active", 1), ("M", "away", 1)],
    );
    after(1, met(&[axe], foes), "", "d8=4 d20=7 d20=9 d20=10 d20=9", &[("N", "down", 1), ("O", "active", 1), ("M", "away", 1)]);
    after(1, met(&["hp_max = 0"], &[axe]), "", "d8=5 d20=6", &[("P", "dead", 1)]);
    let spared = "[rulings]\nbrutal_pc = false\n";
    after(1, met(&["hp_max = 0"], &[axe]), spared, "d8=5 d20=6 d10=9", &[("P", "dead", 0), ("P", "wounds", 1)]);
}

// BDP-337, R-32
#[test]
fn the_shocked_fail_their_next_dex_save() {
    let mace = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'mace', proficient = true, tags = { shock = 8 } }]";
    let pc = "hp_max = 30\npolicy = 'flees'";
    let flees = "[policy.flees]\naction = [{ do = 'retreat' }]\nreaction = [{ do = 'defend' }]\n";
    after(1, met(&[pc], &[mace]), flees, "d8=8", &[("P", "away", 0)]);
    after(1, met(&[pc], &[mace]), flees, "d8=7 d20=10", &[("P", "away", 1)]);
    after(2, met(&[pc], &[mace]), flees, "d8=8 d8=1 d20=10", &[("P", "away", 1)]);
    let older = format!("{flees}[rulings]\nshock_mode = 'lose_turn'\n");
    after(1, met(&[pc], &[mace]), &older, "d8=8 d20=11", &[("P", "away", 0)]);
    after(1, met(&[pc], &[mace]), &older, "d8=8 d20=10 d20=10", &[("P", "away", 1)]);
}

// BDP-338, R-33
#[test]
fn bleeding_costs_strength_at_the_start_of_the_next_turn() {
    let hook = "policy = 'hits'\nweapons = [{ name = 'hook', proficient = true, tags = { bleed = 7 } }]";
    let foe = "hp_max = 30\nstr = 4";
    after(1, met(&[hook], &[foe]), "", "d8=6", &[("N", "bleeding", 0)]);
    after(1, met(&[hook], &[foe]), "", "d8=7", &[("N", "bleeding", 1), ("N", "str", 4)]);
    after(2, met(&[hook], &[foe]), "", "d8=7 d4=3 d8=1", &[("N", "bleeding", 0), ("N", "str", 1)]);
    after(2, met(&[hook], &[foe]), "", "d8=7 d4=4", &[("N", "dead", 1)]);
    after(1, met(&[hook, hook], &[foe]), "", "d8=7 d8=6", &[("N", "bleeding", 1)]);
}

// BDP-341, BDP-342
#[test]
fn worn_out_weapons_break_on_their_highest_roll() {
    let sword = |quality: &str| format!("policy = 'hits'\nweapons = [{{ name = 'sword', quality = '{quality}' }}]");
    for (quality, dice, left) in [("deteriorated", "d8=8", 0), ("deteriorated", "d8=7", 1), ("normal", "d8=8", 1)] {
        after(1, met(&[&sword(quality)], &[IDLE]), "", dice, &[("P", "weapons", left)]);
    }
}

// BDP-418, BDP-292
#[test]
fn a_pack_adds_one_die_to_all_that_strike_together() {
    let wolf = format!("{SWORD}\ntraits = ['pack', 'mindless']");
    after(1, met(&[IDLE], &[&wolf]), "", "d8=3", &[("P", "hp", 6)]);
    after(1, met(&[IDLE], &[&wolf, &wolf]), "", "d8=3 d12=7 d8=5", &[("P", "hp", 2)]);
    after(1, met(&[IDLE], &[&wolf, &wolf, &wolf]), "", "d8=3 d12=4 d8=5 d8=2", &[("P", "hp", 4)]);
    after(1, met(&[IDLE], &[SWORD, &wolf, &wolf]), "", "d8=3 d8=5 d12=4 d8=2", &[("P", "hp", 4)]);
    let parries = SWORD.replace("'hits'", "'reacts'");
    let seen = [("N", "str", 5), ("P", "hp", 2)];
    after(1, met(&[&parries], &[&wolf, &wolf]), &reacts("parry"), "d2=1 d8=3 d8=2 d12=7 d8=5", &seen);
    let blocks = SWORD.replace("'hits'", "'reacts'");
    after(1, met(&[&blocks], &[&wolf, &wolf]), &reacts("block"), "d4=1 d12=7 d4=2", &[("P", "hp", 2)]);
}

// BDP-286, BDP-298, BDP-333, R-28
#[test]
fn the_sweep_of_whoever_strikes_back_comes_after_morale() {
    let pc = "hp_max = 18\npolicy = 'reacts'\nweapons = [{ kind = 'longsword', proficient = true }]";
    let foe = "hp_max = 0\nstr = 1\npolicy = 'hits'\nweapons = [{ kind = 'dagger' }]";
    let seen = [("P", "hp", 16), ("N", "dead", 1), ("O", "away", 1), ("M", "dead", 1)];
    let dice = "d20=1 d3=1 d6=1 d6=2 d6=1 d8=7 d20=11 d20=10 d20=10 d8=1";
    after(1, met(&[pc], &[foe, foe, foe]), &reacts("fight_back"), dice, &seen);
}

// BDP-287, BDP-289
#[test]
fn what_is_impaired_already_cannot_be_impaired() {
    let pc = SWORD.replace("'hits'", "'reacts'");
    let able = "[policy.reacts]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'block', when = 'event.can_impair(block)' }]\n";
    after(1, met(&[&pc], &[SWORD]), able, "d4=2", &[("P", "hp", 7), ("P", "fatigue", 1)]);
    let horde = format!("{SWORD}\ntraits = ['horde', 'mindless']");
    after(1, met(&[&pc], &[&horde]), able, "d4=2", &[("P", "hp", 7), ("P", "fatigue", 0)]);
}

// BDP-284, BDP-287
#[test]
fn nobody_pays_for_a_reaction_that_gains_nothing() {
    let best = "[policy.reacts]\naction = [{ do = 'wait' }]\n";
    let pc = SWORD.replace("'hits'", "'reacts'");
    let fists = "hp_max = 9\npolicy = 'hits'";
    after(1, met(&[&pc], &[fists]), best, "d20=1 d4=2", &[("P", "hp", 7), ("P", "fatigue", 0)]);
    after(1, met(&[&pc], &[SWORD]), best, "d4=2", &[("P", "hp", 7), ("P", "fatigue", 1)]);
    let claws = format!("{fists}\nweapons = [{{ name = 'claws', category = 'fast', die = '2d4' }}]");
    after(1, met(&[&pc], &[&claws]), best, "d20=1 d4=2", &[("P", "hp", 7), ("P", "fatigue", 1)]);
    let giant = format!("{fists}\ntraits = ['superior']");
    after(1, met(&[&pc], &[&giant]), best, "d20=1 d4=2", &[("P", "hp", 7), ("P", "fatigue", 1)]);
}

// BDP-338, R-33
#[test]
fn whoever_bleeds_when_the_fight_is_over_loses_what_is_pending() {
    let hook = "hp_max = 0\nstr = 2\npolicy = 'hits'\nweapons = [{ name = 'hook', proficient = true, tags = { bleed = 7 } }]";
    let bleeds = |rest: &str, dice: &str, str: i64| {
        let seen = [("N", "dead", 1), ("P", "hp", 2), ("P", "str", str), ("P", "bleeding", 0)];
        after(1, met(&[IDLE, GREAT], &[hook]), rest, dice, &seen);
    };
    bleeds("", "d8=7 d10=9 d4=3", 7);
    bleeds("[rulings]\nbleed_after = 'drop'\n", "d8=7 d10=9", 10);
    let late = "[book.round]\nrounds_max = 1\n";
    after(1, met(&[IDLE], &[hook]), late, "d8=7 d4=3", &[("P", "hp", 2), ("P", "str", 7)]);
    let weak = format!("{IDLE}\nstr = 3");
    after(1, met(&[&weak, GREAT], &[hook]), "", "d8=7 d10=9 d4=3", &[("P", "dead", 1), ("Q", "active", 1)]);
}

// BDP-223, BDP-328, BDP-341
#[test]
fn the_die_for_whoever_leaves_is_none_of_a_weapon() {
    let zones = "[arena]\nstart = 'engaged'\nzones = [{ name = 'a' }, { name = 'b' }]\n";
    let moves = format!("{zones}[policy.moves]\naction = [{{ do = 'move', to = 'away' }}]\nreaction = [{{ do = 'defend' }}]\n");
    let pc = "hp_max = 9\narmor = 'heavy'\npolicy = 'moves'";
    let foe = "hp_max = 9\nprof_types = ['piercing']\nweapons = [{ kind = 'dagger', quality = 'deteriorated' }]";
    after(1, met(&[pc], &[foe]), &moves, "d20=1 d4=4", &[("P", "hp", 8), ("N", "weapons", 1)]);
}
