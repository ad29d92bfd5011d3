//! Tests of drawings: the numbers that stand in the SVG, read back.
//!
//! Owns a reader of drawings that knows texts, marks and rectangles, and one test for each way in which a drawing was wrong once.
//! Start at [`Seen`].

use crate::report::chart::{self, WIDTHS};
use crate::report::document::{Origin, Study as _};
use crate::report::figure::{Figure, Kind};
use crate::report::heat::Heat;
use crate::report::plot::{Named, Panel, Shape, Spread};
use crate::report::sweep::ribbon::Ribbons;
use crate::report::table::Table;
use crate::report::tune::TuneReport;
use frame::analysis::grid::Axis;
use frame::analysis::tune::{Target, TargetSide, Try, TuneEnd, TuneSearch};
use frame::stats::{Interval, Level};

/// A text of a drawing with the box that it takes up, from left to right and from top to bottom.
#[derive(Clone, PartialEq, Debug)]
struct Word {
    text: String,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// The parts of a drawing that are seen.
struct Seen {
    width: f64,
    words: Vec<Word>,
    /// Circles: place, radius, colour.
    circles: Vec<(f64, f64, f64, String)>,
    /// Rectangles: left, top, width, height, colour, opacity.
    boxes: Vec<(f64, f64, f64, f64, String, f64)>,
}

/// The attribute of an element as it is written.
fn attribute<'a>(element: &'a str, name: &str) -> &'a str {
    let found = element.split(&format!(" {name}=\"")).nth(1).and_then(|rest| rest.split('"').next());
    found.unwrap_or_else(|| panic!("no {name} in {element}"))
}

/// The attribute of an element as a number.
fn number(element: &str, name: &str) -> f64 {
    let text = attribute(element, name);
    text.parse().unwrap_or_else(|_| panic!("{name} of {element} is no number"))
}

impl Seen {
    fn of(svg: &str) -> Self {
        let (mut words, mut circles, mut boxes) = (Vec::new(), Vec::new(), Vec::new());
        for element in svg.split('<').skip(1) {
            let (tag, inside) = element.split_once('>').unwrap_or((element, ""));
            match tag.split(' ').next() {
                Some("text") if !inside.trim().is_empty() => {
                    let text = inside.trim().replace("&amp;", "&");
                    let (x, y, size) = (number(tag, "x"), number(tag, "y"), number(tag, "font-size"));
                    // Half the height is what letters of a browser are wide on the average, digits a little more.
                    let wide = text.chars().count() as f64 * size * 0.5;
                    let left = match attribute(tag, "text-anchor") {
                        "end" => x - wide,
                        "middle" => x - wide / 2.0,
                        _ => x,
                    };
                    words.push(Word { text, left, right: left + wide, top: y - size * 0.4, bottom: y + size * 0.4 });
                }
                Some("circle") => {
                    let colour = if tag.contains("fill=\"none\"") { "stroke" } else { "fill" };
                    let colour = attribute(tag, colour).to_owned();
                    circles.push((number(tag, "cx"), number(tag, "cy"), number(tag, "r"), colour));
                }
                Some("rect") if !tag.contains("fill=\"none\"") => {
                    let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| number(tag, name));
                    boxes.push((x, y, width, height, attribute(tag, "fill").to_owned(), number(tag, "opacity")));
                }
                _ => {}
            }
        }
        Seen { width: number(svg, "width"), words, circles, boxes }
    }

    /// The texts whose right end is here: ticks of a vertical axis.
    fn ticks_at(&self, right: f64) -> Vec<&Word> {
        self.words.iter().filter(|word| (word.right - right).abs() < 1e-6).collect()
    }

    fn says(&self, text: &str) -> bool {
        self.words.iter().any(|word| word.text == text)
    }

    /// Texts that reach beyond the drawing, and pairs that lie on each other.
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (index, word) in self.words.iter().enumerate() {
            if word.left < 0.0 || word.right > self.width {
                faults.push(format!("`{}` is cut", word.text));
            }
            for other in &self.words[..index] {
                let wide = word.right.min(other.right) - word.left.max(other.left);
                let high = word.bottom.min(other.bottom) - word.top.max(other.top);
                if wide > 1.0 && high > 1.0 {
                    faults.push(format!("`{}` lies on `{}`", word.text, other.text));
                }
            }
        }
        faults
    }
}

fn table() -> Table {
    Table { title: String::new(), rows_are: "what", columns: Vec::new(), rows: Vec::new(), headline: false }
}

fn drawn(shape: Shape, width: u32) -> Seen {
    let panel = Panel { title: String::new(), shape, table: table() };
    Seen::of(&chart::draw(&panel, width).expect("a drawing"))
}

