//! `cairn-ap`: a Cairn descendant with action points, contested checks, scars by the hit points one had, and dice-pool magic.
//!
//! Owns everything that the rules of this system say, and nothing of any other. Read the folder's `README.md` for rolls and
//! rulings; then, in the order of play: [`sheet`] and [`policy`] (what a designer writes), [`book`] and [`rulings`] (what can
//! be changed), [`round`] (the round and its turns), [`deeds`] (what a line of a plan does), [`act`] and [`save`] (an attack
//! and the save against it), [`check`] and [`spend`] (how anything is rolled), [`harm`] and [`scars`] (from damage to death),
//! [`magic`] and [`mishap`] (spells, and what goes wrong), [`held`] (actions that wait), [`morale`], and [`rest`] (between
//! fights). What the exact solver may forget and put together is in [`merge`]. Start at [`CairnAp`].

#![forbid(unsafe_code)]

mod act;
pub mod book;
mod changes;
mod character;
pub mod check;
mod condition;
mod decide;
mod deeds;
mod derived;
mod fighter;
mod flag;
mod harm;
mod hazard;
mod held;
mod initiative;
mod inventory;
mod items;
mod magic;
mod merge;
mod metrics;
mod mishap;
mod morale;
mod movement;
mod odds;
pub mod policy;
mod profile;
mod quantities;
mod recovery;
mod rest;
pub mod rolls;
mod round;
pub mod rulings;
mod save;
mod scars;
pub mod sheet;
mod spend;
mod state;
mod status;
mod stunt;

use std::collections::BTreeMap;
use std::ops::Range;

use frame::dice::{Dice, Roll, Slot, key};
use frame::fight::day::Sides;
use frame::fight::watch::Counter;
use frame::fight::{Catalogue, Lineup, Offer, Slots, Stand, Table, Watch};
use frame::policy::Observer;
use frame::rules::answers::Answer;
use frame::rules::decisions::{check_policy, described, named_policy};
use frame::rules::declare::{section, sided, usual_answers, words};
use frame::rules::modifier::ModifierList;
use frame::rules::plan::plan;
use frame::rules::play::play;
use frame::rules::questions::{Arguments, Question};
use frame::rules::{Describes, Entry, Loaded, Measures, Peek, Plays, Reference, RuleSet, RulesByRelations, Solves, Written};
use frame::scenario::{Complaints, Document, Enlisted, Format, expand, hazards, spare_places};

use book::Book;
use book::library::{Lasting, Measure, SpellEffect};
use decide::{Policies, Setting};
use fighter::{Fighter, Reserve};
use hazard::{Hazard, HazardText};
use merge::Asked;
use metrics::Measured;
use policy::PolicyText;
use rulings::{Duplicate, Rulings};
use sheet::{Kind, Sheet};
use state::{Body, Status};

pub use state::Fight;

/// The words of a scenario of this system.
type Words<'a> = frame::rules::Words<'a, Book, rulings::Rulings>;

play!(Core, Fight);

/// The system.
#[derive(Clone, Debug)]
pub struct CairnAp;

section! {
    /// A line of Spaces. [RU-26]
    #[derive(Eq)]
    ArenaText {
        /// Spaces that are the death of those who are shoved into them. [CAP-025]
        pits: Vec<i32> = Vec::new(),
        /// Spaces that are an advantageous position, such as a wall or a staircase: attacks from one of them on a target in none
        /// are Enhanced. [CAP-110, RU-30]
        heights: Vec<i32> = Vec::new(),
    }
}

words! {
    /// The time between two fights.
    RestKind {
        /// A few moments and a drink of water. [CAP-067]
        Short,
        /// A few hours. [CAP-143]
        FewHours,
        /// A full night in a safe place. [CAP-075]
        Night,
        /// A week with a healer. [CAP-069]
        Week,
        /// A week without one. [CAP-069]
        WeekAlone,
        /// A day without food or rest. [CAP-071, CAP-072]
        Hunger,
        /// Food and rest: the need is met. [CAP-071]
        Meal,
        /// A healer who knows about tumors. [CAP-176]
        Specialist,
        /// Extraordinary aid: the deaf hear again, the lost come to their senses. [CAP-125, CAP-148]
        Extraordinary,
        /// Everybody copies the first scroll into the Grimoire. [CAP-192]
        CopyScroll,
        /// Everybody without a usable Grimoire makes one. [CAP-195]
        MakeGrimoire,
        /// The hazard of the book threatens everybody of the first side. [CAP-059]
        Hazard,
    }
}

