//! Exact dice questions of `bdp`, answered by the book and the rulings at hand.
//!
//! Owns the list of questions; their answers are one file per subject. What a fight or a day does with the dice is asked of the
//! rules themselves, by a [`trial`]: such an answer is an error where the book cannot be played by. Start at [`QUESTIONS`].

mod check;
mod contest;
mod days;
mod encounter;
mod harm;
mod magic;
mod strike;
mod taken;
#[cfg(test)]
mod tests;
mod trial;

use frame::dice::Die;
use frame::rules::questions::{FLAG, ParameterKind, dice, questions, whole};

use super::Words;
use super::book::Book;
use super::rulings::Rulings;
use super::scene::WeaponsShown;

const ABILITY: ParameterKind = whole(0, 30);
const ARMOR: ParameterKind = whole(0, 30);
const COMPOSURE: ParameterKind = whole(1, 30);
const POINTS: ParameterKind = whole(0, 20);
const MAGIC_DICE: ParameterKind = whole(1, 4);
const DICE: ParameterKind = dice(100);
const ROLLED: ParameterKind = dice(30);
const STATE: ParameterKind = one_of(&["normal", "impaired", "enhanced"]);
const DAMAGE_TYPE: ParameterKind = one_of(&["none", "piercing", "bludgeoning", "slashing"]);

/// One of these words.
const fn one_of(words: &'static [&'static str]) -> ParameterKind {
    ParameterKind::Word(words)
}

