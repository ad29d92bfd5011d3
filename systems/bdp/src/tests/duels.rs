//! The duels that the specification solves exactly: their first rounds are solved, and whole duels are played, which takes
//! seconds where solving them takes minutes without optimisation.

use crate::Bdp;
use frame::exact::SolverLimits;
use frame::rules::testing::{Measured, ScriptedPlay, TestHitPoints, check_relations, check_turning};

/// Duels that are played for a comparison.
const DUELS: u64 = 10_000;

/// A player character with a weapon in its hand against a foe with one; both attack every round.
struct Duel(String);

impl Duel {
    fn new(pc: &str, foe: &str, reaction: &str) -> Self {
        Duel(format!(
            "[[side]]\nname = 'party'\n[[side.combatant]]\nname = 'P'\npc = true\npolicy = 'pc'\n{pc}\n\
             [[side]]\nname = 'foes'\n[[side.combatant]]\nname = 'N'\n{foe}\n\
             [policy.pc]\nreaction = [{{ do = '{reaction}' }}]\n"
        ))
    }

    /// The exact probability that so many rounds do not decide it is what the specification leaves of these rounds.
    #[track_caller]
    fn still_goes_on(&self, rounds: u16, decided: &[f64]) {
        let text = format!("{}[book.round]\nrounds_max = {rounds}\n", self.0);
        let solved = ScriptedPlay::<Bdp>::solved(&text, SolverLimits { light: 1e-11, ..SolverLimits::default() });
        let (timeout, left) = (solved.chance("winner", 3), 1.0 - decided.iter().sum::<f64>());
        assert!((timeout - left).abs() < 2e-6, "{timeout} is not {left} after {rounds} rounds");
    }

    fn played(&self, seed: u64) -> Measured {
        ScriptedPlay::<Bdp>::sampled(&self.0, DUELS, seed)
    }
}

/// A share of the duels is within five standard errors of its probability.
#[track_caller]
fn near(found: f64, chance: f64) {
    let n = DUELS as f64;
    let error = (n * chance * (1.0 - chance)).sqrt();
    let room = if n * chance.min(1.0 - chance) < 25.0 { 6.5 } else { 1.5 };
    assert!((found - chance).abs() * n <= 5.0 * error + room, "{found} is not {chance}");
}

#[track_caller]
fn lasts(duels: &Measured, mean: f64) {
    let error = duels.sd("rounds") / (DUELS as f64).sqrt();
    assert!((duels.mean("rounds") - mean).abs() <= 5.0 * error, "{} rounds are not {mean}", duels.mean("rounds"));
}

// BDP-234, BDP-240, BDP-241, BDP-065, BDP-066, BDP-076, BDP-300
#[test]
fn d1_two_balanced_weapons_and_no_defence() {
    let pc = "str = 11\ndex = 11\nhp_max = 4\narmor = 'light'\nslots_used = 2\nweapons = [{ name = 'sword' }]";
    let foe = "str = 13\nwil = 13\nhp_max = 7\narmor = 'leather_hide'\nweapons = [{ name = 'sword' }]";
    let duel = Duel::new(pc, foe, "defend");
    let by_round = [0.052_799, 0.331_331, 0.359_705, 0.183_289, 0.057_186];
    duel.still_goes_on(1, &by_round[..1]);
    duel.still_goes_on(2, &by_round[..2]);
    let played = duel.played(1);
    near(played.chance("winner", 0), 0.638_583_300);
    near(played.chance("P.dead", 1), 0.361_372_614);
    near(played.chance("P.unconscious", 1), 0.000_044_077);
    near(played.chance("N.dead", 1), 0.006_075_608);
    near(played.chance("N.down", 1) + played.chance("N.knocked_out", 1), 0.441_153_246);
    near(played.chance("N.away", 1), 0.191_354_445);
    lasts(&played, 2.911_056_546);
    for (round, chance) in (1..).zip(by_round) {
        near(played.chance("rounds", round), chance);
    }
}

