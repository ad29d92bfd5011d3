//! Each statement with its dice and their probability.

use super::bench::{BRAWL, Bench, duel, load};
use frame::sim::{Layout, Worker};

const SWORD: &str = "weapons = [{ name = \"sword\", to_hit = 2 }]";

/// A page in which everybody does this in its turn, in the order of the file.
fn does(act: &str, more: &str) -> String {
    format!(
        "[stat]\nhp_max = 20\nluck = 3\ncharm = \"2d4+1\"\n[state]\nhp = {{ begins = \"hp_max\", from = 0, to = \"hp_max\" }}\nmark = 0\nangry = false\n{more}\n[turn]\nout = \"hp <= 0\"\n[action.act]\ndo = '''\n{act}\n'''\n"
    )
}

/// The first round of two who do this, with these dice.
fn played(act: &str, more: &str, dice: &str) -> Bench {
    let mut bench = Bench::script(&does(act, more), &duel("", ""), dice);
    bench.rounds(1);
    bench
}

#[test]
fn a_blow_hits_misses_fumbles_and_is_critical() {
    let scenario = duel(SWORD, SWORD);
    let mut miss = Bench::script(BRAWL, &scenario, "initiative d20=15 d20=3, hit d20=9 d20=1");
    miss.rounds(1);
    assert_eq!((miss.see("Rob", "hp"), miss.counted("Ada", "misses"), miss.counted("Rob", "fumbles")), (10, 1, 1));
    assert_eq!(miss.probability(), 1.0 / 160_000.0);
    let mut hit = Bench::script(BRAWL, &scenario, "initiative d20=15 d20=3, hit d20=10, damage d6=4, hit d20=2");
    hit.rounds(1);
    assert_eq!((hit.see("Rob", "hp"), hit.see("Ada", "hp"), hit.counted("Ada", "harm")), (6, 10, 4));
    let mut critical = Bench::script(BRAWL, &scenario, "initiative d20=2 d20=3, hit d20=20, damage d6=6, more d6=4");
    critical.rounds(1);
    assert_eq!((critical.see("Ada", "hp"), critical.see("Ada", "out")), (0, 1));
    assert!(critical.ending.is_some());
}

#[test]
fn dice_of_every_kind_come_to_what_they_say() {
    for (dice, script, value) in [
        ("2d6 + 3", "d6=2 d6=5", 10),
        ("d20", "d20=17", 17),
        ("charm", "d4=2 d4=3", 6),
        ("charm - 2", "d4=1 d4=1", 1),
        ("dice(luck, 6)", "d6=1 d6=2 d6=3", 6),
        ("4dF", "d3=3 d3=3 d3=1 d3=2", 1),
        ("highest 3 of 4d6", "d6=1 d6=5 d6=2 d6=6", 13),
        ("lowest of 2d20", "d20=4 d20=19", 4),
        ("highest luck of 4d6 + luck", "d6=1 d6=5 d6=2 d6=6", 16),
        ("exploding 1d6", "d6=6 d6=6 d6=2", 14),
        ("exploding once 2d6", "d6=6 d6=6 d6=3", 15),
        ("5d6 count 5..", "d6=5 d6=6 d6=4 d6=1 d6=5", 3),
        ("exploding 2d6 count 5..", "d6=6 d6=6 d6=5 d6=4", 3),
        ("exploding once 2d6 count 1..2", "d6=6 d6=2 d6=1", 2),
        ("exploding 1d6 again on 1 count 6..", "d6=1 d6=6 d6=1", 1),
        ("3d6 count 1..2", "d6=1 d6=2 d6=3", 2),
        ("1d6 again on 1", "d6=1 d6=4", 4),
        ("advantage(luck > 2, false) of 1d20", "d20=4 d20=9", 9),
        ("advantage(luck > 5, true) of 1d20 + 1", "d20=4 d20=9", 5),
        ("advantage(true, true) of 1d20", "d20=4", 4),
        ("3d6 * 10", "d6=1 d6=1 d6=2", 40),
        ("1d6 / 2 + 1", "d6=5", 3),
        ("1d6 + 1d4 - 1d8", "d6=5 d4=2 d8=3", 4),
        ("10 - 1d6", "d6=4", 6),
        ("luck", "", 3),
    ] {
        let act = format!("if luck == 3 and mark == 0 {{ roll thing: {dice}\nmark = thing }}");
        let twice = if script.is_empty() { String::new() } else { format!("thing {script} {script}") };
        let bench = played(&act, "", &twice);
        assert_eq!((bench.see("Ada", "mark"), bench.see("Rob", "mark")), (value, value), "{dice}");
    }
}

