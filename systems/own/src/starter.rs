//! The scenario that a designer begins with by a page: two of a kind, with everything they need to act, and what else can be said
//! of them.
//!
//! Owns its text; what stands in it follows from the page. Start at [`duel`].

use std::fmt::Write as _;

use super::page::{Page, Sort};
use super::shown;

/// A duel by a page, which scenarios call by this name, with remarks.
pub fn duel(page: &Page, name: &str) -> String {
    let mut text = format!(
        "# Two by the rules of {}, to start from. Try:\n\
         #   sparring run duel.toml\n\
         #   sparring replay duel.toml --fight 1     one fight, die by die\n\
         #   sparring keys {name}     everything that can stand here\n\
         format = 1\nsystem = {name:?}\ntitle = \"One against another\"\n",
        page.rules
    );
    for (side, combatant) in [("one", "Ada"), ("other", "Rob")] {
        let _ = write!(text, "\n[[side]]\nname = \"{side}\"\n\n[[side.combatant]]\nname = \"{combatant}\"\n");
        for field in &page.stats {
            stat(&mut text, page, field);
        }
    }
    let Some(action) = page.actions.first() else { return text };
    let _ = write!(
        text,
        "\n# A policy, for combatants that say `policy = \"own\"`: the first line that holds decides. `sparring actions {name}` has more.\n\
         # [policy.own]\n# action = [{{ do = \"{}\" }}]\n",
        action.name
    );
    text
}

/// A key of a combatant: a list with one of its kind, so that what is done with one can be done; others as a remark.
fn stat(text: &mut String, page: &Page, field: &super::page::Field) {
    let about = if field.about.is_empty() { String::new() } else { format!("    # {}", field.about.replace('\n', " ")) };
    let _ = match field.sort {
        Sort::List(kind) => writeln!(text, "{} = [{{ name = \"{}\" }}]{about}", field.name, page.records[kind].name),
        Sort::Text => Ok(()),
        Sort::Dice | Sort::Word(_) => writeln!(text, "# {} = {:?}{about}", field.name, shown(page, field.sort, field.usual)),
        Sort::Truth => writeln!(text, "# {} = {}{about}", field.name, field.usual != 0),
        Sort::Number { .. } => writeln!(text, "# {} = {}{about}", field.name, field.usual),
    };
}
