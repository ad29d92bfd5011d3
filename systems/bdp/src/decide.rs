//! Policies of `bdp`, compiled from their text.
//!
//! Owns the lines of every decision and how they are read. Where the rules ask them is in [`intend`](super::intend) and
//! [`choose`](super::choose). Start at [`Policies::compile`].

use std::collections::BTreeMap;

use frame::policy::{Compiler, LineBook, Obstacle, ObstacleRow, Selector, Selectors, Unasked, Vocabulary};
use frame::rules::decisions::{
    DecisionLine, Every, LineKey, NameIn, Options, ReadFor, Reader, check_keys, plain_lines, written,
};
use frame::rules::declare::selectors;
use frame::scenario::Complaints;

use super::book::gear::ItemUse;
use super::fighter::Fighter;
use super::outfit::Weapon;
use super::policy::{
    ActionLine, DecisionLists, DiceLine, Do, Flight, FlightLine, GambitKind, Hand, HandLine, Hands, HandsLine, Meal, MealLine,
    Offering, PolicyText, PowerLine, PowerUse, React, ReactionLine, SacrificeLine, SpellTargets, Towards, WoundChoice,
    WoundLine,
};
use super::sheet::{Ability, Miracle, Reaction, Skill, Song};
use super::state::{Sculpt, Trick};

selectors! {
    "weakest" = By [Most "it.engaged", Least "it.hp + it.str"],
        "of the engaged if there are any, the one with the lowest HP and STR together";
    "first" = Listed [Most "it.engaged"], "the first listed, of the engaged if there are any";
    "strongest" = By [Most "it.engaged", Most "it.hp + it.str"],
        "of the engaged if there are any, the one with the highest HP and STR together";
    "most_wounded" = By [Most "it.engaged", Least "it.str_percent", Least "it.hp_percent"],
        "of the engaged if there are any, the one with the smallest share of its STR, then of its HP";
    "leader" = By [Most "it.leader", Most "it.engaged"], "the leader";
    "caster" = By [Most "it.caster", Most "it.engaged"], "one with Magic or Faith Dice";
    "lock" = By [Most "it.was_target", Most "it.engaged"], "the same as before, while it is in the fight";
}

/// The action that a line of `action` wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The action.
    pub act: Do,
    /// With which weapon; without it, the wielded one.
    pub weapon: Option<u8>,
    /// The gambit.
    pub gambit: GambitKind,
    /// The place to move to.
    pub to: Towards,
    /// The place to move to first. [BDP-230]
    pub first: Option<Towards>,
    /// The miracle.
    pub miracle: Miracle,
    /// The song.
    pub song: Song,
    /// The way to sculpt; its dice are those of every casting.
    pub sculpt: Sculpt,
}

impl Wish {
    /// Striking with the wielded weapon, or shooting with it.
    pub const ATTACK: Wish = Wish {
        act: Do::Attack,
        weapon: None,
        gambit: GambitKind::Shove,
        to: Towards::Target,
        first: None,
        miracle: Miracle::Bless,
        song: Song::Home,
        sculpt: Sculpt {
            dice: 1,
            quick: false,
            range: 0,
            targets: SpellTargets::One,
            ability: Ability::Str,
            element: None,
            pierce: false,
        },
    };

    /// The trick that is meant.
    pub fn trick(&self) -> Trick {
        let dice = self.sculpt.dice;
        let more = match self.sculpt.targets {
            SpellTargets::One => 0,
            SpellTargets::Two => 1,
            SpellTargets::Blast => dice.saturating_sub(1),
        };
        Trick { dice, kind: self.gambit, more }
    }
}

/// The compiled policies of all combatants of a scenario.
#[derive(Clone, Debug)]
pub struct Policies {
    /// The lists of every decision.
    pub(super) lists: DecisionLists,
    /// The default of player characters for targets.
    pub(super) weakest: Selector,
    /// The default for the attacker to parry or strike back at.
    pub(super) first: Selector,
}

/// The scenario for which policies are compiled.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The names that conditions can ask for.
    pub vocabulary: &'a Vocabulary,
    /// True if there are zones to move between.
    pub zones: bool,
    /// True if a retreat is possible. [BDP-303]
    pub retreat: bool,
    /// True if one of several combatants that are equal by a line is drawn.
    pub draws: bool,
}

/// The combatant for whom lines are read.
type Follower<'a> = frame::policy::Follower<'a, Fighter, Setting<'a>>;

