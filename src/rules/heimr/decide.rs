//! Decisions of `heimr`: policies compiled from their text.
//!
//! Owns what a line of each list means for the one whose policy it is, and what of that can be wrong. Where the rules ask, and
//! what happens where no line decides, is in [`choose`](super::choose). Start at [`Policies::compile`].

use std::collections::BTreeMap;

use crate::dice::Slot;
use crate::fight::watch::LineNumber;
use crate::policy::{
    Compiler, Condition, Decision, Frame, LineBook, LineText, Lines, Obstacle, Of, Prospect, Row, Selector, SelectorText,
    Selectors, Use, Vocabulary, condition,
};
use crate::rules::decisions::{ChoiceLine, LineKey, NameIn, YesNo, check_keys};
use crate::rules::declare::selectors;
use crate::scenario::Complaints;

use super::Fabric;
use super::book::tables::BodyPart;
use super::fighter::Fighter;
use super::ground::{Direction, Ground, Location};
use super::observe;
use super::policy::{
    Approach, BlindTie, BrawlEffect, BrawlLine, BreatherMode, Defend, DefendLine, Delay, DelayLine, Disarmed, Do, GuardAnswer,
    GuardLine, GuardWhat, Observe, ObserveLine, Path, PolicyText, ReadyLine, ReadyOn, SkillLine, StumbleDirection, Trigger,
    TurnLine, UseSkill,
};
use super::sheet::{Carried, DefenceKind, SkillAction, SkillTarget};
use super::state::Readied;

selectors! {
    "first" = [Least "it.place"], "the first in the order of initiative";
    "lowest_defence" = [Least "it.defence", Least "it.place"],
        "the one whose rolled defence is lowest; one that fails and none are lowest of all";
    "nearest" = [Least "it.distance", Least "it.place"], "the fewest borders away";
    "most_injured" = [Most "it.injury_level", Most "it.injuries", Least "it.place"],
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
    /// The weapon that parries; none for the one worth most.
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
    /// In the nearest square that has somebody hidden.
    Nearest,
    /// In this square.
    Square(Location),
    /// Nowhere.
    No,
}

/// The decisions of one combatant.
#[derive(Clone, Debug)]
pub struct Policy {
    pub turn: Lines<Intent>,
    pub delay: Lines<Waiting>,
    pub cancel: Lines<bool>,
    pub stand: Lines<bool>,
    pub breather: Lines<BreatherMode>,
    pub approach: Lines<Approach>,
    pub path: Lines<Path>,
    pub ready: Lines<Readied>,
    pub target: Lines<Selector>,
    pub ally: Lines<Selector>,
    pub part: Lines<Option<BodyPart>>,
    pub brawl: Lines<BrawlEffect>,
    pub on_hit: Lines<Option<u8>>,
    pub reaction: Lines<Option<u8>>,
    pub defend: Lines<Defending>,
    pub decline: Lines<bool>,
    pub guard: Lines<Ward>,
    pub answer_guard: Lines<GuardAnswer>,
    pub intercept: Lines<bool>,
    pub provoked: Lines<bool>,
    pub oppose: Lines<bool>,
    pub release: Lines<bool>,
    pub hide: Lines<bool>,
    pub observe: Lines<Look>,
    pub reroll: Lines<bool>,
    pub surrender: Lines<bool>,
    pub disarmed: Lines<Disarmed>,
    pub flee: Lines<bool>,
    pub pursue: Lines<bool>,
    pub resist: Lines<bool>,
    pub stumble_direction: StumbleDirection,
    pub blind_tie: BlindTie,
    /// By skill: its prerequisite.
    pub prerequisites: Vec<Option<Condition>>,
}

/// The decisions of all combatants of a scenario, by slot.
#[derive(Clone, Debug)]
pub struct Policies(Vec<Policy>);

impl Policies {
    /// The policy of one combatant.
    #[inline]
    pub fn of(&self, who: Slot) -> &Policy {
        &self.0[who.index()]
    }

    /// All of them.
    pub fn all(&self) -> &[Policy] {
        &self.0
    }

