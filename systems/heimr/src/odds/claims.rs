//! The claims of the published text about its own dice and numbers, held against what they are.
//!
//! Every claim is worked out by the book and the rulings at hand, so that a designer who changes them sees what becomes of it.
//! Start at [`claims`].

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use frame::dice::{Dice, Roll, Slot};
use frame::fight::{Silent, Table};
use frame::rules::answers::{Answer, AnswerTable, Cell};

use super::super::book::Book;
use super::super::book::tables::Experience;
use super::super::challenge::Rolled;
use super::super::fighter::Duration;
use super::super::rolls;
use super::super::rulings::Rulings;
use super::integer;
use super::roll::{Roller, fresh};

/// A claim of the published text.
struct Claim {
    /// Its rule, and its erratum where there is one.
    id: &'static str,
    /// The subject.
    what: &'static str,
    /// The number as printed.
    printed: &'static str,
    /// The number as it is.
    exact: Cell,
    /// True if that is what is printed.
    right: bool,
}

/// A claim about a whole number.
fn number(id: &'static str, what: &'static str, printed: i64, text: &'static str, exact: i64) -> Claim {
    Claim { id, what, printed: text, exact: Cell::Exact(integer(exact)), right: printed == exact }
}

/// A claim about a probability, printed as a whole number of percent.
fn share(id: &'static str, what: &'static str, printed: i64, text: &'static str, exact: BigRational) -> Claim {
    let percent = (&exact * integer(100)).round();
    Claim { id, what, printed: text, exact: Cell::Exact(exact), right: percent == integer(printed) }
}

/// All claims that can be worked out, right or wrong.
pub fn claims(book: &Book, rulings: &Rulings) -> Answer {
    let roller = Roller::new(book, rulings);
    let groups = [pool(&roller, book), examples(&roller), tired(&roller, book), numbers(book), surroundings(book, rulings)];
    let (mut table, mut wrong) = (AnswerTable::new("claims", &["rule", "about", "printed", "exact", "the print is"]), 0);
    for claim in groups.into_iter().flatten() {
        wrong += usize::from(!claim.right);
        let word = if claim.right { "right" } else { "wrong" };
        table.row([Cell::text(claim.id), Cell::text(claim.what), Cell::text(claim.printed), claim.exact, Cell::text(word)]);
    }
    let mut others = AnswerTable::new("errata without a number", &["erratum", "printed", "what is meant"]);
    for [id, printed, meant] in WORDING {
        others.row([Cell::text(id), Cell::text(printed), Cell::text(meant)]);
    }
    Answer {
        title: format!("claims of the published text: {} hold, {wrong} do not", table.rows.len() - wrong),
        notes: vec![
            "by the book and the rulings at hand; shares are right when they round to the printed percentage".to_owned(),
            "rules and errata as in the ledger of this core".to_owned(),
        ],
        tables: vec![table, others],
        curves: Vec::new(),
    }
}

/// Errata that are a matter of words.
const WORDING: [[&str; 3]; 5] = [
    [
        "E-07",
        "fatigue comes \"in addition to having a situational penalty\"",
        "no size is given: the requirement is all of it (R-09)",
    ],
    ["E-09", "six standard attributes; other attributes for social matters", "abilities"],
    [
        "E-10",
        "brawl is for facing an opponent without a weapon",
        "it is for having none oneself; opponents may be armed (HEI-193)",
    ],
    ["E-13", "\"use Draw an item instead\"", "the action is Get an item"],
    ["E-14", "Swordmanship; Shield and sword", "Swordsmanship; Sword and shield"],
];

