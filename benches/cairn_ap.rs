//! Speed of the simulator on fights of `cairn-ap`, beside straight loops written by hand for the same duel.

#[path = "by_hand/cairn_ap.rs"]
mod by_hand;
mod harness;

use by_hand::Duels;
use cairn_ap::CairnAp;
use harness::{Bench, Workload};

const WORKLOADS: [Workload; 3] = [
    Workload { name: "mirror duel", file: "cairn-ap/mirror-duel.toml", fights: 10_000, checksum: 0xcf73_e73a_2606_d7b1 },
    Workload {
        name: "party against bandits",
        file: "cairn-ap/party-against-bandits.toml",
        fights: 1_000,
        checksum: 0x810e_b05b_f029_4a77,
    },
    Workload { name: "twelve against twelve", file: "cairn-ap/crowd.toml", fights: 200, checksum: 0x3c37_2e94_f54f_e7ac },
];

fn main() {
    Bench::<CairnAp>::new(WORKLOADS).beside(Duels::new, |dice| {
        let ended = by_hand::duel::<false>(dice);
        [ended.winner as u64, ended.rounds as u64]
    });
}
