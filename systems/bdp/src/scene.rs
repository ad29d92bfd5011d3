//! The scene: zones and what else a scenario says about the place, how the sides meet, and what lies between fights.
//!
//! Owns the data types of `[arena]` and of the legs of a day. Start at [`SceneText`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use frame::rules::declare::{section, words};

use super::book::recovery::Grade;
use super::sheet::{Ability, Miracle};

section! {
    /// The place of the fights of a scenario, and the way in which the sides meet.
    SceneText {
        /// Zones; without them there is one. Each is next to the one before, unless it says otherwise. [BDP-217, BDP-220]
        zones: Vec<ZoneText> = Vec::new(),
        /// The distance at which the sides begin. [BDP-213, BDP-214]
        start: Start = Start::Near,
        /// The roll for surprise; without it, nobody is surprised. [BDP-201, BDP-204, BDP-205, BDP-206]
        surprise: Option<SurpriseRoll> = None,
        /// The side that is surprised without a roll. [BDP-201]
        surprised: Option<String> = None,
        /// True if those who meet react before they fight. [BDP-207]
        reaction: bool = false,
        /// The weapons that the party shows when they do. [BDP-209, BDP-210, BDP-211]
        weapons: WeaponsShown = WeaponsShown::Neither,
        /// The best mood in which they still fight. [BDP-207, BDP-208]
        fight_up_to: Mood = Mood::Wary,
        /// Fights of the day before the first one of the plan: those who are met after a fight are impressed. [BDP-503]
        #[schemars(range(min = 0, max = 100))]
        fights_before: u8 = 0,
        /// True if a large audience looks on. [BDP-524]
        audience: bool = false,
        /// True if a tumult distracts everybody. [BDP-534]
        distraction: bool = false,
        /// True if it is so cold that being without a winter cloak hurts on the road. [BDP-044, BDP-369]
        cold: bool = false,
        /// True if it is dark on the road, so that lights burn down. [BDP-364]
        dark: bool = false,
        /// Sides that do not fight each other, by their names, two and two.
        allied: Vec<[String; 2]> = Vec::new(),
    }

    /// A zone. [BDP-217, BDP-218, BDP-219]
    #[derive(Eq)]
    ZoneText {
        /// Its name.
        name: String = String::new(),
        /// The most who fit in; without it, everybody. [BDP-217]
        #[schemars(range(min = 1, max = 64))]
        max: Option<u8> = None,
        /// True if it gives cover from shots from elsewhere. [BDP-218, BDP-251]
        cover: bool = false,
        /// The peril that hurts everybody in it in each round. [BDP-219]
        hazard: Option<PerilKind> = None,
        /// True if moving there takes a full turn. [BDP-219]
        slow: bool = false,
        /// True if it is too narrow for slashing weapons that reach far. [BDP-325]
        tight: bool = false,
        /// True if standing higher takes reach from those who attack from below. [BDP-310]
        highground: bool = false,
        /// Names of the zones it is next to; without them, the one listed before.
        next_to: Vec<String> = Vec::new(),
    }

    /// A night, with what there is to be had. [BDP-097]
    #[derive(Copy, Eq)]
    NightText {
        /// The number of nights like this.
        #[schemars(range(min = 1, max = 365))]
        days: u16 = 1,
        /// The quality of sleep. [BDP-098, BDP-099, BDP-100, BDP-101]
        sleep: Grade = Grade::Normal,
        /// The best food that can be had beside rations. [BDP-103]
        food: Food = Food::None,
        /// True if there is a fire. [BDP-107, BDP-108]
        fire: bool = true,
        /// True if waterskins can be filled. [BDP-094]
        water: bool = true,
        /// True if it is outdoors, so that sleeping normally needs a bedroll. [BDP-360]
        outdoors: bool = false,
        /// True if it rains, or is cold, so that it needs a tent too. [BDP-360]
        bad_weather: bool = false,
        /// True if it is so cold that being without a winter cloak deprives. [BDP-369]
        cold: bool = false,
        /// True if there is medicine and a healer who knows how to use it. [BDP-054]
        medicine: bool = false,
        /// True if there is serious care: a healing temple. [BDP-055, BDP-084]
        care: bool = false,
        /// True if there is a service that restores STR. [BDP-128]
        healer: bool = false,
        /// True if there is a service that restores DEX. [BDP-129]
        bath: bool = false,
        /// True if there is a service that restores WIL. [BDP-130]
        company: bool = false,
    }

    /// Something happens to everybody. [BDP-035]
    #[derive(Copy, Eq)]
    PerilText {
        /// The peril.
        kind: PerilKind = PerilKind::Fall,
        /// The number of times, such as floors of a fall or turns in gas. [BDP-042, BDP-043]
        #[schemars(range(min = 1, max = 100))]
        times: u8 = 1,
    }

    /// An action that everybody tries: time, gear and skill are counted. [BDP-013, BDP-020]
    #[derive(Copy, Eq)]
    AttemptText {
        /// True if it is impossible. [BDP-011]
        impossible: bool = false,
        /// True if nothing can go wrong. [BDP-012]
        certain: bool = false,
        /// True if there is time. [BDP-014]
        time: bool = true,
        /// Benefits of gear and surroundings. [BDP-015]
        #[schemars(range(min = 0, max = 20))]
        benefits: u8 = 1,
        /// Hindrances of gear and surroundings. [BDP-015]
        #[schemars(range(min = 0, max = 20))]
        hindrances: u8 = 0,
        /// True if there is skill. [BDP-016]
        skill: bool = false,
        /// The ability that counts as skill when it is high, and hinders when it is low. [BDP-017]
        ability: Option<Ability> = None,
    }

    /// A miracle that everybody with a prayer book imprints instead of another one, before the next sunrise. [BDP-474]
    #[derive(Copy, Eq)]
    ImprintText {
        /// The miracle.
        miracle: Miracle = Miracle::Bless,
    }

    /// Training. [BDP-629, BDP-630]
    #[derive(Copy, Eq)]
    TrainText {
        /// The thing that is trained.
        what: Trained = Trained::Hp,
        /// The number of weeks, or of trainings of HP.
        #[schemars(range(min = 1, max = 520))]
        weeks: u16 = 1,
    }
}

words! {
    /// The distance at which the sides begin.
    Start {
        /// In their zones, nobody engaged but those who say so.
        Near,
        /// Everybody engaged with every enemy in the same zone.
        Engaged,
    }

    /// The roll for surprise.
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

    /// The weapons that the party shows.
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
        /// Food for those in dire need. [BDP-105]
        Desperate,
        /// Fruits and vegetables. [BDP-106]
        Fresh,
        /// Ingredients for a simple meal. [BDP-107]
        Simple,
        /// Ingredients for a fancy meal. [BDP-108]
        Fancy,
    }

    /// A thing that can be trained.
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

/// The time between fights.
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
