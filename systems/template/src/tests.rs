//! The template is loaded, played by scripted dice, sampled and solved.

use num_rational::BigRational;

use super::Cudgels;
use frame::fight::{Ending, Side};
use frame::rules::testing::{ScriptedPlay, try_load};

const DUEL: &str = r#"
side = [
    { name = "one", combatant = [{ name = "A", grit = 3, skill = 4, cudgel = "1d4" }] },
    { name = "two", combatant = [{ name = "B", grit = 2, skill = 3, cudgel = "1d6" }] },
]
"#;

fn play(rest: &str, dice: &str) -> ScriptedPlay<Cudgels> {
    ScriptedPlay::script(&format!("{rest}{DUEL}"), dice)
}

// CUD-02, CUD-03, CUD-04, CUD-05
#[test]
fn a_hit_takes_grit_and_whoever_has_none_left_is_down() {
    let mut fight = play("", "strike d6=5, strike d6=3, cudgel d6=2, strike d6=4, cudgel d4=2");
    fight.rounds(1);
    assert_eq!((fight.see("A", "grit"), fight.see("B", "grit"), fight.ending()), (1, 2, None));
    fight.rounds(1);
    assert_eq!(fight.ending(), Some(Ending::Won(Side(0))));
    assert_eq!((fight.metric("A.strikes"), fight.metric("A.hits"), fight.metric("rounds")), (2, 1, 2));
    assert_eq!(fight.probability(), BigRational::new(1.into(), (6 * 6 * 6 * 6 * 4).into()));
}

// R-01
#[test]
fn the_last_blow_is_lost_or_struck() {
    let mut lost = play("", "strike d6=1, cudgel d4=4");
    assert_eq!(lost.rounds(1).ending(), Some(Ending::Won(Side(0))));
    let mut struck = play("rulings.last_blow = 'struck'\n", "strike d6=1, cudgel d4=4, strike d6=1, cudgel d6=6");
    assert_eq!(struck.rounds(1).ending(), Some(Ending::Draw));
}

// CUD-06
#[test]
fn a_breath_gives_grit_back_up_to_the_sheet() {
    let day = "day = [{ fight = ['one', 'two'] }, { rest = 'breath' }]\nbook.breath = 1\n";
    let mut day = play(day, "strike d6=6, strike d6=1, cudgel d6=2, strike d6=1, cudgel d4=2");
    day.leg();
    assert_eq!(day.see("A", "grit"), 1);
    day.leg();
    assert_eq!(day.see("A", "grit"), 2);
}

// CUD-07
#[test]
fn a_fight_is_broken_off_after_the_last_round() {
    let mut fight = play("book.rounds_max = 1\n", "strike d6=6, strike d6=6");
    assert_eq!(fight.rounds(9).ending(), Some(Ending::Timeout));
}

#[test]
fn a_policy_chooses_the_target() {
    let crowd = r#"
        policy.brave.target = [{ most = "it.grit" }]
        side = [
            { name = "one", combatant = [{ name = "A", grit = 9, skill = 6, cudgel = "1d4", policy = "brave" }] },
            { name = "two", combatant = [{ name = "B", grit = 5, skill = 0 }, { name = "C", grit = 6, skill = 0 }] },
        ]
    "#;
    let mut fight = ScriptedPlay::<Cudgels>::script(crowd, "strike d6=6, cudgel d4=1, strike d6=6 d6=6");
    fight.rounds(1);
    assert_eq!((fight.see("B", "grit"), fight.see("C", "grit")), (5, 5));
}

#[test]
fn mistakes_are_told_with_their_place() {
    let failure = try_load::<Cudgels>(&DUEL.replace("grit = 3", "grits = 3")).err().expect("`grits` is no key");
    assert!(failure.render(false).contains("grit"), "{}", failure.render(false));
}

#[test]
fn sampled_fights_agree_with_the_exact_answer_and_that_with_a_sum_by_hand() {
    let exact = ScriptedPlay::<Cudgels>::exact(DUEL);
    assert_eq!(exact.apart(&ScriptedPlay::<Cudgels>::sampled(DUEL, 40_000, 7)), [""; 0]);
    // One blow of either decides: A goes first and takes B down with 2/3, B takes A down with 1/2.
    let one_blow = DUEL.replace("\"1d4\"", "\"3d4\"").replace("\"1d6\"", "\"3d6\"");
    let first = 2.0 / 3.0;
    let wins = first / (1.0 - (1.0 - first) * 0.5);
    assert!((ScriptedPlay::<Cudgels>::exact(&one_blow).chance("winner", 0) - wins).abs() < 1e-12);
}