/// Remarks on the pool (HEI-029 to HEI-033, HEI-083).
fn pool(roller: &Roller, book: &Book) -> Vec<Claim> {
    let spread = |consistency: i32| roller.pre(consistency).variance().unwrap_or_default();
    let root = |consistency: i32| spread(consistency).to_f64().unwrap_or(f64::NAN).sqrt();
    let at_least = |consistency: i32, value: i64| roller.pre(consistency).at_least(value).unwrap_or_default();
    let big = i64::from(book.dice.big);
    // "The closer to zero, the more random": the spread would have to fall from 0 on, either way.
    let falls = (0..8).all(|step| spread(step + 1) < spread(step) && spread(-step - 1) < spread(-step));
    let two = |one: i32, other: i32| {
        let part = |consistency: i32| format!("C {consistency}: {:.6}", root(consistency));
        Cell::text(format!("spread at {}, at {}", part(one), part(other)))
    };
    let above = (-8..0).map(|consistency| at_least(consistency, i64::from(book.dice.small) + 1)).max().unwrap_or_default();
    let none = (0..=8).map(|consistency| BigRational::one() - at_least(consistency, 1)).max().unwrap_or_default();
    vec![
        Claim {
            id: "HEI-029, E-04",
            what: "the closer consistency is to 0, the more random the result",
            printed: "always",
            exact: two(0, 1),
            right: falls,
        },
        share("HEI-030", "consistency 5 shows one of the two highest faces", 67, "67 %", at_least(5, big - 1)),
        share("HEI-031, E-01", "consistency -5 shows a 1 or a 2", 89, "89 %", BigRational::one() - at_least(-5, 3)),
        share("HEI-032", "the lowest die is above the small die's highest face", 0, "never", above),
        share("HEI-033", "0 or less before potential without negative consistency", 0, "never", none),
        Claim {
            id: "HEI-083, E-04",
            what: "consistency 3 has very little luck, 0 some",
            printed: "steadier",
            exact: two(0, 3),
            right: spread(3) < spread(0),
        },
    ]
}

/// The six worked examples, with the dice that are printed (HEI-035 to HEI-040).
fn examples(roller: &Roller) -> Vec<Claim> {
    type Example = (&'static str, &'static str, (i32, i32), &'static [u32], i64, &'static str);
    let examples: [Example; 6] = [
        ("HEI-035", "C 3, P 3 with 1, 4, 9, 10", (3, 3), &[1, 4, 9, 10], 13, "13"),
        ("HEI-036, E-02", "C 5, P 6 with 1, 3, 5, 7, 10, 10", (5, 6), &[1, 3, 5, 7, 10, 10], 18, "18"),
        ("HEI-037", "C 0, P 0 with 3", (0, 0), &[3], 3, "3"),
        ("HEI-038", "C 4, P 3 with 1, 1, 2, 4, 6", (4, 3), &[1, 1, 2, 4, 6], 9, "9"),
        ("HEI-039", "C 2, P -3 with 3, 10, 10", (2, -3), &[3, 10, 10], 8, "8"),
        ("HEI-040, E-03", "C -4, P -4 with 1, 1, 1, 4, 9", (-4, -4), &[1, 1, 1, 4, 9], -2, "-2"),
    ];
    examples
        .into_iter()
        .map(|(id, what, (consistency, potential), dice, printed, text)| {
            let mut table = Table { dice: Printed(dice.iter()), watch: Silent };
            let rolled = roller.pool.roll(consistency, Slot(0), &rolls::ATTACK, &mut table);
            number(id, what, printed, text, i64::from(rolled.result(potential)))
        })
        .collect()
}

/// Dice that show what is printed, one after the other.
struct Printed<'a>(std::slice::Iter<'a, u32>);

impl Dice for Printed<'_> {
    fn roll(&mut self, _who: Slot, _roll: &'static Roll, _sides: u32) -> u32 {
        self.0.next().copied().unwrap_or(1)
    }
}

/// Fatigue: its base, its requirement, its growth, and what they come to (HEI-133, HEI-136, HEI-139, HEI-141).
fn tired(roller: &Roller, book: &Book) -> Vec<Claim> {
    let base = |stamina: i32| i64::from(book.fatigue.base_with(stamina));
    let grown = |fatigue: i64, small: u8| {
        let mut effort = fresh(fatigue);
        let _ = roller.fatigue.judge(Rolled { small, pre: i16::from(small) }, &mut effort);
        i64::from(effort.fatigue)
    };
    let faces = i64::from(roller.pool.small);
    let grows = |fatigue: i64| {
        let growing = (1..=roller.pool.small).filter(|&small| grown(fatigue, small) > fatigue).count();
        BigRational::new((growing as i64).into(), faces.into())
    };
    let fails = !roller.fatigue.meets(6, 7);
    let rested = base(3);
    // Nobody at this fatigue ever gets above it: the mean number of rolls to 7 has no end.
    let stuck = grows(rested).is_zero();
    let rolls = (rested..7).map(&grows);
    let rolls = if stuck { Cell::text("never") } else { Cell::Exact(rolls.map(|chance| chance.recip()).sum()) };
    vec![
        number("HEI-139", "base fatigue with stamina 3", 1, "1", base(3)),
        number("HEI-139", "base fatigue with stamina -2", 6, "6", base(-2)),
        number("HEI-139", "base fatigue with stamina 4", 1, "1", base(4)),
        Claim {
            id: "HEI-133",
            what: "a roll of 6 at fatigue 7",
            printed: "fails",
            exact: Cell::text(if fails { "fails" } else { "meets it" }),
            right: fails,
        },
        number("HEI-136", "fatigue 4, small die 3: fatigue becomes", 5, "5", grown(4, 3)),
        share("HEI-141", "above 6 it grows with every roll", 100, "always", grows(7)),
        Claim {
            id: "HEI-141, E-06",
            what: "rolls to a fatigue of 7 with stamina 3",
            printed: "many",
            exact: rolls,
            right: !stuck,
        },
    ]
}

