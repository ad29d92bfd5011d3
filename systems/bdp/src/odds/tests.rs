//! Every exact value of the specification, and the agreement of odds and rules.

use num_rational::BigRational;
use num_traits::ToPrimitive;

use super::trial::{scene, trial};
use super::*;
use crate::Bdp;
use crate::book::checks::Amount;
use crate::rulings::{BothStates, CritStr, DirectArmor, MoraleFailure, Version};
use crate::sheet::Miracle;
use frame::dice::Distribution;
use frame::rules::RuleSet;
use frame::rules::answers::{Answer, ratio};
use frame::rules::chances::Chances as _;
use frame::rules::questions::Arguments;
use frame::rules::testing::{Measured, ScriptedPlay};
use frame::rules::trial::OTHER;

/// The answer to a question with arguments such as `die=1d8 armor=2`, by changed rules.
fn ask_by(name: &str, arguments: &str, book: &Book, rulings: &Rulings) -> Answer {
    let question = QUESTIONS.iter().find(|question| question.name == name).unwrap();
    let given = arguments.split_whitespace().map(|word| word.split_once('=').unwrap());
    Bdp::answer(question, &Arguments::read(question, given).unwrap(), book, rulings).unwrap()
}

/// Asks by the published rules.
fn ask(name: &str, arguments: &str) -> Answer {
    ask_by(name, arguments, &Book::default(), &Rulings::default())
}

/// The probability of an outcome.
fn chance(name: &str, arguments: &str, table: &str, outcome: &str) -> BigRational {
    ask(name, arguments).fraction(table, outcome, "probability")
}

#[test]
fn every_question_has_an_answer_with_its_defaults() {
    for question in QUESTIONS {
        let answer = ask(question.name, "");
        assert!(!answer.tables.is_empty() && answer.tables.iter().all(|table| !table.rows.is_empty()), "{}", question.name);
    }
}

// BDP-002, BDP-003, BDP-004, BDP-006, BDP-007, BDP-084
#[test]
fn saves_x01_to_x03() {
    let passes = |arguments: &str, luck: &str| ask("save", arguments).fraction("save", luck, "passes");
    assert_eq!(passes("ability=12", "even (asked for)"), ratio(3, 5));
    assert_eq!(passes("ability=0", "even (asked for)"), ratio(1, 20));
    assert_eq!(passes("ability=20", "even (asked for)"), ratio(19, 20));
    assert_eq!(passes("ability=8 luck=advantage", "advantage (asked for)"), ratio(16, 25));
}

// BDP-009, BDP-010, R-01, R-02
#[test]
fn contests_x04() {
    let outcome = |who: &str| chance("contest", "ability=16 against=16", "contest", who);
    assert_eq!([outcome("first"), outcome("second"), outcome("nobody")], [ratio(23, 50), ratio(23, 50), ratio(2, 25)]);
}

// BDP-013, BDP-018, BDP-019, BDP-020, BDP-024, BDP-025, BDP-026, BDP-027, BDP-028, BDP-029
#[test]
fn actions_x05() {
    let outcome = |what: &str| chance("action", "", "action", what);
    assert_eq!([outcome("success"), outcome("success at a cost"), outcome("failure")], [ratio(1, 2), ratio(1, 3), ratio(1, 6)]);
    assert_eq!(chance("action", "", "fate", "yes"), ratio(1, 2));
    assert_eq!(chance("action", "skill=true", "action", "success"), ratio(1, 1));
    assert_eq!(chance("action", "time=false", "action", "failure"), ratio(1, 1));
    for (action, ability) in
        [("sneaking", "dex"), ("breaching", "str"), ("climbing", "dex"), ("climbing", "str"), ("besieged_wall", "wil")]
    {
        let sure = chance("action", &format!("action={action} {ability}=15"), "action", "success");
        assert_eq!(sure, ratio(1, 1), "{action}: {ability} 15 stands in for the skill");
    }
    assert_eq!(chance("action", "action=escape_route str=15 dex=15 wil=15", "action", "success"), ratio(1, 2));
}

// BDP-201, BDP-204, BDP-205, BDP-206
#[test]
fn surprise_x06() {
    let of = |circumstances: &str| {
        ["party", "nobody", "foes"].map(|who| ask("encounter", "").fraction("surprise", circumstances, who))
    };
    assert_eq!(of("normal"), [ratio(1, 6), ratio(2, 3), ratio(1, 6)]);
    assert_eq!(of("low visibility"), [ratio(1, 3), ratio(1, 3), ratio(1, 3)]);
    assert_eq!(of("predator"), [ratio(1, 3), ratio(1, 2), ratio(1, 6)]);
    assert_eq!(of("darkness"), [ratio(1, 2), ratio(1, 2), ratio(0, 1)]);
}

// BDP-207, BDP-210, BDP-211, R-40
#[test]
fn reactions_x07_and_x08() {
    let of = |weapons: &str| {
        let mood = |mood: &str| chance("encounter", &format!("weapons={weapons}"), "reaction", mood);
        ["hostile", "wary", "curious", "kind", "helpful"].map(mood)
    };
    assert_eq!(of("neither"), [ratio(1, 36), ratio(1, 4), ratio(4, 9), ratio(1, 4), ratio(1, 36)]);
    assert_eq!(of("drawn"), [ratio(17, 72), ratio(29, 72), ratio(7, 24), ratio(5, 72), ratio(0, 1)]);
    let again = Rulings { reaction_clamp: false, ..Rulings::default() };
    let again = ask_by("encounter", "weapons=drawn", &Book::default(), &again);
    // Of the 144 rolls of 2d6 and d4 the 20 below 2 are rolled again; 14 of the others are hostile.
    assert_eq!(again.fraction("reaction", "hostile", "probability"), ratio(14, 144 - 20));
    assert_eq!(of("sheathed").into_iter().rev().collect::<Vec<_>>(), of("drawn"), "sheathed weapons mirror drawn ones");
}