    /// Compiles the policy of every fighter; `used` gives each one's policy by name, empty for none.
    pub fn compile(
        fabric: &Fabric,
        used: &[&str],
        policies: &BTreeMap<String, PolicyText>,
        vocabulary: &Vocabulary,
        complaints: &mut Complaints,
    ) -> (Self, LineBook) {
        let Fabric { fighters, ground, .. } = fabric;
        let prerequisites: Vec<Vec<Option<Condition>>> = fighters
            .iter()
            .map(|fighter| {
                let of = |when: &Option<(String, String)>, complaints: &mut Complaints| {
                    let (text, path) = when.as_ref()?;
                    condition(text, vocabulary, Frame::WITH_TARGET, path, complaints)
                };
                fighter.skills.iter().map(|skill| of(&skill.when, complaints)).collect()
            })
            .collect();
        let selectors = Selectors::new(SELECTORS, vocabulary);
        let mut compiler = Compiler::new(vocabulary, complaints);
        let mut reader =
            Reader { compiler: &mut compiler, policies, vocabulary, selectors: &selectors, fighters, ground, own: &[] };
        let mut compiled = Vec::with_capacity(fighters.len());
        for ((name, index), prerequisites) in used.iter().zip(0..).zip(prerequisites) {
            reader.own = &fighters[index..=index];
            compiled.push(reader.policy(name, prerequisites));
        }
        let book = compiler.into_book();
        let omniscient = |name: &str| policies.get(name).is_none_or(|policy| policy.omniscient);
        let first_of = |index: usize| used[..index].iter().all(|name| *name != used[index]);
        for (index, (policy, name)) in compiled.iter().zip(used).enumerate() {
            if first_of(index) && !omniscient(name) {
                policy.complain_of_secrets(name, &book, complaints);
            }
        }
        (Policies(compiled), book)
    }
}

impl Policy {
    /// Complains about every line that asks of others what nobody can see (section 6.1 of the specification).
    fn complain_of_secrets(&self, name: &str, book: &LineBook, complaints: &mut Complaints) {
        let mut secrets: Vec<(LineNumber, u16)> = Vec::new();
        let mut look = |number: LineNumber, used: Use| {
            let of_others = matches!(used.read.of, Of::Target | Of::It);
            if of_others && observe::is_private(used.read.observable) {
                secrets.push((number, used.read.observable));
            }
        };
        macro_rules! look_at {
            ($( $list:ident )*) => { $(
                for line in self.$list.iter() {
                    line.when.iter().flat_map(Condition::uses).for_each(|used| look(line.number, used));
                }
            )* };
        }
        look_at!(turn delay cancel stand breather approach path ready target ally part brawl on_hit reaction defend decline
            guard answer_guard intercept provoked oppose release hide observe reroll surrender disarmed flee pursue resist);
        for line in self.target.iter().chain(self.ally.iter()) {
            line.action.uses().for_each(|used| look(line.number, used));
        }
        secrets.sort_unstable_by_key(|(number, observable)| (number.0, *observable));
        secrets.dedup();
        for (number, observable) in secrets {
            let line = &book.lines()[usize::from(number.0)];
            let what = observe::name_of(observable);
            complaints.error(&line.path, format!("nobody can see the `{what}` of somebody else")).help(format!(
                "`policy.{}.omniscient = true` lets this policy know it all the same",
                crate::scenario::quoted(name)
            ));
        }
    }
}

/// The context in which a policy is compiled.
struct Reader<'a, 'b> {
    compiler: &'a mut Compiler<'b>,
    policies: &'a BTreeMap<String, PolicyText>,
    vocabulary: &'a Vocabulary,
    selectors: &'a Selectors,
    fighters: &'a [Fighter],
    ground: &'a Ground,
    /// The combatant whose policy is being compiled, alone.
    own: &'a [Fighter],
}

/// A decision about a target.
const fn facing(name: &'static str) -> Decision {
    Decision { name, frame: Frame::WITH_TARGET }
}

/// A decision about nobody in particular.
const fn blind(name: &'static str) -> Decision {
    Decision { name, frame: Frame::WITHOUT_TARGET }
}

