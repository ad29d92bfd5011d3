//! Day: the plan of fights, rests and travel, with sides for names.
//!
//! Owns what makes a day whole. Start at [`legs`].

use super::complaint::Complaints;
use super::document::{Document, Format};
use super::enlist::SIDES_MOST;
use super::words;
use crate::fight::Side;
use crate::fight::day::{Leg, Sides};

/// The plan of the day. Without one it is one fight of all sides. What is wrong goes to `complaints`; then the plan is of no
/// use.
pub fn legs<F: Format>(document: &Document<F>, complaints: &mut Complaints) -> Vec<Leg<F::Rest>> {
    if document.side.len() < 2 {
        complaints.error("side", "there is only one side").help("a fight needs two: add another `[[side]]`");
    }
    if document.day.is_empty() {
        return vec![Leg::Fight(Sides::all(document.side.len().min(SIDES_MOST)))];
    }
    let texts = || (0..).map(|index: usize| format!("day[{index}]")).zip(&document.day);
    let fights: Vec<Option<Sides>> =
        texts().map(|(path, text)| text.fight.as_ref().and_then(|names| fight(document, &path, names, complaints))).collect();
    let usual = companions(fights.iter().flatten().copied());
    let mut legs = Vec::new();
    for ((path, text), met) in texts().zip(fights) {
        let along = |complaints: &mut Complaints| match &text.sides {
            None => Some(usual),
            Some(names) => named(document, &format!("{path}.sides"), names, "name each side once", complaints),
        };
        match (&text.fight, text.rest, text.travel) {
            (Some(_), None, None) => {
                if text.sides.is_some() {
                    complaints
                        .error(format!("{path}.sides"), "a fight has no `sides`")
                        .help("`fight` itself names those that meet; `sides` says who rests or travels");
                }
                legs.extend(met.map(Leg::Fight));
            }
            (None, Some(rest), None) => legs.extend(along(complaints).map(|sides| Leg::Rest(rest, sides))),
            (None, None, Some(minutes)) => legs.extend(along(complaints).map(|sides| Leg::Travel(minutes, sides))),
            (fight, rest, travel) => {
                let count = usize::from(fight.is_some()) + usize::from(rest.is_some()) + usize::from(travel.is_some());
                let message = match count {
                    0 => "this part of the day is empty".to_owned(),
                    _ => format!("this part of the day is {count} things at once"),
                };
                complaints.error(path, message).help("give exactly one of `fight`, `rest` and `travel`");
            }
        }
    }
    if !document.day.iter().any(|text| text.fight.is_some()) {
        complaints.error("day", "nobody fights on this day").help("add a part with `fight = [...]`, or leave `day` out");
    }
    legs
}

/// Who rests and travels when the plan does not say it: the sides whose day goes on after a fight, those that meet in more than
/// one of them; the first side when there is none.
fn companions(fights: impl Iterator<Item = Sides>) -> Sides {
    let again = Sides::repeated(fights);
    if again.is_empty() { Sides::all(1) } else { again }
}

/// The sides that meet.
fn fight<F: Format>(document: &Document<F>, path: &str, names: &[String], complaints: &mut Complaints) -> Option<Sides> {
    let path = format!("{path}.fight");
    let sides = named(document, &path, names, "a side cannot fight itself", complaints)?;
    if sides.len() < 2 {
        complaints.error(path, "a fight needs at least two sides").help("name those that meet");
        return None;
    }
    Some(sides)
}

