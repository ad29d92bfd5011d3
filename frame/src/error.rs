//! Everything that can go wrong, said so that a designer can mend it, and the one table of exit codes.
//!
//! Owns [`Problem`] (one defect of a file, with its place), [`Failure`] (why a command ended) and the nearest-name search.
//! Must not print: `main` prints what [`Failure::render`] makes. Start at [`Failure`].

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

/// A text that problems can point into: a scenario file, or a `--set` of the command line.
#[derive(PartialEq, Eq, Debug)]
pub struct Source {
    /// The name: the path as the designer wrote it.
    pub name: String,
    /// Its whole text.
    pub text: String,
}

/// A stretch of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The source.
    pub source: Arc<Source>,
    /// The bytes of it.
    pub span: Range<usize>,
}

impl Place {
    /// The text that stands there.
    #[must_use]
    pub fn raw(&self) -> &str {
        &self.source.text[self.span.clone()]
    }

    /// Number of the line on which it begins, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        1 + self.source.text[..self.span.start].bytes().filter(|byte| *byte == b'\n').count()
    }
}

/// The text that a problem shows around its place.
struct Shown<'t> {
    /// The lines of the place and one on each side, when they are not too long to be shown.
    text: Option<&'t str>,
    /// The number of the first of these lines, or of the line of the place.
    line: usize,
    /// The column of the place.
    column: usize,
    /// The place in these lines.
    span: Range<usize>,
}

/// The most bytes of lines that are shown.
const SHOWN_BYTES_MOST: usize = 4000;

impl Place {
    /// The lines around the place, or only its line and column where they are too long to be shown.
    fn shown(&self) -> Shown<'_> {
        let text = self.source.text.as_str();
        let start_of = |at: usize| text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let end_of = |at: usize| text[at..].find('\n').map_or(text.len(), |newline| at + newline + 1);
        let first = start_of(self.span.start);
        let from = start_of(first.saturating_sub(1));
        let until = end_of(end_of(self.span.end));
        let lines = |until: usize| 1 + text[..until].bytes().filter(|byte| *byte == b'\n').count();
        if until - from > SHOWN_BYTES_MOST {
            let column = 1 + text[first..self.span.start].chars().count();
            return Shown { text: None, line: lines(first), column, span: 0..0 };
        }
        let span = self.span.start - from..self.span.end - from;
        Shown { text: Some(&text[from..until]), line: lines(from), column: 0, span }
    }
}

/// A text in which everything can be seen: what moves the cursor of a terminal or turns lines around is replaced.
fn visible(text: &str) -> String {
    let unseen = |letter: char| {
        letter.is_control() && letter != '\n'
            || matches!(letter, '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().map(|letter| if unseen(letter) { '\u{FFFD}' } else { letter }).collect()
}

/// The most problems that are shown one by one.
pub const PROBLEMS_SHOWN: usize = 100;

/// The gravity of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gravity {
    /// Nothing runs until it is mended.
    Error,
    /// Worth knowing; the run goes on.
    Warning,
}

/// One defect of what the designer wrote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Error or warning.
    pub gravity: Gravity,
    /// The fault, with what was found: a sentence without a full stop.
    pub message: String,
    /// The place, when it has one.
    pub place: Option<Place>,
    /// A few words beside the marked text.
    pub label: String,
    /// The advice: what is allowed, the nearest valid name, what to do.
    pub help: Vec<String>,
}

impl Problem {
    /// An error at a place.
    #[must_use]
    pub fn at(place: Option<Place>, message: impl Into<String>) -> Self {
        Problem { gravity: Gravity::Error, message: message.into(), place, label: String::new(), help: Vec::new() }
    }

    /// Adds words beside the marked text.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds a line of advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Makes it a warning.
    #[must_use]
    pub fn warning(mut self) -> Self {
        self.gravity = Gravity::Warning;
        self
    }

    /// The problem as text: message, file, line, column, the marked lines and the advice.
    #[must_use]
    pub fn render(&self, colour: bool) -> String {
        self.render_after(&mut BTreeSet::new(), &[], colour)
    }

