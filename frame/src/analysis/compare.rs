//! Comparing: what a change does to every outcome of one or many scenarios, and how sure that is.
//!
//! Owns the plan (which scenarios, how many looks), the words and when there have been enough fights. Every outcome gets one word:
//!
//! - *identical*: it was the same in every pair of fights;
//! - *changed*: it moved by the margin or more, which is no luck;
//! - *moved*: it moved, which is no luck, but whether by the margin is open;
//! - *unchanged*: whatever it did, it stays within the margin, which is no luck either;
//! - *undecided*: nothing has been shown.
//!
//! Three errors are possible, and each happens in no more than the stated share of all comparisons, however many outcomes and
//! scenarios there are: that anything is called *changed* which the change moves by less than its margin, that anything is called
//! *moved* which it does not move, and that anything is called *unchanged* which it moves by more than its margin. All three kinds
//! of test are made at the share of the level that belongs to one look, and corrected by Holm's procedure over all outcomes of all scenarios.
//!
//! Contracts are judged beside that, on each side by itself: no standing of any of them is wrong in more than the stated share of all
//! comparisons either, since each clause of each side has an interval of the level that belongs to one of all of them at one look
//! (Bonferroni). Start at [`compare`].

use std::cmp::Ordering;
use std::sync::atomic::AtomicBool;

use crate::error::Failure;
use crate::sim::pair::{Audience, PlayablePair};
use crate::stats::Level;
use crate::stats::controls::Sharper;
use crate::stats::paired::Evidence;
use crate::stats::verdict::{holm, looks};
use crate::tally::{Joint, PairedTally, Tally};

use super::contract::ContractStanding;
use super::fate::{Fated, Pacts};
use super::margin::Margins;
use super::outcome::{Outcome, Outcomes};

/// The rule by which a comparison decides.
#[derive(Clone, PartialEq, Debug)]
pub struct ComparisonRule {
    /// In how many comparisons no word is wrong in either of the two ways.
    pub level: Level,
    /// The most fights of a scenario on each side.
    pub fights_max: u64,
    /// The largest differences that are none.
    pub margins: Margins,
    /// True if all fights are played even when everything is decided before.
    pub full: bool,
    /// True if nothing is enough before every contract is decided, too.
    pub strict: bool,
    /// The outcomes that are waited for: a scenario has fights enough once those of them that it has are decided. Without any, all are.
    pub waits_for: Vec<String>,
}

impl ComparisonRule {
    /// Fights after which there may be an end.
    #[must_use]
    pub fn looks(&self) -> Vec<u64> {
        looks(self.fights_max)
    }

    /// True if anything that is waited for is open.
    fn waits(&self, findings: &[OutcomeFinding]) -> bool {
        let named = |finding: &OutcomeFinding| self.waits_for.contains(&finding.outcome.key);
        let all = !findings.iter().any(named);
        findings.iter().any(|finding| !finding.settled && (all || named(finding)))
    }

    /// The level of a single interval: what belongs to one look.
    #[must_use]
    pub fn level_of_intervals(&self) -> Level {
        self.level.shared(self.looks().len())
    }

    /// The level of the interval of one clause of a contract, of so many on both sides of all scenarios.
    #[must_use]
    pub fn level_of_clauses(&self, clauses: usize) -> Level {
        self.level.shared(self.looks().len() * clauses.max(1))
    }
}

/// A scenario to be compared.
pub struct Contest<'a> {
    /// The two variants.
    pub pair: &'a dyn PlayablePair,
    /// The outcomes that they are compared by.
    pub outcomes: &'a Outcomes,
    /// True if nothing that decides outcomes differs between the two, so that one look at them is enough.
    pub same: bool,
    /// What is expected of both, where that is judged.
    pub pacts: Option<&'a Pacts>,
}

/// The verdict on an outcome. In the order of how much a designer wants to know of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum OutcomeVerdict {
    /// It moved by the margin or more.
    Changed,
    /// It moved; whether by the margin is open.
    Moved,
    /// Nothing has been shown.
    Undecided,
    /// It stays within the margin.
    Unchanged,
    /// It was the same in every pair of fights.
    Identical,
}

impl OutcomeVerdict {
    /// All of them, in their order.
    pub const ALL: [OutcomeVerdict; 5] = [
        OutcomeVerdict::Changed,
        OutcomeVerdict::Moved,
        OutcomeVerdict::Undecided,
        OutcomeVerdict::Unchanged,
        OutcomeVerdict::Identical,
    ];

    /// True if it moved, by its margin or less.
    #[must_use]
    pub const fn is_seen_to_move(self) -> bool {
        matches!(self, OutcomeVerdict::Changed | OutcomeVerdict::Moved)
    }

