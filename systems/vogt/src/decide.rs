//! Decisions of `vogt`: policies compiled from their text, and every place where the rules ask one.
//!
//! Owns which actions are legal when, and the defaults where no line decides (section 6.1 of the specification). Start at
//! [`Policies::compile`] and [`Play::choose_action`].

use std::collections::BTreeMap;

use frame::dice::{Dice, Slot};
use frame::fight::{Offer, Slots, Table, Watch};
use frame::policy::{
    Compiler, LineBook, LineText, Lines, Lists, Obstacle, ObstacleRow, Selector, Selectors, Unasked, Use, Vocabulary,
};
use frame::rules::decisions::{DecisionLine, LineKey, NameIn, Options, ReadFor, Reader, check_keys, plain_lines};
use frame::rules::declare::selectors;
use frame::scenario::Complaints;

use super::book::Book;
use super::fighter::Fighter;
use super::policy::{ActionLine, DecisionLists, Do, Movement, MovementLine, PolicyText};
use super::quantities::View;
use super::rolls;
use super::rulings::{ContestAction, Crit, DefaultTarget, EndCondition, Rulings, Standing};
use super::state::{Act, Body, Fight};
use super::{Core, Play};

selectors! {
    "nearest" = By [Least "it.distance", Least "it.hp"], "the nearest, then the one with the lowest HP";
    "weakest" = By [Least "it.hp"], "the one with the lowest HP";
    "strongest" = By [Least "it.distance", Most "it.hp"], "the nearest, then the one with the highest HP";
    "most_wounded" = By [Least "it.hp_percent"], "the one with the smallest share of its HP";
    "most_exhausted" = By [Most "it.exhaustion", Least "it.hp"], "the one with the highest exhaustion";
    "last_attacker" = By [Most "it.struck_me_last", Least "it.distance", Least "it.hp"],
        "the last attacker of oneself, else the nearest";
}

/// The action that a line of `action` or `reevaluate` wants; indices point into the fighter's lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    Attack { weapon: Option<u8> },
    Technique { technique: u8, dice: Option<u8> },
    Retrieve { weapon: Option<u8> },
    Simply(Act),
}

impl Intent {
    /// An attack with whatever is wielded.
    pub const ATTACK: Intent = Intent::Attack { weapon: None };

    /// True if there is such an action at all: everybody has the same ones (VOG-010, VOG-059, R-19, R-32, R-50).
    pub fn is_there(self, book: &Book, rulings: &Rulings) -> bool {
        let actions = &book.actions;
        match self {
            Intent::Attack { .. } => actions.attack,
            Intent::Technique { .. } => actions.technique,
            Intent::Retrieve { .. } => actions.retrieve,
            Intent::Simply(Act::Defend) => actions.defend,
            Intent::Simply(Act::Help) => actions.help,
            Intent::Simply(Act::Run) => actions.run,
            Intent::Simply(Act::Flee) => actions.run && actions.flee,
            Intent::Simply(Act::Contest) => rulings.contest_action == ContestAction::On,
            Intent::Simply(Act::Stand) => rulings.stand == Standing::Action,
            Intent::Simply(_) => true,
        }
    }
}

/// The compiled policies of all combatants of a scenario.
#[derive(Clone, Debug)]
pub struct Policies {
    /// The lists of every decision.
    pub(super) lists: DecisionLists,
    nearest: Selector,
    weakest: Selector,
    /// Those with a line of `action` that says when to stand up.
    stands_by_line: Slots,
}

/// The scenario for which policies are compiled.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The names that conditions can ask for.
    pub vocabulary: &'a Vocabulary,
    /// The numbers.
    pub book: &'a Book,
    /// The switches.
    pub rulings: &'a Rulings,
    /// True if there are squares.
    pub grid: bool,
    /// True if there are neutral sides.
    pub bystanders: bool,
}

/// The combatant for whom lines are read.
type Follower<'a> = frame::policy::Follower<'a, Fighter, Setting<'a>>;

