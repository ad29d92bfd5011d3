//! The condition in which somebody comes into the day: everything that an earlier day can leave can be given to the next one.

use super::super::recovery::Recovery;
use super::super::state::{Body, Status, flag};
use super::super::{CairnAp, Core};
use super::stage::{Shown, Stage, stage};
use frame::dice::{AnyDice, Slot, Streams};
use frame::fight::day::Sides;
use frame::fight::{AnyWatch, Table};
use frame::rules::Plays;
use frame::rules::testing::load;
use frame::sim::day::fight_out;

fn quiet(a: &str) -> Stage {
    stage().hero("A", a, "").foe("B", "", "").measured()
}

/// A, in a condition, after these parts of a day without a fight.
fn after(condition: &str, more: &str, day: &str, dice: &str) -> Shown {
    quiet(&format!("condition = {{ {condition} }}{more}")).day(day, dice)
}

// CAP-143, CAP-144, CAP-147, CAP-151
#[test]
fn scars_of_earlier_days_recover_like_those_of_today() {
    after("walloped = 2", ", hp_max = 4", "", "").sees("A deprived 1, hp_max 4");
    after("walloped = 2", ", hp_max = 4", "few_hours", "recovery d6=2 d6=3").sees("A hp_max 9, deprived 0");
    let mends = |days: u16, dice: &str| {
        let sheet = format!("condition = {{ wounds = [{{ wound = 'leg', days = {days} }}] }}, hp_max = 6");
        quiet(&sheet).book("rest.mend_days = 14").day("week", dice)
    };
    mends(7, "recovery d6=3 d6=4").sees("A hp_max 7, hp 7");
    mends(6, "").sees("A hp_max 6");
    after("wounds = [{ wound = 'hamstring' }]", ", dex = 9", "", "").sees("A hamstrung 1");
    after("wounds = [{ wound = 'hamstring' }]", ", dex = 9", "week", "recovery d6=6 d6=3 d6=1")
        .sees("A hamstrung 0, dex_max 10");
    let mortal = "state = 'out_of_action', wounds = [{ wound = 'mortal' }]";
    after(mortal, ", hp_max = 6", "", "").sees("A is(active) 0, deprived 1");
    after(mortal, ", hp_max = 6", "week", "recovery d6=3 d6=4").sees("A is(active) 1, deprived 0, hp_max 7");
}

// CAP-118, CAP-119, CAP-169, CAP-176
#[test]
fn who_is_down_dies_or_rises_and_marks_stay() {
    after("state = 'down', dies_in = 600", "", "11", "").sees("A dead 1");
    after("state = 'down', dies_in = 3600", "", "11", "").sees("A dead 0, is(active) 0");
    after("state = 'down', stable = true", "", "short", "").sees("A is(active) 1");
    after("spent = 1", ", hp_max = 4", "", "").sees("A deprived 1");
    after("tumors = 3, credit = 1", ", inventory = true", "", "").sees("A tumors 3");
    after("tumors = 3", ", inventory = true", "specialist", "").sees("A tumors 0");
    after("marks = ['deafened']", "", "", "").sees("A deafened 1");
    after("marks = ['deafened']", "", "extraordinary", "").sees("A deafened 0");
}

#[test]
fn what_cannot_be_together_is_an_error() {
    for (condition, message) in [
        ("dies_in = 5", "it dies of nothing"),
        ("stable = true", "only who is down or out of action can be stabilised"),
        ("state = 'down', stable = true, dies_in = 3", "who is stabilised no longer dies"),
        ("marks = ['deafened', 'fused']", "there is no Grimoire"),
        ("lost = ['dex']", "`dex` is lost, but it is 10"),
        ("wounds = [{ wound = 'legg' }]", "leg"),
        ("walloped = -1", "0"),
        ("scrolls_used = { Sleep = 1 }", "it has no scroll of `Sleep`"),
    ] {
        let wrong = quiet(&format!("condition = {{ {condition} }}")).wrong();
        assert!(wrong.contains(message), "{wrong}");
    }
}

