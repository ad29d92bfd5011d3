//! Metrics of `cairn-ap`: what is counted while a fight goes on, what is read off its end, and the tables and pictures that
//! show it.
//!
//! Owns the running numbers, the catalogue (section 7 of the specification) and for whom a metric is; what is read off the end is
//! declared in [`quantities`](super::quantities). The first metrics of the catalogue depend on the final state alone, so that the
//! exact solver can measure them too. Start at [`catalogue`].

use std::ops::Range;

use frame::dice::Slot;
use frame::fight;
use frame::fight::day::Sides;
use frame::fight::watch::Counter;
use frame::fight::{
    ABSENT, Catalogue, Counts, Ending, Harm, Metric, Overview, Picture, PictureKind, RatioOfTotals, Scale, Side, Subject,
};
use frame::rules::quantity::{families, measured_from, names_from};

use super::Core;
use super::fighter::Fighter;
use super::quantities::{ALL, MEASURED, MetricGroup, ORDER, QUANTITIES, whom};
use super::sheet::Kind;
use super::state::{Fight, Status};

macro_rules! columns {
    ($( $name:ident = $family:literal, $label:literal, $scale:expr, $whom:ident; )*) => {
        frame::rules::declare::counters! { @numbers $( $name = $label; )* }

        /// The columns that are counted of a combatant, in the order of the numbers.
        const COUNTED: &[Column] = &[$( Column { family: $family, label: $label, scale: $scale, whom: Whom::$whom }, )*];
    };
}

