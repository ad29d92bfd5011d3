//! What is worked out in closed form held against scenes that play the rules over all their dice.
//!
//! Owns no value of the specification: those are in [`tests`](super::tests). Start at [`Scene`].

use num_traits::ToPrimitive;

use super::roll::Outcome;
use super::tests::{ask, ask_by};
use super::trial::{CoreOfAny, ONE, OTHER, Stage};
use super::*;
use crate::Heimr;
use crate::attack::{Attack, AttackOutcome, Why};
use crate::challenge::{Attempt, Cast, CheckRule, Means};
use crate::core::load;
use crate::rolls;
use crate::rulings::{InitiativePhysical, InitiativeTie, OpposedTie, RetargetFatigueFail, ShooterCounts, TouchBinds};
use crate::state::{Exit, Fight, Hand};
use frame::dice::Slot;
use frame::rules::Words;
use frame::rules::testing::ScriptedPlay;
use frame::rules::trial::{of_two, outcomes};

/// A scene between two sides, by the rules of a book and rulings.
struct Scene {
    core: CoreOfAny,
    fight: Fight,
}

impl Scene {
    /// Those who have these lines in their sheets, by the published rules, all of them at this much fatigue.
    fn new(one: &str, other: &str, fatigue: i64) -> Self {
        Scene::by(&Book::default(), &Rulings::default(), [one, other], fatigue)
    }

    /// The same by changed rules.
    fn by(book: &Book, rulings: &Rulings, [one, other]: [&str; 2], fatigue: i64) -> Self {
        let load = |document: &_, complaints: &mut _| load(document, complaints, CoreOfAny::new);
        let core = of_two(Words { book, rulings }, one, other, load).expect("the sheets are right");
        let mut fight = core.morning.clone();
        fight.bodies.iter_mut().for_each(|body| (body.exit, body.effort) = (Exit::Here, fresh(fatigue)));
        fight.order = fight.slots().collect();
        Scene { core, fight }
    }
}

/// The sheet of a second combatant of a side behind that of the first.
const AND: &str = "\n[[side.combatant]]\nname = 'third'\n";

// HEI-133, HEI-136
#[test]
fn the_outcomes_of_a_roll_are_what_the_rules_play() {
    let (book, rulings) = (Book::default(), Rulings::default());
    let roller = Roller::new(&book, &rulings);
    for (consistency, fatigue) in [(2, 5), (-2, 2), (0, 4)] {
        let found = outcomes(|table| {
            let rolled = roller.pool.roll(consistency, Slot(0), &rolls::ATTACK, table);
            let mut effort = fresh(fatigue);
            let met = roller.fatigue.judge(rolled, &mut effort);
            (rolled.small, Outcome { result: met.then(|| rolled.result(3)), effort })
        });
        assert_eq!(roller.outcomes(Tired::new(Score { c: consistency, p: 3 }, fatigue)), found);
    }
}

// HEI-044, HEI-046, HEI-047, HEI-149
#[test]
fn checks_with_re_rolls_are_what_the_rules_play() {
    let (book, rulings) = (Book::default(), Rulings::default());
    let rule = CheckRule::new(&book, &rulings);
    for (c, p, fatigue) in [(1, 0, 4), (-2, 3, 2), (2, 1, 0)] {
        let answer = ask("check", &format!("ability={c}:{p} cr=5 fatigue={fatigue} rerolls=3"));
        let attempt = Attempt { score: Score { c, p }, physical: fatigue > 0, cr: 5 };
        for most in 0..=3 {
            let found = outcomes(|table| {
                let mut means = Means { effort: fresh(fatigue), willpower: 9 };
                let cast = Cast { who: Slot(0), roll: &rolls::CROSSING };
                let met = rule.check(attempt, &mut means, cast, table, |rerolls, _, _| rerolls < most);
                (met, 9 - means.willpower)
            });
            let of = |column| answer.fraction("passes", &most.to_string(), column);
            assert_eq!(of("passes"), found.chance(|(met, _)| *met), "{c} {p} {fatigue} {most}");
            assert_eq!(of("mean willpower spent"), found.mean(|(_, paid)| i64::from(*paid)), "{c} {p} {fatigue} {most}");
        }
    }
}

const SWORD: &str = "weapons = [{ name = 'weapon', ability = 'swordsmanship', hands = 'sword' }]\n";

