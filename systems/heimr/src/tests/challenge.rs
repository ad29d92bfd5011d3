//! The roll, fatigue and requirements: drawn from scripted dice, and exact.

use num_rational::BigRational;
use num_traits::ToPrimitive;

use crate::abilities::Score;
use crate::book::{AttackTie, Book};
use crate::challenge::exact::{ExactPool, Worth};
use crate::challenge::{Attempt, Cast, CheckRule, Effort, FatigueRule, Means, PoolRule, Rolled, hits};
use crate::rolls;
use crate::rulings::{FatigueOrder, Rulings, SmallDieAsOne};
use frame::dice::{Enumerator, ExplorationLimits, Scripted, Slot};
use frame::fight::{Silent, Table};

fn ratio(over: u64, under: u64) -> BigRational {
    BigRational::new(over.into(), under.into())
}

fn rule() -> PoolRule {
    PoolRule::new(&Book::default(), &Rulings::default())
}

fn fatigue() -> FatigueRule {
    FatigueRule::new(&Book::default(), &Rulings::default())
}

fn pool(consistency: i32) -> ExactPool {
    ExactPool::new(rule(), consistency)
}

/// The result of a challenge with these dice.
#[track_caller]
fn rolled(rule: PoolRule, consistency: i32, dice: &str) -> Rolled {
    let mut table = Table { dice: Scripted::new(dice), watch: Silent };

    rule.roll(consistency, Slot(0), &rolls::ATTACK, &mut table)
}

#[track_caller]
fn result(consistency: i32, potential: i32, dice: &str) -> i32 {
    rolled(rule(), consistency, dice).result(potential)
}

/// An ability.
struct Ability {
    consistency: i32,
    potential: i32,
}

/// An ability of this consistency and potential.
fn ability(consistency: i32, potential: i32) -> Ability {
    Ability { consistency, potential }
}

/// Probability that an attack meets its fatigue and beats a defence, which counts as beaten when it fails (both at this
/// fatigue).
fn hit(attack: Ability, defence: Ability, fatigue: i64) -> BigRational {
    let (attacks, defences) = (pool(attack.consistency), pool(defence.consistency));
    let mut chance = ratio(0, 1);
    for (mine, weight) in attacks.pre().weights().filter(|(mine, _)| *mine >= fatigue) {
        let attack = mine + i64::from(attack.potential);
        let beaten: num_bigint::BigUint = defences
            .pre()
            .weights()
            .filter(|(theirs, _)| *theirs < fatigue || attack > theirs + i64::from(defence.potential))
            .map(|(_, weight)| weight)
            .sum();
        let total = attacks.pre().total() * defences.pre().total();
        chance += BigRational::new((weight * beaten).into(), total.into());
    }
    chance
}

// HEI-020, HEI-022
#[test]
fn the_small_die_is_rolled_first_and_then_as_many_big_ones_as_consistency_says() {
    rolled(rule(), 3, "attack d6=1 d10=2 d10=3 d10=4");
    rolled(rule(), -2, "attack d6=1 d10=2 d10=3");
    rolled(rule(), 0, "attack d6=1");
    let own = PoolRule { small: 8, big: 12, ..rule() };
    rolled(own, 1, "attack d8=8 d12=12");
}

// HEI-021, HEI-028
#[test]
fn the_result_is_the_kept_die_and_potential_whatever_their_signs() {
    assert_eq!([result(1, 2, "attack d6=3 d10=5"), result(1, -7, "attack d6=3 d10=5")], [7, -2]);
    assert_eq!([result(-1, 2, "attack d6=3 d10=5"), result(-1, -7, "attack d6=3 d10=5")], [5, -4]);
    assert_eq!([result(0, 2, "attack d6=3"), result(0, -7, "attack d6=3"), result(0, 0, "attack d6=3")], [5, -4, 3]);
}

