//! Weapons, shields and the condition in which a day begins.

use super::{fabric, refused};
use crate::fighter::{Duration, Fighter};
use crate::sheet::{Carried, DefenceKind, EffectKind};

fn fighter(a: &str) -> Fighter {
    fabric(a, "").fighters.remove(0)
}

fn places(a: &str) -> Vec<Carried> {
    let fighter = fighter(a);
    fighter.gear.places[..fighter.gear.items()].to_vec()
}

// HEI-187
#[test]
fn weapons_are_held_in_the_hands_they_need() {
    use Carried::{BothHands, OffHand, SwordHand, Worn};
    assert_eq!(places("weapons = [{ kind = 'medium' }], shields = [{ kind = 'small' }]"), [SwordHand, OffHand]);
    assert_eq!(places("weapons = [{ kind = 'great' }], shields = [{ kind = 'small' }]"), [BothHands, Worn]);
    assert_eq!(places("weapons = [{ kind = 'light' }, { kind = 'light' }]"), [SwordHand, Worn]);
    assert_eq!(places("weapons = [{ kind = 'light' }, { kind = 'light', place = 'off_hand' }]"), [SwordHand, OffHand]);
    assert_eq!(places("weapons = [{ kind = 'medium', place = 'both_hands' }]"), [BothHands]);
    for (kind, place) in [
        ("light", "both_hands"),
        ("medium", "off_hand"),
        ("great", "sword_hand"),
        ("bow", "off_hand"),
        ("throwing", "off_hand"),
        ("blowgun", "both_hands"),
    ] {
        refused(&format!("weapons = [{{ kind = '{kind}', place = '{place}' }}]"), "", "cannot be held like this");
    }
    refused("shields = [{ kind = 'small', place = 'sword_hand' }]", "", "it needs the off-hand");
    let two = "weapons = [{ kind = 'light', place = 'off_hand' }], shields = [{ kind = 'small', place = 'off_hand' }]";
    refused(two, "", "no free hand for the small");
}

// HEI-094, E-14
#[test]
fn a_weapon_is_used_with_one_of_its_own_abilities() {
    let ability = |a: &str| {
        let fabric = fabric(a, "");
        fabric.abilities.rows[fabric.fighters[0].gear.weapons[0].ability.index()].name.clone()
    };
    assert_eq!(ability("weapons = [{ kind = 'medium' }]"), "dueling");
    assert_eq!(ability("weapons = [{ kind = 'medium' }], abilities = { swordsmanship = {} }"), "swordsmanship");
    assert_eq!(ability("weapons = [{ kind = 'medium', ability = 'sword_and_shield' }]"), "sword_and_shield");
    refused("weapons = [{ kind = 'medium', ability = 'archery' }]", "", "dueling, swordsmanship, sword_and_shield");
    refused("weapons = [{ name = 'fork' }]", "", "with which `ability`");
    refused("weapons = [{ kind = 'medum' }]", "", "did you mean `medium`");
}

// HEI-294
#[test]
fn a_tower_shield_takes_a_point_of_stamina_while_it_is_wielded() {
    let a =
        "attributes = { sta = 2 }, abilities = { survival = { p = 5 } }, shields = [{ kind = 'tower' }, { kind = 'small' }]";
    let fabric = fabric(a, "");
    let fighter = &fabric.fighters[0];
    let values = |shield| {
        let values = fighter.values(shield);
        (values.base_fatigue, values.score(fabric.abilities.roles.hide).p)
    };
    assert_eq!([values(None), values(Some(0)), values(Some(1))], [(2, 5), (3, 4), (2, 5)]);
    assert_eq!(fighter.gear.wielded_shield(), Some(0));
    assert_eq!(fighter.start.fatigue, 3);
}

// HEI-295, R-72
#[test]
fn the_penalties_that_the_table_leaves_open_can_be_given_to_shields() {
    let book = "[book.shield.medium.penalty]\n'ability:agility' = 1";
    let fabric = fabric("shields = [{ kind = 'medium' }]", book);
    let consistency = |shield| fabric.fighters[0].values(shield).score(fabric.abilities.roles.dodge).c;
    assert_eq!([consistency(None), consistency(Some(0))], [1, 0]);
}

//
#[test]
fn weapons_that_shoot_start_loaded_unless_something_says_otherwise() {
    let loaded = |a: &str, rest: &str| fabric(a, rest).fighters[0].gear.loaded;
    assert_eq!(loaded("weapons = [{ kind = 'medium' }, { kind = 'bow' }]", ""), 0b10);
    assert_eq!(loaded("weapons = [{ kind = 'bow', loaded = false }]", ""), 0);
    assert_eq!(loaded("weapons = [{ kind = 'bow' }]", "[book.ammo]\nstart_loaded = false"), 0);
    assert_eq!(loaded("weapons = [{ kind = 'bow', ammunition = 0 }]", ""), 0);
    assert_eq!(fighter("weapons = [{ kind = 'bow' }]").gear.weapons[0].ammunition, None);
    assert_eq!(
        fabric("weapons = [{ kind = 'bow' }]", "[book.ammo]\ncount = 6").fighters[0].gear.weapons[0].ammunition,
        Some(6)
    );
    refused("weapons = [{ kind = 'light', thrown = true }]", "", "has no range");
}

