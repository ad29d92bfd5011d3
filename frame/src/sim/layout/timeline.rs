//! The timeline of a day: at which point each metric is known, and what has to be remembered until its end.
//!
//! Owns what whoever solves a day must know of its metrics, questions that are asked of it included: each is answered at the moment that it
//! is about, or at the end of the day when it is about several. Must not know rules. Start at [`Layout::timeline`].

use std::collections::BTreeSet;

use crate::fight::ABSENT;
use crate::sim::Quantity;

use super::{Day, DayMoment, DayPoint, Layout, LegEntry};

/// The course of a day as its metrics see it.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// By metric: the last point of the day from which its value can still be played; what stands at a later one has it behind itself.
    pub decided: Vec<DayPoint>,
    /// By metric: true if its value follows from states alone.
    pub follows: Vec<bool>,
    /// Metrics that questions about several moments ask for, to be remembered until the day ends.
    pub remembered: Vec<usize>,
    /// Metrics that are questions, in their order, each with its place among the layout's questions.
    questions: Vec<(usize, usize)>,
}

impl Layout {
    /// The timeline of a day, or of an only fight; so many metrics of the core's catalogue are known by states.
    #[must_use]
    pub fn timeline(&self, of_state: usize) -> Timeline {
        let metrics = self.catalogue.metrics.len();
        let Some(day) = &self.day else {
            return Timeline {
                decided: vec![DayPoint { leg: 0, entry: LegEntry::Fight }; metrics],
                follows: (0..metrics).map(|metric| metric < of_state).collect(),
                remembered: Vec::new(),
                questions: Vec::new(),
            };
        };
        let mut timeline = Timeline {
            decided: vec![day.last(); metrics],
            follows: vec![false; metrics],
            remembered: Vec::new(),
            questions: Vec::new(),
        };
        timeline.place_parts(day, of_state);
        let first = metrics - self.questions.len();
        let filled: BTreeSet<usize> = day.kept.iter().map(|kept| kept.metric).collect();
        for (place, question) in self.questions.iter().enumerate() {
            if !filled.contains(&(first + place)) {
                timeline.place_question(question, first + place, day);
                timeline.questions.push((first + place, place));
            }
        }
        timeline.remembered.sort_unstable();
        timeline.remembered.dedup();
        timeline
    }

    /// Answers the questions that belong to a point of the day, from these values of everything that is known then, and hands each with a
    /// value to `take`. Values of questions are put among them.
    pub fn answer_at(&self, timeline: &Timeline, point: DayPoint, values: &mut [i64], mut take: impl FnMut(usize, i64)) {
        for &(metric, place) in &timeline.questions {
            if timeline.decided[metric] == point && timeline.follows[metric] {
                values[metric] = self.questions[place].value(values).unwrap_or(ABSENT);
                take(metric, values[metric]);
            }
        }
    }
}

impl Timeline {
    /// Places the parts of a day, and what somebody asked for of its moments.
    fn place_parts(&mut self, day: &Day, of_state: usize) {
        // Only places are asked for.
        let nothing = vec![0; of_state];
        for (number, part) in day.fights.iter().enumerate() {
            self.decided[part.place()].fill(DayPoint { leg: day.leg_of(number), entry: LegEntry::Fight });
        }
        for part in day.fights.iter().chain([&day.end]) {
            part.known(&nothing).for_each(|(metric, _)| self.follows[metric] = true);
        }
        self.follows[day.whole()].fill(true);
        for kept in &day.kept {
            self.decided[kept.metric] = day.point(kept.moment);
            self.follows[kept.metric] = kept.metrics.iter().all(|&metric| metric < of_state);
        }
    }

    /// Places a question about the day, which is this metric.
    fn place_question(&mut self, question: &Quantity, metric: usize, day: &Day) {
        let reads = question.reads();
        self.follows[metric] = reads.iter().all(|&read| self.follows[read]);
        let Some(&first) = reads.first() else { return };
        if reads.iter().all(|&read| self.decided[read] == self.decided[first]) {
            self.decided[metric] = self.decided[first];
        } else if self.follows[metric] {
            self.remembered.extend(reads.into_iter().filter(|&read| self.decided[read] < day.last()));
        }
    }

    /// True if something is answered at a point of the day, or remembered of it.
    #[must_use]
    pub fn asks(&self, point: DayPoint) -> bool {
        let questions = self.questions.iter().map(|(metric, _)| metric);
        questions.chain(&self.remembered).any(|&metric| self.decided[metric] == point)
    }
}

impl Day {
    /// The leg of the plan that is the fight of this number, from 0.
    fn leg_of(&self, fight: usize) -> usize {
        self.numbers.partition_point(|&before| before <= fight) - 1
    }

    /// The end of the day.
    #[must_use]
    pub fn last(&self) -> DayPoint {
        DayPoint { leg: self.numbers.len(), entry: LegEntry::Whole }
    }

    /// The point of the day that a moment is.
    #[must_use]
    pub fn point(&self, moment: DayMoment) -> DayPoint {
        match moment {
            DayMoment::Before(fight) => DayPoint { leg: self.leg_of(fight), entry: LegEntry::Whole },
            DayMoment::Fight(fight) => DayPoint { leg: self.leg_of(fight), entry: LegEntry::Fight },
            DayMoment::Aftermath(fight) => DayPoint { leg: self.leg_of(fight), entry: LegEntry::Parting },
            DayMoment::After(leg) => DayPoint { leg, entry: LegEntry::Parting },
            DayMoment::End => self.last(),
        }
    }
}