columns! {
    OPENED = "opened", "opened the fight", Scale::Flag, Everybody;
    TURNS = "turns", "turns", Scale::Amount("turns"), Everybody;
    AP_SPENT = "ap_spent", "AP spent", Scale::Amount("AP"), Everybody;
    AP_LOST = "ap_lost", "AP lost", Scale::Amount("AP"), Everybody;
    AP_SURPRISED = "ap_surprised", "AP lost to surprise", Scale::Amount("AP"), Everybody;
    ROUNDS_DOWN = "rounds_down", "rounds lying critically wounded", Scale::Amount("rounds"), Everybody;
    ROUNDS_ASLEEP = "rounds_asleep", "rounds asleep or without will to fight", Scale::Amount("rounds"), Everybody;
    ROUNDS_UNABLE = "rounds_unable", "rounds without DEX, WIL or body", Scale::Amount("rounds"), Everybody;
    AP_ATTACK = "ap_attack", "AP on attacks", Scale::Amount("AP"), Everybody;
    AP_GAIN = "ap_gain", "AP on gaining advantage", Scale::Amount("AP"), Everybody;
    AP_DEFEND = "ap_defend", "AP on held defences", Scale::Amount("AP"), Everybody;
    AP_HOLD = "ap_hold", "AP on other held actions", Scale::Amount("AP"), Everybody;
    AP_MOVE = "ap_move", "AP on moving", Scale::Amount("AP"), Everybody;
    AP_STUNT = "ap_stunt", "AP on stunts", Scale::Amount("AP"), Everybody;
    AP_CAST = "ap_cast", "AP on casting", Scale::Amount("AP"), Caster;
    AP_OTHER = "ap_other", "AP on anything else", Scale::Amount("AP"), Everybody;
    ATTACKS = "attacks", "attacks", Scale::Amount("attacks"), Everybody;
    HITS = "hits", "hits", Scale::Amount("hits"), Everybody;
    HITS_STOPPED = "hits_stopped", "hits that Armor stopped", Scale::Amount("hits"), Everybody;
    SOAKED = "soaked", "damage that Armor took", Scale::Amount("points"), Everybody;
    DAMAGE_DEALT = "damage", "damage dealt, after Armor", Scale::Amount("points"), Everybody;
    DAMAGE_TAKEN = "damage_taken", "damage taken", Scale::Amount("points"), Everybody;
    TAKEN_FROM_WEAPONS = "taken_from_weapons", "damage taken from weapons", Scale::Amount("points"), Everybody;
    TAKEN_FROM_SPELLS = "taken_from_spells", "damage taken from spells", Scale::Amount("points"), Everybody;
    TAKEN_FROM_HAZARDS = "taken_from_hazards", "damage taken from hazards", Scale::Amount("points"), Everybody;
    STR_LOST = "str_lost", "STR lost by damage", Scale::Amount("points"), Everybody;
    ATTACK_NATURAL_1 = "attack_natural_1", "natural 1s of attacks", Scale::Amount("rolls"), Everybody;
    ATTACK_NATURAL_20 = "attack_natural_20", "natural 20s of attacks", Scale::Amount("rolls"), Everybody;
    SAVE_NATURAL_1 = "save_natural_1", "natural 1s of saves", Scale::Amount("rolls"), Everybody;
    SAVE_NATURAL_20 = "save_natural_20", "natural 20s of saves", Scale::Amount("rolls"), Everybody;
    CRIT_NATURAL_1 = "crit_natural_1", "natural 1s against critical damage", Scale::Amount("rolls"), Everybody;
    CRIT_NATURAL_20 = "crit_natural_20", "natural 20s against critical damage", Scale::Amount("rolls"), Everybody;
    OTHER_NATURAL_1 = "other_natural_1", "natural 1s of other checks", Scale::Amount("rolls"), Everybody;
    OTHER_NATURAL_20 = "other_natural_20", "natural 20s of other checks", Scale::Amount("rolls"), Everybody;
    CRIT_SAVES = "crit_saves", "saves against critical damage", Scale::Amount("saves"), Everybody;
    CRIT_FAILED = "crit_failed", "of them failed", Scale::Amount("saves"), Everybody;
    STRUCK_DOWN = "struck_down", "struck down", Scale::Amount("times"), Scarred;
    STUNTS = "stunts", "stunts", Scale::Amount("stunts"), Everybody;
    STUNTS_DONE = "stunts_done", "stunts that worked", Scale::Amount("stunts"), Everybody;
    HELD = "held", "held actions", Scale::Amount("actions"), Everybody;
    TRIGGERED = "triggered", "held actions that happened", Scale::Amount("actions"), Everybody;
    AIDED = "aided", "friends stabilised", Scale::Amount("friends"), Everybody;
    RETREATS = "retreats", "attempts to retreat", Scale::Amount("times"), Everybody;
    FLED = "fled", "fled", Scale::Flag, Everybody;
    ROUTED_BY_MORALE = "lost_heart", "lost heart", Scale::Amount("times"), Wavering;
    MORALE_CHECKS = "morale_checks", "saves for morale", Scale::Amount("saves"), Wavering;
    MORALE_FAILED = "morale_failed", "of them failed", Scale::Amount("saves"), Wavering;
    CASTS = "casts", "castings", Scale::Amount("castings"), Caster;
    CASTS_FAILED = "casts_failed", "castings that failed", Scale::Amount("castings"), Caster;
    AFFECTED = "affected", "taken by one's spells", Scale::Amount("creatures"), Caster;
    ASLEEP = "asleep", "put to sleep", Scale::Amount("times"), Everybody;
    FATIGUE = "fatigue_added", "Fatigue added", Scale::Amount("Fatigue"), Carrier;
    DROPPED = "dropped", "items dropped", Scale::Amount("items"), Carrier;
    HP_MAX_GAINED = "hp_max_gained", "maximum of HP gained", Scale::Amount("HP"), Scarred;
    SCARS = "scars", "scars", Scale::Amount("scars"), Scarred;
    SCAR_1 = "scar_1", "scar 1: a lasting scar", Scale::Amount("times"), Scarred;
    SCAR_2 = "scar_2", "scar 2: a rattling blow", Scale::Amount("times"), Scarred;
    SCAR_3 = "scar_3", "scar 3: walloped", Scale::Amount("times"), Scarred;
    SCAR_4 = "scar_4", "scar 4: a broken limb", Scale::Amount("times"), Scarred;
    SCAR_5 = "scar_5", "scar 5: a disease", Scale::Amount("times"), Scarred;
    SCAR_6 = "scar_6", "scar 6: a head wound", Scale::Amount("times"), Scarred;
    SCAR_7 = "scar_7", "scar 7: hamstrung", Scale::Amount("times"), Scarred;
    SCAR_8 = "scar_8", "scar 8: deafened", Scale::Amount("times"), Scarred;
    SCAR_9 = "scar_9", "scar 9: rebrained", Scale::Amount("times"), Scarred;
    SCAR_10 = "scar_10", "scar 10: sundered", Scale::Amount("times"), Scarred;
    SCAR_11 = "scar_11", "scar 11: a mortal wound", Scale::Amount("times"), Scarred;
    SCAR_12 = "scar_12", "scar 12: doomed", Scale::Amount("times"), Scarred;
    MISHAPS = "mishaps", "mishaps", Scale::Amount("mishaps"), Caster;
    MISHAP_2 = "mishap_2", "mishap 2: no casting for hours", Scale::Amount("times"), Caster;
    MISHAP_3 = "mishap_3", "mishap 3: weary of casting", Scale::Amount("times"), Caster;
    MISHAP_4 = "mishap_4", "mishap 4: a chain reaction", Scale::Amount("times"), Caster;
    MISHAP_5 = "mishap_5", "mishap 5: reversed", Scale::Amount("times"), Caster;
    MISHAP_6 = "mishap_6", "mishap 6: all things burn", Scale::Amount("times"), Caster;
    MISHAP_7 = "mishap_7", "mishap 7: spent", Scale::Amount("times"), Caster;
    MISHAP_8 = "mishap_8", "mishap 8: drained", Scale::Amount("times"), Caster;
    MISHAP_9 = "mishap_9", "mishap 9: invisible in moonlight", Scale::Amount("times"), Caster;
    MISHAP_10 = "mishap_10", "mishap 10: out of the body", Scale::Amount("times"), Caster;
    MISHAP_11 = "mishap_11", "mishap 11: a free die", Scale::Amount("times"), Caster;
    MISHAP_12 = "mishap_12", "mishap 12: a slot for Armor", Scale::Amount("times"), Caster;
    MISHAP_13 = "mishap_13", "mishap 13: the Grimoire damaged", Scale::Amount("times"), Caster;
    MISHAP_14 = "mishap_14", "mishap 14: tumors", Scale::Amount("times"), Caster;
    MISHAP_15 = "mishap_15", "mishap 15: the Grimoire in the soul", Scale::Amount("times"), Caster;
    MISHAP_16 = "mishap_16", "mishap 16: plants", Scale::Amount("times"), Caster;
    MISHAP_17 = "mishap_17", "mishap 17: hard to look at", Scale::Amount("times"), Caster;
    MISHAP_18 = "mishap_18", "mishap 18: the Grimoire in a hand", Scale::Amount("times"), Caster;
    MISHAP_19 = "mishap_19", "mishap 19: wings", Scale::Amount("times"), Caster;
    MISHAP_20 = "mishap_20", "mishap 20: limbs of another being", Scale::Amount("times"), Caster;
    MISHAP_21 = "mishap_21", "mishap 21: linked with a deity", Scale::Amount("times"), Caster;
    MISHAP_22 = "mishap_22", "mishap 22: a vessel of magic", Scale::Amount("times"), Caster;
    MISHAP_23 = "mishap_23", "mishap 23: a duplicate", Scale::Amount("times"), Caster;
    MISHAP_24 = "mishap_24", "mishap 24: elemental", Scale::Amount("times"), Caster;
    OUT_ROUND = "out_round", "round of leaving the fight", Scale::Moment, Everybody;
    DEATH_ROUND = "death_round", "round of death", Scale::Moment, Everybody;
}

