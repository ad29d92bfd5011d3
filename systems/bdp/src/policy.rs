//! The policy of a `bdp` combatant as a designer writes it: one priority list for each kind of decision.
//!
//! Owns the table of decisions and the words of their lines; [`decide`](super::decide) reads the lines. In every list the first
//! line that is legal and whose condition holds decides; where none does, the default of its row. Start at [`PolicyText`].

use frame::policy::SelectorText;
use frame::rules::decisions::{ChoiceLine, decisions};
use frame::rules::declare::{lines, words};

use super::sheet::{Ability, Miracle, Song, Source};

decisions! {
    /// The decisions of a combatant.
    PolicyText;
    /// The decisions of all combatants of a scenario.
    DecisionLists;

    /// The action of a round, decided on what everybody sees at its beginning. Default: strike with the wielded weapon, or
    /// shoot with it. [BDP-227]
    action: ActionLine, WITH_TARGET;
    /// The target to strike: `weakest`, `random`, `first`, `strongest`, `most_wounded`, `leader`, `caster`, `lock`, or by
    /// `least` and `most`. Default: `weakest` for player characters, `random` for others. [BDP-236]
    target: SelectorText, WITHOUT_TARGET;
    /// The ally to command, empower, heal or protect. Default: with words the one with the fewest HP; with miracles oneself and
    /// then the others as they are listed, of healing those first who have lost most.
    ally: SelectorText, WITHOUT_TARGET;
    /// The weapon of two to strike with. Default: both. [BDP-256]
    hands: HandsLine, WITHOUT_TARGET;
    /// The answer to an attack. Default: `best`, of what one knows; `defend` where lines are given and none of them decides.
    /// [BDP-284, BDP-285]
    reaction: ReactionLine, WITHOUT_TARGET;
    /// The one of several attackers to parry or strike back at. Default: the first. [BDP-286, BDP-292]
    opponent: SelectorText, WITHOUT_TARGET;
    /// The thing to give up to cancel a blow. Default: nothing. [BDP-279]
    sacrifice: SacrificeLine, WITHOUT_TARGET;
    /// The decision to break the weapon to enhance an attack, in version 1.32. Default: no. [BDP-613]
    break_weapon: ChoiceLine, WITHOUT_TARGET;
    /// The fate of a wound of a kind one has: it takes a slot or makes the first worse. Default: a slot. [BDP-053]
    wound: WoundLine, WITHOUT_TARGET;
    /// The decision to drop the backpack. Default: no. [BDP-359]
    backpack: ChoiceLine, WITHOUT_TARGET;
    /// The decision to fail the save for the order on purpose. Default: no. [BDP-519]
    patient_strike: ChoiceLine, WITHOUT_TARGET;
    /// The decision to attempt a stunt with an attack. Default: no. [BDP-253]
    stunt: ChoiceLine, WITHOUT_TARGET;
    /// The decision to strike savagely for Fatigue. Default: no. [BDP-523]
    savage: ChoiceLine, WITHOUT_TARGET;
    /// The decision to rage. Default: no. [BDP-522]
    fury: ChoiceLine, WITHOUT_TARGET;
    /// The decision to chase the target of this round alone. Default: no. [BDP-529]
    tunnel: ChoiceLine, WITHOUT_TARGET;
    /// The decision to roll the die that a high Magic Die brings. Default: yes. [BDP-453]
    extra_die: ChoiceLine, WITHOUT_TARGET;
    /// The number of dice to counter an enemy's spell with. Default: none. [BDP-463]
    counterspell: DiceLine, WITHOUT_TARGET;
    /// The harm that the Power of a wand or staff cancels. Default: feedback. [BDP-472]
    power: PowerLine, WITHOUT_TARGET;
    /// The points of a blessing to spend on a save. Default: none. [BDP-479]
    bless: DiceLine, WITHOUT_TARGET;
    /// The loss that a hit flyer or rider chooses. Default: HP. [BDP-411]
    flight: FlightLine, WITHOUT_TARGET;
    /// The decision to make a failed save again where something allows that. Default: a failed Critical Damage Save. [BDP-515,
    /// BDP-592]
    reroll: ChoiceLine, WITHOUT_TARGET;
    /// The decision of the adaptable to use their best ability for a save. Default: yes, where it is better. [BDP-592]
    adapt: ChoiceLine, WITHOUT_TARGET;
    /// The decision of the cunning to make any other failed save again, and of the adaptable to make any other save with their
    /// best ability. Default: no. [BDP-592]
    gift: ChoiceLine, WITHOUT_TARGET;
    /// The decision to use the attack that Momentum gives. Default: yes. [BDP-517]
    momentum: ChoiceLine, WITHOUT_TARGET;
    /// The decision to try to stop raging. Default: yes, when no enemy is engaged. [BDP-522]
    calm: ChoiceLine, WITHOUT_TARGET;
    /// The decision to drink at a short break. Default: when HP are missing. [BDP-092]
    drink: ChoiceLine, WITHOUT_TARGET;
    /// The meal to take, of what there is. Default: the best that is not desperate. [BDP-103]
    meal: MealLine, WITHOUT_TARGET;
    /// The decision to use a potion that would help in the night. Default: yes. [BDP-118]
    salve: ChoiceLine, WITHOUT_TARGET;
    /// The effect of laying on hands. Default: it cures, else it restores STR. [BDP-533]
    lay_hands: HandLine, WITHOUT_TARGET;
    /// The decision to speak words of grace. Default: no. [BDP-533]
    grace: ChoiceLine, WITHOUT_TARGET;
    /// The decision to treat others with a healer's kit. Default: yes. [BDP-363]
    kit: ChoiceLine, WITHOUT_TARGET;
}

