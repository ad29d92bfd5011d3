//! Policies of `bdp`, compiled from their text.
//!
//! Owns the lines of every decision and how they are read. Where the rules ask them is in [`intend`](super::intend) and
//! [`choose`](super::choose). Start at [`Policies::compile`].

use std::collections::BTreeMap;

use crate::dice::Slot;
use crate::fight::Slots;
use crate::policy::{
    Compiler, Decision, Frame, LineBook, LineText, Lines, Obstacle, Prospect, Row, Selector, SelectorText, Selectors, Unasked,
    Use, Vocabulary,
};
use crate::rules::decisions::{ChoiceLine, LineKey, NameIn, YesNo, check_keys, written};
use crate::rules::declare::selectors;
use crate::scenario::Complaints;

use super::book::gear::ItemUse;
use super::fighter::Fighter;
use super::outfit::Weapon;
use super::policy::{
    ActionLine, Do, Flight, GambitKind, Hand, Hands, Meal, Offering, PolicyText, PowerUse, React, SpellTargets, Towards,
    WoundChoice,
};
use super::sheet::{Ability, Miracle, Reaction, Skill, Song};
use super::state::{Sculpt, Trick};

selectors! {
    "weakest" = [Most "it.engaged", Least "it.hp + it.str"],
        "of the engaged if there are any, the one with the lowest HP and STR together";
    "first" = [Most "it.engaged"], "the first listed, of the engaged if there are any";
    "strongest" = [Most "it.engaged", Most "it.hp + it.str"],
        "of the engaged if there are any, the one with the highest HP and STR together";
    "most_wounded" = [Most "it.engaged", Least "it.str_percent", Least "it.hp_percent"],
        "of the engaged if there are any, the one with the smallest share of its STR, then of its HP";
    "leader" = [Most "it.leader", Most "it.engaged"], "the leader";
    "caster" = [Most "it.caster", Most "it.engaged"], "whoever has Magic or Faith Dice";
    "lock" = [Most "it.was_target", Most "it.engaged"], "the same as before, while it is in the fight";
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

/// The compiled policy of one combatant.
#[derive(Clone, Debug)]
pub struct Policy {
    pub(super) action: Lines<Wish>,
    pub(super) target: Lines<Selector>,
    pub(super) ally: Lines<Selector>,
    pub(super) hands: Lines<Hands>,
    pub(super) reaction: Lines<(React, u8)>,
    pub(super) opponent: Lines<Selector>,
    pub(super) sacrifice: Lines<Offering>,
    pub(super) wound: Lines<WoundChoice>,
    pub(super) counterspell: Lines<u8>,
    pub(super) bless: Lines<u8>,
    pub(super) power: Lines<(PowerUse, u8)>,
    pub(super) flight: Lines<Flight>,
    pub(super) meal: Lines<Meal>,
    pub(super) lay_hands: Lines<Hand>,
    pub(super) yes_no: [Lines<bool>; YES_NO.len()],
}

/// A decision between yes and no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wants {
    /// To break the weapon for a great blow.
    BreakWeapon,
    /// To drop the backpack.
    Backpack,
    /// To strike later and harder.
    PatientStrike,
    /// To try a stunt.
    Stunt,
    /// To strike savagely.
    Savage,
    /// To rage.
    Fury,
    /// To chase one enemy.
    Tunnel,
    /// To roll one more Magic Die.
    ExtraDie,
    /// To roll a failed save again.
    Reroll,
    /// To save with another ability.
    Adapt,
    /// To use the gift of a species for a save that is no Critical Damage Save.
    Gift,
    /// To strike again.
    Momentum,
    /// To be calm again.
    Calm,
    /// To drink.
    Drink,
    /// To use a potion.
    Salve,
    /// To speak words of grace.
    Grace,
    /// To use a healer's kit.
    Kit,
}

/// The lines of a decision between yes and no.
type ChoiceLines = fn(&PolicyText) -> &[ChoiceLine];

