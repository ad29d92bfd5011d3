//! Improving: is there a better way to play?
//!
//! Owns the search for better policies of a side and what may be said of what it found. The policies of all players of the side are changed
//! step by step ([`moves`]). In every race the changed ones play the same fights with the same luck as the policy at hand; after each
//! stretch of fights those that do worst are dropped. The best one becomes the policy at hand if it is better beyond doubt, of those that
//! are as good the simplest. At the end everything is taken away again that the play does as well without.
//!
//! Whatever was chosen because it did well did well by luck, too. So what is said of the policy comes from fights that had no part in the
//! search: the best few are compared in [fresh](FRESH) fights, and the one that is named is measured in others again. That it is no
//! better than the one at the beginning is then said of an equal one, at most, in the stated share of searches. Start at [`search`].

pub mod mixture;
pub mod moves;
pub mod text;
pub mod turns;

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use crate::exact::ExactEngine;
use crate::sim::race::{Race, Runner};
use crate::sim::solo::FRESH;
use crate::stats::paired::{Evidence, Pairs};
use crate::stats::{Interval, Level};

use moves::{SearchStep, SearchedPlayer, SeededChance, StepKind, fresh, pure, simpler, step};
use text::{Change, Team, changes, size};

/// Fights between the beginnings of two races: no two share any.
const STRIDE: u64 = 1 << 24;
/// A candidate whose advantage is so many standard errors below nothing is dropped.
const HOPELESS: f64 = 2.0;
/// So many standard errors of advantage make a candidate the policy at hand: about what luck gives one of some thousand.
const BEYOND_DOUBT: f64 = 3.3;
/// The part of candidates that stays in a race after each stretch: one of so many.
const KEPT: usize = 4;
/// So many candidates always stay.
const KEPT_LEAST: usize = 4;
/// Policies that are compared once more with fresh fights.
const FINALISTS: usize = 3;
/// Of the fights that confirm, one of so many choose among the finalists.
const CHOOSING: u64 = 4;
/// Runners-up that are tried again on top of what won.
const RUNNERS_UP: usize = 6;

/// A plan of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchPlan {
    /// The seed of all chance of the search.
    pub seed: u64,
    /// The most policies that are tried.
    pub tries: usize,
    /// Policies in one race.
    pub batch: usize,
    /// Fights after which candidates are dropped, ascending.
    pub stages: Vec<u64>,
    /// Races in a row without a gain after which nothing more is looked for.
    pub patience: usize,
    /// A share of fights that is worth nothing: simpler policies win where they are no further behind.
    pub margin: f64,
    /// Fights that confirm, of each scenario.
    pub confirm: u64,
    /// Confidence level.
    pub level: Level,
}

impl SearchPlan {
    /// A plan of so many tries.
    #[must_use]
    pub fn new(seed: u64, tries: usize, confirm: u64, level: Level) -> Self {
        SearchPlan { seed, tries, batch: 96, stages: vec![300, 1200, 4800, 19_200], patience: 5, margin: 0.002, confirm, level }
    }
}

/// Makes what plays of a team, one runner for each scenario; none of a team that the rules do not allow.
pub type Load<'a> = dyn Fn(&Team) -> Option<Vec<Runner<dyn ExactEngine>>> + Sync + 'a;

/// Everything around a search.
pub struct SearchGround<'a> {
    /// The players of the side.
    pub players: &'a [SearchedPlayer],
    /// Makes what plays of a team.
    pub load: &'a Load<'a>,
    /// The threads.
    pub race: &'a Race,
    /// True when the search is to stop with what it has: an interruption.
    pub interrupted: &'a AtomicBool,
    /// True when there is no more time.
    pub over: &'a (dyn Fn() -> bool + Sync),
}

/// The progress of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchProgress {
    /// Policies tried so far.
    pub tried: usize,
    /// Policies in all, at the most.
    pub of: usize,
    /// The advantage of the policy at hand over the one at the beginning, as the races saw it.
    pub gained: f64,
}

/// A policy that was tried, and how far it came.
#[derive(Clone, PartialEq, Debug)]
pub struct TriedPolicy {
    /// The step that led to it.
    pub step: SearchStep,
    /// Its pairs with the policy at hand then.
    pub pairs: Pairs,
    /// True if it became the policy at hand.
    pub taken: bool,
}

/// The reason why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchEnd {
    /// So many races in a row gained nothing.
    Settled,
    /// All policies that were to be tried were.
    Tries,
    /// The time was over.
    Time,
    /// It was interrupted.
    Interrupted,
}

