//! Metrics of `bdp`: what is counted while a fight goes on, what is read off its end, and the tables and pictures that show it.
//!
//! Owns the running numbers ([`Counter`]s) and the catalogue. The first metrics of the catalogue depend on the final state
//! alone, so that the exact solver can measure them too. Start at [`catalogue`].

use frame::dice::Slot;
use frame::fight::Watch;
use frame::fight::day::Sides;
use frame::fight::watch::Counter;
use frame::fight::{
    ABSENT, Catalogue, Counts, Ending, Harm, Metric, Overview, Picture, PictureKind, RatioOfTotals, Scale, Side,
};
use frame::rules::declare::counters;

use super::Core;
use super::book::harm::Level;
use super::sheet::Ability;
use super::state::{Body, Fight, Status};

counters! {
    EVENTS = "attacked", "times attacked", Scale::Amount("events");
    ATTACKS = "attacks", "attacks", Scale::Amount("attacks");
    DAMAGE_ROLLED = "damage_rolled", "damage rolled", Scale::Amount("points");
    DAMAGE_DEALT = "damage_dealt", "damage dealt", Scale::Amount("points");
    DAMAGE_TAKEN = "damage_taken", "damage taken", Scale::Amount("points");
    HP_LOST = "hp_lost", "HP lost", Scale::Amount("HP");
    ABILITY_LOST = "ability_lost", "ability points lost", Scale::Amount("points");
    CRITICAL_SAVES = "critical_saves", "Critical Damage Saves", Scale::Amount("saves");
    CRITICALS = "criticals", "critical damage", Scale::Amount("times");
    INJURED_TORSO = "injured_torso", "torso injured", Scale::Amount("times");
    INJURED_LEFT_LEG = "injured_left_leg", "left leg injured", Scale::Amount("times");
    INJURED_RIGHT_LEG = "injured_right_leg", "right leg injured", Scale::Amount("times");
    INJURED_LEFT_ARM = "injured_left_arm", "left arm injured", Scale::Amount("times");
    INJURED_RIGHT_ARM = "injured_right_arm", "right arm injured", Scale::Amount("times");
    INJURED_HEAD = "injured_head", "head injured", Scale::Amount("times");
    WOUNDS = "wounds_taken", "wounds taken", Scale::Amount("wounds");
    BLOCKS = "blocks", "blocks", Scale::Amount("times");
    DODGES = "dodges", "dodges", Scale::Amount("times");
    PARRIES = "parries", "parries", Scale::Amount("times");
    PARRIES_WON = "parries_won", "parries won", Scale::Amount("times");
    FIGHTS_BACK = "fights_back", "times fought back", Scale::Amount("times");
    FREE_REACTIONS = "free_reactions", "free reactions", Scale::Amount("times");
    COUNTERS_DONE = "counters", "attacks bounced back", Scale::Amount("times");
    SACRIFICES = "sacrifices", "gear given up", Scale::Amount("times");
    FATIGUE = "fatigue_gained", "Fatigue gained", Scale::Amount("Fatigue");
    DEFENCELESS = "defenceless", "HP lost to a full inventory", Scale::Amount("times");
    GAMBITS = "gambits", "gambits", Scale::Amount("times");
    GAMBITS_WON = "gambits_won", "gambits won", Scale::Amount("times");
    MORALE_SAVES = "morale_saves", "morale saves", Scale::Amount("saves");
    FLED = "fled", "fled", Scale::Amount("times");
    FLED_FIRST = "fled_first", "fled at the first casualty", Scale::Amount("times");
    FLED_HALF = "fled_half", "fled when half were lost", Scale::Amount("times");
    FLED_LONE = "fled_lone", "fled alone at 0 HP", Scale::Amount("times");
    FLED_FORCED = "fled_forced", "fled in horror", Scale::Amount("times");
    ORDER_SAVES = "order_saves", "DEX saves for the order", Scale::Amount("saves");
    SAVED_BY_BLOCKS = "saved_by_blocks", "kept off by blocks", Scale::Amount("half points");
    SAVED_BY_DODGES = "saved_by_dodges", "kept off by dodges", Scale::Amount("half points");
    SAVED_BY_PARRIES = "saved_by_parries", "kept off by parries", Scale::Amount("half points");
    SAVED_BY_GEAR = "saved_by_gear", "kept off by gear given up", Scale::Amount("half points");
    CASTS = "casts", "spells and miracles", Scale::Amount("castings");
    MAGIC_DICE_ROLLED = "magic_dice", "Magic Dice rolled", Scale::Amount("dice");
    FEEDBACK = "feedback", "feedback", Scale::Amount("points");
    SPELLS_CANCELLED = "spells_cancelled", "spells cancelled", Scale::Amount("spells");
    ATTEMPTS_FAILED = "attempts_failed", "attempts that failed", Scale::Amount("attempts");
    ATTEMPTS_COSTLY = "attempts_costly", "attempts with a price", Scale::Amount("attempts");
    MEALS = "meals", "meals", Scale::Amount("meals");
    DAYS_DEPRIVED = "days_deprived", "days deprived", Scale::Amount("days");
    DAYS_WEAK = "days_weak", "days with an ability damaged", Scale::Amount("days");
    RESTORED = "restored", "ability points restored", Scale::Amount("points");
    WOUNDS_HEALED = "wounds_healed", "wounds healed", Scale::Amount("wounds");
    DISEASES = "diseases_caught", "diseases caught", Scale::Amount("diseases");
    DISEASES_HEALED = "diseases_healed", "diseases healed", Scale::Amount("diseases");
    KILLS = "kills", "killing blows", Scale::Amount("times");
    WENT_FIRST = "went_first", "rounds acted first", Scale::Amount("rounds");
    ACTIONS_LOST = "actions_lost", "actions lost", Scale::Amount("actions");
    LOST_OUT_OF_REACH = "lost_out_of_reach", "lost out of reach", Scale::Amount("actions");
    LOST_WITHOUT_ANYBODY = "lost_without_anybody", "lost with nobody there", Scale::Amount("actions");
    LOST_WITHOUT_ROOM = "lost_without_room", "lost to a full zone", Scale::Amount("actions");
    LOST_WITHOUT_MEANS = "lost_without_means", "lost without means", Scale::Amount("actions");
    TURNS_STUNNED = "turns_stunned", "turns lost stunned", Scale::Amount("turns");
    TURNS_SURPRISED = "turns_surprised", "turns lost surprised", Scale::Amount("turns");
    TO_ATTACKS = "lost_to_attacks", "points lost to attacks", Scale::Amount("points");
    TO_POISON = "lost_to_poison", "points lost to poison", Scale::Amount("points");
    TO_BLEEDING = "lost_to_bleeding", "points lost to bleeding", Scale::Amount("points");
    TO_MAGIC = "lost_to_magic", "points lost to magic", Scale::Amount("points");
    TO_MONSTERS = "lost_to_monsters", "points lost to holds and breaths", Scale::Amount("points");
    TO_SURROUNDINGS = "lost_to_surroundings", "points lost to surroundings", Scale::Amount("points");
    TO_HAZARDS = "lost_to_hazards", "points lost to hazards", Scale::Amount("points");
    TO_EXERTION = "lost_to_exertion", "points lost to one's own efforts", Scale::Amount("points");
    TO_DISEASE = "lost_to_disease", "points lost to disease", Scale::Amount("points");
    DRINKS = "drinks", "drinks", Scale::Amount("drinks");
    FIRST_INJURY = "first_injury", "first injury", Scale::Amount("area");
    TIRED_ROUND = "tired_round", "round of the first Fatigue", Scale::Moment;
    FULL_ROUND = "full_round", "round without a slot left", Scale::Moment;
    OUT_ROUND = "out_round", "round of going out", Scale::Moment;
    TAKEN = "taken", "blows taken without a reaction", Scale::Amount("times");
    SAVED = "saved", "kept off in all", Scale::Amount("half points");
    INJURIES = "injuries", "injuries", Scale::Amount("times");
    FATIGUE_1 = "fatigue_1", "Fatigue after round 1", Scale::Amount("Fatigue");
    FATIGUE_2 = "fatigue_2", "Fatigue after round 2", Scale::Amount("Fatigue");
    FATIGUE_3 = "fatigue_3", "Fatigue after round 3", Scale::Amount("Fatigue");
    FATIGUE_4 = "fatigue_4", "Fatigue after round 4", Scale::Amount("Fatigue");
    FATIGUE_6 = "fatigue_6", "Fatigue after round 6", Scale::Amount("Fatigue");
    FATIGUE_8 = "fatigue_8", "Fatigue after round 8", Scale::Amount("Fatigue");
    FREE_1 = "free_slots_1", "free slots after round 1", Scale::Amount("slots");
    FREE_2 = "free_slots_2", "free slots after round 2", Scale::Amount("slots");
    FREE_3 = "free_slots_3", "free slots after round 3", Scale::Amount("slots");
    FREE_4 = "free_slots_4", "free slots after round 4", Scale::Amount("slots");
    FREE_6 = "free_slots_6", "free slots after round 6", Scale::Amount("slots");
    FREE_8 = "free_slots_8", "free slots after round 8", Scale::Amount("slots");
    LOST_NIGHT_1 = "lost_night_1", "ability points missing after night 1", Scale::Amount("points");
    LOST_NIGHT_2 = "lost_night_2", "ability points missing after night 2", Scale::Amount("points");
    LOST_NIGHT_3 = "lost_night_3", "ability points missing after night 3", Scale::Amount("points");
    LOST_NIGHT_4 = "lost_night_4", "ability points missing after night 4", Scale::Amount("points");
    LOST_NIGHT_5 = "lost_night_5", "ability points missing after night 5", Scale::Amount("points");
    LOST_NIGHT_6 = "lost_night_6", "ability points missing after night 6", Scale::Amount("points");
    LOST_NIGHT_7 = "lost_night_7", "ability points missing after night 7", Scale::Amount("points");
    FATIGUE_NIGHT_1 = "fatigue_night_1", "Fatigue after night 1", Scale::Amount("Fatigue");
    FATIGUE_NIGHT_2 = "fatigue_night_2", "Fatigue after night 2", Scale::Amount("Fatigue");
    FATIGUE_NIGHT_3 = "fatigue_night_3", "Fatigue after night 3", Scale::Amount("Fatigue");
    FATIGUE_NIGHT_4 = "fatigue_night_4", "Fatigue after night 4", Scale::Amount("Fatigue");
    FATIGUE_NIGHT_5 = "fatigue_night_5", "Fatigue after night 5", Scale::Amount("Fatigue");
    FATIGUE_NIGHT_6 = "fatigue_night_6", "Fatigue after night 6", Scale::Amount("Fatigue");
    FATIGUE_NIGHT_7 = "fatigue_night_7", "Fatigue after night 7", Scale::Amount("Fatigue");
    FREE_NIGHT_1 = "free_night_1", "free slots after night 1", Scale::Amount("slots");
    FREE_NIGHT_2 = "free_night_2", "free slots after night 2", Scale::Amount("slots");
    FREE_NIGHT_3 = "free_night_3", "free slots after night 3", Scale::Amount("slots");
    FREE_NIGHT_4 = "free_night_4", "free slots after night 4", Scale::Amount("slots");
    FREE_NIGHT_5 = "free_night_5", "free slots after night 5", Scale::Amount("slots");
    FREE_NIGHT_6 = "free_night_6", "free slots after night 6", Scale::Amount("slots");
    FREE_NIGHT_7 = "free_night_7", "free slots after night 7", Scale::Amount("slots");
}

