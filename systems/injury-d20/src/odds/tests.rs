//! Tests of the exact answers against the values of the specification.
//!
//! Start anywhere: each test is one or several of the specification's exact values.

use num_rational::BigRational;

use crate::InjuryD20;
use crate::RestKind;
use crate::book::{Awareness, Book};
use crate::rulings::{AttackHitsOn, CritConfirm, InitiativeTie, Rulings};
use crate::sheet::{Attribute, Skill};
use crate::strike::{Blow, Use};
use frame::fight::day::Sides;
use frame::rules::RuleSet;
use frame::rules::answers::{Answer, Cell, integer};
use frame::rules::chances::Chances;
use frame::rules::questions::Arguments;

use super::trial::{ARMED, ONE, OTHER, PLENTY, Trial, blow};

fn ask_by(book: &Book, rulings: &Rulings, name: &str, given: &[(&str, &str)]) -> Answer {
    let question = InjuryD20::QUESTIONS.iter().find(|question| question.name == name).expect("there is such a question");
    let arguments = Arguments::read(question, given.iter().copied()).expect("the arguments are right");
    InjuryD20::answer(question, &arguments, book, rulings).expect("there is an answer")
}

fn ask(name: &str, given: &[(&str, &str)]) -> Answer {
    ask_by(&Book::default(), &Rulings::default(), name, given)
}

/// A trial with weapons in hand.
fn armed() -> Trial {
    Trial::new(ARMED, &Book::default(), &Rulings::default()).expect("the rules are right")
}

/// A trial with nothing in hand.
fn plain() -> Trial {
    Trial::unarmed(&Book::default(), &Rulings::default()).expect("the rules are right")
}

fn part(over: i64, under: i64) -> BigRational {
    BigRational::new(over.into(), under.into())
}

/// The chance of a result of an attack.
fn of(given: &[(&str, &str)], row: &str) -> BigRational {
    ask("attack", given).fraction("results", row, "chance")
}

/// The chance of a degree or more.
fn reach(given: &[(&str, &str)], tier: &str) -> BigRational {
    ask("attack", given).fraction("severities", tier, "or beyond")
}

// INJ-009, INJ-014, INJ-044, INJ-185, INJ-167, R-15, R-01
#[test]
fn v01_to_v04_hits_by_advantages() {
    for (net, chance) in [("0", part(1, 2)), ("-1", part(1, 4)), ("-2", part(1, 8)), ("1", part(3, 4)), ("-4", part(1, 32))] {
        assert_eq!(of(&[("net", net)], "hits"), chance, "{net}");
    }
}

// INJ-046, INJ-145, R-16
#[test]
fn v05_degrees_of_a_plain_attack() {
    let plain = |row| of(&[], row);
    assert_eq!((plain("misses"), plain("degree 0")), (part(1, 2), part(1, 5)));
    assert_eq!((plain("degree 1"), plain("degree 3")), (part(1, 4), part(1, 20)));
}

// INJ-061, INJ-062, INJ-151, INJ-185
#[test]
fn v06_to_v10_a_turn_of_three_attacks() {
    let turn = ask("turn", &[]);
    assert_eq!(turn.fraction("means", "hits of the turn", "mean"), part(7, 8));
    assert_eq!(turn.fraction("means", "strain of the turn", "mean"), part(5589, 4000));
    assert_eq!(turn.fraction("attacks", "1", "strain"), part(9, 10));
    let drops = ["1", "2", "3"].map(|attack| turn.fraction("attacks", attack, "drops the weapon"));
    assert_eq!(drops, [part(1, 20), part(39, 400), part(1141, 8000)]);
    assert_eq!(turn.fraction("attacks", "3", "kept it up to here"), part(47_045_881, 64_000_000));
}

// INJ-143, R-01
#[test]
fn v11_natural_20_by_advantages() {
    let attack = ask("attack", &[]);
    let best = |net| attack.fraction("by advantages", net, "natural 20");
    assert_eq!((best("-1"), best("+1")), (part(1, 400), part(39, 400)));
}

//
#[test]
fn v12_and_v13_other_rulings_and_steps() {
    let rulings = Rulings { attack_hits_on: AttackHitsOn::GreaterOrEqual, ..Rulings::default() };
    let equal = ask_by(&Book::default(), &rulings, "attack", &[]);
    assert_eq!(equal.fraction("results", "hits", "chance"), part(11, 20));
    let mut book = Book::default();
    book.degree.step = 10;
    let wide = ask_by(&book, &Rulings::default(), "attack", &[]);
    assert_eq!(wide.fraction("severities", "major", "or beyond"), part(1, 20));
}

