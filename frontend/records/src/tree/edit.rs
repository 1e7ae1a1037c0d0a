//! Changes of the order of a tree.

use super::{Node, ROOT, Tree};

impl Tree {
    /// Takes a node away, with all that follows from it. Indices of other nodes stay as they are.
    ///
    /// # Panics
    /// The node is the root, or there is none.
    pub fn remove(&mut self, node: usize) {
        assert_ne!(node, ROOT, "the root stays");
        if self.parent(node) == node {
            return;
        }
        self.unlink(node);
        // A removed node is its own parent.
        self.nodes[node].parent = node as u32;
        self.nodes[node].next = 0;
    }

    /// Makes a node the first child of its parent. The root stays where it is.
    pub fn promote(&mut self, node: usize) {
        let parent = self.parent(node);
        if node == ROOT || parent == node || self.first(parent) == Some(node) {
            return;
        }
        self.unlink(node);
        self.nodes[node].next = std::mem::replace(&mut self.nodes[parent].first, node as u32);
    }

    /// Whether a node is a part of the tree, and neither it nor a node before it was removed.
    #[must_use]
    pub fn contains(&self, node: usize) -> bool {
        let mut node = node;
        while node != ROOT {
            let parent = self.parent(node);
            if parent == node {
                return false;
            }
            node = parent;
        }
        true
    }

    /// The tree without removed nodes.
    #[must_use]
    pub fn compacted(&self) -> Self {
        let mut tree = Self { nodes: vec![Node::new(0, 0)], unreadable: self.unreadable.clone() };
        tree.nodes[ROOT].clone_said(&self.nodes[ROOT]);
        let mut copies = vec![ROOT; self.nodes.len()];
        let mut next = self.first(ROOT);
        while let Some(node) = next {
            copies[node] = tree.copy(copies[self.parent(node)], &self.nodes[node]);
            next = self.first(node).or_else(|| self.after(node, |_| {}));
        }
        tree
    }

    /// Takes a node out of the children of its parent.
    fn unlink(&mut self, node: usize) {
        let parent = self.parent(node);
        let before = self.children(parent).take_while(|&child| child != node).last();
        let next = self.nodes[node].next;
        match before {
            Some(before) => self.nodes[before].next = next,
            None => self.nodes[parent].first = next,
        }
        if next == 0 {
            self.nodes[parent].last = before.unwrap_or(ROOT) as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::{Game, Rules};

    use super::*;

    #[test]
    fn nodes_are_removed_and_promoted() {
        let game = Game::new(Rules::RENJU, None, None).expect("a game");
        let mv = |name: &str| game.parse_move(name).expect("a move");
        let mut tree = Tree::new();
        let centre = tree.add(ROOT, mv("h8"), None, None);
        let [direct, indirect, far] = ["h9", "i9", "a1"].map(|name| tree.add(centre, mv(name), None, None));
        let reply = tree.add(indirect, mv("i8"), None, None);
        tree.promote(far);
        tree.promote(indirect);
        assert_eq!(tree.children(centre).collect::<Vec<_>>(), [indirect, far, direct]);
        assert_eq!(tree.main().collect::<Vec<_>>(), [centre, indirect, reply]);
        tree.remove(indirect);
        tree.remove(direct);
        tree.remove(direct);
        assert_eq!(tree.children(centre).collect::<Vec<_>>(), [far]);
        assert!(tree.contains(far) && !tree.contains(indirect) && !tree.contains(reply));
        let last = tree.add(centre, mv("o15"), None, None);
        assert_eq!(tree.children(centre).collect::<Vec<_>>(), [far, last]);
        let compact = tree.compacted();
        assert_eq!((compact.len(), compact.main().count(), compact.has_variations()), (4, 2, true));
        tree.remove(far);
        tree.remove(last);
        assert_eq!((tree.first(centre), tree.compacted().len(), tree.compacted().is_line()), (None, 2, true));
    }
}
