//! The rules of one scenario: everything that is worked out once, when it is loaded.
//!
//! Owns [`Core`], how it is made of a document, and the contract of [`Rules`]. Start at [`Core`].

use crate::dice::{Dice, Roll, Slot};
use crate::error::nearest;
use crate::fight::day::Sides;
use crate::fight::{Catalogue, Counts, Ending, Progress, Side, Slots, Table, Watch};
use crate::rules::questions::{Answer, Arguments, Question};
use crate::rules::{Entry, Loaded, Reference, Rules, System};
use crate::scenario::{Complaints, Document, Enlisted, expand, legs};

use super::book::Book;
use super::book::checks::Action;
use super::book::harm::Area;
use super::book::recovery::Disease;
use super::casting::CastRule;
use super::decide::{Policies, SELECTORS};
use super::fighter::{Fighter, WoundKeys};
use super::ground::Ground;
use super::merge::Asked;
use super::policy::Do;
use super::rulings::Rulings;
use super::save::SaveRule;
use super::scene::{PerilKind, RestKind, SceneText};
use super::sheet::{Ability, Skill};
use super::state::{Body, Fight};
use super::{Bdp, metrics, observe, odds, policy, rolls};

/// The rules, loaded for one scenario.
#[derive(Debug)]
pub struct Core {
    pub(super) book: Book,
    pub(super) rulings: Rulings,
    pub(super) scene: SceneText,
    pub(super) ground: Ground,
    /// What later steps ask for.
    pub(super) asked: Asked,
    /// Magic Dice.
    pub(super) cast: CastRule,
    /// The diseases of the book, in its order.
    pub(super) diseases: Vec<(String, Disease)>,
    /// What the attempts of a day list.
    pub(super) attempted: [Action; 4],
    /// Names of the kinds of wounds.
    pub(super) wound_names: Vec<String>,
    pub(super) fighters: Vec<Fighter>,
    /// By slot: everybody whom it fights.
    foes: Vec<Slots>,
    /// By side: those of it who are no player characters.
    pub(super) others: Vec<Slots>,
    /// The sides that have such.
    pub(super) grouped: Vec<Side>,
    /// The player characters.
    pub(super) pcs: Slots,
    /// Whether nothing special can happen in a fight, see [`Fighter::is_plain`].
    pub(super) plain: bool,
    pub(super) policies: Policies,
    /// Saves.
    pub(super) save: SaveRule,
    /// By kind of wound: the ability that a permanent one costs.
    pub(super) wound_abilities: Vec<Ability>,
    /// By slot: the kind of wound that its Wounding leaves.
    pub(super) wounding: Vec<u8>,
    /// By kind of peril: the wound that it leaves.
    pub(super) peril_wounds: Vec<Option<u8>>,
    /// By slot: where it stands at the beginning.
    pub(super) places: Vec<u8>,
    /// By slot: with whom it is engaged at the beginning.
    pub(super) pairs: Vec<Slots>,
    /// The side of the player characters, if any.
    pub(super) party: Option<Side>,
    /// The side that is surprised without a roll.
    pub(super) surprised: Option<Side>,
    /// Sides that do not fight each other.
    allied: Vec<(Side, Side)>,
    pub(super) sides: usize,
    morning: Fight,
    /// Whether anything lies beyond a single fight.
    pub(super) days: bool,
    catalogue: Catalogue,
    metrics_of_state: usize,
}

impl Core {
    #[inline]
    pub(super) fn fighter(&self, who: Slot) -> &Fighter {
        &self.fighters[who.index()]
    }

    pub(super) fn name(&self, who: Slot) -> &str {
        &self.fighter(who).name
    }

    /// Everybody whom somebody fights.
    #[inline]
    pub(super) fn foes(&self, who: Slot) -> Slots {
        self.foes[who.index()]
    }

    /// Whether two fight each other.
    #[inline]
    pub(super) fn hostile(&self, one: Slot, other: Slot) -> bool {
        self.foes(one).has(other)
    }

    /// Whether two sides do not fight each other.
    pub(super) fn are_allied(&self, one: Side, other: Side) -> bool {
        allied(&self.allied, one, other)
    }
}

