//! Gear: armor, weapons with their properties, and items that do something.

use std::collections::BTreeMap;

use crate::sheet::{Category, DamageType};
use frame::dice::Die;
use frame::rules::declare::{section, words};

use super::harm::Area;

section! {
    /// Worn armor.
    Armors {
        /// The highest Armor that anything comes to. [BDP-277]
        #[schemars(range(min = 0, max = 30))]
        cap: u8 = 3,
        /// Armor of a shield. [BDP-276, BDP-357]
        #[schemars(range(min = 0, max = 30))]
        shield: u8 = 1,
        /// Slots of a shield. [BDP-593]
        #[schemars(range(min = 0, max = 20))]
        shield_slots: u8 = 1,
        /// Kinds of armor. [BDP-278, BDP-352, BDP-353, BDP-354, BDP-355, BDP-356, BDP-372, BDP-419]
        kinds: BTreeMap<String, ArmorKind> = armors(),
    }

    /// Properties of a weapon: 0 for none.
    Tags {
        /// Ignores so much Armor, and misses with damage rolls of at most this. [BDP-332]
        #[schemars(range(min = 0, max = 20))]
        heavy: u8 = 0,
        /// From this damage roll on, another attack, on another target. [BDP-333]
        #[schemars(range(min = 0, max = 20))]
        sweep: u8 = 0,
        /// From this damage roll on, the target is pushed away. [BDP-334]
        #[schemars(range(min = 0, max = 20))]
        push: u8 = 0,
        /// Damage rolls of at most this against the wielder bounce back. [BDP-335]
        #[schemars(range(min = 0, max = 20))]
        counter: u8 = 0,
        /// From this damage roll on, critical damage kills at once. [BDP-336]
        #[schemars(range(min = 0, max = 20))]
        brutal: u8 = 0,
        /// From this damage roll on, the target is shocked. [BDP-337, BDP-615]
        #[schemars(range(min = 0, max = 20))]
        shock: u8 = 0,
        /// From this damage roll on, the target bleeds. [BDP-338]
        #[schemars(range(min = 0, max = 20))]
        bleed: u8 = 0,
        /// DEX counts so much higher for the order of equal lengths. [BDP-339]
        #[schemars(range(min = 0, max = 20))]
        quick: u8 = 0,
        /// Adds so much to the damage roll. [BDP-340, BDP-616]
        #[schemars(range(min = 0, max = 20))]
        magic: u8 = 0,
        /// Damage rolls of at most this are rolled again once. [BDP-616]
        #[schemars(range(min = 0, max = 20))]
        eversharp: u8 = 0,
    }

    /// A kind of weapon.
    WeaponKind {
        /// Its category. [BDP-321, BDP-322, BDP-323]
        category: Category = Category::Balanced,
        /// Dice; without them, those of its category. [BDP-321, BDP-322, BDP-323, BDP-425]
        die: Option<Die> = None,
        /// Type of its damage, if any. [BDP-349, BDP-350, BDP-351]
        damage: Option<DamageType> = None,
        /// True if it reaches far. [BDP-324]
        reach: bool = false,
        /// True if it is bulky. [BDP-323, BDP-593]
        bulky: bool = false,
        /// Hands it takes; 0 for natural weapons, which cannot be dropped or given up. [BDP-323, BDP-409]
        #[schemars(range(min = 0, max = 2))]
        hands: u8 = 1,
        /// True if it shoots. [BDP-347]
        ranged: bool = false,
        /// True if it shoots at Far. [BDP-347]
        far: bool = true,
        /// True if it can be thrown. [BDP-326]
        thrown: bool = false,
        /// Turns to reload after each shot. [BDP-347]
        #[schemars(range(min = 0, max = 10))]
        reload: u8 = 0,
        /// Turns to draw before each shot. [BDP-347]
        #[schemars(range(min = 0, max = 10))]
        draw: u8 = 0,
        /// Attacks after which it breaks; 0 for none. [BDP-249]
        #[schemars(range(min = 0, max = 100))]
        uses: u8 = 0,
        /// True if a failed Critical Damage Save only knocks out. [BDP-250]
        nonlethal: bool = false,
        /// Properties, for the proficient. [BDP-331]
        tags: Tags = Tags::default(),
    }

    /// A kind of armor.
    ArmorKind {
        /// Armor. [BDP-278]
        #[schemars(range(min = 0, max = 30))]
        armor: u8 = 1,
        /// Slots it takes. [BDP-352, BDP-354, BDP-355, BDP-372]
        #[schemars(range(min = 0, max = 20))]
        slots: u8 = 1,
        /// True if it is bulky, so that an expert wears it in one slot. [BDP-508]
        bulky: bool = false,
    }

    /// A kind of item.
    ItemKind {
        /// Slots it takes. [BDP-593]
        #[schemars(range(min = 0, max = 20))]
        slots: u8 = 1,
        /// The use of an item. [BDP-060, BDP-072, BDP-094, BDP-363, BDP-471]
        does: ItemUse = ItemUse::Nothing,
        /// The number of uses; 0 for always. [BDP-363, BDP-365]
        #[schemars(range(min = 0, max = 100))]
        uses: u8 = 0,
        /// The area that it protects, where it does that. [BDP-072, BDP-358]
        area: Option<Area> = None,
        /// Magic Dice that it gives, where it does that. [BDP-470, BDP-471]
        #[schemars(range(min = 0, max = 20))]
        dice: u8 = 0,
        /// The wound or the disease that it cures, or the recipe that it is, where it does that. [BDP-060, BDP-061, BDP-062, BDP-063, BDP-085,
        /// BDP-118]
        key: String = String::new(),
        /// The row of the weapons as which it can be wielded; empty for none. [BDP-471]
        weapon: String = String::new(),
    }
}