/// The decisions that never come to a follower.
fn unasked(follower: &Follower) -> Vec<(&'static str, Obstacle)> {
    Unasked::all([
        Unasked::new(
            "movement",
            !follower.setting.grid,
            "there are no squares to move on",
            "`[arena]` with `width` and `height` makes some (R-21)",
        ),
        Unasked::new(
            "reevaluate",
            !follower.setting.book.actions.reevaluate,
            "nobody can re-evaluate here",
            "`book.actions.reevaluate` says so",
        ),
        Unasked::new(
            "crit",
            follower.setting.rulings.crit == Crit::Off,
            "there are no criticals here",
            "`rulings.crit` says so",
        ),
    ])
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
        let ruling = setting.rulings.default_target;
        let selectors = Selectors::new(SELECTORS, vocabulary).drawing_equals(ruling == DefaultTarget::Everywhere);
        let mut lists = DecisionLists::default();
        let mut compiler = Compiler::new(vocabulary, complaints);
        for (follower, name) in Follower::each(fighters, |fighter| fighter.camp, setting).zip(used) {
            compiler.follow(unasked(&follower));
            let reader = Reader { vocabulary, selectors: &selectors, follower };
            lists.push(name, policies, &reader, &mut compiler);
        }
        let book = compiler.into_book();
        let stands = |who: Slot| {
            let lines = lists.action.of(who);
            lines.is_some_and(|lines| lines.iter().any(|line| line.action == Intent::Simply(Act::Stand)))
        };
        let stands_by_line = Slots::first(fighters.len()).those(stands);
        let defaults = selectors.drawing_equals(ruling != DefaultTarget::Listed);
        let [nearest, weakest] = ["nearest", "weakest"].map(|name| defaults.of_defaults(name));
        (Policies { lists, nearest, weakest, stands_by_line }, book)
    }

    /// Everything that the policies read, that of the defaults included.
    pub fn uses(&self) -> Vec<Use> {
        let mut uses = self.lists.uses();
        uses.extend(self.nearest.uses().chain(self.weakest.uses()));
        uses
    }

    /// True if anybody could declare this.
    pub fn declare(&self, act: Act) -> bool {
        self.lists.action.actions().chain(self.lists.reevaluate.actions()).any(|action| *action == Intent::Simply(act))
    }

    /// True if this combatant leaves everything to the rules that is decided between its declaration and its blow.
    pub fn is_plain(&self, who: Slot) -> bool {
        let lists = &self.lists;
        let blow = lists.target.of(who).is_none() && lists.finish.of(who).is_none() && lists.fallen.of(who).is_none();
        lists.reevaluate.of(who).is_none() && blow
    }
}

impl DecisionLine for ActionLine {
    type Action = Intent;

    fn certain(intent: &Intent) -> bool {
        *intent == Intent::Attack { weapon: None }
    }
}

impl ReadFor<Follower<'_>> for ActionLine {
    fn obstacle(intent: &Intent, follower: &Follower) -> Option<Obstacle> {
        const BOOK: &str = "`book.actions` says which actions there are";
        let rows: [ObstacleRow<Intent, Follower>; 9] = [
            ObstacleRow::new(
                |intent, of| *intent == Intent::Simply(Act::Contest) && of.setting.lacks(*intent),
                "contests are no action here",
                "`rulings.contest_action = \"on\"` makes them one (R-32)",
            ),
            ObstacleRow::new(
                |intent, of| *intent == Intent::Simply(Act::Stand) && of.setting.lacks(*intent),
                "standing up is no action here",
                "`rulings.stand = \"action\"` makes it one (R-19)",
            ),
            ObstacleRow::new(
                |intent, of| matches!(intent, Intent::Attack { .. }) && of.setting.lacks(*intent),
                "attacks are no action here",
                BOOK,
            ),
            ObstacleRow::new(
                |intent, of| matches!(intent, Intent::Technique { .. }) && of.setting.lacks(*intent),
                "techniques are no action here",
                BOOK,
            ),
            ObstacleRow::new(
                |intent, of| *intent == Intent::Simply(Act::Help) && of.alone && !of.setting.bystanders,
                "nobody else is of its side",
                "to Help takes somebody to help (VOG-020)",
            ),
            ObstacleRow::new(
                |intent, of| *intent == Intent::Simply(Act::Flee) && !of.setting.book.actions.flee,
                "nobody can leave a fight here",
                "`book.actions.flee` says so (R-50)",
            ),
            ObstacleRow::new(
                |intent, of| matches!(intent, Intent::Retrieve { weapon } if of.fighter.never_stows(*weapon)),
                "it is not in the bag",
                "`stowed = true` puts a weapon there (VOG-059)",
            ),
            ObstacleRow::new(
                |intent, of| matches!(intent, Intent::Technique { technique, dice } if of.fighter.never_has(*technique, *dice, false)),
                "the technique does not take so many dice",
                "`min_dice` and `max_dice` of the technique say how many it takes",
            ),
            ObstacleRow::new(
                |intent, of| matches!(intent, Intent::Technique { technique, dice } if of.fighter.never_has(*technique, *dice, true)),
                "it never has so many dice of this size",
                "`td` and styles give technique dice (VOG-014)",
            ),
        ];
        Obstacle::first(&rows, intent, follower)
    }

    fn every(reader: &Reader<Follower>) -> Vec<Intent> {
        every(reader.follower.fighter).into_actions()
    }

    fn read(&self, reader: &Reader<Follower>, path: &str, complaints: &mut Complaints) -> Option<Intent> {
        intent(self, path, reader.follower.fighter, complaints)
    }
}

