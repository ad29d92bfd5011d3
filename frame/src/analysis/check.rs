//! Checking: whether the outcomes of scenarios are still those of their baselines, and do what their designers want.
//!
//! Owns the plan and the verdicts. A baseline is first compared byte by byte: the same streams, seed and fight numbers have to
//! give the same counts. Only where they do not are new fights played and judged by [`drift`]. Contracts are judged by
//! [`contract`]; where scenarios were solved, by that alone. Everything that is open gets its looks in turn, what has had the fewest first and of those
//! what is furthest from a verdict, until all is settled, the fights are enough or the time is over.
//!
//! One family-wise error rate holds for everything that is checked together: half of it for all baselines (Holm), half for all
//! clauses of all contracts (Bonferroni), and of either the share that belongs to one look. What has not been shown is
//! *undecided*, never passed. Start at [`check`].

pub mod drift;
pub mod exact;

use crate::dice::SEED;
use crate::error::Failure;
use crate::exact::{Solvable, Solved};
use crate::fight::Catalogue;
use crate::sim::scan::{Fights, Stretch};
use crate::stats::Level;
use crate::stats::verdict::looks;
use crate::tally::{Baseline, Tally};

use super::contract::{self, ClauseNumber, Contract, ContractStanding, Judged};
use super::margin::Margins;
use drift::{MetricFinding, Test};
use exact::DifferentPart;

/// The rule by which everything is decided.
#[derive(Clone, PartialEq, Debug)]
pub struct BaselineRule {
    /// In which share of all checks anything is alarmed at that did not move, or called broken that holds.
    pub alpha: f64,
    /// The most new fights of any scenario.
    pub fights_max: u64,
    /// The largest differences that are none.
    pub margins: Margins,
    /// The seed of new fights; without it that of the baseline, from where the baseline ends.
    pub seed: Option<u64>,
    /// Threads; without it, one per core.
    pub threads: Option<u16>,
}

/// A scene that can be played and solved.
pub trait Checkable: Fights + Solvable {}

impl<T: Fights + Solvable> Checkable for T {}

/// A scenario to be checked.
pub struct CheckedScenario {
    /// The name.
    pub name: String,
    /// Its fights, then those of other scenarios that its contracts speak of.
    pub sources: Vec<Box<dyn Checkable>>,
    /// The baseline that it is held to, if any.
    pub baseline: Option<Baseline>,
    /// The designer's wishes.
    pub contracts: Vec<Contract>,
    /// Exact answers of each source, where contracts are judged by these and not by fights; nothing of a source that is too large.
    pub exact: Option<Vec<Option<Solved>>>,
    /// Name of the scheme of random streams.
    pub scheme: String,
}

/// The verdict on a baseline.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum BaselineVerdict {
    /// An outcome moved by its margin or more, which is no luck.
    Drift,
    /// An outcome moved, which is no luck; whether by its margin is open.
    Moved,
    /// Nothing has been shown.
    Undecided,
    /// Everything is as it was, or shown to stay within its margins.
    Pass,
}

/// The result of a baseline.
#[derive(Clone, PartialEq, Debug)]
pub struct BaselineResult {
    /// The verdict.
    pub word: BaselineVerdict,
    /// The part that is played otherwise than when the baseline was made; none when nothing is.
    pub difference: Option<DifferentPart>,
    /// Metrics that the baseline has and the scenario has no more, or measures otherwise.
    pub gone: Vec<String>,
    /// The number of metrics that the scenario has and the baseline has not.
    pub new: usize,
    /// New fights that were played to judge it.
    pub fights: u64,
    /// The findings about each metric; empty when nothing is played otherwise, or nothing could be judged yet.
    pub findings: Vec<MetricFinding>,
    /// Difference between even rates that so many fights show with 99 %, as a share.
    pub detectable: Option<f64>,
}

/// The result of a contract.
#[derive(Clone, PartialEq, Debug)]
pub struct ContractResult {
    /// The standing.
    pub standing: ContractStanding,
    /// Its clauses.
    pub clauses: Vec<Judged>,
    /// Fights that were played of each source it speaks of.
    pub fights: u64,
    /// By what it was judged.
    pub by: Judge,
}

