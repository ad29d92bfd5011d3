//! Decisions of `cairn-ap`: policies compiled from their text, and every place where the rules ask one.
//!
//! Owns the defaults where no line decides (section 6 of the specification); what is legal is known by the code that carries it
//! out. Start at [`Policies::compile`] and [`Play::plan`].

use std::cell::RefCell;
use std::collections::BTreeMap;

use frame::dice::{Dice, Slot};
use frame::fight::watch::LineTried;
use frame::fight::{Slots, Watch};
use frame::policy::{
    Compiler, Condition, Frame, LineBook, LineText, Lines, Lists, Obstacle, ObstacleRow, Selector, Selectors, Use, Vocabulary,
    condition,
};
use frame::rules::decisions::{DecisionLine, LineKey, NameIn, Options, ReadFor, Reader, check_keys, plain_lines};
use frame::rules::declare::selectors;
use frame::scenario::Complaints;

use super::book::Book;
use super::fighter::{Fighter, Origin};
use super::policy::{
    DecisionLists, Do, Drop, DropLine, Leftover, LeftoverLine, Movement, MovementLine, PlanLine, PolicyText, SaveLine,
    SaveMode, Trigger,
};
use super::quantities::View;
use super::rolls;
use super::rulings::{DefaultTarget, Rulings};
use super::save::Incoming;
use super::state::Fight;
use super::{Core, Play};

selectors! {
    "first" = Listed [], "the first in the order of the file";
    "nearest" = By [Least "it.distance"], "the nearest";
    "most_wounded" = By [Most "it.wounds"], "the one with the smallest share of hit points, then of STR";
    "strongest" = By [Most "it.might"], "the one with the highest STR and maximum of hit points together";
    "leader" = By [Most "it.leader"], "a leader, else the first";
    "occupied_first" = By [Most "it.occupied"], "one that others have attacked, else the first";
    "caster_first" = By [Most "it.caster"], "one with a Grimoire, else the first";
    "same_as_ally" = By [Most "it.own_attackers"], "the one whom most of one's side have attacked";
}

/// The aim of a line of a plan; numbers point into the fighter's lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Intent {
    /// The action.
    pub act: Do,
    /// With which weapon.
    pub weapon: Option<u8>,
    /// The spell.
    pub spell: Option<u8>,
    /// The item.
    pub item: Option<u8>,
    /// Magic Dice of slots, dust, and free ones.
    pub dice: [Option<u8>; 3],
    /// Magic Dice in all.
    pub total: Option<u8>,
    /// The trigger of a held action.
    pub trigger: Option<Trigger>,
    /// The condition on the one who triggers it, by its number among those of the policy.
    pub only: Option<u8>,
    /// The friend that help is for.
    pub friend: Option<Slot>,
    /// The action when that cannot be done.
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

/// The thing to drop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dropped {
    /// From this end of the list.
    End(Drop),
    /// This thing.
    Thing(u8),
}

/// The decisions of all combatants of a scenario.
#[derive(Clone, Debug)]
pub struct Policies {
    lists: DecisionLists,
    /// By slot: the conditions of held actions, by their numbers in [`Intent::only`].
    held_conditions: Vec<Vec<Condition>>,
    /// The choice where no line decides.
    default: Selector,
}

/// The context in which policies are compiled.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The observables that conditions can ask for.
    pub vocabulary: &'a Vocabulary,
    /// The numbers.
    pub book: &'a Book,
    /// The switches.
    pub rulings: &'a Rulings,
    /// True if there are positions.
    pub positions: bool,
}

/// The combatant for whom lines are read.
struct Follower<'a> {
    fighter: &'a Fighter,
    fighters: &'a [Fighter],
    setting: Setting<'a>,
    /// True if its plan could empty its hands.
    empties_hands: bool,
    /// The conditions of held actions that have been read so far.
    held_conditions: RefCell<Vec<Condition>>,
}

