//! Metrics of `injury-d20`: what is counted while a fight goes on, what is read off its end, and the tables and pictures that
//! show it.
//!
//! Owns the running numbers and the catalogue (section 7 of the specification). The first metrics of the catalogue depend on
//! the final state alone, so that the exact solver can measure them too. Start at [`catalogue`].

use frame::dice::Slot;
use frame::fight::day::Sides;
use frame::fight::watch::Counter;
use frame::fight::{
    ABSENT, Catalogue, Counts, Ending, Harm, Metric, Overview, Picture, PictureKind, RatioOfTotals, Scale, Side, Subject,
};
use frame::rules::declare::counters;

use super::Core;
use super::observe::SENSES;
use super::sheet::Death;
use super::sheet::{Condition, PartKind};
use super::state::{Body, Fight, Place, SHIELD, cause};

counters! {
    WENT_FIRST = "went_first", "went first", Scale::Flag;
    TURNS = "turns", "turns", Scale::Amount("turns");
    BLOWS = "blows", "attack rolls", Scale::Amount("rolls");
    NET_DICE = "net_disadvantages", "disadvantages less advantages of attack rolls", Scale::Amount("disadvantages");
    HITS = "hits", "hits", Scale::Amount("hits");
    DEGREES = "degrees", "degrees of hits", Scale::Amount("degrees");
    CRITICALS = "criticals", "critical hits", Scale::Amount("hits");
    NATURAL_20 = "natural_20", "natural 20s", Scale::Amount("rolls");
    NATURAL_1 = "natural_1", "natural 1s", Scale::Amount("rolls");
    FUMBLES = "fumbles", "critical misses", Scale::Amount("times");
    PARRIES = "parries", "parries", Scale::Amount("parries");
    DEGREES_PARRIED = "degrees_parried", "degrees parried", Scale::Amount("degrees");
    DEFLECTED = "deflected", "hits deflected", Scale::Amount("hits");
    REACTIVE = "reactive_attacks", "reactive attacks", Scale::Amount("attacks");
    CLEAVES = "cleaves", "cleaves", Scale::Amount("times");
    LUNGES = "lunges", "lunges", Scale::Amount("times");
    POWER = "power", "stamina put into blows", Scale::Amount("points");
    RECKLESS = "reckless", "reckless degrees", Scale::Amount("degrees");
    CHARGES = "charges", "charges", Scale::Amount("charges");
    MANEUVERS = "maneuvers", "maneuvers", Scale::Amount("maneuvers");
    MANEUVERS_DONE = "maneuvers_done", "maneuvers that worked", Scale::Amount("maneuvers");
    STRAIN = "strain", "strain taken", Scale::Amount("points");
    STRAINED_BY_ATTACKS = "strained_by_attacks", "strain of attacks", Scale::Amount("points");
    STRAINED_BY_FALLS = "strained_by_falls", "strain of falls", Scale::Amount("points");
    STRAINED_BY_CONFUSION = "strained_by_confusion", "strain of confusion", Scale::Amount("points");
    STRAINED_BY_HAZARDS = "strained_by_hazards", "strain of hazards", Scale::Amount("points");
    STAMINA_TO_HAZARDS = "stamina_to_hazards", "stamina lost to hazards", Scale::Amount("points");
    STAMINA_PAID = "stamina_paid", "stamina paid", Scale::Amount("points");
    INJURIES = "injuries_taken", "injuries taken", Scale::Amount("injuries");
    INJURED_BY_ATTACKS = "injured_by_attacks", "injuries by attacks", Scale::Amount("injuries");
    INJURED_BY_FALLS = "injured_by_falls", "injuries by falls", Scale::Amount("injuries");
    INJURED_BY_HAZARDS = "injured_by_hazards", "injuries by hazards", Scale::Amount("injuries");
    INJURED_BY_NEGLECT = "injured_by_neglect", "injuries by want of treatment", Scale::Amount("injuries");
    DESTROYED = "destroyed", "parts destroyed", Scale::Amount("parts");
    DROPPED = "dropped", "things dropped", Scale::Amount("times");
    SUNDERED = "sundered", "things sundered", Scale::Amount("times");
    FALLS = "falls", "falls", Scale::Amount("times");
    STUNNED = "stunned", "stunned", Scale::Amount("times");
    KNOCKED_OUT = "knocked_out", "knocked out", Scale::Amount("times");
    BLED = "bled", "bleeding", Scale::Amount("points");
    DEATH_SAVES = "death_saves", "death saves", Scale::Amount("saves");
    CRITICAL_SAVES = "critical_saves", "critical death saves", Scale::Amount("saves");
    TURNS_EXHAUSTED = "turns_exhausted", "turns begun exhausted", Scale::Amount("turns");
    TURNS_PRONE = "turns_prone", "turns begun prone", Scale::Amount("turns");
    TURNS_BLINDED = "turns_blinded", "turns begun blinded", Scale::Amount("turns");
    TURNS_STUNNED = "turns_stunned", "turns lost stunned", Scale::Amount("turns");
    TURNS_DAZED = "turns_dazed", "turns begun dazed", Scale::Amount("turns");
    TURNS_UNCONSCIOUS = "turns_unconscious", "turns begun unconscious", Scale::Amount("turns");
    TURNS_GRAPPLED = "turns_grappled", "turns begun grappled", Scale::Amount("turns");
    TURNS_UNARMED = "turns_unarmed", "turns begun without a melee weapon", Scale::Amount("turns");
    TURNS_CONFUSED = "turns_confused", "turns begun confused", Scale::Amount("turns");
    TURNS_LOST_CONFUSED = "turns_lost_confused", "turns lost confused", Scale::Amount("turns");
    AP_ATTACK = "ap_attack", "points for attacks", Scale::Amount("points");
    AP_MANEUVER = "ap_maneuver", "points for maneuvers", Scale::Amount("points");
    AP_CHARGE = "ap_charge", "points for charges", Scale::Amount("points");
    AP_MOVE = "ap_move", "points for moving", Scale::Amount("points");
    AP_STAND = "ap_stand", "points for standing up", Scale::Amount("points");
    AP_DEFEND = "ap_defend", "points for Defend", Scale::Amount("points");
    AP_SHIELD = "ap_shield", "points for the shield", Scale::Amount("points");
    AP_OTHER = "ap_other", "points for other things", Scale::Amount("points");
    // Follows from those before it when a fight is over.
    AP_SPENT = "ap_spent", "points spent", Scale::Amount("points");
    SQUARES = "squares", "squares moved", Scale::Amount("squares");
    EXHAUSTED_ROUND = "exhausted_round", "round of being exhausted", Scale::Moment;
    UNCONSCIOUS_ROUND = "unconscious_round", "round of falling unconscious", Scale::Moment;
    OUT_ROUND = "out_round", "round of going out", Scale::Moment;
    DEATH_ROUND = "death_round", "round of death", Scale::Moment;
    BLINDED_ROUND = "blinded_round", "round of being blinded", Scale::Moment;
    CONFUSED_ROUND = "confused_round", "round of being confused", Scale::Moment;
    STAMINA_1 = "stamina_1", "stamina in round 1", Scale::Amount("points");
    STAMINA_2 = "stamina_2", "stamina in round 2", Scale::Amount("points");
    STAMINA_3 = "stamina_3", "stamina in round 3", Scale::Amount("points");
    STAMINA_4 = "stamina_4", "stamina in round 4", Scale::Amount("points");
    STAMINA_5 = "stamina_5", "stamina in round 5", Scale::Amount("points");
    STAMINA_6 = "stamina_6", "stamina in round 6", Scale::Amount("points");
    STAMINA_7 = "stamina_7", "stamina in round 7", Scale::Amount("points");
    STAMINA_8 = "stamina_8", "stamina in round 8", Scale::Amount("points");
    STAMINA_9 = "stamina_9", "stamina in round 9", Scale::Amount("points");
    STAMINA_10 = "stamina_10", "stamina in round 10", Scale::Amount("points");
}