words! {
    /// An action of a round.
    Do {
        /// Strike or shoot; closes the distance first where that is needed. [BDP-229, BDP-230]
        Attack,
        /// Throw a weapon. [BDP-326]
        Throw,
        /// A gambit instead of a strike. [BDP-268]
        Gambit,
        /// Sculpt Energy. [BDP-456]
        Sculpt,
        /// A trick. [BDP-461]
        Trick,
        /// A miracle. [BDP-476]
        Miracle,
        /// A song. [BDP-488]
        Song,
        /// Breathe. [BDP-407]
        Breath,
        /// Move. [BDP-221]
        Move,
        /// Move through two zones. [BDP-222]
        DoubleMove,
        /// Strike and step away. [BDP-230]
        StrikeAway,
        /// Step away from everybody engaged.
        StepAway,
        /// Retreat. [BDP-303]
        Retreat,
        /// Pick up what was dropped.
        PickUp,
        /// Draw or swap a weapon.
        Draw,
        /// Reload, or draw a heavy bow. [BDP-347]
        Reload,
        /// Command an ally to strike. [BDP-502]
        Command,
        /// Command an ally to take heart. [BDP-502]
        Encourage,
        /// Rousing words. [BDP-506]
        Rouse,
        /// Provoke an enemy. [BDP-505]
        Provoke,
        /// Protect allies. [BDP-520]
        Protect,
        /// Throw a smoke bomb. [BDP-366]
        Smoke,
        /// Nothing.
        Wait,
    }

    /// A kind of gambit. [BDP-270, R-44]
    GambitKind {
        /// Push away.
        Shove,
        /// Have the weapon dropped.
        Disarm,
        /// Throw to the ground.
        Trip,
        /// Cost the next turn.
        Stun,
    }

    /// A direction to move in.
    Towards {
        /// Towards the one that `target` names; without a line there, towards the nearest enemy.
        Target,
        /// Away from all enemies.
        Away,
    }

    /// The number of targets of a spell. [BDP-457]
    SpellTargets {
        /// One.
        One,
        /// Two.
        Two,
        /// All enemies in the zone of the target.
        Blast,
    }

    /// With which of two weapons. [BDP-256]
    Hands {
        /// With both, at the place of the slower.
        Both,
        /// With the quicker.
        Quicker,
        /// With the first.
        Main,
    }

    /// An answer to an attack. [BDP-284]
    React {
        /// Block or dodge, whatever impairs most.
        Best,
        /// Take it.
        Defend,
        /// Take it and strike back.
        FightBack,
        /// Block.
        Block,
        /// Dodge.
        Dodge,
        /// Parry.
        Parry,
    }

    /// A thing to give up. [BDP-282]
    Offering {
        /// The shield.
        Shield,
        /// The weapon.
        Weapon,
        /// The armor.
        Armor,
        /// Any item, for scrap fighters of version 1.32. [BDP-631]
        Item,
        /// Nothing.
        Nothing,
    }

    /// The fate of a wound of a kind one has. [BDP-053]
    WoundChoice {
        /// It takes another slot.
        NewSlot,
        /// It makes the first one worse.
        Worsen,
    }

    /// A thing that Power cancels. [BDP-472]
    PowerUse {
        /// Dice of one's own feedback.
        Feedback,
        /// Dice of an enemy's spell.
        Spell,
        /// Nothing.
        Nothing,
    }

    /// A thing that a hit flyer or rider gives up. [BDP-411, BDP-417]
    Flight {
        /// HP.
        TakeDamage,
        /// The air or the saddle.
        Fall,
    }

    /// A meal. [BDP-103]
    Meal {
        /// A fancy meal.
        Fancy,
        /// A simple meal, cooked.
        Simple,
        /// A ration.
        Ration,
        /// Fruits and vegetables.
        Fresh,
        /// Food for those in dire need.
        Desperate,
        /// Nothing.
        Nothing,
    }

    /// The effect of laying on hands. [BDP-533]
    Hand {
        /// It cures a disease.
        Cure,
        /// It restores STR.
        Restore,
        /// Nothing.
        Nothing,
    }
}

