//! `sparring matchup`: everything against everything.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::cells::Cells;
use crate::cli::exactly::ExactArguments;
use crate::cli::field::{Field, Lists, NOWHERE};
use crate::cli::load::ShelfArguments;
use crate::cli::number;
use crate::cli::progress::attended;
use crate::cli::study::{StudyArguments, option};
use crate::report::document::Origin;
use crate::report::matchup::MatchReport;
use crate::report::naming;
use crate::systems;
use frame::analysis::matchup::{MatchupEntry, MatchupPlan, Pairing, PairingSource, PathValues};
use frame::dice::SEED;
use frame::dice::key::SCHEME;
use frame::error::Failure;
use frame::exact::{ExactEngine, Solved};
use frame::sim::solo::Arm;
use frame::stats::Level;

/// Play everything against everything: who beats whom, which choice is never better than another one, and who goes round in a circle.
///
/// Rows and columns are variants of the two sides, or the combatants of a bestiary, each against each and against itself. All cells
/// are the same fights with the same luck. Where both lists are the same, each pairing is played from both sides and counted together.
///
/// Finished pairings are kept in the report folder: after an interruption the same command goes on where it was.
#[derive(Args, Debug)]
// A roster needs no scenario.
#[command(mut_arg("scenarios", |scenarios| scenarios.required(false).required_unless_present("roster").default_value(NOWHERE).hide_default_value(true)))]
pub struct MatchupArguments {
    #[command(flatten)]
    study: StudyArguments,
    #[command(flatten)]
    exact: ExactArguments,
    /// The variants of one side: `'side.left.Lea.weapons=[..]|[..]|[..]'`; with names `'..=long: [..]|short: [..]'`; numbers
    /// `side.left.Lea.hp_max=8..12`; policies of a whole side `policy.left=brave,careful`. Can be given several times: the lists are
    /// put together.
    #[arg(long = "rows", value_name = "PATH=A|B|..", value_parser = PathValues::read)]
    rows: Vec<PathValues>,
    /// The variants of the other side. A path without values takes those of the rows: `side.right.Rob.weapons`.
    #[arg(long = "columns", value_name = "PATH[=A|B|..]", value_parser = PathValues::read)]
    columns: Vec<PathValues>,
    /// A patch that is a row. Can be given several times.
    #[arg(long = "row-file", value_name = "FILE")]
    row_files: Vec<PathBuf>,
    /// A patch that is a column. Can be given several times.
    #[arg(long = "column-file", value_name = "FILE")]
    column_files: Vec<PathBuf>,
    /// The side of the rows, where their paths do not tell; without it, the first side of the file.
    #[arg(long, value_name = "SIDE")]
    row_side: Option<String>,
    /// Combatants of a bestiary, each against each; `goblin:3` are three of them. The bestiary is the file that is named, or that of
    /// --system.
    #[arg(long, value_name = "NAME,NAME:COUNT,..", value_delimiter = ',', conflicts_with_all = ["rows", "columns", "row_files", "column_files", "row_side"])]
    roster: Vec<String>,
    /// With --roster and no file: the system whose bestiary `scenarios/bestiary/SYSTEM.toml` is taken, here or in a folder above.
    #[arg(long, value_name = "SYSTEM", value_parser = systems::checked, requires = "roster")]
    system: Option<String>,
    /// Stop a pairing as soon as its share is known this well: `1%`. --fights are the most of each cell.
    #[arg(long, value_name = "REACH", value_parser = number::share, conflicts_with = "exact")]
    precision: Option<f64>,
    /// Stop a pairing as soon as it is clear who is ahead.
    #[arg(long, conflicts_with = "exact")]
    race: bool,
    /// The largest advantage in any column that counts as none, where something is called dominated.
    #[arg(long, value_name = "POINTS", value_parser = number::share, default_value = "1%")]
    margin: f64,
}

/// Plays a match-up and reports it.
pub fn matchup(arguments: &MatchupArguments) -> Result<(), Failure> {
    let field = if arguments.roster.is_empty() {
        Field::of_variants(&Lists {
            scenario: &arguments.study.only()?,
            lines: [&arguments.rows, &arguments.columns],
            files: [&arguments.row_files, &arguments.column_files],
            row_side: arguments.row_side.as_deref(),
        })?
    } else {
        Field::of_roster(&arguments.study.shelf.first(), &arguments.roster, arguments.system.as_deref())?
    };
    // A roster may have found its file itself.
    let study = StudyArguments { shelf: ShelfArguments::of(&field.scenario), ..arguments.study.clone() };
    let directory = study.directory("matchup", &asked(arguments), arguments.exact.limits().is_some())?;
    let report = played(arguments, &field, directory.as_deref())?;
    arguments.study.hand_out(&report, directory.as_deref())?;
    match report.refused.len() {
        0 => Ok(()),
        refused => {
            Err(Failure::Incomplete(format!("{refused} of {} pairings cannot be played: the report says why", report.all())))
        }
    }
}

