//! The square grid: distances, and the squares that can be reached with a budget of steps.
//!
//! A step to a neighbouring square costs 1, a diagonal one what the grid says. Start at [`Grid`]; [`Flood`] finds what can be
//! reached.

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
    /// The price of a diagonal step.
    pub diagonal: Diagonal,
}

/// The price of a diagonal step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Diagonal {
    /// There is none (Manhattan distance).
    Never,
    /// One step, as any other (Chebyshev distance).
    One,
    /// One step and two steps by turns, from the start of a way on.
    Alternating,
}

impl Diagonal {
    /// Steps of a way of so many columns and rows when nothing is in the way.
    #[inline]
    #[must_use]
    pub fn steps(self, columns: i32, rows: i32) -> i32 {
        match self {
            Diagonal::Never => columns + rows,
            Diagonal::One => columns.max(rows),
            Diagonal::Alternating => columns.max(rows) + columns.min(rows) / 2,
        }
    }
}

impl Grid {
    /// The most columns and the most rows.
    pub const SIDE_MAX: i16 = 200;

    /// True if the square lies on the grid.
    #[inline]
    #[must_use]
    pub fn contains(&self, at: Square) -> bool {
        (0..self.width).contains(&at.x) && (0..self.height).contains(&at.y)
    }

    /// Steps from one square to another when nothing is in the way.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: Square, b: Square) -> i32 {
        self.diagonal.steps(i32::from((a.x - b.x).abs()), i32::from((a.y - b.y).abs()))
    }

    /// Steps from a square to the nearest square of the edge.
    #[inline]
    #[must_use]
    pub fn edge_distance(&self, at: Square) -> i32 {
        i32::from(at.x.min(at.y).min(self.width - 1 - at.x).min(self.height - 1 - at.y))
    }

    /// The place of a square in lists, row by row.
    fn index(&self, at: Square) -> usize {
        at.y as usize * self.width as usize + at.x as usize
    }
}

/// The obstacle of a square, for somebody who wants to pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SquareObstacle {
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
    /// The square.
    pub at: Square,
    /// The number of steps.
    pub cost: i32,
}

/// Workspace of the search; allocated once for a grid.
#[derive(Clone, Default, Debug)]
pub struct Flood {
    standing: Vec<SquareObstacle>,
    /// One bit for each cost of the next diagonal step with which a square has been reached.
    seen: Vec<u8>,
    reached: Vec<Reached>,
    /// For each of them, what the next diagonal step costs.
    next_diagonal: Vec<u8>,
}

/// Steps to the eight neighbours; the first four are the straight ones.
const STEPS: [(i16, i16); 8] = [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];

impl Flood {
    /// Workspace for this grid.
    #[must_use]
    pub fn new(grid: &Grid) -> Self {
        let squares = grid.width as usize * grid.height as usize;
        // A square can be reached in two ways when diagonal steps cost one and two by turns.
        let most = if grid.diagonal == Diagonal::Alternating { 2 * squares } else { squares };
        Flood {
            standing: vec![SquareObstacle::Free; squares],
            seen: vec![0; squares],
            reached: Vec::with_capacity(most),
            next_diagonal: Vec::with_capacity(most),
        }
    }

    /// Of all squares on which one can end within `budget` steps, the start included, the one with the smallest key;
    /// squares without a key are out of the question. `others` are the squares that are taken. Without any, the start.
    pub fn best<K: Ord>(
        &mut self,
        grid: &Grid,
        start: Square,
        budget: i32,
        others: impl Iterator<Item = (Square, SquareObstacle)> + Clone,
        mut key: impl FnMut(Reached) -> Option<K>,
    ) -> Reached {
        for (at, standing) in others.clone() {
            self.standing[grid.index(at)] = standing;
        }
        self.spread(grid, start, budget);
        let stay = Reached { at: start, cost: 0 };
        let endings = self
            .reached
            .iter()
            .filter(|found| found.at == start || self.standing[grid.index(found.at)] == SquareObstacle::Free);
        let best = endings.filter_map(|&found| Some((key(found)?, found))).min_by(|(a, _), (b, _)| a.cmp(b));
        let best = best.map_or(stay, |(_, found)| found);
        for (at, _) in others {
            self.standing[grid.index(at)] = SquareObstacle::Free;
        }
        for found in &self.reached {
            self.seen[grid.index(found.at)] = 0;
        }
        best
    }

    /// The way from the start of the last search to one of the squares that it reached: every square of it but the start, in
    /// order.
    pub fn way(&self, grid: &Grid, to: Reached, way: &mut Vec<Square>) {
        way.clear();
        let Some(mut last) = self.reached.iter().position(|found| *found == to) else { return };
        while self.reached[last].cost > 0 {
            way.push(self.reached[last].at);
            match (0..last).find(|&before| self.leads(grid, before, last)) {
                Some(before) => last = before,
                None => break,
            }
        }
        way.reverse();
    }

    /// True if one step leads from one entry of `reached` to another.
    fn leads(&self, grid: &Grid, from: usize, to: usize) -> bool {
        let (before, after) = (self.reached[from], self.reached[to]);
        let (dx, dy) = ((before.at.x - after.at.x).abs(), (before.at.y - after.at.y).abs());
        let (costs, next) = step(grid, dx + dy == 2, self.next_diagonal[from]);
        dx.max(dy) == 1 && before.cost + i32::from(costs) == after.cost && next == self.next_diagonal[to]
    }

