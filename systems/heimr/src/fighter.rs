//! A fighter: what the rules need to know of one combatant, made of its sheet and the book when a scenario is loaded.
//!
//! Owns the checks of a sheet that the schema cannot make, and the condition in which a day begins. Must not change during a
//! fight. Start at [`Fighter::new`].

use frame::fight::Side;
use frame::scenario::{Complaints, Enlisted};

use super::Heimr;
use super::abilities::{Abilities, Penalty, Values};
use super::book::Book;
use super::book::tables::{BodyPart, InjuryEffect};
use super::build::Built;
use super::gear::{Gear, Shield};
use super::ground::{Direction, Ground, Location, unknown};
use super::mastery::Masteries;
use super::rulings::{BearerHides, LegInjury, Rulings};
use super::sheet::{
    BindPart, Carried, DefenceKind, EffectKind, EffectText, Reaction, Sheet, SkillAction, SkillTarget, SkillText, Stance,
    StartingEffect,
};

/// An effect, ready to be caused. [HEI-049]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Effect {
    /// The kind of effect.
    pub kind: EffectKind,
    /// Seconds or points.
    pub number: u16,
    /// The part that a bind binds; without it, the body part that was hit.
    pub part: Option<BindPart>,
}

/// The duration of an effect. [HEI-126, HEI-131]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Duration {
    /// Turns.
    pub turns: u16,
    /// True if seconds are left over.
    pub odd: bool,
}

impl Duration {
    /// So many seconds (HEI-126).
    #[inline]
    #[must_use]
    pub fn of_seconds(seconds: u16, book: &Book) -> Self {
        let turn = book.effects.turn_divisor;
        Duration { turns: seconds / turn, odd: !seconds.is_multiple_of(turn) }
    }
}

/// The whole rounds of so many seconds (HEI-103).
#[inline]
pub(super) fn rounds(seconds: u32, book: &Book) -> u32 {
    seconds / u32::from(book.turn.seconds)
}

/// True if so few hit points mean an injury (HEI-066).
#[inline]
pub(super) fn is_injured(hp: i32, book: &Book) -> bool {
    hp <= i32::from(book.injury.threshold)
}

/// A skill, ready for use.
#[derive(Clone, Debug)]
pub struct Skill {
    /// Its name.
    pub name: String,
    /// The kind of action that uses it.
    pub action: SkillAction,
    /// The effect as a reaction.
    pub reaction: Option<Reaction>,
    /// Willpower it costs.
    pub willpower: u8,
    /// True if it can be used once until the next short rest.
    pub rested: bool,
    /// True if it has been used before the day begins.
    pub used: bool,
    /// Its effects.
    pub effects: Vec<Effect>,
    /// Those whom it affects.
    pub target: SkillTarget,
    /// The reach in squares; without it, into the own square.
    pub range: Option<i32>,
    /// The prerequisite, as it was written, with its path in the scenario.
    pub when: Option<(String, String)>,
}

/// An effect that runs from the beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Running {
    /// The kind of effect.
    pub kind: EffectKind,
    /// The duration.
    pub duration: Duration,
    /// The part that a bind binds.
    pub part: Option<BindPart>,
    /// The direction that a stumble bars.
    pub direction: Option<Direction>,
}

/// A defence that has been rolled before the fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rehearsed {
    /// Its kind.
    pub kind: DefenceKind,
    /// The weapon that parries, or the shield that blocks: its number among its own.
    pub item: u8,
    /// The consistency with which it was rolled.
    pub c: i16,
    /// The roll before potential.
    pub pre: i16,
    /// The face of the small die.
    pub small: u8,
}

/// The condition in which a day begins.
#[derive(Clone, Debug)]
pub struct Start {
    /// The square.
    pub at: Location,
    /// Height above the ground of the square.
    pub elevation: i32,
    /// Number of the combat cluster, from 1.
    pub cluster: Option<u8>,
    /// True if it tries to hide.
    pub hides: bool,
    /// Number of the object of its square behind which it has taken cover.
    pub cover: Option<u8>,
    /// Challenge requirement of the surface on which it climbs, 0 for none.
    pub climbing: Option<i32>,
    /// Hit points.
    pub hp: i32,
    /// Willpower.
    pub willpower: u8,
    /// Fatigue.
    pub fatigue: u8,
    /// Injured body parts, as a set of [`BodyPart::bit`](super::book::tables::BodyPart::bit).
    pub injuries: u8,
    /// True if its injuries have been stabilised.
    pub stabilised: bool,
    /// True if it is prone.
    pub prone: bool,
    /// True if it is asleep.
    pub asleep: bool,
    /// True if it is unconscious.
    pub unconscious: bool,
    /// Rounds for which it has been dying.
    pub dying_rounds: u32,
    /// True if it is dead.
    pub dead: bool,
    /// Effects.
    pub effects: Vec<Running>,
    /// Initiative, instead of a roll.
    pub initiative: Option<i32>,
    /// The defence it has, instead of a roll.
    pub stance: Option<Rehearsed>,
}