words! {
    /// The use of an item.
    ItemUse {
        /// Nothing that these rules know.
        Nothing,
        /// Water.
        Waterskin,
        /// Meals.
        Ration,
        /// Treating the down and light wounds.
        HealersKit,
        /// Repairing sacrificed gear in the field.
        RepairKit,
        /// Sleeping normally outdoors.
        Bedroll,
        /// Sleeping normally in bad weather.
        Tent,
        /// Staying warm.
        WinterCloak,
        /// Light.
        Lantern,
        /// Light that burns down.
        Torch,
        /// Smoke.
        SmokeBomb,
        /// Climbing.
        ClimbingKit,
        /// Cooking fancy meals.
        CookingPot,
        /// Protecting an area of the body.
        Guard,
        /// Magic Dice with Power.
        MagicDevice,
        /// A Magic Die.
        Trinket,
        /// Miracles.
        PrayerBook,
        /// Miracles, in a free hand.
        Focus,
        /// Healing wounds of one kind.
        Cure,
        /// The product of a recipe.
        Potion,
    }
}

/// The published kinds of armor (BDP-352 to BDP-356, BDP-372, BDP-419).
fn armors() -> BTreeMap<String, ArmorKind> {
    let rows = [
        ("crude", 1, 2, true),
        ("light", 1, 1, false),
        ("medium", 2, 2, true),
        ("fine_medium", 2, 1, false),
        ("heavy", 3, 2, true),
        ("legendary", 3, 1, false),
        ("leather_hide", 1, 0, false),
        ("mail_hide", 2, 0, false),
        ("plate_hide", 3, 0, false),
        ("horse_light", 1, 1, false),
        ("horse_medium", 2, 3, false),
        ("horse_heavy", 3, 6, false),
    ];
    rows.map(|(name, armor, slots, bulky)| (name.to_owned(), ArmorKind { armor, slots, bulky })).into()
}

impl WeaponKind {
    /// A weapon of a category; a slow one is bulky and takes two hands (BDP-323).
    #[must_use]
    pub fn of(category: Category) -> Self {
        let slow = category == Category::Slow;
        WeaponKind { category, bulky: slow, hands: 1 + u8::from(slow), ..WeaponKind::default() }
    }
}

/// A weapon for close combat without a die of its own.
fn melee(category: Category, damage: DamageType, tags: Tags) -> WeaponKind {
    WeaponKind { damage: Some(damage), tags, ..WeaponKind::of(category) }
}

/// The weapon with reach.
fn with_reach(kind: WeaponKind) -> WeaponKind {
    WeaponKind { reach: true, ..kind }
}

/// The weapon as one that can be thrown, too.
fn thrown(kind: WeaponKind) -> WeaponKind {
    WeaponKind { thrown: true, ..kind }
}

