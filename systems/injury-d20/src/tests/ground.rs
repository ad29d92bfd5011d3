//! The ground: what diagonals cost, what gives cover.

use super::stage::{ends, field, plan};

const ALTERNATING: &str = "[rulings]\ngrid_diagonal = 'five_ten_five'\n";

//
#[test]
fn diagonals_cost_as_much_as_any_step_or_every_second_one_twice() {
    let reaches = |rest: &str, dice: &str, strain: i64| {
        let rest = format!("{}movement = [{{ do = 'hold' }}]\n{rest}", plan("{ do = 'attack' }"));
        let pike = "weapons = [{ name = 'pike', reach_ft = 10 }]";
        let mut play = field(&[("A", [5, 5], pike)], &[("B", [7, 7], "")], &rest, dice);
        play.rounds(1);
        ends(play, "B", &[("strain", strain)]);
    };
    reaches("", "11", 1);
    reaches(ALTERNATING, "", 0);
}

//
#[test]
fn ways_around_others_cost_every_second_diagonal_step_twice() {
    // A runs at B; C, D and E are in the way. Its speed is so many squares.
    let runs = |squares: i32, rest: &str, x: i64, y: i64| {
        let rest = format!("{}{rest}", plan("{ do = 'move' }"));
        let a = format!("speed_ft = {}", 5 * squares);
        let wall = [("B", [9, 5], ""), ("C", [6, 5], ""), ("D", [6, 6], ""), ("E", [6, 4], "")];
        let mut play = field(&[("A", [5, 5], &a)], &wall, &rest, "");
        play.rounds(1);
        ends(play, "A", &[("x", x), ("y", y)]);
    };
    // A step down, a diagonal one past E, a diagonal one up again, a step: beside B after four, of which the second diagonal
    // one can cost two.
    runs(4, "", 8, 4);
    runs(4, ALTERNATING, 8, 3);
    runs(5, ALTERNATING, 8, 4);
}

// INJ-189, INJ-193, R-49
#[test]
fn shoves_and_drags_along_a_diagonal_go_as_far_as_the_feet_allow() {
    let trained = "skills = { athletics = 5 }\ntrained = ['athletics']";
    let pushes = |act: &str, rest: &str, dice: &str, values: &[(&str, i64)]| {
        let rest = format!("{}{rest}", plan(&format!("{{ do = '{act}' }}")));
        let mut play = field(&[("A", [8, 8], trained)], &[("B", [9, 9], "")], &rest, dice);
        play.rounds(1);
        ends(play, "B", values);
    };
    // 8 is a success without degrees, 13 one of one degree: 5 and 10 feet.
    pushes("shove", "", "13", &[("x", 11), ("y", 11)]);
    pushes("shove", ALTERNATING, "13", &[("x", 10), ("y", 10)]);
    pushes("shove", ALTERNATING, "18", &[("x", 11), ("y", 11)]);
    pushes("drag", "", "13", &[("x", 7), ("y", 7)]);
    pushes("drag", ALTERNATING, "13", &[("x", 8), ("y", 8)]);
}

// INJ-165, INJ-166, R-34
#[test]
fn squares_can_give_cover_to_whoever_stands_on_them_with_all_of_its_space() {
    let arena = |cover: &str| format!("[arena]\nwidth = 20\nheight = 20\ncover = [{cover}]\n");
    let bow = "weapons = [{ name = 'bow', kind = 'bow', hands = 2, range_increment_ft = 60 }]";
    let shot = |a: &str, at: [i32; 2], b: &str, cover: &str, dice: &str| {
        let rest = format!("{}movement = [{{ do = 'hold' }}]\n{}", plan("{ do = 'attack' }"), arena(cover));
        let mut play = field(&[("A", [1, 5], a)], &[("B", at, b)], &rest, dice);
        play.rounds(1);
        ends(play, "B", &[("strain", 1)]);
    };
    let wall = "{ at = [5, 5] }";
    shot(bow, [5, 5], "", wall, "12 20");
    shot(bow, [6, 5], "", wall, "12");
    shot(bow, [5, 5], "", "{ at = [5, 5], ranged = 'total' }", "12 20 20");
    shot(bow, [5, 5], "", "{ at = [5, 5], ranged = 'none', melee = 'total' }", "12");
    // Its own cover counts where it is better, and does not add up.
    shot(bow, [5, 5], "ranged_cover = 'total'", wall, "12 20 20");
    shot(bow, [5, 5], "ranged_cover = 'cover'", wall, "12 20");
    // A large one needs four squares of it.
    let large = "size = 'large'\ndex = 0";
    let four = "{ at = [5, 5] }, { at = [6, 5] }, { at = [5, 6] }, { at = [6, 6] }";
    shot(bow, [5, 5], large, four, "14 20");
    shot(bow, [5, 5], large, "{ at = [5, 5] }, { at = [6, 5] }, { at = [5, 6] }", "14");
    // At arm's length the other kind counts.
    shot("", [2, 5], "", "{ at = [2, 5], ranged = 'none', melee = 'cover' }", "11 20");
    shot("", [2, 5], "", "{ at = [2, 5], ranged = 'total' }", "11");
}

// INJ-165, R-34
#[test]
fn whoever_leaves_a_square_of_cover_has_it_no_longer() {
    let bow = "weapons = [{ name = 'bow', kind = 'bow', hands = 2, range_increment_ft = 100 }]";
    let rest = format!(
        "{}movement = [{{ do = 'hold' }}]\n[policy.b]\nplan = [{{ do = 'move', when = 'round == 1' }}]\n\
         [arena]\nwidth = 20\nheight = 20\ncover = [{{ at = [12, 5] }}]\n",
        plan("{ do = 'attack' }")
    );
    let mut play = field(&[("A", [1, 5], bow)], &[("B", [12, 5], "")], &rest, "12 20   12");
    play.rounds(2);
    ends(play, "B", &[("x", 6), ("strain", 2)]);
}
