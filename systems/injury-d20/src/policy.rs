//! The policy of an `injury-d20` combatant as a designer writes it: one priority list for each kind of decision.
//!
//! Owns the table of decisions and the words of their lines; [`policies`](super::policies) reads the lines, and
//! [`decide`](super::decide) asks the lists. The lines of `plan` are worked off in their order, each once in a turn; in all other
//! lists the first line that is legal and whose condition holds decides; where none does, the default of its row. Start at
//! [`PolicyText`].

use serde::Serialize;

use frame::policy::SelectorText;
use frame::rules::decisions::{ChoiceLine, YesNo, decisions, written};
use frame::rules::declare::{line_text, section, words};

use super::sheet::{Condition, PartKind};

decisions! {
    /// The decisions of a combatant.
    PolicyText;
    /// The decisions of all combatants of a scenario.
    DecisionLists;

    /// The actions of a turn, one line after the other. Default: three attacks.
    plan: PlanLine, WITH_TARGET;
    /// The target to attack, of a cleave too: `first`, `nearest`, `weakest`, `most_injured`, `random`, or by `least` and `most`.
    /// Default: by the ruling `default_target`, one of the nearest at random.
    target: SelectorText, WITHOUT_TARGET;
    /// The ally whose blood to stop. Default: the one who bleeds most.
    ally: SelectorText, WITHOUT_TARGET;
    /// The part to injure. Default: heart, head, the weapon arm, legs, eyes, the weapon hand, feet, mouth, ears, nose, tail.
    parts: PartLine, WITH_TARGET;
    /// Stamina for Power Attack and Deadly Aim. Default: none.
    power: PointsLine, WITH_TARGET;
    /// Degrees by Reckless Attack. Default: none.
    reckless: PointsLine, WITH_TARGET;
    /// The decision to lunge when that brings a target into reach. Default: no.
    lunge: ChoiceLine, WITH_TARGET;
    /// The decision to cleave. Default: no.
    cleave: ChoiceLine, WITH_TARGET;
    /// The decision to parry a hit. Default: no.
    parry: ParryLine, WITH_TARGET;
    /// The decision to strike at those who provoke. Default: no.
    react: ChoiceLine, WITH_TARGET;
    /// The decision to charge instead of moving, when that is possible. Default: no.
    charge: ChoiceLine, WITH_TARGET;
    /// The move when nobody is in reach. Default: approach.
    movement: MovementLine, WITH_TARGET;
    /// The decision to stand up. Default: yes.
    stand: ChoiceLine, WITH_TARGET;
    /// The decision to pick up, draw or reload a weapon when none is ready. Default: yes.
    arm: ChoiceLine, WITH_TARGET;
    /// The decision to attack the fallen when no enemy is conscious. Default: only where fights end by death.
    finish: ChoiceLine, WITHOUT_TARGET;
    /// The decision to leave the fight, asked when a turn begins. Default: no.
    retreat: ChoiceLine, WITHOUT_TARGET;
    /// The decision to give up, asked when a turn begins. Default: no.
    surrender: ChoiceLine, WITHOUT_TARGET;
}

words! {
    /// An action of a turn.
    Do {
        /// An attack with one weapon. [INJ-184]
        Attack,
        /// One blow with each melee weapon. [INJ-204]
        Multi,
        /// Several shots. [INJ-217]
        Rapid,
        /// Throwing a weapon. [INJ-218]
        Throw,
        /// A charge. [INJ-230]
        Charge,
        /// Defend. [INJ-225]
        Defend,
        /// Readying the shield. [INJ-227]
        Shield,
        /// Stopping blood.
        Staunch,
        /// Moving.
        Move,
        /// One square without provoking.
        Step,
        /// One square while prone.
        Crawl,
        /// Standing up. [INJ-094, R-22]
        Stand,
        /// Lying down. [INJ-169, INJ-173, R-22]
        LieDown,
        /// Taking off, by wings or whatever it flies by. [INJ-077, R-20]
        TakeOff,
        /// Coming down to the ground. [INJ-077, R-20]
        Land,
        /// Picking up a weapon.
        PickUp,
        /// Drawing a weapon.
        Draw,
        /// Letting go of what one holds. [INJ-177]
        Drop,
        /// Getting out of a grapple. [INJ-190]
        Escape,
        /// Ending what a Trick brought. [INJ-196]
        Recover,
        /// Disarm. [INJ-188]
        Disarm,
        /// Drag. [INJ-189]
        Drag,
        /// Grapple. [INJ-190]
        Grapple,
        /// Overrun. [INJ-191]
        Overrun,
        /// Reposition. [INJ-192]
        Reposition,
        /// Shove. [INJ-193]
        Shove,
        /// Steal. [INJ-194]
        Steal,
        /// Sunder. [INJ-195]
        Sunder,
        /// Trick. [INJ-196]
        Trick,
        /// Trip. [INJ-197]
        Trip,
    }
    /// The aim of Sunder and Disarm. [INJ-188, INJ-195]
    SunderAim {
        /// A held weapon.
        Weapon,
        /// The armor.
        Armor,
        /// The shield.
        Shield,
    }
    /// The choice among several parts of a kind.
    Pick {
        /// The one with the most injuries.
        Focus,
        /// The one with the fewest.
        Spread,
        /// One that holds something.
        Weapon,
    }
    /// A move.
    Movement {
        /// Towards the target, no farther than needed.
        Approach,
        /// Not at all.
        Hold,
        /// Away from all enemies before an attack that reaches far enough.
        Kite,
    }
}

