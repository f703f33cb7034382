//! Requests about the settings.

use super::check_settings;
use crate::errors::AppResult;
use crate::protocol::{Event, Reply, SettingsRequest};
use crate::state::{AppState, Connection};

pub(crate) fn carry_out(
    state: &AppState,
    connection: &Connection,
    request: SettingsRequest,
) -> AppResult<Reply> {
    match request {
        SettingsRequest::Set { settings } => {
            check_settings(&settings)?;
            state.set_settings(&settings)?;
            let event = Event::Settings { settings: settings.clone() };
            state.publish(event, |other| !std::ptr::eq(other, connection));
            Ok(Reply::Settings { settings })
        }
    }
}
