//! Odds of harm: the Critical Damage Save, injuries by area, the surroundings.

use super::strike::{Attack, in_words, state, weapons};
use super::trial::{CoreOfAny, Play, Stage, scene, trial};
use crate::Words;
use crate::book::harm::Area;
use crate::harm::{AbilityDamage, Cause, Hurt, Origin};
use crate::rulings::CritStr;
use crate::scene::PerilKind;
use crate::state::Status;
use frame::dice::{Die, Distribution, Slot};
use frame::rules::answers::{Answer, AnswerTable, Cell, row};
use frame::rules::chances::{Chances, Spread, certain, spread};
use frame::rules::questions::Arguments;
use frame::rules::trial::{ONE, OTHER};

/// The fate of a combatant, from the best to the worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// Nothing got through.
    Unhurt,
    /// HP soaked it.
    Soaked,
    /// Points of an ability were lost, and no save failed.
    Saved,
    /// A save failed: an injury, or being weakened, and still in the fight.
    Injured,
    /// Out of the fight, alive.
    Out,
    /// Dead.
    Dead,
}

/// The fates of a combatant to whom so many points of harm come, each number of them as `harm` plays it.
fn fates(core: &CoreOfAny, who: Slot, damage: &Distribution, harm: impl Fn(&mut Play, i32) -> Hurt) -> Spread<Fate> {
    let mut stage = Stage::new(core);
    spread(damage).then(|&points| {
        if points == 0 {
            return certain(Fate::Unhurt);
        }
        stage.scene(&core.morning, |play| {
            let hurt = harm(play, points as i32);
            match play.fight.body(who).status {
                Status::Dead => Fate::Dead,
                Status::Active if hurt.critical => Fate::Injured,
                Status::Active if hurt.lost > 0 => Fate::Saved,
                Status::Active => Fate::Soaked,
                _ => Fate::Out,
            }
        })
    })
}

