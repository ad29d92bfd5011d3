//! Changes: what is other than before, in words, for stories of rests, mishaps, wounds. Made only where somebody listens.

/// Changes, piece by piece.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    words: Vec<String>,
}

impl Changes {
    /// Adds a number that has changed: `HP 12 (+7)`.
    pub fn number(&mut self, name: &str, before: impl Into<i64>, after: impl Into<i64>) -> &mut Self {
        let (before, after) = (before.into(), after.into());
        if before != after {
            self.words.push(format!("{name} {after} ({:+})", after - before));
        }
        self
    }

    /// Adds a state that has begun or ended: `deaf`, `no longer deaf`.
    pub fn state(&mut self, name: &str, before: bool, after: bool) -> &mut Self {
        if before != after {
            self.words.push(if after { name.to_owned() } else { format!("no longer {name}") });
        }
        self
    }

    /// True if nothing has changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the changes as text: `HP 12 (+7), no longer deaf`; `nothing changes`.
    #[must_use]
    pub fn text(&self) -> String {
        if self.is_empty() { "nothing changes".to_owned() } else { self.words.join(", ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_changed_is_told() {
        let mut changes = Changes::default();
        assert_eq!(changes.text(), "nothing changes");
        changes.number("HP", 5, 12).number("STR", 9, 9).number("Fatigue", 3, 0);
        changes.state("deaf", true, false).state("prone", false, true).state("blind", true, true);
        assert_eq!(changes.text(), "HP 12 (+7), Fatigue 0 (-3), no longer deaf, prone");
    }
}
