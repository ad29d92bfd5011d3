//! Syntax: tokens become a tree, by precedence climbing.
//!
//! Owns the grammar (see [`policy`](super)) and the advice on mistakes in it. Names and types are none of its business.
//! The parser is written by hand rather than with combinators: the grammar has six levels of operators and one kind of
//! name, and by hand every wrong token meets a sentence that knows what was wanted there. Nesting is bounded, so that no
//! text can exhaust the stack here or in the steps that walk the tree.

use std::ops::Range;

use super::defect::Defect;
use super::operator::Operator;
use super::scope::NameSegment;
use super::token::{Dialect, Spanned, Token, tokens_of};
use crate::error::nearest;

/// Advice for somebody who writes a share of something that nothing is known of.
pub(super) const SHARE_HELP: &str = "write a share as a product, such as `part * 10 <= whole * 3`";

/// The deepest tree: so many operations or parentheses can stand inside each other.
pub const DEPTH_MAX: u32 = 100;

/// Joins two truth values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Logic {
    /// `and`.
    And,
    /// `or`.
    Or,
}

impl Logic {
    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Logic::And => "and",
            Logic::Or => "or",
        }
    }
}

/// A part of a condition.
#[derive(PartialEq, Eq, Debug)]
pub struct SyntaxNode<'t> {
    /// Its bytes, with its parentheses.
    pub span: Range<usize>,
    /// What it is.
    pub form: NodeForm<'t>,
    /// Levels of the tree from here down.
    depth: u32,
}

/// The form of a part.
#[derive(PartialEq, Eq, Debug)]
pub enum NodeForm<'t> {
    /// A number.
    Integer(i64),
    /// `true` or `false`.
    Truth(bool),
    /// A name.
    Name {
        /// Its parts, between which there are dots.
        segments: Vec<NameSegment<'t>>,
        /// The arguments in the parentheses behind it, if there are any.
        arguments: Option<Vec<SyntaxNode<'t>>>,
    },
    /// `not` of something.
    Not(Box<SyntaxNode<'t>>),
    /// `-` of something.
    Negate(Box<SyntaxNode<'t>>),
    /// Two truths.
    Logic(Logic, Box<SyntaxNode<'t>>, Box<SyntaxNode<'t>>),
    /// Two numbers.
    Binary(Operator, Box<SyntaxNode<'t>>, Box<SyntaxNode<'t>>),
}

impl<'t> SyntaxNode<'t> {
    /// The name, when the part is a name of one segment without argument: what a word looks like.
    pub fn bare(&self) -> Option<&'t str> {
        match &self.form {
            NodeForm::Name { segments, arguments: None } if segments.len() == 1 => Some(segments[0].text),
            _ => None,
        }
    }

    /// True if any name in it begins with a segment that `is` accepts.
    pub fn any_name(&self, is: impl Fn(&str) -> bool + Copy) -> bool {
        match &self.form {
            NodeForm::Integer(_) | NodeForm::Truth(_) => false,
            NodeForm::Name { segments, .. } => is(segments[0].text),
            NodeForm::Not(operand) | NodeForm::Negate(operand) => operand.any_name(is),
            NodeForm::Logic(_, left, right) | NodeForm::Binary(_, left, right) => left.any_name(is) || right.any_name(is),
        }
    }

    /// True if it asks anything of this one, also in parentheses: `max(it.hp, 3)`, `target.is(it)`.
    pub fn speaks_of(&self, one: &str) -> bool {
        match &self.form {
            NodeForm::Integer(_) | NodeForm::Truth(_) => false,
            NodeForm::Name { segments, arguments } => {
                segments[0].text == one || arguments.iter().flatten().any(|argument| argument.speaks_of(one))
            }
            NodeForm::Not(operand) | NodeForm::Negate(operand) => operand.speaks_of(one),
            NodeForm::Logic(_, left, right) | NodeForm::Binary(_, left, right) => left.speaks_of(one) || right.speaks_of(one),
        }
    }
}

/// The tree of `text`, unless its grammar is wrong, and everything that is wrong with its spelling and grammar.
pub(super) fn parse(text: &str) -> (Option<SyntaxNode<'_>>, Vec<Defect>) {
    let (tokens, mut defects) = tokens_of(text, Dialect::Condition);
    let mut parser = Parser { text, tokens, at: 0, nesting: 0, statements: false };
    match parser.whole() {
        Ok(tree) => (Some(tree), defects),
        Err(defect) => {
            defects.push(defect);
            (None, defects)
        }
    }
}

/// The strength with which an operator binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Binding {
    Or,
    And,
    Not,
    Comparison,
    Sum,
    Product,
    Sign,
}

