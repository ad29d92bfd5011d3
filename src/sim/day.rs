//! One fight number: a whole day played from its first fight to its last rest.

use crate::dice::Dice;
use crate::fight::day::Leg;
use crate::fight::{Counting, Ending, Narrating, Progress, Table, Watch};
use crate::rules::{Loaded, Rules};

use super::layout::Layout;

/// A watch whose numbers can be read.
pub trait Counted: Watch {
    /// The counting watch in it.
    fn counting(&mut self) -> &mut Counting;
}

impl Counted for Counting {
    #[inline]
    fn counting(&mut self) -> &mut Counting {
        self
    }
}

impl Counted for Narrating {
    fn counting(&mut self) -> &mut Counting {
        &mut self.counting
    }
}

/// Plays the fight that has been met to its end.
#[inline(never)]
pub fn fight_out<R: Rules, D: Dice, W: Watch>(rules: &R, fight: &mut R::Fight, table: &mut Table<D, W>) -> Ending {
    loop {
        if let Progress::Over(ending) = rules.step(fight, table) {
            return ending;
        }
    }
}

/// Plays a whole day and fills `values`, one per metric of the layout's catalogue.
pub fn play<R: Rules, D: Dice, W: Counted>(
    loaded: &Loaded<R>,
    layout: &Layout,
    fight: &mut R::Fight,
    table: &mut Table<D, W>,
    values: &mut [i64],
) {
    let rules = &loaded.rules;
    table.watch.counting().counts.clear();
    rules.open(fight, table);
    let (mut block, mut last) = (0, Ending::Draw);
    for leg in &loaded.legs {
        match *leg {
            Leg::Fight(sides) => {
                table.tell("", || format!("Fight {}", block / layout.block + 1));
                last = rules.meet(sides, fight, table).unwrap_or_else(|| fight_out(rules, fight, table));
                let place = &mut values[block..block + layout.block];
                rules.measure(fight, &table.watch.counting().counts, last, place);
                block += layout.block;
                if layout.day.is_some() {
                    table.watch.counting().counts.clear();
                    rules.part(fight, table);
                }
            }
            Leg::Rest(rest) => {
                table.tell("", || "A rest".to_owned());
                rules.rest(rest, fight, table);
            }
            Leg::Travel(minutes) => {
                table.tell("", || format!("{minutes} minutes on the road"));
                rules.travel(minutes, fight, table);
            }
        }
    }
    if layout.day.is_some() {
        end_of_day(rules, layout, (fight, last), table, values);
    }
    layout.answer(values);
}

/// What is said of a day as a whole; a copy of the last block's place serves to read the state once more.
fn end_of_day<R: Rules, D: Dice, W: Counted>(
    rules: &R,
    layout: &Layout,
    (fight, last): (&R::Fight, Ending),
    table: &mut Table<D, W>,
    values: &mut [i64],
) {
    let blocks = layout.block * layout.fights;
    let scratch = layout.catalogue.metrics.len();
    rules.measure(fight, &table.watch.counting().counts, last, &mut values[scratch..]);
    for (place, &metric) in layout.end.iter().enumerate() {
        values[blocks + place] = values[scratch + metric];
    }
    layout.measure_day(&mut values[..scratch]);
}