/// The weapon as a bulky one for two hands.
fn two_handed(kind: WeaponKind) -> WeaponKind {
    WeaponKind { bulky: true, hands: 2, ..kind }
}

/// A fast, bulky weapon for two hands that shoots, with its die and what is changed in it.
fn ranged(die: u8, damage: Option<DamageType>, change: impl FnOnce(&mut WeaponKind)) -> WeaponKind {
    let mut kind = WeaponKind {
        category: Category::Fast,
        die: Some(Die::new(1, die)),
        damage,
        ranged: true,
        bulky: true,
        hands: 2,
        ..WeaponKind::default()
    };
    change(&mut kind);
    kind
}

/// Something at hand as a weapon for one use (BDP-248).
fn improvised(category: Category) -> WeaponKind {
    WeaponKind { uses: 1, ..WeaponKind::of(category) }
}

/// A weapon of the body, which needs no hands.
fn natural(category: Category, die: Die) -> WeaponKind {
    WeaponKind { category, die: Some(die), hands: 0, ..WeaponKind::default() }
}

/// The weapons of version 2 (BDP-347, BDP-349 to BDP-351, BDP-409, BDP-425).
pub fn weapons() -> BTreeMap<String, WeaponKind> {
    use Category::{Balanced, Fast, Slow};
    use DamageType::{Bludgeoning, Piercing, Slashing};
    let tags = Tags::default;
    [
        ("sling", ranged(6, None, |kind| (kind.far, kind.bulky, kind.hands) = (false, false, 1))),
        ("shortbow", ranged(6, Some(Piercing), |_| {})),
        ("longbow", ranged(8, Some(Piercing), |kind| kind.tags.heavy = 1)),
        ("crossbow", ranged(8, Some(Piercing), |kind| kind.reload = 1)),
        ("greatbow", ranged(10, None, |kind| kind.draw = 1)),
        ("dagger", thrown(melee(Fast, Piercing, tags()))),
        ("ceremonial_dagger", melee(Fast, Piercing, Tags { bleed: 5, ..tags() })),
        ("parrying_dagger", melee(Fast, Piercing, Tags { counter: 1, ..tags() })),
        ("rapier", melee(Balanced, Piercing, Tags { counter: 2, ..tags() })),
        ("spear", thrown(with_reach(melee(Balanced, Piercing, Tags { push: 6, ..tags() })))),
        ("war_pick", melee(Balanced, Piercing, Tags { bleed: 7, ..tags() })),
        ("pitchfork", melee(Slow, Piercing, tags())),
        ("boar_spear", with_reach(melee(Slow, Piercing, Tags { push: 7, ..tags() }))),
        ("cudgel", melee(Fast, Bludgeoning, tags())),
        ("simple_staff", with_reach(melee(Fast, Bludgeoning, tags()))),
        ("sages_staff", with_reach(melee(Fast, Bludgeoning, Tags { shock: 6, ..tags() }))),
        ("flail", melee(Balanced, Bludgeoning, Tags { heavy: 1, ..tags() })),
        ("mace", melee(Balanced, Bludgeoning, Tags { shock: 8, ..tags() })),
        ("spiked_mace", melee(Balanced, Bludgeoning, Tags { shock: 7, ..tags() })),
        ("maul", melee(Slow, Bludgeoning, Tags { shock: 6, ..tags() })),
        ("warhammer", melee(Slow, Bludgeoning, Tags { shock: 7, ..tags() })),
        ("shortsword", melee(Fast, Slashing, tags())),
        ("axe", thrown(melee(Balanced, Slashing, Tags { heavy: 1, ..tags() }))),
        ("longsword", melee(Balanced, Slashing, Tags { sweep: 7, ..tags() })),
        ("katana", melee(Balanced, Slashing, Tags { quick: 2, ..tags() })),
        ("scimitar", melee(Balanced, Slashing, Tags { sweep: 6, ..tags() })),
        ("executioners_axe", melee(Balanced, Slashing, Tags { brutal: 5, ..tags() })),
        ("flamberge", melee(Balanced, Slashing, Tags { bleed: 6, ..tags() })),
        ("halberd", two_handed(melee(Balanced, Slashing, Tags { sweep: 8, ..tags() }))),
        ("greataxe", melee(Slow, Slashing, Tags { heavy: 2, ..tags() })),
        ("greatsword", melee(Slow, Slashing, Tags { sweep: 6, ..tags() })),
        ("bottle", improvised(Fast)),
        ("chair", improvised(Balanced)),
        ("table", improvised(Slow)),
        ("natural_dagger", natural(Fast, Die::new(1, 6))),
        ("natural_sword", natural(Balanced, Die::new(1, 8))),
        ("natural_spear", natural(Slow, Die::new(1, 10))),
        ("claws", natural(Fast, Die::new(2, 6))),
    ]
    .map(|(name, kind)| (name.to_owned(), kind))
    .into()
}

