//! The book of `heimr`: every number of the rules, with the published values as defaults.
//!
//! Owns data only; the tables (attributes, abilities, weapons, shields, borders, experience) are in
//! [`tables`], the numbers of the surroundings in [`surroundings`]. Each
//! field's comment ends with the ledger ids of the rules it comes from; ranges are part of the schema. What the published
//! rules leave open is in [`rulings`](super::rulings). Start at [`Book`].

use std::collections::BTreeMap;

use frame::fight::Ratio;
use frame::rules::declare::{section, words};

pub mod surroundings;
pub mod tables;

use surroundings::{BlindSpots, Climbing, Concealment, Falling, Heights, Light, Terrain};
use tables::{Ability, BodyPart, Experience, Group, Injuries, InjuryEffects, Object, Progress, ShieldKind, WeaponKind};

section! {
    /// Every number and table of the rules.
    Book {
        /// Optional modules of the rules.
        modules: Modules = Modules::default(),
        /// The grid of locations.
        grid: GridSize = GridSize::default(),
        /// The dice of a challenge.
        dice: PoolDice = PoolDice::default(),
        /// Penalties of the situation for everybody in the scenario: scope to penalty on consistency. A scope is `all`,
        /// `group:physical`, `attribute:dex` or `ability:brawl`. [HEI-041, HEI-042]
        situational_penalty: BTreeMap<String, i8> = BTreeMap::new(),
        /// Challenge requirements.
        cr: Requirement = Requirement::default(),
        /// Numbers of effects.
        effects: EffectNumbers = EffectNumbers::default(),
        /// Maxima of combatants whose sheet states none.
        maximum: Maximum = Maximum::default(),
        /// Levels of injury.
        injury: Injuries = Injuries::default(),
        /// The effects of an injury, by body part.
        injury_effects: InjuryEffects = InjuryEffects::default(),
        /// Care after a fight.
        care: Care = Care::default(),
        /// Rests.
        rest: Resting = Resting::default(),
        /// The body part that each face of the small die hits, from face 1 on. [HEI-199]
        body_part: Vec<BodyPart> = tables::body_parts(),
        /// Attributes with their groups. [HEI-006, HEI-007]
        attribute: BTreeMap<String, Group> = tables::attributes(),
        /// Abilities: their attributes and base consistency. [HEI-009, HEI-083]
        ability: BTreeMap<String, Ability> = tables::abilities(),
        /// Experience.
        xp: Experience = Experience::default(),
        /// Progress of attributes.
        progress: Progress = Progress::default(),
        /// Turns and rounds.
        turn: Turn = Turn::default(),
        /// Initiative.
        initiative: Initiative = Initiative::default(),
        /// Actions of all kinds.
        actions: Actions = Actions::default(),
        /// Attacks.
        attack: Attack = Attack::default(),
        /// Ranged attacks.
        ranged: Ranged = Ranged::default(),
        /// Ammunition.
        ammo: Ammunition = Ammunition::default(),
        /// Weapons and shields after a fight.
        gear: GearAfter = GearAfter::default(),
        /// Brawl attacks.
        brawl: Brawl = Brawl::default(),
        /// Defence.
        defence: Defence = Defence::default(),
        /// The action Dodge.
        dodge: Dodge = Dodge::default(),
        /// Guarding.
        guard: Guarding = Guarding::default(),
        /// Fatigue.
        fatigue: Fatigue = Fatigue::default(),
        /// Chases.
        chase: Chase = Chase::default(),
        /// Hiding.
        hidden: Hidden = Hidden::default(),
        /// Observation.
        observe: Observation = Observation::default(),
        /// Speaking.
        speak: Speaking = Speaking::default(),
        /// Being prone.
        prone: Prone = Prone::default(),
        /// Sleeping.
        sleep: Sleep = Sleep::default(),
        /// The number of bearers that it takes to move a combatant.
        carry: Carrying = Carrying::default(),
        /// Difficult terrain.
        terrain: Terrain = Terrain::default(),
        /// Heights.
        height: Heights = Heights::default(),
        /// Climbing.
        climb: Climbing = Climbing::default(),
        /// Falling and jumping.
        fall: Falling = Falling::default(),
        /// Light.
        light: Light = Light::default(),
        /// Concealment.
        concealment: Concealment = Concealment::default(),
        /// Blind spots.
        blind: BlindSpots = BlindSpots::default(),
        /// Weapons. [HEI-285, HEI-286, HEI-287, HEI-288, HEI-289, HEI-290, HEI-291, HEI-292]
        weapon: BTreeMap<String, WeaponKind> = tables::weapons(),
        /// Shields. [HEI-294, HEI-295]
        shield: BTreeMap<String, ShieldKind> = tables::shields(),
        /// The number of combatants that can cross kinds of borders at once. [HEI-250]
        limit: BTreeMap<String, u8> = tables::limits(),
        /// Challenge requirements of crossing kinds of borders. [HEI-252]
        crossing: BTreeMap<String, u8> = tables::crossings(),
        /// Toughness of structures. [HEI-254]
        toughness: BTreeMap<String, u8> = tables::toughness(),
        /// Challenge requirements of climbing surfaces; 0 for none. [HEI-270]
        surface: BTreeMap<String, u8> = tables::surfaces(),
        /// Objects that conceal. [HEI-278]
        object: BTreeMap<String, Object> = tables::objects(),
    }
}

