//! Whole fights whose exact answers are known: the exact solver meets them to the ninth digit, sampled fights within five
//! standard errors.

use super::scene;
use crate::Vogt;
use frame::rules::testing::{ScriptedPlay, TestHitPoints, check_relations, check_turning, try_load};

/// A fight with known results: its scenario, the chance of the first side, the rounds, and the chance of few rounds.
struct Known {
    text: String,
    win: f64,
    rounds: f64,
    rounds_sd: f64,
    at_most: &'static [(i64, f64)],
}

/// Half a unit of the last digit that is known, with room for what the solver may leave unresolved.
const TOLERANCE: f64 = 1e-9;

#[track_caller]
fn near(what: &str, found: f64, known: f64) {
    assert!((found - known).abs() < TOLERANCE, "{what} is {found:.12}, known is {known:.9}");
}

/// Solves the fight and compares every answer.
#[track_caller]
fn solve(known: &Known) {
    let solved = ScriptedPlay::<Vogt>::exact(&scene(&known.text));
    assert!(solved.unresolved() < TOLERANCE, "unresolved: {}", solved.unresolved());
    near("the chance to win", solved.chance("winner", 0), known.win);
    near("the chance to lose", solved.chance("winner", 1), 1.0 - known.win);
    near("the mean of the rounds", solved.mean("rounds"), known.rounds);
    near("the standard deviation of the rounds", solved.sd("rounds"), known.rounds_sd);
    for &(rounds, chance) in known.at_most {
        near(&format!("the chance of at most {rounds} rounds"), solved.at_most("rounds", rounds), chance);
    }
}

/// Plays the fight very often and compares what has a standard error.
#[track_caller]
fn sample(known: &Known, seed: u64) {
    let fights = 200_000;
    let sampled = ScriptedPlay::<Vogt>::sampled(&scene(&known.text), fights, seed);
    assert_eq!(sampled.n(), fights);
    let within = |what: &str, found: f64, value: f64, sd: f64| {
        let error = sd / (fights as f64).sqrt();
        let apart = (found - value).abs();
        assert!(apart <= 5.0 * error + TOLERANCE, "{what} is {found}, known is {value} with a standard error of {error}");
    };
    within("the chance to win", sampled.chance("winner", 0), known.win, (known.win * (1.0 - known.win)).sqrt());
    within("the mean of the rounds", sampled.mean("rounds"), known.rounds, known.rounds_sd);
    for &(rounds, chance) in known.at_most {
        let found = sampled.at_most("rounds", rounds);
        within(&format!("the chance of at most {rounds} rounds"), found, chance, (chance * (1.0 - chance)).sqrt());
    }
}

/// A fight between two sides, given by the insides of their members.
fn versus(one: &[&str], two: &[&str], rules: &str) -> String {
    let side = |members: &[&str]| members.iter().map(|member| format!("{{ {member} }},")).collect::<String>();
    format!(
        "side = [\n{{ name = 'one', combatant = [{}] }},\n{{ name = 'two', combatant = [{}] }},\n]\n{rules}\n",
        side(one),
        side(two)
    )
}

fn first_blow() -> Known {
    Known {
        text: versus(
            &["name = 'A', hp_max = 1, ar_base = 0, weapons = [$dagger]"],
            &["name = 'B', hp_max = 1, ar_base = 0, weapons = [$greatsword]"],
            "",
        ),
        win: 0.875,
        rounds: 3.0,
        rounds_sd: 0.0,
        at_most: &[(2, 0.0), (3, 1.0)],
    }
}

fn bleeding() -> Known {
    Known {
        text: versus(
            &["name = 'A', hp_max = 3, statuses = [{ status = 'bleeding' }], policy = 'waits'"],
            &["name = 'B', policy = 'waits'"],
            "[policy.waits]\naction = [{ do = 'help' }]\n[rulings]\nend_condition = 'dead'",
        ),
        win: 0.0,
        rounds: 23.0 / 3.0,
        // The last wounds are tries with a chance of 3/8: variance (5/8) / (3/8)^2.
        rounds_sd: 2.108_185_107,
        at_most: &[(5, 0.0), (6, 0.375), (8, 0.755_859_375)],
    }
}

fn mirror() -> Known {
    let club = "weapons = [$club], hp_max = 10";
    Known {
        text: versus(&[&format!("name = 'A', {club}")], &[&format!("name = 'B', {club}")], ""),
        win: 0.5,
        rounds: 4.444_317_911,
        rounds_sd: 0.910_335_632,
        at_most: &[(3, 0.159_722_222), (4, 0.517_746_914), (5, 0.887_340_321)],
    }
}

fn sword_and_club(rules: &str) -> String {
    versus(&["name = 'A', hp_max = 12, weapons = [$sword]"], &["name = 'B', hp_max = 12, weapons = [$club]"], rules)
}

