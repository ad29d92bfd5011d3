//! The rules of one scenario: everything that is worked out once, when it is loaded.
//!
//! Owns [`Core`], how it is made of a document, and the contract of [`Rules`]. Start at [`Core`].

use std::collections::BTreeSet;
use std::ops::Range;

use frame::dice::{Dice, Roll, Slot};
use frame::fight::day::{Leg, Sides};
use frame::fight::watch::Counter;
use frame::fight::{Catalogue, Lineup, Offer, Relations, Side, Slots, Stand, Table, Watch};
use frame::policy::{BookLine, Observer};
use frame::rules::answers::Answer;
use frame::rules::decisions::{described, named_policy};
use frame::rules::declare::{sided, usual_answers};
use frame::rules::modifier::ModifierList;
use frame::rules::plan::{DayPlan, plan};
use frame::rules::questions::{Arguments, Question};
use frame::rules::{Describes, Entry, Loaded, Measures, Peek, Plays, Reference, RuleSet, Rules, RulesByRelations, Solves};
use frame::scenario::{Complaints, Document, Enlisted, expand, hazards};

use super::book::Book;
use super::book::harm::Area;
use super::book::recovery::Disease;
use super::casting::CastRule;
use super::decide::{Policies, SELECTORS, Setting};
use super::fighter::{Fighter, WoundKeys};
use super::ground::Ground;
use super::hazard::Hazard;
use super::merge::Asked;
use super::outfit::Weapon;
use super::policy::Do;
use super::rulings::{DefaultTarget, Rulings};
use super::save::SaveRule;
use super::scene::{PerilKind, RestKind, SceneText, Start};
use super::sheet::{Ability, Category, Length, Quality, Reaction, Sheet, Skill, Source, Trait};
use super::stance::Stance;
use super::state::{Body, DISEASES_MAX, Daily, Fight, Status};
use super::{Bdp, Play, Words, metrics, odds, policy, quantities, rolls, swing};

/// The rules of a scenario of either kind, [plain](is_plain) or not.
pub type Played = frame::rules::EitherRules<Core<false>, Core<true>>;

/// The rules, loaded for one scenario. They are written once and compiled twice: `PLAIN` tells the compiler that the scenario
/// is a [plain](is_plain) one, so that nothing is asked in its turns that cannot come to pass in it.
#[derive(Debug)]
pub struct Core<const PLAIN: bool> {
    pub(super) book: Book,
    pub(super) rulings: Rulings,
    pub(super) scene: SceneText,
    pub(super) ground: Ground,
    /// The parts of the state that later steps ask for.
    pub(super) asked: Asked,
    /// Magic Dice.
    pub(super) cast: CastRule,
    /// The diseases of the book, in its order.
    pub(super) diseases: Vec<(String, Disease)>,
    /// The hazards of the day, by their numbers.
    pub(super) hazards: Vec<Hazard>,
    /// Names of the kinds of wounds.
    pub(super) wound_names: Vec<String>,
    pub(super) fighters: Vec<Fighter>,
    /// The combatants by their sides.
    pub(super) lineup: Lineup,
    /// By side: its combatants that are no player characters.
    pub(super) others: Vec<Slots>,
    /// The sides that have such combatants.
    pub(super) grouped: Vec<Side>,
    /// The player characters.
    pub(super) pcs: Slots,
    /// The sides with player characters.
    pub(super) with_pcs: Sides,
    /// True if every combatant has nothing but weapons, on open ground.
    ordinary: bool,
    pub(super) policies: Policies,
    /// The stances of all combatants in a plain fight.
    pub(super) stances: Vec<Stance>,
    /// Saves.
    pub(super) save: SaveRule,
    /// By kind of wound: the ability that a permanent one costs.
    pub(super) wound_abilities: Vec<Ability>,
    /// True if a combatant could take attacks on others upon itself.
    pub(super) somebody_protects: bool,
    /// The combatants that know a reaction.
    pub(super) able: Slots,
    /// The combatants that know one, or have a policy for it.
    pub(super) answering: Slots,
    /// The combatants for whom something is rolled in the morning of a day.
    pub(super) rising: Slots,
    /// By slot: the kind of wound that its Wounding leaves.
    pub(super) wounding: Vec<u8>,
    /// By kind of peril: the wound that it leaves.
    pub(super) peril_wounds: Vec<Option<u8>>,
    /// By source: the wound that it leaves.
    pub(super) source_marks: Vec<Option<u8>>,
    /// By slot: the wound that its critical damage leaves.
    pub(super) marks: Vec<Option<u8>>,
    /// By slot: where it stands at the beginning.
    pub(super) places: Vec<u8>,
    /// By slot: the enemies that it is engaged with at the beginning.
    pub(super) pairs: Vec<Slots>,
    /// True if any combatant is engaged at the beginning.
    pub(super) starts_engaged: bool,
    /// The places of the lengths of weapons in the order of engaged attackers, and of attackers that close in.
    pub(super) ranks: [[u8; Length::ALL.len()]; 2],
    /// The categories of weapons whose attacks a block impairs, and those that a dodge does, one bit each.
    pub(super) stopped: [u8; 2],
    /// The side of the player characters, if any.
    pub(super) party: Option<Side>,
    /// The side that is surprised without a roll.
    pub(super) surprised: Option<Side>,
    pub(super) morning: Fight,
    /// True if anything lies beyond a single fight.
    pub(super) days: bool,
    catalogue: Catalogue,
    metrics_of_state: usize,
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// True if the combatant is on the side of the player characters.
    pub(super) fn of_party(&self, who: Slot) -> bool {
        self.party == Some(self.fighter(who).side)
    }

