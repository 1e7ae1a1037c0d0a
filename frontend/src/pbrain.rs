//! The protocol, for match managers: no arguments, everything by `INFO`.

fn main() {
    frontend::gomocup::run(&frontend::gomocup::Options::default())
}
