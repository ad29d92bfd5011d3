//! Odds of harm: the Critical Damage Save, injuries by area, the surroundings.

use num_rational::BigRational;
use num_traits::Zero;

use super::strike::{Attack, state, through};
use super::{integer, not, outcomes, ratio};
use crate::dice::{Die, Distribution};
use crate::rules::bdp::Words;
use crate::rules::bdp::book::Book;
use crate::rules::bdp::book::harm::Area;
use crate::rules::bdp::rulings::{CritStr, NpcOnCrit, Rulings};
use crate::rules::bdp::save::{SaveRule, Test};
use crate::rules::bdp::sheet::Ability;
use crate::rules::bdp::strike::{Bonus, Edge};
use crate::rules::questions::{Answer, AnswerTable, Arguments, Cell, Curve};

/// The fates of somebody, with their probabilities.
#[derive(Clone, Debug)]
pub struct Fates {
    /// Nothing got through.
    pub unhurt: BigRational,
    /// HP soaked it.
    pub soaked: BigRational,
    /// STR was lost, and the save passed.
    pub saved: BigRational,
    /// An injury, or being weakened, and still in the fight.
    pub injured: BigRational,
    /// Out of the fight, alive.
    pub out: BigRational,
    /// Dead.
    pub dead: BigRational,
}

impl Fates {
    fn none() -> Self {
        let zero = BigRational::zero;
        Fates { unhurt: zero(), soaked: zero(), saved: zero(), injured: zero(), out: zero(), dead: zero() }
    }
}

/// The probability that dice show at least this sum.
fn at_least(dice: Die, sum: i32) -> BigRational {
    Distribution::dice(dice).at_least(sum.into()).unwrap_or_default()
}

/// Returns the fates of a player character with these abilities after a failed save on STR: still in the fight, out, dead
/// (BDP-065 to BDP-078, BDP-610, BDP-611).
fn failed(str: i32, dex: i32, book: &Book, rulings: &Rulings) -> [BigRational; 3] {
    let areas = book.injury.area.len() as i64;
    let share = |area: fn(Area) -> bool| ratio(book.injury.area.iter().filter(|&&one| area(one)).count() as i64, areas);
    let head_dies = ratio(book.injury.head_dead.min(book.injury.head).into(), book.injury.head.into());
    let torso_dies = share(|area| area == Area::Torso) * at_least(book.injury.torso, str);
    let (dead, out) = match rulings.crit_str() {
        CritStr::Injury => {
            let dead = torso_dies + share(|area| area == Area::Head) * head_dies;
            (dead, share(Area::is_leg) * at_least(book.injury.leg, dex))
        }
        CritStr::D6 => {
            let die = i64::from(book.critical.die);
            let fights_on = (die + 1 - i64::from(book.critical.rally)).max(0);
            let dead = i64::from(book.critical.dead);
            (ratio(dead, die), ratio(die - dead - fights_on, die))
        }
        CritStr::Location => {
            let head = if book.injury.location_head_dead { share(|area| area == Area::Head) } else { BigRational::zero() };
            (torso_dies + head, BigRational::zero())
        }
    };
    let stays = integer(1) - &dead - &out;
    [stays, out, dead]
}

/// Somebody who is struck.
#[derive(Clone, Copy)]
pub struct Struck {
    /// Hit points.
    pub hp: i32,
    /// STR.
    pub str: i32,
    /// DEX.
    pub dex: i32,
    /// True for a player character.
    pub pc: bool,
}

/// Returns the fates of somebody who loses points of STR (BDP-064 to BDP-066, R-08).
fn lost(points: i32, struck: Struck, words: Words) -> Fates {
    let (Words { book, rulings }, Struck { str, dex, pc, .. }) = (words, struck);
    let mut fates = Fates::none();
    let left = str - points;
    if left <= 0 {
        fates.dead = integer(1);
        return fates;
    }
    fates.saved = SaveRule::new(book, rulings).chance(Test::plain(left));
    let fails = not(&fates.saved);
    let [stays, out, dead] = match rulings.npc_on_crit {
        _ if pc => failed(left, dex, book, rulings),
        NpcOnCrit::Injury => failed(left, dex, book, rulings),
        NpcOnCrit::Down => [integer(0), integer(1), integer(0)],
        NpcOnCrit::Dead => [integer(0), integer(0), integer(1)],
        NpcOnCrit::Impaired => [integer(1), integer(0), integer(0)],
    };
    (fates.injured, fates.out, fates.dead) = (&fails * stays, &fails * out, &fails * dead);
    fates
}

/// Returns the fates of somebody after damage that has come through Armor.
pub fn fates(damage: &Distribution, struck: Struck, words: Words) -> Fates {
    let mut sum = Fates::none();
    for points in damage.low()..=damage.high() {
        let chance = damage.chance(points).unwrap_or_default();
        match points as i32 {
            0 => sum.unhurt += chance,
            points if points <= struck.hp => sum.soaked += chance,
            points => {
                let one = lost(points - struck.hp, struck, words);
                sum.saved += &chance * one.saved;
                sum.injured += &chance * one.injured;
                sum.out += &chance * one.out;
                sum.dead += &chance * one.dead;
            }
        }
    }
    sum
}

