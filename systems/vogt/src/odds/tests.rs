//! Every exact value of the specification, and the agreement of odds and rules.

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::damage::pool;
use super::trial::{ONE, OTHER};
use super::*;
use crate::act::Test;
use crate::harm::Luck;
use crate::rulings::{
    AbilityPenalty, ArMode, AttackResolution, ContestTie, Crit, DamageOrder, FinalTie, HalfRounding, HelpAppliesTo, Repeat,
    StrengthModifier,
};
use crate::sheet::{Ability, Status};
use crate::{Play, Vogt};
use frame::dice::{Die, Distribution, Enumerator, ExplorationLimits};
use frame::fight::{Silent, Table};
use frame::rules::answers::{Answer, Cell, integer, ratio};
use frame::rules::chances::Chances as _;
use frame::rules::testing::ScriptedPlay;
use frame::rules::{Plays as _, RuleSet};

/// The answer to a question with arguments such as `die=1d8 bonus=2`, by changed rules.
fn ask_by(name: &str, arguments: &str, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let question = Vogt::QUESTIONS.iter().find(|question| question.name == name).unwrap();
    let given = arguments.split_whitespace().map(|word| word.split_once('=').unwrap());
    Vogt::answer(question, &Arguments::read(question, given).unwrap(), book, rulings)
}

/// Asks by the published rules.
fn ask(name: &str, arguments: &str) -> Answer {
    ask_by(name, arguments, &Book::default(), &Rulings::default()).unwrap()
}

fn success(arguments: &str, luck: &str) -> BigRational {
    ask("check", arguments).fraction("check", luck, "success")
}

fn blow(arguments: &str, what: &str) -> BigRational {
    ask("damage", arguments).fraction("blows", what, "value")
}

// VOG-002, VOG-003, VOG-004, VOG-021, VOG-100, R-28, R-29
#[test]
fn checks_x01_to_x04() {
    assert_eq!(success("die=1d6", "even (asked for)"), ratio(1, 2));
    assert_eq!(success("die=1d8 bonus=2 difficulty=7", "even (asked for)"), ratio(1, 2));
    assert_eq!(success("die=1d6 bonus=1 difficulty=5 luck=advantage", "advantage (asked for)"), ratio(3, 4));
    assert_eq!(success("die=1d10 penalty=1 luck=disadvantage", "disadvantage (asked for)"), ratio(9, 25));
}

// VOG-004, R-28
#[test]
fn checks_follow_the_book_and_the_rulings() {
    let mut book = Book::default();
    book.check.difficulty = 6;
    let rulings = Rulings { stat_penalty: AbilityPenalty::DieStep, ..Rulings::default() };
    let answer = ask_by("check", "die=1d10 penalty=1", &book, &rulings).unwrap();
    assert_eq!(answer.fraction("check", "even (asked for)", "success"), ratio(3, 8));
}

// VOG-002, VOG-003, R-28, R-29
#[test]
fn totals_of_checks_are_what_the_rules_roll() {
    for (luck, word) in [(Luck::Even, "even"), (Luck::Advantage, "advantage"), (Luck::Disadvantage, "disadvantage")] {
        for (stat_penalty, die) in [(AbilityPenalty::Flat, "2d6"), (AbilityPenalty::DieStep, "1d10")] {
            let rulings = Rulings { stat_penalty, ..Rulings::default() };
            let arguments = format!("die={die} bonus=2 penalty=1 luck={word}");
            let answer = ask_by("check", &arguments, &Book::default(), &rulings).unwrap();
            let mut trial = trial::Trial::new(Words { book: &Book::default(), rulings: &rulings }).unwrap();
            trial.core.fighters[0].bonus[0] = 2;
            trial.fight.body_mut(ONE).abilities[0] = die.parse().unwrap();
            // The frozen have 1 STR less.
            trial.fight.body_mut(ONE).gain(Status::Frozen, None);
            for against in 3..=12 {
                let test = Test { ability: Ability::Str, luck, roll: &crate::rolls::ATTACK_CHECK, against };
                let reached = trial.scene(|play| play.reaches(ONE, test, |_, _, _| {})).chance(|&reached| reached);
                let counted = answer.curves[0].distribution.at_least(against.into());
                assert_eq!(counted, Some(reached), "{arguments}: {against}");
            }
        }
    }
}

