//! Tournaments, seen from outside: the program runs engines that misbehave.

mod faults;
mod lab;
mod leftovers;
mod machine;
mod openings;
mod refusals;
mod reports;
mod resuming;
mod shards;
