//! The macros by which cores declare their data: sections of a book, switches of rulings, tables of rolls, of running numbers and of
//! what policies can ask, lines of policies; and what all rules answer alike.
//!
//! Owns no number and no rule. Start at [`section`].

/// Tables of a file, sections of a book among them: fields, each with what holds where a file leaves it out. A field for which nothing
/// stands there has to be given.
#[macro_export]
macro_rules! section {
    ($(
        $(#[doc = $about:literal])* $(#[derive($($derive:ident),+)])?
        $name:ident { $(
            $(#[doc = $field_about:literal])* $(#[serde($($serde:tt)+)])? $(#[schemars($($limit:tt)+)])?
            $field:ident: $type:ty $(= $default:expr)?,
        )* }
    )*) => { $(
        $(#[doc = $about])*
        #[derive(Clone, PartialEq, Debug, serde::Serialize $($(, $derive)+)?)]
        pub struct $name {
            $( $(#[doc = $field_about])* $(#[serde($($serde)+)])? pub $field: $type, )*
        }

        $crate::rules::declare::table! { $(#[doc = $about])* $name { $(
            $(#[doc = $field_about])* $(#[serde($($serde)+)])? $(#[schemars($($limit)+)])?
            $field: $type $(= $default)?,
        )* } }
    )* };
}

/// Default, reading and describing of a table. Its struct stands beside it, with its `Serialize`.
#[macro_export]
macro_rules! table {
    // Every key can be left out: what is read goes into the default.
    ($(#[doc = $about:literal])* $name:ident { $(
        $(#[doc = $field_about:literal])* $(#[serde($($serde:tt)+)])? $(#[schemars($($limit:tt)+)])?
        $field:ident: $type:ty = $default:expr,
    )* }) => {
        impl Default for $name {
            fn default() -> Self {
                $name { $( $field: $default, )* }
            }
        }

        $crate::rules::declare::table! { @read $name, $name: $(#[doc = $about])* { $(
            $(#[doc = $field_about])* $(#[serde($($serde)+)])? $(#[schemars($($limit)+)])?
            $field: $type,
        )* } }
    };
    // Some keys have to be given: what is read goes into a draft, which has the defaults of the others.
    ($(#[doc = $about:literal])* $name:ident { $(
        $(#[doc = $field_about:literal])* $(#[serde($($serde:tt)+)])? $(#[schemars($($limit:tt)+)])?
        $field:ident: $type:ty $(= $default:expr)?,
    )* }) => {
        const _: () = {
            /// The keys that are known.
            #[derive(serde::Serialize)]
            pub struct Draft {
                $( $(#[serde($($serde)+)])? #[serde(skip_serializing_if = "Option::is_none")] $field: Option<$type>, )*
            }

            impl Default for Draft {
                fn default() -> Self {
                    Draft { $( $field: None $(.or(Some($default)))?, )* }
                }
            }

            impl $crate::scenario::declared::TableDraft for Draft {
                type Table = $name;

                fn finish(self) -> std::result::Result<$name, usize> {
                    match self {
                        Draft { $( $field: Some($field), )* } => Ok($name { $( $field, )* }),
                        draft => Err([$( draft.$field.is_some(), )*].into_iter().take_while(|&given| given).count()),
                    }
                }
            }

            $crate::rules::declare::table! { @read $name, Draft: $(#[doc = $about])* { $(
                $(#[doc = $field_about])* $(#[serde($($serde)+)])? $(#[schemars($($limit)+)])?
                $field: $type,
            )* } }
        };
    };
    (@read $name:ident, $draft:ident: $(#[doc = $about:literal])* { $(
        $(#[doc = $field_about:literal])* $(#[serde(rename = $rename:literal)])? $(#[schemars($($limit:tt)+)])?
        $field:ident: $type:ty,
    )* }) => {
        const _: () = {
            use std::result::Result;

            use $crate::scenario::declared;

            /// The places of the keys.
            #[expect(non_camel_case_types, reason = "only their numbers are used")]
            enum Place { $( $field, )* }

            impl declared::DeclaredTable for $name {
                type Draft = $draft;
                const NAME: &'static str = stringify!($name);
                const ABOUT: &'static str = concat!($($about, "\n",)*);
                const KEYS: &'static [&'static str] = &[$( $crate::rules::declare::declare_key!($field $($rename)?), )*];
                const VALUES: &'static [declared::Described] = &[$( declared::Described {
                    about: concat!($($field_about, "\n",)*),
                    limits: $crate::rules::declare::limits!($($($limit)+)?),
                    part: &<$type as declared::TypedValue>::PART,
                }, )*];

                fn set<'de, A: serde::de::MapAccess<'de>>(draft: &mut $draft, place: usize, map: &mut A) -> Result<(), A::Error> {
                    match place {
                        $( place if place == Place::$field as usize => draft.$field = map.next_value::<$type>()?.into(), )*
                        _ => {}
                    }
                    Ok(())
                }
            }

            impl<'de> serde::Deserialize<'de> for $name {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    declared::read(deserializer)
                }
            }

            $crate::rules::declare::schema!($name = declared::table_schema::<$name>);
        };
    };
}

/// The key of a field: its own name, or what it is renamed to.
#[macro_export]
macro_rules! declare_key {
    ($field:ident) => {
        $crate::scenario::declared::key(stringify!($field))
    };
    ($field:ident $rename:literal) => {
        $rename
    };
}

/// The limits of a field, as `schemars` writes them.
#[macro_export]
macro_rules! limits {
    () => { &[] };
    (inner(range $limits:tt)) => { $crate::rules::declare::limits!(@Inner $limits) };
    (length $limits:tt) => { $crate::rules::declare::limits!(@Length $limits) };
    (range $limits:tt) => { $crate::rules::declare::limits!(@Range $limits) };
    (@$kind:ident ($($end:ident = $value:literal),+)) => {
        &[$( declared::Limit { kind: declared::LimitKind::$kind, end: stringify!($end), value: $value }, )+]
    };
}

/// A type's schema, which a function makes.
#[macro_export]
macro_rules! schema {
    ($name:ident = $make:expr) => {
        impl $crate::scenario::declared::TypedValue for $name {}

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn schema_id() -> std::borrow::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($name)).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                $make(generator)
            }
        }
    };
}

