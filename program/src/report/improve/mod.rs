//! The report of a search for better play: what the side should do, and what each change is worth.
//!
//! Owns the sentences, the tables and the picture. What was found comes from [`analysis`](frame::analysis::improve). Start at
//! [`ImproveReport`].

pub mod both;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::report::answer::does;
use crate::report::columns::Rows;
use crate::report::compare::forest::{Forest, Row};
use crate::report::compare::words::{line, moved};
use crate::report::document::{Origin, Picture, Section, Sheet, Study, interval_json, percent};
use crate::report::figure::{Figure, Kind as Of, thousands};
use crate::report::listing::Listing;
use crate::report::plot::slug;
use crate::report::quoted as typed;
use crate::report::table::capitalised;
use frame::analysis::improve::moves::StepKind;
use frame::analysis::improve::text::{Change, DifferenceKind, SearchedLine, Team};
use frame::analysis::improve::{Confirmed, PolicySearch, SearchEnd, TriedPolicy, Worth};
use frame::error::Failure;
use frame::exact::reply::Reply;
use frame::stats::paired::{Evidence, Pairs};
use frame::stats::{Interval, Level};

/// Steps without gain that are shown at the most.
const VAIN_MOST: usize = 12;
/// The lists whose lines say what is done, and not how a question is answered.
const MAIN: [&str; 4] = ["action", "turn", "plan", "reevaluate"];
/// Changes that the first sentences name.
const NAMED: usize = 2;

/// Somebody whose policy was searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Who {
    /// The name.
    pub name: String,
    /// The name of the policy that was made for it.
    pub made: String,
    /// The path of its policy.
    pub path: String,
    /// The name of the policy that it follows; empty for none.
    pub policy: String,
}

/// The report of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct ImproveReport {
    /// The origin.
    pub origin: Origin,
    /// The side.
    pub side: String,
    /// What was wanted of a fight.
    pub wanted: String,
    /// True if the user said what is wanted, and not that the side wins.
    pub own_wish: bool,
    /// The scenarios that were played.
    pub scenarios: Vec<String>,
    /// Those whose policies were searched.
    pub who: Vec<Who>,
    /// The search.
    pub search: PolicySearch,
    /// The best policy, by fresh fights.
    pub confirmed: Option<Confirmed>,
    /// Where there is none: fights that went as wanted as they are played, and of how many.
    pub as_it_is: Option<(u64, u64)>,
    /// What no play can beat, where that was asked.
    pub bound: Option<Bound>,
    /// The share of fights that is worth nothing.
    pub margin: f64,
}

/// What no play by the options that were tried can beat, and what policies come to beside it: all of it solved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bound {
    /// The best reply.
    pub best: Reply,
    /// True if a turn is a plan, which was tried with as many steps as the policy at hand has.
    pub planned: bool,
    /// The policies as they are.
    pub start: Reply,
    /// Those that were found.
    pub found: Option<Reply>,
}

/// A solved share of fights in words.
fn solved(reply: Reply) -> String {
    Figure::exact(Interval::around(reply.value, 0.0), Of::Share(None)).short()
}

impl ImproveReport {
    fn level(&self) -> Level {
        self.origin.level
    }

    /// The policy that was found, where fresh fights bear it out.
    fn better(&self) -> Option<&Confirmed> {
        self.confirmed.as_ref().filter(|confirmed| confirmed.is_better(self.level()))
    }

    /// The policies that were found, where fresh fights bear them out.
    #[must_use]
    pub fn found_team(&self) -> Option<&Team> {
        self.better().map(|better| &better.team)
    }

    /// True if what was found is better by more than is worth nothing, for certain.
    #[must_use]
    pub fn gains_more_than_margin(&self) -> bool {
        let gain = self.better().and_then(|better| better.whole.difference(self.level()));
        gain.is_some_and(|gain| gain.low > 0.0 && gain.estimate > self.margin)
    }

