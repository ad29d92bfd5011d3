//! The chances of one fight: told between its turns, drawn as a curve, and the dice that turned it.
//!
//! Start at [`Storyline::of`]; what is told between the turns is [`events`].

use std::fmt::Write as _;

use serde::Serialize;

use crate::report::chances::{drawn, share};
use crate::report::document::Picture;
use crate::report::figure::{Figure, Kind, thousands};
use crate::report::plot::{Named, Shape};
use crate::report::replay::{Event, Stand};
use crate::report::terminal::wrapped;
use crate::report::told;
use frame::analysis::chances::{Chance, ChanceCourse};
use frame::analysis::turning::{SteppedChances, TurningThrow};
use frame::error::Failure;
use frame::sim::Engine;
use frame::sim::story::{Story, roller};
use frame::stats::proportion::proportion;
use frame::stats::{Interval, Level};

/// A throw that turned a fight, in words.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Turned {
    /// The one who rolled.
    pub who: String,
    /// What the roll is called.
    pub what: &'static str,
    /// The dice with their faces: `11 of a d12`, `6, 5 of 2d6`.
    pub dice: String,
    /// Ledger id of the rule.
    pub rule: &'static str,
    /// The fight of the day, from 1; none where there is only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fight: Option<usize>,
    /// The round, from 1.
    pub round: u32,
    /// The side whose chance it moved most.
    pub side: String,
    /// Its chance before.
    pub from: f64,
    /// Its chance after.
    pub to: f64,
}

impl Turned {
    /// The throw in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Turned { who, what, dice, round, side, .. } = self;
        let fight = self.fight.map(|fight| format!(" of fight {fight}")).unwrap_or_default();
        format!("{who}, {what}: {dice}, in round {round}{fight}: {side} from {} to {}", share(self.from), share(self.to))
    }
}

/// How the chances of a fight went.
#[derive(Clone, PartialEq, Debug)]
pub struct Storyline {
    /// The throws that turned it, the largest move first.
    pub turned: Vec<Turned>,
    /// The curves, one for each fight of the day.
    pub pictures: Vec<Picture>,
    /// Continuations of each state.
    pub continuations: u32,
}

/// The sides of a fight that ever stand between nothing and all.
fn sides(course: &ChanceCourse) -> Vec<usize> {
    (0..course.sides).filter(|&side| course.chances.iter().any(|chance| chance.of(side) > 0.0)).collect()
}

impl Storyline {
    /// What is told of the chances of a fight number.
    ///
    /// # Errors
    /// A bug in the program.
    pub fn of(loaded: &dyn Engine, told: &SteppedChances, continuations: u32) -> Result<Self, Failure> {
        let single = told.courses.len() == 1;
        let turned = |turning: &TurningThrow| {
            let throw = &turning.throw;
            let faces: Vec<String> = throw.faces.iter().map(u32::to_string).collect();
            let count = if faces.len() == 1 { "a ".to_owned() } else { faces.len().to_string() };
            Turned {
                who: roller(loaded, throw.who).to_owned(),
                what: throw.roll.what,
                dice: format!("{} on {count}d{}", faces.join(", "), throw.sides),
                rule: throw.roll.rule,
                fight: (!single).then_some(throw.fight + 1),
                round: turning.round,
                side: loaded.sides()[turning.side].clone(),
                from: turning.chance[0].estimate,
                to: turning.chance[1].estimate,
            }
        };
        let picture = |(fight, course): &(usize, ChanceCourse)| {
            let lines = sides(course).into_iter().map(|side| {
                let name = loaded.sides()[side].clone();
                let figures = course.chances.iter().map(|chance| figure(chance, side)).collect();
                (Named { name, side: Some(side), person: None }, figures)
            });
            let by_round = course.chances.iter().all(|chance| chance.moment.over == chance.moment.begun);
            let axis = format!("{} that are over", if by_round { "rounds" } else { "turns" });
            let shape = Shape::Lines { axis, lines: lines.collect() };
            let title =
                if single { "How the chances went".to_owned() } else { format!("How the chances of fight {} went", fight + 1) };
            let note = format!("{} continuations of each state, with 95 % intervals.", thousands(continuations.into()));
            Ok(Picture::twice(format!("chances-{}", fight + 1), title, note, drawn(shape)?))
        };
        let pictures = told.courses.iter().map(picture).collect::<Result<_, Failure>>()?;
        Ok(Storyline { turned: told.turned.iter().map(turned).collect(), pictures, continuations })
    }

    /// The throws that turned it, for a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        if !self.turned.is_empty() {
            let _ = writeln!(text, "\nWhat turned it");
            for turned in &self.turned {
                let _ = writeln!(text, "{}", wrapped(&format!("  {}  [{}]", turned.sentence(), turned.rule)));
            }
        }
        text
    }
}

/// The chance of a side as a figure.
fn figure(chance: &Chance, side: usize) -> Figure {
    let (interval, kind) = (chance.interval(side, Level::default()), Kind::Share(None));
    chance.trials.map_or_else(|| Figure::exact(interval, kind), |trials| Figure::of(interval, trials.into(), kind))
}

/// The chance of a side.
fn stand(loaded: &dyn Engine, side: usize, interval: Interval) -> Stand {
    let (chance, low, high) = (interval.estimate, interval.low, interval.high);
    Stand { side: loaded.sides()[side].clone(), number: side, chance, low, high }
}

/// The events of a fight, with the chances before each of its steps, and before each turn of a step that is a whole round.
#[must_use]
pub fn events(loaded: &dyn Engine, story: &Story, told: &SteppedChances) -> Vec<Event> {
    let mut standings = told.courses.iter().flat_map(|(_, course)| {
        let sides = sides(course);
        course.before_the_end().iter().map(move |chance| {
            let stand = |&side: &usize| stand(loaded, side, chance.interval(side, Level::default()));
            Event::Chances { sides: sides.iter().map(stand).collect() }
        })
    });
    let mut between = told.between.iter().peekable();
    let mut steps = story.steps.iter().peekable();
    let mut events = Vec::new();
    for (place, event) in told::events(loaded, story).into_iter().enumerate() {
        while steps.next_if(|&&step| step == place).is_some() {
            events.extend(standings.next());
        }
        while let Some(between) = between.next_if(|between| between.place == place) {
            let trials = between.counts.iter().sum::<u32>();
            let stand = |side: usize| {
                let interval = proportion(between.counts[side].into(), trials.into(), Level::default())?;
                Some(stand(loaded, side, interval))
            };
            let sides = sides(&told.courses[between.course].1).into_iter().filter_map(stand).collect();
            events.push(Event::Chances { sides });
        }
        events.push(event);
    }
    events
}
