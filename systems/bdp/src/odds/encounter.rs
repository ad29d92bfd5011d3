//! Meeting others: surprise, their reaction, their morale.

use std::collections::BTreeMap;

use super::trial::{Play, Stage, scene, trial};
use crate::Words;
use crate::metrics::FLED_HALF;
use crate::rolls;
use crate::scene::{Mood, WeaponsShown};
use crate::sheet::Ability;
use crate::state::{Fight, Status};
use frame::dice::Slot;
use frame::fight::Side;
use frame::rules::Plays as _;
use frame::rules::answers::{Answer, AnswerTable, integer, row};
use frame::rules::chances::{Chances, certain};
use frame::rules::questions::Arguments;
use frame::rules::trial::outcomes;

/// The side of those who are met.
const FOES: Side = Side(1);

/// Surprise and reactions (BDP-201 to BDP-211, R-40).
pub fn encounter(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let (numbers, reaction) = (&words.book.surprise, &words.book.reaction);
    let circumstances = [
        ("normal", numbers.normal),
        ("low visibility", numbers.low_visibility),
        ("predator", numbers.predator),
        ("darkness", numbers.darkness),
    ];
    let surprise = AnswerTable::of("surprise", ["circumstances", "party", "nobody", "foes"], circumstances, |(name, faces)| {
        let met = outcomes(|table| faces.surprises(table.roll(Slot::MASTER, &rolls::SURPRISE, numbers.die.into())));
        row![name, met.chance(|&[party, _]| party), met.share(&[false; 2]), met.chance(|&[_, foes]| foes)]
    });
    let mut core = trial("", words)?;
    core.scene.weapons = arguments.word("weapons").parse().unwrap_or(WeaponsShown::Neither);
    let totals = scene(&core, |play| play.reaction_total());
    let moods = totals.given(|&total| reaction.counts(total, words.rulings)).by(|&total| reaction.mood(total));
    let beyond = if words.rulings.reaction_clamp { "count as its ends" } else { "are rolled again" };
    Ok(Answer::new("an encounter")
        .note(format!("totals beyond the table {beyond} (R-40)"))
        .table(surprise)
        .table(AnswerTable::outcomes("reaction", Mood::ALL.map(|mood| (mood.word(), moods.share(&mood))))))
}

/// A group whose first member falls (BDP-298, BDP-302, R-36).
pub fn morale(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let [members, wil, dex] = arguments.numbers::<i16, 3>(["members", "wil", "dex"]);
    let core = trial(&format!("count = {members}"), words)?;
    let (mut stage, mut fight, foes) = (Stage::new(&core), core.blank(), core.lineup.members(FOES));
    for who in foes {
        let body = fight.body_mut(who);
        body.begin_with(body.hp, [body.abilities[Ability::Str.index()], dex, wil]);
    }
    stage.play_on(&mut fight, |play| {
        play.count_groups();
        foes.into_iter().take(1).for_each(|first| play.goes_out(first, Status::Dead));
    });
    // Of groups that are alike one goes on for all: by how many are left, whether half counts as lost, and whether they save.
    let state = |fight: &Fight, saves: bool| {
        let group = fight.groups[FOES.index()];
        ((group.there & fight.active()).len(), group.half_done, saves)
    };
    let (mut groups, mut fights) = (certain(state(&fight, true)), BTreeMap::from([(state(&fight, true), fight)]));
    let mut step = |scene: &dyn Fn(&mut Play, bool) -> bool| {
        let before = std::mem::take(&mut fights);
        groups = groups.then(|group| {
            stage.scene(&before[group], |play| {
                let saves = scene(play, group.2);
                let after = state(play.fight, saves);
                fights.entry(after).or_insert_with(|| play.fight.clone());
                after
            })
        });
        groups.clone()
    };
    let (mut any, mut rounds) = (true, Vec::new());
    while any {
        let mut now = step(&|play, _| play.has_reason(FOES).is_some());
        any = now.keys().any(|&(_, _, saves)| saves);
        for who in foes {
            now = step(&|play, saves| {
                if saves {
                    play.stands_or_flees(who, None, FLED_HALF);
                }
                saves
            });
        }
        rounds.push(now.by(|&(left, ..)| left));
    }
    let (first, last, others) = (&rounds[0], &rounds[rounds.len() - 1], members as usize - 1);
    let one = first.mean(|&left| left as i64) / integer(others as i64);
    let rows = [("all stay", first.share(&others)), ("all flee", first.share(&0)), ("one stays", one)];
    let left = (0..=others).map(|left| (left, last.share(&left)));
    Ok(Answer::new(format!("the first of {members} with WIL {wil} falls"))
        .note("those who flee may bring the group below half, which asks the others once more")
        .table(AnswerTable::outcomes("first check", rows))
        .table(AnswerTable::list("in the end", ["still there", "probability"], left)))
}
