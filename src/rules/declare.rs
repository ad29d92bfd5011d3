//! The macros by which cores declare their data: sections of a book, tables of rolls.
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

/// A roll table: name, stream, what the roll is called, and the ledger id of the rule that asks for it.
macro_rules! rolls {
    ($( $(#[$meta:meta])* $name:ident = $purpose:ident, $what:literal, $rule:literal; )*) => {
        $( $(#[$meta])* pub static $name: crate::dice::Roll =
            crate::dice::Roll { purpose: crate::dice::Purpose::$purpose, what: $what, rule: $rule }; )*

        /// All rows, in the order of the README's table.
        pub static ALL: &[&crate::dice::Roll] = &[$( &$name, )*];
    };
}

pub(crate) use {rolls, section};
