//! The book of `bdp`: every number and table of the rules, with the published values as defaults.
//!
//! Owns data only: checks and odds in [`checks`], gear in [`gear`], harm and wounds in [`harm`], recovery in [`recovery`],
//! magic in [`magic`], skills, traits and foes in [`talents`]. Each field's comment ends with the ledger ids of the rules it
//! comes from; ranges are part of the schema. Where version 1.32 has another number, the field is left out by default and says
//! what either version puts there. What the published rules leave open is in [`rulings`](super::rulings). Start at [`Book`].

use std::collections::BTreeMap;

use frame::dice::Die;
use frame::fight::Ratio;
use frame::rules::declare::section;

use super::sheet::{Ability, Category, Length};

pub mod checks;
pub mod gear;
pub mod harm;
pub mod magic;
pub mod recovery;
pub mod talents;

use checks::{Contest, Creation, Duel, FateAnswer, Luck, ReactionRoll, Save, Social, Tasks, TimeGearSkill, Training};
use gear::{Armors, ItemKind, WeaponKind};
use harm::{Critical, Injuries, Perils, Wounds};
use magic::{Faith, Feedback, MagicDice, Prayer, Songs};
use recovery::{Breath, Care, Days, Deprivation, Disease, Light, Meals, Recipes, Sleep};
use talents::{Skills, Traits};