// BDP-269, BDP-270, BDP-271, R-03, R-44
#[test]
fn gambits_x09_to_x11() {
    assert_eq!(chance("gambit", "die=1d6 ability=8", "gambit", "target fails"), ratio(13, 20));
    assert_eq!(chance("gambit", "die=1d10 ability=12", "gambit", "target fails"), ratio(43, 100));
    let chain = chance("gambit", "die=1d6 ability=10 back=1d8 own=12", "chain", "whoever began");
    assert_eq!(chain, ratio(176, 239));
}

fn mean_of(arguments: &str, what: &str) -> BigRational {
    ask("damage", arguments).fraction("damage", what, "mean")
}

// BDP-238, BDP-251, BDP-252, BDP-257, BDP-261, BDP-266
#[test]
fn dice_of_damage_x12_to_x15() {
    let three = ask("damage", "die=1d10 state=impaired armor=0 attackers=3");
    assert_eq!(three.fraction("damage", "at the same moment, the highest counts", "mean"), ratio(55, 16));
    let behind = ask("damage", "die=1d10 state=impaired armor=1 attackers=3");
    assert_eq!(behind.fraction("damage", "at the same moment, the highest counts", "nothing gets through"), ratio(1, 64));
    assert_eq!(mean_of("die=1d6 state=enhanced armor=0", "one attack"), ratio(503, 72));
    assert_eq!(mean_of("die=1d8 state=enhanced armor=0", "one attack"), ratio(59, 8));
    let at_least = ask("damage", "die=1d8 armor=0").fraction("at least so much damage", "9", "at least, enhanced");
    assert_eq!(at_least, ratio(1, 3));
    assert_eq!(mean_of("die=1d8 state=impaired armor=2", "one attack"), ratio(3, 4));
}

// BDP-328, BDP-329, BDP-330, BDP-332
#[test]
fn types_of_damage_x16_to_x18() {
    assert_eq!(mean_of("die=1d6 type=piercing armor=3", "one attack"), ratio(3, 2));
    assert_eq!(mean_of("die=1d8 type=bludgeoning heavy=1 armor=2", "one attack"), ratio(35, 8));
    assert_eq!(mean_of("die=1d8 type=slashing armor=0", "one attack"), ratio(11, 2));
}

// BDP-293, BDP-294, BDP-295, BDP-335
#[test]
fn parries_and_counters_x19_to_x21() {
    let of =
        |arguments: &str| ["whoever parries", "nobody", "the attacker"].map(|who| chance("parry", arguments, "parry", who));
    assert_eq!(of(""), [ratio(7, 16), ratio(1, 8), ratio(7, 16)]);
    assert_eq!(of("die=1d6 against=1d10"), [ratio(1, 4), ratio(1, 10), ratio(13, 20)]);
    let bounces = |state: &str| ask("parry", "counter=2").fraction("counter", state, "bounces back");
    assert_eq!((bounces("normal"), bounces("impaired")), (ratio(1, 4), ratio(1, 2)));
}

// BDP-078, BDP-069
#[test]
fn injuries_x22() {
    let of = |what: &str| chance("injuries", "", "head", what);
    assert_eq!([of("dead"), of("lose an eye"), of("scar")], [ratio(1, 20), ratio(1, 30), ratio(1, 60)]);
    assert_eq!(chance("injuries", "", "areas", "torso"), ratio(1, 2));
}

// BDP-070, BDP-073, BDP-074, BDP-078, BDP-611
#[test]
fn injuries_cost_what_the_rules_take() {
    let lost = |answer: &Answer, area: &str| answer.fraction("areas", area, "mean loss");
    let plain = ask("injuries", "");
    let (torso, leg) = (Book::default().injury.torso, Book::default().injury.leg);
    assert_eq!(lost(&plain, "torso"), Distribution::dice(torso).mean().unwrap());
    assert_eq!(lost(&plain, "right leg"), Distribution::dice(leg).mean().unwrap());
    assert_eq!([lost(&plain, "left arm"), lost(&plain, "head")], [ratio(0, 1), ratio(0, 1)]);
    assert_eq!(plain.fraction("areas", "left leg", "probability"), ratio(1, 10), "legs are told apart");
    // A wound that is permanent at once costs a point besides.
    let mut book = Book::default();
    book.injury.wound_level = crate::book::harm::Level::Permanent;
    let marked = ask_by("injuries", "", &book, &Rulings::default());
    assert_eq!(lost(&marked, "left arm"), ratio(book.wound.permanent_loss.into(), 1));
    assert_eq!(lost(&marked, "torso"), lost(&plain, "torso") + ratio(1, 1));
    // Version 1.32 lames, disarms and kills where it locates injuries.
    let located = Rulings { crit_str: Some(CritStr::Location), ..Rulings::default() };
    let older = ask_by("injuries", "", &Book::default(), &located);
    assert_eq!([lost(&older, "torso"), lost(&older, "left leg")], [lost(&plain, "torso"), ratio(0, 1)]);
    assert_eq!(older.fraction("head", "dead", "probability"), ratio(1, 10));
}