/// The number of running numbers.
pub const COUNTERS: usize = COUNTED.len();

/// Injuries of a kind of part, told by their causes alone.
pub fn injured(kind: PartKind) -> Counter {
    Counter(COUNTERS as u8 + kind as u8)
}

/// Deaths, likewise.
pub const DEATHS: Counter = Counter((COUNTERS + PartKind::ALL.len()) as u8);

/// Stamina at the beginning of one's turn in the first rounds, plus 1.
pub const STAMINA_OF_ROUND: [Counter; 10] =
    [STAMINA_1, STAMINA_2, STAMINA_3, STAMINA_4, STAMINA_5, STAMINA_6, STAMINA_7, STAMINA_8, STAMINA_9, STAMINA_10];

/// The numbers of action points by what they are spent on.
const AP_SPENT_ON: [Counter; 8] = [AP_ATTACK, AP_MANEUVER, AP_CHARGE, AP_MOVE, AP_STAND, AP_DEFEND, AP_SHIELD, AP_OTHER];

/// Returns the uses of action points: family and heading.
fn ap_uses() -> [(&'static str, &'static str); AP_SPENT_ON.len()] {
    AP_SPENT_ON.map(|on| {
        let (family, label, _) = &COUNTED[usize::from(on.0)];
        (*family, *label)
    })
}

