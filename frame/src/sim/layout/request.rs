//! Metrics that are counted when somebody asks for them: their patterns, and what somebody means who leaves out the moment.
//!
//! Owns no number: what a key means is asked of the [layout](super). Start at [`Layout::on_request`].

use indexmap::IndexSet;

use super::Layout;
use crate::sim::Engine;

/// Fights and parts of a day among which an example is looked for, at the most.
const PLACES_MOST: usize = 60;

/// A kind of metric that is counted when somebody asks for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OnRequest {
    /// The pattern: `before3.SIDE.METRIC`.
    pub pattern: &'static str,
    /// The meaning.
    pub meaning: String,
    /// A key of this pattern that the scenario has.
    pub example: String,
}

/// Moments of a day: the pattern, what stands before the number of a fight or a part, and the meaning.
const MOMENTS: [(&str, &str, &str); 5] = [
    ("fight3.SIDE.METRIC", "fight", "of a fight by its number, the sum over a side"),
    ("fight3.NAME.METRIC", "fight", "of a fight that is repeated, of one combatant"),
    (
        "before3.SIDE.METRIC",
        "before",
        "the condition in which a fight is met, of a side or a combatant (`before3.NAME.METRIC`)",
    ),
    ("after3.SIDE.METRIC", "after", "what a fight leaves when the fallen have been looked after, of a side or a combatant"),
    ("part3.SIDE.METRIC", "part", "the condition after a part of the plan that is a rest, a road or a hazard"),
];

/// Sums over a side which belong to no fight.
const WHOLE: [(&str, &str, &str); 4] = [
    ("SIDE.METRIC", "", "the sum over a side: of yes or no, of how many of its members it is true"),
    ("end.SIDE.METRIC", "end.", "the sum over a side at the end of the day"),
    ("day.SIDE.METRIC", "day.", "the sum over a side and over all fights of the day"),
    ("between.SIDE.METRIC", "between.", "the sum over a side of what is counted between the fights"),
];

impl Layout {
    /// True if a key is a metric, or becomes one when somebody asks for it.
    #[must_use]
    pub fn knows(&self, key: &str) -> bool {
        let whole = || match self.day.as_ref().and_then(|day| day.moment_of(key)) {
            Some(_) => true,
            None => self.catalogue.side_sum(key).is_some(),
        };
        self.catalogue.index(key).is_some() || self.blames(key) || self.times(key) || self.is_foreseen(key) || whole()
    }

    /// The keys that somebody can mean who writes one of a day without its moment.
    #[must_use]
    pub fn moments_meant(&self, key: &str) -> Vec<String> {
        let moments = ["end", "fight1", "day"].map(|moment| format!("{moment}.{key}"));
        moments.into_iter().filter(|key| self.knows(key)).take(2).collect()
    }

    /// Returns the patterns of what is counted on request, each with an example of this scenario.
    pub fn on_request(&self, loaded: &dyn Engine) -> Vec<OnRequest> {
        let block = loaded.catalogue();
        // Each family once, not once for every combatant: each is tried at every moment of the day.
        let families = block.carried.iter().chain(block.metrics.iter().map(|metric| &metric.family)).map(String::as_str);
        let families: IndexSet<&str> = families.collect();
        let names: Vec<&str> = loaded.combatants().iter().map(|combatant| combatant.name.as_str()).collect();
        let sides: Vec<&str> = loaded.sides().iter().map(String::as_str).collect();
        let first = |before: &str, whose: &[&str]| {
            let keys = whose.iter().flat_map(|one| families.iter().map(move |family| format!("{before}{one}.{family}")));
            keys.into_iter().find(|key| self.catalogue.index(key).is_none() && self.knows(key))
        };
        let mut found = Vec::new();
        for (pattern, before, meaning) in WHOLE {
            found.extend(first(before, &sides).map(|example| OnRequest { pattern, meaning: meaning.to_owned(), example }));
        }
        let places = if self.day.is_some() { PLACES_MOST } else { 0 };
        for (pattern, before, meaning) in MOMENTS {
            let whose = if pattern.contains("NAME") { &names } else { &sides };
            let example = (1..=places).find_map(|place| first(&format!("{before}{place}."), whose));
            found.extend(example.map(|example| OnRequest { pattern, meaning: meaning.to_owned(), example }));
        }
        found.extend(self.harm_on_request(&sides));
        found.push(self.time_on_request());
        found.push(self.chances_on_request());
        found
    }

    /// Harm by what it came by.
    fn harm_on_request(&self, sides: &[&str]) -> Option<OnRequest> {
        let before = if self.day.is_some() { "day." } else { "" };
        let harms: Vec<&str> = self.caused.harms().iter().map(|harm| harm.family).collect();
        let by_others =
            |side: &str| sides.iter().filter(|other| **other != side).map(|other| (*other).to_owned()).collect::<Vec<_>>();
        let keys = sides.iter().flat_map(|side| {
            let sources: Vec<String> =
                by_others(side).into_iter().chain(self.caused.names_of_sources().map(str::to_owned)).collect();
            harms.iter().flat_map(move |harm| {
                sources.clone().into_iter().map(move |source| format!("{before}{side}.{harm}.by.{source}"))
            })
        });
        let example = keys.into_iter().find(|key| self.knows(key))?;
        let meaning = format!(
            "harm by its cause, of a side or a combatant: HARM is one of {}; CAUSE is a combatant, a side, a weapon, spell or \
             skill, a hazard by its name, or hazards, rests, road, aftermath, itself",
            harms.join(", ")
        );
        let pattern = if self.day.is_some() { "day.SIDE.HARM.by.CAUSE" } else { "SIDE.HARM.by.CAUSE" };
        Some(OnRequest { pattern, meaning, example })
    }
}
