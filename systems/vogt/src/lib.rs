//! `vogt`: a dice-ladder fantasy system in which a weapon's damage die is also its initiative die.
//!
//! Owns everything that the rules of this system say, and nothing of any other. Read the folder's `README.md` for rolls and
//! rulings; then, in the order of play: [`sheet`] and [`policy`] (what a designer writes), [`book`] and [`rulings`] (what can
//! be changed), [`round`] (the round), [`act`] (actions), [`harm`] (damage to death), [`rest`] (between fights). What the
//! exact solver may forget and put together is in [`merge`]. Start at [`Core`].
//!
//! A turn is played millions of times per second. What happens in nearly every one is left to the compiler to put together;
//! what is rarer is marked `#[inline(never)]`, so that those who do not need it do not pay for it in registers and stack. A
//! few short functions are marked `#[inline(always)]` because the compiler, which sees several callers, would not guess that
//! one of them counts. A turn in which nothing unusual can happen is compiled once more without what could; see
//! [`Play::turn`].

#![forbid(unsafe_code)]

mod act;
pub mod book;
mod decide;
mod derived;
mod fighter;
mod harm;
mod hazard;
mod inventory;
mod merge;
mod metrics;
mod movement;
mod odds;
pub mod policy;
mod profile;
mod quantities;
mod rest;
pub mod rolls;
mod round;
pub mod rulings;
pub mod sheet;
mod state;

use std::ops::Range;

use frame::arena::square::{Diagonal, Flood, Grid, Square};
use frame::dice::{Dice, Roll, Slot};
use frame::fight::day::Sides;
use frame::fight::watch::Counter;
use frame::fight::{Catalogue, Lineup, Offer, Scratch, Side, Slots, Stand, Table, Watch};
use frame::policy::Observer;
use frame::rules::answers::Answer;
use frame::rules::decisions::{described, named_policy};
use frame::rules::declare::{section, sided, usual_answers, words};
use frame::rules::modifier::ModifierList;
use frame::rules::plan::plan;
use frame::rules::play::play;
use frame::rules::questions::{Arguments, Question};
use frame::rules::{Describes, Entry, Loaded, Measures, Peek, Plays, Reference, RuleSet, RulesByRelations, Solves};
use frame::scenario::{Complaints, Document, Enlisted, Format, expand, hazards, spare_places};

use book::Book;
use decide::{Policies, Setting};
use fighter::{DamageTypes, Fighter, TypeNames};
use hazard::{Hazard, HazardText};
use merge::{Asked, People};
use policy::PolicyText;
use rulings::{GridDistance, Rulings};
use sheet::Sheet;
use state::{Body, Workspace};

pub use state::Fight;

/// The words of a scenario of this system.
type Words<'a> = frame::rules::Words<'a, book::Book, rulings::Rulings>;

/// A sheet of this system with its path.
type Written<'a> = frame::rules::Written<'a, Sheet>;

play!(Core, Fight);

/// The system.
#[derive(Clone, Debug)]
pub struct Vogt;

section! {
    /// A grid of squares.
    #[derive(Copy, Eq)]
    ArenaText {
        /// Columns of squares.
        #[schemars(range(min = 1, max = 200))]
        width: i16,
        /// Rows of squares.
        #[schemars(range(min = 1, max = 200))]
        height: i16,
    }
}

words! {
    /// Kinds of rest.
    RestKind {
        /// One hour. [VOG-075]
        Siesta,
        /// Eight hours. [VOG-077]
        FullRest,
    }
}

impl Format for Vogt {
    const NAME: &'static str = "vogt";
    type Book = Book;
    type Rulings = Rulings;
    type Arena = ArenaText;
    type Sheet = Sheet;
    type Policy = PolicyText;
    type Rest = RestKind;
    type Hazard = HazardText;
}

/// Damage types of the statuses, as sets.
#[derive(Clone, Copy, Debug)]
struct StatusTypes {
    drenched_resist: DamageTypes,
    drenched_vulnerable: DamageTypes,
    nauseated_vulnerable: DamageTypes,
}

