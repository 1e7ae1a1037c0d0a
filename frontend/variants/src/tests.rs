use super::*;

#[test]
fn rules_are_read_as_they_are_written_on_one_line() {
    let text = "name = \"mine\"\nbase = \"ninuki\"\ntitle = 'a \"game\" \\ of mine'\nfifth = \"draw\"\nsizes = [9, 11]\n\
                default-size = 9\n[capture]\nlongest = 3\ntarget = \"none\"\n[opening]\nthird-beyond = \"none\"\n";
    let rules = parse(text).expect("rules");
    let line = line(&rules).expect("rules of one's own");
    assert!(!line.contains('\n') && line.starts_with("{name = \"mine\", base = \"ninuki\", "), "{line}");
    assert_eq!(parse(&line).expect("the same"), rules, "{line}");
    assert!(Rules::ALL.iter().all(|rules| super::line(rules).is_none()));
}

#[test]
fn errors_name_line_and_key() {
    let message = |text: &str| parse(text).expect_err("wrong").to_string();
    let start = "name = \"mine\"\nbase = \"pente\"\n";
    for (rest, expected) in [
        ("fouls = true", "3:1: fouls does not fit: "),
        ("\n\n[capture]\n  taget = 4", "6:3: unknown key \"capture.taget\", did you mean \"capture.target\"?"),
        ("[capture]\ntarget = 1.5", "4:10: a value is a text, "),
        ("sizes = [25]", "3:1: sizes does not fit: "),
        ("fifth = \"five\"", "3:1: flag fifth changes nothing in mine"),
        ("base = \"caro\"", "3:1: duplicate key"),
        ("name", "3:"),
        ("third-free = true\nthird-free = false", "4:1: duplicate key"),
        ("capture.target = 4\n\"capture.target\" = 6", "4:1: the key \"capture.target\" is given twice"),
        ("line.exact = true\nwhite.exact = false", "3:6: line.exact does not fit: another key says otherwise"),
        ("foo = {}", "3:7: a section holds keys"),
        ("capture = {}", "3:11: a section holds keys"),
        ("[capture]", "3:1: a section holds keys"),
        ("capture.target.most = 4", "3:9: a section holds no sections"),
        ("title = 12", "3:9: title is a text"),
        ("title = [1, 2]", "3:9: title is a text"),
        ("title = \"a\\u0007b\"", "3:1: title cannot be \"a\\u{7}b\", allowed is "),
        ("source = \"a\\nb\"", "3:1: source cannot be"),
        ("[capture]\ntarget = 99999999999999999999999", "4:1: capture.target cannot be"),
    ] {
        let message = message(&format!("{start}{rest}"));
        assert!(message.starts_with(expected) && !message.contains('\n'), "{rest}: {message}");
    }
    assert_eq!(message("base = \"pente\""), "1:1: the key name is missing");
    assert!(message("name = \"mine\"\nbase = \"petne\"").starts_with("2:1: unknown game \"petne\", did you mean"));
    assert!(message("{name = 1").starts_with("1:"));
    assert!(parse(&"a".repeat(100_000)).is_err() && parse("").is_err() && parse("{}").is_err());
}

#[test]
fn numbers_of_other_radices_are_read_by_their_value() {
    let target = |value: &str| parse(&format!("name = \"mine\"\nbase = \"pente\"\ncapture.target = {value}"));
    for value in ["12", "0xC", "0b1100", "0o14", "1_2", "+12"] {
        assert_eq!(target(value).expect(value).target(), Some(12), "{value}");
    }
    assert!(target("0xFFFFFFFFFFFFFFFFFFFF").is_err());
}

#[test]
fn columns_of_an_inline_table_count_what_stands_before_it() {
    let message = parse("  {name = \"mine\", base = \"pente\", ü = 1}").expect_err("wrong").to_string();
    assert!(message.starts_with("1:"), "{message}");
    let message = parse("\n  {name = \"mine\", base = \"pente\", fouls = 3}").expect_err("wrong").to_string();
    assert!(message.starts_with("2:35: fouls"), "{message}");
}

#[test]
fn any_text_is_rules_or_an_error_on_one_line() {
    const PARTS: [&str; 30] = [
        "name = \"mine\"\n",
        "base = \"pente\"\n",
        "title = 'x'\n",
        "[capture]\n",
        "target = 12\n",
        "longest = ",
        "3\n",
        "{",
        "}",
        "[",
        "]",
        "[[a]]\n",
        "a.b.c = 1\n",
        "= ",
        "\"",
        "'",
        "\"\"\"",
        "#",
        "\r",
        "\n",
        "\0",
        "é",
        "\u{2028}",
        "fifth",
        ".",
        ",",
        "1e9",
        "true",
        "1979-05-27",
        "sizes = [9, 11]\n",
    ];
    let mut state = 1_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..20_000 {
        let text: String = (0..next(14)).map(|_| PARTS[next(PARTS.len())]).collect();
        if let Err(error) = parse(&text) {
            let message = error.to_string();
            let mut places = message.split(':').map(str::parse::<usize>);
            assert!(matches!((places.next(), places.next()), (Some(Ok(1..)), Some(Ok(1..)))), "{text:?}: {message}");
            assert!(!message.contains(char::is_control) && message.len() < 2000, "{text:?}: {message}");
        }
    }
}

#[test]
fn deep_nesting_is_refused() {
    let most = LONGEST / 2 - 30;
    for deep in [
        format!("x{} = 1", ".x".repeat(most)),
        format!("[x{}]", ".x".repeat(most)),
        format!("x = {}", "[".repeat(most)),
        format!("x = {}", "{x=".repeat(most / 2)),
        "{x=".repeat(most / 2),
        format!("x{} = 1", " . x".repeat(most / 2)),
    ] {
        let small = std::thread::Builder::new().stack_size(256 << 10);
        let message = small.spawn(move || parse(&deep).map_err(|error| error.to_string())).expect("a thread").join();
        assert!(message.expect("no panic").expect_err("too deep").starts_with("1:"));
    }
    parse(&format!("name = \"mine\"\nbase = \"pente\"\ntitle = \"{}\" # {0}", ".".repeat(100))).expect("dots in texts");
}
