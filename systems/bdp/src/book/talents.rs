//! Talents: the numbers of skills, and of what foes can do.

use crate::sheet::Ability;
use frame::dice::Die;
use frame::rules::declare::{section, words};

words! {
    /// The worth of knowing one's enemy. [BDP-631]
    KnowEnemy {
        /// Bonus damage.
        Bonus,
        /// More damage dice.
        Die,
        /// Enhanced attacks.
        Enhanced,
    }
}

section! {
    /// Numbers of skills.
    Skills {
        /// Commands in a fight. [BDP-502]
        #[schemars(range(min = 0, max = 100))]
        commander_uses: u8 = 1,
        /// HP that a command may give instead. [BDP-502]
        commander_hp: Die = Die::new(1, 6),
        /// Points that Impressive takes off the saves of a morale check that is made again. [BDP-503]
        #[schemars(range(min = 0, max = 20))]
        impressive_morale: i32 = 2,
        /// Rousing words in a day. [BDP-506]
        #[schemars(range(min = 0, max = 100))]
        rousing_uses: u8 = 1,
        /// The number of times as many damage dice that the roused roll. [BDP-506]
        #[schemars(range(min = 1, max = 8))]
        rousing_dice: u8 = 2,
        /// True if a party with an Alert member cannot be surprised. [BDP-507, R-41]
        alert_protects: bool = true,
        /// HP regained by Bloodlust. [BDP-509]
        bloodlust: Die = Die::new(1, 3),
        /// Unarmed dice of a Brawler. [BDP-510]
        brawler: Die = Die::new(1, 6),
        /// The damage of one attack from which on Brutal Blows impair. [BDP-511]
        #[schemars(range(min = 0, max = 1000))]
        brutal_blows_min: i32 = 10,
        /// Rounds beyond the present one for which they do. [BDP-511]
        #[schemars(range(min = 0, max = 100))]
        brutal_blows_rounds: u8 = 1,
        /// Armor of a defensive posture. [BDP-513]
        #[schemars(range(min = 0, max = 30))]
        posture: u8 = 1,
        /// Armor of fancy footwork, without any other. [BDP-513]
        #[schemars(range(min = 0, max = 30))]
        footwork: u8 = 1,
        /// The number of rolls that the hard to kill make again in a day. [BDP-515]
        #[schemars(range(min = 0, max = 100))]
        hard_to_kill_uses: u8 = 1,
        /// True if an attack by Momentum can bring another one. [BDP-517]
        momentum_chain: bool = true,
        /// Fatigue of a savage strike. [BDP-523]
        #[schemars(range(min = 0, max = 20))]
        savage_fatigue: u8 = 1,
        /// Armor of a showfighter before an audience. [BDP-524]
        #[schemars(range(min = 0, max = 30))]
        show_armor: u8 = 1,
        /// STR of a showfighter before an audience. [BDP-524]
        #[schemars(range(min = 0, max = 30))]
        show_str: i16 = 18,
        /// Dice that a throwing master rolls. [BDP-526]
        #[schemars(range(min = 1, max = 10))]
        throwing_dice: u8 = 2,
        /// Points that a trooper adds. [BDP-527]
        #[schemars(range(min = 0, max = 100))]
        trooper: i32 = 1,
        /// Unarmed dice of true strikes. [BDP-528]
        true_strike: Die = Die::new(1, 8),
        /// WIL that each of them costs. [BDP-528]
        true_strike_wil: Die = Die::new(1, 4),
        /// The number of times that Tunnel Vision is chosen in a day. [BDP-529]
        #[schemars(range(min = 0, max = 100))]
        tunnel_uses: u8 = 1,
        /// Armor of the elemental against magic of their element. [BDP-532]
        #[schemars(range(min = 0, max = 30))]
        elemental: u8 = 3,
        /// STR that laying on hands restores. [BDP-533]
        lay_on_hands: Die = Die::new(1, 6),
        /// Points that words of grace restore. [BDP-533]
        words_of_grace: Die = Die::new(1, 6),
        /// Ranged damage that a marksman adds, in version 1.32. [BDP-631]
        #[schemars(range(min = 0, max = 100))]
        marksman: i32 = 1,
        /// The worth of knowing one's enemy, in version 1.32. [BDP-631]
        know_enemy_is: KnowEnemy = KnowEnemy::Bonus,
        /// Points that it adds to damage, where it is a bonus. [BDP-631]
        #[schemars(range(min = 0, max = 100))]
        know_enemy: i32 = 1,
        /// Damage dice that it adds, where it is a die. [BDP-631]
        #[schemars(range(min = 0, max = 8))]
        know_enemy_dice: u8 = 1,
        /// The number of times that a species' gift is used in a day. [BDP-592]
        #[schemars(range(min = 0, max = 100))]
        species_uses: u8 = 1,
        /// HP that the tough are left with. [BDP-592]
        #[schemars(range(min = 1, max = 100))]
        tough_hp: i16 = 1,
    }

    /// Numbers of what foes can do.
    Traits {
        /// Dice of a breath that states none. [BDP-407]
        breath: Die = Die::new(1, 10),
        /// The save that avoids a breath. [BDP-407]
        breath_save: Ability = Ability::Dex,
        /// Rounds by which a breath is announced. [BDP-407]
        #[schemars(range(min = 0, max = 10))]
        breath_warmup: u8 = 1,
        /// The save that avoids and escapes being held. [BDP-410]
        constrict_save: Ability = Ability::Str,
        /// Damage of each round held. [BDP-410, R-45]
        constrict: Die = Die::new(1, 6),
        /// The save of flyers and riders against strikes. [BDP-411, BDP-417]
        flying_save: Ability = Ability::Dex,
        /// Faces of the die with which the invisible are found. [BDP-415, R-45]
        #[schemars(range(min = 1, max = 100))]
        invisible_die: u8 = 6,
        /// The lowest face that finds them. [BDP-415, R-45]
        #[schemars(range(min = 1, max = 101))]
        invisible_found: u8 = 3,
        /// Faces of the die that pack tactics add. [BDP-418]
        #[schemars(range(min = 1, max = 100))]
        pack_die: u8 = 12,
        /// The save against terror. [BDP-422]
        terror_save: Ability = Ability::Wil,
        /// Fatigue room of a casting foe whose sheet says nothing about its slots. [BDP-420]
        #[schemars(range(min = 0, max = 100))]
        caster_fatigue: u8 = 3,
        /// Dice of rounds that smoke lasts. [BDP-366]
        smoke: Die = Die::new(1, 4),
        /// The save of those in smoke, at a disadvantage. [BDP-366]
        smoke_save: Ability = Ability::Dex,
        /// The save that keeps a rider in the saddle of a frightened horse. [BDP-374]
        throw_save: Ability = Ability::Dex,
        /// DEX of a horse whose sheet says nothing. [BDP-370, BDP-373]
        #[schemars(range(min = 0, max = 30))]
        horse_dex: i16 = 12,
        /// The save that keeps a horse calm. [BDP-374]
        fear_save: Ability = Ability::Wil,
    }
}
