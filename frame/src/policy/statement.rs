//! Statements: what happens, as blocks of text in the language of conditions.
//!
//! Owns the grammar of statements and of dice, and the advice on mistakes in it: the first mistake of each statement is reported, and
//! the rest of the text is read all the same. Names and types are none of its business, and neither is what a statement does. Start
//! at [`statements`].

use std::ops::Range;

use super::defect::Defect;
use super::operator::Operator;
use super::scope::NameSegment;
use super::syntax::{Binding, NodeForm, Parser, SyntaxNode};
use super::token::{Dialect, Token, tokens_of};
use crate::error::nearest;

/// The most blocks inside each other.
pub const BLOCKS_DEEP_MAX: usize = 24;
/// The most dice that are written as a number, and the most faces.
pub const DICE_MOST: [i64; 2] = [99, 1000];

/// The words that begin a statement.
pub const BEGINNINGS: [&str; 15] = [
    "roll", "let", "if", "each", "repeat", "use", "gains", "loses", "happens", "count", "tell", "stop", "choose", "else",
    "move",
];
/// How one asks for a status.
const HAS: &str = "write `has(stunned)`, or of somebody else `target.has(stunned)`";
/// How somebody is told to move.
const MOVE: &str = "move toward target up to 6 to within 1";

/// Statements one after the other.
pub type Block<'t> = Vec<Statement<'t>>;

/// A statement.
#[derive(PartialEq, Eq, Debug)]
pub struct Statement<'t> {
    /// Its bytes, without those of its blocks behind the first.
    pub span: Range<usize>,
    /// What it does.
    pub act: Act<'t>,
}

/// The deed of a statement.
#[derive(PartialEq, Eq, Debug)]
pub enum Act<'t> {
    /// `roll NAME: dice`, or `SOMEBODY roll NAME: dice`.
    Roll {
        /// Whoever rolls; without it, whoever acts.
        who: Option<SyntaxNode<'t>>,
        /// The name of the result.
        name: NameSegment<'t>,
        /// The dice.
        dice: DiceSum<'t>,
    },
    /// `let NAME = value`.
    Let {
        /// The name.
        name: NameSegment<'t>,
        /// Its value.
        value: SyntaxNode<'t>,
    },
    /// `PLACE = value`, or with an operator `PLACE += value`.
    Assign {
        /// The place that changes.
        place: SyntaxNode<'t>,
        /// The operator before the `=`.
        operator: Option<Operator>,
        /// The value.
        value: SyntaxNode<'t>,
    },
    /// `if .. else if .. else ..`
    If {
        /// Each condition with what happens where it holds.
        arms: Vec<(SyntaxNode<'t>, Block<'t>)>,
        /// What happens where none holds.
        otherwise: Block<'t>,
    },
    /// `each NAME in GROUP where condition { .. }`.
    Each {
        /// The name of the one at hand.
        name: NameSegment<'t>,
        /// The group.
        group: SyntaxNode<'t>,
        /// The condition that members have to meet.
        among: Option<SyntaxNode<'t>>,
        /// What happens with each of them.
        body: Block<'t>,
    },
    /// `choose NAME in GROUP where condition least value { .. } else { .. }`.
    Choose {
        /// The name of the one who is chosen.
        name: NameSegment<'t>,
        /// The group.
        group: SyntaxNode<'t>,
        /// The condition that members have to meet.
        among: Option<SyntaxNode<'t>>,
        /// The value that decides, and true where the largest is chosen.
        order: Option<(bool, SyntaxNode<'t>)>,
        /// What happens with the one who is chosen.
        body: Block<'t>,
        /// What happens where there is nobody to choose.
        otherwise: Block<'t>,
    },
    /// `repeat up to N while condition { .. }`.
    Repeat {
        /// The most times.
        most: SyntaxNode<'t>,
        /// The condition on which it goes on.
        condition: Option<SyntaxNode<'t>>,
        /// What happens each time.
        body: Block<'t>,
    },
    /// `use ROUTINE(a, b)`.
    Use {
        /// The name of the routine.
        name: NameSegment<'t>,
        /// What it is given.
        arguments: Vec<SyntaxNode<'t>>,
    },
    /// `SOMEBODY gains STATUS for N rounds`.
    Gains {
        /// Whoever gains it; without it, whoever acts.
        who: Option<SyntaxNode<'t>>,
        /// The status.
        status: NameSegment<'t>,
        /// The rounds that it lasts; without it, until it is lost.
        lasts: Option<SyntaxNode<'t>>,
    },
    /// `SOMEBODY loses STATUS`.
    Loses {
        /// Whoever loses it; without it, whoever acts.
        who: Option<SyntaxNode<'t>>,
        /// The status.
        status: NameSegment<'t>,
    },
    /// `SOMEBODY moves toward SOMEBODY up to N to within D`, or `away from`.
    Moves {
        /// Whoever moves; without it, whoever acts.
        who: Option<SyntaxNode<'t>>,
        /// True if it goes away.
        away: bool,
        /// Toward whom, or away from whom.
        goal: SyntaxNode<'t>,
        /// How far at most; without it, one step.
        most: Option<SyntaxNode<'t>>,
        /// How near it wants to come; without it, beside.
        near: Option<SyntaxNode<'t>>,
    },
    /// `happens EVENT of SOMEBODY`.
    Happens {
        /// The event.
        event: NameSegment<'t>,
        /// Whom it happens to.
        of: Option<SyntaxNode<'t>>,
    },
    /// `SOMEBODY count NAME: amount`.
    Count {
        /// Whose number it is; without it, that of whoever acts.
        who: Option<SyntaxNode<'t>>,
        /// The name of the counter.
        name: NameSegment<'t>,
        /// The amount; without it, 1.
        amount: Option<SyntaxNode<'t>>,
    },
    /// `tell "text"`.
    Tell {
        /// The text.
        text: NameSegment<'t>,
    },
    /// `stop`.
    Stop,
}

