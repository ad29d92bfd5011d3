//! Contests of two outside of a round: contested saves, gambits, duels, social conflict.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::{not, outcomes, ratio};
use crate::book::Book;
use crate::gambit::difficulty;
use crate::rulings::{ContestBothFail, ContestTie, DirectArmor, Rulings};
use crate::save::{Advantage, ContestRule, SaveRule, Test};
use crate::sheet::Ability;
use crate::strike::{State, Strike};
use frame::dice::{Die, Distribution};
use frame::rules::answers::{Answer, AnswerTable, Cell};
use frame::rules::chances::{Chances, Spread, certain};
use frame::rules::questions::Arguments;

/// An ability, as it stands on a sheet or as it is rolled.
struct Scores {
    /// The ability as it is written.
    name: String,
    /// Its values, each with its probability.
    chances: Vec<(i32, BigRational)>,
}

impl Scores {
    /// The ability of this parameter, unless there are dice by which it is rolled instead (BDP-427, BDP-590).
    fn of(arguments: &Arguments, ability: &str, rolled: &str) -> Self {
        let (score, dice) = (arguments.integer(ability), arguments.dice(rolled));
        if dice == Die::NONE {
            return Scores { name: score.to_string(), chances: vec![(score as i32, BigRational::one())] };
        }
        let values = Distribution::dice(dice);
        let chance = |value: i64| Some((value as i32, values.chance(value)?));
        Scores { name: dice.to_string(), chances: (values.low()..=values.high()).filter_map(chance).collect() }
    }
}

/// Contested saves (BDP-009, BDP-010, BDP-427, BDP-590, R-01, R-02).
///
/// # Errors
/// A book without contested saves.
pub fn contest(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    if !book.contest.enabled {
        return Err("the book has no contested saves (`book.contest.enabled`)".to_owned());
    }
    let rule = ContestRule::new(book, rulings);
    let [one, other] = [Scores::of(arguments, "ability", "rolled"), Scores::of(arguments, "against", "rolled_against")];
    let (mut first, mut second) = (BigRational::zero(), BigRational::zero());
    for (score, part) in &one.chances {
        for (against, share) in &other.chances {
            let [wins, loses, _] = rule.chances([Test::plain(*score), Test::plain(*against)]);
            first += part * share * wins;
            second += part * share * loses;
        }
    }
    let draw = not(&first) - &second;
    let steps: Vec<i32> = (4..=18).step_by(2).collect();
    let mut all = AnswerTable::new("the row's ability wins against the column's", &["ability"]);
    all.columns.extend(steps.iter().map(i32::to_string));
    for &row in &steps {
        let cells = steps.iter().map(|&column| {
            let [wins, ..] = rule.chances([Test::plain(row), Test::plain(column)]);
            Cell::Exact(wins)
        });
        all.row(std::iter::once(Cell::Integer(row.into())).chain(cells));
    }
    Ok(Answer {
        title: format!("contested save of {} against {}", one.name, other.name),
        notes: vec!["the highest successful roll wins".to_owned()],
        tables: vec![outcomes("contest", [("first", first), ("second", second), ("nobody", draw)]), all],
        curves: Vec::new(),
    })
}

/// The weapons of an attack or gambit, the second one none where there is but one.
#[derive(Clone, Copy)]
pub struct Armed {
    /// The first.
    pub main: Die,
    /// The second.
    pub off: Die,
}

impl Armed {
    /// The dice as they are written, a second one only where there is one.
    pub fn in_words(self) -> String {
        if self.off == Die::NONE { self.main.to_string() } else { format!("{} and {}", self.main, self.off) }
    }
}

/// The probability that the target of a gambit fails its save (BDP-255, BDP-269, BDP-270, R-03).
pub fn works(armed: Armed, ability: i32, book: &Book, rulings: &Rulings) -> BigRational {
    let rule = SaveRule::new(book, rulings);
    let rolled = Strike { off: armed.off, ..Strike::with(armed.main, State::Normal, book) }.outcomes();
    let fails = |difficulty: i32| not(&rule.chance(Test { difficulty, ..Test::plain(ability) }));
    rolled.by(|rolled| difficulty(rolled.natural, book)).into_iter().map(|(difficulty, part)| part * fails(difficulty)).sum()
}

