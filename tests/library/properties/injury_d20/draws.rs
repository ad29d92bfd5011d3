//! The draws for a scenario of `injury-d20`: rulings, book, sheets and policies out of the schema and the reference of
//! policies, so that what is new in them is drawn without a change here.
//!
//! Owns what the schema cannot say: names that have to exist, lists that have to be in order, bodies that fit on a field. Start
//! at [`random`].

use std::fmt::Debug;

use frame::rules::{Reference, RuleSet};
use frame::scenario::schema;
use injury_d20::InjuryD20;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Value as Json, json};

use crate::properties::conditions::Conditions;
use crate::properties::random::{Random, lists, slips};

/// Kinds of combatants.
const KINDS: [&str; 3] = ["human", "elf", "ogre"];
/// Kinds of parts, in the order of the book.
pub const PARTS: [&str; 13] =
    ["ear", "nose", "tail", "wing", "eye", "hand", "foot", "horn", "mouth", "arm", "leg", "head", "heart"];

/// Everything of a scenario of `injury-d20`, ready to be drawn.
pub fn random() -> Random {
    let reference = InjuryD20::reference();
    let mut random = Random { schema: schema::<InjuryD20>(), given: slips() };
    let mut known = lists(&random.schema);
    let mut named: Vec<&str> = reference.decisions.iter().map(|(name, _)| name.as_str()).collect();
    known.sort_unstable();
    named.sort_unstable();
    assert_eq!(known, named, "a list for every decision");
    random.given.extend(book());
    random.given.extend(sheets());
    random.given.extend(lines(&reference));
    // The number of them that somebody has; the values of each are drawn from what has been given so far.
    for (list, of, absent) in [
        ("Sheet.weapons", "WeaponText", 1),
        ("Sheet.injuries", "InjuryText", 4),
        ("Sheet.worn", "WornText", 6),
        ("Sheet.prosthesis", "PartText", 8),
    ] {
        let some = prop::collection::vec(random.of(of), 1..=3).prop_map(Json::from);
        random.given.insert(list, prop_oneof![absent => nothing(), 3 => some].boxed());
    }
    let acts = prop_oneof![5 => random.of("Do"), 3 => Just(json!("attack"))];
    random.given.insert("PlanLine.do", acts.boxed());
    let plan = prop::collection::vec(random.of("PlanLine"), 1..=4).prop_map(Json::from);
    random.given.insert("PolicyText.plan", prop_oneof![1 => nothing(), 4 => plan].boxed());
    for (list, of) in
        [("PolicyText.parry", "ParryLine"), ("PolicyText.react", "ChoiceLine"), ("PolicyText.power", "PointsLine")]
    {
        let some = prop::collection::vec(random.of(of), 1..=2).prop_map(Json::from);
        random.given.insert(list, prop_oneof![1 => nothing(), 1 => some].boxed());
    }
    random
}

/// Now and then; otherwise nothing.
fn sometimes<T: Into<Json> + Debug + 'static>(strategy: impl Strategy<Value = T> + 'static) -> BoxedStrategy<Json> {
    prop_oneof![4 => Just(Json::Null), 1 => strategy.prop_map(Into::into)].boxed()
}

fn nothing() -> BoxedStrategy<Json> {
    Just(Json::Null).boxed()
}

/// Parts of the book that are more than their schema says, or larger than a test can wait for.
fn book() -> Vec<(&'static str, BoxedStrategy<Json>)> {
    let rising = prop::collection::vec(0..=12, 0..=5).prop_map(|mut margins| {
        margins.sort_unstable();
        margins.dedup();
        Json::from(margins)
    });
    let order = subsequence(vec!["treatment", "rest", "worsening", "healing"], 0..=4).prop_shuffle();
    let mut given = vec![
        ("Round.rounds_max", nothing()),
        ("Round.turns", sometimes(1..=2)),
        ("Encounter.hiding_side", nothing()),
        ("Encounter.awareness", nothing()),
        ("Degree.thresholds", sometimes(rising)),
        ("Book.space_by_size", nothing()),
        ("Day.order", sometimes(order)),
        ("Rest.night_hours", sometimes(1..=8)),
        ("Heal.dc", sometimes(prop::collection::vec(0..=30, 1..=5))),
        ("Heal.weeks", sometimes(prop::collection::vec(0..=3, 1..=5))),
        ("Heal.attempts_per_day", sometimes(0..=3)),
        ("Turn.ap", sometimes(0..=6)),
        ("Turn.extra_ap", sometimes(0..=2)),
        ("Attack.die", sometimes(2..=30)),
        ("Degree.step", sometimes(1..=10)),
        ("Crit.natural", sometimes(1..=30)),
    ];
    // A head that opens at the first blow is what makes the rarer rules come up.
    for (tier, most) in [("HeadPart.tier", 4), ("HeartPart.tier", 5), ("WingPart.tier", 2), ("ArmPart.tier", 3)] {
        given.push((tier, prop_oneof![1 => nothing(), 1 => (1..=most).prop_map(Json::from)].boxed()));
    }
    for dc in ["Head.rest_dc", "Head.stun_dc", "Head.ko_dc", "Heart.stun_dc", "Heart.lore_dc_base"] {
        given.push((dc, prop_oneof![1 => nothing(), 2 => (2..=20).prop_map(Json::from)].boxed()));
    }
    given
}

