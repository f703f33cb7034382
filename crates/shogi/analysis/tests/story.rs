//! Stories of real games, with values that a test makes up.

use std::collections::HashMap;
use zenpuku_analysis::{Analyst, Course, PositionAnalysis, Story, Value, analyze_record};
use zenpuku_shogi::{Color, Move, MoveList, Position, SetupRules};
use zenpuku_shogi_record::{Record, read};

/// Returns Black's value after each move of a game, and prefers other moves that keep the value.
struct Scripted {
    values: HashMap<u64, i32>,
    /// Black's values of the last two positions of the game.
    last: [i32; 2],
}

impl Analyst for Scripted {
    fn think(&mut self, position: &Position) -> Option<PositionAnalysis> {
        let known = self.values.get(&position.key()).copied();
        if let Some(value) = known {
            self.last = [self.last[1], value];
        }
        let black = known.unwrap_or(self.last[0]);
        let cp = if position.side_to_move() == Color::Black { black } else { -black };
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let other = |mv: &&Move| {
            let mut after = position.clone();
            after.do_move(**mv);
            !self.values.contains_key(&after.key())
        };
        let pv = list.iter().find(other).copied().into_iter().collect();
        Some(PositionAnalysis { value: Value::Cp(cp), pv, depth: 1, nodes: 1 })
    }
}

fn record(bytes: &[u8]) -> Record {
    read(bytes, None).unwrap().records.remove(0)
}

/// The story of a game with Black's values from the given moves on; 0 before.
fn story(bytes: &[u8], swings: &[(usize, i32)]) -> Story {
    let record = record(bytes);
    let mut position = record.start().position(SetupRules::Play).unwrap();
    let mut values = HashMap::from([(position.key(), 0)]);
    let moves = record.main_line().filter_map(|id| record.node(id).played());
    for (index, mv) in moves.enumerate() {
        position.do_move(mv);
        let value = swings.iter().rev().find(|swing| swing.0 <= index + 1).map_or(0, |one| one.1);
        values.insert(position.key(), value);
    }
    let mut analyst = Scripted { values, last: [0, 0] };
    Story::of(&analyze_record("a game", &record, &mut analyst, |_| ()).unwrap())
}

fn assert_text(story: &Story, en: &str, ja: &str) {
    let text = story.text();
    assert_eq!((text.en.as_str(), text.ja.as_str()), (en, ja));
}

const RYUO_2014: &[u8] = include_bytes!("../../../../testdata/records/ryuo-2014-09-02.kif");
const RYUO_2016: &[u8] = include_bytes!("../../../../testdata/records/ryuo-2016-12-24.kifu");
const DENOSEN: &[u8] = include_bytes!("../../../../testdata/records/denosen-2014-03-15.ki2");

#[test]
fn a_game_without_big_mistakes_says_so() {
    let story = story(RYUO_2014, &[(30, 100), (50, 200), (80, 300)]);
    assert_eq!(story.course, Some(Course::NoMistake));
    assert_text(
        &story,
        "Black played Static Rook (Yagura), White Fourth-file Rook. \
         Neither side made a mistake that cost 20 % of the winning chances. \
         Black won after 117 moves by resignation.",
        "☗居飛車（金矢倉）対☖四間飛車の将棋。\
         双方に悪手（勝率を20％以上落とす手）はなかった。\
         117手で☗の勝ち（投了）。",
    );
}

#[test]
fn the_move_that_cost_most_is_the_turning_point() {
    let story = story(RYUO_2016, &[(40, 700), (61, -900), (90, -2000)]);
    let Some(Course::Turned { main, others }) = &story.course else { panic!("{story:?}") };
    assert_eq!((main.ply, main.side, others.as_slice()), (61, Color::Black, &[][..]));
    assert_text(
        &story,
        "Both sides played Yagura (Black: Yagura, White: Silver Yagura). \
         Move 61, ☗P-14, was the turning point: \
         it cost Black 58 % of the winning chances. \
         White won after 110 moves by resignation.",
        "矢倉の将棋で、☗は金矢倉、☖は銀矢倉に組んだ。\
         勝負の分かれ目は61手目の☗１四歩で、☗の勝率が58％下がった。\
         110手で☖の勝ち（投了）。",
    );
}

#[test]
fn mistakes_that_are_given_back_decide_nothing() {
    let story =
        story(DENOSEN, &[(41, -900), (42, 0), (50, -200), (60, -400), (70, -600), (80, -900)]);
    assert_eq!(story.course, Some(Course::NoTurn));
    assert_text(
        &story,
        "Black played Central Rook (Mino), White Static Rook (Flowing Yagura). \
         There were mistakes, but no single one decided the game. \
         White won after 98 moves by resignation.",
        "☗中飛車（本美濃囲い）対☖居飛車（流れ矢倉）の将棋。\
         悪手はあったが、一手で勝負を決めた手はなかった。\
         98手で☖の勝ち（投了）。",
    );
}

/// White resigned at a value that does not show why.
#[test]
fn a_mistake_of_the_winner_decides_nothing() {
    let story = story(RYUO_2014, &[(41, -900)]);
    assert_eq!(story.end.as_ref().and_then(|end| end.winner), Some(Color::Black));
    assert_eq!(story.course, Some(Course::NoTurn));
}

#[test]
fn what_is_not_known_is_left_out() {
    let lines = RYUO_2014.split_inclusive(|&byte| byte == b'\n');
    let start: Vec<u8> = lines
        .take_while(|line| !line.trim_ascii_start().starts_with(b"11 "))
        .flatten()
        .copied()
        .collect();
    let story = story(&start, &[]);
    assert_eq!((story.camps.as_ref(), story.end.as_ref()), (None, None));
    assert_eq!(story.course, Some(Course::NoMistake));
}
