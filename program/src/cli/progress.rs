//! Progress on a terminal, and the end by Ctrl-C.

use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{HumanFloatCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use frame::analysis::variant::{Listener, Underway};
use frame::error::Failure;
use frame::sim::RunProgress;

/// True once Ctrl-C has been pressed.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// True if there is anything that looks at it, and has something to keep.
static HEEDED: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C end the program with the code of interruptions: at once, until somebody [heeds](heed_interrupts) them.
pub fn listen() {
    let handler = || {
        let again = INTERRUPTED.swap(true, Ordering::Relaxed);
        if again || !HEEDED.load(Ordering::Relaxed) {
            let kept = if again { "at once, by the second interruption" } else { "nothing was complete yet" };
            let failure = Failure::Interrupted(format!("interrupted: {kept}"));
            eprintln!("{}", failure.render(false));
            std::process::exit(i32::from(failure.exit_code()));
        }
    };
    // Without a handler Ctrl-C simply ends the program.
    let _ = ctrlc::set_handler(handler);
    #[cfg(unix)]
    {
        // Who hears of a file that is larger than allowed gets an error where it is written, instead of its end.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
    }
}

/// From now on Ctrl-C ends what is under way so that what is complete can be kept; pressed again, it ends the program.
pub fn heed_interrupts() -> &'static AtomicBool {
    HEEDED.store(true, Ordering::Relaxed);
    &INTERRUPTED
}

/// True once Ctrl-C has been pressed.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Does some work that tells how far it is, with a bar that is taken away at its end. Ctrl-C breaks it off so that what is complete can be
/// kept.
pub fn attended<T>(work: impl FnOnce(&mut Listener<'_>) -> T) -> T {
    let bar = Bar::new();
    let mut hear = |now: Underway<'_>| {
        let what = if now.what.is_empty() { String::new() } else { format!(", {}", now.what) };
        bar.show(now.fights, now.needed, what);
    };
    let done = work(&mut Listener { interrupted: heed_interrupts(), hear: &mut hear });
    bar.clear();
    done
}

/// A bar on the terminal; nothing where standard error is no terminal.
pub struct Bar {
    bar: ProgressBar,
}

impl Bar {
    /// A bar that is shown only on a terminal.
    pub fn new() -> Self {
        let target = if std::io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let template = "{wide_bar} {human_pos}/{human_len} fights, {speed}, {eta} left{msg}";
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.with_key("speed", |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            let _ = text.write_str(&speed(state.per_sec()));
        }));
        Bar { bar }
    }

    /// A line without a length, shown only on a terminal.
    pub fn of_words() -> Self {
        let this = Self::new();
        let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
        this.bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        this
    }

    /// Shows these words.
    pub fn tell(&self, message: String) {
        self.bar.set_message(message);
        self.bar.tick();
    }

    /// The listener that a run calls after each batch.
    pub fn listener(&self) -> impl FnMut(&RunProgress) + Send + '_ {
        |progress| {
            let widest = progress.widest.as_ref();
            let message = widest.map(|(key, reach)| format!(", widest ±{:.2} % ({key})", reach * 100.0));
            self.show(progress.fights, progress.needed, message.unwrap_or_default());
        }
    }

    /// Shows how far the work has come.
    pub fn show(&self, fights: u64, needed: u64, message: String) {
        self.bar.set_length(needed);
        self.bar.set_position(fights);
        self.bar.set_message(message);
    }

    /// Prints something while the bar steps aside.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Fights per second in whole ones: `18,102/s`.
fn speed(fights: f64) -> String {
    format!("{}/s", HumanFloatCount(fights.round()))
}

#[cfg(test)]
mod tests {
    use super::speed;

    #[test]
    fn a_speed_is_told_in_whole_fights() {
        assert_eq!([18_102.320_3, 0.4, 999.6].map(speed), ["18,102/s", "0/s", "1,000/s"]);
    }
}
