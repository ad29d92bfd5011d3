//! Every exact value of the specification that is about single rolls, asked as a question.

use std::cmp::Ordering;

use num_rational::BigRational;

use frame::rules::answers::{Answer, ratio};
use frame::rules::chances::{Chances, Spread};
use frame::rules::trial::{ONE, OTHER, Walked, outcomes};

use super::trial::{PLENTY, Stage, Trial};
use super::*;
use crate::act::How;
use crate::check::{Result as Rolled, contested, kept};
use crate::fighter::Origin;
use crate::rulings::{BlastTargets, DamageDie, FirstGroup, InitiativeTie, Natural, SaveTie, ScarOrder};
use crate::state::{Body, Fixed, Split};

fn ask_by(name: &str, given: &str, book: &Book, rulings: &Rulings) -> Result<Answer, String> {
    let question = QUESTIONS.iter().find(|question| question.name == name).expect("a question of this name");
    let words = given.split_whitespace().map(|word| word.split_once('=').expect("name=value"));
    answer(question, &Arguments::read(question, words).expect("right arguments"), book, rulings)
}

fn ask(name: &str, given: &str) -> Answer {
    ask_by(name, given, &Book::default(), &Rulings::default()).expect("an answer")
}

fn attack_by(given: &str, steps: i64, what: &str, rulings: &Rulings) -> String {
    let answer = ask_by("attack", given, &Book::default(), rulings).expect("an answer");
    answer.fraction("An attack, by its own steps of advantage", &steps.to_string(), what).to_string()
}

fn hits(given: &str, steps: i64) -> String {
    attack_by(given, steps, "hits", &Rulings::default())
}

fn damage(given: &str, steps: i64) -> String {
    attack_by(given, steps, "mean damage", &Rulings::default())
}

fn save(given: &str, steps: i64) -> String {
    ask("save", given).fraction("The save, by its steps of advantage", &steps.to_string(), "succeeds").to_string()
}

// CAP-016, CAP-017, CAP-043, CAP-063
#[test]
fn kept_dice_show_their_faces_as_often_as_counting_says() {
    let words = Words { book: &Book::default(), rulings: &Rulings::default() };
    let share = |steps: i32, face: i32| dice::base(steps, words)[&face].to_string();
    assert_eq!(share(1, 20), "39/400");
    assert_eq!(share(-1, 1), "39/400");
    const KEPT: &str = "The kept die, by its steps of advantage";
    let asked = |steps: &str, what: &str| ask("die", "face=15").fraction(KEPT, steps, what).to_string();
    assert_eq!([asked("1", "shows 20"), asked("-1", "shows 1"), asked("3", "mean")], ["39/400", "39/400", "1318667/80000"]);
    // Of three dice none may be below 15.
    assert_eq!(asked("-2", "at least 15"), "27/1000");
    let wrong = ask_by("die", "face=21", &Book::default(), &Rulings::default());
    assert!(wrong.is_err_and(|why| why.contains("d20")));
}

// CAP-011, CAP-017, CAP-043, CAP-059, CAP-062, CAP-084, CAP-088, CAP-114, CAP-132, RU-02b
#[test]
fn saves_against_numbers() {
    assert_eq!(save("score=9", 0), "9/20");
    let target = Rulings { save_tie: SaveTie::Target, ..Rulings::default() };
    let answer = ask_by("save", "score=9", &Book::default(), &target).expect("an answer");
    assert_eq!(answer.fraction("The save, by its steps of advantage", "0", "succeeds").to_string(), "1/2");
    assert_eq!(save("score=8 dc=15", 0), "13/20");
    assert_eq!(save("score=8 dc=15", 1), "351/400");
    assert_eq!(save("score=15 dc=15", 0), "1");
    assert_eq!(save("score=11 dc=24", -1), "49/400");
    assert_eq!(save("score=13", 0), "13/20");
    assert_eq!(save("rolled=3d6 dc=15", 0), "1111/1440");
    let retreat = ask("save", "score=12 tries=3").fraction("By the last of so many tries", "3", "has succeeded");
    assert_eq!(retreat.to_string(), "117/125");
}

