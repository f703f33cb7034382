//! Plots as SVG. Equal input gives equal bytes.

mod axis;
mod bars;
mod canvas;
mod histogram;
mod lines;
mod scatter;

pub use axis::{Axis, Scale};
pub use bars::{BarSeries, BarValue, bar_chart};
pub use histogram::histogram;
pub use lines::line_chart;
pub use scatter::{Scatter, scatter_chart};

use thiserror::Error;

/// Why a plot cannot be drawn.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlotError {
    /// There is no data to plot.
    #[error("plot '{title}': no data")]
    NoData {
        /// The plot's title.
        title: String,
    },
    /// A number that an axis cannot show: not finite, or not positive on a logarithmic
    /// axis.
    #[error("plot '{title}': {value} cannot be shown on the axis '{axis}'")]
    OffAxis {
        /// The plot's title.
        title: String,
        /// The axis' label.
        axis: String,
        /// The number.
        value: String,
    },
    /// Bars and groups do not match.
    #[error("plot '{title}': series '{series}' has {found} bars for {expected} groups")]
    BarCount {
        /// The plot's title.
        title: String,
        /// The series' name.
        series: String,
        /// Bars of the series.
        found: usize,
        /// Groups of the plot.
        expected: usize,
    },
    /// The drawing library failed.
    #[error("plot '{title}': {reason}")]
    Drawing {
        /// The plot's title.
        title: String,
        /// Its error.
        reason: String,
    },
}

/// The corner of the legend.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Legend {
    /// Above, at the left.
    #[default]
    UpperLeft,
    /// Above, at the right.
    UpperRight,
    /// Below, at the right.
    LowerRight,
}

/// What all plots have: title, axes, size.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// Drawn above the plot.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// The place of the legend.
    pub legend: Legend,
}

impl Chart {
    /// A chart of 800 x 500 pixels with linear axes.
    #[must_use]
    pub fn new(title: impl Into<String>, x: impl Into<String>, y: impl Into<String>) -> Chart {
        Chart {
            title: title.into(),
            x: Axis::linear(x),
            y: Axis::linear(y),
            size: (800, 500),
            legend: Legend::default(),
        }
    }

    /// The same chart with a logarithmic vertical axis.
    #[must_use]
    pub fn with_log_y(mut self) -> Chart {
        self.y.scale = Scale::Log;
        self
    }

    /// The same chart with its legend in another corner.
    #[must_use]
    pub fn with_legend(mut self, legend: Legend) -> Chart {
        self.legend = legend;
        self
    }

    /// The same chart with a logarithmic horizontal axis.
    #[must_use]
    pub fn with_log_x(mut self) -> Chart {
        self.x.scale = Scale::Log;
        self
    }
}

/// Points that belong together.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The points (x, y).
    pub points: Vec<(f64, f64)>,
}

impl Series {
    /// A named series.
    #[must_use]
    pub fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Series {
        Series { name: name.into(), points }
    }
}

/// The colour of the `index`-th series: Okabe and Ito's palette, suitable for colour-blind readers.
fn colour(index: usize) -> plotters::style::RGBColor {
    const PALETTE: [(u8, u8, u8); 7] = [
        (0, 114, 178),
        (213, 94, 0),
        (0, 158, 115),
        (204, 121, 167),
        (230, 159, 0),
        (86, 180, 233),
        (0, 0, 0),
    ];
    let (r, g, b) = PALETTE[index % PALETTE.len()];
    plotters::style::RGBColor(r, g, b)
}