/// By what a contract is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judge {
    /// Fights that were played.
    Fights,
    /// Exact answers: the limits of its numbers hold for certain.
    Solver,
    /// Nothing: something it speaks of is too large to be solved.
    Nobody,
}

/// The result of a scenario.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Checked {
    /// Of its baseline; none when it has none.
    pub baseline: Option<BaselineResult>,
    /// Of its contracts, in their order.
    pub contracts: Vec<ContractResult>,
}

/// Checks all scenarios. `progress` is told what is played and how many fights have been; when `stop` says so, what is open stays
/// as the last look left it.
///
/// # Errors
/// More threads than can be started.
pub fn check(
    subjects: &[CheckedScenario],
    rule: &BaselineRule,
    stop: &(dyn Fn() -> bool + Sync),
    progress: &mut dyn FnMut(&str, u64),
) -> Result<Vec<Checked>, Failure> {
    let mut session = Session { subjects, rule, stop, looks: looks(rule.fights_max), fights: 0, open: Vec::new() };
    let mut checked = Vec::new();
    for (place, subject) in subjects.iter().enumerate() {
        progress(&subject.name, session.fights);
        checked.push(session.begin(place, subject)?);
    }
    let (mut round, mut due) = (0, false);
    while let Some(next) = session.thinnest() {
        // All are judged together, so once is enough when each has had its look: judging is what takes long where there are many.
        let looks = session.open[next].looks;
        if looks > round {
            round = looks;
            session.judge(&mut checked);
            due = false;
            continue;
        }
        progress(&subjects[session.open[next].subject].name, session.fights);
        if !session.look(next)? {
            break;
        }
        due = true;
    }
    if due {
        session.judge(&mut checked);
    }
    Ok(checked)
}

/// A check under way.
struct Session<'a> {
    subjects: &'a [CheckedScenario],
    rule: &'a BaselineRule,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// Fights at which something may be judged.
    looks: Vec<u64>,
    fights: u64,
    open: Vec<Item>,
}

/// Something that takes fights to decide.
struct Item {
    /// The index of its subject.
    subject: usize,
    about: About,
    /// The number of looks that have been made.
    looks: usize,
    /// The thinness of the evidence at the last one.
    thinness: f64,
    /// Counts of each source.
    tallies: Vec<Option<Tally>>,
    /// The sources that something undecided is about.
    needed: Vec<bool>,
    settled: bool,
}

enum About {
    /// The baseline, tested so and with new fights from this seed and number on.
    Baseline { tests: Vec<Test>, seed: u64, from: u64 },
    /// All contracts.
    Contracts,
}

