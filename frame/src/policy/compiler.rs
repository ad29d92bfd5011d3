//! The compiler of lists: lines of a document become [`Lines`], with inclusions carried out and everything wrong reported.
//!
//! Owns inclusion, numbering, and the warnings about lines that can never decide. What a line does is the business of the
//! rules core, which hands in how to read it. Start at [`Compiler::list`].

use std::collections::{BTreeMap, BTreeSet};

use super::book::{BookLine, LineBook};
use super::list::{Line, Lines};
use super::observer::Group;
use super::program::{Condition, Measure};
use super::prospect::{Obstacle, Prospect, settled};
use super::scope::{Frame, Scope};
use super::slips::Slipping;
use super::vocabulary::Vocabulary;
use crate::dice::Slot;
use crate::fight::Slots;
use crate::scenario::Complaints;

/// The most inclusions inside each other.
const INCLUSIONS_DEEP_MAX: usize = 16;
/// The most lines of one list, inclusions carried out and counted themselves.
const LINES_MAX: usize = 10_000;

/// The name of a decision in a policy, and the combatants that its conditions can name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Its key in a policy: `action`.
    pub name: &'static str,
    /// The combatants that its conditions can name: [`Frame::WITHOUT_TARGET`] for the choice of a target itself.
    pub frame: Frame,
}

impl Decision {
    /// Among whom candidates are: those of `ally` are friends in all systems, all others are enemies.
    fn candidates(self) -> Group {
        if self.name == "ally" { Group::Allies } else { Group::Enemies }
    }
}

/// A line as a document says it: a core's own struct with these parts.
pub trait LineText {
    /// Its condition.
    fn when(&self) -> Option<&str>;
    /// The policy whose lines for the same decision stand here.
    fn include(&self) -> Option<&str>;
    /// True if it says anything else: what to do.
    fn acts(&self) -> bool;
    /// Returns its action in a few words.
    fn summary(&self) -> String;
    /// Returns the questions about candidates besides its condition: the key of each text, and the text.
    fn asks_of_candidates(&self) -> Vec<(&'static str, &str)> {
        Vec::new()
    }
}

/// The condition at `path` of a document, or `None` with everything wrong with it reported.
pub fn condition(text: &str, scope: &dyn Scope, frame: Frame, path: &str, complaints: &mut Complaints) -> Option<Condition> {
    match Condition::new(text, scope, frame) {
        Ok(condition) => Some(condition),
        Err(defects) => {
            defects.into_iter().for_each(|defect| defect.complain(path, complaints));
            None
        }
    }
}

/// Compiles the lists of a scenario one after the other and keeps the book of their lines.
pub struct Compiler<'a> {
    vocabulary: &'a Vocabulary,
    complaints: &'a mut Complaints,
    book: LineBook,
    /// The paths that have been reported: an included line is met again and again.
    reported: BTreeSet<String>,
    /// The combatant whose lists are being compiled, if any.
    follower: Option<Slot>,
    /// Decisions that never come to this combatant.
    unasked: Vec<(&'static str, Obstacle)>,
    /// Obstacles of lines and lists, by path.
    obstacles: BTreeMap<String, Obstacles>,
}

/// The obstacles of one line or list.
struct Obstacles {
    /// True if it is a whole list.
    list: bool,
    /// The obstacle of those who follow it, as long as each of them has one.
    all: Option<Obstacle>,
}

/// A line found on the way through inclusions.
struct Found<'p, T> {
    line: &'p T,
    /// The policy that it is written in.
    home: &'p str,
    path: String,
    /// Its condition and those of the inclusions it came by: `Ok(None)` is always, `Err` could not be compiled.
    when: Result<Option<Condition>, Broken>,
    /// The texts of these conditions.
    source: String,
    /// The place in the list at hand through which it came.
    root: usize,
}

/// A condition that has been reported as wrong.
#[derive(Clone, Copy)]
struct Broken;

/// The way that led to a list: from the policy at hand through inclusions.
struct Way<'p> {
    policies: Vec<&'p str>,
    guard: Result<Option<Condition>, Broken>,
    source: String,
}

