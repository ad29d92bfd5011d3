//! The sheet: a combatant of `injury-d20` as the designer describes it, its body and weapons, and the condition it starts in.
//!
//! Owns the data types of the scenario file. What the rules need to know in a fight is made of them in
//! [`fighter`](super::fighter). Start at [`Sheet`].

use frame::rules::declare::{choices, combatant, section, words};

words! {
    /// The cause of a death.
    Death {
        /// No head left. [INJ-133]
        Head,
        /// No heart left. [INJ-140]
        Heart,
        /// A failed save. [INJ-039]
        Save,
        /// Too many injuries for a creature without Constitution. [INJ-041]
        Destroyed,
        /// Killed after the fight.
        Killed,
        /// Starved. [INJ-102]
        Starved,
    }

    /// A kind of part of the body. [INJ-064, INJ-079, INJ-105, INJ-121, INJ-134]
    PartKind {
        /// Ear.
        Ear,
        /// Nose.
        Nose,
        /// Tail.
        Tail,
        /// Wing.
        Wing,
        /// Eye.
        Eye,
        /// Hand or pincer.
        Hand,
        /// Foot, hoof or talon.
        Foot,
        /// Horn.
        Horn,
        /// Mouth.
        Mouth,
        /// Arm, or tentacle that holds.
        Arm,
        /// Leg, or tentacle that walks.
        Leg,
        /// Head.
        Head,
        /// Heart.
        Heart,
    }
    /// A skill, or an attribute in its place.
    Skill {
        /// Acrobatics.
        Acrobatics,
        /// Athletics.
        Athletics,
        /// Thievery.
        Thievery,
        /// Stealth.
        Stealth,
        /// Perception.
        Perception,
        /// Lore.
        Lore,
        /// Heal.
        Heal,
        /// Fly.
        Fly,
        /// Survival.
        Survival,
        /// Oratory.
        Oratory,
        /// Crafts.
        Craft,
        /// Musical Instrument.
        MusicalInstrument,
        /// Strength itself.
        Str,
        /// Dexterity itself.
        Dex,
    }
    /// An attribute.
    Attribute {
        /// Strength.
        Str,
        /// Dexterity.
        Dex,
        /// Constitution.
        Con,
        /// Intelligence.
        Int,
        /// Wisdom.
        Wis,
        /// Charisma.
        Cha,
    }
    /// A size. [INJ-157]
    Size {
        /// The smallest.
        Fine,
        /// Two below small.
        Diminutive,
        /// One below small.
        Tiny,
        /// Below medium.
        Small,
        /// Human.
        Medium,
        /// Above medium.
        Large,
        /// One above large.
        Huge,
        /// Two above large.
        Gargantuan,
        /// The largest.
        Colossal,
    }
    /// A condition that lasts for a number of one's own turns. [INJ-196]
    Condition {
        /// Cannot see.
        Blinded,
        /// Cannot hear.
        Deafened,
        /// Every d20 is worse.
        Sickened,
        /// Cannot defend itself well.
        OffGuard,
    }
    /// The damage of a blow to its target's body.
    DamageType {
        /// Falls to the ground when thrown. [INJ-222]
        Bludgeoning,
        /// Sticks in the target when thrown. [INJ-222]
        Piercing,
        /// Sticks in the target when thrown. [INJ-222]
        Slashing,
    }
    /// An ability of a creature that lasts as long as its body lets it.
    Capability {
        /// Speaking. [INJ-101]
        Voice,
        /// Casting with its hands. [INJ-088, INJ-110]
        Somatic,
        /// Harming with its eyes. [INJ-084]
        Gaze,
        /// Finding by its nose. [INJ-069]
        Scent,
    }
}

