//! Small fights of `injury-d20` whose exact and sampled outcomes have to agree, and the values of the specification as fights.
//!
//! Dice have few faces and fights few rounds: what happens in those is what is compared. Start at [`agree`] and [`blows`].

use frame::exact::{self, Solved, SolverLimits};
use frame::sim::Layout;
use injury_d20::InjuryD20;

use super::{agree_of, load_of, scenario};

/// Fights that are played for a comparison.
const FIGHTS: u64 = 5_000;
/// The metrics that have to be known of every fight.
const KNOWN: [&str; 4] = ["winner", "rounds", "stamina", "injuries"];

/// A book of small dice: six faces, a degree for every 2, so many rounds; people hit each other with a 3.
pub fn small(rounds: u8, more: &str) -> String {
    format!(
        "[book]\nattack.die = 6\ncrit.natural = 6\ninitiative.die = 4\ndv.base = 3\ndegree.step = 2\n\
         round.rounds_max = {rounds}\n{more}\n"
    )
}

/// Somebody with few points.
const PERSON: &str = "mb = 1, str = 1, armor = 1, trained_stamina = 2, exhaustion_max = 1";
const SWORD: &str = "weapons = [{ name = 'sword' }]";

#[track_caller]
fn agree(text: &str, seed: u64) {
    agree_of::<InjuryD20>(text, FIGHTS, seed, &KNOWN);
}

/// Ada against Bo; both are [`PERSON`]s, with what is different about them.
fn duel(ada: &str, bo: &str, rest: &str) -> String {
    let (ada, bo) = (format!("name = 'Ada', {PERSON}, {ada}"), format!("name = 'Bo', {PERSON}, {bo}"));
    scenario(&[("left", &[&ada]), ("right", &[&bo])], rest)
}

/// Policies by name, each with its lists.
fn policies(all: &[(&str, &str)]) -> String {
    all.iter().map(|(name, lists)| format!("[policy.{name}]\n{lists}\n")).collect()
}

const ONCE: &str = "plan = [{ do = 'attack' }]";
const TWICE: &str = "plan = [{ do = 'attack', times = 2 }]";

#[test]
fn a_duel_that_comes_to_every_part_that_swords_can_reach() {
    let rest = format!("{}{}", small(2, ""), policies(&[("p", TWICE)]));
    let one = format!("policy = 'p', {SWORD}");
    agree(&duel(&one, &one, &rest), 41);
}

#[test]
fn hits_that_are_parried_as_long_as_breath_and_reactions_last() {
    let parries =
        format!("{TWICE}\nparry = [{{ do = 'yes', min_degree = 1 }}]\nparts = [{{ part = 'hand' }}, {{ part = 'ear' }}]");
    let always =
        format!("{TWICE}\nparry = [{{ do = 'yes' }}]\nparts = [{{ part = 'eye', pick = 'spread' }}, {{ part = 'nose' }}]");
    let rest = format!("{}[rulings]\nparry_naturals = 'yes'\n{}", small(2, ""), policies(&[("p", &parries), ("q", &always)]));
    agree(&duel(&format!("policy = 'p', {SWORD}"), &format!("policy = 'q', {SWORD}"), &rest), 42);
}

#[test]
fn a_shield_that_is_readied_against_somebody_who_defends() {
    let turtle = "plan = [{ do = 'shield' }, { do = 'attack', times = 2 }]\nparts = [{ part = 'arm' }, { part = 'ear' }]";
    let careful = "plan = [{ do = 'attack' }, { do = 'defend' }]\nparts = [{ part = 'arm' }, { part = 'ear' }]";
    let rest =
        format!("{}[rulings]\ndodge_when_off_guard = 'kept'\n{}", small(3, ""), policies(&[("t", turtle), ("c", careful)]));
    agree(&duel(&format!("shield = 1, policy = 't', {SWORD}"), &format!("policy = 'c', {SWORD}"), &rest), 43);
}

