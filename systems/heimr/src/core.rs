//! The rules of one scenario: everything that is worked out once, when it is loaded.
//!
//! Owns [`Core`], how it is made of a document, and the contract of [`Rules`]. Start at [`Core`].

use std::ops::Range;

use frame::dice::{Dice, Roll, Slot};
use frame::fight::day::Sides;
use frame::fight::watch::Counter;
use frame::fight::{Catalogue, Lineup, Offer, Side, Slots, Stand, Table, Watch};
use frame::policy::{BookLine, LineBook, Observer};
use frame::rules::answers::Answer;
use frame::rules::decisions::{described, named_policy};
use frame::rules::declare::{sided, usual_answers};
use frame::rules::modifier::ModifierList;
use frame::rules::plan::{DayPlan, plan};
use frame::rules::questions::{Arguments, Question};
use frame::rules::{Describes, Entry, Loaded, Measures, Peek, Plays, Reference, RuleSet, Rules, RulesByRelations, Solves};
use frame::scenario::{Complaints, Document, expand, hazards};

use super::abilities::{Abilities, AbilityId};
use super::book::Book;
use super::book::tables::{BodyPart, InjuryEffect, InjuryEffects};
use super::challenge::exact::Worth;
use super::challenge::{CheckRule, Effort};
use super::decide::Policies;
use super::derived::Injured;
use super::fighter::{Fighter, Running};
use super::gear::Gear;
use super::ground::Ground;
use super::hazard::Hazard;
use super::quantities::Code;
use super::rulings::{DazeOdd, Rulings, Treatment};
use super::sheet::{EffectKind, SkillTarget};
use super::state::{Body, Climb, Crossed, Exit, Fight, Place, Places, Stance, Timer};
use super::{Fabric, Heimr, Play, Played, RestKind, attack, decide, defend, metrics, odds, plain, policy, quantities, rolls};

/// The rules, loaded for one scenario; `PLAIN` is whether it is a [plain] one.
#[derive(Debug)]
pub struct Core<const PLAIN: bool> {
    pub(super) book: Book,
    pub(super) rulings: Rulings,
    pub(super) abilities: Abilities,
    pub(super) ground: Ground,
    pub(super) fighters: Vec<Fighter>,
    /// The combatants by their sides.
    pub(super) lineup: Lineup,
    pub(super) policies: Policies,
    /// The roll, fatigue, requirements.
    pub(super) check: CheckRule,
    /// The worth of rolls to the combatant that chooses between them.
    pub(super) worth: Worth,
    /// The effects of injuries, by body part.
    pub(super) injured: Injured,
    /// Changes of terrain in a chase.
    pub(super) chase_terrain: Vec<(u16, AbilityId)>,
    /// By slot and item: its word in conditions.
    pub(super) item_words: Vec<Vec<usize>>,
    /// The hazards of the day, by their numbers.
    pub(super) hazards: Vec<Hazard>,
    /// The state in which every day begins, before anything is rolled.
    pub(super) morning: Fight,
    /// True if every way is as long as columns and rows say.
    pub(super) open_ground: bool,
    /// True if the day has more parts than one fight.
    pub(super) has_parts: bool,
    /// Those who have been dying for a while when a day begins.
    dying: Slots,
    /// True if a combatant can be asleep.
    pub(super) somebody_sleeps: bool,
    /// True if a combatant could hide.
    pub(super) somebody_hides: bool,
    /// True if a combatant has a light.
    pub(super) somebody_has_light: bool,
    /// True if a combatant could ready an action.
    pub(super) readies: bool,
    /// True if a holder could let go of the held.
    pub(super) releases: bool,
    /// True if a combatant could guard.
    pub(super) guards_exist: bool,
    /// True if a combatant could brawl.
    pub(super) brawls: bool,
    /// True if a choice depends on who attacked the combatant.
    pub(super) attackers_matter: bool,
    /// True if anything asks for the number of the round.
    rounds_matter: bool,
    /// True if nobody is ever attacked in its own turn, nor tires by anything but its own actions and the defences it uses.
    pub(super) alone_in_turn: bool,
    /// True if a choice depends on a defence that has been rolled.
    pub(super) defences_matter: bool,
    /// True if it is asked which body parts are injured, if they are counted when they are treated, or if another fight
    /// follows.
    pub(super) injuries_matter: bool,
    /// True if it matters of a combatant that is out what it was doing, how tired and how badly hurt it is: if a skill could be
    /// used on it, if it could be moved, or if a policy asks.
    pub(super) fallen_matter: bool,
    catalogue: Catalogue,
    metrics_of_state: usize,
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Returns the fighter in a slot.
    #[inline]
    pub(super) fn fighter(&self, who: Slot) -> &Fighter {
        &self.fighters[who.index()]
    }