impl Binding {
    /// The next tighter one.
    fn tighter(self) -> Binding {
        match self {
            Binding::Or => Binding::And,
            Binding::And => Binding::Not,
            Binding::Not => Binding::Comparison,
            Binding::Comparison => Binding::Sum,
            Binding::Sum => Binding::Product,
            Binding::Product | Binding::Sign => Binding::Sign,
        }
    }

    /// That of a token between two operands.
    fn of(token: Token) -> Option<Binding> {
        match token {
            Token::Or => Some(Binding::Or),
            Token::And => Some(Binding::And),
            Token::Operator(operator) if operator.compares() => Some(Binding::Comparison),
            Token::Operator(Operator::Add | Operator::Subtract) => Some(Binding::Sum),
            Token::Operator(_) => Some(Binding::Product),
            _ => None,
        }
    }
}

/// Reads tokens from the first to the last.
pub(super) struct Parser<'t> {
    pub text: &'t str,
    pub tokens: Vec<Spanned<'t>>,
    /// The place of the next token.
    pub at: usize,
    /// The operations that stand around it.
    pub nesting: u32,
    /// True if expressions stand in statements.
    pub statements: bool,
}

impl<'t> Parser<'t> {
    /// The next token, which is not taken.
    pub fn peek(&self) -> Token<'t> {
        self.tokens[self.at].0
    }

    /// The bytes of the next token.
    pub fn peek_span(&self) -> Range<usize> {
        self.tokens[self.at].1.clone()
    }

    /// Takes the next token; the end stays where it is.
    pub fn take(&mut self) -> Spanned<'t> {
        let spanned = self.tokens[self.at].clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        spanned
    }

    /// Returns the name of the next token in a message.
    pub fn found(&self) -> String {
        match self.peek() {
            Token::End => "the end".to_owned(),
            Token::Break => "the end of the line".to_owned(),
            _ => format!("`{}`", &self.text[self.peek_span()]),
        }
    }

    /// Reads the whole text as one expression, behind which nothing may follow.
    fn whole(&mut self) -> Result<SyntaxNode<'t>, Defect> {
        if self.peek() == Token::End {
            return Err(Defect::new(0..self.text.len(), "there is nothing here").help("leave it out where it is not needed"));
        }
        let tree = self.expression(Binding::Or)?;
        match self.peek() {
            Token::End => Ok(tree),
            Token::Close => Err(Defect::new(self.peek_span(), "this parenthesis was never opened")),
            _ => Err(self.operator_missing()),
        }
    }

    /// The defect of a token where an operator should stand, with advice that depends on what stands there.
    fn operator_missing(&self) -> Defect {
        let defect = Defect::new(self.peek_span(), format!("an operator is missing before {}", self.found()));
        let near = match self.peek() {
            Token::Name(word) => nearest(word, ["and", "or"]),
            _ => None,
        };
        let ordinal = match (self.before(), self.peek(), self.tokens.get(self.at + 1)) {
            (Some((Token::Name(name), _)), Token::Integer(number), Some((Token::Close, _))) => Some((name, number)),
            _ => None,
        };
        match (near, ordinal) {
            (Some(near), _) => defect.help(format!("did you mean `{near}`?")),
            (None, Some((name, number))) => defect.help(format!("a name with a blank stands in quotes: `'{name} {number}'`")),
            (None, None) => defect.help("join with `and` or `or`, compare with `==`, `!=`, `<`, `<=`, `>` or `>=`"),
        }
    }

    /// An expression whose operators bind at least as tightly as `least`.
    pub fn expression(&mut self, least: Binding) -> Result<SyntaxNode<'t>, Defect> {
        self.nesting += 1;
        if self.nesting > DEPTH_MAX {
            return Err(too_deep(self.peek_span()));
        }
        let mut left = self.operand(least)?;
        let mut compared = false;
        while let Some(binding) = Binding::of(self.peek()).filter(|binding| *binding >= least) {
            let (token, span) = self.take();
            // A line that ends with an operator goes on.
            while self.peek() == Token::Break {
                self.take();
            }
            if binding == Binding::Comparison && compared {
                let defect = Defect::new(span, "comparisons cannot be chained");
                return Err(defect.help("join two comparisons with `and`: `1 < hp and hp < 5`"));
            }
            compared = binding == Binding::Comparison;
            let right = self.expression(binding.tighter())?;
            left = join(token, left, right)?;
        }
        self.nesting -= 1;
        Ok(left)
    }

    /// Reads what stands between operators: a name, a number, a parenthesis, or `-` or `not` with its operand.
    fn operand(&mut self, least: Binding) -> Result<SyntaxNode<'t>, Defect> {
        let span = self.peek_span();
        match self.peek() {
            Token::Integer(value) => Ok(self.leaf(NodeForm::Integer(value))),
            Token::True => Ok(self.leaf(NodeForm::Truth(true))),
            Token::False => Ok(self.leaf(NodeForm::Truth(false))),
            Token::Name(_) | Token::Quoted(_) => self.name(),
            Token::Open => self.parenthesis(),
            Token::Operator(Operator::Subtract) => {
                self.take();
                let operand = self.expression(Binding::Sign)?;
                node(span.start..operand.span.end, operand.depth, NodeForm::Negate(Box::new(operand)))
            }
            Token::Not if least > Binding::Not => Err(Defect::new(span, "`not` binds more loosely than what stands before it")
                .help("put it in parentheses: `(not ...)`")),
            Token::Not => {
                self.take();
                let operand = self.expression(Binding::Not)?;
                node(span.start..operand.span.end, operand.depth, NodeForm::Not(Box::new(operand)))
            }
            _ => Err(self.operand_missing()),
        }
    }

    /// The token before the next one.
    fn before(&self) -> Option<&Spanned<'t>> {
        self.at.checked_sub(1).map(|before| &self.tokens[before])
    }

    /// The defect of a token where a name or a number should stand.
    fn operand_missing(&self) -> Defect {
        if let Some((Token::Operator(Operator::Remainder), span)) = self.before() {
            return Defect::new(span.clone(), "`%` is the remainder of a division, and needs a number behind it")
                .help(SHARE_HELP);
        }
        let defect = Defect::new(self.peek_span(), format!("a name or a number is missing before {}", self.found()));
        match self.peek() {
            Token::And | Token::Or => defect.help("a word that is spelt like an operator stands in quotes"),
            _ => defect,
        }
    }

    /// Takes the next token as a part with nothing inside.
    fn leaf(&mut self, form: NodeForm<'t>) -> SyntaxNode<'t> {
        let (_, span) = self.take();
        SyntaxNode { span, form, depth: 1 }
    }

    /// Reads an expression in parentheses; its bytes are those from one parenthesis to the other.
    fn parenthesis(&mut self) -> Result<SyntaxNode<'t>, Defect> {
        let (_, open) = self.take();
        let inside = self.expression(Binding::Or)?;
        let close = self.close(&open)?;
        Ok(SyntaxNode { span: open.start..close.end, ..inside })
    }

    /// Takes the closing parenthesis and returns its bytes; `open` is where the opening one stands.
    pub fn close(&mut self, open: &Range<usize>) -> Result<Range<usize>, Defect> {
        match self.peek() {
            Token::Close => Ok(self.take().1),
            Token::End => Err(Defect::new(open.clone(), "this parenthesis is never closed")),
            _ => Err(self.operator_missing()),
        }
    }

    /// Reads a name: segments joined by dots, and arguments in parentheses if there are any.
    pub fn name(&mut self) -> Result<SyntaxNode<'t>, Defect> {
        let mut segments = vec![self.segment()?];
        while self.peek() == Token::Dot {
            self.take();
            segments.push(self.segment()?);
        }
        let start = segments[0].span.start;
        let end = self.tokens[self.at - 1].1.end;
        if self.statements && self.peek() == Token::Name("asks") {
            return self.asks(segments);
        }
        if self.peek() != Token::Open {
            return Ok(SyntaxNode { span: start..end, form: NodeForm::Name { segments, arguments: None }, depth: 1 });
        }
        let (_, open) = self.take();
        let arguments = self.arguments(&open)?;
        let end = self.close(&open)?.end;
        if self.peek() == Token::Dot {
            return Err(Defect::new(self.peek_span(), "nothing can follow an argument")
                .help("the argument stands at the end of the name"));
        }
        let depth = arguments.iter().map(|argument| argument.depth).max().unwrap_or(0);
        node(start..end, depth, NodeForm::Name { segments, arguments: Some(arguments) })
    }

    /// Reads `SOMEBODY asks DECISION` as `SOMEBODY.asks(DECISION)`: true if the decision is yes.
    fn asks(&mut self, mut segments: Vec<NameSegment<'t>>) -> Result<SyntaxNode<'t>, Defect> {
        let (_, span) = self.take();
        segments.push(NameSegment { text: "asks", span });
        let decision = self.segment()?;
        let (start, end) = (segments[0].span.start, decision.span.end);
        let asked = SyntaxNode {
            span: decision.span.clone(),
            form: NodeForm::Name { segments: vec![decision], arguments: None },
            depth: 1,
        };
        node(start..end, 1, NodeForm::Name { segments, arguments: Some(vec![asked]) })
    }

    /// Takes one segment of a name, plain or in quotes.
    pub fn segment(&mut self) -> Result<NameSegment<'t>, Defect> {
        match self.peek() {
            Token::Name(text) | Token::Quoted(text) => Ok(NameSegment { text, span: self.take().1 }),
            _ => Err(Defect::new(self.peek_span(), format!("a name is missing before {}", self.found()))),
        }
    }

    /// Reads arguments up to the closing parenthesis, which is left to be taken.
    pub fn arguments(&mut self, open: &Range<usize>) -> Result<Vec<SyntaxNode<'t>>, Defect> {
        let mut arguments = Vec::new();
        match self.peek() {
            Token::Close => return Ok(arguments),
            Token::End => return Err(Defect::new(open.clone(), "this parenthesis is never closed")),
            _ => {}
        }
        loop {
            arguments.push(self.expression(Binding::Or)?);
            if self.peek() != Token::Comma {
                return Ok(arguments);
            }
            self.take();
        }
    }
}