impl Format for CairnAp {
    const NAME: &'static str = "cairn-ap";
    type Book = Book;
    type Rulings = Rulings;
    type Arena = ArenaText;
    type Sheet = Sheet;
    type Policy = PolicyText;
    type Rest = RestKind;
    type Hazard = HazardText;
}

/// The rules, loaded for one scenario.
#[derive(Debug)]
pub struct Core {
    book: Book,
    rulings: Rulings,
    fighters: Vec<Fighter>,
    /// The combatants by their sides.
    lineup: Lineup,
    /// True if anybody stands by to be called into a fight.
    reserves: bool,
    policies: Policies,
    /// True if there are positions.
    positions: bool,
    pits: Vec<i16>,
    /// Spaces of an advantageous position.
    heights: Vec<i16>,
    places: Vec<i16>,
    /// The state in which every day begins, before anything is rolled.
    morning: Fight,
    /// The hazards of the day, by their numbers.
    hazards: Vec<Hazard>,
    catalogue: Catalogue,
    metrics_of_state: usize,
    /// By slot.
    measured: Vec<Measured>,
    /// The facts that policies ask for.
    asked: Asked,
}

impl Core {
    /// Returns the fighter in a slot.
    #[inline]
    fn fighter(&self, who: Slot) -> &Fighter {
        &self.fighters[who.index()]
    }

    /// Returns the name of a combatant.
    fn name(&self, who: Slot) -> &str {
        &self.fighter(who).name
    }

    /// True if it has a weapon other than bare hands to use.
    fn armed(&self, fight: &Fight, who: Slot) -> bool {
        let weapons = &self.fighter(who).weapons;
        self.first_weapon(fight, who).is_some_and(|weapon| weapons[weapon].origin != fighter::Origin::Unarmed)
    }
}

sided!(Core);

/// The system behind its door.
pub static SYSTEM: &dyn frame::door::System = &frame::door::Compiled::<CairnAp>::new();

impl RuleSet for CairnAp {
    type Rules = RulesByRelations<Core>;
    const SUMMARY: &'static str =
        "action points, contested checks, scars by the hit points one had, dice-pool magic with mishaps";
    const STARTER: &'static str = include_str!("../starter.toml");
    const QUESTIONS: &'static [Question] = odds::QUESTIONS;
    const ROLLS: &'static [&'static Roll] = rolls::ALL;
    const MODIFIERS: &'static [&'static ModifierList] = &[&act::STEPS_UP, &act::STEPS_DOWN, &act::HINDRANCES];
    const LEDGER: [&'static str; 2] = [include_str!("../ledger.txt"), include_str!("../silent.txt")];

    fn reference() -> Reference {
        Reference {
            decisions: described(policy::DecisionLists::DECISIONS),
            observables: quantities::vocabulary().reference(),
            selectors: decide::SELECTORS.iter().map(|named| (named.name, named.about)).collect(),
        }
    }

    fn load(document: &Document<Self>, complaints: &mut Complaints) -> Option<Loaded<RulesByRelations<Core>>> {
        RulesByRelations::load(document, complaints, load)
    }

    fn answer(question: &Question, arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
        odds::answer(question, arguments, book, rulings)
    }
}

