//! The place of fights by a page: a grid of squares, or a row of zones, with walls and cover.
//!
//! Owns where combatants begin, how far they are apart, what stands between them, and to which place a combatant goes that moves.
//! What that means is said by the page. Start at [`Ground::read`].

use std::collections::VecDeque;

use serde_json::Value as Json;

use super::Own;
use super::page::Page;
use super::state::{Fight, Room};
use super::text::{ArenaKind, Diagonals};
use frame::arena::square::{Diagonal, Flood, Grid, Reached, Square, SquareObstacle};
use frame::dice::Slot;
use frame::fight::Slots;
use frame::scenario::{Complaints, Document, Enlisted, spare_places};

/// The most squares of a grid with walls: ways around them are worked out when it is loaded.
const WALLED_MOST: usize = 1600;
/// A way that there is not.
const NO_WAY: u16 = u16::MAX;

/// A place of fights.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Its squares; zones are a row of them.
    pub grid: Grid,
    /// True if many can be at one place, and nobody is in the way.
    pub shared: bool,
    /// The distance that a step goes.
    pub step: i64,
    /// The cell of the place of a combatant.
    pub cell: u8,
    /// By slot: the place where a fight begins for it.
    pub starts: Vec<Square>,
    /// By square: true if there is a wall, true if there is cover.
    walls: Vec<bool>,
    cover: Vec<bool>,
    walled: Vec<Square>,
    /// By square and square: steps on foot around walls; empty where there are none.
    ways: Vec<u16>,
}

/// The place that a cell holds.
pub fn square(cell: i32) -> Square {
    Square { x: (cell & 255) as i16, y: (cell >> 8) as i16 }
}

/// A place as a cell holds it.
pub fn cell(at: Square) -> i32 {
    i32::from(at.y) << 8 | i32::from(at.x)
}