choices! {
    /// The use of a weapon. [INJ-198, INJ-209, INJ-218]
    WeaponKind {
        /// Melee.
        Melee,
        /// A bow: of no use to the prone. [INJ-172]
        Bow,
        /// A crossbow. [INJ-173]
        Crossbow,
        /// A firearm. [INJ-173]
        Firearm,
        /// Made to be thrown. [INJ-220]
        Thrown,
    }
    /// The attribute that an attack with a weapon adds. [INJ-013, INJ-199, INJ-210, INJ-219]
    AttackAttribute {
        /// The best of those that its kind of attack allows.
        Best,
        /// Strength.
        Str,
        /// Dexterity.
        Dex,
        /// Wisdom.
        Wis,
    }
    /// The effect of a critical hit with a weapon. [INJ-146, R-29]
    CriticalEffect {
        /// Nothing.
        None,
        /// Bleeding.
        Bleed,
        /// Strain.
        Strain,
        /// Injuries of the same part.
        Injury,
        /// The target falls prone.
        Prone,
        /// The target is off-guard until the attacker's next turn.
        OffGuard,
    }
    /// Cover. [INJ-165, INJ-166]
    CoverText {
        /// None.
        None,
        /// Cover.
        Cover,
        /// Total cover.
        Total,
    }
}