    /// The rulings, which the compiler knows in a plain scenario. One that belongs to a feature is asked of the field itself.
    #[inline(always)]
    pub(super) fn rulings(&self) -> &Rulings {
        if PLAIN { &Rulings::UNTOUCHED } else { &self.rulings }
    }

    /// True if nothing comes to pass but what weapons do: no combatant [has anything else](Fighter::is_ordinary), on open
    /// ground.
    #[inline(always)]
    pub(super) fn ordinary(&self) -> bool {
        PLAIN || self.ordinary
    }

    /// Returns the fighter in a slot.
    #[inline]
    pub(super) fn fighter(&self, who: Slot) -> &Fighter {
        &self.fighters[who.index()]
    }

    /// True if the combatant has a skill; in a plain scenario nobody has any.
    #[inline(always)]
    pub(super) fn has(&self, who: Slot, skill: Skill) -> bool {
        debug_assert!(!PLAIN || self.fighter(who).is_ordinary());
        !PLAIN && self.fighter(who).has(skill)
    }

    /// True if the combatant is like that, where nobody is in a plain scenario: any of what is more than a matter of morale.
    #[inline(always)]
    pub(super) fn is(&self, who: Slot, special: Trait) -> bool {
        debug_assert!(!matches!(special, Trait::Mindless | Trait::Leader | Trait::Beast));
        debug_assert!(!PLAIN || self.fighter(who).is_ordinary());
        !PLAIN && self.fighter(who).is(special)
    }

    /// True if the combatant counts as a band; in a plain scenario nobody does (BDP-260, BDP-421).
    #[inline(always)]
    pub(super) fn is_band(&self, who: Slot) -> bool {
        !PLAIN && self.fighter(who).is_band()
    }

    /// Returns the name of a combatant.
    pub(super) fn name(&self, who: Slot) -> &str {
        &self.fighter(who).name
    }
}

sided!(Core<PLAIN>, const PLAIN: bool);

/// The system behind its door.
pub static SYSTEM: &dyn frame::door::System = &frame::door::Compiled::<Bdp>::new();