/// The fates of a combatant, as labels.
const FATES: [&str; 11] = [
    "standing",
    "out of breath",
    "knocked out",
    "coma",
    "killed by the head",
    "killed by the heart",
    "failed save",
    "destroyed",
    "killed afterwards",
    "fled",
    "gave up",
];

/// Returns the fate of a combatant: an index into [`FATES`].
fn fate(body: &Body) -> i64 {
    match body.death {
        Some(Death::Head) => 4,
        Some(Death::Heart) => 5,
        Some(Death::Save) => 6,
        Some(Death::Destroyed) => 7,
        Some(Death::Killed | Death::Starved) => 8,
        None if body.causes & cause::COMA != 0 => 3,
        None if body.causes & cause::KNOCKED_OUT != 0 => 2,
        None if body.unconscious() => 1,
        None if body.fled => 9,
        None if body.yielded => 10,
        None => 0,
    }
}

/// Injuries by kind of part.
type ByKind = [i64; PartKind::ALL.len()];

/// Counts the injuries of a body by the kind of part.
fn by_kind(core: &Core, who: Slot, body: &Body) -> ByKind {
    let mut by_kind = ByKind::default();
    let plan = &core.fighter(who).plan;
    body.harm.each().for_each(|part| by_kind[plan.of(part).0 as usize] += 1);
    by_kind
}

macro_rules! of_body {
    ($( $family:literal, $label:literal, $scale:expr, $value:expr; )*) => {
        /// Metrics that are read off a combatant at the end: family, heading, scale.
        const OF_BODY: &[(&str, &str, Scale)] = &[$( ($family, $label, $scale), )*];

        /// The values of [`OF_BODY`] in its order.
        fn of_body(core: &Core, who: Slot, body: &Body) -> [i64; OF_BODY.len()] {
            let by_kind = by_kind(core, who, body);
            [$( { let value: fn(&Core, Slot, &Body, &ByKind) -> i64 = $value; value(core, who, body, &by_kind) }, )*]
        }
    };
}

