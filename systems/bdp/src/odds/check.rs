//! Saves, actions, fate and Luck.

use super::contest::Armed;
use super::{integer, not, outcomes, ratio};
use crate::Words;
use crate::action::{ActionRule, Attempt, fate};
use crate::book::Book;
use crate::rulings::Rulings;
use crate::save::{Advantage, SaveRule, Saved, Test};
use crate::scene::AttemptText;
use crate::strike::{State, Strike};
use frame::dice::Distribution;
use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};
use frame::rules::chances::Chances;
use frame::rules::questions::Arguments;

/// The ways of rolling.
const ADVANTAGES: [(&str, Advantage); 3] =
    [("even", Advantage::Neither), ("advantage", Advantage::Better), ("disadvantage", Advantage::Worse)];

/// One save, and all of them (BDP-006, BDP-007, BDP-270, BDP-339, BDP-601).
pub fn save(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let rule = SaveRule::new(book, rulings);
    let ability = (arguments.integer("ability") + arguments.integer("quick")) as i32;
    let difficulty = arguments.integer("difficulty") as i32;
    let asked = arguments.word("luck");
    let mut one = AnswerTable::new("save", &["luck", "passes", "fails"]);
    for (name, advantage) in ADVANTAGES {
        let chance = rule.chance(Test { difficulty, advantage, ..Test::plain(ability) });
        let name = if name == asked { format!("{name} (asked for)") } else { name.to_owned() };
        let fails = not(&chance);
        one.row([Cell::text(name), Cell::Exact(chance), Cell::Exact(fails)]);
    }
    let columns = ["luck", "mean", "mean given that it passes", "mean given that it fails"];
    let mut kept = AnswerTable::new("the roll that counts", &columns);
    for (name, advantage) in ADVANTAGES {
        let (test, face) = (Test { difficulty, advantage, ..Test::plain(ability) }, |saved: &Saved| saved.face.into());
        let saves = rule.outcomes(test);
        let given = |holds: &dyn Fn(&Saved) -> bool| Cell::exact_or(saves.mean_given(holds, face), "never");
        kept.row([Cell::text(name), given(&|_| true), given(&|saved| saved.passed), given(&|saved| !saved.passed)]);
    }
    let mut all = AnswerTable::new(
        "by ability",
        &["ability", "passes", "with advantage", "with disadvantage", "Difficulty 1", "Difficulty 2", "Difficulty 3"],
    );
    for ability in 0..=20 {
        let lucky = ADVANTAGES.map(|(_, advantage)| rule.chance(Test { difficulty, advantage, ..Test::plain(ability) }));
        let hard = [1, 2, 3].map(|difficulty| rule.chance(Test { difficulty, ..Test::plain(ability) }));
        let cells = lucky.into_iter().chain(hard).map(Cell::Exact);
        all.row(std::iter::once(Cell::Integer(ability.into())).chain(cells));
    }
    let mut used = AnswerTable::new("what is saved with", &["against", "ability"]);
    let numbers = &book.save;
    for (what, ability) in [
        ("feats of power", numbers.power),
        ("poison", numbers.poison),
        ("whatever takes reflexes", numbers.reflex),
        ("persuasion, threats, charms", numbers.mind),
    ] {
        used.row([Cell::text(what), Cell::text(ability.name())]);
    }
    let against = if difficulty > 0 { format!(" against Difficulty {difficulty}") } else { String::new() };
    Answer {
        title: format!("save with {ability}{against}"),
        notes: vec![format!("a save passes at the ability or below on a d{}, and above the Difficulty (R-03)", book.save.die)],
        tables: vec![one, kept, all, used],
        curves: Vec::new(),
    }
}

/// Chances of the faces of a die that is kept.
struct KeptDie {
    /// The way of rolling it.
    way: &'static str,
    /// The faces.
    faces: Distribution,
}

/// A table of dice that are kept: their means, and how likely they show a face, the highest one, and some face or more.
fn kept_dice(title: &str, way: &str, dice: &[KeptDie], face: i64) -> AnswerTable {
    let mut table = AnswerTable::new(title, &[way, "mean", "shows 1"]);
    table.columns.extend([format!("shows {face}"), format!("at least {face}")]);
    for KeptDie { way, faces } in dice {
        let shares = [faces.mean(), faces.chance(1), faces.chance(face), faces.at_least(face)];
        let cells = shares.map(|share| Cell::Exact(share.unwrap_or_default()));
        table.row(std::iter::once(Cell::text(way)).chain(cells));
    }
    table
}

/// A table of all faces, each with how likely every one of these dice shows it.
fn by_face(title: &str, dice: &[KeptDie]) -> AnswerTable {
    let mut table = AnswerTable::new(title, &["face"]);
    table.columns.extend(dice.iter().map(|die| die.way.to_owned()));
    let highest = dice.iter().map(|die| die.faces.high()).max().unwrap_or(0);
    for face in 1..=highest {
        let shares = dice.iter().map(|die| Cell::Exact(die.faces.chance(face).unwrap_or_default()));
        table.row(std::iter::once(Cell::Integer(face)).chain(shares));
    }
    table
}

