//! Trail: making a type of a JSON value, and knowing where in it the type refuses it.
//!
//! Owns a deserializer that remembers the way to the value it is at. The schema finds nearly everything that can be wrong;
//! this is for types with checks of their own. Start at [`read`].

use std::cell::RefCell;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Value as Json};

use super::path::quoted;

/// The reason why a value cannot become what it should.
#[derive(Debug)]
pub(super) struct Refusal {
    /// Path of the innermost value that was refused.
    pub path: String,
    /// The type's reason.
    pub reason: String,
}

/// Makes a `T` of a value.
pub(super) fn read<T: DeserializeOwned>(json: &Json) -> Result<T, Refusal> {
    let way = RefCell::new(Vec::new());
    T::deserialize(At { json, way: &way }).map_err(|error| {
        let path = way.borrow().concat().trim_start_matches('.').to_owned();
        Refusal { path, reason: error.to_string() }
    })
}

/// A value and the way to it.
#[derive(Clone, Copy)]
struct At<'de> {
    json: &'de Json,
    way: &'de RefCell<Vec<String>>,
}

impl<'de> At<'de> {
    /// Reads an inner value; the way stays where it is when that fails.
    fn inside<S: DeserializeSeed<'de>>(&self, step: String, json: &'de Json, seed: S) -> Result<S::Value, Error> {
        self.way.borrow_mut().push(step);
        let value = seed.deserialize(At { json, way: self.way })?;
        self.way.borrow_mut().pop();
        Ok(value)
    }
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

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

struct Elements<'de> {
    at: At<'de>,
    rest: std::iter::Enumerate<std::slice::Iter<'de, Json>>,
}

impl<'de> SeqAccess<'de> for Elements<'de> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        self.rest.next().map(|(index, json)| self.at.inside(format!("[{index}]"), json, seed)).transpose()
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
        let refused = |error| {
            self.at.way.borrow_mut().push(format!(".{}", quoted(key)));
            error
        };
        seed.deserialize(Key(key)).map(Some).map_err(refused)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let (key, json) = self.value.take().ok_or_else(|| Error::custom("a value without a key"))?;
        self.at.inside(format!(".{}", quoted(key)), json, seed)
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
        self.at.inside(format!(".{}", quoted(self.key)), self.json, seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        At { json: self.json, ..self.at }.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        At { json: self.json, ..self.at }.deserialize_any(visitor)
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
