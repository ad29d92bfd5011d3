//! Exact answers where something is forgotten that a policy could still read: of the fallen, of rounds, of who comes later or
//! keeps out of it.

use crate::Heimr;
use crate::book::Book;
use crate::book::tables::BodyPart;
use crate::challenge::Effort;
use crate::core::{Core, load};
use crate::ground::Location;
use crate::quantities::{QUANTITIES, View};
use crate::rulings::Rulings;
use crate::state::{Body, Exit, Fight};
use frame::fight::Slots;
use frame::policy::{Argument, Observer as _, Reach};
use frame::rules::Words;
use frame::rules::testing::ScriptedPlay;
use frame::rules::trial::{ONE, OTHER, of_two};

/// Abilities of a small fight, and a first defence that is rolled already.
const BODY: &str = "abilities = { swordsmanship = { c = 0, p = 2 }, agility = { c = 0, p = 2 }, brawl = { c = 0, p = 2 }, archery = { c = 0, p = 2 } }, \
                    stance = { kind = 'dodge', c = 0, pre = 3, d6 = 3 }";

/// Sides with their combatants, each given by its insides.
fn scene(sides: &[(&str, &str, &[&str])], rest: &str) -> String {
    let member = |one: &&str| format!("{{ {one}, {BODY} }}");
    let side = |(name, relation, members): &(&str, &str, &[&str])| {
        let members: Vec<String> = members.iter().map(member).collect();
        format!("{{ name = '{name}', {relation} combatant = [{}] }}", members.join(", "))
    };
    let sides: Vec<String> = sides.iter().map(side).collect();
    format!("side = [{}]\n{rest}\n", sides.join(", "))
}

/// Holds that a scenario is solved, and that its fights say the same.
#[track_caller]
fn agrees(text: &str, seed: u64) {
    let exact = ScriptedPlay::<Heimr>::exact(text);
    assert!(exact.unresolved() < 1e-6, "{}", exact.unresolved());
    let apart = exact.apart(&ScriptedPlay::<Heimr>::sampled(text, 20_000, seed));
    assert!(apart.is_empty(), "{}\n{text}", apart.join("\n"));
}

/// Rounds that are played.
fn rounds(most: u16) -> String {
    format!("[book.turn]\nrounds_max = {most}\n")
}

const SWORD: &str = "weapons = [{ kind = 'medium', ability = 'swordsmanship' }]";

// HEI-078, HEI-149
#[test]
fn whoever_is_stabilised_in_a_fight_goes_on_with_the_fatigue_that_it_had() {
    let aid = "skills = [{ name = 'aid', action = 'standard', willpower = 1, target = 'ally', effects = [{ effect = 'stabilise' }] }]";
    let us = [
        format!("name = 'A', initiative = 5, hp_max = 4, hp = -4, injuries = ['off_arm'], {SWORD}"),
        format!("name = 'H', initiative = 9, policy = 'heals', {aid}"),
    ];
    let foe = format!("name = 'F', initiative = 2, hp_max = 9, {SWORD}");
    let text = scene(
        &[("a", "", &[&us[0], &us[1]]), ("b", "", &[&foe])],
        &format!(
            "[policy.heals]\nturn = [{{ do = 'skill', skill = 'aid', when = 'round == 1' }}, {{ do = 'wait' }}]\n{}",
            rounds(2)
        ),
    );
    agrees(&text, 1);
}

// HEI-052, HEI-161
#[test]
fn a_skill_finds_the_comrade_who_is_hurt_most_among_the_fallen_and_changes_it() {
    let drain =
        "skills = [{ name = 'drain', action = 'standard', willpower = 0, target = 'ally', effects = [{ effect = 'drain' }] }]";
    let us = [
        "name = 'A', initiative = 5, hp_max = 4, hp = -1, injuries = ['torso']".to_owned(),
        "name = 'B', initiative = 4, hp_max = 4, hp = -1, injuries = ['torso', 'right_leg']".to_owned(),
        format!("name = 'H', initiative = 9, policy = 'drains', {drain}"),
    ];
    let foe = format!("name = 'F', initiative = 2, hp_max = 1, {SWORD}");
    let drains = "[policy.drains]\nturn = [{ do = 'skill', skill = 'drain' }]\nally = [{ most = 'it.injuries' }]\n";
    let text = scene(&[("a", "", &[&us[0], &us[1], &us[2]]), ("b", "", &[&foe])], &format!("{drains}{}", rounds(1)));
    agrees(&text, 2);
    let exact = ScriptedPlay::<Heimr>::exact(&text);
    assert!(exact.chance("A.willpower", 3) > 1.0 - 1e-9 && exact.chance("B.willpower", 2) > 1.0 - 1e-9);
}

