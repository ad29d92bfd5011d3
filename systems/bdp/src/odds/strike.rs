//! Blows: damage behind Armor, reactions, parries, Counter, the properties of weapons.

use std::cmp::Ordering;
use std::iter::once;

use num_rational::BigRational;

use super::weapon_dice;
use crate::Words;
use crate::book::Book;
use crate::sheet::Category;
use crate::strike::{Blow, Bonus, Edge, Kept, State, Strike};
use frame::dice::{Die, Distribution};
use frame::rules::answers::{Answer, AnswerTable, Cell, Curve, mean, row, tail};
use frame::rules::chances::{Chances, Spread, spread};
use frame::rules::questions::Arguments;

/// The states of an attack that are asked for.
const STATES: [(&str, State); 3] = [("impaired", State::Impaired), ("normal", State::Normal), ("enhanced", State::Enhanced)];

/// The state that was asked for.
pub fn state(arguments: &Arguments) -> State {
    let asked = arguments.word("state");
    STATES.into_iter().find(|(name, _)| *name == asked).map_or(State::Normal, |(_, state)| state)
}

/// The weapons whose dice these parameters are, the second one none where there is but one.
pub fn weapons(arguments: &Arguments, names: [&str; 2]) -> [Die; 2] {
    names.map(|name| arguments.dice(name))
}

/// The dice of weapons as they are written, a second one only where there is one.
pub fn in_words([main, off]: [Die; 2]) -> String {
    if off == Die::NONE { main.to_string() } else { format!("{main} and {off}") }
}

/// The dice of an attack or gambit with these weapons. [BDP-255]
pub fn strike([main, off]: [Die; 2], state: State, book: &Book) -> Strike {
    Strike { off, ..Strike::with(main, state, book) }
}

/// Every blow of an attack, with its probability.
type Blows = Vec<(Blow, BigRational)>;

/// One attack.
#[derive(Clone, Copy)]
pub struct Attack {
    /// Its dice.
    strike: Strike,
    /// The edges of both weapons.
    edges: [Edge; 2],
    /// Bonus damage.
    bonus: i32,
}

impl Attack {
    /// An attack without any bonus.
    pub fn plain(weapons: [Die; 2], state: State, book: &Book) -> Self {
        Attack { strike: strike(weapons, state, book), edges: [Edge::NONE; 2], bonus: 0 }
    }

    /// This attack in another state.
    fn in_state(self, state: State) -> Self {
        Attack { strike: Strike { state, ..self.strike }, ..self }
    }

    /// Every blow that it can be against this much Armor.
    fn blows(self, armor: i32, Words { book, rulings }: Words) -> Blows {
        let Attack { strike, edges: [main, off], bonus } = self;
        let rolls = strike.outcomes().into_iter();
        let blows = rolls.map(|(rolled, chance)| {
            let edge = if rolled.kept == Kept::Off { off } else { main };
            let bonus = Bonus::limited(0, bonus, strike.faces_of(rolled.kept), book, rulings);
            (Blow::new(rolled, &edge, bonus, armor, book), chance)
        });
        blows.collect()
    }

    /// Its damage behind this much Armor.
    pub fn through(self, armor: i32, words: Words) -> Distribution {
        self.blows(armor, words).distribution(|blow| blow.through(armor).into())
    }
}

