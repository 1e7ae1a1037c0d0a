//! The protocol, for match managers.
fn main() {}
