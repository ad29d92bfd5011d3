//! The page of a study: one self-contained file without scripts, clocks or anything from the network.
//!
//! Owns what stands on the page; how it looks is in `templates/sheet.html`. Start at [`html`].

use askama::Template;

use crate::error::Failure;
use crate::report::chart;
use crate::report::sheet::{Origin, Sheet, Study};

#[derive(Template)]
#[template(path = "sheet.html")]
struct Page<'a> {
    origin: &'a Origin,
    sheet: &'a Sheet,
}

impl Page<'_> {
    fn inline(&self, svg: &str) -> String {
        chart::inline(svg)
    }
}

/// The whole page.
///
/// # Errors
/// A bug in the program.
pub fn html(study: &dyn Study) -> Result<String, Failure> {
    let page = Page { origin: study.origin(), sheet: &study.sheet()? };
    page.render().map_err(|error| Failure::Bug(format!("the page could not be made: {error}")))
}
