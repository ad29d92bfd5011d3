//! Quantities: the named values of a fight and of its combatants, each declared once with everybody who sees it.
//!
//! Owns the table in which a core declares them ([`quantities`]), and what follows from a row: an observable of policies, a metric
//! read off a combatant at the end, the metrics of the same value round by round and night by night, a line of a profile, and the name
//! by which tests look at it. Must not know any value. Start at [`quantities`].

use crate::dice::Slot;
use crate::fight::watch::Counter;
use crate::fight::{ABSENT, Scale, Watch};
use crate::policy::{Argument, Kind, Observable, Reach, WordList};
use crate::rules::profile::{Profile, ProfileLine, Topic, many};

/// A named value: the row of it without the formula, for whoever describes it.
#[derive(Clone, Copy, Debug)]
pub struct NamedValue {
    /// The name by which policies, tables and tests call it.
    pub name: &'static str,
    /// What its values are.
    pub nature: Nature,
    /// The ids of the rules of the ledger by which it is as it is, where they are named.
    pub rules: &'static [&'static str],
    /// What it is asked with.
    pub argument: Argument,
    /// Of what policies ask it, and what it tells them; none of what they cannot ask.
    pub policy: Option<(Reach, &'static str)>,
    /// The place of its group among the metrics and its heading; none of what is no metric.
    pub metric: Option<(u8, &'static str)>,
    /// Its line in a profile: topic, name, and what is counted where that is said.
    pub sheet: Option<(Topic, &'static str, Option<&'static str>)>,
    /// Family and heading of what rounds leave of it, without the number of the round.
    pub rounds: Option<[&'static str; 2]>,
    /// Family and heading of what nights leave of it, without the number of the night.
    pub nights: Option<[&'static str; 2]>,
    /// True if no combatant sees it of another one.
    pub private: bool,
    /// True if the exact solver forgets it of a combatant that is out: a condition that asks it of others keeps it.
    pub forgotten: bool,
    /// True if the metric is [told early](crate::rules::Solves::told_early).
    pub early: bool,
}

/// What the values of a quantity are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nature {
    /// 1 or 0.
    Flag,
    /// A number of this unit, in the plural.
    Amount(&'static str),
    /// One of the words of this list.
    Word(usize),
}

impl Nature {
    /// The kind of the value in a condition.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Nature::Flag => Kind::Boolean,
            Nature::Amount(_) => Kind::Integer,
            Nature::Word(list) => Kind::Word(list),
        }
    }

    /// The scale of the metric.
    #[must_use]
    pub fn scale(self) -> Scale {
        match self {
            Nature::Flag => Scale::Flag,
            Nature::Amount(unit) => Scale::Amount(unit),
            Nature::Word(_) => Scale::Amount("words"),
        }
    }
}

impl NamedValue {
    /// A quantity that nobody sees but tests.
    #[must_use]
    pub const fn new(name: &'static str, nature: Nature) -> Self {
        let argument = Argument::None;
        let (policy, metric, sheet, rounds, nights) = (None, None, None, None, None);
        let (private, forgotten, early) = (false, false, false);
        NamedValue { name, nature, rules: &[], argument, policy, metric, sheet, rounds, nights, private, forgotten, early }
    }

    /// The families of what these times leave of it.
    fn families_at(&self, [family, label]: [&str; 2], times: Times) -> Vec<Family> {
        times.each().map(|time| (format!("{family}_{time}"), format!("{label} {time}"), self.nature.scale())).collect()
    }
}

/// A family of metrics: its name, its heading, its scale.
pub type Family = (String, String, Scale);

/// The observables of a table, in the order of their codes.
pub fn observables(table: &[NamedValue]) -> Vec<Observable> {
    let asked = table.iter().filter_map(|row| row.policy.map(|(reach, about)| (row, reach, about)));
    let observable = |(row, reach, about): (&NamedValue, _, _)| Observable {
        name: row.name,
        reach,
        kind: row.nature.kind(),
        argument: row.argument,
        about,
        rules: row.rules,
    };
    asked.map(observable).collect()
}

/// The number of metrics of a table in the groups from this one on.
#[must_use]
pub const fn measured_from(table: &[NamedValue], least: u8) -> usize {
    let (mut found, mut row) = (0, 0);
    while row < table.len() {
        if let Some((group, _)) = table[row].metric
            && group >= least
        {
            found += 1;
        }
        row += 1;
    }
    found
}

/// The metrics of a table in the order of the catalogue, group by group: the row of each, and its number among the metrics of the
/// table.
#[must_use]
pub const fn order<const N: usize>(table: &[NamedValue]) -> [(usize, usize); N] {
    let (mut order, mut placed, mut group) = ([(0, 0); N], 0, 0);
    while placed < N {
        let (mut row, mut number) = (0, 0);
        while row < table.len() {
            if let Some((its, _)) = table[row].metric {
                if its == group {
                    order[placed] = (row, number);
                    placed += 1;
                }
                number += 1;
            }
            row += 1;
        }
        group += 1;
    }
    order
}

/// The families of these metrics of a table.
#[must_use]
pub fn families(table: &[NamedValue], order: &[(usize, usize)]) -> Vec<Family> {
    let measured = order.iter().filter_map(|&(row, _)| table[row].metric.map(|(_, label)| (&table[row], label)));
    measured.map(|(row, label)| (row.name.to_owned(), label.to_owned(), row.nature.scale())).collect()
}

/// The families of running numbers.
#[must_use]
pub fn counted(families: &[(&str, &str, Scale)]) -> Vec<Family> {
    families.iter().map(|(family, label, scale)| ((*family).to_owned(), (*label).to_owned(), scale.clone())).collect()
}

/// The names of the metrics of a table in the groups from this one on, in the order of the catalogue.
#[must_use]
pub const fn names_from<const ALL: usize, const N: usize>(
    table: &[NamedValue],
    order: [(usize, usize); ALL],
) -> [&'static str; N] {
    let (mut names, mut place) = ([""; N], 0);
    while place < N {
        names[place] = table[order[ALL - N + place].0].name;
        place += 1;
    }
    names
}

/// The number of metrics of a table that are marked as told early.
#[must_use]
pub const fn early_metrics(table: &[NamedValue]) -> usize {
    let (mut found, mut row) = (0, 0);
    while row < table.len() {
        found += table[row].early as usize;
        row += 1;
    }
    found
}

/// The names of those metrics, in the order of the rows.
#[must_use]
pub const fn names_early<const N: usize>(table: &[NamedValue]) -> [&'static str; N] {
    let (mut names, mut placed, mut row) = ([""; N], 0, 0);
    while placed < N {
        if table[row].early {
            names[placed] = table[row].name;
            placed += 1;
        }
        row += 1;
    }
    names
}

/// The quantity that tests call by this name, with its argument in parentheses if it has one: `hp`, `has(prone)`. Of two of one name
/// the first. Returns its row and the argument.
#[must_use]
pub fn named(table: &[NamedValue], words: &[WordList], text: &str) -> Option<(usize, i32)> {
    let (name, given) = match text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        Some((name, given)) => (name, Some(given)),
        None => (text, None),
    };
    let row = table.iter().position(|row| row.name == name && (row.argument != Argument::None) == given.is_some())?;
    let argument = match (table[row].argument, given) {
        (Argument::Word(list), Some(word)) => words[list].index(word)? as i32,
        (Argument::Integer, Some(number)) => number.parse().ok()?,
        _ => 0,
    };
    Some((row, argument))
}