/// Points of HP and abilities that are lost, in the order of [`Origin`](super::harm::Origin): together all of [`HP_LOST`] and
/// [`ABILITY_LOST`].
pub const LOST_TO: [Counter; 9] =
    [TO_ATTACKS, TO_POISON, TO_BLEEDING, TO_MAGIC, TO_MONSTERS, TO_SURROUNDINGS, TO_HAZARDS, TO_EXERTION, TO_DISEASE];

/// The rounds after which Fatigue and free slots are kept: one more than they are, for 0 says that the round was not played
/// out.
const BY_ROUND: [(u16, Counter, Counter); 6] = [
    (1, FATIGUE_1, FREE_1),
    (2, FATIGUE_2, FREE_2),
    (3, FATIGUE_3, FREE_3),
    (4, FATIGUE_4, FREE_4),
    (6, FATIGUE_6, FREE_6),
    (8, FATIGUE_8, FREE_8),
];

/// The number of running numbers of rounds.
const OF_ROUNDS: usize = 2 * BY_ROUND.len();

/// The last of these rounds.
const ROUND_LAST: usize = BY_ROUND[BY_ROUND.len() - 1].0 as usize;

/// By round: its numbers, if they are kept.
const KEPT_BY_ROUND: [Option<(Counter, Counter)>; ROUND_LAST + 1] = {
    let mut kept = [None; ROUND_LAST + 1];
    let mut place = 0;
    while place < BY_ROUND.len() {
        let (round, fatigue, free) = BY_ROUND[place];
        kept[round as usize] = Some((fatigue, free));
        place += 1;
    }
    kept
};

