//! The stage on which the rules of `cairn-ap` are tested: who stands on it, what everybody does, and what is seen afterwards.
//!
//! Owns what tests would otherwise repeat. On the stage everybody has 30 hit points, no morale, dodges, and loses action points
//! that are left over, unless a test says something else; initiative is scripted so that heroes open and everybody acts in the
//! order of the list, in which equals are taken too. Start at [`Stage`].

use super::super::CairnAp;
use frame::rules::testing::{Measured, ScriptedPlay, told_of, try_load};

/// A scenario in the making.
#[derive(Clone, Default)]
pub struct Stage {
    head: Vec<String>,
    sides: [Vec<String>; 3],
    policies: Vec<(String, String, String)>,
    foes_open: bool,
    raw: bool,
    allied: bool,
    third_opens: bool,
    drawn: bool,
    rounds: Option<u32>,
}

/// An empty stage.
pub fn stage() -> Stage {
    Stage::default()
}

/// A list with short words written out: `$sword` is a weapon or a piece of armor by its name, `$d10` a weapon with that die.
fn long(text: &str) -> String {
    let mut parts = text.split('$');
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(part.len());
        let (name, rest) = part.split_at(end);
        let die =
            name.strip_prefix('d').is_some_and(|sides| !sides.is_empty() && sides.bytes().all(|byte| byte.is_ascii_digit()));
        let die = if die { format!(", die = '1{name}'") } else { String::new() };
        all.push_str(&format!("{{ name = '{name}'{die} }}{rest}"));
    }
    all
}

/// Lines of a plan from words: `gain; cast slot_dice=2 when='hp<2~and~prone'`, with `~` for a space.
fn lines(plan: &str) -> String {
    let plan = if plan.is_empty() { "nothing" } else { plan };
    let line = |line: &str| {
        let mut words = line.split_whitespace();
        let first = words.next().unwrap_or("nothing");
        let rest: String = words.map(|word| format!(", {}", word.replacen('=', " = ", 1).replace('~', " "))).collect();
        format!("{{ do = '{first}'{rest} }}")
    };
    plan.split(';').map(line).collect::<Vec<_>>().join(", ")
}

impl Stage {
    fn on(mut self, side: usize, name: &str, sheet: &str, plan: &str) -> Self {
        let sheet = long(sheet);
        let mut all = format!("name = '{name}', policy = '{name}'");
        for (key, value) in [("hp_max", "30"), ("morale", "false")] {
            if !sheet.contains(key) {
                all.push_str(&format!(", {key} = {value}"));
            }
        }
        if !sheet.is_empty() {
            all.push_str(&format!(", {sheet}"));
        }
        self.sides[side].push(format!("{{ {all} }}"));
        self.policies.push((name.to_owned(), lines(plan), String::new()));
        self
    }

    /// Somebody of the first side, with a plan in words.
    pub fn hero(self, name: &str, sheet: &str, plan: &str) -> Self {
        self.on(0, name, sheet, plan)
    }

    /// Somebody of the second side.
    pub fn foe(self, name: &str, sheet: &str, plan: &str) -> Self {
        self.on(1, name, sheet, plan)
    }

    /// Somebody of a third side.
    pub fn third(self, name: &str, sheet: &str, plan: &str) -> Self {
        self.on(2, name, sheet, plan)
    }

    /// More of somebody's policy.
    pub fn policy(mut self, name: &str, more: &str) -> Self {
        let found = self.policies.iter_mut().find(|(given, _, _)| given == name);
        found.unwrap_or_else(|| panic!("nobody is called {name}")).2.push_str(&format!("{more}\n"));
        self
    }

    /// A number of the book.
    pub fn book(self, line: &str) -> Self {
        self.head(&format!("book.{line}"))
    }

    /// A switch.
    pub fn ruling(self, line: &str) -> Self {
        self.head(&format!("rulings.{line}"))
    }

    /// Any line before the sides.
    pub fn head(mut self, line: &str) -> Self {
        self.head.push(long(line));
        self
    }

    /// Positions.
    pub fn arena(self) -> Self {
        self.head("arena = { pits = [] }")
    }

    /// Foes open the fight.
    pub fn foes_open(mut self) -> Self {
        self.foes_open = true;
        self
    }

    /// The third side is allied to the first.
    pub fn allied(mut self) -> Self {
        self.allied = true;
        self
    }

    /// The third side opens the fight.
    pub fn third_opens(mut self) -> Self {
        self.third_opens = true;
        self
    }

    /// Among equals chance decides, as it does by the rules.
    pub fn drawn(mut self) -> Self {
        self.drawn = true;
        self
    }

    /// Initiative stands in the script.
    pub fn raw(mut self) -> Self {
        self.raw = true;
        self
    }

    /// So many rounds instead of one.
    pub fn rounds(mut self, rounds: u32) -> Self {
        self.rounds = Some(rounds);
        self
    }

    /// The fight is broken off after the rounds that are played, so that it can be measured.
    pub fn measured(self) -> Self {
        let rounds = self.rounds.unwrap_or(1);
        self.book(&format!("round.rounds_max = {rounds}"))
    }

