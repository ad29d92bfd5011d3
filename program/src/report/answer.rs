//! The answer: the sentence with which every report opens, and the warnings that belong to it.
//!
//! Owns what is said in words about the outcome as a whole. Start at [`verdict`].

use crate::report::figure::{Figure, Kind, decimals, fixed, thousands};
use crate::report::reading::Reading;
use crate::report::table::{capitalised, part_of_day};
use frame::analysis::outcome::ATTACKS;
use frame::exact::{NEGLIGIBLE, Size, SolverStop};
use frame::fight::{NO_FIGHT, Scale, Subject};
use frame::stats::apart;
use frame::stats::proportion::FEW;
use frame::stats::{Interval, Level};

/// Fewer fights than this deserve a warning.
const FIGHTS_FEW: u64 = 1000;

/// Something to know before the numbers are used.
#[derive(Clone, PartialEq, Debug)]
pub enum Warning {
    /// The run was broken off.
    Interrupted,
    /// There are few fights: this many.
    FewFights(u64),
    /// The precision that was asked for was not reached; the statistic that lacks it, its reach, and the fights needed.
    Imprecise(String, f64, Option<u64>),
    /// Some fights reached the most rounds they may last.
    Timeouts(Figure),
    /// A side never wins, in no fight in which it takes part.
    NeverWins(String, bool),
    /// An exact answer leaves this probability open, for it was stopped at this size.
    Unfinished(SolverStop, Size, f64),
    /// An exact answer was stopped at this size, and played on from there.
    PlayedOn(SolverStop, Size, Onward),
}

/// Fights that were played on from where an exact answer stopped.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Onward {
    /// The probability of what it stands for.
    pub mass: f64,
    /// Fights that were played on.
    pub fights: u64,
    /// Fights from their beginning that would tell as much of who wins, where that is known.
    pub worth: Option<f64>,
}

impl Warning {
    /// The warning and what to do about it.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Warning::Interrupted => "The run was interrupted: the fights below are valid, but fewer than asked for.".into(),
            Warning::FewFights(n) => {
                format!("Only {} fights: the intervals are wide. Play more with --fights.", thousands(*n))
            }
            Warning::Imprecise(limiting, reach, needed) => {
                let more = needed.map(|n| format!(" About {} fights would do.", thousands(n))).unwrap_or_default();
                format!("Not as precise as asked: {limiting} is known to \u{b1} {:.2} percentage points.{more}", reach * 100.0)
            }
            Warning::Timeouts(figure) => {
                format!(
                    "Fights cut off at the most rounds: {}. They count as timeouts; raise rounds_max or end the stalemate.",
                    figure.text()
                )
            }
            Warning::NeverWins(side, true) => {
                format!("No win of {}, and no attack: look at the policies; --lines tells what they did.", the(side))
            }
            Warning::NeverWins(side, false) => {
                let side = the(side);
                format!("No win of {side}. Watch a fight before you trust the numbers; --lines tells what the policies did.")
            }
            Warning::Unfinished(stop, size, share) => unfinished(*stop, size, *share),
            Warning::PlayedOn(stop, size, onward) => played_on(*stop, size, *onward),
        }
    }
}

/// Everything to be warned of.
#[must_use]
pub fn warnings(reading: &Reading) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if reading.facts.interrupted {
        warnings.push(Warning::Interrupted);
    }
    if !reading.exact() && reading.played_on().is_none() && reading.fights() < FIGHTS_FEW {
        warnings.push(Warning::FewFights(reading.fights()));
    }
    if let Some(precision) = reading.facts.precision.as_ref().filter(|precision| !precision.reached.met) {
        let reached = &precision.reached;
        warnings.push(Warning::Imprecise(reached.limiting.clone(), reached.reach, reached.fights_needed));
    }
    // True for a side that wins in any fight in which it takes part; nothing for a side of which that is not known.
    let mut wins: Vec<Option<bool>> = vec![None; reading.facts.sides.len()];
    for (index, scale) in reading.categories() {
        for (value, label) in scale.outcomes() {
            let Some(figure) = reading.share(index, |given| given == value) else { continue };
            if label == "timeout" && figure.value > 0.0 {
                warnings.push(Warning::Timeouts(figure));
            }
            if let Some(side) = reading.facts.sides.iter().position(|side| side == label) {
                let never = figure.value <= 0.0 && !(figure.exact && figure.bounded());
                wins[side] = Some(wins[side].unwrap_or(false) || !never);
            }
        }
    }
    let never = (0..wins.len()).filter(|&side| wins[side] == Some(false));
    let never = never.map(|side| Warning::NeverWins(reading.facts.sides[side].clone(), attacks_never(reading, side)));
    // A foe of a day may be a weak one: that it never wins is no error.
    let day = reading.catalogue.index("winner").is_none();
    warnings.extend(never.filter(|warning| !day || matches!(warning, Warning::NeverWins(_, true))));
    if let Some((stop, size)) = reading.stopped().filter(|(stop, _)| *stop != SolverStop::Within) {
        warnings.push(Warning::Unfinished(stop, size, reading.unresolved()));
    }
    if let Some((solved, played)) = reading.played_on()
        && let Some(stop) = solved.stopped
    {
        let winner = reading.catalogue.index("winner");
        let worth = winner.and_then(|winner| solved.worth(winner, 0));
        let onward = Onward { mass: played.mass, fights: played.tally.fights(), worth };
        warnings.push(Warning::PlayedOn(stop, solved.size, onward));
    }
    warnings
}