// VOG-005, VOG-006, VOG-021, R-31, R-32
#[test]
fn contests_x05_x06_x07_and_x38() {
    let plain = ask("contest", "die=1d8 against=1d6");
    assert_eq!(plain.fraction("one roll of both", "higher", "probability"), ratio(9, 16));
    assert_eq!(plain.fraction("one roll of both", "tie", "probability"), ratio(1, 8));
    assert_eq!(plain.fraction("contest", "nobody", "probability"), ratio(1, 8));
    let helped = ask("contest", "die=1d6 luck=advantage against=1d8");
    assert_eq!(helped.fraction("contest", "the one who asks", "probability"), ratio(125, 288));
    let friend = ask("contest", "die=1d8 luck=advantage against=1d8");
    assert_eq!(friend.fraction("contest", "the one who asks", "probability"), ratio(77, 128));
    assert_eq!(ask("contests", "").fraction("the row's die is higher than the column's", "1d8", "1d6"), ratio(9, 16));
    assert_eq!(ask("contests", "").fraction("both are equal", "1d6", "1d8"), ratio(1, 8));
}

// VOG-006, R-31
#[test]
fn ties_of_contests_go_as_the_ruling_says() {
    let by = |contest_tie| {
        let rulings = Rulings { contest_tie, ..Rulings::default() };
        let answer = ask_by("contest", "die=1d8 against=1d6", &Book::default(), &rulings).unwrap();
        ["the one who asks", "the other", "nobody"].map(|who| answer.fraction("contest", who, "probability"))
    };
    assert_eq!(by(ContestTie::Defender), [ratio(9, 16), ratio(7, 16), ratio(0, 1)]);
    assert_eq!(by(ContestTie::Reroll), [ratio(9, 14), ratio(5, 14), ratio(0, 1)]);
}

// VOG-012, VOG-015, VOG-071, VOG-072, VOG-073, VOG-074, VOG-105, R-25
#[test]
fn initiatives_x08_to_x11() {
    let first = |arguments: &str, row: &str| ask("initiative", arguments).fraction("initiative", row, "goes first");
    assert_eq!(first("die=1d4 against=1d12", "1d4 against 1d12"), ratio(7, 8));
    assert_eq!(first("die=1d4 dex=1d4 against=1d12", "1d4 against 1d12"), ratio(19, 24));
    let even = ask("initiative", "");
    assert_eq!(even.fraction("initiative", "1d6 against 1d6", "a tie has to be drawn"), ratio(1, 6));
    assert_eq!(even.fraction("initiative", "1d6 against 1d6", "goes first"), ratio(1, 2));
    assert_eq!(first("die=1d12 against=2d6", "1d12 against 2d6"), ratio(7, 12));
    assert_eq!(even.fraction("the row's die goes before the column's", "1d12", "2d6"), ratio(7, 12));
    assert_eq!(even.fraction("the row's die goes before the column's", "0", "1d4"), ratio(1, 1));
}

// VOG-012, VOG-017, VOG-025, VOG-026, R-24
#[test]
fn initiative_re_evaluated_x12() {
    let answer = ask("initiative", "die=1d4 reevaluate=1d6 against=1d8");
    let row = "1d4, re-evaluated with 1d6";
    assert_eq!(answer.fraction("initiative", row, "strictly lower total"), ratio(13, 48));
    // A tie goes to the smaller new die.
    let tied = Distribution::die(4).plus(&Distribution::die(6)).compare(&Distribution::die(8)).equal;
    assert_eq!(answer.fraction("initiative", row, "goes first"), ratio(13, 48) + tied);
    let mut book = Book::default();
    book.reevaluate.max_per_round = 0;
    assert!(ask_by("initiative", "reevaluate=1d6", &book, &Rulings::default()).is_err());
}

