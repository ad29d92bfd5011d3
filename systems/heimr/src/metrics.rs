//! Metrics of `heimr`: what is counted while a fight goes on, what is read off its end, and the tables and pictures that show
//! it.
//!
//! Owns the running numbers ([`Counter`]s) and the catalogue; what is read off the end is declared in
//! [`quantities`](super::quantities). The first metrics of the catalogue depend on the final state alone, so that the exact
//! solver can measure them too. Start at [`catalogue`].

use frame::dice::{Dice, Slot};
use frame::fight::day::Sides;
use frame::fight::watch::Counter;
use frame::fight::{
    ABSENT, Catalogue, Counts, Ending, Harm, Metric, Overview, Picture, PictureKind, RatioOfTotals, Scale, Side, Watch,
};
use frame::rules::declare::counters;
use frame::rules::quantity::{Family, Series, Times, counted, families};

use super::book::tables::BodyPart;
use super::quantities::{MEASURED, ORDER, QUANTITIES};
use super::sheet::DefenceKind;
use super::state::Fight;
use super::{Core, Play};

counters! {
    ACTED_FIRST = "acted_first", "first in the order", Scale::Flag;
    TURNS = "turns", "turns", Scale::Amount("turns");
    TURNS_LOST = "turns_lost", "turns lost", Scale::Amount("turns");
    TURNS_ASLEEP = "turns_asleep", "turns lost asleep", Scale::Amount("turns");
    TURNS_DAZED = "turns_dazed", "turns lost dazed", Scale::Amount("turns");
    INTERRUPTED = "interrupted", "upcoming actions lost to an effect", Scale::Amount("actions");
    PRONE_TURNS = "prone_turns", "turns ended prone", Scale::Amount("turns");
    FATIGUE_SUM = "fatigue_sum", "sum of fatigue over turns", Scale::Amount("points");
    FATIGUE_PEAK = "fatigue_peak", "peak fatigue", Scale::Amount("points");
    BREATHERS = "breathers", "breathers", Scale::Amount("breathers");
    ATTACKS = "attacks", "attack rolls", Scale::Amount("rolls");
    HITS = "hits", "hits", Scale::Amount("hits");
    ATTACKS_FATIGUED = "attacks_fatigued", "attacks lost to one's own fatigue", Scale::Amount("rolls");
    DEFENCES_FATIGUED = "defences_fatigued", "defences lost to one's own fatigue", Scale::Amount("rolls");
    HELD_BACK = "held_back", "attacks stopped by a holder", Scale::Amount("rolls");
    DODGED = "dodged", "attacks that were dodged", Scale::Amount("rolls");
    BLOCKED = "blocked", "attacks that were blocked", Scale::Amount("rolls");
    PARRIED = "parried", "attacks that were parried", Scale::Amount("rolls");
    TOUCHES = "touches", "touches without harm", Scale::Amount("touches");
    FRIENDLY_HITS = "friendly_hits", "hits on one's own side", Scale::Amount("hits");
    DAMAGE_DEALT = "damage_dealt", "damage dealt", Scale::Amount("HP");
    DAMAGE_TAKEN = "damage_taken", "HP lost", Scale::Amount("HP");
    TAKEN_FROM_WEAPONS = "taken_from_weapons", "HP lost to weapons", Scale::Amount("HP");
    TAKEN_FROM_EFFECTS = "taken_from_effects", "HP lost to called effects", Scale::Amount("HP");
    TAKEN_FROM_FALLS = "taken_from_falls", "HP lost to falls", Scale::Amount("HP");
    TAKEN_FROM_HAZARDS = "taken_from_hazards", "HP lost to hazards", Scale::Amount("HP");
    DODGES_1 = "dodges_1", "first dodges in a window", Scale::Amount("rolls");
    DODGES_2 = "dodges_2", "second dodges in a window", Scale::Amount("rolls");
    DODGES_3 = "dodges_3", "third dodges in a window", Scale::Amount("rolls");
    DODGES_MORE = "dodges_4", "further dodges in a window", Scale::Amount("rolls");
    BLOCKS_1 = "blocks_1", "first blocks in a window", Scale::Amount("rolls");
    BLOCKS_2 = "blocks_2", "second blocks in a window", Scale::Amount("rolls");
    BLOCKS_3 = "blocks_3", "third blocks in a window", Scale::Amount("rolls");
    BLOCKS_MORE = "blocks_4", "further blocks in a window", Scale::Amount("rolls");
    PARRIES = "parries", "parries", Scale::Amount("rolls");
    HIT_DODGES_1 = "dodges_1_hit", "first dodges that were hit", Scale::Amount("hits");
    HIT_DODGES_2 = "dodges_2_hit", "second dodges that were hit", Scale::Amount("hits");
    HIT_DODGES_3 = "dodges_3_hit", "third dodges that were hit", Scale::Amount("hits");
    HIT_DODGES_MORE = "dodges_4_hit", "further dodges that were hit", Scale::Amount("hits");
    HIT_BLOCKS_1 = "blocks_1_hit", "first blocks that were hit", Scale::Amount("hits");
    HIT_BLOCKS_2 = "blocks_2_hit", "second blocks that were hit", Scale::Amount("hits");
    HIT_BLOCKS_3 = "blocks_3_hit", "third blocks that were hit", Scale::Amount("hits");
    HIT_BLOCKS_MORE = "blocks_4_hit", "further blocks that were hit", Scale::Amount("hits");
    HIT_PARRIES = "parries_hit", "parries that were hit", Scale::Amount("hits");
    PROVOKED = "provoked", "provoked attacks", Scale::Amount("attacks");
    PROVOKED_HITS = "provoked_hits", "provoked attacks that hit", Scale::Amount("hits");
    INTERCEPTIONS = "interceptions", "interceptions as a guard", Scale::Amount("times");
    GRABS = "grabs", "grabs", Scale::Amount("grabs");
    READIED = "readied", "readied actions carried out", Scale::Amount("actions");
    WILLPOWER_SPENT = "willpower_spent", "WP spent", Scale::Amount("WP");
    SKILLS_USED = "skills_used", "skills used", Scale::Amount("times");
    MOVES = "moves", "squares moved", Scale::Amount("squares");
    CROSSINGS = "crossings", "crossing challenges", Scale::Amount("checks");
    CROSSINGS_PASSED = "crossings_passed", "crossing challenges passed", Scale::Amount("checks");
    CLIMBS = "climbs", "climbs", Scale::Amount("climbs");
    CLIMBS_PASSED = "climbs_passed", "climbs without a fall", Scale::Amount("climbs");
    FALLS = "falls", "falls from a height", Scale::Amount("falls");
    HIDES = "hides", "times hidden", Scale::Amount("times");
    SPOTTED = "spotted", "hidden enemies spotted", Scale::Amount("enemies");
    ITEMS_FOUND = "items_found", "hidden items found", Scale::Amount("times");
    WILLS_READ = "wills_read", "wills to fight seen through", Scale::Amount("times");
    CHASE_ROUNDS = "chase_rounds", "rounds chased", Scale::Amount("rounds");
    INJURED_TORSO = "injured_torso", "injuries of the torso", Scale::Amount("injuries");
    INJURED_SWORD_ARM = "injured_sword_arm", "injuries of the sword arm", Scale::Amount("injuries");
    INJURED_OFF_ARM = "injured_off_arm", "injuries of the other arm", Scale::Amount("injuries");
    INJURED_RIGHT_LEG = "injured_right_leg", "injuries of the right leg", Scale::Amount("injuries");
    INJURED_LEFT_LEG = "injured_left_leg", "injuries of the left leg", Scale::Amount("injuries");
    OUT_TORSO = "out_torso", "out: torso injury", Scale::Flag;
    OUT_MUTILATED = "out_mutilated", "out: mutilated", Scale::Flag;
    OUT_INJURED = "out_injured", "out: first injury", Scale::Flag;
    OUT_YIELDED = "out_yielded", "out: surrendered", Scale::Flag;
    OUT_DISARMED = "out_disarmed", "out: surrendered without a weapon", Scale::Flag;
    OUT_FLED = "out_fled", "out: fled", Scale::Flag;
    OUT_CAUGHT = "out_caught", "out: caught while fleeing", Scale::Flag;
    OUT_CLOCK = "out_clock", "out: bled out", Scale::Flag;
    WOUNDED_ROUND = "wounded_round", "round of the first wound", Scale::Moment;
    INJURED_ROUND = "injured_round", "round of the first injury", Scale::Moment;
    MANGLED_ROUND = "mangled_round", "round of being mangled", Scale::Moment;
    MUTILATED_ROUND = "mutilated_round", "round of being mutilated", Scale::Moment;
    TIRED_ROUND = "tired_round", "round in which fatigue passed the small die", Scale::Moment;
    OUT_ROUND = "out_round", "round of going out", Scale::Moment;
    DEATH_ROUND = "death_round", "round of death", Scale::Moment;
    DECIDED = "decided", "going out ended the fight", Scale::Flag;
    HP_REGAINED = "hp_regained", "HP regained", Scale::Amount("HP");
    WILLPOWER_REGAINED = "willpower_regained", "WP regained", Scale::Amount("WP");
    FATIGUE_SHED = "fatigue_shed", "fatigue breathed off", Scale::Amount("points");
    INJURIES_TREATED = "injuries_treated", "injuries treated", Scale::Amount("injuries");
    STABILISED = "stabilised", "stabilised when dying", Scale::Amount("times");
    RESTS_INTERRUPTED = "rests_interrupted", "rests interrupted", Scale::Amount("rests");
}

