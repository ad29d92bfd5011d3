//! Decisions of `injury-d20`: policies compiled from their text, and every place where the rules ask one.
//!
//! Owns the defaults where no line decides (section 6 of the specification); what is possible is known by whoever carries it
//! out. Start at [`Policies::compile`] and [`Core::planned`].

use std::collections::BTreeMap;

use crate::dice::{Dice, Slot};
use crate::error::nearest;
use crate::fight::{Slots, Table, Watch};
use crate::policy::{
    Compiler, Decision, Extreme, Frame, LineBook, LineText, Lines, Named, Order, Selector, SelectorText, Selectors, Vocabulary,
};
use crate::scenario::Complaints;

use super::Core;
use super::fighter::{Fighter, parts_in};
use super::maneuver::Maneuver;
use super::observe::View;
use super::policy::{
    ChoiceLine, Do, Movement, MovementLine, ParryLine, PartLine, Pick, PlanLine, PointsLine, PolicyText, SunderAim, YesNo,
};
use super::rolls;
use super::rulings::EndOut;
use super::sheet::{Condition, PartKind};
use super::state::{EMPTY, Fight, PartSet};

/// Named choices of a target.
pub const SELECTORS: &[Named] = &[
    Named { name: "first", order: Order::By(&[]), about: "the first in the order of the file" },
    Named { name: "nearest", order: Order::By(&[(Extreme::Least, "it.distance_ft")]), about: "the nearest" },
    Named {
        name: "weakest",
        order: Order::By(&[(Extreme::Most, "it.injury_value")]),
        about: "the one whose injuries are worth most",
    },
    Named {
        name: "most_injured",
        order: Order::By(&[(Extreme::Most, "it.injuries")]),
        about: "the one with the most injuries",
    },
    Named { name: "bleeding", order: Order::By(&[(Extreme::Most, "it.bleed")]), about: "the one who bleeds most" },
    Named { name: "prone_first", order: Order::By(&[(Extreme::Most, "it.prone")]), about: "one who is prone, else the first" },
    Named { name: "random", order: Order::Random, about: "anybody, each as likely" },
];

/// The decisions, each with what it is about and what happens where no line decides.
pub const DECISIONS: [(&str, &str); 17] = [
    ("plan", "what to do in a turn, one line after the other; else three attacks"),
    ("target", "whom to attack; else the first in the order of the scenario"),
    ("ally", "whose blood to stop; else whoever bleeds most"),
    (
        "parts",
        "which part to injure; else heart, head, the weapon arm, legs, eyes, the weapon hand, feet, mouth, ears, nose, tail",
    ),
    ("power", "stamina for Power Attack and Deadly Aim; else none"),
    ("reckless", "degrees by Reckless Attack; else none"),
    ("lunge", "whether to lunge when that brings a target into reach; else no"),
    ("cleave", "whether to cleave; else no"),
    ("parry", "whether to parry a hit; else no"),
    ("react", "whether to strike at whoever provokes; else no"),
    ("charge", "whether to charge instead of moving; else no"),
    ("movement", "how to move when nobody is in reach; else approach"),
    ("stand", "whether to stand up; else yes"),
    ("arm", "whether to pick up, draw or reload a weapon when none is ready; else yes"),
    ("finish", "whether to attack the fallen when no enemy is conscious; else only where fights end by death"),
    ("retreat", "whether to leave the fight, asked when a turn begins; else no"),
    ("surrender", "whether to give up, asked when a turn begins; else no"),
];

/// What a line of the plan wants; numbers point into the fighter's lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Intent {
    /// What to do.
    pub act: Do,
    /// With which weapon.
    pub weapon: Option<u8>,
    /// How many shots.
    pub shots: u8,
    /// The maneuver.
    pub maneuver: Maneuver,
    /// How often the line may be worked off in a turn.
    pub times: u8,
}

impl Intent {
    /// To do this once.
    pub const fn plain(act: Do) -> Self {
        let maneuver = Maneuver { kind: act, condition: Condition::Blinded, aim: SunderAim::Weapon };
        Intent { act, weapon: None, shots: 2, maneuver, times: 1 }
    }
}