/// Keys of sheets and gear that refer to something, or that decide whether there is a fight at all.
fn sheets() -> Vec<(&'static str, BoxedStrategy<Json>)> {
    let mut given: Vec<(&'static str, BoxedStrategy<Json>)> = Vec::new();
    for key in ["Sheet.name", "Sheet.like", "Sheet.count", "Sheet.policy", "Sheet.at"] {
        given.push((key, nothing()));
    }
    for part in PARTS {
        let key: &'static str = Box::leak(format!("BodyText.{part}").into_boxed_str());
        let most = if part == "hand" { 4 } else { 3 };
        given.push((key, prop_oneof![4 => nothing(), 1 => (0..=most).prop_map(Json::from)].boxed()));
    }
    let wings = prop_oneof![2 => nothing(), 1 => (1..=4).prop_map(Json::from)];
    let sizes = vec!["tiny", "small", "medium", "medium", "medium", "large", "huge", "gargantuan"];
    let index = || (0..=3).prop_map(Json::from).boxed();
    given.extend([
        ("BodyText.wing", wings.boxed()),
        ("Sheet.kind", sometimes(select(&KINDS[..]))),
        ("Sheet.size", sometimes(select(sizes))),
        ("Sheet.space", sometimes(1..=4)),
        ("Sheet.level", sometimes(0..=6)),
        ("Sheet.base_level", sometimes(0..=6)),
        ("Sheet.mb", prop_oneof![1 => nothing(), 3 => (0..=9).prop_map(Json::from)].boxed()),
        ("Sheet.trained_stamina", prop_oneof![1 => nothing(), 2 => (0..=15).prop_map(Json::from)].boxed()),
        ("Sheet.without_con", sometimes(Just(true))),
        ("Sheet.stamina", sometimes(0..=4)),
        ("Sheet.exhaustion", sometimes(0..=4)),
        ("Sheet.bleed", sometimes(0..=3)),
        ("Sheet.fly_ft", sometimes(select(vec![20, 60]))),
        ("Sheet.altitude_ft", sometimes(select(vec![5, 10, 40]))),
        ("Sheet.knows_heart", sometimes(subsequence(KINDS.to_vec(), 1..=2))),
        ("PartText.index", index()),
        ("InjuryText.index", index()),
        ("WornText.index", index()),
        ("WornText.part", select(vec!["hand", "arm"]).prop_map(Json::from).boxed()),
        ("WornText.name", Just(json!("named later")).boxed()),
        ("WeaponText.name", Just(json!("named later")).boxed()),
        ("WeaponText.count", sometimes(1..=3)),
        ("WeaponText.reach_ft", sometimes(select(vec![0, 5, 10, 15]))),
        ("WeaponText.range_increment_ft", sometimes(select(vec![5, 10, 30]))),
        ("WeaponText.critical_from", sometimes(2..=20)),
        ("WeaponText.critical_amount", sometimes(0..=4)),
        ("WeaponText.ammo", sometimes(0..=5)),
    ]);
    given
}

/// Lines of policies: conditions, and names that are given as numbers and become names later.
fn lines(reference: &Reference) -> Vec<(&'static str, BoxedStrategy<Json>)> {
    let conditions = Conditions::new(reference, |list| match list {
        "part" => PARTS.map(str::to_owned).to_vec(),
        "skill" => ["acrobatics", "athletics", "perception", "str"].map(str::to_owned).to_vec(),
        "capability" => ["voice", "somatic", "gaze", "scent"].map(str::to_owned).to_vec(),
        list => panic!("no words are known for {list}"),
    });
    let when = |of: &[&str]| {
        let condition = conditions.condition(of).prop_map(Json::from);
        prop_oneof![1 => Just(Json::Null), 1 => condition].boxed()
    };
    let named: Vec<&str> = reference.selectors.iter().map(|(name, _)| *name).collect();
    let whom = prop_oneof![
        4 => select(named).prop_map(|name| json!({ "at": name })),
        1 => conditions.measure(&[""]).prop_map(|measure| json!({ "least": measure })),
        1 => conditions.measure(&[""]).prop_map(|measure| json!({ "most": measure })),
    ];
    let among = prop_oneof![2 => Just(Json::Null), 1 => conditions.condition_of_each().prop_map(Json::from)];
    let selector = (whom, among, when(&[""])).prop_map(|(mut line, among, when)| {
        for (key, value) in [("among", among), ("when", when)] {
            if !value.is_null() {
                line[key] = value;
            }
        }
        line
    });
    let mut given = vec![
        ("SelectorText", selector.boxed()),
        ("PlanLine.weapon", sometimes(0..4)),
        ("PlanLine.shots", sometimes(1..=4)),
        ("PlanLine.times", sometimes(1..=4)),
        ("PointsLine.points", (0..=4).prop_map(Json::from).boxed()),
        ("PointsLine.reserve", sometimes(0..=3)),
        ("ParryLine.min_degree", sometimes(0..=3)),
        ("ParryLine.reserve", sometimes(0..=3)),
    ];
    for kind in ["Plan", "Part", "Points", "Parry", "Movement", "Choice"] {
        let key = |field: &str| -> &'static str { Box::leak(format!("{kind}Line.{field}").into_boxed_str()) };
        // Some yes-or-no lists are asked where there is no target.
        let of: &[&str] = if kind == "Choice" { &[""] } else { &["", "target"] };
        given.push((key("when"), when(of)));
        given.push((key("include"), nothing()));
    }
    given
}