/// True if it is known that nobody of a side ever attacked.
fn attacks_never(reading: &Reading, side: usize) -> bool {
    let of_side = |metric: &frame::fight::Metric| match metric.subject {
        Subject::Combatant(slot) => reading.facts.combatants.get(slot.index()).is_some_and(|one| one.side.index() == side),
        _ => false,
    };
    let metrics = reading.catalogue.metrics.iter().enumerate();
    let counted = metrics.filter(|(_, metric)| ATTACKS.contains(&metric.family.as_str()) && of_side(metric));
    let counted: Vec<usize> = counted.map(|(index, _)| index).filter(|&index| reading.knows(index)).collect();
    // Of what is counted blow by blow a solver knows the mean alone.
    let never = |index: usize| match reading.values(index).as_slice() {
        [] => reading.mean(index).is_some_and(|mean| mean.value <= 0.0 && mean.exact),
        values => values.iter().all(|&value| value == 0),
    };
    !counted.is_empty() && counted.into_iter().all(never)
}

/// The reason why a solver stopped, in words.
fn why(stop: SolverStop) -> &'static str {
    match stop {
        SolverStop::Within => "it is known as well as asked",
        SolverStop::States => "there were as many states at a time as --states allows",
        SolverStop::Memory => "states took as much memory as --memory allows",
        SolverStop::Outcomes => "there were as many outcomes of dice as are followed without --time",
        SolverStop::Time => "the time was up that --time allows",
        SolverStop::Interrupted => "it was interrupted",
    }
}

/// The part that was played on because it could not be followed, and the worth of that.
fn played_on(stop: SolverStop, size: &Size, Onward { mass, fights, worth }: Onward) -> String {
    let worth = worth.map_or_else(String::new, |worth| {
        // Two digits are enough.
        let unit = 10_f64.powf((worth.log10() - 1.0).floor());
        let fights = thousands(((worth / unit).round() * unit) as u64);
        format!(" Who wins is known as well as by about {fights} fights from their beginning (--fights).")
    });
    format!(
        "Not everything was followed: {}. {} % of the probability was left after {} outcomes of dice; {} fights were played on from \
         there, each state with its probability. Numbers have the interval of that.{worth} More of --then makes it narrower; --time \
         10m leaves less to be played.",
        why(stop),
        probability(mass),
        thousands(size.outcomes),
        thousands(fights),
    )
}

/// The reason why an exact answer is not finished, and the option that goes further.
fn unfinished(stop: SolverStop, size: &Size, share: f64) -> String {
    let more = match stop {
        SolverStop::States => " More of --states, or --precision without --exact, tells more.",
        SolverStop::Memory => " More of --memory, or --precision without --exact, tells more.",
        SolverStop::Outcomes | SolverStop::Time => " --time 10m, or --precision without --exact, tells more.",
        SolverStop::Within | SolverStop::Interrupted => "",
    };
    format!(
        "Not everything was followed: {}. {} % of the probability is open, after {} outcomes of dice and at most {} states at \
         a time ({} MB).{more}",
        why(stop),
        probability(share),
        thousands(size.outcomes),
        thousands(size.states as u64),
        size.bytes.div_ceil(1 << 20),
    )
}

/// A probability in per cent, rounded up to two significant digits.
fn probability(share: f64) -> String {
    let digits = decimals(share * 100.0);
    let unit = 10f64.powi(-(digits as i32));
    fixed((share * 100.0 / unit - 1e-9).ceil() * unit, digits)
}

