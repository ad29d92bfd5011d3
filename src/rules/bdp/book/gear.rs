//! Gear: armor, weapons with their properties, and items that do something.

use std::collections::BTreeMap;

use crate::dice::Die;
use crate::rules::bdp::sheet::{Category, DamageType};
use crate::rules::declare::{section, words};

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
        /// From this damage roll on, another attack on somebody else. [BDP-333]
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
        /// Whether it reaches far. [BDP-324]
        reach: bool = false,
        /// Whether it is bulky. [BDP-323, BDP-593]
        bulky: bool = false,
        /// Hands it takes; 0 for natural weapons, which cannot be dropped or given up. [BDP-323, BDP-409]
        #[schemars(range(min = 0, max = 2))]
        hands: u8 = 1,
        /// Whether it shoots. [BDP-347]
        ranged: bool = false,
        /// Whether it shoots at Far. [BDP-347]
        far: bool = true,
        /// Whether it can be thrown. [BDP-326]
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
        /// Whether a failed Critical Damage Save only knocks out. [BDP-250]
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
        /// Whether it is bulky, so that an expert wears it in one slot. [BDP-508]
        bulky: bool = false,
    }

    /// A kind of item.
    ItemKind {
        /// Slots it takes. [BDP-593]
        #[schemars(range(min = 0, max = 20))]
        slots: u8 = 1,
        /// What it is for. [BDP-060, BDP-072, BDP-094, BDP-363, BDP-471]
        does: ItemUse = ItemUse::Nothing,
        /// How often it can be used; 0 for always. [BDP-363, BDP-365]
        #[schemars(range(min = 0, max = 100))]
        uses: u8 = 0,
        /// The area that it protects, where it does that. [BDP-072, BDP-358]
        area: Option<Area> = None,
        /// Magic Dice that it gives, where it does that. [BDP-470, BDP-471]
        #[schemars(range(min = 0, max = 20))]
        dice: u8 = 0,
        /// The wound that it cures, or the recipe that it is, where it does that. [BDP-060, BDP-061, BDP-062, BDP-063, BDP-118]
        key: String = String::new(),
        /// The row of the weapons as which it can be wielded; empty for none. [BDP-471]
        weapon: String = String::new(),
    }
}

words! {
    /// What an item is for.
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
        /// What a recipe makes.
        Potion,
    }
}

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

/// A weapon with a name.
type Named = (String, WeaponKind);

fn melee(name: &str, category: Category, damage: DamageType, tags: Tags) -> Named {
    let slow = category == Category::Slow;
    let kind =
        WeaponKind { category, damage: Some(damage), tags, bulky: slow, hands: 1 + u8::from(slow), ..WeaponKind::default() };
    (name.to_owned(), kind)
}

fn with_reach((name, kind): Named) -> Named {
    (name, WeaponKind { reach: true, ..kind })
}

fn thrown((name, kind): Named) -> Named {
    (name, WeaponKind { thrown: true, ..kind })
}

fn two_handed((name, kind): Named) -> Named {
    (name, WeaponKind { bulky: true, hands: 2, ..kind })
}

fn ranged(name: &str, die: u8, damage: Option<DamageType>, change: impl FnOnce(&mut WeaponKind)) -> Named {
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
    (name.to_owned(), kind)
}

fn improvised(name: &str, category: Category) -> Named {
    let slow = category == Category::Slow;
    let kind = WeaponKind { category, uses: 1, bulky: slow, hands: 1 + u8::from(slow), ..WeaponKind::default() };
    (name.to_owned(), kind)
}

fn natural(name: &str, category: Category, die: Die) -> Named {
    (name.to_owned(), WeaponKind { category, die: Some(die), hands: 0, ..WeaponKind::default() })
}

