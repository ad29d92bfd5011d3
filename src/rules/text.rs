//! Text: how the data types of a system's files are written down, so that every core says it the same way.
//!
//! Owns three macros and no rule: [`section`] for tables of numbers with their defaults, [`options`] for choices between
//! words, [`switches`] for rulings, whose first option is the default.

/// Tables of a file: fields with their defaults, all of them optional.
macro_rules! section {
    ($(
        $(#[$meta:meta])*
        $name:ident { $( $(#[$field_meta:meta])* $field:ident: $type:ty = $default:expr, )* }
    )*) => { $(
        $(#[$meta])*
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
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

/// Choices between words.
macro_rules! options {
    ($(
        $(#[$meta:meta])*
        $name:ident { $( $(#[$option_meta:meta])* $option:ident, )+ }
    )*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $( $(#[$option_meta])* $option, )+
        }

        impl $name {
            /// All of them, in their order.
            pub const ALL: &'static [$name] = &[$( $name::$option, )+];
        }
    )* };
}

/// Choices between words of which the first is the default.
macro_rules! switches {
    ($(
        $(#[$meta:meta])*
        $name:ident {
            $(#[$first_meta:meta])* $first:ident,
            $( $(#[$option_meta:meta])* $option:ident, )+
        }
    )*) => { $(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $(#[$first_meta])* #[default] $first,
            $( $(#[$option_meta])* $option, )+
        }
    )* };
}

pub(crate) use {options, section, switches};
