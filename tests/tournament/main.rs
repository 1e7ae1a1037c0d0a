//! Tournaments, seen from outside: the program runs engines that misbehave.

mod faults;
mod lab;
mod leftovers;
mod openings;
mod refusals;
mod reports;
mod resuming;
