//! The ground: the grid of locations with heights, borders, concealment and light, as a designer writes it and as the rules
//! read it.
//!
//! Owns the arena part of a scenario, its checks, and geometry: neighbours, borders, distances, murk. Where combatants are,
//! how many have crossed a border and what has been broken is state, and not here. Start at [`ArenaText`], then [`Ground`].

use std::collections::BTreeMap;

use frame::rules::declare::{section, words};
use frame::scenario::{Complaints, Document};

use super::abilities::{Abilities, AbilityId};
use super::book::Book;
use super::rulings::{ConcealmentStack, Rulings, ShotDistance};

section! {
    /// The grid of locations.
    ArenaText {
        /// Columns of squares, named by letters from A on; without it, the book's. Columns times rows are at most 64. [HEI-011]
        #[schemars(range(min = 3, max = 21))]
        columns: Option<u8> = None,
        /// Rows of squares, numbered from 1 on; without it, the book's. [HEI-011]
        #[schemars(range(min = 3, max = 21))]
        rows: Option<u8> = None,
        /// Concealment that darkness gives everywhere. [HEI-273, HEI-278]
        #[schemars(range(min = 0, max = 20))]
        darkness: u8 = 0,
        /// Concealment that extreme weather gives everywhere. [HEI-273, HEI-278]
        #[schemars(range(min = 0, max = 20))]
        weather: u8 = 0,
        /// Squares that are more than level ground, by their names: `B2`. [HEI-012]
        square: BTreeMap<String, SquareText> = BTreeMap::new(),
        /// Borders that are more than a line. [HEI-017]
        border: Vec<BorderText> = Vec::new(),
        /// Darkness that falls or lifts and weather that turns while a fight goes on. [HEI-041, HEI-273]
        change: Vec<ChangeText> = Vec::new(),
    }

    /// A change of light and weather in the middle of a fight.
    ChangeText {
        /// The round of a fight with whose beginning it comes. [HEI-273]
        #[schemars(range(min = 2, max = 1000))]
        round: u16,
        /// Concealment that darkness gives everywhere from then on; without it, as before. [HEI-273, HEI-278]
        #[schemars(range(min = 0, max = 20))]
        darkness: Option<u8> = None,
        /// Concealment that extreme weather gives everywhere from then on; without it, as before. [HEI-273, HEI-278]
        #[schemars(range(min = 0, max = 20))]
        weather: Option<u8> = None,
    }

    /// A square that is more than level ground.
    SquareText {
        /// Its height. [HEI-255]
        #[schemars(range(min = -100, max = 100))]
        height: i8 = 0,
        /// True if its terrain is difficult. [HEI-246, HEI-247]
        difficult: bool = false,
        /// True if it has a roof, which keeps the weather off. [HEI-275]
        roof: bool = false,
        /// A light in it. [HEI-274]
        light: Option<LightSource> = None,
        /// The surface, of the book's, on which one climbs inside it; without it, one cannot. [HEI-167, HEI-270]
        surface: Option<String> = None,
        /// The height of the top of that surface above the ground of the square; without it, that of the highest object there or of the
        /// combatant that begins highest, else the book's. [HEI-167, R-81]
        #[schemars(range(min = 1, max = 100))]
        top: Option<u8> = None,
        /// Objects that conceal. [HEI-272]
        objects: Vec<ObjectText> = Vec::new(),
    }
}

words! {
    /// A light. [HEI-274]
    LightSource {
        /// A torch.
        Torch,
        /// A camp fire.
        Campfire,
    }
}