/// One blow and its consequences (BDP-239 to BDP-241, BDP-064 to BDP-079, R-08).
pub fn critical(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let (core, pc, weapons) = (trial("", words)?, arguments.flag("pc"), weapons(arguments, ["die", "off"]));
    let who = if pc { ONE } else { OTHER };
    let [hp, str, dex, armor] = arguments.numbers::<i16, 4>(["hp", "str", "dex", "armor"]);
    let armor = i32::from(armor).min(words.book.armor.cap.into());
    let damage = Attack::plain(weapons, state(arguments), words.book).through(armor, words);
    let of = |hp: i16, str: i16| {
        fates(&core, who, &damage, |play, points| {
            // No blow asks for WIL.
            play.fight.body_mut(who).begin_with(hp, [str, dex, str]);
            play.hurt(who, points, Cause::default())
        })
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
    let [lost, failed] = [Fate::Saved, Fate::Injured].map(|from| blow.given(|&fate| fate >= from));
    let columns = ["what", "STR is lost", "the save fails, or no STR is left"];
    let given = AnswerTable::of("given that", columns, &rows[2..], |(name, fate)| {
        let of = |all: &Spread<Fate>| Cell::or_never((!all.is_empty()).then(|| all.share(fate)));
        [name.into(), of(&lost), if *fate == Fate::Saved { Cell::text("-") } else { of(&failed) }]
    });
    let columns = ["STR", "save passed", "injured", "out", "dead"];
    let by_str = AnswerTable::of("by STR, without HP", columns, (2..=18).step_by(2), |str: i16| {
        let fates = of(0, str);
        let of = |fate: Fate| fates.share(&fate);
        row![str, of(Fate::Saved), of(Fate::Injured), of(Fate::Out), of(Fate::Dead)]
    });
    let (whom, with) = (if pc { "a player character" } else { "a foe" }, in_words(weapons));
    let strike = if weapons[1] == Die::NONE { "strikes" } else { "strike" };
    Ok(Answer::new(format!("{with} {strike} {whom} with HP {hp}, STR {str}, Armor {armor}"))
        .note("damage beyond HP goes to STR; a Critical Damage Save is made on what is left of it")
        .table(AnswerTable::outcomes("blow", rows.map(|(name, fate)| (name, blow.share(&fate)))))
        .table(given)
        .table(by_str)
        .curve(with, damage))
}

/// The table of injuries, or those of version 1.32 where the rulings say so (BDP-069 to BDP-079, BDP-611).
pub fn injuries(words: Words) -> Result<Answer, String> {
    let mut core = trial("", words)?;
    // Areas and eyes are told apart where a metric asks for wounds and for eyes.
    (core.asked.wounds, core.asked.eyes) = (true, true);
    let areas = scene(&core, |play| play.area(ONE));
    // The points lost by a combatant that has enough of every ability; true if it is dead, and true if it loses an eye.
    let injury = |area: Area| {
        scene(&core, |play| {
            play.fight.body_mut(ONE).begin_with(0, [i16::MAX; 3]);
            play.injures(ONE, area, Cause::default());
            let body = play.fight.body(ONE);
            let lost: i64 = body.abilities.iter().map(|&left| i64::from(i16::MAX - left)).sum();
            (lost, body.status == Status::Dead, body.eye_lost)
        })
    };
    let table = AnswerTable::of("areas", ["area", "probability", "mean loss"], Area::ALL, |area| {
        row![area.word().replace('_', " "), areas.share(&area), injury(area).mean(|&(lost, ..)| lost)]
    });
    let fates = injury(Area::Head);
    let head = |dead: bool, eye: bool| fates.chance(|fate| (fate.1, fate.2) == (dead, eye)) * areas.share(&Area::Head);
    let (dead, eye, rest) = (head(true, false), head(false, true), head(false, false));
    let (note, rows) = if core.rulings().crit_str() == CritStr::Location {
        let note =
            "a torso costs STR; a limb is lost, an arm with what it holds; every injury is a wound in a slot and weakens";
        (note, vec![("dead", dead), ("lives", rest)])
    } else {
        let note = "a torso costs STR, a leg DEX; an arm drops what it holds and impairs attacks; every injury is a severe wound in a slot";
        (note, vec![("dead", dead), ("lose an eye", eye), ("scar", rest)])
    };
    Ok(Answer::new("injuries").note(note).table(table).table(AnswerTable::outcomes("head", rows)))
}

/// The surroundings (BDP-037 to BDP-048, BDP-460).
pub fn peril(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let (core, name) = (trial("", words)?, arguments.word("kind"));
    let (peril, rule) = words.book.env.of(name.parse().unwrap_or(PerilKind::Fall));
    let (times, abilities) = (arguments.number("times"), arguments.numbers(["str", "dex", "wil"]));
    let damage = Distribution::dice(peril.damage.dice).shift(peril.damage.flat.into()).times(times);
    let fates = fates(&core, ONE, &damage, |play, points| {
        play.fight.body_mut(ONE).begin_with(0, abilities);
        let origin = Origin::Surroundings;
        if peril.defendable {
            return play.hurt(ONE, points, Cause { origin, ..Cause::default() });
        }
        let damage = AbilityDamage { critical: peril.critical, ..AbilityDamage::simply(peril.ability, points, origin) };
        Hurt { lost: points, critical: play.harm_ability(ONE, damage, rule), brutal: false }
    });
    let rows = [
        ("unhurt", Fate::Unhurt),
        ("hurt", Fate::Saved),
        ("injured", Fate::Injured),
        ("out, alive", Fate::Out),
        ("dead", Fate::Dead),
    ];
    let (ability, score) = (peril.ability.name(), abilities[peril.ability.index()]);
    Ok(Answer::new(format!("{} x {times} on {ability} {score}", name.replace('_', " ")))
        .note(if peril.critical { "it asks for a Critical Damage Save" } else { "it asks for no save" })
        .table(AnswerTable::outcomes("peril", rows.map(|(name, fate)| (name, fates.share(&fate)))))
        .curve(format!("{ability} lost"), damage))
}
