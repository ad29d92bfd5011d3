//! Odds of harm: the Critical Damage Save, injuries by area, the surroundings.

use num_rational::BigRational;
use num_traits::Zero;

use super::contest::Armed;
use super::outcomes;
use super::strike::{Attack, state, through};
use super::trial::{Fate, Fates, Harm, Injury, Struck, Trial};
use crate::Words;
use crate::book::harm::Area;
use crate::scene::PerilKind;
use crate::strike::Edge;
use frame::dice::{Die, Distribution};
use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};
use frame::rules::chances::Chances;
use frame::rules::questions::Arguments;

/// The fates of somebody to whom harm of so many points comes, each number of them with its own fates.
fn fates(damage: &Distribution, of: impl Fn(i32) -> Fates) -> Fates {
    let points: Vec<_> =
        (damage.low()..=damage.high()).map(|points| (points, damage.chance(points).unwrap_or_default())).collect();
    points.then(|&points| of(points as i32))
}

/// The probability of a fate.
fn share(fates: &Fates, fate: Fate) -> BigRational {
    fates.get(&fate).cloned().unwrap_or_default()
}

/// One blow and its consequences (BDP-239 to BDP-241, BDP-064 to BDP-079, R-08).
///
/// # Errors
/// When the book cannot be played by.
pub fn critical(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let trial = Trial::new(words)?;
    let number = |name: &str| arguments.integer(name) as i32;
    let (armor, pc) = (number("armor").min(words.book.armor.cap.into()), arguments.flag("pc"));
    let armed = Armed { main: arguments.dice("die"), off: arguments.dice("off") };
    let attack = Attack { off: armed.off, ..Attack::plain(armed.main, state(arguments), &Edge::NONE) };
    let damage = through(attack, armor, words);
    let (hp, str, dex) = (number("hp"), number("str"), number("dex"));
    let of = |hp: i32, str: i32| {
        // No blow asks for WIL.
        let struck = Struck { hp, abilities: [str, dex, str], pc };
        fates(&damage, |points| trial.fates(struck, Harm::Blow(points)))
    };
    let blow = of(hp, str);
    let rows = [
        ("nothing gets through", Fate::Unhurt),
        ("HP soak it", Fate::Soaked),
        ("STR lost, save passed", Fate::Saved),
        ("injured", Fate::Injured),
        ("out, alive", Fate::Out),
        ("dead", Fate::Dead),
    ];
    let lost: BigRational = rows[2..].iter().map(|&(_, fate)| share(&blow, fate)).sum();
    let failed: BigRational = rows[3..].iter().map(|&(_, fate)| share(&blow, fate)).sum();
    let mut given = AnswerTable::new("given that", &["what", "STR is lost", "the save fails, or no STR is left"]);
    for (name, fate) in &rows[2..] {
        let of = |all: &BigRational| Cell::exact_or((!all.is_zero()).then(|| share(&blow, *fate) / all), "never");
        let fails = if *fate == Fate::Saved { Cell::text("-") } else { of(&failed) };
        given.row([Cell::text(name), of(&lost), fails]);
    }
    let mut by_str = AnswerTable::new("by STR, without HP", &["STR", "save passed", "injured", "out", "dead"]);
    for str in (2..=18).step_by(2) {
        let one = of(0, str);
        let cells = [Fate::Saved, Fate::Injured, Fate::Out, Fate::Dead].map(|fate| Cell::Exact(share(&one, fate)));
        by_str.row(std::iter::once(Cell::Integer(str.into())).chain(cells));
    }
    let (whom, with) = (if pc { "a player character" } else { "a foe" }, armed.in_words());
    let strike = if armed.off == Die::NONE { "strikes" } else { "strike" };
    Ok(Answer {
        title: format!("{with} {strike} {whom} with HP {hp}, STR {str}, Armor {armor}"),
        notes: vec!["damage beyond HP goes to STR; a Critical Damage Save is made on what is left of it".to_owned()],
        tables: vec![outcomes("blow", rows.map(|(name, fate)| (name, share(&blow, fate)))), given, by_str],
        curves: vec![Curve { label: with, distribution: damage }],
    })
}

/// The table of injuries, or those of version 1.32 where the rulings say so (BDP-069 to BDP-079, BDP-611).
///
/// # Errors
/// When the book cannot be played by.
pub fn injuries(words: Words) -> Result<Answer, String> {
    let mut trial = Trial::new(words)?;
    let areas = trial.areas();
    let share = |area: Area| areas.get(&(area as u8)).cloned().unwrap_or_default();
    let mut table = AnswerTable::new("areas", &["area", "probability", "mean loss"]);
    for area in Area::ALL {
        let lost = trial.injury(area).mean(|injury| injury.lost.into());
        table.row([Cell::text(area.word().replace('_', " ")), Cell::Exact(share(area)), Cell::Exact(lost)]);
    }
    let fates = trial.injury(Area::Head);
    let head = |holds: fn(&Injury) -> bool| fates.chance(holds) * share(Area::Head);
    let (dead, eye) = (head(|injury| injury.dead), head(|injury| injury.eye_lost));
    let rest = head(|injury| !injury.dead && !injury.eye_lost);
    let (note, rows) = if trial.locates() {
        let note =
            "a torso costs STR; a limb is lost, an arm with what it holds; every injury is a wound in a slot and weakens";
        (note, vec![("dead", dead), ("lives", rest)])
    } else {
        let note = "a torso costs STR, a leg DEX; an arm drops what it holds and impairs attacks; every injury is a severe wound in a slot";
        (note, vec![("dead", dead), ("lose an eye", eye), ("scar", rest)])
    };
    Ok(Answer {
        title: "injuries".to_owned(),
        notes: vec![note.to_owned()],
        tables: vec![table, outcomes("head", rows)],
        curves: Vec::new(),
    })
}

/// The surroundings (BDP-037 to BDP-048, BDP-460).
///
/// # Errors
/// When the book cannot be played by.
pub fn peril(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let (env, trial) = (&words.book.env, Trial::new(words)?);
    let number = |name: &str| arguments.integer(name) as i32;
    let name = arguments.word("kind");
    let (peril, _) = env.of(name.parse().unwrap_or(PerilKind::Fall));
    let times = number("times");
    let damage = Distribution::dice(peril.damage.dice).shift(peril.damage.flat.into()).times(times as u32);
    let abilities = ["str", "dex", "wil"].map(number);
    let score = abilities[peril.ability.index()];
    let struck = Struck { hp: 0, abilities, pc: true };
    let fates = fates(&damage, |points| trial.fates(struck, Harm::Peril(peril, points)));
    let rows = [
        ("unhurt", Fate::Unhurt),
        ("hurt", Fate::Saved),
        ("injured", Fate::Injured),
        ("out, alive", Fate::Out),
        ("dead", Fate::Dead),
    ];
    Ok(Answer {
        title: format!("{} x {times} on {} {score}", name.replace('_', " "), peril.ability.name()),
        notes: vec![if peril.critical { "it asks for a Critical Damage Save" } else { "it asks for no save" }.to_owned()],
        tables: vec![outcomes("peril", rows.map(|(name, fate)| (name, share(&fates, fate))))],
        curves: vec![Curve { label: format!("{} lost", peril.ability.name()), distribution: damage }],
    })
}