    /// Renders it after other problems: a long advice that has been told is not told again. `more` are others that say the
    /// same.
    fn render_after<'a>(&'a self, told: &mut BTreeSet<&'a str>, more: &[&Problem], colour: bool) -> String {
        /// Advice shorter than this may be told as often as it is due.
        const LONG: usize = 100;
        let level = match self.gravity {
            Gravity::Error => Level::ERROR,
            Gravity::Warning => Level::WARNING,
        };
        let title = level.primary_title(visible(&self.message));
        let mut group = match &self.place {
            Some(place) => {
                let (path, shown) = (visible(&place.source.name), place.shown());
                let annotation = AnnotationKind::Primary.span(shown.span).label(visible(&self.label));
                match shown.text {
                    Some(text) => title.element(Snippet::source(text).line_start(shown.line).path(path).annotation(annotation)),
                    None => title.element(Origin::path(path).line(shown.line).char_column(shown.column)),
                }
            }
            None => Group::with_title(title),
        };
        for help in self.help.iter().filter(|help| help.len() < LONG || told.insert(help.as_str())) {
            group = group.element(Level::HELP.message(visible(help)));
        }
        if !more.is_empty() {
            group = group.element(Level::NOTE.message(visible(&elsewhere(more))));
        }
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&[group])
    }
}

/// Problems that say the same are told together when there are so many of them.
const FOLDED_FROM: usize = 3;

/// The most places that are named where the same is wrong again.
const PLACES_SHOWN: usize = 5;

/// The problems in their order, those that say the same with the first of them.
fn folded(problems: &[Problem]) -> Vec<(&Problem, Vec<&Problem>)> {
    let same = |one: &Problem, other: &Problem| {
        let said = |problem: &Problem| problem.place.as_ref().map(|place| place.raw().to_owned());
        one.gravity == other.gravity && one.message == other.message && one.help == other.help && said(one) == said(other)
    };
    let mut all: Vec<(&Problem, Vec<&Problem>)> = Vec::new();
    // Only the first of many are looked through: more are not shown.
    for problem in problems {
        match all.iter_mut().take(PROBLEMS_SHOWN).find(|(first, _)| same(first, problem)) {
            Some((_, more)) => more.push(problem),
            None => all.push((problem, Vec::new())),
        }
    }
    let unfold = |(first, more): (_, Vec<_>)| {
        if more.len() + 1 < FOLDED_FROM {
            std::iter::once((first, Vec::new())).chain(more.into_iter().map(|problem| (problem, Vec::new()))).collect()
        } else {
            vec![(first, more)]
        }
    };
    all.into_iter().flat_map(unfold).collect::<Vec<_>>()
}

/// The places where the same is wrong again.
fn elsewhere(more: &[&Problem]) -> String {
    let places = more.iter().filter_map(|problem| problem.place.as_ref());
    let at: Vec<String> = places.map(|place| format!("{}:{}", place.source.name, place.line())).take(PLACES_SHOWN).collect();
    let rest = more.len() - at.len();
    let rest = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    let times = if more.len() == 1 { "once more".to_owned() } else { format!("{} more times", more.len()) };
    format!("the same {times}: {}{rest}", at.join(", "))
}

/// The reason why a command did not end well.
#[derive(Debug)]
pub enum Failure {
    /// The command line asks for something that does not exist or cannot be.
    Usage(String),
    /// A scenario, a patch or another file of the designer's has defects: all of them.
    Scenario(Vec<Problem>),
    /// A file could not be read or written.
    File {
        /// The path as given.
        path: PathBuf,
        /// The attempt: "read", "write".
        doing: &'static str,
        /// The system's reason, or ours.
        reason: String,
    },
    /// Outcomes drifted or a contract is broken.
    Drift(String),
    /// The evidence does not decide; more fights are needed.
    Undecided(String),
    /// Some of what was asked for could not be done, and has been complained about; the rest has been done.
    Incomplete(String),
    /// Somebody broke it off, by Ctrl-C or as a system ends programs: what was kept and what was not.
    Interrupted(String),
    /// Something that must not happen happened.
    Bug(String),
}