/// The answer for players: who won how often, how long it took, who paid for it.
#[must_use]
pub fn verdict(reading: &Reading) -> String {
    // Numbers that are known within bounds are told with them, in the tables; a sentence about round numbers would hide them.
    if reading.stopped().is_some() {
        return outcome(reading);
    }
    let mut sentences = day(reading).unwrap_or_else(|| vec![outcome(reading)]);
    if reading.catalogue.index("winner").is_some() {
        sentences.extend(duration(reading));
    }
    sentences.extend(casualties(reading));
    sentences.retain(|sentence| !sentence.is_empty());
    sentences.join(" ")
}

/// The certainty of the numbers, in one line for those who ask.
#[must_use]
pub fn method_note(reading: &Reading) -> String {
    if reading.stopped().is_some() {
        return format!(
            "Each number lies within its bounds for certain, however the fights go that were not followed ({} % of the \
             probability). Numbers that have no bounds are left out.",
            probability(reading.unresolved())
        );
    }
    if reading.exact() {
        return "Every number is exact: every outcome of every die was followed.".to_owned();
    }
    let percent = (reading.level().confidence() * 1e4).round() / 1e2;
    if let Some((_, played)) = reading.played_on() {
        return format!(
            "What was followed to its end is exact; the rest, {} % of the probability, was played on from there. After \u{b1} and in \
             brackets: the {percent} % interval of each number by itself, of which only that part has an error. What has to be \
             counted blow by blow is left out.",
            probability(played.mass)
        );
    }
    format!(
        "After \u{b1} and in brackets: the {percent} % interval of each number by itself (rates: Wilson, Garwood below \
         {FEW} cases). Several together are wrong more often than one."
    )
}

/// A side with its article: names in lower case are words, others are names.
pub(super) fn the(side: &str) -> String {
    if side.chars().next().is_some_and(char::is_lowercase) { format!("the {side}") } else { side.to_owned() }
}

/// A side or a kind of combatant with what it does now: `the knight wins`, `the wardens win`. A word in lower case that ends like several
/// is several.
pub(super) fn does(side: &str, verb: &str) -> String {
    let last = side.split([' ', '_', '-']).next_back().unwrap_or_default();
    let several = side.chars().next().is_some_and(char::is_lowercase)
        && last.ends_with('s')
        && !["ss", "us", "is"].iter().any(|end| last.ends_with(end));
    format!("{} {verb}{}", the(side), if several { "" } else { "s" })
}

/// The outcomes of a fight by share: sides first by their share, then what is no victory.
struct Endings {
    sides: Vec<(String, Figure)>,
    stalemates: Vec<(String, Figure)>,
}

impl Endings {
    /// Parts the outcomes of a metric into sides that win and other endings, each with the likeliest first.
    fn of(reading: &Reading, index: usize, scale: &Scale) -> Self {
        let mut endings = Endings { sides: Vec::new(), stalemates: Vec::new() };
        for (value, label) in scale.outcomes() {
            let Some(figure) = reading.share(index, |given| given == value) else { continue };
            let is_side = reading.facts.sides.contains(label);
            let list = if is_side { &mut endings.sides } else { &mut endings.stalemates };
            list.push((label.clone(), figure));
        }
        // The order of the file decides between equals.
        endings.sides.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
        endings.stalemates.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
        endings
    }
}

/// Days in which not all fights took place, and none was lost: told from this share on.
const UNFOUGHT_LEAST: f64 = 0.01;