/// Attacks of a turn where no plan says anything.
const ATTACKS: u8 = 3;

/// What a line of parts wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Aim {
    part: PartKind,
    pick: Pick,
    below: u8,
}

/// The parts that are aimed at where no line says anything.
const AIMS: [Aim; 11] = {
    const fn aim(part: PartKind, pick: Pick, below: u8) -> Aim {
        Aim { part, pick, below }
    }
    [
        aim(PartKind::Heart, Pick::Focus, u8::MAX),
        aim(PartKind::Head, Pick::Focus, u8::MAX),
        aim(PartKind::Arm, Pick::Weapon, 2),
        aim(PartKind::Leg, Pick::Spread, u8::MAX),
        aim(PartKind::Eye, Pick::Spread, u8::MAX),
        aim(PartKind::Hand, Pick::Weapon, 2),
        aim(PartKind::Foot, Pick::Spread, u8::MAX),
        aim(PartKind::Mouth, Pick::Focus, u8::MAX),
        aim(PartKind::Ear, Pick::Spread, u8::MAX),
        aim(PartKind::Nose, Pick::Focus, u8::MAX),
        aim(PartKind::Tail, Pick::Focus, u8::MAX),
    ]
};

/// Points and the stamina that has to be left.
type Points = (i32, i32);

/// When to parry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Guard {
    parries: bool,
    min_degree: i32,
    reserve: i32,
}

/// How one combatant decides.
#[derive(Clone, Debug)]
pub struct Policy {
    plan: Lines<Intent>,
    target: Lines<Selector>,
    ally: Lines<Selector>,
    parts: Lines<Aim>,
    power: Lines<Points>,
    reckless: Lines<Points>,
    lunge: Lines<bool>,
    cleave: Lines<bool>,
    parry: Lines<Guard>,
    react: Lines<bool>,
    charge: Lines<bool>,
    movement: Lines<Movement>,
    stand: Lines<bool>,
    arm: Lines<bool>,
    finish: Lines<bool>,
    retreat: Lines<bool>,
    surrender: Lines<bool>,
}

impl Policy {
    fn asks_strain(&self) -> bool {
        let choosers = [&self.target, &self.ally];
        let of_choosers =
            choosers.into_iter().flat_map(|lines| lines.uses().chain(lines.iter().flat_map(|line| line.action.uses())));
        let yes_no = [
            &self.lunge,
            &self.cleave,
            &self.react,
            &self.charge,
            &self.stand,
            &self.arm,
            &self.finish,
            &self.retreat,
            &self.surrender,
        ];
        let mut uses = of_choosers
            .chain(self.plan.uses())
            .chain(self.parts.uses())
            .chain(self.power.uses())
            .chain(self.reckless.uses())
            .chain(self.parry.uses())
            .chain(self.movement.uses())
            .chain(yes_no.into_iter().flat_map(Lines::uses));
        uses.any(|used| super::observe::is_strain(&used))
    }
}

/// How all combatants of a scenario decide, by slot.
#[derive(Clone, Debug)]
pub struct Policies {
    policies: Vec<Policy>,
    first: Selector,
    bleeding: Selector,
}

const fn with_target(name: &'static str) -> Decision {
    Decision { name, frame: Frame::WITH_TARGET }
}

const fn without_target(name: &'static str) -> Decision {
    Decision { name, frame: Frame::WITHOUT_TARGET }
}

