//! Flags of a body in `cairn-ap`, one bit each, and sets of them that are asked for together.

/// Makes flags of their bits, and of their words where a change of them is told.
macro_rules! flags {
    ($( $(#[$about:meta])+ $name:ident = $bit:literal $(, $word:literal)?; )+) => {
        $( $(#[$about])+ pub const $name: u32 = 1 << $bit; )+

        /// Flags whose changes are told, in words.
        pub const WORDS: &[(u32, &str)] = &[$( $( ($name, $word), )? )+];
    };
}

flags! {
    /// Doomed. [CAP-152]
    DOOMED = 0, "doomed";
    /// Cannot run. [CAP-147]
    HAMSTRUNG = 1, "hamstrung";
    /// Hears nothing. [CAP-148]
    DEAF = 2, "deaf";
    /// A leg is broken. [CAP-144]
    LEG = 3, "with a broken leg";
    /// An arm is broken. [CAP-144]
    ARM = 4, "with a broken arm";
    /// A rib is broken. [CAP-144]
    RIB = 5, "with a broken rib";
    /// The skull is broken. [CAP-144]
    SKULL = 6, "with a broken skull";
    /// An appendage is gone. [CAP-150]
    SUNDERED = 7, "sundered";
    /// Deprived by being walloped. [CAP-143]
    WALLOPED = 8, "walloped (Deprived)";
    /// Deprived for want of something. [CAP-071]
    NEED = 9, "in need (Deprived)";
    /// Deprived by mishap 7. [CAP-169]
    SPENT = 10, "spent (Deprived)";
    /// Deprived by mishap 14 or the making of a Grimoire. [CAP-176, CAP-197]
    WORN_OUT = 11, "worn out (Deprived)";
    /// Deprived by a mortal wound. [CAP-151]
    MORTAL = 12, "mortally wounded (Deprived)";
    /// Stabilised while down. [CAP-118]
    STABLE = 13;
    /// A weakened detachment. [RU-18]
    WEAKENED = 14;
    /// Flees as soon as it can. [RU-25]
    FLEEING = 15;
    /// The Grimoire is there. [CAP-153]
    GRIMOIRE = 16, "with a Grimoire";
    /// It is damaged. [CAP-175]
    DAMAGED = 17, "with a damaged Grimoire";
    /// It is part of one's soul. [CAP-177]
    SOUL = 18, "one soul with the Grimoire";
    /// It is part of one's hand. [CAP-180]
    FUSED = 19, "of a hand fused with the Grimoire";
    /// Invisible in moonlight. [CAP-171]
    PURPLE = 20, "purple, unseen by moonlight";
    /// Covered with plants. [CAP-178]
    PLANTS = 21, "covered with plants";
    /// Hard to look at. [CAP-179]
    WEIRD = 22, "hard to look at";
    /// Has wings. [CAP-181]
    WINGS = 23, "winged";
    /// Has limbs of another being. [CAP-182]
    ALIEN = 24, "with limbs of another being";
    /// A vessel of magic. [CAP-184]
    VESSEL = 25, "a vessel of magic";
    /// Has a duplicate. [CAP-185]
    TWINNED = 26, "doubled";
    /// Elemental. [CAP-186]
    ELEMENTAL = 27, "elemental";
    /// Immune to fire for a short time. [CAP-168]
    FIREPROOF = 28, "immune to fire";
    /// Linked with a deity. [CAP-183]
    LINKED = 29, "linked with a deity";
    /// WIL may rise when mishap 8 is over. [CAP-170]
    DRAINED = 30;
    /// A hireling who has taken the place of a dead player character. [CAP-126]
    HIRED = 31;
}

/// Deprived in any way.
pub const DEPRIVED: u32 = WALLOPED | NEED | SPENT | WORN_OUT | MORTAL;
/// The flags that change which weapons can be used. [CAP-144, CAP-150, CAP-180, CAP-182]
pub const HANDS: u32 = ARM | SUNDERED | FUSED | ALIEN;
/// Broken bones that rolls can be worse for. [RU-16b]
pub const BROKEN: u32 = RIB | SKULL;
/// The flags that make attacks on a combatant better or worse. [CAP-171, CAP-178, CAP-179, CAP-186]
pub const STRANGE: u32 = PURPLE | PLANTS | WEIRD | ELEMENTAL;
