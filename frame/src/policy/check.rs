//! Checks: names get their meaning from a scope, types are made sure of, and a tree of syntax becomes an expression.
//!
//! Owns the type rules of the language and the advice on breaches of them. A part that is wrong is reported once and then
//! passed over, so that every other part is checked as well. Start at [`expression`].

use std::ops::Range;

use super::defect::{Defect, listed};
use super::expression::{Expression, Fold};
use super::observer::Members;
use super::operator::Operator;
use super::scope::{Frame, Function, GivenArgument, GivenValue, Kind, Name, NameSegment, Read, Resolved, Scope, WordList};
use super::syntax::{Logic, NodeForm, SyntaxNode, parse};

/// The type that the whole text has to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WantedType {
    /// True or false.
    Truth,
    /// A number, or a truth value taken as 1 or 0.
    Measure,
}

/// True if a part asks something of `it`.
fn is_about_it(node: &SyntaxNode) -> bool {
    node.any_name(|first| first == "it")
}

/// The expression that `text` is, or everything that is wrong with it, in the order of the text.
pub(super) fn expression(text: &str, scope: &dyn Scope, frame: Frame, wanted: WantedType) -> Result<Expression, Vec<Defect>> {
    let (tree, defects) = parse(text);
    let mut checker = Checker { text, scope, defects };
    let result = tree.and_then(|tree| checker.whole(&tree, frame, wanted));
    match result {
        Some(expression) if checker.defects.is_empty() => Ok(expression),
        _ => {
            checker.defects.sort_by_key(|defect| defect.span.start);
            Err(checker.defects)
        }
    }
}

/// The expression that a part of `text` is, with its kind.
///
/// # Errors
/// Everything that is wrong with it.
pub fn typed(text: &str, node: &SyntaxNode, scope: &dyn Scope, frame: Frame) -> Result<(Kind, Expression), Vec<Defect>> {
    let mut checker = Checker { text, scope, defects: Vec::new() };
    match checker.check(node, frame) {
        Some(Typed { kind, expression }) if checker.defects.is_empty() => Ok((kind, expression)),
        _ => Err(checker.defects),
    }
}

/// The expression that a part of `text` is, of the kind that its `role` asks for.
///
/// # Errors
/// Everything that is wrong with it.
pub fn needed(text: &str, node: &SyntaxNode, scope: &dyn Scope, wanted: Kind, role: &str) -> Result<Expression, Vec<Defect>> {
    let mut checker = Checker { text, scope, defects: Vec::new() };
    match checker.need(node, Frame::WITH_TARGET, wanted, role) {
        Some(expression) if checker.defects.is_empty() => Ok(expression),
        _ => Err(checker.defects),
    }
}

/// Returns what a name stands for where it is not a value of the language, such as dice: the name as a scope sees it.
pub fn name_of<T>(text: &str, node: &SyntaxNode, ask: impl FnOnce(&Name<'_>) -> T) -> Option<T> {
    let NodeForm::Name { segments, arguments } = &node.form else { return None };
    struct Nothing;
    impl Scope for Nothing {
        fn resolve(&self, name: &Name<'_>, _: Frame) -> Result<Resolved, Defect> {
            Err(Defect::new(name.span.clone(), "nothing is known"))
        }

        fn words(&self) -> &[WordList] {
            &[]
        }
    }
    let checker = Checker { text, scope: &Nothing, defects: Vec::new() };
    let arguments = arguments.as_ref().map(|arguments| arguments.iter().map(|argument| checker.given(argument)).collect());
    Some(ask(&Name { segments, arguments, span: node.span.clone() }))
}

/// A part with its type.
struct Typed {
    kind: Kind,
    expression: Expression,
}

/// The side of a comparison that is known to have words for values.
struct Observed<'a> {
    node: &'a SyntaxNode<'a>,
    read: Read,
    /// The list of its words.
    list: usize,
}

struct Checker<'s> {
    text: &'s str,
    scope: &'s dyn Scope,
    defects: Vec<Defect>,
}