/// The nights of a day after which missing ability points, Fatigue and free slots are kept, likewise.
const BY_NIGHT: [[Counter; 3]; 7] = [
    [LOST_NIGHT_1, FATIGUE_NIGHT_1, FREE_NIGHT_1],
    [LOST_NIGHT_2, FATIGUE_NIGHT_2, FREE_NIGHT_2],
    [LOST_NIGHT_3, FATIGUE_NIGHT_3, FREE_NIGHT_3],
    [LOST_NIGHT_4, FATIGUE_NIGHT_4, FREE_NIGHT_4],
    [LOST_NIGHT_5, FATIGUE_NIGHT_5, FREE_NIGHT_5],
    [LOST_NIGHT_6, FATIGUE_NIGHT_6, FREE_NIGHT_6],
    [LOST_NIGHT_7, FATIGUE_NIGHT_7, FREE_NIGHT_7],
];

/// The number of running numbers.
pub const COUNTERS: usize = COUNTED.len();

/// Deaths, told by their causes alone.
pub const DEATHS: Counter = Counter(COUNTERS as u8);

/// The number of those that a scenario without nights has.
const COUNTERS_OF_FIGHTS: usize = COUNTERS - 3 * BY_NIGHT.len();

/// Injuries in the order of the areas.
pub const INJURED: [Counter; 6] =
    [INJURED_TORSO, INJURED_LEFT_LEG, INJURED_RIGHT_LEG, INJURED_LEFT_ARM, INJURED_RIGHT_ARM, INJURED_HEAD];

