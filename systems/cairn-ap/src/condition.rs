//! The condition in which a combatant comes into the day in `cairn-ap`: what earlier days have left on it.
//!
//! Owns the key `condition` of a sheet, and the body that follows from it. What is plainly a number of the sheet, such as hit
//! points, maxima and Fatigue, stands there. Start at [`Condition`].

use std::collections::BTreeMap;

use frame::rules::declare::{section, words};
use frame::scenario::{Complaints, quoted};

use super::book::{Attribute, Book};
use super::recovery::Wound;
use super::sheet::Sheet;
use super::state::{Body, Status, flag};

words! {
    /// The state of a combatant.
    State {
        /// On its feet.
        Active,
        /// Critically wounded. [CAP-117]
        Down,
        /// Mortally wounded, or out for another reason. [CAP-151]
        OutOfAction,
        /// Out of the body. [CAP-172]
        Unconscious,
        /// Without DEX. [CAP-123]
        Paralysed,
        /// Without WIL. [CAP-124]
        Delirious,
        /// In the hands of others.
        Captured,
        /// Dead. [CAP-119]
        Dead,
    }

    /// A mark that lasts.
    Mark {
        /// Hears nothing, by scar 8. [CAP-148]
        Deafened,
        /// An appendage is gone, by scar 10. [CAP-150]
        Sundered,
        /// Invisible in moonlight, by mishap 9. [CAP-171]
        Purple,
        /// The Grimoire is damaged, by mishap 13. [CAP-175]
        GrimoireDamaged,
        /// Deprived by mishap 14 or the making of a Grimoire, until a night. [CAP-176, CAP-197]
        WornOut,
        /// The Grimoire is part of the soul, by mishap 15. [CAP-177]
        SoulBound,
        /// Covered with plants, by mishap 16. [CAP-178]
        Plants,
        /// Hard to look at, by mishap 17. [CAP-179]
        Weird,
        /// The Grimoire is part of a hand, by mishap 18. [CAP-180]
        Fused,
        /// Has wings, by mishap 19. [CAP-181]
        Wings,
        /// Has limbs of another being, by mishap 20. [CAP-182]
        AlienLimbs,
        /// Linked with a deity, by mishap 21. [CAP-183]
        Linked,
        /// A vessel of magic, by mishap 22. [CAP-184]
        Vessel,
        /// Has a duplicate, by mishap 23. [CAP-185]
        Twinned,
        /// Elemental, by mishap 24. [CAP-186]
        Elemental,
        /// A weakened detachment. [RU-18]
        Weakened,
        /// A hireling in the place of a dead player character. [CAP-126]
        Hired,
    }
}

impl State {
    /// Returns the state as a status of the day.
    fn status(self) -> Status {
        match self {
            State::Active => Status::Active,
            State::Down => Status::Down,
            State::OutOfAction => Status::OutOfAction,
            State::Unconscious => Status::Unconscious,
            State::Paralysed => Status::Paralysed,
            State::Delirious => Status::Delirious,
            State::Captured => Status::Captured,
            State::Dead => Status::Dead,
        }
    }
}

impl Mark {
    /// Returns the flag of a lasting mark.
    fn flag(self) -> u32 {
        match self {
            Mark::Deafened => flag::DEAF,
            Mark::Sundered => flag::SUNDERED,
            Mark::Purple => flag::PURPLE,
            Mark::GrimoireDamaged => flag::DAMAGED,
            Mark::WornOut => flag::WORN_OUT,
            Mark::SoulBound => flag::SOUL,
            Mark::Plants => flag::PLANTS,
            Mark::Weird => flag::WEIRD,
            Mark::Fused => flag::FUSED,
            Mark::Wings => flag::WINGS,
            Mark::AlienLimbs => flag::ALIEN,
            Mark::Linked => flag::LINKED,
            Mark::Vessel => flag::VESSEL,
            Mark::Twinned => flag::TWINNED,
            Mark::Elemental => flag::ELEMENTAL,
            Mark::Weakened => flag::WEAKENED,
            Mark::Hired => flag::HIRED,
        }
    }

    /// True if it is a mark of a Grimoire.
    fn is_of_grimoire(self) -> bool {
        matches!(self, Mark::GrimoireDamaged | Mark::SoulBound | Mark::Fused)
    }
}