impl Setting<'_> {
    /// True if this is no action here.
    fn lacks(&self, intent: Intent) -> bool {
        !intent.is_there(self.book, self.rulings)
    }
}

impl Fighter {
    /// True if this weapon, or any without one, is never in the bag.
    fn never_stows(&self, weapon: Option<u8>) -> bool {
        let stowed = self.start.stowed;
        !self.belongings && weapon.map_or(stowed == 0, |weapon| stowed >> weapon & 1 == 0)
    }

    /// True if a technique never takes so many dice or, with `left`, if there are never so many left for it.
    fn never_has(&self, technique: u8, dice: Option<u8>, left: bool) -> bool {
        let technique = &self.techniques[usize::from(technique)];
        let ever = self.technique_dice[technique.size];
        let (fewest, most) = technique.dice;
        if left { ever < dice.unwrap_or(fewest) } else { dice.is_some_and(|dice| !(fewest..=most).contains(&dice)) }
    }
}

plain_lines! {
    MovementLine => Movement;
}

/// Returns the meaning of an action line for this fighter; reports a name in it that is not there.
fn intent(line: &ActionLine, path: &str, fighter: &Fighter, complaints: &mut Complaints) -> Option<Intent> {
    let act = line.act?;
    let key = |name, given| LineKey::new(name, given, takes(act, name));
    let keys =
        [key("weapon", line.weapon.is_some()), key("technique", line.technique.is_some()), key("dice", line.dice.is_some())];
    check_keys(&line.summary(), path, &keys, complaints);
    let weapons = || fighter.weapons.iter().map(|weapon| weapon.name.as_str());
    let weapon = match &line.weapon {
        Some(name) => Some(
            NameIn { name, what: "weapon", whose: &fighter.name, path: &format!("{path}.weapon") }
                .number(weapons(), complaints)?,
        ),
        None => None,
    };
    match act {
        Do::Attack => Some(Intent::Attack { weapon }),
        Do::Retrieve => Some(Intent::Retrieve { weapon }),
        Do::Technique => {
            let Some(name) = &line.technique else {
                complaints.error(path, "which `technique`?");
                return None;
            };
            let names = fighter.techniques.iter().map(|technique| technique.name.as_str());
            let path = &format!("{path}.technique");
            let technique = NameIn { name, what: "technique", whose: &fighter.name, path }.number(names, complaints)?;
            Some(Intent::Technique { technique, dice: line.dice })
        }
        Do::Defend | Do::Help | Do::Run | Do::Flee | Do::Contest | Do::Stand => act.simple().map(Intent::Simply),
    }
}

impl Do {
    /// The action that takes nothing to say it with; `None` for one that does.
    fn simple(self) -> Option<Act> {
        match self {
            Do::Attack | Do::Technique | Do::Retrieve => None,
            Do::Defend => Some(Act::Defend),
            Do::Help => Some(Act::Help),
            Do::Run => Some(Act::Run),
            Do::Flee => Some(Act::Flee),
            Do::Contest => Some(Act::Contest),
            Do::Stand => Some(Act::Stand),
        }
    }
}

/// Everything that a fighter could ever declare, as lines of `action` say it.
fn every(fighter: &Fighter) -> Options<Intent> {
    let weapons = || fighter.weapons.iter().map(|weapon| weapon.name.as_str());
    let techniques = fighter.techniques.iter().map(|technique| technique.name.as_str());
    let mut options = Options::of("action");
    for act in Do::ALL {
        match act {
            Do::Attack => {
                options.add_each(act.word(), "weapon", weapons(), |weapon| Intent::Attack { weapon: Some(weapon) });
            }
            Do::Technique => {
                options.add_each(act.word(), "technique", techniques.clone(), |technique| Intent::Technique {
                    technique,
                    dice: None,
                });
            }
            Do::Retrieve => {
                options.add_each(act.word(), "weapon", weapons(), |weapon| Intent::Retrieve { weapon: Some(weapon) });
            }
            _ => act.simple().into_iter().for_each(|simple| options.add(act.word(), Intent::Simply(simple))),
        }
    }
    options
}