// HEI-023, HEI-024, HEI-025
#[test]
fn the_highest_die_counts_or_the_lowest_or_the_only_one() {
    assert_eq!([result(2, 0, "attack d6=6 d10=2 d10=3"), result(2, 0, "attack d6=1 d10=2 d10=9")], [6, 9]);
    assert_eq!([result(-2, 0, "attack d6=6 d10=7 d10=8"), result(-2, 0, "attack d6=4 d10=2 d10=9")], [6, 2]);
    assert_eq!(result(0, 0, "attack d6=6"), 6);
}

// HEI-026
#[test]
fn every_ten_beyond_the_first_adds_one_when_consistency_is_positive() {
    assert_eq!([result(2, 0, "attack d6=6 d10=10 d10=9"), result(2, 0, "attack d6=6 d10=10 d10=10")], [10, 11]);
    assert_eq!(result(4, 0, "attack d6=1 d10=10 d10=10 d10=10 d10=10"), 13);
    assert_eq!(result(-2, 0, "attack d6=6 d10=10 d10=10"), 6);
    let big = PoolRule { extra_bonus: 3, small: 10, ..rule() };
    assert_eq!(rolled(big, 2, "attack d10=10 d10=10 d10=10").pre, 13, "the small die is no ten");
}

// HEI-027
#[test]
fn every_one_beyond_the_first_takes_one_off_when_consistency_is_negative() {
    assert_eq!([result(-2, 0, "attack d6=2 d10=1 d10=9"), result(-2, 0, "attack d6=2 d10=1 d10=1")], [1, 0]);
    assert_eq!(result(-3, 0, "attack d6=1 d10=1 d10=1 d10=1"), -2);
    assert_eq!(result(2, 0, "attack d6=1 d10=1 d10=1"), 1);
    assert_eq!(rolled(PoolRule { extra_penalty: 2, ..rule() }, -2, "attack d6=2 d10=1 d10=1").pre, -1);
}

//
#[test]
fn a_one_on_the_small_die_counts_among_the_ones_unless_the_ruling_says_no() {
    let no = Rulings { d6_counts_as_one: SmallDieAsOne::No, ..Rulings::default() };
    let no = PoolRule::new(&Book::default(), &no);
    assert_eq!([rolled(rule(), -1, "attack d6=1 d10=1").pre, rolled(no, -1, "attack d6=1 d10=1").pre], [0, 1]);
    assert_eq!([rolled(rule(), -2, "attack d6=1 d10=1 d10=1").pre, rolled(no, -2, "attack d6=1 d10=1 d10=1").pre], [-1, 0]);
    let least = |rule| ExactPool::new(rule, -2).pre().at_least(1).expect("known");
    assert_eq!([ratio(1, 1) - least(rule()), ratio(1, 1) - least(no)], [ratio(1, 25), ratio(1, 100)], "V07, V08");
}

// HEI-035, HEI-036, HEI-037, HEI-038, HEI-039, HEI-040, E-02, E-03
#[test]
fn the_examples_of_the_source_come_out_right_where_it_is_wrong() {
    assert_eq!(result(3, 3, "attack d6=1 d10=4 d10=9 d10=10"), 13);
    assert_eq!(result(5, 6, "attack d6=1 d10=3 d10=5 d10=7 d10=10 d10=10"), 17);
    assert_eq!(result(0, 0, "attack d6=3"), 3);
    assert_eq!(result(4, 3, "attack d6=1 d10=1 d10=2 d10=4 d10=6"), 9);
    assert_eq!(result(2, -3, "attack d6=3 d10=10 d10=10"), 8);
    assert_eq!(result(-4, -4, "attack d6=1 d10=1 d10=1 d10=4 d10=9"), -5);
    assert_eq!(result(-4, -4, "attack d6=4 d10=1 d10=1 d10=1 d10=9"), -5);
}

