//! The words of the template: everything that a designer can write. No rule is carried out here.
//!
//! Owns the book (numbers), the rulings (switches), the sheet (a combatant), the policy (the table of decisions) and the rolls. Start at
//! [`Book`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use frame::dice::Die;
use frame::policy::SelectorText;
use frame::rules::decisions::decisions;
use frame::rules::declare::{choices, rolls, section, words};
use frame::scenario::Combatant;

section! {
    /// Every number of the rules.
    Book {
        /// Faces of the die that decides whether a blow hits. [CUD-03]
        #[schemars(range(min = 2, max = 100))]
        strike_die: u32 = 6,
        /// Grit that a breath gives back. [CUD-06]
        #[schemars(range(min = 0, max = 100))]
        breath: i32 = 2,
        /// Rounds after which a fight ends without a winner. [CUD-07]
        #[schemars(range(min = 1, max = 1000))]
        rounds_max: u16 = 100,
    }
}

choices! {
    /// The blow of a combatant that goes down before its turn.
    LastBlow {
        /// It is lost.
        Lost,
        /// It is struck: a round is over for all at the same time.
        Struck,
    }
}

section! {
    /// The switches for what the rules leave open.
    #[derive(Copy, Eq)]
    Rulings {
        /// The blow of a combatant that goes down before its turn.
        last_blow: LastBlow = LastBlow::Lost,
    }
}

section! {
    /// A combatant.
    Sheet {
        /// The name.
        name: String = String::new(),
        /// The number of combatants like this one.
        #[schemars(range(min = 1, max = 64))]
        count: Option<u32> = None,
        /// The combatant from which everything is taken that does not stand here.
        like: Option<String> = None,
        /// The name of the policy.
        policy: Option<String> = None,
        /// Damage that takes the combatant down. [CUD-01]
        #[schemars(range(min = 1, max = 1000))]
        grit: i32 = 3,
        /// The highest face of the strike die that hits. [CUD-03]
        #[schemars(range(min = 0, max = 100))]
        skill: i32 = 3,
        /// Dice of the cudgel. [CUD-04]
        cudgel: Die = Die::new(1, 4),
    }
}

impl Combatant for Sheet {
    fn name(&self) -> &str {
        &self.name
    }

    fn count(&self) -> Option<u32> {
        self.count
    }

    fn policy(&self) -> Option<&str> {
        self.policy.as_deref()
    }
}

decisions! {
    /// The decisions of a combatant.
    PolicyText;
    /// The decisions of all combatants of a scenario.
    DecisionLists;

    /// The target to strike. Default: the one with the least grit.
    target: SelectorText, WITHOUT_TARGET;
}

/// The template has no arena.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arena {}

words! {
    /// Kinds of rest.
    Rest {
        /// A breath. [CUD-06]
        Breath,
    }
}

section! {
    /// A pit between fights.
    #[derive(Copy, Eq)]
    Pit {
        /// Dice of the grit that whoever falls into it loses. [CUD-08]
        hurt: Die,
    }
}

rolls! {
    /// The die of a blow.
    STRIKE = Check, "strike", "CUD-03";
    /// The dice of the cudgel.
    CUDGEL = Damage, "cudgel", "CUD-04";
    /// A target chosen at random.
    RANDOM_TARGET = Choice, "random target", "CUD-02";
    /// The one who falls into a pit that is there for one.
    STRUCK = Choice, "who falls", "CUD-08";
    /// The dice of a pit.
    PIT = Rest, "pit", "CUD-08";
}
