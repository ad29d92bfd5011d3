//! Blows: damage behind Armor, reactions, parries, Counter, the properties of weapons.

use std::cmp::Ordering;

use num_rational::BigRational;
use num_traits::Zero;

use super::contest::Armed;
use super::{integer, mean, not, tail};
use crate::Words;
use crate::sheet::{Category, DamageType};
use crate::strike::{Blow, Bonus, Edge, Kept, Rolled, State, Strike};
use frame::dice::{Die, Distribution};
use frame::rules::answers::{Answer, AnswerTable, Cell, Curve};
use frame::rules::chances::Chances;
use frame::rules::questions::Arguments;

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
    /// The die of a second weapon that is used with it, or none. [BDP-255]
    pub off: Die,
    /// The edge of that one.
    pub off_edge: &'a Edge,
    /// The state of the attacker.
    pub state: State,
    /// The edge of the weapon.
    pub edge: &'a Edge,
    /// Bonus damage.
    pub bonus: i32,
    /// Faces of the die that squad tactics add; 0 for none. [BDP-418]
    pub pack: u8,
}

impl<'a> Attack<'a> {
    /// An attack without any bonus.
    pub fn plain(die: Die, state: State, edge: &'a Edge) -> Self {
        Attack { die, off: Die::NONE, off_edge: &Edge::NONE, state, edge, bonus: 0, pack: 0 }
    }

    /// Every blow that it can be against this much Armor, with its probability.
    pub fn blows(self, armor: i32, Words { book, rulings }: Words) -> Vec<(Blow, BigRational)> {
        let Attack { die, off, off_edge, state, edge, bonus, pack } = self;
        let (eversharp, off_eversharp) = (edge.eversharp, off_edge.eversharp);
        let strike = Strike { off, pack, eversharp, off_eversharp, ..Strike::with(die, state, book) };
        let blow = |rolled: Rolled| {
            let edge = if rolled.kept == Kept::Off { off_edge } else { edge };
            let bonus = Bonus::limited(0, bonus, strike.faces_of(rolled.kept), book, rulings);
            Blow::new(rolled, edge, bonus, armor, book)
        };
        strike.outcomes().into_iter().map(|(rolled, chance)| (blow(rolled), chance)).collect()
    }

    /// The mean of something about its blows, over those of which something else is true; `None` where it never is. And how
    /// often it is.
    fn mean_of(
        self,
        armor: i32,
        words: Words,
        holds: impl Fn(&Blow) -> bool,
        of: impl Fn(&Blow) -> i32,
    ) -> (BigRational, Option<BigRational>) {
        let blows = self.blows(armor, words);
        (blows.chance(&holds), blows.mean_given(holds, |blow| of(blow).into()))
    }
}

/// Damage of one attack behind Armor.
pub fn through(attack: Attack, armor: i32, words: Words) -> Distribution {
    attack.blows(armor, words).distribution(|blow| blow.through(armor).into())
}

/// The type of damage that this parameter names.
fn damage_type(arguments: &Arguments, name: &str) -> Option<DamageType> {
    match arguments.word(name) {
        "piercing" => Some(DamageType::Piercing),
        "bludgeoning" => Some(DamageType::Bludgeoning),
        "slashing" => Some(DamageType::Slashing),
        _ => None,
    }
}