fn allied(pairs: &[(Side, Side)], one: Side, other: Side) -> bool {
    one == other || pairs.contains(&(one, other)) || pairs.contains(&(other, one))
}

impl System for Bdp {
    type Rules = Core;
    const SUMMARY: &'static str = "attacks always hit; block, dodge or parry for Fatigue, and Fatigue fills the slots";
    const STARTER: &'static str = include_str!("starter.toml");
    const QUESTIONS: &'static [Question] = odds::QUESTIONS;
    const ROLLS: &'static [&'static Roll] = rolls::ALL;

    fn reference() -> Reference {
        Reference {
            decisions: policy::DECISIONS.map(|(name, about)| (name.to_owned(), about.to_owned())).to_vec(),
            observables: observe::vocabulary().reference(),
            selectors: SELECTORS.iter().map(|named| (named.name, named.about)).collect(),
        }
    }

    fn load(document: &Document<Self>, complaints: &mut Complaints) -> Option<Loaded<Core>> {
        let combined = expand(document, complaints);
        let legs = legs(document, complaints);
        check_book(&document.book, complaints);
        let (book, rulings) = (&document.book, &document.rulings);
        let scene = document.arena.clone().unwrap_or_default();
        let ground = Ground::new(document.arena.as_ref(), complaints);
        let mut keys = WoundKeys::new();
        let fighters: Vec<Fighter> = combined
            .iter()
            .map(|one| {
                let who = (one.name.clone(), one.side);
                let mut fighter = Fighter::new(who, (one.sheet, &one.path), (book, rulings), &mut keys, complaints);
                if fighter.has(Skill::Showfighter) && scene.audience {
                    let str = book.skill.show_str.max(fighter.start.maxima[0]);
                    (fighter.start.maxima[0], fighter.start.abilities[0]) = (str, str.max(fighter.start.abilities[0]));
                }
                fighter
            })
            .collect();
        let wounding = combined.iter().map(|one| wounding(one, &mut keys, complaints)).collect();
        let peril_wounds = peril_wounds(book, &mut keys, complaints);
        let places =
            combined.iter().map(|one| ground.named(&one.sheet.zone, &format!("{}.zone", one.path), complaints)).collect();
        let pairs = pairs(&combined, complaints);
        let used: Vec<&str> = combined.iter().map(|one| named_policy(one, document, complaints)).collect();
        let (policies, lines) = Policies::compile(&fighters, &used, &document.policy, &observe::vocabulary(), complaints);
        let sides: Vec<String> = document.side.iter().map(|side| side.name.clone()).collect();
        let friends = friends(&scene, &sides, complaints);
        let surprised = scene.surprised.as_ref().and_then(|name| side_named(name, &sides, "arena.surprised", complaints));
        if complaints.any_error() {
            return None;
        }
        let names: Vec<String> = fighters.iter().map(|fighter| fighter.name.clone()).collect();
        let (catalogue, metrics_of_state) = metrics::catalogue(&sides, &names, (scene.reaction, legs.len() > 1));
        let pcs: Slots = those(&fighters, |fighter| fighter.pc);
        let others = |side: Side| those(&fighters, |fighter| fighter.side == side && !fighter.pc);
        let others: Vec<Slots> = (0..sides.len() as u8).map(Side).map(others).collect();
        let ordinary = ground.is_plain() && !scene.distraction && !policies.does(Do::Smoke);
        let core = Core {
            grouped: (0..sides.len() as u8).map(Side).filter(|side| !others[side.index()].is_empty()).collect(),
            others,
            pcs,
            plain: ordinary && fighters.iter().all(Fighter::is_plain),
            asked: Asked::new(&fighters, &policies, (book, rulings), &legs),
            cast: CastRule::new(book, rulings),
            diseases: book.disease.iter().map(|(name, disease)| (name.clone(), disease.clone())).collect(),
            attempted: super::rest::attempted(),
            wound_names: keys.0.clone(),
            book: book.clone(),
            rulings: rulings.clone(),
            ground,
            foes: foes(&fighters, &friends),
            policies,
            save: SaveRule::new(book, rulings),
            wound_abilities: wound_abilities(&keys, book),
            wounding,
            peril_wounds,
            places,
            pairs,
            party: fighters.iter().find(|fighter| fighter.pc).map(|fighter| fighter.side),
            surprised,
            allied: friends,
            sides: sides.len(),
            morning: morning(&fighters, sides.len()),
            days: legs.len() > 1,
            catalogue,
            metrics_of_state,
            scene,
            fighters,
        };
        let combatants =
            combined.iter().map(|one| Entry { name: one.name.clone(), side: one.side, identity: one.identity }).collect();
        Some(Loaded { rules: core, sides, combatants, legs, lines })
    }

    fn answer(question: &Question, arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
        odds::answer(question, arguments, book, rulings)
    }
}

