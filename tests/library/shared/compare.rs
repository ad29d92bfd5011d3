//! Comparisons of made-up fights, whose truth is known, and of fights of a real core.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use frame::analysis::compare::*;
use frame::analysis::margin::Margins;
use frame::analysis::outcome::Outcomes;
use frame::analysis::outcome::{OutcomeMeasure, matching};
use frame::analysis::testing::{MadeUp, Values};
use frame::dice::key::mix;
use frame::exact::{self, SolverLimits};
use frame::rules::testing::load;
use frame::rules::{Loaded, RuleSet};
use frame::sim::Layout;
use frame::sim::pair::Pair;
use frame::sim::solo::Arm;
use frame::stats::Level;
use frame::stats::paired::Evidence;
use vogt::Vogt;

static NEVER: AtomicBool = AtomicBool::new(false);

fn rule(fights_max: u64) -> ComparisonRule {
    ComparisonRule {
        level: Level::default(),
        fights_max,
        margins: Margins::default(),
        full: false,
        strict: false,
        waits_for: Vec::new(),
    }
}

/// A number that looks random, below `below`.
fn random(number: u64, what: u64, below: u64) -> i64 {
    (mix(mix(number ^ (what << 40)).wrapping_add(what)) % below) as i64
}

/// A fight by chance: even odds, 3 to 10 rounds, Ada dies in one of ten.
fn chance(number: u64, seed: u64) -> Values {
    let of = |what, below| random(number, 8 * seed + what, below);
    [of(0, 2), 3 + of(1, 8), i64::from(of(2, 10) == 0), of(3, 13)]
}

/// Compares one made-up pair.
fn made_up(rule: &ComparisonRule, fight: impl Fn(u64) -> [Values; 2] + Sync) -> Compared {
    made_up_by(false, rule, fight)
}

/// Compares one made-up pair; with `all` by hit points per round, too.
fn made_up_by(all: bool, rule: &ComparisonRule, fight: impl Fn(u64) -> [Values; 2] + Sync) -> Compared {
    let pair = MadeUp::by(all, fight);
    let contest = Contest { pair: &pair, outcomes: &pair.outcomes, same: false, pacts: None };
    compare(&[contest], rule, Some(1), &NEVER, &mut |_| {}).expect("it is played").remove(0)
}

fn found<'c>(compared: &'c Compared, key: &str) -> &'c OutcomeFinding {
    let finding = compared.findings.iter().find(|finding| finding.outcome.key == key);
    finding.unwrap_or_else(|| panic!("nothing is called {key}"))
}

fn words(compared: &Compared) -> Vec<OutcomeVerdict> {
    compared.findings.iter().map(|finding| finding.word).collect()
}

#[test]
fn what_never_differs_is_identical_and_ends_at_the_first_look_that_proves_it() {
    let compared = made_up(&rule(500_000), |number| [chance(number, 1); 2]);
    assert_eq!(words(&compared), [OutcomeVerdict::Identical; 5]);
    assert_eq!((compared.fights, compared.interrupted), (7812, false));
    let full = made_up(&ComparisonRule { full: true, ..rule(20_000) }, |number| [chance(number, 1); 2]);
    assert_eq!((words(&full), full.fights), (words(&compared), 20_000));
}

