//! Odds of actions: exact, and the same as in a fight.

use num_rational::BigRational;

use super::bench::{BRAWL, system};
use crate::OwnSystem;
use frame::door::SystemSource as _;
use frame::rules::answers::Answer;
use frame::rules::questions::Arguments;
use frame::scenario::Raw;

fn part(over: i64, under: i64) -> BigRational {
    BigRational::new(over.into(), under.into())
}

/// The answer of a page to a question with these parameters and settings.
fn asked(system: &OwnSystem, action: &str, given: &[(&str, &str)], sets: &[&str]) -> Result<Answer, String> {
    let questions = system.questions();
    let question = questions.iter().find(|question| question.name == action).expect("an action of the page");
    let arguments = Arguments::read(question, given.iter().copied())?;
    let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
    let scenario = system.check(&Raw::from_text("odds", system.starter(), &sets)).expect("a scenario of two");
    system.answer(question, &arguments, &scenario.document)
}

#[test]
fn an_action_of_a_small_game_is_answered_to_the_last_digit() {
    let brawl = system(BRAWL);
    let answer = asked(&brawl, "strike", &[("weapon_to_hit", "2"), ("target_armor_class", "12")], &[]).unwrap();
    // A 1 never hits; 10 to 19 hit, and 20 with a second die.
    assert_eq!(answer.fraction("rolls", "hit", "mean"), part(21, 2));
    assert_eq!(answer.fraction("rolls", "damage", "is rolled"), part(11, 20));
    assert_eq!(answer.fraction("rolls", "more", "is rolled"), part(1, 20));
    assert_eq!(answer.fraction("how much", "hp that the target loses", "changes"), part(11, 20));
    assert_eq!(answer.fraction("how much", "hp that the target loses", "mean"), part(10 * 7 + 14, 40));
    assert_eq!(answer.fraction("what is counted", "fumbles", "at all"), part(1, 20));
    assert_eq!(answer.fraction("what is counted", "misses", "at all"), part(8, 20));
    // 10 hit points are gone where 2d6 come to 10 or more.
    assert_eq!(answer.fraction("how likely", "the target goes out", "probability"), part(1, 20) * part(6, 36));
    let hurt = asked(&brawl, "strike", &[("target_hp", "3"), ("weapon_to_hit", "2")], &[]).unwrap();
    let out = part(10, 20) * part(4, 6) + part(1, 20) * part(35, 36);
    assert_eq!(hurt.fraction("how likely", "the target goes out", "probability"), out);
    let wider = asked(&brawl, "strike", &[("weapon_to_hit", "2")], &["book.crit_face=10"]).unwrap();
    assert_eq!(wider.fraction("rolls", "more", "is rolled"), part(11, 20));
}

#[test]
fn decisions_weapons_and_states_can_be_said() {
    let brawl = system(BRAWL);
    let parried = asked(&brawl, "strike", &[("target_parry", "true"), ("weapon_to_hit", "2")], &[]).unwrap();
    assert_eq!(parried.fraction("rolls", "parry", "is rolled"), part(11, 20));
    let stopped = (10..=20).map(|hit| part((18 - hit).max(0), 20)).sum::<BigRational>() * part(1, 20);
    assert_eq!(parried.fraction("rolls", "damage", "is rolled"), part(11, 20) - stopped);
    let spent = asked(&brawl, "strike", &[("target_parry", "true"), ("target_parries", "0")], &[]).unwrap();
    assert!(!format!("{:?}", spent.tables).contains("\"parry\""));
    let heavy = asked(&brawl, "strike", &[("weapon_damage", "2d4+1"), ("weapon_to_hit", "30")], &[]).unwrap();
    assert_eq!(heavy.fraction("rolls", "damage", "mean"), part(6, 1));
    let told = asked(&brawl, "strike", &[("weapon_damage", "heavy")], &[]).unwrap_err();
    assert!(told.contains("`weapon_damage`") && told.contains("is not dice"), "{told}");
    let told = asked(&brawl, "strike", &[("target_hp", "0")], &[]).unwrap_err();
    assert!(told.contains("the target is out"), "{told}");
}

