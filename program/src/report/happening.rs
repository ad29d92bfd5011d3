//! Conditions over what happens during a fight: what is told of it, what is rolled in it, what ties, how often.
//!
//! Owns the small language of `--told`: `[rolled | tied] WORDS [how often] [in a round]`. Start at [`Happening::new`].

use std::fmt::Write as _;

use frame::error::{Failure, nearest};
use frame::fight::Adds as _;
use frame::fight::watch::StoryEntry;
use frame::sim::Engine;
use frame::sim::story::{Story, roller};

use super::replay::Event;
use super::told::events_of;

/// The events that are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Counted {
    /// Sentences with these words.
    Told,
    /// Dice of rolls with these words in their name, or in that of whoever rolls.
    Rolled,
    /// Sentences with these words that come to the same number in one round: the most of them.
    Tied,
}

/// Something that is to happen in a fight, and how often.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Happening {
    counted: Counted,
    words: String,
    compare: Compare,
    times: usize,
    /// True if it is to happen so often within one round.
    in_a_round: bool,
    /// The longest of the words, where that is nothing but letters; else empty.
    longest: String,
}

/// True if all of these happen in a story. Most stories of most searches are passed over for want of a word: what they tell is written out
/// only where it may be what is wanted.
#[must_use]
pub fn all_happen(wanted: &[Happening], loaded: &dyn Engine, story: Story) -> bool {
    if !wanted.iter().all(|one| one.may_happen(loaded, &story.told)) {
        return false;
    }
    let events = events_of(loaded, story.told, &story.turns);
    wanted.iter().all(|one| one.happens(&events))
}

/// The comparison of a count with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Compare {
    Least,
    Most,
    More,
    Fewer,
    Equal,
    Other,
}

impl Compare {
    /// True if a count compares so with the number.
    fn holds(self, found: usize, times: usize) -> bool {
        match self {
            Compare::Least => found >= times,
            Compare::Most => found <= times,
            Compare::More => found > times,
            Compare::Fewer => found < times,
            Compare::Equal => found == times,
            Compare::Other => found != times,
        }
    }
}

/// Signs; those of two letters before those of one.
const SIGNS: [(&str, Compare); 6] = [
    (">=", Compare::Least),
    ("<=", Compare::Most),
    ("==", Compare::Equal),
    ("!=", Compare::Other),
    (">", Compare::More),
    ("<", Compare::Fewer),
];