impl RuleSet for Bdp {
    type Rules = RulesByRelations<Played>;
    const SUMMARY: &'static str = "attacks always hit; block, dodge or parry for Fatigue, and Fatigue fills the slots";
    const STARTER: &'static str = include_str!("../starter.toml");
    const QUESTIONS: &'static [Question] = odds::QUESTIONS;
    const ROLLS: &'static [&'static Roll] = rolls::ALL;
    const MODIFIERS: &'static [&'static ModifierList] = &[&swing::IMPAIRMENTS, &swing::ENHANCEMENTS, &swing::BONUS_DAMAGE];
    const LEDGER: [&'static str; 2] = [include_str!("../ledger.txt"), include_str!("../silent.txt")];

    fn reference() -> Reference {
        Reference {
            decisions: described(policy::DecisionLists::DECISIONS),
            observables: quantities::vocabulary().reference(),
            selectors: SELECTORS.iter().map(|named| (named.name, named.about)).collect(),
        }
    }

    fn load(document: &Document<Self>, complaints: &mut Complaints) -> Option<Loaded<RulesByRelations<Played>>> {
        RulesByRelations::load(document, complaints, |document, complaints| load(document, complaints, of_its_kind))
    }

    fn answer(question: &Question, arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
        odds::answer(question, arguments, book, rulings)
    }
}

/// Loads the rules for one state of affairs between the sides: `make` makes them of the parts of the scenario (BDP-524).
pub(super) fn load<R: Rules<Rest = RestKind>>(
    document: &Document<Bdp>,
    complaints: &mut Complaints,
    make: impl FnOnce(Words, Fabric, &[String], &DayPlan<RestKind>) -> R,
) -> Option<Loaded<R>> {
    let combined = expand(document, complaints);
    check_book(&document.book, complaints);
    let words = Words { book: &document.book, rulings: &document.rulings };
    let book = words.book;
    let scene = document.arena.clone().unwrap_or_default();
    let ground = Ground::new(document.arena.as_ref(), complaints);
    let mut keys = WoundKeys::new();
    let mut fighters: Vec<Fighter> = combined
        .iter()
        .map(|one| {
            if !(one.sheet.skills.contains(&Skill::Showfighter) && scene.audience) {
                return Fighter::new(one, words, &mut keys, complaints);
            }
            // Before an audience its STR is that of the show, whatever it comes with (BDP-524).
            let own = one.sheet.str.unwrap_or(book.creation.npc_ability);
            let sheet = Sheet { str: Some(book.skill.show_str.max(own)), ..one.sheet.clone() };
            let &Enlisted { side, ordinal, identity, policy, arrives, .. } = one;
            let (name, path) = (one.name.clone(), one.path.clone());
            let shown = Enlisted { side, sheet: &sheet, name, ordinal, identity, policy, arrives, path };
            Fighter::new(&shown, words, &mut keys, complaints)
        })
        .collect();
    let hazards = hazards(document);
    let hazards = hazards.iter().map(|(path, text)| Hazard::new(path, text, book, &mut keys, complaints));
    let hazards: Vec<Hazard> = hazards.collect();
    let infect = hazards.iter().filter_map(Hazard::infects);
    let ill = fighters.iter().flat_map(|fighter| fighter.start.diseases.iter().flatten().map(|illness| illness.kind));
    let kinds: BTreeSet<u8> = fighters
        .iter()
        .flat_map(|fighter| fighter.ill.iter().copied().chain(fighter.infects))
        .chain(infect)
        .chain(ill)
        .collect();
    if kinds.len() > DISEASES_MAX {
        let found = format!("{} kinds of diseases, of which somebody can have {DISEASES_MAX} at once", kinds.len());
        complaints.error("side", found).help("let fewer combatants and hazards have diseases or infect others");
    }
    let wounding = combined.iter().map(|one| wounding(one, &mut keys, complaints)).collect();
    let marks = combined.iter().map(|one| mark(one, &mut keys, complaints)).collect();
    let peril_wounds = peril_wounds(book, &mut keys, complaints);
    let source_marks = source_marks(book, &mut keys, complaints);
    let places = combined.iter().map(|one| ground.named(&one.sheet.zone, &format!("{}.zone", one.path), complaints)).collect();
    let pairs = pairs(&combined, complaints);
    let used: Vec<&str> = combined.iter().map(|one| named_policy(one, document, complaints)).collect();
    let zones = ground.zones.len() > 1;
    let fixed = quantities::fixed(document.rulings.sees_abilities, &ground);
    let vocabulary = quantities::vocabulary().with_fixed(fixed);
    let combatants: Vec<Entry> = combined.iter().map(Entry::of).collect();
    let mut plan = plan(document, &vocabulary, &combatants, complaints);
    fighters.iter_mut().for_each(|fighter| fighter.camp = plan.relations.camp(fighter.side));
    let draws = document.rulings.default_target == DefaultTarget::Everywhere;
    let setting = Setting { vocabulary: &vocabulary, zones, retreat: book.retreat.possible, draws };
    let (policies, lines) = Policies::compile(&fighters, &used, &document.policy, setting, complaints);
    let sides: Vec<String> = document.side.iter().map(|side| side.name.clone()).collect();
    make_peace(&scene, &sides, &mut plan.relations, complaints);
    let surprised = scene.surprised.as_ref().and_then(|name| side_named(name, &sides, "arena.surprised", complaints));
    if complaints.any_error() {
        return None;
    }
    let plainly = |line: &BookLine| PLAIN_DECISIONS.contains(&line.decision);
    let usual = lines.lines().iter().all(plainly) && !policies.lists.may_slip();
    let fabric = Fabric {
        scene,
        ground,
        fighters,
        policies,
        wound_names: keys.0,
        wounding,
        hazards,
        peril_wounds,
        source_marks,
        marks,
        places,
        pairs,
        surprised,
        usual,
    };
    let rules = make(words, fabric, &sides, &plan);
    Some(Loaded { rules, sides, combatants, plan, on_defeat: document.on_defeat, lines })
}