/// Dice: terms that are added up.
#[derive(PartialEq, Eq, Debug)]
pub struct DiceSum<'t> {
    /// Its bytes.
    pub span: Range<usize>,
    /// The terms.
    pub terms: Vec<DiceTerm<'t>>,
}

/// A part of a sum of dice and numbers.
#[derive(PartialEq, Eq, Debug)]
pub struct DiceTerm<'t> {
    /// Its bytes.
    pub span: Range<usize>,
    /// True if it is taken away.
    pub minus: bool,
    /// The dice, or the number.
    pub pool: StatedPool<'t>,
    /// The number that it is multiplied or divided by.
    pub by: Option<(Operator, SyntaxNode<'t>)>,
}

/// Dice that are rolled together.
#[derive(PartialEq, Eq, Debug)]
pub enum StatedPool<'t> {
    /// `2d6`: faces 0 are dice of fate.
    Literal {
        /// How many.
        count: i64,
        /// The faces of each.
        faces: i64,
    },
    /// A number, or dice by their name.
    Value(SyntaxNode<'t>),
    /// `dice(count, faces)`.
    Made {
        /// How many.
        count: Box<SyntaxNode<'t>>,
        /// The faces of each.
        faces: Box<SyntaxNode<'t>>,
    },
    /// `highest 3 of 4d6`, `lowest of 2d20`.
    Keep {
        /// True for the highest, false for the lowest.
        highest: bool,
        /// How many are kept; without it, one.
        count: Option<Box<SyntaxNode<'t>>>,
        /// The dice of which they are kept.
        of: Box<StatedPool<'t>>,
    },
    /// `advantage(for, against) of 1d20`.
    Advantage {
        /// Advantages.
        good: Box<SyntaxNode<'t>>,
        /// Disadvantages.
        bad: Box<SyntaxNode<'t>>,
        /// The dice.
        of: Box<StatedPool<'t>>,
    },
    /// `exploding 1d10`.
    Exploding {
        /// True where a die that follows does not explode itself.
        once: bool,
        /// The dice.
        of: Box<StatedPool<'t>>,
    },
    /// `1d6 again on 1`.
    Again {
        /// A die that shows no more than this is rolled a second time.
        on: Box<SyntaxNode<'t>>,
        /// The dice.
        of: Box<StatedPool<'t>>,
    },
    /// `5d6 count 5..`, `5d6 count 1..2`.
    Count {
        /// The lowest face that counts.
        least: Box<SyntaxNode<'t>>,
        /// The highest face that counts; without it, all above.
        most: Option<Box<SyntaxNode<'t>>>,
        /// The dice.
        of: Box<StatedPool<'t>>,
    },
}

/// The statements of a text, as far as they can be read, and everything that is wrong with their spelling and grammar.
pub fn statements(text: &str) -> (Block<'_>, Vec<Defect>) {
    let mut reader = Reader::new(text);
    let block = reader.block(true);
    (block, reader.defects)
}

/// The dice that a text is.
pub fn dice(text: &str) -> (Option<DiceSum<'_>>, Vec<Defect>) {
    whole(text, Reader::dice)
}

/// The expression that a text is, which may ask for decisions.
pub fn expression(text: &str) -> (Option<SyntaxNode<'_>>, Vec<Defect>) {
    whole(text, Reader::value)
}