impl Policies {
    /// Compiles the policy of every fighter; `used` gives the policy of each by name, empty for none.
    pub fn compile(
        fighters: &[Fighter],
        used: &[&str],
        policies: &BTreeMap<String, PolicyText>,
        setting: Setting,
        complaints: &mut Complaints,
    ) -> (Self, LineBook) {
        let vocabulary = setting.vocabulary;
        let lines = policies.values().flat_map(|policy| &policy.plan);
        let empties_hands = lines.into_iter().any(|line| line.act == Some(Do::ReadyNothing));
        let ruling = setting.rulings.default_target;
        let selectors = Selectors::new(SELECTORS, vocabulary).drawing_equals(ruling == DefaultTarget::Everywhere);
        let default = match ruling {
            DefaultTarget::Listed => selectors.of_defaults("first"),
            _ => selectors.clone().drawing_equals(true).of_defaults("most_wounded"),
        };
        let (mut lists, mut held_conditions) = (DecisionLists::default(), Vec::new());
        let mut compiler = Compiler::new(vocabulary, complaints);
        for (fighter, name) in fighters.iter().zip(used) {
            let follower = Follower { fighter, fighters, setting, empties_hands, held_conditions: RefCell::default() };
            compiler.follow(follower.unasked());
            let reader = Reader { vocabulary, selectors: &selectors, follower };
            lists.push(name, policies, &reader, &mut compiler);
            held_conditions.push(reader.follower.held_conditions.into_inner());
        }
        (Policies { lists, held_conditions, default }, compiler.into_book())
    }

    /// True if a combatant's policy has lines that choose a target.
    pub fn chooses_target(&self, who: Slot) -> bool {
        self.lists.target.of(who).is_some()
    }

    /// Everything that the policies read.
    pub fn uses(&self) -> Vec<Use> {
        let mut uses = self.lists.uses();
        uses.extend(self.default.uses().chain(self.held_conditions.iter().flatten().flat_map(Condition::uses)));
        uses
    }
}

impl DecisionLine for PlanLine {
    type Action = Intent;
}

impl Follower<'_> {
    /// True if nobody else is of its side.
    fn alone(&self) -> bool {
        self.fighters.iter().filter(|other| other.camp == self.fighter.camp).count() == 1
    }

    /// True if it never has what aid takes. [CAP-118]
    fn never_aids(&self) -> bool {
        self.setting.book.aid.needs_bandages && self.fighter.start.bandages == 0
    }

    /// True if it begins with something in its hands, and never puts it away. [CAP-024]
    fn hands_full(&self) -> bool {
        let armed = self.fighter.weapons.iter().any(|weapon| weapon.origin == Origin::Own && weapon.hands > 0);
        (armed || self.fighter.shield.is_some()) && !self.empties_hands
    }

    /// True if a held action waits for an enemy who comes or passes. [CAP-030, CAP-044]
    fn waits_for_a_move(&self, intent: &Intent) -> bool {
        let usual = match intent.act {
            Do::HoldAttack => Trigger::Attacked,
            Do::Help => Trigger::AllyAttacks,
            Do::HoldCast => Trigger::EnemyCasts,
            _ => Trigger::EnemyComes,
        };
        matches!(intent.trigger.unwrap_or(usual), Trigger::EnemyComes | Trigger::EnemyPasses | Trigger::EnemyLeaves)
    }

    /// The decisions that never come to it.
    fn unasked(&self) -> Vec<(&'static str, Obstacle)> {
        let rows: [(bool, &str, Obstacle); 4] = [
            (!self.setting.positions, "movement", Obstacle { because: "there are no positions", help: "`[arena]` makes some" }),
            (self.never_aids(), "aid", Obstacle { because: "it has no bandages", help: "`bandages` gives some (CAP-118)" }),
            (self.alone(), "aid", Obstacle { because: "nobody else is of its side", help: "" }),
            (
                !self.fighter.inventory,
                "drop",
                Obstacle { because: "it has no inventory", help: "`inventory = true` gives one" },
            ),
        ];
        rows.into_iter().filter(|(so, ..)| *so).map(|(_, decision, obstacle)| (decision, obstacle)).collect()
    }
}