/// One combatant, as the rules see it.
#[derive(Clone, Debug)]
pub struct Fighter {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// The first side of its alliance in the order of the file; none where its side has nobody to fight.
    pub camp: Option<Side>,
    /// Maximum of hit points.
    pub hp_max: i32,
    /// Maximum of willpower.
    pub willpower_max: u8,
    /// Points that its armour takes off the damage of weapons.
    pub armour: i32,
    /// Prowess without a shield.
    bare: Prowess,
    /// Prowess with each of its shields wielded.
    shielded: Vec<Prowess>,
    /// Weapons, shields and lights.
    pub gear: Gear,
    /// Skills.
    pub skills: Vec<Skill>,
    /// The condition in which a day begins.
    pub start: Start,
}

/// Prowess of a combatant while it wields the shield that it does, or none.
#[derive(Clone, Debug)]
struct Prowess {
    /// Attributes and abilities.
    values: Values,
    /// Masteries with its weapons and shields.
    masteries: Masteries,
}

/// The book, rulings and ground with which all fighters of a scenario are made.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The book.
    pub book: &'a Book,
    /// The rulings.
    pub rulings: &'a Rulings,
    /// Its abilities by number.
    pub abilities: &'a Abilities,
    /// The ground.
    pub ground: &'a Ground,
    /// Penalties for everybody.
    pub penalties: &'a [Penalty],
}

impl Fighter {
    /// The most skills.
    pub const SKILLS_MOST: usize = 32;

    /// Makes a fighter of a combatant's sheet; what is wrong with it goes to `complaints` (HEI-002, R-46).
    #[must_use]
    pub fn new(one: &Enlisted<'_, Heimr>, around: Surroundings<'_>, complaints: &mut Complaints) -> Self {
        let (sheet, path) = (one.sheet, one.path.as_str());
        let Surroundings { book, rulings, abilities, penalties, .. } = around;
        let built = Built::new(sheet, path, abilities, book, penalties, complaints);
        let gear = Gear::new(sheet, path, around, complaints);
        let prowess = |change: &[(usize, i32)], penalties: &[Penalty]| {
            let values = abilities.values(&built.attributes, change, &built.trained, penalties);
            Prowess { masteries: Masteries::new(&values, &gear, abilities, rulings), values }
        };
        let bare = prowess(&[], &built.penalties);
        let with = |shield: &Shield| prowess(&shield.attributes, &[&built.penalties[..], &shield.penalties[..]].concat());
        let shielded: Vec<Prowess> = gear.shields.iter().map(with).collect();
        let maxima = Maxima::new(sheet, book);
        let base = gear.wielded_shield().map_or(&bare, |shield| &shielded[shield]).values.base_fatigue;
        check_limits(sheet, path, maxima, book, complaints);
        let start = Start {
            hp: sheet.hp.map_or(maxima.hp, i32::from),
            willpower: sheet.willpower.unwrap_or(maxima.willpower),
            fatigue: sheet.fatigue.unwrap_or(base),
            ..start(sheet, path, &gear, around, complaints)
        };
        Fighter {
            name: one.name.clone(),
            side: one.side,
            camp: Some(one.side),
            hp_max: maxima.hp,
            willpower_max: maxima.willpower,
            armour: i32::from(sheet.armour),
            skills: skills(&sheet.skills, path, book, complaints),
            bare,
            shielded,
            gear,
            start,
        }
    }

    /// Attributes and abilities while this shield, or none, is wielded.
    #[inline]
    #[must_use]
    pub fn values(&self, shield: Option<u8>) -> &Values {
        &self.prowess(shield).values
    }

    /// Attributes and abilities without a shield, to be set for questions about dice.
    pub(super) fn values_mut(&mut self) -> &mut Values {
        &mut self.bare.values
    }

    /// Masteries with its weapons and shields.
    #[inline]
    #[must_use]
    pub fn masteries(&self, shield: Option<u8>) -> &Masteries {
        &self.prowess(shield).masteries
    }

