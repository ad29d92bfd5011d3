//! Numbers of the surroundings: terrain, heights, climbing, falling, light, concealment, blind spots.
//!
//! Owns data only. Start at the part of [`Book`](super::Book) that is looked for.

use frame::rules::declare::section;

section! {
    /// Difficult terrain.
    Terrain {
        /// Points that it takes off the consistency of melee attacks, parries and dodges. [HEI-246]
        #[schemars(range(min = 0, max = 20))]
        difficult_penalty: i8 = 1,
    }
}

section! {
    /// Heights. One step is a meter to a meter and a half.
    Heights {
        /// The difference that is walked freely. [HEI-256]
        #[schemars(range(min = 0, max = 100))]
        free_step: u8 = 1,
        /// The difference over which melee reaches. [HEI-257]
        #[schemars(range(min = 0, max = 100))]
        melee_reach: u8 = 1,
        /// Points that melee against a higher target takes off the consistency. [HEI-258]
        #[schemars(range(min = 0, max = 20))]
        up_penalty: i8 = 1,
        /// Points that melee against a lower target adds to the consistency. [HEI-259]
        #[schemars(range(min = 0, max = 20))]
        down_bonus: i8 = 1,
    }
}

section! {
    /// Climbing.
    Climbing {
        /// The ability that is rolled to climb and to hold on. [HEI-088, HEI-167]
        ability: String = "agility".into(),
        /// Points that it takes off the consistency of attacks and defences. [HEI-226]
        #[schemars(range(min = 0, max = 20))]
        penalty: i8 = 2,
        /// Points that the other sentence on climbing takes off attack rolls. [HEI-229, R-65]
        #[schemars(range(min = 0, max = 20))]
        attack_penalty: i8 = 1,
        /// Hands that hold on. [HEI-228, HEI-230]
        #[schemars(range(min = 0, max = 2))]
        hands: u8 = 1,
        /// The consistency of holding on. [HEI-263, R-66]
        #[schemars(range(min = -20, max = 20))]
        hold_c: i8 = 1,
        /// Heights that one action covers. [HEI-167, HEI-262]
        #[schemars(range(min = 1, max = 20))]
        step: u8 = 1,
        /// The height of the top of what one climbs inside a square that has no other: no `top`, no object, nobody who begins up there.
        /// [HEI-167, R-81]
        #[schemars(range(min = 1, max = 100))]
        top: u8 = 4,
    }
}

section! {
    /// Falling and jumping.
    Falling {
        /// The ability that is rolled. [HEI-088, HEI-264]
        ability: String = "agility".into(),
        /// The least height that is dangerous. [HEI-264]
        #[schemars(range(min = 1, max = 100))]
        min_height: u8 = 2,
        /// Challenge requirement for each height. [HEI-265]
        #[schemars(range(min = 0, max = 100))]
        jump_mult: u8 = 2,
        /// Points added to it for a fall. [HEI-266]
        #[schemars(range(min = 0, max = 100))]
        fall_extra: u8 = 2,
        /// Hit points from which the height is taken. [HEI-267]
        #[schemars(range(min = -100, max = 1000))]
        hp_from: i16 = 3,
    }
}

section! {
    /// Light: how far it drives darkness away.
    Light {
        /// A torch. [HEI-274]
        #[schemars(range(min = 0, max = 40))]
        torch: u8 = 1,
        /// A camp fire. [HEI-274]
        #[schemars(range(min = 0, max = 40))]
        campfire: u8 = 2,
    }
}

section! {
    /// Concealment.
    Concealment {
        /// The most that darkness or weather can give: complete blindness. [HEI-273, HEI-276]
        #[schemars(range(min = 0, max = 20))]
        total: u8 = 3,
    }
}

section! {
    /// Blind spots.
    BlindSpots {
        /// Points that they take off the consistency of a defence. [HEI-281]
        #[schemars(range(min = 0, max = 20))]
        penalty: i8 = 5,
    }
}
