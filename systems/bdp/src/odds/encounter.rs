//! Meeting others: surprise, their reaction, their morale.

use std::cmp::Ordering;

use super::trial::{Stage, scene, trial, trial_with};
use super::{given, share};
use crate::Words;
use crate::rolls;
use crate::scene::{Mood, WeaponsShown};
use crate::sheet::Ability;
use crate::state::{Fight, Status};
use frame::dice::Slot;
use frame::fight::{Side, Slots};
use frame::rules::Plays as _;
use frame::rules::answers::{Answer, AnswerTable, integer, row};
use frame::rules::chances::{Chances, certain};
use frame::rules::questions::Arguments;
use frame::rules::trial::outcomes;

/// Surprise and reactions (BDP-201 to BDP-211, R-40).
///
/// # Errors
/// When the book cannot be played by.
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
        row![name, met.chance(|&[party, _]| party), share(&met, &[false; 2]), met.chance(|&[_, foes]| foes)]
    });
    let mut core = trial(words)?;
    core.scene.weapons = arguments.word("weapons").parse().unwrap_or(WeaponsShown::Neither);
    let totals = scene(&core, |play| play.reaction_total());
    let moods = given(&totals, |&total| reaction.counts(total, words.rulings)).by(|&total| reaction.mood(total));
    let beyond = if words.rulings.reaction_clamp { "count as its ends" } else { "are rolled again" };
    Ok(Answer::new("an encounter")
        .note(format!("totals beyond the table {beyond} (R-40)"))
        .table(surprise)
        .table(AnswerTable::outcomes("reaction", Mood::ALL.map(|mood| (mood.word(), share(&moods, &mood))))))
}

/// A group whose first member falls (BDP-298, BDP-302, R-36).
///
/// # Errors
/// When the book cannot be played by.
pub fn morale(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let [members, wil, dex] = arguments.numbers::<i16, 3>(["members", "wil", "dex"]);
    let core = trial_with(&format!("count = {members}"), words)?;
    let (mut stage, mut fight, foes) = (Stage::new(&core), core.blank(), core.lineup.members(FOES));
    for who in foes {
        let body = fight.body_mut(who);
        body.abilities = [body.abilities[Ability::Str.index()], dex, wil];
        body.maxima = body.abilities;
    }
    stage.play_on(&mut fight, |play| {
        play.count_groups();
        foes.into_iter().take(1).for_each(|first| play.goes_out(first, Status::Dead));
    });
    let (mut groups, mut any, mut rounds) = (certain(Group(fight)), true, Vec::new());
    while any {
        any = false;
        groups = groups.then(|Group(fight)| {
            let mut fight = fight.clone();
            let why = stage.play_on(&mut fight, |play| play.has_reason(FOES));
            any |= why.is_some();
            let those = if why.is_some() { foes } else { Slots::NONE };
            those.into_iter().fold(certain(Group(fight)), |groups, who| {
                groups.then(|Group(fight)| {
                    stage.scene(fight, |play| {
                        why.into_iter().for_each(|why| play.stands_or_flees(who, None, why));
                        Group(play.fight.clone())
                    })
                })
            })
        });
        rounds.push(groups.by(Group::left));
    }
    let (first, last, others) = (&rounds[0], &rounds[rounds.len() - 1], members as usize - 1);
    let one = first.mean(|&left| left as i64) / integer(others as i64);
    let rows = [("all stay", share(first, &others)), ("all flee", share(first, &0)), ("one stays", one)];
    let left = (0..=others).map(|left| (left, share(last, &left)));
    Ok(Answer::new(format!("the first of {members} with WIL {wil} falls"))
        .note("those who flee may bring the group below half, which asks the others once more")
        .table(AnswerTable::outcomes("first check", rows))
        .table(AnswerTable::list("in the end", ["still there", "probability"], left)))
}

/// The side of those who are met.
const FOES: Side = Side(1);

/// A fight of a group of which all are alike: fights of it go on alike where as many are left and half of them counts as lost or not.
#[derive(Clone)]
struct Group(Fight);

impl Group {
    /// The number of those who are left.
    fn left(&self) -> usize {
        (self.0.groups[FOES.index()].there & self.0.active()).len()
    }

    /// The state by which it goes on.
    fn state(&self) -> (usize, bool) {
        (self.left(), self.0.groups[FOES.index()].half_done)
    }
}

impl PartialEq for Group {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Group {}

impl PartialOrd for Group {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Group {
    fn cmp(&self, other: &Self) -> Ordering {
        self.state().cmp(&other.state())
    }
}
