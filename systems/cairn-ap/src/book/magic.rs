//! Casting, the Grimoire and the mishaps table, as data. Start at [`Magic`].

use frame::dice::Die;
use frame::fight::Ratio;
use frame::rules::declare::{section, words};

use super::super::sheet::WeaponText;
use super::Attribute;

/// Most combatants that a spell calls up where the book does not say.
pub const SUMMONED_MOST: u8 = 6;

section! {
    /// Casting spells.
    Magic {
        /// Faces of a Magic Die. [CAP-158]
        #[schemars(range(min = 2, max = 20))]
        die: u8 = 6,
        /// Most dice that can be invested. [CAP-159]
        #[schemars(range(min = 1, max = 8))]
        max_dice: u8 = 4,
        /// The face from which on a die of a slot gives Fatigue. [CAP-161]
        #[schemars(range(min = 1, max = 100))]
        fatigue_from: u8 = 4,
        /// Equal dice that are a mishap. [CAP-162]
        #[schemars(range(min = 2, max = 9))]
        mishap_matches: u8 = 2,
        /// Equal dice with which the spell fails. [CAP-163]
        #[schemars(range(min = 2, max = 9))]
        fail_matches: u8 = 3,
        /// Units of mana dust for one die. [CAP-155]
        #[schemars(range(min = 1, max = 100))]
        dust_per_die: u8 = 1,
        /// Hands that the Grimoire or a scroll takes. [CAP-156]
        #[schemars(range(min = 0, max = 2))]
        hands: u8 = 2,
        /// Castings that a scroll is good for. [CAP-191]
        #[schemars(range(min = 1, max = 100))]
        scroll_uses: u8 = 1,
        /// Dice that are invested where no policy says. (section 6 of the specification)
        #[schemars(range(min = 1, max = 8))]
        default_dice: u8 = 2,
        /// Slots that are kept free where no policy says. (section 6 of the specification)
        #[schemars(range(min = 0, max = 100))]
        keep_free: u8 = 1,
        /// Minutes that `[sum]` is multiplied with for a lasting effect. [CAP-C09]
        #[schemars(range(min = 1, max = 10_000))]
        minutes_per_sum: u32 = 10,
        /// Feet that a spell reaches. [CAP-C09]
        #[schemars(range(min = 0, max = 10_000))]
        range_feet: u16 = 40,
        /// True if hostile spells affect detachments. (section 4.11 of the specification)
        affects_detachment: bool = false,
        /// Most combatants that one spell of a caster calls up at a time; without it 6, and a warning where the spell could call
        /// more.
        #[schemars(range(min = 0, max = 24))]
        summoned_most: Option<u8> = None,
    }
}

section! {
    /// The Grimoire.
    Grimoire {
        /// Slots it takes. [CAP-153]
        #[schemars(range(min = 0, max = 20))]
        slots: u8 = 2,
        /// The worth in gold pieces. [CAP-153]
        #[schemars(range(min = 0, max = 1_000_000))]
        value: u32 = 300,
    }
}

words! {
    /// A change that mishap 20 brings. [CAP-182]
    AlienKind {
        /// Armor that counts as magical.
        Armor,
        /// STR, maximum and present.
        Str,
        /// DEX, maximum and present.
        Dex,
        /// WIL, maximum and present.
        Wil,
        /// Maximum of hit points.
        HpMax,
    }
}

section! {
    /// A change that mishap 20 brings. [CAP-182]
    #[derive(Copy, Eq)]
    Alien {
        /// Of what.
        of: AlienKind,
        /// By how much.
        #[schemars(range(min = -30, max = 30))]
        by: i8,
    }
}

