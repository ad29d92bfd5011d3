//! Metrics of `injury-d20`: what is counted while a fight goes on, what is read off its end, and the tables and pictures that
//! show it.
//!
//! Owns the running numbers and the catalogue (section 7 of the specification); what is read off the end is declared in
//! [`quantities`](super::quantities). The first metrics of the catalogue depend on the final state alone, so that the exact solver can
//! measure them too. Start at [`catalogue`].

use frame::fight::day::Sides;
use frame::fight::watch::Counter;
use frame::fight::{
    ABSENT, Catalogue, Counts, Ending, Harm, Metric, Overview, Picture, PictureKind, RatioOfTotals, Scale, Side, Subject,
};
use frame::rules::declare::counters;
use frame::rules::quantity::{Family, Series, Times, counted, families, measured_from, names_from};

use super::Core;
use super::quantities::{MEASURED, MetricGroup, ORDER, QUANTITIES};
use super::sheet::{Death, PartKind};
use super::state::{Body, Fight, cause};

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
}

/// The number of running numbers.
pub const COUNTERS: usize = STAMINA.end();

/// Stamina at the beginning of one's turn in the first rounds.
pub const STAMINA: Series = Series::new(Times::new(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), COUNTED.len(), 1);

/// Injuries of a kind of part, told by their causes alone.
pub fn injured(kind: PartKind) -> Counter {
    Counter(COUNTERS as u8 + kind as u8)
}

/// Deaths, likewise.
pub const DEATHS: Counter = Counter((COUNTERS + PartKind::ALL.len()) as u8);

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
pub fn fate(body: &Body) -> i64 {
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

/// Metrics that are told of the dead before a fight is over: all that are read off a combatant but its fate.
pub const TOLD_EARLY: [&str; measured_from(QUANTITIES, MetricGroup::Breath as u8)] = names_from(QUANTITIES, ORDER);

/// The metrics of injuries by kind of part, in the order of the kinds: family, heading.
fn parts() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_parts = |&(group, _): &(u8, &str)| group == MetricGroup::Parts as u8;
    QUANTITIES.iter().filter_map(move |row| row.metric.filter(of_parts).map(|(_, label)| (row.name, label)))
}

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
    let of_each = |families: &[Family]| Metric::of_each(combatants.iter().map(|(name, _)| name), families);
    metrics.extend(of_each(&families(QUANTITIES, &ORDER)));
    let of_state = metrics.len();
    // A constant has no room for the words.
    metrics.iter_mut().filter(|metric| metric.family == "fate").for_each(|metric| metric.scale = fates.clone());
    metrics.extend(of_each(&[counted(COUNTED), STAMINA.by_round(QUANTITIES)].concat()));
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
    let parts = parts().map(|(family, _)| family);
    let marks = ["injuries"].into_iter().chain(parts).chain(["injuries_taken", "destroyed", "knocked_out"]);
    let marks = marks.map(str::to_owned).collect();
    let of_hazards = ["injured_by_hazards", "strained_by_hazards", "stamina_to_hazards"];
    let only_between = of_hazards.into_iter().chain(["injured_by_neglect"]).map(str::to_owned).collect();
    let catalogue = Catalogue { between: families.map(str::to_owned).into(), only_between, marks, ..Catalogue::default() };
    catalogue
        .carrying(&["exhaustion", "injuries", "stamina"])
        .endangering(&[&of_hazards[..], &["strain"]].concat())
        .harmed(harms())
        .paced(&[PARRIES, REACTIVE], &[MANEUVERS_DONE, DROPPED, SUNDERED, STUNNED, FALLS, BLED])
}

/// Harm that is told by its cause: injuries by kind of part, and what else there is.
fn harms() -> Vec<Harm> {
    let of_part = |(kind, (family, label)): (PartKind, _)| {
        debug_assert_eq!(kind.word(), family);
        Harm::new(injured(kind), family, label, "injuries")
    };
    let counted = [INJURIES, DESTROYED, KNOCKED_OUT, STRAIN].map(|counter| {
        let (family, label, scale) = &COUNTED[usize::from(counter.0)];
        Harm::of(counter, family, label, scale)
    });
    let deaths = Harm::new(DEATHS, "deaths", "deaths", "deaths");
    PartKind::ALL.into_iter().zip(parts()).map(of_part).chain([deaths]).chain(counted).collect()
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
        Picture::bands("Stamina by round", "round", "stamina", STAMINA.times.each()),
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
        let (of_bodies, counted) = values[next..].split_at_mut(MEASURED * fight.bodies.len());
        let (of_bodies, _) = of_bodies.as_chunks_mut::<MEASURED>();
        let places = of_bodies.iter_mut().zip(counted.chunks_exact_mut(COUNTERS));
        for (who, (of_state, counted)) in fight.slots().zip(places) {
            if !met.has(self.fighter(who).side) {
                of_state.fill(ABSENT);
                counted.fill(ABSENT);
                continue;
            }
            *of_state = self.seen(fight, who).measured();
            counted.copy_from_slice(counts.of(who));
            counted[usize::from(AP_SPENT.0)] = AP_SPENT_ON.iter().map(|on| counted[usize::from(on.0)]).sum();
            Series::tell(&mut counted[COUNTED.len()..]);
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
