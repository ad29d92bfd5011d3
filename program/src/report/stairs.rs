//! Stairs: how many days come as far as each of their fights, how many of those that meet a fight are lost in it, and who is left.
//!
//! Owns the staircase of a day or a career. Where a side can lose the day the steps are those of its survival, with the numbers at
//! risk; elsewhere they are how many days come to each fight. Start at [`stairs`].

use crate::report::answer::{listed, the};
use crate::report::figure::{Figure, Kind, thousands};
use crate::report::reading::Reading;
use crate::report::table::{Row, Table};
use crate::report::tracks::{Band, Track, Tracks};
use frame::stats::proportion::proportion;
use frame::stats::survival::{Danger, survival};
use frame::stats::{Interval, apart};

/// The stairs of a day, or of a side on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Stairs {
    /// Heading; empty where there is only one thing to tell.
    pub title: String,
    /// One row per fight.
    pub tracks: Tracks,
    /// The numbers with those at risk; nothing where they are all in the rows.
    pub table: Option<Table>,
    /// The notes for those who read them.
    pub note: String,
}

/// The stairs of a day whose parts headings name so (`Fight 2`); nothing of a single fight.
#[must_use]
pub fn stairs(reading: &Reading, parts: &[String]) -> Vec<Stairs> {
    let sides = || 0..reading.facts.sides.len();
    let lost: Vec<Stairs> = sides().filter_map(|side| of_side(reading, parts, side)).collect();
    if !lost.is_empty() {
        return lost;
    }
    let mut living: Vec<Stairs> = sides().filter_map(|side| of_the_living(reading, parts, side)).collect();
    let mut far = how_far(reading, parts);
    if let Some(far) = far.as_mut().filter(|_| !living.is_empty()) {
        far.title = "Days that come this far".to_owned();
    }
    living.splice(0..0, far);
    living
}

/// The key of a metric of a part of the day.
fn key(part: &str, own: &str) -> String {
    format!("{}.{own}", part.to_lowercase().replace(' ', ""))
}

/// The survival of a side that can lose the day; nothing of one that cannot, or where no fight was counted.
fn of_side(reading: &Reading, parts: &[String], side: usize) -> Option<Stairs> {
    let (catalogue, name) = (reading.catalogue, &reading.facts.sides[side]);
    let in_fight = catalogue.index(&format!("day.{name}.fight_lost")).filter(|_| !reading.exact())?;
    let meets = |part: &&String| catalogue.index(&key(part, &format!("{name}.members_out"))).is_some();
    let danger = |part: &String| {
        let number: i64 = part.rsplit(' ').next()?.parse().ok()?;
        let at_risk = reading.n(catalogue.index(&key(part, "winner"))?);
        let Kind::Share(Some(lost)) = reading.share(in_fight, |fight| fight == number)?.kind else { return None };
        Some(Danger { at_risk, lost })
    };
    let met = parts.iter().filter(meets).filter_map(|part| Some((part, danger(part).filter(|danger| danger.at_risk > 0)?)));
    let words = Words {
        title: name.clone(),
        hardest: "the hardest",
        lost: "were beaten",
        axis: format!("per cent in which {} is not yet beaten after this fight", the(name)),
        columns: ["beaten in it", "not yet beaten after it"],
        note: "Days that stop for another reason, such as a goal that is reached, count up to there (Kaplan and Meier)."
            .to_owned(),
    };
    survivors(reading, side, &met.collect::<Vec<_>>(), words)
}

