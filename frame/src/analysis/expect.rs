//! Expectations: from what a designer wrote in `[[expect]]` to the clauses of a contract.
//!
//! Owns the small language of statistics, `win(party)`, `quantile(rounds, 90) in "other.toml"`, and which clauses each kind of
//! expectation is made of. What clauses mean is for [`contract`](super::contract). Start at [`expectations`].

use crate::error::nearest;
use crate::fight::{Catalogue, Scale, typed};
use crate::scenario::{Complaints, Direction, Expectation};
use crate::sim::{FightQuestion, Layout, meant};

use super::contract::{Clause, ClauseNumber, ClauseUnit, Contract, StatisticTerm, TermOperator};
use super::matchup::{MatrixQuestion, PathValues, Total};
use super::statistic::Statistic;

/// An expectation that can be asked.
pub struct Expected {
    /// As the designer wrote it.
    pub text: Expectation,
    /// Line of the scenario file; 0 when it is not known.
    pub line: usize,
    /// The demand, in words: `between 0.5 and 0.7`.
    pub demand: String,
    /// The conditions that have to hold.
    pub clauses: Vec<ExpectedNumber>,
    /// The match-up that it is about, if it is about one.
    pub whole: Option<WholeDemand>,
    /// Metrics that were added for its conditions, each with the call it stands for.
    pub questions: Vec<(usize, String)>,
}

/// A number of a match-up that has to lie within limits.
pub struct WholeDemand {
    /// In the designer's words.
    pub what: String,
    /// The number.
    pub total: Total,
    /// The rows, and the columns.
    pub lines: [Vec<PathValues>; 2],
    /// The least that is allowed.
    pub low: f64,
    /// The most that is allowed.
    pub high: f64,
}

/// A number that has to lie within limits.
pub struct ExpectedNumber {
    /// In the designer's words.
    pub what: String,
    /// The statistic.
    pub first: ExpectedStatistic,
    /// The operator and the statistic that join it.
    pub second: Option<(TermOperator, ExpectedStatistic)>,
    /// The least that is allowed.
    pub low: f64,
    /// The most that is allowed.
    pub high: f64,
}

/// A statistic and where it is asked.
#[derive(Clone)]
pub struct ExpectedStatistic {
    /// As it is written: `win(party)`.
    pub call: String,
    /// Another scenario, relative to the folder of this one; none for this one.
    pub file: Option<String>,
    /// The changes in it.
    pub sets: Vec<String>,
    /// The statistic of the scenario itself, when it is asked there.
    pub own: Option<Statistic>,
}

/// The functions of statistics.
const FUNCTIONS: [&str; 5] = ["win", "death", "mean", "quantile", "chance"];

/// The fault of a statistic, and advice.
pub type StatisticFault = (String, Vec<String>);

/// Margin of shares where a designer gives none, and of rounds.
const WITHIN_SHARES: f64 = 0.01;
const WITHIN_ROUNDS: f64 = 0.25;

/// Reads all expectations. Conditions become metrics of the layout.
pub fn expectations(texts: &[Expectation], layout: &mut Layout, complaints: &mut Complaints) -> Vec<Expected> {
    let mut expected = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let mut reader = Reader { path: format!("expect[{index}]"), index, layout, complaints, questions: Vec::new() };
        let (text, line) = (text.clone(), 0);
        if about_whole(&text) {
            if let Some((demand, whole)) = reader.whole(&text) {
                let (clauses, questions) = (Vec::new(), Vec::new());
                expected.push(Expected { text, line, demand, clauses, whole: Some(whole), questions });
            }
        } else if let Some((demand, clauses)) = reader.expectation(&text) {
            let questions = reader.questions;
            expected.push(Expected { text, line, demand, clauses, whole: None, questions });
        }
    }
    expected
}

impl Expected {
    /// The expectation as a contract about this scenario alone, if it is one.
    pub fn own(&self) -> Option<Contract> {
        if self.whole.is_some() {
            return None;
        }
        let term = |asked: &ExpectedStatistic| asked.own.map(|statistic| StatisticTerm { source: 0, statistic });
        let clause = |demand: &ExpectedNumber| {
            let first = term(&demand.first)?;
            let number = match &demand.second {
                Some((operator, asked)) => ClauseNumber::Two(first, *operator, term(asked)?),
                None => ClauseNumber::One(first),
            };
            Some(Clause { what: demand.what.clone(), number, low: demand.low, high: demand.high })
        };
        Some(self.contract(self.clauses.iter().map(clause).collect::<Option<_>>()?))
    }