impl ReadFor<Follower<'_>> for PlanLine {
    fn obstacle(intent: &Intent, follower: &Follower) -> Option<Obstacle> {
        let rows: [ObstacleRow<Intent, Follower>; 7] = [
            ObstacleRow::new(
                |intent, of| matches!(intent.act, Do::Grab | Do::HoldGrab) && of.hands_full(),
                "its hands are full, and a grab takes both",
                "a line with `ready_nothing` before it empties them (CAP-024)",
            ),
            ObstacleRow::new(
                |intent, of| intent.act == Do::Aid && of.never_aids(),
                "it has no bandages, and aid takes some",
                "`bandages` of the combatant gives some (CAP-118)",
            ),
            ObstacleRow::new(
                |intent, of| matches!(intent.act, Do::Aid | Do::Help) && of.alone(),
                "nobody else is of its side",
                "",
            ),
            ObstacleRow::new(
                |intent, of| !of.setting.positions && intent.act.holds() && of.waits_for_a_move(intent),
                "it waits for somebody who moves, and without positions nobody does",
                "`[arena]` makes positions; another `trigger` needs none (CAP-044)",
            ),
            ObstacleRow::new(
                |intent, of| !of.setting.positions && intent.act == Do::Move,
                "there are no positions",
                "`[arena]` makes some (CAP-042)",
            ),
            ObstacleRow::new(
                |intent, of| intent.act == Do::Item && of.fighter.things.is_empty(),
                "it has no items",
                "`items` gives some (CAP-035)",
            ),
            ObstacleRow::new(
                |intent, of| intent.act == Do::ReadyGrimoire && of.fighter.spells.is_empty(),
                "it has no Grimoire",
                "`grimoire` and `spells` give one (CAP-156)",
            ),
        ];
        Obstacle::first(&rows, intent, follower)
    }

    fn every(reader: &Reader<Follower>) -> Vec<Intent> {
        every(reader.follower.fighter).into_actions()
    }

    fn read(&self, reader: &Reader<Follower>, path: &str, complaints: &mut Complaints) -> Option<Intent> {
        let Follower { fighter, fighters, held_conditions, .. } = &reader.follower;
        let mut intent = intent(self, path, fighter, complaints)?;
        intent.only = held_condition(self, path, reader.vocabulary, &mut held_conditions.borrow_mut(), complaints);
        intent.friend = friend(self, path, fighters, fighter, complaints);
        Some(intent)
    }
}

impl DecisionLine for DropLine {
    type Action = Dropped;

    fn certain(dropped: &Dropped) -> bool {
        matches!(dropped, Dropped::End(_))
    }
}

impl ReadFor<Follower<'_>> for DropLine {
    fn every(reader: &Reader<Follower>) -> Vec<Dropped> {
        (0..reader.follower.fighter.things.len() as u8).map(Dropped::Thing).collect()
    }

    fn read(&self, reader: &Reader<Follower>, path: &str, complaints: &mut Complaints) -> Option<Dropped> {
        dropped(self, path, reader.follower.fighter, complaints)
    }
}

plain_lines! {
    LeftoverLine => Leftover;
    SaveLine => SaveMode;
    MovementLine => Movement;
}

/// Everything that a fighter could ever do, as lines of `plan` say it.
pub fn every(fighter: &Fighter) -> Options<Intent> {
    let weapons = || fighter.weapons.iter().map(|weapon| weapon.name.as_str());
    let spells = fighter.spells.iter().map(|spell| spell.name.as_str());
    let things = fighter.things.iter().map(|thing| thing.name.as_str());
    let mut options = Options::of("plan");
    for act in Do::ALL {
        let intent = Intent::plain(act);
        match act {
            Do::Attack | Do::Sweep => options.add_each(act.word(), "weapon", weapons(), |weapon| Intent {
                weapon: Some(weapon),
                strikes: false,
                ..intent
            }),
            Do::Cast => {
                options.add_each(act.word(), "spell", spells.clone(), |spell| Intent { spell: Some(spell), ..intent });
            }
            Do::Item => {
                options.add_each(act.word(), "item", things.clone(), |item| Intent { item: Some(item), ..intent });
            }
            _ => options.add(act.word(), intent),
        }
    }
    options
}