// BDP-064, BDP-065, BDP-066, BDP-073, BDP-241
#[test]
fn one_blow_x23_and_x24() {
    let of = |what: &str| chance("critical", "die=1d8 armor=1 hp=0 str=10 dex=10", "blow", what);
    assert_eq!(of("nothing gets through"), ratio(1, 8));
    assert_eq!(of("STR lost, save passed"), ratio(21, 80));
    assert_eq!(of("injured"), ratio(1737, 3200));
    assert_eq!(of("dead"), ratio(223, 3200));
    let foe = |what: &str| chance("critical", "die=1d8 armor=0 hp=3 str=8 pc=false", "blow", what);
    assert_eq!(foe("out, alive") + foe("dead"), ratio(15, 32));
}

// BDP-042, BDP-046, BDP-067
#[test]
fn perils_x25_and_x26() {
    let of = |what: &str| chance("peril", "kind=fall str=12", "peril", what);
    assert_eq!([of("hurt"), of("injured"), of("dead")], [ratio(13, 40), ratio(461, 800), ratio(79, 800)]);
    assert_eq!(chance("peril", "kind=night_spider dex=10", "peril", "out, alive"), ratio(29, 40));
}

// BDP-452, BDP-453, BDP-454, BDP-466, BDP-467
#[test]
fn magic_x27_to_x29() {
    let feedback = |arguments: &str, dice: &str| ask("magic", arguments).fraction("costs", dice, "feedback");
    assert_eq!(["2", "3", "4"].map(|dice| feedback("extra=false", dice)), [ratio(1, 6), ratio(4, 9), ratio(13, 18)]);
    assert_eq!(["1", "2", "3", "4"].map(|dice| feedback("", dice)), [ratio(1, 36), ratio(7, 27), ratio(7, 12), ratio(13, 18)]);
    let fatigue = |least: &str| ask("magic", "").fraction("at least so much Fatigue", "4", least);
    assert_eq!(["1", "2", "3", "4"].map(fatigue), [ratio(15, 16), ratio(11, 16), ratio(5, 16), ratio(1, 16)]);
}

// BDP-463
#[test]
fn counterspells_x30() {
    let of = |arguments: &str| chance("counterspell", arguments, "counterspell", "cancels");
    assert_eq!((of("dice=2 against=2"), of("dice=1 against=2")), (ratio(721, 1296), ratio(35, 216)));
}

// BDP-094, BDP-095, BDP-096, R-54
#[test]
fn water_x31() {
    let answer = ask("water", "");
    assert_eq!(answer.fraction("usage die", "mean number of drinks", "value"), ratio(9, 1));
    assert_eq!(answer.fraction("by drinks", "3", "empty with exactly this one"), ratio(1, 24));
    assert_eq!(answer.fraction("by drinks", "5", "still some water"), ratio(2681, 3456));
    let mut book = Book::default();
    book.breath.shrink = 1;
    let slow = ask_by("water", "die=6", &book, &Rulings::default());
    assert_eq!(slow.fraction("usage die", "mean number of drinks", "value"), ratio(6 + 4, 1));
}

// BDP-081, BDP-082, BDP-083, BDP-086, BDP-087, R-55
#[test]
fn diseases_x32_and_x33() {
    let of = |name: &str, what: &str| ask("disease", &format!("name={name}")).fraction("disease", what, "value");
    assert_eq!(of("swampsigh", "mean STR lost"), ratio(84_101, 64_000));
    assert_eq!(of("bonebreaker", "heals in time"), ratio(5_129, 12_500));
    assert_eq!(of("bonebreaker", "mean days of it"), ratio(53_777, 10_000));
}

// BDP-701, BDP-702, BDP-703, R-58
#[test]
fn complex_tasks_x34() {
    let units = |arguments: &str| ask("task", arguments).fraction("task", "mean units of time", "value");
    assert_eq!(units("steps=4 modifier=0"), ratio(15_234, 2_401));
    assert_eq!(units("steps=4 modifier=1"), ratio(148_134, 28_561));
    let chained = ask_by("task", "", &Book::default(), &Rulings { task_chain: true, ..Rulings::default() });
    assert!(chained.fraction("task", "mean units of time", "value") < ratio(15_234, 2_401));
}

// BDP-059
#[test]
fn a_cure_can_be_a_task_of_its_own() {
    let mut book = Book::default();
    book.task.steps.insert("nettle salve".to_owned(), Amount::flat(1));
    let cure = ask_by("task", "", &book, &Rulings::default());
    assert_eq!(cure.fraction("kinds of tasks", "nettle salve", "units at +0"), ratio(36, 21));
    assert_eq!(cure.fraction("kinds of tasks", "nettle salve", "units at +2"), ratio(36, 30));
}

// BDP-706, BDP-707, BDP-709, R-59
#[test]
fn duels_x35() {
    let of = |who: &str| ask("duel", "").fraction("kinds of duels", "one clash", who);
    assert_eq!(
        ["first", "second", "nobody"].map(of),
        [ratio(208_829, 512_000), ratio(208_829, 512_000), ratio(47_171, 256_000)]
    );
    let touches = |who: &str| ask("duel", "str=14").fraction("kinds of duels", "touches", who);
    assert!(touches("first") > ask("duel", "str=14").fraction("kinds of duels", "one clash", "first"));
    assert_eq!(touches("first") + touches("second"), ratio(1, 1));
}

