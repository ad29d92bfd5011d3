//! Tokens: the text of a condition cut into its smallest parts.
//!
//! Owns spelling. What is merely spelt as in another language (`&&`, `=`) is reported and read as what was meant, so that
//! the rest of the text can be checked in the same go.

use std::ops::Range;

use super::defect::Defect;
use super::operator::Operator;

/// A smallest part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    Integer(i64),
    Name(&'t str),
    /// A name in quotes, without them.
    Quoted(&'t str),
    True,
    False,
    And,
    Or,
    Not,
    Operator(Operator),
    Open,
    Close,
    Comma,
    Dot,
    /// `2d6`, `d20`, `4dF`; only in statements, like all that follow but the end.
    Dice {
        count: i64,
        /// 0 for dice of fate, which show -1, 0 or 1.
        faces: i64,
    },
    BraceOpen,
    BraceClose,
    Colon,
    /// `..`
    Range,
    /// `=`, or with an operator `+=`.
    Assign(Option<Operator>),
    /// The end of a line, or `;`.
    Break,
    End,
}

/// What a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    /// One expression.
    Condition,
    /// Statements, one after the other: lines count, dice are values, and `=` is an assignment.
    Statements,
}

/// A token and the bytes it was made from.
pub(super) type Spanned<'t> = (Token<'t>, Range<usize>);

