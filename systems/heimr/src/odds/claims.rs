//! The claims of the published text about its own dice and numbers, held against what they are.
//!
//! Every claim is worked out by the book and the rulings at hand, so that a designer who changes them sees what becomes of it.
//! Start at [`claims`].

use num_traits::ToPrimitive;

use frame::dice::{Dice, Roll, Slot};
use frame::fight::{Silent, Table};

use super::super::book::tables::Experience;
use super::super::challenge::Rolled;
use super::super::fighter::Duration;
use super::super::rolls;
use super::{Answer, AnswerTable, BigRational, Cell, Roller, Zero, fresh, integer, not, ratio};

/// A claim: its rule, and its erratum where there is one; the subject; the number as printed and as it is; `right` or `wrong`.
type Claim = [Cell; 5];

/// A claim that is right or wrong.
fn claim(id: &str, what: &str, printed: &str, exact: impl Into<Cell>, right: bool) -> Claim {
    [id.into(), what.into(), printed.into(), exact.into(), if right { "right" } else { "wrong" }.into()]
}

/// A claim about a whole number.
fn number(id: &str, what: &str, printed: i64, exact: impl Into<i64>) -> Claim {
    let exact = exact.into();
    claim(id, what, &printed.to_string(), integer(exact), printed == exact)
}

/// A claim about a probability, printed as a whole number of percent.
fn share(id: &str, what: &str, printed: i64, exact: BigRational) -> Claim {
    let text = match printed {
        0 => "never".to_owned(),
        100 => "always".to_owned(),
        percent => format!("{percent} %"),
    };
    let right = (&exact * integer(100)).round() == integer(printed);
    claim(id, what, &text, exact, right)
}

/// All claims that can be worked out, right or wrong.
pub fn claims(roller: &Roller) -> Answer {
    let groups = [pool(roller), examples(roller), tired(roller), numbers(roller), surroundings(roller)];
    let columns = ["rule", "about", "printed", "exact", "the print is"];
    let table = AnswerTable::of("claims", columns, groups.into_iter().flatten(), |claim| claim);
    let right = table.rows.iter().filter(|claim| claim[4] == Cell::text("right")).count();
    let columns = ["erratum", "printed", "what is meant"];
    Answer::new(format!("claims of the published text: {right} hold, {} do not", table.rows.len() - right))
        .note("by the book and the rulings at hand; shares are right when they round to the printed percentage")
        .note("rules and errata as in the ledger of this core")
        .table(table)
        .table(AnswerTable::of("errata without a number", columns, WORDING, |row| row.map(Cell::from)))
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
fn pool(roller: &Roller) -> Vec<Claim> {
    let spread = |consistency: i32| roller.pre(consistency).variance().unwrap_or_default();
    let at_least = |consistency: i32, value: i64| roller.pre(consistency).at_least(value).unwrap_or_default();
    let big = i64::from(roller.pool.big);
    // "The closer to zero, the more random": the spread would have to fall from 0 on, either way.
    let falls = (0..8).all(|step| spread(step + 1) < spread(step) && spread(-step - 1) < spread(-step));
    let two = |one: i32, other: i32| {
        let root = |consistency: i32| spread(consistency).to_f64().unwrap_or(f64::NAN).sqrt();
        format!("spread at C {one}: {:.6}, at C {other}: {:.6}", root(one), root(other))
    };
    let above = (-8..0).map(|consistency| at_least(consistency, i64::from(roller.pool.small) + 1)).max().unwrap_or_default();
    let none = (0..=8).map(|consistency| not(&at_least(consistency, 1))).max().unwrap_or_default();
    let random = "the closer consistency is to 0, the more random the result";
    vec![
        claim("HEI-029, E-04", random, "always", two(0, 1), falls),
        share("HEI-030", "consistency 5 shows one of the two highest faces", 67, at_least(5, big - 1)),
        share("HEI-031, E-01", "consistency -5 shows a 1 or a 2", 89, not(&at_least(-5, 3))),
        share("HEI-032", "the lowest die is above the small die's highest face", 0, above),
        share("HEI-033", "0 or less before potential without negative consistency", 0, none),
        claim("HEI-083, E-04", "consistency 3 has very little luck, 0 some", "steadier", two(0, 3), spread(3) < spread(0)),
    ]
}

/// The six worked examples, with the dice that are printed (HEI-035 to HEI-040).
fn examples(roller: &Roller) -> Vec<Claim> {
    let example = |id: &str, (c, p): (i32, i32), dice: &[u32], printed: i64| {
        let shown: Vec<String> = dice.iter().map(u32::to_string).collect();
        let mut table = Table { dice: Printed(dice.iter()), watch: Silent };
        let rolled = roller.pool.roll(c, Slot(0), &rolls::ATTACK, &mut table);
        number(id, &format!("C {c}, P {p} with {}", shown.join(", ")), printed, rolled.result(p))
    };
    vec![
        example("HEI-035", (3, 3), &[1, 4, 9, 10], 13),
        example("HEI-036, E-02", (5, 6), &[1, 3, 5, 7, 10, 10], 18),
        example("HEI-037", (0, 0), &[3], 3),
        example("HEI-038", (4, 3), &[1, 1, 2, 4, 6], 9),
        example("HEI-039", (2, -3), &[3, 10, 10], 8),
        example("HEI-040, E-03", (-4, -4), &[1, 1, 1, 4, 9], -2),
    ]
}

/// Dice that show what is printed, one after the other.
struct Printed<'a>(std::slice::Iter<'a, u32>);

