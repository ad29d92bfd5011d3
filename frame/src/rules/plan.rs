//! Plans: the parts of a day with what is asked before each of them.
//!
//! Owns the meaning of names in the conditions of a plan: those of a core's policies, asked of the members of a side or of somebody
//! by name, and what is known of the day so far. Knows no rule of any game. Start at [`plan`].

use crate::dice::{Dice, Slot};
use crate::fight::day::{Endangered, Leg, Sides};
use crate::fight::relations::TurnedSides;
use crate::fight::{Arrivals, Lineup, Relations, Side, Slots, Table, Watch};
use crate::policy::{
    Condition, Defect, Frame, GivenValue, Group, Kind, Members, Name, NameSegment, Observer, Of, Read, Resolved, Scope, Use,
    Vocabulary, WordList, condition,
};
use crate::scenario::{Complaints, Document, Format, Peril, legs, relations};

use super::{Entry, Loaded, Rules};

/// The plan of a day: its parts, and with the same indices what is asked before them.
#[derive(Clone, Debug)]
pub struct DayPlan<R> {
    /// The parts, in their order.
    pub legs: Vec<Leg<R>>,
    /// On what terms each of them takes place.
    pub terms: Vec<Terms>,
    /// The combatants that join fights in later rounds.
    pub arrivals: Arrivals,
    /// The relations of sides: who fights whom.
    pub relations: Relations,
    /// True if a condition asks for the day.
    pub counts_days: bool,
}

/// On what terms a part of a day takes place.
#[derive(Clone, Default, Debug)]
pub struct Terms {
    /// Those who are met afresh.
    pub fresh: Sides,
    /// True if it belongs to parts that are repeated.
    pub repeated: bool,
    /// Of a hazard: its name, empty for none.
    pub name: String,
    /// Of a hazard: whom it can strike of those whose day goes on.
    pub endangered: Option<Endangered>,
    /// The questions that are asked before it, in this order.
    leaps: Vec<Leap>,
}

/// A condition, and where the day goes on by it.
#[derive(Clone, Debug)]
struct Leap {
    condition: Condition,
    /// The day goes on elsewhere when the condition is this.
    when: bool,
    /// The part with which it goes on then.
    to: usize,
}

/// The known facts of a day so far.
#[derive(Clone, Copy, Debug)]
pub struct Past<'a> {
    /// Fights that took place.
    pub fights: i64,
    /// The number of fights that each side has won.
    pub won: &'a [i64],
    /// Days that have ended with a rest.
    pub days: u16,
}

impl<R> DayPlan<R> {
    /// The facts that its conditions read, so that they are not forgotten before they are asked.
    pub fn uses(&self) -> impl Iterator<Item = Use> {
        self.terms.iter().flat_map(|terms| &terms.leaps).flat_map(|leap| leap.condition.uses())
    }

    /// The line-up of these fighters, each of the side that is said of it, of so many sides in all.
    #[must_use]
    pub fn lineup<T>(&self, fighters: &[T], side: impl Fn(&T) -> Side, sides: usize) -> Lineup {
        Lineup::new(fighters.iter().map(side), sides, &self.relations, &self.arrivals)
    }

    /// The sides whose day goes on after a part of it.
    #[must_use]
    pub fn lasting(&self) -> Sides {
        Sides::lasting(self.legs.iter().map(Leg::sides).zip(self.terms.iter().map(|terms| terms.fresh)))
    }
}

impl Terms {
    /// True if it takes place whatever has happened.
    #[must_use]
    pub fn always(&self) -> bool {
        self.leaps.is_empty()
    }

    /// The part with which the day goes on in place of this one; nothing when it takes place.
    pub fn elsewhere<R: Rules>(&self, loaded: &Loaded<R>, fight: &R::Fight, past: Past) -> Option<usize> {
        let observer = Morning { loaded, fight, past };
        self.leaps.iter().find(|leap| leap.condition.holds(&observer, Slot(0)) == leap.when).map(|leap| leap.to)
    }
}

