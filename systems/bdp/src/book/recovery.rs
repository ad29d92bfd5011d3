//! Recovery: breath, water, deprivation, sleep, meals, care, wildcrafting, diseases, lights.

use std::collections::BTreeMap;

use crate::sheet::Ability;
use frame::dice::Die;
use frame::rules::declare::{section, words};

use super::checks::Amount;

section! {
    /// Catching breath.
    Breath {
        /// HP that it gives back; without it, all. [BDP-092]
        hp: Option<u16> = None,
        /// True if it needs a drink of water. [BDP-092]
        needs_water: bool = true,
        /// Chance in percent that it ends in another encounter, so that nobody recovers. [BDP-093, R-54]
        #[schemars(range(min = 0, max = 100))]
        encounter_percent: u8 = 0,
        /// Faces of a full waterskin's usage die. [BDP-094]
        #[schemars(range(min = 0, max = 100))]
        waterskin: u8 = 8,
        /// Sizes of usage dice, the largest first; behind the last one nothing is left. [BDP-095, BDP-096, BDP-364]
        chain: Vec<u8> = vec![10, 8, 6, 4],
        /// The highest face at which a usage die shrinks. [BDP-095, BDP-096]
        #[schemars(range(min = 0, max = 100))]
        shrink: u8 = 2,
    }

    /// Deprivation.
    Deprivation {
        /// True if it blocks the recovery of HP. [BDP-031]
        blocks_hp: bool = true,
        /// True if it blocks the recovery of abilities. [BDP-031]
        blocks_ability: bool = true,
        /// True if it blocks the healing of severe wounds. [BDP-031, BDP-055]
        blocks_wounds: bool = false,
        /// Days in a row that bring no Fatigue yet. [BDP-032, R-51]
        #[schemars(range(min = 0, max = 100))]
        grace_days: u8 = 1,
        /// Fatigue of each further day. [BDP-032]
        #[schemars(range(min = 0, max = 20))]
        fatigue: u8 = 1,
        /// True if a night without sleep deprives. [BDP-097]
        sleepless: bool = true,
    }

    /// Days.
    Days {
        /// Watches in a day. [BDP-044, R-07]
        #[schemars(range(min = 1, max = 24))]
        watches: u8 = 6,
        /// Watches of a night, in which it can be cold. [BDP-044, R-07]
        #[schemars(range(min = 0, max = 24))]
        night_watches: u8 = 2,
        /// Meals that a day needs. [BDP-102]
        #[schemars(range(min = 0, max = 10))]
        meals: u8 = 1,
    }

    /// Sleep, by its grade.
    Sleep {
        /// No sleep. [BDP-098]
        none: Night = Night { deprives: true, ..Night::default() },
        /// Perilous sleep. [BDP-099]
        perilous: Night = Night::default(),
        /// Normal sleep. [BDP-100]
        normal: Night = Night { all_fatigue: true, ..Night::default() },
        /// Comfortable sleep. [BDP-101]
        comfortable: Night = Night { all_fatigue: true, restores: true, ..Night::default() },
        /// Points of each ability that comfortable sleep restores in version 2. [BDP-101]
        ability: Amount = Amount::flat(1),
        /// Points of an ability in version 1.32. [BDP-618]
        ability_1_32: Amount = Amount::dice(1, 6),
        /// True if a normal night outdoors needs a bedroll. [BDP-360]
        needs_bedroll: bool = true,
        /// True if it needs a tent as well in bad weather. [BDP-360]
        needs_tent: bool = true,
        /// The number of people that sleep in one tent. [BDP-360]
        #[schemars(range(min = 1, max = 64))]
        tent_people: u8 = 2,
    }

    /// The effects of a night of some grade.
    Night {
        /// True if it deprives. [BDP-097, BDP-098]
        deprives: bool = false,
        /// True if it removes all Fatigue. [BDP-100, BDP-101]
        all_fatigue: bool = false,
        /// True if it restores abilities. [BDP-101]
        restores: bool = false,
    }

    /// Meals.
    Meals {
        /// The save that keeps a desperate meal down. [BDP-105]
        desperate_save: Ability = Ability::Wil,
        /// Desperate meals that one can try in a day.
        #[schemars(range(min = 1, max = 10))]
        desperate_tries: u8 = 1,
        /// Fatigue that a fresh meal removes. [BDP-106]
        #[schemars(range(min = 0, max = 20))]
        fresh_fatigue: u8 = 0,
        /// Fatigue that a simple meal removes. [BDP-104, BDP-107]
        #[schemars(range(min = 0, max = 20))]
        simple_fatigue: u8 = 1,
        /// Fatigue that a fancy meal removes; without it, all. [BDP-108]
        fancy_fatigue: Option<u8> = None,
    }

    /// Services that restore abilities.
    Care {
        /// STR restored by each day with a healer. [BDP-128]
        str: Die = Die::new(1, 4),
        /// DEX restored by each day of baths and massage. [BDP-129]
        dex: Die = Die::new(1, 4),
        /// WIL restored by each day of company, tea or prayer. [BDP-130]
        wil: Die = Die::new(1, 4),
        /// Days with a healer that restore all abilities, where care counts by the week. [BDP-619]
        #[schemars(range(min = 1, max = 100))]
        week: u8 = 7,
    }

    /// A disease.
    Disease {
        /// Days it lasts; without it, it does not end by itself. [BDP-083]
        days: Option<Die> = None,
        /// The ability that it damages. [BDP-081]
        ability: Ability = Ability::Str,
        /// Damage of each day without a passed save. [BDP-081]
        damage: Amount = Amount::flat(1),
        /// Passed saves that heal it; without it, none do. [BDP-082, R-55]
        saves: Option<u8> = None,
        /// The save. [BDP-081]
        save: Ability = Ability::Str,
        /// True if rest and care give advantage. [BDP-084]
        care_helps: bool = true,
    }

    /// Wildcrafting.
    Recipes {
        /// Potency of a common ingredient. [BDP-112]
        #[schemars(range(min = 0, max = 100))]
        common: u8 = 1,
        /// Potency of an uncommon ingredient. [BDP-112]
        #[schemars(range(min = 0, max = 100))]
        uncommon: u8 = 2,
        /// Potency of a rare ingredient. [BDP-112]
        #[schemars(range(min = 0, max = 100))]
        rare: u8 = 4,
        /// Different ingredients that a recipe needs. [BDP-116]
        #[schemars(range(min = 1, max = 20))]
        min_different: u8 = 2,
        /// The recipes. [BDP-110, BDP-115, BDP-117]
        list: BTreeMap<String, Recipe> = recipes(),
    }

    /// A recipe.
    Recipe {
        /// Potency that it needs. [BDP-115]
        #[schemars(range(min = 1, max = 100))]
        potency: u8 = 4,
        /// The region that some ingredients have to come from. [BDP-117]
        region: Option<Region> = None,
        /// The number of regional ones. [BDP-117]
        #[schemars(range(min = 0, max = 20))]
        regional: u8 = 0,
        /// The effect. [BDP-110, BDP-118, BDP-121, BDP-122, BDP-125, BDP-126]
        effect: RecipeEffect = RecipeEffect::Restore,
        /// The ability that it restores. [BDP-118, BDP-119, BDP-120]
        ability: Ability = Ability::Str,
        /// The amount. [BDP-118, BDP-119, BDP-120]
        dice: Die = Die::NONE,
        /// The light wound that it cures. [BDP-122, BDP-123, BDP-124]
        wound: String = String::new(),
    }

    /// Lights.
    Light {
        /// Minutes between two rolls of a light's usage die. [BDP-364]
        #[schemars(range(min = 1, max = 10_000))]
        minutes: u32 = 10,
        /// Usage die of a lantern. [BDP-364]
        #[schemars(range(min = 0, max = 100))]
        lantern: u8 = 10,
        /// Usage die of a torch. [BDP-364]
        #[schemars(range(min = 0, max = 100))]
        torch: u8 = 8,
        /// Faces of the die of which a 1 breaks a lantern after a bad hit. [BDP-364]
        #[schemars(range(min = 1, max = 100))]
        lantern_breaks: u8 = 6,
        /// The highest face of its usage die on which a dropped torch goes out. [BDP-364]
        #[schemars(range(min = 0, max = 100))]
        torch_out: u8 = 1,
        /// Faces of the die of which a 1 loses a climbing kit after a climb. [BDP-361]
        #[schemars(range(min = 1, max = 100))]
        climbing_kit: u8 = 6,
    }
}

