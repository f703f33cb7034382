//! Records for the tests.

use zenpuku_shogi::{MoveList, Position};

/// A short game with a variation, comments and names.
pub(crate) const KIF: &str = "\
開始日時：2024/05/01 10:00
棋戦：テスト戦
手合割：平手
先手：先手太郎
後手：<script>alert(1)</script>
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:05/00:00:05)
*初手
   2 ３四歩(33)   ( 0:07/00:00:07)
   3 ２六歩(27)   ( 0:03/00:00:08)+
   4 ８四歩(83)   ( 0:09/00:00:16)
   5 投了         ( 0:01/00:00:09)

変化：3手
   3 ６六歩(67)
   4 ８四歩(83)
";

/// The next number of a sequence.
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// `plies` legal moves that depend on `seed`, as a `startpos moves` line.
pub(crate) fn random_game(seed: u64, plies: usize) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut position = Position::startpos();
    let mut text = String::from("startpos moves");
    let mut list = MoveList::new();
    for _ in 0..plies {
        position.legal_moves(&mut list);
        if list.is_empty() {
            break;
        }
        let mv = list[next(&mut state) as usize % list.len()];
        position.do_move(mv);
        text.push_str(&format!(" {mv}"));
    }
    text
}