/// The plan of the day, where conditions have the names of this vocabulary. What is wrong goes to `complaints`; then the plan is of
/// no use.
pub fn plan<F: Format>(
    document: &Document<F>,
    vocabulary: &Vocabulary,
    combatants: &[Entry],
    complaints: &mut Complaints,
) -> DayPlan<F::Rest> {
    let sides = document.side.iter().map(|side| side.name.as_str()).collect();
    let scope = Names { vocabulary, sides, combatants };
    let rounds = combatants.iter().map(|entry| entry.arrives).collect();
    let arrivals = Arrivals::new(rounds, document.reinforcements);
    let relations = relations(document, complaints);
    let mut plan = DayPlan { legs: Vec::new(), terms: Vec::new(), arrivals, relations, counts_days: false };
    for planned in legs(document, complaints) {
        let mut leaps = Vec::new();
        for leap in planned.leaps {
            plan.counts_days |= leap.text.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == "day");
            let condition = condition(leap.text, &scope, Frame::WITHOUT_TARGET, &leap.path, complaints);
            leaps.extend(condition.map(|condition| Leap { condition, when: leap.when, to: leap.to }));
        }
        let endangered = matches!(planned.leg, Leg::Hazard(..))
            .then(|| endangered(&planned.peril, planned.leg.sides(), document, combatants, complaints));
        plan.legs.push(planned.leg);
        let name = planned.peril.name.to_owned();
        plan.terms.push(Terms { fresh: planned.fresh, repeated: planned.repeated, name, endangered, leaps });
    }
    // Every fight begins before anybody has turned on anybody.
    if document.turned == TurnedSides::default() {
        somebody_begins(document, &plan, combatants, complaints);
    }
    plan
}

/// The combatants that a hazard of these sides can strike.
fn endangered<F: Format>(
    peril: &Peril,
    sides: Sides,
    document: &Document<F>,
    combatants: &[Entry],
    complaints: &mut Complaints,
) -> Endangered {
    let members = |named: &dyn Fn(&str) -> bool| -> Slots {
        let those = (0..).map(Slot).zip(combatants);
        those.filter(|(_, entry)| sides.has(entry.side) && named(&entry.name)).map(|(slot, _)| slot).collect()
    };
    let Some((names, path)) = &peril.who else {
        return Endangered { those: members(&|_| true), strikes: peril.strikes };
    };
    for (index, name) in names.iter().enumerate() {
        let at = format!("{path}[{index}]");
        match combatants.iter().find(|entry| entry.name == *name) {
            Some(entry) if sides.has(entry.side) => {}
            Some(entry) => {
                let side = &document.side[entry.side.index()].name;
                complaints
                    .error(at, format!("`{name}` is of the `{side}`, who do not run into this hazard"))
                    .help(format!("add `sides = [\"{side}\"]`, or name somebody else"));
            }
            None => {
                let known = combatants.iter().map(|entry| entry.name.as_str());
                complaints.error(at, format!("nobody is called `{name}`")).near(name, known);
            }
        }
    }
    Endangered { those: members(&|name| names.iter().any(|one| one == name)), strikes: peril.strikes }
}

/// Runs into the hazard of a part of the day, for those of it whose day goes on.
pub fn run_into<R: Rules, D: Dice, W: Watch>(
    loaded: &Loaded<R>,
    leg: usize,
    sides: Sides,
    fight: &mut R::Fight,
    table: &mut Table<D, W>,
) {
    let (Leg::Hazard(number, _), Some(endangered)) = (loaded.plan.legs[leg], loaded.plan.terms[leg].endangered) else { return };
    let those = endangered.those.those(|who| sides.has(loaded.combatants[who.index()].side));
    loaded.rules.hazard(number, Endangered { those, ..endangered }, fight, table);
}

