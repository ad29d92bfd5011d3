//! Small fights of `bdp` whose exact and sampled outcomes have to agree, and those that the specification works out.
//!
//! The dice are small and the rounds few: what happens in those is what is compared.

use bdp::Bdp;
use frame::exact::{self, SolverLimits};

use super::{Answered, agree_of, load_of, scenario};

/// Fights that are played for a comparison.
const FIGHTS: u64 = 10_000;
/// The metrics that have to be known of every fight.
const KNOWN: [&str; 4] = ["winner", "rounds", "hp", "str"];
/// Dice with few faces.
pub const SMALL: &str = "[book]\nsave = { die = 6, always_fail = 6 }\n\
                     die = { fast = '1d2', balanced = '1d3', slow = '1d4', unarmed = '1d2', impaired = 2, enhanced = 4 }\n\
                     property = { bleed = '1d2', poison = { dice = '1d2' } }\n\
                     md = { die = 3, total_max = 2, fatigue_on = 2, explode = 3 }\n";
/// Few areas of injuries.
pub const INJURY: &str = "[book.injury]\narea = ['torso', 'right_leg', 'left_arm', 'right_arm', 'head']\ntorso = '1d2'\nleg = '1d2'\n\
                      head = 3\nhead_dead = 1\nhead_eye = 2\n";

const SWORD: &str = "weapons = [{ name = 'sword' }]";
const KNIFE: &str = "weapons = [{ name = 'knife', category = 'fast' }]";

/// P and whoever is with it against N and whoever is with it, for so many rounds.
#[track_caller]
fn agree(party: &[&str], foes: &[&str], rounds: u8, rest: &str, seed: u64) {
    let named = |names: [&str; 3], all: &[&str]| -> Vec<String> {
        names.iter().zip(all).map(|(name, insides)| format!("name = '{name}', {insides}")).collect()
    };
    let (party, foes) = (named(["P", "Q", "R"], party), named(["N", "O", "M"], foes));
    let party: Vec<&str> = party.iter().map(String::as_str).collect();
    let foes: Vec<&str> = foes.iter().map(String::as_str).collect();
    let arena = if rest.contains("[arena]") { "" } else { "[arena]\nstart = 'engaged'\n" };
    let rest = format!("{INJURY}{rest}\n{arena}{SMALL}round = {{ rounds_max = {rounds} }}\n");
    agree_of::<Bdp>(&scenario(&[("party", &party), ("foes", &foes)], &rest), FIGHTS, seed, &KNOWN);
}

#[test]
fn a_duel_with_blocks_that_fill_the_slots() {
    let pc = format!("pc = true, str = 5, dex = 3, hp_max = 2, slots_used = 6, {SWORD}");
    agree(&[&pc], &[&format!("str = 4, hp_max = 2, {SWORD}")], 3, "", 31);
}

#[test]
fn a_parry_against_one_of_two_and_their_morale() {
    let pc = format!("pc = true, str = 4, hp_max = 2, policy = 'parries', {SWORD}");
    let foe = format!("str = 2, wil = 3, hp_max = 1, {KNIFE}");
    agree(&[&pc], &[&foe, &foe], 2, "[policy.parries]\nreaction = [{ do = 'parry' }]", 32);
}

#[test]
fn fighting_back_with_two_weapons() {
    let pc = "pc = true, str = 4, hp_max = 1, slots_used = 6, two_weapons = true, policy = 'back', \
              weapons = [{ name = 'knife', category = 'fast' }, { name = 'axe', proficient = true, tags = { heavy = 1 } }]";
    let policy = "[policy.back]\nreaction = [{ do = 'fight_back' }]";
    agree(&[pc], &[&format!("str = 3, hp_max = 2, {SWORD}")], 2, policy, 33);
}

#[test]
fn two_weapons_with_properties_of_their_own_one_of_which_may_be_lost() {
    let armed = "str = 2, hp_max = 1, two_weapons = true, prof_types = ['piercing'], \
                 weapons = [{ name = 'fang', category = 'fast', damage = 'piercing', poison = { doses = 1 } }, \
                 { name = 'hook', proficient = true, tags = { bleed = 3, magic = 1 } }]";
    let foe = format!("str = 2, hp_max = 1, armor = 'light', policy = 'disarms', {SWORD}");
    let policy = "[policy.disarms]\naction = [{ do = 'gambit', gambit = 'disarm', when = 'round == 1' }]";
    agree(&[armed], &[&foe], 2, policy, 46);
}

