//! Proof that reinforcements are played alike in all systems: nothing is known of those who come too late, and those who are awaited come.

use frame::fight::ABSENT;
use frame::rules::RuleSet;
use frame::rules::testing::{ScriptedPlay, load, try_load};
use frame::sim::story::tell;
use frame::sim::{Layout, Worker};

const FIGHTS: u64 = 200;

/// The sheet that some systems need to have fights of some rounds, and of few outcomes.
fn sheet(system: &str) -> &'static str {
    match system {
        "vogt" => "hp_max = 4, weapons = [{ name = 'club', die = '1d4' }]",
        "heimr" => "hp_max = 3, weapons = [{ kind = 'medium' }]",
        "cairn-ap" => "hp_max = 3, str = 4, weapons = [{ name = 'club', die = '1d6' }]",
        "bdp" => "hp_max = 3, str = 4, weapons = [{ kind = 'axe' }]",
        _ => "weapons = [{ name = 'sword' }]",
    }
}

/// A round that some fights reach and others do not.
fn round(system: &str) -> u16 {
    match system {
        "vogt" => 4,
        "bdp" => 2,
        "injury-d20" => 10,
        _ => 3,
    }
}

/// Ann against Bob, whom Cid joins in this round.
fn joined<S: RuleSet>(head: &str, round: u16) -> String {
    joined_by(head, sheet(S::NAME), round)
}

/// Ann against Bob, whom Cid joins in this round; each of them has this sheet.
fn joined_by(head: &str, sheet: &str, round: u16) -> String {
    format!(
        "{head}
        side = [
            {{ name = 'ours', combatant = [{{ name = 'Ann', {sheet} }}] }},
            {{ name = 'theirs', combatant = [{{ name = 'Bob', {sheet} }}, {{ name = 'Cid', arrives = {round}, {sheet} }}] }},
        ]"
    )
}

/// The number of fights that Cid came to, and of those that he did not.
fn counted<S: RuleSet>(scenario: &str, round: i64) -> (u64, u64) {
    let loaded = load::<S>(scenario);
    let layout = Layout::new(&loaded);
    let index = |key: &str| layout.catalogue.index(key).unwrap_or_else(|| panic!("{}: no metric {key}", S::NAME));
    let (rounds, of_cid, of_bob) = (index("rounds"), index("Cid.dead"), index("Bob.dead"));
    let mut worker = Worker::new(&loaded, &layout, 1);
    let (mut came, mut missed) = (0, 0);
    for number in 0..FIGHTS {
        let values = worker.play(number);
        let there = values[rounds] >= round;
        assert_eq!(values[of_cid] != ABSENT, there, "{}: fight {number} of {} rounds", S::NAME, values[rounds]);
        assert_ne!(values[of_bob], ABSENT, "{}", S::NAME);
        came += u64::from(there);
        missed += u64::from(!there);
    }
    for number in 0..20 {
        let story = tell(&loaded, &layout, 1, number);
        let told = story.told.iter().any(|told| format!("{told:?}").contains("Cid arrives"));
        assert_eq!(told, story.values[rounds] >= round, "{}: fight {number}", S::NAME);
        let before = story.told.iter().take_while(|told| !format!("{told:?}").contains("Cid arrives"));
        let named =
            before.filter(|told| format!("{told:?}").contains("Cid")).map(|told| format!("{told:?}")).collect::<Vec<_>>();
        assert_eq!(named, Vec::<String>::new(), "{}: fight {number}", S::NAME);
    }
    (came, missed)
}

fn come_in_their_round<S: RuleSet>() {
    let round = round(S::NAME);
    let (came, missed) = counted::<S>(&joined::<S>("", round), i64::from(round));
    assert!(came > 10 && missed > 10, "{}: {came} came, {missed} did not", S::NAME);
    let (came, missed) = counted::<S>(&joined::<S>("reinforcements = 'are awaited'", 30), 30);
    let (soon, _) = counted::<S>(&joined::<S>("reinforcements = 'are awaited'", 2), 2);
    assert_eq!((came, missed, soon), (FIGHTS, 0, FIGHTS), "{}: all fights last until he has come", S::NAME);
}