/// What compiling a policy needs to know.
struct Reader<'a, 'b> {
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
        let by_name = |name: &str| {
            let found = selectors.named(name, "", &mut Complaints::default());
            found.expect("the selectors of defaults exist")
        };
        let (first, bleeding) = (by_name("first"), by_name("bleeding"));
        let mut compiler = Compiler::new(vocabulary, complaints);
        let mut reader = Reader { compiler: &mut compiler, policies, vocabulary, selectors: &selectors };
        let compiled = fighters.iter().zip(used).map(|(fighter, name)| reader.policy(name, fighter)).collect();
        (Policies { policies: compiled, first, bleeding }, compiler.into_book())
    }

    /// Whether somebody could ever parry.
    pub fn parries(&self, who: Slot) -> bool {
        !self.policies[who.index()].parry.is_empty()
    }

    /// Whether any policy asks for strain.
    pub fn ask_strain(&self) -> bool {
        self.policies.iter().any(Policy::asks_strain)
    }

    /// Whether anybody could ever make a reactive attack.
    pub fn anybody_reacts(&self) -> bool {
        self.policies.iter().any(|policy| !policy.react.is_empty())
    }
}

impl Reader<'_, '_> {
    fn policy(&mut self, name: &str, fighter: &Fighter) -> Policy {
        Policy {
            plan: self.compiler.list(
                with_target("plan"),
                name,
                self.policies,
                |policy| &policy.plan,
                |line, path, complaints| intent(line, path, fighter, complaints),
                |_| false,
            ),
            target: self.choice("target", name, |policy| &policy.target),
            ally: self.choice("ally", name, |policy| &policy.ally),
            parts: self.compiler.list(
                with_target("parts"),
                name,
                self.policies,
                |policy| &policy.parts,
                |line: &PartLine, _, _| {
                    let pick = line.pick.unwrap_or(Pick::Focus);
                    line.part.map(|part| Aim { part, pick, below: line.below.unwrap_or(u8::MAX) })
                },
                |_| false,
            ),
            power: self.points("power", name, |policy| &policy.power),
            reckless: self.points("reckless", name, |policy| &policy.reckless),
            lunge: self.yes_no(with_target("lunge"), name, |policy| &policy.lunge),
            cleave: self.yes_no(with_target("cleave"), name, |policy| &policy.cleave),
            parry: self.compiler.list(
                with_target("parry"),
                name,
                self.policies,
                |policy| &policy.parry,
                |line: &ParryLine, _, _| {
                    line.act.map(|act| Guard {
                        parries: act == YesNo::Yes,
                        min_degree: line.min_degree.unwrap_or(i32::MIN),
                        reserve: line.reserve.unwrap_or(0),
                    })
                },
                |guard| !guard.parries,
            ),
            react: self.yes_no(with_target("react"), name, |policy| &policy.react),
            charge: self.yes_no(with_target("charge"), name, |policy| &policy.charge),
            movement: self.compiler.list(
                with_target("movement"),
                name,
                self.policies,
                |policy| &policy.movement,
                |line: &MovementLine, _, _| line.act,
                |_| true,
            ),
            stand: self.yes_no(with_target("stand"), name, |policy| &policy.stand),
            arm: self.yes_no(with_target("arm"), name, |policy| &policy.arm),
            finish: self.yes_no(without_target("finish"), name, |policy| &policy.finish),
            retreat: self.yes_no(without_target("retreat"), name, |policy| &policy.retreat),
            surrender: self.yes_no(without_target("surrender"), name, |policy| &policy.surrender),
        }
    }

    fn choice(&mut self, name: &'static str, policy: &str, lines: fn(&PolicyText) -> &[SelectorText]) -> Lines<Selector> {
        let (selectors, vocabulary) = (self.selectors, self.vocabulary);
        self.compiler.list(
            without_target(name),
            policy,
            self.policies,
            lines,
            |line: &SelectorText, path, complaints| selectors.selector(line, vocabulary, path, complaints),
            Selector::always_chooses,
        )
    }

    fn points(&mut self, name: &'static str, policy: &str, lines: fn(&PolicyText) -> &[PointsLine]) -> Lines<Points> {
        let read = |line: &PointsLine, _: &str, _: &mut Complaints| Some((line.points?, line.reserve.unwrap_or(1)));
        self.compiler.list(with_target(name), policy, self.policies, lines, read, |_| false)
    }

