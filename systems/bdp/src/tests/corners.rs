//! Tests of what comes late, in between or at the edge: arrivals, stunts that are answered, miracles that are forced out, the
//! attack on a target that leaves, the cold.

use super::stage::{after, begins, met, stage};
use super::{play, sides};
use crate::Bdp;
use frame::rules::testing::ScriptedPlay;

const IDLE: &str = "hp_max = 18";
const CALM: &str = "hp_max = 18\ntraits = ['mindless']";

/// A character alone, and these legs of a day.
fn days(pc: &str, legs: &[&str], rest: &str, dice: &str) -> ScriptedPlay<Bdp> {
    let legs: String = legs.iter().map(|leg| format!("[[day]]\n{leg}\nsides = ['party']\n")).collect();
    let sides = sides(&[&format!("name = 'P'\npc = true\n{pc}")], &["name = 'N'"]);
    play(&format!("{sides}{legs}[[day]]\nfight = ['party', 'foes']\nwhen = 'false'\n{rest}"), dice)
}

/// A fight with those who arrive, whose head may say that they are awaited.
fn awaited(party: &[&str], foes: &[&str], rounds: u32, dice: &str) -> ScriptedPlay<Bdp> {
    let text = format!("reinforcements = 'are awaited'\n{}", sides(party, foes));
    let rest = "[arena]\nstart = 'engaged'\n[policy.idle]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'defend' }]\n\
                [policy.hits]\ntarget = [{ at = 'first' }]\nreaction = [{ do = 'defend' }]\n";
    let mut play = play(&format!("{text}{rest}"), dice);
    play.rounds(rounds);
    play
}

// BDP-422, R-45
#[test]
fn terror_comes_with_whoever_arrives_and_over_whoever_arrives() {
    let late = |one: &str| format!("{one}\narrives = 2");
    let wight = "hp_max = 18\ntraits = ['terrifying', 'mindless']";
    let pc = "hp_max = 18\nwil = 5";
    let met_late = |dice: &str, terrified: i64| {
        after(2, met(&[pc], &[CALM, &late(wight)]), "", dice, &[("P", "terrified", terrified)]);
    };
    met_late("order d20=1, terror d20=6, order d20=1", 1);
    met_late("order d20=1, terror d20=5, order d20=1", 0);
    let party: &[&str] = &[pc, &late(pc)];
    after(
        2,
        met(party, &[wight]),
        "",
        "terror d20=5, order d20=1, terror d20=6, order d20=1 d20=1",
        &[("P", "terrified", 0), ("Q", "terrified", 1)],
    );
    // A second terrifying foe is seen for the first time too; a combatant in terror has nothing to save.
    let foes: &[&str] = &[wight, &late(wight)];
    after(2, met(&[pc], foes), "", "terror d20=5, order d20=1, terror d20=6, order d20=1", &[("P", "terrified", 1)]);
    after(2, met(&[pc], foes), "", "terror d20=6, order d20=1 d20=1", &[("P", "terrified", 1)]);
}

// BDP-374
#[test]
fn a_horse_takes_fright_at_a_beast_that_arrives_and_of_a_rider_who_arrives() {
    let beast = "hp_max = 18\ntraits = ['beast', 'mindless']";
    let rider = "hp_max = 18\nwil = 5\nhorse = {}";
    let late = |one: &str| format!("{one}\narrives = 2");
    let dice = "order d20=1, frightened horse d20=6, thrown off d20=11, order d20=1";
    after(2, met(&[rider], &[CALM, &late(beast)]), "", dice, &[("P", "grounded", 1)]);
    let dice = "order d20=1, frightened horse d20=6, thrown off d20=10, order d20=1 d20=1";
    after(2, met(&[IDLE, &late(rider)], &[beast]), "", dice, &[("Q", "grounded", 0)]);
}

