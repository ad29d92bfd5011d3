//! Blows: damage behind Armor, reactions, parries, Counter.

use num_rational::BigRational;
use num_traits::Zero;

use super::{integer, mean, not, ratio, tail};
use crate::dice::{Die, Distribution};
use crate::rules::bdp::book::Book;
use crate::rules::bdp::rulings::Rulings;
use crate::rules::bdp::sheet::{Category, DamageType};
use crate::rules::bdp::strike::{Blow, Bonus, Edge, State, Strike};
use crate::rules::questions::{Answer, AnswerTable, Arguments, Cell, Curve};

/// A distribution out of counted values.
pub fn counted(values: impl IntoIterator<Item = (i64, u64)>) -> Distribution {
    let values: Vec<(i64, u64)> = values.into_iter().collect();
    let ways: u64 = values.iter().map(|(_, count)| count).sum();
    let mut chances: std::collections::BTreeMap<i64, BigRational> = std::collections::BTreeMap::new();
    for (value, count) in values {
        *chances.entry(value).or_insert_with(BigRational::zero) += ratio(count as i64, ways as i64);
    }
    Distribution::from_chances(&chances.into_iter().collect::<Vec<_>>())
}

/// The state that was asked for.
pub fn state(arguments: &Arguments) -> State {
    match arguments.word("state") {
        "impaired" => State::Impaired,
        "enhanced" => State::Enhanced,
        _ => State::Normal,
    }
}

/// One attack.
#[derive(Clone, Copy)]
pub struct Attack<'a> {
    /// The die of its damage.
    pub die: Die,
    /// The state of the attacker.
    pub state: State,
    /// The edge of the weapon.
    pub edge: &'a Edge,
    /// The bonus.
    pub bonus: Bonus,
}

/// Damage of one attack behind Armor.
pub fn through(attack: Attack, armor: i32, book: &Book) -> Distribution {
    let Attack { die, state, edge, bonus } = attack;
    let rolled = Strike { eversharp: edge.eversharp, ..Strike::with(die, state, book) }.outcomes();
    counted(
        rolled.into_iter().map(|(rolled, count)| (Blow::new(rolled, edge, bonus, armor, book).through(armor).into(), count)),
    )
}

/// Damage of a weapon (BDP-237, BDP-238, BDP-251, BDP-252, BDP-257, BDP-258, BDP-328 to BDP-332, BDP-340).
pub fn damage(arguments: &Arguments, book: &Book, rulings: &Rulings) -> Answer {
    let die = arguments.dice("die");
    let armor = (arguments.integer("armor") as i32).min(book.armor.cap.into());
    let edge = Edge {
        damage: match arguments.word("type") {
            "piercing" => Some(DamageType::Piercing),
            "bludgeoning" => Some(DamageType::Bludgeoning),
            "slashing" => Some(DamageType::Slashing),
            _ => None,
        },
        heavy: arguments.integer("heavy") as i32,
        magic: arguments.integer("magic") as i32,
        ..Edge::default()
    };
    let highest = i32::from(die.sides);
    let bonus = Bonus {
        shown: 0,
        damage: arguments.integer("bonus") as i32,
        capped_at: book.fd.bonus_capped.then_some(highest),
        magic_capped_at: rulings.magic_x_cap().then_some(highest),
    };
    let state = state(arguments);
    let one = through(Attack { die, state, edge: &edge, bonus }, armor, book);
    let attackers = arguments.integer("attackers");
    let together = (1..attackers).fold(one.clone(), |all, _| all.higher_of(&one));
    let apart = one.times(attackers as u32);
    let mut table = AnswerTable::new("damage", &["what", "mean", "nothing gets through"]);
    let mut row = |name: &str, damage: &Distribution| {
        let none = damage.chance(0).unwrap_or_default();
        table.row([Cell::text(name), Cell::Exact(mean(damage)), Cell::Exact(none)]);
    };
    row("one attack", &one);
    if attackers > 1 {
        row("at the same moment, the highest counts", &together);
        row("at separate moments, all count", &apart);
    }
    let mut armors = AnswerTable::new("by Armor", &["Armor", "impaired", "normal", "enhanced"]);
    for armor in 0..=i32::from(book.armor.cap) {
        let means = [State::Impaired, State::Normal, State::Enhanced]
            .map(|state| Cell::Exact(mean(&through(Attack { die, state, edge: &edge, bonus }, armor, book))));
        armors.row(std::iter::once(Cell::Integer(armor.into())).chain(means));
    }
    let curves = [State::Impaired, State::Normal, State::Enhanced].map(|state| Curve {
        label: format!("{state:?}").to_lowercase(),
        distribution: through(Attack { die, state, edge: &edge, bonus }, armor, book),
    });
    let at_least = AnswerTable::at_least("at least so much damage", "damage", &curves, &tail());
    Answer {
        title: format!("damage of {die} against Armor {armor}"),
        notes: vec![
            "the highest die counts; an impaired attack rolls a small one instead, an enhanced one a large one beside"
                .to_owned(),
        ],
        tables: vec![table, armors, at_least],
        curves: curves.into(),
    }
}

