//! Groups of the fields of a combatant: which of them end together, stay together, or are asked together.
//!
//! Owns the declaration of a body whose fields say themselves to which groups they belong ([`marked`]), and what is done with all
//! fields of a group. So no list of fields stands anywhere else: whoever adds a field says behind its description how long it lasts.
//! Must not know any field; what groups there are says each core. Start at [`Marked`].

/// A combatant whose fields are marked with groups.
pub trait Marked: Sized {
    /// The groups of its fields.
    type Fields: Copy;

    /// Gives all fields of a group the value that they have in a blank body.
    fn clear(&mut self, fields: Self::Fields);

    /// Takes all fields of a group from another body.
    fn take(&mut self, fields: Self::Fields, from: &Self);

    /// True if all fields of a group have the value that they have in a blank body.
    fn is_clear(&self, fields: Self::Fields) -> bool;

    /// Returns this body with the fields of a group taken from another one.
    #[inline(always)]
    #[must_use]
    fn with(mut self, fields: Self::Fields, from: &Self) -> Self {
        self.take(fields, from);
        self
    }
}

/// Declares a body by the groups of its core: what stands in brackets behind the description of a field are its groups.
///
/// ```text
/// marked! {
///     /// One combatant as it is now.
///     #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
///     pub struct Body by Fields {
///         /// Hit points.
///         pub hp: i32,
///         /// True if it is prone.
///         [Fight]
///         pub prone: bool,
///     }
/// }
/// ```
#[macro_export]
macro_rules! marked {
    (
        $(#[$meta:meta])*
        pub struct $body:ident by $fields:ident {
            $($(#[$doc:meta])* $([$($marked:ident),+])? pub $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$meta])*
        pub struct $body {
            $($(#[$doc])* pub $field: $type,)*
        }

        impl $crate::fight::Marked for $body {
            type Fields = $fields;

            #[inline(always)]
            fn clear(&mut self, fields: $fields) {
                $($(if matches!(fields, $($fields::$marked)|+) {
                    self.$field = Default::default();
                })?)*
            }

            #[inline(always)]
            fn take(&mut self, fields: $fields, from: &Self) {
                $($(if matches!(fields, $($fields::$marked)|+) {
                    self.$field = from.$field;
                })?)*
            }

            #[inline(always)]
            fn is_clear(&self, fields: $fields) -> bool {
                true $($(&& (!matches!(fields, $($fields::$marked)|+) || self.$field == <$type>::default()))?)*
            }
        }
    };
}
pub use marked;

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy)]
    pub enum Fields {
        Turn,
        Fight,
    }

    marked! {
        /// A body of three fields.
        #[derive(Clone, Copy, PartialEq, Debug, Default)]
        pub struct Body by Fields {
            /// Lasts.
            pub hp: i32,
            /// Ends with a turn, and with a fight.
            [Turn, Fight]
            pub spent: Option<u8>,
            /// Ends with a fight.
            [Fight]
            pub prone: bool,
        }
    }

    #[test]
    fn fields_of_a_group_end_together_and_are_taken_together() {
        let body = Body { hp: 3, spent: Some(1), prone: true };
        let (mut turn, mut fight) = (body, body);
        turn.clear(Fields::Turn);
        fight.clear(Fields::Fight);
        assert_eq!((turn, fight), (Body { spent: None, ..body }, Body { hp: 3, ..Body::default() }));
        assert!(turn.is_clear(Fields::Turn) && !turn.is_clear(Fields::Fight) && fight.is_clear(Fields::Fight));
        assert_eq!(Body::default().with(Fields::Fight, &body), Body { hp: 0, ..body });
    }
}
