//! Shapes: the JSON schema of a document as data that the loader can walk.
//!
//! Owns the reading of that part of JSON Schema which `schemars` writes for the types of a document. It checks nothing;
//! that is [`check`](super::check). Start at [`Shapes::read`].

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::{Map, Value as Json};

/// The shape of a value. A value that may be left out has the shape of what it is when it is there.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Shape {
    /// Anything at all: the schema says it in a way that is not understood.
    Anything,
    Bool,
    Integer {
        least: i64,
        most: i64,
    },
    Number {
        least: Option<Bound>,
        most: Option<Bound>,
    },
    Text {
        /// Notation of the text, such as `dice`; or nothing.
        format: String,
        /// The meaning of the notation.
        meaning: String,
        least_length: usize,
    },
    /// One of these words.
    Options(Vec<AllowedWord>),
    List {
        element: Box<Shape>,
        least: usize,
        most: usize,
    },
    Tuple(Vec<Shape>),
    /// A table with free keys.
    Map {
        key: KeyKind,
        value: Box<Shape>,
    },
    Record(Record),
    /// A table in which the value of one key says what the others may be.
    Tagged {
        tag: String,
        variants: IndexMap<String, TableVariant>,
    },
    /// One of these words, or a table with exactly one of these keys.
    Either {
        words: Vec<AllowedWord>,
        tables: Record,
    },
    /// The shape of this name.
    Named(String),
}

/// The shape of the keys of a free table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeyKind {
    Any,
    WholeNumber,
}

/// A limit of a number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Bound {
    pub value: f64,
    /// True if the limit itself is not allowed.
    pub open: bool,
}

/// One word that is allowed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AllowedWord {
    /// The word.
    pub name: String,
    /// The meaning; may be empty.
    pub meaning: String,
}

/// A table with known keys.
pub(super) type Record = IndexMap<String, Field>;

/// A key of such a table.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Field {
    pub shape: Shape,
    pub required: bool,
    pub meaning: String,
    /// The value that holds without it; null when the schema does not say.
    pub default: Json,
}

/// One shape of a tagged table.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TableVariant {
    pub meaning: String,
    pub fields: Record,
}

/// The shape of a document.
pub(super) struct Shapes {
    root: Shape,
    named: IndexMap<String, Shape>,
    /// The parts of the schema that are not understood and so cannot be checked. Empty for a well-made system.
    pub strange: Vec<String>,
}

/// The shape of whatever lies in an unknown place.
const ANYTHING: &Shape = &Shape::Anything;

impl Shapes {
    /// Reads a schema.
    pub fn read(schema: &Json) -> Self {
        let mut reader = Reader { strange: Vec::new() };
        let root = reader.shape(schema, "#");
        let defs = schema.get("$defs").and_then(Json::as_object);
        let named = defs.into_iter().flatten().map(|(name, def)| (name.clone(), reader.shape(def, name))).collect();
        Shapes { root, named, strange: reader.strange }
    }

    /// The shape of the whole document.
    pub fn root(&self) -> &Shape {
        self.resolve(&self.root)
    }

    /// The name of the system whose documents these are, or a word for it where they do not say.
    pub fn system(&self) -> &str {
        match self.at(&["system"]) {
            Shape::Options(choices) => choices.first().map_or("SYSTEM", |choice| &choice.name),
            _ => "SYSTEM",
        }
    }

    /// The shape itself, when it is only named here.
    pub fn resolve<'a>(&'a self, mut shape: &'a Shape) -> &'a Shape {
        // A chain of names longer than there are names is a circle.
        for _ in 0..=self.named.len() {
            match shape {
                Shape::Named(name) => shape = self.named.get(name).unwrap_or(ANYTHING),
                shape => return shape,
            }
        }
        ANYTHING
    }

    /// The shape of what lies at `key` of a table, or of the elements of a list.
    pub fn inside<'a>(&'a self, shape: &'a Shape, key: &str) -> &'a Shape {
        let field = |record: &'a Record| record.get(key).map(|field| &field.shape);
        let inner = match self.resolve(shape) {
            Shape::Record(record) | Shape::Either { tables: record, .. } => field(record),
            Shape::Tagged { variants, .. } => variants.values().find_map(|variant| field(&variant.fields)),
            Shape::Map { value, .. } => Some(&**value),
            Shape::List { element, .. } => Some(&**element),
            _ => None,
        };
        self.resolve(inner.unwrap_or(ANYTHING))
    }

