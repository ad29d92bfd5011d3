//! `sparring matchup`: everything against everything.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;
use sha2::{Digest as _, Sha256};

use crate::cli::cells::Cells;
use crate::cli::exactly::{ExactArguments, LimitArguments, solve};
use crate::cli::field::{Field, Lists, NOWHERE};
use crate::cli::load::ShelfArguments;
use crate::cli::number;
use crate::cli::output::in_short;
use crate::cli::progress::{Bar, heed_interrupts};
use crate::cli::study::{StudyArguments, option};
use crate::report::document::Origin;
use crate::report::matchup::MatchReport;
use crate::report::naming;
use crate::systems;
use frame::analysis::matchup::{
    KnownPairing, MatchupEntry, MatchupMatrix, Pairing, PairingEnds, PairingFight, PairingState, PairingStop, PathValues,
    pairings, play,
};
use frame::analysis::reading::Reading;
use frame::dice::SEED;
use frame::dice::key::SCHEME;
use frame::error::Failure;
use frame::exact::ExactEngine;
use frame::sim::solo::Arm;
use frame::stats::Level;
use frame::stats::score::Score;

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
    let StudyArguments { seed, fights, level, .. } = arguments.study;
    let all = pairings(field.rows.len(), field.columns.len(), field.same);
    let pace = PairingStop { fights, precision: arguments.precision, race: arguments.race, level, pairings: all.len() };
    let limits = arguments.exact.limits();
    let asked = match limits {
        Some(limits) => format!("match-up, exact{}", limits.typed()),
        None => format!(
            "match-up, {:?}, {}, {level}, {} pairings",
            pace.precision,
            pace.race,
            if pace.race { all.len() } else { 0 }
        ),
    };
    let mut player = Player {
        arguments,
        field,
        pace,
        limits,
        store: Cells::new(directory.map(Path::to_owned), seed, fights, asked),
        bar: Bar::new(),
        refusal: None,
        kept: 0,
        done: 0,
    };
    let mut states = Vec::new();
    for pairing in &all {
        states.push((*pairing, player.pairing(*pairing)?));
    }
    player.bar.clear();
    let Player { refusal, kept, .. } = player;
    if !states.iter().any(|(_, state)| matches!(state, PairingState::Played(_))) {
        return Err(refusal.unwrap_or_else(|| {
            Failure::Interrupted("interrupted before the first pairing was finished: nothing is kept".into())
        }));
    }
    let names = |entries: &[MatchupEntry]| entries.iter().map(|entry| entry.name.clone()).collect();
    let together = if limits.is_some() { level } else { pace.together() };
    let board = MatchupMatrix {
        rows: names(&field.rows),
        columns: names(&field.columns),
        same: field.same,
        pairings: states,
        level,
        together,
        margin: arguments.margin,
    };
    let precision = arguments.precision;
    Ok(MatchReport::new(origin(arguments, field), board, field.sides.clone(), kept)
        .stopping(precision, arguments.race)
        .between(field.unlike)
        .spoken_of(field.rows.iter().chain(&field.columns).filter_map(spoken).collect()))
}

/// An entry that goes by its bare value, and what readers call it.
fn spoken(entry: &MatchupEntry) -> Option<(String, String)> {
    let [only] = &entry.sets[..] else { return None };
    let (path, value) = only.split_once('=').filter(|(_, value)| *value == entry.name)?;
    Some((entry.name.clone(), naming::variant(path, value)))
}

/// Plays or solves pairings, or takes them from where they are kept.
struct Player<'a> {
    arguments: &'a MatchupArguments,
    field: &'a Field,
    pace: PairingStop,
    limits: Option<&'a LimitArguments>,
    store: Cells<Vec<Reading>>,
    bar: Bar,
    /// The reason why the first pairing that is no scenario, or is too large, is so.
    refusal: Option<Failure>,
    /// The number of pairings that were known.
    kept: usize,
    /// The number of pairings that are over.
    done: u64,
}

/// The fights of a pairing, ready to be played.
struct Ready {
    arm: Arm<dyn ExactEngine>,
    ends: PairingEnds,
}

