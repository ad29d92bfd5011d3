//! The scene: zones and what else a scenario says about the place, how the sides meet, and what lies between fights.
//!
//! Owns the data types of `[arena]` and of the legs of a day. Start at [`SceneText`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules::declare::{section, words};

use super::book::recovery::Grade;
use super::sheet::{Ability, Miracle};

section! {
    /// Where the fights of a scenario take place, and how the sides meet.
    SceneText {
        /// Zones; without them there is one. Each is next to the one before, unless it says otherwise. [BDP-217, BDP-220]
        zones: Vec<ZoneText> = Vec::new(),
        /// How close the sides begin. [BDP-213, BDP-214]
        start: Start = Start::Near,
        /// How surprise is rolled for; without it, nobody is surprised. [BDP-201, BDP-204, BDP-205, BDP-206]
        surprise: Option<SurpriseRoll> = None,
        /// The side that is surprised without a roll. [BDP-201]
        surprised: Option<String> = None,
        /// Whether those who meet react before they fight. [BDP-207]
        reaction: bool = false,
        /// What the party shows when they do. [BDP-209, BDP-210, BDP-211]
        weapons: WeaponsShown = WeaponsShown::Neither,
        /// The best mood in which they still fight. [BDP-207, BDP-208]
        fight_up_to: Mood = Mood::Wary,
        /// Whether a large audience looks on. [BDP-524]
        audience: bool = false,
        /// Whether a tumult distracts everybody. [BDP-534]
        distraction: bool = false,
        /// Whether it is so cold that being without a winter cloak hurts on the road. [BDP-044, BDP-369]
        cold: bool = false,
        /// Whether it is dark on the road, so that lights burn down. [BDP-364]
        dark: bool = false,
        /// Sides that do not fight each other, by their names, two and two.
        allied: Vec<[String; 2]> = Vec::new(),
    }

    /// A zone. [BDP-217, BDP-218, BDP-219]
    ZoneText {
        /// Its name.
        name: String = String::new(),
        /// The most who fit in; without it, everybody. [BDP-217]
        #[schemars(range(min = 1, max = 64))]
        max: Option<u8> = None,
        /// Whether it gives cover from shots from elsewhere. [BDP-218, BDP-251]
        cover: bool = false,
        /// What hurts everybody in it in each round. [BDP-219]
        hazard: Option<PerilKind> = None,
        /// Whether moving there takes a full turn. [BDP-219]
        slow: bool = false,
        /// Whether it is too narrow for slashing weapons that reach far. [BDP-325]
        tight: bool = false,
        /// Whether standing higher takes reach from those who attack from below. [BDP-310]
        highground: bool = false,
        /// Names of the zones it is next to; without them, the one listed before.
        next_to: Vec<String> = Vec::new(),
    }

    /// A night, with what there is to be had. [BDP-097]
    #[derive(Copy, Eq)]
    NightText {
        /// How many nights like this.
        #[schemars(range(min = 1, max = 365))]
        days: u16 = 1,
        /// How well one can sleep. [BDP-098, BDP-099, BDP-100, BDP-101]
        sleep: Grade = Grade::Normal,
        /// The best food that can be had beside rations. [BDP-103]
        food: Food = Food::None,
        /// Whether there is a fire. [BDP-107, BDP-108]
        fire: bool = true,
        /// Whether waterskins can be filled. [BDP-094]
        water: bool = true,
        /// Whether it is outdoors, so that sleeping normally needs a bedroll. [BDP-360]
        outdoors: bool = false,
        /// Whether it rains, or is cold, so that it needs a tent too. [BDP-360]
        bad_weather: bool = false,
        /// Whether it is so cold that being without a winter cloak deprives. [BDP-369]
        cold: bool = false,
        /// Whether there is medicine and somebody who knows how to use it. [BDP-054]
        medicine: bool = false,
        /// Whether there is serious care: a healing temple. [BDP-055, BDP-084]
        care: bool = false,
        /// Whether there is a service that restores STR. [BDP-128]
        healer: bool = false,
        /// Whether there is a service that restores DEX. [BDP-129]
        bath: bool = false,
        /// Whether there is a service that restores WIL. [BDP-130]
        company: bool = false,
    }

    /// Something happens to everybody. [BDP-035]
    #[derive(Copy, Eq)]
    PerilText {
        /// What.
        kind: PerilKind = PerilKind::Fall,
        /// How often, such as floors of a fall or turns in gas. [BDP-042, BDP-043]
        #[schemars(range(min = 1, max = 100))]
        times: u8 = 1,
    }

    /// An action that everybody tries: time, gear and skill are counted. [BDP-013, BDP-020]
    #[derive(Copy, Eq)]
    AttemptText {
        /// Whether it is impossible. [BDP-011]
        impossible: bool = false,
        /// Whether nothing can go wrong. [BDP-012]
        certain: bool = false,
        /// Whether there is time. [BDP-014]
        time: bool = true,
        /// Benefits of gear and surroundings. [BDP-015]
        #[schemars(range(min = 0, max = 20))]
        benefits: u8 = 1,
        /// Hindrances of gear and surroundings. [BDP-015]
        #[schemars(range(min = 0, max = 20))]
        hindrances: u8 = 0,
        /// Whether there is skill. [BDP-016]
        skill: bool = false,
        /// The ability that counts as skill when it is high, and hinders when it is low. [BDP-017]
        ability: Option<Ability> = None,
    }

    /// A miracle that everybody with a prayer book imprints instead of another one, before the next sunrise. [BDP-474]
    #[derive(Copy, Eq)]
    ImprintText {
        /// Which.
        miracle: Miracle = Miracle::Bless,
    }

    /// Training. [BDP-629, BDP-630]
    #[derive(Copy, Eq)]
    TrainText {
        /// What is trained.
        what: Trained = Trained::Hp,
        /// How many weeks, or trainings of HP.
        #[schemars(range(min = 1, max = 520))]
        weeks: u16 = 1,
    }
}