impl Way<'_> {
    /// Returns the reason why the way cannot go on to policy `next`.
    fn problem(&self, next: &str) -> Option<String> {
        if let Some(start) = self.policies.iter().position(|policy| *policy == next) {
            let circle: Vec<&str> = self.policies[start..].iter().copied().chain([next]).collect();
            return Some(format!("this inclusion goes round in a circle: {}", circle.join(" -> ")));
        }
        let deep = self.policies.len() > INCLUSIONS_DEEP_MAX;
        deep.then(|| format!("more than {INCLUSIONS_DEEP_MAX} inclusions stand inside each other"))
    }
}

/// The place of a decision's lines in a policy.
struct Shelf<'p, P, L> {
    decision: Decision,
    policies: &'p BTreeMap<String, P>,
    lines: L,
}

/// A line that keeps later ones from deciding, with its condition.
struct Certain {
    when: Option<Condition>,
    path: String,
    root: usize,
}

impl<'a> Compiler<'a> {
    /// A compiler with an empty book.
    pub fn new(vocabulary: &'a Vocabulary, complaints: &'a mut Complaints) -> Self {
        Compiler {
            vocabulary,
            complaints,
            book: LineBook::default(),
            reported: BTreeSet::new(),
            follower: None,
            unasked: Vec::new(),
            obstacles: BTreeMap::new(),
        }
    }

    /// Goes on to the lists of the next combatant, to whom these decisions never come.
    pub fn follow(&mut self, unasked: Vec<(&'static str, Obstacle)>) {
        self.follower = Some(Slot(self.follower.map_or(0, |before| before.0 + 1)));
        self.unasked = unasked;
    }

    /// The book of all lines compiled so far. Warns of lines and lists that no follower can ever use.
    #[must_use]
    pub fn into_book(self) -> LineBook {
        for (path, obstacles) in self.obstacles {
            let Some(obstacle) = obstacles.all else { continue };
            let what = if obstacles.list { "this list is never asked" } else { "this line can never apply" };
            let complaint = self.complaints.warning(path, format!("{what}: {}", obstacle.because)).own();
            if !obstacle.help.is_empty() {
                complaint.help(obstacle.help);
            }
        }
        self.book
    }

    /// Reports, once for each policy, what is wrong with what it says of slips; `known` are all decisions.
    pub fn check_slips<'k, P: Slipping>(
        &mut self,
        name: &str,
        policy: Option<&P>,
        known: impl Iterator<Item = &'k str> + Clone,
    ) {
        let path = format!("policy.{}", key(name));
        if let Some(policy) = policy
            && self.reported.insert(format!("{path} slips"))
        {
            policy.slips().check(&path, known, self.complaints);
        }
    }

    /// Keeps what stands in the way of a line or list for the follower at hand; `None` when nothing does.
    fn meet(&mut self, path: &str, list: bool, obstacle: Option<Obstacle>) {
        match self.obstacles.get_mut(path) {
            Some(known) => known.all = known.all.and(obstacle),
            None => drop(self.obstacles.insert(path.to_owned(), Obstacles { list, all: obstacle })),
        }
    }

    /// The list of one decision of one policy. `lines` gives a policy's lines for the decision; `action` reads what a line
    /// does and reports what is wrong with that at the line's path; `prospect` tells what is known of an action before anybody
    /// plays.
    pub fn list<P, T: LineText, A, R: Into<Prospect>>(
        &mut self,
        decision: Decision,
        policy: &str,
        policies: &BTreeMap<String, P>,
        lines: impl Fn(&P) -> &[T],
        mut action: impl FnMut(&T, &str, &mut Complaints) -> Option<A>,
        prospect: impl Fn(&A) -> R,
    ) -> Lines<A> {
        let shelf = Shelf { decision, policies, lines };
        let mut compiled = Lines::default();
        let mut earlier = Vec::new();
        let unasked = self.unasked.iter().find(|(name, _)| *name == decision.name).map(|(_, obstacle)| *obstacle);
        if policies.get(policy).is_some_and(|policy| !(shelf.lines)(policy).is_empty()) {
            self.meet(&format!("policy.{}.{}", key(policy), decision.name), true, unasked);
        }
        for (index, found) in self.gather(&shelf, policy).into_iter().enumerate() {
            let action = self.action(&found, decision, &mut action);
            let what = found.line.summary();
            let entry = BookLine {
                policy: policy.to_owned(),
                decision: decision.name,
                index,
                included_from: (found.home != policy).then(|| found.home.to_owned()),
                when: found.source.clone(),
                what,
                path: found.path.clone(),
                who: self.follower.map_or(Slots::NONE, Slots::only),
            };
            let Some(number) = self.book.add(entry) else {
                self.complaints.error(found.path, "the policies have more lines than can be told apart").help("at most 65536");
                return compiled;
            };
            let (Ok(when), Some(action)) = (found.when.clone(), action) else { continue };
            if when.as_ref().is_some_and(Condition::never) {
                continue;
            }
            let when = when.filter(|condition| !condition.always());
            let prospect = prospect(&action).into();
            let obstacle = match prospect {
                Prospect::Never(obstacle) => Some(obstacle),
                Prospect::Open | Prospect::Certain => None,
            };
            // Beside a list that is never asked its lines say nothing more.
            if unasked.is_none() {
                self.meet(&found.path, false, obstacle);
            }
            self.warn_if_covered(&found, when.as_ref(), &earlier, policy, decision);
            if prospect == Prospect::Certain {
                earlier.push(Certain { when: when.clone(), path: found.path, root: found.root });
            }
            compiled.push(Line { when, action, number });
        }
        compiled
    }

