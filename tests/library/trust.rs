//! The promises of the statistics, held to simulations whose truth is known.
//!
//! Runs small in every test run. `just trust` runs it long, `TRUST=long` with 1000 seeds or `TRUST=N` with N, and prints the table that
//! stands in `docs/statistics.md`. Fights are played once; samples of them are drawn with replacement, so that the truth of what they
//! are drawn from is known to the last digit.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use frame::analysis::compare::{ComparisonRule, Contest, OutcomeVerdict, compare};
use frame::analysis::curve::crossings;
use frame::analysis::margin::Margins;
use frame::analysis::outcome::{Outcomes, matching};
use frame::dice::key::mix;
use frame::door::Playable;
use frame::fight::Catalogue;
use frame::scenario::Raw;
use frame::sim::pair::Pair;
use frame::stats::contrast::{Contrast, Share};
use frame::stats::looks::{self, PrecisionDemand, StatisticEvidence};
use frame::stats::paired::{Evidence, Pairs};
use frame::stats::proportion::proportion;
use frame::stats::verdict;
use frame::stats::{Interval, Level};
use frame::tally::Tally;
use program::report::figure::Kind;
use program::report::reading::Reading;
use program::report::table::{Table, tables};
use program::report::{Facts, Fighter, Outcome};
use sparring::systems;

/// The duels of two equals, one of each system.
const DUELS: [(&str, &str); 5] = [
    ("vogt", "mirror-duel"),
    ("bdp", "duel"),
    ("cairn-ap", "mirror-duel"),
    ("heimr", "mirror-duel"),
    ("injury-d20", "mirror-duel"),
];

/// The thoroughness of the simulations.
#[derive(Clone, Copy)]
struct Size {
    /// Seeds of each.
    seeds: u64,
    /// Fights that are played of each duel.
    fights: u64,
    /// Fights of the samples.
    samples: &'static [u64],
}

/// The thoroughness that the environment asks for.
fn size() -> Size {
    let long = |seeds| Size { seeds, fights: 100_000, samples: &[200, 2000, 20_000] };
    match std::env::var("TRUST").as_deref() {
        Err(_) => Size { seeds: 24, fights: 6000, samples: &[200, 2000] },
        Ok("long") => long(1000),
        Ok(seeds) => long(seeds.parse().expect("TRUST is `long` or a number of seeds")),
    }
}

/// A source of uniform numbers that is the same in every run.
struct Luck(u64);

