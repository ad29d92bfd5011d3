//! The catalogue: what a scenario's outcomes are called, how each is measured, and which tables and pictures show them.
//!
//! Owns metrics and pictures as plain data, so that tallies, statistics and reports need to know no game. A core fills it
//! when a scenario is loaded. Start at [`Metric`].

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use crate::dice::Slot;
use crate::fight::day::Sides;
use crate::fight::span::Span;
use crate::fight::watch::Counter;
use crate::fight::{Side, Slots};

/// The value of a metric in a fight that has none, such as the rounds of a lost fight in "rounds of a victory".
/// It is not counted: such a metric carries its own number of fights.
pub const ABSENT: i64 = i64::MIN;

/// The subject of a metric.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// The fight as a whole.
    Fight,
    /// One side.
    Side(Side),
    /// One combatant.
    Combatant(Slot),
}

/// The meaning of a metric's integers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Scale {
    /// One of these labels came about: value n is label n. One that cannot come about is empty.
    Category(Vec<String>),
    /// 1 when it happened, else 0.
    Flag,
    /// An amount or number in this unit (plural); may be negative where the rules allow it.
    Amount(&'static str),
    /// The round in which it first happened; 0 when it never did.
    Moment,
}

impl Scale {
    /// The values of a category that can come about, each with its label; nothing for any other scale.
    pub fn outcomes(&self) -> impl Iterator<Item = (i64, &String)> {
        let labels = match self {
            Scale::Category(labels) => labels.as_slice(),
            _ => &[],
        };
        (0..).zip(labels).filter(|(_, label)| !label.is_empty())
    }
}

/// A named integer outcome of a fight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metric {
    /// Stable name in files and conditions: `winner`, `rounds`, `Ysolde.hp`.
    pub key: String,
    /// The family, which the same outcome of other combatants or sides shares: `hp`. Tables and pictures name families.
    pub family: String,
    /// Heading in tables: `HP left`.
    pub label: String,
    /// Its subject.
    pub subject: Subject,
    /// The meaning of its integers.
    pub scale: Scale,
}

/// The family of the winner.
const WINNER: &str = "winner";

/// The label of a meeting that came to no fight, and the word for the winner of one.
pub const NO_FIGHT: &str = "no fight";

impl Metric {
    /// The winner, by the value of the ending: the sides, then a draw and a timeout.
    #[must_use]
    pub fn winner(sides: &[String]) -> Self {
        let endings = sides.iter().cloned().chain(["draw".to_owned(), "timeout".to_owned()]);
        Metric::of_fight(WINNER, WINNER, Scale::Category(endings.collect()))
    }

    /// True if it is the winner, of a fight or of one of a day.
    #[must_use]
    pub fn is_winner(&self) -> bool {
        self.family == WINNER || self.family.strip_suffix(WINNER).is_some_and(|part| part.ends_with('.'))
    }

    /// The word of a fight that does not have it.
    #[must_use]
    pub fn absent(&self) -> &'static str {
        if self.is_winner() { NO_FIGHT } else { "-" }
    }

    /// The number of rounds of a fight.
    #[must_use]
    pub fn rounds() -> Self {
        Metric::of_fight("rounds", "rounds", Scale::Amount("rounds"))
    }

    /// A metric of the fight as a whole: its key is its family.
    #[must_use]
    pub fn of_fight(family: &str, label: &str, scale: Scale) -> Self {
        Metric { key: family.to_owned(), family: family.to_owned(), label: label.to_owned(), subject: Subject::Fight, scale }
    }

    /// A metric of a side or a combatant of this name.
    #[must_use]
    pub fn of(name: &str, subject: Subject, family: &str, label: &str, scale: Scale) -> Self {
        Metric { key: format!("{name}.{family}"), family: family.to_owned(), label: label.to_owned(), subject, scale }
    }

    /// The metrics that every side has: how many of it stand at the end, and the rounds of a victory.
    #[must_use]
    pub fn of_side(name: &str, side: Side) -> [Self; 2] {
        let of = |family, label, unit| Metric::of(name, Subject::Side(side), family, label, Scale::Amount(unit));
        [of("standing", "standing at the end", "combatants"), of("victory_rounds", "rounds of a victory", "rounds")]
    }

    /// The metrics of these families, each with its heading and its scale, of one combatant after the other.
    pub fn of_each<'a, T: AsRef<str>>(names: impl IntoIterator<Item = &'a String>, families: &[(T, T, Scale)]) -> Vec<Self> {
        let each = (0..).map(Slot).zip(names).flat_map(|one| families.iter().map(move |family| (one, family)));
        let of = |((who, name), (family, label, scale)): ((Slot, &String), &(T, T, Scale))| {
            Metric::of(name, Subject::Combatant(who), family.as_ref(), label.as_ref(), scale.clone())
        };
        each.map(of).collect()
    }
}