// BDP-707, R-06, R-59
#[test]
fn the_clash_of_a_duel_may_ask_for_a_save_and_may_meet_armor() {
    let hurt = |rulings: &Rulings, arguments: &str, what: &str| {
        ask_by("duel", arguments, &Book::default(), rulings).fraction("clash", what, "value")
    };
    let (plain, unsaved) = (Rulings::default(), Rulings { duel_crit: false, ..Rulings::default() });
    let critical = "the first is critically hurt when it loses";
    // STR 2: two points are enough, and the one point that leaves STR 1 fails 19 of 20 saves.
    let (saved, alone) = (hurt(&plain, "str=2 die=1d2 armor=0", critical), hurt(&unsaved, "str=2 die=1d2 armor=0", critical));
    assert_eq!((saved, alone), (ratio(23, 24) + ratio(1, 24) * ratio(19, 20), ratio(23, 24)));
    let bare = Rulings { direct_armor: DirectArmor::None, ..Rulings::default() };
    let lost = |rulings: &Rulings, arguments: &str| hurt(rulings, arguments, "mean STR lost by the loser");
    assert!(lost(&plain, "armor=3") < lost(&plain, "armor=0"));
    assert_eq!(lost(&bare, "armor=3"), lost(&plain, "armor=0"));
}

// BDP-298, R-36
#[test]
fn morale_x36() {
    let first = |what: &str| chance("morale", "members=4 wil=10", "first check", what);
    assert_eq!((first("all stay"), first("all flee")), (ratio(1, 8), ratio(1, 8)));
    assert_eq!(chance("morale", "members=4 wil=10", "in the end", "0"), ratio(13, 32));
}

// BDP-298, BDP-302, R-36
#[test]
fn morale_is_what_the_book_and_the_rulings_say() {
    let stays = |book: &Book, rulings: &Rulings| {
        ask_by("morale", "members=4 wil=10 dex=5", book, rulings).fraction("first check", "one stays", "probability")
    };
    let mut book = Book::default();
    book.morale.first = false;
    assert_eq!(stays(&book, &Rulings::default()), ratio(1, 1));
    // Whoever fails is gone by a save on DEX alone.
    let retreats = Rulings { morale_failure: MoraleFailure::RetreatSave, ..Rulings::default() };
    assert_eq!(stays(&Book::default(), &retreats), ratio(7, 8));
}

// BDP-234, BDP-339
#[test]
fn order_x37() {
    assert_eq!(ask("save", "ability=12 quick=2").fraction("save", "even (asked for)", "passes"), ratio(7, 10));
}

// BDP-487
#[test]
fn prayer_x38() {
    assert_eq!(ask("prayer", "lost=6").fraction("prayer", "mean WIL restored", "value"), ratio(8, 3));
    assert_eq!(ask("prayer", "lost=6 bonus=3").fraction("by bonus", "3", "a free Faith Die"), ratio(1, 6));
}

// BDP-257, BDP-258
#[test]
fn two_attackers_x39() {
    assert_eq!(mean_of("die=1d8 armor=1 attackers=2", "at the same moment, the highest counts"), ratio(77, 16));
    assert_eq!(mean_of("die=1d8 armor=1 attackers=2", "at separate moments, all count"), ratio(7, 1));
}

// BDP-710, BDP-711
#[test]
fn equals_are_even_in_a_social_conflict_and_composure_helps() {
    let of = |arguments: &str, who: &str| chance("social", arguments, "social conflict", who);
    assert_eq!(of("", "first"), of("", "second"));
    assert!(of("composure=14", "first") > of("composure=14", "second"));
    let one = |who: &str| of("composure=1 against=1", who);
    assert_eq!([one("first"), one("second"), one("nobody")], [ratio(0, 1), ratio(0, 1), ratio(1, 1)]);
}

// BDP-599, BDP-708
#[test]
fn luck_burns_below_and_gains_at_its_own_face() {
    let of = |what: &str| chance("luck", "", "Luck", what);
    assert_eq!(of("favourable, burns"), ratio(9, 20));
    assert_eq!(of("favourable, gains"), ratio(1, 20));
    assert_eq!(of("unfavourable"), ratio(1, 2));
    assert_eq!(ask("luck", "").fraction("Luck afterwards", "mean change", "value"), ratio(-8, 20));
}

// BDP-597, BDP-629, BDP-630, BDP-704
#[test]
fn training_and_creation_have_their_dice() {
    let answer = ask("creation", "");
    assert_eq!(answer.fraction("dice", "an ability", "mean"), ratio(21, 2));
    assert_eq!(answer.fraction("dice", "coins", "mean"), ratio(21, 2));
    assert_eq!(answer.fraction("a week of training", "10", "it rises"), ratio(1, 2));
    assert_eq!(answer.fraction("training of HP", "6", "more than one HP"), ratio(15, 36), "2d6 have to show 8 or more");
    assert_eq!(ask("task", "").fraction("a skill by weekly saves", "10", "mean weeks to the first"), ratio(2, 1));
}

// BDP-601, BDP-610, BDP-622, BDP-624
#[test]
fn version_1_32_has_its_own_odds() {
    let older = Rulings { version: Version::Older, ..Rulings::default() };
    let by = |name: &str, arguments: &str| ask_by(name, arguments, &Book::default(), &older);
    assert_eq!(by("save", "ability=20").fraction("save", "even (asked for)", "passes"), ratio(1, 1));
    assert_eq!(by("magic", "").fraction("costs", "1", "feedback"), ratio(0, 1));
    assert_eq!(by("magic", "").fraction("costs", "2", "mean damage, all dice"), ratio(9, 1));
    let blow = by("critical", "die=1d8 armor=1 hp=0 str=10").fraction("blow", "dead", "probability");
    let fails: BigRational = (1..=7).map(|points| ratio(10 + points, 20) / ratio(8, 1)).sum();
    assert_eq!(blow, fails / ratio(6, 1), "one face of six is death, and no STR is left at 0");
}