/// Loads the rules for one state of affairs between the sides.
fn load(document: &Document<CairnAp>, complaints: &mut Complaints) -> Option<Loaded<Core>> {
    let combined = expand(document, complaints);
    check_book(&document.book, complaints);
    let words = Words { book: &document.book, rulings: &document.rulings };
    let mut roll = Muster { fighters: Vec::new(), combatants: Vec::new(), used: Vec::new() };
    for one in &combined {
        let written = Written { sheet: one.sheet, path: &one.path };
        roll.fighters.push(Fighter::new(one.name.clone(), one.side, written, words, complaints));
        roll.combatants.push(Entry::of(one));
        roll.used.push(named_policy(one, document, complaints));
    }
    stand_by(&combined, document, &mut roll, complaints);
    let Muster { mut fighters, combatants, used } = roll;
    let positions = document.arena.is_some();
    let places = places(&combined, positions, complaints);
    let vocabulary = quantities::vocabulary().with_fixed(quantities::fixed(&document.book.policy, positions));
    let plan = plan(document, &vocabulary, &combatants, complaints);
    let hazards = hazards(document);
    let hazards = hazards.iter().map(|(path, text)| Hazard::new(path, text, &document.book, complaints)).collect();
    fighters.iter_mut().for_each(|fighter| fighter.camp = plan.relations.camp(fighter.side));
    let setting = Setting { vocabulary: &vocabulary, book: &document.book, rulings: &document.rulings, positions };
    let (policies, lines) = Policies::compile(&fighters, &used, &document.policy, setting, complaints);
    if complaints.any_error() {
        return None;
    }
    let sleep = |spell: &fighter::Spell| matches!(spell.kind.effect, SpellEffect::Sleep | SpellEffect::Pacify);
    let enchantable = fighters.iter().any(|fighter| fighter.spells.iter().any(sleep));
    fighters.iter_mut().for_each(|fighter| fighter.enchantable = enchantable);
    let measured: Vec<Measured> = fighters.iter().map(Measured::of).collect();
    let sides: Vec<String> = document.side.iter().map(|side| side.name.clone()).collect();
    let (catalogue, metrics_of_state) = metrics::catalogue(&sides, &fighters, &measured, document.book.reaction.rolled);
    let at_first = |fighter: &Fighter| match fighter.reserve {
        Some(_) => Body { status: Status::Absent, ..fighter.start },
        None => fighter.start,
    };
    let bodies = fighters.iter().map(at_first).collect();
    let reserves = fighters.iter().any(|fighter| fighter.reserve.is_some());
    let uses: Vec<_> = policies.uses().into_iter().chain(plan.uses()).collect();
    let asked = Asked::new(&uses, plan.legs.len(), &fighters);
    let mut core = Core {
        book: document.book.clone(),
        rulings: document.rulings.clone(),
        lineup: plan.lineup(&fighters, |fighter| fighter.side, sides.len()),
        reserves,
        policies,
        positions,
        pits: document.arena.iter().flat_map(|arena| &arena.pits).map(|&at| space(at)).collect(),
        heights: document.arena.iter().flat_map(|arena| &arena.heights).map(|&at| space(at)).collect(),
        places,
        morning: Fight::new(bodies),
        hazards,
        catalogue,
        metrics_of_state,
        measured,
        asked,
        fighters,
    };
    for who in core.lineup.all() {
        core.fighters[who.index()].plain = core.strikes_plainly(who);
    }
    Some(Loaded { rules: core, sides, combatants, plan, on_defeat: document.on_defeat, lines })
}

/// Checks of the book what the schema cannot.
fn check_book(book: &Book, complaints: &mut Complaints) {
    if book.magic.fail_matches < book.magic.mishap_matches {
        complaints.error("book.magic.fail_matches", "fewer equal dice make a spell fail than make a mishap");
    }
    if book.reaction.up_to.windows(2).any(|pair| pair[0] > pair[1]) {
        complaints.error("book.reaction.up_to", "the moods have to stand in the order of their totals");
    }
    for (name, most) in [("limb_up_to", &book.scars.limb_up_to[..]), ("head_up_to", &book.scars.head_up_to[..])] {
        if most.windows(2).any(|pair| pair[0] > pair[1]) {
            complaints.error(format!("book.scars.{name}"), "the results have to rise");
        }
    }
    for (name, spell) in &book.spell {
        use SpellEffect::{Damage, None, Restore};
        if spell.duration == Lasting::Once && !matches!(spell.effect, Damage | Restore | None) {
            let plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
            let key = if plain { name.clone() } else { format!("{name:?}") };
            complaints
                .error(
                    format!("book.spell.{key}.duration"),
                    format!("the effect of `{name}` lasts, but no time is given for it"),
                )
                .help("write `duration = \"sum\"`, or `\"fight\"` for as long as the fight takes");
        }
    }
    if book.magic.die > 20 {
        complaints.error("book.magic.die", "Magic Dice have at most 20 faces");
    }
}