/// The sheets of Ann, Bob and Cid where every outcome is followed, and what else holds there: few faces, and so few rounds.
fn small(system: &str) -> (&'static str, &'static str) {
    match system {
        "heimr" => (
            "hp_max = 1, weapons = [{ kind = 'medium' }], stance = { kind = 'dodge', c = 0, pre = 3, d6 = 3 },
             attributes = { sta = 3 }, abilities = { swordsmanship = { c = 0, p = 2 }, agility = { c = 0, p = 2 } }",
            "[book.turn]\nrounds_max = 2",
        ),
        "cairn-ap" => (
            "hp_max = 1, str = 1, morale = false, policy = 'p', weapons = [{ name = 'stick', die = '1d4' }]",
            "[book]\ncheck.base_die = 4\nround.rounds_max = 2
             [policy.p]\nplan = [{ do = 'attack' }]\nleftover = [{ do = 'lost' }]\nsave = [{ do = 'parry' }]",
        ),
        "injury-d20" => (
            "mb = 1, str = 1, armor = 1, trained_stamina = 1, exhaustion_max = 1, policy = 'p', weapons = [{ name = 'sword' }]",
            "[book]\nattack.die = 6\ncrit.natural = 6\ninitiative.die = 4\ndv.base = 3\ndegree.step = 2\nround.rounds_max = 2
             [policy.p]\nplan = [{ do = 'attack' }]\nparts = [{ part = 'ear' }]",
        ),
        _ => (sheet(system), ""),
    }
}

/// Everything that is measured with Cid, who comes in a round that not all fights reach.
fn are_solved_as_they_are_played<S: RuleSet>() {
    let (sheet, rest) = small(S::NAME);
    let round = if S::NAME == "vogt" { 4 } else { 2 };
    for head in ["", "reinforcements = 'are awaited'"] {
        let scenario = format!("{}\n{rest}", joined_by(head, sheet, round));
        let (exact, sampled) = (ScriptedPlay::<S>::exact(&scenario), ScriptedPlay::<S>::sampled(&scenario, 20_000, 3));
        assert!(exact.unresolved() < 1e-6, "{}: {}", S::NAME, exact.unresolved());
        let came: f64 = exact.distribution("Cid.out").iter().map(|(_, mass)| mass).sum();
        assert!(came > 0.05 && (came < 0.999) == head.is_empty(), "{}: {head}: {came}", S::NAME);
        assert_eq!(exact.apart(&sampled), Vec::<String>::new(), "{}: {head}", S::NAME);
    }
}

fn make_a_fight<S: RuleSet>() {
    let sheet = sheet(S::NAME);
    let scenario = format!(
        "side = [
            {{ name = 'ours', combatant = [{{ name = 'Ann', {sheet} }}] }},
            {{ name = 'theirs', combatant = [{{ name = 'Bob', arrives = 2, {sheet} }}] }},
        ]"
    );
    let failure = try_load::<S>(&scenario).err().unwrap_or_else(|| panic!("{}: nobody to fight", S::NAME)).render(false);
    assert!(failure.contains("the fight is over before anybody of `theirs` arrives"), "{failure}");
    load::<S>(&format!("reinforcements = 'are awaited'\n{scenario}"));
}

macro_rules! in_all_systems {
    ($($(#[$attribute:meta])* $name:ident $system:ty;)+) => {
        $(
            $(#[$attribute])*
            mod $name {
                #[test]
                fn reinforcements_come_in_their_round() {
                    super::come_in_their_round::<$system>();
                }

                #[test]
                fn reinforcements_are_solved_as_they_are_played() {
                    super::are_solved_as_they_are_played::<$system>();
                }

                #[test]
                fn somebody_has_to_begin() {
                    super::make_a_fight::<$system>();
                }
            }
        )+
    };
}

in_all_systems! {
    vogt vogt::Vogt;
    #[cfg(feature = "heimr")]
    heimr heimr::Heimr;
    #[cfg(feature = "cairn-ap")]
    cairn_ap cairn_ap::CairnAp;
    #[cfg(feature = "bdp")]
    bdp bdp::Bdp;
    #[cfg(feature = "injury-d20")]
    injury_d20 injury_d20::InjuryD20;
}
