//! The square grid: distances, and the squares that can be reached with a budget of steps.
//!
//! A step to a neighbouring square costs 1. Start at [`Grid`]; [`Flood`] finds what can be reached.

/// A square: column and row, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Square {
    /// Column.
    pub x: i16,
    /// Row.
    pub y: i16,
}

/// A rectangular grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Columns, 1 to 200.
    pub width: i16,
    /// Rows, 1 to 200.
    pub height: i16,
    /// Whether a diagonal step is one step (Chebyshev distance) or impossible (Manhattan distance).
    pub diagonal: bool,
}

impl Grid {
    /// The most columns and the most rows.
    pub const SIDE_MAX: i16 = 200;

    /// Whether the square lies on the grid.
    #[inline]
    #[must_use]
    pub fn contains(&self, at: Square) -> bool {
        (0..self.width).contains(&at.x) && (0..self.height).contains(&at.y)
    }

    /// Steps from one square to another when nothing is in the way.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: Square, b: Square) -> i32 {
        let (dx, dy) = (i32::from((a.x - b.x).abs()), i32::from((a.y - b.y).abs()));
        if self.diagonal { dx.max(dy) } else { dx + dy }
    }

    /// Steps from a square to the nearest square of the edge.
    #[inline]
    #[must_use]
    pub fn edge_distance(&self, at: Square) -> i32 {
        i32::from(at.x.min(at.y).min(self.width - 1 - at.x).min(self.height - 1 - at.y))
    }

    fn index(&self, at: Square) -> usize {
        at.y as usize * self.width as usize + at.x as usize
    }
}

/// What stands on a square, for somebody who wants to pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Standing {
    /// Nobody.
    #[default]
    Free,
    /// Somebody who can be passed, but not joined.
    Passable,
    /// Somebody who is in the way.
    Blocked,
}

/// A square that can be reached, and the steps it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reached {
    /// Where.
    pub at: Square,
    /// How many steps.
    pub cost: i32,
}

/// Workspace of the search; allocated once for a grid.
#[derive(Clone, Default, Debug)]
pub struct Flood {
    standing: Vec<Standing>,
    seen: Vec<bool>,
    reached: Vec<Reached>,
}

/// Steps to the eight neighbours; the first four are the straight ones.
const STEPS: [(i16, i16); 8] = [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];

impl Flood {
    /// Workspace for this grid.
    #[must_use]
    pub fn new(grid: &Grid) -> Self {
        let squares = grid.width as usize * grid.height as usize;
        Flood { standing: vec![Standing::Free; squares], seen: vec![false; squares], reached: Vec::with_capacity(squares) }
    }

    /// Of all squares on which one can end within `budget` steps, the start included, the one with the smallest key;
    /// squares without a key are out of the question. `others` are the squares that are taken. Without any, the start.
    pub fn best<K: Ord>(
        &mut self,
        grid: &Grid,
        start: Square,
        budget: i32,
        others: impl Iterator<Item = (Square, Standing)> + Clone,
        mut key: impl FnMut(Reached) -> Option<K>,
    ) -> Reached {
        for (at, standing) in others.clone() {
            self.standing[grid.index(at)] = standing;
        }
        self.spread(grid, start, budget);
        let stay = Reached { at: start, cost: 0 };
        let endings =
            self.reached.iter().filter(|found| found.at == start || self.standing[grid.index(found.at)] == Standing::Free);
        let best = endings.filter_map(|&found| Some((key(found)?, found))).min_by(|(a, _), (b, _)| a.cmp(b));
        let best = best.map_or(stay, |(_, found)| found);
        for (at, _) in others {
            self.standing[grid.index(at)] = Standing::Free;
        }
        for found in &self.reached {
            self.seen[grid.index(found.at)] = false;
        }
        best
    }

    /// The way from the start of the last search to one of the squares that it reached: every square of it but the start, in
    /// order.
    pub fn way(&self, grid: &Grid, to: Reached, way: &mut Vec<Square>) {
        way.clear();
        let mut at = to;
        while at.cost > 0 {
            way.push(at.at);
            let before = |found: &&Reached| found.cost + 1 == at.cost && grid.distance(found.at, at.at) == 1;
            match self.reached.iter().find(before) {
                Some(&found) => at = found,
                None => break,
            }
        }
        way.reverse();
    }