/// The result of a search before it is confirmed.
#[derive(Clone, PartialEq, Debug)]
pub struct PolicySearch {
    /// The team at the beginning.
    pub start: Team,
    /// The teams that may be the best, the last one first; the one at the beginning is not among them.
    pub finalists: Vec<Team>,
    /// Policies tried, apart from those that the rules do not allow.
    pub tried: Vec<TriedPolicy>,
    /// Steps that the rules do not allow, or that can never decide anything.
    pub refused: usize,
    /// Policies that went as the one at hand in every fight that was played.
    pub idle: usize,
    /// The advantage over the beginning as the races saw it: the sum of what each step gained.
    pub gained: f64,
    /// Why it ended.
    pub end: SearchEnd,
}

impl PolicySearch {
    /// By how much the search flattered what it found, where its number is told apart from that of fresh fights: each step that was taken
    /// looked better than it is by luck, too.
    #[must_use]
    pub fn flattered(&self, fresh: Interval, level: Level) -> Option<f64> {
        let taken = self.tried.iter().filter(|tried| tried.taken);
        let below = taken.filter_map(|tried| {
            let gain = Evidence::Event(tried.pairs).difference(level)?;
            Some(gain.estimate - gain.low)
        });
        let low = self.gained - below.map(|below| below * below).sum::<f64>().sqrt();
        (low > fresh.high).then_some(self.gained - fresh.estimate)
    }
}

/// A candidate of a race.
struct Candidate {
    team: Team,
    step: SearchStep,
    runners: Vec<Runner<dyn ExactEngine>>,
    /// Pairs with the policy at hand, of each scenario.
    pairs: Vec<Pairs>,
    size: usize,
}

impl Candidate {
    fn total(&self) -> Pairs {
        self.pairs.iter().fold(Pairs::default(), |sum, one| Pairs {
            neither: sum.neither + one.neither,
            gained: sum.gained + one.gained,
            lost: sum.lost + one.lost,
            both: sum.both + one.both,
        })
    }

    /// The advantage over the policy at hand, and its standard error.
    fn advantage(&self) -> (f64, f64) {
        advantage(self.total())
    }

    /// True if it is no worse in any scenario, as far as can be told.
    fn nowhere_worse(&self) -> bool {
        self.pairs.iter().all(|pairs| {
            let (gain, error) = advantage(*pairs);
            gain > -error.max(1e-9)
        })
    }
}

/// The advantage of the second of two policies, and its standard error.
fn advantage(pairs: Pairs) -> (f64, f64) {
    let n = (pairs.neither + pairs.gained + pairs.lost + pairs.both).max(1) as f64;
    let (gained, lost) = (pairs.gained as f64, pairs.lost as f64);
    let gain = (gained - lost) / n;
    // One pair more that moved either way: a few pairs by themselves do not say that nothing varies.
    (gain, (((gained + lost + 1.0) / n - gain * gain).max(0.0) / n).sqrt())
}

/// Adds pairs of fights: how they went before, and how now.
pub(super) fn paired(before: &[bool], after: &[bool]) -> Pairs {
    let mut pairs = Pairs::default();
    for (before, after) in before.iter().zip(after) {
        match (before, after) {
            (false, false) => pairs.neither += 1,
            (false, true) => pairs.gained += 1,
            (true, false) => pairs.lost += 1,
            (true, true) => pairs.both += 1,
        }
    }
    pairs
}

/// A search under way.
struct Searcher<'a> {
    plan: &'a SearchPlan,
    ground: &'a SearchGround<'a>,
    hear: &'a mut dyn FnMut(SearchProgress),
    known: BTreeSet<String>,
    races: u64,
    search: PolicySearch,
}

