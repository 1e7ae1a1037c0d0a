//! Engines from a TOML file.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use records::files;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::engine::{EngineSpec, option};
use super::error::{EngineFileError, EngineFileErrorKind as Kind, SettingError};

/// An error and its byte offset in the text.
type Located = (usize, Kind);

/// The most bytes of a file of engines.
const LARGEST: u64 = 1 << 20;

/// Reads a file of engines.
///
/// The table `each` overrides settings of `each`; each table `engine` has those of one engine, as `--engine` has them;
/// `options` is a table of further settings. Returns the engines and the settings of all.
///
/// # Errors
/// The file cannot be read, or a line is invalid.
pub(crate) fn read(path: &Path, each: &EngineSpec) -> Result<(Vec<EngineSpec>, EngineSpec), EngineFileError> {
    let failed = |line, kind| EngineFileError { path: path.to_path_buf(), line, kind };
    let text = files::read(path, LARGEST)
        .and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other))
        .map_err(|error| failed(None, Kind::Read(error)))?;
    parse(&text, each).map_err(|(at, kind)| {
        let line = 1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count();
        failed(Some(line), kind)
    })
}

fn parse(text: &str, each: &EngineSpec) -> Result<(Vec<EngineSpec>, EngineSpec), Located> {
    let malformed =
        |error: toml::de::Error| (error.span().map_or(0, |at| at.start), Kind::Syntax(error.message().to_owned()));
    let table = DeTable::parse(text).map_err(malformed)?;
    let (mut each, mut engines) = (each.clone(), Vec::new());
    // The settings of all apply to every engine, wherever their table stands.
    for (key, value) in table.get_ref() {
        match (&**key.get_ref(), value.get_ref()) {
            ("each", DeValue::Table(settings)) => each = engine(settings, &each)?,
            ("engine", DeValue::Array(_)) => {}
            (key, _) => return Err((value.span().start, Kind::Key(key.to_owned()))),
        }
    }
    let tables = table.get_ref().get("engine").and_then(|engines| engines.get_ref().as_array());
    for value in tables.into_iter().flat_map(|tables| tables.iter()) {
        let at = value.span().start;
        let DeValue::Table(settings) = value.get_ref() else { return Err((at, Kind::NotATable)) };
        let engine = engine(settings, &each)?;
        if engine.cmd.is_empty() {
            return Err((at, Kind::NoCommand));
        }
        engines.push(engine);
    }
    Ok((engines, each))
}

/// Returns an engine with the settings of a table over those of `each`.
fn engine(settings: &DeTable<'_>, each: &EngineSpec) -> Result<EngineSpec, Located> {
    let mut engine = each.clone();
    for (key, value) in settings {
        let at = value.span().start;
        let invalid = |error: SettingError| (at, Kind::Setting(error));
        match (&**key.get_ref(), value.get_ref()) {
            ("options", DeValue::Table(options)) => {
                engine.set_options(options.iter().map(option_of).collect::<Result<_, _>>()?);
            }
            (key, value) => {
                let text = text(value).ok_or((at, Kind::Value))?;
                engine.set(key, &text).map_err(invalid)?;
            }
        }
    }
    Ok(engine)
}

/// Returns an entry of the table `options`.
fn option_of((key, value): (&Spanned<Cow<'_, str>>, &Spanned<DeValue<'_>>)) -> Result<(String, String), Located> {
    let at = value.span().start;
    let text = text(value.get_ref()).ok_or((at, Kind::Value))?;
    option(key.get_ref(), &text).map_err(|error| (at, Kind::Setting(error)))
}

/// Returns a value as `--engine` would have it; `None` for a table or a date.
fn text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.as_str().replace('_', "")),
        DeValue::Float(number) => Some(number.as_str().replace('_', "")),
        DeValue::Boolean(flag) => Some(flag.to_string()),
        DeValue::Array(items) => {
            let items: Option<Vec<_>> = items.iter().map(|item| text(item.get_ref())).collect();
            Some(items?.join(" "))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_gives_the_same_engines_as_options() {
        let text = "[[engine]]\ncmd = \"./a --fast\"\nnodes = 5_000\ngames = [\"x\", \"y\"]\nrestart = true\n\
            [engine.options]\nhash_size = 65536\n[[engine]]\ncmd = 'b'\nname = \"B\"\n[each]\ntc = \"10/1\"\n";
        let (engines, each) = parse(text, &EngineSpec::default()).expect("engines");
        let line = "tc=10/1 cmd=\"./a --fast\" nodes=5000 games=\"x y\" restart=on option.hash_size=65536";
        let one = EngineSpec::parse(line, &EngineSpec::default()).expect("settings");
        let other = EngineSpec::parse("cmd=b name=B", &each).expect("settings");
        assert_eq!(engines, [one, other]);
    }

    #[test]
    fn errors_give_their_place() {
        for (text, at, part) in [
            ("[[engine]]\nname = \"a\"", 0, "no cmd"),
            ("[[engine]]\ncmd = \"a\"\nnodes = 0", 29, "nodes=0 is no number"),
            ("[[engine]]\ncmd = \"a\"\nspeed = 3", 29, "unknown setting"),
            ("engines = 3", 10, "neither"),
            ("[[engine]]\ncmd = 1979-05-27", 17, "a value is"),
            ("[[engine", 8, ""),
        ] {
            let (found, kind) = parse(text, &EngineSpec::default()).expect_err(text);
            assert!(found == at && kind.to_string().contains(part), "{text}: {found} {kind}");
        }
    }
}
