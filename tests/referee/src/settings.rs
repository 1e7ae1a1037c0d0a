//! The games in which everything is tried that holds in all of them.

use crate::scene::Setting;

/// Every kind of board and rule, each with a few flags.
#[must_use]
pub fn settings() -> Vec<Setting> {
    let of = Setting::new;
    vec![
        of("ninuki", 13),
        of("ninuki", 13).flags(&[("fifth", "draw"), ("fifth-33", "true")]),
        of("ninuki", 13).flags(&[("recursion", "true"), ("double-four", "false")]),
        of("ninuki-hannover", 19),
        of("ninuki-japan", 15),
        of("ninuki-42", 19),
        of("nenuki", 11),
        of("nenuki", 14),
        of("pente", 13),
        of("keryo", 13),
        of("freestyle", 5),
        of("freestyle", 10),
        of("standard", 9),
        of("renju", 11),
        of("caro", 9),
        of("caro", 22).flags(&[("caro-exact", "true")]),
        of("ndengrod", 3).length(3),
        of("ndengrod", 4),
        of("ndengrod", 5).flags(&[("suicide", "true")]),
        of("ndengrod", 6),
        of("ndengrod", 9).length(6),
        of("ndengrod", 3).length(5).flags(&[("stuck", "pass")]),
        of("ninuki-42", 19).flags(&[("fifth-answers", "false")]),
    ]
}