/// Parts that are wrong have been reported and are `None`.
impl Checker<'_> {
    /// Notes a defect; nothing is returned for the part that is wrong.
    fn report(&mut self, defect: Defect) -> Option<Typed> {
        self.defects.push(defect);
        None
    }

    /// The text of a part, as it was written.
    fn source(&self, node: &SyntaxNode) -> &str {
        &self.text[node.span.clone()]
    }

    /// Checks the whole text against the type that it has to have, and that it is about `it` where the frame has one.
    fn whole(&mut self, tree: &SyntaxNode, frame: Frame, wanted: WantedType) -> Option<Expression> {
        let expression = match wanted {
            WantedType::Truth => self.need(tree, frame, Kind::Boolean, "a condition is needed")?,
            WantedType::Measure => match self.check(tree, frame)? {
                Typed { kind: Kind::Word(list), .. } => {
                    self.mismatch(tree, Kind::Word(list), Kind::Integer, "a number is needed");
                    return None;
                }
                typed => typed.expression,
            },
        };
        if frame.it {
            self.about_it(tree);
        }
        Some(expression)
    }

    /// Reports a part that says nothing about `it` where it has to: `any(enemies, hp < 5)` is a slip of the pen.
    fn about_it(&mut self, node: &SyntaxNode) {
        if !self.scope.bare_is_it() && node.any_name(|_| true) && !node.speaks_of("it") {
            let message = format!("`{}` says nothing about `it`", self.source(node));
            let defect = Defect::new(node.span.clone(), message);
            self.defects.push(defect.help("`it` is each of them in turn, as in `it.hp`; a name without it is one's own"));
        }
    }

    /// Checks a part with everything in it, and returns its expression and its type.
    fn check(&mut self, node: &SyntaxNode, frame: Frame) -> Option<Typed> {
        match &node.form {
            NodeForm::Integer(value) => Some(number(Expression::Constant(*value))),
            NodeForm::Truth(value) => Some(truth(Expression::truth(*value))),
            NodeForm::Name { segments, arguments } => self.name(node, segments, arguments.as_deref(), frame),
            NodeForm::Not(operand) => {
                let operand = self.need(operand, frame, Kind::Boolean, "`not` stands before a condition")?;
                Some(truth(Expression::opposite(operand)))
            }
            NodeForm::Negate(operand) => {
                let operand = self.need(operand, frame, Kind::Integer, "`-` stands before a number")?;
                Some(number(Expression::negate(operand)))
            }
            NodeForm::Logic(logic, left, right) => self.logic(*logic, left, right, frame),
            NodeForm::Binary(operator, left, right) if operator.compares() => self.comparison(*operator, left, right, frame),
            NodeForm::Binary(operator, left, right) => {
                let role = format!("`{}` stands between numbers", operator.symbol());
                let left = self.need(left, frame, Kind::Integer, &role);
                let right = self.need(right, frame, Kind::Integer, &role);
                Some(number(Expression::binary(*operator, left?, right?)))
            }
        }
    }

    /// Checks both sides of `and` or `or`, which have to be conditions.
    fn logic(&mut self, logic: Logic, left: &SyntaxNode, right: &SyntaxNode, frame: Frame) -> Option<Typed> {
        let role = format!("`{}` stands between conditions", logic.symbol());
        let left = self.need(left, frame, Kind::Boolean, &role);
        let right = self.need(right, frame, Kind::Boolean, &role);
        Some(truth(Expression::logic(logic, left?, right?)))
    }

    /// The part, when it is of the kind that its `role` asks for.
    fn need(&mut self, node: &SyntaxNode, frame: Frame, wanted: Kind, role: &str) -> Option<Expression> {
        let typed = self.check(node, frame)?;
        let counts = wanted == Kind::Integer && typed.kind == Kind::Boolean && self.scope.counts_truths();
        if typed.kind == wanted || counts {
            return Some(typed.expression);
        }
        self.mismatch(node, typed.kind, wanted, role);
        None
    }

    /// Reports a part of the wrong type, with advice on how to make the right one of it.
    fn mismatch(&mut self, node: &SyntaxNode, found: Kind, wanted: Kind, role: &str) {
        let source = self.source(node).to_owned();
        let help = match (wanted, found) {
            (_, Kind::Word(list)) => match self.scope.words()[list].words.first() {
                Some(word) => format!("compare it with a word: `{source} == {}`", quoted_where_needed(word)),
                None => "compare it with a word".to_owned(),
            },
            (Kind::Boolean, _) => format!("compare it with a number: `{source} > 0`"),
            _ => "a condition cannot be calculated with; `count(enemies, ...)` tells for how many a condition holds".to_owned(),
        };
        let message = format!("{role}, and `{source}` is {}", self.called(found));
        self.defects.push(Defect::new(node.span.clone(), message).help(help));
    }

    /// Returns the name of a kind of value in a message.
    fn called(&self, kind: Kind) -> String {
        match kind {
            Kind::Integer => "a number".to_owned(),
            Kind::Boolean => "a condition".to_owned(),
            Kind::Word(list) => format!("a word ({})", self.scope.words()[list].name),
        }
    }

    /// Checks a name: an aggregate over a group, or something that the scope can read.
    fn name(
        &mut self,
        node: &SyntaxNode,
        segments: &[NameSegment],
        arguments: Option<&[SyntaxNode]>,
        frame: Frame,
    ) -> Option<Typed> {
        if let (true, [segment], Some(arguments)) = (!self.scope.groups().is_empty(), segments, arguments)
            && let Some((_, fold)) = Fold::NAMED.iter().find(|(name, _)| *name == segment.text)
            && !self.compares_two(*fold, arguments)
        {
            return self.fold(node, segment.text, *fold, arguments, frame);
        }
        if let ([segment], Some(arguments)) = (segments, arguments) {
            let two = match segment.text {
                "min" => Some(Operator::Least),
                "max" => Some(Operator::Most),
                _ => None,
            };
            if let (Some(operator), [left, right]) = (two, arguments) {
                let role = format!("`{}` takes numbers", segment.text);
                let left = self.need(left, frame, Kind::Integer, &role);
                let right = self.need(right, frame, Kind::Integer, &role);
                return Some(number(Expression::binary(operator, left?, right?)));
            }
            if let Some(function) = self.scope.function(segment.text) {
                return self.call(node, segment.text, function, arguments, frame);
            }
        }
        match self.resolve(node, frame)? {
            Ok(Resolved { read, kind: Kind::Boolean }) => Some(truth(Expression::read_truth(read))),
            Ok(Resolved { read, kind }) => Some(Typed { kind, expression: Expression::Read(read) }),
            Err(defect) => self.report(defect),
        }
    }

    /// True if `min` or `max` is not about a group, but about two numbers.
    fn compares_two(&self, fold: Fold, arguments: &[SyntaxNode]) -> bool {
        let group =
            |node: &SyntaxNode| node.bare().is_some_and(|word| self.scope.groups().iter().any(|(name, _)| name == word));
        matches!(fold, Fold::Min | Fold::Max) && arguments.len() == 2 && !group(&arguments[0]) && !is_about_it(&arguments[1])
    }

    /// Checks a function of the scope with what it takes.
    fn call(
        &mut self,
        node: &SyntaxNode,
        name: &str,
        function: Function,
        arguments: &[SyntaxNode],
        frame: Frame,
    ) -> Option<Typed> {
        let Function { code, takes, asks } = function;
        if arguments.len() != takes {
            let message = format!("`{name}` takes {takes}, and there are {}", arguments.len());
            return self
                .report(Defect::new(node.span.clone(), message).help("they stand in parentheses, with commas between them"));
        }
        let mut checked = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            let (kind, what) = if asks && index == 0 { (Kind::Boolean, "a condition") } else { (Kind::Integer, "a number") };
            checked.push(self.need(argument, frame, kind, &format!("`{name}` takes {what} here")));
        }
        Some(number(Expression::Call(code, checked.into_iter().collect::<Option<_>>()?)))
    }

    /// Returns the answer of the scope to a name; `None` when the part is none.
    fn resolve(&self, node: &SyntaxNode, frame: Frame) -> Option<Result<Resolved, Defect>> {
        let NodeForm::Name { segments, arguments } = &node.form else { return None };
        let arguments = arguments.as_ref().map(|arguments| arguments.iter().map(|argument| self.given(argument)).collect());
        Some(self.scope.resolve(&Name { segments, arguments, span: node.span.clone() }, frame))
    }

    /// Returns an argument as the scope sees it: a word, a whole number, or neither.
    fn given<'n>(&'n self, node: &'n SyntaxNode) -> GivenArgument<'n> {
        let value = match (&node.form, node.bare()) {
            (_, Some(word)) => GivenValue::Word(word),
            (NodeForm::Integer(value), _) => GivenValue::Integer(*value),
            (NodeForm::Negate(operand), _) => match operand.form {
                NodeForm::Integer(value) => GivenValue::Integer(-value),
                _ => GivenValue::Neither,
            },
            _ => GivenValue::Neither,
        };
        GivenArgument { value, text: self.source(node), span: node.span.clone() }
    }

    /// Checks an aggregate over a group; these do not stand inside each other.
    fn fold(&mut self, node: &SyntaxNode, name: &str, fold: Fold, arguments: &[SyntaxNode], frame: Frame) -> Option<Typed> {
        if frame.it {
            let message = format!("`{name}` cannot stand where `it` is already somebody");
            return self.report(Defect::new(node.span.clone(), message).help("aggregates do not stand inside each other"));
        }
        let example = if fold.asks_condition() { "it.hp <= 5" } else { "it.hp" };
        let [group, body] = arguments else {
            let groups = self.scope.groups();
            let any = groups.last().map_or("enemies", |(name, _)| name);
            let message = format!("`{name}` takes a group and what to ask of each in it");
            return self
                .report(Defect::new(node.span.clone(), message).help(format!("for example `{name}({any}, {example})`")));
        };
        let group = self.group(group);
        let inside = Frame { it: true, ..frame };
        let asked = if fold.asks_condition() { Kind::Boolean } else { Kind::Integer };
        let role = format!("`{name}` asks each for a {}", if fold.asks_condition() { "condition" } else { "number" });
        let expression = self.need(body, inside, asked, &role)?;
        self.about_it(body);
        let expression = Expression::fold(fold, group?, expression);
        Some(if fold.gives_truth() { truth(expression) } else { number(expression) })
    }

    /// Returns the group that a part names, and reports a part that names none.
    fn group(&mut self, node: &SyntaxNode) -> Option<Members> {
        let groups = self.scope.groups();
        let found = node.bare().and_then(|word| groups.iter().find(|(name, _)| *name == word));
        if found.is_none() {
            let message = format!("`{}` is not a group", self.source(node));
            let known: Vec<&str> = groups.iter().map(|(name, _)| name.as_str()).collect();
            let defect = Defect::new(node.span.clone(), message).help(listed(&known));
            let help = match &node.form {
                NodeForm::Name { segments, .. } => match segments.as_slice() {
                    [whose, group] if known.contains(&group.text) => self.scope.group_of_another(whose.text, group.text),
                    _ => None,
                },
                _ => None,
            };
            self.defects.push(match help {
                Some(help) => defect.help(help),
                None => defect,
            });
        }
        found.map(|(_, group)| *group)
    }

    /// Checks a comparison: of words with each other, or of two sides of one type; truths know only `==` and `!=`.
    fn comparison(&mut self, operator: Operator, left: &SyntaxNode, right: &SyntaxNode, frame: Frame) -> Option<Typed> {
        if let Some((read, list)) = self.word_valued(left, frame) {
            return self.comparison_of_words(operator, Observed { node: left, read, list }, right, frame);
        }
        if let Some((read, list)) = self.word_valued(right, frame) {
            return self.comparison_of_words(operator, Observed { node: right, read, list }, left, frame);
        }
        let (left_is_word, right_is_word) = (self.is_mere_word(left, frame), self.is_mere_word(right, frame));
        let checked_left = if left_is_word { None } else { self.check(left, frame) };
        let checked_right = if right_is_word { None } else { self.check(right, frame) };
        match (&checked_left, &checked_right) {
            (Some(typed), None) if right_is_word => self.word_beside(right, left, typed.kind),
            (None, Some(typed)) if left_is_word => self.word_beside(left, right, typed.kind),
            (None, None) if left_is_word && right_is_word => {
                self.check(left, frame);
                self.check(right, frame);
            }
            _ => {}
        }
        let (typed_left, typed_right) = (checked_left?, checked_right?);
        if typed_left.kind != typed_right.kind {
            return self.report(self.unlike(left, typed_left.kind, right, typed_right.kind));
        }
        if typed_left.kind == Kind::Boolean && !operator.equates() {
            self.mismatch(left, Kind::Boolean, Kind::Integer, &format!("`{}` compares numbers", operator.symbol()));
            return None;
        }
        Some(truth(Expression::binary(operator, typed_left.expression, typed_right.expression)))
    }

    /// The defect of two sides that cannot be compared because their types differ.
    fn unlike(&self, left: &SyntaxNode, left_kind: Kind, right: &SyntaxNode, right_kind: Kind) -> Defect {
        let (left_called, right_called) = (self.called(left_kind), self.called(right_kind));
        let message = format!("`{}` is {left_called}, and `{}` is {right_called}", self.source(left), self.source(right));
        let span = left.span.start.min(right.span.start)..left.span.end.max(right.span.end);
        Defect::new(span, message).help("only values of the same kind can be compared")
    }

    /// Reports a word that is compared with something without words for its values.
    fn word_beside(&mut self, word: &SyntaxNode, other: &SyntaxNode, kind: Kind) {
        let message = format!("`{}` is {}, and `{}` is a word", self.source(other), self.called(kind), self.source(word));
        let defect =
            Defect::new(word.span.clone(), message).help("a word can be compared only with what has words for its values");
        self.defects.push(defect);
    }

    /// True if a part is a word of some list and no name of its own. Beside an unknown name it is not the thing to mend.
    fn is_mere_word(&self, node: &SyntaxNode, frame: Frame) -> bool {
        let known = node.bare().is_some_and(|word| self.scope.words().iter().any(|words| words.index(word).is_some()));
        known && matches!(self.resolve(node, frame), Some(Err(_)))
    }

    /// Returns the origin of the value and the list of its words, when the part is a name with words for values.
    fn word_valued(&self, node: &SyntaxNode, frame: Frame) -> Option<(Read, usize)> {
        match self.resolve(node, frame) {
            Some(Ok(Resolved { read, kind: Kind::Word(list) })) => Some((read, list)),
            _ => None,
        }
    }

    /// `observed` is the side that is known to have words for values. On the other side a word of that list comes before a
    /// name that is spelt alike.
    fn comparison_of_words(
        &mut self,
        operator: Operator,
        observed: Observed,
        other: &SyntaxNode,
        frame: Frame,
    ) -> Option<Typed> {
        let Observed { node, read, list } = observed;
        if !operator.equates() {
            let message = format!("`{}` is a word, and words have no order", self.source(node));
            return self.report(Defect::new(node.span.clone(), message).help("compare words with `==` or `!=`"));
        }
        let word = other.bare().and_then(|word| self.scope.words()[list].index(word));
        let expression = match word {
            Some(index) => Expression::Constant(index as i64),
            None => match self.word_valued(other, frame) {
                Some((other_read, other_list)) if other_list == list => Expression::Read(other_read),
                Some((_, other_list)) => {
                    return self.report(self.unlike(node, Kind::Word(list), other, Kind::Word(other_list)));
                }
                None => return self.not_a_word(node, list, other, frame),
            },
        };
        Some(truth(Expression::binary(operator, Expression::Read(read), expression)))
    }

    /// Reports the other side of a comparison with words, when that side is no word of the list.
    fn not_a_word(&mut self, observed: &SyntaxNode, list: usize, other: &SyntaxNode, frame: Frame) -> Option<Typed> {
        let words = &self.scope.words()[list];
        let source = self.source(other);
        if words.index(source).is_some() {
            let defect = Defect::new(other.span.clone(), format!("the word `{source}` stands in quotes"));
            return self.report(defect.help(format!("write '{source}'")));
        }
        if let (Some(word), Some(Err(_))) = (other.bare(), self.resolve(other, frame)) {
            return self.report(unknown_word(words, word, other.span.clone()));
        }
        let typed = self.check(other, frame)?;
        let known: Vec<&str> = there_are(words).collect();
        let mut defect = self.unlike(observed, Kind::Word(list), other, typed.kind);
        defect.help = vec![listed(&known)];
        self.report(defect)
    }
}

