//! Replays: what is found by what happens, what another face of one die changes, and the formats.
//!
//! Looks at what is printed. Start at [`another_face_of_one_die_changes_what_follows`].

use crate::run::{DUEL, folder, runs, sparring, text};

fn json(words: &[&str]) -> serde_json::Value {
    let here = folder(&[("duel.toml", DUEL)]);
    let said = runs(here.path(), &[&["replay", "duel.toml", "--format", "json"], words].concat());
    serde_json::from_str(&said).expect("it is JSON")
}

fn dice(replay: &serde_json::Value) -> Vec<&serde_json::Value> {
    replay["events"].as_array().expect("a list").iter().filter(|event| event["kind"] == "die").collect()
}

#[test]
fn another_face_of_one_die_changes_what_follows() {
    let plain = json(&["--fight", "3"]);
    let (at, die) = dice(&plain)
        .into_iter()
        .enumerate()
        .find(|(_, die)| die["what"] == "damage" && die["face"] != 1)
        .map(|(at, die)| (at, die.clone()))
        .expect("somebody strikes");
    let turned = json(&["--fight", "3", "--with-die", &format!("{}=1", at + 1)]);
    let other = dice(&turned)[at].clone();
    assert_eq!((&other["face"], &other["was"], &other["number"]), (&1.into(), &die["face"], &(at + 1).into()));
    let before = |replay: &serde_json::Value| -> Vec<serde_json::Value> {
        dice(replay)[..at].iter().map(|die| (*die).clone()).collect()
    };
    assert_eq!(before(&plain), before(&turned), "what came before is as it was");
    let sentences = |replay: &serde_json::Value| -> Vec<serde_json::Value> {
        let events = replay["events"].as_array().expect("a list");
        events.iter().filter(|event| event["kind"] == "sentence").cloned().collect()
    };
    assert_ne!(sentences(&plain), sentences(&turned), "less damage is told");
    let changes = |die: usize| {
        let turned = json(&["--fight", "3", "--with-die", &format!("{die}=1")]);
        turned["outcome"].as_array().expect("a list").iter().any(|came| !came["was"].is_null())
    };
    let all = dice(&plain).len();
    assert!((1..=all).any(changes), "no 1 in the place of any of {all} dice changes what the fight comes to");
    let here = folder(&[("duel.toml", DUEL)]);
    for (with, said) in [("1=9", "has no face 9"), ("999=1", "there is no number 999"), ("first=1", "write 41=6")] {
        let ran = sparring(here.path(), &["replay", "duel.toml", "--fight", "3", "--with-die", with]);
        assert_eq!(ran.status.code(), Some(2));
        assert!(text(&ran.stderr).contains(said), "{}", text(&ran.stderr));
    }
}

#[test]
fn fights_are_found_by_what_happens_in_them() {
    let here = folder(&[("duel.toml", DUEL)]);
    let find =
        |words: &[&str]| runs(here.path(), &[&["replay", "duel.toml", "--within", "200", "--most", "200"], words].concat());
    let numbers = |listed: &str| -> Vec<u64> {
        let lines = listed.lines().filter_map(|line| line.trim().strip_prefix("--fight "));
        lines.filter_map(|line| line.split(' ').next()?.parse().ok()).collect()
    };
    let critical = numbers(&find(&["--told", "Lea: critical"]));
    assert!(critical.len() > 3 && critical.len() < 200, "{critical:?}");
    let never = numbers(&find(&["--told", "lea:  CRITICAL == 0"]));
    assert_eq!(critical.len() + never.len(), 200, "each fight has one or none");
    let twice = numbers(&find(&["--told", "Lea: critical >= 2"]));
    assert!(twice.len() < critical.len() && twice.iter().all(|fight| critical.contains(fight)));
    for &fight in twice.iter().take(3) {
        let told = json(&["--fight", &fight.to_string()]);
        let criticals = dice(&told).iter().filter(|die| die["who"] == "Lea" && die["what"] == "critical").count();
        assert!(criticals >= 2, "{told}");
    }
    let rolled = numbers(&find(&["--told", "rolled 'Lea: critical' twice"]));
    assert!(twice.iter().all(|fight| rolled.contains(fight)), "{rolled:?} has not all of {twice:?}");
    assert!(rolled.iter().all(|fight| critical.contains(fight)) && rolled.len() < critical.len());
    assert_eq!(numbers(&find(&["--told", "rolled 'lea: critical' never"])), never);
    let tied = numbers(&find(&["--told", "tied 'has initiative'"]));
    assert!(!tied.is_empty());
    for fight in tied {
        let told = json(&["--fight", &fight.to_string()]);
        let events = told["events"].as_array().expect("there are events");
        let rounds = events.split(|event| event["kind"] == "round");
        let tie = |events: &[serde_json::Value]| {
            let of = |who: &str| {
                let begins = format!("{who} has initiative");
                let sentence = events.iter().find(|event| event["text"].as_str().is_some_and(|text| text.starts_with(&begins)));
                sentence.and_then(|sentence| sentence["text"].as_str()?.rsplit(' ').next()?.parse::<u32>().ok())
            };
            of("Lea").is_some() && of("Lea") == of("Rob")
        };
        assert!(rounds.into_iter().any(tie), "{told}");
    }
    let first = runs(here.path(), &["replay", "duel.toml", "--told", "Lea: critical", "--first", "2"]);
    assert_eq!(numbers(&first), critical[..2]);
    assert!(first.contains(&format!("2 of the first {} fights", critical[1] + 1)), "{first}");
    let nothing = find(&["--told", "xyzzy"]);
    assert!(nothing.starts_with("0 of") && nothing.contains("`rolled 'critical'`"), "{nothing}");
    let both = numbers(&find(&["--told", "Lea: critical", "--find", "winner == right"]));
    assert!(both.iter().all(|fight| critical.contains(fight)) && both.len() < critical.len());
}