impl Profile {
    /// Adds the line of a quantity with this value.
    ///
    /// # Panics
    /// A quantity without a line: a mistake in a core.
    pub fn quantity(&mut self, row: &NamedValue, value: i64) -> &mut ProfileLine {
        let (topic, name, counted) = row.sheet.expect("a quantity with a line");
        self.line(topic, name, counted.map_or_else(|| value.to_string(), |what| many(value, what)))
    }

    /// Adds the lines of those quantities of a table that have none yet and are not 0.
    pub fn others(&mut self, table: &[NamedValue], value: impl Fn(usize) -> i64) {
        for (place, row) in table.iter().enumerate() {
            let Some((topic, name, _)) = row.sheet else { continue };
            let there = self.lines.iter().any(|line| line.topic == topic && line.name == name);
            if !there && value(place) != 0 {
                self.quantity(row, value(place));
            }
        }
    }
}

/// Rounds or nights, up to number 63.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// By number: its place among them. A table answers in fewer instructions than a set.
    places: [Option<u8>; 64],
    count: usize,
}

impl Times {
    /// These numbers, in their order.
    #[must_use]
    pub const fn new(times: &[u8]) -> Self {
        let (mut places, mut count) = ([None; 64], 0);
        while count < times.len() {
            places[times[count] as usize] = Some(count as u8);
            count += 1;
        }
        Times { places, count }
    }

