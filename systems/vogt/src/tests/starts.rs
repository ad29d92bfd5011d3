//! The condition in which a day begins: everything that another day can leave can be given to it.

use crate::Vogt;
use crate::state::Body;
use frame::dice::{Die, Slot};
use frame::rules::testing::{dawn, left_by, plays_without_the_dead};

/// A sheet for somebody with four technique dice, as it is now.
fn sheet_of(body: &Body) -> String {
    let [str, dex, awr, wil] = body.abilities;
    let part = |index: usize, name: &str, die: &str| {
        let (broken, stowed) = (body.broken >> index & 1 == 1, body.stowed >> index & 1 == 1);
        format!("{{ name = '{name}', die = '{die}', broken = {broken}, stowed = {stowed} }}")
    };
    format!(
        "str = '{str}', dex = '{dex}', awr = '{awr}', wil = '{wil}', hp = {}, exhaustion = {}, hands = {}, eyes = {}, lost_eyes = {}, legs = {}, lost_legs = {}, \
         voice = {}, prone = {}, dead = {}, siestas = {}, on_the_road = {}, armor_broken = {}, td_spent = {{ d6 = {} }}, weapons = [{}, {}]",
        body.hp,
        body.exhaustion,
        body.hands,
        body.eyes,
        2 - body.eyes,
        body.legs,
        2 - body.legs,
        body.voice,
        body.prone,
        body.dead,
        body.siestas,
        body.on_the_road,
        body.armor_broken,
        4 - body.technique_dice[1],
        part(0, "mace", "1d6"),
        part(1, "knife", "1d4"),
    )
}

/// Two menders with these sheets against wolves.
fn scenario(menders: [&str; 2], plan: &str) -> String {
    let mend = "techniques = [{ name = 'mend', kind = 'heal', die = 6, range = 6, ability = 'wil', voice = true }]";
    let whole = format!(
        "hp_max = 14, armor = 1, td = {{ d6 = 4 }}, policy = 'mends', items = [{{ name = 'stones', slots = 19 }}], {mend}"
    );
    let [a, b] = menders;
    format!(
        "{plan}
        side = [
            {{ name = 'us', combatant = [{{ name = 'A', {whole}, {a} }}, {{ name = 'B', {whole}, {b} }}] }},
            {{ name = 'them', combatant = [{{ name = 'wolf', count = 2, hp_max = 8, policy = 'tears', weapons = [{{ name = 'teeth', die = '1d8' }}] }}] }},
        ]
        [policy.mends]
        action = [{{ do = 'technique', technique = 'mend', when = 'hp <= 6' }}, {{ do = 'attack' }}]
        [policy.tears]
        finish = [{{ do = 'yes' }}]"
    )
}

/// Property: a day that is broken off after fights, rests and roads goes on from a sheet with what they have left.
#[test]
fn whatever_a_day_leaves_can_be_the_beginning_of_the_next() {
    let fight = "{ fight = ['us', 'them'], fresh = ['them'] }";
    let fresh = "str = '1d8', dex = '1d8', wil = '1d8', weapons = [{ name = 'mace', die = '1d6' }, { name = 'knife', die = '1d4', stowed = true }]";
    let mut came = [0; 9];
    for number in 0..600_u64 {
        let rest = |part: u64| {
            ["", ", { rest = 'siesta' }", ", { travel = 15 }", ", { rest = 'full_rest' }"][((number + part) % 4) as usize]
        };
        let plan: Vec<String> = (0..=number % 3).map(|part| format!("{fight}{}", rest(part))).collect();
        let (_, left) = left_by::<Vogt>(&scenario([fresh; 2], &format!("day = [{}]", plan.join(", "))), number);
        let bodies = [*left.body(Slot(0)), *left.body(Slot(1))];
        let sheets = bodies.map(|body| sheet_of(&body));
        let (_, next) = dawn::<Vogt>(&scenario([&sheets[0], &sheets[1]], ""));
        for (index, was) in bodies.iter().enumerate() {
            let is = *next.body(Slot(index as u8));
            // Initiative is of the last round that was played.
            let was = Body { initiative: 0, initiative_die: Die::NONE, at: is.at, in_field: is.in_field, ..*was };
            assert_eq!(is, was, "day {number}: {}", sheets[index]);
            let comes = [
                was.exhaustion > 0,
                was.hp < 0,
                was.siestas > 0,
                was.on_the_road > 0,
                was.armor_broken,
                was.broken > 0,
                was.technique_dice[1] < 4,
                was.dead,
                was.hands < 2 || was.eyes < 2 || was.legs < 2 || !was.voice,
            ];
            came.iter_mut().zip(comes).for_each(|(count, comes)| *count += u32::from(comes));
        }
    }
    assert!(came.iter().filter(|&&count| count > 0).count() >= 7, "{came:?}");
}

/// Property: whoever is dead when the day begins is missing from it, and counted as dead.
#[test]
fn the_dead_take_no_part_in_the_day() {
    let dead = "dead = true, exhaustion = 2, weapons = [{ name = 'mace', die = '1d6' }]";
    let alive = "weapons = [{ name = 'mace', die = '1d6' }]";
    let plan = "day = [{ fight = ['us', 'them'], fresh = ['them'] }, { rest = 'siesta' }, { travel = 30 }, { fight = ['us', 'them'], fresh = ['them'] }]";
    plays_without_the_dead::<Vogt>(&scenario([dead, alive], plan));
}
