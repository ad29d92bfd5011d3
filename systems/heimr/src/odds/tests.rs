//! The exact values of the specification, asked as a designer would, and the rest of what can be asked.

use super::*;
use crate::rulings::{
    ChaseCaughtAt, FatigueOrder, InitiativeTie, MeleeConcealment, OpposedTie, RerollScope, RetargetFatigueFail, ShooterCounts,
    SmallDieAsOne, TouchBinds,
};

/// A fraction too long for whole numbers of the language.
fn long(over: &str, under: &str) -> BigRational {
    BigRational::new(over.parse().expect("a number"), under.parse().expect("a number"))
}

/// The answer to a question with arguments such as `attack=2:6 fatigue=3`, by changed rules.
pub fn ask_by(name: &str, arguments: &str, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let question = QUESTIONS.iter().find(|question| question.name == name).expect("the question is known");
    let given = arguments.split_whitespace().map(|word| word.split_once('=').expect("name=value"));
    answer(question, &Arguments::read(question, given).expect("the arguments are right"), book, rulings)
}

/// The answer by the published rules.
#[track_caller]
pub fn ask(name: &str, arguments: &str) -> Answer {
    ask_by(name, arguments, &Book::default(), &Rulings::default()).expect("there is an answer")
}

/// Probability of a hit with this defence.
#[track_caller]
fn hit(arguments: &str, defence: &str) -> BigRational {
    ask("attack", arguments).fraction("one attack", defence, "hit")
}

/// A decimal in the row that begins with `row`.
fn decimal(answer: &Answer, row: &str, column: &str) -> f64 {
    let table = &answer.tables[0];
    let column = table.columns.iter().position(|name| name == column).expect("the column is there");
    let cells = table.rows.iter().find(|cells| cells[0] == Cell::text(row)).expect("the row is there");
    match cells[column] {
        Cell::ExactDecimal(number) => number,
        ref other => panic!("{other:?} is no decimal"),
    }
}

// HEI-023, HEI-024, HEI-026, HEI-027, HEI-030, HEI-031, HEI-032, HEI-033
#[test]
fn consistency_curves_v01_to_v07() {
    let answer = ask("challenge", "");
    let at_least = |value: &str, curve: &str| answer.fraction("at least", value, curve);
    assert_eq!(at_least("9", "C 5"), ratio(2101, 3125), "V01");
    assert_eq!(BigRational::one() - at_least("3", "C -5"), ratio(7327, 9375), "V02");
    let mean = |row: &str| answer.fraction("spread", row, "mean");
    assert_eq!([mean("1"), mean("-1"), mean("3")], [ratio(73, 12), ratio(29, 10), ratio(9679, 1200)], "V03 to V05");
    assert_eq!(at_least("11", "C 3"), ratio(7, 250), "V06");
    assert_eq!(BigRational::one() - at_least("1", "C -2"), ratio(1, 25), "V07");
    assert_eq!(answer.curves.len(), 11);
    let all: BigRational = (-4..=14).map(|value| answer.fraction("exactly", &value.to_string(), "C 4")).sum();
    assert!(all.is_one());
}

//
#[test]
fn consistency_curves_follow_the_ruling_on_the_small_die_v08() {
    let rulings = Rulings { d6_counts_as_one: SmallDieAsOne::No, ..Rulings::default() };
    let answer = ask_by("challenge", "consistency=-2", &Book::default(), &rulings).expect("there is an answer");
    assert_eq!(BigRational::one() - answer.fraction("at least", "1", "C -2"), ratio(1, 100), "V08");
}

// HEI-026, HEI-133
#[test]
fn consistency_curves_under_fatigue_v14_v16_v17() {
    let meets = |arguments: &str, row: &str| ask("challenge", arguments).fraction("spread", row, "meets fatigue");
    assert_eq!(meets("consistency=0 fatigue=4", "0"), ratio(1, 2), "V14");
    assert_eq!(meets("consistency=2 fatigue=9", "2"), ratio(9, 25), "V16");
    assert_eq!(meets("consistency=4 fatigue=11", "4"), ratio(523, 10_000), "V17");
    let table = ask("fatigue", "");
    assert_eq!(table.fraction("the roll meets fatigue", "9", "C 2"), ratio(9, 25));
    // A roll that fails fatigue counts for no result, and potential does not help.
    let tired = ask("challenge", "consistency=0..1 potential=5 fatigue=4");
    assert_eq!(tired.fraction("at least", "6", "C 0"), ratio(1, 2));
    assert_eq!(tired.fraction("exactly", "8", "C 0"), BigRational::zero());
    assert_eq!(tired.fraction("exactly", "9", "C 0"), ratio(1, 6));
}