/// The defect of a word that is not in the list it should be in.
pub(super) fn unknown_word(words: &WordList, word: &str, span: Range<usize>) -> Defect {
    let message = format!("there is no {} `{word}`", words.name);
    Defect::new(span, message).advise(word, there_are(words))
}

/// The words of a list that can come about: one that cannot is empty.
fn there_are(words: &WordList) -> impl Iterator<Item = &str> {
    words.words.iter().map(String::as_str).filter(|word| !word.is_empty())
}

/// A word as it can be written in a condition.
fn quoted_where_needed(word: &str) -> String {
    let plain = matches!(parse(word), (Some(node), defects) if node.bare() == Some(word) && defects.is_empty());
    if plain { word.to_owned() } else { format!("'{word}'") }
}

/// An expression with the type of a number.
fn number(expression: Expression) -> Typed {
    Typed { kind: Kind::Integer, expression }
}

/// An expression with the type of a truth.
fn truth(expression: Expression) -> Typed {
    Typed { kind: Kind::Boolean, expression }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::testing::{OutcomeNames, vocabulary};

    fn defects(text: &str) -> Vec<Defect> {
        expression(text, &vocabulary(), Frame::WITH_TARGET, WantedType::Truth).expect_err(text)
    }

    /// The place, message and advice of the only defect.
    fn only(text: &str) -> (Range<usize>, String, String) {
        let mut defects = defects(text);
        assert_eq!(defects.len(), 1, "{text}: {defects:?}");
        let defect = defects.remove(0);
        (defect.span, defect.message, defect.help.join("; "))
    }

    fn right(text: &str) -> Expression {
        expression(text, &vocabulary(), Frame::WITH_TARGET, WantedType::Truth)
            .unwrap_or_else(|defects| panic!("{text}: {defects:?}"))
    }

    #[test]
    fn every_breach_of_types_has_its_place_message_and_advice() {
        for (text, span, message, help) in [
            ("hp", 0..2, "a condition is needed, and `hp` is a number", "compare it with a number: `hp > 0`"),
            ("3", 0..1, "a condition is needed, and `3` is a number", "compare it with a number: `3 > 0`"),
            (
                "prone and 3",
                10..11,
                "`and` stands between conditions, and `3` is a number",
                "compare it with a number: `3 > 0`",
            ),
            ("not hp", 4..6, "`not` stands before a condition, and `hp` is a number", "compare it with a number: `hp > 0`"),
            (
                "hp + prone > 3",
                5..10,
                "`+` stands between numbers, and `prone` is a condition",
                "a condition cannot be calculated with; `count(enemies, ...)` tells for how many a condition holds",
            ),
            (
                "-(hp > 3) < 0",
                1..9,
                "`-` stands before a number, and `(hp > 3)` is a condition",
                "a condition cannot be calculated with; `count(enemies, ...)` tells for how many a condition holds",
            ),
            (
                "hp == prone",
                0..11,
                "`hp` is a number, and `prone` is a condition",
                "only values of the same kind can be compared",
            ),
            (
                "prone < in_reach",
                0..5,
                "`<` compares numbers, and `prone` is a condition",
                "a condition cannot be calculated with; `count(enemies, ...)` tells for how many a condition holds",
            ),
            (
                "declared",
                0..8,
                "a condition is needed, and `declared` is a word (action)",
                "compare it with a word: `declared == none`",
            ),
            (
                "weapon or prone",
                0..6,
                "`or` stands between conditions, and `weapon` is a word (weapon)",
                "compare it with a word: `weapon == sword`",
            ),
        ] {
            assert_eq!(only(text), (span, message.to_owned(), help.to_owned()), "{text}");
        }
    }

    #[test]
    fn every_misuse_of_words_has_its_place_message_and_advice() {
        for (text, span, message, help) in [
            ("declared == defnd", 12..17, "there is no action `defnd`", "did you mean `defend`?"),
            ("dance != declared", 0..5, "there is no action `dance`", "allowed: `none`, `attack`, `defend`, `full defence`"),
            ("declared < defend", 0..8, "`declared` is a word, and words have no order", "compare words with `==` or `!=`"),
            (
                "declared == 3",
                0..13,
                "`declared` is a word (action), and `3` is a number",
                "allowed: `none`, `attack`, `defend`, `full defence`",
            ),
            (
                "hp == declared",
                0..14,
                "`declared` is a word (action), and `hp` is a number",
                "allowed: `none`, `attack`, `defend`, `full defence`",
            ),
            (
                "declared == weapon",
                0..18,
                "`declared` is a word (action), and `weapon` is a word (weapon)",
                "only values of the same kind can be compared",
            ),
            (
                "weapon == 2d6",
                10..13,
                "`2d6` is neither a number nor a name",
                "a name that begins with a digit stands in quotes: '2d6'",
            ),
            (
                "hp == defend",
                6..12,
                "`hp` is a number, and `defend` is a word",
                "a word can be compared only with what has words for its values",
            ),
            (
                "defend == prone",
                0..6,
                "`prone` is a condition, and `defend` is a word",
                "a word can be compared only with what has words for its values",
            ),
            ("has(bleding)", 4..11, "there is no status `bleding`", "did you mean `bleeding`?"),
            ("has(off-guard)", 4..13, "`has` asks for a word (status), and `off-guard` is none", "write 'off-guard'"),
        ] {
            assert_eq!(only(text), (span, message.to_owned(), help.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_word_that_reads_like_a_calculation_is_told_to_stand_in_quotes() {
        let words = [WordList { name: "stance", words: vec!["all-out".to_owned()] }];
        struct Stances<'w>(&'w [WordList]);
        impl Scope for Stances<'_> {
            fn resolve(&self, name: &Name<'_>, _frame: Frame) -> Result<Resolved, Defect> {
                let read = crate::policy::Read { of: crate::policy::Of::Situation, observable: 0, argument: 0 };
                let known = name.path() == "stance";
                known.then_some(Resolved { read, kind: Kind::Word(0) }).ok_or_else(|| Defect::new(name.span.clone(), "unknown"))
            }

            fn words(&self) -> &[WordList] {
                self.0
            }
        }
        let defects =
            expression("stance == all-out", &Stances(&words), Frame::WITHOUT_TARGET, WantedType::Truth).expect_err("unquoted");
        assert_eq!(defects, [Defect::new(10..17, "the word `all-out` stands in quotes").help("write 'all-out'")]);
        expression("stance == 'all-out'", &Stances(&words), Frame::WITHOUT_TARGET, WantedType::Truth).expect("quoted");
    }

    #[test]
    fn every_misuse_of_an_aggregate_has_its_place_message_and_advice() {
        for (text, span, message, help) in [
            (
                "any(enemies)",
                0..12,
                "`any` takes a group and what to ask of each in it",
                "for example `any(enemies, it.hp <= 5)`",
            ),
            ("min() > 1", 0..5, "`min` takes a group and what to ask of each in it", "for example `min(enemies, it.hp)`"),
            ("any(enemy, it.prone)", 4..9, "`enemy` is not a group", "allowed: `allies`, `enemies`"),
            ("all(self, it.prone)", 4..8, "`self` is not a group", "allowed: `allies`, `enemies`"),
            (
                "any(allies, it.hp)",
                12..17,
                "`any` asks each for a condition, and `it.hp` is a number",
                "compare it with a number: `it.hp > 0`",
            ),
            (
                "sum(allies, it.prone) > 1",
                12..20,
                "`sum` asks each for a number, and `it.prone` is a condition",
                "a condition cannot be calculated with; `count(enemies, ...)` tells for how many a condition holds",
            ),
            (
                "any(allies, hp < 3)",
                12..18,
                "`hp < 3` says nothing about `it`",
                "`it` is each of them in turn, as in `it.hp`; a name without it is one's own",
            ),
            (
                "any(allies, it.hp < min(enemies, it.hp))",
                20..39,
                "`min` cannot stand where `it` is already somebody",
                "aggregates do not stand inside each other",
            ),
            (
                "count(allies, it.prone)",
                0..23,
                "a condition is needed, and `count(allies, it.prone)` is a number",
                "compare it with a number: `count(allies, it.prone) > 0`",
            ),
        ] {
            assert_eq!(only(text), (span, message.to_owned(), help.to_owned()), "{text}");
        }
    }

    #[test]
    fn everything_wrong_is_reported_at_once() {
        let found = defects("hpp < 3 && (has(blood) or declared == defnd) and any(enemies, it.armr > 3) and hp");
        let spans: Vec<_> = found.into_iter().map(|defect| defect.span).collect();
        assert_eq!(spans, [0..3, 8..10, 16..21, 38..43, 65..69, 79..81]);
    }

    #[test]
    fn a_word_beside_an_unknown_name_is_not_reported_too() {
        assert_eq!(only("declard == defend").0, 0..7);
        assert_eq!(only("defend == declard").0, 10..17);
        assert_eq!(defects("hpp == armr").len(), 2);
        assert_eq!(defects("attack == defend").len(), 2);
    }

    #[test]
    fn words_come_before_names_on_the_other_side_of_a_word_valued_name() {
        for text in [
            "declared == defend",
            "defend == declared",
            "declared != \"full defence\"",
            "declared == last_order",
            "declared == target.declared",
        ] {
            assert!(matches!(right(text), Expression::Binary(..)), "{text}");
        }
    }

    #[test]
    fn types_fit_where_they_should() {
        for text in [
            "prone == in_reach",
            "prone != (hp > 3)",
            "not (prone and in_reach) or true",
            "sum(enemies, it.hp - hp) / 2 >= -round",
            "count(enemies, true) > 2",
            "any(allies, it.distance <= target.distance and not it.has(stunned))",
            "hands(sword) + hands(\"2d6\") > 2",
        ] {
            right(text);
        }
    }

    #[test]
    fn a_measure_may_be_a_number_or_a_condition_but_no_word() {
        let measure = |text| expression(text, &vocabulary(), Frame::CANDIDATE, WantedType::Measure);
        assert!(measure("it.hp + it.distance").is_ok() && measure("it.prone").is_ok());
        let defects = measure("it.declared").expect_err("a word");
        assert_eq!(defects[0].message, "a number is needed, and `it.declared` is a word (action)");
        let defects = measure("hp").expect_err("one's own");
        assert_eq!(defects[0].message, "`hp` says nothing about `it`");
    }

    #[test]
    fn the_same_language_asks_about_outcomes() {
        let ask = |text| expression(text, &OutcomeNames::new(), Frame::WITHOUT_TARGET, WantedType::Truth);
        for text in ["winner == ogre and rounds > 12", "\"Goblin 1\".hp < 0"] {
            assert!(ask(text).is_ok(), "{text}");
        }
        let defects = ask("\"Goblin 2\".hp < 0 or any(goblins, it.hp > 3)").expect_err("unknown outcomes");
        let messages: Vec<_> = defects.iter().map(|defect| defect.message.as_str()).collect();
        assert_eq!(messages, ["there is no outcome `Goblin 2.hp`", "there is no outcome `any`"]);
        assert_eq!(defects[0].help, ["did you mean `Goblin 1.hp`?"]);
    }
}