#[test]
fn a_condition_that_does_not_hold_is_told_with_what_decides_it_and_a_cost_is_no_number_of_the_answer() {
    let text = "[state]\nhp = 9\nbreath = 5\n[stat]\nspare = 2\n[status.prone]\n[turn]\nout = 'hp <= 0'\npool = 'breath'\n\
                [action.rise]\non = 'self'\ncost = 'spare + 1'\nwhen = 'has(prone) and spare > 1'\ndo = 'loses prone; hp -= 1'\n\
                [action.wait]\non = 'self'\nwhen = 'round > 3'\ndo = 'hp += 1'\n[action.act]\ndo = 'target gains prone'\n";
    let page = system(text);
    let told = asked(&page, "rise", &[], &[]).unwrap_err();
    assert_eq!(
        told,
        "by these numbers `rise` cannot be done: its condition is `has(prone) and spare > 1`, by `--prone`, `--spare`"
    );
    let told = asked(&page, "wait", &[], &[]).unwrap_err();
    assert_eq!(told, "by these numbers `wait` cannot be done: its condition is `round > 3`");
    let answer = asked(&page, "rise", &[("prone", "true")], &[]).unwrap();
    assert_eq!(answer.notes, ["what it costs, spare + 1 of breath, is not in the numbers"]);
    assert_eq!(answer.fraction("how much", "hp that who does it loses", "mean"), part(1, 1));
    assert_eq!(asked(&page, "act", &[], &[]).unwrap().notes, ["what it costs, 1 of breath, is not in the numbers"]);
}

#[test]
fn only_what_an_action_reads_can_be_said() {
    let brawl = system(BRAWL);
    let names: Vec<&str> = brawl.questions()[0].parameters.iter().map(|parameter| parameter.name).collect();
    for name in [
        "weapon_to_hit",
        "weapon_damage",
        "target_armor_class",
        "target_quickness",
        "target_parries",
        "target_hp",
        "target_parry",
        "times",
    ] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    assert!(!names.contains(&"armor_class") && !names.contains(&"quickness"), "{names:?}");
}

#[test]
fn what_is_done_several_times_comes_to_what_its_steps_come_to() {
    let brawl = system(BRAWL);
    let given = [("weapon_to_hit", "30"), ("weapon_damage", "1d6"), ("target_hp", "7"), ("target_hp_max", "7"), ("times", "3")];
    let answer = asked(&brawl, "strike", &given, &["book.crit_face=100"]).unwrap();
    let hit = part(19, 20);
    assert_eq!(answer.fraction("one after the other", "1", "the target is out"), part(0, 1));
    assert_eq!(answer.fraction("one after the other", "2", "the target is out"), &hit * &hit * part(21, 36));
}

#[test]
fn many_dice_are_walked_through_and_what_is_too_much_is_refused() {
    let page =
        |act: &str| system(&format!("[state]\nhp = 50\nmark = 0\n[turn]\nout = 'hp <= 0'\n[action.act]\ndo = '''{act}'''\n"));
    // Dice that are forgotten one after the other.
    let answer = asked(&page("repeat up to 60 { roll one: 1d6\nif one == 6 { mark += 1 } }"), "act", &[], &[]).unwrap();
    assert_eq!(answer.fraction("how much", "mark that who does it gains", "mean"), part(10, 1));
    let page = page("repeat up to 900 { roll one: 1d100\nmark = mark * 100 + one; hp += one }");
    let told = asked(&page, "act", &[], &[]).unwrap_err();
    assert!(told.contains("too many to be walked through"), "{told}");
}

#[test]
fn shipped_pages_answer_for_each_of_their_actions() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let pages: Vec<_> = entries.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    assert!(pages.len() >= 14, "{pages:?}");
    for path in pages {
        let name = path.display().to_string();
        let system = OwnSystem::read(None, &path, &name).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
        for question in system.questions() {
            match asked(&system, question.name, &[], &[]) {
                Ok(answer) => assert!(!answer.title.is_empty(), "{name}: {}", question.name),
                Err(reason) => {
                    let refused = reason.starts_with("by these numbers") || reason.contains("is done to somebody");
                    assert!(refused, "{name}: {}: {reason}", question.name);
                }
            }
        }
    }
}