#[test]
fn a_spear_keeps_a_sword_off_that_lunges() {
    let holds = format!(
        "{ONCE}\nmovement = [{{ do = 'hold' }}]\nreact = [{{ do = 'yes' }}]\nparts = [{{ part = 'leg' }}, {{ part = 'ear' }}]"
    );
    let lunges = format!("{TWICE}\nlunge = [{{ do = 'yes' }}]\nparts = [{{ part = 'eye' }}, {{ part = 'nose' }}]");
    let rest = format!("{}[arena]\nwidth = 9\nheight = 1\n{}", small(2, ""), policies(&[("h", &holds), ("l", &lunges)]));
    let ada = "at = [[0, 0]], policy = 'h', weapons = [{ name = 'spear', reach_ft = 10 }]";
    agree(&duel(ada, &format!("at = [[8, 0]], speed_ft = 15, policy = 'l', {SWORD}"), &rest), 44);
}

#[test]
fn a_cleaver_among_two_who_strike_where_it_has_opened_itself() {
    let cleaves = "plan = [{ do = 'attack' }]\ncleave = [{ do = 'yes' }]\nparts = [{ part = 'ear' }]";
    let strikes = "plan = [{ do = 'attack' }]\nparts = [{ part = 'nose' }]";
    let rest = format!(
        "{}[rulings]\nfree_actions = 'unlimited'\n{}",
        small(2, "stand.cap_at_turn_ap = true"),
        policies(&[("c", cleaves), ("s", strikes)])
    );
    let foe = |name: &str| format!("name = '{name}', {PERSON}, stamina = 1, policy = 's', {SWORD}");
    let ada = format!("name = 'Ada', {PERSON}, policy = 'c', {SWORD}");
    agree(&scenario(&[("left", &[&ada]), ("right", &[&foe("Gi"), &foe("Go")])], &rest), 45);
}

#[test]
fn claws_and_a_bite_that_go_with_hands_and_mouth() {
    let multi = "plan = [{ do = 'multi' }]\nparts = [{ part = 'ear' }]";
    let maims = format!("{TWICE}\nparts = [{{ part = 'hand', pick = 'focus' }}, {{ part = 'mouth' }}]");
    let rest = format!("{}{}", small(2, ""), policies(&[("m", multi), ("h", &maims)]));
    let ada = "policy = 'm', weapons = [{ name = 'left', natural = true, part = { part = 'hand' } }, \
               { name = 'bite', natural = true, part = { part = 'mouth' } }]";
    agree(&duel(ada, &format!("policy = 'h', {SWORD}"), &rest), 46);
}

#[test]
fn breath_that_goes_into_blows() {
    let all_in = format!(
        "{TWICE}\npower = [{{ points = 1, reserve = 0 }}]\nreckless = [{{ points = 1, reserve = 0 }}]\nparts = [{{ part = 'ear' }}]"
    );
    let patient = format!("{TWICE}\nparts = [{{ part = 'eye' }}, {{ part = 'ear' }}]");
    let rulings = "[rulings]\nspend_from_exhaustion = 'yes'\nstrain = 'stamina_each_turn'\n";
    let rest = format!("{}{rulings}{}", small(2, ""), policies(&[("a", &all_in), ("p", &patient)]));
    agree(&duel(&format!("policy = 'a', {SWORD}"), &format!("policy = 'p', {SWORD}"), &rest), 47);
}

#[test]
fn blood_and_the_saves_of_the_fallen() {
    let ends = format!("{ONCE}\nfinish = [{{ do = 'yes' }}]\nparts = [{{ part = 'leg' }}, {{ part = 'ear' }}]");
    let staunches = "plan = [{ do = 'staunch', when = 'bleed > 0' }, { do = 'attack' }]\nparts = [{ part = 'nose' }]";
    let rest = format!(
        "{}[rulings]\nend_out = 'dead'\ncritical_save = 'either'\nbleed_stack = 'sum'\n{}",
        small(3, "save.critical_margin = 8\nstaunch.dc = 12"),
        policies(&[("e", &ends), ("s", staunches)])
    );
    let axe = "weapons = [{ name = 'axe', critical_from = 5, critical_effect = 'bleed', critical_amount = 2 }]";
    let bo = format!("con = 2, stamina = 2, skills = {{ heal = 4 }}, policy = 's', {SWORD}");
    agree(&duel(&format!("policy = 'e', {axe}"), &bo, &rest), 48);
}

