//! Checks: saves, contests, Time-Gear-Skill, the die of fate, complex tasks, duels, social conflict, luck, training, creation.

use std::collections::BTreeMap;

use crate::sheet::Ability;
use frame::dice::Die;
use frame::rules::declare::{section, words};

section! {
    /// Saves.
    Save {
        /// Faces of the die. [BDP-006]
        #[schemars(range(min = 2, max = 100))]
        die: u8 = 20,
        /// The highest face that always passes; 0 for none. Version 1.32 has none, see the rulings. [BDP-007, BDP-601]
        #[schemars(range(min = 0, max = 100))]
        always_pass: u8 = 1,
        /// The lowest face that always fails; 0 for none. Version 1.32 has none, see the rulings. [BDP-007, BDP-601]
        #[schemars(range(min = 0, max = 100))]
        always_fail: u8 = 20,
        /// The save for feats of power. [BDP-002]
        power: Ability = Ability::Str,
        /// The save against poison. [BDP-002]
        poison: Ability = Ability::Str,
        /// The save where poise, speed or reflexes count. [BDP-003]
        reflex: Ability = Ability::Dex,
        /// The save against persuasion, deceit, threats and charms. [BDP-004]
        mind: Ability = Ability::Wil,
    }

    /// Contested saves.
    Contest {
        /// True if they are used at all. [BDP-009]
        enabled: bool = true,
    }

    /// Time, Gear, Skill.
    TimeGearSkill {
        /// An ability of at most this hinders. [BDP-017]
        #[schemars(range(min = 0, max = 30))]
        low: u8 = 6,
        /// An ability of at least this is a benefit. [BDP-017]
        #[schemars(range(min = 0, max = 30))]
        high: u8 = 15,
        /// The number of units, of the three, that succeed without a roll. [BDP-013, BDP-018]
        #[schemars(range(min = 0, max = 4))]
        auto: u8 = 3,
        /// Fewer than this of the three fail without a roll. [BDP-019, BDP-022]
        #[schemars(range(min = 0, max = 4))]
        fail_below: u8 = 2,
        /// Faces of the die that is rolled in between. [BDP-020]
        #[schemars(range(min = 1, max = 100))]
        die: u8 = 6,
        /// The lowest face that succeeds. [BDP-020]
        #[schemars(range(min = 1, max = 101))]
        success: u8 = 4,
        /// The lowest face that succeeds at a cost. [BDP-020]
        #[schemars(range(min = 1, max = 101))]
        cost: u8 = 2,
        /// Fatigue that a cost may be. [BDP-021, R-05]
        #[schemars(range(min = 0, max = 10))]
        cost_fatigue: u8 = 1,
        /// Damage that a cost may be. [BDP-021, R-05]
        cost_damage: Die = Die::new(1, 4),
        /// Actions with what counts for and against them. [BDP-023, BDP-024, BDP-025, BDP-026, BDP-027, BDP-028]
        action: BTreeMap<String, Action> = actions(),
    }

    /// Complex tasks.
    Tasks {
        /// Steps of each kind of task. [BDP-701]
        steps: BTreeMap<String, Amount> = steps(),
        /// Dice of each unit of time. [BDP-702]
        dice: Die = Die::new(2, 6),
        /// The highest total that does nothing. [BDP-702]
        #[schemars(range(min = 0, max = 200))]
        fail_max: i32 = 6,
        /// The total from which on the next unit makes a step without a roll. [BDP-702, BDP-703]
        #[schemars(range(min = 0, max = 200))]
        strong: i32 = 10,
        /// The highest modifier. [BDP-702]
        #[schemars(range(min = 0, max = 20))]
        modifier_max: u8 = 3,
    }

    /// Duels outside of fights.
    Duel {
        /// The save of both: staredown, draw, clash. [BDP-706]
        contests: Vec<Ability> = vec![Ability::Wil, Ability::Dex, Ability::Str],
        /// Faces of the die that the winner of the clash rolls beside the damage dice. [BDP-707]
        #[schemars(range(min = 1, max = 100))]
        die: u8 = 12,
        /// Touches that win a duel of touches. [BDP-709]
        #[schemars(range(min = 1, max = 20))]
        touches: u8 = 3,
        /// Bouts of which the winner has to win more than half. [BDP-709]
        #[schemars(range(min = 1, max = 21))]
        best_of: u8 = 3,
    }

    /// Social conflict.
    Social {
        /// Composure that the winner of a round takes off the other. [BDP-711]
        win: Die = Die::new(1, 8),
        /// Composure that the loser takes off. [BDP-711]
        lose: Die = Die::new(1, 4),
        /// Composure that both take off when both chose the same. [BDP-711]
        same: Die = Die::new(1, 6),
    }

    /// Luck.
    Luck {
        /// Luck that one starts with. [BDP-599, BDP-708]
        #[schemars(range(min = 0, max = 100))]
        start: u8 = 10,
        /// Faces of the die. [BDP-708]
        #[schemars(range(min = 2, max = 100))]
        die: u8 = 20,
        /// Luck burnt by a favourable roll. [BDP-708]
        #[schemars(range(min = 0, max = 100))]
        burn: u8 = 1,
        /// Luck gained by a roll of exactly one's Luck. [BDP-708]
        #[schemars(range(min = 0, max = 100))]
        gain: u8 = 1,
    }

    /// Training.
    Training {
        /// HP dice by the HP that one has to have, the highest row that fits. [BDP-629]
        hp: BTreeMap<u8, Die> = BTreeMap::from([(0, Die::new(1, 6)), (6, Die::new(2, 6)), (9, Die::new(3, 6))]),
        /// HP gained when the roll is no higher than the present HP. [BDP-629]
        #[schemars(range(min = 0, max = 20))]
        hp_least: i32 = 1,
        /// Gold of a training of HP: the first, and each later one. [BDP-629]
        hp_price: [u32; 2] = [50, 300],
        /// Faces of the die that has to roll above an ability to raise it. [BDP-630]
        #[schemars(range(min = 2, max = 100))]
        ability_die: u8 = 20,
        /// Points that such a week gives. [BDP-630]
        #[schemars(range(min = 0, max = 20))]
        ability_gain: i32 = 1,
        /// Up to which ability that goes. [BDP-630]
        #[schemars(range(min = 0, max = 30))]
        ability_max: i32 = 18,
        /// Gold of such a week. [BDP-630]
        ability_price: u32 = 200,
        /// The save in a week of training a skill by saves. [BDP-704]
        skill_save: Ability = Ability::Wil,
    }

    /// Reactions of those one meets.
    ReactionRoll {
        /// Dice. [BDP-207]
        dice: Die = Die::new(2, 6),
        /// The highest total of each mood but the best. [BDP-207]
        hostile_max: i32 = 2,
        /// See `hostile_max`. [BDP-207]
        wary_max: i32 = 5,
        /// See `hostile_max`. [BDP-207]
        curious_max: i32 = 8,
        /// See `hostile_max`. [BDP-207]
        kind_max: i32 = 11,
        /// Points that drawn weapons take off. [BDP-210]
        drawn: Die = Die::new(1, 4),
        /// Points that sheathed weapons add. [BDP-211]
        sheathed: Die = Die::new(1, 4),
        /// True if WIL counts, as only version 1.32 says. [BDP-705]
        wil: bool = false,
        /// Points that low WIL takes off and high WIL adds, where WIL counts. [BDP-705]
        #[schemars(range(min = 0, max = 20))]
        wil_sway: i32 = 1,
        /// WIL of at most this is low. [BDP-705]
        #[schemars(range(min = 0, max = 30))]
        wil_low: u8 = 6,
        /// WIL of at least this is high. [BDP-705]
        #[schemars(range(min = 0, max = 30))]
        wil_high: u8 = 15,
        /// Points that a mediator, or one who is attuned to animals, adds. [BDP-503]
        #[schemars(range(min = 0, max = 20))]
        mediator: i32 = 1,
        /// Points that Impressive adds to a roll made again after a great victory. [BDP-503]
        #[schemars(range(min = 0, max = 20))]
        impressive: i32 = 2,
    }

    /// Making a character.
    Creation {
        /// Dice of each ability, in order. [BDP-590, BDP-427]
        ability: Die = Die::new(3, 6),
        /// HP of a new character. [BDP-591]
        hp: Die = Die::new(1, 6),
        /// The most HP that a non-player combatant has. [BDP-591, BDP-634]
        #[schemars(range(min = 1, max = 1000))]
        hp_max: i32 = 18,
        /// Coins of a new character. [BDP-597]
        coins: Die = Die::new(3, 6),
        /// Ability of a humanoid that states none. [BDP-403]
        #[schemars(range(min = 0, max = 30))]
        npc_ability: i16 = 10,
        /// HP of a non-player combatant that states none. [BDP-404]
        #[schemars(range(min = 0, max = 1000))]
        npc_hp: i16 = 3,
        /// HP dice of the untrained. [BDP-404, BDP-634]
        untrained: Die = Die::new(1, 6),
        /// HP dice of the trained. [BDP-404, BDP-634]
        trained: Die = Die::new(2, 6),
        /// HP dice of the legendary. [BDP-404, BDP-634]
        legendary: Die = Die::new(3, 6),
        /// Faces of the die that says how good a rival is. [BDP-427]
        #[schemars(range(min = 1, max = 100))]
        rival_die: u8 = 8,
        /// The highest face on which a rival is untrained. [BDP-427]
        #[schemars(range(min = 0, max = 100))]
        rival_untrained_max: u8 = 5,
        /// The highest face on which it is trained; beyond, it is legendary. [BDP-427]
        #[schemars(range(min = 0, max = 100))]
        rival_trained_max: u8 = 7,
        /// Weapons of a rival, one drawn. [BDP-428]
        rival_weapons: Vec<String> = rival_weapons(),
        /// Armor of a rival by the highest of twenty faces that wears it; empty for none. [BDP-428]
        rival_armor: BTreeMap<u8, String> = rival_armor(),
        /// Points by which an age changes STR, DEX and WIL, by the face of the age die. [BDP-598]
        age: Vec<[i8; 3]> = vec![[-1, 2, -2], [0, 1, -1], [1, 0, 0], [1, 0, 0], [0, -1, 1], [-1, -2, 2]],
    }
}

