//! Sides: neutral ones that are nobody's friends, those who have not come yet, and who is taken first of equals.

use super::stage::stage;
use crate::CairnAp;
use frame::rules::testing::{Measured, ScriptedPlay, check_equals};

/// So many fights of a scenario in which P has this policy, with N of a neutral side.
fn with_a_bystander(p: &str, plan: &str, n: &str, fights: u64) -> Measured {
    let text = format!(
        "book.round.rounds_max = 1\n[policy.p]\nplan = [{plan}]\nally = [{{ least = 'it.str' }}]\n\
         [[side]]\nname = 'p'\n[[side.combatant]]\nname = 'P'\nkind = 'pc'\nhp_max = 9\npolicy = 'p'\n{p}\n\
         [[side]]\nname = 'g'\n[[side.combatant]]\nname = 'G'\nhp_max = 12\nsurprised = true\n\
         [[side]]\nname = 'n'\nneutral = true\n[[side.combatant]]\nname = 'N'\n{n}\n"
    );
    ScriptedPlay::<CairnAp>::sampled(&text, fights, 1)
}

// CAP-035, CAP-C10, RU-29
#[test]
fn spells_and_items_for_friends_are_not_for_bystanders() {
    let book = "grimoire = true\nspells = ['Cure Wounds']\nready = 'grimoire'\nmana_dust = 8";
    let heals = "{ do = 'cast', spell = 'Cure Wounds', dice = 2, otherwise = 'nothing' }";
    let healed = with_a_bystander(book, heals, "hp_max = 4\nstr = 2\nstr_max = 18", 100);
    assert_eq!(healed.chance("N.str", 2), 1.0);
    let potion = "items = [{ name = 'potion', effect = 'hp_full' }]";
    let given = with_a_bystander(potion, "{ do = 'item', otherwise = 'nothing' }", "hp = 1\nhp_max = 9", 100);
    assert_eq!(given.chance("N.hp", 1), 1.0);
}

// RU-29
#[test]
fn a_group_is_ones_own_side_and_conditions_about_allies_leave_bystanders_out() {
    for condition in ["group.active > 1", "group.down > 0", "any(allies, it.str > 0)"] {
        let leaves = format!("{{ do = 'retreat', when = '{condition}', otherwise = 'nothing' }}, {{ do = 'nothing' }}");
        let fled = with_a_bystander("dex = 18", &leaves, "count = 3\nhp_max = 4", 50);
        assert_eq!(fled.mean("P.retreats"), 0.0, "{condition}");
    }
    // Allies are no members of one's side either, as they are not at the beginning of the fight.
    let plan = "nothing when='group.active~>~1'; attack";
    let alone = stage().hero("A", "", plan).foe("B", "", "").third("C", "", "").allied();
    alone.measured().play("d20=1 d4=1 d20=20").counts("A attacks 1");
}

// CAP-118
#[test]
fn the_fallen_are_treated_with_bandages_of_those_who_stand_up_for_them() {
    let text = |n: &str| {
        format!(
            "book.aftercare.aid = 'bandages'\n\
             [[side]]\nname = 'p'\n[[side.combatant]]\nname = 'P'\nkind = 'pc'\nhp_max = 1\nstr = 6\n\
             [[side.combatant]]\nname = 'Q'\nhp_max = 40\nstr = 18\nmorale = false\nweapons = [{{ name = 'axe', die = '1d12' }}]\n\
             [[side]]\nname = 'g'\n[[side.combatant]]\nname = 'G'\nhp_max = 12\nmorale = false\nweapons = [{{ name = 'club', die = '1d12' }}]\n\
             [[side]]\nname = 'n'\n{n}"
        )
    };
    let of = |n: &str| ScriptedPlay::<CairnAp>::sampled(&text(n), 300, 2).chance("P.dead", 1);
    let bystander = |bandages: u8| format!("neutral = true\n[[side.combatant]]\nname = 'N'\nbandages = {bandages}\n");
    assert_eq!(of(&bystander(1)), of(&bystander(0)));
    let ally = |bandages: u8| format!("allies = ['p']\n[[side.combatant]]\nname = 'N'\nbandages = {bandages}\n");
    assert!(of(&ally(1)) < of(&ally(0)));
}

// CAP-100
#[test]
fn the_end_of_a_fight_changes_nothing_in_whoever_has_not_come_yet() {
    let scene = stage().hero("A", "weapons = [$d12], str = 20", "attack").foe("B", "hp_max = 1, str = 1", "");
    let scene = scene.third("C", "arrives = 3, surprised = true, prone = true", "").third("D", "", "").allied();
    let day = "day = [{ fight = ['heroes', 'foes', 'others'] }, { rest = 'short' }]";
    scene.plan(day, 1, "d20=20 d20=10 d20=15 d20=15 d12=12 d20=1").sees("C prone 1");
}

