//! What a match-up says in words.

use crate::report::answer::{does, listed, rounded, the};
use crate::report::figure::{Figure, Kind, fixed, percent_up};
use crate::report::sweep::either;
use crate::report::table::capitalised;
use frame::analysis::matchup::Findings;
use frame::stats::Interval;
use frame::stats::apart::{self, ExtremeSet};
use frame::stats::rank::{Certainty, Dominated};

use super::{DRAWN_TOLD, MatchReport};

/// Entries that a sentence names one by one, at the most.
const NAMED_MOST: usize = 3;
/// Weights below this are not told in a sentence.
const WEIGHT_LEAST: f64 = 0.005;

/// A probability of luck: below a billionth nobody reads the rest.
pub(super) fn chance(chance: f64) -> String {
    match chance {
        chance if chance < 1e-9 => "less than one in a billion".to_owned(),
        chance => format!("below {}", percent_up(chance)),
    }
}

/// Percentage points that are certainly not fewer, with two decimals.
pub(super) fn points_up(share: f64) -> String {
    fixed((share.max(0.0) * 1e4 - 1e-6).ceil() / 1e2, 2)
}

/// So many of so many fights.
fn of(share: f64) -> String {
    let (count, of) = rounded(share);
    format!("{count} of {of} fights")
}

/// Names, or how many there are.
fn some(names: &[String], all: usize) -> String {
    if names.len() > NAMED_MOST { format!("{} of {all}", names.len()) } else { either(names) }
}

impl MatchReport {
    /// The answer, a sentence each; the first for players.
    pub(super) fn answers(&self) -> Vec<String> {
        let Some(found) = &self.found else { return vec!["The match-up is not complete".to_owned()] };
        let best = if self.board.same { self.champion().or_else(|| self.round(found)) } else { None };
        let first = best.unwrap_or_else(|| self.on_average());
        let circles = Some(self.round(found)).flatten().filter(|round| *round != first);
        let all = [Some(first), self.useless(found), circles, self.mixed(found), self.priced(found)];
        all.into_iter().flatten().collect()
    }

    /// The entry that beats all others, if there is one.
    fn champion(&self) -> Option<String> {
        let (rows, together) = (&self.board.rows, self.board.together);
        let ahead = |row: usize, column: usize| {
            self.board
                .share(row, column, together)
                .and_then(|share| apart::side(share, 0.5))
                .is_some_and(std::cmp::Ordering::is_gt)
        };
        let champion = (0..rows.len()).find(|&row| self.board.opponents(row).all(|column| ahead(row, column)))?;
        let share = |column: usize| self.board.share(champion, column, together).map_or(1.0, |share| share.estimate);
        let closest = self.board.opponents(champion).min_by(|&one, &other| share(one).total_cmp(&share(other)))?;
        let name = capitalised(&does(&rows[champion], "beat"));
        Some(match rows.len() {
            2 => format!("{name} {}: it wins {}", the(&rows[closest]), of(share(closest))),
            many => {
                let closest_share = of(share(closest));
                format!(
                    "{name} each of the other {}: {closest_share} against {}, more against the rest",
                    many - 1,
                    the(&rows[closest])
                )
            }
        })
    }

    /// The most certain circle.
    fn round(&self, found: &Findings) -> Option<String> {
        let (circle, _) = found.circles.first()?;
        let steps = circle.iter().zip(circle.iter().cycle().skip(1));
        let step = |(&one, &next): (&usize, &usize)| {
            format!("{} {}", does(&self.board.rows[one], "beat"), the(&self.board.rows[next]))
        };
        let steps: Vec<String> = steps.map(step).collect();
        let more = match found.circles.len() {
            1 => String::new(),
            many => format!("; there are {many} such circles"),
        };
        Some(format!("None of these is best, they go round: {}{more}", listed(&steps)))
    }