/// One blow and its consequences (BDP-239 to BDP-241, BDP-064 to BDP-079, R-08).
pub fn critical(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let number = |name: &str| arguments.integer(name) as i32;
    let (die, armor, pc) = (arguments.dice("die"), number("armor").min(book.armor.cap.into()), arguments.flag("pc"));
    let attack = Attack { die, state: state(arguments), edge: &Edge::default(), bonus: Bonus::default() };
    let damage = through(attack, armor, book);
    let struck = Struck { hp: number("hp"), str: number("str"), dex: number("dex"), pc };
    let words = Words { book, rulings };
    let Fates { unhurt, soaked, saved, injured, out, dead } = fates(&damage, struck, words);
    let mut by_str = AnswerTable::new("by STR, without HP", &["STR", "save passed", "injured", "out", "dead"]);
    for str in (2..=18).step_by(2) {
        let one = fates(&damage, Struck { hp: 0, str, ..struck }, words);
        by_str.row(
            std::iter::once(Cell::Integer(str.into())).chain([one.saved, one.injured, one.out, one.dead].map(Cell::Exact)),
        );
    }
    let whom = if pc { "a player character" } else { "a foe" };
    Answer {
        title: format!("{die} strikes {whom} with HP {}, STR {}, Armor {armor}", struck.hp, struck.str),
        notes: vec!["damage beyond HP goes to STR; a Critical Damage Save is made on what is left of it".to_owned()],
        tables: vec![
            outcomes(
                "blow",
                [
                    ("nothing gets through", unhurt),
                    ("HP soak it", soaked),
                    ("STR lost, save passed", saved),
                    ("injured", injured),
                    ("out, alive", out),
                    ("dead", dead),
                ],
            ),
            by_str,
        ],
        curves: vec![Curve { label: die.to_string(), distribution: damage }],
    }
}

/// The table of injuries (BDP-069 to BDP-079).
pub fn injuries(book: &Book) -> Answer {
    let numbers = &book.injury;
    let areas = numbers.area.len() as i64;
    let mut table = AnswerTable::new("areas", &["area", "probability", "mean loss"]);
    for area in Area::ALL {
        let share = ratio(numbers.area.iter().filter(|&&one| one == area).count() as i64, areas);
        let loss = match area {
            Area::Torso => numbers.torso,
            Area::LeftLeg | Area::RightLeg => numbers.leg,
            _ => Die::NONE,
        };
        let loss = super::mean(&Distribution::dice(loss));
        table.row([Cell::text(area.key().replace('_', " ")), Cell::Exact(share), Cell::Exact(loss)]);
    }
    let head = ratio(numbers.area.iter().filter(|&&one| one == Area::Head).count() as i64, areas);
    let face = |from: u8, to: u8| &head * ratio((i64::from(to) - i64::from(from)).max(0), numbers.head.into());
    Answer {
        title: "injuries".to_owned(),
        notes: vec!["a torso costs STR, a leg DEX; an arm drops what it holds and impairs attacks; every injury is a severe wound in a slot".to_owned()],
        tables: vec![
            table,
            outcomes(
                "head",
                [
                    ("dead", face(0, numbers.head_dead)),
                    ("lose an eye", face(numbers.head_dead, numbers.head_eye)),
                    ("scar", face(numbers.head_eye, numbers.head)),
                ],
            ),
        ],
        curves: Vec::new(),
    }
}

/// The surroundings (BDP-037 to BDP-048, BDP-460).
pub fn peril(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let number = |name: &str| arguments.integer(name) as i32;
    let env = &book.env;
    let name = arguments.word("kind");
    let peril = match name {
        "gas" => &env.gas,
        "cold" => &env.cold,
        "bear_trap" => &env.bear_trap,
        "night_spider" => &env.night_spider,
        "unnatural" => &env.unnatural,
        "eldritch" => &env.eldritch,
        "fire" => &env.fire,
        "stairs" => &env.stairs,
        _ => &env.fall,
    };
    let times = number("times");
    let once = Distribution::dice(peril.damage.dice).shift(peril.damage.flat.into());
    let damage = once.times(times as u32);
    let scores = ["str", "dex", "wil"].map(number);
    let score = scores[peril.ability.index()];
    let mut fates_of = Fates::none();
    for points in damage.low()..=damage.high() {
        let chance = damage.chance(points).unwrap_or_default();
        let one = match peril.ability {
            _ if points == 0 => Fates { unhurt: integer(1), ..Fates::none() },
            _ if !peril.critical && score > points as i32 => Fates { saved: integer(1), ..Fates::none() },
            Ability::Str => {
                lost(points as i32, Struck { hp: 0, str: scores[0], dex: scores[1], pc: true }, Words { book, rulings })
            }
            _ if score <= points as i32 => Fates { out: integer(1), ..Fates::none() },
            ability => {
                let asks = if ability == Ability::Dex { rulings.crit_dex() } else { rulings.crit_wil() };
                let passes = SaveRule::new(book, rulings).chance(Test::plain(score - points as i32));
                let saved = if asks { passes } else { integer(1) };
                Fates { out: not(&saved), saved, ..Fates::none() }
            }
        };
        fates_of.unhurt += &chance * one.unhurt;
        fates_of.saved += &chance * one.saved;
        fates_of.injured += &chance * one.injured;
        fates_of.out += &chance * one.out;
        fates_of.dead += &chance * one.dead;
    }
    let Fates { unhurt, saved, injured, out, dead, .. } = fates_of;
    Answer {
        title: format!("{} x {times} on {} {score}", name.replace('_', " "), peril.ability.name()),
        notes: vec![if peril.critical { "it asks for a Critical Damage Save" } else { "it asks for no save" }.to_owned()],
        tables: vec![outcomes(
            "peril",
            [("unhurt", unhurt), ("hurt", saved), ("injured", injured), ("out, alive", out), ("dead", dead)],
        )],
        curves: vec![Curve { label: format!("{} lost", peril.ability.name()), distribution: damage }],
    }
}