words! {
    /// An answer of the die of fate.
    FateAnswer {
        /// No, and worse.
        NoAnd,
        /// No.
        No,
        /// No, but something good.
        NoBut,
        /// Yes, but at a price.
        YesBut,
        /// Yes.
        Yes,
        /// Yes, and better.
        YesAnd,
    }
}

impl FateAnswer {
    /// True if it says yes. [BDP-029]
    #[must_use]
    pub fn is_yes(self) -> bool {
        matches!(self, FateAnswer::YesBut | FateAnswer::Yes | FateAnswer::YesAnd)
    }
}

section! {
    /// Dice and what is added to them.
    #[derive(Copy, Eq, Hash)]
    Amount {
        /// Dice. [BDP-037, BDP-081, BDP-101, BDP-487, BDP-701]
        dice: Die = Die::NONE,
        /// Points that are added. [BDP-037, BDP-081, BDP-101, BDP-487, BDP-701]
        #[schemars(range(min = -1000, max = 1000))]
        flat: i32 = 0,
    }
}

impl Amount {
    /// Nothing but a number.
    #[must_use]
    pub const fn flat(flat: i32) -> Self {
        Amount { dice: Die::NONE, flat }
    }

    /// Nothing but dice.
    #[must_use]
    pub const fn dice(count: u8, sides: u8) -> Self {
        Amount { dice: Die::new(count, sides), flat: 0 }
    }
}