#[test]
fn a_page_and_numbers() {
    let here = folder(&[("duel.toml", DUEL)]);
    let page =
        |words: &[&str]| runs(here.path(), &[&["replay", "duel.toml", "--fight", "3", "--format", "html"], words].concat());
    let (plain, numbered) = (page(&[]), page(&["--numbers"]));
    assert!(plain.starts_with("<!doctype html>") && plain.contains("<summary>Round 1"), "{plain}");
    assert!(!plain.contains("#1 d") && numbered.contains("#1 d"), "{numbered}");
    let plain = runs(here.path(), &["replay", "duel.toml", "--fight", "3"]);
    let numbered = runs(here.path(), &["replay", "duel.toml", "--fight", "3", "--numbers"]);
    assert!(!plain.contains("#1 ") && numbered.contains("#1 "));
    let without_dice =
        |text: &str| text.lines().filter(|line| !line.trim().starts_with('#')).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(without_dice(&plain), without_dice(&numbered), "the same is told");
    assert!(numbered.lines().count() > plain.lines().count(), "dice of sums have lines of their own");
}

#[test]
fn rests_tell_of_which_kind_they_are() {
    let here = folder(&[]);
    for (file, kinds) in [
        ("vogt/adventuring-day.toml", ["A rest: siesta", "A rest: full rest"]),
        ("bdp/month-on-the-road.toml", ["A rest: night", "minutes on the road"]),
    ] {
        let file = format!("{}/scenarios/{file}", env!("CARGO_MANIFEST_DIR"));
        let told = runs(here.path(), &["replay", &file, "--fight", "0"]);
        for kind in kinds {
            assert!(told.contains(kind), "{file} has no `{kind}`: {told}");
        }
    }
}

#[test]
fn two_versions_of_a_fight_stand_beside_each_other_from_where_they_part() {
    let here = folder(&[("duel.toml", DUEL), ("other.toml", &DUEL.replace("hp_max = 9", "hp_max = 2"))]);
    let tell = |words: &[&str]| runs(here.path(), &[&["replay", "duel.toml", "--fight", "3", "--against"], words].concat());
    let harder = tell(&["--set", "combatant.goblin.hp_max=60"]);
    assert!(harder.contains("As it is, ") && harder.contains("They part in "), "{harder}");
    assert!(harder.contains("lines: the same in both)"), "the beginning is folded: {harder}");
    // Sentences stay whole where there is no terminal; what stands beside each other never takes more than 100 letters.
    let rows: Vec<&str> = harder.lines().filter(|line| line.contains(" | ")).collect();
    assert!(rows.len() > 2 && rows.iter().all(|row| row.chars().count() <= 100), "{harder}");
    let json: serde_json::Value =
        serde_json::from_str(&tell(&["--set", "combatant.goblin.hp_max=60", "--format", "json"])).expect("it is JSON");
    let alike = json["course_parts"]["alike"].as_u64().expect("they part") as usize;
    let [one, other] = [0, 1].map(|at| json["events"][at].as_array().expect("a list").clone());
    let dice = |events: &[serde_json::Value]| {
        let all = events.iter().filter(|event| event["kind"] == "die");
        all.map(|die| die["face"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(dice(&one[..alike]), dice(&other[..alike]), "the dice before it are the same");
    // With the die that is turned another face is shown, and nothing else before it.
    let turned = tell(&["--with-die", "1=1"]);
    assert!(turned.contains("with die 1=1") || turned.contains("With die 1=1") || turned.contains("word by word"), "{turned}");
    let two = tell(&["other.toml"]);
    assert!(two.contains("In other.toml, ") && two.contains("; in duel.toml, "), "{two}");
    let page = tell(&["--set", "combatant.goblin.hp_max=60", "--format", "html"]);
    assert!(page.contains("<h2>Outcome</h2>") && page.contains("class=\"other\""), "{page}");
    let same = tell(&["--set", "combatant.goblin.hp_max=6"]);
    assert!(same.contains("word by word"), "{same}");
    let ran = sparring(here.path(), &["replay", "duel.toml", "--fight", "3", "--against"]);
    assert_eq!(ran.status.code(), Some(2));
    assert!(text(&ran.stderr).contains("say what is different"), "{}", text(&ran.stderr));
}