/// The days on which nobody of a side has died yet, where a lost fight ends none; nothing where nobody is followed.
fn of_the_living(reading: &Reading, parts: &[String], side: usize) -> Option<Stairs> {
    let name = &reading.facts.sides[side];
    let danger = |part: &String| {
        let first = reading.catalogue.index(&key(part, &format!("{name}.first_death")))?;
        let Kind::Share(Some(lost)) = reading.share(first, |death| death == 1)?.kind else { return None };
        Some(Danger { at_risk: reading.n(first), lost })
    };
    let met = parts.iter().filter_map(|part| Some((part, danger(part).filter(|danger| danger.at_risk > 0)?)));
    let met: Vec<_> = met.collect();
    if reading.exact() || met.iter().all(|(_, danger)| danger.lost == 0) {
        return None;
    }
    let words = Words {
        title: format!("The first death of {}", the(name)),
        hardest: "the deadliest",
        lost: "lost somebody",
        axis: format!("per cent in which nobody of {} is dead after this fight", the(name)),
        columns: ["first death in it", "nobody dead after it"],
        note: "A death on the way to a fight counts there. Days that end before somebody dies count up to there (Kaplan and Meier)."
            .to_owned(),
    };
    survivors(reading, side, &met, words)
}

/// Fights of a staircase at the most that each say how many were lost; of longer ones only the hardest does.
const NOTED_MOST: usize = 12;

