//! Forms: what the loader has to know of the files of one system, as values.
//!
//! Owns [`Form`], which follows from the types of a compiled [`Format`] and is made at run time for a system that is made at run time.
//! It checks nothing. Start at [`Form::of`].

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use serde_json::{Value as Json, json};

use super::document::Format;
use super::schema::schema;
use super::shape::Shapes;

/// The form of the files of one system.
pub struct Form {
    /// The JSON schema.
    pub schema: Json,
    pub(super) shapes: Shapes,
    /// The values of whatever a file may leave out: `book` and `rulings`.
    pub published: Json,
    pub(super) kinds: Kinds,
}

/// The keys at the top of a file, by what becomes of them where files are laid over each other.
#[derive(Clone, Copy, Debug)]
pub struct Kinds {
    /// What an included file may say.
    pub sections: &'static [&'static str],
    /// Those of them that merge key by key; of others a named entry replaces another of its name as a whole.
    pub merged: &'static [&'static str],
    /// What files agree on.
    pub labels: &'static [&'static str],
    /// What an included file may say without effect.
    pub unheard: &'static [&'static str],
    /// What a patch may say beside what an included file may.
    pub patched: &'static [&'static str],
}

/// Those of scenarios.
const OF_SCENARIOS: Kinds = Kinds {
    sections: &["combatant", "policy", "book", "rulings", "metric"],
    merged: &["book", "rulings"],
    labels: &["format", "system"],
    unheard: &[],
    patched: &["about", "arena", "side", "day", "on_defeat", "reinforcements", "seconds", "expect"],
};

impl Form {
    /// A form by its schema. `published` has the values of whatever may be left out.
    #[must_use]
    pub fn new(schema: Json, published: Json) -> Self {
        Form { shapes: Shapes::read(&schema), schema, published, kinds: OF_SCENARIOS }
    }

    /// The form with other keys at its top.
    #[must_use]
    pub fn with_kinds(self, kinds: Kinds) -> Self {
        Form { kinds, ..self }
    }

    /// The form that follows from the types of a system; it is made once, since a study loads its scenario again and again.
    #[must_use]
    pub fn of<F: Format>() -> &'static Form {
        static KNOWN: Mutex<BTreeMap<TypeId, &'static Form>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let published = || json!({ "book": F::Book::default(), "rulings": F::Rulings::default() });
        known.entry(TypeId::of::<F>()).or_insert_with(|| Box::leak(Box::new(Form::new(schema::<F>(), published()))))
    }
}

impl std::fmt::Debug for Form {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "the form of {}", self.shapes.system())
    }
}
