//! A small game for the tests of this folder: a vocabulary, a board that answers it, and outcomes to ask about.

use std::cell::Cell;

use super::{
    Argument, Condition, Defect, Frame, Group, Kind, Name, Observable, Observer, Of, Reach, Read, Resolved, Scope, Vocabulary,
    WordList,
};
use crate::dice::Slot;
use crate::fight::Slots;

pub const STATUSES: [&str; 4] = ["bleeding", "stunned", "off-guard", "deep cut"];
pub const ACTIONS: [&str; 4] = ["none", "attack", "defend", "full defence"];
pub const WEAPONS: [&str; 2] = ["sword", "2d6"];

const fn observable(name: &'static str, reach: Reach, kind: Kind, argument: Argument) -> Observable {
    Observable { name, reach, kind, argument, about: "something to test with", rules: &[] }
}

const OBSERVABLES: [Observable; 12] = [
    observable("hp", Reach::Combatant, Kind::Integer, Argument::None),
    observable("prone", Reach::Combatant, Kind::Boolean, Argument::None),
    observable("has", Reach::Combatant, Kind::Boolean, Argument::Word(0)),
    observable("declared", Reach::Combatant, Kind::Word(1), Argument::None),
    observable("weapon", Reach::Combatant, Kind::Word(2), Argument::None),
    observable("distance", Reach::Combatant, Kind::Integer, Argument::None),
    observable("round", Reach::Situation, Kind::Integer, Argument::None),
    observable("enemies.active", Reach::Situation, Kind::Integer, Argument::None),
    observable("allies.at_or_below", Reach::Situation, Kind::Integer, Argument::Integer),
    observable("in_reach", Reach::Situation, Kind::Boolean, Argument::None),
    observable("last_order", Reach::Situation, Kind::Word(1), Argument::None),
    observable("hands", Reach::Combatant, Kind::Integer, Argument::Word(2)),
];

fn words(name: &'static str, words: &[&str]) -> WordList {
    WordList::new(name, words.iter().copied())
}

pub fn vocabulary() -> Vocabulary {
    Vocabulary::new(&OBSERVABLES, vec![words("status", &STATUSES), words("action", &ACTIONS), words("weapon", &WEAPONS)])
}

/// One combatant; those with even places are on one side, the others on the other.
#[derive(Clone, Default, Debug)]
pub struct Person {
    pub hp: i64,
    pub prone: bool,
    /// One bit per status.
    pub statuses: u8,
    pub declared: usize,
    pub distance: i64,
}

/// A situation, and how often it was asked what costs time.
#[derive(Clone, Default, Debug)]
pub struct Board {
    pub people: Vec<Person>,
    pub round: i64,
    pub in_reach: bool,
    pub last_order: usize,
    pub target: Option<Slot>,
    pub asked: Cell<u32>,
    pub targets_asked: Cell<u32>,
    pub groups_asked: Cell<u32>,
}

impl Board {
    /// Combatants with these hit points.
    pub fn of(hp: &[i64]) -> Self {
        Board { people: hp.iter().map(|hp| Person { hp: *hp, ..Person::default() }).collect(), ..Board::default() }
    }

    /// True if `text` is true for the first combatant.
    pub fn says(&self, text: &str) -> bool {
        Condition::new(text, &vocabulary(), Frame::WITH_TARGET).expect("a right condition").holds(self, Slot(0))
    }

    pub fn members(&self, own: Slot, group: Group) -> impl Iterator<Item = Slot> {
        (0..self.people.len() as u8).map(Slot).filter(move |slot| match group {
            Group::Allies => slot.0 % 2 == own.0 % 2 && *slot != own,
            Group::Enemies => slot.0 % 2 != own.0 % 2,
        })
    }
}

fn count(cell: &Cell<u32>) {
    cell.set(cell.get() + 1);
}

impl Observer for Board {
    fn situation(&self, own: Slot, observable: u16, argument: i32) -> i64 {
        count(&self.asked);
        match OBSERVABLES[usize::from(observable)].name {
            "round" => self.round,
            "enemies.active" => {
                self.members(own, Group::Enemies).filter(|slot| self.people[slot.index()].hp > 0).count() as i64
            }
            "allies.at_or_below" => {
                let low = |slot: &Slot| self.people[slot.index()].hp <= i64::from(argument);
                self.members(own, Group::Allies).filter(low).count() as i64
            }
            "in_reach" => i64::from(self.in_reach),
            "last_order" => self.last_order as i64,
            other => panic!("`{other}` is not of the situation"),
        }
    }

    fn combatant(&self, own: Slot, of: Slot, observable: u16, argument: i32) -> i64 {
        count(&self.asked);
        let person = &self.people[of.index()];
        match OBSERVABLES[usize::from(observable)].name {
            "hp" => person.hp,
            "prone" => i64::from(person.prone),
            "has" => i64::from(person.statuses >> argument & 1),
            "declared" => person.declared as i64,
            "weapon" => i64::from(of.0 % 2),
            "distance" if of == own => 0,
            "distance" => person.distance,
            "hands" => i64::from(argument) + 1,
            other => panic!("`{other}` is not of a combatant"),
        }
    }

    fn target(&self, _own: Slot) -> Option<Slot> {
        count(&self.targets_asked);
        self.target
    }

    fn group(&self, own: Slot, group: Group) -> Slots {
        count(&self.groups_asked);
        self.members(own, group).collect()
    }
}

/// Names of outcomes, as somebody other than a rules core would give them a meaning.
pub struct OutcomeNames {
    words: Vec<WordList>,
}

impl OutcomeNames {
    const KEYS: [&'static str; 3] = ["winner", "rounds", "Goblin 1.hp"];

    pub fn new() -> Self {
        OutcomeNames { words: vec![words("side", &["ogre", "goblins"])] }
    }
}

impl Scope for OutcomeNames {
    fn resolve(&self, name: &Name<'_>, _frame: Frame) -> Result<Resolved, Defect> {
        let path = name.path();
        match Self::KEYS.iter().position(|key| *key == path) {
            Some(index) => {
                let read = Read { of: Of::Situation, observable: index as u16, argument: 0 };
                Ok(Resolved { read, kind: if index == 0 { Kind::Word(0) } else { Kind::Integer } })
            }
            None => Err(Defect::new(name.span.clone(), format!("there is no outcome `{path}`")).advise(&path, Self::KEYS)),
        }
    }

    fn words(&self) -> &[WordList] {
        &self.words
    }
}

/// The outcomes of one fight.
impl Observer for [i64; 3] {
    fn situation(&self, _own: Slot, observable: u16, _argument: i32) -> i64 {
        self[usize::from(observable)]
    }

    fn combatant(&self, _own: Slot, _of: Slot, _observable: u16, _argument: i32) -> i64 {
        0
    }

    fn target(&self, _own: Slot) -> Option<Slot> {
        None
    }

    fn group(&self, _own: Slot, _group: Group) -> Slots {
        Slots::NONE
    }
}