/// Searches better policies for a team. None where the team at the beginning cannot be played.
pub fn search(
    plan: &SearchPlan,
    ground: &SearchGround<'_>,
    start: Team,
    hear: &mut dyn FnMut(SearchProgress),
) -> Option<PolicySearch> {
    let mut at_hand = (ground.load)(&start)?;
    let search = PolicySearch {
        start: start.clone(),
        finalists: Vec::new(),
        tried: Vec::new(),
        refused: 0,
        idle: 0,
        gained: 0.0,
        end: SearchEnd::Settled,
    };
    let mut known = BTreeSet::new();
    fresh(&mut known, &start);
    let mut searcher = Searcher { plan, ground, hear, known, races: 0, search };
    let (mut team, mut luck, mut vain) = (start.clone(), SeededChance::new(plan.seed), 0);
    // What is tried next before anything is drawn.
    let mut first = pure(&team, ground.players);
    loop {
        if let Some(end) = searcher.ends(vain) {
            searcher.search.end = end;
            break;
        }
        let mut steps = std::mem::take(&mut first);
        steps.retain(|(team, _)| fresh(&mut searcher.known, team));
        let mut draws = 0;
        while steps.len() < plan.batch && draws < plan.batch * 4 {
            draws += 1;
            let Some((next, words)) = step(&team, ground.players, &mut luck) else { break };
            if fresh(&mut searcher.known, &next) {
                steps.push((next, words));
            }
        }
        if steps.is_empty() {
            break;
        }
        let Some(ranked) = searcher.race(&at_hand, steps) else {
            searcher.search.end = SearchEnd::Interrupted;
            break;
        };
        let Some(best) = searcher.winner(&ranked) else {
            searcher.note(ranked, None);
            vain += 1;
            continue;
        };
        vain = 0;
        let mut ranked = ranked;
        let won = ranked.remove(best);
        searcher.search.gained += won.advantage().0;
        first = ranked.iter().take(RUNNERS_UP).filter_map(|other| besides(&won, other)).collect();
        let (next, runners) = searcher.take(won, ranked);
        (team, at_hand) = (next, runners);
        searcher.search.finalists.insert(0, team.clone());
    }
    if searcher.search.end != SearchEnd::Interrupted {
        searcher.simplify(&mut team, at_hand);
    }
    let mut search = searcher.search;
    search.finalists.retain(|one| *one != start);
    search.finalists.dedup();
    search.finalists.truncate(FINALISTS);
    Some(search)
}

/// What another candidate changed, on top of what won, where the two changed different lists.
fn besides(won: &Candidate, other: &Candidate) -> Option<(Team, SearchStep)> {
    let (list, player) = (&other.step.list, other.step.player);
    if (player, list) == (won.step.player, &won.step.list) || other.advantage().0 <= 0.0 {
        return None;
    }
    let mut team = won.team.clone();
    team[player].lists.insert(list.clone(), other.team[player].lists.get(list)?.clone());
    Some((team, SearchStep { kind: StepKind::Both, ..other.step.clone() }))
}

