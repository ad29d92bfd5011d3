//! The time between fights, as data: rests, deprivation, aftercare, days, hazards, prices. Start at [`Rests`].

use frame::dice::Die;
use frame::rules::declare::{section, words};

use super::Attribute;

section! {
    /// Rests.
    Rests {
        /// Minutes of a short rest. [CAP-067]
        #[schemars(range(min = 0, max = 100_000))]
        short_minutes: u32 = 5,
        /// Chance in percent that a short rest is interrupted and gives nothing. [CAP-067]
        #[schemars(range(min = 0, max = 100))]
        interruption_percent: u8 = 0,
        /// True if a moment of rest can be had as an action of a fight, at the cost of using an item. [CAP-067]
        in_fight: bool = false,
        /// Hours of a rest of a few hours. [CAP-143]
        #[schemars(range(min = 0, max = 1000))]
        few_hours: u32 = 4,
        /// Hours of a night. [CAP-075]
        #[schemars(range(min = 0, max = 1000))]
        night_hours: u32 = 8,
        /// Fatigue that a night removes; without it, all. [CAP-075]
        night_fatigue: Option<u8> = None,
        /// Days of a week's rest. [CAP-069]
        #[schemars(range(min = 0, max = 1000))]
        week_days: u32 = 7,
        /// Days of such weeks, added up, after which limbs have mended and diseases are over. [CAP-144, CAP-145]
        #[schemars(range(min = 0, max = 1000))]
        mend_days: u32 = 7,
        /// True if attributes come back only with a healer. [CAP-069]
        week_needs_healer: bool = true,
        /// True if a week with a healer costs the price of medical healing. [CAP-070]
        healer_costs: bool = false,
    }
}

section! {
    /// Deprivation.
    Deprivation {
        /// True if it keeps hit points from coming back. [CAP-073]
        blocks_hp: bool = true,
        /// True if it keeps attributes from coming back. [CAP-073]
        blocks_attributes: bool = true,
        /// True if it keeps Fatigue from going. [CAP-073]
        blocks_fatigue: bool = true,
        /// True if it also blocks what magic gives back. [CAP-073, RU-22]
        blocks_magic: bool = true,
        /// Fatigue for each day of it. [CAP-072]
        #[schemars(range(min = 0, max = 20))]
        fatigue_per_day: u8 = 1,
    }
}

words! {
    /// The fallen that are treated after a fight. [CAP-118]
    AidAfter {
        /// All who are down are stabilised.
        Auto,
        /// Each takes one use of bandages, without which they die.
        Bandages,
        /// Nobody: they die.
        None,
    }

    /// The fate of mortal wounds after a fight. [CAP-092, CAP-151]
    MortalAfter {
        /// The die of fate decides whether help comes in time.
        Fate,
        /// All are healed in time.
        Healed,
        /// Nobody is.
        Dead,
    }

    /// The fate of the fallen who have not won. [CAP-119]
    LoserAfter {
        /// They die.
        Dead,
        /// They are captured.
        Captured,
    }

    /// The one who takes the place of dead player characters. [CAP-126]
    Replacement {
        /// Nobody.
        None,
        /// A hireling rolled by dice.
        Hireling,
        /// A new character, as the first one was.
        Fresh,
    }

    /// The mood of those who are met. [CAP-081]
    Mood {
        /// Hostile.
        Hostile,
        /// Wary.
        Wary,
        /// Curious.
        Curious,
        /// Kind.
        Kind,
        /// Helpful.
        Helpful,
    }
}

section! {
    /// The care after a fight.
    Aftercare {
        /// For those of the winning side who are down. [CAP-118]
        aid: AidAfter = AidAfter::Auto,
        /// For those of the winning side with a mortal wound. [CAP-151]
        mortal: MortalAfter = MortalAfter::Fate,
        /// For those of other sides. [CAP-119]
        loser: LoserAfter = LoserAfter::Dead,
    }
}

section! {
    /// Days of several fights.
    Day {
        /// The one who takes the place of dead player characters after a fight. [CAP-126]
        replace_dead: Replacement = Replacement::None,
    }
}