/// The decisions that never come to a follower.
fn unasked(follower: &Follower) -> Vec<(&'static str, Obstacle)> {
    const NO_DICE: &str = "it has no Magic Dice";
    let untaught = |decision, skill, help| Unasked::new(decision, !follower.fighter.has(skill), "it does not know how", help);
    Unasked::all([
        Unasked::new(
            "reaction",
            follower.fighter.reactions == 1 << Reaction::Defend as u8,
            "it knows no reaction",
            "`reactions` of a foe names some; player characters know theirs (BDP-284)",
        ),
        Unasked::new("extra_die", follower.fighter.md_max == 0, NO_DICE, "`md` gives some (BDP-453)"),
        Unasked::new("counterspell", follower.fighter.md_max == 0, NO_DICE, "`md` gives some (BDP-463)"),
        untaught("lay_hands", Skill::LayOnHands, "the skill `lay_on_hands` teaches it (BDP-533)"),
        untaught("patient_strike", Skill::PatientStrike, "the skill `patient_strike` teaches it (BDP-519)"),
        untaught("savage", Skill::SavageStrikes, "the skill `savage_strikes` teaches it (BDP-523)"),
        untaught("tunnel", Skill::TunnelVision, "the skill `tunnel_vision` teaches it (BDP-529)"),
    ])
}

/// Everything that a fighter could ever mean to do, as lines of `action` say it.
pub fn every(fighter: &Fighter) -> Options<Wish> {
    let weapons = || fighter.weapons.iter().map(|weapon| weapon.name.as_str());
    let mut options = Options::of("action");
    for act in Do::ALL {
        let wish = Wish { act, ..Wish::ATTACK };
        match act {
            Do::Attack | Do::Throw | Do::Gambit | Do::StrikeAway | Do::Draw | Do::Reload => {
                options.add_each(act.word(), "weapon", weapons(), |weapon| Wish { weapon: Some(weapon), ..wish });
            }
            Do::Miracle => {
                let miracle = |number: u8| Miracle::ALL[usize::from(number)];
                let words = Miracle::WORDS.into_iter();
                options.add_each(act.word(), "miracle", words, |number| Wish { miracle: miracle(number), ..wish });
            }
            Do::Song => {
                let song = |number: u8| Song::ALL[usize::from(number)];
                options.add_each(act.word(), "song", Song::WORDS.into_iter(), |number| Wish { song: song(number), ..wish });
            }
            _ => options.add(act.word(), wish),
        }
    }
    options
}

impl DecisionLine for ActionLine {
    type Action = Wish;

    fn certain(wish: &Wish) -> bool {
        wish.act == Do::Wait
    }
}

