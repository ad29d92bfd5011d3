//! Questions about attacks: one attack against every defence, all differences at once, several attacks on one target.
//!
//! Start at [`attack`].

use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};
use frame::rules::chances::{Chances, Spread, certain};
use frame::rules::questions::Arguments;

use super::super::abilities::Score;
use super::super::book::Book;
use super::super::book::tables::BodyPart;
use super::super::challenge::Effort;
use super::super::rulings::Rulings;
use super::super::sheet::DefenceKind;
use super::roll::{Roller, Struck, Tired, fresh, of_pair, score};
use super::signed;
use super::trial::{Meeting, Trial};

/// A defence that is asked about.
struct Defence {
    label: String,
    score: Option<Score>,
}

/// The defences in question: each kind as often as it may be used in a window.
fn defences(arguments: &Arguments, trial: &Trial, meeting: &Meeting) -> Vec<Defence> {
    let mut defences = vec![Defence { label: "none".to_owned(), score: None }];
    for kind in [DefenceKind::Parry, DefenceKind::Block, DefenceKind::Dodge] {
        let name = kind.word();
        let Some(score) = score(arguments, name) else { continue };
        let most = if kind == DefenceKind::Parry { usize::MAX } else { arguments.integer("uses") as usize };
        for (used, change) in (1..).zip(trial.defences(meeting, kind, most)) {
            let score = Score { c: score.c + change.c, p: score.p + change.p };
            defences.push(Defence { label: format!("{name} {used}"), score: Some(score) });
        }
    }
    defences
}

/// One attack against every defence.
///
/// # Errors
/// A book that cannot be played by.
pub fn attack(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let (roller, mut trial) = (Roller::new(book, rulings), Trial::new(book, rulings)?);
    let (meeting, own) = (trial.meeting(arguments), score(arguments, "attack").unwrap_or_default());
    let attack = Score { c: own.c + meeting.change.c, p: own.p + meeting.change.p };
    let (tired, tired_against) = (arguments.integer("fatigue"), arguments.integer("fatigue_against"));
    let columns = ["defence", "its consistency", "hit", "stopped by it", "it fails by fatigue", "the attack fails by fatigue"];
    let mut table = AnswerTable::new("one attack", &columns);
    let mut curves = vec![Curve { label: "attack".to_owned(), distribution: roller.result(attack) }];
    let rolled = Tired { score: attack, fatigue: tired };
    let defences = defences(arguments, &trial, &meeting);
    for defence in &defences {
        let against = defence.score.map(|score| Tired { score, fatigue: tired_against });
        let strike = roller.strike(rolled, against);
        let consistency = defence.score.map_or_else(|| Cell::text("-"), |score| Cell::Integer(score.c.into()));
        let part = |holds: &dyn Fn(&Struck) -> bool| Cell::Exact(strike.chance(holds) * &meeting.found);
        let of = |struck: Struck| part(&|found| *found == struck);
        let parts = [part(&Struck::hits), of(Struck::Stopped), of(Struck::Open), of(Struck::Failed)];
        table.row([Cell::text(&defence.label), consistency].into_iter().chain(parts));
        let curve = |score| Curve { label: defence.label.clone(), distribution: roller.result(score) };
        curves.extend(defence.score.map(curve));
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
        let faces = |defence: &Defence| {
            let against = defence.score.map(|score| Tired { score, fatigue: tired_against });
            hits_by_face(&roller, rolled, against)
        };
        let labels = defences.iter().map(|defence| defence.label.clone()).collect();
        tables.push(body_parts(labels, &defences.iter().map(faces).collect::<Vec<_>>(), &trial));
    }
    Ok(Answer { title: format!("attack of consistency {}, potential {}", own.c, own.p), notes, tables, curves })
}

/// Probability of a hit by each face of the small die with which the attack is rolled.
fn hits_by_face(roller: &Roller, attack: Tired, defence: Option<Tired>) -> Spread<u8> {
    let against = defence.map(|defence| roller.results(defence.score, fresh(defence.fatigue)));
    let hit = |attack| match &against {
        None => certain(roller.struck(attack, None).hits()),
        Some(against) => against.by(|&defence| roller.struck(attack, Some(defence)).hits()),
    };
    let faces =
        roller.outcomes(attack.score, fresh(attack.fatigue)).then(|&(small, attack)| hit(attack).by(|&hits| (small, hits)));
    faces.into_iter().filter_map(|((small, hits), chance)| hits.then_some((small, chance))).collect()
}

/// The part of the body that is hit, given a hit, against each of the defences with these labels: the small die that decides it
/// also belongs to the attack.
fn body_parts(labels: Vec<String>, hits: &[Spread<u8>], trial: &Trial) -> AnswerTable {
    let mut table = AnswerTable::new("where it hits, given a hit", &["body part"]);
    table.columns.extend(labels);
    for part in BodyPart::ALL {
        let cells = hits.iter().map(|faces| {
            let here = |face: &u8| i64::from(trial.core.part_struck(None, *face) == part);
            Cell::exact_or(faces.mean_given(|_| true, here), "never")
        });
        table.row(std::iter::once(Cell::text(part.word().replace('_', " "))).chain(cells));
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
            Cell::Exact(roller.hit(attack, Some(defence)))
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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
    let mut spread = certain(start);
    let mut table = AnswerTable::new("each attack", &["attack", "hits", "hits so far, mean", "at least one hit so far"]);
    for (index, &attack) in attacks.iter().enumerate() {
        let before = spread.mean(|state| state.hits as i64);
        spread = spread.then(|&state| {
            let attacker = if one { state.attacker } else { fresh(tired) };
            blow(&roller, attack, &defences, Besieged { attacker, ..state })
        });
        let (mean, any) = (spread.mean(|state| state.hits as i64), spread.chance(|state| state.hits > 0));
        let hit = &mean - before;
        table.row([Cell::Integer(index as i64 + 1), Cell::Exact(hit), Cell::Exact(mean), Cell::Exact(any)]);
    }
    let mut counts = AnswerTable::new("hits", &["hits", "probability"]);
    for hits in 0..=attacks.len() {
        counts.row([Cell::Integer(hits as i64), Cell::Exact(spread.chance(|state| state.hits == hits))]);
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

/// What follows from the next attack.
fn blow(roller: &Roller, attack: Score, defences: &[Score], state: Besieged) -> Spread<Besieged> {
    let against = defences.get(state.used).map(|&defence| roller.results(defence, state.target));
    roller.results(attack, state.attacker).then(|&attack| {
        let after = Besieged { attacker: attack.effort, ..state };
        let hits = |defence| state.hits + usize::from(roller.struck(attack, defence).hits());
        match &against {
            Some(against) if attack.result.is_some() => against.by(|&defence| Besieged {
                target: defence.effort,
                used: state.used + 1,
                hits: hits(Some(defence)),
                ..after
            }),
            _ => certain(Besieged { hits: hits(None), ..after }),
        }
    })
}
