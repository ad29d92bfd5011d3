//! The report of a match-up: who beats whom, and what the whole matrix says.
//!
//! Owns the sentences, tables and the map of match-ups; how a map is drawn is in [`heat`](crate::report::heat). Start at
//! [`MatchReport`].

#[cfg(test)]
mod tests;
mod words;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::report::columns::Rows;
use crate::report::document::{Origin, Picture, Section, Sheet, Study, exactness, interval_json, percent};
use crate::report::figure::{Figure, Kind, fixed, thousands};
use crate::report::heat::Heat;
use crate::report::listing::Listing;
use frame::analysis::matchup::{Findings, KnownPairing, MatchupMatrix, PairingState};
use frame::error::Failure;
use frame::stats::rank::Certainty;
use frame::stats::{Interval, Level};

/// Cells that are furthest from what strength alone foretells, at the most.
const FAR_MOST: usize = 10;
/// Draws of a cell from which on they are told.
const DRAWN_TOLD: f64 = 0.01;

/// The report of a match-up.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchReport {
    /// The origin.
    pub origin: Origin,
    /// The matrix.
    pub board: MatchupMatrix,
    /// Names of the sides, that of the rows first.
    pub sides: [String; 2],
    /// Pairings that cannot be played: row, column and reason.
    pub refused: Vec<[String; 3]>,
    /// The number of all pairings that were asked for.
    all: usize,
    /// The number of pairings that were known from before.
    pub kept: usize,
    /// The reach at which a pairing stopped, if any was asked for.
    pub precision: Option<f64>,
    /// True if a pairing stopped when it was clear who is ahead.
    pub race: bool,
    /// True if rows and columns are the same list, but the sides are not alike.
    pub unlike: bool,
    /// What the whole says; nothing where a cell is missing.
    found: Option<Findings>,
    /// Entries whose names are bare values, and what readers call them.
    spoken: BTreeMap<String, String>,
}

impl MatchReport {
    /// The report of this matrix.
    #[must_use]
    pub fn new(origin: Origin, board: MatchupMatrix, sides: [String; 2], kept: usize) -> Self {
        let all = board.pairings.len();
        let (board, refused) = board.playable();
        let found = board.findings();
        let (precision, race, unlike, spoken) = (None, false, false, BTreeMap::new());
        MatchReport { origin, board, sides, refused, all, kept, precision, race, unlike, found, spoken }
    }

    /// The same, with what readers call entries whose names are bare values: programs get their names.
    #[must_use]
    pub fn spoken_of(self, spoken: BTreeMap<String, String>) -> Self {
        MatchReport { spoken, ..self }
    }

    /// The same with its entries called as readers call them.
    fn in_words(&self) -> Self {
        let said = |name: &String| self.spoken.get(name).unwrap_or(name).clone();
        let mut told = self.clone();
        for names in [&mut told.board.rows, &mut told.board.columns] {
            names.iter_mut().for_each(|name| *name = said(name));
        }
        told.refused.iter_mut().for_each(|[row, column, _]| (*row, *column) = (said(row), said(column)));
        told.spoken.clear();
        told
    }

    /// The number of pairings that were asked for.
    #[must_use]
    pub fn all(&self) -> usize {
        self.all
    }

    /// The report with what pairings were stopped by.
    #[must_use]
    pub fn stopping(self, precision: Option<f64>, race: bool) -> Self {
        MatchReport { precision, race, ..self }
    }

    /// The report of the same list on sides that are not alike, where they are not.
    #[must_use]
    pub fn between(self, unlike: bool) -> Self {
        MatchReport { unlike, ..self }
    }

    /// The order in which rows and columns are shown.
    fn order(&self) -> [Vec<usize>; 2] {
        let plain = || [(0..self.board.rows.len()).collect(), (0..self.board.columns.len()).collect()];
        self.found.as_ref().map_or_else(plain, Findings::order)
    }

    /// A share or mean share as a figure.
    fn figure(&self, interval: Interval, n: u64) -> Figure {
        Figure { exact: self.origin.exact, ..Figure::of(interval, n, Kind::Share(None)) }
    }

    /// The figure of a cell.
    fn cell(&self, row: usize, column: usize) -> Option<Figure> {
        let known = self.board.known(row, column)?;
        let figure = self.figure(known.share(self.level())?, 0);
        Some(match known {
            KnownPairing::Counted(score) if score.drawn == 0 => {
                Figure { n: score.n(), kind: Kind::Share(Some(score.won)), ..figure }
            }
            KnownPairing::Counted(score) => Figure { n: score.n(), ..figure },
            KnownPairing::Solved { .. } => figure,
        })
    }