/// The sides of these names.
fn named<F: Format>(
    document: &Document<F>,
    path: &str,
    names: &[String],
    once: &'static str,
    complaints: &mut Complaints,
) -> Option<Sides> {
    let mut sides = Sides::NONE;
    let mut sound = true;
    for (index, name) in names.iter().enumerate() {
        let at = format!("{path}[{index}]");
        match document.side.iter().take(SIDES_MOST).position(|side| side.name == *name).map(|side| Side(side as u8)) {
            Some(side) if sides.has(side) => {
                complaints.error(at, format!("`{name}` is named twice")).help(once);
                sound = false;
            }
            Some(side) => sides = sides.with(side),
            // Of sides beyond the most it is said that they are too many.
            None if document.side.iter().any(|side| side.name == *name) => sound = false,
            None => {
                let known = document.side.iter().map(|side| side.name.as_str());
                complaints.error(at, format!("there is no side `{name}`")).help.extend(words::meant(name, known));
                sound = false;
            }
        }
    }
    sound.then_some(sides)
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;
    use crate::scenario::testing::{Duel, HEAD, Rest, SIDES, complaints, scenario};

    fn plan(day: &str) -> Vec<Leg<Rest>> {
        let mut complaints = Complaints::default();
        let legs = legs::<Duel>(&scenario(&format!("{HEAD}{day}{SIDES}"), &[]).document, &mut complaints);
        assert_eq!(complaints.into_list(), []);
        legs
    }

    fn wrong(text: &str) -> String {
        complaints(text, |document, complaints| {
            legs(document, complaints);
        })
    }

    #[test]
    fn without_a_day_there_is_one_fight_of_all_sides() {
        assert_eq!(plan(""), [Leg::Fight(Sides::all(2))]);
    }

    #[test]
    fn a_day_is_played_in_its_order() {
        let day = "day = [{ travel = 30 }, { fight = [\"Blues\", \"Reds\"] }, { rest = \"long\" }]\n";
        let first = Sides::all(1);
        assert_eq!(plan(day), [Leg::Travel(30, first), Leg::Fight(Sides::all(2)), Leg::Rest(Rest::Long, first)]);
    }

    #[test]
    fn those_rest_who_meet_in_more_than_one_fight_unless_the_plan_names_others() {
        let day = |second: &str| {
            format!(
                "day = [{{ rest = \"long\" }}, {{ fight = [\"Blues\", \"Reds\"] }}, {{ fight = [{second}] }}, {{ travel = 5, sides = [\"Blues\"] }}]\n"
            )
        };
        let others = "[[side]]\nname = \"Greens\"\ncombatant = [{ name = \"Gus\" }]\n";
        let who = |second: &str| {
            let mut complaints = Complaints::default();
            let legs = legs::<Duel>(&scenario(&format!("{HEAD}{}{SIDES}{others}", day(second)), &[]).document, &mut complaints);
            assert_eq!(complaints.into_list(), []);
            [legs[0].sides(), legs[3].sides()].map(|sides| sides.map(|side| side.0).collect::<Vec<_>>())
        };
        assert_eq!(who("\"Blues\", \"Greens\""), [vec![1], vec![1]]);
        assert_eq!(who("\"Reds\", \"Blues\""), [vec![0, 1], vec![1]]);
    }

    #[test]
    fn sides_of_a_rest_are_named_once_and_exist_and_a_fight_has_none() {
        assert_snapshot!(wrong(&format!("{HEAD}[[day]]\nfight = [\"Reds\", \"Blues\"]\nsides = [\"Reds\"]\n[[day]]\nrest = \"long\"\nsides = [\"Red\", \"Blues\", \"Blues\"]\n{SIDES}")), @r#"
        error: a fight has no `sides`
         --> duel.toml:6:9
          |
        6 | sides = ["Reds"]
          |         ^^^^^^^^
          |
          = help: `fight` itself names those that meet; `sides` says who rests or travels

        error: there is no side `Red`
         --> duel.toml:9:10
          |
        9 | sides = ["Red", "Blues", "Blues"]
          |          ^^^^^
          |
          = help: did you mean `Reds`?

        error: `Blues` is named twice
         --> duel.toml:9:26
          |
        9 | sides = ["Red", "Blues", "Blues"]
          |                          ^^^^^^^
          |
          = help: name each side once

        sparring: 3 errors
        "#);
    }

    #[test]
    fn a_part_of_a_day_is_exactly_one_thing() {
        assert_snapshot!(wrong(&format!("{HEAD}day = [{{ fight = [\"Reds\", \"Blues\"], travel = 3 }}, {{}}]\n{SIDES}")), @r#"
        error: this part of the day is 2 things at once
         --> duel.toml:4:8
          |
        4 | day = [{ fight = ["Reds", "Blues"], travel = 3 }, {}]
          |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          |
          = help: give exactly one of `fight`, `rest` and `travel`

        error: this part of the day is empty
         --> duel.toml:4:51
          |
        4 | day = [{ fight = ["Reds", "Blues"], travel = 3 }, {}]
          |                                                   ^^
          |
          = help: give exactly one of `fight`, `rest` and `travel`

        sparring: 2 errors
        "#);
    }

    #[test]
    fn sides_that_are_not_there_or_named_twice() {
        assert_snapshot!(wrong(&format!("{HEAD}[[day]]\nfight = [\"Red\", \"Blues\", \"Greens\"]\n[[day]]\nfight = [\"Reds\", \"Reds\"]\n{SIDES}")), @r#"
        error: there is no side `Red`
         --> duel.toml:5:10
          |
        5 | fight = ["Red", "Blues", "Greens"]
          |          ^^^^^
          |
          = help: did you mean `Reds`?

        error: there is no side `Greens`
         --> duel.toml:5:26
          |
        5 | fight = ["Red", "Blues", "Greens"]
          |                          ^^^^^^^^
          |
          = help: there are: `Reds`, `Blues`

        error: `Reds` is named twice
         --> duel.toml:7:18
          |
        7 | fight = ["Reds", "Reds"]
          |                  ^^^^^^
          |
          = help: a side cannot fight itself

        sparring: 3 errors
        "#);
    }

    #[test]
    fn a_fight_of_one() {
        assert_snapshot!(wrong(&format!("{HEAD}[[day]]\nfight = [\"Reds\"]\n{SIDES}")), @r#"
        error: a fight needs at least two sides
         --> duel.toml:5:9
          |
        5 | fight = ["Reds"]
          |         ^^^^^^^^
          |
          = help: name those that meet

        sparring: 1 error
        "#);
    }

    #[test]
    fn a_day_without_a_fight() {
        assert_snapshot!(wrong(&format!("{HEAD}[[day]]\nrest = \"short\"\n{SIDES}")), @r#"
        error: nobody fights on this day
         --> duel.toml:4:1
          |
        4 | [[day]]
          | ^^^^^^^
          |
          = help: add a part with `fight = [...]`, or leave `day` out

        sparring: 1 error
        "#);
    }

    #[test]
    fn a_scenario_of_one_side() {
        assert_snapshot!(wrong(&format!("{HEAD}[[side]]\nname = \"Reds\"\ncombatant = [{{ name = \"Ann\" }}]\n")), @r#"
        error: there is only one side
         --> duel.toml:4:1
          |
        4 | [[side]]
          | ^^^^^^^^
          |
          = help: a fight needs two: add another `[[side]]`

        sparring: 1 error
        "#);
    }
}