// INJ-144, INJ-145, INJ-147, INJ-148, INJ-149, INJ-150
#[test]
fn v14_to_v17_the_ends_of_the_die() {
    assert_eq!(of(&[("bonus", "0"), ("dv", "25")], "hits"), part(1, 20));
    assert_eq!(reach(&[("bonus", "0"), ("dv", "25")], "major"), part(0, 1));
    assert_eq!((reach(&[("dv", "26")], "major"), reach(&[("dv", "27")], "major")), (part(1, 20), part(0, 1)));
    assert_eq!(of(&[("bonus", "16"), ("dv", "15")], "hits and injures nothing"), part(1, 20));
    assert_eq!(reach(&[("critical_from", "18")], "severe"), part(3, 20));
}

// INJ-205, INJ-207
#[test]
fn v18_and_v19_power_and_reckless_attacks() {
    assert_eq!((reach(&[], "major"), reach(&[("power", "3")], "major")), (part(3, 10), part(3, 5)));
    assert_eq!(reach(&[("reckless", "1")], "major"), part(1, 4));
    assert_eq!(reach(&[("reckless", "2")], "major"), part(1, 8));
}

// INJ-157, INJ-158, INJ-162
#[test]
fn v20_to_v22_off_guard_flanked_and_large() {
    assert_eq!(of(&[("dv", "14")], "hits"), part(3, 5));
    assert_eq!(reach(&[("dv", "14"), ("net", "1")], "major"), part(16, 25));
    assert_eq!(reach(&[("larger", "2")], "minor"), part(3, 20));
}

// INJ-242, INJ-243, INJ-244, INJ-245
#[test]
fn v23_and_v24_parries() {
    let parry = ask("parry", &[]);
    assert_eq!(parry.fraction("degrees", "1", "at least so many"), part(9, 20));
    assert_eq!(parry.fraction("degrees", "2", "at least so many"), part(1, 4));
    assert_eq!(parry.fraction("attacks", "lands when every hit is parried", "chance or mean"), part(169, 400));
}

// INJ-036, INJ-037, INJ-038, INJ-039, INJ-122, R-11
#[test]
fn v25_to_v27_death_saves() {
    let save = |dc: &str, net: &str, column: &str| ask("save", &[("dc", dc), ("net", net)]).fraction("save", dc, column);
    assert_eq!((save("9", "0", "dies"), save("9", "0", "wakes")), (part(3, 10), part(1, 20)));
    assert_eq!((save("22", "0", "dies"), save("22", "0", "wakes")), (part(19, 20), part(1, 20)));
    assert_eq!((save("23", "0", "dies"), save("23", "0", "wakes")), (part(19, 20), part(0, 1)));
    assert_eq!(save("9", "-1", "dies"), part(51, 100));
}

// INJ-050, INJ-051, INJ-091, INJ-122
#[test]
fn v28_and_v29_worsening() {
    assert_eq!(ask("worsening", &[]).fraction("each check", "fails", "chance"), part(17, 20));
    assert_eq!(ask("worsening", &[("net", "-1")]).fraction("each check", "fails", "chance"), part(391, 400));
    assert_eq!(ask("worsening", &[]).fraction("days", "2", "destroyed by then"), part(6647, 8000));
}

// INJ-054
#[test]
fn v30_treatment_by_tier() {
    let heal = ask("heal", &[]);
    let tiers = ["minor", "major", "severe", "deadly", "fatal"].map(|tier| heal.fraction("treatment", tier, "each try"));
    assert_eq!(tiers, [part(13, 20), part(2, 5), part(3, 20), part(0, 1), part(0, 1)]);
}

// INJ-122, INJ-124, INJ-125, INJ-136
#[test]
fn v31_and_v37_checks() {
    let check = |bonus, net, dc| ask("check", &[("bonus", bonus), ("net", net), ("dc", dc)]).fraction("check", dc, "succeeds");
    assert_eq!(check("5", "-1", "25"), part(1, 400));
    assert_eq!(check("6", "0", "19"), part(2, 5));
}

// INJ-002, INJ-003, INJ-004, R-02
#[test]
fn v32_initiative() {
    let initiative = ask("initiative", &[]);
    assert_eq!(initiative.fraction("first", "base", "goes first"), part(21, 40));
    assert_eq!(initiative.fraction("first", "ready", "goes first"), part(247, 400));
}

