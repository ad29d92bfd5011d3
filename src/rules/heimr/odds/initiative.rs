//! Questions about time: who goes first, how long a plain duel lasts, how a chase ends.
//!
//! Start at [`initiative`].

use std::cmp::Ordering;

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use crate::rules::questions::{Answer, AnswerTable, Arguments, Cell, Curve};

use super::super::abilities::Score;
use super::super::book::Book;
use super::super::rulings::{ChaseCaughtAt, InitiativePhysical, InitiativeTie, Rulings};
use super::integer;
use super::roll::{Roller, of_pair, score};

/// Whether one of two, by their places in the list, goes before the other where both roll the same; equal where it is drawn.
fn tie(one: (usize, Score), other: (usize, Score), tie: InitiativeTie) -> Ordering {
    // More willpower first (HEI-105), then as the rulings say.
    let by_willpower = other.1.p.cmp(&one.1.p);
    by_willpower.then(match tie {
        InitiativeTie::DexThenD10 => other.1.c.cmp(&one.1.c),
        InitiativeTie::D10 => Ordering::Equal,
        InitiativeTie::ListOrder => one.0.cmp(&other.0),
    })
}

/// The order of initiative (HEI-104, HEI-105, R-05, R-06).
pub fn initiative(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    if book.initiative.potential != "willpower" {
        return Err(
            "ties go by willpower, but the book's initiative has another potential, so that both would be needed".into()
        );
    }
    let roller = Roller::new(book, rulings);
    let scores: Vec<(usize, Score)> = arguments.pairs("who").iter().map(|&pair| of_pair(pair)).enumerate().collect();
    let physical = rulings.initiative_physical == InitiativePhysical::Yes;
    let fatigue = if physical { arguments.integer("fatigue") } else { 0 };
    let totals: Vec<_> = scores.iter().map(|&(_, score)| roller.physical(score, fatigue, 0)).collect();
    let names: Vec<String> = scores.iter().map(|(index, _)| format!("#{}", index + 1)).collect();
    let mut places = AnswerTable::new("places", &["who", "dexterity", "willpower"]);
    places.columns.extend((1..=scores.len()).map(|place| format!("place {place}")));
    let mut pairs = AnswerTable::new("the row's goes before the column's", &["who"]);
    pairs.columns.extend(names.iter().cloned());
    for (index, &own) in scores.iter().enumerate() {
        let mut place = vec![BigRational::zero(); scores.len()];
        let mut before = vec![BigRational::zero(); scores.len()];
        for total in totals[index].low()..=totals[index].high() {
            let chance = totals[index].chance(total).unwrap_or_default();
            if chance.is_zero() {
                continue;
            }
            // How many of the others go before, and how many are drawn with: by counts.
            let mut counts = vec![((0_usize, 0_usize), BigRational::one())];
            for (other, &who) in scores.iter().enumerate().filter(|(other, _)| *other != index) {
                let same = totals[other].chance(total).unwrap_or_default();
                let ahead = totals[other].at_least(total + 1).unwrap_or_default();
                let (ahead, drawn) = match tie(own, who, rulings.initiative_tie) {
                    Ordering::Less => (ahead, BigRational::zero()),
                    Ordering::Greater => (ahead + same, BigRational::zero()),
                    Ordering::Equal => (ahead, same),
                };
                before[other] += &chance * (BigRational::one() - &ahead - &drawn / integer(2));
                counts = merged(counts, &ahead, &drawn);
            }
            for ((ahead, drawn), part) in counts {
                let share = &chance * part / integer(drawn as i64 + 1);
                place[ahead..=ahead + drawn].iter_mut().for_each(|place| *place += &share);
            }
        }
        let head = [Cell::text(&names[index]), Cell::Integer(own.1.c.into()), Cell::Integer(own.1.p.into())];
        places.row(head.into_iter().chain(place.into_iter().map(Cell::Exact)));
        let cells = before.into_iter().enumerate();
        let cells = cells.map(|(other, chance)| if other == index { Cell::text("-") } else { Cell::Exact(chance) });
        pairs.row(std::iter::once(Cell::text(&names[index])).chain(cells));
    }
    let curves = names.into_iter().zip(totals).map(|(label, distribution)| Curve { label, distribution }).collect();
    Ok(Answer {
        title: "initiative".to_owned(),
        notes: vec![
            "consistency is dexterity, potential is the present willpower (HEI-104)".to_owned(),
            "of equal rolls the one with more willpower goes first (HEI-105), then as the rulings say (R-06)".to_owned(),
        ],
        tables: vec![places, pairs],
        curves,
    })
}

