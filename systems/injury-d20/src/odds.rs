//! Exact dice questions of `injury-d20`, answered by the book and the rulings at hand.
//!
//! Owns the list of questions; their answers are one file per subject. What a roll comes to is asked of the rules code itself,
//! by a [`trial`]. Start at [`QUESTIONS`].

mod attack;
mod care;
mod check;
mod course;
mod taken;
#[cfg(test)]
mod tests;
mod trial;

use frame::rules::questions::{Parameter, ParameterKind, pairs, parameter, questions, whole};

use super::book::Book;
use super::rulings::Rulings;
use trial::{ARMED, Trial};

const BONUS: ParameterKind = whole(-100, 100);
const NET: ParameterKind = whole(-10, 10);
const COUNT: ParameterKind = whole(1, 10);
const POINTS: ParameterKind = whole(0, 20);
const FACE: ParameterKind = whole(2, 20);
const DAYS: ParameterKind = whole(1, 60);

/// Names of the tiers.
const TIERS: [&str; 5] = ["minor", "major", "severe", "deadly", "fatal"];

/// An attack, as several questions ask for it.
const ATTACK: &[Parameter] = &[
    parameter("bonus", "what is added to the attack roll", BONUS, "6"),
    parameter("dv", "defence value", BONUS, "16"),
    parameter("net", "advantages; disadvantages as a negative number", NET, "0"),
];

questions! {
    "injury-d20", arguments, book: &Book, rulings: &Rulings;

    attack "What an attack roll comes to: degrees, critical hits, severities, the chance of every result by advantages" {
        ..ATTACK;
        power = "0": POINTS, "stamina for Power Attack or Deadly Aim";
        reckless = "0": POINTS, "degrees by Reckless Attack";
        critical_from = "20": FACE, "lowest face that is critical when it hits";
        larger = "0": whole(-8, 8), "sizes that the target is larger; negative when it is smaller";
    } => Ok(attack::attack(arguments, Trial::new(ARMED, book, rulings)?));

    turn "A turn of several attacks, each worse than the one before" {
        ..ATTACK;
        attacks = "3": COUNT, "attack actions";
    } => Ok(attack::turn(arguments, Trial::new(ARMED, book, rulings)?));

    shots "Several shots or weapons in one action" {
        ..ATTACK;
        most = "4": COUNT, "most shots";
    } => Ok(attack::shots(arguments, Trial::new(ARMED, book, rulings)?));

    weapons "An action with a weapon in each hand: what each of them does, and what both do together" {
        bonus = "6": BONUS, "what is added to the attack roll";
        off = "6": BONUS, "what is added to the attack roll of the second weapon";
        dv = "16": BONUS, "defence value";
        net = "0": NET, "advantages; disadvantages as a negative number";
        critical_from = "20": FACE, "lowest face that is critical when it hits";
        off_critical_from = "20": FACE, "lowest face that is critical when the second weapon hits";
    } => Ok(attack::weapons(arguments, Trial::new(ARMED, book, rulings)?));

    parry "Degrees that a parry takes away, and what gets through" {
        bonus = "6": BONUS, "what is added to the parry";
        net = "0": NET, "advantages; disadvantages as a negative number";
        total = "17": BONUS, "result of the attack";
        attack = "6": BONUS, "what is added to the attack roll, for what gets through";
        dv = "16": BONUS, "defence value";
    } => Ok(attack::parry(arguments, Trial::new(ARMED, book, rulings)?));

    maneuver "How likely a maneuver succeeds" {
        bonus = "8": BONUS, "skill and martial bonus";
        dv = "16": BONUS, "defence value";
        net = "0": NET, "advantages; disadvantages as a negative number";
    } => Ok(check::maneuver(arguments, Trial::new(ARMED, book, rulings)?));

    save "The save of the unconscious, for every number that it may have to reach" {
        con = "2": BONUS, "Constitution and whatever else is added";
        net = "0": NET, "advantages; disadvantages as a negative number";
        dc = "9": whole(-100, 1000), "worth of the injuries and bleeding";
    } => Ok(check::save(arguments, &Trial::new("", book, rulings)?));

    check "How likely a check succeeds, for every number that it may have to reach" {
        bonus = "2": BONUS, "what is added";
        net = "0": NET, "advantages; disadvantages as a negative number";
        dc = "25": whole(-100, 1000), "what it has to reach";
    } => Ok(check::check(arguments, &Trial::new("", book, rulings)?));

    heal "Treating injuries of each tier, by day, and the days until they are healed" {
        bonus = "7": BONUS, "Heal";
        net = "0": NET, "advantages; disadvantages as a negative number";
        days = "7": DAYS, "days to be shown";
    } => Ok(care::heal(arguments, Trial::new("", book, rulings)?));

    worsening "An injury over the days, untreated or with a healer" {
        con = "2": BONUS, "Constitution and whatever else is added";
        net = "0": NET, "advantages; disadvantages as a negative number";
        injuries = "1": whole(1, 6), "injuries of the part on the first day";
        max = "3": whole(1, 6), "injuries that destroy it";
        days = "7": DAYS, "days";
        heal or "nobody": BONUS, "Heal of the healer";
        tier = "minor": ParameterKind::Word(&TIERS), "tier of the part, by which it is treated";
    } => care::worsening(arguments, book, rulings);

    concussion "How many hours of rest heal a concussion" {
        con = "2": BONUS, "Constitution and whatever else is added";
        hours = "8": whole(1, 400), "hours to be shown";
    } => care::concussion(arguments, Trial::new("", book, rulings)?);

    confusion "What the confused do with their turns" {
        turns = "6": whole(1, 20), "turns to be shown";
    } => care::confusion(arguments, &Trial::new("", book, rulings)?);

    finishing "How many blows kill a target that lies unconscious" {
        bonus = "6": BONUS, "what is added to the attack roll";
        dv = "14": BONUS, "defence value of the target as it lies there, without guard unless the book leaves it that";
        con = "2": BONUS, "Constitution and whatever else is added";
        attacks = "1": whole(1, 3), "attack actions of each turn";
        turns = "3": whole(1, 6), "turns to be shown";
    } => course::finishing(arguments, Trial::unarmed(book, rulings)?);

    initiative "Who goes first, of two and of several, aware of each other or in an ambush" {
        dex = "2": BONUS, "Dexterity of the one";
        against = "0": BONUS, "Dexterity of the other";
        stealth = "4": BONUS, "Stealth of the one, who hides in an ambush";
        perception = "2": BONUS, "Perception of the other, who is ambushed";
        others = "none": pairs(-100, 100, (0, 10)), "Dexterity:Perception of more of them, all of them ambushed";
    } => Ok(check::initiative(arguments, Trial::new("", book, rulings)?));

    breath "Exhausted and unconscious by round, for a target that is attacked turn after turn" {
        ..ATTACK;
        attacks = "3": COUNT, "attack actions of each turn";
        power = "0": POINTS, "stamina that the attacker puts into the first attack of each turn";
        reckless = "0": POINTS, "reckless degrees of the first attack of each turn";
        parries = "0": whole(0, 10), "hits that are parried in each turn, the first ones";
        parry = "6": BONUS, "what is added to these parries";
        stamina = "10": whole(1, 60), "stamina";
        exhaustion = "12": whole(0, 60), "exhaustion";
        rounds = "12": whole(1, 30), "rounds";
    } => course::breath(arguments, book, rulings);
}
