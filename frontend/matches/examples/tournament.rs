//! A tournament of an engine with itself, at two strengths: `cargo run --example tournament`.
#![expect(clippy::print_stdout, reason = "an example speaks")]

fn main() -> Result<(), Box<dyn std::error::Error>> {
    use std::io::{BufReader, sink, stderr, stdin, stdout};

    use ninuki_matches::tournament::{Host, Request, run};
    // A separate program depends on the packages `ninuki-engines` and `ninuki-protocol`, and imports `ninuki_engines` and `ninuki_protocol`.
    use engines::process::helper;
    use protocol::{Options, serve};

    // On Linux each engine has a keeper beside it, which is this very program, too.
    if let Some(done) = helper(std::env::args_os()) {
        return if done { Ok(()) } else { Err("no such work".into()) };
    }
    // `cmd=self` starts this very program as an engine. Other engines are named by their commands.
    if std::env::args().nth(1).as_deref() == Some("gomocup") {
        return Ok(serve(BufReader::new(stdin()), stdout(), &Options::default())?);
    }
    let folder = std::env::temp_dir().join(format!("ninuki-tournament-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let mut request = Request {
        engines: vec!["cmd=self name=strong nodes=500".to_owned(), "cmd=self name=weak depth=1".to_owned()],
        games: Some(4),
        journal: Some(folder.join("journal.jsonl")),
        ..Request::default()
    };
    request.choice.rules = Some("freestyle".to_owned());
    let finished = run(&request, Host::default(), &mut sink(), &mut stderr())?;
    for standing in &finished.standings {
        println!("{:8} {} points of {}", standing.name, standing.games.points(), standing.games.games());
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}
