//! `sparring replay`: one fight, told die by die.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{ArgGroup, Args};

use crate::cli::beside::{Twice, beside};
use crate::cli::chances::{CONTINUATIONS, continuations};
use crate::cli::load::{ScenarioArguments, quoted};
use crate::cli::output::StoryFormat;
use crate::cli::progress::{Bar, heed_interrupts};
use crate::cli::{number, output};
use crate::report::chances::story::{self, Storyline};
use crate::report::happening::{Happening, all_happen};
use crate::report::replay::{Cast, Replay};
use crate::report::told::{brief, events, outcome};
use frame::analysis::chances::{ChancePlan, FIGHTS_MOST, WantedFight};
use frame::analysis::turning::SteppedChances;
use frame::dice::SEED;
use frame::door::Playable;
use frame::error::Failure;
use frame::fight::watch::StoryEntry;
use frame::sim::outlook::Look;
use frame::sim::story::{Stories, Story, Telling, tell};
use frame::sim::{BegunFights, Engine, FightQuestion, Layout};
use frame::tally::Tally;

/// Tell one fight die by die: who rolled, why, and by which rule.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("which").required(true).multiple(true).args(["fight", "find", "told", "typical"])))]
pub struct ReplayArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    /// The number of the fight, from 0.
    #[arg(long, conflicts_with_all = ["find", "told", "typical"])]
    fight: Option<u64>,
    /// List fights for which this holds, a condition over metrics: `winner == ogre and rounds > 12`. `comeback`, `decided` and `swing` list the
    /// biggest comebacks, those that were decided earliest, and those with the largest swing; `comeback and rounds > 5` those of them.
    #[arg(long, value_name = "CONDITION")]
    find: Option<String>,
    /// Tell the first fight that ends as most do after the median number of rounds.
    #[arg(long, conflicts_with_all = ["find", "told"])]
    typical: bool,
    /// List fights of which this is told, as the replay words it: `'falls prone'`, `'Ysolde loses'`; or rolled, by what the roll is
    /// called: `'rolled critical'`; or tied, where so many in one round come to the same: `'tied has initiative three times'`. With how
    /// often: `'rolled critical twice'`, `'Ysolde loses 3 times in a round'`, `'flees never'`, `'misses > 4'`. Given several times,
    /// all of it.
    #[arg(long, value_name = "EVENT")]
    told: Vec<String>,
    /// Play on with another face of a die, by its number (`--numbers` tells them): `41=6`. What the fight comes to is set against what
    /// it came to.
    #[arg(long, value_name = "NUMBER=FACE", conflicts_with_all = ["find", "told"])]
    with_die: Vec<String>,
    /// Tell the fight beside another version of it, from where they part, and name the die that meant something else: the other version is the
    /// scenario named here, or the same without --set, --with and --with-die.
    #[arg(long, value_name = "SCENARIO", num_args = 0..=1, default_missing_value = "", hide_default_value = true, conflicts_with_all = ["find", "told", "chances"])]
    against: Option<String>,
    /// Tell every die on a line of its own as well, with its number.
    #[arg(long, conflicts_with_all = ["find", "told"])]
    numbers: bool,
    /// Tell before each action what else could have been done.
    #[arg(long, conflicts_with_all = ["find", "told"])]
    options: bool,
    /// Tell after each turn how the chances stand, and at last the dice that turned the fight.
    #[arg(long, conflicts_with_all = ["find", "told", "with_die"])]
    chances: bool,
    /// With --chances, or where chances are looked for: how often the rest of a fight is played from each state. Without it, 1024 times for
    /// one fight, 64 times for each of many.
    #[arg(long, value_name = "K", value_parser = continuations)]
    continuations: Option<u32>,
    /// Also write the fight as a page, into this folder.
    #[arg(long, value_name = "DIRECTORY", conflicts_with_all = ["find", "told"])]
    out: Option<PathBuf>,
    /// The format of a fight in the output.
    #[arg(long, value_enum, default_value_t = StoryFormat::Text, conflicts_with_all = ["find", "told"])]
    format: StoryFormat,
    /// The number of fights to look through, to their end; without it, until enough are listed, 100,000 at the most, or 1,000 where
    /// chances are looked for.
    #[arg(long, visible_alias = "fights", value_parser = number::fights)]
    within: Option<u64>,
    /// The number of fights to list; with --within, the others are counted.
    #[arg(long, default_value_t = 10)]
    most: usize,
    /// Stop as soon as so many are found.
    #[arg(long, value_name = "N", conflicts_with_all = ["fight", "typical", "most"], value_parser = clap::value_parser!(u64).range(1..))]
    first: Option<u64>,
    /// The seed of the run that the fight belongs to.
    #[arg(long, default_value_t = SEED)]
    seed: u64,
}

