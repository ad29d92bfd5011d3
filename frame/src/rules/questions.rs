//! Exact dice questions: what a system can be asked, and what it is told with the question.
//!
//! Owns [`Question`] and [`Parameter`] (data, from which a command line can be made), the list of them that a system writes
//! ([`questions`]), and [`Arguments`] (what was asked, checked). Must not know any rule; answers are in [`answers`](super::answers).
//! Start at [`questions`].

use std::ops::RangeInclusive;

use crate::dice::Die;
use crate::error::nearest;
use crate::scenario::FAR;

/// Defines `QUESTIONS`, everything that a system can be asked, and `answer`, which answers one of them:
///
/// ```text
/// questions! {
///     "vogt", arguments, book: &Book, rulings: &Rulings;
///
///     check "How likely an ability check succeeds" {
///         die = "1d6": DICE, "ability die";
///         difficulty by book: whole(-1000, 1000), "total that succeeds; otherwise the book's";
///         third or "nobody": whole(0, 9), "a third one";
///     } => Ok(check::check(arguments, book, rulings));
/// }
/// ```
///
/// A parameter has a default as it would be typed, or `by book` the number of the book, or in a word what there is without it.
/// Parameters that several questions share are a constant list of them, which stands there as `..ATTACK;`. The lists of questions
/// and of parameters keep their order.
#[macro_export]
macro_rules! questions {
    (
        $system:literal, $arguments:ident, $book:ident: $book_type:ty, $rulings:ident: $rulings_type:ty;
        $(
            $question:ident $about:literal {
                $(
                    $(.. $shared:ident)?
                    $($parameter:ident $(= $default:literal)? $(or $without:literal)? $(by $of:ident)?:
                        $kind:expr, $meaning:literal)?
                ;)*
            } => $answer:expr;
        )*
    ) => {
        /// Everything that can be asked.
        pub const QUESTIONS: &[$crate::rules::questions::Question] = &[
            $($crate::rules::questions::Question {
                name: stringify!($question),
                about: $about,
                parameters: {
                    const PARTS: &[&[$crate::rules::questions::Parameter]] = &[$(
                        $($shared,)?
                        $(&[$crate::rules::questions::Parameter {
                            name: stringify!($parameter),
                            about: $meaning,
                            kind: $kind,
                            unsaid: $crate::unsaid!($(= $default)? $(or $without)? $(by $of)?),
                        }],)?
                    )*];
                    const ALL: [$crate::rules::questions::Parameter; $crate::rules::questions::counted(PARTS)] =
                        $crate::rules::questions::joined(PARTS);
                    &ALL
                },
            },)*
        ];

        /// Answers one of them.
        ///
        /// # Errors
        /// A question without an answer, with the reason.
        pub fn answer(
            question: &$crate::rules::questions::Question,
            $arguments: &$crate::rules::questions::Arguments,
            $book: $book_type,
            $rulings: $rulings_type,
        ) -> Result<$crate::rules::answers::Answer, String> {
            match question.name {
                $(stringify!($question) => $answer,)*
                other => Err(format!("`{}` is never asked `{other}`", $system)),
            }
        }
    };
}

/// The value of a parameter of [`questions`] that is not said.
#[macro_export]
macro_rules! unsaid {
    (= $default:literal) => {
        $crate::rules::questions::Unsaid::Default($default)
    };
    (or $without:literal) => {
        $crate::rules::questions::Unsaid::Nothing($without)
    };
    (by $book:ident) => {
        $crate::rules::questions::Unsaid::Book
    };
}
pub use questions;

/// Something that a system can be asked about its dice.
#[derive(PartialEq, Eq, Debug)]
pub struct Question {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line on what the answer says.
    pub about: &'static str,
    /// The parameters that can be said with it.
    pub parameters: &'static [Parameter],
}

/// Something that can be said with a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line on what it means.
    pub about: &'static str,
    /// The kind of value.
    pub kind: ParameterKind,
    /// The value where it is not said.
    pub unsaid: Unsaid,
}

