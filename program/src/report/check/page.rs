//! The page of a check and its badge: what moved, which contract, how to bless.
//!
//! Owns what stands on the page and what the badge says. Says nothing that the [`Line`]s do not say. Start at
//! [`CheckReport::html`].

use super::words;
use super::{BASELINE, CheckReport, Counts, Entry, Line, Verdict};
use crate::report::document::{Block, Cell, Document, Frame, Grid, Part, Phrase, escaped};
use crate::report::naming;
use frame::analysis::contract::ContractStanding;
use frame::analysis::trend::{Trend, TrendPoint};
use frame::error::Failure;

/// Height of the badge.
const HEIGHT: usize = 20;
/// Width of a letter of the badge; its text is set to fill the guess.
const LETTER: usize = 7;
/// The label of the badge.
const LABEL: &str = "balance";

/// The outcomes of a scenario that are shown.
const SHOWN_MOST: usize = 8;
/// The sentences at the top.
const SENTENCES_MOST: usize = 3;

/// A verdict with its mark, and what is said of it.
fn marked(line: &Line, said: Phrase) -> (&'static str, Phrase) {
    let word = match line.verdict {
        Verdict::Passed => "holds",
        Verdict::Undecided => "undecided",
        Verdict::Failed | Verdict::Error => "broken",
    };
    (word, said)
}

/// A verdict that is not as it should be, with the outcomes that moved most where it is the verdict on a baseline.
fn open(line: &Line, entry: Option<&Entry>) -> Block {
    let held = entry.and_then(|entry| entry.checked.baseline.as_ref()).filter(|_| line.what == BASELINE);
    let facts = held.map_or_else(Vec::new, words::what_moved);
    let rows = facts.iter().take(SHOWN_MOST).map(|fact| {
        let [before, after] = words::levels(fact.finding);
        let bar = |class: &str, part: f64| format!("<span class=\"{class}\" style=\"width:{}%\"></span>", part * 100.0);
        let bars = Phrase::markup(bar("then", before.part) + &bar("c0", after.part));
        let name = Phrase::from(&fact.finding.key).text(" ").classed("because", &fact.others());
        let numbers = format!("{} \u{2192} {} {}", before.number, after.number, after.unit);
        vec![name.into(), Cell::from(bars).classed("track then-now"), numbers.into(), words::step(fact.finding).into()]
    });
    let rows: Vec<Vec<Cell>> = rows.collect();
    let said = Phrase::default().strong(line.verdict.text()).text(format!(" {}: ", line.scenario));
    let mut parts = vec![Block::verdicts([marked(line, said.code(&line.what).line().text(&line.said))])];
    let details = line.details.iter().map(|detail| ("", detail.into())).collect();
    let details = (!line.details.is_empty()).then_some(Block::List("found", details));
    if rows.is_empty() {
        parts.extend(details);
    } else {
        parts.push(Block::Grid(Grid::new("bars moved", &["what moved", "", "then and now", "by"], rows)));
        if let Some(more @ 1..) = facts.len().checked_sub(SHOWN_MOST) {
            parts.push(Block::note(format!("And {more} more.")));
        }
        parts.push(Block::fold("How sure, since which baseline, and what to do", details.into_iter().collect()));
    }
    if line.line > 0 {
        parts.push(Block::note(format!("{}, line {}", line.file, line.line)));
    }
    Block::card("", parts)
}

/// The verdicts of a scenario that are as they should be.
fn passed(lines: &[Line]) -> Block {
    let said = |line: &Line| {
        let said = Phrase::default().code(&line.what).text(format!(": {}", line.said));
        marked(line, line.details.iter().fold(said, |said, detail| said.line().classed("because", detail)))
    };
    Block::topic(format!("{}: {}", lines[0].scenario, lines.len()), vec![Block::verdicts(lines.iter().map(said))])
}

impl Entry {
    /// The victories that moved, in a sentence: `vogt/two-on-one: the knight won 42 instead of 34 of 100 fights`.
    fn sentence(&self) -> Option<String> {
        let held = self.checked.baseline.as_ref()?;
        let said = words::what_moved(held).into_iter().find_map(|fact| {
            let (before, after) = fact.finding.contrast.values();
            naming::moves(&fact.finding.key, before, after)
        });
        Some(format!("{}: {}", self.name, said?))
    }
}