    /// The level of the intervals that are shown: where a pairing may stop because it is clear, those that allow for that.
    fn level(&self) -> Level {
        if self.race { self.board.together } else { self.board.level }
    }

    /// The fights of each cell that was played.
    fn fights(&self) -> Vec<u64> {
        let counted = |known: &KnownPairing| match known {
            KnownPairing::Counted(score) => Some(score.n()),
            KnownPairing::Solved { .. } => None,
        };
        let played = self.board.pairings.iter().filter_map(|(_, state)| match state {
            PairingState::Played(known) => Some(known),
            _ => None,
        });
        played.flatten().filter_map(counted).collect()
    }

    /// The number of pairings in this state.
    fn count(&self, is: impl Fn(&PairingState) -> bool) -> usize {
        self.board.pairings.iter().filter(|(_, state)| is(state)).count()
    }

    /// The warnings to read before the answer is used.
    fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let all = self.all;
        let open = self.count(|state| *state == PairingState::Open);
        if open > 0 {
            warnings.push(format!(
                "Interrupted: {open} of {all} pairings are missing. The same command goes on with them and keeps the others."
            ));
        }
        if !self.refused.is_empty() {
            warnings.push(format!("{} of {all} pairings cannot be played; the reasons are below.", self.refused.len()));
        }
        if self.found.is_none() {
            warnings.push("Nothing is said of the whole: that takes every cell.".into());
        }
        if self.unlike {
            warnings.push(
                "Rows and columns are the same list, but the two sides are not alike beside it: each list is looked at for itself, and \
                 there are no circles."
                    .into(),
            );
        }
        warnings.extend(self.drawn());
        warnings.extend(self.unfair());
        warnings.extend(self.imprecise());
        warnings
    }

    /// Where pairings have been played to the end and are not as well known as was asked for.
    fn imprecise(&self) -> Option<String> {
        let asked = self.precision.filter(|_| !self.race)?;
        let reach = |row, column| self.board.share(row, column, self.board.level).map(Interval::reach);
        let reaches =
            self.board.pairings.iter().filter_map(|(one, _)| reach(one.row, one.column)).filter(|reach| *reach > asked);
        let short: Vec<f64> = reaches.collect();
        let most = short.iter().copied().fold(0.0, f64::max);
        (!short.is_empty()).then(|| {
            format!(
                "{} of {} pairings are known less well than {} %: \u{b1} {} at the worst. More --fights help.",
                short.len(),
                self.board.pairings.len(),
                asked * 100.0,
                fixed(most * 100.0, 2)
            )
        })
    }

    /// Columns of the matrix in their order, row by row.
    fn matrix(&self) -> Listing {
        let [rows, columns] = self.order();
        let heads = columns.iter().map(|&column| self.board.columns[column].clone());
        let cell = |row: usize, column: usize| {
            self.cell(row, column).map_or_else(|| "-".to_owned(), |figure| figure.short().replace(" %", ""))
        };
        let line = |&row: &usize| {
            std::iter::once(self.board.rows[row].clone()).chain(columns.iter().map(|&column| cell(row, column))).collect()
        };
        Listing::new(std::iter::once("wins in % of".to_owned()).chain(heads), rows.iter().map(line))
    }

    /// The rows with their means, worst and best opponents, and what is to be said of each.
    fn rows(&self, found: &Findings) -> Listing {
        let [rows, _] = self.order();
        let line = |&row: &usize| {
            let mean = self.figure(found.means[row], 0).short();
            let [worst, best] = &found.ends[row];
            let ends = [worst, best].map(|end| self.opponents(row, end.as_ref()));
            let [worst, best] = ends;
            vec![self.board.rows[row].clone(), mean, worst, best, self.verdict(row, found)]
        };
        let rows: Vec<Vec<String>> = rows.iter().map(line).collect();
        Listing::new(["", "wins on average", "worst against", "best against", "what to think of it"], rows)
    }

    /// The columns with what rows win against them.
    fn columns(&self, found: &Findings) -> Listing {
        let [_, columns] = self.order();
        let line = |&column: &usize| {
            let dominated = found.dominated_columns.iter().find(|one| one.row == column);
            let said =
                dominated.map_or_else(String::new, |one| self.dominated_words(one, &self.board.columns, &self.board.rows));
            vec![self.board.columns[column].clone(), self.figure(found.means_of_columns[column], 0).short(), said]
        };
        let rows = columns.iter().map(line).collect::<Vec<_>>();
        Listing::new(["", "rows win against it on average", "what to think of it"], rows)
    }

    /// Entries that are never better than another one.
    fn dominated(&self, found: &Findings) -> Listing {
        let line = |one: &frame::stats::rank::Dominated| {
            let most = if one.certainty == Certainty::Certain {
                "nowhere".to_owned()
            } else {
                format!("nowhere by more than {} points", words::points_up(one.edge.high))
            };
            let (row, by) = (&self.board.rows[one.row], &self.board.rows[one.by]);
            let cells = |row: usize| self.cell(row, one.worst).map_or_else(String::new, |figure| figure.short());
            let worst = format!("against {}: {}, not {}", self.board.columns[one.worst], cells(one.row), cells(one.by));
            let certainty = match one.certainty {
                Certainty::Certain => "certain",
                Certainty::Within => "within the margin",
                Certainty::Open => "open: more fights decide",
            };
            vec![row.clone(), by.clone(), most, worst, certainty.to_owned()]
        };
        let rows = found.dominated.iter().map(line).collect::<Vec<_>>();
        Listing::new(["", "never better than", "better", "worse by most", "that is"], rows)
    }

    /// The circles, step by step.
    fn circles(&self, found: &Findings) -> Listing {
        let line = |(circle, doubt): &(Vec<usize>, f64)| {
            let steps = circle.iter().zip(circle.iter().cycle().skip(1));
            let step = |(&one, &next): (&usize, &usize)| {
                let share = self.cell(one, next).map_or_else(String::new, |figure| figure.short());
                format!("{} beats {} ({share})", self.board.rows[one], self.board.rows[next])
            };
            let steps: Vec<String> = steps.map(step).collect();
            vec![steps.join(", "), if self.origin.exact { "exact".to_owned() } else { words::chance(*doubt) }]
        };
        Listing::new(["circle", "if a step of it were even"], found.circles.iter().map(line).collect::<Vec<_>>())
    }

    /// The weights of an equilibrium.
    fn mixture(&self, found: &Findings) -> Vec<Section> {
        let [of_rows, of_columns] = &found.mixture;
        let listing = |names: &[String], weights: &[Interval]| {
            let mut order: Vec<usize> = (0..names.len()).filter(|&place| weights[place].high > 1e-6).collect();
            order.sort_by(|&one, &other| weights[other].estimate.total_cmp(&weights[one].estimate).then(one.cmp(&other)));
            let line = |place: usize| {
                let Interval { estimate, low, high } = weights[place];
                let [estimate, low, high] = [estimate, low, high].map(|weight| fixed(weight * 100.0, 1));
                vec![names[place].clone(), format!("{estimate} %"), format!("{low} to {high} %")]
            };
            Listing::new(["", "taken in", "may lie between"], order.into_iter().map(line).collect::<Vec<_>>())
        };
        let note = "Whoever mixes so cannot be outguessed: no answer does better against it than what it is worth. Whatever the true \
                    shares are within the intervals, each weight of a best mixture lies within its limits; there may be several.";
        if self.board.same {
            return vec![Section::of("The best mixture", note, listing(&self.board.rows, of_rows), true)];
        }
        let [rows, columns] = &self.sides;
        vec![
            Section::of(format!("The best mixture of {rows}"), note, listing(&self.board.rows, of_rows), true),
            Section::new(format!("The best mixture of {columns}"), listing(&self.board.columns, of_columns)),
        ]
    }

    /// The strengths as prices.
    fn prices(&self, found: &Findings) -> Vec<Section> {
        let listing = |names: &[String], strengths: &[Interval]| {
            let mut order: Vec<usize> = (0..names.len()).collect();
            order.sort_by(|&one, &other| strengths[other].estimate.total_cmp(&strengths[one].estimate).then(one.cmp(&other)));
            let line = |place: usize| vec![names[place].clone(), self.price(strengths[place])];
            Listing::new(["", "price"], order.into_iter().map(line).collect::<Vec<_>>())
        };
        let note = format!(
            "1 is middling; who has twice the price of another wins two of three fights, as far as one number can say it. {}",
            self.explained(found)
        );
        let strength = &found.strength;
        let title = "What each would have to cost";
        if self.board.same {
            return vec![Section::of(title, note, listing(&self.board.rows, &strength.rows), true)];
        }
        let [rows, columns] = &self.sides;
        vec![
            Section::of(format!("{title}: {rows}"), note, listing(&self.board.rows, &strength.rows), false),
            Section::of(format!("{title}: {columns}"), "", listing(&self.board.columns, &strength.columns), false),
        ]
    }

    /// The cells that are furthest from what strength alone foretells.
    fn far(&self, found: &Findings) -> Listing {
        let cells = self.board.far(&found.strength.foretold);
        let line = |&(row, column): &(usize, usize)| {
            let share = self.cell(row, column).map_or_else(String::new, |figure| figure.short());
            let foretold = format!("{} %", fixed(found.strength.foretold[row][column] * 100.0, 1));
            vec![format!("{} against {}", self.board.rows[row], self.board.columns[column]), share, foretold]
        };
        let rows: Vec<Vec<String>> = cells.iter().take(FAR_MOST).map(line).collect();
        Listing::new(["", "wins", "by its price alone"], rows)
    }

    /// What it is worth to stand first in the file.
    fn seats(&self, found: &Findings) -> Listing {
        let line = |seat: &frame::analysis::matchup::Seat| {
            let (row, column) = (&self.board.rows[seat.pairing.row], &self.board.columns[seat.pairing.column]);
            let figure = Figure { exact: self.origin.exact, ..Figure::of(seat.advantage.times(100.0), u64::MAX, Kind::Mean) };
            let word = match frame::stats::apart::side(seat.advantage, 0.0) {
                Some(std::cmp::Ordering::Greater) => "the first one is ahead",
                Some(std::cmp::Ordering::Less) => "the second one is ahead",
                Some(std::cmp::Ordering::Equal) => "even",
                None => "even, as far as can be told",
            };
            let name = if seat.pairing.exchanged { format!("{row} and {column}") } else { format!("{row} against itself") };
            vec![name, format!("{} points", figure.short()), word.to_owned()]
        };
        Listing::new(["", "the first of the file wins more than half", ""], found.seats.iter().map(line).collect::<Vec<_>>())
    }

    /// All tables.
    fn sections(&self) -> Vec<Section> {
        let mut sections = Vec::new();
        if let Some(found) = &self.found {
            sections.push(Section::of("One by one", "", self.rows(found), true));
            if !self.board.same {
                sections.push(Section::of("Against each of the others", "", self.columns(found), true));
            }
            let note = format!(
                "Something is dominated when another choice is as good everywhere and better somewhere: nobody has a reason to take it. \
                 An advantage of no more than {} points counts as none.",
                fixed(self.board.margin * 100.0, 2)
            );
            sections.push(Section::of("Never better than another one", note, self.dominated(found), true));
            let note = "Nobody is best in a circle, and no price makes one even: whoever knows what the other takes wins.";
            sections.push(Section::of("Circles", note, self.circles(found), true));
            sections.extend(self.mixture(found));
            sections.extend(self.prices(found));
            let note = "What a price cannot say: these pairings are won or lost by what meets what.";
            sections.push(Section::of("Furthest from their price", note, self.far(found), false));
        }
        let note = if self.board.same {
            "The row against the column, draws as half; every pairing was played from both sides and counted together."
        } else {
            "The row against the column, draws as half."
        };
        sections.push(Section::of("Who beats whom", note, self.matrix(), true));
        if let Some(found) = self.found.as_ref().filter(|_| self.board.same) {
            let note = "Of equals the one who stands first in the file has to win half; what it wins more is an advantage of the seat. The \
                        intervals hold together.";
            sections.push(Section::of("Is it fair to both seats?", note, self.seats(found), false));
        }
        sections.push(Section::of(
            "Draws and fights without an end",
            "They count as half a victory for both.",
            self.draws(),
            false,
        ));
        let refused = self.refused.iter().map(|cells| cells.to_vec());
        sections.push(Section::of("Pairings that cannot be played", "", Listing::new(["row", "column", "why"], refused), true));
        sections
    }

    /// The pairings with draws, most first.
    fn draws(&self) -> Listing {
        let mut drawn: Vec<(f64, usize, usize)> = self
            .board
            .pairings
            .iter()
            .filter_map(|(one, _)| Some((self.board.known(one.row, one.column)?.drawn(), one.row, one.column)))
            .filter(|(drawn, ..)| *drawn > 0.0)
            .collect();
        drawn.sort_by(|one, other| other.0.total_cmp(&one.0).then((one.1, one.2).cmp(&(other.1, other.2))));
        let line = |&(_, row, column): &(f64, usize, usize)| {
            let said = match self.board.known(row, column) {
                Some(KnownPairing::Counted(score)) => {
                    let interval = frame::stats::proportion::proportion(score.drawn, score.n(), self.board.level);
                    interval.map_or_else(String::new, |one| {
                        Figure { kind: Kind::Share(Some(score.drawn)), n: score.n(), ..self.figure(one, 0) }.short()
                    })
                }
                Some(KnownPairing::Solved { drawn, .. }) => self.figure(drawn, 0).short(),
                None => String::new(),
            };
            vec![format!("{} against {}", self.board.rows[row], self.board.columns[column]), said]
        };
        Listing::new(["", "nobody wins"], drawn.iter().map(line).collect::<Vec<_>>())
    }

    /// The map.
    fn map(&self) -> Result<Picture, Failure> {
        let [rows, columns] = self.order();
        let cell = |row: usize, column: usize| {
            let figure = self.cell(row, column)?;
            let words = figure.words();
            Some((Interval { estimate: figure.value, low: figure.low, high: figure.high }, words.number, words.error))
        };
        let drawing = Heat {
            axes: if self.board.same { ["wins of".into(), "against".into()] } else { self.sides.clone() },
            rows: rows.iter().map(|&row| self.board.rows[row].clone()).collect(),
            columns: columns.iter().map(|&column| self.board.columns[column].clone()).collect(),
            cells: rows.iter().map(|&row| columns.iter().map(|&column| cell(row, column)).collect()).collect(),
            target: Some(0.5),
            reach: Some(0.5),
        };
        let note = "Share of fights that the row wins against the column, draws as half; blue above one half, orange below. The best on \
                    average stand first.";
        Ok(Picture::twice("who-beats-whom".into(), "Who beats whom".into(), note.into(), drawing.draw_both()?))
    }
}

