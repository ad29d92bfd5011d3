//! The layout of a day's metrics: which part of the values belongs to which fight, and what is said of the day as a whole.
//!
//! A scenario of one fight is measured by its core's catalogue as it is. A day of several has one such block per fight, then a
//! block for the state in which the day ends, then what only a day has: fights won, and the fight in which somebody first
//! went down or died.

use crate::fight::day::{Leg, Sides};
use crate::fight::{Catalogue, Metric, Overview, Picture, PictureKind, Scale, Side, Subject};
use crate::rules::{Loaded, Rules};
use crate::sim::Question;

/// Where a day's values stand.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Everything that a day is measured by, in order.
    pub catalogue: Catalogue,
    /// How many metrics one fight has.
    pub block: usize,
    /// How many fights there are.
    pub fights: usize,
    /// For a day of several legs: metrics of the core's catalogue that are repeated at the end of the day.
    pub end: Vec<usize>,
    /// Conditions of expectations, each a metric at the very end.
    pub questions: Vec<Question>,
    /// For such a day: sides, and the pairs (metric "out", metric "dead") of each combatant inside a block.
    pub day: Option<DayMetrics>,
}

/// What is needed to measure a day as a whole.
#[derive(Clone, Debug)]
pub struct DayMetrics {
    /// How many sides there are.
    pub sides: usize,
    /// Index of `winner` inside a block.
    pub winner: usize,
    /// Indices of `out` and `dead` of each combatant inside a block.
    pub fates: Vec<(usize, usize)>,
}

impl Layout {
    /// The layout of a scenario.
    pub fn new<R: Rules>(loaded: &Loaded<R>) -> Self {
        let block = loaded.rules.catalogue();
        let fights = loaded.legs.iter().filter(|leg| matches!(leg, Leg::Fight(_))).count();
        if loaded.legs.len() == 1 {
            let catalogue = block.clone();
            return Layout {
                block: catalogue.metrics.len(),
                catalogue,
                fights,
                end: Vec::new(),
                questions: Vec::new(),
                day: None,
            };
        }
        let mut catalogue = Catalogue::default();
        let day = day_metrics(block, loaded.sides.len());
        let met = loaded.legs.iter().filter_map(|leg| if let Leg::Fight(sides) = leg { Some(*sides) } else { None });
        for (fight, sides) in (1..).zip(met) {
            let mut part = block.prefixed(&format!("fight{fight}."), &format!("Fight {fight}: "));
            forget_absent(&mut part.metrics[day.winner].scale, sides, loaded.sides.len());
            append(&mut catalogue, part);
        }
        let end = at_the_end(loaded, block, &mut catalogue);
        describe_day(loaded, block, &mut catalogue);
        Layout { block: block.metrics.len(), catalogue, fights, end, questions: Vec::new(), day: Some(day) }
    }

    /// Adds a flag that says whether a condition holds; returns its metric.
    pub fn ask(&mut self, key: String, question: Question) -> usize {
        self.questions.push(question);
        self.catalogue.metrics.push(Metric {
            label: key.clone(),
            family: key.clone(),
            key,
            subject: Subject::Fight,
            scale: Scale::Flag,
        });
        self.catalogue.metrics.len() - 1
    }

    /// Fills the flags of the conditions, which are asked of everything before them.
    #[inline]
    pub fn answer(&self, values: &mut [i64]) {
        let first = self.catalogue.metrics.len() - self.questions.len();
        for (index, question) in self.questions.iter().enumerate() {
            values[first + index] = i64::from(question.holds(values));
        }
    }

    /// Fills what is said of the day as a whole, behind the blocks.
    pub fn measure_day(&self, values: &mut [i64]) {
        let (blocks, behind) = values.split_at_mut(self.block * self.fights);
        let whole = &mut behind[self.end.len()..][..self.day_metrics()];
        whole.fill(0);
        for (fight, values) in blocks.chunks_exact(self.block).enumerate() {
            self.remember(fight, values, whole);
        }
    }

    /// How many metrics say something of a day as a whole.
    #[must_use]
    pub fn day_metrics(&self) -> usize {
        self.day.as_ref().map_or(0, |day| day.sides + 2 * day.fates.len())
    }