// BDP-240, BDP-241, BDP-065
#[test]
fn the_odds_of_one_blow_are_those_of_the_rules() {
    let scenario = "[book.round]\nrounds_max = 1\n[arena]\nstart = 'engaged'\n\
        [[side]]\nname = 'party'\n[[side.combatant]]\nname = 'P'\npc = true\nhp_max = 2\nstr = 9\ndex = 3\narmor = 'light'\npolicy = 'takes'\n\
        [[side]]\nname = 'foes'\n[[side.combatant]]\nname = 'N'\nweapons = [{ name = 'club', category = 'slow' }]\n\
        [policy.takes]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'defend' }]\n";
    let played = ScriptedPlay::<Bdp>::exact(scenario);
    let of = |what: &str| {
        let asked = chance("critical", "die=1d10 armor=1 hp=2 str=9 dex=3", "blow", what);
        asked.to_f64().unwrap()
    };
    assert!((played.chance("P.dead", 1) - of("dead")).abs() < 1e-12);
    assert!((played.chance("P.unconscious", 1) - of("out, alive")).abs() < 1e-12);
    assert!((played.chance("P.wounds", 1) - of("injured") - of("out, alive")).abs() < 1e-12);
}

// BDP-255, BDP-269, BDP-270
#[test]
fn a_gambit_with_two_weapons_goes_by_the_higher_die() {
    let fails = |arguments: &str| chance("gambit", arguments, "gambit", "target fails");
    let save = |difficulty: i32| {
        let passes = (1..=20).filter(|&face| face <= 8 && face > difficulty && face < 20).count() as i64;
        // Without a Difficulty a 1 passes in any case, which 8 or less does anyway.
        ratio(20 - passes, 20)
    };
    let mut counted = ratio(0, 1);
    for high in (1..=6).flat_map(|one: i32| (1..=8).map(move |other: i32| one.max(other))) {
        counted += save(if high <= 3 { high } else { 0 }) / ratio(48, 1);
    }
    assert_eq!(fails("die=1d6 off=1d8 ability=8"), counted);
    assert_eq!(fails("die=1d8 off=1d6 ability=8"), counted);
    assert!(counted < fails("die=1d6 ability=8"));
    assert_eq!(fails("die=1d6 off=0 ability=8"), ratio(13, 20));
    let two = ask("gambit", "ability=8").fraction("with two weapons against 8", "1d6", "1d8");
    assert_eq!(two, counted);
    let chain = chance("gambit", "die=1d6 off=1d8 ability=8 back=1d6 back_off=1d8 own=8", "chain", "whoever began");
    assert_eq!(chain, ratio(1, 1) / (ratio(2, 1) - counted));
}

// BDP-292, BDP-293, BDP-294, BDP-295, BDP-332, R-27
#[test]
fn heavy_weapons_lose_a_parry_by_low_rolls_and_ignore_armor() {
    let parry = ask("parry", "die=1d8 heavy=2 against=1d6 armor_against=3 counter=0");
    let (mut wins, mut ties, mut harm) = (0, 0, 0);
    for (own, other) in (1..=8_i64).flat_map(|own| (1..=6_i64).map(move |other| (own, other))) {
        let own = if own <= 2 { 0 } else { own };
        wins += i64::from(own > other);
        ties += i64::from(own == other);
        harm += if own > other { own - 1 } else { 0 };
    }
    let of = |who: &str, column: &str| parry.fraction("parry", who, column);
    assert_eq!(of("whoever parries", "probability"), ratio(wins, 48));
    assert_eq!(of("nobody", "probability"), ratio(ties, 48));
    assert_eq!(of("whoever parries", "mean damage done"), ratio(harm, 48));
    assert_eq!(of("whoever parries", "mean damage given that"), ratio(harm, wins));
    let both = ask("parry", "heavy=8 heavy_against=8");
    assert_eq!(both.fraction("parry", "nobody", "probability"), ratio(1, 1));
}

// BDP-335, R-29
#[test]
fn counter_does_the_roll_behind_the_attackers_armor() {
    let counter = |arguments: &str, column: &str| ask("parry", arguments).fraction("counter", "normal", column);
    const GIVEN: &str = "mean damage to the attacker given that";
    assert_eq!(counter("counter=3 armor_against=0", GIVEN), ratio(2, 1));
    assert_eq!(counter("counter=3 armor_against=1", GIVEN), ratio(1, 1));
    assert_eq!(counter("counter=3 armor_against=1", "to the attacker"), ratio(3, 8));
    // 4 to 8 come through, behind 2 Armor.
    assert_eq!(counter("counter=3 armor=2", "to the target"), ratio(2 + 3 + 4 + 5 + 6, 8));
    let bare = Rulings { counter_armor: false, ..Rulings::default() };
    let answer = ask_by("parry", "counter=3 armor_against=1", &Book::default(), &bare);
    assert_eq!(answer.fraction("counter", "normal", GIVEN), ratio(2, 1));
    assert_eq!(counter("counter=3 heavy_against=3", "bounces back"), ratio(0, 1), "what has missed does not bounce");
}

// BDP-332, BDP-333, BDP-336, BDP-337, BDP-338, R-30
#[test]
fn properties_act_from_their_roll_on() {
    let answer = ask("properties", "die=1d8 bleed=6 heavy=1");
    let own = |property: &str, state: &str| answer.fraction("properties of this weapon", property, state);
    assert_eq!([own("bleed", "normal"), own("bleed", "impaired")], [ratio(3, 8), ratio(0, 1)]);
    // One of the d8 and the d12 shows 6 or more.
    assert_eq!(own("bleed", "enhanced"), ratio(96 - 25, 96));
    assert_eq!([own("heavy misses", "normal"), own("heavy misses", "impaired")], [ratio(1, 8), ratio(1, 4)]);
    assert!(ask("properties", "heavy=6 sweep=6").tables[0].title.contains("this weapon"));
    assert_eq!(ask("properties", "heavy=6 sweep=6").fraction("properties of this weapon", "sweep", "normal"), ratio(2, 8));
}