macro_rules! of_body {
    ($( $family:literal, $label:literal, $scale:expr, $value:expr; )*) => {
        /// Metrics that are read off a combatant at the end: family, heading, scale.
        const OF_BODY: &[(&str, &str, Scale)] = &[$( ($family, $label, $scale), )*];

        /// The values of [`OF_BODY`] in its order.
        fn of_body<const PLAIN: bool>(core: &Core<PLAIN>, who: Slot, body: &Body) -> [i64; OF_BODY.len()] {
            [$( { let value: fn(&Core<PLAIN>, Slot, &Body) -> i64 = $value; value(core, who, body) }, )*]
        }
    };
}

of_body! {
    "out", "out", Scale::Flag, |_, _, body| i64::from(!body.active());
    "dead", "dead", Scale::Flag, |_, _, body| i64::from(matches!(body.status, Status::Dead | Status::Destroyed));
    "down", "down", Scale::Flag, |_, _, body| i64::from(body.status == Status::Down);
    "knocked_out", "knocked out", Scale::Flag, |_, _, body| i64::from(body.status == Status::KnockedOut);
    "unconscious", "unconscious", Scale::Flag, |_, _, body| i64::from(body.status == Status::Unconscious);
    "debilitated", "debilitated", Scale::Flag, |_, _, body| i64::from(body.status == Status::Debilitated);
    "away", "fled or routed", Scale::Flag, |_, _, body| i64::from(matches!(body.status, Status::Fled | Status::Routed));
    "arm_injured", "arm injured", Scale::Flag, |_, _, body| i64::from(body.arms != 0);
    "hp", "HP left, dead or alive", Scale::Amount("HP"), |_, _, body| body.hp.into();
    "str", "STR left", Scale::Amount("STR"), |core, _, body| core.ability(body, Ability::Str).into();
    "dex", "DEX left", Scale::Amount("DEX"), |core, _, body| core.ability(body, Ability::Dex).into();
    "wil", "WIL left", Scale::Amount("WIL"), |core, _, body| core.ability(body, Ability::Wil).into();
    "fatigue", "Fatigue", Scale::Amount("Fatigue"), |_, _, body| body.fatigue.into();
    "wounds", "wounds", Scale::Amount("wounds"), |_, _, body| body.wounds.count().into();
    "severe_wounds", "severe and permanent wounds", Scale::Amount("wounds"), |_, _, body| body.wounds.each().filter(|wound| wound.level != Level::Light).count() as i64;
    "worst_wound", "worst wound", Scale::Amount("level"), |_, _, body| body.wounds.each().map(|wound| wound.level as i64 + 1).max().unwrap_or(0);
    "free_slots", "free slots", Scale::Amount("slots"), |core, who, body| core.free(who, body).into();
    "waterskin", "waterskin", Scale::Amount("faces"), |_, _, body| body.waterskin.into();
    "ill", "diseases", Scale::Amount("diseases"), |_, _, body| body.diseases.iter().filter(|disease| disease.is_some()).count() as i64;
    "weak", "ability damaged", Scale::Flag, |_, _, body| i64::from((0..body.maxima.len()).fold(false, |weak, one| weak | (body.abilities[one] < body.maxima[one])));
    "repair_cost", "repair of what was given up", Scale::Amount("coins"), |core, who, body| core.repair_cost(who, body.broken).into();
}