// BDP-298, BDP-300, R-36
#[test]
fn a_foe_that_arrives_alone_is_a_lone_foe_and_answers_for_nobody_who_fell_before() {
    let foe =
        |hp: u8, arrives: u8| format!("name = 'N'\nhp_max = {hp}\nstr = 18\nwil = 5\npolicy = 'idle'\narrives = {arrives}");
    let pc = "name = 'P'\npc = true\nhp_max = 18\npolicy = 'hits'\nweapons = [{ name = 'knife', category = 'fast' }]";
    let fled = awaited(&[pc], &[&foe(1, 2)], 2, "damage d6=1, morale d20=6");
    assert_eq!(fled.see("N", "away"), 1);
    let fights = awaited(&[pc], &[&foe(1, 2)], 2, "damage d6=1, morale d20=5");
    assert_eq!(fights.see("N", "active"), 1);
    // The first has fallen before the second comes, who has nobody to mourn; what befalls it alone counts.
    let frail = "name = 'N'\nstr = 1\nhp_max = 0\npolicy = 'idle'";
    let second = foe(2, 3).replace("'N'", "'O'");
    let dice = "order d20=1, damage d6=1, damage d6=1";
    let alone = awaited(&[pc], &[frail, &second], 3, dice);
    assert_eq!(["active", "hp"].map(|what| alone.see("O", what)), [1, 1]);
    let alone = awaited(&[pc], &[frail, &second], 3, "order d20=1, damage d6=1, damage d6=2, morale d20=6");
    assert_eq!(alone.see("O", "away"), 1);
    let (third, fourth) = (second.clone(), second.replace("'O'", "'M'"));
    let dice = "order d20=1, damage d6=1, damage d6=3, Critical Damage Save d20=18, morale d20=6";
    let pair = awaited(&[pc], &[frail, &third, &fourth], 3, dice);
    assert_eq!([pair.see("O", "active"), pair.see("M", "away")], [0, 1]);
}

// BDP-254, BDP-484, R-69
#[test]
fn only_the_first_attack_after_a_stunt_is_enhanced_a_blow_struck_back_and_a_parry_included() {
    let stunts = "[book.stunt]\nallowed = 1\n[policy.stunts]\ntarget = [{ at = 'first' }]\nstunt = [{ do = 'yes' }]\n\
                  reaction = [{ do = 'defend' }]\n[policy.backs]\nreaction = [{ do = 'fight_back', reserve = 0 }]\n\
                  [policy.parries]\nreaction = [{ do = 'parry' }]\n";
    let pc = "hp_max = 18\npolicy = 'stunts'\nweapons = [{ name = 'sword' }]";
    let foe = |how: &str| {
        format!(
            "hp_max = 18\ntraits = ['mindless']\nreactions = ['fight_back', 'parry']\npolicy = '{how}'\nweapons = [{{ name = 'maul', category = 'slow' }}]"
        )
    };
    let dice = "damage d8=2 d12=1, fight back d10=3 d12=1, damage d10=4";
    after(1, met(&[pc], &[&foe("backs")]), stunts, dice, &[("P", "hp", 11), ("N", "hp", 16)]);
    let dice = "damage d8=2 d12=1, parry d10=1 d12=2, damage d10=4";
    after(1, met(&[pc], &[&foe("parries")]), stunts, dice, &[("P", "hp", 14), ("N", "hp", 18)]);
    let apart = format!("{stunts}[rulings]\nparry_is_attack = false\n");
    let dice = "damage d8=2 d12=1, parry d10=1 d12=2, damage d10=4 d12=1";
    after(1, met(&[pc], &[&foe("parries")]), &apart, dice, &[("P", "hp", 14)]);
}

// BDP-253, BDP-254
#[test]
fn a_gambit_is_no_stunt_and_risks_no_weapon() {
    let rest = "[book.stunt]\nallowed = 1\nrisk = 'gear'\n[policy.trips]\naction = [{ do = 'gambit', gambit = 'trip' }]\n\
                stunt = [{ do = 'yes' }]\nreaction = [{ do = 'defend' }]\n[policy.stunts]\nstunt = [{ do = 'yes' }]\n";
    let pc = "hp_max = 18\npolicy = 'trips'\nweapons = [{ name = 'sword' }]";
    after(1, met(&[pc], &[CALM]), rest, "gambit d8=5, save against a gambit d20=11", &[("P", "weapons", 1), ("N", "prone", 1)]);
    let pc = pc.replace("trips", "stunts");
    after(1, met(&[&pc], &[CALM]), rest, "damage d8=5 d12=1", &[("P", "weapons", 0), ("N", "hp", 13)]);
}