of_body! {
    "fate", "what becomes of whom", Scale::Category(Vec::new()), |_, _, body, _| fate(body);
    "out", "out", Scale::Flag, |core, _, body, _| i64::from(!core.active(body));
    "dead", "dead", Scale::Flag, |_, _, body, _| i64::from(body.dead());
    "stamina", "stamina left", Scale::Amount("points"), |_, _, body, _| i64::from(body.stamina);
    "exhaustion", "exhaustion left", Scale::Amount("points"), |_, _, body, _| i64::from(body.exhaustion);
    "exhausted", "exhausted", Scale::Flag, |core, who, body, _| i64::from(core.exhausted(who, body));
    "injuries", "injuries", Scale::Amount("injuries"), |_, _, body, _| i64::from(body.harm.injuries());
    "injury_value", "worth of the injuries", Scale::Amount("points"), |core, who, body, _| i64::from(core.injury_value(who, body));
    "parts_lost", "parts lost", Scale::Amount("parts"), |core, who, body, _| i64::from(core.lost(who, body).count_ones());
    "ear", "ears", Scale::Amount("injuries"), |_, _, _, by_kind| by_kind[PartKind::Ear as usize];
    "nose", "noses", Scale::Amount("injuries"), |_, _, _, by_kind| by_kind[PartKind::Nose as usize];
    "tail", "tails", Scale::Amount("injuries"), |_, _, _, by_kind| by_kind[PartKind::Tail as usize];
    "wing", "wings", Scale::Amount("injuries"), |_, _, _, by_kind| by_kind[PartKind::Wing as usize];
    "eye", "eyes", Scale::Amount("injuries"), |_, _, _, by_kind| by_kind[PartKind::Eye as usize];
    "hand", "hands", Scale::Amount("injuries"), |_, _, _, by_kind| by_kind[PartKind::Hand as usize];
    "foot", "feet", Scale::Amount("injuries"), |_, _, _, by_kind| by_kind[PartKind::Foot as usize];
    "horn", "horns", Scale::Amount("injuries"), |_, _, _, by_kind| by_kind[PartKind::Horn as usize];
    "mouth", "mouths", Scale::Amount("injuries"), |_, _, _, by_kind| by_kind[PartKind::Mouth as usize];
    "arm", "arms", Scale::Amount("injuries"), |_, _, _, by_kind| by_kind[PartKind::Arm as usize];
    "leg", "legs", Scale::Amount("injuries"), |_, _, _, by_kind| by_kind[PartKind::Leg as usize];
    "head", "heads", Scale::Amount("injuries"), |_, _, _, by_kind| by_kind[PartKind::Head as usize];
    "heart", "hearts", Scale::Amount("injuries"), |_, _, _, by_kind| by_kind[PartKind::Heart as usize];
    "stolen", "things stolen", Scale::Amount("things"), |_, _, body, _| i64::from(body.stolen);
}

/// The number of metrics at the head of [`OF_BODY`] that are told of nobody before a fight is over.
const TOLD_LATE: usize = 3;

/// Metrics of [`OF_BODY`] that are told of the dead before a fight is over: all that follow those.
pub const TOLD_EARLY: [&str; OF_BODY.len() - TOLD_LATE] = {
    let mut told = [""; OF_BODY.len() - TOLD_LATE];
    let mut place = 0;
    while place < told.len() {
        told[place] = OF_BODY[TOLD_LATE + place].0;
        place += 1;
    }
    told
};

/// Metrics of the fight, and of each side, in front of those of the combatants.
const FIGHT: usize = 4;
const OF_SIDE: usize = 3;

/// The names of everything that a scenario's fights are measured by; and how many of them, from the beginning, are read off the
/// final state alone.
pub fn catalogue(sides: &[String], combatants: &[(String, Side)]) -> (Catalogue, usize) {
    let fates = Scale::Category(FATES.map(str::to_owned).to_vec());
    let mut metrics = vec![
        Metric::winner(sides),
        Metric::rounds(),
        Metric::of_fight("decided_by", "what became of the last to go out", fates.clone()),
        Metric::of_fight("seconds", "seconds", Scale::Amount("seconds")),
    ];
    for (side, name) in (0..).map(Side).zip(sides) {
        metrics.extend(Metric::of_side(name, side));
        metrics.push(Metric::of(name, Subject::Side(side), "wins_going_first", "wins when going first", Scale::Flag));
    }
    let of_each = |families| Metric::of_each(combatants.iter().map(|(name, _)| name), families);
    metrics.extend(of_each(OF_BODY));
    let of_state = metrics.len();
    // A constant has no room for the words.
    metrics.iter_mut().filter(|metric| metric.family == "fate").for_each(|metric| metric.scale = fates.clone());
    metrics.extend(of_each(COUNTED));
    (Catalogue { metrics, ratios: ratios(), overviews: overviews(), pictures: pictures(), ..outside_of_fights() }, of_state)
}