/// All of a text as one thing.
fn whole<'t, T>(text: &'t str, read: fn(&mut Reader<'t>) -> Result<T, Defect>) -> (Option<T>, Vec<Defect>) {
    let mut reader = Reader::new(text);
    let read = read(&mut reader).and_then(|thing| reader.end_of_text().map(|()| thing));
    let thing = read.map_err(|defect| reader.defects.push(defect)).ok();
    (thing, reader.defects)
}

struct Reader<'t> {
    parser: Parser<'t>,
    defects: Vec<Defect>,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        let (tokens, defects) = tokens_of(text, Dialect::Statements);
        Reader { parser: Parser { text, tokens, at: 0, nesting: 0, statements: true }, defects, depth: 0 }
    }

    fn peek(&self) -> Token<'t> {
        self.parser.peek()
    }

    /// Takes the next token if it is this one.
    fn takes(&mut self, token: Token<'_>) -> bool {
        let next = self.peek() == token;
        if next {
            self.parser.take();
        }
        next
    }

    /// Takes the next word if it is this one.
    fn takes_word(&mut self, word: &str) -> bool {
        matches!(self.peek(), Token::Name(next) if next == word) && self.takes(self.peek())
    }

    /// Takes a word that has to stand here.
    fn word(&mut self, word: &str, example: &str) -> Result<(), Defect> {
        if self.takes_word(word) { Ok(()) } else { Err(self.missing(word, example)) }
    }

    /// Takes a sign that has to stand here.
    fn sign(&mut self, token: Token<'_>, sign: &str, example: &str) -> Result<(), Defect> {
        if self.takes(token) { Ok(()) } else { Err(self.missing(sign, example)) }
    }

    /// The defect of a word or sign that is not there.
    fn missing(&self, what: &str, example: &str) -> Defect {
        Defect::new(self.parser.peek_span(), format!("`{what}` is missing before {}", self.parser.found()))
            .help(format!("for example `{example}`"))
    }

    fn breaks(&mut self) {
        while self.takes(Token::Break) {}
    }

    fn end_of_text(&mut self) -> Result<(), Defect> {
        self.breaks();
        match self.peek() {
            Token::End => Ok(()),
            next => {
                let defect = Defect::new(self.parser.peek_span(), format!("{} is one too many here", self.parser.found()));
                Err(if next == Token::Name("has") { defect.help(HAS) } else { defect })
            }
        }
    }

    /// Reads statements up to the end of the text, or to the closing brace, which is taken.
    fn block(&mut self, whole: bool) -> Block<'t> {
        let mut block = Vec::new();
        loop {
            self.breaks();
            match self.peek() {
                Token::End => {
                    return block;
                }
                Token::BraceClose if whole => {
                    let (_, span) = self.parser.take();
                    self.defects.push(Defect::new(span, "this brace was never opened"));
                    continue;
                }
                Token::BraceClose => return block,
                _ => {}
            }
            let start = self.parser.at;
            match self.statement() {
                Ok(statement) => {
                    block.push(statement);
                    if !matches!(self.peek(), Token::Break | Token::End | Token::BraceClose) && !self.ended_by_brace() {
                        let defect = self.left_over();
                        self.defects.push(defect);
                        self.skip();
                    }
                }
                Err(defect) => {
                    self.defects.push(defect);
                    self.parser.nesting = 0;
                    if self.parser.at == start {
                        self.parser.take();
                    }
                    self.skip();
                }
            }
        }
    }

    /// True if the last token that was taken closes a block, behind which the next statement may stand at once.
    fn ended_by_brace(&self) -> bool {
        self.parser.at > 0 && self.parser.tokens[self.parser.at - 1].0 == Token::BraceClose
    }

    /// The defect of what stands behind a statement.
    fn left_over(&self) -> Defect {
        let (span, before) = (self.parser.peek_span(), self.parser.at.checked_sub(1).map(|at| &self.parser.tokens[at]));
        let text = &self.parser.text[span.clone()];
        let defect = Defect::new(span, format!("{} is one too many here", self.parser.found()));
        match self.peek() {
            Token::Name(word) if BEGINNINGS.contains(&word) => {
                defect.help("a statement stands on a line of its own, or behind `;`")
            }
            Token::BraceOpen => defect.help("a block stands behind `if`, `else`, `each`, `choose` and `repeat`"),
            Token::Dice { .. } if matches!(before, Some((Token::Name("roll" | "rolls"), _))) => {
                defect.help(format!("a roll is a statement of its own: `roll name: {text}` before, and `name` here"))
            }
            Token::Dice { faces, .. } if text.starts_with('d') => {
                defect.help(format!("as many dice as a number says are `dice(number, {faces})`"))
            }
            Token::Name("of") => defect.help("dice that are kept are written `highest of 2d20`, `lowest of 2d20`"),
            _ => defect.help("one statement ends with its line, or with `;`"),
        }
    }

    /// Passes over the rest of a statement that is wrong, with its blocks.
    fn skip(&mut self) {
        let mut depth = 0;
        loop {
            match self.peek() {
                Token::End => return,
                Token::Break if depth == 0 => return,
                Token::BraceOpen => depth += 1,
                Token::BraceClose if depth == 0 => return,
                Token::BraceClose => {
                    depth -= 1;
                    if depth == 0 {
                        self.parser.take();
                        return;
                    }
                }
                _ => {}
            }
            self.parser.take();
        }
    }

    /// Reads a block in braces.
    fn braces(&mut self) -> Result<Block<'t>, Defect> {
        self.breaks();
        let open = self.parser.peek_span();
        if !self.takes(Token::BraceOpen) {
            let defect = Defect::new(open, format!("`{{` is missing before {}", self.parser.found()));
            return Err(match self.peek() {
                Token::Assign(None) => defect.help("to compare, write `==`: `if hp == 0 { stop }`"),
                Token::Dice { .. } => {
                    let dice = &self.parser.text[self.parser.peek_span()];
                    defect.help(format!("dice are rolled before: write `roll name: {dice}`, and here `name`"))
                }
                Token::Name("has") => defect.help(HAS),
                _ => defect.help("what is done stands in braces: `if hp < 5 { stop }`"),
            });
        }
        self.depth += 1;
        if self.depth > BLOCKS_DEEP_MAX {
            return Err(Defect::new(open, format!("more than {BLOCKS_DEEP_MAX} blocks stand inside each other"))
                .help("make a routine of the inner ones"));
        }
        let block = self.block(false);
        self.depth -= 1;
        if !self.takes(Token::BraceClose) {
            self.defects.push(Defect::new(open, "this brace is never closed").help("close the block with `}`"));
        }
        Ok(block)
    }

    fn statement(&mut self) -> Result<Statement<'t>, Defect> {
        let start = self.parser.peek_span().start;
        let act = self.act()?;
        let before = self.parser.at.saturating_sub(1);
        let end = self.parser.tokens[before].1.end.max(start);
        Ok(Statement { span: start..end, act })
    }

    fn act(&mut self) -> Result<Act<'t>, Defect> {
        let Token::Name(word) = self.peek() else {
            if let Token::Quoted(_) = self.peek() {
                return self.about_somebody();
            }
            let defect = Defect::new(self.parser.peek_span(), format!("a statement cannot begin with {}", self.parser.found()));
            return Err(defect.help(format!("it begins with a name, or with {}", listed_words())));
        };
        // A name that is spelt like a beginning is a name where it is assigned to.
        let next = self.parser.tokens.get(self.parser.at + 1).map(|token| token.0);
        if matches!(next, Some(Token::Assign(_) | Token::Dot)) {
            return self.about_somebody();
        }
        match word {
            "roll" => {
                self.parser.take();
                self.roll(None)
            }
            "let" => {
                self.parser.take();
                let name = self.parser.segment()?;
                self.sign(Token::Assign(None), "=", "let total = hit + bonus")?;
                Ok(Act::Let { name, value: self.value()? })
            }
            "if" => {
                self.parser.take();
                self.conditional()
            }
            "each" => {
                self.parser.take();
                let (name, group, among) = self.members("each foe in enemies where foe.hp > 0 { foe.hp -= 1 }")?;
                Ok(Act::Each { name, group, among, body: self.braces()? })
            }
            "choose" => self.choose(),
            "repeat" => self.repeat(),
            "use" => {
                self.parser.take();
                let name = self.parser.segment()?;
                let mut arguments = Vec::new();
                if self.peek() == Token::Open {
                    let (_, open) = self.parser.take();
                    arguments = self.parser.arguments(&open)?;
                    self.parser.close(&open)?;
                }
                Ok(Act::Use { name, arguments })
            }
            "happens" => {
                self.parser.take();
                let event = self.parser.segment()?;
                let of = if self.takes_word("of") || self.takes_word("to") { Some(self.value()?) } else { None };
                Ok(Act::Happens { event, of })
            }
            "count" => {
                self.parser.take();
                self.count(None)
            }
            "tell" => {
                self.parser.take();
                let span = self.parser.peek_span();
                match self.peek() {
                    Token::Quoted(text) => {
                        self.parser.take();
                        Ok(Act::Tell { text: NameSegment { text, span: span.start + 1..span.end.saturating_sub(1) } })
                    }
                    _ => {
                        Err(Defect::new(span, "`tell` needs a sentence in quotes")
                            .help("for example `tell \"{self} stumbles\"`"))
                    }
                }
            }
            "stop" => {
                self.parser.take();
                Ok(Act::Stop)
            }
            "gains" => {
                self.parser.take();
                self.gains(None)
            }
            "move" | "moves" if matches!(next, Some(Token::Name(_))) => {
                self.parser.take();
                self.moves(None)
            }
            "loses" => {
                self.parser.take();
                Ok(Act::Loses { who: None, status: self.parser.segment()? })
            }
            "else" => Err(Defect::new(self.parser.peek_span(), "there is no `if` before this `else`")
                .help("`else` stands behind the closing brace of an `if`")),
            _ => self.about_somebody(),
        }
    }

    /// Reads a choice among a group.
    fn choose(&mut self) -> Result<Act<'t>, Defect> {
        self.parser.take();
        let (name, group, among) = self.members("choose foe in enemies least foe.hp { foe.hp -= 1 }")?;
        let order = match self.peek() {
            Token::Name(word @ ("least" | "most")) => {
                self.parser.take();
                Some((word == "most", self.value()?))
            }
            _ => None,
        };
        let body = self.braces()?;
        let otherwise = if self.is_else() { self.braces()? } else { Vec::new() };
        Ok(Act::Choose { name, group, among, order, body, otherwise })
    }

    /// Reads what is done several times.
    fn repeat(&mut self) -> Result<Act<'t>, Defect> {
        const EXAMPLE: &str = "repeat up to 3 while target.hp > 0 { .. }";
        self.parser.take();
        self.word("up", EXAMPLE)?;
        self.word("to", EXAMPLE)?;
        let most = self.value()?;
        let condition = if self.takes_word("while") { Some(self.value()?) } else { None };
        Ok(Act::Repeat { most, condition, body: self.braces()? })
    }

    /// Reads `NAME in GROUP where condition`.
    fn members(&mut self, example: &str) -> Result<(NameSegment<'t>, SyntaxNode<'t>, Option<SyntaxNode<'t>>), Defect> {
        let name = self.parser.segment()?;
        self.word("in", example)?;
        let group = self.parser.name()?;
        let among = if self.takes_word("where") { Some(self.value()?) } else { None };
        Ok((name, group, among))
    }

    /// Reads a statement that begins with a name: of what is assigned to, or of whom it is about.
    fn about_somebody(&mut self) -> Result<Act<'t>, Defect> {
        let place = self.parser.name()?;
        match self.peek() {
            Token::Assign(operator) => {
                let (_, at) = self.parser.take();
                // The operator of a change stands before the `=`.
                if let (None, Token::Operator(turned)) = (operator, self.peek())
                    && self.parser.peek_span().start == at.end
                    && let Some(sign) = ["+", "-", "*", "/"].into_iter().find(|sign| *sign == turned.symbol())
                    && (sign != "-" || !self.follows_at_once())
                {
                    let changed = &self.parser.text[place.span.clone()];
                    let defect = Defect::new(at.start..at.end + 1, format!("`={sign}` changes nothing"));
                    return Err(defect.help(format!("write `{sign}=`: `{changed} {sign}= ..`")));
                }
                Ok(Act::Assign { place, operator, value: self.value()? })
            }
            Token::Name("roll" | "rolls") => {
                self.parser.take();
                self.roll(Some(place))
            }
            Token::Name("count" | "counts") => {
                self.parser.take();
                self.count(Some(place))
            }
            Token::Name("gains") => {
                self.parser.take();
                self.gains(Some(place))
            }
            Token::Name("move" | "moves") => {
                self.parser.take();
                self.moves(Some(place))
            }
            Token::Name("loses") => {
                self.parser.take();
                Ok(Act::Loses { who: Some(place), status: self.parser.segment()? })
            }
            Token::Operator(operator) if operator.compares() => {
                let defect = Defect::new(self.parser.peek_span(), "this compares, and nothing is done with the answer");
                Err(defect.help("to change something write `=`; to ask, write `if .. { .. }`"))
            }
            _ => Err(self.no_statement(&place)),
        }
    }

    /// True if what follows the sign at hand stands beside it, as a number does beside its own minus.
    fn follows_at_once(&self) -> bool {
        let next = self.parser.tokens.get(self.parser.at + 1);
        next.is_some_and(|(_, span)| span.start == self.parser.peek_span().end)
    }

    /// The defect of a name with which no statement begins.
    fn no_statement(&self, place: &SyntaxNode) -> Defect {
        let text = &self.parser.text[place.span.clone()];
        let defect = Defect::new(place.span.clone(), format!("`{text}` alone does nothing"));
        let follows = |ahead: usize, operator: Operator| {
            self.parser.tokens.get(self.parser.at + ahead).is_some_and(|token| token.0 == Token::Operator(operator))
        };
        let doubled = |operator: Operator| follows(0, operator) && follows(1, operator);
        if let (Token::Name(word), None) = (self.peek(), nearest(text, BEGINNINGS))
            && BEGINNINGS.contains(&word)
        {
            return defect.help(format!("`{word}` is not said of somebody: leave `{text}` out"));
        }
        match nearest(text, BEGINNINGS) {
            _ if ["elif", "elseif", "elsif"].contains(&text) => defect.help("write `else if`"),
            _ if ["return", "break", "exit", "end"].contains(&text) => defect.help("write `stop`"),
            _ if doubled(Operator::Add) => defect.help(format!("write `{text} += 1`")),
            _ if doubled(Operator::Subtract) => defect.help(format!("write `{text} -= 1`")),
            Some(near) => defect.help(format!("did you mean `{near}`?")),
            None if matches!(&place.form, NodeForm::Name { arguments: Some(_), .. }) => {
                defect.help(format!("a routine is called by `use {text}`"))
            }
            None => defect.help(format!("a statement begins with {}, or says what changes: `{text} = ..`", listed_words())),
        }
    }

    fn gains(&mut self, who: Option<SyntaxNode<'t>>) -> Result<Act<'t>, Defect> {
        let status = self.parser.segment()?;
        let mut lasts = None;
        if let Token::Integer(number) = self.peek() {
            let defect = Defect::new(self.parser.peek_span(), format!("`for` is missing before {number}"));
            return Err(defect.help(format!("write `gains {} for {number} rounds`", status.text)));
        }
        if self.takes_word("for") {
            lasts = Some(self.value()?);
            if !self.takes_word("rounds") {
                self.word("round", "target gains stunned for 2 rounds")?;
            }
        }
        Ok(Act::Gains { who, status, lasts })
    }

    /// Reads where somebody moves.
    fn moves(&mut self, who: Option<SyntaxNode<'t>>) -> Result<Act<'t>, Defect> {
        let away = self.takes_word("away");
        if away {
            self.word("from", "move away from target up to 3")?;
        } else if !self.takes_word("towards") {
            self.word("toward", MOVE)?;
        }
        let goal = self.parser.name()?;
        let mut most = None;
        if self.takes_word("up") {
            self.word("to", MOVE)?;
            most = Some(self.value()?);
        }
        let mut near = None;
        if !away && self.takes_word("to") {
            self.word("within", MOVE)?;
            near = Some(self.value()?);
        }
        Ok(Act::Moves { who, away, goal, most, near })
    }

    /// Reads what is counted.
    fn count(&mut self, who: Option<SyntaxNode<'t>>) -> Result<Act<'t>, Defect> {
        let name = self.parser.segment()?;
        if matches!(self.peek(), Token::Integer(_)) {
            return Err(self.missing(":", &format!("count {}: 3", name.text)));
        }
        let amount = if self.takes(Token::Colon) { Some(self.value()?) } else { None };
        Ok(Act::Count { who, name, amount })
    }

    fn roll(&mut self, who: Option<SyntaxNode<'t>>) -> Result<Act<'t>, Defect> {
        let name = match self.peek() {
            Token::Dice { .. } => {
                let defect = Defect::new(self.parser.peek_span(), "this roll has no name");
                return Err(defect.help(format!("name it: `roll hit: {}`", &self.parser.text[self.parser.peek_span()])));
            }
            _ => self.parser.segment()?,
        };
        self.sign(Token::Colon, ":", "roll hit: 1d20 + to_hit")?;
        Ok(Act::Roll { who, name, dice: self.dice()? })
    }

    fn conditional(&mut self) -> Result<Act<'t>, Defect> {
        let mut arms = vec![(self.value()?, self.braces()?)];
        loop {
            if !self.is_else() {
                return Ok(Act::If { arms, otherwise: Vec::new() });
            }
            if self.takes_word("if") {
                arms.push((self.value()?, self.braces()?));
            } else {
                return Ok(Act::If { arms, otherwise: self.braces()? });
            }
        }
    }

    /// Takes `else`, also on a later line; leaves everything as it is if there is none.
    fn is_else(&mut self) -> bool {
        let before = self.parser.at;
        self.breaks();
        let found = self.takes_word("else");
        if !found {
            self.parser.at = before;
        }
        found
    }

    /// Reads an expression; dice in it are reported.
    fn value(&mut self) -> Result<SyntaxNode<'t>, Defect> {
        if let Token::Dice { .. } = self.peek() {
            let defect = Defect::new(self.parser.peek_span(), "dice are rolled by a statement of their own");
            return Err(defect.help(format!(
                "write `roll name: {}` before, and use `name` here",
                &self.parser.text[self.parser.peek_span()]
            )));
        }
        self.parser.nesting = 0;
        self.parser.expression(Binding::Or).map_err(|defect| match self.peek() {
            Token::Dice { .. } => Defect::new(defect.span, "dice are rolled by a statement of their own")
                .help(format!("write `roll name: {}` before, and use `name` here", &self.parser.text[self.parser.peek_span()])),
            _ => defect,
        })
    }

    /// Reads dice and numbers that are added up.
    fn dice(&mut self) -> Result<DiceSum<'t>, Defect> {
        let start = self.parser.peek_span().start;
        let mut terms = Vec::new();
        let mut minus = self.takes(Token::Operator(Operator::Subtract));
        loop {
            terms.push(self.term(minus)?);
            minus = match self.peek() {
                Token::Operator(Operator::Add) => false,
                Token::Operator(Operator::Subtract) => true,
                _ => break,
            };
            self.parser.take();
            self.breaks_in_sum();
        }
        let end = self.parser.tokens[self.parser.at - 1].1.end;
        Ok(DiceSum { span: start..end, terms })
    }

    /// A line that ends with a sign goes on.
    fn breaks_in_sum(&mut self) {
        self.breaks();
    }

    fn term(&mut self, minus: bool) -> Result<DiceTerm<'t>, Defect> {
        let start = self.parser.peek_span().start;
        let pool = self.pool()?;
        let by = match self.peek() {
            Token::Operator(operator @ (Operator::Multiply | Operator::Divide)) => {
                self.parser.take();
                self.parser.nesting = 0;
                Some((operator, self.parser.expression(Binding::Sign)?))
            }
            _ => None,
        };
        let end = self.parser.tokens[self.parser.at - 1].1.end;
        Ok(DiceTerm { span: start..end, minus, pool, by })
    }

    fn pool(&mut self) -> Result<StatedPool<'t>, Defect> {
        let mut pool = self.pool_alone()?;
        loop {
            if self.takes_word("count") {
                self.parser.nesting = 0;
                let least = Box::new(self.parser.expression(Binding::Sum)?);
                if !self.takes(Token::Range) {
                    let face = &self.parser.text[least.span.clone()];
                    let defect =
                        Defect::new(self.parser.peek_span(), format!("`..` is missing before {}", self.parser.found()));
                    return Err(defect.help(format!(
                        "`count {face}..` counts {face} and more, `count {face}..{face}` that face alone, as in `5d6 count 5..`"
                    )));
                }
                let most = match self.peek() {
                    Token::Integer(_) | Token::Name(_) | Token::Open => {
                        self.parser.nesting = 0;
                        Some(Box::new(self.parser.expression(Binding::Product)?))
                    }
                    _ => None,
                };
                pool = StatedPool::Count { least, most, of: Box::new(pool) };
            } else if self.takes_word("again") {
                self.word("on", "1d6 again on 1")?;
                self.parser.nesting = 0;
                pool = StatedPool::Again { on: Box::new(self.parser.expression(Binding::Product)?), of: Box::new(pool) };
            } else {
                return Ok(pool);
            }
        }
    }

    fn pool_alone(&mut self) -> Result<StatedPool<'t>, Defect> {
        let next = self.parser.tokens.get(self.parser.at + 1).map(|token| token.0);
        match self.peek() {
            Token::Dice { count, faces } => {
                let (_, span) = self.parser.take();
                if count == 0 || count > DICE_MOST[0] || faces > DICE_MOST[1] {
                    return Err(Defect::new(span, "these dice are out of range").help("1 to 99 dice of 1 to 1000 faces"));
                }
                Ok(StatedPool::Literal { count, faces })
            }
            Token::Name("d") if next == Some(Token::Operator(Operator::Remainder)) => {
                Err(Defect::new(self.parser.peek_span(), "`d%` is written otherwise").help("write `1d100`"))
            }
            Token::Name(word @ ("highest" | "lowest")) => {
                self.parser.take();
                let count = match self.peek() {
                    // `of` is what is missing before dice.
                    Token::Name("of") | Token::Dice { .. } => None,
                    _ => {
                        self.parser.nesting = 0;
                        Some(Box::new(self.parser.expression(Binding::Sum)?))
                    }
                };
                self.word("of", "highest 3 of 4d6")?;
                Ok(StatedPool::Keep { highest: word == "highest", count, of: Box::new(self.pool_alone()?) })
            }
            Token::Name("exploding") => {
                self.parser.take();
                let once = self.takes_word("once");
                Ok(StatedPool::Exploding { once, of: Box::new(self.pool_alone()?) })
            }
            Token::Name("advantage") if next == Some(Token::Open) => {
                let (_, name) = self.parser.take();
                let (_, open) = self.parser.take();
                let mut arguments = self.parser.arguments(&open)?;
                self.parser.close(&open)?;
                let (Some(bad), Some(good), true) = (arguments.pop(), arguments.pop(), arguments.is_empty()) else {
                    return Err(Defect::new(name, "`advantage` takes two: what speaks for it, and what against it")
                        .help("for example `advantage(has(hidden), target.has(dodging)) of 1d20`"));
                };
                self.word("of", "advantage(has(hidden), target.has(dodging)) of 1d20")?;
                Ok(StatedPool::Advantage { good: Box::new(good), bad: Box::new(bad), of: Box::new(self.pool_alone()?) })
            }
            Token::Name("dice") if next == Some(Token::Open) => {
                let (_, name) = self.parser.take();
                let (_, open) = self.parser.take();
                let mut arguments = self.parser.arguments(&open)?;
                self.parser.close(&open)?;
                let (Some(faces), Some(count), true) = (arguments.pop(), arguments.pop(), arguments.is_empty()) else {
                    return Err(Defect::new(name, "`dice` takes two: how many, and with how many faces")
                        .help("for example `dice(strength, 6)`"));
                };
                Ok(StatedPool::Made { count: Box::new(count), faces: Box::new(faces) })
            }
            _ => {
                self.parser.nesting = 0;
                Ok(StatedPool::Value(self.parser.expression(Binding::Sign)?))
            }
        }
    }
}

