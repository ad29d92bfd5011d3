//! `injury-d20`: a d20 system in which a hit takes no hit points but injures a part of the body, and breath decides how long
//! one goes on.
//!
//! Owns everything that the rules of this system say, and nothing of any other. Read the folder's `README.md` for rolls and
//! rulings; then [`sheet`] and [`policy`] (what a designer writes), [`book`] and [`rulings`] (what can be changed), `round`
//! and `act` (the round and the turn), `ready` (what comes before an action), `attack`, `blow` and `strike` (attacks and
//! parries), `plain` (how most of them are made fast), `harm` (what a hit does), `rest` (between fights). Rules that change a
//! fight, roll or tell are methods of `Play`, a fight in progress; what only follows from the state is asked of [`Core`].
//! Start at [`InjuryD20`].

#![forbid(unsafe_code)]

mod act;
mod attack;
mod blow;
pub mod book;
mod check;
mod decide;
mod derived;
mod fighter;
mod harm;
mod hazard;
mod held;
mod idle;
mod maneuver;
mod metrics;
mod movement;
mod odds;
mod plain;
mod plan;
mod policies;
pub mod policy;
mod profile;
mod quantities;
mod react;
mod ready;
mod rest;
pub mod rolls;
mod round;
pub mod rulings;
pub mod sheet;
mod space;
mod state;
mod strike;
mod thrown;

use std::ops::Range;

use frame::arena::square::{Flood, Grid, Square};
use frame::dice::{Dice, Roll, Slot};
use frame::fight::day::{Leg, Sides};
use frame::fight::watch::Counter;
use frame::fight::{Catalogue, Lineup, Marked as _, Offer, Scratch, Side, Slots, Stand, Table, Watch};
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

use book::{Awareness, Book};
use fighter::{Cover, Fighter};
use hazard::HazardText;
use plain::Plain;
use plan::{KINDS, KindRule};
use policies::{KnownFacts, Policies, Setting};
use policy::{DecisionLists, Do, PolicyText};
use rulings::{DefaultTarget, HeartLore, Rulings};
use sheet::{CoverText, Sheet};
use state::{Body, Fields, Workspace};

pub use state::Fight;

/// The words of a scenario of this system.
type Words<'a> = frame::rules::Words<'a, book::Book, rulings::Rulings>;

/// A sheet of this system with its path.
type Written<'a> = frame::rules::Written<'a, Sheet>;

play!(Core, Fight);

/// The system.
#[derive(Clone, Debug)]
pub struct InjuryD20;

section! {
    /// A grid of squares of 5 feet; rows grow northwards.
    #[derive(Eq)]
    ArenaText {
        /// Columns of squares.
        #[schemars(range(min = 1, max = 200))]
        width: i16,
        /// Rows of squares.
        #[schemars(range(min = 1, max = 200))]
        height: i16,
        /// Squares that nobody and nothing can enter. [INJ-224]
        obstacles: Vec<[i32; 2]> = Vec::new(),
        /// Squares that give cover to a combatant that stands on them with all of its space. [INJ-165, INJ-166, R-34]
        cover: Vec<CoverSquare> = Vec::new(),
    }

    /// A square that gives cover. [INJ-165, INJ-166, R-34]
    #[derive(Copy, Eq)]
    CoverSquare {
        /// Column and row.
        at: [i32; 2],
        /// Cover against shots.
        ranged: CoverText = CoverText::Cover,
        /// Cover against melee.
        melee: CoverText = CoverText::None,
    }
}

words! {
    /// The time between two fights.
    RestKind {
        /// An hour of rest. [INJ-123, R-48]
        Hour,
        /// A night's rest.
        Night,
        /// A day: treatment, a night's rest, worsening, healing. [INJ-050, INJ-053, INJ-055]
        Day,
        /// As many such days as the book gives a week. [INJ-055]
        Week,
        /// A use of magic on everybody. [INJ-057, INJ-059]
        Magic,
    }
}