#[test]
fn items_of_one_kind_are_numbered_and_names_are_given_once() {
    let fighter = fighter("weapons = [{ kind = 'light' }, { kind = 'light' }], shields = [{ kind = 'small' }]");
    assert_eq!((0..3).map(|item| fighter.gear.name(item)).collect::<Vec<_>>(), ["light", "light 2", "small"]);
    refused("weapons = [{ kind = 'light', name = 'fang' }, { kind = 'light', name = 'fang' }]", "", "two items");
}

// HEI-050
#[test]
fn effects_count_two_seconds_or_one_point_unless_a_number_is_called() {
    let a = "weapons = [{ kind = 'light', on_hit = [{ effect = 'stumble' }, { effect = 'hit' }, { effect = 'stumble', number = 4 },
        { effect = 'hit', number = 2 }, { effect = 'drain' }, { effect = 'daze' }, { effect = 'weaken' }, { effect = 'fall' }] }]";
    let numbers: Vec<u16> = fighter(&a.replace('\n', " ")).gear.weapons[0].on_hit.iter().map(|effect| effect.number).collect();
    assert_eq!(numbers, [2, 1, 4, 2, 1, 2, 2, 2]);
    refused("weapons = [{ kind = 'light', on_hit = [{ effect = 'fall', part = 'body' }] }]", "", "only a bind");
}

// HEI-126, HEI-131
#[test]
fn an_effect_lasts_a_turn_for_every_two_seconds() {
    let book = crate::book::Book::default();
    let last = |seconds| {
        let Duration { turns, odd } = Duration::of_seconds(seconds, &book);
        (turns, odd)
    };
    assert_eq!([last(2), last(5), last(1), last(0), last(3)], [(1, false), (2, true), (0, true), (0, false), (1, true)]);
}

// HEI-072, HEI-078
#[test]
fn injuries_are_for_those_who_have_no_hit_points_left() {
    let fighter = fighter("hp = -1, injuries = ['off_arm', 'left_leg'], stabilised = true");
    assert_eq!((fighter.start.injuries, fighter.start.stabilised), (0b10100, true));
    refused("injuries = ['torso']", "", "not injured with 3 hit points");
    refused("hp = 1, stabilised = true", "", "not injured with 1 hit points");
}

// HEI-049, R-20
#[test]
fn lasting_effects_can_run_from_the_beginning() {
    let fighter = fighter("effects = [{ effect = 'daze', number = 3 }, { effect = 'bind', part = 'body' }]");
    let kinds: Vec<_> = fighter.start.effects.iter().map(|running| (running.kind, running.duration.turns)).collect();
    assert_eq!(kinds, [(EffectKind::Daze, 1), (EffectKind::Bind, 1)]);
    refused("effects = [{ effect = 'hit' }]", "", "does not last");
    refused("effects = [{ effect = 'bind' }]", "", "needs a `part`");
    refused("effects = [{ effect = 'daze', direction = 'up' }]", "", "only a stumble");
}

//
#[test]
fn a_defence_that_has_been_rolled_before_uses_what_is_wielded() {
    let stance = |items: &str, stance: &str| format!("{items}, stance = {{ {stance}, c = 2, pre = 5, d6 = 3 }}");
    let sword = "weapons = [{ kind = 'bow', place = 'worn' }, { kind = 'medium', place = 'sword_hand' }]";
    let fighter = fighter(&stance(sword, "kind = 'parry'"));
    let rehearsed = fighter.start.stance.expect("it has one");
    assert_eq!((rehearsed.kind, rehearsed.item, rehearsed.c, rehearsed.pre), (DefenceKind::Parry, 1, 2, 5));
    refused(&stance(sword, "kind = 'block'"), "", "wields nothing");
    refused(&stance(sword, "kind = 'parry', weapon = 'bow'"), "", "wields nothing");
    refused(&stance(sword, "kind = 'dodge', weapon = 'medium'"), "", "only a parry");
}

// HEI-161, R-73
#[test]
fn skills_are_what_their_action_allows() {
    let skill = |inside: &str| format!("skills = [{{ name = 'x', {inside} }}]");
    let parsed =
        fighter(&skill("action = 'free', willpower = 2, rested = true, effects = [{ effect = 'drain' }], when = 'hp < 2'"));
    assert_eq!((parsed.skills[0].willpower, parsed.skills[0].rested, parsed.skills[0].effects.len()), (2, true, 1));
    assert_eq!(parsed.skills[0].when.as_ref().map(|(text, _)| text.as_str()), Some("hp < 2"));
    refused(&skill("action = 'reaction'"), "", "reaction by half");
    refused(&skill("action = 'free', reaction = 'miss'"), "", "reaction by half");
    refused(&skill("action = 'on_hit', range = 2"), "", "those of the attack");
    refused("skills = [{ name = 'x', action = 'free' }, { name = 'x', action = 'free' }]", "", "two skills");
}

// HEI-230
#[test]
fn whoever_climbs_at_the_beginning_has_a_hand_to_hold_on() {
    assert_eq!(fighter("climbing = 'rope'").start.climbing, Some(4));
    assert_eq!(fighter("climbing = 'ladder', weapons = [{ kind = 'medium' }]").start.climbing, Some(0));
    refused("climbing = 'rope', weapons = [{ kind = 'great' }]", "", "no free hand");
    let both = "climbing = 'rope', weapons = [{ kind = 'medium' }], shields = [{ kind = 'small' }]";
    refused(both, "", "no free hand");
    refused("climbing = 'ice'", "", "ice");
}