/// The number of metrics at the head of [`OF_BODY`] that are told of nobody before a fight is over.
const TOLD_LATE: usize = 7;

/// Metrics of [`OF_BODY`] that are told of whoever is out of a fight before it is over: all that follow those.
pub const TOLD_EARLY: [&str; OF_BODY.len() - TOLD_LATE] = {
    let mut told = [""; OF_BODY.len() - TOLD_LATE];
    let mut place = 0;
    while place < told.len() {
        told[place] = OF_BODY[TOLD_LATE + place].0;
        place += 1;
    }
    told
};

/// The names of everything that a scenario's fights are measured by; and how many of them, from the beginning, are read off the
/// final state alone.
pub fn catalogue(sides: &[String], combatants: &[String], reaction: bool, days: bool) -> (Catalogue, usize) {
    let mut metrics = vec![Metric::winner(sides)];
    if reaction {
        let moods = ["", "hostile", "wary", "curious", "kind", "helpful"].map(str::to_owned).to_vec();
        metrics.push(Metric::of_fight("mood", "mood of those who were met", Scale::Category(moods)));
    }
    metrics.push(Metric::rounds());
    metrics.extend((0..).map(Side).zip(sides).flat_map(|(side, name)| Metric::of_side(name, side)));
    metrics.extend(Metric::of_each(combatants, OF_BODY));
    let of_state = metrics.len();
    metrics.extend(Metric::of_each(combatants, &COUNTED[..counters(days)]));
    (Catalogue { metrics, ratios: ratios(), overviews: overviews(), pictures: pictures(days), ..outside_of_fights() }, of_state)
}

/// Returns the number of running numbers that are metrics; those of nights only where there can be some.
fn counters(days: bool) -> usize {
    if days { COUNTERS } else { COUNTERS_OF_FIGHTS }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Keeps what a round has left somebody with.
    pub(super) fn keeps_round<W: Watch>(&self, fight: &Fight, watch: &mut W) {
        let Some(&Some((fatigue, free))) = KEPT_BY_ROUND.get(usize::from(fight.round)) else { return };
        for who in fight.active() {
            let body = fight.body(who);
            watch.first(who, fatigue, i32::from(body.fatigue) + 1);
            watch.first(who, free, self.free(who, body).max(0) + 1);
        }
    }

    /// Keeps what a night of the day, by its number from 0, has left somebody with.
    pub(super) fn keeps_night<W: Watch>(&self, fight: &Fight, who: Slot, night: usize, watch: &mut W) {
        let Some([lost, fatigue, free]) = BY_NIGHT.get(night) else { return };
        let body = fight.body(who);
        let missing: i32 = body.abilities.iter().zip(body.maxima).map(|(&now, most)| i32::from((most - now).max(0))).sum();
        watch.first(who, *lost, missing + 1);
        watch.first(who, *fatigue, i32::from(body.fatigue) + 1);
        watch.first(who, *free, self.free(who, body).max(0) + 1);
    }
}

/// Returns the metrics that are counted outside of fights: some of them in fights too, some nowhere else.
fn outside_of_fights() -> Catalogue {
    let before = [DAMAGE_TAKEN, HP_LOST, ABILITY_LOST, CRITICAL_SAVES, CRITICALS];
    let after = [INJURIES, WOUNDS, FATIGUE, DEFENCELESS, DISEASES];
    let lost = LOST_TO.into_iter().filter(|&counter| ![TO_HAZARDS, TO_DISEASE].contains(&counter));
    let too = before.into_iter().chain(lost).chain(INJURED).chain(after);
    let alone =
        [ATTEMPTS_FAILED, ATTEMPTS_COSTLY, MEALS, DAYS_DEPRIVED, DAYS_WEAK, RESTORED, WOUNDS_HEALED, DISEASES_HEALED, DRINKS];
    let family = |counter: Counter| COUNTED[usize::from(counter.0)].0.to_owned();
    let alone = alone.into_iter().chain([TO_HAZARDS, TO_DISEASE]).chain(BY_NIGHT.as_flattened().iter().copied());
    let lasting = INJURED.into_iter().chain([WOUNDS, DISEASES, FATIGUE]);
    let (between, only_between, marks) =
        (too.map(family).collect(), alone.map(family).collect(), lasting.map(family).collect());
    let catalogue = Catalogue { between, only_between, marks, ..Catalogue::default() };
    catalogue
        .carrying(&["fatigue", "free_slots", "hp", "str"])
        .endangering(&["lost_to_hazards"])
        .harmed(harms())
        .paced(&[BLOCKS, DODGES, PARRIES, FIGHTS_BACK, SACRIFICES], &[HP_LOST, GAMBITS_WON, SPELLS_CANCELLED, RESTORED])
}