/// The number of running numbers.
pub const COUNTERS: usize = COUNTED.len();

/// Deaths, told by their causes alone.
pub const DEATHS: Counter = Counter(COUNTERS as u8);

/// Entries of the scars table, from 1 on.
pub const SCAR_ENTRIES: [Counter; 12] =
    [SCAR_1, SCAR_2, SCAR_3, SCAR_4, SCAR_5, SCAR_6, SCAR_7, SCAR_8, SCAR_9, SCAR_10, SCAR_11, SCAR_12];

/// Entries of the mishaps table, from 2 on.
pub const MISHAP_ENTRIES: [Counter; 23] = [
    MISHAP_2, MISHAP_3, MISHAP_4, MISHAP_5, MISHAP_6, MISHAP_7, MISHAP_8, MISHAP_9, MISHAP_10, MISHAP_11, MISHAP_12, MISHAP_13,
    MISHAP_14, MISHAP_15, MISHAP_16, MISHAP_17, MISHAP_18, MISHAP_19, MISHAP_20, MISHAP_21, MISHAP_22, MISHAP_23, MISHAP_24,
];

/// Returns the name of an entry of the scars table.
pub fn scar_name(entry: usize) -> &'static str {
    let label = COUNTED[usize::from(SCAR_ENTRIES[entry - 1].0)].label;
    label.split_once(": ").map_or(label, |(_, name)| name)
}