    /// Returns what it can do with this shield in hand, or without any.
    #[inline(always)]
    fn prowess(&self, shield: Option<u8>) -> &Prowess {
        match shield {
            None => &self.bare,
            Some(shield) => &self.shielded[usize::from(shield)],
        }
    }
}

/// Effects by a list of a sheet; what is wrong with them goes to `complaints`.
pub(super) fn effects(list: &[EffectText], path: &str, book: &Book, complaints: &mut Complaints) -> Vec<Effect> {
    for (index, text) in list.iter().enumerate() {
        if text.part.is_some() && text.effect != EffectKind::Bind {
            complaints.error(format!("{path}[{index}].part"), "only a bind is called on a part of the body");
        }
    }
    list.iter()
        .map(|text| Effect { kind: text.effect, number: number(text.effect, text.number, book), part: text.part })
        .collect()
}

/// The number of an effect, by default that of the book (HEI-050).
fn number(kind: EffectKind, given: Option<u16>, book: &Book) -> u16 {
    given.unwrap_or(if kind.counts_points() { book.effects.points } else { book.effects.seconds })
}

/// The maxima of a combatant: those of the sheet, else those of the book.
#[derive(Clone, Copy)]
struct Maxima {
    hp: i32,
    willpower: u8,
}

impl Maxima {
    /// Returns the maxima of a sheet, by the book where it says none.
    fn new(sheet: &Sheet, book: &Book) -> Self {
        Maxima {
            hp: i32::from(sheet.hp_max.unwrap_or(book.maximum.hp)),
            willpower: sheet.willpower_max.unwrap_or(book.maximum.willpower),
        }
    }
}

/// Checks that a starting condition exceeds and contradicts nothing.
fn check_limits(sheet: &Sheet, path: &str, maxima: Maxima, book: &Book, complaints: &mut Complaints) {
    let Maxima { hp: hp_max, willpower: willpower_max } = maxima;
    let hp = sheet.hp.map_or(hp_max, i32::from);
    if hp > hp_max {
        complaints.above(format!("{path}.hp"), hp, "hit points", hp_max);
    }
    if let Some(willpower) = sheet.willpower.filter(|&willpower| willpower > willpower_max) {
        complaints.above(format!("{path}.willpower"), willpower, "willpower", willpower_max);
    }
    let (least, most) = (book.fatigue.min, book.fatigue.max);
    if let Some(fatigue) = sheet.fatigue.filter(|fatigue| !(least..=most).contains(fatigue)) {
        complaints
            .error(format!("{path}.fatigue"), format!("a fatigue of {fatigue}"))
            .help(format!("it lies between {least} and {most} (HEI-138)"));
    }
    if sheet.asleep && sheet.unconscious {
        complaints
            .warning(format!("{path}.asleep"), "whoever is unconscious does not sleep as well")
            .help("no sound wakes it: leave `asleep` out (HEI-217, HEI-218)");
    }
    if sheet.climbing.is_some() && (sheet.prone || sheet.asleep || sheet.unconscious) {
        complaints
            .error(format!("{path}.climbing"), "nobody climbs lying down")
            .help("leave `climbing` out, or `prone`, `asleep` and `unconscious`");
    }
    let injured = is_injured(hp, book);
    if injured && sheet.injuries.is_empty() {
        complaints
            .error(format!("{path}.hp"), format!("with {hp} hit points a part of the body is injured: which one is it?"))
            .help(format!(
                "add `injuries = [\"torso\"]`, or set `hp` to more than {} (HEI-066, HEI-072)",
                book.injury.threshold
            ));
    }
    for (key, given) in [("injuries", !sheet.injuries.is_empty()), ("stabilised", sheet.stabilised)] {
        if given && !injured {
            complaints
                .error(format!("{path}.{key}"), format!("it is not injured with {hp} hit points"))
                .help(format!("set `hp` to {} or less (HEI-066)", book.injury.threshold));
        }
    }
    check_dying(sheet, hp, path, book, complaints);
}