#[test]
fn saves_that_every_injury_asks_for() {
    let rest = format!(
        "{}[rulings]\ndeath_save_scope = 'always'\ninjury_value = 'one'\nsave_counts_new_injury = 'no'\nhit_order = 'strain_then_injury'\n{}",
        small(2, "bleed.when = 'turn_end'"),
        policies(&[("p", &format!("{ONCE}\nparts = [{{ part = 'ear', pick = 'spread' }}, {{ part = 'nose' }}]"))])
    );
    let one = format!("bleed = 1, con = 1, level = 2, policy = 'p', {SWORD}");
    agree(&duel(&one, &one, &rest), 49);
}

#[test]
fn trips_grapples_and_weapons_that_are_taken_away() {
    let wrestles = "plan = [{ do = 'trip', when = 'not target.prone' }, { do = 'grapple' }, { do = 'disarm' }]";
    let fights = "plan = [{ do = 'escape', when = 'grappled' }, { do = 'attack', times = 2 }]\nreact = [{ do = 'yes' }]\n\
                  parts = [{ part = 'foot' }, { part = 'ear' }]";
    let rest = format!("{}{}", small(2, ""), policies(&[("w", wrestles), ("f", fights)]));
    agree(&duel("trained = ['acrobatics'], policy = 'w'", &format!("policy = 'f', {SWORD}"), &rest), 50);
}

#[test]
fn tricks_thefts_and_blows_at_gear() {
    let tricks = "plan = [{ do = 'trick', condition = 'sickened', when = 'round == 1' }, { do = 'sunder', when = 'round == 1' }, \
                  { do = 'steal' }, { do = 'sunder', aim = 'armor' }]";
    let fights = "plan = [{ do = 'recover', when = 'sickened' }, { do = 'attack', times = 2 }]\nparts = [{ part = 'nose' }]";
    let rulings = "[rulings]\nmaneuver_roll = 'attack_plus_skill'\nmaneuver_nat20 = 'none'\n";
    let rest = format!("{}{rulings}{}", small(2, ""), policies(&[("t", tricks), ("f", fights)]));
    let bo = "policy = 'f', weapons = [{ name = 'sword' }, { name = 'knife', stowed = true }]";
    agree(&duel(&format!("policy = 't', {SWORD}"), bo, &rest), 51);
}

#[test]
fn an_archer_behind_a_friend_and_somebody_in_cover() {
    let shoots = "plan = [{ do = 'rapid' }]\nmovement = [{ do = 'hold' }]\npower = [{ points = 1, reserve = 0 }]\n\
                  parts = [{ part = 'leg' }, { part = 'ear' }]";
    let comes = format!("{ONCE}\nparts = [{{ part = 'nose' }}]");
    let rest = format!(
        "{}[rulings]\nrange_increments = 'beyond_first'\n[arena]\nwidth = 6\nheight = 1\n{}",
        small(2, ""),
        policies(&[("s", shoots), ("c", &comes), ("still", "plan = [{ do = 'escape' }]")])
    );
    let ada = format!(
        "name = 'Ada', {PERSON}, dex = 1, at = [[0, 0]], policy = 's', \
         weapons = [{{ name = 'bow', kind = 'bow', hands = 2, range_increment_ft = 10 }}]"
    );
    let guard = format!("name = 'Gerda', {PERSON}, at = [[1, 0]], policy = 'still', {SWORD}");
    let bo = format!("name = 'Bo', {PERSON}, at = [[5, 0]], speed_ft = 10, ranged_cover = 'cover', policy = 'c', {SWORD}");
    agree(&scenario(&[("left", &[&ada, &guard]), ("right", &[&bo])], &rest), 52);
}