words! {
    /// The quality of sleep.
    Grade {
        /// Not at all.
        None,
        /// In danger.
        Perilous,
        /// Well.
        Normal,
        /// Very well.
        Comfortable,
    }

    /// The region where an ingredient comes from. [BDP-113]
    Region {
        /// Plains.
        Plains,
        /// Forest.
        Forest,
        /// Swamp.
        Swamp,
        /// Hills.
        Hills,
        /// Mountains.
        Mountain,
        /// Desert.
        Desert,
    }

    /// The rarity of an ingredient. [BDP-111]
    Rarity {
        /// Common.
        Common,
        /// Uncommon.
        Uncommon,
        /// Rare.
        Rare,
    }

    /// The effect of a recipe.
    RecipeEffect {
        /// Restores an ability over a night.
        Restore,
        /// Makes the night one grade better.
        Sleep,
        /// Cures a light wound in the field.
        Cure,
        /// Makes one harder to disarm for a day.
        Grip,
        /// Counts as a simple meal.
        Meal,
    }
}

impl Grade {
    /// One grade better by a tonic: nothing helps the sleepless, and nothing is better than the best. [BDP-121]
    #[must_use]
    pub fn better(self) -> Self {
        match self {
            Grade::None => Grade::None,
            Grade::Perilous => Grade::Normal,
            Grade::Normal | Grade::Comfortable => Grade::Comfortable,
        }
    }
}

