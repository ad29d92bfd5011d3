//! The policy of a `heimr` combatant as a designer writes it: one priority list for each kind of decision.
//!
//! Owns the data types and the names of the decisions. In every list the first line that is legal and whose condition holds
//! decides; where none does, the default named in each field's comment. Start at [`PolicyText`].

use crate::policy::SelectorText;
use crate::rules::decisions::ChoiceLine;
use crate::rules::declare::{lines, section, words};

use super::book::tables::BodyPart;
use super::ground::Direction;
use super::sheet::DefenceKind;

/// The decisions, each with what it is about and what happens where no line decides.
pub const DECISIONS: [(&str, &str); 30] = [
    (
        "turn",
        "asked again and again in one's turn, before all that is free: what to do next; else what a sensible fighter does",
    ),
    ("delay", "before one's turn, whether to wait for somebody; else no"),
    ("cancel", "whether to give up an upcoming action that was not interrupted; else no"),
    ("stand", "whether to stand up; else yes"),
    ("breather", "how to take a breather; else ongoing, at a fatigue of 3 above its base"),
    ("approach", "how to get to the nearest enemy; else by a charge where one is possible"),
    ("path", "which of the shortest ways to take; else rows before columns"),
    ("ready", "what to ready when the turn says so, and for which trigger; else an attack on whoever enters"),
    ("target", "whom to attack; else the first in the order of initiative"),
    ("ally", "whom to guard, help or carry; else the first of one's side in the order of initiative"),
    ("part", "which body part to target; else none"),
    ("brawl", "what a brawl attack is for; else a hit"),
    ("on_hit", "which skill to declare with an attack, for each weapon; else none"),
    ("reaction", "which skill to answer an attack with; else none"),
    ("defend", "how to defend when a defence is rolled; else as is worth most"),
    ("decline", "whether to let an attack hit without a defence; else no"),
    ("guard", "whom or what to guard; else nobody"),
    ("answer_guard", "what to do about a guard in the way; else accept that it takes the attack"),
    ("intercept", "whether to intercept a shot at the guarded; else yes"),
    ("provoked", "whether to strike at somebody who begins a brawl; else yes"),
    ("oppose", "whether to oppose what the held does; else yes"),
    ("release", "whether to let go of the held, in one's turn, when another one begins, and before one is attacked; else no"),
    ("hide", "whether to hide; else no"),
    ("observe", "where to look for hidden enemies; else in the nearest square that has one, when one is known"),
    ("reroll", "whether to pay willpower for another roll; else no"),
    ("yield", "whether to surrender; else no"),
    ("disarmed", "what to do without any usable weapon; else surrender"),
    ("flee", "whether to leave the fight; else no"),
    ("pursue", "whether to run after somebody who leaves; else no"),
    ("resist", "whether to resist being moved; else where enemies do it"),
];