/// The value of a parameter that is not said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsaid {
    /// A value, as it would be typed.
    Default(&'static str),
    /// The number of the book.
    Book,
    /// Nothing of the kind, in words: `nobody`, `none`.
    Nothing(&'static str),
}

/// A parameter with its default as it would be typed.
#[must_use]
pub const fn parameter(name: &'static str, about: &'static str, kind: ParameterKind, default: &'static str) -> Parameter {
    Parameter { name, about, kind, unsaid: Unsaid::Default(default) }
}

/// A parameter for which the book has a number, where it is not said.
#[must_use]
pub const fn by_book(name: &'static str, about: &'static str, kind: ParameterKind) -> Parameter {
    Parameter { name, about, kind, unsaid: Unsaid::Book }
}

/// A parameter of something that need not be: `without` says in a word what there is then, such as `nobody`.
#[must_use]
pub const fn optional(name: &'static str, about: &'static str, kind: ParameterKind, without: &'static str) -> Parameter {
    Parameter { name, about, kind, unsaid: Unsaid::Nothing(without) }
}

/// The number of parameters in these lists.
#[must_use]
pub const fn counted(parts: &[&[Parameter]]) -> usize {
    let (mut count, mut part) = (0, 0);
    while part < parts.len() {
        count += parts[part].len();
        part += 1;
    }
    count
}

/// These lists as one.
#[must_use]
pub const fn joined<const N: usize>(parts: &[&[Parameter]]) -> [Parameter; N] {
    let mut all = [parameter("", "", FLAG, ""); N];
    let (mut part, mut next, mut end) = (0, 0, 0);
    while part < parts.len() {
        let first = end;
        end += parts[part].len();
        while next < end {
            all[next] = parts[part][next - first];
            next += 1;
        }
        part += 1;
    }
    all
}

/// The kind of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParameterKind {
    /// A whole number, both ends included.
    Integer {
        /// The smallest.
        least: i64,
        /// The largest.
        most: i64,
    },
    /// Dice whose largest sum is at most this.
    Dice {
        /// The largest sum.
        most: i32,
    },
    /// One of these words.
    Word(&'static [&'static str]),
    /// Yes or no: `true` or `false`.
    Flag,
    /// A text that the system reads itself; this says in words what it can be.
    Text(&'static str),
    /// All whole numbers between two of them, `-5..5`, both ends included, or a single one.
    Range {
        /// The smallest.
        least: i64,
        /// The largest.
        most: i64,
    },
    /// Pairs of whole numbers, `2:6,1:-3`, or `none` where there need not be any.
    Pairs {
        /// The smallest number.
        least: i64,
        /// The largest number.
        most: i64,
        /// The fewest pairs and the greatest number of them.
        counts: (usize, usize),
    },
}

/// Yes or no.
pub const FLAG: ParameterKind = ParameterKind::Flag;

/// A whole number of this range, both ends included.
#[must_use]
pub const fn whole(least: i64, most: i64) -> ParameterKind {
    ParameterKind::Integer { least, most }
}

/// Dice whose largest sum is at most this.
#[must_use]
pub const fn dice(most: i32) -> ParameterKind {
    ParameterKind::Dice { most }
}

/// All whole numbers between two of this range.
#[must_use]
pub const fn range(least: i64, most: i64) -> ParameterKind {
    ParameterKind::Range { least, most }
}

/// At least and at most so many pairs of whole numbers of this range.
#[must_use]
pub const fn pairs(least: i64, most: i64, counts: (usize, usize)) -> ParameterKind {
    ParameterKind::Pairs { least, most, counts }
}

impl ParameterKind {
    /// The kind in words.
    #[must_use]
    pub fn in_words(self) -> String {
        match self {
            ParameterKind::Integer { least, most } => match (least <= -FAR, most >= FAR) {
                (true, true) => "a whole number".to_owned(),
                (false, true) => format!("{least} or more"),
                (true, false) => format!("{most} or less"),
                (false, false) => format!("{least} to {most}"),
            },
            ParameterKind::Dice { .. } => "dice such as 2d6".to_owned(),
            ParameterKind::Word(words) => words.join(", "),
            ParameterKind::Flag => "true, false; alone it is true".to_owned(),
            ParameterKind::Text(words) => words.to_owned(),
            ParameterKind::Range { least, most } => format!("{least}..{most}, or a part of it"),
            ParameterKind::Pairs { .. } => "pairs such as 2:6,1:3".to_owned(),
        }
    }
}

/// The value of a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Value {
    Unsaid,
    Integer(i64),
    Dice(Die),
    Word(&'static str),
    Flag(bool),
    Text(String),
    Range(i64, i64),
    Pairs(Vec<(i64, i64)>),
}

