//! Random conditions out of what the policies of a system can ask.
//!
//! Owns the shapes of conditions and knows no system: the names come from the system's reference. Start at [`Conditions`].

use frame::rules::Reference;
use proptest::prelude::*;
use proptest::sample::select;

/// Names of a situation and of combatants, by the kind of their values.
pub struct Conditions {
    /// Numbers of the situation, without a combatant.
    situation: Names,
    /// The questions about a combatant.
    combatant: Names,
}

/// Names by the kind of their values.
#[derive(Clone, Default)]
struct Names {
    numbers: Vec<String>,
    truths: Vec<String>,
    /// Each with its words.
    words: Vec<(String, Vec<String>)>,
}

impl Conditions {
    /// The names of a reference; `words` gives the words of a list by its name, such as those of `has(status)`.
    pub fn new(reference: &Reference, words: impl Fn(&str) -> Vec<String>) -> Self {
        let mut conditions = Conditions { situation: Names::default(), combatant: Names::default() };
        for entry in &reference.observables {
            let names = if entry.of == "the situation" { &mut conditions.situation } else { &mut conditions.combatant };
            for name in spellings(&entry.name, &words) {
                match entry.kind.as_str() {
                    "number" => names.numbers.push(name),
                    "true or false" => names.truths.push(name),
                    list => names.words.push((name, list.split(" | ").map(str::to_owned).collect())),
                }
            }
        }
        assert!(!conditions.combatant.numbers.is_empty() && !conditions.situation.numbers.is_empty(), "names were found");
        conditions
    }

    /// The questions where these combatants can be named: one's own names stand alone.
    fn asked(&self, of: &[&str]) -> Names {
        self.named(of, self.situation.clone())
    }

    /// The questions about each of several.
    fn asked_of_each(&self) -> Names {
        self.named(&["it"], Names::default())
    }

    fn named(&self, of: &[&str], mut all: Names) -> Names {
        for who in of {
            let named = |name: &String| if who.is_empty() { name.clone() } else { format!("{who}.{name}") };
            all.numbers.extend(self.combatant.numbers.iter().map(named));
            all.truths.extend(self.combatant.truths.iter().map(named));
            all.words.extend(self.combatant.words.iter().map(|(name, words)| (named(name), words.clone())));
        }
        all
    }

    /// A condition in which these can be named: "" for oneself, `target`.
    pub fn condition(&self, of: &[&str]) -> BoxedStrategy<String> {
        let all = self.asked(of);
        let (simple, number) = (truth(&all, &all), number(&all, &all));
        let (of_each, number_of_each) = (truth(&self.asked_of_each(), &all), self.measure(of));
        let group = || select(vec!["allies", "enemies"]);
        let asked = (select(vec!["any", "all"]), group(), of_each.clone())
            .prop_map(|(word, group, of_each)| format!("{word}({group}, {of_each})"));
        let counted =
            (group(), of_each, 0..4).prop_map(|(group, of_each, most)| format!("count({group}, {of_each}) <= {most}"));
        let measured = (select(vec!["min", "max", "sum"]), group(), number_of_each, number)
            .prop_map(|(word, group, of_each, number)| format!("{word}({group}, {of_each}) >= {number}"));
        joined(prop_oneof![6 => simple, 1 => asked, 1 => counted, 1 => measured].boxed())
    }

    /// A condition about `it`.
    pub fn condition_of_each(&self) -> BoxedStrategy<String> {
        joined(truth(&self.asked_of_each(), &self.asked(&[""])))
    }

    /// A number that is read off `it`, perhaps together with others.
    pub fn measure(&self, of: &[&str]) -> BoxedStrategy<String> {
        number(&self.asked_of_each(), &self.asked(of))
    }
}

/// A name with every argument that is worth trying.
fn spellings(name: &str, words: &impl Fn(&str) -> Vec<String>) -> Vec<String> {
    let Some((name, list)) = name.trim_end_matches(')').split_once('(') else { return vec![name.to_owned()] };
    let arguments = match list {
        "number" => ["0", "3", "12"].map(str::to_owned).to_vec(),
        list => words(list),
    };
    arguments.into_iter().map(|argument| format!("{name}({argument})")).collect()
}

/// A number about one of these, perhaps together with another or with a constant.
fn number(about: &Names, beside: &Names) -> BoxedStrategy<String> {
    let constant = (-3..15_i32).prop_map(|number| number.to_string());
    let other = prop_oneof![1 => constant, 1 => select(beside.numbers.clone())];
    let both = (select(about.numbers.clone()), select(vec!["+", "-", "*", "/", "%"]), other)
        .prop_map(|(one, sign, other)| format!("({one} {sign} {other})"));
    prop_oneof![3 => select(about.numbers.clone()), 1 => both].boxed()
}

/// A truth about one of these.
fn truth(about: &Names, beside: &Names) -> BoxedStrategy<String> {
    let other = prop_oneof![1 => (-3..15_i32).prop_map(|number| number.to_string()), 1 => number(beside, beside)];
    let compared = (number(about, beside), select(vec!["==", "!=", "<", "<=", ">", ">="]), other)
        .prop_map(|(one, sign, other)| format!("{one} {sign} {other}"));
    let truth = select(about.truths.clone());
    if about.words.is_empty() {
        return prop_oneof![compared, truth].boxed();
    }
    let word = (select(about.words.clone()), any::<prop::sample::Index>(), select(vec!["==", "!="]))
        .prop_map(|((name, words), index, sign)| format!("{name} {sign} {}", index.get(&words)));
    prop_oneof![4 => compared, 3 => truth, 1 => word].boxed()
}

/// Conditions by themselves, denied, and joined to others.
fn joined(leaf: BoxedStrategy<String>) -> BoxedStrategy<String> {
    leaf.prop_recursive(2, 6, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|one| format!("not ({one})")),
            (inner.clone(), select(vec!["and", "or"]), inner).prop_map(|(one, word, two)| format!("({one}) {word} ({two})")),
        ]
    })
    .boxed()
}