/// The rules of the kind of which a scenario is.
pub(super) fn of_its_kind(words: Words, fabric: Fabric, sides: &[String], plan: &DayPlan<RestKind>) -> Played {
    if is_plain(words, &fabric, plan) {
        Played::Plain(Core::new(words, fabric, sides, plan))
    } else {
        Played::Any(Core::new(words, fabric, sides, plan))
    }
}

/// The parts of a scenario before it is known to be plain or not.
pub(super) struct Fabric {
    pub(super) scene: SceneText,
    pub(super) ground: Ground,
    pub(super) fighters: Vec<Fighter>,
    pub(super) policies: Policies,
    wound_names: Vec<String>,
    wounding: Vec<u8>,
    hazards: Vec<Hazard>,
    peril_wounds: Vec<Option<u8>>,
    source_marks: Vec<Option<u8>>,
    marks: Vec<Option<u8>>,
    places: Vec<u8>,
    pairs: Vec<Slots>,
    pub(super) surprised: Option<Side>,
    /// True if policies decide nothing but what those of plain scenarios may.
    usual: bool,
}

impl Fabric {
    /// True if every combatant has nothing but weapons, on open ground.
    pub(super) fn is_ordinary(&self) -> bool {
        let open = self.ground.is_plain() && !self.scene.distraction && !self.policies.does(Do::Smoke);
        open && self.fighters.iter().all(Fighter::is_ordinary)
    }
}

/// The decisions that policies of plain scenarios may take. All others are left to the rules: every combatant strikes with
/// what it wields.
const PLAIN_DECISIONS: [&str; 6] = ["target", "reaction", "opponent", "sacrifice", "backpack", "wound"];

/// True if a scenario is plain: it is a single fight, and nothing comes to pass in it but what weapons do, by the rulings as
/// they are published. Most scenarios that only ask how strong a combatant is are plain.
fn is_plain(Words { book, rulings }: Words, fabric: &Fabric, plan: &DayPlan<RestKind>) -> bool {
    let single = matches!(plan.legs[..], [Leg::Fight(_)]) && plan.arrivals.late().is_empty() && plan.relations.are_mutual();
    let scene = &fabric.scene;
    let aware = scene.surprise.is_none() && fabric.surprised.is_none() && !scene.reaction;
    let whole = book.injury.dismember_percent == 0;
    let strikes = fabric.fighters.iter().all(only_strikes);
    rulings.is_published_where_plain() && single && fabric.usual && aware && whole && fabric.is_ordinary() && strikes
}