// BDP-044, R-07
#[test]
fn stretches_in_the_cold_add_up_to_watches_and_those_who_are_dressed_for_it_come_to_no_harm() {
    let str = |pc: &str, legs: &[&str], rest: &str| {
        let mut play = days(pc, legs, &format!("[arena]\ncold = true\n{rest}"), "");
        (0..legs.len()).for_each(|_| _ = play.leg());
        play.see("P", "str")
    };
    let (pc, cloak) = ("str = 10", "str = 10\nitems = [{ name = 'winter_cloak' }]");
    assert_eq!(str(pc, &["travel = 120", "travel = 120"], ""), 9);
    assert_eq!(str(pc, &["travel = 120", "travel = 119"], ""), 10);
    assert_eq!(str(pc, &["travel = 200", "travel = 200", "travel = 80"], ""), 8);
    assert_eq!(str(cloak, &["travel = 480"], ""), 10);
    let warm = "rest = { night = { sleep = 'perilous', food = 'fresh' } }";
    assert_eq!(str(pc, &["travel = 120", warm, "travel = 120"], ""), 10, "a warm night warms");
    let cold = "rest = { night = { sleep = 'perilous', food = 'fresh', cold = true } }";
    assert_eq!((str(pc, &[cold], ""), str(cloak, &[cold], "")), (8, 10));
    assert_eq!(str(pc, &[cold], "[book.days]\nnight_watches = 0\n"), 10);
    let peril = "rest = { peril = { kind = 'cold', times = 2 } }";
    assert_eq!((str(pc, &[peril], ""), str(cloak, &[peril], "")), (8, 10));
    assert_eq!((str(pc, &["hazard = { peril = 'cold' }"], ""), str(cloak, &["hazard = { peril = 'cold' }"], "")), (9, 10));
    let mut dead = days("str = 2", &["rest = { night = { sleep = 'comfortable', food = 'fresh', cold = true } }"], "", "");
    dead.leg();
    assert_eq!((dead.see("P", "str"), dead.see("P", "dead")), (0, 1), "nobody comes back from the cold");
}

// BDP-364
#[test]
fn lights_burn_on_over_several_stretches() {
    let light = |legs: &[&str], dice: &str| {
        let mut play = days("items = [{ name = 'torch' }]", legs, "[arena]\ndark = true\n", dice);
        (0..legs.len()).for_each(|_| _ = play.leg());
    };
    light(&["travel = 5", "travel = 5"], "light d8=8");
    light(&["travel = 9"], "");
    light(&["travel = 15", "travel = 15"], "light d8=8 d8=8 d8=8");
}

// BDP-044, R-07
#[test]
fn a_cold_zone_does_harm_by_the_watch_and_not_by_the_round() {
    let zone = "[arena]\nzones = [{ name = 'ice', hazard = 'cold' }]\n";
    after(2, met(&[IDLE], &[CALM]), zone, "order d20=1 d20=1", &[("P", "str", 10), ("N", "str", 10)]);
    let slow = format!("{zone}[book]\nround.seconds = 600\ndays.watches = 24\n");
    let clad = "hp_max = 18\nitems = [{ name = 'winter_cloak' }]";
    after(6, met(&[IDLE, clad], &[CALM]), &slow, &"d20=1 ".repeat(12), &[("P", "str", 9), ("Q", "str", 10), ("N", "str", 9)]);
    after(5, met(&[IDLE, clad], &[CALM]), &slow, &"d20=1 ".repeat(10), &[("P", "str", 10)]);
}

// BDP-473, BDP-475
#[test]
fn a_miracle_that_is_forced_out_is_neither_worked_nor_imprinted_where_there_is_no_slot() {
    let rest = "[policy.prays]\naction = [{ do = 'miracle', miracle = 'smite', dice = 1 }, { do = 'wait' }]\nreaction = [{ do = 'defend' }]\n";
    let pc = "str = 12\ndex = 12\nhp_max = 6\nfd = 1\nmiracles = ['smite']\nslots_used = 8\nitems = [{ name = 'focus', stored = false }]\npolicy = 'prays'";
    let foe = "hp_max = 18\npolicy = 'hits'\ntraits = ['mindless']\nweapons = [{ name = 'sword' }]";
    let dice = "damage d8=3, Critical Damage Save d20=10, area d10=9";
    after(1, met(&[pc], &[foe]), rest, dice, &[("P", "miracles", 0), ("P", "wil", 10)]);
    let pc = "str = 10\nhp_max = 6\nfd = 1\nmiracles = ['bless', 'smite']\nslots_used = 6\n\
              items = [{ name = 'prayer_book', stored = false }, { name = 'focus', stored = false }]";
    let night = |sleep: &str| format!("rest = {{ night = {{ sleep = '{sleep}', food = 'fresh' }} }}");
    let legs = ["hazard = { fatigue = 1 }", &night("perilous"), &night("normal")];
    let mut play = days(pc, &legs, "", "prayer d6=1 d6=1");
    let seen = |play: &mut ScriptedPlay<Bdp>| {
        play.leg();
        ["miracles", "free_slots"].map(|what| play.see("P", what))
    };
    assert_eq!([seen(&mut play), seen(&mut play), seen(&mut play)], [[1, 0], [1, 0], [2, 0]]);
}

