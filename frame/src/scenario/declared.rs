//! Declared: reading and describing of the tables and the words that are declared by the macros of `rules::declare`.
//!
//! Owns what is alike for all of them, in functions that are compiled once: a declaration brings no more than its names, its doc
//! comments and its limits. It knows no table and no word of a system by name. Start at [`DeclaredTable`].

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::{self, Formatter};
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, VariantAccess, Visitor};
use serde_json::{Value as Json, json};

use crate::dice::Die;
use crate::fight::Ratio;
use crate::fight::day::Saved;

/// A table of a file.
pub trait DeclaredTable: Sized {
    /// Takes the values as they are read: the table itself, where every key can be left out.
    type Draft: TableDraft<Table = Self>;
    /// The name of the type.
    const NAME: &'static str;
    /// The doc comment of the type.
    const ABOUT: &'static str;
    /// The keys in their order.
    const KEYS: &'static [&'static str];
    /// The values of the keys, in the order of these.
    const VALUES: &'static [Described];

    /// Reads the value of a key, which is given by its place among the keys.
    ///
    /// # Errors
    /// When the value is not what the key takes.
    fn set<'de, A: MapAccess<'de>>(draft: &mut Self::Draft, place: usize, map: &mut A) -> Result<(), A::Error>;
}

/// A table that is being read. It begins with the defaults, and is written without keys that have to be given and are not known yet.
pub trait TableDraft: Default + Serialize {
    /// The table.
    type Table;

    /// Returns the table.
    ///
    /// # Errors
    /// The place of the first key that is missing.
    fn finish(self) -> Result<Self::Table, usize>;
}

impl<T: DeclaredTable<Draft = T> + Default + Serialize> TableDraft for T {
    type Table = T;

    fn finish(self) -> Result<T, usize> {
        Ok(self)
    }
}

/// The value of a key, as its schema tells of it.
#[derive(Debug)]
pub struct Described {
    /// The doc comment of the key.
    pub about: &'static str,
    /// The limits that are written at the key.
    pub limits: &'static [Limit],
    /// The type.
    pub part: &'static DeclaredPart,
}

/// A type of a value.
pub trait TypedValue: JsonSchema {
    /// The type as it describes itself where it is only a part.
    const PART: DeclaredPart = DeclaredPart::of::<Self>();
}

impl<T: TypedValue> TypedValue for Option<T> {
    const PART: DeclaredPart = DeclaredPart::of::<Option<Present>>().around(&T::PART);
}

impl<T: TypedValue> TypedValue for Vec<T> {
    const PART: DeclaredPart = DeclaredPart::of::<Vec<Present>>().around(&T::PART);
}

impl<K: TypedValue, T: TypedValue> TypedValue for BTreeMap<K, T> {
    const PART: DeclaredPart = DeclaredPart::of::<BTreeMap<K, Present>>().around(&T::PART);
}

impl<T, const COUNT: usize> TypedValue for [T; COUNT] where [T; COUNT]: JsonSchema {}

/// Types that describe themselves.
macro_rules! typed {
    ($($name:ty)*) => { $( impl TypedValue for $name {} )* };
}

typed! { bool i8 i16 i32 u8 u16 u32 u64 f64 String Die Ratio Saved }

/// A type that describes itself where it is only a part.
#[derive(Clone, Copy, Debug)]
pub struct DeclaredPart {
    name: fn() -> Cow<'static, str>,
    id: fn() -> Cow<'static, str>,
    inline: fn() -> bool,
    schema: fn(&mut SchemaGenerator) -> Schema,
    /// The type for which [`Present`] stands inside it.
    inner: Option<&'static DeclaredPart>,
}

/// A limit of a value.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The thing that is limited.
    pub kind: LimitKind,
    /// The end that is limited: `min` or `max`.
    pub end: &'static str,
    /// The last value that is allowed.
    pub value: i32,
}

/// Things that can be limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitKind {
    /// A number.
    Range,
    /// The number of letters of a text, or of elements of a list.
    Length,
    /// The numbers of a list.
    Inner,
}

/// Reads a table: what holds without a key is that of the default.
///
/// # Errors
/// When a key is unknown, is missing or has a wrong value.
pub fn read<'de, T: DeclaredTable, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_struct(T::NAME, T::KEYS, Tables(PhantomData))
}

struct Tables<T>(PhantomData<T>);

