//! `sparring replay`: one fight, told die by die.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{ArgGroup, Args, ValueEnum};

use crate::cli::happening::Happening;
use crate::cli::load::{Playable, ScenarioArguments, load, quoted};
use crate::cli::progress::heed_interrupts;
use crate::cli::{number, output};
use crate::error::Failure;
use crate::fight::watch::Told;
use crate::fight::{ABSENT, Catalogue, Metric, Scale};
use crate::report::replay::{Came, Event, Replay};
use crate::rules::{Loaded, Rules, System};
use crate::sim::story::{Story, Telling, roller, tell, tell_with};
use crate::sim::{Question, Worker};
use crate::with_system;

/// The format of a fight in the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ReplayFormat {
    Text,
    Html,
    Json,
}

/// Tell one fight die by die: who rolled, why, and by which rule.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("which").required(true).multiple(true).args(["fight", "find", "told", "typical"])))]
pub struct ReplayArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    /// The number of the fight, from 0.
    #[arg(long, conflicts_with_all = ["find", "told", "typical"])]
    fight: Option<u64>,
    /// List fights for which this holds, a condition over metrics: `winner == ogre and rounds > 12`.
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
    /// Tell every die on a line of its own as well, with its number.
    #[arg(long, conflicts_with_all = ["find", "told"])]
    numbers: bool,
    /// Tell before each action what else could have been done.
    #[arg(long, conflicts_with_all = ["find", "told"])]
    options: bool,
    /// The format of a fight in the output.
    #[arg(long, value_enum, default_value_t = ReplayFormat::Text, conflicts_with_all = ["find", "told"])]
    format: ReplayFormat,
    /// The number of fights to look through.
    #[arg(long, value_parser = number::fights, default_value = "100000")]
    within: u64,
    /// The number of fights to list.
    #[arg(long, default_value_t = 10)]
    most: usize,
    /// The seed of the run that the fight belongs to.
    #[arg(long, default_value_t = super::run::SEED)]
    seed: u64,
}

/// Tells a fight of a scenario, or finds fights in which something happens.
pub fn replay(arguments: &ReplayArguments) -> Result<(), Failure> {
    let raw = arguments.scenario.read()?;
    let system = arguments.scenario.system(&raw)?;
    let told = with_system!(system, S => {
        let playable = load::<S>(&raw)?;
        output::warn(&playable.warnings);
        told(arguments, &playable)
    });
    told.unwrap_or_else(|| Err(Failure::Bug(format!("no rules for {system}"))))
}