// BDP-477, BDP-487
#[test]
fn faith_dice_cost_wil_by_their_faces() {
    let faith = |arguments: &str, dice: &str, column: &str| ask("faith", arguments).fraction("miracle", dice, column);
    assert_eq!(faith("", "2", "WIL lost, mean"), ratio(3, 1));
    assert_eq!(faith("", "2", "sum, mean"), ratio(7, 1));
    assert_eq!(faith("free=1", "2", "WIL lost, mean"), ratio(3, 2));
    assert_eq!(faith("wil=3", "2", "no WIL is left"), ratio(3, 4));
    assert_eq!(faith("wil=3 free=1", "2", "no WIL is left"), ratio(0, 1));
    assert_eq!(ask("faith", "").fraction("at least so much WIL lost", "4", "at least, 2 dice"), ratio(1, 4));
}

// BDP-418
#[test]
fn squad_tactics_add_a_die_to_those_who_strike_together() {
    let answer = ask("damage", "die=1d8 armor=0 attackers=2");
    let mut sum = 0;
    for (one, other) in (1..=8_i64).flat_map(|one| (1..=8_i64).map(move |other| (one, other))) {
        sum += (1..=12).map(|pack| one.max(other).max(pack)).sum::<i64>();
    }
    assert_eq!(answer.fraction("damage", "so, with squad tactics", "mean"), ratio(sum, 8 * 8 * 12));
}

// BDP-006, BDP-084
#[test]
fn the_roll_of_a_save_that_counts_has_its_mean() {
    let kept = |luck: &str, column: &str| ask("save", "ability=12").fraction("the roll that counts", luck, column);
    assert_eq!(kept("even", "mean"), ratio(21, 2));
    assert_eq!(kept("even", "mean given that it passes"), ratio(13, 2));
    assert_eq!(kept("even", "mean given that it fails"), ratio(33, 2));
    // Of two passed ones the higher, else the one that passes.
    let passed: i64 = (1..=12).map(|face| face * (2 * face - 1) + 2 * 8 * face).sum();
    assert_eq!(kept("advantage", "mean given that it passes"), ratio(passed, 144 + 2 * 12 * 8));
}

// BDP-010, BDP-427, BDP-590
#[test]
fn abilities_that_are_rolled_contest_as_all_their_values_do() {
    let contest = |arguments: &str, who: &str| chance("contest", arguments, "contest", who);
    let three =
        |score: i64| (1..=6).flat_map(|a| (1..=6).map(move |b| a + b)).filter(|two| (1..=6).contains(&(score - two))).count();
    let mut sum = ratio(0, 1);
    for score in 3..=18 {
        sum += contest(&format!("ability={score} against=12"), "first") * ratio(three(score) as i64, 216);
    }
    assert_eq!(contest("rolled=3d6 against=12", "first"), sum);
    // Of two that are rolled alike neither is better.
    let both = "rolled=3d6 rolled_against=3d6";
    assert_eq!(contest(both, "first"), contest(both, "second"));
    assert_eq!(contest("rolled=1d1 rolled_against=1d1", "first"), contest("ability=1 against=1", "first"));
}

// BDP-084, BDP-251, BDP-252, R-23
#[test]
fn kept_dice_show_their_faces() {
    let kept = |arguments: &str, of: &str, way: &str, column: &str| {
        ask("die", arguments).fraction(&format!("the kept die of {of}"), way, column)
    };
    assert_eq!(kept("face=15", "a save", "even", "at least 15"), ratio(6, 20));
    assert_eq!(kept("ability=12", "a save", "even", "mean"), ratio(21, 2));
    // A 12 is kept with a 12 and anything below it or that fails; a 20 only of two of them.
    let face = |arguments: &str, face: &str, luck: &str| ask("die", arguments).fraction("faces of a save", face, luck);
    assert_eq!(face("ability=12", "12", "advantage"), ratio(1 + 2 * 11 + 2 * 8, 400));
    assert_eq!(face("ability=12", "13", "advantage"), ratio(1 + 2 * 7, 400));
    assert_eq!(face("ability=12", "20", "advantage"), ratio(1, 400));
    assert_eq!(face("ability=12", "20", "disadvantage"), ratio(1 + 2 * 12 + 2 * 7, 400));
    assert_eq!(kept("die=1d8", "an attack", "impaired", "mean"), ratio(5, 2));
    assert_eq!(kept("die=1d8", "an attack", "enhanced", "mean"), ratio(59, 8));
    assert_eq!(kept("die=1d8 off=1d6 face=6", "an attack", "normal", "at least 6"), ratio(48 - 25, 48));
    assert_eq!(kept("die=1d8", "an attack", "impaired and enhanced", "mean"), ratio(9, 2), "they cancel");
    let both = Rulings { impaired_and_enhanced: BothStates::Both, ..Rulings::default() };
    let answer = ask_by("die", "", &Book::default(), &both);
    // The higher of a d4 and a d12 is 4 or less in 16 of 48 cases.
    assert_eq!(answer.fraction("the kept die of an attack", "impaired and enhanced", "at least 8"), ratio(4 * 5, 48));
}