impl Study for MatchReport {
    fn sheet(&self) -> Result<Sheet, Failure> {
        if !self.spoken.is_empty() {
            return self.in_words().sheet();
        }
        let (rows, columns) = (self.board.rows.len(), self.board.columns.len());
        let about = if self.board.same {
            format!("each of {rows} against each")
        } else {
            format!("{rows} of {} against {columns} of {}", self.sides[0], self.sides[1])
        };
        let done = self.count(|state| matches!(state, PairingState::Played(_)));
        let kept = if self.kept > 0 { format!(", {} of them kept from before", self.kept) } else { String::new() };
        let all = self.all;
        let fights = self.fights();
        let n = match (fights.iter().min(), fights.iter().max()) {
            (Some(least), Some(most)) if least == most => format!(", n = {} each", thousands(*least)),
            (Some(least), Some(most)) => format!(", n = {} to {} each", thousands(*least), thousands(*most)),
            _ => String::new(),
        };
        let twice = if self.board.same { ", those of two from both sides" } else { "" };
        let verb = if self.origin.exact { "solved" } else { "played" };
        let seed = if self.origin.exact { String::new() } else { format!(", seed {}", self.origin.seed) };
        let solved = self.board.pairings.iter().filter_map(|(one, _)| match self.board.known(one.row, one.column)? {
            KnownPairing::Solved { share, .. } => Some(share),
            KnownPairing::Counted(_) => None,
        });
        let meaning = if self.origin.exact {
            exactness(solved)
        } else {
            format!(
                "Intervals: {} each{}. What is said of the whole holds at {} for everything together, wherever one looks (Bonferroni \
                 over all pairings{}). All cells are the same fights with the same luck{}.",
                percent(self.level()),
                if self.race { ", wide enough to stop when it was clear" } else { "" },
                percent(self.board.level),
                if self.race { " and looks" } else { "" },
                if self.board.same { ", those with the sides exchanged with luck of their own" } else { "" },
            )
        };
        Ok(Sheet {
            origin: self.origin.clone(),
            finished: self.count(|state| *state == PairingState::Open) == 0,
            kind: "match-up",
            about,
            answers: self.answers(),
            source: format!("{done} of {all} pairings {verb}{kept}{twice}{n}{seed}"),
            meaning,
            warnings: self.warnings(),
            pictures: vec![self.map()?],
            sections: self.sections(),
        })
    }