impl ReadFor<Follower<'_>> for ActionLine {
    fn obstacle(wish: &Wish, follower: &Follower) -> Option<Obstacle> {
        let rows: [ObstacleRow<Wish, Follower>; 13] = [
            ObstacleRow::new(
                |wish, of| matches!(wish.act, Do::Move | Do::DoubleMove) && !of.setting.zones,
                "there is only one zone",
                "`[arena]` with `zones` makes more (BDP-221)",
            ),
            ObstacleRow::new(
                |wish, of| wish.act == Do::Retreat && !of.setting.retreat,
                "nobody can retreat here",
                "`book.retreat.possible` (BDP-303)",
            ),
            ObstacleRow::new(
                |wish, of| wish.act == Do::Throw && !of.fighter.any_weapon(wish, |weapon| weapon.thrown),
                "it has nothing to throw",
                "weapons with the property thrown can be thrown (BDP-326)",
            ),
            ObstacleRow::new(
                |wish, of| {
                    wish.act == Do::Attack && wish.first.is_some() && !of.fighter.any_weapon(wish, |weapon| weapon.ranged)
                },
                "only a shot can follow a move, and it has nothing to shoot with",
                "leave out `first` (BDP-230)",
            ),
            ObstacleRow::new(
                |wish, of| {
                    wish.act == Do::Reload && !of.fighter.any_weapon(wish, |weapon| weapon.reload > 0 || weapon.draw > 0)
                },
                "it has nothing to reload",
                "crossbows and heavy bows are made ready (BDP-347)",
            ),
            ObstacleRow::new(
                |wish, of| matches!(wish.act, Do::Sculpt | Do::Trick) && of.fighter.md_max == 0,
                "it has no Magic Dice",
                "`md` gives some (BDP-456)",
            ),
            ObstacleRow::new(
                |wish, of| wish.act == Do::Miracle && of.fighter.fd == 0,
                "it has no Faith Dice",
                "`fd` gives some (BDP-476)",
            ),
            ObstacleRow::new(
                |wish, of| wish.act == Do::Song && of.fighter.songs >> wish.song as u8 & 1 == 0,
                "it does not know the song",
                "`songs` names those it knows (BDP-488)",
            ),
            ObstacleRow::new(
                |wish, of| wish.act == Do::Breath && of.fighter.breath.is_none(),
                "it has no breath",
                "`breath` gives one (BDP-407)",
            ),
            ObstacleRow::new(
                |wish, of| matches!(wish.act, Do::Command | Do::Encourage) && !of.fighter.has(Skill::Commander),
                "it is no commander",
                "the skill `commander` makes it one (BDP-502)",
            ),
            ObstacleRow::new(
                |wish, of| matches!(wish.act, Do::Command | Do::Encourage | Do::Rouse | Do::Protect) && of.alone,
                "nobody else is of its side",
                "",
            ),
            ObstacleRow::new(
                |wish, of| of.fighter.lacks_skill(wish.act),
                "it does not have the skill for it",
                "`skills` names those it has",
            ),
            ObstacleRow::new(
                |wish, of| wish.act == Do::Smoke && of.fighter.items.iter().all(|item| item.does != ItemUse::SmokeBomb),
                "it has no smoke bomb",
                "`items = [{ name = \"smoke bomb\" }]` gives one (BDP-366)",
            ),
        ];
        Obstacle::first(&rows, wish, follower)
    }

    fn every(reader: &Reader<Follower>) -> Vec<Wish> {
        every(reader.follower.fighter).into_actions()
    }

    fn read(&self, reader: &Reader<Follower>, path: &str, complaints: &mut Complaints) -> Option<Wish> {
        wish(self, path, reader.follower.fighter, complaints)
    }
}

impl DecisionLine for ReactionLine {
    type Action = (React, u8);
}

impl<F> ReadFor<F> for ReactionLine {
    fn every(_: &Reader<'_, F>) -> Vec<(React, u8)> {
        React::EVERY.iter().filter(|&&react| react != React::Best).map(|&react| (react, 0)).collect()
    }

    fn read(&self, _: &Reader<'_, F>, path: &str, complaints: &mut Complaints) -> Option<(React, u8)> {
        let act = self.act?;
        let keys = [LineKey::new("reserve", self.reserve.is_some(), act != React::Defend)];
        check_keys(&written(&act), path, &keys, complaints);
        Some((act, self.reserve.unwrap_or(RESERVE)))
    }
}

impl DecisionLine for PowerLine {
    type Action = (PowerUse, u8);

    fn certain(_: &Self::Action) -> bool {
        true
    }
}

impl<F> ReadFor<F> for PowerLine {
    fn every(_: &Reader<'_, F>) -> Vec<(PowerUse, u8)> {
        PowerUse::EVERY.iter().map(|&used| (used, u8::MAX)).collect()
    }

    fn read(&self, _: &Reader<'_, F>, path: &str, complaints: &mut Complaints) -> Option<(PowerUse, u8)> {
        let act = self.act?;
        let keys = [LineKey::new("most", self.most.is_some(), act != PowerUse::Nothing)];
        check_keys(&written(&act), path, &keys, complaints);
        Some((act, self.most.unwrap_or(u8::MAX)))
    }
}

plain_lines! {
    HandsLine => Hands;
    SacrificeLine => Offering, may_lack;
    WoundLine => WoundChoice;
    DiceLine => u8;
    FlightLine => Flight;
    MealLine => Meal, may_lack;
    HandLine => Hand;
}

impl Fighter {
    /// True if the weapon that is meant, or any where none is, is of this kind.
    fn any_weapon(&self, wish: &Wish, kind: fn(&Weapon) -> bool) -> bool {
        let meant = |index: usize| wish.weapon.is_none_or(|weapon| usize::from(weapon) == index);
        self.weapons.iter().enumerate().any(|(index, weapon)| meant(index) && kind(weapon))
    }

    /// True if words or protection take a skill that it does not have.
    fn lacks_skill(&self, act: Do) -> bool {
        let skill = match act {
            Do::Rouse => Skill::RousingWords,
            Do::Provoke => Skill::Provocateur,
            Do::Protect => Skill::Protect,
            _ => return false,
        };
        !self.has(skill)
    }
}