/// Tells a fight of a scenario, or finds fights in which something happens.
pub fn replay(arguments: &ReplayArguments) -> Result<(), Failure> {
    let playable = arguments.scenario.load()?;
    output::warn(&playable.warnings);
    let (loaded, layout) = (&*playable.engine, &playable.layout);
    if let Some((wanted, condition)) = arguments.find.as_deref().and_then(by_chances) {
        if !arguments.told.is_empty() {
            return Err(Failure::Usage(
                "--find by chances and --told cannot be asked for together: look for one, replay what it lists".into(),
            ));
        }
        return remarkable(arguments, wanted, &playable, condition);
    }
    if arguments.find.is_some() || !arguments.told.is_empty() {
        return find(arguments, loaded, layout);
    }
    let faces = arguments.with_die.iter().map(|text| turned(text)).collect::<Result<BTreeMap<usize, u32>, _>>()?;
    let fight = match arguments.fight {
        Some(fight) if fight >= number::FIGHTS_MOST => {
            return Err(Failure::Usage(format!("fights are numbered from 0 to {}", number::FIGHTS_MOST - 1)));
        }
        Some(fight) => fight,
        None => typical(arguments, loaded, layout)?,
    };
    if let Some(other) = &arguments.against {
        let (turned, more) = ((&arguments.with_die[..], faces.clone()), [arguments.options, arguments.numbers]);
        let fight = [arguments.seed, fight];
        let other = Some(Path::new(other)).filter(|_| !other.is_empty());
        let twice = Twice { scenario: &arguments.scenario, other, turned, fight, more };
        let (told, story) = beside(twice, &playable)?;
        impossible(&faces, &story)?;
        return arguments.format.hand_out(&told, arguments.out.as_deref(), "replay.json");
    }
    let telling = Telling { faces: faces.clone(), options: arguments.options, questions: false };
    let was = tell(loaded, layout, arguments.seed, fight);
    let story = loaded.tell(layout, arguments.seed, fight, telling);
    impossible(&faces, &story)?;
    let plan = arguments.plan(fight..fight + 1, CONTINUATIONS_OF_ONE);
    let told =
        arguments.chances.then(|| SteppedChances::of(loaded, layout, [arguments.seed, fight], &story, &plan)).transpose()?;
    let mut command = format!("sparring replay {} --fight {fight} --seed {}", arguments.scenario.typed(), arguments.seed);
    arguments.with_die.iter().for_each(|die| command += &format!(" --with-die {}", quoted(die)));
    if arguments.options {
        command += " --options";
    }
    if arguments.chances {
        command += " --chances";
        command += &arguments.continuations.map(|number| format!(" --continuations {number}")).unwrap_or_default();
    }
    let replay = Replay {
        cast: Cast::of(loaded),
        title: playable.game.facts().title.clone(),
        system: playable.game.facts().system.clone(),
        fight,
        seed: arguments.seed,
        command,
        events: told.as_ref().map_or_else(|| events(loaded, &story), |told| story::events(loaded, &story, told)),
        outcome: outcome(loaded, layout, &story, &was),
        numbered: arguments.numbers || !faces.is_empty(),
        storyline: told.as_ref().map(|told| Storyline::of(loaded, told, plan.continuations)).transpose()?,
    };
    arguments.format.hand_out(&replay, arguments.out.as_deref(), "replay.json")
}

/// Continuations of each state of one fight, where nobody says how many.
const CONTINUATIONS_OF_ONE: u32 = 1024;
/// Fights that are looked through, where nobody says how many.
const WITHIN: u64 = 100_000;
/// Fights that are looked through at once: at first few, so that the first line comes soon.
const BATCH: Range<u64> = 8..1024;
/// Fights whose chances are looked through, where nobody says how many.
const WITHIN_CHANCES: u64 = 1000;

impl ReplayArguments {
    /// Fights that are looked through.
    fn within(&self) -> u64 {
        self.within.unwrap_or(WITHIN)
    }

