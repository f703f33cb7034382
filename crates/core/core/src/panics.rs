//! The message of a panic.

use std::any::Any;

/// Returns the message of a caught panic, or `a panic without a message`.
///
/// ```
/// let panic = std::panic::catch_unwind(|| panic!("no king")).unwrap_err();
/// assert_eq!(zenpuku_core::panic_message(&*panic), "no king");
/// ```
#[must_use]
pub fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message").to_owned()
}
