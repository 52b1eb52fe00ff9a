//! The name of a host, in the one form in which hosts are compared.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::AddressError;

const HOST_LENGTH_MAX: usize = 253;

/// Lower-case, without a trailing dot; addresses of machines in their usual form.
pub(crate) fn read_host(text: &str) -> Result<String, AddressError> {
    let refused = || AddressError::Host(crate::sanitize::line(text, 80));
    if let Some(inside) = text.strip_prefix('[') {
        let inside = inside.strip_suffix(']').ok_or_else(refused)?;
        let address: Ipv6Addr = inside.parse().map_err(|_| refused())?;
        return Ok(format!("[{address}]"));
    }
    if !text.is_ascii() {
        // Mapping such names needs the tables of UTS 46: `。` is a dot there, `ﬀ` two letters.
        return Err(AddressError::International(crate::sanitize::line(text, 80)));
    }
    let host = text.strip_suffix('.').unwrap_or(text).to_ascii_lowercase();
    let letters = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let labels_are_plain =
        host.split('.').all(|label| !label.is_empty() && label.bytes().all(letters));
    if !labels_are_plain || host.len() > HOST_LENGTH_MAX {
        return Err(refused());
    }
    // To a browser `0x7f.1`, `127.1` and `2130706433` are all 127.0.0.1.
    if ends_in_a_number(&host) {
        let address: Ipv4Addr = host.parse().map_err(|_| AddressError::OddNumber(host.clone()))?;
        return Ok(address.to_string());
    }
    Ok(host)
}

fn ends_in_a_number(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or_default();
    let hexadecimal = last
        .strip_prefix("0x")
        .is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    hexadecimal || (!last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()))
}
