//! The policy of a `cairn-ap` combatant as a designer writes it: the plan of a turn, and a priority list for every other
//! decision.
//!
//! Owns the table of decisions and the words of their lines; [`decide`](super::decide) reads the lines and asks the lists. The
//! plan is gone through once in every turn, in its order: a line whose condition does not hold, or that is illegal or cannot be
//! paid, is skipped. In every other list the first line whose condition holds decides; where none does, the default of its row.
//! Start at
//! [`PolicyText`].

use frame::policy::{LineText, SelectorText};
use frame::rules::decisions::{ChoiceLine, decisions};
use frame::rules::declare::{line_text, lines, section, words};

decisions! {
    /// The decisions of a combatant.
    PolicyText;
    /// The decisions of all combatants of a scenario.
    DecisionLists;

    /// The actions of a turn, one line after the other. Default: attack, attack.
    plan: PlanLine, WITH_TARGET;
    /// The use of action points that are left over. Default: held defences.
    leftover: LeftoverLine, WITHOUT_TARGET;
    /// The target to attack: `first`, `most_wounded`, `strongest`, `leader`, `occupied_first`, `caster_first`, `same_as_ally`,
    /// `nearest`, `random`, or by `least` and `most`. Default: the most wounded, until out of the fight. [RU-31]
    target: SelectorText, WITHOUT_TARGET;
    /// The ally to aid, help or cast for. Default: the most wounded of those who need it. [RU-31]
    ally: SelectorText, WITHOUT_TARGET;
    /// The way to save against attacks; `target` is the attacker. Default: as is best on the average. [CAP-049]
    save: SaveLine, WITH_TARGET;
    /// The move when nobody is in reach. Default: approach.
    movement: MovementLine, WITH_TARGET;
    /// The decision to stand up at the beginning of a turn. Default: yes.
    stand: ChoiceLine, WITHOUT_TARGET;
    /// The decision to try to retreat before anything else. Default: no. [CAP-132]
    retreat: ChoiceLine, WITHOUT_TARGET;
    /// The decision to aid a friend who is down before anything else. Default: when no enemy is in reach. [CAP-118]
    aid: ChoiceLine, WITHOUT_TARGET;
    /// The decision to attack the fallen and the sleeping as well. Default: no.
    finish: ChoiceLine, WITHOUT_TARGET;
    /// The thing to drop when Fatigue needs its place. Default: what is listed last. [CAP-076]
    drop: DropLine, WITHOUT_TARGET;
}

words! {
    /// An action of a plan.
    Do {
        /// Attack. [CAP-021]
        Attack,
        /// Attack several in front. [CAP-036]
        Sweep,
        /// Throw whatever is at hand. [CAP-033]
        Throw,
        /// Kick the weapon out of a hand. [CAP-023]
        Disarm,
        /// Grab and hold. [CAP-024]
        Grab,
        /// Shove away. [CAP-025]
        Shove,
        /// Kick off the legs. [CAP-026]
        Trip,
        /// Throw sand into eyes. [CAP-038]
        Blind,
        /// Break free. [CAP-024]
        Break,
        /// Let go of the one that is held. [CAP-024]
        Release,
        /// Move. [CAP-042]
        Move,
        /// Gain advantage. [CAP-043]
        Gain,
        /// Hold a defence. [CAP-027, CAP-028]
        Defend,
        /// Hold help for an attack of a friend. [CAP-031]
        Help,
        /// Hold an attack; struck first, by default. [CAP-029, CAP-044]
        HoldAttack,
        /// Hold a trip; for an enemy that runs past, by default. [CAP-030, CAP-044]
        HoldTrip,
        /// Hold a shove. [CAP-044]
        HoldShove,
        /// Hold a grab. [CAP-044]
        HoldGrab,
        /// Hold a kick against a weapon. [CAP-044]
        HoldDisarm,
        /// Hold a handful of sand; for an enemy that comes, by default. [CAP-038, CAP-044]
        HoldBlind,
        /// Hold a spell; against an enemy that casts, by default. [CAP-044, CAP-047]
        HoldCast,
        /// Cast a spell. [CAP-037]
        Cast,
        /// Take weapons in hand, a dropped one included. [CAP-156]
        ReadyWeapons,
        /// Take the Grimoire in hand. [CAP-156]
        ReadyGrimoire,
        /// Put away whatever is in hand.
        ReadyNothing,
        /// Aid an ally who is down. [CAP-118]
        Aid,
        /// Use an item. [CAP-035]
        Item,
        /// Stand up. [CAP-038]
        Stand,
        /// Retreat. [CAP-132]
        Retreat,
        /// Catch one's breath, where the book allows it in a fight. [CAP-067]
        Rest,
        /// Nothing more in this turn; what is left over is lost.
        Nothing,
    }

    /// The trigger of a held action. [CAP-044]
    Trigger {
        /// An attack in close combat against oneself has been resolved. [CAP-029]
        Attacked,
        /// An enemy comes into reach.
        EnemyComes,
        /// An enemy moves past within reach. [CAP-030]
        EnemyPasses,
        /// A friend attacks. [CAP-031]
        AllyAttacks,
        /// An enemy casts a spell.
        EnemyCasts,
        /// An attack from afar against oneself has been resolved.
        Shot,
        /// An enemy has attacked a friend.
        AllyAttacked,
        /// An enemy's attack has taken a friend out of the fight.
        AllyFalls,
        /// An enemy has gone out of reach; it is met before it is gone. [CAP-030]
        EnemyLeaves,
    }

    /// The use of action points that are left over.
    Leftover {
        /// Held defences.
        Defend,
        /// Nothing.
        Lost,
    }

    /// The way to save. [CAP-049, CAP-053]
    SaveMode {
        /// As is best on the average: block before parry before dodge before bracing oneself.
        Best,
        /// Dodge.
        Dodge,
        /// Block with the shield.
        Block,
        /// Parry with the weapon.
        Parry,
        /// Brace oneself.
        Brace,
    }

    /// A move.
    Movement {
        /// Towards the target, no farther than needed.
        Approach,
        /// Not at all.
        Hold,
        /// Away from all enemies.
        Away,
    }

    /// The thing to drop. [CAP-076]
    Drop {
        /// The thing that is listed last.
        Last,
        /// The thing that is listed first.
        First,
    }
}