/// True if an action takes this key of its line.
fn takes(act: Do, key: &str) -> bool {
    match key {
        "weapon" => matches!(act, Do::Attack | Do::Retrieve),
        _ => act == Do::Technique,
    }
}

/// The target that the attacker has declared, or else the one that its policy would give: where chance would decide, the first of
/// those who could be drawn.
pub fn expected_target(view: &View, own: Slot) -> Option<Slot> {
    let candidates = view.core.candidates(view.fight, own);
    let declared = view.fight.body(own).declared.and_then(|declared| declared.target);
    if let Some(declared) = declared.filter(|&declared| candidates.has(declared)) {
        return Some(declared);
    }
    let policies = &view.core.policies;
    let lines = policies.lists.target.of(own);
    let chosen = lines.and_then(|lines| lines.decide(view, own, |selector| selector.choose(view, own, candidates, |_| 0)));
    chosen.map(|(_, slot)| slot).or_else(|| policies.nearest.choose(view, own, candidates, |_| 0))
}

/// Returns the answer of the first line whose condition holds.
#[inline(never)]
fn answer_of<A: Copy, D: Dice, W: Watch>(lines: &Lines<A>, view: &View, who: Slot, table: &mut Table<D, W>) -> Option<A> {
    lines.decided(view, who, table, |_| true).copied()
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// The action to declare; by default an attack with the first usable weapon. Where standing up is an action, that comes
    /// first.
    pub(super) fn choose_action(&mut self, who: Slot) -> Act {
        let rules = self.rules;
        self.offer(who);
        if rules.rulings.stand == Standing::Action && self.declares_to_stand(who) {
            return Act::Stand;
        }
        let lines = rules.policies.lists.action.of(who);
        let by_line = lines.and_then(|lines| self.first_legal(lines, who));
        by_line.unwrap_or_else(|| rules.default_act(who, self.fight.body(who)))
    }

    /// True if a prone one wants to stand up by an action: as it is asked about standing up by moving, unless its lines of
    /// `action` say when.
    #[inline(never)]
    fn declares_to_stand(&mut self, who: Slot) -> bool {
        let leaves_it = !self.rules.policies.stands_by_line.has(who);
        leaves_it && self.rules.can_stand(who, self.fight.body(who)) && self.stands_up(who)
    }

    /// The action to re-evaluate into, if any.
    pub(super) fn choose_reevaluation(&mut self, who: Slot) -> Option<Act> {
        self.first_legal(self.rules.policies.lists.reevaluate.of(who)?, who)
    }

    /// Returns the action of the first line that holds and can be declared.
    #[inline(never)]
    fn first_legal(&mut self, lines: &Lines<Intent>, who: Slot) -> Option<Act> {
        let rules = self.rules;
        if lines.may_slip()
            && let Some(slipped) = self.slips_into(lines, who)
        {
            return Some(slipped);
        }
        let body = self.fight.body(who);
        let view = rules.view(self.fight);
        let line = lines.first(&view, who, |intent| rules.legal(who, body, *intent).is_some());
        lines.tell(&view, who, line.map(|line| line.number), &mut self.table.watch);
        rules.legal(who, body, line?.action)
    }

    /// Returns an action at random of all that can be declared, where it slips now.
    #[cold]
    #[inline(never)]
    fn slips_into(&mut self, lines: &Lines<Intent>, who: Slot) -> Option<Act> {
        let (rules, fight) = (self.rules, &*self.fight);
        let slips = lines.slipping(who, self.table)?;
        let intent = slips.one(who, self.table, &mut |intent| rules.offers(fight, who, *intent))?;
        rules.legal(who, fight.body(who), *intent)
    }

    /// Chooses the target of an attack; by default the nearest, then the one with the lowest HP, one of those who are equal.
    #[inline]
    pub(super) fn choose_target<const PLAIN: bool>(&mut self, who: Slot, candidates: Slots) -> Option<Slot> {
        let lines = if PLAIN { None } else { self.rules.policies.lists.target.of(who) };
        self.choose(lines, &self.rules.policies.nearest, who, candidates)
    }

    /// Chooses an ally to help or heal; by default the one with the lowest HP, one of those who are equal.
    pub(super) fn choose_ally(&mut self, who: Slot, candidates: Slots) -> Option<Slot> {
        self.choose(self.rules.policies.lists.ally.of(who), &self.rules.policies.weakest, who, candidates)
    }

    /// Chooses among candidates by the lines of a policy, else by the default, which may draw by chance.
    #[inline]
    fn choose(&mut self, lines: Option<&Lines<Selector>>, default: &Selector, who: Slot, candidates: Slots) -> Option<Slot> {
        let by_line = lines.and_then(|lines| self.choose_by_line(lines, who, candidates));
        let pick = |choices| self.table.pick(who, &rolls::RANDOM_TARGET, choices);
        by_line.or_else(|| default.choose(&self.rules.view(self.fight), who, candidates, pick))
    }

    /// Returns the choice of the first line that chooses anybody.
    #[inline(never)]
    fn choose_by_line(&mut self, lines: &Lines<Selector>, who: Slot, candidates: Slots) -> Option<Slot> {
        if let Some(slips) = lines.slipping(who, self.table) {
            return slips.whom(who, self.table, candidates);
        }
        let view = self.rules.view(self.fight);
        let mut pick = |choices| self.table.pick(who, &rolls::RANDOM_TARGET, choices);
        let chosen = lines.decide(&view, who, |selector| selector.choose(&view, who, candidates, &mut pick));
        lines.tell(&view, who, chosen.map(|(line, _)| line.number), &mut self.table.watch);
        chosen.map(|(_, slot)| slot)
    }

    /// Chooses a way to move; by default towards the target, which may have been chosen already.
    pub(super) fn moves(&mut self, who: Slot, target: Option<Slot>) -> Movement {
        let view = View { target, ..self.rules.view(self.fight) };
        let lines = self.rules.policies.lists.movement.of(who);
        lines.and_then(|lines| answer_of(lines, &view, who, self.table)).unwrap_or(Movement::Approach)
    }

    /// True if the policy wants to stand up; by default yes.
    pub(super) fn stands_up(&mut self, who: Slot) -> bool {
        self.answer(&self.rules.policies.lists.stand, true, who)
    }

    /// True if the policy wants to roll the extra die of a critical; by default yes.
    #[inline]
    pub(super) fn takes_critical(&mut self, who: Slot) -> bool {
        self.answer(&self.rules.policies.lists.crit, true, who)
    }

    /// True if the policy wants to regain hit points in a siesta; by default yes.
    pub(super) fn takes_siesta(&mut self, who: Slot) -> bool {
        self.answer(&self.rules.policies.lists.siesta, true, who)
    }

    /// Returns the answer of a policy, else the default.
    #[inline]
    fn answer<A: Copy>(&mut self, lists: &Lists<A>, default: A, who: Slot) -> A {
        self.wonder(lists, who, None);
        lists.of(who).and_then(|lines| answer_of(lines, &self.rules.view(self.fight), who, self.table)).unwrap_or(default)
    }
}