/// Symbols, longer ones first: what they mean, and what to write instead when they are another language's.
const SYMBOLS: [(&str, Token<'static>, Option<&str>); 25] = [
    ("==", Token::Operator(Operator::Equal), None),
    ("!=", Token::Operator(Operator::NotEqual), None),
    ("<=", Token::Operator(Operator::LessOrEqual), None),
    (">=", Token::Operator(Operator::GreaterOrEqual), None),
    ("<>", Token::Operator(Operator::NotEqual), Some("!=")),
    ("=<", Token::Operator(Operator::LessOrEqual), Some("<=")),
    ("=>", Token::Operator(Operator::GreaterOrEqual), Some(">=")),
    ("&&", Token::And, Some("and")),
    ("||", Token::Or, Some("or")),
    ("&", Token::And, Some("and")),
    ("|", Token::Or, Some("or")),
    ("!", Token::Not, Some("not")),
    ("=", Token::Operator(Operator::Equal), Some("==")),
    ("<", Token::Operator(Operator::Less), None),
    (">", Token::Operator(Operator::Greater), None),
    ("+", Token::Operator(Operator::Add), None),
    ("-", Token::Operator(Operator::Subtract), None),
    ("\u{2212}", Token::Operator(Operator::Subtract), Some("-")),
    ("*", Token::Operator(Operator::Multiply), None),
    ("/", Token::Operator(Operator::Divide), None),
    ("%", Token::Operator(Operator::Remainder), None),
    ("(", Token::Open, None),
    (")", Token::Close, None),
    (",", Token::Comma, None),
    (".", Token::Dot, None),
];

/// Symbols that only statements have, longer ones first.
const OF_STATEMENTS: [(&str, Token<'static>); 9] = [
    ("+=", Token::Assign(Some(Operator::Add))),
    ("-=", Token::Assign(Some(Operator::Subtract))),
    ("*=", Token::Assign(Some(Operator::Multiply))),
    ("/=", Token::Assign(Some(Operator::Divide))),
    ("..", Token::Range),
    ("{", Token::BraceOpen),
    ("}", Token::BraceClose),
    (":", Token::Colon),
    (";", Token::Break),
];

/// Cuts the text of a condition into tokens, the last of which is [`Token::End`].
#[cfg(test)]
pub(super) fn tokens(text: &str) -> (Vec<Spanned<'_>>, Vec<Defect>) {
    tokens_of(text, Dialect::Condition)
}

/// Cuts a text into tokens, the last of which is [`Token::End`].
pub(super) fn tokens_of(text: &str, dialect: Dialect) -> (Vec<Spanned<'_>>, Vec<Defect>) {
    let mut cutter = Cutter { text, at: 0, tokens: Vec::new(), defects: Vec::new(), dialect, parentheses: 0 };
    while let Some(next) = text[cutter.at..].chars().next() {
        cutter.cut(next);
    }
    cutter.tokens.push((Token::End, text.len()..text.len()));
    (cutter.tokens, cutter.defects)
}

struct Cutter<'t> {
    text: &'t str,
    at: usize,
    tokens: Vec<Spanned<'t>>,
    defects: Vec<Defect>,
    dialect: Dialect,
    /// Parentheses that are open: inside of them lines do not count.
    parentheses: usize,
}

impl Cutter<'_> {
    /// Cuts the next token, or passes over a blank.
    fn cut(&mut self, next: char) {
        let statements = self.dialect == Dialect::Statements;
        if next == '\n' && statements && self.parentheses == 0 {
            self.at += 1;
            self.tokens.push((Token::Break, self.at - 1..self.at));
        } else if next.is_whitespace() {
            self.at += next.len_utf8();
        } else if next == '#' && statements {
            self.take_while(|character| character != '\n');
        } else if statements && self.dice() {
        } else if next.is_ascii_digit() {
            self.number();
        } else if begins_name(next) {
            let span = self.take_while(continues_name);
            let token = match &self.text[span.clone()] {
                "and" => Token::And,
                "or" => Token::Or,
                "not" => Token::Not,
                "true" => Token::True,
                "false" => Token::False,
                name => Token::Name(name),
            };
            self.tokens.push((token, span));
        } else if next == '"' || next == '\'' {
            self.quoted(next);
        } else {
            self.symbol(next);
        }
    }

    /// Moves past the characters that satisfy `belongs` and returns their bytes.
    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> Range<usize> {
        let rest = &self.text[self.at..];
        let length = rest.find(|character| !belongs(character)).unwrap_or(rest.len());
        self.at += length;
        self.at - length..self.at
    }

    /// Cuts dice such as `2d6`, if dice are next.
    fn dice(&mut self) -> bool {
        let rest = &self.text[self.at..];
        let digits = rest.len() - rest.trim_start_matches(|character: char| character.is_ascii_digit()).len();
        let Some(behind) = rest[digits..].strip_prefix('d') else { return false };
        let faces = behind.len() - behind.trim_start_matches(|character: char| character.is_ascii_digit()).len();
        let fate = faces == 0 && behind.starts_with('F');
        let end = digits + 1 + if fate { 1 } else { faces };
        if let Some((length, token, instead)) = dice_of_others(rest) {
            let span = self.at..self.at + length;
            let defect = Defect::new(span.clone(), format!("`{}` is written otherwise", &rest[..length]));
            self.defects.push(defect.help(format!("write `{instead}`")));
            self.tokens.push((token, span));
            self.at += length;
            return true;
        }
        if faces == 0 && !fate || rest[end..].starts_with(continues_name) {
            return false;
        }
        let number = |text: &str| text.parse::<i64>().unwrap_or(i64::MAX);
        let count = if digits == 0 { 1 } else { number(&rest[..digits]) };
        let token = Token::Dice { count, faces: if fate { 0 } else { number(&behind[..faces]) } };
        self.tokens.push((token, self.at..self.at + end));
        self.at += end;
        true
    }

    /// Cuts a whole number; reports fractions, numbers that are too large, and names that begin with a digit.
    fn number(&mut self) {
        let digits = self.take_while(|character| character.is_ascii_digit());
        let value = self.text[digits.clone()].parse().unwrap_or_else(|_| {
            self.defects
                .push(Defect::new(digits.clone(), "this number is too large").help(format!("the largest is {}", i64::MAX)));
            i64::MAX
        });
        let fraction =
            self.text[self.at..].strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if fraction {
            self.at += 1;
            self.take_while(|character| character.is_ascii_digit());
            let defect = Defect::new(digits.start..self.at, format!("`{}` is not whole", &self.text[digits.start..self.at]));
            self.defects.push(defect.help("all numbers are whole; for a share, multiply the other side: `hp * 2 <= hp_max`"));
        } else if !self.take_while(continues_name).is_empty() {
            let word = &self.text[digits.start..self.at];
            let defect = Defect::new(digits.start..self.at, format!("`{word}` is neither a number nor a name"));
            self.defects.push(defect.help(format!("a name that begins with a digit stands in quotes: '{word}'")));
            self.tokens.push((Token::Quoted(word), digits.start..self.at));
            return;
        }
        self.tokens.push((Token::Integer(value), digits.start..self.at));
    }

    /// Cuts a name in quotes, without these; one that is never closed goes to the end of the text.
    fn quoted(&mut self, quote: char) {
        let start = self.at;
        self.at += 1;
        let inside = self.take_while(|character| character != quote);
        if self.at == self.text.len() {
            self.defects.push(Defect::new(start..self.at, "this quote is never closed").help(format!("close it with {quote}")));
        } else {
            self.at += 1;
        }
        self.tokens.push((Token::Quoted(&self.text[inside]), start..self.at));
    }

    /// Cuts an operator or another sign; one of other languages is reported and taken for what it means.
    fn symbol(&mut self, next: char) {
        let rest = &self.text[self.at..];
        if self.dialect == Dialect::Statements {
            let known = OF_STATEMENTS.iter().find(|(symbol, _)| rest.starts_with(symbol));
            let assigns = rest.starts_with('=') && !rest.starts_with("==");
            let assigns = assigns && !["=<", "=>"].iter().any(|symbol| rest.starts_with(symbol));
            let known = known.copied().or(assigns.then_some(("=", Token::Assign(None))));
            if let Some((symbol, token)) = known {
                self.tokens.push((token, self.at..self.at + symbol.len()));
                self.at += symbol.len();
                return;
            }
        }
        let Some((symbol, token, instead)) = SYMBOLS.iter().find(|(symbol, ..)| rest.starts_with(symbol)) else {
            let span = self.at..self.at + next.len_utf8();
            self.at = span.end;
            self.defects.push(Defect::new(span, format!("`{next}` means nothing here")));
            return;
        };
        let span = self.at..self.at + symbol.len();
        self.at = span.end;
        if let Some(instead) = instead {
            let defect = Defect::new(span.clone(), format!("`{symbol}` is not of this language"));
            self.defects.push(defect.help(format!("write `{instead}`")));
        }
        match token {
            Token::Open => self.parentheses += 1,
            Token::Close => self.parentheses = self.parentheses.saturating_sub(1),
            _ => {}
        }
        self.tokens.push((*token, span));
    }
}

