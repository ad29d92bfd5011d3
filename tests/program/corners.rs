//! Small answers that once were wrong, each with the smallest input that showed it.
//!
//! One test per kind; what belongs to a verb alone stands in the file of that verb.

use std::process::Command;

use crate::run::{fails, folder, runs, text};

/// Two robbers and a bystander, whom they strike; nobody of the other side is in reach of their will.
const ROBBERS: &str = "format = 1\nsystem = \"vogt\"\ntitle = \"Two strike a bystander\"\n[book]\nround.rounds_max = 1\n\
    [policy.robs]\ntarget = [{ at = \"weakest\" }]\n\
    [[side]]\nname = \"A\"\nattacks = [\"N\"]\n[[side.combatant]]\nname = \"A\"\nhp_max = 40\npolicy = \"robs\"\n\
    weapons = [{ name = \"club\", die = \"1d6\" }]\n\
    [[side]]\nname = \"B\"\n[[side.combatant]]\nname = \"B\"\nhp_max = 40\n\
    [[side]]\nname = \"N\"\nneutral = true\n[[side.combatant]]\nname = \"N\"\nhp_max = 30\n";

/// An even duel, with what else is said in it.
fn duel(head: &str, sheet: &str, rest: &str) -> String {
    let side = |side: &str, who: &str| format!("[[side]]\nname = \"{side}\"\n[[side.combatant]]\nname = \"{who}\"\n{sheet}\n");
    format!("format = 1\nsystem = \"vogt\"\ntitle = \"A duel\"\n{head}\n{}{}{rest}", side("left", "Lea"), side("right", "Rob"))
}

const CLUB: &str = "hp_max = 9\nweapons = [{ name = \"club\", die = \"1d6\" }]";

#[test]
fn who_is_seen_to_attack_is_not_said_to_attack_never_when_it_is_solved() {
    let folder = folder(&[("robbers.toml", ROBBERS)]);
    for solved in [&["--exact"][..], &["--fights", "200"]] {
        let arguments = [&["run", "robbers.toml", "--no-report"][..], solved].concat();
        let output = crate::run::sparring(folder.path(), &arguments);
        let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
        assert!(said.contains("No win of A") && !said.contains("never attacks"), "{arguments:?}: {said}");
    }
}

#[test]
fn a_damage_die_of_one_face_is_played_where_nothing_is_critical() {
    let stone = "hp_max = 3\nweapons = [{ name = \"stone\", die = \"1d1\", initiative = \"1d4\" }]";
    let calm = "[rulings]\ncrit = \"off\"\nar_mode = \"off\"\nstrength_modifier = \"none\"";
    let folder = folder(&[("calm.toml", &duel(calm, stone, "")), ("wild.toml", &duel("", stone, ""))]);
    runs(folder.path(), &["run", "calm.toml", "--exact", "--no-report"]);
    fails(folder.path(), &["validate", "wild.toml"], 3, &["at least two faces", "`rulings.crit = \"off\"` allows one"]);
}

#[test]
fn a_sign_that_nobody_sees_is_named_and_tables_of_newer_toml_are_warned_of() {
    let marked = duel("", &format!("\u{feff}{CLUB}"), "");
    let newer = duel("[arena]", CLUB, "").replace("[arena]\n", "book = { attack = {\n  range = 1,\n} }\n");
    let folder = folder(&[("marked.toml", &marked), ("newer.toml", &newer)]);
    fails(folder.path(), &["validate", "marked.toml"], 3, &["U+FEFF", "delete what stands before `hp_max`"]);
    let output = crate::run::sparring(folder.path(), &["validate", "newer.toml"]);
    let said = text(&output.stderr);
    assert!(output.status.success() && said.contains("only TOML 1.1") && said.contains("newer.toml:4:"), "{said}");
}

#[test]
fn an_expectation_of_what_never_happens_is_told() {
    let odd = duel("", CLUB, "[[expect]]\nthat = \"chance(Lea.hp > 1000)\"\nat_most = 0.5\n");
    let rare = duel("", CLUB, "[[expect]]\nthat = \"chance(Lea.hp > 1000)\"\nat_most = 0.001\n");
    let folder = folder(&[("odd.toml", &odd), ("rare.toml", &rare)]);
    let said = |file: &str| text(&crate::run::sparring(folder.path(), &["validate", file]).stderr);
    assert!(said("odd.toml").contains("`chance(Lea.hp > 1000)` is 0 in each of 1000 fights"), "{}", said("odd.toml"));
    assert!(!said("rare.toml").contains("is 0 in each"), "what is meant to be rare may not come up");
    let check = ["check", "odd.toml", "--fights", "2000", "--only", "contracts"];
    let checked = runs(folder.path(), &check);
    assert!(checked.contains("and it never came up in them"), "{checked}");
}

#[cfg(unix)]
#[test]
fn a_check_that_fails_says_its_sum_once_where_all_is_shown_together() {
    let broken = duel("", CLUB, "[[expect]]\nthat = \"win(left)\"\nat_least = 0.9\n");
    let folder = folder(&[("duel.toml", &broken)]);
    let script = |how: &str| format!("exec \"$0\" check duel.toml --fights 2000 --only contracts {how}");
    let ran = |how: &str| {
        let arguments = ["-c", &script(how), env!("CARGO_BIN_EXE_sparring")];
        Command::new("sh").args(arguments).current_dir(folder.path()).output().expect("it starts")
    };
    let sums = |bytes: &[u8]| text(bytes).matches("1 drifted or broken").count();
    let together = ran("2>&1");
    assert_eq!((together.status.code(), sums(&together.stdout)), (Some(1), 1), "{}", text(&together.stdout));
    let apart = ran("");
    assert_eq!((sums(&apart.stdout), sums(&apart.stderr)), (1, 1), "each has it where they go apart");
}

#[cfg(target_os = "linux")]
#[test]
fn more_memory_than_there_is_is_refused_and_less_ends_no_program() {
    let many = |count: usize| {
        let sheet = format!("count = {count}\nhp_max = 30\nar_base = 3\nweapons = [{{ name = \"club\", die = \"2d10\" }}]");
        duel("", &sheet, "")
    };
    let folder = folder(&[("crowd.toml", &many(4))]);
    let ran = |limit: u32, more: &str| {
        let script =
            format!("ulimit -v {limit}; exec \"$0\" run crowd.toml --exact --threads 1 --then none --no-report {more}");
        let arguments = ["-c", &script, env!("CARGO_BIN_EXE_sparring")];
        Command::new("sh").args(arguments).current_dir(folder.path()).output().expect("it starts")
    };
    let asked = ran(1_000_000, "--memory 8GB");
    let said = text(&asked.stderr);
    assert_eq!(asked.status.code(), Some(2), "{said}");
    assert!(said.contains("--memory 8192MB: no more than") && said.contains("write --memory"), "{said}");
    let small = ran(600_000, "--time 20s");
    let said = text(&small.stderr);
    assert!(matches!(small.status.code(), Some(0 | 2)), "{:?} {said}", small.status);
    assert!(!said.contains("memory allocation"), "{said}");
}

#[test]
fn several_attackers_have_a_curve_of_their_damage() {
    let folder = folder(&[]);
    let said = runs(folder.path(), &["odds", "bdp", "damage", "--attackers", "2"]);
    assert!(said.contains("at least so much damage of 2 attackers"), "{said}");
    // The higher of two d8 is 8 in 15 of 64.
    let row = said.lines().rfind(|line| line.trim_start().starts_with("7 ")).unwrap_or_default();
    assert!(row.contains("15/64"), "behind Armor 1: {row}");
}
