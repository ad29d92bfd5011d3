//! Decisions of `cairn-ap`: policies compiled from their text, and every place where the rules ask one.
//!
//! Owns the defaults where no line decides (section 6 of the specification); what is legal is known by whoever carries it
//! out. Start at [`Policies::compile`] and [`Play::plan`].

use std::collections::BTreeMap;

use crate::dice::{Dice, Slot};
use crate::error::nearest;
use crate::fight::{Slots, Watch};
use crate::policy::{
    Compiler, Condition, Decision, Extreme, Frame, LineBook, LineText, Lines, Named, Order, Selector, SelectorText, Selectors,
    Use, Vocabulary, condition,
};
use crate::scenario::Complaints;

use super::fighter::Fighter;
use super::observe::View;
use super::policy::{
    ChoiceLine, Do, Drop, DropLine, Leftover, LeftoverLine, Movement, MovementLine, PlanLine, PolicyText, SaveLine, SaveMode,
    Trigger, YesNo,
};
use super::rolls;
use super::state::Fight;
use super::{Core, Play};

/// Named choices of a target.
pub const SELECTORS: &[Named] = &[
    Named { name: "first", order: Order::By(&[]), about: "the first in the order of the file" },
    Named { name: "nearest", order: Order::By(&[(Extreme::Least, "it.distance")]), about: "the nearest" },
    Named {
        name: "most_wounded",
        order: Order::By(&[(Extreme::Most, "it.wounds")]),
        about: "the one with the smallest share of hit points, then of STR",
    },
    Named {
        name: "strongest",
        order: Order::By(&[(Extreme::Most, "it.might")]),
        about: "the one with the highest STR and maximum of hit points together",
    },
    Named { name: "leader", order: Order::By(&[(Extreme::Most, "it.leader")]), about: "a leader, else the first" },
    Named {
        name: "occupied_first",
        order: Order::By(&[(Extreme::Most, "it.occupied")]),
        about: "one that others have attacked, else the first",
    },
    Named {
        name: "caster_first",
        order: Order::By(&[(Extreme::Most, "it.caster")]),
        about: "one with a Grimoire, else the first",
    },
    Named {
        name: "same_as_ally",
        order: Order::By(&[(Extreme::Most, "it.own_attackers")]),
        about: "the one whom most of one's side have attacked",
    },
    Named { name: "random", order: Order::Random, about: "anybody, each as likely" },
];

/// The decisions, each with what it is about.
pub const DECISIONS: [(&str, &str); 11] = [
    ("plan", "what to do in a turn, one line after the other; else attack, attack"),
    ("leftover", "what becomes of action points that are left over; else held defences"),
    ("target", "whom to attack; else the first in the order of the file"),
    ("ally", "whom to aid, help or cast for; else the first"),
    ("save", "how to save against attacks; else as is best on the average"),
    ("movement", "how to move when nobody is in reach; else approach"),
    ("stand", "whether to stand up at the beginning of a turn; else yes"),
    ("retreat", "whether to try to retreat before anything else; else no"),
    ("aid", "whether to aid a friend who is down before anything else; else when no enemy is in reach"),
    ("finish", "whether to attack the fallen and the sleeping as well; else no"),
    ("drop", "what to drop when Fatigue needs its place; else what is listed last"),
];

/// What a line of a plan wants; numbers point into the fighter's lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Intent {
    /// What to do.
    pub act: Do,
    /// With which weapon.
    pub weapon: Option<u8>,
    /// Which spell.
    pub spell: Option<u8>,
    /// Which item.
    pub item: Option<u8>,
    /// Magic Dice of slots, dust, and free ones.
    pub dice: [Option<u8>; 3],
    /// Magic Dice in all.
    pub total: Option<u8>,
    /// What a held action waits for.
    pub trigger: Option<Trigger>,
    /// The condition on whoever triggers it, by its number among those of the policy.
    pub only: Option<u8>,
    /// Whom help is for.
    pub friend: Option<Slot>,
    /// What to do when that cannot be done.
    pub otherwise: Option<Do>,
    /// True if it is an attack with whatever comes to mind first.
    pub strikes: bool,
}