#[test]
fn a_pack_against_one_who_sweeps_back() {
    let pc = "pc = true, str = 4, hp_max = 3, slots_used = 6, policy = 'back', \
              weapons = [{ name = 'axe', proficient = true, tags = { sweep = 2 } }]";
    let wolf = format!("str = 2, wil = 3, hp_max = 1, traits = ['pack'], {KNIFE}");
    let rest = "[policy.back]\nreaction = [{ do = 'fight_back' }]\n[book.foe]\npack_die = 4";
    agree(&[pc], &[&wolf, &wolf], 2, rest, 47);
}

#[test]
fn a_spell_at_two_of_whom_one_may_lose_heart() {
    let pc = "pc = true, str = 3, wil = 4, hp_max = 1, md = 2, policy = 'casts'";
    let foe = "str = 2, wil = 3, hp_max = 1";
    let policy = "[policy.casts]\naction = [{ do = 'sculpt', dice = 2, targets = 'two' }]";
    agree(&[pc], &[foe, foe], 2, policy, 48);
}

#[test]
fn gambits_that_go_back_and_forth() {
    let pc = format!("pc = true, str = 4, dex = 3, hp_max = 1, policy = 'trips', {SWORD}");
    let foe = "str = 3, dex = 4, hp_max = 1, weapons = [{ name = 'maul', category = 'slow' }]";
    let policy = "[policy.trips]\naction = [{ do = 'gambit', gambit = 'trip', when = 'round == 1' }]\n\
                  [book.gambit]\nmax_difficulty = 1\nmax_chain = 3";
    agree(&[&pc], &[foe], 2, policy, 34);
}

#[test]
fn bleeding_shock_and_push() {
    let pc = "pc = true, str = 4, dex = 3, hp_max = 1, \
              weapons = [{ name = 'hook', proficient = true, tags = { bleed = 2, push = 3 } }]";
    let foe = "str = 4, hp_max = 1, weapons = [{ name = 'mace', proficient = true, tags = { shock = 2 } }]";
    agree(&[pc], &[foe], 3, "", 35);
}

#[test]
fn poison_piercing_and_counters() {
    let pc = "pc = true, str = 4, hp_max = 2, armor = 'light', prof_types = ['piercing'], \
              weapons = [{ name = 'rapier', damage = 'piercing', proficient = true, tags = { counter = 1 } }]";
    let foe = "str = 4, hp_max = 2, armor = 'light', weapons = [{ name = 'fang', category = 'slow', poison = { ability = 'dex', dice = '1d2', critical = true } }]";
    agree(&[pc], &[foe], 3, "", 36);
}

#[test]
fn magic_dice_with_all_that_they_bring() {
    let pc = "pc = true, str = 3, wil = 4, hp_max = 2, md = 2, slots_used = 5, policy = 'casts'";
    let foe = format!("str = 3, hp_max = 2, {KNIFE}");
    agree(&[pc], &[&foe], 2, "[policy.casts]\naction = [{ do = 'sculpt', dice = 2 }, { do = 'sculpt', dice = 1 }]", 37);
}

#[test]
fn a_spell_that_is_countered_and_power_that_takes_feedback() {
    let pc = "pc = true, str = 3, wil = 4, hp_max = 2, md = 2, power = 2, policy = 'casts'";
    let foe = "str = 3, wil = 3, hp_max = 1, md = 1, policy = 'counters'";
    let policies = "[policy.casts]\naction = [{ do = 'sculpt', dice = 2, ability = 'dex' }]\n\
                    [policy.counters]\naction = [{ do = 'wait' }]\ncounterspell = [{ do = 1 }]";
    agree(&[pc], &[foe], 2, policies, 38);
}