    /// Returns the name of a combatant.
    pub(super) fn name(&self, who: Slot) -> &str {
        &self.fighter(who).name
    }

    /// The rulings, which the compiler knows in a plain scenario. One that belongs to a feature is asked of the field itself.
    #[inline(always)]
    pub(super) fn rulings(&self) -> &Rulings {
        if PLAIN { &Rulings::UNTOUCHED } else { &self.rulings }
    }
}

sided!(Core<PLAIN>, const PLAIN: bool);

/// The system behind its door.
pub static SYSTEM: &dyn frame::door::System = &frame::door::Compiled::<Heimr>::new();

impl RuleSet for Heimr {
    type Rules = RulesByRelations<Played>;
    const SUMMARY: &'static str = "d6 and d10 pools, defences rolled ahead, fatigue, injuries by body part, grid of locations";
    const STARTER: &'static str = include_str!("../starter.toml");
    const QUESTIONS: &'static [Question] = odds::QUESTIONS;
    const ROLLS: &'static [&'static Roll] = rolls::ALL;
    const MODIFIERS: &'static [&'static ModifierList] = &[&attack::ATTACK, &defend::DEFENCE];
    const LEDGER: [&'static str; 2] = [include_str!("../ledger.txt"), include_str!("../silent.txt")];

    fn reference() -> Reference {
        Reference {
            decisions: described(policy::DecisionLists::DECISIONS),
            observables: quantities::vocabulary(&[], &[]).reference(),
            selectors: decide::SELECTORS.iter().map(|named| (named.name, named.about)).collect(),
        }
    }

    fn load(document: &Document<Self>, complaints: &mut Complaints) -> Option<Loaded<RulesByRelations<Played>>> {
        RulesByRelations::load(document, complaints, |document, complaints| load(document, complaints, of_its_kind))
    }

    fn answer(question: &Question, arguments: &Arguments, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
        odds::answer(question, arguments, book, rulings)
    }
}

/// Makes the rules of a scenario of its kind.
pub(super) fn of_its_kind(document: &Document<Heimr>, parts: Parts<'_>) -> Played {
    let plain = parts.plan.arrivals.late().is_empty()
        && parts.plan.relations.are_mutual()
        && parts.hazards.is_empty()
        && !parts.policies.lists.may_slip()
        && plain::is_plain(&document.rulings, &parts.fabric, parts.lines);
    if plain { Played::Plain(Core::new(document, parts)) } else { Played::Any(Core::new(document, parts)) }
}