section! {
    /// The reasons for and against an action.
    #[derive(Eq)]
    Action {
        /// When there is Time. [BDP-014]
        time: String = String::new(),
        /// Gear and surroundings that help. [BDP-015]
        benefits: Vec<String> = Vec::new(),
        /// Gear and surroundings that hinder. [BDP-015]
        hindrances: Vec<String> = Vec::new(),
        /// Skills that count. [BDP-016]
        skills: Vec<String> = Vec::new(),
        /// Abilities that count as Skill when they are high, and hinder when they are low. [BDP-017]
        abilities: Vec<Ability> = Vec::new(),
    }
}

/// The published answers of the die of fate.
pub fn fate() -> Vec<FateAnswer> {
    FateAnswer::ALL.to_vec()
}

/// The published actions, each with what counts for it and against it.
fn actions() -> BTreeMap<String, Action> {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let row = |name: &str, time: &str, benefits: &[&str], hindrances: &[&str], skills: &[&str], abilities: &[Ability]| {
        let action = Action {
            time: time.to_owned(),
            benefits: words(benefits),
            hindrances: words(hindrances),
            skills: words(skills),
            abilities: abilities.to_vec(),
        };
        (name.to_owned(), action)
    };
    use Ability::{Dex, Str, Wil};
    BTreeMap::from([
        row("lockpicking", "ten minutes", &["lockpicks", "light"], &[], &["thief"], &[Dex]),
        row("sneaking", "nobody chases", &["soft boots"], &["heavy armor"], &["stealth"], &[Dex]),
        row("breaching", "nobody attacks", &["axe", "crowbar"], &[], &[], &[Str]),
        row("climbing", "nobody chases", &["rope", "spikes"], &["heavy armor", "full backpack"], &["acrobat"], &[Dex, Str]),
        row("escape_route", "planned before", &["paper", "local contacts"], &[], &["thief", "knows the city"], &[]),
        row("besieged_wall", "between volleys", &["shield"], &[], &[], &[Dex, Wil]),
    ])
}

/// The published steps of tasks, by the kind of the task (BDP-701).
fn steps() -> BTreeMap<String, Amount> {
    let rows = [("mundane", 1, 2, 0), ("uncommon", 1, 4, 2), ("rare", 2, 4, 4), ("exotic", 4, 4, 8)];
    rows.map(|(name, count, sides, flat)| (name.to_owned(), Amount { dice: Die::new(count, sides), flat })).into()
}

/// The published weapons of a rival, of which one is drawn.
fn rival_weapons() -> Vec<String> {
    ["dagger", "shortsword", "axe", "longsword", "spear", "mace", "longbow", "warhammer"].map(str::to_owned).to_vec()
}

/// The published armor of a rival, by the highest face that wears it.
fn rival_armor() -> BTreeMap<u8, String> {
    let rows = [(8, ""), (12, "crude"), (16, "light"), (18, "medium"), (19, "fine_medium"), (20, "heavy")];
    rows.map(|(face, armor)| (face, armor.to_owned())).into()
}
