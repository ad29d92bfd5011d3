//! Studies: what every study of a scenario and its variants shows alike, in whatever format.
//!
//! Owns the order of a report (answer, warnings, pictures, tables, how to do it again) and its files. What stands in the cells
//! is for the reports of the single verbs, each of which is a [`Study`]. Start at [`Sheet`].

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::report::document::{Document, Frame, Medium, Part, Phrase, Readable, Section, Tabular, json_text};
use crate::report::figure::{Figure, Kind};
use crate::report::kept::{INTERRUPTED, Kept};
use crate::report::{chart, write as files};
use frame::error::Failure;
use frame::stats::{Interval, Level};

/// The origin of a study.
#[derive(Clone, PartialEq, Debug)]
pub struct Origin {
    /// Title of the scenario.
    pub title: String,
    /// The rule system.
    pub system: String,
    /// Digest of the scenario without any change.
    pub digest: String,
    /// The command that makes this result again.
    pub command: String,
    /// The seed.
    pub seed: u64,
    /// Name of the scheme of random streams.
    pub scheme: String,
    /// Version of the program.
    pub tool: String,
    /// Level of the intervals.
    pub level: Level,
    /// Fights of each variant at the most; 0 when they are solved.
    pub fights: u64,
    /// True if variants are solved instead of played.
    pub exact: bool,
    /// The files that the scenario was read from, each with its name and its text.
    pub files: Vec<(String, String)>,
}

#[cfg(test)]
impl Origin {
    /// That of a duel of made-up counts, told by this command.
    pub(in crate::report) fn made_up(command: &str) -> Self {
        Origin {
            title: "A duel".into(),
            system: "vogt".into(),
            digest: "0".repeat(64),
            command: command.into(),
            seed: 1,
            scheme: "scheme".into(),
            tool: "0".into(),
            level: Level::default(),
            fights: 10_000,
            exact: false,
            files: Vec::new(),
        }
    }
}

impl Origin {
    /// A document for programs: where it comes from, then what is known.
    #[must_use]
    pub fn json(&self, study: &str, known: Value) -> Value {
        let mut document = json!({
            "schema": 1, "study": study, "tool": self.tool, "scheme": self.scheme, "seed": self.seed, "command": self.command,
            "title": self.title, "system": self.system, "digest": self.digest, "confidence": self.level.confidence(),
            "fights": self.fights, "exact": self.exact,
        });
        if let (Value::Object(document), Value::Object(known)) = (&mut document, known) {
            document.extend(known);
        }
        document
    }
}

/// The exactness of numbers where variants are solved, by some of them.
#[must_use]
pub(in crate::report) fn exactness(mut numbers: impl Iterator<Item = Interval>) -> String {
    if numbers.any(|one| Figure::exact(one, Kind::Mean).bounded()) {
        "Some fights were not followed to their end: their numbers lie within their bounds for certain. More of --time, --states or \
         --memory brings bounds closer; without --exact fights are played."
            .into()
    } else {
        "Every number is exact: every outcome of every die was followed.".into()
    }
}

/// An interval as JSON.
pub(in crate::report) fn interval_json(interval: Option<Interval>) -> Value {
    interval.map_or(Value::Null, |one| json!({ "value": one.estimate, "low": one.low, "high": one.high }))
}

/// A level with no more digits than anybody reads.
pub(in crate::report) fn percent(level: Level) -> String {
    format!("{} %", (level.confidence() * 1e4).round() / 1e2)
}

/// The heading of what is typed, which stands small beside the words for it.
pub const KEY: &str = "key";

/// A drawing with its title.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// Name for files and links.
    pub slug: String,
    /// Heading.
    pub title: String,
    /// The note for readers; may be empty.
    pub note: String,
    /// The drawing, in the colour of the page around it.
    pub svg: String,
    /// The drawing as it stands on a page: read on a phone too.
    pub page: String,
}

