//! States: fights that are stopped between two steps, copied, and played on from.
//!
//! Start at [`a_state_goes_on_as_the_fight_does`].

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use frame::analysis::chances::{ChancePlan, FightChances};
use frame::analysis::run::RunPlan;
use frame::analysis::turning::SteppedChances;
use frame::dice::Slot;
use frame::door::Playable;
use frame::fight::Stand;
use frame::scenario::Raw;
use frame::sim::RunStop;
use frame::sim::outlook::Look;
use frame::sim::state::{DiceAhead, State, StatePlace};
use frame::sim::story::{Telling, tell};
use frame::sim::turning::{Fallen, Which, after_dice};
use frame::stats::Level;
use sparring::systems;

use crate::scenario_files;

/// Steps after which fights are stopped.
const STEPS: [usize; 4] = [0, 1, 2, 7];
/// The seed and the number of the fight.
const FIGHT: [u64; 2] = [1, 3];

/// Loads a scenario for its system.
fn load(path: &Path) -> Playable {
    let loaded = Raw::read(path, &[], &[]).and_then(|raw| systems().of(&raw)?.load(&raw));
    loaded.unwrap_or_else(|failure| panic!("{}", failure.render(false)))
}

/// Every scenario of every system.
fn scenarios() -> impl Iterator<Item = (String, Playable)> {
    let paths = systems().names().into_iter().flat_map(scenario_files::of);
    paths.map(|path| (path.display().to_string(), load(&path)))
}

#[test]
fn a_state_goes_on_as_the_fight_does() {
    let (mut states, mut later) = (0, 0);
    for (name, Playable { engine, layout, .. }) in scenarios() {
        let values = engine.player(&layout, FIGHT[0]).play(FIGHT[1]).to_vec();
        for (fight, steps) in [0, 1, 2].into_iter().flat_map(|fight| STEPS.map(|steps| (fight, steps))) {
            let Some(mut state) = engine.state_at(&layout, FIGHT, StatePlace { fight, steps }) else { continue };
            let copy = state.copied();
            // What the one plays, the other does not see.
            while state.step() {}
            assert!(state.ending().is_some() && !state.step(), "{name}: fight {fight}");
            assert_eq!(copy.play_on(), values, "{name}: fight {fight} from step {steps} on");
            assert_eq!(state.play_on(), values, "{name}: fight {fight} from its end on");
            states += 1;
            later += usize::from(fight > 0);
        }
    }
    assert!(states > 100 && later > 10, "only {states} states were reached, {later} of later fights");
}

#[test]
fn a_state_goes_on_by_fresh_dice_and_by_given_ones() {
    for system in systems().names() {
        let path = scenario_files::of(system).into_iter().find(|path| path.ends_with("mirror-duel.toml"));
        let Some(Playable { engine, layout, .. }) = path.map(|path| load(&path)) else { continue };
        let state = engine.state_at(&layout, FIGHT, StatePlace::default()).expect("the fight takes place");
        let by = |luck: DiceAhead| {
            let mut state = state.copied();
            state.go_on_by(luck);
            state.play_on()
        };
        let fresh = |number| by(DiceAhead { fresh: Some((2, number)), ..DiceAhead::default() });
        let others: Vec<Vec<i64>> = (0..20).map(fresh).collect();
        assert_eq!(others, (0..20).map(fresh).collect::<Vec<_>>(), "{system}");
        assert!(others.iter().any(|values| *values != others[0]), "{system}: all dice are alike");
        // The first die of the rest of the fight is one of the dice of the whole fight.
        let turned = |first: usize, face| {
            let faces = BTreeMap::from([(first, face)]);
            engine.tell(&layout, FIGHT[0], FIGHT[1], Telling { faces, ..Telling::default() }).values
        };
        let given: Vec<Vec<i64>> =
            (1..=4).map(|face| by(DiceAhead { faces: BTreeMap::from([(1, face)]), ..DiceAhead::default() })).collect();
        let found = (1..60).any(|first| (1..=4).zip(&given).all(|(face, values)| turned(first, face) == *values));
        assert!(found, "{system}: no die of the fight is the first of the rest");
    }
}

