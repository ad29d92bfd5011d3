//! Tests of fitting: nothing is wider than it may be, no number is broken, and nothing gets lost.

use super::*;

fn cells(rows: &[&[&str]]) -> Vec<Vec<String>> {
    rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect()
}

fn widest(text: &str) -> usize {
    text.lines().map(letters).max().unwrap_or(0)
}

#[test]
fn what_fits_is_left_as_it_is() {
    let lines = cells(&[&["name", "rate"], &["Ada", "38.7 % ± 0.1"], &["Sir Col of the Lake", "5 %"]]);
    let text = "  name                         rate\n  Ada                  38.7 % ± 0.1\n  Sir Col of the Lake           5 %";
    assert_eq!(fitted(&lines, &[true], 80), text);
    assert_eq!(fold("short\n  and set in\n", 80), "short\n  and set in\n");
}

#[test]
fn headings_and_names_are_wrapped_before_a_table_is_split_and_numbers_never() {
    let name = "Brunhild of the Seven Towers beyond the Northern March";
    let figure = "61.758 % ± 0.095 (61.1–62.0)";
    let head = ["combatant", "killed at range, mean", "out of reach of everybody", "5 % at most", "rounds"];
    let lines = cells(&[&head, &[name, figure, figure, figure, figure], &["raider (6)", "none", figure, "-", figure]]);
    for most in [60, 80, 120, 200] {
        let text = fitted(&lines, &[true], most);
        assert!(widest(&text) <= most, "{most}: {text}");
        assert_eq!(text.matches(figure).count(), 6, "{most}: {text}");
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("Brunhild") && words.contains("Northern"), "{text}");
    }
    assert!(fitted(&lines, &[true], 80).contains("\n\n"), "four figures of 28 letters are more than one table of 80");
    assert!(!fitted(&lines, &[true], 200).contains("\n\n"));
}

#[test]
fn a_name_without_a_blank_is_cut_at_its_joints() {
    assert_eq!(cut("side.left.Lea.hit_points_of_all_days", 16), ["side.left.Lea.", "hit_points_of_", "all_days"]);
    assert_eq!(cut("abcdefghij", 4), ["abcd", "efgh", "ij"]);
    assert_eq!(cut("x.12345.67890", 8).concat(), "x.12345.67890");
    let numbered = "Eberhard-Friedrich-Wilhelm-Maximilian-von-Hohenstein 1.exhaustion";
    let figures = ["always 3 (of 120 fights)", "always 3 (of 120 fights)"];
    let lines = cells(&[&["outcome", "before", "after"], &[numbered, figures[0], figures[1]]]);
    let text = fitted(&lines, &[true], 80);
    assert!(widest(&text) <= 80 && text.matches(figures[0]).count() == 2, "{text}");
    let lines = cells(&[&["what", "rate"], &["book.exhaustion.levels_of_tiredness_that_are_lost", "+12.5 ± 0.3 points"]]);
    let text = fitted(&lines, &[true], 44);
    assert!(widest(&text) <= 44 && text.contains("+12.5 ± 0.3 points"), "{text}");
}

#[test]
fn sentences_break_between_words_and_not_in_a_number() {
    let said =
        "The party beat the ogre in 62 of 100 fights: 61.758 % ± 0.095 (61.664–61.853), and it took 14.2 ± 0.3 rounds, mostly.";
    for most in 40..120 {
        let text = fold(said, most);
        assert!(widest(&text) <= most.max(43), "{most}: {text}");
        for number in ["62 of 100 fights", "61.758 % ± 0.095 (61.664–61.853)", "14.2 ± 0.3 rounds"] {
            assert!(text.contains(number), "{most}: {text}");
        }
        assert_eq!(text.replace('\n', " "), said);
    }
}

#[test]
fn what_stands_behind_a_verdict_is_continued_there() {
    let text = fold("failed     vogt/duel: win(left) at least 0.9: broken, and look at the clubs of both\n", 50);
    assert_eq!(text, "failed     vogt/duel: win(left) at least 0.9:\n           broken, and look at the clubs of both\n");
    let text = fold("  and this is set in by two letters, whatever it says of it", 40);
    assert_eq!(text, "  and this is set in by two letters,\n  whatever it says of it");
}

#[test]
fn a_command_can_be_copied_from_several_lines() {
    let text = fold("  see one: sparring replay a.toml --set 'x = 2' --find 'rounds > 8' --fight 17", 50);
    assert_eq!(text, "  see one: sparring replay a.toml --set 'x = 2' \\\n      --find 'rounds > 8' --fight 17");
}

#[test]
fn a_table_is_never_folded() {
    let row = "  some name                  12.5 % ± 0.3                 13.5 % ± 0.3                 +1.0";
    assert_eq!(fold(row, 60), row);
}

#[test]
fn colours_take_no_room() {
    let bold = "\u{1b}[1mfailed\u{1b}[0m";
    assert_eq!(letters(bold), 6);
    let text = fitted(&cells(&[&["a", "b"], &[bold, "1"]]), &[true], 80);
    assert_eq!(text, format!("  a       b\n  {bold}  1"));
    let text = fold("\u{1b}[1mone two three four five six seven eight nine ten\u{1b}[0m", 40);
    assert_eq!(text, "\u{1b}[1mone two three four five six seven eight\nnine ten\u{1b}[0m");
}