impl Dice for Printed<'_> {
    fn roll(&mut self, _who: Slot, _roll: &'static Roll, _sides: u32) -> u32 {
        self.0.next().copied().unwrap_or(1)
    }
}

/// Fatigue: its base, its requirement, its growth, and what they come to (HEI-133, HEI-136, HEI-139, HEI-141).
fn tired(roller: &Roller) -> Vec<Claim> {
    let base = |stamina: i32| i64::from(roller.book.fatigue.base_with(stamina));
    let grown = |fatigue: i64, small: u8| {
        let mut effort = fresh(fatigue);
        let _ = roller.fatigue.judge(Rolled { small, pre: i16::from(small) }, &mut effort);
        i64::from(effort.fatigue)
    };
    let grows = |fatigue: i64| {
        let growing = (1..=roller.pool.small).filter(|&small| grown(fatigue, small) > fatigue).count();
        ratio(growing as i64, roller.pool.small.into())
    };
    let fails = !roller.fatigue.meets(6, 7);
    let rested = base(3);
    // Nobody at this fatigue ever gets above it: the mean number of rolls to 7 has no end.
    let stuck = grows(rested).is_zero();
    let rolls = || (rested..7).map(|fatigue| grows(fatigue).recip()).sum::<BigRational>();
    let rolls = if stuck { Cell::text("never") } else { rolls().into() };
    vec![
        number("HEI-139", "base fatigue with stamina 3", 1, base(3)),
        number("HEI-139", "base fatigue with stamina -2", 6, base(-2)),
        number("HEI-139", "base fatigue with stamina 4", 1, base(4)),
        claim("HEI-133", "a roll of 6 at fatigue 7", "fails", if fails { "fails" } else { "meets it" }, fails),
        number("HEI-136", "fatigue 4, small die 3: fatigue becomes", 5, grown(4, 3)),
        share("HEI-141", "above 6 it grows with every roll", 100, grows(7)),
        claim("HEI-141, E-06", "rolls to a fatigue of 7 with stamina 3", "many", rolls, !stuck),
    ]
}

/// Abilities and experience (HEI-085, HEI-095, HEI-097, HEI-098, HEI-126).
fn numbers(roller: &Roller) -> Vec<Claim> {
    let xp = &roller.book.xp;
    let list = |id: &str, what: &str, printed: [u64; 7], exact: [u64; 7], right: bool| {
        let [printed, exact] = [printed, exact].map(|costs| costs.map(|cost| cost.to_string()).join(", "));
        claim(id, what, &printed, exact, right)
    };
    let levels = [1, 2, 3, 4, 5, 6, 7];
    let (costs, totals) = (levels.map(|level| xp.level(level)), levels.map(|level| xp.up_to(level)));
    // The sentence: as much as the two levels before it together, starting at 5.
    let said = costs[0] == 5 && costs[1] == 5 && costs.windows(3).all(|costs| costs[2] == costs[1] + costs[0]);
    let (each, left) = Experience::share(10, 0, 4);
    let printed = [5, 15, 30, 55, 95, 160, 265];
    vec![
        list("HEI-097, E-05", "a level costs the two before it, starting at 5", [5, 5, 10, 15, 25, 40, 65], costs, said),
        list("HEI-098", "what levels 1 to 7 cost from nothing", printed, totals, totals == printed),
        number("HEI-095", "10 experience among 4: each gets", 2, each),
        number("HEI-095", "and so much is left over", 2, left),
        number("HEI-126", "turns of an effect of 5 seconds", 2, Duration::of_seconds(5, roller.book).turns),
    ]
}

/// Fights and surroundings (HEI-118, HEI-207, HEI-226, HEI-229, HEI-265, HEI-266, HEI-267, HEI-279).
fn surroundings(roller: &Roller) -> Vec<Claim> {
    let (book, fall) = (roller.book, &roller.book.fall);
    let attacks = book.climb.penalty_of_attacks(roller.rulings.climb_attack);
    let after = |height: i64| i64::from(fall.hp_from) - height;
    let shot = 2 / i64::from(book.ranged.distance_divisor);
    let inside = after(9) >= i64::from(book.injury.lowest);
    // Squares behind a defender in a corner, at an edge and in the middle of three by three, opposite to a border square.
    let three = book.grid.columns == 3 && book.grid.rows == 3;
    let behind = if three { "3 in the middle, 0 to 2 elsewhere" } else { "as many as the grid has there" };
    vec![
        number("HEI-118", "penalty of a shot at a diagonal neighbour, at distance 2", 1, shot),
        number("HEI-207", "penalty of the fourth dodge", 6, 3 * i64::from(book.defence.repeat_penalty)),
        number("HEI-265", "requirement of jumping down 4", 8, fall.jump_cr(4)),
        number("HEI-266", "requirement of falling 4", 10, fall.fall_cr(4)),
        number("HEI-267", "hit points after falling 6", -3, after(6)),
        claim("HEI-267, E-11", "hit points after falling 9 are in the table of injuries", "in it", integer(after(9)), inside),
        number("HEI-229, E-08", "penalty of attacks while climbing, first printed as 2", 1, attacks),
        claim("HEI-279, E-12", "a blind spot has three squares on the grid of three by three", "3", behind, false),
    ]
}