    /// Returns the action of a line; reports whatever is wrong with it the first time the line is met.
    fn action<T: LineText, A>(
        &mut self,
        found: &Found<T>,
        decision: Decision,
        action: &mut impl FnMut(&T, &str, &mut Complaints) -> Option<A>,
    ) -> Option<A> {
        let fresh = self.reported.insert(found.path.clone());
        if !found.line.acts() {
            if fresh {
                self.complaints
                    .error(found.path.as_str(), "this line does not say what to do")
                    .help("or which policy to `include`");
            }
            return None;
        }
        if fresh {
            self.warn_of_candidates(found.line, &found.path, decision.candidates());
            action(found.line, &found.path, self.complaints)
        } else {
            action(found.line, &found.path, &mut Complaints::default())
        }
    }

    /// Warns of what a line asks of candidates that is the same for all of them.
    fn warn_of_candidates<T: LineText>(&mut self, line: &T, path: &str, group: Group) {
        for (key, text) in line.asks_of_candidates() {
            let Ok(measure) = Measure::new(text, self.vocabulary, Frame::CANDIDATE) else { continue };
            let Some(settled) = settled(measure.expression(), self.vocabulary.fixed(), Some(group)) else { continue };
            self.complaints.warning(format!("{path}.{key}"), format!("this tells nobody apart: {}", settled.because)).own();
        }
    }

