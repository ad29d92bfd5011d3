//! Parts of the body: tiers, how many injuries each can hold, and the numbers of what an injury does.
//!
//! Start at [`Part`].

use frame::rules::declare::section;

section! {
    /// The parts of the body.
    Part {
        /// Ears.
        ear: EarPart = EarPart::default(),
        /// Noses.
        nose: NosePart = NosePart::default(),
        /// Tails.
        tail: TailPart = TailPart::default(),
        /// Wings.
        wing: WingPart = WingPart::default(),
        /// Eyes.
        eye: EyePart = EyePart::default(),
        /// Hands and pincers.
        hand: HandPart = HandPart::default(),
        /// Feet, hooves and talons.
        foot: FootPart = FootPart::default(),
        /// Horns.
        horn: HornPart = HornPart::default(),
        /// Mouths.
        mouth: MouthPart = MouthPart::default(),
        /// Arms, and tentacles that hold.
        arm: ArmPart = ArmPart::default(),
        /// Legs, and tentacles that walk.
        leg: LegPart = LegPart::default(),
        /// Heads.
        head: HeadPart = HeadPart::default(),
        /// Hearts.
        heart: HeartPart = HeartPart::default(),
    }

    /// Ears.
    EarPart {
        /// Tier, from 1 for minor to 5 for fatal. [INJ-064]
        #[schemars(range(min = 1, max = 9))]
        tier: u8 = 1,
        /// Injuries that destroy one. [INJ-066]
        #[schemars(range(min = 1, max = 6))]
        max: u8 = 2,
        /// Disadvantages of Perception by hearing for each injured one. [INJ-065]
        #[schemars(range(min = 0, max = 20))]
        perception_disadvantage: i32 = 1,
    }

    /// Noses.
    NosePart {
        /// Tier. [INJ-064]
        #[schemars(range(min = 1, max = 9))]
        tier: u8 = 1,
        /// Most injuries. [INJ-068, R-19]
        #[schemars(range(min = 1, max = 6))]
        max: u8 = 1,
        /// Disadvantages of Perception and Survival by scent for each injured one. [INJ-068]
        #[schemars(range(min = 0, max = 20))]
        scent_disadvantage: i32 = 1,
    }

    /// Tails.
    TailPart {
        /// Tier. [INJ-064]
        #[schemars(range(min = 1, max = 9))]
        tier: u8 = 1,
        /// Injuries that destroy one. [INJ-072]
        #[schemars(range(min = 1, max = 6))]
        max: u8 = 2,
        /// Injuries from which on it cannot strike. [INJ-070]
        #[schemars(range(min = 1, max = 6))]
        disabled_at: u8 = 1,
    }

    /// Wings.
    WingPart {
        /// Tier. [INJ-064]
        #[schemars(range(min = 1, max = 9))]
        tier: u8 = 1,
        /// Injuries that destroy one. [INJ-076]
        #[schemars(range(min = 1, max = 6))]
        max: u8 = 2,
        /// Injuries from which on it cannot strike. [INJ-075]
        #[schemars(range(min = 1, max = 6))]
        disabled_at: u8 = 1,
        /// Disadvantages of Fly checks for each injured one. [INJ-073]
        #[schemars(range(min = 0, max = 20))]
        fly_disadvantage: i32 = 1,
    }

    /// Eyes.
    EyePart {
        /// Tier. [INJ-079]
        #[schemars(range(min = 1, max = 9))]
        tier: u8 = 2,
        /// Injuries that destroy one. [INJ-082]
        #[schemars(range(min = 1, max = 6))]
        max: u8 = 2,
        /// Disadvantages of attack rolls for each injured one. [INJ-080]
        #[schemars(range(min = 0, max = 20))]
        attack_disadvantage: i32 = 1,
        /// Disadvantages of Perception by sight for each injured one. [INJ-081]
        #[schemars(range(min = 0, max = 20))]
        perception_disadvantage: i32 = 1,
    }

    /// Hands and pincers.
    HandPart {
        /// Tier. [INJ-079, INJ-085]
        #[schemars(range(min = 1, max = 9))]
        tier: u8 = 2,
        /// Injuries that destroy one. [INJ-091]
        #[schemars(range(min = 1, max = 6))]
        max: u8 = 3,
        /// Injuries from which on it cannot hold, cast or strike. [INJ-087, INJ-088, INJ-089, INJ-090]
        #[schemars(range(min = 1, max = 6))]
        disabled_at: u8 = 2,
        /// Disadvantages of the skills of hands for each injured one. [INJ-086]
        #[schemars(range(min = 0, max = 20))]
        skill_disadvantage: i32 = 1,
    }

    /// Feet, hooves and talons.
    FootPart {
        /// Tier. [INJ-079, INJ-092]
        #[schemars(range(min = 1, max = 9))]
        tier: u8 = 2,
        /// Injuries that destroy one. [INJ-097]
        #[schemars(range(min = 1, max = 6))]
        max: u8 = 3,
        /// Injuries from which on it slows down and cannot strike. [INJ-095, INJ-096]
        #[schemars(range(min = 1, max = 6))]
        disabled_at: u8 = 2,
        /// Feet of speed that go with each such one. [INJ-095]
        #[schemars(range(min = 0, max = 1000))]
        speed_loss_ft: i32 = 5,
        /// Disadvantages of the skills of feet for each injured one. [INJ-093]
        #[schemars(range(min = 0, max = 20))]
        skill_disadvantage: i32 = 1,
    }

    /// Horns.
    HornPart {
        /// Tier. [INJ-079]
        #[schemars(range(min = 1, max = 9))]
        tier: u8 = 2,
        /// Injuries that destroy one. [INJ-100]
        #[schemars(range(min = 1, max = 6))]
        max: u8 = 2,
        /// Injuries from which on it cannot strike. [INJ-099]
        #[schemars(range(min = 1, max = 6))]
        disabled_at: u8 = 1,
    }

    /// Mouths.
    MouthPart {
        /// Tier. [INJ-079]
        #[schemars(range(min = 1, max = 9))]
        tier: u8 = 2,
        /// Injuries that destroy one. [INJ-104]
        #[schemars(range(min = 1, max = 6))]
        max: u8 = 3,
        /// Injuries from which on it cannot eat or bite. [INJ-102, INJ-103]
        #[schemars(range(min = 1, max = 6))]
        disabled_at: u8 = 2,
    }

    /// Arms, and tentacles that hold.
    ArmPart {
        /// Tier. [INJ-105, INJ-106]
        #[schemars(range(min = 1, max = 9))]
        tier: u8 = 3,
        /// Injuries that destroy one. [INJ-113]
        #[schemars(range(min = 1, max = 6))]
        max: u8 = 3,
        /// Injuries from which on it cannot hold, shield, cast or strike. [INJ-108, INJ-109, INJ-110, INJ-111, INJ-112]
        #[schemars(range(min = 1, max = 6))]
        disabled_at: u8 = 2,
        /// Disadvantages of the skills of arms for each injured one. [INJ-107]
        #[schemars(range(min = 0, max = 20))]
        skill_disadvantage: i32 = 2,
    }

    /// Legs, and tentacles that walk.
    LegPart {
        /// Tier. [INJ-105, INJ-114]
        #[schemars(range(min = 1, max = 9))]
        tier: u8 = 3,
        /// Injuries that destroy one. [INJ-119]
        #[schemars(range(min = 1, max = 6))]
        max: u8 = 3,
        /// Injuries from which on it slows down and cannot strike. [INJ-117, INJ-118]
        #[schemars(range(min = 1, max = 6))]
        disabled_at: u8 = 2,
        /// Feet of speed that go with each such one. [INJ-117]
        #[schemars(range(min = 0, max = 1000))]
        speed_loss_ft: i32 = 10,
        /// Disadvantages of the skills of legs for each injured one. [INJ-115]
        #[schemars(range(min = 0, max = 20))]
        skill_disadvantage: i32 = 2,
    }

    /// Heads.
    HeadPart {
        /// Tier. [INJ-121]
        #[schemars(range(min = 1, max = 9))]
        tier: u8 = 4,
        /// Injuries that destroy one. [INJ-130]
        #[schemars(range(min = 1, max = 6))]
        max: u8 = 4,
    }

    /// Hearts.
    HeartPart {
        /// Tier. [INJ-134]
        #[schemars(range(min = 1, max = 9))]
        tier: u8 = 5,
        /// Injuries that destroy one. [INJ-139]
        #[schemars(range(min = 1, max = 6))]
        max: u8 = 2,
    }

    /// The rules for all parts.
    PartsRule {
        /// True if a hand goes with its arm, a foot with its leg, and the face with its head. [INJ-113, INJ-119, INJ-130, R-23]
        cascade: bool = true,
    }

    /// The effects of tails.
    Tail {
        /// Advantages of Acrobatics for each whole tail. [INJ-071]
        #[schemars(range(min = 0, max = 20))]
        acrobatics_advantage: i32 = 0,
    }

    /// Wings.
    Wing {
        /// Feet of fly speed that go with each injured wing. [INJ-074, R-20]
        #[schemars(range(min = 0, max = 1000))]
        fly_speed_loss_ft: i32 = 10,
        /// So many whole wings, or fewer, do not carry. [INJ-077, R-20]
        #[schemars(range(min = 0, max = 100))]
        grounded_at: u8 = 1,
    }

    /// Heads.
    Head {
        /// Disadvantages of every d20 of the concussed. [INJ-122]
        #[schemars(range(min = 0, max = 20))]
        concussion_disadvantage: i32 = 1,
        /// The number that the check has to reach that heals a concussion at rest. [INJ-123]
        #[schemars(range(min = -100, max = 1000))]
        rest_dc: i32 = 25,
        /// The number that the check has to reach that keeps from being stunned. [INJ-124, INJ-125]
        #[schemars(range(min = -100, max = 1000))]
        stun_dc: i32 = 25,
        /// The number that the checks have to reach that keep from a coma and wake. [INJ-128, INJ-129]
        #[schemars(range(min = -100, max = 1000))]
        ko_dc: i32 = 30,
        /// True if those without any head left die. [INJ-133]
        dies_without: bool = true,
    }

    /// Several heads.
    Multihead {
        /// Injuries from which on the blows of one of several heads are out. [INJ-131, R-26]
        #[schemars(range(min = 1, max = 6))]
        disable_at: u8 = 2,
        /// More than this share of the heads is most of them. [INJ-132]
        majority: frame::fight::Ratio = frame::fight::Ratio::new(1, 2),
    }

    /// Hearts.
    Heart {
        /// Points that a creature's level is added to for the Lore check. [INJ-136]
        #[schemars(range(min = -100, max = 1000))]
        lore_dc_base: i32 = 15,
        /// True if all of a side know what one of it knows.
        lore_shared_by_side: bool = false,
        /// The number that the check has to reach that keeps from being stunned. [INJ-137]
        #[schemars(range(min = -100, max = 1000))]
        stun_dc: i32 = 25,
        /// True if those without any heart left die. [INJ-140]
        dies_without: bool = true,
    }
}