/// A ratio of two totals over all fights, such as damage per blow: for each subject of the family `over`, that metric's total
/// divided by the total of the same subject's metric of the family `under`, or of the fight's when the subject has none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatioOfTotals {
    /// Its own name, used in overviews like a metric's family.
    pub family: String,
    /// Heading in tables.
    pub label: String,
    /// Family of the numerator.
    pub over: String,
    /// Family of the denominator.
    pub under: String,
}

impl RatioOfTotals {
    /// The ratio of the family `over` to the family `under`.
    #[must_use]
    pub fn new(family: &str, label: &str, over: &str, under: &str) -> Self {
        RatioOfTotals { family: family.to_owned(), label: label.to_owned(), over: over.to_owned(), under: under.to_owned() }
    }
}

/// A ratio of totals of one subject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedRatio<'a> {
    /// Its name, made like those of metrics: `Ysolde.damage_per_blow`.
    pub key: String,
    /// The ratio.
    pub ratio: &'a RatioOfTotals,
    /// Index of the metric of the numerator.
    pub over: usize,
    /// Index of the metric of the denominator.
    pub under: usize,
}

/// A table of the report, one row per combatant or side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overview {
    /// Heading.
    pub title: String,
    /// One column per family of metrics or ratios: a flag as its rate, an amount as its mean.
    pub families: Vec<String>,
    /// True if the terminal shows it without being asked.
    pub headline: bool,
}

impl Overview {
    /// A table of these families.
    #[must_use]
    pub fn new(title: &str, families: &[&str], headline: bool) -> Self {
        Overview { title: title.to_owned(), families: families.iter().map(|&family| family.to_owned()).collect(), headline }
    }
}

/// A picture of the report, as data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// Heading.
    pub title: String,
    /// The families of metrics it is drawn from, each with the name of its line or bar; most kinds take one.
    pub families: Vec<(String, String)>,
    /// The kind of drawing.
    pub kind: PictureKind,
}

impl Picture {
    /// A picture of these families, each with its name.
    #[must_use]
    pub fn new(title: &str, kind: PictureKind, families: &[(&str, &str)]) -> Self {
        let families = families.iter().map(|&(family, name)| (family.to_owned(), name.to_owned())).collect();
        Picture { title: title.to_owned(), families, kind }
    }

    /// A picture of an amount at several points of an axis, such as rounds: the family of each ends with its point.
    pub fn bands(title: &str, axis: &str, family: &str, points: impl IntoIterator<Item: std::fmt::Display>) -> Self {
        let families = points.into_iter().map(|point| (format!("{family}_{point}"), point.to_string())).collect();
        Picture { title: title.to_owned(), families, kind: PictureKind::Bands(axis.to_owned()) }
    }
}

