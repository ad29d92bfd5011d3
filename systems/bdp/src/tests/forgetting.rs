//! Tests of what the exact solver forgets: fights in which a rule or a policy may still ask for it, solved and played.

use super::sides;
use crate::Bdp;
use frame::exact::SolverLimits;
use frame::rules::testing::ScriptedPlay;

/// Fights that are played for a comparison.
const FIGHTS: u64 = 6_000;

/// Every end of everybody that is solved is played as often, within five standard errors.
#[track_caller]
fn as_played(text: &str, names: &[&str]) {
    let (solved, played) =
        (ScriptedPlay::<Bdp>::solved(text, SolverLimits::default()), ScriptedPlay::<Bdp>::sampled(text, FIGHTS, 7));
    for name in names {
        for what in ["out", "dead", "away", "hp", "str", "free_slots", "wounds", "arm_injured"] {
            let key = format!("{name}.{what}");
            for (value, chance) in solved.distribution(&key) {
                let error = ((chance * (1.0 - chance)).max(0.0) / FIGHTS as f64).sqrt();
                let found = played.chance(&key, *value);
                let room = 5.0 * error + 1.5 / FIGHTS as f64;
                assert!((found - chance).abs() <= room, "{key} is {value} in {found} of the fights and should be in {chance}");
            }
        }
    }
}

const ROUNDS: &str = "[book.round]\nrounds_max = 3\n[arena]\nstart = 'engaged'\n";

// BDP-374, BDP-422, BDP-298
#[test]
fn whoever_arrives_is_not_forgotten() {
    let party = "name = 'P'\npc = true\nhp_max = 3\nwil = 9\nweapons = [{ name = 'sword', die = '1d6' }]";
    let foes = [
        "name = 'N'\nhp_max = 0\nstr = 2\nweapons = [{ name = 'club', die = '1d4' }]",
        "name = 'W'\nhp_max = 1\nwil = 9\ntraits = ['terrifying']\narrives = 2\nweapons = [{ name = 'claw', die = '1d4' }]",
    ];
    as_played(&format!("reinforcements = 'are awaited'\n{}{ROUNDS}", sides(&[party], &foes)), &["P", "N", "W"]);
}

//
#[test]
fn neutral_sides_that_turn_and_allies_are_not_forgotten() {
    let side = |name: &str, more: &str, one: &str| {
        format!(
            "[[side]]\nname = '{name}'\n{more}\n[[side.combatant]]\nhp_max = 2\nstr = 3\ntraits = ['mindless']\nweapons = [{{ name = 'club', die = '1d4' }}]\n{one}\n"
        )
    };
    let raid = [
        side("a", "attacks = ['d']", "name = 'R'"),
        side("d", "neutral = true\nfights_back = true", "name = 'V'\nshield = true\npolicy = 'v'"),
    ];
    let rest = "[book.sacrifice]\nnpc = true\n[policy.v]\nsacrifice = [{ do = 'shield' }]\n";
    as_played(&format!("{}{rest}{ROUNDS}", raid.concat()), &["R", "V"]);
    let allied = [side("a", "", "name = 'A'"), side("b", "", "name = 'B'"), side("c", "", "name = 'C'")];
    as_played(&format!("{}{}allied = [['a', 'b']]\n", allied.concat(), ROUNDS.replace("= 3", "= 2")), &["A", "B", "C"]);
}

// BDP-228
#[test]
fn what_foes_have_meant_to_do_is_not_forgotten_where_somebody_asks() {
    let pc = "name = 'P'\npc = true\nhp_max = 4\nslots_used = 3\npolicy = 'p'\nweapons = [{ name = 'sword', die = '1d4' }]";
    let foe = |name: &str, die: u8, category: &str| {
        format!(
            "name = '{name}'\nhp_max = 2\ntraits = ['mindless']\nweapons = [{{ name = 'club', die = '1d{die}', category = '{category}' }}]"
        )
    };
    let (quick, slow) = (foe("N", 6, "fast"), foe("O", 8, "slow"));
    let rest = "[rulings]\nintent_telegraph = true\n[policy.p]\nreaction = [{ do = 'block', when = 'count(enemies, it.aims_at_me) >= 2' }, { do = 'defend' }]\n";
    as_played(&format!("{}{rest}{}", sides(&[pc], &[&quick, &slow]), ROUNDS.replace("= 3", "= 1")), &["P", "N", "O"]);
}

// BDP-611
#[test]
fn arms_that_are_lost_one_by_one_are_told_apart() {
    let pc = "name = 'P'\npc = true\nhp_max = 0\nstr = 14\npolicy = 'p'\nweapons = [{ name = 'sword', die = '1d4' }, { name = 'axe', die = '1d6' }]";
    let foe = "name = 'N'\nhp_max = 3\ntraits = ['mindless']\nweapons = [{ name = 'club', die = '1d4' }]";
    let rest = "[rulings]\ncrit_str = 'location'\n[book.injury]\narea = ['left_arm', 'right_arm']\n\
                [policy.p]\naction = [{ do = 'draw', weapon = 'axe', when = 'unarmed' }, { do = 'attack' }]\nreaction = [{ do = 'defend' }]\n";
    as_played(&format!("{}{rest}{ROUNDS}", sides(&[pc], &[foe])), &["P", "N"]);
}
