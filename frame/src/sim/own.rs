//! Metrics that a scenario defines itself: expressions over what a fight is measured by.
//!
//! Owns in which order they are worked out, and what is wrong with them. What an expression means is for
//! [`Quantity`]. Start at [`Layout::define_all`].

use std::collections::BTreeMap;
use std::ops::Range;

use crate::error::Failure;
use crate::fight::{Catalogue, Metric, Overview, Scale, Subject};
use crate::policy::Defect;
use crate::scenario::{Complaints, quoted};

use super::layout::Layout;
use super::question::Quantity;

/// Words that mean something else in an expression.
const WORDS: [&str; 11] = ["and", "or", "not", "true", "false", "count", "any", "all", "min", "max", "sum"];

impl Layout {
    /// Adds metrics by their names, each after those that it is made of; what is wrong with them goes to `complaints`.
    pub fn define_all(&mut self, texts: &BTreeMap<String, String>, complaints: &mut Complaints) {
        let mut open: BTreeMap<&String, &String> = texts.iter().collect();
        open.retain(|name, _| self.is_free(name, complaints));
        let (mut defined, mut wrong) = (Vec::new(), Vec::new());
        loop {
            let before = open.len();
            wrong.clear();
            open.retain(|name, text| match Quantity::new(text, self) {
                Ok(quantity) => {
                    let (key, family, label) = ((*name).clone(), (*name).clone(), name.replace('_', " "));
                    let metric = Metric { key, family, label, subject: Subject::Fight, scale: self.scale_of(&quantity) };
                    self.define(metric, quantity);
                    defined.push((*name).clone());
                    false
                }
                // It may be made of one that comes later.
                Err(defects) => {
                    wrong.push(((*name).clone(), defects));
                    true
                }
            });
            if open.len() == before {
                break;
            }
        }
        for (name, defects) in &wrong {
            match Statistic::within(&texts[name]) {
                Some(statistic) => statistic.complain(name, &texts[name], complaints),
                None => defects.iter().for_each(|defect| complain(name, defect, &open, complaints)),
            }
        }
        if !defined.is_empty() {
            self.catalogue.overviews.push(Overview { title: "Own metrics".to_owned(), families: defined, headline: true });
        }
    }

    /// The scale of a metric that is made of others.
    fn scale_of(&self, quantity: &Quantity) -> Scale {
        match quantity {
            Quantity::Metric(index) => self.catalogue.metrics[*index].scale.clone(),
            Quantity::Flag(_) => Scale::Flag,
            Quantity::Amount(_)
            | Quantity::Sum(_)
            | Quantity::SoFar(_)
            | Quantity::Beside(_)
            | Quantity::Weighted(_)
            | Quantity::First { .. } => Scale::Amount("points"),
        }
    }

    /// True if a metric can have this name; complains when it cannot.
    fn is_free(&self, name: &str, complaints: &mut Complaints) -> bool {
        let letters = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
        let plain = name.chars().all(letters) && name.starts_with(|letter: char| letter.is_ascii_lowercase());
        if !plain || WORDS.contains(&name) {
            complaints
                .error(path(name), format!("a metric cannot be called `{name}`"))
                .help("its name is a word of small letters, digits and `_`, such as `close_call`");
            return false;
        }
        if self.catalogue.index(name).is_some() {
            complaints.error(path(name), format!("there is a metric `{name}` already")).help("choose another name");
            return false;
        }
        true
    }
}

/// The largest size of a value that is made of others: sums of squares of any number of fights stay exact.
pub const SIZE_MOST: i64 = 1 << 31;

/// Refuses values of made metrics that are too large to be reckoned with, by the extremes of each metric.
///
/// # Errors
/// Such a value.
pub fn sized(catalogue: &Catalogue, extremes: impl Fn(usize) -> Option<[i64; 2]>) -> Result<(), Failure> {
    let beyond = |[least, most]: [i64; 2]| least < -SIZE_MOST || most > SIZE_MOST;
    match catalogue.made.iter().find(|(metric, _)| extremes(*metric).is_some_and(beyond)) {
        None => Ok(()),
        Some((metric, _)) => {
            let key = &catalogue.metrics[*metric].key;
            Err(Failure::Usage(format!("a value of the metric `{key}` lies beyond {SIZE_MOST}; divide it by something")))
        }
    }
}

