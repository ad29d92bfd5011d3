//! The scars table, as data. Start at [`Scars`].

use frame::dice::Die;
use frame::rules::declare::section;

use super::Attribute;

section! {
    /// Scars, by the hit points one had before the blow.
    Scars {
        /// The highest entry. [CAP-137]
        #[schemars(range(min = 1, max = 12))]
        max_entry: u8 = 12,
        /// Entry 1: where the scar is. [CAP-141]
        place: Die = Die::new(1, 6),
        /// Entry 1: what may become the maximum of hit points. [CAP-141]
        lasting: Die = Die::new(1, 6),
        /// Entry 2: what may become the maximum of hit points. [CAP-142]
        rattling: Die = Die::new(1, 6),
        /// Entry 3: whether it knocks prone. [CAP-143]
        walloped_prone: bool = true,
        /// Entry 3: what the maximum of hit points gains after a rest of a few hours. [CAP-143]
        walloped: Die = Die::new(1, 6),
        /// Entry 4: which limb breaks. [CAP-144]
        limb: Die = Die::new(1, 6),
        /// Entry 4: the highest result of a leg, an arm and a rib; what is above is the skull. [CAP-144]
        limb_up_to: [i32; 3] = [2, 4, 5],
        /// Entry 4: what may become the maximum of hit points once it has mended. [CAP-144]
        broken_limb: Die = Die::new(2, 6),
        /// Entry 5: what may become the maximum of hit points once one is over it. [CAP-145]
        diseased: Die = Die::new(2, 6),
        /// Entry 6: which attribute. [CAP-146]
        head_attribute: Die = Die::new(1, 6),
        /// Entry 6: the highest result of STR and of DEX; what is above is WIL. [CAP-146]
        head_up_to: [i32; 2] = [2, 4],
        /// Entry 6: what may become that attribute. [CAP-146]
        head_wound: Die = Die::new(3, 6),
        /// Entry 7: Spaces of one Move. [CAP-147]
        #[schemars(range(min = 0, max = 100))]
        hamstrung_spaces: i32 = 1,
        /// Entry 7: whether one can still retreat. [CAP-147]
        hamstrung_retreat: bool = false,
        /// Entry 7: what may become the maximum of DEX after recovery. [CAP-147]
        hamstrung: Die = Die::new(3, 6),
        /// Entries 8 and 10: the number of the WIL save. [CAP-148, CAP-150, RU-04]
        #[schemars(range(min = 0, max = 1000))]
        wil_save_dc: i32 = 20,
        /// Entry 8: what the maximum of WIL gains. [CAP-148]
        deafened: Die = Die::new(1, 4),
        /// Entry 9: what may become the maximum of WIL. [CAP-149]
        rebrained: Die = Die::new(3, 6),
        /// Entry 10: what the maximum of WIL gains. [CAP-150]
        sundered: Die = Die::new(1, 6),
        /// Entry 11: minutes until death. [CAP-151]
        #[schemars(range(min = 0, max = 100_000))]
        mortal_minutes: u32 = 60,
        /// Entry 11: whether aid with bandages is enough to be healed in time. [CAP-151]
        mortal_bandages_suffice: bool = false,
        /// Entry 11: the new maximum of hit points. [CAP-151]
        mortal: Die = Die::new(2, 6),
        /// Entry 12: what may become the maximum of hit points of a character who was doomed and is not any more. [CAP-152]
        doomed: Die = Die::new(3, 6),
    }
}

impl Scars {
    /// Entry 6: the attribute that this result names. [CAP-146]
    #[must_use]
    pub fn head(&self, result: i32) -> Attribute {
        let [strength, dexterity] = self.head_up_to;
        match result {
            result if result <= strength => Attribute::Str,
            result if result <= dexterity => Attribute::Dex,
            _ => Attribute::Wil,
        }
    }
}