// HEI-030, HEI-031, E-01
#[test]
fn a_consistency_of_5_shows_9_or_more_and_one_of_minus_5_shows_2_or_less() {
    assert_eq!(pool(5).pre().at_least(9), Some(ratio(2101, 3125)), "V01");
    assert_eq!(ratio(1, 1) - pool(-5).pre().at_least(3).expect("known"), ratio(7327, 9375), "V02");
}

// HEI-032, HEI-033
#[test]
fn without_positive_consistency_no_roll_is_above_6_and_nothing_else_gives_0() {
    for consistency in -8..=0 {
        assert_eq!(pool(consistency).pre().high(), 6, "consistency {consistency}");
    }
    for consistency in 0..=8 {
        assert_eq!(pool(consistency).pre().low(), 1, "consistency {consistency}");
    }
    assert_eq!([pool(-1).pre().low(), pool(-2).pre().low(), pool(-5).pre().low()], [0, -1, -4]);
}

// HEI-029, E-04
#[test]
fn a_consistency_of_0_is_steadier_than_one_of_1_to_3() {
    let rows = [
        (0, 3.500_000, 1.707_825),
        (-1, 2.900_000, 1.629_928),
        (-2, 2.466_667, 1.512_907),
        (-3, 2.139_000, 1.403_215),
        (-4, 1.880_067, 1.314_439),
        (-5, 1.666_950, 1.248_610),
        (-6, 1.485_077, 1.203_639),
        (-7, 1.324_954, 1.176_191),
        (-8, 1.180_255, 1.162_851),
        (1, 6.083_333, 2.361_438),
        (2, 7.335_000, 2.114_105),
        (3, 8.065_833, 1.845_851),
        (4, 8.546_950, 1.631_736),
        (5, 8.892_298, 1.472_277),
        (6, 9.157_414, 1.357_793),
        (7, 9.372_221, 1.278_616),
        (8, 9.554_058, 1.226_706),
    ];
    for (consistency, mean, sd) in rows {
        let exact = pool(consistency);
        let found = exact.pre().mean().and_then(|mean| mean.to_f64()).expect("known");
        let spread = exact.pre().variance().and_then(|variance| variance.to_f64()).expect("known").sqrt();
        assert!((found - mean).abs() < 1e-6 && (spread - sd).abs() < 1e-6, "consistency {consistency}: {found}, {spread}");
    }
    assert_eq!(pool(1).pre().mean(), Some(ratio(73, 12)), "V03");
    assert_eq!(pool(-1).pre().mean(), Some(ratio(29, 10)), "V04");
    assert_eq!(pool(3).pre().mean(), Some(ratio(9679, 1200)), "V05");
    assert_eq!(pool(3).pre().at_least(11), Some(ratio(7, 250)), "V06");
}

#[test]
fn the_exact_pool_counts_what_the_drawn_one_gives_face_by_face() {
    let odd = PoolRule { small: 4, big: 3, extra_bonus: 2, extra_penalty: 3, small_counts: false };
    for (rule, consistencies) in [(rule(), -2..=2), (odd, -4..=4), (PoolRule { small_counts: true, ..odd }, -4..=4)] {
        for consistency in consistencies {
            let exact = ExactPool::new(rule, consistency);
            let mut left: Vec<(u8, i64, f64)> = Vec::new();
            let play = |table: &mut Table<Enumerator, Silent>| rule.roll(consistency, Slot(0), &rolls::ATTACK, table);
            let take = |_: &mut Table<Enumerator, Silent>, rolled: Rolled, mass: f64| {
                left.push((rolled.small, i64::from(rolled.pre), mass));
            };
            let mut table = Table { dice: Enumerator::default(), watch: Silent };
            Enumerator::explore(&mut table, |table| &mut table.dice, ExplorationLimits::outcomes(1_000_000), play, take)
                .whole()
                .expect("few outcomes");
            for small in 1..=rule.small {
                let given = exact.pre_given_small(small);
                for pre in -20..=20 {
                    let drawn: f64 = left.iter().filter(|one| (one.0, one.1) == (small, pre)).map(|one| one.2).sum();
                    let counted = given.chance(pre).and_then(|chance| chance.to_f64()).expect("known");
                    let counted = counted / f64::from(rule.small);
                    assert!((drawn - counted).abs() < 1e-12, "{rule:?} {consistency}: {small}, {pre}: {drawn} {counted}");
                }
            }
        }
    }
}