// HEI-133, HEI-134, HEI-202, HEI-207
#[test]
fn attacks_are_what_the_rules_play() {
    let swords = "abilities = { swordsmanship = { c = 2, p = 5 } }";
    for fatigue in [1, 5] {
        let agile = "abilities = { agility = { c = 3, p = 4 } }";
        let Scene { core, mut fight } = Scene::new(&format!("{SWORD}{swords}"), agile, fatigue);
        let answer = ask("attack", &format!("attack=2:5 dodge=3:4 fatigue={fatigue} fatigue_against={fatigue}"));
        let attack = Attack::new(ONE, Some(0), Why::Action);
        for used in 0..3 {
            fight.body_mut(OTHER).dodges = used;
            let found = Stage::new(&core).scene(&fight, |play| match play.strike_at(&attack, OTHER, None) {
                AttackOutcome::Hit => "hit",
                AttackOutcome::Failed => "the attack fails by fatigue",
                _ => "stopped by it",
            });
            for (column, chance) in found {
                assert_eq!(answer.fraction("one attack", &format!("dodge {}", used + 1), column), chance, "{column} {used}");
            }
        }
    }
}

/// The row of an answer that says what comes of a brawl attack.
fn brawl_row(answer: &Answer, row: &str) -> BigRational {
    answer.fraction("brawl attack", row, "probability")
}

// HEI-149, HEI-188, HEI-192, HEI-193
#[test]
fn brawls_past_a_weapon_are_what_the_rules_play() {
    for fatigue in [1, 4] {
        let unarmed = "abilities = { brawl = { c = 3, p = 4 }, agility = { c = 3, p = 3 } }";
        let armed = format!("{SWORD}abilities = {{ swordsmanship = {{ c = 2, p = 5 }}, agility = {{ c = -9, p = 0 }} }}");
        let Scene { core, fight } = Scene::new(unarmed, &armed, fatigue);
        let found = Stage::new(&core).scene(&fight, |play| {
            let before = play.fight.body(OTHER).hp;
            play.brawl(ONE, OTHER, Why::Action, 0);
            play.fight.body(OTHER).hp < before
        });
        let answer = ask("brawl", &format!("fatigue={fatigue} fatigue_against={fatigue}"));
        assert_eq!(brawl_row(&answer, "it hits"), found.chance(|hit| *hit), "{fatigue}");
    }
}

// HEI-188, HEI-189, HEI-191, R-35
#[test]
fn binds_are_what_the_rules_play() {
    for touch_binds in [TouchBinds::No, TouchBinds::Yes] {
        let (book, rulings) = (Book::default(), Rulings { touch_binds, ..Rulings::default() });
        let sheets = ["brawl = { c = 2, p = 3 }", "agility = { c = 1, p = 5 }, brawl = { c = -9, p = -9 }"];
        let sheets = sheets.map(|abilities| format!("abilities = {{ {abilities} }}"));
        let Scene { core, fight } = Scene::by(&book, &rulings, [&sheets[0], &sheets[1]], 3);
        let attack = Attack { bind: true, ..Attack::new(ONE, None, Why::Action) };
        let found = Stage::new(&core).scene(&fight, |play| {
            let outcome = play.strike_at(&attack, OTHER, None);
            (outcome == AttackOutcome::Failed, play.fight.body(OTHER).held.is_some())
        });
        let arguments = "provoked=none brawl=2:3 defence=1:5 fatigue=3 fatigue_against=3";
        let answer = ask_by("brawl", arguments, &book, &rulings).expect("there is an answer");
        assert_eq!(brawl_row(&answer, "a bind succeeds"), found.chance(|(_, held)| *held), "{touch_binds:?}");
        let fails = brawl_row(&answer, "it is rolled and fails by fatigue");
        assert_eq!(fails, found.chance(|(failed, _)| *failed), "{touch_binds:?}");
    }
}