/// Exit codes: `(code, meaning)`, for the help text.
pub const EXIT_CODES: [(u8, &str); 7] = [
    (0, "all well"),
    (1, "outcomes drifted, or a contract is broken"),
    (2, "the command line is wrong"),
    (3, "a scenario or another file is wrong, or cannot be read or written"),
    (4, "undecided: more fights are needed"),
    (70, "a bug in sparring"),
    (130, "interrupted: what was complete by then is kept"),
];

impl Failure {
    /// A failure to `doing` the file at `path`.
    pub fn file(path: &Path, doing: &'static str, reason: impl ToString) -> Self {
        Failure::File { path: path.to_owned(), doing, reason: reason.to_string() }
    }

    /// The exit code, from [`EXIT_CODES`].
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Usage(_) => 2,
            Failure::Scenario(_) | Failure::File { .. } | Failure::Incomplete(_) => 3,
            Failure::Drift(_) => 1,
            Failure::Undecided(_) => 4,
            Failure::Bug(_) => 70,
            Failure::Interrupted(_) => 130,
        }
    }

    /// The message in one line, without the picture of its place.
    #[must_use]
    pub fn in_short(&self) -> String {
        let told = self.render(false);
        let said: Vec<&str> = told
            .lines()
            .filter_map(|line| line.strip_prefix("error: ").or_else(|| line.split_once("= help: ").map(|(_, help)| help)))
            .collect();
        let first = told.lines().next().unwrap_or_default();
        if said.is_empty() { first.strip_prefix("sparring: ").unwrap_or(first).to_owned() } else { said.join("; ") }
    }

    /// The text for standard error.
    #[must_use]
    pub fn render(&self, colour: bool) -> String {
        match self {
            Failure::Usage(message)
            | Failure::Drift(message)
            | Failure::Undecided(message)
            | Failure::Incomplete(message)
            | Failure::Interrupted(message) => format!("sparring: {}", visible(message)),
            Failure::File { path, doing, reason } => {
                format!("sparring: cannot {doing} {}: {}", visible(&path.display().to_string()), visible(reason))
            }
            Failure::Bug(message) => format!("sparring: a bug: {message}\nPlease report it with the scenario and the command."),
            Failure::Scenario(problems) => {
                let mut text = String::new();
                let mut told = BTreeSet::new();
                let folded = folded(problems);
                for (problem, more) in folded.iter().take(PROBLEMS_SHOWN) {
                    let _ = writeln!(text, "{}\n", problem.render_after(&mut told, more, colour));
                }
                let errors = problems.iter().filter(|problem| problem.gravity == Gravity::Error).count();
                let _ = write!(text, "sparring: {errors} {}", if errors == 1 { "error" } else { "errors" });
                if folded.len() > PROBLEMS_SHOWN {
                    let _ = write!(text, "; the first {PROBLEMS_SHOWN} are shown");
                }
                text
            }
        }
    }
}

/// Names longer than this are not compared: comparing takes time and room by the product of their lengths.
const NAME_BYTES_MOST: usize = 100;