// HEI-102
#[test]
fn a_target_that_depends_on_the_round_tells_rounds_apart() {
    let us = format!("name = 'A', initiative = 9, hp_max = 9, attributes = {{ sta = 3 }}, {SWORD}, policy = 'turns'");
    let [t, u] = [("T", 5), ("U", 4)].map(|(name, initiative)| {
        format!("name = '{name}', initiative = {initiative}, hp_max = 9, attributes = {{ sta = 3 }}, policy = 'waits'")
    });
    let policies = "[policy.turns]\ntarget = [{ at = 'first', among = 'it.is(U) and round > 4' }, { at = 'first' }]\n\
                    [policy.waits]\nturn = [{ do = 'wait' }]\n";
    let text = scene(&[("a", "", &[&us]), ("b", "", &[&t, &u])], &format!("{policies}{}", rounds(6)));
    agrees(&text, 3);
}

//
#[test]
fn a_neutral_side_that_is_struck_allies_and_who_comes_later_are_solved_as_they_are_played() {
    let sword = |name: &str, initiative: i32, more: &str| {
        format!("name = '{name}', initiative = {initiative}, hp_max = 2, {SWORD}{more}")
    };
    let (a, n) = (sword("A", 9, ", policy = 'strikes'"), sword("N", 5, ""));
    let policies = "[policy.strikes]\ntarget = [{ at = 'first', among = 'it.is(N)' }]\n[rulings]\nout_at = 'injured'\n";
    let (neutral, attacks) = ("neutral = true, fights_back = true,", "attacks = ['n'],");
    let b = sword("B", 2, "");
    let text = scene(&[("a", attacks, &[&a]), ("b", "", &[&b]), ("n", neutral, &[&n])], &format!("{policies}{}", rounds(1)));
    agrees(&text, 4);
    let (late, ally) = (sword("L", 7, ", arrives = 2"), sword("C", 3, ""));
    let rulings = "[rulings]\nout_at = 'injured'\n";
    let text = scene(
        &[
            ("a", "", &[&sword("A", 9, "")]),
            ("b", "allies = ['a'],", &[&ally]),
            ("c", "", &[&sword("T", 5, ", hp_max = 3").replace("hp_max = 2, ", ""), &late]),
        ],
        &format!("{rulings}{}", rounds(2)),
    );
    agrees(&text, 5);
}

// HEI-142, R-87
#[test]
fn a_pursuer_who_is_away_is_solved_as_it_is_played() {
    let us = format!("name = 'A', initiative = 9, hp_max = 2, at = 'B1', {SWORD}, policy = 'pursues'");
    let foes = [
        "name = 'R', initiative = 5, at = 'B1', policy = 'flees'".to_owned(),
        format!("name = 'T', initiative = 4, at = 'B1', {SWORD}"),
    ];
    let policies = "[policy.pursues]\nturn = [{ do = 'wait', when = 'round == 1' }]\npursue = [{ do = 'yes' }]\n\
                    [policy.flees]\nflee = [{ do = 'yes' }]\n[rulings]\nflee = 'chase'\nout_at = 'injured'\n[book.chase]\nrounds_max = 2\n";
    let text = scene(&[("a", "", &[&us]), ("b", "", &[&foes[0], &foes[1]])], &format!("{policies}{}", rounds(2)));
    agrees(&text, 6);
}

//
#[test]
fn the_order_of_the_file_changes_nothing() {
    let sword = |name: &str| format!("name = '{name}', hp_max = 1, policy = 'first', {SWORD}");
    let policies = "[policy.first]\ntarget = [{ least = 'it.injury_level' }]\n[rulings]\nout_at = 'injured'\n";
    let [a, b, c] = ["A", "B", "C"].map(sword);
    let rest = format!("{policies}{}", rounds(1));
    // One against two, either of them listed first: exactly alike, and whoever is listed first dies as often as the other.
    let one = ScriptedPlay::<Heimr>::exact(&scene(&[("x", "", &[&a]), ("y", "", &[&b, &c])], &rest));
    let other = ScriptedPlay::<Heimr>::exact(&scene(&[("y", "", &[&c, &b]), ("x", "", &[&a])], &rest));
    let near = |left: f64, right: f64| (left - right).abs() < 1e-9;
    for name in ["A", "B", "C"] {
        let key = format!("{name}.out");
        assert!(near(one.chance(&key, 1), other.chance(&key, 1)), "{key}");
    }
    assert!(near(one.chance("B.out", 1), one.chance("C.out", 1)) && one.chance("B.out", 1) > 0.1);
    // Three equal sides win alike.
    let three = scene(&[("x", "", &[&a]), ("y", "", &[&b]), ("z", "", &[&c])], &format!("{policies}{}", rounds(30)));
    let played = ScriptedPlay::<Heimr>::sampled(&three, 12_000, 7);
    let won: Vec<f64> = (0..3).map(|side| played.chance("winner", side)).collect();
    let all: f64 = won.iter().sum();
    assert!(all > 0.5, "{won:?}");
    let error = (all / 3.0 * (1.0 - all / 3.0) / 12_000.0).sqrt();
    assert!(won.iter().all(|share| (share - all / 3.0).abs() < 5.0 * error), "{won:?}");
}

