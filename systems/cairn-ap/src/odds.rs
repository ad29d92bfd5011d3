//! `odds cairn-ap`: exact answers to questions about the dice.
//!
//! Owns the questions and which module answers each. Results are compared by the functions that fights use
//! ([`check`](super::check)), and dice are rolled by those, over all faces. Hits, scars and Magic Dice are played by a [`trial`].
//! Start at [`answer`].

mod attack;
mod dice;
mod fate;
mod magic;
mod save;
mod scars;
mod taken;
#[cfg(test)]
mod tests;
mod trial;

use frame::rules::questions::{Arguments, FLAG, Parameter, ParameterKind, parameter, questions, whole};

use super::Words;
use super::book::Book;
use super::check::Object;
use super::derived;
use super::rulings::Rulings;

const SCORE: ParameterKind = whole(0, 30);
const STEPS: ParameterKind = whole(-4, 4);
const DIE: ParameterKind = frame::rules::questions::dice(20);
const ROLLED: ParameterKind = frame::rules::questions::dice(30);
const FEW: ParameterKind = whole(0, 4);
const ARMOR: ParameterKind = whole(0, 20);
const GROUPS: ParameterKind = ParameterKind::Word(&["none", "own", "against", "third"]);

/// An attack, the save against it and the Armor behind it.
const ATTACK: &[Parameter] = &[
    parameter("score", "attribute of the attack", SCORE, "10"),
    parameter("die", "die of the weapon", DIE, "1d8"),
    parameter("second", "die of a second weapon that is used together with it", DIE, "0"),
    parameter("die_adv", "advantages of the weapon's own dice", FEW, "0"),
    parameter("against", "attribute of the save", SCORE, "10"),
    parameter("object", "die of shield or weapon in the save", DIE, "0"),
    parameter("steps", "steps of advantage of the save", STEPS, "0"),
    parameter("armor", "Armor of the target", ARMOR, "0"),
];

questions! {
    "cairn-ap", arguments, book: &Book, rulings: &Rulings;

    attack "How likely an attack hits, and what it does, by its steps of advantage" {
        ..ATTACK;
    } => attack::attack(arguments, Words { book, rulings });

    blast "How many one roll against several targets reaches and hits" {
        score = "10": SCORE, "attribute of the attack";
        die = "1d8": DIE, "die of the weapon";
        against = "10": SCORE, "attribute of the save";
        object = "0": DIE, "die of shield or weapon in the save";
        own_steps = "0": STEPS, "steps of advantage of the attack";
        targets = "4": whole(1, 8), "targets there are";
    } => attack::blast(arguments, Words { book, rulings });

    contest "A contested check without objects: stunts, resisted spells" {
        score = "10": SCORE, "attribute of the Initiator";
        against = "10": SCORE, "attribute of the Target, of two the better one";
        rolled = "0": ROLLED, "dice by which the Initiator's attribute is rolled instead; 0 for none";
        rolled_against = "0": ROLLED, "dice by which the Target's attribute is rolled instead; 0 for none";
        steps = "0": STEPS, "steps of advantage of the Target";
    } => Ok(save::contest(arguments, Words { book, rulings }));

    die "The base die that is kept: its mean and how often it shows a face, by its steps of advantage" {
        face = "15": whole(1, 100), "a face of the die";
    } => dice::die(arguments, Words { book, rulings });

    save "A save against a number: critical damage, morale, retreat, dangers" {
        score = "10": SCORE, "attribute of the save";
        rolled = "0": ROLLED, "dice by which the attribute is rolled instead; 0 for none";
        dc by book: whole(0, 60), "the number; otherwise the usual one of the book";
        tries = "4": whole(1, 10), "tries to be shown";
    } => Ok(save::save(arguments, Words { book, rulings }));

    scars "Which scar an enemy's attacks leave, by hit points, weapon and Armor, and what it does" {
        hp = "6": whole(1, 30), "hit points, present and maximum";
        ..ATTACK;
        own_steps = "0": STEPS, "steps of advantage of the attack";
        str = "10": SCORE, "STR of the target";
        dex = "10": SCORE, "DEX of the target";
        wil = "10": SCORE, "WIL of the target";
    } => scars::scars(arguments, Words { book, rulings });

    magic "Mishaps, failures and Fatigue of Magic Dice by their vessels (slots, dust, free dice), and every entry of the mishaps table" {
        slot_dice = "2": FEW, "dice of inventory slots";
        dust_dice = "0": FEW, "dice of mana dust";
        free_dice = "0": FEW, "free dice";
        free_slots = "4": whole(0, 20), "free slots before the casting";
        weary = "false": FLAG, "whether mishap 3 still lasts";
        tiring or "not known": FEW, "how many dice show a face that tires, where it is known of how many but not of which";
    } => magic::magic(arguments, Words { book, rulings });

    initiative "Which of two groups opens the fight, and in which order three take turns" {
        wil = "10": SCORE, "WIL of the group that is listed first";
        wil_second or "none": SCORE, "WIL of its second member";
        against = "10": SCORE, "WIL of the other group";
        against_second or "none": SCORE, "WIL of its second member";
        third or "two groups": SCORE, "WIL of one in a third group";
        characters = "none": GROUPS, "who are player characters";
    } => Ok(fate::initiative(arguments, Words { book, rulings }));

    fate "Reactions of those who are met, and the die of fate" {
    } => Ok(fate::fate(book));
}

/// The faces of a single die; 0 for none.
fn single(arguments: &Arguments, name: &str) -> Result<u8, String> {
    let die = arguments.dice(name);
    if die.count > 1 { Err(format!("`{name}` is {die}, but an object has one die")) } else { Ok(die.sides) }
}

/// An object of one die.
fn object(arguments: &Arguments, name: &str) -> Result<Object, String> {
    Ok(Object { die: single(arguments, name)?, ..Object::NONE })
}

/// Points that a score adds to a roll. [RU-01]
fn modifier(arguments: &Arguments, name: &str, rulings: &Rulings) -> i32 {
    derived::modifier_by(rulings.modifier, arguments.number(name))
}