// BDP-255, BDP-259, BDP-330, BDP-332
#[test]
fn two_weapons_are_one_attack_with_the_properties_of_the_kept_die() {
    let sum = |of: &dyn Fn(i64, i64) -> i64| -> BigRational {
        (1..=6).flat_map(|main| (1..=8).map(move |off| (main, off))).map(|(main, off)| ratio(of(main, off), 48)).sum()
    };
    assert_eq!(mean_of("die=1d6 off=1d8 armor=1", "one attack"), sum(&|main, off| main.max(off) - 1));
    // Of equal dice that of the first weapon is kept.
    let slashing = sum(&|main, off| main.max(off) + i64::from(main >= off));
    assert_eq!(mean_of("die=1d6 type=slashing off=1d8 armor=0", "one attack"), slashing);
    let heavy = sum(&|main, off| if off > main && off <= 3 { 0 } else { main.max(off) });
    assert_eq!(mean_of("die=1d6 off=1d8 off_heavy=3 armor=0", "one attack"), heavy);
    assert_eq!(mean_of("die=1d6 off=1d8 state=impaired armor=0", "one attack"), ratio(5, 2));
    let nothing = chance("critical", "die=1d6 off=1d8 armor=1", "blow", "nothing gets through");
    assert_eq!(nothing, ratio(1, 48));
}

/// One round in which P does this, or answers so, with a weapon of this die against N with one of that.
fn a_round(action: &str, reaction: &str, dice: [&str; 2]) -> Measured {
    let weapon = |die: &str| format!("weapons = [{{ name = 'club', die = '{die}' }}]\n");
    ScriptedPlay::<Bdp>::exact(&format!(
        "[book.round]\nrounds_max = 1\n[book.gambit]\nmax_chain = 1\n[arena]\nstart = 'engaged'\n\
         [[side]]\nname = 'party'\n[[side.combatant]]\nname = 'P'\npc = true\nhp_max = 30\npolicy = 'p'\n{}\
         [[side]]\nname = 'foes'\n[[side.combatant]]\nname = 'N'\nhp_max = 18\nstr = 8\ndex = 8\nwil = 8\npolicy = 'n'\n{}\
         [policy.p]\naction = [{{ {action} }}]\nreaction = [{{ do = '{reaction}' }}]\n\
         [policy.n]\ntarget = [{{ at = 'first' }}]\nreaction = [{{ do = 'defend' }}]\n",
        weapon(dice[0]),
        weapon(dice[1])
    ))
}

// BDP-255, BDP-269, BDP-270
#[test]
fn the_odds_of_a_gambit_are_those_of_the_rules() {
    for die in ["1d4", "1d6", "2d4"] {
        let played = a_round("do = 'gambit', gambit = 'disarm'", "defend", [die, "1d8"]);
        let asked = chance("gambit", &format!("die={die} ability=8"), "gambit", "target fails").to_f64().unwrap();
        // Whoever is disarmed has a free slot more.
        assert!((played.chance("N.free_slots", 10) - asked).abs() < 1e-12, "{die}: {asked}");
    }
}

// BDP-292, BDP-293
#[test]
fn the_odds_of_a_parry_are_those_of_the_rules() {
    for dice in [["1d8", "1d8"], ["1d6", "1d10"]] {
        let played = a_round("do = 'wait'", "parry", dice);
        let [die, against] = dice;
        let asked = ask("parry", &format!("die={die} against={against} armor=0 armor_against=0"));
        let wins = asked.fraction("parry", "whoever parries", "probability").to_f64().unwrap();
        assert!((1.0 - played.chance("N.str", 8) - wins).abs() < 1e-12, "{die} against {against}: {wins}");
        let lost = asked.fraction("parry", "the attacker", "mean damage done").to_f64().unwrap();
        assert!((10.0 - played.mean("P.str") - lost).abs() < 1e-12, "{die} against {against}: {lost}");
    }
}

// BDP-477, BDP-487
#[test]
fn the_odds_of_faith_dice_are_those_of_the_rules() {
    let (book, rulings) = (Book::default(), Rulings::default());
    let sheet = "fd = 2\nmiracles = ['bless']\nitems = [{ name = 'prayer_book' }, { name = 'focus' }]";
    let core = trial(sheet, Words { book: &book, rulings: &rulings }).unwrap();
    for (free, wil) in [(0, 10), (1, 10), (0, 3), (1, 2)] {
        let lost = scene(&core, |play| {
            let body = play.fight.body_mut(OTHER);
            body.begin_with(1, [10, 10, wil]);
            body.free_faith = free;
            play.prays_for(OTHER, Miracle::Bless, 2);
            wil - play.fight.body(OTHER).abilities[2]
        });
        let asked = ask("faith", &format!("wil={wil} free={free}"));
        assert_eq!(asked.fraction("miracle", "2", "no WIL is left"), lost.chance(|&lost| lost == wil), "{free}, {wil}");
        if wil == 10 {
            assert_eq!(asked.fraction("miracle", "2", "WIL lost, mean"), lost.mean(|&lost| lost.into()), "{free}");
        }
    }
}

// BDP-706, BDP-709
#[test]
fn longer_duels_are_races_of_bouts() {
    let answer = ask("duel", "str=14 dex=8");
    let of = |kind: &str, who: &str| answer.fraction("kinds of duels", kind, who);
    let [wins, loses] = ["first", "second"].map(|who| of("one clash", who));
    // A bout that is nobody's is fought again.
    let (wins, loses) = (&wins / (&wins + &loses), &loses / (&wins + &loses));
    let race = |points: i32| -> BigRational {
        let ways = |lost: i32| (1..=lost).fold(ratio(1, 1), |ways, lost| ways * ratio((points - 1 + lost).into(), lost.into()));
        (0..points).map(|lost| ways(lost) * wins.pow(points) * loses.pow(lost)).sum()
    };
    assert_eq!(of("touches", "first"), race(3));
    assert_eq!(of("most of several bouts", "first"), race(2));
}

