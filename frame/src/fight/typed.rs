//! Typed: metrics and shares as they are typed, in files, behind options and in what is printed.
//!
//! Owns the one spelling of a share of fights: `win(party)`, `chance(ending == "nobody left")`. Start at [`share`].

/// The metric that says who won.
const WINNER: &str = "winner";
/// Labels of that metric which are no sides.
const NOBODY: [&str; 2] = ["draw", "timeout"];

/// A key of which every part that is no plain word stands in quotes.
#[must_use]
pub fn key(key: &str) -> String {
    match key.rsplit_once('.') {
        Some((whose, own)) if !is_word(whose) => format!("{}.{own}", name(whose)),
        _ => key.to_owned(),
    }
}

/// A name, in quotes where it is no plain word.
#[must_use]
pub fn name(name: &str) -> String {
    if is_word(name) { name.to_owned() } else { format!("\"{name}\"") }
}

/// True if a word says how a fight ends that nobody wins.
#[must_use]
pub fn is_ending(word: &str) -> bool {
    NOBODY.contains(&word)
}

/// True if a text is one word of a typed expression.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '.')
}

/// The share of fights in which the metric of this key has this label.
#[must_use]
pub fn share(metric: &str, label: &str) -> String {
    if metric == WINNER && !NOBODY.contains(&label) {
        format!("win({})", name(label))
    } else {
        format!("chance({} == {})", key(metric), name(label))
    }
}

/// The key and the label of a share, in the spelling of [`share`] or as `winner = party`; nothing of other texts.
#[must_use]
pub fn share_of(text: &str) -> Option<(String, String)> {
    let text = text.trim();
    let inside = |function: &str| text.strip_prefix(function)?.strip_suffix(')');
    let bare = |part: &str| {
        let part = part.trim();
        part.strip_prefix('\'').and_then(|part| part.strip_suffix('\'')).unwrap_or(part).replace('"', "")
    };
    if let Some(side) = inside("win(") {
        return Some((WINNER.to_owned(), bare(side)));
    }
    let equation = inside("chance(").unwrap_or(text);
    let (key, label) = equation.split_once("==").or_else(|| equation.split_once(" = "))?;
    let one = |part: &str| !part.is_empty() && !part.contains(['=', '<', '>', '(', ')']);
    let (key, label) = (bare(key), bare(label));
    (one(&key) && one(&label)).then_some((key, label))
}

/// The side whose victories a share counts.
#[must_use]
pub fn winner_of(text: &str) -> Option<String> {
    share_of(text).filter(|(key, label)| key == WINNER && !NOBODY.contains(&label.as_str())).map(|(_, label)| label)
}

/// A condition for what somebody typed to ask for fights: a share as it is printed, or a condition, in which `=` may stand for `==`.
#[must_use]
pub fn condition(text: &str) -> String {
    match share_of(text) {
        Some((metric, label)) => format!("{} == {}", key(&metric), name(&label)),
        None => text.replace(" = ", " == "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_several_words_are_typed_in_quotes() {
        assert_eq!(key("raider 1.hp"), "\"raider 1\".hp");
        assert_eq!(key("Ada.hp"), "Ada.hp");
    }

    #[test]
    fn a_share_is_read_back_from_what_is_printed() {
        for (metric, label, printed) in [
            ("winner", "party", "win(party)"),
            ("winner", "the left", "win(\"the left\")"),
            ("winner", "draw", "chance(winner == draw)"),
            ("fight2.winner", "more wolves", "chance(fight2.winner == \"more wolves\")"),
            ("raider 1.fate", "dead", "chance(\"raider 1\".fate == dead)"),
        ] {
            assert_eq!(share(metric, label), printed);
            assert_eq!(share_of(printed), Some((metric.to_owned(), label.to_owned())));
        }
        assert_eq!(share_of("how == 'no fight'"), Some(("how".into(), "no fight".into())));
        assert_eq!(share_of("winner = party"), Some(("winner".into(), "party".into())));
        assert_eq!([share_of("rounds"), share_of("chance(a == b and c == d)"), share_of("x >= 3")], [None, None, None]);
        assert_eq!(
            (winner_of("win(party)"), winner_of("winner = draw"), winner_of("ending == x")),
            (Some("party".into()), None, None)
        );
    }

    #[test]
    fn what_is_printed_of_fights_can_be_asked_for() {
        for text in ["winner = party", "win(party)", "chance(winner == party)", "winner == party"] {
            assert_eq!(condition(text), "winner == party");
        }
        assert_eq!(condition("winner = party and rounds <= 6"), "winner == party and rounds <= 6");
        assert_eq!(condition("Ada.hp >= 3"), "Ada.hp >= 3");
    }
}