/// The yes-or-no decisions in the order of [`Wants`], each with its name and its lines.
const YES_NO: [(&str, ChoiceLines); 17] = [
    ("break_weapon", |policy| &policy.break_weapon),
    ("backpack", |policy| &policy.backpack),
    ("patient_strike", |policy| &policy.patient_strike),
    ("stunt", |policy| &policy.stunt),
    ("savage", |policy| &policy.savage),
    ("fury", |policy| &policy.fury),
    ("tunnel", |policy| &policy.tunnel),
    ("extra_die", |policy| &policy.extra_die),
    ("reroll", |policy| &policy.reroll),
    ("adapt", |policy| &policy.adapt),
    ("gift", |policy| &policy.gift),
    ("momentum", |policy| &policy.momentum),
    ("calm", |policy| &policy.calm),
    ("drink", |policy| &policy.drink),
    ("salve", |policy| &policy.salve),
    ("grace", |policy| &policy.grace),
    ("kit", |policy| &policy.kit),
];

/// The compiled policies of all combatants of a scenario, by slot.
#[derive(Clone, Debug)]
pub struct Policies {
    pub(super) of_all: Vec<Policy>,
    /// Those who decide anything that is asked in every turn.
    pub(super) deciders: Deciders,
    pub(super) weakest: Selector,
    pub(super) random: Selector,
    pub(super) first: Selector,
}

/// Those who decide something themselves; all others leave it to the rules.
#[derive(Clone, Copy, Debug)]
pub struct Deciders {
    /// Those who choose targets.
    pub(super) target: Slots,
    /// Those who choose answers to attacks.
    pub(super) reaction: Slots,
    /// Those who choose things to give up for a blow.
    pub(super) sacrifice: Slots,
    /// The decision to drop the backpack.
    pub(super) backpack: Slots,
}

impl Deciders {
    /// Finds out for each decision who has lines for it.
    fn of(policies: &[Policy]) -> Self {
        let those = |decides: fn(&Policy) -> bool| {
            let found = policies.iter().enumerate().filter(|(_, policy)| decides(policy));
            found.map(|(index, _)| Slot(index as u8)).collect()
        };
        Deciders {
            target: those(|policy| !policy.target.is_empty()),
            reaction: those(|policy| !policy.reaction.is_empty()),
            sacrifice: those(|policy| !policy.sacrifice.is_empty()),
            backpack: those(|policy| !policy.yes_no[Wants::Backpack as usize].is_empty()),
        }
    }
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
}

/// The combatant for whom lines are read.
type Follower<'a> = crate::policy::Follower<'a, Fighter, Setting<'a>>;

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

/// Returns the obstacle that stands in the way of a line of `action` for good.
fn obstacle(wish: &Wish, follower: &Follower) -> Option<Obstacle> {
    let rows: [Row<Wish, Follower>; 13] = [
        Row::new(
            |wish, of| matches!(wish.act, Do::Move | Do::DoubleMove) && !of.setting.zones,
            "there is only one zone",
            "`[arena]` with `zones` makes more (BDP-221)",
        ),
        Row::new(
            |wish, of| wish.act == Do::Retreat && !of.setting.retreat,
            "nobody can retreat here",
            "`book.retreat.possible` (BDP-303)",
        ),
        Row::new(
            |wish, of| wish.act == Do::Throw && !of.any_weapon(wish, |weapon| weapon.thrown),
            "it has nothing to throw",
            "weapons with the property thrown can be thrown (BDP-326)",
        ),
        Row::new(
            |wish, of| wish.act == Do::Attack && wish.first.is_some() && !of.any_weapon(wish, |weapon| weapon.ranged),
            "only a shot can follow a move, and it has nothing to shoot with",
            "leave out `first` (BDP-230)",
        ),
        Row::new(
            |wish, of| wish.act == Do::Reload && !of.any_weapon(wish, |weapon| weapon.reload > 0 || weapon.draw > 0),
            "it has nothing to reload",
            "crossbows and heavy bows are made ready (BDP-347)",
        ),
        Row::new(
            |wish, of| matches!(wish.act, Do::Sculpt | Do::Trick) && of.fighter.md_max == 0,
            "it has no Magic Dice",
            "`md` gives some (BDP-456)",
        ),
        Row::new(|wish, of| wish.act == Do::Miracle && of.fighter.fd == 0, "it has no Faith Dice", "`fd` gives some (BDP-476)"),
        Row::new(
            |wish, of| wish.act == Do::Song && of.fighter.songs >> wish.song as u8 & 1 == 0,
            "it does not know the song",
            "`songs` names those it knows (BDP-488)",
        ),
        Row::new(
            |wish, of| wish.act == Do::Breath && of.fighter.breath.is_none(),
            "it has no breath",
            "`breath` gives one (BDP-407)",
        ),
        Row::new(
            |wish, of| matches!(wish.act, Do::Command | Do::Encourage) && !of.fighter.has(Skill::Commander),
            "it is no commander",
            "the skill `commander` makes it one (BDP-502)",
        ),
        Row::new(
            |wish, of| matches!(wish.act, Do::Command | Do::Encourage | Do::Rouse | Do::Protect) && of.alone,
            "nobody else is of its side",
            "",
        ),
        Row::new(|wish, of| of.lacks_skill(wish.act), "it does not have the skill for it", "`skills` names those it has"),
        Row::new(
            |wish, of| wish.act == Do::Smoke && of.fighter.items.iter().all(|item| item.does != ItemUse::SmokeBomb),
            "it has no smoke bomb",
            "`items = [{ name = \"smoke bomb\" }]` gives one (BDP-366)",
        ),
    ];
    Obstacle::first(&rows, wish, follower)
}