impl Searcher<'_> {
    /// Why the search ends here, if it does.
    fn ends(&self, vain: usize) -> Option<SearchEnd> {
        use std::sync::atomic::Ordering;
        match () {
            () if self.ground.interrupted.load(Ordering::Relaxed) => Some(SearchEnd::Interrupted),
            () if (self.ground.over)() => Some(SearchEnd::Time),
            () if self.search.tried.len() + self.search.idle >= self.plan.tries => Some(SearchEnd::Tries),
            () if vain >= self.plan.patience => Some(SearchEnd::Settled),
            () => None,
        }
    }

    /// Plays a race: those that are left at its end, the best first; the others are noted. None when it was broken off.
    fn race(&mut self, at_hand: &[Runner<dyn ExactEngine>], steps: Vec<(Team, SearchStep)>) -> Option<Vec<Candidate>> {
        let (load, race) = (self.ground.load, self.ground.race);
        let many = steps.len();
        let loaded = race.each(steps, |(team, step)| {
            let runners = load(&team)?;
            let (pairs, size) = (vec![Pairs::default(); runners.len()], size(&team));
            Some(Candidate { team, step, runners, pairs, size })
        });
        let mut alive: Vec<Candidate> = loaded.into_iter().flatten().collect();
        self.search.refused += many - alive.len();
        let (first, mut from) = (self.races * STRIDE, 0);
        self.races += 1;
        for (stage, &to) in self.plan.stages.iter().enumerate() {
            self.play(at_hand, &mut alive, first + from..first + to)?;
            from = to;
            if stage == 0 {
                let before = alive.len();
                alive.retain(|one| one.total().gained + one.total().lost > 0);
                self.search.idle += before - alive.len();
            }
            alive.sort_by(|one, other| other.advantage().0.total_cmp(&one.advantage().0).then(one.size.cmp(&other.size)));
            let last = stage + 1 == self.plan.stages.len();
            let kept = if last { alive.len() } else { (alive.len() / KEPT).max(KEPT_LEAST) };
            let hopes = |one: &Candidate| {
                let (gain, error) = one.advantage();
                gain > -HOPELESS * error
            };
            let mut dropped: Vec<Candidate> = alive.split_off(kept.min(alive.len()));
            let (stay, hopeless): (Vec<Candidate>, Vec<Candidate>) = alive.into_iter().partition(|one| last || hopes(one));
            alive = stay;
            dropped.extend(hopeless);
            self.note(dropped, None);
            let tried = self.search.tried.len() + self.search.idle;
            (self.hear)(SearchProgress { tried, of: self.plan.tries, gained: self.search.gained });
            if alive.is_empty() {
                break;
            }
        }
        Some(alive)
    }

    /// Plays these fights with the policy at hand and all candidates, and adds their pairs.
    fn play(&self, at_hand: &[Runner<dyn ExactEngine>], alive: &mut [Candidate], fights: Range<u64>) -> Option<()> {
        let runners: Vec<&Runner<dyn ExactEngine>> = at_hand.iter().chain(alive.iter().flat_map(|one| &one.runners)).collect();
        let went = self.ground.race.play(&runners, fights, self.ground.interrupted)?;
        let (before, after) = went.split_at(at_hand.len());
        let after = after.chunks(at_hand.len().max(1));
        for (candidate, after) in alive.iter_mut().zip(after) {
            for ((pairs, before), after) in candidate.pairs.iter_mut().zip(before).zip(after) {
                let more = paired(before, after);
                pairs.neither += more.neither;
                pairs.gained += more.gained;
                pairs.lost += more.lost;
                pairs.both += more.both;
            }
        }
        Some(())
    }

    /// The one of the ranked candidates that becomes the policy at hand: of those that are as good as the best the simplest.
    fn winner(&self, ranked: &[Candidate]) -> Option<usize> {
        let beyond = |one: &Candidate| {
            let (gain, error) = one.advantage();
            gain > self.plan.margin && gain > BEYOND_DOUBT * error && one.nowhere_worse()
        };
        let best = ranked.iter().find(|one| beyond(one))?.advantage().0;
        let as_good = ranked.iter().enumerate().filter(|(_, one)| beyond(one) && one.advantage().0 > best - self.plan.margin);
        as_good.min_by_key(|(_, one)| one.size).map(|(place, _)| place)
    }

    /// Notes what was tried and not taken, but for one.
    fn note(&mut self, candidates: Vec<Candidate>, taken: Option<usize>) {
        let noted = candidates.into_iter().enumerate();
        self.search.tried.extend(noted.map(|(place, one)| TriedPolicy {
            pairs: one.total(),
            step: one.step,
            taken: taken == Some(place),
        }));
    }

    /// Takes a candidate, and notes it and the others.
    fn take(&mut self, won: Candidate, others: Vec<Candidate>) -> (Team, Vec<Runner<dyn ExactEngine>>) {
        self.search.tried.push(TriedPolicy { step: won.step.clone(), pairs: won.total(), taken: true });
        self.note(others, None);
        (won.team, won.runners)
    }

    /// Takes away whatever the play does as well without, as long as there is anything.
    fn simplify(&mut self, team: &mut Team, mut at_hand: Vec<Runner<dyn ExactEngine>>) {
        while *team != self.search.start {
            let mut steps = simpler(team, self.ground.players);
            let back = |change: Change| {
                let step = SearchStep { player: change.player, list: change.list, kind: StepKind::Drop, words: String::new() };
                (change.without, step)
            };
            steps.extend(changes(&self.search.start, team).into_iter().map(back));
            // What the search did not touch is none of its business.
            let (now, start) = (size(team), &self.search.start);
            let touched =
                |step: &SearchStep| team[step.player].lists.get(&step.list) != start[step.player].lists.get(&step.list);
            steps.retain(|(other, step)| touched(step) && (size(other) < now || other == start));
            let load = self.ground.load;
            let loaded = self.ground.race.each(steps, |(team, step)| {
                let runners = load(&team)?;
                Some(Candidate { pairs: vec![Pairs::default(); runners.len()], size: size(&team), team, step, runners })
            });
            let mut alive: Vec<Candidate> = loaded.into_iter().flatten().collect();
            let (first, fights) = (self.races * STRIDE, self.plan.stages.last().copied().unwrap_or(0));
            self.races += 1;
            if alive.is_empty() || self.play(&at_hand, &mut alive, first..first + fights).is_none() {
                break;
            }
            let as_good = |one: &Candidate| one.advantage().0 >= -self.plan.margin && one.nowhere_worse();
            let Some(place) = (0..alive.len()).filter(|&place| as_good(&alive[place])).min_by_key(|&place| alive[place].size)
            else {
                break;
            };
            let simple = alive.swap_remove(place);
            (*team, at_hand) = (simple.team, simple.runners);
            self.search.finalists.insert(0, team.clone());
        }
    }
}

/// The worth of a change: what the policy wins without it and with it.
#[derive(Clone, PartialEq, Debug)]
pub struct Worth {
    /// The change.
    pub change: Change,
    /// Without it, and with it; none where the rules do not allow the policy without it.
    pub evidence: Option<Evidence>,
}