    /// The plan of the chances of these fights.
    fn plan(&self, fights: Range<u64>, continuations: u32) -> ChancePlan {
        let look = Look { fight: 0, fights, threads: None };
        ChancePlan { look, continuations: self.continuations.unwrap_or(continuations), turns: self.chances }
    }
}

/// The fights that a word of chances asks for, the first of them first, each with what is remarkable in it.
fn remarkable(
    arguments: &ReplayArguments,
    wanted: WantedFight,
    playable: &Playable,
    condition: Option<&str>,
) -> Result<(), Failure> {
    let mut layout = playable.layout.clone();
    let question =
        condition.map(|text| FightQuestion::new(text, &mut layout).map_err(|defects| output::marked("--find", text, &defects)));
    let question = question.transpose()?;
    let within = arguments.within.unwrap_or(WITHIN_CHANCES);
    if within > FIGHTS_MOST {
        return Err(Failure::Usage(format!("--within: {FIGHTS_MOST} fights at the most where chances are looked for")));
    }
    let (arm, plan) = (playable.arm(arguments.seed), arguments.plan(0..within, CONTINUATIONS));
    let bar = Bar::new();
    let played = plan.play(&arm, heed_interrupts(), &mut |fights| bar.show(fights, within, String::new()));
    bar.clear();
    let chances = played?;
    let mut player = playable.engine.player(&layout, arguments.seed);
    let mut listed = chances.remarkable(wanted);
    listed.retain(|noted| question.as_ref().is_none_or(|question| question.holds(player.play(noted.number)) == Some(true)));
    let most = arguments.first.unwrap_or(arguments.most as u64);
    let digits = within.saturating_sub(1).to_string().len();
    for noted in listed.iter().take(usize::try_from(most).unwrap_or(usize::MAX)) {
        let brief = brief(&playable.layout.catalogue, player.play(noted.number));
        output::show(&format!("  --fight {:<digits$}  {}; {brief}\n", noted.number, noted.why))?;
    }
    let text = arguments.find.as_deref().unwrap_or_default();
    output::show(&format!("{} of the first {} fights (seed {}): {text}\n", listed.len(), chances.played, arguments.seed))
}

/// The word of chances that is looked for, with the condition behind it, if any: `comeback and rounds > 5`.
fn by_chances(text: &str) -> Option<(WantedFight, Option<&str>)> {
    let (word, condition) = match text.split_once(" and ") {
        Some((word, condition)) => (word, Some(condition)),
        None => (text, None),
    };
    let wanted = match word.trim() {
        "comeback" => WantedFight::Comeback,
        "decided" => WantedFight::Decided,
        "swing" => WantedFight::Swing,
        _ => return None,
    };
    Some((wanted, condition))
}

/// The number of a die and the face that it is to show.
fn turned(text: &str) -> Result<(usize, u32), Failure> {
    let parts = text.split_once('=').and_then(|(number, face)| Some((number.trim().parse().ok()?, face.trim().parse().ok()?)));
    let found = parts.filter(|&(number, face): &(usize, u32)| number > 0 && face > 0);
    found.ok_or_else(|| {
        Failure::Usage(format!(
            "--with-die: `{text}` is no die with its face: write 41=6; --numbers tells the numbers of the dice"
        ))
    })
}

/// Complains about dice that are not there, or have no such face.
fn impossible(faces: &BTreeMap<usize, u32>, story: &Story) -> Result<(), Failure> {
    for (number, face) in faces {
        let turn = story.turns.iter().find(|turn| turn.number == *number);
        let wrong = match turn {
            None => format!("the fight has {} dice, so there is no number {number}", story.dice),
            Some(turn) if turn.shows.is_none() => format!("number {number} is a d{}, which has no face {face}", turn.sides),
            Some(_) => continue,
        };
        return Err(Failure::Usage(format!("--with-die: {wrong}")));
    }
    Ok(())
}

/// Fights in which is looked up what rolls are called.
const NAMED_WITHIN: u64 = 20;

/// The names of rolls, where nothing is found by words that are wanted.
fn called(arguments: &ReplayArguments, loaded: &dyn Engine, layout: &Layout) -> String {
    let mut names = std::collections::BTreeSet::new();
    for number in 0..arguments.within().min(NAMED_WITHIN) {
        let story = tell(loaded, layout, arguments.seed, number);
        names.extend(story.told.iter().filter_map(|told| match told {
            StoryEntry::Die { roll, .. } => Some(roll.what),
            StoryEntry::Sentence { .. } | StoryEntry::Options { .. } => None,
        }));
    }
    let names: Vec<String> = names.into_iter().map(|name| format!("`rolled '{name}'`")).collect();
    format!("`--typical` shows how things are worded; of rolls there are, in the first fights: {}\n", names.join(", "))
}

