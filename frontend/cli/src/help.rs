//! The help: commands in groups; negative numbers are values, not options.

use std::fmt::Write as _;

use clap::{Arg, Command, CommandFactory};

use crate::Cli;

/// Headings and commands of the groups; commands in no group come under the last heading.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Play and look", &["play", "puzzles", "book", "web", "board", "rules"]),
    ("Analyse", &["analyze", "sweep", "solve", "prove", "verify"]),
    ("Records", &["replay", "convert", "library"]),
    ("Engines and matches", &["gomocup", "gtp", "analysis", "tournament", "openings", "check"]),
    ("This program", &["bench", "perft", "completions", "man"]),
];

/// The command line as it is parsed and as its help is written.
pub(crate) fn command() -> Command {
    let negative = |arg: Arg| {
        let takes_values = arg.get_action().takes_values();
        arg.allow_negative_numbers(takes_values)
    };
    let command = Cli::command().mut_subcommands(|sub| sub.mut_args(negative));
    let groups = groups(&command);
    command.help_template(format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{groups}Options:\n{{options}}{{after-help}}"
    ))
}

/// The commands by groups, each with one line about it.
fn groups(command: &Command) -> String {
    let mut text = String::new();
    let last = GROUPS.len() - 1;
    for (index, (heading, names)) in GROUPS.into_iter().enumerate() {
        let _ = writeln!(text, "{heading}:");
        let listed = names.iter().filter_map(|name| command.find_subcommand(name));
        let is_grouped = |sub: &&Command| GROUPS.iter().any(|(_, names)| names.contains(&sub.get_name()));
        let others = command.get_subcommands().filter(|sub| index == last && !is_grouped(sub));
        for sub in listed.chain(others) {
            let about = sub.get_about().map(ToString::to_string).unwrap_or_default();
            let aliases: Vec<&str> = sub.get_visible_aliases().collect();
            let also = if aliases.is_empty() { String::new() } else { format!(" [{}]", aliases.join(", ")) };
            let _ = writeln!(text, "  {:<11}  {about}{also}", sub.get_name());
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_a_group() {
        let command = command();
        let named = |name| GROUPS.iter().any(|(_, names)| names.contains(&name));
        let missing: Vec<&str> =
            command.get_subcommands().map(Command::get_name).filter(|&name| !named(name)).collect();
        assert!(missing.is_empty(), "{missing:?}");
        command.debug_assert();
    }

    #[test]
    fn help_fits_into_80_columns() {
        let mut command = command();
        command.build();
        let mut texts = vec![command.render_long_help().to_string()];
        texts.extend(command.get_subcommands_mut().map(|sub| sub.render_long_help().to_string()));
        for line in texts.iter().flat_map(|text| text.lines()) {
            assert!(line.chars().count() <= 80, "{line}");
            assert!(!line.contains(&u64::MAX.to_string()), "{line}");
        }
    }
}