/// A sheet for somebody as it is now.
fn sheet_of(body: &Body, now: u32) -> String {
    let state = match body.status {
        Status::Down => "down",
        Status::OutOfAction => "out_of_action",
        Status::Unconscious => "unconscious",
        Status::Paralysed => "paralysed",
        Status::Delirious => "delirious",
        Status::Captured => "captured",
        Status::Dead => "dead",
        _ => "active",
    };
    let dying = matches!(body.status, Status::Down | Status::OutOfAction);
    let dies = if dying && body.dies_at > now { format!(", dies_in = {}", body.dies_at - now) } else { String::new() };
    let wound = |(wound, days): (String, u16)| format!("{{ wound = '{}', days = {days} }}", wound.to_lowercase());
    let wounds =
        body.recovery.waiting().flat_map(|waits| (0..waits.times).map(move |_| (format!("{:?}", waits.wound), waits.days)));
    let marks = [("deafened", flag::DEAF), ("sundered", flag::SUNDERED), ("worn_out", flag::WORN_OUT)];
    let marks = marks.into_iter().filter(|(_, flag)| body.has(*flag)).map(|(mark, _)| format!("'{mark}'"));
    let lost = ["str", "dex", "wil"].into_iter().enumerate().filter(|(index, _)| body.lost >> index & 1 == 1);
    let [str, dex, wil] = body.attributes;
    let [str_max, dex_max, wil_max] = body.maxima;
    format!(
        "str = {str}, dex = {dex}, wil = {wil}, str_max = {str_max}, dex_max = {dex_max}, wil_max = {wil_max}, hp = {}, hp_max = {}, \
         fatigue = {}, doomed = {}, deprived = {}, condition = {{ state = '{state}'{dies}, stable = {}, walloped = {}, wounds = [{}], \
         marks = [{}], lost = [{}], spent = {}, days_deprived = {}, tumors = {}, credit = {} }}",
        body.hp,
        body.hp_max,
        body.fatigue,
        body.has(flag::DOOMED),
        body.has(flag::NEED),
        dying && body.has(flag::STABLE),
        body.wallops,
        wounds.map(wound).collect::<Vec<_>>().join(", "),
        marks.collect::<Vec<_>>().join(", "),
        lost.map(|(_, name)| format!("'{name}'")).collect::<Vec<_>>().join(", "),
        body.spent_rolls,
        body.days_deprived,
        body.tumors,
        body.credit,
    )
}

/// Heroes with these sheets against brutes.
fn scenario(heroes: [&str; 2]) -> String {
    let hero = |(name, sheet): (&str, &str)| {
        format!("{{ name = '{name}', kind = 'pc', inventory = true, weapons = [{{ name = 'sword' }}], {sheet} }}")
    };
    let heroes: Vec<String> = ["A", "B"].into_iter().zip(heroes).map(hero).collect();
    format!(
        "side = [
            {{ name = 'heroes', combatant = [{}] }},
            {{ name = 'brutes', combatant = [{{ name = 'brute', count = 2, hp_max = 4, weapons = [{{ name = 'club', die = '1d12' }}] }}] }},
        ]",
        heroes.join(", ")
    )
}

/// The heroes after a fight of this number, and the second of the day.
fn fought(core: &Core, identities: &[u64], number: u64) -> ([Body; 2], u32) {
    let mut dice = Streams::new(7, identities);
    dice.begin(number);
    let mut table = Table { dice: AnyDice::Streams(dice), watch: AnyWatch::Silent };
    let mut fight = core.blank();
    core.open(&mut fight, &mut table);
    if core.meet(Sides::all(2), &mut fight, &mut table).is_none() {
        fight_out(core, &mut fight, &mut table);
    }
    core.part(&mut fight, &mut table);
    ([*fight.body(Slot(0)), *fight.body(Slot(1))], fight.seconds)
}

/// Property: a day that is broken off after a fight goes on from a sheet with what the fight has left.
#[test]
fn whatever_a_fight_leaves_can_be_the_beginning_of_the_next_day() {
    let (mut marked, mut kinds) = (0, 0);
    for number in 0..600 {
        let hp_max = 1 + number % 12;
        let fresh = format!("hp_max = {hp_max}, str = {}", 6 + number % 9);
        let loaded = load::<CairnAp>(&scenario([&fresh, &fresh]));
        let identities: Vec<u64> = loaded.combatants.iter().map(|entry| entry.identity).collect();
        let (bodies, now) = fought(&loaded.rules, &identities, number);
        // The dead need no sheet.
        if bodies.iter().any(|body| body.status == Status::Dead) {
            continue;
        }
        let sheets = bodies.map(|body| sheet_of(&body, now));
        let next = load::<CairnAp>(&scenario([&sheets[0], &sheets[1]]));
        for (index, was) in bodies.iter().enumerate() {
            let is = next.rules.morning.body(Slot(index as u8));
            // Clocks count from the beginning of the day.
            let dies_at = was.dies_at.saturating_sub(now);
            let was = Body { dies_at, in_field: is.in_field, at: is.at, ap: is.ap, covered: is.covered, ..*was };
            assert_eq!(*is, was, "fight {number}: {}", sheets[index]);
            marked += u64::from(was.recovery != Recovery::default());
            kinds |= was.flags;
        }
    }
    assert!(marked > 10, "{marked}");
    let limbs = flag::LEG | flag::ARM | flag::RIB | flag::SKULL;
    let came = [flag::WALLOPED, flag::HAMSTRUNG, flag::DEAF, flag::SUNDERED, flag::MORTAL, limbs];
    let came = came.into_iter().filter(|flag| kinds & flag != 0).count();
    assert!(came >= 3, "{came} kinds of scars");
}