    /// The sentences on what no play can beat, and on what was tried for it.
    fn beyond(&self) -> Vec<String> {
        let Some(Bound { best, planned, start, found }) = self.bound else { return Vec::new() };
        let now = found.unwrap_or(start);
        let left = (best.value - now.value) * 100.0;
        let which = if found.is_some() { "the one that was found" } else { "the play as it is" };
        let rest = if left < 5e-4 { "nothing is left".to_owned() } else { format!("{left:.2} points are left") };
        let plan = if planned { "; a plan has as many steps as the policy at hand says" } else { "" };
        vec![
            format!(
                "No play of those that were tried for it wins more than {} of fights; {which} comes to {}: {rest}",
                solved(best),
                solved(now)
            ),
            format!(
                "Tried for it was, at each of {} decisions in {} states, everything that is legal, against every target, in its plain form: without points, dice or other details of its own{plan}",
                thousands(best.decisions as u64),
                thousands(best.states as u64),
            ),
        ]
    }

    /// The policies as a file has them; none where nothing better was found.
    #[must_use]
    pub fn toml(&self) -> Option<String> {
        let better = self.better()?;
        let changed = self.changed(better);
        let mut toml = format!("# {}\n", self.first_sentence());
        for sets in self.sets(better) {
            toml.push_str(&format!("# Followed with: --set {}\n", typed(&sets)));
        }
        for place in changed {
            toml.push_str(&format!("\n{}", better.team[place].toml(&self.who[place].made)));
        }
        Some(toml)
    }

    /// The places of those whose policy changed.
    fn changed(&self, confirmed: &Confirmed) -> Vec<usize> {
        (0..self.who.len()).filter(|&place| confirmed.team[place] != self.search.start[place]).collect()
    }

    /// The changes that make everybody follow what was found.
    fn sets(&self, confirmed: &Confirmed) -> Vec<String> {
        self.changed(confirmed).into_iter().map(|place| format!("{}={}", self.who[place].path, self.who[place].made)).collect()
    }

    /// What is wanted, in words: `the party wins`.
    fn wish(&self) -> String {
        if self.own_wish { format!("`{}`", self.wanted) } else { does(&self.side, "win") }
    }

    /// A share as a figure.
    fn share(interval: Interval, n: u64) -> Figure {
        Figure::of(interval, n, Of::Share(None))
    }

    /// What a change says: `Bram should defend when allies.active > 0`.
    fn said(&self, change: &Change) -> String {
        let name = &self.who[change.player].name;
        let does = |line: &SearchedLine| act(&change.list, line);
        match &change.kind {
            DifferenceKind::New(line) => format!("{name} should {}", does(line)),
            DifferenceKind::Other(was, now) => format!("{name} should {} (was: {})", does(now), was.words()),
            DifferenceKind::Gone(line) => format!("{name} needs no line `{}` in `{}`", line.words(), change.list),
            DifferenceKind::Left(lines) => {
                let was: Vec<String> = lines.iter().map(|line| format!("`{}`", line.words())).collect();
                format!("{name} should leave `{}` to the rules (was: {})", change.list, was.join("; "))
            }
            DifferenceKind::Order(lines) => {
                format!("{name} should look at its lines of `{}` in the order {}", change.list, lines.join("; "))
            }
        }
    }

    /// The points that a change is worth, as an interval.
    fn worth(&self, worth: &Worth) -> Option<Interval> {
        worth.evidence.and_then(|evidence| evidence.difference(self.level()))
    }

    /// The sentence for players.
    pub(super) fn first_sentence(&self) -> String {
        let Some(better) = self.better() else { return self.nothing() };
        let Some([before, after, _]) = better.intervals(self.level()) else { return self.nothing() };
        let n = better.whole.n();
        let best = better.worth.iter().find(|worth| worth.evidence.is_some()).or(better.worth.first());
        let what = best.map_or_else(String::new, |worth| format!(": {}", self.said(&worth.change)));
        let (after, before) = (Self::share(after, n).short(), Self::share(before, n).short());
        format!("{} in {after} of fights instead of {before} (fresh fights){what}", capitalised(&self.wish()))
    }

