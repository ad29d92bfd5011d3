//! The program: parse, run, print one error, exit with its code. Everything else is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    sparring::cli::main()
}