impl Reader<'_, '_> {
    /// The decisions that never come to the follower at hand: those of the default turn, where a line of `turn` always ends the turn
    /// before it, and those about what there is not.
    fn unasked(&self, name: &str, own: &Fighter) -> Vec<(&'static str, Obstacle)> {
        const WAITS: &str = "a line of `turn` waits before it, always";
        const ORDER: &str =
            "`turn` is asked first, and what it leaves open is decided by the default turn: give that `wait` a `when`";
        let waits = |line: &TurnLine| line.act == Some(Do::Wait) && line.when.is_none();
        let turn = self.policies.get(name).map_or(&[][..], |policy| &policy.turn);
        let does = |act: Do| turn.iter().any(|line| line.act == Some(act) || line.include.is_some());
        let mut unasked = Vec::new();
        if turn.iter().any(waits) {
            let of_default = ["stand", "breather", "approach", "hide", "release", "disarmed", "flee"];
            unasked.extend(of_default.map(|decision| (decision, Obstacle { because: WAITS, help: ORDER })));
            let also_in_turn = [("guard", Do::Guard), ("observe", Do::Observe), ("ready", Do::Ready)];
            let dead = also_in_turn.into_iter().filter(|&(_, act)| !does(act));
            unasked.extend(dead.map(|(decision, _)| (decision, Obstacle { because: WAITS, help: ORDER })));
        }
        if own.skills.iter().all(|skill| skill.action != SkillAction::OnHit) {
            unasked.push(("on_hit", Obstacle { because: "it has no skill to declare with an attack", help: "(R-73)" }));
        }
        if own.skills.iter().all(|skill| skill.action != SkillAction::Reaction) {
            unasked.push(("reaction", Obstacle { because: "it has no skill that answers an attack", help: "(HEI-064)" }));
        }
        if self.ground.squares.len() == 1 {
            unasked.push(("path", Obstacle { because: "there is only one square", help: "`[arena]` makes more" }));
        }
        unasked
    }

    /// Compiles a policy for those who follow it.
    fn policy(&mut self, name: &str, prerequisites: Vec<Option<Condition>>) -> Policy {
        let text = self.policies.get(name);
        let (ground, fighters) = (self.ground, self.fighters);
        let field = Field { fighters, ground };
        let Some(own) = self.own.first() else { unreachable!("a policy is compiled for somebody") };
        self.compiler.follow(self.unasked(name, own));
        let empties = |line: &TurnLine| line.include.is_some() || matches!(line.act, Some(Do::PutAway | Do::Drop | Do::Skill));
        let empties_hands = text.is_some_and(|text| text.turn.iter().any(empties));
        let follower = Follower { own, fighters, ground, empties_hands };
        Policy {
            turn: self.compiler.list(
                facing("turn"),
                name,
                self.policies,
                |policy| &policy.turn,
                |line: &TurnLine, path, complaints| intent(line, path, own, field, complaints),
                |intent| Prospect::of(obstacle(intent, &follower), intent.act == Do::Wait),
            ),
            delay: self.list(
                facing("delay"),
                name,
                |policy| &policy.delay,
                |line, path, complaints| waiting(line, path, fighters, complaints),
            ),
            cancel: self.yes_no("cancel", name, |policy| &policy.cancel),
            stand: self.yes_no("stand", name, |policy| &policy.stand),
            breather: self.list(facing("breather"), name, |policy| &policy.breather, |line, _, _| line.act),
            approach: self.list(facing("approach"), name, |policy| &policy.approach, |line, _, _| line.act),
            path: self.list(facing("path"), name, |policy| &policy.path, |line, _, _| line.act),
            ready: self.list(
                facing("ready"),
                name,
                |policy| &policy.ready,
                |line, path, complaints| readied(line, path, own, field, complaints),
            ),
            target: self.choice(blind("target"), name, |policy| &policy.target),
            ally: self.choice(blind("ally"), name, |policy| &policy.ally),
            part: self.list(facing("part"), name, |policy| &policy.part, |line, _, _| line.act.map(|aim| aim.part())),
            brawl: self.compiler.list(
                facing("brawl"),
                name,
                self.policies,
                |policy| &policy.brawl,
                |line: &BrawlLine, _, _| line.act,
                |effect| Prospect::of(no_hand(*effect, &follower), true),
            ),
            on_hit: self.skill("on_hit", SkillAction::OnHit, name, |policy| &policy.on_hit),
            reaction: self.skill("reaction", SkillAction::Reaction, name, |policy| &policy.reaction),
            defend: self.list(
                facing("defend"),
                name,
                |policy| &policy.defend,
                |line, path, complaints| defending(line, path, own, complaints),
            ),
            decline: self.yes_no("decline", name, |policy| &policy.decline),
            guard: self.compiler.list(
                facing("guard"),
                name,
                self.policies,
                |policy| &policy.guard,
                |line: &GuardLine, path, complaints| ward(line, path, fighters, complaints),
                |ward| Prospect::of(no_ward(*ward, &follower), true),
            ),
            answer_guard: self.list(facing("answer_guard"), name, |policy| &policy.answer_guard, |line, _, _| line.act),
            intercept: self.yes_no("intercept", name, |policy| &policy.intercept),
            provoked: self.yes_no("provoked", name, |policy| &policy.provoked),
            oppose: self.yes_no("oppose", name, |policy| &policy.oppose),
            release: self.yes_no("release", name, |policy| &policy.release),
            hide: self.yes_no("hide", name, |policy| &policy.hide),
            observe: self.list(
                facing("observe"),
                name,
                |policy| &policy.observe,
                |line, path, complaints| look(line, path, ground, complaints),
            ),
            reroll: self.yes_no("reroll", name, |policy| &policy.reroll),
            surrender: self.yes_no("yield", name, |policy| &policy.surrender),
            disarmed: self.list(facing("disarmed"), name, |policy| &policy.disarmed, |line, _, _| line.act),
            flee: self.yes_no("flee", name, |policy| &policy.flee),
            pursue: self.yes_no("pursue", name, |policy| &policy.pursue),
            resist: self.yes_no("resist", name, |policy| &policy.resist),
            stumble_direction: text.and_then(|text| text.stumble_direction).unwrap_or(StumbleDirection::Random),
            blind_tie: text.and_then(|text| text.blind_tie).unwrap_or(BlindTie::Straight),
            prerequisites,
        }
    }

