//! Where the luck sits, by the rules of the systems: against every path of the dice of a small duel, against a run, and in all systems.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use frame::analysis::outcome::{Outcomes, matching};
use frame::analysis::why::{Division, LuckPlan, LuckShares};
use frame::dice::{Lot, Purpose, Slot};
use frame::door::Playable;
use frame::fight::watch::StoryEntry;
use frame::scenario::Raw;
use frame::sim::story::Telling;
use frame::stats::Level;
use sparring::systems;

/// Five standard errors.
fn sure() -> Level {
    Level::missing(5.7e-7)
}

fn load(raw: &Raw) -> Playable {
    let loaded = systems().of(raw).and_then(|system| system.load(raw));
    loaded.unwrap_or_else(|failure| panic!("{}", failure.render(false)))
}

/// A duel of the tired: one round, in which the first wound without hit points left decides and nobody's dice explode.
const DUEL: &str = r#"format = 1
system = "vogt"
title = "One round"
[book.round]
rounds_max = 1
[rulings]
crit = "off"
[[side]]
name = "left"
[[side.combatant]]
name = "Ada"
hp_max = 6
exhaustion = 2
weapons = [{ name = "club", die = "1d4", type = "blunt" }]
[[side]]
name = "right"
[[side.combatant]]
name = "Rob"
hp_max = 5
exhaustion = 2
weapons = [{ name = "knife", die = "1d4", type = "stab" }]
"#;

/// Where the luck of some outcomes sits.
fn divided(playable: &Playable, keys: &[&str], fights: u64, threads: u16) -> LuckShares {
    let catalogue = playable.named_catalogue();
    let matching = matching(&catalogue, &catalogue, true, |_| true);
    let outcomes = Outcomes::of(&catalogue, &catalogue, &matching);
    let keys: Vec<String> = keys.iter().map(|&key| key.to_owned()).collect();
    let plan = LuckPlan {
        divisions: Division::ALL.to_vec(),
        precision: 1e-9,
        level: Level::default(),
        fights_max: fights,
        threads: Some(threads),
    };
    let interrupted = AtomicBool::new(false);
    let luck = LuckShares::play(&playable.arm(1), &plan, (&outcomes, &keys, &matching), &interrupted, &mut |_, _| ());
    luck.expect("there are threads").expect("nobody interrupts")
}

/// A die that was rolled: by whom and what for, its faces and the one that it showed.
type Rolled = ((Slot, Purpose), u32, u32);

/// What is read of the values of a fight.
type Read<'a> = &'a dyn Fn(&[i64]) -> f64;

/// A path of the dice of a fight, with its values.
type PathOfDice = (Vec<Rolled>, Vec<i64>);

/// Every path of the dice of a fight, with its values.
fn paths(playable: &Playable) -> Vec<PathOfDice> {
    /// More dice than any path has.
    const DICE_MOST: usize = 40;
    let (mut paths, mut prefix): (Vec<PathOfDice>, Vec<u32>) = (Vec::new(), Vec::new());
    loop {
        let faces: BTreeMap<usize, u32> = (1..=DICE_MOST).map(|die| (die, prefix.get(die - 1).copied().unwrap_or(1))).collect();
        let story = playable.engine.tell(&playable.layout, 1, 0, Telling { faces, ..Telling::default() });
        let die = |told: &StoryEntry| match told {
            StoryEntry::Die { who, roll, sides, face, .. } => Some(((*who, roll.purpose), *sides, *face)),
            _ => None,
        };
        let rolled: Vec<Rolled> = story.told.iter().filter_map(die).collect();
        assert!(rolled.len() == story.dice && rolled.len() <= DICE_MOST, "{} dice", story.dice);
        let next = rolled.iter().rposition(|(_, sides, face)| face < sides);
        let faces = rolled.iter().map(|(.., face)| *face);
        prefix = next.map_or(Vec::new(), |last| faces.take(last + 1).collect());
        paths.push((rolled, story.values));
        match prefix.last_mut() {
            Some(face) => *face += 1,
            None => return paths,
        }
    }
}

/// The probability that two fights go along two paths, one each, where the dice of some streams are the same in both.
fn together(one: &[Rolled], other: &[Rolled], same: &dyn Fn(Slot, Purpose) -> bool) -> f64 {
    let streams = |path: &[Rolled]| {
        let mut streams: BTreeMap<(Slot, Purpose), Vec<(u32, u32)>> = BTreeMap::new();
        path.iter().for_each(|(stream, sides, face)| streams.entry(*stream).or_default().push((*sides, *face)));
        streams
    };
    let (one, other) = (streams(one), streams(other));
    let alone = |dice: &[(u32, u32)]| dice.iter().map(|(sides, _)| 1.0 / f64::from(*sides)).product::<f64>();
    let place = |(sides, face): (u32, u32)| [face - 1, face].map(|edge| f64::from(edge) / f64::from(sides));
    let mut chance = 1.0;
    for stream in one.keys().chain(other.keys()).collect::<BTreeSet<_>>() {
        let [first, second] = [&one, &other].map(|path| path.get(stream).map_or(&[][..], Vec::as_slice));
        if !same(stream.0, stream.1) {
            chance *= alone(first) * alone(second);
            continue;
        }
        // One draw behind both dice: the part of all draws that shows both faces.
        let shared = first.len().min(second.len());
        for (&first, &second) in first.iter().zip(second) {
            let ([from, to], [low, high]) = (place(first), place(second));
            chance *= (to.min(high) - from.max(low)).max(0.0);
        }
        chance *= alone(&first[shared..]) * alone(&second[shared..]);
    }
    chance
}

