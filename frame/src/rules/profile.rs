//! Profiles: what a combatant comes to by its rules, with where each part comes from, and what is odd about it.
//!
//! Owns the shape of a profile and the notes that all systems share. The numbers are those that the rules read: a core fills its
//! profiles from its loaded fighters and works nothing out a second time. Start at [`Profile`].

use serde::Serialize;

use crate::dice::Die;
use crate::scenario::Complaints;

/// The topic of a line of a profile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// The means at the beginning: hit points, stamina, dice to spend.
    Pool,
    /// The time at which it acts.
    Initiative,
    /// The attacks on others.
    Attack,
    /// The defence against attacks.
    Defence,
    /// The other rolls.
    Check,
    /// The load, and the distance of a move.
    Load,
    /// The choices that its policy leaves to the rules.
    Default,
}

impl Topic {
    /// The topic in a word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Topic::Pool => "pool",
            Topic::Initiative => "initiative",
            Topic::Attack => "attack",
            Topic::Defence => "defence",
            Topic::Check => "check",
            Topic::Load => "load",
            Topic::Default => "by default",
        }
    }
}

/// One thing that a combatant comes to.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct ProfileLine {
    /// The topic.
    pub topic: Topic,
    /// The name of a weapon, an ability.
    pub name: String,
    /// The value: `1d8 + 3`.
    pub value: String,
    /// The parts: `STR 2`, `bonus 1`.
    pub parts: Vec<String>,
    /// Further facts: `reach 1`, `initiative 2d6`.
    pub also: Vec<String>,
}

impl ProfileLine {
    /// Adds a part that is a number; 0 adds nothing.
    pub fn part(&mut self, what: &str, amount: i32) -> &mut Self {
        if amount == 0 { self } else { self.from(format!("{what} {amount}")) }
    }

    /// Adds a part in words.
    pub fn from(&mut self, part: impl Into<String>) -> &mut Self {
        self.parts.push(part.into());
        self
    }

    /// Adds what else is to know.
    pub fn also(&mut self, what: impl Into<String>) -> &mut Self {
        self.also.push(what.into());
        self
    }

    /// Adds it where it is so.
    pub fn also_if(&mut self, so: bool, what: &str) -> &mut Self {
        if so { self.also(what) } else { self }
    }

    /// The value with its parts and what else is to know: `1d8 + 3 (STR 2, bonus 1), reach 1`.
    #[must_use]
    pub fn text(&self) -> String {
        let besides = self.besides();
        let blank = if besides.starts_with('(') { " " } else { "" };
        format!("{}{blank}{besides}", self.value)
    }

    /// The parts and what else is to know, without the value: `(STR 2, bonus 1), reach 1`.
    #[must_use]
    pub fn besides(&self) -> String {
        let parts = if self.parts.is_empty() { String::new() } else { format!("({})", self.parts.join(", ")) };
        self.also.iter().fold(parts, |text, also| text + ", " + also)
    }
}

/// Something odd about a combatant, which a designer may not have meant.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Note {
    /// The key of its sheet that it is about: `weapons[0].type`; empty for the combatant as a whole.
    pub key: String,
    /// The oddity.
    pub message: String,
    /// The words that could be written instead.
    pub help: Option<String>,
    /// True if it is hardly ever meant; else it is told only to those who ask what is odd.
    pub warns: bool,
}

impl Note {
    /// Adds advice.
    pub fn help(&mut self, help: impl Into<String>) {
        self.help = Some(help.into());
    }
}

/// The profile of a combatant.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Profile {
    /// Line by line, in the order of their topics.
    pub lines: Vec<ProfileLine>,
    /// The oddities.
    pub notes: Vec<Note>,
}

/// Faces of dice that are sold.
const USUAL_FACES: [u8; 11] = [1, 2, 3, 4, 6, 8, 10, 12, 20, 30, 100];

impl Profile {
    /// Adds a line; parts can be added to what is returned.
    pub fn line(&mut self, topic: Topic, name: impl Into<String>, value: impl Into<String>) -> &mut ProfileLine {
        let place = self.lines.iter().rposition(|line| line.topic <= topic).map_or(0, |last| last + 1);
        let line = ProfileLine { topic, name: name.into(), value: value.into(), parts: Vec::new(), also: Vec::new() };
        self.lines.insert(place, line);
        &mut self.lines[place]
    }