/// True if the combatant can do nothing but strike, with one weapon that stays as it is, in no armor but its own, and knows of
/// the fight.
fn only_strikes(fighter: &Fighter) -> bool {
    let lasts = |weapon: &Weapon| {
        let worn = weapon.uses > 0 || weapon.quality == Quality::Deteriorated;
        !weapon.ranged && !worn && weapon.draw == 0 && weapon.poison.is_none()
    };
    let start = &fighter.start;
    let whole = start.active() && !start.prone && start.limbs_lost == 0 && !start.weakened && start.daily == Daily::default();
    let aware = start.off.is_none() && !start.unaware;
    fighter.weapons.iter().all(lasts) && fighter.armors.len() == 1 && aware && whole
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// The rules of these parts of a scenario (BDP-301).
    pub(super) fn new(Words { book, rulings }: Words, fabric: Fabric, sides: &[String], plan: &DayPlan<RestKind>) -> Self {
        let ordinary = fabric.is_ordinary();
        let Fabric { scene, ground, fighters, policies, .. } = fabric;
        let names: Vec<String> = fighters.iter().map(|fighter| fighter.name.clone()).collect();
        let (catalogue, metrics_of_state) = metrics::catalogue(sides, &names, scene.reaction, plan.legs.len() > 1);
        let pcs: Slots = those(&fighters, |fighter| fighter.pc);
        let lineup = plan.lineup(&fighters, |fighter| fighter.side, sides.len());
        let others: Vec<Slots> = Sides::all(sides.len()).map(|side| lineup.members(side).those(|who| !pcs.has(who))).collect();
        let able = those(&fighters, |fighter| fighter.reactions != 1 << Reaction::Defend as u8);
        let mut core = Core {
            grouped: Sides::all(sides.len()).filter(|side| !others[side.index()].is_empty()).collect(),
            others,
            with_pcs: lineup.sides_of(pcs),
            lineup,
            pcs,
            ordinary,
            somebody_protects: policies.does(Do::Protect),
            answering: able.chain(policies.lists.reaction.deciders()).collect(),
            able,
            rising: those(&fighters, |fighter| fighter.rolled.is_some() || !fighter.ill.is_empty()),
            stances: Vec::new(),
            asked: Asked::new(&fighters, &policies, Words { book, rulings }, plan),
            cast: CastRule::new(book, rulings),
            diseases: book.disease.iter().map(|(name, disease)| (name.clone(), disease.clone())).collect(),
            wound_abilities: wound_abilities(&fabric.wound_names, book),
            wound_names: fabric.wound_names,
            book: book.clone(),
            rulings: rulings.clone(),
            ground,
            policies,
            save: SaveRule::new(book, rulings),
            wounding: fabric.wounding,
            hazards: fabric.hazards,
            peril_wounds: fabric.peril_wounds,
            source_marks: fabric.source_marks,
            marks: fabric.marks,
            places: fabric.places,
            starts_engaged: scene.start == Start::Engaged || fabric.pairs.iter().any(|pairs| !pairs.is_empty()),
            ranks: [&book.order.engaged, &book.order.closing].map(|lengths| ranks(lengths)),
            stopped: [&book.react.block_vs, &book.react.dodge_vs].map(|categories| category_bits(categories)),
            pairs: fabric.pairs,
            party: fighters.iter().find(|fighter| fighter.pc).map(|fighter| fighter.side),
            surprised: fabric.surprised,
            morning: morning(&fighters, sides.len(), &scene),
            days: plan.legs.len() > 1,
            catalogue,
            metrics_of_state,
            scene,
            fighters,
        };
        core.asked.rounds |= core.freezes_in_rounds();
        core.stances = Stance::all(&core);
        core
    }
}

/// Checks the book for errors that the schema cannot see.
fn check_book(book: &Book, complaints: &mut Complaints) {
    if book.injury.area.is_empty() {
        complaints.needs("book.injury.area", "an injury", "an area");
    }
    if book.fate.is_empty() {
        complaints.error("book.fate", "the die of fate has no faces");
    }
}

/// The kind of wound that a combatant's Wounding leaves: its own, or a cut. [BDP-423]
fn wounding(one: &Enlisted<'_, Bdp>, keys: &mut WoundKeys, complaints: &mut Complaints) -> u8 {
    let name = if one.sheet.wounds_with.is_empty() { "cut" } else { &one.sheet.wounds_with };
    keys.number(name, &format!("{}.wounds_with", one.path), complaints)
}

