//! Contracts: from the expectations of a scenario to what it is held to, with the fights of other scenarios that they speak of.
//!
//! Owns where these other scenarios lie and what is changed in them: whatever is changed in the scenario itself. What a contract means is for
//! [`contract`](frame::analysis::contract). Start at [`held_to`].

use std::path::Path;

use crate::cli::field::{Field, Lists};
use crate::cli::load::ScenarioArguments;
use frame::analysis::check::Checkable;
use frame::analysis::contract::{Clause, ClauseNumber, Contract, StatisticTerm, Whole};
use frame::analysis::expect::{Expected, ExpectedNumber, ExpectedStatistic, WholeDemand, statistic};
use frame::analysis::fate::SideContracts;
use frame::analysis::matchup::{Pairing, PairingEnds, PathValues};
use frame::analysis::statistic::Statistic;
use frame::dice::SEED;
use frame::error::{Failure, Problem};
use frame::scenario::Raw;

/// The contracts of a scenario that was read by these arguments.
///
/// # Errors
/// Another scenario that cannot be read, or has no such statistic.
pub fn held_to(arguments: &ScenarioArguments, expected: &[Expected]) -> Result<SideContracts, Failure> {
    let mut others = Others { arguments, sources: Vec::new(), keys: Vec::new(), boards: Vec::new() };
    let contracts = expected.iter().map(|expected| others.contract(expected)).collect::<Result<_, Failure>>()?;
    Ok(SideContracts { contracts, others: others.sources })
}

/// A statistic that another scenario does not have.
fn elsewhere(file: &Path, call: &str, refusals: Vec<(String, Vec<String>)>) -> Failure {
    let problem = |(message, help): (String, Vec<String>)| {
        let problem = Problem::at(None, format!("`{call}` in {}: {message}", file.display()));
        help.into_iter().fold(problem, Problem::help)
    };
    Failure::Scenario(refusals.into_iter().map(problem).collect())
}

/// A match-up that contracts speak of.
struct Drawn {
    lines: [Vec<PathValues>; 2],
    cells: Vec<Vec<StatisticTerm>>,
    /// True if both lists are the same.
    same: bool,
}

/// The other scenarios of one scenario's contracts, as they are found.
struct Others<'s> {
    /// The arguments that read the scenario itself.
    arguments: &'s ScenarioArguments,
    sources: Vec<Box<dyn Checkable>>,
    /// Of each source: file, changes, statistic asked, and the statistic.
    keys: Vec<(ExpectedStatistic, Statistic)>,
    /// The match-ups.
    boards: Vec<Drawn>,
}

impl Others<'_> {
    /// Makes a contract of an expectation, with the other scenarios that it speaks of.
    fn contract(&mut self, expected: &Expected) -> Result<Contract, Failure> {
        let mut clauses = expected.clauses.iter().map(|demand| self.clause(demand)).collect::<Result<Vec<_>, Failure>>()?;
        if let Some(whole) = &expected.whole {
            clauses.push(self.whole(whole)?);
        }
        Ok(expected.contract(clauses))
    }

    /// Makes a clause of a demand.
    fn clause(&mut self, demand: &ExpectedNumber) -> Result<Clause, Failure> {
        let first = self.term(&demand.first)?;
        let number = match &demand.second {
            Some((operator, asked)) => ClauseNumber::Two(first, *operator, self.term(asked)?),
            None => ClauseNumber::One(first),
        };
        Ok(Clause { what: demand.what.clone(), number, low: demand.low, high: demand.high })
    }

    /// Makes a clause of what is demanded of a match-up. Several that have the same lists share their fights.
    fn whole(&mut self, demand: &WholeDemand) -> Result<Clause, Failure> {
        let known = self.boards.iter().find(|drawn| drawn.lines == demand.lines).map(|drawn| (drawn.cells.clone(), drawn.same));
        let (cells, same) = match known {
            Some(known) => known,
            None => {
                let [rows, columns] = &demand.lines;
                let lists = Lists { scenario: self.arguments, lines: [rows, columns], files: [&[], &[]], row_side: None };
                let field = Field::of_variants(&lists)?;
                let row = |row: usize| (0..field.columns.len()).map(|column| self.cell(&field, row, column)).collect();
                let cells = (0..field.rows.len()).map(row).collect::<Result<Vec<Vec<StatisticTerm>>, Failure>>()?;
                self.boards.push(Drawn { lines: demand.lines.clone(), cells: cells.clone(), same: field.same });
                (cells, field.same)
            }
        };
        let lists = demand.lines.each_ref().map(|lines| lines.iter().map(|line| line.text.clone()).collect());
        let number = ClauseNumber::Whole(Whole { total: demand.total, cells, same, lists });
        Ok(Clause { what: demand.what.clone(), number, low: demand.low, high: demand.high })
    }

    /// The fights of a row of a match-up against a column.
    fn cell(&mut self, field: &Field, row: usize, column: usize) -> Result<StatisticTerm, Failure> {
        let arm = field.load(Pairing { row, column, exchanged: false })?.arm(SEED);
        let [of_rows, of_columns] = &field.sides;
        let statistic = Statistic::Score(PairingEnds::of(&arm.layout, [of_rows, of_columns])?);
        self.sources.push(Box::new(arm));
        // Nothing that is asked by its own name is asked there.
        self.keys.push((
            ExpectedStatistic { call: String::new(), file: None, sets: vec![format!("{row} against {column}")], own: None },
            statistic,
        ));
        Ok(StatisticTerm { source: self.sources.len(), statistic })
    }

    /// The place where a statistic is asked; what is asked twice is played once.
    fn term(&mut self, asked: &ExpectedStatistic) -> Result<StatisticTerm, Failure> {
        if let Some(statistic) = asked.own {
            return Ok(StatisticTerm { source: 0, statistic });
        }
        let same = |(known, _): &(ExpectedStatistic, Statistic)| {
            (&known.file, &known.sets, &known.call) == (&asked.file, &asked.sets, &asked.call)
        };
        if let Some(at) = self.keys.iter().position(same) {
            return Ok(StatisticTerm { source: at + 1, statistic: self.keys[at].1 });
        }
        let (its, root) = (self.arguments.scenario.as_path(), self.arguments.root.as_deref());
        let folder = its.parent().unwrap_or(Path::new(""));
        let file = match &asked.file {
            Some(file) => {
                let file = folder.join(file);
                Raw::may_read(root, its, &file)?;
                file
            }
            None => its.to_owned(),
        };
        let mut arguments = ScenarioArguments { scenario: file, ..self.arguments.clone() };
        arguments.sets.extend_from_slice(&asked.sets);
        let mut arm = arguments.load()?.arm(SEED);
        let found = statistic(&asked.call, "asked", &mut arm.layout);
        let statistic = found.map_err(|refusals| elsewhere(&arguments.scenario, &asked.call, refusals))?;
        self.sources.push(Box::new(arm));
        self.keys.push((asked.clone(), statistic));
        Ok(StatisticTerm { source: self.sources.len(), statistic })
    }
}