section! {
    /// An object that conceals. [HEI-278]
    ObjectText {
        /// The kind of object in the book, or any name with its own numbers. [HEI-278]
        #[schemars(length(min = 1))]
        name: String,
        /// Points that it takes off the consistency; without it, as the book says. [HEI-278]
        #[schemars(range(min = 0, max = 20))]
        value: Option<u8> = None,
        /// The height; without it, as the book says. [HEI-278]
        #[schemars(range(min = 0, max = 100))]
        height: Option<u8> = None,
        /// Squares against which it conceals; without any, against all. [HEI-271]
        from: Vec<String> = Vec::new(),
    }

    /// A border that is more than a line: a door, a wall, a river.
    BorderText {
        /// The two squares between which it lies. [HEI-016]
        between: [String; 2],
        /// The kinds of border, by names from the book's tables of limits, crossings, toughness and surfaces; each name counts in
        /// every table that has it: a `window` has a limit and a challenge. [HEI-018, HEI-250, HEI-252, HEI-254, HEI-270]
        kinds: Vec<String> = Vec::new(),
        /// The number of combatants that can cross it; without it, as its kinds say. [HEI-248]
        #[schemars(range(min = 0, max = 64))]
        limit: Option<u8> = None,
        /// The challenge requirement of crossing it; without it, as its kinds say. [HEI-251]
        #[schemars(range(min = 0, max = 100))]
        cr: Option<u8> = None,
        /// The ability rolled to cross it; without it, the one for climbing. [HEI-045, HEI-251]
        ability: Option<String> = None,
        /// Toughness of the structure that bars it; without it, as its kinds say. [HEI-253]
        #[schemars(range(min = 1, max = 1000))]
        toughness: Option<u8> = None,
        /// The challenge requirement of climbing along it, 0 for none; without it, as its kinds say. [HEI-260, HEI-270]
        #[schemars(range(min = 0, max = 100))]
        climb_cr: Option<u8> = None,
    }
}

words! {
    /// A direction on the grid. [HEI-016, HEI-019, R-20]
    Direction {
        /// To the next higher row.
        Up,
        /// To the next column.
        Right,
        /// To the next lower row.
        Down,
        /// To the column before.
        Left,
    }
}

impl Direction {
    /// Columns and rows of a step (HEI-016, HEI-019).
    #[inline]
    #[must_use]
    pub fn step(self) -> (i8, i8) {
        match self {
            Direction::Up => (0, 1),
            Direction::Right => (1, 0),
            Direction::Down => (0, -1),
            Direction::Left => (-1, 0),
        }
    }
}

/// A location and a height there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    /// The location.
    pub at: Location,
    /// The height.
    pub height: i32,
}

/// A location: the number of its square, row by row from A1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Location(pub u8);

impl Location {
    /// The most locations of a grid.
    pub const MOST: usize = 64;

    /// The location as an index.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The location as a set of one.
    #[inline]
    #[must_use]
    pub fn bit(self) -> u64 {
        1 << self.0
    }
}

/// An object that conceals, ready for use.
#[derive(Clone, Debug)]
pub struct Cover {
    /// Its name.
    pub name: String,
    /// Points that it takes off the consistency.
    pub value: i32,
    /// Its height.
    pub height: i32,
    /// The locations against which it conceals, as a set.
    pub from: u64,
}

/// A location, ready for use.
#[derive(Clone, Debug)]
pub struct Square {
    /// Its name.
    pub name: String,
    /// Its height.
    pub height: i32,
    /// True if its terrain is difficult.
    pub difficult: bool,
    /// True if a light that stands on the ground reaches it.
    pub lit: bool,
    /// Challenge requirement of climbing inside it, 0 for none; without it, one cannot climb there.
    pub climb_cr: Option<i32>,
    /// The height above its ground at which a climb inside it ends.
    pub top: i32,
    /// The covers that one can hide behind.
    pub covers: Vec<Cover>,
    /// Its borders by direction: index into [`Ground::borders`]; without it, a plain one or the edge of the grid.
    pub borders: [Option<u8>; 4],
}

/// A border that is more than a line, ready for use.
#[derive(Clone, Debug)]
pub struct Border {
    /// The locations between which it lies.
    pub between: [Location; 2],
    /// The number of combatants that can cross it.
    pub limit: Option<u8>,
    /// Challenge requirement of crossing it, and the ability for it.
    pub crossing: Option<(i32, AbilityId)>,
    /// Toughness of the structure that bars it.
    pub toughness: Option<u16>,
    /// Challenge requirement of climbing along it, 0 for none; without it, one cannot climb there.
    pub climb_cr: Option<i32>,
}

/// What darkness and weather conceal in a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Murk {
    /// Concealment by both, by the lights that stand on the ground.
    pub all: i32,
    /// Concealment by weather alone, which is all where a light that is carried reaches.
    pub weather: i32,
}

/// Darkness and weather everywhere, from a round on.
#[derive(Clone, Debug)]
struct Sky {
    from: u16,
    by_square: Vec<Murk>,
}

