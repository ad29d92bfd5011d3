//! Pages of rules that somebody made to break the program: each is refused with the limit that it meets, or costs what its limits say.

use crate::hostile::inputs::refused;
use crate::run::folder;

/// A page with these statements, and more declarations.
fn page(act: &str, more: &str) -> String {
    format!(
        "format = 1\nrules = \"page\"\ntitle = \"t\"\n[stat]\nluck = 3\n[state]\nhp = 9\n[turn]\nout = 'hp <= 0'\n[action.act]\ndo = '''\n{act}\n'''\n{more}"
    )
}

const DUEL: &str = "format = 1\nsystem = \"page.toml\"\ntitle = \"t\"\n[[side]]\nname = \"a\"\n[[side.combatant]]\nname = \"Ada\"\n[[side]]\nname = \"b\"\n[[side.combatant]]\nname = \"Rob\"\n";

fn many(count: usize, line: impl FnMut(usize) -> String) -> String {
    (0..count).map(line).collect()
}

#[test]
fn every_limit_of_a_page_is_named_where_it_is_met() {
    let act = |act: String| page(&act, "");
    let more = |more: String| page("target.hp -= 1", &more);
    let nested = |times: usize, open: &str| format!("{}target.hp -= 1{}", open.repeat(times), " }".repeat(times));
    let values = |count: usize| {
        let chain = many(count, |at| format!("v{} = 'v{at} + v{at}'\n", at + 1));
        more(format!("[value]\nv0 = 'hp'\n{chain}"))
    };
    let routines = many(40, |at| format!("[routine.r{at}]\ndo = 'use r{}'\n", at + 1));
    for (what, text, messages) in [
        ("states", more(format!("[state]\n{}", many(40, |at| format!("s{at} = 0\n")))).replacen("[state]\nhp = 9\n", "", 1).replace("[state]\n", "[state]\nhp = 9\n"), &["41 states and statuses are too many", "at most 32 together"][..]),
        ("stats", more(many(300, |at| format!("[record.r{at}]\nx = 1\n"))), &["these are too many: 300", "at most 200"]),
        ("keys of a record", more(format!("[record.r]\n{}", many(300, |at| format!("x{at} = 1\n")))), &["these are too many: 300", "at most 200"]),
        ("what a hazard takes", more(format!("[hazard.h]\ndo = 'hp -= 1'\n[hazard.h.takes]\n{}", many(300, |at| format!("x{at} = 1\n")))), &["these are too many: 300", "at most 16"]),
        ("tables", more(many(300, |at| format!("[table.t{at}]\nrows = [[0, 1]]\n"))), &["these are too many: 300", "at most 200"]),
        ("decisions", more(many(300, |at| format!("[decision.d{at}]\n"))), &["these are too many: 300", "at most 200"]),
        ("actions by turn", more(many(9, |at| format!("[action.a{at}]\nper_turn = 1\ndo = 'hp -= 1'\n"))), &["9 actions are counted by turn", "at most 8"]),
        ("counted", act(many(120, |at| format!("count c{at}\n"))), &["more is counted than there is room for", "at most 100"]),
        ("at hand", act(many(60, |at| format!("let x{at} = hp + {at}\n"))), &["more values are at hand at once", "at most 43"]),
        ("blocks", act(nested(40, "if hp > 0 { ")), &["more than 24 blocks stand inside each other"]),
        ("parentheses", act(format!("hp = {}1{}", "(".repeat(3000), ")".repeat(3000))), &["100"]),
        ("inside each other", page("use r0", &format!("{routines}[routine.r40]\ndo = 'hp -= 1'\n")), &["more than 32", "write some of them as one"]),
        ("values inside each other", values(40).replace("target.hp -= 1", "target.hp -= v40"), &["more values are at hand at once than can be kept", "at most"]),
        ("a circle of values", more("[value]\na = 'b'\nb = 'a'\n".to_owned()), &["goes round in a circle"]),
        ("operations", page(&many(300, |_| "use r\n".to_owned()), &format!("[routine.r]\ndo = '''\n{}'''\n", many(100, |at| format!("hp -= {at}\n")))), &["too long a program", "20000 operations at most"]),
        ("times", act("repeat up to 2000 { hp -= 1 }".to_owned()), &["2000 times are too many", "at most 1000"]),
        ("steps", act(nested(4, "repeat up to 1000 { ")), &["more than 10000000 steps", "write smaller numbers"]),
        ("steps of groups", act("each a in everybody { each b in everybody { each c in everybody { each d in everybody { d.hp -= count(everybody, it.hp > 0) } } } }".to_owned()), &["more than 10000000 steps"]),
        ("rounds", page("hp -= 1", "").replace("out = ", "rounds_max = 20000\nout = "), &["a fight cannot last 20000 rounds", "from 1 to 10000"]),
        ("kinds of rolls", act(many(260, |at| format!("if hp > 1 {{ roll r{at}: 1d6 }}\n"))), &["too many kinds of rolls", "at most 250"]),
        ("dice", act("roll x: 100d6".to_owned()), &["these dice are out of range", "1 to 99 dice of 1 to 1000 faces"]),
        ("a name that is a path", page("hp -= 1", "").replace("rules = \"page\"", "rules = \"../page\""), &["cannot stand in the short name of a game"]),
        ("dice that overflow", page("hp -= 1", "").replace("luck = 3", "luck = '1d6+2147483647+2147483647'"), &["is not dice"]),
    ] {
        let folder = folder(&[("page.toml", &text), ("duel.toml", DUEL)]);
        eprintln!("{what}");
        refused(folder.path(), &["validate", "duel.toml"], 3, messages);
    }
}

