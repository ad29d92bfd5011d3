//! From the story of a fight to what is told of it: its events, and what it came to.
//!
//! Owns which metrics of its end are told, and how their values are worded. Start at [`events`].

use frame::dice::TurnedDie;
use frame::fight::watch::StoryEntry;
use frame::fight::{ABSENT, Catalogue, Metric, Offer, Scale};
use frame::sim::story::{Story, roller};
use frame::sim::{Engine, Layout};

use super::replay::{Came, Cast, Event, Replay};

/// The events of a fight, with the numbers of its dice.
#[must_use]
pub fn events(loaded: &dyn Engine, story: &Story) -> Vec<Event> {
    events_of(loaded, story.told.clone(), &story.turns)
}

/// The events of what was told, of a fight with these turned dice.
#[must_use]
pub fn events_of(loaded: &dyn Engine, told: Vec<StoryEntry>, turns: &[TurnedDie]) -> Vec<Event> {
    let mut dice = 0;
    let event = |told: StoryEntry| match told {
        StoryEntry::Sentence { rules: "", text, .. } => Event::Heading { text },
        StoryEntry::Sentence { text, .. } if text.starts_with("Round ") => Event::Round { text },
        StoryEntry::Options { who, options } => {
            let options = options.iter().map(Offer::words).collect();
            Event::Options { who: roller(loaded, who).to_owned(), options }
        }
        StoryEntry::Sentence { rules, text, sums } => Event::Sentence { text, rules, sums },
        StoryEntry::Die { who, roll, sides, face, summed } => {
            dice += 1;
            let turn = turns.iter().find(|turn| turn.number == dice);
            Event::Die {
                number: dice,
                who: roller(loaded, who).to_owned(),
                sides,
                face,
                was: turn.map(|turn| turn.was).filter(|was| *was != face),
                what: roll.what,
                rule: roll.rule,
                summed,
            }
        }
    };
    told.into_iter().map(event).collect()
}

/// The outcome of the fight: the metrics of its end that are not simply nothing, and those that would have been others without
/// turned dice.
#[must_use]
pub fn outcome(loaded: &dyn Engine, layout: &Layout, story: &Story, was: &Story) -> Vec<Came> {
    let of_state = loaded.metrics_of_state();
    let catalogue = &layout.catalogue;
    let mut outcome = Vec::new();
    for (index, metric) in catalogue.metrics.iter().enumerate() {
        let (now, before) = (story.values[index], was.values[index]);
        let of_end = index < of_state || layout.day.is_some();
        let shown_at_all = |value: i64| value != ABSENT && (index < 2 || value != 0);
        if of_end && (shown_at_all(now) || now != before) {
            let was = (now != before).then(|| shown(metric, before));
            outcome.push(Came { metric: metric.key.clone(), value: shown(metric, now), was });
        }
    }
    outcome
}

/// A fight of this seed that is worth telling, line by line.
#[must_use]
pub fn lines(loaded: &dyn Engine, layout: &Layout, seed: u64, fight: u64, story: &Story) -> Vec<String> {
    let replay = Replay {
        cast: Cast::default(),
        title: String::new(),
        system: String::new(),
        fight,
        seed,
        command: String::new(),
        events: events(loaded, story),
        outcome: outcome(loaded, layout, story, story),
        numbered: false,
        storyline: None,
    };
    replay.text().trim().lines().map(str::to_owned).collect()
}

/// The outcome of a fight in a few words: its first metrics.
#[must_use]
pub fn brief(catalogue: &Catalogue, values: &[i64]) -> String {
    let first = catalogue.metrics.iter().zip(values).take(2);
    first.map(|(metric, &value)| format!("{} {}", metric.label, shown(metric, value))).collect::<Vec<_>>().join(", ")
}

/// A value as a person reads it.
fn shown(metric: &Metric, value: i64) -> String {
    match &metric.scale {
        _ if value == ABSENT => metric.absent().to_owned(),
        Scale::Category(labels) => usize::try_from(value).ok().and_then(|value| labels.get(value)).cloned().unwrap_or_default(),
        Scale::Flag => if value == 0 { "no" } else { "yes" }.to_owned(),
        Scale::Moment if value == 0 => "never".to_owned(),
        Scale::Amount(_) | Scale::Moment => value.to_string(),
    }
}
