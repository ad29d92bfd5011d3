//! The table of decisions: one row for each thing that a policy can decide, and everything that follows from the row.
//!
//! Owns [`decisions`], by which a core writes its table down, and the lines that all cores share: a choice between yes and no, and the
//! choice of somebody. What a line of a core comes to is read by the core, in a [`DecisionLine`]. Start at [`decisions`].

use std::collections::BTreeMap;

use serde::Serialize;

use crate::fight::Offer;
use crate::policy::{
    Compiler, Decision, LineText, Lines, Obstacle, Prospect, Selector, SelectorText, Selectors, Slipping, Slips, Use,
    Vocabulary,
};
use crate::rules::declare::{line_text, section, words};
use crate::scenario::{Complaints, Document, Enlisted, Format};

/// A kind of line, and the action to which it is compiled.
pub trait DecisionLine {
    /// The decision that a line brings when it applies.
    type Action;

    /// True if the decision is a question of yes or no.
    const ASKS: bool = false;

    /// True if the action is legal whenever the decision is made, so that no line behind it can decide. Most are not always; the
    /// default is the answer that cannot mislead: a line that is open hides no other, and loading warns of nothing that may happen.
    fn certain(_action: &Self::Action) -> bool {
        false
    }

    /// Everything that the action itself reads, apart from the condition of its line.
    fn uses(_action: &Self::Action) -> Vec<Use> {
        Vec::new()
    }
}

/// A kind of line that can be read for a follower: whatever a core has to know of the combatant that follows the policy.
pub trait ReadFor<F>: DecisionLine {
    /// The reason why this follower can never carry the action out; `None` where it depends on the situation.
    fn obstacle(_action: &Self::Action, _follower: &F) -> Option<Obstacle> {
        None
    }

    /// Everything that this follower could ever decide on: one of them is drawn where it [slips](crate::policy::Slips), of those that are
    /// legal then. Default: nothing, so that a slip comes to nothing, unless the core draws by itself.
    fn every(_reader: &Reader<'_, F>) -> Vec<Self::Action> {
        Vec::new()
    }

    /// Returns the action; reports at `path` what is wrong with the line, and returns `None` when it means nothing.
    fn read(&self, reader: &Reader<'_, F>, path: &str, complaints: &mut Complaints) -> Option<Self::Action>;
}

/// The surroundings in which the lines of one policy are read.
pub struct Reader<'a, F> {
    /// The observables that conditions can ask for.
    pub vocabulary: &'a Vocabulary,
    /// The named choices of somebody.
    pub selectors: &'a Selectors,
    /// The combatant that follows the policy.
    pub follower: F,
}

/// A name in a line of a policy, by which something of somebody is meant.
#[derive(Clone, Copy, Debug)]
pub struct NameIn<'a> {
    /// The name.
    pub name: &'a str,
    /// The kind of what is meant: `weapon`.
    pub what: &'a str,
    /// The name of the owner.
    pub whose: &'a str,
    /// The path of the name: `policy.guard.turn[0].weapon`.
    pub path: &'a str,
}

impl NameIn<'_> {
    /// Returns the number of what is meant among the `known` names; reports a name that is not among them.
    pub fn number<'b>(self, known: impl Iterator<Item = &'b str> + Clone, complaints: &mut Complaints) -> Option<u8> {
        let NameIn { name, what, whose, path } = self;
        if let Some(index) = known.clone().position(|known| known == name) {
            return Some(index as u8);
        }
        let complaint = complaints.error(path, format!("{whose} has no {what} `{name}`"));
        complaint.near(name, known.clone());
        let list: Vec<&str> = known.collect();
        complaint.help(if list.is_empty() {
            format!("it has no {what} at all")
        } else {
            format!("it has {}", list.join(", "))
        });
        None
    }
}

/// A key of a line, other than what it does and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineKey {
    name: &'static str,
    given: bool,
    taken: bool,
}

impl LineKey {
    /// A key by its name: `given` by the line, and `taken` by what the line does.
    #[must_use]
    pub const fn new(name: &'static str, given: bool, taken: bool) -> Self {
        LineKey { name, given, taken }
    }
}

