//! Surrender, flight, demands; who is out; care after a fight; heights inside a square.

use super::spec_stage::{bare, seen, stage, sword};
use crate::Heimr;
use frame::fight::Ending;
use frame::rules::testing::ScriptedPlay;

/// A strikes at T, who has this policy.
fn struck(lists: &str, target: &str, rest: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let people =
        [sword("a", "A", 9, "fights", ""), bare("b", "T", 5, "thinks", target), bare("b", "F", 1, "waits", "at = 'A3'")];
    let policy = format!("[policy.thinks]\n{lists}\ndefend = [{{ do = 'dodge' }}]\n{rest}");
    stage(&people, &policy, dice)
}

//
#[test]
fn who_has_few_hit_points_left_surrenders_or_flees_by_its_policy() {
    let next = "dodge d6=4 d10=4 d10=4";
    // The blow leaves 2: that is enough to surrender at once, and no next defence is rolled.
    let mut play = struck("turn = [{ do = 'wait' }]\nyield = [{ do = 'yes', when = 'hp <= 2' }]", "", "", "d6=1 | d6=2");
    play.turns(1);
    seen(&play, "T", &[("hp", 2), ("yielded", 1), ("standing", 0), ("cluster", 0)]);
    let lower = "turn = [{ do = 'wait' }]\nyield = [{ do = 'yes', when = 'hp <= 1' }]";
    let mut play = struck(lower, "", "", &format!("d6=1 | {next} | d6=2"));
    play.turns(1);
    seen(&play, "T", &[("hp", 2), ("yielded", 0)]);
    // Nothing is said: no surrender.
    let mut play = struck("turn = [{ do = 'wait' }]", "hp = 3", "", &format!("d6=1 | {next} | d6=2"));
    play.turns(1);
    seen(&play, "T", &[("hp", 1), ("yielded", 0)]);
    // Flight begins with the own turn: from the middle into the next square.
    let mut play =
        struck("flee = [{ do = 'yes', when = 'hp <= 2' }]", "", "", &format!("d6=1 | {next} | d6=2 | d6=3 d10=4 d10=4"));
    play.turns(2);
    seen(&play, "T", &[("hp", 2), ("yielded", 0), ("ongoing", 1), ("row", 2)]);
}

// R-57, HEI-182, HEI-183
#[test]
fn a_demand_that_is_not_seen_through_counts_for_a_hit_point() {
    let yields_by = |hp: u8, persuasion: u8, insight: u8, book: &str| {
        let people = [
            bare("a", "A", 9, "demands", ""),
            bare("b", "T", 5, "thinks", &format!("hp = {hp}")),
            bare("b", "F", 1, "waits", "at = 'A3'"),
        ];
        let policies = "[policy.demands]\nturn = [{ do = 'speak' }, { do = 'wait' }]\ndefend = [{ do = 'dodge' }]\n\
                        [policy.thinks]\nturn = [{ do = 'wait' }]\nyield = [{ do = 'yes', when = 'hp <= 2' }]\ndefend = [{ do = 'dodge' }]\n";
        let mut play = stage(&people, &format!("{policies}{book}"), &format!("d6={persuasion} | d6={insight} | d6=2"));
        play.turns(1);
        let yielded = play.see("T", "yielded");
        seen(&play, "T", &[("hp", i64::from(hp))]);
        yielded
    };
    let yields = |hp, persuasion, insight| yields_by(hp, persuasion, insight, "");
    assert_eq!([yields(3, 5, 4), yields(3, 5, 5), yields(4, 6, 1)], [1, 0, 0]);
    assert_eq!(yields_by(4, 6, 1, "[book.speak]\nshaken_hp = 2\n"), 1);
    assert_eq!(yields_by(3, 5, 4, "[book.speak]\nshaken_hp = 0\n"), 0);
}

/// A beats T at once; M of its side and L of the other are dying on the ground. What is seen after the fight.
fn after_the_fight(rest: &str, dice: &str) -> ScriptedPlay<Heimr> {
    let dying = "hp = -2, injuries = ['right_leg'], prone = true";
    let people = [
        sword("a", "A", 9, "fights", ""),
        bare("a", "M", 3, "waits", dying),
        bare("b", "T", 5, "waits", "hp = 1"),
        bare("b", "L", 2, "waits", &format!("{dying}, unconscious = true")),
    ];
    let mut play = stage(
        &people,
        &format!("day = [{{ fight = ['a', 'b'] }}, {{ rest = 'breather' }}]\n{rest}"),
        &format!("d6=5 | {dice}"),
    );
    play.leg();
    seen(&play, "T", &[("dead", 0)]);
    play
}

// R-54, HEI-078
#[test]
fn the_dying_of_the_side_that_stands_are_stabilised_and_others_die() {
    let all = |rest: &str, dice: &str| {
        let play = after_the_fight(rest, dice);

        ["M", "L"].map(|name| (play.see(name, "dead"), play.see(name, "stabilised"), play.see(name, "hp")))
    };
    let (saved, lost) = ((0, 1, -2), (1, 0, -2));
    assert_eq!(all("", ""), [saved, lost]);
    assert_eq!(all("[rulings]\nstabilise = 'all'\n", ""), [saved, saved]);
    assert_eq!(all("[rulings]\nstabilise = 'none'\n", ""), [lost, lost]);
    assert_eq!(all("[book.care]\nchance_percent = 40\n", "d100=40"), [saved, lost]);
    assert_eq!(all("[book.care]\nchance_percent = 40\n", "d100=41"), [lost, lost]);
    assert_eq!(all("[book.care]\nchance_percent = 0\n", ""), [lost, lost]);
}

