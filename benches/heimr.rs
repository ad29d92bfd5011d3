//! Speed of the simulator on fights of `heimr`, beside straight loops written by hand for the same duel.

#[path = "by_hand/heimr.rs"]
mod by_hand;
#[path = "harness/counts.rs"]
mod counts;
mod harness;

use by_hand::Duels;
use harness::{Bench, Workload};
use heimr::Heimr;

const WORKLOADS: [Workload; 3] = [
    Workload { name: "mirror duel", file: "heimr/mirror-duel.toml", fights: 10_000, checksum: 0x4c96_8949_7941_b555 },
    Workload {
        name: "party against brute",
        file: "heimr/party-against-brute.toml",
        fights: 1_000,
        checksum: 0x0398_d479_ef6a_5c5c,
    },
    Workload { name: "twelve against twelve", file: "heimr/crowd.toml", fights: 200, checksum: 0xffac_a8c8_f001_d656 },
];

fn main() {
    let bench = Bench::<Heimr>::new(WORKLOADS);
    bench.beside("counts the same", 2.5, Duels::new);
    bench.beside_bare(2.5, |dice| {
        let ended = by_hand::duel::<false>(dice);
        [ended.winner as u64, ended.rounds as u64]
    });
    bench.second_core(1.8);
    bench.memory(1.1);
    bench.program(150.0);
}
