//! Policies of `injury-d20`, compiled from their text for the combatants of a scenario.
//!
//! Owns which decisions and which named choices there are, and what a line comes to for a fighter. What is decided where no
//! line decides, and where the rules ask, is in [`decide`](super::decide). Start at [`Policies::compile`].

use std::collections::BTreeMap;

use frame::policy::{Compiler, LineBook, LineText, Obstacle, ObstacleRow, Selectors, Unasked, Vocabulary};
use frame::rules::decisions::{DecisionLine, LineKey, NameIn, Options, ReadFor, Reader, YesNo, check_keys, plain_lines};
use frame::rules::declare::selectors;
use frame::scenario::Complaints;

use super::fighter::{Fighter, Weapon};
use super::held::Sort;
use super::maneuver::Maneuver;
use super::policy::{
    DecisionLists, Do, Movement, MovementLine, ParryLine, PartLine, Pick, PlanLine, PointsLine, PolicyText, SunderAim,
};
use super::quantities;
use super::sheet::{Condition, PartKind};
use super::strike::Use;

selectors! {
    "first" = Listed [], "the first in the order of the file";
    "nearest" = By [Least "it.distance_ft"], "the nearest";
    "weakest" = By [Most "it.injury_value"], "the one whose injuries are worth most";
    "most_injured" = By [Most "it.injuries"], "the one with the most injuries";
    "bleeding" = By [Most "it.bleed"], "the one who bleeds most";
    "prone_first" = By [Most "it.prone"], "one who is prone, else the first";
}

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
    /// The height in feet, where one is named.
    pub feet: Option<i32>,
    /// Times that the line may be worked off in a turn.
    pub times: u8,
}