// HEI-136, HEI-149, R-10
#[test]
fn fatigue_grows_by_windows_v18() {
    let answer = ask("fatigue", "fatigue=3..7");
    let column = "windows from the first row to here";
    assert_eq!(answer.fraction("growth", "7", column), ratio(77, 10), "V18");
    assert_eq!(answer.fraction("growth", "4", "grows in a window"), ratio(1, 2));
    // More rolls in a window make growth likelier, but not larger.
    let busy = ask("fatigue", "fatigue=3..5 rolls=2");
    assert_eq!(busy.fraction("growth", "3", "grows in a window"), ratio(5, 9));
    assert_eq!(busy.fraction("growth", "5", column), ratio(9, 5) + ratio(4, 3));
    let mut book = Book::default();
    book.fatigue.cap_per_window = None;
    let free = ask_by("fatigue", "fatigue=7..9 rolls=2", &book, &Rulings::default()).expect("there is an answer");
    assert_eq!(free.fraction("growth", "9", column), ratio(1, 1));
    let never = ask("fatigue", "fatigue=1..2");
    assert_eq!(never.tables[1].rows[1][3], Cell::text("never"));
    let after = Rulings { fatigue_order: FatigueOrder::After, ..Rulings::default() };
    let after = ask_by("challenge", "consistency=1 fatigue=4", &Book::default(), &after).expect("there is an answer");
    // A big die of 4 no longer suffices where the small one makes fatigue grow to 5.
    assert!(
        after.fraction("spread", "1", "meets fatigue")
            < ask("challenge", "consistency=1 fatigue=4").fraction("spread", "1", "meets fatigue")
    );
    assert_eq!(after.fraction("spread", "1", "meets fatigue"), ratio(3, 6) + ratio(3, 6) * ratio(6, 10));
}

// HEI-202, HEI-204, HEI-207, HEI-133, HEI-134
#[test]
fn attacks_v09_to_v13_and_v19() {
    assert_eq!(hit("", "parry 1"), ratio(10331, 24_000), "V09");
    assert_eq!(hit("attack=3:6 parry=1:8", "parry 1"), ratio(1009, 2250), "V10");
    let dodges = "attack=2:5 dodge=3:4";
    assert_eq!(hit(dodges, "dodge 1"), ratio(1_716_157, 3_600_000), "V11");
    assert_eq!(hit(dodges, "dodge 2"), ratio(25537, 36_000), "V12");
    assert_eq!(hit(dodges, "dodge 4"), ratio(3_538_859, 3_600_000), "V13");
    assert_eq!(hit("fatigue=6 fatigue_against=6", "parry 1"), ratio(149_903, 360_000), "V19");
    // A dodge that stops everything fails by fatigue half the time.
    let tired = ask("attack", "attack=2:5 parry=none dodge=0:20 fatigue_against=4");
    assert_eq!(tired.fraction("one attack", "dodge 1", "it fails by fatigue"), ratio(1, 2));
    // A block wears out like a dodge, a parry not at all: there is one of them.
    let answer = ask("attack", "attack=2:5 block=3:4 dodge=none");
    assert_eq!(answer.fraction("one attack", "block 2", "hit"), ratio(25537, 36_000));
    assert!(answer.tables[0].rows.iter().all(|row| row[0] != Cell::text("parry 2")));
    let row = |column| answer.fraction("one attack", "block 4", column);
    assert!((row("hit") + row("stopped by it") + row("the attack fails by fatigue")).is_one());
}

// HEI-188, HEI-191, HEI-193, R-35
#[test]
fn brawls_v21_to_v24() {
    let plain = ask("brawl", "provoked=none brawl=2:3 defence=1:2");
    assert_eq!(plain.fraction("brawl attack", "it hits", "probability"), ratio(25537, 36_000), "V21");
    assert_eq!(plain.fraction("brawl attack", "it touches", "probability"), ratio(5893, 36_000), "V22");
    let armed = ask("brawl", "");
    assert_eq!(armed.fraction("brawl attack", "it is rolled", "probability"), ratio(232_267, 600_000), "V23");
    let exact = long("53947959289", "360000000000");
    assert_eq!(armed.fraction("brawl attack", "it hits", "probability"), exact, "V24");
    let rulings = Rulings { touch_binds: TouchBinds::Yes, ..Rulings::default() };
    let binds = ask_by("brawl", "provoked=none brawl=2:3 defence=1:2", &Book::default(), &rulings).expect("an answer");
    assert_eq!(binds.fraction("brawl attack", "a bind succeeds", "probability"), ratio(25537 + 5893, 36_000));
}

