//! Decisions of `heimr`: policies compiled from their text.
//!
//! Owns what a line of each list means for the combatant whose policy it is, and what of that can be wrong. Where the rules
//! ask, and what happens where no line decides, is in [`choose`](super::choose). Start at [`Policies::compile`].

use std::collections::BTreeMap;

use frame::dice::Slot;
use frame::fight::watch::LineNumber;
use frame::policy::{
    Compiler, Condition, Frame, LineBook, LineText, Obstacle, ObstacleRow, Of, Selectors, Unasked, Use, Vocabulary, condition,
};
use frame::rules::decisions::{DecisionLine, Every, LineKey, NameIn, Options, ReadFor, Reader, check_keys, plain_lines};
use frame::rules::declare::selectors;
use frame::scenario::Complaints;

use super::Fabric;
use super::abilities::AbilityId;
use super::book::tables::BodyPart;
use super::fighter::Fighter;
use super::ground::{Direction, Location};
use super::policy::{
    Aim, AnswerLine, Approach, ApproachLine, BlindTie, BrawlEffect, BrawlLine, BreatherLine, BreatherMode, DecisionLists,
    Defend, DefendLine, Delay, DelayLine, Disarmed, DisarmedLine, Do, GuardAnswer, GuardLine, GuardWhat, Observe, ObserveLine,
    OnHitLine, PartLine, Path, PathLine, PolicyText, ReactionLine, ReadyLine, ReadyOn, StumbleDirection, Terrain, TerrainLine,
    Trigger, TurnLine, UseSkill,
};
use super::quantities;
use super::sheet::{Carried, DefenceKind, SkillAction, SkillTarget};
use super::state::Readied;

selectors! {
    "first" = By [Least "it.place"], "the first in the order of initiative";
    "lowest_defence" = By [Least "it.defence", Least "it.place"],
        "the one whose rolled defence is lowest; one that fails and none are lowest of all";
    "nearest" = By [Least "it.distance", Least "it.place"], "the fewest borders away";
    "most_injured" = By [Most "it.injury_level", Most "it.injuries", Least "it.place"],
        "the worst injury, then the most injured parts";
}

/// The aim of a line of `turn` or `ready`; numbers point into the fighter's lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Intent {
    /// The action.
    pub act: Do,
    /// The item.
    pub item: Option<u8>,
    /// The skill.
    pub skill: Option<u8>,
    /// The square to go to or look at.
    pub square: Option<Location>,
    /// The direction.
    pub direction: Option<Direction>,
    /// The combatant to move, or to brawl with.
    pub whom: Option<Slot>,
}

impl Intent {
    /// An action without more.
    pub fn simply(act: Do) -> Self {
        Intent { act, item: None, skill: None, square: None, direction: None, whom: None }
    }
}

/// For whom to wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// Until just before its turn.
    Before(Slot),
    /// Until just after its turn.
    After(Slot),
    /// For nobody.
    No,
}

/// A way to defend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Defending {
    /// The kind; none for whatever is worth most.
    pub kind: Option<DefenceKind>,
    /// The weapon that parries; none for the weapon worth most.
    pub weapon: Option<u8>,
}

/// The ward of a guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ward {
    /// This one, or whom the policy chooses.
    Ally(Option<Slot>),
    /// A border.
    Border(Direction),
    /// All borders of the square.
    Square,
    /// The things that lie in the square.
    Objects,
    /// Nobody.
    Nobody,
}

/// A place to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// In the nearest square that has a hidden enemy.
    Nearest,
    /// In this square.
    Square(Location),
    /// Nowhere.
    No,
}

/// The compiled policies of all combatants of a scenario.
#[derive(Clone, Debug)]
pub struct Policies {
    /// The lists of every decision.
    pub(super) lists: DecisionLists,
    /// By slot: the direction that a stumble bars.
    pub(super) stumble_directions: Vec<StumbleDirection>,
    /// By slot: the line that counts for a blind spot.
    pub(super) blind_ties: Vec<BlindTie>,
    /// By slot and skill: its prerequisite.
    pub(super) prerequisites: Vec<Vec<Option<Condition>>>,
}