    /// The rows that are best on average, and worst.
    fn on_average(&self) -> String {
        let rows = &self.board.rows;
        let name = |found: Option<ExtremeSet>| {
            let names: Vec<String> = found?.named.iter().map(|&row| the(&rows[row])).collect();
            Some(some(&names, rows.len()))
        };
        let level = self.board.level;
        let means: Vec<_> = (0..rows.len())
            .map(|row| {
                let shares: Vec<_> =
                    self.board.opponents(row).filter_map(|column| self.board.share(row, column, self.board.together)).collect();
                frame::stats::rank::mean(&shares)
            })
            .collect();
        let (best, worst) = (apart::largest(&means), apart::smallest(&means));
        let [least, most] = [f64::min as fn(f64, f64) -> f64, f64::max].map(|end| {
            let start = means[0].estimate;
            of(means.iter().map(|mean| mean.estimate).fold(start, end))
        });
        let who = if self.board.same { String::new() } else { format!(" of {}", the(&self.sides[0])) };
        match (name(best), name(worst)) {
            (Some(best), Some(worst)) => {
                format!("Best on average{who}: {best}, with {most}; worst: {worst}, with {least}")
            }
            _ if rows.len() == 1 => format!("{} {most} on average", capitalised(&does(&rows[0], "win"))),
            _ => format!("None of the {} is told apart from another on average, at {level}: {least} to {most}", rows.len()),
        }
    }

    /// What nobody has a reason to take.
    fn useless(&self, found: &Findings) -> Option<String> {
        let shown: Vec<&Dominated> = found.dominated.iter().filter(|one| one.certainty != Certainty::Open).collect();
        let open = found.dominated.len() - shown.len();
        let rows = &self.board.rows;
        match shown[..] {
            [] if rows.len() < 2 => None,
            [] if found.none_dominated => {
                Some("Nothing is dominated: each is better than any other one against something".into())
            }
            [] if open > 0 => Some(format!("Nothing is shown to be dominated; {open} may be: more fights decide")),
            [] => Some("Nothing is shown to be dominated".into()),
            [one] => Some(self.dominated_words(one, rows, &self.board.columns)),
            [first, ..] => {
                let one_by = shown.iter().all(|one| one.by == first.by);
                let name = |one: &&Dominated| {
                    let name = the(&rows[one.row]);
                    if one_by { name } else { format!("{name} (than {})", the(&rows[one.by])) }
                };
                let names: Vec<String> = shown.iter().map(name).collect();
                let than = if one_by { the(&rows[first.by]) } else { "another one".to_owned() };
                Some(format!("{} of {} are never better than {than}: {}", shown.len(), rows.len(), listed(&names)))
            }
        }
    }

    /// That one is never better than another one, and where it is worse.
    pub(super) fn dominated_words(&self, one: &Dominated, names: &[String], against: &[String]) -> String {
        let loss = |which: usize| -> f64 {
            let share = if std::ptr::eq(names, self.board.rows.as_slice()) {
                self.board.share(which, one.worst, self.board.level)
            } else {
                self.board
                    .share(one.worst, which, self.board.level)
                    .map(|share| Interval { estimate: 1.0 - share.estimate, ..share })
            };
            share.map_or(0.0, |share| share.estimate)
        };
        let better = match one.certainty {
            Certainty::Certain => "is never better than".to_owned(),
            Certainty::Within => format!("is nowhere more than {} points better than", points_up(one.edge.high)),
            Certainty::Open => "looks never better than".to_owned(),
        };
        format!(
            "{} {better} {}, and worst against {}: {} instead of {}",
            capitalised(&the(&names[one.row])),
            the(&names[one.by]),
            the(&against[one.worst]),
            rounded(loss(one.row)).0,
            of(loss(one.by))
        )
    }

    /// The best mixture, and what it is worth.
    fn mixed(&self, found: &Findings) -> Option<String> {
        let [of_rows, _] = &found.mixture;
        if self.board.rows.len() < 2 {
            return None;
        }
        let mut order: Vec<usize> = (0..of_rows.len()).filter(|&row| of_rows[row].estimate >= WEIGHT_LEAST).collect();
        order.sort_by(|&one, &other| of_rows[other].estimate.total_cmp(&of_rows[one].estimate).then(one.cmp(&other)));
        let weight = |&row: &usize| {
            let one = of_rows[row];
            let [estimate, low, high] = [one.estimate, one.low, one.high].map(|weight| fixed(weight * 100.0, 0));
            format!("{} {estimate} % ({low} to {high})", self.board.rows[row])
        };
        let weights: Vec<String> = order.iter().map(weight).collect();
        let worth = if self.board.same {
            String::new()
        } else {
            format!(
                ": worth {} to {}, whatever {} takes",
                self.figure(found.value, 0).short(),
                the(&self.sides[0]),
                the(&self.sides[1])
            )
        };
        Some(match &order[..] {
            [only] if of_rows[*only].low > 1.0 - 1e-6 => {
                format!("Who wants to win takes {} every time{worth}", the(&self.board.rows[*only]))
            }
            _ => format!("The mixture that cannot be outguessed: {}{worth}", listed(&weights)),
        })
    }