/// Harm that is told by its cause.
fn harms() -> Vec<Harm> {
    let counted = INJURED.into_iter().chain([WOUNDS, DISEASES, FATIGUE, DAMAGE_TAKEN, ABILITY_LOST]).map(|counter| {
        let (family, label, scale) = &COUNTED[usize::from(counter.0)];
        Harm::of(counter, family, label, scale)
    });
    std::iter::once(Harm::new(DEATHS, "deaths", "deaths", "deaths")).chain(counted).collect()
}

/// Returns the metrics that divide two totals.
fn ratios() -> Vec<RatioOfTotals> {
    vec![
        RatioOfTotals::new("damage_per_attack", "damage per attack", "damage_dealt", "attacks"),
        RatioOfTotals::new("damage_per_event", "damage per time attacked", "damage_taken", "attacked"),
        RatioOfTotals::new("saved_per_block", "half points kept off per block", "saved_by_blocks", "blocks"),
        RatioOfTotals::new("saved_per_dodge", "half points kept off per dodge", "saved_by_dodges", "dodges"),
        RatioOfTotals::new("share_parried", "parries that win", "parries_won", "parries"),
        RatioOfTotals::new("share_gambits", "gambits that win", "gambits_won", "gambits"),
        RatioOfTotals::new("answered_block", "answered by a block", "blocks", "attacked"),
        RatioOfTotals::new("answered_dodge", "answered by a dodge", "dodges", "attacked"),
        RatioOfTotals::new("answered_parry", "answered by a parry", "parries", "attacked"),
        RatioOfTotals::new("answered_back", "answered by fighting back", "fights_back", "attacked"),
        RatioOfTotals::new("answered_not", "taken", "taken", "attacked"),
        RatioOfTotals::new("saved_share_blocks", "kept off by blocks", "saved_by_blocks", "saved"),
        RatioOfTotals::new("saved_share_dodges", "kept off by dodges", "saved_by_dodges", "saved"),
        RatioOfTotals::new("saved_share_parries", "kept off by parries", "saved_by_parries", "saved"),
        RatioOfTotals::new("saved_share_gear", "kept off by gear given up", "saved_by_gear", "saved"),
        RatioOfTotals::new("share_torso", "injuries of the torso", "injured_torso", "injuries"),
        RatioOfTotals::new("share_left_leg", "injuries of the left leg", "injured_left_leg", "injuries"),
        RatioOfTotals::new("share_right_leg", "injuries of the right leg", "injured_right_leg", "injuries"),
        RatioOfTotals::new("share_left_arm", "injuries of the left arm", "injured_left_arm", "injuries"),
        RatioOfTotals::new("share_right_arm", "injuries of the right arm", "injured_right_arm", "injuries"),
        RatioOfTotals::new("share_head", "injuries of the head", "injured_head", "injuries"),
    ]
}

/// Returns the tables of a report.
fn overviews() -> Vec<Overview> {
    vec![
        Overview::new(
            "Who goes out, and how",
            &["out", "dead", "down", "knocked_out", "unconscious", "away", "hp", "str"],
            true,
        ),
        Overview::new(
            "Injuries",
            &[
                "criticals",
                "injured_torso",
                "injured_left_leg",
                "injured_right_leg",
                "injured_left_arm",
                "injured_right_arm",
                "injured_head",
            ],
            true,
        ),
        Overview::new("Slots", &["fatigue_gained", "wounds_taken", "free_slots", "defenceless", "sacrifices"], true),
        Overview::new(
            "Reactions",
            &[
                "blocks",
                "saved_per_block",
                "dodges",
                "saved_per_dodge",
                "parries",
                "share_parried",
                "fights_back",
                "free_reactions",
                "counters",
                "saved_by_gear",
            ],
            false,
        ),
        Overview::new(
            "Fighting",
            &["attacks", "damage_per_attack", "attacked", "damage_per_event", "gambits", "share_gambits"],
            false,
        ),
        Overview::new("Magic", &["casts", "magic_dice", "feedback", "spells_cancelled"], false),
        Overview::new(
            "Days",
            &[
                "meals",
                "days_deprived",
                "days_weak",
                "restored",
                "wounds_healed",
                "diseases_caught",
                "diseases_healed",
                "drinks",
            ],
            false,
        ),
        Overview::new("Turns and morale", &["went_first", "actions_lost", "morale_saves", "fled", "kills"], false),
        Overview::new(
            "Actions and turns lost",
            &[
                "actions_lost",
                "lost_out_of_reach",
                "lost_without_anybody",
                "lost_without_room",
                "lost_without_means",
                "turns_stunned",
                "turns_surprised",
            ],
            false,
        ),
        Overview::new(
            "Points lost, by cause",
            &[
                "hp_lost",
                "ability_lost",
                "lost_to_attacks",
                "lost_to_poison",
                "lost_to_bleeding",
                "lost_to_magic",
                "lost_to_monsters",
                "lost_to_surroundings",
                "lost_to_hazards",
                "lost_to_exertion",
                "lost_to_disease",
            ],
            false,
        ),
    ]
}