/// A combatant with this gear and an injured off-arm that has fallen, before and after all that can be forgotten of it is.
fn forgotten(gear: &str) -> (Core<false>, [Fight; 2]) {
    let words = Words { book: &Book::default(), rulings: &Rulings::default() };
    let load = |document: &_, complaints: &mut _| load(document, complaints, Core::<false>::new);
    let core = of_two(words, gear, gear, load).expect("the sheets are right");
    let mut before = core.morning.clone();
    before.bodies.iter_mut().for_each(|body| body.exit = Exit::Here);
    let both = Slots::first(2);
    let tired = Effort { fatigue: 5, grown: 1 };
    let counted =
        Body { dodges: 1, blocks: 1, parries: [1; 8], dodge_ready: 1, ongoing: true, delayed: true, ..*before.body(OTHER) };
    let seen = Body {
        dodged_from: both,
        shot_at_by: both,
        cluster_at_start: both,
        attackers: both,
        attackers_before: both,
        ..counted
    };
    *before.body_mut(OTHER) = Body {
        gone: true,
        unconscious: true,
        heard: 3,
        injuries: BodyPart::Torso.bit() | BodyPart::RightLeg.bit() | BodyPart::OffArm.bit(),
        effort: tired,
        ran_from: Some(Location(0)),
        entered_from: Some(Location(0)),
        blind: u64::MAX,
        ..seen
    };
    // An injured arm has let go of what it held, so that what is wielded is wielded with the other one.
    core.injured.lay_down(core.rulings(), before.body_mut(OTHER));
    let mut after = before.clone();
    core.forget(&mut after);
    core.forget_buried(OTHER, false, &mut after);
    (core, [before, after])
}

// HEI-074, HEI-149
#[test]
fn what_a_condition_can_ask_of_the_fallen_and_what_is_forgotten_of_them_is_marked() {
    let fallen = [SWORD, "weapons = [{ kind = 'blowgun' }]", "weapons = [{ kind = 'bow' }]"].map(forgotten);
    let asked = QUANTITIES.iter().filter_map(|row| Some((row, row.policy?.0)));
    for (observable, (row, reach)) in (0..).zip(asked) {
        let arguments = if row.argument == Argument::None { 0..1 } else { 0..4 };
        let same = |(core, fights): &(Core<false>, [Fight; 2]), argument| {
            let of = |fight| View { core, fight, about: None, rerolls: 0 }.combatant(ONE, OTHER, observable, argument);
            let [before, after] = fights.each_ref().map(of);
            before == after
        };
        let alike = || fallen.iter().all(|fallen| arguments.clone().all(|argument| same(fallen, argument)));
        let changed = reach == Reach::Combatant && !alike();
        assert_eq!(changed, row.forgotten, "{}", row.name);
    }
}

// HEI-074, R-49
#[test]
fn what_the_fallen_hold_is_asked_of_them_as_it_is_played() {
    // What the comrade still has in hand depends on the arm that was hit.
    let us = [
        format!("name = 'A', initiative = 5, hp_max = 9, policy = 'looks', {SWORD}"),
        "name = 'B', initiative = 4, hp_max = 1, policy = 'waits', weapons = [{ kind = 'medium', ability = 'swordsmanship' }, \
         { kind = 'blowgun', place = 'off_hand', hands = 'off' }]"
            .to_owned(),
    ];
    let foe = format!("name = 'F', initiative = 9, hp_max = 9, policy = 'strikes', {SWORD}");
    let policies = "[policy.waits]\nturn = [{ do = 'wait' }]\n[policy.strikes]\ntarget = [{ at = 'first', among = 'it.is(B)' }]\n\
                    [rulings]\nout_at = 'injured'\n";
    for held in ["it.wields('melee weapon')", "it.wields(blowgun)", "it.loaded"] {
        let looks =
            format!("[policy.looks]\nturn = [{{ do = 'wait', when = \"any(allies, it.injury_level > 0 and {held})\" }}]\n");
        let text = scene(&[("a", "", &[&us[0], &us[1]]), ("b", "", &[&foe])], &format!("{looks}{policies}{}", rounds(1)));
        agrees(&text, 8);
    }
}