/// Prints the numbers of fights for which a condition holds and of which something is told, with what came of them, each as soon as it is
/// found; at last how many there are.
fn find(arguments: &ReplayArguments, loaded: &dyn Engine, plain: &Layout) -> Result<(), Failure> {
    let mut layout = plain.clone();
    let question = |text: &String| {
        FightQuestion::new(text, &mut layout).map_err(|mut defects| {
            // Without a comparison it is no condition over the end of a fight, but words for what happens in it.
            if let Some(defect) = defects.last_mut().filter(|_| !text.contains(['=', '<', '>'])) {
                defect.help.push("what happens during a fight is found by `--told 'falls prone twice'`".to_owned());
            }
            output::marked("--find", text, &defects)
        })
    };
    let question = arguments.find.as_ref().map(question).transpose()?;
    let wanted = Happening::all(&arguments.told)?;
    let mut player = loaded.player(&layout, arguments.seed);
    let listed = arguments.first.unwrap_or(arguments.most as u64);
    let digits = arguments.within().saturating_sub(1).to_string().len();
    let stories = Stories { loaded, layout: plain, seed: arguments.seed, threads: None };
    let is_sought = |story| all_happen(&wanted, loaded, story);
    // Whoever says how many fights are looked through wants to know how many of them there are.
    let last = arguments.first.or(arguments.within.is_none().then_some(listed));
    let (mut found, mut looked, most) = (0_u64, 0, arguments.within());
    let (interrupted, bar) = (heed_interrupts(), Bar::new());
    let mut batch = BATCH.start;
    'search: while looked < most && !interrupted.load(Ordering::Relaxed) {
        let numbers: Vec<u64> = (looked..most.min(looked + batch)).collect();
        let end = looked + numbers.len() as u64;
        // Only a condition has to be played for before anything is told.
        let open: Vec<u64> = match &question {
            Some(question) => {
                let holds =
                    |number: &u64| question.holds(player.play(*number)) == Some(true) && !interrupted.load(Ordering::Relaxed);
                numbers.into_iter().filter(holds).collect()
            }
            None => numbers,
        };
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
        let told = if wanted.is_empty() { vec![true; open.len()] } else { stories.among(&open, is_sought)? };
        for number in open.into_iter().zip(told).filter_map(|(number, told)| told.then_some(number)) {
            found += 1;
            if found <= listed {
                let line = format!("  --fight {number:<digits$}  {}\n", brief(&layout.catalogue, player.play(number)));
                bar.aside(|| output::show(&line))?;
            }
            if last == Some(found) {
                looked = number + 1;
                break 'search;
            }
        }
        looked = end;
        batch = (2 * batch).min(BATCH.end);
        bar.show(looked, most, format!(", {found} found"));
    }
    bar.clear();
    let within = looked;
    let conditions: Vec<String> =
        arguments.find.iter().cloned().chain(arguments.told.iter().map(|text| format!("told: {text}"))).collect();
    let mut head = format!("{found} of the first {within} fights (seed {}): {}\n", arguments.seed, conditions.join("; "));
    if last == Some(found) && arguments.first.is_none() {
        head += &format!("(it ends at {found}; `--within {most}` counts them all)\n");
    }
    let advice = if found == 0 && !wanted.is_empty() { called(arguments, loaded, plain) } else { String::new() };
    output::show(&format!("{head}{advice}"))
}

/// The first fight that ends as most do, after the median number of rounds.
fn typical(arguments: &ReplayArguments, loaded: &dyn Engine, layout: &Layout) -> Result<u64, Failure> {
    let never = AtomicBool::new(false);
    let empty = Tally::new(&layout.catalogue, loaded.lines().lines().len());
    let looked_at = 0..arguments.within().min(20_000);
    let tally = BegunFights::nothing(empty).played(&mut *loaded.player(layout, arguments.seed), looked_at, &never).tally;
    let notable = frame::sim::notable(loaded, layout, arguments.seed, &tally, &never);
    let typical = notable.iter().find(|notable| notable.what == frame::sim::TYPICAL);
    typical.map(|notable| notable.fight).ok_or_else(|| Failure::Usage("none of the fights looked through is typical".into()))
}
