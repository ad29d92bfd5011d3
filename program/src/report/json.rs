//! The report as JSON, for other programs. The version of its layout grows when a key changes its meaning or goes away.

use serde_json::{Map, Value, json};

use crate::report::answer::{verdict, warnings};
use crate::report::figure::{Figure, Kind};
use crate::report::input::Outcome;
use crate::report::lines;
use crate::report::reading::Reading;
use crate::report::table::Table;
use frame::exact::NEGLIGIBLE;
use frame::fight::Scale;

/// Version of the layout.
pub const SCHEMA_VERSION: u32 = 1;

/// The whole report.
#[must_use]
pub fn json(reading: &Reading, outcome: &Outcome, tables: &[Table]) -> Value {
    let facts = reading.facts;
    let fights = match outcome {
        Outcome::Counted(tally) => json!({
            "from": facts.fights.start,
            "to": facts.fights.end,
            "counted": tally.fights(),
            "interrupted": facts.interrupted,
        }),
        Outcome::Exact(solved) => json!({
            "exact": solved.unresolved <= NEGLIGIBLE && solved.played.is_none(),
            "finished": solved.stopped.is_none(),
            "unresolved": solved.unresolved,
            "played_on": solved.played.as_ref().map(|played| json!({
                "fights": played.tally.fights(),
                "probability": played.mass,
            })),
        }),
    };
    let side = |index: usize| facts.sides[index].as_str();
    json!({
        "schema": SCHEMA_VERSION,
        "tool": facts.tool,
        "title": facts.title,
        "about": facts.about,
        "system": facts.system,
        "scenario": facts.scenario,
        "digest": facts.digest,
        "seed": facts.seed,
        "scheme": facts.scheme,
        "command": facts.command,
        "confidence": facts.level.confidence(),
        "fights": fights,
        "verdict": verdict(reading),
        "warnings": warnings(reading).iter().map(super::answer::Warning::text).collect::<Vec<_>>(),
        "precision": facts.precision.as_ref().map(|precision| json!({
            "asked": precision.asked,
            "met": precision.reached.met,
            "limiting": precision.reached.limiting,
            "reach": precision.reached.reach,
            "fights_needed": precision.reached.fights_needed,
        })),
        "sides": facts.sides,
        "combatants": facts.combatants.iter().map(|one| json!({ "name": one.name, "side": side(one.side.index()) })).collect::<Vec<_>>(),
        "patches": facts.patches.iter().map(|patch| json!({
            "path": patch.path, "value": patch.value, "published": patch.published,
        })).collect::<Vec<_>>(),
        "expectations": facts.expectations.iter().map(|expected| json!({
            "that": expected.that, "verdict": expected.verdict, "because": expected.because,
        })).collect::<Vec<_>>(),
        "notable": facts.notable.iter().map(|fight| json!({
            "label": fight.label, "fight": fight.fight, "command": fight.command,
        })).collect::<Vec<_>>(),
        "lines": lines::json(reading),
        "tables": tables.iter().map(of_table).collect::<Vec<_>>(),
        "metrics": metrics(reading, outcome),
    })
}

/// A table as JSON; figures that are not known are left out.
pub(super) fn of_table(table: &Table) -> Value {
    let rows = table.rows.iter().map(|row| {
        let cells = table.columns.iter().zip(&row.cells);
        let figures: Map<String, Value> =
            cells.filter_map(|(column, figure)| Some((column.clone(), of_figure(figure.as_ref()?)))).collect();
        json!({ "name": row.name, "figures": figures })
    });
    json!({ "title": table.title, "rows": rows.collect::<Vec<_>>() })
}

/// A figure as JSON: with its limits where it has any, and with its counts where it is not exact.
pub(super) fn of_figure(figure: &Figure) -> Value {
    if figure.exact && figure.bounded() {
        return json!({ "value": figure.value, "low": figure.low, "high": figure.high, "exact": false, "bounds": true });
    }
    if figure.exact {
        return json!({ "value": figure.value, "exact": true });
    }
    let mut value = json!({ "value": figure.value, "low": figure.low, "high": figure.high, "n": figure.n });
    if let Kind::Share(Some(count)) = figure.kind {
        value["count"] = count.into();
    }
    value
}

/// Every metric with its whole distribution.
fn metrics(reading: &Reading, outcome: &Outcome) -> Vec<Value> {
    let known = reading.catalogue.metrics.iter().enumerate().filter(|(index, _)| reading.knows(*index));
    known
        .map(|(index, metric)| {
            let (kind, labels, unit) = match &metric.scale {
                Scale::Category(labels) => ("category", Some(labels), None),
                Scale::Flag => ("flag", None, None),
                Scale::Amount(unit) => ("amount", None, Some(*unit)),
                Scale::Moment => ("moment", None, None),
            };
            let mut value = json!({ "key": metric.key, "family": metric.family, "label": metric.label, "kind": kind });
            value["about"] = reading.who(metric.subject).0.into();
            if let Some(labels) = labels {
                value["labels"] = json!(labels);
            }
            if let Some(unit) = unit {
                value["unit"] = unit.into();
            }
            match outcome {
                Outcome::Counted(tally) => {
                    value["n"] = tally.n(index).into();
                    value["counts"] = json!(tally.counts(index));
                }
                Outcome::Exact(solved) => {
                    let sample = solved.played.as_ref().and_then(|played| played.sample(index));
                    value["exact"] = (solved.settled(index) && sample.is_none()).into();
                    value["unresolved"] = solved.unfollowed(index).into();
                    value["probabilities"] = json!(solved.metrics[index].iter().collect::<Vec<_>>());
                    if let Some(played) = &solved.played {
                        value["n"] = played.tally.n(index).into();
                        value["counts"] = json!(played.tally.counts(index));
                        let drawn = played.sample(index);
                        value["played_on"] =
                            json!(drawn.map(|drawn| json!({ "fights": drawn.fights, "probability": drawn.mass })));
                    }
                }
            }
            value
        })
        .collect()
}
