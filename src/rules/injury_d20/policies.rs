//! Policies of `injury-d20`, compiled from their text for the combatants of a scenario.
//!
//! Owns which decisions and which named choices there are, and what a line comes to for a fighter. What is decided where no
//! line decides, and where the rules ask, is in [`decide`](super::decide). Start at [`Policies::compile`].

use std::collections::BTreeMap;

use crate::policy::{
    Compiler, Decision, Frame, LineBook, LineText, Lines, Lists, Obstacle, Prospect, Row, Selector, SelectorText, Selectors,
    Unasked, Vocabulary,
};
use crate::rules::decisions::{ChoiceLine, LineKey, YesNo, check_keys};
use crate::rules::declare::selectors;
use crate::scenario::Complaints;

use super::fighter::{Fighter, Weapon};
use super::maneuver::Maneuver;
use super::observe;
use super::policy::{Do, Movement, MovementLine, ParryLine, PartLine, Pick, PlanLine, PointsLine, PolicyText, SunderAim};
use super::sheet::{Condition, PartKind};
use super::strike::Use;

selectors! {
    "first" = [], "the first in the order of the file";
    "nearest" = [Least "it.distance_ft"], "the nearest";
    "weakest" = [Most "it.injury_value"], "the one whose injuries are worth most";
    "most_injured" = [Most "it.injuries"], "the one with the most injuries";
    "bleeding" = [Most "it.bleed"], "the one who bleeds most";
    "prone_first" = [Most "it.prone"], "one who is prone, else the first";
}

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

/// The action that a line of the plan wants; numbers point into the fighter's lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Intent {
    /// The action.
    pub act: Do,
    /// With which weapon.
    pub weapon: Option<u8>,
    /// The number of shots.
    pub shots: u8,
    /// The maneuver.
    pub maneuver: Maneuver,
    /// Times that the line may be worked off in a turn.
    pub times: u8,
}

impl Intent {
    /// To do this once.
    pub const fn plain(act: Do) -> Self {
        let maneuver = Maneuver { kind: act, condition: Condition::Blinded, aim: SunderAim::Weapon };
        Intent { act, weapon: None, shots: 2, maneuver, times: 1 }
    }
}

/// The part that a line of parts wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    /// The kind.
    pub part: PartKind,
    /// The choice among several.
    pub pick: Pick,
    /// Only those with fewer injuries; [`u8::MAX`] for any.
    pub below: u8,
}

/// Points and the stamina that has to be left.
pub type Points = (i32, i32);

/// The attacks that are worth a parry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guard {
    /// The decision to parry at all.
    pub parries: bool,
    /// Degrees of the attack from which on.
    pub min_degree: i32,
    /// Stamina that has to be left.
    pub reserve: i32,
}

/// Facts of which it is known if any policy asks for them; a state is kept without them where none does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked {
    /// The number of the round.
    pub rounds: bool,
    /// Strain.
    pub strain: bool,
}

/// The compiled policies of all combatants of a scenario.
#[derive(Clone, Debug)]
pub struct Policies {
    /// The actions of a turn.
    pub plan: Lists<Intent>,
    /// The target of an attack.
    pub target: Lists<Selector>,
    /// The ally whose bleeding is stopped.
    pub ally: Lists<Selector>,
    /// The part that a hit injures.
    pub parts: Lists<Aim>,
    /// Power Attack and Deadly Aim.
    pub power: Lists<Points>,
    /// Reckless Attack.
    pub reckless: Lists<Points>,
    /// The decision to lunge.
    pub lunge: Lists<bool>,
    /// The decision to cleave.
    pub cleave: Lists<bool>,
    /// The attacks that are parried.
    pub parry: Lists<Guard>,
    /// The decision to strike at those who provoke.
    pub react: Lists<bool>,
    /// The decision to charge.
    pub charge: Lists<bool>,
    /// The movement.
    pub movement: Lists<Movement>,
    /// The decision to stand up.
    pub stand: Lists<bool>,
    /// The decision to get a weapon ready.
    pub arm: Lists<bool>,
    /// The decision to attack the fallen.
    pub finish: Lists<bool>,
    /// The decision to leave the fight.
    pub retreat: Lists<bool>,
    /// The decision to give up.
    pub surrender: Lists<bool>,
    /// The choice of whoever bleeds most.
    pub bleeding: Selector,
}

/// A decision about a target.
const fn with_target(name: &'static str) -> Decision {
    Decision { name, frame: Frame::WITH_TARGET }
}

/// A decision about nobody in particular.
const fn without_target(name: &'static str) -> Decision {
    Decision { name, frame: Frame::WITHOUT_TARGET }
}

