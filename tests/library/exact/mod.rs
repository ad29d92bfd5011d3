//! Exact answers and sampled ones come from the same rules code by two ways, and have to agree: every metric that depends on
//! the state alone, value by value, within five standard errors. What is too large is known within [`bounds`].
//!
//! The scenarios are small on purpose, and each brings in something that the exact solver forgets, merges or settles; those of
//! [`drawn`] are drawn, and [`merging`] leaves out what makes paths of dice one. Start at [`agree`].

use std::collections::BTreeSet;

use frame::exact::{self, Solved, SolverLimits};
use frame::rules::{Loaded, RuleSet};
use frame::scenario::{Complaints, Raw};
use frame::sim::{Layout, Worker};
use frame::tally::Tally;
use vogt::Vogt;

mod again;
mod bdp;
mod bounds;
mod cairn_ap;
mod drawn;
mod heimr;
mod injury_d20;
mod merging;
mod moments;
mod onward;

/// Fights that are played for a comparison.
const FIGHTS: u64 = 150_000;
/// The loss that sums of many numbers may have.
const ROUNDING: f64 = 1e-6;
/// The probability that an exact answer may leave open.
const UNRESOLVED_MOST: f64 = 1e-9;

fn load(text: &str) -> (Loaded<<Vogt as RuleSet>::Rules>, Layout) {
    load_of::<Vogt>(text)
}

fn load_of<S: RuleSet>(text: &str) -> (Loaded<S::Rules>, Layout) {
    try_load_of::<S>(text).unwrap_or_else(|problems| panic!("{}", problems.join("\n")))
}

/// Loads a scenario, or says what is wrong with it.
fn try_load_of<S: RuleSet>(text: &str) -> Result<(Loaded<S::Rules>, Layout), Vec<String>> {
    let text = format!("format = 1\nsystem = \"{}\"\ntitle = \"test\"\n{text}", S::NAME);
    let scenario = Raw::from_text("test.toml", &text, &[]).check::<S>().map_err(|failure| vec![failure.render(false)])?;
    let mut complaints = Complaints::default();
    let Some(loaded) = S::load(&scenario.document, &mut complaints) else {
        return Err(scenario.problems(complaints).iter().map(|problem| problem.render(false)).collect());
    };
    let layout = Layout::new(&loaded);
    Ok((loaded, layout))
}

/// A scenario of sides, each given by the insides of its members.
fn scenario(sides: &[(&str, &[&str])], rest: &str) -> String {
    let member = |member: &&str| format!("{{ {member} }},");
    let side = |(name, members): &(&str, &[&str])| {
        format!("{{ name = '{name}', combatant = [{}] }},\n", members.iter().map(member).collect::<String>())
    };
    format!("side = [\n{}]\n{rest}\n", sides.iter().map(side).collect::<String>())
}

/// A scenario that is solved, with the layout of its numbers.
struct Answered {
    solved: Solved,
    layout: Layout,
}

/// Solves a scenario, plays it, and compares every value of every metric that the solver knows.
#[track_caller]
fn agree(text: &str, seed: u64) {
    agree_of::<Vogt>(text, FIGHTS, seed, &["winner", "rounds", "hp", "exhaustion"]);
}

/// Compares for any system and number of fights; these families of metrics have to be known.
#[track_caller]
fn agree_of<S: RuleSet>(text: &str, fights: u64, seed: u64, families: &[&str]) {
    let (loaded, layout) = load_of::<S>(text);
    let solved =
        exact::solve(&loaded, &layout, SolverLimits::default()).whole().unwrap_or_else(|refusal| panic!("{refusal:?}"));
    assert!(solved.unresolved < UNRESOLVED_MOST, "unresolved: {}", solved.unresolved);
    let tally = Worker::new(&loaded, &layout, seed).tally(0..fights);
    let mut apart = differences(&solved, &tally, &layout);
    apart.extend(means_apart(&solved, &tally, &layout));
    assert!(apart.is_empty(), "{}", apart.join("\n"));
    for expected in families {
        let known = |family: &str| family.split('.').next_back() == Some(expected);
        let mut metrics = layout.catalogue.metrics.iter().zip(&solved.metrics).filter(|(metric, _)| known(&metric.family));
        assert!(metrics.any(|(_, distribution)| !distribution.is_empty()), "nothing is known of {expected}");
    }
}