impl Follower<'_> {
    /// True if the weapon that is meant, or any where none is, is of this kind.
    fn any_weapon(&self, wish: &Wish, kind: fn(&Weapon) -> bool) -> bool {
        let meant = |index: usize| wish.weapon.is_none_or(|weapon| usize::from(weapon) == index);
        self.fighter.weapons.iter().enumerate().any(|(index, weapon)| meant(index) && kind(weapon))
    }

    /// True if words or protection take a skill that it does not have.
    fn lacks_skill(&self, act: Do) -> bool {
        let skill = match act {
            Do::Rouse => Skill::RousingWords,
            Do::Provoke => Skill::Provocateur,
            Do::Protect => Skill::Protect,
            _ => return false,
        };
        !self.fighter.has(skill)
    }
}

/// The surroundings in which a policy is compiled.
struct Reader<'a, 'b> {
    compiler: &'a mut Compiler<'b>,
    policies: &'a BTreeMap<String, PolicyText>,
    vocabulary: &'a Vocabulary,
    selectors: &'a Selectors,
}

/// Slots that stay free after a reaction, where a line says nothing else.
pub const RESERVE: u8 = 1;

/// A decision about nobody in particular.
const fn decision(name: &'static str) -> Decision {
    Decision { name, frame: Frame::WITHOUT_TARGET }
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
        let [weakest, random, first] = ["weakest", "random", "first"].map(|name| selectors.of_defaults(name));
        let mut compiler = Compiler::new(vocabulary, complaints);
        let mut reader = Reader { compiler: &mut compiler, policies, vocabulary, selectors: &selectors };
        let followers = Follower::each(fighters, |fighter| fighter.camp, setting);
        let policies: Vec<Policy> = followers.zip(used).map(|(follower, name)| reader.policy(name, &follower)).collect();
        (Policies { deciders: Deciders::of(&policies), of_all: policies, weakest, random, first }, compiler.into_book())
    }

    /// Everything that the policies read.
    pub fn uses(&self) -> Vec<Use> {
        let mut uses = Vec::new();
        for policy in &self.of_all {
            uses.extend(policy.action.uses().chain(policy.hands.uses()).chain(policy.reaction.uses()));
            uses.extend(policy.sacrifice.uses().chain(policy.wound.uses()).chain(policy.flight.uses()));
            uses.extend(policy.counterspell.uses().chain(policy.bless.uses()).chain(policy.power.uses()));
            uses.extend(policy.meal.uses().chain(policy.lay_hands.uses()));
            for lines in [&policy.target, &policy.ally, &policy.opponent] {
                uses.extend(lines.uses().chain(lines.iter().flat_map(|line| line.action.uses())));
            }
            uses.extend(policy.yes_no.iter().flat_map(|lines| lines.uses().collect::<Vec<_>>()));
        }
        uses
    }

    /// True if anybody could do this.
    pub fn does(&self, act: Do) -> bool {
        self.of_all.iter().any(|policy| policy.action.iter().any(|line| line.action.act == act))
    }

    /// True if anybody could make a wound worse.
    pub fn worsens(&self) -> bool {
        self.of_all.iter().any(|policy| !policy.wound.is_empty())
    }
}