impl Policies {
    /// Compiles the policy of every fighter; `used` gives each one's policy by name, empty for none.
    pub fn compile(
        fabric: &Fabric,
        used: &[&str],
        policies: &BTreeMap<String, PolicyText>,
        vocabulary: &Vocabulary,
        complaints: &mut Complaints,
    ) -> (Self, LineBook) {
        let mut prerequisite = |when: &Option<(String, String)>| {
            let (text, path) = when.as_ref()?;
            condition(text, vocabulary, Frame::WITH_TARGET, path, complaints)
        };
        let mut of_skills = |fighter: &Fighter| fighter.skills.iter().map(|skill| prerequisite(&skill.when)).collect();
        let prerequisites = fabric.fighters.iter().map(&mut of_skills).collect();
        let selectors = Selectors::new(SELECTORS, vocabulary);
        let mut lists = DecisionLists::default();
        let mut compiler = Compiler::new(vocabulary, complaints);
        for (fighter, name) in fabric.fighters.iter().zip(used) {
            let turn = policies.get(*name).map_or(&[][..], |policy| &policy.turn);
            let follower = Follower { fighter, fabric, turn };
            compiler.follow(follower.unasked());
            lists.push(name, policies, &Reader { vocabulary, selectors: &selectors, follower }, &mut compiler);
        }
        let book = compiler.into_book();
        complain_of_secrets(&lists, used, policies, &book, complaints);
        let texts = used.iter().map(|name| policies.get(*name));
        let bars = texts.clone().map(|text| text.and_then(|text| text.stumble_direction).unwrap_or(StumbleDirection::Random));
        let ties = texts.map(|text| text.and_then(|text| text.blind_tie).unwrap_or(BlindTie::Straight));
        (Policies { lists, stumble_directions: bars.collect(), blind_ties: ties.collect(), prerequisites }, book)
    }
}

impl Policies {
    /// True if any condition asks of others what changes of nobody who is out any more, but is forgotten of those.
    pub fn asks_of_the_fallen(&self) -> bool {
        let lists = self.lists.uses_by_line().into_iter().map(|(_, used)| used);
        let skills = self.prerequisites.iter().flatten().flatten().flat_map(Condition::uses);
        lists.chain(skills).any(|used| used.read.of != Of::Own && quantities::asked(used.read.observable).forgotten)
    }
}

/// Complains about every line that asks of others what nobody can see (section 6.1 of the specification), once for each policy.
fn complain_of_secrets(
    lists: &DecisionLists,
    used: &[&str],
    policies: &BTreeMap<String, PolicyText>,
    book: &LineBook,
    complaints: &mut Complaints,
) {
    let mut secrets: Vec<(LineNumber, u16)> = Vec::new();
    for (number, Use { read, .. }) in lists.uses_by_line() {
        if matches!(read.of, Of::Target | Of::It) && quantities::asked(read.observable).private {
            secrets.push((number, read.observable));
        }
    }
    secrets.sort_unstable_by_key(|(number, observable)| (number.0, *observable));
    secrets.dedup();
    for (number, observable) in secrets {
        let line = &book.lines()[usize::from(number.0)];
        let omniscient = policies.get(&line.policy).is_none_or(|policy| policy.omniscient);
        let first = used.iter().position(|name| *name == line.policy);
        if omniscient || first.is_none_or(|first| !line.who.has(Slot(first as u8))) {
            continue;
        }
        let what = quantities::asked(observable).name;
        complaints.error(&line.path, format!("nobody can see the `{what}` of somebody else")).help(format!(
            "`policy.{}.omniscient = true` lets this policy know it all the same",
            frame::scenario::quoted(&line.policy)
        ));
    }
}

/// The combatant for whom lines are read, and what is around it.
struct Follower<'a> {
    fighter: &'a Fighter,
    fabric: &'a Fabric,
    /// The lines of `turn` in its own policy.
    turn: &'a [TurnLine],
}

