//! Pages of rules against programs that others wrote: the same dice, the same attack, the same fights, the same numbers.
//!
//! What the others say lies in `tests/peers`, each file beside the script that made it and that tells how it is made again. Answers that are
//! exact on both sides are held to 1e-9 (1e-5 where the other drops what is rarer), and fights that one of them sampled to five standard errors. Start at [`same`] and [`wins_as_often`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use frame::door::{Behind, Playable, System};
use frame::exact::SolverLimits;
use frame::scenario::Raw;
use own::OwnSystem;
use serde_json::Value as Json;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers")
}

/// What a peer says.
fn told(name: &str) -> Json {
    let text = std::fs::read_to_string(folder().join(name)).expect("the values are kept");
    serde_json::from_str(&text).expect("JSON")
}

/// A scenario of two sides by a page, both as texts.
fn by_page(page: &str, sides: [&str; 2], sets: &[String]) -> Playable {
    let system = OwnSystem::from_text(&folder().join("page.toml").display().to_string(), page);
    let system = Behind(system.unwrap_or_else(|failure| panic!("{}", failure.render(false))).called("page.toml"));
    let [one, other] = sides;
    let scenario = format!(
        "format = 1\nsystem = \"page.toml\"\ntitle = \"t\"\n[[side]]\nname = \"a\"\n[[side.combatant]]\nname = \"Ada\"\n{one}\n[[side]]\nname = \"b\"\n[[side.combatant]]\nname = \"Rob\"\n{other}\n"
    );
    let loaded = system.load(&Raw::from_text("scenario.toml", &scenario, sets));
    loaded.unwrap_or_else(|failure| panic!("{}", failure.render(false)))
}

/// Exact probabilities of the values of a metric.
fn exact(playable: &Playable, key: &str) -> BTreeMap<i64, f64> {
    let solved = playable.engine.solve(&playable.layout, SolverLimits::default(), &mut |_| true);
    assert!(solved.unresolved < 1e-9, "{}", solved.unresolved);
    let index = playable.layout.catalogue.index(key).unwrap_or_else(|| panic!("there is no metric {key}"));
    solved.metrics[index].iter().map(|(&value, &mass)| (value, mass)).collect()
}

/// Holds that two distributions are one, to `error`.
#[track_caller]
fn same(what: &str, ours: &BTreeMap<i64, f64>, theirs: &BTreeMap<i64, f64>, error: f64) {
    for value in ours.keys().chain(theirs.keys()) {
        let [one, other] = [ours, theirs].map(|of| of.get(value).copied().unwrap_or(0.0));
        assert!((one - other).abs() < error, "{what} = {value}: {one} of the page, {other} of the other");
    }
}

/// A distribution as a peer writes it.
fn shares(json: &Json) -> BTreeMap<i64, f64> {
    let entries = json.as_object().expect("shares").iter();
    entries.map(|(value, share)| (value.parse().expect("a number"), share.as_f64().expect("a share"))).collect()
}

#[test]
fn every_kind_of_dice_is_what_icepool_says() {
    let values = told("icepool.json");
    let dice = values["dice"].as_object().expect("dice");
    assert!(dice.len() >= 26);
    for (name, theirs) in dice {
        let page = format!(
            "format = 1\nrules = \"dice\"\ntitle = \"t\"\n[stat]\nstrength = 3\nyes = true\nno = false\n[state]\nmark = 0\n[turn]\nout = 'mark > 1000000'\nrounds_max = 1\n[action.act]\ndo = 'roll thing: {name}; mark = thing'\n"
        );
        same(name, &exact(&by_page(&page, ["", ""], &[]), "Ada.mark"), &shares(theirs), 1e-9);
    }
}

#[test]
fn a_duel_is_solved_as_icepool_solves_it() {
    let theirs = &told("icepool.json")["duel"];
    let page = "format = 1\nrules = \"duel\"\ntitle = \"t\"\n[stat]\nhp_max = 12\n[state]\nhp = { begins = \"hp_max\", from = 0 }\n[order]\nties = 'listed'\n[turn]\nout = 'hp <= 0'\nrounds_max = 10000\n[action.strike]\ndo = 'roll hit: 1d20; if hit >= 11 { roll damage: 1d6 + 1; target.hp -= damage }'\n";
    let duel = by_page(page, ["", "hp_max = 14"], &[]);
    let won = exact(&duel, "winner")[&0];
    assert!((won - theirs["won"].as_f64().expect("a share")).abs() < 1e-9, "{won}");
    for key in ["Ada.hp", "Rob.hp"] {
        same(key, &exact(&duel, key), &shares(&theirs[key]), 1e-9);
    }
}

