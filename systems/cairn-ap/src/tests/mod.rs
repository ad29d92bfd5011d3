//! Tests of the rules of `cairn-ap`: a scenario, a script of dice, and what must be seen afterwards.
//!
//! Owns the map of the test files. Each test names the ledger ids it proves in the line above it. Dice stand in the order in
//! which the rules ask for them: initiative comes first. Start at [`stage`].
//!
//! | file | what |
//! |---|---|
//! | `stage` | the stage on which all others play |
//! | `actions` | what actions cost and do |
//! | `attacks` | weapons, targets, what makes attacks better or worse |
//! | `build` | sheets, lists of the book, hirelings |
//! | `checks` | what is rolled, added and compared |
//! | `condition` | what earlier days leave |
//! | `data` | book, rulings, sheets |
//! | `days` | what lies between fights |
//! | `detachments` | detachments |
//! | `duels` | whole fights with known answers |
//! | `harm` | critical damage, lost attributes, death |
//! | `held` | held actions |
//! | `inventory` | slots, Fatigue, what is dropped |
//! | `magic` | dice of magic and what spells do |
//! | `mishaps` | the mishaps table |
//! | `morale` | morale |
//! | `numbers` | whether every number of the book changes anything |
//! | `plain` | blows that are played the short way |
//! | `policies` | what conditions can ask, and decisions |
//! | `scars` | the scars table |
//! | `scripted` | the worked examples of the specification |
//! | `sides` | neutral sides, arrivals, equals |
//! | `switches` | whether every alternative of every ruling changes anything |
//! | `turns` | rounds, initiative, action points, gained advantage |

mod actions;
mod attacks;
mod build;
mod checks;
mod condition;
mod data;
mod days;
mod detachments;
mod duels;
mod harm;
mod hazards;
mod held;
mod inventory;
mod magic;
mod mishaps;
mod morale;
mod numbers;
mod plain;
mod policies;
mod scars;
mod scripted;
mod sides;
mod stage;
mod switches;
mod turns;

use super::CairnAp;
