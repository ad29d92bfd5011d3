//! Day: the plan of fights, rests and travel, with sides for names and repetitions written out.
//!
//! Owns what makes a day whole. Conditions are texts here: what they mean is for [`rules`](crate::rules). Start at [`legs`].

use super::complaint::Complaints;
use super::document::{Document, Format, LegText};
use super::enlist::SIDES_MOST;
use super::words;
use crate::fight::Side;
use crate::fight::day::{Leg, Sides, Strikes};

/// The most parts of a day, with repetitions written out.
pub const LEGS_MOST: usize = 2000;
/// The most groups inside each other.
const DEPTH_MOST: usize = 4;

/// A part of a day as it is planned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planned<'a, R> {
    /// The part itself.
    pub leg: Leg<R>,
    /// Those who are met afresh.
    pub fresh: Sides,
    /// True if it belongs to parts that are repeated.
    pub repeated: bool,
    /// Of a hazard: its name, and whom it strikes.
    pub peril: Peril<'a>,
    /// The questions that are asked before it, in this order.
    pub leaps: Vec<LeapText<'a>>,
}

/// The name of a hazard, and those whom it strikes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Peril<'a> {
    /// Its name; empty when it has none.
    pub name: &'a str,
    /// The number of those that it strikes.
    pub strikes: Strikes,
    /// Names of those whom it can strike, with their path; everybody where nobody is named.
    pub who: Option<(&'a [String], String)>,
}

/// The hazards of a document with their paths, in its order: by this order they have their numbers.
pub fn hazards<F: Format>(document: &Document<F>) -> Vec<(String, &F::Hazard)> {
    fn walk<'a, F: Format>(parts: &'a [LegText<F>], path: &str, found: &mut Vec<(String, &'a F::Hazard)>) {
        for (index, part) in parts.iter().enumerate() {
            let path = format!("{path}[{index}]");
            found.extend(part.hazard.iter().map(|hazard| (format!("{path}.hazard"), hazard)));
            walk(part.parts.as_deref().unwrap_or_default(), &format!("{path}.parts"), found);
        }
    }
    let mut found = Vec::new();
    walk(&document.day, "day", &mut found);
    found
}

/// A condition, and where the day goes on by it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeapText<'a> {
    /// The condition.
    pub text: &'a str,
    /// Its path.
    pub path: String,
    /// The day goes on elsewhere when the condition is this.
    pub when: bool,
    /// The index of the part with which it goes on then; one more than the last for none.
    pub to: usize,
}

/// The plan of the day. Without one it is one fight of all sides. What is wrong goes to `complaints`; then the plan is of no
/// use.
pub fn legs<'a, F: Format>(document: &'a Document<F>, complaints: &mut Complaints) -> Vec<Planned<'a, F::Rest>> {
    if document.side.len() < 2 {
        complaints.error("side", "there is only one side").help("a fight needs two: add another `[[side]]`");
    }
    if document.day.is_empty() {
        let leg = Leg::Fight(Sides::all(document.side.len().min(SIDES_MOST)));
        return vec![Planned { leg, fresh: Sides::NONE, repeated: false, peril: Peril::default(), leaps: Vec::new() }];
    }
    let hazards = hazards(document).into_iter().map(|(path, _)| path).collect();
    let mut planner = Planner { document, complaints, companions: Sides::NONE, hazards, legs: Vec::new(), full: false };
    let mut fights = Vec::new();
    planner.fights(&document.day, &mut fights);
    let met = fights.len();
    planner.companions = companions(&fights);
    planner.parts(&document.day, "day", 0);
    let (legs, full) = (planner.legs, planner.full);
    if met == 0 {
        complaints.error("day", "nobody fights on this day").help("add a part with `fight = [...]`, or leave `day` out");
    }
    if full {
        complaints
            .error("day", format!("with its repetitions this day has more than {LEGS_MOST} parts"))
            .help("let `repeat` be smaller");
    }
    match &legs[..] {
        [only] if only.leaps.iter().any(|leap| !leap.when) => {
            let path = only.leaps[0].path.clone();
            complaints.error(path, "the only part of a day has no condition").help("leave `when` out");
        }
        _ => {}
    }
    legs
}

