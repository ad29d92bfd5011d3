//! A whole small system to be copied: one weapon, one roll, one ruling, one decision, one kind of rest.
//!
//! Owns the game of cudgels, a page of rules that was made up for this folder (`README.md`), and shows every part that a rules core has
//! to have. Nobody plays it but its tests: they load it, play it and solve it. `docs/adding-a-system.md` goes through it. Start at
//! [`Cudgels`]; the rules themselves are the methods of [`Play`].

#![forbid(unsafe_code)]

mod words;

use frame::dice::{Dice, Roll, Slot};
use frame::fight::day::{Endangered, Leg, Sides};
use frame::fight::{ABSENT, Bodied, Catalogue, Counts, Ending, Lineup, Metric, Overview, Progress, Scale, Slots, Table, Watch};
use frame::policy::{Compiler, Group as Members, Observer, Selector, Selectors, Vocabulary};
use frame::rules::about::{About, Parameters};
use frame::rules::answers::Answer;
use frame::rules::decisions::{Reader, described};
use frame::rules::declare::{counters, selectors};
use frame::rules::plan::plan;
use frame::rules::play::play;
use frame::rules::profile::{Profile, Topic};
use frame::rules::quantity::{counted, families, named, observables, quantities};
use frame::rules::questions::{Arguments, Question};
use frame::rules::{Describes, Entry, Loaded, Measures, Peek, Plays, Reference, RuleSet, Solves};
use frame::scenario::{Complaints, Document, Format, expand, hazards};

use words::{Arena, Book, DecisionLists, LastBlow, Pit, PolicyText, Rest, Rulings, Sheet};

/// The system.
pub struct Cudgels;

impl Format for Cudgels {
    const NAME: &'static str = "cudgels";
    type Book = Book;
    type Rulings = Rulings;
    type Arena = Arena;
    type Sheet = Sheet;
    type Policy = PolicyText;
    type Rest = Rest;
    type Hazard = Pit;
}

// Every named value with everybody who sees it, and selectors by which policies choose somebody.

quantities! {
    seen: Seen<'_>, metrics [Left];

    Grit = "grit", Amount("grit") => seen.fight.grit[seen.of.index()], policy "grit that is left", sheet Pool "grit";
    GritLeft = "grit", Amount("grit") => seen.fight.grit[seen.of.index()].max(0), metric Left "grit left";
}

selectors! {
    "weakest" = By [Least "it.grit"], "the one with the least grit";
}

/// What a value is read off: a combatant in a fight.
pub struct Seen<'a> {
    fight: &'a Fight,
    of: Slot,
}

/// A fight as policies see it.
struct View<'a> {
    rules: &'a Core,
    fight: &'a Fight,
}

impl Observer for View<'_> {
    fn combatant(&self, _own: Slot, of: Slot, observable: u16, _argument: i32) -> i64 {
        Seen { fight: self.fight, of }.value(ASKED[usize::from(observable)])
    }

    fn target(&self, own: Slot) -> Option<Slot> {
        self.rules.weakest.choose(self, own, self.rules.foes(self.fight, own), |_| 0)
    }

    fn group(&self, own: Slot, group: Members) -> Slots {
        match group {
            Members::Allies => self.rules.lineup.friends(own).without(own),
            Members::Enemies => self.rules.foes(self.fight, own),
        }
    }
}

// The rules as a scenario has them, worked out once when it is loaded.

/// The rules, loaded for one scenario.
pub struct Core {
    book: Book,
    rulings: Rulings,
    /// By slot.
    sheets: Vec<Sheet>,
    /// The combatants by their sides.
    lineup: Lineup,
    /// True if anything can depend on how far below 0 the grit of the fallen is: a breath, or a condition of a policy.
    depth_matters: bool,
    /// By number.
    hazards: Vec<Pit>,
    decisions: DecisionLists,
    weakest: Selector,
    catalogue: Catalogue,
    metrics_of_state: usize,
}