    fn known(&self) -> Value {
        let (rows, columns) = (&self.board.rows, &self.board.columns);
        let told = self.in_words();
        let each = (0..rows.len()).flat_map(|row| (0..columns.len()).map(move |column| (row, column)));
        let cells = each.map(|(row, column)| {
            let known = self.board.known(row, column);
            let score = match known {
                Some(KnownPairing::Counted(score)) => Some(score),
                _ => None,
            };
            json!({
                "row": rows[row], "column": columns[column], "n": score.map(|score| score.n()), "won": score.map(|score| score.won),
                "drawn": score.map(|score| score.drawn), "lost": score.map(|score| score.lost),
                "share": interval_json(known.and_then(|known| known.share(self.level()))),
                "together": interval_json(known.and_then(|known| known.share(self.board.together))),
            })
        });
        let known = json!({
            "rows": rows, "columns": columns, "sides": self.sides, "same": self.board.same, "answers": told.answers(),
            "warnings": told.warnings(), "cells": cells.collect::<Vec<_>>(),
            "findings": self.found.as_ref().map_or(Value::Null, |found| self.findings_json(found)),
        });
        self.origin.json("matchup", known)
    }

    fn figures(&self) -> String {
        let (rows, columns) = (&self.board.rows, &self.board.columns);
        let each = (0..rows.len()).flat_map(|row| (0..columns.len()).map(move |column| (row, column)));
        let score = |known: &Option<KnownPairing>| match known {
            Some(KnownPairing::Counted(score)) => Some(*score),
            _ => None,
        };
        let rows = Rows::of(each.map(|(row, column)| (&rows[row], &columns[column], self.board.known(row, column))))
            .column("row", |(row, ..)| row.as_str())
            .column("column", |(_, column, _)| column.as_str())
            .column("n", |(.., known)| score(known).map(frame::stats::score::Score::n))
            .column("won", |(.., known)| score(known).map(|score| score.won))
            .column("drawn", |(.., known)| score(known).map(|score| score.drawn))
            .column("lost", |(.., known)| score(known).map(|score| score.lost))
            .interval(["share", "low", "high"], |(.., known)| known.and_then(|known| known.share(self.level())));
        rows.csv()
    }
}

