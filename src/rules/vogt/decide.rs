//! Decisions of `vogt`: policies compiled from their text, and every place where the rules ask one.
//!
//! Owns which actions are legal when, and the defaults where no line decides (section 6.1 of the specification). Start at
//! [`Policies::compile`] and [`Play::choose_action`].

use std::collections::BTreeMap;

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};
use crate::policy::{
    Compiler, Decision, Extreme, Frame, LineBook, LineText, Lines, Lists, Named, Order, Selector, SelectorText, Selectors, Use,
    Vocabulary,
};
use crate::scenario::Complaints;

use super::fighter::{Fighter, Technique};
use super::observe::View;
use super::policy::{ActionLine, ChoiceLine, Do, Movement, MovementLine, PolicyText, YesNo};
use super::rolls;
use super::rulings::{ContestAction, EndCondition, Rulings, Standing};
use super::state::{Act, Body, Fight};
use super::{Core, Play};

/// Named choices of a target (section 6.2 of the specification).
pub const SELECTORS: &[Named] = &[
    Named {
        name: "nearest",
        order: Order::By(&[(Extreme::Least, "it.distance"), (Extreme::Least, "it.hp")]),
        about: "the nearest, then the one with the lowest HP",
    },
    Named { name: "weakest", order: Order::By(&[(Extreme::Least, "it.hp")]), about: "the one with the lowest HP" },
    Named {
        name: "strongest",
        order: Order::By(&[(Extreme::Least, "it.distance"), (Extreme::Most, "it.hp")]),
        about: "the nearest, then the one with the highest HP",
    },
    Named {
        name: "most_wounded",
        order: Order::By(&[(Extreme::Least, "it.hp_percent")]),
        about: "the one with the smallest share of its HP",
    },
    Named {
        name: "most_exhausted",
        order: Order::By(&[(Extreme::Most, "it.exhaustion"), (Extreme::Least, "it.hp")]),
        about: "the one with the highest exhaustion",
    },
    Named {
        name: "last_attacker",
        order: Order::By(&[(Extreme::Most, "it.struck_me_last"), (Extreme::Least, "it.distance"), (Extreme::Least, "it.hp")]),
        about: "whoever struck oneself last, else the nearest",
    },
    Named { name: "random", order: Order::Random, about: "anybody, each as likely" },
];

/// The decisions, each with what it is about and what happens where no line decides.
pub const DECISIONS: [(&str, &str); 9] = [
    (
        "action",
        "what to declare at the beginning of a round; else stand up where that is an action, else attack with the first usable weapon",
    ),
    ("reevaluate", "on one's turn, into which action to re-evaluate; else keep what was declared"),
    ("target", "whom to strike, where to run; else the nearest, then lowest HP"),
    ("ally", "whom to help or heal; else lowest HP"),
    ("movement", "how to move on a grid; else approach"),
    ("stand", "whether to stand up; else yes"),
    ("finish", "whether to strike the unconscious when no enemy is active; else only in a fight to the death"),
    ("crit", "whether to roll the extra die of a critical; else yes"),
    ("siesta", "whether to regain hit points in a siesta; else yes"),
];

/// What a line of `action` or `reevaluate` wants; indices point into the fighter's lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Intent {
    Attack { weapon: Option<u8> },
    Technique { technique: u8, dice: Option<u8> },
    Retrieve { weapon: Option<u8> },
    Simply(Act),
}

/// How all combatants of a scenario decide.
#[derive(Clone, Debug)]
pub struct Policies {
    action: Lists<Intent>,
    reevaluate: Lists<Intent>,
    target: Lists<Selector>,
    ally: Lists<Selector>,
    movement: Lists<Movement>,
    stand: Lists<bool>,
    finish: Lists<bool>,
    crit: Lists<bool>,
    siesta: Lists<bool>,
    nearest: Selector,
    weakest: Selector,
    /// Who has a line of `action` that says when to stand up.
    stands_by_line: Slots,
}

/// What compiling a policy needs to know.
struct Reader<'a, 'b> {
    compiler: &'a mut Compiler<'b>,
    policies: &'a BTreeMap<String, PolicyText>,
    vocabulary: &'a Vocabulary,
    selectors: &'a Selectors,
    rulings: &'a Rulings,
}

