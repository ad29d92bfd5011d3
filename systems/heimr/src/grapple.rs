//! Holds of `heimr`: taking hold of a target, what a holder sets against the held, letting go; and the combat clusters of
//! melee.
//!
//! Owns section 4.10 of the specification and the holds of 4.7; brawl attacks are in [`brawl`](super::brawl). Start at
//! [`Play::grab`].

use frame::dice::{Dice, Slot};
use frame::fight::{Adds, Sentence, Slots, Watch};

use super::book::tables::BodyPart;
use super::challenge::taken;
use super::choose::Ask;
use super::fighter::Duration;
use super::metrics as count;
use super::rolls;
use super::rulings::{ClusterSwitch, GrabDuration};
use super::sheet::BindPart;
use super::state::{Fight, Hand, Held, Holding, Timer};
use super::{Core, Play};

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Takes hold of a target with a hand (HEI-188, HEI-194, HEI-196, R-38).
    pub(super) fn grab(&mut self, by: Slot, target: Slot, part: BodyPart, hand: Hand) {
        let rules = self.rules;
        let own_turn = self.fight.current() == Some(target);
        let seconds = Duration::of_seconds(rules.book.brawl.seconds, &rules.book);
        if rules.rulings.grab_duration == GrabDuration::Seconds && seconds.turns == 0 {
            return;
        }
        let timer = match rules.rulings.grab_duration {
            GrabDuration::Held => Timer::default(),
            GrabDuration::Seconds => Timer { turns: seconds.turns, fresh: own_turn },
        };
        self.fight.body_mut(target).held = Some(Held { by, part: BindPart::of(part), timer });
        let body = self.fight.body_mut(by);
        body.holding = Some(Holding { whom: target, hand });
        body.stance = None;
        self.table.watch.count(by, count::GRABS, 1);
        self.table.tell("HEI-196", || format!("{} holds {} by the {}", rules.name(by), rules.name(target), part.spoken()));
    }

    /// The holder lets go (HEI-195).
    pub(super) fn let_go(&mut self, who: Slot) {
        if !PLAIN && let Some(holding) = self.fight.body(who).holding {
            self.end_grab(holding.whom);
        }
    }

    /// Holders are asked whether to let go at once: all but the combatant whose turn begins, or the target of an attack
    /// (HEI-195).
    pub(super) fn ask_holders(&mut self, turn_of: Option<Slot>, attacked: Option<Slot>) {
        let rules = self.rules;
        if PLAIN || !rules.releases {
            return;
        }
        for who in self.fight.slots() {
            let asked = turn_of.map_or(attacked == Some(who), |turn_of| turn_of != who);
            let Some(holding) = self.fight.body(who).holding.filter(|_| asked) else { continue };
            if rules.can_act(self.fight.body(who)) && self.releases(Ask::about(who, holding.whom)) {
                self.table.tell("HEI-195", || format!("{} lets go", rules.name(who)));
                self.let_go(who);
            }
        }
    }

    /// The grab of a combatant ends; the holder can defend again, and rolls for it at once (HEI-198; section 4.7 of the
    /// specification).
    pub(super) fn end_grab(&mut self, held: Slot) {
        if PLAIN {
            return;
        }
        let Some(grab) = self.fight.body_mut(held).held.take() else { return };
        self.fight.body_mut(grab.by).holding = None;
        self.table.tell("HEI-198", || format!("{} no longer holds {}", self.rules.name(grab.by), self.rules.name(held)));
        if self.fight.ending.is_none() && self.fight.body(grab.by).stance.is_none() {
            self.roll_ahead(grab.by);
        }
    }

    /// Every grab by a combatant or of it ends.
    pub(super) fn drop_grabs(&mut self, who: Slot) {
        self.end_grab(who);
        self.let_go(who);
    }

    /// The value that a holder sets against an action of the held: the result of a brawl roll (HEI-197, R-39). None without a
    /// holder that opposes it.
    pub(super) fn opposition(&mut self, who: Slot) -> Option<i32> {
        let rules = self.rules;
        if PLAIN {
            return None;
        }
        let holder = self.fight.body(who).held?.by;
        if !rules.can_act(self.fight.body(holder)) || !self.opposes(Ask::about(holder, who)) {
            return None;
        }
        let brawl = rules.abilities.roles.brawl;
        let score = rules.fighter(holder).score(self.fight.body(holder), brawl);
        let consistency = self.table.adds().plus("ability", score.c);
        let consistency = rules.add_own_modifiers(consistency, self.fight, holder, true);
        let consistency = consistency.plus("weary", -rules.weariness(self.fight, holder, brawl));
        let c = consistency.total();
        let rolled = rules.check.pool.roll(c, holder, &rolls::OPPOSE, self.table);
        let meets = self.exerts(holder, rolled, rules.toll(brawl));
        let sum = self.table.adds().rolled(holder, &rolls::OPPOSE, taken(c), i32::from(rolled.pre)).plus("potential", score.p);
        let result = sum.total();
        self.table.tell(if meets { "HEI-197" } else { "HEI-133, HEI-197" }, || {
            let said = if meets { "holds on to" } else { "is too tired to hold back" };
            let sentence = Sentence::new(format!("{} {said} {}: ", rules.name(holder), rules.name(who))).total("", sum);
            sentence.and(" at C ").total("", consistency)
        });
        meets.then_some(result)
    }

    /// Melee puts attacker and target into one cluster (HEI-114, R-23).
    pub(super) fn join_cluster(&mut self, who: Slot, target: Slot) {
        let (mine, theirs) = (self.fight.body(who).cluster, self.fight.body(target).cluster);
        match (mine, theirs) {
            (0, 0) => {
                let cluster = self.rules.free_cluster(self.fight);
                self.fight.body_mut(who).cluster = cluster;
                self.fight.body_mut(target).cluster = cluster;
            }
            (0, theirs) => self.fight.body_mut(who).cluster = theirs,
            (mine, 0) => self.fight.body_mut(target).cluster = mine,
            (mine, theirs) if mine == theirs => {}
            (mine, theirs) => match self.rules.rulings.cluster_switch {
                ClusterSwitch::Merge => {
                    for body in &mut self.fight.bodies {
                        if body.cluster == theirs {
                            body.cluster = mine;
                        }
                    }
                }
                ClusterSwitch::Transfer => {
                    self.leave_cluster(who);
                    self.fight.body_mut(who).cluster = theirs;
                }
            },
        }
    }

    /// Leaves a cluster; one of a single member dissolves (HEI-115, HEI-127, R-23).
    pub(super) fn leave_cluster(&mut self, who: Slot) {
        let cluster = std::mem::take(&mut self.fight.body_mut(who).cluster);
        let left: Slots = self.fight.members(cluster);
        if let Some(alone) = left.single() {
            self.fight.body_mut(alone).cluster = 0;
        }
    }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// The hand with which a combatant could take hold of another one, which nobody holds yet: a hand that does not hold on to
    /// what it climbs (HEI-188, HEI-189, HEI-230).
    pub(super) fn hand_to_grab(&self, fight: &Fight, by: Slot, target: Slot) -> Option<Hand> {
        let body = fight.body(by);
        let free = body.holding.is_none() && fight.body(target).held.is_none();
        if free && self.free_hands(self.fighter(by), body) > self.holding_on(body) {
            self.free_hand(self.fighter(by), body)
        } else {
            None
        }
    }

    /// The lowest number that no cluster has.
    pub(super) fn free_cluster(&self, fight: &Fight) -> u8 {
        let taken = |number: u8| fight.bodies.iter().any(|body| body.cluster == number);
        (1..=u8::MAX).find(|&number| !taken(number)).unwrap_or(u8::MAX)
    }
}
