//! The playing of a whole match-up: every pairing by the same fights, or solved, or recalled from where it is known already.
//!
//! Owns the plan, and the readings by which a cell is kept. When a pairing has been played enough is for [`PairingStop`]. Start at
//! [`MatchupPlan::play`].

use std::collections::BTreeSet;

use sha2::{Digest as _, Sha256};

use crate::analysis::reading::Reading;
use crate::analysis::variant::{Listener, Memory, Underway};
use crate::error::Failure;
use crate::exact::{ExactEngine, Solved};
use crate::sim::solo::Arm;
use crate::stats::Level;
use crate::stats::score::Score;

use super::{KnownPairing, MatchupMatrix, Pairing, PairingEnds, PairingFight, PairingState, PairingStop, pairings, play};

/// The plan of a match-up.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchupPlan {
    /// Names of the rows.
    pub rows: Vec<String>,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// True if both are the same list.
    pub same: bool,
    /// Names of the sides, that of the rows first.
    pub sides: [String; 2],
    /// True if pairings are solved instead of played.
    pub solved: bool,
    /// The most fights of a cell.
    pub fights: u64,
    /// The reach of its interval that is good enough, if any is.
    pub precision: Option<f64>,
    /// True if it is enough to know who is ahead.
    pub race: bool,
    /// Confidence level.
    pub level: Level,
    /// The largest advantage that counts as none.
    pub margin: f64,
    /// Threads; without it, one per core.
    pub threads: Option<u16>,
}

/// Whoever makes the fights of pairings.
pub trait PairingSource {
    /// The fights of a row on the side of the rows against a column on the other, and their job.
    ///
    /// # Errors
    /// A pairing that is no scenario.
    fn load(&self, pairing: Pairing) -> Result<(Arm<dyn ExactEngine>, String), Failure>;

    /// The exact answer for a pairing; `what` tells whoever waits which one it is. None when it was broken off.
    ///
    /// # Errors
    /// A limit that is met before anything is decided.
    fn solve(&self, arm: &Arm<dyn ExactEngine>, what: &str) -> Result<Option<Solved>, Failure>;
}

/// The fights of a pairing, ready to be played.
struct Ready {
    arm: Arm<dyn ExactEngine>,
    ends: PairingEnds,
}

impl MatchupPlan {
    /// All pairings, in the order in which they are played.
    #[must_use]
    pub fn pairings(&self) -> Vec<Pairing> {
        pairings(self.rows.len(), self.columns.len(), self.same)
    }

    /// When a pairing has been played enough.
    #[must_use]
    pub fn stop(&self) -> PairingStop {
        let MatchupPlan { fights, precision, race, level, .. } = *self;
        PairingStop { fights, precision, race, level, pairings: self.pairings().len() }
    }

    /// Plays or solves every pairing; returns the matrix and the number of pairings that were known before.
    ///
    /// # Errors
    /// More threads than can be started; a failure of the memory; pairings of which none can be played, or none was before it was broken off.
    pub fn play(
        &self,
        source: &dyn PairingSource,
        memory: &mut dyn Memory<Vec<Reading>>,
        listener: &mut Listener<'_>,
    ) -> Result<(MatchupMatrix, usize), Failure> {
        let stop = self.stop();
        let jobs = BTreeSet::new();
        let mut player = Player { plan: self, stop, source, memory, listener, jobs, refusal: None, kept: 0 };
        let mut states = Vec::new();
        for (place, pairing) in self.pairings().into_iter().enumerate() {
            states.push((pairing, player.pairing(pairing, place as u64)?));
        }
        let Player { refusal, kept, .. } = player;
        if !states.iter().any(|(_, state)| matches!(state, PairingState::Played(_))) {
            return Err(refusal.unwrap_or_else(|| {
                Failure::Interrupted("interrupted before the first pairing was finished: nothing is kept".into())
            }));
        }
        let matrix = MatchupMatrix {
            rows: self.rows.clone(),
            columns: self.columns.clone(),
            same: self.same,
            pairings: states,
            level: self.level,
            together: if self.solved { self.level } else { stop.together() },
            margin: self.margin,
        };
        Ok((matrix, kept))
    }
}