impl Parameter {
    /// Reads a value of the parameter, or what holds where none is said.
    fn read_or_unsaid(&self, text: Option<&str>) -> Result<Value, String> {
        match (text, self.unsaid) {
            (Some(text), Unsaid::Default(_)) | (None, Unsaid::Default(text)) => self.read(text),
            (None | Some(""), Unsaid::Book | Unsaid::Nothing(_)) => Ok(Value::Unsaid),
            (Some(text), _) => self.read(text),
        }
    }

    /// Reads a value of the parameter; the error names what is allowed.
    fn read(&self, text: &str) -> Result<Value, String> {
        let refuse = |allowed: String| format!("`{}` is `{text}`, but it has to be {allowed}", self.name);
        match self.kind {
            ParameterKind::Integer { least, most } => {
                let number = text.parse().ok().filter(|number| (least..=most).contains(number));
                number.map(Value::Integer).ok_or_else(|| refuse(format!("a whole number from {least} to {most}")))
            }
            ParameterKind::Dice { most } => {
                let die = text.parse::<Die>().ok().filter(|die| die.most() <= most);
                die.map(Value::Dice)
                    .ok_or_else(|| refuse(format!("dice such as `2d6` of at most {most} in sum, or `0` for none")))
            }
            ParameterKind::Word(words) => {
                words.iter().find(|&&word| word == text).map(|word| Value::Word(word)).ok_or_else(|| {
                    let near = nearest(text, words.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
                    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
                    refuse(format!("one of {}{}", words.join(", "), near.unwrap_or_default()))
                })
            }
            ParameterKind::Flag => text.parse().map(Value::Flag).map_err(|_| refuse("`true` or `false`".to_owned())),
            ParameterKind::Text(_) => Ok(Value::Text(text.to_owned())),
            ParameterKind::Range { least, most } => {
                let (low, high) = text.split_once("..").unwrap_or((text, text));
                let ends = low.parse().ok().zip(high.parse().ok());
                let ends = ends.filter(|&(low, high)| least <= low && low <= high && high <= most);
                ends.map(|(low, high)| Value::Range(low, high))
                    .ok_or_else(|| refuse(format!("a range within {least}..{most}, or one number of it")))
            }
            ParameterKind::Pairs { least, most, counts } => read_pairs(text)
                .filter(|pairs| (counts.0..=counts.1).contains(&pairs.len()))
                .filter(|pairs| pairs.iter().flat_map(|pair| [pair.0, pair.1]).all(|number| (least..=most).contains(&number)))
                .map(Value::Pairs)
                .ok_or_else(|| {
                    let many = match counts {
                        (1, 1) => "a pair `2:6`".to_owned(),
                        (0, 1) => "a pair `2:6` or `none`".to_owned(),
                        (0, most) => format!("`none` or at most {most} pairs `2:6,1:3`"),
                        (least, most) => format!("{least} to {most} pairs `2:6,1:3`"),
                    };
                    refuse(format!("{many} of whole numbers from {least} to {most}"))
                }),
        }
    }
}

/// Pairs of whole numbers, `none` for none of them.
fn read_pairs(text: &str) -> Option<Vec<(i64, i64)>> {
    if text == "none" {
        return Some(Vec::new());
    }
    let pair = |text: &str| text.split_once(':').and_then(|(one, other)| one.parse().ok().zip(other.parse().ok()));
    text.split(',').map(pair).collect()
}

/// The arguments of a question: a value for each of its parameters, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arguments {
    values: Vec<(&'static str, Value)>,
}

impl Arguments {
    /// Reads what was said, name by name; what was not said has its default.
    ///
    /// # Errors
    /// With a line for everything that is unknown, said twice or not allowed.
    pub fn read<'a>(question: &Question, given: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, String> {
        let mut problems = Vec::new();
        let mut texts: Vec<Option<&str>> = vec![None; question.parameters.len()];
        for (name, text) in given {
            match question.parameters.iter().position(|parameter| parameter.name == name) {
                Some(index) if texts[index].is_some() => problems.push(format!("`{name}` is given twice")),
                Some(index) => texts[index] = Some(text),
                None => {
                    let names: Vec<&str> = question.parameters.iter().map(|parameter| parameter.name).collect();
                    let near = nearest(name, names.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
                    let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
                    let near = near.unwrap_or_else(|| ".".to_owned());
                    problems.push(format!("`{}` has no parameter `{name}`{near} It has {names}", question.name));
                }
            }
        }
        let mut values = Vec::with_capacity(texts.len());
        for (parameter, text) in question.parameters.iter().zip(texts) {
            match parameter.read_or_unsaid(text) {
                Ok(value) => values.push((parameter.name, value)),
                Err(problem) => problems.push(problem),
            }
        }
        if problems.is_empty() { Ok(Arguments { values }) } else { Err(problems.join("\n")) }
    }

