//! The sheet: a combatant of `bdp` as the designer describes it, with gear, skills, and the condition it starts in.
//!
//! Owns the data types of the scenario file. What the rules need to know in a fight is made of them when a scenario is
//! loaded. Start at [`Sheet`].

use frame::dice::Die;
use frame::rules::declare::{combatant, section, words};

use super::book::gear::Tags;
use super::book::harm::Level;
use super::book::recovery::{Rarity, Region};

words! {
    /// One of the three abilities. [BDP-001]
    Ability {
        /// Strength.
        Str,
        /// Dexterity.
        Dex,
        /// Willpower.
        Wil,
    }

    /// The speed of a weapon. [BDP-321, BDP-322, BDP-323]
    Category {
        /// Fast.
        Fast,
        /// Balanced.
        Balanced,
        /// Slow.
        Slow,
    }

    /// The key of who strikes first: reach, or the category of a weapon without it. [BDP-232, BDP-233]
    Length {
        /// Reach.
        Reach,
        /// Slow.
        Slow,
        /// Balanced.
        Balanced,
        /// Fast.
        Fast,
    }

    /// Type of a weapon's damage. [BDP-327]
    DamageType {
        /// Piercing.
        Piercing,
        /// Bludgeoning.
        Bludgeoning,
        /// Slashing.
        Slashing,
    }

    /// A source of harm, for those who are vulnerable, resistant or immune. [BDP-424]
    Source {
        /// Piercing weapons.
        Piercing,
        /// Bludgeoning weapons.
        Bludgeoning,
        /// Slashing weapons.
        Slashing,
        /// Weapons without a type.
        Untyped,
        /// Magic without an element.
        Magic,
        /// Fire.
        Fire,
        /// Cold.
        Cold,
        /// Lightning.
        Lightning,
        /// Acid.
        Acid,
    }

    /// An answer to an attack. [BDP-284]
    Reaction {
        /// Take it. [BDP-285]
        Defend,
        /// Take it and strike back. [BDP-286]
        FightBack,
        /// Block. [BDP-287]
        Block,
        /// Dodge. [BDP-289]
        Dodge,
        /// Parry. [BDP-292]
        Parry,
    }

    /// The quality of a weapon. [BDP-341, BDP-342, BDP-343, BDP-344]
    Quality {
        /// Breaks when its damage roll is the highest.
        Deteriorated,
        /// As listed.
        Normal,
        /// Its properties are a grade better.
        Martial,
        /// A legendary weapon that is magical.
        Legendary,
    }

    /// A species with a gift. [BDP-592]
    Species {
        /// None.
        None,
        /// Left with 1 HP instead of 0.
        Tough,
        /// Rolls a save again.
        Cunning,
        /// Uses another ability for a save.
        Adaptable,
        /// Does minor magic.
        Arcane,
    }

    /// A skill with a number. [BDP-501, BDP-531]
    Skill {
        /// Orders an ally. [BDP-502]
        Commander,
        /// Has foes lose heart. [BDP-503]
        Impressive,
        /// Talks better with those one meets. [BDP-503]
        Mediator,
        /// Talks better with beasts. [BDP-503]
        AnimalAttuned,
        /// Keeps up the heart of allies. [BDP-504]
        Inspiring,
        /// Makes an enemy fight oneself. [BDP-505]
        Provocateur,
        /// Rouses allies. [BDP-506]
        RousingWords,
        /// Is not surprised. [BDP-507]
        Alert,
        /// Wears armor as if it were not bulky. [BDP-508]
        ArmorExpert,
        /// Regains HP by killing. [BDP-509]
        Bloodlust,
        /// Strikes harder unarmed. [BDP-510]
        Brawler,
        /// Impairs by heavy damage. [BDP-511]
        BrutalBlows,
        /// Impairs and holds by shots. [BDP-512]
        CripplingShot,
        /// Armor by posture. [BDP-513]
        DefensivePosture,
        /// Armor by footwork. [BDP-513]
        FancyFootwork,
        /// Cannot be disarmed. [BDP-514]
        FirmGrip,
        /// Rolls a failed Critical Damage Save again. [BDP-515]
        HardToKill,
        /// Frightens by critical damage. [BDP-516]
        Merciless,
        /// Strikes again after a kill. [BDP-517]
        MomentumMaster,
        /// Strikes down from the saddle. [BDP-518]
        MountedWarrior,
        /// Strikes later and harder. [BDP-519]
        PatientStrike,
        /// Draws attacks on itself. [BDP-520]
        Protect,
        /// Acts first among equals. [BDP-521]
        QuickDraw,
        /// Rages. [BDP-522]
        Fury,
        /// Strikes harder for Fatigue. [BDP-523]
        SavageStrikes,
        /// Fights better before an audience. [BDP-524]
        Showfighter,
        /// Wins tied parries. [BDP-525]
        SnakeParry,
        /// Throws better. [BDP-526]
        ThrowingMaster,
        /// Strikes harder in numbers. [BDP-527]
        Trooper,
        /// Strikes through armor unarmed. [BDP-528]
        TrueStrikes,
        /// Chases one enemy. [BDP-529]
        TunnelVision,
        /// Strikes harder after a dodge. [BDP-530]
        WindsWrath,
        /// Restores by touch. [BDP-533]
        LayOnHands,
        /// Restores by words. [BDP-533]
        WordsOfGrace,
        /// Is missed in a tumult. [BDP-534]
        Opportunist,
        /// Resists poison. [BDP-535]
        PoisonResistance,
        /// Shoots better, in version 1.32. [BDP-631]
        Marksman,
        /// Gives up gear of any kind to ignore damage, in version 1.32. [BDP-631]
        ScrapFighter,
        /// Knows its enemy, in version 1.32. [BDP-631]
        KnowYourEnemy,
    }

    /// A trait of a foe. [BDP-406, BDP-422]
    Trait {
        /// Its attacks strike everybody engaged with it. [BDP-406]
        Blast,
        /// Its attacks are enhanced when it closes in. [BDP-408]
        Charge,
        /// Holds whom it strikes. [BDP-410]
        Constrict,
        /// Hard to reach. [BDP-411]
        Flying,
        /// Many and weak. [BDP-412]
        Horde,
        /// Hard to hurt. [BDP-413]
        Impenetrable,
        /// Hard to find. [BDP-415]
        Invisible,
        /// Knows no fear. [BDP-416]
        Mindless,
        /// On a horse or worse. [BDP-417]
        Mounted,
        /// Fights better together. [BDP-418]
        Pack,
        /// Fights alone like a band. [BDP-421]
        Superior,
        /// Frightens. [BDP-422]
        Terrifying,
        /// Wounds. [BDP-423]
        Wounding,
        /// A band with one block of numbers. [BDP-260]
        Detachment,
        /// Leads its group. [BDP-299]
        Leader,
        /// Its resistances do not hold against silver. [BDP-345]
        Supernatural,
        /// A wild beast or monster, which frightens horses. [BDP-374]
        Beast,
    }

    /// A miracle. [BDP-477]
    Miracle {
        /// Points for saves. [BDP-479]
        Bless,
        /// Drives away. [BDP-480]
        Rebuke,
        /// Bonus damage for allies. [BDP-481]
        Empower,
        /// HP for allies. [BDP-482]
        Replenish,
        /// Bonus damage for oneself. [BDP-483]
        Smite,
        /// Armor for allies. [BDP-484]
        DivineProtection,
        /// A better ability for saves. [BDP-486]
        Surge,
    }

    /// A song. [BDP-488]
    Song {
        /// No fear. [BDP-490]
        Home,
        /// Bonus damage. [BDP-491]
        Slaughter,
        /// More damage dice. [BDP-492]
        Iron,
        /// Less Fatigue at rest. [BDP-493]
        Sorrow,
        /// No ambush. [BDP-494]
        Vigilance,
    }
}