// HEI-134, HEI-197, R-39
#[test]
fn holds_are_what_the_rules_play() {
    for fatigue in [1, 4] {
        let armed = format!("{SWORD}abilities = {{ swordsmanship = {{ c = 2, p = 5 }} }}");
        let Scene { core, fight } = Scene::new("abilities = { brawl = { c = 3, p = 4 } }", &armed, fatigue);
        let attack = Attack::new(OTHER, Some(0), Why::Action);
        let found = Stage::new(&core).scene(&fight, |play| {
            play.grab(ONE, OTHER, BodyPart::Torso, Hand::Sword);
            let requirement = play.opposition(OTHER);
            let outcome = play.strike_at(&attack, ONE, requirement);
            match (outcome, requirement) {
                (AttackOutcome::Failed, _) => "it fails by fatigue",
                (AttackOutcome::HeldBack, _) => "it is stopped",
                (_, None) => "the holder's own roll fails by fatigue, and nothing stops it",
                (_, Some(_)) if play.fight.body(OTHER).held.is_none() => "it meets the requirement, and the grab ends",
                (_, Some(_)) => "it meets the requirement, and the grab goes on",
            }
        });
        let answer = ask("hold", &format!("fatigue={fatigue} fatigue_against={fatigue}"));
        for (row, chance) in found {
            assert_eq!(answer.fraction("an action of the held", row, "probability"), chance, "{row} {fatigue}");
        }
    }
}

// HEI-043, HEI-111, HEI-133, R-02
#[test]
fn opposed_rolls_are_what_the_rules_play() {
    let of = |ability: &str, c: i32, p: i32| format!("abilities = {{ {ability} = {{ c = {c}, p = {p} }} }}");
    for opposed_tie in [OpposedTie::Responder, OpposedTie::Initiator] {
        // Once of the mind, and once of the body, which can be tired.
        for (abilities, fatigue) in [(["persuasion", "insight"], 0), (["brawl", "agility"], 5)] {
            let (mut book, rulings) = (Book::default(), Rulings { opposed_tie, ..Rulings::default() });
            (book.speak.ability, book.speak.against) = (abilities[0].into(), abilities[1].into());
            let sheets = [of(abilities[0], 2, 1), of(abilities[1], 1, 2)];
            let Scene { core, fight } = Scene::by(&book, &rulings, [&sheets[0], &sheets[1]], fatigue);
            let found = Stage::new(&core).scene(&fight, |play| play.sees_through(OTHER, ONE));
            let arguments = format!("initiator=2:1 responder=1:2 fatigue={fatigue} fatigue_against={fatigue}");
            let answer = ask_by("opposed", &arguments, &book, &rulings).expect("there is an answer");
            let responder = answer.fraction("who succeeds", "responder", "probability");
            assert_eq!(responder, found.chance(|sees| *sees), "{opposed_tie:?} {fatigue}");
        }
    }
}

// HEI-104, HEI-105, R-05, R-06
#[test]
fn the_order_of_initiative_is_what_the_rules_play() {
    let of = |dexterity: i32, willpower: i32| format!("attributes = {{ dex = {dexterity} }}\nwillpower = {willpower}");
    for initiative_tie in [InitiativeTie::DexThenD10, InitiativeTie::D10, InitiativeTie::ListOrder] {
        let (book, rulings) = (Book::default(), Rulings { initiative_tie, ..Rulings::default() });
        // Two who are equal in everything, and one who has as much willpower.
        let others = format!("{}{AND}{}", of(1, 2), of(0, 2));
        let Scene { core, fight } = Scene::by(&book, &rulings, [&of(1, 2), &others], 1);
        let answer = ask_by("initiative", "who=1:2,1:2,0:2", &book, &rulings).expect("there is an answer");
        let found = Stage::new(&core).scene(&fight, |play| {
            play.roll_initiative();
            play.fight.order.iter().map(|who| format!("#{}", who.0 + 1)).collect::<Vec<_>>().join(", ")
        });
        for (order, chance) in found {
            let asked = answer.fraction("the order of all", &order, "probability");
            assert_eq!(asked, chance, "{order} by {initiative_tie:?}");
        }
    }
    let rulings = Rulings { initiative_physical: InitiativePhysical::Yes, ..Rulings::default() };
    let Scene { core, fight } = Scene::by(&Book::default(), &rulings, [&of(2, 3), &of(1, 2)], 4);
    let found = Stage::new(&core).scene(&fight, |play| {
        play.roll_initiative();
        play.fight.order[0] == ONE
    });
    let tired = ask_by("initiative", "fatigue=4", &Book::default(), &rulings).expect("there is an answer");
    assert_eq!(tired.fraction("places", "#1", "place 1"), found.chance(|first| *first));
}

