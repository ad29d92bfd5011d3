//! Flags of a body in `cairn-ap`, one bit each, and sets of them that are asked for together.

/// Doomed. [CAP-152]
pub const DOOMED: u32 = 1;
/// Cannot run. [CAP-147]
pub const HAMSTRUNG: u32 = 1 << 1;
/// Hears nothing. [CAP-148]
pub const DEAF: u32 = 1 << 2;
/// A leg is broken. [CAP-144]
pub const LEG: u32 = 1 << 3;
/// An arm is broken. [CAP-144]
pub const ARM: u32 = 1 << 4;
/// A rib is broken. [CAP-144]
pub const RIB: u32 = 1 << 5;
/// The skull is broken. [CAP-144]
pub const SKULL: u32 = 1 << 6;
/// An appendage is gone. [CAP-150]
pub const SUNDERED: u32 = 1 << 7;
/// Deprived by being walloped. [CAP-143]
pub const WALLOPED: u32 = 1 << 8;
/// Deprived for want of something. [CAP-071]
pub const NEED: u32 = 1 << 9;
/// Deprived by mishap 7. [CAP-169]
pub const SPENT: u32 = 1 << 10;
/// Deprived by mishap 14 or the making of a Grimoire. [CAP-176, CAP-197]
pub const WORN_OUT: u32 = 1 << 11;
/// Deprived by a mortal wound. [CAP-151]
pub const MORTAL: u32 = 1 << 12;
/// Deprived in any way.
pub const DEPRIVED: u32 = WALLOPED | NEED | SPENT | WORN_OUT | MORTAL;
/// Stabilised while down. [CAP-118]
pub const STABLE: u32 = 1 << 13;
/// A weakened detachment. [RU-18]
pub const WEAKENED: u32 = 1 << 14;
/// Flees as soon as it can. [RU-25]
pub const FLEEING: u32 = 1 << 15;
/// The Grimoire is there. [CAP-153]
pub const GRIMOIRE: u32 = 1 << 16;
/// It is damaged. [CAP-175]
pub const DAMAGED: u32 = 1 << 17;
/// It is part of one's soul. [CAP-177]
pub const SOUL: u32 = 1 << 18;
/// It is part of one's hand. [CAP-180]
pub const FUSED: u32 = 1 << 19;
/// Invisible in moonlight. [CAP-171]
pub const PURPLE: u32 = 1 << 20;
/// Covered with plants. [CAP-178]
pub const PLANTS: u32 = 1 << 21;
/// Hard to look at. [CAP-179]
pub const WEIRD: u32 = 1 << 22;
/// Has wings. [CAP-181]
pub const WINGS: u32 = 1 << 23;
/// Has limbs of another being. [CAP-182]
pub const ALIEN: u32 = 1 << 24;
/// A vessel of magic. [CAP-184]
pub const VESSEL: u32 = 1 << 25;
/// Has a duplicate. [CAP-185]
pub const TWINNED: u32 = 1 << 26;
/// Elemental. [CAP-186]
pub const ELEMENTAL: u32 = 1 << 27;
/// Immune to fire for a short time. [CAP-168]
pub const FIREPROOF: u32 = 1 << 28;
/// Linked with a deity. [CAP-183]
pub const LINKED: u32 = 1 << 29;
/// WIL may rise when mishap 8 is over. [CAP-170]
pub const DRAINED: u32 = 1 << 30;
/// A hireling who has taken the place of a dead player character. [CAP-126]
pub const HIRED: u32 = 1 << 31;
/// The flags that change which weapons can be used. [CAP-144, CAP-150, CAP-180, CAP-182]
pub const HANDS: u32 = ARM | SUNDERED | FUSED | ALIEN;
/// Broken bones that rolls can be worse for. [RU-16b]
pub const BROKEN: u32 = RIB | SKULL;
/// The flags that make attacks on somebody better or worse. [CAP-171, CAP-178, CAP-179, CAP-186]
pub const STRANGE: u32 = PURPLE | PLANTS | WEIRD | ELEMENTAL;
