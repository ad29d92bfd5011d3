//! Tests of injuries: skills, senses, speeds, capabilities and natural weapons, part by part.
//!
//! Each table is one kind of effect; each line of it one part with so many injuries. Start at [`body`].

use super::duel;
use super::stage::{ends, starts};

/// Something with one of everything that soldiers lack, and what it carries on each part.
const BEAST: &str = "body = { tail = 1, wing = 2, horn = 2 }\nfly_ft = 60\nburrow_ft = 30\nclimb_ft = 30\n\
                     capabilities = ['voice', 'somatic', 'gaze', 'scent']";

/// So many injuries of some parts.
fn body(injuries: &[(&str, u8, u8)]) -> String {
    let text = |&(part, index, count): &(&str, u8, u8)| match count {
        0 => String::new(),
        count => format!("{{ part = '{part}', index = {index}, count = {count} }}, "),
    };
    format!("{BEAST}\ninjuries = [{}]", injuries.iter().map(text).collect::<String>())
}

#[track_caller]
fn has(injuries: &[(&str, u8, u8)], rest: &str, values: &[(&str, i64)]) {
    starts(&body(injuries), rest, values);
}

// INJ-064, INJ-079, INJ-105, INJ-121, INJ-134
#[test]
fn every_part_has_its_tier() {
    let tiers = [
        (1, ["ear", "nose", "tail", "wing"].as_slice()),
        (2, &["eye", "hand", "foot", "horn", "mouth"]),
        (3, &["arm", "leg"]),
        (4, &["head"]),
        (5, &["heart"]),
    ];
    for (tier, parts) in tiers {
        for part in parts {
            // The concussed roll two dice for initiative.
            let dice = if *part == "head" { "initiative 1" } else { "" };
            ends(duel("", &body(&[(part, 0, 1)]), "", dice), "B", &[("injury_value", tier)]);
        }
    }
}

// INJ-066, INJ-072, INJ-076, INJ-082, INJ-091, INJ-097, INJ-100, INJ-104
#[test]
fn every_part_is_destroyed_by_its_last_injury() {
    for (part, most) in [("ear", 2), ("tail", 2), ("wing", 2), ("eye", 2), ("hand", 3), ("foot", 3), ("horn", 2), ("mouth", 3)]
    {
        has(&[(part, 0, most - 1)], "", &[("parts_lost", 0)]);
        has(&[(part, 0, most)], "", &[("parts_lost", 1)]);
    }
}

// INJ-068, R-19
#[test]
fn a_nose_holds_one_injury_and_is_not_destroyed_by_it() {
    has(&[("nose", 0, 1)], "", &[("parts_lost", 0), ("disadvantages(survival)", 1), ("disadvantages(perception)", 1)]);
    let rest = format!("{}[book.part.nose]\nmax = 2\n", super::stage::at("nose"));
    ends(super::stage::blow("", "", &super::stage::at("nose"), "16"), "B", &[("injuries_at(nose_0)", 1), ("strain", 2)]);
    ends(super::stage::blow("", "", &rest, "16"), "B", &[("injuries_at(nose_0)", 2), ("strain", 2)]);
}

// INJ-065, INJ-068, INJ-071, INJ-073, INJ-081, INJ-086, INJ-093, INJ-107, INJ-115
#[test]
fn injured_parts_hamper_skills() {
    let skills = [
        "acrobatics",
        "athletics",
        "thievery",
        "craft",
        "musical_instrument",
        "perception",
        "survival",
        "fly",
        "stealth",
        "lore",
        "heal",
        "oratory",
    ];
    let table: [(&str, &[(&str, i64)]); 9] = [
        ("ear", &[("perception", 1)]),
        ("nose", &[("perception", 1), ("survival", 1)]),
        ("tail", &[]),
        ("wing", &[("fly", 1)]),
        ("eye", &[("perception", 1)]),
        ("hand", &[("athletics", 1), ("thievery", 1), ("craft", 1), ("musical_instrument", 1)]),
        ("foot", &[("acrobatics", 1), ("athletics", 1)]),
        ("arm", &[("acrobatics", 2), ("athletics", 2), ("thievery", 2), ("craft", 2), ("musical_instrument", 2)]),
        ("leg", &[("acrobatics", 2), ("athletics", 2)]),
    ];
    for (part, hampered) in table {
        let number = match part {
            "ear" | "eye" => "perception_disadvantage",
            "nose" => "scent_disadvantage",
            "wing" => "fly_disadvantage",
            _ => "skill_disadvantage",
        };
        for (skill, _) in hampered {
            let book = format!("[book.part.{part}]\n{number} = 5\n");
            has(&[(part, 0, 1)], &book, &[(&format!("disadvantages({skill})"), 5)]);
        }
        for skill in skills {
            let expected = hampered.iter().find(|(name, _)| *name == skill).map_or(0, |(_, number)| *number);
            has(&[(part, 0, 1)], "", &[(&format!("disadvantages({skill})"), expected)]);
        }
    }
    let tail = "[book.tail]\nacrobatics_advantage = 1\n";
    has(&[], tail, &[("disadvantages(acrobatics)", -1)]);
    has(&[("tail", 0, 1)], tail, &[("disadvantages(acrobatics)", 0)]);
}