    /// Adds a note on a key of the sheet, of which everybody is warned.
    pub fn note(&mut self, key: impl Into<String>, message: impl Into<String>) -> &mut Note {
        self.remark(key, message).warns = true;
        self.notes.last_mut().expect("a note was just added")
    }

    /// Adds a note on what may well be meant: it is told to those who ask what is odd.
    pub fn remark(&mut self, key: impl Into<String>, message: impl Into<String>) -> &mut Note {
        self.notes.push(Note { key: key.into(), message: message.into(), help: None, warns: false });
        self.notes.last_mut().expect("a note was just added")
    }

    /// Notes dice that nobody can buy.
    pub fn note_dice(&mut self, key: impl Into<String>, dice: Die) {
        if dice.count > 0 && !USUAL_FACES.contains(&dice.sides) {
            let faces = dice.sides;
            self.note(key, format!("{dice}: there is no usual die with {faces} faces"))
                .help("usual dice are d4, d6, d8, d10, d12 and d20");
        }
    }
}

/// Dice and what is added to them: `1d8 + 3`.
#[must_use]
pub fn plus(dice: impl ToString, amount: i32) -> String {
    let dice = dice.to_string();
    match amount {
        0 => dice,
        1.. => format!("{dice} + {amount}"),
        _ => format!("{dice} - {}", -amount),
    }
}

/// A number of something: `1 slot`, `2 slots`.
#[must_use]
pub fn many(amount: impl Into<i64>, what: &str) -> String {
    let amount = amount.into();
    if amount == 1 { format!("{amount} {what}") } else { format!("{amount} {what}s") }
}

/// The word by which a file calls a value, with blanks; of a value with more to it, the word that stands before that.
#[must_use]
pub fn word(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word.replace('_', " "),
        Ok(serde_json::Value::Object(all)) if all.len() == 1 => {
            all.keys().next().map_or_else(String::new, |word| word.replace('_', " "))
        }
        Ok(other) => other.to_string(),
        Err(_) => String::new(),
    }
}

/// Warns of what is odd about combatants, each with the path of its entry; equal ones of one entry are warned of once. `all` is for
/// those who ask what is odd.
pub fn warn<'a>(profiles: impl IntoIterator<Item = (&'a str, &'a Profile)>, all: bool, complaints: &mut Complaints) {
    let mut told: Vec<(&str, &Note)> = Vec::new();
    for (path, profile) in profiles {
        for note in profile.notes.iter().filter(|note| all || note.warns) {
            if told.contains(&(path, note)) {
                continue;
            }
            told.push((path, note));
            let path = if note.key.is_empty() { path.to_owned() } else { format!("{path}.{}", note.key) };
            let complaint = complaints.warning(path, &note.message);
            if let Some(help) = &note.help {
                complaint.help(help);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stand_in_the_order_of_their_topics_and_tell_their_parts() {
        let mut profile = Profile::default();
        profile.line(Topic::Defence, "AR", "4");
        profile.line(Topic::Pool, "hit points", "12");
        profile.line(Topic::Attack, "sword", plus("1d8", 3)).part("STR", 2).part("bonus", 1).part("luck", 0).also("reach 1");
        profile.line(Topic::Attack, "fists", plus("1d4", -1));
        let told: Vec<String> = profile.lines.iter().map(|line| format!("{}: {}", line.name, line.text())).collect();
        assert_eq!(told, ["hit points: 12", "sword: 1d8 + 3 (STR 2, bonus 1), reach 1", "fists: 1d4 - 1", "AR: 4"]);
    }

    #[test]
    fn dice_that_nobody_can_buy_are_noted() {
        let mut profile = Profile::default();
        profile.note_dice("die", Die::new(2, 6));
        assert!(profile.notes.is_empty());
        profile.note_dice("die", Die::new(1, 7));
        assert_eq!(profile.notes[0].message, "1d7: there is no usual die with 7 faces");
    }

    #[test]
    fn a_note_on_equals_is_told_once() {
        let mut profile = Profile::default();
        profile.note("weapons", "it has none").help("add one");
        let mut complaints = Complaints::default();
        warn([("side[0]", &profile), ("side[0]", &profile), ("side[1]", &profile)], false, &mut complaints);
        let paths: Vec<String> = complaints.into_list().into_iter().map(|complaint| complaint.path).collect();
        assert_eq!(paths, ["side[0].weapons", "side[1].weapons"]);
    }
}
