//! The tests of the workspace, one module for each concern.
