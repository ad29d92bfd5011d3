//! Speed of the simulator on fights of `injury-d20`, beside straight loops written by hand for the same duel.

#[path = "by_hand/injury_d20.rs"]
mod by_hand;
mod harness;

use by_hand::Duels;
use harness::{Bench, Workload};
use injury_d20::InjuryD20;

const WORKLOADS: [Workload; 3] = [
    Workload { name: "scratches", file: "injury-d20/scratches.toml", fights: 50_000, checksum: 0xeba3_3d16_e9e9_aa85 },
    Workload {
        name: "party against ogre",
        file: "injury-d20/party-against-ogre.toml",
        fights: 10_000,
        checksum: 0xa0b0_dfbf_cb45_0fb6,
    },
    Workload { name: "twelve against twelve", file: "injury-d20/crowd.toml", fights: 1_000, checksum: 0x44a3_9653_f051_0b83 },
];

fn main() {
    Bench::<InjuryD20>::new(WORKLOADS).beside(Duels::new, |dice| {
        let ended = by_hand::duel::<false>(dice);
        [ended.winner as u64, ended.rounds as u64]
    });
}
