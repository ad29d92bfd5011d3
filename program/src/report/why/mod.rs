//! The report of where the luck sits: which dice decide an outcome, alone and with others.
//!
//! Owns the sentences, tables and pictures. Shares and their intervals come from [`analysis`](frame::analysis). Start at [`WhyReport`].

use serde_json::{Value, json};

use crate::report::answer::{does, listed, the};
use crate::report::columns::Rows;
use crate::report::document::{Origin, Picture, Section, Sheet, Study, interval_json, percent};
use crate::report::figure::{Figure, Kind, percent_up, thousands};
use crate::report::listing::Listing;
use crate::report::plot::slug;
use crate::report::sensitivity::tornado::Tornado;
use crate::report::table::capitalised;
use crate::report::tracks::{Band, Track, Tracks};
use frame::analysis::why::{DiceGroup, Divided, Division, LuckPlan, LuckShares, Undivided};
use frame::dice::{Purpose, Roll};
use frame::error::Failure;
use frame::fight::typed::winner_of;
use frame::stats::Interval;
use frame::stats::sobol::Shares;

/// Dice that decide so much with others are told in a sentence as those that decide.
const MUCH: f64 = 0.10;
/// Dice that for certain decide less than this with others decide hardly anything.
const HARDLY: f64 = 0.05;
/// Groups that are named in a sentence as those that decide.
const NAMED_MOST: usize = 3;
/// Rolls that are named of a purpose.
const ROLLS_MOST: usize = 6;
/// Groups that are drawn.
const DRAWN_MOST: usize = 12;

/// The meaning of the columns.
const MEANING: &str = "Alone: what is known of the outcome to whoever knows these dice and no others. With others: what stays open to whoever \
                       knows all other dice. Interplay: what only dice of several rows together decide.";

/// The report of where the luck of a scenario sits.
#[derive(Clone, PartialEq, Debug)]
pub struct WhyReport {
    /// The origin.
    pub origin: Origin,
    /// The plan.
    pub plan: LuckPlan,
    /// The shares.
    pub luck: LuckShares,
    /// True if somebody asked for these outcomes by name.
    pub asked: bool,
    /// The rolls of the system.
    pub rolls: Vec<&'static Roll>,
}

/// A group with its shares.
type Part<'a> = (&'a DiceGroup, Shares);

/// A share in words: `54.3 % ± 1.0`, `below 0.8 %`.
fn words(share: Interval, n: u64) -> String {
    if share.low <= 0.0 {
        return format!("below {}", percent_up(share.high));
    }
    Figure::of(share, n, Kind::Share(None)).short()
}

/// A share in a sentence, in whole per cents: `54 % \u{b1} 1`, `below 0.8 %`.
fn roundly(share: Interval) -> String {
    if share.low <= 0.0 {
        return format!("below {}", percent_up(share.high));
    }
    format!("{:.0} % \u{b1} {:.0}", share.estimate * 100.0, (share.reach() * 100.0).ceil())
}

/// The dice of a group as a part of a sentence: `damage dice`, `the dice of the heroes`, `the damage dice of Ada`.
fn dice(group: &DiceGroup) -> String {
    match (group.purpose.map(Purpose::word), group.owner.as_str()) {
        (Some(word), "") => format!("{word} dice"),
        (Some(word), owner) => format!("the {word} dice of {}", the(owner)),
        (None, owner) => format!("the dice of {}", the(owner)),
    }
}

/// The heading of a division.
fn heading(division: Division) -> &'static str {
    match division {
        Division::Purposes => "by what dice are rolled for",
        Division::Sides => "by side",
        Division::Combatants => "by combatant",
        Division::SidePurposes => "by side and what dice are rolled for",
        Division::CombatantPurposes => "by combatant and what dice are rolled for",
    }
}