const ACTION: Decision = Decision { name: "action", frame: Frame::WITH_TARGET };
const REEVALUATE: Decision = Decision { name: "reevaluate", frame: Frame::WITH_TARGET };
const TARGET: Decision = Decision { name: "target", frame: Frame::WITHOUT_TARGET };
const ALLY: Decision = Decision { name: "ally", frame: Frame::WITHOUT_TARGET };
const MOVEMENT: Decision = Decision { name: "movement", frame: Frame::WITH_TARGET };
const STAND: Decision = Decision { name: "stand", frame: Frame::WITH_TARGET };
const FINISH: Decision = Decision { name: "finish", frame: Frame::WITHOUT_TARGET };
const CRIT: Decision = Decision { name: "crit", frame: Frame::WITHOUT_TARGET };
const SIESTA: Decision = Decision { name: "siesta", frame: Frame::WITHOUT_TARGET };

impl Policies {
    /// Compiles the policy of every fighter; `used` gives each one's policy by name, empty for none.
    pub fn compile(
        fighters: &[Fighter],
        used: &[&str],
        policies: &BTreeMap<String, PolicyText>,
        (vocabulary, rulings): (&Vocabulary, &Rulings),
        complaints: &mut Complaints,
    ) -> (Self, LineBook) {
        let selectors = Selectors::new(SELECTORS, vocabulary);
        let by_name = |name: &str| {
            let found = selectors.named(name, "", &mut Complaints::default());
            found.expect("the selectors of defaults exist")
        };
        let mut read = Policies {
            action: Lists::default(),
            reevaluate: Lists::default(),
            target: Lists::default(),
            ally: Lists::default(),
            movement: Lists::default(),
            stand: Lists::default(),
            finish: Lists::default(),
            crit: Lists::default(),
            siesta: Lists::default(),
            nearest: by_name("nearest"),
            weakest: by_name("weakest"),
            stands_by_line: Slots::NONE,
        };
        let mut compiler = Compiler::new(vocabulary, complaints);
        let mut reader = Reader { compiler: &mut compiler, policies, vocabulary, selectors: &selectors, rulings };
        for (fighter, name) in fighters.iter().zip(used) {
            reader.read(name, fighter, &mut read);
        }
        let stands = |who: Slot| {
            let lines = read.action.of(who);
            lines.is_some_and(|lines| lines.iter().any(|line| line.action == Intent::Simply(Act::Stand)))
        };
        read.stands_by_line = Slots::first(fighters.len()).those(stands);
        (read, compiler.into_book())
    }

    /// Everything that the policies read, that of the defaults included.
    pub fn uses(&self) -> Vec<Use> {
        let mut uses: Vec<Use> = self.nearest.uses().chain(self.weakest.uses()).collect();
        uses.extend(self.action.uses().chain(self.reevaluate.uses()).chain(self.movement.uses()));
        for lists in [&self.target, &self.ally] {
            uses.extend(lists.uses().chain(lists.lines().flat_map(|line| line.action.uses())));
        }
        for lists in [&self.stand, &self.finish, &self.crit, &self.siesta] {
            uses.extend(lists.uses());
        }
        uses
    }

    /// Whether anybody could declare this.
    pub fn declare(&self, act: Act) -> bool {
        self.action.lines().chain(self.reevaluate.lines()).any(|line| line.action == Intent::Simply(act))
    }

    /// Whether this one leaves everything to the rules that is decided between its declaration and its blow.
    pub fn is_plain(&self, who: Slot) -> bool {
        self.reevaluate.of(who).is_none() && self.target.of(who).is_none() && self.finish.of(who).is_none()
    }

    /// Who has a choice of its own among declarations.
    #[inline]
    pub fn declarers(&self) -> Slots {
        self.action.deciders()
    }

    /// Whether anybody could re-evaluate.
    pub fn reevaluate(&self) -> bool {
        !self.reevaluate.is_empty()
    }

    /// Whether anybody has a choice of its own among targets.
    pub fn target(&self) -> bool {
        !self.target.is_empty()
    }

    /// Whether anybody could strike the fallen.
    pub fn finish(&self) -> bool {
        !self.finish.is_empty()
    }
}

impl Reader<'_, '_> {
    /// Adds the policy of this name, as this fighter follows it.
    fn read(&mut self, name: &str, fighter: &Fighter, into: &mut Policies) {
        into.action.push(self.actions(ACTION, name, fighter, |policy| &policy.action));
        into.reevaluate.push(self.actions(REEVALUATE, name, fighter, |policy| &policy.reevaluate));
        into.target.push(self.choice(TARGET, name, |policy| &policy.target));
        into.ally.push(self.choice(ALLY, name, |policy| &policy.ally));
        into.movement.push(self.compiler.list(
            MOVEMENT,
            name,
            self.policies,
            |policy| &policy.movement,
            |line: &MovementLine, _, _| line.act,
            |_| true,
        ));
        into.stand.push(self.yes_no(STAND, name, |policy| &policy.stand));
        into.finish.push(self.yes_no(FINISH, name, |policy| &policy.finish));
        into.crit.push(self.yes_no(CRIT, name, |policy| &policy.crit));
        into.siesta.push(self.yes_no(SIESTA, name, |policy| &policy.siesta));
    }

