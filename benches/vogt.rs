//! Speed of the simulator on fights of `vogt`, beside straight loops written by hand for the same duel.

#[path = "by_hand/vogt.rs"]
mod by_hand;
#[path = "harness/counts.rs"]
mod counts;
mod harness;

use by_hand::Duels;
use harness::{Bench, Workload};
use vogt::Vogt;

const WORKLOADS: [Workload; 3] = [
    Workload { name: "mirror duel", file: "vogt/mirror-duel.toml", fights: 10_000, checksum: 0x81d0_43a0_2f77_fbd0 },
    Workload {
        name: "party against ogre",
        file: "vogt/party-against-ogre.toml",
        fights: 2_000,
        checksum: 0x70ce_d09c_d5a4_5537,
    },
    Workload { name: "twelve against twelve", file: "vogt/crowd.toml", fights: 400, checksum: 0x1196_3e46_7c1c_f964 },
];

fn main() {
    let bench = Bench::<Vogt>::new(WORKLOADS);
    bench.beside("counts the same", 2.5, Duels::new);
    bench.beside_bare(2.5, |dice| {
        let ended = by_hand::duel::<false>(dice);
        [ended.winner as u64, ended.rounds as u64]
    });
    bench.second_core(1.8);
    bench.memory(1.1);
    bench.program(150.0);
}