/// Complains about fights that are over before anybody has arrived.
fn somebody_begins<F: Format>(
    document: &Document<F>,
    plan: &DayPlan<F::Rest>,
    combatants: &[Entry],
    complaints: &mut Complaints,
) {
    let late = plan.arrivals.late();
    if late.is_empty() || plan.arrivals.are_awaited() {
        return;
    }
    let there = (0..).map(Slot).zip(combatants).filter(|(who, _)| !late.has(*who)).map(|(_, entry)| entry.side);
    let there: Sides = there.collect();
    let fights = plan.legs.iter().filter_map(|leg| if let Leg::Fight(sides) = leg { Some(*sides) } else { None });
    let mut told = Sides::NONE;
    for sides in fights.filter(|&sides| !plan.relations.at_war(sides & there)) {
        for side in sides.but(there).but(told).those(|side| plan.relations.fights(side)) {
            told = told.with(side);
            let name = &document.side[side.index()].name;
            complaints
                .error(format!("side[{}]", side.index()), format!("the fight is over before anybody of `{name}` arrives"))
                .help("let somebody be there from the beginning: leave `arrives` out")
                .help("or let the others wait: `reinforcements = \"are awaited\"` at the top of the file");
        }
    }
}

/// The observables that only a plan can ask for, with what it takes in parentheses and what kind of value it has.
const OF_THE_DAY: [(&str, bool, Kind); 4] = [
    ("fights", false, Kind::Integer),
    ("won", true, Kind::Integer),
    ("dead", true, Kind::Integer),
    ("day", false, Kind::Integer),
];
/// Places of these among them.
const FIGHTS: u16 = 0;
const WON: u16 = 1;
const DEAD: u16 = 2;
const DAY: u16 = 3;

/// The names of a plan's conditions.
struct Names<'a> {
    vocabulary: &'a Vocabulary,
    sides: Vec<&'a str>,
    combatants: &'a [Entry],
}

impl Names<'_> {
    /// The observable behind these segments when it is asked of a combatant.
    fn of_somebody(&self, name: &Name, behind: &[NameSegment]) -> Result<Resolved, Defect> {
        let it = NameSegment { text: "it", span: name.span.start..name.span.start };
        let segments: Vec<NameSegment> = std::iter::once(it).chain(behind.iter().cloned()).collect();
        self.vocabulary.resolve(&Name { segments: &segments, ..name.clone() }, Frame::CANDIDATE)
    }

    /// Something that is known of the day, by its place.
    fn of_the_day(&self, name: &Name, place: usize) -> Result<Resolved, Defect> {
        let (text, takes_side, kind) = OF_THE_DAY[place];
        let resolved = |argument| Resolved { read: Read { of: Of::Situation, observable: place as u16, argument }, kind };
        if !takes_side {
            return match name.arguments {
                None => Ok(resolved(0)),
                Some(_) => Err(Defect::new(name.span.clone(), format!("`{text}` takes nothing in parentheses"))
                    .help(format!("write `{text}`"))),
            };
        }
        let asks = |span| {
            Defect::new(span, format!("`{text}` asks for a side")).help(format!("for example `{text}({})`", self.sides[0]))
        };
        let Some([given]) = name.arguments.as_deref() else { return Err(asks(name.span.clone())) };
        let GivenValue::Word(word) = given.value else { return Err(asks(given.span.clone())) };
        match self.sides.iter().position(|side| *side == word) {
            Some(side) => Ok(resolved(side as i32)),
            None => {
                Err(Defect::new(given.span.clone(), format!("there is no side `{word}`"))
                    .advise(word, self.sides.iter().copied()))
            }
        }
    }

    /// The defect of a name that stands alone.
    fn nobodys(&self, name: &Name) -> Defect {
        let path = name.path();
        let span = name.span.clone();
        if self.of_somebody(name, name.segments).is_ok() {
            let text = Defect::new(span, format!("`{path}` of whom?"));
            let first = self.combatants.first().map_or("", |first| &first.name);
            return text
                .help(format!("write `any({}, {path} ...)`, or `all`, `count`, `min`, `max`, `sum`", self.sides[0]))
                .help(format!("or `{first}.{path}`, with the name in quotes where it is more than a word"));
        }
        let reference = self.vocabulary.reference();
        let fought = reference.iter().any(|entry| entry.of == "the situation" && entry.name.split('(').next() == Some(&path));
        if fought {
            return Defect::new(span, format!("`{path}` belongs to a fight, and between fights there is none"))
                .help(format!("a plan asks of combatants, and for {}", self.listed()));
        }
        let known: Vec<String> =
            reference.iter().filter(|entry| entry.of != "the situation").map(|entry| plain(&entry.name).to_owned()).collect();
        let known = OF_THE_DAY.iter().map(|(name, ..)| *name).chain(known.iter().map(String::as_str)).collect::<Vec<_>>();
        Defect::new(span, format!("there is no `{path}`")).advise(&path, known)
    }

    /// The known facts of a day, for advice.
    fn listed(&self) -> String {
        let names = OF_THE_DAY
            .iter()
            .map(|(name, takes, _)| if *takes { format!("`{name}({})`", self.sides[0]) } else { format!("`{name}`") });
        names.collect::<Vec<_>>().join(", ")
    }
}

