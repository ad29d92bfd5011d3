//! Questions about attacks: one attack against every defence, all differences at once, several attacks on one target.
//!
//! Start at [`attack`].

use super::trial::{CoreOfAny, Meeting, meeting, uses_of};
use super::{Answer, AnswerTable, Arguments, BodyPart, Cell, Chances, DefenceKind, Effort, Roller, Score, Tired};
use super::{brief, certain, fresh, row, said, score, trial};

/// The defences in question with their names: none, and each kind as often as it may be used in a window.
fn defences(arguments: &Arguments, core: &CoreOfAny, meeting: &Meeting) -> Vec<(String, Option<Score>)> {
    let mut defences = vec![("none".to_owned(), None)];
    for kind in [DefenceKind::Parry, DefenceKind::Block, DefenceKind::Dodge] {
        let name = kind.word();
        let Some(own) = said(arguments, name) else { continue };
        let most = if kind == DefenceKind::Parry { usize::MAX } else { arguments.number("uses") };
        let uses = (1..).zip(uses_of(core, meeting, kind, most));
        defences.extend(uses.map(|(used, change)| (format!("{name} {used}"), Some(own + change))));
    }
    defences
}

/// One attack against every defence.
///
/// # Errors
/// A book that cannot be played by.
pub fn attack(arguments: &Arguments, roller: &Roller) -> Result<Answer, String> {
    let mut core = trial(roller)?;
    let (meeting, own) = (meeting(&mut core, arguments), score(arguments, "attack"));
    let rolled = Tired::new(own + meeting.change, arguments.integer("fatigue"));
    let attacks = roller.outcomes(rolled);
    // By the small die, which also decides where an attack hits: whether it does, and whether a roll fails by fatigue.
    let strikes = |defence: Option<Score>| {
        let defences = defence.map(|score| roller.results(Tired::new(score, arguments.integer("fatigue_against"))));
        attacks.then(|&(small, attack)| match &defences {
            None => certain((small, roller.hits(attack, None), attack.result.is_none())),
            Some(defences) => defences.by(|&defence| {
                let fails = attack.result.is_none() || defence.result.is_none();
                (small, roller.hits(attack, Some(defence)), fails)
            }),
        })
    };
    let defences = defences(arguments, &core, &meeting);
    let strikes: Vec<_> = defences.iter().map(|(_, score)| strikes(*score)).collect();
    let columns = ["defence", "its consistency", "hit", "stopped by it", "it fails by fatigue", "the attack fails by fatigue"];
    let table = AnswerTable::of("one attack", columns, defences.iter().zip(&strikes), |((label, score), strikes)| {
        let part = |which: fn(bool, bool) -> bool| strikes.chance(|&(_, hits, fails)| which(hits, fails)) * &meeting.found;
        let consistency = score.map_or_else(|| Cell::text("-"), |score| score.c.into());
        let [hit, stopped] = [part(|hits, _| hits), part(|hits, fails| !hits && !fails)];
        row![label, consistency, hit, stopped, part(|hits, fails| hits && fails), part(|hits, fails| !hits && fails)]
    });
    let mut answer = Answer::new(format!("attack of {own}"))
        .note(format!("the attack is rolled at {}", rolled.score))
        .note("the number behind a defence says how often it is used in the window by then (HEI-207, HEI-208)")
        .table(table)
        .curve("attack", roller.result(rolled.score));
    if arguments.flag("hidden") {
        let face = roller.book.hidden.luck_face;
        answer =
            answer.note(format!("a luck shot is possible only on a {face} of the big die that is rolled before it (HEI-222)"));
    }
    if !arguments.flag("targeted") {
        let word = |part: BodyPart| part.word().replace('_', " ");
        let columns = defences.iter().map(|(label, _)| label.clone()).zip(&strikes);
        let title = ["where it hits, given a hit", "body part"];
        answer = answer.table(AnswerTable::grid(title, BodyPart::ALL.map(word), columns, |part, strikes| {
            let here = |&(small, ..): &(u8, bool, bool)| i64::from(word(core.part_struck(None, small)) == *part);
            Cell::exact_or(strikes.mean_given(|&(_, hits, _)| hits, here), "never")
        }));
    }
    let curves = defences.into_iter().filter_map(|(label, score)| Some((label, roller.result(score?))));
    Ok(curves.fold(answer, |answer, (label, distribution)| answer.curve(label, distribution)))
}

/// Probability of a hit for every difference of potential and every consistency of the defence.
pub fn hits(arguments: &Arguments, roller: &Roller) -> Answer {
    let [c, tired, tired_against] = arguments.numbers(["consistency", "fatigue", "fatigue_against"]);
    let attack = |p: i64| Tired::new(Score { c, p: p as i32 }, tired.into());
    let defence = |c: i64| Tired::new(Score { c: c as i32, p: 0 }, tired_against.into());
    let columns = arguments.range("against").map(|c| (format!("against C {c}"), defence(c)));
    let title = ["hit", "potential above that of the defence"];
    Answer::new(format!("hits of attacks of consistency {c}"))
        .note("only the difference of the potentials matters, items included (HEI-202)")
        .table(AnswerTable::grid(title, arguments.range("difference"), columns, |&difference, &defence| {
            roller.hit(attack(difference), Some(defence))
        }))
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
pub fn attacks(arguments: &Arguments, roller: &Roller) -> Answer {
    let one = arguments.word("attackers") == "one";
    let mut attacks = Tired::each(arguments, "attacks", "fatigue");
    if let Some(second) = attacks.get_mut(1).filter(|_| one) {
        second.score.c -= i32::from(roller.book.attack.offhand_penalty);
    }
    let defences = Tired::each(arguments, "defences", "fatigue_against");
    let rested = fresh(arguments.integer("fatigue_against"));
    let mut spread = certain(Besieged { attacker: attacks[0].effort, target: rested, used: 0, hits: 0 });
    let hits = |state: &Besieged| state.hits as i64;
    let columns = ["attack", "hits", "hits so far, mean", "at least one hit so far"];
    let table = AnswerTable::of("each attack", columns, (1_i64..).zip(&attacks), |(number, &attack)| {
        let before = spread.mean(hits);
        spread = spread.then(|&state| {
            let attack = if one { Tired { effort: state.attacker, ..attack } } else { attack };
            let defence = defences.get(state.used).map(|&defence| Tired { effort: state.target, ..defence });
            roller.meeting(attack, defence, |attack, defence| Besieged {
                attacker: attack.effort,
                target: defence.map_or(state.target, |defence| defence.effort),
                used: state.used + usize::from(defence.is_some()),
                hits: state.hits + usize::from(roller.hits(attack, defence)),
            })
        });
        let mean = spread.mean(hits);
        row![number, &mean - before, mean, spread.chance(|state| state.hits > 0)]
    });
    let counts = (0..=attacks.len()).map(|hits| (hits, spread.chance(|state| state.hits == hits)));
    let text = |rolls: &[Tired]| match rolls {
        [] => "none".to_owned(),
        rolls => rolls.iter().map(|roll| brief(roll.score)).collect::<Vec<_>>().join(", "),
    };
    Answer::new(format!("attacks {} on defences {}", text(&attacks), text(&defences)))
        .note(
            "each attack meets the next defence, which is not used up by an attack that fails by fatigue (HEI-134); beyond the last one there is none",
        )
        .note("fatigue grows in between, as far as the window allows (HEI-149)")
        .table(table)
        .table(AnswerTable::list("hits", ["hits", "probability"], counts))
}
