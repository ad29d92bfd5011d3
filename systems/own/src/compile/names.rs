//! Names in a page's expressions: what each of them stands for where it is written.
//!
//! Owns the scope of statements, and the complaints about names. Start at [`Sight`].

use std::cell::{Cell, RefCell};
use std::ops::Range;

use super::super::code::Register;
use super::super::page::{Field, OF_PLACES, Page, Sort};
use super::{GROUPS, NUMBER, Numbers};
use frame::policy::{
    Defect, Frame, Function, GivenValue, Kind, Members, Name, NameSegment, Of, Read, Resolved, Scope, WordList,
};

/// The meaning of a name that stands in a program for a time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Meaning {
    /// A combatant.
    Somebody(Register),
    /// A record of this kind.
    Thing(Register, usize),
    /// A number, and the sum of the dice alone where it was rolled.
    Number(Register, Option<Register>),
    /// True or false.
    Truth(Register),
    /// Dice, packed.
    Dice(Register),
}

/// Of whom something is read.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Whose {
    Register(Register),
    /// The member of a group at hand.
    It,
}

/// What a name reads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Place {
    Constant(i64),
    Local(Register),
    State(Whose, u8),
    Status(Whose, u8),
    Stat(Whose, u8),
    Value(Whose, usize),
    First(Whose, u8, u8),
    Field(Register, u8),
    Round,
    Length(u16),
    Out(Whose),
    Dead(Whose),
    Is(Whose, Whose),
    /// How far two are apart.
    Apart(Whose, Whose),
    /// True if there is cover between one and the other.
    Covered(Whose, Whose),
    /// True if there is no wall between them.
    Sight(Whose, Whose),
    Asks(Whose, u8),
    /// The number of dice, their faces, or what is added to them.
    Part(Origin, u8),
}

pub(super) struct Var {
    pub(super) name: String,
    pub(super) meaning: Meaning,
}

/// The origin of dice that a name stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Origin {
    Is(i64),
    Register(Register),
    Stat(Register, u8),
    Field(Register, u8),
    First(Register, u8, u8),
}

/// The names that an expression sees; what it reads is kept in a list.
pub(super) struct Sight<'c> {
    pub(super) page: &'c Page,
    pub(super) numbers: &'c Numbers,
    pub(super) vars: &'c [Var],
    pub(super) places: RefCell<Vec<Place>>,
    pub(super) asked: RefCell<Vec<usize>>,
    /// The name of the member of a group whom the text is about, where it is about one.
    pub(super) member: Option<&'c str>,
    /// True where a decision can be asked for.
    pub(super) acts: Cell<bool>,
}