fn figure(value: f64, low: f64, high: f64, kind: Kind) -> Figure {
    Figure { value, low, high, exact: false, n: 10_000, kind }
}

fn share(value: f64) -> Figure {
    figure(value, value * 0.99, (value * 1.01).min(1.0), Kind::Share(Some((value * 1e4) as u64)))
}

fn of_side(name: &str) -> Named {
    Named { name: name.into(), side: Some(0), person: None }
}

fn spread(amount: f64) -> Spread {
    let of = |value| figure(value, value, value, Kind::Mean);
    Spread { mean: of(amount), low: of(amount - amount.abs() / 2.0), high: of(amount) }
}

fn ribbons(points: &[&str], amounts: &[f64]) -> Seen {
    let lines = vec![(of_side("Ada"), amounts.iter().map(|&amount| spread(amount)).collect())];
    let points = points.iter().map(|&point| point.to_owned()).collect();
    drawn(Shape::Ribbons { axis: "round".into(), points, lines }, WIDTHS[0])
}

/// Fails unless ticks are different numbers, each as high as its number says.
fn stand_where_they_say(ticks: &[&Word], unit: &str) {
    let numbers: Vec<(f64, f64)> = ticks
        .iter()
        .map(|tick| {
            let text = tick.text.trim_end_matches(unit).replace(',', "");
            (text.parse().unwrap_or_else(|_| panic!("{} is no number", tick.text)), f64::midpoint(tick.top, tick.bottom))
        })
        .collect();
    assert!(numbers.len() >= 3, "{ticks:?}");
    let (first, last) = (numbers[0], numbers[numbers.len() - 1]);
    assert!(numbers.windows(2).all(|pair| pair[0].0 < pair[1].0), "{numbers:?}");
    for (number, height) in &numbers {
        let due = first.1 + (number - first.0) / (last.0 - first.0) * (last.1 - first.1);
        assert!((height - due).abs() <= 1.5, "{number} stands at {height} instead of {due}");
    }
}

#[test]
fn ticks_are_different_numbers_and_stand_where_they_say() {
    for most in [0.4, 1.0, 1.3, 2.0, 3.5, 6.9, 7.0, 12.0, 20.0, 57.0, 1234.0] {
        stand_where_they_say(&ribbons(&["1", "2", "3"], &[most, most / 2.0, most / 3.0]).ticks_at(50.0), "");
    }
    for most in [0.0007, 0.004, 0.03, 0.25, 0.8] {
        let bars = (0..3).map(|bar| (bar.to_string(), share(most / f64::from(1 + bar)))).collect();
        let seen = drawn(Shape::Bars { axis: "HP".into(), side: None, bars }, WIDTHS[0]);
        stand_where_they_say(&seen.ticks_at(50.0), " %");
    }
    for (low, high) in [(0.49, 0.503), (0.1, 0.9)] {
        let ribbons = Ribbons { close: true, ..tried(&[low, high], &[None, None]) };
        stand_where_they_say(&Seen::of(&ribbons.draw().expect("a drawing")).ticks_at(56.0), " %");
    }
}

#[test]
fn a_fan_has_its_median_in_the_middle_of_its_bands() {
    let fan = |amounts: [f64; 5]| amounts.map(|amount| figure(amount, amount, amount, Kind::Whole));
    let points = [("1", [0.0, 2.0, 4.0, 6.0, 8.0]), ("2", [-2.0, 0.0, 1.0, 2.0, 4.0]), ("5", [0.0, 0.0, 0.0, 1.0, 3.0])];
    let points = points.map(|(name, amounts)| (name.to_owned(), fan(amounts))).to_vec();
    let seen = drawn(Shape::Fan { axis: "after fight".into(), of: "days", side: Some(0), points }, 360);
    assert_eq!(seen.faults(), Vec::<String>::new());
    let ticks = seen.ticks_at(50.0);
    stand_where_they_say(&ticks, "");
    let height = |number: &str| {
        let tick = ticks.iter().find(|tick| tick.text == number).unwrap_or_else(|| panic!("no tick {number}: {ticks:?}"));
        f64::midpoint(tick.top, tick.bottom)
    };
    assert_eq!(seen.circles.len(), 3);
    assert!((seen.circles[0].1 - height("4")).abs() <= 1.5 && (seen.circles[2].1 - height("0")).abs() <= 1.5);
    let [one, two, five] = [0, 1, 2].map(|point| seen.circles[point].0);
    assert!(((five - two) - 3.0 * (two - one)).abs() <= 3.0, "{one}, {two}, {five}");
}