#[test]
fn shares_of_a_duel_are_those_of_all_its_paths() {
    let playable = load(&Raw::from_text("duel.toml", DUEL, &[]));
    let paths = paths(&playable);
    assert!((100..4000).contains(&paths.len()), "{} paths", paths.len());
    let index = |key: &str| playable.layout.catalogue.index(key).unwrap_or_else(|| panic!("there is no {key}"));
    let (winner, hp) = (index("winner"), index("Ada.hp"));
    let won = |values: &[i64]| f64::from(u8::from(values[winner] == 0));
    let left = |values: &[i64]| values[hp] as f64;
    let outcomes: [(&str, Read<'_>); 2] = [("win(left)", &won), ("Ada.hp", &left)];
    let luck = divided(&playable, &["win(left)", "Ada.hp"], 40_000, 2);
    let chance = |path: &[Rolled]| path.iter().map(|(_, sides, _)| 1.0 / f64::from(*sides)).product::<f64>();
    assert!((paths.iter().map(|(path, _)| chance(path)).sum::<f64>() - 1.0).abs() < 1e-9);
    let mut seen = 0;
    for (outcome, (key, of)) in luck.outcomes.iter().zip(outcomes) {
        assert_eq!(outcome.key, key);
        let mean: f64 = paths.iter().map(|(path, values)| chance(path) * of(values)).sum();
        let variance: f64 = paths.iter().map(|(path, values)| chance(path) * (of(values) - mean).powi(2)).sum();
        let shared = |same: &dyn Fn(Slot, Purpose) -> bool| {
            let pairs = paths.iter().flat_map(|one| paths.iter().map(move |other| (one, other)));
            let pairs = pairs.filter(|((_, one), (_, other))| of(one) != 0.0 && of(other) != 0.0);
            let sum: f64 = pairs.map(|((path, one), (other, two))| together(path, other, same) * of(one) * of(two)).sum();
            (sum - mean * mean) / variance
        };
        for (place, groups) in luck.groups.iter().enumerate().take(2) {
            for (number, group) in groups.iter().enumerate() {
                let has = |who: Slot, purpose: Purpose| {
                    !Lot::of(2, &[], |one, of| one == who && of == purpose).and(&group.lot).is_empty()
                };
                let truth = [shared(&has), 1.0 - shared(&|who, purpose| !has(who, purpose))];
                let found = outcome.shares(place, number, sure()).expect("it varies");
                for (found, truth) in [found.alone, found.total].into_iter().zip(truth) {
                    let name = group.name();
                    assert!(found.low - 1e-9 <= truth && truth <= found.high + 1e-9, "{key}, {name}: {found:?}, not {truth}");
                    seen += usize::from(truth > 0.02);
                }
            }
        }
    }
    assert!(seen >= 12, "{seen} shares are worth the while");
}

#[test]
fn the_fights_are_those_of_a_run_and_nothing_depends_on_threads() {
    let playable = load(&Raw::from_text("duel.toml", DUEL, &[]));
    let keys = ["win(left)", "rounds", "Rob.hp"];
    let luck = divided(&playable, &keys, 3000, 1);
    for threads in [2, 7] {
        assert_eq!(divided(&playable, &keys, 3000, threads), luck);
    }
    let tally = playable.arm(1).count(0..3000, None, &AtomicBool::new(false), &mut |_| ());
    let tally = tally.expect("there are threads").expect("nobody interrupts");
    let winner = playable.layout.catalogue.index("winner").expect("fights have winners");
    let won = tally.counts(winner).iter().find(|(value, _)| *value == 0).map_or(0, |(_, count)| *count);
    assert_eq!(luck.outcomes[0].happened(), won);
    assert!(luck.unrolled.contains(&Purpose::Rest) && !luck.unrolled.contains(&Purpose::Damage));
    assert!(luck.played < 3000 * 12, "what nobody rolled is not rolled anew: {}", luck.played);
}

#[test]
fn luck_is_divided_in_every_system() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shipped = [
        "vogt/mirror-duel",
        "cairn-ap/mirror-duel",
        "heimr/mirror-duel",
        "bdp/duel",
        "injury-d20/mirror-duel",
        "heimr/campaign-day",
    ];
    let files =
        shipped.map(|name| format!("scenarios/{name}.toml")).into_iter().chain(["scenarios/own/twenty.toml".to_owned()]);
    for file in files {
        let playable =
            load(&Raw::read(&root.join(&file), &[], &[]).unwrap_or_else(|failure| panic!("{}", failure.render(false))));
        let side = &playable.engine.sides()[0];
        let win = format!("win({side})");
        let rounds = if playable.layout.day.is_some() { "fight1.rounds" } else { "rounds" };
        let luck = divided(&playable, &[&win, rounds], 600, 2);
        assert!(luck.groups.iter().all(|groups| !groups.is_empty()), "{file}: nobody rolls");
        for outcome in &luck.outcomes {
            for (place, groups) in luck.groups.iter().enumerate() {
                for (number, group) in groups.iter().enumerate() {
                    let Some(found) = outcome.shares(place, number, sure()) else { continue };
                    for share in [found.alone, found.total] {
                        let order = [0.0, share.low, share.estimate, share.high, 1.0];
                        assert!(order.is_sorted(), "{file}, {}: {share:?}", group.name());
                    }
                    assert!(found.alone.low <= found.total.high, "{file}, {}: {found:?}", group.name());
                }
            }
        }
    }
}