    /// All lines of a list in order.
    fn gather<'p, P, T: LineText, L: Fn(&P) -> &[T]>(&mut self, shelf: &Shelf<'p, P, L>, policy: &str) -> Vec<Found<'p, T>> {
        let mut found = Vec::new();
        if let Some((name, _)) = shelf.policies.get_key_value(policy) {
            let way = Way { policies: vec![name], guard: Ok(None), source: String::new() };
            let mut budget = LINES_MAX;
            self.walk(shelf, &way, 0, &mut budget, &mut found);
        }
        found
    }

    /// Adds the lines of the last policy of the way. `root` is the place through which they come when it is not the first.
    fn walk<'p, P, T: LineText, L: Fn(&P) -> &[T]>(
        &mut self,
        shelf: &Shelf<'p, P, L>,
        way: &Way<'p>,
        root: usize,
        budget: &mut usize,
        found: &mut Vec<Found<'p, T>>,
    ) {
        let home = way.policies[way.policies.len() - 1];
        let lines = shelf.policies.get(home).map_or(&[][..], |policy| (shelf.lines)(policy));
        for (index, line) in lines.iter().enumerate() {
            let path = format!("policy.{}.{}[{index}]", key(home), shelf.decision.name);
            if *budget == 0 {
                let list = format!("policy.{}.{}", key(way.policies[0]), shelf.decision.name);
                if self.reported.insert(list.clone()) {
                    self.complaints.error(list, format!("with its inclusions this list has more than {LINES_MAX} lines"));
                }
                return;
            }
            *budget -= 1;
            let root = if way.policies.len() == 1 { index } else { root };
            let (when, source) = self.guarded(way, line, &path, shelf.decision.frame);
            match line.include() {
                None => found.push(Found { line, home, path, when, source, root }),
                Some(name) => {
                    if let Some(next) = self.inclusion(shelf, way, line, name, &path) {
                        let policies = way.policies.iter().copied().chain([next]).collect();
                        self.walk(shelf, &Way { policies, guard: when, source }, root, budget, found);
                    }
                }
            }
        }
    }

    /// The line's condition under the guards of its way, and the text of both.
    fn guarded<T: LineText>(
        &mut self,
        way: &Way,
        line: &T,
        path: &str,
        frame: Frame,
    ) -> (Result<Option<Condition>, Broken>, String) {
        let Some(text) = line.when() else { return (way.guard.clone(), way.source.clone()) };
        let path = format!("{path}.when");
        let own = if self.reported.insert(path.clone()) {
            let own = condition(text, self.vocabulary, frame, &path, self.complaints);
            match own.as_ref().map(|own| (own.never(), settled(&own.expression, self.vocabulary.fixed(), None))) {
                Some((true, _)) => {
                    self.complaints.warning(path, "this line can never apply: its condition is always false");
                }
                Some((false, Some(settled))) => {
                    let what = match settled.value {
                        Some(0) => "this line can never apply: its condition is always false here",
                        Some(_) => "this condition always holds here",
                        None => "a part of this condition is the same for everybody of a group",
                    };
                    self.complaints.warning(path, format!("{what}: {}", settled.because)).own();
                }
                _ => {}
            }
            own
        } else {
            Condition::new(text, self.vocabulary, frame).ok()
        };
        let when = match (&way.guard, own) {
            (Ok(Some(guard)), Some(own)) => Ok(Some(guard.and(&own))),
            (Ok(None), Some(own)) => Ok(Some(own)),
            _ => Err(Broken),
        };
        let source = if way.source.is_empty() { text.to_owned() } else { format!("({}) and ({text})", way.source) };
        (when, source)
    }

    /// The policy that a line includes, when it can be included here.
    fn inclusion<'p, P, T: LineText, L: Fn(&P) -> &[T]>(
        &mut self,
        shelf: &Shelf<'p, P, L>,
        way: &Way<'p>,
        line: &T,
        name: &str,
        path: &str,
    ) -> Option<&'p str> {
        let path = format!("{path}.include");
        if line.acts() && self.reported.insert(format!("{path} acts")) {
            self.complaints
                .error(path.as_str(), "a line that includes a policy does nothing else")
                .help("give it a line of its own");
        }
        let Some((known, policy)) = shelf.policies.get_key_value(name) else {
            if self.reported.insert(path.clone()) {
                self.complaints.unknown(path, "policy", name).near(name, shelf.policies.keys().map(String::as_str));
            }
            return None;
        };
        if let Some(problem) = way.problem(known) {
            if self.reported.insert(format!("{path} way")) {
                self.complaints.error(path, problem);
            }
            return None;
        }
        if (shelf.lines)(policy).is_empty() && self.reported.insert(path.clone()) {
            self.complaints.warning(path, format!("policy `{name}` has no lines for `{}`", shelf.decision.name));
        }
        Some(known)
    }

    /// Warns, once for each place of the list at hand, of a line that an earlier one always forestalls. What happens among
    /// the lines of an included policy is said where that policy is compiled itself.
    fn warn_if_covered<T>(
        &mut self,
        found: &Found<T>,
        when: Option<&Condition>,
        earlier: &[Certain],
        policy: &str,
        decision: Decision,
    ) {
        let written_here = found.home == policy;
        let cover = earlier.iter().find(|certain| {
            let same = written_here && certain.when.as_ref() == when;
            certain.root < found.root && (certain.when.is_none() || same)
        });
        let Some(cover) = cover else { return };
        let path = format!("policy.{}.{}[{}]", key(policy), decision.name, found.root);
        if self.reported.insert(format!("{path} covered")) {
            let reason = match cover.when {
                None => "always applies",
                Some(_) => "has the same condition and can always be carried out",
            };
            self.complaints.warning(path, format!("this line can never apply: `{}` stands before it and {reason}", cover.path));
        }
    }
}

