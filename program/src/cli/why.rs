//! `sparring why`: where the luck of a fight sits.

use clap::{Args, ValueEnum};

use crate::cli::number;
use crate::cli::progress::{Bar, heed_interrupts};
use crate::cli::study::{OutcomeArguments, Study, StudyArguments};
use crate::report::why::WhyReport;
use frame::analysis::outcome::Outcome;
use frame::analysis::variant::{Variant, VariantSource as _};
use frame::analysis::why::{Division, LuckPlan, LuckShares};
use frame::error::Failure;
use frame::fight::typed::winner_of;

/// Combatants at the most whose dice are told apart without being asked: of more there is a table that nobody reads.
const COMBATANTS_MOST: usize = 8;

/// Say which dice decide a fight: roll some of them anew and keep all others, fight by fight.
///
/// What varies from fight to fight is divided among the dice: by what they are rolled for, by side, by combatant. Of each it is told how
/// much they decide alone, and how much together with others. Fights are played until every share is known to the precision.
#[derive(Args, Debug)]
pub struct WhyArguments {
    #[command(flatten)]
    study: StudyArguments,
    #[command(flatten)]
    asked: OutcomeArguments,
    /// The groups of dice; without it, purposes, sides, both together, and combatants where there are few. Can be given several times.
    #[arg(long = "of", value_name = "GROUPS", value_enum)]
    of: Vec<Groups>,
    /// Play until no share is known worse than so many points, or all fights are played.
    #[arg(long, value_parser = number::share, default_value = "1%")]
    precision: f64,
}

/// Groups of dice, as they are typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Groups {
    /// What they are rolled for.
    Purposes,
    /// The side that rolls them.
    Sides,
    /// The combatant who rolls them.
    Combatants,
    /// The side that rolls them, and what for.
    SidePurposes,
    /// The combatant who rolls them, and what for.
    CombatantPurposes,
}

impl Groups {
    /// The way to divide dice that is meant.
    fn division(self) -> Division {
        match self {
            Groups::Purposes => Division::Purposes,
            Groups::Sides => Division::Sides,
            Groups::Combatants => Division::Combatants,
            Groups::SidePurposes => Division::SidePurposes,
            Groups::CombatantPurposes => Division::CombatantPurposes,
        }
    }
}

/// Divides what varies in a scenario among its dice, and reports the shares.
pub fn why(arguments: &WhyArguments) -> Result<(), Failure> {
    let study = Study::open(&arguments.study, arguments.study.only()?, &arguments.asked.outcomes)?;
    let variant = study.variant(&[])?;
    let mut keys = study.keys(&variant.outcomes)?;
    if arguments.asked.outcomes.is_empty() {
        keys.retain(|key| winner_of(key).is_some());
        keys.extend(variant.outcomes.both.iter().find(|outcome| outcome.key == "rounds").map(|outcome| outcome.key.clone()));
    }
    whole(&keys, &variant)?;
    let divisions = arguments.divisions(&variant);
    let mut of: Vec<&str> = arguments.of.iter().map(|groups| groups.division().name()).collect();
    of.extend(arguments.asked.outcomes.iter().map(String::as_str));
    let directory = arguments.study.directory("why", &of, false)?;
    let plan = LuckPlan {
        divisions,
        precision: arguments.precision,
        level: arguments.study.level,
        fights_max: arguments.study.fights,
        threads: arguments.study.threads,
    };
    let bar = Bar::new();
    let asked = (&variant.outcomes, &keys[..], &variant.matching);
    let luck =
        LuckShares::play(&variant.arm, &plan, asked, heed_interrupts(), &mut |done, all| bar.show(done, all, String::new()));
    bar.clear();
    let luck = luck?.ok_or_else(|| Failure::Interrupted("interrupted before the first look: nothing is kept".into()))?;
    let origin = study.origin("why", &arguments.words());
    let report = WhyReport { origin, plan, luck, asked: !arguments.asked.outcomes.is_empty(), rolls: study.rolls() };
    arguments.study.hand_out(&report, directory.as_deref())
}

/// Refuses ratios of totals, which are no numbers of single fights.
fn whole(keys: &[String], variant: &Variant) -> Result<(), Failure> {
    let ratio = |outcome: &&Outcome| keys.contains(&outcome.key) && !LuckShares::divides(outcome);
    let Some(outcome) = variant.outcomes.both.iter().find(ratio) else { return Ok(()) };
    let key = &outcome.key;
    let over = variant.catalogue.named_ratios().find(|ratio| ratio.key == *key).map(|ratio| ratio.over);
    let such_as = over.map_or_else(String::new, |over| format!(", such as `mean({})`", variant.catalogue.metrics[over].key));
    Err(Failure::Usage(format!(
        "`{key}` is a ratio of totals of all fights, and has no value in each of them that dice could decide; ask about one of the two \
         numbers{such_as}"
    )))
}

impl WhyArguments {
    /// The ways in which dice are divided.
    fn divisions(&self, variant: &Variant) -> Vec<Division> {
        let engine = &variant.arm.loaded;
        let (combatants, sides) = (engine.combatants().len(), engine.sides().len());
        let wanted = |division: &Division| match division {
            _ if !self.of.is_empty() => self.of.iter().any(|groups| groups.division() == *division),
            Division::Combatants => combatants > sides && combatants <= COMBATANTS_MOST,
            Division::CombatantPurposes => false,
            _ => true,
        };
        Division::ALL.into_iter().filter(wanted).collect()
    }

    /// The words of the command that are its own.
    fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = self.asked.typed().collect();
        words.extend(self.of.iter().map(|groups| format!("--of {}", groups.division().name())));
        words.push(format!("--precision {}%", (self.precision * 1e14).round() / 1e12));
        words
    }
}