impl WhyReport {
    /// Outcomes that are divided; of two sides that win whenever the other does not, the first says all, unless somebody asked for both.
    fn divided(&self) -> Vec<&Divided> {
        let mut found: Vec<&Divided> = self.luck.outcomes.iter().filter(|outcome| outcome.undivided().is_none()).collect();
        if let (false, Some([first, second])) = (self.asked, self.mirrored()) {
            found.retain(|outcome| outcome.key == first.key || outcome.key != second.key);
        }
        found
    }

    /// The two victories of which one comes whenever the other does not, if there are such two.
    fn mirrored(&self) -> Option<[&Divided; 2]> {
        let wins = || self.luck.outcomes.iter().filter(|outcome| winner_of(&outcome.key).is_some());
        let ever: Vec<&Divided> = wins().filter(|outcome| outcome.undivided() != Some(Undivided::Always(0))).collect();
        let [first, second] = ever[..] else { return None };
        let shown = |outcome: &Divided| outcome.undivided().is_none().then(|| outcome.happened());
        (shown(first)? + shown(second)? == self.luck.fights).then_some([first, second])
    }

    /// An outcome as the subject of a sentence.
    fn subject(&self, outcome: &Divided) -> String {
        match winner_of(&outcome.key) {
            Some(side) => match self.mirrored() {
                Some([first, _]) if first.key == outcome.key && !self.asked => "Who wins".to_owned(),
                _ if ["draw", "timeout"].contains(&side.as_str()) => format!("Whether it is a {side}"),
                _ => format!("Whether {}", does(&side, "win")),
            },
            None if outcome.key == "rounds" => "How many rounds it takes".to_owned(),
            None => outcome.key.clone(),
        }
    }