    fn actions(
        &mut self,
        decision: Decision,
        name: &str,
        fighter: &Fighter,
        lines: fn(&PolicyText) -> &[ActionLine],
    ) -> Lines<Intent> {
        let rulings = self.rulings;
        self.compiler.list(
            decision,
            name,
            self.policies,
            lines,
            |line, path, complaints| intent(line, path, fighter, rulings, complaints),
            |intent| *intent == Intent::Attack { weapon: None },
        )
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

    fn yes_no(&mut self, decision: Decision, name: &str, lines: fn(&PolicyText) -> &[ChoiceLine]) -> Lines<bool> {
        let read = |line: &ChoiceLine, _: &str, _: &mut Complaints| line.act.map(|act| act == YesNo::Yes);
        self.compiler.list(decision, name, self.policies, lines, read, |_| true)
    }
}

/// What an action line means for this fighter; what it names has to be there.
fn intent(line: &ActionLine, path: &str, fighter: &Fighter, rulings: &Rulings, complaints: &mut Complaints) -> Option<Intent> {
    let act = line.act?;
    let given = [("weapon", line.weapon.is_some()), ("technique", line.technique.is_some()), ("dice", line.dice.is_some())];
    for (key, _) in given.into_iter().filter(|&(key, given)| given && !takes(act, key)) {
        complaints.error(format!("{path}.{key}"), format!("`{key}` means nothing for `{}`", line.summary()));
    }
    let weapons = || fighter.weapons.iter().map(|weapon| weapon.name.as_str());
    let weapon = match &line.weapon {
        Some(name) => Some(number(name, weapons(), ("weapon", &fighter.name), &format!("{path}.weapon"), complaints)?),
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
            let technique = number(name, names, ("technique", &fighter.name), &format!("{path}.technique"), complaints)?;
            check_dice(line, &fighter.techniques[usize::from(technique)], path, complaints);
            Some(Intent::Technique { technique, dice: line.dice })
        }
        Do::Defend => Some(Intent::Simply(Act::Defend)),
        Do::Help => Some(Intent::Simply(Act::Help)),
        Do::Run => Some(Intent::Simply(Act::Run)),
        Do::Flee => Some(Intent::Simply(Act::Flee)),
        Do::Contest => {
            if rulings.contest_action == ContestAction::Off {
                let complaint =
                    complaints.warning(format!("{path}.do"), "this line can never apply: contests are no action here");
                complaint.help("`rulings.contest_action = \"on\"` makes them one (R-32)");
            }
            Some(Intent::Simply(Act::Contest))
        }
        Do::Stand => {
            if rulings.stand != Standing::Action {
                let complaint =
                    complaints.warning(format!("{path}.do"), "this line can never apply: standing up is no action here");
                complaint.help("`rulings.stand = \"action\"` makes it one (R-19)");
            }
            Some(Intent::Simply(Act::Stand))
        }
    }
}

fn takes(act: Do, key: &str) -> bool {
    match key {
        "weapon" => matches!(act, Do::Attack | Do::Retrieve),
        _ => act == Do::Technique,
    }
}

fn check_dice(line: &ActionLine, technique: &Technique, path: &str, complaints: &mut Complaints) {
    let (fewest, most) = technique.dice;
    if let Some(dice) = line.dice.filter(|dice| !(fewest..=most).contains(dice)) {
        complaints
            .warning(format!("{path}.dice"), format!("this line can never apply: {dice} dice for `{}`", technique.name))
            .help(format!("it takes {fewest} to {most}"));
    }
}

/// The number of a weapon or technique by its name.
fn number<'a>(
    name: &str,
    mut known: impl Iterator<Item = &'a str> + Clone,
    (what, whose): (&str, &str),
    path: &str,
    complaints: &mut Complaints,
) -> Option<u8> {
    let all = known.clone();
    if let Some(index) = known.position(|known| known == name) {
        return Some(index as u8);
    }
    let complaint = complaints.error(path, format!("{whose} has no {what} `{name}`"));
    if let Some(near) = crate::error::nearest(name, all.clone()) {
        complaint.help(format!("did you mean `{near}`?"));
    }
    let list: Vec<&str> = all.collect();
    complaint.help(if list.is_empty() { format!("it has no {what} at all") } else { format!("it has {}", list.join(", ")) });
    None
}

