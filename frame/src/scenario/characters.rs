//! Characters: which ones a text of a designer's may have, and how many.
//!
//! Owns the only place where texts are cleaned: keys and texts of files as they are read, and changes of the command line. What is
//! refused here can neither move the cursor of a terminal nor break a page, and two names that look the same are the same. Start
//! at [`clean`] and [`alike`].

use std::collections::BTreeMap;

use super::tree::{TreeNode, Value};
use crate::error::{Place, Problem};

/// The most characters of a name: of what stands at `name`, and of a key.
const NAME_MOST: usize = 100;
/// The most characters of a title.
const TITLE_MOST: usize = 300;
/// The most characters of any other text.
const TEXT_MOST: usize = 20_000;
/// The sign for a character that was refused.
const REPLACED: char = '\u{FFFD}';

/// A text that can be used, and what was wrong with it before.
pub(super) struct Cleaned {
    pub text: String,
    /// The fault, with the bytes it is about.
    pub wrong: Option<(std::ops::Range<usize>, String, String)>,
}

/// Cleans a text of a file. `key` is the key that it is the value of.
pub(super) fn clean(text: &str, key: &str) -> Cleaned {
    let (most, what) = match key {
        "name" => (NAME_MOST, "name"),
        "title" => (TITLE_MOST, "title"),
        _ => (TEXT_MOST, "text"),
    };
    bounded(text, most, what, true)
}

/// Cleans a key.
pub(super) fn clean_key(text: &str) -> Cleaned {
    bounded(text, NAME_MOST, "key", false)
}

/// Cleans a text of at most so many characters, with what is wrong: that it is too long, or else the first fault.
fn bounded(text: &str, most: usize, what: &str, lines: bool) -> Cleaned {
    if text.is_ascii() && text.len() <= most && !text.bytes().any(|byte| byte.is_ascii_control()) {
        return Cleaned { text: text.to_owned(), wrong: None };
    }
    let mut wrong = None;
    let mut letters = text.char_indices().peekable();
    let (mut cleaned, mut before, mut count) = (String::new(), ' ', 0);
    while let Some((at, letter)) = letters.next() {
        count += 1;
        if count > most {
            continue;
        }
        let next = letters.peek().map(|(_, letter)| *letter);
        let fine = match letter {
            '\n' | '\t' => lines,
            '\r' => lines && next == Some('\n'),
            // Symbols are made of several: a sword with a mark that it is to be a picture.
            '\u{FE0E}' | '\u{FE0F}' => is_symbol(before),
            '\u{200D}' => (is_symbol(before) || before == '\u{FE0F}') && next.is_some_and(is_symbol),
            _ => true,
        };
        match nature(letter).filter(|_| !fine || !matches!(letter, '\n' | '\t' | '\r' | '\u{FE0E}' | '\u{FE0F}' | '\u{200D}')) {
            Some(nature) => {
                wrong.get_or_insert_with(|| {
                    let message = format!("this {what} has a character that {nature}: U+{:04X}", u32::from(letter));
                    let help = match letter {
                        '\n' | '\t' | '\r' => format!("a {what} stands on one line"),
                        _ => "take it out: texts are of characters that everybody sees".to_owned(),
                    };
                    (at..at + letter.len_utf8(), message, help)
                });
                cleaned.push(REPLACED);
            }
            None => cleaned.push(letter),
        }
        before = letter;
    }
    if count > most {
        let message = format!("this {what} has {count} characters, and {most} are the most");
        wrong = Some((0..text.len(), message, "make it shorter".to_owned()));
    }
    Cleaned { text: cleaned, wrong }
}

/// True if something is neither a letter nor a digit nor of a plain keyboard.
fn is_symbol(letter: char) -> bool {
    !letter.is_ascii() && !letter.is_alphanumeric() && nature(letter).is_none()
}

/// The effect of a character that no text needs; nothing when it is fine.
fn nature(letter: char) -> Option<&'static str> {
    let code = u32::from(letter);
    match letter {
        _ if letter.is_control() => Some("controls terminals instead of being seen"),
        '\u{2028}' | '\u{2029}' => Some("breaks lines"),
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
            Some("turns the direction of writing")
        }
        '\u{AD}'
        | '\u{34F}'
        | '\u{115F}'
        | '\u{1160}'
        | '\u{17B4}'
        | '\u{17B5}'
        | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200D}'
        | '\u{2060}'..='\u{2065}'
        | '\u{206A}'..='\u{206F}'
        | '\u{2800}'
        | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}'
        | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFB}'
        | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}' => Some("nobody can see"),
        _ if code & 0xFFFE == 0xFFFE || (0xFDD0..=0xFDEF).contains(&code) => Some("is none"),
        _ => None,
    }
}

/// Names that look like others of the same scenario: of sides, combatants and what they have, of templates and policies.
pub(super) fn alike(root: &TreeNode) -> Vec<Problem> {
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    let mut problems = Vec::new();
    let mut look = |name: &str, place: &Place| {
        let first = seen.entry(skeleton(name)).or_insert_with(|| name.to_owned());
        if first != name {
            let strange = if name.is_ascii() { first.as_str() } else { name };
            let letters = strange.chars().filter(|letter| !letter.is_ascii()).take(3);
            let letters: Vec<String> = letters.map(|letter| format!("U+{:04X}", u32::from(letter))).collect();
            let message = format!("`{name}` looks like `{first}` and is another name");
            let help = format!("write both alike; not of a plain keyboard are {}", letters.join(", "));
            problems.push(Problem::at(Some(place.clone()), message).help(help));
        }
    };
    for section in ["combatant", "policy"] {
        for (key, entry) in root.get(section).and_then(TreeNode::table).into_iter().flatten() {
            look(key, &entry.key);
        }
    }
    names(root, &mut look);
    problems
}

