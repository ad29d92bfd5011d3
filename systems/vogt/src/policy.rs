//! The policy of a `vogt` combatant as a designer writes it: one priority list for each kind of decision.
//!
//! Owns the table of decisions and the words of their lines; [`decide`](super::decide) reads the lines and asks the lists. In every
//! list the first line that is legal and whose condition holds decides; where none does, the default of its row. Start at
//! [`PolicyText`].

use frame::policy::SelectorText;
use frame::rules::decisions::{ChoiceLine, decisions};
use frame::rules::declare::{line_text, section, words};

decisions! {
    /// The decisions of a combatant.
    PolicyText;
    /// The decisions of all combatants of a scenario.
    DecisionLists;

    /// The action declared at the beginning of a round. Default: attack with the first usable weapon; where standing up is an
    /// action, the prone stand up before anything else unless a line says when.
    action: ActionLine, WITH_TARGET;
    /// Asked on one's turn: a line that holds makes one re-evaluate into its action. Default: keep what was declared.
    reevaluate: ActionLine, WITH_TARGET;
    /// The target to strike, and to run to: `nearest`, `weakest`, `strongest`, `most_wounded`, `most_exhausted`,
    /// `last_attacker`, `random`, or by `least` and `most`. Default: the nearest, then lowest HP.
    target: SelectorText, WITHOUT_TARGET;
    /// The ally to help or heal; to help, anybody who is no enemy where no ally is there. Default: lowest HP. [VOG-020]
    ally: SelectorText, WITHOUT_TARGET;
    /// The move on a grid. Default: approach.
    movement: MovementLine, WITH_TARGET;
    /// The decision to stand up when prone, by moving or by declaring it, as the rulings say. Default: yes.
    stand: ChoiceLine, WITH_TARGET;
    /// The decision to strike the unconscious when no enemy is active. Default: no, but yes in a fight to the death.
    finish: ChoiceLine, WITHOUT_TARGET;
    /// The decision to count the fallen among those whom one may strike while other enemies stand; `target` chooses among them
    /// all. Default: no. [VOG-011]
    fallen: ChoiceLine, WITHOUT_TARGET;
    /// The decision to roll the extra die of a critical. Default: yes.
    crit: ChoiceLine, WITHOUT_TARGET;
    /// The decision to regain hit points in a siesta. Default: yes.
    siesta: ChoiceLine, WITHOUT_TARGET;
}

words! {
    /// An action that can be declared.
    Do {
        /// Strike with a weapon. [VOG-011]
        Attack,
        /// Use a technique. [VOG-014]
        Technique,
        /// Gain AR. [VOG-018]
        Defend,
        /// Help an ally, or where none is there another combatant that is no enemy. [VOG-020]
        Help,
        /// Move farther. [VOG-024]
        Run,
        /// Run in order to leave the fight.
        Flee,
        /// Take a weapon from the bag. [VOG-059]
        Retrieve,
        /// Contest with an adjacent foe, when the rulings allow it.
        Contest,
        /// Stand up, when the rulings make that an action.
        Stand,
    }
}

section! {
    /// A line of `action` or `reevaluate`. Either `do` or `include`.
    ActionLine {
        /// The action.
        #[serde(rename = "do")]
        act: Option<Do> = None,
        /// Name of the weapon, for attack and retrieve; without it, the first that can be used.
        weapon: Option<String> = None,
        /// Name of the technique.
        technique: Option<String> = None,
        /// The number of technique dice; without it, as many as allowed.
        #[schemars(range(min = 1, max = 20))]
        dice: Option<u8> = None,
        /// The condition under which the line holds; without it, always.
        when: Option<String> = None,
        /// Instead of `do`: the same list of another policy stands here.
        include: Option<String> = None,
    }
}

words! {
    /// A move.
    Movement {
        /// Towards the target, no farther than needed.
        Approach,
        /// Not at all.
        Hold,
        /// Towards the target only when it is out of range, and away from all enemies after the action.
        Kite,
    }
}

section! {
    /// A line of `movement`. Either `do` or `include`.
    MovementLine {
        /// The move.
        #[serde(rename = "do")]
        act: Option<Movement> = None,
        /// The condition under which the line holds; without it, always.
        when: Option<String> = None,
        /// Instead of `do`: the same list of another policy stands here.
        include: Option<String> = None,
    }
}

line_text!(ActionLine, |line: &ActionLine, act: Do| {
    let word = format!("{act:?}").to_lowercase();
    let with = line.technique.as_deref().or(line.weapon.as_deref());
    let dice = line.dice.map(|dice| format!(" with {dice} dice")).unwrap_or_default();
    with.map_or_else(|| word.clone(), |with| format!("{word} {with}{dice}"))
});
line_text!(MovementLine, |_: &MovementLine, act: Movement| format!("{act:?}").to_lowercase());