// VOG-026, VOG-071, R-25
#[test]
fn re_evaluation_needs_the_turn_to_come_before_the_other_had_its_own() {
    let mut book = Book::default();
    book.round.order = crate::book::Order::HighFirst;
    let answer = ask_by("initiative", "die=1d6 reevaluate=1d6 against=1d6", &book, &Rulings::default()).unwrap();
    assert_eq!(answer.fraction("initiative", "1d6, re-evaluated with 1d6", "goes first"), ratio(1, 2));
    book.round.order = crate::book::Order::LowFirst;
    book.reevaluate.adds = false;
    let brute = |tie_before: BigRational| {
        let mut sum = BigRational::zero();
        for (before, after, other) in (1..=6).flat_map(|a| (1..=6).flat_map(move |b| (1..=6).map(move |c| (a, b, c)))) {
            let share = |mine: i32, tie: &BigRational| match mine.cmp(&other) {
                std::cmp::Ordering::Less => BigRational::one(),
                std::cmp::Ordering::Equal => tie.clone(),
                std::cmp::Ordering::Greater => BigRational::zero(),
            };
            // Whoever is listed first goes first in every tie, else all ties are drawn.
            sum += share(before, &tie_before) * share(after, &tie_before) / integer(216);
        }
        sum
    };
    for (initiative_final, tie) in [(FinalTie::Random, ratio(1, 2)), (FinalTie::Index, ratio(1, 1))] {
        let rulings = Rulings { initiative_final, ..Rulings::default() };
        let answer = ask_by("initiative", "die=1d6 reevaluate=1d6 against=1d6", &book, &rulings).unwrap();
        assert_eq!(answer.fraction("initiative", "1d6, re-evaluated with 1d6", "goes first"), brute(tie));
    }
}

// VOG-037, R-09, R-29, VOG-083
#[test]
fn critical_dice_x13_to_x21() {
    let chain = |count, sides| pool(Die::new(count, sides), Crit::Chain, Keep::Only).unwrap().distribution(40);
    assert_eq!(chain(1, 6).at_least(7), Some(ratio(1, 6)));
    assert_eq!(chain(1, 6).at_least(8), Some(ratio(5, 36)));
    assert_eq!(chain(1, 4).chance(8), Some(ratio(0, 1)));
    assert_eq!(chain(2, 6).at_least(12), Some(ratio(23, 108)));
    let ladder = ask("ladder", "");
    assert_eq!(ladder.fraction("ladder", "1d4", "mean, chain"), ratio(10, 3));
    assert_eq!(ladder.fraction("ladder", "1d12", "mean, chain"), ratio(78, 11));
    assert_eq!(ladder.fraction("ladder", "2d8", "mean, chain"), ratio(72, 7));
    assert_eq!(ladder.fraction("ladder", "5d12", "mean, chain"), ratio(390, 11));
    assert_eq!(ladder.fraction("ladder", "1d6", "mean, one critical"), ratio(49, 12));
    assert_eq!(ladder.fraction("totals", "8", "at least, 1d6"), ratio(5, 36));
    assert_eq!(blow("die=1d8 str=0 luck=disadvantage", "mean HP lost by the first blow"), ratio(68, 21));
}

// VOG-033, VOG-037, VOG-038, VOG-039, VOG-205, R-02, R-06
#[test]
fn blows_x22_to_x27() {
    assert_eq!(blow("die=1d6 str=1d8 ar=3", "mean HP lost in a round"), ratio(26, 5));
    assert_eq!(blow("die=1d4 str=1d4 ar=6", "something gets through in a round"), ratio(1, 4));
    assert_eq!(blow("die=1d4 str=1d4 ar=6 blows=2", "something gets through in a round"), ratio(15, 16));
    assert_eq!(blow("die=1d4 str=1d4 ar=6 blows=2", "mean HP lost in a round"), ratio(14, 3));
    assert_eq!(blow("die=1d6 str=1d8 resistant=true", "mean HP lost in a round"), ratio(19, 5));
    assert_eq!(blow("die=1d6 str=1d8 vulnerable=true ar=3", "mean HP lost in a round"), ratio(67, 5));
    assert_eq!(ask("exchange", "ar_most=3").fraction("STR 1d8", "1d6", "AR 3"), ratio(26, 5));
}

// VOG-029, VOG-033, VOG-037, VOG-205
#[test]
fn hits_to_take_so_many_hit_points_x36() {
    let answer = ask("damage", "die=1d6 str=1d8 ar=3 hp=18");
    assert_eq!(answer.fraction("rounds", "3", "HP are gone by then"), ratio(131, 432));
}

