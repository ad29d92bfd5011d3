//! Merge points: the same scenario solved with them and without comes to the same, value by value.
//!
//! That is what proves that a merge point names all that is read after it; see `dice/merging.rs`. Scenarios are chosen so that
//! what is read behind each merge point differs from path to path. Start at [`alike`].

use bdp::Bdp;
use cairn_ap::CairnAp;
use frame::exact::{self, Solved, SolverLimits};
use frame::rules::RuleSet;
use frame::sim::Layout;
use heimr::Heimr;
use injury_d20::InjuryD20;

use super::{load_of, scenario};

/// The loss that sums of many numbers may have.
const ROUNDING: f64 = 1e-12;
/// The loss that means may have, whose values are larger.
const MEANS: f64 = 1e-9;

/// All values whose probabilities are not the same, and all means.
pub fn apart(one: &Solved, other: &Solved, layout: &Layout) -> Vec<String> {
    let mut apart = Vec::new();
    for (index, metric) in layout.catalogue.metrics.iter().enumerate() {
        let values = one.metrics[index].keys().chain(other.metrics[index].keys());
        for &value in values {
            let [with, without] = [one, other].map(|solved| solved.chance(index, value));
            if (with - without).abs() > ROUNDING {
                apart.push(format!("{} = {value}: {with} with merge points, {without} without", metric.key));
            }
        }
    }
    for (index, metric) in layout.catalogue.metrics.iter().enumerate() {
        let [with, without] = [one, other].map(|solved| solved.mean(index).map(|mean| mean.estimate));
        let same = with.zip(without).map_or(with == without, |(with, without)| (with - without).abs() < MEANS);
        if !same {
            apart.push(format!("the mean of {} is {with:?} with merge points, {without:?} without", metric.key));
        }
    }
    apart.dedup();
    apart
}

/// Solves a scenario with merge points and without: all is the same, and there are fewer paths.
#[track_caller]
pub fn alike<S: RuleSet>(text: &str) -> (Solved, Layout) {
    let (loaded, layout) = load_of::<S>(text);
    let limits = SolverLimits { light: 0.0, ..SolverLimits::default() };
    let solve = |merges| exact::solve(&loaded, &layout, SolverLimits { merges, ..limits }).whole().expect("a small fight");
    let (with, without) = (solve(true), solve(false));
    let apart = apart(&with, &without, &layout);
    assert!(apart.is_empty(), "{}", apart.join("\n"));
    assert_ne!(with.size.outcomes, without.size.outcomes, "no merge point was passed");
    (with, layout)
}

#[test]
fn actions_of_a_turn_of_heimr() {
    let sword = format!("hp_max = 2, weapons = [{{ kind = 'medium' }}], {}", super::heimr::body(0, 0, 2));
    let person = |name: &str, more: &str| format!("name = '{name}', {more}, {sword}");
    let (ada, bo) =
        (person("Ada", "policy = 'strikes_and_breathes', initiative = 5"), person("Bo", "initiative = 4, fatigue = 3"));
    let rest = "[policy.strikes_and_breathes]\n\
                turn = [{ do = 'attack' }, { do = 'upcoming_breather', when = 'fatigue > 1' }, { do = 'drop_prone' }]\n\
                [rulings]\nout_at = 'injured'\n[book]\nturn.rounds_max = 2\nactions.standard = 2\n\
                dice = { small = 3, big = 4 }\nhidden.luck_face = 4\nbody_part = ['sword_arm', 'torso', 'right_leg']\n";
    let (solved, layout) = alike::<Heimr>(&scenario(&[("left", &[&ada]), ("right", &[&bo])], rest));
    let attacks = layout.catalogue.index("Ada.attacks").expect("attacks are counted");
    assert!(
        solved.mean(attacks).is_some_and(|mean| mean.estimate > 1.0),
        "two actions are two attacks, as often as they are made"
    );
}

