//! Decisions of `bdp`: policies compiled from their text, and every place where the rules ask one.
//!
//! Owns which actions are legal when, and the defaults where no line decides (section 6 of the specification). Start at
//! [`Policies::compile`] and [`Core::intend`].

use std::collections::BTreeMap;

use crate::dice::{Dice, Slot};
use crate::fight::{Slots, Table, Watch};
use crate::policy::{
    Compiler, Decision, Extreme, Frame, LineBook, LineText, Lines, Named, Order, Selector, SelectorText, Selectors, Vocabulary,
};
use crate::scenario::Complaints;

use super::Core;
use super::attack::Event;
use super::fighter::Fighter;
use super::observe::View;
use super::policy::{ActionLine, ChoiceLine, Do, GambitKind, Hands, Offering, PolicyText, React, Towards, WoundChoice, YesNo};
use super::react::Reacted;
use super::rolls;
use super::state::{Act, Fight, Intent};

/// Named choices of a target (section 6 of the specification).
pub const SELECTORS: &[Named] = &[
    Named {
        name: "weakest",
        order: Order::By(&[(Extreme::Most, "it.engaged"), (Extreme::Least, "it.hp + it.str")]),
        about: "of the engaged if there are any, the one with the lowest HP and STR together",
    },
    Named {
        name: "first",
        order: Order::By(&[(Extreme::Most, "it.engaged")]),
        about: "the first listed, of the engaged if there are any",
    },
    Named {
        name: "strongest",
        order: Order::By(&[(Extreme::Most, "it.engaged"), (Extreme::Most, "it.hp + it.str")]),
        about: "of the engaged if there are any, the one with the highest HP and STR together",
    },
    Named {
        name: "most_wounded",
        order: Order::By(&[
            (Extreme::Most, "it.engaged"),
            (Extreme::Least, "it.str_percent"),
            (Extreme::Least, "it.hp_percent"),
        ]),
        about: "of the engaged if there are any, the one with the smallest share of its STR, then of its HP",
    },
    Named {
        name: "leader",
        order: Order::By(&[(Extreme::Most, "it.leader"), (Extreme::Most, "it.engaged")]),
        about: "the leader",
    },
    Named {
        name: "lock",
        order: Order::By(&[(Extreme::Most, "it.was_target"), (Extreme::Most, "it.engaged")]),
        about: "the same as before, while it is in the fight",
    },
    Named { name: "random", order: Order::Random, about: "anybody, each as likely" },
];

/// What a line of `action` wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish {
    act: Do,
    weapon: Option<u8>,
    gambit: GambitKind,
    to: Towards,
}

/// How one combatant decides.
#[derive(Clone, Debug)]
pub struct Policy {
    action: Lines<Wish>,
    target: Lines<Selector>,
    hands: Lines<Hands>,
    reaction: Lines<(React, u8)>,
    opponent: Lines<Selector>,
    sacrifice: Lines<Offering>,
    break_weapon: Lines<bool>,
    wound: Lines<WoundChoice>,
    backpack: Lines<bool>,
    patient_strike: Lines<bool>,
    stunt: Lines<bool>,
    savage: Lines<bool>,
    reroll: Lines<bool>,
    momentum: Lines<bool>,
}

/// How all combatants of a scenario decide, by slot.
#[derive(Clone, Debug)]
pub struct Policies {
    policies: Vec<Policy>,
    weakest: Selector,
    random: Selector,
    first: Selector,
}

/// What compiling a policy needs to know.
struct Reader<'a, 'b> {
    compiler: &'a mut Compiler<'b>,
    policies: &'a BTreeMap<String, PolicyText>,
    vocabulary: &'a Vocabulary,
    selectors: &'a Selectors,
}

/// Slots that stay free after a reaction, where a line says nothing else.
const RESERVE: u8 = 1;