    /// Compiles the lines of one decision.
    fn list<T: LineText, A>(
        &mut self,
        decision: Decision,
        name: &str,
        lines: fn(&PolicyText) -> &[T],
        read: impl FnMut(&T, &str, &mut Complaints) -> Option<A>,
    ) -> Lines<A> {
        // Lines of a turn can be illegal; those of every other list always decide when their condition holds.
        let certain = decision.name != "turn" && decision.name != "defend" && decision.name != "delay";
        self.compiler.list(decision, name, self.policies, lines, read, |_| certain)
    }

    /// Compiles the lines of a choice among combatants.
    fn choice(&mut self, decision: Decision, name: &str, lines: fn(&PolicyText) -> &[SelectorText]) -> Lines<Selector> {
        let (selectors, vocabulary) = (self.selectors, self.vocabulary);
        let read = |line: &SelectorText, path: &str, complaints: &mut Complaints| {
            selectors.selector(line, vocabulary, path, complaints)
        };
        self.compiler.list(decision, name, self.policies, lines, read, Selector::always_chooses)
    }

    /// Compiles the lines of a decision between yes and no.
    fn yes_no(&mut self, decision: &'static str, name: &str, lines: fn(&PolicyText) -> &[ChoiceLine]) -> Lines<bool> {
        self.list(facing(decision), name, lines, |line: &ChoiceLine, _, _| line.act.map(|act| act == YesNo::Yes))
    }

    /// Compiles the lines that choose a skill for a kind of action.
    fn skill(
        &mut self,
        decision: &'static str,
        action: SkillAction,
        name: &str,
        lines: fn(&PolicyText) -> &[SkillLine],
    ) -> Lines<Option<u8>> {
        let Some(own) = self.own.first() else { unreachable!("a policy is compiled for somebody") };
        let read = |line: &SkillLine, path: &str, complaints: &mut Complaints| match line.act? {
            UseSkill::None => Some(None),
            UseSkill::Skill => skill_named(line.skill.as_ref(), action, path, own, complaints).map(Some),
        };
        self.compiler.list(facing(decision), name, self.policies, lines, read, Option::is_none)
    }
}

/// The combatant for whom lines are read, and what is around it.
struct Follower<'a> {
    own: &'a Fighter,
    fighters: &'a [Fighter],
    ground: &'a Ground,
    /// True if a line of its turn could empty a hand.
    empties_hands: bool,
}

impl Follower<'_> {
    /// True if nobody else is of its side.
    fn alone(&self) -> bool {
        self.fighters.iter().filter(|other| other.camp == self.own.camp).count() == 1
    }

    /// True if it begins with both hands full, and no line of its turn could empty one.
    fn hands_full(&self) -> bool {
        let held = self.own.gear.places.iter().take(self.own.gear.items()).map(|place| match place {
            Carried::SwordHand | Carried::OffHand => 1,
            Carried::BothHands => 2,
            Carried::Worn | Carried::Stored | Carried::Ground | Carried::Elsewhere => 0,
        });
        held.sum::<u8>() >= 2 && !self.empties_hands
    }
}

