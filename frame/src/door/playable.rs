//! A scenario that can be played: the game, and in front of it what is measured, expected and asked.
//!
//! Owns what is added to a loaded scenario on request, and what is odd about one that could be played. Start at [`Playable`].

use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::analysis::asked::asks;
use crate::analysis::expect::Expected;
use crate::analysis::outcome::{ATTACKS, EXPECTED, Outcomes, REPEATED, matching};
use crate::analysis::statistic::Statistic;
use crate::analysis::variant::{Variant, Variants};
use crate::dice::SEED;
use crate::error::{Failure, Problem};
use crate::exact::{ExactEngine, Solvable, Solved, SolverLimits, SolverStage, Then};
use crate::fight::{ABSENT, Catalogue, Scale, Side, Subject};
use crate::scenario::{Complaints, quoted};
use crate::sim::pair::Pair;
use crate::sim::solo::Arm;
use crate::sim::{FightQuestion, Layout};

use super::Game;

/// Fights that are tried to see who attacks nobody.
const TRIED: u64 = 20;
/// Fights that are tried to see what never comes up.
const TRIED_FOR_NOTHING: u64 = 1000;
/// Cases that an expectation has to allow in so many fights for it to be odd that there is none.
const CASES_EXPECTED: f64 = 20.0;

/// A scenario that can be played.
pub struct Playable {
    /// The scenario as it was written, and what its combatants come to.
    pub game: Box<dyn Game>,
    /// The rules and who fights: everything that plays and solves it.
    pub engine: Arc<dyn ExactEngine>,
    /// The layout of what is measured.
    pub layout: Layout,
    /// The designer's expectations.
    pub expected: Vec<Expected>,
    /// Metrics that were added because somebody asked, each with the call it stands for.
    pub asked: Vec<(usize, String)>,
    /// The warnings to read before it is played.
    pub warnings: Vec<Problem>,
}

impl Playable {
    /// The scenario as a variant with this seed.
    #[must_use]
    pub fn arm(&self, seed: u64) -> Arm<dyn ExactEngine> {
        Arm { loaded: Arc::clone(&self.engine), layout: self.layout.clone(), seed }
    }

    /// The scenario as a variant with this seed, by itself: with its outcomes, all of them or the most important and those that are asked
    /// for.
    #[must_use]
    pub fn variant(&self, seed: u64, all: bool, asked: &[String]) -> Variant {
        let catalogue = self.named_catalogue();
        let matching = matching(&catalogue, &catalogue, all, |key| asks(asked, key));
        let outcomes = Outcomes::of(&catalogue, &catalogue, &matching);
        let beyond = self.expected.iter().filter(|expected| expected.own().is_none());
        let beyond = beyond.map(|expected| expected.text.that.clone()).collect();
        let expected = self.expected.iter().filter_map(Expected::own).collect();
        let (digest, job) = (self.game.facts().digest.clone(), self.job());
        Variant { digest, job, catalogue, arm: self.arm(seed), matching, outcomes, expected, beyond }
    }

    /// The scenario as it is and changed, to be played with the same luck and this seed; with the outcomes of a [variant](Self::variant).
    #[must_use]
    pub fn against(&self, after: &Playable, seed: u64, all: bool, asked: &[String]) -> Variants {
        let (old, new) = (self.named_catalogue(), after.named_catalogue());
        let matching = matching(&old, &new, all, |key| asks(asked, key));
        let outcomes = Outcomes::of(&old, &new, &matching);
        let digests = [self, after].map(|side| side.game.facts().digest.clone());
        let pair = Box::new(Pair { before: self.arm(seed), after: after.arm(seed), matching });
        Variants { digests, pair, outcomes }
    }