    /// The contract with these clauses.
    pub fn contract(&self, clauses: Vec<Clause>) -> Contract {
        Contract {
            that: format!("{} {}", self.text.that.trim(), self.demand),
            because: self.text.because.clone(),
            if_violated: self.text.if_violated.clone(),
            line: self.line,
            clauses,
        }
    }
}

/// The number of a match-up that a text asks for, and whether of its columns: `dominated(rows)`.
fn total(that: &str) -> Option<(MatrixQuestion, bool)> {
    let (function, inside) = that.trim().strip_suffix(')')?.split_once('(')?;
    let (_, what) = Total::FUNCTIONS.iter().find(|(name, _)| *name == function.trim())?;
    match inside.trim() {
        "rows" => Some((*what, false)),
        "columns" => Some((*what, true)),
        _ => None,
    }
}

/// True if an expectation is about a match-up, or means to be.
fn about_whole(text: &Expectation) -> bool {
    total(&text.that).is_some() || !text.rows.is_empty() || !text.columns.is_empty()
}

/// Complains about limits the wrong way round, which are wrong whatever else is.
pub fn limits(expectations: &[Expectation], complaints: &mut Complaints) {
    for (index, text) in expectations.iter().enumerate() {
        if let Some([low, high]) = text.between.filter(|[low, high]| low > high) {
            let complaint = complaints.error(format!("expect[{index}].between"), "the first number is the larger one");
            complaint.help(format!("write `between = [{high}, {low}]`")).alone();
        }
    }
}

struct Reader<'a> {
    path: String,
    index: usize,
    layout: &'a mut Layout,
    complaints: &'a mut Complaints,
    questions: Vec<(usize, String)>,
}

