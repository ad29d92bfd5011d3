//! Rulings of `cairn-ap`: named switches for what the published rules leave open, each with the specification's choice as default.
//!
//! Owns the switches and nothing else; the README of this folder says why each default was chosen. Start at [`Rulings`].

use crate::rules::declare::switches;

switches! {
    /// What the published rules leave open.
    Rulings {
        /// What of an attribute is added to a roll. [RU-01]
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
        /// What a natural 1 or 20 does. [RU-02]
        natural: Natural {
            /// Nothing but a story; it is counted.
            Narrative,
            /// A 20 of whoever rolls succeeds and a 1 fails, the Initiator's die before the Target's.
            Auto,
            /// A hit does more damage for the attacker's 20 and for the target's 1.
            BonusDamage,
        }
        /// Who wins when a save equals its number. [RU-02b]
        save_tie: SaveTie {
            /// Whatever threatens.
            Initiator,
            /// Whoever saves.
            Target,
        }
        /// Who wins a contested check that is equal. [RU-02b]
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
        /// What a shield is good for. [RU-06]
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
        /// How long a gained Advantage waits. [RU-09]
        gain_advantage: GainAdvantage {
            /// For the next roll of any kind, as long as it takes.
            NextRoll,
            /// For an action of one's own in the same turn.
            NextActionThisTurn,
        }
        /// What of its holder is settled when an action is held. [RU-28]
        held_modifier: HeldModifier {
            /// The values of that moment: what the attribute adds, and what makes the holder's rolls worse.
            Value,
            /// Only which attribute and object are used; their values are those of the moment at which it happens.
            Attribute,
        }
        /// Who rolls morale. [RU-10]
        morale_scope: MoraleScope {
            /// One for all.
            Group,
            /// Everybody for oneself.
            Individual,
        }
        /// Who is a lone foe. [RU-10]
        lone_foe: LoneFoe {
            /// Whoever began the fight alone.
            StartedAlone,
            /// Whoever is left alone, too.
            LastStanding,
        }
        /// How many saves two reasons at once ask for. [RU-10]
        morale_double: MoraleDouble {
            /// One.
            One,
            /// Two.
            Two,
        }
        /// Which group opens a round. [RU-12]
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
        initiative_reroll: InitiativeReroll {
            /// Never.
            Never,
            /// In every round.
            EachRound,
        }
        /// What an unarmed attack rolls. [RU-14]
        unarmed: Unarmed {
            /// Its die is part of the roll, like that of a weapon.
            InRoll,
            /// Its die is rolled for damage only.
            DamageOnly,
        }
        /// Whether exactly 0 hit points ask for the save against critical damage. [RU-15]
        crit_at_zero: CritAtZero {
            /// No, only damage beyond them.
            Below,
            /// Yes, with STR as it is.
            AtOrBelow,
        }
        /// The entry for more hit points than the scars table has. [RU-16]
        scar_over_table: ScarOverTable {
            /// The last.
            Clamp,
            /// None.
            None,
        }
        /// What comes first, the save against critical damage or the scar. [RU-16]
        scar_order: ScarOrder {
            /// The save.
            AfterCrit,
            /// The scar.
            BeforeCrit,
        }
        /// What a broken limb or a lost appendage does in the fight. [RU-16b]
        injury_effects: InjuryEffects {
            /// What is said of it: nothing.
            Stated,
            /// A leg hamstrings, an arm takes the off hand, a rib and the skull make rolls worse.
            Harsh,
        }
        /// Which total the first scar speaks of. [RU-16c]
        scar_1_total: ScarTotal {
            /// The second die.
            Second,
            /// Both dice.
            Sum,
        }
        /// What a stabilised character can do. [RU-17]
        stabilised: Stabilised {
            /// Nothing until a rest.
            Down,
            /// Fight on without hit points.
            ActiveAt0hp,
        }
        /// How many a blast reaches. [RU-18]
        blast_targets: BlastTargets {
            /// As many as one roll of the weapon's die says.
            Die,
            /// All in reach.
            All,
            /// As many as the book says.
            Fixed,
        }
        /// What critical damage does to a detachment. [RU-18]
        detachment_crit: DetachmentCrit {
            /// It is routed.
            Routed,
            /// It stays, but fights and is fought like an individual.
            Weakened,
        }
        /// Which loss of DEX and WIL leaves nobody able to act. [RU-19]
        attribute_zero: AttributeZero {
            /// That of either.
            Either,
            /// Only that of both.
            Both,
        }
        /// What two pairs of Magic Dice do. [RU-20]
        two_pairs: TwoPairs {
            /// One mishap.
            One,
            /// The mishap twice.
            Two,
            /// The spell fails as well.
            Fail,
        }
        /// What a full inventory does. [RU-20]
        full_inventory: FullInventory {
            /// Hit points fall to 0.
            HpZero,
            /// Nothing.
            Ignore,
        }
        /// What the chain reaction of mishap 4 does. [RU-20b]
        mishap_4_chain: Chain {
            /// Nothing more.
            None,
            /// The spell also takes a random creature of any side.
            RandomCreature,
        }
        /// What a reversed spell of mishap 5 does. [RU-20b]
        mishap_5_reverse: Reverse {
            /// It turns on the caster.
            Itself,
            /// Nothing.
            Fizzle,
        }
        /// Whether the weird looks of mishap 17 hide the caster. [RU-20b]
        mishap_17_hidden: Hidden {
            /// They do not.
            None,
            /// Attackers who have not gained Advantage are Impaired.
            ImpairUnfocused,
        }
        /// Whether the duplicate of mishap 23 fights. [RU-20b]
        mishap_23_duplicate: Duplicate {
            /// It stays out.
            Absent,
            /// It joins as a copy of the caster's present state.
            Fights,
        }
        /// How long a round is. [RU-21]
        round_length: RoundLength {
            /// As long as is said.
            Stated,
            /// As long as one turn of all its action points.
            Turn,
            /// As long as all turns taken in it.
            SumOfTurns,
        }
        /// Whether the first full day of deprivation counts. [RU-22]
        deprived_first_day: FirstDay {
            /// It does not.
            Free,
            /// It gives Fatigue as well.
            Counts,
        }
        /// How a helpless foe saves. [RU-24]
        helpless_save: HelplessSave {
            /// With the bare base die.
            BareDie,
            /// Not at all: only the weapon is rolled.
            AutoHit,
        }
        /// How those flee whose morale breaks. [RU-25]
        morale_flight: MoraleFlight {
            /// At once.
            AtOnce,
            /// By a retreat, tried from their next turn on.
            Retreat,
        }
        /// Whether the weapon's die of the attack is the damage. [RU-27]
        damage_die: DamageDie {
            /// It is.
            Same,
            /// The weapon is rolled again after a hit.
            Fresh,
        }
    }
}
