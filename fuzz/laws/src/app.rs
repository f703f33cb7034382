//! The app's WebSocket.

use std::cell::RefCell;

use tempfile::TempDir;
use zenpuku_app::conversation::{Client, Server};
use zenpuku_app::protocol::{
    AnalysisRequest, EnginesRequest, ErrorCode, LibraryRequest, PlayRequest, Request, ServerMessage,
};

/// Inputs after which the server restarts, so that its database stays small.
const INPUTS: u32 = 500;
/// Frames of one input.
const FRAMES: usize = 30;

thread_local! {
    static RUNNING: RefCell<Option<(Server, TempDir, u32)>> = const { RefCell::new(None) };
}

/// Frames, one a line, to a server with its database: every frame gets one
/// answer, which is a message of the protocol and not an internal error.
/// Requests that think, use other threads or read folders of this machine are
/// left out.
///
/// # Panics
/// If an answer is not a message of the protocol, or is an internal error of the server.
pub fn message(bytes: &[u8]) {
    RUNNING.with_borrow_mut(|running| {
        if running.as_ref().is_none_or(|(_, _, inputs)| *inputs >= INPUTS) {
            *running = None;
            let folder = TempDir::new().expect("a folder");
            let server = Server::open(folder.path()).expect("the server starts");
            *running = Some((server, folder, 0));
        }
        if let Some((server, _, inputs)) = running {
            *inputs += 1;
            talk(&server.connect().expect("there is room"), crate::text(bytes));
        }
    });
}

fn talk(client: &Client, text: &str) {
    for frame in text.lines().take(FRAMES) {
        if let Some(message) = Client::read(frame) {
            let again = serde_json::to_string(&message).expect("JSON");
            assert_eq!(Client::read(&again), Some(message.clone()));
            if is_left_out(&message.request) {
                continue;
            }
        }
        let answer = client.answer(frame);
        match serde_json::from_str(&answer).expect("a message of the protocol") {
            ServerMessage::Error { error, .. } => {
                assert!(!matches!(error.code, ErrorCode::Engine | ErrorCode::Storage), "{answer}");
            }
            ServerMessage::Reply { .. } => {}
            ServerMessage::Event { .. } => panic!("an event as an answer: {answer}"),
        }
    }
}

fn is_left_out(request: &Request) -> bool {
    matches!(
        request,
        Request::Play(PlayRequest::Hint { .. })
            | Request::Analysis(AnalysisRequest::MoveJudge { .. } | AnalysisRequest::Start { .. })
            | Request::Library(LibraryRequest::Import { .. })
            // Starts programs of this machine.
            | Request::Engines(EnginesRequest::Add { .. } | EnginesRequest::Check { .. })
    )
}