// INJ-204, INJ-217
#[test]
fn v33_and_v34_shots_and_weapons() {
    let shots = ask("shots", &[]);
    let hits = ["1", "2", "3", "4"].map(|count| shots.fraction("shots and weapons", count, "hits with shots"));
    assert_eq!(hits, [part(1, 2), part(1, 2), part(3, 8), part(1, 4)]);
    assert_eq!(shots.fraction("shots and weapons", "2", "hits with weapons"), part(1, 2));
    assert_eq!(shots.fraction("shots and weapons", "2", "at least one weapon"), part(7, 16));
}

// INJ-154, INJ-155, INJ-197
#[test]
fn v36_a_trip() {
    assert_eq!(ask("maneuver", &[]).fraction("maneuver", "0", "at least so many"), part(13, 20));
}

// INJ-025, INJ-026, R-06, R-07
#[test]
fn breath_lasts_as_long_as_strain_lets_it() {
    let breath = ask("breath", &[("stamina", "1"), ("exhaustion", "0"), ("attacks", "1"), ("rounds", "2")]);
    assert_eq!(breath.fraction("rounds", "1", "exhausted"), part(1, 2));
    assert_eq!(breath.fraction("rounds", "2", "unconscious"), part(3, 4));
}

// INJ-061, INJ-062, INJ-148, R-28
#[test]
fn breath_and_attacks_are_of_one_mind_about_strain() {
    for crit_confirm in [CritConfirm::None, CritConfirm::Roll] {
        let rulings = Rulings { crit_confirm, ..Rulings::default() };
        let strain = ask_by(&Book::default(), &rulings, "attack", &[("net", "-9")]).fraction("means", "strain", "mean");
        let breath = [("net", "-9"), ("attacks", "1"), ("stamina", "60"), ("rounds", "1")];
        let left = ask_by(&Book::default(), &rulings, "breath", &breath).fraction("rounds", "1", "stamina left, mean");
        assert_eq!(left, part(60, 1) - strain * integer(Book::default().strain.stamina_per_point.into()));
    }
}

// INJ-143, INJ-145, INJ-146, INJ-148, INJ-061, INJ-062
#[test]
fn hits_are_told_apart_by_what_they_are_given_to_be() {
    let attack = ask("attack", &[]);
    let given = |row: &str, column: &str| attack.fraction("given that it hits", row, column);
    assert_eq!(of(&[], "a critical hit"), part(1, 20));
    assert_eq!(of(&[("critical_from", "18")], "a critical hit"), part(3, 20));
    // Of ten faces that hit, four have no degree, five have one and the best has three.
    assert_eq!((given("a hit", "chance of that"), given("a hit", "critical")), (part(1, 2), part(1, 10)));
    assert_eq!((given("a hit", "degrees, mean"), given("a hit", "two degrees")), (part(5 + 3, 10), part(1, 10)));
    assert_eq!(given("a hit", "strain, mean"), part(9, 5));
    assert_eq!(given("a critical hit", "degrees, mean"), part(3, 1));
    assert_eq!(given("a hit that is not critical", "degrees, mean"), part(5, 9));
    let both = part(1, 20) * given("a critical hit", "strain, mean")
        + part(9, 20) * given("a hit that is not critical", "strain, mean");
    assert_eq!(both, attack.fraction("means", "strain", "mean"));
}

// INJ-009, R-01
#[test]
fn the_die_that_counts_has_the_mean_of_the_best_or_worst() {
    let attack = ask("attack", &[]);
    let mean = |net: &str| attack.fraction("by advantages", net, "the die, mean");
    assert_eq!([mean("-1"), mean("+0"), mean("+1")], [part(287, 40), part(21, 2), part(553, 40)]);
    let check = ask("check", &[("bonus", "5"), ("dc", "16")]);
    let kept = |column: &str| check.fraction("the die that counts", "+0", column);
    assert_eq!([kept("mean given success"), kept("mean given failure")], [part(31, 2), part(11, 2)]);
    let one_better: i64 = (11..=20).map(|face| face * (2 * face - 1)).sum();
    assert_eq!(check.fraction("the die that counts", "+1", "mean given success"), part(one_better, 400 - 100));
}