impl Ground {
    /// The place of the fights of a scenario; none where the page has none.
    pub fn read(
        page: &Page,
        document: &Document<Own>,
        enlisted: &[Enlisted<'_, Own>],
        complaints: &mut Complaints,
    ) -> Option<Self> {
        let arena = page.arena.as_ref()?;
        let said = |key: &str| document.arena.as_ref().and_then(|arena| arena.0.get(key));
        let number = |key: &str, usual: u16| said(key).and_then(Json::as_i64).map_or(usual as i16, |number| number as i16);
        let shared = arena.kind == ArenaKind::Zones;
        let diagonal = match arena.diagonal {
            Diagonals::One => Diagonal::One,
            Diagonals::Alternating => Diagonal::Alternating,
            Diagonals::Never => Diagonal::Never,
        };
        let grid = if shared {
            Grid { width: number("zones", arena.zones), height: 1, diagonal: Diagonal::One }
        } else {
            Grid { width: number("width", arena.width), height: number("height", arena.height), diagonal }
        };
        let count = grid.width as usize * grid.height as usize;
        let mut ground = Ground {
            grid,
            shared,
            step: i64::from(arena.step),
            cell: (page.states.len() + page.statuses.len()) as u8,
            starts: Vec::new(),
            walls: vec![false; count],
            cover: vec![false; count],
            walled: Vec::new(),
            ways: Vec::new(),
        };
        for (key, cover) in [("walls", false), ("cover", true)] {
            for (index, place) in said(key).and_then(Json::as_array).into_iter().flatten().enumerate() {
                let path = format!("arena.{key}[{index}]");
                let Some(at) = ground.place(place, &path, complaints) else { continue };
                let index = ground.index(at);
                if cover {
                    ground.cover[index] = true;
                } else if !std::mem::replace(&mut ground.walls[index], true) {
                    ground.walled.push(at);
                }
            }
        }
        if !ground.walled.is_empty() {
            if count > WALLED_MOST {
                let complaint =
                    complaints.error("arena", format!("a grid with walls has at most {WALLED_MOST} squares, not {count}"));
                complaint.help("make it smaller, or leave the walls out");
                return None;
            }
            ground.find_ways();
        }
        ground.put_all(enlisted, complaints);
        Some(ground)
    }

    /// A place as a scenario writes it.
    fn place(&self, json: &Json, path: &str, complaints: &mut Complaints) -> Option<Square> {
        let number = |json: &Json| json.as_i64().map(|number| number.clamp(-1, 1000) as i16);
        let at = match json {
            Json::Array(pair) if pair.len() == 2 => Square { x: number(&pair[0])?, y: number(&pair[1])? },
            other => Square { x: number(other)?, y: 0 },
        };
        if self.grid.contains(at) {
            return Some(at);
        }
        if self.shared {
            let complaint = complaints.error(path, format!("there is no zone {}", at.x));
            complaint.help(format!("zones are 0 to {}", self.grid.width - 1));
        } else {
            let complaint = complaints.error(path, format!("({}, {}) is not on the grid", at.x, at.y));
            complaint.help(format!("columns are 0 to {}, rows 0 to {}", self.grid.width - 1, self.grid.height - 1));
        }
        None
    }

    /// Puts everybody where it begins: where its sheet says, else the sides face each other.
    fn put_all(&mut self, enlisted: &[Enlisted<'_, Own>], complaints: &mut Complaints) {
        spare_places(enlisted, |sheet| sheet.0.get("at").and_then(Json::as_array).map_or(0, Vec::len), complaints);
        let mut places: Vec<Option<Square>> = Vec::new();
        for one in enlisted {
            let path = format!("{}.at", one.path);
            let said = one.sheet.0.get("at").and_then(Json::as_array).and_then(|places| places.get(one.ordinal as usize - 1));
            let at = said.and_then(|json| self.place(json, &path, complaints));
            if let Some(at) = at.filter(|_| !self.shared) {
                if self.walls[self.index(at)] {
                    complaints.error(path.as_str(), format!("{} stands in a wall", one.name));
                }
                let twin = (0..places.len())
                    .find(|&other| places[other] == Some(at) && enlisted[other].arrives <= 1 && one.arrives <= 1);
                if let Some(other) = twin {
                    complaints.error(path.as_str(), format!("{} stands where {} stands", one.name, enlisted[other].name));
                }
            }
            places.push(at);
        }
        let sides = enlisted.iter().map(|one| one.side.index() + 1).max().unwrap_or(1);
        for (index, one) in enlisted.iter().enumerate() {
            if places[index].is_none() {
                let column = one.side.index() as i16 * (self.grid.width - 1) / (sides.max(2) as i16 - 1);
                let goal = Square { x: column, y: self.grid.height / 2 };
                let free = |at: Square| self.shared || !self.walls[self.index(at)] && !places.contains(&Some(at));
                places[index] =
                    self.squares().filter(|at| free(*at)).min_by_key(|at| (self.grid.distance(*at, goal), at.y, at.x));
                if places[index].is_none() {
                    complaints.error("arena", "there is no room for all of them").help("make it larger: `width`, `height`");
                }
            }
        }
        self.starts = places.into_iter().map(Option::unwrap_or_default).collect();
    }

    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let Grid { width, height, .. } = self.grid;
        (0..height).flat_map(move |y| (0..width).map(move |x| Square { x, y }))
    }

    fn index(&self, at: Square) -> usize {
        at.y as usize * self.grid.width as usize + at.x as usize
    }

    /// Works out the ways around walls.
    fn find_ways(&mut self) {
        let count = self.walls.len();
        self.ways = vec![NO_WAY; count * count];
        let straight = self.grid.diagonal == Diagonal::Never;
        let mut next = VecDeque::new();
        for start in 0..count {
            if self.walls[start] {
                continue;
            }
            self.ways[start * count + start] = 0;
            next.push_back(start);
            while let Some(at) = next.pop_front() {
                let steps = self.ways[start * count + at];
                let (x, y) = ((at % self.grid.width as usize) as i16, (at / self.grid.width as usize) as i16);
                for (dx, dy) in [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)] {
                    let to = Square { x: x + dx, y: y + dy };
                    if straight && dx * dy != 0 || !self.grid.contains(to) || self.walls[self.index(to)] {
                        continue;
                    }
                    let way = start * count + self.index(to);
                    if self.ways[way] == NO_WAY {
                        self.ways[way] = steps + 1;
                        next.push_back(self.index(to));
                    }
                }
            }
        }
    }

    /// Steps from one place to another on foot, with nobody in the way.
    fn way(&self, from: Square, to: Square) -> i32 {
        match self.ways.get(self.index(from) * self.walls.len() + self.index(to)) {
            Some(steps) => i32::from(*steps),
            None => self.grid.distance(from, to),
        }
    }

    /// The place of a combatant.
    pub fn at(&self, fight: &Fight, who: Slot) -> Square {
        square(fight.cell(i64::from(who.0), self.cell) as i32)
    }

