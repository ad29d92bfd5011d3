//! The language against a slow reading of it: random expressions, random situations, random rubbish.

use proptest::prelude::*;

use super::testing::{ACTIONS, Board, OutcomeNames, Person, STATUSES, vocabulary};
use super::{Condition, Frame, Group, Measure};
use crate::dice::Slot;

#[derive(Clone, Copy, Debug)]
enum Who {
    Own,
    Target,
    It,
}

/// A well-typed expression, as it could be written.
#[derive(Clone, Debug)]
enum Sample {
    Number(i64),
    Hp(Who),
    Round,
    AtOrBelow(i32),
    Negative(Box<Sample>),
    Calculated(&'static str, Box<Sample>, Box<Sample>),
    NumberOf(&'static str, Group, Box<Sample>),
    Truth(bool),
    Prone(Who),
    Has(Who, usize),
    Declared(Who, bool, usize),
    Not(Box<Sample>),
    Joined(&'static str, Box<Sample>, Box<Sample>),
    Compared(&'static str, Box<Sample>, Box<Sample>),
    TruthOf(&'static str, Group, Box<Sample>),
}

fn group_name(group: Group) -> &'static str {
    if group == Group::Allies { "allies" } else { "enemies" }
}

impl Sample {
    /// Returns the level of its outermost operator: the higher, the tighter it binds.
    fn level(&self) -> u8 {
        match self {
            Sample::Joined("or", ..) => 1,
            Sample::Joined(..) => 2,
            Sample::Not(_) => 3,
            Sample::Compared(..) | Sample::Declared(..) => 4,
            Sample::Calculated("+" | "-", ..) => 5,
            Sample::Calculated(..) => 6,
            Sample::Negative(_) => 7,
            _ => 8,
        }
    }

    /// Its text with no more parentheses than the language needs.
    fn text(&self) -> String {
        let level = self.level();
        let two = |symbol: &str, left: &Sample, right: &Sample, least: u8| {
            format!("{} {symbol} {}", left.text_above(least), right.text_above(level + 1))
        };
        match self {
            Sample::Number(value) => value.to_string(),
            Sample::Hp(who) => format!("{}hp", who.prefix()),
            Sample::Round => "round".to_owned(),
            Sample::AtOrBelow(limit) => format!("allies.at_or_below({limit})"),
            Sample::Negative(operand) => format!("-{}", operand.text_above(level)),
            Sample::Calculated(symbol, left, right) | Sample::Joined(symbol, left, right) => two(symbol, left, right, level),
            Sample::Compared(symbol, left, right) => two(symbol, left, right, level + 1),
            Sample::NumberOf(fold, group, body) | Sample::TruthOf(fold, group, body) => {
                format!("{fold}({}, {})", group_name(*group), body.text())
            }
            Sample::Truth(value) => value.to_string(),
            Sample::Prone(who) => format!("{}prone", who.prefix()),
            Sample::Has(who, status) => format!("{}has(\"{}\")", who.prefix(), STATUSES[*status]),
            Sample::Declared(who, equal, word) => {
                format!("{}declared {} '{}'", who.prefix(), if *equal { "==" } else { "!=" }, ACTIONS[*word])
            }
            Sample::Not(operand) => format!("not {}", operand.text_above(level)),
        }
    }

    fn text_above(&self, least: u8) -> String {
        if self.level() < least { format!("({})", self.text()) } else { self.text() }
    }

    /// Its value, worked out from the meaning of the words.
    fn value(&self, board: &Board, it: Option<Slot>) -> i64 {
        let person = |who: &Who| match who {
            Who::Own => Some(&board.people[0]),
            Who::Target => board.target.map(|slot| &board.people[slot.index()]),
            Who::It => it.map(|slot| &board.people[slot.index()]),
        };
        let truth = |value: bool| i64::from(value);
        match self {
            Sample::Number(value) => *value,
            Sample::Hp(who) => person(who).map_or(0, |person| person.hp),
            Sample::Round => board.round,
            Sample::AtOrBelow(limit) => {
                board.members(Slot(0), Group::Allies).filter(|slot| board.people[slot.index()].hp <= i64::from(*limit)).count()
                    as i64
            }
            Sample::Negative(operand) => clamped(-i128::from(operand.value(board, it))),
            Sample::Calculated(symbol, left, right) => calculated(symbol, left.value(board, it), right.value(board, it)),
            Sample::NumberOf(fold, group, body) | Sample::TruthOf(fold, group, body) => {
                let values: Vec<i64> = board.members(Slot(0), *group).map(|slot| body.value(board, Some(slot))).collect();
                folded(fold, &values)
            }
            Sample::Truth(value) => truth(*value),
            Sample::Prone(who) => truth(person(who).is_some_and(|person| person.prone)),
            Sample::Has(who, status) => truth(person(who).is_some_and(|person| person.statuses & 1 << status != 0)),
            Sample::Declared(who, equal, word) => truth((person(who).map_or(0, |person| person.declared) == *word) == *equal),
            Sample::Not(operand) => truth(operand.value(board, it) == 0),
            Sample::Joined(symbol, left, right) => {
                let (left, right) = (left.value(board, it) != 0, right.value(board, it) != 0);
                truth(if *symbol == "and" { left && right } else { left || right })
            }
            Sample::Compared(symbol, left, right) => {
                let order = left.value(board, it).cmp(&right.value(board, it));
                truth(match *symbol {
                    "==" => order.is_eq(),
                    "!=" => order.is_ne(),
                    "<" => order.is_lt(),
                    "<=" => order.is_le(),
                    ">" => order.is_gt(),
                    _ => order.is_ge(),
                })
            }
        }
    }
}

impl Who {
    fn prefix(self) -> &'static str {
        match self {
            Who::Own => "",
            Who::Target => "target.",
            Who::It => "it.",
        }
    }
}

fn clamped(value: i128) -> i64 {
    value.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
}

fn calculated(symbol: &str, left: i64, right: i64) -> i64 {
    let (left, right) = (i128::from(left), i128::from(right));
    // The largest whole number that is not above the exact quotient.
    let quotient = |left: i128, right: i128| if right < 0 { (-left).div_euclid(-right) } else { left.div_euclid(right) };
    clamped(match symbol {
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        _ if right == 0 => 0,
        "/" => quotient(left, right),
        _ => left - right * quotient(left, right),
    })
}

fn folded(fold: &str, values: &[i64]) -> i64 {
    let holding = values.iter().filter(|value| **value != 0).count();
    match fold {
        "count" => holding as i64,
        "any" => i64::from(holding > 0),
        "all" => i64::from(holding == values.len()),
        "min" => values.iter().copied().min().unwrap_or(0),
        "max" => values.iter().copied().max().unwrap_or(0),
        _ => values.iter().fold(0, |sum, value| clamped(i128::from(sum) + i128::from(*value))),
    }
}

fn who(inside: bool) -> BoxedStrategy<Who> {
    let all = if inside { vec![Who::Own, Who::Target, Who::It, Who::It] } else { vec![Who::Own, Who::Target] };
    prop::sample::select(all).boxed()
}

fn integer() -> BoxedStrategy<i64> {
    prop_oneof![4 => 0..12_i64, 1 => prop::sample::select(vec![i64::MAX, i64::MAX - 1, 1 << 40])].boxed()
}

fn operator(symbols: &[&'static str]) -> BoxedStrategy<&'static str> {
    prop::sample::select(symbols.to_vec()).boxed()
}

fn group() -> BoxedStrategy<Group> {
    prop::sample::select(vec![Group::Allies, Group::Enemies]).boxed()
}

fn boxed(sample: Sample) -> Box<Sample> {
    Box::new(sample)
}

/// Random numbers of at most this depth; `inside` an aggregate there is `it`.
fn number(depth: u32, inside: bool) -> BoxedStrategy<Sample> {
    let leaf = prop_oneof![
        integer().prop_map(Sample::Number),
        who(inside).prop_map(Sample::Hp),
        Just(Sample::Round),
        (-20..20_i32).prop_map(Sample::AtOrBelow),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let calculation = (operator(&["+", "-", "*", "/", "%"]), number(depth - 1, inside), number(depth - 1, inside))
        .prop_map(|(symbol, left, right)| Sample::Calculated(symbol, boxed(left), boxed(right)));
    let negative = number(depth - 1, inside).prop_map(|operand| Sample::Negative(boxed(operand)));
    if inside {
        return prop_oneof![2 => leaf, 3 => calculation, 1 => negative].boxed();
    }
    let fold = (operator(&["min", "max", "sum"]), group(), number(depth - 1, true)).prop_map(|(fold, group, body)| {
        let about_it = Sample::Calculated("+", boxed(Sample::Hp(Who::It)), boxed(body));
        Sample::NumberOf(fold, group, boxed(about_it))
    });
    let count =
        (group(), truth(depth - 1, true)).prop_map(|(group, body)| Sample::NumberOf("count", group, boxed(about_it(body))));
    prop_oneof![2 => leaf, 3 => calculation, 1 => negative, 1 => fold, 1 => count].boxed()
}

/// A condition that asks something of `it`, whatever else.
fn about_it(body: Sample) -> Sample {
    Sample::Compared("!=", boxed(Sample::Prone(Who::It)), boxed(body))
}

/// Random truth values of at most this depth.
fn truth(depth: u32, inside: bool) -> BoxedStrategy<Sample> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Sample::Truth),
        who(inside).prop_map(Sample::Prone),
        (who(inside), 0..STATUSES.len()).prop_map(|(who, status)| Sample::Has(who, status)),
        (who(inside), any::<bool>(), 0..ACTIONS.len()).prop_map(|(who, equal, word)| Sample::Declared(who, equal, word)),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let comparison = (operator(&["==", "!=", "<", "<=", ">", ">="]), number(depth - 1, inside), number(depth - 1, inside))
        .prop_map(|(symbol, left, right)| Sample::Compared(symbol, boxed(left), boxed(right)));
    let equation = (operator(&["==", "!="]), truth(depth - 1, inside), truth(depth - 1, inside))
        .prop_map(|(symbol, left, right)| Sample::Compared(symbol, boxed(left), boxed(right)));
    let joined = (operator(&["and", "or"]), truth(depth - 1, inside), truth(depth - 1, inside))
        .prop_map(|(symbol, left, right)| Sample::Joined(symbol, boxed(left), boxed(right)));
    let not = truth(depth - 1, inside).prop_map(|operand| Sample::Not(boxed(operand)));
    if inside {
        return prop_oneof![1 => leaf, 2 => comparison, 1 => equation, 2 => joined, 1 => not].boxed();
    }
    let fold = (operator(&["any", "all"]), group(), truth(depth - 1, true))
        .prop_map(|(fold, group, body)| Sample::TruthOf(fold, group, boxed(about_it(body))));
    prop_oneof![1 => leaf, 2 => comparison, 1 => equation, 2 => joined, 1 => not, 1 => fold].boxed()
}

fn person() -> impl Strategy<Value = Person> {
    let hp = prop_oneof![6 => -15..40_i64, 1 => prop::sample::select(vec![i64::MIN, i64::MAX])];
    (hp, any::<bool>(), 0..16_u8, 0..ACTIONS.len(), 0..6_i64).prop_map(|(hp, prone, statuses, declared, distance)| Person {
        hp,
        prone,
        statuses,
        declared,
        distance,
    })
}

fn board() -> impl Strategy<Value = Board> {
    (prop::collection::vec(person(), 1..7), 0..20_i64, any::<Option<prop::sample::Index>>()).prop_map(
        |(people, round, target)| {
            let target = target.map(|target| Slot(target.index(people.len()) as u8));
            Board { people, round, target, ..Board::default() }
        },
    )
}

fn rubbish() -> impl Strategy<Value = String> {
    let pieces = [
        "hp",
        "self",
        "target",
        "it",
        ".",
        "(",
        ")",
        ",",
        "and",
        "or",
        "not",
        "==",
        "!=",
        "<",
        "<=",
        "=",
        "&&",
        "+",
        "-",
        "*",
        "/",
        "%",
        "0",
        "7",
        "2d6",
        "1.5",
        "'",
        "\"",
        "true",
        "false",
        "count",
        "any",
        "min",
        "allies",
        "enemies",
        "has",
        "bleeding",
        "declared",
        "defend",
        "round",
        "at_or_below",
        "ä",
        "\u{2212}",
        "in_reach",
        "prone",
        "weapon",
        "99999999999999999999",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..24).prop_map(|pieces| pieces.join(" "))
}

/// Asserts that for any text the answer is a condition that can be asked or defects that lie inside the text.
fn is_answered(text: &str) -> Result<(), TestCaseError> {
    let board = Board { target: Some(Slot(1)), ..Board::of(&[3, -1, 7]) };
    for frame in [Frame::WITH_TARGET, Frame::CANDIDATE] {
        match Condition::new(text, &vocabulary(), frame) {
            Ok(condition) => {
                condition.holds_of(&board, Slot(0), Slot(1));
            }
            Err(defects) => {
                prop_assert!(!defects.is_empty());
                for defect in defects {
                    prop_assert!(text.get(defect.span.clone()).is_some(), "{defect:?}");
                    prop_assert!(!defect.message.is_empty());
                }
            }
        }
    }
    if let Ok(measure) = Measure::new(text, &OutcomeNames::new(), Frame::WITHOUT_TARGET) {
        measure.value(&[0, 1, 2], Slot(0));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn conditions_mean_what_a_slow_reading_says(sample in truth(5, false), board in board()) {
        let text = sample.text();
        let condition = Condition::new(&text, &vocabulary(), Frame::WITH_TARGET);
        let condition = condition.map_err(|defects| TestCaseError::fail(format!("{text}: {defects:?}")))?;
        prop_assert_eq!(condition.holds(&board, Slot(0)), sample.value(&board, None) != 0, "{}", text);
    }

    #[test]
    fn measures_mean_what_a_slow_reading_says(sample in number(5, false), board in board()) {
        let text = sample.text();
        let measure = Measure::new(&text, &vocabulary(), Frame::WITH_TARGET);
        let measure = measure.map_err(|defects| TestCaseError::fail(format!("{text}: {defects:?}")))?;
        prop_assert_eq!(measure.value(&board, Slot(0)), sample.value(&board, None), "{}", text);
    }

    #[test]
    fn a_constant_condition_is_what_it_always_is(sample in truth(4, false), board in board()) {
        let condition = Condition::new(&sample.text(), &vocabulary(), Frame::WITH_TARGET).expect("a right condition");
        let holds = sample.value(&board, None) != 0;
        let denied = if holds { condition.never() } else { condition.always() };
        prop_assert!(!denied);
    }

    #[test]
    fn no_text_is_too_much(text in any::<String>()) {
        is_answered(&text)?;
    }

    #[test]
    fn no_heap_of_words_is_too_much(text in rubbish()) {
        is_answered(&text)?;
    }
}
