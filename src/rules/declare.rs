//! The macros by which cores declare their data: sections of a book, switches of rulings, tables of rolls, of running numbers and of
//! what policies can ask, lines of policies.
//!
//! Owns no number and no rule. Start at [`section`].

/// Sections of a book: fields with their defaults, all of them optional in a file.
macro_rules! section {
    ($(
        $(#[$meta:meta])*
        $name:ident { $( $(#[$field_meta:meta])* $field:ident: $type:ty = $default:expr, )* }
    )*) => { $(
        $(#[$meta])*
        #[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $( $(#[$field_meta])* pub $field: $type, )*
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $( $field: $default, )* }
            }
        }
    )* };
}

/// The switches of a system: each with its options, of which the first is the default.
macro_rules! switches {
    (
        $(#[$all_meta:meta])*
        $all:ident {
            $(
                $(#[doc = $about:literal])*
                $field:ident: $name:ident {
                    $(#[$first_meta:meta])* $first:ident,
                    $( $(#[$option_meta:meta])* $option:ident, )*
                }
            )*
        }
    ) => {
        $(#[$all_meta])*
        #[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        pub struct $all {
            $( $(#[doc = $about])* pub $field: $name, )*
        }

        impl $all {
            /// Every switch as it stands when nobody has touched it.
            pub const UNTOUCHED: $all = $all { $( $field: $name::$first, )* };
        }

        $crate::rules::declare::choices! { $(
            $(#[doc = $about])*
            $name {
                $(#[$first_meta])* $first,
                $( $(#[$option_meta])* $option, )*
            }
        )* }
    };
}

/// Words of which the first is what holds when nothing is written.
macro_rules! choices {
    ($(
        $(#[$meta:meta])*
        $name:ident {
            $(#[$first_meta:meta])* $first:ident,
            $( $(#[$option_meta:meta])* $option:ident, )*
        }
    )*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $(#[$first_meta])*
            #[default]
            $first,
            $( $(#[$option_meta])* $option, )*
        }
    )* };
}

/// Words that a designer can write: kinds of things and options of decisions.
macro_rules! words {
    ($(
        $(#[$meta:meta])*
        $name:ident { $( $(#[$option_meta:meta])* $option:ident, )+ }
    )*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $( $(#[$option_meta])* $option, )+
        }

        impl $name {
            /// All of them, in their order.
            pub const ALL: [$name; [$( $name::$option, )+].len()] = [$( $name::$option, )+];
        }
    )* };
}

/// A roll table: name, stream, what the roll is called, and the ledger id of the rule that asks for it.
macro_rules! rolls {
    ($( $(#[$meta:meta])* $name:ident = $purpose:ident, $what:literal, $rule:literal; )*) => {
        $( $(#[$meta])* pub const $name: crate::dice::Roll =
            crate::dice::Roll { purpose: crate::dice::Purpose::$purpose, what: $what, rule: $rule }; )*

        /// All rows, in the order of the README's table.
        pub static ALL: &[&crate::dice::Roll] = &[$( &$name, )*];
    };
}

/// The running numbers of combatants: name, family, heading, scale.
macro_rules! counters {
    ($( $name:ident = $family:literal, $label:literal, $scale:expr; )*) => {
        /// The numbers in the order in which they are kept.
        #[derive(Clone, Copy)]
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "only their numbers are used")]
        enum Kept { $( $name, )* }

        $( #[doc = $label]
        pub const $name: $crate::fight::watch::Counter = $crate::fight::watch::Counter(Kept::$name as u8); )*

        /// The metrics that are counted of a combatant, in the order of the numbers: family, heading, scale.
        const COUNTED: &[(&str, &str, $crate::fight::Scale)] = &[$( ($family, $label, $scale), )*];
    };
}

/// The observables that policies can ask for: the code of each, its name, of what it is asked, the kind of its value, its
/// argument, and what it tells.
macro_rules! observables {
    ($( $name:ident = $text:literal, $reach:ident, $kind:expr, $argument:expr, $about:literal; )*) => {
        /// The observables, by the codes that policies are compiled to.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u16)]
        enum Code { $( $name, )* }

        const CODES: &[Code] = &[$( Code::$name, )*];

        /// Everything that can be asked.
        pub const OBSERVABLES: &[$crate::policy::Observable] = &[$( $crate::policy::Observable {
            name: $text,
            reach: $crate::policy::Reach::$reach,
            kind: $kind,
            argument: $argument,
            about: $about,
        }, )*];
    };
}

/// The parts of a policy's line that all lists share; `summary` says in short what a line does.
macro_rules! line_text {
    ($line:ty, $summary:expr) => {
        impl $crate::policy::LineText for $line {
            fn when(&self) -> Option<&str> {
                self.when.as_deref()
            }

            fn include(&self) -> Option<&str> {
                self.include.as_deref()
            }

            fn acts(&self) -> bool {
                self.act.is_some()
            }

            fn summary(&self) -> String {
                self.act.map_or_else(String::new, |act| $summary(self, act))
            }
        }
    };
}

pub(crate) use {choices, counters, line_text, observables, rolls, section, switches, words};