/// Returns the metrics that are counted outside of fights too: where injuries grow worse.
fn outside_of_fights() -> Catalogue {
    let families = [
        "injuries_taken",
        "injured_by_falls",
        "strain",
        "strained_by_falls",
        "destroyed",
        "dropped",
        "falls",
        "stunned",
        "knocked_out",
        "death_saves",
        "critical_saves",
    ];
    // Injuries of each kind of part by the end of a fight, those of earlier fights included, and what came in it.
    let parts = OF_BODY.iter().filter(|(.., scale)| matches!(scale, Scale::Amount("injuries"))).map(|(family, ..)| *family);
    let marks = parts.chain(["injuries_taken", "destroyed", "knocked_out"]).map(str::to_owned).collect();
    let of_hazards = ["injured_by_hazards", "strained_by_hazards", "stamina_to_hazards"];
    let only_between = of_hazards.into_iter().chain(["injured_by_neglect"]).map(str::to_owned).collect();
    let catalogue = Catalogue { between: families.map(str::to_owned).into(), only_between, marks, ..Catalogue::default() };
    catalogue
        .carrying(&["exhaustion", "injuries", "stamina"])
        .endangering(&[&of_hazards[..], &["strain"]].concat())
        .harmed(harms())
        .paced(&[PARRIES, REACTIVE], &[MANEUVERS_DONE, DROPPED, SUNDERED, STUNNED, FALLS, BLED])
}

/// The first metric of a kind of part, of those that are read off a combatant; the others follow in the order of the kinds.
const FIRST_PART: usize = 9;

/// Harm that is told by its cause: injuries by kind of part, and what else there is.
fn harms() -> Vec<Harm> {
    let of_part = |(place, kind): (u8, PartKind)| {
        let (family, label, _) = OF_BODY[FIRST_PART + usize::from(place)];
        debug_assert_eq!(kind as u8, place);
        Harm::new(Counter(COUNTERS as u8 + place), family, label, "injuries")
    };
    let counted = [INJURIES, DESTROYED, KNOCKED_OUT, STRAIN].map(|counter| {
        let (family, label, scale) = &COUNTED[usize::from(counter.0)];
        Harm::of(counter, family, label, scale)
    });
    let deaths = Harm::new(DEATHS, "deaths", "deaths", "deaths");
    (0..).zip(PartKind::ALL).map(of_part).chain([deaths]).chain(counted).collect()
}

/// Returns the metrics that divide two totals.
fn ratios() -> Vec<RatioOfTotals> {
    let share =
        |(family, label)| RatioOfTotals::new(&format!("{family}_share"), &format!("share of {label}"), family, "ap_spent");
    let uses = ap_uses().map(share);
    let others = [
        RatioOfTotals::new("hit_share", "hits per attack roll", "hits", "blows"),
        RatioOfTotals::new("degrees_per_hit", "degrees per hit", "degrees", "hits"),
        RatioOfTotals::new("degrees_per_parry", "degrees taken away per parry", "degrees_parried", "parries"),
        RatioOfTotals::new("strain_per_round", "strain taken per round", "strain", "rounds"),
        RatioOfTotals::new("maneuver_share", "maneuvers that work", "maneuvers_done", "maneuvers"),
        RatioOfTotals::new("share_exhausted", "turns begun exhausted", "turns_exhausted", "turns"),
        RatioOfTotals::new("share_blinded", "turns begun blinded", "turns_blinded", "turns"),
        RatioOfTotals::new("share_prone", "turns begun prone", "turns_prone", "turns"),
        RatioOfTotals::new("share_unarmed", "turns begun without a melee weapon", "turns_unarmed", "turns"),
        RatioOfTotals::new("share_stunned", "turns lost stunned", "turns_stunned", "turns"),
        RatioOfTotals::new("share_confused", "turns begun confused", "turns_confused", "turns"),
        RatioOfTotals::new("critical_saves_share", "critical saves per death save", "critical_saves", "death_saves"),
    ];
    others.into_iter().chain(uses).collect()
}