// INJ-157, INJ-158, INJ-205
#[test]
fn what_is_added_to_an_attack_stands_in_the_answer() {
    let attack = ask("attack", &[("larger", "2"), ("power", "1")]);
    let rows = &attack.tables.iter().find(|table| table.title == "what is added to the roll").expect("a table").rows;
    let points = |row: usize| match rows[row][1] {
        Cell::Integer(points) => points,
        ref other => panic!("{other:?}"),
    };
    let core = armed().core;
    assert_eq!(points(0), 6);
    assert_eq!(points(1), i64::from(core.book.power.bonus));
    assert_eq!(points(2), i64::from(core.size_bonus(2, core.book.size.attack)));
    assert_eq!(points(3), points(0) + points(1) + points(2));
    assert!(attack.title.contains(&format!("{:+}", points(3))), "{}", attack.title);
}

/// The chance that d20 + `mine` goes before d20 + `theirs`, where this part of the ties counts.
fn before(mine: i32, theirs: i32, tie: BigRational) -> BigRational {
    let faces = || (1..=20).flat_map(|one| (1..=20).map(move |other| (one + mine, other + theirs)));
    let (more, same) = (faces().filter(|(a, b)| a > b).count() as i64, faces().filter(|(a, b)| a == b).count() as i64);
    part(more, 400) + part(same, 400) * tie
}

// INJ-002, INJ-005, INJ-006, R-02
#[test]
fn an_ambush_is_stealth_against_perception() {
    let ask = |given: &[(&str, &str)]| ask("initiative", given).fraction("first", "ambush", "goes first");
    assert_eq!(ask(&[("stealth", "7"), ("perception", "1")]), before(7, 1, part(1, 1)));
    assert_eq!(ask(&[("dex", "0"), ("stealth", "3"), ("perception", "5")]), before(3, 5, part(1, 2)));
}

// INJ-002, INJ-003, INJ-004, R-02
#[test]
fn the_order_of_several_is_that_of_all_their_faces() {
    let answer = ask("initiative", &[("dex", "1"), ("against", "1"), ("others", "3:0")]);
    let place = |who: &str, place: &str| answer.fraction("places, ready", who, place);
    let mut counted = [[0_i64; 3]; 3];
    for faces in (1..=20).flat_map(|a| (1..=20).flat_map(move |b| (1..=20).map(move |c| [a + 1, b + 1, c + 3]))) {
        let keys = [0, 1, 2].map(|who| (faces[who], [1, 1, 3][who]));
        for (who, key) in keys.iter().enumerate() {
            let ahead = keys.iter().filter(|other| *other > key).count();
            let same = keys.iter().filter(|other| *other == key).count();
            // Those who are tied share their places.
            (ahead..ahead + same).for_each(|place| counted[who][place] += 6 / same as i64);
        }
    }
    for (who, places) in ["#1", "#2", "#3"].iter().zip(counted) {
        for (name, count) in ["place 1", "place 2", "place 3"].iter().zip(places) {
            assert_eq!(place(who, name), part(count, 6 * 8000), "{who} {name}");
        }
    }
    let orders = ["#3, #1, #2", "#3, #2, #1"].map(|order| answer.fraction("order, ready", order, "probability"));
    assert_eq!(orders.into_iter().sum::<BigRational>(), place("#3", "place 1"));
    let listed = Rulings { initiative_tie: InitiativeTie::ScenarioOrder, ..Rulings::default() };
    let listed = ask_by(&Book::default(), &listed, "initiative", &[("dex", "0"), ("against", "0")]);
    assert_eq!(listed.fraction("first", "base", "goes first"), part(21, 40));
}

// INJ-053, INJ-054
#[test]
fn injuries_are_treated_by_day() {
    let heal = ask("heal", &[("days", "4")]);
    let by_then = |tier: &str| heal.fraction("treated by then", "4", tier);
    assert_eq!(by_then("minor"), part(1, 1) - part(7, 20).pow(4));
    assert_eq!(by_then("severe"), part(1, 1) - part(17, 20).pow(4));
    assert_eq!(by_then("fatal"), part(0, 1));
}

// INJ-049, INJ-050, INJ-051, INJ-053, INJ-054, R-40
#[test]
fn treatment_races_worsening() {
    let cared = ask("worsening", &[("heal", "7")]);
    let day = |day: &str, column: &str| cared.fraction("days", day, column);
    // Treated in the morning with 13/20, or else worse in the evening with 17/20.
    let worse = part(7, 20) * part(17, 20);
    assert_eq!(day("1", "injuries, mean"), part(1, 1) + &worse);
    assert_eq!(day("1", "all treated by then"), part(13, 20));
    // Of two injuries neither may be left and grow worse.
    let holds = part(13, 20) + part(7, 20) * part(3, 20);
    assert_eq!(day("2", "destroyed by then"), worse * (part(1, 1) - holds.pow(2)));
    assert_eq!(ask("worsening", &[("heal", "-50")]).fraction("days", "2", "destroyed by then"), part(6647, 8000));
}