/// Plays or solves pairings, or takes them from where they are kept.
struct Player<'a, 'l> {
    plan: &'a MatchupPlan,
    stop: PairingStop,
    source: &'a dyn PairingSource,
    memory: &'a mut dyn Memory<Vec<Reading>>,
    listener: &'a mut Listener<'l>,
    /// The jobs that were played or recalled so far.
    jobs: BTreeSet<String>,
    /// The reason why the first pairing that is no scenario, or is too large, is so.
    refusal: Option<Failure>,
    /// The number of pairings that were known.
    kept: usize,
}

impl Player<'_, '_> {
    /// The state of a pairing behind so many others.
    fn pairing(&mut self, pairing: Pairing, before: u64) -> Result<PairingState, Failure> {
        if self.listener.is_gone() {
            return Ok(PairingState::Open);
        }
        let (seats, job) = match self.ready(pairing) {
            Ok(ready) => ready,
            Err(failure) => return Ok(self.refused(failure)),
        };
        // Variants that are the same are played once.
        let again = !self.jobs.insert(job.clone());
        let kept = self.memory.find(&job).and_then(|kept| known(&kept));
        if let Some(known) = kept.filter(|known| known.len() == seats.len()) {
            self.kept += usize::from(!again);
            return Ok(PairingState::Played(known));
        }
        let found = match self.found(pairing, &seats, before) {
            Ok(Some(found)) => found,
            Ok(None) => return Ok(PairingState::Open),
            // A pairing that is too large to be solved says so in its cell.
            Err(failure @ Failure::Usage(_)) if self.plan.solved => return Ok(self.refused(failure)),
            Err(failure) => return Err(failure),
        };
        self.memory.keep(&job, found.iter().flat_map(readings).collect())?;
        Ok(PairingState::Played(found))
    }

    /// The cell of a pairing that is none.
    fn refused(&mut self, failure: Failure) -> PairingState {
        let why = failure.in_short();
        self.refusal.get_or_insert(failure);
        PairingState::Refused(why)
    }