#[test]
fn a_place_that_a_fight_does_not_come_to_is_none() {
    for (name, Playable { engine, layout, .. }) in scenarios().take(1) {
        assert!(engine.state_at(&layout, FIGHT, StatePlace { fight: 9, steps: 0 }).is_none(), "{name}");
        assert!(engine.state_at(&layout, FIGHT, StatePlace { fight: 0, steps: 1_000_000 }).is_none(), "{name}");
    }
}

#[test]
fn an_outlook_follows_the_fight_as_it_is_played_and_told() {
    let mut followed = 0;
    for (name, Playable { engine, layout, .. }) in scenarios() {
        let [seed, number] = FIGHT;
        let steps: usize = (0..layout.fights())
            .filter_map(|fight| {
                let mut outlook = engine.outlook(&layout, seed, fight).expect("the day has this fight");
                let (ending, rounds) = outlook.follow(number, true)?;
                let moments = outlook.moments().to_vec();
                assert!(moments.is_sorted_by_key(|moment| moment.steps) && moments.iter().all(|one| one.over <= one.begun));
                if layout.day.is_none() {
                    let values = engine.player(&layout, seed).play(number).to_vec();
                    let value = |key| values[layout.catalogue.index(key).expect("measured")];
                    assert_eq!(ending.winner(engine.sides().len()), value("winner"), "{name}");
                    assert!(rounds == 0 || i64::from(rounds) == value("rounds"), "{name}: {rounds}, {}", value("rounds"));
                }
                let after_rounds = outlook.follow(number, false).map(|_| outlook.moments().to_vec());
                let whole: Vec<_> = moments.iter().copied().filter(|one| one.over == one.begun).collect();
                assert_eq!(after_rounds, Some(whole), "{name}");
                followed += 1;
                Some(moments.len())
            })
            .sum();
        let story = tell(&*engine, &layout, seed, number);
        assert_eq!(story.steps.len(), steps, "{name}: the story has a mark for each step");
        assert!(story.steps.is_sorted() && story.steps.iter().all(|&step| step <= story.told.len()));
    }
    assert!(followed > 60, "only {followed} fights");
}

#[test]
fn whoever_fights_on_is_fresh_or_hurt_and_nobody_else_is() {
    let (mut seen, mut hurt) = (BTreeMap::new(), 0);
    for (name, Playable { engine, layout, .. }) in scenarios().filter(|(_, playable)| playable.layout.day.is_none()) {
        let mut player = engine.player(&layout, FIGHT[0]);
        for number in 0..8 {
            let values = player.play(number).to_vec();
            let Some(mut state) = engine.state_at(&layout, [FIGHT[0], number], StatePlace::default()) else { continue };
            let stands = |state: &dyn State<'_>| {
                (0..engine.combatants().len()).map(|slot| state.stand(Slot(slot as u8))).collect::<Vec<Stand>>()
            };
            let met = stands(&*state);
            while state.step() {}
            for (slot, stand) in stands(&*state).into_iter().enumerate() {
                let one = &engine.combatants()[slot];
                let is = |what: &str| Some(values[layout.catalogue.index(&format!("{}.{what}", one.name))?] != 0);
                let who = format!("{name}, fight {number}: {} is {}", one.name, stand.word());
                assert!(one.arrives > 1 || [Stand::Fresh, Stand::Hurt, Stand::Away].contains(&met[slot]), "{who}");
                // What was called up is away when it falls.
                let is_dead = stand == Stand::Dead;
                assert!(is("dead").is_none_or(|dead| dead == is_dead || stand == Stand::Away), "{who}");
                let fights = matches!(stand, Stand::Fresh | Stand::Hurt);
                assert!(is("out").is_none_or(|out| if fights { !out } else { out || stand == Stand::Away }), "{who}");
                hurt += u32::from(met[slot] == Stand::Fresh && stand == Stand::Hurt);
                *seen.entry(stand.word()).or_insert(0) += 1;
            }
        }
    }
    assert!(Stand::ALL.iter().all(|stand| seen.get(stand.word()).is_some_and(|count| *count > 5)) && hurt > 100, "{seen:?}");
}

/// The duel of a system in which nobody has an advantage.
fn even_duel(system: &str) -> Option<Playable> {
    let mirrored = |path: &std::path::PathBuf| path.ends_with("mirror-duel.toml");
    scenario_files::of(system).into_iter().find(mirrored).map(|path| load(&path))
}