    /// Returns the value of a parameter, which has to be one of the question.
    fn value(&self, name: &str) -> &Value {
        let found = self.values.iter().find(|(given, _)| *given == name);
        &found.unwrap_or_else(|| panic!("the question has no parameter `{name}`")).1
    }

    /// A whole number, or `None` where it is not said and has no default.
    ///
    /// # Panics
    /// Like its sisters, when the question has no such parameter of this kind: a mistake in a core.
    #[must_use]
    pub fn integer_if_said(&self, name: &str) -> Option<i64> {
        match self.value(name) {
            Value::Integer(number) => Some(*number),
            Value::Unsaid => None,
            other => panic!("`{name}` is {other:?} and no whole number"),
        }
    }

    /// A whole number.
    #[must_use]
    pub fn integer(&self, name: &str) -> i64 {
        self.integer_if_said(name).unwrap_or_else(|| panic!("`{name}` has no default"))
    }

    /// A whole number of a kind that holds all that the parameter allows.
    #[must_use]
    pub fn number<T: TryFrom<i64>>(&self, name: &str) -> T {
        T::try_from(self.integer(name)).unwrap_or_else(|_| panic!("`{name}` is out of the range of its kind"))
    }

    /// Whole numbers, in the order of their names.
    #[must_use]
    pub fn numbers<T: TryFrom<i64>, const N: usize>(&self, names: [&str; N]) -> [T; N] {
        names.map(|name| self.number(name))
    }

    /// Dice.
    #[must_use]
    pub fn dice(&self, name: &str) -> Die {
        match self.value(name) {
            Value::Dice(die) => *die,
            other => panic!("`{name}` is {other:?} and no dice"),
        }
    }

    /// A word.
    #[must_use]
    pub fn word(&self, name: &str) -> &'static str {
        match self.value(name) {
            Value::Word(word) => word,
            other => panic!("`{name}` is {other:?} and no word"),
        }
    }