impl Format for InjuryD20 {
    const NAME: &'static str = "injury-d20";
    type Book = Book;
    type Rulings = Rulings;
    type Arena = ArenaText;
    type Sheet = Sheet;
    type Policy = PolicyText;
    type Rest = RestKind;
    type Hazard = HazardText;
}

/// The most kinds of combatants in a scenario.
const KINDS_MOST: usize = 32;

/// The rules, loaded for one scenario.
#[derive(Debug)]
pub struct Core {
    book: Book,
    rulings: Rulings,
    /// The hazards of the day, by their numbers.
    hazards: Vec<HazardText>,
    /// The rules of each kind of part.
    kinds: [KindRule; KINDS],
    /// Degrees of success by margin.
    degrees: [i32; check::MARGINS],
    fighters: Vec<Fighter>,
    /// The combatants by their sides.
    lineup: Lineup,
    policies: Policies,
    /// The facts that they ask for.
    asked: KnownFacts,
    grid: Option<Grid>,
    obstacles: Vec<Square>,
    /// Squares that give cover, against shots and against melee.
    covers: Vec<(Square, Cover)>,
    places: Vec<Square>,
    /// Kinds of combatants in the order of their names.
    kinds_by_name: Vec<u8>,
    /// The side that hides in an ambush.
    hiding: Option<Side>,
    /// Cases in which a combatant is off-guard, one bit each.
    off_guard_when: u8,
    /// True if everybody is beside everybody else throughout: there is no grid, and nobody begins in the air or takes off.
    side_by_side: bool,
    /// The state in which every day begins.
    morning: Fight,
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

    /// Writes down whose strikes are plain.
    fn find_plain(&mut self) {
        let plain: Vec<Option<Plain>> = self.lineup.all().map(|who| self.plain(who)).collect();
        for (fighter, plain) in self.fighters.iter_mut().zip(plain) {
            fighter.plain = plain;
        }
    }