impl Reader<'_> {
    /// Complains of a key of the expectation, with help unless that is empty.
    fn complain(&mut self, key: &str, message: impl Into<String>, help: &str) {
        let complaint = self.complaints.error(format!("{}{key}", self.path), message);
        if !help.is_empty() {
            complaint.help(help);
        }
    }

    /// Reads an expectation of any kind: its demand in words, and the clauses; none where something is wrong.
    fn expectation(&mut self, text: &Expectation) -> Option<(String, Vec<ExpectedNumber>)> {
        let bounds = text.between.is_some() || text.at_least.is_some() || text.at_most.is_some();
        let kinds = [bounds, text.symmetric.is_some(), !text.ordered.is_empty(), text.monotone.is_some()];
        match kinds.iter().filter(|kind| **kind).count() {
            1 => {}
            0 => {
                let message = "an expectation needs `between`, `at_least` or `at_most`";
                match compared(&text.that) {
                    Some((that, limit)) => {
                        self.complain("", message, &format!("write `that = \"{}\"` and `{limit}`", that.replace('"', "\\\"")));
                    }
                    None => {
                        let help = "for example `at_least = 0.4`; or `symmetric`, `ordered`, `monotone`: `sparring keys SYSTEM expect` tells of each";
                        self.complain("", message, help);
                    }
                }
                return None;
            }
            _ => {
                let help = "write one expectation for each";
                self.complain("", "an expectation is of one kind: bounds, `symmetric`, `ordered` or `monotone`", help);
                return None;
            }
        }
        if text.monotone.is_none() && !text.along.is_empty() {
            self.complain(".along", "`along` belongs to `monotone`", "write `monotone = \"rising\"` or `\"falling\"`");
            return None;
        }
        if bounds {
            return self.bounds(text);
        }
        if let Some(other) = &text.symmetric {
            return self.symmetric(text, other);
        }
        match text.monotone {
            Some(direction) => self.monotone(text, direction),
            None => self.ordered(text),
        }
    }

    /// Reads limits of what a match-up comes to: its demand in words, and what is demanded.
    fn whole(&mut self, text: &Expectation) -> Option<(String, WholeDemand)> {
        let Some((what, columns)) = total(&text.that) else {
            let help = "write `that = \"dominated(rows)\"`, `highest(rows)` or `lowest(rows)`, or of `columns`";
            self.complain(".that", format!("`{}` is nothing that is asked of a match-up", text.that.trim()), help);
            return None;
        };
        if text.rows.is_empty() || text.columns.is_empty() {
            let message = format!("`{}` is about a match-up, and needs `rows` and `columns`", text.that.trim());
            let help = "such as `rows = [\"side.left.Lea.hp_max=8|10|12\"]` and `columns = [\"side.right.Rob.hp_max\"]`";
            self.complain("", message, help);
            return None;
        }
        if text.symmetric.is_some() || !text.ordered.is_empty() || text.monotone.is_some() || !text.along.is_empty() {
            self.complain(
                "",
                "what is expected of a match-up has limits and nothing else",
                "write `at_most`, `at_least` or `between`",
            );
            return None;
        }
        let [rows, of_columns] =
            [(&text.rows, ".rows"), (&text.columns, ".columns")].map(|(lines, key)| self.lines(lines, key));
        let (low, high) = match (text.between, text.at_least, text.at_most) {
            (Some([low, high]), None, None) => (low, high),
            (None, None, None) | (Some(_), ..) => {
                self.complain("", "an expectation needs `between`, or `at_least` or `at_most`", "such as `at_most = 0`");
                return None;
            }
            (None, low, high) => (low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY)),
        };
        let unit = if what == MatrixQuestion::Dominated { ClauseUnit::Plain } else { ClauseUnit::Share };
        let rate = |limit: f64| !limit.is_finite() || (0.0..=1.0).contains(&limit);
        if unit == ClauseUnit::Share && !(rate(low) && rate(high)) {
            self.complain("", "a mean share lies between 0 and 1", "60 % is written 0.6");
            return None;
        }
        if low > high {
            // Of `between` it has been told.
            if text.between.is_none() {
                self.complain(".at_least", "it is more than `at_most`, so that nothing can hold", "exchange the two numbers");
            }
            return None;
        }
        let total = Total { what, columns, margin: text.within.unwrap_or(WITHIN_SHARES) };
        let lines = [rows?, of_columns?];
        Some((limits_in_words(low, high, unit), WholeDemand { what: text.that.trim().to_owned(), total, lines, low, high }))
    }

    /// Reads the lists of one side of a match-up.
    fn lines(&mut self, texts: &[String], key: &str) -> Option<Vec<PathValues>> {
        let mut read = |(at, text): (usize, &String)| match PathValues::read(text) {
            Ok(line) => Some(line),
            Err(error) => {
                self.complain(&format!("{key}[{at}]"), error, "");
                None
            }
        };
        let lines: Vec<Option<PathValues>> = texts.iter().enumerate().map(&mut read).collect();
        lines.into_iter().collect()
    }

    /// Reads limits of a statistic, or of two that an operator joins.
    fn bounds(&mut self, text: &Expectation) -> Option<(String, Vec<ExpectedNumber>)> {
        // `limits` has told of it, but not of what they are limits of.
        if text.between.is_some_and(|[low, high]| low > high) {
            self.quantity(&text.that, ".that");
            return None;
        }
        if text.between.is_some() && (text.at_least.is_some() || text.at_most.is_some()) {
            self.complain(".between", "`between` says both limits", "leave `at_least` and `at_most` out");
            return None;
        }
        let limits = [text.at_least.unwrap_or(f64::NEG_INFINITY), text.at_most.unwrap_or(f64::INFINITY)];
        let [low, high] = text.between.unwrap_or(limits);
        if low > high {
            self.complain(".at_least", "it is more than `at_most`, so that nothing can hold", "exchange the two numbers");
            self.quantity(&text.that, ".that");
            return None;
        }
        let (first, second) = self.quantity(&text.that, ".that")?;
        let rates =
            first.is_rate() && second.as_ref().is_none_or(|(how, second)| *how == TermOperator::Minus && second.is_rate());
        let (what, least) = match second {
            Some(_) => ("a difference of rates lies between -1 and 1", -1.0),
            None => ("a rate lies between 0 and 1", 0.0),
        };
        let keys = if text.between.is_some() { [".between"; 2] } else { [".at_least", ".at_most"] };
        for (key, limit) in keys.into_iter().zip([low, high]) {
            if rates && limit.is_finite() && !(least..=1.0).contains(&limit) {
                let percent = (least * 100.0..=100.0).contains(&limit);
                let help = if percent { format!("{limit} % is written {}", per_cent(limit)) } else { String::new() };
                self.complain(key, format!("{what}, but this is {limit}"), &help);
                return None;
            }
        }
        let unit = match (rates, &second) {
            (false, _) => ClauseUnit::Plain,
            (true, None) => ClauseUnit::Share,
            (true, Some(_)) => ClauseUnit::Points,
        };
        Some((
            limits_in_words(low, high, unit),
            vec![ExpectedNumber { what: text.that.trim().to_owned(), first, second, low, high }],
        ))
    }

    /// Reads the demand that two statistics are the same within a margin.
    fn symmetric(&mut self, text: &Expectation, other: &str) -> Option<(String, Vec<ExpectedNumber>)> {
        let first = self.single(&text.that, ".that");
        let second = self.single(other, ".symmetric");
        let within = self.within(text)?;
        let (first, second) = (first?, second?);
        let what = format!("{} - {}", first.written(), second.written());
        let unit = if first.is_rate() && second.is_rate() { ClauseUnit::Points } else { ClauseUnit::Plain };
        let (least, unit) = told(within, unit);
        let demand = format!("the same as {} within {least}{unit}", second.written());
        Some((
            demand,
            vec![ExpectedNumber { what, first, second: Some((TermOperator::Minus, second)), low: -within, high: within }],
        ))
    }

    /// Reads the demand that each statistic is less than the next, by `within` at least.
    fn ordered(&mut self, text: &Expectation) -> Option<(String, Vec<ExpectedNumber>)> {
        let within = text.within.unwrap_or(0.0);
        let first = self.single(&text.that, ".that");
        let others: Vec<Option<ExpectedStatistic>> =
            text.ordered.iter().enumerate().map(|(at, one)| self.single(one, &format!(".ordered[{at}]"))).collect();
        let all: Vec<ExpectedStatistic> = std::iter::once(first).chain(others).collect::<Option<_>>()?;
        let names: Vec<String> = all[1..].iter().map(ExpectedStatistic::written).collect();
        let step = |pair: &[ExpectedStatistic]| ExpectedNumber {
            what: format!("{} - {}", pair[1].written(), pair[0].written()),
            first: pair[1].clone(),
            second: Some((TermOperator::Minus, pair[0].clone())),
            low: within,
            high: f64::INFINITY,
        };
        Some((format!("less than {}", names.join(", and that less than ")), all.windows(2).map(step).collect()))
    }

    /// Reads the demand that a statistic rises or falls from each step to the next, within a margin.
    fn monotone(&mut self, text: &Expectation, direction: Direction) -> Option<(String, Vec<ExpectedNumber>)> {
        if text.along.len() < 2 {
            self.complain(
                ".along",
                "`along` needs at least two steps",
                "for example [\"book.defend.ar_bonus=0\", \"book.defend.ar_bonus=2\"]",
            );
            return None;
        }
        // It is asked here too, so that a mistake is found when the file is read.
        let own = self.single(&text.that, ".that");
        let within = self.within(text)?;
        let own = own?;
        let at = |set: &String| ExpectedStatistic { sets: vec![set.clone()], own: None, ..own.clone() };
        let (low, high, word) = match direction {
            Direction::Rising => (-within, f64::INFINITY, "rising"),
            Direction::Falling => (f64::NEG_INFINITY, within, "falling"),
        };
        let step = |pair: &[String]| ExpectedNumber {
            what: format!("{} from {} to {}", own.written(), pair[0], pair[1]),
            first: at(&pair[1]),
            second: Some((TermOperator::Minus, at(&pair[0]))),
            low,
            high,
        };
        Some((format!("{word} along {}", text.along.join(", ")), text.along.windows(2).map(step).collect()))
    }

    /// The largest difference that counts as none.
    fn within(&mut self, text: &Expectation) -> Option<f64> {
        let call = text.that.trim();
        let inside = call.split_once('(').map_or("", |(_, inside)| inside);
        let rounds = inside.split([')', ',']).next().is_some_and(|key| key == "rounds" || key.ends_with(".rounds"));
        let known = match call.split('(').next().unwrap_or_default() {
            "win" | "death" | "chance" => Some(WITHIN_SHARES),
            _ if rounds => Some(WITHIN_ROUNDS),
            _ => None,
        };
        let within = text.within.or(known);
        if within.is_none() {
            self.complain("", "how small a difference is none?", "add `within`, in the unit of the statistic");
        }
        within
    }

    /// One statistic, or two that are joined.
    fn quantity(&mut self, text: &str, key: &str) -> Option<(ExpectedStatistic, Option<(TermOperator, ExpectedStatistic)>)> {
        let (first, rest) = split(text);
        let first = self.single(first, key);
        match rest {
            None => Some((first?, None)),
            Some((operator, second)) => {
                let second = self.single(second, key);
                Some((first?, Some((operator, second?))))
            }
        }
    }

    /// One statistic.
    fn single(&mut self, text: &str, key: &str) -> Option<ExpectedStatistic> {
        let (call, file) = match place(text, self.layout) {
            Ok(found) => found,
            Err((message, help)) => {
                let complaint = self.complaints.error(format!("{}{key}", self.path), message);
                for help in help {
                    complaint.help(help);
                }
                return None;
            }
        };
        let asked = ExpectedStatistic { call: call.to_owned(), file: file.map(str::to_owned), sets: Vec::new(), own: None };
        if asked.file.is_some() {
            return Some(asked);
        }
        let metrics = self.layout.catalogue.metrics.len();
        let name = match self.questions.len() {
            0 => format!("expect{}", self.index + 1),
            more => format!("expect{}.{}", self.index + 1, more + 1),
        };
        match statistic(call, &name, self.layout) {
            Ok(statistic) => {
                if self.layout.catalogue.metrics.len() > metrics {
                    self.questions.push((metrics, call.split_whitespace().collect::<Vec<_>>().join(" ")));
                }
                Some(ExpectedStatistic { own: Some(statistic), ..asked })
            }
            Err(refusals) => {
                for (message, help) in refusals {
                    let complaint = self.complaints.error(format!("{}{key}", self.path), message);
                    for help in help {
                        complaint.help(help);
                    }
                }
                None
            }
        }
    }
}

