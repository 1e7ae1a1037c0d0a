//! Who is let in.

use web::Options;

use crate::{POSITION, Running, ask};

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

#[test]
fn the_page_is_there_for_those_who_know_the_token() {
    let running = Running::start(Options::default());
    let host = running.host();
    let get = |path: &str| running.request(&format!("GET {path} HTTP/1.1\nHost: {host}"));
    let page = get(running.path());
    assert_eq!(status(&page), "200");
    for header in [
        "content-security-policy: default-src 'none'",
        "referrer-policy: no-referrer",
        "x-content-type-options: nosniff",
    ] {
        assert!(page.contains(header), "{header}: {page}");
    }
    assert!(!page.contains("unsafe-inline") && !page.contains("'unsafe-eval'"), "{page}");
    let script = get(&format!("{}main.js", running.path()));
    assert!(script.contains("content-type: text/javascript"), "{script}");
    let nothing = ["/", "/index.html", "/0123/", "//", "/%2e%2e/", "/engine", &running.path().to_uppercase()];
    for path in nothing.iter().filter(|path| **path != running.path()) {
        assert_eq!(status(&get(path)), "404", "{path}");
    }
    for path in ["../Cargo.toml", "..%2fCargo.toml", "%2e%2e/src/lib.rs", "/etc/passwd", "main.js/"] {
        assert_eq!(status(&get(&format!("{}{path}", running.path()))), "404", "{path}");
    }
    let post = running.request(&format!("POST {} HTTP/1.1\nHost: {host}\nContent-Length: 0", running.path()));
    assert_eq!(status(&post), "405");
}

#[test]
fn other_names_of_this_machine_are_not_answered() {
    let running = Running::start(Options::default());
    for host in ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1.evil.example"] {
        let answer = running.request(&format!("GET {} HTTP/1.1\nHost: {host}", running.path()));
        assert_eq!(status(&answer), "421", "{host}");
    }
}

#[test]
fn pages_of_other_sites_are_not_connected() {
    let running = Running::start(Options { origins: vec!["https://board.example".to_owned()], ..Options::default() });
    for origin in ["", "null", "http://evil.example", "https://board.example.evil"] {
        assert_eq!(running.connect(Some(origin)).map(drop), Err(403), "{origin:?}");
    }
    let origins = [("Origin", "https://board.example"), ("Origin", "http://evil.example")];
    assert_eq!(running.connect_with(&origins).map(drop), Err(403));
    assert!(running.connect(Some("https://board.example")).is_ok());
}

#[test]
fn programs_need_the_token_and_the_host() {
    let running = Running::start(Options::default());
    let mut program = running.connect(None).expect("a program may connect");
    assert_eq!(ask(&mut program, POSITION)["stones"]["x"][0], "K10");
    let upgrade = "Connection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
    let request = |path: &str, host: &str| running.request(&format!("GET {path} HTTP/1.1\nHost: {host}\n{upgrade}"));
    assert_eq!(status(&request("/0123/engine", running.host())), "404");
    assert_eq!(status(&request(&format!("{}engine", running.path()), "evil.example")), "421");
}

#[test]
fn tokens_and_origins_are_checked() {
    let bind = |options: Options| web::Server::bind(Options { port: 0, ..options }).map(drop);
    for token in ["", "a/b", "a b", "ä"] {
        assert!(bind(Options { token: Some(token.to_owned()), ..Options::default() }).is_err(), "{token}");
    }
    for origin in ["board.example", "https://", "https://board.example/path", "https://a;b"] {
        assert!(bind(Options { origins: vec![origin.to_owned()], ..Options::default() }).is_err(), "{origin}");
    }
}
