//! The book of `vogt`: every number and table of the rules, with the published values as defaults.
//!
//! Owns data only. Each field's comment ends with the ledger ids of the rules it comes from; ranges are part of the schema.
//! The questions that the published rules leave open are in [`rulings`](super::rulings). Start at [`Book`].

use std::collections::BTreeMap;

use frame::dice::Die;
use frame::fight::Ratio;
use frame::rules::declare::{section, words};

use super::rulings::Loss;
use super::sheet::Ability;

section! {
    /// Every number and table of the rules.
    Book {
        /// Actions a character can declare.
        actions: Actions = Actions::default(),
        /// The action Attack and weapons.
        attack: Attack = Attack::default(),
        /// The action Use Technique.
        technique: Technique = Technique::default(),
        /// The action Defend.
        defend: Defend = Defend::default(),
        /// The action Help.
        help: Help = Help::default(),
        /// The action Run.
        run: Run = Run::default(),
        /// The action Reevaluate.
        reevaluate: Reevaluate = Reevaluate::default(),
        /// The action Retrieve.
        retrieve: Retrieve = Retrieve::default(),
        /// The action Contest, when the rulings allow it.
        contest: Contest = Contest::default(),
        /// Standing up as an action, when the rulings make it one.
        stand: Stand = Stand::default(),
        /// Ability checks.
        check: Check = Check::default(),
        /// Rounds and turns.
        round: Round = Round::default(),
        /// Movement.
        movement: Movement = Movement::default(),
        /// Damage.
        damage: Damage = Damage::default(),
        /// Hit points.
        hp: HitPoints = HitPoints::default(),
        /// Levels of exhaustion.
        exhaustion: Exhaustion = Exhaustion::default(),
        /// The death and dismemberment table.
        death: Death = Death::default(),
        /// Statuses.
        status: Statuses = Statuses::default(),
        /// Being prone.
        prone: Prone = Prone::default(),
        /// Die sizes in their order: one rung up or down is one step. [VOG-105, VOG-106]
        ladder: Vec<Die> = ladder(),
        /// Inventory slots.
        inventory: Inventory = Inventory::default(),
        /// Checks of those who carry too much.
        encumbrance: Encumbrance = Encumbrance::default(),
        /// The siesta.
        siesta: Siesta = Siesta::default(),
        /// The full rest.
        full_rest: FullRest = FullRest::default(),
        /// Rests of both kinds.
        rest: Resting = Resting::default(),
        /// Making a character.
        creation: Creation = Creation::default(),
        /// Styles: hit points and technique dice that each gives. [VOG-209, VOG-213, VOG-214]
        style: BTreeMap<String, Style> = styles(),
    }
}

section! {
    /// The actions that there are.
    Actions {
        /// Attack. [VOG-010, VOG-011]
        attack: bool = true,
        /// Use Technique. [VOG-010, VOG-014]
        technique: bool = true,
        /// Defend. [VOG-010]
        defend: bool = true,
        /// Help. [VOG-010]
        help: bool = true,
        /// Run. [VOG-010]
        run: bool = true,
        /// Reevaluate. [VOG-010]
        reevaluate: bool = true,
        /// Retrieve an item from the bag. [VOG-059]
        retrieve: bool = true,
        /// Leaving the fight by running.
        flee: bool = true,
        /// The number of times that a character performs its declared action on its turn. [VOG-008]
        #[schemars(range(min = 1, max = 4))]
        per_turn: u8 = 1,
    }
}

section! {
    /// The action Attack and weapons.
    Attack {
        /// Initiative dice of attacks with a weapon that states none; without it, its damage dice. [VOG-012, VOG-013]
        initiative: Option<Die> = None,
        /// Range in squares of a weapon that states none. [VOG-011]
        #[schemars(range(min = 0, max = 100))]
        range: u8 = 1,
        /// True if a weapon that does not say otherwise adds the Strength modifier. [VOG-033]
        add_str: bool = true,
        /// Damage die of an unarmed strike.
        unarmed: Die = Die::new(1, 4),
        /// Damage type of an unarmed strike.
        unarmed_type: String = "blunt".into(),
        /// Range in squares of an unarmed strike.
        #[schemars(range(min = 0, max = 100))]
        unarmed_range: u8 = 1,
    }
}