#[test]
fn javelins_that_stick_or_fly_on_and_a_crossbow_on_the_ground() {
    let throws = "plan = [{ do = 'throw' }, { do = 'attack' }]\nmovement = [{ do = 'hold' }]\nparts = [{ part = 'ear' }]";
    let lies = "plan = [{ do = 'attack' }]\nstand = [{ do = 'no' }]\nparts = [{ part = 'nose' }]";
    let rest = format!("{}[arena]\nwidth = 5\nheight = 2\n{}", small(2, ""), policies(&[("t", throws), ("l", lies)]));
    let ada =
        "at = [[0, 0]], policy = 't', weapons = [{ name = 'javelin', kind = 'thrown', reload_ap = 1 }, { name = 'club' }]";
    let bo = "at = [[3, 0]], prone = true, policy = 'l', \
              weapons = [{ name = 'crossbow', kind = 'crossbow', hands = 2, range_increment_ft = 20, reload_ap = 1, ammo = 1 }]";
    agree(&duel(ada, bo, &rest), 53);
}

#[test]
fn a_charge_at_somebody_who_is_ready_for_it() {
    let charges = "plan = [{ do = 'charge' }, { do = 'attack' }]\nparts = [{ part = 'leg' }, { part = 'ear' }]";
    let waits = format!(
        "{ONCE}\nmovement = [{{ do = 'hold' }}]\nreact = [{{ do = 'yes' }}]\nparts = [{{ part = 'eye' }}, {{ part = 'nose' }}]"
    );
    let rest = format!(
        "{}[arena]\nwidth = 8\nheight = 1\n{}",
        small(2, "encounter.awareness = 'ready'"),
        policies(&[("c", charges), ("w", &waits)])
    );
    let bo = "at = [[7, 0]], on_guard = true, melee_cover = 'cover', policy = 'w', weapons = [{ name = 'pike', reach_ft = 10, hands = 2 }]";
    agree(&duel(&format!("at = [[0, 0]], dex = 1, policy = 'c', {SWORD}"), bo, &rest), 54);
}

#[test]
fn golems_that_break_by_number() {
    let golem =
        "without_con = true, destroyed_at = 3, weapons = [{ name = 'slam', natural = true, critical_effect = 'injury' }]";
    let p = format!(
        "{TWICE}\nparts = [{{ part = 'arm', pick = 'focus' }}, {{ part = 'hand', pick = 'weapon' }}, {{ part = 'ear' }}]\nparry = [{{ do = 'yes' }}]"
    );
    let rest = format!("{}[rulings]\noverflow_injuries = 'next_part'\n{}", small(3, ""), policies(&[("p", &p)]));
    let one = format!("policy = 'p', {golem}");
    agree(&duel(&one, &one, &rest), 55);
}

#[test]
fn a_day_of_two_fights_with_an_hour_and_a_night_or_a_hazard_between() {
    let p = format!("{ONCE}\nparts = [{{ part = 'hand', pick = 'weapon', below = 2 }}, {{ part = 'ear' }}]");
    let rest = format!("{}[rulings]\ndefeated_fate = 'left'\n{}", small(2, "rest.night_full = false"), policies(&[("p", &p)]));
    let one = |name: &str, more: &str| format!("name = '{name}', {PERSON}, policy = 'p', {more}");
    let (ada, bo) = (one("Ada", SWORD), one("Bo", &format!("stamina = 1, {SWORD}")));
    let wolf = one("Wolf", "stamina = 1, weapons = [{ name = 'bite', natural = true, part = { part = 'mouth' } }]");
    let hazard = "{ hazard = { die = '1d4', injuries = 1, part = 'ear', check = 'con', dc = 12, saved = 'half' } }";
    for between in ["{ rest = 'hour' }, { rest = 'night' }", hazard] {
        let day = format!("day = [{{ fight = ['left', 'right'] }}, {between}, {{ fight = ['left', 'wolves'] }}]");
        agree(&format!("{day}\n{}", scenario(&[("left", &[&ada]), ("right", &[&bo]), ("wolves", &[&wolf])], &rest)), 56);
    }
}