    /// The groups of a division with their shares of an outcome, the largest first.
    fn parts<'a>(&'a self, outcome: &Divided, division: usize) -> Vec<Part<'a>> {
        let groups = self.luck.groups[division].iter().enumerate();
        let shares = |(place, group)| Some((group, outcome.shares(division, place, self.plan.level)?));
        let mut parts: Vec<Part<'a>> = groups.filter_map(shares).collect();
        parts.sort_by(|one, other| other.1.total.estimate.total_cmp(&one.1.total.estimate));
        parts
    }

    /// A share in words.
    fn told(&self, share: Interval) -> String {
        words(share, self.luck.fights)
    }

    /// The rolls for which dice are rolled in the system, purpose by purpose, of those that anybody rolled.
    fn rolled_for(&self) -> String {
        let known = |purpose: &Purpose| !self.luck.unrolled.contains(purpose);
        let told = Purpose::ALL.iter().filter(|purpose| known(purpose)).map(|&purpose| (purpose, self.rolled(purpose)));
        let told: Vec<String> = (told.filter(|(_, rolls)| !rolls.is_empty()))
            .map(|(purpose, rolls)| format!("{}: {rolls}", purpose.word()))
            .collect();
        if told.is_empty() { String::new() } else { format!(" In {}, {}.", self.origin.system, told.join("; ")) }
    }

    /// The sentence about an outcome by the groups of a division: `Who wins is decided by damage dice (54 % ± 1 alone, 71 % ± 1 with
    /// others), hardly by initiative dice (below 0.80 %)`.
    fn sentence(&self, outcome: &Divided, division: usize) -> Option<String> {
        let parts = self.parts(outcome, division);
        let both = |(group, shares): &Part<'_>| {
            let (alone, total) = (roundly(shares.alone), roundly(shares.total));
            format!("{} ({alone} alone, {total} with others)", dice(group))
        };
        let much: Vec<String> =
            parts.iter().filter(|(_, shares)| shares.total.estimate >= MUCH).take(NAMED_MOST).map(both).collect();
        let hardly: Vec<&Part<'_>> = parts.iter().filter(|(_, shares)| shares.total.high < HARDLY).collect();
        let most = hardly.iter().map(|(_, shares)| shares.total.high).fold(0.0, f64::max);
        let names: Vec<String> = hardly.iter().map(|(group, _)| dice(group)).collect();
        let hardly = match &names[..] {
            [] => String::new(),
            [one] => format!(", hardly by {one} (below {})", percent_up(most)),
            several => format!(", hardly by {} (below {} each)", listed(several), percent_up(most)),
        };
        let interplay = outcome.interplay(division, self.plan.level)?;
        let interplay = match parts.len() {
            0 | 1 => String::new(),
            _ if interplay.low <= 0.0 => format!("; there is hardly any interplay (below {})", percent_up(interplay.high)),
            _ => format!("; {} is interplay of theirs", roundly(interplay)),
        };
        (!much.is_empty()).then(|| format!("{} is decided by {}{hardly}{interplay}", self.subject(outcome), listed(&much)))
    }

    /// The answers: of each outcome by what dice are rolled for, and of the first one by side.
    fn answers(&self) -> Vec<String> {
        let divided = self.divided();
        let at = |division: Division| self.plan.divisions.iter().position(|known| *known == division);
        let main = at(Division::Purposes).unwrap_or(0);
        let mut answers: Vec<String> = divided.iter().filter_map(|outcome| self.sentence(outcome, main)).collect();
        if let (Some(first), Some(sides)) = (divided.first(), at(Division::Sides).filter(|sides| *sides != main)) {
            let place = answers.len().min(1);
            self.sentence(first, sides).into_iter().for_each(|said| answers.insert(place, said));
        }
        if answers.is_empty() {
            answers.push("Nothing that was asked about varies in so many fights that its luck could be divided".to_owned());
        }
        answers
    }

    /// The rolls for a purpose in the system, by their names.
    fn rolled(&self, purpose: Purpose) -> String {
        let mut names: Vec<&str> = Vec::new();
        for roll in self.rolls.iter().filter(|roll| roll.purpose == purpose) {
            let name = roll.what.split(" (").next().unwrap_or_default();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let more = names.len().saturating_sub(ROLLS_MOST);
        let told = names[..names.len() - more].join(", ");
        if more == 0 { told } else { format!("{told} and {more} more") }
    }

    /// The table of an outcome by the groups of a division.
    fn table(&self, outcome: &Divided, division: usize) -> Listing {
        let row = |(group, shares): Part<'_>| vec![group.name(), self.told(shares.alone), self.told(shares.total)];
        let mut rows: Vec<Vec<String>> = self.parts(outcome, division).into_iter().map(row).collect();
        if let Some(interplay) = outcome.interplay(division, self.plan.level).filter(|_| rows.len() > 1) {
            rows.push(vec!["interplay".to_owned(), self.told(interplay), "-".to_owned()]);
        }
        Listing::new(["dice", "alone", "with others"], rows)
    }

    /// The tables, outcome by outcome.
    fn sections(&self) -> Vec<Section> {
        let mut sections = Vec::new();
        for (rank, outcome) in self.divided().into_iter().enumerate() {
            for (place, &division) in self.plan.divisions.iter().enumerate() {
                let note = match (rank, place) {
                    (0, 0) => format!("{MEANING}{}", self.rolled_for()),
                    _ => String::new(),
                };
                let (title, headline) =
                    (format!("{} {}", outcome.key, heading(division)), rank == 0 || division == Division::Purposes);
                sections.push(Section::of(title, note, self.table(outcome, place), headline));
            }
        }
        let undivided = Listing::new(["outcome", "why"], self.undivided().into_iter().map(|(key, why)| vec![key, why]));
        sections.push(Section::new("What is not divided", undivided));
        sections
    }

    /// The outcomes that are not divided, with the reasons. Who never wins is no news.
    fn undivided(&self) -> Vec<(String, String)> {
        let n = thousands(self.luck.fights);
        let why = |outcome: &Divided| {
            Some(match outcome.undivided()? {
                Undivided::Always(0) if outcome.event && !self.asked => return None,
                Undivided::Always(0) if outcome.event => format!("it never came about in {n} fights"),
                Undivided::Always(_) if outcome.event => format!("it came about in all of {n} fights"),
                Undivided::Always(value) => format!("it was {value} in all of {n} fights"),
                Undivided::Absent => {
                    "not every fight has a value of it: ask about something that every fight has, such as `chance(...)` of a condition"
                        .to_owned()
                }
                Undivided::TooLarge => "its values are too large to be divided; count it in another unit".to_owned(),
                Undivided::TooRare if !outcome.event => format!("there are only {n} fights"),
                Undivided::TooRare => format!("it varies too seldom: {} of {n} fights", thousands(outcome.rare())),
            })
        };
        self.luck.outcomes.iter().filter_map(|outcome| Some((outcome.key.clone(), why(outcome)?))).collect()
    }

    /// A picture of each outcome by each division: what dice decide alone, and with others.
    fn pictures(&self) -> Result<Vec<Picture>, Failure> {
        let mut pictures = Vec::new();
        for outcome in self.divided() {
            for (place, &division) in self.plan.divisions.iter().enumerate() {
                let parts = self.parts(outcome, place);
                if parts.len() < 2 {
                    continue;
                }
                let rows = parts.iter().take(DRAWN_MOST).flat_map(|(group, shares)| {
                    [("alone", shares.alone), ("with others", shares.total)]
                        .map(|(how, share)| (format!("{}, {how}", group.name()), share.times(100.0), self.told(share)))
                });
                let drawing = Tornado { axis: format!("% of what varies of {}", outcome.key), rows: rows.collect() };
                let more = parts.len().saturating_sub(DRAWN_MOST);
                let note = if more > 0 { format!("{more} more decide less; they stand in the table.") } else { String::new() };
                let slug = format!("luck-{}-{}", slug(&outcome.key), division.name());
                let title = format!("Which dice decide {}, {}", outcome.key, heading(division));
                let (svg, page) = (drawing.draw()?, self.tracks(outcome, &parts).html()?);
                pictures.push(Picture { slug, title, note, svg, page });
            }
        }
        Ok(pictures)
    }

    /// The rows of a picture for a page: what each group decides alone as a bar, with others as a line behind it.
    fn tracks(&self, outcome: &Divided, parts: &[Part<'_>]) -> Tracks {
        let row = |(group, Shares { alone, total }): &Part<'_>| {
            let band = |low: f64, high: f64, class| Band { low: low * 100.0, high: high * 100.0, class };
            let limits = |share: &Interval| band(share.low, share.high, "limits");
            Track {
                name: group.name(),
                note: String::new(),
                bands: vec![band(0.0, total.estimate, "bar"), band(0.0, alone.estimate, "step"), limits(alone), limits(total)],
                marks: Vec::new(),
                number: format!("{} alone", self.told(*alone)),
                error: format!("{} with others", self.told(*total)),
            }
        };
        let axis = format!("% of what varies of {}: alone (bar), with others (line)", outcome.key);
        Tracks::new(axis, 0.0, 100.0, parts.iter().take(DRAWN_MOST).map(row))
    }

    /// The warnings: what is not as well known as it was asked for, and what nobody rolled.
    fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.luck.interrupted {
            warnings.push("Interrupted: the shares are those of the fights so far.".to_owned());
        } else if !self.luck.met {
            let precision = (self.plan.precision * 1e4).round() / 1e2;
            let needed = self.luck.needed.map_or(String::new(), |needed| {
                format!(" About {} fight numbers would do: --fights {needed}.", thousands(needed))
            });
            warnings.push(format!("Not every share is known to \u{b1} {precision} points.{needed}"));
        }
        warnings
    }

    /// All shares: outcome, division, group and shares.
    fn rows(&self) -> Vec<(&Divided, Division, &DiceGroup, Shares, u64)> {
        let mut rows = Vec::new();
        for outcome in &self.luck.outcomes {
            for (place, &division) in self.plan.divisions.iter().enumerate() {
                for (index, group) in self.luck.groups[place].iter().enumerate() {
                    let shares = outcome.shares(place, index, self.plan.level);
                    let changed = outcome.trio(place, index).changed();
                    rows.extend(shares.map(|shares| (outcome, division, group, shares, changed)));
                }
            }
        }
        rows
    }
}

