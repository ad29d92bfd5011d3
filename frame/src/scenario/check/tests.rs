//! Tests of what designers read when a value is not what the schema says.

use insta::assert_snapshot;

use crate::scenario::testing::{Crit, Guard, HEAD, SIDES, errors, scenario};

fn wrong(lines: &str) -> String {
    errors(&format!("{HEAD}{lines}{SIDES}"), &[])
}

fn right(lines: &str) -> crate::scenario::Scenario<crate::scenario::testing::Duel> {
    scenario(&format!("{HEAD}{lines}{SIDES}"), &[])
}

#[test]
fn an_unknown_key_has_a_suggestion_and_its_meant_key_is_not_missing() {
    let text = format!("format = 1\nsistem = \"duel\"\ntitle = \"A duel\"\n{SIDES}");
    assert_snapshot!(errors(&text, &[]), @r#"
    error: unknown key `sistem`
     --> duel.toml:2:1
      |
    2 | sistem = "duel"
      | ^^^^^^
      |
      = help: did you mean `system`?
      = help: allowed: `format`, `system`, `title`, `about`, `include`, `book`, `rulings`, `arena`, `combatant`, `policy`, `side`, `day`, `on_defeat`, `reinforcements`, `seconds`, `metric`, `expect`

    sparring: 1 error
    "#);
}

#[test]
fn an_unknown_key_far_from_every_other_lists_what_is_allowed() {
    assert_snapshot!(wrong("[book.defend]\ndamage = 1\n"), @r#"
    error: unknown key `damage`
     --> duel.toml:5:1
      |
    5 | damage = 1
      | ^^^^^^
      |
      = help: allowed: `initiative`, `ar_bonus`

    sparring: 1 error
    "#);
}

#[test]
fn a_key_under_the_wrong_header_is_sent_up() {
    assert_snapshot!(wrong("[book]\nexpect = []\n[combatant.a.purse]\nhp = 3\n"), @r#"
    error: unknown key `expect`
     --> duel.toml:5:1
      |
    5 | expect = []
      | ^^^^^^
      |
      = help: `expect` is a key of the scenario itself: write it above the headers of the tables inside that
      = help: a key belongs to the last `[header]` before it

    error: unknown key `hp`
     --> duel.toml:7:1
      |
    7 | hp = 3
      | ^^
      |
      = help: `hp` is a key of a table around this one: write it above the headers of the tables inside that
      = help: a key belongs to the last `[header]` before it

    sparring: 2 errors
    "#);
}

#[test]
fn a_key_of_an_inner_table_is_sent_down() {
    assert_snapshot!(wrong("[combatant.a]\ndie = \"1d6\"\n"), @r#"
    error: unknown key `die`
     --> duel.toml:5:1
      |
    5 | die = "1d6"
      | ^^^
      |
      = help: `die` belongs inside `weapons`

    sparring: 1 error
    "#);
}

#[test]
fn values_of_the_wrong_kind_say_what_is_wanted_and_found() {
    assert_snapshot!(wrong("about = 3\narena = [1]\n[book]\nrain = \"0.5\"\ntable = \"arm\"\n[book.defend]\nar_bonus = \"2\"\ninitiative = 6\n[book.help]\nar_bonus = 2.0\n[rulings]\ninitiative_ties = 1\nwet = \"true\"\n"), @r#"
    error: `about` must be a text in quotes, but this is a whole number
     --> duel.toml:4:9
      |
    4 | about = 3
      |         ^
      |
      = help: write `"3"`
      = help: `about`: The purpose of the scenario, in a few sentences.

    error: `arena` must be a table, but this is a list
     --> duel.toml:5:9
      |
    5 | arena = [1]
      |         ^^^
      |
      = help: write for example `{ size = ..., obstacles = ... }`

    error: `rain` must be a number, but this is a text
     --> duel.toml:7:8
      |
    7 | rain = "0.5"
      |        ^^^^^
      |
      = help: write it without quotes: `0.5`

    error: `table` must be a list in brackets, but this is a text
     --> duel.toml:8:9
      |
    8 | table = "arm"
      |         ^^^^^
      |
      = help: write `["arm"]`

    error: `ar_bonus` must be a whole number, but this is a text
      --> duel.toml:10:12
       |
    10 | ar_bonus = "2"
       |            ^^^
       |
       = help: write it without quotes: `2`

    error: `initiative` must be dice in quotes, but this is a whole number
      --> duel.toml:11:14
       |
    11 | initiative = 6
       |              ^
       |
       = help: Dice of one size, such as `1d6` or `2d10`; `0` for none.

    error: `ar_bonus` must be a whole number, but this is a number with a fraction
      --> duel.toml:13:12
       |
    13 | ar_bonus = 2.0
       |            ^^^
       |
       = help: write `2`

    error: `initiative_ties` must be `"reroll"` or `"quicker"`, but this is a whole number
      --> duel.toml:15:19
       |
    15 | initiative_ties = 1
       |                   ^

    error: `wet` must be `true` or `false`, but this is a text
      --> duel.toml:16:7
       |
    16 | wet = "true"
       |       ^^^^^^
       |
       = help: write it without quotes: `true`

    sparring: 9 errors
    "#);
}

#[test]
fn a_list_where_names_belong_into_the_header() {
    assert_snapshot!(wrong("[[combatant]]\nname = \"Ogre\"\n[[arena]]\nsize = [3, 3]\n"), @r#"
    error: `combatant` must be a table, but this is a list
     --> duel.toml:4:1
      |
    4 | [[combatant]]
      | ^^^^^^^^^^^^^
      |
      = help: each has a name in its header: `[combatant.NAME]`

    error: `arena` must be a table, but this is a list
     --> duel.toml:6:1
      |
    6 | [[arena]]
      | ^^^^^^^^^
      |
      = help: there is only one: write `[arena]`

    sparring: 2 errors
    "#);
}

#[test]
fn a_single_header_where_several_are_meant() {
    assert_snapshot!(errors(&format!("{HEAD}[side]\nname = \"Reds\"\n"), &[]), @r#"
    error: `side` must be a list in brackets, but this is a table
     --> duel.toml:4:1
      |
    4 | [side]
      | ^^^^^^
      |
      = help: write the header with two brackets: `[[side]]`

    sparring: 1 error
    "#);
}

#[test]
fn numbers_out_of_range_say_the_range() {
    assert_snapshot!(wrong("[book]\nrain = 1.5\nwounds_most = -1\nlane.2 = { hp = 9999999999, die = \"1d6\" }\n[book.defend]\nar_bonus = 101\n"), @r#"
    error: `rain` must be from 0 to 1, but this is 1.5
     --> duel.toml:5:8
      |
    5 | rain = 1.5
      |        ^^^

    error: `wounds_most` must be at least 0, but this is -1
     --> duel.toml:6:15
      |
    6 | wounds_most = -1
      |               ^^

    error: `hp` must be at most 2147483647, but this is 9999999999
     --> duel.toml:7:17
      |
    7 | lane.2 = { hp = 9999999999, die = "1d6" }
      |                 ^^^^^^^^^^

    error: `ar_bonus` must be from 0 to 100, but this is 101
     --> duel.toml:9:12
      |
    9 | ar_bonus = 101
      |            ^^^

    sparring: 4 errors
    "#);
}

#[test]
fn a_number_too_large_for_any_rule() {
    assert_snapshot!(wrong("[book]\nwounds_most = 99999999999999999999\n"), @r#"
    error: this number is too large
     --> duel.toml:5:15
      |
    5 | wounds_most = 99999999999999999999
      |               ^^^^^^^^^^^^^^^^^^^^
      |
      = help: whole numbers reach from -2^63 to 2^63-1

    sparring: 1 error
    "#);
}

#[test]
fn dates_are_no_values() {
    assert_snapshot!(wrong("about = 2024-01-01\n"), @r#"
    error: scenarios have no use for dates and times
     --> duel.toml:4:9
      |
    4 | about = 2024-01-01
      |         ^^^^^^^^^^
      |
      = help: put it in quotes if it is meant as a text

    sparring: 1 error
    "#);
}

#[test]
fn a_word_that_is_no_option() {
    assert_snapshot!(wrong("[rulings]\ninitiative_ties = \"rerol\"\n[book]\ntable = [\"arm\", \"head\"]\n"), @r#"
    error: `initiative_ties` cannot be `rerol`
     --> duel.toml:5:19
      |
    5 | initiative_ties = "rerol"
      |                   ^^^^^^^
      |
      = help: did you mean `reroll`?
      = help: allowed: `reroll`, `quicker`

    error: `table[1]` cannot be `head`
     --> duel.toml:7:17
      |
    7 | table = ["arm", "head"]
      |                 ^^^^^^
      |
      = help: allowed: `arm`, `leg`

    sparring: 2 errors
    "#);
}

#[test]
fn dice_and_factors_that_are_none() {
    assert_snapshot!(wrong("[book]\nresistance = \"half\"\n[book.defend]\ninitiative = \"2x6\"\n"), @r#"
    error: `half` is not a factor: write for example `1/2`, `2` or `3/4`, with numbers up to 1000
     --> duel.toml:5:14
      |
    5 | resistance = "half"
      |              ^^^^^^

    error: `2x6` is not dice: write for example `1d6`, `2d10`, or `0` for none
     --> duel.toml:7:14
      |
    7 | initiative = "2x6"
      |              ^^^^^

    sparring: 2 errors
    "#);
}

#[test]
fn missing_keys_are_explained_by_the_first_sentence_of_their_description() {
    assert_snapshot!(wrong("[combatant.a]\nweapons = [{ name = \"club\" }]\n"), @r#"
    error: the key `die` is missing
     --> duel.toml:5:12
      |
    5 | weapons = [{ name = "club" }]
      |            ^^^^^^^^^^^^^^^^^
      |
      = help: `die`: Damage dice.

    sparring: 1 error
    "#);
}

#[test]
fn a_new_entry_that_lacks_something_may_mean_an_old_one() {
    assert_snapshot!(wrong("[book.style.brawlr]\nhp = 9\n"), @r#"
    error: the key `die` is missing
     --> duel.toml:4:1
      |
    4 | [book.style.brawlr]
      | ^^^^^^^^^^^^^^^^^^^
      |
      = help: did you mean `brawler`?
      = help: `die`: Its die.

    sparring: 1 error
    "#);
}

#[test]
fn lists_of_the_wrong_length() {
    assert_snapshot!(wrong("[arena]\nsize = [3]\nobstacles = [\"a\", \"b\", \"c\"]\n"), @r#"
    error: `size` must have 2 elements, but it has 1
     --> duel.toml:5:8
      |
    5 | size = [3]
      |        ^^^

    error: `obstacles` must have at most 2 elements, but it has 3
     --> duel.toml:6:13
      |
    6 | obstacles = ["a", "b", "c"]
      |             ^^^^^^^^^^^^^^^

    sparring: 2 errors
    "#);
}

#[test]
fn an_empty_list_or_text_where_something_is_needed() {
    assert_snapshot!(errors(&format!("{HEAD}[[side]]\nname = \"\"\ncombatant = []\n"), &[]), @r#"
    error: `name` must not be empty
     --> duel.toml:5:8
      |
    5 | name = ""
      |        ^^

    error: `combatant` must not be empty
     --> duel.toml:6:13
      |
    6 | combatant = []
      |             ^^

    sparring: 2 errors
    "#);
}

#[test]
fn a_tag_decides_which_keys_there_are() {
    assert_snapshot!(wrong("[book.crit]\nmode = \"off\"\nmost = 2\n"), @r#"
    error: unknown key `most` with `mode = "off"`
     --> duel.toml:6:1
      |
    6 | most = 2
      | ^^^^
      |
      = help: it belongs to `mode = "chain"`

    sparring: 1 error
    "#);
    assert_snapshot!(wrong("[book.crit]\nmode = \"chian\"\n"), @r#"
    error: `mode` cannot be `chian`
     --> duel.toml:5:8
      |
    5 | mode = "chian"
      |        ^^^^^^^
      |
      = help: did you mean `chain`?
      = help: allowed: `off`, `chain`

    sparring: 1 error
    "#);
    assert_snapshot!(wrong("[book.crit]\nmode = 1\n"), @r#"
    error: `mode` must be `"off"` or `"chain"`, but this is a whole number
     --> duel.toml:5:8
      |
    5 | mode = 1
      |        ^

    sparring: 1 error
    "#);
}

#[test]
fn a_word_or_a_table_of_one_key() {
    assert_snapshot!(wrong("[combatant.a]\nguard = \"opn\"\n[combatant.b]\nguard = { dodgs = 3 }\n[combatant.c]\nguard = {}\n[combatant.d]\nguard = 3\n[combatant.e]\nguard = { dodges = -1 }\n"), @r#"
    error: `guard` cannot be `opn`
     --> duel.toml:5:9
      |
    5 | guard = "opn"
      |         ^^^^^
      |
      = help: did you mean `open`?

    error: unknown key `dodgs`
     --> duel.toml:7:11
      |
    7 | guard = { dodgs = 3 }
      |           ^^^^^
      |
      = help: did you mean `dodges`?

    error: exactly one key belongs here, but there are 0
     --> duel.toml:9:9
      |
    9 | guard = {}
      |         ^^
      |
      = help: allowed: `dodges`

    error: `guard` must be `"open"` or a table, but this is a whole number
      --> duel.toml:11:9
       |
    11 | guard = 3
       |         ^

    error: `dodges` must be from 0 to 255, but this is -1
      --> duel.toml:13:20
       |
    13 | guard = { dodges = -1 }
       |                    ^^

    sparring: 5 errors
    "#);
    assert_eq!(right("[combatant.a]\nguard = { dodges = 2 }\n").document.combatant["a"].guard, Some(Guard::Dodges(2)));
}

#[test]
fn keys_that_are_numbers() {
    assert_snapshot!(wrong("[book.lane.first]\nhp = 1\ndie = \"1d6\"\n"), @r#"
    error: the keys here are whole numbers, but this is `first`
     --> duel.toml:4:12
      |
    4 | [book.lane.first]
      |            ^^^^^

    sparring: 1 error
    "#);
    assert_eq!(right("[book.lane.7]\nhp = 1\ndie = \"1d6\"\n").document.book.lane[&7].hp, 1);
}

#[test]
fn whole_numbers_are_numbers() {
    assert_eq!(right("[book]\nrain = 1\n").document.book.rain, 1.0);
}

#[test]
fn a_book_keeps_every_published_value_that_is_not_patched() {
    let book = right("[book]\nhelp.ar_bonus = 1\nstyle.brawler.hp = 9\ncrit.most = 5\n").document.book;
    assert_eq!((book.help.initiative.to_string().as_str(), book.help.ar_bonus), ("1d8", 1));
    assert_eq!(book.style["brawler"].hp, 9);
    assert_eq!(book.style["brawler"].die.to_string(), "1d6");
    assert_eq!(book.style["sniper"].hp, 4);
    assert_eq!(book.crit, Crit::Chain { most: 5 });
}

#[test]
fn a_patch_to_another_kind_leaves_the_keys_of_the_old_one_behind() {
    assert_eq!(right("[book]\ncrit.mode = \"off\"\n").document.book.crit, Crit::Off);
}

#[test]
fn an_empty_file_lacks_what_every_scenario_needs() {
    assert_snapshot!(errors("", &[]), @r#"
    error: the key `format` is missing
     --> duel.toml:1:1
      |
    1 |
      | ^
      |
      = help: `format`: Version of the scenario format.

    error: the key `system` is missing
     --> duel.toml:1:1
      |
    1 |
      | ^
      |
      = help: `system`: The rule system.

    error: the key `title` is missing
     --> duel.toml:1:1
      |
    1 |
      | ^
      |
      = help: `title`: One line that says what is fought out.

    error: the key `side` is missing
     --> duel.toml:1:1
      |
    1 |
      | ^
      |
      = help: `side`: The sides and their relations: every side is hostile to every other, unless `allies` or `neutral` of a side say something else.

    sparring: 4 errors
    "#);
}

#[test]
fn a_key_of_earlier_versions_is_answered_with_what_is_written_now() {
    let told = wrong("[book.defend]\nstop_on_defeat = true\n");
    assert!(told.contains("unknown key `stop_on_defeat`") && told.contains("write `on_defeat = \"end\"`"), "{told}");
}
