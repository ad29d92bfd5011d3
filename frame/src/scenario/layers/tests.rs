//! Tests of the order of layers, and of what included files and patches may say.

use insta::assert_snapshot;

use crate::scenario::Raw;
use crate::scenario::testing::{Crit, Duel, Files, HEAD, SIDES};

fn main(include: &str, text: &str) -> String {
    format!("{HEAD}include = [{include}]\n{text}{SIDES}")
}

#[test]
fn the_including_file_goes_before_its_includes_and_later_includes_before_earlier_ones() {
    let files = Files::new(&[
        ("duel.toml", &main("\"a.toml\", \"b.toml\"", "[book]\nhelp.ar_bonus = 1\n")),
        ("a.toml", "[book]\nhelp.ar_bonus = 2\ndefend.ar_bonus = 2\nrain = 0.2\n[rulings]\nwet = true\n"),
        ("b.toml", "[book]\nhelp.ar_bonus = 3\ndefend.ar_bonus = 3\n"),
    ]);
    let document = files.scenario("duel.toml").document;
    assert_eq!((document.book.help.ar_bonus, document.book.defend.ar_bonus, document.book.rain), (1, 3, 0.2));
    assert!(document.rulings.wet);
}

#[test]
fn what_an_include_includes_comes_below_it_wherever_else_it_is_named() {
    let files = Files::new(&[
        ("duel.toml", &main("\"a.toml\", \"base.toml\"", "")),
        ("a.toml", "include = [\"base.toml\"]\nbook.rain = 0.5\n"),
        ("base.toml", "book.rain = 0.1\n"),
    ]);
    assert_eq!(files.scenario("duel.toml").document.book.rain, 0.5);
}

#[test]
fn books_merge_deeply_with_lists_as_a_whole_and_kinds_replaced() {
    let files = Files::new(&[
        ("duel.toml", &main("\"a.toml\"", "[book]\nstyle.brawler.hp = 1\ntable = [\"leg\"]\ncrit.mode = \"off\"\n")),
        (
            "a.toml",
            "[book]\nstyle.brawler.die = \"1d12\"\ntable = [\"arm\", \"arm\", \"arm\"]\ncrit = { mode = \"chain\", most = 9 }\n",
        ),
    ]);
    let book = files.scenario("duel.toml").document.book;
    assert_eq!((book.style["brawler"].hp, book.style["brawler"].die.to_string().as_str()), (1, "1d12"));
    assert_eq!((book.table.len(), book.crit), (1, Crit::Off));
}

#[test]
fn a_combatant_or_policy_replaces_its_namesake_as_a_whole() {
    let files = Files::new(&[
        ("duel.toml", &main("\"a.toml\"", "[combatant.ogre]\nhp = 9\n[policy.brave]\n")),
        ("a.toml", "[combatant.ogre]\npurse.gold = 5\n[combatant.elf]\nhp = 4\n[policy.brave]\nturn = [{ do = \"a\" }]\n"),
    ]);
    let document = files.scenario("duel.toml").document;
    assert_eq!((document.combatant["ogre"].hp, document.combatant["ogre"].purse.gold), (Some(9), 0));
    assert_eq!((document.combatant["elf"].hp, document.policy["brave"].turn.len()), (Some(4), 0));
}

#[test]
fn patches_go_before_the_scenario_and_sets_before_patches() {
    let files = Files::new(&[
        ("duel.toml", &main("", "[book]\nrain = 0.1\nhelp.ar_bonus = 1\ndefend.ar_bonus = 1\n")),
        ("wet.toml", "include = [\"rain.toml\"]\n[book]\nhelp.ar_bonus = 2\ndefend.ar_bonus = 2\n"),
        ("rain.toml", "book.rain = 0.9\n"),
    ]);
    let book = files.check("duel.toml", &["wet.toml"], &["book.help.ar_bonus=3"]).unwrap().document.book;
    assert_eq!((book.rain, book.defend.ar_bonus, book.help.ar_bonus), (0.9, 2, 3));
}