section! {
    /// The action Use Technique.
    Technique {
        /// Most technique dice that a technique which states no limit takes at once. [VOG-014, VOG-218]
        #[schemars(range(min = 1, max = 20))]
        max_dice: u8 = 2,
        /// Initiative dice of a technique that states none; without it, the dice spent. [VOG-015, VOG-016]
        initiative: Option<Die> = None,
    }
}

section! {
    /// The action Defend.
    Defend {
        /// Initiative dice. [VOG-017]
        initiative: Die = Die::new(1, 4),
        /// AR gained until the beginning of the next turn. [VOG-018]
        #[schemars(range(min = 0, max = 100))]
        ar_bonus: i32 = 2,
    }
}

section! {
    /// The action Help.
    Help {
        /// Initiative dice. [VOG-019]
        initiative: Die = Die::new(1, 6),
    }
}

section! {
    /// The action Run.
    Run {
        /// Initiative dice. [VOG-023]
        initiative: Die = Die::new(1, 6),
        /// Factor on movement until the end of the round. [VOG-024]
        multiplier: Ratio = Ratio::new(2, 1),
    }
}

section! {
    /// The action Reevaluate.
    Reevaluate {
        /// The number of times in a round; 0 switches it off. [VOG-025]
        #[schemars(range(min = 0, max = 10))]
        max_per_round: u8 = 1,
        /// True if the new roll is added to the initiative one has; otherwise it replaces it. [VOG-026]
        adds: bool = true,
        /// True if one must not move before the new initiative comes. [VOG-027]
        blocks_movement: bool = true,
    }
}

section! {
    /// The action Retrieve.
    Retrieve {
        /// Initiative dice. [VOG-059]
        initiative: Die = Die::new(1, 6),
    }
}

section! {
    /// The action Contest.
    Contest {
        /// Initiative dice. [VOG-005, R-32]
        initiative: Die = Die::new(1, 6),
        /// The ability that both check. [VOG-005, R-32]
        ability: Ability = Ability::Str,
    }
}

section! {
    /// Standing up as an action.
    Stand {
        /// Initiative dice.
        initiative: Die = Die::new(1, 4),
    }
}

section! {
    /// Ability checks.
    Check {
        /// Total at which a check succeeds, for the answers of `odds`: fights hold checks against something else. [VOG-004]
        #[schemars(range(min = -100, max = 100))]
        difficulty: i32 = 4,
    }
}

section! {
    /// Rounds and turns.
    Round {
        /// Seconds in a round, for what lasts so many seconds. [VOG-067]
        #[schemars(range(min = 1, max = 3600))]
        seconds: u32 = 6,
        /// Turns of each character in a round. [VOG-066]
        #[schemars(range(min = 1, max = 4))]
        turns: u8 = 1,
        /// Rounds after which a fight is broken off undecided.
        #[schemars(range(min = 1, max = 10_000))]
        rounds_max: u16 = 200,
        /// The side of the scale that goes first. [VOG-071]
        order: Order = Order::LowFirst,
        /// The tie-breakers between equal initiatives, in this order. [VOG-072, VOG-073]
        ties: Vec<Tie> = vec![Tie::Dex, Tie::SmallDie],
    }
}

words! {
    /// The order of a round.
    Order {
        /// The lowest initiative.
        LowFirst,
        /// The highest initiative.
        HighFirst,
    }

    /// A tie-breaker between equal initiatives.
    Tie {
        /// The higher Dexterity.
        Dex,
        /// The smaller initiative dice.
        SmallDie,
    }
}

section! {
    /// Movement.
    Movement {
        /// Squares of movement of a combatant that states none. [VOG-009]
        #[schemars(range(min = 0, max = 30))]
        base: u8 = 6,
        /// Feet to a square; only for reading.
        #[schemars(range(min = 1, max = 100))]
        square_feet: u8 = 5,
    }
}