/// The statistic and the limit of a text that has both: `win(left) >= 50%`.
fn compared(that: &str) -> Option<(&str, String)> {
    let that = that.trim();
    let (call, behind) = that.split_at(that.rfind(')')? + 1);
    let operator = ["<=", ">=", "==", "<", ">", "="].into_iter().find(|operator| behind.trim().starts_with(operator))?;
    let written = behind.trim()[operator.len()..].trim();
    let limit = match written.strip_suffix('%') {
        Some(digits) => per_cent(digits.trim().parse().ok()?),
        None => written.parse().ok()?,
    };
    let limit = match operator {
        "<" | "<=" => format!("at_most = {limit}"),
        ">" | ">=" => format!("at_least = {limit}"),
        _ => format!("between = [{limit}, {limit}]"),
    };
    Some((call, limit))
}

/// A number of per cent as a fraction of one, without the noise of the division.
fn per_cent(number: f64) -> f64 {
    (number * 1e10).round() / 1e12
}

impl ExpectedStatistic {
    /// True if it is a share of fights.
    fn is_rate(&self) -> bool {
        ["win(", "death(", "chance("].iter().any(|function| self.call.starts_with(function))
    }

    /// As a designer would write it.
    fn written(&self) -> String {
        match &self.file {
            Some(file) => format!("{} in \"{file}\"", self.call),
            None => self.call.clone(),
        }
    }
}

