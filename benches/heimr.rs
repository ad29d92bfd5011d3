//! Speed of the simulator on fights of `heimr`, beside straight loops written by hand for the same duel.

#[path = "by_hand/heimr.rs"]
mod by_hand;
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
    Bench::<Heimr>::new(WORKLOADS).beside(Duels::new, |dice| {
        let ended = by_hand::duel::<false>(dice);
        [ended.winner as u64, ended.rounds as u64]
    });
}
