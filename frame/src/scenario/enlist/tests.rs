//! Tests of who fights, and of names and numbers that cannot be.

use insta::assert_snapshot;

use super::*;
use crate::scenario::testing::{Duel, HEAD, complaints, scenario};

/// One side per text.
fn sides(combatants: &[&str]) -> String {
    let side = |(index, text): (usize, &&str)| format!("[[side]]\nname = \"S{index}\"\ncombatant = [{text}]\n");
    format!("{HEAD}{}", combatants.iter().enumerate().map(side).collect::<String>())
}

fn wrong(text: &str) -> String {
    complaints(text, |document, complaints| {
        expand(document, complaints);
    })
}

#[test]
fn a_count_makes_numbered_combatants_with_their_own_dice() {
    let scenario = scenario(&sides(&["{ name = \"Goblin\", count = 2, policy = \"brave\" }", "{ name = \"Ann\" }"]), &[]);
    let mut complaints = Complaints::default();
    let list = expand::<Duel>(&scenario.document, &mut complaints);
    assert_eq!(complaints.into_list(), []);
    let shown: Vec<_> =
        list.iter().map(|one| (one.name.as_str(), one.side, one.ordinal, one.policy, one.path.as_str())).collect();
    assert_eq!(
        shown,
        [
            ("Goblin 1", Side(0), 1, Some("brave"), "side[0].combatant[0]"),
            ("Goblin 2", Side(0), 2, Some("brave"), "side[0].combatant[0]"),
            ("Ann", Side(1), 1, None, "side[1].combatant[0]"),
        ]
    );
    assert_eq!(list[1].identity, key::identity("Goblin", 2));
    assert_eq!(list[2].identity, key::identity("Ann", 1));
}

#[test]
fn a_count_of_nothing_drops_a_combatant() {
    let scenario = scenario(&sides(&["{ name = \"A\", count = 0 }, { name = \"B\" }", "{ name = \"C\" }"]), &[]);
    let list =
        expand::<Duel>(&scenario.document, &mut Complaints::default()).into_iter().map(|one| one.name).collect::<Vec<_>>();
    assert_eq!(list, ["B", "C"]);
}