// CAP-118, CAP-119, RU-33
#[test]
fn bystanders_who_fall_are_looked_after_by_winners_who_are_no_enemies_of_theirs() {
    let text = |relation: &str, ruling: &str| {
        format!(
            "{ruling}\n[policy.p]\ntarget = [{{ least = 'it.might' }}]\n\
             [[side]]\nname = 'p'\nattacks = ['n']\n[[side.combatant]]\nname = 'P'\nhp_max = 60\nstr = 30\nmorale = false\npolicy = 'p'\n\
             weapons = [{{ name = 'axe', die = '1d12' }}]\n\
             [[side]]\nname = 'g'\n[[side.combatant]]\nname = 'G'\nhp_max = 60\nstr = 30\nmorale = false\nweapons = [{{ name = 'axe', die = '1d12' }}]\n\
             [[side]]\nname = 'n'\n{relation}\n[[side.combatant]]\nname = 'N'\nkind = 'pc'\nhp_max = 1\nstr = 9\n"
        )
    };
    let dead = |relation: &str, ruling: &str| {
        let played = ScriptedPlay::<CairnAp>::sampled(&text(relation, ruling), 400, 3);
        let of = |winner: i64| played.chance("winner", winner);
        assert!(of(0) > 0.2 && of(1) > 0.2, "either wins");
        played.chance("N.dead", 1)
    };
    let abandoned = dead("neutral = true", "rulings.fallen_bystanders = 'abandoned'");
    let tended = dead("neutral = true", "");
    assert!(tended < 0.8 * abandoned, "{tended} of {abandoned} where the attackers have lost");
}

// RU-31
#[test]
fn by_default_the_most_wounded_is_attacked_and_of_those_who_look_alike_one_is_drawn() {
    let scene = |c: &str| stage().hero("A", "weapons = [$d8]", "attack").foe("B", "", "").foe("C", c, "").drawn().measured();
    let dice = "initiative d20=20 d20=14 d20=13";
    let drawn = scene("").raw().play(&format!("{dice} random target d2=2, attack d20=20 weapon d8=5 save d20=1"));
    drawn.sees("B hp 30; C hp 25");
    let wounded = scene("hp = 20").raw().play(&format!("{dice}, attack d20=20 weapon d8=5 save d20=1"));
    wounded.sees("B hp 30; C hp 15");
    scene("hp = 20")
        .ruling("default_target = 'listed'")
        .raw()
        .play(&format!("{dice}, attack d20=20 weapon d8=5 save d20=1"))
        .sees("B hp 25; C hp 20");
}

// RU-31, CAP-042
#[test]
fn whoever_has_the_nearest_on_both_sides_draws_which_way_to_go() {
    let scene =
        stage().hero("A", "at = [0], weapons = [$d8], dex = 4", "move").foe("B", "at = [-6]", "").foe("C", "at = [6]", "");
    let scene = scene.arena().drawn().raw().measured();
    for (die, at) in [(1, -2), (2, 2)] {
        scene.play(&format!("initiative d20=20 d20=14 d20=13 random target d2={die}")).sees(&format!("A at {at}"));
    }
}

// RU-32
#[test]
fn equal_initiative_is_drawn_between_groups_and_within_them() {
    let scene = stage().hero("A", "", "").hero("B", "", "").foe("C", "", "").drawn().raw().measured();
    for (die, opens) in [(1, 1), (2, 0)] {
        let seen = scene.play(&format!("initiative d20=10 d20=9 d20=10 tied initiative d2={die}"));
        seen.counts(&format!("fight heroes.opens {opens}"));
    }
    let pair = stage().hero("A", "weapons = [$d4]", "attack").hero("B", "weapons = [$d6]", "attack").foe("C", "", "");
    let pair = pair.drawn().raw().measured().book("step.occupied = 0");
    pair.play("initiative d20=10 d20=10 d20=5 tied initiative d2=2 attack d20=1 weapon d6=1 save d20=20 attack d20=1 weapon d4=1 save d20=20")
        .counts("A attacks 1; B attacks 1");
}

// RU-31, RU-32
#[test]
fn equals_win_and_fall_alike_wherever_they_are_listed() {
    check_equals::<CairnAp>("hp_max = 4\nweapons = [{ name = 'sword' }]", "at = 'strongest'");
}

// CAP-056, RU-08, RU-29
#[test]
fn whoever_has_turned_may_be_struck_by_all_and_who_has_struck_it_is_not_forgotten() {
    let text = "[policy.p]\ntarget = [{ least = 'it.might' }]\nplan = [{ do = 'attack' }]\nleftover = [{ do = 'lost' }]\n\
                [book.check]\nbase_die = 3\n[book.round]\nrounds_max = 2\n\
                [[side]]\nname = 'a'\nattacks = ['n']\n[[side.combatant]]\nname = 'A'\ncount = 2\nhp_max = 30\nmorale = false\npolicy = 'p'\n\
                weapons = [{ name = 'stick', die = '1d2' }]\n\
                [[side]]\nname = 'n'\nneutral = true\nfights_back = true\n[[side.combatant]]\nname = 'N'\nhp_max = 20\nmorale = false\npolicy = 'p'\n\
                weapons = [{ name = 'stick', die = '1d2' }]\n";
    let apart = ScriptedPlay::<CairnAp>::exact(text).apart(&ScriptedPlay::<CairnAp>::sampled(text, 4_000, 5));
    assert!(apart.is_empty(), "{}", apart.join("\n"));
}