/// One more of the others, who goes before or is drawn with this probability.
fn merged(
    counts: Vec<((usize, usize), BigRational)>,
    ahead: &BigRational,
    drawn: &BigRational,
) -> Vec<((usize, usize), BigRational)> {
    let behind = BigRational::one() - ahead - drawn;
    let mut next: Vec<((usize, usize), BigRational)> = Vec::new();
    for ((before, with), chance) in counts {
        for (key, part) in [((before + 1, with), ahead), ((before, with + 1), drawn), ((before, with), &behind)] {
            let part = &chance * part;
            match next.iter_mut().find(|(known, _)| *known == key) {
                _ if part.is_zero() => {}
                Some((_, sum)) => *sum += part,
                None => next.push((key, part)),
            }
        }
    }
    next
}

/// A duel of plain blows: who goes first attacks first in every round (HEI-102).
struct Duel {
    /// Probability of a hit of the one who goes first, and of the other.
    hit: [BigRational; 2],
}

impl Duel {
    /// Probability that the first one wins, and the mean number of rounds, when the first still has to land `needs.0` hits and
    /// the other `needs.1`.
    fn solve(
        &self,
        needs: (i64, i64),
        known: &mut Vec<((i64, i64), (BigRational, BigRational))>,
    ) -> Option<(BigRational, BigRational)> {
        if let Some((_, found)) = known.iter().find(|(key, _)| *key == needs) {
            return Some(found.clone());
        }
        let (hit, other) = (&self.hit[0], &self.hit[1]);
        let (miss, miss_other) = (BigRational::one() - hit, BigRational::one() - other);
        let stays = &miss * &miss_other;
        if stays.is_one() {
            return None;
        }
        let (mut wins, mut rounds) = (BigRational::zero(), BigRational::one());
        let outcomes = [
            (hit * &miss_other, (needs.0 - 1, needs.1)),
            (&miss * other, (needs.0, needs.1 - 1)),
            (hit * other, (needs.0 - 1, needs.1 - 1)),
        ];
        for (chance, left) in outcomes {
            // The blow of the one who goes first ends it before the other strikes.
            if left.0 == 0 {
                wins += chance;
            } else if left.1 > 0 && !chance.is_zero() {
                let (later_wins, later_rounds) = self.solve(left, known)?;
                wins += &chance * later_wins;
                rounds += &chance * later_rounds;
            }
        }
        let moves = BigRational::one() - stays;
        let found = (wins / &moves, rounds / &moves);
        known.push((needs, found.clone()));
        Some(found)
    }
}