impl Intent {
    /// To do this, whatever with.
    #[must_use]
    pub const fn plain(act: Do) -> Self {
        Intent {
            act,
            weapon: None,
            spell: None,
            item: None,
            dice: [None; 3],
            total: None,
            trigger: None,
            only: None,
            friend: None,
            otherwise: None,
            strikes: matches!(act, Do::Attack),
        }
    }
}

/// What to drop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dropped {
    /// From this end of the list.
    End(Drop),
    /// This thing.
    Thing(u8),
}

/// How one combatant decides.
#[derive(Clone, Debug)]
pub struct Policy {
    plan: Lines<Intent>,
    /// Conditions of held actions.
    only: Vec<Condition>,
    leftover: Lines<Leftover>,
    target: Lines<Selector>,
    ally: Lines<Selector>,
    save: Lines<SaveMode>,
    movement: Lines<Movement>,
    stand: Lines<bool>,
    retreat: Lines<bool>,
    aid: Lines<bool>,
    finish: Lines<bool>,
    drop: Lines<Dropped>,
}

/// How all combatants of a scenario decide, by slot.
#[derive(Clone, Debug)]
pub struct Policies {
    policies: Vec<Policy>,
    first: Selector,
}

const PLAN: Decision = Decision { name: "plan", frame: Frame::WITH_TARGET };
const LEFTOVER: Decision = Decision { name: "leftover", frame: Frame::WITHOUT_TARGET };
const TARGET: Decision = Decision { name: "target", frame: Frame::WITHOUT_TARGET };
const ALLY: Decision = Decision { name: "ally", frame: Frame::WITHOUT_TARGET };
const SAVE: Decision = Decision { name: "save", frame: Frame::WITHOUT_TARGET };
const MOVEMENT: Decision = Decision { name: "movement", frame: Frame::WITH_TARGET };
const STAND: Decision = Decision { name: "stand", frame: Frame::WITHOUT_TARGET };
const RETREAT: Decision = Decision { name: "retreat", frame: Frame::WITHOUT_TARGET };
const AID: Decision = Decision { name: "aid", frame: Frame::WITHOUT_TARGET };
const FINISH: Decision = Decision { name: "finish", frame: Frame::WITHOUT_TARGET };
const DROP: Decision = Decision { name: "drop", frame: Frame::WITHOUT_TARGET };

/// What compiling a policy needs to know.
struct Reader<'a, 'b> {
    fighters: &'a [Fighter],
    compiler: &'a mut Compiler<'b>,
    policies: &'a BTreeMap<String, PolicyText>,
    vocabulary: &'a Vocabulary,
    selectors: &'a Selectors,
}

impl Policies {
    /// Compiles the policy of every fighter; `used` gives each one's policy by name, empty for none.
    pub fn compile(
        fighters: &[Fighter],
        used: &[&str],
        policies: &BTreeMap<String, PolicyText>,
        vocabulary: &Vocabulary,
        complaints: &mut Complaints,
    ) -> (Self, LineBook) {
        let selectors = Selectors::new(SELECTORS, vocabulary);
        let first = selectors.named("first", "", &mut Complaints::default()).expect("the selector of defaults exists");
        let mut compiler = Compiler::new(vocabulary, complaints);
        let mut reader = Reader { fighters, compiler: &mut compiler, policies, vocabulary, selectors: &selectors };
        let compiled = fighters.iter().zip(used).map(|(fighter, name)| reader.policy(name, fighter)).collect();
        (Policies { policies: compiled, first }, compiler.into_book())
    }

