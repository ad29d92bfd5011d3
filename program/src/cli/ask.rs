//! `sparring ask`: a designer's own questions over single fights.
//!
//! Owns the words of `--show`; conditions and numbers inside of them are the language of policies over metrics. Start at
//! [`ask`].

use std::collections::HashSet;
use std::ops::Range;
use std::path::PathBuf;

use clap::Args;

use crate::cli::load::{ScenarioArguments, quoted};
use crate::cli::output::OutputFormat;
use crate::cli::progress::{Bar, heed_interrupts};
use crate::cli::{number, output};
use crate::report::ask::{Asked, Labels};
use crate::report::document::Readable as _;
use crate::report::happening::{Happening, all_happen};
use frame::analysis::ask::{Count, GROUPS_MOST, Inquiry, Refused, WantedNumber};
use frame::analysis::expect::victory;
use frame::dice::SEED;
use frame::door::Playable;
use frame::error::{Failure, nearest};
use frame::fight::{Catalogue, Metric, Scale, Subject};
use frame::files;
use frame::policy::Defect;
use frame::sim::story::Stories;
use frame::sim::{FightQuestion, Layout, Quantity, Run, RunStop, SIZE_MOST};
use frame::stats::Level;

/// Ask your own questions over single fights: `--where 'rounds > 8' --by winner --show 'mean(Ysolde.hp)'`.
#[derive(Args, Debug)]
pub struct AskArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    /// Count only fights for which this holds, a condition over metrics: `rounds > 8 and not Bram.dead`.
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
    /// Count only fights in which this happens, as the replay words it: `'falls prone twice'`, `'rolled critical 3 times'`, `'tied has
    /// initiative three times'`. Every fight for which `--where` holds is told for it, which takes its time. Given several times, all
    /// of it.
    #[arg(long, value_name = "EVENT")]
    told: Vec<String>,
    /// Count apart by a metric or a condition: `winner`, `'rounds > 8'`. Given twice, it makes a cross table.
    #[arg(long, value_name = "EXPRESSION")]
    by: Vec<String>,
    /// The numbers: `mean(hp)`, `quantile(rounds, 90)`, `chance(Bram.dead)`, `win(party)`, `sum(party, hp)` (mean of the sum over a
    /// side), `ratio(a, b)` (of totals), `share(damage_dealt)` (everybody's part of the total), `stdev(rounds)`,
    /// `min(rounds)`, `max(rounds)`.
    #[arg(long, value_name = "NUMBERS")]
    show: Vec<String>,
    /// The number of fights: 100000, 1e6, 2M.
    #[arg(long, value_parser = number::fights, default_value = "100000")]
    fights: u64,
    /// The seed; the same seed gives the same fights.
    #[arg(long, default_value_t = SEED)]
    seed: u64,
    /// Confidence level of intervals.
    #[arg(long, value_parser = number::level, default_value = "95%")]
    level: Level,
    /// Threads; without it, one per core. Results do not depend on it.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The format of the output.
    #[arg(long, value_enum, default_value = "text")]
    format: OutputFormat,
    /// Write the answer as a page with pictures, too.
    #[arg(long, value_name = "FILE.html")]
    page: Option<PathBuf>,
}

/// The functions of numbers.
const FUNCTIONS: [&str; 11] = ["mean", "quantile", "chance", "win", "death", "sum", "ratio", "share", "stdev", "min", "max"];

/// Things that tell groups apart, at the most.
const BY_MOST: usize = 2;

/// Answers a question about the fights of a scenario, and writes a page of it where one is wanted.
pub fn ask(arguments: &AskArguments) -> Result<(), Failure> {
    if let Some(page) = &arguments.page {
        files::named("--page", page, "html")?;
    }
    let playable = arguments.scenario.load()?;
    output::warn(&playable.warnings);
    let asked = answer(arguments, &playable)?;
    output::print(&arguments.format.plain(&asked)?)?;
    arguments.page.as_ref().map_or(Ok(()), |page| files::write(page, &asked.html()?))
}

