//! Names: numbers of a scenario and outcomes as players say them.
//!
//! Owns the words of sentences, titles, axes and rows: `side.knight.Sir Col.hp_max` is "Sir Col's hit points", `book.defend.ar_bonus` the
//! "defend AR bonus", and of six raiders it says so. Paths are what programs read and what is typed; they stand in the tables. Start at
//! [`of`] and [`held`].

use crate::report::answer::{does, listed, rounded, the};
use crate::report::figure::{Figure, Kind};
use crate::report::table::capitalised;
use frame::fight::typed::winner_of;
use frame::stats::Interval;

/// What systems write in capitals.
const CAPITALS: [&str; 13] = ["ap", "ar", "awr", "dc", "dex", "dv", "gp", "hp", "npc", "pc", "str", "wil", "xp"];

/// A word of the rules as one says it: `check against AR` of `check_vs_ar`.
fn worded(word: &str) -> String {
    let said = |part: &str| match part {
        "vs" => "against".to_owned(),
        part if CAPITALS.contains(&part) => part.to_uppercase(),
        part => part.to_owned(),
    };
    word.trim_matches('"').split(['_', ' ']).map(said).collect::<Vec<_>>().join(" ")
}

/// Numbers that a sentence writes as words.
const NUMBERS: [&str; 13] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// A whole number as a sentence writes it: a word up to twelve.
fn number(value: &str) -> String {
    let word = value.parse::<usize>().ok().and_then(|whole| NUMBERS.get(whole));
    word.map_or_else(|| value.to_owned(), |word| (*word).to_owned())
}

/// Several of a kind of combatant: `wolves`.
fn several(kind: &str) -> String {
    let changed = |end: &str, other: &str| kind.strip_suffix(end).map(|stem| format!("{stem}{other}"));
    let hissing = ["s", "x", "ch", "sh"].iter().any(|end| kind.ends_with(end)).then(|| format!("{kind}es"));
    let quiet = kind.ends_with('y') && !["ay", "ey", "oy"].iter().any(|end| kind.ends_with(end));
    (changed("man", "men").or_else(|| changed("wolf", "wolves")).or_else(|| changed("thief", "thieves")))
        .or_else(|| changed("y", "ies").filter(|_| quiet))
        .or(hissing)
        .unwrap_or_else(|| format!("{kind}s"))
}

/// The kind of combatant of which a path is the number.
fn counted(path: &str) -> Option<String> {
    match &parts(path)[..] {
        [first, _, kind, key] if first == "side" && key == "count" => Some(kind.clone()),
        [first, kind, key] if first == "combatant" && key == "count" => Some(kind.clone()),
        _ => None,
    }
}

/// A number with its value, or a switch with its word: `six raiders`, `Sir Col's armor 2`, `defend AR bonus 3`, `crit off`.
#[must_use]
pub fn held(path: &str, value: &str) -> String {
    match counted(path) {
        Some(kind) if value == "1" => format!("one {kind}"),
        Some(kind) => format!("{} {}", number(value), several(&kind)),
        None => format!("{} {}", of(path), valued(path, value)),
    }
}

/// Another value of the same number, where a sentence has just named it: `seven` of raiders, `3` of armor.
fn again(path: &str, value: &str) -> String {
    if counted(path).is_some() { number(value) } else { valued(path, value) }
}

/// A value in words where it is a word of the rules; as it is typed where it is somebody's.
fn valued(path: &str, value: &str) -> String {
    if is_of_rules(path) { worded(value) } else { value.to_owned() }
}

/// True if a path leads into the rules.
fn is_of_rules(path: &str) -> bool {
    path.starts_with("book.") || path.starts_with("rulings.")
}

/// A switch that is another way: `ar mode off` is "AR mode off instead of pool per round".
#[must_use]
pub fn instead(path: &str, value: &str, now: &str) -> String {
    format!("{} instead of {}", held(path, value), again(path, now))
}

/// True if a number is somebody's, or how many there are of somebody.
#[must_use]
pub fn is_somebodys(path: &str) -> bool {
    owned(path).is_some() || counted(path).is_some()
}

