//! The program: its systems are given to it, then it parses, runs, prints one error and exits with its code.

use std::process::ExitCode;

/// Runs the program with the arguments of its process.
fn main() -> ExitCode {
    sparring::systems();
    program::cli::main()
}