    /// The fights of a pairing, and the name of its cell.
    fn ready(&self, pairing: Pairing) -> Result<(Vec<Ready>, String), Failure> {
        let back = Pairing { row: pairing.column, column: pairing.row, exchanged: false };
        let seats = [Some(pairing), pairing.exchanged.then_some(back)].into_iter().flatten();
        let (mut ready, mut jobs) = (Vec::new(), Sha256::new());
        for seat in seats {
            let (arm, job) = self.source.load(seat)?;
            let ends = PairingEnds::of(&arm.layout, self.plan.sides.each_ref().map(String::as_str))?;
            jobs.update(format!("{job} {ends:?};"));
            ready.push(Ready { arm, ends });
        }
        Ok((ready, jobs.finalize().iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// What is known of a pairing by its fights or an exact answer. None when it was broken off.
    fn found(&mut self, pairing: Pairing, seats: &[Ready], before: u64) -> Result<Option<Vec<KnownPairing>>, Failure> {
        let (plan, stop) = (self.plan, self.stop);
        let what = format!("{} against {}", plan.rows[pairing.row], plan.columns[pairing.column]);
        if plan.solved {
            let mut all = Vec::new();
            for seat in seats {
                let Some(answer) = self.source.solve(&seat.arm, &what)? else { return Ok(None) };
                all.push(seat.ends.solved(&answer).ok_or_else(|| {
                    Failure::Usage(format!("{what}: who wins is not known exactly; leave --exact out to play it"))
                })?);
            }
            return Ok(Some(all));
        }
        let seats: Vec<PairingFight<'_>> = seats.iter().map(|seat| PairingFight { arm: &seat.arm, ends: seat.ends }).collect();
        let each = stop.fights * seats.len() as u64;
        let at = Underway { fights: before * each, needed: stop.pairings as u64 * each, what: &what };
        let (interrupted, hear) = (self.listener.interrupted, &mut self.listener.hear);
        let mut progress = |done| hear(Underway { fights: at.fights + done, ..at });
        // An entry against itself is never clear: a look shows whether both seats are alike.
        let itself = stop.race && plan.same && pairing.row == pairing.column;
        let stop = if itself { PairingStop { fights: stop.looks()[0], ..stop } } else { stop };
        let scores = play(&seats, &stop, plan.threads, interrupted, &mut progress)?;
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::analysis::testing::{Forgetful, Remembering, made_up_arm};
    use crate::stats::Interval;

    /// Of ten fights the row wins five more the further it stands before the column; the third entry cannot be met.
    struct Ladder;

    impl PairingSource for Ladder {
        fn load(&self, pairing: Pairing) -> Result<(Arm<dyn ExactEngine>, String), Failure> {
            let Pairing { row, column, .. } = pairing;
            if row == 2 || column == 2 {
                return Err(Failure::Usage("nobody meets it".into()));
            }
            let won = 5 + 3 * column as u64 - 3 * row as u64;
            let arm = made_up_arm(Box::new(move |number| [i64::from(number % 10 >= won), 3, 0, 5]));
            Ok((arm, format!("{row} {column}")))
        }

        fn solve(&self, _: &Arm<dyn ExactEngine>, _: &str) -> Result<Option<Solved>, Failure> {
            Ok(None)
        }
    }

    fn plan(entries: &[&str]) -> MatchupPlan {
        let rows: Vec<String> = entries.iter().map(|&name| name.to_owned()).collect();
        MatchupPlan {
            columns: rows.clone(),
            rows,
            same: true,
            sides: ["left", "right"].map(str::to_owned),
            solved: false,
            fights: 1000,
            precision: None,
            race: false,
            level: Level::default(),
            margin: 0.01,
            threads: Some(1),
        }
    }

    fn played(
        plan: &MatchupPlan,
        memory: &mut dyn Memory<Vec<Reading>>,
        interrupted: bool,
    ) -> Result<(MatchupMatrix, usize), Failure> {
        let interrupted = AtomicBool::new(interrupted);
        plan.play(&Ladder, memory, &mut Listener { interrupted: &interrupted, hear: &mut |_| {} })
    }

    #[test]
    fn pairings_are_played_from_both_sides_and_recalled() {
        let (plan, mut memory) = (plan(&["first", "second", "third"]), Remembering::default());
        let (matrix, kept) = played(&plan, &mut memory, false).expect("two of them meet");
        let share = |row, column| matrix.share(row, column, Level::default()).map(|share| share.estimate);
        assert_eq!([share(0, 0), share(0, 1), share(1, 0), share(0, 2)], [Some(0.5), Some(0.8), Some(0.2), None]);
        assert_eq!((kept, memory.kept.len()), (0, 3));
        let (again, kept) = played(&plan, &mut memory, false).expect("two of them meet");
        assert_eq!((again, kept), (matrix, 3));
    }

    #[test]
    fn nothing_is_said_where_nothing_was_played() {
        let said = |interrupted| played(&plan(&["first", "second"]), &mut Forgetful, interrupted).map(|(_, kept)| kept);
        assert_eq!(said(false).ok(), Some(0));
        assert!(matches!(said(true), Err(Failure::Interrupted(_))));
        let solved = MatchupPlan { solved: true, ..plan(&["first", "second"]) };
        assert!(played(&solved, &mut Forgetful, false).is_err(), "an answer that was broken off is none");
    }

    #[test]
    fn cells_are_read_back_as_they_were_kept() {
        let solved = KnownPairing::Solved { share: Interval::around(0.6, 0.1), drawn: Interval::around(0.2, 0.0) };
        let counted = KnownPairing::Counted(Score { won: 7, drawn: 2, lost: 1 });
        for cell in [vec![solved], vec![solved; 2], vec![counted], vec![counted; 2]] {
            let kept: Vec<Reading> = cell.iter().flat_map(readings).collect();
            assert_eq!(known(&kept), Some(cell));
        }
    }
}