// HEI-133
#[test]
fn a_physical_roll_has_to_reach_fatigue_before_potential_is_added() {
    let meets = |pre, value| fatigue().meets(pre, value);
    assert_eq!([meets(6, 7), meets(7, 7), meets(0, 1), meets(1, 1)], [false, true, false, true]);
    let off = Book { fatigue: crate::book::Fatigue { enabled: false, ..Default::default() }, ..Book::default() };
    let off = FatigueRule::new(&off, &Rulings::default());
    assert!(off.meets(-3, 20));
    let mut effort = Effort { fatigue: 4, grown: 0 };
    assert!(off.judge(Rolled { small: 1, pre: -3 }, &mut effort));
    assert_eq!(effort, Effort { fatigue: 4, grown: 0 });
    assert_eq!(pool(0).passes(9, 0, Some(4)), ratio(1, 2), "V14");
    assert_eq!(pool(2).passes(9, 0, Some(9)), ratio(9, 25), "V16");
    assert_eq!(pool(4).passes(9, 0, Some(11)), ratio(523, 10_000), "V17");
    let meeting = |face: u8| pool(0).pre_given_small(face).at_least(4).expect("known");
    let all: BigRational = (1..=6).map(meeting).sum();
    assert_eq!((meeting(5) + meeting(6)) / all, ratio(2, 3), "V15");
}

// HEI-136, HEI-149
#[test]
fn fatigue_grows_when_the_small_die_is_below_it_and_once_in_a_window() {
    let mut effort = Effort { fatigue: 4, grown: 0 };
    assert!(!fatigue().judge(Rolled { small: 3, pre: 3 }, &mut effort), "failed rolls make it grow too");
    assert_eq!(effort, Effort { fatigue: 5, grown: 1 });
    assert!(fatigue().judge(Rolled { small: 1, pre: 9 }, &mut effort));
    assert_eq!(effort, Effort { fatigue: 5, grown: 1 });
    effort.grown = 0;
    assert!(fatigue().judge(Rolled { small: 5, pre: 9 }, &mut effort));
    assert_eq!(effort, Effort { fatigue: 5, grown: 0 });
    let free = crate::book::Fatigue { cap_per_window: None, growth: 2, ..Default::default() };
    let free = FatigueRule::new(&Book { fatigue: free, ..Book::default() }, &Rulings::default());
    for expected in [7, 9, 11] {
        assert_eq!(
            {
                let met = free.judge(Rolled { small: 1, pre: 9 }, &mut effort);
                (met, effort.fatigue)
            },
            (true, expected)
        );
    }
}

// HEI-138, HEI-141
#[test]
fn fatigue_never_passes_20_and_above_6_it_always_grows() {
    let mut effort = Effort { fatigue: 7, grown: 0 };
    for expected in 8..=25_u8 {
        effort.grown = 0;
        let _ = fatigue().judge(Rolled { small: 6, pre: 6 }, &mut effort);
        assert_eq!(effort.fatigue, expected.min(20));
    }
    let windows: BigRational = (3..7_u64).map(|value| ratio(6, value - 1)).sum();
    assert_eq!(windows, ratio(77, 10), "V18");
}

//
#[test]
fn a_roll_is_compared_with_fatigue_before_it_grows_unless_the_ruling_says_after() {
    let after = Rulings { fatigue_order: FatigueOrder::After, ..Rulings::default() };
    let after = FatigueRule::new(&Book::default(), &after);
    let roll = Rolled { small: 3, pre: 4 };
    let judged = |rule: FatigueRule| {
        let mut effort = Effort { fatigue: 4, grown: 0 };
        (rule.judge(roll, &mut effort), effort.fatigue)
    };
    assert_eq!([judged(fatigue()), judged(after)], [(true, 5), (false, 5)]);
}

