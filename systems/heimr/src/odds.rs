//! Exact dice questions of `heimr`, answered by the book and the rulings at hand.
//!
//! Owns the list of questions; their answers are one file per subject. All of them are put together from one
//! [`roll`](roll::Roller), whose rules are those that fights are played by. Start at [`QUESTIONS`].

mod attack;
mod brawl;
mod challenge;
mod chase;
mod check;
mod claims;
mod cluster;
mod duel;
mod initiative;
mod roll;
#[cfg(test)]
mod scenes;
mod taken;
#[cfg(test)]
mod tests;
mod training;
mod trial;

use num_rational::BigRational;
use num_traits::{One, Zero};

use frame::rules::answers::{Answer, AnswerTable, Cell, integer, not, ratio, row};
use frame::rules::chances::{Chances, Spread, certain};
use frame::rules::questions::{Arguments, FLAG, ParameterKind, pairs, questions, range, whole};

use super::abilities::Score;
use super::book::Book;
use super::book::tables::BodyPart;
use super::challenge::{Effort, Toll};
use super::rulings::Rulings;
use super::sheet::DefenceKind;
use roll::{Roller, Tired, brief, fresh, of_pair, said, score};
use trial::trial;

/// A consistency and a potential; wherever they are asked for, items are included.
const SCORE: ParameterKind = scores(1, 1);
/// A score, or `none`.
const SCORE_OR_NONE: ParameterKind = scores(0, 1);
const CONSISTENCIES: ParameterKind = range(-20, 40);
/// Fatigue of a physical roll.
const FATIGUE: ParameterKind = whole(1, 100);
/// Fatigue, or 0 for a roll that it does not touch.
const FATIGUE_OR_NONE: ParameterKind = whole(0, 100);
const REROLLS: ParameterKind = whole(0, 12);
const STAMINA: ParameterKind = whole(-20, 20);
const HITS: ParameterKind = whole(1, 20);
const REQUIREMENT: ParameterKind = whole(-100, 100);

/// At least and at most so many scores.
const fn scores(least: usize, most: usize) -> ParameterKind {
    pairs(-60, 60, (least, most))
}