/// A limit in its unit, without the noise of the multiplication.
fn told(limit: f64, unit: ClauseUnit) -> (f64, &'static str) {
    let (scale, name) = unit.scale();
    ((limit * scale * 1e10).round() / 1e10, name)
}

/// Limits in words: `55 to 70 %`, `at most 30`.
fn limits_in_words(low: f64, high: f64, unit: ClauseUnit) -> String {
    let ((low, unit), (high, _)) = (told(low, unit), told(high, unit));
    match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("{low} to {high}{unit}"),
        (true, false) => format!("at least {low}{unit}"),
        _ => format!("at most {high}{unit}"),
    }
}

/// The text before an operator outside of parentheses and quotes, and what comes behind it.
fn split(text: &str) -> (&str, Option<(TermOperator, &str)>) {
    let (mut depth, mut quoted) = (0_i32, false);
    for (at, letter) in text.char_indices() {
        let operator = match letter {
            '"' => {
                quoted = !quoted;
                continue;
            }
            _ if quoted => continue,
            '(' => {
                depth += 1;
                continue;
            }
            ')' => {
                depth -= 1;
                continue;
            }
            '-' if depth == 0 => TermOperator::Minus,
            '/' if depth == 0 => TermOperator::Over,
            _ => continue,
        };
        return (&text[..at], Some((operator, &text[at + 1..])));
    }
    (text, None)
}