/// Metrics that are told of a combatant that has left a fight before it is over: all that are read off a combatant but its fate.
pub const TOLD_EARLY: [&str; measured_from(QUANTITIES, MetricGroup::Scores as u8)] = names_from(QUANTITIES, ORDER);

/// Those whom a metric is for: all for whom it can be different from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whom {
    /// All.
    Everybody,
    /// Those who scar as a player character does.
    Scarred,
    /// Those who have spells.
    Caster,
    /// Those who have an inventory of slots.
    Carrier,
    /// Those who have to save for morale.
    Wavering,
    /// Those who have money.
    Payer,
    /// Those who are hired.
    Hireling,
    /// Those whom a spell could put to sleep.
    Enchantable,
    /// Detachments.
    Detachment,
}

impl Whom {
    /// True if a combatant belongs to those for whom something is counted.
    fn includes(self, fighter: &Fighter) -> bool {
        match self {
            Whom::Everybody => true,
            Whom::Scarred => fighter.as_pc,
            Whom::Caster => !fighter.spells.is_empty(),
            Whom::Carrier => fighter.inventory,
            Whom::Wavering => fighter.morale || fighter.may_waver,
            Whom::Payer => fighter.pays,
            Whom::Hireling => fighter.kind == Kind::Hireling,
            Whom::Enchantable => fighter.enchantable,
            Whom::Detachment => fighter.detachment,
        }
    }
}

/// A running number of combatants.
struct Column {
    family: &'static str,
    label: &'static str,
    scale: Scale,
    whom: Whom,
}

/// The measures of a combatant: places among what is read off the end, and among the running numbers, as few stretches.
#[derive(Clone, Debug)]
pub struct Measured {
    of_body: Vec<usize>,
    counted: Vec<Range<usize>>,
}

impl Measured {
    /// The measures that concern this one.
    #[must_use]
    pub fn of(fighter: &Fighter) -> Self {
        let concerns = |place: &usize| whom(ALL[ORDER[*place].0]).includes(fighter);
        let mut counted: Vec<Range<usize>> = Vec::new();
        for place in (0..COUNTED.len()).filter(|&place| COUNTED[place].whom.includes(fighter)) {
            match counted.last_mut() {
                Some(stretch) if stretch.end == place => stretch.end += 1,
                _ => counted.push(place..place + 1),
            }
        }
        Measured { of_body: (0..MEASURED).filter(concerns).collect(), counted }
    }

    /// The number of running numbers.
    fn counters(&self) -> usize {
        self.counted.iter().map(Range::len).sum()
    }
}

/// The moods of those who are met, as labels.
const MOODS: [&str; 6] = ["not asked", "hostile", "wary", "curious", "kind", "helpful"];

/// The names of everything that a scenario's fights are measured by; and how many of them, from the beginning, are read off the
/// final state alone.
pub fn catalogue(sides: &[String], fighters: &[Fighter], measured: &[Measured], reacts: bool) -> (Catalogue, usize) {
    let mut metrics =
        vec![Metric::winner(sides), Metric::rounds(), Metric::of_fight("first_round", "decided in round 1", Scale::Flag)];
    if reacts {
        metrics.push(Metric::of_fight("mood", "reaction", Scale::Category(MOODS.map(str::to_owned).to_vec())));
    }
    for (index, side) in sides.iter().enumerate() {
        let of = |family, label, scale| Metric::of(side, Subject::Side(Side(index as u8)), family, label, scale);
        metrics.extend(Metric::of_side(side, Side(index as u8)));
        metrics.push(of("opens", "opens the fight", Scale::Flag));
        metrics.push(of("wins_opening", "wins when it opens", Scale::Flag));
        metrics.push(of("wins_not_opening", "wins when another opens", Scale::Flag));
    }
    let each = || (0..).map(Slot).zip(fighters).zip(measured);
    let metric = |name: &str, who, family: &str, label: &str, scale: &Scale| {
        Metric::of(name, Subject::Combatant(who), family, label, scale.clone())
    };
    let read_off = families(QUANTITIES, &ORDER);
    for ((who, fighter), measured) in each() {
        let those = measured.of_body.iter().map(|&place| &read_off[place]);
        metrics.extend(those.map(|(family, label, scale)| metric(&fighter.name, who, family, label, scale)));
    }
    let of_state = metrics.len();
    let how = if reacts { &HOW[..] } else { &HOW[..NO_FIGHT] };
    let how = how.iter().map(|&word| word.to_owned()).collect();
    metrics.push(Metric::of_fight("how", "how it ends", Scale::Category(how)));
    for ((who, fighter), measured) in each() {
        let places = measured.counted.iter().cloned().flatten();
        let columns = places.map(|place| &COUNTED[place]);
        metrics.extend(columns.map(|column| metric(&fighter.name, who, column.family, column.label, &column.scale)));
    }
    (Catalogue { metrics, ratios: ratios(), overviews: overviews(), pictures: pictures(), ..outside_of_fights() }, of_state)
}

