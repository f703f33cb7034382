//! The server from outside: HTTP and WebSocket, as a browser uses it.

mod client;
mod disk;
mod documents;
mod engines;
mod go_documents;
mod go_second;
mod hostile;
mod http;
mod jobs;
mod library;
mod live;
mod mate;
mod network;
mod play;
mod records;
mod rooms;
mod session;