/// Abilities and experience (HEI-085, HEI-095, HEI-097, HEI-098, HEI-126).
fn numbers(book: &Book) -> Vec<Claim> {
    let xp = &book.xp;
    let costs: Vec<i64> = (1..=7).map(|level| xp.level(level) as i64).collect();
    let totals: Vec<i64> = (1..=7).map(|level| xp.up_to(level) as i64).collect();
    let list = |numbers: &[i64]| Cell::Text(numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", "));
    let turns = i64::from(Duration::of_seconds(5, book).turns);
    let (each, left) = Experience::share(10, 0, 4);
    // The sentence: as much as the two levels before it together, starting at 5.
    let mut said = vec![5_i64];
    (1..7_usize).for_each(|index| said.push(said[index - 1] + if index > 1 { said[index - 2] } else { 0 }));
    vec![
        Claim {
            id: "HEI-097, E-05",
            what: "a level costs the two before it, starting at 5",
            printed: "5, 5, 10, 15, 25, 40, 65",
            exact: list(&costs),
            right: said == costs,
        },
        Claim {
            id: "HEI-098",
            what: "what levels 1 to 7 cost from nothing",
            printed: "5, 15, 30, 55, 95, 160, 265",
            exact: list(&totals),
            right: totals == [5, 15, 30, 55, 95, 160, 265],
        },
        number("HEI-095", "10 experience among 4: each gets", 2, "2", i64::from(each)),
        number("HEI-095", "and so much is left over", 2, "2", i64::from(left)),
        number("HEI-126", "turns of an effect of 5 seconds", 2, "2", turns),
    ]
}

/// Fights and surroundings (HEI-118, HEI-207, HEI-226, HEI-229, HEI-265, HEI-266, HEI-267, HEI-279).
fn surroundings(book: &Book, rulings: &Rulings) -> Vec<Claim> {
    let fall = &book.fall;
    let attacks = i64::from(book.climb.penalty_of_attacks(rulings.climb_attack));
    let after = |height: i64| i64::from(fall.hp_from) - height;
    let outside = after(9);
    // Squares behind a defender in a corner, at an edge and in the middle of three by three, opposite to a border square.
    let middle_only = book.grid.columns == 3 && book.grid.rows == 3;
    vec![
        number(
            "HEI-118",
            "penalty of a shot at a diagonal neighbour, at distance 2",
            1,
            "1",
            2 / i64::from(book.ranged.distance_divisor),
        ),
        number("HEI-207", "penalty of the fourth dodge", 6, "6", 3 * i64::from(book.defence.repeat_penalty)),
        number("HEI-265", "requirement of jumping down 4", 8, "8", fall.jump_cr(4).into()),
        number("HEI-266", "requirement of falling 4", 10, "10", fall.fall_cr(4).into()),
        number("HEI-267", "hit points after falling 6", -3, "-3", after(6)),
        Claim {
            id: "HEI-267, E-11",
            what: "hit points after falling 9 are in the table of injuries",
            printed: "in it",
            exact: Cell::Exact(integer(outside)),
            right: outside >= i64::from(book.injury.lowest),
        },
        number("HEI-229, E-08", "penalty of attacks while climbing, first printed as 2", 1, "1", attacks),
        Claim {
            id: "HEI-279, E-12",
            what: "a blind spot has three squares on the grid of three by three",
            printed: "3",
            exact: Cell::text(if middle_only { "3 in the middle, 0 to 2 elsewhere" } else { "as many as the grid has there" }),
            right: false,
        },
    ]
}
