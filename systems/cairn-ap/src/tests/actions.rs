//! Actions other than attacks and spells: what they cost, stunts, moving, readying, items, aid, retreat.

use super::stage::{Shown, Stage, stage};

/// A does this; B is as it is said to be.
fn scene(a: &str, plan: &str, b: &str) -> Stage {
    stage().hero("A", a, plan).foe("B", b, "").measured()
}

/// The stage with these lines of the book.
fn with(scene: Stage, lines: &[&str]) -> Stage {
    lines.iter().fold(scene, |scene, line| scene.book(line))
}

// CAP-021, CAP-023, CAP-024, CAP-025, CAP-026, CAP-027, CAP-029, CAP-031, CAP-035, CAP-036, CAP-037, CAP-042, CAP-043
#[test]
fn every_action_costs_what_the_book_says() {
    let sword = "weapons = [$sword]";
    let wizard = "grimoire = true, spells = ['Sleep'], ready = 'grimoire'";
    let potion = "hp = 1, items = [{ name = 'potion', effect = 'hp_full' }]";
    for (plan, a, dice, key, cost) in [
        ("attack", "", "d20=1 d4=1 d20=20", "attack", 2),
        ("sweep", "", "d20=1 d4=1 d20=20", "sweep", 3),
        ("throw", "", "d20=1 d4=1 d20=20", "attack", 2),
        ("disarm", "", "d20=1 d20=20", "stunt", 2),
        ("grab", "", "d20=1 d20=20", "stunt", 2),
        ("shove", "", "d20=1 d20=20", "stunt", 2),
        ("trip", "", "d20=1 d20=20", "stunt", 2),
        ("gain", "", "", "gain", 1),
        ("defend", "", "", "defend", 1),
        ("help", "", "", "help", 1),
        ("hold_attack", sword, "", "attack", 2),
        ("hold_trip", "", "", "stunt", 2),
        ("hold_cast slot_dice=1", wizard, "", "cast", 2),
        ("cast slot_dice=1 otherwise='nothing'", wizard, "d6=1 d20=1 d20=20", "cast", 2),
        ("item", potion, "", "item", 2),
        ("ready_nothing", "", "", "ready", 1),
        ("ready_grimoire", "grimoire = true", "", "ready", 1),
        ("", "prone = true", "", "stand", 1),
        ("retreat", "", "d20=1", "retreat", 1),
    ] {
        let of = |lines: &[&str]| with(scene(a, plan, sword), lines);
        let spent = |seen: Shown, cost: u8| seen.counts(&format!("A ap_spent {cost}, ap_lost {}", 4 - cost));
        spent(of(&[]).play(dice), cost);
        let (other, never) = (if cost == 1 { 2 } else { 1 }, format!("ap.{key} = 5"));
        spent(of(&[&format!("ap.{key} = {other}")]).play(dice), other);
        spent(of(&[&never]).play(""), 0);
    }
    let light = "weapons = [{ name = 'sword', ap = 1 }]";
    let swing = "d20=1 d8=1 d20=20 ";
    scene(light, "attack; attack; attack; attack; attack", "").play(&swing.repeat(4)).counts("A attacks 4, ap_spent 4");
}