    /// The span of prices, and how much they explain.
    fn priced(&self, found: &Findings) -> Option<String> {
        let explained = found.strength.explained.filter(|_| self.board.same && self.board.rows.len() > 2)?;
        let prices = &found.strength.rows;
        let by = |&one: &usize, &other: &usize| prices[one].estimate.total_cmp(&prices[other].estimate);
        let (least, most) = ((0..prices.len()).min_by(by)?, (0..prices.len()).max_by(by)?);
        let price = |row: usize| format!("{} ({})", self.price(prices[row]), self.board.rows[row]);
        let explained = self.figure(explained, 0).short();
        Some(format!("One price each, from {} to {}, explains {explained} of the differences", price(least), price(most)))
    }

    /// A price in figures.
    pub(super) fn price(&self, price: Interval) -> String {
        Figure { exact: self.origin.exact, ..Figure::of(price, u64::MAX, Kind::Mean) }.short()
    }

    /// How much prices explain.
    pub(super) fn explained(&self, found: &Findings) -> String {
        let Some(explained) = found.strength.explained else { return "There are no differences to explain.".into() };
        let figure = self.figure(explained, 0).short();
        format!(
            "One price each explains {figure} of the differences (of log odds); circles are in the rest, and no price explains them."
        )
    }

    /// What is to be thought of a row.
    pub(super) fn verdict(&self, row: usize, found: &Findings) -> String {
        let dominated = found.dominated.iter().find(|one| one.row == row);
        let weight = found.mixture[0][row];
        match dominated.map(|one| (one.certainty, &self.board.rows[one.by])) {
            Some((Certainty::Certain, by)) => format!("never better than {by}"),
            Some((Certainty::Within, by)) => format!("not better than {by}, within the margin"),
            Some((Certainty::Open, by)) => format!("perhaps never better than {by}"),
            None if weight.low > 1.0 - 1e-6 => "always the best choice".into(),
            None if weight.low > 0.0 => "part of every best mixture".into(),
            None if weight.high > 1e-6 => "may be part of a best mixture".into(),
            None => "in no best mixture".into(),
        }
    }

    /// The opponents against which a row is worst, or best.
    pub(super) fn opponents(&self, row: usize, end: Option<&ExtremeSet>) -> String {
        let Some(end) = end else { return "none told apart".into() };
        let names: Vec<String> = end.named.iter().map(|&column| self.board.columns[column].clone()).collect();
        let share = match end.named[..] {
            [column] => self.cell(row, column).map_or_else(String::new, |figure| format!(": {}", figure.short())),
            _ => String::new(),
        };
        format!("{}{share}", some(&names, self.board.columns.len()))
    }

    /// How many fights nobody wins, where that is worth telling.
    pub(super) fn drawn(&self) -> Option<String> {
        let drawn =
            self.board.pairings.iter().filter_map(|(one, _)| Some((self.board.known(one.row, one.column)?.drawn(), one)));
        let (most, pairing) = drawn.max_by(|one, other| one.0.total_cmp(&other.0))?;
        (most >= DRAWN_TOLD).then(|| {
            let (row, column) = (&self.board.rows[pairing.row], &self.board.columns[pairing.column]);
            format!(
                "Fights that nobody wins count as half: up to {} % of a pairing ({row} against {column}); a table below has all.",
                fixed(most * 100.0, 1)
            )
        })
    }

    /// That it matters who stands first in the file, where it does.
    pub(super) fn unfair(&self) -> Option<String> {
        let found = self.found.as_ref()?;
        let uneven = found.uneven();
        let most =
            uneven.iter().max_by(|one, other| one.advantage.estimate.abs().total_cmp(&other.advantage.estimate.abs()))?;
        let (row, column) = (&self.board.rows[most.pairing.row], &self.board.columns[most.pairing.column]);
        let points = fixed(most.advantage.estimate.abs() * 100.0, 2);
        let (low, high) =
            (most.advantage.low.abs().min(most.advantage.high.abs()), most.advantage.low.abs().max(most.advantage.high.abs()));
        let who = if most.advantage.estimate > 0.0 { "first" } else { "second" };
        Some(format!(
            "The two sides are not alike: in {} of {} pairings of equals one of them is ahead, by {points} points at the most ({} to {}; {row} \
             against {column}: the {who} of the file). Pairings of two are counted from both sides, so that it evens out.",
            uneven.len(),
            found.seats.len(),
            fixed(low * 100.0, 2),
            fixed(high * 100.0, 2),
        ))
    }
}
