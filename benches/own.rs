//! Speed of pages of rules: the rules of `vogt` as a page beside the compiled core, and a duel with a d20 beside that.
//!
//! Both play the same fights, which is looked at first; the goals are ratios in one run on one machine. `cargo test` looks at checksums alone.
//! Start at [`main`].

#[path = "harness/clock.rs"]
mod clock;
#[path = "harness/goal.rs"]
mod goal;
#[path = "harness/scenario.rs"]
mod scenario;

use std::hint::black_box;

use clock::{few, nanoseconds, race};
use frame::rules::{Loaded, Rules};
use frame::scenario::{Complaints, Raw};
use frame::sim::{Layout, Worker};
use frame::tally::Tally;
use goal::{at_most, measures};
use own::OwnSystem;
use vogt::Vogt;

/// The seed of all fights.
const SEED: u64 = 1;
/// Fights of each scenario in a turn of a race.
const FIGHTS: u64 = 10_000;
/// A page takes at most so many times as long as the compiled core.
const PAGE_GOAL: f64 = 6.0;
/// A duel with a d20 takes at most so many times as long as a mirror duel of the compiled core.
const TWENTY_GOAL: f64 = 3.0;

/// A page with a fight, and the checksum of the ends of the first of them.
struct Workload {
    file: &'static str,
    checksum: u64,
}

const LADDER: Workload = Workload { file: "own/ladder-mirror.toml", checksum: 0x6af2_5dd8_0fe6_ae89 };
const TWENTY: Workload = Workload { file: "own/twenty.toml", checksum: 0xf108_a902_f626_839f };

/// What can be played.
struct Fights<R: Rules> {
    loaded: Loaded<R>,
    layout: Layout,
}

impl<R: Rules> Fights<R> {
    fn play(&self, fights: u64) -> Tally {
        Worker::new(&self.loaded, &self.layout, SEED).tally(0..fights)
    }

    /// The counts of a metric.
    fn counts(&self, tally: &Tally, key: &str) -> Vec<(i64, u64)> {
        tally.counts(self.layout.catalogue.index(key).unwrap_or_else(|| panic!("there is no metric {key}")))
    }

    /// Whether the first fights are those that they were.
    fn is(&self, workload: &Workload) -> bool {
        let tally = self.play(few(FIGHTS));
        let metrics = 0..self.layout.catalogue.metrics.len();
        let entries = metrics.flat_map(|metric| tally.counts(metric));
        let mix = |sum: u64, value: u64| (sum ^ value).wrapping_mul(0x0000_0100_0000_01B3);
        let found = entries.fold(0, |sum, (value, count)| mix(mix(sum, value as u64), count));
        if found != workload.checksum {
            println!("{}: WRONG, the checksum is {found:#018x} instead of {:#018x}", workload.file, workload.checksum);
        }
        found == workload.checksum
    }
}

fn by_page(file: &str) -> Fights<impl Rules> {
    let raw = Raw::read(&scenario::path(file), &[], &[]).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let (name, page) = raw.page_of_rules().ok().flatten().expect("it plays by a page");
    let system = OwnSystem::read(None, &page, &name).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let scenario = system.check(&raw).unwrap_or_else(|failure| panic!("{}", failure.render(false)));
    let loaded = system.load(&scenario.document, &mut Complaints::default()).expect("the scenario of the bench is sound");
    let layout = Layout::new(&loaded);
    Fights { loaded, layout }
}

fn main() {
    let (loaded, layout) = scenario::load::<Vogt>("vogt/mirror-duel.toml", &[]);
    let core = Fights { loaded, layout };
    let [ladder, twenty] = [by_page(LADDER.file), by_page(TWENTY.file)];
    assert!(ladder.is(&LADDER) & twenty.is(&TWENTY), "these are other fights than those whose speed was measured before");
    let (one, other) = (core.play(few(FIGHTS)), ladder.play(few(FIGHTS)));
    for key in ["winner", "rounds", "Lea.hp", "Rob.exhaustion", "Lea.damage_dealt"] {
        assert_eq!(core.counts(&one, key), ladder.counts(&other, key), "{key}: the page fights the fights of the core");
    }
    if measures() {
        let [compiled, page, d20] =
            race([&mut || drop(black_box(core.play(FIGHTS))), &mut || drop(black_box(ladder.play(FIGHTS))), &mut || {
                drop(black_box(twenty.play(FIGHTS)));
            }]);
        let each = |seconds: f64| nanoseconds(seconds, FIGHTS);
        let line = format!("mirror duel: {:.0} ns by the page, {:.0} ns by the compiled core", each(page), each(compiled));
        at_most(&line, page / compiled, PAGE_GOAL);
        let line = format!("duel with a d20: {:.0} ns, a mirror duel of the compiled core {:.0} ns", each(d20), each(compiled));
        at_most(&line, d20 / compiled, TWENTY_GOAL);
    }
}