/// The die that is kept: of two in a save with advantage, of all dice of an attack (BDP-084, BDP-251, BDP-252, BDP-255, R-23).
pub fn die(arguments: &Arguments, Words { book, rulings }: Words) -> Answer {
    let (rule, face) = (SaveRule::new(book, rulings), arguments.integer("face"));
    let [ability, difficulty] = ["ability", "difficulty"].map(|name| arguments.integer(name) as i32);
    let saves = ADVANTAGES.map(|(way, advantage)| {
        let saves = rule.outcomes(Test { difficulty, advantage, ..Test::plain(ability) });
        KeptDie { way, faces: saves.distribution(|saved| saved.face.into()) }
    });
    let armed = Armed { main: arguments.dice("die"), off: arguments.dice("off") };
    let states = [(true, false), (false, false), (false, true), (true, true)];
    let ways = ["impaired", "normal", "enhanced", "impaired and enhanced"];
    let attacks: [KeptDie; 4] = std::array::from_fn(|place| {
        let (impaired, enhanced) = states[place];
        let strike = Strike { off: armed.off, ..Strike::with(armed.main, State::of(impaired, enhanced, rulings), book) };
        KeptDie { way: ways[place], faces: strike.outcomes().distribution(|rolled| rolled.natural.into()) }
    });
    let tables = vec![
        kept_dice("the kept die of a save", "luck", &saves, face),
        kept_dice("the kept die of an attack", "state", &attacks, face),
        by_face("faces of a save", &saves),
        by_face("faces of an attack", &attacks),
    ];
    let curve = |of: &str, die: KeptDie| Curve { label: format!("{of}, {}", die.way), distribution: die.faces };
    let curves = saves.into_iter().map(|die| curve("save", die));
    let curves = curves.chain(attacks.into_iter().map(|die| curve("attack", die))).collect();
    Answer {
        title: format!("the die that is kept: of a save with {ability}, of an attack with {}", armed.in_words()),
        notes: vec![
            "of two saves the one with the better outcome counts, or the worse: of two that pass the higher is better, of two that fail the lower".to_owned(),
            "of the dice of an attack the highest counts; an impaired one rolls a small die instead, an enhanced one a large one beside".to_owned(),
        ],
        tables,
        curves,
    }
}

/// An action, and the die of fate (BDP-011 to BDP-029, R-04).
///
/// # Errors
/// An action that the book does not list.
pub fn action(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let name = arguments.word("action");
    let listed = match name {
        "any" => None,
        name => Some(book.tgs.action.get(name).ok_or_else(|| format!("the book lists no action `{name}`"))?),
    };
    let text = AttemptText {
        time: arguments.flag("time"),
        benefits: arguments.integer("benefits") as u8,
        hindrances: arguments.integer("hindrances") as u8,
        skill: arguments.flag("skill"),
        ..AttemptText::default()
    };
    let abilities = ["str", "dex", "wil"].map(|name| arguments.integer(name) as i32);
    let attempt = Attempt { text, abilities, listed: listed.map_or(&[], |action| &action.abilities) };
    let rule = ActionRule::new(book, rulings);
    let [failure, cost, success] = rule.chances(&attempt);
    let factors = rule.factors(&attempt);
    let yes = fate(book);
    let no = not(&yes);
    let mut answers = AnswerTable::new("die of fate", &["face", "answer"]);
    for (index, answer) in book.fate.iter().enumerate() {
        answers.row([Cell::Integer(index as i64 + 1), Cell::text(format!("{answer:?}"))]);
    }
    let mut notes = vec![format!("{factors} of Time, Gear and Skill")];
    if let Some(listed) = listed {
        let words = |words: &[String]| if words.is_empty() { "nothing".to_owned() } else { words.join(", ") };
        notes.push(format!(
            "time: {}; for it: {}; against it: {}; skills: {}",
            listed.time,
            words(&listed.benefits),
            words(&listed.hindrances),
            words(&listed.skills)
        ));
    }
    Ok(Answer {
        title: format!("an action: {}", name.replace('_', " ")),
        notes,
        tables: vec![
            outcomes("action", [("success", success), ("success at a cost", cost), ("failure", failure)]),
            outcomes("fate", [("yes", yes), ("no", no)]),
            answers,
        ],
        curves: Vec::new(),
    })
}

/// A roll on Luck (BDP-599, BDP-708).
pub fn luck(arguments: &Arguments, book: &Book) -> Answer {
    let (numbers, die) = (&book.luck, i64::from(book.luck.die));
    let luck = arguments.integer_if_said("luck").unwrap_or(numbers.start.into());
    let under = (luck - 1).clamp(0, die);
    let equal = i64::from((1..=die).contains(&luck));
    let change = ratio(equal * i64::from(numbers.gain) - under * i64::from(numbers.burn), die);
    let mut drift = AnswerTable::new("Luck afterwards", &["what", "value"]);
    drift.row([Cell::text("mean change"), Cell::Exact(change)]);
    let mut all = AnswerTable::new("by Luck", &["Luck", "favourable"]);
    for luck in 1..=die {
        all.row([Cell::Integer(luck), Cell::Exact(ratio(luck, die))]);
    }
    Answer {
        title: format!("a roll on Luck {luck}"),
        notes: vec![
            format!("under it is favourable and burns {}, the same is favourable and gains {}", numbers.burn, numbers.gain),
            "burnt points also lower the roll of a failed save, one for one".to_owned(),
        ],
        tables: vec![
            outcomes(
                "Luck",
                [
                    ("favourable, burns", ratio(under, die)),
                    ("favourable, gains", ratio(equal, die)),
                    ("unfavourable", integer(1) - ratio(under + equal, die)),
                ],
            ),
            drift,
            all,
        ],
        curves: Vec::new(),
    }
}