    fn yes_no(&mut self, decision: Decision, name: &str, lines: fn(&PolicyText) -> &[ChoiceLine]) -> Lines<bool> {
        let read = |line: &ChoiceLine, _: &str, _: &mut Complaints| line.act.map(|act| act == YesNo::Yes);
        self.compiler.list(decision, name, self.policies, lines, read, |_| true)
    }
}

/// Whether a key means something for what is to be done.
fn takes(act: Do, key: &str) -> bool {
    match key {
        "weapon" => {
            matches!(act, Do::Attack | Do::Rapid | Do::Throw | Do::Charge | Do::PickUp | Do::Draw | Do::Drop)
        }
        "shots" => act == Do::Rapid,
        "condition" => act == Do::Trick,
        _ => act == Do::Sunder,
    }
}

/// What a line of a plan means for this fighter; what it names has to be there.
fn intent(line: &PlanLine, path: &str, fighter: &Fighter, complaints: &mut Complaints) -> Option<Intent> {
    let act = line.act?;
    let given = [
        ("weapon", line.weapon.is_some()),
        ("shots", line.shots.is_some()),
        ("condition", line.condition.is_some()),
        ("aim", line.aim.is_some()),
    ];
    for (key, _) in given.into_iter().filter(|&(key, given)| given && !takes(act, key)) {
        complaints.error(format!("{path}.{key}"), format!("`{key}` means nothing for `{}`", line.summary()));
    }
    let weapon = match &line.weapon {
        None => None,
        Some(name) => Some(weapon_named(name, &format!("{path}.weapon"), fighter, complaints)?),
    };
    if act == Do::Shield && fighter.shield == 0 {
        complaints.warning(format!("{path}.do"), format!("this line can never apply: {} has no shield", fighter.name));
    }
    let plain = Intent::plain(act);
    Some(Intent {
        weapon,
        shots: line.shots.unwrap_or(plain.shots),
        maneuver: Maneuver {
            kind: act,
            condition: line.condition.unwrap_or(plain.maneuver.condition),
            aim: line.aim.unwrap_or(plain.maneuver.aim),
        },
        times: line.times.unwrap_or(plain.times),
        ..plain
    })
}

/// The number of a weapon by its name.
fn weapon_named(name: &str, path: &str, fighter: &Fighter, complaints: &mut Complaints) -> Option<u8> {
    let names = || fighter.weapons.iter().map(|weapon| weapon.name.as_str());
    let found = names().position(|known| known == name);
    if found.is_none() {
        let complaint = complaints.error(path, format!("{} has no weapon called `{name}`", fighter.name));
        if let Some(near) = nearest(name, names()) {
            complaint.help(format!("did you mean `{near}`?"));
        }
        complaint.help(format!("it has {}", names().collect::<Vec<_>>().join(", ")));
    }
    found.map(|number| number as u8)
}

/// The target that somebody's policy would give; none where chance would decide.
pub fn expected_target(view: &View, own: Slot) -> Option<Slot> {
    let candidates = view.core.candidates(view.fight, own);
    let policies = &view.core.policies;
    let lines = &policies.policies[own.index()].target;
    let chosen = lines.decide(view, own, |selector| selector.choose(view, own, candidates, |_| 0));
    chosen.map(|(_, slot)| slot).or_else(|| policies.first.choose(view, own, candidates, |_| 0))
}

impl Core {
    fn policy(&self, who: Slot) -> &Policy {
        &self.policies.policies[who.index()]
    }

    fn view<'a>(&'a self, fight: &'a Fight, target: Option<Slot>) -> View<'a> {
        View { core: self, fight, target, attack: None }
    }

    /// The line of the plan that comes next in a turn, and has to be worked off; `None` when there is none left.
    pub(super) fn planned<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> Option<Intent> {
        const ATTACK: Intent = Intent::plain(Do::Attack);
        let body = fight.body(who);
        if body.berserk {
            return (body.ap >= self.book.ap.attack && body.entry == 0).then_some(Intent { times: u8::MAX, ..ATTACK });
        }
        let lines = &self.policy(who).plan;
        if lines.is_empty() {
            return (body.entry < ATTACKS).then_some(ATTACK);
        }
        let view = self.view(fight, None);
        let from = usize::from(body.entry);
        let holds = |line: &crate::policy::Line<Intent>| line.when.as_ref().is_none_or(|when| when.holds(&view, who));
        let (index, line) = lines.iter().enumerate().skip(from).find(|(_, line)| holds(line))?;
        table.watch.line(line.number);
        let intent = line.action;
        let body = fight.body_mut(who);
        if index != from {
            (body.entry, body.entry_times) = (index as u8, 0);
        }
        Some(intent)
    }

