//! Mistakes in pages, and what is said about them: place, reason, and what to write instead.

use super::bench::{BRAWL, duel, told_of, told_of_scenario};

#[test]
fn a_right_page_has_nothing_to_say() {
    assert_eq!(told_of(BRAWL), "");
}

/// The small game with one text in place of another: what is told has to have all of these words.
const MISTAKES: &[(&str, &str, &[&str])] = &[
    // Names.
    ("target.armor_class", "target.armour_class", &["there is no `armour_class`", "did you mean `armor_class`?"]),
    ("book.crit_face and", "book.crit_fase and", &["the book has no `crit_fase`", "did you mean `crit_face`?"]),
    ("weapon.to_hit < target", "weapon.tohit < target", &["a weapon has no `tohit`", "did you mean `to_hit`?"]),
    ("use harm(target", "use harn(target", &["there is no routine `harn`", "did you mean `harm`?"]),
    ("asks parry", "asks pary", &["there is no decision `pary`", "did you mean `parry`?"]),
    ("if hit == 1", "if hitt == 1", &["there is no `hitt`", "did you mean `hit`?"]),
    ("target.parries -= 1", "target.paries -= 1", &["there is no state `paries`", "did you mean `parries`?"]),
    ("use harm(target, damage)", "use harm(tarket, damage)", &["`tarket`", "did you mean `target`?"]),
    ("quickness, random", "quicknes, random", &["there is no `quicknes`", "did you mean `quickness`?"]),
    ("with = \"weapon\"", "with = \"wepon\"", &["there is no record `wepon`", "did you mean `weapon`?"]),
    ("list = \"weapon\"", "list = \"arms\"", &["there is no record `arms`", "declare it: `[record.arms]`"]),
    ("again = \"round\"", "again = \"rund\"", &["nothing begins anew with `rund`", "did you mean `round`?"]),
    ("usually = \"no\"", "usually = \"never\"", &["`usually` cannot be `never`", "allowed: `yes`, `no`"]),
    ("out = \"hp <= 0\"", "out = \"hitpoints <= 0\"", &["there is no `hitpoints`", "did you mean `hp`?"]),
    ("[turn]", "[turn]\ntarget = \"weakst\"", &["there is no way to choose called `weakst`"]),
    ("[decision.parry]", "[decison.parry]", &["unknown key `decison`", "did you mean `decision`?"]),
    ("to_hit = 0", "to_hit = { is = 0, form = 1 }", &["unknown key `form`", "did you mean `from`?"]),
    // Dice.
    ("roll hit: 1d20\n", "roll 1d20\n", &["this roll has no name", "name it: `roll hit: 1d20`"]),
    ("if hit == 1 ", "if 1d20 == 1 ", &["dice are rolled by a statement of their own", "write `roll name: 1d20` before"]),
    ("target.parries -= 1", "target.hp -= weapon.damage", &["are dice, and a number is needed here", "roll them first"]),
    ("roll hit: 1d20\n", "roll hit: 0d20\n", &["these dice are out of range", "1 to 99 dice"]),
    ("roll hit: 1d20\n", "roll hit: highest 1d20\n", &["`of` is missing", "highest 3 of 4d6"]),
    ("roll hit: 1d20\n", "roll hit: highest of quickness\n", &["are no dice", "dice stand here"]),
    ("roll hit: 1d20\n", "roll hit = 1d20\n", &["`:` is missing", "roll hit: 1d20 + to_hit"]),
    ("roll hit: 1d20\n", "roll hit: 3d6 count 5\n", &["`..` is missing", "5d6 count 5..", "`count 5..5` that face alone"]),
    (
        "roll hit: 1d20\n",
        "roll hit: highest 2 of exploding 3d6 count 5..\n",
        &["dice that explode are kept by their sums", "leave `highest` or `lowest` out"],
    ),
    ("roll hit: 1d20\n", "roll hit: advantage(1) of 1d20\n", &["`advantage` takes two"]),
    ("roll hit: 1d20\n", "roll hit: dice(3)\n", &["`dice` takes two"]),
    ("damage = \"1d6\"", "damage = \"1d\"", &["`1d` is not dice", "write for example `1d6`"]),
    // What changes and what does not.
    ("target.parries -= 1", "target.armor_class -= 1", &["`armor_class` is a stat, and stats never change", "[state]"]),
    ("target.parries -= 1", "book.crit_face = 3", &["never changes in a fight"]),
    ("target.parries -= 1", "parry += 1", &["there is no state `parry`", "write `let parry = ..`"]),
    (
        "target.parries -= 1",
        "target.parries == 1",
        &["this compares, and nothing is done with the answer", "to change something write `=`"],
    ),
    ("target.parries -= 1", "target.parries = hp > 3 and 2", &["`and` stands between conditions"]),
    ("target.parries -= 1", "parries", &["`parries` alone does nothing"]),
    ("target.parries -= 1", "harm(target, 1)", &["alone does nothing", "a routine is called by `use harm(target, 1)`"]),
    // Habits of other languages.
    ("target.parries -= 1", "target.parries--", &["alone does nothing", "write `target.parries -= 1`"]),
    ("target.parries -= 1", "target gains stunned 2", &["`for` is missing before 2", "gains stunned for 2 rounds"]),
    ("{ count fumbles; stop }", "{ stop } elif hit == 2 { stop }", &["write `else if`"]),
    ("hit == 1 {", "hit == 1 and yes {", &["there is no `yes`", "write `true`"]),
    ("roll damage: weapon.damage", "roll damage: damage", &["there is no `damage`", "a weapon has it: `weapon.damage`"]),
    // Grammar.
    ("if hit == 1 { count fumbles; stop }", "if hit == 1 count fumbles; stop", &["`{` is missing before `count`"]),
    ("if hit == 1 { count fumbles; stop }", "if hit == 1 { count fumbles; stop", &["this brace is never closed"]),
    ("if hit == 1 { count fumbles; stop }", "if hit == 1 { count fumbles; stop } }", &["this brace was never opened"]),
    ("if hit == 1 { count fumbles; stop }", "if hit = 1 { count fumbles; stop }", &["`{` is missing before `=`", "write `==`"]),
    (
        "if hit == 1 { count fumbles; stop }",
        "if hit == 1 { stop; count fumbles }",
        &["this is never done", "`stop` stands before it"],
    ),
    ("if hit == 1 { count fumbles; stop }", "else { stop }", &["there is no `if` before this `else`"]),
    ("if hit == 1 { count fumbles; stop }", "if hit { stop }", &["a condition is needed, and `hit` is a number", "`hit > 0`"]),
    (
        "if hit == 1 { count fumbles; stop }",
        "if hit == 1 && quickness > 2 { stop }",
        &["`&&` is not of this language", "write `and`"],
    ),
    ("if hit == 1 { count fumbles; stop }", "for x in enemies { stop }", &["`for` alone does nothing"]),
    ("if hit == 1 { count fumbles; stop }", "each foe enemies { stop }", &["`in` is missing"]),
    (
        "if hit == 1 { count fumbles; stop }",
        "each foe in enemis { stop }",
        &["`enemis` is not a group", "did you mean `enemies`?"],
    ),
    ("if hit == 1 { count fumbles; stop }", "repeat 3 { stop }", &["`up` is missing", "repeat up to 3"]),
    ("if hit == 1 { count fumbles; stop }", "repeat up to 100000 { stop }", &["100000 times are too many", "at most 1000"]),
    ("if hit == 1 { count fumbles; stop }", "let roll = 3\nlet self = 2", &["`self` means something else"]),
    ("if hit == 1 { count fumbles; stop }", "tell hit", &["`tell` needs a sentence in quotes"]),
    ("tell \"{target} parries\"", "tell \"{tarket} parries\"", &["`tarket`", "did you mean `target`?"]),
    ("tell \"{target} parries\"", "tell \"{target parries\"", &["a brace in this sentence is never closed"]),
    (
        "if hit == 1 { count fumbles; stop }",
        "gains stunned",
        &["there is no status `stunned`", "declare it: `[status.stunned]`"],
    ),
    ("if hit == 1 { count fumbles; stop }", "happens fallen of target", &["there is no event `fallen`", "`[on.fallen]`"]),
    ("if hit == 1 { count fumbles; stop }", "count hp", &["`hp` is measured already"]),
    ("if hit == 1 { count fumbles; stop }", "if target { stop }", &["`target` is a combatant: what about it?"]),
    ("if hit == 1 { count fumbles; stop }", "if weapon.name == 3 { stop }", &["`name` is a text, which no rule reads"]),
    ("if hit == 1 { count fumbles; stop }", "if enemies.hp < 3 { stop }", &["of which of them?"]),
    ("if hit == 1 { count fumbles; stop }", "if any(enemies, hp < 3) { stop }", &["says nothing about `it`"]),
    ("if hit == 1 { count fumbles; stop }", "if it.hp < 3 { stop }", &["`it` is nobody here"]),
    // Whose it is.
    (
        "if hit == 1 { count fumbles; stop }",
        "choose other in enemies where not it.is(target) { stop }",
        &["`it` is nobody here", "called `other` here: `other.is`"],
    ),
    (
        "if hit == 1 { count fumbles; stop }",
        "choose other in enemies least hp { stop }",
        &["`hp` says nothing about `other`", "write `other.hp`"],
    ),
    (
        "if hit == 1 { count fumbles; stop }",
        "each foe in enemies where hp > 2 { stop }",
        &["`hp > 2` says nothing about `foe`", "write `foe.hp > 2`"],
    ),
    (
        "if hit == 1 { count fumbles; stop }",
        "each foe in enemies where hit > 2 { stop }",
        &["`hit > 2` says nothing about `foe`", "stands in an `if` before"],
    ),
    (
        "if hit == 1 { count fumbles; stop }",
        "if count(target.fallen_allies, true) > 1 { stop }",
        &["`target.fallen_allies` is not a group", "`number = \"count(fallen_allies, true)\"`", "`target.number`"],
    ),
    ("book.crit_face and", "crit_face and", &["there is no `crit_face`", "the book has it: `book.crit_face`"]),
    ("target.parries -= 1", "target.parries =- 1", &["`=-` changes nothing", "write `-=`: `target.parries -= ..`"]),
    ("target.parries -= 1", "target tell \"so\"", &["`tell` is not said of somebody", "leave `target` out"]),
    ("roll hit: 1d20\n", "roll hit: d%\n", &["`d%` is written otherwise", "write `1d100`"]),
    ("roll hit: 1d20\n", "roll hit: 2d20kh1\n", &["`2d20kh1` is written otherwise", "write `highest of 2d20`"]),
    ("roll hit: 1d20\n", "roll hit: 1d20!\n", &["`1d20!` is written otherwise", "write `exploding 1d20`"]),
    (
        "roll hit: 1d20\n",
        "let hit = roll 1d20\n",
        &["`1d20` is one too many here", "`roll name: 1d20` before, and `name` here"],
    ),
    ("roll hit: 1d20\n", "roll hit: (quickness)d20\n", &["`d20` is one too many here", "`dice(number, 20)`"]),
    ("roll hit: 1d20\n", "roll hit: best of 2d20\n", &["`of` is one too many here", "`highest of 2d20`"]),
    ("count fumbles; stop", "count fumbles 2; stop", &["`:` is missing before `2`", "`count fumbles: 3`"]),
    ("count fumbles; stop", "count fumbles; return", &["`return` alone does nothing", "write `stop`"]),
    ("if hit == 1 {", "if roll 1d20 == 1 {", &["`{` is missing before", "write `roll name: 1d20`"]),
    ("if hit == 1 {", "if target has stunned {", &["`{` is missing before `has`", "`target.has(stunned)`"]),
    ("out = \"hp <= 0\"", "out = \"self has stunned\"", &["`has` is one too many here", "write `has(stunned)`"]),
    ("if hit == 1 { count fumbles; stop }", "let all = 2", &["`all` means something else", "such as `all_`"]),
    // Routines.
    (
        "use harm(target, damage)",
        "use harm(target)",
        &["`harm` takes whom, amount, and 1 is given here", "write `use harm(whom, amount)`"],
    ),
    (
        "count harm: amount",
        "use harm(whom, amount)",
        &["this goes round in a circle: routine.harm -> routine.harm", "repeat up to 3"],
    ),
    ("takes = [\"whom\", \"amount\"]", "takes = [\"amount\", \"whom\"]", &["nobody here"]),
    // Declarations.
    ("hp_max = { is = 10, from = 1, to = 500 }", "hp_max = { from = 1 }", &["nothing is said of what `hp_max` is"]),
    ("hp_max = { is = 10, from = 1, to = 500 }", "hp_max = { is = 0, from = 1, to = 500 }", &["0 is not from 1 to 500"]),
    ("hp_max = { is = 10, from = 1, to = 500 }", "hp_max = 10\nhp = 3", &["`hp` is a stat already"]),
    ("hp_max = { is = 10, from = 1, to = 500 }", "hp_max = 10\nname = 3", &["every combatant has a `name` already"]),
    ("hp_max = { is = 10, from = 1, to = 500 }", "hp_max = 10\ntarget = 3", &["`target` means something else in expressions"]),
    ("hp_max = { is = 10, from = 1, to = 500 }", "hp_max = 1.5", &["neither a whole number"]),
    ("hp = { begins = \"hp_max\", to = \"hp_max\" }", "hp = { to = \"hp_max\" }", &["nothing is said of how `hp` begins"]),
    ("rounds_max = \"book.rounds_max\"", "rounds_max = \"quickness\"", &["no"]),
    ("out = \"hp <= 0\"\n", "", &["`out`", "missing"]),
    ("out = \"hp <= 0\"", "out = \"hp\"", &["a condition is needed, and `hp` is a number"]),
    ("ties = \"quickness, random\"", "ties = \"listed, quickness\"", &["behind `listed` nothing is left"]),
    ("ties = \"quickness, random\"", "ties = \"random, quickness\"", &["behind `random` nothing is left"]),
    ("with = \"weapon\"", "with = \"weapon\"\ncost = 2", &["there is nothing that this is paid from", "`pool`"]),
    ("with = \"weapon\"", "on = \"nobody\"\nwith = \"weapon\"", &["there is no `target` here", "its `on` is somebody"]),
];