    /// The sentence where nothing better was found.
    fn nothing(&self) -> String {
        let now = match (&self.confirmed, self.as_it_is) {
            (Some(confirmed), _) => {
                confirmed.intervals(self.level()).map(|[before, ..]| Self::share(before, confirmed.whole.n()).short())
            }
            (None, Some((count, n))) => Figure::share(count, n, self.level()).map(|share| share.short()),
            _ => None,
        };
        let now = now.map_or_else(String::new, |now| format!(": {} in {now} of fights as it is", self.wish()));
        format!("No better way to play was found for {}{now}", self.subject())
    }

    /// Whose play was searched.
    fn subject(&self) -> String {
        match &self.who[..] {
            [only] => only.name.clone(),
            _ => self.side.clone(),
        }
    }

    /// The answers in sentences.
    fn answers(&self) -> Vec<String> {
        let level = self.level();
        let mut said = vec![self.first_sentence()];
        if let Some(better) = self.better() {
            let sure = better.worth.iter().filter_map(|worth| Some((worth, self.worth(worth).filter(|one| one.low > 0.0)?)));
            let told = sure.take(NAMED + 1).enumerate().map(|(place, (worth, interval))| {
                let points = line(&moved(interval, 100.0, "points"));
                if place == 0 {
                    format!("That change is worth {points}")
                } else {
                    format!("{}: {points}", self.said(&worth.change))
                }
            });
            let told: Vec<String> = told.collect();
            // Of an only change it is said below what it is worth.
            said.extend((better.worth.len() > 1 && !told.is_empty()).then(|| told.join("; ")));
            if let Some([.., difference]) = better.intervals(level) {
                let flattered = self.search.flattered(difference, level).map_or_else(String::new, |luck| {
                    let luck = luck * 100.0;
                    let seemed = self.search.gained * 100.0;
                    format!(". In it they seemed {seemed:.1}: what a policy is chosen by flatters it, here by {luck:.1} points")
                });
                said.push(format!(
                    "In all {} by fights that had no part in the search{flattered}",
                    line(&moved(difference, 100.0, "points")),
                ));
            }
        } else if let Some(confirmed) = &self.confirmed
            && let Some([.., difference]) = confirmed.intervals(level)
        {
            said.push(format!(
                "The best of the search seemed to gain {:.1} points, and fresh fights do not bear that out: {}",
                self.search.gained * 100.0,
                line(&moved(difference, 100.0, "points"))
            ));
        }
        said.extend(self.beyond());
        said.push(format!(
            "{} policies were tried; {} more went in every fight as the one at hand, {} are not allowed or decide nothing; {}",
            thousands(self.search.tried.len() as u64),
            thousands(self.search.idle as u64),
            thousands(self.search.refused as u64),
            match self.search.end {
                SearchEnd::Settled => "several races in a row gained nothing more",
                SearchEnd::Tries => "--tries was reached, more may find more",
                SearchEnd::Time => "the time was over, more may find more",
                SearchEnd::Interrupted => "it was interrupted",
            }
        ));
        said
    }

    /// Every change with what it is worth.
    fn changes(&self, confirmed: &Confirmed) -> Listing {
        let rows = confirmed.worth.iter().map(|worth| {
            let points =
                self.worth(worth).map_or_else(|| "not played without".to_owned(), |worth| line(&moved(worth, 100.0, "points")));
            vec![self.said(&worth.change), worth.change.list.clone(), points]
        });
        Listing::new(["change", "decision", "worth"], rows)
    }

    /// The shares of each scenario.
    fn by_scenario(&self, confirmed: &Confirmed) -> Listing {
        let rows = self.scenarios.iter().zip(&confirmed.evidence).map(|(scenario, evidence)| {
            let share = |interval: Option<Interval>| {
                interval.map_or_else(|| "-".to_owned(), |interval| Self::share(interval, evidence.n()).short())
            };
            let level = self.level();
            let difference =
                evidence.difference(level).map_or_else(|| "-".to_owned(), |one| line(&moved(one, 100.0, "points")));
            vec![scenario.clone(), share(evidence.before(level)), share(evidence.after(level)), difference]
        });
        Listing::new(["scenario", "as it is", "improved", "difference"], rows)
    }

