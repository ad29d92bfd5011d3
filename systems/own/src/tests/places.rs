//! Places, moves, several targets, and tables of two numbers.

use super::bench::{Bench, agree, duel, load, told_of, told_of_scenario};

/// A page on a grid in which everybody does this in its turn.
fn does(arena: &str, act: &str) -> String {
    format!(
        "[arena]\n{arena}\n[stat]\nreach = 1\n[state]\nhp = {{ begins = 10, from = 0 }}\nmark = 0\n[turn]\nout = \"hp <= 0\"\ntarget = \"first\"\n[action.act]\ndo = '''\n{act}\n'''\n"
    )
}

/// The first round of two who do this.
fn played(arena: &str, act: &str, [one, other]: [&str; 2]) -> Bench {
    let mut bench = Bench::script(&does(arena, act), &duel(one, other), "");
    bench.rounds(1);
    bench
}

#[test]
fn sides_face_each_other_where_nobody_says_where_they_stand() {
    let bench = played("width = 9\nheight = 5", "mark = distance(target)", ["", ""]);
    let place = |name: &str| (bench.see(name, "x"), bench.see(name, "y"));
    assert_eq!((place("Ada"), place("Rob")), ((0, 2), (8, 2)));
    assert_eq!((bench.see("Ada", "mark"), bench.see("Rob", "mark")), (8, 8));
    let bench = played("kind = \"zones\"\nzones = 4", "mark = target.distance", ["", ""]);
    assert_eq!((bench.see("Rob", "x"), bench.see("Ada", "mark")), (3, 3));
}

#[test]
fn distances_are_in_the_measure_of_the_page_and_diagonals_cost_what_it_says() {
    let at = ["at = [[0, 0]]", "at = [[3, 2]]"];
    for (arena, distance) in [
        ("", 3),
        ("step = 5", 15),
        ("diagonal = \"never\"", 5),
        ("diagonal = \"alternating\"", 4),
        ("diagonal = \"alternating\"\nstep = 5", 20),
    ] {
        let bench = played(arena, "mark = max(enemies, it.distance)", at);
        assert_eq!(bench.see("Ada", "mark"), distance, "{arena}");
    }
}

#[test]
fn one_moves_toward_somebody_as_far_as_it_can_and_no_nearer_than_it_wants() {
    for (act, x, mark) in [
        ("move toward target", 1, 7),
        ("move toward target up to 3", 3, 5),
        ("move toward target up to 50", 7, 1),
        ("move toward target up to 50 to within 4", 4, 4),
        ("move away from target up to 3", 0, 8),
        ("target moves toward self up to 2", 0, 6),
        ("move toward target up to 0", 0, 8),
    ] {
        let act = format!("if mark == 0 and target.mark == 0 {{ {act}\nmark = distance(target) }}");
        let bench = played("width = 9\nheight = 1", &act, ["", ""]);
        assert_eq!((bench.see("Ada", "x"), bench.see("Ada", "mark")), (x, mark), "{act}");
    }
    let act = "if target.mark == 0 { move toward target up to 12 to within 5\nmark = distance(target) }";
    let feet = played("width = 9\nheight = 1\nstep = 5", act, ["", ""]);
    assert_eq!((feet.see("Ada", "x"), feet.see("Ada", "mark")), (2, 30), "12 feet are two squares");
    let zones = played("kind = \"zones\"\nzones = 4", "move toward target up to 9", ["at = [1]", ""]);
    assert_eq!((zones.see("Ada", "x"), zones.see("Rob", "x")), (3, 3), "a zone is shared");
    let away = played("kind = \"zones\"\nzones = 4", "move away from target up to 2", ["at = [1]", "at = [1]"]);
    assert_eq!((away.see("Ada", "x"), away.see("Rob", "x")), (0, 3));
}

#[test]
fn enemies_are_in_the_way_walls_too_and_friends_are_passed() {
    let act = "if target.mark == 0 { move toward target up to 4\nmark = 10 - distance(target) }";
    let played = |more: &str, arena: &str| {
        let scenario = format!("{}{more}\n[arena]\nwidth = 7\nheight = 3\n{arena}\n", duel("at = [[0, 1]]", "at = [[6, 1]]"));
        let mut bench = Bench::script(&does("width = 20", act), &scenario, "");
        bench.rounds(1);
        (bench.see("Ada", "x"), bench.see("Ada", "y"))
    };
    assert_eq!(played("", ""), (4, 1));
    // Around the wall it takes the way through the one gap.
    assert_eq!(played("", "walls = [[2, 1], [2, 0]]"), (4, 1));
    assert_eq!(played("", "walls = [[2, 1], [2, 0], [3, 1]]"), (4, 1));
    // There is no way at all: it stays.
    assert_eq!(played("", "walls = [[2, 0], [2, 1], [2, 2]]"), (0, 1));
    // An enemy is walked around.
    let guard = "[[side.combatant]]\nname = \"Guard\"\nat = [[4, 1]]\n";
    assert_eq!(played(guard, ""), (4, 0));
}