/// The target that somebody has declared, or else the one that its policy would give: where chance would decide, the first of
/// those who could be drawn.
pub fn expected_target(view: &View, own: Slot) -> Option<Slot> {
    let candidates = view.core.candidates(view.fight, own);
    let declared = view.fight.body(own).declared.and_then(|declared| declared.target);
    if let Some(declared) = declared.filter(|&declared| candidates.has(declared)) {
        return Some(declared);
    }
    let policies = &view.core.policies;
    let lines = policies.target.of(own);
    let chosen = lines.and_then(|lines| lines.decide(view, own, |selector| selector.choose(view, own, candidates, |_| 0)));
    chosen.map(|(_, slot)| slot).or_else(|| policies.nearest.choose(view, own, candidates, |_| 0))
}

/// What the first line says whose condition holds.
#[inline(never)]
fn answer_of<A: Copy, D: Dice, W: Watch>(lines: &Lines<A>, view: &View, who: Slot, table: &mut Table<D, W>) -> Option<A> {
    let line = lines.first(view, who, |_| true)?;
    table.watch.line(line.number);
    Some(line.action)
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// The action to declare; by default an attack with the first usable weapon. Where standing up is an action, that comes
    /// first.
    pub(super) fn choose_action(&mut self, who: Slot) -> Act {
        let rules = self.rules;
        if rules.rulings.stand == Standing::Action && self.declares_to_stand(who) {
            return Act::Stand;
        }
        let lines = rules.policies.action.of(who);
        let by_line = lines.and_then(|lines| self.first_legal(lines, who));
        by_line.unwrap_or_else(|| rules.default_act(who, self.fight.body(who)))
    }

    /// Whether a prone one wants to stand up by an action: as it is asked about standing up by moving, unless its lines of
    /// `action` say when.
    #[inline(never)]
    fn declares_to_stand(&mut self, who: Slot) -> bool {
        let leaves_it = !self.rules.policies.stands_by_line.has(who);
        leaves_it && self.rules.can_stand(who, self.fight.body(who)) && self.stands_up(who)
    }

    /// The action to re-evaluate into, if any.
    pub(super) fn choose_reevaluation(&mut self, who: Slot) -> Option<Act> {
        self.first_legal(self.rules.policies.reevaluate.of(who)?, who)
    }

    #[inline(never)]
    fn first_legal(&mut self, lines: &Lines<Intent>, who: Slot) -> Option<Act> {
        let rules = self.rules;
        let body = self.fight.body(who);
        let line = lines.first(&rules.view(self.fight), who, |intent| rules.legal(who, body, *intent).is_some())?;
        self.table.watch.line(line.number);
        rules.legal(who, body, line.action)
    }

    /// Whom to strike; by default the nearest, then the one with the lowest HP.
    #[inline]
    pub(super) fn choose_target<const PLAIN: bool>(&mut self, who: Slot, candidates: Slots) -> Option<Slot> {
        let lines = if PLAIN { None } else { self.rules.policies.target.of(who) };
        self.choose(lines, &self.rules.policies.nearest, who, candidates)
    }

    /// Whom to help or heal; by default the one with the lowest HP.
    pub(super) fn choose_ally(&mut self, who: Slot, candidates: Slots) -> Option<Slot> {
        self.choose(self.rules.policies.ally.of(who), &self.rules.policies.weakest, who, candidates)
    }

    #[inline]
    fn choose(&mut self, lines: Option<&Lines<Selector>>, default: &Selector, who: Slot, candidates: Slots) -> Option<Slot> {
        let by_line = lines.and_then(|lines| self.choose_by_line(lines, who, candidates));
        let pick = |choices| self.table.pick(who, &rolls::RANDOM_TARGET, choices);
        by_line.or_else(|| default.choose(&self.rules.view(self.fight), who, candidates, pick))
    }

    /// Whom the first line chooses that chooses anybody.
    #[inline(never)]
    fn choose_by_line(&mut self, lines: &Lines<Selector>, who: Slot, candidates: Slots) -> Option<Slot> {
        let view = self.rules.view(self.fight);
        let mut pick = |choices| self.table.pick(who, &rolls::RANDOM_TARGET, choices);
        let (line, slot) = lines.decide(&view, who, |selector| selector.choose(&view, who, candidates, &mut pick))?;
        self.table.watch.line(line.number);
        Some(slot)
    }

    /// How to move; by default towards the target, which may have been chosen already.
    pub(super) fn moves(&mut self, who: Slot, target: Option<Slot>) -> Movement {
        let view = View { target, ..self.rules.view(self.fight) };
        let lines = self.rules.policies.movement.of(who);
        lines.and_then(|lines| answer_of(lines, &view, who, self.table)).unwrap_or(Movement::Approach)
    }

    /// Whether to stand up; by default yes.
    pub(super) fn stands_up(&mut self, who: Slot) -> bool {
        self.answer(&self.rules.policies.stand, true, who)
    }

    /// Whether to roll the extra die of a critical; by default yes.
    #[inline]
    pub(super) fn takes_critical(&mut self, who: Slot) -> bool {
        self.answer(&self.rules.policies.crit, true, who)
    }

    /// Whether to regain hit points in a siesta; by default yes.
    pub(super) fn takes_siesta(&mut self, who: Slot) -> bool {
        self.answer(&self.rules.policies.siesta, true, who)
    }

    #[inline]
    fn answer<A: Copy>(&mut self, lists: &Lists<A>, default: A, who: Slot) -> A {
        lists.of(who).and_then(|lines| answer_of(lines, &self.rules.view(self.fight), who, self.table)).unwrap_or(default)
    }
}

