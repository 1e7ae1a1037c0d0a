//! The queue of tasks with their budgets.

use std::sync::Arc;

use records::{Budget, Quota};

use crate::Options;
#[cfg(feature = "threads")]
use crate::Turns;
use crate::code::Code;
use crate::id::Id;
use crate::limit::LimitName;
use crate::queue::{Job, Queue};
use crate::refusal::Wrong;
use crate::shared::Shared;
use crate::sink::{Sink, Worth};
use crate::task::{Call, Task};

/// Queues tasks for the workers.
pub(crate) struct Dispatcher {
    pub(crate) shared: Arc<Shared>,
    pub(crate) queue: Queue,
    /// The quota of games with unusual rules.
    games: Arc<Quota>,
}

impl Dispatcher {
    /// Creates a dispatcher that passes the lines of answers to `send`.
    pub(crate) fn new(options: Options, send: impl Fn(Vec<u8>, Worth) + Send + Sync + 'static) -> Arc<Self> {
        let sink = Sink::new(options.limits.output, send);
        let games = Arc::new(Quota::of(options.most_games, options.share.clone()));
        Arc::new(Self { shared: Arc::new(Shared::new(options, sink)), queue: Queue::default(), games })
    }

    /// Refuses a line that is too long.
    pub(crate) fn refuse_long_line(&self) {
        let most = self.shared.options.longest_line;
        let problem = Code::LineTooLong.says(format!("a line has at most {most} bytes")).with("most", most);
        self.shared.sink.refuse(&Wrong::line(problem).of(Id::Null));
    }

    /// Checks that the queue has room for a query, if queries without room are refused.
    ///
    /// # Errors
    /// The queue is full.
    pub(crate) fn check_room(&self) -> Result<(), Wrong> {
        let most = self.shared.options.most_pending;
        if !self.shared.options.refuses_pending || self.queue.has_room(most) {
            return Ok(());
        }
        let message = format!("too much is pending, queries that wait hold at most {most} bytes");
        Err(Wrong::line(Code::Pending.says(message).limited(LimitName::Pending.of(most as u64))))
    }

    /// A budget for one action.
    pub(crate) fn budget(&self) -> Budget {
        Budget::with_games(self.shared.options.limits, Some(Arc::clone(&self.games)), pass)
    }

    /// Adds a task, once the queue has room for it.
    pub(crate) fn add(&self, call: Call, priority: i32, bytes: usize, task: Box<dyn Task>) {
        let bytes = bytes + size_of::<Job>();
        let Options { refuses_pending, most_pending, .. } = self.shared.options;
        self.queue.add(Job { call, priority, task, bytes }, if refuses_pending { usize::MAX } else { most_pending });
    }

    /// Ends the tasks with this id, or all: running ones answer with their lines so far. Returns their number.
    pub(crate) fn terminate(&self, id: Option<&Id>) -> usize {
        let (stopped, waiting) = self.queue.terminate(id);
        #[cfg(feature = "threads")]
        self.shared.options.turns.iter().for_each(Turns::wake);
        waiting.iter().for_each(|job| job.task.terminated(&job.call, &self.shared.sink));
        stopped + waiting.len()
    }
}

/// Lets other work have its turn.
fn pass() {
    search::pass_gate(None);
}