    /// All of them in their order.
    pub fn each(self) -> impl Iterator<Item = u32> {
        (0..).zip(self.places).filter_map(|(time, place)| place.map(|_| time))
    }

    /// The number of them.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The place of one among them.
    #[inline(always)]
    fn place(&self, time: u16) -> Option<usize> {
        self.places.get(usize::from(time)).copied().flatten().map(usize::from)
    }
}

/// What some quantities were at some times: metrics one behind the other, quantity by quantity. Each is kept as a running number one
/// higher than it is, for 0 says that the time never came.
#[derive(Clone, Copy, Debug)]
pub struct Series {
    /// The times.
    pub times: Times,
    /// The first of the running numbers.
    pub first: usize,
    /// The number of quantities.
    pub quantities: usize,
}

impl Series {
    /// The series of so many quantities at these times, behind so many running numbers.
    #[must_use]
    pub const fn new(times: Times, first: usize, quantities: usize) -> Self {
        Series { times, first, quantities }
    }

    /// The number of running numbers.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.quantities * self.times.count()
    }

    /// True if nothing is kept.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number after the last running number.
    #[must_use]
    pub const fn end(&self) -> usize {
        self.first + self.len()
    }

    /// The place of a time at which something is kept.
    #[inline(always)]
    #[must_use]
    pub fn place(&self, time: u16) -> Option<usize> {
        self.times.place(time)
    }

    /// Keeps what the quantities of a combatant are at the time of this [place](Series::place), in their order; what is below 0 as 0.
    #[inline(always)]
    pub fn keep<W: Watch, const N: usize>(&self, place: usize, who: Slot, values: [i64; N], watch: &mut W) {
        for (quantity, value) in values.into_iter().enumerate() {
            if value != ABSENT {
                let counter = Counter((self.first + quantity * self.times.count() + place) as u8);
                watch.first(who, counter, value.max(0) as i32 + 1);
            }
        }
    }

    /// Puts the numbers of a combatant that are kept back to what they tell.
    #[inline(always)]
    pub fn tell(values: &mut [i64]) {
        for value in values {
            *value = if *value == 0 { ABSENT } else { *value - 1 };
        }
    }

    /// The families of what rounds leave of the quantities of a table.
    #[must_use]
    pub fn by_round(&self, table: &[NamedValue]) -> Vec<Family> {
        table.iter().filter_map(|row| Some(row.families_at(row.rounds?, self.times))).flatten().collect()
    }

    /// The families of what nights leave of the quantities of a table.
    #[must_use]
    pub fn by_night(&self, table: &[NamedValue]) -> Vec<Family> {
        table.iter().filter_map(|row| Some(row.families_at(row.nights?, self.times))).flatten().collect()
    }
}

