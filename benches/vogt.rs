//! Speed of the simulator on fights of `vogt`, beside straight loops written by hand for the same duel.

#[path = "by_hand/vogt.rs"]
mod by_hand;
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
    Bench::<Vogt>::new(WORKLOADS).beside(Duels::new, |dice| {
        let ended = by_hand::duel::<false>(dice);
        [ended.winner as u64, ended.rounds as u64]
    });
}
