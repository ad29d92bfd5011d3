//! Equals: between whom nothing decides, chance does, and never the order of the file; and which rolls share their luck.

use super::bench::{BRAWL, Bench, agree, duel, exactly, load};
use frame::dice::Purpose;
use frame::rules::Plays as _;

/// A page of blows that always hit, with this order and this rest.
fn blows(rest: &str) -> String {
    format!(
        "[stat]\nforce = 1\nhp_max = 2\n[state]\nhp = {{ begins = \"hp_max\", from = 0 }}\n[choice.weakest]\nleast = \"it.hp\"\n[turn]\nout = \"hp <= 0\"\n\
         rounds_max = 4\ntarget = \"weakest\"\n[action.strike]\ndo = \"roll harm: 1d2; target.hp -= harm / 2 + force - 1\"\n{rest}"
    )
}

/// Two sides of two, with this order of sides and of members.
fn two(swapped: bool, turned: bool) -> String {
    let member = |(name, keys): &(&str, &str)| format!("[[side.combatant]]\nname = \"{name}\"\n{keys}\n");
    let side = |name: &str, mut members: [(&str, &str); 2]| {
        if turned {
            members.reverse();
        }
        format!("[[side]]\nname = \"{name}\"\n{}", members.iter().map(member).collect::<String>())
    };
    let mut sides =
        [side("party", [("Ada", "force = 2\nhp_max = 1"), ("Bea", "hp_max = 3")]), side("gang", [("Nan", ""), ("Oto", "")])];
    if swapped {
        sides.reverse();
    }
    format!("format = 1\nsystem = \"test\"\ntitle = \"two\"\n{}", sides.concat())
}

#[test]
fn one_of_the_weakest_is_drawn() {
    let page = blows("[order]\nties = \"listed\"\n");
    for (face, struck) in [(1, "Nan"), (2, "Oto")] {
        let dice = format!("random target d2={face}, harm d2=2 d2=1 d2=1");
        let mut bench = Bench::script(&page, &two(false, false), &dice);
        bench.rounds(1);
        assert_eq!(bench.see(struck, "hp"), 0, "{dice}");
    }
}

#[test]
fn where_no_choice_is_named_anybody_is_struck() {
    let page = blows("").replace("target = \"weakest\"\n", "");
    let dice = "random target d2=2, harm d2=2 d2=1, random target d2=1, harm d2=2";
    let mut bench = Bench::script(&page, &two(false, false), dice);
    bench.rounds(1);
    assert_eq!(["Ada", "Bea", "Nan", "Oto"].map(|name| bench.see(name, "hp")), [0, 3, 2, 0]);
}

#[test]
fn the_first_of_the_file_is_struck_where_a_line_says_so() {
    let page = blows("").replace("\"weakest\"", "\"first\"");
    let mut bench = Bench::script(&page, &two(false, false), "harm d2=2 d2=1 d2=1");
    bench.rounds(1);
    assert_eq!(["Ada", "Bea", "Nan", "Oto"].map(|name| bench.see(name, "hp")), [1, 3, 0, 2]);
}

#[test]
fn chance_decides_who_comes_first_of_equals() {
    let first = |order: &str, dice: &str| {
        let page = blows(&format!("[order]\n{order}\n")).replace("harm / 2 + force - 1", "if(harm == 2, 9, 0)");
        let mut bench = Bench::script(&page, &duel("", ""), dice);
        bench.rounds(1);
        assert_eq!(bench.see("Ada", "hp") + bench.see("Rob", "hp"), 2, "{dice}");
        bench.see("Ada", "hp") > 0
    };
    assert!(first("", "tied initiative d2=1, harm d2=2"));
    assert!(!first("", "tied initiative d2=2, harm d2=2"));
    assert!(first("ties = \"listed\"", "harm d2=2"));
    assert!(first("roll = \"1d6\"", "initiative d6=3 d6=3, tied initiative d2=1, harm d2=2"));
    assert!(!first("roll = \"1d6\"", "initiative d6=3 d6=4, harm d2=2"));
    assert!(!first("by = \"side\"\neach = \"round\"", "tied initiative d2=2, harm d2=2"));
}

