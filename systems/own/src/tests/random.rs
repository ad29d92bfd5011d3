//! Random pages: whatever can be written is loaded, played and solved, and both agree.

use super::bench::{agree, duel, load, told_of};

/// A source of choices.
struct Choices(u64);

impl Choices {
    fn of(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % count
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.of(of.len() as u64) as usize]
    }
}

/// A page that is written by chance.
struct Writer {
    choices: Choices,
    /// Names of rolls and numbers that can be used.
    known: Vec<String>,
    named: usize,
}

impl Writer {
    fn number(&mut self, deep: usize) -> String {
        let next = |writer: &mut Self| writer.number(deep + 1);
        match self.choices.of(if deep > 2 { 6 } else { 11 }) {
            0 => self.choices.of(4).to_string(),
            1 => "mark".to_owned(),
            2 => "target.mark".to_owned(),
            3 => "luck".to_owned(),
            4 => self.known.last().cloned().unwrap_or_else(|| "vim".to_owned()),
            5 => "target.vim".to_owned(),
            6 => format!("({} + {})", next(self), next(self)),
            7 => format!("({} - {})", next(self), next(self)),
            8 => format!("min({}, {})", next(self), next(self)),
            9 => format!("if({}, {}, {})", self.truth(deep + 1), next(self), next(self)),
            _ => format!("({} * {} / 2)", next(self), next(self)),
        }
    }

    fn truth(&mut self, deep: usize) -> String {
        match self.choices.of(if deep > 2 { 4 } else { 7 }) {
            0 => "angry".to_owned(),
            1 => "target.has(dazed)".to_owned(),
            2 => format!("any(enemies, it.mark > {})", self.choices.of(3)),
            3 => format!("{} {} {}", self.number(deep + 1), self.choices.one(&["<", ">=", "=="]), self.number(deep + 1)),
            4 => format!("not ({})", self.truth(deep + 1)),
            5 => format!("({}) and ({})", self.truth(deep + 1), self.truth(deep + 1)),
            _ => format!("({}) or ({})", self.truth(deep + 1), self.truth(deep + 1)),
        }
    }

    fn dice(&mut self) -> String {
        let dice = [
            "1d4",
            "2d3",
            "1d2 + luck",
            "highest of 2d3",
            "lowest 2 of 3d2",
            "exploding once 1d3",
            "2d4 count 3..",
            "exploding 2d3 count 2..",
            "1d3 again on 1",
            "advantage(angry, target.angry) of 1d4",
            "1dF + mark",
            "charm",
            "dice(luck, 2)",
        ];
        self.choices.one(&dice).replace("1dF", "1d3 - 2")
    }

    fn statement(&mut self, deep: usize) -> String {
        let kinds = if deep > 1 { 6 } else { 10 };
        match self.choices.of(kinds) {
            0 => format!("mark = {}", self.number(0)),
            1 => format!("target.mark -= {}", self.number(1)),
            2 => format!("angry = {}", self.truth(1)),
            3 => format!("target gains dazed for {} rounds", 1 + self.choices.of(2)),
            4 | 5 => {
                self.named += 1;
                let (name, dice) = (format!("thing{}", self.named), self.dice());
                self.known.push(name.clone());
                format!("roll {name}: {dice}")
            }
            6 => format!("if {} {{ {} }}", self.truth(0), self.block(deep + 1)),
            7 => format!("if {} {{ {} }} else {{ {} }}", self.truth(0), self.block(deep + 1), self.block(deep + 1)),
            8 => format!("repeat up to 2 while {} {{ {} }}", self.truth(1), self.block(deep + 1)),
            _ => format!("each foe in enemies where foe.mark < 2 {{ foe.mark += {} }}", self.number(2)),
        }
    }

    fn block(&mut self, deep: usize) -> String {
        let known = self.known.len();
        let count = 1 + self.choices.of(3);
        let statements: Vec<String> = (0..count).map(|_| self.statement(deep)).collect();
        self.known.truncate(known);
        statements.join("; ")
    }

    fn page(&mut self) -> String {
        let order = self.choices.one(&[
            "",
            "[order]\nties = 'random'\n",
            "[order]\nroll = '1d3 + luck'\nties = 'random'\n",
            "[order]\nby = 'side'\nroll = '1d2'\neach = 'round'\nties = 'random'\n",
            "[order]\nby = 'at_once'\n",
        ]);
        let acts = self.block(0);
        format!(
            "[stat]\nluck = 2\ncharm = '1d3+1'\n[state]\nhp = {{ begins = 3, from = 0 }}\nmark = {{ begins = 0, from = -2, to = 3 }}\nangry = false\n[status.dazed]\n[value]\nvim = 'mark + 2 * has(dazed)'\n{order}[turn]\nout = 'hp <= 0'\nrounds_max = 6\n[action.act]\ndo = '''\n{acts}\nroll blow: 1d4\nif blow + mark >= 2 {{ target.hp -= 1 }}\n'''\n"
        )
    }
}

#[test]
fn random_pages_are_solved_as_they_are_played() {
    for seed in 0..30 {
        let mut writer = Writer { choices: Choices(seed * 7919 + 1), known: Vec::new(), named: 0 };
        let page = writer.page();
        let told = told_of(&page);
        assert_eq!(told, "", "{page}");
        eprintln!("{seed}: {page}");
        agree(&load(&page, &duel("", "luck = 1")), 4000);
    }
}

#[test]
fn rubbish_is_refused_and_never_panics() {
    let pieces = [
        "roll", "hit", ":", "1d20", "{", "}", "if", "else", "each", "in", "enemies", "=", "+=", "target", ".", "hp", "(", ")",
        ";", "\n", "stop", "3", "and", "..", "count", "use", "\"", "highest", "of", "gains",
    ];
    for seed in 0..400 {
        let mut choices = Choices(seed * 104_729 + 3);
        let text: Vec<&str> = (0..choices.of(24)).map(|_| choices.one(&pieces)).collect();
        let page = format!("[state]\nhp = 3\n[turn]\nout = 'hp <= 0'\n[action.act]\ndo = '''{}'''\n", text.join(" "));
        let _ = told_of(&page);
    }
}