    /// Everything that the policies read.
    pub fn uses(&self) -> Vec<Use> {
        let mut uses: Vec<Use> = self.first.uses().collect();
        for policy in &self.policies {
            uses.extend(policy.plan.uses().chain(policy.only.iter().flat_map(Condition::uses)));
            for lines in [&policy.target, &policy.ally] {
                uses.extend(lines.uses().chain(lines.iter().flat_map(|line| line.action.uses())));
            }
            for lines in [&policy.stand, &policy.retreat, &policy.aid, &policy.finish] {
                uses.extend(lines.uses());
            }
            uses.extend(policy.leftover.uses().chain(policy.save.uses()).chain(policy.movement.uses()));
            uses.extend(policy.drop.uses());
        }
        uses
    }
}

impl Reader<'_, '_> {
    fn policy(&mut self, name: &str, fighter: &Fighter) -> Policy {
        let mut only = Vec::new();
        let (vocabulary, fighters) = (self.vocabulary, self.fighters);
        let plan = self.compiler.list(
            PLAN,
            name,
            self.policies,
            |policy| &policy.plan,
            |line, path, complaints| {
                let mut intent = intent(line, path, fighter, complaints)?;
                intent.only = held_condition(line, path, vocabulary, &mut only, complaints);
                intent.friend = friend(line, path, fighters, fighter, complaints);
                Some(intent)
            },
            |_| false,
        );
        Policy {
            plan,
            only,
            leftover: self.simple(LEFTOVER, name, |policy| &policy.leftover, |line: &LeftoverLine| line.act),
            target: self.choice(TARGET, name, |policy| &policy.target),
            ally: self.choice(ALLY, name, |policy| &policy.ally),
            save: self.simple(SAVE, name, |policy| &policy.save, |line: &SaveLine| line.act),
            movement: self.simple(MOVEMENT, name, |policy| &policy.movement, |line: &MovementLine| line.act),
            stand: self.yes_no(STAND, name, |policy| &policy.stand),
            retreat: self.yes_no(RETREAT, name, |policy| &policy.retreat),
            aid: self.yes_no(AID, name, |policy| &policy.aid),
            finish: self.yes_no(FINISH, name, |policy| &policy.finish),
            drop: self.compiler.list(
                DROP,
                name,
                self.policies,
                |policy| &policy.drop,
                |line: &DropLine, path, complaints| dropped(line, path, fighter, complaints),
                |dropped| matches!(dropped, Dropped::End(_)),
            ),
        }
    }

    fn simple<T: LineText, A>(
        &mut self,
        decision: Decision,
        name: &str,
        lines: fn(&PolicyText) -> &[T],
        act: fn(&T) -> Option<A>,
    ) -> Lines<A> {
        self.compiler.list(decision, name, self.policies, lines, |line, _, _| act(line), |_| true)
    }

    fn yes_no(&mut self, decision: Decision, name: &str, lines: fn(&PolicyText) -> &[ChoiceLine]) -> Lines<bool> {
        self.simple(decision, name, lines, |line| line.act.map(|act| act == YesNo::Yes))
    }

    fn choice(&mut self, decision: Decision, name: &str, lines: fn(&PolicyText) -> &[SelectorText]) -> Lines<Selector> {
        let (selectors, vocabulary) = (self.selectors, self.vocabulary);
        self.compiler.list(
            decision,
            name,
            self.policies,
            lines,
            |line: &SelectorText, path, complaints| selectors.selector(line, vocabulary, path, complaints),
            Selector::always_chooses,
        )
    }
}

/// The number of what a line names; a report when it is not there.
fn number<'a>(
    name: &str,
    names: impl Iterator<Item = &'a str> + Clone,
    (what, path): (&str, String),
    fighter: &Fighter,
    complaints: &mut Complaints,
) -> Option<u8> {
    let found = names.clone().position(|known| known == name);
    if found.is_none() {
        let complaint = complaints.error(path, format!("{} has no {what} called `{name}`", fighter.name));
        if let Some(near) = nearest(name, names.clone()) {
            complaint.help(format!("did you mean `{near}`?"));
        }
        let known: Vec<&str> = names.collect();
        complaint.help(if known.is_empty() { "it has none".to_owned() } else { format!("it has {}", known.join(", ")) });
    }
    found.map(|number| number as u8)
}