impl Follower<'_> {
    /// The decisions that never come to it: those of the default turn, where a line of `turn` always ends the turn before it,
    /// and those about what there is not.
    fn unasked(&self) -> Vec<(&'static str, Obstacle)> {
        const WAITS: &str = "a line of `turn` waits before it, always";
        const ORDER: &str =
            "`turn` is asked first, and what it leaves open is decided by the default turn: give that `wait` a `when`";
        let waits = self.turn.iter().any(|line| line.act == Some(Do::Wait) && line.when.is_none());
        let does = |act: Do| self.turn.iter().any(|line| line.act == Some(act) || line.include.is_some());
        let of_default = |decision| Unasked::new(decision, waits, WAITS, ORDER);
        let also_in_turn = |decision, act| Unasked::new(decision, waits && !does(act), WAITS, ORDER);
        let lacks = |action: SkillAction| self.fighter.skills.iter().all(|skill| skill.action != action);
        Unasked::all([
            of_default("stand"),
            of_default("breather"),
            of_default("approach"),
            of_default("hide"),
            of_default("release"),
            of_default("disarmed"),
            of_default("flee"),
            also_in_turn("guard", Do::Guard),
            also_in_turn("observe", Do::Observe),
            also_in_turn("ready", Do::Ready),
            Unasked::new("on_hit", lacks(SkillAction::OnHit), "it has no skill to declare with an attack", "(R-73)"),
            Unasked::new("reaction", lacks(SkillAction::Reaction), "it has no skill that answers an attack", "(HEI-064)"),
            Unasked::new("path", self.fabric.ground.squares.len() == 1, "there is only one square", "`[arena]` makes more"),
        ])
    }

    /// True if nobody else is of its side.
    fn alone(&self) -> bool {
        self.fabric.fighters.iter().filter(|other| other.camp == self.fighter.camp).count() == 1
    }

    /// True if it begins with both hands full, and no line of its turn could empty one.
    fn hands_full(&self) -> bool {
        let gear = &self.fighter.gear;
        let held = gear.places.iter().take(gear.items()).map(|place| match place {
            Carried::SwordHand | Carried::OffHand => 1,
            Carried::BothHands => 2,
            Carried::Worn | Carried::Stored | Carried::Ground | Carried::Elsewhere => 0,
        });
        let empties = |line: &TurnLine| line.include.is_some() || matches!(line.act, Some(Do::PutAway | Do::Drop | Do::Skill));
        held.sum::<u8>() >= 2 && !self.turn.iter().any(empties)
    }
}

/// Everything that a fighter could ever do in a turn, as lines of `turn` say it.
pub fn every(fighter: &Fighter) -> Options<Intent> {
    let items = || (0..fighter.gear.items()).map(|item| fighter.gear.name(item));
    let skills = fighter.skills.iter().map(|skill| skill.name.as_str());
    let mut options = Options::of("turn");
    for act in Do::ALL {
        let intent = Intent::simply(act);
        match act {
            Do::Draw | Do::PutAway | Do::Drop | Do::Get | Do::Conceal | Do::Light => {
                options.add_each(act.word(), "item", items(), |item| Intent { item: Some(item), ..intent });
            }
            Do::Skill => {
                options.add_each(act.word(), "skill", skills.clone(), |skill| Intent { skill: Some(skill), ..intent });
            }
            Do::Carry | Do::Break => {
                options.add_each(act.word(), "direction", Direction::WORDS.into_iter(), |number| Intent {
                    direction: Some(Direction::ALL[usize::from(number)]),
                    ..intent
                });
            }
            _ => options.add(act.word(), intent),
        }
    }
    options
}

impl DecisionLine for TurnLine {
    type Action = Intent;

    fn certain(intent: &Intent) -> bool {
        intent.act == Do::Wait
    }
}