/// A policy that was found, by fights that had no part in the search.
#[derive(Clone, PartialEq, Debug)]
pub struct Confirmed {
    /// The team.
    pub team: Team,
    /// The team at the beginning and this one, of each scenario.
    pub evidence: Vec<Evidence>,
    /// All scenarios together.
    pub whole: Evidence,
    /// What each change is worth, the most first.
    pub worth: Vec<Worth>,
}

impl Confirmed {
    /// The shares before and after and the difference, at a level; none without fights.
    #[must_use]
    pub fn intervals(&self, level: Level) -> Option<[Interval; 3]> {
        Some([self.whole.before(level)?, self.whole.after(level)?, self.whole.difference(level)?])
    }

    /// True if it is better than the one at the beginning, and worse in no scenario for certain. One that is as good passes for better no more
    /// often than the level says.
    #[must_use]
    pub fn is_better(&self, level: Level) -> bool {
        let low = |evidence: &Evidence| evidence.difference(level).is_some_and(|moved| moved.low > 0.0);
        let worse = |evidence: &Evidence| evidence.difference(level).is_some_and(|moved| moved.high < 0.0);
        low(&self.whole) && !self.evidence.iter().any(worse)
    }
}

/// Compares the finalists of a search with fresh fights, measures the best of them with others, and says what each of its changes is worth.
/// None where there is nothing to confirm, or it was interrupted.
pub fn confirm(plan: &SearchPlan, ground: &SearchGround<'_>, search: &PolicySearch) -> Option<Confirmed> {
    let start = (ground.load)(&search.start)?;
    let known = search.finalists.iter().filter_map(|team| Some((team, (ground.load)(team)?)));
    let finalists: Vec<(&Team, Vec<Runner<dyn ExactEngine>>)> = known.collect();
    let choosing = (plan.confirm / CHOOSING).max(1);
    let (team, runners) = match finalists.len() {
        0 => return None,
        1 => finalists.into_iter().next()?,
        _ => {
            let all: Vec<&Runner<dyn ExactEngine>> = finalists.iter().flat_map(|(_, runners)| runners).collect();
            let went = ground.race.play(&all, FRESH..FRESH + choosing, ground.interrupted)?;
            let wins: Vec<usize> =
                went.chunks(start.len()).map(|of| of.iter().flatten().filter(|went| **went).count()).collect();
            let most = wins.iter().copied().max().unwrap_or(0) as f64;
            let slack = plan.margin * (choosing as usize * start.len()) as f64;
            let as_good = (0..finalists.len()).filter(|&place| wins[place] as f64 >= most - slack);
            let best = as_good.min_by_key(|&place| size(finalists[place].0))?;
            finalists.into_iter().nth(best)?
        }
    };
    let differences = changes(&search.start, team);
    let without: Vec<Option<Vec<Runner<dyn ExactEngine>>>> =
        differences.iter().map(|change| (ground.load)(&change.without)).collect();
    let all = start.iter().chain(&runners).chain(without.iter().flatten().flatten());
    let from = FRESH + choosing;
    let went = ground.race.play(&all.collect::<Vec<_>>(), from..from + plan.confirm, ground.interrupted)?;
    let (before, rest) = went.split_at(start.len());
    let (after, rest) = rest.split_at(start.len());
    let pair = |before: &[Vec<bool>], after: &[Vec<bool>]| -> Vec<Evidence> {
        before.iter().zip(after).map(|(before, after)| Evidence::Event(paired(before, after))).collect()
    };
    let mut rest = rest.chunks(start.len());
    let worth = differences.into_iter().zip(&without).map(|(change, without)| {
        let evidence = without.as_ref().and_then(|_| rest.next()).map(|without| whole(&pair(without, after)));
        Worth { change, evidence }
    });
    let mut worth: Vec<Worth> = worth.collect();
    let gain = |worth: &Worth| worth.evidence.map_or(f64::INFINITY, |evidence| evidence.estimate());
    worth.sort_by(|one, other| gain(other).total_cmp(&gain(one)));
    let evidence = pair(before, after);
    Some(Confirmed { team: team.clone(), whole: whole(&evidence), evidence, worth })
}

/// The pairs of all scenarios together.
fn whole(evidence: &[Evidence]) -> Evidence {
    let add = |sum: Pairs, one: &Evidence| match one {
        Evidence::Event(pairs) => Pairs {
            neither: sum.neither + pairs.neither,
            gained: sum.gained + pairs.gained,
            lost: sum.lost + pairs.lost,
            both: sum.both + pairs.both,
        },
        _ => sum,
    };
    Evidence::Event(evidence.iter().fold(Pairs::default(), add))
}