// VOG-045, VOG-047, VOG-051, VOG-031, VOG-081, R-34
#[test]
fn death_and_dismemberment_x28_to_x31_and_x37() {
    let answer = ask("death", "");
    assert_eq!(answer.fraction("rolls", "1", "dead by then"), ratio(3, 8));
    assert_eq!(answer.fraction("rolls", "3", "dead by then"), ratio(387, 512));
    assert_eq!(answer.fraction("means", "rolls up to death", "mean"), ratio(8, 3));
    assert_eq!(answer.fraction("results", "an arm", "at some time before death"), ratio(1, 4));
    // Each arm goes before death with 1 against 3, the one after the other.
    assert_eq!(answer.fraction("results", "an arm", "all of them before death"), ratio(1, 16));
    assert_eq!(answer.fraction("results", "the voice", "all of them before death"), ratio(1, 4));
    assert_eq!(answer.fraction("means", "own turns up to death by bleeding, from 3 HP", "mean"), ratio(23, 3));
}

// VOG-046, VOG-047, R-15, R-16
#[test]
fn without_hands_there_is_no_weapon_that_could_break() {
    let death = ask("death", "");
    let gear = |column: &str| death.fraction("results", "weapon or armor", column);
    assert_eq!(gear("at some time before death"), ratio(1, 4));
    // Of gear, arms and death the next is gear once in five, an arm as often. Broken armor is followed by the weapon while there
    // is a hand for it, a broken weapon by the armor in any case.
    let one_hand = ratio(1, 5);
    let two_hands = ratio(1, 5) + ratio(1, 5) * &one_hand;
    let both = |weapon: BigRational| ratio(1, 5) * ratio(1, 2) * (ratio(1, 4) + weapon);
    assert_eq!(gear("all of them before death"), both(two_hands) + ratio(1, 5) * both(one_hand));
}

// VOG-045, R-16
#[test]
fn repeated_losses_go_as_the_ruling_says() {
    let by = |death_repeat| {
        let rulings = Rulings { death_repeat, ..Rulings::default() };
        let answer = ask_by("death", "rolls=3", &Book::default(), &rulings).unwrap();
        ["1", "2", "3"].map(|roll| answer.fraction("rolls", roll, "dead by then"))
    };
    // On the second roll, only a lost voice can be repeated: 1/8 of 1/8 more.
    assert_eq!(by(Repeat::Dead)[1], ratio(39, 64) + ratio(1, 64));
    // Rerolled, death has 3/7 there.
    assert_eq!(by(Repeat::Reroll)[1], ratio(3, 8) + ratio(4, 8) * ratio(3, 8) + ratio(1, 8) * ratio(3, 7));
    assert_eq!(by(Repeat::Nothing)[2], ratio(387, 512));
}

// VOG-203
#[test]
fn abilities_of_a_new_character_x32_and_x33() {
    let answer = ask("creation", "");
    assert_eq!(answer.fraction("abilities", "1d12", "one ability"), ratio(559, 3840));
    assert_eq!(answer.fraction("abilities", "1d4", "one ability"), ratio(373, 1280));
}

// VOG-203
#[test]
fn abilities_are_what_the_rules_roll() {
    let mut book = Book::default();
    book.creation.dice = [4, 6, 6, 3].into();
    let answer = ask_by("creation", "", &book, &Rulings::default()).unwrap();
    let trial = trial::Trial::new(Words { book: &book, rulings: &Rulings::default() }).unwrap();
    let rolled = trial.scene(|play| play.roll_ability(ONE).sides);
    assert_eq!(rolled.len(), 3);
    for (sides, chance) in rolled {
        assert_eq!(answer.fraction("abilities", &format!("1d{sides}"), "one ability"), chance);
    }
}

// VOG-063, VOG-064, R-33
#[test]
fn too_heavy_a_load_x34() {
    assert_eq!(ask("encumbrance", "die=1d8 over=2").fraction("save", "2", "the save succeeds"), ratio(3, 8));
    assert_eq!(ask("encumbrance", "die=1d8 over=2").fraction("save", "2", "minutes to it"), ratio(24, 1));
}