// BDP-223, R-38
#[test]
fn the_die_for_whoever_leaves_is_that_of_no_weapon() {
    let zones = "[arena]\nstart = 'engaged'\nzones = [{ name = 'hall' }, { name = 'yard' }]\n";
    let leaves = "[policy.leaves]\naction = [{ do = 'move', to = 'away', when = 'round == 1' }, { do = 'wait' }]\n";
    let pc = "hp_max = 18\npolicy = 'leaves'";
    let left = |weapon: &str, dice: &str, seen: &[(&str, &str, i64)]| {
        let foe = format!("hp_max = 18\nprof_types = ['slashing']\nweapons = [{{ {weapon} }}]");
        after(1, met(&[pc], &[&foe]), &format!("{zones}{leaves}"), dice, seen);
    };
    left("kind = 'greataxe', proficient = true", "order d20=1, leaving d4=2", &[("P", "hp", 16)]);
    left("kind = 'greataxe', proficient = true", "order d20=1, leaving d4=3", &[("P", "hp", 15)]);
    left("kind = 'chair'", "order d20=1, leaving d4=3", &[("P", "hp", 15), ("N", "weapons", 1)]);
    left("kind = 'crossbow'", "order d20=1, leaving d4=3", &[("P", "hp", 15), ("N", "unready", 0)]);
    let pc_true = "hp_max = 18\nskills = ['true_strikes']";
    let foe = "hp_max = 18\npolicy = 'leaves'\ntraits = ['mindless']";
    after(
        1,
        met(&[pc_true], &[foe]),
        &format!("{zones}{leaves}"),
        "order d20=1, leaving d4=3",
        &[("N", "hp", 15), ("P", "wil", 10)],
    );
}

//
#[test]
fn a_neutral_side_that_gives_up_gear_has_been_struck() {
    let side = |name: &str, more: &str, one: &str| format!("[[side]]\nname = '{name}'\n{more}\n[[side.combatant]]\n{one}\n");
    let text = [
        side("a", "attacks = ['d']", "name = 'R'\nhp_max = 18\npolicy = 'hits'\nweapons = [{ name = 'sword' }]"),
        side(
            "d",
            "neutral = true\nfights_back = true",
            "name = 'V'\ntraits = ['mindless']\nhp_max = 3\nshield = true\npolicy = 'v'\nweapons = [{ name = 'maul', category = 'slow' }]",
        ),
    ];
    let rest = "[book.sacrifice]\nnpc = true\n[arena]\nstart = 'engaged'\n[policy.v]\nsacrifice = [{ do = 'shield' }]\n[policy.hits]\n";
    let mut fight =
        play(&format!("{}{rest}", text.concat()), "damage d8=4, damage d8=4, Critical Damage Save d20=1, damage d10=5");
    fight.rounds(2);
    assert_eq!((fight.see("V", "shielded"), fight.see("R", "hp")), (0, 13));
}

// BDP-524
#[test]
fn a_showfighter_comes_as_wounded_as_its_sheet_says() {
    let show = |pc: &str, what: &str| {
        let arena = "[arena]\nstart = 'engaged'\naudience = true\n";
        stage(&[&format!("str = 9\nhp_max = 0\nskills = ['showfighter']\n{pc}")], &[IDLE], arena, "").see("P", what)
    };
    assert_eq!(show("", "str"), 18);
    assert_eq!(show("condition = { str = 3 }", "str"), 3);
    assert_eq!(show("condition = { str = 15 }", "str"), 15);
    assert_eq!(begins("str = 9\nskills = ['showfighter']\ncondition = { str = 3 }", "str"), 3);
}