    /// Whom to attack; by default the first in the order of the scenario.
    #[inline]
    pub(super) fn choose_target<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        candidates: Slots,
        table: &mut Table<D, W>,
    ) -> Option<Slot> {
        if fight.body(who).berserk {
            return candidates.single();
        }
        self.choose(&self.policy(who).target, &self.policies.first, fight, who, candidates, table)
    }

    /// Whose blood to stop; by default whoever bleeds most.
    pub(super) fn choose_ally<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        candidates: Slots,
        table: &mut Table<D, W>,
    ) -> Option<Slot> {
        self.choose(&self.policy(who).ally, &self.policies.bleeding, fight, who, candidates, table)
    }

    #[inline]
    fn choose<D: Dice, W: Watch>(
        &self,
        lines: &Lines<Selector>,
        default: &Selector,
        fight: &Fight,
        who: Slot,
        candidates: Slots,
        table: &mut Table<D, W>,
    ) -> Option<Slot> {
        if lines.is_empty() && candidates.single().is_some() {
            return candidates.single();
        }
        let view = self.view(fight, None);
        let mut pick = |choices| table.pick(who, &rolls::RANDOM_TARGET, choices);
        let chosen = lines.decide(&view, who, |selector| selector.choose(&view, who, candidates, &mut pick));
        match chosen {
            Some((line, slot)) => {
                let number = line.number;
                table.watch.line(number);
                Some(slot)
            }
            None => default.choose(&view, who, candidates, |choices| table.pick(who, &rolls::RANDOM_TARGET, choices)),
        }
    }

    /// Which part a hit injures that reaches up to this tier; `None` when no line finds one.
    pub(super) fn choose_part<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        (who, target): (Slot, Slot),
        tier: i32,
        table: &mut Table<D, W>,
    ) -> Option<u8> {
        let open = self.open_parts(fight, (who, target), tier);
        if open == 0 {
            return None;
        }
        let lines = &self.policy(who).parts;
        if lines.is_empty() {
            return AIMS.iter().find_map(|aim| self.aimed(fight, target, open, aim));
        }
        let view = self.view(fight, Some(target));
        let (line, part) = lines.decide(&view, who, |aim| self.aimed(fight, target, open, aim))?;
        table.watch.line(line.number);
        Some(part)
    }

    /// The part that a line of parts finds among those that are open.
    fn aimed(&self, fight: &Fight, target: Slot, open: PartSet, aim: &Aim) -> Option<u8> {
        let (body, plan) = (fight.body(target), &self.fighter(target).plan);
        let below = if aim.below == u8::MAX { 0 } else { body.harm.at_least(aim.below) };
        let fits = open & plan.all(aim.part) & !below;
        let count = |part: &u8| body.harm.count(*part);
        match aim.pick {
            _ if fits == 0 => None,
            Pick::Focus => parts_in(fits).max_by_key(|part| (count(part), u8::MAX - part)),
            Pick::Spread => parts_in(fits).min_by_key(|part| (count(part), *part)),
            Pick::Weapon => parts_in(fits).find(|&part| {
                let hand = usize::from(plan.of(part).1);
                body.holds.get(hand).is_some_and(|&thing| thing != EMPTY)
            }),
        }
    }

    /// Points of Power Attack or Deadly Aim, and the stamina to keep.
    pub(super) fn chooses_power<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        (who, target): (Slot, Slot),
        table: &mut Table<D, W>,
    ) -> Option<Points> {
        self.answer(&self.policy(who).power, fight, (who, Some(target)), table)
    }

    /// Degrees of Reckless Attack, and the stamina to keep.
    pub(super) fn chooses_reckless<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        (who, target): (Slot, Slot),
        table: &mut Table<D, W>,
    ) -> Option<Points> {
        self.answer(&self.policy(who).reckless, fight, (who, Some(target)), table)
    }

    /// Whether to lunge; by default no.
    pub(super) fn chooses_lunge<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        self.answer(&self.policy(who).lunge, fight, (who, None), table).unwrap_or(false)
    }

    /// Whether to cleave; by default no.
    pub(super) fn chooses_cleave<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        self.answer(&self.policy(who).cleave, fight, (who, None), table).unwrap_or(false)
    }

    /// Whether it could ever parry.
    #[inline]
    pub(super) fn ever_parries(&self, who: Slot) -> bool {
        self.policies.parries(who)
    }

    /// Whether to parry an attack with this result and these degrees; by default no.
    pub(super) fn chooses_parry<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        (who, attacker): (Slot, Slot),
        (total, degrees): (i32, i32),
        table: &mut Table<D, W>,
    ) -> bool {
        let view = View { core: self, fight, target: Some(attacker), attack: Some((total, degrees)) };
        let body = fight.body(who);
        let price = self.price(body, self.book.parry.cost);
        let legal =
            |guard: &Guard| !guard.parries || degrees >= guard.min_degree && self.can_pay(who, body, price, guard.reserve);
        let Some(line) = self.policy(who).parry.first(&view, who, legal) else { return false };
        table.watch.line(line.number);
        line.action.parries
    }

    /// Whether to strike at somebody who provokes; by default no.
    pub(super) fn chooses_reaction<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        (who, target): (Slot, Slot),
        table: &mut Table<D, W>,
    ) -> bool {
        self.answer(&self.policy(who).react, fight, (who, Some(target)), table).unwrap_or(false)
    }

    /// Whether to charge; by default no.
    pub(super) fn chooses_charge<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        (who, target): (Slot, Slot),
        table: &mut Table<D, W>,
    ) -> bool {
        self.answer(&self.policy(who).charge, fight, (who, Some(target)), table).unwrap_or(false)
    }

    /// How to move; by default towards the target.
    pub(super) fn movement<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> Movement {
        if fight.body(who).berserk {
            return Movement::Approach;
        }
        self.answer(&self.policy(who).movement, fight, (who, None), table).unwrap_or(Movement::Approach)
    }

    /// Whether to stand up; by default yes.
    pub(super) fn chooses_stand<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        self.answer(&self.policy(who).stand, fight, (who, None), table).unwrap_or(true)
    }

    /// Whether to get a weapon ready; by default yes.
    pub(super) fn chooses_arms<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        self.answer(&self.policy(who).arm, fight, (who, None), table).unwrap_or(true)
    }

    /// Whether to attack the fallen; by default only where fights end by death.
    pub(super) fn finishes(&self, fight: &Fight, who: Slot) -> bool {
        let lines = &self.policy(who).finish;
        let line = lines.first(&self.view(fight, None), who, |_| true);
        line.map_or(self.rulings.end_out == EndOut::Dead, |line| line.action)
    }

    /// Whether to leave the fight; by default no.
    pub(super) fn retreats<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        self.answer(&self.policy(who).retreat, fight, (who, None), table).unwrap_or(false)
    }

    /// Whether to give up; by default no.
    pub(super) fn surrenders<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        self.answer(&self.policy(who).surrender, fight, (who, None), table).unwrap_or(false)
    }

    /// What the first line says whose condition holds.
    #[inline]
    fn answer<A: Copy, D: Dice, W: Watch>(
        &self,
        lines: &Lines<A>,
        fight: &Fight,
        (who, target): (Slot, Option<Slot>),
        table: &mut Table<D, W>,
    ) -> Option<A> {
        if lines.is_empty() {
            return None;
        }
        let line = lines.first(&self.view(fight, target), who, |_| true)?;
        table.watch.line(line.number);
        Some(line.action)
    }
}
