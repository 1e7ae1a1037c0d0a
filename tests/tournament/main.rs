//! Tournaments, seen from outside.