#[test]
fn an_archer_behind_cover_who_would_rather_leave() {
    let pc = "pc = true, str = 3, dex = 3, hp_max = 1, zone = 'yard', policy = 'flees', \
              weapons = [{ name = 'crossbow', category = 'fast', ranged = true }]";
    let rest = "[arena]\nzones = [{ name = 'hall' }, { name = 'yard', cover = true }]\n\
                [policy.flees]\naction = [{ do = 'retreat', when = 'hp == 0' }, { do = 'attack' }]";
    agree(&[pc], &[&format!("str = 3, hp_max = 1, {SWORD}")], 3, rest, 39);
}

#[test]
fn two_against_a_detachment_by_the_will_of_which_everything_is_saved() {
    let pc = format!("pc = true, str = 2, hp_max = 1, {SWORD}");
    let band = format!("str = 3, wil = 4, hp_max = 2, traits = ['detachment'], {KNIFE}");
    agree(&[&pc, &pc], &[&band], 2, "", 40);
}

#[test]
fn a_leader_who_keeps_the_others_together_or_has_them_retreat() {
    let pc = format!("pc = true, str = 3, hp_max = 2, {SWORD}");
    let (grunt, leader) =
        ("str = 1, hp_max = 0, dex = 3", format!("str = 2, wil = 3, dex = 2, hp_max = 1, traits = ['leader'], {KNIFE}"));
    let rest = "[rulings]\nmorale_use = 'leader'\nmorale_failure = 'retreat_save'";
    agree(&[&pc], &[grunt, &leader], 3, rest, 41);
}

#[test]
fn wounds_that_become_worse_and_limbs_that_are_lost() {
    let pc = format!(
        "pc = true, str = 5, dex = 3, wil = 3, hp_max = 0, policy = 'worsens', \
              items = [{{ name = 'helmet', stored = false }}], condition = {{ wounds = [{{ key = 'torso', level = 'light' }}] }}, {SWORD}"
    );
    let rest = "dismember_percent = 50\n[policy.worsens]\nreaction = [{ do = 'defend' }]\nwound = [{ do = 'worsen' }]\n\
                [rulings]\nguard_uses = 'once'";
    agree(&[&pc], &[&format!("str = 3, hp_max = 2, {SWORD}")], 2, rest, 42);
}

#[test]
fn version_1_32_with_its_order_its_dodges_and_its_table_of_six() {
    let pc = format!("pc = true, str = 4, dex = 3, hp_max = 1, slots_used = 7, policy = 'dodges', {SWORD}");
    let rest = "[rulings]\nversion = '1.32'\n[policy.dodges]\nreaction = [{ do = 'dodge' }]\n\
                [book.critical]\ndie = 3\nrally = 3\nrally_hp = '1d2'";
    agree(&[&pc], &[&format!("str = 4, hp_max = 1, {SWORD}")], 3, rest, 43);
}

#[test]
fn a_surprise_a_terror_and_somebody_unaware() {
    let pc = format!("pc = true, str = 3, wil = 3, hp_max = 1, {SWORD}");
    let foe = format!("str = 3, hp_max = 1, unaware = true, traits = ['terrifying', 'mindless'], {KNIFE}");
    let rest = "[arena]\nsurprise = 'normal'\n[book.surprise]\ndie = 3\nnormal = { party = 1, foes = 3 }\n\
                [rulings]\nterror_recover = 'save'";
    agree(&[&pc], &[&foe], 2, rest, 44);
}

#[test]
fn flyers_that_come_down_and_holds_that_are_escaped() {
    let pc = format!("pc = true, str = 4, dex = 3, hp_max = 1, {SWORD}");
    let foe = format!("str = 3, hp_max = 1, traits = ['flying', 'constrict'], policy = 'falls', {KNIFE}");
    agree(&[&pc], &[&foe], 3, "[policy.falls]\nflight = [{ do = 'fall' }]\n[book.foe]\nconstrict = '1d2'", 45);
}

#[test]
fn gear_that_is_given_up_and_sweeps_at_the_next() {
    let pc = "pc = true, str = 4, hp_max = 1, shield = true, policy = 'gives', weapons = [{ name = 'blade', proficient = true, tags = { sweep = 3 } }]";
    let foe = format!("str = 2, hp_max = 1, traits = ['mindless'], {KNIFE}");
    let rest = "[policy.gives]\nreaction = [{ do = 'defend' }]\nsacrifice = [{ do = 'shield', when = 'str_loss >= 1' }]";
    agree(&[pc], &[&foe, &foe], 2, rest, 46);
}