/// The parts of a path; a name in quotes is one part.
fn parts(path: &str) -> Vec<String> {
    let (mut parts, mut quoted) = (vec![String::new()], false);
    for letter in path.chars() {
        match (letter, parts.last_mut()) {
            ('"', _) => quoted = !quoted,
            ('.', _) if !quoted => parts.push(String::new()),
            (letter, Some(part)) => part.push(letter),
            (_, None) => {}
        }
    }
    parts
}

/// The owner and the name of a number; nothing of numbers that are nobody's, such as those of the book.
fn owned(path: &str) -> Option<(String, String)> {
    let parts = parts(path);
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let (owner, keys) = match &parts[..] {
        ["side", _, owner, keys @ ..] | ["combatant", owner, keys @ ..] if !matches!(keys, [] | ["count"]) => (owner, keys),
        _ => return None,
    };
    // Of a thing in a list its name says enough: the club's die is that of a weapon.
    let keys = if let [_, rest @ ..] = keys
        && rest.len() > 1
    {
        rest
    } else {
        keys
    };
    let word = |key: &&str| if *key == "hp_max" { "hit points".to_owned() } else { key.replace('_', " ") };
    Some(((*owner).to_owned(), keys.iter().map(word).collect::<Vec<_>>().join(" ")))
}

/// The side of a path such as `side.knight."Sir Col".hp_max`; nothing of other paths.
#[must_use]
pub fn side(path: &str) -> Option<String> {
    match &parts(path)[..] {
        [first, side, _, _] if first == "side" => Some(side.clone()),
        _ => None,
    }
}

/// The name of the combatant of a path such as `side.knight."Sir Col"`; nothing of other paths.
#[must_use]
pub fn owner(path: &str) -> Option<String> {
    match &parts(path)[..] {
        [first, _, owner] if first == "side" => Some(owner.clone()),
        [first, owner] if first == "combatant" => Some(owner.clone()),
        _ => None,
    }
}

/// A number at the beginning of a sentence; a path stays as it is typed.
fn opening(path: &str) -> String {
    let name = definite(path);
    if name == path { name } else { capitalised(&name) }
}

/// The words for a number that has to be so much: `Sir Col needs 22 hit points`, `book.step.gain has to be 2`.
fn needed(path: &str, value: &str) -> String {
    match owned(path) {
        Some((owner, what)) if what == "hit points" => format!("{} needs {value} hit points", capitalised(&the(&owner))),
        Some((owner, what)) => format!("{} needs {what} {value}", capitalised(&the(&owner))),
        None if value == "1" && counted(path).is_some() => format!("There has to be {}", held(path, value)),
        None if counted(path).is_some() => format!("There have to be {}", held(path, value)),
        None => format!("{} has to be {}", opening(path), valued(path, value)),
    }
}

/// A number or a switch with its article: `the defend AR bonus`, `the number of raiders`, `Sir Col's hit points`.
#[must_use]
pub fn definite(path: &str) -> String {
    let name = of(path);
    if counted(path).is_some() || is_of_rules(path) { format!("the {name}") } else { name }
}

/// The value that brings an outcome from `low` to `high`, in words: `Sir Col needs 22 hit points for an even fight`. Nothing
/// for outcomes that are no victories.
#[must_use]
pub fn needs(path: &str, value: &str, outcome: &str, low: f64, high: f64) -> Option<String> {
    let side = winner_of(outcome)?;
    let (least, most) = (rounded(low), rounded(high));
    let aim = match (least, most) {
        ((50, 100), (50, 100)) => "for an even fight".to_owned(),
        (one, other) if one == other => format!("for {} to win {} of {} fights", the(&side), one.0, one.1),
        (one, other) if one.1 == other.1 => format!("for {} to win {} to {} of {} fights", the(&side), one.0, other.0, one.1),
        _ => return None,
    };
    Some(format!("{} {aim}", needed(path, value)))
}

/// The words for a number that may be no more than so much: `Sir Col may have 21 hit points at the most`.
fn allowed(path: &str, value: &str) -> String {
    match owned(path) {
        Some((owner, what)) if what == "hit points" => {
            format!("{} may have {value} hit points at the most", capitalised(&the(&owner)))
        }
        Some((owner, what)) => format!("{} may have {what} {value} at the most", capitalised(&the(&owner))),
        None if counted(path).is_some() => format!("There may be {} at the most", held(path, value)),
        None => format!("{} may be {value} at the most", opening(path)),
    }
}