/// Reads the question, plays the fights and counts.
fn answer(arguments: &AskArguments, playable: &Playable) -> Result<Asked, Failure> {
    let (loaded, mut layout) = (&*playable.engine, playable.layout.clone());
    if arguments.by.len() > BY_MOST {
        return Err(Failure::Usage(format!("--by: {BY_MOST} at the most, for a table has rows and columns")));
    }
    let question =
        |text: &String| FightQuestion::new(text, &mut layout).map_err(|defects| output::marked("--where", text, &defects));
    let picked = arguments.condition.as_ref().map(question).transpose()?;
    let by = |text: &String| Quantity::new(text, &mut layout).map_err(|defects| output::marked("--by", text, &defects));
    let by = arguments.by.iter().map(by).collect::<Result<Vec<_>, _>>()?;
    let side_of = |subject| match subject {
        Subject::Combatant(slot) => loaded.sides().get(loaded.combatants()[slot.index()].side.index()).map(String::as_str),
        _ => None,
    };
    let mut reader = Reader { layout: &mut layout, sides: loaded.sides(), side_of: &side_of };
    let (mut columns, mut wanted) = (Vec::new(), Vec::new());
    for text in &arguments.show {
        for part in split(text) {
            let found = reader.number(text, part).map_err(|defects| output::marked("--show", text, &defects))?;
            let (names, numbers): (Vec<String>, Vec<WantedNumber>) = found.into_iter().unzip();
            columns.extend(names);
            wanted.extend(numbers);
        }
    }
    let happenings = Happening::all(&arguments.told)?;
    if wanted.is_empty() && by.is_empty() && picked.is_none() && happenings.is_empty() {
        return Err(Failure::Usage(format!(
            "ask for something: --show 'mean({})', --by winner or --where",
            example(&layout.catalogue)
        )));
    }
    let labels = by.iter().zip(&arguments.by).map(|(quantity, text)| labels(quantity, text, &layout.catalogue)).collect();
    let inquiry = Inquiry { picked, by, wanted };
    let mut count = Count::default();
    let metrics = layout.catalogue.metrics.len();
    let told = &playable.layout;
    let stories = Stories { loaded, layout: told, seed: arguments.seed, threads: arguments.threads };
    let happens = |story| all_happen(&happenings, loaded, story);
    let mut add = |first: u64, values: &[i64]| {
        let fights = || (first..).zip(values.chunks_exact(metrics));
        let mut sought = None;
        if !happenings.is_empty() {
            let numbers: Vec<u64> = fights().filter(|(_, fight)| inquiry.picks(fight)).map(|(number, _)| number).collect();
            let found = stories.among(&numbers, happens)?;
            sought = Some(numbers.into_iter().zip(found).filter(|(_, found)| *found).map(|(number, _)| number).collect());
        }
        let happens = |number: u64| sought.as_ref().is_none_or(|sought: &HashSet<u64>| sought.contains(&number));
        fights().try_for_each(|(number, fight)| count.add(&inquiry, fight, || happens(number))).map_err(|refused| {
            Failure::Usage(match refused {
                Refused::Groups => {
                    format!("--by: more than {GROUPS_MOST} groups; ask by something coarser, such as `rounds / 5`")
                }
                Refused::Size(index) => {
                    format!("--show: a value of `{}` lies beyond {SIZE_MOST}; divide it by something", columns[index])
                }
            })
        })
    };
    let bar = Bar::new();
    let stop = RunStop::Fights(arguments.fights);
    let run = Run { loaded, layout: &layout, seed: arguments.seed, stop, threads: arguments.threads, batch: None };
    let done = run.go(heed_interrupts(), bar.listener(), Some(&mut add));
    bar.clear();
    let done = done?;
    Ok(Asked {
        title: playable.game.facts().title.clone(),
        command: arguments.command(),
        condition: arguments.picked_by(),
        by: labels,
        columns,
        inquiry,
        count,
        catalogue: layout.catalogue.clone(),
        tally: done.tally,
        level: arguments.level,
        seed: arguments.seed,
        interrupted: done.interrupted,
    })
}