impl RuleSet for Cudgels {
    type Rules = Core;
    const SUMMARY: &'static str = "cudgels: one die to hit, one to hurt";
    const STARTER: &'static str = "";
    const QUESTIONS: &'static [Question] = &[];
    const ROLLS: &'static [&'static Roll] = words::ALL;
    const LEDGER: [&'static str; 2] = ["", ""];

    fn reference() -> Reference {
        Reference {
            decisions: described(DecisionLists::DECISIONS),
            observables: Vocabulary::new(&observables(QUANTITIES), Vec::new()).reference(),
            selectors: SELECTORS.iter().map(|named| (named.name, named.about)).collect(),
        }
    }

    fn load(document: &Document<Self>, complaints: &mut Complaints) -> Option<Loaded<Core>> {
        let enlisted = expand(document, complaints);
        let vocabulary = Vocabulary::new(&observables(QUANTITIES), Vec::new());
        let selectors = Selectors::new(SELECTORS, &vocabulary);
        let weakest = selectors.named("weakest", "", complaints)?;
        let combatants: Vec<Entry> = enlisted.iter().map(Entry::of).collect();
        let plan = plan(document, &vocabulary, &combatants, complaints);
        let mut decisions = DecisionLists::default();
        let mut compiler = Compiler::new(&vocabulary, complaints);
        for one in &enlisted {
            let reader = Reader { vocabulary: &vocabulary, selectors: &selectors, follower: () };
            decisions.push(one.policy.unwrap_or_default(), &document.policy, &reader, &mut compiler);
        }
        let lines = compiler.into_book();
        if complaints.any_error() {
            return None;
        }
        let sides: Vec<String> = document.side.iter().map(|side| side.name.clone()).collect();
        let (catalogue, metrics_of_state) = catalogue(&sides, &combatants);
        let rules = Core {
            book: document.book.clone(),
            rulings: document.rulings,
            sheets: enlisted.iter().map(|one| Sheet { name: one.name.clone(), ..one.sheet.clone() }).collect(),
            lineup: plan.lineup(&enlisted, |one| one.side, sides.len()),
            depth_matters: plan.legs.iter().any(|leg| matches!(leg, Leg::Rest(..)))
                || !decisions.uses().is_empty()
                || plan.uses().next().is_some(),
            hazards: hazards(document).into_iter().map(|(_, pit)| *pit).collect(),
            decisions,
            weakest,
            catalogue,
            metrics_of_state,
        };
        Some(Loaded { rules, sides, combatants, plan, on_defeat: document.on_defeat, lines })
    }

    fn answer(question: &Question, _: &Arguments, _: &Book, _: &Rulings) -> Result<Answer, String> {
        Err(format!("nobody has written the answer to `{}`", question.name))
    }
}

// The state.

/// Everything that changes in a fight.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fight {
    /// Grit that is left, by slot; 0 or less is down.
    grit: Vec<i32>,
    /// The sides that have met.
    met: Sides,
    /// Those whose turn in this round is still to come.
    waiting: Slots,
    round: u16,
}

impl Bodied for Fight {
    type Body = i32;

    fn bodies(&self) -> &[i32] {
        &self.grit
    }

    fn bodies_mut(&mut self) -> &mut Vec<i32> {
        &mut self.grit
    }

    fn round(&self) -> u32 {
        self.round.into()
    }

    fn round_mut(&mut self) -> &mut u16 {
        &mut self.round
    }
}

impl Core {
    /// Those of the sides that have met who stand. (CUD-05)
    fn standing(&self, fight: &Fight) -> Slots {
        self.lineup.members_of(fight.met).those(|who| fight.grit[who.index()] > 0)
    }

    /// The enemies who stand.
    fn foes(&self, fight: &Fight, own: Slot) -> Slots {
        self.standing(fight) & self.lineup.foes(own)
    }

    /// The ending, once nobody who stands has an enemy who does. (CUD-05)
    fn ending(&self, fight: &Fight) -> Option<Ending> {
        self.lineup.ending(self.standing(fight), fight.met)
    }
}

// The rules: whatever changes a fight is a method of a fight in progress.

play!(Core, Fight);

