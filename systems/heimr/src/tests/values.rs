//! No value of the book is there for nothing: another one changes what is played in one of the shipped scenarios, or whether
//! they can be played at all.
//!
//! Owns the search; what each value does is proved by the other files. The rows of the tables are left out: which of them a
//! scenario needs is its own affair. Start at [`unread`].

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value as Json;

use super::spec_people::policy;
use super::spec_stage::{Person, bare, scene, sword};
use crate::Heimr;
use frame::rules::RuleSet;
use frame::scenario::{Complaints, Raw, Setting, book};
use frame::sim::{Layout, Worker};

/// The scenarios in which values are tried, one after the other.
const SCENES: [&str; 10] = [
    "party-against-brute",
    "storming-the-wall",
    "campaign-day",
    "ambush",
    "archers",
    "flight",
    "bodyguards",
    "bridge",
    "parley",
    "wrestlers",
];

/// The values that are tried first.
const FIRST: [(&str, &str); 17] = [
    ("book.attack.target_penalty", "wrestlers"),
    ("book.blind.", "archers"),
    ("book.brawl.", "campaign-day"),
    ("book.care.", "campaign-day"),
    ("book.chase.", "flight"),
    ("book.climb.", "storming-the-wall"),
    ("book.dodge.", "archers"),
    ("book.fall.", "storming-the-wall"),
    ("book.grid.", "campaign-day"),
    ("book.guard.", "bodyguards"),
    ("book.height.", "storming-the-wall"),
    ("book.hidden.", "ambush"),
    ("book.light.", "ambush"),
    ("book.observe.", "ambush"),
    ("book.rest.", "campaign-day"),
    ("book.sleep.", "ambush"),
    ("book.terrain.", "bridge"),
];

/// The number of fights of each.
const FIGHTS: u64 = 12;

/// The values that need other scripts than chance to be seen, and the file of tests that proves each.
const ELSEWHERE: &[(&str, &str)] = &[
    ("book.body_part", "data"),
    ("book.light.campfire", "spec_light"),
    ("book.modules.blind_spots", "spec_blind"),
    ("book.rest.interrupted_percent", "spec_days"),
    ("book.rest.short_minutes", "spec_days"),
];

/// A scenario made for a value that matters in none of the others: A acts by these lists, against T.
fn made_for(path: &str) -> Option<String> {
    let against = |a: &str, t: Person, lists: &str, rest: &str| {
        Some(scene(&[bare("a", "A", 9, "acts", a), t], &format!("{rest}\n[policy.acts]\n{lists}\n")))
    };
    let idle = || bare("b", "T", 5, "waits", "");
    let armed = |more: &str| sword("b", "T", 5, "fights", &format!("hp_max = 99, {more}"));
    let carried = |bearers: usize, of: &str, more: &str| {
        let bearers = ["A", "B", "C"][..bearers].iter().map(|name| bare("a", name, 9, "carries", ""));
        let others = [bare(of, "Q", 1, "waits", more), bare("b", "T", 2, "waits", "at = 'A1'")];
        let carries = policy("carries", "{ do = 'carry', direction = 'up' }", "");
        Some(scene(&bearers.chain(others).collect::<Vec<_>>(), &format!("[book.turn]\nrounds_max = 1\n{carries}")))
    };
    let with = |effect: &str| {
        format!(
            "hp_max = 9, weapons = [{{ kind = 'medium', ability = 'swordsmanship', on_hit = [{{ effect = '{effect}' }}] }}]"
        )
    };
    let knife = |place: &str| format!("weapons = [{{ kind = 'light', ability = 'knife_fighting', {place} }}]");
    let twice = "day = [{ fight = ['a', 'b'] }, { fight = ['a', 'b'] }]\n[book.turn]\nrounds_max = 3";
    let seconds = "[rulings]\ngrab_duration = 'seconds'";
    let walks = "turn = [{ do = 'draw' }, { do = 'move', direction = 'up' }, { do = 'wait' }]";
    match path {
        "book.dice.extra_penalty" => against(&format!("situational_penalty = {{ all = 5 }}, {}", with("daze")), idle(), "", ""),
        "book.effects.points" => against(&with("drain"), idle(), "", ""),
        "book.effects.weaken_cost" => against(
            "effects = [{ effect = 'weaken', number = 9 }], \
             skills = [{ name = 's', action = 'on_hit', willpower = 1, effects = [{ effect = 'fall' }] }]",
            idle(),
            "on_hit = [{ do = 'skill', skill = 's' }]",
            "",
        ),
        "book.care.reopen" => against("hp = -2, injuries = ['off_arm'], stabilised = true", idle(), "", ""),
        "book.ammo.recovered" => {
            against("at = 'A1', weapons = [{ kind = 'bow', ammunition = 2 }]", armed("at = 'C3'"), "", twice)
        }
        "book.gear.recovered" => against(&with("drop"), armed(""), "", twice),
        "book.progress.lowest" | "book.progress.per_training" => Some(
            "side = [{ name = 'a', combatant = [{ name = 'A', progress = true, attributes = { sta = -1 }, \
             abilities = { survival = { trained_c = 2, trained_p = 3 } } }] }, { name = 'b', combatant = [{ name = 'B' }] }]"
                .to_owned(),
        ),
        "book.actions.simultaneous" => {
            against(&knife("place = 'worn'"), bare("b", "T", 5, "waits", "at = 'A1'"), walks, "[book.turn]\nrounds_max = 1")
        }
        "book.brawl.seconds" => against("", idle(), "brawl = [{ do = 'bind' }]", seconds),
        "book.carry.leg_willing" => carried(1, "a", "prone = true, hp = 0, injuries = ['right_leg']"),
        "book.carry.resisting_prone" => carried(1, "a", "unconscious = true"),
        "book.carry.bound_unwilling" => carried(2, "b", "effects = [{ effect = 'bind', number = 9, part = 'right_leg' }]"),
        "book.carry.unwilling" => carried(3, "b", "prone = true"),
        "book.climb.attack_penalty" => {
            let climbs = format!("climbing = 'tree', elevation = 1, {}", knife("place = 'sword_hand'"));
            against(&climbs, idle(), "", "[rulings]\nclimb_attack = 'second'")
        }
        "book.climb.top" => {
            let climbs = "turn = [{ do = 'climb', direction = 'up', square = 'B2' }, { do = 'wait' }]";
            against("", idle(), climbs, "[arena]\nsquare.B2 = { surface = 'ladder' }\n[book.turn]\nrounds_max = 9")
        }
        "book.observe.item_cr" => {
            let hides = format!("at = 'A1', {}", knife("concealed = true"));
            against("", bare("b", "T", 5, "waits", &hides), "turn = [{ do = 'search' }, { do = 'wait' }]", "")
        }
        "book.concealment.total" => against("", idle(), "", "[arena]\ndarkness = 3"),
        _ => None,
    }
}

