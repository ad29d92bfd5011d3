//! Duels of two fighters of one build, against the Markov chains of the specification: what is counted in them, and those that
//! are not solved exactly beside the other exact fights.

use super::stage::{Stage, stage};
use crate::CairnAp;
use frame::rules::testing::{Measured, ScriptedPlay, TestHitPoints, check_relations, check_turning};

/// The duel of the specification: A has this plan, B attacks twice.
fn duel(plan: &str) -> Stage {
    let sheet = "hp_max = 4, natural_armor = 1, weapons = [$sword]";
    let parry = "save = [{ do = 'parry' }]";
    stage().hero("A", sheet, plan).policy("A", parry).foe("B", sheet, "attack; attack").policy("B", parry)
}

/// The known facts of a duel.
struct Known {
    /// The chance that A wins.
    wins: f64,
    /// The mean number of rounds.
    rounds: f64,
    /// The chance that it ends in the first one.
    first: f64,
}

const fn known(wins: f64, rounds: f64, first: f64) -> Known {
    Known { wins, rounds, first }
}

// CAP-021, CAP-026, CAP-027, CAP-043, CAP-113, CAP-114
#[test]
fn duels_end_as_often_and_as_soon_as_the_specification_works_out() {
    for (plan, facts, opening, attacks, hits, saves) in [
        ("attack; attack", known(0.506_107, 1.958_810, 0.375_345), 0.622_146, 6.10896, 3.15279, 1.82587),
        ("gain; gain; attack", known(0.374_217, 2.213_663, 0.299_745), 0.467_660, 5.49764, 3.26113, 1.85522),
        ("attack; defend; defend", known(0.349_064, 2.703_231, 0.248_044), 0.438_715, 6.97194, 3.06621, 1.79259),
        ("trip; attack", known(0.378_804, 2.588_521, 0.253_568), 0.476_376, 5.79718, 3.17465, 1.82315),
    ] {
        let sampled = compare(&duel(plan), plan, facts);
        let n = sampled.n() as f64;
        let won = sampled.mean("heroes.wins_opening");
        assert!((won - opening).abs() < 5.0 * 0.5 / (n / 2.0).sqrt(), "{plan}: {won} of those opened");
        for (what, mean) in [("attacks", attacks), ("hits", hits), ("crit_saves", saves)] {
            let (a, b) = (format!("A.{what}"), format!("B.{what}"));
            let (both, sd) = (sampled.mean(&a) + sampled.mean(&b), sampled.sd(&a) + sampled.sd(&b));
            assert!((both - mean).abs() < 5.0 * sd / n.sqrt(), "{plan}: {both} {what}");
        }
    }
}

/// 5 standard errors around what is known.
fn compare(duel: &Stage, what: &str, Known { wins, rounds, first }: Known) -> Measured {
    let sampled = duel.sampled(3_000, 7);
    let n = sampled.n() as f64;
    let near = |sampled: f64, exact: f64, sd: f64| (sampled - exact).abs() < 5.0 * sd / n.sqrt();
    let rate = |chance: f64| (chance * (1.0 - chance)).sqrt();
    let (won, ended) = (sampled.chance("winner", 0), sampled.at_most("rounds", 1));
    assert!(near(won, wins, rate(wins)), "{what}: {won} won");
    assert!(near(ended, first, rate(first)), "{what}: {ended} ended in the first round");
    assert!(near(sampled.mean("rounds"), rounds, sampled.sd("rounds")), "{what}: {} rounds", sampled.mean("rounds"));
    sampled
}

// CAP-058, RU-05
#[test]
fn cheap_attacks_and_shields_change_the_plain_duel_as_the_specification_works_out() {
    let both_block = || {
        let sheet = "hp_max = 4, natural_armor = 1, weapons = [$sword], shield = {}";
        let block = "save = [{ do = 'block' }]";
        stage().hero("A", sheet, "attack; attack").policy("A", block).foe("B", sheet, "attack; attack").policy("B", block)
    };
    let four = "attack; attack; attack; attack";
    let sheet = "hp_max = 4, natural_armor = 1, weapons = [$sword]";
    let parry = "save = [{ do = 'parry' }]";
    let cheap = stage().hero("A", sheet, four).policy("A", parry).foe("B", sheet, four).policy("B", parry);
    for (what, duel, facts) in [
        ("cheap attacks", cheap.book("ap.attack = 1"), known(0.511_814, 1.272_762, 0.745_573)),
        ("shields", both_block(), known(0.506_588, 1.862_322, 0.403_853)),
    ] {
        compare(&duel, what, facts);
    }
}

// CAP-060, CAP-063, CAP-096, CAP-111, CAP-112, RU-02, RU-06, RU-12
#[test]
fn exact_answers_of_many_dice_several_targets_and_the_order_of_groups_are_those_that_are_played() {
    let block = "save = [{ do = 'block' }]";
    let hooks = "weapons = [{ name = 'hooks', die = '1d6', second = '1d8', die_adv = 1 }]";
    let shield = "shield = { die_adv = 1 }, weapons = [$sword]";
    let pair = stage().hero("A", hooks, "attack").foe("B", shield, "gain; attack").policy("B", block);
    let pair = pair.book("check.max_object_dice = 2").book("check.natural_damage = 2");
    // Whoever attacks somebody second is better off, until that one has had its turn.
    let flame = "wil = 14, weapons = [{ name = 'flame', die = '1d4', blast = true }]";
    let crowd = stage().hero("A", flame, "attack").hero("B", "wil = 5, weapons = [$d6]", "attack");
    let crowd = crowd.foe("C", "wil = 9, weapons = [$d8]", "attack").foe("D", "wil = 13, weapons = [$d4]", "attack");
    for (scene, rulings) in [
        (&pair, ["natural = 'bonus_damage'", "damage_die = 'fresh'"]),
        (&pair, ["natural = 'auto'", "parry = 'always'"]),
        (&crowd, ["first_group = 'total'", "natural = 'bonus_damage'"]),
    ] {
        let text = rulings.iter().fold(scene.clone(), |scene, ruling| scene.ruling(ruling)).measured().text();
        let apart = ScriptedPlay::<CairnAp>::exact(&text).apart(&ScriptedPlay::<CairnAp>::sampled(&text, 5_000, 5));
        assert!(apart.is_empty(), "{rulings:?}: {apart:#?}");
    }
}

#[test]
fn allies_fight_together_and_a_neutral_side_keeps_out() {
    check_relations::<CairnAp>(
        "kind = 'pc'\nhp_max = $hp\nweapons = [{ name = 'sword' }]",
        TestHitPoints { own: 3, enemy: 9 },
        "book.round.rounds_max",
    );
}

// RU-29
#[test]
fn a_neutral_side_suffers_blows_or_turns_on_whoever_strikes_it() {
    let sheet = "kind = 'pc'\nhp_max = $hp\nweapons = [{ name = 'sword' }]";
    check_turning::<CairnAp>(sheet, 3, "book.round.rounds_max");
}
