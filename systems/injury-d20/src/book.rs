//! The book of `injury-d20`: every number and table of the rules, with the values of the specification as defaults.
//!
//! Owns data only. Each field's comment ends with the ledger ids of the rules it comes from; ranges are part of the schema.
//! The questions that the published rules leave open are in [`rulings`](super::rulings), where they are no numbers. Parts of the body are in
//! [`parts`], the options of attacks in [`combat`], what lies between fights in [`between`]. Start at [`Book`].

pub mod between;
pub mod combat;
pub mod parts;

use frame::rules::declare::{section, words};

use between::{Concussion, Day, Heal, Magic, Rest, Worsen};
use combat::{
    Charge, Cleave, Cover, Crit, DeadlyAim, Defend, Flanking, Fumble, Iterative, Lunge, Maneuvers, Multiweapon, OpenDefences,
    Parry, Power, Prone, Ranged, RapidShot, Reckless, Size, Throw, Trigger, Unarmed,
};
use parts::{Head, Heart, Multihead, Part, PartsRule, Tail, Wing};

section! {
    /// Every number and table of the rules.
    Book {
        /// Rolls for initiative.
        initiative: Initiative = Initiative::default(),
        /// The way in which the sides meet.
        encounter: Encounter = Encounter::default(),
        /// Ambushes.
        ambush: Ambush = Ambush::default(),
        /// Attack rolls.
        attack: Attack = Attack::default(),
        /// Checks.
        check: Check = Check::default(),
        /// Advantages and disadvantages.
        advantage: Advantage = Advantage::default(),
        /// Degrees of success.
        degree: Degree = Degree::default(),
        /// The defence value.
        dv: DefenceValue = DefenceValue::default(),
        /// Being off-guard.
        off_guard: OffGuard = OffGuard::default(),
        /// Stamina.
        stamina: Stamina = Stamina::default(),
        /// Exhaustion.
        exhaustion: Exhaustion = Exhaustion::default(),
        /// Being exhausted.
        exhausted: Exhausted = Exhausted::default(),
        /// Strain.
        strain: Strain = Strain::default(),
        /// Bleeding.
        bleed: Bleed = Bleed::default(),
        /// Being helpless.
        helpless: Helpless = Helpless::default(),
        /// The save of the unconscious.
        save: Save = Save::default(),
        /// Creatures without Constitution.
        no_con: NoCon = NoCon::default(),
        /// The parts of the body.
        part: Part = Part::default(),
        /// The rules for all parts.
        parts: PartsRule = PartsRule::default(),
        /// The effects of tails.
        tail: Tail = Tail::default(),
        /// Wings.
        wing: Wing = Wing::default(),
        /// Falling.
        fall: Fall = Fall::default(),
        /// Heads.
        head: Head = Head::default(),
        /// Several heads.
        multihead: Multihead = Multihead::default(),
        /// Hearts.
        heart: Heart = Heart::default(),
        /// Being stunned.
        stunned: Stunned = Stunned::default(),
        /// Being dazed.
        dazed: Dazed = Dazed::default(),
        /// Being sickened.
        sickened: Sickened = Sickened::default(),
        /// Being confused.
        confused: Confused = Confused::default(),
        /// Being blinded.
        blinded: Blinded = Blinded::default(),
        /// Being deafened.
        deafened: Deafened = Deafened::default(),
        /// Rounds.
        round: Round = Round::default(),
        /// Turns.
        turn: Turn = Turn::default(),
        /// Of which kind actions are.
        action: Actions = Actions::default(),
        /// The prices of kinds of actions.
        ap: ActionPoints = ActionPoints::default(),
        /// Moving.
        r#move: Price = Price::default(),
        /// Standing up.
        stand: Stand = Stand::default(),
        /// Lying down.
        lie_down: Price = Price::default(),
        /// Taking off and landing.
        fly: Flight = Flight::default(),
        /// Picking something up.
        pick_up: Price = Price::default(),
        /// Drawing a weapon.
        draw: Price = Price::default(),
        /// Stopping blood.
        staunch: Staunch = Staunch::default(),
        /// Critical hits.
        crit: Crit = Crit::default(),
        /// Critical misses.
        fumble: Fumble = Fumble::default(),
        /// Sizes.
        size: Size = Size::default(),
        /// Squares that creatures of each size take on a side, from the smallest size on. [INJ-157]
        space_by_size: Vec<u8> = vec![1, 1, 1, 1, 1, 2, 3, 4, 6],
        /// Cover.
        cover: Cover = Cover::default(),
        /// Flanking.
        flanking: Flanking = Flanking::default(),
        /// Being prone.
        prone: Prone = Prone::default(),
        /// Further attack actions in a turn.
        iterative: Iterative = Iterative::default(),
        /// The option Cleave.
        cleave: Cleave = Cleave::default(),
        /// Opened defences.
        open_defences: OpenDefences = OpenDefences::default(),
        /// The option Lunge.
        lunge: Lunge = Lunge::default(),
        /// The option Multiweapon.
        multiweapon: Multiweapon = Multiweapon::default(),
        /// The option Power Attack.
        power: Power = Power::default(),
        /// The option Deadly Aim.
        deadly_aim: DeadlyAim = DeadlyAim::default(),
        /// The option Reckless Attack.
        reckless: Reckless = Reckless::default(),
        /// Shots.
        ranged: Ranged = Ranged::default(),
        /// The option Rapid Shot.
        rapid_shot: RapidShot = RapidShot::default(),
        /// Throwing.
        throw: Throw = Throw::default(),
        /// The action Defend.
        defend: Defend = Defend::default(),
        /// The action Charge.
        charge: Charge = Charge::default(),
        /// The reaction Parry.
        parry: Parry = Parry::default(),
        /// Maneuvers.
        maneuver: Maneuvers = Maneuvers::default(),
        /// Fighting with nothing.
        unarmed: Unarmed = Unarmed::default(),
        /// The triggers of reactive attacks. [INJ-156, INJ-246, R-32]
        provokes: Vec<Trigger> = Trigger::ALL.to_vec(),
        /// Untreated injuries.
        worsen: Worsen = Worsen::default(),
        /// Treating injuries.
        heal: Heal = Heal::default(),
        /// Concussions at rest.
        concussion: Concussion = Concussion::default(),
        /// Resting.
        rest: Rest = Rest::default(),
        /// Days.
        day: Day = Day::default(),
        /// Magic that mends bodies.
        magic: Magic = Magic::default(),
    }

    /// Rolls for initiative.
    Initiative {
        /// Faces of the die. [INJ-002]
        #[schemars(range(min = 2, max = 1000))]
        die: u16 = 20,
    }

    /// The way in which the sides meet.
    Encounter {
        /// The awareness between the sides. [INJ-002, INJ-004, INJ-005, INJ-006, R-02]
        awareness: Awareness = Awareness::Base,
        /// In an ambush, the side that hides. [INJ-005]
        hiding_side: Option<String> = None,
    }

    /// Ambushes.
    Ambush {
        /// The senses by which the unaware perceive. [INJ-006, INJ-065, INJ-081, R-02]
        perception_components: Vec<Sense> = vec![Sense::Visual, Sense::Audio],
    }

    /// Attack rolls.
    Attack {
        /// Faces of the die of attack rolls, maneuvers and parries. [INJ-009]
        #[schemars(range(min = 2, max = 1000))]
        die: u16 = 20,
    }

    /// Checks.
    Check {
        /// Faces of the die of checks of skills and attributes. [INJ-050, INJ-053, INJ-124, INJ-136]
        #[schemars(range(min = 2, max = 1000))]
        die: u16 = 20,
    }

    /// Advantages and disadvantages.
    Advantage {
        /// The worth of each where the rulings make them flat.
        #[schemars(range(min = 0, max = 100))]
        flat_step: i32 = 2,
        /// The most that count of what is left when both kinds are set off; without it, all.
        #[schemars(range(min = 0, max = 100))]
        cap: Option<i32> = None,
    }

    /// Degrees of success.
    Degree {
        /// Margin for each degree. [INJ-046, INJ-245, R-16]
        #[schemars(range(min = 1, max = 1000))]
        step: i32 = 5,
        /// Margins at which the first, second ... degree is reached, instead of even steps; rising.
        thresholds: Vec<i32> = Vec::new(),
    }

    /// The defence value.
    DefenceValue {
        /// Points that it begins with. [INJ-014, R-03]
        #[schemars(range(min = -1000, max = 1000))]
        base: i32 = 10,
        /// True if the martial bonus is part of it. [INJ-014, R-03]
        adds_mb: bool = false,
    }

    /// Being off-guard.
    OffGuard {
        /// The cases in which a combatant is off-guard. [INJ-020, R-05]
        when: Vec<OffGuardCase> = OffGuardCase::ALL.to_vec(),
        /// True if everybody is off-guard before the own first turn. [INJ-007]
        until_first_turn: bool = true,
    }

    /// Stamina.
    Stamina {
        /// For each level, how often the Constitution modifier is added. [INJ-023]
        #[schemars(range(min = 0, max = 100))]
        con_per_level: i32 = 1,
        /// The least that the maximum can be. [INJ-024]
        #[schemars(range(min = 1, max = 1000))]
        min_max: i32 = 1,
    }

    /// Exhaustion: points that are left.
    Exhaustion {
        /// Points that Constitution is added to for the maximum. [INJ-026, R-07]
        #[schemars(range(min = 0, max = 1000))]
        base: i32 = 10,
        /// The maximum where the rulings say that it is fixed.
        #[schemars(range(min = 1, max = 1000))]
        fixed: i32 = 10,
    }

    /// Being exhausted.
    Exhausted {
        /// Disadvantages of the rolls named in `on`. [INJ-025, INJ-032, R-08]
        #[schemars(range(min = 0, max = 100))]
        disadvantage: i32 = 1,
        /// The rolls that have them.
        on: Vec<RollKind> = vec![RollKind::Attack, RollKind::Check],
        /// Factor on speed. [INJ-032, R-08]
        speed_factor: frame::fight::Ratio = frame::fight::Ratio::new(1, 2),
    }

    /// Strain.
    Strain {
        /// Strain of a hit. [INJ-061]
        #[schemars(range(min = 0, max = 100))]
        per_hit: i32 = 1,
        /// Strain of each of its degrees. [INJ-062]
        #[schemars(range(min = 0, max = 100))]
        per_degree: i32 = 1,
        /// Stamina that a point of strain costs. [INJ-063, R-06]
        #[schemars(range(min = 0, max = 100))]
        stamina_per_point: i32 = 1,
        /// Points of strain that raise each price in stamina by 1, where the rulings say so.
        #[schemars(range(min = 1, max = 1000))]
        per_cost: i32 = 5,
    }

    /// Bleeding.
    Bleed {
        /// Stamina that a point of it takes in each turn. [INJ-028, R-12]
        #[schemars(range(min = 0, max = 100))]
        stamina_per_point: i32 = 1,
        /// When in a turn.
        when: TurnMoment = TurnMoment::TurnStart,
    }

    /// Being helpless.
    Helpless {
        /// Further advantages of attacks on the helpless. [INJ-033, R-09]
        #[schemars(range(min = 0, max = 100))]
        extra_advantage: i32 = 0,
        /// True if every hit on the helpless is a critical hit.
        auto_critical: bool = false,
    }

    /// The save of the unconscious.
    Save {
        /// Faces of its die; the highest is the best face. [INJ-034, R-11]
        #[schemars(range(min = 2, max = 1000))]
        die: u16 = 20,
        /// Stamina of a combatant that wakes by it. [INJ-038]
        #[schemars(range(min = 0, max = 1000))]
        wake_stamina: i32 = 1,
        /// Margin of a critical save, where the rulings go by margin.
        #[schemars(range(min = 0, max = 1000))]
        critical_margin: i32 = 10,
    }

    /// Creatures without Constitution.
    NoCon {
        /// Injuries that destroy one, before its level is added. [INJ-041, R-13]
        #[schemars(range(min = 1, max = 1000))]
        destroyed_base: i32 = 4,
        /// Points that they add to Constitution checks.
        #[schemars(range(min = -100, max = 100))]
        check_mod: i32 = 0,
    }

    /// Falling.
    Fall {
        /// Strain for each 10 feet. [INJ-078, R-20]
        #[schemars(range(min = 0, max = 100))]
        strain_per_10ft: i32 = 1,
        /// The injury from a fall.
        injury: FallInjury = FallInjury::None,
    }

    /// Being stunned.
    Stunned {
        /// True if the stunned are off-guard. [INJ-124, R-18]
        off_guard: bool = true,
        /// True if they drop what they hold.
        drops_held: bool = false,
    }

    /// Being dazed.
    Dazed {
        /// Action points in a turn that is begun dazed. [INJ-125, R-18]
        #[schemars(range(min = 0, max = 10))]
        ap: u8 = 0,
    }

    /// Being sickened.
    Sickened {
        /// Points taken off every d20. [INJ-138, R-18]
        #[schemars(range(min = 0, max = 100))]
        penalty: i32 = 2,
    }

    /// Being confused.
    Confused {
        /// The outcomes of a turn, each as likely. [INJ-126, R-18]
        table: Vec<Confusion> = vec![Confusion::Act, Confusion::Nothing, Confusion::SelfHarm, Confusion::Nearest],
        /// Strain of those who hurt themselves.
        #[schemars(range(min = 0, max = 100))]
        self_strain: i32 = 1,
    }

    /// Being blinded.
    Blinded {
        /// Disadvantages of attack rolls, parries and maneuvers. [INJ-083, R-18]
        #[schemars(range(min = 0, max = 100))]
        disadvantage: i32 = 2,
        /// True if the blinded can make reactive attacks.
        reactions: bool = false,
    }

    /// Being deafened.
    Deafened {
        /// Further disadvantages of Perception by hearing. [INJ-067, R-18]
        #[schemars(range(min = 0, max = 100))]
        perception_disadvantage: i32 = 0,
    }

    /// Rounds.
    Round {
        /// Seconds in a round. [INJ-174]
        #[schemars(range(min = 1, max = 3600))]
        seconds: u32 = 6,
        /// Turns of everybody in a round. [INJ-175]
        #[schemars(range(min = 1, max = 4))]
        turns: u8 = 1,
        /// Rounds after which a fight is broken off undecided.
        #[schemars(range(min = 1, max = 10_000))]
        rounds_max: u16 = 200,
    }

    /// Turns.
    Turn {
        /// Action points. [INJ-176]
        #[schemars(range(min = 0, max = 20))]
        ap: u8 = 3,
        /// Action points that everybody has besides. [INJ-183, INJ-234, R-37]
        #[schemars(range(min = 0, max = 20))]
        extra_ap: u8 = 0,
    }

    /// Of which kind actions are. The published rules say it of these, and know no action that is full or takes a round: a
    /// table that wants one says so here. [INJ-180, INJ-182, INJ-231]
    Actions {
        /// Charge. [INJ-229, INJ-230]
        charge: ActionKind = ActionKind::Standard,
        /// Defend. [INJ-184, INJ-225]
        defend: ActionKind = ActionKind::Simple,
        /// Ready Shield. [INJ-184, INJ-227]
        shield: ActionKind = ActionKind::Simple,
    }

    /// The prices of kinds of actions, in action points.
    ActionPoints {
        /// Simple actions. [INJ-178, INJ-184]
        #[schemars(range(min = 0, max = 20))]
        simple: u8 = 1,
        /// Standard actions. [INJ-179, INJ-229]
        #[schemars(range(min = 0, max = 20))]
        standard: u8 = 2,
        /// Full actions; the least that a turn needs for a round action. [INJ-180, INJ-231, INJ-233]
        #[schemars(range(min = 0, max = 20))]
        full: u8 = 3,
        /// The action Attack. [INJ-184]
        #[schemars(range(min = 0, max = 20))]
        attack: u8 = 1,
    }

    /// A price.
    Price {
        /// Action points.
        #[schemars(range(min = 0, max = 20))]
        ap: u8 = 1,
    }

    /// Standing up.
    Stand {
        /// Action points without injuries.
        #[schemars(range(min = 0, max = 20))]
        ap: u8 = 1,
        /// Further ones for each injured foot. [INJ-094]
        #[schemars(range(min = 0, max = 20))]
        foot_ap: u8 = 1,
        /// Further ones for each injured leg. [INJ-116]
        #[schemars(range(min = 0, max = 20))]
        leg_ap: u8 = 2,
        /// True if it never costs more than a turn has.
        cap_at_turn_ap: bool = false,
    }

    /// Taking off and landing.
    Flight {
        /// Action points of each.
        #[schemars(range(min = 0, max = 20))]
        ap: u8 = 1,
        /// Feet to which one rises that says nothing else, at most the fly speed.
        #[schemars(range(min = 1, max = 1000))]
        height_ft: i32 = 10,
    }

    /// Stopping blood.
    Staunch {
        /// The number that the Heal check has to reach.
        #[schemars(range(min = -100, max = 1000))]
        dc: i32 = 15,
        /// Action points.
        #[schemars(range(min = 0, max = 20))]
        ap: u8 = 2,
    }
}