section! {
    /// The marks that earlier days have left on a combatant. Seconds count from the beginning of the day.
    #[derive(Eq)]
    Condition {
        /// The state.
        state: State = State::Active,
        /// Seconds after which it dies untreated; without it, never. [CAP-119, CAP-151]
        #[schemars(range(min = 1, max = 10_000_000))]
        dies_in: Option<u32> = None,
        /// True if it has been stabilised. [CAP-118]
        stable: bool = false,
        /// The number of times that it has been walloped, waiting for the end of it. [CAP-143]
        #[schemars(range(min = 0, max = 100))]
        walloped: u8 = 0,
        /// Wounds that wait for recovery, in the order in which they came; their consequences follow from them. [CAP-144,
        /// CAP-145, CAP-147, CAP-151]
        #[schemars(length(max = 100))]
        wounds: Vec<WoundText> = Vec::new(),
        /// Marks that last.
        marks: Vec<Mark> = Vec::new(),
        /// The number of times that mishap 7 has left it spent, until a night. [CAP-169]
        #[schemars(range(min = 0, max = 100))]
        spent: u8 = 0,
        /// Full days without a crucial need. [CAP-071]
        #[schemars(range(min = 0, max = 250))]
        days_deprived: u8 = 0,
        /// Tumors, by mishap 14. [CAP-176]
        #[schemars(range(min = 0, max = 100))]
        tumors: u8 = 0,
        /// Fatigue that it may ignore. [CAP-176]
        #[schemars(range(min = 0, max = 100))]
        credit: u8 = 0,
        /// Attributes that are lost completely: they are 0. [CAP-123, CAP-124, CAP-125]
        lost: Vec<Attribute> = Vec::new(),
        /// Seconds for which it cannot cast, by mishap 2. [CAP-164]
        #[schemars(range(min = 0, max = 10_000_000))]
        silent: u32 = 0,
        /// Seconds for which dice of slots tire earlier, by mishap 3. [CAP-165]
        #[schemars(range(min = 0, max = 10_000_000))]
        weary: u32 = 0,
        /// Seconds for which casting costs WIL, by mishap 8. [CAP-170]
        #[schemars(range(min = 0, max = 10_000_000))]
        drained: u32 = 0,
        /// Seconds for which it is out of its body, by mishap 10. [CAP-172]
        #[schemars(range(min = 0, max = 10_000_000))]
        spirit: u32 = 0,
        /// Castings of its scrolls so far, each by the name of its spell. [CAP-191]
        scrolls_used: BTreeMap<String, u8> = BTreeMap::new(),
    }

    /// A wound that waits for recovery. [CAP-144, CAP-145, CAP-147, CAP-151]
    #[derive(Copy, Eq)]
    WoundText {
        /// The wound.
        wound: Wound,
        /// Days of care that it has had. [CAP-144]
        #[schemars(range(min = 0, max = 10_000))]
        days: u16 = 0,
    }
}

impl Condition {
    /// Puts a body into this condition.
    pub(super) fn apply(&self, body: &mut Body) {
        body.status = self.state.status();
        body.dies_at = self.dies_in.unwrap_or(0);
        (body.wallops, body.spent_rolls, body.days_deprived) = (self.walloped, self.spent, self.days_deprived);
        (body.tumors, body.credit) = (self.tumors, self.credit);
        (body.silent_until, body.weary_until) = (self.silent, self.weary);
        (body.drained_until, body.spirit_until) = (self.drained, self.spirit);
        for text in &self.wounds {
            body.recovery.add_after(text.wound, text.days);
        }
        for (limb, flag) in Wound::FLAGS {
            body.set(flag, body.recovery.has(limb));
        }
        self.marks.iter().for_each(|mark| body.set(mark.flag(), true));
        for (flag, on) in [
            (flag::WALLOPED, self.walloped > 0),
            (flag::SPENT, self.spent > 0),
            (flag::DRAINED, self.drained > 0),
            (flag::STABLE, self.stable),
        ] {
            body.set(flag, on);
        }
        self.lost.iter().for_each(|attribute| body.lost |= 1 << attribute.index());
    }

    /// True if an earlier day has left this mark.
    pub(super) fn has(&self, mark: Mark) -> bool {
        self.marks.contains(&mark)
    }

    /// Complains about what cannot be together.
    pub(super) fn check(&self, sheet: &Sheet, path: &str, book: &Book, complaints: &mut Complaints) {
        let path = format!("{path}.condition");
        let uses = book.magic.scroll_uses;
        for (name, &used) in &self.scrolls_used {
            let path = format!("{path}.scrolls_used.{}", quoted(name));
            if !sheet.scrolls.contains(name) {
                complaints.error(path, format!("it has no scroll of `{name}`")).help("write the name into `scrolls` too");
            } else if used >= uses {
                complaints
                    .error(path, format!("a scroll is good for {uses} castings: this one is used up"))
                    .help("write less, or leave it out of `scrolls` (CAP-191)");
            }
        }
        let dying = matches!(self.state, State::Down | State::OutOfAction);
        if self.dies_in.is_some() && !dying {
            complaints
                .error(format!("{path}.dies_in"), "it dies of nothing")
                .help("add `state = \"down\"` or `state = \"out_of_action\"`, or leave `dies_in` out");
        }
        if self.stable && !dying {
            complaints
                .error(format!("{path}.stable"), "only who is down or out of action can be stabilised")
                .help("add `state = \"down\"`, or leave `stable` out");
        }
        if self.stable && self.dies_in.is_some() {
            complaints
                .error(format!("{path}.dies_in"), "who is stabilised no longer dies")
                .help("leave `dies_in` or `stable` out (CAP-118)");
        }
        for (index, mark) in self.marks.iter().enumerate() {
            if mark.is_of_grimoire() && !sheet.grimoire {
                complaints.error(format!("{path}.marks[{index}]"), "there is no Grimoire").help("add `grimoire = true`");
            }
            if *mark == Mark::AlienLimbs && book.mishap.alien_weapon.is_none() {
                complaints
                    .warning(format!("{path}.marks[{index}]"), "the limbs do nothing: the book has no weapon for them")
                    .help("write `[book.mishap]` with `alien_weapon = { name = \"claw\", die = \"1d8\" }`; other numbers stand on the sheet (CAP-182)");
            }
        }
        let scores = [("str", sheet.str), ("dex", sheet.dex), ("wil", sheet.wil)];
        for (index, attribute) in self.lost.iter().enumerate() {
            let (name, score) = scores[attribute.index()];
            if score != 0 {
                complaints
                    .error(format!("{path}.lost[{index}]"), format!("`{name}` is lost, but it is {score}"))
                    .help(format!("write `{name} = 0` and `{name}_max = {score}`"));
            }
        }
    }
}