impl CheckReport {
    /// The verdicts as one page that needs nothing else.
    ///
    /// # Errors
    /// A bug in the program.
    pub fn html(&self) -> Result<String, Failure> {
        let lines = self.lines();
        let (right, mut wrong): (Vec<Line>, Vec<Line>) = lines.into_iter().partition(|line| line.verdict == Verdict::Passed);
        wrong.sort_by_key(|line| line.verdict);
        let mut document = Document::new(self.badge_text().0);
        document.frame = Frame { kicker: vec!["check".to_owned()], window: self.summary(), ..document.frame };
        let answers = self.entries.iter().filter_map(Entry::sentence).take(SENTENCES_MOST).chain([self.summary()]);
        document.add([Part::Answers(answers.map(|answer| format!("{answer}.")).collect())]);
        let chapter = |title: &str, blocks: Vec<Block>| {
            let heading = (!blocks.is_empty()).then(|| Block::Quiet(title.into()));
            heading.into_iter().chain(blocks)
        };
        let of = |line: &Line| self.entries.iter().find(|entry| entry.name == line.scenario);
        document.page(chapter("What is not as it should be", wrong.iter().map(|line| open(line, of(line))).collect()));
        let right = right.chunk_by(|one, other| one.scenario == other.scenario).map(passed);
        document.page(chapter("What is as it should be", right.collect()));
        if !self.history.is_empty() {
            let note = Block::note(format!("{} Dashed lines are what is wanted.", self.history));
            let trends = by_scenario(&self.trends).into_iter().map(|(scenario, of)| Block::topic(scenario, vec![drawn(&of)]));
            document.page(chapter("How it came to be", std::iter::once(note).chain(trends).collect()));
        }
        let alarms = format!("In {} % of all checks there is any false alarm.", self.alarms * 100.0);
        document.add([Part::Command(self.command.clone()), Part::Note(alarms)]);
        document.html()
    }

    /// A badge as SVG: what holds, or how much does not.
    #[must_use]
    pub fn badge(&self) -> String {
        let (text, colour) = self.badge_text();
        let room = |text: &str| text.chars().count() * LETTER;
        let (left, right) = (room(LABEL) + 12, room(&text) + 12);
        let word = |text: &str, from: usize, width: usize| {
            let (middle, length) = (from + width / 2, room(text));
            format!("<text x=\"{middle}\" y=\"14\" textLength=\"{length}\" lengthAdjust=\"spacingAndGlyphs\">{text}</text>")
        };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{HEIGHT}\" role=\"img\" aria-label=\"{LABEL}: {text}\">\
             <title>{LABEL}: {text}</title><clipPath id=\"r\"><rect width=\"{width}\" height=\"{HEIGHT}\" rx=\"3\"/></clipPath>\
             <g clip-path=\"url(#r)\"><rect width=\"{left}\" height=\"{HEIGHT}\" fill=\"#444d54\"/>\
             <rect x=\"{left}\" width=\"{right}\" height=\"{HEIGHT}\" fill=\"{colour}\"/></g>\
             <g fill=\"#fff\" text-anchor=\"middle\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">{}{}</g></svg>\n",
            word(LABEL, 0, left),
            word(&text, left, right),
            width = left + right,
        )
    }

    /// The words of the badge, and its colour.
    fn badge_text(&self) -> (String, &'static str) {
        let Counts { failed, undecided, passed } = self.counts();
        let standings = || self.entries.iter().flat_map(|entry| &entry.checked.contracts);
        let holding = standings().filter(|kept| kept.standing == ContractStanding::Holds).count();
        let (good, open, bad) = ("#00694b", "#8a4b00", "#a33b00");
        let named = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        match (failed, self.failed.len(), undecided) {
            (1.., _, _) => (format!("{failed} drifted or broken"), bad),
            (0, 1.., _) => (format!("{} not checked", named(self.failed.len(), "file")), bad),
            (0, 0, 1..) => (format!("{undecided} undecided"), open),
            (0, 0, 0) if holding > 0 => {
                (format!("{} {}", named(holding, "contract"), if holding == 1 { "holds" } else { "hold" }), good)
            }
            (0, 0, 0) => (format!("{} as blessed", named(passed, "baseline")), good),
        }
    }
}

