//! Squares, borders, distances, concealment.

use super::{fabric, refused, warnings};
use crate::ground::{Direction, Ground, Location, Spot};

fn ground(arena: &str) -> Ground {
    fabric("", &format!("[arena]\n{arena}")).ground
}

fn spot(ground: &Ground, name: &str, height: i32) -> Spot {
    Spot { at: at(ground, name), height }
}

fn at(ground: &Ground, name: &str) -> Location {
    ground.find(name).unwrap_or_else(|| panic!("no {name}"))
}

// HEI-011
#[test]
fn the_grid_has_three_rows_and_columns_unless_the_arena_says_more() {
    let size = |ground: &Ground| (ground.columns, ground.rows, ground.squares.len());
    assert_eq!(size(&fabric("", "").ground), (3, 3, 9));
    assert_eq!(size(&ground("columns = 5")), (5, 3, 15));
    refused("", "[arena]\ncolumns = 2", "from 3 to 21");
    refused("", "[arena]\ncolumns = 9\nrows = 8", "at most 64");
}

// HEI-012
#[test]
fn squares_are_named_like_those_of_a_chessboard_and_the_middle_is_where_one_starts() {
    let ground = fabric("", "").ground;
    let names: Vec<&str> = ground.squares.iter().map(|square| square.name.as_str()).collect();
    assert_eq!(names, ["A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"]);
    assert_eq!(ground.square(fabric("", "").fighters[0].start.at).name, "B2");
    assert_eq!(ground.square(fabric("at = 'C1'", "").fighters[0].start.at).name, "C1");
    refused("at = 'D1'", "", "they are A1 to C3");
}

// HEI-015, HEI-016, HEI-019
#[test]
fn a_square_borders_those_above_beside_and_below_it() {
    let ground = fabric("", "").ground;
    let around = |name: &str| {
        let next = |direction| ground.neighbour(at(&ground, name), direction);
        Direction::ALL.map(|direction| next(direction).map(|at| ground.square(at).name.clone()).unwrap_or_default())
    };
    assert_eq!(around("B2"), ["B3", "C2", "B1", "A2"]);
    assert_eq!(around("A1"), ["A2", "B1", "", ""]);
    refused("", "[arena]\nborder = [{ between = ['A1', 'B2'] }]", "no border");
}

// HEI-017, HEI-018, HEI-248, HEI-251, HEI-253
#[test]
fn a_border_can_be_several_barriers_at_once() {
    let ground = ground("border = [{ between = ['B1', 'B2'], kinds = ['window', 'regular_door'], climb_cr = 3 }]");
    let (low, high) = (at(&ground, "B1"), at(&ground, "B2"));
    let number = ground.square(low).borders[Direction::Up as usize].expect("it is described");
    assert_eq!(ground.square(high).borders[Direction::Down as usize], Some(number));
    let border = &ground.borders[usize::from(number)];
    assert_eq!((border.limit, border.toughness, border.climb_cr), (Some(1), Some(2), Some(3)));
    assert_eq!(border.crossing.map(|(cr, _)| cr), Some(5));
    assert_eq!(ground.passage(low, Direction::Up, 0), None);
    assert_eq!(ground.passage(low, Direction::Up, 1 << number), Some(high));
    refused("", "[arena]\nborder = [{ between = ['A1', 'A2'], kinds = ['windw'] }]", "did you mean `window`");
    let twice = "[arena]\nborder = [{ between = ['A1', 'A2'] }, { between = ['A2', 'A1'] }]";
    refused("", twice, "described twice");
}

// HEI-045
#[test]
fn a_crossing_is_rolled_with_the_ability_for_climbing_unless_the_border_says_otherwise() {
    let of = |more: &str| {
        let fabric = fabric("", &format!("[arena]\nborder = [{{ between = ['A1', 'A2'], cr = 4{more} }}]"));
        let (cr, ability) = fabric.ground.borders[0].crossing.expect("it has one");
        (cr, fabric.abilities.rows[ability.index()].name.clone())
    };
    assert_eq!(of(""), (4, "agility".to_owned()));
    assert_eq!(of(", ability = 'survival'"), (4, "survival".to_owned()));
}

// HEI-119, HEI-120, HEI-121, R-26
#[test]
fn the_distance_of_a_shot_is_the_way_with_its_climbs() {
    let distance = |ground: &Ground, from: (&str, i32), to: (&str, i32)| {
        ground.distance(spot(ground, from.0, from.1), spot(ground, to.0, to.1), 0)
    };
    let plain = fabric("", "").ground;
    assert_eq!(distance(&plain, ("A1", 0), ("B2", 0)), Some(2));
    assert_eq!(distance(&plain, ("A1", 0), ("A1", 0)), Some(0));
    assert_eq!(distance(&plain, ("A1", 0), ("A1", 3)), Some(3));
    assert_eq!(distance(&plain, ("A1", 3), ("A1", 0)), Some(0));
    assert_eq!(distance(&plain, ("A1", 0), ("A2", 1)), Some(1));
    assert_eq!(distance(&plain, ("A1", 5), ("A2", 4)), Some(5));
    let wall = ground("square.B1 = { height = 4 }\nsquare.B2 = { height = 4 }\nsquare.B3 = { height = 2 }");
    assert_eq!(distance(&wall, ("A1", 0), ("B1", 4)), Some(5));
    assert_eq!(distance(&wall, ("B1", 4), ("A1", 0)), Some(1));
    assert_eq!(distance(&wall, ("A1", 0), ("C1", 0)), Some(2 + 4));
    assert_eq!(distance(&wall, ("A3", 0), ("C1", 0)), Some(4 + 2));
}

