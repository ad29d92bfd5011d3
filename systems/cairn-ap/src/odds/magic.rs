//! Magic Dice: matches, Fatigue, the entries of the mishaps table, copying.
//!
//! Start at [`magic`].

use num_traits::Zero;

use frame::dice::Die;
use frame::rules::answers::{Answer, AnswerTable, row};
use frame::rules::chances::{Chances, Spread};
use frame::rules::questions::Arguments;

use super::super::Words;
use super::super::fighter::Thing;
use super::super::magic::Magic;
use super::super::sheet::ItemEffect;
use super::super::state::{Split, flag};
use super::trial::{ONE, PLENTY, Trial};

/// The results of Magic Dice, each with its probability.
type Rolls = Spread<Magic>;

impl Trial {
    /// Rolls these Magic Dice. [CAP-158]
    pub fn rolls(&self, split: Split, weary: bool) -> Rolls {
        let mut body = self.sound();
        body.weary_until = if weary { u32::MAX } else { 0 };
        self.scene(&body, |play| play.magic_roll(ONE, split))
    }

    /// Applies what these dice cost a caster with so many free slots, and the mishap that they bring. Returns whether the
    /// inventory is full after the dice and after the mishap, and whether something was dropped.
    fn casts(&mut self, magic: Magic, free_slots: u8) -> Spread<[bool; 3]> {
        let (mut body, effect) = (self.sound(), ItemEffect::None);
        body.slots = self.core.book.inventory.slots.max(free_slots);
        let thing = Thing { name: "thing".to_owned(), slots: 1, metal: true, droppable: true, effect, dice: Die::NONE };
        let caster = &mut self.core.fighters[ONE.index()];
        (caster.things, caster.inventory) = (vec![thing; usize::from(body.slots - free_slots)], true);
        self.scene(&body, |play| {
            play.pay_for_magic(ONE, &magic, false);
            let full = play.fight.body(ONE).hp == 0;
            play.suffer_mishaps(ONE, &magic);
            let body = play.fight.body(ONE);
            [full, body.hp == 0, body.things_gone != 0]
        })
    }

    /// STR that these dice cost a vessel. [CAP-184]
    fn drained(&self, rolls: &Rolls) -> Spread<i64> {
        let mut body = self.sound();
        body.set(flag::VESSEL, true);
        rolls.by(|magic| magic.vessel).then(|&vessel| {
            self.scene(&body, |play| {
                play.pay_for_magic(ONE, &Magic { vessel, ..Magic::default() }, false);
                i64::from(PLENTY - play.fight.body(ONE).attributes[0])
            })
        })
    }
}