#[test]
fn every_mistake_has_its_reason_and_what_to_write() {
    let mut wrong = Vec::new();
    for (right, mistake, words) in MISTAKES {
        assert!(BRAWL.contains(right), "the game has no `{right}`");
        let told = told_of(&BRAWL.replacen(right, mistake, 1));
        let told_words = told.split_whitespace().collect::<Vec<_>>().join(" ");
        let missing: Vec<&&str> = words.iter().filter(|word| !told_words.contains(**word)).collect();
        if told.is_empty() || !missing.is_empty() || !told.contains("test.toml:") {
            wrong.push(format!("`{mistake}` lacks {missing:?} in:\n{told}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(MISTAKES.len() >= 60);
}

#[test]
fn all_mistakes_of_a_page_are_told_at_once() {
    let page = BRAWL
        .replace("target.armor_class", "target.armour")
        .replace("use harm(", "use harn(")
        .replace("asks parry", "asks pary");
    let told = told_of(&page);
    for word in ["`armour`", "`harn`", "`pary`"] {
        assert!(told.contains(word), "{told}");
    }
}

#[test]
fn what_is_wrong_only_because_a_text_cannot_be_read_is_not_told() {
    for (right, mistake) in [
        ("roll damage: weapon.damage", "roll damage = weapon.damage"),
        ("if hit == 1 {", "if hit = 1 {"),
        ("do = \"\"\"\nroll hit", "do = \"\nroll hit"),
    ] {
        assert!(BRAWL.contains(right), "the game has no `{right}`");
        let told = told_of(&BRAWL.replacen(right, mistake, 1));
        assert_eq!((told.matches("error:").count(), told.matches("warning:").count()), (1, 0), "{mistake}: {told}");
    }
    let told = told_of(&BRAWL.replacen("do = \"\"\"\nroll hit", "do = \"\nroll hit", 1));
    assert!(told.contains("several lines stand between three quotes"), "{told}");
}

#[test]
fn who_can_do_nothing_without_being_asked_is_told_of() {
    let healer = "[action.mend]\non = \"friend\"\nasked = true\ndo = \"target.hp += 1\"\n";
    let told = told_of_scenario(&format!("{BRAWL}{healer}"), &duel("", "weapons = [{ name = \"club\" }]"));
    assert!(told.contains("Ada can do nothing: `strike` is done with a weapon, and it has none"), "{told}");
    assert!(!told.contains("Rob can do nothing"), "{told}");
}

#[test]
fn mistakes_in_scenarios_are_told_by_the_words_of_the_page() {
    for (sheet, words) in [
        ("hp_mx = 3", &["unknown key `hp_mx`", "did you mean `hp_max`?"][..]),
        ("hp_max = 0", &["from 1 to 500"]),
        ("weapons = [{ name = \"club\", damge = \"1d4\" }]", &["unknown key `damge`", "did you mean `damage`?"]),
        ("weapons = [{ damage = \"club\" }]", &["is not dice", "`\"6\"` is always 6"]),
        ("weapons = [{ damage = 6 }]", &["must be dice in quotes", "write `\"6\"`"]),
        ("policy = \"brave\"", &["there is no policy `brave`"]),
    ] {
        let told = told_of_scenario(BRAWL, &duel(sheet, ""));
        assert!(words.iter().all(|word| told.contains(word)), "{sheet}: {told}");
    }
    let line =
        |line: &str| format!("{}[policy.brave]\n{line}\n", duel("policy = \"brave\"\nweapons = [{ name = \"club\" }]", ""));
    for (text, words) in [
        ("action = [{ do = \"strik\" }]", &["`do` cannot be `strik`", "did you mean `strike`?"][..]),
        ("action = [{ do = \"strike\", with = \"clab\" }]", &["Ada has no weapon `clab`", "did you mean `club`?"]),
        ("action = [{ do = \"strike\", when = \"target.hpp < 3\" }]", &["combatants have no `hpp`", "did you mean `hp`?"]),
        ("action = [{ do = \"strike\", at = \"nearest\" }]", &["there is no way to choose called `nearest`"]),
        ("pary = [{ do = \"yes\" }]", &["unknown key `pary`", "did you mean `parry`?"]),
    ] {
        let told = told_of_scenario(BRAWL, &line(text));
        assert!(words.iter().all(|word| told.contains(word)), "{text}: {told}");
    }
}