/// The endings of fights, as labels; the last one is for meetings that come to none.
const HOW: [&str; 7] = ["by arms", "morale", "retreat", "captives", "nobody left", "too long", fight::NO_FIGHT];

/// Meetings of which the reaction made no fight. [CAP-081]
const NO_FIGHT: usize = 6;

/// Metrics of each side.
const OF_SIDE: usize = 5;

/// The uses of action points: families of running numbers, with what the use is called.
const AP_USES: [(&str, &str); 8] = [
    ("ap_attack", "attacks"),
    ("ap_gain", "gaining advantage"),
    ("ap_defend", "held defences"),
    ("ap_hold", "held actions"),
    ("ap_move", "moving"),
    ("ap_stunt", "stunts"),
    ("ap_cast", "casting"),
    ("ap_other", "anything else"),
];

/// The counts that go on outside of fights too: in rests, in dangers, by a spell that is copied.
fn outside_of_fights() -> Catalogue {
    let families = [
        "damage_taken",
        "str_lost",
        "save_natural_1",
        "save_natural_20",
        "crit_natural_1",
        "crit_natural_20",
        "other_natural_1",
        "other_natural_20",
        "crit_saves",
        "crit_failed",
        "struck_down",
        "fatigue_added",
        "dropped",
        "hp_max_gained",
        "scars",
        "mishaps",
    ];
    let entries = (1..=12).map(|entry| format!("scar_{entry}")).chain((2..=24).map(|entry| format!("mishap_{entry}")));
    let between = families.map(str::to_owned).into_iter().chain(entries).collect();
    let marks = (1..=12).map(|entry| format!("scar_{entry}")).chain((2..=24).map(|entry| format!("mishap_{entry}"))).collect();
    let only_between = vec!["taken_from_hazards".to_owned()];
    // The table of scars is read by the damage, without a roll.
    Catalogue { between, only_between, marks, lookups: vec![SCARS], ..Catalogue::default() }
        .carrying(&["hp", "str", "fatigue", "hp_max"])
        .harmed(harms())
        .paced(&[TRIGGERED], &[STUNTS_DONE, AIDED, AFFECTED, ASLEEP])
}

/// Harm that is told by its cause.
fn harms() -> Vec<Harm> {
    let lasting = SCAR_ENTRIES.into_iter().chain(MISHAP_ENTRIES);
    let all = [SCARS, MISHAPS, STRUCK_DOWN, DAMAGE_TAKEN, STR_LOST, FATIGUE];
    let counted = lasting.chain(all).map(|counter| {
        let column = &COUNTED[usize::from(counter.0)];
        Harm::of(counter, column.family, column.label, &column.scale)
    });
    std::iter::once(Harm::new(DEATHS, "deaths", "deaths", "deaths")).chain(counted).collect()
}

