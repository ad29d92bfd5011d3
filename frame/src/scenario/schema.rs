//! The JSON schema of a system's scenarios, for editors and for our own checks.
//!
//! Owns nothing but the last touches to what `schemars` makes of the document types. Start at [`schema`].

use schemars::generate::SchemaSettings;
use serde_json::{Value as Json, json};

use super::document::{Document, Format};
use super::shape::Shapes;

/// The schema (JSON Schema, draft 2020-12) of the scenarios of one system.
#[must_use]
pub fn schema<F: Format>() -> Json {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Document<F>>().to_value();
    schema["title"] = json!(format!("A scenario of the system `{}` for sparring", F::NAME));
    schema["properties"]["system"]["const"] = json!(F::NAME);
    // The defaults of a whole book or arena would fill an editor's window; their parts have their own.
    for key in ["book", "rulings"] {
        if let Some(property) = schema["properties"][key].as_object_mut() {
            property.shift_remove("default");
        }
    }
    schema
}

/// The parts of a system's schema that the checker does not understand, and so leaves to the types themselves, with less advice
/// when they refuse a value. The tests of every system want nothing here.
#[must_use]
pub fn unchecked(schema: &Json) -> Vec<String> {
    Shapes::read(schema).strange
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::testing::Duel;

    #[test]
    fn a_schema_names_its_draft_and_its_system() {
        let schema = schema::<Duel>();
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        assert_eq!(schema["properties"]["system"]["const"], "duel");
        assert_eq!(schema["title"], "A scenario of the system `duel` for sparring");
    }

    #[test]
    fn everything_has_a_description_and_no_table_takes_unknown_keys() {
        fn walk(at: &str, schema: &Json) {
            if let Some(properties) = schema.get("properties").and_then(Json::as_object) {
                let open = schema.get("additionalProperties");
                assert_eq!(open, Some(&Json::Bool(false)), "{at} takes unknown keys");
                for (key, property) in properties {
                    let alone = properties.len() == 1 && schema.get("description").is_some();
                    let described = alone || property.get("description").is_some() || property.get("const").is_some();
                    assert!(described, "{at}.{key} has no description");
                }
            }
            match schema {
                Json::Object(inner) => inner.iter().for_each(|(key, inner)| walk(&format!("{at}.{key}"), inner)),
                Json::Array(inner) => inner.iter().for_each(|inner| walk(at, inner)),
                _ => {}
            }
        }
        walk("", &schema::<Duel>());
    }

    #[test]
    fn the_checker_understands_the_whole_schema() {
        assert_eq!(unchecked(&schema::<Duel>()), Vec::<String>::new());
    }

    #[test]
    fn ranges_and_defaults_are_there_for_editors() {
        let schema = schema::<Duel>();
        let bonus = &schema["$defs"]["Defend"]["properties"]["ar_bonus"];
        assert_eq!((&bonus["minimum"], &bonus["maximum"], &bonus["default"]), (&json!(0), &json!(100), &json!(2)));
    }
}