// HEI-149, HEI-193
#[test]
fn the_dodge_before_a_brawl_tires_for_the_brawl() {
    let tired = ask("brawl", "brawl=0:9 provoked=0:0 dodge=0:9 defence=none fatigue=4");
    // The dodge needs 4 or more, and then the small die was no reason to tire; the brawl needs 4 again.
    assert_eq!(tired.fraction("brawl attack", "it is rolled", "probability"), ratio(1, 2));
    assert_eq!(tired.fraction("brawl attack", "it hits", "probability"), ratio(1, 4));
    let grown = ask("brawl", "brawl=0:9 provoked=0:0 dodge=1:9 defence=none fatigue=4");
    let hit = grown.fraction("brawl attack", "it hits", "probability");
    // 3 of 6 small faces meet 4 without tiring, 3 tire and need 4 of the big die: 5 then.
    assert_eq!(hit, ratio(1, 2) * ratio(1, 2) + ratio(1, 2) * ratio(7, 10) * ratio(1, 3));
}

// HEI-219, HEI-222
#[test]
fn a_luck_shot_v25() {
    let arguments = "attack=2:4 dodge=1:2 hidden=true concealment=2";
    assert_eq!(hit(arguments, "dodge 1"), ratio(259, 9000), "V25");
    let mut book = Book::default();
    book.dice.big = 8;
    let problem = ask_by("attack", arguments, &book, &Rulings::default()).expect_err("a die of 8 shows no 10");
    assert!(problem.starts_with("`book.hidden.luck_face`: no big die of 8 faces shows a 10"), "{problem}");
    book.hidden.luck_face = 8;
    let luckier = ask_by("attack", arguments, &book, &Rulings::default()).expect("there is an answer");
    // At consistency -1 both dice show 1, and so less than a fatigue of 1, once in 48 times.
    assert_eq!(luckier.fraction("one attack", "none", "hit"), ratio(1, 8) * ratio(47, 48));
}

// HEI-155, HEI-200, HEI-281
#[test]
fn modified_attacks_v26_v35_v40() {
    assert_eq!(hit("attack=3:5 parry=2:5 targeted=true", "parry 1"), ratio(10463, 36_000), "V26");
    assert_eq!(hit("ongoing=true", "parry 1"), ratio(351, 400), "V35");
    assert_eq!(hit("attack=2:5 dodge=2:4 ranged=true blind_spot=true", "dodge 1"), ratio(3_538_859, 3_600_000), "V40");
}

// HEI-118, HEI-122, HEI-172, HEI-215, HEI-223, HEI-226, HEI-240, HEI-246, HEI-258, HEI-259
#[test]
fn every_modifier_of_an_attack_moves_the_right_roll() {
    let same = |changed: &str, defence: &str, plain: &str| assert_eq!(hit(changed, defence), hit(plain, defence), "{changed}");
    same("attack=3:4 prone=true", "dodge 1", "attack=1:4");
    same("attack=3:4 climbing=true", "dodge 1", "attack=1:4");
    same("attack=3:4 difficult=true", "dodge 1", "attack=2:4 dodge=0:2");
    same("attack=3:4 block=2:4 difficult=true", "block 1", "attack=2:4 block=2:4");
    same("attack=3:4 target_stands=higher", "dodge 1", "attack=2:4");
    same("attack=3:4 target_stands=lower", "dodge 1", "attack=4:4");
    same("attack=3:4 ranged=true distance=5", "dodge 1", "attack=1:4");
    same("attack=3:4 ranged=true cluster=3", "dodge 1", "attack=0:4");
    same("attack=3:4 ranged=true target_prone=true", "dodge 1", "attack=1:4 dodge=-1:2");
    same("attack=3:4 target_prone=true", "parry 1", "attack=3:4 parry=0:6");
    same("attack=3:4 unseen=true", "dodge 1", "attack=3:6");
    same("attack=3:4 outmanoeuvre=true", "dodge 1", "attack=3:4 dodge=0:2");
    same("attack=3:4 target_climbing=true", "parry 1", "attack=3:4 parry=0:6");
    let ready = "attack=3:4 ranged=true dodge_ready=true dodge=3:2";
    same(ready, "dodge 1", "attack=3:4 dodge=3:4");
    same(ready, "dodge 2", "attack=3:4 dodge=3:2");
    assert!(ask("attack", "ranged=true").tables[0].rows.iter().all(|row| row[0] != Cell::text("parry 1")));
}