/// A way to draw a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PictureKind {
    /// Rates of the labels of a category, or of a flag for each subject, with intervals.
    Rates,
    /// Share of fights per integer value, one panel per subject.
    Distribution,
    /// The shares of fights at a few levels, one bar per subject: the values 0, 1, 2 ... have these names, and the last one
    /// stands for every higher value too.
    Levels(Vec<String>),
    /// Share of fights in which it has happened by each round, one line per subject and family of [`Scale::Moment`].
    Happened,
    /// Share of fights in which it has not happened yet by each round.
    Survival,
    /// Rates of several families of flags side by side, one panel per subject.
    Totals,
    /// Ratios of totals that are shares of one whole, side by side, one panel per subject; the families are those of ratios.
    Shares,
    /// The mean of an amount and how far most fights spread around it, over a row of families that are the same amount at
    /// one point after the other: each with the name of its point. One line per subject; the axis is called like this.
    Bands(String),
    /// Shares of fights as a grid of shades, one panel per subject: a row for each family, a column for each of these names,
    /// of which the first stands for values of 1 and more, the next for 2 and more, and so on.
    Heat(Vec<String>),
    /// The spread of an amount, from its median over quartiles to 5 and 95 %, over a row of families that are this amount at
    /// one point after the other: each with the name of its point. The axis is called like this.
    Fans(String),
    /// Means as a grid of shades: the families row by row, each with the name of its row; these are the columns, fights of the
    /// day.
    Grid(Vec<String>),
    /// Means as a grid of shades: the families row by row, each with the name of its row; these are the columns, causes of what the
    /// rows tell.
    Causes(Vec<String>),
    /// The state of days at one fight after the other, as divided bars: the families count the members of a side who are lost,
    /// each with the name of its fight; these are the levels, the last of them for days that were over before.
    Fates(Vec<String>),
    /// The share of fights that are not won, by what a side brings into them: the families are one amount fight by fight,
    /// doubled, and one more where the fight is not won.
    Brought,
}

/// Everything that can be read off the fights of a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Catalogue {
    /// The metrics, in the order in which a core measures them.
    pub metrics: Vec<Metric>,
    /// Ratios of totals.
    pub ratios: Vec<RatioOfTotals>,
    /// Tables.
    pub overviews: Vec<Overview>,
    /// Pictures.
    pub pictures: Vec<Picture>,
    /// Families of what is counted that can grow outside of fights too: in rests, on the road, after a fight.
    pub between: Vec<String>,
    /// Families of what is counted outside of fights alone.
    pub only_between: Vec<String>,
    /// Families that grow outside of fights where hazards do harm, besides those that grow there anyway; those of them that are
    /// counted outside of fights alone are filled by hazards alone.
    pub in_danger: Vec<String>,
    /// True if the road does such harm too.
    pub road_harms: bool,
    /// Families of what lasts beyond the fight in which it comes, by place and cause: scars, injuries, exhaustion.
    pub marks: Vec<String>,
    /// Families of the state that a day wears down, the most telling first.
    pub carried: Vec<String>,
    /// Harm that can be asked for by its cause, what lasts first.
    pub harms: Vec<Harm>,
    /// Running numbers that grow with each reaction: what somebody does in the turn of another one.
    pub reactions: Vec<Counter>,
    /// Running numbers, besides those of harm, that change with what a turn does to anybody.
    pub effects: Vec<Counter>,
    /// Running numbers that grow with each table that is read without a roll of its own.
    pub lookups: Vec<Counter>,
    /// Families that have their names from whoever wrote the rules, and mean what they mean there.
    pub named: Vec<String>,
    /// The sides with who is on them, so that what their members are measured by can be added up.
    pub rosters: Vec<Roster>,
    /// Metrics that are made of others, by their indices, with what the range of each follows from.
    pub made: Vec<(usize, Span)>,
    /// The places of metrics, found when one is first looked for. Metrics that are added later are looked through one by one.
    pub places: MetricPlaces,
}