// INJ-050, INJ-053, INJ-054, R-01, R-40
#[test]
fn the_checks_of_care_are_those_of_its_days() {
    let mut book = Book::default();
    book.heal.attempts_per_day = 2;
    let ask = |name: &str, given: &[(&str, &str)]| ask_by(&book, &Rulings::default(), name, given);
    let heal = ask("heal", &[("net", "-1"), ("days", "3")]);
    // A 13 or more of 20, by both dice of each of two tries.
    let untreated = part(1, 1) - part(8 * 8, 400);
    assert_eq!(heal.fraction("treatment", "major", "each try"), part(8 * 8, 400));
    let day = part(1, 1) - untreated.pow(2);
    assert_eq!(heal.fraction("treatment", "major", "days until treated, mean"), day.recip());
    assert_eq!(heal.fraction("treated by then", "3", "major"), part(1, 1) - untreated.pow(6));
    // Advantages of the patient are none of the healer's.
    let cared = ask("worsening", &[("net", "1"), ("heal", "7"), ("tier", "major"), ("max", "1")]);
    assert_eq!(cared.fraction("each check", "fails", "chance"), part(17 * 17, 400));
    assert_eq!(cared.fraction("each check", "an injury is treated in a day", "chance"), part(1, 1) - part(12, 20).pow(2));
}

// INJ-122, INJ-123, R-24
#[test]
fn a_concussion_hardly_ever_heals_at_rest() {
    let rest = |con: &str| ask("concussion", &[("con", con), ("hours", "3")]);
    assert_eq!(rest("5").fraction("concussion", "an hour of rest heals it", "value"), part(1, 400));
    assert_eq!(rest("5").fraction("concussion", "hours until it is healed, mean", "value"), part(400, 1));
    // Of two dice the worse one has to show 16 or more.
    assert_eq!(rest("9").fraction("hours of rest", "3", "healed by then"), part(1, 1) - part(15, 16).pow(3));
    assert_eq!(rest("9").fraction("by Constitution", "4", "an hour of rest heals it"), part(0, 1));
}

// INJ-126, R-18
#[test]
fn the_confused_lose_half_of_their_turns() {
    let confusion = ask("confusion", &[("turns", "3")]);
    for what in ["acts as usual", "does nothing", "hurts itself", "attacks whoever is nearest"] {
        assert_eq!(confusion.fraction("a turn", what, "chance"), part(1, 4), "{what}");
    }
    assert_eq!(confusion.fraction("turns", "3", "lost, mean"), part(3, 2));
    assert_eq!(confusion.fraction("turns", "3", "at least one is lost"), part(7, 8));
    assert_eq!(confusion.fraction("turns", "2", "strain, mean"), part(1, 2));
}

// INJ-034, INJ-036, INJ-038, INJ-143, INJ-168, R-09, R-11
#[test]
fn the_fallen_are_finished_by_the_blows_of_the_rules() {
    // Nothing but a 20 hits, of two dice: a minor injury, so that the save has to reach 1.
    let blows = ask("finishing", &[("bonus", "-100"), ("con", "-10"), ("attacks", "1"), ("turns", "2")]);
    let hits = part(39, 400);
    let of = |blow: &str, column: &str| blows.fraction("blows", blow, column);
    assert_eq!(of("1", "dead by then"), &hits * part(1, 2));
    assert_eq!(of("1", "awake again by then"), &hits * part(1, 20));
    assert_eq!(of("1", "still lies there"), part(1, 1) - &hits * part(11, 20));
    // The second injury of the same parts, or of others as slight, has to be met with 2.
    let twice = &hits * part(9, 20) * &hits * part(11, 20);
    let second = (part(1, 1) - &hits) * &hits * part(1, 2) + twice;
    assert_eq!(of("2", "dead by then"), &hits * part(1, 2) + second);
    let all = ["dead by then", "awake again by then", "still lies there"].map(|column| of("2", column));
    assert_eq!(all.iter().sum::<BigRational>(), part(1, 1));
}