/// The number of running numbers that fights move; after them come those of rests, which are metrics only on days.
const IN_FIGHTS: usize = HP_REGAINED.0 as usize;

/// Fatigue at the beginning of turns.
const FATIGUE: Series = Series::new(Times::new(&[1, 2, 3, 4, 5, 6, 8, 10, 15, 20]), COUNTED.len(), 1);

/// The number of running numbers.
pub const COUNTERS: usize = FATIGUE.end();

/// Deaths, told by their causes alone.
pub const DEATHS: Counter = Counter(COUNTERS as u8);

/// Returns the number of those that are measured of each combatant.
const fn measured(day: bool) -> usize {
    if day { COUNTERS } else { IN_FIGHTS + FATIGUE.len() }
}

/// A defence that was used, by its kind and how often it had been used in the window before.
#[inline]
pub fn tried(kind: DefenceKind, earlier: u8) -> Counter {
    match kind {
        DefenceKind::Dodge => [DODGES_1, DODGES_2, DODGES_3, DODGES_MORE][usize::from(earlier.min(3))],
        DefenceKind::Block => [BLOCKS_1, BLOCKS_2, BLOCKS_3, BLOCKS_MORE][usize::from(earlier.min(3))],
        DefenceKind::Parry => PARRIES,
    }
}