impl MatchReport {
    /// What the whole says, for programs.
    fn findings_json(&self, found: &Findings) -> Value {
        let (rows, columns) = (&self.board.rows, &self.board.columns);
        let named = |names: &[String], of: &[Interval]| -> Value {
            names.iter().zip(of).map(|(name, one)| json!({ "name": name, "figure": interval_json(Some(*one)) })).collect()
        };
        let dominated = |all: &[frame::stats::rank::Dominated], names: &[String], against: &[String]| -> Value {
            let one = |one: &frame::stats::rank::Dominated| {
                json!({
                    "name": names[one.row], "by": names[one.by], "worst_against": against[one.worst],
                    "certainty": match one.certainty {
                        Certainty::Certain => "certain",
                        Certainty::Within => "within the margin",
                        Certainty::Open => "open",
                    },
                    "edge": interval_json(Some(one.edge)),
                })
            };
            all.iter().map(one).collect()
        };
        let circles: Value = (found.circles.iter())
            .map(|(circle, doubt)| json!({ "members": circle.iter().map(|&one| &rows[one]).collect::<Vec<_>>(), "chance_if_even": doubt }))
            .collect();
        let seats: Value = (found.seats.iter())
            .map(|seat| {
                json!({
                    "row": rows[seat.pairing.row], "column": columns[seat.pairing.column], "advantage": interval_json(Some(seat.advantage)),
                })
            })
            .collect();
        json!({
            "means": named(rows, &found.means),
            "means_of_columns": named(columns, &found.means_of_columns),
            "dominated": dominated(&found.dominated, rows, columns),
            "dominated_columns": dominated(&found.dominated_columns, columns, rows),
            "circles": circles,
            "value": interval_json(Some(found.value)),
            "mixture": named(rows, &found.mixture[0]),
            "mixture_of_columns": named(columns, &found.mixture[1]),
            "prices": named(rows, &found.strength.rows),
            "prices_of_columns": named(columns, &found.strength.columns),
            "explained_by_prices": interval_json(found.strength.explained),
            "seats": seats,
        })
    }
}
