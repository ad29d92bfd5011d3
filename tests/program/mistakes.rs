//! The answers to designers who make a mistake that only the rules can find, or that they make on the command line.
//!
//! Mistakes that a schema finds are tested beside the loader. Here each row of a table is a mistake, and the snapshot tells what
//! is said of it. Start at [`told`].

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use insta::assert_snapshot;

/// A mistake in a scenario: what it is, what stands inside Ada, what stands below the sides, and what is changed by `--set`.
struct Mistake {
    what: &'static str,
    ada: &'static str,
    rest: &'static str,
    sets: &'static [&'static str],
}

/// A mistake in what Ada is.
const fn in_ada(what: &'static str, ada: &'static str) -> Mistake {
    Mistake { what, ada, rest: "", sets: &[] }
}

/// A mistake in the rest of the scenario.
const fn in_rest(what: &'static str, rest: &'static str) -> Mistake {
    Mistake { what, ada: "", rest, sets: &[] }
}

/// A mistake in Ada together with the rest.
const fn in_both(what: &'static str, ada: &'static str, rest: &'static str) -> Mistake {
    Mistake { what, ada, rest, sets: &[] }
}

/// A mistake in a change.
const fn in_set(what: &'static str, sets: &'static [&'static str]) -> Mistake {
    Mistake { what, ada: "", rest: "", sets }
}

fn sparring(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sparring"));
    command.env_remove("CLICOLOR_FORCE").args(arguments).current_dir(folder).output().expect("the program starts")
}

/// The answer to each mistake in `vogt`, without the last line, which only counts.
fn told(mistakes: &[Mistake]) -> String {
    told_of("vogt", mistakes)
}

/// The answer to each mistake in any system.
fn told_of(system: &str, mistakes: &[Mistake]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let mut all = String::new();
    for Mistake { what, ada, rest, sets } in mistakes {
        let head = format!("format = 1\nsystem = \"{system}\"\ntitle = \"A mistake\"\n");
        let side = |name: &str, insides: &str| format!("[[side]]\nname = \"{name}\"\n[[side.combatant]]\n{insides}\n");
        let sides = format!("{}{}", side("one", &format!("name = \"Ada\"\n{ada}")), side("two", "name = \"Bo\""));
        fs::write(folder.path().join("duel.toml"), format!("{head}{sides}{rest}\n")).expect("the file can be written");
        let mut arguments = vec!["validate", "duel.toml"];
        sets.iter().for_each(|set| arguments.extend(["--set", set]));
        let ran = sparring(folder.path(), &arguments);
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(!said.is_empty(), "{what}: nobody minds");
        assert!(!said.contains("panicked"), "{what}: {said}");
        let said: Vec<&str> = said.lines().filter(|line| !line.starts_with("sparring: ") && !line.is_empty()).collect();
        let verdict = if ran.status.success() { "it is played all the same" } else { "it is not played" };
        all.push_str(&format!("== {what}: {verdict}\n{}\n\n", said.join("\n")));
    }
    all
}

#[test]
fn what_is_no_scenario_by_its_schema_hides_no_wrong_name() {
    let brave = "[policy.brave]\naction = [{ do = \"attack\", when = \"self.hpp < 3\" }]";
    let said = told(&[
        in_both(
            "a misspelt ruling and a policy by another name",
            "policy = \"brav\"",
            "[policy.brave]\n[rulings]\ndeklare = \"action\"",
        ),
        in_both("a text for a number and a condition about nothing", "hp_max = \"ten\"\npolicy = \"brave\"", brave),
        in_both("a policy that would be there below another header", "policy = \"brave\"", "[polcy.brave]"),
        in_both(
            "squares that may be as many as they should",
            "count = \"two\"\nat = [[0, 0], [1, 0]]",
            "[arena]\nwidth = 9\nheight = 9",
        ),
    ]);
    assert_snapshot!(said);
}

#[test]
fn mistakes_in_combatants() {
    let said = told(&[
        in_ada("a style by another name", "styles = [\"brawlr\"]"),
        in_ada("a style that nothing resembles", "styles = [\"xylophonist\"]"),
        in_both("a style with strange dice", "styles = [\"oddity\"]", "[book.style.oddity]\nhp = 1\ntechnique_dice = \"2d20\""),
        in_ada("a level without as many styles", "level = 2\nstyles = [\"brawler\"]"),
        in_ada(
            "more techniques than styles",
            "styles = [\"brawler\"]\ntechniques = [{ name = \"a\", die = 8 }, { name = \"b\", die = 8 }]",
        ),
        in_ada(
            "too many weapons",
            "weapons = [\n  { name = \"1\", die = \"1d4\" }, { name = \"2\", die = \"1d4\" }, { name = \"3\", die = \"1d4\" },
  { name = \"4\", die = \"1d4\" }, { name = \"5\", die = \"1d4\" }, { name = \"6\", die = \"1d4\" },
  { name = \"7\", die = \"1d4\" }, { name = \"8\", die = \"1d4\" }, { name = \"9\", die = \"1d4\" },
  { name = \"10\", die = \"1d4\" }, { name = \"11\", die = \"1d4\" }, { name = \"12\", die = \"1d4\" },
  { name = \"13\", die = \"1d4\" }, { name = \"14\", die = \"1d4\" }, { name = \"15\", die = \"1d4\" },
  { name = \"16\", die = \"1d4\" }\n]",
        ),
        in_ada("damage of one face", "weapons = [{ name = \"feather\", die = \"1d1\" }]"),
        in_ada("steps from a die that is on no ladder", "weapons = [{ name = \"rock\", die = \"1d7\", step = 1 }]"),
        in_both("an ability that cannot be stepped", "str = \"1d7\"", "[rulings]\nstat_penalty = \"die_step\""),
        in_ada("two techniques of one name", "techniques = [{ name = \"a\", die = 8 }, { name = \"a\", die = 6 }]"),
        in_ada("technique dice of five faces", "techniques = [{ name = \"a\", die = 5 }]"),
        in_ada("more dice at least than at most", "techniques = [{ name = \"a\", die = 6, min_dice = 3, max_dice = 2 }]"),
        in_ada("too much without a bag", "has_bag = false\nitems = [{ name = \"rope\", amount = 3 }]"),
        in_ada(
            "a weapon in a bag that is not there",
            "has_bag = false\nweapons = [{ name = \"sword\", die = \"1d8\", stowed = true }]",
        ),
        in_ada("a fear of somebody by another name", "statuses = [{ status = \"afraid\", of = \"Boo\" }]"),
        in_ada("a fear of nobody", "statuses = [{ status = \"afraid\", of = \"Hieronymus\" }]"),
        in_ada("a policy where there are none", "policy = \"brave\""),
        in_both("a policy by another name", "policy = \"brav\"", "[policy.brave]"),
    ]);
    assert_snapshot!(said);
}

#[test]
fn damage_types_without_number() {
    let types: Vec<String> = (1..=80).map(|number| format!("\"type {number}\"")).collect();
    let resist: &'static str = format!("resist = [{}]", types.join(", ")).leak();
    let told = told(&[in_ada("eighty damage types", resist)]);
    assert!(told.contains("is one damage type too many"), "{told}");
    assert_eq!(told.matches("error:").count(), 80 - 59, "{told}");
}

#[test]
fn mistakes_in_the_book() {
    let said = told(&[
        in_rest("no ladder", "[book]\nladder = []"),
        in_rest("no dice for abilities", "[book.creation]\ndice = []"),
        in_rest("dice without faces", "[book.creation]\ndice = [0, 4]"),
        in_rest("a tie-break that stands there twice", "[book.round]\nties = [\"dex\", \"dex\"]"),
        in_rest("fists of one face", "[book.attack]\nunarmed = \"1d1\""),
        in_rest("a level that means never", "[book.exhaustion]\nunconscious_level = 0"),
    ]);
    assert_snapshot!(said);
}

#[test]
fn mistakes_on_the_grid() {
    const GRID: &str = "[arena]\nwidth = 4\nheight = 3";
    let said = told(&[
        in_ada("a square without a grid", "at = [[0, 0]]"),
        in_both("nobody has a square", "", GRID),
        in_both("off the grid", "at = [[4, 1]]", GRID),
        Mistake { what: "two on one square", ada: "at = [[1, 1]]", rest: GRID, sets: &["side.two.Bo.at=[[1, 1]]"] },
    ]);
    assert_snapshot!(said);
}

#[test]
fn mistakes_in_policies() {
    /// Ada with a sword, a spark and the policy at hand.
    const ADA: &str =
        "policy = \"p\"\nweapons = [{ name = \"sword\", die = \"1d8\" }]\ntechniques = [{ name = \"spark\", die = 6 }]";
    let line = |what, rest| in_both(what, ADA, rest);
    let said = told(&[
        line("a weapon by another name", "[policy.p]\naction = [{ do = \"attack\", weapon = \"swrd\" }]"),
        line("a technique by another name", "[policy.p]\naction = [{ do = \"technique\", technique = \"lullaby\" }]"),
        in_both(
            "a technique where there are none",
            "policy = \"p\"",
            "[policy.p]\naction = [{ do = \"technique\", technique = \"spark\" }]",
        ),
        line("no technique", "[policy.p]\naction = [{ do = \"technique\" }]"),
        line("a weapon to defend with", "[policy.p]\naction = [{ do = \"defend\", weapon = \"sword\" }]"),
        line("dice for an attack", "[policy.p]\naction = [{ do = \"attack\", dice = 2 }]"),
        line("more dice than it takes", "[policy.p]\naction = [{ do = \"technique\", technique = \"spark\", dice = 9 }]"),
        line("a contest where there are none", "[policy.p]\naction = [{ do = \"contest\" }]"),
        line("standing up as an action where it is none", "[policy.p]\naction = [{ do = \"stand\" }]"),
        line("a target that is not chosen yet", "[policy.p]\nfinish = [{ do = \"yes\", when = \"target.hp < 3\" }]"),
        line("a situation of somebody", "[policy.p]\naction = [{ do = \"defend\", when = \"target.round > 3\" }]"),
        line("parentheses for nothing", "[policy.p]\naction = [{ do = \"defend\", when = \"round(3) > 3\" }]"),
        line("a word that is none", "[policy.p]\naction = [{ do = \"defend\", when = \"has(sleepy)\" }]"),
        line("signs of other languages", "[policy.p]\naction = [{ do = \"defend\", when = \"hp = 3 && round > 1\" }]"),
        line("a sign of no language", "[policy.p]\naction = [{ do = \"defend\", when = \"hp < 3 §\" }]"),
        line("a chain", "[policy.p]\naction = [{ do = \"defend\", when = \"1 < hp < 5\" }]"),
        line("a quote without an end", "[policy.p]\naction = [{ do = \"defend\", when = \"has('prone)\" }]"),
        line("a choice that nobody knows", "[policy.p]\ntarget = [{ at = \"neerest\" }]"),
    ]);
    assert_snapshot!(said);
}

#[test]
fn metrics_by_other_names() {
    let that = |what, that: &str| in_rest(what, format!("[[expect]]\nthat = \"{that}\"\nat_least = 0.5").leak());
    let said = told(&[
        that("hit points of Ada", "mean(Ada.hitpoints)"),
        that("hit points of nobody", "mean(hitpoints)"),
        that("a metric of nobody in a condition", "chance(exaustion > 3)"),
        that("a sum as `ask` writes it", "chance(sum(one, hp) > 3)"),
        that("nothing that is known", "chance(xylophone > 3)"),
    ]);
    assert_snapshot!(said);
}

#[test]
fn mistakes_in_combatants_of_heimr() {
    let said = told_of(
        "heimr",
        &[
            in_ada("an attribute by another name", "attributes = { strength = 2 }"),
            in_ada("an ability by another name", "abilities = { swordmanship = { trained_c = 1 } }"),
            in_ada("a value and its training", "abilities = { agility = { c = 2, trained_c = 1 } }"),
            in_ada(
                "progress for an attribute that is not its own",
                "abilities = { agility = { trained_c = 1, progress = \"str\" } }",
            ),
            in_ada("more training than experience", "abilities = { agility = { trained_c = 2 } }\nxp = 10"),
            in_ada("more hit points than the maximum", "hp = 4"),
            in_ada("more fatigue than there is", "fatigue = 30"),
            in_ada("injured without a wound", "injuries = [\"torso\"]"),
            in_ada("a penalty on nothing", "situational_penalty = { darkness = 1 }"),
            in_ada("a kind of weapon by another name", "weapons = [{ kind = \"longsword\" }]"),
            in_ada("a weapon without a name", "weapons = [{ damage = 2, ability = \"brawl\" }]"),
            in_ada("a weapon without an ability", "weapons = [{ name = \"club\", damage = 2 }]"),
            in_ada("a weapon with the ability of another", "weapons = [{ kind = \"great\", ability = \"archery\" }]"),
            in_ada(
                "two great weapons",
                "weapons = [{ kind = \"great\", place = \"both_hands\" }, { kind = \"great\", place = \"both_hands\" }]",
            ),
            in_ada("a bow in one hand", "weapons = [{ kind = \"bow\", place = \"sword_hand\" }]"),
            in_ada(
                "something that is shot without a range",
                "weapons = [{ name = \"sling\", ability = \"throwing\", ammo = true }]",
            ),
            in_ada("a hidden weapon in the hand", "weapons = [{ kind = \"light\", place = \"sword_hand\", concealed = true }]"),
            in_ada(
                "two items of one name",
                "weapons = [{ kind = \"light\", name = \"a\" }, { kind = \"light\", name = \"a\" }]",
            ),
            in_ada("a parry with nothing", "stance = { kind = \"parry\", c = 1, pre = 5, d6 = 3 }"),
            in_ada("an effect that does not last", "effects = [{ effect = \"hit\" }]"),
            in_ada("a bind of nothing", "effects = [{ effect = \"bind\" }]"),
            in_ada("half a reaction", "skills = [{ name = \"nerve\", action = \"reaction\" }]"),
            in_ada("a skill with an attack and a range", "skills = [{ name = \"trip\", action = \"on_hit\", range = 2 }]"),
            in_ada("a square that is not there", "at = \"D4\""),
            in_ada("cover where there is none", "cover = \"crate\""),
            in_both(
                "a climb without a hand",
                "climbing = \"rope\"\nweapons = [{ kind = \"great\" }]",
                "[arena.square.B2]\nsurface = \"rope\"",
            ),
        ],
    );
    assert_snapshot!(said);
}

#[test]
fn mistakes_on_the_ground_and_in_the_book_of_heimr() {
    let border = |what, border| in_rest(what, border);
    let said = told_of(
        "heimr",
        &[
            in_rest("more squares than there is room for", "[arena]\ncolumns = 9\nrows = 9"),
            in_rest("darker than dark", "[arena]\ndarkness = 4"),
            in_rest("an object that nobody knows", "[arena.square.B2]\nobjects = [{ name = \"tapestry\" }]"),
            in_rest("a surface by another name", "[arena.square.B2]\nsurface = \"ladders\""),
            border("a border between squares that have none", "[[arena.border]]\nbetween = [\"A1\", \"B2\"]\nlimit = 2"),
            border("a kind of border by another name", "[[arena.border]]\nbetween = [\"A1\", \"A2\"]\nkinds = [\"dor\"]"),
            border(
                "a border that is described twice",
                "[[arena.border]]\nbetween = [\"A1\", \"A2\"]\nlimit = 1\n[[arena.border]]\nbetween = [\"A2\", \"A1\"]\ncr = 4",
            ),
            in_rest("a body of two parts", "[book]\nbody_part = [\"torso\", \"left_leg\"]"),
            in_rest("levels of injury in disorder", "[book.injury]\nmangled = -5"),
            in_rest("a face that no die shows", "[book.hidden]\nluck_face = 12"),
            in_rest("more fatigue at least than at most", "[book.fatigue]\nmin = 30"),
            in_rest("a role for an ability that is not there", "[book.defence]\ndodge = \"acrobatics\""),
            in_rest("terrain of a chase for nobody", "[book.chase]\nswitch = [{ round = 2, ability = \"swimming\" }]"),
            in_both(
                "a weapon of a module that is off",
                "weapons = [{ kind = \"medium\" }]",
                "[book.modules]\nmedieval_armoury = false",
            ),
        ],
    );
    assert_snapshot!(said);
}

#[test]
fn mistakes_in_policies_of_heimr() {
    /// Ada with a sword, two skills and the policy at hand.
    const ADA: &str = "policy = \"p\"\nweapons = [{ kind = \"medium\" }]\n\
                       skills = [{ name = \"shout\", action = \"free\" }, { name = \"trip\", action = \"on_hit\" }]";
    let line = |what, rest| in_both(what, ADA, rest);
    let said = told_of(
        "heimr",
        &[
            line("an item by another name", "[policy.p]\nturn = [{ do = \"draw\", item = \"medum\" }]"),
            line("an item to attack with", "[policy.p]\nturn = [{ do = \"attack\", item = \"medium\" }]"),
            line("no skill", "[policy.p]\nturn = [{ do = \"skill\" }]"),
            line("a skill of an attack in a turn", "[policy.p]\nturn = [{ do = \"skill\", skill = \"trip\" }]"),
            line("a skill of a turn with an attack", "[policy.p]\non_hit = [{ do = \"skill\", skill = \"shout\" }]"),
            line("a square to breathe in", "[policy.p]\nturn = [{ do = \"breather\", square = \"B2\" }]"),
            line("a square off the grid", "[policy.p]\nturn = [{ do = \"move\", square = \"D1\" }]"),
            line("nothing to break", "[policy.p]\nturn = [{ do = \"break\" }]"),
            line("nowhere to carry to", "[policy.p]\nturn = [{ do = \"carry\" }]"),
            line("a wait that is readied", "[policy.p]\nready = [{ do = \"wait\" }]"),
            line("a direction of a readied attack", "[policy.p]\nready = [{ do = \"attack\", direction = \"up\" }]"),
            line("a readied action for nobody", "[policy.p]\nready = [{ do = \"attack\", who = \"Boo\" }]"),
            line("waiting for nobody", "[policy.p]\ndelay = [{ do = \"after\" }]"),
            line("a dodge with a weapon", "[policy.p]\ndefend = [{ do = \"dodge\", weapon = \"medium\" }]"),
            line("a border without a direction", "[policy.p]\nguard = [{ do = \"border\" }]"),
            line("a square without a name", "[policy.p]\nobserve = [{ do = \"square\" }]"),
            line("hit points of somebody else", "[policy.p]\nturn = [{ do = \"attack\", when = \"target.hp < 2\" }]"),
            line("whoever is most tired", "[policy.p]\ntarget = [{ most = \"it.fatigue\" }]"),
            line("fatigue of an ally", "[policy.p]\nguard = [{ do = \"ally\", when = \"any(allies, it.fatigue > 4)\" }]"),
            line("a part of the body that nobody has", "[policy.p]\nturn = [{ do = \"wait\", when = \"injured(head)\" }]"),
        ],
    );
    assert_snapshot!(said);
}

#[test]
fn mistakes_in_what_is_expected() {
    let said = told(&[
        in_rest("nothing expected", "[[expect]]\nthat = \"win(one)\""),
        in_rest("the wrong way round", "[[expect]]\nthat = \"win(one)\"\nbetween = [0.7, 0.3]"),
        in_rest("no statistic", "[[expect]]\nthat = \"one wins\"\nat_least = 0.5"),
        in_rest("a metric by another name", "[[expect]]\nthat = \"mean(round)\"\nat_most = 9"),
        in_rest("a metric that nothing resembles", "[[expect]]\nthat = \"mean(happiness)\"\nat_most = 9"),
        in_rest("a side by another name", "[[expect]]\nthat = \"win(won)\"\nat_least = 0.5"),
        in_rest("a condition about nothing", "[[expect]]\nthat = \"chance(Ada.daed)\"\nat_least = 0.5"),
    ]);
    assert_snapshot!(said);
}

/// A side of six who are all wrong in the same way.
const SAME: &str = "[[side]]
name = \"three\"
[[side.combatant]]\nhp_maxx = 3\n[[side.combatant]]\nhp_maxx = 3\n[[side.combatant]]\nhp_maxx = 3
[[side.combatant]]\nhp_maxx = 3\n[[side.combatant]]\nhp_maxx = 3\n[[side.combatant]]\nhp_maxx = 3
[[side.combatant]]\nhp_maxx = 3\n[[side.combatant]]\nhp_maxx = 3";

#[test]
fn mistakes_that_everybody_makes_once() {
    let said = told(&[
        in_both("a square without its brackets", "at = [3, 4]", "[arena]\nwidth = 9\nheight = 9"),
        in_rest("percentages for a rate", "[[expect]]\nthat = \"win(one)\"\nbetween = [30, 60]"),
        in_rest("one percentage too many", "[[expect]]\nthat = \"chance(rounds > 4)\"\nat_most = 250"),
        in_rest("a difference of rates in per cent", "[[expect]]\nthat = \"win(one) - win(two)\"\nat_least = 20"),
        in_rest("percentages in quotes", "[[expect]]\nthat = \"win(one)\"\nbetween = [\"30 %\", \"60 %\"]"),
        in_rest("decimals with commas", "[[expect]]\nthat = \"win(one)\"\nbetween = [0,3, 0,6]"),
        in_rest("limits the other way round", "[[expect]]\nthat = \"win(one)\"\nbetween = [0.6, 0.3]"),
        in_both(
            "limits the other way round beside other mistakes",
            "hpmax = 3\npolicy = \"brav\"",
            "[policy.brave]\n[[expect]]\nthat = \"win(one)\"\nbetween = [0.6, 0.3]",
        ),
        in_both(
            "a wrong name in a condition, an outcome that there is not, limits the other way round and an unknown key",
            "hpmax = 3\npolicy = \"p\"",
            "[policy.p]\naction = [{ do = \"attack\", when = \"hpp < 3\" }]\n[[expect]]\nthat = \"win(onne)\"\nbetween = [0.6, 0.3]",
        ),
        in_rest("a side that is one too many", SIDES),
        in_rest("a metric by a designer's name", "[[expect]]\nthat = \"mean(Ada.hitpoints)\"\nat_most = 9"),
        in_rest("a statistic by a designer's name", "[[expect]]\nthat = \"winrate(one)\"\nat_least = 0.5"),
        in_both(
            "a share in a condition",
            "policy = \"p\"",
            "[policy.p]\naction = [{ do = \"attack\", when = \"hp <= 30% and round > 1\" }]",
        ),
        in_both(
            "hit points by their long name",
            "policy = \"p\"",
            "[policy.p]\naction = [{ do = \"attack\", when = \"hitpoints <= 6\" }]",
        ),
        in_both("the same policy twice", "policy = \"p\"", "[policy.p]\naction = []\n\n[policy.p]\naction = []"),
        in_ada("a status by its name alone", "statuses = [\"frozen\"]"),
        in_ada("dice where there is one die", "techniques = [{ name = \"a\", die = \"d6\" }]"),
        in_set("a value without its path", &["ar_bonus=4"]),
        in_set("a path without its beginning", &["defend.ar_bonus=4"]),
        in_set("a dot for an underscore", &["rulings.ar.mode=per_hit"]),
        in_set("a value of a combatant without its path", &["hp_max=4"]),
        Mistake {
            what: "a value of a combatant with its side alone",
            ada: "hp_max = 3",
            rest: "",
            sets: &["side.one.hp_max=4"],
        },
        in_rest("a dot for an underscore inside of a section", "[book.bleeding]\ndamage = 3"),
        in_ada("a list for a number", "armor = [2]"),
        in_ada("dice for a number", "hp_max = \"2d6\""),
        in_rest("the same mistake again and again", SAME),
        in_rest("seconds of what takes none", "[seconds]\nrol = 5\nlookup = 15"),
        in_rest("seconds that are no whole number", "[seconds]\nroll = \"5 s\"\nturn = -1"),
        in_rest("a word that is misspelt twice", "[rulings]\nar_mod = \"per_hit\"\nkrit = \"off\"\nxyzzy = \"on\""),
    ]);
    assert_snapshot!(said);
}

#[test]
fn mistakes_in_changes() {
    let said = told(&[
        in_set("a quote without an end", &["side.\"one.Ada.hp_max=3"]),
        in_set("a word for a number", &["side[first].name=x"]),
        in_set("a bracket too many", &["side[0]]=x"]),
        in_set("half a list", &["side.one.Ada.at=[[1, 2]"]),
        in_set("deeper than anything", &["a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a=1"]),
    ]);
    assert_snapshot!(said);
}

#[test]
fn mistakes_on_the_command_line() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/vogt");
    let commands: &[&[&str]] = &[
        &["odds", "vogt", "xyzzy"],
        &["odds", "vogt", "check", "1d8"],
        &["odds", "vogt", "check", "--die"],
        &["odds", "vogt", "check", "--format", "xls"],
        &["odds", "vogt", "check", "--dei", "1d8"],
        &["odds", "vogt", "check", "--die", "2x8"],
        &["odds", "vogt", "check", "--set", "book.check.difficulty=many"],
        &["replay", "mirror-duel.toml", "--fight", "1099511627776"],
        &["replay", "mirror-duel.toml", "--find", "winer == left"],
        &["replay", "mirror-duel.toml"],
        &["run", "mirror-duel.toml", "--exact", "--states", "5"],
        &["run", "mirror-duel.toml", "--exact", "--memory", "512"],
        &["run", "mirror-duel.toml", "--exact", "--time", "soon"],
        &["run", "mirror-duel.toml", "--exact", "--within", "0.01"],
        &["run", "mirror-duel.toml", "--within", "0.01%"],
        &["run", "mirror-duel.toml", "--precision", "60%"],
        &["run", "mirror-duel.toml", "--precision", "0.1"],
        &["run", "mirror-duel.toml", "--set", "book.defend.ar_bonus", "4"],
        &["run", "mirror-duel.toml", "--slips", "left"],
        &["run", "mirror-duel.toml", "--slips", "left=10"],
        &["run", "mirror-duel.toml", "--slips", "left=110%"],
        &["run", "mirror-duel.toml", "--slips", "left=10%,lefd=20%"],
        &["run", "mirror-duel.toml", "--set", "slips=0.1"],
        &["sweep", "mirror-duel.toml", "--vary", "book.defend.ar_bonus=1-6"],
        &["run", "mirror-duel.toml", "--fights", "many"],
        &["run", "mirror-duel.toml", "--sharpen", "--exact"],
        &["compare", "mirror-duel.toml", "--set", "book.defend.ar_bonus=4", "--sharpen", "--split"],
        &["compare", "mirror-duel.toml", "--set", "book.defend.ar_bonus=4", "--sharpen", "--shard", "1/2"],
        &["sweep", "mirror-duel.toml", "two-on-one.toml", "--vary", "book.defend.ar_bonus=1..3", "--sharpen"],
        &["run", "mirror-duel.toml", "--seconds", "rol=3"],
        &["run", "mirror-duel.toml", "--seconds", "roll"],
        &["run", "mirror-duel.toml", "--seconds", "roll=2m"],
        &["run", "mirror-duel.toml", "--seconds", "roll=4000"],
        &["book", "vogt", "defens"],
    ];
    assert_snapshot!(refused(&folder, commands));
}

/// The answers to commands that are mistakes, each with its exit code.
fn refused(folder: &Path, commands: &[&[&str]]) -> String {
    let mut all = String::new();
    for arguments in commands {
        let ran = sparring(folder, arguments);
        let code = ran.status.code().unwrap_or_default();
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(code == 2 || code == 3, "{arguments:?} ends with {code}: {said}");
        assert!(!said.contains("panicked"), "{arguments:?}: {said}");
        all.push_str(&format!("== {} ({code})\n{}\n\n", arguments.join(" "), said.trim_end()));
    }
    all
}

#[test]
fn mistakes_before_a_rules_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let side = |name: &str, who: &str| format!("[[side]]\nname = \"{name}\"\n[[side.combatant]]\nname = \"{who}\"\n");
    let duel = format!("format = 1\nsystem = \"vogt\"\ntitle = \"A duel\"\n{}{}", side("left", "Ada"), side("right", "Bo"));
    let change = "system = \"vogt\"\n[book.defend]\nar_bonus = 4\n";
    for (name, text) in [("duel.toml", duel.as_str()), ("other.toml", duel.as_str()), ("change.toml", change)] {
        fs::write(folder.path().join(name), text).expect("the file can be written");
    }
    let commands: &[&[&str]] = &[
        &["replay", "duel.toml", "--fight", "1", "--against"],
        &["replay", "duel.toml", "--fight", "1", "--against", "nobody.toml"],
        &["replay", "duel.toml", "--fight", "1", "--against", "--set", "book.dfend.ar_bonus=4"],
        &["replay", "duel.toml", "--find", "winner == left", "--against", "--set", "book.defend.ar_bonus=4"],
        &["compare", "duel.toml", "--against"],
        &["compare", "duel.toml", "--against", "HEAD~1"],
        &["compare", "duel.toml", "other.toml", "--against", "HEAD"],
        &["compare", "duel.toml", "--split"],
        &["compare", "duel.toml", "--split", "--set", "book.defend.ar_bonus=4"],
        &["compare", "duel.toml", "--split", "--with", "change.toml", "--with", "nothing.toml"],
        &["compare", "duel.toml", "--split", "--strict", "--set", "book.defend.ar_bonus=4", "--set", "rulings.crit=off"],
        &["history", "nowhere"],
        &["history", "duel.toml", "--format", "md"],
        &["history", "duel.toml", "--out", "duel.toml"],
        &["apply", "change.toml"],
        &["apply", "duel.toml", "change.toml"],
        &["apply", "nothing.toml", "duel.toml"],
        &["apply", "change.toml", "nowhere"],
        &["apply", "change.toml", "duel.toml", "--wrte"],
        &["tune", ".", "--vary", "book.defend.ar_bonus=1..3"],
        &["tune", ".", "--vary", "book.defend.ar_bonus=3..1"],
        &["tune", ".", "--vary", "book.defend.ar_bonus=1..3", "--target", "win(left)=0.5"],
        &["tune", ".", "--vary", "book.defend.ar_bonus=1..3", "--vary", "book.attack.range=1..2"],
        &["run", "duel.toml", "--strict=yes"],
        &["sweep", "duel.toml", "--vary", "book.defend.ar_bonus=1..3", "--strict"],
    ];
    assert_snapshot!(refused(folder.path(), commands));
    let kept = fs::read_to_string(folder.path().join("duel.toml")).expect("it is still there");
    assert_eq!(kept, duel, "nothing that is refused writes into a scenario");
}

#[test]
fn mistakes_in_cairn_ap() {
    let said = told_of(
        "cairn-ap",
        &[
            in_ada("a weapon by another name", "weapons = [{ name = \"swrod\" }]"),
            in_ada("a weapon of two dice", "weapons = [{ name = \"whirl\", die = \"2d6\" }]"),
            in_ada("two weapons of one name", "weapons = [{ name = \"sword\" }, { name = \"sword\" }]"),
            in_ada("shots that cannot be counted", AMMUNITION),
            in_ada("armor that nobody knows", "armor = [{ name = \"mithril\" }]"),
            in_ada("a shield of two dice", "shield = { die = \"2d4\" }"),
            in_ada("more hit points than the maximum", "hp = 5\nhp_max = 3"),
            in_ada("an attribute above its maximum", "dex = 12\ndex_max = 10"),
            in_ada("no strength at all", "str = 0"),
            in_ada("spells without a book", "spells = [\"Sleep\"]"),
            in_ada("a spell by another name", "grimoire = true\nspells = [\"Slep\"]"),
            in_ada("a role of somebody who is not hired", "role = \"scholar\""),
            in_ada("a role that is not on the list", "kind = \"hireling\"\nrole = \"scolar\""),
            in_ada("armor as a number", "armor = 2"),
            in_ada("too many things", "items = [{ name = \"rock\", amount = 32 }, { name = \"stick\" }]"),
            in_ada("a Space, but no line", "at = [3]"),
            in_rest("a line without a Space for everybody", "[arena]"),
            in_rest("fewer equal dice that fail than make a mishap", "[book.magic]\nmishap_matches = 4"),
            in_rest("moods out of order", "[book.reaction]\nup_to = [5, 2, 8, 11]"),
            in_both(
                "a plan with a weapon one has not",
                "policy = \"p\"",
                "[policy.p]\nplan = [{ do = \"attack\", weapon = \"axe\" }]",
            ),
            in_both("a spell in the plan of a fighter", "policy = \"p\"", "[policy.p]\nplan = [{ do = \"cast\" }]"),
            in_both(
                "dice of both kinds of counting",
                CASTER,
                "[policy.p]\nplan = [{ do = \"cast\", dice = 2, slot_dice = 1 }]",
            ),
            in_both(
                "a trigger of what is not held",
                "policy = \"p\"",
                "[policy.p]\nplan = [{ do = \"attack\", trigger = \"attacked\" }]",
            ),
            in_both(
                "a condition of a held action about nobody",
                "policy = \"p\"",
                "[policy.p]\nplan = [{ do = \"hold_attack\", only = \"it.hp_zro\" }]",
            ),
            in_both("help for a stranger", "policy = \"p\"", "[policy.p]\nplan = [{ do = \"help\", friend = \"Adda\" }]"),
            in_both("a shield that is no Armor", "shield = { armor = 0 }", "[rulings]\nshield = \"armor\""),
        ],
    );
    assert_snapshot!(said);
}

#[test]
fn mistakes_in_bdp() {
    let said = told_of(
        "bdp",
        &[
            in_ada("armor by another name", "armor = \"hevy\""),
            in_ada("armor as a number", "armor = 2"),
            in_ada("a weapon by another name", "weapons = [{ kind = \"longsward\" }]"),
            in_ada("a weapon without a name", "weapons = [{ die = \"1d8\" }]"),
            in_ada("a second weapon that is not there", "two_weapons = true\nweapons = [{ kind = \"dagger\" }]"),
            in_ada("two weapons for three hands", "two_weapons = true\nweapons = [{ kind = \"dagger\" }, { kind = \"maul\" }]"),
            in_ada("a shield beside a weapon for both hands", "shield = true\nweapons = [{ kind = \"maul\" }]"),
            in_ada("a thing without a name", "items = [{ amount = 2 }]"),
            in_ada("a thing that the rules do not know", "items = [{ name = \"helmett\" }]"),
            in_ada("a helmet in the backpack", "items = [{ name = \"helmet\" }]"),
            in_ada("reactions of somebody who knows them all", "pc = true\nreactions = [\"block\"]"),
            in_ada("more things than anybody has", "items = [{ name = \"rock\", amount = 33 }]"),
            in_ada("more staffs than anybody wields", "items = [{ name = \"staff\", amount = 16 }]"),
            in_ada("a disease by another name", "infects = \"swampsih\""),
            in_ada("a sick combatant with a disease by another name", "condition = { diseases = [\"swampsih\"] }"),
            in_ada("an age that nobody reaches", "age = 7"),
            in_ada("a rival who chooses", "rolled = \"rival\"\narmor = \"light\"\nweapons = [{ kind = \"axe\" }]"),
            in_ada("a recipe by another name", "brews = [\"healing_slave\"]"),
            in_ada("a recipe without ingredients", "brews = [\"healing_salve\"]"),
            in_ada("a zone by another name", "zone = \"yard\""),
            in_ada("a grudge against nobody", "engaged = [\"Boo\"]"),
            in_ada("a grudge against oneself", "engaged = [\"Ada\"]"),
            in_ada("a policy by another name", "policy = \"brav\""),
            in_rest("zones that are not there", "[arena]\nzones = [{ name = \"a\" }, { name = \"a\", next_to = [\"moon\"] }]"),
            in_rest("a surprised side that is not there", "[arena]\nsurprised = \"oen\""),
            in_rest("allies that are not there", "[arena]\nallied = [[\"one\", \"tow\"]]"),
            in_rest("injuries without areas", "[book.injury]\narea = []"),
            in_rest("fate without answers", "[book]\nfate = []"),
            in_both("a weapon one has not", "policy = \"p\"", "[policy.p]\naction = [{ do = \"attack\", weapon = \"axe\" }]"),
            in_both("some miracle or other", "policy = \"p\"", "[policy.p]\naction = [{ do = \"miracle\" }]"),
            in_both(
                "keys of something else",
                "policy = \"p\"",
                "[policy.p]\naction = [{ do = \"attack\", dice = 3, element = \"fire\" }, { do = \"wait\", song = \"home\" }]",
            ),
            in_both(
                "a move before a song",
                "policy = \"p\"",
                "[policy.p]\naction = [{ do = \"song\", song = \"home\", first = \"away\" }]",
            ),
        ],
    );
    assert_snapshot!(said);
}

/// Fifteen sides more than two, and a fight with the last of them.
const SIDES: &str = "[[side]]\nname = \"band 3\"\n[[side.combatant]]\nname = \"B3\"\n[[side]]\nname = \"band 4\"\n[[side.combatant]]\nname = \"B4\"\n[[side]]\nname = \"band 5\"\n[[side.combatant]]\nname = \"B5\"\n[[side]]\nname = \"band 6\"\n[[side.combatant]]\nname = \"B6\"\n[[side]]\nname = \"band 7\"\n[[side.combatant]]\nname = \"B7\"\n[[side]]\nname = \"band 8\"\n[[side.combatant]]\nname = \"B8\"\n[[side]]\nname = \"band 9\"\n[[side.combatant]]\nname = \"B9\"\n[[side]]\nname = \"band 10\"\n[[side.combatant]]\nname = \"B10\"\n[[side]]\nname = \"band 11\"\n[[side.combatant]]\nname = \"B11\"\n[[side]]\nname = \"band 12\"\n[[side.combatant]]\nname = \"B12\"\n[[side]]\nname = \"band 13\"\n[[side.combatant]]\nname = \"B13\"\n[[side]]\nname = \"band 14\"\n[[side.combatant]]\nname = \"B14\"\n[[side]]\nname = \"band 15\"\n[[side.combatant]]\nname = \"B15\"\n[[side]]\nname = \"band 16\"\n[[side.combatant]]\nname = \"B16\"\n[[side]]\nname = \"band 17\"\n[[side.combatant]]\nname = \"B17\"\n[[day]]\nfight = [\"one\", \"band 17\"]";
const CASTER: &str = "grimoire = true\nspells = [\"Sleep\"]\npolicy = \"p\"";
const AMMUNITION: &str = "weapons = [{ name = \"dagger\" }, { name = \"staff\" }, { name = \"axe\" }, { name = \"mace\" }, \
                          { name = \"sling\", ammo = 3 }]";

#[test]
fn mistakes_in_injury_d20() {
    let said = told_of(
        "injury-d20",
        &[
            in_ada("nothing for a number, and a key by another name", "con = \"none\"\nxyzzy = false"),
            in_ada("a part that a human has not", "injuries = [{ part = \"tail\" }]"),
            in_ada("a third eye", "injuries = [{ part = \"eye\", index = 2 }]"),
            in_ada("a part by another name", "injuries = [{ part = \"ere\" }]"),
            in_ada("more injuries than a part holds", "injuries = [{ part = \"ear\", count = 3 }]"),
            in_ada("a head too few", "injuries = [{ part = \"head\", count = 4 }]"),
            in_ada("a body of too many parts", "body = { ear = 30, eye = 30, hand = 4 }"),
            in_ada("too many hands", "body = { hand = 9 }"),
            in_ada("a sword that grows on a hand", "weapons = [{ name = \"sword\", part = { part = \"hand\" } }]"),
            in_ada("a bite without its mouth", BITE),
            in_ada("a weapon for three hands", "weapons = [{ name = \"maul\", hands = 3 }]"),
            in_ada("two weapons of one name", "weapons = [{ name = \"axe\" }, { name = \"axe\" }]"),
            in_ada("too many weapons", "weapons = [{ name = \"knife\", count = 11 }, { name = \"axe\" }]"),
            in_ada("a ring on a foot", "worn = [{ name = \"ring\", part = \"foot\" }]"),
            in_ada("in the air without wings", "altitude_ft = 30"),
            in_ada("the heart of nobody", "knows_heart = [\"humen\"]"),
            in_ada("a square, but no grid", "at = [[1, 1]]"),
            in_rest("a grid without squares for everybody", "[arena]\nwidth = 4\nheight = 4"),
            in_both("walls and cover beside the grid", "at = [[1, 1]]", BESIDE),
            in_rest("an ambush of nobody", "[book.encounter]\nawareness = \"ambush\""),
            in_rest("an ambush of strangers", "[book.encounter]\nawareness = \"ambush\"\nhiding_side = \"on\""),
            in_rest("degrees out of order", "[book.degree]\nthresholds = [5, 5]"),
            in_rest("a day with two treatments", "[book.day]\norder = [\"treatment\", \"rest\", \"treatment\"]"),
            in_rest("treatment without a number", "[book.heal]\ndc = []"),
            in_both("a policy that is not there", "policy = \"bold\"", "[policy.bald]"),
            in_both("a plan with a weapon one has not", "policy = \"p\"", SWORD),
            in_both("shots of an attack", "policy = \"p\"", "[policy.p]\nplan = [{ do = \"attack\", shots = 2 }]"),
            in_both("a shield one has not", "policy = \"p\"", "[policy.p]\nplan = [{ do = \"shield\" }]"),
            in_both("a condition about a part by another name", "policy = \"p\"", EARS),
        ],
    );
    assert_snapshot!(said);
}

const BITE: &str = "body = { mouth = 0 }\nweapons = [{ name = \"bite\", natural = true, part = { part = \"mouth\" } }]";
const BESIDE: &str = "[arena]\nwidth = 4\nheight = 4\nobstacles = [[4, 0]]\ncover = [{ at = [0, -1] }]";
const SWORD: &str = "[policy.p]\nplan = [{ do = \"attack\", weapon = \"sword\" }]";
const EARS: &str = "[policy.p]\nparts = [{ part = \"ear\", when = \"target.injuries_of(eer) < 2\" }]";

#[test]
fn what_can_never_be_is_warned_of_in_every_system() {
    const P: &str = "policy = \"p\"";
    let line = |what, rest| in_both(what, P, rest);
    let mut all = String::new();
    let mut tell = |system: &str, mistakes: &[Mistake]| {
        all.push_str(&format!("#### {system}\n{}", told_of(system, mistakes)));
    };
    tell(
        "vogt",
        &[
            line("movement without squares", "[policy.p]\nmovement = [{ do = \"kite\" }]"),
            line(
                "a distance that is always the same",
                "[policy.p]\naction = [{ do = \"defend\", when = \"target.distance > 3\" }]",
            ),
            line("help for nobody", "[policy.p]\naction = [{ do = \"help\" }, { do = \"attack\" }]"),
            line("a bag with nothing in it", "[policy.p]\naction = [{ do = \"retrieve\", when = \"round == 1\" }]"),
            in_both(
                "a technique without dice",
                "policy = \"p\"\ntechniques = [{ name = \"spark\", die = 6 }]",
                "[policy.p]\naction = [{ do = \"technique\", technique = \"spark\" }]",
            ),
            line(
                "a re-evaluation that the book leaves out",
                "[policy.p]\nreevaluate = [{ do = \"defend\" }]\n[book.actions]\nreevaluate = false",
            ),
        ],
    );
    tell(
        "heimr",
        &[
            in_both(
                "a bind with full hands",
                "policy = \"p\"\nweapons = [{ kind = \"great\", place = \"both_hands\" }]",
                "[policy.p]\nbrawl = [{ do = \"bind\" }]",
            ),
            line("a guard for an enemy", "[policy.p]\nguard = [{ do = \"ally\", who = \"Bo\" }]"),
            line(
                "lists behind a turn that is over",
                "[policy.p]\nturn = [{ do = \"wait\" }]\nguard = [{ do = \"objects\" }]\nbreather = [{ do = \"no\" }]",
            ),
            line("a line behind one that always waits", "[policy.p]\nturn = [{ do = \"wait\" }, { do = \"attack\" }]"),
            line("nothing to hide behind", "[policy.p]\nturn = [{ do = \"hide\" }]"),
        ],
    );
    tell(
        "cairn-ap",
        &[
            in_both(
                "a grab with full hands",
                "policy = \"p\"\nweapons = [{ name = \"sword\" }]",
                "[policy.p]\nplan = [{ do = \"grab\" }, { do = \"attack\" }]",
            ),
            line("aid without bandages", "[policy.p]\nplan = [{ do = \"aid\" }]\naid = [{ do = \"yes\" }]"),
            line(
                "a trigger that needs positions",
                "[policy.p]\nplan = [{ do = \"hold_trip\" }, { do = \"hold_attack\", trigger = \"enemy_comes\" }]",
            ),
            line("an order by what nobody sees", "[policy.p]\ntarget = [{ least = \"it.hp\" }]"),
            line(
                "a condition about what nobody sees",
                "[policy.p]\nsave = [{ do = \"dodge\", when = \"any(enemies, it.str < 5)\" }]",
            ),
        ],
    );
    tell(
        "bdp",
        &[
            line("zones that are not there", "[policy.p]\naction = [{ do = \"move\" }]"),
            line(
                "magic without dice",
                "[policy.p]\naction = [{ do = \"sculpt\", dice = 2 }, { do = \"miracle\", miracle = \"bless\" }]",
            ),
            line("a song that nobody knows", "[policy.p]\naction = [{ do = \"song\", song = \"home\" }]"),
            in_both(
                "abilities that nobody sees",
                P,
                "[policy.p]\ntarget = [{ most = \"it.str\" }]\n[rulings]\nsees_abilities = false",
            ),
            line("a skill that nobody has", "[policy.p]\nsavage = [{ do = \"yes\" }]"),
        ],
    );
    tell(
        "injury-d20",
        &[
            line("shots without a bow", "[policy.p]\nplan = [{ do = \"rapid\" }]"),
            line(
                "a step without squares",
                "[policy.p]\nplan = [{ do = \"step\" }, { do = \"attack\" }]\ncharge = [{ do = \"yes\" }]",
            ),
            line("flanks without squares", "[policy.p]\nplan = [{ do = \"attack\", when = \"target.flanked\" }]"),
            line("power behind power", "[policy.p]\npower = [{ points = 2 }, { points = 1 }]"),
        ],
    );
    assert_snapshot!(all);
}

/// A policy of a library is for many scenarios: what it says is not a mistake of the one that includes it.
#[test]
fn what_a_library_says_is_no_mistake_of_the_scenario() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("the file can be written");
    let policy = "[policy.kites]\nmovement = [{ do = \"kite\" }]\n";
    let head = "format = 1\nsystem = \"vogt\"\n";
    let side = |name: &str| format!("[[side]]\nname = \"{name}\"\n[[side.combatant]]\nname = \"{name}\"\npolicy = \"kites\"\n");
    write("library.toml", &format!("{head}{policy}"));
    let sides = format!("{}{}", side("one"), side("two"));
    write("includes.toml", &format!("{head}title = \"A\"\ninclude = [\"library.toml\"]\n{sides}"));
    write("says.toml", &format!("{head}title = \"A\"\n{sides}{policy}"));
    let said = |file: &str| String::from_utf8_lossy(&sparring(folder.path(), &["validate", file]).stderr).into_owned();
    assert!(!said("includes.toml").contains("never asked"), "{}", said("includes.toml"));
    assert!(said("says.toml").contains("never asked"), "{}", said("says.toml"));
}

#[test]
fn words_of_another_system_and_shapes_of_another_kind() {
    let waits = |list: &str, do_: &str| format!("[policy.idle]\n{list} = [{{ do = \"{do_}\" }}]");
    let mut all = String::new();
    for (system, list, wait, wrong) in [
        ("vogt", "action", "defend", "plan"),
        ("heimr", "turn", "dodge", "action"),
        ("cairn-ap", "plan", "gain", "turn"),
        ("bdp", "action", "double_move", "plan"),
        ("injury-d20", "plan", "defend", "action"),
    ] {
        let idle: &'static str = waits(list, wait).leak();
        let misplaced: &'static str = waits(wrong, "attack").leak();
        let said = told_of(
            system,
            &[
                in_ada("squares for one", "at = [30, 3]"),
                in_ada("armor by a number", "armor = 2"),
                in_ada("hit points by another word", "hitpoints = 5"),
                in_ada("a status as a word", "statuses = [\"frozen\"]"),
                in_rest("a limit by a shorter word", "[[expect]]\nthat = \"win(one)\"\nleast = 0.4"),
                in_rest("rates with a sign", "[[expect]]\nthat = \"win(one)\"\nbetween = [\"30 %\", \"60 %\"]"),
                in_both("a list of another system", "policy = \"idle\"", misplaced),
                in_both("a policy that never attacks", "policy = \"idle\"", idle),
            ],
        );
        all.push_str(&format!("#### {system}\n\n{said}"));
    }
    assert_snapshot!(all);
}

#[test]
fn a_change_of_one_system_over_a_folder_of_several_is_told_in_a_line_for_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    for system in ["vogt", "bdp", "heimr"] {
        for number in 1..=2 {
            let side = |name: &str| format!("[[side]]\nname = \"{name}\"\n[[side.combatant]]\nname = \"{name} one\"\n");
            let head = format!("format = 1\nsystem = \"{system}\"\ntitle = \"A duel\"\n");
            let text = format!("{head}{}{}", side("left"), side("right"));
            fs::write(folder.path().join(format!("{system}-{number}.toml")), text).expect("the file can be written");
        }
    }
    fs::create_dir(folder.path().join("patches")).expect("a folder can be made");
    let patch = folder.path().join("patches/defend.toml");
    fs::write(&patch, "[book.defend]\nar_bonus = 4\n").expect("the file can be written");
    for change in [["--with", "patches/defend.toml"], ["--set", "book.defend.ar_bonus=4"]] {
        let words = ["compare", ".", "--fights", "100", "--no-report", change[0], change[1]];
        let ran = sparring(folder.path(), &words);
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        for system in ["bdp", "heimr"] {
            let files = format!("2 scenarios (./{system}-1.toml, ./{system}-2.toml)");
            let line = format!("sparring: not of this system, left alone: {files}: {system} has no `defend`");
            assert!(said.contains(&line), "{change:?}: {said}");
        }
        assert!(ran.status.success() && !said.contains("error: unknown key"), "{said}");
        assert!(String::from_utf8_lossy(&ran.stdout).contains("in any of 2 scenarios"), "{said}");
    }
    // The user is told what is wrong when the change fits nowhere.
    let ran = sparring(folder.path(), &["compare", ".", "--fights", "100", "--no-report", "--set", "book.dfend.ar_bonus=4"]);
    assert!(String::from_utf8_lossy(&ran.stderr).contains("error: unknown key `dfend`") && ran.status.code() == Some(3));
}