section! {
    /// The decisions of a combatant.
    PolicyText {
        /// The next action; asked again and again until the turn ends, before everything that the default turn does by itself:
        /// stand up, look, guard, hide, let go, breathe, strike, come nearer. Default: what a sensible fighter does.
        turn: Vec<TurnLine> = Vec::new(),
        /// The decision to wait for somebody before one's turn. Default: no. [HEI-106]
        delay: Vec<DelayLine> = Vec::new(),
        /// The decision to give up an upcoming action that was not interrupted. Default: no. [HEI-158]
        cancel: Vec<ChoiceLine> = Vec::new(),
        /// The decision to stand up. Default: yes.
        stand: Vec<ChoiceLine> = Vec::new(),
        /// The way to take a breather. Default: ongoing, at a fatigue of 3 above its base. [HEI-179]
        breather: Vec<BreatherLine> = Vec::new(),
        /// The way to get to the nearest enemy. Default: by a charge where one is possible.
        approach: Vec<ApproachLine> = Vec::new(),
        /// The choice among the shortest ways to take. Default: rows before columns.
        path: Vec<PathLine> = Vec::new(),
        /// The action to ready, and its trigger. Default: an attack on whoever enters. [HEI-107]
        ready: Vec<ReadyLine> = Vec::new(),
        /// The target to attack: `first`, `lowest_defence`, `nearest`, `most_injured`, `random`, or by `least` and `most`. Those
        /// who are known to hide are chosen where nobody is seen, and by lines that ask for `it.hidden` (HEI-221). Default: the
        /// first in the order of initiative.
        target: Vec<SelectorText> = Vec::new(),
        /// The ally to guard, help or carry. Default: the first of one's side in the order of initiative.
        ally: Vec<SelectorText> = Vec::new(),
        /// The body part to target. Default: none. [HEI-200]
        part: Vec<PartLine> = Vec::new(),
        /// The aim of a brawl attack. Default: a hit. [HEI-188]
        brawl: Vec<BrawlLine> = Vec::new(),
        /// The skill to declare with an attack, asked for each weapon. Default: none.
        on_hit: Vec<SkillLine> = Vec::new(),
        /// The skill with which to answer an attack. Default: none. [HEI-064, HEI-065]
        reaction: Vec<SkillLine> = Vec::new(),
        /// The way to defend when a defence is rolled. Default: as is worth most. [HEI-211, HEI-212]
        defend: Vec<DefendLine> = Vec::new(),
        /// The decision to let an attack hit without a defence. Default: no. [HEI-284, R-32]
        decline: Vec<ChoiceLine> = Vec::new(),
        /// The ward to guard. Default: nobody. [HEI-231]
        guard: Vec<GuardLine> = Vec::new(),
        /// The answer to a guard in the way. Default: to accept it. [HEI-233, HEI-240]
        answer_guard: Vec<AnswerLine> = Vec::new(),
        /// The decision to intercept a shot at the guarded. Default: yes. [HEI-232]
        intercept: Vec<ChoiceLine> = Vec::new(),
        /// The decision to strike at somebody who begins a brawl. Default: yes. [HEI-193]
        provoked: Vec<ChoiceLine> = Vec::new(),
        /// The decision to oppose what the held does. Default: yes. [HEI-197]
        oppose: Vec<ChoiceLine> = Vec::new(),
        /// The decision to let go of the held: asked in one's turn, when a turn of anybody else begins, and before one is attacked.
        /// Default: no. [HEI-195]
        release: Vec<ChoiceLine> = Vec::new(),
        /// The decision to hide. Default: no. [HEI-171]
        hide: Vec<ChoiceLine> = Vec::new(),
        /// The place to look for hidden enemies. Default: in the nearest square that has one, when one is known. [HEI-180]
        observe: Vec<ObserveLine> = Vec::new(),
        /// The decision to pay willpower for another roll. Default: no. [HEI-047]
        reroll: Vec<ChoiceLine> = Vec::new(),
        /// The decision to surrender. Default: no.
        #[serde(rename = "yield")]
        surrender: Vec<ChoiceLine> = Vec::new(),
        /// The action without any usable weapon. Default: surrender.
        disarmed: Vec<DisarmedLine> = Vec::new(),
        /// The decision to leave the fight. Default: no.
        flee: Vec<ChoiceLine> = Vec::new(),
        /// The decision to run after somebody who leaves. Default: no.
        pursue: Vec<ChoiceLine> = Vec::new(),
        /// The decision to resist being moved; who moves one is the `target`. Default: yes where it is an enemy, else no.
        resist: Vec<ChoiceLine> = Vec::new(),
        /// The direction that a stumble bars when several fit. Default: a random one.
        stumble_direction: Option<StumbleDirection> = None,
        /// The line that counts when an attacker stands between two. Default: the straight one. [HEI-283]
        blind_tie: Option<BlindTie> = None,
        /// True if its conditions may ask for hit points, willpower and fatigue of others, which nobody can see. Default: no.
        omniscient: bool = false,
    }
}

