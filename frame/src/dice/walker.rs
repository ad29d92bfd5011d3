//! Walking dice: the same rules code, driven through every outcome in turn, with probabilities that are fractions.
//!
//! They do for questions about dice what the [enumerator](super::enumerator) does for fights, without rounding anything. Nothing is
//! cut, so that what is played has to come to an end on every path. Start at [`Walker::walk`].

use std::collections::{BTreeMap, HashMap};
use std::ptr;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::{Dice, Roll, Slot};

/// One branching of a path.
#[derive(Clone, Copy)]
enum Branching {
    /// An even choice among faces.
    Faces { sides: u32, face: u32 },
    /// The results of something settled.
    Results { law: usize, row: usize },
}

/// The results of something settled, with their probabilities.
type Law = Vec<(i64, BigRational)>;

/// A walk that waits until something is settled, with the results so far.
struct Waiting {
    base: usize,
    depth: usize,
    chance: BigRational,
    results: BTreeMap<i64, BigRational>,
}

/// Dice that walk through all outcomes.
pub struct Walker {
    path: Vec<Branching>,
    /// The place in the path at which the walk at hand begins.
    base: usize,
    /// The place in the path at which it is.
    depth: usize,
    chance: BigRational,
    waiting: Vec<Waiting>,
    /// By the reason of the dice and the numbers that a law depends on.
    known: HashMap<(usize, Box<[i64]>), usize>,
    laws: Vec<Law>,
}

impl Default for Walker {
    fn default() -> Self {
        Walker {
            path: Vec::new(),
            base: 0,
            depth: 0,
            chance: BigRational::one(),
            waiting: Vec::new(),
            known: HashMap::new(),
            laws: Vec::new(),
        }
    }
}

impl Walker {
    /// Plays something again and again, each time with the next outcome of its dice, which lie where `dice` finds them in
    /// `place`. Returns what it comes to, each result with its probability.
    pub fn walk<P, T: Ord>(
        place: &mut P,
        dice: impl Fn(&mut P) -> &mut Self,
        mut play: impl FnMut(&mut P) -> T,
    ) -> BTreeMap<T, BigRational> {
        let mut found = BTreeMap::new();
        loop {
            let result = play(place);
            let this = dice(place);
            *found.entry(result).or_insert_with(BigRational::zero) += &this.chance;
            if !this.advance() {
                return found;
            }
        }
    }

    /// Moves the walk at hand on to its next path; false when all have been walked.
    fn advance(&mut self) -> bool {
        self.path.truncate(self.depth);
        (self.depth, self.chance) = (self.base, BigRational::one());
        while self.path.len() > self.base
            && let Some(branching) = self.path.pop()
        {
            let next = match branching {
                Branching::Faces { sides, face } if face < sides => Branching::Faces { sides, face: face + 1 },
                Branching::Results { law, row } if row + 1 < self.laws[law].len() => Branching::Results { law, row: row + 1 },
                _ => continue,
            };
            self.path.push(next);
            return true;
        }
        false
    }

    /// The branching at hand, or `first` where the path is new.
    fn branch(&mut self, first: Branching) -> Branching {
        if self.depth == self.path.len() {
            self.path.push(first);
        }
        self.depth += 1;
        self.path[self.depth - 1]
    }

    /// Goes on with one result of a law.
    fn follow(&mut self, law: usize) -> i64 {
        let Branching::Results { law, row } = self.branch(Branching::Results { law, row: 0 }) else {
            unreachable!("the same rules code rolled a die where it had settled something");
        };
        let (result, chance) = &self.laws[law][row];
        self.chance *= chance;
        *result
    }

    /// Begins a walk of its own through what is settled next.
    fn descend(&mut self) {
        let chance = std::mem::replace(&mut self.chance, BigRational::one());
        self.waiting.push(Waiting { base: self.base, depth: self.depth, chance, results: BTreeMap::new() });
        self.base = self.depth;
    }

    /// Notes a result of such a walk; false when there are no more.
    fn note(&mut self, result: i64) -> bool {
        if let Some(waiting) = self.waiting.last_mut() {
            *waiting.results.entry(result).or_insert_with(BigRational::zero) += &self.chance;
        }
        self.advance()
    }

    /// Ends such a walk: back to the one before. Returns the law that was found.
    fn ascend(&mut self) -> Law {
        let Some(Waiting { base, depth, chance, results }) = self.waiting.pop() else { return Law::new() };
        (self.base, self.depth, self.chance) = (base, depth, chance);
        self.path.truncate(depth);
        results.into_iter().collect()
    }
}