impl Reader<'_, '_> {
    /// Compiles the policy of one follower.
    fn policy(&mut self, name: &str, follower: &Follower) -> Policy {
        self.compiler.follow(unasked(follower));
        Policy {
            action: self.actions(name, follower),
            target: self.choice("target", name, |policy| &policy.target),
            ally: self.choice("ally", name, |policy| &policy.ally),
            hands: self.plain("hands", name, |policy| &policy.hands, |line, _, _| line.act),
            reaction: self.plain(
                "reaction",
                name,
                |policy| &policy.reaction,
                |line, path, complaints| {
                    let act = line.act?;
                    let keys = [LineKey::new("reserve", line.reserve.is_some(), act != React::Defend)];
                    check_keys(&written(&act), path, &keys, complaints);
                    Some((act, line.reserve.unwrap_or(RESERVE)))
                },
            ),
            opponent: self.choice("opponent", name, |policy| &policy.opponent),
            sacrifice: self.plain("sacrifice", name, |policy| &policy.sacrifice, |line, _, _| line.act),
            wound: self.plain("wound", name, |policy| &policy.wound, |line, _, _| line.act),
            counterspell: self.plain("counterspell", name, |policy| &policy.counterspell, |line, _, _| line.act),
            bless: self.plain("bless", name, |policy| &policy.bless, |line, _, _| line.act),
            power: self.plain(
                "power",
                name,
                |policy| &policy.power,
                |line, path, complaints| {
                    let act = line.act?;
                    let keys = [LineKey::new("most", line.most.is_some(), act != PowerUse::Nothing)];
                    check_keys(&written(&act), path, &keys, complaints);
                    Some((act, line.most.unwrap_or(u8::MAX)))
                },
            ),
            flight: self.plain("flight", name, |policy| &policy.flight, |line, _, _| line.act),
            meal: self.plain("meal", name, |policy| &policy.meal, |line, _, _| line.act),
            lay_hands: self.plain("lay_hands", name, |policy| &policy.lay_hands, |line, _, _| line.act),
            yes_no: YES_NO.map(|(called, lines)| {
                let read = |line: &ChoiceLine, _: &str, _: &mut Complaints| line.act.map(|act| act == YesNo::Yes);
                self.compiler.list(decision(called), name, self.policies, lines, read, |_| true)
            }),
        }
    }

    /// Compiles the lines of intentions.
    fn actions(&mut self, name: &str, follower: &Follower) -> Lines<Wish> {
        self.compiler.list(
            Decision { name: "action", frame: Frame::WITH_TARGET },
            name,
            self.policies,
            |policy| &policy.action,
            |line: &ActionLine, path, complaints| wish(line, path, follower.fighter, complaints),
            |wish| Prospect::of(obstacle(wish, follower), wish.act == Do::Wait),
        )
    }

    /// Compiles lines that name no combatant.
    fn plain<T: LineText, A>(
        &mut self,
        called: &'static str,
        name: &str,
        lines: fn(&PolicyText) -> &[T],
        read: impl Fn(&T, &str, &mut Complaints) -> Option<A>,
    ) -> Lines<A> {
        // Means to react with, to give up or to eat can run out; everything else is always possible.
        let certain = !matches!(called, "reaction" | "sacrifice" | "meal");
        self.compiler.list(decision(called), name, self.policies, lines, read, |_| certain)
    }

    /// Compiles the lines of a choice among combatants.
    fn choice(&mut self, called: &'static str, name: &str, lines: fn(&PolicyText) -> &[SelectorText]) -> Lines<Selector> {
        let (selectors, vocabulary) = (self.selectors, self.vocabulary);
        self.compiler.list(
            decision(called),
            name,
            self.policies,
            lines,
            |line: &SelectorText, path, complaints| selectors.selector(line, vocabulary, path, complaints),
            Selector::always_chooses,
        )
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