/// Loads the rules for one state of affairs between the sides: `make` makes them of the parts of the scenario.
pub(super) fn load<R: Rules<Rest = RestKind>>(
    document: &Document<Heimr>,
    complaints: &mut Complaints,
    make: impl FnOnce(&Document<Heimr>, Parts<'_>) -> R,
) -> Option<Loaded<R>> {
    let combined = expand(document, complaints);
    let mut fabric = Fabric::new(document, &combined, complaints);
    let vocabulary = quantities::vocabulary(&fabric.fighters, &fabric.ground.squares)
        .with_fixed(quantities::fixed(&fabric.ground, &fabric.fighters));
    let combatants: Vec<Entry> = combined.iter().map(Entry::of).collect();
    let plan = plan(document, &vocabulary, &combatants, complaints);
    let hazards: Vec<Hazard> =
        hazards(document).iter().map(|(path, text)| Hazard::new(path, text, &fabric.abilities, complaints)).collect();
    for fighter in &mut fabric.fighters {
        fighter.camp = plan.relations.fights(fighter.side).then(|| plan.relations.camp(fighter.side));
    }
    let used: Vec<&str> = combined.iter().map(|one| named_policy(one, document, complaints)).collect();
    let (policies, lines) = Policies::compile(&fabric, &used, &document.policy, &vocabulary, complaints);
    if complaints.any_error() {
        return None;
    }
    let sides: Vec<String> = document.side.iter().map(|side| side.name.clone()).collect();
    let rules = make(document, Parts { fabric, hazards, policies, lines: &lines, sides: &sides, plan: &plan });
    Some(Loaded { rules, sides, combatants, plan, on_defeat: document.on_defeat, lines })
}

/// The parts of a scenario that have been read from its document.
pub(super) struct Parts<'a> {
    fabric: Fabric,
    hazards: Vec<Hazard>,
    policies: Policies,
    lines: &'a LineBook,
    sides: &'a [String],
    plan: &'a DayPlan<RestKind>,
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Makes the rules of a scenario, with all that is known before any fight begins.
    pub(super) fn new(document: &Document<Heimr>, parts: Parts<'_>) -> Self {
        let Parts { fabric, hazards, policies, lines, sides, plan } = parts;
        let (book, rulings) = (document.book.clone(), document.rulings.clone());
        let Fabric { abilities, ground, fighters } = fabric;
        let names: Vec<(String, Side)> = fighters.iter().map(|fighter| (fighter.name.clone(), fighter.side)).collect();
        let (catalogue, metrics_of_state) = metrics::catalogue(sides, &names, plan.legs.len() > 1);
        let any_line = |wanted: &dyn Fn(&BookLine) -> bool| lines.lines().iter().any(wanted);
        // A combatant that slips may do anything.
        let anything = policies.lists.may_slip();
        let acts = |word: &'static str| {
            anything
                || any_line(&|line: &BookLine| {
                    line.decision == word || line.what == word || line.what.starts_with(&format!("{word} "))
                })
        };
        let check = CheckRule::new(&book, &rulings);
        let readies = acts("ready");
        let guards_exist = acts("guard");
        // A fighter that charges may lose its weapon on the way, to an enemy that has readied something or guards the border.
        let may_brawl = acts("brawl") || acts("charge") || readies || guards_exist;
        let brawls = !PLAIN && (fighters.iter().any(|fighter| fighter.gear.unarmed) || may_brawl);
        let skills = fighters.iter().flat_map(|fighter| &fighter.skills);
        let prerequisites: Vec<String> = skills.filter_map(|skill| Some(skill.when.as_ref()?.0.clone())).collect();
        let required = |word: &str| prerequisites.iter().any(|when| when.contains(word));
        let asked = |word: &str| any_line(&|line: &BookLine| line.when.contains(word)) || required(word);
        let matters = |word: &str| anything || asked(word) || any_line(&|line: &BookLine| line.what.contains(word));
        let all_melee = fighters.iter().flat_map(|fighter| &fighter.gear.weapons).all(|weapon| weapon.is_melee());
        let nobody_waits = !acts("delay") && !acts("flee") && !acts("run") && !acts("decline") && !acts("disarmed");
        let nobody_climbs = fighters.iter().all(|fighter| fighter.start.climbing.is_none()) && !acts("climb");
        let heights = ground.squares.iter().map(|square| square.height);
        let even = book.height.walks(heights.clone().max().unwrap_or(0) - heights.min().unwrap_or(0));
        let injured = injured(&book.injury_effects);
        let chase_terrain = book.chase.switch.iter().filter_map(|change| {
            let ability = abilities.find(&change.ability, "", &mut Complaints::default())?;
            Some((change.round, ability))
        });
        Core {
            worth: Worth::new(check.pool, check.fatigue, book.fatigue.max),
            check,
            injured,
            chase_terrain: chase_terrain.collect(),
            item_words: quantities::wielded_words(&fighters),
            lineup: plan.lineup(&fighters, |fighter| fighter.side, sides.len()),
            morning: morning(&fighters, &ground, injured, &rulings),
            hazards,
            open_ground: even && ground.borders.iter().all(|border| border.toughness.is_none()),
            has_parts: plan.legs.len() > 1,
            dying: Slots::first(fighters.len()).those(|who| fighters[who.index()].start.dying_rounds > 0),
            somebody_sleeps: fighters.iter().any(|fighter| fighter.start.asleep),
            somebody_hides: fighters.iter().any(|fighter| fighter.start.hides) || acts("hide"),
            somebody_has_light: fighters.iter().any(|fighter| !fighter.gear.lamps.is_empty()),
            alone_in_turn: all_melee && nobody_waits && nobody_climbs && even && !readies && !guards_exist && !brawls,
            defences_matter: matters("defence"),
            injuries_matter: matters("injur") || document.day.len() > 1 || rulings.treatment != Treatment::None,
            fallen_matter: acts("carry") || helps_the_fallen(&fighters) || policies.asks_of_the_fallen(),
            readies,
            releases: acts("release"),
            guards_exist,
            brawls,
            rounds_matter: matters(quantities::name(Code::Round)),
            attackers_matter: matters(quantities::name(Code::AttackersLastRound)),
            book,
            rulings,
            abilities,
            ground,
            fighters,
            policies,
            catalogue,
            metrics_of_state,
        }
    }
}

