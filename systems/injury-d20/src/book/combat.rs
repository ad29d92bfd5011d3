//! Numbers of attacks and their options, of maneuvers and reactions.
//!
//! Start at [`Crit`] and [`Maneuvers`].

use frame::rules::declare::{section, words};

use super::super::sheet::Skill;

section! {
    /// Critical hits.
    Crit {
        /// The face that is a critical hit. [INJ-143]
        #[schemars(range(min = 1, max = 1000))]
        natural: i32 = 20,
        /// Degrees that it adds. [INJ-145]
        #[schemars(range(min = 0, max = 100))]
        extra_degrees: i32 = 1,
    }

    /// Critical misses.
    Fumble {
        /// The face that is a critical miss. [INJ-149]
        #[schemars(range(min = 0, max = 1000))]
        natural: i32 = 1,
        /// Degrees that it takes off a hit. [INJ-149]
        #[schemars(range(min = 0, max = 100))]
        degrees: i32 = 1,
    }

    /// Sizes.
    Size {
        /// Attack bonus against one size larger. [INJ-157, INJ-159]
        #[schemars(range(min = 0, max = 100))]
        attack: i32 = 1,
        /// Degrees for each size. [INJ-161, INJ-162]
        #[schemars(range(min = 0, max = 100))]
        degrees: i32 = 1,
        /// True if shots have them too.
        degrees_ranged: bool = true,
        /// Maneuver bonus against one size smaller. [INJ-163]
        #[schemars(range(min = 0, max = 100))]
        maneuver: i32 = 1,
    }

    /// Cover.
    Cover {
        /// Disadvantages of attacks on those in cover. [INJ-165]
        #[schemars(range(min = 0, max = 20))]
        disadvantage: i32 = 1,
        /// The disadvantage of total cover. [INJ-166]
        #[schemars(range(min = 0, max = 20))]
        total_disadvantage: i32 = 2,
        /// True if those in total cover cannot be shot at.
        total_blocks: bool = false,
        /// Cover against shots counts only from farther away than this, in feet.
        #[schemars(range(min = 0, max = 1000))]
        beyond_ft: i32 = 5,
    }

    /// Flanking.
    Flanking {
        /// Advantages of those who flank. [INJ-167]
        #[schemars(range(min = 0, max = 20))]
        advantage: i32 = 1,
        /// True if both have to threaten. [INJ-167, R-35]
        needs_threat: bool = true,
    }

    /// Being prone.
    Prone {
        /// Advantages of melee against the prone. [INJ-168]
        #[schemars(range(min = 0, max = 20))]
        melee_advantage: i32 = 1,
        /// Disadvantages of shots at the prone. [INJ-169]
        #[schemars(range(min = 0, max = 20))]
        ranged_disadvantage: i32 = 1,
        /// Disadvantages of one's own melee against a target that stands. [INJ-170]
        #[schemars(range(min = 0, max = 20))]
        own_melee_disadvantage: i32 = 1,
        /// Disadvantages of one's own throws. [INJ-171]
        #[schemars(range(min = 0, max = 20))]
        throw_disadvantage: i32 = 1,
        /// True if the prone can use bows. [INJ-172]
        bow: bool = false,
        /// Advantages of one's own shots with crossbows and firearms. [INJ-173]
        #[schemars(range(min = 0, max = 20))]
        crossbow_advantage: i32 = 1,
    }

    /// Further attack actions in a turn.
    Iterative {
        /// Disadvantages for each attack action of the turn so far. [INJ-185]
        #[schemars(range(min = 0, max = 20))]
        disadvantage: i32 = 1,
    }

    /// The option Cleave.
    Cleave {
        /// Its price in stamina. [INJ-027, INJ-200]
        #[schemars(range(min = 0, max = 100))]
        cost: i32 = 1,
    }

    /// Opened defences.
    OpenDefences {
        /// Advantages of melee against the fighter who opened them. [INJ-201, INJ-203]
        #[schemars(range(min = 0, max = 20))]
        advantage: i32 = 1,
    }

    /// The option Lunge.
    Lunge {
        /// Its price in stamina. [INJ-027, INJ-202]
        #[schemars(range(min = 0, max = 100))]
        cost: i32 = 1,
        /// Feet of reach that it adds. [INJ-202]
        #[schemars(range(min = 0, max = 100))]
        reach_ft: i32 = 5,
    }

    /// The option Multiweapon.
    Multiweapon {
        /// Disadvantages of each roll. [INJ-204]
        #[schemars(range(min = 0, max = 20))]
        disadvantage: i32 = 1,
        /// Attack actions that it counts as. [INJ-185, R-38]
        #[schemars(range(min = 0, max = 20))]
        counts_as: u8 = 1,
    }

    /// The option Power Attack.
    Power {
        /// Attack bonus for each point of stamina. [INJ-027, INJ-205]
        #[schemars(range(min = 0, max = 100))]
        bonus: i32 = 2,
        /// Most points; without it, the martial bonus. [INJ-205]
        #[schemars(range(min = 0, max = 100))]
        max: Option<i32> = None,
    }

    /// The option Deadly Aim.
    DeadlyAim {
        /// Attack bonus for each point of stamina. [INJ-027, INJ-215]
        #[schemars(range(min = 0, max = 100))]
        bonus: i32 = 2,
        /// Most points; without it, the martial bonus. [INJ-215]
        #[schemars(range(min = 0, max = 100))]
        max: Option<i32> = None,
    }

    /// The option Reckless Attack.
    Reckless {
        /// Stamina for each degree. [INJ-027, INJ-207]
        #[schemars(range(min = 0, max = 100))]
        cost: i32 = 1,
        /// Disadvantages for each degree. [INJ-207]
        #[schemars(range(min = 0, max = 20))]
        disadvantage: i32 = 1,
        /// Most degrees; without it, as many as can be paid. [INJ-207]
        #[schemars(range(min = 0, max = 100))]
        max: Option<i32> = None,
    }

    /// Shots.
    Ranged {
        /// The farthest range increment of weapons that shoot. [INJ-209]
        #[schemars(range(min = 0, max = 100))]
        max_increments: i32 = 10,
        /// The farthest range increment of what is thrown. [INJ-209]
        #[schemars(range(min = 0, max = 100))]
        thrown_max_increments: i32 = 5,
        /// Disadvantages of shots into a melee of one's friends. [INJ-211]
        #[schemars(range(min = 0, max = 20))]
        into_melee_disadvantage: i32 = 1,
        /// Targets larger by so many sizes have no such disadvantage. [INJ-212]
        #[schemars(range(min = 0, max = 20))]
        into_melee_size: i32 = 2,
        /// Targets so many feet away from a friend have none because of that one. [INJ-212]
        #[schemars(range(min = 0, max = 1000))]
        into_melee_ft: i32 = 10,
        /// Larger than whom. [INJ-212, R-42]
        larger_than: LargerThan = LargerThan::Ally,
        /// Points that a body of the target's size in the path adds to the defence value. [INJ-213]
        #[schemars(range(min = 0, max = 100))]
        intervening_dv: i32 = 2,
        /// Points that it adds besides for each size that it is larger. [INJ-214]
        #[schemars(range(min = 0, max = 100))]
        intervening_dv_per_size: i32 = 2,
    }

    /// The option Rapid Shot.
    RapidShot {
        /// Disadvantages of each roll for each shot beyond the first. [INJ-217]
        #[schemars(range(min = 0, max = 20))]
        disadvantage: i32 = 1,
        /// Most shots; without it, any number. [INJ-217, R-38]
        #[schemars(range(min = 1, max = 100))]
        max: Option<u8> = None,
    }

    /// Throwing.
    Throw {
        /// Range increment of an object that has none of its own, in feet. [INJ-220]
        #[schemars(range(min = 5, max = 1000))]
        increment_ft: i32 = 10,
        /// Feet that each point of a Strength bonus adds to it. [INJ-221]
        #[schemars(range(min = 0, max = 1000))]
        increment_per_str_ft: i32 = 5,
        /// Faces of the die that says where a miss flies on. [INJ-223]
        #[schemars(range(min = 2, max = 8))]
        scatter_die: u8 = 8,
        /// Action points that pulling out a stuck weapon takes.
        #[schemars(range(min = 0, max = 20))]
        pull_out_ap: u8 = 1,
    }

    /// The action Defend.
    Defend {
        /// Its dodge bonus; without it, the martial bonus. [INJ-225]
        #[schemars(range(min = 0, max = 100))]
        bonus: Option<i32> = None,
    }

    /// The action Charge.
    Charge {
        /// Attack bonus. [INJ-230, R-37]
        #[schemars(range(min = -100, max = 100))]
        attack_bonus: i32 = 2,
        /// Points that it takes off the defence value. [INJ-230, R-37]
        #[schemars(range(min = -100, max = 100))]
        dv_penalty: i32 = 2,
        /// The least way, in feet. [INJ-230, R-37]
        #[schemars(range(min = 0, max = 1000))]
        min_ft: i32 = 10,
        /// The farthest way, in speeds. [INJ-230, R-37]
        #[schemars(range(min = 1, max = 10))]
        speed_factor: i32 = 2,
    }

    /// The reaction Parry.
    Parry {
        /// Its price in stamina. [INJ-027, INJ-242]
        #[schemars(range(min = 0, max = 100))]
        cost: i32 = 1,
        /// Degrees that any better parry takes away. [INJ-243]
        #[schemars(range(min = 0, max = 100))]
        degrees: i32 = 1,
        /// True if shots can be parried. [INJ-242, R-45]
        ranged: bool = false,
        /// True if maneuvers can be parried: a better parry undoes them.
        maneuvers: bool = false,
    }

    /// Maneuvers.
    Maneuvers {
        /// Disarm.
        disarm: DisarmNumbers = DisarmNumbers::default(),
        /// Drag.
        drag: DragNumbers = DragNumbers::default(),
        /// Grapple.
        grapple: GrappleNumbers = GrappleNumbers::default(),
        /// Overrun.
        overrun: OverrunNumbers = OverrunNumbers::default(),
        /// Reposition.
        reposition: RepositionNumbers = RepositionNumbers::default(),
        /// Shove.
        shove: ShoveNumbers = ShoveNumbers::default(),
        /// Steal.
        steal: StealNumbers = StealNumbers::default(),
        /// Sunder.
        sunder: SunderNumbers = SunderNumbers::default(),
        /// Trick.
        trick: TrickNumbers = TrickNumbers::default(),
        /// Trip.
        trip: TripNumbers = TripNumbers::default(),
    }

    /// Disarm.
    DisarmNumbers {
        /// The skill that it rolls. [INJ-188]
        skill: Skill = Skill::Acrobatics,
    }

    /// Drag.
    DragNumbers {
        /// The skill that it rolls. [INJ-189]
        skill: Skill = Skill::Athletics,
        /// Feet for success and for each degree. [INJ-189, R-31]
        #[schemars(range(min = 0, max = 1000))]
        feet: i32 = 5,
    }

    /// Grapple.
    GrappleNumbers {
        /// The skill that it rolls. [INJ-190]
        skill: Skill = Skill::Athletics,
        /// Ends of the grappler's turns that it holds. [INJ-190, R-31]
        #[schemars(range(min = 1, max = 100))]
        turn_ends: u8 = 2,
        /// Action points of an attempt to escape. [INJ-190, R-31]
        #[schemars(range(min = 0, max = 20))]
        escape_ap: u8 = 1,
    }

    /// Overrun.
    OverrunNumbers {
        /// The skill that it rolls. [INJ-191]
        skill: Skill = Skill::Athletics,
        /// Degrees that knock down. [INJ-191, R-31]
        #[schemars(range(min = 0, max = 100))]
        prone_degrees: i32 = 1,
    }

    /// Reposition.
    RepositionNumbers {
        /// The skill that it rolls. [INJ-192]
        skill: Skill = Skill::Acrobatics,
        /// Feet for success and for each degree. [INJ-192, R-31]
        #[schemars(range(min = 0, max = 1000))]
        feet: i32 = 5,
    }

    /// Shove.
    ShoveNumbers {
        /// The skill that it rolls. [INJ-193]
        skill: Skill = Skill::Athletics,
        /// Feet for success and for each degree. [INJ-193, R-31]
        #[schemars(range(min = 0, max = 1000))]
        feet: i32 = 5,
    }

    /// Steal.
    StealNumbers {
        /// The skill that it rolls. [INJ-194]
        skill: Skill = Skill::Thievery,
    }

    /// Sunder.
    SunderNumbers {
        /// The skill that it rolls. [INJ-195]
        skill: Skill = Skill::Str,
        /// The number of hits that things can take. [INJ-195, R-31]
        #[schemars(range(min = 1, max = 100))]
        integrity: u8 = 2,
        /// Integrity at which things are broken. [INJ-195, R-31]
        #[schemars(range(min = 0, max = 100))]
        broken_at: u8 = 1,
        /// Disadvantages of blows with a broken weapon. [INJ-195, R-31]
        #[schemars(range(min = 0, max = 20))]
        broken_disadvantage: i32 = 1,
        /// Factor on the bonus of broken armor and shields. [INJ-195, R-31]
        broken_armor: frame::fight::Ratio = frame::fight::Ratio::new(1, 2),
    }

    /// Trick.
    TrickNumbers {
        /// The skill that it rolls. [INJ-196]
        skill: Skill = Skill::Thievery,
        /// Action points by which the target ends what it brought. [INJ-196, R-31]
        #[schemars(range(min = 0, max = 20))]
        end_ap: u8 = 1,
    }

    /// Trip.
    TripNumbers {
        /// The skill that it rolls. [INJ-197]
        skill: Skill = Skill::Acrobatics,
    }

    /// Fighting with nothing.
    Unarmed {
        /// True if one can. [INJ-198]
        allowed: bool = true,
        /// Reach in feet. [INJ-198]
        #[schemars(range(min = 0, max = 1000))]
        reach_ft: i32 = 5,
    }
}

words! {
    /// Larger than whom a target has to be so that a shot into a melee is no harder.
    LargerThan {
        /// Than the friend who is in that melee.
        Ally,
        /// Than the shooter.
        Shooter,
    }
    /// A trigger of reactive attacks.
    Trigger {
        /// A maneuver without training; it provokes its target alone.
        UntrainedManeuver,
        /// A shot by a shooter who is threatened.
        RangedInMelee,
        /// Leaving a threatened square by a move.
        LeaveThreatened,
        /// Standing up.
        StandUp,
        /// Picking something up.
        PickUp,
    }
}