#[test]
fn a_day_with_a_break_a_night_and_a_disease_or_with_hazards() {
    let pc = format!(
        "name = 'P', pc = true, str = 4, hp_max = 1, items = [{{ name = 'waterskin' }}], \
         condition = {{ diseases = ['swampsigh'] }}, {SWORD}"
    );
    let foe = "name = 'N', str = 1, hp_max = 1, weapons = [{ name = 'knife', category = 'fast' }]";
    let night = "{ rest = 'break' }, { rest = { night = { sleep = 'comfortable', food = 'fresh' } } }";
    let hazards = "{ hazard = { die = '1d4', ability = 'str', critical = true, save = 'dex', saved = 'half' }, when = 'P.str > 1' }, \
                   { hazard = { damage = 1, fatigue = 1 }, strikes = 'one' }";
    for between in [night, hazards] {
        let rest = format!(
            "day = [{{ fight = ['party', 'foes'] }}, {between}, {{ fight = ['party', 'foes'] }}]\n\
         [rulings]\ngear_recover = 'nobody'\n{INJURY}{SMALL}round = {{ rounds_max = 2 }}\ndisease = {{ swampsigh = {{ days = '1d2' }} }}\n\
         breath = {{ waterskin = 4, chain = [4, 2] }}\n"
        );
        let text = scenario(&[("party", &[&pc]), ("foes", &[foe])], &rest);
        agree_of::<Bdp>(&text, FIGHTS, 47, &KNOWN);
    }
}

/// A scenario solved, and where its metrics are.
fn solve(sides: &[(&str, &[&str])], rest: &str) -> Answered {
    let arena = "[arena]\nstart = 'engaged'\n[policy.waits]\naction = [{ do = 'wait' }]\nreaction = [{ do = 'defend' }]\n";
    let text = scenario(sides, &format!("{rest}\n{arena}"));
    let (loaded, layout) = load_of::<Bdp>(&text);
    let solved =
        exact::solve(&loaded, &layout, SolverLimits::default()).whole().unwrap_or_else(|refusal| panic!("{refusal:?}"));
    Answered { solved, layout }
}

/// The probability that a metric has one of these values.
fn chance(Answered { solved, layout }: &Answered, key: &str, values: std::ops::RangeInclusive<i64>) -> f64 {
    let metric = layout.catalogue.index(key).expect("a metric of this key");
    values.map(|value| solved.chance(metric, value)).sum()
}

#[track_caller]
fn same(found: f64, wanted: f64, what: &str) {
    assert!((found - wanted).abs() < 1e-12, "{what}: {found} instead of {wanted}");
}

const ONE_ROUND: &str = "[book.round]\nrounds_max = 1";

#[test]
fn one_blow_at_a_character_does_what_the_specification_says() {
    let pc = "name = 'P', pc = true, hp_max = 0, armor = 'light', policy = 'waits'";
    let fight = solve(&[("party", &[pc]), ("foes", &[&format!("name = 'N', {SWORD}")])], ONE_ROUND);
    same(chance(&fight, "P.str", 10..=10), 1.0 / 8.0, "no damage");
    same(chance(&fight, "P.dead", 1..=1), 223.0 / 3200.0, "dead");
    same(chance(&fight, "P.wounds", 1..=1), 1737.0 / 3200.0, "injured");
}

#[test]
fn one_blow_at_a_foe_does_what_the_specification_says() {
    let foe = "name = 'N', str = 8, hp_max = 3, traits = ['mindless'], policy = 'waits'";
    let fight = solve(&[("party", &[&format!("name = 'P', pc = true, {SWORD}")]), ("foes", &[foe])], ONE_ROUND);
    same(chance(&fight, "N.out", 1..=1), 15.0 / 32.0, "out");
}