/// All values whose exact and sampled shares are further apart than five standard errors.
fn differences(solved: &Solved, tally: &Tally, layout: &Layout) -> Vec<String> {
    let mut apart = Vec::new();
    for (index, metric) in layout.catalogue.metrics.iter().enumerate().filter(|(index, _)| !solved.metrics[*index].is_empty()) {
        let counts: Vec<(i64, u64)> = tally.counts(index).into_iter().collect();
        let mut values: BTreeSet<i64> = solved.metrics[index].keys().copied().collect();
        values.extend(counts.iter().filter(|(_, count)| *count > 0).map(|(value, _)| *value));
        for value in values {
            let count = counts.iter().filter(|(counted, _)| *counted == value).map(|(_, count)| count).sum::<u64>() as f64;
            let chance = solved.chance(index, value);
            if differ(count, chance, tally.fights() as f64) {
                let share = count / tally.fights() as f64;
                apart.push(format!("{} = {value}: exactly {chance:.6}, but sampled {share:.6}", metric.key));
            }
        }
    }
    apart
}

/// Metrics whose exact and sampled means are further apart than five standard errors, with room for a fight or two where the
/// exact spread is small.
fn means_apart(exact: &Solved, tally: &Tally, layout: &Layout) -> Vec<String> {
    let mut apart = Vec::new();
    for (index, metric) in layout.catalogue.metrics.iter().enumerate() {
        let counts = tally.counts(index);
        // Of what is counted only the mean is known: its spread is that of the sample, and of rare things, which a sample may miss, that of
        // their number.
        let counted = |mean: f64| (mean, spread(&counts).max(mean.abs().sqrt()));
        let Some((mean, sd)) = exact.moments(index).or_else(|| Some(counted(exact.mean(index)?.estimate))) else {
            continue;
        };
        let n: u64 = counts.iter().map(|(_, count)| *count).sum();
        if n == 0 {
            continue;
        }
        let sampled = counts.iter().map(|(value, count)| *value as f64 * *count as f64).sum::<f64>() / n as f64;
        let values = exact.metrics[index].keys().copied().chain(counts.iter().map(|(value, _)| *value));
        let farthest = values.map(|value| (value as f64 - mean).abs()).fold(1.0, f64::max);
        if (sampled - mean).abs() > 5.0 * sd / (n as f64).sqrt() + 2.0 * farthest / n as f64 + ROUNDING {
            apart.push(format!("{}: exactly {mean:.6} on average, but sampled {sampled:.6}", metric.key));
        }
    }
    apart
}

/// The standard deviation of values that came up so often.
fn spread(counts: &[(i64, u64)]) -> f64 {
    let n: f64 = counts.iter().map(|(_, count)| *count as f64).sum();
    let mean = counts.iter().map(|(value, count)| *value as f64 * *count as f64).sum::<f64>() / n;
    (counts.iter().map(|(value, count)| (*value as f64 - mean).powi(2) * *count as f64).sum::<f64>() / n).sqrt()
}

/// True if so many of `n` are more than five standard errors away from what is expected; with room for one and a half, since
/// counts are whole, and for the long tail of rare ones.
fn differ(count: f64, chance: f64, n: f64) -> bool {
    let expected = n * chance;
    let error = (expected * (1.0 - chance).max(0.0)).sqrt();
    let rare = if expected < 25.0 { 5.0 } else { 0.0 };
    (count - expected).abs() > 5.0 * error + 1.5 + rare
}

const CLUB: &str = "weapons = [{ name = 'club', die = '1d6' }]";
const SWORD: &str = "weapons = [{ name = 'sword', die = '1d8', type = 'slash' }]";
const KNIFE: &str = "weapons = [{ name = 'knife', die = '1d4', type = 'stab' }]";

fn duel(ada: &str, bo: &str, rest: &str) -> String {
    scenario(&[("left", &[&format!("name = 'Ada', {ada}")]), ("right", &[&format!("name = 'Bo', {bo}")])], rest)
}