/// The words that begin statements, for advice.
fn listed_words() -> String {
    let words: Vec<String> = BEGINNINGS.iter().filter(|word| **word != "else").map(|word| format!("`{word}`")).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Block<'_> {
        let (block, defects) = statements(text);
        assert_eq!(defects, [], "{text}");
        block
    }

    fn wrong(text: &str) -> Vec<(Range<usize>, String)> {
        statements(text).1.into_iter().map(|defect| (defect.span, defect.message)).collect()
    }

    #[test]
    fn every_statement_is_read() {
        let block = read(
            "roll hit: 1d20 + 3 # to hit
             target roll parry: highest 3 of 4d6
             let total = hit + 2; hp -= total
             if total > 3 { stop } else if hp < 1 { tell \"x\" }
             else { count misses }
             each foe in enemies where foe.hp > 0 { foe.hp = 0 }
             repeat up to 3 while hp > 0 { hp -= 1 }
             choose foe in enemies least foe.hp { foe.hp = 0 }
             use harm(target, total)
             target gains stunned for 2 rounds
             loses prone
             happens fallen of target
             count harm: total
             target count taken: total
             stop",
        );
        assert_eq!(block.len(), 15);
    }

    #[test]
    fn dice_are_read_in_all_their_forms() {
        for text in [
            "2d6+3",
            "d20",
            "4dF",
            "weapon.damage",
            "dice(strength, 6)",
            "highest 3 of 4d6",
            "lowest of 2d20",
            "exploding 1d10",
            "exploding once 2d6",
            "5d6 count 5..",
            "5d6 count 1..2",
            "1d6 again on 1",
            "advantage(a, b) of 1d20 + 4",
            "3d6 * 10",
            "strength + 1d6 - 2",
        ] {
            let (dice, defects) = dice(text);
            assert!(dice.is_some() && defects.is_empty(), "{text}: {defects:?}");
        }
    }

    #[test]
    fn all_mistakes_are_told_at_once_and_the_rest_is_read() {
        let found = wrong("roll 1d20\nhp == 3\nfoo(3)\nif hp < 3 stop\nelse { stop }\nlet x 3\ntell hit\nhp = 2d6\ncount ok");
        let messages: Vec<&str> = found.iter().map(|(_, message)| message.as_str()).collect();
        assert_eq!(
            messages,
            [
                "this roll has no name",
                "this compares, and nothing is done with the answer",
                "`foo(3)` alone does nothing",
                "`{` is missing before `stop`",
                "there is no `if` before this `else`",
                "`=` is missing before `3`",
                "`tell` needs a sentence in quotes",
                "dice are rolled by a statement of their own",
            ]
        );
        assert_eq!(statements("roll 1d20\ncount ok").0.len(), 1);
    }

    #[test]
    fn blocks_without_end_are_refused() {
        let text = "if a { ".repeat(60);
        assert!(wrong(&text).iter().any(|(_, message)| message.starts_with("more than 24 blocks")));
    }
}