/// A weapon that does one point of damage.
fn blade(name: &str, more: &str) -> String {
    format!("{{ name = '{name}', ability = 'swordsmanship', damage = 1, {more} }}")
}

// HEI-134, HEI-149, HEI-160, HEI-185, HEI-207, HEI-208, R-28
#[test]
fn several_attacks_are_what_the_rules_play() {
    let swords = "abilities = { swordsmanship = { c = 2, p = 5 }, agility = { c = 1, p = 5 } }\nhp_max = 20\n";
    let one = format!("{swords}weapons = [{}]", blade("one", "hands = 'sword'"));
    let (sword, off) = (blade("one", "hands = 'sword'"), blade("other", "hands = 'off', place = 'off_hand'"));
    let both = format!("{swords}weapons = [{sword}, {off}]");
    let mut book = Book::default();
    book.attack.offhand_penalty = 1;
    for fatigue in [1, 4] {
        let of = |attackers: &str, found: Spread<i32>| {
            let tired = format!("fatigue={fatigue} fatigue_against={fatigue}");
            let arguments = format!("attackers={attackers} defences=2:5,1:5 {tired}");
            let answer = ask_by("attacks", &arguments, &book, &Rulings::default()).expect("there is an answer");
            for (hits, chance) in found {
                assert_eq!(answer.fraction("hits", &hits.to_string(), "probability"), chance, "{attackers}, {fatigue}: {hits}");
            }
        };
        let Scene { core, fight } = Scene::by(&book, &Rulings::default(), [&both, &one], fatigue);
        let found = Stage::new(&core).scene(&fight, |play| {
            play.melee(ONE, OTHER, [Some(0), Some(1)], Why::Action, 0);
            20 - play.fight.body(OTHER).hp
        });
        of("one", found);
        let Scene { core, fight } = Scene::by(&book, &Rulings::default(), [&one, &format!("{one}{AND}{one}")], fatigue);
        let found = Stage::new(&core).scene(&fight, |play| {
            for by in [OTHER, Slot(2)] {
                play.strike_at(&Attack::new(by, Some(0), Why::Action), ONE, None);
            }
            20 - play.fight.body(ONE).hp
        });
        of("many", found);
    }
}

// HEI-122, HEI-123, HEI-124, HEI-125, HEI-152, R-24, R-25
#[test]
fn shots_into_a_cluster_are_what_the_rules_play() {
    let archer = "abilities = { archery = { c = 4, p = 5 } }\n\
                  weapons = [{ name = 'bow', ability = 'archery', hands = 'two', range = 3, damage = 1 }]\n";
    let dodger = |c: i32, p: i32| format!("abilities = {{ agility = {{ c = {c}, p = {p} }} }}\nhp_max = 20\n");
    let members = format!("{}{AND}{}{AND}{}", dodger(1, 2), dodger(2, 3), dodger(1, 2)).replacen("third", "second", 1);
    for (fatigue, retarget_fatigue_fail) in
        [(1, RetargetFatigueFail::Ends), (4, RetargetFatigueFail::Ends), (5, RetargetFatigueFail::Next)]
    {
        let rulings = Rulings { retarget_fatigue_fail, shooter_counts: ShooterCounts::Yes, ..Rulings::default() };
        let Scene { core, mut fight } = Scene::by(&Book::default(), &rulings, [archer, &members], fatigue);
        for inside in [false, true] {
            fight.bodies.iter_mut().for_each(|body| body.cluster = 1);
            fight.body_mut(ONE).cluster = u8::from(inside);
            let found = Stage::new(&core).scene(&fight, |play| {
                play.shoot(ONE, OTHER, [Some(0), None], Why::Action);
                let members = &play.fight.bodies[1..];
                let shot_at = members.iter().filter(|body| body.shot_at_by.has(ONE)).count();
                let dodges = members.iter().filter(|body| body.dodges > 0).count();
                (shot_at, dodges, members.iter().position(|body| body.hp < 20))
            });
            let arguments = format!("inside={inside} fatigue={fatigue} fatigue_against={fatigue}");
            let answer = ask_by("cluster", &arguments, &Book::default(), &rulings).expect("there is an answer");
            for member in 0..3 {
                let of = |column| answer.fraction("who is hit", &(member + 1).to_string(), column);
                assert_eq!(of("is shot at"), found.chance(|&(shot_at, ..)| shot_at > member), "{member} {arguments}");
                assert_eq!(of("is hit"), found.chance(|&(.., hit)| hit == Some(member)), "{member} {arguments}");
            }
            if retarget_fatigue_fail == RetargetFatigueFail::Ends {
                let dodged = answer.fraction("nobody is hit", "all have dodged", "probability");
                assert_eq!(dodged, found.chance(|&(_, dodges, hit)| dodges == 3 && hit.is_none()), "{arguments}");
            }
        }
    }
}