#[test]
fn a_duel_of_two_weapons() {
    agree(&duel(&format!("hp_max = 9, dex = '1d8', {KNIFE}"), &format!("hp_max = 7, {SWORD}"), ""), 1);
}

#[test]
fn a_duel_to_the_death_with_all_that_can_be_lost() {
    let rest = "[rulings]\nend_condition = 'dead'\ndeath_repeat = 'reroll'\ndeath_eye = 'awr_penalty'";
    agree(&duel(&format!("hp_max = 4, armor = 1, {CLUB}"), &format!("hp_max = 4, {KNIFE}"), rest), 2);
}

#[test]
fn one_against_two_who_are_struck_down_one_after_the_other() {
    let goblin = |name: &str, hp: i64| format!("name = '{name}', hp_max = {hp}, str = '1d4', {KNIFE}");
    let (one, two) = (goblin("Gi", 3), goblin("Go", 4));
    agree(&scenario(&[("left", &[&format!("name = 'Ada', hp_max = 8, {SWORD}")]), ("right", &[&one, &two])], ""), 3);
}

#[test]
fn one_against_two_of_whom_the_strongest_is_struck_first() {
    let rest = "[policy.proud]\ntarget = [{ at = 'strongest' }]\n[rulings]\ncrit = 'once'";
    let goblin = |name: &str| format!("name = '{name}', hp_max = 3, str = '1d4', {KNIFE}");
    let ada = format!("name = 'Ada', hp_max = 7, policy = 'proud', {SWORD}");
    agree(&scenario(&[("left", &[&ada]), ("right", &[&goblin("Gi"), &goblin("Go")])], rest), 4);
}

#[test]
fn three_sides_of_one_choose_whoever_has_fallen_deepest() {
    let one = |name: &str, hp: i64, weapon: &str| format!("name = '{name}', hp_max = {hp}, {weapon}");
    let (ada, bo, cy) = (one("Ada", 5, CLUB), one("Bo", 4, KNIFE), one("Cy", 3, KNIFE));
    agree(&scenario(&[("left", &[&ada]), ("right", &[&bo]), ("middle", &[&cy])], "[rulings]\ncrit = 'off'"), 5);
}

#[test]
fn policies_that_ask_for_hit_points_and_armor() {
    let rest = "[policy.careful]\naction = [{ do = 'defend', when = 'hp <= 4 and target.hp > 0' }, { do = 'attack' }]\n\
                [policy.sly]\naction = [{ do = 'defend', when = 'target.ar_left > 3 and round % 2 == 1' }]";
    let ada = format!("hp_max = 9, policy = 'careful', {SWORD}");
    agree(&duel(&ada, &format!("hp_max = 8, policy = 'sly', {CLUB}"), rest), 6);
}

#[test]
fn a_policy_that_tells_how_deep_somebody_has_fallen() {
    let rest = "[policy.kind]\naction = [{ do = 'defend', when = 'target.hp < -2' }]\n[rulings]\ncrit = 'once'";
    agree(&duel(&format!("hp_max = 6, policy = 'kind', {CLUB}"), &format!("hp_max = 6, {KNIFE}"), rest), 7);
}

#[test]
fn reevaluation_asks_for_initiative_and_for_armor_that_is_used_up() {
    let rest = "[policy.late]\naction = [{ do = 'defend' }]\nreevaluate = [{ do = 'attack', when = 'declared == defend' }]\n\
                [policy.shy]\nreevaluate = [{ do = 'defend', when = 'ar_left == 0' }]";
    agree(&duel(&format!("hp_max = 5, policy = 'late', {CLUB}"), &format!("hp_max = 5, policy = 'shy', {KNIFE}"), rest), 8);
}

#[test]
fn types_advantage_and_techniques_of_several_dice() {
    let rest = "[policy.mage]\naction = [{ do = 'technique', technique = 'fire', dice = 2 }, { do = 'attack' }]\n\
                [rulings]\ndamage_order = 'ar_then_type'";
    let ada = format!(
        "hp_max = 8, policy = 'mage', resist = ['slash'], td = {{ d6 = 3 }}, {CLUB}, \
                       techniques = [{{ name = 'fire', die = 6, min_dice = 1, type = 'fire', ability = 'wil' }}]"
    );
    let bo = format!("hp_max = 14, vulnerable = ['fire'], statuses = [{{ status = 'blind' }}], {SWORD}");
    agree(&duel(&ada, &bo, rest), 9);
}

