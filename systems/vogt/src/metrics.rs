//! Metrics of `vogt`: what is counted while a fight goes on, what is read off its end, and the tables and pictures that show
//! it.
//!
//! Owns the running numbers ([`Counter`]s) and the catalogue; what is read off the end is declared in [`quantities`](super::quantities). The first metrics of the catalogue depend on the final state
//! alone, so that the exact solver can measure them too. Start at [`catalogue`].

use frame::dice::Dice;
use frame::fight::day::Sides;
use frame::fight::watch::Counter;
use frame::fight::{
    ABSENT, Catalogue, Counts, Ending, Harm, Metric, Overview, Picture, PictureKind, RatioOfTotals, Scale, Side, Watch,
};
use frame::rules::declare::counters;
use frame::rules::quantity::{Series, Times, counted, families, measured_from};

use super::quantities::{MEASURED, MetricGroup, ORDER, QUANTITIES};
use super::state::Fight;
use super::{Core, Play};

counters! {
    DAMAGE_DEALT = "damage_dealt", "damage dealt, before AR", Scale::Amount("HP");
    HP_TAKEN = "hp_taken", "HP taken off others", Scale::Amount("HP");
    DAMAGE_TAKEN = "damage_taken", "damage taken", Scale::Amount("HP");
    TAKEN_FROM_BLOWS = "taken_from_blows", "damage taken from blows", Scale::Amount("HP");
    TAKEN_FROM_TECHNIQUES = "taken_from_techniques", "damage taken from techniques", Scale::Amount("HP");
    TAKEN_FROM_BLEEDING = "taken_from_bleeding", "damage taken from bleeding", Scale::Amount("HP");
    TAKEN_FROM_HAZARDS = "taken_from_hazards", "damage taken from hazards", Scale::Amount("HP");
    ABSORBED = "absorbed", "swallowed by AR", Scale::Amount("points");
    BLOWS = "blows", "blows", Scale::Amount("blows");
    BLOWS_THROUGH = "blows_through", "blows that got through", Scale::Amount("blows");
    CRITICALS = "criticals", "critical dice", Scale::Amount("dice");
    WENT_FIRST = "went_first", "rounds acted first", Scale::Amount("rounds");
    ACTIONS_LOST = "actions_lost", "actions lost", Scale::Amount("actions");
    LOST_OUT_OF_REACH = "lost_out_of_reach", "lost out of reach", Scale::Amount("actions");
    LOST_WITHOUT_ANYBODY = "lost_without_anybody", "lost with nobody there", Scale::Amount("actions");
    LOST_WITHOUT_MEANS = "lost_without_means", "lost without means", Scale::Amount("actions");
    LOST_TO_VISIONS = "lost_to_visions", "lost to visions", Scale::Amount("actions");
    REEVALUATIONS = "reevaluations", "re-evaluations", Scale::Amount("times");
    TECHNIQUE_DICE_SPENT = "technique_dice_spent", "technique dice spent", Scale::Amount("dice");
    HEALED = "healed", "healing done", Scale::Amount("HP");
    DEEPEST = "deepest", "deepest below 0 HP", Scale::Amount("HP");
    FALLS = "falls", "falls", Scale::Amount("times");
    PRONE_TURNS = "prone_turns", "turns begun prone", Scale::Amount("turns");
    DEATH_ROLLS = "death_rolls", "death table rolls", Scale::Amount("rolls");
    GEAR_BROKEN = "gear_breaks", "weapon or armor breaks", Scale::Amount("times");
    ARMS_LOST = "arms_lost", "arms lost", Scale::Amount("arms");
    EYES_LOST = "eyes_lost", "eyes lost", Scale::Amount("eyes");
    LEGS_LOST = "legs_lost", "legs lost", Scale::Amount("legs");
    VOICE_LOST = "voices_lost", "voices lost", Scale::Amount("times");
    BLED_TO_DEATH = "bled_to_death", "bled to death", Scale::Flag;
    FLED = "fled", "fled", Scale::Flag;
    FIRST_LEVEL_1 = "exhausted_round", "round of exhaustion 1", Scale::Moment;
    FIRST_LEVEL_2 = "weakened_round", "round of exhaustion 2", Scale::Moment;
    FIRST_LEVEL_3 = "unconscious_round", "round of exhaustion 3", Scale::Moment;
    FIRST_LEVEL_4 = "mauled_round", "round of exhaustion 4", Scale::Moment;
    OUT_ROUND = "out_round", "round of going down", Scale::Moment;
    DEATH_ROUND = "death_round", "round of death", Scale::Moment;
}