/// Slots that stay free after a reaction, where a line says nothing else.
pub const RESERVE: u8 = 1;

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
        let [weakest, first] = ["weakest", "first"].map(|name| selectors.of_defaults(name));
        (Policies { lists, weakest, first }, compiler.into_book())
    }

    /// True if any combatant could do this.
    pub fn does(&self, act: Do) -> bool {
        self.lists.action.actions().any(|wish| wish.act == act)
    }
}

/// True if this is a quick action, which makes a full turn together with a move (BDP-229, BDP-230).
fn can_follow_a_move(act: Do) -> bool {
    let words = matches!(act, Do::Command | Do::Encourage | Do::Rouse | Do::Provoke);
    words || matches!(act, Do::Attack | Do::Throw | Do::Draw | Do::PickUp | Do::Reload | Do::Trick | Do::Smoke)
}

/// True if a key means something for what is to be done.
fn takes(act: Do, key: &str) -> bool {
    match key {
        "weapon" => matches!(act, Do::Attack | Do::Throw | Do::Gambit | Do::StrikeAway | Do::Draw | Do::Reload),
        "gambit" => matches!(act, Do::Gambit | Do::Trick),
        "dice" => matches!(act, Do::Sculpt | Do::Trick | Do::Miracle),
        "targets" => matches!(act, Do::Sculpt | Do::Trick),
        "miracle" => act == Do::Miracle,
        "song" => act == Do::Song,
        "to" => matches!(act, Do::Move | Do::DoubleMove),
        _ => act == Do::Sculpt,
    }
}

/// Returns the meaning of an action line for this fighter; reports a name in it that is not there.
fn wish(line: &ActionLine, path: &str, fighter: &Fighter, complaints: &mut Complaints) -> Option<Wish> {
    let act = line.act?;
    let key = |name, given| LineKey::new(name, given, takes(act, name));
    let keys = [
        key("weapon", line.weapon.is_some()),
        key("gambit", line.gambit.is_some()),
        key("dice", line.dice.is_some()),
        key("miracle", line.miracle.is_some()),
        key("song", line.song.is_some()),
        key("quick", line.quick.is_some()),
        key("range", line.range.is_some()),
        key("targets", line.targets.is_some()),
        key("ability", line.ability.is_some()),
        key("element", line.element.is_some()),
        key("pierce", line.pierce.is_some()),
        key("to", line.to.is_some()),
        // A move before what no move can come before is told below, with its rule.
        LineKey::new("first", false, can_follow_a_move(act)),
    ];
    check_keys(&written(&act), path, &keys, complaints);
    let weapon = match &line.weapon {
        None => None,
        Some(name) => {
            let names = fighter.weapons.iter().map(|weapon| weapon.name.as_str());
            let named = NameIn { name, what: "weapon", whose: &fighter.name, path: &format!("{path}.weapon") };
            Some(named.number(names, complaints)?)
        }
    };
    for (wanted, given, key) in [
        (Do::Miracle, line.miracle.is_some(), "miracle"),
        (Do::Song, line.song.is_some(), "song"),
        (Do::Draw, weapon.is_some(), "weapon"),
    ] {
        if act == wanted && !given {
            complaints.error(format!("{path}.{key}"), format!("which {key}?"));
            return None;
        }
    }
    if line.first.is_some() && !can_follow_a_move(act) {
        let complaint = complaints.error(format!("{path}.first"), "no move can come before this");
        complaint.help("a shot, a throw, drawing, picking up, reloading, tricks and words can follow one (BDP-230)");
        return None;
    }
    let plain = Wish::ATTACK;
    Some(Wish {
        act,
        weapon,
        gambit: line.gambit.unwrap_or(plain.gambit),
        to: line.to.unwrap_or(plain.to),
        first: line.first,
        miracle: line.miracle.unwrap_or(plain.miracle),
        song: line.song.unwrap_or(plain.song),
        sculpt: Sculpt {
            dice: line.dice.unwrap_or(1),
            quick: line.quick.unwrap_or(false),
            range: line.range.unwrap_or(0),
            targets: line.targets.unwrap_or(SpellTargets::One),
            ability: line.ability.unwrap_or(Ability::Str),
            element: line.element,
            pierce: line.pierce.unwrap_or(false),
        },
    })
}