// VOG-012, VOG-031, VOG-044, VOG-071
#[test]
fn the_faster_weapon_wins_a_duel_of_single_hit_points_x35() {
    // Both lose their senses by the third wound, so whoever goes first in the third round wins.
    let first = ask("initiative", "die=1d4 against=1d12").fraction("initiative", "1d4 against 1d12", "goes first");
    assert_eq!(first, ratio(7, 8));
    let duel = ScriptedPlay::<Vogt>::exact(
        r#"
        [rulings]
        crit = "off"
        hp_floor = "zero"
        [[side]]
        name = "quick"
        [[side.combatant]]
        name = "dagger"
        hp_max = 1
        ar_base = 0
        weapons = [{ name = "dagger", die = "1d4" }]
        [[side]]
        name = "slow"
        [[side.combatant]]
        name = "greatsword"
        hp_max = 1
        ar_base = 0
        weapons = [{ name = "greatsword", die = "1d12", hands = 2 }]
        "#,
    );
    assert!((duel.chance("winner", 0) - first.to_f64().unwrap()).abs() < 1e-12);
}

/// Mean HP lost in one round by attacks of the rules code itself, all dice enumerated, blow after blow against one pool of AR, and how
/// likely any are.
fn enumerated(blows: u32, trial: &trial::Trial) -> (f64, f64) {
    let (mut mean, mut through) = (0.0, 0.0);
    let mut table = Table { dice: Enumerator::default(), watch: Silent };
    let mut fight = trial.core.blank();
    let play = |table: &mut Table<Enumerator, Silent>| {
        fight.clone_from(&trial.fight);
        let mut play = Play { rules: &trial.core, fight: &mut fight, table };
        (0..blows).for_each(|_| play.attack::<false>(ONE, 0, Some(OTHER)));
        trial.fight.body(OTHER).hp - play.fight.body(OTHER).hp
    };
    let explored = Enumerator::explore(
        &mut table,
        |table| &mut table.dice,
        ExplorationLimits { outcomes_max: 10_000_000, floor: 1e-10 },
        play,
        |_, lost, mass| {
            mean += f64::from(lost) * mass;
            through += if lost > 0 { mass } else { 0.0 };
        },
    );
    assert!(explored.whole().unwrap() < 1e-6);
    (mean, through)
}

// VOG-028, VOG-037, VOG-038, VOG-205, R-02, R-06, R-09, R-29
#[test]
fn odds_and_rules_agree_about_blows() {
    let checked = Rulings { attack_resolution: AttackResolution::CheckVsAr, crit: Crit::Once, ..Rulings::default() };
    let cases = [
        (Rulings::default(), "1d6", 3, 1, false, "even"),
        (Rulings::default(), "1d8", 2, 1, true, "disadvantage"),
        (Rulings::default(), "1d4", 9, 2, false, "even"),
        (Rulings { ar_mode: ArMode::PerHit, ..Rulings::default() }, "1d4", 5, 2, false, "even"),
        (Rulings { ar_mode: ArMode::Off, ..Rulings::default() }, "1d4", 5, 2, false, "even"),
        (Rulings { crit: Crit::Once, damage_order: DamageOrder::ArThenType, ..Rulings::default() }, "2d6", 8, 2, true, "even"),
        (
            Rulings { crit: Crit::Off, resistance_rounding: HalfRounding::Up, ..Rulings::default() },
            "3d8",
            2,
            1,
            true,
            "advantage",
        ),
        (Rulings { strength_modifier: StrengthModifier::Roll, ..Rulings::default() }, "1d6", 3, 1, false, "even"),
        (checked.clone(), "1d6", 4, 1, false, "advantage"),
        (checked, "1d4", 3, 2, true, "even"),
    ];
    for (rulings, die, ar, blows, resistant, luck) in cases {
        let rulings = Rulings { help_applies_to: HelpAppliesTo::ChecksAndDamage, ..rulings };
        let arguments = format!("die={die} str=1d8 bonus=1 ar={ar} blows={blows} resistant={resistant} luck={luck}");
        let answer = ask_by("damage", &arguments, &Book::default(), &rulings).unwrap();
        let mut trial = trial::Trial::new(Words { book: &Book::default(), rulings: &rulings }).unwrap();
        let [one, other] = &mut trial.core.fighters[..] else { panic!("two fight") };
        (one.weapons[0].die, one.weapons[0].bonus) = (die.parse().unwrap(), 1);
        (other.ar_base, other.armor, other.resist) = (Some(ar), 0, u64::from(resistant) << one.weapons[0].damage_type);
        trial.fight.body_mut(ONE).abilities[0] = Die::new(1, 8);
        trial.fight.body_mut(OTHER).hp = 1_000_000;
        match luck {
            "advantage" => trial.fight.help(ONE, OTHER),
            "disadvantage" => trial.fight.body_mut(ONE).gain(Status::Blind, None),
            _ => {}
        }
        let (mean, through) = enumerated(blows, &trial);
        for (what, found) in [("mean HP lost in a round", mean), ("something gets through in a round", through)] {
            let exact = answer.fraction("blows", what, "value").to_f64().unwrap();
            assert!((exact - found).abs() < 1e-5, "{arguments}: {what} is {exact}, but the rules give {found}");
        }
    }
}

