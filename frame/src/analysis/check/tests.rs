//! Tests of checking, with fights that are made up: what moved is known.

use std::cell::RefCell;

use super::*;
use crate::analysis::contract::{Clause, ClauseNumber, StatisticTerm};
use crate::analysis::statistic::Statistic;
use crate::analysis::testing::{Values, catalogue};
use crate::dice::key::mix;
use crate::fight::Catalogue;
use crate::sim::scan::Scanned;
use crate::tally::{Header, Recorded};

/// Fights whose values come from a function of luck: a number from 0 to 1 for the winner, another for everything else.
struct Made<F> {
    catalogue: Catalogue,
    fight: F,
}

impl<F: Fn(f64, f64) -> Values + Send + Sync> Fights for Made<F> {
    fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    fn own_metrics(&self) -> usize {
        self.catalogue.metrics.len()
    }

    fn play(
        &self,
        stretch: &Stretch<'_>,
        _: Option<u16>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Scanned>, Failure> {
        let mut tally = Tally::new(&self.catalogue, 0);
        let mut digests = Vec::new();
        for number in stretch.numbers.clone() {
            let luck = |purpose: u64| (mix(mix(stretch.seed << 8 | purpose) ^ mix(number)) >> 11) as f64 / (1_u64 << 53) as f64;
            let values = (self.fight)(luck(1), luck(2));
            tally.record(&values[..self.catalogue.metrics.len()]);
            if !stretch.digested.is_empty() {
                let digest = stretch.digested.iter().fold(0, |hash, &metric| mix(hash ^ values[metric] as u64));
                digests.push(digest as u32);
            }
        }
        Ok((!stop()).then_some(Scanned { tally, digests }))
    }
}

/// A made-up scene, which has no dice to follow.
impl<F> Solvable for Made<F> {
    fn fights(&self) -> usize {
        1
    }

    fn measures(&self) -> &Catalogue {
        &self.catalogue
    }

