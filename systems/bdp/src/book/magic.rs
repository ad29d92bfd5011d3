//! Magic: Magic Dice, feedback, Faith Dice, prayer, songs.

use crate::sheet::Ability;
use frame::dice::Die;
use frame::rules::declare::section;

use super::checks::Amount;

section! {
    /// Magic Dice.
    MagicDice {
        /// Faces of each. [BDP-451]
        #[schemars(range(min = 2, max = 100))]
        die: u8 = 6,
        /// The most that one can have. [BDP-451, BDP-532]
        #[schemars(range(min = 0, max = 20))]
        max: u8 = 4,
        /// The most that lie on the table in one casting. [BDP-453]
        #[schemars(range(min = 1, max = 20))]
        total_max: u8 = 4,
        /// The lowest face that is a Fatigue. [BDP-452]
        #[schemars(range(min = 1, max = 101))]
        fatigue_on: u8 = 4,
        /// The lowest face that may be followed by one more die, where the version has that. [BDP-453, BDP-622]
        #[schemars(range(min = 1, max = 101))]
        explode: u8 = 6,
        /// True if dice that were a Fatigue cannot be used again before a night's sleep. [BDP-468]
        exhaust: bool = false,
        /// True if spells sum their dice instead of keeping the highest. [BDP-460]
        sum: bool = true,
        /// Enemies that each die of a trick adds, or by how much each lowers the ability that is saved with. [BDP-461]
        #[schemars(range(min = 0, max = 30))]
        trick_minus: i32 = 2,
        /// Difficulty that a die of a trick adds in version 1.32: below and from `fatigue_on` on. [BDP-626]
        trick_difficulty: [u8; 2] = [1, 2],
        /// Armor that a piercing spell ignores in version 1.32: below and from `fatigue_on` on. [BDP-625]
        pierce: [u8; 2] = [1, 2],
        /// Targets that the step from one target on buys. [BDP-457, BDP-625]
        #[schemars(range(min = 2, max = 64))]
        targets: u8 = 2,
        /// Magic Dice that trinkets give at most. [BDP-470]
        #[schemars(range(min = 0, max = 20))]
        trinkets_max: u8 = 1,
        /// Power that a wand or staff regains each day. [BDP-472]
        #[schemars(range(min = 0, max = 20))]
        power_repair: u8 = 1,
    }

    /// Arcane Feedback.
    Feedback {
        /// Feedback above this strikes everybody close; without it, 6 in version 2 and 3 in version 1.32. [BDP-455, BDP-623]
        blast_over: Option<u8> = None,
        /// The number of dice of the same face that make feedback. [BDP-454]
        #[schemars(range(min = 2, max = 20))]
        alike: u8 = 2,
    }

    /// Faith Dice and miracles.
    Faith {
        /// Faces of each. [BDP-477]
        #[schemars(range(min = 2, max = 100))]
        die: u8 = 6,
        /// The most that one can have. [BDP-477, BDP-532]
        #[schemars(range(min = 0, max = 20))]
        max: u8 = 4,
        /// WIL that a low face costs. [BDP-477]
        #[schemars(range(min = 0, max = 20))]
        low: i16 = 1,
        /// WIL that a high face costs. [BDP-477]
        #[schemars(range(min = 0, max = 20))]
        high: i16 = 2,
        /// The lowest face that is high. [BDP-477]
        #[schemars(range(min = 1, max = 101))]
        high_from: u8 = 4,
        /// Slots of each imprinted miracle. [BDP-473]
        #[schemars(range(min = 0, max = 20))]
        miracle_slots: u8 = 1,
        /// True if bonus damage cannot lift a damage roll above the weapon's highest. [BDP-478]
        bonus_capped: bool = true,
        /// Armor of those under divine protection. [BDP-484]
        #[schemars(range(min = 0, max = 30))]
        protection: u8 = 3,
        /// Rounds of a surge of resilience for each die. [BDP-486]
        #[schemars(range(min = 1, max = 10_000))]
        surge_rounds: u16 = 60,
        /// The save of enemies against a rebuke. [BDP-480]
        rebuke: Ability = Ability::Wil,
        /// The save for changing a miracle during the day. [BDP-474]
        change: Ability = Ability::Wil,
    }

    /// Evening prayer: what it restores, by the highest total of each row.
    Prayer {
        /// Dice. [BDP-487]
        dice: Die = Die::new(1, 6),
        /// Points that everybody adds whose sheet does not say; 0 to 3. [BDP-487]
        #[schemars(range(min = 0, max = 3))]
        bonus: u8 = 0,
        /// The highest total that restores nothing. [BDP-487]
        none_max: i32 = 1,
        /// The highest total that restores little. [BDP-487]
        little_max: i32 = 3,
        /// The amount of WIL. [BDP-487]
        little: Amount = Amount { dice: Die::new(1, 2), flat: 0 },
        /// The highest total that restores some. [BDP-487]
        some_max: i32 = 5,
        /// The amount of WIL. [BDP-487]
        some: Amount = Amount { dice: Die::new(1, 4), flat: 1 },
        /// The highest total that restores all; beyond, a free Faith Die comes with it. [BDP-487]
        all_max: i32 = 8,
        /// Faith Dice of the next day that cost nothing, with such a total. [BDP-487]
        #[schemars(range(min = 0, max = 20))]
        free_dice: u8 = 1,
    }

    /// Songs.
    Songs {
        /// The save. [BDP-488]
        save: Ability = Ability::Wil,
        /// Fatigue of a song that fails. [BDP-488]
        #[schemars(range(min = 0, max = 20))]
        fatigue: u8 = 1,
        /// True if all four verses are sung. [BDP-488]
        whole: bool = false,
        /// Points that four verses take off the complexity. [BDP-488]
        #[schemars(range(min = 0, max = 20))]
        verses: u8 = 3,
        /// Complexity of Home. [BDP-490]
        #[schemars(range(min = 0, max = 20))]
        home: u8 = 1,
        /// Complexity of Slaughter. [BDP-491]
        #[schemars(range(min = 0, max = 20))]
        slaughter: u8 = 1,
        /// Bonus damage of Slaughter. [BDP-491]
        #[schemars(range(min = 0, max = 20))]
        slaughter_bonus: i32 = 1,
        /// Rounds of Slaughter. [BDP-491]
        #[schemars(range(min = 1, max = 100))]
        slaughter_rounds: u16 = 1,
        /// Complexity of Iron. [BDP-492]
        #[schemars(range(min = 0, max = 20))]
        iron: u8 = 3,
        /// Damage dice that Iron adds. [BDP-492]
        #[schemars(range(min = 0, max = 10))]
        iron_dice: u8 = 1,
        /// Complexity of Sorrow. [BDP-493]
        #[schemars(range(min = 0, max = 20))]
        sorrow: u8 = 5,
        /// Fatigue that Sorrow takes off each listener. [BDP-493]
        sorrow_fatigue: Die = Die::new(1, 6),
        /// Complexity of Vigilance. [BDP-494]
        #[schemars(range(min = 0, max = 20))]
        vigilance: u8 = 2,
    }
}