impl<'de, T: DeclaredTable> Visitor<'de> for Tables<T> {
    type Value = T;

    fn expecting(&self, text: &mut Formatter<'_>) -> fmt::Result {
        write!(text, "struct {}", T::NAME)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut draft = T::Draft::default();
        while let Some(place) = map.next_key_seed(Place { words: T::KEYS, keys: true })? {
            T::set(&mut draft, place, &mut map)?;
        }
        draft.finish().map_err(|place| A::Error::missing_field(T::KEYS[place]))
    }
}

/// Reads one of some words as its place among them.
///
/// # Errors
/// When it is none of them.
pub fn read_word<'de, D: Deserializer<'de>>(
    deserializer: D,
    name: &'static str,
    words: &'static [&'static str],
) -> Result<usize, D::Error> {
    deserializer.deserialize_enum(name, words, Words { name, words })
}

struct Words {
    name: &'static str,
    words: &'static [&'static str],
}

impl<'de> Visitor<'de> for Words {
    type Value = usize;

    fn expecting(&self, text: &mut Formatter<'_>) -> fmt::Result {
        write!(text, "enum {}", self.name)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<usize, A::Error> {
        let (place, alone) = data.variant_seed(Place { words: self.words, keys: false })?;
        alone.unit_variant()?;
        Ok(place)
    }
}

/// Reads a word as its place among the words that are known.
struct Place {
    words: &'static [&'static str],
    /// True if the words are keys of a table.
    keys: bool,
}

impl<'de> DeserializeSeed<'de> for Place {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Place {
    type Value = usize;

    fn expecting(&self, text: &mut Formatter<'_>) -> fmt::Result {
        text.write_str(if self.keys { "field identifier" } else { "variant identifier" })
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<usize, E> {
        let unknown = if self.keys { E::unknown_field } else { E::unknown_variant };
        self.words.iter().position(|word| *word == text).ok_or_else(|| unknown(text, self.words))
    }
}

/// The schema of a table.
pub fn table_schema<T: DeclaredTable>(generator: &mut SchemaGenerator) -> Schema {
    let mut schema = keys_schema(T::KEYS, T::VALUES, &json!(T::Draft::default()), generator);
    describe(&mut schema, T::ABOUT);
    schema
}

/// The schema of a table with these keys and defaults; it is compiled once for all tables.
fn keys_schema(keys: &[&str], values: &[Described], defaults: &Json, generator: &mut SchemaGenerator) -> Schema {
    let mut schema = json_schema!({ "type": "object", "additionalProperties": false });
    let described = keys.iter().zip(values);
    let properties: serde_json::Map<String, Json> =
        described.map(|(key, value)| ((*key).to_owned(), value_schema(value, defaults.get(key), generator))).collect();
    if !properties.is_empty() {
        schema.insert("properties".to_owned(), Json::Object(properties));
    }
    let needed: Vec<&&str> = keys.iter().filter(|key| defaults.get(key).is_none()).collect();
    if !needed.is_empty() {
        schema.insert("required".to_owned(), json!(needed));
    }
    schema
}

/// The schema of a value with what is written at its key.
fn value_schema(value: &Described, default: Option<&Json>, generator: &mut SchemaGenerator) -> Json {
    let mut schema = value.part.schema(generator);
    describe(&mut schema, value.about);
    for limit in value.limits {
        limit.apply(&mut schema);
    }
    if let Some(default) = default {
        schema.insert("default".to_owned(), default.clone());
    }
    schema.to_value()
}

/// The schema of one of some words, each with its doc comment.
pub fn words_schema(about: &str, words: &[&str], abouts: &[&str]) -> Schema {
    let alternatives = words.iter().zip(abouts).map(|(word, about)| {
        let mut schema = json_schema!({ "type": "string", "const": word });
        describe(&mut schema, about);
        schema.to_value()
    });
    let mut schema = json_schema!({ "oneOf": alternatives.collect::<Json>() });
    describe(&mut schema, about);
    schema
}

/// Adds a doc comment to a schema: its lines as they stand in the source, each without the blank before it.
fn describe(schema: &mut Schema, about: &str) {
    let lines: Vec<&str> = about.lines().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    let description = lines.join("\n");
    if !description.trim().is_empty() {
        schema.insert("description".to_owned(), json!(description.trim()));
    }
}

impl Limit {
    /// Adds the limit to a schema.
    fn apply(self, schema: &mut Schema) {
        let Limit { kind, end, value } = self;
        match kind {
            LimitKind::Range if has_type(schema, "number") || has_type(schema, "integer") => {
                schema.insert(format!("{end}imum"), json!(value));
            }
            LimitKind::Range => {}
            LimitKind::Length => {
                for (of, keyword) in [("string", "Length"), ("array", "Items")] {
                    if has_type(schema, of) {
                        schema.insert(format!("{end}{keyword}"), json!(value));
                    }
                }
            }
            LimitKind::Inner => {
                if let Some(items) = schema.get_mut("items").and_then(|items| items.try_into().ok()) {
                    Limit { kind: LimitKind::Range, ..self }.apply(items);
                }
            }
        }
    }
}

/// True if the values of a schema can be of a type.
fn has_type(schema: &Schema, name: &str) -> bool {
    match schema.get("type") {
        Some(Json::Array(names)) => names.iter().any(|one| one == name),
        Some(one) => one == name,
        None => false,
    }
}

impl DeclaredPart {
    /// Returns what a type says of itself.
    const fn of<T: JsonSchema + ?Sized>() -> Self {
        DeclaredPart { name: T::schema_name, id: T::schema_id, inline: T::inline_schema, schema: T::json_schema, inner: None }
    }