section! {
    /// The will to fight of those who are met.
    Reaction {
        /// True if it is rolled before every fight. [CAP-081]
        rolled: bool = false,
        /// Its dice. [CAP-081]
        die: Die = Die::new(2, 6),
        /// The highest total of each mood but the last, in their order. [CAP-081]
        up_to: [i32; 4] = [2, 5, 8, 11],
        /// Moods in which there is a fight. [CAP-081]
        fight_on: Vec<Mood> = vec![Mood::Hostile],
    }
}

impl Reaction {
    /// Returns the number of the mood that a total means. [CAP-081]
    pub fn mood(&self, total: i32) -> usize {
        self.up_to.iter().filter(|&&most| total > most).count()
    }
}

section! {
    /// The die of fate.
    Fate {
        /// The die. [CAP-092]
        die: Die = Die::new(1, 6),
        /// The result from which on it favours the player characters. [CAP-093]
        #[schemars(range(min = 1, max = 1000))]
        good_from: i32 = 4,
    }
}

section! {
    /// A danger on the way, for the part `hazard` of a day.
    Hazard {
        /// The attribute of the save. [CAP-059]
        save: Attribute = Attribute::Dex,
        /// The number of the save; 0 for none. [CAP-059]
        #[schemars(range(min = 0, max = 1000))]
        dc: i32 = 24,
        /// Steps of Disadvantage. [CAP-059]
        #[schemars(range(min = 0, max = 10))]
        disadvantage: i8 = 0,
        /// Damage dice; `0` for none. [CAP-066]
        die: Die = Die::NONE,
        /// Damage that is added. [CAP-066]
        #[schemars(range(min = 0, max = 1000))]
        damage: i32 = 3,
        /// True if Armor counts against it. [CAP-077]
        armor: bool = false,
    }
}

section! {
    /// Characters rolled by dice.
    NewCharacter {
        /// Dice of each attribute. [CAP-090, CAP-C01]
        attribute: Die = Die::new(3, 6),
        /// Dice of hit points. [CAP-090, CAP-C01]
        hp: Die = Die::new(1, 6),
    }
}

section! {
    /// Hirelings rolled by dice.
    NewHireling {
        /// Dice of each attribute. [CAP-088, CAP-090]
        attribute: Die = Die::new(3, 6),
        /// Dice of hit points. [CAP-088, CAP-090]
        hp: Die = Die::new(1, 6),
        /// True if hirelings count as player characters in damage. [CAP-091, RU-11]
        as_pc: bool = false,
    }
}

section! {
    /// Copying a spell into the Grimoire.
    Copying {
        /// Gold ink. [CAP-193]
        #[schemars(range(min = 0, max = 1_000_000))]
        gp: u32 = 50,
        /// Hours before `[sum]` is taken off. [CAP-193]
        #[schemars(range(min = 0, max = 1000))]
        hours: i32 = 6,
        /// The fewest hours. [CAP-193]
        #[schemars(range(min = 0, max = 1000))]
        hours_min: i32 = 0,
        /// Magic Dice that are invested; 0 for always the full time. [RU-23]
        #[schemars(range(min = 0, max = 8))]
        dice: u8 = 2,
        /// True if they give Fatigue and mishaps. [RU-23]
        risk: bool = true,
    }
}

section! {
    /// Making a Grimoire.
    Making {
        /// Inks. [CAP-196]
        #[schemars(range(min = 0, max = 1_000_000))]
        gp: u32 = 200,
        /// Hours of work. [CAP-197]
        #[schemars(range(min = 0, max = 1000))]
        hours: u32 = 6,
        /// True if one is Deprived afterwards. [CAP-197]
        deprived: bool = true,
    }
}

section! {
    /// Prices in gold pieces. [CAP-C07]
    Costs {
        /// Bandages. [CAP-C07]
        #[schemars(range(min = 0, max = 1_000_000))]
        bandages: u32 = 30,
        /// Medical healing. [CAP-070, CAP-C07]
        #[schemars(range(min = 0, max = 1_000_000))]
        medical_healing: u32 = 50,
        /// A blank book. [CAP-196, CAP-C07]
        #[schemars(range(min = 0, max = 1_000_000))]
        book: u32 = 50,
        /// A unit of mana dust. The source names no price. [CAP-155]
        #[schemars(range(min = 0, max = 1_000_000))]
        dust: u32 = 0,
    }
}