/// What was asked, for the name of the folder.
fn asked(arguments: &MatchupArguments) -> Vec<&str> {
    let lines = arguments.rows.iter().chain(&arguments.columns).map(|line| line.path.as_str());
    let files = arguments.row_files.iter().chain(&arguments.column_files).filter_map(|file| file.file_stem()?.to_str());
    lines.chain(files).chain(arguments.roster.iter().map(String::as_str)).collect()
}

/// The command that makes the result again, and where it comes from.
fn origin(arguments: &MatchupArguments, field: &Field) -> Origin {
    let study = &arguments.study;
    let mut words = vec![format!("sparring matchup {}", field.scenario.typed())];
    for (name, lines) in [("rows", &arguments.rows), ("columns", &arguments.columns)] {
        words.extend(lines.iter().map(|line| option(name, &line.text)));
    }
    for (name, files) in [("row-file", &arguments.row_files), ("column-file", &arguments.column_files)] {
        words.extend(files.iter().map(|file| option(name, &file.display().to_string())));
    }
    words.extend(arguments.row_side.iter().map(|side| option("row-side", side)));
    words.extend((!arguments.roster.is_empty()).then(|| option("roster", &arguments.roster.join(","))));
    words.extend(arguments.system.iter().map(|system| option("system", system)));
    words.extend(arguments.precision.map(|reach| format!("--precision {}", percent(reach))));
    words.extend(arguments.race.then(|| "--race".to_owned()));
    words.extend((arguments.margin != 0.01).then(|| format!("--margin {}", percent(arguments.margin))));
    words.push(match arguments.exact.limits() {
        Some(limits) => format!("--exact{}", limits.typed()),
        None => format!("--fights {}", study.fights),
    });
    words.extend((study.seed != SEED).then(|| format!("--seed {}", study.seed)));
    words.extend((study.level != Level::default()).then(|| format!("--level {}", study.level.confidence())));
    words.extend(study.all.then(|| "--all".to_owned()));
    let exact = arguments.exact.limits().is_some();
    let mut files = field.facts.files.clone();
    for patch in arguments.row_files.iter().chain(&arguments.column_files) {
        let name = patch.display().to_string();
        if let (false, Ok(text)) = (files.iter().any(|(known, _)| *known == name), std::fs::read_to_string(patch)) {
            files.push((name, text));
        }
    }
    Origin {
        title: field.facts.title.clone(),
        system: field.facts.system.clone(),
        digest: field.facts.digest.clone(),
        command: words.join(" "),
        seed: study.seed,
        scheme: SCHEME.to_owned(),
        tool: env!("CARGO_PKG_VERSION").to_owned(),
        level: study.level,
        fights: if exact { 0 } else { study.fights },
        exact,
        files,
    }
}

/// A share in per cent as it is typed.
fn percent(share: f64) -> String {
    format!("{}%", (share * 1e12).round() / 1e10)
}

/// Plays or solves every pairing, and makes the report.
fn played(arguments: &MatchupArguments, field: &Field, directory: Option<&Path>) -> Result<MatchReport, Failure> {
    let StudyArguments { seed, fights, level, threads, .. } = arguments.study;
    let (precision, race, margin) = (arguments.precision, arguments.race, arguments.margin);
    let limits = arguments.exact.limits();
    let names = |entries: &[MatchupEntry]| entries.iter().map(|entry| entry.name.clone()).collect();
    let plan = MatchupPlan {
        rows: names(&field.rows),
        columns: names(&field.columns),
        same: field.same,
        sides: field.sides.clone(),
        solved: limits.is_some(),
        fights,
        precision,
        race,
        level,
        margin,
        threads,
    };
    let asked = match limits {
        Some(limits) => format!("match-up, exact{}", limits.typed()),
        None => {
            let pairings = if race { plan.pairings().len() } else { 0 };
            format!("match-up, {precision:?}, {race}, {level}, {pairings} pairings")
        }
    };
    let mut store = Cells::new(directory.map(Path::to_owned), seed, fights, asked);
    let (board, kept) = attended(|listener| plan.play(&Met { arguments, field }, &mut store, listener))?;
    Ok(MatchReport::new(origin(arguments, field), board, field.sides.clone(), kept)
        .stopping(precision, race)
        .between(field.unlike)
        .spoken_of(field.rows.iter().chain(&field.columns).filter_map(spoken).collect()))
}

/// The scenarios in which a row meets a column.
struct Met<'a> {
    arguments: &'a MatchupArguments,
    field: &'a Field,
}

impl PairingSource for Met<'_> {
    fn load(&self, pairing: Pairing) -> Result<(Arm<dyn ExactEngine>, String), Failure> {
        let playable = self.field.load(pairing)?;
        Ok((playable.arm(self.arguments.study.seed), playable.job()))
    }

    fn solve(&self, arm: &Arm<dyn ExactEngine>, what: &str) -> Result<Option<Solved>, Failure> {
        self.arguments.exact.limits().cloned().unwrap_or_default().solve(arm, what)
    }
}

/// An entry that goes by its bare value, and what readers call it.
fn spoken(entry: &MatchupEntry) -> Option<(String, String)> {
    let [only] = &entry.sets[..] else { return None };
    let (path, value) = only.split_once('=').filter(|(_, value)| *value == entry.name)?;
    Some((entry.name.clone(), naming::variant(path, value)))
}