/// A value that was tried.
#[derive(Clone, PartialEq, Debug)]
pub struct Tried {
    /// The value.
    pub value: String,
    /// Its outcome.
    pub outcome: Interval,
}

/// From which value on a side wins more than a share of its fights, where both sides of that are solved: `Sir Col needs 22 hit points
/// for the knight to win more than half of the fights: 51.2034 %; with 21 it is 49.3187 %`. Nothing for outcomes that are no
/// victories.
#[must_use]
pub fn turns(path: &str, last: &Tried, first: &Tried, outcome: &str, target: f64) -> Option<String> {
    let side = the(&winner_of(outcome)?);
    let share = |share: Interval| Figure::exact(share, Kind::Share(None)).between();
    let part = if target == 0.5 { "half of the".to_owned() } else { format!("{} % of the", (target * 1e6).round() / 1e4) };
    if last.value == first.value {
        return Some(format!("{} for {side} to win exactly {part} fights", needed(path, &first.value)));
    }
    let rises = last.outcome.estimate < first.outcome.estimate;
    let (wanted, within, beyond) =
        if rises { (needed(path, &first.value), first, last) } else { (allowed(path, &last.value), last, first) };
    let (here, there) = (share(within.outcome), share(beyond.outcome));
    let other = again(path, &beyond.value);
    Some(format!("{wanted} for {side} to win more than {part} fights: {here}; with {other} it is {there}"))
}

/// The share of victories of a side at the two ends of what was tried: `The knight wins 5 to 92 of 100 fights: fewest with Sir Col's hit points 14,
/// most with Sir Col's hit points 30`. `ends` are the variants with the fewest and the most in words, where any are told apart.
/// Nothing for outcomes that are no victories.
#[must_use]
pub fn reaches(outcome: &str, [least, greatest]: [f64; 2], ends: Option<[String; 2]>) -> Option<String> {
    let side = winner_of(outcome)?;
    let (mut low, mut high) = (rounded(least), rounded(greatest));
    while low == high && ends.is_some() && low.1 < 1_000_000_000 {
        // What is told apart is told in numbers that are.
        let of = low.1 * 10;
        [low, high] = [least, greatest].map(|share| ((share * of as f64).round() as u64, of));
    }
    if low == high {
        return Some(format!("{} {} of {} fights, whatever was tried", capitalised(&does(&side, "win")), low.0, low.1));
    }
    let share = if low.1 == high.1 {
        format!("{} to {} of {}", low.0, high.0, high.1)
    } else {
        format!("{} of {} to {} of {}", low.0, low.1, high.0, high.1)
    };
    let said = match ends {
        Some([fewest, most]) => format!("fewest with {fewest}, most with {most}"),
        None => "no value is told apart from another".to_owned(),
    };
    Some(format!("{} {share} fights: {said}", capitalised(&does(&side, "win"))))
}

/// A number with two of its values, and the share of victories with each.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ends<'a> {
    /// The number, as it is typed.
    pub path: &'a str,
    /// The lower value, with its share.
    pub low: (i64, f64),
    /// The higher value, with its share.
    pub high: (i64, f64),
}