/// The body parts by the effect of their injury (HEI-074).
fn injured(effects: &InjuryEffects) -> Injured {
    let by_part = BodyPart::ALL.into_iter().zip([effects.torso, effects.arm, effects.arm, effects.leg, effects.leg]);
    let parts = |wanted: InjuryEffect| {
        by_part.clone().filter(|(_, effect)| *effect == wanted).fold(0, |set, (part, _)| set | part.bit())
    };
    Injured { drop: parts(InjuryEffect::Drop), fall: parts(InjuryEffect::Fall), daze: parts(InjuryEffect::Daze) }
}

/// True if a combatant could use a skill on comrades that are out: stabilise them, so that they fight on, or change them
/// otherwise (HEI-078).
fn helps_the_fallen(fighters: &[Fighter]) -> bool {
    fighters.iter().flat_map(|fighter| &fighter.skills).any(|skill| skill.target == SkillTarget::Ally)
}

/// The state in which every day begins.
fn morning(fighters: &[Fighter], ground: &Ground, injured: Injured, rulings: &Rulings) -> Fight {
    let mut bodies: Vec<Body> = fighters.iter().map(at_dawn).collect();
    bodies.iter_mut().for_each(|body| injured.lay_down(rulings, body));
    if rulings.daze_odd == DazeOdd::No {
        bodies.iter_mut().for_each(|body| body.daze_odd = false);
    }
    Fight {
        order: Vec::with_capacity(fighters.len() + 1),
        bodies,
        borders: vec![Crossed::default(); ground.borders.len()],
        ..Fight::default()
    }
}

/// A combatant as a day begins.
fn at_dawn(fighter: &Fighter) -> Body {
    let start = &fighter.start;
    let unconscious = start.unconscious || start.dead;
    let mut places = [Place::Stored; Gear::ITEMS_MOST];
    for (place, &carried) in places.iter_mut().zip(&fighter.gear.places) {
        *place = carried.place(start.at);
    }
    let mut ammunition = [Body::UNLIMITED; Gear::WEAPONS_MOST];
    for (left, weapon) in ammunition.iter_mut().zip(&fighter.gear.weapons) {
        *left = weapon.ammunition.unwrap_or(Body::UNLIMITED);
    }
    let mut body = Body {
        hp: start.hp,
        willpower: start.willpower,
        effort: Effort { fatigue: start.fatigue, grown: 0 },
        at: start.at,
        elevation: start.elevation as i16,
        prone: start.prone || start.asleep || start.unconscious && !start.dead,
        climbing: start.climbing.map(|cr| Climb { cr: cr as i16, along: None }),
        asleep: start.asleep,
        unconscious,
        dead: start.dead,
        stabilised: start.stabilised,
        injuries: start.injuries,
        places: Places::new(places, fighter.gear.weapons.len(), fighter.gear.shields.len()),
        wear: std::array::from_fn(|item| if item < fighter.gear.items() { fighter.gear.item(item).wear } else { 0 }),
        concealed: fighter.gear.concealed,
        lit: fighter.gear.lit,
        loaded: fighter.gear.loaded,
        ammunition,
        skills_used: fighter.skills.iter().enumerate().fold(0, |used, (index, skill)| used | u32::from(skill.used) << index),
        stance: start.stance.map(|stance| Stance {
            kind: stance.kind,
            item: stance.item,
            c: i32::from(stance.c),
            pre: i32::from(stance.pre),
            small: stance.small,
            fatigue: start.fatigue,
        }),
        cover: start.cover,
        ..Body::default()
    };
    start.effects.iter().for_each(|effect| begin_effect(&mut body, effect));
    body
}

/// An effect that runs from the beginning.
fn begin_effect(body: &mut Body, effect: &Running) {
    let timer = Timer { turns: effect.duration.turns, fresh: false };
    match effect.kind {
        EffectKind::Fall => (body.fall, body.prone) = (timer, true),
        EffectKind::Stumble => (body.stumble, body.stumble_direction) = (timer, effect.direction),
        EffectKind::Daze => (body.daze, body.daze_odd) = (timer, effect.duration.odd),
        EffectKind::Weaken => body.weaken = timer,
        EffectKind::Bind => {
            if let Some(part) = effect.part.filter(|_| timer.runs()) {
                body.bind[part as usize] = timer;
                body.bound |= part.bit();
            }
        }
        EffectKind::Hit | EffectKind::Drain | EffectKind::Drop | EffectKind::Break | EffectKind::Stabilise => {}
    }
}