/// Damage of a weapon, or of two that are used together (BDP-237, BDP-238, BDP-251, BDP-252, BDP-255, BDP-257 to BDP-259, BDP-328 to
/// BDP-332, BDP-340).
pub fn damage(arguments: &Arguments, words: Words) -> Answer {
    let book = words.book;
    let armed = Armed { main: arguments.dice("die"), off: arguments.dice("off") };
    let armor = (arguments.integer("armor") as i32).min(book.armor.cap.into());
    let edge = |damage: &str, heavy: &str, magic: &str| Edge {
        damage: damage_type(arguments, damage),
        heavy: arguments.integer(heavy) as i32,
        magic: arguments.integer(magic) as i32,
        ..Edge::default()
    };
    let (edge, off_edge) = (edge("type", "heavy", "magic"), edge("off_type", "off_heavy", "off_magic"));
    let state = state(arguments);
    let (off, bonus) = (armed.off, arguments.integer("bonus") as i32);
    let attack = Attack { off, off_edge: &off_edge, bonus, ..Attack::plain(armed.main, state, &edge) };
    let one = through(attack, armor, words);
    let attackers = arguments.integer("attackers");
    let together = (1..attackers).fold(one.clone(), |all, _| all.higher_of(&one));
    let apart = one.times(attackers as u32);
    let columns = ["what", "mean", "nothing gets through", "mean given that something does"];
    let (mut several, mut table) = (Vec::new(), AnswerTable::new("damage", &columns));
    let mut row = |name: &str, damage: &Distribution| {
        let (none, mean) = (damage.chance(0).unwrap_or_default(), mean(damage));
        let some = not(&none);
        let given = Cell::exact_or((!some.is_zero()).then(|| &mean / some), "never");
        table.row([Cell::text(name), Cell::Exact(mean), Cell::Exact(none), given]);
    };
    row("one attack", &one);
    if attackers > 1 {
        row("at the same moment, the highest counts", &together);
        let packed = through(Attack { pack: book.foe.pack_die, ..attack }, armor, words);
        let squad = (1..attackers).fold(packed, |all, _| all.higher_of(&one));
        row("so, with squad tactics", &squad);
        row("at separate moments, all count", &apart);
        let curve = |label: &str, distribution: Distribution| Curve { label: label.to_owned(), distribution };
        several.extend([curve("the highest counts", together), curve("with squad tactics", squad), curve("all count", apart)]);
    }
    let mut armors = AnswerTable::new("by Armor", &["Armor", "impaired", "normal", "enhanced"]);
    for armor in 0..=i32::from(book.armor.cap) {
        let means = [State::Impaired, State::Normal, State::Enhanced]
            .map(|state| Cell::Exact(mean(&through(Attack { state, ..attack }, armor, words))));
        armors.row(std::iter::once(Cell::Integer(armor.into())).chain(means));
    }
    let curves = [State::Impaired, State::Normal, State::Enhanced].map(|state| Curve {
        label: format!("{state:?}").to_lowercase(),
        distribution: through(Attack { state, ..attack }, armor, words),
    });
    let mut tables = vec![table, armors, AnswerTable::at_least("at least so much damage", "damage", &curves, &tail())];
    if !several.is_empty() {
        let title = format!("at least so much damage of {attackers} attackers");
        tables.push(AnswerTable::at_least(&title, "damage", &several, &tail()));
    }
    let mut notes = vec![
        "the highest die counts; an impaired attack rolls a small one instead, an enhanced one a large one beside".to_owned(),
    ];
    if off != Die::NONE {
        notes.push("two weapons are one attack; the properties of the one whose die is kept act (BDP-255, BDP-259)".to_owned());
    }
    Answer {
        title: format!("damage of {} against Armor {armor}", armed.in_words()),
        notes,
        tables,
        curves: curves.into_iter().chain(several).collect(),
    }
}