const fn decision(name: &'static str) -> Decision {
    Decision { name, frame: Frame::WITHOUT_TARGET }
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
        let (weakest, random, first) = (by_name("weakest"), by_name("random"), by_name("first"));
        let mut compiler = Compiler::new(vocabulary, complaints);
        let mut reader = Reader { compiler: &mut compiler, policies, vocabulary, selectors: &selectors };
        let compiled = fighters.iter().zip(used).map(|(fighter, name)| reader.policy(name, fighter)).collect();
        (Policies { policies: compiled, weakest, random, first }, compiler.into_book())
    }
}

impl Reader<'_, '_> {
    fn policy(&mut self, name: &str, fighter: &Fighter) -> Policy {
        Policy {
            action: self.actions(name, fighter),
            target: self.choice("target", name, |policy| &policy.target),
            hands: self.plain("hands", name, |policy| &policy.hands, |line| line.act),
            reaction: self.plain(
                "reaction",
                name,
                |policy| &policy.reaction,
                |line| line.act.map(|act| (act, line.reserve.unwrap_or(RESERVE))),
            ),
            opponent: self.choice("opponent", name, |policy| &policy.opponent),
            sacrifice: self.plain("sacrifice", name, |policy| &policy.sacrifice, |line| line.act),
            break_weapon: self.yes_no("break_weapon", name, |policy| &policy.break_weapon),
            wound: self.plain("wound", name, |policy| &policy.wound, |line| line.act),
            backpack: self.yes_no("backpack", name, |policy| &policy.backpack),
            patient_strike: self.yes_no("patient_strike", name, |policy| &policy.patient_strike),
            stunt: self.yes_no("stunt", name, |policy| &policy.stunt),
            savage: self.yes_no("savage", name, |policy| &policy.savage),
            reroll: self.yes_no("reroll", name, |policy| &policy.reroll),
            momentum: self.yes_no("momentum", name, |policy| &policy.momentum),
        }
    }

    fn actions(&mut self, name: &str, fighter: &Fighter) -> Lines<Wish> {
        self.compiler.list(
            Decision { name: "action", frame: Frame::WITH_TARGET },
            name,
            self.policies,
            |policy| &policy.action,
            |line: &ActionLine, path, complaints| wish(line, path, fighter, complaints),
            |wish| wish.act == Do::Wait,
        )
    }

    fn plain<T: LineText, A>(
        &mut self,
        called: &'static str,
        name: &str,
        lines: fn(&PolicyText) -> &[T],
        read: impl Fn(&T) -> Option<A>,
    ) -> Lines<A> {
        self.compiler.list(decision(called), name, self.policies, lines, |line, _, _| read(line), |_| false)
    }

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

    fn yes_no(&mut self, called: &'static str, name: &str, lines: fn(&PolicyText) -> &[ChoiceLine]) -> Lines<bool> {
        let read = |line: &ChoiceLine, _: &str, _: &mut Complaints| line.act.map(|act| act == YesNo::Yes);
        self.compiler.list(decision(called), name, self.policies, lines, read, |_| true)
    }
}

/// What an action line means for this fighter; what it names has to be there.
fn wish(line: &ActionLine, path: &str, fighter: &Fighter, complaints: &mut Complaints) -> Option<Wish> {
    let act = line.act?;
    let weapon = match &line.weapon {
        None => None,
        Some(name) => {
            let found = fighter.weapons.iter().position(|weapon| weapon.name == *name);
            if found.is_none() {
                let known: Vec<&str> = fighter.weapons.iter().map(|weapon| weapon.name.as_str()).collect();
                let complaint = complaints.error(format!("{path}.weapon"), format!("{} has no weapon `{name}`", fighter.name));
                complaint.help(format!("it has {}", known.join(", ")));
            }
            Some(found? as u8)
        }
    };
    Some(Wish { act, weapon, gambit: line.gambit.unwrap_or(GambitKind::Shove), to: line.to.unwrap_or(Towards::Target) })
}

impl Core {
    fn policy(&self, who: Slot) -> &Policy {
        &self.policies.policies[who.index()]
    }

