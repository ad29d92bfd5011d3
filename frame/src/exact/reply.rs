//! Best replies: what somebody could win at most who knows everything, against whoever plays as they play.
//!
//! Owns the game of one who chooses and of chance: in each state everything is tried that a [slip](crate::policy::Slips) could lead to, and
//! the best of it counts. The others follow their policies. Whoever chooses here sees all dice that have fallen, so that no policy can win more often; where it sees
//! nothing but what a policy sees, one can win as often. The value is that of the fight without an end in sight as well: what is never won
//! counts as not won. Start at [`best_reply`].

use std::collections::HashMap;

use super::{SolverLimits, SolverStop};
use crate::dice::guided::{Branching, Guided};
use crate::dice::{AnyDice, Slot};
use crate::fight::day::{Leg, Sides};
use crate::fight::{AnyWatch, Ending, Progress, Side, Table};
use crate::rules::{Loaded, Rules};

/// Values are worked out until a sweep over all states moves none by more.
const SETTLED: f64 = 1e-13;
/// Sweeps over all states at the most.
const SWEEPS_MOST: usize = 100_000;
/// Bytes of a node, about, beside those of states.
const NODE: usize = size_of::<Node>();

/// A best reply.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reply {
    /// The probability of winning.
    pub value: f64,
    /// States that were followed.
    pub states: usize,
    /// Decisions in them at which there was something to choose.
    pub decisions: usize,
}

/// The reason why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unanswered {
    /// The day is not one single fight.
    Day,
    /// A limit was met.
    Limit(SolverStop),
}

/// A node of what one step can come to, behind those that it leads to.
#[derive(Clone, Copy, Debug)]
enum Node {
    /// The fight is over: won or not.
    Over(bool),
    /// It goes on from a state.
    State(u32),
    /// The mean of so many nodes before it.
    Chance(u32),
    /// The best of so many nodes before it.
    Choice(u32),
}

/// The tree of one step, written down while its paths are walked in their order.
#[derive(Default)]
struct Tree {
    nodes: Vec<Node>,
    /// The path at hand, whose branchings are still open.
    open: Vec<Branching>,
    decisions: usize,
}

impl Tree {
    /// Adds the end of the next path.
    fn add(&mut self, path: &[Branching], leaf: Node) {
        let same = |one: &Branching, other: &Branching| (one.sides, one.face) == (other.sides, other.face);
        let shared = self.open.iter().zip(path).take_while(|(one, other)| same(one, other)).count();
        // At the first branching that differs the next way on begins; all behind it are over.
        self.close(shared + 1);
        self.open.truncate(shared);
        self.open.extend_from_slice(&path[shared..]);
        self.nodes.push(leaf);
    }

    /// Closes all branchings from a depth on.
    fn close(&mut self, depth: usize) {
        while self.open.len() > depth
            && let Some(branching) = self.open.pop()
        {
            self.decisions += usize::from(branching.chosen && branching.sides > 1);
            self.nodes.push(if branching.chosen { Node::Choice(branching.sides) } else { Node::Chance(branching.sides) });
        }
    }
}

/// A search for the best reply.
struct Replier<'a, R: Rules> {
    loaded: &'a Loaded<R>,
    winners: Sides,
    table: Table<AnyDice, AnyWatch>,
    known: HashMap<R::Fight, u32>,
    states: Vec<R::Fight>,
    /// The nodes of all states, one tree after the other, and where each begins.
    nodes: Vec<Node>,
    begins: Vec<usize>,
    decisions: usize,
    outcomes: u64,
    limits: SolverLimits,
}

/// What the members of a side win at most whose slips are choices, against all others as they play. Allies win with them.
///
/// # Errors
/// The reason why it is not answered.
pub fn best_reply<R: Rules>(loaded: &Loaded<R>, side: Side, limits: SolverLimits) -> Result<Reply, Unanswered> {
    let [Leg::Fight(sides)] = loaded.plan.legs[..] else { return Err(Unanswered::Day) };
    let winners = loaded.plan.relations.camp_of(side);
    let ours = |slot: &Slot| loaded.combatants[slot.index()].side == side;
    let choosers = (0..loaded.combatants.len()).map(|slot| Slot(slot as u8)).filter(ours);
    let dice = AnyDice::Guided(Guided::new(choosers));
    let mut replier = Replier {
        loaded,
        winners,
        table: Table { dice, watch: AnyWatch::Silent },
        known: HashMap::new(),
        states: Vec::new(),
        nodes: Vec::new(),
        begins: Vec::new(),
        decisions: 0,
        outcomes: 0,
        limits,
    };
    replier.follow(sides)?;
    Ok(Reply { value: replier.value(), states: replier.states.len(), decisions: replier.decisions })
}