/// Reports every given key of the line at `path` that means nothing for what the line does, called `act`.
pub fn check_keys(act: &str, path: &str, keys: &[LineKey], complaints: &mut Complaints) {
    for key in keys.iter().filter(|key| key.given && !key.taken) {
        let complaint = complaints.error(format!("{path}.{}", key.name), format!("`{}` means nothing for `{act}`", key.name));
        let taken: Vec<String> = keys.iter().filter(|key| key.taken).map(|key| format!("`{}`", key.name)).collect();
        complaint.help(match taken.as_slice() {
            [] => "it takes no key but `when`".to_owned(),
            taken => format!("besides `when` it takes {}", taken.join(", ")),
        });
    }
}

/// Returns the name of the policy that a combatant follows, empty for none; reports one that does not exist.
pub fn named_policy<'a, F: Format>(one: &Enlisted<'a, F>, document: &Document<F>, complaints: &mut Complaints) -> &'a str {
    let name = one.policy.unwrap_or_default();
    check_policy(name, &one.path, document, complaints);
    name
}

/// Reports the policy of the combatant at `path` when there is none of this name.
pub fn check_policy<F: Format>(name: &str, path: &str, document: &Document<F>, complaints: &mut Complaints) {
    if name.is_empty() || document.policy.contains_key(name) {
        return;
    }
    let complaint = complaints.unknown(format!("{path}.policy"), "policy", name);
    let known: Vec<&str> = document.policy.keys().map(String::as_str).collect();
    complaint.near(name, known.iter().copied());
    complaint.help(if known.is_empty() {
        "the scenario has no policies".to_owned()
    } else {
        format!("there are {}", known.join(", "))
    });
}

words! {
    /// Yes or no.
    YesNo {
        /// Yes.
        Yes,
        /// No.
        No,
    }
}

section! {
    /// A line of a yes-or-no list. Either `do` or `include`.
    ChoiceLine {
        /// The decision.
        #[serde(rename = "do")]
        act: Option<YesNo> = None,
        /// The condition under which the line holds; without it, always.
        when: Option<String> = None,
        /// Instead of `do`: the same list of another policy stands here.
        include: Option<String> = None,
    }
}

line_text!(ChoiceLine, |_: &ChoiceLine, act: YesNo| format!("{act:?}").to_lowercase());

impl DecisionLine for ChoiceLine {
    type Action = bool;
    const ASKS: bool = true;

    fn certain(_: &bool) -> bool {
        true
    }
}

impl<F> ReadFor<F> for ChoiceLine {
    fn every(_: &Reader<'_, F>) -> Vec<bool> {
        vec![true, false]
    }

    fn read(&self, _: &Reader<'_, F>, _: &str, _: &mut Complaints) -> Option<bool> {
        self.act.map(|act| act == YesNo::Yes)
    }
}

impl DecisionLine for SelectorText {
    type Action = Selector;

    fn certain(selector: &Selector) -> bool {
        selector.always_chooses()
    }

    fn uses(selector: &Selector) -> Vec<Use> {
        selector.uses().collect()
    }
}

impl<F> ReadFor<F> for SelectorText {
    fn read(&self, reader: &Reader<'_, F>, path: &str, complaints: &mut Complaints) -> Option<Selector> {
        reader.selectors.selector(self, reader.vocabulary, path, complaints)
    }
}

/// A policy among all of a scenario, by its name; empty for none.
pub struct NamedPolicy<'a, P> {
    /// The name.
    pub policy: &'a str,
    /// All policies.
    pub policies: &'a BTreeMap<String, P>,
}

impl<P> Clone for NamedPolicy<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for NamedPolicy<'_, P> {}

/// Returns the compiled lines of a decision, which `lines` finds in a policy. A function of its own, so that decisions with one kind of
/// lines are compiled by the same code.
pub fn compiled<P: Slipping, L: LineText + ReadFor<F>, F>(
    decision: Decision,
    named: NamedPolicy<'_, P>,
    lines: fn(&P) -> &[L],
    reader: &Reader<F>,
    compiler: &mut Compiler,
) -> Lines<L::Action> {
    let mut compiled = compiler.list(
        decision,
        named.policy,
        named.policies,
        lines,
        |line: &L, path, complaints| line.read(reader, path, complaints),
        |action| Prospect::of(L::obstacle(action, &reader.follower), L::certain(action)),
    );
    let can = |action: &L::Action| L::obstacle(action, &reader.follower).is_none();
    let options = || L::every(reader).into_iter().filter(can).collect();
    let slips = named.policies.get(named.policy).map(Slipping::slips).unwrap_or_default();
    if let Some(slips) = Slips::new(slips, decision.name, options) {
        compiled.slip(slips);
    }
    compiled
}

