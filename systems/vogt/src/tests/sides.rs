//! Sides: neutral ones that turn, friends who are in the way, those who have not come yet, and who is taken first of equals.

use super::{Vogt, one_in, play, scene, seen};
use frame::rules::testing::{ScriptedPlay, check_equals, try_load};

/// A scenario of three sides, each given by what stands in its table and by the insides of its members.
fn sides(of: [(&str, &[&str]); 3], rest: &str) -> String {
    let side = |(name, (more, members)): (&str, (&str, &[&str]))| {
        let members: String = members.iter().map(|member| format!("{{ {member} }}, ")).collect();
        format!("{{ name = '{name}', {more}combatant = [{members}] }},\n")
    };
    let sides: String = ["one", "two", "three"].into_iter().zip(of).map(side).collect();
    format!("side = [\n{sides}]\n{rest}\n")
}

/// Solves a scenario and plays it: nothing is apart.
#[track_caller]
fn alike(text: &str, seed: u64) {
    let text = scene(text);
    let apart = ScriptedPlay::<Vogt>::exact(&text).apart(&ScriptedPlay::<Vogt>::sampled(&text, 4_000, seed));
    assert!(apart.is_empty(), "{}", apart.join("\n"));
}

// VOG-205, VOG-035, R-03
#[test]
fn ar_stays_used_up_as_long_as_anybody_can_strike_friends_with_their_areas_too() {
    let hunts = "[policy.hunts]\ntarget = [{ most = 'it.hp' }]\n[policy.bursts]\naction = [{ do = 'technique', technique = 'burst' }]\n\
                 [rulings]\ncrit = 'off'\n[book]\nround.rounds_max = 1";
    let brute = "name = 'Brute', hp_max = 40, weapons = [{ name = 'club', die = '1d6', initiative = '0' }], policy = 'hunts'";
    let mage = |burst: &str| {
        format!(
            "name = 'Mage', hp_max = 30, ar_base = 4, td = {{ d6 = 3 }}, policy = 'bursts', \
             techniques = [{{ name = 'burst', die = 6, max_dice = 1, {burst}, also = ['friends'], initiative = '1d20' }}]"
        )
    };
    let tank = "name = 'Tank', hp_max = 30, ar_base = 6";
    let ally = ("allies = ['two'], ", &["name = 'Cook', hp_max = 30, ar_base = 5"][..]);
    let around = mage("targets = 'all'");
    alike(&sides([("", &[brute]), ("", &[tank, &around]), ally], hunts), 1);
    // Around its target the area strikes whoever uses it as well.
    let upon_itself = mage("targets = 'all', radius = 3");
    alike(&sides([("", &[brute]), ("", &[&upon_itself]), ally], hunts), 2);
}

// VOG-205, R-03, R-55
#[test]
fn ar_of_a_neutral_side_stays_used_up_as_long_as_its_attackers_wait() {
    let robs = "[policy.robs]\ntarget = [{ at = 'weakest' }]\n[rulings]\ncrit = 'off'\n[book]\nround.rounds_max = 1";
    let robber = |name: &str| format!("name = '{name}', hp_max = 40, weapons = [$dagger], policy = 'robs'");
    let victim = "name = 'N', hp_max = 30, ar_base = 5, weapons = [$dagger]";
    for (fights_back, seed) in [("", 3), ("fights_back = true, ", 4)] {
        let neutral = format!("neutral = true, {fights_back}");
        let attackers = [robber("A"), robber("B")];
        let attackers: Vec<&str> = attackers.iter().map(String::as_str).collect();
        alike(
            &sides([("attacks = ['three'], ", &attackers), ("", &["name = 'C', hp_max = 40"]), (&neutral, &[victim])], robs),
            seed,
        );
    }
}

// R-54, R-55
#[test]
fn who_turns_and_who_bleeds_is_solved_as_it_is_played() {
    let mends = "policy = 'mends', td = { d4 = 2 }, techniques = [{ name = 'balm', kind = 'heal', die = 4, max_dice = 1 }]";
    let fang = "weapons = [{ name = 'fang', die = '1d4', add_str = false, riders = [{ status = 'bleeding', rounds = 1 }] }]";
    let one = format!(
        "name = 'Ada', hp_max = 4, hp = 1, dex = '1d8', {mends}, weapons = [{{ name = 'w', die = '0', add_str = false }}]"
    );
    let two = format!("name = 'Bo', hp_max = 3, dex = '1d4', {mends}, {fang}");
    let three = "name = 'Cy', hp_max = 1, hp = 0, dex = '1d4', policy = 'casts', td = { d4 = 3 }, \
                 techniques = [{ name = 'spark', die = 4, ability = 'wil', bonus = -3 }], weapons = [{ name = 'w', die = '0', add_str = false }]";
    let rest = "[policy.casts]\naction = [{ do = 'technique', technique = 'spark' }]\n\
                [policy.mends]\naction = [{ do = 'technique', technique = 'balm', when = 'hp < 2' }]\n\
                [rulings]\ncrit = 'once'\n[book]\nround.rounds_max = 5";
    let attacks = "attacks = ['three'], ";
    alike(&sides([(attacks, &[&one]), (attacks, &[&two]), ("neutral = true, fights_back = true, ", &[three])], rest), 9);
}