    /// Works out in which state days begin.
    fn begin_days(&mut self, combined: &[Enlisted<'_, InjuryD20>], complaints: &mut Complaints) {
        let mut morning = self.morning.clone();
        self.dawn(&mut morning);
        for (one, body) in combined.iter().zip(&morning.bodies) {
            if body.dead() && one.sheet.dead.is_none() {
                complaints.warning(format!("{}.injuries", one.path), format!("{} is dead with these injuries", one.name));
            }
        }
        self.morning = morning;
    }
}

sided!(Core);

/// The system behind its door.
pub static SYSTEM: &dyn frame::door::System = &frame::door::Compiled::<InjuryD20>::new();

impl RuleSet for InjuryD20 {
    type Rules = RulesByRelations<Core>;
    const SUMMARY: &'static str = "injuries to parts of the body, degrees of success, stamina and exhaustion, action points";
    const STARTER: &'static str = include_str!("../starter.toml");
    const QUESTIONS: &'static [Question] = odds::QUESTIONS;
    const ROLLS: &'static [&'static Roll] = rolls::ALL;
    const MODIFIERS: &'static [&'static ModifierList] = &[
        &strike::NET,
        &strike::BONUS,
        &strike::TARGET_DV,
        &strike::DEGREES,
        &maneuver::MANEUVER_NET,
        &maneuver::MANEUVER_BONUS,
    ];
    const LEDGER: [&'static str; 2] = [include_str!("../ledger.txt"), include_str!("../silent.txt")];

    fn reference() -> Reference {
        Reference {
            decisions: described(DecisionLists::DECISIONS),
            observables: quantities::vocabulary().reference(),
            selectors: policies::SELECTORS.iter().map(|named| (named.name, named.about)).collect(),
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
fn load(document: &Document<InjuryD20>, complaints: &mut Complaints) -> Option<Loaded<Core>> {
    let combined = expand(document, complaints);
    check_book(&document.book, complaints);
    let words = Words { book: &document.book, rulings: &document.rulings };
    let Words { book, rulings } = words;
    let kind_names = kinds(&combined, complaints);
    let mut fighters = fighters(&combined, &kind_names, words, complaints);
    learn(&combined, &kind_names, &mut fighters, rulings, complaints);
    let diagonal = space::diagonal(rulings);
    let grid = document.arena.as_ref().map(|arena| Grid { width: arena.width, height: arena.height, diagonal });
    let arena = document.arena.as_ref();
    let obstacles = on_grid(arena, "obstacles", arena.map_or(&[], |arena| &arena.obstacles), complaints);
    let covers = covers(arena, complaints);
    let places = places(&combined, &fighters, grid.as_ref(), &obstacles, complaints);
    let hiding = hiding(document, complaints);
    let used: Vec<&str> = combined.iter().map(|one| named_policy(one, document, complaints)).collect();
    let vocabulary = quantities::vocabulary().with_fixed(quantities::fixed(grid.is_some()));
    let combatants: Vec<Entry> = combined.iter().map(Entry::of).collect();
    let plan = plan(document, &vocabulary, &combatants, complaints);
    fighters.iter_mut().for_each(|fighter| fighter.camp = plan.relations.camp(fighter.side));
    if plan.legs.iter().any(|leg| matches!(leg, Leg::Travel(..))) {
        complaints
            .warning("day", "a road changes nothing: these rules have nothing that happens on it")
            .help("`rest` is what passes the time between fights");
    }
    let rests =
        |those: &[RestKind]| plan.legs.iter().filter(|leg| matches!(leg, Leg::Rest(kind, _) if those.contains(kind))).count();
    if rests(&[RestKind::Night]) > 1 && rests(&[RestKind::Day, RestKind::Week]) == 0 {
        complaints
            .warning("day", "nights pass, but no day: no injury grows worse or heals in them (INJ-050, INJ-055)")
            .help("`rest = \"day\"` has treatment, a night's rest, worsening and healing");
    }
    let hazards = hazards(document);
    hazards.iter().for_each(|(path, text)| text.check(path, complaints));
    // Those who fly move without squares as well.
    let moves = grid.is_some() || fighters.iter().any(|fighter| fighter.start.altitude_ft != 0 || fighter.speeds_ft[1] > 0);
    let draws = document.rulings.default_target == DefaultTarget::Everywhere;
    let setting = Setting { vocabulary: &vocabulary, moves, draws };
    let (policies, lines) = Policies::compile(&fighters, &used, &document.policy, setting, complaints);
    if complaints.any_error() {
        return None;
    }
    let names: Vec<(String, Side)> = fighters.iter().map(|fighter| (fighter.name.clone(), fighter.side)).collect();
    let sides: Vec<String> = document.side.iter().map(|side| side.name.clone()).collect();
    let (catalogue, metrics_of_state) = metrics::catalogue(&sides, &names);
    let cares = plan.legs.iter().any(|leg| matches!(leg, Leg::Rest(RestKind::Day | RestKind::Week | RestKind::Magic, _)));
    let mut kinds_by_name: Vec<u8> = (0..kind_names.len() as u8).collect();
    kinds_by_name.sort_by_key(|&kind| kind_names[usize::from(kind)]);
    let mut core = Core {
        kinds: plan::kind_rules(book),
        degrees: check::degrees_by_margin(book),
        lineup: plan.lineup(&fighters, |fighter| fighter.side, sides.len()),
        side_by_side: grid.is_none()
            && fighters.iter().all(|fighter| fighter.start.altitude_ft == 0)
            && !policies.lists.plan.actions().any(|intent| intent.act == Do::TakeOff),
        asked: policies.asked(),
        policies,
        grid,
        obstacles,
        covers,
        places,
        kinds_by_name,
        hiding,
        off_guard_when: book.off_guard.when.iter().fold(0, |cases, &case| cases | 1 << case as u8),
        morning: morning(&combined, &fighters, cares),
        catalogue,
        metrics_of_state,
        book: book.clone(),
        rulings: rulings.clone(),
        fighters,
        hazards: hazards.into_iter().map(|(_, text)| text.clone()).collect(),
    };
    core.find_plain();
    core.begin_days(&combined, complaints);
    Some(Loaded { rules: core, sides, combatants, plan, on_defeat: document.on_defeat, lines })
}

/// Checks the book for errors that the schema cannot see.
fn check_book(book: &Book, complaints: &mut Complaints) {
    if book.degree.thresholds.windows(2).any(|pair| pair[0] >= pair[1]) {
        complaints.error("book.degree.thresholds", "the margins have to rise");
    }
    if book.heal.dc.is_empty() {
        complaints.needs("book.heal.dc", "treating", "a number to reach");
    }
    if book.heal.weeks.is_empty() {
        complaints.needs("book.heal.weeks", "healing", "a time");
    }
    let order = &book.day.order;
    if order.iter().enumerate().any(|(index, part)| order[..index].contains(part)) {
        complaints.error("book.day.order", "the same part of a day stands there twice");
    }
    if book.space_by_size.iter().any(|&squares| squares == 0 || squares > 10) {
        complaints.error("book.space_by_size", "a space has 1 to 10 squares on a side");
    }
}

/// The kinds of the scenario's combatants.
fn kinds<'a>(combined: &'a [Enlisted<'a, InjuryD20>], complaints: &mut Complaints) -> Vec<&'a str> {
    let mut kinds: Vec<&str> = Vec::new();
    for one in combined {
        if !kinds.contains(&one.sheet.kind.as_str()) {
            kinds.push(&one.sheet.kind);
        }
    }
    if kinds.len() > KINDS_MOST {
        complaints.too_many("side", KINDS_MOST, "kinds of combatants");
        kinds.truncate(KINDS_MOST);
    }
    kinds
}

/// Makes the fighters of all combatants.
fn fighters(combined: &[Enlisted<'_, InjuryD20>], kinds: &[&str], words: Words, complaints: &mut Complaints) -> Vec<Fighter> {
    let mut fighters = Vec::with_capacity(combined.len());
    for one in combined {
        let kind = kinds.iter().position(|kind| *kind == one.sheet.kind).unwrap_or(0) as u8;
        fighters.push(Fighter::new(one, kind, words, complaints));
    }
    fighters
}

/// Teaches everybody the hearts that are known from the beginning (INJ-135, R-27).
fn learn(
    combined: &[Enlisted<'_, InjuryD20>],
    kinds: &[&str],
    fighters: &mut [Fighter],
    rulings: &Rulings,
    complaints: &mut Complaints,
) {
    for (one, fighter) in combined.iter().zip(fighters) {
        fighter.start.knows |= 1 << fighter.kind;
        if rulings.heart_lore == HeartLore::Known {
            fighter.start.knows = u32::MAX;
        }
        for (index, known) in one.sheet.knows_heart.iter().enumerate() {
            match kinds.iter().position(|kind| kind == known) {
                Some(kind) => fighter.start.knows |= 1 << kind,
                None => {
                    let path = format!("{}.knows_heart[{index}]", one.path);
                    complaints.warning(path, format!("nobody is of the kind `{known}`")).near(known, kinds.iter().copied());
                }
            }
        }
    }
}

/// The side that hides, where the sides meet in an ambush (INJ-005).
fn hiding(document: &Document<InjuryD20>, complaints: &mut Complaints) -> Option<Side> {
    let encounter = &document.book.encounter;
    let named = encounter.hiding_side.as_deref();
    let found = named.and_then(|name| document.side.iter().position(|side| side.name == name));
    match (named, found) {
        (Some(name), None) => {
            complaints
                .unknown("book.encounter.hiding_side", "side", name)
                .near(name, document.side.iter().map(|side| side.name.as_str()));
        }
        (None, _) if encounter.awareness == Awareness::Ambush => {
            complaints.error("book.encounter.awareness", "which side hides?").help("`book.encounter.hiding_side` names it");
        }
        _ => {}
    }
    found.map(|side| Side(side as u8))
}

/// Squares of an arena; those that are not on its grid are complained of.
fn on_grid(arena: Option<&ArenaText>, key: &str, given: &[[i32; 2]], complaints: &mut Complaints) -> Vec<Square> {
    let Some(arena) = arena else { return Vec::new() };
    let mut squares = Vec::new();
    for (index, &[x, y]) in given.iter().enumerate() {
        let on_grid = (0..i32::from(arena.width)).contains(&x) && (0..i32::from(arena.height)).contains(&y);
        if on_grid {
            squares.push(Square { x: x as i16, y: y as i16 });
        } else {
            complaints.error(format!("arena.{key}[{index}]"), format!("({x}, {y}) is not on the grid"));
        }
    }
    squares
}

/// Squares that give cover.
fn covers(arena: Option<&ArenaText>, complaints: &mut Complaints) -> Vec<(Square, Cover)> {
    let given = arena.map_or(&[][..], |arena| &arena.cover);
    let places: Vec<[i32; 2]> = given.iter().map(|cover| cover.at).collect();
    let squares = on_grid(arena, "cover", &places, complaints);
    squares.into_iter().zip(given).map(|(at, cover)| (at, Cover { ranged: cover.ranged, melee: cover.melee })).collect()
}

/// Places everybody on the grid.
fn places(
    combined: &[Enlisted<'_, InjuryD20>],
    fighters: &[Fighter],
    grid: Option<&Grid>,
    obstacles: &[Square],
    complaints: &mut Complaints,
) -> Vec<Square> {
    if grid.is_some() {
        spare_places(combined, |sheet| sheet.at.len(), complaints);
    }
    let mut places: Vec<Square> = Vec::new();
    for (one, fighter) in combined.iter().zip(fighters) {
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
        let side = fighter.space;
        let space = space::Space { at, side };
        let far = Square { x: at.x + side - 1, y: at.y + side - 1 };
        let other = places
            .iter()
            .enumerate()
            // Who arrives later takes the nearest place that is free then.
            .filter(|(index, _)| combined[*index].arrives <= 1 && one.arrives <= 1)
            .find(|(index, other)| space::Space { at: **other, side: fighters[*index].space }.meets(space));
        if !grid.contains(at) || !grid.contains(far) {
            complaints.error(path, format!("({x}, {y}) is not on the grid with all of its space")).help(format!(
                "columns are 0 to {}, rows 0 to {}",
                grid.width - side,
                grid.height - side
            ));
        } else if let Some((other, _)) = other {
            complaints.error(path, format!("{} stands where {} stands", one.name, combined[other].name));
        } else if obstacles.iter().any(|&at| space::Space { at, side: 1 }.meets(space)) {
            complaints.error(path, format!("{} stands in an obstacle", one.name));
        }
        places.push(at);
    }
    places
}

/// The state in which every day begins.
fn morning(combined: &[Enlisted<'_, InjuryD20>], fighters: &[Fighter], cares: bool) -> Fight {
    let bodies: Vec<Body> = fighters.iter().map(|fighter| fighter.start).collect();
    let treated = fighters.iter().zip(combined).map(|(fighter, one)| fighter.treatment(one.sheet));
    let care = if cares { treated.collect() } else { Vec::new() };
    Fight::new(bodies, care)
}

impl Plays for Core {
    type Fight = Fight;
    type Rest = RestKind;

    usual_answers!(Plays);

    fn blank(&self) -> Fight {
        let workspace = self.grid.as_ref().map_or_else(Workspace::default, |grid| Workspace {
            flood: Flood::new(grid),
            path: Vec::with_capacity(grid.width as usize * grid.height as usize),
        });
        let mut fight = self.morning.clone();
        (fight.order, fight.workspace) = (Vec::with_capacity(self.fighters.len()), Scratch(workspace));
        fight
    }

    fn open<D: Dice, W: Watch>(&self, fight: &mut Fight, _: &mut Table<D, W>) {
        fight.clone_from(&self.morning);
    }

    fn renew<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut Fight, table: &mut Table<D, W>) {
        for who in self.lineup.members_of(sides) {
            *fight.body_mut(who) = *self.morning.body(who);
            if let Some(care) = fight.care.get_mut(who.index()) {
                *care = self.morning.care[who.index()];
            }
        }
        Play { rules: self, fight, table }.muster_all();
    }

    fn days(&self, rest: RestKind) -> u16 {
        match rest {
            RestKind::Night | RestKind::Day => 1,
            RestKind::Week => self.book.heal.week_days.into(),
            RestKind::Hour | RestKind::Magic => 0,
        }
    }

    fn read(&self, fight: &Fight, who: Slot, observable: u16, argument: i32) -> i64 {
        quantities::View { core: self, fight, target: None, attack: None }.combatant(who, who, observable, argument)
    }

    fn is_alive(&self, fight: &Fight, who: Slot) -> bool {
        !fight.body(who).dead()
    }
}

impl Solves for Core {
    usual_answers!(Solves);

    fn told_early(&self) -> &'static [&'static str] {
        &metrics::TOLD_EARLY
    }

    fn settled(&self, fight: &Fight) -> Slots {
        fight.slots().filter(|&who| fight.body(who).dead()).collect()
    }

    fn bury(&self, who: Slot, over: bool, fight: &mut Fight) {
        self.forget_buried(who, over, fight);
    }

    fn rounds_alike(&self) -> Range<u32> {
        if self.asked.rounds { 0..0 } else { self.lineup.arrivals.rounds_alike(self.book.round.rounds_max) }
    }

    fn bytes(&self, fight: &Fight) -> usize {
        size_of::<Fight>() + fight.bodies.len() * (size_of::<Body>() + size_of::<Slot>()) + size_of_val(&fight.care[..])
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
        self.fighter(who).weapons.iter().map(|weapon| weapon.name.clone()).collect()
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
        match () {
            () if body.dead() => Stand::Dead,
            () if !body.in_field || body.yielded => Stand::Away,
            () if body.unconscious() => Stand::Down,
            () => Stand::fighting(body.harm.injuries() > 0),
        }
    }
}

impl Peek for Core {
    fn peek(&self, fight: &Fight, who: Slot, name: &str) -> Option<i64> {
        quantities::peek(self, fight, who, name)
    }
}

impl Core {
    /// Forgets what is [told early](metrics::TOLD_EARLY) of a combatant; once its fight is over, everything but its fate.
    fn forget_buried(&self, who: Slot, over: bool, fight: &mut Fight) {
        let body = fight.body_mut(who);
        if over {
            *body = Body::blank().with(Fields::Fate, body);
        } else {
            body.clear(Fields::Told);
        }
    }

    /// Forgets what no later step reads: strain where it does nothing once taken, attacks of turns that are over where no policy asks
    /// for them, and whatever nobody asks the dead.
    fn forget(&self, fight: &mut Fight) {
        let counts = matches!(self.rulings.strain, rulings::Strain::StaminaEachTurn | rulings::Strain::StaminaCost);
        for who in fight.slots() {
            let between = fight.acting != Some(who);
            let body = fight.body_mut(who);
            if !counts && !self.asked.strain {
                body.strain = 0;
            }
            if between {
                (body.free_used, body.ap) = (0, 0);
                if !self.asked.attacks {
                    body.attack_actions = 0;
                }
            }
            if body.dead() {
                body.clear(Fields::Alive);
            }
        }
    }
}

#[cfg(test)]
mod tests;
