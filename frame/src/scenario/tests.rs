//! The loader as a whole: systems, complaints, and texts that nobody would write.

use insta::assert_snapshot;
use proptest::prelude::*;

use super::testing::{Duel, HEAD, SIDES, scenario};
use super::*;

fn raw(text: &str) -> Raw {
    Raw::from_text("duel.toml", text, &[])
}

fn no_system(text: &str) -> String {
    raw(text).system(&["vogt", "heimr", "duel"], &["bdp"]).expect_err("there is no such system").render(false)
}

#[test]
fn a_known_system_is_named() {
    assert_eq!(raw("system = \"heimr\"\n").system(&["vogt", "heimr"], &[]).unwrap(), "heimr");
}

#[test]
fn an_unknown_or_missing_system_lists_the_known_ones() {
    assert_snapshot!(no_system("system = \"voght\"\n"), @r#"
    error: there is no system `voght`
     --> duel.toml:1:10
      |
    1 | system = "voght"
      |          ^^^^^^^
      |
      = help: did you mean `vogt`?
      = help: known: `vogt`, `heimr`, `duel`; or the path of a page of rules such as `brawl.toml`

    sparring: 1 error
    "#);
    assert_snapshot!(no_system("system = \"bdp\"\n"), @r#"
    error: this program was built without the system `bdp`
     --> duel.toml:1:10
      |
    1 | system = "bdp"
      |          ^^^^^
      |
      = help: `cargo install --path .` in the folder of `sparring` builds it with all systems
      = help: known: `vogt`, `heimr`, `duel`; or the path of a page of rules such as `brawl.toml`

    sparring: 1 error
    "#);
    assert_snapshot!(no_system("system = \"chess\"\n"), @r#"
    error: there is no system `chess`
     --> duel.toml:1:10
      |
    1 | system = "chess"
      |          ^^^^^^^
      |
      = help: known: `vogt`, `heimr`, `duel`; or the path of a page of rules such as `brawl.toml`

    sparring: 1 error
    "#);
    assert_snapshot!(no_system("system = 3\n"), @r#"
    error: `system` must be the name of a system in quotes
     --> duel.toml:1:10
      |
    1 | system = 3
      |          ^
      |
      = help: known: `vogt`, `heimr`, `duel`; or the path of a page of rules such as `brawl.toml`

    sparring: 1 error
    "#);
    assert_snapshot!(no_system("title = \"A duel\"\n"), @r#"
    error: the key `system` is missing
     --> duel.toml:1:1
      |
    1 | title = "A duel"
      | ^
      |
      = help: write `system = "..."`
      = help: known: `vogt`, `heimr`, `duel`; or the path of a page of rules such as `brawl.toml`

    sparring: 1 error
    "#);
}

#[test]
fn a_system_lost_in_a_broken_line_is_not_missing() {
    assert_snapshot!(no_system("system: vogt\n"), @r#"
    error: this is not `key = value`
     --> duel.toml:1:1
      |
    1 | system: vogt
      | ^^^^^^^^^^^^
      |
      = help: use `=` instead of `:`

    sparring: 1 error
    "#);
}

#[test]
fn what_only_a_type_itself_refuses_is_still_found() {
    let text = format!("{HEAD}[book.lane.300]\nhp = 1\ndie = \"1d6\"\n{SIDES}");
    assert_snapshot!(testing::errors(&text, &[]), @r#"
    error: invalid value: integer `300`, expected u8
     --> duel.toml:4:1
      |
    4 | [book.lane.300]
      | ^^^^^^^^^^^^^^^

    sparring: 1 error
    "#);
}

#[test]
fn values_that_cannot_be_and_broken_sets_hide_no_other_error() {
    let text = format!("{HEAD}about = 2024-01-01\n[book]\nrain = 2\n[combatant.a]\nweapons = [{{ name = \"club\" }}]\n{SIDES}");
    assert_snapshot!(testing::errors(&text, &["title", "book.table=[", "side.Reds.Anm.hp=3"]), @r#"
    error: scenarios have no use for dates and times
     --> duel.toml:4:9
      |
    4 | about = 2024-01-01
      |         ^^^^^^^^^^
      |
      = help: put it in quotes if it is meant as a text

    error: `rain` must be from 0 to 1, but this is 2
     --> duel.toml:6:8
      |
    6 | rain = 2
      |        ^

    error: the key `die` is missing
     --> duel.toml:8:12
      |
    8 | weapons = [{ name = "club" }]
      |            ^^^^^^^^^^^^^^^^^
      |
      = help: `die`: Damage dice.

    error: a set needs a `=`
     --> --set 1:1:1
      |
    1 | title
      | ^^^^^
      |
      = help: write `path=value`

    error: this value cannot be read: unclosed array, expected `]`
     --> --set 2:1:12
      |
    1 | book.table=[
      |            ^

    error: nothing here is called `Anm`
     --> --set 3:1:11
      |
    1 | side.Reds.Anm.hp=3
      |           ^^^
      |
      = help: did you mean `Ann`?

    sparring: 6 errors
    "#);
}

#[test]
fn complaints_by_path_are_shown_where_they_belong() {
    let text = format!("{HEAD}[policy.\"very brave\"]\nturn = [{{ when = \"hp > three\" }}]\n{SIDES}");
    let shown = testing::complaints(&text, |_, complaints| {
        complaints.warning("side[1].combatant[0].hp", "nobody has hit points");
        let line = format!("policy.{}.turn[0].when", quoted("very brave"));
        complaints.error(&line, "there is no number `three`").within(5..10).help("write `3`");
        complaints.error(line, "there is no number `three`").within(5..10);
    });
    assert_snapshot!(shown, @r#"
    error: there is no number `three`
     --> duel.toml:5:24
      |
    5 | turn = [{ when = "hp > three" }]
      |                        ^^^^^
      |
      = help: write `3`

    warning: nobody has hit points
      --> duel.toml:11:14
       |
    11 | combatant = [{ name = "Bob" }]
       |              ^^^^^^^^^^^^^^^^

    sparring: 1 error
    "#);
}

#[test]
fn a_document_can_be_written_out_and_read_again() {
    let document = scenario(&format!("{HEAD}{SIDES}"), &[]).document;
    let text = serde_json::to_string(&document).unwrap();
    assert_eq!(serde_json::from_str::<Document<Duel>>(&text).unwrap().side[0].combatant, document.side[0].combatant);
}

/// A scenario with something of everything.
const RICH: &str = "\
format = 1
system = \"duel\"
title = \"A duel\" # with a comment
book.help = { ar_bonus = 3, initiative = \"1d6\" }
[rulings]
wet = true
[book.style.\"sword master\"]
hp = 3
die = '1d10'
[arena]
size = [3, 4]
obstacles = [\"tree\", \"\"\"a
rock\"\"\"]
[combatant.guard]
like = \"ogre\"
purse.gold = 3
[combatant.ogre]
hp = 9
weapons = [{ name = \"club\", die = \"1d8\" }]
guard = { dodges = 2 }
[policy.brave]
turn = [{ do = \"attack\", when = \"hp > 3\" }, { include = \"brave\" }]
[[side]]
name = \"Reds\"
[[side.combatant]]
like = \"guard\"
count = 3
[[side]]
name = \"Blüten\"
combatant = [{ name = \"Ann\", policy = \"brave\" }]
[[day]]
fight = [\"Reds\", \"Blüten\"]
[[expect]]
that = \"win(Reds)\"
between = [0.1, 1]
";

/// Everything that the loader does with a text.
fn load(text: &str, set: &str, path: &str) {
    let raw = Raw::from_text("nowhere/duel.toml", text, &[set.to_owned()]);
    let _ = raw.system(&["duel"], &[]).map_err(|failure| failure.render(true));
    match raw.check::<Duel>() {
        Err(failure) => assert!(!failure.render(false).is_empty()),
        Ok(scenario) => {
            let mut complaints = Complaints::default();
            expand(&scenario.document, &mut complaints);
            legs(&scenario.document, &mut complaints);
            complaints.error(path, "a complaint").within(1..3);
            let _ = Failure::Scenario(scenario.problems(complaints)).render(false);
            assert_eq!(scenario.digest().len(), 64);
            assert!(scenario.patches().iter().all(|patch| patch.value != patch.published));
        }
    }
}

#[test]
fn the_rich_scenario_is_right() {
    let scenario = scenario(RICH, &[]);
    let mut complaints = Complaints::default();
    assert_eq!(expand(&scenario.document, &mut complaints).len(), 4);
    assert_eq!(legs(&scenario.document, &mut complaints).len(), 1);
    assert_eq!(complaints.into_list(), []);
}

#[test]
fn a_patch_and_a_library_are_told_from_a_scenario_by_their_sides() {
    let is_scenario = |text: &str| Raw::from_text("nowhere/some.toml", text, &[]).is_scenario();
    let patch = "title = \"Softer clubs\"\nbecause = \"they hurt\"\nsystem = \"duel\"\n[side.Reds.guard]\nhp = 3\n";
    assert!(!is_scenario(patch) && !is_scenario("title = \"Softer clubs\"\n[book]\nx = 1\n"));
    assert!(!is_scenario("format = 1\nsystem = \"duel\"\n[combatant.guard]\nhp = 3\n"));
    assert!(is_scenario(RICH) && is_scenario("[[side]]\nname = \"Reds\"\n") && is_scenario("side = [\n]\n"));
    // What is wrong with one is told of it.
    assert!(is_scenario("format = 1\ntitle = \"No sides yet\"\n") && is_scenario("format = 1\n[side]\nname = \"Reds\"\n"));
    assert!(is_scenario("no toml at all"));
}

#[test]
fn texts_of_absurd_depth_or_length_end_in_an_error() {
    let deep = 5_000;
    for text in [
        format!("a = {}", "[".repeat(deep)),
        format!("a = {}", "{a=".repeat(deep)),
        format!("{}a = 1", "a.".repeat(deep)),
        format!("[{}a]\nb = 1", "a.".repeat(deep)),
        "x\n".repeat(deep),
        (0..deep).map(|index| format!("[combatant.c{index}]\nlike = \"c{}\"\n", index + 1)).collect(),
    ] {
        load(&text, "title=A", "");
        load(RICH, &text, &text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_bytes_make_the_loader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200), set in ".{0,40}", path in ".{0,40}") {
        load(&String::from_utf8_lossy(&bytes), &set, &path);
    }

    #[test]
    fn no_toml_like_text_makes_the_loader_panic(text in "([\\[\\]{}=.,#\"'\\\\ \n]|1|1d6|é|side|name|combatant|like|book|true|\"\"\"){0,60}") {
        load(&text, &text, &text);
    }

    #[test]
    fn no_mutation_of_a_scenario_makes_the_loader_panic(
        edits in proptest::collection::vec((any::<prop::sample::Index>(), 0_usize..30, "[\\[\\]{}=.,#\"'\\\\ \na1é]{0,4}"), 1..5),
        set in "(side|combatant|policy|book|Reds|ogre|\\.|\\[0\\]|hp|=|1|\"| ){0,10}",
    ) {
        let mut chars: Vec<char> = RICH.chars().collect();
        for (index, cut, insert) in edits {
            let start = index.index(chars.len() + 1);
            let end = (start + cut).min(chars.len());
            chars.splice(start..end, insert.chars());
        }
        load(&chars.into_iter().collect::<String>(), &set, "side[0].combatant[0].name");
    }

    #[test]
    fn no_shuffling_of_lines_makes_the_loader_panic(lines in Just(RICH.lines().collect::<Vec<_>>()).prop_shuffle()) {
        load(&lines.join("\n"), "side.Reds.guard.hp=3", "policy.brave.turn[0].when");
    }
}
