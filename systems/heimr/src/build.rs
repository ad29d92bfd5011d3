//! Building a combatant: what training costs, how attributes progress with it, and what a sheet's abilities come to.
//!
//! Owns the arithmetic of experience and the checks of a sheet's attributes, abilities and budget. Start at [`Built::new`].

use frame::scenario::{Complaints, quoted};

use super::abilities::{Abilities, AbilityId, Penalty, Score, Trained};
use super::book::Book;
use super::book::tables::{Experience, Progress};
use super::sheet::{AbilityText, Sheet};

/// A combatant as its training made it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Built {
    /// Attributes, in their order, progress included.
    pub attributes: Vec<i32>,
    /// Progress of each attribute towards its next point.
    pub progress: Vec<u32>,
    /// Abilities, in their order.
    pub trained: Vec<Trained>,
    /// Penalties of its situation.
    pub penalties: Vec<Penalty>,
    /// The price of its training in experience points; abilities whose values are given themselves cost nothing that is known.
    pub cost: u64,
}

impl Experience {
    /// The price of a level of trained consistency or potential, from level 1 on (HEI-097, HEI-098): beyond the table, as much
    /// as the two levels before it together.
    #[must_use]
    pub fn level(&self, level: usize) -> u64 {
        let listed = |index: usize| self.cost.get(index).map_or(0, |&cost| u64::from(cost));
        let Some(index) = level.checked_sub(1) else { return 0 };
        if index < self.cost.len() {
            return listed(index);
        }
        let last = self.cost.len();
        let (mut before, mut cost) = (if last < 2 { 0 } else { listed(last - 2) }, listed(last - 1));
        for _ in last..=index {
            (before, cost) = (cost, cost.saturating_add(before));
        }
        cost
    }

    /// The price of all levels up to this one together (HEI-098).
    #[must_use]
    pub fn up_to(&self, level: usize) -> u64 {
        (1..=level).fold(0, |sum, level| sum.saturating_add(self.level(level)))
    }

    /// The share of each of `present` characters in an award and in what was left over before, and the part that is left over
    /// now (HEI-095). Nobody present: all of it is left over.
    #[must_use]
    pub fn share(award: u32, left_over: u32, present: u32) -> (u32, u32) {
        let sum = award.saturating_add(left_over);
        let each = sum.checked_div(present).unwrap_or(0);
        (each, sum - each * present)
    }
}

impl Progress {
    /// Progress that an attribute needs to reach this new value (HEI-101).
    #[must_use]
    pub fn to(&self, value: i32) -> u32 {
        let index = (value - i32::from(self.lowest)).clamp(0, self.needed.len() as i32 - 1);
        self.needed.get(index as usize).map_or(u32::MAX, |&needed| u32::from(needed).max(1))
    }

    /// An attribute after so much progress, and the progress that is left (HEI-100).
    #[must_use]
    pub fn after(&self, mut value: i32, mut progress: u32) -> (i32, u32) {
        while progress >= self.to(value + 1) {
            progress -= self.to(value + 1);
            value += 1;
        }
        (value, progress)
    }
}

impl Built {
    /// Works out a sheet; what is wrong with it goes to `complaints`. `everywhere` are penalties of the whole scenario
    /// (HEI-096).
    #[must_use]
    pub fn new(
        sheet: &Sheet,
        path: &str,
        abilities: &Abilities,
        book: &Book,
        everywhere: &[Penalty],
        complaints: &mut Complaints,
    ) -> Self {
        let mut attributes = vec![0; abilities.attributes.len()];
        for (name, &value) in &sheet.attributes {
            let path = format!("{path}.attributes.{}", quoted(name));
            if let Some(number) = abilities.find_attribute(name, path, complaints) {
                attributes[number] = i32::from(value);
            }
        }
        let mut penalties = abilities.penalties(&sheet.situational_penalty, &format!("{path}.situational_penalty"), complaints);
        penalties.extend_from_slice(everywhere);
        let mut built = Built {
            progress: vec![0; attributes.len()],
            attributes,
            trained: vec![Trained::default(); abilities.rows.len()],
            penalties,
            cost: 0,
        };
        for (name, text) in &sheet.abilities {
            let path = format!("{path}.abilities.{}", quoted(name));
            if let Some(ability) = abilities.find(name, &path, complaints) {
                built.train(ability, text, &path, abilities, book, complaints);
            }
        }
        if sheet.progress {
            for (value, progress) in built.attributes.iter_mut().zip(&mut built.progress) {
                (*value, *progress) = book.progress.after(*value, *progress);
            }
        } else {
            built.progress.fill(0);
        }
        if let Some(xp) = sheet.xp.filter(|&xp| u64::from(xp) < built.cost) {
            complaints
                .error(format!("{path}.xp"), format!("its training costs {} experience points, not {xp}", built.cost))
                .help("each level of trained consistency or potential has its own price (HEI-097, HEI-098)");
        }
        built
    }

    /// Spends training on the abilities of a sheet, and gives their attributes the progress that it brings (HEI-099).
    fn train(
        &mut self,
        ability: AbilityId,
        text: &AbilityText,
        path: &str,
        abilities: &Abilities,
        book: &Book,
        complaints: &mut Complaints,
    ) {
        for (given, value, trained, levels) in
            [("c", text.c, "trained_c", text.trained_c), ("p", text.p, "trained_p", text.trained_p)]
        {
            if value.is_some() && levels > 0 {
                complaints
                    .error(format!("{path}.{trained}"), format!("both `{given}` and `{trained}` are given"))
                    .help(format!("`{given}` is the value itself; `{trained}` is added to the base value (HEI-080)"));
            }
        }
        let row = &abilities.rows[ability.index()];
        let mut named = |name: &String, path: String| {
            let found = abilities.find_attribute(name, &path, complaints);
            if found.is_some_and(|number| !row.attributes.contains(&number)) {
                complaints
                    .error(path, format!("`{}` is not based on `{name}`", row.name))
                    .help("its training helps its own attributes (HEI-099)");
            }
            found
        };
        let points = u32::from(text.trained_c) + u32::from(text.trained_p);
        let shares = &text.progress_shares;
        let gains: Vec<(Option<usize>, u32)> = match &text.progress {
            _ if !shares.is_empty() => {
                let share =
                    |(name, &share)| (named(name, format!("{path}.progress_shares.{}", quoted(name))), u32::from(share));
                shares.iter().map(share).collect()
            }
            None => vec![(row.attributes.first().copied(), points)],
            Some(name) => vec![(named(name, format!("{path}.progress")), points)],
        };
        let shared: u32 = gains.iter().map(|(_, share)| share).sum();
        if shared != points {
            complaints
                .error(
                    format!("{path}.progress_shares"),
                    format!("{shared} points are shared out, of {points} levels of training"),
                )
                .help("each level of trained consistency or potential is a point of progress for one attribute (HEI-099)");
        }
        if text.progress.is_some() && !shares.is_empty() {
            complaints
                .error(format!("{path}.progress"), "its points are shared out already")
                .help("leave `progress` or `progress_shares` out");
        }
        for (number, share) in gains {
            if let Some(number) = number {
                self.progress[number] += share * u32::from(book.progress.per_training);
            }
        }
        let price = |levels: u8| book.xp.up_to(usize::from(levels));
        self.cost = self.cost.saturating_add(price(text.trained_c)).saturating_add(price(text.trained_p));
        self.trained[ability.index()] = Trained {
            training: Score { c: i32::from(text.trained_c), p: i32::from(text.trained_p) },
            c: text.c.map(i32::from),
            p: text.p.map(i32::from),
        };
    }
}