/// The switches of a system: each with its options, of which the first is the default, and the [feature it belongs to](published).
#[macro_export]
macro_rules! switches {
    (
        $(#[doc = $all_about:literal])*
        $all:ident {
            $(
                $(#[doc = $about:literal])*
                $(#[belongs_to($feature:ident)])?
                $field:ident: $name:ident {
                    $(#[doc = $first_about:literal])* $first:ident,
                    $( $(#[doc = $option_about:literal])* $option:ident, )*
                }
            )*
        }
    ) => {
        $crate::rules::declare::section! {
            $(#[doc = $all_about])*
            #[derive(Eq)]
            $all { $( $(#[doc = $about])* $field: $name = $name::$first, )* }
        }

        $crate::rules::declare::published! { $all { $( $([$feature])? $field = $name::$first, )* } }

        $crate::rules::declare::choices! { $(
            $(#[doc = $about])*
            $name {
                $(#[doc = $first_about])* $first,
                $( $(#[doc = $option_about])* $option, )*
            }
        )* }
    };
}

/// The switches of a system as they are published, which the compiler knows too. A switch that belongs to a `Feature` is none that
/// short ways take for granted: what is compiled for fights without anything unusual does not meet it, or asks for it as it is
/// set, and never asks the published rulings for it. The test `plain` of a system plays both ways by every option of every switch.
#[macro_export]
macro_rules! published {
    ($all:ident { $( $([$feature:ident])? $field:ident = $default:expr, )* }) => {
        impl $all {
            /// Every switch as it stands when nobody has touched it.
            pub const UNTOUCHED: $all = $all { $( $field: $default, )* };

            /// True if every switch that short ways take for granted is as it is published.
            #[must_use]
            pub fn is_published_where_plain(&self) -> bool {
                $( $crate::rules::declare::published!(@as_set $([$feature])? self.$field == Self::UNTOUCHED.$field); )*
                true
            }
        }
    };
    (@as_set [$feature:ident] $holds:expr) => {
        const _: Feature = Feature::$feature;
    };
    (@as_set $holds:expr) => {
        if !($holds) {
            return false;
        }
    };
}

/// Words of which the first is what holds when nothing is written.
#[macro_export]
macro_rules! choices {
    ($(
        $(#[doc = $about:literal])*
        $name:ident {
            $(#[doc = $first_about:literal])* $(#[serde(rename = $first_rename:literal)])? $first:ident,
            $( $(#[doc = $option_about:literal])* $(#[serde(rename = $rename:literal)])? $option:ident, )*
        }
    )*) => { $(
        $(#[doc = $about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub enum $name {
            $(#[doc = $first_about])*
            #[default]
            $first,
            $( $(#[doc = $option_about])* $option, )*
        }

        $crate::rules::declare::spelled! { $(#[doc = $about])* $name {
            $(#[doc = $first_about])* $(#[serde(rename = $first_rename)])? $first,
            $( $(#[doc = $option_about])* $(#[serde(rename = $rename)])? $option, )*
        } }
    )* };
}

/// Words that a designer can write: kinds of things and options of decisions.
#[macro_export]
macro_rules! words {
    ($(
        $(#[doc = $about:literal])*
        $name:ident { $( $(#[doc = $option_about:literal])* $(#[serde(rename = $rename:literal)])? $option:ident, )+ }
    )*) => { $(
        $(#[doc = $about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name {
            $( $(#[doc = $option_about])* $option, )+
        }

        impl $name {
            /// All of them, in their order.
            pub const ALL: [$name; [$( $name::$option, )+].len()] = [$( $name::$option, )+];
        }

        $crate::rules::declare::spelled! { $(#[doc = $about])* $name {
            $( $(#[doc = $option_about])* $(#[serde(rename = $rename)])? $option, )+
        } }
    )* };
}

/// Reading, writing and describing of words: the names of the options in snake case. Their enumeration stands beside it.
#[macro_export]
macro_rules! spelled {
    ($(#[doc = $about:literal])* $name:ident {
        $( $(#[doc = $option_about:literal])* $(#[serde(rename = $rename:literal)])? $option:ident, )+
    }) => {
        const _: () = {
            use std::result::Result;

            use $crate::scenario::declared;

            const OPTIONS: &[$name] = &[$( $name::$option, )+];

            impl $crate::rules::decisions::Every for $name {
                const EVERY: &'static [$name] = OPTIONS;
            }

            impl $name {
                /// All of them as they are written, in their order.
                pub const WORDS: [&'static str; OPTIONS.len()] = [$( $crate::rules::declare::word!($option $($rename)?), )+];

                /// The word as it is written.
                #[inline]
                #[must_use]
                pub fn word(self) -> &'static str {
                    $name::WORDS[self as usize]
                }
            }

            impl std::str::FromStr for $name {
                type Err = ();

                fn from_str(word: &str) -> Result<Self, ()> {
                    OPTIONS.iter().copied().find(|option| option.word() == word).ok_or(())
                }
            }

            impl serde::Serialize for $name {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.serialize_unit_variant(stringify!($name), *self as u32, self.word())
                }
            }

            impl<'de> serde::Deserialize<'de> for $name {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    declared::read_word(deserializer, stringify!($name), &$name::WORDS).map(|place| OPTIONS[place])
                }
            }

            $crate::rules::declare::schema!($name = |_| declared::words_schema(
                concat!($($about, "\n",)*),
                &$name::WORDS,
                &[$( concat!($($option_about, "\n",)*), )+],
            ));
        };
    };
}

/// The word of an option: its name in snake case, or what it is renamed to.
#[macro_export]
macro_rules! word {
    ($option:ident) => {{
        const SNAKE: [u8; declared::snake_length(stringify!($option))] = declared::snake(stringify!($option));
        declared::text(&SNAKE)
    }};
    ($option:ident $rename:literal) => {
        $rename
    };
}

/// A roll table: name, stream, what the roll is called, the ledger id of the rule that asks for it, and `table` where what it shows is read
/// off a table of the rules.
#[macro_export]
macro_rules! rolls {
    ($( $(#[$meta:meta])* $name:ident = $purpose:ident, $what:literal, $rule:literal $(, $looks_up:ident)?; )*) => {
        $( $(#[$meta])* pub const $name: $crate::dice::Roll =
            $crate::dice::Roll {
                purpose: $crate::dice::Purpose::$purpose,
                what: $what,
                rule: $rule,
                looks_up: $crate::rules::declare::rolls!(@looks_up $($looks_up)?),
            }; )*

        /// All rows, in the order of the README's table.
        pub static ALL: &[&$crate::dice::Roll] = &[$( &$name, )*];
    };
    (@looks_up) => { false };
    (@looks_up table) => { true };
}

/// The running numbers of combatants: name, family, heading, scale.
#[macro_export]
macro_rules! counters {
    ($( $name:ident = $family:literal, $label:literal, $scale:expr; )*) => {
        $crate::rules::declare::counters! { @numbers $( $name = $label; )* }

        /// The metrics that are counted of a combatant, in the order of the numbers: family, heading, scale.
        const COUNTED: &[(&str, &str, $crate::fight::Scale)] = &[$( ($family, $label, $scale), )*];
    };
    (@numbers $( $name:ident = $label:literal; )*) => {
        /// The numbers in the order in which they are kept.
        #[derive(Clone, Copy)]
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "only their numbers are used")]
        enum Kept { $( $name, )* }

        $( #[doc = $label]
        pub const $name: $crate::fight::watch::Counter = $crate::fight::watch::Counter(Kept::$name as u8); )*
    };
}

/// The observables that policies can ask for: the code of each, its name, of what it is asked, the kind of its value, its
/// argument, and what it tells.
#[macro_export]
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
            rules: &[],
        }, )*];
    };
}

/// The selectors of targets that policies can name: the name of each, its measures from the first on, and its choice in words. `random`
/// comes last in every system. `By` leaves equals to the rules, `Listed` takes the first of them in the file.
#[macro_export]
macro_rules! selectors {
    ($( $name:literal = $order:ident [$( $extreme:ident $measure:literal ),*], $about:literal; )*) => {
        /// Named choices of a target.
        pub const SELECTORS: &[$crate::policy::NamedSelector] = &[
            $( $crate::policy::NamedSelector {
                name: $name,
                order: $crate::policy::Order::$order(&[$( ($crate::policy::Extreme::$extreme, $measure), )*]),
                about: $about,
            }, )*
            $crate::policy::NamedSelector { name: "random", order: $crate::policy::Order::Random, about: "anybody, each as likely" },
        ];
    };
}

/// A sheet whose fields have the usual names as a combatant: `name`, `count`, `policy`, `arrives`.
#[macro_export]
macro_rules! combatant {
    ($sheet:ty) => {
        impl $crate::scenario::Combatant for $sheet {
            fn name(&self) -> &str {
                &self.name
            }

            fn count(&self) -> Option<u32> {
                self.count
            }

            fn policy(&self) -> Option<&str> {
                self.policy.as_deref()
            }

            fn arrives(&self) -> Option<u16> {
                self.arrives
            }
        }
    };
}

/// Implements [`Sided`](crate::rules::play::Sided) for rules with a field `lineup` and a method `name`, and what follows for their `Play`.
#[macro_export]
macro_rules! sided {
    ($core:ty $(, const $plain:ident: bool)?) => {
        impl$(<const $plain: bool>)? $crate::rules::play::Sided for $core {
            fn lineup(&self) -> &$crate::fight::Lineup {
                &self.lineup
            }

            fn called(&self, who: $crate::dice::Slot) -> &str {
                self.name(who)
            }
        }

        impl<$(const $plain: bool,)? D: $crate::dice::Dice, W: $crate::fight::Watch> Play<'_, $($plain,)? D, W> {
            /// A target has been struck: its neutral side may turn on the alliance of the attacker, by the rule of this id. The
            /// rules of the fight change with its next step.
            #[inline(always)]
            pub fn anger(&mut self, target: $crate::dice::Slot, attacker: $crate::dice::Slot, rule: &'static str) {
                if self.rules.lineup.relations.may_turn() {
                    $crate::rules::play::turn_on(self.rules, self.fight, self.table, [target, attacker], rule);
                }
            }
        }
    };
}

/// The answers of [`Rules`](crate::rules::Rules) that every core gives alike, from fields and methods of the usual names. What is played is
/// played by the methods of its `Play`.
#[macro_export]
macro_rules! usual_answers {
    (Plays) => {
        fn able(&self, sides: $crate::fight::day::Sides, fight: &Self::Fight) -> $crate::fight::day::Sides {
            self.able_sides(sides, fight)
        }

        fn meet<D: $crate::dice::Dice, W: $crate::fight::Watch>(
            &self,
            sides: $crate::fight::day::Sides,
            fight: &mut Self::Fight,
            table: &mut $crate::fight::Table<D, W>,
        ) -> Option<$crate::fight::Ending> {
            Play { rules: self, fight, table }.begin_fight(sides)
        }

        #[inline]
        fn step<D: $crate::dice::Dice, W: $crate::fight::Watch>(
            &self,
            fight: &mut Self::Fight,
            table: &mut $crate::fight::Table<D, W>,
        ) -> $crate::fight::Progress {
            Play { rules: self, fight, table }.play_step()
        }

        #[inline(never)]
        fn part<D: $crate::dice::Dice, W: $crate::fight::Watch>(
            &self,
            fight: &mut Self::Fight,
            table: &mut $crate::fight::Table<D, W>,
        ) {
            Play { rules: self, fight, table }.end_fight();
        }

        #[inline(never)]
        fn rest<D: $crate::dice::Dice, W: $crate::fight::Watch>(
            &self,
            rest: Self::Rest,
            sides: $crate::fight::day::Sides,
            fight: &mut Self::Fight,
            table: &mut $crate::fight::Table<D, W>,
        ) {
            Play { rules: self, fight, table }.take_rest(rest, sides);
        }

        #[inline(never)]
        fn hazard<D: $crate::dice::Dice, W: $crate::fight::Watch>(
            &self,
            number: u16,
            of: $crate::fight::day::Endangered,
            fight: &mut Self::Fight,
            table: &mut $crate::fight::Table<D, W>,
        ) {
            Play { rules: self, fight, table }.run_into(number, of);
        }
    };
    (Solves) => {
        fn canonical(&self, fight: &mut Self::Fight) {
            self.forget(fight);
        }
    };
    (Measures) => {
        fn catalogue(&self) -> &$crate::fight::Catalogue {
            &self.catalogue
        }

        fn measure(
            &self,
            fight: &Self::Fight,
            sides: $crate::fight::day::Sides,
            counts: &$crate::fight::Counts,
            ending: $crate::fight::Ending,
            values: &mut [i64],
        ) {
            self.fill_metrics(fight, sides, counts, ending, values);
        }

        fn metrics_of_state(&self) -> usize {
            self.metrics_of_state
        }
    };
    (Describes) => {
        fn profiles(&self) -> Vec<$crate::rules::profile::Profile> {
            self.lineup.all().map(|who| self.profile(who)).collect()
        }

        fn parameters(
            &self,
            question: &str,
            about: &$crate::rules::about::About,
        ) -> Result<$crate::rules::about::Parameters, String> {
            self.taken(question, about)
        }
    };
}

/// The parts of a policy's line that all lists share. `key` is the field that decides, `act` unless another one is named, and `summary`
/// says in short what a line does of which it is given.
#[macro_export]
macro_rules! line_text {
    (@whole $line:ty, $key:ident, $summary:expr) => {
        impl $crate::policy::LineText for $line {
            fn when(&self) -> Option<&str> {
                self.when.as_deref()
            }

            fn include(&self) -> Option<&str> {
                self.include.as_deref()
            }

            fn acts(&self) -> bool {
                self.$key.is_some()
            }

            fn summary(&self) -> String {
                $summary(self)
            }
        }
    };
    ($line:ty, $key:ident, $summary:expr) => {
        $crate::rules::declare::line_text!(@whole $line, $key, |line: &$line| {
            line.$key.map_or_else(String::new, |decided| $summary(line, decided))
        });
    };
    ($line:ty, $summary:expr) => {
        $crate::rules::declare::line_text!($line, act, $summary);
    };
}

/// Kinds of lines: what they decide between, and what else they can say.
#[macro_export]
macro_rules! lines {
    ($(
        $(#[doc = $about:literal])*
        $name:ident: $act:ty { $(
            $(#[doc = $field_about:literal])* $(#[schemars($($limit:tt)+)])?
            $field:ident: $type:ty,
        )* }
    )*) => { $(
        $crate::rules::declare::section! {
            $(#[doc = $about])*
            $name {
                /// The decision.
                #[serde(rename = "do")]
                act: Option<$act> = None,
                $( $(#[doc = $field_about])* $(#[schemars($($limit)+)])? $field: Option<$type> = None, )*
                /// The condition under which the line holds; without it, always.
                when: Option<String> = None,
                /// Instead of `do`: the same list of another policy stands here.
                include: Option<String> = None,
            }
        }

        $crate::rules::declare::line_text!(@whole $name, act, |line: &$name| {
            use $crate::rules::decisions::written;
            let words = [line.act.as_ref().map(written), $( line.$field.as_ref().map(written), )*];
            words.into_iter().flatten().collect::<Vec<_>>().join(" ")
        });
    )* };
}

pub use {
    choices, combatant, counters, declare_key, limits, line_text, lines, observables, published, rolls, schema, section,
    selectors, sided, spelled, switches, table, usual_answers, word, words,
};

#[cfg(test)]
mod tests {
    use schemars::{JsonSchema, schema_for};
    use serde::Serialize;
    use serde::de::DeserializeOwned;
    use serde_json::{Value as Json, json};

    /// The types as the macros declare them.
    mod declared {
        use std::collections::BTreeMap;

        super::super::section! {
            /// A door.
            /// It is shut.
            Door {
                /// Its width, in feet.
                #[schemars(range(min = -2, max = 40))]
                width: Option<i16> = Some(4),
                /// Its parts.
                #[serde(rename = "pieces")]
                #[schemars(length(max = 3))]
                parts: Vec<Stuff> = vec![Stuff::Iron, Stuff::Own],
                /// The heights of its steps.
                #[schemars(inner(range(min = 1, max = 9)))]
                r#as: Vec<u8> = Vec::new(),
            }
        }

        super::super::section! {
            /// A lock.
            #[derive(Eq)]
            Lock {
                /// Its turns.
                #[schemars(range(max = 9))]
                turns: u8 = 2,
                /// Its stuff.
                #[serde(rename = "of")]
                stuff: Stuff,
                /// Its key.
                #[schemars(length(min = 1))]
                r#as: Option<String> = None,
                /// Its maker.
                by: String,
                /// The locks that stand in for it.
                spares: BTreeMap<u8, Option<Vec<Lock>>> = BTreeMap::new(),
            }
        }

        super::super::words! {
            /// Stuff.
            Stuff {
                /// Iron.
                Iron,
                /// Old
                /// wood.
                OldWood,
                /// That of the wall.
                #[serde(rename = "self")]
                Own,
            }
        }
    }

    /// The types of the same names as `serde` and `schemars` derive them.
    mod derived {
        use std::collections::BTreeMap;

        use schemars::JsonSchema;
        use serde::{Deserialize, Serialize};

        /// A door.
        /// It is shut.
        #[derive(Serialize, Deserialize, JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        pub struct Door {
            /// Its width, in feet.
            #[schemars(range(min = -2, max = 40))]
            width: Option<i16>,
            /// Its parts.
            #[schemars(length(max = 3))]
            #[serde(rename = "pieces")]
            parts: Vec<Stuff>,
            /// The heights of its steps.
            #[schemars(inner(range(min = 1, max = 9)))]
            r#as: Vec<u8>,
        }

        impl Default for Door {
            fn default() -> Self {
                Door { width: Some(4), parts: vec![Stuff::Iron, Stuff::Own], r#as: Vec::new() }
            }
        }

        /// A lock.
        #[derive(Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct Lock {
            /// Its turns.
            #[serde(default = "two")]
            #[schemars(range(max = 9))]
            turns: u8,
            /// Its stuff.
            #[serde(rename = "of")]
            stuff: Stuff,
            /// Its key.
            #[serde(default)]
            #[schemars(length(min = 1))]
            r#as: Option<String>,
            /// Its maker.
            by: String,
            /// The locks that stand in for it.
            #[serde(default)]
            spares: BTreeMap<u8, Option<Vec<Lock>>>,
        }

        /// Two, where no number is said.
        fn two() -> u8 {
            2
        }

        /// Stuff.
        #[derive(Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Stuff {
            /// Iron.
            Iron,
            /// Old
            /// wood.
            OldWood,
            /// That of the wall.
            #[serde(rename = "self")]
            Own,
        }
    }

    /// The schema of a type, what is read of each of some values and written again, and the reason why it is not.
    fn told<T: JsonSchema + Serialize + DeserializeOwned>(values: &[Json]) -> Vec<String> {
        let read = values.iter().map(|value| match T::deserialize(value) {
            Ok(read) => json!(read).to_string(),
            Err(error) => error.to_string(),
        });
        std::iter::once(json!(schema_for!(T)).to_string()).chain(read).collect()
    }

    #[test]
    fn a_declared_table_is_read_and_described_as_a_derived_one() {
        let values = [
            json!({}),
            json!({ "width": null, "pieces": ["old_wood", "self"], "as": [3] }),
            json!({ "width": 70_000 }),
            json!({ "width": "4" }),
            json!({ "parts": [] }),
            json!({ "pieces": ["OldWood"] }),
            json!(3),
        ];
        assert_eq!(told::<declared::Door>(&values), told::<derived::Door>(&values));
    }

    #[test]
    fn a_declared_table_of_which_some_keys_have_to_be_given_is_read_and_described_as_a_derived_one() {
        let values = [
            json!({ "of": "iron", "by": "Ada" }),
            json!({ "by": "Ada", "as": "star", "of": "self", "turns": 9 }),
            json!({ "of": "iron", "by": "Ada", "as": null }),
            json!({}),
            json!({ "of": "iron" }),
            json!({ "by": "Ada" }),
            json!({ "by": "Ada", "stuff": "iron" }),
            json!({ "of": "wood", "by": "Ada" }),
            json!({ "of": "iron", "by": null }),
            json!({ "of": "iron", "by": "Ada", "spares": { "2": [{ "of": "self", "by": "Bob" }], "3": null } }),
            json!({ "of": "iron", "by": "Ada", "spares": { "2": [{ "of": "self" }] } }),
            json!("lock"),
        ];
        assert_eq!(told::<declared::Lock>(&values), told::<derived::Lock>(&values));
    }

    #[test]
    fn a_declared_word_is_read_and_described_as_a_derived_one() {
        let values = [json!("iron"), json!("self"), json!("own"), json!(1), json!({ "iron": null }), json!({ "iron": 1 })];
        assert_eq!(told::<declared::Stuff>(&values), told::<derived::Stuff>(&values));
        assert_eq!(json!(declared::Stuff::ALL), json!(["iron", "old_wood", "self"]));
    }
}