impl ReadFor<Follower<'_>> for TurnLine {
    fn obstacle(intent: &Intent, follower: &Follower) -> Option<Obstacle> {
        const ONE: &str = "there is only one square";
        const MORE: &str = "`[arena]` makes more";
        let rows: [ObstacleRow<Intent, Follower>; 8] = [
            ObstacleRow::new(
                |intent, of| matches!(intent.act, Do::Charge | Do::Crawl) && of.fabric.ground.squares.len() == 1,
                ONE,
                MORE,
            ),
            ObstacleRow::new(|intent, of| intent.act == Do::Carry && of.fabric.ground.squares.len() == 1, ONE, MORE),
            ObstacleRow::new(
                |intent, of| matches!(intent.act, Do::Climb | Do::JumpDown) && !of.fabric.ground.climbs(),
                "nothing here can be climbed",
                "`surface` of a square makes something to climb (HEI-167)",
            ),
            ObstacleRow::new(
                |intent, of| intent.act == Do::Hide && !of.fabric.ground.hides(),
                "nothing here hides anybody",
                "objects, darkness and weather do (HEI-171)",
            ),
            ObstacleRow::new(
                |intent, of| {
                    let item = matches!(intent.act, Do::Draw | Do::PutAway | Do::Drop | Do::Get | Do::Conceal | Do::Swap);
                    item && of.fighter.gear.items() == 0
                },
                "it has no items",
                "`weapons`, `shields` and `lights` give some",
            ),
            ObstacleRow::new(
                |intent, of| intent.act == Do::Light && of.fighter.gear.lamps.is_empty(),
                "it has no light",
                "`lights = [{}]` gives it a torch (R-76)",
            ),
            ObstacleRow::new(
                |intent, of| intent.act == Do::PutOut && of.fabric.fighters.iter().all(|fighter| fighter.gear.lamps.is_empty()),
                "nobody has a light that could be put out",
                "`lights = [{}]` of somebody is a torch (R-76)",
            ),
            ObstacleRow::new(
                |intent, of| intent.whom.is_some_and(|whom| of.fabric.fighters[whom.index()].name == of.fighter.name),
                "it is its own name",
                "name somebody else",
            ),
        ];
        Obstacle::first(&rows, intent, follower)
    }

    fn every(reader: &Reader<Follower>) -> Vec<Intent> {
        every(reader.follower.fighter).into_actions()
    }

    fn read(&self, reader: &Reader<Follower>, path: &str, complaints: &mut Complaints) -> Option<Intent> {
        intent(self, path, &reader.follower, complaints)
    }
}

impl DecisionLine for DelayLine {
    type Action = Waiting;
}

impl ReadFor<Follower<'_>> for DelayLine {
    fn read(&self, reader: &Reader<Follower>, path: &str, complaints: &mut Complaints) -> Option<Waiting> {
        let act = self.act?;
        if act == Delay::No {
            return Some(Waiting::No);
        }
        let Some(name) = &self.of else {
            complaints.error(path, "wait for whom?").help("name a combatant in `of` (HEI-106)");
            return None;
        };
        let whom = combatant(name, reader.follower.fabric, &format!("{path}.of"), complaints)?;
        Some(if act == Delay::Before { Waiting::Before(whom) } else { Waiting::After(whom) })
    }
}

impl DecisionLine for ReadyLine {
    type Action = Readied;

    fn certain(_: &Readied) -> bool {
        true
    }
}

impl ReadFor<Follower<'_>> for ReadyLine {
    fn read(&self, reader: &Reader<Follower>, path: &str, complaints: &mut Complaints) -> Option<Readied> {
        let follower = &reader.follower;
        let act = self.act?;
        if matches!(act, Do::Ready | Do::Wait | Do::Break | Do::Carry) {
            complaints
                .error(format!("{path}.do"), "this action cannot be readied")
                .help("all others than ready, wait, break and carry can (HEI-107)");
            return None;
        }
        if act == Do::Skill {
            let skill = skill_named(self.skill.as_ref(), SkillAction::Standard, path, follower.fighter, complaints)?;
            if breaks_structures(follower.fighter, skill) {
                complaints.error(format!("{path}.skill"), "a skill on a structure cannot be readied");
                return None;
            }
        }
        let in_turn = TurnLine {
            act: self.act,
            item: self.item.clone(),
            skill: self.skill.clone(),
            square: self.square.clone(),
            direction: self.direction,
            ..TurnLine::default()
        };
        let action = intent(&in_turn, path, follower, complaints)?;
        let trigger = self.trigger.unwrap_or(Trigger::EnemyEntersMySquare);
        if self.on == Some(ReadyOn::Intent) && !trigger.is_intended() {
            complaints
                .error(format!("{path}.on"), format!("nobody intends `{}`: it comes about", trigger.word()))
                .help("leave `on` out; attacks, shots, brawls, entering and leaving can be seen coming (HEI-111)");
        }
        let who = if_named(self.who.as_ref(), |name| combatant(name, follower.fabric, &format!("{path}.who"), complaints))?;
        Some(Readied { action, trigger, intent: self.on == Some(ReadyOn::Intent), who })
    }
}