questions! {
    "bdp", arguments, book: &Book, rulings: &Rulings;

    save "How likely a save passes, by ability, Difficulty and luck" {
        ability = "10": ABILITY, "the ability as it is now";
        difficulty = "0": POINTS, "the face that has to be beaten as well";
        luck = "even": one_of(&["even", "advantage", "disadvantage"]), "advantage or disadvantage";
        quick = "0": POINTS, "what a quick weapon adds to DEX for the order";
    } => Ok(check::save(arguments, Words { book, rulings }));
    contest "Who wins a contested save, for two abilities and for all against each other" {
        ability = "12": ABILITY, "the ability of the one who asks for it";
        against = "10": ABILITY, "the ability of the other";
        rolled = "0": ROLLED, "dice by which the ability of the one who asks is rolled instead; 0 for none";
        rolled_against = "0": ROLLED, "dice by which the ability of the other is rolled instead; 0 for none";
    } => contest::contest(arguments, Words { book, rulings });
    die "The die that is kept, of saves by luck and of attacks by their state: its mean and how often it shows a face" {
        face = "8": whole(1, 100), "a face of the die";
        ability = "10": ABILITY, "the ability that is saved with, by which the better roll is known";
        difficulty = "0": POINTS, "the face that has to be beaten as well";
        die = "1d8": DICE, "weapon dice";
        off = "0": DICE, "a second weapon that is used with it; 0 for none";
    } => Ok(check::die(arguments, Words { book, rulings }));
    action "What an action comes to by Time, Gear and Skill, and what the die of fate says" {
        action = "any": one_of(&["any", "lockpicking", "sneaking", "breaching", "climbing", "escape_route", "besieged_wall"]),
            "a listed action";
        time = "true": FLAG, "whether there is time";
        benefits = "1": POINTS, "benefits of gear and surroundings";
        hindrances = "0": POINTS, "hindrances of gear and surroundings";
        skill = "false": FLAG, "whether there is skill";
        str = "10": ABILITY, "STR";
        dex = "10": ABILITY, "DEX";
        wil = "10": ABILITY, "WIL";
    } => check::action(arguments, Words { book, rulings });
    gambit "Whether a gambit works, and how a chain of them ends" {
        die = "1d8": DICE, "weapon of the attacker";
        off = "0": DICE, "a second weapon that is used with it; 0 for none";
        ability = "10": ABILITY, "what the target saves with";
        back = "1d8": DICE, "weapon of the target";
        back_off = "0": DICE, "a second weapon of the target; 0 for none";
        own = "10": ABILITY, "what the attacker saves with, when the target tries one in return";
    } => Ok(contest::gambit(arguments, Words { book, rulings }));
    encounter "Surprise, and how those who are met react" {
        weapons = "neither": one_of(&WeaponsShown::WORDS), "what the party shows";
    } => encounter::encounter(arguments, Words { book, rulings });
    morale "What becomes of a group whose first member falls" {
        members = "4": whole(2, 40), "how many they were";
        wil = "10": ABILITY, "their WIL";
        dex = "10": ABILITY, "their DEX, where they have to retreat to be gone (R-36)";
    } => encounter::morale(arguments, Words { book, rulings });
    damage "Damage of one weapon, of one in each hand, or of several attackers at once, behind Armor" {
        die = "1d8": DICE, "weapon dice";
        off = "0": DICE, "a second weapon that is used with it; 0 for none";
        off_type = "none": DAMAGE_TYPE, "type of damage of the second weapon, for the proficient";
        off_heavy = "0": POINTS, "Heavy of the second weapon";
        off_magic = "0": POINTS, "Magic of the second weapon";
        state = "normal": STATE, "whether it is impaired or enhanced";
        armor = "1": ARMOR, "Armor of the target";
        type = "none": DAMAGE_TYPE, "type of damage, for the proficient";
        heavy = "0": POINTS, "Heavy";
        magic = "0": POINTS, "Magic";
        bonus = "0": whole(0, 50), "bonus damage";
        attackers = "1": whole(1, 12), "attackers at the same moment";
    } => Ok(strike::damage(arguments, Words { book, rulings }));
    reactions "Mean damage of every category behind every Armor, by reaction" {} => Ok(strike::reactions(Words { book, rulings }));
    parry "Who wins a parry, for two weapons and for all against each other; how likely Counter works, and what it does" {
        die = "1d8": DICE, "weapon of the defender";
        against = "1d8": DICE, "weapon of the attacker";
        armor = "1": ARMOR, "Armor of the defender";
        armor_against = "1": ARMOR, "Armor of the attacker";
        heavy = "0": POINTS, "Heavy of the defender";
        heavy_against = "0": POINTS, "Heavy of the attacker";
        counter = "2": POINTS, "Counter";
    } => Ok(strike::parry(arguments, Words { book, rulings }));
    properties "How often a property of a weapon acts: Sweep, Push, Brutal, Shock, Bleed, Heavy" {
        die = "1d8": DICE, "weapon dice";
        armor = "1": ARMOR, "Armor of the target";
        heavy = "0": POINTS, "Heavy";
        magic = "0": POINTS, "Magic";
        sweep = "0": POINTS, "Sweep; 0 for none";
        push = "0": POINTS, "Push; 0 for none";
        brutal = "0": POINTS, "Brutal; 0 for none";
        shock = "0": POINTS, "Shock; 0 for none";
        bleed = "0": POINTS, "Bleed; 0 for none";
    } => Ok(strike::properties(arguments, Words { book, rulings }));
    critical "What one blow makes of its target: HP, STR, the Critical Damage Save, the injury" {
        die = "1d8": DICE, "weapon dice";
        off = "0": DICE, "a second weapon that is used with it; 0 for none";
        state = "normal": STATE, "whether it is impaired or enhanced";
        armor = "1": ARMOR, "Armor of the target";
        hp = "0": whole(0, 100), "its HP";
        str = "10": ABILITY, "its STR";
        dex = "10": ABILITY, "its DEX";
        pc = "true": FLAG, "whether it is a player character";
    } => harm::critical(arguments, Words { book, rulings });
    injuries "The table of injuries: areas, and what each of them does" {} => harm::injuries(Words { book, rulings });
    peril "What the surroundings make of a character" {
        kind = "fall": one_of(&["fall", "gas", "cold", "bear_trap", "night_spider", "unnatural", "eldritch", "fire", "stairs"]),
            "what happens";
        times = "1": whole(1, 20), "floors, turns or watches";
        str = "10": ABILITY, "its STR";
        dex = "10": ABILITY, "its DEX";
        wil = "10": ABILITY, "its WIL";
    } => harm::peril(arguments, Words { book, rulings });
    magic "Magic Dice: damage, Fatigue and feedback" {
        extra = "true": FLAG, "whether dice that high faces bring are taken";
    } => Ok(magic::magic(arguments, Words { book, rulings }));
    counterspell "Whether a counterspell cancels a spell" {
        dice = "2": MAGIC_DICE, "dice of the counterspell";
        against = "2": MAGIC_DICE, "dice of the spell";
        extra = "false": FLAG, "whether dice that high faces bring are taken";
    } => Ok(magic::counterspell(arguments, Words { book, rulings }));
    faith "Faith Dice: what a miracle costs in WIL" {
        wil = "10": ABILITY, "WIL";
        free = "0": whole(0, 4), "dice of it that are free";
    } => Ok(magic::faith(arguments, book));
    prayer "What an evening prayer restores" {
        lost = "6": whole(0, 30), "WIL that is missing";
        bonus = "0": whole(0, 3), "what is added to the prayer";
    } => magic::prayer(arguments, Words { book, rulings });
    water "How long a usage die lasts" {
        die by book: whole(1, 100), "faces of the die; else the book's waterskin";
    } => days::water(arguments, Words { book, rulings });
    disease "A disease day by day, for one ability and for all" {
        name = "bonebreaker":
            one_of(&["swampsigh", "bonebreaker", "tick_jitters", "shadowrot", "mindfog", "souls_despair"]), "which disease";
        str = "10": ABILITY, "STR, with which it is saved";
        ability = "10": ABILITY, "the ability that it damages, where that is not STR";
        care = "false": FLAG, "whether there is rest and care";
        days = "10": whole(1, 60), "days to be shown";
    } => days::disease(arguments, Words { book, rulings });
    task "How long a complex task takes" {
        steps = "4": whole(1, 60), "steps";
        modifier = "0": POINTS, "what is added";
    } => days::task(arguments, Words { book, rulings });
    duel "Staredown, draw and clash" {
        str = "10": ABILITY, "STR";
        dex = "10": ABILITY, "DEX";
        wil = "10": ABILITY, "WIL";
        str_against = "10": ABILITY, "STR of the other";
        dex_against = "10": ABILITY, "DEX of the other";
        wil_against = "10": ABILITY, "WIL of the other";
        die = "1d8": DICE, "weapon of the winner";
        armor = "1": ARMOR, "Armor of the loser";
    } => Ok(contest::duel(arguments, Words { book, rulings }));
    social "A social conflict in which both choose at random" {
        composure = "10": COMPOSURE, "composure";
        against = "10": COMPOSURE, "composure of the other";
    } => Ok(contest::social(arguments, book));
    luck "A roll on Luck" {
        luck by book: whole(0, 30), "Luck; else the book's";
    } => Ok(check::luck(arguments, book));
    creation "The dice of new characters, foes and rivals, and of training" {} => days::creation(Words { book, rulings });
}

/// The dice of weapons that tables compare, as the columns of them.
fn weapon_dice() -> [(String, Die); 5] {
    [4, 6, 8, 10, 12].map(|sides| Die::new(1, sides)).map(|die| (die.to_string(), die))
}