impl Picture {
    /// A drawing that has a layout of its own for phones: the wide one, then the narrow one.
    #[must_use]
    pub fn twice(slug: String, title: String, note: String, [wide, narrow]: [String; 2]) -> Self {
        let page = format!(
            "<div class=\"broad\" hidden>{}</div><div class=\"drawing narrow\">{}</div>",
            chart::scrolled(&wide),
            chart::scrolled(&narrow)
        );
        Picture { slug, title, note, svg: wide, page }
    }
}

/// A whole report.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    /// The origin.
    pub origin: Origin,
    /// True if everything was played that its command names.
    pub finished: bool,
    /// The kind of study, in a word or two.
    pub kind: &'static str,
    /// The things that are varied, in a few words.
    pub about: String,
    /// The answer, a sentence each.
    pub answers: Vec<String>,
    /// The number of fights, and of what.
    pub source: String,
    /// The meaning of the intervals.
    pub meaning: String,
    /// The warnings to read before the answer is used.
    pub warnings: Vec<String>,
    /// Drawings.
    pub pictures: Vec<Picture>,
    /// Tables.
    pub sections: Vec<Section>,
}

/// A study that can be shown.
pub trait Study {
    /// Everything that is shown of it.
    ///
    /// # Errors
    /// A bug in the program.
    fn sheet(&self) -> Result<Sheet, Failure>;

    /// Everything, for programs, behind its origin.
    fn known(&self) -> Value;

    /// Its figures as CSV, one per row.
    fn figures(&self) -> String;
}

impl<S: Study + ?Sized> Readable for S {
    fn document(&self, _: bool) -> Result<Document, Failure> {
        Ok(self.sheet()?.document())
    }

    fn json(&self) -> Value {
        self.known()
    }
}

impl<S: Study + ?Sized> Tabular for S {
    fn csv(&self) -> String {
        self.figures()
    }
}

impl Sheet {
    /// What it says, part by part.
    #[must_use]
    pub fn document(self) -> Document {
        let Sheet { origin, kind, about, answers, source, meaning, .. } = self;
        let Origin { title, system, command, .. } = origin;
        let mut document = Document::new(format!("{title}: {kind} of {about}"));
        let mut facts = vec![("scenario".into(), Phrase::from(format!("sha256:{}", origin.digest)))];
        if !origin.exact {
            facts.push(("seed".into(), format!("{}, scheme {}", origin.seed, origin.scheme).into()));
        }
        document.frame = Frame {
            kicker: vec![system.clone(), kind.to_owned(), source.clone()],
            heading: format!("{title}: {about}"),
            file: "figures.csv",
            facts,
            tool: Some(origin.tool),
            ..Frame::default()
        };
        let said = format!("{meaning} {source}.");
        document.add([Part::Answers(answers)]);
        document.line(format!("{title} | {system} | {about} | {source}"));
        document.add([Part::Method { source, meaning }, Part::Command(command)]);
        document.add(self.warnings.into_iter().map(Part::Warning));
        document.only(Medium::Page, Part::Pictures { pictures: self.pictures, said });
        document.add(self.sections.into_iter().map(Part::Section));
        document
    }
}

/// Writes the page, the pictures, and everything as CSV, JSON and Markdown into `directory`.
///
/// # Errors
/// A file that cannot be written.
pub fn write(study: &dyn Study, directory: &Path) -> Result<Vec<PathBuf>, Failure> {
    let sheet = study.sheet()?;
    let (pictures, Origin { tool, scheme, command, files: read, .. }) = (sheet.pictures.clone(), sheet.origin.clone());
    let result = if sheet.finished { String::new() } else { INTERRUPTED.to_owned() };
    let document = sheet.document();
    let mut files = vec![
        ("report.html".to_owned(), document.html()?),
        ("report.md".to_owned(), document.markdown()),
        ("figures.csv".to_owned(), study.figures()),
        ("figures.json".to_owned(), json_text(&study.known())),
    ];
    let chart = |picture: Picture| (format!("charts/{}.svg", picture.slug), chart::standalone(&picture.svg));
    files.extend(pictures.into_iter().map(chart));
    Kept { tool, scheme, command, result, files: read }.keep(&mut files);
    files::write_report(directory, files)
}
