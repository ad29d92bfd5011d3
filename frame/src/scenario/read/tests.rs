//! Tests of the files that are read, and of what designers read about those that are not.

use insta::assert_snapshot;

use crate::scenario::testing::{Files, HEAD, SIDES};

/// A scenario that includes these files.
fn including(files: &str) -> String {
    format!("{HEAD}include = [{files}]\n{SIDES}")
}

#[test]
fn includes_are_relative_to_the_including_file() {
    let main = including("\"../bestiary/all.toml\"");
    let files = Files::new(&[
        ("scenarios/duel.toml", &main),
        ("bestiary/all.toml", "include = [\"small/goblin.toml\"]\n"),
        ("bestiary/small/goblin.toml", "[combatant.goblin]\nhp = 3\n"),
        (".git/HEAD", ""),
    ]);
    assert_eq!(files.scenario("scenarios/duel.toml").document.combatant["goblin"].hp, Some(3));
}

#[test]
fn a_linked_scenario_includes_what_lies_beside_the_true_one() {
    let main = including("\"goblin.toml\"");
    let files = Files::new(&[("true/duel.toml", &main), ("true/goblin.toml", "[combatant.goblin]\nhp = 0\n")]);
    std::os::unix::fs::symlink(files.folder.path().join("true/duel.toml"), files.folder.path().join("link.toml")).unwrap();
    assert_snapshot!(files.errors("link.toml", &[]), @r#"
    error: `hp` must be from 1 to 100, but this is 0
     --> true/goblin.toml:2:6
      |
    2 | hp = 0
      |      ^

    sparring: 1 error
    "#);
}

#[test]
fn a_file_included_twice_is_read_once_and_complained_about_once() {
    let main = including("\"a.toml\", \"b.toml\", \"./x/../goblin.toml\"");
    let files = Files::new(&[
        ("duel.toml", &main),
        ("a.toml", "include = [\"goblin.toml\"]\n"),
        ("b.toml", "include = [\"goblin.toml\"]\n"),
        ("goblin.toml", "[combatant.goblin]\nhp = 0\n"),
        ("x/y", ""),
    ]);
    assert_snapshot!(files.errors("duel.toml", &[]), @r#"
    error: `hp` must be from 1 to 100, but this is 0
     --> goblin.toml:2:6
      |
    2 | hp = 0
      |      ^

    sparring: 1 error
    "#);
}

#[test]
fn includes_in_a_circle_show_the_circle() {
    let main = including("\"a.toml\"");
    let files =
        Files::new(&[("duel.toml", &main), ("a.toml", "include = [\"b.toml\"]\n"), ("b.toml", "include = [\"a.toml\"]\n")]);
    assert_snapshot!(files.errors("duel.toml", &[]), @r#"
    error: these files include each other in a circle
     --> b.toml:1:12
      |
    1 | include = ["a.toml"]
      |            ^^^^^^^^
      |
      = help: the circle is a.toml -> b.toml -> a.toml; break it somewhere

    sparring: 1 error
    "#);
}

#[test]
fn a_file_that_includes_itself() {
    let files = Files::new(&[("duel.toml", &including("\"duel.toml\""))]);
    assert_snapshot!(files.errors("duel.toml", &[]), @r#"
    error: these files include each other in a circle
     --> duel.toml:4:12
      |
    4 | include = ["duel.toml"]
      |            ^^^^^^^^^^^
      |
      = help: the circle is duel.toml -> duel.toml; break it somewhere

    sparring: 1 error
    "#);
}

#[test]
fn includes_that_cannot_be_read() {
    let main = including("\"gobin.toml\", \"dragon.toml\", \"nowhere/x.toml\", \"folder\", 3");
    let files = Files::new(&[("duel.toml", &main), ("goblin.toml", ""), ("folder/x.toml", "")]);
    assert_snapshot!(files.errors("duel.toml", &[]), @r#"
    error: cannot read `gobin.toml`: there is no such file
     --> duel.toml:4:12
      |
    4 | include = ["gobin.toml", "dragon.toml", "nowhere/x.toml", "folder", 3]
      |            ^^^^^^^^^^^^
      |
      = help: did you mean `goblin.toml`?

    error: cannot read `dragon.toml`: there is no such file
     --> duel.toml:4:26
      |
    4 | include = ["gobin.toml", "dragon.toml", "nowhere/x.toml", "folder", 3]
      |                          ^^^^^^^^^^^^^
      |
      = help: its path is relative to the including file

    error: cannot read `nowhere/x.toml`: there is no such file
     --> duel.toml:4:41
      |
    4 | include = ["gobin.toml", "dragon.toml", "nowhere/x.toml", "folder", 3]
      |                                         ^^^^^^^^^^^^^^^^
      |
      = help: there is no folder `nowhere` either

    error: cannot read `folder`: it is a folder, not a file
     --> duel.toml:4:59
      |
    4 | include = ["gobin.toml", "dragon.toml", "nowhere/x.toml", "folder", 3]
      |                                                           ^^^^^^^^
      |
      = help: name a `.toml` file in it

    error: `include[4]` must be a text in quotes, but this is a whole number
     --> duel.toml:4:69
      |
    4 | include = ["gobin.toml", "dragon.toml", "nowhere/x.toml", "folder", 3]
      |                                                                     ^
      |
      = help: write `"3"`

    sparring: 5 errors
    "#);
}

#[test]
fn too_many_files_in_a_row() {
    let mut list: Vec<(String, String)> =
        (0..18).map(|index| (format!("{index}.toml"), format!("include = [\"{}.toml\"]\n", index + 1))).collect();
    list.push(("duel.toml".into(), including("\"0.toml\"")));
    let list: Vec<(&str, &str)> = list.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    assert_snapshot!(Files::new(&list).errors("duel.toml", &[]), @r#"
    error: too many files include each other in a row
     --> 15.toml:1:12
      |
    1 | include = ["16.toml"]
      |            ^^^^^^^^^
      |
      = help: at most 16 are followed

    sparring: 1 error
    "#);
}

#[test]
fn a_scenario_that_is_not_there() {
    let files = Files::new(&[("duel.toml", "")]);
    assert_snapshot!(files.errors("dual.toml", &[]), @"sparring: cannot read dual.toml: there is no such file; did you mean `duel.toml`?");
    assert!(files.errors("duel", &[]).ends_with("did you mean `duel.toml`?"));
    assert_snapshot!(files.errors("dragon.toml", &[]), @"sparring: cannot read dragon.toml: there is no such file");
    assert_snapshot!(files.errors("nowhere/duel.toml", &[]), @"sparring: cannot read nowhere/duel.toml: there is no such file; there is no folder `nowhere` either");
    assert_snapshot!(files.errors("duel.toml", &["patch.toml"]), @"sparring: cannot read patch.toml: there is no such file");
}

#[test]
fn a_folder_is_no_scenario() {
    let files = Files::new(&[("folder/duel.toml", "")]);
    assert_snapshot!(files.errors("folder", &[]), @"sparring: cannot read folder: it is a folder, not a file; name a `.toml` file in it, or the folder to `validate`, `check`, `bless`, `tune`, `sweep`, `knockout`, `sensitivity` or `compare --set`");
}

#[test]
fn a_text_that_is_not_utf8_is_marked_at_its_first_wrong_byte() {
    let files = Files::new(&[("duel.toml", "")]);
    std::fs::write(files.folder.path().join("duel.toml"), b"format = 1\ntitle = \"Caf\xe9\"\n").unwrap();
    assert_snapshot!(files.errors("duel.toml", &[]), @r#"
    error: this is not a text in UTF-8: byte 23 of the file is 0xE9
     --> duel.toml:2:13
      |
    2 | title = "Caf�"
      |             ^
      |
      = help: save the file as UTF-8

    sparring: 1 error
    "#);
}

#[test]
fn a_file_that_is_far_too_large() {
    let files = Files::new(&[("duel.toml", "")]);
    let file = std::fs::File::create(files.folder.path().join("duel.toml")).unwrap();
    file.set_len(super::FILE_BYTES_MOST + 1).unwrap();
    assert_snapshot!(files.errors("duel.toml", &[]), @"sparring: cannot read duel.toml: it is larger than 1 MB; is this the right file?");
}

#[test]
fn errors_of_all_files_are_told_at_once_in_their_order() {
    let main = including("\"broken.toml\", \"goblin.toml\"").replace("\"Ann\"", "\"Ann\", like = \"ogre\"");
    let files = Files::new(&[
        ("duel.toml", &format!("{main}[book]\ndefnd = 1\n")),
        ("broken.toml", "[combatant.ogre\nhp = 3\nhq = 3\n"),
        ("goblin.toml", "[combatant.goblin]\nhp = 0\n"),
    ]);
    assert_snapshot!(files.errors("duel.toml", &[]), @r#"
    error: unknown key `defnd`
      --> duel.toml:12:1
       |
    12 | defnd = 1
       | ^^^^^
       |
       = help: did you mean `defend`?
       = help: allowed: `defend`, `help`, `resistance`, `crit`, `table`, `style`, `lane`, `rain`, `wounds_most`

    error: this header is not closed
     --> broken.toml:1:16
      |
    1 | [combatant.ogre
      |                ^
      |
      = help: write `[name]`

    error: `hp` must be from 1 to 100, but this is 0
     --> goblin.toml:2:6
      |
    2 | hp = 0
      |      ^

    sparring: 3 errors
    "#);
}