impl Session<'_> {
    /// The exact tier of a scenario, and what of it is open then.
    fn begin(&mut self, place: usize, subject: &CheckedScenario) -> Result<Checked, Failure> {
        let mut checked = Checked::default();
        if let Some(baseline) = &subject.baseline {
            let own = &*subject.sources[0];
            let recorded = &baseline.recorded;
            let matched = exact::BaselineMatch::new(own, recorded);
            let comparable =
                recorded.header.scheme == subject.scheme && self.rule.seed.is_none_or(|seed| seed == recorded.header.seed);
            let difference = if comparable {
                exact::difference(own, baseline, &matched, self.rule.threads, self.stop)?
            } else {
                Some(DifferentPart::Streams)
            };
            let word = if difference.is_none() { BaselineVerdict::Pass } else { BaselineVerdict::Undecided };
            // Fights that are played as ever leave nothing to estimate.
            let as_ever = matches!(difference, None | Some(DifferentPart::Gone));
            let (gone, new) = (matched.gone.clone(), matched.new);
            checked.baseline =
                Some(BaselineResult { word, difference, gone, new, fights: 0, findings: Vec::new(), detectable: None });
            if !as_ever {
                let tests = drift::tests(own.catalogue(), recorded, &matched);
                let header = &recorded.header;
                let seed = self.rule.seed.unwrap_or(header.seed);
                let from = if comparable { recorded.fights.end } else { 0 };
                self.open.push(Item::new(place, About::Baseline { tests, seed, from }, 1));
            }
            if comparable {
                self.fights += recorded.fights.end - recorded.fights.start;
            }
        }
        if let Some(exact) = &subject.exact {
            checked.contracts = subject.contracts.iter().map(|contract| ContractResult::by(exact, contract)).collect();
        } else if !subject.contracts.is_empty() {
            let undecided = |contract: &Contract| ContractResult {
                standing: ContractStanding::Undecided,
                clauses: contract.judge(&vec![None; subject.sources.len()], Level::default()),
                fights: 0,
                by: Judge::Fights,
            };
            checked.contracts = subject.contracts.iter().map(undecided).collect();
            self.open.push(Item::new(place, About::Contracts, subject.sources.len()));
        }
        Ok(checked)
    }

    /// The subject that gets the next look.
    fn thinnest(&self) -> Option<usize> {
        let open = self.open.iter().enumerate().filter(|(_, item)| !item.settled && item.looks < self.looks.len());
        let order = |one: &Item, other: &Item| one.looks.cmp(&other.looks).then(other.thinness.total_cmp(&one.thinness));
        open.min_by(|(_, one), (_, other)| order(one, other)).map(|(index, _)| index)
    }

    /// Plays one item up to its next look; false when there is no time for that.
    fn look(&mut self, item: usize) -> Result<bool, Failure> {
        let until = self.looks[self.open[item].looks];
        let item = &mut self.open[item];
        let subject = &self.subjects[item.subject];
        let (seed, from) = match &item.about {
            About::Baseline { seed, from, .. } => (*seed, *from),
            About::Contracts => (self.rule.seed.unwrap_or(SEED), 0),
        };
        let mut more = Vec::new();
        let needed = subject.sources.iter().zip(&item.needed).enumerate().filter(|(_, (_, needed))| **needed);
        for (place, (source, _)) in needed {
            let played = item.tallies[place].as_ref().map_or(0, Tally::fights);
            let stretch = Stretch { seed, numbers: from + played..from + until, digested: &[] };
            let Some(scanned) = source.play(&stretch, self.rule.threads, self.stop)? else { return Ok(false) };
            self.fights += until - played;
            more.push((place, scanned.tally));
        }
        // A look is whole or nothing: whatever is judged was played up to one of the looks.
        for (place, tally) in more {
            match &mut item.tallies[place] {
                Some(known) => known.merge(&tally),
                none => *none = Some(tally),
            }
        }
        item.looks += 1;
        Ok(true)
    }

    /// Judges everything by all that is known.
    fn judge(&mut self, checked: &mut [Checked]) {
        self.judge_baselines(checked);
        let played = self.subjects.iter().filter(|subject| subject.exact.is_none());
        let clauses: usize = played.flat_map(|subject| &subject.contracts).map(|contract| contract.clauses.len()).sum();
        for item in self.open.iter_mut().filter(|item| matches!(item.about, About::Contracts) && !item.settled) {
            if item.looks == 0 {
                continue;
            }
            let level = Level::missing(self.rule.alpha / 2.0 / (clauses * self.looks.len()) as f64);
            let fights = item.tallies[0].as_ref().map_or(0, Tally::fights);
            let contracts = &self.subjects[item.subject].contracts;
            let sources = self.subjects[item.subject].sources.iter().map(|source| source.catalogue());
            let tallies: Vec<Option<(&Tally, &Catalogue)>> =
                item.tallies.iter().zip(sources).map(|(tally, catalogue)| Some((tally.as_ref()?, catalogue))).collect();
            item.thinness = 0.0;
            item.needed.fill(false);
            for (contract, kept) in contracts.iter().zip(&mut checked[item.subject].contracts) {
                // A verdict that was reached at an earlier look stays.
                if kept.standing == ContractStanding::Undecided {
                    kept.clauses = contract.judge(&tallies, level);
                    kept.standing = contract::standing(&kept.clauses);
                    kept.fights = fights;
                }
                if kept.standing == ContractStanding::Undecided {
                    let clauses = contract.clauses.iter().zip(&kept.clauses);
                    let open = clauses.filter(|(_, judged)| judged.standing == ContractStanding::Undecided);
                    item.thinness = open.map(|(clause, judged)| clause.thinness(judged)).fold(item.thinness, f64::max);
                    contract.sources().for_each(|source| item.needed[source] = true);
                }
            }
            item.settled = checked[item.subject].contracts.iter().all(|kept| kept.standing != ContractStanding::Undecided);
        }
    }

    /// Judges all baselines together.
    fn judge_baselines(&mut self, checked: &mut [Checked]) {
        let family: usize = self.open.iter().map(Item::tests).sum();
        let mut found: Vec<(usize, Vec<MetricFinding>)> = Vec::new();
        for (index, item) in self.open.iter().enumerate() {
            if let (About::Baseline { tests, .. }, Some(Some(tally))) = (&item.about, item.tallies.first()) {
                found.push((index, tests.iter().map(|test| test.finding(tally, &self.rule.margins)).collect()));
            }
        }
        let plan = drift::DriftPlan { family, looks: self.looks.len(), alpha: self.rule.alpha };
        drift::judge(found.iter_mut().flat_map(|(_, findings)| findings.iter_mut()), &plan);
        for (index, findings) in found {
            let item = &mut self.open[index];
            let Some(held) = &mut checked[item.subject].baseline else { continue };
            let after = item.tallies[0].as_ref().map_or(0, Tally::fights);
            let recorded = self.subjects[item.subject].baseline.as_ref().map(|baseline| &baseline.recorded.fights);
            let before = recorded.map_or(0, |fights| fights.end - fights.start);
            // A verdict that was reached at an earlier look stays.
            if item.settled {
                continue;
            }
            held.word = findings.iter().map(|finding| finding.word).min().unwrap_or(BaselineVerdict::Undecided);
            if held.word == BaselineVerdict::Pass && !held.gone.is_empty() {
                held.word = BaselineVerdict::Undecided;
            }
            held.fights = after;
            held.detectable = Some(plan.detectable(before, after));
            item.thinness = findings.iter().map(MetricFinding::thinness).fold(0.0, f64::max);
            held.findings = findings;
            // More fights cannot bring back what is gone.
            item.settled = matches!(held.word, BaselineVerdict::Drift | BaselineVerdict::Pass) || item.thinness == 0.0;
        }
    }
}

