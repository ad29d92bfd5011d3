//! Kept: what a page holds so that it can be played again, wherever it was sent.
//!
//! Owns the block of a page with its files, its command and a digest of its numbers, written and read. Plays nothing itself. Start
//! at [`Kept`].

use std::fmt::Write as _;
use std::path::Path;

use sha2::{Digest as _, Sha256};

/// Version of the block. A reader refuses versions it does not know.
pub const KEPT_VERSION: u32 = 1;

/// The result of a page that was interrupted: not all of what its command names was played.
pub const INTERRUPTED: &str = "interrupted";

const OPENS: &str = "<pre class=\"kept\"><code>";
const CLOSES: &str = "</code></pre>";

/// The things that were played.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Kept {
    /// Version of the program.
    pub tool: String,
    /// Name of the scheme of random streams.
    pub scheme: String,
    /// The command, as a shell takes it.
    pub command: String,
    /// Digest of the numbers: SHA-256 of the report's table of them; or [`INTERRUPTED`].
    pub result: String,
    /// All files that were read, each by the name that the command or another file gives it, with its text.
    pub files: Vec<(String, String)>,
}

/// SHA-256 of a text, as 64 hexadecimal digits.
#[must_use]
pub fn digest(text: &str) -> String {
    format!("{:x}", Sha256::digest(text.as_bytes()))
}

impl Kept {
    /// Puts the block into the page of a report, with the digest of the report's first table. Nothing happens where no file is kept.
    pub fn keep(&self, files: &mut [(String, String)]) {
        let is_table = |name: &str| Path::new(name).extension().is_some_and(|end| end == "csv");
        let Some((_, table)) = files.iter().find(|(name, _)| is_table(name)) else { return };
        let result = if self.result == INTERRUPTED { INTERRUPTED.to_owned() } else { format!("sha256:{}", digest(table)) };
        let kept = Kept { result, ..self.clone() };
        let page = files.iter_mut().find(|(name, _)| name == "report.html").map(|(_, page)| page);
        if let Some(page) = page.filter(|_| !self.files.is_empty()) {
            let at = page.rfind("<footer").or_else(|| page.rfind("</main>")).unwrap_or(page.len());
            page.insert_str(at, &kept.block());
        }
    }

    /// The block as HTML.
    fn block(&self) -> String {
        let mut text = format!(
            "sparring page {KEPT_VERSION}\ntool {}\nscheme {}\nresult {}\ncommand{} {}\n",
            self.tool,
            self.scheme,
            self.result,
            further(&self.command),
            self.command
        );
        for (name, content) in &self.files {
            let lines: Vec<&str> = content.split('\n').collect();
            let _ = write!(text, "file{} {} {name}\n{content}\n", further(name), lines.len());
        }
        let _ = writeln!(text, "checksum sha256:{}", digest(&text));
        let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        format!(
            "<details class=\"topic\"><summary>The scenario file</summary>\n<p class=\"note\">With the command and all files below, \
             <code>sparring rerun report.html</code> plays this page again.</p>\n{OPENS}{escaped}{CLOSES}</details>\n"
        )
    }