// CAP-026, CAP-060, CAP-C10
#[test]
fn contested_checks_without_objects() {
    let beats =
        |given: &str| ask("contest", given).fraction("The check, by its own steps of advantage", "0", "succeeds").to_string();
    assert_eq!(beats("score=10 against=10"), "21/40");
    assert_eq!(beats("score=15 against=8"), "161/200");
    assert_eq!(beats("score=13 against=12"), "229/400");
    // Of two that are rolled alike neither is better: it is even, but for the ties of the whole sums.
    let ties = |dice: &str| {
        let sums = dice::sum(dice.parse().expect("dice"));
        let mut totals = std::collections::BTreeMap::<i64, BigRational>::new();
        for (sum, part) in &sums {
            (1..=20).for_each(|face| *totals.entry(sum + face).or_default() += part * ratio(1, 20));
        }
        totals.values().map(|part| part * part).sum::<BigRational>()
    };
    let even = (ratio(1, 1) + ties("3d6")) / ratio(2, 1);
    assert_eq!(beats("rolled=3d6 rolled_against=3d6"), even.to_string());
    assert_eq!(beats("rolled=1d1 rolled_against=1d1"), "21/40");
}

// CAP-018, CAP-027, CAP-040, CAP-041, CAP-054, CAP-056, CAP-058, CAP-060, CAP-106, CAP-109, CAP-110, CAP-112
#[test]
fn attacks_hit_as_often_as_counting_says() {
    assert_eq!(hits("", 0), "57/80");
    assert_eq!(hits("object=1d8", 0), "3339/6400");
    assert_eq!(hits("object=1d8", 1), "86653/128000");
    assert_eq!(hits("score=13 against=13 object=1d6", 0), "1811/3200");
    assert_eq!(hits("score=13 against=13 object=1d6", 1), "27707/38400");
    assert_eq!(hits("score=13 against=13 object=1d6", -1), "15757/38400");
    assert_eq!(hits("score=13 against=13 object=1d6 steps=1", 0), "15757/38400");
    assert_eq!(hits("second=1d8 object=1d8", 0), "29673/51200");
    assert_eq!(hits("score=12 die=1d10 die_adv=1 object=1d6", 1), "839587/960000");
    assert_eq!(hits("die=1d6 against=12", 1), "1201/1600");
}

// CAP-043, CAP-063, CAP-064, CAP-077, CAP-080, CAP-105, CAP-106, CAP-112, RU-02, RU-27
#[test]
fn attacks_hurt_as_much_as_counting_says() {
    assert_eq!(damage("armor=1", 0), "861/320");
    assert_eq!(damage("object=1d8 armor=1", 0), "13167/6400");
    assert_eq!(damage("object=1d8 armor=1", 2), "7305441/2560000");
    assert_eq!(damage("second=1d8 object=1d8 armor=1", 0), "150717/51200");
    assert_eq!(damage("die=1d4 armor=3", 0), "7/40");
    assert_eq!(damage("die=1d4 armor=9", 0), "7/40");
    assert_eq!(attack_by("", 0, "mean weapon given a hit", &Rulings::default()), "363/76");
    let fresh = Rulings { damage_die: DamageDie::Fresh, ..Rulings::default() };
    assert_eq!(attack_by("armor=1", 0, "mean damage", &fresh), "399/160");
    let bonus = Rulings { natural: Natural::BonusDamage, ..Rulings::default() };
    assert_eq!(attack_by("armor=1", 0, "mean damage", &bonus), "893/320");
    let auto = Rulings { natural: Natural::Auto, ..Rulings::default() };
    assert_eq!(attack_by("object=1d8", 0, "hits", &auto), "3323/6400");
}