/// A gambit and its chain (BDP-255, BDP-268 to BDP-271, R-44).
pub fn gambit(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let armed = |main: &str, off: &str| Armed { main: arguments.dice(main), off: arguments.dice(off) };
    let (mine, theirs) = (armed("die", "off"), armed("back", "back_off"));
    let [ability, own] = ["ability", "own"].map(|name| arguments.integer(name) as i32);
    let (first, second) = (works(mine, ability, book, rulings), works(theirs, own, book, rulings));
    // The fighter that began succeeds at once, or after both have withstood once more.
    let both = not(&first) * not(&second);
    let chain = if both.is_one() { BigRational::zero() } else { &first / not(&both) };
    let dice = [4, 6, 8, 10, 12].map(|sides| Die::new(1, sides));
    let mut all = AnswerTable::new("the target fails its save", &["ability"]);
    all.columns.extend(dice.map(|die| die.to_string()));
    for ability in (4..=18).step_by(2) {
        let cells = dice.map(|main| Cell::Exact(works(Armed { main, off: Die::NONE }, ability, book, rulings)));
        all.row(std::iter::once(Cell::Integer(ability.into())).chain(cells));
    }
    let mut two = AnswerTable::new(format!("with two weapons against {ability}"), &["weapon"]);
    two.columns.extend(dice.map(|die| die.to_string()));
    for main in dice {
        let cells = dice.map(|off| Cell::Exact(works(Armed { main, off }, ability, book, rulings)));
        two.row(std::iter::once(Cell::text(main)).chain(cells));
    }
    let lost = not(&chain);
    Answer {
        title: format!("gambit with {} against {ability}", mine.in_words()),
        notes: vec![
            format!("faces up to {} are the Difficulty, which small dice show more often", book.gambit.max_difficulty),
            "of two weapons the higher die counts, so that a second one makes a Difficulty rarer (BDP-255)".to_owned(),
            "the chain is that of version 2, in which whoever withstands a gambit tries one in return".to_owned(),
        ],
        tables: vec![
            outcomes("gambit", [("target fails", first.clone()), ("target withstands", not(&first))]),
            outcomes("chain", [("whoever began", chain), ("the other", lost)]),
            all,
            two,
        ],
        curves: Vec::new(),
    }
}

/// The states of a duel: who has the advantage in the next save.
fn advantages(advantage: usize) -> [Advantage; 2] {
    match advantage {
        0 => [Advantage::Better, Advantage::Neither],
        1 => [Advantage::Neither, Advantage::Better],
        _ => [Advantage::Neither; 2],
    }
}

/// A duel (BDP-706, BDP-707, BDP-709, R-59).
pub fn duel(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let rule = ContestRule::new(book, &Rulings::default_contests(rulings));
    let score = |ability: Ability, suffix: &str| arguments.integer(&format!("{}{suffix}", ability.word())) as i32;
    // By who won the contest before: the first, the second, nobody.
    let mut now = [BigRational::zero(), BigRational::zero(), BigRational::one()];
    let mut steps = AnswerTable::new("contests", &["contest", "first", "second", "nobody"]);
    for &ability in &book.duel.contests {
        let mut next = [BigRational::zero(), BigRational::zero(), BigRational::zero()];
        for (advantage, chance) in now.iter().enumerate() {
            let [one, other] = advantages(advantage);
            let tests = [
                Test { advantage: one, ..Test::plain(score(ability, "")) },
                Test { advantage: other, ..Test::plain(score(ability, "_against")) },
            ];
            for (place, part) in rule.chances(tests).into_iter().enumerate() {
                next[place] += chance * part;
            }
        }
        now = next;
        steps.row(std::iter::once(Cell::text(ability.name())).chain(now.iter().cloned().map(Cell::Exact)));
    }
    let die = arguments.dice("die");
    let armor = if rulings.direct_armor == DirectArmor::None { 0 } else { arguments.integer("armor") };
    let damage = Distribution::dice(die).higher_of(&Distribution::die(book.duel.die)).map(|total| (total - armor).max(0));
    let mut harm = AnswerTable::new("clash", &["what", "value"]);
    harm.row([Cell::text("mean STR lost by the loser"), Cell::Exact(super::mean(&damage))]);
    let save = SaveRule::new(book, rulings);
    // The chance to be out of the clash by its damage, with the save that the ruling asks for.
    let out = |str: i32| {
        let by = |lost: i64| match i64::from(str) - lost {
            left if left <= 0 => BigRational::one(),
            left if lost > 0 && rulings.duel_crit => not(&save.chance(Test::plain(left as i32))),
            _ => BigRational::zero(),
        };
        (damage.low()..=damage.high()).map(|lost| by(lost) * damage.chance(lost).unwrap_or_default()).sum::<BigRational>()
    };
    for (who, suffix) in [("first", ""), ("second", "_against")] {
        let out = out(score(Ability::Str, suffix));
        harm.row([Cell::text(format!("the {who} is critically hurt when it loses")), Cell::Exact(out)]);
    }
    let wins = |touches: u32| race(&now, touches);
    let mut kinds = AnswerTable::new("kinds of duels", &["kind", "first", "second", "nobody"]);
    let cells = now.iter().cloned().map(Cell::Exact);
    kinds.row(std::iter::once(Cell::text("one clash")).chain(cells));
    for (name, touches) in
        [("touches", u32::from(book.duel.touches)), ("most of several bouts", u32::from(book.duel.best_of) / 2 + 1)]
    {
        kinds.row(std::iter::once(Cell::text(name)).chain(wins(touches).map(Cell::Exact)));
    }
    let crit = if rulings.duel_crit { "asks" } else { "does not ask" };
    Answer {
        title: "a duel".to_owned(),
        notes: vec![
            "whoever wins a contest has advantage in the next; two failures or equal rolls are nobody's (R-59)".to_owned(),
            format!("the damage of the clash {crit} for a Critical Damage Save"),
        ],
        tables: vec![steps, kinds, harm],
        curves: vec![frame::rules::answers::Curve { label: "STR lost".to_owned(), distribution: damage }],
    }
}

