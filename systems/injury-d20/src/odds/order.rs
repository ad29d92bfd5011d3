//! The question of who goes first, of two and of several, aware of each other or not.
//!
//! Start at [`initiative`].

use std::cmp::Reverse;

use num_rational::BigRational;

use frame::rules::answers::{Answer, AnswerTable, Cell};
use frame::rules::places::{Keys, Places, order_table};
use frame::rules::questions::Arguments;

use super::super::book::Awareness;
use super::super::rulings::InitiativeTie;
use super::super::sheet::{Attribute, Skill};
use super::signed;
use super::trial::{ONE, OTHER, Trial};

/// Somebody who rolls initiative.
struct Contender {
    dexterity: i32,
    /// Stealth of whoever hides, Perception of everybody else.
    skill: i32,
}

/// Total, the Dexterity that decides a tie, and the place in the scenario where that does.
type Key = (i32, i32, Reverse<usize>);

impl Trial {
    /// Keys of the initiative of somebody; the first of the list is the one who hides in an ambush (INJ-002 to INJ-006, R-02).
    fn initiative(&mut self, place: usize, contender: &Contender, awareness: Awareness) -> Keys<Key> {
        let who = if place == 0 { ONE } else { OTHER };
        self.core.book.encounter.awareness = awareness;
        self.core.hiding = Some(self.core.fighter(ONE).side);
        let fighter = &mut self.core.fighters[who.index()];
        fighter.attributes[Attribute::Dex as usize] = contender.dexterity;
        let skill = if place == 0 { Skill::Stealth } else { Skill::Perception };
        fighter.skills[skill as usize] = contender.skill;
        let (_, net, added) = self.core.initiative_terms(&self.core.morning, who);
        let dexterity = self.core.tie_dexterity(contender.dexterity);
        let listed = if self.core.rulings.initiative_tie == InitiativeTie::ScenarioOrder { place } else { 0 };
        let faces = self.faces(self.core.book.initiative.die, net);
        faces.into_iter().map(|(rolled, chance)| ((rolled.sum() + added, dexterity, Reverse(listed)), chance)).collect()
    }

    /// Returns the keys of the initiative of all of them.
    fn initiatives(&mut self, contenders: &[Contender], awareness: Awareness) -> Vec<Keys<Key>> {
        contenders.iter().enumerate().map(|(place, one)| self.initiative(place, one, awareness)).collect()
    }
}

/// The order of initiative (INJ-002 to INJ-006, R-02).
pub fn initiative(arguments: &Arguments, mut trial: Trial) -> Answer {
    let number = |name: &str| arguments.integer(name) as i32;
    let (dex, against) = (number("dex"), number("against"));
    let mut contenders = vec![
        Contender { dexterity: dex, skill: number("stealth") },
        Contender { dexterity: against, skill: number("perception") },
    ];
    let others = arguments.pairs("others").iter();
    contenders.extend(others.map(|&(dexterity, skill)| Contender { dexterity: dexterity as i32, skill: skill as i32 }));
    let awarenesses = [("base", Awareness::Base), ("ready", Awareness::Ready), ("ambush", Awareness::Ambush)];
    let mut table = AnswerTable::new("first", &["initiative", "goes first"]);
    let mut tables = Vec::new();
    for (name, awareness) in awarenesses {
        let keys = trial.initiatives(&contenders, awareness);
        let places = Places::of(&keys);
        table.row([Cell::text(name), Cell::Exact(places.before[0][1].clone())]);
        if contenders.len() > 2 {
            let names: Vec<String> = (1..=contenders.len()).map(|number| format!("#{number}")).collect();
            tables.push(of_several(name, &contenders, &names, places.place));
            tables.extend(order_table(format!("order, {name}"), &names, &keys));
        }
    }
    tables.insert(0, table);
    let notes = vec![
        "in the scenario's order the one comes before the other".to_owned(),
        "in an ambush the one hides and rolls Stealth, everybody else Perception (INJ-005, INJ-006)".to_owned(),
    ];
    Answer {
        title: format!("initiative: Dexterity {} before {}", signed(dex.into()), signed(against.into())),
        notes,
        tables,
        curves: Vec::new(),
    }
}

/// The places of several.
fn of_several(name: &str, contenders: &[Contender], names: &[String], places: Vec<Vec<BigRational>>) -> AnswerTable {
    let mut table = AnswerTable::new(format!("places, {name}"), &["who", "Dexterity"]);
    table.columns.extend((1..=contenders.len()).map(|place| format!("place {place}")));
    for ((who, contender), places) in names.iter().zip(contenders).zip(places) {
        let head = [Cell::text(who), Cell::Integer(contender.dexterity.into())];
        table.row(head.into_iter().chain(places.into_iter().map(Cell::Exact)));
    }
    table
}