/// Tells one fight, which is a typical one where no number is given, or lists those that are looked for.
fn told<S: System>(arguments: &ReplayArguments, playable: &Playable<S>) -> Result<(), Failure> {
    if arguments.find.is_some() || !arguments.told.is_empty() {
        return output::show(&find(arguments, playable)?);
    }
    let faces = arguments.with_die.iter().map(|text| turned(text)).collect::<Result<BTreeMap<usize, u32>, _>>()?;
    let fight = match arguments.fight {
        Some(fight) if fight >= number::FIGHTS_MOST => {
            return Err(Failure::Usage(format!("fights are numbered from 0 to {}", number::FIGHTS_MOST - 1)));
        }
        Some(fight) => fight,
        None => typical(arguments, playable)?,
    };
    let telling = Telling { faces: faces.clone(), options: arguments.options };
    let was = tell(&playable.loaded, &playable.layout, arguments.seed, fight);
    let story = tell_with(&playable.loaded, &playable.layout, arguments.seed, fight, telling);
    impossible(&faces, &story)?;
    let mut command = format!("sparring replay {} --fight {fight} --seed {}", arguments.scenario.typed(), arguments.seed);
    arguments.with_die.iter().for_each(|die| command += &format!(" --with-die {}", quoted(die)));
    if arguments.options {
        command += " --options";
    }
    let replay = Replay {
        title: playable.scenario.document.title.clone(),
        system: S::NAME.to_owned(),
        fight,
        seed: arguments.seed,
        command,
        events: events(&playable.loaded, &story),
        outcome: outcome(playable, &story, &was),
        numbered: arguments.numbers || !faces.is_empty(),
    };
    output::print(&match arguments.format {
        ReplayFormat::Text => {
            output::folded(&format!("{}\nfight {fight} of seed {}\n{}", replay.title, arguments.seed, replay.text()))
        }
        ReplayFormat::Html => replay.html()?,
        ReplayFormat::Json => replay.json(),
    })
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
fn called<S: System>(arguments: &ReplayArguments, playable: &Playable<S>) -> String {
    let mut names = std::collections::BTreeSet::new();
    for number in 0..arguments.within.min(NAMED_WITHIN) {
        let story = tell(&playable.loaded, &playable.layout, arguments.seed, number);
        names.extend(story.told.iter().filter_map(|told| match told {
            Told::Die { roll, .. } => Some(roll.what),
            Told::Sentence { .. } | Told::Options { .. } => None,
        }));
    }
    let names: Vec<String> = names.into_iter().map(|name| format!("`rolled '{name}'`")).collect();
    format!("`--typical` shows how things are worded; of rolls there are, in the first fights: {}\n", names.join(", "))
}

/// Numbers of fights for which a condition holds and of which something is told, with what came of them.
fn find<S: System>(arguments: &ReplayArguments, playable: &Playable<S>) -> Result<String, Failure> {
    let mut layout = playable.layout.clone();
    let question = |text: &String| {
        Question::new(text, &mut layout).map_err(|mut defects| {
            // Without a comparison it is no condition over the end of a fight, but words for what happens in it.
            if let Some(defect) = defects.last_mut().filter(|_| !text.contains(['=', '<', '>'])) {
                defect.help.push("what happens during a fight is found by `--told 'falls prone twice'`".to_owned());
            }
            output::marked("--find", text, &defects)
        })
    };
    let question = arguments.find.as_ref().map(question).transpose()?;
    let wanted = Happening::all(&arguments.told)?;
    let mut worker = Worker::new(&playable.loaded, &layout, arguments.seed);
    let (mut found, mut rows) = (0_u64, Vec::new());
    let (interrupted, mut within) = (heed_interrupts(), arguments.within);
    for number in 0..arguments.within {
        if interrupted.load(Ordering::Relaxed) {
            within = number;
            break;
        }
        let values = worker.play(number);
        if question.as_ref().is_some_and(|question| question.holds(values) != Some(true)) {
            continue;
        }
        if !wanted.is_empty() {
            let story = tell(&playable.loaded, &playable.layout, arguments.seed, number);
            let events = events(&playable.loaded, &story);
            if !wanted.iter().all(|wanted| wanted.happens(&events)) {
                continue;
            }
        }
        found += 1;
        if rows.len() < arguments.most {
            rows.push(vec![format!("  --fight {number}"), brief(&layout.catalogue, values)]);
        }
    }
    let conditions: Vec<String> =
        arguments.find.iter().cloned().chain(arguments.told.iter().map(|text| format!("told: {text}"))).collect();
    let head = format!("{found} of the first {within} fights (seed {}): {}\n", arguments.seed, conditions.join("; "));
    let advice = if found == 0 && !wanted.is_empty() { called(arguments, playable) } else { String::new() };
    Ok(format!("{head}{}{advice}", output::aligned(&rows)))
}

/// The outcome of a fight in a few words: its first metrics.
fn brief(catalogue: &Catalogue, values: &[i64]) -> String {
    let first = catalogue.metrics.iter().zip(values).take(2);
    first.map(|(metric, &value)| format!("{} {}", metric.label, shown(metric, value))).collect::<Vec<_>>().join(", ")
}

/// A value as a person reads it.
fn shown(metric: &Metric, value: i64) -> String {
    match &metric.scale {
        _ if value == ABSENT => metric.absent().to_owned(),
        Scale::Category(labels) => usize::try_from(value).ok().and_then(|value| labels.get(value)).cloned().unwrap_or_default(),
        Scale::Flag => if value == 0 { "no" } else { "yes" }.to_owned(),
        Scale::Moment if value == 0 => "never".to_owned(),
        Scale::Amount(_) | Scale::Moment => value.to_string(),
    }
}

/// The first fight that ends as most do, after the median number of rounds.
fn typical<S: System>(arguments: &ReplayArguments, playable: &Playable<S>) -> Result<u64, Failure> {
    let tally = Worker::new(&playable.loaded, &playable.layout, arguments.seed).tally(0..arguments.within.min(20_000));
    let notable = crate::sim::notable(&playable.loaded, &playable.layout, arguments.seed, &tally, &AtomicBool::new(false));
    let typical = notable.iter().find(|notable| notable.what == crate::sim::TYPICAL);
    typical.map(|notable| notable.fight).ok_or_else(|| Failure::Usage("none of the fights looked through is typical".into()))
}

/// A fight of this seed as it is told, line by line.
pub fn lines<S: System>(playable: &Playable<S>, seed: u64, fight: u64) -> Vec<String> {
    let story = tell(&playable.loaded, &playable.layout, seed, fight);
    let replay = Replay {
        title: String::new(),
        system: String::new(),
        fight,
        seed,
        command: String::new(),
        events: events(&playable.loaded, &story),
        outcome: outcome(playable, &story, &story),
        numbered: false,
    };
    replay.text().trim().lines().map(str::to_owned).collect()
}

/// The events of a fight, with the numbers of its dice.
pub fn events<R: Rules>(loaded: &Loaded<R>, story: &Story) -> Vec<Event> {
    let mut dice = 0;
    let event = |told: &Told| match told {
        Told::Sentence { rules: "", text, .. } => Event::Heading { text: text.clone() },
        Told::Sentence { text, .. } if text.starts_with("Round ") => Event::Round { text: text.clone() },
        Told::Options { who, options } => Event::Options { who: roller(loaded, *who).to_owned(), options: options.clone() },
        Told::Sentence { rules, text, sums } => Event::Sentence { text: text.clone(), rules, sums: sums.clone() },
        Told::Die { who, roll, sides, face, summed } => {
            dice += 1;
            let turn = story.turns.iter().find(|turn| turn.number == dice);
            Event::Die {
                number: dice,
                who: roller(loaded, *who).to_owned(),
                sides: *sides,
                face: *face,
                was: turn.map(|turn| turn.was).filter(|was| was != face),
                what: roll.what,
                rule: roll.rule,
                summed: *summed,
            }
        }
    };
    story.told.iter().map(event).collect()
}

/// The outcome of the fight: the metrics of its end that are not simply nothing, and those that would have been others without
/// turned dice.
fn outcome<S: System>(playable: &Playable<S>, story: &Story, was: &Story) -> Vec<Came> {
    let of_state = playable.loaded.rules.metrics_of_state();
    let catalogue = &playable.layout.catalogue;
    let mut outcome = Vec::new();
    for (index, metric) in catalogue.metrics.iter().enumerate() {
        let (now, before) = (story.values[index], was.values[index]);
        let of_end = index < of_state || playable.layout.day.is_some();
        let shown_at_all = |value: i64| value != ABSENT && (index < 2 || value != 0);
        if of_end && (shown_at_all(now) || now != before) {
            let was = (now != before).then(|| shown(metric, before));
            outcome.push(Came { metric: metric.key.clone(), value: shown(metric, now), was });
        }
    }
    outcome
}