/// The defences of an answer.
fn defences(answer: &Answer) -> Vec<&Cell> {
    answer.tables[0].rows.iter().map(|row| &row[0]).collect()
}

// HEI-208, HEI-228, HEI-230, HEI-240
#[test]
fn defences_are_those_that_are_to_be_had() {
    let past_guard = ask("attack", "outmanoeuvre=true block=2:4 uses=2");
    assert_eq!(defences(&past_guard), ["none", "dodge 1", "dodge 2"].map(Cell::text).iter().collect::<Vec<_>>());
    let mut book = Book::default();
    (book.defence.parries_per_weapon, book.climb.hands) = (2, 2);
    let by = |arguments: &str| ask_by("attack", arguments, &book, &Rulings::default()).expect("there is an answer");
    let twice = by("uses=1 block=2:4");
    let expected = ["none", "parry 1", "parry 2", "block 1", "dodge 1"];
    assert_eq!(defences(&twice), expected.map(Cell::text).iter().collect::<Vec<_>>());
    let no_hand = by("uses=1 block=2:4 target_climbing=true");
    assert_eq!(defences(&no_hand), ["none", "dodge 1"].map(Cell::text).iter().collect::<Vec<_>>());
}

// HEI-219, HEI-222, R-74
#[test]
fn who_is_seen_is_not_concealed_in_melee_unless_the_ruling_says_so() {
    let plain = hit("attack=3:4", "dodge 1");
    assert_eq!(hit("attack=3:4 concealment=2", "dodge 1"), plain);
    assert_eq!(hit("attack=3:4 concealment=2 ranged=true", "dodge 1"), hit("attack=1:4", "dodge 1"));
    let rulings = Rulings { melee_concealment: MeleeConcealment::Yes, ..Rulings::default() };
    let answer = ask_by("attack", "attack=3:4 concealment=2", &Book::default(), &rulings).expect("there is an answer");
    assert_eq!(answer.fraction("one attack", "dodge 1", "hit"), hit("attack=1:4", "dodge 1"));
}

// HEI-133, HEI-199
#[test]
fn where_an_attack_hits_v15() {
    let part = |arguments: &str, part: &str, defence: &str| {
        ask("attack", arguments).fraction("where it hits, given a hit", part, defence)
    };
    assert_eq!(part("attack=0:0 fatigue=4", "torso", "none"), ratio(2, 3), "V15");
    assert_eq!(part("attack=0:0 fatigue=4", "sword arm", "none"), ratio(1, 3));
    assert_eq!(part("attack=2:0", "torso", "none"), ratio(1, 3));
    assert_eq!(ask("attack", "targeted=true").tables.len(), 1);
}

// HEI-160, HEI-185, HEI-208
#[test]
fn two_weapons_v27() {
    let answer = ask("attacks", "");
    let exact = ratio(80_153_267, 86_400_000);
    assert_eq!(answer.fraction("each attack", "2", "at least one hit so far"), exact, "V27");
    assert_eq!(BigRational::one() - answer.fraction("hits", "0", "probability"), exact);
    assert_eq!(answer.fraction("each attack", "1", "hits"), hit("attack=2:5 parry=2:5", "parry 1"));
    let mut book = Book::default();
    book.attack.offhand_penalty = 2;
    let clumsy = ask_by("attacks", "", &book, &Rulings::default()).expect("there is an answer");
    assert_eq!(clumsy.fraction("each attack", "2", "hits"), hit("attack=0:5 dodge=1:2", "dodge 1"));
    let many = ask_by("attacks", "attackers=many", &book, &Rulings::default()).expect("there is an answer");
    assert_eq!(many.fraction("each attack", "2", "hits"), answer.fraction("each attack", "2", "hits"));
}