/// Harm that can be asked for by its cause: it becomes a metric when somebody asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Harm {
    /// The family that it is called by: that of a metric where there is one.
    pub family: &'static str,
    /// Heading in tables.
    pub label: &'static str,
    /// The unit, in the plural.
    pub unit: &'static str,
    /// The running number. Those behind the ones that a core counts are heard by nobody but who asks for causes.
    pub counter: Counter,
}

impl Harm {
    /// Harm that this running number counts.
    #[must_use]
    pub const fn new(counter: Counter, family: &'static str, label: &'static str, unit: &'static str) -> Self {
        Harm { family, label, unit, counter }
    }

    /// Harm that is counted as a metric of this scale; what is no amount is counted in times.
    #[must_use]
    pub const fn of(counter: Counter, family: &'static str, label: &'static str, scale: &Scale) -> Self {
        Harm::new(counter, family, label, if let Scale::Amount(unit) = scale { unit } else { "times" })
    }
}

/// A side by its name, and who is on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roster {
    /// Its name.
    pub name: String,
    /// Its combatants.
    pub members: Slots,
}

/// The sum of what the members of a side are measured by. It is no metric until somebody asks for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideSum {
    /// The side.
    pub side: Side,
    /// The metrics of its members, by their indices.
    pub metrics: Vec<usize>,
}

/// The places of the metrics of a catalogue: a long day has tens of thousands. A copy of a catalogue begins without them, since
/// its metrics may get other names.
#[derive(Default, Debug)]
pub struct MetricPlaces(OnceLock<Known>);

#[derive(Debug)]
struct Known {
    /// Metrics that there were.
    metrics: usize,
    keys: HashMap<String, usize>,
    families: HashMap<String, Vec<usize>>,
}

impl Clone for MetricPlaces {
    fn clone(&self) -> Self {
        MetricPlaces::default()
    }
}

/// Places follow from the metrics.
impl PartialEq for MetricPlaces {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for MetricPlaces {}

impl Catalogue {
    /// The metrics of a family, each with its index, in their order.
    pub fn family<'a>(&'a self, family: &'a str) -> impl Iterator<Item = (usize, &'a Metric)> {
        let known = self.known();
        let first = known.families.get(family).into_iter().flatten().map(|&index| (index, &self.metrics[index]));
        first.chain(self.added(known).filter(move |(_, metric)| metric.family == family))
    }

    /// The index of the metric with this key.
    #[must_use]
    pub fn index(&self, key: &str) -> Option<usize> {
        let known = self.known();
        let added = || self.added(known).find(|(_, metric)| metric.key == key).map(|(index, _)| index);
        known.keys.get(key).copied().or_else(added)
    }

    /// The sum over a side that this key names, such as `party.exhaustion` and `fight2.party.hp`: of flags the number of
    /// members of whom they hold, of amounts what all members have together.
    #[must_use]
    pub fn side_sum(&self, key: &str) -> Option<SideSum> {
        (0..).map(Side).zip(&self.rosters).find_map(|(side, roster)| {
            let (before, family) = key.split_once(&format!("{}.", roster.name))?;
            let whole_name = before.is_empty() || before.ends_with('.');
            let adds_up = |metric: &Metric| match metric.subject {
                Subject::Combatant(slot) => roster.members.has(slot) && matches!(metric.scale, Scale::Flag | Scale::Amount(_)),
                _ => false,
            };
            let family = format!("{before}{family}");
            let metrics: Vec<usize> =
                self.family(&family).filter(|(_, metric)| adds_up(metric)).map(|(index, _)| index).collect();
            (whole_name && !metrics.is_empty()).then_some(SideSum { side, metrics })
        })
    }

    /// Returns the places of metrics by key and by family, worked out at the first question.
    fn known(&self) -> &Known {
        self.places.0.get_or_init(|| {
            let (mut keys, mut families) = (HashMap::new(), HashMap::<String, Vec<usize>>::new());
            for (index, metric) in self.metrics.iter().enumerate() {
                keys.entry(metric.key.clone()).or_insert(index);
                families.entry(metric.family.clone()).or_default().push(index);
            }
            Known { metrics: self.metrics.len(), keys, families }
        })
    }