/// What a line of a plan means for this fighter.
fn intent(line: &PlanLine, path: &str, fighter: &Fighter, complaints: &mut Complaints) -> Option<Intent> {
    let act = line.act?;
    let given = [
        ("weapon", line.weapon.is_some()),
        ("spell", line.spell.is_some()),
        ("item", line.item.is_some()),
        ("slot_dice", line.slot_dice.is_some()),
        ("dust_dice", line.dust_dice.is_some()),
        ("free_dice", line.free_dice.is_some()),
        ("dice", line.dice.is_some()),
        ("trigger", line.trigger.is_some()),
        ("only", line.only.is_some()),
        ("friend", line.friend.is_some()),
    ];
    for (key, _) in given.into_iter().filter(|&(key, given)| given && !takes(act, key)) {
        complaints.error(format!("{path}.{key}"), format!("`{key}` means nothing for `{}`", line.summary()));
    }
    if line.dice.is_some() && (line.slot_dice.is_some() || line.dust_dice.is_some() || line.free_dice.is_some()) {
        complaints.error(format!("{path}.dice"), "either all dice, or how many of each kind");
    }
    let weapons = fighter.weapons.iter().map(|weapon| weapon.name.as_str());
    let spells = fighter.spells.iter().map(|spell| spell.name.as_str());
    let things = fighter.things.iter().map(|thing| thing.name.as_str());
    let mut named = |name: &Option<String>, key: &'static str, place: u8| match name {
        None => Some(None),
        Some(name) => match place {
            0 => number(name, weapons.clone(), (key, format!("{path}.{key}")), fighter, complaints).map(Some),
            1 => number(name, spells.clone(), (key, format!("{path}.{key}")), fighter, complaints).map(Some),
            _ => number(name, things.clone(), (key, format!("{path}.{key}")), fighter, complaints).map(Some),
        },
    };
    let (weapon, spell, item) =
        (named(&line.weapon, "weapon", 0)?, named(&line.spell, "spell", 1)?, named(&line.item, "item", 2)?);
    if matches!(act, Do::Cast | Do::HoldCast) && fighter.spells.is_empty() {
        complaints.error(format!("{path}.do"), format!("{} has no spells", fighter.name));
    }
    let split = line.slot_dice.or(line.dust_dice).or(line.free_dice).is_some();
    let of = |dice: Option<u8>| if split { Some(dice.unwrap_or(0)) } else { None };
    let otherwise = line.otherwise.or((act == Do::Cast).then_some(Do::Attack));
    Some(Intent {
        act,
        weapon,
        spell,
        item,
        dice: [of(line.slot_dice), of(line.dust_dice), of(line.free_dice)],
        total: line.dice,
        trigger: line.trigger,
        only: None,
        friend: None,
        otherwise: otherwise.filter(|&otherwise| otherwise != Do::Nothing),
        strikes: act == Do::Attack && weapon.is_none(),
    })
}

/// The number of the condition of a held action, which is added to the others.
fn held_condition(
    line: &PlanLine,
    path: &str,
    vocabulary: &Vocabulary,
    only: &mut Vec<Condition>,
    complaints: &mut Complaints,
) -> Option<u8> {
    let condition = condition(line.only.as_ref()?, vocabulary, Frame::CANDIDATE, &format!("{path}.only"), complaints)?;
    if only.len() > usize::from(u8::MAX) {
        complaints.error(format!("{path}.only"), "too many conditions of held actions").help("at most 256");
        return None;
    }
    only.push(condition);
    Some((only.len() - 1) as u8)
}

