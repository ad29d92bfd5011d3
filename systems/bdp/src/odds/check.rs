//! Saves, actions, fate and Luck.

use super::strike::{in_words, strike, weapons};
use crate::Words;
use crate::action::{ActionRule, Attempt, fate};
use crate::book::Book;
use crate::save::{Advantage, SaveRule, Saved, Test};
use crate::scene::AttemptText;
use crate::strike::State;
use frame::dice::Distribution;
use frame::rules::answers::{Answer, AnswerTable, Cell, mean, not, ratio, row};
use frame::rules::chances::Chances;
use frame::rules::questions::Arguments;

/// The ways of rolling.
const ADVANTAGES: [(&str, Advantage); 3] =
    [("even", Advantage::Neither), ("advantage", Advantage::Better), ("disadvantage", Advantage::Worse)];

/// One save, and all of them (BDP-006, BDP-007, BDP-270, BDP-339, BDP-601).
pub fn save(arguments: &Arguments, Words { book, rulings }: Words) -> Answer {
    let rule = SaveRule::new(book, rulings);
    let [ability, quick, difficulty] = arguments.numbers::<i32, 3>(["ability", "quick", "difficulty"]);
    let (ability, asked) = (ability + quick, arguments.word("luck"));
    let one = AnswerTable::of("save", ["luck", "passes", "fails"], ADVANTAGES, |(name, advantage)| {
        let chance = rule.chance(Test { difficulty, advantage, ..Test::plain(ability) });
        let asked = if name == asked { " (asked for)" } else { "" };
        row![format!("{name}{asked}"), &chance, not(&chance)]
    });
    let columns = ["luck", "mean", "mean given that it passes", "mean given that it fails"];
    let kept = AnswerTable::of("the roll that counts", columns, ADVANTAGES, |(name, advantage)| {
        let saves = rule.outcomes(Test { difficulty, advantage, ..Test::plain(ability) });
        let given = |holds: fn(&Saved) -> bool| Cell::or_never(saves.mean_given(holds, |saved| saved.face.into()));
        [name.into(), given(|_| true), given(|saved| saved.passed), given(|saved| !saved.passed)]
    });
    let ways = ["passes", "with advantage", "with disadvantage"].into_iter().zip(ADVANTAGES);
    let ways = ways.map(|(way, (_, advantage))| (way.to_owned(), (difficulty, advantage)));
    let hard = (1..=3).map(|difficulty| (format!("Difficulty {difficulty}"), (difficulty, Advantage::Neither)));
    let columns = ways.chain(hard);
    let all = AnswerTable::grid(["by ability", "ability"], 0..=20, columns, |&ability, &(difficulty, advantage)| {
        rule.chance(Test { difficulty, advantage, ..Test::plain(ability) })
    });
    let used = [
        ("feats of power", book.save.power),
        ("poison", book.save.poison),
        ("whatever takes reflexes", book.save.reflex),
        ("persuasion, threats, charms", book.save.mind),
    ];
    let used = AnswerTable::list("what is saved with", ["against", "ability"], used.map(|(what, with)| (what, with.name())));
    let against = if difficulty > 0 { format!(" against Difficulty {difficulty}") } else { String::new() };
    Answer::new(format!("save with {ability}{against}"))
        .note(format!("a save passes at the ability or below on a d{}, and above the Difficulty (R-03)", book.save.die))
        .table(one)
        .table(kept)
        .table(all)
        .table(used)
}

/// Tables of dice that are kept, by the way of rolling them: their means and how likely they show 1, a face, and that face or more;
/// and all their faces.
fn kept_dice(of: &str, way: &str, dice: &[(&str, Distribution)], face: i64) -> [AnswerTable; 2] {
    let columns = [way, "mean", "shows 1", &format!("shows {face}"), &format!("at least {face}")];
    let kept = AnswerTable::of(format!("the kept die of {of}"), columns, dice, |(way, faces)| {
        let shows = |face: i64| faces.chance(face).unwrap_or_default();
        row![way, mean(faces), shows(1), shows(face), faces.at_least(face).unwrap_or_default()]
    });
    let highest = dice.iter().map(|(_, faces)| faces.high()).max().unwrap_or(0);
    let ways = dice.iter().map(|(way, faces)| ((*way).to_owned(), faces));
    let faces = AnswerTable::grid([&format!("faces of {of}"), "face"], 1..=highest, ways, |&face, faces| {
        faces.chance(face).unwrap_or_default()
    });
    [kept, faces]
}