words! {
    /// An action of a turn.
    Do {
        /// Attack with every wielded weapon. [HEI-160]
        Attack,
        /// A brawl attack. [HEI-162]
        Brawl,
        /// Charge. [HEI-163]
        Charge,
        /// Move, to another square or out of the cluster. [HEI-165]
        Move,
        /// Run, to another square or off the grid. [HEI-166]
        Run,
        /// Climb. [HEI-167]
        Climb,
        /// Jump down. [HEI-168]
        JumpDown,
        /// Drop prone. [HEI-169]
        DropProne,
        /// Stand up.
        StandUp,
        /// Crawl. [HEI-170]
        Crawl,
        /// Hide. [HEI-171]
        Hide,
        /// Get ready to dodge shots. [HEI-172]
        Dodge,
        /// Draw a weapon or ammunition. [HEI-173]
        Draw,
        /// Put a weapon away. [HEI-174]
        PutAway,
        /// Drop an item. [HEI-175]
        Drop,
        /// Get an item from the bag or the ground. [HEI-176]
        Get,
        /// Conceal an item that one holds. [HEI-177]
        Conceal,
        /// Swap items between the hands. [HEI-178]
        Swap,
        /// Light a light that one holds. [HEI-274, R-76]
        Light,
        /// Put out a light that one holds, or that lies in one's square. [HEI-274, R-76]
        PutOut,
        /// A breather as an ongoing action. [HEI-179]
        Breather,
        /// A breather as an upcoming action. [HEI-179]
        UpcomingBreather,
        /// Look for hidden enemies. [HEI-180]
        Observe,
        /// Look for a hidden item on an enemy. [HEI-181]
        Search,
        /// Look for how much an enemy still wants to fight. [HEI-182]
        Gauge,
        /// Demand surrender. [HEI-183, R-57]
        Speak,
        /// Guard. [HEI-164]
        Guard,
        /// Ready an action. [HEI-107]
        Ready,
        /// Use a skill. [HEI-161]
        Skill,
        /// Let go of the held. [HEI-195]
        Release,
        /// Help to move somebody. [HEI-241, R-45]
        Carry,
        /// Strike at the structure of a border, or at an item that lies here. [HEI-253, R-64]
        Break,
        /// End the turn.
        Wait,
    }

    /// For whom to wait, and which side of that one's turn. [HEI-106]
    Delay {
        /// Act just before it.
        Before,
        /// Act just after it.
        After,
        /// Do not wait.
        No,
    }

    /// A way to take a breather. [HEI-179]
    BreatherMode {
        /// As an ongoing action: at once, at the price of the defence.
        Ongoing,
        /// As an upcoming action: at the end of the turn, for the next one.
        Upcoming,
        /// Not now.
        No,
    }

    /// A way to get to the nearest enemy.
    Approach {
        /// By a charge where one is possible, else by moving.
        Charge,
        /// By moving.
        Move,
        /// Not at all: hold the position.
        Hold,
        /// Not at all: hold the position, with an action readied.
        Ready,
    }

    /// A choice among the shortest ways.
    Path {
        /// Rows before columns.
        RowsFirst,
        /// Columns before rows.
        ColumnsFirst,
    }

    /// The event that a readied action waits for. [HEI-107, HEI-108]
    Trigger {
        /// An enemy enters one's square.
        EnemyEntersMySquare,
        /// An enemy attacks oneself.
        EnemyAttacksMe,
        /// An enemy attacks somebody of one's side.
        EnemyAttacksAlly,
        /// An enemy shoots.
        EnemyShoots,
        /// Somebody of one's side hits.
        AllyHits,
        /// An enemy leaves one's square.
        EnemyLeavesMySquare,
        /// An enemy's attack puts somebody of one's side out of the fight.
        AllyFalls,
        /// An enemy has made a brawl attack on anybody.
        EnemyBrawls,
    }

    /// The moment that a readied action answers to. [HEI-111]
    ReadyOn {
        /// An event, as it happens.
        Event,
        /// An intention, before it is carried out.
        Intent,
    }

    /// The aim of a brawl attack. [HEI-188]
    BrawlEffect {
        /// The effect Hit.
        Hit,
        /// A bind.
        Bind,
    }

    /// A way to defend. [HEI-201]
    Defend {
        /// Dodge.
        Dodge,
        /// Block.
        Block,
        /// Parry.
        Parry,
        /// The one that is worth most.
        Best,
    }

    /// The ward of a guard. [HEI-231, HEI-237]
    GuardWhat {
        /// Somebody of one's side.
        Ally,
        /// A border of the square.
        Border,
        /// The square: all of its borders.
        Square,
        /// The things that lie in the square.
        Objects,
        /// Nobody.
        Nobody,
    }

    /// An answer to a guard in the way. [HEI-233, HEI-240]
    GuardAnswer {
        /// The attack is directed at the guard.
        Accept,
        /// Get past the guard.
        Outmanoeuvre,
    }

    /// A place to look for hidden enemies. [HEI-180]
    Observe {
        /// In the nearest square that has one, when one is known.
        Nearest,
        /// In a named square.
        Square,
        /// Nowhere.
        No,
    }

    /// An action without any usable weapon.
    Disarmed {
        /// Surrender.
        Yield,
        /// Brawl.
        Brawl,
        /// Leave the fight.
        Flee,
    }

    /// The direction that a stumble bars.
    StumbleDirection {
        /// A random one.
        Random,
        /// Up.
        Up,
        /// Right.
        Right,
        /// Down.
        Down,
        /// Left.
        Left,
    }

    /// The line that counts for a blind spot. [HEI-283]
    BlindTie {
        /// The straight one.
        Straight,
        /// The diagonal one.
        Diagonal,
    }

    /// The body part to target. [HEI-200]
    Aim {
        /// None: wherever it hits.
        None,
        /// The torso.
        Torso,
        /// The arm of the sword hand.
        SwordArm,
        /// The arm of the off-hand.
        OffArm,
        /// The right leg.
        RightLeg,
        /// The left leg.
        LeftLeg,
    }
}