/// Words for how often; `times` may stand behind those from three on.
const NUMBERS: [&str; 11] = ["never", "once", "twice", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

impl Happening {
    /// Reads several.
    ///
    /// # Errors
    /// A text without words, or one that says how often in words that are not known.
    pub fn all(texts: &[String]) -> Result<Vec<Happening>, Failure> {
        texts.iter().map(|text| Happening::new(text)).collect()
    }

    /// Reads `falls prone`, `rolled 'death table' twice`, `tied 'has initiative' three times`, `flees == 0`.
    ///
    /// # Errors
    /// A text without words, or one that says how often in words that are not known.
    pub fn new(text: &str) -> Result<Happening, Failure> {
        let plain = plain(text);
        let starts = [("rolled ", Counted::Rolled), ("tied ", Counted::Tied), ("told ", Counted::Told)];
        let found = starts.iter().find_map(|(start, counted)| Some((*counted, plain.strip_prefix(start)?)));
        let (counted, rest) = found.unwrap_or((Counted::Told, &plain));
        let ends = [" in a round", " in one round"];
        let round = ends.iter().find_map(|end| rest.strip_suffix(end));
        let (words, compare, times) = often(round.unwrap_or(rest)).map_err(|problem| wrong(text, &problem))?;
        let words = words.unwrap_or(round.unwrap_or(rest)).trim().trim_matches(['\'', '"']).to_owned();
        if words.is_empty() {
            return Err(wrong(text, "it has no words to look for"));
        }
        let least = if counted == Counted::Tied { 2 } else { 1 };
        let times = times.unwrap_or(least);
        let longest = words.split(' ').max_by_key(|word| word.len()).unwrap_or_default();
        let letters = longest.len() > 1 && longest.bytes().all(|letter| letter.is_ascii_alphabetic());
        let longest = if letters { longest.to_owned() } else { String::new() };
        Ok(Happening { counted, words, compare, times, in_a_round: round.is_some(), longest })
    }

    /// False only if it does not happen in a fight of which this is told: it has to happen, and its longest word stands nowhere.
    fn may_happen(&self, loaded: &dyn Engine, told: &[StoryEntry]) -> bool {
        let holds = |told: &StoryEntry| match told {
            StoryEntry::Die { .. } if self.counted == Counted::Tied => false,
            StoryEntry::Die { who, roll, .. } => {
                [roll.what, roll.rule, roller(loaded, *who)].iter().any(|text| self.may_stand_in(text))
            }
            StoryEntry::Sentence { .. } if self.counted == Counted::Rolled => false,
            StoryEntry::Sentence { text, rules, .. } => self.may_stand_in(text) || self.may_stand_in(rules),
            StoryEntry::Options { .. } => true,
        };
        self.longest.is_empty() || self.compare.holds(0, self.times) || told.iter().any(holds)
    }

    /// False only if the longest word is no part of this text.
    fn may_stand_in(&self, text: &str) -> bool {
        // The only letters of other alphabets whose small ones are of this one.
        const BECOME_ASCII: [char; 2] = ['\u{130}', '\u{212a}'];
        let word = self.longest.as_bytes();
        !text.is_ascii() && text.contains(BECOME_ASCII)
            || text.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word))
    }

    /// True if it happens in a fight with these events.
    #[must_use]
    pub fn happens(&self, events: &[Event]) -> bool {
        let rounds = events.split(|event| matches!(event, Event::Round { .. } | Event::Heading { .. }));
        let mut line = Line::default();
        let found = match (self.in_a_round, self.counted) {
            (false, Counted::Told | Counted::Rolled) => self.count(events, &mut line),
            _ => rounds.map(|events| self.count(events, &mut line)).max().unwrap_or(0),
        };
        self.compare.holds(found, self.times)
    }

    /// The number of times that it happens in these events.
    fn count(&self, events: &[Event], line: &mut Line) -> usize {
        match self.counted {
            Counted::Told => events.iter().filter(|event| line.of(|text| event.write_line(text)).contains(&self.words)).count(),
            Counted::Rolled => {
                let is = |event: &&Event| match event {
                    Event::Die { who, what, .. } => line.of(|text| write!(text, "{who}: {what}")).contains(&self.words),
                    _ => false,
                };
                events.iter().filter(is).count()
            }
            Counted::Tied => {
                let mut numbers: Vec<(String, i64)> = Vec::new();
                for (who, number) in events.iter().filter_map(|event| self.comes_to(event, line)) {
                    // A number may be told twice: as a sum, and in a sentence that follows from it.
                    if !numbers.iter().any(|(other, same)| number == *same && is_the_same(&who, other)) {
                        numbers.push((who, number));
                    }
                }
                numbers.iter().map(|(_, one)| numbers.iter().filter(|(_, other)| other == one).count()).max().unwrap_or(0)
            }
        }
    }

    /// Returns what stands before these words in a sentence, and the number that it comes to: its first sum, or else the last number
    /// in it.
    fn comes_to(&self, event: &Event, line: &mut Line) -> Option<(String, i64)> {
        let Event::Sentence { text, sums, .. } = event else { return None };
        let (who, _) = line.of(|text| event.write_line(text)).split_once(&self.words)?;
        let last = || text.rsplit(|letter: char| !letter.is_ascii_digit()).find_map(|number| number.parse().ok());
        let number = sums.first().map(|sum| i64::from(sum.total())).or_else(last)?;
        Some((who.trim_end_matches([' ', ':']).to_owned(), number))
    }
}

/// True if two beginnings of sentences name the same one: `ada` and `ada has`, not `rat 1` and `rat 10`.
fn is_the_same(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    !short.is_empty() && long.strip_prefix(short).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// Small letters and single spaces.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    make_plain(text, &mut plain);
    plain
}

/// Puts a text in small letters and with single spaces in place of what was there.
fn make_plain(text: &str, plain: &mut String) {
    plain.clear();
    for word in text.split_whitespace() {
        if !plain.is_empty() {
            plain.push(' ');
        }
        let from = plain.len();
        if word.is_ascii() {
            plain.push_str(word);
            plain[from..].make_ascii_lowercase();
        } else {
            plain.push_str(&word.to_lowercase());
        }
    }
}

/// Room for one line after the other: fights are looked through by the hundred thousand.
#[derive(Default)]
struct Line {
    written: String,
    plain: String,
}

impl Line {
    /// What is written, in small letters and with single spaces.
    fn of(&mut self, write: impl FnOnce(&mut String) -> std::fmt::Result) -> &str {
        self.written.clear();
        // A string takes whatever is written into it.
        let _ = write(&mut self.written);
        make_plain(&self.written, &mut self.plain);
        &self.plain
    }
}

/// The words before how often something is wanted, the comparison, and the number if one is said.
fn often(text: &str) -> Result<(Option<&str>, Compare, Option<usize>), String> {
    for (sign, compare) in SIGNS {
        let parts = text.rsplit_once(sign).and_then(|(words, times)| Some((words.trim(), times.trim().parse().ok()?)));
        if let Some((words, times)) = parts.filter(|(words, _)| !words.is_empty()) {
            return Ok((Some(words), compare, Some(times)));
        }
    }
    let number = |word: &str| word.parse().ok().or_else(|| NUMBERS.iter().position(|known| *known == word));
    if let Some(before) = text.strip_suffix(" times") {
        let (words, word) = before.rsplit_once(' ').unwrap_or(("", before));
        let times = number(word).ok_or_else(|| {
            let near = nearest(word, NUMBERS[3..].iter().copied()).map(|near| format!("; did you mean `{near}`?"));
            format!("`{word}` times is not known; write `3 times` or `three times`{}", near.unwrap_or_default())
        })?;
        return Ok((Some(words), Compare::Least, Some(times)));
    }
    let end = NUMBERS[..3].iter().position(|word| text.strip_suffix(word).is_some_and(|words| words.ends_with(' ')));
    Ok(match end {
        Some(times) => {
            let compare = if times == 0 { Compare::Equal } else { Compare::Least };
            (text.strip_suffix(NUMBERS[times]), compare, Some(times))
        }
        None => (None, Compare::Least, None),
    })
}

