//! Trail: making a type of a JSON value, and knowing where in it the type refuses it.
//!
//! Owns a deserializer that remembers the way to the value it is at. The schema finds nearly everything that can be wrong;
//! this is for types with checks of their own. Start at [`read`].

use std::cell::RefCell;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Value as Json};

use super::path::quoted;

/// The reason why a value cannot become what it should.
#[derive(Debug)]
pub(super) struct ValueRefusal {
    /// Path of the innermost value that was refused.
    pub path: String,
    /// The type's reason.
    pub reason: String,
}

/// Makes a `T` of a value.
pub(super) fn read<T: DeserializeOwned>(json: &Json) -> Result<T, ValueRefusal> {
    let way = RefCell::new(Vec::new());
    T::deserialize(At { json, way: &way }).map_err(|error| ValueRefusal::after(&way.borrow(), error))
}

impl ValueRefusal {
    /// The refusal of a value, with the steps that lead to it from the innermost outwards.
    fn after(way: &[String], reason: Error) -> Self {
        let path: String = way.iter().rev().map(String::as_str).collect();
        ValueRefusal { path: path.trim_start_matches('.').to_owned(), reason: reason.to_string() }
    }
}

/// A value, and the way to the one that was refused: its steps are noted where the refusal passes, so the innermost is the first.
#[derive(Clone, Copy)]
struct At<'de> {
    json: &'de Json,
    way: &'de RefCell<Vec<String>>,
}

/// A step from a value to one inside it.
#[derive(Clone, Copy)]
enum Step<'de> {
    Key(&'de str),
    Index(usize),
}

impl<'de> At<'de> {
    /// Reads an inner value.
    fn inside<S: DeserializeSeed<'de>>(&self, step: Step<'de>, json: &'de Json, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(At { json, way: self.way }).map_err(|error| self.refused(step, error))
    }

    /// The error, after the step to the value that was refused is noted.
    #[cold]
    #[inline(never)]
    fn refused(&self, step: Step, error: Error) -> Error {
        self.way.borrow_mut().push(match step {
            Step::Key(key) => format!(".{}", quoted(key)),
            Step::Index(index) => format!("[{index}]"),
        });
        error
    }

    /// The error that a value is not what a type expects.
    #[cold]
    #[inline(never)]
    fn unexpected(&self, expected: &dyn Expected) -> Error {
        let found = match self.json {
            Json::Null => Unexpected::Unit,
            Json::Bool(truth) => Unexpected::Bool(*truth),
            Json::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => Unexpected::Unsigned(number),
                (None, Some(number)) => Unexpected::Signed(number),
                (None, None) => Unexpected::Float(number.as_f64().unwrap_or_default()),
            },
            Json::String(text) => Unexpected::Str(text),
            Json::Array(_) => Unexpected::Seq,
            Json::Object(_) => Unexpected::Map,
        };
        Error::invalid_type(found, expected)
    }
}

/// Methods for scalars: no way leads further inside.
macro_rules! scalars {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.json.$method(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for At<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.json {
            Json::Array(elements) => visitor.visit_seq(Elements { at: self, rest: elements.iter().enumerate() }),
            Json::Object(object) => visitor.visit_map(Entries { at: self, rest: object.iter(), value: None }),
            scalar => scalar.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.json.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.json.as_object().and_then(|object| object.iter().next()) {
            Some((key, json)) => visitor.visit_enum(Chosen { at: self, key, json }),
            None => self.json.deserialize_enum(name, variants, visitor),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.json {
            Json::Array(elements) => visitor.visit_seq(Elements { at: self, rest: elements.iter().enumerate() }),
            _ => Err(self.unexpected(&visitor)),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.json {
            Json::Object(object) => visitor.visit_map(Entries { at: self, rest: object.iter(), value: None }),
            _ => Err(self.unexpected(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    scalars! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16
        deserialize_u32 deserialize_u64 deserialize_f32 deserialize_f64 deserialize_str deserialize_string
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(self, _: &'static str, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    forward_to_deserialize_any! { i128 u128 char bytes byte_buf unit unit_struct identifier ignored_any }
}

struct Elements<'de> {
    at: At<'de>,
    rest: std::iter::Enumerate<std::slice::Iter<'de, Json>>,
}

impl<'de> SeqAccess<'de> for Elements<'de> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        self.rest.next().map(|(index, json)| self.at.inside(Step::Index(index), json, seed)).transpose()
    }
}

struct Entries<'de> {
    at: At<'de>,
    rest: serde_json::map::Iter<'de>,
    value: Option<(&'de str, &'de Json)>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let Some((key, json)) = self.rest.next() else { return Ok(None) };
        self.value = Some((key, json));
        seed.deserialize(Key(key)).map(Some).map_err(|error| self.at.refused(Step::Key(key), error))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let (key, json) = self.value.take().ok_or_else(|| Error::custom("a value without a key"))?;
        self.at.inside(Step::Key(key), json, seed)
    }
}

/// A key: a text, or a whole number where the type wants one.
struct Key<'de>(&'de str);

macro_rules! whole_numbers {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.0.parse::<i64>() {
                Ok(number) => visitor.visit_i64(number),
                Err(_) => visitor.visit_borrowed_str(self.0),
            }
        })*
    };
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        BorrowedStrDeserializer::new(self.0).deserialize_enum(name, variants, visitor)
    }

    whole_numbers! { deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 }

    forward_to_deserialize_any! {
        bool i128 u128 f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

/// A table of one key that chooses an alternative.
struct Chosen<'de> {
    at: At<'de>,
    key: &'de str,
    json: &'de Json,
}

impl<'de> EnumAccess<'de> for Chosen<'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Error> {
        Ok((seed.deserialize(BorrowedStrDeserializer::new(self.key))?, self))
    }
}

impl<'de> VariantAccess<'de> for Chosen<'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Err(Error::custom(format!("`{}` stands alone, without a value", self.key)))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        self.at.inside(Step::Key(self.key), self.json, seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        At { json: self.json, ..self.at }.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        At { json: self.json, ..self.at }.deserialize_map(visitor)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde_json::json;

    use super::*;
    use crate::scenario::testing::Guard;

    #[derive(Deserialize, PartialEq, Debug)]
    #[serde(try_from = "i32")]
    struct Even(i32);

    impl TryFrom<i32> for Even {
        type Error = String;

        fn try_from(number: i32) -> Result<Self, String> {
            if number % 2 == 0 { Ok(Even(number)) } else { Err(format!("{number} is odd")) }
        }
    }

    #[test]
    fn a_refused_value_is_found_however_deep_it_lies() {
        let json = json!({ "a b": [[2, 4], [6, 7]] });
        let refusal = read::<BTreeMap<String, Vec<Vec<Even>>>>(&json).unwrap_err();
        assert_eq!((refusal.path.as_str(), refusal.reason.as_str()), ("\"a b\"[1][1]", "7 is odd"));
    }

    #[test]
    fn keys_can_be_whole_numbers_and_tables_can_choose_alternatives() {
        let json = json!({ "7": { "dodges": 3 }, "-1": "open" });
        let read = read::<BTreeMap<i8, Option<Guard>>>(&json).unwrap();
        assert_eq!(read, [(-1, Some(Guard::Open)), (7, Some(Guard::Dodges(3)))].into());
        assert_eq!(super::read::<Guard>(&json!({ "open": 1 })).unwrap_err().path, "");
        assert_eq!(super::read::<Guard>(&json!({ "dodges": 300 })).unwrap_err().path, "dodges");
    }
}