// VOG-030, VOG-033, VOG-038, R-01, R-08
#[test]
fn damage_follows_the_book_and_the_rulings() {
    let mean = |rulings: &Rulings, book: &Book, arguments: &str| {
        ask_by("damage", arguments, book, rulings).unwrap().fraction("blows", "mean HP lost in a round", "value")
    };
    let rolled = Rulings { strength_modifier: StrengthModifier::Roll, crit: Crit::Off, ..Rulings::default() };
    assert_eq!(mean(&rolled, &Book::default(), "die=1d6 str=1d8"), ratio(8, 1));
    let checked = Rulings { attack_resolution: AttackResolution::CheckVsAr, crit: Crit::Off, ..Rulings::default() };
    assert_eq!(mean(&checked, &Book::default(), "die=1d6 str=1d8 ar=5"), ratio(15, 4));
    let mut immune = Book::default();
    immune.damage.resistance = "0".parse().unwrap();
    assert_eq!(mean(&Rulings::default(), &immune, "die=1d6 str=1d8 resistant=true"), ratio(0, 1));
    let answer = ask_by("damage", "die=1d6 str=1d8 resistant=true", &immune, &Rulings::default()).unwrap();
    assert!(answer.tables[0].rows.iter().flatten().any(|cell| *cell == frame::rules::answers::Cell::text("never")));
}

// VOG-029, VOG-205
#[test]
fn the_mean_number_of_rounds_is_the_sum_of_those_survived() {
    let answer = ask("damage", "die=1d6 str=1d8 ar=6 hp=9 rounds=30");
    let mean = answer.fraction("blows", "mean rounds to take 9 HP", "value").to_f64().unwrap();
    let gone = |round: i64| answer.fraction("rounds", &round.to_string(), "HP are gone by then").to_f64().unwrap();
    let survived: f64 = 1.0 + (1..=30).map(|round| 1.0 - gone(round)).sum::<f64>();
    assert!((mean - survived).abs() < 1e-3, "{mean} and {survived}");
}

#[test]
fn every_question_has_an_answer_by_its_defaults() {
    for question in Vogt::QUESTIONS {
        let answer = ask(question.name, "");
        assert!(!answer.tables.is_empty(), "{}", question.name);
        for table in &answer.tables {
            assert!(!table.rows.is_empty(), "{} has an empty table {}", question.name, table.title);
            assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{}: {}", question.name, table.title);
        }
    }
}

#[test]
fn three_who_are_alike_go_in_any_order_and_others_as_counting_says() {
    let order = |given: &str, order: &str| ask("initiative", given).fraction("order of three", order, "probability");
    assert_eq!(order("third=1d6", "the third (1d6), the other (1d6), the one (1d6)"), ratio(1, 6));
    // A tie goes to the smaller die: 26 rolls of 64 with a 1 of the d2, 18 with a 2.
    let counted = order("die=1d2 against=1d4 third=1d8", "the one (1d2), the other (1d4), the third (1d8)");
    assert_eq!(counted, ratio(11, 16));
    // A tie goes to the higher DEX first.
    let quick = order("die=1d1 against=1d1 third=1d1 dex=1d4 dex_third=1d8", "the third (1d1), the other (1d1), the one (1d1)");
    assert_eq!(quick, ratio(1, 1));
}

