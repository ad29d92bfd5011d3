//! Metrics of `bdp`: what is counted while a fight goes on, what is read off its end, and the tables and pictures that show it.
//!
//! Owns the running numbers ([`Counter`]s) and the catalogue; what is read off the end is declared in
//! [`quantities`](super::quantities). The first metrics of the catalogue depend on the final state alone, so that the exact
//! solver can measure them too. Start at [`catalogue`].

use frame::dice::Slot;
use frame::fight::Watch;
use frame::fight::day::Sides;
use frame::fight::watch::Counter;
use frame::fight::{
    ABSENT, Catalogue, Counts, Ending, Harm, Metric, Overview, Picture, PictureKind, RatioOfTotals, Scale, Side,
};
use frame::rules::declare::counters;
use frame::rules::quantity::{Series, Times, counted, families, measured_from, names_from};

use super::Core;
use super::quantities::{MEASURED, MetricGroup, ORDER, QUANTITIES};
use super::state::Fight;

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
}

/// Points of HP and abilities that are lost, in the order of [`Origin`](super::harm::Origin): together all of [`HP_LOST`] and
/// [`ABILITY_LOST`].
pub const LOST_TO: [Counter; 9] =
    [TO_ATTACKS, TO_POISON, TO_BLEEDING, TO_MAGIC, TO_MONSTERS, TO_SURROUNDINGS, TO_HAZARDS, TO_EXERTION, TO_DISEASE];

/// What rounds leave: Fatigue and free slots.
const ROUNDS: Series = Series::new(Times::new(&[1, 2, 3, 4, 6, 8]), COUNTED.len(), 2);

/// What the nights of a day leave: missing ability points, Fatigue and free slots.
const NIGHTS: Series = Series::new(Times::new(&[1, 2, 3, 4, 5, 6, 7]), ROUNDS.end(), 3);

/// The number of running numbers.
pub const COUNTERS: usize = NIGHTS.end();

/// Deaths, told by their causes alone.
pub const DEATHS: Counter = Counter(COUNTERS as u8);

/// Injuries in the order of the areas.
pub const INJURED: [Counter; 6] =
    [INJURED_TORSO, INJURED_LEFT_LEG, INJURED_RIGHT_LEG, INJURED_LEFT_ARM, INJURED_RIGHT_ARM, INJURED_HEAD];

/// Metrics that are told of a combatant that is out of a fight before it is over: all but its fate, which comes first.
pub const TOLD_EARLY: [&str; measured_from(QUANTITIES, MetricGroup::Condition as u8)] = names_from(QUANTITIES, ORDER);

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
    metrics.extend(Metric::of_each(combatants, &families(QUANTITIES, &ORDER)));
    let of_state = metrics.len();
    let mut counted = counted(COUNTED);
    counted.extend(ROUNDS.by_round(QUANTITIES));
    if days {
        counted.extend(NIGHTS.by_night(QUANTITIES));
    }
    metrics.extend(Metric::of_each(combatants, &counted));
    (Catalogue { metrics, ratios: ratios(), overviews: overviews(), pictures: pictures(days), ..outside_of_fights() }, of_state)
}

/// Returns the number of running numbers that are metrics; those of nights only where there can be some.
fn counters(days: bool) -> usize {
    if days { NIGHTS.end() } else { ROUNDS.end() }
}

impl<const PLAIN: bool> Core<PLAIN> {
    /// Keeps what a round has left of each combatant.
    pub(super) fn keeps_round<W: Watch>(&self, fight: &Fight, watch: &mut W) {
        let Some(place) = ROUNDS.place(fight.round) else { return };
        for who in fight.active() {
            ROUNDS.keep(place, who, self.seen(fight, who).by_round(), watch);
        }
    }

    /// Keeps what a night of the day, by its number from 0, has left of the combatant.
    pub(super) fn keeps_night<W: Watch>(&self, fight: &Fight, who: Slot, night: usize, watch: &mut W) {
        let Some(place) = NIGHTS.place(night as u16 + 1) else { return };
        NIGHTS.keep(place, who, self.seen(fight, who).by_night(), watch);
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
    let alone = alone.into_iter().chain([TO_HAZARDS, TO_DISEASE]);
    let lasting = INJURED.into_iter().chain([WOUNDS, DISEASES, FATIGUE]);
    let (between, only_between, marks) =
        (too.map(family).collect(), alone.map(family).chain(of_nights()).collect(), lasting.map(family).collect());
    let catalogue = Catalogue { between, only_between, marks, ..Catalogue::default() };
    catalogue
        .carrying(&["fatigue", "free_slots", "hp", "str"])
        .endangering(&["lost_to_hazards"])
        .harmed(harms())
        .paced(&[BLOCKS, DODGES, PARRIES, FIGHTS_BACK, SACRIFICES], &[HP_LOST, GAMBITS_WON, SPELLS_CANCELLED, RESTORED])
}

/// The families of what nights leave, night by night.
fn of_nights() -> impl Iterator<Item = String> {
    let (families, nights) = (NIGHTS.by_night(QUANTITIES), NIGHTS.times.count());
    let places = (0..nights).flat_map(move |night| (night..NIGHTS.len()).step_by(nights));
    places.map(move |place| families[place].0.clone())
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
    let by_round = |title, family| Picture::bands(title, "round", family, ROUNDS.times.each());
    let by_night = |title, family| Picture::bands(title, "night", family, NIGHTS.times.each());
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
        let (of_bodies, counted) = values[next..].split_at_mut(MEASURED * fight.bodies.len());
        let (of_bodies, _) = of_bodies.as_chunks_mut::<MEASURED>();
        let places = of_bodies.iter_mut().zip(counted.chunks_exact_mut(counters(self.days)));
        for (who, (of_state, counted)) in fight.slots().zip(places) {
            if !met.has(self.fighter(who).side) {
                of_state.fill(ABSENT);
                counted.fill(ABSENT);
                continue;
            }
            *of_state = self.seen(fight, who).measured();
            counted.copy_from_slice(&counts.of(who)[..counted.len()]);
            Series::tell(&mut counted[COUNTED.len()..]);
        }
    }
}