// INJ-204, R-38
#[test]
fn a_weapon_in_each_hand_is_told_weapon_by_weapon_and_together() {
    let answer = ask("weapons", &[("bonus", "6"), ("off", "2"), ("dv", "16")]);
    let each = |weapon: &str, column: &str| answer.fraction("weapons", weapon, column);
    // One disadvantage each: of two dice the lower counts, so that n of 20 faces hit in n * n of 400 cases.
    let (first, second) = (part(100, 400), part(36, 400));
    assert_eq!((each("the first", "hits"), each("the second", "hits")), (first.clone(), second.clone()));
    assert_eq!(each("the first", "a critical hit"), part(1, 400));
    let both = |what: &str| answer.fraction("both together", what, "chance or mean");
    assert_eq!(both("hits, mean"), &first + &second);
    assert_eq!(both("both hit"), &first * &second);
    assert_eq!(both("at least one hits"), &first + &second - &first * &second);
    assert_eq!(both("strain, mean"), each("the first", "strain, mean") + each("the second", "strain, mean"));
    // Of equal weapons it is what is asked of two of them.
    let alike = ask("weapons", &[]);
    assert_eq!(alike.fraction("both together", "at least one hits", "chance or mean"), part(7, 16));
}

// INJ-216, INJ-217, R-38
#[test]
fn no_more_shots_are_told_than_the_book_allows() {
    let mut book = Book::default();
    book.rapid_shot.max = Some(2);
    let shots = ask_by(&book, &Rulings::default(), "shots", &[("most", "3")]);
    let cell = |row: usize| format!("{:?}", shots.tables[0].rows[row][1]);
    assert!(!cell(1).contains("too many") && cell(2).contains("too many"), "{} {}", cell(1), cell(2));
}

// INJ-145, INJ-148, INJ-205, INJ-207, R-28
#[test]
fn attacks_and_parries_are_played_by_the_rulings() {
    let rulings = Rulings { crit_confirm: CritConfirm::Roll, ..Rulings::default() };
    let plain = ask_by(&Book::default(), &rulings, "attack", &[]);
    // A 20 that is confirmed by one of the ten faces that hit.
    assert_eq!(plain.fraction("results", "a critical hit", "chance"), part(1, 40));
    let parry = ask_by(&Book::default(), &rulings, "parry", &[]);
    let open = ask("parry", &[]);
    let taken = |answer: &Answer| answer.fraction("attacks", "degrees taken away per attack", "chance or mean");
    assert_eq!(taken(&parry), taken(&open), "what a parry takes is a matter of results, not of degrees");
    let lands = |answer: &Answer| answer.fraction("attacks", "lands when every hit is parried", "chance or mean");
    assert!(lands(&parry) <= lands(&open));
}

// INJ-149, INJ-243, INJ-244
#[test]
fn a_parry_that_cannot_be_better_lets_everything_through() {
    // A natural 1 hits with less than no degree.
    let parry = ask("parry", &[("attack", "16"), ("bonus", "-30")]);
    assert_eq!(parry.fraction("attacks", "lands when every hit is parried", "chance or mean"), part(1, 1));
    assert_eq!(parry.fraction("attacks", "degrees taken away per attack", "chance or mean"), part(0, 1));
}

// INJ-151, INJ-185, INJ-204, INJ-217
#[test]
fn shots_and_turns_are_those_of_one_scene() {
    let mut trial = armed();
    trial.attacks(6, 16, 0);
    let handicap = trial.core.handicap_of_shots(trial.core.morning.body(ONE), 3);
    let hit = trial.scene(&trial.fight(), |play| {
        (0..3).map(|_| i64::from(play.comes_of(blow(handicap), false).degrees.is_some())).sum::<i64>()
    });
    let shots = ask("shots", &[]);
    assert_eq!(shots.fraction("shots and weapons", "3", "hits with shots"), hit.mean(|&hits| hits));
    assert_eq!(shots.fraction("shots and weapons", "3", "at least one shot"), hit.chance(|&hits| hits > 0));
    let kept = trial.chance(|play| (0..2).all(|attack| !play.comes_of(blow(attack), false).fumble));
    assert_eq!([0, 1].map(|attack| trial.handicap(attack)), [0, 1]);
    assert_eq!(ask("turn", &[]).fraction("attacks", "2", "kept it up to here"), kept);
}