impl Core {
    /// What is declared where no line decides: an attack, or what the book leaves in its place.
    #[inline]
    fn default_act(&self, who: Slot, body: &Body) -> Act {
        let actions = &self.book.actions;
        match (actions.attack, actions.defend) {
            (true, _) => self.plain_attack(who, body),
            (false, true) => Act::Defend,
            (false, false) => Act::Run,
        }
    }

    /// Whether it could ever re-evaluate.
    #[inline]
    pub(super) fn may_reevaluate(&self, who: Slot) -> bool {
        self.policies.reevaluate.of(who).is_some() && self.book.actions.reevaluate
    }

    /// The attack that the rules declare for whoever has no line for it.
    #[inline]
    pub(super) fn plain_attack(&self, who: Slot, body: &Body) -> Act {
        Act::Attack { weapon: self.fighter(who).wielded(body) as u8 }
    }

    /// What an intent comes to now; `None` when it cannot be declared (section 6.1 of the specification).
    fn legal(&self, who: Slot, body: &Body, intent: Intent) -> Option<Act> {
        let (actions, fighter) = (&self.book.actions, self.fighter(who));
        match intent {
            Intent::Attack { weapon } => {
                let weapon = weapon.map_or_else(|| fighter.wielded(body), usize::from);
                let legal = actions.attack && fighter.usable(body, weapon);
                legal.then_some(Act::Attack { weapon: weapon as u8 })
            }
            Intent::Technique { technique, dice } => {
                let known = &fighter.techniques[usize::from(technique)];
                let left = body.technique_dice[known.size];
                let dice = dice.unwrap_or_else(|| known.dice.1.min(left));
                let legal = actions.technique && (known.dice.0..=known.dice.1.min(left)).contains(&dice);
                legal.then_some(Act::Technique { technique, dice })
            }
            Intent::Retrieve { weapon } => {
                let stowed = |weapon: &u8| body.stowed >> weapon & 1 == 1 && body.broken >> weapon & 1 == 0;
                let weapon = weapon.or_else(|| (0..fighter.weapons.len() as u8).find(stowed)).filter(stowed)?;
                actions.retrieve.then_some(Act::Retrieve { weapon })
            }
            Intent::Simply(act) => {
                let legal = match act {
                    Act::Defend => actions.defend,
                    Act::Help => actions.help,
                    Act::Run => actions.run,
                    Act::Flee => actions.run && actions.flee,
                    Act::Contest => self.rulings.contest_action == ContestAction::On,
                    Act::Stand => self.rulings.stand == Standing::Action && self.can_stand(who, body),
                    _ => true,
                };
                legal.then_some(act)
            }
        }
    }

    /// The fight as policies see it before a target has been chosen.
    #[inline]
    fn view<'a>(&'a self, fight: &'a Fight) -> View<'a> {
        View { core: self, fight, target: None }
    }

    /// Whether to strike the fallen; by default not, unless a fight is to the death.
    #[inline(never)]
    pub(super) fn finishes(&self, fight: &Fight, who: Slot) -> bool {
        let lines = self.policies.finish.of(who);
        let line = lines.and_then(|lines| lines.first(&self.view(fight), who, |_| true));
        line.map_or(self.rulings.end_condition == EndCondition::Dead, |line| line.action)
    }

    /// What an action is called in a story.
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