    /// What somebody does in the coming round (step 4.3.2 and 4.3.3; BDP-227, BDP-229, BDP-230).
    pub(super) fn intend<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> Intent {
        let view = View { core: self, fight, event: None };
        let line = self.policy(who).action.first(&view, who, |wish| self.possible(fight, who, *wish));
        let wish = line.map(|line| {
            table.watch.line(line.number);
            line.action
        });
        let attack = Wish { act: Do::Attack, weapon: None, gambit: GambitKind::Shove, to: Towards::Target };
        let wish = wish.unwrap_or(attack);
        let weapon = wish.weapon.unwrap_or_else(|| self.wielded(who, fight.body(who)));
        let act = self.act_of(fight, who, wish, weapon);
        self.intent(fight, who, act, weapon, table)
    }

    /// Whether a wish can be acted on.
    fn possible(&self, fight: &Fight, who: Slot, wish: Wish) -> bool {
        let (body, fighter) = (fight.body(who), self.fighter(who));
        let weapon = wish.weapon.unwrap_or_else(|| self.wielded(who, body));
        let held = self.usable(who, body, weapon);
        match wish.act {
            Do::Attack => held || weapon == fighter.unarmed(),
            Do::Throw => held && self.weapon(who, weapon).thrown,
            Do::Gambit | Do::StrikeAway => held && !self.weapon(who, weapon).ranged,
            Do::Move | Do::DoubleMove => self.ground.zones.len() > 1,
            Do::StepAway => !body.engaged.is_empty(),
            Do::Retreat => self.book.retreat.possible,
            Do::PickUp => body.dropped != 0 || body.shield_dropped,
            Do::Draw => wish.weapon.is_some_and(|weapon| body.carries(weapon) && weapon != body.main),
            Do::Reload => body.unloaded >> weapon & 1 == 1,
            Do::Wait => true,
            _ => false,
        }
    }

    /// The act that a wish comes to.
    fn act_of(&self, fight: &Fight, who: Slot, wish: Wish, weapon: u8) -> Act {
        let arm = self.weapon(who, weapon);
        let unready = fight.body(who).unloaded >> weapon & 1 == 1;
        match wish.act {
            Do::Attack if arm.ranged && unready => Act::Reload,
            Do::Attack => Act::Attack,
            Do::Throw => Act::Throw,
            Do::Gambit => Act::Gambit(wish.gambit),
            Do::Move => Act::Move(wish.to),
            Do::DoubleMove => Act::DoubleMove(wish.to),
            Do::StrikeAway => Act::StrikeAway,
            Do::StepAway => Act::StepAway,
            Do::Retreat => Act::Retreat,
            Do::PickUp => Act::PickUp,
            Do::Draw => Act::Draw(weapon),
            Do::Reload => Act::Reload,
            _ => Act::Wait,
        }
    }

    /// Nothing but dropping the backpack, where that takes a turn.
    pub(super) fn idle(&self, fight: &Fight, who: Slot) -> Intent {
        let weapon = self.wielded(who, fight.body(who));
        Intent {
            act: Act::Wait,
            target: None,
            weapon,
            hands: Hands::Both,
            full: false,
            closes: false,
            savage: false,
            stunt: false,
        }
    }