// HEI-134, HEI-149, HEI-208
#[test]
fn an_attack_that_fails_by_fatigue_leaves_the_defence_to_the_next() {
    // At fatigue 4 the first attack fails on 1 to 3, which tires to 5; the second then needs 5.
    let answer = ask("attacks", "attacks=0:9,0:9 defences=0:0 fatigue=4");
    assert_eq!(answer.fraction("each attack", "1", "hits"), ratio(1, 2));
    assert_eq!(answer.fraction("each attack", "2", "hits"), ratio(1, 2) * ratio(1, 3) + ratio(1, 2) * ratio(1, 2));
    let many = ask("attacks", "attacks=0:9,0:9 defences=0:0 fatigue=4 attackers=many");
    assert_eq!(many.fraction("each attack", "2", "hits"), ratio(1, 2));
}

// HEI-044, HEI-047, HEI-252, HEI-265, HEI-266, HEI-270
#[test]
fn requirements_v28_to_v31() {
    let jumps = ask("obstacles", "ability=2:2");
    assert_eq!(jumps.fraction("passes", "jumping down 4", "0 re-rolls"), ratio(19, 24), "V28");
    assert_eq!(jumps.fraction("passes", "jumping down 4", "1 re-rolls"), ratio(551, 576), "V29");
    assert_eq!(jumps.fraction("passes", "falling 4", "0 re-rolls"), ratio(51, 100), "V30");
    let window = ask("obstacles", "ability=0:1");
    assert_eq!(window.fraction("passes", "crossing: window", "1 re-rolls"), ratio(3, 4), "V31");
    assert_eq!(window.fraction("passes", "climbing: rope", "0 re-rolls"), ratio(2, 3));
    let check = ask("check", "ability=0:1 cr=5 rerolls=1");
    assert_eq!(check.fraction("passes", "1", "passes"), ratio(3, 4));
    assert_eq!(check.fraction("passes", "1", "mean willpower spent"), ratio(1, 2));
    assert_eq!(check.fraction("other requirements", "6", "0 re-rolls"), ratio(1, 3));
}

// HEI-046, HEI-149, R-07
#[test]
fn re_rolls_meet_the_fatigue_that_the_first_roll_has_left_and_need_the_rulings() {
    let tired = ask("check", "ability=0:9 cr=0 fatigue=4 rerolls=1");
    assert_eq!(tired.fraction("passes", "1", "passes"), ratio(1, 2) + ratio(1, 2) * ratio(1, 3));
    let mind = ask("check", "ability=0:0 cr=4 fatigue=0 rerolls=1");
    assert_eq!(mind.fraction("passes", "1", "passes"), ratio(3, 4));
    let rulings = Rulings { reroll_scope: RerollScope::NoConsequence, ..Rulings::default() };
    let by = |arguments: &str| ask_by("check", arguments, &Book::default(), &rulings).expect("there is an answer");
    assert_eq!(by("consequence=true").tables[0].rows.len(), 1);
    assert_eq!(by("").tables[0].rows.len(), 4);
    let obstacles = ask_by("obstacles", "", &Book::default(), &rulings).expect("there is an answer");
    assert_eq!(obstacles.tables[0].columns.len(), 3);
}

// HEI-181, HEI-182
#[test]
fn looking_for_a_hidden_item_or_for_the_will_to_fight_is_a_roll_of_the_mind_that_fatigue_does_not_touch() {
    let mind = ask("check", "ability=0:2 cr=7 fatigue=0 rerolls=0");
    assert_eq!(mind.fraction("passes", "0", "passes"), ratio(1, 3));
    let body = ask("check", "ability=0:2 cr=7 fatigue=6 rerolls=0");
    assert_eq!(body.fraction("passes", "0", "passes"), ratio(1, 6));
    // Insight against persuasion is the other way to ask for it.
    let opposed = ask("opposed", "initiator=0:1 responder=0:2");
    assert_eq!(opposed.fraction("who succeeds", "responder", "probability"), ratio(26, 36));
}

// HEI-043, R-02
#[test]
fn opposed_rolls_go_to_the_responder_on_a_tie_unless_the_ruling_says_otherwise() {
    let arguments = "initiator=0:0 responder=0:0";
    let answer = ask("opposed", arguments);
    assert_eq!(answer.fraction("one roll of both", "tie", "probability"), ratio(1, 6));
    assert_eq!(answer.fraction("who succeeds", "responder", "probability"), ratio(7, 12));
    let rulings = Rulings { opposed_tie: OpposedTie::Initiator, ..Rulings::default() };
    let other = ask_by("opposed", arguments, &Book::default(), &rulings).expect("there is an answer");
    assert_eq!(other.fraction("who succeeds", "initiator", "probability"), ratio(7, 12));
    let tired = ask("opposed", "initiator=0:9 responder=0:0 fatigue=4");
    assert_eq!(tired.fraction("who succeeds", "initiator", "probability"), ratio(1, 2));
}

