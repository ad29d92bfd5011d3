//! The worked examples of the specification, die for die.