/// Returns the pictures of a report, with days where there are any.
fn pictures(days: bool) -> Vec<Picture> {
    let by_round = |title, family| Picture::bands(title, "round", family, BY_ROUND.map(|(round, _, _)| round));
    let by_night = |title, family| Picture::bands(title, "night", family, 1..=BY_NIGHT.len());
    let areas = ["none", "torso", "left leg", "right leg", "left arm", "right arm", "head"].map(str::to_owned).to_vec();
    let wounds = ["0", "1", "2", "3", "4 and more"].map(str::to_owned).to_vec();
    let levels = ["none", "light", "severe", "permanent"].map(str::to_owned).to_vec();
    let answers = [
        ("answered_block", "block"),
        ("answered_dodge", "dodge"),
        ("answered_parry", "parry"),
        ("answered_back", "fight back"),
        ("answered_not", "none: the blow is taken"),
    ];
    let savings = [
        ("saved_share_blocks", "blocks"),
        ("saved_share_dodges", "dodges"),
        ("saved_share_parries", "parries"),
        ("saved_share_gear", "gear given up"),
    ];
    let injured = [
        ("share_torso", "torso"),
        ("share_left_leg", "left leg"),
        ("share_right_leg", "right leg"),
        ("share_left_arm", "left arm"),
        ("share_right_arm", "right arm"),
        ("share_head", "head"),
    ];
    let mut pictures = vec![
        Picture::new("Who wins", PictureKind::Rates, &[("winner", "winner")]),
        Picture::new("How long it takes", PictureKind::Distribution, &[("rounds", "rounds")]),
        Picture::new("Still standing by round", PictureKind::Survival, &[("out_round", "standing")]),
        Picture::new(
            "Tired and full by round",
            PictureKind::Happened,
            &[("tired_round", "has Fatigue"), ("full_round", "has no slot left")],
        ),
        by_round("Fatigue by round", "fatigue"),
        by_round("Free slots by round", "free_slots"),
        Picture::new("Which reaction was used", PictureKind::Shares, &answers),
        Picture::new("What kept damage off", PictureKind::Shares, &savings),
        Picture::new("Injuries by area", PictureKind::Shares, &injured),
        Picture::new("The first injury by area", PictureKind::Levels(areas), &[("first_injury", "first injury")]),
        Picture::new("Blocks", PictureKind::Distribution, &[("blocks", "blocks")]),
        Picture::new("Dodges", PictureKind::Distribution, &[("dodges", "dodges")]),
        Picture::new("The worst wound at the end", PictureKind::Levels(levels), &[("worst_wound", "worst wound")]),
        Picture::new("Wounds at the end", PictureKind::Levels(wounds), &[("wounds", "wounds")]),
        Picture::new("Free slots at the end", PictureKind::Distribution, &[("free_slots", "free slots")]),
        Picture::new("Fatigue at the end", PictureKind::Distribution, &[("fatigue", "Fatigue")]),
        Picture::new(
            "How they went out",
            PictureKind::Totals,
            &[
                ("dead", "dead"),
                ("down", "down"),
                ("knocked_out", "knocked out"),
                ("unconscious", "unconscious"),
                ("away", "away"),
            ],
        ),
        Picture::new("STR left", PictureKind::Distribution, &[("str", "STR left")]),
    ];
    if days {
        pictures.push(Picture::new("Days with an ability damaged", PictureKind::Distribution, &[("days_weak", "days")]));
        pictures.extend([
            by_night("Ability points still missing, night by night", "lost_night"),
            by_night("Fatigue, night by night", "fatigue_night"),
            by_night("Free slots, night by night", "free_night"),
        ]);
    }
    pictures
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Fills the metrics of a fight that has ended, in the order of the catalogue.
    pub(super) fn fill_metrics(&self, fight: &Fight, met: Sides, counts: &Counts, ending: Ending, values: &mut [i64]) {
        values[0] = ending.winner(self.lineup.sides);
        let mut next = 1;
        if self.scene.reaction {
            values[next] = fight.mood.into();
            next += 1;
        }
        values[next] = i64::from(fight.round);
        next += 1;
        for side in Sides::all(self.lineup.sides) {
            let here = met.has(side);
            let standing = (self.lineup.members(side) & fight.active()).len();
            values[next] = if here { standing as i64 } else { ABSENT };
            values[next + 1] = if self.lineup.relations.wins(side, ending) { i64::from(fight.round) } else { ABSENT };
            next += 2;
        }
        let (of_bodies, counted) = values[next..].split_at_mut(OF_BODY.len() * fight.bodies.len());
        let (of_bodies, _) = of_bodies.as_chunks_mut::<{ OF_BODY.len() }>();
        let places = of_bodies.iter_mut().zip(counted.chunks_exact_mut(counters(self.days)));
        for (who, (of_state, counted)) in fight.slots().zip(places) {
            if !met.has(self.fighter(who).side) {
                of_state.fill(ABSENT);
                counted.fill(ABSENT);
                continue;
            }
            *of_state = of_body(self, who, fight.body(who));
            let (counts, by_time) = counts.of(who)[..counted.len()].split_at(usize::from(FATIGUE_1.0));
            let (plain, counted) = counted.split_at_mut(counts.len());
            plain.copy_from_slice(counts);
            // The numbers of rounds and nights are kept one higher than they are told, and as 0 for those that never came.
            let said = |number: i64| if number == 0 { ABSENT } else { number - 1 };
            let (by_round, by_night) = by_time.split_at(OF_ROUNDS);
            let (of_rounds, of_nights) = counted.split_at_mut(OF_ROUNDS);
            for place in 0..OF_ROUNDS {
                of_rounds[place] = said(by_round[place]);
            }
            of_nights.iter_mut().zip(by_night).for_each(|(value, &number)| *value = said(number));
        }
    }
}

