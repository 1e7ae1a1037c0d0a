//! State shared by the reader of queries and the workers.

use std::sync::Arc;

use records::{Budget, Quota};
use search::SharedTable;

use crate::Options;
use crate::actions::Act;
use crate::code::Code;
use crate::fields::Fields;
use crate::id::Id;
use crate::limit::LimitName;
use crate::query::Query;
use crate::queue::{Job, Queue};
use crate::refusal::Wrong;
use crate::sink::{Sink, Worth};
use crate::task::{Call, Task};

/// State shared by the reader of queries and the workers.
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

    /// Takes a line: answers it at once, or queues its tasks.
    pub(crate) fn take(&self, line: &[u8]) {
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        let refused = Query::parse(line).and_then(|query| {
            let id = query.id.clone();
            (query.action.take)(query, self).map_err(|wrong| wrong.of(id))
        });
        if let Err(refusal) = refused {
            self.sink.refuse(&refusal);
        }
    }

    /// Refuses a line that is too long.
    pub(crate) fn refuse_long_line(&self) {
        let most = self.options.longest_line;
        let problem = Code::LineTooLong.says(format!("a line has at most {most} bytes")).with("most", most);
        self.sink.refuse(&Wrong::line(problem).of(Id::Null));
    }

    /// Sends the answer of an action that takes no time.
    pub(crate) fn answer<A: Act>(&self, id: &Id, answer: &A::Answer) {
        self.sink.answer(id, A::NAME, answer);
    }

    /// Checks that the queue has room for a query, if queries without room are refused.
    ///
    /// # Errors
    /// The queue is full.
    pub(crate) fn check_room(&self) -> Result<(), Wrong> {
        let most = self.options.most_pending;
        if !self.options.refuses_pending || self.queue.has_room(most) {
            return Ok(());
        }
        let message = format!("too much is pending, queries that wait hold at most {most} bytes");
        Err(Wrong::line(Code::Pending.says(message).limited(LimitName::Pending.of(most as u64))))
    }

    /// A budget for one action.
    pub(crate) fn budget(&self) -> Budget {
        Budget::with_games(self.options.limits, Some(Arc::clone(&self.games)))
    }

    /// Queues the task of a query.
    pub(crate) fn queue_task<A: Act + Task + 'static>(&self, query: Query, task: impl FnOnce(Fields) -> A) {
        let Query { id, fields, bytes, .. } = query;
        let (priority, call) = (fields.priority, Call::new::<A>(&id, self.budget()));
        self.add(call, priority, bytes, Box::new(task(fields)));
    }

    /// Adds a task, once the queue has room for it.
    pub(crate) fn add(&self, call: Call, priority: i32, bytes: usize, task: Box<dyn Task>) {
        let bytes = bytes + size_of::<Job>();
        let most = if self.options.refuses_pending { usize::MAX } else { self.options.most_pending };
        self.queue.add(Job { call, priority, task, bytes }, most);
    }

    /// Ends the tasks with this id, or all: running ones answer with what they found. Returns their number.
    pub(crate) fn terminate(&self, id: Option<&Id>) -> usize {
        let (stopped, waiting) = self.queue.terminate(id);
        waiting.iter().for_each(|job| job.task.terminated(&job.call, &self.sink));
        stopped + waiting.len()
    }
}