/// The course of a day for the side that fights all of its fights; nothing where there is no such side or no day.
fn day(reading: &Reading) -> Option<Vec<String>> {
    let metrics = reading.catalogue.metrics.iter().enumerate();
    let fights: Vec<_> = metrics.filter(|(_, metric)| metric.is_winner()).collect();
    let side = reading.facts.sides.first()?;
    let value_in = |scale: &Scale| scale.outcomes().find(|(_, label)| *label == side).map(|(value, _)| value);
    let won_all = reading.catalogue.index(&format!("day.{side}.fights_won"))?;
    let won_all = reading.share(won_all, |won| won as usize == fights.len())?;
    let (mut rates, mut never) = (Vec::new(), Vec::new());
    let mut sentences = Vec::new();
    for (index, metric) in &fights {
        let won = value_in(&metric.scale)?;
        let foes = metric.scale.outcomes().map(|(_, label)| label).filter(|label| *label != side);
        let foes: Vec<String> = foes.filter(|label| reading.facts.sides.contains(label)).map(|foe| the(foe)).collect();
        match reading.share(*index, |given| given == won) {
            Some(share) => rates.push((part_of_day(&metric.family)?, foes, share)),
            None => never.push(part_of_day(&metric.family)?),
        }
    }
    sentences.extend(match &never[..] {
        [] => None,
        [only] => Some(format!("{} never took place.", capitalised(only))),
        [first, .., last] => {
            Some(format!("{} and {} others up to {last} never took place.", capitalised(first), never.len() - 1))
        }
    });
    let count = match fights.len() {
        2 => "both fights".to_owned(),
        fights => format!("all {fights} fights"),
    };
    let all = if won_all.nothing() { "never".to_owned() } else { format!("{} times", of_hundred(&won_all)) };
    // Fights that did not take place are not lost, and the day may have gone well without them.
    let lost_in = reading.catalogue.index(&format!("day.{side}.fight_lost"));
    let unbeaten = lost_in.and_then(|index| reading.share(index, |fight| fight == 0));
    let unbeaten = unbeaten.filter(|share| share.value - won_all.value > UNFOUGHT_LEAST);
    // Only the fights that took place are known when a lost fight ends no day.
    let whole = reading.catalogue.index("day.fights").filter(|_| lost_in.is_none());
    let whole = whole.and_then(|index| reading.share(index, |fought| fought as usize == fights.len()));
    let won = if whole.is_some_and(|whole| whole.value < 1.0) { "fought and won" } else { "won" };
    sentences.insert(
        0,
        match unbeaten {
            Some(unbeaten) => format!(
                "{} lost no fight {} times, and {all} fought and won {count}.",
                capitalised(&the(side)),
                of_hundred(&unbeaten)
            ),
            None if won_all.nothing() => format!("{} never {won} {count}.", capitalised(&the(side))),
            None => format!("{} {won} {count} {all}.", capitalised(&the(side))),
        },
    );
    if let Some(hardest) = hardest(&rates, reading.level(), &all) {
        sentences.insert(1, hardest);
    }
    let took = fights.iter().map(|(_, metric)| {
        let rounds = reading.catalogue.index(&metric.family.replace("winner", "rounds"))?;
        Some(reading.quantile(rounds, 50)?.value)
    });
    if let Some(took) = took.collect::<Option<Vec<_>>>().filter(|took| took.len() <= NAMED_MOST) {
        let took: Vec<String> = took.iter().map(ToString::to_string).collect();
        sentences.push(format!("The fights usually took {} rounds.", listed(&took)));
    }
    Some(sentences)
}

/// A fight of a day in words, the foes in it, and the share of them that is won.
type Rate = (String, Vec<String>, Figure);

/// The fight of a day that is won least often, or those of which any may be that. Nothing where no fight is told apart from
/// another one, nor where too many are alike to be named. `all` is how often all of them are won, in words.
fn hardest(rates: &[Rate], level: Level, all: &str) -> Option<String> {
    let together = apart::together(level, rates.len());
    let found = apart::smallest(&rates.iter().map(|(.., share)| share.at(level, together)).collect::<Vec<_>>())?;
    let known = if found.open.is_empty() { "" } else { ", of those that days enough came to," };
    let won = |share: &Figure| match share.kind {
        Kind::Share(Some(0)) => "never won".to_owned(),
        _ => format!("{} won", of_hundred(share)),
    };
    match &found.named[..] {
        [only] => {
            let (fight, foes, share) = &rates[*only];
            let came = if all.starts_with(&of_hundred(share)) { String::new() } else { format!(": {}", won(share)) };
            Some(format!("The hardest{known} was {fight}, against {}{came}.", listed(foes)))
        }
        several if several.len() <= NAMED_MOST => {
            let named = several.iter().map(|&place| format!("{} ({})", rates[place].0, won(&rates[place].2)));
            Some(format!("The hardest{known} were {}: too close to tell which.", listed(&named.collect::<Vec<_>>())))
        }
        _ => None,
    }
}

/// The winner, of every fight of the day.
fn outcome(reading: &Reading) -> String {
    let mut sentences = Vec::new();
    for (index, metric) in reading.catalogue.metrics.iter().enumerate().filter(|(_, metric)| metric.is_winner()) {
        let part = part_of_day(&metric.family);
        let sentence = if reading.knows(index) {
            let endings = Endings::of(reading, index, &metric.scale);
            match reading.stopped() {
                Some(_) => who_wins_within(&endings, reading.open(index)),
                None => {
                    let aside = came_this_far(reading, &metric.family) + &no_fight(reading, &metric.family);
                    format!("{}{aside}", who_won(&endings, reading.exact(), reading.level()))
                }
            }
        } else {
            "nobody was ever left to fight it.".to_owned()
        };
        sentences.push(match part {
            Some(part) => format!("{}: {sentence}", capitalised(&part)),
            None => capitalised(&sentence),
        });
    }
    sentences.join(" ")
}