/// Words that designers use, without blanks, and what the program calls the same.
const MEANT: &[(&str, &str)] = &[
    ("hitpoints", "hp"),
    ("hitpoints", "hp_max"),
    ("hitpoints", "stamina"),
    ("health", "hp"),
    ("health", "hp_max"),
    ("health", "stamina"),
    ("hitpoint", "hp"),
    ("lifepoints", "hp"),
    ("life", "hp"),
    ("hp", "stamina"),
    ("maxhp", "hp_max"),
    ("maxhitpoints", "hp_max"),
    ("maxhealth", "hp_max"),
    ("hppercent", "stamina_percent"),
    ("winrate", "win"),
    ("wins", "win"),
    ("victory", "win"),
    ("deathrate", "death"),
    ("dies", "death"),
    ("death", "dead"),
    ("deaths", "dead"),
    ("died", "dead"),
    ("killed", "dead"),
    ("kills", "struck_down"),
    ("kills", "dead"),
    ("damagedealt", "damage"),
    ("damagedealt", "degrees"),
    ("damage", "damage_dealt"),
    ("damage", "degrees"),
    ("damagetaken", "injuries_taken"),
    ("hplost", "damage_taken"),
    ("wounds", "injuries"),
    ("wounds", "scars"),
    ("wounded", "injured"),
    ("injuries", "wounds_taken"),
    ("injuries", "wounds"),
    ("injuries", "scars"),
    ("crits", "criticals"),
    ("rout", "lost_heart"),
    ("routed", "lost_heart"),
    ("rout", "fled"),
    ("routed", "fled"),
    ("armorrating", "ar"),
    ("allies", "allies.active"),
    ("allies", "allies.standing"),
    ("allies", "allies_standing"),
    ("allies", "side.active"),
    ("allies", "group.active"),
    ("enemies", "enemies.active"),
    ("enemies", "enemies.standing"),
    ("enemies", "enemies_standing"),
    ("enemies", "foes.active"),
    ("enemies", "enemy.active"),
    ("average", "mean"),
    ("percentile", "quantile"),
    ("attacks", "blows"),
    ("blows", "attacks"),
    ("least", "at_least"),
    ("most", "at_most"),
    ("action", "plan"),
    ("action", "turn"),
    ("turn", "action"),
    ("turn", "plan"),
    ("plan", "action"),
    ("plan", "turn"),
    ("ac", "armor"),
    ("ac", "ar"),
    ("armorclass", "armor"),
    ("armorclass", "ar"),
    ("tohit", "bonus"),
    ("hitbonus", "bonus"),
    ("attackbonus", "bonus"),
    ("type", "damage_type"),
    ("type", "damage_types"),
    ("damagetype", "type"),
    ("damagetype", "damage_types"),
    ("resistances", "resist"),
    ("resistance", "resist"),
    ("immune", "resist"),
    ("immune", "immunities"),
    ("immunity", "immunities"),
    ("movement", "speed"),
    ("speed", "movement"),
    ("speed", "speed_ft"),
    ("equals", "between"),
    ("equal", "between"),
    ("is", "between"),
    ("weakest", "most_wounded"),
    ("weakest", "nearest_death"),
    ("critical", "crit"),
    ("avg", "mean"),
    ("spread", "stdev"),
    ("deviation", "stdev"),
    ("sd", "stdev"),
    ("std", "stdev"),
    ("standarddeviation", "stdev"),
    ("expectation", "mean"),
];

/// A name so short has no letter to be mistaken: one of two letters for another is another word.
const SHORT: usize = 2;

/// The program's words for something that designers call otherwise; with what stands before its last dot.
fn translated(lower: &str) -> impl Iterator<Item = String> {
    let (before, last) = lower.rsplit_once('.').map_or(("", lower), |(before, last)| (before, last));
    let plain = last.replace(['_', '-', ' '], "");
    let meant = MEANT.iter().filter(move |(word, _)| *word == plain).map(|(_, meant)| *meant);
    meant.map(move |meant| if before.is_empty() { meant.to_owned() } else { format!("{before}.{meant}") })
}

/// The candidate that is most like `word`, when one is near enough to be what was meant: at most a third of it differs, or it is
/// what designers call so.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let length = |candidate: &str| candidate.len().max(word.len());
    let candidates: Vec<&str> = candidates.into_iter().filter(|candidate| length(candidate) <= NAME_BYTES_MOST).collect();
    let is = |meant: String| candidates.iter().find(|name| name.to_lowercase() == meant).copied();
    let by_meaning = translated(&lower).find_map(is);
    let by_words = || candidates.iter().find(|name| words_of(&name.to_lowercase()) == words_of(&lower)).copied();
    by_meaning.or_else(by_words).or_else(|| nearest_spelt(&lower, length, candidates))
}

