//! The measures of a fight by a page: what is counted on the way, what is read off the end, the tables and pictures that show it.
//!
//! Start at [`catalogue`].

use super::core::Core;
use super::intern;
use super::page::{Again, Page, Sort};
use super::state::Fight;
use frame::dice::Slot;
use frame::fight::catalogue::Harm;
use frame::fight::day::Sides;
use frame::fight::watch::Counter;
use frame::fight::{ABSENT, Catalogue, Counts, Ending, Metric, Overview, Picture, PictureKind, Scale, Side, Subject};
use frame::rules::Entry;

/// Actions that were done.
pub const ACTIONS: Counter = Counter(0);
/// The round in which a combatant went out.
pub const OUT_ROUND: Counter = Counter(1);
/// What a combatant lost of its health.
pub const LOST: Counter = Counter(2);
/// What a turn does to others: heard by nobody but who asks for the time at the table.
pub const EFFECT: Counter = Counter(Counts::MOST as u8 - 1);
/// What a combatant does in the turn of another one: heard as that is.
pub const REACTION: Counter = Counter(Counts::MOST as u8 - 2);
/// Numbers that are counted for every page.
pub const OWN_COUNTERS: u8 = 3;

/// The state that is lost when a combatant is hurt: its cell and its name.
pub fn health(page: &Page) -> Option<(u8, &'static str)> {
    let named = page.turn.health.as_deref();
    let found = (0..).zip(&page.states).find(|(_, state)| named.is_none_or(|name| name == state.name));
    found.filter(|(_, state)| matches!(state.sort, Sort::Number { .. })).map(|(cell, state)| (cell, state.name))
}

/// The family of what a combatant lost of its health.
pub fn loss(page: &Page) -> &'static str {
    intern::name(&format!("{}_lost", health(page).map_or("health", |(_, name)| name)))
}

/// The states that are measured: those that last beyond a round.
pub fn told(page: &Page) -> Vec<u8> {
    let lasts = |state: &super::page::State| matches!(state.again, Again::Day | Again::Fight);
    (0..).zip(&page.states).filter(|(_, state)| lasts(state)).map(|(cell, _)| cell).collect()
}

/// A name as a heading: without underscores.
pub fn heading(name: &str) -> String {
    name.replace('_', " ")
}

/// The metrics of a scenario, and how many of them are read off the final state alone.
pub fn catalogue(
    page: &Page,
    sides: &[String],
    combatants: &[Entry],
    told: &[u8],
    counters: &[&'static str],
) -> (Catalogue, usize) {
    let mut metrics = vec![Metric::winner(sides), Metric::rounds()];
    for (index, name) in sides.iter().enumerate() {
        metrics.extend(Metric::of_side(name, Side(index as u8)));
    }
    let each = || (0..).map(Slot).zip(combatants);
    for (who, one) in each() {
        let of = |family: &str, label: &str, scale| Metric::of(&one.name, Subject::Combatant(who), family, label, scale);
        for cell in told {
            let state = &page.states[usize::from(*cell)];
            let scale = match state.sort {
                Sort::Truth => Scale::Flag,
                Sort::Word(list) => Scale::Category(page.words[list].words.clone()),
                _ => Scale::Amount(intern::name(&heading(state.name))),
            };
            metrics.push(of(state.name, &format!("{} at the end", heading(state.name)), scale));
        }
        metrics.push(of("out", "out", Scale::Flag));
        // Where no rule says who is dead, nobody can be, and nothing is told of it.
        if page.turn.dead.is_some() {
            metrics.push(of("dead", "dead", Scale::Flag));
        }
    }
    let of_state = metrics.len();
    let (loss, lost) = (loss(page), heading(health(page).map_or("health", |(_, name)| name)));
    for (who, one) in each() {
        let of = |family: &str, label: &str, scale| Metric::of(&one.name, Subject::Combatant(who), family, label, scale);
        metrics.push(of("actions", "actions", Scale::Amount("actions")));
        metrics.push(of("out_round", "round of going out", Scale::Moment));
        metrics.push(of(loss, &format!("{lost} lost"), Scale::Amount(intern::name(&lost))));
        for counter in counters {
            metrics.push(of(counter, &heading(counter), Scale::Amount(intern::name(&heading(counter)))));
        }
    }
    let health = page.turn.health.as_deref().or(page.states.first().map(|state| state.name)).unwrap_or("out");
    let mut families: Vec<&str> = vec!["out"];
    families.extend(page.turn.dead.is_some().then_some("dead"));
    families.extend(told.iter().map(|cell| page.states[usize::from(*cell)].name));
    let mut counted: Vec<&str> = vec!["actions", loss];
    counted.extend(counters);
    let overviews = vec![
        Overview::new("Combatants at the end", &families, true),
        Overview::new("What they did", &counted, true),
        Overview::new("Sides", &["standing", "victory_rounds"], false),
    ];
    let mut pictures = vec![
        Picture::new("Endings", PictureKind::Rates, &[("winner", "winner")]),
        Picture::new("Length", PictureKind::Distribution, &[("rounds", "rounds")]),
        Picture::new("Out by round", PictureKind::Happened, &[("out_round", "out")]),
    ];
    if told.iter().any(|cell| page.states[usize::from(*cell)].name == health) {
        pictures.push(Picture::new(&format!("{} at the end", heading(health)), PictureKind::Distribution, &[(health, health)]));
    }
    let named = told.iter().map(|cell| page.states[usize::from(*cell)].name).chain(counters.iter().copied());
    let named = named.map(str::to_owned).collect();
    let mut catalogue = Catalogue { metrics, overviews, pictures, named, ..Catalogue::default() };
    (catalogue.reactions, catalogue.effects) = (vec![REACTION], vec![EFFECT]);
    catalogue.harms = vec![Harm::new(LOST, loss, intern::name(&format!("{lost} lost")), intern::name(&lost))];
    if !page.rests.is_empty() || !page.hazards.is_empty() {
        catalogue.between = vec![loss.to_owned()];
    }
    (catalogue, of_state)
}

impl Core {
    /// Fills the metrics at the end of a fight.
    pub(super) fn fill_metrics(&self, fight: &Fight, met: Sides, counts: &Counts, ending: Ending, values: &mut [i64]) {
        let mut values = values.iter_mut();
        let mut put = |value: i64| {
            if let Some(place) = values.next() {
                *place = value;
            }
        };
        put(ending.winner(self.lineup.sides));
        put(i64::from(fight.round));
        for index in 0..self.lineup.sides {
            let side = Side(index as u8);
            if !met.has(side) {
                put(ABSENT);
                put(ABSENT);
                continue;
            }
            put((self.lineup.members(side) & fight.active()).len() as i64);
            let won =
                matches!(ending, Ending::Won(winner) if self.lineup.relations.camp(winner) == self.lineup.relations.camp(side));
            put(if won { i64::from(fight.round) } else { ABSENT });
        }
        for who in self.lineup.all() {
            let there = met.has(self.lineup.side(who));
            for cell in &self.told {
                put(if there { fight.cell(i64::from(who.0), *cell) } else { ABSENT });
            }
            put(if there { i64::from(fight.out.has(who)) } else { ABSENT });
            if self.page.turn.dead.is_some() {
                put(if there { i64::from(fight.dead.has(who)) } else { ABSENT });
            }
        }
        for who in self.lineup.all() {
            let there = met.has(self.lineup.side(who));
            for value in counts.of(who) {
                put(if there { *value } else { ABSENT });
            }
        }
    }
}