#[test]
fn an_effect_above_its_margin_is_found_with_its_size() {
    // One fight in twenty that right won goes to left: 2.5 points; every fourth fight takes two rounds more.
    let compared = made_up(&rule(500_000), |number| {
        let before = chance(number, 1);
        let mut after = before;
        after[0] = before[0] * i64::from(random(number, 77, 20) != 0);
        after[1] += 2 * i64::from(number.is_multiple_of(4));
        [before, after]
    });
    let left = found(&compared, "win(left)");
    assert_eq!((left.word, found(&compared, "rounds").word), (OutcomeVerdict::Changed, OutcomeVerdict::Changed));
    assert_eq!(
        (found(&compared, "Ada.dead").word, found(&compared, "Ada.hp").word),
        (OutcomeVerdict::Identical, OutcomeVerdict::Identical)
    );
    let difference = left.evidence.difference(rule(500_000).level_of_intervals()).expect("fights");
    assert!((difference.low..=difference.high).contains(&0.025), "{difference:?}");
    assert!(found(&compared, "rounds").evidence.estimate() == 0.5);
    // Only gains of left can be shown, and the first ones are.
    assert_eq!((left.examples[0].len(), left.examples[1].len()), (3, 0));
    assert!(left.examples[0].iter().all(|&number| chance(number, 1)[0] == 1 && random(number, 77, 20) == 0));
    assert_eq!(compared.flows[0].counts[0][1], 0);
}

#[test]
fn an_effect_below_its_margin_is_called_unchanged() {
    // One fight in 250 goes to left: 0.2 points.
    let compared = made_up(&rule(500_000), |number| {
        let before = chance(number, 1);
        [before, [before[0] * i64::from(number % 250 != 0), before[1], before[2], before[3]]]
    });
    assert_eq!(found(&compared, "win(left)").word, OutcomeVerdict::Unchanged);
    let strict =
        ComparisonRule { margins: Margins { families: vec![("winner".into(), 0.001)], ..Margins::default() }, ..rule(500_000) };
    let again = made_up(&strict, |number| {
        let before = chance(number, 1);
        [before, [before[0] * i64::from(number % 250 != 0), before[1], before[2], before[3]]]
    });
    assert_eq!(found(&again, "win(left)").word, OutcomeVerdict::Changed, "a stricter margin sees it");
}

const PER_ROUND: &str = "Ada.hp_per_round";

#[test]
fn ratios_have_their_words_too() {
    // Every fourth fight has two hit points more: half a point of 6 in 6.5 rounds.
    let more = |number: u64| {
        let before = chance(number, 1);
        [before, [before[0], before[1], before[2], before[3] + 2 * i64::from(number.is_multiple_of(4))]]
    };
    let changed = made_up_by(true, &rule(500_000), more);
    let ratio = found(&changed, PER_ROUND);
    assert_eq!((ratio.word, ratio.outcome.measure), (OutcomeVerdict::Changed, OutcomeMeasure::Ratio("HP")));
    let difference = ratio.evidence.difference(rule(500_000).level_of_intervals()).expect("fights");
    assert!((difference.low..=difference.high).contains(&(0.5 / 6.5)), "{difference:?}");
    assert_eq!(ratio.examples, [vec![0, 4, 8], vec![]]);
    let lenient = ComparisonRule {
        margins: Margins { families: vec![("hp_per_round".into(), 0.2)], ..Margins::default() },
        ..rule(500_000)
    };
    assert_eq!(
        found(&made_up_by(true, &lenient, more), PER_ROUND).word,
        OutcomeVerdict::Unchanged,
        "by a margin of its family"
    );
    let same = made_up_by(true, &rule(500_000), |number| [chance(number, 1); 2]);
    assert_eq!((words(&same), same.fights < 500_000), (vec![OutcomeVerdict::Identical; 6], true));
    assert_eq!(words(&made_up(&rule(500_000), more)).len(), 5, "it is no headline");
}

#[test]
fn a_ratio_of_totals_that_grow_alike_is_unchanged_and_not_identical() {
    let compared = made_up_by(true, &rule(500_000), |number| {
        let [winner, rounds, dead, hp] = chance(number, 1);
        [[winner, rounds, dead, hp], [winner, 2 * rounds, dead, 2 * hp]]
    });
    let words = [PER_ROUND, "rounds", "Ada.hp"].map(|key| found(&compared, key).word);
    assert_eq!(words, [OutcomeVerdict::Unchanged, OutcomeVerdict::Changed, OutcomeVerdict::Changed]);
}