/// An attack as it is carried out: whether it hits, and the hit points that the target loses. The target has 10 points of each
/// attribute to save with.
fn carried_out(weapon: Object, pending: [u8; 2], armor: i32, rulings: &Rulings) -> Spread<(bool, i64)> {
    let mut trial = Trial::new(Words { book: &Book::default(), rulings }).expect("rules");
    trial.core.fighters[ONE.index()].natural_armor = armor;
    let arm = &mut trial.core.fighters[OTHER.index()].weapons[0];
    (arm.origin, arm.object) = (Origin::Own, weapon);
    let mut fight = trial.with(&Body { pending: pending[1], ..trial.body(PLENTY, [10; 3]) });
    fight.change(OTHER, |attacker| attacker.pending = pending[0]);
    [ONE, OTHER].into_iter().for_each(|who| fight.place(who, true));
    Stage::new(&trial.core).scene(&fight, |play| {
        let held = Some((ONE, Fixed { modifier: 10, down: 0 }));
        play.attack::<false>(OTHER, 0, &play.rules.fighter(OTHER).weapons[0], How { sweep: false, held });
        (play.fight.struck.has(ONE), i64::from(PLENTY - play.fight.body(ONE).hp))
    })
}

// CAP-018, CAP-043, CAP-056, CAP-060, CAP-063, CAP-064, CAP-077, CAP-105, CAP-112, RU-02, RU-27
#[test]
fn attacks_hit_and_hurt_as_one_that_is_carried_out() {
    let axe = Object { die: 8, second: 0, advantages: 0 };
    let two = Object { die: 8, second: 6, advantages: 1 };
    let usual = Rulings::default();
    let [fresh, bonus, auto] = [
        Rulings { damage_die: DamageDie::Fresh, ..Rulings::default() },
        Rulings { natural: Natural::BonusDamage, ..Rulings::default() },
        Rulings { natural: Natural::Auto, ..Rulings::default() },
    ];
    for (weapon, pending, armor, rulings, given) in [
        (axe, [0, 0], 0, &usual, "armor=0"),
        (axe, [2, 1], 1, &usual, "armor=1 steps=1"),
        (two, [1, 0], 2, &usual, "second=1d6 die_adv=1 armor=2"),
        (axe, [0, 0], 1, &fresh, "armor=1"),
        (axe, [1, 1], 3, &bonus, "armor=3 steps=1"),
        (axe, [0, 0], 1, &auto, "armor=1"),
    ] {
        let played = carried_out(weapon, pending, armor, rulings);
        let asked = |what: &str| attack_by(given, pending[0].into(), what, rulings);
        assert_eq!(asked("hits"), played.chance(|&(hits, _)| hits).to_string(), "{given}");
        assert_eq!(asked("mean damage"), played.mean(|&(_, damage)| damage).to_string(), "{given}");
        let of_hits = played.mean_given(|&(hits, _)| hits, |&(_, damage)| damage).expect("hits");
        assert_eq!(asked("mean damage given a hit"), of_hits.to_string(), "{given}");
        if pending[0] == 0 {
            let least = ask_by("attack", given, &Book::default(), rulings).expect("an answer");
            let least = least.fraction("Damage after Armor", "2", "at least, damage, +0 steps");
            assert_eq!(least, played.chance(|&(_, damage)| damage >= 2), "{given}");
        }
    }
    let grid = |given: &str, row: &str, column: &str| {
        ask("attack", given).fraction("Hits, by what the attack adds above the save, and its steps", row, column).to_string()
    };
    assert_eq!(grid("", "0", "+2 steps"), hits("", 2));
    assert_eq!(grid("against=12", "-4", "-1 steps"), hits("score=8 against=12", -1));
}

/// Rolls a base die and adds a score to it.
fn check(table: &mut Walked, score: i32, dice: i32) -> Rolled {
    let natural = kept(table, ONE, &crate::rolls::ATTACK, 20, dice);
    Rolled { total: natural + score, natural }
}