/// The kind of wound that a combatant's critical damage leaves, where its sheet says one. [BDP-049]
fn mark(one: &Enlisted<'_, Bdp>, keys: &mut WoundKeys, complaints: &mut Complaints) -> Option<u8> {
    let name = &one.sheet.critical_wound;
    (!name.is_empty()).then(|| keys.number(name, &format!("{}.critical_wound", one.path), complaints))
}

/// Returns the kinds of wounds that sources leave, in the order of the sources. [BDP-049]
fn source_marks(book: &Book, keys: &mut WoundKeys, complaints: &mut Complaints) -> Vec<Option<u8>> {
    let key = |source: Source| {
        let name = book.wound.of_source.get(&source)?;
        Some(keys.number(name, &format!("book.wound.of_source.{}", source.word()), complaints))
    };
    Source::ALL.into_iter().map(key).collect()
}

/// Returns the kinds of wounds that the surroundings leave, in the order of the perils.
fn peril_wounds(book: &Book, keys: &mut WoundKeys, complaints: &mut Complaints) -> Vec<Option<u8>> {
    let key = |kind: PerilKind| {
        let wound = &book.env.of(kind).0.wound;
        (!wound.is_empty()).then(|| keys.number(wound, &format!("book.env.{}.wound", kind.word()), complaints))
    };
    PerilKind::ALL.into_iter().map(key).collect()
}

/// By kind of wound: the ability that a permanent one costs; injuries by that of their area.
fn wound_abilities(names: &[String], book: &Book) -> Vec<Ability> {
    let ability = |(index, name): (usize, &String)| {
        let area = WoundKeys::area(index as u8).map(Area::word);
        let found = book.wound.ability.get(name).or_else(|| book.wound.ability.get(area?));
        found.copied().unwrap_or(Ability::Str)
    };
    names.iter().enumerate().map(ability).collect()
}

/// By slot: the enemies that a combatant is engaged with at the beginning.
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
                    complaints.error(path, format!("nobody is called `{name}`")).near(name, names());
                }
            }
        }
    }
    pairs
}

/// Returns the side of a name.
fn side_named(name: &str, sides: &[String], path: &str, complaints: &mut Complaints) -> Option<Side> {
    let found = sides.iter().position(|side| side == name);
    if found.is_none() {
        complaints.unknown(path, "side", name).near(name, sides.iter().map(String::as_str));
    }
    found.map(|side| Side(side as u8))
}

/// Lets sides that the arena calls allied not fight each other.
fn make_peace(scene: &SceneText, sides: &[String], relations: &mut Relations, complaints: &mut Complaints) {
    for (index, [one, other]) in scene.allied.iter().enumerate() {
        let found = [one, other].map(|name| side_named(name, sides, &format!("arena.allied[{index}]"), complaints));
        if let [Some(one), Some(other)] = found {
            relations.make_peace(one, other);
        }
    }
}

/// The places of all lengths in an order: how many lengths come before each; those that it does not name come last.
fn ranks(order: &[Length]) -> [u8; Length::ALL.len()] {
    let place = |length: Length| order.iter().position(|&one| one == length).unwrap_or(order.len());
    Length::ALL.map(|length| Length::ALL.into_iter().filter(|&other| place(other) < place(length)).count() as u8)
}

/// A set of categories, one bit each.
fn category_bits(list: &[Category]) -> u8 {
    list.iter().fold(0, |set, &category| set | 1 << category as u8)
}

/// Returns the fighters of whom a condition is true.
fn those(fighters: &[Fighter], belongs: impl Fn(&Fighter) -> bool) -> Slots {
    let found = fighters.iter().enumerate().filter(|(_, fighter)| belongs(fighter));
    found.map(|(index, _)| Slot(index as u8)).collect()
}

/// The state in which every day begins.
fn morning(fighters: &[Fighter], sides: usize, scene: &SceneText) -> Fight {
    let bodies = fighters.iter().map(|fighter| fighter.start).collect();
    let mut fight = Fight::morning(bodies, sides);
    fight.meetings = scene.fights_before;
    fight
}

impl<const PLAIN: bool> Plays for Core<PLAIN> {
    type Fight = Fight;
    type Rest = RestKind;

    usual_answers!(Plays);

    fn blank(&self) -> Fight {
        let mut fight = self.morning.clone();
        fight.order.reserve(self.fighters.len());
        fight
    }