// HEI-122, HEI-123, HEI-124, HEI-125
#[test]
fn a_shot_into_a_cluster_v32_to_v34() {
    let answer = ask("cluster", "");
    assert_eq!(answer.fraction("who is hit", "1", "is hit"), ratio(343, 450), "V32");
    assert_eq!(answer.fraction("who is hit", "2", "is hit"), ratio(3_325_667, 20_250_000), "V33");
    let nobody = long("9848959129", "1822500000000");
    assert_eq!(answer.fraction("nobody is hit", "all have dodged", "probability"), nobody, "V34");
    let sum: BigRational = ["1", "2", "3"].map(|row| answer.fraction("who is hit", row, "is hit")).into_iter().sum();
    assert!((sum + nobody).is_one());
}

// HEI-152, R-24, R-25
#[test]
fn only_the_first_roll_of_a_shot_tires_and_a_later_failure_ends_it_unless_the_ruling_says_otherwise() {
    let arguments = "shot=2:0 dodgers=0:20,0:20 fatigue=4";
    let answer = ask("cluster", arguments);
    // First roll at C 0: half fail and end the shot; those that meet 4 do not tire. Second at C 1.
    let meets = Roller::new(&Book::default(), &Rulings::default()).meets(1, 4);
    let dodged = |answer: &Answer| answer.fraction("nobody is hit", "all have dodged", "probability");
    assert_eq!(dodged(&answer), ratio(1, 2) * &meets);
    assert_eq!(
        answer.fraction("nobody is hit", "the shot fails by fatigue", "probability"),
        BigRational::one() - dodged(&answer)
    );
    let next = Rulings { retarget_fatigue_fail: RetargetFatigueFail::Next, ..Rulings::default() };
    let next = ask_by("cluster", arguments, &Book::default(), &next).expect("there is an answer");
    assert_eq!(dodged(&next), ratio(1, 2));
    // A roll that tires nobody meets the fatigue that there is, whatever the order.
    let after = Rulings { fatigue_order: FatigueOrder::After, ..Rulings::default() };
    let after = ask_by("cluster", arguments, &Book::default(), &after).expect("there is an answer");
    assert_eq!(dodged(&after), ratio(1, 2) * &meets);
    let counts = Rulings { shooter_counts: ShooterCounts::Yes, ..Rulings::default() };
    let inside = ask_by("cluster", "inside=true shot=4:5 dodgers=1:2", &Book::default(), &counts).expect("there is an answer");
    assert_eq!(
        inside.fraction("who is hit", "1", "is hit"),
        ask("cluster", "shot=3:5 dodgers=1:2").fraction("who is hit", "1", "is hit")
    );
}

// HEI-104, HEI-105, R-06
#[test]
fn initiative_v20() {
    let answer = ask("initiative", "");
    assert_eq!(answer.fraction("places", "#1", "place 1"), ratio(4813, 6000), "V20");
    assert_eq!(answer.fraction("the row's goes before the column's", "#1", "#2"), ratio(4813, 6000));
    let even = ask("initiative", "who=1:3,1:3,1:3");
    for place in ["place 1", "place 2", "place 3"] {
        assert_eq!(even.fraction("places", "#2", place), ratio(1, 3));
    }
    for order in ["#1, #2, #3", "#3, #1, #2"] {
        assert_eq!(even.fraction("the order of all", order, "probability"), ratio(1, 6));
    }
    let listed = Rulings { initiative_tie: InitiativeTie::ListOrder, ..Rulings::default() };
    let listed = ask_by("initiative", "who=0:3,0:3", &Book::default(), &listed).expect("there is an answer");
    assert_eq!(listed.fraction("places", "#1", "place 1"), ratio(7, 12));
    // More willpower goes first among equals, before dexterity is looked at.
    let willpower = ask("initiative", "who=0:4,0:3");
    assert_eq!(willpower.fraction("places", "#1", "place 1"), ratio(26, 36));
    let mut book = Book::default();
    book.initiative.potential = "sta".into();
    assert!(ask_by("initiative", "", &book, &Rulings::default()).is_err());
}