/// Everybody of a scenario, by slot, those included who can be called into a fight.
struct Muster<'a> {
    fighters: Vec<Fighter>,
    combatants: Vec<Entry>,
    /// The policy of each by name, empty for none.
    used: Vec<&'a str>,
}

/// Adds those who can be called into a fight: creatures of spells, and where they fight, duplicates. [CAP-185, CAP-C10]
fn stand_by<'a>(
    combined: &[Enlisted<'a, CairnAp>],
    document: &'a Document<CairnAp>,
    roll: &mut Muster<'a>,
    complaints: &mut Complaints,
) {
    let words = Words { book: &document.book, rulings: &document.rulings };
    let summoning = |fighter: &Fighter| -> Vec<(u8, fighter::Spell)> {
        let spells = (0..).zip(fighter.spells.iter().cloned());
        spells.filter(|(_, spell)| spell.kind.effect == SpellEffect::Summon).collect()
    };
    let summoning: Vec<_> = roll.fighters.iter().map(summoning).collect();
    let mut add = |one: &Enlisted<'a, CairnAp>, name: String, sheet: &Sheet, reserve, policy, complaints: &mut Complaints| {
        if roll.fighters.len() == Slot::MOST {
            complaints
                .error(one.path.as_str(), "too many combatants, with those who can be called into the fight")
                .help("a lower `book.magic.summoned_most` calls fewer");
            return;
        }
        let mut fighter = Fighter::new(name.clone(), one.side, Written { sheet, path: &one.path }, words, complaints);
        // A creature that a spell has called up knows no fear, and nobody fears for it.
        fighter.morale &= !matches!(reserve, Reserve::Called(..));
        fighter.reserve = Some(reserve);
        roll.combatants.push(Entry { identity: key::identity(&name, 1), name, arrives: 1, ..Entry::of(one) });
        roll.fighters.push(fighter);
        roll.used.push(policy);
    };
    for (index, one) in combined.iter().enumerate() {
        let who = Slot(index as u8);
        let mut called: BTreeMap<&str, u8> = BTreeMap::new();
        for (number, spell) in &summoning[index] {
            let creature = spell.kind.summons.as_deref().unwrap_or("creature");
            let plain = Sheet { kind: Kind::Npc, wil: 0, weapons: Vec::new(), ..Sheet::default() };
            let known = document.combatant.get(creature);
            let policy = known.and_then(|sheet| sheet.policy.as_deref()).unwrap_or_default();
            check_policy(policy, &format!("combatant.{creature}"), document, complaints);
            for _ in 0..standing_by(one, spell, &document.book.magic, complaints) {
                let each = called.entry(creature).or_default();
                *each += 1;
                let name = format!("{}, {creature} {each}", one.name);
                add(one, name, known.unwrap_or(&plain), Reserve::Called(who, *number), policy, complaints);
            }
        }
        if document.rulings.mishap_23_duplicate == Duplicate::Fights && one.sheet.casts() {
            let name = format!("{}, duplicate", one.name);
            add(one, name, one.sheet, Reserve::Twin(who), one.policy.unwrap_or_default(), complaints);
        }
    }
}

/// The number of those who stand by for a spell: as many as it can call, up to the most of the book; a warning where nobody has
/// said how many.
fn standing_by(
    one: &Enlisted<'_, CairnAp>,
    spell: &fighter::Spell,
    numbers: &book::magic::Magic,
    complaints: &mut Complaints,
) -> u8 {
    let callable = match spell.kind.amount {
        Measure::Dice => numbers.max_dice,
        Measure::Sum => numbers.max_dice.saturating_mul(numbers.die),
        Measure::One => 1,
    };
    let most = numbers.summoned_most.unwrap_or(book::magic::SUMMONED_MOST);
    if numbers.summoned_most.is_none() && callable > most && one.ordinal == 1 {
        let name = &spell.name;
        complaints
            .warning(one.path.as_str(), format!("`{name}` can call up {callable} at once, but only {most} stand by"))
            .help(format!("write `book.magic.summoned_most = {most}`, or as many as shall come at most"));
    }
    callable.min(most)
}