/// The table of a core's decisions. A row is a description, for designers, that ends with what is decided where no line decides; the
/// name, with the key in a file where that is another (`surrender as "yield"`); the kind of its lines; and whether their conditions
/// can ask about a target. Behind the rows, `also { .. }` gives what a policy says besides: fields as in a `section!`.
///
/// From it follow the text of a policy as a designer writes it, with its schema; the compiled lists of all combatants; the reading of
/// the one into the other; everything that the lists read; and the list for the reference. A decision that is not in the table does
/// not exist, and nothing about one can be forgotten elsewhere.
#[macro_export]
macro_rules! decisions {
    (
        $(#[doc = $text_about:literal])* $text:ident;
        $(#[$lists_meta:meta])* $lists:ident;
        $( $(#[doc = $about:literal])+ $name:ident $(as $key:literal)?: $line:ty, $frame:ident; )*
        $( also { $($also:tt)* } )?
    ) => {
        $crate::rules::declare::section! {
            $(#[doc = $text_about])*
            $text {
                $( $(#[doc = $about])+ $(#[serde(rename = $key)])? $name: Vec<$line> = Vec::new(), )*
                $( $($also)* )?
                /// The chance with which a decision is taken at random among what is legal, whatever its lines say: `0.1`. On the command
                /// line `--slips NAME=10%` gives it to a side, a combatant or a policy. Default: none.
                #[schemars(range(min = 0, max = 1))]
                slips: Option<f64> = None,
                /// The decisions in which that happens, by their names. Default: all.
                slips_in: Vec<String> = Vec::new(),
            }
        }

        impl $crate::policy::Slipping for $text {
            fn slips(&self) -> $crate::policy::SlipsText<'_> {
                $crate::policy::SlipsText { chance: self.slips, within: &self.slips_in }
            }
        }

        $(#[$lists_meta])*
        #[derive(Clone, Debug, Default)]
        pub struct $lists {
            $( $(#[doc = $about])+ pub $name: $crate::policy::Lists<<$line as $crate::rules::decisions::DecisionLine>::Action>, )*
        }

        impl $lists {
            /// The decisions in their order: the name, and the description as it stands in the table.
            pub const DECISIONS: &[(&str, &str)] = &[$(
                ($crate::rules::decisions::key!($name $($key)?), concat!($($about),+)),
            )*];

            /// Adds the lists of the next combatant, who follows this one of the policies; empty for none.
            pub fn push<F>(
                &mut self,
                policy: &str,
                policies: &std::collections::BTreeMap<String, $text>,
                reader: &$crate::rules::decisions::Reader<F>,
                compiler: &mut $crate::policy::Compiler,
            ) where
                $( $line: $crate::rules::decisions::ReadFor<F>, )*
            {
                let named = $crate::rules::decisions::NamedPolicy { policy, policies };
                compiler.check_slips(policy, policies.get(policy), $lists::DECISIONS.iter().map(|(name, _)| *name));
                $( if <$line as $crate::rules::decisions::DecisionLine>::ASKS {
                    self.$name.ask($crate::rules::decisions::key!($name $($key)?));
                } )*
                $( self.$name.push($crate::rules::decisions::compiled(
                    $crate::policy::Decision {
                        name: $crate::rules::decisions::key!($name $($key)?),
                        frame: $crate::policy::Frame::$frame,
                    },
                    named,
                    |text| &text.$name,
                    reader,
                    compiler,
                )); )*
            }

            /// True if anybody ever slips.
            #[must_use]
            pub fn may_slip(&self) -> bool {
                [$( self.$name.may_slip(), )*].contains(&true)
            }

            /// Everything that the lines read, in conditions and actions.
            pub fn uses(&self) -> Vec<$crate::policy::Use> {
                self.uses_by_line().into_iter().map(|(_, used)| used).collect()
            }

            /// Everything that the lines read, in conditions and actions, each with the number of the line.
            pub fn uses_by_line(&self) -> Vec<($crate::fight::watch::LineNumber, $crate::policy::Use)> {
                let mut uses = Vec::new();
                $( for line in self.$name.lines() {
                    let of_action = <$line as $crate::rules::decisions::DecisionLine>::uses(&line.action);
                    let read = line.when.iter().flat_map($crate::policy::Condition::uses).chain(of_action);
                    uses.extend(read.map(|used| (line.number, used)));
                } )*
                uses
            }
        }
    };
}

/// The key of a decision in a file: its name, where the row gives no other.
#[macro_export]
macro_rules! key {
    ($name:ident) => {
        stringify!($name)
    };
    ($name:ident $key:literal) => {
        $key
    };
}

/// Lines that say nothing but what to do: each with the type of its `do`, which is always legal, but where the row says that there
/// may be none of it: `MealLine => Meal, may_lack;`.
#[macro_export]
macro_rules! plain_lines {
    ($( $line:ty => $act:ty $(, $may_lack:ident)?; )*) => { $(
        impl $crate::rules::decisions::DecisionLine for $line {
            type Action = $act;

            fn certain(_: &$act) -> bool {
                const LACKS: &[&str] = &[$( stringify!($may_lack) )?];
                LACKS.is_empty()
            }
        }

        impl<F> $crate::rules::decisions::ReadFor<F> for $line {
            fn every(_: &$crate::rules::decisions::Reader<'_, F>) -> Vec<$act> {
                $crate::rules::decisions::Every::EVERY.to_vec()
            }

            fn read(&self, _: &$crate::rules::decisions::Reader<'_, F>, _: &str, _: &mut $crate::scenario::Complaints) -> Option<$act> {
                self.act
            }
        }
    )* };
}

pub use {decisions, key, plain_lines};

/// All words that a plain line can say.
pub trait Every: Sized + Copy + 'static {
    /// All of them.
    const EVERY: &'static [Self];
}

/// A number of dice or points: a slip spends a few of them at the most.
impl Every for u8 {
    const EVERY: &'static [u8] = &[0, 1, 2, 3];
}

/// Everything that somebody could ever decide on in one decision: each action with the line that says it.
#[derive(Clone, Debug)]
pub struct Options<A> {
    decision: &'static str,
    found: Vec<(A, Offer)>,
}

impl<A> Options<A> {
    /// None yet, of the decision of this name.
    #[must_use]
    pub fn of(decision: &'static str) -> Self {
        Options { decision, found: Vec::new() }
    }

    /// Adds an action.
    pub fn add(&mut self, word: &str, action: A) {
        self.push(word, None, action);
    }

    /// Adds an action with each of these things, by their numbers; a line names one by this key.
    pub fn add_each<'a>(
        &mut self,
        word: &str,
        key: &'static str,
        names: impl Iterator<Item = &'a str>,
        mut action: impl FnMut(u8) -> A,
    ) {
        for (number, name) in names.enumerate() {
            self.push(word, Some((key, name.to_owned())), action(number as u8));
        }
    }

    /// Adds an action, with something.
    fn push(&mut self, word: &str, with: Option<(&'static str, String)>, action: A) {
        self.found.push((action, Offer { decision: self.decision, act: word.to_owned(), with, about: None }));
    }

    /// The actions, in the order in which they were added.
    #[must_use]
    pub fn into_actions(self) -> Vec<A> {
        self.found.into_iter().map(|(action, _)| action).collect()
    }

    /// Those that are legal, as lines say them, in the order in which they were added.
    pub fn legal(self, mut legal: impl FnMut(&A) -> bool) -> Vec<Offer> {
        self.found.into_iter().filter(|(action, _)| legal(action)).map(|(_, offer)| offer).collect()
    }
}

/// An option, a number or a name as a file writes it.
pub fn written<T: Serialize>(value: &T) -> String {
    let json = serde_json::to_value(value).unwrap_or_default();
    json.as_str().map_or_else(|| json.to_string(), str::to_owned)
}

/// The rows of a table for the reference: each name with its description as one text.
pub fn described(decisions: &[(&str, &str)]) -> Vec<(String, String)> {
    decisions.iter().map(|&(name, about)| (name.to_owned(), about.trim().to_owned())).collect()
}
