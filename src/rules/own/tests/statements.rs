//! Each statement with its dice and their probability.

use super::bench::{BRAWL, Bench, duel};

const SWORD: &str = "weapons = [{ name = \"sword\", to_hit = 2 }]";

#[test]
fn a_blow_hits_misses_fumbles_and_is_critical() {
    let scenario = duel(SWORD, SWORD);
    let mut miss = Bench::script(BRAWL, &scenario, "initiative d20=15 d20=3, hit d20=9 d20=1");
    miss.rounds(1);
    assert_eq!((miss.see("Rob", "hp"), miss.counted("Ada", "misses"), miss.counted("Rob", "fumbles")), (10, 1, 1));
    assert_eq!(miss.probability(), 1.0 / 160_000.0);
    let mut hit = Bench::script(BRAWL, &scenario, "initiative d20=15 d20=3, hit d20=10, damage d6=4, hit d20=2");
    hit.rounds(1);
    assert_eq!((hit.see("Rob", "hp"), hit.see("Ada", "hp"), hit.counted("Ada", "harm")), (6, 10, 4));
    let mut critical = Bench::script(BRAWL, &scenario, "initiative d20=2 d20=3, hit d20=20, damage d6=6, more d6=4");
    critical.rounds(1);
    assert_eq!((critical.see("Ada", "hp"), critical.see("Ada", "out")), (0, 1));
    assert!(critical.ending.is_some());
}