/// What the schema cannot check of the book.
fn check_book(book: &Book, complaints: &mut Complaints) {
    if book.injury.area.is_empty() {
        complaints.error("book.injury.area", "an injury needs an area");
    }
    if book.fate.is_empty() {
        complaints.error("book.fate", "the die of fate has no faces");
    }
}

/// The kind of wound that somebody's Wounding leaves: its own, or one named after its type of damage. [BDP-423]
fn wounding(one: &Enlisted<'_, Bdp>, keys: &mut WoundKeys, complaints: &mut Complaints) -> u8 {
    let name = if one.sheet.wounds_with.is_empty() { "cut" } else { &one.sheet.wounds_with };
    keys.number(name, &format!("{}.wounds_with", one.path), complaints)
}

fn peril_wounds(book: &Book, keys: &mut WoundKeys, complaints: &mut Complaints) -> Vec<Option<u8>> {
    let env = &book.env;
    let perils = [
        ("fall", &env.fall),
        ("gas", &env.gas),
        ("cold", &env.cold),
        ("bear_trap", &env.bear_trap),
        ("night_spider", &env.night_spider),
        ("unnatural", &env.unnatural),
        ("eldritch", &env.eldritch),
        ("darts", &env.darts),
        ("fire", &env.fire),
        ("stairs", &env.stairs),
    ];
    debug_assert_eq!(perils.len(), PerilKind::ALL.len());
    let key = |(name, peril): (&str, &super::book::harm::Peril)| {
        (!peril.wound.is_empty()).then(|| keys.number(&peril.wound, &format!("book.env.{name}.wound"), complaints))
    };
    perils.into_iter().map(key).collect()
}

/// By kind of wound: the ability that a permanent one costs; injuries by that of their area.
fn wound_abilities(keys: &WoundKeys, book: &Book) -> Vec<Ability> {
    let ability = |(index, name): (usize, &String)| {
        let area = WoundKeys::area(index as u8).map(Area::key);
        let found = book.wound.ability.get(name).or_else(|| book.wound.ability.get(area?));
        found.copied().unwrap_or(Ability::Str)
    };
    keys.0.iter().enumerate().map(ability).collect()
}