/// Returns the tables of a report.
fn overviews() -> Vec<Overview> {
    vec![
        Overview::new("Who goes out, who dies", &["out", "dead", "injuries", "parts_lost", "stamina", "exhaustion"], true),
        Overview::new("Attacks", &["blows", "hit_share", "degrees_per_hit", "criticals", "fumbles", "dropped"], true),
        Overview::new(
            "Injuries by part",
            &["ear", "nose", "tail", "wing", "eye", "hand", "foot", "horn", "mouth", "arm", "leg", "head", "heart"],
            false,
        ),
        Overview::new(
            "Turns lost or hindered",
            &[
                "turns",
                "turns_stunned",
                "turns_dazed",
                "turns_unconscious",
                "turns_grappled",
                "turns_confused",
                "turns_lost_confused",
            ],
            false,
        ),
        Overview::new(
            "Injuries, by cause",
            &["injuries_taken", "injured_by_attacks", "injured_by_falls", "injured_by_hazards", "injured_by_neglect"],
            false,
        ),
        Overview::new(
            "Strain, by cause",
            &["strain", "strained_by_attacks", "strained_by_falls", "strained_by_confusion", "strained_by_hazards"],
            false,
        ),
        Overview::new("Breath", &["strain", "strain_per_round", "stamina_paid", "power", "reckless", "bled"], false),
        Overview::new(
            "Share of turns",
            &["share_exhausted", "share_blinded", "share_prone", "share_unarmed", "share_stunned", "share_confused"],
            false,
        ),
        Overview::new("Action points", &ap_uses().map(|(family, _)| family), false),
        Overview::new("Reactions", &["parries", "degrees_per_parry", "deflected", "reactive_attacks"], false),
        Overview::new(
            "Options",
            &["cleaves", "lunges", "charges", "maneuvers", "maneuver_share", "natural_20", "natural_1"],
            false,
        ),
        Overview::new("The helpless", &["death_saves", "critical_saves", "critical_saves_share", "knocked_out"], false),
        Overview::new("Going first", &["went_first", "wins_going_first"], false),
    ]
}

/// Returns the pictures of a report.
fn pictures() -> Vec<Picture> {
    let body = [
        ("heart", "heart, fatal"),
        ("head", "head, deadly"),
        ("arm", "arms, severe"),
        ("leg", "legs, severe"),
        ("eye", "eyes, major"),
        ("hand", "hands, major"),
        ("foot", "feet, major"),
        ("horn", "horns, major"),
        ("mouth", "mouth, major"),
        ("ear", "ears, minor"),
        ("nose", "nose, minor"),
        ("tail", "tail, minor"),
        ("wing", "wings, minor"),
    ];
    let counts = ["1 and more", "2 and more", "3 and more", "4 and more"].map(str::to_owned).to_vec();
    let name = |label: &'static str| label.trim_start_matches("points for ").trim_start_matches("the ").to_owned();
    let uses = ap_uses().map(|(family, label)| (format!("{family}_share"), name(label)));
    let spent = Picture { title: "Action points by use".into(), families: uses.to_vec(), kind: PictureKind::Shares };
    vec![
        Picture::new("Who wins", PictureKind::Rates, &[("winner", "winner")]),
        Picture::new("How long it takes", PictureKind::Distribution, &[("rounds", "rounds")]),
        Picture::new("How fights end", PictureKind::Rates, &[("decided_by", "what became of the last to go out")]),
        Picture::new("What becomes of whom", PictureKind::Rates, &[("fate", "what becomes of whom")]),
        Picture::new("Exhausted by round", PictureKind::Happened, &[("exhausted_round", "exhausted")]),
        Picture::new("Unconscious by round", PictureKind::Happened, &[("unconscious_round", "unconscious")]),
        Picture::new("Dead by round", PictureKind::Happened, &[("death_round", "dead")]),
        Picture::new("Still in the fight by round", PictureKind::Survival, &[("out_round", "in the fight")]),
        Picture::new("Injuries over the body", PictureKind::Heat(counts), &body),
        Picture::new("Injuries", PictureKind::Distribution, &[("injuries", "injuries")]),
        Picture::bands("Stamina by round", "round", "stamina", 1..=STAMINA_OF_ROUND.len()),
        spent,
        Picture::new("Stamina left", PictureKind::Distribution, &[("stamina", "stamina left")]),
    ]
}