/// The place of an own metric in the scenario.
fn path(name: &str) -> String {
    format!("metric.{}", quoted(name))
}

/// Complains about an expression; `open` are those that are wrong.
fn complain(name: &str, defect: &Defect, open: &BTreeMap<&String, &String>, complaints: &mut Complaints) {
    let circular = open.keys().find(|other| defect.message == format!("there is no metric `{other}`"));
    let Some(other) = circular else {
        let complaint = complaints.error(path(name), &defect.message).within(defect.span.clone());
        for help in &defect.help {
            complaint.help(help);
        }
        return;
    };
    let message = if **other == name { "it is made of itself".to_owned() } else { format!("`{other}` cannot be worked out") };
    let complaint = complaints.error(path(name), message).within(defect.span.clone());
    if **other != name {
        complaint.help(format!("`{other}` is wrong itself, or made of `{name}`"));
    }
}

/// Functions of numbers that are asked of many fights.
const OF_MANY: [&str; 7] = ["mean", "median", "quantile", "ratio", "share", "chance", "death"];

/// A number of many fights, where one of a single fight belongs.
struct Statistic<'t> {
    function: &'static str,
    /// The bytes of the whole call.
    span: Range<usize>,
    /// The text between its parentheses.
    inside: &'t str,
}

impl<'t> Statistic<'t> {
    /// The first one of a text.
    fn within(text: &'t str) -> Option<Self> {
        let calls = OF_MANY.iter().filter_map(|&function| {
            let starts = text.match_indices(function).map(|(at, _)| at);
            let apart =
                |at: &usize| !text[..*at].ends_with(|letter: char| letter.is_alphanumeric() || "._\"'".contains(letter));
            let mut calls = starts.filter(apart).filter_map(|at| {
                let inside = text[at + function.len()..].strip_prefix('(')?;
                let inside = &inside[..closing(inside)?];
                let span = at..at + function.len() + inside.len() + 2;
                Some(Statistic { function, span, inside })
            });
            calls.next()
        });
        calls.min_by_key(|call| call.span.start)
    }

    /// Says that it is no metric, what is one, and where it belongs.
    fn complain(&self, name: &str, text: &str, complaints: &mut Complaints) {
        let function = self.function;
        let message = format!("`{function}(...)` is a number of many fights, but a metric is asked of each fight by itself");
        let complaint = complaints.error(path(name), message).within(self.span.clone());
        let first = self.inside.split(',').next().unwrap_or_default().trim();
        let asked = match function {
            "ratio" | "share" => {
                complaint.help(format!("ask for it with `sparring ask FILE --show '{}'`", &text[self.span.clone()]));
                return;
            }
            "death" => [format!("{first}.dead"), format!("chance({name})")],
            "chance" => [self.inside.trim().to_owned(), format!("chance({name})")],
            "median" => [self.inside.trim().to_owned(), format!("quantile({name}, 50)")],
            "quantile" => {
                let (of, percent) = self.inside.rsplit_once(',').unwrap_or((self.inside, "90"));
                [of.trim().to_owned(), format!("quantile({name}, {})", percent.trim())]
            }
            _ => [self.inside.trim().to_owned(), format!("{function}({name})")],
        };
        let [of_one, of_many] = asked;
        let (before, behind) = (&text[..self.span.start], &text[self.span.end..]);
        let alone = before.trim().is_empty() && behind.trim().is_empty();
        let whole = if alone { of_one } else { format!("{before}({of_one}){behind}") };
        let quote = if whole.contains('"') { '\'' } else { '"' };
        complaint.help(format!("write `{} = {quote}{}{quote}`", quoted(name), whole.trim()));
        complaint.help(format!("and ask for `{of_many}` in `[[expect]]`, or with `sparring ask FILE --show '{of_many}'`"));
    }
}

/// The place of the parenthesis that closes one opened before this text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1_u32;
    let place = text.char_indices().find(|(_, letter)| {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    place.map(|(at, _)| at)
}
