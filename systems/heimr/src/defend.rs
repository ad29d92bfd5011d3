//! Defences of `heimr`: which kinds are to be had, rolling them ahead, meeting an attack with them, and the blind spot that
//! they leave.
//!
//! Owns sections 4.8 and 4.16 of the specification. Start at [`Play::roll_ahead`] and [`Play::fix_defence`].

use frame::dice::{Dice, Roll, Slot};
use frame::fight::sum::Sum;
use frame::fight::{Adds, Sentence, Watch};
use frame::policy::Lines;
use frame::rules::modifier::modifiers;

use super::abilities::Score;
use super::attack::Attack;
use super::challenge::exact::Worth;
use super::challenge::{Rolled, Toll, taken};
use super::choose::Ask;
use super::decide::Defending;
use super::derived::{FOOTING, Wielded};
use super::ground::Location;
use super::mastery::{Masteries, Mastery};
use super::metrics as count;
use super::policy::BlindTie;
use super::quantities::View;
use super::rolls;
use super::rulings::{BoundLegDodge, InterruptOn, RerollFatigue, StaleDefence};
use super::sheet::{BindPart, DefenceKind};
use super::state::{Body, Fight, Stance};
use super::{Core, Play};

/// The attack that a defence is for.
#[derive(Clone, Copy, Debug)]
struct Incoming {
    by: Slot,
    ranged: bool,
    dodge_only: bool,
    dodge_penalty: i32,
}

impl Incoming {
    /// The attack as far as a defence asks for it.
    fn of(attack: &Attack) -> Self {
        Incoming { by: attack.by, ranged: attack.ranged, dodge_only: attack.dodge_only, dodge_penalty: attack.dodge_penalty }
    }

    /// True if a kind can meet it (HEI-204, HEI-205, HEI-206, HEI-240, HEI-201).
    fn allows(&self, kind: DefenceKind) -> bool {
        match kind {
            DefenceKind::Dodge => true,
            DefenceKind::Block => !self.dodge_only,
            DefenceKind::Parry => !self.dodge_only && !self.ranged,
        }
    }
}

/// The defence that will meet an attack.
#[derive(Clone, Copy, Debug)]
pub struct Fixed {
    /// The defence.
    pub stance: Stance,
    /// True if it is the stored one.
    pub stored: bool,
}

/// A way to defend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Way {
    kind: DefenceKind,
    item: u8,
}

impl Way {
    /// True if it is what a policy wants, if it wants anything.
    fn fits(self, wanted: Option<Defending>) -> bool {
        let Some(Defending { kind, weapon }) = wanted else { return true };
        kind.is_none_or(|kind| kind == self.kind) && weapon.is_none_or(|weapon| weapon == self.item)
    }
}

impl DefenceKind {
    /// The roll for it.
    pub(super) fn roll(self) -> &'static Roll {
        match self {
            DefenceKind::Dodge => &rolls::DODGE,
            DefenceKind::Block => &rolls::BLOCK,
            DefenceKind::Parry => &rolls::PARRY,
        }
    }
}

impl Stance {
    /// The way in which it defends.
    fn way(&self) -> Way {
        Way { kind: self.kind, item: self.item }
    }
}

/// A defender that chooses a defence; `handicap` is what every way to defend suffers from (see [`Core::handicap`]).
#[derive(Clone, Copy)]
struct Defender<'a, S = i32> {
    who: Slot,
    body: &'a Body,
    masteries: &'a Masteries,
    handicap: S,
}

/// A way to defend that has been weighed.
#[derive(Clone, Copy, Debug)]
struct Weighed {
    way: Way,
    score: Score,
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// The mastery of a combatant in a defence, bonus of its item included.
    #[inline]
    pub(super) fn defence_mastery(&self, who: Slot, body: &Body, kind: DefenceKind, item: u8) -> &Mastery {
        self.fighter(who).mastery(body).defence(kind, item)
    }

