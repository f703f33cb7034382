//! The file of a model: lines of words, for people too.
//!
//! ```text
//! zenpuku-probcut 1
//! # anything
//! evaluation king-distance
//! checksum 0123456789abcdef
//! scale 1000
//! phases hands 2 6
//! line 3 5 plain all 1.01 1.2 84.03 0.987 5123
//! ```
//!
//! A `line` names d', d, `plain` or `tanh`, the class or `all`, then a, b, sigma, R2 and the
//! number of positions. `phases` may be left out.

use super::model::{DEEPEST_PAIR, DepthPair, FittedLine, ProbCutModel};
use super::phase::{PhaseVariable, Phases};
use core::fmt::Write as _;
use core::str::FromStr;

/// The version of the format that is written and read.
const VERSION: u32 = 1;
/// The first word of the file.
const MAGIC: &str = "zenpuku-probcut";
/// The most classes of positions.
const MOST_CLASSES: usize = 16;

/// Why a text is not a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The first line is not `zenpuku-probcut VERSION`.
    #[error("not a file of ProbCut parameters: it does not begin with `{MAGIC}`")]
    Magic,
    /// Written in a version that is not known.
    #[error("version {0}; this program reads version {VERSION}")]
    Version(String),
    /// A line that cannot be understood.
    #[error("line {line}: {reason}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// The error.
        reason: String,
    },
    /// Something every file states is not there.
    #[error("no line `{0}`")]
    Missing(&'static str),
}

impl ProbCutModel {
    /// The text of the file; the comments follow its first line.
    #[must_use]
    pub fn to_text(&self, comments: &[String]) -> String {
        let mut text = format!("{MAGIC} {VERSION}\n");
        for comment in comments.iter().flat_map(|comment| comment.lines()) {
            let _ = writeln!(text, "# {comment}");
        }
        let _ = writeln!(text, "evaluation {}", self.evaluation);
        let _ = writeln!(text, "checksum {:016x}", self.checksum);
        let _ = writeln!(text, "scale {}", self.scale);
        if let Some(phases) = &self.phases {
            let bounds: Vec<String> = phases.bounds.iter().map(i32::to_string).collect();
            let _ = writeln!(text, "phases {} {}", phases.variable, bounds.join(" "));
        }
        for line in &self.lines {
            let DepthPair { shallow, deep } = line.pair;
            let kind = if line.transformed { "tanh" } else { "plain" };
            let class = line.class.map_or("all".to_owned(), |class| class.to_string());
            let _ = writeln!(
                text,
                "line {shallow} {deep} {kind} {class} {:.6} {:.3} {:.3} {:.5} {}",
                line.a, line.b, line.sigma, line.r_squared, line.count
            );
        }
        text
    }
}

impl FromStr for ProbCutModel {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<Self, ModelError> {
        let mut lines = text.lines().enumerate();
        let first = lines.next().map(|(_, line)| line.trim()).unwrap_or_default();
        let (magic, version) = first.split_once(' ').ok_or(ModelError::Magic)?;
        if magic != MAGIC {
            return Err(ModelError::Magic);
        }
        if version.trim() != VERSION.to_string() {
            return Err(ModelError::Version(version.trim().to_owned()));
        }
        let mut parts = Parts::default();
        for (index, line) in lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            if let Some((&key, values)) = words.split_first().filter(|(key, _)| **key != "#") {
                let named = |reason| ModelError::Line { line: index + 1, reason };
                parts.read(key, values).map_err(named)?;
            }
        }
        parts.model()
    }
}

/// The fields read so far.
#[derive(Default)]
struct Parts {
    evaluation: Option<String>,
    checksum: Option<u64>,
    scale: Option<f64>,
    phases: Option<Phases>,
    lines: Vec<FittedLine>,
}

impl Parts {
    fn read(&mut self, key: &str, values: &[&str]) -> Result<(), String> {
        match (key, values) {
            ("evaluation", [name]) => self.evaluation = Some((*name).to_owned()),
            ("checksum", [hex]) => {
                let sum = u64::from_str_radix(hex, 16);
                self.checksum = Some(sum.map_err(|_| format!("`{hex}` is not a checksum"))?);
            }
            ("scale", [text]) => self.scale = Some(number(text, "a scale", |c| c > 0.0)?),
            ("phases", [name, bounds @ ..]) => self.phases = Some(phases(name, bounds)?),
            ("line", words) => self.lines.push(fitted_line(words)?),
            _ => return Err(format!("`{key}` with {} values is not known", values.len())),
        }
        Ok(())
    }