impl Sight<'_> {
    /// A name that reads a place.
    #[expect(clippy::unnecessary_wraps, reason = "it is the answer of all that resolve a name")]
    pub(super) fn read(&self, place: Place, kind: Kind) -> Result<Resolved, Defect> {
        let mut places = self.places.borrow_mut();
        let index = places.iter().position(|known| *known == place).unwrap_or_else(|| {
            places.push(place);
            places.len() - 1
        });
        Ok(Resolved { read: Read { of: Of::Situation, observable: index as u16, argument: 0 }, kind })
    }

    pub(super) fn var(&self, name: &str) -> Option<Meaning> {
        self.vars.iter().rev().find(|var| var.name == name).map(|var| var.meaning)
    }

    /// Whom a name means.
    pub(super) fn somebody(&self, name: &str, frame: Frame) -> Option<Whose> {
        if name == "it" && frame.it {
            return Some(Whose::It);
        }
        match self.var(name) {
            Some(Meaning::Somebody(register)) => Some(Whose::Register(register)),
            _ => None,
        }
    }

    /// Everything that can be asked of a combatant, for advice.
    pub(super) fn known(&self) -> Vec<&str> {
        let page = self.page;
        let names = page.states.iter().map(|state| state.name).chain(page.values.iter().map(|value| value.name));
        let stats = page.stats.iter().filter(|stat| !matches!(stat.sort, Sort::List(_))).map(|stat| stat.name);
        let places = if page.arena.is_some() { &OF_PLACES[..3] } else { &[] };
        names.chain(stats).chain(["has", "out", "dead"]).chain(places.iter().copied()).collect()
    }

    /// True if the page has a state, a value or a stat of this name.
    fn declares(&self, word: &str) -> bool {
        let page = self.page;
        page.states.iter().any(|state| state.name == word)
            || page.values.iter().any(|value| value.name == word)
            || page.stats.iter().any(|stat| stat.name == word)
    }

    /// What a name of a combatant reads.
    pub(super) fn of(&self, whose: Whose, rest: &[NameSegment], name: &Name) -> Result<Resolved, Defect> {
        let page = self.page;
        let span = rest[0].span.start..rest[rest.len() - 1].span.end;
        let word = rest[0].text;
        if let [list, field] = rest
            && let Some((stat, kind)) = self.first_of(list.text)
        {
            return self.field(kind, field, |index, _| Place::First(whose, stat, index));
        }
        if rest.len() > 1 {
            let path = rest.iter().map(|segment| segment.text).collect::<Vec<_>>().join(".");
            return Err(Defect::new(span, format!("combatants have no `{path}`")).advise(&path, self.known()));
        }
        let given = |what: &str, example: String| match name.arguments.as_deref() {
            Some([given]) => Ok(given.clone()),
            _ => Err(Defect::new(span.clone(), format!("`{word}` asks for {what}")).help(format!("for example `{example}`"))),
        };
        match word {
            "has" => {
                let first = page.statuses.first().map_or("stunned", |status| status.name);
                let given = given("a status", format!("has({first})"))?;
                let index = match given.value {
                    GivenValue::Word(word) => page.statuses.iter().position(|status| status.name == word),
                    _ => None,
                };
                let Some(index) = index else {
                    let defect = Defect::new(given.span.clone(), format!("there is no status `{}`", given.text));
                    return Err(defect.advise(given.text, page.statuses.iter().map(|status| status.name)));
                };
                return self.read(Place::Status(whose, (page.states.len() + index) as u8), Kind::Boolean);
            }
            "is" => {
                let given = given("somebody", "is(target)".to_owned())?;
                let other = match given.value {
                    GivenValue::Word(word) => self.somebody(word, Frame::CANDIDATE),
                    _ => None,
                };
                let Some(other) = other else {
                    return Err(Defect::new(given.span.clone(), format!("`{}` is nobody here", given.text))
                        .help("for example `it.is(target)`"));
                };
                return self.read(Place::Is(whose, other), Kind::Boolean);
            }
            place if page.arena.is_some() && OF_PLACES[..3].contains(&place) => {
                return self.apart(whose, name, place);
            }
            "distance" if !self.declares(word) => {
                return Err(Defect::new(span, "nobody stands anywhere, so there is no distance")
                    .help("add `[arena]` to the page: a grid, or `kind = \"zones\"`"));
            }
            "asks" => {
                let given = given("a decision", "target asks parry".to_owned())?;
                return self.answer(whose, given.text, given.span.clone());
            }
            _ => {}
        }
        if name.arguments.is_some() {
            let defect = Defect::new(name.span.clone(), format!("`{word}` takes nothing in parentheses"));
            return Err(defect.help(format!("write `{word}`")));
        }
        if let Some(index) = page.states.iter().position(|state| state.name == word) {
            let kind = kind_of(page.states[index].sort);
            return self.read(Place::State(whose, index as u8), kind);
        }
        if let Some(index) = page.values.iter().position(|value| value.name == word) {
            return self.read(Place::Value(whose, index), NUMBER);
        }
        if let Some(index) = page.stats.iter().position(|stat| stat.name == word) {
            let place = Place::Stat(whose, index as u8);
            return match page.stats[index].sort {
                Sort::Number { .. } | Sort::Truth | Sort::Word(_) => self.read(place, kind_of(page.stats[index].sort)),
                Sort::Dice => Err(dice_here(span, word)),
                Sort::List(kind) => {
                    let record = page.records[kind].name;
                    Err(Defect::new(span, format!("`{word}` are several"))
                        .help(format!("`{record}.NAME` is of the first of them, or of the one in use where an action says `with = \"{record}\"`")))
                }
                Sort::Text => Err(Defect::new(span, format!("`{word}` is a text, which no rule reads"))),
            };
        }
        match word {
            "out" => return self.read(Place::Out(whose), Kind::Boolean),
            "dead" => return self.read(Place::Dead(whose), Kind::Boolean),
            _ => {}
        }
        if page.statuses.iter().any(|status| status.name == word) {
            return Err(Defect::new(span, format!("`{word}` is a status")).help(format!("write `has({word})`")));
        }
        Err(self.unknown(word, span))
    }

    /// The defect of a name that no combatant has.
    fn unknown(&self, word: &str, span: Range<usize>) -> Defect {
        let page = self.page;
        let defect = Defect::new(span, format!("there is no `{word}`"));
        if let "yes" | "no" = word {
            return defect.help(format!("write `{}`", word == "yes"));
        }
        let holder = page.records.iter().find(|record| record.fields.iter().any(|field| field.name == word));
        if let Some(record) = holder {
            defect.help(format!("a {0} has it: `{0}.{word}`", record.name))
        } else if page.book.iter().any(|number| number.name == word) {
            defect.help(format!("the book has it: `book.{word}`"))
        } else if page.rulings.iter().any(|ruling| ruling.name == word) {
            defect.help(format!("it is a ruling: `rulings.{word}`"))
        } else {
            defect.advise(word, self.known())
        }
    }

    /// The defect of a name of one that is not there: a target without one, a member outside of a group.
    fn nobody(&self, segments: &[NameSegment]) -> Option<Defect> {
        let span = segments[0].span.clone();
        let of_group = "inside `count`, `any`, `all`, `min`, `max` and `sum` `it` is each of a group in turn";
        match segments[0].text {
            "target" => {
                Some(Defect::new(span, "there is no `target` here").help("an action has one where its `on` is somebody"))
            }
            "it" => {
                let help = match (self.member, &segments[1..]) {
                    (Some(member), [what, ..]) => {
                        format!("each of the group is called `{member}` here: `{member}.{}`", what.text)
                    }
                    (Some(member), []) => format!("each of the group is called `{member}` here"),
                    (None, _) => of_group.to_owned(),
                };
                Some(Defect::new(span, "`it` is nobody here").help(help))
            }
            _ => None,
        }
    }

    /// The answer of a combatant's policy to a decision.
    fn answer(&self, whose: Whose, decision: &str, span: Range<usize>) -> Result<Resolved, Defect> {
        let known = || self.page.decisions.iter().map(|decision| decision.name);
        let Some(index) = known().position(|name| name == decision) else {
            return Err(Defect::new(span, format!("there is no decision `{decision}`")).advise(decision, known()));
        };
        if !self.acts.get() {
            return Err(Defect::new(span, "nobody can be asked here")
                .help("decisions are asked for in statements: `if target asks parry { .. }`"));
        }
        self.asked.borrow_mut().push(index);
        self.read(Place::Asks(whose, index as u8), Kind::Boolean)
    }

    /// What a name of two combatants reads: `distance(target)` of oneself, `target.distance` from oneself.
    fn apart(&self, whose: Whose, name: &Name, word: &str) -> Result<Resolved, Defect> {
        let example = format!("for example `target.{word}`, which is from oneself, or `it.{word}(target)`");
        let own = self.somebody("self", Frame::CANDIDATE);
        let pair = match name.arguments.as_deref() {
            None => own.filter(|own| *own != whose).map(|own| (own, whose)),
            Some([given]) => {
                let other = match given.value {
                    GivenValue::Word(word) => self.somebody(word, Frame::CANDIDATE),
                    _ => None,
                };
                let Some(other) = other else {
                    return Err(Defect::new(given.span.clone(), format!("`{}` is nobody here", given.text)).help(example));
                };
                Some((whose, other))
            }
            Some(_) => None,
        };
        let Some((from, to)) = pair else {
            return Err(Defect::new(name.span.clone(), format!("`{word}` is between two")).help(example));
        };
        match word {
            "distance" => self.read(Place::Apart(from, to), NUMBER),
            "covered" => self.read(Place::Covered(from, to), Kind::Boolean),
            _ => self.read(Place::Sight(from, to), Kind::Boolean),
        }
    }

    /// The stat that is a list of records of a kind, by the name of the kind.
    pub(super) fn first_of(&self, kind: &str) -> Option<(u8, usize)> {
        let kind = self.page.records.iter().position(|record| record.name == kind)?;
        let stat = self.page.stats.iter().position(|stat| stat.sort == Sort::List(kind))?;
        Some((stat as u8, kind))
    }

    /// What the key of a record reads.
    pub(super) fn field(
        &self,
        kind: usize,
        field: &NameSegment,
        place: impl Fn(u8, Sort) -> Place,
    ) -> Result<Resolved, Defect> {
        let record = &self.page.records[kind];
        let Some(index) = record.fields.iter().position(|known| known.name == field.text) else {
            let defect = Defect::new(field.span.clone(), format!("a {} has no `{}`", record.name, field.text));
            return Err(defect.advise(field.text, record.fields.iter().map(|field| field.name)));
        };
        match record.fields[index].sort {
            Sort::Dice => Err(dice_here(field.span.clone(), &format!("{}.{}", record.name, field.text))),
            Sort::Text | Sort::List(_) => {
                Err(Defect::new(field.span.clone(), format!("`{}` is a text, which no rule reads", field.text)))
            }
            sort => self.read(place(index as u8, sort), kind_of(sort)),
        }
    }
}