/// So many rounds by rules of few faces for `injury-d20`, with these policies.
fn few_faces(rounds: u8, policies: &str) -> String {
    format!("{}[policy.stays]\nplan = [{{ do = 'attack' }}]\n{policies}", super::injury_d20::small(rounds, ""))
}

#[test]
fn blows_with_several_weapons_of_injury_d20() {
    let ada = "name = 'Ada', mb = 2, dex = 1, str = 1, trained_stamina = 3, exhaustion_max = 1, policy = 'both', \
               weapons = [{ name = 'axe', critical_effect = 'bleed', critical_amount = 1 }, { name = 'knife', bonus = -1 }]";
    let bo = "name = 'Bo', mb = 1, trained_stamina = 3, exhaustion_max = 1, policy = 'stays', weapons = [{ name = 'sword' }]";
    let policies = "[policy.both]\nplan = [{ do = 'multi' }]\npower = [{ points = 1, reserve = 1, when = 'target.prone' }]\n";
    alike::<InjuryD20>(&scenario(&[("left", &[ada]), ("right", &[bo])], &few_faces(2, policies)));
}

#[test]
fn shots_of_injury_d20() {
    let ada = "name = 'Ada', mb = 2, dex = 2, trained_stamina = 2, exhaustion_max = 1, policy = 'shoots', \
               weapons = [{ name = 'bow', kind = 'bow', hands = 2, range_increment_ft = 60 }]";
    let bo = "name = 'Bo', mb = 1, trained_stamina = 1, exhaustion_max = 1, policy = 'stays', weapons = [{ name = 'sword' }]";
    let policies = "[policy.shoots]\nplan = [{ do = 'rapid', shots = 2 }]\n";
    alike::<InjuryD20>(&scenario(&[("left", &[ada]), ("right", &[bo])], &few_faces(1, policies)));
}

#[test]
fn attacks_of_a_turn_of_cairn_ap_and_what_they_leave() {
    // The place in the plan differs where the fight does not: gains are spent, a blow may miss.
    let rest = "[policy.plan]\nplan = [{ do = 'gain' }, { do = 'attack' }, { do = 'attack', when = 'hp > 1' }, { do = 'defend' }]\n\
                [book.ap]\nmax = 5\nattack = 1\n[book.check]\nbase_die = 6\n[book.round]\nrounds_max = 2\n";
    let pia = "name = 'Pia', kind = 'pc', hp_max = 3, str = 8, policy = 'plan', weapons = [{ name = 'stick', die = '1d4' }]";
    let foe = |name: &str| format!("name = '{name}', str = 7, hp_max = 2, weapons = [{{ name = 'stick', die = '1d4' }}]");
    let (gi, go) = (foe("Gi"), foe("Go"));
    alike::<CairnAp>(&scenario(&[("left", &[pia]), ("right", &[&gi])], rest));
    alike::<CairnAp>(&scenario(&[("left", &[pia]), ("right", &[&gi, &go])], &rest.replace("rounds_max = 2", "rounds_max = 1")));
}

#[test]
fn attacks_of_several_of_bdp_and_what_comes_before_and_after_them() {
    let (injury, small) = (super::bdp::INJURY, super::bdp::SMALL);
    let rest = format!(
        "{injury}[rulings]\nmulti_same_time = 'side_round'\n[arena]\nstart = 'engaged'\n{small}round = {{ rounds_max = 2 }}\n"
    );
    let pc = |name: &str| {
        format!("name = '{name}', pc = true, str = 4, dex = 3, hp_max = 1, slots_used = 6, weapons = [{{ name = 'sword' }}]")
    };
    let foe = |name: &str| format!("name = '{name}', str = 3, hp_max = 2, weapons = [{{ name = 'knife', category = 'fast' }}]");
    let (ada, bo, gi, go) = (pc("Ada"), pc("Bo"), foe("Gi"), foe("Go"));
    alike::<Bdp>(&scenario(&[("party", &[&ada, &bo]), ("foes", &[&gi, &go])], &rest));
}