// R-55
#[test]
fn a_neutral_side_that_is_struck_strikes_back_with_the_next_turn() {
    let text = r#"
        side = [
            { name = "a", attacks = ["n"], combatant = [{ name = "A", hp_max = 40, weapons = [{ name = "knife", die = "1d4", initiative = "0" }] }] },
            { name = "n", neutral = true, fights_back = true, combatant = [{ name = "N", hp_max = 30, weapons = [$axe], policy = "ready" }] },
        ]
        [policy.ready]
        action = [{ do = "attack" }]
    "#;
    let mut play = play(text, "initiative d10=5, damage d4=1, damage d10=7");
    play.rounds(1);
    // 1 + 3 STR - 3 AR, and 7 + 3 STR - 3 AR in the same round.
    seen(&play, "N", &[("hp", 29)]);
    seen(&play, "A", &[("hp", 33)]);
    assert_eq!(play.probability(), one_in(10 * 4 * 10));
}

// R-11
#[test]
fn hit_points_that_nobody_had_are_not_taken() {
    let text = r#"
        side = [
            { name = "ogre", combatant = [{ name = "Ogre", weapons = [{ name = "tree", die = "1d12", initiative = "0" }] }] },
            { name = "gobs", combatant = [{ name = "Gob", hp_max = 1 }] },
        ]
        book.exhaustion.unconscious_level = 1
        rulings = { ar_mode = "off", strength_modifier = "none", hp_floor = "$floor" }
    "#;
    for (floor, taken, hp) in [("zero", 1, 0), ("none", 7, -6)] {
        let mut play = play(&text.replace("$floor", floor), "initiative d4=1, damage d12=7");
        play.rounds(1);
        seen(&play, "Gob", &[("hp", hp)]);
        assert_eq!([play.metric("Ogre.hp_taken"), play.metric("Gob.damage_taken")], [taken, 7], "{floor}");
    }
}

// R-54
#[test]
fn the_end_of_a_fight_changes_nothing_in_whoever_has_not_come_yet() {
    let text = r#"
        reinforcements = "may come too late"
        day = [{ fight = ["p", "r", "m"] }, { fight = ["p", "q", "m"] }]
        side = [
            { name = "p", combatant = [{ name = "Hero", hp_max = 90, weapons = [$axe] }] },
            { name = "r", combatant = [{ name = "Rat", hp_max = 1, exhaustion = 2 }] },
            { name = "m", allies = ["p"], combatant = [{ name = "Late", arrives = 2, prone = true, statuses = [{ status = "frozen" }] }] },
            { name = "q", combatant = [{ name = "Quail", hp_max = 90 }] },
        ]
    "#;
    let mut play = play(text, "initiative d10=1 d4=4, damage d10=9");
    play.leg();
    seen(&play, "Late", &[("has(frozen)", 1), ("prone", 1)]);
}

// R-55
#[test]
fn a_neutral_side_that_could_only_come_later_is_no_obstacle_and_no_scenario_is_refused_without_a_word() {
    let text = |day: &str, c: &str| {
        format!(
            "day = [{day}]\nside = [\n\
             {{ name = 'a', attacks = ['c'], combatant = [{{ name = 'A' }}] }},\n{{ name = 'b', combatant = [{{ name = 'B' }}] }},\n\
             {{ name = 'c', {c} combatant = [{{ name = 'C', arrives = 2 }}] }},\n]"
        )
    };
    let two = "{ fight = ['a', 'b'] }, { fight = ['b', 'c'] }";
    assert!(try_load::<Vogt>(&text(two, "neutral = true, fights_back = true,")).is_ok());
    let refused = try_load::<Vogt>(&text(two, "").replace("attacks = ['c'], ", ""));
    let told = refused.err().map(|failure| failure.render(false)).unwrap_or_default();
    assert!(told.contains("the fight is over before anybody of `c` arrives"), "{told}");
}