    /// An act with its target, its speed and its choices.
    fn intent<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, act: Act, weapon: u8, table: &mut Table<D, W>) -> Intent {
        let engaged = !fight.body(who).engaged.is_empty();
        let plain = Intent { act, weapon, ..self.idle(fight, who) };
        let intent = match act {
            Act::Retreat => return Intent { full: engaged, ..plain },
            Act::DoubleMove(_) => return Intent { full: true, ..plain },
            Act::Move(_) => {
                let here = fight.body(who).zone;
                let slow = self.ground.next_to(here).any(|zone| self.ground.zone(zone).slow);
                return Intent { full: slow, ..plain };
            }
            _ if !Self::is_strike(act) => return plain,
            _ => plain,
        };
        let shoots = act == Act::Throw || act == Act::Attack && self.weapon(who, weapon).ranged;
        let candidates = self.candidates(fight, who, shoots);
        let Some(target) = self.choose_target(fight, who, candidates, table) else {
            let far =
                self.active_foes(fight, who).those(|foe| self.ground.steps(fight.body(who).zone, fight.body(foe).zone) > 1);
            let act = if far.is_empty() { Act::Wait } else { Act::DoubleMove(Towards::Target) };
            return Intent { act, full: !far.is_empty(), ..plain };
        };
        fight.body_mut(who).last_target = Some(target);
        let closes = !shoots && !fight.body(who).engaged.has(target);
        let view = View { core: self, fight, event: None };
        let policy = self.policy(who);
        let yes = |lines: &Lines<bool>| lines.first(&view, who, |_| true).is_some_and(|line| line.action);
        let hands = policy.hands.first(&view, who, |_| true).map_or(Hands::Both, |line| line.action);
        let savage = self.fighter(who).has(super::sheet::Skill::SavageStrikes)
            && self.free(who, fight.body(who)) > i32::from(self.book.skill.savage_fatigue)
            && yes(&policy.savage);
        let stunt = fight.body(who).stunts < self.book.stunt.allowed && yes(&policy.stunt);
        let full = closes || act == Act::StrikeAway;
        Intent { target: Some(target), hands, full, closes, savage, stunt, ..intent }
    }

    /// Whom somebody could go for: those in range, or those engaged and in the zones around.
    fn candidates(&self, fight: &Fight, who: Slot, shoots: bool) -> Slots {
        let body = fight.body(who);
        self.active_foes(fight, who).those(|foe| {
            let steps = self.ground.steps(body.zone, fight.body(foe).zone);
            if shoots { steps <= self.book.movement.far_zones } else { steps <= 1 || body.engaged.has(foe) }
        })
    }

    /// The target that a policy would give; none where chance would decide.
    pub(super) fn expected_target(&self, view: &View, own: Slot) -> Option<Slot> {
        let candidates = self.preferred(view.fight, own, self.active_foes(view.fight, own));
        let lines = &self.policy(own).target;
        let chosen = lines.decide(view, own, |selector| selector.choose(view, own, candidates, |_| 0));
        chosen.map(|(_, slot)| slot).or_else(|| self.policies.weakest.choose(view, own, candidates, |_| 0))
    }

    /// The engaged among the candidates, if there are any.
    fn preferred(&self, fight: &Fight, who: Slot, candidates: Slots) -> Slots {
        let engaged = fight.body(who).engaged;
        let close = candidates.those(|foe| engaged.has(foe));
        if close.is_empty() { candidates } else { close }
    }

    /// Whom to strike; by default the weakest for player characters, anybody for others, the engaged before all others
    /// (BDP-236).
    pub(super) fn choose_target<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        candidates: Slots,
        table: &mut Table<D, W>,
    ) -> Option<Slot> {
        let view = View { core: self, fight, event: None };
        let lines = &self.policy(who).target;
        let mut pick = |choices| table.pick(who, &rolls::RANDOM_TARGET, choices);
        if !lines.is_empty() {
            let chosen = lines.decide(&view, who, |selector| selector.choose(&view, who, candidates, &mut pick));
            if let Some((line, slot)) = chosen {
                table.watch.line(line.number);
                return Some(slot);
            }
        }
        let default = if self.fighter(who).pc { &self.policies.weakest } else { &self.policies.random };
        default.choose(&view, who, self.preferred(fight, who, candidates), pick)
    }

    /// Whom to parry or strike back at; by default the first.
    pub(super) fn choose_opponent(&self, fight: &Fight, who: Slot, candidates: Slots) -> Option<Slot> {
        let view = View { core: self, fight, event: None };
        let lines = &self.policy(who).opponent;
        let chosen = lines.decide(&view, who, |selector| selector.choose(&view, who, candidates, |_| 0));
        chosen.map(|(_, slot)| slot).or_else(|| self.policies.first.choose(&view, who, candidates, |_| 0))
    }

    /// How to answer an attack; by default as impairs most (BDP-284).
    pub(super) fn choose_reaction<D: Dice, W: Watch>(&self, fight: &Fight, event: &Event, table: &mut Table<D, W>) -> Reacted {
        let (who, view) = (event.target, View { core: self, fight, event: Some(event) });
        let lines = &self.policy(who).reaction;
        let chosen = lines.decide(&view, who, |&(wish, reserve)| self.wish(fight, event, wish, reserve));
        match chosen {
            Some((line, reacted)) => {
                table.watch.line(line.number);
                reacted
            }
            None if lines.is_empty() => self.wish(fight, event, React::Best, RESERVE).unwrap_or(Reacted::DEFEND),
            None => Reacted::DEFEND,
        }
    }

    /// What to give up for a blow; by default nothing (BDP-279).
    pub(super) fn choose_sacrifice<D: Dice, W: Watch>(
        &self,
        fight: &Fight,
        who: Slot,
        special: bool,
        table: &mut Table<D, W>,
    ) -> Offering {
        let view = View { core: self, fight, event: None };
        let line = self.policy(who).sacrifice.first(&view, who, |&offering| self.can_offer(fight, who, offering, special));
        line.map_or(Offering::Nothing, |line| {
            table.watch.line(line.number);
            line.action
        })
    }

    /// What becomes of a second wound of a kind; by default it takes a slot (BDP-053).
    pub(super) fn wounds_choice<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> WoundChoice {
        let view = View { core: self, fight, event: None };
        let line = self.policy(who).wound.first(&view, who, |_| true);
        line.map_or(WoundChoice::NewSlot, |line| {
            table.watch.line(line.number);
            line.action
        })
    }

    /// Which gambit comes back, where the policy says one.
    pub(super) fn counter_kind(&self, fight: &Fight, who: Slot) -> Option<GambitKind> {
        let view = View { core: self, fight, event: None };
        let line = self.policy(who).action.first(&view, who, |wish| wish.act == Do::Gambit);
        line.map(|line| line.action.gambit)
    }

    fn says<D: Dice, W: Watch>(
        &self,
        lines: &Lines<bool>,
        default: bool,
        fight: &Fight,
        who: Slot,
        table: &mut Table<D, W>,
    ) -> bool {
        let view = View { core: self, fight, event: None };
        lines.first(&view, who, |_| true).map_or(default, |line| {
            table.watch.line(line.number);
            line.action
        })
    }

    /// Whether to roll a failed Critical Damage Save again; by default yes (BDP-515).
    pub(super) fn rolls_again<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        self.says(&self.policy(who).reroll, true, fight, who, table)
    }

    /// Whether to use the attack that Momentum gives; by default yes (BDP-517).
    pub(super) fn takes_momentum<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        self.says(&self.policy(who).momentum, true, fight, who, table)
    }

    /// Whether to strike later and harder; by default no (BDP-519).
    pub(super) fn waits_patiently<D: Dice, W: Watch>(&self, fight: &Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        self.says(&self.policy(who).patient_strike, false, fight, who, table)
    }

    /// Whether to break the weapon for a great blow; by default no (BDP-613). The weapon goes with the blow.
    pub(super) fn breaks_weapon<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let weapon = self.wielded(who, fight.body(who));
        let loose = self.weapon(who, weapon).loose() && !self.weapon(who, weapon).ranged;
        if !self.rulings.sacrifice_offensive() || !loose || !self.says(&self.policy(who).break_weapon, false, fight, who, table)
        {
            return false;
        }
        fight.body_mut(who).breaking |= 1 << weapon;
        true
    }

    /// Drops the backpack where the policy says so; true when it does (BDP-359, R-17).
    pub(super) fn drops_backpack<D: Dice, W: Watch>(&self, fight: &mut Fight, who: Slot, table: &mut Table<D, W>) -> bool {
        let fighter = self.fighter(who);
        let stored =
            (0..fighter.items.len()).filter(|&item| fighter.items[item].stored && fight.body(who).items >> item & 1 == 1);
        let (bits, slots) =
            stored.fold((0_u64, 0), |(bits, slots), item| (bits | 1 << item, slots + fighter.items[item].slots));
        if fight.body(who).unpacked || bits == 0 || !self.says(&self.policy(who).backpack, false, fight, who, table) {
            return false;
        }
        let body = fight.body_mut(who);
        (body.unpacked, body.items, body.load) = (true, body.items & !bits, body.load - slots);
        table.tell("BDP-359", || format!("{} drops the backpack: {slots} slots", fighter.name));
        true
    }
}
