//! Modifiers: what adds to a number of the rules, and what is reason enough for something, row by row.
//!
//! Owns the tables in which a core declares such lists ([`modifiers`], [`reasons`]) and the rows that a page shows of them
//! ([`ModifierList`]). Each row says once what it is called, how stories tell it, which rules of the ledger it stands for and what it
//! comes to; the function that plays them and the list that describes them both follow from that. A silent fight meets nothing but the
//! numbers. Must not know any row. Start at [`modifiers`].

/// A row of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Modifier {
    /// Its name, which no other row of the list has.
    pub id: &'static str,
    /// The words by which stories tell it.
    pub words: &'static str,
    /// The ids of the rules of the ledger by which it is there.
    pub rules: &'static [&'static str],
}

/// A part of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModifierPart {
    /// A row of its own.
    Row(Modifier),
    /// All rows of another list, in this place.
    List(&'static ModifierList),
}

/// A list of modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ModifierList {
    /// Its name in the code: `NET`.
    pub name: &'static str,
    /// The number that its rows add up to, or what each of them is reason enough for.
    pub about: &'static str,
    /// True if one row that holds is enough, and the first is told; else all that hold add up.
    pub any: bool,
    /// Its parts, in the order in which they are added or asked.
    pub parts: &'static [ModifierPart],
}

impl ModifierList {
    /// The name by which pages call it: `net`.
    #[must_use]
    pub fn id(&self) -> String {
        self.name.to_lowercase()
    }

    /// The rows of its own.
    pub fn rows(&self) -> impl Iterator<Item = &'static Modifier> + use<> {
        self.parts.iter().filter_map(|part| match part {
            ModifierPart::Row(row) => Some(row),
            ModifierPart::List(_) => None,
        })
    }

    /// The lists that stand in it.
    pub fn lists(&self) -> impl Iterator<Item = &'static ModifierList> + use<> {
        self.parts.iter().filter_map(|part| match part {
            ModifierPart::Row(_) => None,
            ModifierPart::List(list) => Some(*list),
        })
    }
}