    /// Reads the block of a page.
    ///
    /// # Errors
    /// The reason why it has none that can be read, and the remedy.
    pub fn read(page: &str) -> Result<Kept, String> {
        let Some((_, rest)) = page.split_once(OPENS) else {
            let what = match page {
                page if !page.trim_start().to_lowercase().starts_with("<!doctype html") => "it is no page of a report",
                _ => "it is a page without a scenario in it",
            };
            return Err(format!(
                "{what}; `sparring rerun` reads the report.html that `run`, `compare`, `sweep`, `sensitivity`, `chances`, `knockout` and `tune` write"
            ));
        };
        let cut = "it was cut off or changed by hand: its checksum does not fit; take the page as it was written";
        let (text, _) = rest.split_once(CLOSES).ok_or(cut)?;
        let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        let first = text.lines().next().unwrap_or_default();
        if first != format!("sparring page {KEPT_VERSION}") {
            return Err(format!("it says `{first}`, and this sparring reads `sparring page {KEPT_VERSION}`"));
        }
        let (body, sum) = text.rsplit_once("checksum sha256:").ok_or(cut)?;
        if sum.trim() != digest(body) {
            return Err(cut.to_owned());
        }
        let mut lines = body.split('\n').skip(1);
        let mut fact = |name: &str| {
            let said = lines.next().and_then(|line| whole(line, name, &mut lines));
            said.ok_or_else(|| format!("it does not say `{name} ...` where it should"))
        };
        let (tool, scheme, result, command) = (fact("tool")?, fact("scheme")?, fact("result")?, fact("command")?);
        let result = result.trim_start_matches("sha256:").to_owned();
        let mut files = Vec::new();
        while let Some(head) = lines.next().filter(|line| !line.is_empty()) {
            let parts = whole(head, "file", &mut lines);
            let parts = parts.as_ref().and_then(|head| head.split_once(' '));
            let parts = parts.and_then(|(count, name)| Some((count.parse::<usize>().ok()?, name.to_owned())));
            let (count, name) = parts.ok_or_else(|| format!("`{head}` is no head of a file"))?;
            let content: Vec<&str> = lines.by_ref().take(count).collect();
            files.push((name, content.join("\n")));
        }
        Ok(Kept { tool, scheme, command, result, files })
    }
}

/// What is said of a fact that goes on over further lines, behind its name: a file can be called so.
fn further(text: &str) -> String {
    match text.matches('\n').count() {
        0 => String::new(),
        breaks => format!("+{breaks}"),
    }
}

/// A fact of this name with its further lines, without the name.
fn whole<'t>(first: &'t str, name: &str, lines: &mut impl Iterator<Item = &'t str>) -> Option<String> {
    let rest = first.strip_prefix(name)?;
    let (breaks, said) = match rest.strip_prefix('+') {
        Some(rest) => rest.split_once(' ').and_then(|(breaks, said)| Some((breaks.parse::<usize>().ok()?, said)))?,
        None => (0, rest.strip_prefix(' ')?),
    };
    let all: Vec<&str> = std::iter::once(said).chain(lines.take(breaks)).collect();
    Some(all.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept() -> Kept {
        Kept {
            tool: "0.1.0".into(),
            scheme: "s/1".into(),
            command: "sparring run 'a b.toml' --set 'x=\"<&>\"' 'two\nlines.toml'".into(),
            result: String::new(),
            files: vec![
                ("a b.toml".into(), "include = [\"c.toml\"] # <&amp;>\n\nchecksum sha256:12\nfile 3 x\n".into()),
                ("c.toml".into(), "no end of line".into()),
                ("empty.toml".into(), String::new()),
                ("two\nlines.toml".into(), "x = 1\n".into()),
            ],
        }
    }

    fn page() -> String {
        let mut files = vec![
            ("report.html".to_owned(), "<!doctype html><main>x<footer>y</footer></main>".to_owned()),
            ("tables.csv".to_owned(), "a,b\n1,2\n".to_owned()),
        ];
        kept().keep(&mut files);
        files.swap_remove(0).1
    }

    #[test]
    fn what_is_kept_is_read_back() {
        let read = Kept::read(&page()).expect("a page");
        assert_eq!(read, Kept { result: digest("a,b\n1,2\n"), ..kept() });
        assert!(page().ends_with("</details>\n<footer>y</footer></main>"), "{}", page());
        let mut none = vec![("report.html".to_owned(), "<main></main>".to_owned()), ("t.csv".to_owned(), String::new())];
        Kept { files: vec![], ..kept() }.keep(&mut none);
        assert_eq!(none[0].1, "<main></main>");
    }

    #[test]
    fn what_is_no_page_says_so() {
        for (text, message) in [
            ("format = 1".to_owned(), "no page of a report"),
            ("<!DOCTYPE html><main></main>".to_owned(), "without a scenario"),
            (page().replace("no end", "an end"), "its checksum does not fit"),
            (page().replace(CLOSES, ""), "cut off"),
            (page().replace("sparring page 1", "sparring page 9"), "this sparring reads `sparring page 1`"),
        ] {
            let said = Kept::read(&text).expect_err(message);
            assert!(said.contains(message), "{said} does not say {message}");
        }
    }
}