/// Checks how long a combatant with so many hit points has been dying.
fn check_dying(sheet: &Sheet, hp: i32, path: &str, book: &Book, complaints: &mut Complaints) {
    if sheet.dying_rounds == 0 {
        return;
    }
    let path = format!("{path}.dying_rounds");
    if sheet.dead {
        complaints.error(path, "whoever is dead is not dying any more").help("leave `dying_rounds` out, or `dead`");
    } else if sheet.stabilised {
        complaints.error(path, "it is stabilised, and not dying").help("leave `dying_rounds` out, or `stabilised` (HEI-078)");
    } else if hp > i32::from(book.injury.mangled) {
        let help = format!("set `hp` to {} or less (HEI-076)", book.injury.mangled);
        complaints.error(path, format!("nobody is dying with {hp} hit points")).help(help);
    } else {
        let mutilated = hp <= i32::from(book.injury.mutilated);
        let fatal = if mutilated { book.injury.mutilated_death_s } else { u32::MAX }.min(book.injury.mangled_death_s);
        let fatal = rounds(fatal, book).max(1);
        if sheet.dying_rounds >= fatal {
            let complaint = complaints.error(path, format!("it has been dying for {} rounds", sheet.dying_rounds));
            complaint.help(format!(
                "with {hp} hit points it is dead after {fatal} (HEI-076, HEI-077): write `dead = true`, or less"
            ));
        }
    }
}

/// Reads the condition and the place in which a combatant begins.
fn start(sheet: &Sheet, path: &str, gear: &Gear, around: Surroundings<'_>, complaints: &mut Complaints) -> Start {
    let Surroundings { book, rulings, ground, .. } = around;
    let at = sheet.at.as_ref().and_then(|name| ground.locate(name, format!("{path}.at"), complaints));
    let at = at.unwrap_or_else(|| ground.middle());
    let square = ground.square(at);
    let cover = sheet.cover.as_ref().and_then(|name| {
        let found = square.covers.iter().position(|cover| cover.name == *name);
        if found.is_none() {
            let known = square.covers.iter().map(|cover| &cover.name);
            let known: Vec<&str> = known.map(String::as_str).collect();
            let complaint = complaints.error(format!("{path}.cover"), format!("there is no `{name}` in {}", square.name));
            complaint.help(if known.is_empty() {
                "nothing conceals there".into()
            } else {
                format!("there is {}", known.join(", "))
            });
        }
        found.map(|index| index as u8)
    });
    let conceals = ground.murk(1, at).all > 0 || square.covers.iter().any(|cover| cover.value > 0);
    if sheet.hidden && (sheet.cluster.is_some() || !conceals) {
        complaints
            .warning(format!("{path}.hidden"), format!("it cannot hide in {}, and begins seen", square.name))
            .help("who hides is in no cluster, and in darkness, in weather or behind something that conceals (HEI-171)");
    }
    if sheet.hidden && gear.lit != 0 && rulings.bearer_hides == BearerHides::No && gear.bears_light() {
        complaints
            .warning(format!("{path}.hidden"), "it bears a burning light, and begins seen")
            .help("`lit = false` of the light leaves it dark, `rulings.bearer_hides` allows to hide with it (R-78)");
    }
    let leg = sheet.injuries.iter().any(|part| matches!(part, BodyPart::RightLeg | BodyPart::LeftLeg));
    if sheet.climbing.is_some()
        && leg
        && book.injury_effects.leg == InjuryEffect::Fall
        && rulings.leg_injury == LegInjury::Lasting
    {
        complaints
            .error(format!("{path}.climbing"), "an injured leg keeps it on the ground")
            .help("leave `climbing` out, or the leg out of `injuries` (HEI-074, R-50)");
    }
    let climbing = sheet.climbing.as_ref().and_then(|surface| {
        if gear.free_hands() < book.climb.hands {
            complaints
                .error(format!("{path}.climbing"), "it has no free hand to hold on")
                .help(format!("climbing takes {} (HEI-230)", book.climb.hands));
        }
        let found = book.surface.get(surface).map(|&cr| i32::from(cr));
        if found.is_none() {
            unknown(surface, "surface", book.surface.keys(), format!("{path}.climbing"), complaints);
        }
        found
    });
    Start {
        at,
        elevation: i32::from(sheet.elevation),
        cluster: sheet.cluster,
        hides: sheet.hidden,
        cover,
        climbing,
        hp: 0,
        willpower: 0,
        fatigue: 0,
        injuries: sheet.injuries.iter().fold(0, |set, part| set | part.bit()),
        stabilised: sheet.stabilised,
        prone: sheet.prone,
        asleep: sheet.asleep,
        unconscious: sheet.unconscious,
        dying_rounds: sheet.dying_rounds,
        dead: sheet.dead,
        effects: running(&sheet.effects, path, book, complaints),
        initiative: sheet.initiative.map(i32::from),
        stance: sheet.stance.as_ref().and_then(|stance| rehearsed(stance, path, gear, complaints)),
    }
}