#[test]
fn a_side_with_nobody() {
    assert_snapshot!(wrong(&sides(&["{ name = \"A\", count = 0 }", "{ name = \"C\" }"])), @r#"
    error: nobody is on the side `S0`
     --> duel.toml:4:1
      |
    4 | [[side]]
      | ^^^^^^^^
      |
      = help: every count is 0

    sparring: 1 error
    "#);
}

#[test]
fn two_of_one_name_are_wrong_at_both() {
    assert_snapshot!(wrong(&sides(&["{ name = \"Ann\" }", "{ name = \"Ann\" }"])), @r#"
    error: two combatants are called `Ann`
     --> duel.toml:6:23
      |
    6 | combatant = [{ name = "Ann" }]
      |                       ^^^^^
      |
      = help: give one of them another `name`

    error: two combatants are called `Ann`
     --> duel.toml:9:23
      |
    9 | combatant = [{ name = "Ann" }]
      |                       ^^^^^
      |
      = help: give one of them another `name`

    sparring: 2 errors
    "#);
}

#[test]
fn names_that_meet_by_counting_are_wrong_too() {
    assert_snapshot!(wrong(&sides(&["{ name = \"Ann\", count = 2 }", "{ name = \"Ann 2\" }"])), @r#"
    error: two combatants are called `Ann 2`
     --> duel.toml:6:23
      |
    6 | combatant = [{ name = "Ann", count = 2 }]
      |                       ^^^^^
      |
      = help: give one of them another `name`

    error: two combatants are called `Ann 2`
     --> duel.toml:9:23
      |
    9 | combatant = [{ name = "Ann 2" }]
      |                       ^^^^^^^
      |
      = help: give one of them another `name`

    sparring: 2 errors
    "#);
}

#[test]
fn combatants_that_would_share_their_dice_are_wrong_too() {
    assert_snapshot!(wrong(&sides(&["{ name = \"Ann\", count = 2 }", "{ name = \"Ann\" }"])), @r#"
    error: two combatants are called `Ann`
     --> duel.toml:6:23
      |
    6 | combatant = [{ name = "Ann", count = 2 }]
      |                       ^^^^^
      |
      = help: give one of them another `name`

    error: two combatants are called `Ann`
     --> duel.toml:9:23
      |
    9 | combatant = [{ name = "Ann" }]
      |                       ^^^^^
      |
      = help: give one of them another `name`

    sparring: 2 errors
    "#);
}

#[test]
fn combatants_named_by_one_template_are_told_where_the_name_comes_from() {
    let text = format!("{}[combatant.ogre]\nhp = 3\n", sides(&["{ like = \"ogre\" }", "{ like = \"ogre\" }"]));
    assert_snapshot!(wrong(&text), @r#"
    error: two combatants are called `ogre`
     --> duel.toml:6:23
      |
    6 | combatant = [{ like = "ogre" }]
      |                       ^^^^^^
      |
      = help: give one of them another `name`

    error: two combatants are called `ogre`
     --> duel.toml:9:23
      |
    9 | combatant = [{ like = "ogre" }]
      |                       ^^^^^^
      |
      = help: give one of them another `name`

    sparring: 2 errors
    "#);
}

#[test]
fn two_sides_of_one_name() {
    let text = sides(&["{ name = \"A\" }", "{ name = \"B\" }"]).replace("S1", "S0");
    assert_snapshot!(wrong(&text), @r#"
    error: two sides are called `S0`
     --> duel.toml:5:8
      |
    5 | name = "S0"
      |        ^^^^
      |
      = help: give one of them another name

    error: two sides are called `S0`
     --> duel.toml:8:8
      |
    8 | name = "S0"
      |        ^^^^
      |
      = help: give one of them another name

    sparring: 2 errors
    "#);
}

#[test]
fn names_that_cannot_be() {
    assert_snapshot!(wrong(&sides(&["{ hp = 3 }, { name = 'the \"Ox\"' }", "{ name = \"a\\tb\" }, { name = \" c\" }"])), @r#"
    error: this combatant has no name
     --> duel.toml:6:14
      |
    6 | combatant = [{ hp = 3 }, { name = 'the "Ox"' }]
      |              ^^^^^^^^^^
      |
      = help: write `name = "..."`

    error: `the "Ox"` cannot be a name
     --> duel.toml:6:35
      |
    6 | combatant = [{ hp = 3 }, { name = 'the "Ox"' }]
      |                                   ^^^^^^^^^^
      |
      = help: a name has no quotes, no tabs or line breaks, and no spaces at its ends

    error: `a b` cannot be a name
     --> duel.toml:9:23
      |
    9 | combatant = [{ name = "a\tb" }, { name = " c" }]
      |                       ^^^^^^
      |
      = help: a name has no quotes, no tabs or line breaks, and no spaces at its ends

    error: ` c` cannot be a name
     --> duel.toml:9:42
      |
    9 | combatant = [{ name = "a\tb" }, { name = " c" }]
      |                                          ^^^^
      |
      = help: a name has no quotes, no tabs or line breaks, and no spaces at its ends

    sparring: 4 errors
    "#);
}

#[test]
fn too_many_combatants() {
    assert_snapshot!(wrong(&sides(&["{ name = \"A\", count = 60 }", "{ name = \"B\", count = 4000000000 }"])), @r#"
    error: these are too many combatants
     --> duel.toml:9:36
      |
    9 | combatant = [{ name = "B", count = 4000000000 }]
      |                                    ^^^^^^^^^^
      |
      = help: a scenario has at most 64

    sparring: 1 error
    "#);
}

#[test]
fn too_many_sides() {
    let names: Vec<String> = (0..17).map(|index| format!("{{ name = \"A{index}\" }}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_snapshot!(wrong(&sides(&names)), @r#"
    error: these are too many sides
      --> duel.toml:52:1
       |
    52 | [[side]]
       | ^^^^^^^^
       |
       = help: at most 16

    sparring: 1 error
    "#);
}