/// The counter of a defence of this kind that was hit nevertheless.
#[inline]
pub fn beaten(kind: DefenceKind, earlier: u8) -> Counter {
    match kind {
        DefenceKind::Dodge => [HIT_DODGES_1, HIT_DODGES_2, HIT_DODGES_3, HIT_DODGES_MORE][usize::from(earlier.min(3))],
        DefenceKind::Block => [HIT_BLOCKS_1, HIT_BLOCKS_2, HIT_BLOCKS_3, HIT_BLOCKS_MORE][usize::from(earlier.min(3))],
        DefenceKind::Parry => HIT_PARRIES,
    }
}

/// An attack that a defence of this kind has stopped.
#[inline]
pub fn stopped(kind: DefenceKind) -> Counter {
    [DODGED, BLOCKED, PARRIED][kind as usize]
}

/// The reasons for being out, in the order of the counters from [`OUT_TORSO`] on; and the word for fights that nobody's end
/// decided.
const REASONS: [&str; 9] = [
    "torso injury",
    "mutilation",
    "first injury",
    "surrender",
    "surrender without a weapon",
    "flight",
    "capture",
    "bleeding out",
    "nothing",
];

/// Injuries by body part.
const INJURED: [Counter; 5] = [INJURED_TORSO, INJURED_SWORD_ARM, INJURED_OFF_ARM, INJURED_RIGHT_LEG, INJURED_LEFT_LEG];

/// An injury of a body part.
#[inline]
pub fn injured(part: BodyPart) -> Counter {
    INJURED[part as usize]
}

/// The number of metrics of each side.
const OF_SIDE: usize = 2;
/// The number of metrics of the fight as a whole that are counted.
const OF_FIGHT: usize = 2;