    /// The scenario.
    pub fn text(&self) -> String {
        let mut text: String = self.head.iter().map(|line| format!("{line}\n")).collect();
        let listed = ["default_target", "initiative_tie"].map(|key| format!("rulings.{key}"));
        for key in listed.iter().filter(|_| !self.drawn) {
            if !text.contains(key.as_str()) {
                text.push_str(&format!("{key} = 'listed'\n"));
            }
        }
        for (name, combatants) in ["heroes", "foes", "others"].iter().zip(&self.sides).filter(|(_, list)| !list.is_empty()) {
            let allies = if self.allied && *name == "others" { "allies = ['heroes']\n" } else { "" };
            text.push_str(&format!("[[side]]\nname = '{name}'\n{allies}combatant = [{}]\n", combatants.join(", ")));
        }
        for (name, plan, more) in &self.policies {
            text.push_str(&format!("[policy.{name}]\nplan = [{plan}]\n"));
            for (key, value) in [("leftover", "lost"), ("save", "dodge")] {
                if !more.contains(key) {
                    text.push_str(&format!("{key} = [{{ do = '{value}' }}]\n"));
                }
            }
            text.push_str(more);
        }
        text
    }

    /// Dice of initiative by which everybody acts in the order of the list.
    fn initiative(&self) -> String {
        if self.raw {
            return String::new();
        }
        let first = match (self.third_opens, self.foes_open) {
            (true, _) => [14, 8, 20],
            (false, true) => [14, 20, 8],
            (false, false) => [20, 14, 8],
        };
        let of_side = |(list, first): (&Vec<String>, i32)| -> String {
            (0..list.len() as i32).map(|index| format!("d20={} ", first - index)).collect()
        };
        self.sides.iter().zip(first).map(of_side).collect()
    }

    /// Plays the rounds with these dice after those of initiative.
    #[track_caller]
    pub fn play(&self, dice: &str) -> Shown {
        let mut play = ScriptedPlay::script(&self.text(), &format!("{} {dice}", self.initiative()));
        play.rounds(self.rounds.unwrap_or(1));
        Shown(play)
    }

    /// Plays the parts of a day, in words such as `fight night 600 short`, with these dice; a number is minutes on the road.
    #[track_caller]
    pub fn day(&self, day: &str, dice: &str) -> Shown {
        let mut legs: Vec<String> = Vec::new();
        for word in day.split_whitespace() {
            legs.push(match (word, word.parse::<u32>()) {
                ("fight", _) => "{ fight = ['heroes', 'foes'] }".to_owned(),
                (_, Ok(minutes)) => format!("{{ travel = {minutes} }}"),
                (rest, _) => format!("{{ rest = '{rest}' }}"),
            });
        }
        let played = legs.len();
        legs.push("{ fight = ['heroes', 'foes'] }".to_owned());
        self.plan(&format!("day = [{}]", legs.join(", ")), played, dice)
    }

    /// Plays so many parts of the day that this line says, with these dice.
    #[track_caller]
    pub fn plan(&self, day: &str, played: usize, dice: &str) -> Shown {
        let mut play = ScriptedPlay::script(&format!("{day}\n{}", self.text()), dice);
        for _ in 0..played {
            play.leg();
        }
        Shown(play)
    }

    /// The sampled distribution of its end.
    pub fn sampled(&self, fights: u64, seed: u64) -> Measured {
        ScriptedPlay::<CairnAp>::sampled(&self.text(), fights, seed)
    }

    /// The complaint about it.
    ///
    /// # Panics
    /// Returns what loading tells of the scenario, warnings included.
    pub fn told(&self) -> String {
        told_of::<CairnAp>(&self.text())
    }

    /// A scenario without a complaint.
    #[track_caller]
    pub fn wrong(&self) -> String {
        match try_load::<CairnAp>(&self.text()) {
            Ok(_) => panic!("nobody minds"),
            Err(failure) => failure.render(false),
        }
    }
}

/// A played scene; dice that are left over fail.
pub struct Shown(ScriptedPlay<CairnAp>);

impl Shown {
    fn play(&self) -> &ScriptedPlay<CairnAp> {
        &self.0
    }

    /// The next fight of the day begins.
    #[track_caller]
    pub fn meets(mut self) -> Self {
        self.0.meet();
        self
    }

    /// Asserts what can be seen, such as `B hp 5, prone 1; A str 3`.
    #[track_caller]
    pub fn sees(self, wanted: &str) -> Self {
        for (who, what, value) in read(wanted) {
            assert_eq!(self.play().see(who, what), value, "{who} {what}");
        }
        self
    }

    /// Asserts what can be seen of somebody whose name has spaces.
    #[track_caller]
    pub fn looks(self, who: &str, what: &str, value: i64) -> Self {
        assert_eq!(self.play().see(who, what), value, "{who} {what}");
        self
    }

    /// Asserts what was counted, such as `A hits 2, attacks 2; fight winner 0`.
    #[track_caller]
    pub fn counts(self, wanted: &str) -> Self {
        for (who, what, value) in read(wanted) {
            let key = if who == "fight" { what.to_owned() } else { format!("{who}.{what}") };
            assert_eq!(self.play().metric(&key), value, "{key}");
        }
        self
    }

    /// Plays on for so many rounds.
    pub fn on(mut self, rounds: u32) -> Self {
        self.0.rounds(rounds);
        self
    }
}

/// Triples of who, what and how much.
fn read(wanted: &str) -> Vec<(&str, &str, i64)> {
    let mut all = Vec::new();
    for part in wanted.split(';') {
        let (who, list) = part.trim().split_once(' ').expect("a name and what is wanted of it");
        for item in list.split(',') {
            let (what, value) = item.trim().split_once(' ').expect("a word and a number");
            all.push((who, what, value.parse().expect("a number")));
        }
    }
    all
}