#[test]
fn the_face_of_a_roll_is_its_dice_alone() {
    let bench = played("roll hit: 1d20 + luck\nmark = hit * 100 + hit.face", "", "hit d20=4 d20=5");
    assert_eq!((bench.see("Ada", "mark"), bench.see("Rob", "mark")), (704, 805));
    let bench = played("roll hit: charm\nmark = hit * 100 + hit.face", "", "hit d4=4 d4=1 d4=1 d4=1");
    assert_eq!(bench.see("Ada", "mark"), 605);
}

#[test]
fn parts_of_dice_are_numbers() {
    let bench = played("mark = charm.count * 100 + charm.faces * 10 + charm.plus + target.charm.faces", "", "");
    assert_eq!(bench.see("Ada", "mark"), 245);
}

#[test]
fn somebody_else_can_roll() {
    let bench = played("target roll dodge: 1d6\nmark = dodge", "", "dodge d6=3 d6=5");
    assert_eq!((bench.see("Ada", "mark"), bench.see("Rob", "mark")), (3, 5));
}

#[test]
fn states_stay_within_their_bounds_and_others_do_not() {
    let bench = played("target.hp -= 8\nhp += 50\nmark -= 3\nangry = mark < 0", "", "");
    assert_eq!((bench.see("Ada", "hp"), bench.see("Rob", "hp")), (12, 20));
    assert_eq!((bench.see("Ada", "mark"), bench.see("Ada", "angry")), (-3, 1));
}

#[test]
fn let_and_if_and_else_choose() {
    let act = "let low = hp < 10\nlet much = luck * 2 + 1\nif low { mark = 1 } else if much == 7 and not low { mark = 2 } else { mark = 3 }\nmuch += 1\nmark = mark * 10 + much";
    assert_eq!(played(act, "", "").see("Ada", "mark"), 28);
}

#[test]
fn each_walks_over_a_group_with_a_condition() {
    let act = "each one in everybody where one.hp > 5 { one.mark += 1 }\neach foe in target.enemies { foe.mark += 10 }";
    let bench = played(act, "", "");
    assert_eq!((bench.see("Ada", "mark"), bench.see("Rob", "mark")), (12, 12));
}

#[test]
fn choose_takes_the_best_of_a_group_or_does_something_else() {
    let act = "choose foe in enemies where foe.mark == 0 least foe.hp { foe.mark = 5 } else { mark = 9 }";
    let bench = played(act, "", "");
    assert_eq!((bench.see("Ada", "mark"), bench.see("Rob", "mark")), (5, 5));
    let act = "choose foe in enemies where foe.mark > 99 { foe.mark = 5 } else { mark = 9 }";
    assert_eq!(played(act, "", "").see("Ada", "mark"), 9);
}

#[test]
fn repeat_ends_by_its_number_or_its_condition() {
    assert_eq!(played("repeat up to 4 { mark += 1 }", "", "").see("Ada", "mark"), 4);
    assert_eq!(played("repeat up to 9 while mark < luck { mark += 1 }", "", "").see("Ada", "mark"), 3);
    assert_eq!(played("repeat up to luck - 5 { mark += 1 }", "", "").see("Ada", "mark"), 0);
}

#[test]
fn routines_take_somebody_and_numbers_and_change_what_they_are_given() {
    let more = "[routine.hurt]\ntakes = ['whom', 'points']\ndo = 'whom.hp -= points; points = points * 2; if points > 3 { stop }; mark = 99'";
    let bench = played("let three = 3\nuse hurt(target, three)\nmark = three", more, "");
    assert_eq!((bench.see("Rob", "hp"), bench.see("Ada", "mark")), (17, 6));
}

#[test]
fn what_is_in_use_is_in_use_in_routines_and_values_too() {
    let page = "[stat]\nweapons = { list = \"weapon\" }\n[record.weapon]\nbonus = 1\n[state]\nhp = 50\nmark = 0\n\
                [value]\nforce = \"weapon.bonus\"\n[turn]\nout = \"hp <= 0\"\n\
                [action.act]\nwith = \"weapon\"\ndo = \"mark += force; use blow(target); mark += 100 * target.force\"\n\
                [action.rest]\nwhen = \"false\"\ndo = \"use blow(target)\"\n\
                [routine.blow]\ntakes = [\"whom\"]\ndo = \"whom.hp -= weapon.bonus\"\n";
    let ada = "policy = \"own\"\nweapons = [{ name = \"one\" }, { name = \"five\", bonus = 5 }]";
    let scenario =
        duel(ada, "weapons = [{ name = \"two\", bonus = 2 }]") + "[policy.own]\naction = [{ do = \"act\", with = \"five\" }]\n";
    let mut bench = Bench::script(page, &scenario, "");
    bench.rounds(1);
    assert_eq!((bench.see("Rob", "hp"), bench.see("Ada", "mark")), (45, 205));
    // Of who strikes with the first, and of whoever is asked, it is the first.
    assert_eq!((bench.see("Ada", "hp"), bench.see("Rob", "mark"), bench.see("Ada", "force")), (48, 102, 1));
}