words! {
    /// How close the sides begin.
    Start {
        /// In their zones, nobody engaged but those who say so.
        Near,
        /// Everybody engaged with every enemy in the same zone.
        Engaged,
    }

    /// How surprise is rolled for.
    SurpriseRoll {
        /// As usual. [BDP-201]
        Normal,
        /// Low visibility. [BDP-204]
        LowVisibility,
        /// The foes are born hunters. [BDP-205]
        Predator,
        /// The foes see in the dark. [BDP-206]
        Darkness,
    }

    /// What the party shows.
    WeaponsShown {
        /// Neither.
        Neither,
        /// Drawn weapons. [BDP-210]
        Drawn,
        /// Sheathed weapons. [BDP-211]
        Sheathed,
    }

    /// A mood of those one meets, from the worst. [BDP-207]
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

    /// A source of damage from the surroundings. [BDP-037]
    PerilKind {
        /// A fall.
        Fall,
        /// Noxious gas.
        Gas,
        /// Freezing.
        Cold,
        /// A bear trap.
        BearTrap,
        /// The venom of the Night Spider.
        NightSpider,
        /// Something unnatural.
        Unnatural,
        /// The true form of an eldritch being.
        Eldritch,
        /// Darts.
        Darts,
        /// Fire.
        Fire,
        /// A flight of stairs.
        Stairs,
    }

    /// Food. [BDP-103]
    Food {
        /// None.
        None,
        /// What one eats in dire need. [BDP-105]
        Desperate,
        /// Fruits and vegetables. [BDP-106]
        Fresh,
        /// Ingredients for a simple meal. [BDP-107]
        Simple,
        /// Ingredients for a fancy meal. [BDP-108]
        Fancy,
    }

    /// What can be trained.
    Trained {
        /// HP. [BDP-629]
        Hp,
        /// Strength. [BDP-630]
        Str,
        /// Dexterity. [BDP-630]
        Dex,
        /// Willpower. [BDP-630]
        Wil,
    }
}

/// What lies between fights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RestKind {
    /// A short break: catching breath. [BDP-092]
    Break,
    /// Nights, each with the day that ends with it.
    Night(NightText),
    /// Something happens to everybody.
    Peril(PerilText),
    /// Everybody tries something.
    Attempt(AttemptText),
    /// A climb, after which a climbing kit may be lost. [BDP-361]
    Climb,
    /// Other miracles are imprinted.
    Imprint(ImprintText),
    /// Weeks of training.
    Train(TrainText),
}
