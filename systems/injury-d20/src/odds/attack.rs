//! Questions about attack rolls and parries.
//!
//! Start at [`attack`].

use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::dice::Distribution;
use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};
use frame::rules::chances::{Chances, Spread};
use frame::rules::questions::Arguments;

use super::super::sheet::PartKind;
use super::super::state::Fight;
use super::super::strike::Outcome;
use super::trial::{Asked, Come, ONE, OTHER, PLENTY, Trial};
use super::{TIERS, integer, number, signed};

/// The results of an attack.
type Results = Spread<Come>;

/// Probability of a hit.
pub fn hits(results: &Results) -> BigRational {
    results.chance(|come| matches!(come, Come::Hit { .. }))
}

/// Probability of a hit with so many degrees or more.
fn reaches(results: &Results, degrees: i32) -> BigRational {
    results.chance(|come| matches!(come, Come::Hit { degrees: reached, .. } if *reached >= degrees))
}

/// Strain of a result.
pub fn strain(trial: &Trial, come: Come) -> i64 {
    match come {
        Come::Hit { degrees, .. } => trial.core.add_strain(0, degrees).into(),
        _ => 0,
    }
}

/// True for a critical hit.
fn critically(come: &Come) -> bool {
    matches!(come, Come::Hit { critical: true, .. })
}

/// Probabilities of the degrees of a hit.
fn by_degrees(results: &Results) -> Spread<i32> {
    let degrees = results.by(|come| if let Come::Hit { degrees, .. } = come { Some(*degrees) } else { None });
    degrees.into_iter().filter_map(|(degrees, chance)| Some((degrees?, chance))).collect()
}

/// The degrees and the strain of hits, given that they hit at all, are critical, or are not (INJ-143 to INJ-146).
fn given(trial: &Trial, results: &Results) -> AnswerTable {
    let columns = ["given", "chance of that", "critical", "degrees, mean", "strain, mean", "a degree", "two degrees"];
    let mut table = AnswerTable::new("given that it hits", &columns);
    let plainly = |come: &Come| matches!(come, Come::Hit { critical: false, .. });
    let hit = |come: &Come| matches!(come, Come::Hit { .. });
    for (name, holds) in
        [("a hit", &hit as &dyn Fn(&Come) -> bool), ("a critical hit", &critically), ("a hit that is not critical", &plainly)]
    {
        let those: Results = results.iter().filter(|(come, _)| holds(come)).map(|(come, part)| (*come, part.clone())).collect();
        let all: BigRational = those.values().sum();
        let degrees = by_degrees(&those).mean(|&degrees| degrees.into());
        let numbers = [those.chance(critically), degrees, mean_strain(trial, &those), reaches(&those, 1), reaches(&those, 2)];
        let cells = numbers.map(|number| Cell::exact_or((!all.is_zero()).then(|| number / &all), "never"));
        table.row([Cell::text(name), Cell::Exact(all)].into_iter().chain(cells));
    }
    table
}

/// The parts of what is added to an attack roll (INJ-157 to INJ-160, INJ-205).
fn added(parts: [(&str, i32); 3]) -> AnswerTable {
    let mut table = AnswerTable::new("what is added to the roll", &["what", "points"]);
    let all = parts.iter().map(|(_, points)| points).sum();
    for (what, points) in parts.into_iter().chain([("together", all)]) {
        table.row([Cell::text(what), Cell::Integer(i64::from(points))]);
    }
    table
}

/// The mean strain of an attack; one that misses counts as well.
fn mean_strain(trial: &Trial, results: &Results) -> BigRational {
    results.mean(|&come| strain(trial, come))
}