impl DecisionLine for PartLine {
    type Action = Option<BodyPart>;

    fn certain(_: &Option<BodyPart>) -> bool {
        true
    }
}

impl<F> ReadFor<F> for PartLine {
    fn every(_: &Reader<'_, F>) -> Vec<Self::Action> {
        Aim::EVERY.iter().map(|aim| aim.part()).collect()
    }

    fn read(&self, _: &Reader<'_, F>, _: &str, _: &mut Complaints) -> Option<Self::Action> {
        self.act.map(Aim::part)
    }
}

impl DecisionLine for BrawlLine {
    type Action = BrawlEffect;

    fn certain(_: &BrawlEffect) -> bool {
        true
    }
}

impl ReadFor<Follower<'_>> for BrawlLine {
    /// A bind takes a free hand. [HEI-188]
    fn obstacle(effect: &BrawlEffect, follower: &Follower) -> Option<Obstacle> {
        let row: ObstacleRow<BrawlEffect, Follower> = ObstacleRow::new(
            |effect, of| *effect == BrawlEffect::Bind && of.hands_full(),
            "its hands are full, and a bind takes a free one",
            "put something away, or carry it elsewhere: `place = \"worn\"` (HEI-188)",
        );
        Obstacle::first(&[row], effect, follower)
    }

    fn every(_: &Reader<Follower>) -> Vec<BrawlEffect> {
        BrawlEffect::EVERY.to_vec()
    }

    fn read(&self, _: &Reader<Follower>, _: &str, _: &mut Complaints) -> Option<BrawlEffect> {
        self.act
    }
}

/// Lines that name a skill or none: each with the kind of action of the skills that it can name.
macro_rules! skill_lines {
    ($( $line:ty => $action:ident; )*) => { $(
        impl DecisionLine for $line {
            type Action = Option<u8>;

            fn certain(skill: &Option<u8>) -> bool {
                skill.is_none()
            }
        }

        impl ReadFor<Follower<'_>> for $line {
                    fn every(reader: &Reader<Follower>) -> Vec<Self::Action> {
                let skills = (0..).zip(&reader.follower.fighter.skills);
                let fitting = skills.filter(|(_, skill)| skill.action == SkillAction::$action).map(|(number, _)| Some(number));
                std::iter::once(None).chain(fitting).collect()
            }

            fn read(&self, reader: &Reader<Follower>, path: &str, complaints: &mut Complaints) -> Option<Self::Action> {
                match self.act? {
                    UseSkill::None => Some(None),
                    UseSkill::Skill => {
                        let own = reader.follower.fighter;
                        skill_named(self.skill.as_ref(), SkillAction::$action, path, own, complaints).map(Some)
                    }
                }
            }
        }
    )* };
}

skill_lines! {
    OnHitLine => OnHit;
    ReactionLine => Reaction;
}

impl DecisionLine for DefendLine {
    type Action = Defending;
}

impl ReadFor<Follower<'_>> for DefendLine {
    fn every(_: &Reader<Follower>) -> Vec<Defending> {
        Defend::EVERY.iter().filter_map(|defend| Some(Defending { kind: Some(defend.kind()?), weapon: None })).collect()
    }

    fn read(&self, reader: &Reader<Follower>, path: &str, complaints: &mut Complaints) -> Option<Defending> {
        let own = reader.follower.fighter;
        let act = self.act?;
        let weapon = if_named(self.weapon.as_ref(), |name| {
            let names = own.gear.weapons.iter().map(|weapon| weapon.item.name.as_str());
            NameIn { name, what: "weapon", whose: &own.name, path: &format!("{path}.weapon") }.number(names, complaints)
        })?;
        if weapon.is_some() && act != Defend::Parry {
            complaints.only(format!("{path}.weapon"), "a parry", "a weapon");
        }
        Some(Defending { kind: act.kind(), weapon })
    }
}