/// The names of everything that a scenario's fights are measured by; and how many of them, from the beginning, are read off the
/// final state alone.
pub fn catalogue(sides: &[String], combatants: &[(String, Side)], day: bool) -> (Catalogue, usize) {
    let mut metrics = vec![Metric::winner(sides), Metric::rounds()];
    metrics.extend((0..).map(Side).zip(sides).flat_map(|(side, name)| Metric::of_side(name, side)));
    let of_each = |families: &[Family]| Metric::of_each(combatants.iter().map(|(name, _)| name), families);
    metrics.extend(of_each(&families(QUANTITIES, &ORDER)));
    let of_state = metrics.len();
    metrics.push(Metric::of_fight("first_mover_won", "the side that acted first won", Scale::Flag));
    let reasons = REASONS.map(str::to_owned).to_vec();
    metrics.push(Metric::of_fight("decided_by", "what ended the fight", Scale::Category(reasons)));
    let (mut counted, in_rests) = (counted(&COUNTED[..IN_FIGHTS]), counted(&COUNTED[IN_FIGHTS..]));
    counted.extend(FATIGUE.by_round(QUANTITIES));
    let only_between = in_rests.iter().map(|(family, ..)| family.clone()).chain(["taken_from_hazards".to_owned()]).collect();
    if day {
        counted.extend(in_rests);
    }
    metrics.extend(of_each(&counted));
    let marks = MARKS.map(str::to_owned).to_vec();
    (
        Catalogue {
            metrics,
            ratios: ratios(),
            overviews: overviews(),
            pictures: pictures(),
            only_between,
            marks,
            ..Catalogue::default()
        }
        .carrying(&["fatigue", "hp"])
        .endangering(
            &[
                &["damage_taken", "taken_from_falls", "taken_from_hazards"],
                &MARKS[..],
                &["out_torso", "out_mutilated", "out_injured"],
            ]
            .concat(),
        )
        .harmed(harms())
        .paced(&REACTIONS, &[GRABS, SPOTTED, HP_REGAINED, STABILISED, INJURIES_TREATED]),
        of_state,
    )
}

/// Injuries that last, by body part.
const MARKS: [&str; 5] = ["injured_torso", "injured_sword_arm", "injured_off_arm", "injured_right_leg", "injured_left_leg"];

/// What a combatant does in the turn of another one.
const REACTIONS: [Counter; 12] = [
    DODGES_1,
    DODGES_2,
    DODGES_3,
    DODGES_MORE,
    BLOCKS_1,
    BLOCKS_2,
    BLOCKS_3,
    BLOCKS_MORE,
    PARRIES,
    PROVOKED,
    INTERCEPTIONS,
    READIED,
];

/// Harm that is told by its cause.
fn harms() -> Vec<Harm> {
    let counted = INJURED.into_iter().chain([DAMAGE_TAKEN]).map(|counter| {
        let (family, label, scale) = &COUNTED[usize::from(counter.0)];
        Harm::of(counter, family, label, scale)
    });
    std::iter::once(Harm::new(DEATHS, "deaths", "deaths", "deaths")).chain(counted).collect()
}

/// Returns the metrics that divide two totals.
fn ratios() -> Vec<RatioOfTotals> {
    vec![
        RatioOfTotals::new("hit_share", "attacks that hit", "hits", "attacks"),
        RatioOfTotals::new("fatigued_share", "attacks lost to fatigue", "attacks_fatigued", "attacks"),
        RatioOfTotals::new("held_back_share", "attacks stopped by a holder", "held_back", "attacks"),
        RatioOfTotals::new("dodged_share", "attacks dodged", "dodged", "attacks"),
        RatioOfTotals::new("blocked_share", "attacks blocked", "blocked", "attacks"),
        RatioOfTotals::new("parried_share", "attacks parried", "parried", "attacks"),
        RatioOfTotals::new("damage_per_turn", "damage per turn", "damage_dealt", "turns"),
        RatioOfTotals::new("damage_per_round", "damage per round", "damage_dealt", "rounds"),
        RatioOfTotals::new("fatigue_mean", "mean fatigue", "fatigue_sum", "turns"),
        RatioOfTotals::new("dodge_1_hit_share", "first dodges hit", "dodges_1_hit", "dodges_1"),
        RatioOfTotals::new("dodge_2_hit_share", "second dodges hit", "dodges_2_hit", "dodges_2"),
        RatioOfTotals::new("dodge_3_hit_share", "third dodges hit", "dodges_3_hit", "dodges_3"),
        RatioOfTotals::new("dodge_4_hit_share", "further dodges hit", "dodges_4_hit", "dodges_4"),
        RatioOfTotals::new("block_1_hit_share", "first blocks hit", "blocks_1_hit", "blocks_1"),
        RatioOfTotals::new("block_2_hit_share", "second blocks hit", "blocks_2_hit", "blocks_2"),
        RatioOfTotals::new("block_3_hit_share", "third blocks hit", "blocks_3_hit", "blocks_3"),
        RatioOfTotals::new("block_4_hit_share", "further blocks hit", "blocks_4_hit", "blocks_4"),
        RatioOfTotals::new("parry_hit_share", "parries hit", "parries_hit", "parries"),
        RatioOfTotals::new("provoked_hit_share", "provoked attacks that hit", "provoked_hits", "provoked"),
        RatioOfTotals::new("crossing_share", "crossings passed", "crossings_passed", "crossings"),
        RatioOfTotals::new("climb_share", "climbs without a fall", "climbs_passed", "climbs"),
    ]
}