section! {
    /// A combatant as the designer describes it. Everything has a default: the abilities and HP of the book's humanoid, no
    /// armor, no weapon but fists.
    Sheet {
        /// The name; without it, the name of its kind.
        name: String = String::new(),
        /// The named combatant it starts from; whatever is said here replaces what that one says.
        like: Option<String> = None,
        /// The number of combatants of its kind, numbered from 1.
        #[schemars(range(min = 0, max = 64))]
        count: Option<u32> = None,
        /// The policy by which it decides; without it, it fights as the specification says.
        policy: Option<String> = None,
        /// True if it is a player character. [BDP-227, BDP-298]
        pc: bool = false,
        /// Maximum of Strength; without it, the book's. [BDP-001, BDP-403]
        #[schemars(range(min = 0, max = 30))]
        str: Option<i16> = None,
        /// Maximum of Dexterity; without it, the book's. [BDP-001, BDP-403]
        #[schemars(range(min = 0, max = 30))]
        dex: Option<i16> = None,
        /// Maximum of Willpower; without it, the book's. [BDP-001, BDP-403]
        #[schemars(range(min = 0, max = 30))]
        wil: Option<i16> = None,
        /// Maximum of hit protection; without it, the book's. [BDP-404, BDP-591]
        #[schemars(range(min = 0, max = 1000))]
        hp_max: Option<i16> = None,
        /// Rolls abilities, HP, and a rival's gear anew at the beginning of every day. [BDP-427, BDP-590]
        rolled: Option<Rolled> = None,
        /// The face of the age die that changes rolled abilities; without it, none does. [BDP-598]
        #[schemars(range(min = 1, max = 100))]
        age: Option<u8> = None,
        /// Worn armor by its name in the book, such as `light`; empty for none. [BDP-278]
        armor: String = String::new(),
        /// The price of the armor. [BDP-281, BDP-320]
        #[schemars(range(min = 0, max = 1_000_000))]
        armor_price: u32 = 0,
        /// True if it has a shield. [BDP-276]
        shield: bool = false,
        /// Weapons in the order of preference: the first is wielded, unarmed comes last by itself. [BDP-237]
        weapons: Vec<WeaponText> = Vec::new(),
        /// True if the second weapon is wielded too, in the other hand. [BDP-255]
        two_weapons: bool = false,
        /// The other things that it carries. [BDP-593]
        items: Vec<ItemText> = Vec::new(),
        /// Slots taken by what is not listed. [BDP-593]
        #[schemars(range(min = 0, max = 200))]
        slots_used: u8 = 0,
        /// Slots; without it, the book's. [BDP-593, BDP-420]
        #[schemars(range(min = 0, max = 200))]
        slots: Option<u8> = None,
        /// Damage types it is proficient with. [BDP-327, BDP-531]
        prof_types: Vec<DamageType> = Vec::new(),
        /// Reactions of a non-player combatant beside taking the blow; player characters have all. [BDP-296, BDP-405]
        reactions: Vec<Reaction> = Vec::new(),
        /// Reactions with a price in a fight; without it, the book's. [BDP-426, R-62]
        #[schemars(range(min = 0, max = 100))]
        reaction_uses: Option<u8> = None,
        /// Skills. [BDP-501]
        skills: Vec<Skill> = Vec::new(),
        /// Its traits. [BDP-406]
        traits: Vec<Trait> = Vec::new(),
        /// Its species. [BDP-592]
        species: Species = Species::None,
        /// The sources that enhance attacks on it. [BDP-424]
        vulnerable: Vec<Source> = Vec::new(),
        /// The sources that impair attacks on it. [BDP-424]
        resistant: Vec<Source> = Vec::new(),
        /// The sources that do nothing to it. [BDP-246]
        immune: Vec<Source> = Vec::new(),
        /// The element against whose magic it has armor. [BDP-532]
        elemental: Option<Source> = None,
        /// Its breath. [BDP-407]
        breath: Option<BreathText> = None,
        /// The disease that its critical damage brings. [BDP-080, BDP-414]
        infects: String = String::new(),
        /// The wound that its critical damage leaves, as that of a monster can; empty for none. [BDP-049, R-72]
        critical_wound: String = String::new(),
        /// The wound that its Wounding brings; empty for a `cut`. [BDP-049, BDP-423]
        wounds_with: String = String::new(),
        /// The least damage roll that it makes: 2 for an adept, 3 for the experienced. [BDP-431]
        #[schemars(range(min = 0, max = 100))]
        min_damage: u8 = 0,
        /// Magic Dice of its own. [BDP-451]
        #[schemars(range(min = 0, max = 20))]
        md: u8 = 0,
        /// Faith Dice. [BDP-477]
        #[schemars(range(min = 0, max = 20))]
        fd: u8 = 0,
        /// Power of its wand or staff. [BDP-472]
        #[schemars(range(min = 0, max = 20))]
        power: u8 = 0,
        /// Miracles that are imprinted, each in a slot. [BDP-473]
        miracles: Vec<Miracle> = Vec::new(),
        /// Songs it knows. [BDP-488]
        songs: Vec<Song> = Vec::new(),
        /// Points that it adds to its evening prayer; without it, the book's. [BDP-487]
        #[schemars(range(min = 0, max = 3))]
        prayer: Option<u8> = None,
        /// Ingredients that it has gathered. [BDP-111, BDP-114]
        ingredients: Vec<IngredientText> = Vec::new(),
        /// Recipes that it brews of them, in this order, when there is time. [BDP-110]
        brews: Vec<String> = Vec::new(),
        /// Gold that it can spend on training. [BDP-629, BDP-630]
        #[schemars(range(min = 0, max = 1_000_000))]
        gold: u32 = 0,
        /// True if it is an enemy of the faith. [BDP-480]
        unholy: bool = false,
        /// True if it is unaware of the fight until another combatant acts on it. [BDP-244]
        unaware: bool = false,
        /// The zone where it stands at the beginning of a fight; without it, the first. [BDP-213]
        zone: String = String::new(),
        /// The round of a fight at whose beginning it arrives; until then it is not there. Without it, it is there from the beginning.
        #[schemars(range(min = 1, max = 1000))]
        arrives: Option<u16> = None,
        /// With whom it is engaged at the beginning of a fight, by their names. [BDP-213]
        engaged: Vec<String> = Vec::new(),
        /// Its horse, where it is mounted. [BDP-370, BDP-373, BDP-374]
        horse: Option<HorseText> = None,
        /// The condition in which a day begins.
        condition: Condition = Condition::default(),
    }

    /// The condition in which a day begins: what differs from being whole.
    Condition {
        /// Strength; without it, the maximum. [BDP-001]
        #[schemars(range(min = 0, max = 30))]
        str: Option<i16> = None,
        /// Dexterity; without it, the maximum. [BDP-001]
        #[schemars(range(min = 0, max = 30))]
        dex: Option<i16> = None,
        /// Willpower; without it, the maximum. [BDP-001]
        #[schemars(range(min = 0, max = 30))]
        wil: Option<i16> = None,
        /// Hit protection; without it, the maximum.
        #[schemars(range(min = 0, max = 1000))]
        hp: Option<i16> = None,
        /// Fatigue. [BDP-033]
        #[schemars(range(min = 0, max = 200))]
        fatigue: u8 = 0,
        /// Wounds. [BDP-052]
        wounds: Vec<WoundText> = Vec::new(),
        /// Faces of the waterskin's usage die; without it, full. [BDP-094]
        #[schemars(range(min = 0, max = 100))]
        waterskin: Option<u8> = None,
        /// Days it has been deprived in a row. [BDP-032]
        #[schemars(range(min = 0, max = 250))]
        deprived_days: u8 = 0,
        /// Diseases that it has just caught: how long they last is rolled. [BDP-080]
        diseases: Vec<String> = Vec::new(),
        /// Diseases that it has had for a while. [BDP-080, BDP-082, BDP-083]
        illnesses: Vec<IllnessText> = Vec::new(),
        /// Up, down or dead.
        state: State = State::Active,
        /// Arms and legs that are lost. [BDP-071]
        limbs_lost: Vec<Limb> = Vec::new(),
        /// True if an eye is lost. [BDP-078]
        eye_lost: bool = false,
        /// True if critical damage has left it weakened. [R-08, BDP-612]
        weakened: bool = false,
        /// True if it lies on the ground.
        prone: bool = false,
        /// Dice of bleeding that wait. [BDP-338]
        #[schemars(range(min = 0, max = 100))]
        bleeding: u8 = 0,
        /// Days in a row with a healer, where they count by the week. [BDP-619]
        #[schemars(range(min = 0, max = 250))]
        care_days: u8 = 0,
        /// Trainings of HP so far. [BDP-629]
        #[schemars(range(min = 0, max = 250))]
        hp_trainings: u8 = 0,
        /// Killing blows so far with each damage type: piercing, bludgeoning, slashing. [BDP-327]
        kills: [u8; 3] = [0; 3],
        /// True if it has given up its armor, which can be repaired. [BDP-279, BDP-281]
        armor_broken: bool = false,
        /// Faces of the usage die of its lantern or torch, 0 for burnt down; without it, full. [BDP-364]
        #[schemars(range(min = 0, max = 100))]
        light: Option<u8> = None,
        /// Power left in its wand or staff; without it, all of it. [BDP-472]
        #[schemars(range(min = 0, max = 20))]
        power: Option<u8> = None,
        /// Faith Dice of a good prayer, which cost nothing. [BDP-487]
        #[schemars(range(min = 0, max = 20))]
        free_faith: u8 = 0,
        /// Imprinted miracles that Fatigue has forced out, until a night. [BDP-475]
        miracles_lost: Vec<Miracle> = Vec::new(),
        /// The gifts that it has used since it slept.
        today: Today = Today::default(),
    }

    /// Gifts that have been used since the last sleep, and what lasts until the next one.
    Today {
        /// Failed saves rolled again. [BDP-515]
        #[schemars(range(min = 0, max = 250))]
        rerolls: u8 = 0,
        /// Rousing words. [BDP-506]
        #[schemars(range(min = 0, max = 250))]
        rousings: u8 = 0,
        /// Enemies chased. [BDP-529]
        #[schemars(range(min = 0, max = 250))]
        chases: u8 = 0,
        /// Gifts of its species used. [BDP-592]
        #[schemars(range(min = 0, max = 250))]
        gifts: u8 = 0,
        /// True if it has laid on hands. [BDP-533]
        laid_on_hands: bool = false,
        /// True if it has spoken words of grace. [BDP-533]
        spoke_grace: bool = false,
        /// True if a potion strengthens its grip. [BDP-125]
        grip: bool = false,
        /// Points of a blessing that are left. [BDP-479]
        #[schemars(range(min = 0, max = 100))]
        blessed: i16 = 0,
        /// Magic Dice that it cannot use before it sleeps. [BDP-468]
        #[schemars(range(min = 0, max = 20))]
        dice_exhausted: u8 = 0,
    }

    /// A disease that a combatant has had for a while.
    IllnessText {
        /// Its name in the book. [BDP-080]
        disease: String = String::new(),
        /// Days that it still lasts, where it ends by itself. [BDP-083]
        #[schemars(range(min = 1, max = 250))]
        days: Option<u8> = None,
        /// Saves passed that count. [BDP-082]
        #[schemars(range(min = 0, max = 250))]
        passed: u8 = 0,
    }

    /// A weapon: a row of the book, with what differs.
    WeaponText {
        /// Its row in the book; empty for a weapon of its own.
        kind: String = String::new(),
        /// The name; without it, that of its row.
        name: String = String::new(),
        /// Its category; without it, as its row.
        category: Option<Category> = None,
        /// Its dice; without them, as its row.
        die: Option<Die> = None,
        /// Type of its damage; without it, as its row.
        damage: Option<DamageType> = None,
        /// True if it reaches far; without it, as its row. [BDP-324]
        reach: Option<bool> = None,
        /// Hands it takes; without it, as its row.
        #[schemars(range(min = 0, max = 2))]
        hands: Option<u8> = None,
        /// True if it shoots; without it, as its row.
        ranged: Option<bool> = None,
        /// True if it can be thrown; without it, as its row. [BDP-326]
        thrown: Option<bool> = None,
        /// Slots it takes; without it, 1, or 2 when it is bulky. [BDP-593]
        #[schemars(range(min = 0, max = 20))]
        slots: Option<u8> = None,
        /// Properties; without them, as its row. [BDP-331]
        tags: Option<Tags> = None,
        /// True if its owner is proficient with its properties. [BDP-331]
        proficient: bool = false,
        /// Killing blows with it so far. [BDP-331]
        #[schemars(range(min = 0, max = 250))]
        kills: u8 = 0,
        /// Attacks with it so far, where it breaks after some. [BDP-249]
        #[schemars(range(min = 0, max = 250))]
        used: u8 = 0,
        /// True if it was given up and can be repaired: it is not carried. [BDP-279, BDP-281]
        broken: bool = false,
        /// The quality. [BDP-341]
        quality: Quality = Quality::Normal,
        /// True if it is silvered. [BDP-345]
        silver: bool = false,
        /// The poison on it. [BDP-346]
        poison: Option<PoisonText> = None,
        /// A further source that it is, such as fire. [BDP-424]
        element: Option<Source> = None,
        /// True if a failed Critical Damage Save only knocks out. [BDP-250]
        nonlethal: bool = false,
        /// The price. [BDP-281, BDP-320]
        #[schemars(range(min = 0, max = 1_000_000))]
        price: u32 = 0,
    }

    /// Something carried.
    ItemText {
        /// The name; a row of the book brings its own slots and use.
        name: String = String::new(),
        /// The number of pieces.
        #[schemars(range(min = 0, max = 64))]
        amount: u8 = 1,
        /// Slots each takes; without it, the book's. [BDP-593]
        #[schemars(range(min = 0, max = 20))]
        slots: Option<u8> = None,
        /// True if it is in the backpack rather than at hand. [BDP-594]
        stored: bool = true,
        /// Uses that are left of each; without it, as many as the book gives. [BDP-363, BDP-365]
        #[schemars(range(min = 1, max = 100))]
        uses: Option<u8> = None,
    }

    /// An ingredient. [BDP-114]
    IngredientText {
        /// The name.
        name: String = String::new(),
        /// The rarity. [BDP-111]
        rarity: Rarity = Rarity::Common,
        /// The region of its origin. [BDP-113]
        region: Region = Region::Plains,
        /// The amount.
        #[schemars(range(min = 1, max = 100))]
        amount: u8 = 1,
    }

    /// A wound.
    WoundText {
        /// The kind of wound: `burn`, `torso` or any other word. [BDP-053]
        key: String = String::new(),
        /// The level. [BDP-052]
        level: Level = Level::Light,
        /// Nights or days of treatment so far.
        #[schemars(range(min = 0, max = 250))]
        treated: u8 = 0,
    }

    /// Poison on a weapon; what it does not say is as the book has it. [BDP-346, R-35]
    #[derive(Copy, Eq)]
    PoisonText {
        /// Damage; without it, the book's.
        dice: Option<Die> = None,
        /// The ability that it damages; without it, the book's.
        ability: Option<Ability> = None,
        /// True if it asks for a Critical Damage Save; without it, as the book says.
        critical: Option<bool> = None,
        /// The number of wounds that it is good for; without it, the book's.
        #[schemars(range(min = 1, max = 100))]
        doses: Option<u8> = None,
    }

    /// A breath. [BDP-407]
    BreathText {
        /// Dice; without them, the book's.
        die: Option<Die> = None,
        /// The ability that avoids it; without it, the book's.
        save: Option<Ability> = None,
        /// The element that it is made of.
        element: Source = Source::Fire,
        /// The wound that it leaves; empty for none. [BDP-049]
        wound: String = String::new(),
    }

    /// A horse; its rider's WIL keeps it calm. [BDP-370, BDP-374]
    #[derive(Copy, Eq)]
    HorseText {
        /// Dexterity, for getting away; without it, the book's. [BDP-370, BDP-373]
        #[schemars(range(min = 0, max = 30))]
        dex: Option<i16> = None,
        /// True if it is trained for battle. [BDP-374]
        trained: bool = false,
        /// True if foes on foot cannot keep up. [BDP-373]
        outruns: bool = true,
    }
}