/// The lasting obstacle to what a line of `turn` wants.
fn obstacle(intent: &Intent, follower: &Follower) -> Option<Obstacle> {
    const ONE: &str = "there is only one square";
    const MORE: &str = "`[arena]` makes more";
    let rows: [Row<Intent, Follower>; 8] = [
        Row::new(|intent, of| matches!(intent.act, Do::Charge | Do::Crawl) && of.ground.squares.len() == 1, ONE, MORE),
        Row::new(|intent, of| intent.act == Do::Carry && of.ground.squares.len() == 1, ONE, MORE),
        Row::new(
            |intent, of| matches!(intent.act, Do::Climb | Do::JumpDown) && !of.ground.climbs(),
            "nothing here can be climbed",
            "`surface` of a square makes something to climb (HEI-167)",
        ),
        Row::new(
            |intent, of| intent.act == Do::Hide && !of.ground.hides(),
            "nothing here hides anybody",
            "objects, darkness and weather do (HEI-171)",
        ),
        Row::new(
            |intent, of| {
                let item = matches!(intent.act, Do::Draw | Do::PutAway | Do::Drop | Do::Get | Do::Conceal | Do::Swap);
                item && of.own.gear.items() == 0
            },
            "it has no items",
            "`weapons`, `shields` and `lights` give some",
        ),
        Row::new(
            |intent, of| intent.act == Do::Light && of.own.gear.lamps.is_empty(),
            "it has no light",
            "`lights = [{}]` gives it a torch (R-76)",
        ),
        Row::new(
            |intent, of| intent.act == Do::PutOut && of.fighters.iter().all(|fighter| fighter.gear.lamps.is_empty()),
            "nobody has a light that could be put out",
            "`lights = [{}]` of somebody is a torch (R-76)",
        ),
        Row::new(
            |intent, of| intent.whom.is_some_and(|whom| of.fighters[whom.index()].name == of.own.name),
            "it is its own name",
            "name somebody else",
        ),
    ];
    Obstacle::first(&rows, intent, follower)
}

/// The lasting obstacle to a bind: it takes a free hand. [HEI-188]
fn no_hand(effect: BrawlEffect, follower: &Follower) -> Option<Obstacle> {
    let row = Row::new(
        |effect: &BrawlEffect, of: &Follower| *effect == BrawlEffect::Bind && of.hands_full(),
        "its hands are full, and a bind takes a free one",
        "put something away, or carry it elsewhere: `place = \"worn\"` (HEI-188)",
    );
    Obstacle::first(&[row], &effect, follower)
}

/// The lasting obstacle to guarding. [HEI-231]
fn no_ward(ward: Ward, follower: &Follower) -> Option<Obstacle> {
    let rows: [Row<Ward, Follower>; 2] = [
        Row::new(
            |ward, of| matches!(ward, Ward::Ally(Some(whom)) if of.fighters[whom.index()].camp != of.own.camp),
            "that is an enemy",
            "name somebody of its side (HEI-231)",
        ),
        Row::new(
            |ward, of| matches!(ward, Ward::Ally(_)) && of.alone(),
            "nobody else is of its side",
            "`do = \"square\"` guards a place (HEI-231)",
        ),
    ];
    Obstacle::first(&rows, &ward, follower)
}