/// Dice as other notations write them, such as `4d6kh3`, `1d6!` and `1d%`: their length, the dice alone, and how they are written
/// here.
fn dice_of_others(text: &str) -> Option<(usize, Token<'static>, String)> {
    let digits = |text: &str| text.len() - text.trim_start_matches(|character: char| character.is_ascii_digit()).len();
    let (counted, number) = (digits(text), |text: &str| text.parse::<i64>().unwrap_or(i64::MAX));
    let behind = text[counted..].strip_prefix('d')?;
    let count = if counted == 0 { 1 } else { number(&text[..counted]) };
    if counted > 0 && behind.starts_with('%') {
        return Some((counted + 2, Token::Dice { count, faces: 100 }, format!("{count}d100")));
    }
    let faces = digits(behind);
    let (dice, rest) = (&text[..counted + 1 + faces], &behind[faces..]);
    let token = Token::Dice { count, faces: number(&behind[..faces]) };
    if faces > 0 && rest.starts_with('!') && !rest.starts_with("!=") {
        return Some((dice.len() + 1, token, format!("exploding {dice}")));
    }
    let (kept, sign) = [("kh", "kh"), ("kl", "kl"), ("dh", "dh"), ("dl", "dl"), ("k", "kh")]
        .into_iter()
        .find(|(sign, _)| faces > 0 && rest.starts_with(sign) && (counted > 0 || sign.len() > 1))?;
    let said = digits(&rest[kept.len()..]);
    let length = dice.len() + kept.len() + said;
    let those = if said == 0 { 1 } else { number(&rest[kept.len()..kept.len() + said]) };
    let those = if sign.starts_with('d') { count - those } else { those };
    if those < 1 || text[length..].starts_with(continues_name) {
        return None;
    }
    // The lowest are left out where the highest stay.
    let end = if ["kh", "dl"].contains(&sign) { "highest" } else { "lowest" };
    let those = if those == 1 { String::new() } else { format!("{those} ") };
    Some((length, token, format!("{end} {those}of {dice}")))
}

