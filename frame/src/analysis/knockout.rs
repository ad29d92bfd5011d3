//! Knockouts: what every rule, ruling, trait and policy line is there for.
//!
//! Owns what is taken away, one thing at a time, and the comparison of all of them under one certainty. Start at [`KnockoutPlan::prepare`], then
//! [`KnockoutPlan::play`].

use crate::error::Failure;
use crate::scenario::{Switch, SwitchKind};
use crate::stats::Level;

use super::compare::{Compared, ComparisonRule, OutcomeFinding, OutcomeVerdict, compare};
use super::many::{EffectThere, LookedAt, ManyFound, Tried};
use super::margin::Margins;
use super::outcome::Outcome;
use super::variant::{Listener, Underway, VariantSource, Variants};

/// Fights that are told with and without a thing that changes no outcome, to see if it comes up in them.
pub const TOLD: u64 = 400;

/// The plan of a knockout.
#[derive(Clone, PartialEq, Debug)]
pub struct KnockoutPlan {
    /// The kinds of things that are taken away; without any, all of them.
    pub kinds: Vec<SwitchKind>,
    /// The most fights of each on each side.
    pub fights: u64,
    /// In how many of such studies no word is wrong.
    pub level: Level,
    /// Threads; without it, one per core.
    pub threads: Option<u16>,
}

/// Something that can be taken away, to be played with and without.
pub struct Removable {
    /// The place of its scenario.
    pub scenario: usize,
    /// The thing.
    pub switch: Switch,
    /// The scenario as it is, and without it.
    pub variants: Variants,
}

/// Everything that can be taken away and decides something.
#[derive(Default)]
pub struct Prepared {
    /// The things.
    pub ready: Vec<Removable>,
    /// The place of its scenario, what cannot be taken away, and why.
    pub refused: Vec<(usize, Switch, String)>,
}

/// One thing that was taken away or replaced.
#[derive(Clone, PartialEq, Debug)]
pub struct Knocked {
    /// The switch.
    pub switch: Switch,
    /// The comparison: before is the scenario as it is, after is the scenario without this.
    pub compared: Compared,
    /// Of the first [`TOLD`] fights, those that are told otherwise without it; where no outcome differs.
    pub told_otherwise: Option<u64>,
}

impl Knocked {
    /// The finding about an outcome.
    #[must_use]
    pub fn finding(&self, key: &str) -> Option<&OutcomeFinding> {
        self.compared.findings.iter().find(|finding| finding.outcome.key == key)
    }

    /// The number of outcomes with this word.
    #[must_use]
    pub fn count(&self, word: OutcomeVerdict) -> usize {
        self.compared.findings.iter().filter(|finding| finding.word == word).count()
    }

    /// The word for all outcomes together: the one that a designer wants to know most of.
    #[must_use]
    pub fn word(&self) -> Option<OutcomeVerdict> {
        self.compared.findings.iter().map(|finding| finding.word).min()
    }

    /// The outcome that moved most.
    #[must_use]
    pub fn most(&self) -> Option<&OutcomeFinding> {
        self.compared.findings.iter().min_by(|one, other| one.rank(other))
    }
}

impl Prepared {
    /// The outcomes by which anything is compared.
    pub fn outcomes(&self) -> impl Iterator<Item = &Outcome> + Clone {
        self.ready.iter().flat_map(|one| &one.variants.outcomes.both)
    }
}

impl KnockoutPlan {
    /// Makes everything ready that can be taken away from a scenario.
    ///
    /// # Errors
    /// A scenario that cannot be read, or in which there is nothing of the kind.
    pub fn prepare(&self, source: &dyn VariantSource) -> Result<Prepared, Failure> {
        let mut prepared = Prepared::default();
        self.add(&mut prepared, 0, source)?;
        if prepared.ready.is_empty() {
            return Err(Failure::Usage("there is nothing in this scenario that could be taken away".into()));
        }
        Ok(prepared)
    }

