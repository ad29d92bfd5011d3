//! Speed of the simulator on fights of `bdp`, beside straight loops written by hand for the same duel.

#[path = "by_hand/bdp.rs"]
mod by_hand;
mod harness;

use bdp::Bdp;
use by_hand::Duels;
use harness::{Bench, Workload};

const WORKLOADS: [Workload; 3] = [
    Workload { name: "sword and shield", file: "bdp/duel.toml", fights: 100_000, checksum: 0x2473_9355_5159_7be0 },
    Workload {
        name: "party against dragon",
        file: "bdp/party-against-dragon.toml",
        fights: 10_000,
        checksum: 0x441b_0f2a_2b4e_616d,
    },
    Workload { name: "twelve against twelve", file: "bdp/crowd.toml", fights: 4_000, checksum: 0x8e12_100b_b95d_a450 },
];

fn main() {
    Bench::<Bdp>::new(WORKLOADS).beside(Duels::new, |dice| {
        let ended = by_hand::duel::<false>(dice);
        [ended.winner, ended.rounds as u64]
    });
}