/// Returns the tables of a report.
fn overviews() -> Vec<Overview> {
    vec![
        Overview::new("Who is out, who dies", &["out", "dead", "dying", "hp", "fatigue"], true),
        Overview::new(
            "Why they are out",
            &[
                "out_torso",
                "out_mutilated",
                "out_injured",
                "out_yielded",
                "out_disarmed",
                "out_fled",
                "out_caught",
                "out_clock",
            ],
            true,
        ),
        Overview::new(
            "Fighting",
            &["hit_share", "damage_per_turn", "damage_per_round", "damage_taken", "touches", "friendly_hits"],
            false,
        ),
        Overview::new(
            "What stopped attacks",
            &["attacks", "fatigued_share", "held_back_share", "dodged_share", "blocked_share", "parried_share", "hit_share"],
            false,
        ),
        Overview::new(
            "Defences that were hit, by kind and use in a window",
            &["parry_hit_share", "dodge_1_hit_share", "dodge_2_hit_share", "dodge_3_hit_share", "dodge_4_hit_share"],
            false,
        ),
        Overview::new(
            "Blocks that were hit, by use in a window",
            &["block_1_hit_share", "block_2_hit_share", "block_3_hit_share", "block_4_hit_share", "defences_fatigued"],
            false,
        ),
        Overview::new("Injuries", &MARKS, false),
        Overview::new(
            "Turns",
            &["turns", "turns_lost", "prone_turns", "breathers", "fatigue_mean", "fatigue_peak", "readied", "moves"],
            false,
        ),
        Overview::new("Turns and actions lost", &["turns_lost", "turns_asleep", "turns_dazed", "interrupted"], false),
        Overview::new(
            "HP lost, by cause",
            &["damage_taken", "taken_from_weapons", "taken_from_effects", "taken_from_falls", "taken_from_hazards"],
            false,
        ),
        Overview::new("Brawls and guards", &["grabs", "provoked", "provoked_hit_share", "interceptions"], false),
        Overview::new("Ground", &["crossings", "crossing_share", "climbs", "climb_share", "falls", "hides", "spotted"], false),
        Overview::new("Seen through", &["items_found", "wills_read"], false),
        Overview::new("Willpower and skills", &["willpower_spent", "willpower", "skills_used", "able"], false),
    ]
}