/// A duel of plain blows, each against a fresh defence.
pub fn duel(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let roller = Roller::new(book, rulings);
    let named = |name: &str| score(arguments, name);
    let blow = |attack: Option<Score>, defence: Option<Score>| {
        roller.strike((attack.unwrap_or_default(), 1), defence.map(|defence| (defence, 1))).hit()
    };
    let hit = [blow(named("attack"), named("defence_against")), blow(named("attack_against"), named("defence"))];
    let needs = [arguments.integer("hits"), arguments.integer("hits_against")];
    let never = || "neither of them ever hits".to_owned();
    let first = Duel { hit: hit.clone() }.solve((needs[0], needs[1]), &mut Vec::new()).ok_or_else(never)?;
    let second = Duel { hit: [hit[1].clone(), hit[0].clone()] };
    let second = second.solve((needs[1], needs[0]), &mut Vec::new()).ok_or_else(never)?;
    let mut table = AnswerTable::new("duel", &["who goes first", "the one wins", "mean rounds"]);
    let wins_second = BigRational::one() - second.0;
    let half = integer(2);
    let even = ((&first.0 + &wins_second) / &half, (&first.1 + &second.1) / &half);
    for (who, wins, rounds) in
        [("the one", &first.0, &first.1), ("the other", &wins_second, &second.1), ("even chances", &even.0, &even.1)]
    {
        table.row([Cell::text(who), Cell::Exact(wins.clone()), Cell::Exact(rounds.clone())]);
    }
    let mut blows = AnswerTable::new("one blow", &["whose", "hits", "hits needed"]);
    for (whose, hit, needs) in [("the one's", &hit[0], needs[0]), ("the other's", &hit[1], needs[1])] {
        blows.row([Cell::text(whose), Cell::Exact(hit.clone()), Cell::Integer(needs)]);
    }
    Ok(Answer {
        title: "duel of plain blows".to_owned(),
        notes: vec![
            "one blow each in a round against a defence that is fresh, at fatigue 1, without injuries before the last hit"
                .to_owned(),
        ],
        tables: vec![table, blows],
        curves: Vec::new(),
    })
}

/// How a chase ends.
#[derive(Default)]
struct ChaseEnd {
    caught: f64,
    caught_by_gaining: f64,
    escaped: f64,
    rounds: f64,
    timeout: f64,
}

/// One who takes part in a chase: by fatigue, every result of its roll with the fatigue after it.
type Runner = Vec<Vec<(Option<i32>, usize, f64)>>;

fn runner(roller: &Roller, score: Score, base: u8, most: u8) -> Runner {
    let tired = |fatigue: u8| Score { c: score.c - roller.fatigue.penalty(fatigue, base), ..score };
    let rolled = |fatigue: u8| {
        let outcomes = roller.results(tired(fatigue), super::roll::fresh(fatigue.into())).into_iter();
        outcomes
            .map(|outcome| (outcome.result, usize::from(outcome.effort.fatigue), outcome.chance.to_f64().unwrap_or(0.0)))
            .collect()
    };
    (0..=most).map(rolled).collect()
}

/// What a chase round makes of a place: where it goes on, or how it ends.
fn chase_round(
    quarry: &[(Option<i32>, usize, f64)],
    pursuer: &[(Option<i32>, usize, f64)],
    margin: i32,
) -> Vec<(i64, usize, usize, f64)> {
    let mut moves: Vec<(i64, usize, usize, f64)> = Vec::new();
    for &(flees, quarry_after, chance) in quarry {
        let Some(flees) = flees else { continue };
        for &(chases, pursuer_after, part) in pursuer {
            let Some(chases) = chases else { continue };
            let step = if chases - flees >= margin { -1 } else { i64::from(chases - flees <= -margin) };
            match moves.iter_mut().find(|one| (one.0, one.1, one.2) == (step, quarry_after, pursuer_after)) {
                Some(known) => known.3 += chance * part,
                None => moves.push((step, quarry_after, pursuer_after, chance * part)),
            }
        }
    }
    moves
}