    /// True if an attack comes out of the blind spot (HEI-281).
    fn comes_from_behind(&self, fight: &Fight, body: &Body, incoming: &Incoming) -> bool {
        let attacker = fight.body(incoming.by);
        let from = if incoming.ranged { Some(attacker.at) } else { attacker.entered_from };
        from.is_some_and(|from| body.blind & from.bit() != 0)
    }

    /// True if a kind of defence is to be had (HEI-205, HEI-206, HEI-208, R-37).
    #[inline(always)]
    fn has(&self, who: Slot, body: &Body, option: Way) -> bool {
        let fighter = self.fighter(who);
        match option.kind {
            DefenceKind::Dodge => self.can_dodge(body),
            DefenceKind::Block => self.usable_shield(fighter, body) == Some(option.item),
            DefenceKind::Parry => {
                let item = usize::from(option.item);
                self.can_parry_again(body, option.item)
                    && (PLAIN || fighter.gear.weapons[item].is_melee())
                    && self.usable(fighter, body, item)
            }
        }
    }

    /// True if nothing keeps it from dodging.
    #[inline]
    fn can_dodge(&self, body: &Body) -> bool {
        let legs = BindPart::RightLeg.bit() | BindPart::LeftLeg.bit() | BindPart::Body.bit();
        self.rulings.bound_leg_dodge == BoundLegDodge::Yes || body.bound_parts() & legs == 0
    }

    /// True if a weapon has a parry left in this window (HEI-208).
    #[inline]
    fn can_parry_again(&self, body: &Body, weapon: u8) -> bool {
        body.parries[usize::from(weapon)] < self.book.defence.parries_per_weapon
    }

    /// The block that is to be had (HEI-205).
    #[inline(always)]
    fn block(&self, who: Slot, body: &Body, incoming: Option<&Incoming>) -> Option<Way> {
        let allowed = incoming.is_none_or(|incoming| incoming.allows(DefenceKind::Block));
        let shield = if allowed { self.usable_shield(self.fighter(who), body) } else { None };
        shield.map(|item| Way { kind: DefenceKind::Block, item })
    }

    /// The weapons that could parry, that of the sword hand first.
    #[inline(always)]
    fn parrying(&self, who: Slot, body: &Body, incoming: Option<&Incoming>) -> Wielded {
        let allowed = incoming.is_none_or(|incoming| incoming.allows(DefenceKind::Parry));
        if allowed { self.melee_weapons(self.fighter(who), body) } else { [None, None] }
    }

    /// The parry with one of them, where it is to be had.
    #[inline(always)]
    fn parry(&self, body: &Body, weapon: Option<u8>) -> Option<Way> {
        let item = weapon.filter(|&weapon| self.can_parry_again(body, weapon))?;
        Some(Way { kind: DefenceKind::Parry, item })
    }

    /// The dodge, where it is to be had.
    #[inline(always)]
    fn dodge(&self, body: &Body, incoming: Option<&Incoming>) -> Option<Way> {
        let allowed = incoming.is_none_or(|incoming| incoming.allows(DefenceKind::Dodge));
        (allowed && self.can_dodge(body)).then_some(Way { kind: DefenceKind::Dodge, item: 0 })
    }

    /// Consistency and potential of a way to defend.
    #[inline(always)]
    fn weighed(&self, fight: &Fight, own: Defender, way: Way, incoming: Option<&Incoming>) -> Weighed {
        let c = self.defence_consistency(0, fight, own, way, incoming);
        let ready = incoming.map_or(0, |incoming| self.readiness(own.body, way.kind, incoming.ranged));
        Weighed { way, score: Score { c, p: own.masteries.defence(way.kind, way.item).score.p + ready } }
    }

    /// Points that being ready adds to a dodge of a shot (HEI-172).
    #[inline]
    pub(super) fn readiness(&self, body: &Body, kind: DefenceKind, ranged: bool) -> i32 {
        let ready = !PLAIN && ranged && kind == DefenceKind::Dodge && body.dodge_ready > 0;
        if ready { i32::from(self.book.dodge.ready_bonus) } else { 0 }
    }