section! {
    /// The mishaps table, by `[sum]`. An entry without numbers is not listed here.
    Mishaps {
        /// 2: hours without casting. [CAP-164]
        silence_hours: Die = Die::new(1, 6),
        /// 3: hours in which slot dice give Fatigue earlier. [CAP-165]
        #[schemars(range(min = 0, max = 10_000))]
        weary_hours: u32 = 24,
        /// 3: the face from which on they do. [CAP-165]
        #[schemars(range(min = 1, max = 100))]
        weary_from: u8 = 3,
        /// 4: additional Fatigue. [CAP-166]
        #[schemars(range(min = 0, max = 20))]
        chain_fatigue: u8 = 1,
        /// 5: additional Fatigue. [CAP-167]
        #[schemars(range(min = 0, max = 20))]
        reversed_fatigue: u8 = 1,
        /// 6: whether the Grimoire burns, too. [CAP-168]
        burns_grimoire: bool = true,
        /// 7: what may become the maximum of hit points after recovery. [CAP-169]
        deprived: Die = Die::new(1, 6),
        /// 8: hours in which casting costs WIL. [CAP-170]
        #[schemars(range(min = 0, max = 10_000))]
        drain_hours: u32 = 24,
        /// 8: WIL that each casting costs. [CAP-170]
        drain: Die = Die::new(1, 4),
        /// 8: what may become the maximum of WIL afterwards. [CAP-170]
        drain_after: Die = Die::new(3, 6),
        /// 9: whether the fight is in moonlight. [CAP-171]
        moonlight: bool = false,
        /// 10: hours out of the body. [CAP-172]
        spirit_hours: Die = Die::new(1, 4),
        /// 11: WIL lost. [CAP-173]
        burns: Die = Die::new(1, 4),
        /// 11: free Magic Dice. [CAP-173]
        #[schemars(range(min = 0, max = 8))]
        free_dice: u8 = 1,
        /// 12: slots lost for good. [CAP-174]
        #[schemars(range(min = 0, max = 20))]
        backfire_slots: u8 = 1,
        /// 12: Armor gained. [CAP-174]
        #[schemars(range(min = 0, max = 20))]
        backfire_armor: u8 = 1,
        /// 14: Fatigue that can be ignored after recovery. [CAP-176]
        #[schemars(range(min = 0, max = 20))]
        tumor_credit: u8 = 1,
        /// 15: share of WIL that is lost, rounded down. [CAP-177]
        soul: Ratio = Ratio::new(1, 2),
        /// 15: slots of the Grimoire from then on. [CAP-177]
        #[schemars(range(min = 0, max = 20))]
        soul_slots: u8 = 0,
        /// 16: STR lost for good. [CAP-178]
        plants: Die = Die::new(1, 4),
        /// 16: Armor gained. [CAP-178]
        #[schemars(range(min = 0, max = 20))]
        plants_armor: u8 = 1,
        /// 18: slots of the Grimoire from then on. [CAP-180]
        #[schemars(range(min = 0, max = 20))]
        fused_slots: u8 = 1,
        /// 18: the bolt. [CAP-180]
        bolt: Die = Die::new(1, 6),
        /// 18: the attribute of the bolt. [CAP-180]
        bolt_attribute: Attribute = Attribute::Wil,
        /// 19: DEX gained. [CAP-181]
        wings: Die = Die::new(1, 4),
        /// 19: inventory slots from then on. [CAP-181]
        #[schemars(range(min = 0, max = 100))]
        wings_slots: u8 = 5,
        /// 20: what the limbs of the alien being change. [CAP-182]
        alien: Vec<Alien> = Vec::new(),
        /// 20: a weapon that they are; without it, none. [CAP-182]
        alien_weapon: Option<WeaponText> = None,
        /// 22: STR lost for each die that shows it. [CAP-184]
        vessel: Die = Die::new(1, 4),
        /// 22: the face from which on a die does. [CAP-184]
        #[schemars(range(min = 1, max = 100))]
        vessel_from: u8 = 5,
        /// 23: what each attribute gains after magical aid. [CAP-185]
        duplicate: Die = Die::new(1, 6),
    }
}