    fn open<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        fight.clone_from(&self.morning);
        Play { rules: self, fight, table }.rolls_up(self.rising);
    }

    fn renew<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut Fight, table: &mut Table<D, W>) {
        let fresh = self.lineup.members_of(sides);
        for who in fresh {
            *fight.body_mut(who) = *self.morning.body(who);
            fight.becomes(who, self.morning.body(who).status);
        }
        Play { rules: self, fight, table }.rolls_up(self.rising & fresh);
    }

    fn travel<D: Dice, W: Watch>(&self, minutes: u32, sides: Sides, fight: &mut Fight, table: &mut Table<D, W>) {
        Play { rules: self, fight, table }.travels(minutes, sides);
    }

    fn days(&self, rest: RestKind) -> u16 {
        match rest {
            RestKind::Night(night) => night.days,
            RestKind::Train(training) => training.weeks.saturating_mul(super::rest::WEEK_DAYS),
            _ => 0,
        }
    }

    fn read(&self, fight: &Fight, who: Slot, observable: u16, argument: i32) -> i64 {
        quantities::View { core: self, fight, event: None }.combatant(who, who, observable, argument)
    }

    fn is_alive(&self, fight: &Fight, who: Slot) -> bool {
        !matches!(fight.body(who).status, Status::Dead | Status::Destroyed)
    }
}

impl<const PLAIN: bool> Solves for Core<PLAIN> {
    usual_answers!(Solves);

    fn told_early(&self) -> &'static [&'static str] {
        &metrics::TOLD_EARLY
    }

    fn settled(&self, fight: &Fight) -> Slots {
        let to_come = self.lineup.arrivals.after_round(fight.round);
        fight.slots().filter(|&who| !fight.body(who).active() && !to_come.has(who)).collect()
    }

    fn bury(&self, who: Slot, over: bool, fight: &mut Fight) {
        self.forget_buried(who, over, fight);
    }

    fn rounds_alike(&self) -> Range<u32> {
        if self.asked.rounds { 0..0 } else { self.lineup.arrivals.rounds_alike(self.book.round.rounds_max) }
    }

    fn bytes(&self, fight: &Fight) -> usize {
        size_of::<Fight>() + fight.bodies.len() * (size_of::<Body>() + size_of::<super::state::Place>())
    }

    fn sums_up(&self, counter: Counter) -> bool {
        self.tells_areas() || !metrics::INJURED.contains(&counter)
    }
}

impl<const PLAIN: bool> Measures for Core<PLAIN> {
    usual_answers!(Measures);

    fn counters(&self) -> usize {
        metrics::COUNTERS
    }

    fn means(&self, who: Slot) -> Vec<String> {
        let fighter = self.fighter(who);
        let breath = fighter.breath.map(|_| "breath".to_owned());
        let magic = (fighter.md_max > 0).then(|| ["sculpt energy", "feedback"].map(str::to_owned));
        let weapons = fighter.weapons.iter().map(|weapon| weapon.name.clone());
        weapons.chain(breath).chain(magic.into_iter().flatten()).collect()
    }
}

impl<const PLAIN: bool> Describes for Core<PLAIN> {
    usual_answers!(Describes);

    fn options(&self, fight: &Fight, who: Slot) -> Vec<Offer> {
        self.options_of(fight, who)
    }

    fn main_decision(&self) -> &'static str {
        "action"
    }

    fn stand(&self, fight: &Fight, who: Slot) -> Stand {
        let body = fight.body(who);
        let lost = body.abilities.iter().zip(body.maxima).any(|(now, most)| *now < most);
        match body.status {
            Status::Dead | Status::Destroyed => Stand::Dead,
            Status::Absent | Status::Fled | Status::Routed => Stand::Away,
            Status::Active => Stand::fighting(body.hp < body.hp_max || lost),
            Status::KnockedOut | Status::Unconscious | Status::Debilitated | Status::Down => Stand::Down,
        }
    }
}

impl<const PLAIN: bool> Peek for Core<PLAIN> {
    fn peek(&self, fight: &Fight, who: Slot, name: &str) -> Option<i64> {
        quantities::peek(self, fight, who, name)
    }
}