/// Those who rest and travel when the plan does not say it: the sides whose day goes on after a fight, those that meet in more
/// than one of them other than afresh; the first side when there is none.
fn companions(fights: &[(Sides, Sides)]) -> Sides {
    let again = Sides::lasting(fights.iter().copied());
    if again.is_empty() { Sides::all(1) } else { again }
}

/// Writes out a plan.
struct Planner<'a, 'c, F: Format> {
    document: &'a Document<F>,
    complaints: &'c mut Complaints,
    /// Those who rest and travel when nobody is named.
    companions: Sides,
    /// Paths of the hazards.
    hazards: Vec<String>,
    legs: Vec<Planned<'a, F::Rest>>,
    /// True if there are more than there may be.
    full: bool,
}

impl<'a, F: Format> Planner<'a, '_, F> {
    /// The sides that meet in each fight, and those of them that meet afresh; of repeated ones the first two are enough.
    fn fights(&self, parts: &'a [LegText<F>], fights: &mut Vec<(Sides, Sides)>) {
        let sides = |names: &[String]| names.iter().filter_map(|name| side_named(self.document, name)).collect::<Sides>();
        for part in parts {
            if let Some(names) = &part.fight {
                fights.push((sides(names), part.fresh.as_deref().map_or(Sides::NONE, sides)));
            }
            for _ in 0..part.repeat.unwrap_or(1).min(2) {
                part.parts.iter().for_each(|parts| self.fights(parts, fights));
            }
        }
    }

    /// Appends these parts, in groups that stand inside of so many others.
    fn parts(&mut self, parts: &'a [LegText<F>], path: &str, depth: usize) {
        for (index, text) in parts.iter().enumerate() {
            let path = format!("{path}[{index}]");
            self.sound(text, &path);
            match &text.parts {
                Some(parts) if depth < DEPTH_MOST => self.group(text, parts, &path, depth),
                Some(_) => {
                    self.complaints
                        .error(format!("{path}.parts"), format!("more than {DEPTH_MOST} groups stand inside each other"));
                }
                None => self.part(text, &path),
            }
        }
    }

    /// Complains unless a part is exactly one thing and has nothing that belongs to another.
    fn sound(&mut self, text: &LegText<F>, path: &str) {
        let (fight, group) = (text.fight.is_some(), text.parts.is_some());
        let hazard = text.hazard.is_some();
        let count = [fight, text.rest.is_some(), text.travel.is_some(), hazard, group].into_iter().filter(|is| *is).count();
        if count != 1 {
            let message = match count {
                0 => "this part of the day is empty".to_owned(),
                _ => format!("this part of the day is {count} things at once"),
            };
            self.complaints.error(path, message).help("give exactly one of `fight`, `rest`, `travel`, `hazard` and `parts`");
            return;
        }
        if fight && text.sides.is_some() {
            self.complaints
                .error(format!("{path}.sides"), "a fight has no `sides`")
                .help("`fight` itself names those that meet; `sides` says who rests, travels or runs into a hazard");
        }
        let of_hazards = [("name", text.name.is_some()), ("who", text.who.is_some()), ("strikes", text.strikes.is_some())];
        for (key, _) in of_hazards.into_iter().filter(|(_, given)| *given && !hazard) {
            self.complaints
                .only(format!("{path}.{key}"), "a hazard", &format!("`{key}`"))
                .help("`hazard = { ... }` says what it does");
        }
        if group && text.sides.is_some() {
            self.complaints.error(format!("{path}.sides"), "a group has no `sides`").help("each of its `parts` has its own");
        }
        if !fight && text.fresh.is_some() {
            self.complaints.only(format!("{path}.fresh"), "a fight", "`fresh`").help("it says who is met afresh");
        }
        for (key, given) in [("repeat", text.repeat.is_some()), ("until", text.until.is_some())] {
            if given && !group {
                self.complaints
                    .only(format!("{path}.{key}"), "a group", &format!("`{key}`"))
                    .help(format!("write `parts = [{{ ... }}]` with what is repeated, and `{key}` beside it"));
            }
        }
        if group && text.until.is_some() && text.repeat.unwrap_or(1) == 1 {
            self.complaints
                .error(format!("{path}.until"), "parts that are played once do not end earlier")
                .help("say how often at most: `repeat = 20`");
        }
    }

    /// Parts that belong together, as often as they are repeated.
    fn group(&mut self, text: &'a LegText<F>, parts: &'a [LegText<F>], path: &str, depth: usize) {
        let first = self.legs.len();
        let mut rounds = Vec::new();
        for _ in 0..text.repeat.unwrap_or(1) {
            if self.full {
                break;
            }
            rounds.push(self.legs.len());
            self.parts(parts, &format!("{path}.parts"), depth + 1);
        }
        let to = self.legs.len();
        let repeats = rounds.len() > 1;
        self.legs[first..].iter_mut().for_each(|leg| leg.repeated |= repeats);
        // The conditions of a group are asked before those of its parts.
        if let Some(until) = &text.until {
            for &round in rounds.iter().skip(1) {
                self.leap(round, LeapText { text: until, path: format!("{path}.until"), when: true, to });
            }
        }
        if let Some(when) = &text.when {
            self.leap(first, LeapText { text: when, path: format!("{path}.when"), when: false, to });
        }
    }

    /// Asks something before everything else that is asked before this part.
    fn leap(&mut self, leg: usize, leap: LeapText<'a>) {
        if let Some(leg) = self.legs.get_mut(leg) {
            leg.leaps.insert(0, leap);
        }
    }

    /// Checks one part of a day, and adds it to the plan unless that is full.
    fn part(&mut self, text: &'a LegText<F>, path: &str) {
        let Some((leg, fresh)) = self.leg(text, path) else { return };
        let peril = Peril {
            name: text.name.as_deref().unwrap_or_default(),
            strikes: text.strikes.unwrap_or_default(),
            who: text.who.as_deref().map(|names| (names, format!("{path}.who"))),
        };
        if self.legs.len() == LEGS_MOST {
            self.full = true;
            return;
        }
        let to = self.legs.len() + 1;
        let when = text.when.iter().map(|text| LeapText { text, path: format!("{path}.when"), when: false, to });
        self.legs.push(Planned { leg, fresh, repeated: false, peril, leaps: when.collect() });
    }

    /// The leg of a part, and those who are met afresh in it.
    fn leg(&mut self, text: &'a LegText<F>, path: &str) -> Option<(Leg<F::Rest>, Sides)> {
        if let Some(names) = &text.fight {
            let met = fight(self.document, path, names, self.complaints);
            let fresh = text.fresh.as_ref().map(|names| {
                let path = format!("{path}.fresh");
                let fresh = named(self.document, &path, names, "name each side once", self.complaints)?;
                if let (Some(met), false) = (met, met.is_none_or(|met| fresh.but(met).is_empty())) {
                    let stranger = fresh.but(met).next().map_or("", |side| &self.document.side[side.index()].name);
                    self.complaints
                        .error(path, format!("`{stranger}` does not meet here"))
                        .help("`fresh` names some of those that `fight` names");
                }
                Some(fresh)
            });
            return Some((Leg::Fight(met?), fresh.unwrap_or(Some(Sides::NONE))?));
        }
        let along = match &text.sides {
            None => Some(self.companions),
            Some(names) => named(self.document, &format!("{path}.sides"), names, "name each side once", self.complaints),
        };
        let leg = match (text.rest, text.travel, &text.hazard) {
            (Some(rest), None, None) => Leg::Rest(rest, along?),
            (None, Some(minutes), None) => Leg::Travel(minutes, along?),
            (None, None, Some(_)) => {
                let own = format!("{path}.hazard");
                let number = self.hazards.iter().position(|hazard| *hazard == own)?;
                Leg::Hazard(number as u16, along?)
            }
            _ => return None,
        };
        Some((leg, Sides::NONE))
    }
}

