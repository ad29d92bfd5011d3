//! The question of who goes first, by the order that the rules themselves make.
//!
//! Two are played; of three, and of all dice of the ladder, there are too many faces, so that those are counted by the keys by which
//! rules order. Start at [`initiative`].

use std::cmp::{Ordering, Reverse};

use frame::dice::{Die, Distribution};
use frame::fight::Slots;
use frame::rules::answers::{Answer, AnswerTable, ratio, row};
use frame::rules::chances::{Chances, Spread, spread};
use frame::rules::places::{Keys, order_table};
use frame::rules::questions::Arguments;

use super::super::Words;
use super::super::rulings::FinalTie;
use super::super::sheet::Ability;
use super::super::state::{Act, Declared};
use super::trial::{ONE, OTHER, Trial};

/// The place of a combatant in a round, the greatest first: equals are drawn, unless the list decides.
type Key = Reverse<(i64, usize)>;

/// The places that a combatant may have that is listed at `place`, with these initiative dice and this die of DEX.
fn keys(trial: &Trial, place: usize, [die, dex]: [Die; 2]) -> Keys<Key> {
    let listed = if trial.core.rulings.initiative_final == FinalTie::Index { place } else { 0 };
    let (mut body, rolled) = (*trial.fight.body(ONE), Distribution::dice(die));
    (body.abilities[Ability::Dex.index()], body.initiative_die) = (dex, die);
    let mut key = |total: i64| {
        body.initiative = total as i32;
        Reverse((trial.core.order_key(ONE, &body), listed))
    };
    spread(&rolled).into_iter().map(|(total, chance)| (key(total), chance)).collect()
}

/// Plays the order of a round of two with these initiative dice, in which the one re-evaluates into `again` on its turn, if that is
/// any: its new place counts, unless the other had its turn before that. Returns whether the one goes first, whether a tie has to be
/// drawn for that, and whether its total is strictly lower.
fn order(trial: &mut Trial, dice: [Die; 2], again: Option<Die>) -> Spread<[bool; 3]> {
    let attack = |weapon| Some(Declared { act: Act::Attack { weapon }, target: None });
    for (fighter, die) in trial.core.fighters.iter_mut().zip(dice) {
        fighter.weapons[0].initiative = die;
    }
    trial.core.fighters[ONE.index()].weapons[1].initiative = again.unwrap_or_default();
    trial.scene(|play| {
        for who in [ONE, OTHER] {
            play.fight.body_mut(who).declared = attack(0);
        }
        play.roll_order::<false>(Slots::first(2));
        let mut first = play.fight.queue.pop() == Some(ONE);
        let places = first || again.is_none();
        if again.is_some() {
            let before = play.fight.body(ONE).initiative;
            play.fight.body_mut(ONE).declared = attack(1);
            play.roll_initiative(ONE);
            let body = play.fight.body_mut(ONE);
            body.initiative = play.rules.initiative_again(before, body.initiative);
            if first {
                play.queue_again(ONE);
                first = play.fight.queue.last() == Some(&ONE);
            }
        }
        let [one, other] = [ONE, OTHER].map(|who| (play.rules.order_key(who, play.fight.body(who)), play.fight.body(who)));
        let drawn = places && one.0 == other.0 && play.rules.rulings.initiative_final == FinalTie::Random;
        [first, drawn, one.1.initiative < other.1.initiative]
    })
}

/// Chances to go first: of two dice, and of all dice of the ladder (VOG-025, VOG-026, VOG-069 to VOG-074, R-24).
pub fn initiative(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let (mut trial, book) = (Trial::new(words)?, words.book);
    let [die, against, third, again] = ["die", "against", "third", "reevaluate"].map(|name| arguments.dice(name));
    let [dex, dex_against, dex_third] = ["dex", "dex_against", "dex_third"].map(|name| arguments.dice(name));
    let again = Some(again).filter(|&again| again != Die::NONE);
    if again.is_some() && (!book.actions.reevaluate || book.reevaluate.max_per_round == 0) {
        return Err("the book does not allow to re-evaluate".to_owned());
    }
    for (body, dex) in trial.fight.bodies.iter_mut().zip([dex, dex_against]) {
        body.abilities[Ability::Dex.index()] = dex;
    }
    let columns = ["action", "goes first", "goes second", "a tie has to be drawn", "strictly lower total"];
    let orders =
        AnswerTable::of("initiative", columns, [None, again].iter().take(1 + usize::from(again.is_some())), |&again| {
            let label = again.map_or(format!("{die} against {against}"), |again| format!("{die}, re-evaluated with {again}"));
            let orders = order(&mut trial, [die, against], again);
            let [goes_first, drawn, lower] = [0, 1, 2].map(|what| orders.chance(|order| order[what]));
            row![label, &goes_first, orders.chance(|order| !order[0]), drawn, lower]
        });
    let of_ladder = |&die: &Die| (die, [keys(&trial, 0, [die, dex]), keys(&trial, 1, [die, dex_against])]);
    let dice: Vec<_> = book.ladder.iter().map(of_ladder).collect();
    let before = |[one, _]: &[Keys<Key>; 2], [_, other]: &[Keys<Key>; 2]| {
        let compared = one.then(|key| other.by(|other| key.cmp(other)));
        compared.chance(|&order| order == Ordering::Greater) + compared.chance(|&order| order == Ordering::Equal) * ratio(1, 2)
    };
    let ladder = AnswerTable::square(["the row's die goes before the column's", "die"], &dice, before);
    let names = [format!("the one ({die})"), format!("the other ({against})"), format!("the third ({third})")];
    let three = [[die, dex], [against, dex_against], [third, dex_third]];
    let three = || [0, 1, 2].map(|place| keys(&trial, place, three[place]));
    let three = (third != Die::NONE).then(|| order_table("order of three", &names, &three()));
    let answer = Answer::new(format!("initiative of {die} (DEX {dex}) against {against} (DEX {dex_against})"))
        .note("the order, its ties and what is drawn are those of the book and the rulings (VOG-071 to VOG-074)");
    Ok(Answer { tables: [orders, ladder].into_iter().chain(three.flatten()).collect(), ..answer })
}