/// The ground of a scenario, ready for use. Borders are told apart in state by their index, below [`Ground::BORDERS_MOST`].
#[derive(Clone, Debug)]
pub struct Ground {
    /// Columns.
    pub columns: u8,
    /// Rows.
    pub rows: u8,
    /// All locations.
    pub squares: Vec<Square>,
    /// The borders that are more than a line.
    pub borders: Vec<Border>,
    /// Darkness and weather from round 1 on, and after each change.
    skies: Vec<Sky>,
    /// True if darkness or weather ever conceals a combatant.
    murky: bool,
    /// True if the rulings count distances by columns and rows alone.
    manhattan: bool,
    /// True if nothing is high or barred, so that only the target's own height can add to that.
    even: bool,
    /// The difference of height that is walked freely.
    free_step: i32,
}

impl Ground {
    /// The most borders that are more than a line.
    pub const BORDERS_MOST: usize = 128;

    /// True if anything can be climbed.
    pub fn climbs(&self) -> bool {
        let squares = self.squares.iter().any(|square| square.climb_cr.is_some() || square.height > 0);
        squares || self.objects() || self.borders.iter().any(|border| border.climb_cr.is_some())
    }

    /// True if a combatant could hide anywhere.
    pub fn hides(&self) -> bool {
        self.murky || self.objects()
    }

    /// True if darkness or weather ever conceals a combatant.
    #[inline]
    pub fn is_murky(&self) -> bool {
        self.murky
    }

    /// What darkness and weather conceal in a square in this round of a fight, or before it (HEI-273).
    #[inline]
    pub fn murk(&self, round: u16, at: Location) -> Murk {
        let sky = self.skies.iter().rev().find(|sky| sky.from <= round.max(1));
        sky.map_or(Murk::default(), |sky| sky.by_square[at.index()])
    }

    /// Sets what conceals everywhere, for questions about dice.
    pub(super) fn darken(&mut self, all: i32) {
        self.skies.iter_mut().flat_map(|sky| &mut sky.by_square).for_each(|murk| murk.all = all);
        self.murky = all > 0;
    }

    /// The last round with which darkness or weather changes.
    pub fn last_change(&self) -> u16 {
        self.skies.iter().map(|sky| sky.from).max().unwrap_or(1)
    }

    /// True if darkness or weather changes with this round.
    pub fn changes_in(&self, round: u16) -> bool {
        round > 1 && self.skies.iter().any(|sky| sky.from == round)
    }

    /// True if objects stand anywhere.
    pub fn objects(&self) -> bool {
        self.squares.iter().any(|square| !square.covers.is_empty())
    }

    /// The ground of a scenario; without an arena it is level, of the book's size (HEI-011, HEI-276). What is wrong goes to
    /// `complaints`.
    pub fn new(document: &Document<super::Heimr>, abilities: &Abilities, complaints: &mut Complaints) -> Self {
        let (book, rulings) = (&document.book, &document.rulings);
        let plain = ArenaText::default();
        let text = document.arena.as_ref().unwrap_or(&plain);
        let (mut columns, mut rows) = (text.columns.unwrap_or(book.grid.columns), text.rows.unwrap_or(book.grid.rows));
        if usize::from(columns) * usize::from(rows) > Location::MOST {
            let path = if text.columns.is_some() || text.rows.is_some() { "arena" } else { "book.grid" };
            complaints
                .error(path, format!("{columns} columns of {rows} rows are too many squares"))
                .help(format!("at most {} are possible", Location::MOST));
            (columns, rows) = (3, 3);
        }
        let mut limits = vec![("arena".to_owned(), Some(text.darkness), Some(text.weather))];
        limits.extend(
            text.change
                .iter()
                .enumerate()
                .map(|(index, change)| (format!("arena.change[{index}]"), change.darkness, change.weather)),
        );
        for (path, darkness, weather) in limits {
            for (name, value) in [("darkness", darkness), ("weather", weather)] {
                if let Some(value) = value.filter(|&value| value > book.concealment.total) {
                    complaints
                        .error(format!("{path}.{name}"), format!("a concealment of {value} by {name}"))
                        .help(format!("complete blindness is {} (HEI-276)", book.concealment.total));
                }
            }
        }
        let mut ground = Ground {
            columns,
            rows,
            squares: (0..columns * rows).map(|number| level(number, columns)).collect(),
            borders: Vec::new(),
            skies: Vec::new(),
            murky: false,
            manhattan: rulings.shot_distance == ShotDistance::Manhattan,
            even: false,
            free_step: i32::from(book.height.free_step),
        };
        for (name, square) in &text.square {
            ground.add_square(name, square, book, complaints);
        }
        ground.spread_skies(text, book, rulings);
        for (index, border) in text.border.iter().enumerate() {
            ground.add_border(border, &format!("arena.border[{index}]"), book, abilities, complaints);
        }
        let flat = ground.squares.iter().all(|square| square.height == 0);
        let open = ground.borders.iter().all(|border| border.toughness.is_none());
        ground.even = flat && open;
        ground
    }