/// Says that a text is no statistic, with what may have been meant.
fn no_statistic(text: &str, layout: &mut Layout) -> StatisticFault {
    let meant = meant_statistic(text, layout).map(|meant| format!("did you mean `{meant}`?"));
    let forms = "write `win(side)`, `death(name)`, `mean(metric)`, `quantile(metric, 90)` or `chance(condition)`";
    (format!("`{text}` is no statistic"), meant.into_iter().chain([forms.to_owned()]).collect())
}

/// Returns the statistic that a text comes near to, if there is one.
fn meant_statistic(text: &str, layout: &mut Layout) -> Option<String> {
    let Some((function, inside)) = text.split_once('(') else {
        if text.contains(['=', '<', '>']) {
            return Some(format!("chance({text})"));
        }
        let index = layout.index_or_sum(&text.replace('"', ""))?;
        return Some(match layout.catalogue.metrics[index].scale {
            Scale::Category(_) => format!("chance({text} == ...)"),
            Scale::Flag => format!("chance({text})"),
            Scale::Amount(_) | Scale::Moment => format!("mean({text})"),
        });
    };
    let function = function.trim();
    let (inside, behind) = match inside.rsplit_once(')') {
        Some((inside, behind)) => (inside, behind.trim()),
        None => (inside, ""),
    };
    if function == "median" {
        return Some(format!("quantile({inside}, 50)"));
    }
    let near = nearest(function, FUNCTIONS).filter(|_| !inside.is_empty() && behind.is_empty())?;
    Some(format!("{near}({inside})"))
}

/// The call of a statistic, and the file it is asked in.
fn place<'t>(text: &'t str, layout: &mut Layout) -> Result<(&'t str, Option<&'t str>), StatisticFault> {
    let text = text.trim();
    let Some(end) = text.rfind(')') else { return Err(no_statistic(text, layout)) };
    let (call, behind) = text.split_at(end + 1);
    if behind.is_empty() {
        return Ok((call, None));
    }
    let file = behind.trim().strip_prefix("in ").map(str::trim);
    let file = file.and_then(|file| file.strip_prefix('"')?.strip_suffix('"')).filter(|file| !file.is_empty());
    match file {
        Some(file) => Ok((call, Some(file))),
        None => Err(no_statistic(text, layout)),
    }
}

