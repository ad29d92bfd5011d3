//! Turns: both sides improve one after the other, until neither finds anything better.
//!
//! Owns whose turn it is and where it ends. What a side finds in its turn is asked of whoever searches. Start at [`in_turn`].

use super::text::Team;

/// Turns of both sides together after which nothing more is looked for.
const TURNS_MOST: usize = 10;

/// Why it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BothEnd {
    /// Neither side found anything better.
    Settled,
    /// A side came back to a policy that it had before.
    Circle,
    /// There were as many turns as there may be.
    Turns,
    /// It was interrupted.
    Interrupted,
}

/// The end of a search in turn.
#[derive(Clone, PartialEq, Debug)]
pub struct BothFound {
    /// Why it ended.
    pub end: BothEnd,
    /// All policies that each side had, those at the beginning first.
    pub found: [Vec<Team>; 2],
    /// The policies of both sides at the end.
    pub last: [Team; 2],
}

/// Finds something better for a side, by its place, than it has of the policies of both; nothing where there is none.
pub type Better<'a, E> = &'a mut dyn FnMut(usize, &[Team; 2]) -> Result<Option<Team>, E>;

/// Lets both sides improve in turn, from these policies on, until neither finds anything better, or it has gone round too often.
///
/// # Errors
/// The failure of `better`.
pub fn in_turn<E>(start: [Team; 2], over: &dyn Fn() -> bool, better: Better<'_, E>) -> Result<BothFound, E> {
    let mut found = start.each_ref().map(|team| vec![team.clone()]);
    let (mut last, mut vain, mut turn, mut round) = (start, 0, 0, false);
    while vain < 2 && turn < TURNS_MOST && !round && !over() {
        let whose = turn % 2;
        match better(whose, &last)? {
            None => vain += 1,
            Some(team) => {
                vain = 0;
                round = found[whose].contains(&team);
                if !round {
                    found[whose].push(team.clone());
                }
                last[whose] = team;
            }
        }
        turn += 1;
    }
    let end = match () {
        () if vain >= 2 => BothEnd::Settled,
        () if round => BothEnd::Circle,
        () if over() => BothEnd::Interrupted,
        () => BothEnd::Turns,
    };
    Ok(BothFound { end, found, last })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::analysis::improve::text::Text;

    fn team(number: usize) -> Team {
        vec![Text { rest: [("x".to_owned(), json!(number))].into_iter().collect(), ..Text::default() }]
    }

    /// The sides find these policies in their turns.
    fn found(numbers: &[Option<usize>], over: bool) -> (BothEnd, [usize; 2], usize) {
        let mut turns = 0;
        let found = in_turn::<()>([team(0), team(0)], &|| over, &mut |whose, _| {
            assert_eq!(whose, turns % 2);
            turns += 1;
            Ok(numbers.get(turns - 1).map_or_else(|| Some(team(turns)), |number| number.map(team)))
        });
        let BothFound { end, found, last } = found.expect("nothing fails");
        assert!([0, 1].iter().all(|&side| found[side].contains(&last[side])));
        (end, found.map(|teams| teams.len()), turns)
    }

    #[test]
    fn it_ends_where_neither_side_finds_anything_better() {
        assert_eq!(found(&[None, None], false), (BothEnd::Settled, [1, 1], 2));
        assert_eq!(found(&[Some(1), None, None], false), (BothEnd::Settled, [2, 1], 3));
    }

    #[test]
    fn it_ends_where_it_goes_round_or_takes_too_long() {
        assert_eq!(found(&[Some(1), Some(1), Some(0)], false), (BothEnd::Circle, [2, 2], 3));
        assert_eq!(found(&[], false), (BothEnd::Turns, [6, 6], TURNS_MOST));
        assert_eq!(found(&[], true), (BothEnd::Interrupted, [1, 1], 0));
    }
}
