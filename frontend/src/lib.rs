//! Who asks: the protocol and the command line.