#[test]
fn walls_hide_and_cover_covers() {
    let act = "mark = target.covered + 10 * target.in_sight";
    for (more, one, other) in [
        ("", 10, 10),
        ("walls = [[2, 0]]", 0, 0),
        ("cover = [[2, 0]]", 11, 11),
        // Who stands in cover is covered, and nobody else is from there.
        ("cover = [[4, 0]]", 11, 10),
    ] {
        let scenario = format!("{}\n[arena]\nwidth = 5\nheight = 1\n{more}\n", duel("", ""));
        let mut bench = Bench::script(&does("", act), &scenario, "");
        bench.rounds(1);
        assert_eq!((bench.see("Ada", "mark"), bench.see("Rob", "mark")), (one, other), "{more}");
    }
}

#[test]
fn policies_see_distances() {
    let page = "[arena]\nwidth = 9\nheight = 1\n[state]\nhp = 3\nmark = 0\n[turn]\nout = \"hp <= 0\"\n[action.wait]\ndo = 'mark += 1'\n[action.go]\nasked = true\ndo = 'move toward target up to 3'\n";
    let policy = "[policy.near]\naction = [{ do = \"go\", when = \"target.distance > 4\", least = \"it.distance\" }]\n";
    let mut bench = Bench::script(page, &format!("{}{policy}", duel("policy = \"near\"", "")), "");
    bench.rounds(3);
    assert_eq!((bench.see("Ada", "x"), bench.see("Ada", "mark")), (6, 1));
}

#[test]
fn what_is_wrong_with_places_is_told() {
    let page = does("width = 5\nheight = 5", "mark = distance(target)");
    for (scenario, words) in [
        (duel("at = [[9, 0]]", ""), &["(9, 0) is not on the grid", "columns are 0 to 4"][..]),
        (duel("at = [[1, 0], [1, 1]]", ""), &["these are 2 places, for one combatant"]),
        (duel("at = [[1, 1]]", "at = [[1, 1]]"), &["Rob stands where Ada stands"]),
        (format!("{}[arena]\nwalls = [[1, 1]]\n", duel("at = [[1, 1]]", "")), &["Ada stands in a wall"]),
        (format!("{}[arena]\nwidht = 3\n", duel("", "")), &["unknown key `widht`", "did you mean `width`?"]),
    ] {
        let told = told_of_scenario(&page, &scenario);
        assert!(words.iter().all(|word| told.contains(word)), "{words:?}: {told}");
    }
    let bare = |act: &str| format!("[state]\nhp = 3\n[turn]\nout = 'hp <= 0'\n[action.act]\ndo = '''{act}'''\n");
    for (page, words) in [
        (bare("hp = distance(target)"), &["nobody stands anywhere", "add `[arena]`"][..]),
        (bare("move toward target"), &["nobody stands anywhere, so nobody can move", "add `[arena]`"]),
        (format!("[arena]\n{}", bare("move target")), &["`toward` is missing", "move toward target up to 6"]),
        (format!("[arena]\n{}", bare("move toward tarket")), &["`tarket` is nobody here", "did you mean `target`?"]),
        (format!("[arena]\n{}", bare("hp = distance")), &["`distance` is between two"]),
        (format!("[arena]\n{}", bare("hp -= 1").replace("hp = 3", "hp = 3\ndistance = 0")), &["`distance` is known already"]),
        (
            bare("hp -= 1").replace("[action.act]", "[action.act]\non = \"up to 3 enemy\""),
            &["nobody is meant by `up to 3 enemy`", "allowed:"],
        ),
    ] {
        let told = told_of(&page);
        assert!(words.iter().all(|word| told.contains(word)), "{words:?}: {told}");
    }
}

/// A page of one action that is done to these.
fn on(those: &str, act: &str) -> String {
    format!(
        "[state]\nhp = 9\nmark = 0\n[turn]\nout = \"hp <= 0\"\ntarget = \"first\"\n[action.act]\non = \"{those}\"\ndo = '''\n{act}\n'''\n"
    )
}

/// Ada and Bo against these.
fn two_against(others: &str) -> String {
    duel("", others).replace("[[side]]\nname = \"b\"", "[[side.combatant]]\nname = \"Bo\"\n[[side]]\nname = \"b\"")
}