    /// The location of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Location> {
        self.squares.iter().position(|square| square.name == name).map(|index| Location(index as u8))
    }

    /// The location of this name; complains when there is none.
    pub fn locate(&self, name: &str, path: impl Into<String>, complaints: &mut Complaints) -> Option<Location> {
        let found = self.find(name);
        if found.is_none() {
            let last = &self.squares[self.squares.len() - 1].name;
            complaints.unknown(path, "square", name).help(format!("they are A1 to {last}"));
        }
        found
    }

    /// The square where everybody starts whose sheet names no square: the middle, rounded down.
    #[must_use]
    pub fn middle(&self) -> Location {
        Location((self.rows - 1) / 2 * self.columns + (self.columns - 1) / 2)
    }

    /// Column and row of a location, from 0.
    #[inline]
    #[must_use]
    pub fn place(&self, at: Location) -> (i8, i8) {
        ((at.0 % self.columns) as i8, (at.0 / self.columns) as i8)
    }

    /// The location at a column and a row; none beyond the edge.
    #[inline]
    #[must_use]
    pub fn at(&self, column: i8, row: i8) -> Option<Location> {
        let inside = (0..self.columns as i8).contains(&column) && (0..self.rows as i8).contains(&row);
        inside.then(|| Location(row as u8 * self.columns + column as u8))
    }

    /// The next location in a direction; none beyond the edge.
    #[inline]
    #[must_use]
    pub fn neighbour(&self, at: Location, direction: Direction) -> Option<Location> {
        let ((column, row), (right, up)) = (self.place(at), direction.step());
        self.at(column + right, row + up)
    }

    /// The direction from a location to one that borders it.
    #[must_use]
    pub fn direction(&self, from: Location, to: Location) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.neighbour(from, direction) == Some(to))
    }

    /// One location.
    #[inline]
    #[must_use]
    pub fn square(&self, at: Location) -> &Square {
        &self.squares[at.index()]
    }

    /// Borders between two locations, by columns and rows alone.
    #[inline]
    #[must_use]
    pub fn steps(&self, from: Location, to: Location) -> i32 {
        let ((a, b), (c, d)) = (self.place(from), self.place(to));
        i32::from((a - c).abs()) + i32::from((b - d).abs())
    }

    /// The distance of a shot (HEI-119, HEI-120, HEI-121, R-26): one for each border, and the height of each climb. Both places
    /// are a location and a height; `broken` are the borders whose structure is gone, as a set. None when there is no way.
    #[must_use]
    pub fn distance(&self, from: Spot, to: Spot, broken: u128) -> Option<i32> {
        let climb = |low: i32, high: i32| if high - low > self.free_step { high - low } else { 0 };
        if self.manhattan {
            return Some(self.steps(from.at, to.at));
        }
        if from.at == to.at {
            return Some(climb(from.height, to.height));
        }
        if self.even {
            return Some(self.steps(from.at, to.at) + climb(self.square(to.at).height, to.height));
        }
        let mut found = [i32::MAX; Location::MOST];
        let mut done = 0_u64;
        for direction in Direction::ALL {
            if let Some(next) = self.passage(from.at, direction, broken) {
                found[next.index()] = 1 + climb(from.height, self.square(next).height);
            }
        }
        loop {
            let open = (0..self.squares.len()).filter(|&at| done >> at & 1 == 0 && found[at] < i32::MAX);
            let nearest = open.min_by_key(|&at| found[at])?;
            if nearest == to.at.index() {
                return Some(found[nearest] + climb(self.squares[nearest].height, to.height));
            }
            done |= 1 << nearest;
            for direction in Direction::ALL {
                if let Some(next) = self.passage(Location(nearest as u8), direction, broken) {
                    let cost = found[nearest] + 1 + climb(self.squares[nearest].height, self.square(next).height);
                    found[next.index()] = found[next.index()].min(cost);
                }
            }
        }
    }

    /// The next location in a direction, unless a structure bars the way (HEI-253).
    #[inline]
    #[must_use]
    pub fn passage(&self, at: Location, direction: Direction, broken: u128) -> Option<Location> {
        let standing = self.square(at).borders[direction as usize]
            .is_some_and(|border| self.borders[usize::from(border)].toughness.is_some() && broken >> border & 1 == 0);
        if standing { None } else { self.neighbour(at, direction) }
    }

    /// Adds what is said of a square of the arena.
    fn add_square(&mut self, name: &str, text: &SquareText, book: &Book, complaints: &mut Complaints) {
        let path = format!("arena.square.{name}");
        let Some(at) = self.locate(name, &path, complaints) else { return };
        let mut covers = Vec::with_capacity(text.objects.len());
        for (index, object) in text.objects.iter().enumerate() {
            covers.extend(self.cover(object, &format!("{path}.objects[{index}]"), book, complaints));
        }
        let climb_cr = text.surface.as_ref().and_then(|surface| {
            let found = book.surface.get(surface).map(|&cr| i32::from(cr));
            if found.is_none() {
                unknown(surface, "surface", book.surface.keys(), format!("{path}.surface"), complaints);
            }
            found
        });
        if text.top.is_some() && text.surface.is_none() {
            complaints
                .error(format!("{path}.top"), "nothing can be climbed there")
                .help("`surface = \"ladder\"` says what leads up to it (HEI-167)");
        }
        let square = &mut self.squares[at.index()];
        (square.height, square.difficult) = (i32::from(text.height), text.difficult);
        square.top = text.top.map_or(0, i32::from);
        (square.covers, square.climb_cr) = (covers, climb_cr);
    }

    /// Gives what is climbed inside a square its top, where the scenario says none: the highest object there, or the
    /// combatant of these that begins highest there (HEI-167, R-81).
    pub fn find_tops(&mut self, starts: &[(Location, i32)], book: &Book) {
        for (index, square) in self.squares.iter_mut().enumerate().filter(|(_, square)| square.top == 0) {
            let objects = square.covers.iter().map(|cover| cover.height);
            let people = starts.iter().filter(|(at, _)| at.index() == index).map(|(_, elevation)| *elevation);
            let highest = objects.chain(people).max().unwrap_or(0);
            square.top = if highest > 0 { highest } else { i32::from(book.climb.top) };
        }
    }

    /// Reads an object that conceals (HEI-272, HEI-278).
    fn cover(&self, text: &ObjectText, path: &str, book: &Book, complaints: &mut Complaints) -> Option<Cover> {
        let kind = book.object.get(&text.name);
        let (value, height) = (text.value.or(kind.map(|kind| kind.value)), text.height.or(kind.map(|kind| kind.height)));
        let (Some(value), Some(height)) = (value, height) else {
            unknown(&text.name, "object", book.object.keys(), format!("{path}.name"), complaints)
                .help("an object of any other name needs `value` and `height`");
            return None;
        };
        let mut from = 0;
        for (index, name) in text.from.iter().enumerate() {
            from |= self.locate(name, format!("{path}.from[{index}]"), complaints).map_or(0, Location::bit);
        }
        let from = if text.from.is_empty() { u64::MAX } else { from };
        Some(Cover { name: text.name.clone(), value: i32::from(value), height: i32::from(height), from })
    }

    /// Darkness that no light drives away, and weather that no roof keeps off, at first and after each change (HEI-273,
    /// HEI-274, HEI-275, HEI-277, R-68).
    fn spread_skies(&mut self, text: &ArenaText, book: &Book, rulings: &Rulings) {
        let lights: Vec<(Location, i32)> = text
            .square
            .iter()
            .filter_map(|(name, square)| {
                let reach = match square.light? {
                    LightSource::Torch => book.light.torch,
                    LightSource::Campfire => book.light.campfire,
                };
                Some((self.find(name)?, i32::from(reach)))
            })
            .collect();
        for index in 0..self.squares.len() {
            let at = Location(index as u8);
            self.squares[index].lit = lights.iter().any(|&(light, reach)| self.steps(light, at) <= reach);
        }
        let mut changes: Vec<&ChangeText> = text.change.iter().collect();
        changes.sort_by_key(|change| change.round);
        let (mut darkness, mut weather) = (text.darkness, text.weather);
        let mut moments = vec![(1, darkness, weather)];
        for change in changes {
            (darkness, weather) = (change.darkness.unwrap_or(darkness), change.weather.unwrap_or(weather));
            moments.push((change.round, darkness, weather));
        }
        for (from, darkness, weather) in moments {
            let murk = |square: &Square| {
                let roof = text.square.get(&square.name).is_some_and(|square| square.roof);
                let weather = if roof { 0 } else { i32::from(weather) };
                let darkness = if square.lit { 0 } else { i32::from(darkness) };
                Murk { all: rulings.concealment_stack.of(darkness, weather), weather }
            };
            self.skies.push(Sky { from, by_square: self.squares.iter().map(murk).collect() });
        }
        self.murky = self.skies.iter().flat_map(|sky| &sky.by_square).any(|murk| murk.all > 0);
    }

    /// Adds a border of an arena: one between two neighbours, of any of the three kinds of barrier (HEI-016, HEI-017, HEI-018,
    /// HEI-045, HEI-250, HEI-252, HEI-254, HEI-270).
    fn add_border(&mut self, text: &BorderText, path: &str, book: &Book, abilities: &Abilities, complaints: &mut Complaints) {
        let [one, other] = &text.between;
        let one = self.locate(one, format!("{path}.between[0]"), complaints);
        let other = self.locate(other, format!("{path}.between[1]"), complaints);
        let (Some(one), Some(other)) = (one, other) else { return };
        let Some(direction) = self.direction(one, other) else {
            complaints
                .error(format!("{path}.between"), "these squares have no border")
                .help("only squares beside, above or below each other have one (HEI-016)");
            return;
        };
        let back = Direction::ALL[(direction as usize + 2) % 4];
        if self.square(one).borders[direction as usize].is_some() {
            complaints.error(path, "this border is described twice").help("one entry can have several `kinds`");
            return;
        }
        for (index, kind) in text.kinds.iter().enumerate() {
            let tables = [&book.limit, &book.crossing, &book.toughness, &book.surface];
            if tables.iter().all(|table| !table.contains_key(kind)) {
                let known = tables.iter().flat_map(|table| table.keys());
                unknown(kind, "kind of border", known, format!("{path}.kinds[{index}]"), complaints);
            }
        }
        let of = |given: Option<u8>, table: &BTreeMap<String, u8>| {
            given.or_else(|| text.kinds.iter().find_map(|kind| table.get(kind).copied()))
        };
        let ability = text.ability.as_ref().and_then(|name| abilities.find(name, format!("{path}.ability"), complaints));
        let ability = ability.unwrap_or(abilities.roles.climb);
        let border = Border {
            between: [one, other],
            limit: of(text.limit, &book.limit),
            crossing: of(text.cr, &book.crossing).map(|cr| (i32::from(cr), ability)),
            toughness: of(text.toughness, &book.toughness).map(u16::from),
            climb_cr: of(text.climb_cr, &book.surface).map(i32::from),
        };
        let number = self.borders.len() as u8;
        self.borders.push(border);
        self.squares[one.index()].borders[direction as usize] = Some(number);
        self.squares[other.index()].borders[back as usize] = Some(number);
    }
}