    /// Another way to defend, where it is worth more than the best so far.
    #[inline(always)]
    fn better(&self, best: Option<Weighed>, other: Weighed, body: &Body) -> Option<Weighed> {
        let Some(so_far) = best else { return Some(other) };
        let worth = |weighed: &Weighed| self.worth.physical(weighed.score.c, weighed.score.p, body.effort.fatigue);
        let gains = || worth(&other) > worth(&so_far) + Worth::TIE;
        // Equal dice with nothing more to add are worth no more.
        let no_more = other.score.c == so_far.score.c && other.score.p <= so_far.score.p;
        debug_assert!(!no_more || !gains(), "{other:?} is worth more than {so_far:?}");
        if !no_more && gains() { Some(other) } else { best }
    }

    /// True if a stored defence can meet an attack as it was rolled (HEI-211, HEI-213, R-13).
    fn still_holds(&self, fight: &Fight, who: Slot, stance: &Stance, incoming: &Incoming) -> bool {
        let (way, body) = (stance.way(), fight.body(who));
        let fresh = || {
            let c = self.consistency_now(fight, who, way, incoming);
            c == stance.c || self.rulings().stale_defence == StaleDefence::Keep
        };
        incoming.allows(way.kind) && fresh() && self.has(who, body, way)
    }

    /// The consistency of a defence against an attack.
    fn consistency_now(&self, fight: &Fight, who: Slot, way: Way, incoming: &Incoming) -> i32 {
        self.add_consistency(0, fight, who, way, Some(incoming))
    }

    /// A defence of this consistency that is still to be rolled.
    #[inline(always)]
    fn put_off(&self, body: &Body, way: Way, c: i32) -> Stance {
        Stance { kind: way.kind, item: way.item, c, pre: Stance::PUT_OFF, small: 0, fatigue: body.effort.fatigue }
    }

    /// The defence of one kind that would meet an attack, still to be rolled; none where that kind is not to be had.
    pub(super) fn defence_of(&self, kind: DefenceKind, fight: &Fight, who: Slot, attack: &Attack) -> Option<Stance> {
        let (body, incoming) = (fight.body(who), Incoming::of(attack));
        let way = match kind {
            DefenceKind::Dodge => self.dodge(body, Some(&incoming)),
            DefenceKind::Block => self.block(who, body, Some(&incoming)),
            DefenceKind::Parry => {
                self.parrying(who, body, Some(&incoming)).into_iter().find_map(|weapon| self.parry(body, weapon))
            }
        };
        way.map(|way| self.put_off(body, way, self.consistency_now(fight, who, way, &incoming)))
    }

    /// Adds the consistency of a defence now, against an attack or ahead of any, to a sum without any part.
    fn add_consistency<S: Adds>(&self, nothing: S, fight: &Fight, who: Slot, way: Way, incoming: Option<&Incoming>) -> S {
        let body = fight.body(who);
        let masteries = self.fighter(who).mastery(body);
        let own = Defender { who, body, masteries, handicap: self.handicap(nothing.clone(), body) };
        self.defence_consistency(nothing, fight, own, way, incoming)
    }
}

