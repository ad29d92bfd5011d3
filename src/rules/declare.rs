//! The macros by which cores declare their data: sections of a book, switches of rulings, tables of rolls.
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
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
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

pub(crate) use {choices, rolls, section, switches, words};