// BDP-232, BDP-233, BDP-289, BDP-291, BDP-416
#[test]
fn d2_free_dodges_against_a_slow_weapon() {
    let pc = "str = 10\ndex = 15\nhp_max = 5\nslots_used = 4\nweapons = [{ name = 'knife', category = 'fast' }]";
    let foe = "str = 15\nhp_max = 7\narmor = 'leather_hide'\ntraits = ['mindless']\n\
               weapons = [{ name = 'club', category = 'slow' }]";
    let duel = Duel::new(pc, foe, "best");
    duel.still_goes_on(2, &[0.065_885]);
    let played = duel.played(2);
    near(played.chance("winner", 0), 0.611_340_098);
    near(played.chance("P.dead", 1), 0.388_657_796);
    near(played.chance("N.down", 1) + played.chance("N.knocked_out", 1), 0.610_560_524);
    near(played.chance("N.dead", 1), 0.000_779_573);
    lasts(&played, 4.236_430_242);
    for (round, chance) in (2..).zip([0.065_885, 0.206_575, 0.324_096, 0.265_179, 0.109_386]) {
        near(played.chance("rounds", round), chance);
    }
}

// BDP-292, BDP-293, BDP-294, BDP-295
#[test]
fn d4_parrying_every_attack() {
    let pc = "str = 11\ndex = 13\nhp_max = 4\narmor = 'light'\nslots_used = 2\nweapons = [{ name = 'sword' }]";
    let foe = "str = 14\nwil = 14\nhp_max = 9\narmor = 'leather_hide'\nweapons = [{ name = 'sword' }]";
    let played = Duel::new(pc, foe, "parry").played(3);
    near(played.chance("winner", 0), 0.773_124_236);
    lasts(&played, 3.161_139_820);
}

// BDP-287, BDP-288, R-19
#[test]
fn d7_free_blocks_in_plate() {
    let pc = "str = 12\ndex = 8\nhp_max = 4\narmor = 'heavy'\nshield = true\nslots_used = 3\nweapons = [{ name = 'sword' }]";
    let foe = "str = 14\nwil = 14\nhp_max = 10\narmor = 'leather_hide'\nweapons = [{ name = 'sword' }]";
    let played = Duel::new(pc, foe, "best").played(4);
    near(played.chance("winner", 0), 0.999_929_536);
    near(played.chance("P.dead", 1), 0.000_070_046);
    near(played.chance("N.away", 1), 0.201_801_425);
    lasts(&played, 4.263_851_497);
}

//
#[test]
fn allies_fight_together_and_a_neutral_side_keeps_out() {
    check_relations::<Bdp>(
        "hp_max = $hp\nweapons = [{ kind = 'longsword' }]",
        TestHitPoints { own: 4, enemy: 9 },
        "book.round.rounds_max",
    );
}

//
#[test]
fn a_neutral_side_suffers_blows_or_turns_on_whoever_strikes_it() {
    let sheet = "hp_max = $hp\nweapons = [{ kind = 'longsword' }]";
    check_turning::<Bdp>(sheet, 4, "book.round.rounds_max");
}

/// A fight of P against a neutral N that turns on its attacker, after so many rounds with these dice.
fn turned(pc: &str, neutral: &str, rounds: u32, dice: &str) -> ScriptedPlay<Bdp> {
    let side = |name: &str, more: &str, one: &str| format!("[[side]]\nname = '{name}'\n{more}\n[[side.combatant]]\n{one}\n");
    let sides = [
        side("a", "attacks = ['d']", &format!("name = 'P'\npc = true\nhp_max = 9\n{pc}")),
        side("d", "neutral = true\nfights_back = true", &format!("name = 'N'\nstr = 14\nhp_max = 9\npolicy = 'n'\n{neutral}")),
    ];
    let rest = "[arena]\nstart = 'engaged'\n[policy.n]\nreaction = [{ do = 'parry' }]\n\
                [policy.p]\nreaction = [{ do = 'defend' }]\n[policy.c]\naction = [{ do = 'sculpt' }]\nreaction = [{ do = 'defend' }]\n";
    let mut play = ScriptedPlay::script(&format!("{}{rest}", sides.concat()), dice);
    play.rounds(rounds);
    play
}

//
#[test]
fn a_neutral_turns_on_whoever_beats_its_parry_or_strikes_it_with_a_spell_that_armor_stops() {
    let sword = "weapons = [{ name = 'sword' }]";
    let neutral = format!("{sword}\nreactions = ['parry']\nreaction_uses = 9");
    let dice = "damage d8=3, parry d8=1, order d20=1, damage d8=3, parry d8=1, damage d8=5";
    let parried = turned(&format!("{sword}\npolicy = 'p'"), &neutral, 2, dice);
    assert_eq!((parried.see("N", "str"), parried.see("P", "hp")), (8, 4));
    let cast = turned("md = 2\npolicy = 'c'", &format!("{sword}\narmor = 'light'"), 2, "d6=1 d8=5 d6=1");
    assert_eq!((cast.see("N", "hp"), cast.see("P", "hp")), (9, 4));
}