// INJ-002, INJ-003, INJ-004, INJ-005, INJ-006, R-02
#[test]
fn initiative_is_that_of_the_order_in_fights() {
    let mut trial = plain();
    for (who, dexterity) in [(ONE, 2), (OTHER, 0)] {
        trial.sheet(who).attributes[Attribute::Dex as usize] = dexterity;
    }
    trial.sheet(ONE).skills[Skill::Stealth as usize] = 4;
    trial.sheet(OTHER).skills[Skill::Perception as usize] = 2;
    trial.core.hiding = Some(trial.core.fighter(ONE).side);
    for (name, awareness) in [("base", Awareness::Base), ("ready", Awareness::Ready), ("ambush", Awareness::Ambush)] {
        trial.core.book.encounter.awareness = awareness;
        let first = trial.chance(|play| play.initiative_order(play.fight.present).first() == Some(&ONE));
        assert_eq!(ask("initiative", &[]).fraction("first", name, "goes first"), first, "{name}");
    }
}

// INJ-053, INJ-054, INJ-122, INJ-123, INJ-126
#[test]
fn what_happens_at_least_once_is_that_of_one_scene() {
    let mut trial = plain();
    trial.is_treated(7, 0);
    let (dc, _) = trial.core.heal_numbers(2);
    let treated = trial.chance(|play| (0..2).any(|_| play.treats(ONE, dc)));
    assert_eq!(ask("heal", &[]).fraction("treated by then", "2", "major"), treated);
    let mut trial = plain();
    trial.sheet(OTHER).attributes[Attribute::Con as usize] = 9;
    let healed = trial.scene(&trial.injured_head(1).expect("a head"), |play| {
        (0..2).for_each(|_| play.take_rest(RestKind::Hour, Sides::all(2)));
        !play.rules.concussed(OTHER, play.fight.body(OTHER))
    });
    let rest = ask("concussion", &[("con", "9")]);
    assert_eq!(rest.fraction("hours of rest", "2", "healed by then"), healed.chance(|&healed| healed));
    let lost = trial.scene(&trial.injured_head(2).expect("a head"), |play| {
        (0..2).map(|_| i64::from(!play.acts_confused(OTHER))).sum::<i64>()
    });
    let confusion = ask("confusion", &[]);
    assert_eq!(confusion.fraction("turns", "2", "at least one is lost"), lost.chance(|&lost| lost > 0));
    assert_eq!(confusion.fraction("turns", "2", "lost, mean"), lost.mean(|&lost| lost));
}

// INJ-061, INJ-062, INJ-185, INJ-242, INJ-243
#[test]
fn a_turn_that_takes_breath_is_one_scene() {
    let mut trial = plain();
    trial.attacks(6, 16, 0);
    let weapon = &mut trial.sheet(OTHER).weapons[0];
    (weapon.unarmed, weapon.to_hit[Use::Melee as usize]) = (false, 6);
    let lost = trial.scene(&trial.fight(), |play| {
        let mut parried = false;
        for attack in 0..2 {
            let come = play.comes_of(blow(attack), !parried);
            parried |= come.parried.is_some();
            come.degrees.into_iter().for_each(|degrees| play.strain_by(OTHER, degrees));
        }
        i64::from(PLENTY - play.fight.body(OTHER).stamina)
    });
    let breath = ask("breath", &[("attacks", "2"), ("parries", "1"), ("stamina", "60"), ("rounds", "1")]);
    assert_eq!(breath.fraction("rounds", "1", "stamina left, mean"), integer(60) - lost.mean(|&lost| lost));
}

// INJ-046, INJ-048, INJ-062
#[test]
fn curves_are_those_of_the_tables_beside_them() {
    let attack = ask("attack", &[]);
    let tiers = attack.curves.iter().find(|curve| curve.label == "+0 advantages").expect("a curve");
    for (tier, name) in [(1, "minor"), (2, "major"), (4, "deadly")] {
        assert_eq!(tiers.distribution.at_least(tier), Some(attack.fraction("severities", name, "or beyond")), "{name}");
    }
    let breath = ask("breath", &[("stamina", "2"), ("exhaustion", "1"), ("rounds", "3")]);
    for (curve, column) in breath.curves.iter().zip(["exhausted", "unconscious"]) {
        for round in 1..=3 {
            let by_then = breath.fraction("rounds", &round.to_string(), column);
            let later = curve.distribution.at_least(round + 1).expect("a chance");
            assert_eq!(part(1, 1) - later, by_then, "{column} by {round}");
        }
    }
}