/// What is known where dice are named.
pub(super) struct Declared<'c> {
    pub(super) page: &'c Page,
    pub(super) numbers: &'c Numbers,
    pub(super) vars: &'c [Var],
}

impl Declared<'_> {
    pub(super) fn var(&self, name: &str) -> Option<Meaning> {
        self.vars.iter().rev().find(|var| var.name == name).map(|var| var.meaning)
    }

    /// The dice of a record of a kind that a combatant has first.
    pub(super) fn first(&self, who: Register, kind: &str, field: &str) -> Option<Origin> {
        let kind = self.page.records.iter().position(|record| record.name == kind)?;
        let stat = self.page.stats.iter().position(|stat| stat.sort == Sort::List(kind))?;
        Some(Origin::First(who, stat as u8, dice_of(&self.page.records[kind].fields, field)? as u8))
    }

    /// The origin of dice that a name stands for; none of anything else.
    pub(super) fn dice(&self, segments: &[NameSegment]) -> Option<Origin> {
        let page = self.page;
        let own = || match self.var("self") {
            Some(Meaning::Somebody(register)) => Some(register),
            _ => None,
        };
        match segments {
            [one] => match self.var(one.text) {
                Some(Meaning::Dice(register)) => Some(Origin::Register(register)),
                Some(_) => None,
                None => Some(Origin::Stat(own()?, dice_of(&page.stats, one.text)? as u8)),
            },
            [one, two] => match (one.text, self.var(one.text)) {
                ("book", _) => Some(Origin::Is(self.numbers.book[dice_of(&page.book, two.text)?])),
                (_, Some(Meaning::Thing(register, kind))) => {
                    Some(Origin::Field(register, dice_of(&page.records[kind].fields, two.text)? as u8))
                }
                (_, Some(Meaning::Somebody(who))) => Some(Origin::Stat(who, dice_of(&page.stats, two.text)? as u8)),
                (kind, None) => self.first(own()?, kind, two.text),
                _ => None,
            },
            [one, kind, field] => match self.var(one.text) {
                Some(Meaning::Somebody(who)) => self.first(who, kind.text, field.text),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The place of dice among declared values.
pub(super) fn dice_of(fields: &[Field], name: &str) -> Option<usize> {
    fields.iter().position(|field| field.name == name && field.sort == Sort::Dice)
}

/// The parts of dice that can be asked for.
pub(crate) const PARTS: [&str; 3] = ["count", "faces", "plus"];

/// The defect of dice where a number is needed.
pub(super) fn dice_here(span: std::ops::Range<usize>, what: &str) -> Defect {
    Defect::new(span, format!("`{what}` are dice, and a number is needed here"))
        .help(format!("roll them first: `roll damage: {what}`, and use `damage`"))
}

/// The kind of values of a sort.
pub(super) fn kind_of(sort: Sort) -> Kind {
    match sort {
        Sort::Truth => Kind::Boolean,
        Sort::Word(list) => Kind::Word(list),
        _ => NUMBER,
    }
}

/// Functions beside those of the language.
pub(crate) const FUNCTIONS: [(&str, usize, bool); 3] = [("abs", 1, false), ("if", 3, true), ("up", 2, false)];

impl Scope for Sight<'_> {
    fn resolve(&self, name: &Name<'_>, frame: Frame) -> Result<Resolved, Defect> {
        let segments = name.segments;
        let first = segments[0].text;
        let page = self.page;
        if let ([dice @ .., part], None) = (segments, &name.arguments)
            && let Some(place) = PARTS.iter().position(|known| *known == part.text)
            && let Some(origin) = (Declared { page, numbers: self.numbers, vars: self.vars }).dice(dice)
        {
            return self.read(Place::Part(origin, place as u8), NUMBER);
        }
        match (first, &segments[1..]) {
            ("book", [number]) => {
                let Some(index) = page.book.iter().position(|known| known.name == number.text) else {
                    let defect = Defect::new(number.span.clone(), format!("the book has no `{}`", number.text));
                    return Err(defect.advise(number.text, page.book.iter().map(|number| number.name)));
                };
                return match page.book[index].sort {
                    Sort::Dice => Err(dice_here(name.span.clone(), &name.path())),
                    sort => self.read(Place::Constant(self.numbers.book[index]), kind_of(sort)),
                };
            }
            ("rulings", [ruling]) => {
                let Some(index) = page.rulings.iter().position(|known| known.name == ruling.text) else {
                    let defect = Defect::new(ruling.span.clone(), format!("there is no ruling `{}`", ruling.text));
                    return Err(defect.advise(ruling.text, page.rulings.iter().map(|ruling| ruling.name)));
                };
                return self.read(Place::Constant(self.numbers.rulings[index] as i64), Kind::Word(page.ruling_words[index]));
            }
            ("round", []) => return self.read(Place::Round, NUMBER),
            (group, [active]) if active.text == "active" && GROUPS.contains(&group) => {
                let code = GROUPS.iter().position(|known| *known == group).unwrap_or_default();
                return self.read(Place::Length(code as u16), NUMBER);
            }
            (group, [what, ..]) if GROUPS.contains(&group) && self.var(group).is_none() => {
                let help = format!("of which of them? `min({group}, it.{0})`, `max`, `sum`, `count`, `any`, `all`", what.text);
                return Err(Defect::new(name.span.clone(), format!("there is no `{}`", name.path())).help(help));
            }
            _ => {}
        }
        if let Some(whose) = self.somebody(first, frame) {
            if segments.len() == 1 {
                let defect = Defect::new(segments[0].span.clone(), format!("`{first}` is a combatant: what about it?"));
                let example = self.known().first().map_or_else(String::new, |name| format!("for example `{first}.{name}`"));
                return Err(defect.help(example));
            }
            return self.of(whose, &segments[1..], name);
        }
        match (self.var(first), &segments[1..]) {
            (Some(Meaning::Number(register, _)), []) => return self.read(Place::Local(register), NUMBER),
            (Some(Meaning::Number(_, Some(face))), [part]) if part.text == "face" => {
                return self.read(Place::Local(face), NUMBER);
            }
            (Some(Meaning::Truth(register)), []) => return self.read(Place::Local(register), Kind::Boolean),
            (Some(Meaning::Dice(_)), []) => return Err(dice_here(name.span.clone(), first)),
            (Some(Meaning::Thing(register, kind)), [field]) => {
                return self.field(kind, field, |index, _| Place::Field(register, index));
            }
            (Some(Meaning::Thing(_, kind)), []) => {
                let record = &self.page.records[kind];
                let example = record.fields.iter().find(|field| matches!(field.sort, Sort::Number { .. }));
                let defect = Defect::new(name.span.clone(), format!("`{first}` is a thing: what about it?"));
                return Err(defect.help(format!("for example `{first}.{}`", example.map_or("NAME", |field| field.name))));
            }
            (Some(_), [part, ..]) => {
                return Err(Defect::new(part.span.clone(), format!("`{first}` has no `{}`", part.text))
                    .help("what was rolled has its `face`: the sum of its dice alone"));
            }
            _ => {}
        }
        if let Some(defect) = self.nobody(segments) {
            return Err(defect);
        }
        if self.page.records.iter().any(|record| record.name == first) && segments.len() > 1 && self.first_of(first).is_none() {
            let defect = Defect::new(segments[0].span.clone(), format!("there is no `{first}` here"));
            return Err(defect.help(format!("an action that uses one says `with = \"{first}\"`")));
        }
        let Some(own) = self.somebody("self", frame) else {
            return Err(Defect::new(name.span.clone(), format!("there is no `{}` here", name.path())));
        };
        let told = self.of(own, segments, name);
        told.map_err(|defect| {
            let locals = self.vars.iter().map(|var| var.name.as_str()).filter(|name| *name != "self");
            let unknown = defect.message.starts_with("there is no") || defect.message.starts_with("combatants have no");
            match (unknown, frame::error::nearest(first, locals)) {
                (true, Some(near)) => Defect { help: vec![format!("did you mean `{near}`?")], ..defect },
                _ => defect,
            }
        })
    }

    fn words(&self) -> &[WordList] {
        &self.page.words
    }

    fn groups(&self) -> Vec<(String, Members)> {
        (0..).zip(GROUPS).map(|(code, name)| (name.to_owned(), Members::Other(code))).collect()
    }

    fn group_of_another(&self, whose: &str, group: &str) -> Option<String> {
        Some(format!(
            "a group stands here alone and is one's own; of somebody else write a value, `[value]` with \
             `number = \"count({group}, true)\"`, and ask for `{whose}.number`"
        ))
    }

    fn function(&self, name: &str) -> Option<Function> {
        if let Some(index) = FUNCTIONS.iter().position(|(known, ..)| *known == name) {
            let (_, takes, asks) = FUNCTIONS[index];
            return Some(Function { code: index as u16, takes, asks });
        }
        let table = self.page.tables.iter().position(|table| table.name == name)?;
        let takes = if self.page.tables[table].text.columns.is_empty() { 1 } else { 2 };
        Some(Function { code: (FUNCTIONS.len() + table) as u16, takes, asks: false })
    }

    fn counts_truths(&self) -> bool {
        true
    }
}