/// Reads the effects that run from the beginning.
fn running(list: &[StartingEffect], path: &str, book: &Book, complaints: &mut Complaints) -> Vec<Running> {
    let mut running = Vec::with_capacity(list.len());
    for (index, text) in list.iter().enumerate() {
        let path = format!("{path}.effects[{index}]");
        let lasts = !text.effect.counts_points() && text.effect != EffectKind::Drop;
        if !lasts {
            complaints
                .error(format!("{path}.effect"), "this effect does not last")
                .help("fall, stumble, daze, bind and weaken do");
        }
        if text.part.is_some() != (text.effect == EffectKind::Bind) {
            complaints.needs(&path, "a bind", "a `part`, and nothing else has one");
        }
        if text.direction.is_some() && text.effect != EffectKind::Stumble {
            complaints.error(format!("{path}.direction"), "only a stumble bars a direction");
        }
        let duration = Duration::of_seconds(number(text.effect, text.number, book), book);
        running.push(Running { kind: text.effect, duration, part: text.part, direction: text.direction });
    }
    running
}

/// The item of a stance has to be wielded.
fn rehearsed(stance: &Stance, path: &str, gear: &Gear, complaints: &mut Complaints) -> Option<Rehearsed> {
    let path = format!("{path}.stance");
    let in_hand = |item: usize| !matches!(gear.places[item], Carried::Worn | Carried::Stored);
    let item = match stance.kind {
        DefenceKind::Dodge => Some(0),
        DefenceKind::Block => gear.wielded_shield(),
        DefenceKind::Parry => (0..gear.weapons.len()).find(|&index| {
            let named = stance.weapon.as_ref().is_none_or(|name| gear.weapons[index].item.name == *name);
            named && gear.weapons[index].is_melee() && in_hand(index)
        }),
    };
    if item.is_none() {
        complaints.error(&path, "it wields nothing with which it could defend like this");
    }
    if stance.weapon.is_some() && stance.kind != DefenceKind::Parry {
        complaints.only(format!("{path}.weapon"), "a parry", "a weapon");
    }
    Some(Rehearsed {
        kind: stance.kind,
        item: item? as u8,
        c: i16::from(stance.c),
        pre: i16::from(stance.pre),
        small: stance.d6,
    })
}

/// Makes the skills of a sheet.
fn skills(list: &[SkillText], path: &str, book: &Book, complaints: &mut Complaints) -> Vec<Skill> {
    if list.len() > Fighter::SKILLS_MOST {
        complaints.too_many(format!("{path}.skills"), Fighter::SKILLS_MOST, "skills");
    }
    let mut skills: Vec<Skill> = Vec::with_capacity(list.len());
    for (index, text) in list.iter().enumerate() {
        let path = format!("{path}.skills[{index}]");
        if skills.iter().any(|skill| skill.name == text.name) {
            complaints.twice(format!("{path}.name"), "skills", &text.name);
        }
        if text.reaction.is_some() != (text.action == SkillAction::Reaction) {
            complaints
                .error(&path, format!("`{}` is a reaction by half", text.name))
                .help("a reaction has `action = \"reaction\"` and says in `reaction` what it does; nothing else has that key");
        }
        if text.action == SkillAction::OnHit && (text.target != SkillTarget::Enemy || text.range.is_some()) {
            complaints
                .error(&path, format!("`{}` goes with an attack: its target and range are those of the attack", text.name));
        }
        let only_breaks = !text.effects.is_empty() && text.effects.iter().all(|effect| effect.effect == EffectKind::Break);
        if text.target == SkillTarget::Structure && (!only_breaks || text.range.is_some()) {
            complaints.error(&path, format!("`{}` is used on a structure", text.name)).help(
                "a structure on a border of one's square can be broken and nothing else: `effects` are Break, without `range`",
            );
        }
        if text.used && !text.rested {
            complaints
                .error(format!("{path}.used"), format!("`{}` can be used again and again", text.name))
                .help("leave `used` out, or add `rested = true` (HEI-068)");
        }
        skills.push(Skill {
            used: text.used,
            name: text.name.clone(),
            action: text.action,
            reaction: text.reaction,
            willpower: text.willpower,
            rested: text.rested,
            effects: effects(&text.effects, &format!("{path}.effects"), book, complaints),
            target: text.target,
            range: text.range.map(i32::from),
            when: text.when.clone().map(|when| (when, format!("{path}.when"))),
        });
    }
    skills
}