/// Returns the pictures of a report.
fn pictures() -> Vec<Picture> {
    let levels = ["unhurt", "bloodied", "mangled", "mutilated", "dead"].map(str::to_owned).to_vec();
    let reasons = [
        ("out_torso", "torso"),
        ("out_mutilated", "mutilated"),
        ("out_yielded", "surrender"),
        ("out_disarmed", "disarmed"),
        ("out_fled", "fled"),
        ("out_clock", "bled out"),
    ];
    let parts = [
        ("injured_torso", "torso"),
        ("injured_sword_arm", "sword arm"),
        ("injured_off_arm", "other arm"),
        ("injured_right_leg", "right leg"),
        ("injured_left_leg", "left leg"),
    ];
    let stopped = [
        ("fatigued_share", "fatigue"),
        ("held_back_share", "a holder"),
        ("dodged_share", "dodge"),
        ("blocked_share", "block"),
        ("parried_share", "parry"),
        ("hit_share", "nothing: a hit"),
    ];
    vec![
        Picture::new("Who wins", PictureKind::Rates, &[("winner", "winner")]),
        Picture::new("How long it takes", PictureKind::Distribution, &[("rounds", "rounds")]),
        Picture::new("What ended the fight", PictureKind::Rates, &[("decided_by", "reason")]),
        Picture::bands("Fatigue by round", "round", "fatigue", FATIGUE.times.each()),
        Picture::new("What stopped attacks", PictureKind::Shares, &stopped),
        Picture::new("Bloodied by round", PictureKind::Happened, &[("injured_round", "bloodied")]),
        Picture::new("Mangled by round", PictureKind::Happened, &[("mangled_round", "mangled")]),
        Picture::new("Mutilated by round", PictureKind::Happened, &[("mutilated_round", "mutilated")]),
        Picture::new("Worn out by round", PictureKind::Happened, &[("tired_round", "fatigue above the small die")]),
        Picture::new("Still standing by round", PictureKind::Survival, &[("out_round", "standing")]),
        Picture::new("State at the end", PictureKind::Levels(levels), &[("state", "state")]),
        Picture::new("Why they are out", PictureKind::Totals, &reasons),
        Picture::new("Injuries by body part", PictureKind::Totals, &parts),
        Picture::new("HP left", PictureKind::Distribution, &[("hp", "HP left")]),
        Picture::new("Fatigue at the end", PictureKind::Distribution, &[("fatigue", "fatigue")]),
    ]
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Fills the metrics of a fight that has ended, in the order of the catalogue.
    pub(super) fn fill_metrics(&self, fight: &Fight, met: Sides, counts: &Counts, ending: Ending, values: &mut [i64]) {
        values[0] = ending.winner(self.lineup.sides);
        values[1] = i64::from(fight.round);
        let (of_sides, rest) = values[2..].split_at_mut(OF_SIDE * self.lineup.sides);
        let (of_sides, _) = of_sides.as_chunks_mut::<OF_SIDE>();
        for (side, [standing, victory_rounds]) in (0..).map(Side).zip(&mut *of_sides) {
            *standing = if met.has(side) { 0 } else { ABSENT };
            *victory_rounds = if self.lineup.relations.wins(side, ending) { i64::from(fight.round) } else { ABSENT };
        }
        for (fighter, body) in self.fighters.iter().zip(&fight.bodies) {
            // Of a side that is not there everybody is out.
            if self.stands(body) {
                of_sides[usize::from(fighter.side.0)][0] += 1;
            }
        }
        let (of_bodies, rest) = rest.split_at_mut(MEASURED * fight.bodies.len());
        let (of_fight, counted) = rest.split_at_mut(OF_FIGHT);
        of_fight[1] = decided_by(fight, counts);
        of_fight[0] = i64::from(fight.slots().any(|who| {
            self.lineup.relations.wins(self.fighter(who).side, ending) && counts.of(who)[usize::from(ACTED_FIRST.0)] > 0
        }));
        let (of_bodies, _) = of_bodies.as_chunks_mut::<MEASURED>();
        let places = of_bodies.iter_mut().zip(counted.chunks_exact_mut(measured(self.has_parts)));
        for (who, (of_state, counted)) in fight.slots().zip(places) {
            if !met.has(self.fighter(who).side) {
                of_state.fill(ABSENT);
                counted.fill(ABSENT);
                continue;
            }
            *of_state = self.seen(fight, who).measured();
            let (in_fights, counts) = counts.of(who).split_at(IN_FIGHTS);
            let (in_rests, by_round) = counts.split_at(COUNTED.len() - IN_FIGHTS);
            let (counted, rest) = counted.split_at_mut(IN_FIGHTS);
            counted.copy_from_slice(in_fights);
            let (fatigue, rest) = rest.split_at_mut(FATIGUE.len());
            fatigue.copy_from_slice(&by_round[..FATIGUE.len()]);
            Series::tell(fatigue);
            rest.copy_from_slice(&in_rests[..rest.len()]);
        }
    }
}

impl<const PLAIN: bool, D: Dice, W: Watch> Play<'_, PLAIN, D, W> {
    /// Keeps how tired a combatant is when its turn begins.
    #[inline(always)]
    pub(super) fn keep_fatigue(&mut self, who: Slot) {
        if let Some(place) = FATIGUE.place(self.fight.round) {
            FATIGUE.keep(place, who, self.rules.seen(self.fight, who).by_round(), &mut self.table.watch);
        }
    }
}

/// The reason for which that one went out whose end was the end of the fight.
fn decided_by(fight: &Fight, counts: &Counts) -> i64 {
    let number = |who: Slot, counter: Counter| counts.of(who)[usize::from(counter.0)];
    let last = fight.slots().find(|&who| number(who, DECIDED) > 0);
    let nothing = REASONS.len() - 1;
    let reason = |who| (0..nothing).find(|&reason| number(who, Counter(OUT_TORSO.0 + reason as u8)) > 0);
    last.and_then(reason).unwrap_or(nothing) as i64
}