/// The weapons of version 2.
pub fn weapons() -> BTreeMap<String, WeaponKind> {
    use Category::{Balanced, Fast, Slow};
    use DamageType::{Bludgeoning, Piercing, Slashing};
    let tags = Tags::default;
    [
        ranged("sling", 6, None, |kind| (kind.far, kind.bulky, kind.hands) = (false, false, 1)),
        ranged("shortbow", 6, Some(Piercing), |_| {}),
        ranged("longbow", 8, Some(Piercing), |kind| kind.tags.heavy = 1),
        ranged("crossbow", 8, Some(Piercing), |kind| kind.reload = 1),
        ranged("greatbow", 10, None, |kind| kind.draw = 1),
        thrown(melee("dagger", Fast, Piercing, tags())),
        melee("ceremonial_dagger", Fast, Piercing, Tags { bleed: 5, ..tags() }),
        melee("parrying_dagger", Fast, Piercing, Tags { counter: 1, ..tags() }),
        melee("rapier", Balanced, Piercing, Tags { counter: 2, ..tags() }),
        thrown(with_reach(melee("spear", Balanced, Piercing, Tags { push: 6, ..tags() }))),
        melee("war_pick", Balanced, Piercing, Tags { bleed: 7, ..tags() }),
        melee("pitchfork", Slow, Piercing, tags()),
        with_reach(melee("boar_spear", Slow, Piercing, Tags { push: 7, ..tags() })),
        melee("cudgel", Fast, Bludgeoning, tags()),
        with_reach(melee("simple_staff", Fast, Bludgeoning, tags())),
        with_reach(melee("sages_staff", Fast, Bludgeoning, Tags { shock: 6, ..tags() })),
        melee("flail", Balanced, Bludgeoning, Tags { heavy: 1, ..tags() }),
        melee("mace", Balanced, Bludgeoning, Tags { shock: 8, ..tags() }),
        melee("spiked_mace", Balanced, Bludgeoning, Tags { shock: 7, ..tags() }),
        melee("maul", Slow, Bludgeoning, Tags { shock: 6, ..tags() }),
        melee("warhammer", Slow, Bludgeoning, Tags { shock: 7, ..tags() }),
        melee("shortsword", Fast, Slashing, tags()),
        thrown(melee("axe", Balanced, Slashing, Tags { heavy: 1, ..tags() })),
        melee("longsword", Balanced, Slashing, Tags { sweep: 7, ..tags() }),
        melee("katana", Balanced, Slashing, Tags { quick: 2, ..tags() }),
        melee("scimitar", Balanced, Slashing, Tags { sweep: 6, ..tags() }),
        melee("executioners_axe", Balanced, Slashing, Tags { brutal: 5, ..tags() }),
        melee("flamberge", Balanced, Slashing, Tags { bleed: 6, ..tags() }),
        two_handed(melee("halberd", Balanced, Slashing, Tags { sweep: 8, ..tags() })),
        melee("greataxe", Slow, Slashing, Tags { heavy: 2, ..tags() }),
        melee("greatsword", Slow, Slashing, Tags { sweep: 6, ..tags() }),
        improvised("bottle", Fast),
        improvised("chair", Balanced),
        improvised("table", Slow),
        natural("natural_dagger", Fast, Die::new(1, 6)),
        natural("natural_sword", Balanced, Die::new(1, 8)),
        natural("natural_spear", Slow, Die::new(1, 10)),
        natural("claws", Fast, Die::new(2, 6)),
    ]
    .into()
}

/// The weapons of version 1.32: no types of damage and no reloading, another list of bows, two other properties. [BDP-617]
pub fn weapons_1_32() -> BTreeMap<String, WeaponKind> {
    let mut table = weapons();
    for gone in ["sling", "shortbow", "longbow", "pitchfork", "katana"] {
        table.remove(gone);
    }
    table.extend([ranged("bow", 6, None, |_| {})]);
    for kind in table.values_mut() {
        (kind.damage, kind.reload, kind.draw) = (None, 0, 0);
    }
    let shocks = [("flail", 5), ("spiked_mace", 6)];
    for (name, shock) in shocks {
        table.entry(name.to_owned()).and_modify(|kind| kind.tags = Tags { shock, ..Tags::default() });
    }
    table
}

/// The items that do something.
pub fn items() -> BTreeMap<String, ItemKind> {
    let plain = |does| ItemKind { does, ..ItemKind::default() };
    let some = |does, slots, uses| ItemKind { does, slots, uses, ..ItemKind::default() };
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