impl Core {
    /// Returns the declaration where no line decides: an attack, or whatever the book leaves in its place. Whoever has nobody to fight
    /// defends itself.
    #[inline]
    fn default_act(&self, who: Slot, body: &Body) -> Act {
        let defends = self.has_action(Intent::Simply(Act::Defend));
        let attacks = self.has_action(Intent::ATTACK) && (self.lineup.contenders().has(who) || !defends);
        match (attacks, defends) {
            (true, _) => self.plain_attack(who, body),
            (false, true) => Act::Defend,
            (false, false) => Act::Run,
        }
    }

    /// True if it could ever re-evaluate.
    #[inline]
    pub(super) fn may_reevaluate(&self, who: Slot) -> bool {
        self.policies.lists.reevaluate.of(who).is_some() && self.book.actions.reevaluate
    }

    /// The attack that the rules declare for a combatant without a line for it.
    #[inline]
    pub(super) fn plain_attack(&self, who: Slot, body: &Body) -> Act {
        Act::Attack { weapon: self.fighter(who).wielded(body) as u8 }
    }

    /// True if there is such an action in this scenario.
    #[inline]
    pub(super) fn has_action(&self, intent: Intent) -> bool {
        intent.is_there(&self.book, &self.rulings)
    }

    /// Returns the action that an intent comes to now; `None` when it cannot be declared (VOG-217, VOG-218; section 6.1 of the
    /// specification).
    fn legal(&self, who: Slot, body: &Body, intent: Intent) -> Option<Act> {
        if !self.has_action(intent) {
            return None;
        }
        let fighter = self.fighter(who);
        match intent {
            Intent::Attack { weapon } => {
                let weapon = weapon.map_or_else(|| fighter.wielded(body), usize::from);
                fighter.usable(body, weapon).then_some(Act::Attack { weapon: weapon as u8 })
            }
            Intent::Technique { technique, dice } => {
                let known = &fighter.techniques[usize::from(technique)];
                let left = body.technique_dice[known.size];
                let dice = dice.unwrap_or_else(|| known.dice.1.min(left));
                let legal = (known.dice.0..=known.dice.1.min(left)).contains(&dice);
                legal.then_some(Act::Technique { technique, dice })
            }
            Intent::Retrieve { weapon } => {
                let stowed = |weapon: &u8| body.stowed >> weapon & 1 == 1 && body.broken >> weapon & 1 == 0;
                let weapon = weapon.or_else(|| (0..fighter.weapons.len() as u8).find(stowed)).filter(stowed)?;
                Some(Act::Retrieve { weapon })
            }
            Intent::Simply(act) => (act != Act::Stand || self.can_stand(who, body)).then_some(act),
        }
    }