/// True if a check succeeds against another.
fn succeeds(own: Rolled, other: Rolled) -> bool {
    contested(own, Some(other), 0, &Book::default(), &Rulings::default())
}

// CAP-018, CAP-052, CAP-111
#[test]
fn one_roll_against_several_is_one_scene() {
    let hit = outcomes(|table| {
        let own = check(table, 12, -2);
        let weapon = table.roll(ONE, &crate::rolls::WEAPON, 6);
        let saves = [check(table, 11, 1), check(table, 11, 1)];
        saves.into_iter().filter(|&save| succeeds(own.plus(weapon), save)).count() as i64
    });
    let answer = ask("blast", "score=12 die=1d6 against=11 own_steps=-1 targets=2");
    let cell = |column: &str| answer.fraction("A roll against several", "2", column);
    let played = [hit.chance(|&hit| hit == 2), hit.chance(|&hit| hit == 0), hit.mean(|&hit| hit)];
    assert_eq!(["all of them hit", "none of them hit", "mean hit"].map(cell), played);
}

// CAP-018, CAP-056, CAP-062, CAP-088
#[test]
fn checks_and_saves_of_rolled_attributes_are_one_scene() {
    let sum = |table: &mut Walked| (0..2).map(|_| table.roll(ONE, &crate::rolls::ATTRIBUTE, 4)).sum::<i32>();
    let won = outcomes(|table| {
        let own = sum(table);
        succeeds(check(table, own, 2), check(table, 5, -2))
    });
    let answer = ask("contest", "rolled=2d4 against=5 steps=-1");
    let checked = answer.fraction("The check, by its own steps of advantage", "1", "succeeds");
    assert_eq!(checked, won.chance(|&won| won));
    let won = outcomes(|table| succeeds(check(table, 13, 2), check(table, 10, 3)));
    let answer = ask("contest", "steps=2");
    let checked = answer.fraction("By what the Initiator adds above the Target", "3", "+1 steps");
    assert_eq!(checked, won.chance(|&won| won));
    let (book, rulings) = (Book::default(), Rulings::default());
    let saved = |own: Rolled| super::super::check::saved(own, 20, &book, &rulings);
    // All tries are by one attribute.
    let last = outcomes(|table| {
        let own = sum(table);
        (0..2).any(|_| saved(check(table, own, 1)))
    });
    let answer = ask("save", "rolled=2d4 tries=2");
    assert_eq!(answer.fraction("By the last of so many tries", "2", "has succeeded"), last.chance(|&saved| saved));
    let one = outcomes(|table| saved(check(table, 7, 3)));
    assert_eq!(answer.fraction("Other attributes", "7", "+2 steps"), one.chance(|&saved| saved));
}

// CAP-111, CAP-131, CAP-C06
#[test]
fn one_roll_against_several() {
    let two = ask("blast", "score=12 die=1d6 against=11 targets=2");
    assert_eq!(two.fraction("A roll against several", "2", "all of them hit").to_string(), "5537/9600");
    let reached = |given: &str, rulings: &Rulings| {
        let answer = ask_by("blast", given, &Book::default(), rulings).expect("an answer");
        answer.fraction("All together", "mean reached", "value").to_string()
    };
    assert_eq!(reached("die=1d6 targets=4", &Rulings::default()), "3");
    let all = Rulings { blast_targets: BlastTargets::All, ..Rulings::default() };
    assert_eq!(reached("die=1d6 targets=7", &all), "7");
}