/// Every text at a key `name`, wherever it is.
fn names(node: &TreeNode, look: &mut dyn FnMut(&str, &Place)) {
    match &node.value {
        Value::Array(elements) => elements.iter().for_each(|element| names(element, look)),
        Value::Table(table) => {
            for (key, entry) in table {
                match entry.node.text() {
                    Some(name) if key == "name" => look(name, &entry.node.place),
                    _ => names(&entry.node, look),
                }
            }
        }
        _ => {}
    }
}

/// Letters of other alphabets that look like those of the Latin one, each before what it looks like.
const LIKE_LATIN: &str =
    "АAВBЕEКKМMНHОOРPСCТTХXаaеeоoрpсcуyхxѕsіiјjԁdһhҮYԛqԝwЅSІIЈJԚQԜWΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοoνvιiρpαaɑaɡgıiⅼlⅰiⅴvⅹxⅽcⅾdⅿm";

/// Letters with marks that have two spellings: the mark, then letters without and with it.
const MARKED: [(char, &str); 9] = [
    ('\u{300}', "AÀaàEÈeèIÌiìOÒoòUÙuù"),
    ('\u{301}', "AÁaáCĆcćEÉeéIÍiíNŃnńOÓoóSŚsśUÚuúYÝyýZŹzź"),
    ('\u{302}', "AÂaâEÊeêIÎiîOÔoôUÛuûWŴwŵYŶyŷ"),
    ('\u{303}', "AÃaãNÑnñOÕoõ"),
    ('\u{308}', "AÄaäEËeëIÏiïOÖoöUÜuüYŸyÿ"),
    ('\u{30A}', "AÅaåUŮuů"),
    ('\u{30C}', "CČcčDĎEĚeěNŇnňRŘrřSŠsšZŽzž"),
    ('\u{327}', "CÇcçSŞsş"),
    ('\u{328}', "AĄaąEĘeę"),
];

/// The look of a name: names of one look have one skeleton.
fn skeleton(name: &str) -> String {
    if name.is_ascii() {
        return name.to_owned();
    }
    let pair = |list: &str, place: usize, letter: char| {
        let letters: Vec<char> = list.chars().collect();
        letters.chunks_exact(2).find(|pair| pair[place] == letter).map(|pair| pair[1 - place])
    };
    let mut skeleton = String::new();
    for letter in name.chars() {
        let marked = MARKED.iter().find_map(|(mark, list)| Some((pair(list, 1, letter)?, *mark)));
        match letter {
            '\u{FF01}'..='\u{FF5E}' => skeleton.extend(char::from_u32(u32::from(letter) - 0xFEE0)),
            '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => skeleton.push(' '),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => skeleton.push('-'),
            '\u{2018}' | '\u{2019}' | '\u{2BC}' | '\u{2032}' => skeleton.push('\''),
            _ => match marked {
                Some((bare, mark)) => skeleton.extend([bare, mark]),
                None => skeleton.push(pair(LIKE_LATIN, 0, letter).unwrap_or(letter)),
            },
        }
    }
    skeleton
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::testing::{HEAD, SIDES, errors};

    fn wrong(text: &str, key: &str) -> Option<String> {
        clean(text, key).wrong.map(|(_, message, _)| message)
    }

    #[test]
    fn letters_of_all_alphabets_and_symbols_are_fine() {
        for name in ["Ysolde", "Zoë", "Øystein", "Мария", "戦士", "⚔\u{FE0F} Bram", "Guard – 2", "👩\u{200D}🚒"]
        {
            assert_eq!((clean(name, "name").text.as_str(), wrong(name, "name")), (name, None));
        }
        assert_eq!(wrong("two\nlines\tand a tab\r\n", "about"), None);
    }

    #[test]
    fn what_nobody_sees_is_refused_and_replaced() {
        for letter in ['\u{1b}', '\u{7f}', '\u{9b}', '\u{202e}', '\u{200b}', '\u{ad}', '\u{feff}', '\u{2028}', '\u{fffe}', '\r']
        {
            let cleaned = clean(&format!("A{letter}da"), "name");
            let (at, message, _) = cleaned.wrong.expect("it is refused");
            assert_eq!((cleaned.text.as_str(), at.start), ("A\u{FFFD}da", 1));
            assert!(message.ends_with(&format!("U+{:04X}", u32::from(letter))), "{message}");
        }
        assert!(clean_key("two\nlines").wrong.is_some());
    }

    #[test]
    fn texts_have_limits_that_are_told() {
        let long = "x".repeat(65_536);
        assert_eq!(wrong(&long, "name").expect("refused"), "this name has 65536 characters, and 100 are the most");
        assert_eq!(clean(&long, "name").text.len(), 100);
        assert_eq!((wrong(&long[..300], "title"), wrong(&long[..20_000], "about")), (None, None));
        assert!(wrong(&long[..301], "title").is_some() && wrong(&long, "about").is_some());
    }

    #[test]
    fn names_of_one_look_have_one_skeleton() {
        for (one, other) in [("Ada", "Аdа"), ("Zoë", "Zoe\u{308}"), ("Red Guard", "Red\u{a0}Guard"), ("Ｏrc", "Orc")] {
            assert_eq!(skeleton(one), skeleton(other));
        }
        assert_ne!(skeleton("Zoë"), skeleton("Zoe"));
    }

    #[test]
    fn two_names_of_one_look_are_refused() {
        let sides = SIDES.replacen("\"Ann\"", "\"Bоb\"", 1);
        let said = errors(&format!("{HEAD}{sides}"), &[]);
        assert!(said.contains("looks like") && said.contains("U+043E"), "{said}");
    }
}