impl Sleep {
    /// The effects of a night of this grade.
    #[must_use]
    pub fn night(&self, grade: Grade) -> &Night {
        match grade {
            Grade::None => &self.none,
            Grade::Perilous => &self.perilous,
            Grade::Normal => &self.normal,
            Grade::Comfortable => &self.comfortable,
        }
    }
}

impl Days {
    /// Returns the minutes of a Watch.
    #[must_use]
    pub fn watch_minutes(&self) -> u32 {
        const DAY_MINUTES: u32 = 24 * 60;
        (DAY_MINUTES / u32::from(self.watches.max(1))).max(1)
    }
}

impl Care {
    /// The dice of the service for an ability.
    #[must_use]
    pub fn of(&self, ability: Ability) -> Die {
        match ability {
            Ability::Str => self.str,
            Ability::Dex => self.dex,
            Ability::Wil => self.wil,
        }
    }
}

impl Recipes {
    /// The potency of an ingredient. [BDP-112]
    #[must_use]
    pub fn potency(&self, rarity: Rarity) -> u8 {
        match rarity {
            Rarity::Common => self.common,
            Rarity::Uncommon => self.uncommon,
            Rarity::Rare => self.rare,
        }
    }
}

/// The published diseases.
pub fn diseases() -> BTreeMap<String, Disease> {
    let day = |count| Some(Die::new(1, count));
    let flat = Amount::flat;
    let rows = [
        ("swampsigh", day(4), Ability::Str, flat(1), None),
        ("bonebreaker", None, Ability::Str, flat(2), Some(3)),
        ("tick_jitters", day(6), Ability::Dex, Amount::dice(1, 2), None),
        ("shadowrot", None, Ability::Dex, flat(2), Some(4)),
        ("mindfog", day(4), Ability::Wil, flat(1), None),
        ("souls_despair", None, Ability::Wil, Amount::dice(1, 4), None),
    ];
    let disease = |(name, days, ability, damage, saves): (&str, _, _, _, _)| {
        (name.to_owned(), Disease { days, ability, damage, saves, ..Disease::default() })
    };
    rows.map(disease).into()
}

/// The published recipes.
fn recipes() -> BTreeMap<String, Recipe> {
    let restore = |ability| Recipe { ability, dice: Die::new(1, 3), ..Recipe::default() };
    let cure = |wound: &str, region| Recipe {
        potency: 3,
        region: Some(region),
        regional: 1,
        effect: RecipeEffect::Cure,
        wound: wound.to_owned(),
        ..Recipe::default()
    };
    let rows = [
        ("healing_salve", restore(Ability::Str)),
        ("musclesoothe", restore(Ability::Dex)),
        ("dreamweed_tea", restore(Ability::Wil)),
        ("sleeping_tonic", Recipe { effect: RecipeEffect::Sleep, ..Recipe::default() }),
        ("coldroot_salve", cure("burn", Region::Hills)),
        ("herbal_antidote", cure("poisoning", Region::Swamp)),
        ("emberglow_tea", cure("frostbite", Region::Desert)),
        ("ironroot_brew", Recipe { region: Some(Region::Hills), regional: 2, effect: RecipeEffect::Grip, ..Recipe::default() }),
        ("bitterbark_chew", Recipe { effect: RecipeEffect::Meal, ..Recipe::default() }),
    ];
    rows.map(|(name, recipe)| (name.to_owned(), recipe)).into()
}
