//! Contests of two outside of a round: contested saves, gambits, duels, social conflict.

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::strike::{in_words, strike, weapons};
use super::weapon_dice;
use crate::Words;
use crate::book::Book;
use crate::gambit::difficulty;
use crate::rulings::{ContestBothFail, ContestTie, DirectArmor, Rulings};
use crate::save::{Advantage, ContestRule, SaveRule, Test};
use crate::sheet::Ability;
use crate::strike::State;
use frame::dice::{Die, Distribution};
use frame::rules::answers::{Answer, AnswerTable, mean, not, ratio, row};
use frame::rules::chances::{Chances, Spread, certain, spread};
use frame::rules::questions::Arguments;

/// The winners of a contest, in the order of the chances of one.
const WINNERS: [&str; 3] = ["first", "second", "nobody"];

/// Contested saves (BDP-009, BDP-010, BDP-427, BDP-590, R-01, R-02).
///
/// # Errors
/// A book without contested saves.
pub fn contest(arguments: &Arguments, Words { book, rulings }: Words) -> Result<Answer, String> {
    if !book.contest.enabled {
        return Err("the book has no contested saves (`book.contest.enabled`)".to_owned());
    }
    let rule = ContestRule::new(book, rulings);
    let chances = |one: i64, other: i64| rule.chances([one, other].map(|ability| Test::plain(ability as i32)));
    // An ability as it stands on a sheet, or with all values that are rolled for it (BDP-427, BDP-590).
    let scores = |ability: &str, rolled: &str| match (arguments.integer(ability), arguments.dice(rolled)) {
        (score, Die::NONE) => (score.to_string(), certain(score)),
        (_, dice) => (dice.to_string(), spread(&Distribution::dice(dice))),
    };
    let ((mine, ones), (theirs, others)) = (scores("ability", "rolled"), scores("against", "rolled_against"));
    let ends = ones.then(|&one| others.then(|&other| WINNERS.into_iter().zip(chances(one, other)).collect::<Vec<_>>()));
    let steps = || (4..=18).step_by(2);
    let columns = steps().map(|ability: i64| (ability.to_string(), ability));
    let all =
        AnswerTable::grid(["the row's ability wins against the column's", "ability"], steps(), columns, |&one, &other| {
            let [wins, ..] = chances(one, other);
            wins
        });
    Ok(Answer::new(format!("contested save of {mine} against {theirs}"))
        .note("the highest successful roll wins")
        .table(AnswerTable::outcomes("contest", WINNERS.map(|winner| (winner, &ends[winner]))))
        .table(all))
}

/// The probability that the target of a gambit fails its save (BDP-255, BDP-269, BDP-270, R-03).
fn works(weapons: [Die; 2], ability: i32, Words { book, rulings }: Words) -> BigRational {
    let rule = SaveRule::new(book, rulings);
    let faces = strike(weapons, State::Normal, book).outcomes();
    let difficulties = faces.by(|rolled| difficulty(rolled.natural, book));
    let saves = difficulties.then(|&difficulty| rule.outcomes(Test { difficulty, ..Test::plain(ability) }));
    saves.chance(|saved| !saved.passed)
}

/// A gambit and its chain (BDP-255, BDP-268 to BDP-271, R-44).
pub fn gambit(arguments: &Arguments, words: Words) -> Answer {
    let (mine, theirs) = (weapons(arguments, ["die", "off"]), weapons(arguments, ["back", "back_off"]));
    let [ability, own] = arguments.numbers(["ability", "own"]);
    let (first, second) = (works(mine, ability, words), works(theirs, own, words));
    // The fighter that began succeeds at once, or after both have withstood once more.
    let both = not(&first) * not(&second);
    let chain = if both.is_one() { BigRational::zero() } else { &first / not(&both) };
    let steps = (4..=18).step_by(2);
    let all = AnswerTable::grid(["the target fails its save", "ability"], steps, weapon_dice(), |&ability, &main| {
        works([main, Die::NONE], ability, words)
    });
    let title = format!("with two weapons against {ability}");
    let mains = weapon_dice().map(|(_, die)| die);
    let two = AnswerTable::grid([&title, "weapon"], mains, weapon_dice(), |&main, &off| works([main, off], ability, words));
    Answer::new(format!("gambit with {} against {ability}", in_words(mine)))
        .note(format!("faces up to {} are the Difficulty, which small dice show more often", words.book.gambit.max_difficulty))
        .note("of two weapons the higher die counts, so that a second one makes a Difficulty rarer (BDP-255)")
        .note("the chain is that of version 2, in which whoever withstands a gambit tries one in return")
        .table(AnswerTable::outcomes("gambit", [("target fails", &first), ("target withstands", &not(&first))]))
        .table(AnswerTable::outcomes("chain", [("whoever began", &chain), ("the other", &not(&chain))]))
        .table(all)
        .table(two)
}