/// The weapons of version 1.32: no types of damage and no reloading, another list of bows, two other properties. [BDP-617]
pub fn weapons_1_32() -> BTreeMap<String, WeaponKind> {
    let mut table = weapons();
    for gone in ["sling", "shortbow", "longbow", "pitchfork", "katana"] {
        table.remove(gone);
    }
    table.insert("bow".to_owned(), ranged(6, None, |_| {}));
    for kind in table.values_mut() {
        (kind.damage, kind.reload, kind.draw) = (None, 0, 0);
    }
    let shocks = [("flail", 5), ("spiked_mace", 6)];
    for (name, shock) in shocks {
        table.entry(name.to_owned()).and_modify(|kind| kind.tags = Tags { shock, ..Tags::default() });
    }
    table
}

/// The items that do something (BDP-365, BDP-627).
pub fn items() -> BTreeMap<String, ItemKind> {
    let plain = |does| ItemKind { does, ..ItemKind::default() };
    let some = |does, slots, uses| ItemKind { slots, does, uses, ..ItemKind::default() };
    let guard = |area| ItemKind { does: ItemUse::Guard, area: Some(area), ..ItemKind::default() };
    let device = |slots, dice| ItemKind { does: ItemUse::MagicDevice, slots, dice, ..ItemKind::default() };
    let cure = |key: &str| ItemKind { does: ItemUse::Cure, key: key.to_owned(), ..ItemKind::default() };
    let potion = |key: &str| ItemKind { does: ItemUse::Potion, uses: 1, key: key.to_owned(), ..ItemKind::default() };
    let mut table: BTreeMap<String, ItemKind> = [
        ("waterskin", plain(ItemUse::Waterskin)),
        ("rations", some(ItemUse::Ration, 1, 3)),
        ("healers_kit", some(ItemUse::HealersKit, 1, 3)),
        ("repair_kit", plain(ItemUse::RepairKit)),
        ("bedroll", plain(ItemUse::Bedroll)),
        ("tent", some(ItemUse::Tent, 2, 0)),
        ("winter_cloak", plain(ItemUse::WinterCloak)),
        ("lantern", plain(ItemUse::Lantern)),
        ("torch", plain(ItemUse::Torch)),
        ("tinderbox", some(ItemUse::Nothing, 0, 0)),
        ("backpack", some(ItemUse::Nothing, 0, 0)),
        ("smoke_bomb", some(ItemUse::SmokeBomb, 1, 1)),
        ("climbing_kit", plain(ItemUse::ClimbingKit)),
        ("cooking_pot", plain(ItemUse::CookingPot)),
        ("helmet", guard(Area::Head)),
        ("bracers", guard(Area::LeftArm)),
        ("greaves", guard(Area::LeftLeg)),
        ("wand", device(1, 1)),
        ("staff", ItemKind { weapon: "simple_staff".to_owned(), ..device(2, 2) }),
        ("magic_tome", some(ItemUse::Nothing, 2, 0)),
        ("trinket", ItemKind { does: ItemUse::Trinket, dice: 1, ..ItemKind::default() }),
        ("prayer_book", plain(ItemUse::PrayerBook)),
        ("focus", plain(ItemUse::Focus)),
        ("saints_hood", cure("burn")),
        ("firevine", cure("frostbite")),
        ("silverleaf", cure("nerve")),
        ("foxglove", cure("poisoning")),
    ]
    .map(|(name, kind)| (name.to_owned(), kind))
    .into();
    let potions = [
        "healing_salve",
        "musclesoothe",
        "dreamweed_tea",
        "sleeping_tonic",
        "coldroot_salve",
        "herbal_antidote",
        "emberglow_tea",
        "ironroot_brew",
        "bitterbark_chew",
    ];
    table.extend(potions.map(|name| (name.to_owned(), potion(name))));
    table
}