// VOG-020, VOG-021
#[test]
fn help_goes_to_bystanders_where_no_friend_is_there() {
    let text = |friend: &str| {
        format!(
            "side = [\n{{ name = 'a', combatant = [{{ name = 'A', policy = 'help' }}, {friend}] }},\n\
             {{ name = 'b', combatant = [{{ name = 'B', policy = 'defend' }}] }},\n\
             {{ name = 'n', neutral = true, combatant = [{{ name = 'N', policy = 'defend' }}] }},\n]"
        )
    };
    let mut alone = play(&text(""), "initiative d6=1 d4=1 d4=2");
    alone.rounds(1);
    assert_eq!([alone.see("N", "helped"), alone.see("B", "helped")], [1, 0]);
    let mut two = play(&text("{ name = 'F', policy = 'defend' }"), "initiative d6=1 d4=4 d4=1 d4=2");
    two.rounds(1);
    assert_eq!([two.see("N", "helped"), two.see("F", "helped")], [0, 1]);
}

// VOG-048, VOG-049, R-16, R-17
#[test]
fn a_veteran_lacks_what_it_has_lost_before() {
    let text = |more: &str| {
        format!(
            "rulings.death_eye = 'awr_penalty'\nside = [{{ name = 'a', combatant = [{{ name = 'A', {more} }}] }}, \
             {{ name = 'b', combatant = [{{ name = 'B' }}] }}]"
        )
    };
    let at_dawn = |more: &str, what: &str| frame::rules::testing::at_dawn::<Vogt>(&text(more), "A", what);
    assert_eq!([at_dawn("legs = 1", "movement"), at_dawn("legs = 1, lost_legs = 1", "movement")], [6, 1]);
    let awr = |more: &str| ScriptedPlay::<Vogt>::script(&text(more), "").see("A", "awr_modifier");
    assert!(awr("eyes = 1, lost_eyes = 1") < awr("eyes = 1"));
}

// R-56
#[test]
fn of_equals_the_default_draws_a_target_or_takes_the_first_listed() {
    let text = |ruling: &str| {
        format!(
            "side = [\n{{ name = 'a', combatant = [{{ name = 'A', weapons = [{{ name = 'axe', die = '1d10', initiative = '0' }}] }}] }},\n\
             {{ name = 'b', combatant = [{{ name = 'B', count = 2, hp_max = 20, policy = 'defend' }}, \
             {{ name = 'C', hp_max = 21, policy = 'defend' }}] }},\n]\n{ruling}"
        )
    };
    let mut drawn = play(&text(""), "initiative d4=4 d4=4 d4=4 tied d3=1 d2=1, random target d2=2, damage d10=9");
    drawn.rounds(1);
    // C has more hit points, and does not come into question.
    assert_eq!(["B 1", "B 2", "C"].map(|who| drawn.see(who, "hp")), [20, 11, 21]);
    let line = "rulings.default_target = 'everywhere'\n[policy.hunts]\ntarget = [{ least = 'it.hp' }]";
    let hunts = text(line).replace("name = 'A', ", "name = 'A', policy = 'hunts', ");
    let mut hunted = play(&hunts, "initiative d4=4 d4=4 d4=4 tied d3=1 d2=1, random target d2=2, damage d10=9");
    hunted.rounds(1);
    assert_eq!(["B 1", "B 2", "C"].map(|who| hunted.see(who, "hp")), [20, 11, 21]);
    let listed = "[rulings]\ndefault_target = 'listed'";
    let mut listed = play(&text(listed), "initiative d4=4 d4=4 d4=4 tied d3=1 d2=1, damage d10=9");
    listed.rounds(1);
    assert_eq!(["B 1", "B 2", "C"].map(|who| listed.see(who, "hp")), [11, 20, 21]);
}

// R-56, R-25
#[test]
fn equals_win_and_fall_alike_wherever_they_are_listed() {
    check_equals::<Vogt>("hp_max = 9\nweapons = [{ name = 'club', die = '1d6' }]", "at = 'weakest'");
    let text = r#"
        side = [
            { name = "a", combatant = [{ name = "A", hp_max = 4, weapons = [$club] }] },
            { name = "b", combatant = [{ name = "B", hp_max = 4, weapons = [$club] }] },
            { name = "c", combatant = [{ name = "C", hp_max = 4, weapons = [$club] }] },
        ]
        book.exhaustion.unconscious_level = 1
        rulings = { ar_mode = "off", crit = "off", strength_modifier = "none" }
    "#;
    let exact = ScriptedPlay::<Vogt>::exact(&scene(text));
    for side in 0..3 {
        assert!((exact.chance("winner", side) - 1.0 / 3.0).abs() < 1e-9, "{side}: {}", exact.chance("winner", side));
    }
}