    /// The steps that came furthest without a gain.
    fn vain(&self) -> Listing {
        let mut vain: Vec<&TriedPolicy> = self.search.tried.iter().filter(|tried| !tried.taken).collect();
        let gain = |tried: &TriedPolicy| Evidence::Event(tried.pairs).estimate();
        // What was played longest was thought most of.
        vain.sort_by(|one, other| count(other.pairs).cmp(&count(one.pairs)).then(gain(other).total_cmp(&gain(one))));
        let rows = vain.into_iter().take(VAIN_MOST).map(|tried| {
            let evidence = Evidence::Event(tried.pairs);
            let points =
                evidence.difference(self.level()).map_or_else(|| "-".to_owned(), |one| line(&moved(one, 100.0, "points")));
            let name = &self.who[tried.step.player].name;
            vec![format!("{name}: {}", tried.step.words), tried.step.kind.words().to_owned(), points, thousands(evidence.n())]
        });
        Listing::new(["tried", "kind", "against the policy at hand", "fights"], rows)
    }

    /// How many steps of each kind were tried and taken.
    fn kinds(&self) -> Listing {
        let mut counts: BTreeMap<StepKind, [u64; 2]> = BTreeMap::new();
        for tried in &self.search.tried {
            let of = counts.entry(tried.step.kind).or_default();
            of[0] += 1;
            of[1] += u64::from(tried.taken);
        }
        let rows =
            counts.into_iter().map(|(kind, [tried, taken])| vec![kind.words().to_owned(), thousands(tried), thousands(taken)]);
        Listing::new(["step", "tried", "taken"], rows)
    }

    /// The policies line by line, as they stand in a file.
    fn pasted(&self, confirmed: &Confirmed) -> Listing {
        let toml = self.changed(confirmed).into_iter().map(|place| confirmed.team[place].toml(&self.who[place].made));
        let lines = toml.flat_map(|toml| toml.lines().map(str::to_owned).collect::<Vec<_>>());
        Listing::new(["policy.toml"], lines.map(|line| vec![line]))
    }

    /// Two shares and what each change is worth, as a drawing.
    fn pictures(&self) -> Result<Vec<Picture>, Failure> {
        let Some(better) = self.better() else { return Ok(Vec::new()) };
        let rows = better.worth.iter().filter_map(|worth| {
            let interval = self.worth(worth)?;
            Some(Row::of_points(self.said(&worth.change), interval, self.margin))
        });
        let rows: Vec<Row> = rows.collect();
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let forest = Forest::new(
            slug("worth"),
            "What each change is worth".to_owned(),
            "percentage points more with it".to_owned(),
            rows,
        );
        Ok(vec![forest.picture()?])
    }

    fn sections(&self) -> Vec<Section> {
        let mut sections = Vec::new();
        if let Some(better) = self.better() {
            sections.push(Section::of(
                "What each change is worth",
                "Each is taken away alone, and the same fresh fights are played without it. Changes that need each other are worth more together.".to_owned(),
                self.changes(better),
                true,
            ));
            if better.evidence.len() > 1 {
                sections.push(Section::of("Scenario by scenario", "", self.by_scenario(better), true));
            }
            let sets: Vec<String> = self.sets(better).iter().map(|set| format!("--set {}", typed(set))).collect();
            sections.push(Section::of(
                "The policies, to be pasted",
                format!("Followed with {}; --write FILE makes the file for --with.", sets.join(" ")),
                self.pasted(better),
                true,
            ));
        }
        sections.push(Section::of(
            "What was tried without gain",
            "Steps that stayed longest in a race, each against the policy that was at hand then. They were chosen by these fights: the numbers flatter them.".to_owned(),
            self.vain(),
            self.better().is_none(),
        ));
        sections.push(Section::of("Steps by their kinds", "", self.kinds(), false));
        sections
    }
}

/// What a line makes somebody do: `defend when hp <= 3`.
fn act(list: &str, line: &SearchedLine) -> String {
    let when = line.when().map_or_else(String::new, |when| format!(" when {when}"));
    let does = line.act();
    if !line.says.contains_key("do") {
        format!("choose its {list} `{does}`{when}")
    } else if MAIN.contains(&list) {
        format!("{does}{when}")
    } else {
        format!("answer `{list}` with {does}{when}")
    }
}