impl<D: Dice, W: Watch> Play<'_, D, W> {
    /// Plays the turn of the next who waits, in the order of the file; opens the round before its first turn. (CUD-02, CUD-07, R-01)
    fn turn(&mut self) -> Progress {
        let rules = self.rules;
        if self.fight.waiting.is_empty() {
            self.fight.round += 1;
            self.fight.waiting = rules.standing(self.fight);
        }
        let who = self.fight.waiting.next();
        let strikes = |who: &Slot| rules.rulings.last_blow == LastBlow::Struck || self.fight.grit[who.index()] > 0;
        if let Some(who) = who.filter(strikes) {
            self.table.watch.turn(who);
            self.strike(who);
        }
        let all_at_once = rules.rulings.last_blow == LastBlow::Struck;
        if all_at_once && !self.fight.waiting.is_empty() {
            return Progress::Turn;
        }
        match rules.ending(self.fight) {
            Some(ending) => Progress::Over(ending),
            None if !self.fight.waiting.is_empty() => Progress::Turn,
            None if self.fight.round >= rules.book.rounds_max => Progress::Over(Ending::Timeout),
            None => Progress::Round,
        }
    }

    /// Strikes at an enemy; a hit takes the dice of the cudgel off its grit. (CUD-03, CUD-04)
    fn strike(&mut self, who: Slot) {
        let rules = self.rules;
        let (sheet, foes) = (&rules.sheets[who.index()], rules.foes(self.fight, who));
        let Some(target) = self.target(who, foes) else { return };
        self.table.watch.count(who, BLOWS_STRUCK, 1);
        if !self.table.at_most(who, &words::STRIKE, rules.book.strike_die, sheet.skill) {
            return self.table.tell("CUD-03", || format!("{} misses", sheet.name));
        }
        let hurt = self.table.sum(who, &words::CUDGEL, sheet.cudgel);
        self.table.watch.count(who, HITS, 1);
        self.fight.grit[target.index()] -= hurt;
        self.table.tell("CUD-04", || format!("{} hits {} for {hurt}", sheet.name, rules.sheets[target.index()].name));
    }

    /// Chooses whom to strike by the policy, else the one with the least grit. (CUD-02)
    fn target(&mut self, who: Slot, foes: Slots) -> Option<Slot> {
        let view = View { rules: self.rules, fight: self.fight };
        let lines = self.rules.decisions.target.of(who);
        if let Some(lines) = lines {
            let mut pick = |choices| self.table.pick(who, &words::RANDOM_TARGET, choices);
            let chosen = lines.decide(&view, who, |line| line.choose(&view, who, foes, &mut pick));
            lines.tell(&view, who, chosen.map(|(line, _)| line.number), &mut self.table.watch);
            if let Some((_, target)) = chosen {
                return Some(target);
            }
        }
        let pick = |choices| self.table.pick(who, &words::RANDOM_TARGET, choices);
        self.rules.weakest.choose(&view, who, foes, pick)
    }
}

// The measures: what is counted on the way, and what is read off the end.

counters! {
    BLOWS_STRUCK = "strikes", "blows struck", Scale::Amount("blows");
    HITS = "hits", "hits", Scale::Amount("hits");
}

/// Lists the metrics of a scenario, and how many of them are read off the final state alone.
fn catalogue(sides: &[String], combatants: &[Entry]) -> (Catalogue, usize) {
    let of_each = |families: &[_]| Metric::of_each(combatants.iter().map(|one| &one.name), families);
    let mut metrics = vec![Metric::winner(sides), Metric::rounds()];
    metrics.extend(of_each(&families(QUANTITIES, &ORDER)));
    let of_state = metrics.len();
    metrics.extend(of_each(&counted(COUNTED)));
    let overviews = vec![Overview::new("Cudgels", &["grit", "strikes", "hits"], true)];
    (Catalogue { metrics, overviews, ..Catalogue::default() }, of_state)
}

impl Plays for Core {
    type Fight = Fight;
    type Rest = Rest;

    fn blank(&self) -> Fight {
        Fight { grit: self.sheets.iter().map(|sheet| sheet.grit).collect(), met: Sides::NONE, waiting: Slots::NONE, round: 0 }
    }

    fn open<D: Dice, W: Watch>(&self, fight: &mut Fight, _: &mut Table<D, W>) {
        fight.grit.iter_mut().zip(&self.sheets).for_each(|(grit, sheet)| *grit = sheet.grit);
    }

    fn able(&self, sides: Sides, fight: &Fight) -> Sides {
        self.lineup.sides_of(self.lineup.members_of(sides).those(|who| fight.grit[who.index()] > 0))
    }