/// Damage of a weapon, or of two that are used together (BDP-237, BDP-238, BDP-251, BDP-252, BDP-255, BDP-257 to BDP-259, BDP-328 to
/// BDP-332, BDP-340).
pub fn damage(arguments: &Arguments, words: Words) -> Answer {
    let (book, weapons) = (words.book, weapons(arguments, ["die", "off"]));
    let [armor, bonus, attackers] = arguments.numbers::<i32, 3>(["armor", "bonus", "attackers"]);
    let armor = armor.min(book.armor.cap.into());
    let edges = [["type", "heavy", "magic"], ["off_type", "off_heavy", "off_magic"]].map(|[damage, heavy, magic]| {
        let damage = arguments.word(damage).parse().ok();
        Edge { damage, heavy: arguments.number(heavy), magic: arguments.number(magic), ..Edge::NONE }
    });
    let attack = Attack { edges, bonus, ..Attack::plain(weapons, state(arguments), book) };
    let one = attack.through(armor, words);
    let packed = Attack { strike: Strike { pack: book.foe.pack_die, ..attack.strike }, ..attack }.through(armor, words);
    let highest = |first: &Distribution| (1..attackers).fold(first.clone(), |all, _| all.higher_of(&one));
    let curve = |(label, distribution): (&str, Distribution)| Curve { label: label.to_owned(), distribution };
    let several = [
        ("at the same moment, the highest counts", "the highest counts", highest(&one)),
        ("so, with squad tactics", "with squad tactics", highest(&packed)),
        ("at separate moments, all count", "all count", one.times(attackers as u32)),
    ];
    let several: Vec<_> = several.into_iter().filter(|_| attackers > 1).collect();
    let columns = ["what", "mean", "nothing gets through", "mean given that something does"];
    let rows = once(("one attack", &one)).chain(several.iter().map(|(name, _, damage)| (*name, damage)));
    let table = AnswerTable::of("damage", columns, rows, |(name, damage)| {
        let (none, mean) = (damage.chance(0).unwrap_or_default(), mean(damage));
        let given = spread(damage).mean_given(|&damage| damage > 0, |&damage| damage);
        [name.into(), mean.into(), none.into(), Cell::or_never(given)]
    });
    let curves = STATES.map(|(name, state)| curve((name, attack.in_state(state).through(armor, words))));
    let columns = STATES.map(|(name, state)| (name.to_owned(), state));
    let armors = AnswerTable::grid(["by Armor", "Armor"], 0..=i32::from(book.armor.cap), columns, |&armor, &state| {
        mean(&attack.in_state(state).through(armor, words))
    });
    let mut answer = Answer::new(format!("damage of {} against Armor {armor}", in_words(weapons)))
        .note("the highest die counts; an impaired attack rolls a small one instead, an enhanced one a large one beside")
        .table(table)
        .table(armors)
        .table(AnswerTable::at_least("at least so much damage", "damage", &curves, &tail()));
    if weapons[1] != Die::NONE {
        answer = answer.note("two weapons are one attack; the properties of the one whose die is kept act (BDP-255, BDP-259)");
    }
    answer.curves = curves.into();
    if !several.is_empty() {
        let several: Vec<_> = several.into_iter().map(|(_, label, damage)| curve((label, damage))).collect();
        let title = format!("at least so much damage of {attackers} attackers");
        answer = answer.table(AnswerTable::at_least(title, "damage", &several, &tail()));
        answer.curves.extend(several);
    }
    answer
}

/// Every category behind every Armor by reaction (BDP-285, BDP-287, BDP-289).
pub fn reactions(words: Words) -> Answer {
    let (book, armors) = (words.book, 0..=i32::from(words.book.armor.cap));
    let mut table = AnswerTable::new("mean damage", &["attack"]);
    table.columns.extend(armors.clone().map(|armor| format!("Armor {armor}")));
    for (category, die) in Category::ALL.into_iter().zip([book.die.fast, book.die.balanced, book.die.slow]) {
        for (word, stops) in [("defend", &vec![]), ("block", &book.react.block_vs), ("dodge", &book.react.dodge_vs)] {
            let state = State::of(stops.contains(&category), false, words.rulings);
            let attack = Attack::plain([die, Die::NONE], state, book);
            let means = armors.clone().map(|armor| mean(&attack.through(armor, words)).into());
            table.row(once(Cell::from(format!("{} {die}, {word}", category.word()))).chain(means));
        }
    }
    Answer::new("reactions").note("a block impairs fast and balanced attacks, a dodge slow and balanced ones").table(table)
}

/// How a parry of two attacks, each behind its Armor, ends: which one is higher, and the damage that it does (BDP-292 to BDP-295,
/// BDP-332, R-06, R-27).
fn parried(attacks: [Attack; 2], armors: [i32; 2], words: Words) -> Spread<(Ordering, i32)> {
    let rolls = |one: usize| {
        let armor = armors[1 - one];
        attacks[one].blows(armor, words).by(|blow| (blow.parried(words.rulings), blow.won(armor, words.rulings)))
    };
    let (mine, theirs) = (rolls(0), rolls(1));
    mine.then(|&(own, done)| {
        theirs.by(|&(other, taken)| match own.cmp(&other) {
            Ordering::Greater => (Ordering::Greater, done),
            Ordering::Equal => (Ordering::Equal, 0),
            Ordering::Less => (Ordering::Less, taken),
        })
    })
}