impl Intent {
    /// To do this once.
    pub const fn plain(act: Do) -> Self {
        let maneuver = Maneuver { kind: act, condition: Condition::Blinded, aim: None };
        Intent { act, weapon: None, shots: 2, maneuver, feet: None, times: 1 }
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

/// The most points that are put into a blow by a slip.
const POINTS_BY_SLIP: i32 = 3;

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
pub struct KnownFacts {
    /// The number of the round.
    pub rounds: bool,
    /// Strain.
    pub strain: bool,
    /// Attack actions of turns that are over, also by the dice that they cost the next attack.
    pub attacks: bool,
}

/// The compiled policies of all combatants of a scenario.
#[derive(Clone, Debug)]
pub struct Policies {
    /// The lists of every decision.
    pub(super) lists: DecisionLists,
}

/// The scenario for which policies are compiled.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The names that conditions can ask for.
    pub vocabulary: &'a Vocabulary,
    /// True if any combatant can move.
    pub moves: bool,
    /// True if one of those who are equal by a line is drawn.
    pub draws: bool,
}

/// The combatant for whom lines are read.
type Follower<'a> = frame::policy::Follower<'a, Fighter, Setting<'a>>;

/// The decisions that never come to a follower.
fn unasked(follower: &Follower) -> Vec<(&'static str, Obstacle)> {
    const NOWHERE: &str = "there are no squares to move on";
    const HELP: &str = "`[arena]` with `width` and `height` makes some";
    Unasked::all([
        Unasked::new("movement", !follower.setting.moves, NOWHERE, HELP),
        Unasked::new("charge", !follower.setting.moves, NOWHERE, HELP),
    ])
}

impl Fighter {
    /// True if the weapon that is meant, or any but bare hands where none is, is of this kind.
    fn any_weapon(&self, intent: &Intent, kind: fn(&Weapon) -> bool) -> bool {
        let meant = |index: usize| intent.weapon.is_none_or(|weapon| usize::from(weapon) == index);
        self.weapons.iter().enumerate().any(|(index, weapon)| meant(index) && kind(weapon))
    }
}

/// Everything that a fighter could ever do, as lines of `plan` say it.
pub fn every(fighter: &Fighter) -> Options<Intent> {
    let weapons = || fighter.weapons.iter().map(|weapon| weapon.name.as_str());
    let mut options = Options::of("plan");
    for act in Do::ALL {
        let intent = Intent::plain(act);
        match act {
            Do::Attack | Do::Rapid | Do::Throw | Do::Charge | Do::PickUp | Do::Draw | Do::Drop => {
                options.add_each(act.word(), "weapon", weapons(), |weapon| Intent { weapon: Some(weapon), ..intent });
            }
            _ => options.add(act.word(), intent),
        }
    }
    options
}

impl DecisionLine for PlanLine {
    type Action = Intent;
}

impl ReadFor<Follower<'_>> for PlanLine {
    fn obstacle(intent: &Intent, follower: &Follower) -> Option<Obstacle> {
        let rows: [ObstacleRow<Intent, Follower>; 9] = [
            ObstacleRow::new(
                |intent, of| intent.act == Do::Shield && of.fighter.shield == 0,
                "it has no shield",
                "`shield` gives one (INJ-227)",
            ),
            ObstacleRow::new(
                |intent, of| {
                    intent.act == Do::Rapid
                        && !of.fighter.any_weapon(intent, |weapon| weapon.used != Use::Melee && weapon.reload_ap == 0)
                },
                "it has nothing to shoot with that needs no reloading",
                "bows shoot several times (INJ-217)",
            ),
            ObstacleRow::new(
                |intent, of| intent.act == Do::Throw && !of.fighter.any_weapon(intent, |weapon| Sort::Thrown.fits(weapon)),
                "it has nothing to throw",
                "`weapons` gives something (INJ-218)",
            ),
            ObstacleRow::new(
                |intent, of| intent.act == Do::Multi && !of.fighter.any_weapon(intent, |weapon| weapon.used == Use::Melee),
                "it has no melee weapon",
                "(INJ-204)",
            ),
            ObstacleRow::new(
                |intent, of| intent.act == Do::Charge && !of.fighter.any_weapon(intent, |weapon| Sort::Melee.fits(weapon)),
                "a charge ends with a blow, and this is no weapon for melee",
                "a weapon of `kind = \"melee\"` is (INJ-198, INJ-230)",
            ),
            ObstacleRow::new(
                |intent, of| matches!(intent.act, Do::Move | Do::Step | Do::Crawl | Do::Charge) && !of.setting.moves,
                "there are no squares to move on",
                "`[arena]` with `width` and `height` makes some (R-22)",
            ),
            ObstacleRow::new(
                |intent, of| matches!(intent.act, Do::TakeOff | Do::Land) && of.fighter.speeds_ft[1] == 0,
                "it cannot fly",
                "`fly_ft` gives a fly speed (INJ-077)",
            ),
            ObstacleRow::new(
                |intent, _| intent.act == Do::Disarm && intent.maneuver.aim == Some(SunderAim::Armor),
                "nobody holds armor in hand",
                "`aim = \"weapon\"` and `aim = \"shield\"` are held (INJ-188)",
            ),
            ObstacleRow::new(
                |intent, of| matches!(intent.act, Do::Drag | Do::Reposition) && !of.setting.moves,
                "there are no squares to move anybody on",
                "`[arena]` with `width` and `height` makes some (INJ-189)",
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

impl DecisionLine for PartLine {
    type Action = Aim;
}

impl<F> ReadFor<F> for PartLine {
    fn every(_: &Reader<'_, F>) -> Vec<Aim> {
        PartKind::ALL.into_iter().map(|part| Aim { part, pick: Pick::Spread, below: u8::MAX }).collect()
    }

    fn read(&self, _: &Reader<'_, F>, _: &str, _: &mut Complaints) -> Option<Aim> {
        let pick = self.pick.unwrap_or(Pick::Focus);
        self.part.map(|part| Aim { part, pick, below: self.below.unwrap_or(u8::MAX) })
    }
}

impl DecisionLine for PointsLine {
    type Action = Points;

    fn certain(_: &Points) -> bool {
        true
    }
}

impl<F> ReadFor<F> for PointsLine {
    fn every(_: &Reader<'_, F>) -> Vec<Points> {
        (0..=POINTS_BY_SLIP).map(|points| (points, 0)).collect()
    }

    fn read(&self, _: &Reader<'_, F>, _: &str, _: &mut Complaints) -> Option<Points> {
        Some((self.points?, self.reserve.unwrap_or(1)))
    }
}

impl DecisionLine for ParryLine {
    type Action = Guard;

    fn certain(guard: &Guard) -> bool {
        !guard.parries
    }
}

impl<F> ReadFor<F> for ParryLine {
    fn every(_: &Reader<'_, F>) -> Vec<Guard> {
        [true, false].map(|parries| Guard { parries, min_degree: i32::MIN, reserve: 0 }).to_vec()
    }

    fn read(&self, _: &Reader<'_, F>, _: &str, _: &mut Complaints) -> Option<Guard> {
        let (min_degree, reserve) = (self.min_degree.unwrap_or(i32::MIN), self.reserve.unwrap_or(0));
        self.act.map(|act| Guard { parries: act == YesNo::Yes, min_degree, reserve })
    }
}

plain_lines! {
    MovementLine => Movement;
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
        let selectors = Selectors::new(SELECTORS, vocabulary).drawing_equals(setting.draws);
        let mut lists = DecisionLists::default();
        let mut compiler = Compiler::new(vocabulary, complaints);
        for (follower, name) in Follower::each(fighters, |fighter| fighter.camp, setting).zip(used) {
            compiler.follow(unasked(&follower));
            let reader = Reader { vocabulary, selectors: &selectors, follower };
            lists.push(name, policies, &reader, &mut compiler);
        }
        (Policies { lists }, compiler.into_book())
    }

    /// The facts that policies ask for.
    pub fn asked(&self) -> KnownFacts {
        let uses = self.lists.uses();
        let asks = |of: fn(&frame::policy::Use) -> bool| uses.iter().any(of);
        KnownFacts {
            rounds: asks(quantities::asks_round),
            strain: asks(quantities::asks_strain),
            attacks: asks(quantities::asks_attacks),
        }
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
        "feet" => act == Do::TakeOff,
        _ => matches!(act, Do::Sunder | Do::Disarm),
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
        key("feet", line.feet.is_some()),
        key("times", line.times.is_some()),
    ];
    check_keys(&line.summary(), path, &keys, complaints);
    let weapon = match &line.weapon {
        None => None,
        Some(name) => {
            let names = fighter.weapons.iter().map(|weapon| weapon.name.as_str());
            let named = NameIn { name, what: "weapon", whose: &fighter.name, path: &format!("{path}.weapon") };
            Some(named.number(names, complaints)?)
        }
    };
    let plain = Intent::plain(act);
    Some(Intent {
        weapon,
        shots: line.shots.unwrap_or(plain.shots),
        maneuver: Maneuver { kind: act, condition: line.condition.unwrap_or(plain.maneuver.condition), aim: line.aim },
        feet: line.feet,
        times: line.times.unwrap_or(plain.times),
        ..plain
    })
}