/// Models that one attack of the shipped page takes from a target that has enough of them.
#[test]
fn an_attack_takes_as_many_models_as_warhammer_stats_says() {
    let attacks = told("warhammer.json");
    let attacks = attacks.as_array().expect("attacks");
    assert!(attacks.len() >= 8);
    let page =
        "include = [\"../../rules/skirmish.toml\"]\nformat = 1\nrules = \"once\"\ntitle = \"t\"\n[turn]\nrounds_max = 1\n";
    for attack in attacks {
        let theirs = attack["lost"].as_array().expect("shares");
        let theirs: BTreeMap<i64, f64> =
            (0..).map(|lost| 40 - lost).zip(theirs.iter().map(|share| share.as_f64().expect("a share"))).collect();
        let keys = |keys: &[&str]| keys.iter().map(|key| format!("{key} = {}\n", attack[key])).collect::<String>();
        // The target never hits.
        let (one, other) =
            (keys(&["skill", "strength", "piercing", "hurts", "attacks"]), keys(&["toughness", "save", "wounds"]));
        let sides = [format!("models = 1\n{one}"), format!("models = 40\nskill = 7\n{other}")];
        let ours = exact(&by_page(page, sides.each_ref().map(String::as_str), &[]), "Rob.left");
        // The other leaves out whatever is less likely than one in a hundred thousand.
        same(&attack.to_string(), &ours, &theirs, 1e-5);
    }
}

/// The shares of fights that the first side wins: what a peer counted in so many fights, and what a page comes to in `fights` of its
/// own, or exactly where that is 0, are one within five standard errors.
#[track_caller]
fn wins_as_often(what: &str, playable: &Playable, fights: u64) {
    let theirs = &told("dnd.json")[what];
    let [won, of] = ["won", "fights"].map(|key| theirs[key].as_f64().expect("a number"));
    let (share, own) = if fights == 0 {
        (exact(playable, "winner")[&0], 0.0)
    } else {
        let winner = playable.layout.catalogue.index("winner").expect("somebody wins");
        let mut player = playable.engine.player(&playable.layout, 1);
        let won = (0..fights).filter(|number| player.play(*number)[winner] == 0).count();
        let share = won as f64 / fights as f64;
        (share, share * (1.0 - share) / fights as f64)
    };
    let other = won / of;
    let error = (own + other * (1.0 - other) / of).sqrt();
    assert!((share - other).abs() < 5.0 * error, "{what}: {share} by the page, {other} by the other, one error is {error}");
}

/// The shipped page with a d20, as the peer plays it: nothing is critical, and equals act in the order of the file.
const TWENTY: &str = "include = [\"../../rules/twenty.toml\"]\nformat = 1\nrules = \"plain-twenty\"\ntitle = \"t\"\n[book]\ncrit_face = 100\n[order]\nties = \"listed\"\n";

/// The sheet of a fighter of the peer: hit points, armor class, initiative, attack, damage.
fn fighter(count: u32, [hp, armor, quickness, to_hit]: [i32; 4], damage: &str) -> String {
    format!(
        "count = {count}\nhp_max = {hp}\narmor_class = {armor}\nquickness = {quickness}\nweapons = [{{ to_hit = {to_hit}, damage = \"{damage}\" }}]"
    )
}

#[test]
fn a_duel_is_won_as_often_as_by_dnd_combat_simulator() {
    let plain = fighter(1, [30, 16, 0, 5], "1d8+3");
    let duel = by_page(TWENTY, [&plain, &plain], &[]);
    // The share that a closed form of this duel comes to.
    assert!((exact(&duel, "winner")[&0] - 0.502_347).abs() < 1e-6);
    wins_as_often("duel", &duel, 0);
    let [one, other] = [fighter(1, [24, 14, 3, 6], "1d6+4"), fighter(1, [35, 12, 0, 4], "1d10+2")];
    wins_as_often("uneven", &by_page(TWENTY, [&one, &other], &[]), 0);
}

#[test]
fn four_beat_six_as_often_as_by_dnd_combat_simulator() {
    let [four, six] = [fighter(4, [30, 16, 2, 5], "1d8+3"), fighter(6, [20, 13, 1, 4], "1d6+2")];
    wins_as_often("four against six", &by_page(TWENTY, [&four, &six], &[]), 20_000);
}