/// Every category behind every Armor by reaction (BDP-285, BDP-287, BDP-289).
pub fn reactions(book: &Book, rulings: &Rulings) -> Answer {
    let categories = [
        ("fast", Category::Fast, book.die.fast),
        ("balanced", Category::Balanced, book.die.balanced),
        ("slow", Category::Slow, book.die.slow),
    ];
    let kinds = [("defend", None), ("block", Some(&book.react.block_vs)), ("dodge", Some(&book.react.dodge_vs))];
    let mut table = AnswerTable::new("mean damage", &["attack"]);
    let armors: Vec<i32> = (0..=i32::from(book.armor.cap)).collect();
    table.columns.extend(armors.iter().map(|armor| format!("Armor {armor}")));
    for (name, category, die) in categories {
        for (word, stops) in kinds {
            let stopped = stops.is_some_and(|stops| stops.contains(&category));
            let state = State::of(stopped, false, rulings);
            let cells = armors.iter().map(|&armor| {
                Cell::Exact(mean(&through(Attack { die, state, edge: &Edge::default(), bonus: Bonus::default() }, armor, book)))
            });
            table.row(std::iter::once(Cell::text(format!("{name} {die}, {word}"))).chain(cells));
        }
    }
    Answer {
        title: "reactions".to_owned(),
        notes: vec!["a block impairs fast and balanced attacks, a dodge slow and balanced ones".to_owned()],
        tables: vec![table],
        curves: Vec::new(),
    }
}

/// A parry, and Counter (BDP-292 to BDP-295, BDP-335).
pub fn parry(arguments: &Arguments, book: &Book, _: &Rulings) -> Answer {
    let (mine, theirs) = (arguments.dice("die"), arguments.dice("against"));
    let roll = |die: Die, state: State| {
        let rolled = Strike::with(die, state, book).outcomes();
        counted(rolled.into_iter().map(|(rolled, count)| (rolled.natural.into(), count)))
    };
    let (own, other) = (roll(mine, State::Normal), roll(theirs, State::Normal));
    let compared = own.compare(&other);
    let mut one = AnswerTable::new("parry", &["who is higher", "probability", "mean damage done"]);
    let harm = |winner: &Distribution, loser: &Distribution, armor: i64| {
        let mut sum = BigRational::zero();
        for high in winner.low()..=winner.high() {
            let below: BigRational = (loser.low()..high).filter_map(|face| loser.chance(face)).sum();
            sum += winner.chance(high).unwrap_or_default() * below * integer((high - armor).max(0));
        }
        sum
    };
    let [armor, armor_against] = ["armor", "armor_against"].map(|name| arguments.integer(name));
    one.row([Cell::text("whoever parries"), Cell::Exact(compared.greater), Cell::Exact(harm(&own, &other, armor_against))]);
    one.row([Cell::text("nobody"), Cell::Exact(compared.equal), Cell::Exact(BigRational::zero())]);
    one.row([Cell::text("the attacker"), Cell::Exact(compared.less), Cell::Exact(harm(&other, &own, armor))]);
    let dice = [4, 6, 8, 10, 12].map(|sides| Die::new(1, sides));
    let mut all = AnswerTable::new("the row's weapon parries the column's", &["weapon"]);
    all.columns.extend(dice.map(|die| die.to_string()));
    for die in dice {
        let own = roll(die, State::Normal);
        let cells = dice.map(|other| Cell::Exact(own.compare(&roll(other, State::Normal)).greater));
        all.row(std::iter::once(Cell::text(die)).chain(cells));
    }
    let most = arguments.integer("counter");
    let mut counter = AnswerTable::new("counter", &["attack", "bounces back"]);
    for (name, state) in [("normal", State::Normal), ("impaired", State::Impaired), ("enhanced", State::Enhanced)] {
        let chance = not(&roll(theirs, state).at_least(most + 1).unwrap_or_default());
        counter.row([Cell::text(name), Cell::Exact(chance)]);
    }
    Answer {
        title: format!("parry with {mine} against {theirs}"),
        notes: vec![
            "damage of a parry goes to STR without a Critical Damage Save, and is counted here over all parries".to_owned(),
            format!("Counter {most} bounces an attack of {theirs} back when its roll is {most} or less"),
        ],
        tables: vec![one, all, counter],
        curves: Vec::new(),
    }
}
