//! A game tree drawn as SVG, with its values and cuts, like [bonanza2006] Fig. 2:
//! filled circles for the player who maximises, crosses on the branches cut.

use std::fmt::Write;

use thiserror::Error;

/// A node to draw.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DrawnNode {
    /// Its name, drawn inside the circle.
    pub label: String,
    /// Its value, drawn below.
    pub value: Option<String>,
    /// Whether the circle is filled (the maximising player's node).
    pub filled: bool,
    /// Whether the search visited it; the branch to a node that was not is crossed.
    pub visited: bool,
    /// Whether it is on the principal variation: its branch is drawn thick.
    pub principal: bool,
    /// Its children, left to right, as indices into [`TreeDrawing::nodes`].
    pub children: Vec<usize>,
}

/// A tree to draw.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TreeDrawing {
    /// Drawn above the tree.
    pub title: String,
    /// The nodes.
    pub nodes: Vec<DrawnNode>,
    /// The root's index.
    pub root: usize,
}

/// Why a tree cannot be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TreeDrawingError {
    /// An index outside the nodes.
    #[error("there is no node {0}")]
    NoNode(usize),
    /// A node that is reached twice: not a tree.
    #[error("node {0} is reached twice, so this is not a tree")]
    ReachedTwice(usize),
}

const COLUMN: f64 = 64.0;
const ROW: f64 = 96.0;
const MARGIN: f64 = 48.0;
const TITLE: f64 = 32.0;
const RADIUS: f64 = 16.0;

#[derive(Clone, Copy, Default)]
struct Place {
    x: f64,
    y: f64,
}

impl TreeDrawing {
    /// The drawing as SVG.
    ///
    /// # Errors
    /// [`TreeDrawingError`] if the nodes are not one tree.
    pub fn to_svg(&self) -> Result<String, TreeDrawingError> {
        let order = self.top_down()?;
        let places = self.places(&order);
        let drawn = || order.iter().map(|&(node, _)| places[node]);
        let width = drawn().map(|place| place.x).fold(0.0, f64::max) + MARGIN;
        let height = drawn().map(|place| place.y).fold(0.0, f64::max) + MARGIN;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\" \
             font-size=\"14\" text-anchor=\"middle\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
             <text x=\"{:.1}\" y=\"24\" font-size=\"16\">{}</text>\n",
            width / 2.0,
            escape(&self.title),
        );
        for &(node, _) in &order {
            for &child in &self.nodes[node].children {
                self.branch(&mut svg, places[node], places[child], node, child);
            }
        }
        for &(node, _) in &order {
            self.circle(&mut svg, places[node], &self.nodes[node]);
        }
        svg.push_str("</svg>\n");
        Ok(svg)
    }

    /// The nodes with their depths, parents before children.
    fn top_down(&self) -> Result<Vec<(usize, usize)>, TreeDrawingError> {
        let mut seen = vec![false; self.nodes.len()];
        let mut order = Vec::new();
        let mut open = vec![(self.root, 0)];
        while let Some((index, depth)) = open.pop() {
            let node = self.nodes.get(index).ok_or(TreeDrawingError::NoNode(index))?;
            if std::mem::replace(&mut seen[index], true) {
                return Err(TreeDrawingError::ReachedTwice(index));
            }
            order.push((index, depth));
            open.extend(node.children.iter().rev().map(|&child| (child, depth + 1)));
        }
        Ok(order)
    }

    /// Leaves side by side from the left, parents above the middle of their children.
    fn places(&self, order: &[(usize, usize)]) -> Vec<Place> {
        let mut places = vec![Place::default(); self.nodes.len()];
        let mut next_x = MARGIN;
        // The order is depth first, so leaves come from left to right.
        for &(node, depth) in order {
            places[node].y = TITLE + MARGIN / 2.0 + RADIUS + depth as f64 * ROW;
            if self.nodes[node].children.is_empty() {
                places[node].x = next_x;
                next_x += COLUMN;
            }
        }
        for &(node, _) in order.iter().rev() {
            if let [first, .., last] | [first @ last] = self.nodes[node].children[..] {
                places[node].x = (places[first].x + places[last].x) / 2.0;
            }
        }
        places
    }

    fn branch(&self, svg: &mut String, from: Place, to: Place, node: usize, child: usize) {
        let (parent, child) = (&self.nodes[node], &self.nodes[child]);
        let style = match (child.visited, parent.principal && child.principal) {
            (false, _) => "stroke=\"#999\" stroke-dasharray=\"4 3\"",
            (true, true) => "stroke=\"black\" stroke-width=\"3\"",
            (true, false) => "stroke=\"black\"",
        };
        line(svg, from, to, style);
        if parent.visited && !child.visited {
            let middle = Place { x: (from.x + to.x) / 2.0, y: (from.y + to.y) / 2.0 };
            for slope in [-7.0, 7.0] {
                let start = Place { x: middle.x - 7.0, y: middle.y - slope };
                let end = Place { x: middle.x + 7.0, y: middle.y + slope };
                line(svg, start, end, "stroke=\"#c00000\" stroke-width=\"2.5\"");
            }
        }
    }

    fn circle(&self, svg: &mut String, at: Place, node: &DrawnNode) {
        let (stroke, fill, ink) = match (node.visited, node.filled) {
            (true, true) => ("black", "black", "white"),
            (true, false) => ("black", "white", "black"),
            (false, true) => ("#999", "#bbb", "white"),
            (false, false) => ("#999", "white", "#999"),
        };
        let Place { x, y } = at;
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\" fill=\"{fill}\" \
             stroke=\"{stroke}\"/>\n<text x=\"{x:.1}\" y=\"{:.1}\" fill=\"{ink}\">{}</text>",
            y + 5.0,
            escape(&node.label),
        );
        if let Some(value) = &node.value {
            let beside = if node.children.is_empty() { (x, y + 33.0) } else { (x + 30.0, y + 5.0) };
            let ink = if node.visited { "black" } else { "#999" };
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{ink}\">{}</text>",
                beside.0,
                beside.1,
                escape(value),
            );
        }
    }
}

fn line(svg: &mut String, from: Place, to: Place, style: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" {style}/>",
        from.x, from.y, to.x, to.y,
    );
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(visited: bool, children: &[usize]) -> DrawnNode {
        DrawnNode {
            label: "<n>".into(),
            visited,
            children: children.to_vec(),
            ..Default::default()
        }
    }

    #[test]
    fn one_cross_for_each_branch_cut() {
        let nodes = vec![
            node(true, &[1, 2, 3]),
            node(true, &[]),
            node(false, &[4]),
            node(false, &[]),
            node(false, &[]),
        ];
        let svg = TreeDrawing { title: "a & b".into(), nodes, root: 0 }.to_svg().unwrap();
        assert_eq!(svg.matches("#c00000").count(), 2 * 2, "not below a cut");
        assert_eq!(svg.matches("<circle").count(), 5);
        assert!(svg.contains("a &amp; b") && svg.contains("&lt;n&gt;"));
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        let drawing = |nodes| TreeDrawing { nodes, ..Default::default() }.to_svg();
        assert_eq!(drawing(vec![]), Err(TreeDrawingError::NoNode(0)));
        assert_eq!(drawing(vec![node(true, &[7])]), Err(TreeDrawingError::NoNode(7)));
        assert_eq!(drawing(vec![node(true, &[0])]), Err(TreeDrawingError::ReachedTwice(0)));
    }
}