    /// True if a table of this shape, or the tables of a list of this shape, can have a key.
    pub fn has_key(&self, shape: &Shape, key: &str) -> bool {
        let shape = match self.resolve(shape) {
            Shape::List { element, .. } => self.resolve(element),
            shape => shape,
        };
        match shape {
            Shape::Record(record) | Shape::Either { tables: record, .. } => record.contains_key(key),
            Shape::Tagged { variants, .. } => variants.values().any(|variant| variant.fields.contains_key(key)),
            _ => false,
        }
    }

    /// The keys of a table, or of each table of a list; none of tables of several kinds.
    pub fn keys_of<'a>(&'a self, shape: &'a Shape) -> impl Iterator<Item = &'a str> {
        let shape = match self.resolve(shape) {
            Shape::List { element, .. } => self.resolve(element),
            shape => shape,
        };
        let record = match shape {
            Shape::Record(record) | Shape::Either { tables: record, .. } => Some(record),
            _ => None,
        };
        record.into_iter().flat_map(|record| record.keys().map(String::as_str))
    }

    /// Paths of the book and the rulings that end like this one.
    pub fn paths_to(&self, end: &str) -> Vec<String> {
        let mut found = Vec::new();
        for top in ["book", "rulings"] {
            self.search(self.inside(self.root(), top), top, &format!(".{end}"), &mut found);
        }
        found
    }

    /// Collects the paths below a shape that end in `end`; `path` is its own.
    fn search(&self, shape: &Shape, path: &str, end: &str, found: &mut Vec<String>) {
        let Shape::Record(record) = self.resolve(shape) else { return };
        for (key, field) in record {
            let path = format!("{path}.{key}");
            if path.ends_with(end) {
                found.push(path.clone());
            }
            self.search(&field.shape, &path, end, found);
        }
    }

    /// The shape at a path of keys from the root.
    pub fn at(&self, keys: &[&str]) -> &Shape {
        keys.iter().fold(self.root(), |shape, key| self.inside(shape, key))
    }
}

/// Keywords that say nothing about what is allowed, or that only the types themselves check.
const SILENT: [&str; 9] =
    ["$schema", "$defs", "title", "description", "default", "examples", "pattern", "uniqueItems", "maxLength"];

struct Reader {
    strange: Vec<String>,
}

/// The text of a keyword, empty where there is none.
fn text<'a>(schema: &'a Json, key: &str) -> &'a str {
    schema.get(key).and_then(Json::as_str).unwrap_or_default()
}

/// The number of a keyword, if it is there and not negative.
fn number(schema: &Json, key: &str) -> Option<usize> {
    schema.get(key).and_then(Json::as_u64).and_then(|number| usize::try_from(number).ok())
}

/// The alternatives of `oneOf` or `anyOf`, without the one that stands for a value left out.
fn alternatives(schema: &Json) -> Option<Vec<&Json>> {
    let list = schema.get("oneOf").or_else(|| schema.get("anyOf"))?.as_array()?;
    Some(list.iter().filter(|schema| text(schema, "type") != "null").collect())
}

impl Reader {
    /// Notes something in a schema that is not understood; anything is allowed there.
    fn strange(&mut self, at: &str, what: &str) -> Shape {
        self.strange.push(format!("{at}: {what}"));
        Shape::Anything
    }

    /// Reads the shape of a schema, and notes keywords that are not understood.
    fn shape(&mut self, schema: &Json, at: &str) -> Shape {
        let Some(object) = schema.as_object() else {
            return self.strange(at, "not an object");
        };
        let (shape, known) = self.shape_of(schema, object, at);
        for keyword in object.keys() {
            if !known.contains(&keyword.as_str()) && !SILENT.contains(&keyword.as_str()) {
                self.strange(at, keyword);
            }
        }
        shape
    }