/// Follows a chase to its end (HEI-142 to HEI-147, R-61).
fn chase_end((quarry, pursuer): (&Runner, &Runner), start: (u8, u8), book: &Book, rulings: &Rulings) -> ChaseEnd {
    const NEGLIGIBLE: f64 = 1e-15;
    let chase = &book.chase;
    let (margin, escape) = (i32::from(chase.margin), chase.escape_distance.map(i64::from));
    let fails = |runner: &[(Option<i32>, usize, f64)]| -> f64 {
        runner.iter().filter(|(result, _, _)| result.is_none()).map(|(_, _, chance)| chance).sum()
    };
    let mut end = ChaseEnd::default();
    let mut going = std::collections::BTreeMap::from([(
        (usize::from(start.0), usize::from(start.1), i64::from(chase.start_distance)),
        1.0,
    )]);
    let mut rounds: std::collections::BTreeMap<(usize, usize), Vec<(i64, usize, usize, f64)>> =
        std::collections::BTreeMap::new();
    for _ in 0..chase.rounds_max {
        let mut next = std::collections::BTreeMap::new();
        for ((flees, chases, distance), chance) in going {
            end.rounds += chance;
            // The quarry rolls first; the pursuer only when that was not the end.
            let quarry_fails = fails(&quarry[flees]);
            end.caught += chance * quarry_fails;
            end.escaped += chance * (1.0 - quarry_fails) * fails(&pursuer[chases]);
            let moves = rounds.entry((flees, chases)).or_insert_with(|| chase_round(&quarry[flees], &pursuer[chases], margin));
            for &(step, flees, chases, part) in moves.iter() {
                let (part, now) = (chance * part, distance + step);
                let caught = match rulings.chase_caught_at {
                    ChaseCaughtAt::Surpass => now < 0,
                    ChaseCaughtAt::SameSquare => now <= 0 && step < 0,
                };
                if caught {
                    end.caught += part;
                    end.caught_by_gaining += part;
                } else if escape.is_some_and(|escape| now >= escape) {
                    end.escaped += part;
                } else {
                    *next.entry((flees, chases, now)).or_insert(0.0) += part;
                }
            }
        }
        // What is too little to be seen in any digit is not followed.
        next.retain(|_, chance| *chance > NEGLIGIBLE);
        going = next;
        if going.is_empty() {
            break;
        }
    }
    end.timeout = going.values().fold(0.0, |sum, chance| sum + chance);
    end.escaped += end.timeout;
    end
}

/// How a chase ends, and what stamina is worth in it (HEI-142 to HEI-147, R-61).
pub fn chase(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    if !book.chase.switch.is_empty() {
        return Err("the book changes the terrain during chases, and so the abilities; only a fight knows those".to_owned());
    }
    let roller = Roller::new(book, rulings);
    let (quarry, pursuer) = (score(arguments, "quarry").unwrap_or_default(), score(arguments, "pursuer").unwrap_or_default());
    let base = |stamina: i64| {
        let (least, most) = (i64::from(book.fatigue.min), i64::from(book.fatigue.max.max(book.fatigue.min)));
        (i64::from(book.fatigue.base) - stamina).clamp(least, most) as u8
    };
    let asked = [arguments.integer("stamina"), arguments.integer("stamina_against")];
    let mut table = AnswerTable::new(
        "chase",
        &[
            "stamina of the pursuer",
            "caught",
            "of these by gaining ground",
            "escaped",
            "mean rounds",
            "still running at the end",
        ],
    );
    let low = asked[1].min(-2);
    for stamina in low..=asked[1].max(4) {
        let (flees, chases) = (base(asked[0]), base(stamina));
        let runners = (runner(&roller, quarry, flees, book.fatigue.max), runner(&roller, pursuer, chases, book.fatigue.max));
        let end = chase_end((&runners.0, &runners.1), (flees, chases), book, rulings);
        let mark = if stamina == asked[1] { " (asked for)" } else { "" };
        let numbers = [end.caught, end.caught_by_gaining, end.escaped, end.rounds, end.timeout];
        table.row(std::iter::once(Cell::Text(format!("{stamina}{mark}"))).chain(numbers.map(Cell::ExactDecimal)));
    }
    table.rows.sort_by_key(|row| !matches!(&row[0], Cell::Text(label) if label.ends_with(')')));
    Ok(Answer {
        title: format!(
            "chase of consistency {}, potential {}, stamina {} by consistency {}, potential {}",
            quarry.c, quarry.p, asked[0], pursuer.c, pursuer.p
        ),
        notes: vec![
            format!("from a distance of {}; {} points are a square (HEI-144)", book.chase.start_distance, book.chase.margin),
            "whoever does not meet fatigue gives up: the quarry is caught, or the pursuer left behind (HEI-146)".to_owned(),
            format!("after {} rounds the quarry has escaped (R-61)", book.chase.rounds_max),
        ],
        tables: vec![table],
        curves: Vec::new(),
    })
}