impl Do {
    /// True if it is held until something triggers it. [CAP-044]
    #[must_use]
    pub fn holds(self) -> bool {
        use Do::{Help, HoldAttack, HoldBlind, HoldCast, HoldDisarm, HoldGrab, HoldShove, HoldTrip};
        matches!(self, Help | HoldAttack | HoldTrip | HoldShove | HoldGrab | HoldDisarm | HoldBlind | HoldCast)
    }
}

impl Trigger {
    /// The trigger in words, after "when".
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Trigger::Attacked => "it has been attacked in close combat",
            Trigger::EnemyComes => "an enemy comes into reach",
            Trigger::EnemyPasses => "an enemy moves past",
            Trigger::AllyAttacks => "a friend attacks",
            Trigger::EnemyCasts => "an enemy casts a spell",
            Trigger::Shot => "it has been attacked from afar",
            Trigger::AllyAttacked => "an enemy has attacked a friend",
            Trigger::AllyFalls => "an enemy has struck a friend down",
            Trigger::EnemyLeaves => "an enemy goes out of reach",
        }
    }
}

section! {
    /// A line of `plan`. Either `do` or `include`.
    PlanLine {
        /// The action.
        #[serde(rename = "do")]
        act: Option<Do> = None,
        /// Name of the weapon; without it, the first that can be used.
        weapon: Option<String> = None,
        /// Name of the spell; without it, the first that can be cast.
        spell: Option<String> = None,
        /// Name of the item; without it, the first that does anything.
        item: Option<String> = None,
        /// Magic Dice of slots; without them, as the book says. [CAP-158]
        #[schemars(range(min = 0, max = 8))]
        slot_dice: Option<u8> = None,
        /// Magic Dice of mana dust. [CAP-155]
        #[schemars(range(min = 0, max = 8))]
        dust_dice: Option<u8> = None,
        /// Free Magic Dice. [CAP-173]
        #[schemars(range(min = 0, max = 8))]
        free_dice: Option<u8> = None,
        /// Magic Dice in all; without it, the book's. [CAP-159]
        #[schemars(range(min = 1, max = 8))]
        dice: Option<u8> = None,
        /// The trigger of a held action.
        trigger: Option<Trigger> = None,
        /// Of a held action: the condition on the one it would be carried out against, called `it`. [CAP-044]
        only: Option<String> = None,
        /// Of help: the friend it is for; without it, any. [CAP-031]
        friend: Option<String> = None,
        /// The action instead when it cannot be done; for `cast` it is an attack unless said otherwise.
        otherwise: Option<Do> = None,
        /// The condition under which the line holds; without it, always.
        when: Option<String> = None,
        /// Instead of `do`: the plan of another policy stands here.
        include: Option<String> = None,
    }
}

lines! {
    /// A line of `leftover`. Either `do` or `include`.
    LeftoverLine: Leftover {}

    /// A line of `save`. Either `do` or `include`.
    SaveLine: SaveMode {}

    /// A line of `movement`. Either `do` or `include`.
    MovementLine: Movement {}
}

line_text!(PlanLine, |line: &PlanLine, act: Do| {
    let word = format!("{act:?}").to_lowercase();
    let with = line.spell.as_deref().or(line.weapon.as_deref()).or(line.item.as_deref());
    with.map_or_else(|| word.clone(), |with| format!("{word} {with}"))
});

section! {
    /// A line of `drop`. Exactly one of `do`, `item` and `include`.
    DropLine {
        /// The end of the list.
        #[serde(rename = "do")]
        act: Option<Drop> = None,
        /// Name of the item, as long as it is there.
        item: Option<String> = None,
        /// The condition under which the line holds; without it, always.
        when: Option<String> = None,
        /// Instead of `do`: the same list of another policy stands here.
        include: Option<String> = None,
    }
}

impl LineText for DropLine {
    fn when(&self) -> Option<&str> {
        self.when.as_deref()
    }

    fn include(&self) -> Option<&str> {
        self.include.as_deref()
    }

    fn acts(&self) -> bool {
        self.act.is_some() || self.item.is_some()
    }

    fn summary(&self) -> String {
        self.item.clone().or_else(|| self.act.map(|act| format!("{act:?}").to_lowercase())).unwrap_or_default()
    }
}
