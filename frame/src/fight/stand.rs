//! Stands: how somebody stands in a fight, in a word that all systems share.
//!
//! Owns the words, from unharmed to dead. What each of them means by the rules of a system is said by its core, in
//! [`Describes::stand`](crate::rules::Describes::stand). Start at [`Stand`].

/// How somebody stands at a moment of a fight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stand {
    /// In the fight, and whole.
    Fresh,
    /// In the fight, and less than whole.
    Hurt,
    /// Out of the fight where it lies, alive.
    Down,
    /// Dead.
    Dead,
    /// Not there: it has not come yet, has left, or has given up.
    Away,
}

impl Stand {
    /// All of them, from the best to the worst, and those who are not there.
    pub const ALL: [Stand; 5] = [Stand::Fresh, Stand::Hurt, Stand::Down, Stand::Dead, Stand::Away];

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Stand::Fresh => "fresh",
            Stand::Hurt => "hurt",
            Stand::Down => "down",
            Stand::Dead => "dead",
            Stand::Away => "away",
        }
    }

    /// How somebody stands who is in the fight: hurt or fresh.
    #[must_use]
    pub fn fighting(is_hurt: bool) -> Self {
        if is_hurt { Stand::Hurt } else { Stand::Fresh }
    }
}