    /// Returns the same with another type in the place of [`Present`].
    const fn around(self, inner: &'static DeclaredPart) -> Self {
        DeclaredPart { inner: Some(inner), ..self }
    }

    /// Returns the schema of the type where it is only a part. It is compiled once for all types.
    fn schema(&'static self, generator: &mut SchemaGenerator) -> Schema {
        self.while_present(|| generator.subschema_for::<Present>())
    }

    /// Returns the answer to a question during which [`Present`] stands for the type.
    fn while_present<R>(&'static self, ask: impl FnOnce() -> R) -> R {
        let outer = PRESENT.replace(self);
        let answer = ask();
        PRESENT.set(outer);
        answer
    }
}

thread_local! {
    /// The type that [`Present`] stands for.
    static PRESENT: Cell<&'static DeclaredPart> = const { Cell::new(&bool::PART) };
}

/// Stands for the type that is asked for at present.
struct Present;

impl Present {
    /// Returns the answer of the type, inside which it stands for the inner one.
    fn ask<R>(question: impl FnOnce(&DeclaredPart) -> R) -> R {
        let part = PRESENT.get();
        part.inner.unwrap_or(part).while_present(|| question(part))
    }
}

impl JsonSchema for Present {
    fn schema_name() -> Cow<'static, str> {
        Present::ask(|part| (part.name)())
    }

    fn schema_id() -> Cow<'static, str> {
        Present::ask(|part| (part.id)())
    }

    fn inline_schema() -> bool {
        Present::ask(|part| (part.inline)())
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Present::ask(|part| (part.schema)(generator))
    }
}

/// The name of a field as a key: without the mark of a word that Rust keeps for itself.
#[must_use]
pub const fn key(field: &'static str) -> &'static str {
    match field.as_bytes() {
        [b'r', b'#', ..] => field.split_at(2).1,
        _ => field,
    }
}

/// The length of a name in snake case.
#[must_use]
pub const fn snake_length(name: &str) -> usize {
    let letters = name.as_bytes();
    let (mut length, mut place) = (letters.len(), 1);
    while place < letters.len() {
        length += letters[place].is_ascii_uppercase() as usize;
        place += 1;
    }
    length
}

/// A name in snake case: `NaturalOne` is written `natural_one`.
#[must_use]
pub const fn snake<const LENGTH: usize>(name: &str) -> [u8; LENGTH] {
    let letters = name.as_bytes();
    let mut snake = [b'_'; LENGTH];
    let (mut length, mut place) = (0, 0);
    while place < letters.len() {
        // Where a word begins, the blank that stands there is left.
        length += (place > 0 && letters[place].is_ascii_uppercase()) as usize;
        snake[length] = letters[place].to_ascii_lowercase();
        length += 1;
        place += 1;
    }
    snake
}

/// The letters of a name as a text.
#[must_use]
pub const fn text(letters: &'static [u8]) -> &'static str {
    match str::from_utf8(letters) {
        Ok(text) => text,
        Err(_) => "",
    }
}
