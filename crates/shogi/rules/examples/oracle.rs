//! Prints positions with our verdicts, one JSON object per line, for the
//! comparison with independent programs in `tools/oracle`.
//!
//! `cargo run --release -p zenpuku-shogi --example oracle -- POSITIONS SEED`
//!
//! Four kinds in turn: sharp random games, shuffling games (repetition), boards
//! with pieces thrown at random, boards with a king that has entered.

use std::env;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use zenpuku_shogi::{
    Color, EnteringKingRule, HandPiece, Move, MoveList, Piece, PieceType, Position,
    RepetitionState, RuleViolation, Setup, SetupRules, Square,
};

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

fn legal(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list
}

fn sharp_move(position: &Position, random: &mut Random) -> Option<Move> {
    let moves = legal(position);
    let sharp: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|&mv| position.is_capture(mv) || mv.is_promotion() || position.gives_check(mv))
        .collect();
    let pool = if !sharp.is_empty() && random.below(2) == 0 { &sharp[..] } else { &moves[..] };
    (!pool.is_empty()).then(|| pool[random.below(pool.len())])
}

/// Mostly takes back its own last move, checks when it can.
fn shuffling_move(position: &Position, last: Move, random: &mut Random) -> Option<Move> {
    let moves = legal(position);
    let back = |mv: &&Move| mv.from() == Some(last.to()) && last.from() == Some(mv.to());
    let back = moves.iter().find(back).copied().filter(|_| random.below(20) < 19);
    let check = moves.iter().find(|&&mv| position.gives_check(mv)).copied();
    let check = check.filter(|_| random.below(20) < 19);
    if position.in_check() { back.or(check) } else { check.or(back) }
        .or_else(|| sharp_move(position, random))
}

/// All forty pieces thrown on the board and into the hands until that is legal.
fn thrown(random: &mut Random, entered: bool) -> Position {
    loop {
        let mut setup = Setup::empty();
        let on_board = random.below(39);
        for kind in HandPiece::iter() {
            let full = match kind {
                HandPiece::PAWN => 18,
                HandPiece::BISHOP | HandPiece::ROOK => 2,
                _ => 4,
            };
            for _ in 0..full {
                throw_piece(&mut setup, kind, on_board, entered, random);
            }
        }
        for color in Color::iter() {
            let rank = if entered { home_rank(color.flip(), random) } else { random.below(9) };
            let square = Square::from_index(random.below(9) * 9 + rank);
            setup.put(square, Piece::from_parts(color, PieceType::KING));
        }
        setup.set_side_to_move(if random.below(2) == 0 { Color::Black } else { Color::White });
        setup.set_ply(1 + random.below(300) as u16);
        if let Ok(position) = setup.position(SetupRules::Play) {
            return position;
        }
    }
}

/// Two kings and a few pieces, for perpetual check.
fn sparse(random: &mut Random) -> Position {
    loop {
        let mut setup = Setup::empty();
        let kinds = [PieceType::ROOK, PieceType::DRAGON, PieceType::HORSE, PieceType::BISHOP];
        for _ in 0..=random.below(2) {
            let kind = kinds[random.below(4)];
            setup.put(Square::from_index(random.below(81)), Piece::from_parts(Color::Black, kind));
        }
        for color in Color::iter() {
            let square = Square::from_index(random.below(81));
            setup.put(square, Piece::from_parts(color, PieceType::KING));
        }
        if let Ok(position) = setup.position(SetupRules::Play) {
            return position;
        }
    }
}

fn home_rank(color: Color, random: &mut Random) -> usize {
    if color == Color::White { random.below(3) } else { 6 + random.below(3) }
}

fn throw_piece(
    setup: &mut Setup,
    kind: HandPiece,
    on_board: usize,
    entered: bool,
    random: &mut Random,
) {
    let color = if random.below(2) == 0 { Color::Black } else { Color::White };
    let held = setup.hand_count(color, kind);
    if random.below(40) >= on_board {
        setup.set_hand(color, kind, held + 1);
        return;
    }
    let promoted = random.below(3) == 0;
    let base = kind.to_piece_type();
    let piece = Piece::from_parts(color, if promoted { base.promote() } else { base });
    for _ in 0..20 {
        let rank = if entered && random.below(4) > 0 {
            home_rank(color.flip(), random)
        } else {
            random.below(9)
        };
        let square = Square::from_index(random.below(9) * 9 + rank);
        let mut trial = setup.clone();
        trial.put(square, piece);
        if setup.piece_on(square).is_empty() && trial.check_pieces().is_ok() {
            *setup = trial;
            return;
        }
    }
    setup.set_hand(color, kind, held + 1);
}

