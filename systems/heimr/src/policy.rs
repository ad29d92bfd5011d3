//! The policy of a `heimr` combatant as a designer writes it: one priority list for each kind of decision.
//!
//! Owns the table of decisions and the words of their lines; [`decide`](super::decide) reads the lines, and
//! [`choose`](super::choose) asks the lists. In every list the first line that is legal and whose condition holds decides;
//! where none does, the default of its row. Start at [`PolicyText`].

use frame::policy::SelectorText;
use frame::rules::decisions::{ChoiceLine, decisions};
use frame::rules::declare::{lines, words};

use super::book::tables::BodyPart;
use super::ground::Direction;
use super::sheet::DefenceKind;

decisions! {
    /// The decisions of a combatant.
    PolicyText;
    /// The decisions of all combatants of a scenario.
    DecisionLists;

    /// The next action; asked again and again until the turn ends, before everything that the default turn does by itself:
    /// stand up, look, guard, hide, let go, breathe, strike, come nearer. Default: what a sensible fighter does.
    turn: TurnLine, WITH_TARGET;
    /// The decision to wait for another combatant before one's turn. Default: no. [HEI-106]
    delay: DelayLine, WITH_TARGET;
    /// The decision to give up an upcoming action that was not interrupted. Default: no. [HEI-158]
    cancel: ChoiceLine, WITH_TARGET;
    /// The decision to stand up. Default: yes.
    stand: ChoiceLine, WITH_TARGET;
    /// The way to take a breather. Default: ongoing, at a fatigue of 3 above its base. [HEI-179]
    breather: BreatherLine, WITH_TARGET;
    /// The way to get to the nearest enemy. Default: by a charge where one is possible.
    approach: ApproachLine, WITH_TARGET;
    /// The choice among the shortest ways to take. Default: rows before columns.
    path: PathLine, WITH_TARGET;
    /// The action to ready when the turn says so, and its trigger. Default: an attack on the enemy that enters. [HEI-107]
    ready: ReadyLine, WITH_TARGET;
    /// The target to attack: `first`, `lowest_defence`, `nearest`, `most_injured`, `random`, or by `least` and `most`. Those
    /// who are known to hide are chosen where nobody is seen, and by lines that ask for `it.hidden` (HEI-221). Of equals by `least` and
    /// `most` one is drawn. Default: the first in the order of initiative.
    target: SelectorText, WITHOUT_TARGET;
    /// The ally to guard, help or carry. Default: the first of one's side in the order of initiative.
    ally: SelectorText, WITHOUT_TARGET;
    /// The body part to target. Default: none. [HEI-200]
    part: PartLine, WITH_TARGET;
    /// The aim of a brawl attack. Default: a hit. [HEI-188]
    brawl: BrawlLine, WITH_TARGET;
    /// The skill to declare with an attack, asked for each weapon. Default: none.
    on_hit: OnHitLine, WITH_TARGET;
    /// The skill with which to answer an attack. Default: none. [HEI-064, HEI-065]
    reaction: ReactionLine, WITH_TARGET;
    /// The way to defend when a defence is rolled. Default: as is worth most. [HEI-211, HEI-212]
    defend: DefendLine, WITH_TARGET;
    /// The decision to let an attack hit without a defence. Default: no. [HEI-284, R-32]
    decline: ChoiceLine, WITH_TARGET;
    /// The ward to guard: a comrade or something. Default: nobody. [HEI-231]
    guard: GuardLine, WITH_TARGET;
    /// The answer to a guard in the way. Default: to accept it. [HEI-233, HEI-240]
    answer_guard: AnswerLine, WITH_TARGET;
    /// The decision to intercept a shot at the guarded. Default: yes. [HEI-232]
    intercept: ChoiceLine, WITH_TARGET;
    /// The decision to strike at an enemy that begins a brawl. Default: yes. [HEI-193]
    provoked: ChoiceLine, WITH_TARGET;
    /// The decision to oppose what the held does. Default: yes. [HEI-197]
    oppose: ChoiceLine, WITH_TARGET;
    /// The decision to let go of the held: asked in one's turn, when the turn of another combatant begins, and before one is attacked.
    /// Default: no. [HEI-195]
    release: ChoiceLine, WITH_TARGET;
    /// The decision to hide. Default: no. [HEI-171]
    hide: ChoiceLine, WITH_TARGET;
    /// The place to look for hidden enemies. Default: in the nearest square that has one, when one is known. [HEI-180]
    observe: ObserveLine, WITH_TARGET;
    /// The decision to pay willpower for another roll. Default: no. [HEI-047]
    reroll: ChoiceLine, WITH_TARGET;
    /// The decision to surrender. Default: no.
    surrender as "yield": ChoiceLine, WITH_TARGET;
    /// The action without any usable weapon. Default: surrender.
    disarmed: DisarmedLine, WITH_TARGET;
    /// The decision to leave the fight. Default: no.
    flee: ChoiceLine, WITH_TARGET;
    /// The decision to run after an enemy that leaves. Default: no.
    pursue: ChoiceLine, WITH_TARGET;
    /// The terrain over which one leads a pursuer, asked in each round of a chase; the pursuer is the `target`. Default: as the book says. [HEI-148]
    terrain: TerrainLine, WITH_TARGET;
    /// The decision to resist being moved; who moves one is the `target`. Default: yes where it is an enemy, else no.
    resist: ChoiceLine, WITH_TARGET;

    also {
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
        /// Help to move another combatant. [HEI-241, R-45]
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
        /// An enemy attacks a combatant of one's side.
        EnemyAttacksAlly,
        /// An enemy shoots.
        EnemyShoots,
        /// A combatant of one's side hits.
        AllyHits,
        /// An enemy leaves one's square.
        EnemyLeavesMySquare,
        /// An enemy's attack puts a combatant of one's side out of the fight.
        AllyFalls,
        /// An enemy has made a brawl attack on any target.
        EnemyBrawls,
        /// An enemy draws something, or gets it.
        EnemyDraws,
        /// An enemy stands up.
        EnemyStandsUp,
        /// An enemy uses a skill in its turn, or begins to.
        EnemyUsesSkill,
        /// An enemy climbs, or jumps down.
        EnemyClimbs,
        /// An enemy goes to the ground by a hit.
        EnemyGoesDown,
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
        /// A combatant of one's side.
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

    /// The terrain of a round of a chase. [HEI-148]
    Terrain {
        /// Where an ability is asked for that the line names.
        Ability,
        /// As the book says.
        Usual,
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
        /// Name of whom to move, for carry; without it, one that cannot go by itself. [HEI-244, R-45]
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
        /// Name of the only one who sets it off: an enemy, or who of one's side hits; without it, any of them.
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

    /// A line of `on_hit`. Either `do` or `include`.
    OnHitLine: UseSkill {
        /// Name of the skill.
        skill: String,
    }

    /// A line of `reaction`. Either `do` or `include`.
    ReactionLine: UseSkill {
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

    /// A line of `terrain`. Either `do` or `include`.
    TerrainLine: Terrain {
        /// The ability that the terrain asks for: both roll it.
        ability: String,
    }
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