/// Every category behind every Armor by reaction (BDP-285, BDP-287, BDP-289).
pub fn reactions(words: Words) -> Answer {
    let Words { book, rulings } = words;
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
            let cells = armors
                .iter()
                .map(|&armor| Cell::Exact(mean(&through(Attack::plain(die, state, &Edge::default()), armor, words))));
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

/// The outcome of a parry of two attacks: how often each wins, and its mean damage over all parries.
#[derive(Default)]
struct Parried {
    wins: [BigRational; 2],
    harm: [BigRational; 2],
}

impl Parried {
    /// A parry of these attacks, each behind its Armor (BDP-292 to BDP-295, BDP-332, R-06, R-27).
    fn of(attacks: [Attack; 2], armors: [i32; 2], words: Words) -> Self {
        let rulings = words.rulings;
        let [mine, theirs] = [attacks[0].blows(armors[1], words), attacks[1].blows(armors[0], words)];
        let mut parried = Parried::default();
        for (own, chance) in &mine {
            for (other, part) in &theirs {
                let (winner, blow) = match own.parried(rulings).cmp(&other.parried(rulings)) {
                    Ordering::Greater => (0, own),
                    Ordering::Less => (1, other),
                    Ordering::Equal => continue,
                };
                let part = chance * part;
                parried.harm[winner] += integer(blow.won(armors[1 - winner], rulings).into()) * &part;
                parried.wins[winner] += part;
            }
        }
        parried
    }
}

/// A parry, and Counter (BDP-292 to BDP-295, BDP-332, BDP-335).
pub fn parry(arguments: &Arguments, words: Words) -> Answer {
    let rulings = words.rulings;
    let (mine, theirs) = (arguments.dice("die"), arguments.dice("against"));
    let [armor, armor_against] = ["armor", "armor_against"].map(|name| arguments.integer(name) as i32);
    let edges = ["heavy", "heavy_against"].map(|name| Edge { heavy: arguments.integer(name) as i32, ..Edge::default() });
    let attacks = [Attack::plain(mine, State::Normal, &edges[0]), Attack::plain(theirs, State::Normal, &edges[1])];
    let Parried { wins: [won, lost], harm: [done, taken] } = Parried::of(attacks, [armor, armor_against], words);
    let tied = not(&won) - &lost;
    let mut one = AnswerTable::new("parry", &["who is higher", "probability", "mean damage done", "mean damage given that"]);
    let mut row = |who: &str, chance: BigRational, harm: BigRational| {
        let given = Cell::exact_or((!chance.is_zero()).then(|| &harm / &chance), "never");
        one.row([Cell::text(who), Cell::Exact(chance), Cell::Exact(harm), given]);
    };
    row("whoever parries", won, done);
    row("nobody", tied, BigRational::zero());
    row("the attacker", lost, taken);
    let dice = [4, 6, 8, 10, 12].map(|sides| Die::new(1, sides));
    let mut all = AnswerTable::new("the row's weapon parries the column's", &["weapon"]);
    all.columns.extend(dice.map(|die| die.to_string()));
    for die in dice {
        let plain = |die: Die| Attack::plain(die, State::Normal, &Edge::NONE);
        let won = dice.map(|other| {
            let [won, _] = Parried::of([plain(die), plain(other)], [0, 0], words).wins;
            Cell::Exact(won)
        });
        all.row(std::iter::once(Cell::text(die)).chain(won));
    }
    let most = arguments.integer("counter") as i32;
    let columns = ["attack", "bounces back", "mean damage to the attacker given that", "to the attacker", "to the target"];
    let mut counter = AnswerTable::new("counter", &columns);
    for (name, state) in [("normal", State::Normal), ("impaired", State::Impaired), ("enhanced", State::Enhanced)] {
        let attack = Attack::plain(theirs, state, &edges[1]);
        let bounces = |blow: &Blow| blow.bounces(most, rulings);
        let (chance, back) = attack.mean_of(armor, words, bounces, |blow| blow.bounced(armor_against, rulings));
        let (passes, through) = attack.mean_of(armor, words, |blow| !bounces(blow), |blow| blow.through(armor));
        let over_all = |chance: &BigRational, mean: &Option<BigRational>| {
            Cell::Exact(mean.as_ref().map_or_else(BigRational::zero, |mean| mean * chance))
        };
        counter.row([
            Cell::text(name),
            Cell::Exact(chance.clone()),
            Cell::exact_or(back.clone(), "never"),
            over_all(&chance, &back),
            over_all(&passes, &through),
        ]);
    }
    Answer {
        title: format!("parry with {mine} against {theirs}"),
        notes: vec![
            "damage of a parry goes to STR without a Critical Damage Save, and is counted here over all parries".to_owned(),
            format!("Counter {most} bounces an attack of {theirs} back when its roll is {most} or less"),
            "a Heavy weapon whose roll is no more than its number has missed, and its roll comes to nothing (BDP-332)"
                .to_owned(),
        ],
        tables: vec![one, all, counter],
        curves: Vec::new(),
    }
}

/// The properties of weapons that act from a roll on, or up to one (BDP-332 to BDP-338, R-30).
pub fn properties(arguments: &Arguments, words: Words) -> Answer {
    let Words { book, rulings } = words;
    let number = |name: &str| arguments.integer(name) as i32;
    let (die, armor) = (arguments.dice("die"), number("armor"));
    let edge = Edge { heavy: number("heavy"), magic: number("magic"), ..Edge::default() };
    let states = [State::Impaired, State::Normal, State::Enhanced];
    let cells = |holds: &dyn Fn(&Blow) -> bool| {
        states.map(|state| Attack::plain(die, state, &edge).mean_of(armor, words, holds, |_| 0).0).map(Cell::Exact)
    };
    let columns = ["property", "roll", "impaired", "normal", "enhanced"];
    let mut own = AnswerTable::new("properties of this weapon", &columns);
    for name in ["sweep", "push", "brutal", "shock", "bleed"] {
        let from = number(name);
        if from > 0 {
            let head = [Cell::text(name), Cell::text(format!("{from} or more"))];
            own.row(head.into_iter().chain(cells(&|blow| blow.triggers(from, rulings))));
        }
    }
    if edge.heavy > 0 {
        let head = [Cell::text("heavy misses"), Cell::text(format!("{} or less", edge.heavy))];
        own.row(head.into_iter().chain(cells(&|blow| blow.missed)));
    }
    let heads = ["roll", "impaired", "normal", "enhanced"];
    let mut from_on = AnswerTable::new("sweep, push, brutal, shock and bleed by the roll from which they act", &heads);
    for from in 1..=i32::from(die.sides).max(i32::from(book.die.enhanced)) {
        from_on.row(std::iter::once(Cell::Integer(from.into())).chain(cells(&|blow| blow.triggers(from, rulings))));
    }
    let bleeds = mean(&Distribution::dice(book.property.bleed));
    let mut notes = vec![
        "the highest die that counts is what properties look at; a Heavy weapon that misses triggers nothing (R-30)".to_owned(),
    ];
    if number("bleed") > 0 {
        notes.push(format!("each bleeding costs {} STR, {bleeds} in the mean (BDP-338)", book.property.bleed));
    }
    let tables = if own.rows.is_empty() { vec![from_on] } else { vec![own, from_on] };
    Answer { title: format!("properties of a weapon of {die}"), notes, tables, curves: Vec::new() }
}
