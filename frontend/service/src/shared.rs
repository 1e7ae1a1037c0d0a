//! What those who take queries and those who do them share.

use std::sync::Arc;

use records::{Budget, Quota};
use search::SharedTable;

use crate::answer::{Done, TerminateAnswer};
use crate::fields::Fields;
use crate::games;
use crate::id::Id;
use crate::limit::Limit;
use crate::opening;
use crate::query::{Action, Query};
use crate::queue::{Job, Queue};
use crate::refusal::Wrong;
use crate::sink::{Sink, Worth};
use crate::start::Start;
use crate::worker::{Task, ended};
use crate::{Options, actions};

pub(crate) struct Shared {
    pub(crate) options: Options,
    pub(crate) queue: Queue,
    pub(crate) table: SharedTable,
    pub(crate) sink: Sink,
    /// The quota of games with unusual rules.
    games: Arc<Quota>,
}

impl Shared {
    pub(crate) fn new(options: Options, take: impl Fn(Vec<u8>, Worth) + Send + Sync + 'static) -> Arc<Self> {
        let table = SharedTable::new(options.hash);
        let sink = Sink::new(options.limits.output, take);
        let games = Arc::new(Quota::new(options.most_games));
        Arc::new(Self { options, queue: Queue::default(), table, sink, games })
    }

    /// Takes a line. Queries that need no search are answered at once, the others come into the queue.
    pub(crate) fn take(&self, line: &[u8]) {
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        match Query::parse(line) {
            Err(refusal) => self.sink.refuse(&refusal),
            Ok(query) => {
                let id = query.id.clone();
                if let Err(wrong) = self.obey(query, line.len()) {
                    self.sink.refuse(&wrong.of(id));
                }
            }
        }
    }

    /// Says that a line was too long to be read.
    pub(crate) fn refuse_long_line(&self) {
        let message = format!("a line has at most {} bytes", self.options.longest_line);
        self.sink.refuse(&Wrong::line(message).of(Id::Null));
    }

    fn obey(&self, query: Query, bytes: usize) -> Result<(), Wrong> {
        let Query { id, action, fields, terminate_id } = query;
        let (name, budget) = (action.name(), self.budget());
        match action {
            Action::Board => self.sink.answer(&id, name, games::board(Start::of(&fields, &budget)?.game)),
            Action::Games => self.sink.answer(&id, name, games::games()),
            Action::Position => self.sink.answer(&id, name, actions::position(&Start::of(&fields, &budget)?)),
            Action::Threats => self.sink.answer(&id, name, actions::threats(&Start::of(&fields, &budget)?)),
            Action::QueryVersion => self.sink.answer(&id, name, actions::version(&self.options)),
            Action::Clear => {
                self.table.clear();
                self.sink.answer(&id, name, Done { done: true });
            }
            Action::Terminate => {
                let meant = terminate_id.ok_or_else(|| Wrong::new("terminate_id", "it is missing"))?;
                let terminated = self.terminate(Some(&meant));
                self.sink.answer(&id, name, TerminateAnswer { terminated });
            }
            Action::TerminateAll => {
                let terminated = self.terminate(None);
                self.sink.answer(&id, name, TerminateAnswer { terminated });
            }
            _ => self.search(id, action, fields, bytes)?,
        }
        Ok(())
    }

    /// Puts what takes time into the queue.
    fn search(&self, id: Id, action: Action, mut fields: Fields, bytes: usize) -> Result<(), Wrong> {
        let most = self.options.most_pending;
        if self.options.refuses_pending && !self.queue.has_room(most) {
            let message = format!("too much is pending, queries that wait hold at most {most} bytes");
            return Err(Wrong::line(message).limited(Limit::new("pending", most as u64)));
        }
        let (priority, budget) = (fields.priority, self.budget());
        let task = match action {
            Action::Analyze => {
                let start = Arc::new(Start::of(&fields, &budget)?);
                let (plies, among) = (start.plies(fields.plies.as_ref())?, start.among(&fields)?);
                let fields = Arc::new(fields);
                // They share what the line holds.
                let bytes = bytes / plies.len();
                for ply in plies {
                    let (start, fields) = (Arc::clone(&start), Arc::clone(&fields));
                    self.add(&id, priority, Task::Analyze { start, fields, ply, among }, bytes);
                }
                return Ok(());
            }
            Action::Balance => {
                Task::Balance { start: Start::of(&fields, &budget)?.unfinished()?, fields: Box::new(fields) }
            }
            Action::Opening => {
                let start = Start::of(&fields, &budget)?;
                let opening = opening::opening(&fields, start.game)?;
                if fields.decide == Some(false) {
                    self.sink.answer(&id, action.name(), opening::state(&opening));
                    return Ok(());
                }
                Task::Opening { opening, fields: Box::new(fields) }
            }
            Action::Review => Task::Review { start: Start::of(&fields, &budget)?, fields: Box::new(fields) },
            Action::Solve => {
                Task::Solve { start: Start::of(&fields, &budget)?.unfinished()?, fields: Box::new(fields) }
            }
            Action::Play => Task::Play { start: Start::of(&fields, &budget)?.unfinished()?, fields: Box::new(fields) },
            Action::Convert => Task::Convert { fields: Box::new(fields) },
            Action::Picture => Task::Picture { fields: Box::new(fields) },
            Action::Read => Task::Read { fields: Box::new(fields) },
            Action::Write => Task::Write { fields: Box::new(fields) },
            _ => {
                let certificate = fields.certificate.take();
                let certificate = certificate.ok_or_else(|| Wrong::new("certificate", "it is missing"))?;
                Task::Verify { certificate, fields: Box::new(fields) }
            }
        };
        self.add(&id, priority, task, bytes);
        Ok(())
    }

    /// A budget for one action.
    fn budget(&self) -> Budget {
        Budget::with_games(self.options.limits, Some(Arc::clone(&self.games)))
    }

    fn add(&self, id: &Id, priority: i32, task: Task, bytes: usize) {
        let budget = self.budget();
        let bytes = bytes + size_of::<Job>();
        let most = if self.options.refuses_pending { usize::MAX } else { self.options.most_pending };
        self.queue.add(Job { id: id.clone(), priority, task, bytes, budget }, most);
    }

    /// Ends the jobs with this id, or all: those that run answer with what they know. Returns their number.
    pub(crate) fn terminate(&self, id: Option<&Id>) -> usize {
        let (stopped, waiting) = self.queue.terminate(id);
        waiting.iter().for_each(|job| ended(job, &self.sink));
        stopped + waiting.len()
    }
}