/// Returns a value of a combatant by its name, for tests and tools.
pub fn see<const PLAIN: bool>(core: &Core<PLAIN>, fight: &Fight, who: Slot, name: &str) -> Option<i64> {
    let body = fight.body(who);
    if let Some(index) = OF_BODY.iter().position(|(family, _, _)| *family == name) {
        return Some(of_body(core, who, body)[index]);
    }
    Some(match name {
        "active" => i64::from(body.active()),
        "armor" => core.armor(who, body).into(),
        "engaged" => body.engaged.len() as i64,
        "engaged_back" => {
            let with_it = |other: &Slot| fight.is_active(*other) && fight.body(*other).engaged.has(who);
            body.engaged.into_iter().filter(with_it).count() as i64
        }
        "str_max" | "dex_max" | "wil_max" => {
            let place = ["str_max", "dex_max", "wil_max"].iter().position(|known| *known == name)?;
            body.maxima[place].into()
        }
        "zone" => body.zone.into(),
        "prone" => i64::from(body.prone),
        "unready" => body.unready.iter().map(|&turns| i64::from(turns)).sum(),
        "stunned" => body.stunned.into(),
        "bleeding" => body.bleeding.into(),
        "shielded" => i64::from(body.shielded),
        "armored" => i64::from(body.armored),
        "weapons" => i64::from(body.weapons.count_ones()) - 1,
        "hp_max" => body.hp_max.into(),
        "light" => body.light.into(),
        "gold" => body.gold.into(),
        "power" => body.power.into(),
        "terrified" => i64::from(body.plight.terrified),
        "held" => i64::from(body.plight.held_by.is_some()),
        "grounded" => i64::from(body.plight.grounded),
        "bless" => body.daily.bless.into(),
        "items" => i64::from(body.items.count_ones()),
        "deprived_days" => body.deprived_days.into(),
        "surprised" => i64::from(body.surprised),
        "arms" => body.arms.into(),
        "mood" => fight.mood.into(),
        "free_faith" => body.free_faith.into(),
        "miracles" => i64::from(body.miracles.count_ones()),
        "reactions" => body.reactions.into(),
        "eye_lost" => i64::from(body.eye_lost),
        "limbs_lost" => i64::from(body.limbs_lost),
        "weakened" => i64::from(body.weakened),
        "hp_trainings" => i64::from(body.hp_trainings),
        "routed" => i64::from(body.status == Status::Routed),
        "destroyed" => i64::from(body.status == Status::Destroyed),
        _ => return None,
    })
}
