//! The duels that the specification solves exactly.

use crate::exact::Limits;
use crate::rules::bdp::Bdp;
use crate::rules::testing::{Measured, Play};

/// A player character with a weapon in its hand against a foe with one; both attack every round.
fn duel(pc: &str, foe: &str, reaction: &str) -> Measured {
    let text = format!(
        "[[side]]\nname = 'party'\n[[side.combatant]]\nname = 'P'\npc = true\npolicy = 'pc'\n{pc}\n\
         [[side]]\nname = 'foes'\n[[side.combatant]]\nname = 'N'\n{foe}\n\
         [policy.pc]\nreaction = [{{ do = '{reaction}' }}]\n"
    );
    // What is looked at has nine digits.
    Play::<Bdp>::solved(&text, Limits { light: 1e-11, ..Limits::default() })
}

#[track_caller]
fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-8, "{found} is not {expected}");
}

// BDP-234, BDP-240, BDP-241, BDP-065, BDP-066, BDP-076, BDP-300
#[test]
#[ignore = "takes minutes without optimisation: cargo test --release --lib duels -- --ignored"]
fn d1_two_balanced_weapons_and_no_defence() {
    let pc = "str = 11\ndex = 11\nhp_max = 4\narmor = 'light'\nslots_used = 2\nweapons = [{ name = 'sword' }]";
    let foe = "str = 13\nwil = 13\nhp_max = 7\narmor = 'leather_hide'\nweapons = [{ name = 'sword' }]";
    let duel = duel(pc, foe, "defend");
    near(duel.chance("winner", 0), 0.638583300);
    near(duel.chance("P.dead", 1), 0.361372614);
    near(duel.chance("P.unconscious", 1), 0.000044077);
    near(duel.chance("N.dead", 1), 0.006075608);
    near(duel.chance("N.away", 1), 0.191354445);
    near(duel.mean("rounds"), 2.911056546);
    for (round, chance) in [(1, 0.052799), (2, 0.331331), (3, 0.359705), (4, 0.183289), (5, 0.057186)] {
        assert!((duel.chance("rounds", round) - chance).abs() < 1e-6, "round {round}");
    }
}

// BDP-232, BDP-233, BDP-289, BDP-291, BDP-416
#[test]
#[ignore = "takes minutes without optimisation: cargo test --release --lib duels -- --ignored"]
fn d2_free_dodges_against_a_slow_weapon() {
    let pc = "str = 10\ndex = 15\nhp_max = 5\nslots_used = 4\nweapons = [{ name = 'knife', category = 'fast' }]";
    let foe = "str = 15\nhp_max = 7\narmor = 'leather_hide'\ntraits = ['mindless']\n\
               weapons = [{ name = 'club', category = 'slow' }]";
    let duel = duel(pc, foe, "best");
    near(duel.chance("winner", 0), 0.611340098);
    near(duel.chance("P.dead", 1), 0.388657796);
    near(duel.chance("N.down", 1) + duel.chance("N.knocked_out", 1), 0.610560524);
    near(duel.chance("N.dead", 1), 0.000779573);
    near(duel.mean("rounds"), 4.236430242);
}

// BDP-292, BDP-293, BDP-294, BDP-295
#[test]
#[ignore = "takes minutes without optimisation: cargo test --release --lib duels -- --ignored"]
fn d4_parrying_every_attack() {
    let pc = "str = 11\ndex = 13\nhp_max = 4\narmor = 'light'\nslots_used = 2\nweapons = [{ name = 'sword' }]";
    let foe = "str = 14\nwil = 14\nhp_max = 9\narmor = 'leather_hide'\nweapons = [{ name = 'sword' }]";
    let duel = duel(pc, foe, "parry");
    near(duel.chance("winner", 0), 0.773124236);
    near(duel.mean("rounds"), 3.161139820);
}

// BDP-287, BDP-288, R-19
#[test]
#[ignore = "takes minutes without optimisation: cargo test --release --lib duels -- --ignored"]
fn d7_free_blocks_in_plate() {
    let pc = "str = 12\ndex = 8\nhp_max = 4\narmor = 'heavy'\nshield = true\nslots_used = 3\nweapons = [{ name = 'sword' }]";
    let foe = "str = 14\nwil = 14\nhp_max = 10\narmor = 'leather_hide'\nweapons = [{ name = 'sword' }]";
    let duel = duel(pc, foe, "best");
    near(duel.chance("winner", 0), 0.999929536);
    near(duel.chance("P.dead", 1), 0.000070046);
    near(duel.chance("N.away", 1), 0.201801425);
    near(duel.mean("rounds"), 4.263851497);
}