/// The meaning of a line of a plan for this fighter.
fn intent(line: &PlanLine, path: &str, fighter: &Fighter, complaints: &mut Complaints) -> Option<Intent> {
    let act = line.act?;
    let key = |name, given| LineKey::new(name, given, takes(act, name));
    let keys = [
        key("weapon", line.weapon.is_some()),
        key("spell", line.spell.is_some()),
        key("item", line.item.is_some()),
        key("slot_dice", line.slot_dice.is_some()),
        key("dust_dice", line.dust_dice.is_some()),
        key("free_dice", line.free_dice.is_some()),
        key("dice", line.dice.is_some()),
        key("trigger", line.trigger.is_some()),
        key("only", line.only.is_some()),
        key("friend", line.friend.is_some()),
        key("otherwise", line.otherwise.is_some()),
    ];
    check_keys(&line.summary(), path, &keys, complaints);
    if line.dice.is_some() && (line.slot_dice.is_some() || line.dust_dice.is_some() || line.free_dice.is_some()) {
        complaints.error(format!("{path}.dice"), "either all dice, or how many of each kind");
    }
    let weapons = fighter.weapons.iter().map(|weapon| weapon.name.as_str());
    let spells = fighter.spells.iter().map(|spell| spell.name.as_str());
    let things = fighter.things.iter().map(|thing| thing.name.as_str());
    let mut named = |name: &Option<String>, key: &'static str, place: u8| match name {
        None => Some(None),
        Some(name) => {
            let named = NameIn { name, what: key, whose: &fighter.name, path: &format!("{path}.{key}") };
            let number = match place {
                0 => named.number(weapons.clone(), complaints),
                1 => named.number(spells.clone(), complaints),
                _ => named.number(things.clone(), complaints),
            };
            number.map(Some)
        }
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

/// The friend whom help is for: another of one's side.
fn friend(line: &PlanLine, path: &str, fighters: &[Fighter], fighter: &Fighter, complaints: &mut Complaints) -> Option<Slot> {
    let name = line.friend.as_deref()?;
    let found = fighters.iter().position(|known| known.name == name);
    if found.is_none_or(|found| fighters[found].camp != fighter.camp) {
        let complaint = complaints.error(format!("{path}.friend"), format!("{} has no friend called `{name}`", fighter.name));
        let others = fighters.iter().filter(|other| other.camp == fighter.camp && other.name != fighter.name);
        let friends: Vec<&str> = others.map(|other| other.name.as_str()).collect();
        complaint.near(name, friends.iter().copied());
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
        "otherwise" => true,
        _ => matches!(act, Do::Cast | Do::HoldCast),
    }
}

/// Reads a line that says what to drop.
fn dropped(line: &DropLine, path: &str, fighter: &Fighter, complaints: &mut Complaints) -> Option<Dropped> {
    match (line.act, &line.item) {
        (Some(end), None) => Some(Dropped::End(end)),
        (None, Some(item)) => {
            let things = fighter.things.iter().map(|thing| thing.name.as_str());
            let named = NameIn { name: item, what: "item", whose: &fighter.name, path: &format!("{path}.item") };
            named.number(things, complaints).map(Dropped::Thing)
        }
        _ => {
            complaints.error(path, "either `do` or `item`");
            None
        }
    }
}

/// The combatant that a policy means by `target`: the one that it would attack; where it leaves that to chance, the first of
/// those that it could be.
pub fn expected_target(view: &View, own: Slot) -> Option<Slot> {
    let (core, fight) = (view.core, view.fight);
    let candidates = core.candidates(fight, own);
    let lines = core.policies.lists.target.of(own);
    let chosen = lines.and_then(|lines| lines.decide(view, own, |selector| selector.choose(view, own, candidates, |_| 0)));
    chosen.map(|(_, slot)| slot).or_else(|| core.policies.default.choose(view, own, candidates, |_| 0))
}

/// The plan of those who have none.
static DEFAULT_PLAN: [Intent; 2] = [Intent::plain(Do::Attack), Intent::plain(Do::Attack)];

impl Core {
    /// The fight as policies see it.
    #[inline]
    pub(super) fn view<'a>(&'a self, fight: &'a Fight) -> View<'a> {
        View { core: self, fight, attack: None }
    }

    /// A condition of a combatant's held actions. [CAP-044]
    pub(super) fn held_condition(&self, who: Slot, number: u8) -> &Condition {
        &self.policies.held_conditions[who.index()][usize::from(number)]
    }

    /// True if it leaves it to the rules not to attack the fallen.
    pub(super) fn never_finishes(&self, who: Slot) -> bool {
        self.policies.lists.finish.of(who).is_none()
    }

    /// True if the policy wants to attack the fallen.
    #[inline]
    pub(super) fn finishes(&self, fight: &Fight, who: Slot) -> bool {
        let Some(lines) = self.policies.lists.finish.of(who) else { return false };
        lines.first(&self.view(fight), who, |_| true).is_some_and(|line| line.action)
    }

    /// The enemies that it may attack at all: the active, and if it would, the fallen too. (step A1)
    pub(super) fn candidates(&self, fight: &Fight, who: Slot) -> Slots {
        if self.finishes(fight, who) {
            return self.lineup.foes(who).those(|foe| self.strikeable(fight.body(foe)));
        }
        self.active_foes(fight, who)
    }
}

impl<'a, D: Dice, W: Watch> Play<'a, D, W> {
    /// The line of the plan with this number, whether its condition holds now, and whether there is one at all.
    #[inline]
    #[expect(clippy::option_option, reason = "a plan that ends and a line that does not hold are two things")]
    pub(super) fn plan(&mut self, who: Slot, number: usize) -> Option<Option<&'a Intent>> {
        let Some(plan) = self.rules.policies.lists.plan.of(who) else {
            return DEFAULT_PLAN.get(number).map(Some);
        };
        if plan.may_slip() { self.plan_or_slip(plan, who, number) } else { self.plan_line(plan, who, number) }
    }

    /// The line of a plan with this number, or anything that can be done where it slips.
    #[cold]
    #[inline(never)]
    #[expect(clippy::option_option, reason = "a plan that ends and a line that does not hold are two things")]
    fn plan_or_slip(&mut self, plan: &'a Lines<Intent>, who: Slot, number: usize) -> Option<Option<&'a Intent>> {
        let usual = if plan.is_empty() { DEFAULT_PLAN.get(number).map(Some)? } else { self.plan_line(plan, who, number)? };
        let (rules, fight) = (self.rules, &*self.fight);
        let slips = usual.and_then(|_| plan.slipping(who, self.table));
        let slipped = slips.and_then(|slips| slips.one(who, self.table, &mut |intent| rules.offers(fight, who, intent)));
        Some(slipped.or(usual))
    }

    /// The line of a plan with this number.
    #[inline]
    #[expect(clippy::option_option, reason = "a plan that ends and a line that does not hold are two things")]
    fn plan_line(&mut self, plan: &'a Lines<Intent>, who: Slot, number: usize) -> Option<Option<&'a Intent>> {
        let line = plan.iter().nth(number)?;
        let holds = line.when.as_ref().is_none_or(|when| when.holds(&self.rules.view(self.fight), who));
        if holds {
            self.table.watch.line(line.number);
        } else {
            self.table.watch.tried(line.number, LineTried::Refused);
        }
        Some(holds.then_some(&line.action))
    }

    /// Tells the watch that the line of the plan with this number could not be carried out.
    #[inline]
    pub(super) fn could_not(&mut self, who: Slot, number: usize) {
        if self.table.watch.traces()
            && let Some(line) = self.rules.policies.lists.plan.of(who).and_then(|plan| plan.iter().nth(number))
        {
            self.table.watch.tried(line.number, LineTried::Failed);
        }
    }

    /// The target to attack among candidates.
    #[inline]
    pub(super) fn choose_target(&mut self, who: Slot, candidates: Slots) -> Option<Slot> {
        self.choose(self.rules.policies.lists.target.of(who), who, candidates)
    }

    /// The ally to aid, help or cast for.
    pub(super) fn choose_ally(&mut self, who: Slot, candidates: Slots) -> Option<Slot> {
        self.choose(self.rules.policies.lists.ally.of(who), who, candidates)
    }

    /// Chooses among candidates by lines, else by the default.
    #[inline]
    fn choose(&mut self, lines: Option<&Lines<Selector>>, who: Slot, candidates: Slots) -> Option<Slot> {
        match lines {
            None => candidates.single().or_else(|| self.choose_by_default(who, candidates)),
            Some(lines) => self.choose_by_line(lines, who, candidates),
        }
    }

    /// Chooses among candidates where no line decides, which may draw by chance. [RU-31]
    #[inline(never)]
    fn choose_by_default(&mut self, who: Slot, candidates: Slots) -> Option<Slot> {
        let (rules, fight) = (self.rules, &*self.fight);
        rules
            .policies
            .default
            .choose(&rules.view(fight), who, candidates, |choices| self.table.pick(who, &rolls::RANDOM_TARGET, choices))
    }

    /// Chooses among candidates by the lines of a policy, which may draw by chance.
    #[inline(never)]
    fn choose_by_line(&mut self, lines: &Lines<Selector>, who: Slot, candidates: Slots) -> Option<Slot> {
        if let Some(slips) = lines.slipping(who, self.table) {
            return slips.whom(who, self.table, candidates);
        }
        let view = self.rules.view(self.fight);
        let mut pick = |choices| self.table.pick(who, &rolls::RANDOM_TARGET, choices);
        let chosen = lines.decide(&view, who, |selector| selector.choose(&view, who, candidates, &mut pick));
        lines.tell(&view, who, chosen.map(|(line, _)| line.number), &mut self.table.watch);
        match chosen {
            Some((_, slot)) => Some(slot),
            None => self.choose_by_default(who, candidates),
        }
    }

    /// Returns the answer of a policy to a question that is about nobody, else the default.
    #[inline]
    fn answer<A: Copy>(&mut self, lists: &Lists<A>, default: A, who: Slot) -> A {
        self.answer_about(lists, default, who, None)
    }

    /// Returns the answer of a policy to a question about an attack, else the default.
    #[inline]
    fn answer_about<A: Copy>(&mut self, lists: &Lists<A>, default: A, who: Slot, attack: Option<Incoming>) -> A {
        self.wonder(lists, who, attack.map(|attack| attack.by));
        let Some(lines) = lists.of(who) else { return default };
        let view = View { attack, ..self.rules.view(self.fight) };
        lines.decided(&view, who, self.table, |_| true).copied().unwrap_or(default)
    }

    /// The fate of points that are left over.
    pub(super) fn leftover(&mut self, who: Slot) -> Leftover {
        self.answer(&self.rules.policies.lists.leftover, Leftover::Defend, who)
    }

    /// The way to save.
    #[inline]
    pub(super) fn save_mode(&mut self, who: Slot, attack: Incoming) -> SaveMode {
        self.answer_about(&self.rules.policies.lists.save, SaveMode::Best, who, Some(attack))
    }

    /// The move when nobody is in reach.
    pub(super) fn moves(&mut self, who: Slot) -> Movement {
        self.answer(&self.rules.policies.lists.movement, Movement::Approach, who)
    }

    /// True if the policy wants to stand up.
    pub(super) fn stands(&mut self, who: Slot) -> bool {
        self.answer(&self.rules.policies.lists.stand, true, who)
    }

    /// True if the policy wants to retreat.
    pub(super) fn retreats(&mut self, who: Slot) -> bool {
        self.answer(&self.rules.policies.lists.retreat, false, who)
    }

    /// True if the policy wants to aid an ally before anything else.
    pub(super) fn aids(&mut self, who: Slot, safe: bool) -> bool {
        self.answer(&self.rules.policies.lists.aid, safe, who)
    }

    /// The thing to drop, among things of which `there` says whether they can be dropped.
    pub(super) fn drops(&mut self, who: Slot, there: impl Fn(u8) -> bool) -> Dropped {
        let legal = |dropped: &Dropped| match dropped {
            Dropped::Thing(thing) => there(*thing),
            Dropped::End(_) => true,
        };
        let Some(lines) = self.rules.policies.lists.drop.of(who) else { return Dropped::End(Drop::Last) };
        let view = self.rules.view(self.fight);
        lines.decided(&view, who, self.table, legal).copied().unwrap_or(Dropped::End(Drop::Last))
    }
}