#[test]
fn an_axis_of_rounds_names_each_round_once() {
    for last in 1..40_usize {
        let figures = (0..=last).map(|round| share(1.0 - round as f64 / 50.0)).collect();
        let seen = drawn(Shape::Lines { axis: "round".into(), lines: vec![(of_side("Ada"), figures)] }, WIDTHS[0]);
        let bottom = seen.words.iter().filter(|word| word.text.parse::<u32>().is_ok()).collect::<Vec<_>>();
        let mut names: Vec<&str> = bottom.iter().map(|word| word.text.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert!(names.len() == bottom.len() && names.len() >= 2, "{last} rounds: {bottom:?}");
    }
}

#[test]
fn amounts_below_nothing_lie_inside_of_the_axes() {
    let seen = ribbons(&["1", "2"], &[3.0, -2.0]);
    stand_where_they_say(&seen.ticks_at(50.0), "");
    let deepest = seen.circles.iter().map(|circle| circle.1).fold(0.0, f64::max);
    let lowest = seen.ticks_at(50.0).iter().map(|tick| tick.bottom).fold(0.0, f64::max);
    assert!(deepest <= lowest + 12.0, "a mark at {deepest}, the axis ends at {lowest}");
}

#[test]
fn points_stand_as_far_apart_as_their_numbers() {
    let points = ["1", "2", "3", "4", "5", "6", "8", "10", "15", "20"];
    let seen = ribbons(&points, &[4.0; 10]);
    // The first mark is the one of the legend.
    let marks: Vec<f64> = seen.circles.iter().map(|circle| circle.0).filter(|&x| x > 40.0).collect();
    assert_eq!(marks.len(), points.len(), "{:?}", seen.circles);
    let number = |index: usize| points[index].parse::<f64>().expect("a number");
    for index in 0..points.len() {
        let due = marks[0] + (number(index) - 1.0) / 19.0 * (marks[9] - marks[0]);
        assert!((marks[index] - due).abs() <= 1.5, "round {} stands at {} instead of {due}", points[index], marks[index]);
        let label = seen.words.iter().find(|word| word.text == points[index] && word.left > 50.0);
        assert!(label.is_none_or(|word| (f64::midpoint(word.left, word.right) - marks[index]).abs() < 4.0), "{label:?}");
    }
}

#[test]
fn persons_share_one_scale_of_shades() {
    let heat = |value: f64| {
        let rows = vec![("head".to_owned(), vec![share(value), share(value / 3.0)])];
        let columns = vec!["1 and more".to_owned(), "2 and more".to_owned()];
        let seen = drawn(Shape::Heat { columns, rows, most: 0.9 }, WIDTHS[0]);
        assert_eq!(seen.faults(), Vec::<String>::new());
        seen.boxes.iter().map(|shade| shade.5).collect::<Vec<f64>>()
    };
    let (much, little) = (heat(0.9), heat(0.09));
    assert!((much[0] - 10.0 * little[0]).abs() < 0.02, "{much:?} {little:?}");
    assert!((much[0] - 3.0 * much[1]).abs() < 0.02, "{much:?}");
}

#[test]
fn a_map_is_read_on_a_dark_page_as_on_a_light_one() {
    let cell = |value: f64| Some((Interval::around(value, 0.01), format!("{value:.2}"), String::new()));
    let heat = Heat {
        axes: [String::new(), String::new()],
        rows: vec!["row".into()],
        columns: [0, 1, 2, 3, 4].map(|column| column.to_string()).to_vec(),
        cells: vec![[0.0, 0.25, 0.5, 0.75, 1.0].map(cell).to_vec()],
        target: Some(0.5),
        reach: None,
    };
    let svg = heat.draw().expect("a drawing");
    let shades: Vec<f64> = Seen::of(&svg).boxes.iter().map(|shade| shade.5).collect();
    // The page shines through, so that no cell is white in the dark; the middle has no shade, and each other cell tells its value.
    assert_eq!(shades.len(), 4, "{svg}");
    assert!((shades[0] - 2.0 * shades[1]).abs() < 0.02 && (shades[3] - 2.0 * shades[2]).abs() < 0.02, "{shades:?}");
    assert!(shades.iter().all(|opacity| *opacity < 0.6), "{shades:?}");
    assert!(!svg.contains("#FFFFFF") && !include_str!("../../templates/style.html").contains("filter:"));
}

#[test]
fn no_two_levels_or_persons_of_a_drawing_have_one_colour() {
    let up_to = |level: usize| share((level as f64 + 1.0) / 10.0);
    let levels: Vec<String> = (0..10).map(|level| format!("level {level}")).collect();
    let rows = vec![("Ada".to_owned(), (0..10).map(up_to).collect())];
    let seen = drawn(Shape::Levels { levels, rows, open: false }, WIDTHS[0]);
    let mut colours: Vec<&String> =
        seen.boxes.iter().filter(|shade| shade.2 == 20.0 && shade.5 == 1.0).map(|one| &one.4).collect();
    assert_eq!(colours.len(), 10);
    colours.sort_unstable();
    colours.dedup();
    assert_eq!(colours.len(), 10, "{colours:?}");
    let classes: Vec<String> =
        (0..6).map(|person| chart::class(&Named { name: String::new(), side: Some(0), person: Some(person) })).collect();
    assert!((1..6).all(|person| !classes[..person].contains(&classes[person])), "{classes:?}");
}

#[test]
fn areas_fill_all_of_their_drawing_and_the_one_that_says_nothing_of_harm_is_open() {
    let levels = || ["fresh", "hurt", "down", "away"].map(str::to_owned).to_vec();
    let rounds = vec![vec![1.0, 0.0, 0.0, 0.0], vec![0.5, 0.25, 0.0, 0.25], vec![0.25, 0.25, 0.5, 0.0]];
    for (rounds, last) in [(rounds, "2"), (vec![vec![1.0, 0.0, 0.0, 0.0]], "1")] {
        for width in [360, WIDTHS[0]] {
            let shape = Shape::Areas { axis: "round".into(), levels: levels(), rounds: rounds.clone(), open: true };
            let panel = Panel { title: String::new(), shape, table: table() };
            let svg = chart::draw(&panel, width).expect("a drawing");
            let seen = Seen::of(&svg);
            assert_eq!(seen.faults(), Vec::<String>::new());
            assert!(seen.says("fresh") && seen.says("away") && seen.says(last) && seen.says("100 %"), "{:?}", seen.words);
            let marks: Vec<f64> = seen.boxes.iter().filter(|one| one.2 == 20.0).map(|one| one.5).collect();
            assert_eq!(marks, [1.0; 3], "the last one is open: {:?}", seen.boxes);
            // Each area ends where the next one begins, and the last one at the top.
            let tick =
                |text: &str| seen.words.iter().find(|word| word.text == text).map(|word| f64::midpoint(word.top, word.bottom));
            let highest = svg.split("<polyline").skip(1).flat_map(|one| attribute(one, "points").split_whitespace());
            let heights = highest.filter_map(|point| point.split(',').nth(1)?.parse::<f64>().ok());
            let top = heights.fold(f64::INFINITY, f64::min);
            assert!(tick("100 %").is_some_and(|tick| (tick - top).abs() <= 2.0), "{top}: {svg}");
        }
    }
}

#[test]
fn names_and_numbers_are_whole() {
    let all = figure(1.0, 0.999_989_2, 1.0, Kind::Share(None));
    let long = "none: blows taken without a reaction";
    for width in WIDTHS {
        let rows = vec![(of_side(long), all), (of_side("killed by the head"), share(0.5)), (of_side("block"), share(0.25))];
        let seen = drawn(Shape::Dots(rows), width);
        assert!(seen.says(long) && seen.says("killed by the head") && seen.says(&all.short()), "{:?}", seen.words);
        assert_eq!(seen.faults(), Vec::<String>::new());
        // A half is in the middle between none and all.
        let [none, half, whole] = ["0 %", "50 %", "100 %"].map(|tick| seen.words.iter().find(|word| word.text == tick));
        let middle = |word: Option<&Word>| word.map_or(f64::NAN, |word| f64::midpoint(word.left, word.right));
        let mark = seen.circles.iter().find(|circle| (circle.0 - middle(whole)).abs() > 20.0).expect("a mark");
        if half.is_some() {
            assert!((mark.0 - middle(half)).abs() <= 1.5);
        }
        assert!((mark.0 - f64::midpoint(middle(none), middle(whole))).abs() <= 1.5, "{mark:?}");
    }
    let rows = || {
        vec![
            ("Iselin of the northern march".to_owned(), vec![share(0.3), share(1.0)]),
            ("Bo".to_owned(), vec![share(0.6), share(1.0)]),
        ]
    };
    for width in [360, WIDTHS[0]] {
        let levels = vec!["none".to_owned(), "some".to_owned()];
        let seen = drawn(Shape::Levels { levels, rows: rows(), open: width == 360 }, width);
        assert!(seen.says("Iselin of the northern march") && seen.says("Bo"), "{:?}", seen.words);
        assert_eq!(seen.faults(), Vec::<String>::new());
    }
}

#[test]
fn labels_do_not_lie_on_each_other() {
    for labels in [vec!["0", "1 and more"], vec!["below 3", "3", "4", "5", "6", "7 and more"], vec!["12 to 13"; 40]] {
        for width in [360, WIDTHS[0], WIDTHS[1]] {
            let bars = || labels.iter().map(|&label| (label.to_owned(), share(1.0 / labels.len() as f64)));
            let seen = drawn(Shape::Bars { axis: "HP left".into(), side: None, bars: bars().collect() }, width);
            assert_eq!(seen.faults(), Vec::<String>::new(), "{width}");
            assert!(seen.says(labels[0]));
            let bars = bars().map(|(label, figure)| (label, vec![figure.value])).collect();
            let parts = vec![of_side("the party of the long name that nobody can read in one go won")];
            let seen = drawn(Shape::Stacked { axis: "rounds".into(), parts, bars }, width);
            assert_eq!(seen.faults(), Vec::<String>::new(), "{width}");
        }
    }
}

/// Two lines over the same values, of which the second knows some alone.
fn tried(first: &[f64], second: &[Option<f64>]) -> Ribbons {
    let around = |value: f64| Interval::around(value, 0.004);
    let line = |values: &[Option<f64>]| values.iter().map(|value| value.map(around)).collect::<Vec<_>>();
    Ribbons {
        axis: "hp_max".into(),
        ticks: (0..first.len()).map(|place| (place as f64, place.to_string())).collect(),
        joined: true,
        lines: vec![
            ("search".into(), first.iter().map(|&value| Some(around(value))).collect()),
            ("fresh fights".into(), line(second)),
        ],
        unit: None,
        targets: vec![0.5],
        stretches: Vec::new(),
        close: false,
    }
}

#[test]
fn marks_of_the_search_and_of_fresh_fights_stand_beside_each_other() {
    let drawing = tried(&[0.2, 0.49, 0.51, 0.8], &[None, Some(0.495), Some(0.505), None]).draw().expect("a drawing");
    let search: Vec<f64> = Seen::of(&drawing).circles.iter().map(|circle| circle.0).filter(|&x| x > 40.0).collect();
    assert_eq!(search.len(), 4, "{search:?}");
    // The marks of the second line are triangles.
    let corners = drawing.split("<polygon").skip(1).filter(|one| attribute(one, "opacity") == "1");
    let fresh: Vec<f64> = corners
        .map(|one| {
            let x: Vec<f64> = attribute(one, "points").split_whitespace().map(number_before_comma).collect();
            x.iter().sum::<f64>() / x.len() as f64
        })
        .filter(|&x| x > 200.0)
        .collect();
    assert_eq!(fresh.len(), 2, "{drawing}");
    let nearest = |x: &f64| search.iter().map(|mark| (mark - x).abs()).fold(f64::INFINITY, f64::min);
    assert!(fresh.iter().all(|x| nearest(x) >= 10.0), "{search:?} and {fresh:?}");
}

fn number_before_comma(point: &str) -> f64 {
    point.split(',').next().and_then(|x| x.parse().ok()).unwrap_or_else(|| panic!("{point} is no point"))
}

#[test]
fn values_near_the_target_are_seen_closely_where_their_marks_would_touch() {
    let report = |values: &[usize]| {
        let one = |&value: &usize| Try {
            value,
            fights: 1000,
            interval: Interval::around(0.3 + value as f64 / 250.0, 0.01),
            side: TargetSide::Below,
            sure: true,
        };
        TuneReport {
            origin: Origin::made_up(""),
            axis: Axis::read("hp_max=0..100").expect("an axis"),
            outcome: "win(a)".into(),
            unit: None,
            target: Target { low: 0.5, high: 0.5 },
            search: TuneSearch { found: TuneEnd::Between(49, 50), tries: values.iter().map(one).collect() },
            level_of_search: Level::default(),
            confirmed: Vec::new(),
            interrupted: false,
        }
    };
    let pictures = report(&[0, 25, 44, 47, 49, 50, 53, 100]).sheet().expect("a sheet").pictures;
    assert_eq!(pictures.len(), 2);
    let seen = Seen::of(&pictures[1].svg);
    let shown = ["44", "47", "49", "50", "53", "100"].map(|value| seen.says(value));
    assert_eq!(shown, [false, true, true, true, true, false], "{:?}", seen.words);
    assert_eq!(report(&[0, 25, 50, 75, 100]).sheet().expect("a sheet").pictures.len(), 1);
}