/// The friend whom help is for: somebody else of one's side.
fn friend(line: &PlanLine, path: &str, fighters: &[Fighter], fighter: &Fighter, complaints: &mut Complaints) -> Option<Slot> {
    let name = line.friend.as_deref()?;
    let found = fighters.iter().position(|known| known.name == name);
    if found.is_none_or(|found| fighters[found].side != fighter.side) {
        let complaint = complaints.error(format!("{path}.friend"), format!("{} has no friend called `{name}`", fighter.name));
        let others = fighters.iter().filter(|other| other.side == fighter.side && other.name != fighter.name);
        let friends: Vec<&str> = others.map(|other| other.name.as_str()).collect();
        if let Some(near) = nearest(name, friends.iter().copied()) {
            complaint.help(format!("did you mean `{near}`?"));
        }
        complaint.help(if friends.is_empty() { "it has none".to_owned() } else { format!("it has {}", friends.join(", ")) });
    }
    found.map(|slot| Slot(slot as u8))
}

/// True if a key means something for what is to be done.
fn takes(act: Do, key: &str) -> bool {
    let held = act.holds() && act != Do::Help;
    match key {
        "weapon" => matches!(act, Do::Attack | Do::Sweep | Do::HoldAttack),
        "item" => act == Do::Item,
        "trigger" => held,
        "only" => held || act == Do::Help,
        "friend" => act == Do::Help,
        _ => matches!(act, Do::Cast | Do::HoldCast),
    }
}

fn dropped(line: &DropLine, path: &str, fighter: &Fighter, complaints: &mut Complaints) -> Option<Dropped> {
    match (line.act, &line.item) {
        (Some(end), None) => Some(Dropped::End(end)),
        (None, Some(item)) => {
            let things = fighter.things.iter().map(|thing| thing.name.as_str());
            number(item, things, ("item", format!("{path}.item")), fighter, complaints).map(Dropped::Thing)
        }
        _ => {
            complaints.error(path, "either `do` or `item`");
            None
        }
    }
}

/// Whom a policy means by `target`: whom it would attack; where it leaves that to chance, the first of those whom it could be.
pub fn expected_target(view: &View, own: Slot) -> Option<Slot> {
    let (core, fight) = (view.core, view.fight);
    let candidates = core.candidates(fight, own);
    let policy = &core.policies.policies[own.index()];
    let chosen = policy.target.decide(view, own, |selector| selector.choose(view, own, candidates, |_| 0));
    chosen.map(|(_, slot)| slot).or_else(|| core.policies.first.choose(view, own, candidates, |_| 0))
}

/// The plan of those who have none.
static DEFAULT_PLAN: [Intent; 2] = [Intent::plain(Do::Attack), Intent::plain(Do::Attack)];

impl Core {
    fn policy(&self, who: Slot) -> &Policy {
        &self.policies.policies[who.index()]
    }

    /// A condition of somebody's held actions. [CAP-044]
    pub(super) fn held_condition(&self, who: Slot, number: u8) -> &Condition {
        &self.policy(who).only[usize::from(number)]
    }

    /// True if it leaves it to the rules not to attack the fallen.
    pub(super) fn never_finishes(&self, who: Slot) -> bool {
        self.policy(who).finish.is_empty()
    }

    /// True if the policy wants to attack the fallen.
    #[inline]
    pub(super) fn finishes(&self, fight: &Fight, who: Slot) -> bool {
        let lines = &self.policy(who).finish;
        lines.first(&View { core: self, fight }, who, |_| true).is_some_and(|line| line.action)
    }
}