#[test]
fn falls_and_venom_do_what_the_specification_says() {
    let after = |kind: &str, str: u8| {
        let day =
            format!("day = [{{ rest = {{ peril = {{ kind = '{kind}' }} }} }}, {{ fight = ['party', 'foes'] }}]\n{ONE_ROUND}");
        let pc = format!("name = 'P', pc = true, str = {str}, policy = 'waits'");
        solve(&[("party", &[&pc]), ("foes", &["name = 'N', policy = 'waits'"])], &day)
    };
    let fall = after("fall", 12);
    same(chance(&fall, "end.P.dead", 1..=1), 79.0 / 800.0, "dead by a fall");
    same(chance(&fall, "end.P.wounds", 1..=1), 461.0 / 800.0, "injured by a fall");
    same(chance(&after("night_spider", 10), "end.P.out", 1..=1), 29.0 / 40.0, "out by venom");
}

#[test]
fn a_group_whose_first_member_falls_flees_as_the_specification_says() {
    let pc = "name = 'P', pc = true, policy = 'first', weapons = [{ name = 'sword' }]";
    let (frail, plain) =
        ("name = 'N1', str = 1, hp_max = 0, policy = 'waits'", |name: &str| format!("name = '{name}', policy = 'waits'"));
    let others = ["N2", "N3", "N4"].map(plain);
    let foes: Vec<&str> = std::iter::once(frail).chain(others.iter().map(String::as_str)).collect();
    let rest = format!("{ONE_ROUND}\n[policy.first]\ntarget = [{{ at = 'first' }}]");
    let fight = solve(&[("party", &[pc]), ("foes", &foes)], &rest);
    same(chance(&fight, "foes.standing", 3..=3), 1.0 / 8.0, "all three stay");
    same(chance(&fight, "foes.standing", 0..=0), 13.0 / 32.0, "no one is left");
}

#[test]
fn the_highest_of_several_dice_counts_as_the_specification_says() {
    let pc = |name: &str| format!("name = '{name}', pc = true, policy = 'waits_not', {SWORD}");
    let (one, two, three) = (pc("P"), pc("Q"), pc("R"));
    let against = |party: &[&str], foe: &str| {
        solve(
            &[("party", party), ("foes", &[foe])],
            &format!("{ONE_ROUND}\n[policy.waits_not]\nreaction = [{{ do = 'defend' }}]"),
        )
    };
    let lost = |fight: &Answered| -> f64 {
        (0..=12).map(|points| points as f64 * chance(fight, "N.hp", 12 - points..=12 - points)).sum()
    };
    let band = |more: &str| format!("name = 'N', hp_max = 12, traits = ['detachment'], policy = 'waits', {more}");
    same(lost(&against(&[&one, &two, &three], &band("armor = ''"))), 55.0 / 16.0, "three against a detachment");
    same(chance(&against(&[&one, &two, &three], &band("armor = 'light'")), "N.hp", 12..=12), 1.0 / 64.0, "none behind Armor");
    let foe = "name = 'N', hp_max = 12, armor = 'light', policy = 'waits'";
    same(lost(&against(&[&one, &two], foe)), 77.0 / 16.0, "two in one moment");
}

#[test]
fn a_parry_is_won_tied_and_lost_as_the_specification_says() {
    for (mine, wanted) in [(8, [7.0 / 16.0, 1.0 / 8.0, 7.0 / 16.0]), (6, [13.0 / 20.0, 1.0 / 10.0, 1.0 / 4.0])] {
        let (pc, foe) = if mine == 8 { ("8", "8") } else { ("6", "10") };
        let pc = format!("name = 'P', pc = true, str = 20, policy = 'parries', weapons = [{{ name = 'a', die = '1d{pc}' }}]");
        let foe = format!("name = 'N', str = 20, weapons = [{{ name = 'b', die = '1d{foe}' }}]");
        let rest = format!("{ONE_ROUND}\n[policy.parries]\naction = [{{ do = 'wait' }}]\nreaction = [{{ do = 'parry' }}]");
        let fight = solve(&[("party", &[&pc]), ("foes", &[&foe])], &rest);
        let (lost, won) = (chance(&fight, "P.str", 0..=19), chance(&fight, "N.str", 0..=19));
        same(lost, wanted[0], "lost");
        same(1.0 - lost - won, wanted[1], "tied");
        same(won, wanted[2], "won");
    }
}
