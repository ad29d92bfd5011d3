//! Studies of several scenarios: what all verbs share that try the same things in each of them.
//!
//! Owns the opening of the scenarios, and the outcome that each is looked at by. Start at [`Studies::open`].

use crate::cli::load::Member;
use crate::cli::study::{Read, Study, StudyArguments};
use frame::analysis::many::{Looked, LookedAt};
use frame::analysis::outcome::OutcomeMeasure;
use frame::analysis::variant::VariantSource as _;
use frame::error::Failure;

/// The scenarios that can be asked.
pub struct Studies<'a> {
    /// Each with the outcome that it is looked at by.
    pub list: Vec<(Looked, Study<'a>)>,
    /// What was read, and what was left out.
    pub read: Read,
}

impl<'a> Studies<'a> {
    /// Opens all scenarios that the arguments name, looked at by the first outcome that is asked for, or else by who wins. Those of a folder
    /// that cannot be read are told of in the report.
    ///
    /// # Errors
    /// A file that was named and cannot be read, or nothing that could be.
    pub fn open(arguments: &'a StudyArguments, asked: &[String]) -> Result<Self, Failure> {
        let mut studies = Studies { list: Vec::new(), read: Read::default() };
        let mut failed = None;
        for member in arguments.shelf.members()? {
            let opened = Self::member(arguments, &member, asked);
            match opened {
                Ok(Some(one)) => {
                    studies.read.add(one.1.facts());
                    studies.list.push(one);
                }
                Ok(None) => {}
                Err(failure) if member.found => {
                    studies.read.foreign.push((member.name, failure.in_short()));
                    failed.get_or_insert(failure);
                }
                Err(failure) => return Err(failure),
            }
        }
        match failed {
            _ if !studies.list.is_empty() => Ok(studies),
            Some(failure) => Err(failure),
            None => Err(Failure::Usage("there is no scenario here".into())),
        }
    }

    /// Opens one of them.
    fn member(
        arguments: &'a StudyArguments,
        member: &Member,
        asked: &[String],
    ) -> Result<Option<(Looked, Study<'a>)>, Failure> {
        let Some(study) = Study::open_member(arguments, member, asked)? else { return Ok(None) };
        let outcomes = study.variant(&[])?.outcomes;
        let key = study.keys(&outcomes)?.into_iter().next();
        let key = key.ok_or_else(|| Failure::Usage("there is no outcome that it could be looked at by".into()))?;
        let measure = outcomes.both.iter().find(|outcome| outcome.key == key).map(|outcome| outcome.measure);
        let unit = measure.and_then(OutcomeMeasure::unit).map(str::to_owned);
        Ok(Some((Looked { name: member.name.clone(), key, unit }, study)))
    }

    /// The scenarios, with what makes their variants.
    pub fn scenarios(&self) -> Vec<LookedAt<'_>> {
        self.list.iter().map(|(looked, study)| LookedAt { looked, source: study }).collect()
    }

    /// What could not be read or tried, and why: of files first.
    pub fn refused(&self, tried: Vec<(String, String)>) -> Vec<(String, String)> {
        [self.read.foreign.clone(), tried].concat()
    }

    /// The scenarios, as a report names them.
    pub fn looked(&self) -> Vec<Looked> {
        self.list.iter().map(|(looked, _)| looked.clone()).collect()
    }
}