#[test]
fn bleeding_goes_on_between_the_blows() {
    let leech = "weapons = [{ name = 'maw', die = '1d4', type = 'stab', riders = [{ status = 'bleeding', rounds = 2 }] }]";
    agree(&duel(&format!("hp_max = 7, {CLUB}"), &format!("hp_max = 6, {leech}"), "[rulings]\nbleeding_ar = 'used'"), 10);
}

#[test]
fn a_grid_on_which_two_have_to_meet() {
    let rest = "[arena]\nwidth = 9\nheight = 1";
    agree(
        &duel(
            &format!("hp_max = 6, at = [[0, 0]], movement = 3, {CLUB}"),
            &format!("hp_max = 5, at = [[8, 0]], {KNIFE}"),
            rest,
        ),
        11,
    );
}

#[test]
fn a_day_of_two_fights_with_a_night_and_a_road_between() {
    let (ada, gi) = (
        format!("name = 'Ada', hp_max = 9, items = [{{ name = 'silver', slots = 12 }}], {SWORD}"),
        format!("name = 'Gi', hp_max = 4, {KNIFE}"),
    );
    let day = "day = [{ fight = ['left', 'right'] }, { rest = 'full_rest' }, { travel = 45 }, { fight = ['left', 'beast'] }]";
    let sides: &[(&str, &[&str])] = &[
        ("left", &[&ada]),
        ("right", &[&gi]),
        ("beast", &["name = 'Wolf', hp_max = 5, weapons = [{ name = 'bite', die = '1d6' }]"]),
    ];
    agree(&format!("{day}\n{}", scenario(sides, "")), 12);
}

#[test]
fn a_day_that_ends_for_those_who_lose_and_a_foe_who_is_met_last_as_it_began_the_day() {
    let ada = format!("name = 'Ada', hp_max = 6, {SWORD}");
    let gi = format!("name = 'Gi', hp_max = 5, {CLUB}");
    let wolf = "name = 'Wolf', hp_max = 5, hp = 2, prone = true, statuses = [{ status = 'bleeding' }], weapons = [{ name = 'bite', die = '1d6' }]";
    let day = "day = [{ fight = ['left', 'right'] }, { rest = 'full_rest' }, { fight = ['left', 'beast'] }]";
    for on_defeat in ["end", "go on"] {
        let sides: &[(&str, &[&str])] = &[("left", &[&ada]), ("right", &[&gi]), ("beast", &[wolf])];
        agree(&format!("on_defeat = '{on_defeat}'\n{day}\n{}", scenario(sides, "")), 14);
    }
}

#[test]
fn a_day_with_a_short_rest_for_those_who_have_fallen() {
    let (ada, gi) = (format!("name = 'Ada', hp_max = 6, {CLUB}"), format!("name = 'Gi', hp_max = 3, {KNIFE}"));
    let day = "on_defeat = 'go on'\nday = [{ fight = ['left', 'right'] }, { rest = 'siesta' }, { fight = ['left', 'right'] }]";
    agree(&format!("{day}\n{}", scenario(&[("left", &[&ada]), ("right", &[&gi])], "[rulings]\ncrit = 'off'")), 13);
}

#[test]
#[should_panic(expected = "winner = 0")]
fn a_sample_of_another_fight_is_noticed() {
    let (loaded, layout) = load(&duel(&format!("hp_max = 6, {CLUB}"), &format!("hp_max = 6, {KNIFE}"), ""));
    let solved = exact::solve(&loaded, &layout, SolverLimits::default()).whole().expect("a small fight");
    let (loaded, layout) = load(&duel(&format!("hp_max = 7, {CLUB}"), &format!("hp_max = 6, {KNIFE}"), ""));
    let tally = Worker::new(&loaded, &layout, 1).tally(0..FIGHTS);
    panic!("{}", differences(&solved, &tally, &layout).join("\n"));
}