/// Tables, whose rows are read by those who name them.
const TABLES: [&str; 9] = [
    "book.ability.",
    "book.attribute.",
    "book.weapon.",
    "book.shield.",
    "book.limit.",
    "book.crossing.",
    "book.toughness.",
    "book.surface.",
    "book.object.",
];

/// All counts of a scenario with this setting; none where it is out of range, and nothing to count where it is refused.
fn counts(raw: Raw) -> Option<Vec<Vec<(i64, u64)>>> {
    let scenario = raw.check::<Heimr>().ok()?;
    let Some(loaded) = Heimr::load(&scenario.document, &mut Complaints::default()) else { return Some(Vec::new()) };
    let layout = Layout::new(&loaded);
    let tally = Worker::new(&loaded, &layout, 1).tally(0..FIGHTS);
    Some((0..layout.catalogue.metrics.len()).map(|index| tally.counts(index).into_iter().collect()).collect())
}

/// A shipped scenario with these settings.
fn shipped(scene: &str, sets: &[String]) -> Raw {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../scenarios/heimr/{scene}.toml"));
    Raw::read(&path, &[], sets).expect("it can be read")
}

/// One that was made for a value.
fn made(text: &str, sets: &[String]) -> Raw {
    Raw::from_text("test.toml", &format!("format = 1\nsystem = 'heimr'\ntitle = 'test'\n{text}"), sets)
}

/// Other values that a setting could have.
fn others(setting: &Setting) -> Vec<Json> {
    let words: Vec<Json> = setting.options.iter().map(|option| Json::from(option.name.clone())).collect();
    match &setting.published {
        value if !words.is_empty() => words.into_iter().filter(|word| word != value).collect(),
        Json::Bool(value) => vec![Json::from(!value)],
        Json::Number(value) => {
            let value = value.as_i64().unwrap_or(1);
            [value + 1, value - 1, value + 4, 1].map(Json::from).to_vec()
        }
        Json::Null => vec![Json::from(2)],
        Json::String(_) => vec![Json::from("insight"), Json::from("soc"), Json::from("0/1")],
        Json::Array(_) | Json::Object(_) => Vec::new(),
    }
}

/// True if another value changes anything.
fn is_read(setting: &Setting, usual: &mut BTreeMap<&'static str, Vec<Vec<(i64, u64)>>>) -> bool {
    let values = others(setting);
    let set = |value: &Json| [format!("{}={value}", setting.path)];
    if let Some(text) = made_for(&setting.path) {
        let usual = counts(made(&text, &[])).filter(|usual| !usual.is_empty());
        let usual = usual.unwrap_or_else(|| panic!("what was made for {} cannot be played", setting.path));
        return values.iter().any(|value| counts(made(&text, &set(value))).is_some_and(|counts| counts != usual));
    }
    let first = FIRST.iter().filter(|(path, _)| setting.path.starts_with(path)).map(|(_, scene)| *scene);
    first.chain(SCENES).any(|scene| {
        let usual = usual.entry(scene).or_insert_with(|| counts(shipped(scene, &[])).expect("it can be played")).clone();
        values.iter().any(|value| counts(shipped(scene, &set(value))).is_some_and(|counts| counts != usual))
    })
}

/// The values that nothing reads.
fn unread() -> Vec<String> {
    let tried = |setting: &Setting| {
        let path = setting.path.as_str();
        let table = TABLES.iter().any(|table| path.starts_with(table));
        !table && ELSEWHERE.iter().all(|(elsewhere, _)| *elsewhere != path) && !others(setting).is_empty()
    };
    let mut usual = BTreeMap::new();
    let unread = book::<Heimr>().into_iter().filter(tried).filter(|setting| !is_read(setting, &mut usual));
    unread.map(|setting| setting.path).collect()
}

#[test]
fn no_value_of_the_book_is_there_for_nothing() {
    assert_eq!(unread(), Vec::<String>::new());
}