#[test]
fn members_of_a_side_come_in_the_order_of_ties() {
    // The party strikes one of two who are as weak, the gang always Ada. Each rolls the number of its turn.
    const PARTY: &str = "random target d2=1, harm";
    let order = |by: &str, ties: &str, dice: &str| {
        let page = blows(&format!("[order]\nby = \"{by}\"\nties = \"{ties}\"\n")).replace("harm / 2 + force - 1", "0");
        let page = page.replace("roll harm: 1d2;", "roll harm: 1d9; count turn: harm;");
        let mut bench = Bench::script(&page, &two(false, false), dice);
        bench.rounds(1);
        ["Ada", "Bea", "Nan", "Oto"].map(|name| bench.counted(name, "turn"))
    };
    let dice = format!("tied initiative d2=2, {PARTY} d9=1, {PARTY} d9=2, harm d9=3 d9=4");
    assert_eq!(order("side", "force", &dice), [1, 2, 4, 3]);
    let dice = format!("tied initiative d2=1, harm d9=1 d9=2, {PARTY} d9=3, {PARTY} d9=4");
    assert_eq!(order("side", "0 - force, random", &dice), [4, 3, 1, 2]);
    let dice = format!("{PARTY} d9=1, harm d9=2, {PARTY} d9=3, harm d9=4");
    assert_eq!(order("alternating", "listed", &dice), [1, 3, 2, 4]);
    assert_eq!(order("side", "listed", &format!("{PARTY} d9=1, {PARTY} d9=2, harm d9=3 d9=4")), [1, 2, 3, 4]);
}

#[test]
fn the_order_of_the_file_changes_nothing_for_anybody() {
    for order in
        ["", "roll = \"1d2\"", "by = \"side\"\neach = \"round\"", "by = \"alternating\"", "by = \"at_once\"\neach = \"round\""]
    {
        let page = blows(&format!("[order]\n{order}\n"));
        let found = |swapped, turned| {
            let mut found = exactly(&load(&page, &two(swapped, turned)));
            found.retain(|(key, _)| key.contains('.'));
            found.sort_by(|one, other| one.0.cmp(&other.0));
            found
        };
        let first = found(false, false);
        assert!(first.len() >= 8, "{first:?}");
        for (swapped, turned) in [(true, false), (false, true), (true, true)] {
            for ((key, one), (_, other)) in first.iter().zip(found(swapped, turned)) {
                for (value, mass) in one {
                    let same = other.iter().find(|(known, _)| known == value).map_or(0.0, |(_, mass)| *mass);
                    assert!((mass - same).abs() < 1e-9, "{order}, {key} = {value}: {mass} or {same}");
                }
            }
        }
        agree(&load(&page, &two(true, true)), 4000);
    }
}

#[test]
fn each_name_has_dice_of_its_own_and_those_of_a_common_purpose_its_dice() {
    let loaded = load(BRAWL, &duel("weapons = [{}]", "weapons = [{}]"));
    let words: Vec<&str> = loaded.rules.purposes().iter().map(|purpose| purpose.word()).collect();
    assert_eq!(words, ["initiative", "hit", "parry", "damage", "more", "choice"]);
    let named = |purpose: &&Purpose| matches!(purpose, Purpose::Named { .. });
    assert_eq!(loaded.rules.purposes().iter().filter(named).count(), 3, "hit, parry and more");
}

/// Dice of the first fights by the name of the roll and who rolled it.
fn rolled(page: &str, sets: &[&str]) -> std::collections::BTreeMap<(u64, String), Vec<(u32, u32)>> {
    use frame::fight::watch::StoryEntry;
    use frame::sim::{Engine as _, Layout, story::Telling};
    let loaded = super::bench::load_by(&super::bench::system(page), &duel("weapons = [{}]", "weapons = [{}]"), sets);
    let layout = Layout::new(&loaded);
    let mut rolled: std::collections::BTreeMap<_, Vec<_>> = std::collections::BTreeMap::new();
    for number in 0..20 {
        for told in loaded.tell(&layout, 5, number, Telling::default()).told {
            if let StoryEntry::Die { who, roll, sides, face, .. } = told {
                rolled.entry((number, format!("{} {}", who.0, roll.what))).or_default().push((sides, face));
            }
        }
    }
    rolled
}

#[test]
fn variants_that_differ_in_one_roll_share_the_dice_of_all_others() {
    let plain = rolled(BRAWL, &[]);
    let parries = BRAWL.replace("usually = \"no\"", "usually = \"yes\"");
    let dazed = BRAWL.replace("roll hit: 1d20", "roll luck: 1d6\nroll hit: 1d20");
    for (page, more) in [(parries, "parry"), (dazed, "luck")] {
        let other = rolled(&page, &[]);
        assert!(other.keys().any(|(_, name)| name.ends_with(more)) && !plain.keys().any(|(_, name)| name.ends_with(more)));
        let mut compared = 0;
        for (stream, one) in &plain {
            let Some(two) = other.get(stream) else { continue };
            let both = one.len().min(two.len());
            assert_eq!(one[..both], two[..both], "{stream:?}");
            compared += both;
        }
        assert!(compared > 100, "{compared} dice are in both");
    }
    let kinds: std::collections::BTreeSet<Vec<(u32, u32)>> = plain
        .iter()
        .filter(|((number, name), _)| *number == 0 && name.ends_with("hit"))
        .map(|(_, dice)| dice.clone())
        .collect();
    assert_eq!(kinds.len(), 2, "each has luck of its own");
}