section! {
    /// Damage.
    Damage {
        /// The least that a damage roll deals. [VOG-030]
        #[schemars(range(min = 0, max = 100))]
        minimum: i32 = 0,
        /// True if one action rolls once for all its targets. [VOG-035]
        one_roll_for_all: bool = true,
        /// Factor on damage that is resisted. [VOG-038]
        resistance: Ratio = Ratio::new(1, 2),
        /// Factor on damage that one is vulnerable to. [VOG-039]
        vulnerability: Ratio = Ratio::new(2, 1),
    }
}

section! {
    /// Hit points.
    HitPoints {
        /// Hit points before styles. [VOG-212]
        #[schemars(range(min = 1, max = 10_000))]
        base: i32 = 10,
    }
}

section! {
    /// Levels of exhaustion. An effect whose level is 0 never comes.
    Exhaustion {
        /// A wound that leaves this many hit points or fewer brings exhaustion. [VOG-031]
        #[schemars(range(min = -1000, max = 1000))]
        at_hp: i32 = 0,
        /// Levels for each such wound. [VOG-031]
        #[schemars(range(min = 0, max = 10))]
        per_wound: u8 = 1,
        /// True if such a wound knocks prone. [VOG-032]
        knocks_prone: bool = true,
        /// Level at which speed is reduced; 0: never. [VOG-040, VOG-042]
        #[schemars(range(min = 0, max = 100))]
        speed_level: u8 = 1,
        /// Factor on movement from that level. [VOG-042]
        speed: Ratio = Ratio::new(1, 2),
        /// Level at which the maximum of hit points is reduced; 0: never. [VOG-040, VOG-043]
        #[schemars(range(min = 0, max = 100))]
        hp_max_level: u8 = 2,
        /// Factor on the maximum of hit points from that level. [VOG-043]
        hp_max: Ratio = Ratio::new(1, 2),
        /// Level at which one is unconscious; 0: never. [VOG-044]
        #[schemars(range(min = 0, max = 100))]
        unconscious_level: u8 = 3,
        /// Level from which every level gained is a roll on the death and dismemberment table; 0: never. [VOG-045]
        #[schemars(range(min = 0, max = 100))]
        death_level: u8 = 4,
    }
}

section! {
    /// The death and dismemberment table.
    Death {
        /// Dice rolled on it. [VOG-045]
        die: Die = Die::new(1, 8),
        /// The loss for each result from 1 on; results beyond the list do nothing. [VOG-046, VOG-047, VOG-048, VOG-049,
        /// VOG-050]
        table: Vec<Loss> = vec![Loss::Gear, Loss::Arm, Loss::Eye, Loss::Leg, Loss::Voice],
        /// This result and every higher one is death. [VOG-051]
        #[schemars(range(min = 1, max = 1000))]
        dead_at: i32 = 6,
        /// Most squares of movement with a lost leg. [VOG-049]
        #[schemars(range(min = 0, max = 30))]
        leg_movement: u8 = 1,
        /// Points that each lost eye adds to AWR, where the rulings say that it adds any.
        #[schemars(range(min = -20, max = 20))]
        eye_awr: i32 = -1,
    }
}

