//! Speed of the simulator on fights of `heimr`, beside straight loops written by hand for the same duel.

#[path = "by_hand/heimr.rs"]
mod by_hand;
#[path = "harness/counts.rs"]
mod counts;
mod harness;

use by_hand::Duels;
use harness::{Bench, Workload};
use sparring::rules::heimr::Heimr;

const WORKLOADS: [Workload; 3] = [
    Workload { name: "mirror duel", file: "heimr/mirror-duel.toml", fights: 10_000, checksum: 0x0292_8201_99be_b5a3 },
    Workload {
        name: "party against brute",
        file: "heimr/party-against-brute.toml",
        fights: 1_000,
        checksum: 0x83a9_ee3b_2a8d_aed2,
    },
    Workload { name: "twelve against twelve", file: "heimr/crowd.toml", fights: 200, checksum: 0xa720_a314_072b_4684 },
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