#[test]
fn wounds_that_are_treated_or_grow_worse_and_heal() {
    let day =
        "day = [{ rest = 'day' }, { rest = 'day' }, { rest = 'magic' }, { rest = 'hour' }, { fight = ['left', 'right'] }]";
    let rest = format!(
        "{}{}",
        small(1, "worsen.dc = 12\nheal.weeks = [0, 1]\nheal.week_days = 1\nmagic.heal_injuries = 1\nhead.rest_dc = 10"),
        policies(&[("p", ONCE)])
    );
    let ada = format!(
        "name = 'Ada', {PERSON}, con = 2, policy = 'p', skills = {{ heal = 5 }}, \
         injuries = [{{ part = 'hand' }}], {SWORD}"
    );
    let head = format!("name = 'Head', {PERSON}, con = 4, policy = 'p', injuries = [{{ part = 'head' }}], {SWORD}");
    let bo = format!("name = 'Bo', {PERSON}, policy = 'p', {SWORD}");
    agree(&format!("{day}\n{}", scenario(&[("left", &[&ada, &head]), ("right", &[&bo])], &rest)), 57);
}

#[test]
fn heads_that_spin_and_a_beast_of_two() {
    let aims = format!("{TWICE}\nparts = [{{ part = 'head', pick = 'spread' }}]");
    let bites = "plan = [{ do = 'multi' }]\nparts = [{ part = 'head' }]";
    let rest = format!(
        "{}{}",
        small(
            3,
            "part.head.tier = 1\nhead.stun_dc = 10\nhead.ko_dc = 12\nconfused.table = ['act', 'self', 'nothing', 'nearest']"
        ),
        policies(&[("a", &aims), ("b", bites)])
    );
    let bo = "con = 1, policy = 'b', body = { head = 2, mouth = 2 }, weapons = [\
              { name = 'left', natural = true, part = { part = 'mouth' } }, \
              { name = 'right', natural = true, part = { part = 'mouth', index = 1 } }]";
    agree(&duel(&format!("policy = 'a', {SWORD}"), bo, &rest), 58);
}

#[test]
fn hearts_that_have_to_be_known() {
    let aims = format!("{ONCE}\nparts = [{{ part = 'heart' }}, {{ part = 'ear' }}]");
    let rest = format!(
        "{}{}",
        small(1, "part.heart.tier = 1\nheart.lore_dc_base = 8\nheart.stun_dc = 10\nheart.lore_shared_by_side = true"),
        policies(&[("a", &aims)])
    );
    let one = |name: &str, kind: &str, lore: i8| {
        format!("name = '{name}', kind = '{kind}', {PERSON}, skills = {{ lore = {lore} }}, policy = 'a', {SWORD}")
    };
    let (ada, al, bo) = (one("Ada", "elf", 4), one("Al", "elf", -2), one("Bo", "dwarf", 2));
    agree(&scenario(&[("left", &[&ada, &al]), ("right", &[&bo])], &rest), 59);
}

#[test]
fn an_ambush_of_those_who_hear_badly() {
    let rest = format!(
        "{}[rulings]\ninitiative_tie = 'rolloff'\npart_stacking = 'worst_only'\n{}",
        small(1, "encounter.awareness = 'ambush'\nencounter.hiding_side = 'left'"),
        policies(&[("p", &format!("{TWICE}\nparts = [{{ part = 'ear' }}]"))])
    );
    let bo = format!("policy = 'p', injuries = [{{ part = 'ear' }}, {{ part = 'eye' }}], {SWORD}");
    agree(&duel(&format!("dex = 1, policy = 'p', {SWORD}"), &bo, &rest), 60);
}

// ---- the values of section 9.1 of the specification, as fights ---------------------------------------------------------

/// The soldier of the specification, in the middle of a fight.
const SOLDIER: &str = "[combatant.soldier]\nlevel = 3\nmb = 3\nstr = 3\ndex = 2\ncon = 2\narmor = 4\ntrained_stamina = 4\n\
                       on_guard = true\n";
/// A hit costs one point, and every degree of it nothing more: what is lost in a round is the number of hits.
const HITS: &str = "[book.strain]\nper_degree = 0\n[book.round]\nrounds_max = 1\n";

/// The exact answer of a fight.
struct Known {
    solved: Solved,
    layout: Layout,
}