/// True if a name without quotes can begin with a character.
fn begins_name(character: char) -> bool {
    character.is_alphabetic() || character == '_'
}

/// True if a character can stand in a name without quotes behind its first one.
fn continues_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<Token<'_>> {
        let (tokens, defects) = tokens(text);
        assert_eq!(defects, [], "{text}");
        tokens.into_iter().map(|(token, _)| token).collect()
    }

    fn only_defect(text: &str) -> Defect {
        let (_, mut defects) = tokens(text);
        assert_eq!(defects.len(), 1, "{text}: {defects:?}");
        defects.remove(0)
    }

    #[test]
    fn a_text_is_cut_into_names_numbers_and_symbols() {
        let expected = [
            Token::Name("target"),
            Token::Dot,
            Token::Name("hp_max"),
            Token::Operator(Operator::GreaterOrEqual),
            Token::Operator(Operator::Subtract),
            Token::Integer(12),
            Token::And,
            Token::Not,
            Token::Quoted("Goblin 1"),
            Token::Quoted("it's"),
            Token::End,
        ];
        assert_eq!(cut("target.hp_max>=-12 and not 'Goblin 1' \"it's\""), expected);
    }

    #[test]
    fn tokens_know_their_bytes() {
        let (tokens, _) = tokens("größe == 'ä'");
        let spans: Vec<_> = tokens.into_iter().map(|(_, span)| span).collect();
        assert_eq!(spans, [0..7, 8..10, 11..15, 15..15]);
    }

    #[test]
    fn spellings_of_other_languages_are_reported_and_understood() {
        for (text, instead) in
            [("&&", "and"), ("||", "or"), ("!", "not"), ("=", "=="), ("<>", "!="), ("=>", ">="), ("\u{2212}", "-")]
        {
            let defect = only_defect(text);
            assert_eq!(defect.help, [format!("write `{instead}`")]);
            let meant = cut(instead)[0];
            assert_eq!(tokens(text).0[0].0, meant, "{text}");
        }
    }

    #[test]
    fn a_fraction_is_reported_whole() {
        let defect = only_defect("hp < 0.25");
        assert_eq!((defect.span, defect.message.as_str()), (5..9, "`0.25` is not whole"));
    }

    #[test]
    fn a_number_beyond_the_range_is_reported() {
        let defect = only_defect("9223372036854775808");
        assert_eq!(defect.message, "this number is too large");
        assert_eq!(cut("9223372036854775807")[0], Token::Integer(i64::MAX));
    }

    #[test]
    fn a_name_that_begins_with_a_digit_is_told_to_stand_in_quotes() {
        let defect = only_defect("die == 2d6");
        assert_eq!(
            (defect.span, defect.help),
            (7..10, vec!["a name that begins with a digit stands in quotes: '2d6'".to_owned()])
        );
    }

    #[test]
    fn dice_of_other_notations_are_told_how_they_are_written_here() {
        for (text, length, instead) in [
            ("4d6kh3", 6, "highest 3 of 4d6"),
            ("2d20kl1 + 3", 7, "lowest of 2d20"),
            ("2d20kh", 6, "highest of 2d20"),
            ("4d6dl1", 6, "highest 3 of 4d6"),
            ("4d6dh1", 6, "lowest 3 of 4d6"),
            ("4d6k3", 5, "highest 3 of 4d6"),
            ("d20kh1", 6, "highest of d20"),
            ("1d6!", 4, "exploding 1d6"),
            ("2d%", 3, "2d100"),
        ] {
            let told = dice_of_others(text).map(|(length, _, instead)| (length, instead));
            assert_eq!(told, Some((length, instead.to_owned())), "{text}");
        }
        for text in ["2d6", "d6k", "2d6khan", "2d6dl2", "d % 3", "2d6 != 3", "1d6!= 3", "2dl", "dk"] {
            assert_eq!(dice_of_others(text), None, "{text}");
        }
    }

    #[test]
    fn an_open_quote_and_an_unknown_character_are_reported() {
        assert_eq!(only_defect("'Gob").span, 0..4);
        assert_eq!(only_defect("hp ? 3").span, 3..4);
        assert_eq!(only_defect("hp → 3").span, 3..6);
    }
}