/// The rules, loaded for one scenario.
#[derive(Debug)]
pub struct Core {
    book: Book,
    rulings: Rulings,
    fighters: Vec<Fighter>,
    /// The combatants by their sides.
    lineup: Lineup,
    policies: Policies,
    types: StatusTypes,
    /// The hazards of the day, by their numbers.
    hazards: Vec<Hazard>,
    /// The names of all damage types.
    type_names: Vec<String>,
    grid: Option<Grid>,
    places: Vec<Square>,
    /// The state in which every day begins, before anything is rolled.
    morning: Fight,
    rolls_characters: bool,
    /// Combatants whose turns are plain while nothing ails them, see [`Play::turn`].
    plain: Slots,
    /// True if those who have no line for it declare their attack whatever they see.
    attacks_unseeing: bool,
    asked: Asked,
    catalogue: Catalogue,
    metrics_of_state: usize,
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
}

sided!(Core);

/// The system behind its door.
pub static SYSTEM: &dyn frame::door::System = &frame::door::Compiled::<Vogt>::new();

impl RuleSet for Vogt {
    type Rules = RulesByRelations<Core>;
    const SUMMARY: &'static str = "dice ladder, declared actions, weapon die = initiative die, exhaustion, dismemberment";
    const STARTER: &'static str = include_str!("../starter.toml");
    const QUESTIONS: &'static [Question] = odds::QUESTIONS;
    const ROLLS: &'static [&'static Roll] = rolls::ALL;
    const MODIFIERS: &'static [&'static ModifierList] = &[&derived::PENALTIES];
    const LEDGER: [&'static str; 2] = [include_str!("../ledger.txt"), include_str!("../silent.txt")];

    fn reference() -> Reference {
        let types = profile::USUAL_TYPES.map(str::to_owned);
        Reference {
            decisions: described(policy::DecisionLists::DECISIONS),
            observables: quantities::vocabulary(&types).reference(),
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
fn load(document: &Document<Vogt>, complaints: &mut Complaints) -> Option<Loaded<Core>> {
    let combined = expand(document, complaints);
    check_book(&document.book, complaints);
    let mut types = TypeNames::default();
    let words = Words { book: &document.book, rulings: &document.rulings };
    let Words { book, rulings } = words;
    let status = &book.status;
    let status_types = StatusTypes {
        drenched_resist: types.set(&status.drenched_resist, "book.status.drenched_resist", complaints),
        drenched_vulnerable: types.set(&status.drenched_vulnerable, "book.status.drenched_vulnerable", complaints),
        nauseated_vulnerable: types.set(&status.nauseated_vulnerable, "book.status.nauseated_vulnerable", complaints),
    };
    let mut fighters = fighters(&combined, words, &mut types, complaints);
    let hazards = hazards(document);
    let difficulty = book.encumbrance.difficulty;
    let hazards = hazards.iter().map(|(path, text)| Hazard::new(path, text, difficulty, &mut types, complaints));
    let hazards: Vec<Hazard> = hazards.collect();
    let grid = document.arena.map(|arena| grid(arena, rulings));
    let places = places(&combined, grid.as_ref(), complaints);
    let vocabulary = quantities::vocabulary(&types.0).with_fixed(quantities::fixed(grid.is_some()));
    let combatants: Vec<Entry> = combined.iter().map(Entry::of).collect();
    let plan = plan(document, &vocabulary, &combatants, complaints);
    fighters.iter_mut().for_each(|fighter| fighter.camp = plan.relations.camp(fighter.side));
    let used: Vec<&str> = combined.iter().map(|one| named_policy(one, document, complaints)).collect();
    let bystanders = document.side.iter().any(|side| side.neutral);
    let setting = Setting { vocabulary: &vocabulary, book, rulings, grid: grid.is_some(), bystanders };
    let (policies, lines) = Policies::compile(&fighters, &used, &document.policy, setting, complaints);
    if complaints.any_error() {
        return None;
    }
    let names: Vec<(String, Side)> = fighters.iter().map(|fighter| (fighter.name.clone(), fighter.side)).collect();
    let sides: Vec<String> = document.side.iter().map(|side| side.name.clone()).collect();
    let (catalogue, metrics_of_state) = metrics::catalogue(&sides, &names, grid.is_some());
    let rolls_characters = fighters.iter().any(|fighter| fighter.rolled.is_some() || fighter.belongings);
    let morning = morning(&fighters);
    let lineup = plan.lineup(&fighters, |fighter| fighter.side, sides.len());
    let mut core = Core {
        book: book.clone(),
        rulings: rulings.clone(),
        asked: Asked::new(
            &People { fighters: &fighters, lineup: &lineup, hazards: &hazards, policies: &policies },
            words,
            &plan,
            grid.is_some(),
        ),
        lineup,
        fighters,
        policies,
        types: status_types,
        hazards,
        type_names: types.0,
        grid,
        places,
        morning,
        rolls_characters,
        plain: Slots::NONE,
        attacks_unseeing: false,
        catalogue,
        metrics_of_state,
    };
    core.settle_morning();
    core.plain = core.plainly_played();
    core.attacks_unseeing = core.attacks_unseeing();
    Some(Loaded { rules: core, sides, combatants, plan, on_defeat: document.on_defeat, lines })
}

/// Checks the book for errors that the schema cannot see.
fn check_book(book: &Book, complaints: &mut Complaints) {
    if book.ladder.is_empty() {
        complaints.error("book.ladder", "the ladder has no rungs");
    }
    if book.creation.dice.is_empty() || book.creation.dice.contains(&0) {
        complaints.needs("book.creation.dice", "an ability", "dice of at least one face");
    }
    let levels = &book.exhaustion;
    for (key, level, what) in [
        ("speed_level", levels.speed_level, "nobody is ever slowed"),
        ("hp_max_level", levels.hp_max_level, "nobody ever loses any of its maximum"),
        ("unconscious_level", levels.unconscious_level, "nobody ever becomes unconscious"),
        ("death_level", levels.death_level, "nobody ever rolls on the table"),
    ] {
        if level == 0 {
            let complaint = complaints.warning(format!("book.exhaustion.{key}"), format!("level 0 means never: {what}"));
            complaint.help("level 1 is the first");
        }
    }
    let actions = &book.actions;
    if !(actions.attack || actions.defend || actions.run) {
        complaints
            .error("book.actions", "nobody is left an action that is always possible")
            .help("leave at least one of `attack`, `defend` and `run`");
    }
    let ties = &book.round.ties;
    if ties.iter().enumerate().any(|(index, tie)| ties[..index].contains(tie)) {
        complaints.error("book.round.ties", "the same tie-break stands there twice");
    }
}

/// Makes the grid, with diagonal steps as the ruling has them.
fn grid(arena: ArenaText, rulings: &Rulings) -> Grid {
    let diagonal = match rulings.grid_distance {
        GridDistance::Chebyshev => Diagonal::One,
        GridDistance::Manhattan => Diagonal::Never,
    };
    Grid { width: arena.width, height: arena.height, diagonal }
}

/// Makes the fighters of all combatants.
fn fighters(combined: &[Enlisted<'_, Vogt>], words: Words, types: &mut TypeNames, complaints: &mut Complaints) -> Vec<Fighter> {
    let names: Vec<&str> = combined.iter().map(|one| one.name.as_str()).collect();
    let mut fighters = Vec::with_capacity(combined.len());
    for one in combined {
        let mut fighter = Fighter::new(one, words, types, complaints);
        fighter::resolve_fears(one.sheet, &one.path, &names, &mut fighter.start, complaints);
        fighters.push(fighter);
    }
    fighters
}

/// Places everybody on the grid.
fn places(combined: &[Enlisted<'_, Vogt>], grid: Option<&Grid>, complaints: &mut Complaints) -> Vec<Square> {
    if grid.is_some() {
        spare_places(combined, |sheet| sheet.at.len(), complaints);
    }
    let mut places: Vec<Square> = Vec::new();
    for one in combined {
        let path = format!("{}.at", one.path);
        let given = one.sheet.at.get(one.ordinal as usize - 1);
        let Some(grid) = grid else {
            if given.is_some() {
                complaints
                    .without(path, &format!("{} has a square", one.name), "grid")
                    .help("add `[arena]` with `width` and `height`");
            }
            continue;
        };
        let Some(&[x, y]) = given else {
            complaints
                .error(path, format!("{} has no square to stand on", one.name))
                .help("on a grid everybody needs one: `at = [[0, 0]]`, one square for each of `count`");
            continue;
        };
        let at = Square { x: x.clamp(-1, 1000) as i16, y: y.clamp(-1, 1000) as i16 };
        if !grid.contains(at) {
            complaints.error(path, format!("({x}, {y}) is not on the grid")).help(format!(
                "columns are 0 to {}, rows 0 to {}",
                grid.width - 1,
                grid.height - 1
            ));
        } else if let Some(other) = (0..places.len())
            // Who arrives later takes the nearest place that is free then.
            .find(|&other| places[other] == at && combined[other].arrives <= 1 && one.arrives <= 1)
        {
            complaints.error(path, format!("{} stands where {} stands", one.name, combined[other].name));
        }
        places.push(at);
    }
    places
}

/// The state in which every day begins.
fn morning(fighters: &[Fighter]) -> Fight {
    let bodies: Vec<Body> = fighters.iter().map(|fighter| fighter.start).collect();
    Fight { queue: Vec::with_capacity(bodies.len()), order: Vec::with_capacity(bodies.len()), bodies, ..Fight::default() }
}

impl Core {
    /// The condition in which a day begins, within the limits of the loaded rules, and who can stand.
    fn settle_morning(&mut self) {
        let (most, floor) = (self.exhaustion_most(), self.hp_floor().unwrap_or(i32::MIN));
        let mut morning = self.morning.clone();
        for who in morning.slots() {
            let body = morning.body_mut(who);
            body.exhaustion = body.exhaustion.min(most);
            let hp_max = self.hp_max(who, morning.body(who));
            morning.body_mut(who).hp = self.fighter(who).hp_start.unwrap_or(hp_max).clamp(floor, hp_max);
            self.muster(&mut morning, who);
        }
        self.morning = morning;
    }
}

impl Plays for Core {
    type Fight = Fight;
    type Rest = RestKind;

    usual_answers!(Plays);

    fn blank(&self) -> Fight {
        let flood = self.grid.as_ref().map(Flood::new).unwrap_or_default();
        Fight {
            workspace: Scratch(Workspace { flood, waiting: Vec::with_capacity(self.fighters.len()) }),
            ..self.morning.clone()
        }
    }

    fn open<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        Play { rules: self, fight, table }.begin_day();
    }

    fn renew<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut Fight, table: &mut Table<D, W>) {
        Play { rules: self, fight, table }.renew(sides);
    }

    fn days(&self, rest: RestKind) -> u16 {
        u16::from(rest == RestKind::FullRest)
    }

    fn travel<D: Dice, W: Watch>(&self, minutes: u32, sides: Sides, fight: &mut Fight, table: &mut Table<D, W>) {
        Play { rules: self, fight, table }.carry(minutes, sides);
    }

    fn read(&self, fight: &Fight, who: Slot, observable: u16, argument: i32) -> i64 {
        quantities::View { core: self, fight, target: None }.combatant(who, who, observable, argument)
    }

    fn is_alive(&self, fight: &Fight, who: Slot) -> bool {
        !fight.body(who).dead
    }
}

impl Solves for Core {
    usual_answers!(Solves);

    fn rounds_alike(&self) -> Range<u32> {
        if self.asked.rounds { 0..0 } else { self.lineup.arrivals.rounds_alike(self.book.round.rounds_max) }
    }

    fn bytes(&self, fight: &Fight) -> usize {
        size_of::<Fight>() + fight.bodies.len() * (size_of::<Body>() + size_of::<Slot>())
    }

    fn sums_up(&self, counter: Counter) -> bool {
        metrics::sums_up(counter)
    }
}

impl Measures for Core {
    usual_answers!(Measures);

    fn counters(&self) -> usize {
        metrics::counters(self.grid.is_some())
    }

    fn means(&self, who: Slot) -> Vec<String> {
        let fighter = self.fighter(who);
        let techniques = fighter.techniques.iter().map(|technique| technique.name.clone());
        fighter.weapons.iter().map(|weapon| weapon.name.clone()).chain(techniques).collect()
    }
}

impl Describes for Core {
    usual_answers!(Describes);

    fn options(&self, fight: &Fight, who: Slot) -> Vec<Offer> {
        self.options_of(fight, who)
    }

    fn main_decision(&self) -> &'static str {
        "action"
    }

    fn stand(&self, fight: &Fight, who: Slot) -> Stand {
        let body = fight.body(who);
        match () {
            () if body.dead => Stand::Dead,
            () if !body.in_field => Stand::Away,
            () if self.unconscious(body) => Stand::Down,
            () => Stand::fighting(body.hp < self.fighter(who).hp_max || body.exhaustion > 0),
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