// CAP-081, CAP-092, CAP-093, CAP-095, CAP-096, CAP-097
#[test]
fn initiative_reactions_and_fate() {
    let (usual, listed) = (Rulings::default(), Rulings { initiative_tie: InitiativeTie::Listed, ..Rulings::default() });
    let asked = |given: &str, rulings| ask_by("initiative", given, &Book::default(), rulings).expect("an answer");
    let opens_by = |given: &str, rulings| asked(given, rulings).fraction("Who opens", "the first", "probability").to_string();
    for (given, drawn, first) in [
        ("", "1/2", "21/40"),
        ("wil=9 against=13 characters=own", "17/50", "17/50"),
        ("wil=6 against=9 against_second=11", "541/3200", "37/200"),
    ] {
        assert_eq!([opens_by(given, &usual), opens_by(given, &listed)], [drawn, first], "{given}");
        let each = ["the first", "the other"].map(|group| asked(given, &listed).fraction("Who opens", group, "probability"));
        assert_eq!(each.iter().sum::<BigRational>(), ratio(1, 1), "{given}");
    }
    let drawn = asked("third=10", &usual);
    let each = drawn.fraction("Order of three groups", "the third, the first, the other", "probability");
    assert_eq!(each.to_string(), "1/6", "every order of three that are alike");
    // Three alike: the first opens with 1² + 2² + ... + 20² of 20³; all three in their order with 20 · 21 · 22 / 6 of them.
    let order = |given: &str, order: &str| asked(given, &listed).fraction("Order of three groups", order, "probability");
    assert_eq!(order("third=10", "the first, the other, the third").to_string(), "77/400");
    let opens: BigRational =
        ["the first, the other, the third", "the first, the third, the other"].map(|o| order("third=10", o)).iter().sum();
    assert_eq!(opens.to_string(), "287/800");
    // Player characters win ties: as often as the group that is listed first.
    assert_eq!(order("third=10 characters=third", "the third, the first, the other").to_string(), "77/400");
    // One of whom both are asked compares 1 of 20 equals; two of a group are compared by their sum, or by their better one.
    let compared = |first_group| {
        let asked = ask_by("initiative", "wil_second=4", &Book::default(), &Rulings { first_group, ..Rulings::default() });
        let asked = asked.expect("an answer");
        ["higher", "equal", "lower"].map(|order| asked.fraction("What is compared", order, "probability"))
    };
    let die = |table: &mut Walked| i64::from(table.roll(ONE, &crate::rolls::INITIATIVE, 20));
    for first_group in [FirstGroup::Highest, FirstGroup::Total] {
        let key = |one: i64, other: i64| if first_group == FirstGroup::Total { one + other } else { one.max(other) };
        let orders = outcomes(|table| key(die(table) + 10, die(table) + 4).cmp(&(die(table) + 10)));
        let expected = [Ordering::Greater, Ordering::Equal, Ordering::Less].map(|order| orders.chance(|&found| found == order));
        assert_eq!(compared(first_group), expected, "{first_group:?}");
    }
    let fate = ask("fate", "");
    let mood = |mood: &str| fate.fraction("Reactions", mood, "probability").to_string();
    assert_eq!([mood("hostile"), mood("wary"), mood("curious")], ["1/36", "1/4", "4/9"]);
    assert_eq!(fate.fraction("The die of fate", "good", "probability").to_string(), "1/2");
}

// CAP-137, CAP-138, CAP-139, CAP-140, CAP-141, CAP-142, CAP-144, CAP-145, CAP-146, CAP-148, CAP-151
#[test]
fn scars_and_what_they_do() {
    let effect = |given: &str, scar: &str, what: &str| ask("scars", given).fraction("What a scar does", scar, what).to_string();
    assert_eq!(effect("hp=3", "1: maximum of hit points", "rises"), "1/2");
    assert_eq!(effect("hp=3", "2: maximum of hit points", "rises"), "1/2");
    assert_eq!(effect("hp=5", "4: maximum of hit points", "rises"), "13/18");
    assert_eq!(effect("hp=5", "5: maximum of hit points", "mean change"), "41/18");
    assert_eq!(effect("str=8 dex=12 wil=15", "6: one of the attributes", "rises"), "113/324");
    assert_eq!(effect("wil=12", "8: maximum of WIL", "mean change"), "3/2");
    assert_eq!(effect("hp=11", "11: maximum of hit points", "falls"), "11/12");
    // A blow of one point each time comes down to the last hit point.
    let ones = ask("scars", "hp=3 die=1d1");
    assert_eq!(ones.fraction("Which scar", "1", "probability").to_string(), "1");
    let from_one = ask("scars", "hp=1");
    assert_eq!(from_one.fraction("Which scar", "1", "probability").to_string(), "1");
    // The columns of the tables are what is answered to their die and their Armor.
    let asked = ask("scars", "hp=3 armor=1");
    for (table, column, given) in [("by the die of the weapon", "d10", "die=1d10 armor=1"), ("by Armor", "Armor 3", "armor=3")]
    {
        let other = ask("scars", &format!("hp=3 {given}")).fraction("Which scar", "2", "probability");
        assert_eq!(asked.fraction(&format!("Which scar, {table}"), "2", column), other, "{table}");
    }
}