words! {
    /// The state in which a combatant begins.
    State {
        /// On its feet.
        Active,
        /// Out by STR, and treated: on its feet after a night.
        Treated,
        /// Knocked out. [BDP-250]
        KnockedOut,
        /// Out by DEX. [BDP-067]
        Unconscious,
        /// Out by WIL. [BDP-068]
        Debilitated,
        /// Dead. [BDP-066]
        Dead,
    }

    /// An arm or a leg.
    Limb {
        /// The right arm.
        RightArm,
        /// The left arm.
        LeftArm,
        /// A leg.
        Leg,
        /// The other leg.
        OtherLeg,
    }

    /// The attributes that are rolled.
    Rolled {
        /// A new character: abilities in order, HP. [BDP-590, BDP-591]
        Character,
        /// Rolled in order, the lowest and the highest ability swapped so that STR is the highest. [BDP-590]
        SwappedToStr,
        /// A rival: abilities, HP by its rank, weapon and armor. [BDP-427, BDP-428]
        Rival,
        /// HP of the untrained. [BDP-404]
        Untrained,
        /// HP of the trained. [BDP-404]
        Trained,
        /// HP of the legendary. [BDP-404]
        Legendary,
    }
}

impl Ability {
    /// Its place among the abilities.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Ability::Str => "STR",
            Ability::Dex => "DEX",
            Ability::Wil => "WIL",
        }
    }
}

impl Category {
    /// Its length, unless it reaches far.
    #[inline]
    #[must_use]
    pub fn length(self, reach: bool) -> Length {
        match self {
            _ if reach => Length::Reach,
            Category::Fast => Length::Fast,
            Category::Balanced => Length::Balanced,
            Category::Slow => Length::Slow,
        }
    }
}

impl From<DamageType> for Source {
    fn from(damage: DamageType) -> Self {
        match damage {
            DamageType::Piercing => Source::Piercing,
            DamageType::Bludgeoning => Source::Bludgeoning,
            DamageType::Slashing => Source::Slashing,
        }
    }
}

combatant!(Sheet);