/// Our verdicts on one position; `line` is the game that led to it.
fn verdict(start: &str, line: &[String], position: &Position) -> String {
    let quoted = |moves: &mut dyn Iterator<Item = String>| {
        moves.map(|mv| format!("\"{mv}\"")).collect::<Vec<_>>().join(",")
    };
    let moves = legal(position);
    let pawn_mates = Square::iter().filter_map(|to| {
        let mv = Move::drop(PieceType::PAWN, to, position.side_to_move());
        let mates = matches!(position.illegality(mv), Some(RuleViolation::DropPawnMate(_)));
        mates.then(|| mv.to_string())
    });
    let repetition = match position.game_repetition() {
        RepetitionState::Win => "win",
        RepetitionState::Lose => "lose",
        RepetitionState::Draw => "draw",
        _ => "none",
    };
    let mut judged = position.clone();
    let mut declares = |rule| {
        judged.set_entering_king_rule(rule);
        judged.declaration().possible
    };
    format!(
        concat!(
            r#"{{"start":"{}","line":[{}],"sfen":"{}","check":{},"mated":{},"repetition":"{}","#,
            r#""declare27":{},"declare24":{},"pawn_mates":[{}],"legal":[{}]}}"#
        ),
        start,
        quoted(&mut line.iter().cloned()),
        position.to_sfen(),
        position.in_check(),
        position.is_mated(),
        repetition,
        declares(EnteringKingRule::Point27),
        declares(EnteringKingRule::Point24),
        quoted(&mut { pawn_mates }),
        quoted(&mut moves.iter().map(ToString::to_string)),
    )
}

fn game(
    random: &mut Random,
    mut position: Position,
    shuffling: bool,
    plies: usize,
    out: &mut dyn FnMut(String) -> io::Result<bool>,
) -> io::Result<bool> {
    let start = position.to_sfen();
    let mut line: Vec<String> = Vec::new();
    let mut last = [Move::NONE; 2];
    for ply in 0..=plies {
        if !out(verdict(&start, &line, &position))? {
            return Ok(false);
        }
        let mv = if shuffling {
            shuffling_move(&position, last[ply % 2], random)
        } else {
            sharp_move(&position, random)
        };
        let Some(mv) = mv else { break };
        last[ply % 2] = mv;
        line.push(mv.to_string());
        position.do_move(mv);
    }
    Ok(true)
}

fn write_positions(count: usize, seed: u64) -> io::Result<()> {
    let mut random = Random(seed);
    let mut stdout = BufWriter::new(io::stdout().lock());
    let mut left = count;
    let mut out = |line: String| {
        writeln!(stdout, "{line}")?;
        left -= 1;
        Ok(left > 0)
    };
    loop {
        let more = game(&mut random, Position::startpos(), false, 150, &mut out)?
            && game(&mut random, Position::startpos(), true, 60, &mut out)?;
        if !more {
            return Ok(());
        }
        for round in 0..60 {
            let shuffling = round % 6 == 5;
            let start =
                if shuffling { sparse(&mut random) } else { thrown(&mut random, round % 3 == 0) };
            if !game(&mut random, start, shuffling, 5 * (round % 6), &mut out)? {
                return Ok(());
            }
        }
    }
}

fn main() -> ExitCode {
    let mut numbers = env::args().skip(1).map(|text| text.parse::<u64>());
    let (Some(Ok(count)), Some(Ok(seed)), None) = (numbers.next(), numbers.next(), numbers.next())
    else {
        eprintln!("usage: oracle POSITIONS SEED");
        return ExitCode::from(2);
    };
    match write_positions(count.max(1) as usize, seed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("oracle: {error}");
            ExitCode::FAILURE
        }
    }
}
