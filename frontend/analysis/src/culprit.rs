//! Which part of a value cannot be read.

use serde::de::DeserializeOwned;
use serde_json::{Error, Map, Value};

/// A step into a value.
#[derive(Clone)]
enum Step {
    Key(String),
    Index(usize),
}

/// Reads an object; what cannot be read is told with its path, as `tree[3].comment`.
///
/// Paths cost nothing as long as all is well: only what cannot be read is taken apart, until no part is wrong alone.
pub(crate) fn read<T: DeserializeOwned>(object: Map<String, Value>) -> Result<T, (String, Error)> {
    let value = Value::Object(object);
    let error = match T::deserialize(&value) {
        Ok(read) => return Ok(read),
        Err(error) => error,
    };
    let (path, error) = narrowed(&value, error, &|value| T::deserialize(value).err());
    let text = path.iter().enumerate().map(|(depth, step)| match step {
        Step::Key(key) if depth == 0 => key.clone(),
        Step::Key(key) => format!(".{key}"),
        Step::Index(index) => format!("[{index}]"),
    });
    Err((text.collect(), error))
}

/// The path of the innermost part that is wrong alone, and why.
fn narrowed(value: &Value, mut error: Error, wrong: &dyn Fn(&Value) -> Option<Error>) -> (Vec<Step>, Error) {
    let (mut path, mut part) = (Vec::new(), value);
    loop {
        let found = parts(part).into_iter().find_map(|(step, inner)| {
            let whole = around(&path, around(std::slice::from_ref(&step), inner.clone()));
            wrong(&whole).map(|error| (step, inner, error))
        });
        let Some((step, inner, why)) = found else { return (path, error) };
        path.push(step);
        (part, error) = (inner, why);
    }
}

fn parts(value: &Value) -> Vec<(Step, &Value)> {
    match value {
        Value::Object(object) => object.iter().map(|(key, value)| (Step::Key(key.clone()), value)).collect(),
        Value::Array(list) => list.iter().enumerate().map(|(index, value)| (Step::Index(index), value)).collect(),
        _ => Vec::new(),
    }
}

/// A value that has `inner` at the end of a path, and nothing else.
fn around(path: &[Step], inner: Value) -> Value {
    path.iter().rev().fold(inner, |inner, step| match step {
        Step::Key(key) => Value::Object(Map::from_iter([(key.clone(), inner)])),
        Step::Index(_) => Value::Array(vec![inner]),
    })
}