section! {
    /// Numbers of the statuses.
    Statuses {
        /// Damage by bleeding at the beginning of a turn. [VOG-081]
        #[schemars(range(min = 0, max = 100))]
        bleeding_damage: i32 = 1,
        /// Points that Blind adds to AWR. [VOG-084]
        #[schemars(range(min = -20, max = 20))]
        blind_awr: i32 = -1,
        /// Points that Deaf adds to AWR. [VOG-088]
        #[schemars(range(min = -20, max = 20))]
        deaf_awr: i32 = -1,
        /// Damage types that the Drenched resist. [VOG-089]
        drenched_resist: Vec<String> = vec!["fire".into()],
        /// Damage types that the Drenched are vulnerable to. [VOG-090]
        drenched_vulnerable: Vec<String> = vec!["lightning".into()],
        /// Points that Frozen adds to STR. [VOG-091]
        #[schemars(range(min = -20, max = 20))]
        frozen_str: i32 = -1,
        /// Points that Frozen adds to DEX. [VOG-091]
        #[schemars(range(min = -20, max = 20))]
        frozen_dex: i32 = -1,
        /// Faces of the die by which the Hallucinating waste their action; 0 for no effect. [VOG-092]
        #[schemars(range(min = 0, max = 100))]
        hallucinating_die: u8 = 4,
        /// The highest face of that die on which they waste it.
        #[schemars(range(min = 0, max = 100))]
        hallucinating_most: u8 = 1,
        /// Most squares of movement of the Immobile. [VOG-093]
        #[schemars(range(min = 0, max = 30))]
        immobile_movement: u8 = 0,
        /// Damage types that the Nauseated are vulnerable to. [VOG-096]
        nauseated_vulnerable: Vec<String> = vec!["blunt".into(), "slash".into(), "stab".into()],
        /// Points that Scorched adds to AWR. [VOG-100]
        #[schemars(range(min = -20, max = 20))]
        scorched_awr: i32 = -1,
        /// Points that Scorched adds to WIL. [VOG-100]
        #[schemars(range(min = -20, max = 20))]
        scorched_wil: i32 = -1,
        /// Initiative dice of the Unconscious. [VOG-104]
        unconscious_initiative: Die = Die::new(10, 10),
        /// True if statuses without an end of their own end with the fight; those that last so many rounds always do.
        end_after_fight: bool = true,
    }
}

section! {
    /// Being prone.
    Prone {
        /// Factor on movement while prone or standing up. [VOG-097]
        movement: Ratio = Ratio::new(1, 2),
    }
}

section! {
    /// Inventory slots.
    Inventory {
        /// Slots before ability. [VOG-053]
        #[schemars(range(min = 0, max = 1000))]
        base: i32 = 10,
        /// The ability whose median adds slots. [VOG-053]
        ability: Ability = Ability::Str,
        /// Quick slots before ability. [VOG-060]
        #[schemars(range(min = 0, max = 1000))]
        quick_base: i32 = 4,
        /// The ability whose median adds quick slots. [VOG-060]
        quick_ability: Ability = Ability::Dex,
        /// Slots of an item that states none. [VOG-056]
        #[schemars(range(min = 0, max = 100))]
        item_slots: u8 = 1,
        /// Slots of a two-handed weapon that states none. [VOG-056]
        #[schemars(range(min = 0, max = 100))]
        two_handed_slots: u8 = 2,
    }
}

section! {
    /// Checks of those who carry too much.
    Encumbrance {
        /// Minutes between two checks. [VOG-063]
        #[schemars(range(min = 1, max = 100_000))]
        minutes: u32 = 15,
        /// The ability checked. [VOG-063]
        ability: Ability = Ability::Str,
        /// Total at which the check succeeds. [VOG-063]
        #[schemars(range(min = -100, max = 100))]
        difficulty: i32 = 4,
        /// Points that each slot too many takes off the roll. [VOG-064]
        #[schemars(range(min = 0, max = 100))]
        per_slot: i32 = 1,
    }
}

section! {
    /// The siesta.
    Siesta {
        /// Hours it takes; they only count where too heavy a load is carried while resting. [VOG-075]
        #[schemars(range(min = 0, max = 1000))]
        hours: u32 = 1,
        /// The number of siestas that count between two full rests; without it, all. [VOG-075]
        max_per_day: Option<u8> = None,
        /// Share of the present maximum of hit points that is regained. [VOG-076]
        hp: Ratio = Ratio::new(1, 2),
        /// Levels of exhaustion that go. [VOG-076]
        #[schemars(range(min = 0, max = 100))]
        exhaustion_removed: u8 = 0,
    }
}

section! {
    /// The full rest.
    FullRest {
        /// Hours it takes; they only count where too heavy a load is carried while resting. [VOG-077]
        #[schemars(range(min = 0, max = 1000))]
        hours: u32 = 8,
        /// Levels of exhaustion that go; without it, all. [VOG-077]
        exhaustion_removed: Option<u8> = None,
        /// Share of the maximum of hit points that is regained. [VOG-078]
        hp: Ratio = Ratio::new(1, 1),
        /// Share of the technique dice that comes back. [VOG-079, VOG-216]
        technique_dice: Ratio = Ratio::new(1, 1),
    }
}