section! {
    /// Every number and table of the rules.
    Book {
        /// Saves.
        save: Save = Save::default(),
        /// Contested saves.
        contest: Contest = Contest::default(),
        /// Time, Gear, Skill.
        tgs: TimeGearSkill = TimeGearSkill::default(),
        /// The answer of each face of the die of fate, from face 1 on. [BDP-029]
        fate: Vec<FateAnswer> = checks::fate(),
        /// Complex tasks.
        task: Tasks = Tasks::default(),
        /// Duels outside of fights.
        duel: Duel = Duel::default(),
        /// Social conflict.
        social: Social = Social::default(),
        /// Luck.
        luck: Luck = Luck::default(),
        /// Training.
        train: Training = Training::default(),
        /// Reactions of those one meets.
        reaction: ReactionRoll = ReactionRoll::default(),
        /// Surprise.
        surprise: Surprise = Surprise::default(),
        /// Rounds.
        round: Round = Round::default(),
        /// The order of strikes.
        order: Order = Order::default(),
        /// Moving and distance.
        movement: Movement = Movement::default(),
        /// Zones.
        zone: Zones = Zones::default(),
        /// Dice of damage.
        die: DamageDice = DamageDice::default(),
        /// Stunts.
        stunt: Stunt = Stunt::default(),
        /// Reactions to an attack.
        react: Reacting = Reacting::default(),
        /// Gambits.
        gambit: Gambits = Gambits::default(),
        /// Sacrifice of gear.
        sacrifice: Sacrifice = Sacrifice::default(),
        /// Weapon properties.
        property: Properties = Properties::default(),
        /// Morale.
        morale: Morale = Morale::default(),
        /// Retreat.
        retreat: Retreat = Retreat::default(),
        /// Slots.
        inventory: Inventory = Inventory::default(),
        /// Critical damage.
        critical: Critical = Critical::default(),
        /// Injuries by area.
        injury: Injuries = Injuries::default(),
        /// Wounds.
        wound: Wounds = Wounds::default(),
        /// Damage from the surroundings.
        env: Perils = Perils::default(),
        /// Diseases by their names. [BDP-086, BDP-087, BDP-088, BDP-089, BDP-090, BDP-091]
        disease: BTreeMap<String, Disease> = recovery::diseases(),
        /// Catching breath.
        breath: Breath = Breath::default(),
        /// Deprivation.
        deprived: Deprivation = Deprivation::default(),
        /// Days.
        days: Days = Days::default(),
        /// Sleep.
        rest: Sleep = Sleep::default(),
        /// Meals.
        meal: Meals = Meals::default(),
        /// Services that restore abilities.
        care: Care = Care::default(),
        /// Wildcrafting.
        recipe: Recipes = Recipes::default(),
        /// Lights.
        light: Light = Light::default(),
        /// Magic Dice.
        md: MagicDice = MagicDice::default(),
        /// Arcane Feedback.
        feedback: Feedback = Feedback::default(),
        /// Faith Dice.
        fd: Faith = Faith::default(),
        /// Evening prayer.
        prayer: Prayer = Prayer::default(),
        /// Songs.
        song: Songs = Songs::default(),
        /// Numbers of skills.
        skill: Skills = Skills::default(),
        /// Numbers of what foes can do.
        foe: Traits = Traits::default(),
        /// Worn armor.
        armor: Armors = Armors::default(),
        /// Weapons of version 2. [BDP-321, BDP-322, BDP-323, BDP-324, BDP-347, BDP-349, BDP-350, BDP-351]
        weapon: BTreeMap<String, WeaponKind> = gear::weapons(),
        /// Weapons of version 1.32. [BDP-617]
        weapon_1_32: BTreeMap<String, WeaponKind> = gear::weapons_1_32(),
        /// Items that do something. [BDP-072, BDP-094, BDP-360, BDP-363, BDP-364, BDP-365, BDP-366, BDP-470, BDP-471, BDP-627]
        item: BTreeMap<String, ItemKind> = gear::items(),
        /// Making a character.
        creation: Creation = Creation::default(),
    }

    /// Surprise: one die for both sides.
    Surprise {
        /// Faces of the die. [BDP-201]
        #[schemars(range(min = 1, max = 100))]
        die: u8 = 6,
        /// Rounds of actions that the surprising side has for itself. [BDP-202]
        #[schemars(range(min = 0, max = 10))]
        free_rounds: u8 = 1,
        /// Neither side is at an advantage. [BDP-201]
        normal: SurpriseFaces = SurpriseFaces { party: 1, foes: 6 },
        /// Low visibility. [BDP-204]
        low_visibility: SurpriseFaces = SurpriseFaces { party: 2, foes: 5 },
        /// The foes are born hunters. [BDP-205]
        predator: SurpriseFaces = SurpriseFaces { party: 2, foes: 6 },
        /// The foes see in the dark. [BDP-206]
        darkness: SurpriseFaces = SurpriseFaces { party: 3, foes: 0 },
    }

    /// Rounds.
    Round {
        /// Seconds in a round; only for reading. [BDP-212]
        #[schemars(range(min = 1, max = 3600))]
        seconds: u32 = 10,
        /// Rounds after which a fight is broken off undecided.
        #[schemars(range(min = 1, max = 10_000))]
        rounds_max: u16 = 50,
    }

    /// The order of strikes.
    Order {
        /// True if all quick turns come before all full turns. [BDP-231, BDP-602]
        quick_first: bool = true,
        /// Lengths in the order in which they strike when one closes the distance. [BDP-232]
        closing: Vec<Length> = vec![Length::Reach, Length::Slow, Length::Balanced, Length::Fast],
        /// Lengths in the order in which they strike at an engaged target. [BDP-233]
        engaged: Vec<Length> = vec![Length::Fast, Length::Balanced, Length::Slow, Length::Reach],
    }

    /// Moving and distance.
    Movement {
        /// Zones crossed by a combatant that spends a whole turn on it. [BDP-222, BDP-604]
        #[schemars(range(min = 1, max = 16))]
        full_turn_zones: u8 = 2,
        /// Zones apart up to which a target is Far and can be shot at; beyond, Distant. [BDP-215, BDP-216, BDP-225]
        #[schemars(range(min = 0, max = 16))]
        far_zones: u8 = 2,
        /// Zones apart up to which a thrown weapon flies, where the rulings say Near. [BDP-326, R-34]
        #[schemars(range(min = 0, max = 16))]
        throw_zones: u8 = 1,
    }

    /// Zones.
    Zones {
        /// Die of the quick attack on a combatant that leaves a zone with engaged enemies. [BDP-223]
        leave_die: Die = Die::new(1, 4),
        /// True if enemies in a zone keep others from passing through it. [BDP-221]
        enemy_blocks: bool = false,
        /// The save that keeps a combatant that is pushed on high ground from falling down. [BDP-310]
        fall_save: Ability = Ability::Dex,
    }

    /// Dice of damage.
    DamageDice {
        /// Dice of a fast weapon that states none. [BDP-321]
        fast: Die = Die::new(1, 6),
        /// Dice of a balanced weapon that states none. [BDP-322]
        balanced: Die = Die::new(1, 8),
        /// Dice of a slow weapon that states none. [BDP-323]
        slow: Die = Die::new(1, 10),
        /// Dice of an unarmed strike. [BDP-247]
        unarmed: Die = Die::new(1, 4),
        /// Faces of the die that an impaired attack rolls instead of its own. [BDP-251]
        #[schemars(range(min = 1, max = 100))]
        impaired: u8 = 4,
        /// Faces of the die that an enhanced attack rolls beside its own. [BDP-252]
        #[schemars(range(min = 1, max = 100))]
        enhanced: u8 = 12,
    }

    /// Stunts.
    Stunt {
        /// The number of stunts that each combatant may try in a fight. [BDP-253]
        #[schemars(range(min = 0, max = 100))]
        allowed: u8 = 0,
        /// The price of a stunt. [BDP-254]
        risk: StuntRisk = StuntRisk::NextAttackEnhanced,
        /// Fatigue that it costs, where the risk is Fatigue. [BDP-254]
        #[schemars(range(min = 0, max = 20))]
        fatigue: u8 = 1,
        /// STR that it costs, where the risk is damage. [BDP-254]
        damage: Die = Die::new(1, 4),
    }

    /// Reactions to an attack.
    Reacting {
        /// Fatigue of fighting back. [BDP-286]
        #[schemars(range(min = 0, max = 10))]
        fight_back_fatigue: u8 = 1,
        /// Categories that a block impairs. [BDP-287]
        block_vs: Vec<Category> = vec![Category::Fast, Category::Balanced],
        /// Fatigue of a block. [BDP-287, BDP-605]
        #[schemars(range(min = 0, max = 10))]
        block_fatigue: u8 = 1,
        /// Categories that a dodge impairs. [BDP-289]
        dodge_vs: Vec<Category> = vec![Category::Slow, Category::Balanced],
        /// Fatigue of a dodge. [BDP-289, BDP-606]
        #[schemars(range(min = 0, max = 10))]
        dodge_fatigue: u8 = 1,
        /// Fatigue of a parry. [BDP-292, R-27]
        #[schemars(range(min = 0, max = 10))]
        parry_fatigue: u8 = 0,
        /// Armor from which on one cannot dodge, and blocks for free with a shield or a slow weapon. [BDP-288, BDP-290]
        #[schemars(range(min = 1, max = 10))]
        heavy: u8 = 3,
        /// Armor up to which a dodge with nothing but fast weapons is free. [BDP-291]
        #[schemars(range(min = 0, max = 10))]
        light: u8 = 1,
        /// Reactions with a price that a non-player combatant has in a fight, when its sheet does not say. [BDP-296, BDP-426, R-62]
        #[schemars(range(min = 0, max = 100))]
        npc_uses: u8 = 3,
    }

    /// Gambits.
    Gambits {
        /// The highest face of the weapon's die that counts as Difficulty. [BDP-269]
        #[schemars(range(min = 0, max = 100))]
        max_difficulty: u8 = 3,
        /// Saves after which a chain of gambits ends without effect. [BDP-271, R-44]
        #[schemars(range(min = 1, max = 1000))]
        max_chain: u16 = 100,
        /// The save of the target of a shove. [BDP-270]
        shove: Ability = Ability::Str,
        /// The save of the target of a disarm. [BDP-270]
        disarm: Ability = Ability::Str,
        /// The save of the target of a trip. [BDP-270]
        trip: Ability = Ability::Dex,
        /// The save of the target of a stun. [BDP-270]
        stun: Ability = Ability::Str,
    }

    /// Sacrifice of gear.
    Sacrifice {
        /// True if player characters can. [BDP-279]
        pc: bool = true,
        /// True if others can. [BDP-279]
        npc: bool = false,
        /// Categories of weapons that can be given up. [BDP-282, BDP-614]
        weapons: Vec<Category> = vec![Category::Balanced, Category::Slow],
        /// Armor from which on it can be given up against a blow; without it, 2 in version 2 and 1 in version 1.32. [BDP-282, BDP-614]
        armor_min: Option<u8> = None,
        /// Armor from which on it can be given up against magic and elements; without it, 3 in version 2 and 2 in version 1.32. [BDP-283, BDP-614]
        special_min: Option<u8> = None,
        /// Share of the price that repair costs. [BDP-281]
        repair: Ratio = Ratio::new(3, 4),
    }

    /// Weapon properties.
    Properties {
        /// Killing blows with weapons of a damage type that make proficient with it. [BDP-327]
        #[schemars(range(min = 1, max = 1000))]
        type_kills: u8 = 5,
        /// Killing blows with a weapon that make proficient with its properties. [BDP-331]
        #[schemars(range(min = 1, max = 1000))]
        skill_kills: u8 = 5,
        /// Armor that bludgeoning ignores. [BDP-329]
        #[schemars(range(min = 0, max = 10))]
        bludgeon_ignore: u8 = 1,
        /// Damage that slashing adds against no Armor. [BDP-330]
        #[schemars(range(min = 0, max = 100))]
        slash_bonus: i32 = 1,
        /// STR lost by each bleeding. [BDP-338]
        bleed: Die = Die::new(1, 4),
        /// Rounds beyond the present one that a shock lasts. [BDP-337, R-32]
        #[schemars(range(min = 0, max = 100))]
        shock_rounds: u8 = 1,
        /// Grades by which the properties of a martial or legendary weapon are better. [BDP-343]
        #[schemars(range(min = 0, max = 10))]
        martial_step: u8 = 1,
        /// Magic of a legendary weapon. [BDP-344]
        #[schemars(range(min = 0, max = 100))]
        legendary_magic: u8 = 1,
        /// Highest damage roll that breaks or loses a thrown weapon. [BDP-326]
        #[schemars(range(min = 0, max = 100))]
        throw_break: u8 = 1,
        /// Poison on a weapon that states nothing else. [BDP-346, R-35]
        poison: Poison = Poison::default(),
    }

    /// Poison on a weapon.
    #[derive(Copy, Eq)]
    Poison {
        /// Damage. [BDP-346, R-35]
        dice: Die = Die::new(1, 4),
        /// The ability that it damages. [BDP-346, R-35]
        ability: Ability = Ability::Str,
        /// True if it asks for a Critical Damage Save. [BDP-346, R-35]
        critical: bool = false,
        /// The number of wounds that it is good for. [BDP-346, R-35]
        #[schemars(range(min = 1, max = 100))]
        doses: u8 = 1,
    }

    /// Morale.
    Morale {
        /// True if the first casualty of a group asks for a save. [BDP-298]
        first: bool = true,
        /// True if the loss of half of a group asks for a save. [BDP-298]
        half: bool = true,
        /// True if a lone foe saves when it is reduced to 0 HP. [BDP-300]
        lone: bool = true,
        /// The ability that is saved with. [BDP-298]
        save: Ability = Ability::Wil,
    }

    /// Retreat.
    Retreat {
        /// The ability that is saved with. [BDP-303]
        save: Ability = Ability::Dex,
        /// True if there is a safe place to go to. [BDP-303]
        possible: bool = true,
    }

    /// Slots.
    Inventory {
        /// Slots of everybody whose sheet does not say. [BDP-593]
        #[schemars(range(min = 0, max = 200))]
        slots: u8 = 10,
        /// Slots of an item that states none. [BDP-593]
        #[schemars(range(min = 0, max = 20))]
        item: u8 = 1,
        /// Slots of a bulky item. [BDP-593]
        #[schemars(range(min = 0, max = 20))]
        bulky: u8 = 2,
        /// Slots of a Fatigue. [BDP-033]
        #[schemars(range(min = 0, max = 20))]
        fatigue: u8 = 1,
        /// Slots of a wound. [BDP-050]
        #[schemars(range(min = 0, max = 20))]
        wound: u8 = 1,
    }
}

section! {
    /// Faces of the surprise die.
    #[derive(Copy, Eq)]
    SurpriseFaces {
        /// Up to this face the party is surprised; 0 for never. [BDP-201, BDP-204, BDP-205, BDP-206]
        party: u8,
        /// From this face on the foes are; 0 for never. [BDP-201, BDP-204, BDP-205, BDP-206]
        foes: u8,
    }
}

impl SurpriseFaces {
    /// True for the party and for the foes if this face surprises them (BDP-201, BDP-204, BDP-205, BDP-206).
    #[must_use]
    pub fn surprises(&self, face: i32) -> [bool; 2] {
        [face <= i32::from(self.party), self.foes > 0 && face >= i32::from(self.foes)]
    }
}

frame::rules::declare::words! {
    /// The price of a stunt.
    StuntRisk {
        /// The first attack on the combatant that tries it is enhanced.
        NextAttackEnhanced,
        /// Fatigue.
        Fatigue,
        /// Damage to STR without a save.
        Damage,
        /// The weapon is dropped.
        Gear,
    }
}