/// A duel (BDP-706, BDP-707, BDP-709, R-59).
pub fn duel(arguments: &Arguments, Words { book, rulings }: Words) -> Answer {
    // Nobody wins when both fail or roll alike, whatever other contests do (BDP-706, R-59).
    let (contest_tie, contest_both_fail) = (ContestTie::default(), ContestBothFail::default());
    let rule = ContestRule::new(book, &Rulings { contest_tie, contest_both_fail, ..rulings.clone() });
    let score = |ability: Ability, suffix: &str| arguments.number::<i32>(&format!("{}{suffix}", ability.word()));
    // By the place of the last winner among the winners.
    let mut won = certain(2);
    let steps = AnswerTable::of("contests", ["contest", "first", "second", "nobody"], &book.duel.contests, |&ability| {
        won = won.then(|&before| {
            let test = |place: usize, suffix: &str| Test {
                advantage: Advantage::of(before == place, false),
                ..Test::plain(score(ability, suffix))
            };
            rule.chances([test(0, ""), test(1, "_against")]).into_iter().enumerate().collect::<Vec<_>>()
        });
        row![ability.name(), &won[&0], &won[&1], &won[&2]]
    });
    // Bouts that nobody wins are fought again.
    let touch = won.by(|&won| [i64::from(won == 1), i64::from(won == 0)]);
    let most = i64::from(book.duel.best_of) / 2 + 1;
    let kinds = [("touches", book.duel.touches.into()), ("most of several bouts", most)];
    let kinds = kinds.map(|(name, touches)| (name, last([touches; 2], &touch)));
    let clash = ("one clash", [0, 1, 2].map(|place| won.share(&place)));
    let columns = ["kind", "first", "second", "nobody"];
    let kinds =
        AnswerTable::of("kinds of duels", columns, std::iter::once(clash).chain(kinds), |(name, [first, second, nobody])| {
            row![name, first, second, nobody]
        });
    let die = arguments.dice("die");
    let armor = if rulings.direct_armor == DirectArmor::None { 0 } else { arguments.integer("armor") };
    let damage = Distribution::dice(die).higher_of(&Distribution::die(book.duel.die)).map(|total| (total - armor).max(0));
    let save = SaveRule::new(book, rulings);
    // The chance to be out of the clash by its damage, with the save that the ruling asks for.
    let out = |str: i32| {
        let ends = spread(&damage).then(|&lost| match i64::from(str) - lost {
            left if left <= 0 => certain(true),
            left if lost > 0 && rulings.duel_crit => save.outcomes(Test::plain(left as i32)).by(|saved| !saved.passed),
            _ => certain(false),
        });
        ends.share(&true)
    };
    let hurt =
        |who: &str, suffix: &str| (format!("the {who} is critically hurt when it loses"), out(score(Ability::Str, suffix)));
    let lost = ("mean STR lost by the loser".to_owned(), mean(&damage));
    let clash = AnswerTable::list("clash", ["what", "value"], [lost, hurt("first", ""), hurt("second", "_against")]);
    let crit = if rulings.duel_crit { "asks" } else { "does not ask" };
    Answer::new("a duel")
        .note("whoever wins a contest has advantage in the next; two failures or equal rolls are nobody's (R-59)")
        .note(format!("the damage of the clash {crit} for a Critical Damage Save"))
        .table(steps)
        .table(kinds)
        .table(clash)
        .curve("STR lost", damage)
}

/// How likely each of two is the last one with points left, when every round costs them points like this, and that nobody is.
/// Rounds that cost nothing are fought again.
fn last(points: [i64; 2], round: &Spread<[i64; 2]>) -> [BigRational; 3] {
    let (round, mut wins) = (round.given(|lost| *lost != [0, 0]), [BigRational::zero(), BigRational::zero()]);
    let mut open = certain(points);
    // Those with the most points first, whom no others can become.
    while let Some((points, chance)) = open.pop_last() {
        match points {
            [0, 0] => {}
            [_, 0] => wins[0] += chance,
            [0, _] => wins[1] += chance,
            [one, other] => round.iter().for_each(|([lost, taken], part)| {
                *open.entry([(one - lost).max(0), (other - taken).max(0)]).or_default() += &chance * part;
            }),
        }
    }
    let [first, second] = wins;
    let nobody = not(&first) - &second;
    [first, second, nobody]
}

/// Social conflict in which both choose each of the three ways as often (BDP-710, BDP-711).
pub fn social(arguments: &Arguments, book: &Book) -> Answer {
    let composure @ [one, other] = arguments.numbers(["composure", "against"]);
    let numbers = &book.social;
    let [win, lose, same] = [numbers.win, numbers.lose, numbers.same].map(|dice| spread(&Distribution::dice(dice)));
    let ways = [(&lose, &win), (&win, &lose), (&same, &same)].map(|way| (way, ratio(1, 3)));
    let round = ways.then(|&(mine, theirs)| mine.then(|&lost| theirs.by(|&taken| [lost, taken])));
    Answer::new(format!("social conflict of {one} against {other}"))
        .note("Defend beats Attack, Attack beats Flourish, Flourish beats Defend; nobody can do better than choose at random")
        .table(AnswerTable::outcomes("social conflict", WINNERS.into_iter().zip(last(composure, &round))))
}