impl Aim {
    /// The part that is aimed at.
    #[must_use]
    pub fn part(self) -> Option<BodyPart> {
        // The parts follow none in their order.
        (self as usize).checked_sub(1).map(|part| BodyPart::ALL[part])
    }
}

impl Defend {
    /// The kind of defence; none for whatever is worth most.
    #[must_use]
    pub fn kind(self) -> Option<DefenceKind> {
        DefenceKind::ALL.get(self as usize).copied()
    }
}

lines! {
    /// A line of `turn`. Either `do` or `include`.
    TurnLine: Do {
        /// Name of the weapon, shield or light, for draw, put_away, drop, get, conceal, light, put_out and break; without it, the
        /// first that is possible.
        item: String,
        /// Name of the skill.
        skill: String,
        /// The square to go to, look at or climb in; without it, towards the nearest enemy. A move in one's own square leads out
        /// of the cluster, and a step up or down by `direction`. [HEI-165, R-67]
        square: String,
        /// The direction to go in or climb along, or of the structure to break, with a blow or a skill.
        direction: Direction,
        /// Name of whom to move, for carry; without it, somebody who cannot go by itself. [HEI-244, R-45]
        who: String,
    }

    /// A line of `delay`. Either `do` or `include`.
    DelayLine: Delay {
        /// Name of the one to wait for.
        of: String,
    }

    /// A line of `breather`. Either `do` or `include`.
    BreatherLine: BreatherMode {}

    /// A line of `approach`. Either `do` or `include`.
    ApproachLine: Approach {}

    /// A line of `path`. Either `do` or `include`.
    PathLine: Path {}

    /// A line of `ready`: the action is that of `do`. Either `do` or `include`.
    ReadyLine: Do {
        /// The trigger; without it, an enemy who enters one's square.
        trigger: Trigger,
        /// The moment that it answers to; without it, what happens and not what is intended.
        on: ReadyOn,
        /// Name of the only one who sets it off: an enemy, or who of one's side hits; without it, anybody.
        who: String,
        /// Name of the weapon, shield or light, as in `turn`.
        item: String,
        /// Name of the skill.
        skill: String,
        /// The square, as in `turn`.
        square: String,
        /// The direction, as in `turn`.
        direction: Direction,
    }

    /// A line of `part`. Either `do` or `include`.
    PartLine: Aim {}

    /// A line of `brawl`. Either `do` or `include`.
    BrawlLine: BrawlEffect {}

    /// A line of `on_hit` or `reaction`: the name of the skill. Either `do` or `include`.
    SkillLine: UseSkill {
        /// Name of the skill.
        skill: String,
    }

    /// A line of `defend`. Either `do` or `include`.
    DefendLine: Defend {
        /// Name of the weapon that parries; without it, the one worth most.
        weapon: String,
    }

    /// A line of `guard`. Either `do` or `include`.
    GuardLine: GuardWhat {
        /// Name of whom to guard; without it, as `ally` decides.
        who: String,
        /// The direction of the border to guard.
        direction: Direction,
    }

    /// A line of `answer_guard`. Either `do` or `include`.
    AnswerLine: GuardAnswer {}

    /// A line of `observe`. Either `do` or `include`.
    ObserveLine: Observe {
        /// The square to look at.
        square: String,
    }

    /// A line of `disarmed`. Either `do` or `include`.
    DisarmedLine: Disarmed {}
}

words! {
    /// The skill to use, if any.
    UseSkill {
        /// Use the skill that the line names.
        Skill,
        /// Use none.
        None,
    }
}