    /// Adds a fight, by its number from 0 and the values of its block, to what is said of the day as a whole: fights won per
    /// side, then the fights in which each combatant first went down and died.
    pub fn remember(&self, fight: usize, values: &[i64], whole: &mut [i64]) {
        let Some(day) = &self.day else { return };
        let (won, fates) = whole.split_at_mut(day.sides);
        if let Some(won) = usize::try_from(values[day.winner]).ok().and_then(|side| won.get_mut(side)) {
            *won += 1;
        }
        for (first, &(out, dead)) in fates.chunks_exact_mut(2).zip(&day.fates) {
            for (first, fate) in first.iter_mut().zip([out, dead]) {
                if *first == 0 && values[fate] == 1 {
                    *first = fight as i64 + 1;
                }
            }
        }
    }
}

/// A side that is not there cannot win.
fn forget_absent(winner: &mut Scale, there: Sides, sides: usize) {
    let Scale::Category(labels) = winner else { return };
    for (side, label) in (0..).map(Side).zip(labels.iter_mut().take(sides)) {
        if !there.has(side) {
            label.clear();
        }
    }
}

fn append(catalogue: &mut Catalogue, part: Catalogue) {
    catalogue.metrics.extend(part.metrics);
    catalogue.ratios.extend(part.ratios);
    catalogue.overviews.extend(part.overviews);
    catalogue.pictures.extend(part.pictures);
}

/// # Panics
/// When a core's catalogue lacks `winner`, or `out` and `dead` of a combatant: every core has them.
fn day_metrics(block: &Catalogue, sides: usize) -> DayMetrics {
    let winner = block.index("winner").expect("every core measures the winner");
    let dead: Vec<usize> = block.family("dead").map(|(index, _)| index).collect();
    let fates = block.family("out").map(|(index, _)| index).zip(dead).collect();
    DayMetrics { sides, winner, fates }
}

/// The state in which a day ends: the metrics of combatants that depend on the state alone.
fn at_the_end<R: Rules>(loaded: &Loaded<R>, block: &Catalogue, catalogue: &mut Catalogue) -> Vec<usize> {
    let of_state = &block.metrics[..loaded.rules.metrics_of_state()];
    let end: Vec<usize> =
        (0..of_state.len()).filter(|&index| matches!(of_state[index].subject, Subject::Combatant(_))).collect();
    let part = Catalogue { metrics: end.iter().map(|&index| block.metrics[index].clone()).collect(), ..Catalogue::default() };
    let mut marked = part.prefixed("end.", "");
    let has = |family: &str| part.family(family).next().is_some();
    let overviews = block.overviews.iter().filter(|overview| overview.headline);
    for overview in overviews {
        let families: Vec<String> =
            overview.families.iter().filter(|family| has(family)).map(|family| format!("end.{family}")).collect();
        if !families.is_empty() {
            marked.overviews.push(Overview { title: format!("End of the day: {}", overview.title), families, headline: true });
        }
    }
    append(catalogue, marked);
    end
}

/// What only a day has.
fn describe_day<R: Rules>(loaded: &Loaded<R>, block: &Catalogue, catalogue: &mut Catalogue) {
    let mut add = |key: String, family: &str, label: &str, subject, scale| {
        catalogue.metrics.push(Metric { key, family: family.into(), label: label.into(), subject, scale });
    };
    for (index, side) in loaded.sides.iter().enumerate() {
        let subject = Subject::Side(Side(index as u8));
        add(format!("day.{side}.fights_won"), "day.fights_won", "fights won", subject, Scale::Amount("fights"));
    }
    for (_, metric) in block.family("out") {
        let Subject::Combatant(slot) = metric.subject else { continue };
        let name = &loaded.combatants[slot.index()].name;
        add(format!("day.{name}.fight_of_fall"), "day.fight_of_fall", "first down in fight", metric.subject, Scale::Moment);
        add(format!("day.{name}.fight_of_death"), "day.fight_of_death", "died in fight", metric.subject, Scale::Moment);
    }
    let overview = |title: &str, family: &str| Overview { title: title.into(), families: vec![family.into()], headline: true };
    catalogue.overviews.insert(0, overview("The day", "day.fights_won"));
    let picture = |title: &str, family: &str, name: &str, kind| Picture {
        title: title.into(),
        families: vec![(family.into(), name.into())],
        kind,
    };
    let pictures = vec![
        picture("Fights won on the day", "day.fights_won", "fights won", PictureKind::Distribution),
        picture("Not yet down, fight by fight", "day.fight_of_fall", "never down", PictureKind::Survival),
        picture("Alive, fight by fight", "day.fight_of_death", "alive", PictureKind::Survival),
    ];
    catalogue.pictures.splice(0..0, pictures);
}
