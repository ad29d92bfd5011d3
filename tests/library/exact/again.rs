//! States that come again: a scenario solved with each of them followed once, and with each followed in every round, comes to the same.
//!
//! Scenarios are chosen so that something ends in a round of a certain number, somebody arrives late, or a day has two fights. Start at
//! [`same`].

use bdp::Bdp;
use cairn_ap::CairnAp;
use frame::exact::{self, Solved, SolverLimits};
use frame::rules::RuleSet;
use frame::sim::Layout;
use heimr::Heimr;
use injury_d20::InjuryD20;
use vogt::Vogt;

use super::merging::apart;
use super::{Answered, CLUB, KNIFE, SWORD, duel, load_of, scenario};

/// Few rounds without injuries.
const FEW: &str = "[book.round]\nrounds_max = 8\n[rulings]\ncrit = 'off'\n";

/// Solves a scenario in both ways: all is the same. Returns both.
#[track_caller]
fn same<S: RuleSet>(text: &str) -> ([Solved; 2], Layout) {
    let (loaded, layout) = load_of::<S>(text);
    let limits = SolverLimits::default();
    let solve = |recalls| exact::solve(&loaded, &layout, SolverLimits { recalls, ..limits }).whole().expect("a small fight");
    let (once, each) = (solve(true), solve(false));
    let apart = apart(&once, &each, &layout);
    assert!(apart.is_empty(), "{}", apart.join("\n"));
    ([once, each], layout)
}

/// Solves a scenario in both ways: all is the same, and there is less to be followed.
#[track_caller]
fn fewer<S: RuleSet>(text: &str) -> Answered {
    let ([solved, each], layout) = same::<S>(text);
    let (once, each) = (solved.size.outcomes, each.size.outcomes);
    assert!(once < each, "{once} outcomes where states are followed once, {each} where they are followed each time");
    Answered { solved, layout }
}

/// True if something comes to pass now and then.
fn comes_to_pass(Answered { solved, layout }: &Answered, key: &str) -> bool {
    let mean = solved.mean(layout.catalogue.index(key).unwrap_or_else(|| panic!("there is no {key}")));
    mean.is_some_and(|mean| mean.estimate > 1e-6)
}

#[test]
fn a_duel_of_vogt() {
    fewer::<Vogt>(&duel(&format!("hp_max = 4, armor = 2, {CLUB}"), &format!("hp_max = 3, armor = 2, {KNIFE}"), FEW));
}

#[test]
fn wounds_that_bleed_up_to_the_end_of_a_round() {
    let leech = "weapons = [{ name = 'maw', die = '1d4', type = 'stab', riders = [{ status = 'bleeding', rounds = 2 }] }]";
    let (ada, bo) = (format!("hp_max = 4, armor = 2, {CLUB}"), format!("hp_max = 3, armor = 1, {leech}"));
    fewer::<Vogt>(&duel(&ada, &bo, &format!("{FEW}bleeding_ar = 'used'")));
}

#[test]
fn somebody_who_arrives_in_the_third_round() {
    let (ada, bo) =
        (format!("name = 'Ada', hp_max = 4, armor = 2, {CLUB}"), format!("name = 'Bo', hp_max = 2, armor = 2, {KNIFE}"));
    let late = format!("name = 'Cy', hp_max = 2, arrives = 3, {KNIFE}");
    fewer::<Vogt>(&scenario(&[("left", &[&ada]), ("right", &[&bo, &late])], FEW));
}

#[test]
fn whoever_asks_for_the_number_of_the_round_has_rounds_that_differ() {
    let rest = "[policy.sly]\naction = [{ do = 'defend', when = 'round % 3 == 1' }]";
    let rest = format!("{rest}\n{FEW}");
    let (solved, _) =
        same::<Vogt>(&duel(&format!("hp_max = 4, policy = 'sly', {CLUB}"), &format!("hp_max = 3, {KNIFE}"), &rest));
    let [once, each] = solved.map(|solved| solved.size.outcomes);
    assert_eq!(once, each);
}

#[test]
fn a_day_of_two_fights() {
    let day = "day = [{ fight = ['left', 'right'] }, { rest = 'full_rest' }, { fight = ['left', 'beast'] }]";
    let ada = format!("name = 'Ada', hp_max = 3, armor = 2, {SWORD}");
    let (gi, wolf) = (format!("name = 'Gi', hp_max = 2, armor = 2, {KNIFE}"), format!("name = 'Wolf', hp_max = 2, {KNIFE}"));
    fewer::<Vogt>(&format!("{day}\n{}", scenario(&[("left", &[&ada]), ("right", &[&gi]), ("beast", &[&wolf])], FEW)));
}