impl Known {
    #[track_caller]
    fn of(text: &str) -> Known {
        let (loaded, layout) = load_of::<InjuryD20>(text);
        let solved =
            exact::solve(&loaded, &layout, SolverLimits::default()).whole().unwrap_or_else(|refusal| panic!("{refusal:?}"));
        Known { solved, layout }
    }

    fn metric(&self, key: &str) -> usize {
        self.layout.catalogue.index(key).unwrap_or_else(|| panic!("there is no metric {key}"))
    }

    fn chance(&self, key: &str, of: impl Fn(i64) -> bool) -> f64 {
        self.solved.metrics[self.metric(key)].iter().filter(|(value, _)| of(**value)).map(|(_, mass)| mass).sum()
    }

    /// The mean of what B has lost of its ten points of stamina.
    fn lost(&self) -> f64 {
        10.0 - self.solved.moments(self.metric("B.stamina")).expect("B has stamina").0
    }
}

#[track_caller]
fn is(found: f64, over: u32, under: u32) {
    let wanted = f64::from(over) / f64::from(under);
    assert!((found - wanted).abs() < 1e-9, "{found} instead of {wanted}");
}

/// A round in which A does this to B, who does nothing.
#[track_caller]
fn blows(a: &str, b: &str, lists: &str, rest: &str) -> Known {
    let (a, b) = (
        format!("name = 'A', like = 'soldier', policy = 'a', {a}"),
        format!("name = 'B', like = 'soldier', policy = 'b', {b}"),
    );
    let still = "plan = [{ do = 'escape' }]\nstand = [{ do = 'no' }]";
    let all = policies(&[("a", lists), ("b", &format!("{still}\nparry = [{{ do = 'yes' }}]"))]);
    Known::of(&scenario(&[("one", &[&a]), ("two", &[&b])], &format!("{SOLDIER}{all}{rest}")))
}

/// An answer with an attack at parts of which there is always one more.
#[track_caller]
fn blow(a: &str, b: &str, lists: &str, rest: &str) -> Known {
    let lists =
        format!("{ONCE}\nparts = [{{ part = 'head' }}, {{ part = 'arm' }}, {{ part = 'mouth' }}, {{ part = 'ear' }}]\n{lists}");
    blows(&format!("{a}, {SWORD}"), b, &lists, rest)
}

/// B without a weapon, so that nothing is parried.
const BARE: &str = "cha = 0";
const ROUND: &str = "[book.round]\nrounds_max = 1\n";
/// Nobody loses a weapon, which would cost a turn its next point.
const GRIP: &str = "[rulings]\nfumble_drop = 'no'\n";

// V01 to V08
#[test]
fn hits_and_strain_of_iterative_attacks() {
    let one = blow(BARE, BARE, "", ROUND);
    is(one.chance("B.stamina", |left| left < 10), 1, 2);
    is(one.chance("B.stamina", |left| left == 9), 1, 5);
    is(one.chance("B.stamina", |left| left == 8), 1, 4);
    is(one.chance("B.stamina", |left| left == 6), 1, 20);
    is(one.lost(), 9, 10);
    let thrice = "plan = [{ do = 'attack', times = 3 }]\nparts = [{ part = 'ear' }]";
    // Three natural 20s strain by more than ten points.
    let tough = blows(SWORD, "cha = 0, trained_stamina = 6", thrice, &format!("{ROUND}{GRIP}"));
    is(tough.lost() + 2.0, 5589, 4000);
    is(blows(SWORD, BARE, thrice, &format!("{HITS}{GRIP}")).lost(), 7, 8);
    for (b, over, under) in [("melee_cover = 'cover'", 1, 4), ("melee_cover = 'total'", 1, 8), ("prone = true", 3, 4)] {
        is(blow(BARE, b, "", HITS).lost(), over, under);
    }
}