/// The places where everybody stands. [RU-26]
fn places(combined: &[Enlisted<'_, CairnAp>], positions: bool, complaints: &mut Complaints) -> Vec<i16> {
    if positions {
        spare_places(combined, |sheet| sheet.at.len(), complaints);
    }
    let mut places = Vec::new();
    for one in combined {
        let given = one.sheet.at.get(one.ordinal as usize - 1);
        let path = format!("{}.at", one.path);
        match given {
            Some(_) if !positions => {
                complaints.error(path, format!("{} has a Space, but there are no positions", one.name)).help("add `[arena]`");
            }
            None if positions => {
                complaints
                    .error(path, format!("{} has no Space to stand in", one.name))
                    .help("with positions everybody needs one: `at = [0]`, one for each of `count`");
            }
            _ => {}
        }
        places.push(given.map_or(0, |&at| space(at)));
    }
    places
}

/// Returns the Space of a number in a scenario.
fn space(at: i32) -> i16 {
    at.clamp(-30_000, 30_000) as i16
}

impl Plays for Core {
    type Fight = Fight;
    type Rest = RestKind;

    usual_answers!(Plays);

    fn blank(&self) -> Fight {
        self.morning.clone()
    }

    fn open<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        Play { rules: self, fight, table }.begin_day();
    }

    fn renew<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut Fight, table: &mut Table<D, W>) {
        Play { rules: self, fight, table }.begin_anew(sides);
    }

    fn days(&self, rest: RestKind) -> u16 {
        match rest {
            RestKind::Night | RestKind::Hunger => 1,
            RestKind::Week | RestKind::WeekAlone => self.book.rest.week_days as u16,
            _ => 0,
        }
    }

    fn travel<D: Dice, W: Watch>(&self, minutes: u32, sides: Sides, fight: &mut Fight, table: &mut Table<D, W>) {
        Play { rules: self, fight, table }.pass_time(minutes.saturating_mul(60), sides);
    }

    fn read(&self, fight: &Fight, who: Slot, observable: u16, argument: i32) -> i64 {
        self.view(fight).combatant(who, who, observable, argument)
    }

    fn is_alive(&self, fight: &Fight, who: Slot) -> bool {
        fight.body(who).status != Status::Dead
    }
}

impl Solves for Core {
    usual_answers!(Solves);

    fn told_early(&self) -> &'static [&'static str] {
        &metrics::TOLD_EARLY
    }

    fn settled(&self, fight: &Fight) -> Slots {
        fight.slots().filter(|&who| fight.body(who).has_left()).collect()
    }

    fn bury(&self, who: Slot, over: bool, fight: &mut Fight) {
        self.forget_buried(who, over, fight);
    }

    fn rounds_alike(&self) -> Range<u32> {
        if self.asked.rounds { 0..0 } else { self.lineup.arrivals.rounds_alike(self.book.round.rounds_max) }
    }

    fn bytes(&self, fight: &Fight) -> usize {
        size_of::<Fight>() + fight.bodies.len() * size_of::<Body>()
    }

    fn sums_up(&self, _: Counter) -> bool {
        true
    }
}

impl Measures for Core {
    usual_answers!(Measures);

    fn counters(&self) -> usize {
        metrics::COUNTERS
    }

    fn means(&self, who: Slot) -> Vec<String> {
        let fighter = self.fighter(who);
        let spells = fighter.spells.iter().map(|spell| spell.name.clone());
        fighter.weapons.iter().map(|weapon| weapon.name.clone()).chain(spells).collect()
    }
}

impl Describes for Core {
    usual_answers!(Describes);

    fn options(&self, fight: &Fight, who: Slot) -> Vec<Offer> {
        self.options_of(fight, who)
    }

    fn main_decision(&self) -> &'static str {
        "plan"
    }

    fn stand(&self, fight: &Fight, who: Slot) -> Stand {
        let body = fight.body(who);
        let lost = body.attributes.iter().zip(body.maxima).any(|(now, most)| *now < most);
        match body.status {
            Status::Dead => Stand::Dead,
            Status::Fled | Status::Routed | Status::Captured | Status::Absent => Stand::Away,
            _ if !body.in_field => Stand::Away,
            Status::Active => Stand::fighting(body.hp < body.hp_max || lost),
            _ => Stand::Down,
        }
    }
}

impl Peek for Core {
    fn peek(&self, fight: &Fight, who: Slot, name: &str) -> Option<i64> {
        quantities::peek(self, fight, who, name)
    }
}

#[cfg(test)]
mod tests;