// HEI-102
#[test]
fn a_duel_of_plain_blows_v36_and_v37() {
    let answer = ask("duel", "");
    let mean = long("1849875980544000000", "552197752812251279");
    assert_eq!(answer.fraction("duel", "even chances", "mean rounds"), mean, "V36");
    let first = ratio(30_665_738_928_000, 53_450_561_689_309);
    assert_eq!(answer.fraction("duel", "the one", "the one wins"), first, "V37");
    assert_eq!(answer.fraction("duel", "even chances", "the one wins"), ratio(1, 2));
    let never = ask_by("duel", "attack=0:0 attack_against=0:0", &Book::default(), &Rulings::default());
    assert!(never.is_err(), "{never:?}");
}

// HEI-142, HEI-143, HEI-144, HEI-145, HEI-146, HEI-147, R-61
#[test]
fn a_chase_v38_and_v39() {
    let answer = ask("chase", "");
    let row = "1 (asked for)";
    assert!((decimal(&answer, row, "caught") - 0.301_296_858_8).abs() < 1e-10, "V38");
    assert!((decimal(&answer, row, "mean rounds") - 6.916_115_544_9).abs() < 1e-10, "V39");
    let sum = decimal(&answer, row, "caught") + decimal(&answer, row, "escaped");
    assert!((sum - 1.0).abs() < 1e-12);
    // A start in the same square, and catching there, make it likelier.
    let rulings = Rulings { chase_caught_at: ChaseCaughtAt::SameSquare, ..Rulings::default() };
    let same = ask_by("chase", "", &Book::default(), &rulings).expect("there is an answer");
    assert!(decimal(&same, row, "caught") > decimal(&answer, row, "caught"));
    let mut book = Book::default();
    book.chase.escape_distance = Some(2);
    let far = ask_by("chase", "", &book, &Rulings::default()).expect("there is an answer");
    assert!(decimal(&far, row, "escaped") > decimal(&answer, row, "escaped"));
    // Nobody tires: it goes on until it is broken off.
    book.chase = crate::book::Chase { rounds_max: 3, ..Default::default() };
    let tireless = ask_by("chase", "stamina_against=3", &book, &Rulings::default()).expect("there is an answer");
    assert!(decimal(&tireless, "3 (asked for)", "still running at the end") > 0.5);
}

// HEI-197, R-39
#[test]
fn the_held_get_free_by_meeting_the_holders_roll() {
    let answer = ask("hold", "holder=0:0 held=0:0");
    let what = |row: &str| answer.fraction("an action of the held", row, "probability");
    assert_eq!(what("it meets the requirement, and the grab ends"), ratio(7, 12));
    assert_eq!(what("it is stopped"), ratio(5, 12));
    let tired = ask("hold", "holder=0:0 held=0:0 fatigue=4");
    let row = "the holder's own roll fails by fatigue, and nothing stops it";
    assert_eq!(tired.fraction("an action of the held", row, "probability"), ratio(1, 2));
}

// HEI-096, HEI-097, HEI-098, HEI-101
#[test]
fn the_price_of_training_is_that_of_the_book() {
    let answer = ask("training", "");
    let table = "trained consistency or potential";
    assert_eq!(answer.fraction(table, "7", "costs"), ratio(105, 1));
    assert_eq!(answer.fraction(table, "7", "together"), ratio(265, 1));
    assert_eq!(answer.fraction(table, "8", "costs"), ratio(170, 1));
    assert_eq!(answer.fraction("attributes", "3", "progress"), ratio(10, 1));
    assert_eq!(answer.fraction("attributes", "0", "together"), ratio(18, 1));
}