/// The failure of a text that says what is told, with examples.
fn wrong(text: &str, problem: &str) -> Failure {
    Failure::Usage(format!(
        "--told: `{text}`: {problem}\nwrite `'falls prone'`, `'rolled critical twice'`, `'tied has initiative three times'`, \
         `'loses >= 3 in a round'`"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(text: &str) -> Event {
        Event::Sentence { text: text.to_owned(), rules: "X-1", sums: Vec::new() }
    }

    fn fight() -> Vec<Event> {
        let round = |number: u32| Event::Round { text: format!("Round {number}") };
        let die = |face: u32| Event::Die {
            number: 1,
            who: "Ada".to_owned(),
            sides: 6,
            face,
            was: None,
            what: "critical",
            rule: "X-2",
            summed: false,
        };
        vec![
            sentence("Ada has initiative 7"),
            sentence("Bo has initiative 7"),
            sentence("Cy has initiative 4"),
            round(1),
            sentence("Ada falls prone"),
            die(6),
            round(2),
            sentence("Cy has initiative 7"),
            sentence("Bo falls prone"),
            sentence("Ada falls prone"),
            die(6),
            die(2),
        ]
    }

    #[test]
    fn what_is_told_rolled_or_tied_is_counted_in_the_fight_or_in_a_round() {
        let happens = |text: &str| Happening::new(text).expect(text).happens(&fight());
        for text in [
            "falls prone",
            "FALLS  prone three times",
            "'Ada falls' twice",
            "told 'falls prone' >= 3",
            "falls prone < 4",
            "falls prone != 2",
            "falls prone twice in a round",
            "rolled critical 3 times",
            "rolled ada: critical",
            "rolled 'critical' 2 times in a round",
            "tied has initiative",
            "tied 'has initiative' twice",
            "tied has initiative < 3",
            "flees never",
        ] {
            assert!(happens(text), "{text}");
        }
        for text in [
            "falls prone 4 times",
            "falls prone > 3",
            "falls prone three times in a round",
            "rolled falls prone",
            "tied has initiative three times",
            "falls prone never",
            "flees",
        ] {
            assert!(!happens(text), "{text}");
        }
    }

    #[test]
    fn what_is_passed_over_for_want_of_a_word_does_not_happen() {
        use frame::rules::testing::load;
        use frame::sim::Layout;
        use frame::sim::story::tell;

        let club = "weapons = [{ name = 'club', die = '1d6' }]";
        let loaded = load::<vogt::Vogt>(&format!(
            "side = [
                {{ name = 'us', combatant = [{{ name = 'Ada', hp_max = 12, {club} }}, {{ name = 'Zo\u{eb}', {club} }}] }},
                {{ name = 'rats', combatant = [{{ name = 'rat', hp_max = 9, {club}, count = 3 }}] }},
            ]"
        ));
        let (layout, mut passed, mut found) = (Layout::new(&loaded), 0, 0);
        for text in [
            "ada attacks",
            "Zo\u{eb} attacks",
            "rolled critical",
            "rolled 'ada: damage' 9 times",
            "tied initiative three times",
            "falls prone",
            "falls prone never",
            "the dragon breathes fire",
            "rolled 'dragon fire'",
            "vog-0",
            "d6 = 6",
            "== fight 1 ==",
            "initiative > 40",
        ] {
            let wanted = [Happening::new(text).expect(text)];
            for number in 0..30 {
                let story = tell(&loaded, &layout, 3, number);
                let happens = wanted[0].happens(&crate::report::told::events(&loaded, &story));
                passed += usize::from(!wanted[0].may_happen(&loaded, &story.told));
                found += usize::from(happens);
                assert_eq!(all_happen(&wanted, &loaded, story), happens, "{text}, fight {number}");
            }
        }
        assert!(passed > 50 && found > 50, "{passed} passed over, {found} found");
    }

    #[test]
    fn whoever_is_told_of_twice_ties_with_nobody() {
        let alone =
            [sentence("Rat 1: initiative 9 + 1 = 10"), sentence("Rat 1 has initiative 10"), sentence("Bo has initiative 9")];
        let tied = Happening::new("tied initiative").expect("it can be read");
        assert!(!tied.happens(&alone));
        assert!(tied.happens(&[&alone[..2], &[sentence("Rat 10 has initiative 10")]].concat()));
    }

    #[test]
    fn what_says_nothing_to_look_for_is_refused() {
        for text in ["", "rolled ''", "falls prone thre times"] {
            let refused = Happening::new(text).expect_err(text).render(false);
            assert!(refused.contains("write `'falls prone'`"), "{refused}");
        }
    }
}