/// The scenario for which policies are compiled.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The names that conditions can ask for.
    pub vocabulary: &'a Vocabulary,
    /// True if anybody can move.
    pub moves: bool,
}

/// The combatant for whom lines are read.
type Follower<'a> = crate::policy::Follower<'a, Fighter, Setting<'a>>;

/// The decisions that never come to a follower.
fn unasked(follower: &Follower) -> Vec<(&'static str, Obstacle)> {
    const NOWHERE: &str = "there are no squares to move on";
    const HELP: &str = "`[arena]` with `width` and `height` makes some";
    Unasked::all([
        Unasked::new("movement", !follower.setting.moves, NOWHERE, HELP),
        Unasked::new("charge", !follower.setting.moves, NOWHERE, HELP),
    ])
}

impl Follower<'_> {
    /// True if the weapon that is meant, or any but bare hands where none is, is of this kind.
    fn any_weapon(&self, intent: &Intent, kind: fn(&Weapon) -> bool) -> bool {
        let meant = |index: usize| intent.weapon.is_none_or(|weapon| usize::from(weapon) == index);
        self.fighter.weapons.iter().enumerate().any(|(index, weapon)| meant(index) && kind(weapon))
    }
}

/// Returns the obstacle that stands in the way of a line of the plan for good.
fn obstacle(intent: &Intent, follower: &Follower) -> Option<Obstacle> {
    let rows: [Row<Intent, Follower>; 6] = [
        Row::new(
            |intent, of| intent.act == Do::Shield && of.fighter.shield == 0,
            "it has no shield",
            "`shield` gives one (INJ-227)",
        ),
        Row::new(
            |intent, of| {
                intent.act == Do::Rapid && !of.any_weapon(intent, |weapon| weapon.used != Use::Melee && weapon.reload_ap == 0)
            },
            "it has nothing to shoot with that needs no reloading",
            "bows shoot several times (INJ-217)",
        ),
        Row::new(
            |intent, of| intent.act == Do::Throw && !of.any_weapon(intent, |weapon| !weapon.natural && !weapon.unarmed),
            "it has nothing to throw",
            "`weapons` gives something (INJ-218)",
        ),
        Row::new(
            |intent, of| intent.act == Do::Multi && !of.any_weapon(intent, |weapon| weapon.used == Use::Melee),
            "it has no melee weapon",
            "(INJ-204)",
        ),
        Row::new(
            |intent, of| matches!(intent.act, Do::Move | Do::Step | Do::Crawl | Do::Charge) && !of.setting.moves,
            "there are no squares to move on",
            "`[arena]` with `width` and `height` makes some (R-22)",
        ),
        Row::new(
            |intent, of| matches!(intent.act, Do::Drag | Do::Reposition) && !of.setting.moves,
            "there are no squares to move anybody on",
            "`[arena]` with `width` and `height` makes some (INJ-189)",
        ),
    ];
    Obstacle::first(&rows, intent, follower)
}

/// The surroundings in which a policy is compiled.
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
        setting: Setting,
        complaints: &mut Complaints,
    ) -> (Self, LineBook) {
        let vocabulary = setting.vocabulary;
        let selectors = Selectors::new(SELECTORS, vocabulary);
        let mut read = Policies {
            plan: Lists::default(),
            target: Lists::default(),
            ally: Lists::default(),
            parts: Lists::default(),
            power: Lists::default(),
            reckless: Lists::default(),
            lunge: Lists::default(),
            cleave: Lists::default(),
            parry: Lists::default(),
            react: Lists::default(),
            charge: Lists::default(),
            movement: Lists::default(),
            stand: Lists::default(),
            arm: Lists::default(),
            finish: Lists::default(),
            retreat: Lists::default(),
            surrender: Lists::default(),
            bleeding: selectors.of_defaults("bleeding"),
        };
        let mut compiler = Compiler::new(vocabulary, complaints);
        let mut reader = Reader { compiler: &mut compiler, policies, vocabulary, selectors: &selectors };
        for (follower, name) in Follower::each(fighters, |fighter| fighter.camp, setting).zip(used) {
            reader.read(name, &follower, &mut read);
        }
        (read, compiler.into_book())
    }

    /// The facts that policies ask for.
    pub fn asked(&self) -> Asked {
        Asked { rounds: self.ask(observe::is_round), strain: self.ask(observe::is_strain) }
    }

    /// True if any policy asks for something of which this is true.
    fn ask(&self, of: impl Fn(&crate::policy::Use) -> bool) -> bool {
        let of_choosers = [&self.target, &self.ally]
            .into_iter()
            .flat_map(|lists| lists.uses().chain(lists.lines().flat_map(|line| line.action.uses())));
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
            .chain(yes_no.into_iter().flat_map(Lists::uses));
        uses.any(|used| of(&used))
    }
}