    fn solve(&self, _: crate::exact::SolverLimits, _: &mut dyn FnMut(crate::exact::SolverStage) -> bool) -> Solved {
        Solved::new(vec![None; self.catalogue.metrics.len()])
    }
}

/// The left wins with this probability; some fights last longer than others; Ada dies rarely.
fn usual(wins: f64) -> impl Fn(f64, f64) -> Values + Send + Sync {
    move |luck, other| {
        let rounds = 3 + (other * 8.0) as i64;
        [i64::from(luck >= wins), rounds, i64::from(other < 0.02), (20.0 * other * luck) as i64]
    }
}

fn made(fight: impl Fn(f64, f64) -> Values + Send + Sync + 'static) -> Box<dyn Checkable> {
    Box::new(Made { catalogue: catalogue(), fight })
}

fn baseline(source: &dyn Checkable, seed: u64, fights: u64) -> Baseline {
    let all: Vec<usize> = (0..source.own_metrics()).collect();
    let stretch = Stretch { seed, numbers: 0..fights, digested: &all };
    let scanned = source.play(&stretch, None, &|| false).expect("no threads").expect("nobody stops it");
    let header = Header {
        tool: "0".into(),
        system: "made up".into(),
        scheme: "made".into(),
        seed,
        from: 0,
        digest: String::new(),
        title: String::new(),
    };
    Baseline::new(Recorded::of(&header, source.catalogue(), &scanned.tally), "a test", &scanned.digests)
}

fn subject(source: Box<dyn Checkable>, baseline: Option<Baseline>, contracts: Vec<Contract>) -> CheckedScenario {
    CheckedScenario { name: "made".into(), sources: vec![source], baseline, contracts, exact: None, scheme: "made".into() }
}

fn rule(alpha: f64, fights_max: u64) -> BaselineRule {
    BaselineRule { alpha, fights_max, margins: Margins::default(), seed: None, threads: None }
}

fn checked(subjects: &[CheckedScenario], rule: &BaselineRule) -> Vec<Checked> {
    check(subjects, rule, &|| false, &mut |_, _| {}).expect("no threads")
}

fn held(subject: CheckedScenario, rule: &BaselineRule) -> BaselineResult {
    checked(&[subject], rule).remove(0).baseline.expect("it has a baseline")
}

/// The left wins at least or at most so often.
fn wins(low: f64, high: f64) -> Contract {
    let first = StatisticTerm { source: 0, statistic: Statistic::Share(0, 0) };
    let clause = Clause { what: "wins".into(), number: ClauseNumber::One(first), low, high };
    Contract { that: "wins".into(), because: String::new(), if_violated: String::new(), line: 0, clauses: vec![clause] }
}

#[test]
fn what_is_played_as_ever_passes_without_a_new_fight() {
    let held = held(subject(made(usual(0.5)), Some(baseline(&*made(usual(0.5)), 1, 3000)), vec![]), &rule(1e-3, 1_000_000));
    assert_eq!((held.word, held.difference, held.fights), (BaselineVerdict::Pass, None, 0));
}

#[test]
fn the_first_fight_that_is_played_otherwise_is_named() {
    let then = baseline(&*made(usual(0.5)), 1, 5000);
    // Only where luck is exactly that of one fight something else happens.
    let luck_of = |number: u64| (mix(mix(1 << 8 | 2) ^ mix(number)) >> 11) as f64 / (1_u64 << 53) as f64;
    let otherwise = |number: u64| {
        let only = luck_of(number);
        made(move |luck, other| {
            let mut values = usual(0.5)(luck, other);
            values[3] += i64::from(other == only);
            values
        })
    };
    let difference = |number| held(subject(otherwise(number), Some(then.clone()), vec![]), &rule(1e-3, 1)).difference;
    assert_eq!(difference(17), Some(DifferentPart::Fights(vec![17])));
    assert_eq!(difference(199), Some(DifferentPart::Fights(vec![199])));
    assert_eq!(difference(200), Some(DifferentPart::Within(200..1000)));
    assert_eq!(difference(4321), Some(DifferentPart::Within(4000..5000)));
    assert_eq!(difference(5000), None, "a fight that the baseline does not have");
}

#[test]
fn of_two_thousand_honest_runs_with_new_seeds_hardly_any_alarms() {
    let (mut alarms, mut strict) = (0, 0);
    for block in 0..50 {
        let then = baseline(&*made(usual(0.4)), 10_000 + block, 800);
        for run in 0..40 {
            let subject = [subject(made(usual(0.4)), Some(then.clone()), vec![])];
            let rule = BaselineRule { seed: Some(block * 40 + run), ..rule(0.2, 1200) };
            let held = checked(&subject, &rule).remove(0).baseline.expect("there is one");
            alarms += u32::from(held.word == BaselineVerdict::Drift);
            strict += u32::from(held.findings.iter().any(|finding| finding.chance <= 1e-3 / 2.0));
        }
    }
    // Baselines have half of the stated 20 %, and half of 0.1 %: 200 and 1, with five standard errors. Runs against one baseline
    // share its luck, so that alarms come in groups.
    assert!(alarms <= 200 + 5 * 30 && strict <= 6, "{alarms} {strict}");
}

#[test]
fn planted_drifts_are_found_with_the_stated_power() {
    let plan = drift::DriftPlan { family: 4, looks: 1, alpha: 1e-3 };
    let moved = plan.detectable(4000, 4000);
    let found = (0..100).filter(|run| {
        let then = baseline(&*made(usual(0.5)), 2 * run, 4000);
        let now = subject(made(usual(0.5 + moved)), Some(then), vec![]);
        let held = checked(&[now], &BaselineRule { seed: Some(2 * run + 1), ..rule(1e-3, 4000) }).remove(0).baseline;
        held.is_some_and(|held| {
            held.findings.iter().any(|finding| finding.key.starts_with("win(") && finding.word == BaselineVerdict::Drift)
        })
    });
    // 99 are expected; five standard errors.
    assert!(found.count() >= 94, "{moved}");
}

#[test]
fn a_rare_death_that_became_three_times_as_frequent_is_found_when_the_margin_is_smaller() {
    let deaths = |share: f64| made(move |_, other| [0, 5, i64::from(other < share), 7]);
    let then = baseline(&*deaths(0.002), 1, 50_000);
    let lenient = held(subject(deaths(0.006), Some(then.clone()), vec![]), &rule(1e-3, 50_000));
    assert_eq!(lenient.word, BaselineVerdict::Pass, "less than one percentage point");
    assert!(lenient.findings.iter().any(|finding| finding.key == "Ada.dead" && finding.moved(1e-3)));
    let mut strict = rule(1e-3, 50_000);
    strict.margins.families.push(("dead".into(), 0.001));
    let held = held(subject(deaths(0.006), Some(then), vec![]), &strict);
    let drifted: Vec<&str> = held
        .findings
        .iter()
        .filter(|finding| finding.word == BaselineVerdict::Drift)
        .map(|finding| finding.key.as_str())
        .collect();
    assert_eq!((held.word, drifted), (BaselineVerdict::Drift, vec!["Ada.dead"]));
}

#[test]
fn too_small_a_baseline_never_passes_by_default() {
    let then = baseline(&*made(usual(0.5)), 1, 300);
    let held = held(subject(made(usual(0.5)), Some(then), vec![]), &BaselineRule { seed: Some(2), ..rule(1e-3, 20_000) });
    assert_eq!(held.word, BaselineVerdict::Undecided);
    assert_eq!(held.fights, 20_000, "all fights that it may have");
}

#[test]
fn a_large_baseline_passes_with_other_streams() {
    let then = baseline(&*made(usual(0.5)), 1, 100_000);
    let other = CheckedScenario { scheme: "another".into(), ..subject(made(usual(0.5)), Some(then), vec![]) };
    let held = held(other, &BaselineRule { seed: Some(3), ..rule(1e-3, 400_000) });
    assert_eq!((held.word, held.difference), (BaselineVerdict::Pass, Some(DifferentPart::Streams)));
    assert!(held.fights > 0 && held.findings.iter().all(|finding| finding.word == BaselineVerdict::Pass));
}

#[test]
fn a_metric_that_is_gone_leaves_the_check_undecided_and_a_new_one_does_not() {
    let then = baseline(&*made(usual(0.5)), 1, 1000);
    let poorer = |wins| -> Box<dyn Checkable> {
        let mut fewer = catalogue();
        fewer.metrics.pop();
        Box::new(Made { catalogue: fewer, fight: usual(wins) })
    };
    let lost = held(subject(poorer(0.5), Some(then.clone()), vec![]), &rule(1e-3, 8192));
    assert_eq!(
        (lost.word, lost.gone, lost.difference, lost.fights),
        (BaselineVerdict::Undecided, vec!["Ada.hp".to_owned()], Some(DifferentPart::Gone), 0)
    );
    let otherwise = held(subject(poorer(0.8), Some(then.clone()), vec![]), &rule(1e-3, 8192));
    assert_eq!((otherwise.word, otherwise.difference), (BaselineVerdict::Drift, Some(DifferentPart::Metrics)));
    let mut recorded = then;
    recorded.recorded.metrics.pop();
    let digested: Vec<usize> = (0..3).collect();
    let source = made(usual(0.5));
    let stretch = Stretch { seed: 1, numbers: 0..1000, digested: &digested };
    let scanned = source.play(&stretch, None, &|| false).expect("no threads").expect("nobody stops it");
    let older = Baseline::new(recorded.recorded, "a test", &scanned.digests);
    let richer = held(subject(source, Some(older), vec![]), &rule(1e-3, 8192));
    assert_eq!((richer.word, richer.new, richer.difference), (BaselineVerdict::Pass, 1, None));
}

#[test]
fn contracts_hold_are_broken_or_stay_open() {
    let standings = |contracts: Vec<Contract>| -> Vec<ContractStanding> {
        let found = checked(&[subject(made(usual(0.5)), None, contracts)], &rule(1e-3, 16_384));
        found[0].contracts.iter().map(|kept| kept.standing).collect()
    };
    let contracts = vec![wins(0.4, 0.6), wins(0.6, 1.0), wins(0.5, 1.0)];
    assert_eq!(standings(contracts), [ContractStanding::Holds, ContractStanding::Broken, ContractStanding::Undecided]);
}

#[test]
fn a_contract_that_holds_by_a_hair_is_hardly_ever_called_broken() {
    let broken = (0..250).filter(|run| {
        let subject = subject(made(usual(0.5)), None, vec![wins(0.5, 1.0)]);
        let found = checked(&[subject], &BaselineRule { seed: Some(*run), ..rule(0.2, 8192) });
        found[0].contracts[0].standing == ContractStanding::Broken
    });
    // Contracts have half of 20 %, and half of that is on this side: 12.5, with five standard errors.
    assert!(broken.count() <= 30);
}

#[test]
fn without_time_nothing_passes() {
    let then = baseline(&*made(usual(0.5)), 1, 1000);
    let subjects = [subject(made(usual(0.5)), Some(then), vec![wins(0.0, 1.0)])];
    let found = check(&subjects, &rule(1e-3, 8192), &|| true, &mut |_, _| {}).expect("no threads");
    let held = found[0].baseline.as_ref().expect("there is a baseline");
    assert_eq!((held.word, &held.difference), (BaselineVerdict::Undecided, &Some(DifferentPart::Unknown)));
    assert_eq!(found[0].contracts[0].standing, ContractStanding::Undecided);
}

#[test]
fn everything_open_gets_its_look_before_anything_gets_another_and_the_least_certain_goes_first() {
    let named = |name: &str, contract| CheckedScenario { name: name.into(), ..subject(made(usual(0.5)), None, vec![contract]) };
    let subjects = [named("easy", wins(0.3, 0.7)), named("near", wins(0.51, 1.0)), named("at the limit", wins(0.5, 1.0))];
    let order = RefCell::new(Vec::new());
    let mut listen = |name: &str, _: u64| order.borrow_mut().push(name.to_owned());
    check(&subjects, &rule(1e-3, 16_384), &|| false, &mut listen).expect("no threads");
    let played = order.into_inner();
    assert_eq!(played[3..6], ["easy", "near", "at the limit"]);
    assert!(!played[6..].contains(&"easy".to_owned()), "it was decided at once: {played:?}");
    assert_eq!(played[6], "at the limit", "the nearer to its limit, the earlier: {played:?}");
}

#[test]
fn contracts_are_judged_by_exact_answers_alone_where_there_are_any() {
    let exact = |share: f64, open: f64| {
        let mut solved = Solved::new(vec![None; catalogue().metrics.len()]);
        solved.metrics[0].extend([(0, share), (1, 1.0 - share - open)]);
        if open > 0.0 {
            solved.lose(open, crate::exact::SolverStop::Time);
        }
        solved
    };
    let kept = |solved: Option<Solved>, (low, high): (f64, f64)| {
        let subject = CheckedScenario { exact: Some(vec![solved]), ..subject(made(usual(0.9)), None, vec![wins(low, high)]) };
        checked(&[subject], &rule(1e-3, 1_000_000)).remove(0).contracts.remove(0)
    };
    let half = kept(Some(exact(0.5 - 1e-13, 0.0)), (0.5, 0.5));
    assert!(
        half.standing == ContractStanding::Holds && half.by == Judge::Solver && half.fights == 0,
        "the last digits are rounding: {half:?}"
    );
    assert_eq!(kept(Some(exact(0.500_001, 0.0)), (0.0, 0.5)).standing, ContractStanding::Broken, "no margin");
    assert_eq!(kept(Some(exact(0.5, 0.1)), (0.4, 0.61)).standing, ContractStanding::Holds, "bounds hold for certain");
    assert_eq!(kept(Some(exact(0.5, 0.1)), (0.55, 1.0)).standing, ContractStanding::Undecided);
    let large = kept(None, (0.0, 1.0));
    assert_eq!((large.standing, large.by), (ContractStanding::Undecided, Judge::Nobody), "what is too large is not played");
}