// HEI-135, R-09, E-07
#[test]
fn fatigue_above_its_base_can_cost_consistency() {
    assert_eq!(fatigue().penalty(9, 1), 0);
    let book = Book { fatigue: crate::book::Fatigue { penalty: 2, ..Default::default() }, ..Book::default() };
    let rule = FatigueRule::new(&book, &Rulings::default());
    assert_eq!([rule.penalty(4, 4), rule.penalty(5, 4)], [0, 2]);
}

// HEI-179
#[test]
fn a_breather_takes_two_off_fatigue_but_not_below_its_base() {
    let after = |value, base| fatigue().after_breather(value, base);
    assert_eq!([after(8, 4), after(5, 4), after(4, 4), after(20, 1)], [6, 4, 4, 18]);
}

fn jump(potential: i32, cr: i32) -> Attempt {
    Attempt { score: Score { c: 2, p: potential }, physical: true, cr }
}

/// True if such an attempt is met with these dice and so many re-rolls; and the willpower that is left of `willpower`.
fn checked(attempt: Attempt, limit: u8, willpower: u8, dice: &str) -> (bool, u8) {
    let rule = CheckRule::new(&Book::default(), &Rulings::default());
    let mut table = Table { dice: Scripted::new(dice), watch: Silent };
    let mut means = Means { effort: Effort { fatigue: 1, grown: 0 }, willpower };
    let again = |rerolls, _, _: &mut Table<Scripted, Silent>| rerolls < limit;
    let cast = Cast { who: Slot(0), roll: &rolls::JUMP };
    let met = rule.check(attempt, &mut means, cast, &mut table, again);
    (met, means.willpower)
}

// HEI-044
#[test]
fn a_requirement_is_met_by_a_result_of_at_least_as_much() {
    assert_eq!(checked(jump(2, 8), 0, 2, "jump down d6=3 d10=5 d10=6"), (true, 2));
    assert_eq!(checked(jump(2, 8), 0, 2, "jump down d6=3 d10=5 d10=2"), (false, 2));
    assert_eq!(pool(2).passes(2, 8, Some(1)), ratio(19, 24), "V28");
    assert_eq!(pool(2).passes(2, 10, Some(1)), ratio(51, 100), "V30");
}

// HEI-047
#[test]
fn a_failed_requirement_can_be_rolled_again_for_a_point_of_willpower_each_time() {
    assert_eq!(checked(jump(2, 8), 2, 2, "jump down d6=3 d10=5 d10=2 d6=2 d10=6 d10=4"), (true, 1));
    assert_eq!(checked(jump(2, 8), 1, 2, "jump down d6=3 d10=5 d10=2 d6=2 d10=5 d10=4"), (false, 1));
    assert_eq!(checked(jump(2, 8), 9, 1, "jump down d6=3 d10=5 d10=2 d6=2 d10=5 d10=4"), (false, 0));
    assert_eq!(checked(jump(2, 8), 9, 0, "jump down d6=3 d10=5 d10=2"), (false, 0));
    let once = pool(2).passes(2, 8, Some(1));
    let twice = &once + (ratio(1, 1) - &once) * &once;
    assert_eq!(twice, ratio(551, 576), "V29");
    let window = pool(0).passes(1, 5, Some(1));
    assert_eq!(&window + (ratio(1, 1) - &window) * &window, ratio(3, 4), "V31");
}