/// The table of the quantities of a core, one row each: its code, its name with the argument that it takes, what its values are, the
/// rules of the ledger by which they are so (`[VOG-031, R-14]`), and the formula, which reads them off what the head of the table names. Behind it stands who sees it; what nobody is named for is seen by
/// tests.
///
/// - `situation "words"`: policies, as something of the fight. `policy "words"`: policies, as something of a combatant. Their order is
///   that of the vocabulary. Behind the words may stand `private`, of what nobody sees of others, and `forgotten`, of what the exact
///   solver forgets of a combatant that is out.
/// - `metric Group "heading"`: a metric read off a combatant at the end. A group is nothing but a place in the catalogue: metrics
///   follow each other by their groups, whose order the head says, and within a group by their rows; some cores say of all from one
///   group on that they are told early. Behind the heading `early` says that of one metric alone.
/// - `sheet Topic "name"`: a line of the profile, with `of "square"` where the number is told with what it counts. A line that is 0 is
///   left out, unless the core writes it by itself.
/// - `rounds "family" "heading"`, `nights "family" "heading"`: metrics of what it was at the times of a [`Series`].
#[macro_export]
macro_rules! quantities {
    (
        $seen:ident: $type:ty $(, <const $plain:ident: bool>)?, metrics [$($group:ident),*];
        $(
            $name:ident = $text:literal $(($argument:ident $(($list:expr))?))?, $nature:ident $(($of:expr))?
            $([$($book:ident-$number:tt),+])? => $value:expr
            $(, situation $situation:literal)?
            $(, policy $policy:literal $($mark:ident)*)?
            $(, metric $in_group:ident $metric:literal $($early:ident)?)?
            $(, sheet $topic:ident $sheet:literal $(of $counted:literal)?)?
            $(, rounds $rounds:literal $round:literal)?
            $(, nights $nights:literal $night:literal)?
            ;
        )*
    ) => {
        /// The quantities, by their rows.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u16)]
        pub enum Code { $( #[doc = $text] $name, )* }

        /// Groups of metrics, in their order.
        #[derive(Clone, Copy)]
        pub enum MetricGroup { $( #[doc = stringify!($group)] $group, )* }

        /// Every quantity, in the order of the codes.
        pub const QUANTITIES: &[$crate::rules::quantity::NamedValue] = &[$( $crate::rules::quantity::NamedValue {
            $( argument: $crate::policy::Argument::$argument $(($list))?, )?
            $( rules: &[$(concat!(stringify!($book), "-", stringify!($number))),+], )?
            $( policy: Some(($crate::policy::Reach::Situation, $situation)), )?
            $( policy: Some(($crate::policy::Reach::Combatant, $policy)), $( $mark: true, )* )?
            $( metric: Some((MetricGroup::$in_group as u8, $metric)), $( $early: true, )? )?
            $( sheet: Some((
                $crate::rules::profile::Topic::$topic,
                $sheet,
                $crate::rules::quantity::quantities!(@counted $($counted)?),
            )), )?
            $( rounds: Some([$rounds, $round]), )?
            $( nights: Some([$nights, $night]), )?
            ..$crate::rules::quantity::NamedValue::new($text, $crate::rules::quantity::Nature::$nature $(($of))?)
        }, )*];

        /// The codes of all quantities, in their order.
        pub const ALL: &[Code] = &[$( Code::$name, )*];

        /// The codes of what policies can ask, in the order of the vocabulary.
        const ASKED: &[Code] = &[$( $( $crate::rules::quantity::quantities!(@code $situation Code::$name), )?
            $( $crate::rules::quantity::quantities!(@code $policy Code::$name), )? )*];

        /// The number of metrics that are read off a combatant.
        pub const MEASURED: usize = $crate::rules::quantity::measured_from(QUANTITIES, 0);

        /// Those metrics in the order of the catalogue.
        pub const ORDER: [(usize, usize); MEASURED] = $crate::rules::quantity::order(QUANTITIES);

        impl $(<const $plain: bool>)? $type {
            /// The value of a quantity.
            pub fn value(&self, code: Code) -> i64 {
                let $seen = self;
                match code {
                    $( Code::$name => i64::from($value), )*
                }
            }

            /// The metrics of the combatant, in the order of the catalogue.
            #[inline]
            pub fn measured(&self) -> [i64; MEASURED] {
                let $seen = self;
                let values: [i64; MEASURED] =
                    [$( $( $crate::rules::quantity::quantities!(@code $metric i64::from($value)), )? )*];
                std::array::from_fn(|place| values[ORDER[place].1])
            }

            /// What a round leaves of the combatant, in the order of the rows.
            #[inline]
            pub fn by_round(&self) -> [i64; $crate::rules::quantity::quantities!(@count $($($rounds)?)*)] {
                let $seen = self;
                [$( $( $crate::rules::quantity::quantities!(@code $rounds i64::from($value)), )? )*]
            }

            /// What a night leaves of the combatant, in the order of the rows.
            #[inline]
            pub fn by_night(&self) -> [i64; $crate::rules::quantity::quantities!(@count $($($nights)?)*)] {
                let $seen = self;
                [$( $( $crate::rules::quantity::quantities!(@code $nights i64::from($value)), )? )*]
            }
        }
    };
    // A code or value of a row to which the literal belongs.
    (@code $of:literal $what:expr) => { $what };
    (@counted) => { None };
    (@counted $what:literal) => { Some($what) };
    (@count $($one:literal)*) => { <[&str]>::len(&[$($one),*]) };
}
pub use quantities;

#[cfg(test)]
mod tests {
    use super::*;

    /// A combatant of a game with two numbers.
    struct Seen {
        own: i64,
        it: i64,
        argument: i32,
    }

    quantities! {
        seen: Seen, metrics [Fate, Left];

        Round = "round", Amount("rounds") => 7, situation "number of the round";
        Wind = "wind"(Word(0)), Flag => seen.argument == 1, situation "whether it blows from there";
        Grit = "grit", Amount("grit") => seen.it, policy "grit" private, metric Left "grit left" early, rounds "grit" "grit after round";
        Near = "near"(Integer), Flag => (seen.it - seen.own).abs() <= seen.argument.into(), policy "whether it has about as much grit";
        Pluck = "pluck", Amount("grit") => seen.it - 10, metric Left "pluck", sheet Pool "pluck" of "point",
            rounds "pluck" "pluck after round", nights "pluck_night" "pluck after night";
        Broken = "broken", Flag [CUD-04, R-2] => seen.it <= 0, metric Fate "broken", sheet Pool "broken";
        Twice = "twice", Amount("grit") => 2 * seen.it;
    }

    const IT: Seen = Seen { own: 4, it: 9, argument: 1 };

    #[test]
    fn policies_ask_what_is_said_to_them_in_the_order_of_the_rows() {
        let asked: Vec<_> = observables(QUANTITIES).iter().map(|one| (one.name, one.reach, one.kind, one.argument)).collect();
        let expected = [
            ("round", Reach::Situation, Kind::Integer, Argument::None),
            ("wind", Reach::Situation, Kind::Boolean, Argument::Word(0)),
            ("grit", Reach::Combatant, Kind::Integer, Argument::None),
            ("near", Reach::Combatant, Kind::Boolean, Argument::Integer),
        ];
        assert_eq!(asked, expected);
        let private = QUANTITIES.iter().filter(|row| row.private || row.forgotten).map(|row| row.name);
        assert_eq!(private.collect::<Vec<_>>(), ["grit"]);
        assert_eq!((QUANTITIES[0].rules, QUANTITIES[5].rules), (&[][..], &["CUD-04", "R-2"][..]));
        assert_eq!(ASKED, [Code::Round, Code::Wind, Code::Grit, Code::Near]);
        assert_eq!(ALL.iter().map(|&code| IT.value(code)).collect::<Vec<_>>(), [7, 1, 9, 0, -1, 0, 18]);
    }

    #[test]
    fn metrics_stand_by_their_groups_and_their_values_with_them() {
        let families = families(QUANTITIES, &ORDER);
        let names: Vec<_> = families.iter().map(|(name, label, _)| (name.as_str(), label.as_str())).collect();
        assert_eq!(names, [("broken", "broken"), ("grit", "grit left"), ("pluck", "pluck")]);
        assert_eq!([&families[0].2, &families[1].2], [&Scale::Flag, &Scale::Amount("grit")]);
        assert_eq!(IT.measured(), [0, 9, -1]);
        assert_eq!(measured_from(QUANTITIES, MetricGroup::Left as u8), 2);
        const LEFT: [&str; 2] = names_from(QUANTITIES, ORDER);
        assert_eq!(LEFT, ["grit", "pluck"]);
        const EARLY: [&str; early_metrics(QUANTITIES)] = names_early(QUANTITIES);
        assert_eq!(EARLY, ["grit"]);
    }

    /// Keeps what it is told first.
    #[derive(Default)]
    struct Kept(Vec<(u8, i32)>);

    impl Watch for Kept {
        type Adds = i32;

        fn first(&mut self, _who: Slot, counter: Counter, value: i32) {
            self.0.push((counter.0, value));
        }
    }

    #[test]
    fn rounds_and_nights_leave_numbers_one_behind_the_other() {
        let rounds = Series::new(Times::new(&[1, 2, 63]), 5, IT.by_round().len());
        let nights = Series::new(Times::new(&[1]), rounds.end(), IT.by_night().len());
        assert_eq!((rounds.len(), nights.first, nights.end()), (6, 11, 12));
        assert_eq!([0, 1, 2, 3, 63, 64].map(|round| rounds.place(round)), [None, Some(0), Some(1), None, Some(2), None]);
        let names: Vec<_> = rounds.by_round(QUANTITIES).into_iter().map(|(name, label, _)| (name, label)).collect();
        assert_eq!(names[2], ("grit_63".to_owned(), "grit after round 63".to_owned()));
        assert_eq!(names[3], ("pluck_1".to_owned(), "pluck after round 1".to_owned()));
        assert_eq!(nights.by_night(QUANTITIES)[0].0, "pluck_night_1");
        let mut kept = Kept::default();
        rounds.keep(2, Slot(0), IT.by_round(), &mut kept);
        rounds.keep(0, Slot(0), [ABSENT, 3], &mut kept);
        // What is below 0 is kept as 0, and what is not there not at all.
        assert_eq!(kept.0, [(7, 10), (10, 1), (8, 4)]);
        let mut told = [10, 1, 0];
        Series::tell(&mut told);
        assert_eq!(told, [9, 0, ABSENT]);
    }

    #[test]
    fn tests_find_every_value_by_its_name() {
        let words = [WordList::new("side", ["left", "right"])];
        let found = |text: &str| named(QUANTITIES, &words, text).map(|(row, argument)| (ALL[row], argument));
        assert_eq!(found("twice"), Some((Code::Twice, 0)));
        assert_eq!(found("wind(right)"), Some((Code::Wind, 1)));
        assert_eq!(found("near(12)"), Some((Code::Near, 12)));
        for unknown in ["wind", "wind(up)", "grit(1)", "near(x)", "thrice", ""] {
            assert_eq!(found(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn a_line_that_nobody_writes_stands_in_the_profile_unless_it_is_nothing() {
        let mut profile = Profile::default();
        profile.quantity(&QUANTITIES[Code::Pluck as usize], 1).part("birth", 1);
        profile.others(QUANTITIES, |_| 3);
        let lines: Vec<String> = profile.lines.iter().map(|line| format!("{}: {}", line.name, line.text())).collect();
        assert_eq!(lines, ["pluck: 1 point (birth 1)", "broken: 3"]);
        let mut none = Profile::default();
        none.others(QUANTITIES, |_| 0);
        assert_eq!(none, Profile::default());
    }
}
