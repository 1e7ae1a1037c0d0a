//! Names and fields of actions.

/// An action that queries ask for.
#[derive(Debug)]
pub struct Action {
    name: &'static str,
    about: &'static str,
    fields: &'static [&'static [&'static str]],
}

/// The fields that describe a game.
pub(crate) const GAME: &[&str] = &["rules", "rules_text", "size", "length", "flags", "position", "moves"];

/// The fields that bound a search.
pub(crate) const LIMITS: &[&str] = &["nodes", "time", "depth"];

impl Action {
    pub(crate) const fn new(
        name: &'static str,
        about: &'static str,
        fields: &'static [&'static [&'static str]],
    ) -> Self {
        Self { name, about, fields }
    }

    /// The name in queries and answers.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// One line of help.
    #[must_use]
    pub const fn about(&self) -> &'static str {
        self.about
    }

    /// The names of its fields, without `id` and `action`.
    pub fn fields(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        self.fields.iter().copied().flatten().copied()
    }

    /// The names of its fields in groups.
    #[cfg(test)]
    pub(crate) const fn groups(&self) -> &'static [&'static [&'static str]] {
        self.fields
    }
}
