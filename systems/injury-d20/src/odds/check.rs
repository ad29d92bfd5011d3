//! Questions about checks, maneuvers, saves and initiative.
//!
//! Start at [`check`].

use std::cmp::Reverse;

use frame::fight::Adds;
use frame::rules::answers::{Answer, AnswerTable, Cell, row};
use frame::rules::chances::Chances;
use frame::rules::places::{Keys, Places, order_table};
use frame::rules::questions::Arguments;

use super::super::book::Awareness;
use super::super::harm::SaveResult;
use super::super::policy::Do;
use super::super::rolls;
use super::super::rulings::InitiativeTie;
use super::super::sheet::{Attribute, Skill};
use super::trial::{ONE, OTHER, Stage, Trial};

/// A check (4.0 of the specification).
pub fn check(arguments: &Arguments, trial: &Trial) -> Answer {
    let [bonus, net, dc] = arguments.numbers(["bonus", "net", "dc"]);
    let (fight, mut stage) = (trial.fight(), Stage::new(&trial.core));
    let mut succeeds = |net, dc| {
        let checks = stage.scene(&fight, |play| play.check(ONE, &rolls::HEAL, net, bonus, dc));
        checks.chance(|&succeeds| succeeds)
    };
    let columns = ["against", "two worse", "one worse", "so", "one better"];
    let by_number = AnswerTable::of("by number", columns, (5..=40).step_by(5), |dc| {
        row![dc, succeeds(net - 2, dc), succeeds(net - 1, dc), succeeds(net, dc), succeeds(net + 1, dc)]
    });
    let faces = |net| trial.faces(trial.core.book.check.die, net);
    let columns = ["advantages", "mean", "mean given success", "mean given failure"];
    let counts = AnswerTable::of("the die that counts", columns, -3..=3, |net| {
        let (faces, face) = (faces(net), |&(face, _): &(i32, i32)| face.into());
        let given = |succeeds| faces.mean_given(|(face, flat)| (face + flat + bonus >= dc) == succeeds, face);
        let [succeeds, fails] = [true, false].map(|succeeds| Cell::or_never(given(succeeds)));
        row![format!("{net:+}"), faces.mean(face), succeeds, fails]
    });
    Answer::new(format!("a check with {bonus:+}"))
        .table(AnswerTable::list("check", ["against", "succeeds"], [(dc, succeeds(net, dc))]))
        .table(counts)
        .table(by_number)
        .curve("total", faces(net).distribution(|(face, flat)| i64::from(face + flat + bonus)))
}

/// A maneuver (INJ-154, INJ-155, R-31).
pub fn maneuver(arguments: &Arguments, mut trial: Trial) -> Answer {
    let [bonus, dv, net] = arguments.numbers(["bonus", "dv", "net"]);
    let skill = trial.core.maneuver_skill(Do::Trip);
    trial.attacks(0, dv, net);
    let fighter = trial.sheet(ONE);
    (fighter.attributes, fighter.mb, fighter.skills[skill as usize]) = ([0; 6], 0, bonus);
    let reached = trial.scene(&trial.fight(), |play| {
        let done = play.roll_maneuver(ONE, OTHER, Do::Trip, skill);
        done.map(|(total, dv)| play.rules.maneuver_degrees(total, dv))
    });
    let degrees = (0..=3).map(|degrees| (degrees, reached.chance(|reached| *reached >= Some(degrees))));
    let table = AnswerTable::list("maneuver", ["degrees", "at least so many"], degrees);
    Answer::new(format!("a maneuver with {bonus:+} against {dv}")).table(table)
}

