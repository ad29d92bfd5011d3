//! `cairn-ap`: a Cairn descendant with action points, contested checks, scars by the hit points one had, and dice-pool magic.
//!
//! Owns everything that the rules of this system say, and nothing of any other. Read the folder's `README.md` for rolls and
//! rulings; then [`sheet`] and [`policy`] (what a designer writes), [`book`] and [`rulings`] (what can be changed). Start at
//! [`CairnAp`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules::declare::words;
use crate::scenario::Format;

pub mod book;
pub mod policy;
pub mod rolls;
pub mod rulings;
pub mod sheet;

use book::Book;
use policy::PolicyText;
use rulings::Rulings;
use sheet::Sheet;

/// The system.
pub struct CairnAp;

/// A line of Spaces. [RU-26]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ArenaText {
    /// Spaces that are the death of whoever is shoved into them. [CAP-025]
    pub pits: Vec<i32>,
}

words! {
    /// What lies between two fights.
    RestKind {
        /// A few moments and a drink of water. [CAP-067]
        Short,
        /// A few hours. [CAP-143]
        FewHours,
        /// A full night in a safe place. [CAP-075]
        Night,
        /// A week with a healer. [CAP-069]
        Week,
        /// A week without one. [CAP-069]
        WeekAlone,
        /// A day without food or rest. [CAP-071, CAP-072]
        Hunger,
        /// Food and rest: the need is met. [CAP-071]
        Meal,
        /// A healer who knows about tumors. [CAP-176]
        Specialist,
        /// Extraordinary aid: the deaf hear again, the lost come to their senses. [CAP-125, CAP-148]
        Extraordinary,
        /// Everybody copies the first scroll into the Grimoire. [CAP-192]
        CopyScroll,
        /// Everybody without a usable Grimoire makes one. [CAP-195]
        MakeGrimoire,
        /// The hazard of the book threatens everybody of the first side. [CAP-059]
        Hazard,
    }
}

impl Format for CairnAp {
    const NAME: &'static str = "cairn-ap";
    type Book = Book;
    type Rulings = Rulings;
    type Arena = ArenaText;
    type Sheet = Sheet;
    type Policy = PolicyText;
    type Rest = RestKind;
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::scenario::{self, Raw};

    fn check(text: &str) -> Result<crate::scenario::Scenario<CairnAp>, crate::error::Failure> {
        let head = "format = 1\nsystem = \"cairn-ap\"\ntitle = \"t\"\n";
        Raw::from_text("test.toml", &format!("{head}{text}"), &[]).check::<CairnAp>()
    }

    #[test]
    fn the_schema_says_everything_in_ways_that_the_loader_checks() {
        assert_eq!(scenario::unchecked::<CairnAp>(), Vec::<String>::new());
    }

    #[test]
    fn every_number_and_every_switch_names_its_rule() {
        for setting in scenario::book::<CairnAp>().into_iter().chain(scenario::rulings::<CairnAp>()) {
            let named = !setting.ledger.is_empty()
                || ["rounds_max", "specification", "summoned", "stop_on_defeat"]
                    .iter()
                    .any(|word| setting.path.contains(word) || setting.meaning.contains(word));
            assert!(named, "{} names no rule: {}", setting.path, setting.meaning);
        }
    }

    #[test]
    fn every_ruling_can_be_switched_to_each_of_its_alternatives() {
        let mut alternatives = 0;
        for setting in scenario::rulings::<CairnAp>() {
            let Value::String(default) = &setting.published else { panic!("{} is no word", setting.path) };
            assert_eq!(&setting.options[0].name, default, "{}", setting.path);
            for option in &setting.options {
                let sides = "[[side]]\nname = \"a\"\ncombatant = [{ name = \"A\" }]\n[[side]]\nname = \"b\"\ncombatant = [{ name = \"B\" }]";
                let name = setting.path.trim_start_matches("rulings.");
                let scenario = check(&format!("rulings.{name} = {:?}\n{sides}", option.name));
                assert!(scenario.is_ok(), "{name} = {}", option.name);
                alternatives += 1;
            }
        }
        assert!(alternatives > 60, "{alternatives}");
    }

    #[test]
    fn a_sheet_says_all_that_the_specification_lists() {
        let text = r#"
[[side]]
name = "heroes"
[[side.combatant]]
name = "Barry"
kind = "pc"
grimoire = true
spells = ["Mirror Image"]
scrolls = ["Sleep"]
mana_dust = 2
weapons = [{ name = "sword" }, { name = "hooks", die = "1d6", second = "1d8", hands = 2 }]
shield = { die = "1d6" }
armor = [{ name = "plate" }]
items = [{ name = "rope", amount = 3 }, { name = "potion", effect = "hp_full" }]
policy = "careful"
[[side]]
name = "foes"
combatant = [{ name = "Goblin", count = 3, leader = true }]
[policy.careful]
plan = [{ do = "gain", when = "hp < 2" }, { do = "cast", spell = "Sleep", dice = 2, otherwise = "nothing" }, { do = "attack" }]
save = [{ do = "dodge" }]
drop = [{ item = "rope" }, { do = "last" }]
"#;
        let checked = check(text);
        let scenario = checked.unwrap_or_else(|failure| panic!("{}", failure.render(false)));
        assert_eq!(scenario.document.side[0].combatant[0].weapons[1].second, Some(crate::dice::Die::new(1, 8)));
    }
}