#[test]
fn an_action_is_done_to_each_of_several() {
    for (those, marks) in [("up to 2 enemies", [2, 2, 0, 0]), ("all enemies", [2; 4]), ("up to 9 enemies", [2; 4])] {
        let mut bench = Bench::script(&on(those, "target.mark += 1"), &two_against("count = 4"), "");
        bench.rounds(1);
        assert_eq!([1, 2, 3, 4].map(|number| bench.see(&format!("Rob {number}"), "mark")), marks, "{those}");
    }
    let mut bench = Bench::script(&on("all friends", "target.mark += 1"), &two_against(""), "");
    bench.rounds(1);
    assert_eq!((bench.see("Ada", "mark"), bench.see("Bo", "mark"), bench.see("Rob", "mark")), (2, 2, 1));
}

#[test]
fn each_of_several_has_dice_of_its_own_and_stop_ends_it_for_one() {
    let act = "if mark > 0 { stop }\nroll hit: 1d6\nif hit < 4 { stop }\ntarget.mark = hit";
    let mut bench = Bench::script(&on("up to 2 enemies", act), &two_against("count = 2"), "hit d6=3 d6=5 d6=6 d6=1");
    bench.rounds(1);
    assert_eq!((bench.see("Rob 1", "mark"), bench.see("Rob 2", "mark")), (6, 5));
    assert_eq!(bench.probability(), 1.0 / 1296.0);
}

#[test]
fn a_policy_says_which_of_several_come_first() {
    let policy = "[policy.last]\naction = [{ do = \"act\", most = \"it.toughness\" }]\n";
    let text = on("up to 2 enemies", "target.mark += 1").replace("[state]", "[stat]\ntoughness = 1\n[state]");
    let scenario = format!(
        "{}[[side.combatant]]\nname = \"Old\"\ntoughness = 5\n[[side.combatant]]\nname = \"Big\"\ntoughness = 7\n{policy}",
        duel("policy = \"last\"", "")
    );
    let mut bench = Bench::script(&text, &scenario, "");
    bench.rounds(1);
    assert_eq!((bench.see("Rob", "mark"), bench.see("Old", "mark"), bench.see("Big", "mark")), (0, 1, 1));
}

#[test]
fn tables_of_two_numbers_have_columns() {
    let text = |call: &str| {
        format!(
            "[state]\nhp = 9\nmark = 0\n[table.wound]\ncolumns = [1, 4, 6]\nrows = [[1, 4, 5, 6], [4, 3, 4, 5], [8, 2, 3, 4]]\n[turn]\nout = \"hp <= 0\"\n[action.act]\ndo = 'mark = {call}'\n"
        )
    };
    for (call, value) in [
        ("wound(1, 1)", 4),
        ("wound(5, 5)", 4),
        ("wound(5, 6)", 5),
        ("wound(99, 99)", 4),
        ("wound(0, 0)", 4),
        ("wound(7 + 1, 3)", 2),
    ] {
        let mut bench = Bench::script(&text(call), &duel("", ""), "");
        bench.rounds(1);
        assert_eq!(bench.see("Ada", "mark"), value, "{call}");
    }
    let told = told_of(&text("wound(3)"));
    assert!(told.contains("wound"), "{told}");
    let told = told_of(&text("wound(1, 1)").replace("[4, 3, 4, 5]", "[4, 3, 4]"));
    assert!(told.contains("a row of this table has 4 numbers, and here are 3"), "{told}");
}

#[test]
fn what_is_lost_is_counted_by_who_is_to_blame() {
    let mut bench = Bench::script(&on("enemy", "target.hp -= 2; hp -= 1; hp += 1"), &duel("", ""), "");
    bench.rounds(2);
    let lost = |bench: &mut Bench, name: &str| bench.counted_by(name, crate::measure::LOST);
    assert_eq!((lost(&mut bench, "Ada"), lost(&mut bench, "Rob")), (6, 6));
}

#[test]
fn fights_on_a_grid_and_with_several_targets_are_solved_as_they_are_played() {
    let act = "move toward target up to 2 to within reach\nif distance(target) <= reach { roll hit: 1d6\nif hit >= 4 + target.covered { target.hp -= 4 } }";
    let arena = "[arena]\nwidth = 6\nheight = 3\nwalls = [[3, 1]]\ncover = [[4, 2]]\n";
    agree(&load(&does("", act), &format!("{}{arena}", duel("reach = 2", "count = 2"))), 20_000);
    let act = "roll hit: 1d6\nif hit >= 4 { target.hp -= 3 }\nif target.out { roll more: 1d4\nif more == 4 { hp += 1 } }";
    agree(&load(&on("up to 2 enemies", act), &two_against("count = 2")), 20_000);
}