impl<R: Rules> Replier<'_, R> {
    /// Follows everything that can come to pass, from the beginning of the fight on. The first tree is that of its beginning.
    fn follow(&mut self, sides: Sides) -> Result<(), Unanswered> {
        let rules = &self.loaded.rules;
        let blank = rules.blank();
        self.expand(&blank, |fight, table| {
            rules.open(fight, table);
            rules.meet(sides, fight, table).map_or(Progress::Round, Progress::Over)
        })?;
        let mut next = 0;
        while next < self.states.len() {
            let from = self.states[next].clone();
            self.expand(&from, |fight, table| rules.step(fight, table))?;
            next += 1;
        }
        Ok(())
    }

    /// Plays one step from a state in every way.
    fn expand(
        &mut self,
        from: &R::Fight,
        play: impl Fn(&mut R::Fight, &mut Table<AnyDice, AnyWatch>) -> Progress,
    ) -> Result<(), Unanswered> {
        let rules = &self.loaded.rules;
        let Replier { table, known, states, winners, outcomes, limits, nodes, .. } = self;
        let (mut tree, mut fight, mut met) = (Tree::default(), rules.blank(), None);
        let (bytes, mut many) = (rules.bytes(from), states.len());
        Guided::explore(
            table,
            |table| table.dice.guided(),
            |table| {
                fight.clone_from(from);
                let progress = play(&mut fight, table);
                match progress {
                    Progress::Over(Ending::Won(side)) => Node::Over(winners.has(side)),
                    Progress::Over(_) => Node::Over(false),
                    Progress::Turn | Progress::Round => {
                        rules.canonical(&mut fight);
                        let next = states.len() as u32;
                        let state = *known.entry(fight.clone()).or_insert(next);
                        if state == next {
                            states.push(fight.clone());
                        }
                        Node::State(state)
                    }
                }
            },
            |path, leaf| {
                tree.add(path, leaf);
                *outcomes += 1;
                if let Node::State(state) = leaf {
                    many = many.max(state as usize + 1);
                }
                let held = states_of(many, bytes) + (nodes.len() + tree.nodes.len()) * NODE;
                met = match () {
                    () if many > limits.states => Some(SolverStop::States),
                    () if *outcomes > limits.outcomes => Some(SolverStop::Outcomes),
                    () if held > limits.bytes => Some(SolverStop::Memory),
                    () => None,
                };
                met.is_none()
            },
        );
        if let Some(stop) = met {
            return Err(Unanswered::Limit(stop));
        }
        tree.close(0);
        self.begins.push(self.nodes.len());
        self.nodes.append(&mut tree.nodes);
        self.decisions += tree.decisions;
        Ok(())
    }

    /// The value of the beginning: swept over all states from the last to the first until nothing moves, from nothing won upwards.
    fn value(&self) -> f64 {
        let mut values = vec![0.0; self.states.len()];
        let mut stack = Vec::new();
        for _ in 0..SWEEPS_MOST {
            let mut moved: f64 = 0.0;
            for state in (0..self.states.len()).rev() {
                let value = self.of_tree(state + 1, &values, &mut stack);
                moved = moved.max((value - values[state]).abs());
                values[state] = value;
            }
            if moved <= SETTLED {
                break;
            }
        }
        self.of_tree(0, &values, &mut stack)
    }

    /// The value of a tree, by those of the states that it leads to.
    fn of_tree(&self, tree: usize, values: &[f64], stack: &mut Vec<f64>) -> f64 {
        let end = self.begins.get(tree + 1).copied().unwrap_or(self.nodes.len());
        stack.clear();
        for node in &self.nodes[self.begins[tree]..end] {
            let value = match *node {
                Node::Over(won) => f64::from(u8::from(won)),
                Node::State(state) => values[state as usize],
                Node::Chance(many) => {
                    let from = stack.len() - many as usize;
                    stack.drain(from..).sum::<f64>() / f64::from(many)
                }
                Node::Choice(many) => {
                    let from = stack.len() - many as usize;
                    stack.drain(from..).fold(0.0, f64::max)
                }
            };
            stack.push(value);
        }
        stack.first().copied().unwrap_or(0.0)
    }
}

/// The memory of so many states, about: each is kept twice.
fn states_of(states: usize, bytes: usize) -> usize {
    2 * states * bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branching(sides: u32, face: u32, chosen: bool) -> Branching {
        Branching { sides, face, chosen }
    }

    #[test]
    fn a_tree_is_written_down_behind_what_it_leads_to() {
        let mut tree = Tree::default();
        // A choice between a coin and what is sure.
        tree.add(&[branching(2, 1, true), branching(2, 1, false)], Node::Over(true));
        tree.add(&[branching(2, 1, true), branching(2, 2, false)], Node::Over(false));
        tree.add(&[branching(2, 2, true)], Node::State(0));
        tree.close(0);
        let words: Vec<String> = tree.nodes.iter().map(|node| format!("{node:?}")).collect();
        assert_eq!(words, ["Over(true)", "Over(false)", "Chance(2)", "State(0)", "Choice(2)"]);
        assert_eq!(tree.decisions, 1);
    }
}
