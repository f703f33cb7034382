//! Requests about the settings.

use super::check_settings;
use crate::errors::Answer;
use crate::hub::{Connection, Hub};
use crate::protocol::{Event, Reply, SettingsRequest};

pub(crate) fn carry_out(
    hub: &Hub,
    connection: &Connection,
    request: SettingsRequest,
) -> Answer<Reply> {
    match request {
        SettingsRequest::Set { settings } => {
            check_settings(&settings)?;
            hub.set_settings(&settings)?;
            let event = Event::Settings { settings: settings.clone() };
            hub.publish(event, |other| !std::ptr::eq(other, connection));
            Ok(Reply::Settings { settings })
        }
    }
}
