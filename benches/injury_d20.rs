//! Speed of the simulator on fights of `injury-d20`, beside a straight loop written by hand for the same duel.

#[path = "by_hand/injury_d20.rs"]
mod by_hand;
mod harness;

use harness::{Bench, Workload};
use sparring::rules::injury_d20::InjuryD20;

const WORKLOADS: [Workload; 3] = [
    Workload { name: "scratches", file: "injury-d20/scratches.toml", fights: 50_000, checksum: 0x004b_f108_7cc3_ecd0 },
    Workload {
        name: "party against ogre",
        file: "injury-d20/party-against-ogre.toml",
        fights: 10_000,
        checksum: 0xe08e_b200_68c6_798a,
    },
    Workload { name: "twelve against twelve", file: "injury-d20/crowd.toml", fights: 1_000, checksum: 0xc8a2_3777_356f_79fb },
];

fn main() {
    let bench = Bench::<InjuryD20>::new(WORKLOADS);
    bench.beside_bare(2.5, |dice| {
        let ended = by_hand::duel(dice);
        [ended.winner, ended.rounds]
    });
    bench.second_core(1.8);
    bench.memory(1.1);
    bench.program(150.0);
}
