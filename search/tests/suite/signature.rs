//! The search decides as it did when the signature was taken, whatever the processor.

use engine::Rules;
use search::signature;

#[test]
fn the_search_visits_as_many_nodes_as_it_should() {
    let differing: Vec<String> = Rules::ALL
        .iter()
        .filter_map(|rules| {
            let (expected, found) = (signature::expected(rules), signature::measure(rules).nodes);
            (expected != Some(found)).then(|| format!("{} {found}", rules.name))
        })
        .collect();
    assert!(differing.is_empty(), "search/src/signature/nodes.txt should have:\n{}", differing.join("\n"));
}