/// The chances of some fights.
fn chances(Playable { engine, layout, .. }: Playable, fights: u64, continuations: u32, threads: u16) -> FightChances {
    let arm = frame::sim::solo::Arm { loaded: engine, layout, seed: 1 };
    let look = Look { fight: 0, fights: 0..fights, threads: Some(threads) };
    let plan = ChancePlan { look, continuations, turns: false };
    plan.play(&arm, &AtomicBool::new(false), &mut |_| ()).expect("it is played")
}

#[test]
fn chances_do_not_depend_on_threads_and_a_mirrored_duel_is_even_at_the_start() {
    let mut duels = 0;
    for system in systems().names() {
        let Some(duel) = even_duel(system) else { continue };
        let one = chances(duel, 37, 64, 1);
        for threads in [2, 7] {
            assert_eq!(chances(even_duel(system).expect("it is there"), 37, 64, threads), one, "{system}: {threads} threads");
        }
        // Draws are shared fairly, too.
        let [first, second] = [0, 1].map(|side| one.start(side, Level::missing(1e-6)).expect("there are fights"));
        assert!(first.low <= second.high && second.low <= first.high, "{system}: {first:?} {second:?}");
        duels += 1;
    }
    assert!(duels > 2, "only {duels} duels");
}

#[test]
fn a_long_run_names_fights_by_their_chances() {
    for system in systems().names() {
        let Some(duel) = even_duel(system) else { continue };
        let (seed, stop) = (1, RunStop::Fights(1));
        let plan = RunPlan { seed, stop, threads: Some(2), batch: None, lines: false };
        let named = |fights: u64| plan.look_ahead(&duel.arm(seed), fights, &AtomicBool::new(false)).expect("it is played");
        assert!(named(999_999).is_empty(), "{system}");
        // The closest fight is always there; the others where a fight was turned, or decided before its end.
        let long = named(1_000_000);
        assert!(long.len() >= 2 && long.iter().all(|noted| noted.fight < 40 && noted.story.is_none()), "{system}: {long:?}");
    }
}

#[test]
fn dice_that_have_fallen_lead_from_one_moment_to_the_next() {
    const CONTINUATIONS: u32 = 4000;
    for system in systems().names() {
        let Some(Playable { engine, layout, .. }) = even_duel(system) else { continue };
        let [seed, number] = FIGHT;
        let story = tell(&*engine, &layout, seed, number);
        let mut outlook = engine.outlook(&layout, seed, 0).expect("there is a fight");
        outlook.follow(number, true).expect("it takes place");
        let faces = |step: usize| {
            let to = story.steps.get(step + 1).copied().unwrap_or(story.told.len());
            let dice = story.told[story.steps[step]..to].iter().filter_map(|told| match told {
                frame::fight::watch::StoryEntry::Die { face, .. } => Some(*face),
                _ => None,
            });
            dice.collect::<Vec<u32>>()
        };
        let steps = story.steps.len().min(4);
        let fallen: Vec<Fallen> =
            (0..steps).flat_map(|steps| [Vec::new(), faces(steps)].map(|faces| Fallen { steps, faces })).collect();
        let which = Which { seed, number, fight: 0, threads: None };
        let ends = after_dice(&*engine, &layout, which, &fallen, 0..CONTINUATIONS).expect("it is played");
        for (place, ends) in ends.iter().enumerate() {
            let moment = place / 2 + place % 2;
            if moment >= outlook.moments().len() {
                continue;
            }
            let mut counts = vec![0; ends.len()];
            outlook.play_on(moment, 0..CONTINUATIONS, &mut counts);
            let far = f64::from(counts[0]) - f64::from(ends[0]);
            assert!(far.abs() < 5.0 * (f64::from(CONTINUATIONS) / 2.0).sqrt(), "{system}: {fallen:?}: {counts:?} {ends:?}");
        }
        let plan = ChancePlan { look: Look { fight: 0, fights: 0..1, threads: None }, continuations: 64, turns: true };
        let told = SteppedChances::of(&*engine, &layout, FIGHT, &story, &plan).expect("it is told");
        assert!(!told.turned.is_empty() && told.turned.is_sorted_by(|one, other| one.moved() >= other.moved()), "{system}");
        assert!(told.turned[0].moved() > 0.02, "{system}: no die moves anything");
    }
}