modifiers! {
    impl<const PLAIN: bool> Core<PLAIN>;

    /// Adds the consistency of a defence now, against an attack or ahead of any (section 4.8 of the specification; HEI-207).
    #[inline(always)]
    fn defence_consistency(&self, sum, fight: &Fight, own: Defender<'_, S>, way: Way, incoming: Option<&Incoming>) {
        let Defender { who, body, masteries, handicap } = own;
        let (kind, mastery) = (way.kind, masteries.defence(way.kind, way.item));
        let again = |uses: u8| -i32::from(self.book.defence.repeat_penalty) * i32::from(uses);
    } adds DEFENCE "consistency of a defence" {
        ability "ability" [] => mastery.score.c;
        weary "weary" [HEI-135, R-09] => -self.strain(who, body, mastery.physical);
        HANDICAP => sum.less(handicap);
        dodged_before "dodged before" [HEI-207] if kind == DefenceKind::Dodge => again(body.dodges);
        blocked_before "blocked before" [HEI-207] if kind == DefenceKind::Block => again(body.blocks);
        hard_to_dodge "an attack hard to dodge" [HEI-240] if kind == DefenceKind::Dodge =>
            -incoming.map_or(0, |incoming| incoming.dodge_penalty);
        HINDRANCES if !PLAIN => self.less_hindrances(sum, fight, body, kind, incoming);
    }

    /// Adds the points that an ongoing action and lying on the ground take off the consistency of all defences (HEI-155,
    /// HEI-215).
    #[inline(always)]
    fn handicap(&self, sum, body: &Body) {} adds HANDICAP "points that are taken off the consistency of every defence" {
        ongoing_action "ongoing action" [HEI-155] if body.ongoing => i32::from(self.book.actions.ongoing_defence_penalty);
        prone "prone" [HEI-215] if body.prone => i32::from(self.book.prone.self_penalty);
    }

    /// Takes off the consistency of a defence what a climb, the ground and a blind spot do (HEI-226, HEI-281).
    fn less_hindrances(&self, sum, fight: &Fight, body: &Body, kind: DefenceKind, incoming: Option<&Incoming>) {
        let climb = i32::from(self.book.climb.penalty);
        let behind = |incoming: &Incoming| self.comes_from_behind(fight, body, incoming);
    } adds HINDRANCES "consistency of a defence by ground and blind spot" {
        FOOTING => self.less_footing(sum, body, climb, kind != DefenceKind::Block);
        blind_spot "from the blind spot" [HEI-281] if body.blind != 0 && incoming.is_some_and(behind) =>
            -i32::from(self.book.blind.penalty);
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// The way to defend, and its consistency: of the ways that a policy wants, else of all, the way that is worth most; of
    /// equal ones the first in the order of block, parry, dodge (section 6.2 of the specification).
    #[inline(always)]
    fn choose_defence(&mut self, who: Slot, incoming: Option<&Incoming>) -> Option<(Way, i32)> {
        let rules = self.rules;
        let wanted = if PLAIN { None } else { self.wanted_defence(who, incoming) };
        let body = self.fight.body(who);
        let own = Defender { who, body, masteries: rules.fighter(who).mastery(body), handicap: rules.handicap(0, body) };
        let mut best = None;
        if let Some(way) = rules.block(who, body, incoming)
            && (PLAIN || way.fits(wanted))
        {
            best = rules.better(best, rules.weighed(self.fight, own, way, incoming), body);
        }
        let [sword, off] = rules.parrying(who, body, incoming);
        if let Some(way) = rules.parry(body, sword)
            && (PLAIN || way.fits(wanted))
        {
            best = rules.better(best, rules.weighed(self.fight, own, way, incoming), body);
        }
        if let Some(way) = rules.parry(body, off)
            && (PLAIN || way.fits(wanted))
        {
            best = rules.better(best, rules.weighed(self.fight, own, way, incoming), body);
        }
        if let Some(way) = rules.dodge(body, incoming)
            && (PLAIN || way.fits(wanted))
        {
            best = rules.better(best, rules.weighed(self.fight, own, way, incoming), body);
        }
        best.map(|best| (best.way, best.score.c))
    }

    /// The way to defend that a policy wants of those that are to be had; none where it wants none of them.
    #[inline(always)]
    fn wanted_defence(&mut self, who: Slot, incoming: Option<&Incoming>) -> Option<Defending> {
        let lines = self.rules.policies.lists.defend.of(who)?;
        self.defence_by_line(lines, who, incoming)
    }

    /// Returns the first defence of the lines that is to be had.
    #[inline(never)]
    fn defence_by_line(&mut self, lines: &Lines<Defending>, who: Slot, incoming: Option<&Incoming>) -> Option<Defending> {
        let rules = self.rules;
        let view = View { core: rules, fight: self.fight, about: incoming.map(|incoming| incoming.by), rerolls: 0 };
        let body = self.fight.body(who);
        let [sword, off] = rules.parrying(who, body, incoming).map(|weapon| rules.parry(body, weapon));
        let ways = [rules.block(who, body, incoming), sword, off, rules.dodge(body, incoming)];
        let had = |&wanted: &Defending| ways.into_iter().flatten().any(|way| way.fits(Some(wanted)));
        lines.decided(&view, who, self.table, had).copied()
    }

    /// The defence that will be rolled in this way, or is: see [`Stance::PUT_OFF`].
    #[inline(always)]
    fn make_ready(&mut self, who: Slot, option: Way, c: i32, incoming: Option<&Incoming>) -> Stance {
        if self.table.settles() && self.rules.puts_off_defences() {
            return self.rules.put_off(self.fight.body(who), option, c);
        }
        self.roll_defence(who, option, c, incoming)
    }

    /// A defence that was put off is rolled now.
    #[inline(always)]
    pub(super) fn roll_put_off(&mut self, who: Slot, fixed: Fixed) -> Fixed {
        let stance = fixed.stance;
        if !self.table.settles() || !stance.is_put_off() {
            return fixed;
        }
        let rolled = self.roll_defence(who, stance.way(), stance.c, None);
        Fixed { stance: Stance { fatigue: stance.fatigue, ..rolled }, ..fixed }
    }

    /// Rolls a defence of this consistency, and notes the fatigue of that moment.
    #[inline(always)]
    fn roll_defence(&mut self, who: Slot, option: Way, c: i32, incoming: Option<&Incoming>) -> Stance {
        let rules = self.rules;
        let roll = option.kind.roll();
        let rolled = if self.table.settles() {
            rules.check.pool.settled(c, who, roll, &rules.sort_defence(who, self.fight.body(who)), self.table)
        } else {
            rules.check.pool.roll(c, who, roll, self.table)
        };
        let stance = Stance {
            kind: option.kind,
            item: option.item,
            c,
            pre: i32::from(rolled.pre),
            small: rolled.small,
            fatigue: self.fight.body(who).effort.fatigue,
        };
        self.table.tell("HEI-211", || {
            let potential = rules.defence_mastery(who, self.fight.body(who), option.kind, option.item).score.p;
            let sum = Sum::of_dice(who, roll, taken(c), i32::from(rolled.pre)).plus("potential", potential);
            let sentence = Sentence::new(format!("{} has a {}: ", rules.name(who), option.kind.word())).sum(sum);
            // A defence that is rolled again has the consistency that it had at first.
            let now = rules.add_consistency(Sum::begin(true), self.fight, who, option, incoming);
            if now.total() == c { sentence.and(" at C ").total("", now) } else { sentence.and(format!(" at C {c}")) }
        });
        stance
    }

    /// A defence chosen and rolled now.
    fn new_stance(&mut self, who: Slot, incoming: Option<&Incoming>) -> Option<Stance> {
        let (way, c) = self.choose_defence(who, incoming)?;
        Some(self.make_ready(who, way, c, incoming))
    }

    /// Chooses and rolls the next defence, if one can be made (HEI-186, HEI-211, HEI-212, HEI-203).
    #[inline]
    pub(super) fn roll_ahead(&mut self, who: Slot) {
        self.apart(|play| {
            let able = play.rules.can_defend(play.fight.body(who));
            let chosen = if able { play.choose_defence(who, None) } else { None };
            let stance = chosen.map(|(way, c)| play.make_ready(who, way, c, None));
            play.fight.body_mut(who).stance = stance;
        });
    }

    /// A combatant uses the action Dodge: its next dodges of shots are better (HEI-172, R-33).
    pub(super) fn gets_ready_to_dodge(&mut self, who: Slot) {
        let rules = self.rules;
        self.fight.body_mut(who).dodge_ready = rules.book.dodge.ready_uses;
        self.table.tell("HEI-172", || format!("{} gets ready to dodge", rules.name(who)));
    }

    /// The target is attacked: what it was about to do is interrupted (HEI-157, R-17).
    #[inline]
    fn is_attacked(&mut self, target: Slot, by: Slot) -> &mut Body {
        if self.rules.rulings().interrupt_on == InterruptOn::Attacked {
            self.interrupt(target);
        }
        let body = self.fight.body_mut(target);
        body.attackers = body.attackers.with(by);
        body
    }

    /// The target is attacked: the defence that will meet that, rolled anew where that is needed (section 4.8 of the
    /// specification; HEI-213, HEI-284, R-13, R-32).
    #[inline(always)]
    pub(super) fn fix_defence(&mut self, attack: &Attack, target: Slot) -> Option<Fixed> {
        let rules = self.rules;
        let mut body = self.is_attacked(target, attack.by);
        // In a plain scenario nobody who is out is struck at, and nothing else keeps a target from defending itself.
        debug_assert!(!PLAIN || rules.can_defend(body));
        if !PLAIN {
            if !rules.can_defend(body) || self.declines(Ask::about(target, attack.by)) {
                return None;
            }
            body = self.fight.body_mut(target);
        }
        let incoming = Incoming::of(attack);
        if let Some(stance) = body.stance {
            // There, too, a defence is rolled after all that changes it: one's own turn, in which nobody is struck at, and
            // blows, each of which uses up the defence before it does harm.
            debug_assert!(!PLAIN || rules.still_holds(self.fight, target, &stance, &incoming));
            if PLAIN || rules.still_holds(self.fight, target, &stance, &incoming) {
                return Some(Fixed { stance, stored: true });
            }
        }
        self.renew_defence(incoming, target)
    }

    /// The defence that will meet an attack where the stored one cannot, or not as it is (HEI-213, R-13).
    #[cold]
    #[inline(never)]
    fn renew_defence(&mut self, incoming: Incoming, target: Slot) -> Option<Fixed> {
        let body = self.fight.body(target);
        let (renewed, stored) = match body.stance {
            Some(stance) if !incoming.allows(stance.kind) => (self.new_stance(target, Some(&incoming)), false),
            Some(stance) if self.rules.has(target, body, stance.way()) => {
                let c = self.rules.consistency_now(self.fight, target, stance.way(), &incoming);
                (Some(self.make_ready(target, stance.way(), c, Some(&incoming))), true)
            }
            _ => (self.new_stance(target, Some(&incoming)), true),
        };
        if stored {
            self.fight.body_mut(target).stance = renewed;
        }
        renewed.map(|stance| Fixed { stance, stored })
    }

    /// True if a physical defence meets fatigue, which may grow by it.
    #[inline]
    fn defence_meets(&mut self, who: Slot, stance: &Stance) -> bool {
        let rolled = Rolled { small: stance.small, pre: stance.pre as i16 };
        let meets = self.exerts(who, rolled, Toll::Growing);
        self.rules.defence_holds(meets, stance.pre, stance.fatigue)
    }

    /// A defence that fatigue has failed is rolled again as long as it is paid for; the last one, and whether it meets fatigue
    ///
    #[cold]
    #[inline(never)]
    fn defend_again(&mut self, who: Slot, failed: Stance) -> (Stance, bool) {
        let (mut stance, mut rerolls) = (failed, 0);
        while self.pays(who, rerolls) {
            rerolls += 1;
            stance = self.roll_defence(who, failed.way(), stance.c, None);
            if self.defence_meets(who, &stance) {
                return (stance, true);
            }
        }
        (stance, false)
    }

    /// Uses a defence: its value, none where it fails, and how often that kind had been used before (HEI-172, HEI-207,
    /// HEI-208, HEI-214, R-08, R-33).
    #[inline(always)]
    pub(super) fn use_defence(&mut self, attack: &Attack, target: Slot, fixed: &Fixed) -> (Option<i32>, u8) {
        let rules = self.rules;
        let mut stance = fixed.stance;
        let &Mastery { physical, score } =
            rules.fighter(target).mastery(self.fight.body(target)).defence(stance.kind, stance.item);
        let fatigue = self.fight.body(target).effort.fatigue;
        let mut meets = !physical || self.defence_meets(target, &stance);
        if !meets && rules.rulings().reroll_fatigue == RerollFatigue::AttackAndDefence {
            (stance, meets) = self.defend_again(target, stance);
        }
        let body = self.fight.body_mut(target);
        let mut value = stance.pre + score.p;
        if fixed.stored {
            body.stance = None;
        }
        let uses = match stance.kind {
            DefenceKind::Dodge => &mut body.dodges,
            DefenceKind::Block => &mut body.blocks,
            DefenceKind::Parry => &mut body.parries[usize::from(stance.item)],
        };
        let earlier = *uses;
        *uses = earlier.saturating_add(1);
        let ready = !PLAIN && attack.ranged && stance.kind == DefenceKind::Dodge && body.dodge_ready > 0;
        if ready {
            let bonus = rules.readiness(body, stance.kind, attack.ranged);
            body.dodge_ready -= 1;
            value += bonus;
            self.table.tell("HEI-172", || format!("{} was ready to dodge: {bonus} more, {value}", rules.name(target)));
        }
        self.table.watch.count(target, count::tried(stance.kind, earlier), 1);
        if !meets {
            self.table.watch.count(target, count::DEFENCES_FATIGUED, 1);
            self.table.tell("HEI-133", || {
                let (name, kind, pre) = (rules.name(target), stance.kind.word(), stance.pre);
                format!("{name} is too tired: {pre} against fatigue {fatigue}, the {kind} fails")
            });
            return (None, earlier);
        }
        (Some(value), earlier)
    }

    /// The blind spot that a defence against a shot leaves (HEI-279, HEI-280, HEI-283, R-22, R-70; section
    /// 4.16 of the specification; HEI-001).
    pub(super) fn turn_blind(&mut self, target: Slot, by: Slot) {
        let rules = self.rules;
        let (from, to) = (self.fight.body(by).at, self.fight.body(target).at);
        if !rules.book.modules.blind_spots || from == to || self.fight.body(target).blind & from.bit() != 0 {
            return;
        }
        let (there, here) = (rules.ground.place(from), rules.ground.place(to));
        let (dx, dy) = (i32::from(there.0 - here.0), i32::from(there.1 - here.1));
        let behind = axis(Offset { x: dx, y: dy }, rules.policies.blind_ties[by.index()]).opposite();
        let mut blind = 0;
        for index in 0..rules.ground.squares.len() {
            let at = Location(index as u8);
            let place = rules.ground.place(at);
            let seen = Offset { x: i32::from(place.0 - here.0), y: i32::from(place.1 - here.1) };
            if in_cone(behind, seen) {
                blind |= at.bit();
            }
        }
        self.fight.body_mut(target).blind |= blind;
        self.table.tell("HEI-279", || format!("{} turns its back to the other side", rules.name(target)));
    }
}

/// Columns and rows from one square to another.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Offset {
    x: i32,
    y: i32,
}