/// The words of a name in a fixed order, so that `slots_free` is `free_slots`.
fn words_of(name: &str) -> Vec<&str> {
    let mut words: Vec<&str> = name.split(['_', '-', ' ']).collect();
    words.sort_unstable();
    words
}

/// The candidate that is spelt most alike, if at most a third of it differs or one letter does.
fn nearest_spelt<'a>(lower: &str, length: impl Fn(&str) -> usize, candidates: Vec<&'a str>) -> Option<&'a str> {
    let letters = lower.chars().count();
    let most = |candidate: &str| (length(candidate) / 3).max(1);
    // A long day has tens of thousands of names: those that are too long or too short need no comparison letter by letter.
    let near = |candidate: &&str| !candidate.is_ascii() || candidate.len().abs_diff(letters) <= most(candidate);
    // Of two letters one is half of the name: only their order may be another.
    let turned = |candidate: &str| candidate.chars().rev().eq(lower.chars());
    let told_apart = |candidate: &&str| lower.len() > SHORT || candidate.len() != lower.len() || turned(candidate);
    candidates
        .into_iter()
        .filter(told_apart)
        .filter(near)
        .map(|candidate| (strsim::damerau_levenshtein(lower, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= most(candidate))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_and_nonsense_is_not() {
        let names = ["exhaustion", "hp", "hp_max", "armor"];
        assert_eq!(nearest("exaustion", names), Some("exhaustion"));
        assert_eq!(nearest("armour", names), Some("armor"));
        assert_eq!(nearest("zzzzzz", names), None);
        assert_eq!(nearest("die", ["like", "dice"]), Some("dice"));
        assert_eq!(nearest("die", ["like"]), None);
        assert_eq!(nearest("hitpoints", names), Some("hp"));
        assert_eq!(nearest("turn", ["plan", "target"]), Some("plan"));
        assert_eq!(nearest("turn", ["action", "target"]), Some("action"));
        assert_eq!(nearest("least", ["at_least", "at_most"]), Some("at_least"));
        assert_eq!(nearest("Ada.hit_points", ["Ada.out", "Ada.hp"]), Some("Ada.hp"));
        assert_eq!(nearest("hitpoints", ["armor"]), None);
        assert_eq!(nearest("health", ["hp_max", "hp"]), Some("hp"));
        assert_eq!(nearest("Ada.damage_dealt", ["Ada.damage_taken", "Ada.damage"]), Some("Ada.damage"));
        assert_eq!(nearest("damage_dealt", ["degrees", "deaths"]), Some("degrees"));
        assert_eq!(nearest("allies", ["enemies.active", "side.active"]), Some("side.active"));
        assert_eq!(nearest("ac", ["at", "armor"]), Some("armor"));
        assert_eq!(nearest("ac", ["at"]), None);
        assert_eq!(nearest("slots_free", ["slots", "free_slots"]), Some("free_slots"));
        assert_eq!(nearest("weakest", ["nearest", "most_wounded"]), Some("most_wounded"));
        assert_eq!(nearest(&"a".repeat(101), [&*"a".repeat(101)]), None);
    }

    #[test]
    fn a_problem_shows_file_line_column_and_advice() {
        let source = Arc::new(Source { name: "duel.toml".into(), text: "title = 1\nsistem = \"vogt\"\n".into() });
        let problem = Problem::at(Some(Place { source, span: 10..16 }), "unknown key `sistem`").help("did you mean `system`?");
        let text = problem.render(false);
        assert!(text.contains("duel.toml:2:1") && text.contains("did you mean `system`?"), "{text}");
    }

    #[test]
    fn every_failure_has_a_listed_exit_code() {
        let none = String::new;
        for failure in [Failure::Usage(none()), Failure::Scenario(vec![]), Failure::Bug(none()), Failure::Interrupted(none())] {
            assert!(EXIT_CODES.iter().any(|(code, _)| *code == failure.exit_code()));
        }
    }
}