questions! {
    "heimr", arguments, book: &Book, rulings: &Rulings;

    challenge "The consistency curves: every result of a roll, one line for each consistency" {
        consistency = "-5..5": CONSISTENCIES, "which ones, such as -5..5";
        potential = "0": whole(-100, 100), "what is added";
        fatigue = "0": FATIGUE_OR_NONE, "what the roll has to reach before potential; 0 for nothing";
    } => Ok(challenge::challenge(arguments, &Roller::new(book, rulings)));
    fatigue "How often rolls meet fatigue, and how fast it grows" {
        consistency = "-2..5": CONSISTENCIES, "which ones, such as -2..5";
        fatigue = "1..12": range(0, 100), "which levels, such as 1..12";
        rolls = "1": whole(1, 20), "physical rolls in each window";
    } => Ok(challenge::fatigue(arguments, &Roller::new(book, rulings)));
    check "How likely a challenge requirement is met, with re-rolls for willpower" {
        ability = "1:0": SCORE, "consistency:potential";
        cr = "5": REQUIREMENT, "the requirement";
        fatigue = "1": FATIGUE_OR_NONE, "fatigue; 0 for rolls of the mind";
        rerolls = "3": REROLLS, "re-rolls at most";
        consequence = "false": FLAG, "whether failing has a consequence";
    } => Ok(check::check(arguments, &Roller::new(book, rulings)));
    obstacles "How likely everything in the way is passed: crossings, climbs, jumps, falls" {
        ability = "1:0": SCORE, "consistency:potential";
        fatigue = "1": FATIGUE, "fatigue";
        rerolls = "3": REROLLS, "re-rolls at most";
    } => Ok(check::obstacles(arguments, &Roller::new(book, rulings)));
    opposed "Two rolls against each other outside attacks, such as persuasion against insight" {
        initiator = "1:0": SCORE, "consistency:potential of the one who begins";
        responder = "1:0": SCORE, "that of the one who answers";
        fatigue = "0": FATIGUE_OR_NONE, "fatigue of the initiator; 0 for rolls of the mind";
        fatigue_against = "0": FATIGUE_OR_NONE, "fatigue of the responder; 0 for rolls of the mind";
    } => check::opposed(arguments, &Roller::new(book, rulings));
    attack "One attack against each defence, at each of its uses in a window" {
        attack = "2:6": SCORE, "consistency:potential of the attack, weapon included";
        parry = "2:6": SCORE_OR_NONE, "that of a parry, or none";
        block = "none": SCORE_OR_NONE, "that of a block, or none";
        dodge = "1:2": SCORE_OR_NONE, "that of a dodge, or none";
        uses = "4": whole(1, 10), "dodges and blocks in a window to be shown";
        fatigue = "1": FATIGUE, "fatigue of the attacker";
        fatigue_against = "1": FATIGUE, "fatigue of the defender";
        targeted = "false": FLAG, "a body part is targeted";
        ranged = "false": FLAG, "it is a shot, which cannot be parried";
        distance = "0": whole(0, 100), "distance of a shot";
        cluster = "0": whole(0, 64), "members of the target's cluster, for a shot";
        concealment = "0": whole(0, 40), "concealment of the target";
        hidden = "false": FLAG, "the target is hidden: a luck shot";
        unseen = "false": FLAG, "the attacker is hidden, and charges or shoots";
        prone = "false": FLAG, "the attacker is prone";
        climbing = "false": FLAG, "the attacker is climbing";
        difficult = "false": FLAG, "both stand on difficult terrain";
        target_stands = "level": ParameterKind::Word(&["level", "higher", "lower"]), "where the target stands";
        target_prone = "false": FLAG, "the target is prone";
        target_climbing = "false": FLAG, "the target is climbing";
        ongoing = "false": FLAG, "the target is on an ongoing action, such as a charge";
        blind_spot = "false": FLAG, "it comes from the target's blind spot";
        outmanoeuvre = "false": FLAG, "the target is getting past a guard";
        dodge_ready = "false": FLAG, "the target has used the action Dodge";
    } => attack::attack(arguments, &Roller::new(book, rulings));
    hits "Hits for every difference of potential against every consistency of the defence" {
        consistency = "2": whole(-20, 40), "consistency of the attack";
        against = "-4..5": CONSISTENCIES, "consistencies of the defence";
        difference = "-5..5": range(-60, 60), "potential of the attack less that of the defence";
        fatigue = "1": FATIGUE, "fatigue of the attacker";
        fatigue_against = "1": FATIGUE, "fatigue of the defender";
    } => Ok(attack::hits(arguments, &Roller::new(book, rulings)));
    attacks "Several attacks on one target before its next turn: two weapons, or many enemies" {
        attacks = "2:5,2:5": scores(1, 8), "consistency:potential of each, weapons included";
        defences = "2:5,1:2": scores(0, 8), "those of the target's defences, in their order, penalties included";
        attackers = "one": ParameterKind::Word(&["one", "many"]), "whose attacks they are";
        fatigue = "1": FATIGUE, "fatigue of the attackers";
        fatigue_against = "1": FATIGUE, "fatigue of the target";
    } => Ok(attack::attacks(arguments, &Roller::new(book, rulings)));
    brawl "A brawl attack, past a weapon or not: how often it is rolled, hits, touches" {
        brawl = "3:4": SCORE, "consistency:potential of the brawl attack";
        provoked = "2:5": SCORE_OR_NONE, "that of the weapon that it provokes, or none";
        dodge = "3:3": SCORE, "that of the brawler's dodge";
        defence = "2:5": SCORE_OR_NONE, "that of the opponent's defence, or none";
        fatigue = "1": FATIGUE, "fatigue of the brawler";
        fatigue_against = "1": FATIGUE, "fatigue of the opponent";
    } => brawl::brawl(arguments, &Roller::new(book, rulings));
    hold "Whether the held get free by what they do" {
        holder = "3:4": SCORE, "consistency:potential of the holder's brawl";
        held = "2:5": SCORE, "that of what the held does";
        fatigue = "1": FATIGUE, "fatigue of the holder";
        fatigue_against = "1": FATIGUE, "fatigue of the held";
    } => Ok(brawl::hold(arguments, &Roller::new(book, rulings)));
    cluster "A shot into a combat cluster: who is hit" {
        shot = "4:5": SCORE, "consistency:potential of the shot, without the cluster";
        dodgers = "1:2,2:3,1:2": scores(1, 12), "those of the members' dodges, from the target on";
        inside = "false": FLAG, "whether the shooter is in that cluster too";
        fatigue = "1": FATIGUE, "fatigue of the shooter";
        fatigue_against = "1": FATIGUE, "fatigue of the members";
    } => cluster::cluster(arguments, &Roller::new(book, rulings));
    initiative "Who goes first, and at which place" {
        who = "2:3,1:2": scores(2, 12), "dexterity:willpower of each";
        fatigue = "1": FATIGUE, "fatigue, where the rulings make the roll physical";
    } => initiative::initiative(arguments, &Roller::new(book, rulings));
    duel "How long a duel of plain blows lasts, and what going first is worth in it" {
        attack = "2:6": SCORE, "consistency:potential of the one's attack";
        defence = "2:6": SCORE_OR_NONE, "that of the one's defence, or none";
        hits = "2": HITS, "hits that the one needs";
        attack_against = "2:6": SCORE, "that of the other's attack";
        defence_against = "2:6": SCORE_OR_NONE, "that of the other's defence, or none";
        hits_against = "2": HITS, "hits that the other needs";
    } => duel::duel(arguments, &Roller::new(book, rulings));
    chase "How a chase ends, and what stamina is worth in it" {
        quarry = "2:2": SCORE, "consistency:potential of the quarry";
        stamina = "3": STAMINA, "stamina of the quarry";
        pursuer = "2:2": SCORE, "consistency:potential of the pursuer";
        stamina_against = "1": STAMINA, "stamina of the pursuer";
    } => chase::chase(arguments, &Roller::new(book, rulings));
    training "What levels of training cost, and what attributes need" {
        levels = "10": whole(1, 40), "levels to be shown";
        attribute = "-2..6": range(-20, 40), "new values of an attribute to be shown";
    } => Ok(training::training(arguments, book));
    spend "What a budget of experience is best spent on, for an attack or a check" {
        xp = "30": whole(0, 5000), "the budget";
        base = "1": whole(-20, 20), "base consistency of the ability";
        attribute = "0": whole(-20, 20), "its attribute";
        trained = "0:0": SCORE, "consistency:potential trained already";
        bonus = "0": whole(-60, 60), "potential by an item";
        against = "none": SCORE_OR_NONE, "consistency:potential of a defence, or none for a requirement";
        cr = "6": REQUIREMENT, "the requirement";
        fatigue = "1": FATIGUE, "fatigue";
        progress = "false": FLAG, "whether the training raises the attribute";
    } => training::spend(arguments, &Roller::new(book, rulings));
    claims "Which claims of the published text about its own numbers hold" {
    } => Ok(claims::claims(&Roller::new(book, rulings)));
}