// VOG-037, VOG-105, R-09
#[test]
fn the_spread_of_a_die_is_its_standard_deviation() {
    let ladder = ask("ladder", "");
    let row = &ladder.tables[0].rows.iter().find(|row| row[0] == Die::new(1, 4).into()).expect("a d4");
    let spread = |column: usize| match row[column] {
        Cell::ExactDecimal(spread) => spread,
        ref other => panic!("{other:?}"),
    };
    assert!((spread(2) - 1.25_f64.sqrt()).abs() < 1e-12);
    let long = pool(Die::new(1, 4), Crit::Chain, Keep::Only).unwrap().distribution(200);
    let moment = |power: i32| {
        long.weights().map(|(value, _)| long.chance(value).unwrap().to_f64().unwrap() * (value as f64).powi(power)).sum::<f64>()
    };
    assert!((spread(6) - (moment(2) - moment(1).powi(2)).sqrt()).abs() < 1e-9);
}

// VOG-203
#[test]
fn of_four_abilities_the_best_is_as_good_as_any() {
    let answer = ask("creation", "");
    let of = |die: &str, column: &str| answer.fraction("abilities", die, column);
    let dice = ["1d4", "1d6", "1d8", "1d10", "1d12"];
    let (mut below, mut above) = (ratio(0, 1), ratio(1, 1));
    for die in dice {
        let up_to = &below + of(die, "one ability");
        assert_eq!(of(die, "at least"), above, "{die}");
        assert_eq!(of(die, "best of four"), up_to.pow(4) - below.pow(4), "{die}");
        let beyond = &above - of(die, "one ability");
        assert_eq!(of(die, "worst of four"), above.pow(4) - beyond.pow(4), "{die}");
        (below, above) = (up_to, beyond);
    }
}

// VOG-071, VOG-072, VOG-073
#[test]
fn a_tie_that_dexterity_decides_is_not_drawn() {
    let drawn =
        |arguments: &str| ask("initiative", arguments).fraction("initiative", "1d6 against 1d6", "a tie has to be drawn");
    assert_eq!([drawn("dex=1d8"), drawn("")], [ratio(0, 1), ratio(1, 6)]);
}

// VOG-071, VOG-074
#[test]
fn of_two_dice_of_the_ladder_one_goes_first_and_equals_are_even() {
    let answer = ask("initiative", "");
    let before = |one: &str, other: &str| answer.fraction("the row's die goes before the column's", one, other);
    assert_eq!(before("1d8", "1d8"), ratio(1, 2));
    assert_eq!(before("1d4", "1d10") + before("1d10", "1d4"), ratio(1, 1));
}

// VOG-029, VOG-045
#[test]
fn what_happens_on_a_roll_or_in_a_round_is_what_is_new_by_then() {
    for (question, title, by_then, now) in
        [("death", "rolls", "dead by then", "on this roll"), ("damage", "rounds", "HP are gone by then", "in this round")]
    {
        let answer = ask(question, "");
        let of = |row: &str, column: &str| answer.fraction(title, row, column);
        assert_eq!(of("1", now), of("1", by_then), "{question}");
        assert_eq!(of("4", now), of("4", by_then) - of("3", by_then), "{question}");
    }
}

// VOG-033, VOG-205
#[test]
fn a_single_hit_point_is_gone_when_anything_gets_through() {
    for arguments in ["die=1d4 str=1d4 ar=6 hp=1", "die=1d6 str=1d8 ar=9 blows=2 hp=1", "die=1d12 ar=3 resistant=true hp=1"] {
        let answer = ask("damage", arguments);
        let through = answer.fraction("blows", "something gets through in a round", "value");
        assert_eq!(answer.fraction("rounds", "1", "HP are gone by then"), through, "{arguments}");
        assert_eq!(answer.fraction("blows", "mean rounds to take 1 HP", "value"), through.recip(), "{arguments}");
    }
}