lines! {
    /// A line of `action`. Either `do` or `include`.
    ActionLine: Do {
        /// Name of the weapon; without it, the wielded one. One that is not in hand is drawn first, which takes the turn.
        weapon: String,
        /// Kind of the gambit or trick; without it, a shove.
        gambit: GambitKind,
        /// The number of Magic or Faith Dice; without it, one.
        #[schemars(range(min = 1, max = 20))]
        dice: u8,
        /// The miracle.
        miracle: Miracle,
        /// The song.
        song: Song,
        /// True if a spell is made a quick turn.
        quick: bool,
        /// Zones that a spell reaches beyond Near: 1 for Far, 2 for Distant.
        #[schemars(range(min = 0, max = 2))]
        range: u8,
        /// The number of targets of a spell; without it, one. A trick's `blast` spends every further die on one more enemy.
        targets: SpellTargets,
        /// The ability that a spell hurts; without it, STR.
        ability: Ability,
        /// The element of a spell; without it, none.
        element: Source,
        /// True if a spell pierces Armor, in version 1.32.
        pierce: bool,
        /// The direction to move in; without it, towards the target.
        to: Towards,
        /// The direction to move in before a shot or another quick action, which makes a full turn of it; without it, nowhere.
        /// [BDP-230]
        first: Towards,
    }

    /// A line of `hands`. Either `do` or `include`.
    HandsLine: Hands {}

    /// A line of `reaction`. Either `do` or `include`.
    ReactionLine: React {
        /// Slots that have to stay free after paying; without it, 1.
        #[schemars(range(min = 0, max = 10))]
        reserve: u8,
    }

    /// A line of `sacrifice`. Either `do` or `include`.
    SacrificeLine: Offering {}

    /// A line of `wound`. Either `do` or `include`.
    WoundLine: WoundChoice {}

    /// A line of `counterspell` or `bless`: how many. Either `do` or `include`.
    DiceLine: u8 {}

    /// A line of `power`. Either `do` or `include`.
    PowerLine: PowerUse {
        /// The most of it that is used; without it, all.
        #[schemars(range(min = 0, max = 20))]
        most: u8,
    }

    /// A line of `flight`. Either `do` or `include`.
    FlightLine: Flight {}

    /// A line of `meal`. Either `do` or `include`.
    MealLine: Meal {}

    /// A line of `lay_hands`. Either `do` or `include`.
    HandLine: Hand {}
}
