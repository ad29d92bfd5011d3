//! Rulings of `heimr`: named switches for what the published rules leave open, each with the specification's choice as default.
//!
//! Owns the switches and nothing else; rulings that are numbers stand in the [book](super::book), those that are a matter of
//! who plays in the [policy](super::policy). Start at [`Rulings`].

use crate::rules::declare::switches;

switches! {
    /// What the published rules leave open.
    Rulings {
        /// Whether a 1 on the small die counts among the ones of the penalty.
        d6_counts_as_one: SmallDieAsOne {
            /// Yes: the pool is one set of dice.
            Yes,
            /// No: only big dice count.
            No,
        }
        /// Who succeeds when opposed rolls other than attack and defence are equal.
        opposed_tie: OpposedTie {
            /// Whoever has to pass against the other: insight against persuasion, perception against hiding.
            Responder,
            /// Whoever began.
            Initiator,
        }
        /// Which way the average of attributes is rounded when it is negative.
        average: Average {
            /// Down, towards minus infinity.
            Floor,
            /// Towards zero.
            TowardZero,
        }
        /// Which abilities are physical.
        physical: Physical {
            /// Those with at least one physical attribute.
            Any,
            /// Those whose attributes are all physical.
            All,
        }
        /// Whether the initiative roll is physical.
        initiative_physical: InitiativePhysical {
            /// No: fatigue neither matters nor grows.
            No,
            /// Yes: it has to meet fatigue, or counts as 0, and fatigue can grow.
            Yes,
        }
        /// What decides between equal initiative and equal willpower.
        initiative_tie: InitiativeTie {
            /// The higher initiative consistency, which is dexterity; then big dice until all differ.
            DexThenD10,
            /// Big dice until all differ.
            D10,
            /// Whoever comes first in the scenario.
            ListOrder,
        }
        /// Which failed challenge requirements can be re-rolled for willpower.
        reroll_scope: RerollScope {
            /// All of them, before a consequence strikes.
            All,
            /// Only those without a consequence: waking, perception.
            NoConsequence,
        }
        /// Whether rolls that fail the fatigue requirement can be re-rolled for willpower.
        reroll_fatigue: RerollFatigue {
            /// Only where the roll is a challenge requirement anyway.
            Never,
            /// Attacks too, those of brawls included.
            Attack,
            /// Attacks and defences too.
            AttackAndDefence,
        }
        /// What the roll is compared with: fatigue before or after it has grown.
        fatigue_order: FatigueOrder {
            /// Before it grows by this roll.
            Before,
            /// After it has grown.
            After,
        }
        /// When combatants have their first defence.
        first_defence: FirstDefence {
            /// Everybody rolls one right after initiative.
            AfterInitiative,
            /// When one is attacked first.
            WhenAttacked,
            /// At the end of the first own turn; until then there is none.
            None,
        }
        /// What becomes of a stored defence when its consistency has changed.
        stale_defence: StaleDefence {
            /// It is rolled anew with the consistency of now.
            Reroll,
            /// It is used as it is.
            Keep,
        }
        /// Which fatigue a stored defence has to meet.
        defence_fatigue: DefenceFatigue {
            /// That of the moment in which it is used.
            AtUse,
            /// That of the moment in which it was rolled.
            AtRoll,
        }
        /// When whoever delays gets back its defences and everything else that begins a turn.
        delay_reset: DelayReset {
            /// At the delayed turn.
            AtTurn,
            /// At once.
            AtSlot,
        }
        /// What readying an action costs.
        ready_cost: ReadyCost {
            /// The standard action.
            Standard,
            /// Nothing.
            Free,
        }
        /// Whom a readied attack is for.
        readied_target: ReadiedTarget {
            /// Whoever set it off; an attack that cannot reach that one waits on.
            Trigger,
            /// Whoever set it off, where that one can be reached, else whom the policy chooses.
            Anybody,
        }
        /// What interrupts upcoming actions.
        interrupt_on: InterruptOn {
            /// Any attack, hit or not.
            Attacked,
            /// Only a hit.
            Hit,
        }
        /// What an effect does when the same effect is still running.
        effect_overlap: EffectOverlap {
            /// The longer of the two holds.
            Max,
            /// Both durations add up.
            Add,
        }
        /// Whether an odd daze bars defence for longer.
        daze_odd: DazeOdd {
            /// Yes: until the start of the turn after the last one that is lost.
            Yes,
            /// No: it ends like an even one.
            No,
        }
        /// What standing up costs.
        stand_up: StandUp {
            /// Nothing, once a turn.
            Free,
            /// The standard action.
            Standard,
        }
        /// What an attack on somebody in another cluster does.
        cluster_switch: ClusterSwitch {
            /// The two clusters become one.
            Merge,
            /// The attacker leaves its own for the other.
            Transfer,
        }
        /// Whether a shooter counts as a member of the cluster it shoots into.
        shooter_counts: ShooterCounts {
            /// No.
            No,
            /// Yes, for the penalty; it is never hit.
            Yes,
        }
        /// What a shot into a cluster does when a re-roll fails the fatigue requirement.
        retarget_fatigue_fail: RetargetFatigueFail {
            /// It ends.
            Ends,
            /// It goes on to the next member.
            Next,
        }
        /// How the distance of a shot is counted.
        shot_distance: ShotDistance {
            /// By the cheapest way there, climbs included.
            Path,
            /// By columns and rows alone.
            Manhattan,
        }
        /// Which rolls the bonus of a weapon is good for.
        weapon_bonus: WeaponBonus {
            /// Attacks and parries.
            AttackAndParry,
            /// Attacks.
            Attack,
        }
        /// Whether a bind succeeds when the brawl attack only touches.
        touch_binds: TouchBinds {
            /// No.
            No,
            /// Yes.
            Yes,
        }
        /// With how many weapons a provoked attack is made.
        provoked_weapons: ProvokedWeapons {
            /// With the best one.
            One,
            /// With each that is wielded.
            All,
        }
        /// Whether one can dodge with a bound leg or body.
        bound_leg_dodge: BoundLegDodge {
            /// Yes.
            Yes,
            /// No.
            No,
        }
        /// How long a grab lasts.
        grab_duration: GrabDuration {
            /// Until something ends it.
            Held,
            /// So many seconds as the book says, or until something ends it.
            Seconds,
        }
        /// Which rolls of the held the holder can oppose.
        grab_stop_scope: GrabStopScope {
            /// The first roll of each action.
            Actions,
            /// All physical rolls, defences included.
            AllRolls,
        }
        /// What, done to the holder by others, ends a grab.
        grab_breaks_on: GrabBreaksOn {
            /// An effect; a plain hit of a weapon only when it injures.
            Effect,
            /// Any hit.
            AnyHit,
        }
        /// How long a guard lasts that intercepts nobody.
        guard_duration: GuardDuration {
            /// Until the guard's next turn.
            Turn,
            /// Until it is used or the guard leaves.
            UntilUsed,
        }
        /// Whose crossing of a guarded border ends the guard.
        border_guard_ends: BorderGuardEnds {
            /// Anybody's: that of whoever wants to pass, and that of the guard.
            AnyCrossing,
            /// Only that of the guard.
            GuardCrossing,
        }
        /// What strikes the guarded when the guard dodges a shot.
        guard_moves_on: GuardMovesOn {
            /// The same attack roll.
            SameRoll,
            /// A new attack roll.
            Reroll,
        }
        /// Whether being outmanoeuvred ends a guard.
        outmanoeuvre_ends_guard: OutmanoeuvreEndsGuard {
            /// Only when it fails: then the guard has intercepted somebody.
            OnFail,
            /// In either case.
            Always,
        }
        /// How long an injured torso dazes.
        torso_injury: TorsoInjury {
            /// As long as one is injured, and so one is out.
            Lasting,
            /// For the default seconds after each hit.
            Timed,
        }
        /// How long an injured arm is of no use.
        arm_injury: ArmInjury {
            /// As long as one is injured.
            Lasting,
            /// Not at all: what it holds is dropped once.
            Once,
        }
        /// How long an injured leg keeps one down.
        leg_injury: LegInjury {
            /// As long as one is injured.
            Lasting,
            /// For the default seconds after each hit.
            Timed,
        }
        /// What hit points below the last row of the table of injuries mean.
        below_table: BelowTable {
            /// Mutilated, like the last row.
            Mutilated,
            /// Dead.
            Dead,
        }
        /// What a failed fall does to hit points.
        fall_hp: FallHp {
            /// They become what the rule says, unless they are lower already.
            Min,
            /// They fall by the height.
            Subtract,
        }
        /// Who of the dying is stabilised after a fight.
        stabilise: Stabilise {
            /// Those of a side that has somebody standing.
            Winners,
            /// All.
            All,
            /// Nobody.
            None,
        }
        /// What treatment does to injuries after a fight.
        treatment: Treatment {
            /// Nothing: hit points and injuries stay.
            None,
            /// It leaves 1 hit point and no injury.
            OneHp,
            /// It restores all hit points and leaves no injury.
            Full,
        }
        /// How much willpower a short rest restores.
        short_rest_willpower: ShortRestWillpower {
            /// None.
            None,
            /// All.
            Full,
        }
        /// How much willpower a night restores.
        night_willpower: NightWillpower {
            /// All.
            Full,
            /// None.
            None,
        }
        /// When a combatant is out of the fight.
        out_at: OutAt {
            /// When it cannot act for good: dead, unconscious, dazed for as long as it is injured, gone or surrendered.
            Incapacitated,
            /// At the first injury as well.
            Injured,
        }
        /// How the grid can be left.
        flee: Flee {
            /// By running off its edge.
            Free,
            /// By running off its edge, unless a pursuer wins the chase.
            Chase,
            /// Not at all.
            Impossible,
        }
        /// When the quarry of a chase is caught by gaining squares.
        chase_caught_at: ChaseCaughtAt {
            /// When the pursuer would pass it.
            Surpass,
            /// When the pursuer is in its square.
            SameSquare,
        }
        /// What a failed crossing does.
        crossing_fail: CrossingFail {
            /// The effect Fall.
            Fall,
            /// One is prone, and can stand up at once.
            Prone,
        }
        /// How structures and items break.
        toughness: ToughnessRule {
            /// By a single blow of at least the toughness.
            Threshold,
            /// By blows that reach the toughness together.
            Cumulative,
        }
        /// Which of the two numbers on climbing holds for attack rolls.
        climb_attack: ClimbAttack {
            /// The penalty on attacks and defences.
            First,
            /// The penalty on attack rolls of the later sentence.
            Second,
            /// Both together.
            Both,
        }
        /// What the consistency of holding on is.
        hold_c: HoldConsistency {
            /// The number of the book, whatever the ability.
            Fixed,
            /// That of the ability less the number of the book.
            Lowered,
        }
        /// Whether concealment touches a blow in melee at somebody of another cluster or of none.
        melee_concealment: MeleeConcealment {
            /// No: the blow brings both into one cluster before it is rolled, and nothing conceals there. A blow at somebody
            /// hidden is a guess, which it touches always.
            No,
            /// Yes: as it was before the blow.
            Yes,
        }
        /// How darkness and weather combine with other concealment.
        concealment_stack: ConcealmentStack {
            /// They add to it.
            Add,
            /// The larger one counts.
            Max,
        }
        /// What lighting a light that one carries costs.
        lighting: Lighting {
            /// The standard action, like drawing something.
            Standard,
            /// Nothing, once a turn.
            Free,
        }
        /// What becomes of a burning light that is dropped.
        dropped_light: DroppedLight {
            /// It burns on where it lies.
            Burns,
            /// It goes out.
            GoesOut,
        }
        /// Whether one can hide with a burning light in one's hand.
        bearer_hides: BearerHides {
            /// No: who takes one, or lights it, is seen by everybody.
            No,
            /// Yes, behind something that conceals.
            Yes,
        }
        /// Who knows of a hidden combatant that somebody has spotted.
        sightings: Sightings {
            /// The whole side.
            Shared,
            /// Only the one who spotted it.
            Own,
        }
    }
}