/// The side of this name.
pub fn side_named<F: Format>(document: &Document<F>, name: &str) -> Option<Side> {
    document.side.iter().take(SIDES_MOST).position(|side| side.name == name).map(|side| Side(side as u8))
}

/// The sides that meet.
fn fight<F: Format>(document: &Document<F>, path: &str, names: &[String], complaints: &mut Complaints) -> Option<Sides> {
    let path = format!("{path}.fight");
    let sides = named(document, &path, names, "a side cannot fight itself", complaints)?;
    if sides.len() < 2 {
        complaints.needs(path, "a fight", "at least two sides").help("name those that meet");
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
        match side_named(document, name) {
            Some(side) if sides.has(side) => {
                complaints.error(at, format!("`{name}` is named twice")).help(once);
                sound = false;
            }
            Some(side) => sides = sides.with(side),
            // Of sides beyond the most it is said that they are too many.
            None if document.side.iter().any(|side| side.name == *name) => sound = false,
            None => {
                let known = document.side.iter().map(|side| side.name.as_str());
                complaints.unknown(at, "side", name).help.extend(words::meant(name, known));
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
        let scenario = scenario(&format!("{HEAD}{day}{SIDES}"), &[]);
        let legs = legs::<Duel>(&scenario.document, &mut complaints);
        assert_eq!(complaints.into_list(), []);
        legs.into_iter().map(|planned| planned.leg).collect()
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
            let scenario = scenario(&format!("{HEAD}{}{SIDES}{others}", day(second)), &[]);
            let legs = legs::<Duel>(&scenario.document, &mut complaints);
            assert_eq!(complaints.into_list(), []);
            [legs[0].leg.sides(), legs[3].leg.sides()].map(|sides| sides.map(|side| side.0).collect::<Vec<_>>())
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
          = help: `fight` itself names those that meet; `sides` says who rests, travels or runs into a hazard

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
          = help: give exactly one of `fight`, `rest`, `travel`, `hazard` and `parts`

        error: this part of the day is empty
         --> duel.toml:4:51
          |
        4 | day = [{ fight = ["Reds", "Blues"], travel = 3 }, {}]
          |                                                   ^^
          |
          = help: give exactly one of `fight`, `rest`, `travel`, `hazard` and `parts`

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
    fn groups_are_written_out_with_what_is_asked_before_each_part() {
        let day = "day = [{ repeat = 2, until = \"over\", when = \"first\", parts = [{ fight = [\"Reds\", \"Blues\"], fresh = [\"Blues\"] }, { rest = \"long\", when = \"tired\" }] }, { travel = 5 }]\n";
        let scenario = scenario(&format!("{HEAD}{day}{SIDES}"), &[]);
        let mut complaints = Complaints::default();
        let legs = legs::<Duel>(&scenario.document, &mut complaints);
        assert_eq!(complaints.into_list(), []);
        let asked =
            |leg: &Planned<Rest>| leg.leaps.iter().map(|leap| (leap.text.to_owned(), leap.when, leap.to)).collect::<Vec<_>>();
        let leap = |text: &str, when, to| (text.to_owned(), when, to);
        assert_eq!(
            legs.iter().map(asked).collect::<Vec<_>>(),
            [
                vec![leap("first", false, 4)],
                vec![leap("tired", false, 2)],
                vec![leap("over", true, 4)],
                vec![leap("tired", false, 4)],
                vec![],
            ]
        );
        // The Blues are others each time: the day is that of the Reds.
        assert_eq!(legs[1].leg, Leg::Rest(Rest::Long, Sides::all(1)));
        assert!(legs[3].repeated && !legs[4].repeated && legs[2].fresh == Sides::all(2).but(Sides::all(1)));
    }

    #[test]
    fn what_belongs_to_groups_or_fights_alone_stands_nowhere_else() {
        assert_snapshot!(wrong(&format!(
            "{HEAD}[[day]]\nfight = [\"Reds\", \"Blues\"]\nfresh = [\"Blues\", \"Bleus\"]\nrepeat = 2\n[[day]]\nrest = \"long\"\nfresh = [\"Reds\"]\nuntil = \"true\"\n[[day]]\nparts = [{{ rest = \"long\" }}]\nuntil = \"true\"\nsides = [\"Reds\"]\n{SIDES}"
        )));
    }

    #[test]
    fn a_day_has_so_many_parts_at_the_most() {
        assert_snapshot!(wrong(&format!(
            "{HEAD}[[day]]\nrepeat = 1000\n[[day.parts]]\nrepeat = 3\n[[day.parts.parts]]\nfight = [\"Reds\", \"Blues\"]\n{SIDES}"
        )));
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