impl Dice for Walker {
    #[inline]
    fn settles(&self) -> bool {
        true
    }

    fn roll(&mut self, _: Slot, _: &'static Roll, sides: u32) -> u32 {
        let Branching::Faces { face, .. } = self.branch(Branching::Faces { sides, face: 1 }) else {
            unreachable!("the same rules code settled something where it had rolled a die");
        };
        self.chance /= BigRational::from_integer(sides.into());
        face
    }

    fn settle<P, K: AsRef<[i64]>>(
        place: &mut P,
        dice: impl Fn(&mut P) -> &mut Self,
        roll: &'static Roll,
        key: impl FnOnce(&P) -> K,
        mut play: impl FnMut(&mut P) -> i64,
    ) -> i64 {
        let this = dice(place);
        if this.depth < this.path.len() {
            return this.follow(0);
        }
        let key = (ptr::from_ref(roll).addr(), Box::from(key(place).as_ref()));
        let law = match dice(place).known.get(&key) {
            Some(&law) => law,
            None => {
                dice(place).descend();
                loop {
                    let result = play(place);
                    if !dice(place).note(result) {
                        break;
                    }
                }
                let this = dice(place);
                let law = this.ascend();
                this.laws.push(law);
                this.known.insert(key, this.laws.len() - 1);
                this.laws.len() - 1
            }
        };
        dice(place).follow(law)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Purpose;

    static ROLL: Roll = Roll { purpose: Purpose::Check, what: "check", rule: "TEST", looks_up: false };
    static OTHER: Roll = Roll { purpose: Purpose::Check, what: "other check", rule: "TEST", looks_up: false };

    fn d(dice: &mut Walker, sides: u32) -> i64 {
        i64::from(dice.roll(Slot(0), &ROLL, sides))
    }

    fn walked(play: impl FnMut(&mut Walker) -> i64) -> Vec<(i64, String)> {
        let found = Walker::walk(&mut Walker::default(), |dice| dice, play);
        found.into_iter().map(|(result, chance)| (result, chance.to_string())).collect()
    }

    fn said(outcomes: &[(i64, &str)]) -> Vec<(i64, String)> {
        outcomes.iter().map(|&(result, chance)| (result, chance.to_owned())).collect()
    }

    #[test]
    fn every_outcome_has_its_fraction() {
        assert_eq!(walked(|_| 7), said(&[(7, "1")]));
        assert_eq!(walked(|dice| d(dice, 2) + d(dice, 2)), said(&[(2, "1/4"), (3, "1/2"), (4, "1/4")]));
        // A second die for one face of the first.
        let more = |dice: &mut Walker| if d(dice, 3) == 3 { 10 + d(dice, 2) } else { 0 };
        assert_eq!(walked(more), said(&[(0, "2/3"), (11, "1/6"), (12, "1/6")]));
    }

    #[test]
    fn what_is_settled_is_walked_once_and_counts_as_it_would_by_its_faces() {
        let mut played = 0;
        let high = |dice: &mut Walker, played: &mut u32| {
            Walker::settle(
                dice,
                |dice| dice,
                &ROLL,
                |_| [20],
                |dice| {
                    *played += 1;
                    i64::from(d(dice, 20) > 13)
                },
            )
        };
        let both = walked(|dice| high(dice, &mut played) + high(dice, &mut played));
        assert_eq!(both, said(&[(0, "169/400"), (1, "91/200"), (2, "49/400")]));
        assert_eq!(played, 20);
    }

    #[test]
    fn what_is_settled_may_settle_something_else() {
        let inner = |dice: &mut Walker| Walker::settle(dice, |dice| dice, &OTHER, |_| [0], |dice| i64::from(d(dice, 6) == 6));
        let outer = |dice: &mut Walker| Walker::settle(dice, |dice| dice, &ROLL, |_| [0], |dice| inner(dice) + inner(dice));
        let whole = |dice: &mut Walker| d(dice, 2) * 10 + outer(dice) + inner(dice);
        let found = walked(whole);
        let share = |count: i64| format!("{}", BigRational::new([125, 75, 15, 1][count as usize].into(), 432.into()));
        let expected: Vec<(i64, String)> = [10, 20]
            .into_iter()
            .flat_map(|ten| (0..=3).map(move |more| (ten + more, more)))
            .map(|(result, more)| (result, share(more)))
            .collect();
        assert_eq!(found, expected);
    }
}