section! {
    /// Optional modules of the rules.
    Modules {
        /// Weapons and shields of the medieval armoury. [HEI-001, R-22]
        medieval_armoury: bool = true,
        /// Blind spots. [HEI-001, HEI-279, R-22]
        blind_spots: bool = false,
    }
}

section! {
    /// The grid of locations, where the arena does not say.
    GridSize {
        /// Columns. [HEI-011]
        #[schemars(range(min = 3, max = 21))]
        columns: u8 = 3,
        /// Rows. [HEI-011]
        #[schemars(range(min = 3, max = 21))]
        rows: u8 = 3,
    }
}

section! {
    /// The dice of a challenge: one small die, and as many big dice as its consistency says.
    PoolDice {
        /// Faces of the small die. [HEI-020]
        #[schemars(range(min = 2, max = 100))]
        small: u8 = 6,
        /// Faces of each big die. [HEI-020]
        #[schemars(range(min = 2, max = 100))]
        big: u8 = 10,
        /// Points that each further big die on its highest face adds when consistency is positive. [HEI-026]
        #[schemars(range(min = 0, max = 20))]
        extra_bonus: i8 = 1,
        /// Points that each further die on 1 takes off when consistency is negative. [HEI-027]
        #[schemars(range(min = 0, max = 20))]
        extra_penalty: i8 = 1,
    }
}

section! {
    /// Challenge requirements.
    Requirement {
        /// Willpower that a re-roll of a failed challenge requirement costs. [HEI-047]
        #[schemars(range(min = 0, max = 20))]
        reroll_cost: u8 = 1,
    }
}

section! {
    /// Numbers of effects.
    EffectNumbers {
        /// Seconds of an effect for which no number is called. [HEI-050]
        #[schemars(range(min = 0, max = 1000))]
        seconds: u16 = 2,
        /// Points of an effect for which no number is called. [HEI-050]
        #[schemars(range(min = 0, max = 1000))]
        points: u16 = 1,
        /// Seconds of an effect that cover one turn. [HEI-126]
        #[schemars(range(min = 1, max = 1000))]
        turn_divisor: u16 = 2,
        /// Willpower that each skill costs more while weakened. [HEI-063]
        #[schemars(range(min = 0, max = 20))]
        weaken_cost: u8 = 1,
    }
}

section! {
    /// Maxima of combatants whose sheet states none.
    Maximum {
        /// Hit points. [HEI-002, R-46]
        #[schemars(range(min = 1, max = 1000))]
        hp: i16 = 3,
        /// Willpower. [HEI-002, R-46]
        #[schemars(range(min = 0, max = 200))]
        willpower: u8 = 3,
    }
}

section! {
    /// Care after a fight.
    Care {
        /// Chance in percent that a dying combatant is stabilised. [HEI-078, R-54]
        #[schemars(range(min = 0, max = 100))]
        chance_percent: u8 = 100,
        /// True if a stabilised combatant that fights again is dying again. [HEI-079]
        reopen: bool = true,
    }
}