/// The number of the days that came as far as the fight of this family, where not all of them did.
fn came_this_far(reading: &Reading, family: &str) -> String {
    let fought = family.split_once('.').and_then(|(part, _)| reading.catalogue.index(&format!("{part}.fought")));
    let share = fought.and_then(|fought| reading.share(fought, |fought| fought == 1)).filter(|share| share.value < 1.0);
    share.map(|share| format!(" (It came this far {} times.)", of_hundred(&share))).unwrap_or_default()
}

/// The number of meetings that came to no fight, where that is a way for them to end: nobody can win those.
fn no_fight(reading: &Reading, family: &str) -> String {
    let how = reading.catalogue.index(&family.replace("winner", "how"));
    let share = how.and_then(|how| {
        let none = reading.catalogue.metrics[how].scale.outcomes().find(|(_, label)| *label == NO_FIGHT)?.0;
        reading.share(how, |given| given == none)
    });
    let share = share.filter(|share| share.value > 0.0);
    share
        .map(|share| format!(" ({} meetings came to no fight, and do not count here.)", of_hundred(&share)))
        .unwrap_or_default()
}

/// The shares of victories, by bounds that hold for certain.
fn who_wins_within(endings: &Endings, open: f64) -> String {
    let won = |(index, (side, figure)): (usize, &(String, Figure))| {
        format!("{}{} {}", the(side), if index == 0 { " won" } else { "" }, figure.between())
    };
    let sides: Vec<String> = endings.sides.iter().enumerate().map(won).collect();
    let known = if open > NEGLIGIBLE {
        format!("exact bounds; {} % of the probability not followed", probability(open))
    } else {
        "exact".to_owned()
    };
    format!("{} ({known}).", sides.join(", "))
}

/// The sentence that says which side won how often, or that it is too close to tell; empty without sides.
fn who_won(endings: &Endings, exact: bool, level: Level) -> String {
    let Some((best, most)) = endings.sides.first() else { return String::new() };
    let all: Vec<&(String, Figure)> = endings.sides.iter().chain(&endings.stalemates).collect();
    let counts = parts_of_hundred(&all.iter().map(|(_, figure)| figure).collect::<Vec<_>>());
    let (sides, stalemates) = counts.split_at(endings.sides.len());
    let won = |place: usize| format!("{} won {}", the(&endings.sides[place].0), sides[place]);
    let came: Vec<usize> = (0..all.len()).filter(|&place| all[place].1.high > 0.0 && !all[place].1.nothing()).collect();
    // Of two endings one is the rest of the other: that is one number.
    let together = apart::together(level, came.len().saturating_sub(1));
    let intervals: Vec<Interval> = came.iter().map(|&place| all[place].1.at(level, together)).collect();
    let leading = apart::largest(&intervals).map_or_else(|| (0..came.len()).collect(), |found| found.named);
    let leading: Vec<usize> = leading.into_iter().map(|place| came[place]).collect();
    if leading.iter().all(|&place| place >= endings.sides.len()) && !leading.is_empty() {
        let kinds = leading.iter().map(|&place| {
            let kind = if all[place].0 == "timeout" { "were cut off undecided" } else { "ended with nobody left or a draw" };
            format!("{} fights {kind}", counts[place])
        });
        let won: Vec<String> = (0..sides.len()).map(won).collect();
        return format!("no side prevails: {}; {}.", kinds.collect::<Vec<_>>().join(", "), won.join(", "));
    }
    let others = &endings.sides[1..];
    if others.is_empty() {
        return format!("{} won {} fights.", the(best), of_hundred(most));
    }
    if let [_, _, ..] = leading[..] {
        let said = leading.iter().map(|&place| match place.checked_sub(sides.len()) {
            None => won(place),
            Some(stalemate) if all[place].0 == "timeout" => format!("{} were cut off undecided", stalemates[stalemate]),
            Some(stalemate) => format!("{} ended with nobody left or a draw", stalemates[stalemate]),
        });
        let said: Vec<String> = said.collect();
        let word = if exact || most.high - most.low < 0.05 { "an even fight" } else { "too close to tell from so few fights" };
        return format!("{word}: {}.", said.join(", "));
    }
    match others {
        [(second, _)] => format!("{} beat {} in {} fights.", the(best), the(second), whole(most, &sides[0])),
        _ => {
            let rest = others.iter().zip(&sides[1..]).map(|((side, _), count)| format!("{} {count}", the(side)));
            format!("{} won {} fights, {}.", the(best), whole(most, &sides[0]), rest.collect::<Vec<_>>().join(", "))
        }
    }
}