impl Core {
    /// Fills the metrics of a fight that has ended, in the order of the catalogue.
    pub(super) fn fill_metrics(&self, fight: &Fight, met: Sides, counts: &Counts, ending: Ending, values: &mut [i64]) {
        values[0] = ending.winner(self.lineup.sides);
        values[1] = i64::from(fight.round);
        values[2] = self.decided_by(fight, ending);
        values[3] = i64::from(fight.round) * i64::from(self.book.round.seconds);
        let first = fight.order.first().map(|&first| self.fighter(first).side);
        let mut next = FIGHT;
        for side in Sides::all(self.lineup.sides) {
            let here = met.has(side);
            let won = self.lineup.relations.wins(side, ending);
            let standing = (self.lineup.members(side) & fight.active).len();
            values[next] = if here { standing as i64 } else { ABSENT };
            values[next + 1] = if won { i64::from(fight.round) } else { ABSENT };
            values[next + 2] = if here && first == Some(side) { i64::from(won) } else { ABSENT };
            next += OF_SIDE;
        }
        let (of_bodies, counted) = values[next..].split_at_mut(OF_BODY.len() * fight.bodies.len());
        let places = of_bodies.chunks_exact_mut(OF_BODY.len()).zip(counted.chunks_exact_mut(COUNTERS));
        for (who, (of_state, counted)) in fight.slots().zip(places) {
            if !met.has(self.fighter(who).side) {
                of_state.fill(ABSENT);
                counted.fill(ABSENT);
                continue;
            }
            of_state.copy_from_slice(&of_body(self, who, fight.body(who)));
            counted.copy_from_slice(counts.of(who));
            counted[usize::from(AP_SPENT.0)] = AP_SPENT_ON.iter().map(|on| counted[usize::from(on.0)]).sum();
            for counter in STAMINA_OF_ROUND {
                let value = &mut counted[usize::from(counter.0)];
                *value = if *value == 0 { ABSENT } else { *value - 1 };
            }
        }
    }

    /// Returns the fate of the last of the losers: the worst among them.
    fn decided_by(&self, fight: &Fight, ending: Ending) -> i64 {
        let Ending::Won(winner) = ending else { return ABSENT };
        let mut fates = [0_u32; FATES.len()];
        for who in fight.slots() {
            let side = self.fighter(who).side;
            if self.lineup.relations.hostile(side, winner) && fight.sides.has(side) {
                fates[fate(fight.body(who)) as usize] += 1;
            }
        }
        (1..FATES.len()).rev().max_by_key(|&fate| fates[fate]).unwrap_or(0) as i64
    }
}

/// Returns a value of a part: `eye`, `eye_1` for one of several, `gone_hand_0`.
fn see_part(core: &Core, body: &Body, who: Slot, name: &str) -> Option<i64> {
    let plan = &core.fighter(who).plan;
    let (name, gone) = name.strip_prefix("gone_").map_or((name, false), |rest| (rest, true));
    if let Some((kind, index)) = name.rsplit_once('_')
        && let (Ok(kind), Ok(index)) = (kind.parse(), index.parse())
    {
        let part = plan.part(kind, index)?;
        return Some(if gone { (body.harm.gone >> part & 1) as i64 } else { i64::from(body.harm.count(part)) });
    }
    let kind = name.parse().ok()?;
    Some(i64::from(body.harm.total(plan.all(kind))))
}

/// Returns a value of a combatant by its name, for tests and tools.
pub fn see(core: &Core, fight: &Fight, who: Slot, name: &str) -> Option<i64> {
    let (body, fighter) = (fight.body(who), core.fighter(who));
    if let Some(skill) = name.strip_prefix("disadvantages_") {
        return Some(i64::from(core.skill_disadvantages(who, body, skill.parse().ok()?, &SENSES)));
    }
    if let Some(capability) = name.strip_prefix("can_do_") {
        return Some(i64::from(core.capable(who, body, capability.parse().ok()?)));
    }
    if let Some(condition) = name.strip_prefix("timed_") {
        return Some(i64::from(body.timed[condition.parse::<Condition>().ok()? as usize]));
    }
    if let Some(thing) = name.strip_prefix("worn_works_") {
        return Some(i64::from(core.worn_works(who, body, thing.parse().ok()?)));
    }
    for (prefix, thing) in [("place_", None), ("place_shield", Some(SHIELD))] {
        let index = thing.filter(|_| name == prefix).or_else(|| name.strip_prefix(prefix)?.parse().ok());
        if let Some(place) = index.and_then(|index: u8| body.places.get(usize::from(index))) {
            return Some(match place {
                Place::None => 0,
                Place::Held => 1,
                Place::Stowed => 2,
                Place::Ground(_) => 3,
                Place::Stuck(_) => 4,
                Place::Lost => 5,
            });
        }
    }
    for (prefix, row) in [("lies_x_", false), ("lies_y_", true)] {
        if let Some(thing) = name.strip_prefix(prefix) {
            let place = body.places.get(thing.parse::<usize>().ok()?)?;
            let Place::Ground(at) = place else { return None };
            return Some(i64::from(if row { at.y } else { at.x }));
        }
    }
    if let Some(weapon) = name.strip_prefix("usable_weapon_") {
        let weapon: u8 = weapon.parse().ok()?;
        return (usize::from(weapon) < fighter.weapons.len()).then(|| i64::from(core.attacks_with(who, body, weapon)));
    }
    if let Some(way) = ["ground_ft", "fly_ft", "burrow_ft", "climb_ft"].iter().position(|way| *way == name) {
        return Some(i64::from(core.speed_ft(who, body, way)));
    }
    see_body(core, fight, who, name).or_else(|| see_part(core, body, who, name))
}

