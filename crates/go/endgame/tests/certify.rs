//! Certificates: results agree with the solver, and tampered ones are rejected.

use zenpuku_go::{AnyBoard, Color, Move, Rules, Setup, Suicide};
use zenpuku_go_certificate::{Certificate, CertificateError, judge};
use zenpuku_go_endgame::{
    CertifyError, CertifyOptions, SolveOptions, certify, count, partition, solve,
};

const CORRIDORS: &str = "X..OOO.O\nXXXXXOOO\nX.OOOO.O\nXXXXXOOO\n.X.X.XOO\nXXXXXXO.";

fn corridors(first: Color) -> (Setup, Certificate) {
    let setup = Setup::from_diagram(CORRIDORS).unwrap().with_to_move(first);
    let certificate = certify(&setup, &Rules::JAPANESE, &CertifyOptions::default()).unwrap();
    (setup, certificate)
}

#[test]
fn the_proof_says_what_the_solver_says() {
    for first in Color::BOTH {
        let (setup, certificate) = corridors(first);
        let board: AnyBoard = setup.board(Suicide::Forbidden).unwrap();
        let solution = solve(&board, &Rules::JAPANESE, &SolveOptions::default());
        let score = solution.first[first.index()].score;
        assert_eq!((certificate.low, certificate.high), (score.low, score.high));
        let text = certificate.to_string();
        let read = Certificate::parse_all(&format!("{text}\n")).unwrap();
        assert_eq!(read, [certificate]);
        assert_eq!(read[0].verify(), Ok(()));
    }
}

#[test]
fn a_ko_is_proved_by_search() {
    let text = ".X.O.\nXXO.O\n.XOOO";
    let rules = Rules { ko: zenpuku_go::KoRule::Simple, ..Rules::CHINESE };
    let setup = Setup::from_diagram(text).unwrap();
    let certificate = certify(&setup, &rules, &CertifyOptions::default()).unwrap();
    assert_eq!((certificate.low, certificate.high), (-1, -1));
    let refused = certify(&setup, &Rules::CHINESE, &CertifyOptions::default());
    assert_eq!(refused, Err(CertifyError::Rules));
}

#[test]
fn tampered_proofs_are_rejected() {
    let (_, good) = corridors(Color::Black);
    for (low, high) in [(good.low + 1, good.high), (good.low, good.high - 1)] {
        let claim = Certificate { low, high, ..good.clone() };
        assert!(matches!(claim.verify(), Err(CertificateError::Claim { .. })));
    }
    // Without any one of its moves a strategy is incomplete.
    for color in Color::BOTH {
        for key in good.strategies[color.index()].0.keys() {
            let mut less = good.clone();
            less.strategies[color.index()].0.remove(key);
            assert!(matches!(less.verify(), Err(CertificateError::Strategy { .. })), "{key}");
        }
    }
    // Passing instead of every first move.
    let mut idle = good.clone();
    idle.strategies[0].0.values_mut().for_each(|mv| *mv = Move::Pass);
    assert!(idle.verify().is_err());
    // Another position.
    let mut other = good.clone();
    let open = other.setup.size.parse_vertex("B6").unwrap().unwrap();
    other.setup.set(open, Some(Color::White));
    assert!(other.verify().is_err());
    let mut counted = good;
    counted.scoring = zenpuku_go::Scoring::Area;
    assert!(counted.verify().is_err());
}

#[test]
fn damaged_texts_name_the_line() {
    let (_, good) = corridors(Color::Black);
    let text = good.to_string();
    assert!(Certificate::parse_all("").is_err());
    for line in 0..6 {
        let mut lines: Vec<&str> = text.lines().collect();
        lines[line] = "nonsense";
        let error = Certificate::parse_all(&lines.join("\n")).unwrap_err();
        assert!(
            matches!(error, CertificateError::Text { line: at, .. } if at == line + 1),
            "{error}"
        );
    }
    let cut: Vec<&str> = text.lines().collect();
    assert!(Certificate::parse_all(&cut[..cut.len() - 1].join("\n")).is_err());
}

#[test]
fn the_checkers_own_judgement_agrees_with_the_solvers() {
    let mut seed = 7u64;
    let mut next = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 60) as usize
    };
    let mut judged = 0;
    for _ in 0..3_000 {
        let text: String = (0..30)
            .map(|i| if i % 6 == 5 { '\n' } else { [b'X', b'X', b'O', b'.'][next() % 4] as char })
            .collect();
        let Ok(board) =
            Setup::from_diagram(&text).unwrap().board::<zenpuku_go::Wide>(Suicide::Forbidden)
        else {
            continue;
        };
        let parts = partition(&board);
        for color in Color::BOTH {
            assert_eq!(judge::safe_stones(&board, color), parts.safe[color.index()], "{text}");
        }
        for scoring in [zenpuku_go::Scoring::Territory, zenpuku_go::Scoring::Area] {
            assert_eq!(
                judge::count(&board, scoring),
                count(&board, &parts.settled, scoring),
                "{text}"
            );
        }
        judged += 1;
    }
    assert!(judged > 300, "{judged}");
}

/// Black takes the ko at D3; White waits at D1 or C1 and retakes (`counter_examples.rs`).
#[test]
fn moves_to_wait_with_are_not_forgotten() {
    let setup = Setup::from_diagram(".XXO\nXXO.\nOOOO\n.O..").unwrap();
    let rules = Rules { ko: zenpuku_go::KoRule::Simple, ..Rules::CHINESE };
    let proof = certify(&setup, &rules, &CertifyOptions::default());
    // No proof is as good as the right one.
    assert!(proof.as_ref().map_or(true, |proof| proof.low == -16), "{proof:?}");
}
