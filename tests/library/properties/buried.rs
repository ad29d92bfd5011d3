//! Fights with combatants who are buried as soon as they are settled, beside fights that carry everybody on to the end.
//!
//! Owns what the exact solver takes for granted when it [tells metrics early](Rules::told_early): nothing changes any more in somebody
//! who is settled, and nobody else reads what is forgotten of it. Start at [`buried`].

use frame::dice::Streams;
use frame::fight::day::Leg;
use frame::fight::watch::Silent;
use frame::fight::{ABSENT, Counts, Ending, Progress, Slots, Subject, Table};
use frame::rules::{Loaded, Rules};

/// The ending of a fight, and its metrics that are read off its last state.
type End = (Ending, Vec<i64>);

/// Plays the only fight of a scenario once as it is and once with everybody buried who is settled, by the same dice. Returns the metrics that
/// differ; nothing for a day.
pub fn buried<R: Rules>(loaded: &Loaded<R>, seed: u64, number: u64) -> Vec<String> {
    if loaded.plan.legs.len() != 1 {
        return Vec::new();
    }
    let ((ending, whole), (other, told)) = (play(loaded, seed, number, false), play(loaded, seed, number, true));
    let metrics = &loaded.rules.catalogue().metrics;
    let apart = whole.iter().zip(&told).zip(metrics).filter(|((whole, told), _)| whole != told);
    let mut wrong: Vec<String> =
        apart.map(|((whole, told), metric)| format!("{}: {whole}, but {told} with the buried", metric.key)).collect();
    if ending != other {
        wrong.push(format!("{ending:?}, but {other:?} with the buried"));
    }
    wrong
}

/// Plays a fight, and buries those who are settled if that is wanted; what is told of them early is taken from them then.
fn play<R: Rules>(loaded: &Loaded<R>, seed: u64, number: u64, buries: bool) -> End {
    let rules = &loaded.rules;
    let identities: Vec<u64> = loaded.combatants.iter().map(|entry| entry.identity).collect();
    let mut dice = Streams::new(seed, &identities);
    dice.begin(number);
    let (mut table, mut fight) = (Table { dice, watch: Silent }, rules.blank());
    let (counts, of_state) = (Counts::new(identities.len(), rules.counters()), rules.metrics_of_state());
    let metrics = &rules.catalogue().metrics[..of_state];
    let (mut values, mut told) = (vec![ABSENT; rules.catalogue().metrics.len()], vec![None; of_state]);
    let mut settled = Slots::NONE;
    rules.open(&mut fight, &mut table);
    let Leg::Fight(sides) = loaded.plan.legs[0] else { return (Ending::Draw, Vec::new()) };
    let mut over = rules.meet(sides, &mut fight, &mut table);
    loop {
        let all = if over.is_some() { Slots::first(identities.len()) } else { rules.settled(&fight) };
        for who in all.those(|who| !settled.has(who)) {
            if buries {
                rules.measure(&fight, sides, &counts, Ending::Draw, &mut values);
                for (index, metric) in metrics.iter().enumerate() {
                    if metric.subject == Subject::Combatant(who) && rules.told_early().contains(&metric.family.as_str()) {
                        told[index] = Some(values[index]);
                    }
                }
                rules.bury(who, over.is_some(), &mut fight);
            }
            settled = settled.with(who);
        }
        if let Some(ending) = over {
            rules.measure(&fight, sides, &counts, ending, &mut values);
            let end = values.iter().zip(&told).map(|(value, told)| told.unwrap_or(*value)).collect();
            return (ending, end);
        }
        over = match rules.step(&mut fight, &mut table) {
            Progress::Over(ending) => Some(ending),
            Progress::Turn | Progress::Round => None,
        };
    }
}