    /// The word itself.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            OutcomeVerdict::Changed => "changed",
            OutcomeVerdict::Moved => "moved",
            OutcomeVerdict::Undecided => "undecided",
            OutcomeVerdict::Unchanged => "unchanged",
            OutcomeVerdict::Identical => "identical",
        }
    }
}

/// The finding about an outcome.
#[derive(Clone, PartialEq, Debug)]
pub struct OutcomeFinding {
    /// The outcome.
    pub outcome: Outcome,
    /// The counts it was read from.
    pub evidence: Evidence,
    /// The margin, in the unit of the outcome.
    pub margin: f64,
    /// The verdict.
    pub word: OutcomeVerdict,
    /// Of what is open: about how many fights would decide it, as far as can be foreseen.
    pub fights_needed: Option<u64>,
    /// First fights in which it came about only after, or there is more; and only before, or there is less.
    pub examples: [Vec<u64>; 2],
    /// The difference without what the luck of the dice explains, where that is asked for and known.
    pub sharper: Option<Sharper>,
    /// True if more fights could not change the word.
    settled: bool,
    /// Probabilities of the three tests, corrected for looks: if unchanged, if within the margin, if beyond it.
    chances: [f64; 3],
}

impl OutcomeFinding {
    /// The size of the effect: how many standard deviations of the outcome, from fight to fight, it moved.
    #[must_use]
    pub fn size(&self) -> f64 {
        let moved = self.evidence.estimate().abs();
        match self.evidence.deviation() {
            _ if moved == 0.0 => 0.0,
            deviation if deviation > 0.0 => moved / deviation,
            _ => f64::INFINITY,
        }
    }

    /// By word, then the larger effect first.
    #[must_use]
    pub fn rank(&self, other: &Self) -> Ordering {
        self.word.cmp(&other.word).then(other.size().total_cmp(&self.size()))
    }
}

/// Pairs of fights by how they ended before and after.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flow {
    /// The metric: its place among the categories of the scenario's outcomes.
    pub category: usize,
    /// One row per label before, one column per label after.
    pub counts: Vec<Vec<u64>>,
}

/// The result of a scenario.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Compared {
    /// Fights on each side, up to the last look.
    pub fights: u64,
    /// True if it was broken off.
    pub interrupted: bool,
    /// One per outcome, in their order; none when it was broken off before the first look.
    pub findings: Vec<OutcomeFinding>,
    /// The flows from endings to others, one for each category.
    pub flows: Vec<Flow>,
    /// The contracts, in their order.
    pub fates: Vec<Fated>,
}

/// The progress of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComparisonProgress {
    /// The scenario that is being played.
    pub contest: usize,
    /// Fights so far, of all scenarios.
    pub fights: u64,
    /// Fights in all, as far as can be told.
    pub needed: u64,
    /// Outcomes of this scenario with a word that will stay, at the last look.
    pub settled: usize,
}

/// Compares scenarios one after the other, each until all its outcomes have their word or there are enough fights.
///
/// An interruption leaves the scenario at hand with its last look, and those that follow without findings.
///
/// # Errors
/// More threads than can be started.
pub fn compare(
    contests: &[Contest<'_>],
    rule: &ComparisonRule,
    threads: Option<u16>,
    interrupted: &AtomicBool,
    progress: &mut (dyn FnMut(ComparisonProgress) + Send),
) -> Result<Vec<Compared>, Failure> {
    let mut session = Session {
        rule,
        looks: rule.looks(),
        contests: contests.len(),
        family: contests.iter().map(|contest| contest.outcomes.both.len()).sum(),
        clauses: contests.iter().map(|contest| contest.pacts.map_or(0, Pacts::clauses)).sum(),
        done: Vec::new(),
    };
    for contest in contests {
        let looks = session.looks.clone();
        let forecast = rule.fights_max;
        let (compared, last) = (Compared::default(), None);
        let mut bout = Bout { session: &mut session, contest, compared, last, forecast, progress };
        let broken_off = contest.pair.play(0, &looks, threads, interrupted, &mut bout)?;
        let (mut compared, last) = (Compared { interrupted: broken_off, ..bout.compared }, bout.last);
        if let (Some(last), Some(pacts)) = (last.filter(|_| !broken_off), contest.pacts) {
            match pacts.play(last.fights(), threads, interrupted)? {
                Some(others) => compared.fates = session.fates(contest, &last, &others),
                None => compared.interrupted = true,
            }
        }
        session.done.push(compared);
    }
    Ok(session.done)
}

/// A comparison under way.
struct Session<'a> {
    rule: &'a ComparisonRule,
    looks: Vec<u64>,
    /// The number of scenarios.
    contests: usize,
    /// Outcomes of all of them.
    family: usize,
    /// Clauses of the contracts of both sides of all of them.
    clauses: usize,
    done: Vec<Compared>,
}