// V12, V13, V16, V17
#[test]
fn hits_by_other_rulings_and_at_the_ends_of_the_die() {
    is(blow(BARE, BARE, "", &format!("{HITS}[rulings]\nattack_hits_on = 'greater_or_equal'\n")).lost(), 11, 20);
    let wide = blow(BARE, BARE, "", &format!("{ROUND}[book.degree]\nstep = 10\n"));
    is(wide.chance("B.stamina", |left| left < 9), 1, 20);
    // Of a hit of -1 degrees only the strain is left: no injury.
    let sure = blow("mb = 13", "dex = 1", "", ROUND);
    is(sure.chance("B.injuries", |injuries| injuries == 0), 1, 20);
    is(sure.chance("B.stamina", |left| left == 10), 0, 1);
    let range = "plan = [{ do = 'attack' }]\nparts = [{ part = 'arm' }]";
    let keen = blows("weapons = [{ name = 'rapier', critical_from = 18 }]", BARE, range, ROUND);
    is(keen.chance("B.arm", |arm| arm > 0), 3, 20);
}

// V14, V15
#[test]
fn natural_20s_against_high_defence_values() {
    let head = |b: &str| blow(BARE, b, "", ROUND);
    let weak = blow("mb = 0, str = 0, dex = 0", "armor = 13", "", ROUND);
    is(weak.chance("B.stamina", |left| left < 10), 1, 20);
    is(weak.chance("B.stamina", |left| left < 9), 0, 1);
    is(head("armor = 14").chance("B.stamina", |left| left < 9), 1, 20);
    is(head("armor = 15").chance("B.stamina", |left| left < 9), 0, 1);
    is(head("armor = 15").chance("B.stamina", |left| left < 10), 1, 20);
}

// V18, V19
#[test]
fn degrees_by_power_and_by_recklessness() {
    let deep = |lists: &str| blow(BARE, BARE, lists, ROUND).chance("B.stamina", |left| left < 9);
    is(deep(""), 3, 10);
    is(deep("power = [{ points = 3 }]"), 3, 5);
    is(deep("reckless = [{ points = 1 }]"), 1, 4);
    is(deep("reckless = [{ points = 2 }]"), 1, 8);
}

// V20, V22
#[test]
fn hits_on_the_off_guard_and_on_the_huge() {
    is(blow(BARE, "conditions = [{ condition = 'off_guard', turns = 9 }]", "", HITS).lost(), 3, 5);
    is(blow(BARE, "size = 'huge'", "", HITS).chance("B.injuries", |injuries| injuries > 0), 3, 20);
}

// V21
#[test]
fn degrees_against_somebody_who_is_flanked_off_guard() {
    let one = |name: &str, x: u8, more: &str| format!("name = '{name}', like = 'soldier', at = [[{x}, 0]], {SWORD}, {more}");
    let (a, c) = (one("A", 0, "policy = 'a'"), one("C", 2, "policy = 'b'"));
    let b = one("B", 1, "policy = 'b', conditions = [{ condition = 'off_guard', turns = 9 }]");
    let lists = policies(&[("a", &format!("{ONCE}\nparts = [{{ part = 'ear' }}]")), ("b", "plan = [{ do = 'escape' }]")]);
    let rest = format!("[arena]\nwidth = 3\nheight = 1\n{SOLDIER}{ROUND}{lists}");
    let known = Known::of(&scenario(&[("one", &[&a, &c]), ("two", &[&b])], &rest));
    is(known.chance("B.stamina", |left| left < 9), 16, 25);
}

// V24
#[test]
fn hits_that_land_through_a_parry_of_each() {
    let free = format!("{HITS}[book.parry]\ncost = 0\n");
    is(blow(BARE, SWORD, "", &free).lost(), 169, 400);
}

// V25, V26, V27
#[test]
fn saves_of_the_fallen() {
    let fallen = |injuries: &str, bleed: u8| {
        let b = format!("stamina = 0, exhaustion = 0, bleed = {bleed}, injuries = [{injuries}]");
        let known = blows(BARE, &b, "plan = [{ do = 'escape' }]", &format!("{ROUND}[rulings]\nend_out = 'dead'\n"));
        (known.chance("B.fate", |fate| fate == 6), known.chance("B.fate", |fate| fate == 0))
    };
    // 9 is 8 of bleeding and an ear; the numbers of the others are all bleeding but 1.
    for (bleed, (dies, wakes)) in [(8, ((3, 10), (1, 20))), (21, ((19, 20), (1, 20))), (22, ((19, 20), (0, 1)))] {
        let found = fallen("{ part = 'ear' }", bleed);
        is(found.0, dies.0, dies.1);
        is(found.1, wakes.0, wakes.1);
    }
    // Concussed: 4 for the head, 5 of bleeding.
    is(fallen("{ part = 'head' }", 5).0, 51, 100);
}

