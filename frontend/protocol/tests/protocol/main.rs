//! The Gomocup protocol, seen from the manager's side.

mod commands;
mod conversation;
mod dialogues;
mod games;
mod hasty;
mod memory;
mod openings;
mod positions;
mod settings;
mod stops;
mod yixin;