/// A share in front of its noun: `all of 20,000` where it is all, else as it is counted.
fn whole(figure: &Figure, counted: &str) -> String {
    if matches!(counted, "none" | "all") { of_hundred(figure) } else { counted.to_owned() }
}

/// Shares that make a whole, as players say them: those that are told of a hundred add up to the hundred that they make together,
/// the largest remainders rounded up.
fn parts_of_hundred(shares: &[&Figure]) -> Vec<String> {
    let hundred = |figure: &Figure| counted(figure).1 == 100 && often(figure).contains(" of ");
    let places: Vec<usize> = (0..shares.len()).filter(|&place| hundred(shares[place])).collect();
    let exactly = |place: &usize| shares[*place].value * 100.0;
    let mut counts: Vec<u64> = places.iter().map(|place| exactly(place).floor() as u64).collect();
    let whole = places.iter().map(exactly).sum::<f64>().round() as u64;
    let mut order: Vec<usize> = (0..places.len()).collect();
    let rest = |index: &usize| exactly(&places[*index]).fract();
    order.sort_by(|one, other| rest(other).total_cmp(&rest(one)));
    let short = whole.saturating_sub(counts.iter().sum()) as usize;
    order.iter().take(short).for_each(|&index| counts[index] += 1);
    let mut said: Vec<String> = shares.iter().map(|figure| often(figure)).collect();
    for (place, count) in places.into_iter().zip(counts).filter(|(_, count)| *count > 0) {
        said[place] = format!("{count} of 100");
    }
    said
}

/// A share as players say it: `62 of 100`, `3 of 1,000`, `all 20,000`.
fn of_hundred(figure: &Figure) -> String {
    match figure.kind {
        Kind::Share(Some(0)) if !figure.exact => format!("none of {}", thousands(figure.n)),
        Kind::Share(Some(count)) if !figure.exact && count == figure.n => format!("all of {}", thousands(figure.n)),
        _ => {
            let (count, of) = counted(figure);
            format!("{} of {}", thousands(count), thousands(of))
        }
    }
}

/// A share as a whole number of a hundred or more, but of no more fights than there were.
fn counted(figure: &Figure) -> (u64, u64) {
    let (count, of) = rounded(figure.value);
    match figure.kind {
        Kind::Share(Some(exactly)) if !figure.exact && of > figure.n => (exactly, figure.n),
        _ => (count, of),
    }
}

/// The number of times in a hundred, or in more where it is rare: `62`, `3 in 1,000`, `none`.
fn often(figure: &Figure) -> String {
    match figure.kind {
        Kind::Share(Some(0)) if !figure.exact => "none".to_owned(),
        Kind::Share(Some(count)) if !figure.exact && count == figure.n => "all".to_owned(),
        _ => of_hundred(figure),
    }
}

/// A share as a whole number of a hundred; of a thousand or more where a hundred would say none or all.
pub(super) fn rounded(share: f64) -> (u64, u64) {
    let mut of = 100_u64;
    loop {
        let count = (share * of as f64).round() as u64;
        if (count > 0 && count < of) || share <= 0.0 || share >= 1.0 || of >= 1_000_000_000 {
            return (count, of);
        }
        of *= 10;
    }
}

/// A victory is worth telling of, for the length of fights, from this share on.
const VICTORIES_LEAST: f64 = 0.05;
/// The medians of two kinds of victory are told apart where the one is so many times the other.
const APART_LEAST: f64 = 1.5;
/// The fewest rounds between the medians of two kinds of victory that are told apart.
const APART_ROUNDS: f64 = 3.0;

/// The length of the victories of the two sides that win most, where the one takes much longer than the other: no single length is
/// usual then.
fn by_winner(reading: &Reading) -> Option<String> {
    let winner = reading.catalogue.index("winner")?;
    let endings = Endings::of(reading, winner, &reading.catalogue.metrics[winner].scale);
    let often = endings.sides.iter().filter(|(_, share)| share.value >= VICTORIES_LEAST);
    let took = |side: &String| {
        let rounds = reading.catalogue.index(&format!("{side}.victory_rounds"))?;
        reading.quantile(rounds, 50)
    };
    let [(one, first), (other, second)] = often.map(|(side, _)| Some((side, took(side)?))).collect::<Option<Vec<_>>>()?[..]
    else {
        return None;
    };
    let level = reading.level();
    let [one_took, other_took] = [first, second].map(|figure| figure.at(level, level));
    let (first, second) = (first.value, second.value);
    let (less, more) = (first.min(second), first.max(second));
    let told = apart::less(one_took, other_took) || apart::less(other_took, one_took);
    (told && more - less >= APART_ROUNDS && more >= APART_LEAST * less)
        .then(|| format!("It usually took {first} rounds when {} won, {second} when {} did", the(one), the(other)))
}