section! {
    /// Rests.
    Resting {
        /// Share of the maximum up to which a short rest restores hit points. [HEI-067, HEI-068]
        short_hp: Ratio = Ratio::new(1, 1),
        /// Fewest hit points with which one profits from a short rest. [HEI-069, HEI-075]
        #[schemars(range(min = -100, max = 1000))]
        min_hp: i16 = 1,
        /// Minutes of a short rest, for which the clocks of the dying run. [HEI-070]
        #[schemars(range(min = 0, max = 1440))]
        short_minutes: u32 = 5,
        /// Chance in percent that a combatant has to roll a challenge or use a skill in its short rest, which then is none. [HEI-071]
        #[schemars(range(min = 0, max = 100))]
        interrupted_percent: u8 = 0,
        /// The fate of fatigue between two fights without any rest. [HEI-140]
        fatigue: FatigueBetweenFights = FatigueBetweenFights::Base,
    }
}

words! {
    /// The fate of fatigue between two fights without any rest.
    FatigueBetweenFights {
        /// There is time for a breather: it returns to its base.
        Base,
        /// One fight follows the other without a pause: it stays as it is.
        Kept,
    }
}

section! {
    /// Turns and rounds.
    Turn {
        /// Seconds of a turn, which are those of a round. [HEI-103]
        #[schemars(range(min = 1, max = 600))]
        seconds: u16 = 2,
        /// Rounds after which a fight is broken off undecided.
        #[schemars(range(min = 1, max = 10_000))]
        rounds_max: u16 = 100,
    }
}

section! {
    /// Initiative.
    Initiative {
        /// The attribute that is its consistency. [HEI-104]
        consistency: String = "dex".into(),
        /// The source of its potential: `willpower` for the present willpower, or an attribute. [HEI-104]
        potential: String = "willpower".into(),
    }
}

section! {
    /// Actions of all kinds.
    Actions {
        /// Standard actions in a turn. [HEI-153]
        #[schemars(range(min = 1, max = 4))]
        standard: u8 = 1,
        /// Points that an ongoing action takes off the consistency of all defences until the next own turn. [HEI-155]
        #[schemars(range(min = 0, max = 20))]
        ongoing_defence_penalty: i8 = 2,
        /// Simultaneous actions in a turn. [HEI-159]
        #[schemars(range(min = 0, max = 4))]
        simultaneous: u8 = 1,
    }
}

section! {
    /// Attacks.
    Attack {
        /// The side that prevails when attack and defence are equal. [HEI-202]
        tie: AttackTie = AttackTie::Defender,
        /// Points that targeting a body part takes off the consistency. [HEI-200]
        #[schemars(range(min = 0, max = 20))]
        target_penalty: i8 = 2,
        /// Points of consistency that the weapon in the off-hand loses when it attacks after the one in the sword hand.
        #[schemars(range(min = 0, max = 20))]
        offhand_penalty: i8 = 0,
    }
}

words! {
    /// The side that prevails when attack and defence are equal.
    AttackTie {
        /// The defender: it is a miss.
        Defender,
        /// The attacker: it is a hit.
        Attacker,
    }
}

section! {
    /// Ranged attacks.
    Ranged {
        /// Distance that costs one of consistency; of a part of it nothing. [HEI-118]
        #[schemars(range(min = 1, max = 100))]
        distance_divisor: u8 = 2,
        /// Points that each member of the target's cluster takes off the consistency. [HEI-122]
        #[schemars(range(min = 0, max = 20))]
        cluster_penalty: i8 = 1,
    }
}

section! {
    /// Ammunition.
    Ammunition {
        /// True if each shot needs an action that draws the next piece. [HEI-173, R-30]
        requires_draw: bool = true,
        /// True if fights begin with ranged weapons ready to shoot.
        start_loaded: bool = true,
        /// Shots that each ranged weapon has in a fight, where its sheet does not say; without it, any number.
        count: Option<u16> = None,
        /// True if shots and thrown pieces are picked up after a fight.
        recovered: bool = true,
    }
}

