//! Rulings of `cairn-ap`: named switches for what the published rules leave open, each with the specification's choice as
//! default.
//!
//! Owns the switches and nothing else; the README of this folder says why each default was chosen. Start at [`Rulings`].

use frame::rules::declare::switches;

/// The features that no plain blow takes for granted: it does not meet them, or asks for their rulings as they are set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Feature {
    /// Held actions.
    Holding,
    /// Morale.
    Morale,
    /// The order of a round.
    Order,
    /// Critical damage, scars and what is left of the attributes.
    Wounds,
    /// Blasts.
    Blasts,
    /// Detachments.
    Detachments,
    /// Spells and their mishaps.
    Magic,
    /// What comes between fights.
    Day,
    /// The choice between equals.
    Equals,
}

switches! {
    /// The questions that the published rules leave open.
    Rulings {
        /// The part of an attribute that is added to a roll. [RU-01]
        modifier: Modifier {
            /// The attribute itself.
            Attribute,
            /// Half of it, rounded down.
            Half,
            /// A half of what it is above 10, rounded down; below 10 it is negative.
            D20Bonus,
            /// Nothing.
            None,
        }
        /// The effect of a natural 1 or 20. [RU-02]
        natural: Natural {
            /// Nothing but a story; it is counted.
            Narrative,
            /// A 20 of the one who rolls succeeds and a 1 fails, the Initiator's die before the Target's.
            Auto,
            /// A hit does more damage for the attacker's 20 and for the target's 1.
            BonusDamage,
        }
        /// The winner when a save equals its number. [RU-02b]
        save_tie: SaveTie {
            /// The one who threatens.
            Initiator,
            /// The one who saves.
            Target,
        }
        /// The winner of a contested check that is equal. [RU-02b]
        contest_tie: ContestTie {
            /// The Initiator.
            Initiator,
            /// The Target.
            Target,
        }
        /// Advantage and Disadvantage on one die. [RU-03]
        adv_mix: AdvantageMix {
            /// One takes away the other, step by step.
            Net,
            /// Any of both together are one plain die.
            CancelAll,
        }
        /// The use of a shield. [RU-06]
        shield: Shield {
            /// Its die, when blocking.
            Die,
            /// Armor.
            Armor,
            /// Both.
            Both,
        }
        /// When a parry has the weapon's die. [RU-06]
        parry: Parry {
            /// Always.
            Always,
            /// Only with a held defence.
            HeldOnly,
        }
        /// The time that a gained Advantage waits. [RU-09]
        gain_advantage: GainAdvantage {
            /// For the next roll of any kind, as long as it takes.
            NextRoll,
            /// For an action of one's own in the same turn.
            NextActionThisTurn,
        }
        /// The values of its holder that are settled when an action is held. [RU-28]
        #[belongs_to(Holding)]
        held_modifier: HeldModifier {
            /// The values of that moment: what the attribute adds, and what makes the holder's rolls worse.
            Value,
            /// Only which attribute and object are used; their values are those of the moment at which it happens.
            Attribute,
        }
        /// The combatants that roll morale. [RU-10]
        #[belongs_to(Morale)]
        morale_scope: MoraleScope {
            /// One for all.
            Group,
            /// Everybody for oneself.
            Individual,
        }
        /// The meaning of a lone foe. [RU-10]
        #[belongs_to(Morale)]
        lone_foe: LoneFoe {
            /// One who began the fight alone.
            StartedAlone,
            /// One who is left alone, too.
            LastStanding,
        }
        /// The number of saves that two reasons at once ask for. [RU-10]
        #[belongs_to(Morale)]
        morale_double: MoraleDouble {
            /// One.
            One,
            /// Two.
            Two,
        }
        /// The group that opens a round. [RU-12]
        #[belongs_to(Order)]
        first_group: FirstGroup {
            /// The one with the highest initiative of anybody.
            Highest,
            /// The one with player characters.
            Pcs,
            /// The one with the highest sum.
            Total,
            /// The one with the highest mean.
            Mean,
        }
        /// When initiative is rolled again. [RU-12]
        #[belongs_to(Order)]
        initiative_reroll: InitiativeReroll {
            /// Never.
            Never,
            /// In every round.
            EachRound,
        }
        /// The dice of an unarmed attack. [RU-14]
        unarmed: Unarmed {
            /// Its die is part of the roll, like that of a weapon.
            InRoll,
            /// Its die is rolled for damage only.
            DamageOnly,
        }
        /// The save against critical damage at exactly 0 hit points. [RU-15]
        #[belongs_to(Wounds)]
        crit_at_zero: CritAtZero {
            /// They ask for none; only damage beyond them does.
            Below,
            /// They ask for it, with STR as it is.
            AtOrBelow,
        }
        /// The entry for more hit points than the scars table has. [RU-16]
        #[belongs_to(Wounds)]
        scar_over_table: ScarOverTable {
            /// The last.
            Clamp,
            /// None.
            None,
        }
        /// The order of the save against critical damage and the scar. [RU-16]
        #[belongs_to(Wounds)]
        scar_order: ScarOrder {
            /// The save.
            AfterCrit,
            /// The scar.
            BeforeCrit,
        }
        /// The effect of a broken limb or a lost appendage in the fight. [RU-16b]
        injury_effects: InjuryEffects {
            /// As it is said: none.
            Stated,
            /// A leg hamstrings, an arm takes the off hand, a rib and the skull make rolls worse.
            Harsh,
        }
        /// The total that the first scar speaks of. [RU-16c]
        #[belongs_to(Wounds)]
        scar_1_total: ScarTotal {
            /// The second die.
            Second,
            /// Both dice.
            Sum,
        }
        /// The actions of a stabilised character. [RU-17]
        #[belongs_to(Wounds)]
        stabilised: Stabilised {
            /// None until a rest.
            Down,
            /// All: it fights on without hit points.
            ActiveAt0hp,
        }
        /// The number of targets that a blast reaches. [RU-18]
        #[belongs_to(Blasts)]
        blast_targets: BlastTargets {
            /// As many as one roll of the weapon's die says.
            Die,
            /// All in reach.
            All,
            /// As many as the book says.
            Fixed,
        }
        /// The effect of critical damage on a detachment. [RU-18]
        #[belongs_to(Detachments)]
        detachment_crit: DetachmentCrit {
            /// It is routed.
            Routed,
            /// It stays, but fights and is fought like an individual.
            Weakened,
        }
        /// The loss of DEX and WIL that leaves a combatant unable to act. [RU-19]
        #[belongs_to(Wounds)]
        attribute_zero: AttributeZero {
            /// That of either.
            Either,
            /// Only that of both.
            Both,
        }
        /// The effect of two pairs of Magic Dice. [RU-20]
        #[belongs_to(Magic)]
        two_pairs: TwoPairs {
            /// One mishap.
            One,
            /// The mishap twice.
            Two,
            /// The spell fails as well.
            Fail,
        }
        /// The effect of a full inventory. [RU-20]
        full_inventory: FullInventory {
            /// Hit points fall to 0.
            HpZero,
            /// Nothing.
            Ignore,
        }
        /// The effect of the chain reaction of mishap 4. [RU-20b]
        #[belongs_to(Magic)]
        mishap_4_chain: Chain {
            /// Nothing more.
            None,
            /// The spell also takes a random creature of any side.
            RandomCreature,
        }
        /// The effect of a reversed spell of mishap 5. [RU-20b]
        #[belongs_to(Magic)]
        mishap_5_reverse: Reverse {
            /// It turns on the caster.
            Itself,
            /// Nothing.
            Fizzle,
        }
        /// The weird looks of mishap 17 and the sight of the caster. [RU-20b]
        #[belongs_to(Magic)]
        mishap_17_hidden: Hidden {
            /// They hide nothing.
            None,
            /// Attackers who have not gained Advantage are Impaired.
            ImpairUnfocused,
        }
        /// The part of the duplicate of mishap 23 in the fight. [RU-20b]
        #[belongs_to(Magic)]
        mishap_23_duplicate: Duplicate {
            /// It stays out.
            Absent,
            /// It joins as a copy of the caster's present state.
            Fights,
        }
        /// The length of a round. [RU-21]
        #[belongs_to(Day)]
        round_length: RoundLength {
            /// As long as is said.
            Stated,
            /// As long as one turn of all its action points.
            Turn,
            /// As long as all turns taken in it.
            SumOfTurns,
        }
        /// The first full day of deprivation. [RU-22]
        #[belongs_to(Day)]
        deprived_first_day: FirstDay {
            /// It gives no Fatigue.
            Free,
            /// It gives Fatigue as well.
            Counts,
        }
        /// The save of a helpless foe. [RU-24]
        helpless_save: HelplessSave {
            /// With the bare base die.
            BareDie,
            /// None: only the weapon is rolled.
            AutoHit,
        }
        /// The flight of those whose morale breaks. [RU-25]
        #[belongs_to(Morale)]
        morale_flight: MoraleFlight {
            /// At once.
            AtOnce,
            /// By a retreat, tried from their next turn on.
            Retreat,
        }
        /// The die of damage. [RU-27]
        damage_die: DamageDie {
            /// The weapon's die of the attack.
            Same,
            /// The weapon is rolled again after a hit.
            Fresh,
        }
        /// The choice of a target or an ally where no line of a policy decides. [RU-31]
        #[belongs_to(Equals)]
        default_target: DefaultTarget {
            /// The one who looks most wounded, so that a target is kept until it is out; of several who look alike one is drawn.
            Random,
            /// The one who comes first in the scenario.
            Listed,
            /// As `random`, and of those who are equal by a line of a policy one is drawn, too.
            Everywhere,
        }
        /// The order of those whose initiative is equal in everything. [RU-32]
        #[belongs_to(Order)]
        initiative_tie: InitiativeTie {
            /// Drawn at random.
            Random,
            /// The order of the scenario.
            Listed,
        }
        /// The fate of the fallen of a side that has not won and is no enemy of the winners. [RU-33]
        #[belongs_to(Day)]
        fallen_bystanders: FallenBystanders {
            /// They are looked after like those of the winners.
            Tended,
            /// That of the fallen who have lost.
            Abandoned,
        }
    }
}

impl Shield {
    /// True if it has a die, which helps a block. [RU-06]
    pub fn has_die(self) -> bool {
        self != Shield::Armor
    }

    /// True if it is Armor. [RU-06]
    pub fn is_armor(self) -> bool {
        self != Shield::Die
    }
}