/// These lists and all that stand in them, each once: a list before those that stand in it.
#[must_use]
pub fn every(lists: &[&'static ModifierList]) -> Vec<&'static ModifierList> {
    let mut all: Vec<&'static ModifierList> = Vec::new();
    let mut next: Vec<&'static ModifierList> = lists.iter().rev().copied().collect();
    while let Some(list) = next.pop() {
        if !all.iter().any(|other| other.name == list.name) {
            all.push(list);
            let within: Vec<_> = list.lists().collect();
            next.extend(within.into_iter().rev());
        }
    }
    all
}

/// Tables of modifiers that add up, for the type that the head names. Each table is a function with its docs: it takes itself, the sum
/// so far and whatever else the formulas read, and names in its first block what they share. Its second block, behind the name of the
/// [list](ModifierList) and what the rows add up to, has the rows in their order.
///
/// - `id "words" [INJ-185, R-33] => points;` adds its points by these words, for these rules of the ledger. With `if condition` before
///   the arrow only where that holds; the points are not worked out elsewhere.
/// - `LIST => self.add_them(sum, ..);` adds all rows of another table, with `if condition` only where that holds.
///
/// Points of 0 are not told. A list that neither stands in another one nor among the [`MODIFIERS`](super::RuleSet::MODIFIERS) of its
/// system is dead code, of which the compiler warns.
#[macro_export]
macro_rules! modifiers {
    (
        impl $(<const $plain:ident: bool>)? $type:ident $(<$given:ident>)?;
        $(
            $(#[$meta:meta])*
            $vis:vis fn $name:ident(&$me:ident, $sum:ident $(, $argument:ident: $of:ty)* $(,)?) { $($read:tt)* }
            adds $list:ident $about:literal {
                $(
                    $id:ident $($words:literal [$($book:ident-$number:tt),*])? $(if $condition:expr)? => $points:expr;
                )*
            }
        )*
    ) => {
        impl $(<const $plain: bool>)? $type $(<$given>)? {
            $(
                $(#[$meta])*
                $vis fn $name<S: $crate::fight::Adds>(&$me, mut $sum: S $(, $argument: $of)*) -> S {
                    $($read)*
                    $( $crate::rules::modifier::modifiers!(@add $sum [$($words)?] [$($condition)?] $points); )*
                    $sum
                }
            )*
        }

        $(
            #[doc = $about]
            pub(crate) static $list: $crate::rules::modifier::ModifierList = $crate::rules::modifier::ModifierList {
                name: stringify!($list),
                about: $about,
                any: false,
                parts: &[$(
                    $crate::rules::modifier::modifiers!(@part $id $($words [$(concat!(stringify!($book), "-", stringify!($number))),*])?)
                ),*],
            };
        )*
    };
    (@add $sum:ident [$words:literal] [] $points:expr) => { $sum = $sum.plus($words, $points); };
    (@add $sum:ident [$words:literal] [$condition:expr] $points:expr) => { if $condition { $sum = $sum.plus($words, $points); } };
    (@add $sum:ident [] [] $points:expr) => { $sum = $points; };
    (@add $sum:ident [] [$condition:expr] $points:expr) => { if $condition { $sum = $points; } };
    (@part $list:ident) => { $crate::rules::modifier::ModifierPart::List(&$list) };
    (@part $id:ident $words:literal [$($rule:expr),*]) => {
        $crate::rules::modifier::ModifierPart::Row($crate::rules::modifier::Modifier {
            id: stringify!($id),
            words: $words,
            rules: &[$($rule),*],
        })
    };
}
pub use modifiers;

/// Tables of reasons, of which one is enough, in the manner of [`modifiers`]: `id "words" [BDP-218] => condition;`. The function gives
/// the words of the first reason that holds, and asks no further.
#[macro_export]
macro_rules! reasons {
    (
        impl $(<const $plain:ident: bool>)? $type:ident $(<$given:ident>)?;
        $(
            $(#[$meta:meta])*
            $vis:vis fn $name:ident(&$me:ident $(, $argument:ident: $of:ty)* $(,)?) { $($read:tt)* }
            asks $list:ident $about:literal {
                $(
                    $id:ident $($words:literal [$($book:ident-$number:tt),*])? $(if $condition:expr)? => $holds:expr;
                )*
            }
        )*
    ) => {
        impl $(<const $plain: bool>)? $type $(<$given>)? {
            $(
                $(#[$meta])*
                $vis fn $name(&$me $(, $argument: $of)*) -> Option<&'static str> {
                    $($read)*
                    $( $crate::rules::modifier::reasons!(@ask [$($words)?] [$($condition)?] $holds); )*
                    None
                }
            )*
        }

        $(
            #[doc = $about]
            pub(crate) static $list: $crate::rules::modifier::ModifierList = $crate::rules::modifier::ModifierList {
                name: stringify!($list),
                about: $about,
                any: true,
                parts: &[$(
                    $crate::rules::modifier::modifiers!(@part $id $($words [$(concat!(stringify!($book), "-", stringify!($number))),*])?)
                ),*],
            };
        )*
    };
    (@ask [$words:literal] [$($condition:expr)?] $holds:expr) => { if $($condition &&)? $holds { return Some($words); } };
    (@ask [] [$($condition:expr)?] $reason:expr) => { if $($condition &&)? let Some(reason) = $reason { return Some(reason); } };
}
pub use reasons;

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::fight::Adds as _;
    use crate::fight::sum::Sum;

    /// A game with two circumstances; counts how often a formula was asked.
    struct Game<const PLAIN: bool> {
        mud: bool,
        grit: i32,
        asked: Cell<u32>,
    }

    impl<const PLAIN: bool> Game<PLAIN> {
        fn ask<T>(&self, answer: T) -> T {
            self.asked.set(self.asked.get() + 1);
            answer
        }
    }

    modifiers! {
        impl<const PLAIN: bool> Game<PLAIN>;

        /// Adds what a blow of this strength comes to.
        fn add_blow(&self, sum, strength: i32) {
            let twice = 2 * strength;
        } adds BLOW "what a blow comes to" {
            strength "strength" [GAM-001, R-16c] => twice;
            GROUND if !PLAIN => self.add_ground(sum);
            grit "grit" [] if self.grit > 0 => self.ask(self.grit);
        }

        /// Adds what the ground does.
        fn add_ground(&self, sum) {} adds GROUND "what the ground does" {
            mud "mud" [GAM-C02] if self.mud => -1;
        }
    }

    reasons! {
        impl<const PLAIN: bool> Game<PLAIN>;

        /// The reason to stop.
        fn stop(&self, strength: i32) {
            if strength > 9 {
                return None;
            }
        } asks STOP "what stops a blow" {
            weak "too weak" [GAM-003] => strength < 1;
            mud "mud" [GAM-C02] if !PLAIN => self.ask(self.mud);
            HEART if !PLAIN => self.heart();
        }

        /// The reason in one's heart.
        fn heart(&self) {} asks HEART "what stops a heart" {
            grit "no grit" [GAM-004] => self.ask(self.grit <= 0);
        }
    }

    const fn game<const PLAIN: bool>(mud: bool, grit: i32) -> Game<PLAIN> {
        Game { mud, grit, asked: Cell::new(0) }
    }

    #[test]
    fn rows_that_hold_add_up_in_their_order_and_are_told_by_their_words() {
        assert_eq!(game::<false>(true, 4).add_blow(10, 3), 10 + 6 - 1 + 4);
        assert_eq!(game::<true>(true, 4).add_blow(10, 3), 10 + 6 + 4, "a list that has no place in it");
        let told = game::<false>(true, 4).add_blow(Sum::begin(true), 3);
        assert_eq!(told.text(), "6 strength - 1 mud + 4 grit = 9");
        let none = game::<false>(false, 0);
        assert_eq!(none.add_blow(Sum::begin(true), 0).text(), "0");
        assert_eq!(none.asked.get(), 0, "points that nothing is added of are not worked out");
    }

    #[test]
    fn the_first_reason_that_holds_is_told_and_no_further_one_asked() {
        let muddy = game::<false>(true, 0);
        assert_eq!((muddy.stop(0), muddy.asked.get()), (Some("too weak"), 0));
        assert_eq!((muddy.stop(1), muddy.asked.get()), (Some("mud"), 1));
        assert_eq!(game::<false>(false, 0).stop(1), Some("no grit"));
        assert_eq!([game::<false>(false, 1).stop(1), game::<true>(true, 0).stop(1), muddy.stop(10)], [None; 3]);
    }

    #[test]
    fn lists_say_what_their_rows_are() {
        let mud = Modifier { id: "mud", words: "mud", rules: &["GAM-C02"] };
        let strength = Modifier { id: "strength", words: "strength", rules: &["GAM-001", "R-16c"] };
        let grit = Modifier { id: "grit", words: "grit", rules: &[] };
        assert_eq!(BLOW.parts, [ModifierPart::Row(strength), ModifierPart::List(&GROUND), ModifierPart::Row(grit)]);
        assert_eq!((BLOW.id().as_str(), BLOW.about, BLOW.any), ("blow", "what a blow comes to", false));
        assert_eq!(BLOW.rows().copied().collect::<Vec<_>>(), [strength, grit]);
        assert_eq!(GROUND.rows().copied().collect::<Vec<_>>(), [mud]);
        assert_eq!((STOP.any, STOP.rows().count(), STOP.lists().count()), (true, 2, 1));
    }

    #[test]
    fn lists_are_found_once_wherever_they_stand() {
        let names = |lists: &[&'static ModifierList]| every(lists).iter().map(|list| list.name).collect::<Vec<_>>();
        assert_eq!(names(&[&BLOW, &STOP]), ["BLOW", "GROUND", "STOP", "HEART"]);
        assert_eq!(names(&[&GROUND, &BLOW, &BLOW]), ["GROUND", "BLOW"]);
        assert_eq!(names(&[]), [""; 0]);
    }
}
