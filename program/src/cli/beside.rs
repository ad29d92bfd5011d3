//! `sparring replay --against`: one fight in two versions, beside each other.
//!
//! Owns which two versions are told; how they are shown is the report's. Start at [`beside`].

use std::collections::BTreeMap;
use std::path::Path;

use crate::cli::load::{ScenarioArguments, quoted};
use crate::cli::output;
use crate::cli::sets::Sets;
use crate::report::beside::Beside;
use crate::report::naming;
use crate::report::replay::{Cast, Replay};
use crate::report::told::{events, outcome};
use frame::door::Playable;
use frame::error::Failure;
use frame::sim::story::{Story, Telling};

/// A fight that is told twice.
pub struct Twice<'a> {
    /// The scenario with what is changed in it.
    pub scenario: &'a ScenarioArguments,
    /// The other scenario; without one, the same as it is.
    pub other: Option<&'a Path>,
    /// The other faces of dice, as they were typed and as they are read.
    pub turned: (&'a [String], BTreeMap<usize, u32>),
    /// The seed and the number of the fight.
    pub fight: [u64; 2],
    /// True if it is told what else could have been done, and if the numbers of dice are.
    pub more: [bool; 2],
}

impl Twice<'_> {
    /// What is changed, in words; nothing where nothing is.
    fn change(&self) -> Option<String> {
        let patches = self.scenario.patches.iter().map(|patch| patch.display().to_string());
        let faces = self.turned.0.iter().map(|die| format!("die {die}"));
        let all: Vec<String> = patches.chain(self.scenario.sets.iter().map(|set| naming::set(set))).chain(faces).collect();
        (!all.is_empty()).then(|| format!("with {}", all.join(", ")))
    }

    /// The options of both versions that say how a fight is told.
    fn told(&self, scenario: &ScenarioArguments) -> String {
        let [seed, fight] = self.fight;
        format!("sparring replay {} --fight {fight} --seed {seed}", scenario.typed())
    }

    /// Tells one version.
    fn tell(&self, scenario: &ScenarioArguments, playable: &Playable, faces: BTreeMap<usize, u32>) -> (Replay, Story) {
        let [seed, fight] = self.fight;
        let telling = Telling { faces, options: self.more[0], questions: false };
        let (loaded, layout) = (&*playable.engine, &playable.layout);
        let story = loaded.tell(layout, seed, fight, telling);
        let facts = playable.game.facts();
        let replay = Replay {
            cast: Cast::of(loaded),
            title: facts.title.clone(),
            system: facts.system.clone(),
            fight,
            seed,
            command: self.told(scenario),
            events: events(loaded, &story),
            outcome: outcome(loaded, layout, &story, &story),
            numbered: self.more[1],
            storyline: None,
        };
        (replay, story)
    }
}

/// Tells a fight in both versions: the other one, or the scenario as it is, first. The story of the second is handed back with them.
pub fn beside(twice: Twice<'_>, playable: &Playable) -> Result<(Beside, Story), Failure> {
    let plain = ScenarioArguments {
        scenario: twice.other.unwrap_or(&twice.scenario.scenario).to_owned(),
        sets: Sets::default(),
        patches: Vec::new(),
        root: twice.scenario.root.clone(),
    };
    let change = twice.change();
    let names = match (twice.other, &change) {
        (Some(other), _) => {
            let here = twice.scenario.scenario.display();
            [
                format!("in {}", other.display()),
                change.map_or_else(|| format!("in {here}"), |change| format!("in {here} {change}")),
            ]
        }
        (None, Some(change)) => ["as it is".to_owned(), change.clone()],
        (None, None) => {
            let message = "--against sets a fight beside another version of it: say what is different, with --set, --with or \
                           --with-die, or name the other scenario behind --against";
            return Err(Failure::Usage(message.into()));
        }
    };
    let other = plain.load()?;
    output::warn(&other.warnings);
    let (one, two) = (playable.game.facts().system.clone(), other.game.facts().system.clone());
    if one != two {
        return Err(Failure::Usage(format!(
            "a fight of {two} cannot stand beside one of {one}: their dice have nothing in common"
        )));
    }
    let (first, _) = twice.tell(&plain, &other, BTreeMap::new());
    let (second, story) = twice.tell(twice.scenario, playable, twice.turned.1.clone());
    let mut command = format!("{} --against", twice.told(twice.scenario));
    if let Some(other) = twice.other {
        command += &format!(" {}", quoted(&other.display().to_string()));
    }
    twice.turned.0.iter().for_each(|die| command += &format!(" --with-die {}", quoted(die)));
    let more = [(twice.more[0], " --options"), (twice.more[1], " --numbers")];
    more.iter().filter(|(wanted, _)| *wanted).for_each(|(_, option)| command += option);
    Ok((Beside { names, told: [first, second], command }, story))
}
