//! The page of a check and its badge: what moved, which contract, how to bless.
//!
//! Owns what stands on the page and what the badge says. Says nothing that the [`Line`]s do not say. Start at
//! [`CheckReport::html`].

use askama::Template;

use super::{CheckReport, Counts, Line, Verdict};
use crate::analysis::contract::Standing;
use crate::error::Failure;

/// Height of the badge.
const HEIGHT: usize = 20;
/// Width of a letter of the badge; its text is set to fill the guess.
const LETTER: usize = 7;
/// What the badge is about.
const LABEL: &str = "balance";

#[derive(Template)]
#[template(path = "check.html")]
struct Page<'a> {
    report: &'a CheckReport,
    summary: String,
    badge: String,
    /// What is not as it should be, the worst first.
    open: Vec<Line>,
    /// What is as it should be, by scenario.
    passed: Vec<(String, Vec<Line>)>,
}

impl Page<'_> {
    /// The class of a verdict in the style sheet, with its mark.
    fn mark(&self, line: &Line) -> (&'static str, &'static str) {
        match line.verdict {
            Verdict::Passed => ("holds", "\u{2713}"),
            Verdict::Undecided => ("undecided", "?"),
            Verdict::Failed | Verdict::Error => ("broken", "\u{2717}"),
        }
    }
}

impl CheckReport {
    /// The verdicts as one page that needs nothing else.
    ///
    /// # Errors
    /// A bug in the program.
    pub fn html(&self) -> Result<String, Failure> {
        let (mut open, mut passed) = (Vec::new(), Vec::<(String, Vec<Line>)>::new());
        for line in self.lines() {
            if line.verdict != Verdict::Passed {
                open.push(line);
            } else if let Some((_, lines)) = passed.last_mut().filter(|(scenario, _)| *scenario == line.scenario) {
                lines.push(line);
            } else {
                passed.push((line.scenario.clone(), vec![line]));
            }
        }
        open.sort_by_key(|line| line.verdict);
        let page = Page { report: self, summary: self.summary(), badge: self.badge_text().0, open, passed };
        page.render().map_err(|error| Failure::Bug(format!("the page could not be made: {error}")))
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

    /// What the badge says, and its colour.
    fn badge_text(&self) -> (String, &'static str) {
        let Counts { failed, undecided, passed } = self.counts();
        let standings = || self.entries.iter().flat_map(|entry| &entry.checked.contracts);
        let holding = standings().filter(|kept| kept.standing == Standing::Holds).count();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::check::{Checked, Judge, Kept};
    use crate::analysis::contract::Contract;
    use crate::report::check::Entry;

    fn report(standings: &[Standing]) -> CheckReport {
        let contracts = standings.iter().enumerate().map(|(index, _)| Contract {
            that: format!("win(<{index}>)"),
            because: "somebody <b> said so".into(),
            if_violated: String::new(),
            line: 3,
            clauses: Vec::new(),
        });
        let kept = standings.iter().map(|&standing| Kept { standing, clauses: Vec::new(), fights: 1000, by: Judge::Fights });
        let entry = Entry {
            name: "vogt/duel".into(),
            file: "duel.toml".into(),
            typed: "duel.toml".into(),
            baseline_wanted: false,
            since: None,
            contracts: contracts.collect(),
            checked: Checked { contracts: kept.collect(), ..Checked::default() },
        };
        CheckReport {
            command: "sparring check".into(),
            alarms: 0.001,
            out_of_time: false,
            failed: Vec::new(),
            entries: vec![entry],
        }
    }

    #[test]
    fn the_badge_never_hides_what_is_wrong() {
        use Standing::{Broken, Holds, Undecided};
        let says = |standings: &[Standing]| report(standings).badge_text().0;
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
    fn the_page_shows_what_is_wrong_first_and_folds_what_passed() {
        let page = report(&[Standing::Holds, Standing::Broken]).html().expect("a page");
        let (broken, folded) = (page.find("win(&#60;1&#62;)").expect("broken"), page.find("<details").expect("folded"));
        let passed = page.find("win(&#60;0&#62;)").expect("passed");
        assert!(broken < folded && folded < passed, "{page}");
        assert!(page.contains("see: sparring run duel.toml --fights") && page.contains("duel.toml, line 3"), "{page}");
        assert!(!page.contains("<b> said"), "{page}");
    }
}