/// Width and height of the picture of a trend.
const TREND: (f64, f64) = (240.0, 48.0);
/// The space that is left free at its edges.
const FREE: f64 = 6.0;

/// Trends by scenario, those first that moved most.
pub fn by_scenario(all: &[Trend]) -> Vec<(&str, Vec<&Trend>)> {
    let scenarios = all.chunk_by(|one, other| one.scenario == other.scenario);
    let mut trends: Vec<(&str, Vec<&Trend>)> = scenarios.map(|of| (of[0].scenario.as_str(), of.iter().collect())).collect();
    let largest = |(_, of): &(&str, Vec<&Trend>)| of.iter().map(|trend| trend.size()).fold(0.0, f64::max);
    trends.sort_by(|one, other| largest(other).total_cmp(&largest(one)));
    trends
}

/// The trends of a scenario as a list of their pictures.
pub fn drawn(trends: &[&Trend]) -> Block {
    let item = |trend: &&Trend| {
        let moved = Phrase::default().code(&trend.that).text(if trend.moved() { " " } else { "" });
        let said = moved.strong(if trend.moved() { "moved" } else { "" }).text(format!(": {}", trend.words()));
        ("", said.line().then(&Phrase::markup(trend.picture())))
    };
    Block::List("found", trends.iter().map(item).collect())
}

/// How a trend is shown.
pub trait TrendShown {
    /// The values before and now, in words.
    fn words(&self) -> String;

    /// The picture: a line through the baselines with their intervals, and the limits that are wanted.
    fn picture(&self) -> String;
}

impl TrendShown for Trend {
    fn words(&self) -> String {
        let said = |point: &TrendPoint| words::in_figures(point.interval, self.unit);
        match &self.points[..] {
            [] => "in no baseline".to_owned(),
            [only] => format!("{} since {}", said(only), only.day),
            [first, .., last] => format!("{} on {}, {} since {}", said(first), first.day, said(last), last.day),
        }
    }

