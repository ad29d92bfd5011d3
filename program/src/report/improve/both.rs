//! The report of a search in which both sides improve in turn: where that ended, or that it goes round.
//!
//! Owns the sentences and tables. What one side finds in its turn is said by the report of [one search](super::ImproveReport). Start at
//! [`BothReport`].

use serde_json::{Value as Json, json};

use super::ImproveReport;
use crate::report::answer::{does, listed, the};
use crate::report::columns::Rows;
use crate::report::compare::forest::{Forest, Row};
use crate::report::compare::words::{line, moved};
use crate::report::document::{Origin, Section, Sheet, Study, interval_json, percent};
use crate::report::figure::{Figure, Kind, fixed, thousands};
use crate::report::listing::Listing;
use crate::report::plot::slug;
use crate::report::table::capitalised;
use frame::analysis::improve::mixture::PolicyMixture;
use frame::analysis::improve::turns::BothEnd;
use frame::error::Failure;
use frame::stats::proportion::proportion;
use frame::stats::zero_sum::Equilibrium;

/// Weights of a mixture below this are none.
const WEIGHT_LEAST: f64 = 0.005;

/// The report of a search in turn.
#[derive(Clone, PartialEq, Debug)]
pub struct BothReport {
    /// The origin.
    pub origin: Origin,
    /// The two sides.
    pub sides: [String; 2],
    /// Each turn: which side, and what it found.
    pub steps: Vec<(usize, ImproveReport)>,
    /// Why it ended.
    pub end: BothEnd,
    /// Where it did not settle: the mixture.
    pub mixture: Option<PolicyMixture>,
    /// At the end: fights that went as each side wants them, and of how many.
    pub last: [[u64; 2]; 2],
}

impl BothReport {
    /// The turns that found something.
    fn gains(&self) -> Vec<(usize, &ImproveReport)> {
        let steps = self.steps.iter().filter(|(_, report)| report.gains_more_than_margin());
        steps.map(|(side, report)| (*side, report)).collect()
    }

    /// The share that a side gets at the end, in words.
    fn share(&self, side: usize) -> String {
        let [count, n] = self.last[side];
        Figure::share(count, n, self.origin.level).map_or_else(|| "-".to_owned(), |share| share.short())
    }

    /// The names of the policies of a side that are mixed, in the order in which they were found: by the turn that found them.
    fn names(&self, side: usize) -> Vec<String> {
        let found =
            self.steps.iter().enumerate().filter(|(_, (whose, report))| *whose == side && report.gains_more_than_margin());
        std::iter::once("as at the beginning".to_owned())
            .chain(found.map(|(turn, _)| format!("as after turn {}", turn + 1)))
            .collect()
    }

    /// The weights of the policies of a side in a mixture.
    fn weights(&self, side: usize, weights: &[f64]) -> String {
        let named = weights.iter().zip(self.names(side)).filter(|(weight, _)| **weight >= WEIGHT_LEAST);
        listed(&named.map(|(weight, name)| format!("{} % {name}", fixed(weight * 100.0, 0))).collect::<Vec<_>>())
    }

    /// The answers in sentences.
    fn answers(&self) -> Vec<String> {
        let [one, other] = self.sides.each_ref().map(|side| the(side));
        let gains = self.gains();
        let mut said = vec![match self.end {
            BothEnd::Settled if gains.is_empty() => {
                format!(
                    "Neither side finds a better way to play: {} {} of fights, {other} {}",
                    does(&self.sides[0], "win"),
                    self.share(0),
                    self.share(1)
                )
            }
            BothEnd::Settled => format!(
                "Where neither side finds anything better any more, {} {} of fights and {other} {}, after {} better ways to play",
                does(&self.sides[0], "win"),
                self.share(0),
                self.share(1),
                gains.len()
            ),
            BothEnd::Circle => format!("It goes round in a circle: {one} and {other} answer each other again and again"),
            BothEnd::Turns => format!("After {} turns there is still something better to find for a side", self.steps.len()),
            BothEnd::Interrupted => "It was interrupted before it came to an end".to_owned(),
        }];
        said[0] = capitalised(&said[0]);
        if let Some(mixture) = &self.mixture {
            let Equilibrium { rows, columns, .. } = &mixture.equilibrium;
            let share = mixture
                .value(self.origin.level)
                .map_or_else(|| "-".to_owned(), |value| Figure::of(value, mixture.fights, Kind::Share(None)).short());
            said.push(format!(
                "Mixed as both would play them, {} {}, {} {}: {} {share} then, draws as half",
                does(&self.sides[0], "play"),
                self.weights(0, rows),
                does(&self.sides[1], "play"),
                self.weights(1, columns),
                does(&self.sides[0], "win")
            ));
        }
        said.extend(gains.iter().map(|(_, report)| report.first_sentence()));
        said
    }

    /// The policies of both sides at the end, as files have them, with how they are followed.
    #[must_use]
    pub fn toml(&self) -> String {
        let last = [0, 1].map(|side| self.gains().into_iter().rev().find(|(whose, _)| *whose == side));
        last.into_iter().flatten().filter_map(|(_, report)| report.toml()).collect::<Vec<_>>().join("\n")
    }

