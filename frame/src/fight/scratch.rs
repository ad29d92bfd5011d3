//! Workspace inside a fight's state that is not part of the state: equal to any other, invisible to hashes.

use std::hash::{Hash, Hasher};

/// A buffer that is reused from step to step and means nothing between them.
#[derive(Clone, Default, Debug)]
pub struct Scratch<T>(pub T);

impl<T> PartialEq for Scratch<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Scratch<T> {}

impl<T> Hash for Scratch<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