/// Returns the metrics that divide two totals.
fn ratios() -> Vec<RatioOfTotals> {
    let share = |(family, name): (&str, &str)| {
        RatioOfTotals::new(&format!("{family}_share"), &format!("AP on {name}, share"), family, "ap_spent")
    };
    let mut ratios: Vec<RatioOfTotals> = AP_USES.map(share).into();
    ratios.extend([
        RatioOfTotals::new("hit_rate", "hits per attack", "hits", "attacks"),
        RatioOfTotals::new("damage_per_attack", "damage per attack", "damage", "attacks"),
        RatioOfTotals::new("stopped_share", "hits that Armor stopped", "hits_stopped", "hits"),
        RatioOfTotals::new("damage_per_hit", "damage per hit", "damage", "hits"),
        RatioOfTotals::new("damage_per_ap", "damage per AP", "damage", "ap_spent"),
        RatioOfTotals::new("crit_failed_rate", "critical saves failed", "crit_failed", "crit_saves"),
        RatioOfTotals::new("mishaps_per_cast", "mishaps per casting", "mishaps", "casts"),
        RatioOfTotals::new("fatigue_per_cast", "Fatigue per casting", "fatigue_added", "casts"),
    ]);
    ratios
}

/// Returns the tables of a report.
fn overviews() -> Vec<Overview> {
    let scars: Vec<String> = (1..=12).map(|entry| format!("scar_{entry}")).collect();
    let scars: Vec<&str> = scars.iter().map(String::as_str).collect();
    let mishaps: Vec<String> = (2..=24).map(|entry| format!("mishap_{entry}")).collect();
    let mishaps: Vec<&str> = mishaps.iter().map(String::as_str).collect();
    vec![
        Overview::new("Who opens", &["opens", "wins_opening", "wins_not_opening"], false),
        Overview::new("Who goes down, who dies", &["out", "dead", "down", "struck_down", "fled", "hp", "hp_max", "str"], true),
        Overview::new("Attacks", &["attacks", "hit_rate", "damage_per_attack", "damage_per_ap", "damage", "str_lost"], true),
        Overview::new("Armor", &["hits", "stopped_share", "soaked", "damage", "damage_per_hit"], false),
        Overview::new(
            "Critical damage",
            &["crit_saves", "crit_failed", "crit_failed_rate", "scars", "hp_max_gained", "doomed"],
            false,
        ),
        Overview::new("Action points", &["turns", "ap_spent", "ap_lost", "stunts", "stunts_done", "held", "triggered"], false),
        Overview::new(
            "Points and rounds lost",
            &["ap_lost", "ap_surprised", "rounds_down", "rounds_asleep", "rounds_unable"],
            false,
        ),
        Overview::new(
            "Damage taken, by cause",
            &["damage_taken", "taken_from_weapons", "taken_from_spells", "taken_from_hazards"],
            false,
        ),
        Overview::new("Action points by use", &AP_USES.map(|(family, _)| family), false),
        Overview::new(
            "Morale and flight",
            &["morale_checks", "morale_failed", "lost_heart", "retreats", "fled", "routed_at_end", "captured"],
            false,
        ),
        Overview::new(
            "Magic",
            &[
                "casts",
                "casts_failed",
                "mishaps",
                "mishaps_per_cast",
                "fatigue_per_cast",
                "free_slots",
                "dust",
                "asleep_at_end",
                "unconscious_at_end",
            ],
            false,
        ),
        Overview::new("Scars", &scars, false),
        Overview::new("Mishaps", &mishaps, false),
        Overview::new("Condition", &["hp_max", "str_max", "dex", "wil", "fatigue", "deprived", "gold", "worth", "wage"], false),
    ]
}

/// Returns the pictures of a report.
fn pictures() -> Vec<Picture> {
    let picture = |title: &str, kind, families: Vec<(String, String)>| Picture { title: title.into(), families, kind };
    let one = |family: &str, name: &str| vec![(family.to_owned(), name.to_owned())];
    let entries = |kind: &str, counters: &[Counter]| {
        let columns = counters.iter().map(|counter| &COUNTED[usize::from(counter.0)]);
        columns
            .map(|column| (column.family.to_owned(), column.label.trim_start_matches(kind).trim_start().to_owned()))
            .collect()
    };
    let uses = AP_USES.map(|(family, name)| (format!("{family}_share"), name.to_owned())).to_vec();
    let fate =
        ["out", "dead", "down", "struck_down", "fled"].map(|family| (family.to_owned(), family.replace('_', " "))).to_vec();
    vec![
        picture("Who wins", PictureKind::Rates, one("winner", "winner")),
        picture("How it ends", PictureKind::Rates, one("how", "how it ends")),
        picture("How long it takes", PictureKind::Distribution, one("rounds", "rounds")),
        picture("Still standing by round", PictureKind::Survival, one("out_round", "standing")),
        picture("Dead by round", PictureKind::Happened, one("death_round", "dead")),
        picture("What becomes of them", PictureKind::Totals, fate),
        picture("Scars by entry", PictureKind::Totals, entries("scar", &SCAR_ENTRIES)),
        picture("Mishaps by entry", PictureKind::Totals, entries("mishap", &MISHAP_ENTRIES)),
        picture("Action points by use", PictureKind::Shares, uses),
        picture("Damage past Armor", PictureKind::Distribution, one("damage", "damage")),
        picture("STR lost by damage", PictureKind::Distribution, one("str_lost", "STR lost")),
        picture("Maximum of HP afterwards", PictureKind::Distribution, one("hp_max", "maximum of HP")),
        picture("HP left", PictureKind::Distribution, one("hp", "HP left")),
    ]
}

