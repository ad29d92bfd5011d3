//! Sums of stories: held in their parts, and as they read.
//!
//! A sum is read as a person would: without what stands in brackets, part by part. Start at [`wrong`].

use frame::fight::sum::{Adds, DiceTaken, PartDice, Sum};

/// The fault of a sum, if it has one.
pub fn wrong(sum: &Sum) -> Option<String> {
    let added: i32 = sum.parts().iter().map(|part| part.value).sum();
    if added != sum.total() {
        return Some(format!("its parts add up to {added}, and it is {}", sum.total()));
    }
    let text = sum.text();
    let raised = sum.parts().iter().filter(|part| part.bound).map(|part| part.value).sum();
    let as_read = read(&text, raised);
    if as_read != Some(sum.total()) {
        return Some(format!("`{text}` reads as {as_read:?}"));
    }
    sum.parts().iter().find_map(|part| wrong_dice(part.dice.as_ref()?, part.value))
}

/// The fault of dice of which this is taken.
fn wrong_dice(dice: &PartDice, value: i32) -> Option<String> {
    let shown = dice.shown()?;
    let right = match dice.taken {
        DiceTaken::HighestAnd(_) => value >= shown,
        DiceTaken::LowestAnd(_) => value <= shown,
        _ => value.abs() == shown,
    };
    (!right).then(|| format!("{:?} of {:?} is {shown}, not {value}", dice.taken, dice.faces))
}

/// The first sum that does not stand in a sentence.
pub fn wrong_in(text: &str, sums: &[Sum]) -> Option<String> {
    let mut rest = text;
    for sum in sums {
        let (parts, total) = (sum.text(), sum.total().to_string());
        let parts = parts.rsplit_once(" = ").map_or(parts.as_str(), |(parts, _)| parts);
        let at = rest.find(parts).filter(|_| text.contains(&total));
        match at {
            Some(at) => rest = &rest[at + parts.len()..],
            None => return Some(format!("`{parts}` is not there")),
        }
    }
    None
}

/// The total of a sum as it reads, raised by so much to a bound that it names; none where it says that it comes to something else.
fn read(text: &str, raised: i32) -> Option<i32> {
    let text = without_brackets(text);
    let (parts, total) = match text.rsplit_once(" = ") {
        Some((parts, total)) => (parts, Some(total.trim().parse::<i32>().ok()?)),
        None => (text.as_str(), None),
    };
    let mut sum = raised;
    for (at, part) in parts.replace(" - ", " + -").split(" + ").enumerate() {
        let (sign, part) = part.strip_prefix('-').map_or((1, part), |part| (-1, part));
        let words: Vec<&str> = part.split_whitespace().collect();
        let first = *words.get(usize::from(is_dice(words.first()?)))?;
        let value: i32 = first.trim_end_matches(',').split('+').map(|face| face.parse::<i32>()).sum::<Result<i32, _>>().ok()?;
        assert!(at == 0 || !words.is_empty());
        sum += sign * value;
    }
    (total.is_none() || total == Some(sum)).then_some(sum)
}

/// True for `d8`, `2d6`.
fn is_dice(word: &str) -> bool {
    word.split_once('d')
        .is_some_and(|(count, sides)| (count.is_empty() || count.parse::<u32>().is_ok()) && sides.parse::<u32>().is_ok())
}

fn without_brackets(text: &str) -> String {
    let mut depth = 0;
    let keep = |letter: &char| {
        depth += i32::from(*letter == '(');
        let outside = depth == 0;
        depth -= i32::from(*letter == ')');
        outside
    };
    text.chars().filter(keep).collect()
}

#[test]
fn a_sum_is_read_part_by_part() {
    assert_eq!(read("d8 8 + 2d8 1+3 critical + 6 STR - 1 prone = 17", 0), Some(17));
    assert_eq!(read("7 (highest of 2d8 7, 2) - 2 skill = 5", 0), Some(5));
    assert_eq!(read("-3 STR", 0), Some(-3));
    assert_eq!(read("1 weapon - 2 armor, no less than 0 = 0", 1), Some(0));
    assert_eq!(read("d4 1, at the least = 2", 1), Some(2));
    assert_eq!(read("2 STR + 3 skill = 6", 0), None, "it says something else");
    let sum = Sum::begin(true).plus("STR", 2).plus("skill", 3);
    assert!(wrong(&sum).is_none() && wrong_in("A has 5 = 2 STR + 3 skill", std::slice::from_ref(&sum)).is_none());
    assert!(wrong_in("A has 2 STR = 5", &[sum]).is_some());
}
