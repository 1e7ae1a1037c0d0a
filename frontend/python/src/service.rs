//! The native part of `ninuki.Engine`.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use service::{Answers, Limits, Options};

/// Threads that answer queries, one JSON object a line; the native part of `Engine`.
///
/// Args:
///     threads: how many positions are searched at a time.
///     search_threads: the threads of each search.
///     hash: the shared transposition table, in MiB.
///     longest: the longest action, in milliseconds; None for no limit.
///     memory, output: the memory of an action and its largest answer, in MiB.
///
/// >>> from ninuki._native import Service
/// >>> service = Service()
/// >>> service.take('{"id": 1, "action": "query_version"}')
/// >>> service.next()[:29]
/// b'{"id":1,"action":"query_versi'
/// >>> service.finish()
#[pyclass(module = "ninuki._native", frozen)]
pub(crate) struct Service {
    service: Mutex<Option<Arc<service::Service>>>,
    answers: Arc<Answers>,
    /// The number of the process that started the threads. A fork has none of them.
    process: u32,
}

const _: () = crate::fits_python::<Service>();

/// The largest table, in MiB.
const LARGEST: usize = 1 << 20;

/// The most threads.
const MOST_THREADS: usize = 1024;

#[pymethods]
impl Service {
    #[new]
    #[pyo3(signature = (threads=1, search_threads=1, hash=64, longest=None, memory=1024, output=256))]
    fn new(
        py: Python<'_>,
        threads: usize,
        search_threads: usize,
        hash: usize,
        longest: Option<u64>,
        memory: usize,
        output: usize,
    ) -> PyResult<Self> {
        let bounds = [
            ("threads", threads, MOST_THREADS),
            ("search_threads", search_threads, MOST_THREADS),
            ("hash", hash, LARGEST),
            ("memory", memory, LARGEST),
            ("output", output, LARGEST),
        ];
        for (name, value, most) in bounds {
            if !(1..=most).contains(&value) {
                return Err(PyValueError::new_err(format!("{name} is {value}, allowed is 1 to {most}")));
            }
        }
        let limits = Limits {
            time: longest.map_or(Duration::MAX, Duration::from_millis),
            memory: (memory as u64) << 20,
            output: (output as u64) << 20,
        };
        let options = Options { threads, search_threads, hash: hash << 20, limits, ..Options::default() };
        let (service, answers) = py.detach(|| service::Service::start(options));
        let (service, answers) = (Mutex::new(Some(Arc::new(service))), Arc::new(answers));
        Ok(Self { service, answers, process: std::process::id() })
    }

    /// Takes a query; waits while too much is pending. `next` returns the answer.
    ///
    /// Raises:
    ///     ValueError: the service is finished.
    fn take(&self, py: Python<'_>, line: &str) -> PyResult<()> {
        let service = self.started().ok_or_else(|| PyValueError::new_err("the engine is closed"))?;
        py.detach(|| service.take(line.as_bytes()));
        Ok(())
    }

    /// Whether `take` returns without waiting for room.
    fn has_room(&self) -> bool {
        self.started().is_none_or(|service| service.has_room())
    }

    /// Waits for the next answer; None once the service is finished and all queries are answered.
    fn next<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        let answer = py.detach(|| self.answers.recv());
        answer.map(|answer| PyBytes::new(py, &answer))
    }

    /// Ends all searches: running ones answer with their lines so far.
    fn terminate(&self, py: Python<'_>) {
        let service = self.started();
        py.detach(|| service.iter().for_each(|service| service.terminate()));
    }

    /// Ends the queries with this number as their id.
    fn end(&self, py: Python<'_>, id: u64) {
        let service = self.started();
        py.detach(|| service.iter().for_each(|service| service.end(id)));
    }

    /// Takes no more queries, and waits until all searches have ended. Answers must be taken meanwhile.
    fn finish(&self, py: Python<'_>) {
        if self.process == std::process::id() {
            let service = self.service.lock().unwrap_or_else(PoisonError::into_inner).take();
            py.detach(|| drop(service));
        }
    }
}

impl Service {
    /// The service, if it is not finished and its threads run in this process.
    fn started(&self) -> Option<Arc<service::Service>> {
        if self.process != std::process::id() {
            return None;
        }
        self.service.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            // Their threads are not in this process: waiting for them would take for ever.
            std::mem::forget(self.service.get_mut().unwrap_or_else(PoisonError::into_inner).take());
            std::mem::forget(Arc::clone(&self.answers));
        }
    }
}