/// A single attack (INJ-009, INJ-044, INJ-045, INJ-046, INJ-143 to INJ-151, INJ-157 to INJ-162, INJ-205, INJ-207).
pub fn attack(arguments: &Arguments, trial: &mut Trial) -> Answer {
    let [bonus, dv, net] = ["bonus", "dv", "net"].map(|name| number(arguments, name));
    let asked = Asked {
        power: number(arguments, "power"),
        reckless: number(arguments, "reckless"),
        critical_from: number(arguments, "critical_from"),
        larger: number(arguments, "larger"),
        ..Asked::plain(bonus, dv, net)
    };
    let (whole, unpowered) = (trial.bonus(&asked), trial.bonus(&Asked { power: 0, ..asked }));
    let (power, size) = (whole - unpowered, unpowered - bonus);
    let parts = [("bonus to hit", bonus), ("stamina for power", power), ("size of the target", size)];
    let results = trial.attack(&asked);
    let mut table = AnswerTable::new("results", &["result", "chance"]);
    let mut row = |name: &str, chance: BigRational| table.row([Cell::text(name), Cell::Exact(chance)]);
    row("misses", results.chance(|come| !matches!(come, Come::Hit { .. })));
    row("drops the weapon", results.chance(|come| *come == Come::Fumble));
    row("hits", hits(&results));
    row("hits and injures nothing", results.chance(|come| matches!(come, Come::Hit { degrees, .. } if *degrees < 0)));
    row("a critical hit", results.chance(critically));
    for (degrees, chance) in by_degrees(&results) {
        row(&format!("degree {degrees}"), chance);
    }
    let mut tiers = AnswerTable::new("severities", &["up to", "or beyond"]);
    for (degrees, tier) in TIERS.iter().enumerate() {
        tiers.row([Cell::text(tier), Cell::Exact(reaches(&results, degrees as i32))]);
    }
    let mut means = AnswerTable::new("means", &["what", "mean"]);
    means.row([Cell::text("hits"), Cell::Exact(hits(&results))]);
    means.row([Cell::text("strain"), Cell::Exact(mean_strain(trial, &results))]);
    let columns = [
        "advantages",
        "the die, mean",
        "hits",
        "a critical hit",
        "a degree",
        "two degrees",
        "natural 20",
        "natural 1",
        "drops the weapon",
    ];
    let mut by_dice = AnswerTable::new("by advantages", &columns);
    let mut curves = Vec::new();
    for net in -3..=3 {
        let results = trial.attack(&Asked { net, ..asked });
        let faces = trial.attack_faces(&Asked { net, ..asked });
        let book = &trial.core.book;
        let face = |natural: i32| faces.chance(|rolled| rolled.natural == natural);
        by_dice.row([
            Cell::text(signed(net.into())),
            Cell::Exact(faces.mean(|rolled| rolled.natural.into())),
            Cell::Exact(hits(&results)),
            Cell::Exact(results.chance(critically)),
            Cell::Exact(reaches(&results, 1)),
            Cell::Exact(reaches(&results, 2)),
            Cell::Exact(face(book.crit.natural)),
            Cell::Exact(face(book.fumble.natural)),
            Cell::Exact(results.chance(|come| *come == Come::Fumble)),
        ]);
        curves.push(Curve { label: format!("{net:+} advantages"), distribution: severities(&results) });
    }
    let title = format!("an attack with {} against {dv}", signed(whole.into()));
    Answer { title, notes: notes(), tables: vec![table, given(trial, &results), tiers, means, by_dice, added(parts)], curves }
}

/// Tiers that a hit reaches, 0 for none.
fn severities(results: &Results) -> Distribution {
    results.distribution(|come| match come {
        Come::Hit { degrees, .. } => i64::from((degrees + 1).clamp(0, TIERS.len() as i32)),
        _ => 0,
    })
}

/// The notes on degrees and curves.
fn notes() -> Vec<String> {
    let kinds = PartKind::ALL.len();
    vec![
        "degree 0 reaches minor parts, each further one a tier more, or one injury more of the same part (INJ-046, INJ-048)"
            .into(),
        format!("curves: the tier that a hit reaches, 0 for none; {kinds} kinds of parts have one of five tiers"),
    ]
}