/// The duration of a fight.
fn duration(reading: &Reading) -> Option<String> {
    let rounds = reading.catalogue.index("rounds").filter(|&index| reading.knows(index))?;
    let [low, middle, high] = [5, 50, 95].map(|percent| reading.quantile(rounds, percent).map(|figure| figure.value));
    let (low, middle, high) = (low?, middle?, high?);
    let unit = if middle == 1.0 { "round" } else { "rounds" };
    if low == high {
        return Some(format!("It nearly always took {middle} {unit}."));
    }
    let took = by_winner(reading).unwrap_or_else(|| format!("It usually took {middle} {unit}"));
    Some(format!("{took} (9 of 10 fights: {low} to {high})."))
}

/// The share from which somebody goes down nearly always.
const NEARLY_ALWAYS: f64 = 0.95;
/// The number that is named at the most.
const NAMED_MOST: usize = 4;

/// The price: who of the first side goes down nearly always, and how often its members die. A side of one has told its fate by
/// winning or losing.
fn casualties(reading: &Reading) -> Option<String> {
    let whole = if reading.catalogue.index("winner").is_some() { "" } else { "end." };
    let of_side = |family: &'static str| {
        let here = move |subject: Subject| matches!(subject, Subject::Combatant(_)) && reading.who(subject).1 == Some(0);
        let family = format!("{whole}{family}");
        let metrics = reading.catalogue.family(&family).filter(|(_, metric)| here(metric.subject));
        let share = |index: usize| reading.share(index, |value| value != 0);
        let found: Vec<_> =
            metrics.filter_map(|(index, metric)| Some((reading.who(metric.subject).0, share(index)?))).collect();
        found.into_iter()
    };
    let members = reading.facts.combatants.iter().filter(|one| one.side.index() == 0).count();
    if members < 2 {
        return None;
    }
    let down: Vec<String> = of_side("out").filter(|(_, figure)| figure.low >= NEARLY_ALWAYS).map(|(name, _)| name).collect();
    let sorted = |family: &'static str| {
        let mut all: Vec<(String, Figure)> = of_side(family).collect();
        all.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
        all
    };
    let deaths = sorted("dead");
    let named = |all: &[(String, Figure)]| -> String {
        // Equals stand under one name with their number, `raider (6)`.
        let each = |name: &str| match name.strip_suffix(')').and_then(|name| name.rsplit_once(" (")) {
            Some((one, number)) if number.parse::<u32>().is_ok() => format!("each {one}"),
            _ => name.to_owned(),
        };
        let named: Vec<String> =
            all.iter().take(NAMED_MOST).map(|(name, figure)| format!("{} {}", each(name), often(figure))).collect();
        named.join(", ")
    };
    let mut sentences = Vec::new();
    if (1..=NAMED_MOST).contains(&down.len()) && down.len() < members {
        sentences.push(format!("{} nearly always went down.", capitalised(&listed(&down))));
    }
    let rates: Vec<String> = deaths.iter().map(|(_, figure)| often(figure)).collect();
    let side = the(&reading.facts.sides[0]);
    let out = || {
        let fallen: Vec<_> = sorted("out").into_iter().filter(|(_, figure)| !figure.nothing()).collect();
        (!fallen.is_empty()).then(|| format!("Out of the fight: {}.", named(&fallen)))
    };
    match deaths.first() {
        // Rules by which nobody dies.
        None => sentences.extend(out()),
        Some((_, figure)) if figure.nothing() => {
            sentences.push(format!("Nobody of {side} died."));
            sentences.extend(out());
        }
        Some((_, figure)) if rates.iter().all(|rate| *rate == rates[0]) => {
            sentences.push(format!("Each of {side} died in {} fights.", of_hundred(figure)));
        }
        Some(_) => sentences.push(format!("Deaths: {}.", named(&deaths))),
    }
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// Names as a list in a sentence.
pub(super) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use frame::stats::proportion::proportion;
    use frame::stats::testing::UniformNumbers;

    fn share(count: u64, n: u64) -> Figure {
        let Interval { estimate: value, low, high } = proportion(count, n, Level::default()).expect("there are fights");
        Figure { value, low, high, exact: false, n, kind: Kind::Share(Some(count)) }
    }

    fn exactly(value: f64) -> Figure {
        Figure { value, low: value, high: value, exact: true, n: 0, kind: Kind::Share(None) }
    }

    fn of_day(shares: &[Figure]) -> Option<String> {
        let rate = |(number, share): (usize, &Figure)| (format!("fight {number}"), vec!["the right".to_owned()], *share);
        hardest(&(1..).zip(shares).map(rate).collect::<Vec<_>>(), Level::default(), "never")
    }

    #[test]
    fn of_equal_fights_none_is_the_hardest() {
        let (mut luck, mut named) = (UniformNumbers::new(5), 0);
        for _ in 0..200 {
            // Half of the days that came to a fight come to the next one.
            let mut days = 2000;
            let mut shares = Vec::new();
            while days > 0 {
                let won = luck.binomial(days, 0.5);
                shares.push(share(won, days));
                days = won;
            }
            named += u32::from(of_day(&shares).is_some());
        }
        assert!(named <= 10, "{named} of 200");
        assert_eq!(of_day(&[0.5, 0.5 - 1e-12, 0.5].map(exactly)), None, "rounding is no difference");
    }

    #[test]
    fn the_hardest_fight_is_named_or_those_that_may_be_it() {
        let said = of_day(&[share(900, 1000), share(300, 900), share(150, 300), share(1, 3)]);
        assert_eq!(
            said.as_deref(),
            Some("The hardest, of those that days enough came to, was fight 2, against the right: 33 of 100 won.")
        );
        let said = of_day(&[share(900, 1000), share(300, 900), share(104, 300)]);
        let wanted = "The hardest were fight 2 (33 of 100 won) and fight 3 (35 of 100 won): too close to tell which.";
        assert_eq!(said.as_deref(), Some(wanted));
        assert_eq!(
            of_day(&[0.9, 0.5].map(exactly)).as_deref(),
            Some("The hardest was fight 2, against the right: 50 of 100 won.")
        );
    }

    fn ending(sides: &[(&str, Figure)], stalemates: &[(&str, Figure)]) -> Endings {
        let list = |list: &[(&str, Figure)]| list.iter().map(|(name, figure)| ((*name).to_owned(), *figure)).collect();
        Endings { sides: list(sides), stalemates: list(stalemates) }
    }

    #[test]
    fn numbers_of_one_sentence_add_up() {
        let said = who_won(&ending(&[("right", share(206, 400)), ("left", share(194, 400))], &[]), false, Level::default());
        assert_eq!(said, "too close to tell from so few fights: the right won 52 of 100, the left won 48 of 100.");
        let thirds = [("a", share(3400, 10_000)), ("b", share(3320, 10_000)), ("c", share(3280, 10_000))];
        let said = who_won(&ending(&thirds, &[]), false, Level::default());
        assert_eq!(said, "an even fight: the a won 34 of 100, the b won 33 of 100, the c won 33 of 100.");
        let rare = [("a", share(9949, 10_000)), ("b", share(51, 10_000))];
        let said = who_won(&ending(&rare, &[]), false, Level::default());
        assert_eq!(said, "the a beat the b in 99 of 100 fights.");
    }

    #[test]
    fn equal_sides_and_stalemates_are_even_but_for_one_in_twenty() {
        let (mut luck, mut wrong) = (UniformNumbers::new(6), [0; 2]);
        for _ in 0..200 {
            let n = 1000;
            let left = luck.binomial(n, 0.5);
            let mut sides = [("left", share(left, n)), ("right", share(n - left, n))];
            sides.sort_by(|one, other| other.1.value.total_cmp(&one.1.value));
            wrong[0] += u32::from(who_won(&ending(&sides, &[]), false, Level::default()).contains("beat"));
            let mut counts = [0; 3];
            (0..n).for_each(|_| counts[luck.choose(&[1.0 / 3.0; 3])] += 1);
            let mut sides = [("left", share(counts[0], n)), ("right", share(counts[1], n))];
            sides.sort_by(|one, other| other.1.value.total_cmp(&one.1.value));
            let said = who_won(&ending(&sides, &[("timeout", share(counts[2], n))]), false, Level::default());
            wrong[1] += u32::from(!said.starts_with("too close"));
        }
        assert!(wrong.iter().all(|wrong| *wrong <= 18), "{wrong:?} of 200");
    }
}