#[test]
fn a_ratio_without_anything_to_divide_by_is_undecided_and_never_nonsense() {
    let compared = made_up_by(true, &rule(4096), |number| {
        let after = chance(number, 1);
        [[after[0], 0, after[2], 0], after]
    });
    let ratio = found(&compared, PER_ROUND);
    assert_eq!((ratio.word, ratio.fights_needed, ratio.size()), (OutcomeVerdict::Undecided, None, 0.0));
    let level = Level::default();
    assert_eq!((ratio.evidence.before(level), ratio.evidence.difference(level)), (None, None));
    assert!(ratio.evidence.after(level).is_some() && ratio.margin.is_finite());
    let never = made_up_by(true, &rule(4096), |number| [[0, 0, 0, 0], [(number % 2) as i64, 0, 0, 0]]);
    assert_eq!(found(&never, PER_ROUND).word, OutcomeVerdict::Identical);
}

#[test]
fn too_few_fights_leave_it_undecided_and_say_how_many_would_decide() {
    let change = |number: u64| {
        let before = chance(number, 1);
        let luck = random(number, 5, 40);
        let winner = if luck == 0 {
            0
        } else if luck == 1 && number.is_multiple_of(3) {
            1
        } else {
            before[0]
        };
        [before, [winner, before[1], before[2], before[3]]]
    };
    let compared = made_up(&rule(600), change);
    let left = found(&compared, "win(left)");
    assert_eq!(left.word, OutcomeVerdict::Undecided);
    let needed = left.fights_needed.expect("foreseeable");
    assert!(needed > 600 && needed.to_string().trim_end_matches('0').len() <= 2, "{needed}");
    assert_ne!(found(&made_up(&rule(100_000), change), "win(left)").word, OutcomeVerdict::Undecided);
}

#[test]
fn without_any_effect_no_more_comparisons_than_stated_claim_one() {
    // Two looks, six outcomes; both sides with luck of their own.
    let claims = |seed: u64| {
        let compared = made_up_by(true, &rule(8192), |number| [chance(number, 2 * seed), chance(number, 2 * seed + 1)]);
        compared.findings.iter().any(|finding| finding.word == OutcomeVerdict::Changed)
    };
    let wrong = (1..=300).filter(|&seed| claims(seed)).count();
    // 5 % of 300 are 15; five standard deviations more are 34.
    assert!(wrong <= 34, "{wrong}");
}

#[test]
fn what_moves_by_its_margin_is_no_more_often_called_unchanged_than_stated() {
    let claims = |seed: u64| {
        let compared = made_up(&rule(4096), |number| {
            let before = chance(number, seed);
            let dies = i64::from(before[2] == 1 || random(number, 900 + seed, 90) == 0);
            [before, [before[0], before[1], dies, before[3]]]
        });
        found(&compared, "Ada.dead").word == OutcomeVerdict::Unchanged
    };
    let wrong = (1..=300).filter(|&seed| claims(seed)).count();
    assert!(wrong <= 34, "{wrong}");
}

#[test]
fn an_interruption_keeps_the_last_look_and_the_scenarios_before() {
    let pairs = [1, 2, 3].map(|seed| MadeUp::new(move |number| [chance(number, seed), chance(number, seed + 10)]));
    let strict =
        ComparisonRule { margins: Margins { rates: 0.0, rounds: 0.0, amounts: 0.0, families: vec![] }, ..rule(16_384) };
    let contests: Vec<Contest<'_>> =
        pairs.iter().map(|pair| Contest { pair, outcomes: &pair.outcomes, same: false, pacts: None }).collect();
    let interrupted = AtomicBool::new(false);
    let compared = compare(&contests, &strict, Some(1), &interrupted, &mut |progress| {
        assert!(progress.needed >= progress.fights && progress.needed <= 3 * 16_384, "{progress:?}");
        interrupted.store(progress.contest == 1 && progress.fights >= 16_384 + 8192, Ordering::Relaxed);
    });
    let compared = compared.expect("it is played");
    let ends: Vec<(u64, bool)> = compared.iter().map(|one| (one.fights, one.interrupted)).collect();
    assert_eq!(ends, [(16_384, false), (8192, true), (0, true)]);
    assert_eq!(compared.iter().map(|one| one.findings.len()).collect::<Vec<_>>(), [5, 5, 0]);
}