/// Reads a call such as `win(party)`. A condition is added to the layout as a metric of this name.
///
/// # Errors
/// With everything that is wrong with it.
pub fn statistic(call: &str, name: &str, layout: &mut Layout) -> Result<Statistic, Vec<StatisticFault>> {
    let form = call.strip_suffix(')').and_then(|call| call.split_once('('));
    let Some((function, inside)) = form.filter(|(function, _)| FUNCTIONS.contains(function)) else {
        return Err(vec![no_statistic(call, layout)]);
    };
    match function {
        "mean" => metric(inside, layout).map(Statistic::Mean),
        "quantile" => {
            let percent = inside.rsplit_once(',').and_then(|(key, percent)| Some((key, percent.trim().parse::<u8>().ok()?)));
            match percent {
                Some((key, percent @ 1..=99)) => metric(key, layout).map(|metric| Statistic::Quantile(metric, percent)),
                _ => Err(vec![(
                    format!("`{call}` needs a metric and a per cent"),
                    vec!["such as `quantile(rounds, 90)`".into()],
                )]),
            }
        }
        "death" => {
            let key = |prefix: &str| format!("{prefix}{}.dead", inside.trim().trim_matches('"'));
            let catalogue = &layout.catalogue;
            // Of a day, whether somebody is dead is said of its end, or of the only fight that it is in.
            let of_fight = || catalogue.metrics.iter().position(|metric| metric.key.ends_with(&key(".")));
            let found = catalogue.index(&key("")).or_else(|| catalogue.index(&key("end."))).or_else(of_fight);
            match found {
                Some(found) => Ok(Statistic::Share(found, 1)),
                None => metric(&key(""), layout).map(Statistic::Mean),
            }
        }
        "win" if layout.catalogue.index("winner").is_none() => Err(vec![of_a_day(inside, &layout.catalogue)]),
        "win" => question(&victory(inside, layout), name, layout).map_err(|refusals| {
            let who = format!("{}.", inside.trim().trim_matches('"'));
            let catalogue = &layout.catalogue;
            if !catalogue.metrics.iter().any(|metric| metric.key.starts_with(&who)) {
                return refusals;
            }
            let labels = catalogue.metrics.iter().find_map(|metric| match &metric.scale {
                Scale::Category(labels) => Some(labels.iter().filter(|label| !label.is_empty() && !typed::is_ending(label))),
                _ => None,
            });
            let sides: Vec<String> = labels.into_iter().flatten().map(|side| format!("`win({})`", typed::name(side))).collect();
            vec![(format!("`{}` is no side", inside.trim()), vec![format!("write {}", sides.join(", "))])]
        }),
        _ => question(inside, name, layout),
    }
}

/// What to write for a victory on a day, which has several fights, or another one than it is asked for.
fn of_a_day(inside: &str, catalogue: &Catalogue) -> StatisticFault {
    let winners: Vec<&str> =
        catalogue.metrics.iter().map(|metric| metric.key.as_str()).filter(|key| key.ends_with(".winner")).collect();
    let bare = inside.trim().trim_matches('"');
    let (fight, side) = bare.split_once('.').map_or((None, bare), |(fight, side)| (Some(format!("{fight}.winner")), side));
    let said = winners.iter().find(|key| fight.as_deref() == Some(**key)).or(winners.last());
    let help = format!("say which of them: `chance({} == {})`", said.unwrap_or(&"fight1.winner"), typed::name(side));
    ("`win(..)` is of one fight, and a day has several".to_owned(), vec![help])
}

/// The index of a metric, or of a sum over a side, which is added to the layout.
fn metric(key: &str, layout: &mut Layout) -> Result<usize, Vec<StatisticFault>> {
    let key = key.trim().replace('"', "");
    let found = layout.index_or_sum(&key);
    let catalogue = &layout.catalogue;
    match found {
        Some(index) if !matches!(catalogue.metrics[index].scale, Scale::Category(_)) => Ok(index),
        Some(_) => Err(vec![(format!("`{key}` is no number"), vec![format!("ask for `chance({key} == ...)`")])]),
        None => Err(vec![(format!("there is no metric `{key}`"), vec![meant(&key, catalogue)])]),
    }
}

/// The condition that a side wins, alone or with its allies.
pub fn victory(side: &str, layout: &Layout) -> String {
    let bare = side.trim().trim_matches('"');
    let victor = layout.victor(bare);
    if victor == bare { format!("winner == {side}") } else { format!("winner == \"{victor}\"") }
}

/// Asks the layout for the share of fights in which a condition holds; else all that is wrong with it.
fn question(condition: &str, name: &str, layout: &mut Layout) -> Result<Statistic, Vec<StatisticFault>> {
    match FightQuestion::new(condition, layout) {
        Ok(question) => Ok(Statistic::Share(layout.ask(name.to_owned(), question), 1)),
        Err(defects) => Err(defects.into_iter().map(|defect| (defect.message, defect.help)).collect()),
    }
}