    /// Fills `reached` breadth first, so that costs never fall.
    fn spread(&mut self, grid: &Grid, start: Square, budget: i32) {
        self.reached.clear();
        self.reached.push(Reached { at: start, cost: 0 });
        self.seen[grid.index(start)] = true;
        let steps = if grid.diagonal { &STEPS[..] } else { &STEPS[..4] };
        let mut next = 0;
        while let Some(&Reached { at, cost }) = self.reached.get(next) {
            next += 1;
            if cost >= budget {
                continue;
            }
            for (dx, dy) in steps {
                let neighbour = Square { x: at.x + dx, y: at.y + dy };
                if grid.contains(neighbour) {
                    let index = grid.index(neighbour);
                    if !self.seen[index] && self.standing[index] != Standing::Blocked {
                        self.seen[index] = true;
                        self.reached.push(Reached { at: neighbour, cost: cost + 1 });
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid { width: 9, height: 5, diagonal: true };

    fn at(x: i16, y: i16) -> Square {
        Square { x, y }
    }

    fn nearest_to(goal: Square, grid: Grid, others: &[(Square, Standing)], budget: i32) -> Reached {
        let mut flood = Flood::new(&grid);
        let key = |found: Reached| Some((grid.distance(found.at, goal), found.cost, found.at.y, found.at.x));
        let first = flood.best(&grid, at(0, 2), budget, others.iter().copied(), key);
        let again = flood.best(&grid, at(0, 2), budget, others.iter().copied(), key);
        assert_eq!(first, again, "a search leaves its workspace clean");
        first
    }

    #[test]
    fn distances_count_diagonals_as_the_grid_says() {
        assert_eq!(GRID.distance(at(0, 0), at(3, 2)), 3);
        assert_eq!(Grid { diagonal: false, ..GRID }.distance(at(0, 0), at(3, 2)), 5);
        assert_eq!(GRID.edge_distance(at(4, 2)), 2);
    }

    #[test]
    fn one_comes_as_near_as_one_can_and_ties_go_to_the_first_row() {
        assert_eq!(nearest_to(at(8, 2), GRID, &[], 3), Reached { at: at(3, 0), cost: 3 });
    }

    #[test]
    fn the_way_to_a_place_is_known_square_by_square() {
        let mut flood = Flood::new(&GRID);
        let wall = [(at(1, 1), Standing::Blocked), (at(1, 2), Standing::Blocked), (at(1, 3), Standing::Blocked)];
        let key = |found: Reached| Some((GRID.distance(found.at, at(2, 2)), found.cost, found.at.y, found.at.x));
        let found = flood.best(&GRID, at(0, 2), 6, wall.iter().copied(), key);
        let mut way = Vec::new();
        flood.way(&GRID, found, &mut way);
        assert_eq!((found.at, found.cost, way.len()), (at(2, 2), 4, 4));
        let start = [at(0, 2)];
        let mut steps = start.iter().chain(&way).zip(&way);
        assert!(steps.all(|(from, to)| GRID.distance(*from, *to) == 1));
        assert!(way.iter().all(|step| !wall.iter().any(|(blocked, _)| blocked == step)));
    }

    #[test]
    fn those_in_the_way_are_walked_around_and_others_are_passed_but_not_joined() {
        let wall = [(at(1, 1), Standing::Blocked), (at(1, 2), Standing::Blocked), (at(1, 3), Standing::Blocked)];
        assert_eq!(nearest_to(at(8, 2), GRID, &wall, 3), Reached { at: at(2, 0), cost: 3 });
        let queue = [(at(1, 2), Standing::Passable), (at(2, 2), Standing::Passable)];
        assert_eq!(nearest_to(at(8, 2), Grid { height: 3, width: 3, ..GRID }, &queue, 2).at, at(2, 0));
        let corridor = Grid { width: 9, height: 1, diagonal: true };
        let mut flood = Flood::new(&corridor);
        let key = |found: Reached| Some((corridor.distance(found.at, at(8, 0)), found.cost));
        let others = [(at(1, 0), Standing::Passable), (at(2, 0), Standing::Passable)];
        assert_eq!(flood.best(&corridor, at(0, 0), 2, others.iter().copied(), key).at, at(0, 0));
        assert_eq!(flood.best(&corridor, at(0, 0), 3, others.iter().copied(), key).at, at(3, 0));
    }
}