    /// The metrics that were added since places are known.
    fn added(&self, known: &Known) -> impl Iterator<Item = (usize, &Metric)> {
        self.metrics.iter().enumerate().skip(known.metrics)
    }
}

impl Catalogue {
    /// The metrics that can have a value where only these sides are: of the fight, of them and of their combatants.
    pub fn metrics_of(&self, sides: Sides, side_of: impl Fn(Slot) -> Side) -> Vec<usize> {
        let there = |metric: &Metric| match metric.subject {
            Subject::Fight => true,
            Subject::Side(side) => sides.has(side),
            Subject::Combatant(slot) => sides.has(side_of(slot)),
        };
        (0..self.metrics.len()).filter(|&index| there(&self.metrics[index])).collect()
    }

    /// Returns this catalogue with these families as those of the state that a day wears down, the most telling first.
    #[must_use]
    pub fn carrying(self, families: &[&str]) -> Self {
        Catalogue { carried: families.iter().map(|&family| family.to_owned()).collect(), ..self }
    }

    /// Returns this catalogue with these families as those that hazards fill.
    #[must_use]
    pub fn endangering(self, families: &[&str]) -> Self {
        Catalogue { in_danger: families.iter().map(|&family| family.to_owned()).collect(), ..self }
    }

    /// Returns this catalogue as one in which the road does such harm too.
    #[must_use]
    pub fn harmed_on_the_road(self) -> Self {
        Catalogue { road_harms: true, ..self }
    }

    /// Returns this catalogue with this harm to be asked for by its cause.
    #[must_use]
    pub fn harmed(self, harms: Vec<Harm>) -> Self {
        Catalogue { harms, ..self }
    }

    /// Returns this catalogue with these running numbers as those of reactions, and of what a turn does to anybody besides harm.
    #[must_use]
    pub fn paced(self, reactions: &[Counter], effects: &[Counter]) -> Self {
        Catalogue { reactions: reactions.to_vec(), effects: effects.to_vec(), ..self }
    }

    /// Returns two flags: true if the family can have a value other than nothing in a fight, and outside of fights.
    #[must_use]
    pub fn counted_in(&self, family: &str) -> (bool, bool) {
        let only_between = self.only_between.iter().any(|counted| counted == family);
        (!only_between, only_between || self.between.iter().any(|counted| counted == family))
    }

    /// Returns this catalogue with these metrics alone, and the tables, pictures and ratios that still have something to show.
    #[must_use]
    pub fn only(&self, metrics: &[usize]) -> Self {
        let metrics: Vec<Metric> = metrics.iter().map(|&metric| self.metrics[metric].clone()).collect();
        let families: HashSet<&String> = metrics.iter().map(|metric| &metric.family).collect();
        let has = |family: &String| families.contains(family);
        let ratios: Vec<RatioOfTotals> =
            self.ratios.iter().filter(|ratio| has(&ratio.over) && has(&ratio.under)).cloned().collect();
        let shows = |family: &String| has(family) || ratios.iter().any(|ratio| ratio.family == *family);
        let mut overviews = self.overviews.clone();
        overviews.iter_mut().for_each(|overview| overview.families.retain(&shows));
        overviews.retain(|overview| !overview.families.is_empty());
        let mut pictures = self.pictures.clone();
        pictures.iter_mut().for_each(|picture| picture.families.retain(|(family, _)| shows(family)));
        pictures.retain(|picture| !picture.families.is_empty());
        let (between, only_between) = (self.between.clone(), self.only_between.clone());
        let (rosters, marks, named) = (self.rosters.clone(), self.marks.clone(), self.named.clone());
        Catalogue { metrics, ratios, overviews, pictures, between, only_between, marks, named, rosters, ..Catalogue::default() }
    }