impl ConcealmentStack {
    /// The concealment by two things at once (HEI-277, R-68).
    #[must_use]
    pub fn of(self, one: i32, other: i32) -> i32 {
        match self {
            ConcealmentStack::Add => one + other,
            ConcealmentStack::Max => one.max(other),
        }
    }
}

/// Level ground at the place of this number (HEI-012).
fn level(number: u8, columns: u8) -> Square {
    Square {
        name: format!("{}{}", char::from(b'A' + number % columns), number / columns + 1),
        height: 0,
        difficult: false,
        lit: false,
        climb_cr: None,
        top: 0,
        covers: Vec::new(),
        borders: [None; 4],
    }
}

/// Complains about a name that the book does not have.
pub(super) fn unknown<'c, 'a>(
    name: &str,
    what: &str,
    known: impl Iterator<Item = &'a String>,
    path: impl Into<String>,
    complaints: &'c mut Complaints,
) -> &'c mut frame::scenario::Complaint {
    let mut known: Vec<&str> = known.map(String::as_str).collect();
    known.sort_unstable();
    known.dedup();
    let complaint = complaints.unknown(path, what, name);
    complaint.near(name, known.iter().copied());
    complaint.help(if known.is_empty() { "the book has none".to_owned() } else { format!("the book has {}", known.join(", ")) })
}
