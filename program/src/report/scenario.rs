//! A scenario as reports of its runs name it.
//!
//! Owns the way from a loaded scenario to the [`Facts`] of a run of it. Computes no number. Start at [`facts`].

use frame::dice::key::SCHEME;
use frame::door::{Playable, System};
use frame::fight::Side;
use frame::rules::questions::Question;
use frame::scenario::SheetText;
use frame::stats::Level;

use super::input::{Block, Facts, Fighter, Patch};

/// The words and numbers with which somebody asked for a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Wanted {
    /// Path of the scenario as given.
    pub scenario: String,
    /// The command that makes this result again.
    pub command: String,
    /// The seed.
    pub seed: u64,
    /// Confidence level of all intervals.
    pub level: Level,
}

/// The facts of a run as they are known before it is played.
#[must_use]
pub fn facts(system: &dyn System, playable: &Playable, wanted: Wanted) -> Facts {
    let facts = playable.game.facts();
    let patch = |patch: &frame::scenario::Patch| Patch {
        path: patch.path.clone(),
        value: patch.value.to_string(),
        published: patch.published.to_string(),
    };
    Facts {
        title: facts.title.clone(),
        about: facts.about.clone(),
        system: facts.system.clone(),
        scenario: wanted.scenario,
        digest: facts.digest.clone(),
        seed: wanted.seed,
        scheme: SCHEME.to_owned(),
        tool: env!("CARGO_PKG_VERSION").to_owned(),
        level: wanted.level,
        fights: 0..0,
        interrupted: false,
        precision: None,
        sides: playable.engine.sides().to_vec(),
        combatants: fighters(playable),
        sharpened: Vec::new(),
        patches: facts.patches.iter().map(patch).collect(),
        command: wanted.command,
        lines: None,
        stands: Vec::new(),
        notable: Vec::new(),
        expectations: Vec::new(),
        blocks: blocks(playable),
        questions: questions(system),
        files: facts.files.clone(),
    }
}

/// The combatants by slot, as reports name them.
#[must_use]
pub fn fighters(playable: &Playable) -> Vec<Fighter> {
    let combatants = playable.engine.combatants().iter().zip(playable.game.entries());
    combatants.map(|(one, entry)| Fighter { name: one.name.clone(), side: one.side, entry }).collect()
}

/// The questions about the dice of a system: a command, and what it answers.
fn questions(system: &dyn System) -> Vec<(String, String)> {
    let name = system.name();
    let of = |question: &Question| (format!("sparring odds {name} {}", question.name), question.about.to_owned());
    system.questions().iter().map(of).collect()
}

/// The combatants: their sheets and policies.
fn blocks(playable: &Playable) -> Vec<Block> {
    let (combatants, entries) = (playable.engine.combatants(), playable.game.entries());
    let profiles = playable.game.profiles();
    let block = |sheet: SheetText| {
        let same = |slot: &usize| {
            let name = entries[*slot].as_ref().unwrap_or(&combatants[*slot].name);
            combatants[*slot].side.index() == sheet.side && *name == sheet.name
        };
        let mut those = (0..combatants.len()).filter(same).map(|slot| &profiles[slot].lines);
        let profile = those.next().cloned().unwrap_or_default();
        let differ = those.any(|lines| *lines != profile);
        let lines = playable.engine.lines().lines().iter().filter(|line| sheet.policy.as_ref() == Some(&line.policy));
        // Each who follows a policy has its lines: they are told once.
        let first = lines.clone().next().map(|line| line.who);
        let lines = lines.filter(|line| Some(line.who) == first);
        let mut policy: Vec<(String, Vec<String>)> = Vec::new();
        for line in lines {
            let what = if line.when.is_empty() { line.what.clone() } else { format!("{} when {}", line.what, line.when) };
            match policy.last_mut().filter(|(decision, _)| decision == line.decision) {
                Some((_, whats)) => whats.push(what),
                None => policy.push((line.decision.to_owned(), vec![what])),
            }
        }
        let name = match sheet.count {
            Some(count) if count > 1 => format!("{} ({count})", sheet.name),
            _ => sheet.name,
        };
        Block { name, side: Side(sheet.side as u8), sheet: sheet.lines, policy, profile, differ }
    };
    playable.game.sheets().into_iter().map(block).collect()
}