    /// Returns everything that the combatant could declare now, as lines of `action` say it.
    pub(super) fn options_of(&self, fight: &Fight, who: Slot) -> Vec<Offer> {
        every(self.fighter(who)).legal(|intent| self.offers(fight, who, *intent))
    }

    /// True if the combatant could declare this now and has a target for it.
    fn offers(&self, fight: &Fight, who: Slot, intent: Intent) -> bool {
        let helps = intent == Intent::Simply(Act::Help);
        self.legal(who, fight.body(who), intent).is_some() && !(helps && self.to_help(fight, who).is_empty())
    }

    /// The fight as policies see it before a target has been chosen.
    #[inline]
    fn view<'a>(&'a self, fight: &'a Fight) -> View<'a> {
        View { core: self, fight, target: None }
    }

    /// Returns those whom a combatant may strike: active enemies, with the fallen where its policy says so, or the fallen alone
    /// when nobody else is left and the policy finishes them (VOG-011).
    #[inline]
    pub(super) fn candidates(&self, fight: &Fight, who: Slot) -> Slots {
        let active = self.active_foes(fight, who);
        let fallen = if active.is_empty() { self.finishes(fight, who) } else { self.minds_fallen(fight, who) };
        if fallen {
            return self.lineup.foes(who) & fight.present;
        }
        active
    }

    /// True if the policy wants to strike the fallen; by default not, unless a fight is to the death.
    #[inline(never)]
    pub(super) fn finishes(&self, fight: &Fight, who: Slot) -> bool {
        let lines = self.policies.lists.finish.of(who);
        let line = lines.and_then(|lines| lines.first(&self.view(fight), who, |_| true));
        line.map_or(self.rulings.end_condition == EndCondition::Dead, |line| line.action)
    }

    /// True if the fallen are among those whom the attacker may strike while others stand; by default not (VOG-011).
    #[inline]
    pub(super) fn minds_fallen(&self, fight: &Fight, who: Slot) -> bool {
        self.policies.lists.fallen.of(who).is_some_and(|lines| self.strikes_fallen_by(lines, fight, who))
    }

    /// True if the first line that holds says that the fallen are struck.
    #[inline(never)]
    fn strikes_fallen_by(&self, lines: &Lines<bool>, fight: &Fight, who: Slot) -> bool {
        lines.first(&self.view(fight), who, |_| true).is_some_and(|line| line.action)
    }

    /// Returns the name of an action in a story.
    pub(super) fn act_name(&self, who: Slot, act: Act) -> String {
        let fighter = self.fighter(who);
        let weapon = |weapon: u8| &fighter.weapons[usize::from(weapon)].name;
        match act {
            Act::Attack { weapon: index } => format!("Attack with the {}", weapon(index)),
            Act::Technique { technique, dice } => {
                format!("Use Technique {} with {dice} dice", fighter.techniques[usize::from(technique)].name)
            }
            Act::Retrieve { weapon: index } => format!("Retrieve the {}", weapon(index)),
            Act::Defend => "Defend".into(),
            Act::Help => "Help".into(),
            Act::Run => "Run".into(),
            Act::Flee => "Run, in order to leave".into(),
            Act::Contest => "Contest".into(),
            Act::Stand => "Stand up".into(),
        }
    }
}