/// A scenario that is being played.
struct Bout<'s, 'a> {
    session: &'s mut Session<'a>,
    contest: &'s Contest<'s>,
    /// The result of the last look.
    compared: Compared,
    /// The counts of the last look, where contracts need other fights, too.
    last: Option<PairedTally>,
    /// Fights that it will take, as far as the last look can tell.
    forecast: u64,
    progress: &'s mut (dyn FnMut(ComparisonProgress) + Send),
}

impl Audience for Bout<'_, '_> {
    fn batch(&mut self, fights: u64) {
        let done = &self.session.done;
        let before: u64 = done.iter().map(|one| one.fights).sum();
        let here = self.forecast.max(fights);
        // The scenarios to come are taken to be like those so far.
        let later = (before + here) / (done.len() as u64 + 1) * (self.session.contests - done.len() - 1) as u64;
        let settled = self.compared.findings.iter().filter(|finding| finding.settled).count();
        (self.progress)(ComparisonProgress {
            contest: done.len(),
            fights: before + fights,
            needed: before + here + later,
            settled,
        });
    }

    fn look(&mut self, tally: &PairedTally) -> bool {
        self.compared = self.session.look(self.contest, tally);
        self.last = self.contest.pacts.is_some_and(Pacts::reach_out).then(|| tally.clone());
        let decided = !self.session.rule.waits(&self.compared.findings)
            && (!self.session.rule.strict || self.compared.fates.iter().all(decided));
        let enough = self.contest.same || decided;
        let enough = enough && !self.session.rule.full;
        self.forecast = if enough { tally.fights() } else { self.session.forecast(&self.compared) };
        enough
    }
}

/// True if more fights of a scenario itself could not decide its contract.
fn decided(fated: &Fated) -> bool {
    !fated.is_own() || fated.standings().into_iter().flatten().all(|standing| standing != ContractStanding::Undecided)
}

impl Session<'_> {
    /// The contracts by the counts of both sides and of other scenarios.
    fn fates(&self, contest: &Contest<'_>, tally: &PairedTally, others: &[Vec<Tally>; 2]) -> Vec<Fated> {
        let (Some([before, after]), Some(pacts)) = (tally.alone(), contest.pacts) else { return Vec::new() };
        let [old, new] = contest.outcomes.catalogues();
        pacts.judge([(before, old), (after, new)], others, self.rule.level_of_clauses(self.clauses))
    }

    /// The result of a look at the counts of a scenario. Words of a scenario say at a look. Words of earlier scenarios may get
    /// firmer by it.
    fn look(&mut self, contest: &Contest<'_>, tally: &PairedTally) -> Compared {
        let finding = |(outcome, evidence): (&Outcome, Evidence)| {
            let sharper = contest.outcomes.sharper(outcome, tally, &evidence, self.rule.level_of_intervals());
            OutcomeFinding { sharper, ..self.finding(outcome, &evidence, tally) }
        };
        let findings = contest.outcomes.both.iter().zip(contest.outcomes.evidence(tally)).map(finding).collect();
        let flows = flows(contest.outcomes, tally);
        let fates = self.fates(contest, tally, &[Vec::new(), Vec::new()]);
        let mut now = Compared { fights: tally.fights(), interrupted: false, findings, flows, fates };
        let earlier = self.done.iter_mut().map(|done| (done.fights, &mut done.findings));
        judge(earlier.chain([(now.fights, &mut now.findings)]), self.family, self.looks.len(), self.rule.level);
        now
    }

    /// The finding about an outcome by the counts so far, its chances corrected for the number of looks.
    fn finding(&self, outcome: &Outcome, evidence: &Evidence, tally: &PairedTally) -> OutcomeFinding {
        let margin = self.rule.margins.of(outcome, evidence.deviation());
        let each = self.looks.len() as f64;
        let chances = [evidence.chance_if_unchanged(), evidence.chance_if_within(margin), evidence.chance_if_beyond(margin)];
        let chances = chances.map(|chance| (each * chance).min(1.0));
        OutcomeFinding {
            outcome: outcome.clone(),
            evidence: *evidence,
            margin,
            word: OutcomeVerdict::Undecided,
            fights_needed: None,
            examples: outcome.examples(tally),
            sharper: None,
            settled: false,
            chances,
        }
    }

    /// The look at which a scenario should have all its words.
    fn forecast(&self, compared: &Compared) -> u64 {
        if self.rule.full {
            return self.rule.fights_max;
        }
        let named = |finding: &OutcomeFinding| self.rule.waits_for.contains(&finding.outcome.key);
        let all = !compared.findings.iter().any(named);
        let open = compared.findings.iter().filter(|finding| !finding.settled && (all || named(finding)));
        let needed = open.map(|finding| finding.fights_needed.unwrap_or(u64::MAX)).max().unwrap_or(compared.fights);
        self.looks.iter().copied().find(|&look| look >= needed).unwrap_or(self.rule.fights_max)
    }
}