    /// Makes everything ready that can be taken away from several scenarios.
    ///
    /// # Errors
    /// A scenario that cannot be read, or scenarios in which there is nothing of the kind.
    pub fn prepare_many(&self, scenarios: &[LookedAt<'_>]) -> Result<Prepared, Failure> {
        let mut prepared = Prepared::default();
        for (place, LookedAt { source, .. }) in scenarios.iter().enumerate() {
            self.add(&mut prepared, place, *source)?;
        }
        if prepared.ready.is_empty() {
            return Err(Failure::Usage("there is nothing in these scenarios that could be taken away".into()));
        }
        Ok(prepared)
    }

    /// Adds what can be taken away from a scenario.
    fn add(&self, to: &mut Prepared, scenario: usize, source: &dyn VariantSource) -> Result<(), Failure> {
        let wanted = |switch: &Switch| self.kinds.is_empty() || self.kinds.contains(&switch.kind);
        for switch in source.switches()?.into_iter().filter(wanted) {
            match source.variants(&[], std::slice::from_ref(&switch.set)) {
                // A policy that nobody follows decides nothing.
                Ok(variants) if switch.kind == SwitchKind::Line && variants.same() => {}
                Ok(variants) => to.ready.push(Removable { scenario, switch, variants }),
                Err(failure) => to.refused.push((scenario, switch, failure.in_short())),
            }
        }
        Ok(())
    }

    /// The rule by which words are found.
    #[must_use]
    pub fn rule(&self, margins: Margins) -> ComparisonRule {
        let (level, fights_max) = (self.level, self.fights);
        ComparisonRule { level, fights_max, margins, full: false, strict: false, waits_for: Vec::new() }
    }

    /// Plays all things; where outcomes are identical, looks for fights that are told otherwise.
    ///
    /// # Errors
    /// More threads than can be started; an interruption before the first look.
    pub fn play(
        &self,
        rule: &ComparisonRule,
        ready: Vec<Removable>,
        listener: &mut Listener<'_>,
    ) -> Result<Vec<Knocked>, Failure> {
        let compared = self.compared(rule, &ready, listener)?;
        let knock = |(Removable { switch, variants, .. }, compared): (Removable, Compared)| {
            let mut knocked = Knocked { switch, compared, told_otherwise: None };
            if knocked.word() == Some(OutcomeVerdict::Identical) {
                knocked.told_otherwise = variants.pair.told_otherwise(TOLD, self.threads)?;
            }
            Ok(knocked)
        };
        ready.into_iter().zip(compared).map(knock).collect()
    }

    /// Plays all things of several scenarios under one certainty, each until the outcome is decided that its scenario is looked at by.
    ///
    /// # Errors
    /// More threads than can be started; an interruption before the first look.
    pub fn play_many(
        &self,
        scenarios: &[LookedAt<'_>],
        margins: Margins,
        prepared: Prepared,
        listener: &mut Listener<'_>,
    ) -> Result<ManyFound<Switch>, Failure> {
        let mut waits_for: Vec<String> = scenarios.iter().map(|one| one.looked.key.clone()).collect();
        waits_for.sort_unstable();
        waits_for.dedup();
        let rule = ComparisonRule { waits_for, ..self.rule(margins) };
        let compared = self.compared(&rule, &prepared.ready, listener)?;
        let level = rule.level_of_intervals();
        let tried = |(one, compared): (Removable, &Compared)| {
            let key = &scenarios[one.scenario].looked.key;
            let finding = compared.findings.iter().find(|finding| finding.outcome.key == *key);
            let moved = compared.findings.iter().filter(|finding| finding.word.is_seen_to_move()).count();
            let seen = finding.is_some_and(|finding| finding.word.is_seen_to_move());
            let effect = EffectThere {
                interval: finding.and_then(|finding| finding.evidence.difference(level)),
                together: None,
                word: finding.map(|finding| finding.word),
                others: moved - usize::from(seen),
                fights: compared.fights,
            };
            Tried { thing: one.switch, scenario: one.scenario, effect }
        };
        let refused = prepared.refused.into_iter();
        let name = |scenario: usize| &scenarios[scenario].looked.name;
        Ok(ManyFound {
            tried: prepared.ready.into_iter().zip(&compared).map(tried).collect(),
            refused: refused.map(|(scenario, switch, why)| (format!("{}: {}", name(scenario), switch.set), why)).collect(),
            level,
            interrupted: compared.iter().any(|one| one.interrupted),
        })
    }

    /// Plays all things, under one certainty.
    fn compared(
        &self,
        rule: &ComparisonRule,
        ready: &[Removable],
        listener: &mut Listener<'_>,
    ) -> Result<Vec<Compared>, Failure> {
        let contests: Vec<_> = ready.iter().map(|one| one.variants.contest()).collect();
        let interrupted = listener.interrupted;
        let compared = compare(&contests, rule, self.threads, interrupted, &mut |progress| {
            let what = &ready[progress.contest].switch.set;
            (listener.hear)(Underway { fights: progress.fights, needed: progress.needed, what });
        })?;
        if compared.iter().all(|compared| compared.fights == 0) {
            return Err(Failure::Interrupted("interrupted before the first look: nothing is kept".into()));
        }
        Ok(compared)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::analysis::many::Looked;
    use crate::analysis::testing::MadeUpScenario;

    fn switch(kind: SwitchKind, set: &str) -> Switch {
        let (whose, now, instead) = ("rulings.crit".into(), "once".into(), "off".into());
        Switch { kind, whose, now, instead, set: set.into(), part: String::new() }
    }

    /// Without `bow` the left loses a fight in ten more; without `hat` nothing changes; `head` cannot be taken away.
    fn scenario() -> MadeUpScenario {
        let scenario = MadeUpScenario::new(|sets| {
            let without = |thing: &str| sets.iter().any(|set| set == thing);
            let few = if without("bow") { 4 } else { 5 };
            if without("head") {
                return Err(Failure::Usage("nobody lives so".into()));
            }
            Ok(Box::new(move |number| [i64::from(number % 10 >= few), 3, 0, 5]))
        });
        let switches = [(SwitchKind::Trait, "bow"), (SwitchKind::Ruling, "hat"), (SwitchKind::Trait, "head")];
        MadeUpScenario { switches: switches.map(|(kind, set)| switch(kind, set)).to_vec(), ..scenario }
    }

    fn plan(kinds: &[SwitchKind]) -> KnockoutPlan {
        KnockoutPlan { kinds: kinds.to_vec(), fights: 65_536, level: Level::default(), threads: Some(1) }
    }

    #[test]
    fn what_does_nothing_is_identical_and_what_cannot_go_says_why() {
        let (plan, interrupted) = (plan(&[]), AtomicBool::new(false));
        let Prepared { ready, refused } = plan.prepare(&scenario()).expect("there is something");
        assert_eq!(refused, [(0, switch(SwitchKind::Trait, "head"), "nobody lives so".into())]);
        let mut listener = Listener { interrupted: &interrupted, hear: &mut |_| {} };
        let knocked = plan.play(&plan.rule(Margins::default()), ready, &mut listener).expect("it can be played");
        let words: Vec<_> = knocked.iter().map(|one| (one.switch.set.as_str(), one.word())).collect();
        assert_eq!(words, [("bow", Some(OutcomeVerdict::Changed)), ("hat", Some(OutcomeVerdict::Identical))]);
        assert_eq!(knocked[0].most().map(|finding| finding.evidence.estimate().abs() > 0.09), Some(true));
    }

    #[test]
    fn only_the_kinds_that_are_asked_for_are_taken_away() {
        let kinds = |of: &[SwitchKind]| plan(of).prepare(&scenario()).map(|prepared| prepared.ready.len());
        assert_eq!(kinds(&[SwitchKind::Ruling]).ok(), Some(1));
        assert!(kinds(&[SwitchKind::Line]).is_err());
    }

    #[test]
    fn several_scenarios_are_judged_together_and_nothing_is_kept_of_none() {
        let looked = ["one", "two"].map(|name| Looked { name: name.into(), key: "win(left)".into(), unit: None });
        let (plan, source) = (plan(&[]), scenario());
        let scenarios: Vec<LookedAt<'_>> = looked.iter().map(|looked| LookedAt { looked, source: &source }).collect();
        let play = |interrupted: bool| {
            let interrupted = AtomicBool::new(interrupted);
            let mut listener = Listener { interrupted: &interrupted, hear: &mut |_| {} };
            let prepared = plan.prepare_many(&scenarios).expect("there is something");
            plan.play_many(&scenarios, Margins::default(), prepared, &mut listener)
        };
        let found = play(false).expect("it can be played");
        let seen: Vec<_> = found.tried.iter().map(|one| (one.scenario, one.thing.set.as_str(), one.effect.seen())).collect();
        assert_eq!(seen, [(0, "bow", true), (0, "hat", false), (1, "bow", true), (1, "hat", false)]);
        assert_eq!(found.refused[1].0, "two: head");
        assert!(matches!(play(true), Err(Failure::Interrupted(_))));
    }
}