impl Offset {
    /// The way back.
    fn opposite(self) -> Self {
        Offset { x: -self.x, y: -self.y }
    }
}

/// The axis nearest to a direction: straight or diagonal (HEI-283, R-70).
fn axis(Offset { x, y }: Offset, tie: BlindTie) -> Offset {
    let (longer, shorter) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
    let straight = if x.abs() >= y.abs() { Offset { x: x.signum(), y: 0 } } else { Offset { x: 0, y: y.signum() } };
    let diagonal = Offset { x: x.signum(), y: y.signum() };
    match shorter.cmp(&(longer - shorter)) {
        std::cmp::Ordering::Less => straight,
        std::cmp::Ordering::Greater => diagonal,
        std::cmp::Ordering::Equal if tie == BlindTie::Straight => straight,
        std::cmp::Ordering::Equal => diagonal,
    }
}

/// True if a square lies in the quarter around an axis, edges included (HEI-283, R-70).
fn in_cone(axis: Offset, Offset { x, y }: Offset) -> bool {
    let (along_x, along_y) = (x * axis.x, y * axis.y);
    match (axis.x, axis.y) {
        (0, _) => along_y > 0 && x.abs() <= along_y,
        (_, 0) => along_x > 0 && y.abs() <= along_x,
        _ => along_x >= 0 && along_y >= 0 && (x, y) != (0, 0),
    }
}