section! {
    /// A line of `plan`. Either `do` or `include`.
    PlanLine {
        /// The action.
        #[serde(rename = "do")]
        act: Option<Do> = None,
        /// Name of the weapon; without it, the first that can be used.
        weapon: Option<String> = None,
        /// For `rapid`: how many shots; without it, two.
        #[schemars(range(min = 1, max = 100))]
        shots: Option<u8> = None,
        /// For `trick`: what it brings; without it, being blinded.
        condition: Option<Condition> = None,
        /// For `sunder` and `disarm`: what it is aimed at; without it, the first weapon that is held, for `disarm` the shield where
        /// there is no weapon.
        aim: Option<SunderAim> = None,
        /// For `take_off`: the height in feet, at most the fly speed; without it, the height at which it begins, else that of the book.
        #[schemars(range(min = 1, max = 1000))]
        feet: Option<i32> = None,
        /// The number of times that the line may be worked off in a turn; without it, once.
        #[schemars(range(min = 1, max = 20))]
        times: Option<u8> = None,
        /// The condition under which the line holds; without it, always.
        when: Option<String> = None,
        /// Instead of `do`: the same list of another policy stands here.
        include: Option<String> = None,
    }

    /// A line of `parts`. Either `part` or `include`.
    PartLine {
        /// The kind of part.
        part: Option<PartKind> = None,
        /// The choice among several.
        pick: Option<Pick> = None,
        /// Only parts with fewer injuries than this.
        #[schemars(range(min = 1, max = 6))]
        below: Option<u8> = None,
        /// The condition under which the line holds; without it, always.
        when: Option<String> = None,
        /// Instead of `part`: the same list of another policy stands here.
        include: Option<String> = None,
    }

    /// A line of `power` or `reckless`. Either `points` or `include`.
    PointsLine {
        /// The number of points, at most as many as the rules allow; none when they cannot be paid.
        #[schemars(range(min = 0, max = 1000))]
        points: Option<i32> = None,
        /// Stamina that has to be left; without it, 1.
        #[schemars(range(min = 0, max = 10_000))]
        reserve: Option<i32> = None,
        /// The condition under which the line holds; without it, always.
        when: Option<String> = None,
        /// Instead of `points`: the same list of another policy stands here.
        include: Option<String> = None,
    }

    /// A line of `parry`. Either `do` or `include`.
    ParryLine {
        /// The decision.
        #[serde(rename = "do")]
        act: Option<YesNo> = None,
        /// Only hits of at least so many degrees.
        #[schemars(range(min = -10, max = 100))]
        min_degree: Option<i32> = None,
        /// Stamina that has to be left; without it, 0.
        #[schemars(range(min = 0, max = 10_000))]
        reserve: Option<i32> = None,
        /// The condition under which the line holds; without it, always.
        when: Option<String> = None,
        /// Instead of `do`: the same list of another policy stands here.
        include: Option<String> = None,
    }

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

/// A word as it stands within a sentence.
pub(super) fn spoken(value: impl Serialize) -> String {
    written(&value).replace('_', " ")
}

line_text!(PlanLine, |line: &PlanLine, act: Do| {
    line.weapon.as_ref().map_or_else(|| written(&act), |weapon| format!("{} with {weapon}", written(&act)))
});
line_text!(PartLine, part, |line: &PartLine, part: PartKind| {
    line.pick.map_or_else(|| written(&part), |pick| format!("{} {}", written(&part), written(&pick)))
});
line_text!(PointsLine, points, |_: &PointsLine, points: i32| format!("{points} points"));
line_text!(ParryLine, |_: &ParryLine, act: YesNo| written(&act));
line_text!(MovementLine, |_: &MovementLine, act: Movement| written(&act));
