//! Stairs: how many days come as far as each of their fights, and after which most of them end.
//!
//! Owns the staircase of a day or a career. Start at [`stairs`].

use crate::report::figure::{Figure, Kind};
use crate::report::reading::Reading;
use crate::report::tracks::{Band, Track, Tracks};
use crate::stats::proportion::proportion;

/// One row per part of a day, as headings name them (`Fight 2`); nothing where fewer than two are counted.
#[must_use]
pub fn stairs(reading: &Reading, parts: &[String]) -> Option<Tracks> {
    let share = |part: &String| {
        let key = format!("{}.fought", part.to_lowercase().replace(' ', ""));
        reading.share(reading.catalogue.index(&key)?, |fought| fought == 1)
    };
    let steps: Vec<(&str, Figure)> = parts.iter().filter_map(|part| Some((part.as_str(), share(part)?))).collect();
    if steps.len() < 2 {
        return None;
    }
    let deadliest = deadliest(&steps.iter().map(|(_, share)| share.value).collect::<Vec<_>>());
    let rows = steps.iter().enumerate().map(|(index, (part, share))| {
        let next = steps.get(index + 1).filter(|_| deadliest.is_some_and(|(step, _)| step == index));
        let note = next.and_then(|(_, next)| lost(reading, share, next)).map(|lost| {
            format!("the deadliest step but for the last: {} of days end here or on the way to the next", lost.text())
        });
        let words = share.words();
        Track {
            name: (*part).to_owned(),
            bands: vec![
                Band { low: 0.0, high: share.value * 100.0, class: if note.is_some() { "step deadly" } else { "step" } },
                Band { low: share.low * 100.0, high: share.high * 100.0, class: "limits" },
            ],
            note: note.unwrap_or_default(),
            marks: Vec::new(),
            number: words.number,
            error: words.error,
        }
    });
    Some(Tracks::new("per cent of days that come this far".into(), 0.0, 100.0, rows))
}

/// The share of days that come to one step and not to the next one.
fn lost(reading: &Reading, here: &Figure, next: &Figure) -> Option<Figure> {
    let (Kind::Share(Some(here)), Kind::Share(Some(next))) = (here.kind, next.kind) else {
        let (low, high) = ((here.low - next.high).max(0.0), here.high - next.low);
        return Some(Figure { value: here.value - next.value, low, high, ..*next });
    };
    let count = here.saturating_sub(next);
    let interval = proportion(count, reading.fights(), reading.level())?;
    let (low, high) = (interval.low, interval.high);
    Some(Figure { value: interval.estimate, low, high, exact: false, n: reading.fights(), kind: Kind::Share(Some(count)) })
}

/// The step after which most days end, with their share; nothing where none ends between two fights.
fn deadliest(shares: &[f64]) -> Option<(usize, f64)> {
    let lost = shares.windows(2).map(|pair| pair[0] - pair[1]).enumerate();
    lost.filter(|(_, lost)| *lost > 0.0).reduce(|most, step| if step.1 > most.1 { step } else { most })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deadliest_step_is_the_largest_and_the_first_of_equals() {
        assert_eq!(deadliest(&[1.0, 0.75, 0.25, 0.0]), Some((1, 0.5)));
        assert_eq!(deadliest(&[1.0, 0.5, 0.0]), Some((0, 0.5)));
        assert_eq!(deadliest(&[1.0, 1.0, 1.0]), None);
        assert_eq!(deadliest(&[1.0]), None);
    }
}