/// A metric to show what a number looks like.
fn example(catalogue: &Catalogue) -> &str {
    let number = catalogue.metrics.iter().find(|metric| matches!(metric.scale, Scale::Amount(_)));
    number.map_or("rounds", |metric| &metric.key)
}

/// The words of the values of what tells groups apart.
fn labels(quantity: &Quantity, text: &str, catalogue: &Catalogue) -> Labels {
    let flag = || vec!["no".to_owned(), "yes".to_owned()];
    let metric = if let Quantity::Metric(index) = quantity { Some(&catalogue.metrics[*index]) } else { None };
    let words = match quantity {
        Quantity::Metric(index) => match &catalogue.metrics[*index].scale {
            Scale::Category(labels) => labels.clone(),
            Scale::Flag => flag(),
            Scale::Amount(_) | Scale::Moment => Vec::new(),
        },
        Quantity::Flag(_) => flag(),
        Quantity::Amount(_)
        | Quantity::Sum(_)
        | Quantity::SoFar(_)
        | Quantity::Beside(_)
        | Quantity::Weighted(_)
        | Quantity::First { .. } => Vec::new(),
    };
    Labels { name: text.trim().to_owned(), words, absent: metric.map_or("-", Metric::absent) }
}

/// The parts of a text between commas outside of parentheses and quotes, without blanks around them.
fn split(text: &str) -> Vec<Range<usize>> {
    let (mut depth, mut quote, mut start, mut parts) = (0_i32, None, 0, Vec::new());
    for (at, letter) in text.char_indices() {
        match letter {
            '"' | '\'' => match quote {
                None => quote = Some(letter),
                Some(open) if open == letter => quote = None,
                Some(_) => {}
            },
            _ if quote.is_some() => {}
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(start..text.len());
    parts.into_iter().map(|part| trimmed(text, part)).collect()
}

/// True if every bracket of a text closes one that it opened.
fn closed(text: &str) -> bool {
    let step = |depth: i32, letter: char| match letter {
        '(' => Some(depth + 1),
        ')' if depth == 0 => None,
        ')' => Some(depth - 1),
        _ => Some(depth),
    };
    text.chars().try_fold(0, step).is_some()
}

/// A part of a text without the blanks around it.
fn trimmed(text: &str, part: Range<usize>) -> Range<usize> {
    let inside = &text[part.clone()];
    let start = part.start + inside.len() - inside.trim_start().len();
    start..start + inside.trim().len()
}

/// Reads numbers.
struct Reader<'a> {
    layout: &'a mut Layout,
    sides: &'a [String],
    side_of: &'a dyn Fn(Subject) -> Option<&'a str>,
}

impl Reader<'_> {
    /// The numbers that a part of a text asks for, each with its heading.
    fn number(&mut self, text: &str, part: Range<usize>) -> Result<Vec<(String, WantedNumber)>, Vec<Defect>> {
        let call = &text[part.clone()];
        let form = call.strip_suffix(')').and_then(|call| call.split_once('('));
        // Two calls that are joined end with the bracket of the second.
        let joined = |inside: &str| inside.contains(')') && !closed(inside);
        let Some((function, inside)) = form.filter(|(function, inside)| FUNCTIONS.contains(function) && !joined(inside)) else {
            let two = call.contains(") ") || form.is_some_and(|(_, inside)| joined(inside));
            let function = call.split('(').next().unwrap_or_default().trim();
            let defect = Defect::new(part, format!("`{call}` is no number that can be asked for"));
            if let Some(meant) = self.meant(call).filter(|_| !two) {
                return Err(vec![defect.help(format!("did you mean `{meant}`?"))]);
            }
            let near = nearest(function, FUNCTIONS).filter(|_| !two);
            let defect = if two {
                defect.help("reckon inside of one pair of parentheses: `mean(Ada.hp - Bram.hp)`, `ratio(Ada.hp, rounds)`")
            } else {
                defect
            };
            let defect = near.iter().fold(defect, |defect, near| defect.help(format!("did you mean `{near}(...)`?")));
            let forms = FUNCTIONS.map(|function| format!("`{function}(...)`")).join(", ");
            return Err(vec![defect.help(format!("allowed: {forms}"))]);
        };
        let start = part.start + function.len() + 1;
        let given: Vec<Range<usize>> = split(inside).into_iter().map(|given| start + given.start..start + given.end).collect();
        let only = |wanted: WantedNumber| vec![(call.to_owned(), wanted)];
        match (function, given.as_slice()) {
            ("mean", [of]) => Ok(only(WantedNumber::Mean(self.amount(text, of)?))),
            ("stdev", [of]) => Ok(only(WantedNumber::Spread(self.amount(text, of)?))),
            ("min", [of]) => Ok(only(WantedNumber::Least(self.amount(text, of)?))),
            ("max", [of]) => Ok(only(WantedNumber::Most(self.amount(text, of)?))),
            ("chance", [of]) => Ok(only(WantedNumber::Chance(self.condition(text, of, &text[of.clone()])?))),
            ("win", [of]) => {
                Ok(only(WantedNumber::Chance(self.condition(text, of, &victory(&text[of.clone()], self.layout))?)))
            }
            ("death", [of]) => {
                Ok(only(WantedNumber::Chance(self.condition(text, of, &format!("{}.dead", &text[of.clone()]))?)))
            }
            ("quantile", [of, percent]) => match text[percent.clone()].parse() {
                Ok(percent @ 1..=99) => Ok(only(WantedNumber::Quantile(self.amount(text, of)?, percent))),
                _ => {
                    let defect = Defect::new(percent.clone(), "a per cent is a whole number from 1 to 99");
                    let share = text[percent.clone()].trim_end_matches('%').trim().parse::<f64>().ok();
                    let whole = share.map(|share| if share < 1.0 { share * 100.0 } else { share }.round());
                    let whole = whole.filter(|whole| (1.0..=99.0).contains(whole));
                    Err(vec![whole.iter().fold(defect, |defect, whole| defect.help(format!("write {whole}")))])
                }
            },
            ("ratio", [over, under]) => Ok(only(WantedNumber::Ratio(self.amount(text, over)?, self.amount(text, under)?))),
            ("sum", [side, family]) => {
                let name = text[side.clone()].trim_matches('"');
                if !self.sides.iter().any(|side| side == name) {
                    let sides = self.sides.iter().map(String::as_str);
                    return Err(vec![Defect::new(side.clone(), format!("there is no side `{name}`")).advise(name, sides)]);
                }
                let members = self.family(text, family, Some(name))?;
                Ok(only(WantedNumber::Mean(Quantity::Sum(members))))
            }
            ("share", [family]) => {
                let members = self.family(text, family, None)?;
                let all = Quantity::Sum(members.clone());
                let part = |&metric: &usize| {
                    let heading = format!("share({})", self.layout.catalogue.metrics[metric].key);
                    (heading, WantedNumber::Ratio(Quantity::Metric(metric), all.clone()))
                };
                Ok(members.iter().map(part).collect())
            }
            _ => {
                let shape = match function {
                    "quantile" => "quantile(rounds, 90)",
                    "sum" => "sum(side, hp)",
                    "ratio" => "ratio(one metric, another)",
                    _ => "one thing in its parentheses",
                };
                Err(vec![Defect::new(part, format!("`{function}` needs something else")).help(format!("write `{shape}`"))])
            }
        }
    }

    /// The number that was meant by a metric or a condition without a function, or by the word of another program for one.
    fn meant(&mut self, call: &str) -> Option<String> {
        if let Some((function, inside)) = call.strip_suffix(')').and_then(|call| call.split_once('(')) {
            return match function.trim() {
                "median" => Some(format!("quantile({inside}, 50)")),
                function => nearest(function, FUNCTIONS).map(|near| format!("{near}({inside})")),
            };
        }
        Some(match Quantity::new(call, self.layout).ok()? {
            Quantity::Metric(index) => match self.layout.catalogue.metrics[index].scale {
                Scale::Category(_) => format!("chance({call} == ...)"),
                Scale::Flag => format!("chance({call})"),
                Scale::Amount(_) | Scale::Moment => format!("mean({call})"),
            },
            Quantity::Flag(_) => format!("chance({call})"),
            _ => format!("mean({call})"),
        })
    }

    /// A number inside of parentheses.
    fn amount(&mut self, text: &str, part: &Range<usize>) -> Result<Quantity, Vec<Defect>> {
        let inside = &text[part.clone()];
        match Quantity::new(inside, self.layout).map_err(|defects| moved(defects, part))? {
            Quantity::Metric(index) if matches!(self.layout.catalogue.metrics[index].scale, Scale::Category(_)) => {
                let defect = Defect::new(part.clone(), format!("`{inside}` is no number"));
                Err(vec![defect.help(format!("ask for `chance({inside} == ...)`"))])
            }
            quantity => Ok(quantity),
        }
    }

    /// A condition for what stands in a part of the text.
    fn condition(&mut self, text: &str, part: &Range<usize>, condition: &str) -> Result<Quantity, Vec<Defect>> {
        let typed = condition == &text[part.clone()];
        FightQuestion::new(condition, self.layout).map(Quantity::Flag).map_err(|defects| {
            if typed {
                moved(defects, part)
            } else {
                defects.into_iter().map(|defect| Defect { span: part.clone(), ..defect }).collect()
            }
        })
    }

    /// The metrics of all combatants, or those of a side, that share a family: numbers only.
    fn family(&self, text: &str, part: &Range<usize>, side: Option<&str>) -> Result<Vec<usize>, Vec<Defect>> {
        let family = &text[part.clone()];
        let metrics = self.layout.catalogue.metrics.iter().enumerate();
        let of_combatants = metrics.filter(|(_, metric)| {
            let number = !matches!(metric.scale, Scale::Category(_) | Scale::Moment);
            let there = (self.side_of)(metric.subject).is_some_and(|own| side.is_none_or(|side| side == own));
            number && there
        });
        let all: Vec<(usize, &str)> = of_combatants.map(|(index, metric)| (index, metric.family.as_str())).collect();
        let found: Vec<usize> = all.iter().filter(|(_, own)| *own == family).map(|(index, _)| *index).collect();
        if found.is_empty() {
            let mut known: Vec<&str> = all.iter().map(|(_, family)| *family).collect();
            known.sort_unstable();
            known.dedup();
            let defect = Defect::new(part.clone(), format!("no combatant has a number `{family}`"));
            return Err(vec![defect.advise(family, known)]);
        }
        Ok(found)
    }
}

/// Defects of a part, in the text that it is a part of.
fn moved(defects: Vec<Defect>, part: &Range<usize>) -> Vec<Defect> {
    let into = |defect: Defect| Defect { span: part.start + defect.span.start..part.start + defect.span.end, ..defect };
    defects.into_iter().map(into).collect()
}

impl AskArguments {
    /// The condition that picks the fights, in words.
    fn picked_by(&self) -> Option<String> {
        let told = self.told.iter().map(|told| format!("told: {told}"));
        let all: Vec<String> = self.condition.iter().cloned().chain(told).collect();
        (!all.is_empty()).then(|| all.join("; "))
    }

    /// The command that asks it again.
    fn command(&self) -> String {
        let option = |name: &str, value: &String| format!(" --{name} {}", quoted(value));
        let mut words: String = self.condition.iter().map(|value| option("where", value)).collect();
        words.extend(self.told.iter().map(|value| option("told", value)));
        words.extend(self.by.iter().map(|value| option("by", value)));
        words.extend(self.show.iter().map(|value| option("show", value)));
        let seed = if self.seed == SEED { String::new() } else { format!(" --seed {}", self.seed) };
        format!("sparring ask {}{words} --fights {}{seed}", self.scenario.typed(), self.fights)
    }
}
