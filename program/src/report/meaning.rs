//! Meanings: what each metric tells, as a sentence.
//!
//! Owns the sentences of what all systems measure, and how a sentence is made of the heading, the unit and the scale of whatever
//! else a core measures. Start at [`sentence`].

use frame::fight::{Metric, Scale};

/// The measures of all or several systems, by family.
const SENTENCES: [(&str, &str); 24] = [
    (
        "winner",
        "Tells who won; nobody did in a draw, where no side was left, and in a timeout, where the most rounds were reached.",
    ),
    ("rounds", "Counts the rounds that the fight took."),
    ("seconds", "Counts the seconds that the fight took."),
    ("standing", "Counts those of the side who could still act at the end."),
    ("victory_rounds", "Counts the rounds of the fight, of the fights that this side won."),
    ("fights_won", "Counts the fights of the day that this side won."),
    ("out", "Yes if the combatant could not act any more at the end, or had left the fight."),
    ("dead", "Yes if the combatant was dead at the end."),
    ("down", "Yes if the combatant lay there at the end, alive and unable to act."),
    ("fled", "Yes if the combatant left the fight."),
    ("hp", "Tells the hit points that were left at the end."),
    ("hp_max", "Tells the maximum of hit points at the end."),
    ("fatigue", "Tells the fatigue at the end."),
    ("stamina", "Tells the stamina that was left at the end."),
    ("exhaustion", "Tells the exhaustion at the end."),
    ("out_round", "Tells the round in which the combatant went out, of the fights in which it did."),
    ("death_round", "Tells the round in which the combatant died, of the fights in which it did."),
    ("damage_dealt", "Counts the damage that the combatant dealt, before anything stopped it."),
    ("damage_taken", "Counts the damage that the combatant met with."),
    ("attacks", "Counts the attacks that the combatant made."),
    ("blows", "Counts the attacks that the combatant made."),
    ("hits", "Counts the attacks of the combatant that did something."),
    ("turns", "Counts the turns that the combatant had."),
    ("went_first", "Counts the rounds in which the combatant acted before everybody else."),
];

/// Words of a heading that tell of how something is at the end, not of how often it happened.
const OF_THE_END: [&str; 4] = ["left", "at the end", "maximum", "worth"];

/// The meaning of a metric, as a sentence; `of_state` is true of what is read off the state at the end, not counted on the way. `named`
/// are the families that have their names from whoever wrote the rules: a system's own words say nothing about them.
#[must_use]
pub fn sentence(metric: &Metric, of_state: bool, named: &[String]) -> String {
    // On a day the part of the day stands before the family.
    let family = metric.family.rsplit_once('.').map_or(metric.family.as_str(), |(_, own)| own);
    let known = SENTENCES.iter().find(|(known, _)| *known == family);
    if let Some((_, sentence)) = known.filter(|_| !named.iter().any(|named| named == family)) {
        return (*sentence).to_owned();
    }
    let label = metric.label.as_str();
    match &metric.scale {
        Scale::Category(_) => format!("Tells {label}, as one of its words."),
        Scale::Flag => format!("Yes in fights in which this came about: {label}."),
        Scale::Moment => format!("Tells the {}, of the fights in which it came.", label.strip_prefix("the ").unwrap_or(label)),
        Scale::Amount(unit) => {
            let unit = if label.to_lowercase().contains(&unit.to_lowercase()) { String::new() } else { format!(", in {unit}") };
            let ends = of_state || OF_THE_END.iter().any(|word| label.contains(word));
            let at_end = if ends && !label.contains("at the end") { " at the end" } else { "" };
            if ends { format!("Tells {label}{at_end}{unit}.") } else { format!("Counts {label}{unit}, in the whole fight.") }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use frame::fight::Subject;

    #[test]
    fn every_scale_makes_a_sentence() {
        let told = |family: &str, label: &str, scale, of_state| {
            sentence(&Metric::of("Ada", Subject::Fight, family, label, scale), of_state, &[])
        };
        let of = |family: &str, label: &str, scale| told(family, label, scale, false);
        assert_eq!(of("dead", "dead", Scale::Flag), "Yes if the combatant was dead at the end.");
        assert_eq!(of("arm_lost", "arm lost", Scale::Flag), "Yes in fights in which this came about: arm lost.");
        let fled = Metric::of("Ada", Subject::Fight, "fled", "fled", Scale::Amount("fled"));
        assert_eq!(sentence(&fled, false, &["fled".to_owned()]), "Counts fled, in the whole fight.");
        assert_eq!(of("gold", "gold", Scale::Amount("gold")), "Counts gold, in the whole fight.");
        assert_eq!(of("healed", "healing done", Scale::Amount("HP")), "Counts healing done, in HP, in the whole fight.");
        assert_eq!(of("dust", "dust left", Scale::Amount("units")), "Tells dust left at the end, in units.");
        assert_eq!(told("str", "STR", Scale::Amount("points"), true), "Tells STR at the end, in points.");
        assert_eq!(of("tired", "round of tiring", Scale::Moment), "Tells the round of tiring, of the fights in which it came.");
    }
}