#[test]
fn statuses_last_so_many_turns_of_their_owner() {
    let more = "[status.dazed]\nturn = 'lost'\n[status.marked]\n";
    let mut bench =
        Bench::script(&does("mark += 1\ntarget gains dazed for 2 rounds\ntarget gains marked", more), &duel("", ""), "");
    bench.rounds(1);
    assert_eq!((bench.see("Ada", "mark"), bench.see("Rob", "mark"), bench.see("Rob", "marked")), (1, 0, -1));
    bench.rounds(2);
    assert_eq!((bench.see("Ada", "mark"), bench.see("Rob", "mark")), (3, 0));
    let bench = played("gains dazed for 1 round\nmark = has(dazed)\nloses dazed\nmark += 10 * has(dazed)", more, "");
    assert_eq!(bench.see("Ada", "mark"), 1);
}

#[test]
fn events_happen_to_somebody_and_by_themselves() {
    let more = "[on.struck]\ndo = 'mark += 7'\n[on.round_begins]\ndo = 'mark += 100'\n[on.turn_ends]\ndo = 'mark += 1000'\n[on.fight_begins]\ndo = 'mark += 10000'";
    let bench = played("happens struck of target", more, "");
    assert_eq!((bench.see("Ada", "mark"), bench.see("Rob", "mark")), (11_107, 11_107));
}

#[test]
fn decisions_are_asked_for_and_policies_answer() {
    let more = "[decision.yield]\nusually = 'no'\n[decision.boast]\n";
    let text = does("if target asks yield { mark = 1 }\nif self asks boast { mark += 10 }", more);
    let policy = "[policy.meek]\nyield = [{ do = \"yes\", when = \"hp <= 20\" }]\nboast = [{ do = \"no\" }]\n";
    let scenario = format!("{}{policy}", duel("", "policy = \"meek\""));
    let mut bench = Bench::script(&text, &scenario, "");
    bench.rounds(1);
    assert_eq!((bench.see("Ada", "mark"), bench.see("Rob", "mark")), (11, 0));
}

#[test]
fn aggregates_functions_and_tables_are_numbers() {
    let more = "[table.steps]\nrows = [[0, 10], [5, 20], [9, 30]]\n[value]\nvim = 'hp / 3 + luck'";
    for (text, value) in [
        ("count(enemies, it.hp > 3)", 1),
        ("max(enemies, it.hp) + min(luck, 2)", 22),
        ("sum(everybody, it.luck)", 6),
        ("if(any(enemies, it.hp > 99), 1, 2)", 2),
        ("if(all(allies, it.hp > 99), 1, 2)", 1),
        ("abs(luck - 9)", 6),
        ("up(luck, 2)", 2),
        ("steps(luck) + steps(5) + steps(99)", 60),
        ("steps(0 - 7)", 10),
        ("vim + target.vim", 18),
        ("2 * angry + (luck > 2)", 1),
        ("enemies.active * 10 + allies.active", 10),
        ("round", 1),
    ] {
        assert_eq!(played(&format!("mark = {text}"), more, "").see("Ada", "mark"), value, "{text}");
    }
}

#[test]
fn stop_ends_an_action() {
    assert_eq!(played("mark = 1\nif luck == 3 { stop }\nmark = 2", "", "").see("Ada", "mark"), 1);
}

#[test]
fn an_operation_is_small() {
    assert!(size_of::<crate::code::Op>() <= 8);
}

#[test]
fn statuses_actions_and_parts_of_values_can_be_taken_out_of_the_rules() {
    let text = "[state]\nhp = 9\nmark = 0\n[status.dazed]\n[value]\nvim = 'hp + 3 * has(dazed) - mark'\n[turn]\nout = \"hp <= 0\"\n[action.act]\ndo = 'gains dazed; mark = vim'\n[action.wait]\ndo = 'mark = 77'\n";
    let played = |book: &str| {
        let mut bench = Bench::script(text, &format!("{}[book]\n{book}\n", duel("", "")), "");
        bench.rounds(1);
        bench.see("Ada", "mark")
    };
    assert_eq!(played(""), 12);
    assert_eq!(played("statuses.dazed = false"), 9);
    assert_eq!(played("actions.act = false"), 77);
    assert_eq!(played("parts.vim.part1 = false"), 3);
    assert_eq!(played("parts.vim.part2 = false"), 9);
    assert_eq!(played("parts.vim.part2 = false\nparts.vim.part1 = false"), 0);
}