// INJ-065, INJ-080, R-17
#[test]
fn several_injured_parts_add_up_and_go_on_hampering_when_they_are_destroyed() {
    has(&[("ear", 0, 2), ("ear", 1, 1)], "", &[("disadvantages(perception)", 2)]);
    has(&[("eye", 0, 2)], "", &[("attack_net", -1)]);
    has(&[("hand", 0, 3), ("hand", 1, 1), ("arm", 1, 1)], "", &[("disadvantages(craft)", 4)]);
    let worst = "[rulings]\npart_stacking = 'worst_only'";
    has(&[("ear", 0, 2), ("ear", 1, 1)], worst, &[("disadvantages(perception)", 1)]);
    has(&[("hand", 0, 3), ("hand", 1, 1), ("arm", 1, 1)], worst, &[("disadvantages(craft)", 2)]);
    // Two injured eyes blind besides.
    has(&[("eye", 0, 1), ("eye", 1, 1)], "", &[("attack_net", -4)]);
    has(&[("eye", 0, 1), ("eye", 1, 1)], worst, &[("attack_net", -3)]);
}

// INJ-067, INJ-069, INJ-083, INJ-084, R-18
#[test]
fn senses_are_lost_when_every_organ_is_injured() {
    has(&[("ear", 0, 2)], "", &[("deafened", 0)]);
    has(&[("ear", 0, 1), ("ear", 1, 1)], "", &[("deafened", 1), ("disadvantages(perception)", 2)]);
    let deaf = "[book.deafened]\nperception_disadvantage = 3";
    has(&[("ear", 0, 1), ("ear", 1, 1)], deaf, &[("disadvantages(perception)", 5)]);
    has(&[], "", &[("capable(scent)", 1), ("capable(gaze)", 1)]);
    has(&[("nose", 0, 1)], "", &[("capable(scent)", 0)]);
    has(&[("eye", 0, 2)], "", &[("capable(gaze)", 1), ("blinded", 0)]);
    has(&[("eye", 0, 1), ("eye", 1, 1)], "", &[("capable(gaze)", 0), ("blinded", 1), ("off_guard", 1)]);
    has(&[("eye", 0, 1), ("eye", 1, 1)], "[book.blinded]\ndisadvantage = 1", &[("attack_net", -3)]);
}

// INJ-070, INJ-075, INJ-090, INJ-096, INJ-099, INJ-103, INJ-112, INJ-118
#[test]
fn natural_weapons_go_with_the_parts_that_they_belong_to() {
    let armed = |injuries: &[(&str, u8, u8)], parts: &[(&str, u8)], usable: &[i64]| {
        let weapon = |(index, (part, of)): (usize, &(&str, u8))| {
            format!("{{ name = 'n{index}', natural = true, part = {{ part = '{part}', index = {of} }} }}, ")
        };
        let weapons: String = parts.iter().enumerate().map(weapon).collect();
        let b = format!("{}\nweapons = [{weapons}]", body(injuries));
        for (index, usable) in usable.iter().enumerate() {
            starts(&b, "", &[(&format!("usable_weapon({index})"), *usable)]);
        }
    };
    for (part, out) in [("wing", 1), ("hand", 2), ("foot", 2), ("horn", 1), ("arm", 2), ("leg", 2)] {
        let both = [(part, 0), (part, 1)];
        armed(&[(part, 0, out - 1)], &both, &[1, 1]);
        armed(&[(part, 0, out)], &both, &[0, 1]);
    }
    for (part, out) in [("tail", 1), ("mouth", 2)] {
        armed(&[(part, 0, out - 1)], &[(part, 0)], &[1]);
        armed(&[(part, 0, out)], &[(part, 0)], &[0]);
    }
    // Claws go with the arm, hooves with the leg.
    armed(&[("arm", 0, 2)], &[("hand", 0), ("hand", 1)], &[0, 1]);
    armed(&[("leg", 1, 2)], &[("foot", 0), ("foot", 1)], &[1, 0]);
}

// INJ-085, INJ-092, INJ-106, INJ-114
#[test]
fn pincers_hooves_and_tentacles_are_hands_feet_arms_and_legs() {
    // A crab with two pincers, eight hooves, and tentacles: four that hold, three that walk.
    let crab = "body = { hand = 2, foot = 8, arm = 4, leg = 3 }\n\
                weapons = [{ name = 'pincer', natural = true, part = { part = 'hand', index = 0 } }, { name = 'net' }]";
    let with = |injuries: &str, values: &[(&str, i64)]| starts(&format!("{crab}\ninjuries = [{injuries}]"), "", values);
    with("", &[("usable_hands", 2), ("usable_weapon(0)", 1), ("usable_weapon(1)", 1), ("stand_cost", 1)]);
    with("{ part = 'hand', count = 2 }", &[("usable_hands", 1), ("usable_weapon(0)", 0), ("usable_weapon(1)", 1)]);
    with(
        "{ part = 'hand', count = 2 }, { part = 'hand', index = 1, count = 2 }",
        &[("usable_hands", 0), ("usable_weapon(0)", 0), ("usable_weapon(1)", 0)],
    );
    with("{ part = 'foot', index = 7 }", &[("stand_cost", 2), ("disadvantages(acrobatics)", 1)]);
    with("{ part = 'arm', index = 3 }", &[("disadvantages(thievery)", 2)]);
    with("{ part = 'leg', index = 2, count = 2 }", &[("stand_cost", 3), ("speed_ft(ground)", 20)]);
    with("{ part = 'leg' }, { part = 'leg', index = 1 }", &[("prone", 0)]);
    with("{ part = 'leg' }, { part = 'leg', index = 1 }, { part = 'leg', index = 2 }", &[("prone", 1), ("can_stand", 0)]);
}