    /// The catalogue, in which conditions that the designer expects something of, or asks about, are called by their own words.
    /// The expected winner is an outcome anyway.
    #[must_use]
    pub fn named_catalogue(&self) -> Catalogue {
        let mut catalogue = self.layout.catalogue.clone();
        let expected = self.expected.iter().flat_map(|expected| &expected.questions);
        for (metric, call) in expected.chain(&self.asked) {
            let metric = &mut catalogue.metrics[*metric];
            // A sum over a side has a name of its own.
            if let Subject::Side(_) = metric.subject {
                metric.family = EXPECTED.to_owned();
                continue;
            }
            metric.family = if call.starts_with("chance") { EXPECTED } else { REPEATED }.to_owned();
            metric.key = words_of(call);
            metric.label.clone_from(&metric.key);
        }
        catalogue
    }

    /// The job that is played: a digest of the scenario and of what is counted of its fights. The scenario's own metrics, conditions
    /// of expectations and those that are asked decide no outcome, but what its counts are counts of.
    #[must_use]
    pub fn job(&self) -> String {
        let facts = self.game.facts();
        let questions = self.expected.iter().flat_map(|expected| &expected.questions).chain(&self.asked);
        let questions: Vec<String> = questions.map(|(_, call)| words_of(call)).collect();
        let mut counted = vec![serde_json::json!(facts.digest), serde_json::json!(facts.metrics), serde_json::json!(questions)];
        let seconds = self.layout.seconds();
        counted.extend((!seconds.is_empty()).then(|| serde_json::json!(format!("{seconds:?}"))));
        let counted = serde_json::Value::Array(counted);
        Sha256::digest(counted.to_string()).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Adds what somebody asks about to what is measured: conditions, `chance(...)`, and what is only counted when it is asked for, such as
    /// sums over sides and moments of a day (`mean(fight3.party.hp)`, `before3.Ada.hp`). Other texts are passed over.
    ///
    /// # Errors
    /// A condition that is wrong.
    pub fn ask(&mut self, texts: &[String]) -> Result<(), Failure> {
        for text in texts {
            let condition = text.trim().strip_prefix("chance(").and_then(|text| text.strip_suffix(')'));
            let Some(condition) = condition else {
                let mean = text.trim().strip_prefix("mean(").and_then(|text| text.strip_suffix(')'));
                self.layout.index_or_sum(&mean.unwrap_or(text).trim().replace('"', ""));
                continue;
            };
            let mut known = self.expected.iter().flat_map(|expected| &expected.questions).chain(&self.asked);
            if known.any(|(_, call)| words_of(call) == words_of(text)) {
                continue;
            }
            let question = FightQuestion::new(condition, &mut self.layout).map_err(|defects| {
                let said = defects.into_iter().map(|defect| [vec![defect.message], defect.help].concat().join("; "));
                Failure::Usage(format!("{text}: {}", said.collect::<Vec<_>>().join("; ")))
            })?;
            let metric = self.layout.ask(format!("asked{}", self.asked.len() + 1), question);
            self.asked.push((metric, text.clone()));
        }
        Ok(())
    }

    /// Adds the time at the table to what is measured, with its tables: rolls, decisions, turns that do nothing.
    pub fn time(&mut self) {
        self.layout.time(false);
    }

    /// Adds what tells a change of the time at the table, without tables; returns the keys.
    pub fn time_in_short(&mut self) -> Vec<String> {
        self.layout.time_in_short()
    }

    /// The warnings, with everything odd about combatants.
    #[must_use]
    pub fn oddities(&self) -> Vec<Problem> {
        let mut complaints = Complaints::default();
        self.game.odd(true, &mut complaints);
        for side in self.harmless() {
            let name = &self.engine.sides()[side];
            let what = format!("`{name}` attacks nobody and wins none of {TRIED} fights");
            let path = match self.game.policy_of(side) {
                Some(name) => format!("policy.{}", quoted(name)),
                None => format!("side[{side}]"),
            };
            complaints.warning(path, what).help("look at its policies: `sparring run FILE --lines` tells what each line did");
        }
        for (index, call) in self.never() {
            let what = format!("`{call}` is 0 in each of {TRIED_FOR_NOTHING} fights");
            let metrics = "`sparring metrics FILE` lists what is counted; expectations of what never happens hold for nothing";
            complaints.warning(format!("expect[{index}]"), what).help(metrics);
        }
        for name in self.game.idle_policies() {
            let complaint =
                complaints.warning(format!("policy.{}", quoted(&name)), format!("nobody follows the policy `{name}`"));
            complaint.help(format!("write `policy = \"{name}\"` for whoever follows it, or leave it out")).own();
        }
        let odd = self.game.problems(complaints).into_iter().filter(|problem| !self.warnings.contains(problem));
        self.warnings.iter().cloned().chain(odd).collect()
    }

    /// Expectations, each by its place in the file, of something that never comes up, though they allow that it does often enough.
    fn never(&self) -> Vec<(usize, &str)> {
        let asked = |index: usize, expected: &Expected| {
            let clauses = expected.clauses.iter().filter(|clause| clause.second.is_none());
            let often = clauses.filter(|clause| clause.high * TRIED_FOR_NOTHING as f64 >= CASES_EXPECTED);
            let of = often.filter_map(|clause| match clause.first.own? {
                Statistic::Mean(metric) => Some((metric, 1)),
                Statistic::Share(metric, value) => Some((metric, value)),
                Statistic::Quantile(..) | Statistic::Score(_) => None,
            });
            of.map(|of| (index, of)).collect::<Vec<_>>()
        };
        let mut left: Vec<(usize, (usize, i64))> =
            self.expected.iter().enumerate().flat_map(|(index, expected)| asked(index, expected)).collect();
        let mut player = self.engine.player(&self.layout, SEED);
        for number in 0..TRIED_FOR_NOTHING {
            if left.is_empty() {
                break;
            }
            let values = player.play(number);
            left.retain(|&(_, (metric, value))| match self.layout.catalogue.metrics[metric].scale {
                Scale::Amount(_) | Scale::Moment => values[metric] == 0 || values[metric] == ABSENT,
                _ => values[metric] != value,
            });
        }
        left.dedup_by_key(|(index, _)| *index);
        left.into_iter().map(|(index, _)| (index, self.expected[index].text.that.trim())).collect()
    }

    /// Sides that win none of a few fights, alone or with allies, and never attack in them, of those that have anybody to fight.
    fn harmless(&self) -> Vec<usize> {
        let (sides, combatants, relations) = (self.engine.sides(), self.engine.combatants(), self.engine.relations());
        let mut player = self.engine.player(&self.layout, SEED);
        let catalogue = &self.layout.catalogue;
        let mut harmless: Vec<bool> = vec![true; sides.len()];
        let mut counted = vec![false; harmless.len()];
        for number in 0..TRIED {
            for (metric, &value) in catalogue.metrics.iter().zip(player.play(number)) {
                match (&metric.scale, metric.subject) {
                    (Scale::Category(labels), Subject::Fight) => {
                        let label = usize::try_from(value).ok().and_then(|value| labels.get(value));
                        if let Some(side) = sides.iter().position(|side| Some(side) == label) {
                            relations.camp_of(Side(side as u8)).for_each(|ally| harmless[ally.index()] = false);
                        }
                    }
                    (_, Subject::Combatant(slot)) if ATTACKS.contains(&metric.family.as_str()) => {
                        let side = combatants[slot.index()].side.index();
                        counted[side] = true;
                        harmless[side] &= value <= 0;
                    }
                    _ => {}
                }
            }
        }
        let fights = |side: usize| relations.fights(Side(side as u8));
        (0..harmless.len()).filter(|&side| harmless[side] && counted[side] && fights(side)).collect()
    }
}

impl Solvable for Playable {
    fn fights(&self) -> usize {
        self.layout.fights()
    }

    fn measures(&self) -> &Catalogue {
        &self.layout.catalogue
    }

    fn solve(&self, limits: SolverLimits, hear: &mut dyn FnMut(SolverStage) -> bool) -> Solved {
        self.engine.solve(&self.layout, limits, hear)
    }

    fn solve_and_play_on(
        &self,
        limits: SolverLimits,
        then: Then,
        hear: &mut dyn FnMut(SolverStage) -> bool,
    ) -> Result<Solved, Failure> {
        self.engine.solve_and_play_on(&self.layout, limits, then, hear)
    }
}

/// A text with single spaces.
#[must_use]
pub fn words_of(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