// V28, V29
#[test]
fn an_untreated_hand_is_destroyed_after_two_days() {
    let days = |days: usize, injury: &str| {
        let rest = "{ rest = 'day' }, ".repeat(days);
        let one = |name: &str, more: &str| format!("name = '{name}', like = 'soldier', policy = 'p', {more}");
        // The healer never heals anything, the day has no sleep in it.
        let a = one("A", &format!("skills = {{ heal = -50 }}, injuries = [{injury}]"));
        let text = scenario(
            &[("one", &[&a]), ("two", &[&one("B", SWORD)])],
            &format!("[book.day]\norder = ['worsening']\n{SOLDIER}{ROUND}{}", policies(&[("p", "plan = [{ do = 'escape' }]")])),
        );
        Known::of(&format!("day = [{rest}{{ fight = ['one', 'two'] }}]\n{text}"))
    };
    is(days(1, "{ part = 'hand' }").chance("end.A.hand", |hand| hand == 2), 17, 20);
    is(days(2, "{ part = 'hand' }").chance("end.A.hand", |hand| hand == 3), 6647, 8000);
    is(days(1, "{ part = 'head' }").chance("end.A.head", |head| head >= 2), 391, 400);
}

// V32
#[test]
fn who_acts_first() {
    for (awareness, over, under) in [("base", 21, 40), ("ready", 247, 400)] {
        let rest = format!("{ROUND}[book.encounter]\nawareness = '{awareness}'\n");
        let known = blows(SWORD, "dex = 0, cha = 0", "plan = [{ do = 'escape' }]", &rest);
        is(known.chance("one.wins_going_first", |_| true), over, under);
    }
}

// V33, V34
#[test]
fn hits_of_several_shots_and_of_two_weapons() {
    for (shots, over, under) in [(1, 1, 2), (2, 1, 2), (3, 3, 8), (4, 1, 4)] {
        let bow = "str = 0, dex = 3, weapons = [{ name = 'bow', kind = 'bow', hands = 2, range_increment_ft = 60 }]";
        let rapid = format!("plan = [{{ do = 'rapid', shots = {shots} }}]\nparts = [{{ part = 'ear' }}]");
        is(blows(bow, BARE, &rapid, &format!("{HITS}{GRIP}")).lost(), over, under);
    }
    let two = "weapons = [{ name = 'axe' }, { name = 'knife' }]";
    let known = blows(two, BARE, "plan = [{ do = 'multi' }]\nparts = [{ part = 'ear' }]", HITS);
    is(known.lost(), 1, 2);
    is(known.chance("B.stamina", |left| left < 10), 7, 16);
}

// V31, V35, V36, V37
#[test]
fn the_blinded_trips_and_hearts_that_are_found() {
    let blind = "injuries = [{ part = 'eye' }, { part = 'eye', index = 1 }]";
    is(blow(blind, BARE, "", HITS).lost(), 1, 32);
    // Only somebody who has been tripped is struck, and that is certain.
    let trips = "plan = [{ do = 'trip' }, { do = 'attack', when = 'target.prone' }]\nparts = [{ part = 'ear' }]";
    let sure = "skills = { acrobatics = 5 }, trained = ['acrobatics'], weapons = [{ name = 'sword', bonus = 50 }]";
    is(blows(sure, BARE, trips, HITS).lost(), 13, 20);
    let aims = "plan = [{ do = 'attack' }]\nparts = [{ part = 'heart' }, { part = 'ear' }]";
    let wise = "skills = { lore = 6 }, weapons = [{ name = 'sword', bonus = 90 }]";
    let known = blows(wise, "kind = 'elf', level = 4", aims, ROUND);
    is(known.chance("B.fate", |fate| fate == 5), 2, 5);
}
