//! Engines in a file, in TOML.

use std::fs;
use std::path::Path;

use engine::notation::shorten;
use toml::de::{DeTable, DeValue};

use crate::tournament::entrant::{Entrant, option};
use engines::process::program::plain;

/// Reads a file of engines. A table `each` has the settings of all, those of the command line among them, and each table `engine`
/// those of one, as `--engine` has them; `options` is a table of further ones. Returns the engines, and what holds for all.
///
/// # Errors
/// What is wrong, with the line.
pub(super) fn read(path: &Path, each: &Entrant) -> Result<(Vec<Entrant>, Entrant), String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {}", path.display(), plain(&error)))?;
    parse(&text, each).map_err(|(at, why)| {
        let line = 1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count();
        format!("{}:{line}: {why}", path.display())
    })
}

/// What is wrong, and where, in bytes.
type Wrong = (usize, String);

fn parse(text: &str, each: &Entrant) -> Result<(Vec<Entrant>, Entrant), Wrong> {
    let malformed = |why: toml::de::Error| (why.span().map_or(0, |at| at.start), why.message().to_owned());
    let table = DeTable::parse(text).map_err(malformed)?;
    let (mut each, mut engines) = (each.clone(), Vec::new());
    // What holds for all comes first, wherever it stands.
    for (key, value) in table.get_ref() {
        match (&**key.get_ref(), value.get_ref()) {
            ("each", DeValue::Table(settings)) => each = entrant(settings, &each)?,
            ("engine", DeValue::Array(_)) => {}
            _ => {
                let key = shorten(key.get_ref());
                let why = format!("\"{key}\" is neither the table [each] nor an [[engine]]");
                return Err((value.span().start, why));
            }
        }
    }
    let tables = table.get_ref().get("engine").and_then(|engines| engines.get_ref().as_array());
    for engine in tables.into_iter().flat_map(|tables| tables.iter()) {
        let at = engine.span().start;
        let DeValue::Table(settings) = engine.get_ref() else {
            return Err((at, "an engine is a table, [[engine]]".to_owned()));
        };
        let entrant = entrant(settings, &each)?;
        if entrant.cmd.is_empty() {
            return Err((at, "this engine has no cmd".to_owned()));
        }
        engines.push(entrant);
    }
    Ok((engines, each))
}

/// An engine with the settings of a table, and those of `each` where the table has none.
fn entrant(settings: &DeTable<'_>, each: &Entrant) -> Result<Entrant, Wrong> {
    let mut entrant = each.clone();
    for (key, value) in settings {
        let wrong = |why: String| (value.span().start, why);
        match (&**key.get_ref(), value.get_ref()) {
            ("options", DeValue::Table(options)) => {
                let one = |(key, value): (_, &toml::Spanned<DeValue<'_>>)| {
                    let key: &toml::Spanned<std::borrow::Cow<'_, str>> = key;
                    let wrong = |why: String| (value.span().start, why);
                    option(key.get_ref(), &text(value.get_ref()).map_err(wrong)?).map_err(wrong)
                };
                entrant.set_options(options.iter().map(one).collect::<Result<_, _>>()?);
            }
            (key, value) => text(value).and_then(|text| entrant.set(key, &text)).map_err(wrong)?,
        }
    }
    Ok(entrant)
}

/// A value as `--engine` would have it.
fn text(value: &DeValue<'_>) -> Result<String, String> {
    match value {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Integer(number) => Ok(number.as_str().replace('_', "")),
        DeValue::Float(number) => Ok(number.as_str().replace('_', "")),
        DeValue::Boolean(flag) => Ok(flag.to_string()),
        DeValue::Array(items) => {
            let items: Result<Vec<_>, _> = items.iter().map(|item| text(item.get_ref())).collect();
            Ok(items?.join(" "))
        }
        _ => Err("a value is a text, a number, true, false, or a list of texts".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_what_options_say() {
        let text = "[[engine]]\ncmd = \"./a --fast\"\nnodes = 5_000\ngames = [\"x\", \"y\"]\nrestart = true\n\
            [engine.options]\nhash_size = 65536\n[[engine]]\ncmd = 'b'\nname = \"B\"\n[each]\ntc = \"10/1\"\n";
        let (engines, each) = parse(text, &Entrant::default()).expect("engines");
        let line = "tc=10/1 cmd=\"./a --fast\" nodes=5000 games=\"x y\" restart=on option.hash_size=65536";
        let one = Entrant::parse(line, &Entrant::default()).expect("settings");
        let other = Entrant::parse("cmd=b name=B", &each).expect("settings");
        assert_eq!(engines, [one, other]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, at, part) in [
            ("[[engine]]\nname = \"a\"", 0, "no cmd"),
            ("[[engine]]\ncmd = \"a\"\nnodes = 0", 29, "nodes=0 is no number"),
            ("[[engine]]\ncmd = \"a\"\nspeed = 3", 29, "unknown setting"),
            ("engines = 3", 10, "neither"),
            ("[[engine]]\ncmd = 1979-05-27", 17, "a value is"),
            ("[[engine", 8, ""),
        ] {
            let (found, why) = parse(text, &Entrant::default()).expect_err(text);
            assert!(found == at && why.contains(part), "{text}: {found} {why}");
        }
    }
}