// BDP-710, BDP-711
#[test]
fn a_social_conflict_goes_round_by_round() {
    /// The share of the first and of the second, from so much composure on.
    fn from(left: [i64; 2], known: &mut std::collections::BTreeMap<[i64; 2], [f64; 2]>) -> [f64; 2] {
        match left {
            [one, other] if one <= 0 && other <= 0 => return [0.0, 0.0],
            [one, _] if one <= 0 => return [0.0, 1.0],
            [_, other] if other <= 0 => return [1.0, 0.0],
            _ => {}
        }
        if let Some(&found) = known.get(&left) {
            return found;
        }
        let mut sum = [0.0; 2];
        // Dice that each of both loses, by whether the first wins, loses, or both chose the same.
        for [mine, theirs] in [[4, 8], [8, 4], [6, 6]] {
            for (lost, taken) in (1..=mine).flat_map(|lost| (1..=theirs).map(move |taken| (lost, taken))) {
                let then = from([left[0] - lost, left[1] - taken], known);
                sum = [0, 1].map(|who| sum[who] + then[who] / (3 * mine * theirs) as f64);
            }
        }
        known.insert(left, sum);
        sum
    }
    for (one, other) in [(1, 1), (5, 3), (12, 17)] {
        let asked = ask("social", &format!("composure={one} against={other}"));
        let of = |who: &str| asked.fraction("social conflict", who, "probability").to_f64().unwrap();
        let [first, second] = from([one, other], &mut std::collections::BTreeMap::new());
        assert!((of("first") - first).abs() < 1e-9 && (of("second") - second).abs() < 1e-9, "{one} {other}");
        assert!((of("nobody") - (1.0 - first - second)).abs() < 1e-9, "{one} {other}");
    }
}

// BDP-237, BDP-285, BDP-287, BDP-289
#[test]
fn damage_ends_at_the_most_armor_and_reactions_impair_what_they_stop() {
    let given = |arguments: &str| ask("damage", arguments).fraction("damage", "one attack", "mean given that something does");
    assert_eq!(given("die=1d8 armor=2"), ratio(7, 2));
    let most = Book::default().armor.cap;
    assert_eq!(mean_of("die=1d8 armor=30", "one attack"), mean_of(&format!("die=1d8 armor={most}"), "one attack"));
    let nothing = |armor: u8| chance("critical", &format!("die=1d8 armor={armor}"), "blow", "nothing gets through");
    assert_eq!(nothing(30), nothing(most));
    let reactions = ask("reactions", "");
    let mean = |attack: &str| reactions.fraction("mean damage", attack, "Armor 0");
    assert_eq!(["fast 1d6, defend", "fast 1d6, block", "fast 1d6, dodge"].map(mean), [ratio(7, 2), ratio(5, 2), ratio(7, 2)]);
    assert_eq!(["slow 1d10, block", "slow 1d10, dodge"].map(mean), [ratio(11, 2), ratio(5, 2)]);
}

// BDP-239, BDP-240, BDP-241
#[test]
fn what_a_blow_does_is_told_given_that_it_costs_str() {
    let given =
        |what: &str, column: &str| ask("critical", "die=1d8 armor=1 hp=0 str=10 dex=10").fraction("given that", what, column);
    assert_eq!(given("STR lost, save passed", "STR is lost"), ratio(21, 80) / ratio(7, 8));
    assert_eq!(given("injured", "the save fails, or no STR is left"), ratio(1737, 1737 + 223));
}

// BDP-037, BDP-042
#[test]
fn perils_that_last_do_their_damage_each_time() {
    let mean = |times: u8| ask("peril", &format!("kind=fall times={times}")).curves[0].distribution.mean().unwrap();
    assert_eq!(mean(3), mean(1) * ratio(3, 1));
}

// BDP-453, BDP-466
#[test]
fn feedback_strikes_others_from_more_than_the_book_says_on() {
    let mut book = Book::default();
    book.feedback.blast_over = Some(2);
    let costs = ask_by("magic", "extra=false", &book, &Rulings::default());
    let strikes = |dice: &str| costs.fraction("costs", dice, "feedback strikes others");
    // Two equal dice feed back their sum: two ones are 2 points, all others more.
    let over = |least: i64| ratio((1..=6).filter(|face| 2 * face > least).count() as i64, 36);
    assert_eq!(strikes("2"), over(2));
}

// BDP-702, BDP-703, BDP-629, BDP-630, R-58
#[test]
fn tasks_chain_their_steps_and_training_has_its_price() {
    let units = |arguments: &str, rulings: &Rulings| {
        ask_by("task", arguments, &Book::default(), rulings).fraction("task", "mean units of time", "value")
    };
    let plain = Rulings::default();
    assert_eq!(units("steps=4 modifier=20", &plain), units("steps=4 modifier=3", &plain));
    // Of 36 rolls 21 make a step, 6 of them another one without a roll; by the ruling a free step may bring the next.
    let chained = Rulings { task_chain: true, ..plain };
    let (some, strong) = (ratio(21, 36), ratio(6, 36));
    let one = some.recip();
    let free = ratio(1, 1) + &strong * ratio(1, 1) + ratio(30, 36) * &one;
    let two = (ratio(1, 1) + ratio(15, 36) * &one + &strong * ratio(1, 1)) / &some;
    let three = (ratio(1, 1) + ratio(15, 36) * two + strong * free) / some;
    assert_eq!(units("steps=3", &chained), three);
    let training = ask("creation", "");
    let price = ratio(Book::default().train.ability_price.into(), 1);
    assert_eq!(training.fraction("a week of training", "10", "mean gold"), price * ratio(2, 1));
}