/// With whom everybody is engaged at the beginning.
fn pairs(combined: &[Enlisted<'_, Bdp>], complaints: &mut Complaints) -> Vec<Slots> {
    let names = || combined.iter().map(|one| one.name.as_str());
    let mut pairs = vec![Slots::NONE; combined.len()];
    for (index, one) in combined.iter().enumerate() {
        for (place, name) in one.sheet.engaged.iter().enumerate() {
            let path = format!("{}.engaged[{place}]", one.path);
            match names().position(|other| other == name) {
                Some(other) if combined[other].side == one.side => {
                    complaints.error(path, format!("{name} is of the same side"));
                }
                Some(other) => pairs[index] = pairs[index].with(Slot(other as u8)),
                None => {
                    let complaint = complaints.error(path, format!("nobody is called `{name}`"));
                    if let Some(near) = nearest(name, names()) {
                        complaint.help(format!("did you mean `{near}`?"));
                    }
                }
            }
        }
    }
    pairs
}

fn side_named(name: &str, sides: &[String], path: &str, complaints: &mut Complaints) -> Option<Side> {
    let found = sides.iter().position(|side| side == name);
    if found.is_none() {
        let complaint = complaints.error(path, format!("there is no side `{name}`"));
        if let Some(near) = nearest(name, sides.iter().map(String::as_str)) {
            complaint.help(format!("did you mean `{near}`?"));
        }
    }
    found.map(|side| Side(side as u8))
}

fn friends(scene: &SceneText, sides: &[String], complaints: &mut Complaints) -> Vec<(Side, Side)> {
    let mut friends = Vec::new();
    for (index, [one, other]) in scene.allied.iter().enumerate() {
        let found = [one, other].map(|name| side_named(name, sides, &format!("arena.allied[{index}]"), complaints));
        if let [Some(one), Some(other)] = found {
            friends.push((one, other));
        }
    }
    friends
}

/// The policy that a combatant follows, empty for none; one that it names has to exist.
fn named_policy<'a>(one: &Enlisted<'a, Bdp>, document: &Document<Bdp>, complaints: &mut Complaints) -> &'a str {
    let name = one.policy.unwrap_or_default();
    if !name.is_empty() && !document.policy.contains_key(name) {
        let complaint = complaints.error(format!("{}.policy", one.path), format!("there is no policy `{name}`"));
        if let Some(near) = nearest(name, document.policy.keys().map(String::as_str)) {
            complaint.help(format!("did you mean `{near}`?"));
        }
    }
    name
}

/// Those of whom this is true.
fn those(fighters: &[Fighter], belongs: impl Fn(&Fighter) -> bool) -> Slots {
    let found = fighters.iter().enumerate().filter(|(_, fighter)| belongs(fighter));
    found.map(|(index, _)| Slot(index as u8)).collect()
}

/// By slot: everybody of every other side that is not allied.
fn foes(fighters: &[Fighter], friends: &[(Side, Side)]) -> Vec<Slots> {
    fighters.iter().map(|fighter| those(fighters, |other| !allied(friends, other.side, fighter.side))).collect()
}

/// The state in which every day begins.
fn morning(fighters: &[Fighter], sides: usize) -> Fight {
    Fight::morning(fighters.iter().map(|fighter| fighter.start).collect(), sides)
}

impl Rules for Core {
    type Fight = Fight;
    type Rest = RestKind;

    fn blank(&self) -> Fight {
        let mut fight = self.morning.clone();
        fight.order.reserve(self.fighters.len());
        fight
    }

    fn open<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        fight.clone_from(&self.morning);
        self.rolls_up(fight, table);
    }

    fn meet<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut Fight, table: &mut Table<D, W>) -> Option<Ending> {
        self.begin_fight(sides, fight, table)
    }

    fn step<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) -> Progress {
        self.play_step(fight, table)
    }

    fn part<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        self.end_fight(fight, table);
    }

    fn rest<D: Dice, W: Watch>(&self, rest: RestKind, fight: &mut Fight, table: &mut Table<D, W>) {
        self.take_rest(rest, fight, table);
    }

    fn travel<D: Dice, W: Watch>(&self, minutes: u32, fight: &mut Fight, table: &mut Table<D, W>) {
        self.travels(minutes, fight, table);
    }

    fn canonical(&self, fight: &mut Fight) {
        self.forget(fight);
    }

    fn bytes(&self, fight: &Fight) -> usize {
        size_of::<Fight>() + fight.bodies.len() * (size_of::<Body>() + size_of::<super::state::Place>())
    }

    fn round(&self, fight: &Fight) -> u32 {
        u32::from(fight.round)
    }

    fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    fn measure(&self, fight: &Fight, counts: &Counts, ending: Ending, values: &mut [i64]) {
        self.fill_metrics(fight, counts, ending, values);
    }

    fn metrics_of_state(&self) -> usize {
        self.metrics_of_state
    }

    fn counters(&self) -> usize {
        metrics::COUNTERS
    }

    fn observe(&self, fight: &Fight, who: Slot, name: &str) -> Option<i64> {
        metrics::see(self, fight, who, name)
    }
}