// BDP-084
#[test]
fn care_without_sleep_gives_no_advantage_against_a_disease() {
    let night = |sleep: &str| format!("rest = {{ night = {{ sleep = '{sleep}', food = 'simple', care = true }} }}");
    let ill = "condition = { illnesses = [{ disease = 'bonebreaker' }] }";
    days(ill, &[&night("none")], "", "disease d20=1").leg();
    days(ill, &[&night("perilous")], "", "disease d20=11 d20=1").leg();
}

// BDP-066, BDP-294, BDP-528
#[test]
fn who_is_out_by_its_own_true_strike_is_not_struck_any_more() {
    let rest = "[policy.parries]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'parry' }]\n";
    let pc = "str = 1\nwil = 1\nhp_max = 6\nskills = ['true_strikes']\npolicy = 'parries'";
    let foe = "hp_max = 18\npolicy = 'hits'\ntraits = ['mindless']\nweapons = [{ name = 'sword' }]";
    let mut fight = stage(&[pc, IDLE], &[foe], rest, "damage d8=4, true strike d4=1");
    fight.rounds(1);
    assert_eq!(["debilitated", "dead", "str"].map(|what| fight.see("P", what)), [1, 0, 1]);
}

// BDP-326, R-34
#[test]
fn whoever_has_lost_what_it_means_to_throw_throws_nothing() {
    let rest = "[policy.throws]\ntarget = [{ at = 'first' }]\naction = [{ do = 'throw' }]\nreaction = [{ do = 'defend' }]\n\
                [policy.disarms]\naction = [{ do = 'gambit', gambit = 'disarm' }]\nreaction = [{ do = 'defend' }]\n";
    let pc = "hp_max = 18\npolicy = 'throws'\nweapons = [{ kind = 'axe' }]";
    let foe = "hp_max = 18\npolicy = 'disarms'\nweapons = [{ name = 'knife', category = 'fast' }]";
    let dice = "gambit d6=5, save against a gambit d20=11, damage d4=2";
    after(1, met(&[pc], &[foe]), rest, dice, &[("P", "weapons", 0), ("N", "hp", 16)]);
}

//
#[test]
fn armor_counts_against_breath_disease_and_feedback_where_the_ruling_says_all() {
    let all = "[rulings]\ndirect_armor = 'all'\n";
    let breathes = "[policy.breathes]\naction = [{ do = 'breath' }]\n[book.foe]\nbreath_warmup = 0\n";
    let (pc, dragon) =
        ("hp_max = 9\narmor = 'light'", "hp_max = 9\npolicy = 'breathes'\ntraits = ['mindless']\nbreath = { die = '1d4' }");
    let dice = |damage: u8| format!("avoiding a breath d20=11, breath d4={damage}, Critical Damage Save d20=1");
    after(1, met(&[pc], &[dragon]), breathes, &dice(3), &[("P", "str", 7)]);
    after(1, met(&[pc], &[dragon]), &format!("{breathes}{all}"), &dice(3), &[("P", "str", 8)]);
    let ill = "armor = 'light'\ncondition = { illnesses = [{ disease = 'bonebreaker' }] }";
    let sick = |rest: &str| {
        let night = "rest = { night = { sleep = 'perilous', food = 'fresh' } }";
        let mut play = days(
            ill,
            &[night],
            &format!("[book.disease.bonebreaker]\ndamage = {{ dice = '0', flat = 3 }}\n{rest}"),
            "disease d20=11",
        );
        play.leg();
        play.see("P", "str")
    };
    assert_eq!((sick(""), sick(all)), (7, 8));
    let casts =
        "[policy.casts]\ntarget = [{ at = 'first' }]\naction = [{ do = 'sculpt', dice = 2 }]\nreaction = [{ do = 'defend' }]\n";
    let mage = "hp_max = 9\nmd = 2\narmor = 'light'\npolicy = 'casts'";
    after(1, met(&[mage], &[CALM]), casts, "Magic Dice d6=2 d6=2", &[("P", "hp", 5)]);
    after(1, met(&[mage], &[CALM]), &format!("{casts}{all}"), "Magic Dice d6=2 d6=2", &[("P", "hp", 6)]);
}

// BDP-336, BDP-265
#[test]
fn a_brutal_death_destroys_a_detachment() {
    let axe = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'axe', proficient = true, tags = { brutal = 4 } }]";
    let band = "hp_max = 0\ntraits = ['detachment', 'mindless']";
    let dice = "order d20=1, damage d4=4, Critical Damage Save d20=11";
    let seen = [("N", "destroyed", 1), ("N", "dead", 1)];
    after(1, met(&[axe], &[band]), "", dice.trim_start_matches("order d20=1, "), &seen);
}