    /// Fills `reached` in the order of costs.
    fn spread(&mut self, grid: &Grid, start: Square, budget: i32) {
        self.reached.clear();
        self.next_diagonal.clear();
        self.reach(grid, Reached { at: start, cost: 0 }, 1);
        // The first entries that cost two less, and one less, than those that are being reached.
        let (mut two_less, mut one_less) = (0, 0);
        for cost in 1..=budget {
            let from = if grid.diagonal == Diagonal::Alternating { two_less } else { one_less };
            let until = self.reached.len();
            if from == until {
                return;
            }
            (from..until).for_each(|entry| self.step_from(grid, entry, cost));
            (two_less, one_less) = (one_less, until);
        }
    }

    /// All steps from an entry of `reached` to entries that cost so much.
    #[inline]
    fn step_from(&mut self, grid: &Grid, from: usize, cost: i32) {
        let (Reached { at, cost: so_far }, diagonal) = (self.reached[from], self.next_diagonal[from]);
        let steps = if grid.diagonal == Diagonal::Never { &STEPS[..4] } else { &STEPS[..] };
        for (dx, dy) in steps {
            let neighbour = Square { x: at.x + dx, y: at.y + dy };
            let (costs, next) = step(grid, dx * dy != 0, diagonal);
            if so_far + i32::from(costs) == cost && grid.contains(neighbour) {
                self.reach(grid, Reached { at: neighbour, cost }, next);
            }
        }
    }

    /// Notes a square that can be entered, unless it has been reached as well or better before.
    #[inline]
    fn reach(&mut self, grid: &Grid, found: Reached, next_diagonal: u8) {
        let index = grid.index(found.at);
        if self.seen[index] & next_diagonal == 0 && (found.cost == 0 || self.standing[index] != SquareObstacle::Blocked) {
            // A way that pays one for the next diagonal step is never worse off than a way that pays two.
            self.seen[index] |= if next_diagonal == 1 { 3 } else { 2 };
            self.reached.push(found);
            self.next_diagonal.push(next_diagonal);
        }
    }
}

/// The price of a step, and that of the next diagonal step, where this one would cost `diagonal`.
fn step(grid: &Grid, diagonally: bool, diagonal: u8) -> (u8, u8) {
    match (diagonally, grid.diagonal) {
        (false, _) => (1, diagonal),
        (true, Diagonal::Alternating) => (diagonal, 3 - diagonal),
        (true, _) => (1, diagonal),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid { width: 9, height: 5, diagonal: Diagonal::One };

    fn at(x: i16, y: i16) -> Square {
        Square { x, y }
    }

    fn nearest_to(goal: Square, grid: Grid, others: &[(Square, SquareObstacle)], budget: i32) -> Reached {
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
        assert_eq!(Grid { diagonal: Diagonal::Never, ..GRID }.distance(at(0, 0), at(3, 2)), 5);
        assert_eq!(GRID.edge_distance(at(4, 2)), 2);
    }

    #[test]
    fn one_comes_as_near_as_one_can_and_ties_go_to_the_first_row() {
        assert_eq!(nearest_to(at(8, 2), GRID, &[], 3), Reached { at: at(3, 0), cost: 3 });
    }

    #[test]
    fn the_way_to_a_place_is_known_square_by_square() {
        let mut flood = Flood::new(&GRID);
        let wall =
            [(at(1, 1), SquareObstacle::Blocked), (at(1, 2), SquareObstacle::Blocked), (at(1, 3), SquareObstacle::Blocked)];
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
    fn every_second_diagonal_step_can_cost_two() {
        let grid = Grid { diagonal: Diagonal::Alternating, ..GRID };
        assert_eq!([(1, 0), (1, 1), (2, 2), (3, 3), (4, 2)].map(|(x, y)| grid.distance(at(0, 0), at(x, y))), [1, 1, 3, 4, 5]);
        let cost = |goal: Square, others: &[(Square, SquareObstacle)]| {
            let mut flood = Flood::new(&grid);
            let key = |found: Reached| (found.at == goal).then_some(found.cost);
            let found = flood.best(&grid, at(0, 0), 12, others.iter().copied(), key);
            let mut way = Vec::new();
            flood.way(&grid, found, &mut way);
            (found.cost, way.len())
        };
        for y in 0..5 {
            for x in 1..9 {
                let goal = at(x, y);
                assert_eq!(cost(goal, &[]), (grid.distance(at(0, 0), goal), usize::from(x.max(y) as u16)), "{goal:?}");
            }
        }
        // Around a wall there are two diagonal steps more, of which one costs two.
        let wall = [(at(1, 0), SquareObstacle::Blocked)];
        assert_eq!((cost(at(2, 0), &[]), cost(at(2, 0), &wall)), ((2, 2), (3, 2)));
    }

    #[test]
    fn those_in_the_way_are_walked_around_and_others_are_passed_but_not_joined() {
        let wall =
            [(at(1, 1), SquareObstacle::Blocked), (at(1, 2), SquareObstacle::Blocked), (at(1, 3), SquareObstacle::Blocked)];
        assert_eq!(nearest_to(at(8, 2), GRID, &wall, 3), Reached { at: at(2, 0), cost: 3 });
        let queue = [(at(1, 2), SquareObstacle::Passable), (at(2, 2), SquareObstacle::Passable)];
        assert_eq!(nearest_to(at(8, 2), Grid { height: 3, width: 3, ..GRID }, &queue, 2).at, at(2, 0));
        let corridor = Grid { width: 9, height: 1, diagonal: Diagonal::One };
        let mut flood = Flood::new(&corridor);
        let key = |found: Reached| Some((corridor.distance(found.at, at(8, 0)), found.cost));
        let others = [(at(1, 0), SquareObstacle::Passable), (at(2, 0), SquareObstacle::Passable)];
        assert_eq!(flood.best(&corridor, at(0, 0), 2, others.iter().copied(), key).at, at(0, 0));
        assert_eq!(flood.best(&corridor, at(0, 0), 3, others.iter().copied(), key).at, at(3, 0));
    }
}