/// The words of a staircase of survival.
struct Words {
    title: String,
    /// The name of the fight that costs most.
    hardest: &'static str,
    /// The fate of days that go no further.
    lost: &'static str,
    axis: String,
    columns: [&'static str; 2],
    note: String,
}

/// The stairs of what is left after each of these fights; nothing of a single one.
fn survivors(reading: &Reading, side: usize, met: &[(&String, Danger)], words: Words) -> Option<Stairs> {
    let name = &reading.facts.sides[side];
    let dangers: Vec<Danger> = met.iter().map(|(_, danger)| *danger).collect();
    let survived = survival(&dangers, reading.level());
    if survived.len() < 2 {
        return None;
    }
    let together = apart::together(reading.level(), survived.len());
    let hazards = dangers.iter().map(|danger| proportion(danger.lost, danger.at_risk, together));
    let worst = most(&hazards.collect::<Option<Vec<_>>>().unwrap_or_default());
    let (mut tracks, mut rows) = (Vec::new(), Vec::new());
    for (step, (&(part, danger), survived)) in met.iter().zip(&survived).enumerate() {
        let hazard = Figure::counted(survived.hazard, danger.lost, danger.at_risk);
        // The rest of all days is no count, unless nobody is lost: some days ended for other reasons.
        let whole = survived.left.estimate >= 1.0;
        let kind = Kind::Share(whole.then_some(danger.at_risk));
        let left = Figure::of(survived.left, danger.at_risk, kind);
        let hardest = worst.contains(&step);
        let count = if danger.lost == 0 { "none".to_owned() } else { thousands(danger.lost) };
        let lost = format!("{count} of {} {}", thousands(danger.at_risk), words.lost);
        let said = left.words();
        tracks.push(Track {
            name: format!("{part}: {}", foes(reading, part, name)),
            note: match (hardest, dangers.len() <= NOTED_MOST) {
                (true, _) if worst.len() == 1 => format!("{}: {lost}", words.hardest),
                (true, _) => format!("one of {}: {lost}", words.hardest),
                (false, true) => lost,
                (false, false) => String::new(),
            },
            bands: vec![
                Band { low: 0.0, high: left.value * 100.0, class: if hardest { "step hardest" } else { "step" } },
                Band { low: left.low * 100.0, high: left.high * 100.0, class: "limits" },
            ],
            marks: Vec::new(),
            number: said.number,
            error: said.error,
        });
        let name = format!("{part}, to which {} came", thousands(danger.at_risk));
        rows.push(Row { name, side: Some(side), cells: vec![Some(hazard), Some(left)] });
    }
    let Words { title, axis, columns, note, .. } = words;
    let columns = columns.map(str::to_owned).to_vec();
    let table = Table { title: title.clone(), rows_are: "fight", columns, rows, headline: false };
    Some(Stairs { title, tracks: Tracks::new(axis, 0.0, 100.0, tracks), table: Some(table), note })
}

/// The sides that a side meets in a fight of the day.
fn foes(reading: &Reading, part: &str, side: &str) -> String {
    let winner = reading.catalogue.index(&key(part, "winner")).map(|index| &reading.catalogue.metrics[index].scale);
    let labels = winner.into_iter().flat_map(|scale| scale.outcomes().map(|(_, label)| label));
    let foes: Vec<String> =
        labels.filter(|label| *label != side && reading.facts.sides.contains(label)).map(|foe| the(foe)).collect();
    listed(&foes)
}

/// The number of days that come to each fight.
fn how_far(reading: &Reading, parts: &[String]) -> Option<Stairs> {
    let share = |part: &String| reading.share(reading.catalogue.index(&key(part, "fought"))?, |fought| fought == 1);
    let steps: Vec<(&str, Figure)> = parts.iter().filter_map(|part| Some((part.as_str(), share(part)?))).collect();
    if steps.len() < 2 {
        return None;
    }
    let lost: Vec<Figure> = steps.windows(2).filter_map(|pair| lost(reading, &pair[0].1, &pair[1].1)).collect();
    let (level, together) = (reading.level(), apart::together(reading.level(), lost.len()));
    let steepest = most(&lost.iter().map(|lost| lost.at(level, together)).collect::<Vec<_>>());
    let rows = steps.iter().enumerate().map(|(index, (part, share))| {
        let lost = lost.get(index).filter(|_| steepest.contains(&index));
        let words_of = if steepest.len() == 1 { "most days end here" } else { "hardly more days end anywhere" };
        let note = lost.map(|lost| format!("{words_of}: {}", lost.text()));
        let words = share.words();
        Track {
            name: (*part).to_owned(),
            bands: vec![
                Band { low: 0.0, high: share.value * 100.0, class: "step" },
                Band { low: share.low * 100.0, high: share.high * 100.0, class: "limits" },
            ],
            note: note.unwrap_or_default(),
            marks: Vec::new(),
            number: words.number,
            error: words.error,
        }
    });
    Some(Stairs {
        title: String::new(),
        tracks: Tracks::new("per cent of days that come this far".into(), 0.0, 100.0, rows),
        table: None,
        note: "A day that ends on the way to the next fight ends here; the cost of the last fight stands below.".to_owned(),
    })
}

/// The share of days that come to one step and not to the next one.
fn lost(reading: &Reading, here: &Figure, next: &Figure) -> Option<Figure> {
    let (Kind::Share(Some(here)), Kind::Share(Some(next))) = (here.kind, next.kind) else {
        let Interval { estimate: value, low, high } = here.interval().minus(next.interval());
        return Some(Figure { value, low: low.max(0.0), high, ..*next });
    };
    Figure::share(here.saturating_sub(next), reading.fights(), reading.level())
}

/// Steps at the most that are marked together because none of them is told apart as the one that costs most.
const MARKED_MOST: usize = 3;

/// The steps that cost most, or of which any may be that; nothing where no step is told apart from another one, or too many are alike.
fn most(costs: &[Interval]) -> Vec<usize> {
    let found = apart::largest(costs).map(|found| found.named);
    found.filter(|steps| steps.len() <= MARKED_MOST).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_step_that_costs_most_is_marked_only_where_it_is_told_apart() {
        let costs = |costs: &[f64], half: f64| costs.iter().map(|&cost| Interval::around(cost, half)).collect::<Vec<_>>();
        assert_eq!(most(&costs(&[0.25, 0.5, 0.25], 0.05)), [1]);
        assert_eq!(most(&costs(&[0.5, 0.5, 0.1], 0.05)), [0, 1]);
        assert_eq!(most(&costs(&[0.25, 0.3, 0.25], 0.05)), [] as [usize; 0]);
        assert_eq!(most(&costs(&[0.5], 0.0)), [] as [usize; 0]);
    }
}