/// A policy's name as a step of a path: in quotes when it could be taken for several steps.
fn key(name: &str) -> String {
    if name.is_empty() || name.contains(['.', '[', ']', '"']) { format!("{name:?}") } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Slot;
    use crate::error::Gravity;
    use crate::fight::watch::LineNumber;
    use crate::policy::testing::{Board, vocabulary};
    use crate::scenario::Complaint;

    #[derive(Default)]
    struct Text {
        act: &'static str,
        when: &'static str,
        include: &'static str,
    }

    fn given(text: &'static str) -> Option<&'static str> {
        (!text.is_empty()).then_some(text)
    }

    impl LineText for Text {
        fn when(&self) -> Option<&str> {
            given(self.when)
        }

        fn include(&self) -> Option<&str> {
            given(self.include)
        }

        fn acts(&self) -> bool {
            !self.act.is_empty()
        }

        fn summary(&self) -> String {
            self.act.to_owned()
        }
    }

    fn act(act: &'static str, when: &'static str) -> Text {
        Text { act, when, ..Text::default() }
    }

    fn include(include: &'static str, when: &'static str) -> Text {
        Text { when, include, ..Text::default() }
    }

    type Policies = BTreeMap<String, Vec<Text>>;

    fn policies<const N: usize>(policies: [(&str, Vec<Text>); N]) -> Policies {
        policies.into_iter().map(|(name, lines)| (name.to_owned(), lines)).collect()
    }

    const TURN: Decision = Decision { name: "turn", frame: Frame::WITH_TARGET };

    /// The lists of all policies, their book and what was complained of. To attack is always legal, to dance is unknown.
    fn compiled(policies: &Policies) -> (BTreeMap<&str, Lines<&'static str>>, LineBook, Vec<Complaint>) {
        let (vocabulary, mut complaints) = (vocabulary(), Complaints::default());
        let mut compiler = Compiler::new(&vocabulary, &mut complaints);
        let action = |text: &Text, path: &str, complaints: &mut Complaints| {
            if text.act == "dance" {
                complaints.error(format!("{path}.do"), "nobody can dance");
            }
            (text.act != "dance").then_some(text.act)
        };
        let mut list = |name| compiler.list(TURN, name, policies, |policy| policy, action, |action| *action == "attack");
        let lists = policies.keys().map(String::as_str).map(|name| (name, list(name))).collect();
        let book = compiler.into_book();
        (lists, book, complaints.into_list())
    }

    /// Path and message of every complaint.
    fn complaints(policies: &Policies) -> Vec<(String, String)> {
        compiled(policies).2.into_iter().map(|complaint| (complaint.path, complaint.message)).collect()
    }

    fn pair(path: &str, message: &str) -> (String, String) {
        (path.to_owned(), message.to_owned())
    }

    #[test]
    fn lines_keep_their_order_and_get_numbers_across_policies() {
        let policies =
            policies([("brave", vec![act("attack", "")]), ("careful", vec![act("defend", "hp <= 3"), act("attack", "true")])]);
        let (lists, book, complaints) = compiled(&policies);
        assert_eq!(complaints, []);
        let numbers: Vec<_> = lists["careful"].iter().map(|line| (line.action, line.number, line.when.is_some())).collect();
        assert_eq!(numbers, [("defend", LineNumber(1), true), ("attack", LineNumber(2), false)]);
        let expected = BookLine {
            policy: "careful".to_owned(),
            decision: "turn",
            index: 0,
            included_from: None,
            when: "hp <= 3".to_owned(),
            what: "defend".to_owned(),
            path: "policy.careful.turn[0]".to_owned(),
            who: Slots::NONE,
        };
        assert_eq!((book.lines().len(), &book.lines()[1]), (3, &expected));
    }

    #[test]
    fn an_included_policy_stands_where_it_is_included_under_its_guard() {
        let policies = policies([
            ("inner", vec![act("mend", "round > 1 or prone"), act("defend", "")]),
            ("middle", vec![include("inner", "hp <= 5")]),
            ("outer", vec![act("shout", "round == 9"), include("middle", "round < 5"), act("attack", "")]),
        ]);
        let (lists, book, complaints) = compiled(&policies);
        assert_eq!(complaints, []);
        let decided = |hp, round| {
            let board = Board { round, ..Board::of(&[hp]) };
            lists["outer"].first(&board, Slot(0), |_| true).map(|line| (line.action, line.number))
        };
        assert_eq!(decided(5, 2), Some(("mend", LineNumber(5))));
        assert_eq!(decided(5, 1), Some(("defend", LineNumber(6))));
        assert_eq!(decided(6, 2), Some(("attack", LineNumber(7))));
        assert_eq!(decided(5, 5), Some(("attack", LineNumber(7))));
        let mend = &book.lines()[5];
        assert_eq!((mend.policy.as_str(), mend.included_from.as_deref(), mend.index), ("outer", Some("inner"), 1));
        assert_eq!(
            (mend.path.as_str(), mend.when.as_str()),
            ("policy.inner.turn[0]", "((round < 5) and (hp <= 5)) and (round > 1 or prone)")
        );
        assert_eq!(
            (book.lines()[6].when.as_str(), book.lines()[7].included_from.as_deref()),
            ("(round < 5) and (hp <= 5)", None)
        );
    }

    #[test]
    fn defects_are_reported_once_with_their_place_however_often_a_line_is_included() {
        let policies = policies([
            ("a", vec![include("b", "hp < 3"), include("b", "round < 3")]),
            ("b", vec![act("dance", "hpp < 3 and rnd > 2"), act("", "")]),
        ]);
        let (_, _, complaints) = compiled(&policies);
        let found: Vec<_> = complaints.iter().map(|complaint| (complaint.path.as_str(), complaint.within.clone())).collect();
        let expected = [
            ("policy.b.turn[0].when", Some(0..3)),
            ("policy.b.turn[0].when", Some(12..15)),
            ("policy.b.turn[0].do", None),
            ("policy.b.turn[1]", None),
        ];
        assert_eq!(found, expected);
        assert_eq!(complaints[0].help, ["did you mean `hp`?"]);
        assert_eq!(complaints[3].message, "this line does not say what to do");
    }

    #[test]
    fn a_line_that_includes_does_nothing_else_and_includes_what_exists() {
        let both = Text { act: "attack", include: "gaurd", when: "" };
        let policies = policies([("a", vec![both]), ("guard", vec![act("defend", "")])]);
        let (_, _, complaints) = compiled(&policies);
        assert_eq!(complaints.len(), 2);
        assert_eq!(complaints[0].message, "a line that includes a policy does nothing else");
        assert_eq!(
            (complaints[1].path.as_str(), complaints[1].message.as_str()),
            ("policy.a.turn[0].include", "there is no policy `gaurd`")
        );
        assert_eq!(complaints[1].help, ["did you mean `guard`?"]);
    }

    #[test]
    fn a_circle_of_inclusions_is_an_error() {
        let policies = policies([("a", vec![include("b", "")]), ("b", vec![act("attack", "hp > 3"), include("a", "hp < 3")])]);
        let circle = pair("policy.b.turn[1].include", "this inclusion goes round in a circle: a -> b -> a");
        assert_eq!(complaints(&policies)[0], circle);
        let itself = BTreeMap::from([("a".to_owned(), vec![include("a", "")])]);
        assert_eq!(complaints(&itself), [pair("policy.a.turn[0].include", "this inclusion goes round in a circle: a -> a")]);
    }

    #[test]
    fn inclusions_inside_each_other_and_lists_are_bounded() {
        let chain: Policies = (0..20_usize)
            .map(|level| {
                let next: &'static str = Box::leak(format!("p{:02}", level + 1).into_boxed_str());
                (format!("p{level:02}"), if level == 19 { vec![act("attack", "")] } else { vec![include(next, "")] })
            })
            .collect();
        assert!(
            complaints(&chain).contains(&pair("policy.p16.turn[0].include", "more than 16 inclusions stand inside each other"))
        );
        let doubling: Policies = (0..15_usize)
            .map(|level| {
                let next: &'static str = Box::leak(format!("p{:02}", level + 1).into_boxed_str());
                let lines = if level == 14 { vec![act("shout", "hp > 3")] } else { vec![include(next, ""), include(next, "")] };
                (format!("p{level:02}"), lines)
            })
            .collect();
        assert_eq!(
            complaints(&doubling)[0],
            pair("policy.p00.turn", "with its inclusions this list has more than 10000 lines")
        );
    }

    #[test]
    fn more_lines_than_can_be_numbered_are_an_error() {
        let shouts = || (0..9_000).map(|_| act("shout", "")).collect::<Vec<_>>();
        let policies: Policies = (0..8).map(|policy| (format!("p{policy}"), shouts())).collect();
        let (_, book, complaints) = compiled(&policies);
        assert_eq!((book.lines().len(), complaints.len()), (65_536, 1));
        assert_eq!(complaints[0].path, "policy.p7.turn[2536]");
    }

    #[test]
    fn lines_that_can_never_apply_are_warned_of() {
        let policies = policies([
            ("constant", vec![act("shout", "hp > 3 and 2 < 1"), act("attack", "")]),
            ("covered", vec![act("shout", ""), act("attack", ""), act("defend", "hp < 3"), include("inner", "")]),
            ("inner", vec![act("attack", ""), act("shout", "")]),
            ("same", vec![act("attack", "hp<3 "), act("shout", "hp < 4"), act("defend", "hp < 3"), act("attack", "hp < 3")]),
            ("through", vec![include("inner", ""), act("defend", "")]),
        ]);
        let (lists, book, complaints) = compiled(&policies);
        assert!(complaints.iter().all(|complaint| complaint.gravity == Gravity::Warning));
        let found: Vec<_> = complaints.into_iter().map(|complaint| (complaint.path, complaint.message)).collect();
        let never = |reason: &str| format!("this line can never apply: {reason}");
        let always = |path: &str| never(&format!("`{path}` stands before it and always applies"));
        let same = never("`policy.same.turn[0]` stands before it and has the same condition and can always be carried out");
        let expected = [
            pair("policy.constant.turn[0].when", &never("its condition is always false")),
            pair("policy.covered.turn[2]", &always("policy.covered.turn[1]")),
            pair("policy.covered.turn[3]", &always("policy.covered.turn[1]")),
            pair("policy.inner.turn[1]", &always("policy.inner.turn[0]")),
            pair("policy.same.turn[2]", &same),
            pair("policy.same.turn[3]", &same),
            pair("policy.through.turn[1]", &always("policy.inner.turn[0]")),
        ];
        assert_eq!(found, expected);
        assert_eq!((lists["constant"].iter().count(), book.lines()[0].policy.as_str()), (1, "constant"));
    }

    #[test]
    fn a_guard_that_never_holds_leaves_out_what_it_guards() {
        let policies = policies([("a", vec![include("b", "false"), act("shout", "")]), ("b", vec![act("attack", "")])]);
        let (lists, _, complaints) = compiled(&policies);
        assert_eq!(lists["a"].iter().map(|line| line.action).collect::<Vec<_>>(), ["shout"]);
        assert_eq!((complaints.len(), complaints[0].path.as_str()), (1, "policy.a.turn[0].when"));
    }

    #[test]
    fn an_inclusion_is_not_covered_when_only_one_of_its_lines_is() {
        let policies = policies([
            ("a", vec![act("attack", "hp < 3"), include("b", "")]),
            ("b", vec![act("defend", "hp < 3"), act("shout", "hp < 9")]),
        ]);
        assert_eq!(complaints(&policies), []);
    }

    #[test]
    fn a_guarded_inclusion_covers_nothing_behind_it() {
        let policies = policies([("a", vec![include("b", "hp < 3"), act("shout", "")]), ("b", vec![act("attack", "")])]);
        assert_eq!(complaints(&policies), []);
    }

    #[test]
    fn including_a_policy_without_lines_for_the_decision_is_warned_of() {
        let policies = policies([("a", vec![include("b", ""), act("attack", "")]), ("b", vec![])]);
        assert_eq!(complaints(&policies), [pair("policy.a.turn[0].include", "policy `b` has no lines for `turn`")]);
    }

    #[test]
    fn a_name_that_could_be_taken_for_several_steps_stands_in_quotes_in_paths() {
        let policies = policies([("a.b", vec![act("", "")]), ("very brave", vec![act("", "")])]);
        let paths: Vec<_> = complaints(&policies).into_iter().map(|(path, _)| path).collect();
        assert_eq!(paths, ["policy.\"a.b\".turn[0]", "policy.very brave.turn[0]"]);
    }

    #[test]
    fn a_choice_of_a_target_cannot_ask_about_the_target() {
        let (vocabulary, mut complaints) = (vocabulary(), Complaints::default());
        let policies = policies([("a", vec![act("attack", "target.hp > 3")])]);
        let aim = Decision { name: "aim", frame: Frame::WITHOUT_TARGET };
        let mut compiler = Compiler::new(&vocabulary, &mut complaints);
        let lines = compiler.list(aim, "a", &policies, |policy| policy, |text, _, _| Some(text.act), |_| false);
        assert!(
            lines.is_empty()
                && compiler.list(aim, "unknown", &policies, |policy| policy, |text, _, _| Some(text.act), |_| false).is_empty()
        );
        assert_eq!(complaints.into_list()[0].message, "there is no `target` here");
    }
}