    /// How far two are apart.
    pub fn apart(&self, fight: &Fight, one: Slot, other: Slot) -> i64 {
        i64::from(self.grid.distance(self.at(fight, one), self.at(fight, other))) * self.step
    }

    /// The squares with cover, or with walls, on the straight line from one to another: all but the one that it begins on.
    pub fn between(&self, fight: &Fight, one: Slot, other: Slot, walls: bool) -> i64 {
        let (from, to) = (self.at(fight, one), self.at(fight, other));
        let of = if walls { &self.walls } else { &self.cover };
        let (dx, dy) = (i32::from(to.x - from.x), i32::from(to.y - from.y));
        let steps = dx.abs().max(dy.abs());
        let along = |delta: i32, step: i32| {
            // To the nearest square, halves away from the beginning.
            let twice = 2 * delta * step + steps * delta.signum();
            (twice / (2 * steps)) as i16
        };
        let crossed =
            (1..=steps).filter(|&step| of[self.index(Square { x: from.x + along(dx, step), y: from.y + along(dy, step) })]);
        crossed.count() as i64
    }

    /// The place to which a combatant goes that moves so far toward another, and no nearer than it wants, or away from it.
    pub fn goes(&self, fight: &mut Fight, who: Slot, goal: Slot, moves: Moves, foes: Slots) -> Square {
        let (start, there) = (self.at(fight, who), self.at(fight, goal));
        let steps = (moves.most / self.step).clamp(0, 1000) as i32;
        let near = (moves.near / self.step).clamp(0, 1000) as i32;
        if self.shared {
            return self.along(start, there, steps, near, moves.away);
        }
        if steps == 0 || !moves.away && self.way(start, there) <= near {
            return start;
        }
        let Fight { bodies, there: present, out, room, .. } = fight;
        let others = present.but(*out).without(who).map(|other| {
            let standing = if foes.has(other) { SquareObstacle::Blocked } else { SquareObstacle::Passable };
            (square(bodies[other.index()].0[usize::from(self.cell) % super::page::CELLS]), standing)
        });
        let others = others.chain(self.walled.iter().map(|at| (*at, SquareObstacle::Blocked)));
        let flood = room.0.get_or_insert_with(|| Box::new(Flood::new(&self.grid)));
        let key = |found: Reached| {
            let apart = if moves.away { -self.way(found.at, there) } else { (self.way(found.at, there) - near).max(0) };
            // Of squares that are as good the one that lies straight ahead.
            let (dx, dy) = (i32::from(found.at.x - there.x), i32::from(found.at.y - there.y));
            let aside = if moves.away { -(dx * dx + dy * dy) } else { dx * dx + dy * dy };
            Some((apart, found.cost, aside, found.at.y, found.at.x))
        };
        flood.best(&self.grid, start, steps, others, key).at
    }

    /// The zone to which a combatant goes.
    fn along(&self, start: Square, there: Square, steps: i32, near: i32, away: bool) -> Square {
        let (own, goal, last) = (i32::from(start.x), i32::from(there.x), i32::from(self.grid.width) - 1);
        let x = match (away, own <= goal) {
            (false, true) => own + steps.min((goal - own - near).max(0)),
            (false, false) => own - steps.min((own - goal - near).max(0)),
            (true, true) => (own - steps).max(0),
            (true, false) => (own + steps).min(last),
        };
        Square { x: x as i16, y: 0 }
    }

    /// The free place that is nearest to the one where a combatant begins.
    pub fn arrives_at(&self, fight: &Fight, who: Slot) -> Square {
        let start = self.starts[who.index()];
        if self.shared {
            return start;
        }
        let others = fight.active().without(who);
        let free = |at: &Square| !self.walls[self.index(*at)] && !others.into_iter().any(|other| self.at(fight, other) == *at);
        if free(&start) {
            return start;
        }
        self.squares().filter(free).min_by_key(|at| (self.way(*at, start), at.y, at.x)).unwrap_or(start)
    }

    /// A place in words.
    pub fn named(&self, at: Square) -> String {
        if self.shared { format!("zone {}", at.x) } else { format!("({}, {})", at.x, at.y) }
    }

    /// Room for searches on it.
    pub fn room(&self) -> Room {
        Room((!self.shared).then(|| Box::new(Flood::new(&self.grid))))
    }
}

/// How a combatant moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moves {
    /// How far at most.
    pub most: i64,
    /// How near it wants to come.
    pub near: i64,
    /// True if it goes away.
    pub away: bool,
}