// HEI-253, R-26
#[test]
fn a_shot_goes_round_structures_that_stand_and_not_through_them() {
    let wall =
        "border = [{ between = ['A1', 'B1'], kinds = ['stone_wall'] }, { between = ['A2', 'B2'], kinds = ['stone_wall'] }";
    let open = ground(&format!("{wall}]"));
    let distance = |ground: &Ground, broken| ground.distance(spot(ground, "A1", 0), spot(ground, "B1", 0), broken);
    assert_eq!([distance(&open, 0), distance(&open, 0b10), distance(&open, 0b01)], [Some(5), Some(3), Some(1)]);
    let closed = ground(&format!("{wall}, {{ between = ['A3', 'B3'], toughness = 3 }}]"));
    assert_eq!(distance(&closed, 0), None);
    let straight = fabric("", &format!("[arena]\n{wall}]\n[rulings]\nshot_distance = 'manhattan'")).ground;
    assert_eq!(distance(&straight, 0), Some(1));
}

// HEI-246, HEI-247, HEI-255
#[test]
fn terrain_and_height_belong_to_a_whole_square() {
    let ground = ground("square.A2 = { difficult = true, height = -1 }");
    let square = ground.square(at(&ground, "A2"));
    assert_eq!((square.difficult, square.height), (true, -1));
    assert!(!ground.square(at(&ground, "A1")).difficult);
    refused("", "[arena]\nsquare.A9 = { difficult = true }", "no square `A9`");
}

// HEI-271, HEI-272
#[test]
fn objects_conceal_against_all_or_against_some_squares() {
    let ground =
        ground("square.B2 = { objects = [{ name = 'crate' }, { name = 'wall', value = 4, height = 3, from = ['A1', 'A2'] }] }");
    let covers = &ground.square(at(&ground, "B2")).covers;
    assert_eq!((covers[0].value, covers[0].height, covers[0].from), (2, 1, u64::MAX));
    assert_eq!((covers[1].value, covers[1].height, covers[1].from), (4, 3, 0b1001));
    refused("", "[arena]\nsquare.B2 = { objects = [{ name = 'wall' }] }", "needs `value` and `height`");
    let a = |cover: &str| format!("at = 'B2', cover = '{cover}'");
    assert_eq!(fabric(&a("crate"), "[arena]\nsquare.B2 = { objects = [{ name = 'crate' }] }").fighters[0].start.cover, Some(0));
    refused(&a("merlon"), "[arena]\nsquare.B2 = { objects = [{ name = 'crate' }] }", "no `merlon` in B2");
}

// HEI-273, HEI-274, HEI-275, HEI-276, HEI-277
#[test]
fn darkness_and_weather_conceal_except_near_lights_and_under_roofs() {
    let murk = |ground: &Ground, name: &str| ground.murk(1, at(ground, name)).all;
    let arena = "darkness = 3\nweather = 1\nsquare.A1 = { light = 'torch' }\nsquare.C2 = { roof = true }";
    let night = ground(arena);
    assert_eq!(["A1", "A2", "B1", "B2", "C2"].map(|name| murk(&night, name)), [1, 1, 1, 4, 3]);
    let fire = ground("darkness = 2\nsquare.A1 = { light = 'campfire' }");
    assert_eq!(["A1", "B2", "A3", "C2"].map(|name| murk(&fire, name)), [0, 0, 0, 2]);
    refused("", "[arena]\ndarkness = 4", "complete blindness is 3");
}

//
#[test]
fn darkness_and_weather_add_up_unless_the_larger_one_counts() {
    let arena = "[arena]\ndarkness = 2\nweather = 1\n[rulings]\nconcealment_stack = 'max'";
    assert_eq!(fabric("", arena).ground.murk(1, Location(0)).all, 2);
}

// HEI-114, HEI-171
#[test]
fn who_cannot_hide_or_is_alone_in_its_cluster_is_told_so() {
    let none = Vec::<String>::new();
    let crates = "[arena]\nsquare.B2 = { objects = [{ name = 'crate' }] }";
    assert_eq!(warnings("hidden = true", crates), none);
    assert_eq!(warnings("hidden = true", "[arena]\ndarkness = 1"), none);
    let seen = ["it cannot hide in B2, and begins seen".to_owned()];
    assert_eq!(warnings("hidden = true", ""), seen);
    assert_eq!(warnings("hidden = true", "[arena]\nsquare.A1 = { objects = [{ name = 'crate' }] }"), seen);
    assert_eq!(warnings("cluster = 3", ""), ["it begins in a cluster of its own, which is none"]);
    assert_eq!(warnings("cluster = 3, count = 2", ""), none);
}
