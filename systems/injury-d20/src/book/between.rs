//! Numbers of what lies between fights: rests, treatment, worsening, magic.
//!
//! Start at [`Rest`].

use frame::rules::declare::{section, words};

section! {
    /// Untreated injuries.
    Worsen {
        /// The number that the daily Constitution check has to reach. [INJ-050]
        #[schemars(range(min = -100, max = 1000))]
        dc: i32 = 20,
    }

    /// Treating injuries.
    Heal {
        /// The number that the Heal check has to reach, by tier; the last counts for all higher tiers. [INJ-054]
        dc: Vec<i32> = vec![15, 20, 25, 30, 35],
        /// Weeks that a treated injury takes, by tier; the last counts for all higher tiers. [INJ-055]
        #[schemars(inner(range(min = 0, max = 30)))]
        weeks: Vec<u8> = vec![1, 2, 3, 4, 5],
        /// Days of a week. [INJ-055]
        #[schemars(range(min = 1, max = 8))]
        week_days: u8 = 7,
        /// Checks that each injury may have in a day. [INJ-053, R-40]
        #[schemars(range(min = 0, max = 100))]
        attempts_per_day: u8 = 1,
        /// Patients that a healer can treat in a day; without it, all.
        #[schemars(range(min = 0, max = 100))]
        patients_per_day: Option<u8> = None,
    }

    /// Concussions at rest.
    Concussion {
        /// The concussions that can heal by a check after an hour. [INJ-123, R-24]
        rest_heal: RestHeal = RestHeal::OnlySingle,
    }

    /// Resting.
    Rest {
        /// Points that an hour gives.
        points_per_hour: HourlyPoints = HourlyPoints::LevelPlusCon,
        /// Points of an hour where they are fixed.
        #[schemars(range(min = 0, max = 1000))]
        fixed_points: i32 = 1,
        /// Hours of a night.
        #[schemars(range(min = 1, max = 24))]
        night_hours: u8 = 8,
        /// True if a night fills stamina and exhaustion.
        night_full: bool = true,
    }

    /// Days.
    Day {
        /// The parts of a day, in this order.
        order: Vec<DayPart> = vec![DayPart::Treatment, DayPart::Rest, DayPart::Worsening, DayPart::Healing],
        /// Days without food that kill, where the rulings have people starve. [INJ-102]
        #[schemars(range(min = 1, max = 250))]
        starves_after: u8 = 21,
    }

    /// Magic that mends bodies.
    Magic {
        /// Injuries that one use takes from each. [INJ-057, R-41]
        #[schemars(range(min = 0, max = 100))]
        heal_injuries: u8 = 0,
        /// Destroyed parts that one use lets grow again on each. [INJ-059, R-41]
        #[schemars(range(min = 0, max = 100))]
        regrow_parts: u8 = 0,
    }
}

words! {
    /// The concussions that can heal by the hour.
    RestHeal {
        /// Those of a head with no other injury.
        OnlySingle,
        /// All; each success takes one injury.
        Any,
    }
    /// Points that an hour of rest gives.
    HourlyPoints {
        /// Level and Constitution, at least 1.
        LevelPlusCon,
        /// The level, at least 1.
        Level,
        /// A fixed number.
        Fixed,
        /// Everything.
        All,
    }
    /// A part of a day.
    DayPart {
        /// Untreated injuries are treated.
        Treatment,
        /// A night's rest.
        Rest,
        /// Untreated injuries may grow worse.
        Worsening,
        /// Treated injuries come a day nearer to being healed.
        Healing,
    }
}
