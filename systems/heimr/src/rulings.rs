//! Rulings of `heimr`: named switches for what the published rules leave open, each with the specification's choice as default.
//!
//! Owns the switches and nothing else; rulings that are numbers stand in the [book](super::book), those that are a matter of
//! who plays in the [policy](super::policy). Start at [`Rulings`].

use frame::rules::declare::switches;

/// The features that no plain scenario takes for granted: it does not meet them, or asks for their rulings as they are set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Feature {
    /// Numbers that are worked out when a scenario is loaded.
    Numbers,
    /// Hiding and searching.
    Hiding,
    /// Readied actions.
    Readying,
    /// Who fights beside whom.
    Clusters,
    /// Shots and throws.
    Shots,
    /// Bare hands, grabs and bonds.
    Grapples,
    /// Guarding a border or a comrade.
    Guarding,
    /// Climbing, crossing and falling.
    Climbing,
    /// What comes after a fight: care and rests.
    Rest,
    /// Chases.
    Chases,
    /// Structures and items that break.
    Breaking,
    /// Lights.
    Lights,
    /// Skills.
    Skills,
}

switches! {
    /// The questions that the published rules leave open.
    Rulings {
        /// A 1 on the small die among the ones of the penalty.
        #[belongs_to(Numbers)]
        d6_counts_as_one: SmallDieAsOne {
            /// It counts: the pool is one set of dice.
            Yes,
            /// It does not count: only big dice do.
            No,
        }
        /// The winner when opposed rolls other than attack and defence are equal.
        #[belongs_to(Hiding)]
        opposed_tie: OpposedTie {
            /// The one who has to pass against the other: insight against persuasion, perception against hiding.
            Responder,
            /// The one who began.
            Initiator,
        }
        /// The rounding of the average of attributes when it is negative.
        #[belongs_to(Numbers)]
        average: Average {
            /// Down, towards minus infinity.
            Floor,
            /// Towards zero.
            TowardZero,
        }
        /// The abilities that are physical.
        #[belongs_to(Numbers)]
        physical: Physical {
            /// Those with at least one physical attribute.
            Any,
            /// Those whose attributes are all physical.
            All,
        }
        /// The nature of the initiative roll.
        initiative_physical: InitiativePhysical {
            /// Not physical: fatigue neither matters nor grows.
            No,
            /// Physical: it has to meet fatigue, or counts as 0, and fatigue can grow.
            Yes,
        }
        /// The tie-breaker between equal initiative and equal willpower.
        initiative_tie: InitiativeTie {
            /// The higher initiative consistency, which is dexterity; then big dice until all differ.
            DexThenD10,
            /// Big dice until all differ.
            D10,
            /// The one who comes first in the scenario.
            ListOrder,
        }
        /// The failed challenge requirements that can be re-rolled for willpower.
        reroll_scope: RerollScope {
            /// All of them, before a consequence strikes.
            All,
            /// Only those without a consequence: waking, perception.
            NoConsequence,
        }
        /// The use of willpower on rolls that fail the fatigue requirement.
        reroll_fatigue: RerollFatigue {
            /// Only where the roll is a challenge requirement anyway.
            Never,
            /// Attacks too, those of brawls included.
            Attack,
            /// Attacks and defences too.
            AttackAndDefence,
        }
        /// The fatigue with which a roll is compared: before or after it has grown.
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
        /// The fate of a stored defence when its consistency has changed.
        stale_defence: StaleDefence {
            /// It is rolled anew with the consistency of now.
            Reroll,
            /// It is used as it is.
            Keep,
        }
        /// The fatigue that a stored defence has to meet.
        defence_fatigue: DefenceFatigue {
            /// That of the moment in which it is used.
            AtUse,
            /// That of the moment in which it was rolled.
            AtRoll,
        }
        /// When a combatant that delays gets back its defences and everything else that begins a turn.
        delay_reset: DelayReset {
            /// At the delayed turn.
            AtTurn,
            /// At once.
            AtSlot,
        }
        /// The cost of readying an action.
        #[belongs_to(Readying)]
        ready_cost: ReadyCost {
            /// The standard action.
            Standard,
            /// Nothing.
            Free,
        }
        /// The target of a readied attack.
        #[belongs_to(Readying)]
        readied_target: ReadiedTarget {
            /// The one who set it off; an attack that cannot reach that one waits on.
            Trigger,
            /// The one who set it off, where that one can be reached, else the one that the policy chooses.
            Anybody,
        }
        /// The causes that interrupt upcoming actions.
        interrupt_on: InterruptOn {
            /// Any attack, hit or not.
            Attacked,
            /// Only a hit.
            Hit,
        }
        /// The outcome of an effect when the same effect is still running.
        effect_overlap: EffectOverlap {
            /// The longer of the two holds.
            Max,
            /// Both durations add up.
            Add,
        }
        /// The end of the bar on defence after an odd daze.
        daze_odd: DazeOdd {
            /// At the start of the turn after the last one that is lost.
            Yes,
            /// Like that of an even one.
            No,
        }
        /// The cost of standing up.
        stand_up: StandUp {
            /// Nothing, once a turn.
            Free,
            /// The standard action.
            Standard,
        }
        /// The result of an attack on a target in another cluster.
        #[belongs_to(Clusters)]
        cluster_switch: ClusterSwitch {
            /// The two clusters become one.
            Merge,
            /// The attacker leaves its own for the other.
            Transfer,
        }
        /// A shooter as a member of the cluster it shoots into.
        #[belongs_to(Shots)]
        shooter_counts: ShooterCounts {
            /// It does not count.
            No,
            /// It counts for the penalty; it is never hit.
            Yes,
        }
        /// The result of a shot into a cluster when a re-roll fails the fatigue requirement.
        #[belongs_to(Shots)]
        retarget_fatigue_fail: RetargetFatigueFail {
            /// It ends.
            Ends,
            /// It goes on to the next member.
            Next,
        }
        /// The way in which the distance of a shot is counted.
        #[belongs_to(Shots)]
        shot_distance: ShotDistance {
            /// By the cheapest way there, climbs included.
            Path,
            /// By columns and rows alone.
            Manhattan,
        }
        /// The rolls that the bonus of a weapon is good for.
        #[belongs_to(Numbers)]
        weapon_bonus: WeaponBonus {
            /// Attacks and parries.
            AttackAndParry,
            /// Attacks.
            Attack,
        }
        /// The result of a bind by a brawl attack that only touches.
        #[belongs_to(Grapples)]
        touch_binds: TouchBinds {
            /// It fails.
            No,
            /// It succeeds.
            Yes,
        }
        /// With how many weapons a provoked attack is made.
        #[belongs_to(Grapples)]
        provoked_weapons: ProvokedWeapons {
            /// With the best one.
            One,
            /// With each that is wielded.
            All,
        }
        /// The use of a dodge with a bound leg or body.
        #[belongs_to(Grapples)]
        bound_leg_dodge: BoundLegDodge {
            /// It is possible.
            Yes,
            /// It is impossible.
            No,
        }
        /// The duration of a grab.
        #[belongs_to(Grapples)]
        grab_duration: GrabDuration {
            /// Until something ends it.
            Held,
            /// So many seconds as the book says, or until something ends it.
            Seconds,
        }
        /// The rolls of the held that the holder can oppose.
        grab_stop_scope: GrabStopScope {
            /// The first roll of each action.
            Actions,
            /// All physical rolls, defences included.
            AllRolls,
        }
        /// The deeds of others on the holder that end a grab.
        grab_breaks_on: GrabBreaksOn {
            /// An effect; a plain hit of a weapon only when it injures.
            Effect,
            /// Any hit.
            AnyHit,
        }
        /// The duration of a guard that intercepts nobody.
        guard_duration: GuardDuration {
            /// Until the guard's next turn.
            Turn,
            /// Until it is used or the guard leaves.
            UntilUsed,
        }
        /// The crossing of a guarded border that ends the guard.
        #[belongs_to(Guarding)]
        border_guard_ends: BorderGuardEnds {
            /// Any: that of the combatant that wants to pass, and that of the guard.
            AnyCrossing,
            /// Only that of the guard.
            GuardCrossing,
        }
        /// The roll that strikes the guarded when the guard dodges a shot.
        #[belongs_to(Guarding)]
        guard_moves_on: GuardMovesOn {
            /// The attack roll of the shot.
            SameRoll,
            /// A new attack roll.
            Reroll,
        }
        /// The end of a guard that is outmanoeuvred.
        #[belongs_to(Guarding)]
        outmanoeuvre_ends_guard: OutmanoeuvreEndsGuard {
            /// Only when it fails: then the guard has intercepted the combatant.
            OnFail,
            /// In either case.
            Always,
        }
        /// The time for which an injured torso dazes.
        torso_injury: TorsoInjury {
            /// As long as one is injured, and so one is out.
            Lasting,
            /// For the default seconds after each hit.
            Timed,
        }
        /// The time for which an injured arm is of no use.
        arm_injury: ArmInjury {
            /// As long as one is injured.
            Lasting,
            /// None: what it holds is dropped once.
            Once,
        }
        /// The time for which an injured leg keeps one down.
        leg_injury: LegInjury {
            /// As long as one is injured.
            Lasting,
            /// For the default seconds after each hit.
            Timed,
        }
        /// The meaning of hit points below the last row of the table of injuries.
        below_table: BelowTable {
            /// Mutilated, like the last row.
            Mutilated,
            /// Dead.
            Dead,
        }
        /// The effect of a failed fall on hit points.
        #[belongs_to(Climbing)]
        fall_hp: FallHp {
            /// They become what the rule says, unless they are lower already.
            Min,
            /// They fall by the height.
            Subtract,
        }
        /// The dying that are stabilised after a fight.
        #[belongs_to(Rest)]
        stabilise: Stabilise {
            /// Those of a side of which a combatant stands.
            Winners,
            /// All.
            All,
            /// Nobody.
            None,
        }
        /// The effect of treatment on injuries after a fight.
        #[belongs_to(Rest)]
        treatment: Treatment {
            /// Nothing: hit points and injuries stay.
            None,
            /// It leaves 1 hit point and no injury.
            OneHp,
            /// It restores all hit points and leaves no injury.
            Full,
        }
        /// The willpower that a short rest restores.
        #[belongs_to(Rest)]
        short_rest_willpower: ShortRestWillpower {
            /// None.
            None,
            /// All.
            Full,
        }
        /// The willpower that a night restores.
        #[belongs_to(Rest)]
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
        /// The way to leave the grid.
        flee: Flee {
            /// By running off its edge.
            Free,
            /// By running off its edge, unless a pursuer wins the chase.
            Chase,
            /// None: it cannot be left.
            Impossible,
        }
        /// When the quarry of a chase is caught by gaining squares.
        #[belongs_to(Chases)]
        chase_caught_at: ChaseCaughtAt {
            /// When the pursuer would pass it.
            Surpass,
            /// When the pursuer is in its square.
            SameSquare,
        }
        /// The result of a failed crossing.
        #[belongs_to(Climbing)]
        crossing_fail: CrossingFail {
            /// The effect Fall.
            Fall,
            /// One is prone, and can stand up at once.
            Prone,
        }
        /// The way in which structures and items break.
        #[belongs_to(Breaking)]
        toughness: ToughnessRule {
            /// By a single blow of at least the toughness.
            Threshold,
            /// By blows that reach the toughness together.
            Cumulative,
        }
        /// The one of two numbers on climbing that holds for attack rolls.
        climb_attack: ClimbAttack {
            /// The penalty on attacks and defences.
            First,
            /// The penalty on attack rolls of the later sentence.
            Second,
            /// Both together.
            Both,
        }
        /// The consistency of holding on.
        #[belongs_to(Climbing)]
        hold_c: HoldConsistency {
            /// The number of the book, whatever the ability.
            Fixed,
            /// That of the ability less the number of the book.
            Lowered,
        }
        /// Concealment and a blow in melee at a target of another cluster or of none.
        melee_concealment: MeleeConcealment {
            /// It does not: the blow brings both into one cluster before it is rolled, and nothing conceals there. A blow at
            /// a hidden target is a guess, which it hampers always.
            No,
            /// It hampers the blow, as it was before.
            Yes,
        }
        /// The combination of darkness and weather with other concealment.
        concealment_stack: ConcealmentStack {
            /// They add to it.
            Add,
            /// The larger one counts.
            Max,
        }
        /// The cost of lighting a light that one carries.
        #[belongs_to(Lights)]
        lighting: Lighting {
            /// The standard action, like drawing something.
            Standard,
            /// Nothing, once a turn.
            Free,
        }
        /// The fate of a burning light that is dropped.
        #[belongs_to(Lights)]
        dropped_light: DroppedLight {
            /// It burns on where it lies.
            Burns,
            /// It goes out.
            GoesOut,
        }
        /// Hiding with a burning light in one's hand.
        #[belongs_to(Hiding)]
        bearer_hides: BearerHides {
            /// It is impossible: who takes one, or lights it, is seen by everybody.
            No,
            /// It is possible behind something that conceals.
            Yes,
        }
        /// The combatants that know of a hidden combatant that one of them has spotted.
        #[belongs_to(Hiding)]
        sightings: Sightings {
            /// The whole side.
            Shared,
            /// Only the one who spotted it.
            Own,
        }
        /// The choice among those who are equal by all that a line of a policy asks of them.
        default_target: DefaultTarget {
            /// One of them is drawn.
            Random,
            /// The one who comes first in the scenario.
            Listed,
        }
        /// Fatigue below its base, of a combatant that begins with less or takes a heavy shield.
        low_fatigue: LowFatigue {
            /// It stays as low as it is, until rolls let it grow.
            Stays,
            /// It rises to its base when a fight or an own turn begins.
            Rises,
        }
        /// The answer of a neutral side that fights back to a skill that an enemy uses on one of its members.
        #[belongs_to(Skills)]
        neutral_skill: NeutralSkill {
            /// It turns on the alliance of who uses it, as after an attack that hits.
            Turns,
            /// It stays at peace.
            Peace,
        }
        /// What it costs a hidden combatant to tell its side of an enemy that it has spotted.
        #[belongs_to(Hiding)]
        hidden_tell: HiddenTell {
            /// A whisper: a soft sound, which makes it easier to find.
            Whisper,
            /// Nothing: it makes signs.
            Nothing,
            /// It keeps what it has seen to itself.
            Silent,
        }
    }
}