//
#[test]
fn injuries_stay_unless_they_are_treated() {
    let treated = |rest: &str| {
        let play = after_the_fight(rest, "");
        let seen = (play.see("M", "hp"), play.see("M", "injuries"), play.see("M", "prone"));
        seen_of_others(&play);
        seen
    };
    let leg = treated("");
    assert_eq!((leg.0, leg.2), (-2, 1));
    assert_ne!(leg.1, 0);
    assert_eq!(treated("[rulings]\ntreatment = 'one_hp'\n"), (1, 0, 0));
    assert_eq!(treated("[rulings]\ntreatment = 'full'\n"), (4, 0, 0));
}

/// Nobody comes back from the dead, and the unhurt stay as they are.
#[track_caller]
fn seen_of_others(play: &ScriptedPlay<Heimr>) {
    seen(play, "L", &[("dead", 1), ("hp", -2)]);
    seen(play, "A", &[("dead", 0), ("hp", 4)]);
}

// R-67, HEI-255
#[test]
fn elevation_adds_to_the_height_of_the_square() {
    let people = [bare("a", "A", 9, "waits", "elevation = 2"), bare("b", "T", 5, "waits", "at = 'B1', elevation = -1")];
    let play = stage(&people, "[arena]\nsquare.B2 = { height = 3 }\n", "");
    seen(&play, "A", &[("height", 5), ("elevation", 2)]);
    seen(&play, "T", &[("height", -1), ("elevation", -1)]);
}

// R-67, HEI-256
#[test]
fn a_move_leads_onto_what_stands_there_and_down_again_by_one() {
    let after = |start: i8, direction: &str| {
        let people = [bare("a", "A", 9, "steps", &format!("elevation = {start}")), sword("b", "T", 5, "waits", "at = 'A3'")];
        let steps = format!(
            "[policy.steps]\nturn = [{{ do = 'move', square = 'B2', direction = '{direction}' }}, {{ do = 'wait' }}]\ndefend = [{{ do = 'dodge' }}]\n\
             [arena]\nsquare.B2 = {{ objects = [{{ name = 'merlon' }}] }}\n"
        );
        let mut play = stage(&people, &steps, "d6=2");
        play.turns(1);
        let elevation = play.see("A", "elevation");
        seen(&play, "A", &[("row", 1), ("climbing", 0), ("ongoing", 0)]);
        elevation
    };
    // A merlon is 2 high.
    assert_eq!([after(0, "up"), after(1, "up"), after(2, "up")], [1, 2, 2]);
    assert_eq!([after(2, "down"), after(1, "down"), after(0, "down")], [1, 0, 0]);
}

// R-49, HEI-074
#[test]
fn an_injured_arm_is_of_no_use_unless_it_only_drops_what_it_held() {
    let after = |rulings: &str, dice: &str| {
        let people =
            [sword("a", "A", 9, "first", ""), sword("b", "T", 5, "fights", "hp = 2"), bare("b", "F", 1, "waits", "at = 'A3'")];
        let policy =
            "[policy.first]\nturn = [{ do = 'attack', when = 'round == 1' }, { do = 'wait' }]\ndefend = [{ do = 'dodge' }]\n";
        let mut play = stage(&people, &format!("{policy}{rulings}"), &format!("d6=4 | {dice}"));
        play.turns(1);
        seen(&play, "T", &[("hp", 0), ("injured(sword_arm)", 1), ("place(medium)", 5)]);
        play.turns(1);

        (play.see("T", "yielded"), play.see("T", "place(medium)"))
    };
    // Nothing left to fight with: no next defence. The other side is A's own dodge, then F's.
    assert_eq!(after("", "d6=2 | d6=3"), (1, 5));
    // T picks it up again, on an ongoing action.
    assert_eq!(after("[rulings]\narm_injury = 'once'\n", "d6=4 d10=4 d10=4 | d6=2 | d6=3 d10=4 d10=4"), (0, 0));
}

//
#[test]
fn the_first_injury_puts_out_by_the_other_ruling() {
    let stands = |rulings: &str, dice: &str| {
        let people =
            [sword("a", "A", 9, "fights", ""), bare("b", "T", 5, "waits", "hp = 2"), bare("b", "F", 1, "waits", "at = 'A3'")];
        let mut play = stage(&people, rulings, dice);
        play.turns(1);

        (play.see("T", "standing"), play.see("T", "prone"))
    };
    assert_eq!(stands("", "d6=1 | d6=4 d10=4 d10=4 d10=4 d10=4 | d6=2"), (1, 1));
    assert_eq!(stands("[rulings]\nout_at = 'injured'\n", "d6=1 | d6=2"), (0, 1));
}

//
#[test]
fn a_fight_that_nobody_decides_is_broken_off_and_one_without_anybody_is_a_draw() {
    let people = |more: &str| [bare("a", "A", 9, "waits", more), bare("b", "T", 5, "waits", more)];
    let mut play = stage(&people(""), "[book.turn]\nrounds_max = 2\n", "d6=2 | d6=3 | d6=2 | d6=3");
    play.rounds(1);
    assert_eq!(play.ending(), None);
    play.rounds(5);
    assert_eq!(play.ending(), Some(Ending::Timeout));
    assert_eq!(play.metric("rounds"), 2);
    let play = stage(&people("unconscious = true"), "", "");
    assert_eq!(play.ending(), Some(Ending::Draw));
}