impl Reader<'_, '_> {
    /// Adds the policy of this name, as this fighter follows it.
    fn read(&mut self, name: &str, follower: &Follower, into: &mut Policies) {
        self.compiler.follow(unasked(follower));
        into.plan.push(self.compiler.list(
            with_target("plan"),
            name,
            self.policies,
            |policy| &policy.plan,
            |line, path, complaints| intent(line, path, follower.fighter, complaints),
            |intent| Prospect::of(obstacle(intent, follower), false),
        ));
        into.target.push(self.choice("target", name, |policy| &policy.target));
        into.ally.push(self.choice("ally", name, |policy| &policy.ally));
        into.parts.push(self.compiler.list(
            with_target("parts"),
            name,
            self.policies,
            |policy| &policy.parts,
            |line: &PartLine, _, _| {
                let pick = line.pick.unwrap_or(Pick::Focus);
                line.part.map(|part| Aim { part, pick, below: line.below.unwrap_or(u8::MAX) })
            },
            |_| false,
        ));
        into.power.push(self.points("power", name, |policy| &policy.power));
        into.reckless.push(self.points("reckless", name, |policy| &policy.reckless));
        into.lunge.push(self.yes_no(with_target("lunge"), name, |policy| &policy.lunge));
        into.cleave.push(self.yes_no(with_target("cleave"), name, |policy| &policy.cleave));
        into.parry.push(self.compiler.list(
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
        ));
        into.react.push(self.yes_no(with_target("react"), name, |policy| &policy.react));
        into.charge.push(self.yes_no(with_target("charge"), name, |policy| &policy.charge));
        into.movement.push(self.compiler.list(
            with_target("movement"),
            name,
            self.policies,
            |policy| &policy.movement,
            |line: &MovementLine, _, _| line.act,
            |_| true,
        ));
        into.stand.push(self.yes_no(with_target("stand"), name, |policy| &policy.stand));
        into.arm.push(self.yes_no(with_target("arm"), name, |policy| &policy.arm));
        into.finish.push(self.yes_no(without_target("finish"), name, |policy| &policy.finish));
        into.retreat.push(self.yes_no(without_target("retreat"), name, |policy| &policy.retreat));
        into.surrender.push(self.yes_no(without_target("surrender"), name, |policy| &policy.surrender));
    }

    /// Compiles the lines of a choice among combatants.
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

    /// Compiles the lines of a decision on stamina to spend and to keep.
    fn points(&mut self, name: &'static str, policy: &str, lines: fn(&PolicyText) -> &[PointsLine]) -> Lines<Points> {
        let read = |line: &PointsLine, _: &str, _: &mut Complaints| Some((line.points?, line.reserve.unwrap_or(1)));
        self.compiler.list(with_target(name), policy, self.policies, lines, read, |_| true)
    }

    /// Compiles the lines of a decision between yes and no.
    fn yes_no(&mut self, decision: Decision, name: &str, lines: fn(&PolicyText) -> &[ChoiceLine]) -> Lines<bool> {
        let read = |line: &ChoiceLine, _: &str, _: &mut Complaints| line.act.map(|act| act == YesNo::Yes);
        self.compiler.list(decision, name, self.policies, lines, read, |_| true)
    }
}

/// True if a key means something for what is to be done.
fn takes(act: Do, key: &str) -> bool {
    match key {
        "weapon" => {
            matches!(act, Do::Attack | Do::Rapid | Do::Throw | Do::Charge | Do::PickUp | Do::Draw | Do::Drop)
        }
        "shots" => act == Do::Rapid,
        "condition" => act == Do::Trick,
        "times" => true,
        _ => act == Do::Sunder,
    }
}

/// Returns the meaning of a line of a plan for this fighter; reports a name in it that is not there.
fn intent(line: &PlanLine, path: &str, fighter: &Fighter, complaints: &mut Complaints) -> Option<Intent> {
    let act = line.act?;
    let key = |name, given| LineKey::new(name, given, takes(act, name));
    let keys = [
        key("weapon", line.weapon.is_some()),
        key("shots", line.shots.is_some()),
        key("condition", line.condition.is_some()),
        key("aim", line.aim.is_some()),
        key("times", line.times.is_some()),
    ];
    check_keys(&line.summary(), path, &keys, complaints);
    let weapon = match &line.weapon {
        None => None,
        Some(name) => Some(weapon_named(name, &format!("{path}.weapon"), fighter, complaints)?),
    };
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
        complaint.near(name, names());
        complaint.help(format!("it has {}", names().collect::<Vec<_>>().join(", ")));
    }
    found.map(|number| number as u8)
}
