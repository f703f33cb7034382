//! Every kind of plot: it is drawn, it is reproducible, and invalid data is an error.

use zenpuku_report::fit::LineFit;
use zenpuku_report::plot::{
    Axis, BarSeries, BarValue, Chart, PlotError, Scatter, Series, bar_chart, histogram, line_chart,
    scatter_chart,
};

fn chart() -> Chart {
    Chart::new("Title & <tags>", "depth (plies)", "nodes")
}

fn lines() -> Vec<Series> {
    let powers = |base: f64| (1..=6).map(|n| (f64::from(n), base.powi(n))).collect();
    vec![Series::new("wide", powers(10.0)), Series::new("narrow", powers(3.0))]
}

fn clouds() -> Vec<Scatter> {
    let points: Vec<_> =
        (0..200).map(|n| (f64::from(n), f64::from(n * 2 + n * 7919 % 40))).collect();
    let fit = LineFit::least_squares(&points);
    assert!(fit.is_some());
    vec![Scatter { series: Series::new("points", points), fit }]
}

fn bars() -> (Vec<String>, Vec<BarSeries>) {
    let bars =
        |values: [f64; 3]| values.map(|value| BarValue { value, error: value / 4.0 }).to_vec();
    let series = vec![
        BarSeries { name: "ours".into(), bars: bars([10.0, 200.0, 3000.0]) },
        BarSeries { name: "paper".into(), bars: bars([20.0, 100.0, 2500.0]) },
    ];
    (["a", "b", "c"].map(String::from).to_vec(), series)
}

fn all_plots() -> Vec<(&'static str, String)> {
    let (groups, series) = bars();
    let values: Vec<f64> = (0..500).map(|n| f64::from(n * 7919 % 101 + n % 13)).collect();
    vec![
        ("line", line_chart(&chart().with_log_y(), &lines()).unwrap()),
        ("line_linear", line_chart(&chart(), &lines()).unwrap()),
        ("scatter", scatter_chart(&chart(), &clouds()).unwrap()),
        ("histogram", histogram(&chart(), &values, 20).unwrap()),
        ("bars", bar_chart(&chart(), &groups, &series).unwrap()),
        ("bars_log", bar_chart(&chart().with_log_y(), &groups, &series).unwrap()),
    ]
}

#[test]
fn equal_input_gives_equal_bytes() {
    assert_eq!(all_plots(), all_plots());
}

#[test]
fn plots_are_whole_svg_documents_with_their_words_escaped() {
    for (name, svg) in all_plots() {
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{name}");
        assert!(svg.contains("Title &amp; &lt;tags&gt;"), "{name}");
        assert!(svg.contains("depth (plies)"), "{name}");
    }
}

#[test]
fn every_point_and_bar_is_drawn() {
    let svg = scatter_chart(&chart(), &clouds()).unwrap();
    // One more circle is in the legend.
    assert_eq!(svg.matches("<circle").count(), 200 + 1);
    let (groups, series) = bars();
    let svg = bar_chart(&chart(), &groups, &series).unwrap();
    assert_eq!(svg.matches("fill=\"#0072B2\"").count(), 3 + 1);
    for label in ["ours", "paper", "a", "b", "c"] {
        assert!(svg.contains(&format!("\n{label}\n")), "{label}");
    }
}

#[test]
fn log_bars_stand_on_the_axis() {
    let (groups, series) = bars();
    let svg = bar_chart(&chart().with_log_y(), &groups, &series).unwrap();
    assert!(svg.contains("\n1,000\n") && svg.contains("\n10\n"));
}

#[test]
fn what_cannot_be_shown_is_an_error() {
    let none = line_chart(&chart(), &[]);
    assert!(matches!(none, Err(PlotError::NoData { .. })));
    assert!(matches!(histogram(&chart(), &[], 3), Err(PlotError::NoData { .. })));
    assert!(matches!(bar_chart(&chart(), &[], &[]), Err(PlotError::NoData { .. })));
    let zero = [Series::new("zero", vec![(1.0, 0.0)])];
    assert!(matches!(line_chart(&chart().with_log_y(), &zero), Err(PlotError::OffAxis { .. })));
    assert!(line_chart(&chart(), &zero).is_ok());
    let infinite = [Series::new("bad", vec![(f64::INFINITY, 0.0)])];
    assert!(line_chart(&chart(), &infinite).is_err());
    let (groups, series) = bars();
    let wrong = bar_chart(&chart(), &groups[..2], &series);
    assert!(matches!(wrong, Err(PlotError::BarCount { found: 3, expected: 2, .. })));
}

#[test]
fn a_fixed_range_is_kept() {
    let mut chart = chart();
    chart.y = Axis { range: Some((0.0, 1e7)), ..Axis::linear("nodes") };
    let svg = line_chart(&chart, &lines()).unwrap();
    assert!(svg.contains("\n10,000,000\n"));
}