    fn model(self) -> Result<ProbCutModel, ModelError> {
        let classes = self.phases.as_ref().map_or(0, Phases::classes);
        if self.lines.iter().any(|line| line.class.is_some_and(|class| class >= classes)) {
            return Err(ModelError::Missing("phases"));
        }
        Ok(ProbCutModel {
            evaluation: self.evaluation.ok_or(ModelError::Missing("evaluation"))?,
            checksum: self.checksum.ok_or(ModelError::Missing("checksum"))?,
            scale: self.scale.ok_or(ModelError::Missing("scale"))?,
            phases: self.phases,
            lines: self.lines,
        })
    }
}

fn phases(name: &str, bounds: &[&str]) -> Result<Phases, String> {
    let variable: PhaseVariable =
        name.parse().map_err(|()| format!("no phase variable is called `{name}`"))?;
    let bounds: Vec<i32> = bounds.iter().map(|text| whole(text)).collect::<Result<_, _>>()?;
    let rising = bounds.windows(2).all(|pair| pair[0] < pair[1]);
    if !rising || bounds.len() >= MOST_CLASSES {
        return Err(format!("the bounds must rise and be fewer than {MOST_CLASSES}"));
    }
    Ok(Phases { variable, bounds })
}

fn fitted_line(words: &[&str]) -> Result<FittedLine, String> {
    let &[shallow, deep, kind, class, a, b, sigma, r_squared, count] = words else {
        return Err(format!("a `line` has 9 values, not {}", words.len()));
    };
    let pair = DepthPair { shallow: whole(shallow)?, deep: whole(deep)? };
    if pair.shallow == 0 || pair.shallow >= pair.deep || pair.deep > DEEPEST_PAIR {
        return Err(format!(
            "D({shallow}, {deep}) is not a pair of depths from 1 to {DEEPEST_PAIR}"
        ));
    }
    Ok(FittedLine {
        pair,
        transformed: match kind {
            "plain" => false,
            "tanh" => true,
            _ => return Err(format!("`{kind}` is neither `plain` nor `tanh`")),
        },
        class: if class == "all" { None } else { Some(whole(class)?) },
        a: number(a, "a slope", |a| a > 0.0)?,
        b: number(b, "an intercept", |_| true)?,
        sigma: number(sigma, "a deviation", |sigma| sigma >= 0.0)?,
        r_squared: number(r_squared, "a coefficient", |r| (0.0..=1.0).contains(&r))?,
        count: whole(count)?,
    })
}

fn whole<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is not a whole number"))
}

/// A finite number of reasonable size.
fn number(text: &str, what: &str, fits: impl Fn(f64) -> bool) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok().filter(|x: &f64| x.is_finite() && x.abs() < 1e9);
    number.filter(|&x| fits(x)).ok_or_else(|| format!("`{text}` is not {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SAMPLE: &str = "zenpuku-probcut 1\n# made by hand\nevaluation x\nchecksum 00000000000000ff\n\
        scale 600\nphases hands 2 6\nline 3 5 plain all 1.010000 1.200 84.030 0.98700 5123\n\
        line 2 5 tanh 2 0.990000 -3.000 70.000 0.97000 40\n";

    fn error(text: &str) -> String {
        text.parse::<ProbCutModel>().unwrap_err().to_string()
    }

    #[test]
    fn a_file_reads_back() {
        let model: ProbCutModel = SAMPLE.parse().unwrap();
        assert_eq!(model.to_text(&["made by hand".into()]), SAMPLE);
        assert_eq!((model.checksum, model.lines.len()), (255, 2));
        assert_eq!(model.lines[0].pair, DepthPair { shallow: 3, deep: 5 });
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert!(error("").contains("does not begin with"));
        assert!(error("zenpuku-probcut 9\n").contains("version 9"));
        assert_eq!(error("zenpuku-probcut 1\nscale 600\nchecksum 1"), "no line `evaluation`");
        for (old, new, said) in [
            ("line 3 5", "line 5 5", "line 7: D(5, 5) is not a pair"),
            ("plain all", "cubic all", "line 7: `cubic` is neither"),
            ("1.010000", "-1", "line 7: `-1` is not a slope"),
            ("84.030", "nan", "line 7: `nan` is not a deviation"),
            ("hands 2 6", "hands 6 2", "line 6: the bounds must rise"),
            ("hands 2 6", "rooks 2", "line 6: no phase variable is called `rooks`"),
            ("phases hands 2 6", "", "no line `phases`"),
            ("scale 600", "scales 600", "line 5: `scales` with 1 values"),
        ] {
            assert!(error(&SAMPLE.replacen(old, new, 1)).contains(said), "{new}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(zenpuku-probcut 1\n)?[a-z0-9 .#\n-]{0,200}") {
            let _ = text.parse::<ProbCutModel>();
        }
    }
}