/// The victories of a side at both ends of some numbers: `Of 100 fights the knight wins 13 with Sir Col's armor 2 and 57 with 4`.
/// Nothing for outcomes that are no victories.
#[must_use]
pub fn at_ends(outcome: &str, numbers: &[Ends<'_>]) -> Option<String> {
    let side = winner_of(outcome)?;
    let said = numbers.iter().map(|Ends { path, low, high }| {
        let (first, last) = (of_hundred(low.1), of_hundred(high.1));
        format!("{first} with {}, {last} with {}", held(path, &low.0.to_string()), again(path, &high.0.to_string()))
    });
    let said: Vec<String> = said.collect();
    (!said.is_empty()).then(|| format!("Of 100 fights {} {}", does(&side, "win"), said.join("; ")))
}

/// The victories of a side as it is and after changes, each in words with its share: `The knight wins 35 of 100 fights; 1 without Sir
/// Col's armor 3`. Nothing for outcomes that are no victories, nor where there are no changes.
#[must_use]
pub fn wins(outcome: &str, as_it_is: f64, changes: &[(String, f64)]) -> Option<String> {
    let wins = capitalised(&does(&winner_of(outcome)?, "win"));
    let said: Vec<String> = changes.iter().map(|(change, share)| format!("{} {change}", of_hundred(*share))).collect();
    (!said.is_empty()).then(|| format!("{wins} {} of 100 fights; {}", of_hundred(as_it_is), listed(&said)))
}

/// A share as a number of a hundred fights, for sentences in which several stand side by side.
fn of_hundred(share: f64) -> String {
    match (share * 100.0).round() {
        0.0 if share > 0.0 => "hardly any".to_owned(),
        100.0 if share < 1.0 => "nearly all".to_owned(),
        0.0 => "none".to_owned(),
        100.0 => "all".to_owned(),
        count => format!("{count:.0}"),
    }
}

/// Two neighbouring values of a number between which an outcome reaches its target, each with its share of victories: `The veteran wins
/// 62 of 100 fights with six raiders and 44 with seven: an even fight lies between`. Nothing for outcomes that are no victories.
#[must_use]
pub fn lies_between(path: &str, outcome: &str, ends: [(&str, f64); 2], target: f64) -> Option<String> {
    let wins = capitalised(&does(&winner_of(outcome)?, "win"));
    let [(low, first), (high, last)] = ends;
    let aim = match rounded(target) {
        (50, 100) => "an even fight".to_owned(),
        (count, of) => format!("{count} of {of}"),
    };
    let (first, last) = (of_hundred(first), of_hundred(last));
    let (low, high) = (held(path, low), again(path, high));
    Some(format!("{wins} {first} of 100 fights with {low} and {last} with {high}: {aim} lies between"))
}

/// One more of a number: `one more of Sir Col's armor`, `one more footpad`.
#[must_use]
pub fn one_more(path: &str) -> String {
    match counted(path) {
        Some(kind) => format!("one more {kind}"),
        None => format!("one more of {}", of(path)),
    }
}

/// A number or a switch in words: `Sir Col's hit points`, `number of footpads`, `defend AR bonus`, `attack resolution`; the path of what has no
/// other name.
#[must_use]
pub fn of(path: &str) -> String {
    if let Some(kind) = counted(path) {
        return format!("number of {}", several(&kind));
    }
    match owned(path) {
        Some((owner, what)) => format!("{owner}'s {what}"),
        None if is_of_rules(path) => parts(path)[1..].iter().map(|part| worded(part)).collect::<Vec<_>>().join(" "),
        None => path.to_owned(),
    }
}

/// The victories of a side before and after, in a sentence: `the knight won 42 instead of 34 of 100 fights`. Nothing for outcomes
/// that are no victories, and where as many are won as before.
#[must_use]
pub fn moves(outcome: &str, before: f64, after: f64) -> Option<String> {
    let side = winner_of(outcome)?;
    let (before, after) = (rounded(before), rounded(after));
    let said = if before.1 == after.1 {
        format!("{} won {} instead of {} of {} fights", the(&side), after.0, before.0, after.1)
    } else {
        format!("{} won {} of {} instead of {} of {} fights", the(&side), after.0, after.1, before.0, before.1)
    };
    (before != after).then_some(said)
}

/// What is set, as it is typed, in words: `Sir Col's hit points 20`, `crit off`; as it is typed where it has no other name.
#[must_use]
pub fn set(typed: &str) -> String {
    match typed.split_once('=') {
        Some((path, value)) if is_somebodys(path) || is_of_rules(path) => held(path, value),
        _ => typed.to_owned(),
    }
}

/// A value of a number as the name of whoever has it: `12 hit points`, `armor 2`, `six raiders`.
#[must_use]
pub fn variant(path: &str, value: &str) -> String {
    match owned(path) {
        Some((_, what)) if what == "hit points" => format!("{value} hit points"),
        Some((_, what)) if value.parse::<f64>().is_ok() => format!("{what} {value}"),
        None if counted(path).is_some() || is_of_rules(path) => held(path, value),
        _ => value.to_owned(),
    }
}

/// Everything that is set together, in words: `Sir Col's hit points 20, crit off`.
#[must_use]
pub fn sets(typed: &[String]) -> String {
    typed.iter().map(|typed| set(typed)).collect::<Vec<_>>().join(", ")
}

/// Some of what two versions of a scenario say otherwise, all of it below one path: `Sir Col's hit points 20 instead of 14`, `Sir Col (3
/// differences)`. Of an only difference `values` are those before and after it.
#[must_use]
pub fn differs(path: &str, values: Option<[&str; 2]>, several: usize) -> String {
    let named = is_somebodys(path) || is_of_rules(path);
    match values {
        Some([before, after]) if named => instead(path, after, before),
        Some([before, after]) => format!("{path} {after} instead of {before}"),
        None => {
            let name = owner(path).unwrap_or_else(|| if named { of(path) } else { path.to_owned() });
            format!("{name} ({several} differences)")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_named_as_players_name_them() {
        let even = |path: &str, value: &str| needs(path, value, "win(knight)", 0.5, 0.5);
        assert_eq!(even("side.knight.Sir Col.hp_max", "22").as_deref(), Some("Sir Col needs 22 hit points for an even fight"));
        assert_eq!(even("combatant.\"pack rat\".armor", "2").as_deref(), Some("The pack rat needs armor 2 for an even fight"));
        assert_eq!(even("book.step.gain", "2").as_deref(), Some("The step gain has to be 2 for an even fight"));
        assert_eq!(needs("book.x", "2", "rounds", 5.0, 5.0), None);
        let ends = ["Sir Col's hit points 14", "Sir Col's hit points 30"].map(str::to_owned);
        let wanted =
            "The knight wins 5 to 92 of 100 fights: fewest with Sir Col's hit points 14, most with Sir Col's hit points 30";
        assert_eq!(reaches("win(knight)", [0.05, 0.92], Some(ends)).as_deref(), Some(wanted));
        let wanted = "The knight wins 49 to 52 of 100 fights: no value is told apart from another";
        assert_eq!(reaches("win(knight)", [0.49, 0.52], None).as_deref(), Some(wanted));
        let some = needs("book.x", "2", "win(party)", 0.5, 0.55);
        assert_eq!(some.as_deref(), Some("The x has to be 2 for the party to win 50 to 55 of 100 fights"));
    }

    #[test]
    fn rules_are_named_as_one_says_them() {
        assert_eq!([of("rulings.attack_resolution"), of("book.round.order")], ["attack resolution", "round order"]);
        assert_eq!([of("book.defend.ar_bonus"), of("policy.wary.action")], ["defend AR bonus", "policy.wary.action"]);
        let wanted = "attack resolution check against AR instead of auto";
        assert_eq!(instead("rulings.attack_resolution", "check_vs_ar", "auto"), wanted);
        let raiders = |value| held("side.raiders.raider.count", value);
        assert_eq!([raiders("1"), raiders("6"), raiders("40")], ["one raider", "six raiders", "40 raiders"]);
        assert_eq!(
            ["wolf", "thief", "levy", "witch", "boy", "militiaman"].map(several).join(" "),
            "wolves thieves levies witches boys militiamen"
        );
        let needed = needs("side.raiders.raider.count", "6", "win(veteran)", 0.5, 0.5);
        assert_eq!(needed.as_deref(), Some("There have to be six raiders for an even fight"));
        assert!(is_somebodys("side.raiders.raider.count") && !is_somebodys("book.round.order"));
    }

    #[test]
    fn what_is_solved_names_the_first_value_that_is_enough_or_the_last() {
        let at = |value: &str, share: f64| Tried { value: value.to_owned(), outcome: Interval::around(share, 0.0) };
        let said = |last, first, target| turns("side.knight.Sir Col.hp_max", &last, &first, "win(knight)", target);
        let wanted = "Sir Col needs 22 hit points for the knight to win more than half of the fights: 51.2034 %; with 21 it is \
                      49.3187 %";
        assert_eq!(said(at("21", 0.493_187), at("22", 0.512_034), 0.5).as_deref(), Some(wanted));
        let wanted = "Sir Col may have 8 hit points at the most for the knight to win more than 60 % of the fights: 61.0000 %; with \
                      9 it is 58.0000 %";
        assert_eq!(said(at("8", 0.61), at("9", 0.58), 0.6).as_deref(), Some(wanted));
        let wanted = "Sir Col needs 12 hit points for the knight to win exactly half of the fights";
        assert_eq!(said(at("12", 0.5), at("12", 0.5), 0.5).as_deref(), Some(wanted));
        assert_eq!(turns("book.x", &at("1", 3.0), &at("2", 5.0), "rounds", 4.0), None);
    }

    #[test]
    fn what_one_more_does_is_counted_in_fights() {
        let numbers = [
            Ends { path: "side.knight.\"Sir Col\".armor", low: (2, 0.131), high: (4, 0.574) },
            Ends { path: "side.footpads.footpad.count", low: (1, 1.0), high: (3, 0.001) },
        ];
        let said = at_ends("win(knight)", &numbers);
        let wanted =
            "Of 100 fights the knight wins 13 with Sir Col's armor 2, 57 with 4; all with one footpad, hardly any with three";
        assert_eq!(said.as_deref(), Some(wanted));
        assert_eq!(at_ends("rounds", &numbers), None);
        let said = lies_between("book.x", "win(veteran)", [("2", 0.62), ("3", 0.44)], 0.5);
        let wanted = "The veteran wins 62 of 100 fights with x 2 and 44 with 3: an even fight lies between";
        assert_eq!(said.as_deref(), Some(wanted));
        assert_eq!(one_more("side.footpads.footpad.count"), "one more footpad");
        assert_eq!(one_more("side.knight.\"Sir Col\".hp_max"), "one more of Sir Col's hit points");
        assert_eq!(of("book.x"), "x");
        assert_eq!(set("side.knight.\"Sir Col\".hp_max=20"), "Sir Col's hit points 20");
        assert_eq!([set("book.x=20"), set("change.toml")], ["x 20", "change.toml"]);
        let variants =
            [("side.a.Lea.hp_max", "12"), ("side.a.Lea.armor", "2"), ("side.a.rat.count", "6"), ("side.a.Lea.policy", "bold")];
        assert_eq!(variants.map(|(path, value)| variant(path, value)), ["12 hit points", "armor 2", "six rats", "bold"]);
        let both = ["book.x=20", "side.knight.\"Sir Col\".weapons.mace.die=1d8"].map(str::to_owned);
        assert_eq!(sets(&both), "x 20, Sir Col's mace die 1d8");
        let wanted = ["Sir Col's armor 3 instead of 2", "crit off instead of on", "policy.wary.action x instead of none"];
        let paths = [
            ("side.knight.\"Sir Col\".armor", ["2", "3"]),
            ("rulings.crit", ["on", "off"]),
            ("policy.wary.action", ["none", "x"]),
        ];
        assert_eq!(paths.map(|(path, values)| differs(path, Some(values), 1)), wanted);
        let several = ["side.knight.\"Sir Col\"", "book.defend", "policy.wary"].map(|path| differs(path, None, 3));
        assert_eq!(several, ["Sir Col (3 differences)", "defend (3 differences)", "policy.wary (3 differences)"]);
        let moved = moves("win(knight)", 0.344, 0.422);
        assert_eq!(moved.as_deref(), Some("the knight won 42 instead of 34 of 100 fights"));
        assert_eq!(moves("win(knight)", 0.344, 0.341), None);
        assert_eq!(moves("win(wardens)", 0.344, 0.422).as_deref(), Some("the wardens won 42 instead of 34 of 100 fights"));
        assert_eq!(moves("rounds", 3.0, 5.0), None);
    }

    #[test]
    fn what_is_taken_away_is_counted_in_fights() {
        let changes = [("with book.x 2".to_owned(), 0.998), ("without Sir Col's armor 3".to_owned(), 0.013)];
        let said = wins("win(knight)", 0.352, &changes);
        let wanted = "The knight wins 35 of 100 fights; nearly all with book.x 2 and 1 without Sir Col's armor 3";
        assert_eq!(said.as_deref(), Some(wanted));
        assert_eq!(wins("win(knight)", 0.352, &[]), None);
        assert_eq!(wins("rounds", 0.352, &changes), None);
        assert_eq!(owner("side.knight.\"Sir Col\"").as_deref(), Some("Sir Col"));
        assert_eq!(owner("combatant.wolf").as_deref(), Some("wolf"));
        assert_eq!(owner("policy.wolf"), None);
    }
}