#[test]
fn scenarios_that_come_later_count_from_the_beginning() {
    // Twelve fights in 1500 flip, all the same way: judged more strictly when there are more outcomes to be judged.
    let small = |number: u64| {
        let [_, rounds, dead, hp] = chance(number, 1);
        [i64::from(number.is_multiple_of(136)), 0].map(|winner| [winner, rounds, dead, hp])
    };
    let rule = ComparisonRule { margins: Margins { rates: 0.002, ..Margins::default() }, ..rule(1500) };
    let alone = made_up(&rule, small);
    let pair = MadeUp::new(small);
    let others = MadeUp::new(|number| [chance(number, 4); 2]);
    let mut contests = vec![Contest { pair: &pair, outcomes: &pair.outcomes, same: false, pacts: None }];
    contests.extend((0..400).map(|_| Contest { pair: &others, outcomes: &others.outcomes, same: true, pacts: None }));
    let among_many = compare(&contests, &rule, Some(1), &NEVER, &mut |_| {}).expect("it is played");
    let word = |compared: &Compared| found(compared, "win(left)").word;
    assert_eq!((word(&alone), word(&among_many[0])), (OutcomeVerdict::Changed, OutcomeVerdict::Undecided));
}

#[test]
fn findings_stand_by_word_and_then_by_size() {
    let compared = made_up(&rule(20_000), |number| {
        let before = chance(number, 1);
        [before, [before[0], before[1] + 1, before[2], before[3] + 1]]
    });
    let mut findings = compared.findings.clone();
    findings.sort_by(OutcomeFinding::rank);
    let keys: Vec<&str> = findings.iter().map(|finding| finding.outcome.key.as_str()).collect();
    assert_eq!(keys, ["rounds", "Ada.hp", "win(left)", "win(right)", "Ada.dead"]);
    // One of 3 to 10 rounds is one of 2.29 standard deviations.
    assert!((findings[0].size() - 1.0 / 5.25_f64.sqrt()).abs() < 0.01);
}

const DUEL: &str = r#"
[[side]]
name = "left"
[[side.combatant]]
name = "Lea"
hp_max = 5
weapons = [{ name = "club", die = "1d6" }]
[[side]]
name = "right"
[[side.combatant]]
name = "Rob"
hp_max = 5
weapons = [{ name = "club", die = "1d6" }]
"#;

type Duel = Loaded<<Vogt as RuleSet>::Rules>;

/// Two variants of a duel with their seeds, compared by every metric.
fn duel(before: &str, after: &str, seeds: [u64; 2]) -> (Pair<Duel>, Outcomes) {
    let arm = |text: &str, seed| {
        let loaded = load::<Vogt>(text);
        Arm { layout: Layout::new(&loaded), loaded: Arc::new(loaded), seed }
    };
    let (before, after) = (arm(before, seeds[0]), arm(after, seeds[1]));
    let (old, new) = (&before.layout.catalogue, &after.layout.catalogue);
    let matching = matching(old, new, true, |_| false);
    let outcomes = Outcomes::of(old, new, &matching);
    (Pair { before, after, matching }, outcomes)
}

fn played(before: &str, after: &str, seeds: [u64; 2], rule: &ComparisonRule, threads: u16) -> Compared {
    let (pair, outcomes) = duel(before, after, seeds);
    let contest = Contest { pair: &pair, outcomes: &outcomes, same: false, pacts: None };
    compare(&[contest], rule, Some(threads), &NEVER, &mut |_| {}).expect("it is played").remove(0)
}

#[test]
fn a_scenario_compared_with_itself_is_identical_everywhere() {
    let compared = played(DUEL, DUEL, [1, 1], &rule(5000), 2);
    assert!(compared.findings.len() > 60);
    assert!(compared.findings.iter().all(|finding| finding.word == OutcomeVerdict::Identical), "{:?}", words(&compared));
}