    /// The shape with the keywords that were understood.
    fn shape_of(&mut self, schema: &Json, object: &Map<String, Json>, at: &str) -> (Shape, &'static [&'static str]) {
        if let Some(name) = schema.get("$ref").and_then(Json::as_str) {
            return (Shape::Named(name.trim_start_matches("#/$defs/").to_owned()), &["$ref"]);
        }
        if let Some(list) = alternatives(schema) {
            return (self.alternatives(&list, at), &["oneOf", "anyOf"]);
        }
        if object.contains_key("const") || object.contains_key("enum") {
            return (Shape::Options(choices(schema)), &["const", "enum", "type"]);
        }
        let kind = match schema.get("type") {
            Some(Json::Array(kinds)) => kinds.iter().filter_map(Json::as_str).find(|kind| *kind != "null").unwrap_or_default(),
            _ => text(schema, "type"),
        };
        match kind {
            "boolean" => (Shape::Bool, &["type"]),
            "integer" => (integer(schema), &["type", "format", "minimum", "maximum"]),
            "number" => (limits(schema), &["type", "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]),
            "string" => {
                let (format, meaning) = (text(schema, "format").to_owned(), text(schema, "description").to_owned());
                let least_length = number(schema, "minLength").unwrap_or(0);
                (Shape::Text { format, meaning, least_length }, &["type", "format", "minLength"])
            }
            "array" => (self.array(schema, at), &["type", "items", "prefixItems", "minItems", "maxItems"]),
            "object" => {
                (self.object(schema, at), &["type", "properties", "required", "additionalProperties", "patternProperties"])
            }
            // What only whoever reads the file can check says so.
            "" if object.contains_key("$comment") => (Shape::Anything, &["$comment"]),
            "" => (self.strange(at, "no type"), &[]),
            kind => (self.strange(at, kind), &["type"]),
        }
    }

    /// Reads a list, or a tuple where each place has a schema of its own.
    fn array(&mut self, schema: &Json, at: &str) -> Shape {
        if let Some(prefix) = schema.get("prefixItems").and_then(Json::as_array) {
            return Shape::Tuple(prefix.iter().map(|item| self.shape(item, at)).collect());
        }
        let element = match schema.get("items") {
            Some(items) => self.shape(items, at),
            None => self.strange(at, "a list without items"),
        };
        let (least, most) = (number(schema, "minItems").unwrap_or(0), number(schema, "maxItems").unwrap_or(usize::MAX));
        Shape::List { element: Box::new(element), least, most }
    }

    /// Reads a table: with free keys, with whole numbers for keys, or with fields.
    fn object(&mut self, schema: &Json, at: &str) -> Shape {
        if let Some(values @ Json::Object(_)) = schema.get("additionalProperties") {
            return Shape::Map { key: KeyKind::Any, value: Box::new(self.shape(values, at)) };
        }
        if let Some(patterns) = schema.get("patternProperties").and_then(Json::as_object) {
            return match patterns.iter().next() {
                Some((pattern, values)) if pattern == r"^\d+$" && patterns.len() == 1 => {
                    Shape::Map { key: KeyKind::WholeNumber, value: Box::new(self.shape(values, at)) }
                }
                _ => self.strange(at, "patternProperties"),
            };
        }
        if schema.get("additionalProperties") != Some(&Json::Bool(false)) {
            self.strange(at, "a table that takes any key: deny_unknown_fields is missing");
        }
        Shape::Record(self.record(schema, at))
    }

    /// Reads the fields of a table: their shapes, defaults and meanings, and which are required.
    fn record(&mut self, schema: &Json, at: &str) -> Record {
        let required = schema.get("required").and_then(Json::as_array);
        let required = |key: &str| required.is_some_and(|list| list.iter().any(|name| name == key));
        let fields = schema.get("properties").and_then(Json::as_object);
        let field = |(key, value): (&String, &Json)| {
            let shape = self.shape(value, &format!("{at}.{key}"));
            let default = value.get("default").cloned().unwrap_or_default();
            let meaning = text(value, "description").to_owned();
            (key.clone(), Field { shape, required: required(key), meaning, default })
        };
        fields.into_iter().flatten().map(field).collect()
    }

    /// Words, tables told apart by a tag, or words and tables of one key.
    fn alternatives(&mut self, list: &[&Json], at: &str) -> Shape {
        if let [single] = list {
            return self.shape(single, at);
        }
        if list.iter().all(|schema| text(schema, "type") == "string") {
            return Shape::Options(list.iter().flat_map(|schema| choices(schema)).collect());
        }
        if let Some(tag) = common_tag(list) {
            let variants = list.iter().map(|schema| {
                let name = schema["properties"][&tag]["const"].as_str().unwrap_or_default().to_owned();
                let mut fields = self.record(schema, at);
                fields.shift_remove(&tag);
                (name, TableVariant { meaning: text(schema, "description").to_owned(), fields })
            });
            return Shape::Tagged { variants: variants.collect(), tag };
        }
        let mut words = Vec::new();
        let mut tables = Record::new();
        for schema in list {
            let fields = schema.get("properties").and_then(Json::as_object).map_or(0, Map::len);
            match (text(schema, "type"), fields) {
                ("string", _) => words.extend(choices(schema)),
                ("object", 1) => tables.extend(self.record(schema, at).into_iter().map(|(key, field)| {
                    let own = field.meaning.is_empty();
                    let meaning = if own { text(schema, "description").to_owned() } else { field.meaning };
                    (key, Field { meaning, ..field })
                })),
                _ => return self.strange(at, "alternatives that are neither words nor tagged tables"),
            }
        }
        Shape::Either { words, tables }
    }
}

/// The key whose value tells all these tables apart.
fn common_tag(list: &[&Json]) -> Option<String> {
    let properties = |schema: &&Json| schema.get("properties").and_then(Json::as_object).cloned();
    let first = list.first().and_then(properties)?;
    let tells = |key: &str| list.iter().all(|schema| properties(schema).is_some_and(|p| p.get(key).is_some_and(is_const)));
    first.keys().find(|key| tells(key)).cloned()
}

/// True if a schema allows one text and nothing else.
fn is_const(schema: &Json) -> bool {
    schema.get("const").is_some_and(Json::is_string)
}

/// The words of `const` or `enum`.
fn choices(schema: &Json) -> Vec<AllowedWord> {
    let meaning = text(schema, "description");
    let words = schema.get("enum").and_then(Json::as_array).into_iter().flatten().chain(schema.get("const"));
    words.filter_map(Json::as_str).map(|name| AllowedWord { name: name.to_owned(), meaning: meaning.to_owned() }).collect()
}

/// A whole number within the limits of the schema and of its type.
fn integer(schema: &Json) -> Shape {
    let (low, high) = match text(schema, "format") {
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "uint8" => (0, u8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "uint" | "uint64" => (0, i64::MAX),
        _ => (i64::MIN, i64::MAX),
    };
    let limit = |key: &str, natural: i64| schema.get(key).and_then(Json::as_i64).unwrap_or(natural);
    Shape::Integer { least: limit("minimum", low).max(low), most: limit("maximum", high).min(high) }
}

/// A number within the bounds of the schema.
fn limits(schema: &Json) -> Shape {
    let bound = |key: &str, open: bool| schema.get(key).and_then(Json::as_f64).map(|value| Bound { value, open });
    Shape::Number {
        least: bound("exclusiveMinimum", true).or_else(|| bound("minimum", false)),
        most: bound("exclusiveMaximum", true).or_else(|| bound("maximum", false)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_not_understood_is_said_and_takes_anything() {
        let schema = json!({
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "odd": { "type": "integer", "multipleOf": 2 },
                "open": { "type": "object", "properties": {} },
                "either": { "anyOf": [{ "type": "integer" }, { "type": "string" }] },
            },
        });
        let shapes = Shapes::read(&schema);
        let expected = [
            "#.odd: multipleOf",
            "#.open: a table that takes any key: deny_unknown_fields is missing",
            "#.either: alternatives that are neither words nor tagged tables",
        ];
        assert_eq!(shapes.strange, expected);
        assert_eq!(shapes.at(&["either"]), &Shape::Anything);
        assert_eq!(shapes.at(&["nowhere", "at all"]), &Shape::Anything);
    }

    #[test]
    fn names_that_go_round_in_a_circle_take_anything() {
        let schema = json!({ "$ref": "#/$defs/A", "$defs": { "A": { "$ref": "#/$defs/B" }, "B": { "$ref": "#/$defs/A" } } });
        assert_eq!(Shapes::read(&schema).root(), &Shape::Anything);
    }

    #[test]
    fn whole_numbers_have_the_limits_of_their_type_and_their_range() {
        let shape = |schema: Json| integer(&schema);
        assert_eq!(shape(json!({ "format": "int8" })), Shape::Integer { least: -128, most: 127 });
        assert_eq!(shape(json!({ "format": "uint8", "minimum": 3, "maximum": 300 })), Shape::Integer { least: 3, most: 255 });
        assert_eq!(shape(json!({ "format": "uint64", "minimum": 0 })), Shape::Integer { least: 0, most: i64::MAX });
    }
}