/// True if the exact solver sums it up as it is: a blow that is more than enough stands for all that are (see
/// [`damage_roll`](super::Play::damage_roll)), so that their damage is not known.
pub fn sums_up(counter: Counter) -> bool {
    let of_blows =
        [DAMAGE_DEALT, HP_TAKEN, DAMAGE_TAKEN, TAKEN_FROM_BLOWS, TAKEN_FROM_TECHNIQUES, ABSORBED, CRITICALS, DEEPEST];
    !of_blows.contains(&counter)
}

/// The number of running numbers.
const COUNTERS: usize = DISTANCES.end();

/// Distances at the beginning of rounds, kept where there is a grid.
const DISTANCES: Series = Series::new(Times::new(&[1, 2, 3, 4, 5, 6, 8, 10]), COUNTED.len(), 1);

/// Returns the number of running numbers that are kept.
pub const fn counters(grid: bool) -> usize {
    if grid { COUNTERS } else { COUNTED.len() }
}

/// Levels of exhaustion, told by their causes alone.
pub const LEVELS: Counter = Counter(COUNTERS as u8);
/// Deaths, likewise.
pub const DEATHS: Counter = Counter(COUNTERS as u8 + 1);

/// Rounds of the first levels of exhaustion, from level 1 on.
pub const FIRST_LEVELS: [Counter; 4] = [FIRST_LEVEL_1, FIRST_LEVEL_2, FIRST_LEVEL_3, FIRST_LEVEL_4];

/// Returns the number of metrics that are read off a combatant: squares, which come last, only where there is a grid.
const fn read_off(grid: bool) -> usize {
    if grid { MEASURED } else { MEASURED - measured_from(QUANTITIES, MetricGroup::Square as u8) }
}

/// The names of everything that a scenario's fights are measured by; and how many of them, from the beginning, are read off the
/// final state alone.
pub fn catalogue(sides: &[String], combatants: &[(String, Side)], grid: bool) -> (Catalogue, usize) {
    let mut metrics = vec![Metric::winner(sides), Metric::rounds()];
    metrics.extend((0..).map(Side).zip(sides).flat_map(|(side, name)| Metric::of_side(name, side)));
    let names = || combatants.iter().map(|(name, _)| name);
    metrics.extend(Metric::of_each(names(), &families(QUANTITIES, &ORDER[..read_off(grid)])));
    let of_state = metrics.len();
    let mut counted = counted(COUNTED);
    if grid {
        counted.extend(DISTANCES.by_round(QUANTITIES));
    }
    metrics.extend(Metric::of_each(names(), &counted));
    (
        Catalogue {
            metrics,
            ratios: ratios(),
            overviews: overviews(grid),
            pictures: pictures(grid),
            between: vec!["falls".to_owned()],
            only_between: vec!["taken_from_hazards".to_owned()],
            marks: MARKS.map(str::to_owned).to_vec(),
            ..Catalogue::default()
        }
        .carrying(&["exhaustion", "hp"])
        .endangering(&[
            "damage_taken",
            "taken_from_hazards",
            "absorbed",
            "deepest",
            "death_rolls",
            "gear_breaks",
            "arms_lost",
            "eyes_lost",
            "legs_lost",
            "voices_lost",
        ])
        .harmed_on_the_road()
        .harmed(harms())
        .paced(&[REEVALUATIONS], &[HEALED, HP_TAKEN]),
        of_state,
    )
}

/// The metrics that last: exhaustion by the end of a fight, by falling in it, and everything that the death table takes.
const MARKS: [&str; 7] = ["exhaustion", "falls", "gear_breaks", "arms_lost", "eyes_lost", "legs_lost", "voices_lost"];

/// Harm that is told by its cause.
fn harms() -> Vec<Harm> {
    let counted = [FALLS, GEAR_BROKEN, ARMS_LOST, EYES_LOST, LEGS_LOST, VOICE_LOST, DAMAGE_TAKEN].map(|counter| {
        let (family, label, scale) = &COUNTED[usize::from(counter.0)];
        Harm::of(counter, family, label, scale)
    });
    let alone = [Harm::new(LEVELS, "exhaustion", "exhaustion", "levels"), Harm::new(DEATHS, "deaths", "deaths", "deaths")];
    alone.into_iter().chain(counted).collect()
}

/// Returns the metrics that divide two totals.
fn ratios() -> Vec<RatioOfTotals> {
    vec![
        RatioOfTotals::new("damage_per_blow", "damage per blow", "damage_dealt", "blows"),
        RatioOfTotals::new("share_through", "blows that get through", "blows_through", "blows"),
        RatioOfTotals::new("hp_per_blow", "HP taken per blow", "hp_taken", "blows"),
        RatioOfTotals::new("hp_per_round", "HP taken per round", "hp_taken", "rounds"),
    ]
}