// BDP-072, BDP-611, R-10
#[test]
fn a_helmet_protects_where_injuries_are_located_or_not() {
    let located = "[rulings]\ncrit_str = 'location'\n";
    let pc = "hp_max = 0\nitems = [{ name = 'helmet', stored = false }]";
    let foe = "hp_max = 9\npolicy = 'hits'\nweapons = [{ name = 'sword' }]";
    let dice = "damage d8=4, Critical Damage Save d20=7, area d10=10";
    after(1, met(&[pc], &[foe]), located, dice, &[("P", "dead", 0), ("P", "weakened", 0), ("P", "wounds", 0)]);
    after(1, met(&[pc], &[foe]), &format!("{located}location_guarded = false\n"), dice, &[("P", "dead", 1)]);
    let kept = format!("{located}guard_wound = 'keep'\n");
    after(1, met(&[pc], &[foe]), &kept, dice, &[("P", "dead", 0), ("P", "wounds", 1)]);
}

// BDP-410, R-45
#[test]
fn a_blow_that_armor_stops_constricts_or_not() {
    let pc = "hp_max = 9\narmor = 'heavy'";
    let snake = "hp_max = 9\npolicy = 'hits'\ntraits = ['constrict', 'mindless']\nweapons = [{ name = 'coils' }]";
    after(1, met(&[pc], &[snake]), "", "damage d8=3", &[("P", "held", 0)]);
    let any = "[rulings]\nconstrict_needs_damage = false\n";
    after(1, met(&[pc], &[snake]), any, "damage d8=3, held d20=11", &[("P", "held", 1)]);
}

// BDP-533, R-70
#[test]
fn words_of_grace_leave_whoever_speaks_them_deprived_or_whoever_is_restored() {
    let deprived = |rest: &str| {
        let text = format!(
            "{}[[day]]\nrest = 'break'\nsides = ['party']\n[[day]]\nfight = ['party', 'foes']\nwhen = 'false'\n[policy.p]\ngrace = [{{ do = 'yes' }}]\n{rest}",
            sides(
                &[
                    "name = 'P'\npc = true\nskills = ['words_of_grace']\npolicy = 'p'",
                    "name = 'Q'\npc = true\ncondition = { wil = 4 }"
                ],
                &["name = 'N'"]
            )
        );
        let mut fight = play(&text, "hands and words d6=2");
        fight.leg();
        (fight.see("Q", "wil"), ["P", "Q"].map(|who| fight.see(who, "deprived_days")))
    };
    assert_eq!(deprived(""), (6, [1, 0]));
    assert_eq!(deprived("[rulings]\ngrace_deprives = 'restored'\n"), (6, [0, 1]));
}

// BDP-482, R-71
#[test]
fn whoever_prays_counts_among_those_its_miracle_is_for_or_not() {
    let prays =
        "[policy.prays]\naction = [{ do = 'miracle', miracle = 'replenish', dice = 1 }]\nreaction = [{ do = 'defend' }]\n";
    let priest = "hp_max = 9\nfd = 1\nmiracles = ['replenish']\nitems = [{ name = 'focus', stored = false }]\npolicy = 'prays'\ncondition = { hp = 2 }";
    let friend = "hp_max = 9\ncondition = { hp = 4 }";
    let party: &[&str] = &[priest, friend];
    let hp = |rest: &str, seen: [i64; 2]| {
        let dice = "order d20=1, Faith Dice d6=3";
        after(1, met(party, &[CALM]), &format!("{prays}{rest}"), dice, &[("P", "hp", seen[0]), ("Q", "hp", seen[1])]);
    };
    hp("", [5, 4]);
    hp("[rulings]\nprayer_for_oneself = false\n", [2, 7]);
}