/// Returns the combatant of a name.
fn combatant(name: &str, fighters: &[Fighter], path: &str, complaints: &mut Complaints) -> Option<Slot> {
    let names = fighters.iter().map(|fighter| fighter.name.as_str());
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

/// The combatants and the ground that lines can name.
#[derive(Clone, Copy)]
struct Field<'a> {
    fighters: &'a [Fighter],
    ground: &'a Ground,
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
fn intent(line: &TurnLine, path: &str, own: &Fighter, field: Field<'_>, complaints: &mut Complaints) -> Option<Intent> {
    let Field { fighters, ground } = field;
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
    let item = match &line.item {
        Some(name) => {
            let names = (0..own.gear.items()).map(|item| own.gear.name(item));
            Some(NameIn { name, what: "item", whose: &own.name, path: &format!("{path}.item") }.number(names, complaints)?)
        }
        None => None,
    };
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
    let square = match &line.square {
        Some(name) => Some(ground.locate(name, format!("{path}.square"), complaints)?),
        None => None,
    };
    let whom = match &line.who {
        Some(name) => Some(combatant(name, fighters, &format!("{path}.who"), complaints)?),
        None => None,
    };
    Some(Intent { act, item, skill, square, direction: line.direction, whom })
}

/// Reads a line that delays a turn.
fn waiting(line: &DelayLine, path: &str, fighters: &[Fighter], complaints: &mut Complaints) -> Option<Waiting> {
    let act = line.act?;
    if act == Delay::No {
        return Some(Waiting::No);
    }
    let Some(name) = &line.of else {
        complaints.error(path, "wait for whom?").help("name a combatant in `of` (HEI-106)");
        return None;
    };
    let whom = combatant(name, fighters, &format!("{path}.of"), complaints)?;
    Some(if act == Delay::Before { Waiting::Before(whom) } else { Waiting::After(whom) })
}

/// Reads a line that readies an action.
fn readied(line: &ReadyLine, path: &str, own: &Fighter, field: Field<'_>, complaints: &mut Complaints) -> Option<Readied> {
    let act = line.act?;
    if matches!(act, Do::Ready | Do::Wait | Do::Break | Do::Carry) {
        complaints
            .error(format!("{path}.do"), "this action cannot be readied")
            .help("all others than ready, wait, break and carry can (HEI-107)");
        return None;
    }
    if act == Do::Skill {
        let skill = skill_named(line.skill.as_ref(), SkillAction::Standard, path, own, complaints)?;
        if breaks_structures(own, skill) {
            complaints.error(format!("{path}.skill"), "a skill on a structure cannot be readied");
            return None;
        }
    }
    let in_turn = TurnLine {
        act: line.act,
        item: line.item.clone(),
        skill: line.skill.clone(),
        square: line.square.clone(),
        direction: line.direction,
        ..TurnLine::default()
    };
    let action = intent(&in_turn, path, own, field, complaints)?;
    let trigger = line.trigger.unwrap_or(Trigger::EnemyEntersMySquare);
    let who = match &line.who {
        None => None,
        Some(name) => Some(combatant(name, field.fighters, &format!("{path}.who"), complaints)?),
    };
    Some(Readied { action, trigger, intent: line.on == Some(ReadyOn::Intent), who })
}

/// Reads a line that chooses a defence.
fn defending(line: &DefendLine, path: &str, own: &Fighter, complaints: &mut Complaints) -> Option<Defending> {
    let act = line.act?;
    let weapon = match &line.weapon {
        None => None,
        Some(name) => {
            let names = own.gear.weapons.iter().map(|weapon| weapon.name.as_str());
            Some(NameIn { name, what: "weapon", whose: &own.name, path: &format!("{path}.weapon") }.number(names, complaints)?)
        }
    };
    if weapon.is_some() && act != Defend::Parry {
        complaints.error(format!("{path}.weapon"), "only a parry has a weapon");
    }
    Some(Defending { kind: act.kind(), weapon })
}

/// Reads a line that says what is guarded.
fn ward(line: &GuardLine, path: &str, fighters: &[Fighter], complaints: &mut Complaints) -> Option<Ward> {
    match line.act? {
        GuardWhat::Nobody => Some(Ward::Nobody),
        GuardWhat::Objects => Some(Ward::Objects),
        GuardWhat::Square => Some(Ward::Square),
        GuardWhat::Ally => match &line.who {
            None => Some(Ward::Ally(None)),
            Some(name) => Some(Ward::Ally(Some(combatant(name, fighters, &format!("{path}.who"), complaints)?))),
        },
        GuardWhat::Border => {
            if line.direction.is_none() {
                complaints.error(path, "the border in which `direction`?");
            }
            line.direction.map(Ward::Border)
        }
    }
}

/// Reads a line that says where to look.
fn look(line: &ObserveLine, path: &str, ground: &Ground, complaints: &mut Complaints) -> Option<Look> {
    match line.act? {
        Observe::No => Some(Look::No),
        Observe::Nearest => Some(Look::Nearest),
        Observe::Square => {
            let Some(name) = &line.square else {
                complaints.error(path, "which `square`?");
                return None;
            };
            ground.locate(name, format!("{path}.square"), complaints).map(Look::Square)
        }
    }
}