/// The effect of Magic Dice. [CAP-158 to CAP-190]
///
/// # Errors
/// No invested die, more than can be counted, or a book that cannot be played by.
pub fn magic(arguments: &Arguments, words: Words) -> Result<Answer, String> {
    let (Words { book, rulings }, mut trial) = (words, Trial::new(words)?);
    let ([slot, dust, free], weary) = (arguments.numbers(["slot_dice", "dust_dice", "free_dice"]), arguments.flag("weary"));
    let given = Split { slot, dust, free };
    let invested = given.dice();
    if !(1..=4).contains(&invested) {
        return Err(format!("{invested} Magic Dice, but it has to be 1 to 4 in all"));
    }
    let of_slots: Vec<Rolls> = (1..=4).map(|slot| trial.rolls(Split { slot, ..Split::default() }, weary)).collect();
    let rolls = trial.rolls(given, weary);
    let columns =
        ["dice", "no mishap", "mishap, spell works", "spell fails", "mean Fatigue", "neither Fatigue nor mishap", "mean [sum]"];
    let summary = |(dice, rolls): (u8, &Rolls)| {
        let mishap = |magic: &Magic| magic.entry(book).is_some();
        row![
            dice,
            rolls.chance(|magic| !mishap(magic)),
            rolls.chance(|magic| mishap(magic) && !magic.fails(book, rulings)),
            rolls.chance(|magic| magic.fails(book, rulings)),
            rolls.mean(|magic| magic.fatigue.into()),
            rolls.chance(|magic| magic.fatigue == 0 && !mishap(magic)),
            rolls.mean(|magic| magic.sum.into()),
        ]
    };
    let vessels: Vec<Spread<i64>> = of_slots.iter().map(|rolls| trial.drained(rolls)).collect();
    // A vessel neither tires nor suffers mishaps. [CAP-184]
    let prices = ["dice", "no STR lost", "mean STR lost", "most"];
    let of_vessels = AnswerTable::of("Dice of a vessel, by their number", prices, (1_u8..).zip(&vessels), |(dice, lost)| {
        let most = lost.iter().filter(|(_, part)| !part.is_zero()).map(|(lost, _)| *lost).max().unwrap_or(0);
        row![dice, lost.chance(|&lost| lost == 0), lost.mean(|&lost| lost), most]
    });
    let mut answer = Answer::new(format!("{invested} Magic Dice"))
        .note(format!(
            "{} equal dice are a mishap, with {} the spell fails",
            book.magic.mishap_matches, book.magic.fail_matches
        ))
        .note("dust spares Fatigue, not mishaps")
        .note(format!("the bag has {} slots, and whatever is dropped fills one of them", book.inventory.slots))
        .table(AnswerTable::of("These dice", columns, [(invested, &rolls)], summary))
        .table(AnswerTable::of("Magic Dice of slots, by their number", columns, (1..).zip(&of_slots), summary))
        .table(of_vessels)
        .table_or(entries(&rolls, words), "these dice come to no entry of the mishaps table")
        .table(consequences(&rolls, arguments.number("free_slots"), &mut trial));
    if let Some(tiring) = arguments.integer_if_said("tiring") {
        answer = answer.table(known(&rolls, &of_slots[0], tiring)?);
    }
    let lost = vessels[usize::from(invested) - 1].distribution(|&lost| lost);
    Ok(answer
        .curve(format!("Fatigue of {slot} slot, {dust} dust, {free} free"), rolls.distribution(|magic| magic.fatigue.into()))
        .curve(format!("STR that {invested} dice cost a vessel"), lost))
}

/// Fatigue where it is known how many dice show a face that tires a slot, but not which of them. [CAP-155]
fn known(rolls: &Rolls, of_one: &Rolls, tiring: i64) -> Result<AnswerTable, String> {
    let faces = || of_one.keys().filter(|one| one.fatigue > 0).map(|one| one.sum as usize - 1);
    let showing = |magic: &Magic| faces().map(|face| i64::from(magic.faces[face])).sum::<i64>() == tiring;
    let all = rolls.chance(showing);
    if all.is_zero() {
        return Err(format!("`tiring` is {tiring}, but that many of these dice never show a face that tires"));
    }
    let fatigue = rolls.by(|magic| showing(magic).then_some(magic.fatigue)).into_iter();
    let fatigue = fatigue.filter_map(|(fatigue, chance)| Some((fatigue?, chance / &all)));
    let title = format!("Fatigue, where {tiring} of the dice show a face that tires");
    Ok(AnswerTable::list(title, ["Fatigue", "probability"], fatigue))
}

/// Entries of the mishaps table that these rolls come to.
fn entries(rolls: &Rolls, Words { book, rulings }: Words) -> AnswerTable {
    let columns = ["entry", "probability", "of it the spell works"];
    let found = rolls.by(|magic| magic.entry(book)).into_iter().filter_map(|(entry, all)| Some((entry?, all)));
    AnswerTable::of("Entries of the mishaps table", columns, found, |(entry, all)| {
        row![entry, all, rolls.chance(|magic| magic.entry(book) == Some(entry) && !magic.fails(book, rulings))]
    })
}

/// The effect of Fatigue and mishaps on a bag with so many free slots, and the time that copying takes.
fn consequences(rolls: &Rolls, free_slots: u8, trial: &mut Trial) -> AnswerTable {
    let casts = rolls.then(|&magic| trial.casts(magic, free_slots));
    let rows = [
        ("the inventory is full after the dice: no hit points", casts.chance(|cast| cast[0])),
        ("the inventory is full after the dice and the mishap: no hit points", casts.chance(|cast| cast[1])),
        ("something has to be dropped", casts.chance(|cast| cast[2])),
        ("mean hours of copying a spell", rolls.mean(|magic| trial.core.copying_hours(magic).into())),
        ("mean WIL that free dice cost", rolls.mean(|magic| magic.burnt.into())),
    ];
    AnswerTable::list("What comes of them", ["what", "value"], rows)
}