/// The save of the unconscious (INJ-034, INJ-035, INJ-036, INJ-037, INJ-038, INJ-039, R-10, R-11).
pub fn save(arguments: &Arguments, trial: &Trial) -> Answer {
    let [con, net, dc] = arguments.numbers(["con", "net", "dc"]);
    let (fight, mut stage) = (trial.fight(), Stage::new(&trial.core));
    let mut row = |dc: i32| {
        let results = stage.scene(&fight, |play| play.save_result(ONE, net, con, play.table.adds().plus("", dc)) as u8);
        let of = |result: SaveResult| results.chance(|&reached| reached == result as u8);
        row![dc, of(SaveResult::Dies), of(SaveResult::Lives), of(SaveResult::Critical)]
    };
    let columns = ["against", "dies", "lives on", "wakes"];
    Answer::new(format!("a death save with {con:+}"))
        .note("the number is the worth of all injuries, by tier, and the bleeding (INJ-036)")
        .table(AnswerTable::of("save", columns, [dc], &mut row))
        .table(AnswerTable::of("by worth of the injuries", columns, 1..=30, row))
}

/// Total, the Dexterity that decides a tie, and the place in the scenario where that does.
type Key = (i32, i32, Reverse<usize>);

impl Trial {
    /// The keys of the initiative of a combatant in this place of the scenario, by Dexterity and skill; the first one hides in an
    /// ambush (INJ-002 to INJ-006, R-02).
    pub fn initiative(&mut self, place: usize, dexterity: i32, skill: i32) -> Keys<Key> {
        let (who, rolls) = if place == 0 { (ONE, Skill::Stealth) } else { (OTHER, Skill::Perception) };
        let fighter = self.sheet(who);
        fighter.attributes[Attribute::Dex as usize] = dexterity;
        fighter.skills[rolls as usize] = skill;
        let (_, net, added) = self.core.initiative_terms(&self.core.morning, who);
        let dexterity = self.core.tie_dexterity(dexterity);
        let listed = if self.core.rulings.initiative_tie == InitiativeTie::ScenarioOrder { place } else { 0 };
        let faces = self.faces(self.core.book.initiative.die, net).into_iter();
        faces.map(|((face, flat), chance)| ((face + flat + added, dexterity, Reverse(listed)), chance)).collect()
    }
}

/// The order of initiative (INJ-002 to INJ-006, R-02).
pub fn initiative(arguments: &Arguments, mut trial: Trial) -> Answer {
    let [dex, against, stealth, perception] = arguments.numbers(["dex", "against", "stealth", "perception"]);
    let others = arguments.pairs("others").iter().map(|&(dexterity, skill)| (dexterity as i32, skill as i32));
    let all: Vec<(i32, i32)> = [(dex, stealth), (against, perception)].into_iter().chain(others).collect();
    let names: Vec<String> = (1..=all.len()).map(|number| format!("#{number}")).collect();
    trial.core.hiding = Some(trial.core.fighter(ONE).side);
    let (mut first, mut of_several) = (Vec::new(), Vec::new());
    for (name, awareness) in [("base", Awareness::Base), ("ready", Awareness::Ready), ("ambush", Awareness::Ambush)] {
        trial.core.book.encounter.awareness = awareness;
        let keys: Vec<_> = all.iter().enumerate().map(|(place, &(dex, skill))| trial.initiative(place, dex, skill)).collect();
        let places = Places::of(&keys);
        first.push((name, places.before[0][1].clone()));
        if all.len() > 2 {
            let mut table = AnswerTable::new(format!("places, {name}"), &["who", "Dexterity"]);
            table.columns.extend((1..=all.len()).map(|place| format!("place {place}")));
            for ((who, (dexterity, _)), places) in names.iter().zip(&all).zip(places.place) {
                table.row(row![who, *dexterity].into_iter().chain(places.into_iter().map(Cell::Exact)));
            }
            of_several.push(table);
            of_several.extend(order_table(format!("order, {name}"), &names, &keys));
        }
    }
    let mut answer = Answer::new(format!("initiative: Dexterity {dex:+} before {against:+}"))
        .note("in the scenario's order the one comes before the other")
        .note("in an ambush the one hides and rolls Stealth, everybody else Perception (INJ-005, INJ-006)")
        .table(AnswerTable::list("first", ["initiative", "goes first"], first));
    answer.tables.extend(of_several);
    answer
}