#[test]
fn numbers_beyond_all_bounds_stay_at_them() {
    let huge = "9000000000000000000";
    let act = format!(
        "roll one: 1d6 + {huge} + {huge}\nroll two: highest of 2d6 + {huge} * 3\nroll three: charm * {huge}\nlet whole = 0 - one - two - three - {huge} - {huge}\nhp -= whole\nhp += abs(whole) + up(whole, 0) + whole / 0 + whole % 0\ntarget.hp -= one\ncount much: one\ntarget gains dizzy for {huge} rounds\ntell \"{{one}} {{whole}}\"\ntarget.hp = 0"
    );
    let more = format!(
        "[stat]\ncharm = '99d1000+2147483647'\n[status.dizzy]\n[order]\nroll = '0 - {huge} - {huge} + 1d4'\nhigh = 'last'\n[action.act]\ncost = '0 - {huge} - {huge}'\n"
    );
    let text = page(&act, "")
        .replace("[stat]\nluck = 3\n", "")
        .replace("[action.act]\n", &more)
        .replace("[turn]\n", "[turn]\npool = 'left'\n")
        .replace("hp = 9\n", "hp = 9\nleft = { begins = 3, again = 'turn' }\n");
    let folder = folder(&[("page.toml", &text), ("duel.toml", DUEL)]);
    for arguments in [
        &["run", "duel.toml", "--fights", "200", "--no-report"][..],
        &["replay", "duel.toml", "--fight", "1"],
        &["run", "duel.toml", "--exact", "--time", "2s", "--no-report"],
    ] {
        let ran = crate::hostile::inputs::bounded(folder.path(), arguments);
        let said = crate::run::text(&ran.stderr);
        assert!(ran.status.code().is_some_and(|code| [0, 2].contains(&code)), "{arguments:?}: {said}");
        assert!(!said.contains("panicked"), "{said}");
    }
}

#[test]
fn a_page_that_includes_itself_or_what_is_elsewhere_is_refused() {
    let text = format!("include = [\"page.toml\"]\n{}", page("hp -= 1", ""));
    let folder = folder(&[("page.toml", &text), ("duel.toml", DUEL)]);
    refused(folder.path(), &["validate", "duel.toml"], 3, &["page.toml:1:"]);
}
