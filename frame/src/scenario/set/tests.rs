//! Tests of what `--set` can change, and of what designers read when it cannot.

use insta::assert_snapshot;

use crate::scenario::Scenario;
use crate::scenario::testing::{Duel, HEAD, errors, scenario};

const TWO: &str = "\
[combatant.goblin]
hp = 3
weapons = [{ name = \"club\", die = \"1d4\" }]
[policy.brave]
turn = [{ do = \"attack\" }]
[[side]]
name = \"Reds\"
combatant = [{ name = \"Ann\" }, { name = \"Sir Bob\" }, { name = \"Twin\" }, { name = \"Twin\" }]
[[side]]
name = \"Dark Ones\"
combatant = [{ like = \"goblin\", count = 3 }]
";

fn set(set: &str) -> Scenario<Duel> {
    scenario(&format!("{HEAD}{TWO}"), &[set])
}

fn wrong(set: &str) -> String {
    errors(&format!("{HEAD}{TWO}"), &[set])
}

#[test]
fn somebody_who_is_named_without_its_side_is_answered_with_the_side() {
    assert!(wrong("side.Ann.hp=3").contains("= help: write `side.Reds.Ann`"), "{}", wrong("side.Ann.hp=3"));
}

#[test]
fn a_path_that_begins_with_a_name_is_answered_with_the_whole_path() {
    for (set, path) in [
        ("Ann.hp=3", "write `side.Reds.Ann.hp`"),
        ("Sir Bob.hp=3", "write `side.Reds.\"Sir Bob\".hp`"),
        ("Reds.Ann.hp=3", "write `side.Reds.Ann.hp`"),
        (
            "goblin.weapons.club.die=1d6",
            "write `side.\"Dark Ones\".goblin.weapons.club.die` or `combatant.goblin.weapons.club.die`",
        ),
        ("brave.turn[0].do=wait", "write `policy.brave.turn[0].do`"),
        ("Anne.hp=3", "did you mean `side.Reds.Ann.hp`?"),
        ("combatant.Ann.hp=3", "write `side.Reds.Ann.hp`"),
    ] {
        let said = wrong(set);
        assert!(said.contains(&format!("= help: {path}\n")), "{set}: {said}");
    }
}

#[test]
fn a_value_is_found_by_names_numbers_and_the_shorthand() {
    for text in [
        "side.Reds.Sir Bob.hp=7",
        "side.Reds.\"Sir Bob\".hp = 7",
        "side.Reds.combatant.'Sir Bob'.hp=7",
        "side[0].combatant[1].hp=7",
        "side.Reds[1].hp=7",
    ] {
        assert_eq!(set(text).document.side[0].combatant[1].hp, Some(7), "{text}");
    }
    assert_eq!(set("side.Dark Ones.goblin.hp=7").document.side[1].combatant[0].hp, Some(7));
    assert_eq!(set("side.Reds.name=Blues").document.side[0].name, "Blues");
}

#[test]
fn a_change_to_a_template_reaches_all_who_are_like_it() {
    assert_eq!(set("combatant.goblin.hp=7").document.side[1].combatant[0].hp, Some(7));
    assert_eq!(set("combatant.goblin.weapons.club.die=2d6").document.side[1].combatant[0].weapons[0].die.to_string(), "2d6");
}

#[test]
fn keys_that_the_file_does_not_have_are_made() {
    assert_eq!(set("book.help.ar_bonus=5").document.book.help.ar_bonus, 5);
    assert_eq!(set("side.Reds.Ann.purse.gold=5").document.side[0].combatant[0].purse.gold, 5);
    assert_eq!(set("policy.shy={ turn = [] }").document.policy["shy"].turn, []);
}

#[test]
fn a_value_is_toml_or_else_a_bare_text() {
    assert_eq!(set("title=Two duels").document.title, "Two duels");
    assert_eq!(set("title=\"Two = duels\"").document.title, "Two = duels");
    assert_eq!(set("title=2").document.title, "2");
    assert_eq!(set("book.resistance=2").document.book.resistance.to_string(), "2");
    assert!(set("rulings.wet=true").document.rulings.wet);
    assert_eq!(set("policy.brave.turn=[{ do = \"flee\" }]").document.policy["brave"].turn[0].act.as_deref(), Some("flee"));
}

#[test]
fn a_later_set_goes_before_an_earlier_one() {
    let sets = ["book.rain=0.1", "book.rain=0.2"];
    assert_eq!(scenario(&format!("{HEAD}{TWO}"), &sets).document.book.rain, 0.2);
}

#[test]
fn a_combatant_or_side_that_is_not_there() {
    assert_snapshot!(wrong("side.Reds.Anm.hp=3"), @r#"
    error: nothing here is called `Anm`
     --> --set 1:1:11
      |
    1 | side.Reds.Anm.hp=3
      |           ^^^
      |
      = help: did you mean `Ann`?

    sparring: 1 error
    "#);
    assert_snapshot!(wrong("side.Red.Ann.hp=3"), @r#"
    error: nothing here is called `Red`
     --> --set 1:1:6
      |
    1 | side.Red.Ann.hp=3
      |      ^^^
      |
      = help: did you mean `Reds`?

    sparring: 1 error
    "#);
    assert_snapshot!(wrong("side.Greens.Ann.hp=3"), @r#"
    error: nothing here is called `Greens`
     --> --set 1:1:6
      |
    1 | side.Greens.Ann.hp=3
      |      ^^^^^^
      |
      = help: there are: `Reds`, `Dark Ones`

    sparring: 1 error
    "#);
}

#[test]
fn one_of_a_group_cannot_be_set_alone() {
    assert_snapshot!(wrong("side.Dark Ones.goblin 2.hp=3"), @r#"
    error: nothing here is called `goblin 2`
     --> --set 1:1:16
      |
    1 | side.Dark Ones.goblin 2.hp=3
      |                ^^^^^^^^
      |
      = help: `goblin` stands for all of them; they can be set only together

    sparring: 1 error
    "#);
}

#[test]
fn a_name_that_two_share() {
    assert_snapshot!(wrong("side.Reds.Twin.hp=3"), @r#"
    error: more than one element is called `Twin`
     --> --set 1:1:11
      |
    1 | side.Reds.Twin.hp=3
      |           ^^^^
      |
      = help: say which by its number: [2] or [3]

    sparring: 1 error
    "#);
}

#[test]
fn a_template_or_policy_that_is_not_there() {
    assert_snapshot!(wrong("combatant.gobln.hp=3"), @r#"
    error: nothing here is called `gobln`
     --> --set 1:1:11
      |
    1 | combatant.gobln.hp=3
      |           ^^^^^
      |
      = help: did you mean `goblin`?

    sparring: 1 error
    "#);
    assert_snapshot!(wrong("policy.shy.turn=[]"), @r#"
    error: nothing here is called `shy`
     --> --set 1:1:8
      |
    1 | policy.shy.turn=[]
      |        ^^^
      |
      = help: there are: `brave`

    sparring: 1 error
    "#);
}

#[test]
fn a_list_that_comes_from_a_template() {
    assert_snapshot!(wrong("side.Dark Ones.goblin.weapons[0].die=1d6"), @r#"
    error: there is no list `weapons` here
     --> --set 1:1:23
      |
    1 | side.Dark Ones.goblin.weapons[0].die=1d6
      |                       ^^^^^^^
      |
      = help: set it as a whole, or change the elements where they are given: in a template, `combatant.NAME`

    sparring: 1 error
    "#);
}

#[test]
fn paths_that_lead_nowhere() {
    assert_snapshot!(wrong("combatant.goblin.weapons[1].die=1d6"), @r#"
    error: there is no element [1]
     --> --set 1:1:25
      |
    1 | combatant.goblin.weapons[1].die=1d6
      |                         ^^^
      |
      = help: its elements are [0] to [0]

    sparring: 1 error
    "#);
    assert_snapshot!(wrong("combatant[0].hp=3"), @r#"
    error: `combatant` has keys instead of numbers
     --> --set 1:1:10
      |
    1 | combatant[0].hp=3
      |          ^^^
      |
      = help: its keys: `goblin`

    sparring: 1 error
    "#);
    assert_snapshot!(wrong("title.length=3"), @r#"
    error: `title` has nothing inside
     --> --set 1:1:7
      |
    1 | title.length=3
      |       ^^^^^^

    sparring: 1 error
    "#);
}

#[test]
fn an_unknown_key_is_shown_in_the_set() {
    assert_snapshot!(wrong("book.defnd.ar_bonus=3"), @r#"
    error: unknown key `defnd`
     --> --set 1:1:6
      |
    1 | book.defnd.ar_bonus=3
      |      ^^^^^
      |
      = help: did you mean `defend`?
      = help: allowed: `defend`, `help`, `resistance`, `crit`, `table`, `style`, `lane`, `rain`, `wounds_most`

    sparring: 1 error
    "#);
}

#[test]
fn a_wrong_value_is_shown_in_the_set() {
    assert_snapshot!(wrong("side.Reds.Ann.hp=200"), @r#"
    error: `hp` must be from 1 to 100, but this is 200
     --> --set 1:1:18
      |
    1 | side.Reds.Ann.hp=200
      |                  ^^^

    sparring: 1 error
    "#);
    assert_snapshot!(wrong("book.help.initiative=1x6"), @r#"
    error: `1x6` is not dice: write for example `1d6`, `2d10`, or `0` for none
     --> --set 1:1:22
      |
    1 | book.help.initiative=1x6
      |                      ^^^

    sparring: 1 error
    "#);
    assert_snapshot!(wrong("system=chess"), @r#"
    error: `system` cannot be `chess`
     --> --set 1:1:8
      |
    1 | system=chess
      |        ^^^^^
      |
      = help: allowed: `duel`

    sparring: 1 error
    "#);
}

#[test]
fn what_is_no_set() {
    assert_snapshot!(wrong("book.rain"), @r#"
    error: a set needs a `=`
     --> --set 1:1:1
      |
    1 | book.rain
      | ^^^^^^^^^
      |
      = help: write `path=value`

    sparring: 1 error
    "#);
    assert_snapshot!(wrong("book.=3"), @r#"
    error: this is not a path
     --> --set 1:1:6
      |
    1 | book.=3
      |      ^
      |
      = help: a name is missing here
      = help: write for example `side.Guards.Ogre.hp=12`

    sparring: 1 error
    "#);
    assert_snapshot!(wrong("book.rain="), @r#"
    error: the value is missing
     --> --set 1:1:10
      |
    1 | book.rain=
      |          ^
      |
      = help: write `""` for an empty text

    sparring: 1 error
    "#);
    assert_snapshot!(wrong("book.table=[\"arm\""), @r#"
    error: this value cannot be read: unclosed array, expected `]`
     --> --set 1:1:12
      |
    1 | book.table=["arm"
      |            ^^^^^^

    sparring: 1 error
    "#);
}