    fn meet<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut Fight, _: &mut Table<D, W>) -> Option<Ending> {
        (fight.met, fight.waiting, fight.round) = (sides, Slots::NONE, 0);
        self.ending(fight)
    }

    fn step<D: Dice, W: Watch>(&self, fight: &mut Fight, table: &mut Table<D, W>) -> Progress {
        Play { rules: self, fight, table }.turn()
    }

    fn part<D: Dice, W: Watch>(&self, fight: &mut Fight, _: &mut Table<D, W>) {
        (fight.met, fight.waiting, fight.round) = (Sides::NONE, Slots::NONE, 0);
    }

    /// A breath gives grit back, up to that of the sheet. (CUD-06)
    fn rest<D: Dice, W: Watch>(&self, rest: Rest, sides: Sides, fight: &mut Fight, _: &mut Table<D, W>) {
        match rest {
            Rest::Breath => self.lineup.members_of(sides).for_each(|who| {
                let (grit, sheet) = (&mut fight.grit[who.index()], &self.sheets[who.index()]);
                *grit = (*grit + self.book.breath).min(sheet.grit);
            }),
        }
    }

    /// A pit hurts whoever stands and falls into it. (CUD-08)
    fn hazard<D: Dice, W: Watch>(&self, number: u16, of: Endangered, fight: &mut Fight, table: &mut Table<D, W>) {
        let there = Slots::first(self.sheets.len()).those(|who| fight.grit[who.index()] > 0);
        for who in of.struck(there, table, &words::STRUCK) {
            let hurt = table.sum(who, &words::PIT, self.hazards[usize::from(number)].hurt);
            fight.grit[who.index()] -= hurt;
            table.tell("CUD-08", || format!("{} falls into a pit: {hurt} grit lost", self.sheets[who.index()].name));
        }
    }

    fn renew<D: Dice, W: Watch>(&self, sides: Sides, fight: &mut Fight, _: &mut Table<D, W>) {
        let fresh = self.lineup.members_of(sides);
        fresh.for_each(|who| fight.grit[who.index()] = self.sheets[who.index()].grit);
    }

    fn read(&self, fight: &Fight, who: Slot, observable: u16, argument: i32) -> i64 {
        View { rules: self, fight }.combatant(who, who, observable, argument)
    }

    fn is_alive(&self, fight: &Fight, who: Slot) -> bool {
        fight.grit[who.index()] > 0
    }
}

impl Solves for Core {
    fn canonical(&self, fight: &mut Fight) {
        if !self.depth_matters {
            fight.grit.iter_mut().for_each(|grit| *grit = (*grit).max(0));
        }
    }

    fn bytes(&self, fight: &Fight) -> usize {
        size_of::<Fight>() + size_of_val(&fight.grit[..])
    }
}

impl Measures for Core {
    fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    fn measure(&self, fight: &Fight, sides: Sides, counts: &Counts, ending: Ending, values: &mut [i64]) {
        let (head, rest) = values.split_at_mut(2);
        head.copy_from_slice(&[ending.winner(self.lineup.sides), i64::from(fight.round)]);
        let (of_state, counted) = rest.split_at_mut(MEASURED * self.sheets.len());
        let (of_state, counted) = (of_state.chunks_exact_mut(MEASURED), counted.chunks_exact_mut(COUNTED.len()));
        for ((who, of_state), counted) in Slots::first(self.sheets.len()).zip(of_state).zip(counted) {
            if sides.has(self.lineup.side(who)) {
                of_state.copy_from_slice(&Seen { fight, of: who }.measured());
                counted.copy_from_slice(counts.of(who));
            } else {
                of_state.fill(ABSENT);
                counted.fill(ABSENT);
            }
        }
    }

    fn metrics_of_state(&self) -> usize {
        self.metrics_of_state
    }

    fn counters(&self) -> usize {
        COUNTED.len()
    }
}

impl Describes for Core {
    fn profiles(&self) -> Vec<Profile> {
        let profile = |sheet: &Sheet| {
            let mut profile = Profile::default();
            profile.quantity(&QUANTITIES[Code::Grit as usize], sheet.grit.into());
            profile.line(Topic::Attack, "cudgel", sheet.cudgel.to_string()).part("skill", sheet.skill);
            profile
        };
        self.sheets.iter().map(profile).collect()
    }

    fn parameters(&self, _question: &str, _about: &About) -> Result<Parameters, String> {
        Ok(Parameters::default())
    }
}

impl Peek for Core {
    fn peek(&self, fight: &Fight, who: Slot, name: &str) -> Option<i64> {
        let (row, _) = named(QUANTITIES, &[], name)?;
        Some(Seen { fight, of: who }.value(ALL[row]))
    }
}

#[cfg(test)]
mod tests;