// INJ-009, R-01
#[test]
fn a_check_by_number_has_dice_better_and_worse() {
    let check = |net: &str| ask("check", &[("bonus", "5"), ("net", net), ("dc", "15")]);
    for (column, net) in [("two worse", "-3"), ("one worse", "-2"), ("so", "-1"), ("one better", "0")] {
        let of_net = check(net).fraction("check", "15", "succeeds");
        assert_eq!(check("-1").fraction("by number", "15", column), of_net, "{column}");
    }
}

// INJ-049, INJ-051
#[test]
fn a_part_that_is_full_is_destroyed_and_counts_all_its_injuries() {
    let day = |injuries: &str, column: &str| ask("worsening", &[("injuries", injuries)]).fraction("days", "1", column);
    assert_eq!([day("3", "destroyed by then"), day("3", "injuries, mean")], [part(1, 1), part(3, 1)]);
    // Each of two injuries brings another one by its failed check; one is enough.
    let gone = part(1, 1) - part(3, 20).pow(2);
    assert_eq!(day("2", "injuries, mean"), part(2, 1) + gone);
}

// INJ-126, R-18
#[test]
fn the_confused_seldom_attack_the_nearest() {
    let turns = ask("confusion", &[]);
    assert_eq!(turns.fraction("turns", "2", "attacks whoever is nearest, mean"), part(2, 4));
}

// INJ-061, INJ-062, INJ-185, INJ-205, INJ-207, INJ-242, INJ-243
#[test]
fn power_and_parries_are_those_of_the_first_attacks_of_one_scene() {
    let mut trial = plain();
    trial.attacks(6, 16, 0);
    let weapon = &mut trial.sheet(OTHER).weapons[0];
    (weapon.unarmed, weapon.to_hit[Use::Melee as usize]) = (false, 6);
    let lost = trial.scene(&trial.fight(), |play| {
        let mut parried = 0;
        for attack in 0..3 {
            let power = if attack == 0 { 3 } else { 0 };
            let come = play.comes_of(Blow { power, ..blow(attack) }, parried < 1);
            parried += i32::from(come.parried.is_some());
            come.degrees.into_iter().for_each(|degrees| play.strain_by(OTHER, degrees));
        }
        i64::from(PLENTY - play.fight.body(OTHER).stamina)
    });
    let given = [("power", "3"), ("parries", "1"), ("stamina", "60"), ("rounds", "1")];
    let breath = ask("breath", &given);
    assert_eq!(breath.fraction("rounds", "1", "stamina left, mean"), integer(60) - lost.mean(|&lost| lost));
}

// INJ-034, INJ-036, INJ-168, INJ-185, R-09
#[test]
fn the_second_blow_of_a_turn_is_worse_and_the_next_turn_begins_anew() {
    let (bonus, con) = (-100, -10);
    let asked = ask("finishing", &[("bonus", "-100"), ("con", "-10"), ("attacks", "2"), ("turns", "2")]);
    let mut trial = plain();
    trial.attacks(bonus, 14, 0);
    trial.sheet(OTHER).attributes[Attribute::Con as usize] = con;
    let mut fight = trial.fight();
    (fight.round, fight.acting) = (1, Some(ONE));
    let dead = trial.scene(&fight, |play| {
        play.lose_stamina(OTHER, 2 * PLENTY);
        for attack in [0, 1, 0] {
            if play.fight.body(OTHER).unconscious() && !play.fight.body(OTHER).dead() {
                play.strike(ONE, OTHER, blow(attack));
                play.fight.body_mut(OTHER).strain = 0;
            }
        }
        play.fight.body(OTHER).dead()
    });
    assert_eq!(asked.fraction("blows", "3", "dead by then"), dead.chance(|&dead| dead));
    let rows = &asked.tables[0].rows;
    assert_eq!([0, 1, 2, 3].map(|row: usize| rows[row][1].clone()), [1, 1, 2, 2].map(Cell::Integer));
}

// INJ-020, R-05, R-09
#[test]
fn whoever_keeps_its_guard_where_it_lies_has_the_defence_value_that_is_asked_for() {
    let mut book = Book::default();
    let dies = |book: &Book, dv: &str| {
        let given = [("dv", dv), ("attacks", "1"), ("turns", "1")];
        ask_by(book, &Rulings::default(), "finishing", &given).fraction("blows", "1", "dead by then")
    };
    let open = dies(&book, "18");
    book.off_guard.when.clear();
    assert_eq!(dies(&book, "18"), open);
    assert!(dies(&book, "8") > open);
}