/// A parry, and Counter (BDP-292 to BDP-295, BDP-332, BDP-335).
pub fn parry(arguments: &Arguments, words: Words) -> Answer {
    let Words { book, rulings } = words;
    let dice = weapons(arguments, ["die", "against"]);
    let armors @ [armor, armor_against] = arguments.numbers(["armor", "armor_against"]);
    let heavy = arguments.numbers::<i32, 2>(["heavy", "heavy_against"]);
    let plain = |die: Die| Attack::plain([die, Die::NONE], State::Normal, book);
    let attacks = [0, 1].map(|one| {
        let edge = Edge { heavy: heavy[one], ..Edge::NONE };
        Attack { edges: [edge; 2], ..plain(dice[one]) }
    });
    let ends = parried(attacks, armors, words);
    let rows = [("whoever parries", Ordering::Greater), ("nobody", Ordering::Equal), ("the attacker", Ordering::Less)];
    let columns = ["who is higher", "probability", "mean damage done", "mean damage given that"];
    let one = AnswerTable::of("parry", columns, rows, |(name, higher)| {
        let (wins, harm) = (|end: &(Ordering, i32)| end.0 == higher, |end: &(Ordering, i32)| i64::from(end.1));
        let done = ends.mean(|end| if wins(end) { harm(end) } else { 0 });
        [name.into(), ends.chance(wins).into(), done.into(), Cell::or_never(ends.mean_given(wins, harm))]
    });
    let weapons = weapon_dice();
    let rows = weapons.each_ref().map(|(_, die)| *die);
    let all = AnswerTable::grid(["the row's weapon parries the column's", "weapon"], rows, weapons, |&own, &other| {
        parried([plain(own), plain(other)], [0, 0], words).chance(|&(higher, _)| higher == Ordering::Greater)
    });
    let most = arguments.number("counter");
    let columns = ["attack", "bounces back", "mean damage to the attacker given that", "to the attacker", "to the target"];
    let states = [STATES[1], STATES[0], STATES[2]];
    let counter = AnswerTable::of("counter", columns, states, |(name, state)| {
        let blows = attacks[1].in_state(state).blows(armor, words);
        let bounces = |blow: &Blow| blow.bounces(most, rulings);
        let back = |blow: &Blow| i64::from(blow.bounced(armor_against, rulings));
        let given = Cell::or_never(blows.mean_given(bounces, back));
        let back = blows.mean(|blow| if bounces(blow) { back(blow) } else { 0 });
        let through = blows.mean(|blow| if bounces(blow) { 0 } else { blow.through(armor).into() });
        [name.into(), blows.chance(bounces).into(), given, back.into(), through.into()]
    });
    let [mine, theirs] = dice;
    Answer::new(format!("parry with {mine} against {theirs}"))
        .note("damage of a parry goes to STR without a Critical Damage Save, and is counted here over all parries")
        .note(format!("Counter {most} bounces an attack of {theirs} back when its roll is {most} or less"))
        .note("a Heavy weapon whose roll is no more than its number has missed, and its roll comes to nothing (BDP-332)")
        .table(one)
        .table(all)
        .table(counter)
}

/// The properties of weapons that act from a roll on, or up to one (BDP-332 to BDP-338, R-30).
pub fn properties(arguments: &Arguments, words: Words) -> Answer {
    let Words { book, rulings } = words;
    let die = arguments.dice("die");
    let [armor, heavy, magic, bleed] = arguments.numbers::<i32, 4>(["armor", "heavy", "magic", "bleed"]);
    let edge = Edge { heavy, magic, ..Edge::NONE };
    let attack = Attack { edges: [edge; 2], ..Attack::plain([die, Die::NONE], State::Normal, book) };
    let states = STATES.map(|(name, state)| (name.to_owned(), attack.in_state(state).blows(armor, words)));
    let row = |name: &str, roll: String, acts: &dyn Fn(&Blow) -> bool| {
        let [impaired, normal, enhanced] = states.each_ref().map(|(_, blows)| blows.chance(acts));
        row![name, roll, impaired, normal, enhanced]
    };
    let names = ["sweep", "push", "brutal", "shock", "bleed"].map(|name| (name, arguments.number::<i32>(name)));
    let acting = names.into_iter().filter(|&(_, from)| from > 0);
    let acting = acting.map(|(name, from)| row(name, format!("{from} or more"), &|blow| blow.triggers(from, rulings)));
    let missing = (heavy > 0).then(|| row("heavy misses", format!("{heavy} or less"), &|blow| blow.missed));
    let columns = ["property", "roll", "impaired", "normal", "enhanced"];
    let own = AnswerTable::of("properties of this weapon", columns, acting.chain(missing), |row| row);
    let title = "sweep, push, brutal, shock and bleed by the roll from which they act";
    let highest = i32::from(die.sides).max(book.die.enhanced.into());
    let from_on = AnswerTable::grid([title, "roll"], 1..=highest, states, |&from, blows: &Blows| {
        blows.chance(|blow| blow.triggers(from, rulings))
    });
    let mut answer = Answer::new(format!("properties of a weapon of {die}"))
        .note("the highest die that counts is what properties look at; a Heavy weapon that misses triggers nothing (R-30)");
    if bleed > 0 {
        let (dice, mean) = (book.property.bleed, mean(&Distribution::dice(book.property.bleed)));
        answer = answer.note(format!("each bleeding costs {dice} STR, {mean} in the mean (BDP-338)"));
    }
    answer.tables = if own.rows.is_empty() { vec![from_on] } else { vec![own, from_on] };
    answer
}
