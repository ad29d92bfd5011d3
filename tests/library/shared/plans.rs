//! Plans of days with conditions, read and played by a real system.

use insta::assert_snapshot;

use frame::rules::testing::{ScriptedPlay, load, try_load};
use vogt::Vogt;

const SIDES: &str = "side = [
    { name = 'us', combatant = [{ name = 'Ada' }, { name = 'Old Bo' }] },
    { name = 'rats', combatant = [{ name = 'rat', hp_max = 1 }] },
]";

/// The complaint about a plan whose second fight takes place on this condition.
fn wrong(condition: &str) -> String {
    let day = format!("day = [{{ fight = ['us', 'rats'] }}, {{ fight = ['us', 'rats'], when = \"{condition}\" }}]");
    try_load::<Vogt>(&format!("{day}\n{SIDES}")).err().map_or_else(String::new, |failure| failure.render(false))
}

#[test]
fn right_conditions_are_right() {
    for condition in [
        "any(us, hp * 2 <= hp_max)",
        "any(us, it.hp * 2 <= it.hp_max) and all(rats, not has(bleeding))",
        "Ada.exhaustion >= 2 or 'Old Bo'.hp < 3",
        "fights == 1 and won(us) == 1 and dead(us) == 0",
        "count(us, dead) == 0 and sum(us, hp) > 3",
        "day >= 3 and fights < 9",
    ] {
        assert_eq!(wrong(condition), "", "{condition}");
    }
}

#[test]
fn every_wrong_condition_has_its_place_and_advice() {
    let all = [
        "hp > 3",
        "round > 3",
        "Ad.hp > 2",
        "won(cats) > 0",
        "won > 0",
        "any(cats, hp > 2)",
        "self.hp > 2",
        "any(us, hpp > 2)",
        "sum(us, hp)",
        "day(3)",
    ];
    assert_snapshot!(all.map(wrong).join("\n"));
}

#[test]
fn the_only_part_of_a_day_takes_place() {
    let day = "day = [{ fight = ['us', 'rats'], when = 'fights == 0' }]";
    let failure = try_load::<Vogt>(&format!("{day}\n{SIDES}")).err().expect("a condition too many");
    assert!(failure.render(false).contains("the only part of a day has no condition"));
}

#[test]
fn what_a_plan_asks_is_not_forgotten() {
    // The plan alone asks how deep somebody has fallen.
    let scenario = "day = [
            { fight = ['us', 'rats'] },
            { rest = 'siesta', sides = ['us'], when = 'any(us, hp < -2)' },
        ]
        side = [
            { name = 'us', combatant = [{ name = 'Ada', hp_max = 1, weapons = [{ name = 'axe', die = '1d4' }] }] },
            { name = 'rats', combatant = [{ name = 'rat', hp_max = 1, weapons = [{ name = 'axe', die = '1d4' }] }] },
        ]";
    assert_eq!(load::<Vogt>(scenario).plan.uses().count(), 1);
    let apart = ScriptedPlay::<Vogt>::exact(scenario).apart(&ScriptedPlay::<Vogt>::sampled(scenario, 20_000, 3));
    assert_eq!(apart, Vec::<String>::new());
}