impl DecisionLine for GuardLine {
    type Action = Ward;

    fn certain(_: &Ward) -> bool {
        true
    }
}

impl ReadFor<Follower<'_>> for GuardLine {
    fn obstacle(ward: &Ward, follower: &Follower) -> Option<Obstacle> {
        let rows: [ObstacleRow<Ward, Follower>; 2] = [
            ObstacleRow::new(
                |ward, of| matches!(ward, Ward::Ally(Some(whom)) if of.fabric.fighters[whom.index()].camp != of.fighter.camp),
                "that is an enemy",
                "name somebody of its side (HEI-231)",
            ),
            ObstacleRow::new(
                |ward, of| matches!(ward, Ward::Ally(_)) && of.alone(),
                "nobody else is of its side",
                "`do = \"square\"` guards a place (HEI-231)",
            ),
        ];
        Obstacle::first(&rows, ward, follower)
    }

    fn every(_: &Reader<Follower>) -> Vec<Ward> {
        vec![Ward::Nobody, Ward::Ally(None), Ward::Square]
    }

    fn read(&self, reader: &Reader<Follower>, path: &str, complaints: &mut Complaints) -> Option<Ward> {
        match self.act? {
            GuardWhat::Nobody => Some(Ward::Nobody),
            GuardWhat::Objects => Some(Ward::Objects),
            GuardWhat::Square => Some(Ward::Square),
            GuardWhat::Ally => {
                let whom = |name: &str| combatant(name, reader.follower.fabric, &format!("{path}.who"), complaints);
                if_named(self.who.as_ref(), whom).map(Ward::Ally)
            }
            GuardWhat::Border => {
                if self.direction.is_none() {
                    complaints.error(path, "the border in which `direction`?");
                }
                self.direction.map(Ward::Border)
            }
        }
    }
}

impl DecisionLine for ObserveLine {
    type Action = Look;

    fn certain(_: &Look) -> bool {
        true
    }
}

impl ReadFor<Follower<'_>> for ObserveLine {
    fn every(_: &Reader<Follower>) -> Vec<Look> {
        vec![Look::No, Look::Nearest]
    }

    fn read(&self, reader: &Reader<Follower>, path: &str, complaints: &mut Complaints) -> Option<Look> {
        match self.act? {
            Observe::No => Some(Look::No),
            Observe::Nearest => Some(Look::Nearest),
            Observe::Square => {
                let Some(name) = &self.square else {
                    complaints.error(path, "which `square`?");
                    return None;
                };
                let ground = &reader.follower.fabric.ground;
                ground.locate(name, format!("{path}.square"), complaints).map(Look::Square)
            }
        }
    }
}

impl DecisionLine for TerrainLine {
    type Action = Option<AbilityId>;

    fn certain(_: &Option<AbilityId>) -> bool {
        true
    }
}

impl ReadFor<Follower<'_>> for TerrainLine {
    fn read(&self, reader: &Reader<Follower>, path: &str, complaints: &mut Complaints) -> Option<Self::Action> {
        match (self.act?, &self.ability) {
            (Terrain::Usual, _) => Some(None),
            (Terrain::Ability, Some(name)) => {
                reader.follower.fabric.abilities.find(name, format!("{path}.ability"), complaints).map(Some)
            }
            (Terrain::Ability, None) => {
                complaints.error(path, "which `ability`?").help("name one of `book.ability`, `survival` for example (HEI-148)");
                None
            }
        }
    }
}

plain_lines! {
    BreatherLine => BreatherMode;
    ApproachLine => Approach;
    PathLine => Path;
    AnswerLine => GuardAnswer;
    DisarmedLine => Disarmed;
}

/// Returns what a line names, where it names anything; nothing at all where that does not exist.
#[expect(clippy::option_option, reason = "without a name nothing is wrong; with one that nothing has, the line cannot be read")]
fn if_named<T>(name: Option<&String>, find: impl FnOnce(&str) -> Option<T>) -> Option<Option<T>> {
    name.map_or(Some(None), |name| find(name).map(Some))
}