/// The die that is kept: of two in a save with advantage, of all dice of an attack (BDP-084, BDP-251, BDP-252, BDP-255, R-23).
pub fn die(arguments: &Arguments, Words { book, rulings }: Words) -> Answer {
    let (rule, weapons) = (SaveRule::new(book, rulings), weapons(arguments, ["die", "off"]));
    let (face, [ability, difficulty]) = (arguments.integer("face"), arguments.numbers(["ability", "difficulty"]));
    let saves = ADVANTAGES.map(|(way, advantage)| {
        let saves = rule.outcomes(Test { difficulty, advantage, ..Test::plain(ability) });
        (way, saves.distribution(|saved| saved.face.into()))
    });
    let states =
        [("impaired", true, false), ("normal", false, false), ("enhanced", false, true), ("impaired and enhanced", true, true)];
    let attacks = states.map(|(way, impaired, enhanced)| {
        let rolls = strike(weapons, State::of(impaired, enhanced, rulings), book).outcomes();
        (way, rolls.distribution(|rolled| rolled.natural.into()))
    });
    let [kept_save, save_faces] = kept_dice("a save", "luck", &saves, face);
    let [kept_attack, attack_faces] = kept_dice("an attack", "state", &attacks, face);
    let answer = Answer::new(format!("the die that is kept: of a save with {ability}, of an attack with {}", in_words(weapons)))
        .note("of two saves the one with the better outcome counts, or the worse: of two that pass the higher is better, of two that fail the lower")
        .note("of the dice of an attack the highest counts; an impaired one rolls a small die instead, an enhanced one a large one beside")
        .table(kept_save)
        .table(kept_attack)
        .table(save_faces)
        .table(attack_faces);
    let curves = saves.map(|(way, faces)| (format!("save, {way}"), faces)).into_iter();
    let curves = curves.chain(attacks.map(|(way, faces)| (format!("attack, {way}"), faces)));
    curves.fold(answer, |answer, (label, faces)| answer.curve(label, faces))
}

/// An action, and the die of fate (BDP-011 to BDP-029, R-04).
///
/// # Errors
/// An action that the book does not list.
pub fn action(arguments: &Arguments, Words { book, rulings }: Words) -> Result<Answer, String> {
    let name = arguments.word("action");
    let listed = match name {
        "any" => None,
        name => Some(book.tgs.action.get(name).ok_or_else(|| format!("the book lists no action `{name}`"))?),
    };
    let text = AttemptText {
        time: arguments.flag("time"),
        benefits: arguments.number("benefits"),
        hindrances: arguments.number("hindrances"),
        skill: arguments.flag("skill"),
        ..AttemptText::default()
    };
    let abilities = arguments.numbers(["str", "dex", "wil"]);
    let attempt = Attempt { text, abilities, listed: listed.map_or(&[], |action| &action.abilities) };
    let rule = ActionRule::new(book, rulings);
    let [failure, cost, success] = rule.chances(&attempt);
    let yes = fate(book);
    let faces = (1_i64..).zip(&book.fate).map(|(face, answer)| (face, format!("{answer:?}")));
    let mut answer = Answer::new(format!("an action: {}", name.replace('_', " ")))
        .note(format!("{} of Time, Gear and Skill", rule.factors(&attempt)))
        .table(AnswerTable::outcomes("action", [("success", success), ("success at a cost", cost), ("failure", failure)]))
        .table(AnswerTable::outcomes("fate", [("yes", &yes), ("no", &not(&yes))]))
        .table(AnswerTable::list("die of fate", ["face", "answer"], faces));
    if let Some(listed) = listed {
        let [benefits, hindrances, skills] = [&listed.benefits, &listed.hindrances, &listed.skills]
            .map(|words| if words.is_empty() { "nothing".to_owned() } else { words.join(", ") });
        let time = &listed.time;
        answer = answer.note(format!("time: {time}; for it: {benefits}; against it: {hindrances}; skills: {skills}"));
    }
    Ok(answer)
}

/// A roll on Luck (BDP-599, BDP-708).
pub fn luck(arguments: &Arguments, book: &Book) -> Answer {
    let (numbers, die) = (&book.luck, i64::from(book.luck.die));
    let luck = arguments.integer_if_said("luck").unwrap_or(numbers.start.into());
    let (under, equal) = ((luck - 1).clamp(0, die), i64::from((1..=die).contains(&luck)));
    let change = ratio(equal * i64::from(numbers.gain) - under * i64::from(numbers.burn), die);
    let rows = [
        ("favourable, burns", ratio(under, die)),
        ("favourable, gains", ratio(equal, die)),
        ("unfavourable", not(&ratio(under + equal, die))),
    ];
    Answer::new(format!("a roll on Luck {luck}"))
        .note(format!("under it is favourable and burns {}, the same is favourable and gains {}", numbers.burn, numbers.gain))
        .note("burnt points also lower the roll of a failed save, one for one")
        .table(AnswerTable::outcomes("Luck", rows))
        .table(AnswerTable::list("Luck afterwards", ["what", "value"], [("mean change", change)]))
        .table(AnswerTable::list("by Luck", ["Luck", "favourable"], (1..=die).map(|luck| (luck, ratio(luck, die)))))
}