// CAP-103, RU-05
#[test]
fn the_published_costs() {
    let ap = super::super::book::Book::default().ap;
    assert_eq!((ap.attack, ap.sweep, ap.stunt, ap.cast, ap.aid, ap.item), (2, 3, 2, 2, 2, 2));
    assert_eq!(
        (ap.r#move, ap.gain, ap.stand, ap.ready, ap.pick, ap.retreat, ap.help, ap.defend, ap.save),
        (1, 1, 1, 1, 1, 1, 1, 1, 0)
    );
}

// CAP-023, CAP-103
#[test]
fn a_disarmed_foe_has_bare_hands_until_it_takes_its_weapon_up() {
    let duel = |plan: &str| stage().hero("A", "str = 14", "disarm").foe("B", "dex = 12, weapons = [$sword]", plan).measured();
    duel("").play("stunt d20=5, resistance d20=7").sees("B on_ground 1").counts("A stunts 1, stunts_done 1");
    duel("").play("stunt d20=5, resistance d20=8").sees("B on_ground 0").counts("A stunts 1, stunts_done 0");
    duel("attack; attack")
        .play("stunt d20=5, resistance d20=7, attack d20=1, weapon d8=1, save d20=20")
        .sees("B on_ground 0")
        .counts("B ap_spent 3");
    let hands = stage().hero("A", "str = 14", "disarm").foe("B", "weapons = [$sword]", "").measured().book("ap.ready = 4");
    hands.play("stunt d20=20, resistance d20=1").sees("B on_ground 1");
    let unable = stage().hero("A", "", "disarm").foe("B", "weapons = [$sword]", "attack").book("ap.ready = 5");
    unable.play("stunt d20=20, resistance d20=1, attack d20=1, weapon d4=1, save d20=20");
    scene("", "disarm", "").play("").counts("A stunts 0, ap_spent 0");
}

// CAP-024, CAP-109, CAP-110
#[test]
fn a_grab_needs_both_hands_and_holds_until_somebody_lets_go_or_breaks_free() {
    let grab = || stage().hero("A", "", "grab").hero("C", "", "attack");
    let held = "d20=20 d20=1 ";
    let scene = grab().foe("B", "", "attack").foe("D", "", "").raw().measured();
    let initiative = "d20=20 d20=10 d20=18 d20=1 ";
    // B, held, attacks worse; C attacks B with one advantage more than its being held.
    scene
        .play(&format!("{initiative}{held}  d20=19 d20=2 d4=1 d20=11   d20=1 d20=2 d4=1 d20=20"))
        .sees("B restrained 1")
        .counts("B hits 0");
    let free = |plan: &str, dice: &str| {
        stage().hero("A", "dex = 20", "grab").foe("B", "dex = 20", plan).play(&format!("d20=20 d20=1 {dice}"))
    };
    free("break", "d20=10 d20=11 d20=10").sees("B restrained 0");
    free("break", "d20=10 d20=9 d20=10").sees("B restrained 1");
    free("", "").sees("B restrained 1");
    stage().hero("A", "", "grab; release").foe("B", "", "").play(held).sees("B restrained 0");
    stage()
        .hero("A", "hp_max = 1, str = 1", "grab")
        .foe("B", "", "attack")
        .play(&format!("{held} d20=20 d20=19 d4=2 d20=1"))
        .sees("B restrained 0; A dead 1");
    scene_with_sword("grab", "").counts("A stunts 0");
    scene_with_sword("ready_nothing; grab", held).counts("A stunts 1, ap_spent 3").sees("B restrained 1");
}

fn scene_with_sword(plan: &str, dice: &str) -> Shown {
    scene("weapons = [$sword]", plan, "").play(dice)
}

// CAP-025
#[test]
fn a_shove_moves_one_space_away_and_a_pit_is_death() {
    let at = |pits: &str, lines: &[&str]| {
        let scene =
            stage().hero("A", "at = [3]", "shove").foe("B", "at = [4]", "").head(&format!("arena = {{ pits = [{pits}] }}"));
        with(scene, lines)
    };
    at("", &[]).play("stunt d20=10, resistance d20=10").sees("B at 5, dead 0, prone 0");
    at("", &[]).play("stunt d20=10, resistance d20=11").sees("B at 4");
    at("", &["stunt.shove_spaces = 3"]).play("stunt d20=10, resistance d20=10").sees("B at 7");
    at("5", &[]).play("stunt d20=10, resistance d20=10").sees("B dead 1");
    at("6", &[]).play("stunt d20=10, resistance d20=10").sees("B dead 0");
    at("6", &["stunt.shove_spaces = 3"]).play("stunt d20=10, resistance d20=10").sees("B dead 1");
    stage()
        .hero("A", "at = [4]", "shove")
        .foe("B", "at = [3]", "")
        .arena()
        .play("stunt d20=10, resistance d20=10")
        .sees("B at 2");
}

// CAP-002, CAP-026
#[test]
fn stunts_are_strength_against_the_better_of_strength_and_dexterity_without_objects() {
    let trip = |a: &str, b: &str, dice: &str, prone: u8| {
        scene(a, "trip", b).policy("B", "stand = [{ do = 'no' }]").play(dice).sees(&format!("B prone {prone}"));
    };
    let armed = "weapons = [$sword], shield = {}";
    trip("str = 13, weapons = [$sword]", &format!("str = 10, dex = 12, {armed}"), "stunt d20=9, resistance d20=10", 1);
    trip("str = 13", &format!("str = 10, dex = 12, {armed}"), "stunt d20=9, resistance d20=11", 0);
    trip("str = 13, dex = 1", "str = 12, dex = 1", "stunt d20=9, resistance d20=10", 1);
    trip("str = 13, dex = 20", "str = 12, dex = 1", "stunt d20=9, resistance d20=11", 0);
    scene("", "trip", "prone = true").policy("B", "stand = [{ do = 'no' }]").play("").counts("A stunts 0, ap_spent 0");
    let stay = "stand = [{ do = 'no' }]";
    scene("prone = true", "trip", "").policy("A", stay).play("stunt d20=19 d20=9, resistance d20=10").counts("A stunts_done 0");
    scene("", "gain; trip", "").play("stunt d20=9 d20=19, resistance d20=19").counts("A stunts_done 1, ap_spent 3");
    scene("", "trip", "").book("attribute.stunt = 'wil'").play("stunt d20=10, resistance d20=10").counts("A stunts_done 1");
}

// CAP-038
#[test]
fn the_trick_with_the_sand_takes_a_whole_turn_of_somebody_who_lies() {
    let trick = |plan: &str| {
        stage().hero("A", "prone = true, dex = 13, str = 1", "blind").foe("B", "dex = 12, str = 25", plan).measured()
    };
    trick("").play("stunt d20=9, resistance d20=10").counts("A ap_spent 4, stunts_done 1").sees("A prone 0");
    trick("").play("stunt d20=9, resistance d20=11").counts("A ap_spent 4, stunts_done 0");
    trick("attack")
        .play("stunt d20=9, resistance d20=10, attack d20=19 d20=2, weapon d4=1, save d20=20")
        .counts("B hits 0")
        .sees("B blind 0");
    let before = stage().hero("A", "", "blind").foe("B", "", "").foes_open();
    before.play("stunt d20=20, resistance d20=1").sees("B blind 1").on(0);
    before.clone().rounds(2).play("stunt d20=20, resistance d20=1, stunt d20=20, resistance d20=1").sees("B blind 1");
    trick("").book("ap.pick = 2").play("").counts("A stunts 0, ap_spent 1");
    trick("").book("ap.stand = 0").play("stunt d20=9, resistance d20=10").counts("A ap_spent 3");
}

// CAP-007, CAP-042
#[test]
fn a_move_is_half_of_dexterity_in_spaces_rounded_up() {
    let moved = |a: &str, lines: &[&str], at: u8| {
        let scene = stage().hero("A", &format!("at = [0], {a}"), "move").foe("B", "at = [40]", "").arena();
        with(scene, lines).play("").sees(&format!("A at {at}"));
    };
    moved("dex = 10", &[], 5);
    moved("dex = 11", &[], 6);
    moved("dex = 11", &["moving.round_up = false"], 5);
    moved("dex = 11", &["moving.divisor = 3"], 4);
    moved("dex = 11, dex_max = 20", &[], 6);
    let away = |movement: &str| {
        let scene = stage().hero("A", "at = [5]", "move").foe("B", "at = [6]", "").arena().measured();
        scene.policy("A", &format!("movement = [{{ do = '{movement}' }}]")).play("")
    };
    away("away").sees("A at 0").counts("A ap_spent 1");
    away("hold").sees("A at 5").counts("A ap_spent 0");
}

// CAP-024, CAP-042
#[test]
fn whoever_is_held_does_not_move_and_a_shove_frees_whom_it_takes_out_of_reach() {
    let held = |plan: &str| {
        let scene = stage().hero("A", "at = [4]", "grab").hero("Q", "at = [0]", "").foe("B", "at = [5]", plan);
        scene.policy("B", "movement = [{ do = 'away' }]").arena()
    };
    held("move; gain").play("d20=20 d20=1").sees("B restrained 1, at 5, pending_adv 1");
    let pushed = held("").hero("C", "at = [4]", "shove").raw();
    pushed
        .play("initiative d20=20 d20=1 d20=15 d20=10, stunt d20=20, resistance d20=1, stunt d20=20, resistance d20=1")
        .sees("B restrained 0, at 6");
}

// CAP-042, CAP-101
#[test]
fn whoever_attacks_goes_near_first_and_keeps_what_is_left_of_a_move() {
    let swing = "d20=20 d4=2 d20=1 ";
    let near = |b: &str, plan: &str, lines: &[&str]| {
        let scene = stage().hero("A", "at = [0]", plan).foe("B", b, "").arena().measured();
        with(scene, lines)
    };
    near("at = [8]", "attack", &[]).play(swing).sees("A at 7").counts("A ap_spent 4, attacks 1");
    near("at = [8]", "attack; attack", &[]).play(swing).counts("A ap_spent 4, attacks 1");
    near("at = [14]", "attack", &[]).play("").sees("A at 13").counts("A ap_spent 3, attacks 0");
    let two = stage()
        .hero("A", "at = [0]", "attack; attack")
        .foe("B", "at = [3], hp_max = 1, str = 1", "")
        .foe("C", "at = [6]", "")
        .arena()
        .book("ap.attack = 1")
        .measured();
    two.play(&swing.repeat(2)).sees("A at 5; B dead 1; C hp 28").counts("A ap_spent 3, attacks 2");
}

// CAP-042, CAP-104
#[test]
fn what_is_left_of_a_move_is_lost_at_the_end_of_the_turn() {
    let scene = stage().hero("A", "at = [0]", "move when='round==1'; attack when='round==2'");
    let scene = scene.foe("B", "at = [3], dex = 6", "move when='round==1'").policy("B", "movement = [{ do = 'away' }]");
    let played = scene.arena().rounds(2).measured().play("attack d20=10, weapon d4=1, save d20=20");
    played.sees("A at 5; B at 6").counts("A ap_spent 4, attacks 1");
}

// CAP-109
#[test]
fn cover_is_lost_by_moving() {
    let attacked = |plan: &str, dice: &str| {
        let scene = stage().hero("A", "cover = 'all', at = [5]", plan).policy("A", "movement = [{ do = 'away' }]");
        let b = "at = [6], weapons = [{ name = 'pole', die = '1d4', reach = 9 }]";
        scene.foe("B", b, "attack").arena().play(dice)
    };
    attacked("", "attack d20=10 d20=9, weapon d4=1, save d20=11").sees("A hp 30");
    attacked("move", "attack d20=10, weapon d4=1, save d20=11").sees("A hp 29");
}

// CAP-132, CAP-133
#[test]
fn a_retreat_is_a_save_once_in_a_turn_and_needs_somewhere_to_go() {
    let away = |plan: &str| stage().hero("A", "dex = 12", plan).foe("B", "", "").rounds(2).measured();
    away("retreat; retreat")
        .play("retreat d20=8 d20=9")
        .sees("A is(fled) 1")
        .counts("A retreats 2, ap_spent 2; fight rounds 2");
    away("retreat; retreat")
        .book("retreat.per_turn = 2")
        .play("retreat d20=8 d20=9")
        .counts("A retreats 2; fight rounds 1, winner 1");
    away("retreat").book("retreat.safe_destination = false").play("").counts("A retreats 0, ap_spent 0");
    away("gain; retreat").play("retreat d20=1 d20=9").sees("A is(fled) 1");
    away("retreat").book("retreat.attribute = 'str'").play("retreat d20=10 d20=11").sees("A is(fled) 1").counts("A retreats 2");
    let policy = away("attack").policy("A", "retreat = [{ do = 'yes', when = 'round == 1' }]");
    policy
        .play("retreat d20=8, attack d20=1, weapon d4=1, save d20=20, attack d20=1, weapon d4=1, save d20=20")
        .sees("A is(fled) 0")
        .counts("A ap_spent 5");
    let held = stage().hero("A", "dex = 30", "retreat").foe("B", "str = 20", "grab").foes_open().play("d20=20 d20=1");
    held.sees("A is(fled) 0, restrained 1");
}

// CAP-035
#[test]
fn an_item_gives_back_what_it_is_made_for_to_whoever_needs_it() {
    let potion = |effect: &str| format!("items = [{{ name = 'potion', effect = '{effect}', dice = '2d4' }}]");
    let use_of = |effect: &str, friend: &str, dice: &str| {
        let scene = stage().hero("F", friend, "").hero("A", &potion(effect), "item; item").foe("B", "", "").measured();
        scene.play(dice).counts("A ap_spent 2")
    };
    use_of("hp_full", "hp = 3", "").sees("F hp 30");
    use_of("hp", "hp = 3", "item d4=4 d4=3").sees("F hp 10");
    use_of("hp", "hp = 28", "item d4=4 d4=3").sees("F hp 30");
    use_of("str", "str = 4, str_max = 12", "item d4=4 d4=3").sees("F str 11");
    use_of("dex", "dex = 9, dex_max = 12", "item d4=4 d4=3").sees("F dex 12");
    use_of("wil", "wil = 4, wil_max = 12", "item d4=1 d4=1").sees("F wil 6");
    let nobody = stage().hero("F", "hp = 3, deprived = true", "").hero("A", &potion("hp_full"), "item").foe("B", "", "");
    nobody.clone().measured().play("").counts("A ap_spent 0").sees("F hp 3");
    nobody.book("deprived.blocks_magic = false").play("").sees("F hp 30");
    let far = stage().hero("F", "hp = 3, at = [0]", "").hero("A", &format!("at = [2], {}", potion("hp_full")), "item");
    far.foe("B", "at = [9]", "").arena().play("").sees("F hp 3");
}

// CAP-068, CAP-118, CAP-119, RU-17
#[test]
fn bandages_stop_the_bleeding_and_do_not_bring_anybody_back() {
    let scene = |medic: &str, lines: &[&str]| {
        let scene = stage().hero("P", "kind = 'pc', hp_max = 2, str = 9", "attack").hero("M", medic, "aid");
        let scene = scene.foe("B", "str = 30", "attack").foes_open().policy("B", "target = [{ least = 'it.might' }]");
        lines.iter().fold(scene, |scene, line| scene.head(line)).policy("M", "aid = [{ do = 'no' }]")
    };
    let fall = "d20=10 d4=4 d20=1 d20=1 d6=1 ";
    scene("bandages = 1", &[]).play(fall).sees("P is(down) 1, dies_at 0, hp 0; M bandages 2");
    scene("", &[]).play(fall).sees("P is(down) 1, dies_at 3600");
    scene("", &["book.aid.needs_bandages = false"]).play(fall).sees("P is(down) 1, dies_at 0");
    scene("bandages = 1", &["rulings.stabilised = 'active_at0hp'"])
        .play(&format!("{fall} d20=1 d4=1 d20=20"))
        .sees("P is(active) 1, hp 0; M bandages 2");
    scene("bandages = 1", &["book.aid.bandage_uses = 5"]).play(fall).sees("M bandages 4");
}

// CAP-156
#[test]
fn what_is_in_hand_decides_what_can_be_used() {
    let sheet = "grimoire = true, weapons = [$sword], shield = {}";
    let scene = |plan: &str, ready: &str, save: &str| {
        let a = format!("{sheet}, ready = '{ready}'");
        let scene = stage().hero("A", &a, plan).policy("A", &format!("save = [{{ do = '{save}' }}]")).foe("B", "", "attack");
        scene.measured()
    };
    scene("", "weapons", "block").play("attack d20=1, weapon d4=1, save d20=2, shield or weapon d6=1").sees("A ready 0");
    scene("", "weapons", "parry").play("attack d20=1, weapon d4=1, save d20=2, shield or weapon d8=1");
    scene("", "grimoire", "parry").play("attack d20=1, weapon d4=1, save d20=2");
    scene("", "grimoire", "block").play("attack d20=1, weapon d4=1, save d20=2");
    scene("ready_grimoire", "weapons", "block")
        .play("attack d20=1, weapon d4=1, save d20=2")
        .sees("A ready 1")
        .counts("A ap_spent 1");
    scene("attack", "grimoire", "dodge")
        .play("attack d20=1, weapon d8=1, save d20=20, attack d20=1, weapon d4=1, save d20=20")
        .sees("A ready 0")
        .counts("A ap_spent 3");
}

// CAP-067
#[test]
fn a_moment_of_rest_in_a_fight_is_only_for_books_that_allow_it() {
    let scene = |a: &str| scene(a, "rest", "");
    scene("hp = 3").play("").sees("A hp 3").counts("A ap_spent 0");
    scene("hp = 3").book("rest.in_fight = true").play("").sees("A hp 30").counts("A ap_spent 2");
    scene("hp = 3, deprived = true").book("rest.in_fight = true").play("").sees("A hp 3").counts("A ap_spent 0");
}

// CAP-024
#[test]
fn a_grip_ends_when_either_of_the_two_can_no_longer_act() {
    let grabs = "d20=20 d20=1 ";
    let scene = |b: &str, plan: &str| {
        let scene = stage().hero("A", "", "grab").hero("K", "", "attack when='round==1'");
        scene.foe("B", b, plan).foe("C", "", "").book("step.occupied = 0").rounds(2)
    };
    let blow = "d20=20 d20=1 d4=4 d20=1 ";
    scene("hp_max = 1, str = 2", "").play(&format!("{grabs}{blow}{grabs}")).sees("B dead 1, restrained 0; C restrained 1");
    let fled = scene("hp_max = 4, morale = true", "").play(&format!("{grabs}{blow} d20=1 {grabs}"));
    fled.sees("B is(fled) 1, restrained 0; C restrained 1");
    let down = scene("kind = 'pc', hp_max = 1", "").play(&format!("{grabs}{blow} d20=1 d6=1 d6=1 {grabs}"));
    down.sees("B is(down) 1, restrained 0; C restrained 1");
    // A creature that a spell has called up lets go when its time is over.
    let spell = "spell.Call = { effect = 'summon', target = 'caster', duration = 'sum', summons = 'ghoul' }";
    let ghoul = "combatant = { ghoul = { policy = 'ghoul' } }";
    let caster = "grimoire = true, ready = 'grimoire', spells = ['Call']";
    let called = |rounds: u32| {
        let scene = stage().hero("A", caster, "cast slot_dice=1 when='round==1'").foe("B", "", "").head(ghoul).book(spell);
        let scene = scene.book("magic.minutes_per_sum = 4").rounds(rounds);
        scene.policy("A", "[policy.ghoul]\nplan = [{ do = 'grab' }]").play(&format!("d6=1 {grabs}"))
    };
    called(2).sees("B restrained 1");
    called(3).sees("B restrained 0");
}

// CAP-024, CAP-054, CAP-080, RU-06
#[test]
fn whoever_holds_somebody_has_neither_shield_nor_weapon_but_what_is_part_of_the_body() {
    let holder = |sheet: &str, save: &str, shield: &str| {
        let scene = stage().hero("A", sheet, "ready_nothing; grab; ready_weapons").foe("B", "", "").foe("C", "", "attack");
        scene.policy("A", &format!("save = [{{ do = '{save}' }}]")).ruling(&format!("shield = '{shield}'"))
    };
    let claws = "weapons = [$sword, { name = 'claws', die = '1d4', hands = 0 }]";
    holder(claws, "parry", "die")
        .play("stunt d20=20, resistance d20=1, attack d20=10, weapon d4=1, save d20=7, shield or weapon d4=4")
        .sees("A hp 29");
    holder(claws, "parry", "die")
        .play("stunt d20=20, resistance d20=1, attack d20=10, weapon d4=1, save d20=8, shield or weapon d4=4")
        .sees("A hp 30");
    let shield = "shield = { armor = 1 }";
    holder(shield, "dodge", "armor")
        .play("stunt d20=20, resistance d20=1, attack d20=10, weapon d4=2, save d20=1")
        .sees("A armor 0, hp 28");
    let taken = stage().hero("A", shield, "grab").foe("B", "", "").measured();
    taken.play("").counts("A stunts 0");
}

// CAP-042, CAP-134, CAP-135
#[test]
fn an_archer_goes_no_nearer_than_its_bow_needs() {
    let archer = |plan: &str, lines: &[&str], dice: &str| {
        let scene = stage().hero("A", "dex = 16, at = [0], weapons = [$bow]", plan).foe("B", "at = [15]", "").arena();
        with(scene, lines).play(dice)
    };
    let far = ["attack.far_spaces = 10"];
    archer("attack", &far, "attack d20=20 d20=1, weapon d6=1, save d20=20").sees("A at 5");
    archer("attack", &[], "attack d20=20 d20=1, weapon d6=1, save d20=20").sees("A at 0");
    archer("move", &far, "").sees("A at 5");
    archer("move", &[], "").sees("A at 7");
    archer("move; move", &[], "").sees("A at 7");
    let swordsman = stage().hero("A", "dex = 16, at = [0], weapons = [$sword]", "move; move").foe("B", "at = [15]", "");
    swordsman.arena().play("").sees("A at 14");
}

// CAP-101, CAP-156
#[test]
fn a_weapon_is_only_taken_in_hand_for_an_attack_that_can_be_paid() {
    let scene = |weapon: &str, plan: &str| {
        let sheet = format!("grimoire = true, ready = 'grimoire', weapons = [{weapon}]");
        stage().hero("A", &sheet, plan).foe("B", "", "")
    };
    let plan = |plan: &str| scene("$sword", plan).measured();
    plan("gain; gain; attack; gain").play("").sees("A ready 1, pending_adv 3").counts("A ap_spent 3, attacks 0");
    let after = plan("gain; attack").play("attack d20=1 d20=1, weapon d8=1, save d20=20");
    after.sees("A ready 0").counts("A ap_spent 4, attacks 1");
    plan("gain; sweep").play("").sees("A ready 1").counts("A ap_spent 1");
    // The weapon is taken in hand in the turn before when no turn is long enough for both.
    let slow = scene("{ name = 'maul', die = '1d8', ap = 4 }", "attack").rounds(2).measured();
    slow.play("attack d20=1, weapon d8=1, save d20=20").counts("A ap_spent 5, attacks 1");
}

// CAP-035
#[test]
fn without_a_name_the_first_item_is_used_that_helps_anybody() {
    let a = "hp = 5, items = [{ name = 'broth', effect = 'str' }, { name = 'potion', effect = 'hp_full' }]";
    stage().hero("A", a, "item").foe("B", "", "").play("").sees("A hp 30");
}
