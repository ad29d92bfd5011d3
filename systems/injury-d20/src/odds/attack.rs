//! Questions about attack rolls and parries, answered by the blows of fights.
//!
//! Start at [`attack`].

use std::iter::once;

use num_rational::BigRational;
use num_traits::One;

use frame::rules::answers::{Answer, AnswerTable, Cell, at_least_once, integer, not, row};
use frame::rules::chances::{Chances, Spread};
use frame::rules::questions::Arguments;

use super::super::book::RollKind;
use super::super::sheet::PartKind;
use super::super::strike::{Blow, Use};
use super::TIERS;
use super::trial::{Come, ONE, OTHER, Trial, blow};

/// A number of a result, with its name. The mean of one that is 0 or 1 is a chance.
type Number = (&'static str, fn(&Come) -> i64);

const HITS: Number = ("hits", |come| come.degrees.is_some().into());
const CRITICAL: Number = ("a critical hit", |come| come.critical.into());
const DEGREE: Number = ("a degree", |come| come.reaches(1).into());
const TWO_DEGREES: Number = ("two degrees", |come| come.reaches(2).into());
const STRAIN: Number = ("strain", |come| come.strain.into());
const DROPS: Number = ("drops the weapon", |come| come.fumble.into());

/// A table of some numbers of attacks, a row for each of these.
fn table<N: ToString>(title: [&str; 2], attacks: &[(N, Spread<Come>)], numbers: &[Number]) -> AnswerTable {
    let mut table = AnswerTable::new(title[0], &title[1..]);
    table.columns.extend(numbers.iter().map(|(name, _)| (*name).to_owned()));
    for (name, results) in attacks {
        table.row(once(Cell::text(name.to_string())).chain(numbers.iter().map(|(_, number)| results.mean(number).into())));
    }
    table
}

/// A single attack (INJ-009, INJ-044, INJ-045, INJ-046, INJ-143 to INJ-151, INJ-157 to INJ-162, INJ-205, INJ-207).
pub fn attack(arguments: &Arguments, mut trial: Trial) -> Answer {
    let [bonus, dv, net, power, reckless] = arguments.numbers(["bonus", "dv", "net", "power", "reckless"]);
    trial.sheet(ONE).weapons[0].critical_from = arguments.number("critical_from");
    trial.sheet(OTHER).size += arguments.number::<i32>("larger");
    let blow = Blow { power, reckless, ..blow(0) };
    let mut by_net = |net: i32| {
        trial.attacks(bonus, dv, net);
        (format!("{net:+}"), trial.attack(blow))
    };
    let (all, (_, results)): (Vec<_>, _) = ((-3..=3).map(&mut by_net).collect(), by_net(net));
    let fight = trial.fight();
    let [whole, unpowered] = [power, 0].map(|power| trial.core.bonus(&fight, ONE, OTHER, &Blow { power, ..blow }));
    let parts = [
        ("bonus to hit", bonus),
        ("stamina for power", whole - unpowered),
        ("size of the target", unpowered - bonus),
        ("together", whole),
    ];
    let misses: Number = ("misses", |come| come.degrees.is_none().into());
    let harmless: Number = ("hits and injures nothing", |come| come.degrees.is_some_and(|degrees| degrees < 0).into());
    let by_degrees = results.by(|come| come.degrees).into_iter();
    let by_degrees = by_degrees.filter_map(|(degrees, chance)| Some((format!("degree {}", degrees?), chance)));
    let of = |(name, number): Number| (name.to_owned(), results.mean(number));
    let all_results = [misses, DROPS, HITS, harmless, CRITICAL].map(of).into_iter().chain(by_degrees);
    let kinds = PartKind::ALL.len();
    let tiers = (0..).zip(TIERS).map(|(degrees, tier)| (tier, results.chance(|come| come.reaches(degrees))));
    let by_dice = [
        ("the die, mean", (|come| come.natural.into()) as fn(&Come) -> i64),
        HITS,
        CRITICAL,
        DEGREE,
        TWO_DEGREES,
        ("natural 20", |come| come.best_or_worst[0].into()),
        ("natural 1", |come| come.best_or_worst[1].into()),
        DROPS,
    ];
    let mut answer = Answer::new(format!("an attack with {whole:+} against {dv}"))
        .note("degree 0 reaches minor parts, each further one a tier more, or one injury more of the same part (INJ-046, INJ-048)")
        .note(format!("curves: the tier that a hit reaches, 0 for none; {kinds} kinds of parts have one of five tiers"))
        .table(AnswerTable::list("results", ["result", "chance"], all_results))
        .table(given(&results))
        .table(AnswerTable::list("severities", ["up to", "or beyond"], tiers))
        .table(AnswerTable::list("means", ["what", "mean"], [HITS, STRAIN].map(of)))
        .table(table(["by advantages", "advantages"], &all, &by_dice))
        .table(AnswerTable::list("what is added to the roll", ["what", "points"], parts));
    for (net, results) in all {
        let tier = |come: &Come| come.degrees.map_or(0, |degrees| (degrees + 1).clamp(0, TIERS.len() as i32));
        answer = answer.curve(format!("{net} advantages"), results.distribution(|come| tier(come).into()));
    }
    answer
}

/// Something that holds for an attack or not.
type Holds = fn(&Come) -> bool;

/// The degrees and the strain of hits, given that they hit at all, are critical, or are not (INJ-143 to INJ-146).
fn given(results: &Spread<Come>) -> AnswerTable {
    let columns = ["given", "chance of that", "critical", "degrees, mean", "strain, mean", "a degree", "two degrees"];
    let hits: [(_, Holds); 3] = [
        ("a hit", |come| come.degrees.is_some()),
        ("a critical hit", |come| come.critical),
        ("a hit that is not critical", |come| come.degrees.is_some() && !come.critical),
    ];
    AnswerTable::of("given that it hits", columns, hits, |(name, holds)| {
        let of = |(_, number): Number| Cell::or_never(results.mean_given(holds, number));
        let degrees = of(("degrees", |come| come.degrees.unwrap_or(0).into()));
        row![name, results.chance(holds), of(CRITICAL), degrees, of(STRAIN), of(DEGREE), of(TWO_DEGREES)]
    })
}

/// A turn of several attacks (INJ-151, INJ-185).
pub fn turn(arguments: &Arguments, mut trial: Trial) -> Answer {
    let [bonus, dv, net, attacks] = arguments.numbers(["bonus", "dv", "net", "attacks"]);
    trial.attacks(bonus, dv, net);
    let all: Vec<Spread<Come>> = (0..attacks).map(|attack| trial.attack(blow(trial.handicap(attack)))).collect();
    let sum = |number: Number| all.iter().map(|results| results.mean(number.1)).sum::<BigRational>();
    let columns = ["attack", "hits", "a degree", "strain", "drops the weapon", "kept it up to here"];
    let mut kept = BigRational::one();
    let attacks = AnswerTable::of("attacks", columns, (1..).zip(&all), |(attack, results)| {
        let [hits, degree, strain, drops] = [HITS, DEGREE, STRAIN, DROPS].map(|(_, number)| results.mean(number));
        kept *= not(&drops);
        row![attack, hits, degree, strain, drops, &kept]
    });
    let means = [("hits of the turn", sum(HITS)), ("strain of the turn", sum(STRAIN))];
    Answer::new(format!("a turn of attacks with {bonus:+} against {dv}"))
        .note("every attack is made, whether the weapon was dropped before or not")
        .table(attacks)
        .table(AnswerTable::list("means", ["what", "mean"], means))
}

/// Several shots or weapons in one action (INJ-204, INJ-216, INJ-217, E-14).
pub fn shots(arguments: &Arguments, mut trial: Trial) -> Answer {
    let [bonus, dv, net] = arguments.numbers(["bonus", "dv", "net"]);
    trial.attacks(bonus, dv, net);
    let columns = ["how many", "hits with shots", "at least one shot", "hits with weapons", "at least one weapon"];
    let table = AnswerTable::of("shots and weapons", columns, 1..=arguments.number("most"), |count: u8| {
        let (core, body) = (&trial.core, trial.core.morning.body(ONE));
        let handicaps = [core.handicap_of_shots(body, count), core.handicap_of_weapons(body, count > 1)];
        let [shot, weapon] = handicaps.map(|handicap| trial.attack(blow(handicap)).mean(HITS.1));
        let allowed = |chance| Cell::exact_or((core.rapid_shots(count) == count).then_some(chance), "too many");
        let (all, any) = (|hits| integer(count.into()) * hits, |hits| at_least_once(hits, count.into()));
        row![count, allowed(all(&shot)), allowed(any(&shot)), all(&weapon), any(&weapon)]
    });
    Answer::new(format!("several attacks in one action, {bonus:+} against {dv}"))
        .note("means of one action; every shot of it is worse by one die for each other (INJ-217)")
        .table(table)
}

/// An action with a weapon in each hand (INJ-204, R-38).
pub fn weapons(arguments: &Arguments, mut trial: Trial) -> Answer {
    let [bonus, off, dv, net] = arguments.numbers(["bonus", "off", "dv", "net"]);
    trial.attacks(bonus, dv, net);
    trial.sheet(ONE).weapons[1].to_hit[Use::Melee as usize] = off;
    for (weapon, critical_from) in arguments.numbers(["critical_from", "off_critical_from"]).into_iter().enumerate() {
        trial.sheet(ONE).weapons[weapon].critical_from = critical_from;
    }
    let handicap = trial.core.handicap_of_weapons(trial.core.morning.body(ONE), true);
    let strikes = |weapon: u8| Blow { weapon, ..blow(handicap) };
    let both = trial.scene(&trial.fight(), |play| [0, 1].map(|weapon| play.comes_of(strikes(weapon), false)));
    let each = [("the first", 0), ("the second", 1)].map(|(name, weapon)| (name, both.by(|comes: &[Come; 2]| comes[weapon])));
    let sum = |(_, number): Number| both.mean(|comes| comes.iter().map(number).sum());
    let either = |(_, number): Number| both.chance(|comes| comes.iter().any(|come| number(come) > 0));
    let together = [
        ("hits, mean", sum(HITS)),
        ("at least one hits", either(HITS)),
        ("both hit", both.chance(|comes| comes.iter().all(|come| come.degrees.is_some()))),
        ("a critical hit", either(CRITICAL)),
        ("a degree", either(DEGREE)),
        ("two degrees", either(TWO_DEGREES)),
        ("strain, mean", sum(STRAIN)),
    ];
    let numbers = [HITS, CRITICAL, DEGREE, TWO_DEGREES, ("strain, mean", STRAIN.1), DROPS];
    Answer::new(format!("a weapon in each hand, {bonus:+} and {off:+} against {dv}"))
        .note("one action; the second attack meets the target as the first one did")
        .table(table(["weapons", "weapon"], &each, &numbers))
        .table(AnswerTable::list("both together", ["what", "chance or mean"], together))
        .curve("strain of both", both.distribution(|comes| comes.iter().map(STRAIN.1).sum()))
}

/// Parries (INJ-242 to INJ-245).
pub fn parry(arguments: &Arguments, mut trial: Trial) -> Answer {
    let [bonus, net, total, attack, dv] = arguments.numbers(["bonus", "net", "total", "attack", "dv"]);
    trial.attacks(attack, dv, 0);
    trial.gets(OTHER, RollKind::Attack, net);
    trial.sheet(OTHER).weapons[0].to_hit[Use::Melee as usize] = bonus;
    let fight = trial.fight();
    let taken = trial.scene(&fight, |play| play.parry(OTHER, ONE, total).unwrap_or(0));
    let most = taken.keys().copied().max().unwrap_or(0).max(1);
    let degrees = (1..=most).map(|degrees| (degrees, taken.chance(|&taken| taken >= degrees)));
    let parried = trial.scene(&fight, |play| play.comes_of(blow(0), true));
    let through = [
        ("lands when every hit is parried", parried.mean(HITS.1)),
        ("lands when none is", trial.attack(blow(0)).mean(HITS.1)),
        ("degrees taken away per attack", parried.mean(|come| come.parried.unwrap_or(0).into())),
    ];
    Answer::new(format!("a parry with {bonus:+} against a result of {total}"))
        .table(AnswerTable::list("degrees", ["degrees", "at least so many"], degrees))
        .table(AnswerTable::list("attacks", ["what", "chance or mean"], through))
        .curve("degrees taken away", taken.distribution(|&taken| taken.into()))
}