    /// Yes or no.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        match self.value(name) {
            Value::Flag(flag) => *flag,
            other => panic!("`{name}` is {other:?} and no flag"),
        }
    }

    /// A number, a word, a flag or a text as it is typed, or `None` where it is not said and has no default.
    #[must_use]
    pub fn written(&self, name: &str) -> Option<String> {
        match self.value(name) {
            Value::Integer(number) => Some(number.to_string()),
            Value::Word(word) => Some((*word).to_owned()),
            Value::Flag(flag) => Some(flag.to_string()),
            Value::Text(text) => Some(text.clone()),
            Value::Unsaid => None,
            other => panic!("`{name}` is {other:?} and stands for more than a word"),
        }
    }

    /// A range of whole numbers.
    #[must_use]
    pub fn range(&self, name: &str) -> RangeInclusive<i64> {
        match self.value(name) {
            Value::Range(low, high) => *low..=*high,
            other => panic!("`{name}` is {other:?} and no range"),
        }
    }

    /// Pairs of whole numbers.
    #[must_use]
    pub fn pairs(&self, name: &str) -> &[(i64, i64)] {
        match self.value(name) {
            Value::Pairs(pairs) => pairs,
            other => panic!("`{name}` is {other:?} and no pairs"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static QUESTION: Question = Question {
        name: "check",
        about: "",
        parameters: &[
            parameter("die", "", ParameterKind::Dice { most: 100 }, "1d6"),
            parameter("bonus", "", ParameterKind::Integer { least: -9, most: 9 }, "0"),
            by_book("difficulty", "", ParameterKind::Integer { least: 0, most: 9 }),
            parameter("luck", "", ParameterKind::Word(&["even", "advantage"]), "even"),
            parameter("blind", "", ParameterKind::Flag, "false"),
            parameter("levels", "", ParameterKind::Range { least: -5, most: 9 }, "-5..5"),
            parameter("blows", "", ParameterKind::Pairs { least: -9, most: 9, counts: (0, 2) }, "none"),
            optional("third", "", ParameterKind::Integer { least: 0, most: 9 }, "nobody"),
        ],
    };

    const SHARED: &[Parameter] = &[parameter("die", "die of the weapon", dice(100), "1d6"), by_book("target", "", whole(0, 9))];

    mod of_system {
        use super::*;
        use crate::rules::answers::Answer;

        questions! {
            "test", arguments, book: &(), rulings: &();

            none "Nothing is said with it" {} => { let _ = (arguments, book, rulings); Ok(Answer::new("none")) };
            some "Its own and shared ones" { steps = "0": whole(-4, 4), "steps"; ..SHARED; third or "nobody": whole(0, 9), ""; } =>
                Ok(Answer::new(arguments.dice("die").to_string()));
        }
    }

    #[test]
    fn shared_parameters_stand_where_the_question_has_them() {
        let [none, some] = of_system::QUESTIONS else { panic!("two questions") };
        assert!(none.parameters.is_empty());
        let expected = [
            parameter("steps", "steps", whole(-4, 4), "0"),
            SHARED[0],
            SHARED[1],
            optional("third", "", whole(0, 9), "nobody"),
        ];
        assert_eq!(some.parameters, expected);
        let arguments = Arguments::read(some, [("die", "2d4")]).unwrap();
        assert_eq!(of_system::answer(some, &arguments, &(), &()).map(|answer| answer.title), Ok("2d4".to_owned()));
        assert_eq!(of_system::answer(none, &arguments, &(), &()).map(|answer| answer.title), Ok("none".to_owned()));
    }

    #[test]
    fn what_is_not_said_has_its_default_and_is_none_where_the_book_decides_or_it_need_not_be() {
        let arguments = Arguments::read(&QUESTION, [("bonus", "-3"), ("luck", "advantage")]).unwrap();
        assert_eq!(arguments.dice("die"), Die::new(1, 6));
        assert_eq!((arguments.integer("bonus"), arguments.integer_if_said("difficulty")), (-3, None));
        assert_eq!(arguments.integer_if_said("third"), None);
        assert_eq!(Arguments::read(&QUESTION, [("third", "4")]).unwrap().integer_if_said("third"), Some(4));
        assert_eq!((arguments.word("luck"), arguments.flag("blind")), ("advantage", false));
        assert_eq!((arguments.range("levels"), arguments.pairs("blows")), (-5..=5, &[][..]));
    }

    #[test]
    fn ranges_and_pairs_are_read_with_their_signs() {
        let arguments = Arguments::read(&QUESTION, [("levels", "-3..-1"), ("blows", "2:6,-1:-3")]).unwrap();
        assert_eq!((arguments.range("levels"), arguments.pairs("blows")), (-3..=-1, &[(2, 6), (-1, -3)][..]));
        assert_eq!(Arguments::read(&QUESTION, [("levels", "-4")]).unwrap().range("levels"), -4..=-4);
        for (name, text) in [
            ("levels", "5..-5"),
            ("levels", "0..10"),
            ("levels", "-6"),
            ("levels", ".."),
            ("blows", "2"),
            ("blows", "2:10"),
            ("blows", "1:1,1:1,1:1"),
            ("blows", ""),
        ] {
            assert!(Arguments::read(&QUESTION, [(name, text)]).is_err(), "{name} {text}");
        }
    }

    #[test]
    fn everything_wrong_is_told_at_once_with_what_is_allowed() {
        let given = [
            ("dye", "1d6"),
            ("bonus", "10"),
            ("luck", "advantag"),
            ("blind", "yes"),
            ("die", "50d6"),
            ("die", "1d4"),
            ("levels", "9..10"),
            ("blows", "3:0:1"),
        ];
        let told = Arguments::read(&QUESTION, given).unwrap_err();
        let expected = [
            "`check` has no parameter `dye`; did you mean `die`? It has die, bonus, difficulty, luck, blind, levels, blows, third",
            "`die` is given twice",
            "`die` is `50d6`, but it has to be dice such as `2d6` of at most 100 in sum, or `0` for none",
            "`bonus` is `10`, but it has to be a whole number from -9 to 9",
            "`luck` is `advantag`, but it has to be one of `even`, `advantage`; did you mean `advantage`?",
            "`blind` is `yes`, but it has to be `true` or `false`",
            "`levels` is `9..10`, but it has to be a range within -5..9, or one number of it",
            "`blows` is `3:0:1`, but it has to be `none` or at most 2 pairs `2:6,1:3` of whole numbers from -9 to 9",
        ];
        assert_eq!(told.lines().collect::<Vec<_>>(), expected);
    }
}