section! {
    /// Weapons and shields after a fight.
    GearAfter {
        /// True if what lies about or has changed hands comes back to its owner after a fight. [HEI-176]
        recovered: bool = true,
    }
}

section! {
    /// Brawl attacks.
    Brawl {
        /// The ability that is rolled. [HEI-087, HEI-162]
        ability: String = "brawl".into(),
        /// Points of the Hit effect of a brawl attack. [HEI-162, HEI-188]
        #[schemars(range(min = 0, max = 100))]
        damage: u16 = 1,
        /// The number of points below the defence at which a brawl attack still touches. [HEI-191]
        #[schemars(range(min = 0, max = 100))]
        touch_band: i8 = 1,
        /// Seconds of a grab, where the rulings make it end by itself.
        #[schemars(range(min = 0, max = 1000))]
        seconds: u16 = 2,
    }
}

section! {
    /// Defence.
    Defence {
        /// The ability that is rolled to dodge. [HEI-088, HEI-204]
        dodge: String = "agility".into(),
        /// Points that each earlier use in the window takes off the consistency of a dodge or a block. [HEI-207]
        #[schemars(range(min = 0, max = 20))]
        repeat_penalty: i8 = 2,
        /// Parries with each melee weapon in a window. [HEI-208]
        #[schemars(range(min = 0, max = 20))]
        parries_per_weapon: u8 = 1,
    }
}

section! {
    /// The action Dodge.
    Dodge {
        /// Points that a readied defence adds to the potential of a dodge against a ranged attack. [HEI-172]
        #[schemars(range(min = 0, max = 100))]
        ready_bonus: i8 = 2,
        /// Dodges it is good for until the next own turn. [HEI-172, R-33]
        #[schemars(range(min = 0, max = 100))]
        ready_uses: u8 = 1,
    }
}

section! {
    /// Guarding.
    Guarding {
        /// Points that outmanoeuvring a guard takes off the consistency of the dodge. [HEI-240]
        #[schemars(range(min = 0, max = 20))]
        outmanoeuvre_penalty: i8 = 1,
    }
}

section! {
    /// Fatigue.
    Fatigue {
        /// True if there is fatigue at all. [HEI-132, HEI-133]
        enabled: bool = true,
        /// The attribute that holds it off. [HEI-139]
        attribute: String = "sta".into(),
        /// Base fatigue before that attribute is taken off. [HEI-139]
        #[schemars(range(min = -100, max = 100))]
        base: i8 = 4,
        /// The least fatigue. [HEI-138]
        #[schemars(range(min = 0, max = 100))]
        min: u8 = 1,
        /// The most fatigue. [HEI-138]
        #[schemars(range(min = 1, max = 100))]
        max: u8 = 20,
        /// Points by which fatigue grows when the small die shows less than it. [HEI-136]
        #[schemars(range(min = 0, max = 20))]
        growth: u8 = 1,
        /// The number of times that fatigue grows in a window; without it, at every roll. [HEI-149]
        cap_per_window: Option<u8> = Some(1),
        /// Points that fatigue above its base takes off the consistency of physical rolls. [HEI-135, R-09]
        #[schemars(range(min = 0, max = 20))]
        penalty: i8 = 0,
        /// Points of fatigue that a breather takes off. [HEI-179]
        #[schemars(range(min = 0, max = 100))]
        breather: u8 = 2,
    }
}

section! {
    /// Chases.
    Chase {
        /// The ability that both roll. [HEI-142]
        ability: String = "agility".into(),
        /// By how much one has to be better to gain a square. [HEI-144]
        #[schemars(range(min = 1, max = 100))]
        margin: u8 = 3,
        /// Squares between them at the beginning. [HEI-145]
        #[schemars(range(min = 0, max = 100))]
        start_distance: u8 = 1,
        /// Squares at which the quarry has escaped; without it, only fatigue decides.
        escape_distance: Option<u8> = None,
        /// Chase rounds after which the quarry has escaped.
        #[schemars(range(min = 1, max = 10_000))]
        rounds_max: u16 = 1000,
        /// Changes of terrain: from these rounds on another ability is rolled. [HEI-148]
        switch: Vec<TerrainChange> = Vec::new(),
    }
}