#[test]
fn a_patch_changes_what_it_names_of_a_combatant_or_policy_and_leaves_the_rest() {
    let files = Files::new(&[
        ("duel.toml", &main("\"a.toml\"", "[policy.brave]\nturn = [{ do = \"a\" }]\n")),
        ("a.toml", "[combatant.ogre]\nhp = 4\npurse.gold = 5\n"),
        ("patch.toml", "[combatant.ogre]\nhp = 9\nlike = \"elf\"\n[policy.brave]\nturn = []\n[combatant.elf]\nhp = 1\n"),
    ]);
    let document = files.check("duel.toml", &["patch.toml"], &[]).unwrap().document;
    assert_eq!((document.combatant["ogre"].hp, document.combatant["ogre"].purse.gold), (Some(9), 5));
    assert_eq!((document.policy["brave"].turn.len(), document.combatant["elf"].hp), (0, Some(1)));
}

#[test]
fn a_patch_of_what_is_not_there_is_an_error_unless_it_is_meant_for_other_scenarios_too() {
    let files = Files::new(&[
        ("duel.toml", &main("", "[combatant.ogre]\nhp = 4\n")),
        ("patch.toml", "[combatant.ogr]\nhp = 9\n[policy.meek]\nturn = []\n"),
    ]);
    let said = files.errors("duel.toml", &["patch.toml"]);
    for wanted in
        ["there is no combatant `ogr` to be changed", "did you mean `ogre`?", "there is no policy `meek` to be changed"]
    {
        assert!(said.contains(wanted), "no {wanted} in {said}");
    }
    let folder = files.folder.path();
    let raw = Raw::read(&folder.join("duel.toml"), &[folder.join("patch.toml")], &[]).expect("files");
    assert!(raw.lenient().check::<Duel>().is_ok());
}

#[test]
fn a_scenario_has_one_digest_whether_its_parts_are_included_or_written_out() {
    let ogre = "[combatant.ogre]\nhp = 9\n";
    let rest = "[book]\nrain = 0.5\n[policy.brave]\nturn = []\n";
    let sides = SIDES.replace("name = \"Ann\"", "like = \"ogre\"");
    let files = Files::new(&[
        ("whole.toml", &format!("{HEAD}{ogre}{rest}{sides}")),
        ("parts.toml", &format!("{HEAD}include = [\"a.toml\"]\n{sides}")),
        ("a.toml", &format!("include = [\"b.toml\"]\n{ogre}")),
        ("b.toml", &format!("[combatant.elf]\nhp = 1\n{rest}")),
    ]);
    assert_eq!(files.scenario("whole.toml").digest(), files.scenario("parts.toml").digest());
}

