//! Tests of what designers read when a file is no TOML.

use insta::assert_snapshot;

use crate::scenario::testing::{HEAD, SIDES, errors};

fn broken(lines: &str) -> String {
    errors(&format!("{HEAD}{lines}{SIDES}"), &[])
}

#[test]
fn a_text_without_quotes() {
    assert_snapshot!(broken("about = brave\n[book.defend]\ninitiative = 1d6\n"), @r#"
    error: a text has to be in quotes
     --> duel.toml:4:9
      |
    4 | about = brave
      |         ^^^^^
      |
      = help: write `"brave"`

    error: a text has to be in quotes
     --> duel.toml:6:14
      |
    6 | initiative = 1d6
      |              ^^^
      |
      = help: write `"1d6"`

    sparring: 2 errors
    "#);
}

#[test]
fn a_truth_value_in_other_words() {
    assert_snapshot!(broken("[rulings]\nwet = yes\n"), @r#"
    error: this is neither a value nor a text in quotes
     --> duel.toml:5:7
      |
    5 | wet = yes
      |       ^^^
      |
      = help: write `true` or `false`, or put a text in quotes

    sparring: 1 error
    "#);
    assert_snapshot!(broken("[rulings]\nwet = True\n"), @r#"
    error: this is neither `true` nor `false`
     --> duel.toml:5:7
      |
    5 | wet = True
      |       ^^^^
      |
      = help: write it in lower case, without quotes

    sparring: 1 error
    "#);
}

#[test]
fn quotes_of_a_word_processor() {
    assert_snapshot!(broken("about = \u{201c}brave\u{201d}\n"), @r#"
    error: these are not the quotes of TOML
     --> duel.toml:4:9
      |
    4 | about = “brave”
      |         ^^^^^^^
      |
      = help: use straight quotes: `"`

    sparring: 1 error
    "#);
}

#[test]
fn a_text_without_its_closing_quote() {
    assert_snapshot!(broken("about = \"brave\n"), @r#"
    error: this text is not closed
     --> duel.toml:4:15
      |
    4 | about = "brave
      |               ^
      |
      = help: its closing quote is missing at the end of the line

    sparring: 1 error
    "#);
}

#[test]
fn one_quote_where_three_are_meant_hides_what_follows_from_it() {
    assert_snapshot!(broken("about = \"\nbrave = 3 = 4\n\"\n[book\nrain = yes\n"), @r#"
    error: this text is not closed
     --> duel.toml:4:9
      |
    4 | about = "
      |         ^
      |
      = help: several lines stand between three quotes: `"""`, at its beginning and at its end

    sparring: 1 error
    "#);
}

#[test]
fn a_list_that_is_never_closed_is_one_error_where_it_begins() {
    assert_snapshot!(broken("include = [\"a.toml\", # the ] is forgotten\n[book]\nrain = 1\n"), @r#"
    error: this list is never closed
     --> duel.toml:4:11
      |
    4 | include = ["a.toml", # the ] is forgotten
      |           ^
      |
      = help: `]` is missing at its end

    sparring: 1 error
    "#);
}

#[test]
fn a_table_that_is_never_closed_is_one_error_where_it_begins() {
    assert_snapshot!(broken("book = { rain = 1\n"), @r#"
    error: this table is never closed
     --> duel.toml:4:8
      |
    4 | book = { rain = 1
      |        ^
      |
      = help: `}` is missing at its end

    sparring: 1 error
    "#);
}

#[test]
fn a_long_text_that_is_never_closed_is_one_error_where_it_begins() {
    assert_snapshot!(broken("about = \"\"\"\nIt begins here.\n"), @r#"
    error: this text is never closed
     --> duel.toml:4:9
      |
    4 | about = """
      |         ^^^
      |
      = help: three quotes are missing at its end

    sparring: 1 error
    "#);
}

#[test]
fn a_key_given_twice() {
    assert_snapshot!(broken("title = \"Another\"\n"), @r#"
    error: `title` is given twice
     --> duel.toml:4:1
      |
    4 | title = "Another"
      | ^^^^^
      |
      = help: remove one of the two

    sparring: 1 error
    "#);
}

#[test]
fn a_header_given_twice() {
    assert_snapshot!(broken("[book]\n[rulings]\n[book]\n"), @r#"
    error: `book` is given twice
     --> duel.toml:6:2
      |
    6 | [book]
      |  ^^^^
      |
      = help: write all its keys under one header; what there can be several of has two brackets: `[[side]]`

    sparring: 1 error
    "#);
}

#[test]
fn lines_that_are_no_keys() {
    assert_snapshot!(broken("about: brave\n// a comment\nabout us = 1\nabout\n"), @r#"
    error: this is not `key = value`
     --> duel.toml:4:1
      |
    4 | about: brave
      | ^^^^^^^^^^^^
      |
      = help: use `=` instead of `:`

    error: this is not `key = value`
     --> duel.toml:5:1
      |
    5 | // a comment
      | ^^^^^^^^^^^^
      |
      = help: comments begin with `#`

    error: this is not `key = value`
     --> duel.toml:6:1
      |
    6 | about us = 1
      | ^^^^^^^^^^^^
      |
      = help: a key is one word of letters, digits, `-` and `_`, or is in quotes: `"about us" = ...`

    error: this is not `key = value`
     --> duel.toml:7:1
      |
    7 | about
      | ^^^^^
      |
      = help: each line holds one `key = value`, or a header `[name]`

    sparring: 4 errors
    "#);
}

#[test]
fn too_much_on_a_line() {
    assert_snapshot!(broken("about = \"a\",\ninclude = [] book = 1\n"), @r#"
    error: this comma is too much
     --> duel.toml:4:12
      |
    4 | about = "a",
      |            ^
      |
      = help: only lists and `{ }` have commas

    error: this is more than one line can hold
     --> duel.toml:5:14
      |
    5 | include = [] book = 1
      |              ^^^^^^^^
      |
      = help: each line holds one `key = value`

    sparring: 2 errors
    "#);
}

#[test]
fn a_value_that_is_missing() {
    assert_snapshot!(broken("about =\n"), @r#"
    error: the value is missing
     --> duel.toml:4:8
      |
    4 | about =
      |        ^
      |
      = help: write `key = value`

    sparring: 1 error
    "#);
}

#[test]
fn elements_without_commas() {
    assert_snapshot!(broken("a = [1 2]\nb = [\"x\" \"y\"]\nc = { a = 1 b = 2 }\n"), @r#"
    error: these numbers run together
     --> duel.toml:4:6
      |
    4 | a = [1 2]
      |      ^^^
      |
      = help: put commas between the elements of a list

    error: a comma is missing between two elements of a list
     --> duel.toml:5:10
      |
    5 | b = ["x" "y"]
      |          ^

    error: a comma is missing between two keys of a table
     --> duel.toml:6:15
      |
    6 | c = { a = 1 b = 2 }
      |               ^

    sparring: 3 errors
    "#);
}

#[test]
fn headers_that_are_not_closed() {
    assert_snapshot!(broken("[book\nrain = 1\n[[day]\ntravel = 3\n"), @r#"
    error: this header is not closed
     --> duel.toml:4:6
      |
    4 | [book
      |      ^
      |
      = help: write `[name]`

    error: this header is not closed
     --> duel.toml:6:7
      |
    6 | [[day]
      |       ^
      |
      = help: write `[[name]]`

    sparring: 2 errors
    "#);
}

#[test]
fn a_value_that_should_have_keys() {
    assert_snapshot!(broken("book = 1\n[book.defend]\n"), @r#"
    error: `book` already has a value, so it cannot have keys of its own
     --> duel.toml:5:2
      |
    5 | [book.defend]
      |  ^^^^
      |
      = help: give it either a value or keys

    sparring: 1 error
    "#);
}

#[test]
fn small_slips() {
    assert_snapshot!(broken("a == 1\nb = 007\nc = \"\\d\"\n"), @r#"
    error: one `=` is enough
     --> duel.toml:4:4
      |
    4 | a == 1
      |    ^

    error: a number cannot begin with 0
     --> duel.toml:5:5
      |
    5 | b = 007
      |     ^
      |
      = help: put it in quotes if it is meant as a text

    error: `\` in a text begins an escape such as `\n`
     --> duel.toml:6:7
      |
    6 | c = "\d"
      |       ^
      |
      = help: write `\\`, or use single quotes: 'a\b'

    sparring: 3 errors
    "#);
}

#[test]
fn what_nobody_translated_is_passed_on() {
    assert_snapshot!(broken("a = 5e\n"), @r#"
    error: this cannot be read: invalid exponent, expected digits
     --> duel.toml:4:7
      |
    4 | a = 5e
      |       ^

    sparring: 1 error
    "#);
}

#[test]
fn strings_and_comments_hide_brackets() {
    let text = "a = \"[\" # [\nb = '[' \nc = \"\"\"[\"\"\" \nd = \"\\\"[\" \ne = [1, {";
    assert_eq!(super::innermost_opening(text), Some((text.len() - 1, "{")));
    assert_eq!(super::innermost_opening(&text[..text.len() - 1]), Some((text.len() - 5, "[")));
    assert_eq!(super::innermost_opening("a = [1]"), None);
}

#[test]
fn a_sign_that_nobody_sees_is_named() {
    for (sign, name) in [('\u{feff}', "U+FEFF"), ('\u{200b}', "U+200B"), ('\u{a0}', "U+00A0")] {
        let said = broken(&format!("{sign}about = \"brave\"\n"));
        assert!(said.contains(&format!("here stands a sign that nobody sees: {name}")), "{said}");
        assert!(said.contains("delete what stands before `about`"), "{said}");
    }
}

#[test]
fn tables_that_only_newer_toml_has_are_warned_of() {
    let newer = |text: &str| {
        let source = std::sync::Arc::new(crate::error::Source { name: "duel.toml".into(), text: text.into() });
        super::newer(&source).map(|problem| problem.place.map_or(0, |place| place.span.start))
    };
    assert_eq!(newer("a = { b = 1,\n c = 2 }"), Some(4));
    assert_eq!(newer("a = [{ b = 1, }]"), Some(5));
    assert_eq!(newer("a = { b = { c = 1 }, # more\n d = 2 }"), Some(4));
    // Lists go over several lines in every TOML, and so do texts; commas, brackets and quotes in texts and comments are none.
    assert_eq!(newer("a = [{ b = [1,\n 2,\n] },\n]\n[c]\nd = 'e,{\n'\nf = \"\"\"{\n,}\"\"\""), None);
    assert_eq!(newer("a = \"\\\"{\" # {\nb = { c = ',', d = \"x,\" }"), None);
}
