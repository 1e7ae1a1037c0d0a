//! Who asks: the protocol and the command line.

pub mod gomocup;