    fn picture(&self) -> String {
        let known = self.points.iter().flat_map(|point| [point.interval.low, point.interval.high]);
        let limits = [self.low, self.high].into_iter().filter(|limit| limit.is_finite());
        let (least, most) =
            known.chain(limits.clone()).fold((f64::MAX, f64::MIN), |(least, most), value| (least.min(value), most.max(value)));
        let span = (most - least).max(f64::MIN_POSITIVE);
        let y = |value: f64| TREND.1 - FREE - (value - least) / span * (TREND.1 - 2.0 * FREE);
        let step = (TREND.0 - 2.0 * FREE) / self.points.len().saturating_sub(1).max(1) as f64;
        let x = |place: usize| FREE + step * place as f64;
        let mut svg = format!(
            "<svg viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" role=\"img\" aria-label=\"{}\">",
            TREND.0,
            TREND.1,
            TREND.0,
            TREND.1,
            escaped(&self.words())
        );
        for limit in limits {
            let at = y(limit);
            svg += &format!(
                "<line x1=\"0\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"currentColor\" stroke-dasharray=\"3 3\" \
                 opacity=\"0.5\"/>",
                TREND.0
            );
        }
        let places: Vec<String> = self
            .points
            .iter()
            .enumerate()
            .map(|(place, point)| format!("{:.1},{:.1}", x(place), y(point.interval.estimate)))
            .collect();
        svg +=
            &format!("<polyline points=\"{}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\"/>", places.join(" "));
        for (place, TrendPoint { day, because, interval }) in self.points.iter().enumerate() {
            let (at, low, high) = (x(place), y(interval.low), y(interval.high));
            svg += &format!(
                "<g><title>{}</title><line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{low:.1}\" y2=\"{high:.1}\" stroke=\"currentColor\"/>\
                 <circle cx=\"{at:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"currentColor\"/></g>",
                escaped(&format!("{day}: {} ({because})", words::in_figures(*interval, self.unit))),
                y(interval.estimate)
            );
        }
        svg + "</svg>"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::check::Entry;
    use frame::analysis::check::{Checked, ContractResult, Judge};
    use frame::analysis::contract::ClauseUnit;
    use frame::analysis::contract::Contract;
    use frame::stats::Interval;

    fn report(standings: &[ContractStanding]) -> CheckReport {
        let contracts = standings.iter().enumerate().map(|(index, _)| Contract {
            that: format!("win(<{index}>)"),
            because: "somebody <b> said so".into(),
            if_violated: String::new(),
            line: 3,
            clauses: Vec::new(),
        });
        let kept =
            standings.iter().map(|&standing| ContractResult { standing, clauses: Vec::new(), fights: 1000, by: Judge::Fights });
        let entry = Entry {
            name: "vogt/duel".into(),
            file: "duel.toml".into(),
            typed: "duel.toml".into(),
            baseline_wanted: false,
            since: None,
            seconds: 0.0,
            contracts: contracts.collect(),
            checked: Checked { contracts: kept.collect(), ..Checked::default() },
        };
        CheckReport {
            command: "sparring check".into(),
            alarms: 0.001,
            out_of_time: false,
            coverage: Vec::new(),
            failed: Vec::new(),
            entries: vec![entry],
            trends: Vec::new(),
            history: String::new(),
        }
    }

    #[test]
    fn the_badge_never_hides_what_is_wrong() {
        use ContractStanding::{Broken, Holds, Undecided};
        let says = |standings: &[ContractStanding]| report(standings).badge_text().0;
        assert_eq!(says(&[Holds, Holds]), "2 contracts hold");
        assert_eq!(says(&[Holds]), "1 contract holds");
        assert_eq!(says(&[Holds, Undecided]), "1 undecided");
        assert_eq!(says(&[Broken, Undecided, Holds]), "1 drifted or broken");
        let mut unread = report(&[Holds]);
        unread.failed.push(("x.toml".into(), "no".into()));
        assert_eq!(unread.badge_text().0, "1 file not checked");
        assert!(report(&[Holds, Holds]).badge().contains("balance: 2 contracts hold"));
    }

    #[test]
    fn a_trend_is_a_line_with_its_limits_and_stands_in_words() {
        let point = |day: &str, estimate: f64| TrendPoint {
            day: day.into(),
            because: "a <reason>".into(),
            interval: Interval { estimate, low: estimate - 0.01, high: estimate + 0.01 },
        };
        let trend = Trend {
            scenario: "vogt/duel".into(),
            that: "win(left) at most 50 %".into(),
            low: f64::NEG_INFINITY,
            high: 0.5,
            unit: ClauseUnit::Share,
            points: vec![point("2026-01-02", 0.3), point("2026-03-04", 0.4)],
        };
        let svg = trend.picture();
        assert!(svg.contains("<polyline points=\"6.0,40.3 234.0,23.1\""), "{svg}");
        assert_eq!((svg.matches("stroke-dasharray").count(), svg.matches("<circle").count()), (1, 2));
        assert!(svg.contains("a &#60;reason&#62;") && !svg.contains("<reason>"), "{svg}");
        let page = CheckReport { trends: vec![trend], history: "The last ones.".into(), ..report(&[ContractStanding::Holds]) };
        let page = page.html().expect("a page");
        assert!(page.contains("30.0 % (29.0 to 31.0) on 2026-01-02, ") && page.contains("The last ones."), "{page}");
    }

    #[test]
    fn the_page_shows_what_is_wrong_first_and_folds_what_passed() {
        let page = report(&[ContractStanding::Holds, ContractStanding::Broken]).html().expect("a page");
        let (broken, folded) = (page.find("win(&#60;1&#62;)").expect("broken"), page.find("<details").expect("folded"));
        let passed = page.find("win(&#60;0&#62;)").expect("passed");
        assert!(broken < folded && folded < passed, "{page}");
        assert!(page.contains("see: sparring run duel.toml --fights") && page.contains("duel.toml, line 3"), "{page}");
        assert!(!page.contains("<b> said"), "{page}");
    }
}