// BDP-327, BDP-335, R-66
#[test]
fn a_kill_by_counter_or_spell_counts_or_not() {
    let kills = |party: &str, foe: &str, rest: &str, dice: &str| {
        let mut fight = stage(&[party], &[foe], rest, dice);
        fight.rounds(1);
        fight.metric("P.kills")
    };
    let all = "[rulings]\nkill_credit = 'all'\n";
    let rapier = "hp_max = 9\nweapons = [{ kind = 'rapier', proficient = true }]";
    let foe = "hp_max = 0\nstr = 1\npolicy = 'hits'\ntraits = ['mindless']\nweapons = [{ name = 'knife', category = 'fast' }]";
    let dice = "order d20=1, damage d6=1";
    assert_eq!([kills(rapier, foe, "", dice), kills(rapier, foe, all, dice)], [0, 1]);
    let casts = "[policy.casts]\ntarget = [{ at = 'first' }]\naction = [{ do = 'sculpt' }]\nreaction = [{ do = 'defend' }]\n";
    let (mage, frail) = ("hp_max = 9\nmd = 1\npolicy = 'casts'", "hp_max = 0\nstr = 1\ntraits = ['mindless']");
    let dice = "Magic Dice d6=2";
    assert_eq!([kills(mage, frail, casts, dice), kills(mage, frail, &format!("{casts}{all}"), dice)], [0, 1]);
}

//
#[test]
fn who_cannot_follow_to_the_new_target_chooses_one_or_loses_its_attack() {
    let rest = "[arena]\nstart = 'near'\n[policy.weak]\ntarget = [{ least = 'it.hp', among = 'it.engaged' }]\nreaction = [{ do = 'defend' }]\n";
    let pc = |policy: &str, engaged: &str, more: &str| {
        format!(
            "hp_max = 18\npolicy = '{policy}'\nengaged = [{engaged}]\nweapons = [{{ name = 'sword', proficient = true{more} }}]"
        )
    };
    let party: &[&str] =
        &[&pc("hits", "'N', 'O'", ", tags = { sweep = 5 }"), &pc("weak", "'O', 'M'", ""), &pc("weak", "'O', 'N'", "")];
    let foes: &[&str] = &[
        "hp_max = 9\ntraits = ['mindless']",
        "hp_max = 0\nstr = 1\ntraits = ['mindless']",
        "hp_max = 9\ntraits = ['mindless']",
    ];
    // P strikes N and sweeps at O, which the two others meant to strike: Q turns to M, whom R does not reach.
    let seen = |hp: i64| [("O", "dead", 1), ("M", "hp", 7), ("N", "hp", hp)];
    after(1, met(party, foes), rest, "next of equals d2=1, damage d8=5 d8=4 d8=2 d8=3", &seen(1));
    after(
        1,
        met(party, foes),
        &format!("{rest}[rulings]\nleft_behind = 'lose'\n"),
        "next of equals d2=1, damage d8=5 d8=4 d8=2",
        &seen(4),
    );
}

// BDP-085
#[test]
fn an_item_that_cures_a_disease_ends_it_without_a_save() {
    let cure = "[book.item.marrow_root]\ndoes = 'cure'\nkey = 'bonebreaker'\n";
    let pc = "items = [{ name = 'marrow_root' }]\ncondition = { illnesses = [{ disease = 'bonebreaker' }] }";
    let mut play = days(pc, &["rest = { night = { sleep = 'perilous', food = 'fresh' } }"], cure, "");
    play.leg();
    assert_eq!(["ill", "items", "str"].map(|what| play.see("P", what)), [0, 0, 10]);
}

// BDP-049, R-72
#[test]
fn fire_and_the_bite_of_a_monster_leave_their_wound_with_critical_damage() {
    let pc = "hp_max = 0\nstr = 14";
    let wounds = |foe: &str, rest: &str, dice: &str| {
        let mut fight = stage(&[pc], &[&format!("hp_max = 9\npolicy = 'hits'\ntraits = ['mindless']\n{foe}")], rest, dice);
        fight.rounds(1);
        fight.see("P", "wounds")
    };
    let burning = "weapons = [{ name = 'brand', element = 'fire' }]";
    let critical = "damage d8=4, Critical Damage Save d20=11, area d10=1, torso d4=1";
    assert_eq!(wounds(burning, "", critical), 2, "the torso and the burn");
    assert_eq!(wounds(burning, "", "damage d8=4, Critical Damage Save d20=10"), 0);
    assert_eq!(wounds(burning, "[rulings]\nelement_wounds = 'damage'\n", "damage d8=4, Critical Damage Save d20=10"), 1);
    assert_eq!(wounds(burning, "[rulings]\nelement_wounds = 'never'\n", critical), 1);
    let bite = "critical_wound = 'bite'\nweapons = [{ name = 'jaws' }]";
    assert_eq!(wounds(bite, "", critical), 2);
}