/// The number of pairs.
fn count(pairs: Pairs) -> u64 {
    Evidence::Event(pairs).n()
}

impl Study for ImproveReport {
    fn sheet(&self) -> Result<Sheet, Failure> {
        let n = self.confirmed.as_ref().map_or(0, |confirmed| confirmed.whole.n());
        let false_finds = format!("{} %", ((1.0 - self.level().confidence()) * 1e4).round() / 1e2);
        let warnings = if self.search.end == SearchEnd::Interrupted {
            vec!["Interrupted: the best so far was confirmed.".to_owned()]
        } else {
            Vec::new()
        };
        Ok(Sheet {
            origin: self.origin.clone(),
            finished: self.search.end != SearchEnd::Interrupted,
            kind: "improve",
            about: format!("the play of {}", self.subject()),
            answers: self.answers(),
            source: format!(
                "n = {} fresh fights, seed {}",
                thousands(n.max(self.as_it_is.map_or(0, |(_, n)| n))),
                self.origin.seed
            ),
            meaning: format!(
                "Intervals: {} each, paired; all of fresh fights, which had no part in the search. A policy that is no better passes for better in at most {false_finds} of searches.",
                percent(self.level()),
            ),
            warnings,
            pictures: self.pictures()?,
            sections: self.sections(),
        })
    }

    fn known(&self) -> Value {
        let level = self.level();
        let confirmed = self.confirmed.as_ref().map(|confirmed| {
            let [before, after, difference] = confirmed.intervals(level).map_or([None; 3], |all| all.map(Some));
            let worth = confirmed.worth.iter().map(|worth| {
                json!({ "change": self.said(&worth.change), "decision": worth.change.list, "worth": interval_json(self.worth(worth)) })
            });
            let policies = self.changed(confirmed).into_iter().map(|place| {
                json!({ "of": self.who[place].name, "name": self.who[place].made, "policy": confirmed.team[place].json() })
            });
            let scenarios = self.scenarios.iter().zip(&confirmed.evidence).map(|(scenario, evidence)| {
                json!({
                    "scenario": scenario, "before": interval_json(evidence.before(level)),
                    "after": interval_json(evidence.after(level)), "difference": interval_json(evidence.difference(level)),
                })
            });
            json!({
                "fights": confirmed.whole.n(), "before": interval_json(before), "after": interval_json(after),
                "difference": interval_json(difference), "changes": worth.collect::<Vec<_>>(),
                "policies": policies.collect::<Vec<_>>(), "scenarios": scenarios.collect::<Vec<_>>(),
            })
        });
        let search = &self.search;
        let mut known = json!({
            "side": self.side, "wanted": self.wanted, "answers": self.answers(), "better": self.better().is_some(),
            "tried": search.tried.len(), "idle": search.idle, "refused": search.refused, "gained_in_search": search.gained,
            "end": format!("{:?}", search.end).to_lowercase(), "confirmed": confirmed,
        });
        if let Some(Bound { best, planned: _, start, found }) = self.bound {
            known["exact"] = json!({
                "best_reply": best.value, "as_it_is": start.value, "found": found.map(|found| found.value),
                "states": best.states, "decisions": best.decisions,
            });
        }
        known["toml"] = json!(self.toml());
        self.origin.json("improve", known)
    }

    fn figures(&self) -> String {
        let mut rows: Vec<(String, Option<Interval>)> = Vec::new();
        if let Some(confirmed) = &self.confirmed {
            let [before, after, difference] = confirmed.intervals(self.level()).map_or([None; 3], |all| all.map(Some));
            rows.extend([
                ("as it is".to_owned(), before),
                ("improved".to_owned(), after),
                ("difference".to_owned(), difference),
            ]);
            rows.extend(confirmed.worth.iter().map(|worth| (self.said(&worth.change), self.worth(worth))));
        }
        let rows = Rows::of(rows).column("what", |(name, _)| name.clone());
        rows.interval(["value", "low", "high"], |(_, interval)| *interval).csv()
    }
}