#[test]
fn a_thousand_comparisons_under_different_seeds_claim_no_more_changes_than_stated() {
    let (mut pair, outcomes) = duel(DUEL, DUEL, [0, 0]);
    let mut wrong = 0;
    for seed in 1..=1000 {
        (pair.before.seed, pair.after.seed) = (2 * seed, 2 * seed + 1);
        let contest = Contest { pair: &pair, outcomes: &outcomes, same: false, pacts: None };
        let compared = compare(&[contest], &rule(200), Some(1), &NEVER, &mut |_| {}).expect("it is played").remove(0);
        assert!(words(&compared).contains(&OutcomeVerdict::Undecided), "the fights differ");
        wrong += u32::from(words(&compared).contains(&OutcomeVerdict::Changed));
    }
    // 5 % of 1000 are 50; five standard deviations more are 84.
    assert!(wrong <= 84, "{wrong}");
}

#[test]
fn an_interruption_of_real_fights_keeps_their_last_look() {
    let (pair, outcomes) = duel(DUEL, &DUEL.replacen("hp_max = 5", "hp_max = 7", 1), [1, 1]);
    let contest = Contest { pair: &pair, outcomes: &outcomes, same: false, pacts: None };
    let interrupted = AtomicBool::new(false);
    let compared =
        compare(&[contest], &ComparisonRule { full: true, ..rule(16_384) }, Some(2), &interrupted, &mut |progress| {
            interrupted.store(progress.fights >= 8192, Ordering::Relaxed);
        });
    let compared = compared.expect("it is played").remove(0);
    let whole =
        played(DUEL, &DUEL.replacen("hp_max = 5", "hp_max = 7", 1), [1, 1], &ComparisonRule { full: true, ..rule(8192) }, 1);
    assert_eq!((compared.fights, compared.interrupted), (8192, true));
    let counts = |compared: &Compared| compared.findings.iter().map(|finding| finding.evidence).collect::<Vec<Evidence>>();
    assert_eq!(counts(&whole), counts(&compared));
}

#[test]
fn threads_do_not_show() {
    let stronger = DUEL.replacen("hp_max = 5", "hp_max = 7", 1);
    let one = played(DUEL, &stronger, [7, 7], &rule(9000), 1);
    for threads in [2, 5] {
        assert_eq!(played(DUEL, &stronger, [7, 7], &rule(9000), threads), one);
    }
}

#[test]
fn differences_agree_with_the_exact_solution_and_so_do_the_words() {
    let stronger = DUEL.replacen("hp_max = 5", "hp_max = 6", 1);
    let chance_of_left = |text: &str| {
        let loaded = load::<Vogt>(text);
        let solved = exact::solve(&loaded, &Layout::new(&loaded), SolverLimits::default()).whole().expect("a duel is small");
        solved.metrics[0][&0]
    };
    let truth = chance_of_left(&stronger) - chance_of_left(DUEL);
    assert!(truth > 0.01, "{truth}");
    let with_margin = |margin: f64| ComparisonRule { margins: Margins { rates: margin, ..Margins::default() }, ..rule(60_000) };
    let changed = played(DUEL, &stronger, [3, 3], &with_margin(truth / 2.0), 2);
    let left = found(&changed, "win(left)");
    let level = Level::new(0.999_999).expect("allowed");
    let difference = left.evidence.difference(level).expect("fights");
    assert!((difference.low..=difference.high).contains(&truth), "{difference:?} {truth}");
    assert!(left.evidence.variance_saved().expect("pairs differ") > 2.0, "the same luck on both sides saves fights");
    let unchanged = played(DUEL, &stronger, [3, 3], &with_margin(truth * 2.0), 2);
    assert_eq!((left.word, found(&unchanged, "win(left)").word), (OutcomeVerdict::Changed, OutcomeVerdict::Unchanged));
}
