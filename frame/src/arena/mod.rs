//! Arenas: where combatants stand, how far apart they are and where they can go.
//!
//! Owns geometry and search, no rule of a game: what movement costs and who blocks whom is told by the core. Start at
//! [`square`].

pub mod square;