/// Returns the chances to be the first to win so many bouts; bouts that nobody wins are fought again.
fn race(bout: &[BigRational; 3], touches: u32) -> [BigRational; 3] {
    let decided = &bout[0] + &bout[1];
    if decided.is_zero() {
        return [BigRational::zero(), BigRational::zero(), BigRational::one()];
    }
    let share = &bout[0] / &decided;
    // By touches of both, until one of them has enough.
    let mut bouts = certain((0_u32, 0_u32));
    for _ in 1..2 * touches {
        bouts = bouts.then(|&(one, other)| match (one, other) {
            (one, other) if one == touches || other == touches => certain((one, other)),
            (one, other) => Spread::from([((one + 1, other), share.clone()), ((one, other + 1), not(&share))]),
        });
    }
    let first = bouts.chance(|&(one, _)| one == touches);
    let second = not(&first);
    [first, second, BigRational::zero()]
}

impl Rulings {
    /// Contests of a duel, which nobody wins when both fail or roll alike, whatever other contests do. [BDP-706, R-59]
    fn default_contests(rulings: &Rulings) -> Rulings {
        let contest_both_fail = ContestBothFail::default();
        Rulings { contest_tie: ContestTie::default(), contest_both_fail, ..rulings.clone() }
    }
}

/// Social conflict in which both choose each of the three ways as often (BDP-710, BDP-711).
pub fn social(arguments: &Arguments, book: &Book) -> Answer {
    let [one, other] = ["composure", "against"].map(|name| arguments.integer(name) as usize);
    let numbers = &book.social;
    let face = |die: Die| Distribution::dice(die);
    let (win, lose, same) = (face(numbers.win), face(numbers.lose), face(numbers.same));
    let third = ratio(1, 3);
    // The losses of both in a round, with their probability.
    let mut round: BTreeMap<(usize, usize), BigRational> = BTreeMap::new();
    for (mine, theirs) in [(&lose, &win), (&win, &lose), (&same, &same)] {
        for (lost, _) in mine.weights() {
            for (taken, _) in theirs.weights() {
                let chance = mine.chance(lost).unwrap_or_default() * theirs.chance(taken).unwrap_or_default();
                *round.entry((lost as usize, taken as usize)).or_insert_with(BigRational::zero) += chance * &third;
            }
        }
    }
    // From the state with the least composure on.
    let mut wins = vec![vec![[BigRational::zero(), BigRational::zero(), BigRational::zero()]; other + 1]; one + 1];
    for mine in 0..=one {
        for theirs in 0..=other {
            wins[mine][theirs] = match (mine, theirs) {
                (0, 0) => [BigRational::zero(), BigRational::zero(), BigRational::one()],
                (0, _) => [BigRational::zero(), BigRational::one(), BigRational::zero()],
                (_, 0) => [BigRational::one(), BigRational::zero(), BigRational::zero()],
                _ => {
                    let mut sum = [BigRational::zero(), BigRational::zero(), BigRational::zero()];
                    for (&(lost, taken), chance) in &round {
                        let next = &wins[mine.saturating_sub(lost)][theirs.saturating_sub(taken)];
                        for (part, next) in sum.iter_mut().zip(next) {
                            *part += chance * next;
                        }
                    }
                    sum
                }
            };
        }
    }
    let [first, second, nobody] = wins[one][other].clone();
    Answer {
        title: format!("social conflict of {one} against {other}"),
        notes: vec![
            "Defend beats Attack, Attack beats Flourish, Flourish beats Defend; nobody can do better than choose at random"
                .to_owned(),
        ],
        tables: vec![outcomes("social conflict", [("first", first), ("second", second), ("nobody", nobody)])],
        curves: Vec::new(),
    }
}