section! {
    /// A change of terrain in a chase.
    #[derive(Eq)]
    TerrainChange {
        /// The first chase round for which it holds. [HEI-148]
        #[schemars(range(min = 1, max = 10_000))]
        round: u16,
        /// The ability that is rolled from then on. [HEI-148]
        ability: String,
    }
}

section! {
    /// Hiding.
    Hidden {
        /// The ability that is rolled to hide. [HEI-089, HEI-171]
        ability: String = "survival".into(),
        /// The face of a big die that allows a luck shot. [HEI-222]
        #[schemars(range(min = 1, max = 100))]
        luck_face: u8 = 10,
        /// Points that a luck shot takes off the consistency, beside concealment. [HEI-222]
        #[schemars(range(min = 0, max = 20))]
        luck_penalty: i8 = 1,
        /// Points that being hidden from the target adds to the potential of a charge or a ranged attack. [HEI-223]
        #[schemars(range(min = 0, max = 100))]
        attack_bonus: i8 = 2,
        /// Points that each soft sound takes off the hide value. [HEI-224]
        #[schemars(range(min = 0, max = 100))]
        soft_sound: i8 = 2,
    }
}

section! {
    /// Observation.
    Observation {
        /// The ability that is rolled. [HEI-090, HEI-180]
        ability: String = "perception".into(),
        /// Points that looking adds to the potential in the own location. [HEI-180]
        #[schemars(range(min = 0, max = 100))]
        same: i8 = 2,
        /// Points that looking adds to the potential in a bordering location. [HEI-180]
        #[schemars(range(min = 0, max = 100))]
        border: i8 = 1,
        /// Challenge requirement of finding a hidden item on a combatant; the text has none. [HEI-181]
        #[schemars(range(min = 0, max = 100))]
        item_cr: u8 = 5,
    }
}

section! {
    /// Speaking, and seeing through what others want.
    Speaking {
        /// Hit points less with which those surrender to a demand who would surrender then, and who show little fight. [HEI-182,
        /// HEI-183, R-57]
        #[schemars(range(min = 0, max = 100))]
        shaken_hp: u8 = 1,
        /// The ability that convinces or masks an intention. [HEI-091, HEI-111, HEI-183]
        ability: String = "persuasion".into(),
        /// The ability that sees through it. [HEI-092, HEI-111, HEI-182]
        against: String = "insight".into(),
    }
}

section! {
    /// Being prone.
    Prone {
        /// Points that lying takes off the consistency of one's attacks and defences. [HEI-215]
        #[schemars(range(min = 0, max = 20))]
        self_penalty: i8 = 2,
        /// Points that lying takes off the consistency of ranged attacks against one. [HEI-215]
        #[schemars(range(min = 0, max = 20))]
        ranged_against: i8 = 2,
    }
}

section! {
    /// Sleeping.
    Sleep {
        /// The number of squares from which sounds are heard. [HEI-217, R-58]
        #[schemars(range(min = 0, max = 100))]
        hearing: u8 = 1,
        /// Challenge requirement of waking up to a soft sound. [HEI-217]
        #[schemars(range(min = 0, max = 100))]
        soft_cr: u8 = 9,
        /// Challenge requirement of waking up to a louder sound. [HEI-217]
        #[schemars(range(min = 0, max = 100))]
        loud_cr: u8 = 5,
    }
}

section! {
    /// The number of bearers that it takes to move a combatant.
    Carrying {
        /// A willing combatant with an injured leg. [HEI-241]
        #[schemars(range(min = 1, max = 64))]
        leg_willing: u8 = 1,
        /// A combatant that can neither stand nor resist, or that resists but cannot stand. [HEI-242]
        #[schemars(range(min = 1, max = 64))]
        resisting_prone: u8 = 2,
        /// An unwilling combatant that is bound. [HEI-243]
        #[schemars(range(min = 1, max = 64))]
        bound_unwilling: u8 = 3,
        /// Any other unwilling combatant. [HEI-244]
        #[schemars(range(min = 1, max = 64))]
        unwilling: u8 = 4,
    }
}