impl Study for WhyReport {
    fn sheet(&self) -> Result<Sheet, Failure> {
        let LuckShares { fights, played, unrolled, .. } = &self.luck;
        let rolled = match &unrolled[..] {
            [] => String::new(),
            some => {
                format!("; nobody rolled {} dice", listed(&some.iter().map(|one| one.word().to_owned()).collect::<Vec<_>>()))
            }
        };
        Ok(Sheet {
            origin: self.origin.clone(),
            finished: !self.luck.interrupted,
            kind: "where the luck sits",
            about: "which dice decide it".into(),
            answers: self.answers().iter().map(|answer| capitalised(answer)).collect(),
            source: format!(
                "n = {}, each again and again with some of its dice rolled anew: {} fights in all, seed {}{rolled}",
                thousands(*fights),
                thousands(*played),
                self.origin.seed
            ),
            meaning: format!(
                "Shares of the variance between fights (Sobol' indices, by pick and freeze), each with its interval at {}.",
                percent(self.plan.level)
            ),
            warnings: self.warnings(),
            pictures: self.pictures()?,
            sections: self.sections(),
        })
    }

    fn known(&self) -> Value {
        let level = self.plan.level;
        let LuckShares { fights, played, met, needed, unrolled, .. } = &self.luck;
        let outcome = |outcome: &Divided| {
            let divisions = self.plan.divisions.iter().enumerate().map(|(place, division)| {
                let groups = self.luck.groups[place].iter().enumerate().filter_map(|(index, group)| {
                    let shares = outcome.shares(place, index, level)?;
                    Some(json!({
                        "dice": group.name(), "owner": group.owner, "purpose": group.purpose.map(Purpose::word),
                        "alone": interval_json(Some(shares.alone)), "total": interval_json(Some(shares.total)),
                        "changed": outcome.trio(place, index).changed(),
                    }))
                });
                let groups: Vec<_> = groups.collect();
                json!({ "by": division.name(), "groups": groups, "interplay": interval_json(outcome.interplay(place, level)) })
            });
            let divisions: Vec<_> = divisions.collect();
            json!({ "outcome": outcome.key, "kind": if outcome.event { "share" } else { "mean" }, "divisions": divisions })
        };
        let all = self.luck.outcomes.iter().filter(|outcome| outcome.undivided().is_none());
        let undivided = self.undivided().into_iter().map(|(key, why)| json!({ "outcome": key, "why": why }));
        let known = json!({
            "numbers": fights, "played": played,
            "precision": { "asked": self.plan.precision, "met": met, "needed": needed }, "answers": self.answers(),
            "unrolled": unrolled.iter().map(|purpose| purpose.word()).collect::<Vec<_>>(),
            "outcomes": all.map(outcome).collect::<Vec<_>>(), "undivided": undivided.collect::<Vec<_>>(),
        });
        self.origin.json("why", known)
    }

    fn figures(&self) -> String {
        let rows = Rows::of(self.rows())
            .column("outcome", |(outcome, ..)| outcome.key.clone())
            .column("by", |(_, division, ..)| division.name())
            .column("dice", |(_, _, group, ..)| group.name())
            .interval(["alone", "alone_low", "alone_high"], |(.., shares, _)| Some(shares.alone))
            .interval(["total", "total_low", "total_high"], |(.., shares, _)| Some(shares.total))
            .column("changed", |(.., changed)| *changed)
            .column("n", |_| self.luck.fights);
        rows.csv()
    }
}