// HEI-080, HEI-098, HEI-099, HEI-100
#[test]
fn thirty_experience_are_best_spent_on_what_is_rolled_against() {
    let best = |arguments: &str| match &ask("spend", arguments).tables[0].rows[0][0] {
        Cell::Text(text) => text.clone(),
        other => panic!("{other:?}"),
    };
    // From consistency 1, against a requirement of 6: two levels of each cost 15 and 15.
    assert_eq!(best(""), "2, 2");
    // Above what the dice show, only potential helps.
    assert_eq!(best("cr=13"), "0, 3");
    // What passes in any case costs nothing.
    assert_eq!(best("cr=-50"), "0, 0");
    let armed = ask("spend", "trained=1:0 bonus=3 against=2:6");
    assert_eq!(armed.fraction("ways to spend it", "2, 1", "costs"), ratio(10 + 5, 1));
    assert_eq!(armed.fraction("ways to spend it", "2, 1", "hits"), hit("attack=3:4 parry=2:6", "parry 1"));
    let answer = ask("spend", "");
    assert_eq!(
        answer.fraction("ways to spend it", "2, 2", "passes"),
        ask("check", "ability=3:2 cr=6").fraction("passes", "0", "passes")
    );
    assert_eq!(answer.fraction("ways to spend it", "3, 0", "costs"), ratio(30, 1));
    let risen = ask("spend", "attribute=-1 progress=true against=2:6 bonus=3");
    let row = risen.tables[0].rows.iter().find(|row| row[0] == Cell::text("2, 2")).expect("it can be paid");
    assert_eq!(row[2], Cell::Integer(0), "four points of training raise -1 to 0");
}

// HEI-029, HEI-030, HEI-031, HEI-083, E-01, E-02, E-03, E-04, E-05, E-06, E-07, E-08, E-09, E-10, E-11, E-12, E-13, E-14
#[test]
fn the_claims_of_the_text_hold_or_not() {
    let answer = ask("claims", "");
    let row = |id: &str| answer.tables[0].rows.iter().find(|row| row[0] == Cell::text(id)).unwrap_or_else(|| panic!("{id}"));
    assert_eq!(row("HEI-030")[3..], [Cell::Exact(ratio(2101, 3125)), Cell::text("right")]);
    assert_eq!(row("HEI-031, E-01")[3..], [Cell::Exact(ratio(7327, 9375)), Cell::text("wrong")]);
    assert_eq!(row("HEI-036, E-02")[3..], [Cell::Exact(ratio(17, 1)), Cell::text("wrong")]);
    assert_eq!(row("HEI-040, E-03")[3..], [Cell::Exact(ratio(-5, 1)), Cell::text("wrong")]);
    let wrong = answer.tables[0].rows.iter().filter(|row| row[4] == Cell::text("wrong"));
    let wrong: Vec<&Cell> = wrong.map(|row| &row[0]).collect();
    let expected = [
        "HEI-029, E-04",
        "HEI-031, E-01",
        "HEI-083, E-04",
        "HEI-036, E-02",
        "HEI-040, E-03",
        "HEI-141, E-06",
        "HEI-097, E-05",
        "HEI-267, E-11",
        "HEI-229, E-08",
        "HEI-279, E-12",
    ];
    assert_eq!(wrong, expected.map(Cell::text).iter().collect::<Vec<_>>());
    assert_eq!(answer.title, "claims of the published text: 22 hold, 10 do not");
    for id in ["E-07", "E-09", "E-10", "E-13", "E-14"] {
        assert!(answer.tables[1].rows.iter().any(|row| row[0] == Cell::text(id)), "{id}");
    }
}

#[test]
fn claims_follow_a_changed_book_without_a_panic() {
    let mut book = Book::default();
    (book.dice.big, book.dice.small, book.defence.repeat_penalty) = (8, 4, 1);
    let answer = ask_by("claims", "", &book, &Rulings::default()).expect("there is an answer");
    let row = answer.tables[0].rows.iter().find(|row| row[0] == Cell::text("HEI-207")).expect("it is there");
    assert_eq!(row[3..], [Cell::Exact(ratio(3, 1)), Cell::text("wrong")]);
}

// HEI-202
#[test]
fn the_table_of_hits_is_made_of_single_attacks() {
    let table = ask("hits", "");
    assert_eq!(table.fraction("hit", "0", "against C 2"), ratio(10331, 24_000));
    assert_eq!(table.fraction("hit", "1", "against C 3"), ratio(1_716_157, 3_600_000));
    let tired = ask("hits", "against=2 difference=-2 fatigue=2 fatigue_against=6");
    let one = hit("attack=2:-2 parry=none dodge=2:0 fatigue=2 fatigue_against=6", "dodge 1");
    assert_eq!(tired.fraction("hit", "-2", "against C 2"), one);
}

#[test]
fn every_question_has_an_answer_with_what_is_not_said() {
    for question in QUESTIONS {
        let answer = ask(question.name, "");
        assert!(answer.tables.iter().all(|table| !table.rows.is_empty()), "{}", question.name);
        for table in &answer.tables {
            assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{} of {}", table.title, question.name);
        }
    }
}