fn sword_against_club() -> Known {
    Known {
        text: sword_and_club(""),
        win: 0.580_895_721,
        rounds: 4.604_423_074,
        rounds_sd: 0.907_557_821,
        at_most: &[(4, 0.461_986_400)],
    }
}

fn sword_against_club_without_criticals() -> Known {
    Known {
        text: sword_and_club("[rulings]\ncrit = 'off'"),
        win: 0.652_220_959,
        rounds: 4.962_229_082,
        rounds_sd: 0.716_973_075,
        at_most: &[(4, 0.255_642_361)],
    }
}

fn dagger_and_axe(rules: &str) -> String {
    versus(
        &["name = 'A', hp_max = 5, str = '1d4', dex = '1d8', weapons = [$dagger]"],
        &["name = 'B', hp_max = 5, str = '1d8', dex = '1d4', weapons = [$axe]"],
        rules,
    )
}

fn dagger_against_axe() -> Known {
    Known {
        text: dagger_and_axe(""),
        win: 0.374_700_430,
        rounds: 3.322_750_391,
        rounds_sd: 0.514_378_187,
        at_most: &[(4, 0.977_500_000)],
    }
}

fn dagger_against_axe_to_the_death() -> Known {
    Known {
        text: dagger_and_axe("[rulings]\nend_condition = 'dead'"),
        win: 0.374_700_430,
        rounds: 5.989_417_057,
        rounds_sd: 2.170_029_807,
        at_most: &[],
    }
}

fn one_and_two(rules: &str) -> String {
    let goblin = "hp_max = 3, str = '1d4', dex = '1d4', weapons = [$dagger]";
    versus(
        &["name = 'A', hp_max = 6, str = '1d8', armor = 2, weapons = [$sword]"],
        &[&format!("name = 'G1', {goblin}"), &format!("name = 'G2', {goblin}")],
        rules,
    )
}

fn one_against_two() -> Known {
    Known {
        text: one_and_two(""),
        win: 0.249_209_104,
        rounds: 3.837_311_851,
        rounds_sd: 1.541_391_861,
        at_most: &[(4, 0.658_339_448)],
    }
}

fn one_against_two_with_ar_per_hit() -> Known {
    Known {
        text: one_and_two("[rulings]\nar_mode = 'per_hit'"),
        win: 0.708_765_460,
        rounds: 5.305_390_098,
        rounds_sd: 1.300_147_449,
        at_most: &[(4, 0.208_128_606)],
    }
}

// VOG-012, VOG-031, VOG-044, VOG-071
#[test]
fn x35_with_one_hit_point_each_whoever_is_quicker_in_the_third_round_wins() {
    solve(&first_blow());
    sample(&first_blow(), 35);
}

// VOG-031, VOG-045, VOG-051, VOG-081, R-34
#[test]
fn x37_bleeding_alone_kills_in_so_many_turns() {
    solve(&bleeding());
    sample(&bleeding(), 37);
}

// VOG-033, VOG-037, VOG-205, R-25
#[test]
fn x39_a_fight_of_equals() {
    solve(&mirror());
    sample(&mirror(), 39);
}

// VOG-012, VOG-037, VOG-205
#[test]
fn x40_a_sword_against_a_club() {
    solve(&sword_against_club());
    sample(&sword_against_club(), 40);
}

// VOG-037, R-09
#[test]
fn x41_a_sword_against_a_club_without_criticals() {
    solve(&sword_against_club_without_criticals());
    sample(&sword_against_club_without_criticals(), 41);
}

// VOG-033, VOG-072, VOG-205
#[test]
fn x42_a_quick_dagger_against_a_strong_axe() {
    solve(&dagger_against_axe());
    sample(&dagger_against_axe(), 42);
}

// VOG-045, VOG-051, VOG-085
#[test]
fn x43_a_quick_dagger_against_a_strong_axe_to_the_death() {
    solve(&dagger_against_axe_to_the_death());
    sample(&dagger_against_axe_to_the_death(), 43);
}

// VOG-205, R-02
#[test]
fn x44_one_in_armor_against_two_with_a_shared_pool() {
    solve(&one_against_two());
    sample(&one_against_two(), 44);
}

// VOG-205, R-02
#[test]
fn x45_one_in_armor_against_two_with_ar_off_every_blow() {
    solve(&one_against_two_with_ar_per_hit());
    sample(&one_against_two_with_ar_per_hit(), 45);
}

#[test]
#[should_panic(expected = "the chance to win")]
fn a_wrong_known_answer_is_noticed() {
    solve(&Known { win: 0.875_000_01, ..first_blow() });
}

#[test]
#[should_panic(expected = "the chance to win")]
fn a_sample_from_another_fight_is_noticed() {
    sample(&Known { win: 0.652_220_959, ..sword_against_club() }, 41);
}