/// Gives every finding its word, by all of them together.
fn judge<'f>(scenarios: impl Iterator<Item = (u64, &'f mut Vec<OutcomeFinding>)>, family: usize, looks: usize, level: Level) {
    let mut all: Vec<(u64, &mut OutcomeFinding)> =
        scenarios.flat_map(|(fights, findings)| findings.iter_mut().map(move |finding| (fights, finding))).collect();
    let corrected = |test: usize, all: &[(u64, &mut OutcomeFinding)]| {
        holm(&all.iter().map(|(_, finding)| finding.chances[test]).collect::<Vec<f64>>(), family)
    };
    let [if_unchanged, if_within, if_beyond] = [0, 1, 2].map(|test| corrected(test, &all));
    let alpha = level.alpha();
    let tests = if_unchanged.into_iter().zip(if_within).zip(if_beyond);
    for ((fights, finding), ((moved, beyond), within)) in all.iter_mut().zip(tests) {
        let evidence = &finding.evidence;
        let (moved, beyond, within) = (moved <= alpha, beyond <= alpha, within <= alpha);
        let always_the_same = evidence.n() > 0 && evidence.deviation() == 0.0;
        finding.word = match evidence.differ() {
            0 => OutcomeVerdict::Identical,
            _ if within => OutcomeVerdict::Unchanged,
            _ if beyond => OutcomeVerdict::Changed,
            _ if moved => OutcomeVerdict::Moved,
            _ => OutcomeVerdict::Undecided,
        };
        finding.settled = match finding.word {
            OutcomeVerdict::Identical => within || always_the_same,
            OutcomeVerdict::Changed | OutcomeVerdict::Unchanged => true,
            OutcomeVerdict::Moved | OutcomeVerdict::Undecided => false,
        };
        finding.fights_needed = None;
        if !finding.settled && evidence.n() > 0 {
            let pairs = evidence.pairs_needed(finding.margin, alpha / (family * looks) as f64);
            let scale = *fights as f64 / evidence.n() as f64;
            let needed = pairs.map(|pairs| two_digits((pairs as f64 * scale) as u64).max(two_digits(*fights + 1)));
            finding.fights_needed = needed.filter(|needed| *needed <= crate::stats::looks::FIGHTS_MOST);
        }
    }
}

/// A number of fights rounded up to two digits: a forecast knows no more.
fn two_digits(fights: u64) -> u64 {
    let unit = 10_u64.pow(fights.max(1).ilog10().saturating_sub(1));
    fights.div_ceil(unit) * unit
}

/// The flows from endings to others.
fn flows(outcomes: &Outcomes, tally: &PairedTally) -> Vec<Flow> {
    let flow = |(category, matched)| match tally.joint(matched) {
        Joint::Labels(labels) => Some(Flow { category, counts: labels.rows().map(<[u64]>::to_vec).collect() }),
        Joint::Shifts(_) => None,
    };
    outcomes.categories.iter().map(|category| category.matched).enumerate().filter_map(flow).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::MadeUp;
    use crate::dice::key::mix;

    #[test]
    fn only_what_is_waited_for_has_to_be_decided() {
        // Rounds differ by the margin itself, which no number of fights can decide; who wins never differs.
        let long = |side: u64, number: u64| {
            let luck = mix(mix(side) ^ number) as f64 / u64::MAX as f64;
            3 + i64::from(luck >= [0.75, 0.5][side as usize])
        };
        let pair = MadeUp::new(|number| [0, 1].map(|side| [0, long(side, number), 0, 5]));
        let fights = |waits_for: &[&str]| {
            let rule = ComparisonRule {
                level: Level::default(),
                fights_max: 16_384,
                margins: Margins::default(),
                full: false,
                strict: false,
                waits_for: waits_for.iter().map(|key| (*key).to_owned()).collect(),
            };
            let contest = Contest { pair: &pair, outcomes: &pair.outcomes, same: false, pacts: None };
            let compared = compare(&[contest], &rule, Some(1), &AtomicBool::new(false), &mut |_| {}).expect("it is played");
            compared[0].fights
        };
        assert_eq!(fights(&["win(left)"]), 4096);
        assert_eq!([fights(&[]), fights(&["win(nobody)"])], [16_384; 2], "what no scenario has is not waited for alone");
    }
}