    fn steps(&self) -> Listing {
        let rows = self.steps.iter().enumerate().map(|(turn, (side, report))| {
            let gain = report.confirmed.as_ref().and_then(|confirmed| confirmed.whole.difference(self.origin.level));
            let gain = gain.filter(|_| report.gains_more_than_margin());
            let points = gain.map_or_else(|| "nothing more".to_owned(), |gain| line(&moved(gain, 100.0, "points")));
            vec![(turn + 1).to_string(), self.sides[*side].clone(), points, report.first_sentence()]
        });
        Listing::new(["turn", "side", "gained", "so"], rows)
    }

    fn pasted(&self) -> Listing {
        let toml = self.toml();
        Listing::new(["policy.toml"], toml.lines().map(|line| vec![line.to_owned()]).collect::<Vec<_>>())
    }

    fn matrix(&self) -> Listing {
        let [ours, theirs] = [0, 1].map(|side| self.names(side));
        let mut rows = Vec::new();
        if let Some(mixture) = &self.mixture {
            for (own, line) in ours.iter().zip(&mixture.payoffs) {
                for (other, share) in theirs.iter().zip(line) {
                    let won = mixture.payoff(*share, self.origin.level);
                    let won =
                        won.map_or_else(|| "-".to_owned(), |won| Figure::of(won, mixture.fights, Kind::Share(None)).short());
                    rows.push(vec![own.clone(), other.clone(), won]);
                }
            }
        }
        let [one, other] = &self.sides;
        Listing::new([one.clone(), other.clone(), format!("{}, draws as half", does(one, "win"))], rows)
    }
}

impl Study for BothReport {
    fn sheet(&self) -> Result<Sheet, Failure> {
        let rows = self.steps.iter().enumerate().filter_map(|(turn, (side, report))| {
            let gain = report.confirmed.as_ref()?.whole.difference(self.origin.level)?;
            Some(Row::of_points(format!("{}. {}", turn + 1, self.sides[*side]), gain, report.margin))
        });
        let rows: Vec<Row> = rows.collect();
        let mut pictures = Vec::new();
        if !rows.is_empty() {
            let (title, axis) =
                ("What each turn gains".to_owned(), "percentage points for the side whose turn it is".to_owned());
            let forest = Forest::new(slug("turns"), title, axis, rows);
            pictures.push(forest.picture()?);
        }
        Ok(Sheet {
            origin: self.origin.clone(),
            finished: self.end != BothEnd::Interrupted,
            kind: "improve",
            about: "the play of both sides".into(),
            answers: self.answers(),
            source: format!("n = {} fresh fights a turn, seed {}", thousands(self.origin.fights), self.origin.seed),
            meaning: format!(
                "Intervals: {} each; all of fresh fights, which had no part in a search. Mixtures: of the game in which what one side wins the other loses, by the simplex method, at the shares as they were played; its interval holds for all pairs of policies together.",
                percent(self.origin.level)
            ),
            warnings: if self.end == BothEnd::Interrupted {
                vec!["Interrupted: what was found by then is told.".to_owned()]
            } else {
                Vec::new()
            },
            pictures,
            sections: vec![
                Section::of("Turn by turn", "Each side searches against the other as it played then.", self.steps(), true),
                Section::of("The policies at the end, to be pasted", "", self.pasted(), true),
                Section::of("Each policy against each", "By the turn that found them.", self.matrix(), false),
            ],
        })
    }

    fn known(&self) -> Json {
        let level = self.origin.level;
        let steps = self.steps.iter().map(|(side, report)| -> Json {
            let gain = report.confirmed.as_ref().and_then(|confirmed| confirmed.whole.difference(level));
            json!({
                "side": self.sides[*side], "gained": interval_json(gain), "better": report.gains_more_than_margin(),
                "toml": report.toml(),
            })
        });
        let won = self.last.map(|[count, n]| interval_json(proportion(count, n, level)));
        let mixture = self.mixture.as_ref().map(|mixture| {
            json!({
                "payoffs": mixture.payoffs, "fights": mixture.fights, "value": interval_json(mixture.value(self.origin.level)),
                "rows": mixture.equilibrium.rows, "columns": mixture.equilibrium.columns,
            })
        });
        let known = json!({
            "sides": self.sides, "answers": self.answers(), "end": format!("{:?}", self.end).to_lowercase(),
            "turns": steps.collect::<Vec<_>>(), "won": won, "mixture": mixture,
        });
        self.origin.json("improve", known)
    }

    fn figures(&self) -> String {
        let gain = |report: &ImproveReport| report.confirmed.as_ref()?.whole.difference(self.origin.level);
        let rows = Rows::of((1_u64..).zip(&self.steps))
            .column("turn", |(turn, _)| *turn)
            .column("side", |(_, (side, _))| self.sides[*side].as_str())
            .interval(["gained", "low", "high"], |(_, (_, report))| gain(report));
        rows.csv()
    }
}