words! {
    /// The awareness between sides when a fight begins.
    Awareness {
        /// Nothing is said of it: a plain die.
        Base,
        /// All are ready for each other: Dexterity is added.
        Ready,
        /// One side hides from the others.
        Ambush,
    }
    /// A sense.
    Sense {
        /// Sight: injured eyes hamper.
        Visual,
        /// Hearing: injured ears hamper.
        Audio,
        /// Scent: injured noses hamper.
        Scent,
    }
    /// A case in which a combatant is off-guard.
    OffGuardCase {
        /// Being unconscious.
        Unconscious,
        /// Being stunned.
        Stunned,
        /// Being blinded.
        Blinded,
        /// Being held by another combatant.
        Grappled,
        /// Something that says so for a time.
        Timed,
    }
    /// A kind of d20.
    RollKind {
        /// Attack rolls, parries and maneuvers.
        Attack,
        /// Checks of skills and attributes.
        Check,
        /// Saves.
        Save,
        /// Initiative.
        Initiative,
    }
    /// A kind of action. [INJ-178, INJ-179, INJ-180, INJ-182]
    ActionKind {
        /// A simple one.
        Simple,
        /// A standard one.
        Standard,
        /// A full one, also called greater.
        Full,
        /// One that takes the whole turn, and all reactions until the next. [INJ-182, INJ-232, INJ-233]
        Round,
    }
    /// A moment of a turn.
    TurnMoment {
        /// When it begins.
        TurnStart,
        /// When it ends.
        TurnEnd,
    }
    /// The injury from a fall.
    FallInjury {
        /// Nothing.
        None,
        /// One minor part, by chance.
        MinorRandom,
    }
    /// The conduct of the confused.
    Confusion {
        /// As they would without confusion.
        Act,
        /// Nothing.
        Nothing,
        /// They hurt themselves.
        #[serde(rename = "self")]
        SelfHarm,
        /// They attack the nearest combatant.
        Nearest,
    }
}