#[test]
fn a_duel_of_heimr() {
    let sword = format!("hp_max = 1, weapons = [{{ kind = 'medium' }}], {}", super::heimr::body(1, 0, 2));
    let (ada, bo) = (format!("name = 'Ada', initiative = 5, {sword}"), format!("name = 'Bo', initiative = 4, {sword}"));
    let rest = "[rulings]\nout_at = 'injured'\n[book]\nturn.rounds_max = 6\ndice = { small = 3, big = 4 }\nhidden.luck_face = 4\n\
                body_part = ['sword_arm', 'torso', 'right_leg']\n";
    fewer::<Heimr>(&scenario(&[("left", &[&ada]), ("right", &[&bo])], rest));
}

#[test]
fn clocks_of_wounds_that_run_out_in_a_later_round() {
    let sword = format!("hp_max = 1, weapons = [{{ kind = 'medium' }}], {}", super::heimr::body(1, 0, 2));
    let (ada, bo) = (format!("name = 'Ada', initiative = 5, {sword}"), format!("name = 'Bo', initiative = 4, {sword}"));
    let rest = "[rulings]\ntorso_injury = 'timed'\n[book]\nturn = { rounds_max = 7, seconds = 6 }\n\
                injury = { mangled = 0, mangled_unconscious_s = 12, mangled_death_s = 18 }\ndice = { small = 3, big = 4 }\n\
                hidden.luck_face = 4\nbody_part = ['sword_arm', 'torso', 'right_leg']\n";
    let solved = fewer::<Heimr>(&scenario(&[("left", &[&ada]), ("right", &[&bo])], rest));
    assert!(comes_to_pass(&solved, "Bo.out"));
}

#[test]
fn a_duel_of_cairn_ap() {
    let pia = "name = 'Pia', kind = 'pc', hp_max = 3, str = 8, weapons = [{ name = 'stick', die = '1d4' }]";
    let gi = "name = 'Gi', str = 7, hp_max = 2, natural_armor = 1, weapons = [{ name = 'stick', die = '1d4' }]";
    let rest = "[book.check]\nbase_die = 6\n[book.round]\nrounds_max = 9\n";
    fewer::<CairnAp>(&scenario(&[("left", &[pia]), ("right", &[gi])], rest));
}

#[test]
fn a_duel_of_bdp() {
    let sword = "str = 4, hp_max = 1, weapons = [{ name = 'sword' }]";
    let (ada, bo) = (format!("name = 'Ada', {sword}"), format!("name = 'Bo', {sword}"));
    let rest = format!("{}[arena]\nstart = 'engaged'\n{}round = {{ rounds_max = 6 }}\n", super::bdp::INJURY, super::bdp::SMALL);
    fewer::<Bdp>(&scenario(&[("left", &[&ada]), ("right", &[&bo])], &rest));
}

#[test]
fn blows_that_shock_for_rounds() {
    let person = |name: &str, weapon: &str| format!("name = '{name}', str = 4, hp_max = 2, weapons = [{{ {weapon} }}]");
    let (ada, bo) = (person("Ada", "kind = 'mace'"), person("Bo", "name = 'sword'"));
    let rest = format!("{}[arena]\nstart = 'engaged'\n{}round = {{ rounds_max = 6 }}\n", super::bdp::INJURY, super::bdp::SMALL);
    fewer::<Bdp>(&scenario(&[("left", &[&ada]), ("right", &[&bo])], &rest));
}

#[test]
fn a_duel_of_injury_d20() {
    let person = "mb = 1, str = 1, armor = 2, trained_stamina = 2, exhaustion_max = 2, policy = 'strikes', \
                  weapons = [{ name = 'sword' }]";
    let (ada, bo) = (format!("name = 'Ada', {person}"), format!("name = 'Bo', {person}"));
    let rest = format!("{}[policy.strikes]\nplan = [{{ do = 'attack' }}]\n", super::injury_d20::small(6, ""));
    fewer::<InjuryD20>(&scenario(&[("left", &[&ada]), ("right", &[&bo])], &rest));
}
