//! Coverage: which rules of a system came up at all in the fights of some scenarios, and which never did.
//!
//! Owns what can be expected to come up. What is built before anybody fights, told to players, or happens between the fights of a day where
//! no scenario has one, cannot; and of what acts in silence nobody knows. Start at [`Coverage`].

use crate::fight::LedgerRow;
use crate::sim::cited::Cited;
use crate::stats::proportion::proportion;
use crate::stats::{Interval, Level};

/// The fights of one scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Covered {
    /// Its name.
    pub name: String,
    /// True if it is a day, with rests and roads between its fights.
    pub day: bool,
    /// Its fights.
    pub fights: u64,
    /// Fights by the rules that came up in them.
    pub cited: Cited,
}

/// Whether a rule came up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RuleStanding {
    /// In some fight.
    CameUp,
    /// In none, though it could.
    Never,
    /// It is a rule of days, and no scenario is one.
    NoDay,
    /// It is a rule of building, or nothing that is played.
    NoFight,
    /// No story tells when it comes up.
    Silent,
}

impl RuleStanding {
    /// The word for it, in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            RuleStanding::CameUp => "came up",
            RuleStanding::Never => "never",
            RuleStanding::NoDay => "no day",
            RuleStanding::NoFight => "no fight",
            RuleStanding::Silent => "silent",
        }
    }
}

/// A rule with where it came up.
#[derive(Clone, PartialEq, Debug)]
pub struct CoverageRow {
    /// The rule.
    pub rule: LedgerRow,
    /// Whether it came up.
    pub standing: RuleStanding,
    /// Of the scenario in which it comes up most: its place, and its fights in which it did.
    pub most: Option<(usize, u64)>,
    /// Scenarios in which it came up.
    pub scenarios: usize,
}

/// The rules of a system, and the scenarios in which they could come up.
#[derive(Clone, PartialEq, Debug)]
pub struct Coverage {
    /// The name of the system.
    pub system: String,
    /// The scenarios.
    pub scenarios: Vec<Covered>,
    /// The rules, in the order of the ledger.
    pub rows: Vec<CoverageRow>,
}

impl Coverage {
    /// What came up of the rules of a system in these scenarios. Ids that are not in its ledger are rules of their own kind.
    #[must_use]
    pub fn of(system: String, ledger: Vec<LedgerRow>, scenarios: Vec<Covered>) -> Self {
        let days = scenarios.iter().any(|scenario| scenario.day);
        let known = |id: &str| ledger.iter().any(|rule| rule.id == id);
        let mut unknown: Vec<&str> =
            scenarios.iter().flat_map(|one| one.cited.keys().copied()).filter(|id| !known(id)).collect();
        unknown.sort_unstable();
        unknown.dedup();
        let unknown = unknown.into_iter().map(|id| LedgerRow {
            id: id.to_owned(),
            kind: "rule".to_owned(),
            what: String::new(),
            silent: false,
        });
        let unknown: Vec<LedgerRow> = unknown.collect();
        let row = |rule: LedgerRow| {
            let fights = |place: usize| scenarios[place].cited.get(rule.id.as_str()).copied().unwrap_or(0);
            let came = (0..scenarios.len()).filter(|&place| fights(place) > 0);
            let share = |place: usize| fights(place) as f64 / scenarios[place].fights as f64;
            // Of several the first.
            let most = came.clone().reduce(|best, place| if share(place) > share(best) { place } else { best });
            let standing = match rule.kind.as_str() {
                _ if most.is_some() => RuleStanding::CameUp,
                "build" | "narrative" => RuleStanding::NoFight,
                _ if rule.silent => RuleStanding::Silent,
                "between" if !days => RuleStanding::NoDay,
                _ => RuleStanding::Never,
            };
            CoverageRow { standing, most: most.map(|place| (place, fights(place))), scenarios: came.count(), rule }
        };
        let rows = ledger.into_iter().chain(unknown).map(row).collect();
        Coverage { system, scenarios, rows }
    }

    /// The rules of a standing.
    pub fn standing(&self, standing: RuleStanding) -> impl Iterator<Item = &CoverageRow> {
        self.rows.iter().filter(move |row| row.standing == standing)
    }

    /// How many rules came up, of those that could.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let came = self.standing(RuleStanding::CameUp).count();
        (came, came + self.standing(RuleStanding::Never).count())
    }

    /// The share of the fights of its scenario in which a rule came up, of the scenario where it came up most.
    #[must_use]
    pub fn share(&self, row: &CoverageRow, level: Level) -> Option<Interval> {
        let (place, fights) = row.most?;
        proportion(fights, self.scenarios[place].fights, level)
    }

    /// The sentence: how many of the rules that stories tell came up.
    #[must_use]
    pub fn sentence(&self) -> String {
        let (came, all) = self.counts();
        let many = if self.scenarios.len() == 1 {
            "this scenario".to_owned()
        } else {
            format!("these {} scenarios", self.scenarios.len())
        };
        format!("{came} of {all} rules of {} that could be seen come up in {many}", self.system)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fight::ledger::read;

    const LEDGER: &str = "A-1 | fight | hit | x: y\nA-2 | between | rest | x: y\nA-3 | build | born | x: y\nA-4 | fight | hidden | x: y\n\
                          A-5 | check | rolled | x: y\nA-6 | narrative | told | nowhere: told\n";

    fn coverage(day: bool) -> Coverage {
        let scenario = |name: &str, cited: &[(&'static str, u64)]| Covered {
            name: name.into(),
            day,
            fights: 100,
            cited: cited.iter().copied().collect(),
        };
        let scenarios = vec![scenario("one", &[("A-1", 40)]), scenario("two", &[("A-1", 90), ("Z-9", 1)])];
        Coverage::of("a".into(), read(LEDGER, "A-4\n"), scenarios)
    }

    #[test]
    fn what_came_up_what_never_did_and_what_could_not_are_told_apart() {
        let standings: Vec<RuleStanding> = coverage(false).rows.iter().map(|row| row.standing).collect();
        use RuleStanding::{CameUp, Never, NoDay, NoFight, Silent};
        assert_eq!(standings, [CameUp, NoDay, NoFight, Silent, Never, NoFight, CameUp]);
        assert_eq!(coverage(true).rows[1].standing, Never);
        assert_eq!((coverage(false).counts(), coverage(true).counts()), ((2, 3), (2, 4)));
        assert_eq!(coverage(false).sentence(), "2 of 3 rules of a that could be seen come up in these 2 scenarios");
    }

    #[test]
    fn a_rule_is_known_by_the_scenario_where_it_comes_up_most() {
        let coverage = coverage(false);
        assert_eq!((coverage.rows[0].most, coverage.rows[0].scenarios), (Some((1, 90)), 2));
        let share = coverage.share(&coverage.rows[0], Level::default()).expect("it came up");
        assert!(share.low < 0.9 && share.estimate == 0.9 && share.high > 0.9, "{share:?}");
    }
}
