//! `sparring run`: play a scenario and report.
use clap::Args;
use crate::cli::load::{Playable, ScenarioArguments, load};
use crate::cli::progress::{Bar, heed_interrupts};
use crate::cli::{number, output};
use crate::error::Failure;
use crate::rules::System;
use crate::sim::{Run, Stop};
use crate::with_system;
pub const SEED: u64 = 1;
#[derive(Args, Debug)]
pub struct RunArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    #[arg(long, value_parser = number::fights, default_value = "100000")]
    fights: u64,
    #[arg(long, default_value_t = SEED)]
    seed: u64,
    #[arg(long)]
    exact: bool,
}
pub fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let raw = arguments.scenario.read()?;
    let system = arguments.scenario.system(&raw)?;
    with_system!(system, S => { let p = load::<S>(&raw)?; output::warn(&p.warnings); go(arguments, &p) }).unwrap()
}
fn go<S: System>(arguments: &RunArguments, p: &Playable<S>) -> Result<(), Failure> {
    if arguments.exact {
        let t = std::time::Instant::now();
        let s = crate::exact::solve(&p.loaded, crate::exact::Limits::default());
        println!("{:?}", t.elapsed());
        match s { Ok(s) => println!("{:?} {} {:?} {:?}", s.size, s.unresolved, s.metrics[0], s.moments(1)), Err(e) => println!("{e:?}") }
        return Ok(());
    }
    let run = Run { loaded: &p.loaded, layout: &p.layout, seed: arguments.seed, stop: Stop::Fights(arguments.fights), batch: None };
    let bar = Bar::new();
    let t = std::time::Instant::now();
    let done = run.go(heed_interrupts(), |progress| bar.show(progress), None)?;
    let e = t.elapsed();
    println!("{e:?} {} ns/fight", e.as_nanos() as f64 / arguments.fights as f64);
    for (i, m) in p.layout.catalogue.metrics.iter().enumerate().take(2) { println!("{} {:?}", m.key, done.tally.counts(i)); }
    Ok(())
}