section! {
    /// Rests of both kinds.
    Resting {
        /// Chance in percent that a rest is interrupted and gives nothing.
        #[schemars(range(min = 0, max = 100))]
        interruption_percent: u8 = 0,
    }
}

section! {
    /// Making a character.
    Creation {
        /// Faces of the dice rolled for an ability; it becomes the one that rolls lowest. [VOG-203]
        dice: Vec<u8> = vec![4, 6, 8, 10, 12],
        /// Dice rolled for gold. [VOG-207]
        gold: Die = Die::new(3, 6),
        /// The worth of each point of that roll in gold. [VOG-207]
        #[schemars(range(min = 0, max = 10_000))]
        gold_factor: i32 = 10,
        /// Items of which one is drawn. [VOG-207, VOG-208]
        items: Vec<Belonging> = belongings(),
    }
}

section! {
    /// An item of the list of belongings.
    Belonging {
        /// The name.
        name: String,
        /// Slots it takes. [VOG-208]
        #[schemars(range(min = 0, max = 100))]
        slots: u8,
        /// The number of items that share one slot. [VOG-057, VOG-208]
        #[schemars(range(min = 1, max = 1000))]
        bundle: u16 = 1,
    }

    /// The gain from one pick of a style.
    Style {
        /// Hit points. [VOG-213]
        #[schemars(range(min = 0, max = 1000))]
        hp: i32,
        /// Technique dice. [VOG-214]
        technique_dice: Die,
    }
}

/// The published sizes of dice, from none on.
fn ladder() -> Vec<Die> {
    let rows: [(u8, &[u8]); 6] =
        [(0, &[0]), (1, &[4, 6, 8, 10, 12]), (2, &[6, 8, 10, 12]), (3, &[8, 10, 12]), (4, &[10, 12]), (5, &[10, 12])];
    rows.iter().flat_map(|&(count, sizes)| sizes.iter().map(move |&sides| Die::new(count, sides))).collect()
}

/// The published items of which one is drawn, with their slots and their number.
fn belongings() -> Vec<Belonging> {
    let list = [
        ("spyglass", 1, 1),
        ("messenger pigeon", 0, 1),
        ("star chart", 1, 3),
        ("history book", 1, 1),
        ("compass", 1, 1),
        ("soap", 1, 3),
        ("fancy wine", 1, 1),
        ("lute", 3, 1),
        ("grappling hook with rope", 3, 1),
        ("psychedelic mushrooms", 1, 10),
        ("marbles", 1, 20),
        ("honey", 1, 1),
        ("romance novel", 1, 1),
        ("loaded dice", 1, 20),
        ("crowbar", 2, 1),
        ("drawing pad and charcoal", 1, 1),
        ("manacles", 1, 1),
        ("firecrackers", 1, 10),
        ("hand mirror", 1, 1),
        ("horse", 0, 1),
    ];
    list.map(|(name, slots, bundle)| Belonging { name: name.into(), slots, bundle }).to_vec()
}

/// The published styles, with their hit points and technique dice.
fn styles() -> BTreeMap<String, Style> {
    let list = [
        ("aerialist", 8, 8, 6),
        ("barrager", 8, 12, 4),
        ("brawler", 8, 6, 8),
        ("cleaver", 8, 4, 12),
        ("earthbreaker", 8, 4, 12),
        ("fortress", 8, 6, 8),
        ("gravecaller", 4, 12, 6),
        ("primalist", 8, 8, 6),
        ("regenerator", 4, 12, 6),
        ("sniper", 8, 12, 4),
        ("sorcerer", 0, 16, 6),
        ("transfuser", 4, 9, 8),
    ];
    list.map(|(name, hp, count, sides)| (name.to_owned(), Style { hp, technique_dice: Die::new(count, sides) })).into()
}