/// Returns the tables of a report, with movement where there is a grid.
fn overviews(grid: bool) -> Vec<Overview> {
    let mut overviews = vec![
        Overview::new("Who goes down, who dies", &["out", "dead", "hp", "exhaustion"], true),
        Overview::new(
            "Death and dismemberment",
            &["death_rolls", "gear_broken", "arm_lost", "eye_lost", "leg_lost", "voice_lost", "dead"],
            true,
        ),
        Overview::new(
            "Fighting",
            &[
                "hp_taken",
                "damage_taken",
                "deepest",
                "absorbed",
                "damage_per_blow",
                "hp_per_blow",
                "share_through",
                "hp_per_round",
            ],
            false,
        ),
        Overview::new("Turns", &["went_first", "actions_lost", "reevaluations", "falls", "prone_turns", "fled"], false),
        Overview::new(
            "Actions lost",
            &["actions_lost", "lost_out_of_reach", "lost_without_anybody", "lost_without_means", "lost_to_visions"],
            false,
        ),
        Overview::new(
            "Damage taken, by cause",
            &["damage_taken", "taken_from_blows", "taken_from_techniques", "taken_from_bleeding", "taken_from_hazards"],
            false,
        ),
        Overview::new("Techniques", &["technique_dice_spent", "technique_dice", "healed", "criticals"], false),
        Overview::new("Causes of death", &["dead", "bled_to_death"], false),
    ];
    if grid {
        overviews.push(Overview::new("Where they are", &["distance", "column", "row"], false));
    }
    overviews
}

/// Returns the pictures of a report.
fn pictures(grid: bool) -> Vec<Picture> {
    let levels = ["0", "1 slower", "2 weakened", "3 unconscious", "4 and more"].map(str::to_owned).to_vec();
    let losses = [
        ("gear_broken", "gear"),
        ("arm_lost", "arm"),
        ("eye_lost", "eye"),
        ("leg_lost", "leg"),
        ("voice_lost", "voice"),
        ("dead", "death"),
    ];
    let mut pictures = vec![
        Picture::new("Who wins", PictureKind::Rates, &[("winner", "winner")]),
        Picture::new("How long it takes", PictureKind::Distribution, &[("rounds", "rounds")]),
        Picture::new("Exhausted by round", PictureKind::Happened, &[("exhausted_round", "exhausted")]),
        Picture::new("Unconscious by round", PictureKind::Happened, &[("unconscious_round", "unconscious")]),
        Picture::new("Still standing by round", PictureKind::Survival, &[("out_round", "standing")]),
        Picture::new("Exhaustion at the end", PictureKind::Levels(levels), &[("exhaustion", "exhaustion")]),
        Picture::new("Death and dismemberment", PictureKind::Totals, &losses),
        Picture::new("HP left", PictureKind::Distribution, &[("hp", "HP left")]),
    ];
    if grid {
        let title = "Squares to the nearest enemy by round";
        pictures.push(Picture::bands(title, "round", "distance", DISTANCES.times.each()));
    }
    pictures
}

impl Core {
    /// Fills the metrics of a fight that has ended, in the order of the catalogue.
    pub(super) fn fill_metrics(&self, fight: &Fight, met: Sides, counts: &Counts, ending: Ending, values: &mut [i64]) {
        values[0] = ending.winner(self.lineup.sides);
        values[1] = i64::from(fight.round);
        let mut next = 2;
        for side in Sides::all(self.lineup.sides) {
            let here = met.has(side);
            let standing = (self.lineup.members(side) & fight.active).len();
            values[next] = if here { standing as i64 } else { ABSENT };
            values[next + 1] = if self.lineup.relations.wins(side, ending) { i64::from(fight.round) } else { ABSENT };
            next += 2;
        }
        let (read_off, counters) = (read_off(self.grid.is_some()), counters(self.grid.is_some()));
        let (of_bodies, counted) = values[next..].split_at_mut(read_off * fight.bodies.len());
        let places = of_bodies.chunks_exact_mut(read_off).zip(counted.chunks_exact_mut(counters));
        for (who, (of_state, counted)) in fight.slots().zip(places) {
            if !met.has(self.fighter(who).side) {
                of_state.fill(ABSENT);
                counted.fill(ABSENT);
                continue;
            }
            let read = self.seen(fight, who).measured();
            of_state.iter_mut().zip(read).for_each(|(place, value)| *place = value);
            counted.copy_from_slice(&counts.of(who)[..counters]);
            Series::tell(&mut counted[COUNTED.len()..]);
        }
    }
}

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Keeps how far everybody who can act is from its nearest enemy when a round begins.
    #[inline(never)]
    pub(super) fn keep_distances(&mut self) {
        let Some(place) = DISTANCES.place(self.fight.round) else { return };
        for who in self.fight.active {
            DISTANCES.keep(place, who, self.rules.seen(self.fight, who).by_round(), &mut self.table.watch);
        }
    }
}