impl Luck {
    fn new(seed: u64) -> Self {
        Luck(mix(seed ^ 0x7121_57ED))
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    fn uniform(&mut self) -> f64 {
        ((self.bits() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    fn below(&mut self, most: usize) -> usize {
        ((u128::from(self.bits()) * most as u128) >> 64) as usize
    }

    fn normal(&mut self) -> f64 {
        (-2.0 * self.uniform().ln()).sqrt() * (std::f64::consts::TAU * self.uniform()).cos()
    }

    /// The rate of an event; where that is many times as good as normal.
    fn binomial(&mut self, n: u64, p: f64) -> u64 {
        let (mean, variance) = (n as f64 * p, n as f64 * p * (1.0 - p));
        if variance < 200.0 && n <= 10_000 {
            return (0..n).filter(|_| self.uniform() < p).count() as u64;
        }
        if variance < 200.0 {
            // Gaps between events.
            let (mut events, mut at) = (0, 0.0);
            loop {
                at += 1.0 + (self.uniform().ln() / (-p).ln_1p()).floor();
                if at > n as f64 {
                    return events;
                }
                events += 1;
            }
        }
        (mean + variance.sqrt() * self.normal()).round().clamp(0.0, n as f64) as u64
    }
}

/// Loads a scenario for its system.
fn load(path: &Path) -> Playable {
    let loaded = Raw::read(path, &[], &[]).and_then(|raw| systems().of(&raw)?.load(&raw));
    loaded.unwrap_or_else(|failure| panic!("{}", failure.render(false)))
}

/// Fights that were played, and what is needed to report of some of them.
struct Population {
    name: String,
    catalogue: Catalogue,
    facts: Facts,
    fights: Vec<Vec<i64>>,
}

impl Population {
    /// Plays a duel.
    fn play(name: &str, path: &Path, fights: u64) -> Self {
        let Playable { engine, layout, .. } = load(path);
        let mut player = engine.player(&layout, 1);
        let fights = (0..fights).map(|number| player.play(number).to_vec()).collect();
        let fighters = engine.combatants().iter();
        let facts = facts(
            engine.sides().to_vec(),
            fighters.map(|one| Fighter { name: one.name.clone(), side: one.side, entry: None }).collect(),
        );
        Population { name: name.into(), catalogue: layout.catalogue.clone(), facts, fights }
    }

    /// Counts with so few victories of the first side that it wins one fight in a thousand.
    fn hopeless(&self) -> Self {
        let winner = self.catalogue.index("winner").expect("every core measures the winner");
        let lost: Vec<&Vec<i64>> = self.fights.iter().filter(|fight| fight[winner] != 0).collect();
        let won = self.fights.iter().filter(|fight| fight[winner] == 0).take(lost.len() / 999);
        let fights = won.chain(lost.iter().copied().take(lost.len() / 999 * 999)).cloned().collect();
        let name = format!("{}, won in 0.1 % of fights", self.name);
        Population { name, catalogue: self.catalogue.clone(), facts: self.facts.clone(), fights }
    }

    /// The figures that a report shows of some fights.
    fn tables<'f>(&self, fights: impl Iterator<Item = &'f Vec<i64>>) -> Vec<Table> {
        let mut tally = Tally::new(&self.catalogue, 0);
        fights.for_each(|fight| tally.record(fight));
        tables(&Reading::new(&self.facts, &self.catalogue, &Outcome::Counted(tally)))
    }
}

fn facts(sides: Vec<String>, combatants: Vec<Fighter>) -> Facts {
    Facts {
        title: String::new(),
        about: String::new(),
        system: String::new(),
        scenario: String::new(),
        digest: String::new(),
        seed: 1,
        scheme: String::new(),
        tool: String::new(),
        level: Level::default(),
        fights: 0..0,
        interrupted: false,
        precision: None,
        sides,
        combatants,
        patches: Vec::new(),
        command: String::new(),
        lines: None,
        stands: Vec::new(),
        notable: Vec::new(),
        expectations: Vec::new(),
        sharpened: Vec::new(),
        blocks: Vec::new(),
        questions: Vec::new(),
        files: Vec::new(),
    }
}

/// Every figure of the tables by where it stands: value, limits, and whether it is quoted at all.
fn figures(tables: &[Table]) -> Vec<(String, [f64; 3], bool)> {
    let mut figures = Vec::new();
    for table in tables {
        for row in &table.rows {
            for (column, figure) in table.columns.iter().zip(&row.cells) {
                let Some(figure) = figure else { continue };
                let name = format!("{} | {} | {column}", table.title, row.name);
                let quoted = !matches!(figure.kind, Kind::TooFew(_)) && !figure.words().number.starts_with("too few");
                figures.push((name, [figure.value, figure.low, figure.high], quoted));
            }
        }
    }
    figures
}

/// Counts how often the figures of samples of so many fights hold the truth: of each that is shown, how often it does and is.
fn coverage(population: &Population, n: u64, seeds: u64) -> Vec<(String, u64, u64)> {
    let truth: HashMap<String, f64> =
        figures(&population.tables(population.fights.iter())).into_iter().map(|(name, [value, ..], _)| (name, value)).collect();
    let mut held: HashMap<String, (u64, u64)> = HashMap::new();
    for seed in 0..seeds {
        let mut luck = Luck::new(mix(seed) ^ n);
        let drawn: Vec<usize> = (0..n).map(|_| luck.below(population.fights.len())).collect();
        for (name, [_, low, high], quoted) in figures(&population.tables(drawn.iter().map(|&index| &population.fights[index])))
        {
            let Some(&truth) = truth.get(&name).filter(|_| quoted) else { continue };
            let rounding = 1e-9 * truth.abs().max(1.0);
            let (holds, shown) = held.entry(name).or_default();
            *holds += u64::from(low <= truth + rounding && truth - rounding <= high);
            *shown += 1;
        }
    }
    let mut held: Vec<(String, u64, u64)> = held.into_iter().map(|(name, (holds, shown))| (name, holds, shown)).collect();
    let share = |&(_, holds, shown): &(String, u64, u64)| holds as f64 / shown as f64;
    held.sort_by(|one, other| share(one).total_cmp(&share(other)).then(one.0.cmp(&other.0)));
    held
}

/// The duels of the systems that are compiled in, and one that is as good as lost.
fn populations(fights: u64) -> Vec<Population> {
    let mut populations = Vec::new();
    for (system, file) in DUELS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/{system}/{file}.toml"));
        if systems().names().contains(&system) {
            populations.push(Population::play(&format!("{system}/{file}"), &path, fights));
        }
    }
    let hopeless = populations[0].hopeless();
    populations.push(hopeless);
    populations
}

#[test]
fn every_figure_of_every_table_holds_the_truth_as_often_as_it_says() {
    let Size { seeds, fights, samples } = size();
    println!("\n| coverage of every figure, {seeds} seeds | fights | figures | mean | least | of which below 94 % |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    let mut failed = Vec::new();
    for population in populations(fights) {
        for &n in samples {
            let held = coverage(&population, n, seeds);
            let known: Vec<&(String, u64, u64)> = held.iter().filter(|(_, _, shown)| *shown >= seeds.min(100)).collect();
            let share = |one: &(String, u64, u64)| one.1 as f64 / one.2 as f64;
            let mean = known.iter().map(|one| share(one)).sum::<f64>() / known.len() as f64;
            let below = known.iter().filter(|one| share(one) < 0.94).count();
            let least = known.first().map_or(1.0, |one| share(one));
            println!(
                "| {} | {n} | {} | {:.1} % | {:.1} % | {below} |",
                population.name,
                known.len(),
                100.0 * mean,
                100.0 * least
            );
            // A figure that holds in 94 % of samples misses in more than this with a chance of one in a hundred thousand.
            let bound = |shown: u64| 0.06 * shown as f64 + 4.3 * (0.06 * 0.94 * shown as f64).sqrt() + 1.5;
            let short = known.iter().filter(|(_, holds, shown)| (shown - holds) as f64 > bound(*shown));
            failed.extend(short.map(|(name, holds, shown)| format!("{} | {n} | {name}: {holds} of {shown}", population.name)));
            if mean < 0.95 {
                failed.push(format!("{} | {n}: {mean} on average", population.name));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// In how many of so many checks an event that truly moved by so many margins has which word: drifted, moved, passed, undecided. The
/// tests are those of a check of one hundred rates at one alarm in a thousand, with a baseline of 100 000 fights and at most 400 000
/// new ones.
fn checks(moved: f64, seeds: u64) -> [u64; 4] {
    const FAMILY: f64 = 100.0;
    let (alpha, margin, share) = (1e-3, 0.01, 0.5);
    let looks = verdict::looks(400_000);
    let each = looks.len() as f64;
    let mut words = [0; 4];
    for seed in 0..seeds {
        let mut luck = Luck::new(mix(seed ^ moved.to_bits()));
        let before = Share { events: luck.binomial(100_000, share), fights: 100_000 };
        let (mut events, mut played, mut word) = (0, 0, 3);
        for &look in &looks {
            events += luck.binomial(look - played, share + moved * margin);
            played = look;
            let contrast = Contrast::Shares { before, after: Share { events, fights: played } };
            let corrected = |chance: f64| FAMILY * each * chance <= alpha / 2.0;
            word = if corrected(contrast.chance_if_within(margin)) {
                0
            } else if contrast.within(margin, alpha / each) {
                2
            } else if corrected(contrast.chance_if_same()) {
                1
            } else {
                3
            };
            if word == 0 || word == 2 {
                break;
            }
        }
        words[word] += 1;
    }
    words
}

/// The share of false words for a comparison of one hundred events at 95 % and at most 500 000 fights, of which 4 in 100 are lost by the change
/// and as many gained, and those by which it moved: changed, moved, unchanged, undecided.
fn comparisons(moved: f64, seeds: u64) -> [u64; 4] {
    const FAMILY: f64 = 100.0;
    let (alpha, margin, turned) = (0.05, 0.01, 0.04);
    let looks = verdict::looks(500_000);
    let each = looks.len() as f64;
    let mut words = [0; 4];
    for seed in 0..seeds {
        let mut luck = Luck::new(mix(seed ^ moved.to_bits() ^ 1));
        let (mut gained, mut lost, mut played, mut word) = (0, 0, 0, 3);
        for &look in &looks {
            let fights = look - played;
            let up = luck.binomial(fights, turned + moved * margin);
            lost += luck.binomial(fights - up, turned / (1.0 - turned - moved * margin));
            gained += up;
            played = look;
            let pairs = Evidence::Event(Pairs { neither: played - gained - lost, gained, lost, both: 0 });
            let corrected = |chance: f64| FAMILY * each * chance <= alpha;
            word = if corrected(pairs.chance_if_beyond(margin)) {
                2
            } else if corrected(pairs.chance_if_within(margin)) {
                0
            } else if corrected(pairs.chance_if_unchanged()) {
                1
            } else {
                3
            };
            if word == 0 || word == 2 {
                break;
            }
        }
        words[word] += 1;
    }
    words
}

#[test]
fn words_are_about_what_is_true_and_not_about_what_was_drawn() {
    let seeds = 10 * size().seeds;
    println!("\n| true move, in margins | drifted | moved | passed | undecided | changed | moved | unchanged | undecided |");
    println!("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for moved in [0.0, 0.5, 0.8, 0.95, 1.05, 1.25, 2.0] {
        let (check, comparison) = (checks(moved, seeds), comparisons(moved, seeds));
        let shares: Vec<String> =
            check.iter().chain(&comparison).map(|count| format!("{:.1} %", 100.0 * *count as f64 / seeds as f64)).collect();
        println!("| {moved} | {} |", shares.join(" | "));
        // The share of words against the truth (so far away, so near) is within the stated error, and here far below it.
        let wrong = if moved < 1.0 { [check[0], comparison[0]] } else { [check[2], comparison[2]] };
        let most = 0.01 * seeds as f64 + 3.0;
        assert!(wrong.iter().all(|count| *count as f64 <= most), "{moved}: {check:?} {comparison:?}");
        if moved == 0.0 {
            assert_eq!((check[1], comparison[2]), (0, seeds), "{check:?} {comparison:?}");
        }
        if moved == 2.0 {
            assert_eq!(comparison[0], seeds, "{comparison:?}");
        }
    }
}

#[test]
fn comparisons_of_the_same_rules_with_luck_of_their_own_are_hardly_ever_called_changed() {
    let seeds = 4 * size().seeds;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/vogt/mirror-duel.toml");
    let (before, after) = (load(&path).arm(0), load(&path).arm(0));
    let matching = matching(&before.layout.catalogue, &after.layout.catalogue, true, |_| false);
    let outcomes = Outcomes::of(&before.layout.catalogue, &after.layout.catalogue, &matching);
    let mut pair = Pair { before, after, matching };
    let rule = ComparisonRule {
        level: Level::default(),
        fights_max: 400,
        margins: Margins::default(),
        full: false,
        strict: false,
        waits_for: Vec::new(),
    };
    let (mut moved, mut changed) = (0, 0);
    for seed in 0..seeds {
        (pair.before.seed, pair.after.seed) = (2 * seed + 1, 2 * seed + 2);
        let contest = Contest { pair: &pair, outcomes: &outcomes, same: false, pacts: None };
        let found = compare(&[contest], &rule, None, &AtomicBool::new(false), &mut |_| {}).expect("it is played").remove(0);
        let any = |test: &dyn Fn(OutcomeVerdict) -> bool| u64::from(found.findings.iter().any(|finding| test(finding.word)));
        moved += any(&OutcomeVerdict::is_seen_to_move);
        changed += any(&|word| word == OutcomeVerdict::Changed);
    }
    let share = |count: u64| 100.0 * count as f64 / seeds as f64;
    println!("\n| null comparisons | moved, stated 5 % | changed |\n| ---: | ---: | ---: |");
    println!("| {seeds} | {:.1} % | {:.1} % |", share(moved), share(changed));
    assert!(moved as f64 <= 0.05 * seeds as f64 + 5.0 * (0.05 * seeds as f64).sqrt() && changed <= moved, "{moved} {changed}");
}

#[test]
fn runs_that_stop_early_miss_hardly_more_often_than_they_say() {
    let (seeds, level) = (20 * size().seeds, Level::default());
    println!("\n| stopping, rate | precision | missed | fights on average |\n| ---: | ---: | ---: | ---: |");
    for (p, precision) in [(0.5, 0.01), (0.5, 0.002), (0.05, 0.005), (0.005, 0.002), (0.001, 0.0005)] {
        let (mut missed, mut fought) = (0, 0);
        for seed in 0..seeds {
            let mut luck = Luck::new(mix(seed ^ f64::to_bits(p + precision)));
            let (mut events, mut played) = (0, 0);
            for look in looks::looks(1 << 24) {
                events += luck.binomial(look - played, p);
                played = look;
                let demand =
                    [PrecisionDemand { label: "", precision, evidence: StatisticEvidence::proportion(events, played) }];
                if looks::standing(&demand, played, level).is_some_and(|standing| standing.met) {
                    break;
                }
            }
            let interval = proportion(events, played, level).expect("there are fights");
            missed += u64::from(p < interval.low || interval.high < p);
            fought += played;
        }
        let share = missed as f64 / seeds as f64;
        println!(
            "| {} % | {} % | {:.1} % | {:.0} |",
            100.0 * p,
            100.0 * precision,
            100.0 * share,
            fought as f64 / seeds as f64
        );
        // The worst that exact enumeration finds is 7.2 %.
        assert!(share < 0.075 + 5.0 * (0.075 / seeds as f64).sqrt(), "{p} {precision}: {share}");
    }
}

#[test]
fn ranges_around_a_crossing_hold_it() {
    let (seeds, level) = (20 * size().seeds, Level::default());
    println!("\n| crossings, fights per value | held |\n| ---: | ---: |");
    for fights in [1000, 10_000, 100_000] {
        let (mut held, mut found) = (0_u64, 0_u64);
        for seed in 0..seeds {
            let mut luck = Luck::new(mix(seed ^ fights));
            // A straight line between neighbours: 20 % at 0 to 80 % at 10, which crosses 53 % at 5.5.
            let points: Vec<_> = (0..=10)
                .map(|x| {
                    let events = luck.binomial(fights, 0.2 + 0.06 * f64::from(x));
                    (f64::from(x), proportion(events, fights, level).expect("there are fights"))
                })
                .collect();
            let side = |interval: &Interval| match 0.53 {
                target if interval.high < target => Some(Ordering::Less),
                target if interval.low > target => Some(Ordering::Greater),
                _ => None,
            };
            let sides: Vec<_> = points.iter().map(|(_, interval)| side(interval)).collect();
            for crossing in crossings(&points, &sides, 0.53) {
                found += 1;
                held += u64::from((crossing.low..=crossing.high).contains(&5.5));
            }
        }
        let share = held as f64 / found as f64;
        println!("| {fights} | {:.1} % |", 100.0 * share);
        assert!(share > 0.93 - 3.0 * (0.07 / found as f64).sqrt(), "{fights}: {share}");
    }
}
