//! Progress on a terminal, and the end by Ctrl-C.

use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::sim::Progress;

/// Whether Ctrl-C has been pressed.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C end a run at its last completed batch; pressed again, it ends the program.
pub fn heed_interrupts() -> &'static AtomicBool {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    // Without a handler Ctrl-C simply ends the program.
    let _ = ctrlc::set_handler(handler);
    &INTERRUPTED
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
        let template = "{wide_bar} {human_pos}/{human_len} fights, {per_sec}, {eta} left{msg}";
        bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
        Bar { bar }
    }

    /// What a run calls after each batch.
    pub fn listener(&self) -> impl FnMut(&Progress) + Send + '_ {
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

    /// Takes the bar away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
