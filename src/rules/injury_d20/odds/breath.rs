//! The question how long somebody's breath lasts: exhausted and unconscious by round.
//!
//! Start at [`breath`].

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::dice::Distribution;
use crate::rules::questions::{Answer, AnswerTable, Arguments, Cell, Curve};

use super::super::strike::{Attempt, Gains, Judged};
use super::attack::taken;
use super::trial::Trial;
use super::{integer, signed};

/// Stamina lost so far in a turn, by parries made in it, each with its probability.
type Losses = BTreeMap<(i64, i64), BigRational>;

/// The attacks of one turn.
struct Turn<'a> {
    trial: &'a Trial,
    bonus: i32,
    dv: i32,
    parries: i64,
    parry: i32,
}

impl Turn<'_> {
    /// One attack more: what it takes, hits that are parried included.
    fn attack(&self, losses: &Losses, net: i32, power: i32, reckless: i32) -> Losses {
        let core = &self.trial.core;
        let numbers = &core.book.strain;
        let mut next = Losses::new();
        let net = net - reckless * core.book.reckless.disadvantage;
        let bonus = self.bonus + power * core.book.power.bonus;
        for (rolled, chance) in self.trial.faces(core.book.attack.die, net) {
            let total = rolled.sum() + bonus;
            let attempt = Attempt { natural: rolled.natural, total, dv: self.dv };
            let hit = match core.judge(attempt, || core.book.crit.natural) {
                Judged::Hits { bare, threatens } => {
                    Some(core.degrees_of(attempt, bare, Gains { critical: threatens, reckless, sizes: 0 }))
                }
                _ => None,
            };
            for ((lost, parried), before) in losses {
                let mut add = |key, odds: BigRational| *next.entry(key).or_default() += odds;
                let odds = before * &chance;
                let strain = |degrees: i32| i64::from(numbers.per_hit + degrees.max(0) * numbers.per_degree);
                let cost = |degrees: i32| strain(degrees) * i64::from(numbers.stamina_per_point);
                match hit {
                    None => add((*lost, *parried), odds),
                    Some(degrees) if *parried >= self.parries => add((lost + cost(degrees), *parried), odds),
                    Some(degrees) => {
                        let paid = lost + i64::from(core.book.parry.cost);
                        for (less, share) in taken(self.trial, self.parry, 0, total) {
                            let left = degrees - less;
                            let through = if less > 0 && left < 0 { 0 } else { cost(left) };
                            add((paid + through, parried + 1), &odds * share);
                        }
                    }
                }
            }
        }
        next
    }
}

/// Exhausted and unconscious by round (INJ-025, INJ-026, INJ-061, INJ-062, INJ-185, R-06, R-07).
pub fn breath(arguments: &Arguments, trial: &Trial) -> Answer {
    let number = |name: &str| arguments.integer(name) as i32;
    let (stamina, exhaustion) = (arguments.integer("stamina"), arguments.integer("exhaustion"));
    let turn =
        Turn { trial, bonus: number("bonus"), dv: number("dv"), parries: arguments.integer("parries"), parry: number("parry") };
    let step = trial.core.book.iterative.disadvantage;
    let mut losses = Losses::from([((0, 0), BigRational::one())]);
    for attack in 0..number("attacks") {
        let (power, reckless) = if attack == 0 { (number("power"), number("reckless")) } else { (0, 0) };
        losses = turn.attack(&losses, number("net") - attack * step, power, reckless);
    }
    let mut of_turn: BTreeMap<i64, BigRational> = BTreeMap::new();
    for ((lost, _), chance) in losses {
        *of_turn.entry(lost).or_default() += chance;
    }
    let all = stamina + exhaustion;
    let mut lost = BTreeMap::from([(0_i64, BigRational::one())]);
    let mut table = AnswerTable::new("rounds", &["round", "exhausted", "unconscious", "stamina left, mean"]);
    let (mut exhausted_in, mut out_in) = (Vec::new(), Vec::new());
    let (mut exhausted_before, mut out_before) = (BigRational::zero(), BigRational::zero());
    let rounds = arguments.integer("rounds");
    for round in 1..=rounds {
        let mut next: BTreeMap<i64, BigRational> = BTreeMap::new();
        for (before, chance) in &lost {
            for (more, odds) in &of_turn {
                *next.entry((before + more).min(all)).or_default() += chance * odds;
            }
        }
        lost = next;
        let by = |from: i64| -> BigRational { lost.range(from..).map(|(_, chance)| chance).sum() };
        let (exhausted, out) = (by(stamina), by(all));
        let mean: BigRational = lost.iter().map(|(lost, chance)| integer((stamina - lost).max(0)) * chance).sum();
        table.row([Cell::Integer(round), Cell::Exact(exhausted.clone()), Cell::Exact(out.clone()), Cell::Exact(mean)]);
        exhausted_in.push((round, &exhausted - &exhausted_before));
        out_in.push((round, &out - &out_before));
        (exhausted_before, out_before) = (exhausted, out);
    }
    exhausted_in.push((rounds + 1, BigRational::one() - exhausted_before));
    out_in.push((rounds + 1, BigRational::one() - out_before));
    let curve = |label: &str, chances: Vec<(i64, BigRational)>| Curve {
        label: label.to_owned(),
        distribution: Distribution::from_chances(&chances),
    };
    let notes = vec![
        "nothing but strain and parries is counted: no injury hampers anybody, nobody drops a weapon, nobody is off-guard"
            .to_owned(),
        format!(
            "parries are made as long as there is a turn, at no disadvantage; curves: the round in which it happens, {} for later",
            rounds + 1
        ),
    ];
    let title = format!("breath under attacks with {} against {}", signed(turn.bonus.into()), turn.dv);
    let curves = vec![curve("exhausted in round", exhausted_in), curve("unconscious in round", out_in)];
    Answer { title, notes, tables: vec![table], curves }
}