// HEI-102, HEI-103
#[test]
fn a_duel_of_plain_blows_is_what_the_exact_solver_finds() {
    let fighter = |initiative: i32, [attack, dodge]: [(i32, i32); 2], hp: i32| {
        let score = |(c, p): (i32, i32)| format!("{{ c = {c}, p = {p} }}");
        format!(
            "initiative = {initiative}\npolicy = 'dodges'\nattributes = {{ sta = 3 }}\nhp_max = {hp}\nweapons = [{}]\n\
             abilities = {{ swordsmanship = {}, agility = {} }}\n",
            blade("blade", "hands = 'sword'"),
            score(attack),
            score(dodge)
        )
    };
    let answer = ask("duel", "attack=2:6 defence=1:4 hits=2 attack_against=1:5 defence_against=2:3 hits_against=1");
    for (row, initiatives) in [("the one", [9, 2]), ("the other", [2, 9])] {
        // A fighter that has to be hit twice has two hit points, and is out at none.
        let one = fighter(initiatives[0], [(2, 6), (1, 4)], 1);
        let other = fighter(initiatives[1], [(1, 5), (2, 3)], 2);
        let solved = ScriptedPlay::<Heimr>::exact(&format!(
            "[[side]]\nname = 'a'\n[[side.combatant]]\nname = 'A'\n{one}[[side]]\nname = 'b'\n[[side.combatant]]\nname = 'B'\n{other}\
             [policy.dodges]\ndefend = [{{ do = 'dodge' }}]\n[rulings]\nout_at = 'injured'\n[book.turn]\nrounds_max = 200\n"
        ));
        let of = |column| answer.fraction("duel", row, column).to_f64().expect("a number");
        let (wins, rounds) = (of("the one wins"), of("mean rounds"));
        assert!((solved.chance("winner", 0) - wins).abs() < 1e-6, "{row}: {} is not {wins}", solved.chance("winner", 0));
        assert!((solved.mean("rounds") - rounds).abs() < 1e-4, "{row}: {} is not {rounds}", solved.mean("rounds"));
    }
}

// HEI-142, HEI-144, HEI-145, HEI-146, HEI-147, R-61
#[test]
fn a_chase_is_what_the_rules_play() {
    let mut book = Book::default();
    (book.chase.rounds_max, book.chase.start_distance, book.chase.margin) = (3, 1, 2);
    let runner = |stamina: i32| {
        format!("attributes = {{ sta = {stamina} }}\nabilities = {{ {} = {{ c = 0, p = 2 }} }}", book.chase.ability)
    };
    let Scene { core, mut fight } = Scene::by(&book, &Rulings::default(), [&runner(3), &runner(0)], 1);
    fight.body_mut(OTHER).effort = fresh(i64::from(book.fatigue.base_with(0)));
    let found = Stage::new(&core).scene(&fight, |play| play.chase(ONE, OTHER));
    let arguments = "quarry=0:2 pursuer=0:2 stamina=3 stamina_against=0";
    let answer = ask_by("chase", arguments, &book, &Rulings::default()).expect("there is an answer");
    let of = |column: &str| {
        let column = answer.tables[0].columns.iter().position(|name| name == column).expect("the column is there");
        let Cell::ExactDecimal(number) = answer.tables[0].rows[0][column] else { panic!("no decimal") };
        number
    };
    let near = |column: &str, exact: BigRational| {
        let exact = exact.to_f64().expect("a number");
        assert!((of(column) - exact).abs() < 1e-9, "{column}: {} is not {exact}", of(column));
    };
    near("caught", found.chance(|(caught, _)| *caught));
    near("escaped", found.chance(|(caught, _)| !caught));
    near("mean rounds", found.mean(|(_, rounds)| i64::from(*rounds)));
}