/// A turn of several attacks (INJ-151, INJ-185).
pub fn turn(arguments: &Arguments, trial: &mut Trial) -> Answer {
    let (bonus, dv, net) = (number(arguments, "bonus"), number(arguments, "dv"), number(arguments, "net"));
    let mut table =
        AnswerTable::new("attacks", &["attack", "hits", "a degree", "strain", "drops the weapon", "kept it up to here"]);
    let (mut all_hits, mut all_strain, mut kept) = (BigRational::zero(), BigRational::zero(), BigRational::one());
    for attack in 0..number(arguments, "attacks") {
        let results = trial.attack(&Asked { handicap: trial.handicap(attack), ..Asked::plain(bonus, dv, net) });
        let drops = results.chance(|come| *come == Come::Fumble);
        kept *= BigRational::one() - &drops;
        all_hits += hits(&results);
        all_strain += mean_strain(trial, &results);
        table.row([
            Cell::Integer(i64::from(attack) + 1),
            Cell::Exact(hits(&results)),
            Cell::Exact(reaches(&results, 1)),
            Cell::Exact(mean_strain(trial, &results)),
            Cell::Exact(drops),
            Cell::Exact(kept.clone()),
        ]);
    }
    let mut means = AnswerTable::new("means", &["what", "mean"]);
    means.row([Cell::text("hits of the turn"), Cell::Exact(all_hits)]);
    means.row([Cell::text("strain of the turn"), Cell::Exact(all_strain)]);
    let notes = vec!["every attack is made, whether the weapon was dropped before or not".to_owned()];
    Answer {
        title: format!("a turn of attacks with {} against {dv}", signed(bonus.into())),
        notes,
        tables: vec![table, means],
        curves: Vec::new(),
    }
}

/// Several shots or weapons in one action (INJ-204, INJ-216, INJ-217, E-14).
pub fn shots(arguments: &Arguments, trial: &mut Trial) -> Answer {
    let (bonus, dv, net) = (number(arguments, "bonus"), number(arguments, "dv"), number(arguments, "net"));
    let columns = ["how many", "hits with shots", "at least one shot", "hits with weapons", "at least one weapon"];
    let mut table = AnswerTable::new("shots and weapons", &columns);
    let any = |chance: &BigRational, count: u8| BigRational::one() - (BigRational::one() - chance).pow(count.into());
    for count in 1..=arguments.integer("most") as u8 {
        let (core, body) = (&trial.core, trial.core.morning.body(ONE));
        let allowed = core.rapid_shots(count) == count;
        let handicaps = [core.handicap_of_shots(body, count), core.handicap_of_weapons(body, count > 1)];
        let [shot, weapon] = handicaps.map(|handicap| hits(&trial.attack(&Asked { handicap, ..Asked::plain(bonus, dv, net) })));
        let of_shots = |chance: BigRational| Cell::exact_or(allowed.then_some(chance), "too many");
        table.row([
            Cell::Integer(count.into()),
            of_shots(integer(count.into()) * &shot),
            of_shots(any(&shot, count)),
            Cell::Exact(integer(count.into()) * &weapon),
            Cell::Exact(any(&weapon, count)),
        ]);
    }
    let notes = vec!["means of one action; every shot of it is worse by one die for each other (INJ-217)".to_owned()];
    Answer {
        title: format!("several attacks in one action, {} against {dv}", signed(bonus.into())),
        notes,
        tables: vec![table],
        curves: Vec::new(),
    }
}