// CAP-077, CAP-113, CAP-114, CAP-137, CAP-139, CAP-140
#[test]
fn blows_go_on_until_one_scars() {
    // Every blow hits; those that hurt do so by one or two points. From 3 hit points one comes down to 2 half of the time, and
    // to 1 by two ways.
    let one = ratio(1, 2) + ratio(1, 4);
    let fresh = Rulings { damage_die: DamageDie::Fresh, ..Rulings::default() };
    for (given, rulings) in
        [("die=1d2", &Rulings::default()), ("die=1d3 armor=1", &Rulings::default()), ("die=1d3 armor=1", &fresh)]
    {
        let given = format!("hp=3 score=30 against=0 {given}");
        let answer = ask_by("scars", &given, &Book::default(), rulings).expect("an answer");
        let cell = |entry: &str, column: &str| answer.fraction("Which scar", entry, column);
        assert_eq!(cell("1", "probability"), one, "{given}");
        assert_eq!(cell("2", "probability"), ratio(1, 4), "{given}");
        // Two points at the last one leave 9 STR, by which 6 of 20 saves do not get above 15.
        assert_eq!(cell("1", "felled, given this entry"), ratio(6, 40), "{given}");
        assert_eq!(cell("2", "of it the blow also fells"), ratio(0, 1), "{given}");
    }
}

// CAP-016, CAP-017, CAP-041
#[test]
fn dice_that_are_settled_are_kept_as_counting_says() {
    let words = Words { book: &Book::default(), rulings: &Rulings::default() };
    let trial = trial::Trial::new(words).expect("rules");
    for dice in [-3, -2, 2, 4] {
        let roll = &crate::rolls::ATTACK;
        let walked = trial.scene(&trial.sound(), |play| super::super::check::kept(play.table, trial::ONE, roll, 6, dice));
        let at_most = |face: i32| i64::from(face).pow(dice.unsigned_abs());
        // The lowest of several is to the highest face what the highest is to none.
        let ways = |face| if dice > 0 { at_most(face) - at_most(face - 1) } else { at_most(7 - face) - at_most(6 - face) };
        let counted = (1..=6).map(|face| (face, ratio(ways(face), at_most(6))));
        assert_eq!(walked, counted.collect(), "{dice}");
    }
}

// CAP-114, CAP-146, RU-16
#[test]
fn a_scar_that_comes_before_the_save_changes_it() {
    let felled = |scar_order| {
        let rulings = Rulings { scar_order, ..Rulings::default() };
        let answer = ask_by("scars", "str=5", &Book::default(), &rulings).expect("an answer");
        answer.fraction("Which scar", "6", "felled, given this entry")
    };
    assert!(felled(ScarOrder::BeforeCrit) < felled(ScarOrder::AfterCrit));
}

fn cast(given: &str, table: &str, row: &str, column: &str) -> String {
    ask("magic", given).fraction(table, row, column).to_string()
}