    /// Returns this catalogue with the tables that are shown without being asked for, and nothing else to show.
    #[must_use]
    pub fn headlines(&self) -> Self {
        let overviews = self.overviews.iter().filter(|overview| overview.headline).cloned().collect();
        Catalogue { ratios: Vec::new(), overviews, pictures: Vec::new(), ..self.clone() }
    }

    /// Returns this catalogue for a day: with everything that hazards fill among what is counted outside of fights where there are
    /// some, and without what hazards alone fill where there are none.
    #[must_use]
    pub fn of_day(&self, dangerous: bool) -> Self {
        let mut catalogue = self.clone();
        if dangerous {
            let known = |family: &&String| self.only_between.contains(family);
            catalogue.between.extend(self.in_danger.iter().filter(|family| !known(family)).cloned());
        } else {
            catalogue.only_between.retain(|family| !self.in_danger.contains(family));
        }
        catalogue
    }

    /// Returns this catalogue with one table of everything that is counted outside of fights, the pictures of what is counted
    /// nowhere else, and nothing else to show.
    #[must_use]
    pub fn outside_of_fights(&self) -> Self {
        let families = self.between.iter().chain(&self.only_between).cloned().collect();
        let all = Overview { title: "what happened".to_owned(), families, headline: false };
        let alone = |picture: &&Picture| picture.families.iter().all(|(family, _)| self.only_between.contains(family));
        let pictures = self.pictures.iter().filter(alone).cloned().collect();
        Catalogue { ratios: Vec::new(), overviews: vec![all], pictures, ..self.clone() }
    }

    /// Returns this catalogue with every key, family and heading marked as belonging to one part of a day: keys and families
    /// get `prefix` before them, headings `heading`.
    #[must_use]
    pub fn prefixed(&self, prefix: &str, heading: &str) -> Self {
        let family = |family: &String| format!("{prefix}{family}");
        let mut marked = self.clone();
        for metric in &mut marked.metrics {
            metric.key = family(&metric.key);
            metric.family = family(&metric.family);
        }
        for ratio in &mut marked.ratios {
            for name in [&mut ratio.family, &mut ratio.over, &mut ratio.under] {
                *name = family(name);
            }
        }
        for overview in &mut marked.overviews {
            overview.title = format!("{heading}{}", overview.title);
            overview.families = overview.families.iter().map(family).collect();
        }
        for picture in &mut marked.pictures {
            picture.title = format!("{heading}{}", picture.title);
            picture.families.iter_mut().for_each(|(name, _)| *name = family(name));
        }
        marked
    }

    /// Pairs of metrics (numerator, denominator) of a ratio, each with its subject.
    pub fn ratio_pairs<'a>(&'a self, ratio: &'a RatioOfTotals) -> impl Iterator<Item = (Subject, usize, usize)> + 'a {
        let unders: Vec<(usize, Subject)> = self.family(&ratio.under).map(|(under, metric)| (under, metric.subject)).collect();
        self.family(&ratio.over).filter_map(move |(over, metric)| {
            let of = |subject: Subject| unders.iter().find(|(_, under)| *under == subject);
            let (under, _) = of(metric.subject).or_else(|| of(Subject::Fight))?;
            Some((metric.subject, over, *under))
        })
    }

    /// All ratios of totals of all subjects, ratio by ratio.
    pub fn named_ratios(&self) -> impl Iterator<Item = NamedRatio<'_>> {
        self.ratios.iter().flat_map(move |ratio| {
            let own = ratio.family.rsplit_once('.').map_or(ratio.family.as_str(), |(_, own)| own);
            self.ratio_pairs(ratio).map(move |(_, over, under)| {
                // The name of the numerator with the other family at its end.
                let key = match self.metrics[over].key.rsplit_once('.') {
                    Some((whose, _)) => format!("{whose}.{own}"),
                    None => own.to_owned(),
                };
                NamedRatio { key, ratio, over, under }
            })
        })
    }
}
