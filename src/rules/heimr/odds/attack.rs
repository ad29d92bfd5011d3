//! Questions about attacks: one attack against every defence, all differences at once, several attacks on one target.
//!
//! Start at [`attack`].

use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::rules::questions::{Answer, AnswerTable, Arguments, Cell, Curve};

use super::super::abilities::Score;
use super::super::book::Book;
use super::super::challenge::Effort;
use super::super::rulings::{ClimbAttack, Rulings};
use super::roll::{Outcome, Roller, Tired, fresh, of_pair, score};
use super::signed;

/// The changes of an attack: consistency and potential (4.6 of the specification: HEI-118, HEI-122, HEI-200, HEI-215, HEI-219,
/// HEI-222, HEI-223, HEI-226, HEI-246, HEI-258, HEI-259).
fn attack_modifiers(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Score {
    let (ranged, flag) = (arguments.flag("ranged"), |name: &str| arguments.flag(name));
    let climbing = match rulings.climb_attack {
        ClimbAttack::First => i32::from(book.climb.penalty),
        ClimbAttack::Second => i32::from(book.climb.attack_penalty),
        ClimbAttack::Both => i32::from(book.climb.penalty) + i32::from(book.climb.attack_penalty),
    };
    let height = match arguments.word("target_stands") {
        "higher" if !ranged => i32::from(book.height.up_penalty),
        "lower" if !ranged => -i32::from(book.height.down_bonus),
        _ => 0,
    };
    let taken = [
        (flag("targeted"), i32::from(book.attack.target_penalty)),
        (flag("prone"), i32::from(book.prone.self_penalty)),
        (flag("climbing"), climbing),
        (flag("difficult") && !ranged, i32::from(book.terrain.difficult_penalty)),
        (true, height),
        (true, arguments.integer("concealment") as i32),
        (flag("hidden"), i32::from(book.hidden.luck_penalty)),
        (ranged && flag("target_prone"), i32::from(book.prone.ranged_against)),
        (ranged, arguments.integer("distance") as i32 / i32::from(book.ranged.distance_divisor)),
        (ranged, arguments.integer("cluster") as i32 * i32::from(book.ranged.cluster_penalty)),
    ];
    let c: i32 = taken.into_iter().filter(|(applies, _)| *applies).map(|(_, penalty)| penalty).sum();
    Score { c: -c, p: if flag("unseen") { i32::from(book.hidden.attack_bonus) } else { 0 } }
}

/// A defence that is asked about.
struct Defence {
    label: String,
    score: Option<Score>,
}

/// The defences in question: each kind as often as it may be used in a window (HEI-155, HEI-172, HEI-201, HEI-202, HEI-203,
/// HEI-204, HEI-205, HEI-206, HEI-207, HEI-208, HEI-215, HEI-226, HEI-240, HEI-246, HEI-281).
fn defences(arguments: &Arguments, book: &Book) -> Vec<Defence> {
    let (ranged, flag) = (arguments.flag("ranged"), |name: &str| arguments.flag(name));
    let taken = [
        (flag("ongoing"), book.actions.ongoing_defence_penalty),
        (flag("target_prone"), book.prone.self_penalty),
        (flag("target_climbing"), book.climb.penalty),
        (flag("blind_spot"), book.blind.penalty),
    ];
    let all: i32 = taken.into_iter().filter(|(applies, _)| *applies).map(|(_, penalty)| i32::from(penalty)).sum();
    let footing = if flag("difficult") { i32::from(book.terrain.difficult_penalty) } else { 0 };
    let past = if flag("outmanoeuvre") { i32::from(book.guard.outmanoeuvre_penalty) } else { 0 };
    let mut defences = vec![Defence { label: "none".to_owned(), score: None }];
    for (kind, penalty) in [("parry", footing), ("block", 0), ("dodge", footing + past)] {
        let Some(score) = score(arguments, kind) else { continue };
        if kind == "parry" && ranged {
            continue;
        }
        let (uses, each) = match kind {
            "parry" => (i64::from(book.defence.parries_per_weapon), 0),
            _ => (arguments.integer("uses"), i32::from(book.defence.repeat_penalty)),
        };
        for used in 0..uses as i32 {
            let ready = kind == "dodge" && ranged && flag("dodge_ready") && used < i32::from(book.dodge.ready_uses);
            let bonus = if ready { i32::from(book.dodge.ready_bonus) } else { 0 };
            let score = Score { c: score.c - all - penalty - used * each, p: score.p + bonus };
            defences.push(Defence { label: format!("{kind} {}", used + 1), score: Some(score) });
        }
    }
    defences
}

/// One attack against every defence.
pub fn attack(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let roller = Roller::new(book, rulings);
    let (modifiers, own) = (attack_modifiers(arguments, book, rulings), score(arguments, "attack").unwrap_or_default());
    let attack = Score { c: own.c + modifiers.c, p: own.p + modifiers.p };
    let (tired, tired_against) = (arguments.integer("fatigue"), arguments.integer("fatigue_against"));
    let luck = match arguments.flag("hidden") {
        true if book.hidden.luck_face > book.dice.big => BigRational::zero(),
        true => BigRational::new(1.into(), book.dice.big.into()),
        false => BigRational::one(),
    };
    let columns = ["defence", "its consistency", "hit", "stopped by it", "it fails by fatigue", "the attack fails by fatigue"];
    let mut table = AnswerTable::new("one attack", &columns);
    let mut curves = vec![Curve { label: "attack".to_owned(), distribution: roller.result(attack) }];
    let rolled = Tired { score: attack, fatigue: tired };
    for defence in defences(arguments, book) {
        let against = defence.score.map(|score| Tired { score, fatigue: tired_against });
        let strike = roller.strike(rolled, against);
        let consistency = defence.score.map_or_else(|| Cell::text("-"), |score| Cell::Integer(score.c.into()));
        let parts = [strike.hit(), strike.stopped, strike.open, strike.failed].map(|part| Cell::Exact(part * &luck));
        table.row([Cell::text(&defence.label), consistency].into_iter().chain(parts));
        curves.extend(defence.score.map(|score| Curve { label: defence.label, distribution: roller.result(score) }));
    }
    let mut notes = vec![
        format!("the attack is rolled at consistency {}, potential {}", attack.c, attack.p),
        "the number behind a defence says how often it is used in the window by then (HEI-207, HEI-208)".to_owned(),
    ];
    if arguments.flag("hidden") {
        notes.push(format!(
            "a luck shot is possible only on a {} of the big die that is rolled before it (HEI-222)",
            book.hidden.luck_face
        ));
    }
    let mut tables = vec![table];
    if !arguments.flag("targeted") {
        tables.push(body_parts(&roller, rolled, &defences(arguments, book), tired_against, book));
    }
    Answer { title: format!("attack of consistency {}, potential {}", own.c, own.p), notes, tables, curves }
}

/// The part of the body that is hit, given a hit (HEI-199): the small die that decides it also belongs to the attack.
fn body_parts(roller: &Roller, attack: Tired, defences: &[Defence], tired_against: i64, book: &Book) -> AnswerTable {
    let mut table = AnswerTable::new("where it hits, given a hit", &["body part"]);
    table.columns.extend(defences.iter().map(|defence| defence.label.clone()));
    let attacks = roller.outcomes(attack.score, fresh(attack.fatigue));
    // Probability of a hit by each face of the small die, against each defence.
    let by_face: Vec<Vec<BigRational>> = defences
        .iter()
        .map(|defence| {
            let against = defence.score.map(|score| roller.results(score, fresh(tired_against)));
            let mut faces = vec![BigRational::zero(); usize::from(roller.pool.small) + 1];
            for attack in &attacks {
                let Some(result) = attack.result else { continue };
                let beaten: BigRational = match &against {
                    None => BigRational::one(),
                    Some(against) => {
                        let beaten = against.iter().filter(|defence| roller.hits(result, defence.result));
                        beaten.map(|defence| &defence.chance).sum()
                    }
                };
                faces[usize::from(attack.small)] += &attack.chance * beaten;
            }
            faces
        })
        .collect();
    for part in super::super::book::tables::BodyPart::ALL {
        let cells = by_face.iter().map(|faces| {
            let all: BigRational = faces.iter().sum();
            let here = (1..faces.len()).filter(|&face| book.body_part.get(face - 1) == Some(&part));
            let here: BigRational = here.map(|face| &faces[face]).sum();
            Cell::exact_or((!all.is_zero()).then(|| here / all), "never")
        });
        table.row(std::iter::once(Cell::text(part.name().replace('_', " "))).chain(cells));
    }
    table
}

/// Probability of a hit for every difference of potential and every consistency of the defence.
pub fn hits(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let roller = Roller::new(book, rulings);
    let consistency = arguments.integer("consistency") as i32;
    let (tired, tired_against) = (arguments.integer("fatigue"), arguments.integer("fatigue_against"));
    let mut table = AnswerTable::new("hit", &["potential above that of the defence"]);
    table.columns.extend(arguments.range("against").map(|against| format!("against C {against}")));
    for difference in arguments.range("difference") {
        let attack = Score { c: consistency, p: difference as i32 };
        let cells = arguments.range("against").map(|against| {
            let defence = Score { c: against as i32, p: 0 };
            let (attack, defence) = (Tired { score: attack, fatigue: tired }, Tired { score: defence, fatigue: tired_against });
            Cell::Exact(roller.strike(attack, Some(defence)).hit())
        });
        table.row(std::iter::once(Cell::Integer(difference)).chain(cells));
    }
    Answer {
        title: format!("hits of attacks of consistency {consistency}"),
        notes: vec!["only the difference of the potentials matters, items included (HEI-202)".to_owned()],
        tables: vec![table],
        curves: Vec::new(),
    }
}

/// A target in the middle of several attacks.
#[derive(Clone, PartialEq, Eq)]
struct Besieged {
    attacker: Effort,
    target: Effort,
    used: usize,
    hits: usize,
}

/// Several attacks on one target in one window, each against its next defence: two weapons (HEI-160, HEI-185, R-28), or
/// several attackers (HEI-207, HEI-208, HEI-149).
pub fn attacks(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let roller = Roller::new(book, rulings);
    let one = arguments.word("attackers") == "one";
    let offhand = if one { i32::from(book.attack.offhand_penalty) } else { 0 };
    let attacks: Vec<Score> = (0..)
        .zip(arguments.pairs("attacks"))
        .map(|(index, &pair)| {
            let score = of_pair(pair.0, pair.1);
            Score { c: score.c - if index == 1 { offhand } else { 0 }, ..score }
        })
        .collect();
    let defences: Vec<Score> = arguments.pairs("defences").iter().map(|&(c, p)| of_pair(c, p)).collect();
    let (tired, tired_against) = (arguments.integer("fatigue"), arguments.integer("fatigue_against"));
    let start = Besieged { attacker: fresh(tired), target: fresh(tired_against), used: 0, hits: 0 };
    let mut spread = vec![(start, BigRational::one())];
    let mut table = AnswerTable::new("each attack", &["attack", "hits", "hits so far, mean", "at least one hit so far"]);
    for (index, &attack) in attacks.iter().enumerate() {
        let (mut next, mut hit): (Vec<(Besieged, BigRational)>, _) = (Vec::new(), BigRational::zero());
        for (mut state, chance) in spread {
            if !one {
                state.attacker = fresh(tired);
            }
            for (after, part) in blow(&roller, attack, &defences, &state) {
                let part = &chance * part;
                if after.hits > state.hits {
                    hit += &part;
                }
                match next.iter_mut().find(|(known, _)| *known == after) {
                    Some((_, sum)) => *sum += part,
                    None => next.push((after, part)),
                }
            }
        }
        spread = next;
        let mean = spread.iter().map(|(state, chance)| chance * super::integer(state.hits as i64)).sum();
        let any = spread.iter().filter(|(state, _)| state.hits > 0).map(|(_, chance)| chance).sum();
        table.row([Cell::Integer(index as i64 + 1), Cell::Exact(hit), Cell::Exact(mean), Cell::Exact(any)]);
    }
    let mut counts = AnswerTable::new("hits", &["hits", "probability"]);
    for hits in 0..=attacks.len() {
        let chance = spread.iter().filter(|(state, _)| state.hits == hits).map(|(_, chance)| chance).sum();
        counts.row([Cell::Integer(hits as i64), Cell::Exact(chance)]);
    }
    let text = |scores: &[Score]| {
        let texts: Vec<String> = scores.iter().map(|score| format!("C {}{}", score.c, signed(score.p.into()))).collect();
        if texts.is_empty() { "none".to_owned() } else { texts.join(", ") }
    };
    Answer {
        title: format!("attacks {} on defences {}", text(&attacks), text(&defences)),
        notes: vec![
            "each attack meets the next defence, which is not used up by an attack that fails by fatigue (HEI-134); beyond the last one there is none"
                .to_owned(),
            "fatigue grows in between, as far as the window allows (HEI-149)".to_owned(),
        ],
        tables: vec![table, counts],
        curves: Vec::new(),
    }
}

/// The outcome of the next attack.
fn blow(roller: &Roller, attack: Score, defences: &[Score], state: &Besieged) -> Vec<(Besieged, BigRational)> {
    let mut after = Vec::new();
    let against = defences.get(state.used).map(|&defence| roller.results(defence, state.target));
    for outcome in roller.results(attack, state.attacker) {
        let (attacker, chance) = (outcome.effort, outcome.chance);
        let Some(result) = outcome.result else {
            after.push((Besieged { attacker, ..state.clone() }, chance));
            continue;
        };
        let Some(against) = &against else {
            after.push((Besieged { attacker, hits: state.hits + 1, ..state.clone() }, chance));
            continue;
        };
        for Outcome { result: defence, effort: target, chance: part, .. } in against {
            let hits = state.hits + usize::from(roller.hits(result, *defence));
            after.push((Besieged { attacker, target: *target, used: state.used + 1, hits }, &chance * part));
        }
    }
    after
}