// HEI-046
#[test]
fn a_requirement_that_fatigue_fails_is_failed_and_can_be_rolled_again() {
    let rule = CheckRule::new(&Book::default(), &Rulings::default());
    let mut table = Table { dice: Scripted::new("climb d6=2 d10=1 d10=4 d6=1 d10=5 d10=6"), watch: Silent };
    let mut means = Means { effort: Effort { fatigue: 5, grown: 0 }, willpower: 3 };
    let easy = Attempt { score: Score { c: 2, p: 20 }, physical: true, cr: 3 };
    let again = |_, seen: Means, _: &mut Table<Scripted, Silent>| seen.effort.fatigue == 6 && seen.willpower == 3;
    assert!(rule.check(easy, &mut means, Cast { who: Slot(0), roll: &rolls::CLIMB }, &mut table, again));
    assert_eq!(means, Means { effort: Effort { fatigue: 6, grown: 1 }, willpower: 2 });
    let mental = Attempt { physical: false, ..easy };
    let mut table = Table { dice: Scripted::new("d6=2 d10=1 d10=4"), watch: Silent };
    assert!(rule.once(mental, &mut means.effort, Slot(0), &rolls::PERCEPTION, &mut table));
    assert_eq!(means.effort.fatigue, 6);
}

// HEI-048
#[test]
fn a_roll_of_an_attribute_has_the_consistency_that_the_game_master_chooses() {
    assert_eq!(result(5, 2, "attack d6=1 d10=3 d10=3 d10=7 d10=2 d10=1"), 9);
    assert_eq!(result(0, 2, "attack d6=4"), 6);
}

// HEI-202
#[test]
fn an_attack_hits_when_it_is_above_the_defence() {
    assert_eq!([hits(9, Some(9), AttackTie::Defender), hits(10, Some(9), AttackTie::Defender)], [false, true]);
    assert_eq!([hits(9, Some(9), AttackTie::Attacker), hits(8, Some(9), AttackTie::Attacker)], [true, false]);
    assert!(hits(-9, None, AttackTie::Defender));
    for (name, attack, defence, fatigue, chance) in [
        ("V09", ability(2, 6), ability(2, 6), 1, ratio(10331, 24_000)),
        ("V10", ability(3, 6), ability(1, 8), 1, ratio(1009, 2250)),
        ("V11", ability(2, 5), ability(3, 4), 1, ratio(1_716_157, 3_600_000)),
        ("V12", ability(2, 5), ability(1, 4), 1, ratio(25537, 36_000)),
        ("V13", ability(2, 5), ability(-3, 4), 1, ratio(3_538_859, 3_600_000)),
        ("V19", ability(2, 6), ability(2, 6), 6, ratio(149_903, 360_000)),
        ("V21", ability(2, 3), ability(1, 2), 1, ratio(25537, 36_000)),
        ("V26", ability(1, 5), ability(2, 5), 1, ratio(10463, 36_000)),
        ("V32", ability(1, 5), ability(1, 2), 1, ratio(343, 450)),
        ("V35", ability(2, 6), ability(0, 6), 1, ratio(351, 400)),
        ("V40", ability(2, 5), ability(-3, 4), 1, ratio(3_538_859, 3_600_000)),
    ] {
        assert_eq!(hit(attack, defence, fatigue), chance, "{name}");
    }
}

#[test]
fn the_worth_of_a_roll_is_its_mean_where_failing_fatigue_counts_as_nothing() {
    let worth = Worth::new(rule(), fatigue(), 20);
    for (consistency, potential, tired) in [(2, 5, 1), (2, 5, 6), (-3, 2, 1), (0, -4, 4), (5, 3, 11), (40, 1, 20)] {
        let exact = pool(consistency);
        let outcomes = exact.pre().weights().filter(|(pre, _)| *pre >= i64::from(tired));
        let mean: f64 = outcomes
            .map(|(pre, _)| {
                let chance = exact.pre().chance(pre).and_then(|chance| chance.to_f64()).expect("known");
                chance * (pre + i64::from(potential)) as f64
            })
            .sum();
        assert!((worth.physical(consistency, potential, tired) - mean).abs() < Worth::TIE, "{consistency} {potential} {tired}");
    }
    assert!((worth.physical(1, 0, 0) - 73.0 / 12.0).abs() < Worth::TIE);
}