// CAP-155, CAP-161, CAP-162, CAP-163, CAP-165, CAP-166, CAP-167, CAP-171, CAP-174, CAP-176, CAP-189, CAP-193, CAP-C03
#[test]
fn magic_dice() {
    const NUMBERS: &str = "Magic Dice of slots, by their number";
    assert_eq!(cast("", NUMBERS, "2", "mishap, spell works"), "1/6");
    assert_eq!(cast("", NUMBERS, "2", "spell fails"), "0");
    assert_eq!(cast("", NUMBERS, "3", "mishap, spell works"), "5/12");
    assert_eq!(cast("", NUMBERS, "3", "spell fails"), "1/36");
    assert_eq!(cast("", NUMBERS, "3", "neither Fatigue nor mishap"), "1/36");
    assert_eq!(cast("", NUMBERS, "3", "mean Fatigue"), "3/2");
    assert_eq!(cast("weary=true", NUMBERS, "3", "mean Fatigue"), "2");
    const ENTRIES: &str = "Entries of the mishaps table";
    assert_eq!(cast("slot_dice=3", ENTRIES, "9", "probability"), "7/216");
    assert_eq!(cast("slot_dice=4", ENTRIES, "14", "probability"), "37/648");
    assert_eq!(cast("slot_dice=3", ENTRIES, "3", "of it the spell works"), "0");
    const FULL: &str = "the inventory is full after the dice: no hit points";
    assert_eq!(cast("slot_dice=3 free_slots=3", "What comes of them", FULL, "value"), "1/8");
    // Mishaps 4 and 5 add Fatigue, 12 takes a slot: 9 and 3 rolls of 216 more than the slot die's half.
    const MISHAPS: &str = "the inventory is full after the dice and the mishap: no hit points";
    let mixed = "slot_dice=1 dust_dice=2 free_slots=1";
    assert_eq!(cast(mixed, "What comes of them", FULL, "value"), "1/2");
    assert_eq!(cast(mixed, "What comes of them", MISHAPS, "value"), "5/9");
    // Of two dice both are below 5, or one in three costs 2.5 STR.
    const VESSEL: &str = "Dice of a vessel, by their number";
    assert_eq!(cast("", VESSEL, "2", "no STR lost"), "4/9");
    assert_eq!([cast("", VESSEL, "2", "mean STR lost"), cast("", VESSEL, "4", "mean STR lost")], ["5/3", "10/3"]);
    assert_eq!(
        cast("slot_dice=1 dust_dice=2 tiring=1", "Fatigue, where 1 of the dice show a face that tires", "1", "probability"),
        "1/3"
    );
    // Two of four dice tire: of the six pairs of them one is that of both slots, four have one of these.
    for weary in ["true", "false"] {
        let fatigue = |fatigue: &str| {
            let given = format!("slot_dice=2 dust_dice=1 free_dice=1 tiring=2 weary={weary}");
            cast(&given, "Fatigue, where 2 of the dice show a face that tires", fatigue, "probability")
        };
        assert_eq!(["0", "1", "2"].map(fatigue), ["1/6", "2/3", "1/6"]);
    }
    assert_eq!(cast("", NUMBERS, "2", "mean [sum]"), "7");
    assert_eq!(cast("slot_dice=1 free_dice=1", "What comes of them", "mean WIL that free dice cost", "value"), "1/2");
    // With one slot two Fatigue are one too many; the mishaps of pairs that do not tire add one at most.
    assert_eq!(cast("free_slots=1", "What comes of them", "something has to be dropped", "value"), "1/4");
    let most = ask("magic", "").tables.into_iter().find(|table| table.title == VESSEL).expect("a table").rows[2][3].clone();
    assert_eq!(most, frame::rules::answers::Cell::Integer(12));
    const HOURS: &str = "mean hours of copying a spell";
    assert_eq!(cast("slot_dice=1", "What comes of them", HOURS, "value"), "5/2");
    assert_eq!(cast("slot_dice=2", "What comes of them", HOURS, "value"), "5/9");
}