impl Core {
    /// The way in which a fight ended: the fate of those who have not won, by the least bloody of it.
    fn how(&self, fight: &Fight, counts: &Counts, ending: Ending) -> i64 {
        let winner = match ending {
            Ending::Won(side) => side,
            Ending::Draw if self.stays_peaceful(fight) => return NO_FIGHT as i64,
            Ending::Draw => return 4,
            Ending::Timeout => return 5,
        };
        let (mut fled, mut captured) = (false, false);
        for who in self.lineup.members_of(self.lineup.relations.foes_of(winner)) {
            if !fight.sides.has(self.fighter(who).side) {
                continue;
            }
            match fight.body(who).status {
                Status::Fled if counts.of(who)[usize::from(ROUTED_BY_MORALE.0)] > 0 => return 1,
                Status::Fled => fled = true,
                Status::Captured => captured = true,
                _ => {}
            }
        }
        if fled { 2 } else { 3 * i64::from(captured) }
    }

    /// True if those who were met did not want to fight. [CAP-081]
    fn stays_peaceful(&self, fight: &Fight) -> bool {
        fight.mood > 0 && fight.round == 0
    }

    /// Fills the metrics of a fight that has ended, in the order of the catalogue.
    pub(super) fn fill_metrics(&self, fight: &Fight, met: Sides, counts: &Counts, ending: Ending, values: &mut [i64]) {
        values[0] = ending.winner(self.lineup.sides);
        values[1] = i64::from(fight.round);
        values[2] = i64::from(fight.round <= 1);
        if self.stays_peaceful(fight) {
            // There was no fight that anybody could win, and none that took any time.
            values[..3].fill(ABSENT);
        }
        let mut next = 3;
        if self.book.reaction.rolled {
            values[next] = i64::from(fight.mood);
            next += 1;
        }
        let mut left = &mut values[next..];
        let mut take = |number: usize| left.split_off_mut(..number).expect("every metric has its place");
        let (of_sides, _) = take(self.lineup.sides * OF_SIDE).as_chunks_mut::<OF_SIDE>();
        for (side, places) in (0..).map(Side).zip(of_sides) {
            let here = met.has(side);
            let standing = (self.lineup.members(side) & fight.active()).len();
            let won = self.lineup.relations.wins(side, ending);
            let begun = here && fight.round > 0;
            let opens = fight.round > 0 && fight.opener == side.0;
            let when = |condition: bool, value: i64| if condition { value } else { ABSENT };
            *places = [
                when(here, standing as i64),
                when(won, i64::from(fight.round)),
                when(begun, i64::from(opens)),
                when(begun && opens, i64::from(won)),
                when(begun && !opens, i64::from(won)),
            ];
        }
        let there = |who: Slot| met.has(self.fighter(who).side) && fight.body(who).status != Status::Absent;
        for (who, measured) in fight.slots().zip(&self.measured) {
            let places = take(measured.of_body.len());
            if there(who) {
                let read = self.seen(fight, who).measured();
                places.iter_mut().zip(&measured.of_body).for_each(|(value, &place)| *value = read[place]);
            } else {
                places.fill(ABSENT);
            }
        }
        take(1)[0] = self.how(fight, counts, ending);
        for (who, measured) in fight.slots().zip(&self.measured) {
            if there(who) {
                let all = counts.of(who);
                for stretch in &measured.counted {
                    take(stretch.len()).copy_from_slice(&all[stretch.clone()]);
                }
            } else {
                take(measured.counters()).fill(ABSENT);
            }
        }
    }
}