impl<const PLAIN: bool> Plays for Core<PLAIN> {
    type Fight = Fight;
    type Rest = RestKind;

    usual_answers!(Plays);

    fn blank(&self) -> Fight {
        let mut fight = self.morning.clone();
        fight.order.reserve(fight.bodies.len() + 1);
        fight
    }

    fn open<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) {
        fight.clone_from(&self.morning);
        if !PLAIN {
            Play { rules: self, fight, table }.go_on_dying(self.dying);
        }
    }

    #[inline(never)]
    fn renew<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut Fight, table: &mut Table<D, W>) {
        fight.met = fight.met.but(sides);
        let fresh = self.lineup.members_of(sides);
        for who in fresh {
            fight.body_mut(who).clone_from(self.morning.body(who));
        }
        Play { rules: self, fight, table }.go_on_dying(self.dying & fresh);
    }

    #[inline(never)]
    fn travel<D: Dice, W: Watch>(&self, minutes: u32, sides: Sides, fight: &mut Fight, table: &mut Table<D, W>) {
        Play { rules: self, fight, table }.take_road(minutes, sides);
    }

    fn days(&self, rest: RestKind) -> u16 {
        u16::from(rest == RestKind::Night)
    }

    fn read(&self, fight: &Fight, who: Slot, observable: u16, argument: i32) -> i64 {
        quantities::View { core: self, fight, about: None, rerolls: 0 }.combatant(who, who, observable, argument)
    }

    fn is_alive(&self, fight: &Fight, who: Slot) -> bool {
        !fight.body(who).dead
    }
}

impl<const PLAIN: bool> Solves for Core<PLAIN> {
    usual_answers!(Solves);

    fn told_early(&self) -> &'static [&'static str] {
        &quantities::TOLD_EARLY
    }

    fn settled(&self, fight: &Fight) -> Slots {
        if self.fallen_matter { Slots::NONE } else { fight.slots().filter(|&who| fight.body(who).gone).collect() }
    }

    fn bury(&self, who: Slot, over: bool, fight: &mut Fight) {
        self.forget_buried(who, over, fight);
    }

    fn rounds_alike(&self) -> Range<u32> {
        if self.rounds_matter {
            return 0..0;
        }
        let alike = self.lineup.arrivals.rounds_alike(self.book.turn.rounds_max);
        alike.start.max(self.ground.last_change().into())..alike.end
    }

    fn bytes(&self, fight: &Fight) -> usize {
        let of_bodies = fight.bodies.len() * (size_of::<Body>() + size_of::<Slot>());
        size_of::<Fight>() + of_bodies + fight.borders.len() * size_of::<Crossed>()
    }

    fn sums_up(&self, _: Counter) -> bool {
        true
    }
}

impl<const PLAIN: bool> Measures for Core<PLAIN> {
    usual_answers!(Measures);

    fn counters(&self) -> usize {
        metrics::COUNTERS
    }

    fn means(&self, who: Slot) -> Vec<String> {
        let fighter = self.fighter(who);
        let skills = fighter.skills.iter().map(|skill| skill.name.clone());
        fighter.gear.weapons.iter().map(|weapon| weapon.item.name.clone()).chain(skills).collect()
    }
}

impl<const PLAIN: bool> Describes for Core<PLAIN> {
    usual_answers!(Describes);

    fn options(&self, fight: &Fight, who: Slot) -> Vec<Offer> {
        self.options_of(fight, who)
    }

    fn main_decision(&self) -> &'static str {
        "turn"
    }

    fn stand(&self, fight: &Fight, who: Slot) -> Stand {
        let body = fight.body(who);
        match body.exit {
            _ if body.dead => Stand::Dead,
            Exit::Here if self.is_out(body) => Stand::Down,
            Exit::Here => Stand::fighting(body.hp < self.fighter(who).hp_max || body.injuries != 0),
            _ => Stand::Away,
        }
    }
}

impl<const PLAIN: bool> Peek for Core<PLAIN> {
    fn peek(&self, fight: &Fight, who: Slot, name: &str) -> Option<i64> {
        quantities::peek(self, fight, who, name)
    }
}