impl<'a, D: Dice, W: Watch> Play<'a, D, W> {
    /// The line of the plan with this number, whether its condition holds now, and whether there is one at all.
    #[inline]
    pub(super) fn plan(&mut self, who: Slot, number: usize) -> Option<Option<&'a Intent>> {
        let plan = &self.rules.policy(who).plan;
        if plan.is_empty() {
            return DEFAULT_PLAN.get(number).map(Some);
        }
        let line = plan.iter().nth(number)?;
        let holds = line.when.as_ref().is_none_or(|when| when.holds(&View { core: self.rules, fight: self.fight }, who));
        if holds {
            self.table.watch.line(line.number);
        }
        Some(holds.then_some(&line.action))
    }

    /// Whom to attack among candidates.
    #[inline]
    pub(super) fn choose_target(&mut self, who: Slot, candidates: Slots) -> Option<Slot> {
        self.choose(&self.rules.policy(who).target, who, candidates)
    }

    /// Whom to aid, help or cast for.
    pub(super) fn choose_ally(&mut self, who: Slot, candidates: Slots) -> Option<Slot> {
        self.choose(&self.rules.policy(who).ally, who, candidates)
    }

    #[inline]
    fn choose(&mut self, lines: &Lines<Selector>, who: Slot, candidates: Slots) -> Option<Slot> {
        if lines.is_empty() { { candidates }.next() } else { self.choose_by_line(lines, who, candidates) }
    }

    #[inline(never)]
    fn choose_by_line(&mut self, lines: &Lines<Selector>, who: Slot, candidates: Slots) -> Option<Slot> {
        let view = View { core: self.rules, fight: self.fight };
        let mut pick = |choices| self.table.pick(who, &rolls::RANDOM_TARGET, choices);
        let chosen = lines.decide(&view, who, |selector| selector.choose(&view, who, candidates, &mut pick));
        match chosen {
            Some((line, slot)) => {
                self.table.watch.line(line.number);
                Some(slot)
            }
            None => { candidates }.next(),
        }
    }

    #[inline]
    fn answer<A: Copy>(&mut self, lines: &Lines<A>, default: A, who: Slot) -> A {
        if lines.is_empty() {
            return default;
        }
        let Some(line) = lines.first(&View { core: self.rules, fight: self.fight }, who, |_| true) else { return default };
        self.table.watch.line(line.number);
        line.action
    }

    /// What becomes of points that are left over.
    pub(super) fn leftover(&mut self, who: Slot) -> Leftover {
        self.answer(&self.rules.policy(who).leftover, Leftover::Defend, who)
    }

    /// How to save.
    #[inline]
    pub(super) fn save_mode(&mut self, who: Slot) -> SaveMode {
        self.answer(&self.rules.policy(who).save, SaveMode::Best, who)
    }

    /// How to move when nobody is in reach.
    pub(super) fn moves(&mut self, who: Slot) -> Movement {
        self.answer(&self.rules.policy(who).movement, Movement::Approach, who)
    }

    /// True if the policy wants to stand up.
    pub(super) fn stands(&mut self, who: Slot) -> bool {
        self.answer(&self.rules.policy(who).stand, true, who)
    }

    /// True if the policy wants to retreat.
    pub(super) fn retreats(&mut self, who: Slot) -> bool {
        self.answer(&self.rules.policy(who).retreat, false, who)
    }

    /// True if the policy wants to aid somebody before anything else.
    pub(super) fn aids(&mut self, who: Slot, safe: bool) -> bool {
        self.answer(&self.rules.policy(who).aid, safe, who)
    }

    /// What to drop, among things of which `there` says whether they can be dropped.
    pub(super) fn drops(&mut self, who: Slot, there: impl Fn(u8) -> bool) -> Dropped {
        let lines = &self.rules.policy(who).drop;
        let legal = |dropped: &Dropped| match dropped {
            Dropped::Thing(thing) => there(*thing),
            Dropped::End(_) => true,
        };
        let Some(line) = lines.first(&View { core: self.rules, fight: self.fight }, who, legal) else {
            return Dropped::End(Drop::Last);
        };
        self.table.watch.line(line.number);
        line.action
    }
}