// INJ-095, INJ-117
#[test]
fn feet_and_legs_slow_down_from_their_second_injury_on() {
    let speeds = |ground, burrow, climb, fly| {
        [("speed_ft(ground)", ground), ("speed_ft(burrow)", burrow), ("speed_ft(climb)", climb), ("speed_ft(fly)", fly)]
    };
    has(&[("foot", 0, 1), ("leg", 0, 1)], "", &speeds(30, 30, 30, 60));
    has(&[("foot", 0, 2)], "", &speeds(25, 25, 25, 60));
    has(&[("leg", 0, 2)], "", &speeds(20, 20, 20, 60));
    has(&[("foot", 0, 2), ("foot", 1, 2), ("leg", 0, 3), ("leg", 1, 2)], "", &speeds(0, 0, 0, 60));
}

// INJ-074, R-20
#[test]
fn each_injured_wing_costs_ten_feet_of_flight() {
    has(&[("wing", 0, 1)], "", &[("speed_ft(fly)", 50), ("speed_ft(ground)", 30)]);
    has(&[("wing", 0, 2), ("wing", 1, 1)], "", &[("speed_ft(fly)", 40)]);
    has(&[("wing", 0, 1)], "[book.wing]\nfly_speed_loss_ft = 15", &[("speed_ft(fly)", 45)]);
}

// INJ-101, INJ-102, R-14
#[test]
fn an_injured_mouth_is_dumb_and_a_worse_one_cannot_eat() {
    has(&[], "", &[("capable(voice)", 1), ("can_eat", 1)]);
    has(&[("mouth", 0, 1)], "", &[("capable(voice)", 0), ("can_eat", 1)]);
    has(&[("mouth", 0, 2)], "", &[("capable(voice)", 0), ("can_eat", 0)]);
    // A combatant without a mouth speaks by other means, where its sheet says that it does.
    starts("body = { mouth = 0 }", "", &[("capable(voice)", 1), ("can_eat", 1)]);
    starts("body = { mouth = 0 }\ncapabilities = []", "", &[("capable(voice)", 0)]);
}

// INJ-088, INJ-110
#[test]
fn gestures_need_a_hand_and_its_arm() {
    has(&[("hand", 0, 1), ("hand", 1, 1)], "", &[("capable(somatic)", 1)]);
    has(&[("hand", 0, 2)], "", &[("capable(somatic)", 1)]);
    has(&[("hand", 0, 2), ("hand", 1, 2)], "", &[("capable(somatic)", 0)]);
    has(&[("arm", 0, 1), ("arm", 1, 1)], "", &[("capable(somatic)", 1)]);
    has(&[("arm", 0, 2), ("arm", 1, 2)], "", &[("capable(somatic)", 0)]);
    has(&[("arm", 0, 2), ("hand", 1, 2)], "", &[("capable(somatic)", 0)]);
}

// INJ-089, INJ-111
#[test]
fn worn_things_work_as_long_as_hand_and_arm_do() {
    let worn = "worn = [{ name = 'ring', part = 'hand' }, { name = 'bracer', part = 'arm' }, { name = 'glove', part = 'hand', index = 1 }]";
    let works = |injuries: &[(&str, u8, u8)], expected: [i64; 3]| {
        for (index, expected) in expected.into_iter().enumerate() {
            starts(&format!("{}\n{worn}", body(injuries)), "", &[(&format!("worn_works({index})"), expected)]);
        }
    };
    works(&[("hand", 0, 1), ("arm", 0, 1)], [1, 1, 1]);
    works(&[("hand", 0, 2)], [0, 1, 1]);
    works(&[("arm", 0, 2)], [0, 0, 1]);
    works(&[("arm", 1, 2)], [1, 1, 0]);
}

// INJ-060, R-41
#[test]
fn a_prosthesis_counts_as_whole_and_cannot_be_injured() {
    let b = "prosthesis = [{ part = 'foot', index = 0 }, { part = 'ear' }, { part = 'ear', index = 1 }]";
    ends(
        super::stage::blow("", b, "", "attack 11"),
        "B",
        &[("injuries", 0), ("strain", 1), ("deafened", 0), ("stand_cost", 1)],
    );
    ends(super::stage::blow("", &format!("{b}\ninjuries = [{{ part = 'foot', index = 1 }}]"), "", "11"), "B", &[("prone", 0)]);
}