/// Returns the combatant of a name.
fn combatant(name: &str, fabric: &Fabric, path: &str, complaints: &mut Complaints) -> Option<Slot> {
    let names = fabric.fighters.iter().map(|fighter| fighter.name.as_str());
    NameIn { name, what: "combatant", whose: "the scenario", path }.number(names, complaints).map(Slot)
}

/// Returns the number of a skill of this kind of action by its name.
fn skill_named(
    name: Option<&String>,
    action: SkillAction,
    path: &str,
    own: &Fighter,
    complaints: &mut Complaints,
) -> Option<u8> {
    let Some(name) = name else {
        complaints.error(path, "which `skill`?");
        return None;
    };
    let names = own.skills.iter().map(|skill| skill.name.as_str());
    let skill = NameIn { name, what: "skill", whose: &own.name, path: &format!("{path}.skill") }.number(names, complaints)?;
    let is = own.skills[usize::from(skill)].action;
    let passive = |action| matches!(action, SkillAction::OnHit | SkillAction::Reaction);
    if is != action && (passive(is) || passive(action)) {
        complaints
            .error(format!("{path}.skill"), format!("`{name}` cannot be used like this"))
            .help("`on_hit` skills go with attacks, reactions answer them, all others are used in one's turn");
        return None;
    }
    Some(skill)
}

/// True if a skill is used on structures.
fn breaks_structures(own: &Fighter, skill: u8) -> bool {
    own.skills[usize::from(skill)].target == SkillTarget::Structure
}

/// True if a key means something for what is to be done.
fn takes(act: Do, key: &str) -> bool {
    let moves = matches!(act, Do::Move | Do::Run | Do::Charge | Do::Crawl | Do::Climb);
    match key {
        "item" => {
            matches!(act, Do::Draw | Do::PutAway | Do::Drop | Do::Get | Do::Conceal | Do::Break | Do::Light | Do::PutOut)
        }
        "skill" => act == Do::Skill,
        "who" => act == Do::Carry,
        "square" => moves || act == Do::Observe,
        _ => moves || matches!(act, Do::Break | Do::Carry | Do::Guard | Do::Skill),
    }
}

/// The meaning of an action line for this fighter; what it names has to be there.
fn intent(line: &TurnLine, path: &str, follower: &Follower, complaints: &mut Complaints) -> Option<Intent> {
    let Follower { fighter: own, fabric, .. } = follower;
    let act = line.act?;
    let key = |name, given| LineKey::new(name, given, takes(act, name));
    let keys = [
        key("item", line.item.is_some()),
        key("skill", line.skill.is_some()),
        key("who", line.who.is_some()),
        key("square", line.square.is_some()),
        key("direction", line.direction.is_some()),
    ];
    check_keys(&line.summary(), path, &keys, complaints);
    if act == Do::Carry && line.direction.is_none() {
        complaints.error(path, "in which `direction`?");
        return None;
    }
    if act == Do::Break && line.direction.is_some() == line.item.is_some() {
        complaints.error(path, "break what?").help("give the `direction` of a structure, or an `item` that lies about (R-64)");
        return None;
    }
    let item = if_named(line.item.as_ref(), |name| {
        let names = (0..own.gear.items()).map(|item| own.gear.name(item));
        NameIn { name, what: "item", whose: &own.name, path: &format!("{path}.item") }.number(names, complaints)
    })?;
    let skill = match act {
        Do::Skill => Some(skill_named(line.skill.as_ref(), SkillAction::Standard, path, own, complaints)?),
        _ => None,
    };
    if let Some(skill) = skill
        && breaks_structures(own, skill) != line.direction.is_some()
    {
        let complaint = complaints.error(path, "a skill has a `direction` if it is used on a structure, and only then");
        complaint.help("`target = \"structure\"` of the skill says so (R-64)");
        return None;
    }
    let square = if_named(line.square.as_ref(), |name| fabric.ground.locate(name, format!("{path}.square"), complaints))?;
    let whom = if_named(line.who.as_ref(), |name| combatant(name, fabric, &format!("{path}.who"), complaints))?;
    Some(Intent { act, item, skill, square, direction: line.direction, whom })
}