section! {
    /// A combatant as the designer describes it. Everything has a default: a human without levels, skills or weapons.
    Sheet {
        /// Name.
        name: String = String::new(),
        /// Name of a combatant that this one is like but for what stands here.
        like: Option<String> = None,
        /// The number of combatants of its kind.
        #[schemars(range(max = 64))]
        count: Option<u32> = None,
        /// Name of its policy.
        policy: Option<String> = None,
        /// Its kind, by which Lore knows where its heart is. [INJ-135]
        kind: String = "human".into(),
        /// Its size. [INJ-157]
        size: Size = Size::Medium,
        /// Squares that it takes on a side; without it, by its size.
        #[schemars(range(min = 1, max = 10))]
        space: Option<u8> = None,
        /// Level. [INJ-023]
        #[schemars(range(min = 0, max = 1000))]
        level: i32 = 1,
        /// Level for the Lore about it; without it, its level. [INJ-136]
        #[schemars(range(min = 0, max = 1000))]
        base_level: Option<i32> = None,
        /// Strength modifier.
        #[schemars(range(min = -100, max = 100))]
        str: i32 = 0,
        /// Dexterity modifier.
        #[schemars(range(min = -100, max = 100))]
        dex: i32 = 0,
        /// Constitution modifier. [INJ-023]
        #[schemars(range(min = -100, max = 100))]
        con: i32 = 0,
        /// Intelligence modifier.
        #[schemars(range(min = -100, max = 100))]
        int: i32 = 0,
        /// Wisdom modifier.
        #[schemars(range(min = -100, max = 100))]
        wis: i32 = 0,
        /// Charisma modifier.
        #[schemars(range(min = -100, max = 100))]
        cha: i32 = 0,
        /// True if it has no Constitution. [INJ-029, INJ-030, INJ-031, INJ-040]
        without_con: bool = false,
        /// Martial bonus. [INJ-012]
        #[schemars(range(min = 0, max = 1000))]
        mb: i32 = 0,
        /// Bonus of its armor. [INJ-016]
        #[schemars(range(min = 0, max = 1000))]
        armor: i32 = 0,
        /// Bonus of its shield, which takes the second hand; 0 for none. [INJ-227]
        #[schemars(range(min = 0, max = 1000))]
        shield: i32 = 0,
        /// The attribute of its defence value. [INJ-015]
        defence_attribute: Attribute = Attribute::Dex,
        /// Stamina by training. [INJ-022]
        #[schemars(range(min = 0, max = 10_000))]
        trained_stamina: i32 = 0,
        /// Maximum of exhaustion, when it is not as the book says. [INJ-026]
        #[schemars(range(min = 1, max = 10_000))]
        exhaustion_max: Option<i32> = None,
        /// Without Constitution: injuries that destroy it; without it, as the book says. [INJ-041]
        #[schemars(range(min = 1, max = 10_000))]
        destroyed_at: Option<i32> = None,
        /// Modifiers of skills, attribute included.
        skills: Skills = Skills::default(),
        /// Skills in which it is trained. [INJ-156]
        trained: Vec<Skill> = Vec::new(),
        /// Points that it adds to Constitution saves.
        #[schemars(range(min = -100, max = 100))]
        save_bonus: i32 = 0,
        /// Points that it adds to Constitution checks.
        #[schemars(range(min = -100, max = 100))]
        con_check_bonus: i32 = 0,
        /// Speed in feet.
        #[schemars(range(min = 0, max = 10_000))]
        speed_ft: i32 = 30,
        /// Speed in the air in feet; 0 for none. [INJ-074]
        #[schemars(range(min = 0, max = 10_000))]
        fly_ft: i32 = 0,
        /// Speed in the ground in feet. [INJ-095, INJ-117]
        #[schemars(range(min = 0, max = 10_000))]
        burrow_ft: i32 = 0,
        /// Speed up walls in feet. [INJ-095, INJ-117]
        #[schemars(range(min = 0, max = 10_000))]
        climb_ft: i32 = 0,
        /// Its body. [INJ-043]
        body: BodyText = BodyText::default(),
        /// Parts that are prostheses: they count as whole and cannot be injured. [INJ-060]
        prosthesis: Vec<PartText> = Vec::new(),
        /// Its weapons, the one that it likes best first. Without any it fights with bare hands (fists), where the book allows that.
        weapons: Vec<WeaponText> = Vec::new(),
        /// Its further abilities. [INJ-069, INJ-084, INJ-088, INJ-101]
        capabilities: Vec<Capability> = vec![Capability::Voice, Capability::Somatic],
        /// Things with abilities that it wears on a hand or an arm. [INJ-089, INJ-111]
        worn: Vec<WornText> = Vec::new(),
        /// Action points that it has besides. [INJ-183]
        #[schemars(range(min = 0, max = 20))]
        extra_ap: u8 = 0,
        /// Cover against shots where it stands. [INJ-165, R-34]
        ranged_cover: CoverText = CoverText::None,
        /// Cover against melee where it stands. [INJ-165, R-34]
        melee_cover: CoverText = CoverText::None,
        /// Squares on the grid, column and row from 0, one for each of `count`; of larger spaces the lowest column and row.
        at: Vec<[i32; 2]> = Vec::new(),
        /// The round of a fight at whose beginning it arrives; until then it is not there. Without it, it is there from the beginning. Then it comes
        /// last in the order of turns.
        #[schemars(range(min = 1, max = 1000))]
        arrives: Option<u16> = None,
        /// Feet above the ground at the beginning: it flies. [INJ-078]
        #[schemars(range(min = 0, max = 10_000))]
        altitude_ft: i32 = 0,
        /// Kinds of which it knows where the heart is. [INJ-135]
        knows_heart: Vec<String> = Vec::new(),
        /// True if it has had a turn before the fight begins, so that it is on its guard. [INJ-007]
        on_guard: bool = false,
        /// Stamina at the beginning; without it, all of it.
        #[schemars(range(min = 0, max = 10_000))]
        stamina: Option<i32> = None,
        /// Points of exhaustion that are left at the beginning; without it, all of them.
        #[schemars(range(min = 0, max = 10_000))]
        exhaustion: Option<i32> = None,
        /// Strain at the beginning.
        #[schemars(range(min = 0, max = 10_000))]
        strain: i32 = 0,
        /// Bleeding at the beginning.
        #[schemars(range(min = 0, max = 1000))]
        bleed: i32 = 0,
        /// True if it begins prone.
        prone: bool = false,
        /// True if it begins knocked out. [INJ-127, INJ-128]
        knocked_out: bool = false,
        /// True if it begins in a coma. [INJ-129]
        coma: bool = false,
        /// Ends of its own turns up to which it is stunned.
        #[schemars(range(min = 0, max = 250))]
        stunned: u8 = 0,
        /// Ends of its own turns up to which it is dazed.
        #[schemars(range(min = 0, max = 250))]
        dazed: u8 = 0,
        /// Days without food. [INJ-102]
        #[schemars(range(min = 0, max = 250))]
        hungry_days: u8 = 0,
        /// Points that sundering has taken off its armor.
        #[schemars(range(min = 0, max = 250))]
        armor_sundered: u8 = 0,
        /// Points that sundering has taken off its shield.
        #[schemars(range(min = 0, max = 250))]
        shield_sundered: u8 = 0,
        /// Injuries at the beginning.
        injuries: Vec<InjuryText> = Vec::new(),
        /// Conditions at the beginning.
        conditions: Vec<ConditionText> = Vec::new(),
        /// The cause of its death, of a combatant that is dead: it counts among the dead, and takes part in nothing. [INJ-039]
        dead: Option<Death> = None,
    }

    /// The number of each part of a body; as it stands, a human.
    BodyText {
        /// Ears. [INJ-064]
        #[schemars(range(max = 32))]
        ear: u8 = 2,
        /// Noses. [INJ-064]
        #[schemars(range(max = 32))]
        nose: u8 = 1,
        /// Tails. [INJ-064]
        #[schemars(range(max = 32))]
        tail: u8 = 0,
        /// Wings. [INJ-064]
        #[schemars(range(max = 32))]
        wing: u8 = 0,
        /// Eyes. [INJ-079]
        #[schemars(range(max = 32))]
        eye: u8 = 2,
        /// Hands and pincers. [INJ-079, INJ-085]
        #[schemars(range(max = 32))]
        hand: u8 = 2,
        /// Feet, hooves and talons. [INJ-079, INJ-092]
        #[schemars(range(max = 32))]
        foot: u8 = 2,
        /// Horns. [INJ-079]
        #[schemars(range(max = 32))]
        horn: u8 = 0,
        /// Mouths. [INJ-079]
        #[schemars(range(max = 32))]
        mouth: u8 = 1,
        /// Arms, and tentacles that hold. [INJ-105, INJ-106]
        #[schemars(range(max = 32))]
        arm: u8 = 2,
        /// Legs, and tentacles that walk. [INJ-105, INJ-114]
        #[schemars(range(max = 32))]
        leg: u8 = 2,
        /// Heads. [INJ-121]
        #[schemars(range(max = 32))]
        head: u8 = 1,
        /// Hearts. [INJ-134]
        #[schemars(range(max = 32))]
        heart: u8 = 1,
    }

    /// Modifiers of skills, attribute included; of those that are not given, the attribute alone.
    Skills {
        /// Acrobatics, else Dexterity.
        #[schemars(range(min = -100, max = 100))]
        acrobatics: Option<i32> = None,
        /// Athletics, else Strength.
        #[schemars(range(min = -100, max = 100))]
        athletics: Option<i32> = None,
        /// Thievery, else Dexterity.
        #[schemars(range(min = -100, max = 100))]
        thievery: Option<i32> = None,
        /// Stealth, else Dexterity.
        #[schemars(range(min = -100, max = 100))]
        stealth: Option<i32> = None,
        /// Perception, else Wisdom.
        #[schemars(range(min = -100, max = 100))]
        perception: Option<i32> = None,
        /// Lore, else Intelligence.
        #[schemars(range(min = -100, max = 100))]
        lore: Option<i32> = None,
        /// Heal, else Wisdom.
        #[schemars(range(min = -100, max = 100))]
        heal: Option<i32> = None,
        /// Fly, else Dexterity.
        #[schemars(range(min = -100, max = 100))]
        fly: Option<i32> = None,
        /// Survival, else Wisdom.
        #[schemars(range(min = -100, max = 100))]
        survival: Option<i32> = None,
        /// Oratory, else Charisma.
        #[schemars(range(min = -100, max = 100))]
        oratory: Option<i32> = None,
        /// Crafts, else Intelligence.
        #[schemars(range(min = -100, max = 100))]
        craft: Option<i32> = None,
        /// Musical Instrument, else Charisma.
        #[schemars(range(min = -100, max = 100))]
        musical_instrument: Option<i32> = None,
    }
}