#[test]
fn an_included_file_says_only_what_can_be_shared() {
    let files = Files::new(&[
        ("duel.toml", &main("\"a.toml\"", "")),
        ("a.toml", "format = 1\nsystem = \"duel\"\ntitle = \"A bestiary\"\nbok = 1\n[[side]]\nname = \"Greens\"\n"),
    ]);
    assert_snapshot!(files.errors("duel.toml", &[]), @r#"
    error: `title` cannot stand in an included file
     --> a.toml:3:1
      |
    3 | title = "A bestiary"
      | ^^^^^
      |
      = help: allowed: `combatant`, `policy`, `book`, `rulings`, `metric`

    error: `bok` cannot stand in an included file
     --> a.toml:4:1
      |
    4 | bok = 1
      | ^^^
      |
      = help: did you mean `book`?
      = help: allowed: `combatant`, `policy`, `book`, `rulings`, `metric`

    error: `side` cannot stand in an included file
     --> a.toml:5:3
      |
    5 | [[side]]
      |   ^^^^
      |
      = help: allowed: `combatant`, `policy`, `book`, `rulings`, `metric`

    sparring: 3 errors
    "#);
}

#[test]
fn a_patch_says_only_what_can_be_patched() {
    let files = Files::new(&[("duel.toml", &main("", "")), ("patch.toml", "[arenas]\nsize = [3, 3]\n")]);
    assert_snapshot!(files.errors("duel.toml", &["patch.toml"]), @r#"
    error: `arenas` cannot stand in a patch
     --> patch.toml:1:2
      |
    1 | [arenas]
      |  ^^^^^^
      |
      = help: did you mean `arena`?
      = help: allowed: `combatant`, `policy`, `book`, `rulings`, `metric`, `about`, `arena`, `side`, `day`, `on_defeat`, `reinforcements`, `seconds`, `expect`

    sparring: 1 error
    "#);
}

/// Two sides: Ann and three who are like the ogre on one, Ben on the other.
const PEOPLE: &str = "[combatant.ogre]\nhp = 4\npurse.gold = 5\n[[side]]\nname = \"Reds\"\n[[side.combatant]]\nname = \"Ann\"\nhp = 3\n\
    [[side.combatant]]\nlike = \"ogre\"\nname = \"Og\"\n[[side.combatant]]\nlike = \"ogre\"\nname = \"Grog\"\n\
    [[side]]\nname = \"Blues\"\n[[side.combatant]]\nname = \"Ben\"\nhp = 2\n";

#[test]
fn a_patch_changes_who_stands_on_a_side_by_name_or_by_template() {
    let patch = "title = \"Hard\"\nbecause = \"too easy\"\n[side.Reds.Ann]\nhp = 7\n[side.Reds.ogre]\nhp = 9\n\
        [[side.Blues.combatant]]\nname = \"Bob\"\nhp = 1\n";
    let files = Files::new(&[("duel.toml", &format!("{HEAD}{PEOPLE}")), ("patch.toml", patch)]);
    let document = files.check("duel.toml", &["patch.toml"], &[]).unwrap().document;
    let hp = |side: usize| document.side[side].combatant.iter().map(|one| one.hp).collect::<Vec<_>>();
    assert_eq!((hp(0), hp(1)), (vec![Some(7), Some(9), Some(9)], vec![Some(2), Some(1)]));
    assert_eq!(document.side[0].combatant[1].purse.gold, 5, "what the patch does not name stays");
    assert_eq!(document.combatant["ogre"].hp, Some(4), "the template is as it was");
}

#[test]
fn a_patch_that_means_nobody_says_who_there_is() {
    let patch = "[side.Reds.An]\nhp = 7\n[side.Red.Ann]\nhp = 7\n[combatant.Ben]\nhp = 1\n";
    let files = Files::new(&[("duel.toml", &format!("{HEAD}{PEOPLE}")), ("patch.toml", patch)]);
    let said = files.errors("duel.toml", &["patch.toml"]);
    for wanted in
        ["nobody on side `Reds` is called `An`", "did you mean `Ann`?", "there is no side `Red`", "write `[side.Blues.Ben]`"]
    {
        assert!(said.contains(wanted), "no {wanted} in {said}");
    }
}

#[test]
fn files_for_other_systems_or_formats_do_not_go_together() {
    let files = Files::new(&[("duel.toml", &main("\"a.toml\"", "")), ("a.toml", "format = 2\nsystem = \"chess\"\n")]);
    assert_snapshot!(files.errors("duel.toml", &[]), @r#"
    error: this file has `format = 2`, but `duel.toml` has `format = 1`
     --> a.toml:1:10
      |
    1 | format = 2
      |          ^
      |
      = help: only files for the same system and format go together

    error: this file has `system = "chess"`, but `duel.toml` has `system = "duel"`
     --> a.toml:2:10
      |
    2 | system = "chess"
      |          ^^^^^^^
      |
      = help: only files for the same system and format go together

    sparring: 2 errors
    "#);
}

#[test]
fn files_of_different_folders_go_together_if_their_paths_lead_to_the_same_page() {
    let said = |of_include: &str| {
        let duel = main("\"more/a.toml\"", "").replace("\"duel\"", "\"rules/page.toml\"");
        let files = Files::new(&[("duel.toml", &duel), ("more/a.toml", &format!("format = 1\nsystem = \"{of_include}\"\n"))]);
        files.check("duel.toml", &[], &[]).map_or_else(|failure| failure.render(false), |_| String::new())
    };
    assert!(!said("../rules/page.toml").contains("only files for the same system"), "{}", said("../rules/page.toml"));
    assert!(said("page.toml").contains("only files for the same system"));
}

#[test]
fn what_another_file_replaces_is_checked_all_the_same() {
    let files = Files::new(&[
        ("duel.toml", &main("\"a.toml\"", "[book]\nrain = 0.1\n[combatant.ogre]\nhp = 9\n")),
        ("a.toml", "policy = 3\n[book]\nrain = 2\n[combatant.ogre]\nhq = 9\n"),
    ]);
    assert_snapshot!(files.errors("duel.toml", &[]), @r#"
    error: `policy` must be a table, but this is a whole number
     --> a.toml:1:10
      |
    1 | policy = 3
      |          ^

    error: `rain` must be from 0 to 1, but this is 2
     --> a.toml:3:8
      |
    3 | rain = 2
      |        ^

    error: unknown key `hq`
     --> a.toml:5:1
      |
    5 | hq = 9
      | ^^
      |
      = help: allowed: `name`, `like`, `count`, `policy`, `hp`, `purse`, `weapons`, `guard`

    sparring: 3 errors
    "#);
}