/// An action with a weapon in each hand (INJ-204, R-38).
pub fn weapons(arguments: &Arguments, trial: &mut Trial) -> Answer {
    let (dv, net) = (number(arguments, "dv"), number(arguments, "net"));
    let handicap = trial.core.handicap_of_weapons(trial.core.morning.body(ONE), true);
    let [main, off] = [("bonus", "critical_from"), ("off", "off_critical_from")].map(|(bonus, critical)| {
        let plain = Asked::plain(number(arguments, bonus), dv, net);
        trial.attack(&Asked { handicap, critical_from: number(arguments, critical), ..plain })
    });
    let columns = ["weapon", "hits", "a critical hit", "a degree", "two degrees", "strain, mean", "drops the weapon"];
    let mut table = AnswerTable::new("weapons", &columns);
    let numbers = |results: &Results| {
        let drops = results.chance(|come| *come == Come::Fumble);
        let parts = [hits(results), results.chance(critically), reaches(results, 1), reaches(results, 2)];
        parts.into_iter().chain([mean_strain(trial, results), drops])
    };
    for (name, results) in [("the first", &main), ("the second", &off)] {
        table.row(std::iter::once(Cell::text(name)).chain(numbers(results).map(Cell::Exact)));
    }
    let either = |one: &BigRational, other: &BigRational| one + other - one * other;
    let (first, second) = (hits(&main), hits(&off));
    let strained = mean_strain(trial, &main) + mean_strain(trial, &off);
    let mut together = AnswerTable::new("both together", &["what", "chance or mean"]);
    for (what, value) in [
        ("hits, mean", &first + &second),
        ("at least one hits", either(&first, &second)),
        ("both hit", &first * &second),
        ("a critical hit", either(&main.chance(critically), &off.chance(critically))),
        ("a degree", either(&reaches(&main, 1), &reaches(&off, 1))),
        ("two degrees", either(&reaches(&main, 2), &reaches(&off, 2))),
        ("strain, mean", strained),
    ] {
        together.row([Cell::text(what), Cell::Exact(value)]);
    }
    let strains = main.then(|one| off.by(|other| strain(trial, *one) + strain(trial, *other)));
    let (bonus, second) = (signed(arguments.integer("bonus")), signed(arguments.integer("off")));
    Answer {
        title: format!("a weapon in each hand, {bonus} and {second} against {dv}"),
        notes: vec!["one action; the second attack meets the target as the first one did".to_owned()],
        tables: vec![table, together],
        curves: vec![Curve { label: "strain of both".to_owned(), distribution: strains.distribution(|&strain| strain) }],
    }
}

/// Degrees that a parry takes off an attack with this result, each with its probability (INJ-243, INJ-245).
fn taken(trial: &Trial, total: i32) -> Spread<i32> {
    trial.scene(&breathless(trial), |play| play.parry(OTHER, ONE, total).unwrap_or(0))
}

/// The two combatants, of whom the one who parries never tires.
fn breathless(trial: &Trial) -> Fight {
    let mut fight = trial.fight();
    let body = fight.body_mut(OTHER);
    (body.stamina, body.reactions) = (PLENTY, 1);
    fight
}

/// Parries (INJ-242 to INJ-245).
pub fn parry(arguments: &Arguments, trial: &mut Trial) -> Answer {
    let (bonus, net) = (number(arguments, "bonus"), number(arguments, "net"));
    let (total, dv, attack) = (number(arguments, "total"), number(arguments, "dv"), number(arguments, "attack"));
    trial.wields(OTHER, bonus);
    trial.gets(OTHER, net);
    let asked = Asked::plain(attack, dv, 0);
    let blow = trial.prepares(&asked);
    let against = taken(trial, total);
    let mut table = AnswerTable::new("degrees", &["degrees", "at least so many"]);
    let most = against.keys().copied().max().unwrap_or(0);
    for degrees in 1..=most.max(1) {
        table.row([Cell::Integer(degrees.into()), Cell::Exact(against.chance(|&taken| taken >= degrees))]);
    }
    let parried = trial.scene(&breathless(trial), |play| {
        let Outcome::Hit(mut hit) = play.comes_of(blow) else { return (false, 0) };
        let degrees = hit.degrees;
        let deflected = play.deflects(OTHER, ONE, &mut hit);
        (!deflected, degrees - hit.degrees)
    });
    let lands = parried.chance(|&(lands, _)| lands);
    let removed = parried.mean(|&(_, taken)| taken.into());
    let mut through = AnswerTable::new("attacks", &["what", "chance or mean"]);
    through.row([Cell::text("lands when every hit is parried"), Cell::Exact(lands)]);
    through.row([Cell::text("lands when none is"), Cell::Exact(hits(&trial.attack(&asked)))]);
    through.row([Cell::text("degrees taken away per attack"), Cell::Exact(removed)]);
    let curves =
        vec![Curve { label: "degrees taken away".to_owned(), distribution: against.distribution(|&taken| taken.into()) }];
    let title = format!("a parry with {} against a result of {total}", signed(bonus.into()));
    Answer { title, notes: Vec::new(), tables: vec![table, through], curves }
}
