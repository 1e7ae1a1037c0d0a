//! The runner as a job of Windows.

use std::io;
use std::os::windows::io::AsRawHandle;
use std::sync::{Arc, Once};

use process_wrap::std::ChildWrapper;
use win32job::{ExtendedLimitInfo, Job, utils};

/// This program as a job: at its end the system ends all that it started.
#[derive(Debug)]
pub struct Guard;

impl Guard {
    /// Makes this program a job, once.
    ///
    /// # Errors
    /// None: if the system refuses, engines run all the same, each as its own job.
    pub fn start() -> io::Result<Arc<Self>> {
        static JOB: Once = Once::new();
        JOB.call_once(|| {
            let job = Job::create_with_limit_info(ExtendedLimitInfo::new().limit_kill_on_job_close());
            if let Ok(job) = job
                && job.assign_current_process().is_ok()
            {
                // The system closes the handle at the end of this program, which ends the others.
                let _ = job.into_handle();
            }
        });
        Ok(Arc::new(Self))
    }

    /// Does nothing: the system ends the engines.
    pub const fn dismiss(&self) {}
}

/// The peak memory of a process in bytes; 0 if it is gone.
pub(super) fn memory(process: &dyn ChildWrapper) -> u64 {
    let Some(handle) = process.process_handle() else { return 0 };
    let used = utils::get_process_memory_info(handle.as_raw_handle() as isize);
    used.map_or(0, |used| used.peak_working_set_size as u64)
}