combatant!(Sheet);

section! {
    /// One part of a body.
    #[derive(Copy, Eq)]
    PartText {
        /// Its kind.
        part: PartKind,
        /// Its number among those of its kind, from 0.
        #[schemars(range(max = 31))]
        index: u8 = 0,
    }

    /// Injuries of one part.
    #[derive(Copy, Eq)]
    InjuryText {
        /// Its kind.
        part: PartKind,
        /// Its number among those of its kind, from 0.
        #[schemars(range(max = 31))]
        index: u8 = 0,
        /// The number of injuries.
        #[schemars(range(min = 1, max = 6))]
        count: u8 = 1,
        /// Days of treatment that are left for each of them; 0 for untreated ones.
        #[schemars(range(min = 0, max = 250))]
        treated: u8 = 0,
    }

    /// A condition at the beginning.
    #[derive(Copy, Eq)]
    ConditionText {
        /// The condition.
        condition: Condition,
        /// Ends of its own turns that it lasts.
        #[schemars(range(min = 1, max = 250))]
        turns: u8 = 1,
    }

    /// A thing with an ability that is worn on a hand or an arm. [INJ-089, INJ-111]
    #[derive(Eq)]
    WornText {
        /// The name.
        #[schemars(length(min = 1))]
        name: String,
        /// The part: a hand or an arm.
        part: PartKind,
        /// On which, from 0.
        #[schemars(range(max = 31))]
        index: u8 = 0,
    }

    /// A weapon.
    WeaponText {
        /// The name.
        #[schemars(length(min = 1))]
        name: String,
        /// The use.
        kind: WeaponKind = WeaponKind::Melee,
        /// The number of pieces.
        #[schemars(range(min = 1, max = 11))]
        count: u8 = 1,
        /// Reach in feet. [INJ-198]
        #[schemars(range(min = 0, max = 1000))]
        reach_ft: i32 = 5,
        /// Hands that it takes. [INJ-087]
        #[schemars(range(min = 1, max = 8))]
        hands: u8 = 1,
        /// True if it is part of the body: it needs no hand and cannot fall. [INJ-152]
        natural: bool = false,
        /// For a natural weapon: the part without which it is of no use. [INJ-070, INJ-075, INJ-090, INJ-096, INJ-099, INJ-103]
        part: Option<PartText> = None,
        /// The lowest natural face that is a critical hit when it hits. [INJ-147]
        #[schemars(range(min = 1, max = 1000))]
        critical_from: i32 = 20,
        /// The effect of a critical hit. [INJ-146, R-29]
        critical_effect: CriticalEffect = CriticalEffect::None,
        /// The amount.
        #[schemars(range(min = 0, max = 1000))]
        critical_amount: i32 = 1,
        /// Range increment in feet; without it, that of a thrown object. [INJ-209, INJ-220]
        #[schemars(range(min = 5, max = 10_000))]
        range_increment_ft: Option<i32> = None,
        /// Action points that reloading takes; for thrown weapons, drawing the next one: 0 makes Rapid Shot possible. [INJ-216]
        #[schemars(range(min = 0, max = 20))]
        reload_ap: u8 = 0,
        /// The number of shots for it; without it, enough.
        #[schemars(range(min = 0, max = 10_000))]
        ammo: Option<u16> = None,
        /// Points that it adds to attack rolls. [INJ-010]
        #[schemars(range(min = -100, max = 100))]
        bonus: i32 = 0,
        /// True if it only has to touch. [INJ-018]
        touch: bool = false,
        /// The types of its damage. [INJ-222]
        damage_types: Vec<DamageType> = vec![DamageType::Slashing],
        /// The attributes that it adds. [INJ-199, INJ-210, INJ-219]
        attack_attribute: AttackAttribute = AttackAttribute::Best,
        /// Points that sundering has taken off it.
        #[schemars(range(min = 0, max = 250))]
        sundered: u8 = 0,
        /// True if it is stowed at the beginning and has to be drawn.
        stowed: bool = false,
    }
}

impl BodyText {
    /// The number of each kind, in the order of the kinds.
    pub fn counts(&self) -> [u8; PartKind::ALL.len()] {
        [
            self.ear, self.nose, self.tail, self.wing, self.eye, self.hand, self.foot, self.horn, self.mouth, self.arm,
            self.leg, self.head, self.heart,
        ]
    }
}