// CAP-162, CAP-163
#[test]
fn the_table_of_mishaps_of_three_dice_has_the_ways_of_the_specification() {
    let ways = [
        (3, 1, 0),
        (4, 3, 3),
        (5, 6, 6),
        (6, 4, 3),
        (7, 9, 9),
        (8, 9, 9),
        (9, 7, 6),
        (10, 9, 9),
        (11, 9, 9),
        (12, 7, 6),
        (13, 9, 9),
        (14, 9, 9),
        (15, 4, 3),
        (16, 6, 6),
        (17, 3, 3),
        (18, 1, 0),
    ];
    let three = ask("magic", "slot_dice=3");
    for (entry, all, works) in ways {
        let cell = |column| three.fraction("Entries of the mishaps table", &entry.to_string(), column);
        assert_eq!(cell("probability"), BigRational::new(all.into(), 216.into()), "{entry}");
        assert_eq!(cell("of it the spell works"), BigRational::new(works.into(), 216.into()), "{entry}");
    }
    let two = ask("magic", "slot_dice=2");
    for entry in [2, 4, 6, 8, 10, 12] {
        let chance = two.fraction("Entries of the mishaps table", &entry.to_string(), "of it the spell works");
        assert_eq!(chance, BigRational::new(1.into(), 36.into()), "{entry}");
    }
    assert_eq!(two.fraction("These dice", "2", "no mishap"), BigRational::new(30.into(), 36.into()));
}

// CAP-155, CAP-187, CAP-188, CAP-189, CAP-190
#[test]
fn the_five_of_the_example_is_the_slot_die_once_in_three() {
    let words = Words { book: &Book::default(), rulings: &Rulings::default() };
    let rolls = trial::Trial::new(words).expect("rules").rolls(Split { slot: 1, dust: 2, free: 0 }, false);
    let example: Vec<_> = rolls.iter().filter(|(magic, _)| magic.faces[1] == 2 && magic.faces[4] == 1).collect();
    let all: BigRational = example.iter().map(|(_, chance)| *chance).sum();
    let tiring: BigRational = example.iter().filter(|(magic, _)| magic.fatigue == 1).map(|(_, chance)| *chance).sum();
    assert_eq!((all, tiring), (ratio(3, 216), ratio(1, 216)));
    assert!(example.iter().all(|(magic, _)| magic.sum == 9 && magic.dice == 3 && magic.matches() == 2));
}

// CAP-077, CAP-080, CAP-162
#[test]
fn what_has_no_rows_is_a_note() {
    let mut book = Book::default();
    book.damage.armor_cap = 20;
    for (name, given, table, note) in [
        ("magic", "slot_dice=1", "Entries of the mishaps table", "no entry of the mishaps table"),
        ("scars", "die=1d20 armor=15", "Which scar, by the die of the weapon", "no die from d4 to d12"),
    ] {
        let answer = ask_by(name, given, &book, &Rulings::default()).expect("an answer");
        assert!(answer.tables.iter().all(|known| known.title != table && !known.rows.is_empty()), "{name}");
        assert!(answer.notes.iter().any(|known| known.contains(note)), "{name}: {:?}", answer.notes);
    }
}

#[test]
fn every_question_has_an_answer_with_its_defaults() {
    for question in QUESTIONS {
        let answer = ask(question.name, "");
        assert!(!answer.tables.is_empty() && answer.tables.iter().all(|table| !table.rows.is_empty()), "{}", question.name);
    }
}

#[test]
fn what_cannot_be_answered_is_refused() {
    let refused = |name, given| ask_by(name, given, &Book::default(), &Rulings::default()).expect_err("no answer");
    assert!(refused("attack", "die=2d6").contains("one die"));
    assert!(refused("magic", "slot_dice=0").contains("1 to 4"));
    assert!(refused("magic", "slot_dice=2 tiring=3").contains("tiring"));
    assert!(refused("scars", "die=1d2 armor=3").contains("no blow"));
}