/// A name of the reference without its argument.
fn plain(name: &str) -> &str {
    name.split('(').next().unwrap_or(name)
}

impl Scope for Names<'_> {
    fn resolve(&self, name: &Name<'_>, frame: Frame) -> Result<Resolved, Defect> {
        let first = &name.segments[0];
        match first.text {
            "self" | "target" => {
                let defect = Defect::new(first.span.clone(), format!("there is no `{}` here", first.text));
                return Err(defect.help("a plan is nobody's decision: ask the members of a side, or somebody by name"));
            }
            "it" if frame.it => return self.vocabulary.resolve(name, Frame::CANDIDATE),
            _ => {}
        }
        let somebody = self.combatants.iter().position(|entry| entry.name == first.text);
        if let (Some(slot), [_, behind @ ..]) = (somebody, name.segments)
            && !behind.is_empty()
        {
            let of = Of::Named(Slot(slot as u8));
            return self.of_somebody(name, behind).map(|found| Resolved { read: Read { of, ..found.read }, ..found });
        }
        let path = name.path();
        if let Some(place) =
            OF_THE_DAY.iter().position(|(known, takes, _)| *known == path && *takes == name.arguments.is_some())
        {
            return self.of_the_day(name, place);
        }
        if frame.it {
            return self.of_somebody(name, name.segments);
        }
        match OF_THE_DAY.iter().position(|(known, ..)| *known == path) {
            Some(place) => self.of_the_day(name, place),
            None => Err(self.nobodys(name)),
        }
    }

    fn words(&self) -> &[WordList] {
        self.vocabulary.words()
    }

    fn groups(&self) -> Vec<(String, Members)> {
        (0..)
            .map(|side| Members::Side(Side(side)))
            .zip(&self.sides)
            .map(|(members, name)| ((*name).to_owned(), members))
            .collect()
    }

    fn bare_is_it(&self) -> bool {
        true
    }
}

/// The state of a day between two of its parts.
struct Morning<'a, R: Rules> {
    loaded: &'a Loaded<R>,
    fight: &'a R::Fight,
    past: Past<'a>,
}

impl<R: Rules> Morning<'_, R> {
    /// Returns the members of a side.
    fn members(&self, side: Side) -> Slots {
        let combatants = self.loaded.combatants.iter().enumerate();
        combatants.filter(|(_, entry)| entry.side == side).map(|(slot, _)| Slot(slot as u8)).collect()
    }
}

impl<R: Rules> Observer for Morning<'_, R> {
    fn situation(&self, _own: Slot, observable: u16, argument: i32) -> i64 {
        let side = Side(argument as u8);
        match observable {
            FIGHTS => self.past.fights,
            DAY => 1 + i64::from(self.past.days),
            WON => self.past.won.get(side.index()).copied().unwrap_or(0),
            DEAD => (self.members(side).len() - self.side(side).len()) as i64,
            _ => 0,
        }
    }

    fn combatant(&self, _own: Slot, of: Slot, observable: u16, argument: i32) -> i64 {
        self.loaded.rules.read(self.fight, of, observable, argument)
    }

    fn target(&self, _own: Slot) -> Option<Slot> {
        None
    }

    fn group(&self, _own: Slot, _group: Group) -> Slots {
        Slots::NONE
    }

    /// Those of a side who are alive.
    fn side(&self, side: Side) -> Slots {
        self.members(side).those(|who| self.loaded.rules.is_alive(self.fight, who))
    }
}