/// The defect of a text whose operations stand too deep inside each other.
fn too_deep(span: Range<usize>) -> Defect {
    Defect::new(span, format!("more than {DEPTH_MAX} operations stand inside each other"))
        .help("divide the condition over several lines")
}

/// A node above others of which the deepest has `depth` levels.
fn node(span: Range<usize>, depth: u32, form: NodeForm<'_>) -> Result<SyntaxNode<'_>, Defect> {
    if depth >= DEPTH_MAX { Err(too_deep(span)) } else { Ok(SyntaxNode { span, form, depth: depth + 1 }) }
}

/// Makes a node of an operator and its two sides; an error where it lies too deep.
fn join<'t>(token: Token<'t>, left: SyntaxNode<'t>, right: SyntaxNode<'t>) -> Result<SyntaxNode<'t>, Defect> {
    let span = left.span.start..right.span.end;
    let depth = left.depth.max(right.depth);
    let (left, right) = (Box::new(left), Box::new(right));
    let form = match token {
        Token::And => NodeForm::Logic(Logic::And, left, right),
        Token::Operator(operator) => NodeForm::Binary(operator, left, right),
        _ => NodeForm::Logic(Logic::Or, left, right),
    };
    node(span, depth, form)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    /// The tree with all its parentheses.
    fn show(node: &SyntaxNode) -> String {
        match &node.form {
            NodeForm::Integer(value) => value.to_string(),
            NodeForm::Truth(value) => value.to_string(),
            NodeForm::Not(operand) => format!("(not {})", show(operand)),
            NodeForm::Negate(operand) => format!("(-{})", show(operand)),
            NodeForm::Logic(logic, left, right) => format!("({} {} {})", show(left), logic.symbol(), show(right)),
            NodeForm::Binary(operator, left, right) => format!("({} {} {})", show(left), operator.symbol(), show(right)),
            NodeForm::Name { segments, arguments } => {
                let mut text = segments.iter().map(|segment| segment.text).collect::<Vec<_>>().join(".");
                if let Some(arguments) = arguments {
                    let _ = write!(text, "[{}]", arguments.iter().map(show).collect::<Vec<_>>().join("; "));
                }
                text
            }
        }
    }

    fn parsed(text: &str) -> String {
        match parse(text) {
            (Some(tree), defects) if defects.is_empty() => show(&tree),
            (_, defects) => panic!("{text}: {defects:?}"),
        }
    }

    fn wrong(text: &str) -> Defect {
        let (tree, mut defects) = parse(text);
        assert!(tree.is_none() && defects.len() == 1, "{text}: {defects:?}");
        defects.remove(0)
    }

    #[test]
    fn operators_bind_as_the_language_says() {
        for (text, tree) in [
            ("a or b and c", "(a or (b and c))"),
            ("a and b or c and d", "((a and b) or (c and d))"),
            ("not a and b", "((not a) and b)"),
            ("not a == b", "(not (a == b))"),
            ("not not a", "(not (not a))"),
            ("a + b <= c * d", "((a + b) <= (c * d))"),
            ("a - b - c", "((a - b) - c)"),
            ("a / b * c % d", "(((a / b) * c) % d)"),
            ("a - b * c", "(a - (b * c))"),
            ("-a * b", "((-a) * b)"),
            ("a * -b - -c", "((a * (-b)) - (-c))"),
            ("(a or b) and c", "((a or b) and c)"),
            ("a == (b == c)", "(a == (b == c))"),
            ("a < b and c > d", "((a < b) and (c > d))"),
        ] {
            assert_eq!(parsed(text), tree, "{text}");
        }
    }

    #[test]
    fn names_have_segments_quotes_and_arguments() {
        for (text, tree) in [
            ("target.has(bleeding)", "target.has[bleeding]"),
            ("\"Goblin 1\".hp < 0", "(Goblin 1.hp < 0)"),
            ("count(enemies, it.hp <= 5) > 1", "(count[enemies; (it.hp <= 5)] > 1)"),
            ("odd()", "odd[]"),
            ("near(-3)", "near[(-3)]"),
        ] {
            assert_eq!(parsed(text), tree, "{text}");
        }
    }

    #[test]
    fn parts_know_their_bytes() {
        let (tree, _) = parse(" (a or 'b c' . d (1) ) and e");
        let tree = tree.expect("the text is well-formed");
        let NodeForm::Logic(Logic::And, left, right) = &tree.form else { panic!("{tree:?}") };
        assert_eq!((tree.span.clone(), left.span.clone(), right.span.clone()), (1..28, 1..22, 27..28));
        let NodeForm::Logic(Logic::Or, _, name) = &left.form else { panic!("{left:?}") };
        assert_eq!(name.span, 7..20);
    }

    #[test]
    fn every_mistake_of_grammar_has_its_place_and_message() {
        for (text, span, message) in [
            ("", 0..0, "there is nothing here"),
            ("  ", 0..2, "there is nothing here"),
            ("hp <", 4..4, "a name or a number is missing before the end"),
            ("and hp", 0..3, "a name or a number is missing before `and`"),
            ("hp < * 3", 5..6, "a name or a number is missing before `*`"),
            ("hp 3", 3..4, "an operator is missing before `3`"),
            ("hp < 3)", 6..7, "this parenthesis was never opened"),
            ("(hp < 3", 0..1, "this parenthesis is never closed"),
            ("has(", 3..4, "this parenthesis is never closed"),
            ("has(a", 3..4, "this parenthesis is never closed"),
            ("has(a b)", 6..7, "an operator is missing before `b`"),
            ("has(a,)", 6..7, "a name or a number is missing before `)`"),
            ("self.", 5..5, "a name is missing before the end"),
            ("self.3", 5..6, "a name is missing before `3`"),
            ("border(north).cr", 13..14, "nothing can follow an argument"),
            ("1 < hp < 5", 7..8, "comparisons cannot be chained"),
            ("a == b != c", 7..9, "comparisons cannot be chained"),
            ("a == not b", 5..8, "`not` binds more loosely than what stands before it"),
            ("1, 2", 1..2, "an operator is missing before `,`"),
            ("hp <= 30% and round > 1", 8..9, "`%` is the remainder of a division, and needs a number behind it"),
            ("hp <= 30%", 8..9, "`%` is the remainder of a division, and needs a number behind it"),
        ] {
            let defect = wrong(text);
            assert_eq!((defect.span, defect.message.as_str()), (span, message), "{text}");
        }
    }

    #[test]
    fn a_misspelt_operator_is_advised() {
        assert_eq!(wrong("hp < 3 AND round > 1").help, ["did you mean `and`?"]);
        assert_eq!(wrong("hp < 3 ro round > 1").help, ["did you mean `or`?"]);
        assert_eq!(
            wrong("hp is 3").help,
            ["join with `and` or `or`, compare with `==`, `!=`, `<`, `<=`, `>` or `>=`"],
            "`is` is like neither of them"
        );
        assert_eq!(wrong("it.is(militia 1)").help, ["a name with a blank stands in quotes: `'militia 1'`"]);
    }

    #[test]
    fn nesting_without_end_is_refused_and_not_followed() {
        for unit in ["(", "not ", "-", "a + ", "a(", "a + (", "a or "] {
            let text = unit.repeat(50_000) + "a";
            assert!(wrong(&text).message.starts_with("more than 100 operations"), "{unit}");
        }
        for (levels, defects) in [(99, 0), (100, 1)] {
            assert_eq!(parse(&("a or ".repeat(levels) + "a")).1.len(), defects);
            assert_eq!(parse(&("(".repeat(levels) + "a" + &")".repeat(levels))).1.len(), defects);
        }
    }

    #[test]
    fn spelling_and_grammar_are_reported_together() {
        let (tree, defects) = parse("hp = 3 && (");
        assert!(tree.is_none());
        let spans: Vec<_> = defects.into_iter().map(|defect| defect.span).collect();
        assert_eq!(spans, [3..4, 7..9, 11..11]);
    }
}