/// Cases that a contract has to allow in so many fights for it to be odd that there is none.
const ALLOWED_LEAST: f64 = 20.0;

impl ContractResult {
    /// True if what the contract allows now and then never came up: it may be asked of the wrong thing.
    #[must_use]
    pub fn never_came_up(&self, contract: &Contract) -> bool {
        let clauses = contract.clauses.iter().zip(&self.clauses);
        let mut alone = clauses.filter(|(clause, _)| matches!(clause.number, ClauseNumber::One(_)));
        alone.any(|(clause, judged)| {
            let nothing = judged.interval.is_some_and(|interval| interval.estimate == 0.0 && interval.low >= 0.0);
            nothing && clause.high * self.fights as f64 >= ALLOWED_LEAST
        })
    }

    /// The standing of a contract by exact answers.
    fn by(exact: &[Option<Solved>], contract: &Contract) -> Self {
        let of = |term: contract::StatisticTerm, _| term.statistic.solved(exact[term.source].as_ref()?);
        let clauses = contract.judge_by(&of, Level::default());
        let by = if contract.sources().all(|source| exact[source].is_some()) { Judge::Solver } else { Judge::Nobody };
        ContractResult { standing: contract::standing(&clauses), clauses, fights: 0, by }
    }
}

impl Item {
    /// An item that has had no look yet, with a place for the tally of each source.
    fn new(subject: usize, about: About, sources: usize) -> Self {
        Item {
            subject,
            about,
            looks: 0,
            thinness: f64::INFINITY,
            tallies: vec![None; sources],
            needed: vec![true; sources],
            settled: false,
        }
    }

    /// The number of tests that belong to it.
    fn tests(&self) -> usize {
        match &self.about {
            About::Baseline { tests, .. } => tests.len(),
            About::Contracts => 0,
        }
    }
}

#[cfg(test)]
mod tests;