// VOG-028, VOG-033, VOG-037
#[test]
fn dice_of_which_the_modifier_alone_is_enough_are_solved_as_they_are_played() {
    let text = |dice: &str| {
        let club = format!("name = 'B', hp_max = 3, str = '1d12', weapons = [{{ name = 'club', die = '{dice}' }}]");
        scene(&versus(&["name = 'A', hp_max = 5"], &[&club], ""))
    };
    for dice in ["1d8", "2d8", "3d4"] {
        let exact = ScriptedPlay::<Vogt>::exact(&text(dice));
        let apart = exact.apart(&ScriptedPlay::<Vogt>::sampled(&text(dice), 4000, 1));
        assert!(apart.is_empty(), "{dice}: {}", apart.join("\n"));
    }
}

#[test]
fn allies_fight_together_and_a_neutral_side_keeps_out() {
    check_relations::<Vogt>(
        "hp_max = $hp\nweapons = [{ name = 'sword', die = '1d8', type = 'slash' }]",
        TestHitPoints { own: 6, enemy: 40 },
        "book.round.rounds_max",
    );
}

/// The complaint about three sides of which the last two say this of themselves.
fn refused(second: &str, third: &str) -> String {
    let side = |name: &str, says: &str| format!("[[side]]\nname = '{name}'\n{says}\n[[side.combatant]]\nname = '{name}'\n");
    let text = [side("a", ""), side("b", second), side("c", third)].concat();
    try_load::<Vogt>(&text).err().unwrap_or_else(|| panic!("nothing was found wrong")).render(false)
}

#[test]
fn relations_that_cannot_be_are_told_with_what_to_write_instead() {
    for (second, third, problem, help) in [
        ("allies = ['cc']", "", "there is no side `cc`", "did you mean `c`?"),
        ("allies = ['b']", "", "a side is always its own ally", "name another side"),
        ("neutral = true\nallies = ['a']", "", "`b` is neutral, and has allies", "leave one of both out"),
        ("allies = ['c']", "neutral = true", "`c` is neutral, and nobody's ally", "leave its `neutral` out"),
        ("allies = ['a', 'c']", "", "nobody fights anybody here", "at least two sides have to be hostile"),
        ("attacks = ['a']", "", "`a` is not neutral", "`attacks` names neutral sides"),
        ("attacks = ['k']", "neutral = true", "there is no side `k`", "c"),
        ("neutral = true\nattacks = ['c']", "", "`b` is neutral, and attacks nobody", "`fights_back = true`"),
        ("fights_back = true", "", "`b` is not neutral, and fights anyway", "write `neutral = true` beside it"),
        ("neutral = true", "neutral = true", "nobody fights anybody here", "at least two sides have to be hostile"),
    ] {
        let told = refused(second, third);
        assert!(told.contains(problem) && told.contains(help), "{problem}, {help}: {told}");
    }
}

#[test]
fn who_keeps_out_of_a_fight_defends_itself_instead_of_losing_its_actions() {
    let one = |name: &str| format!("[[side.combatant]]\nname = '{name}'\nhp_max = 6\nweapons = [$sword]\n");
    let text = format!(
        "[[side]]\nname = 'a'\n{}[[side]]\nname = 'b'\n{}[[side]]\nname = 'c'\nneutral = true\n{}",
        one("A"),
        one("B"),
        one("C")
    );
    let sampled = ScriptedPlay::<Vogt>::sampled(&scene(&text), 200, 4);
    assert_eq!([sampled.mean("C.actions_lost"), sampled.mean("C.blows"), sampled.chance("C.out", 1)], [0.0; 3]);
    assert!(sampled.mean("A.blows") > 0.0 && sampled.mean("B.blows") > 0.0);
}

#[test]
fn a_day_goes_on_for_an_alliance_that_has_won_and_counts_its_victories_for_each_of_it() {
    let one = |name: &str, hp: u8| format!("[[side.combatant]]\nname = '{name}'\nhp_max = {hp}\nweapons = [$sword]\n");
    let text = format!(
        "[[side]]\nname = 'a'\n{}[[side]]\nname = 'b'\nallies = ['a']\n{}[[side]]\nname = 'c'\n{}\
         [[day]]\nfight = ['a', 'b', 'c']\n[[day]]\nfight = ['b', 'c']\nfresh = ['c']\n",
        one("A", 90),
        one("B", 90),
        one("C", 1)
    );
    let sampled = ScriptedPlay::<Vogt>::sampled(&scene(&text), 200, 3);
    assert_eq!(
        [sampled.chance("fight1.winner", 0), sampled.chance("fight2.winner", 1)],
        [1.0; 2],
        "b alone wins in its own name"
    );
    assert_eq!([sampled.chance("day.a.fights_won", 2), sampled.chance("day.b.fights_won", 2)], [1.0; 2]);
}

//
#[test]
fn a_neutral_side_suffers_blows_or_turns_on_whoever_strikes_it() {
    let sheet = "hp_max = $hp\nweapons = [{ name = 'sword', die = '1d8', type = 'slash' }]";
    check_turning::<Vogt>(sheet, 6, "book.round.rounds_max");
}