#[test]
fn whatever_a_page_has_is_a_switch_that_can_be_set() {
    let system = crate::OwnSystem::from_text("PAGE", include_str!("../../starter-rules.toml")).expect("it is right");
    let scenario = |sets: &[String]| {
        let raw = frame::scenario::Raw::from_text("duel.toml", include_str!("../../starter.toml"), sets);
        system.check(&raw).unwrap_or_else(|failure| panic!("{}", failure.render(false)))
    };
    let plain = scenario(&[]);
    assert!(plain.patches().is_empty(), "{:?}", plain.patches());
    let sets: Vec<String> = plain.switches().into_iter().map(|switch| switch.set).collect();
    for set in [
        "rulings.fumble=nothing",
        "book.statuses.stumbling=false",
        "book.actions.strike=false",
        "book.parts.guard.part1=false",
        "book.parts.guard.part2=false",
    ] {
        assert!(sets.iter().any(|known| known == set), "{set}: {sets:?}");
    }
    for set in sets {
        let other = scenario(std::slice::from_ref(&set));
        assert_ne!(other.digest(), plain.digest(), "{set}");
        let rules = set.starts_with("book") || set.starts_with("rulings");
        assert_eq!(other.patches().len(), usize::from(rules), "{set}: {:?}", other.patches());
    }
}

#[test]
fn a_roll_that_a_table_of_the_page_reads_is_looked_up() {
    let table = "[table.limb]\nrows = [[1, 0], [4, 1]]\n";
    let routine = "[routine.lands]\ntakes = [\"at\"]\ndo = 'mark = limb(at)'\n";
    for (act, more, lookups) in [
        ("roll fortune: 1d6\nmark = fortune + limb(luck)", table.to_owned(), 0),
        ("roll place: 1d6\nmark = limb(place)", table.to_owned(), 1),
        ("roll place: 1d6\nlet at = place + 1\nuse lands(at * 2)", format!("{table}{routine}"), 1),
        ("roll place: 1d6\nroll fortune: 1d6\nmark = limb(place) + fortune", table.to_owned(), 1),
        ("roll injury: 1d6\nmark = injury", table.to_owned(), 0),
    ] {
        let loaded = load(&does(act, &more), &duel("", ""));
        let mut layout = Layout::new(&loaded);
        let [asked, turns] = ["table_lookups", "table_turns"].map(|key| layout.index_or_sum(key).expect("it is time"));
        let mut worker = Worker::new(&loaded, &layout, 1);
        let values = worker.play(0);
        assert!(values[turns] > 0 && values[asked] == lookups * values[turns], "{act}: {values:?}");
    }
}

#[test]
fn a_replay_tells_what_a_roll_is_compared_with() {
    use frame::fight::watch::StoryEntry;
    use frame::sim::{Engine as _, story::Telling};
    let loaded = load(BRAWL, &duel(SWORD, SWORD));
    let layout = Layout::new(&loaded);
    let mut answers = std::collections::BTreeSet::new();
    for number in 0..20 {
        let told = loaded.tell(&layout, 5, number, Telling::default()).told;
        let sentences: Vec<&String> = told
            .iter()
            .filter_map(|told| if let StoryEntry::Sentence { text, .. } = told { Some(text) } else { None })
            .collect();
        for (place, text) in sentences.iter().enumerate().filter(|(_, text)| text.contains("rolls hit: ")) {
            let sum: i64 = text.rsplit(' ').next().and_then(|sum| sum.parse().ok()).unwrap_or_else(|| panic!("{text}"));
            let fumbles = sum == 1;
            assert_eq!(*sentences[place + 1], format!("hit: {sum} {} 1", if fumbles { "is" } else { "is not" }));
            if fumbles {
                continue;
            }
            let critical = if sum < 20 { "is below" } else { "is at least" };
            assert_eq!(*sentences[place + 2], format!("hit: {sum} {critical} 20"));
            if sum < 20 {
                let strikes = if sum + 2 < 12 { "is below" } else { "is at least" };
                assert_eq!(*sentences[place + 3], format!("from hit: {} {strikes} 12", sum + 2));
                answers.insert(strikes);
            }
        }
    }
    assert_eq!(answers.len(), 2, "some blows hit, and some miss");
}