/// Returns a number of a body by its name in a script, if it is one.
fn see_body(core: &Core, fight: &Fight, who: Slot, name: &str) -> Option<i64> {
    let (body, fighter) = (fight.body(who), core.fighter(who));
    Some(match name {
        "stamina" => i64::from(body.stamina),
        "stamina_max" => i64::from(fighter.stamina_max),
        "exhaustion" => i64::from(body.exhaustion),
        "exhaustion_max" => i64::from(fighter.exhaustion_max),
        "strain" => i64::from(body.strain),
        "bleed" => i64::from(body.bleed),
        "exhausted" => i64::from(core.exhausted(who, body)),
        "ap" => i64::from(body.ap),
        "reactions" => i64::from(body.reactions),
        "attack_actions" => i64::from(body.attack_actions),
        "dv" => i64::from(core.dv(who, body, false)),
        "touch_dv" => i64::from(core.dv(who, body, true)),
        "injuries" => i64::from(body.harm.injuries()),
        "injury_value" => i64::from(core.injury_value(who, body)),
        "parts_lost" => i64::from(core.lost(who, body).count_ones()),
        "prone" => i64::from(body.prone),
        "unconscious" => i64::from(body.unconscious()),
        "coma" => i64::from(body.causes & cause::COMA != 0),
        "knocked_out" => i64::from(body.causes & cause::KNOCKED_OUT != 0),
        "dead" => i64::from(body.dead()),
        "fate" => fate(body),
        "stunned" => i64::from(body.stunned),
        "dazed" => i64::from(body.dazed),
        "blinded" => i64::from(core.blinded(who, body)),
        "deafened" => i64::from(core.deafened(who, body)),
        "concussed" => i64::from(core.concussed(who, body)),
        "confused" => i64::from(core.confused(who, body)),
        "sickened" => i64::from(core.sickened(who, body)),
        "off_guard" => i64::from(core.off_guard(who, body)),
        "grappled" => i64::from(body.grappled_by.is_some()),
        "open_defences" => i64::from(body.open_defences),
        "defending" => i64::from(body.dodging),
        "shield_ready" => i64::from(body.shield_ready),
        "charging" => i64::from(body.charging),
        "flying" => i64::from(body.flying),
        "altitude_ft" => i64::from(body.altitude_ft),
        "fled" => i64::from(body.fled),
        "yielded" => i64::from(body.yielded),
        "active" => i64::from(core.active(body)),
        "present" => i64::from(core.present(body)),
        "armed" => i64::from(core.melee_weapon(who, body).is_some()),
        "stand_cost" => core.stand_cost(who, body).map_or(-1, i64::from),
        "usable_hands" => (0..core.hands(who)).filter(|&hand| core.hand_usable(who, body, hand)).count() as i64,
        "can_eat" => i64::from(core.can_eat(who, body)),
        "attack_net" => i64::from(core.attack_net(who, body)),
        "armor_sundered" => i64::from(body.armor_sundered),
        "knows" => i64::from(body.knows.count_ones()),
        "place_in_order" => fight.order.iter().position(|&other| other == who).map_or(-1, |place| place as i64),
        "untreated" => core.untreated(fight, who),
        "treated" => core.treated(fight, who),
        "hungry_days" => i64::from(body.hungry_days),
        "x" => i64::from(body.at.x),
        "y" => i64::from(body.at.y),
        _ => return None,
    })
}