impl Player<'_> {
    /// The state of a pairing.
    fn pairing(&mut self, pairing: Pairing) -> Result<PairingState, Failure> {
        self.done += 1;
        if heed_interrupts().load(Ordering::Relaxed) {
            return Ok(PairingState::Open);
        }
        let (seats, job) = match self.ready(pairing) {
            Ok(ready) => ready,
            Err(failure) => return Ok(self.refused(failure)),
        };
        // Variants that are the same are played once.
        let again = self.store.known(&job).is_some();
        if let Some(known) = self.store.find(&job).and_then(|kept| known(&kept)).filter(|known| known.len() == seats.len()) {
            self.kept += usize::from(!again);
            return Ok(PairingState::Played(known));
        }
        let known = match self.known(pairing, &seats) {
            Ok(Some(known)) => known,
            Ok(None) => return Ok(PairingState::Open),
            // A pairing that is too large to be solved says so in its cell.
            Err(failure @ Failure::Usage(_)) if self.limits.is_some() => return Ok(self.refused(failure)),
            Err(failure) => return Err(failure),
        };
        self.store.keep(&job, known.iter().flat_map(readings).collect::<Vec<_>>())?;
        Ok(PairingState::Played(known))
    }

    /// The cell of a pairing that is none.
    fn refused(&mut self, failure: Failure) -> PairingState {
        let why = in_short(&failure.render(false));
        self.refusal.get_or_insert(failure);
        PairingState::Refused(why)
    }

    /// The fights of a pairing, and the name of its cell.
    fn ready(&self, pairing: Pairing) -> Result<(Vec<Ready>, String), Failure> {
        let back = Pairing { row: pairing.column, column: pairing.row, exchanged: false };
        let seats = [Some(pairing), pairing.exchanged.then_some(back)].into_iter().flatten();
        let (mut ready, mut jobs) = (Vec::new(), Sha256::new());
        for seat in seats {
            let playable = self.field.load(seat)?;
            let [row, column] = &self.field.sides;
            let ends = PairingEnds::of(&playable.layout, [row, column])?;
            jobs.update(format!("{} {ends:?};", playable.job()));
            ready.push(Ready { arm: playable.arm(self.arguments.study.seed), ends });
        }
        Ok((ready, jobs.finalize().iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// What is known of a pairing by fights or an exact answer; nothing when interrupted.
    fn known(&self, pairing: Pairing, seats: &[Ready]) -> Result<Option<Vec<KnownPairing>>, Failure> {
        let words = format!("{} against {}", self.field.rows[pairing.row].name, self.field.columns[pairing.column].name);
        if let Some(limits) = self.limits {
            let mut all = Vec::new();
            for seat in seats {
                let answer = match solve(&seat.arm, limits, &words) {
                    Ok(answer) if answer.stopped == Some(frame::exact::SolverStop::Interrupted) => return Ok(None),
                    Ok(answer) => answer,
                    Err(Failure::Interrupted(_)) => return Ok(None),
                    Err(failure) => return Err(failure),
                };
                let Some(known) = seat.ends.solved(&answer) else {
                    return Err(Failure::Usage(format!(
                        "{words}: who wins is not known exactly; leave --exact out to play it"
                    )));
                };
                all.push(known);
            }
            return Ok(Some(all));
        }
        let seats: Vec<PairingFight<'_>> = seats.iter().map(|seat| PairingFight { arm: &seat.arm, ends: seat.ends }).collect();
        let each = self.pace.fights * seats.len() as u64;
        let (before, all) = ((self.done - 1) * each, self.pace.pairings as u64 * each);
        let mut progress = |done| self.bar.show(before + done, all, format!(", {words}"));
        // An entry against itself is never clear: a look shows whether both seats are alike.
        let first = self.pace.looks()[0];
        let itself = self.pace.race && self.field.same && pairing.row == pairing.column;
        let pace = if itself { PairingStop { fights: first, ..self.pace } } else { self.pace };
        let scores = play(&seats, &pace, self.arguments.study.threads, heed_interrupts(), &mut progress)?;
        Ok(scores.map(|scores| scores.into_iter().map(KnownPairing::Counted).collect()))
    }
}

/// A cell as files keep it: what is worth 0, 1 and 2; or the share and the draws that were solved.
fn readings(known: &KnownPairing) -> Vec<Reading> {
    let plain = |key: &str| Reading {
        key: key.to_owned(),
        label: key.to_owned(),
        family: "score".to_owned(),
        unit: None,
        counts: Vec::new(),
        range: None,
        totals: None,
        sharper: None,
        solved: None,
    };
    match *known {
        KnownPairing::Counted(Score { won, drawn, lost }) => {
            vec![Reading { counts: vec![(0, lost), (1, drawn), (2, won)], ..plain("score") }]
        }
        KnownPairing::Solved { share, drawn } => {
            vec![Reading { solved: Some(share), ..plain("share") }, Reading { solved: Some(drawn), ..plain("drawn") }]
        }
    }
}

/// Cells as files keep them, read back; nothing of what is none.
fn known(kept: &[Reading]) -> Option<Vec<KnownPairing>> {
    let counted = |one: &Reading| match one.counts[..] {
        [(0, lost), (1, drawn), (2, won)] => Some(KnownPairing::Counted(Score { won, drawn, lost })),
        _ => None,
    };
    let solved = |pair: &[Reading]| match pair {
        [share, drawn] => Some(KnownPairing::Solved { share: share.solved?, drawn: drawn.solved? }),
        _ => None,
    };
    if kept.iter().any(|one| one.solved.is_some()) {
        kept.chunks(2).map(solved).collect()
    } else {
        kept.iter().map(counted).collect()
    }
}
