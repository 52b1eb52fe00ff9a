//! The web's standards for addresses, forms and texts, by the libraries that implement them: `url`,
//! `form_urlencoded` and `encoding_rs`. `js/url.js`, `js/search-params.js` and `js/encoding.js` give them the
//! shape that scripts know.
//!
//! Nothing here allocates more than a small multiple of its arguments, which live in the engine's own
//! bounded memory; whatever could grow beyond that is put together in JavaScript.

#![allow(clippy::needless_pass_by_value, reason = "the engine hands values over")]

use std::cell::RefCell;

use encoding_rs::{Decoder, DecoderResult, Encoding};
use rquickjs::function::Func;
use rquickjs::{ArrayBuffer, Ctx, Exception, Object, Result};
use url::{Url, form_urlencoded, quirks};

/// Chrome's own limit for an address. It also bounds the time that reading one takes.
const URL_BYTES_MAX: usize = 2 * 1024 * 1024;

pub(crate) fn add_natives<'js>(natives: &Object<'js>) -> Result<()> {
    natives.set("parseUrl", Func::from(parse_url))?;
    natives.set("changeUrl", Func::from(change_url))?;
    natives.set("readPair", Func::from(|piece: String| read_pair(&piece)))?;
    natives
        .set("writePair", Func::from(|name: String, value: String| write_pair(&name, &value)))?;
    natives.set("encodeUtf8", Func::from(encode_utf8))?;
    natives.set("decoder", Func::from(decoder))
}

/// The components of an address in the order of `COMPONENTS` in `js/url.js`; nothing if it is invalid.
fn parse_url(address: String, base: Option<String>) -> Option<Vec<String>> {
    let base = base.map(|base| parse(&base, None)).map_or(Some(None), |base| base.map(Some))?;
    parse(&address, base.as_ref()).map(|url| components(&url))
}

fn parse(address: &str, base: Option<&Url>) -> Option<Url> {
    if address.len() > URL_BYTES_MAX {
        return None;
    }
    Url::options().base_url(base).parse(address).ok()
}

/// The components after one of them was set. A setter leaves the address as it is rather than fail;
/// only a new `href` can be invalid.
fn change_url(href: String, component: String, value: String) -> Option<Vec<String>> {
    let mut url = parse(&href, None)?;
    if value.len() > URL_BYTES_MAX {
        return (component != "href").then(|| components(&url));
    }
    let set = match component.as_str() {
        "href" => return parse(&value, None).map(|url| components(&url)),
        "protocol" => quirks::set_protocol(&mut url, &value),
        "username" => quirks::set_username(&mut url, &value),
        "password" => quirks::set_password(&mut url, &value),
        "host" => quirks::set_host(&mut url, &value),
        "hostname" => quirks::set_hostname(&mut url, &value),
        "port" => quirks::set_port(&mut url, &value),
        "pathname" => {
            quirks::set_pathname(&mut url, &value);
            Ok(())
        }
        "search" => {
            quirks::set_search(&mut url, &value);
            Ok(())
        }
        "hash" => {
            quirks::set_hash(&mut url, &value);
            Ok(())
        }
        _ => Err(()),
    };
    // What a setter refuses changes nothing, as the standard says.
    let _ = set;
    Some(components(&url))
}

fn components(url: &Url) -> Vec<String> {
    let components: [&str; 10] = [
        quirks::href(url),
        quirks::protocol(url),
        quirks::username(url),
        quirks::password(url),
        quirks::host(url),
        quirks::hostname(url),
        quirks::port(url),
        quirks::pathname(url),
        quirks::search(url),
        quirks::hash(url),
    ];
    components.into_iter().map(str::to_owned).chain([quirks::origin(url)]).collect()
}

/// Name and value of one piece of a form, between two `&`.
fn read_pair(piece: &str) -> Vec<String> {
    let pair = form_urlencoded::parse(piece.as_bytes()).next();
    pair.map(|(name, value)| vec![name.into_owned(), value.into_owned()]).unwrap_or_default()
}

fn write_pair(name: &str, value: &str) -> String {
    form_urlencoded::Serializer::new(String::new()).append_pair(name, value).finish()
}

/// The bytes of as many whole characters as fit, and how many UTF-16 units those are.
fn encode_utf8<'js>(ctx: Ctx<'js>, text: String, bytes_max: Option<usize>) -> Result<Object<'js>> {
    let end = bytes_max.map_or(text.len(), |max| text.floor_char_boundary(max));
    let kept = &text[..end];
    let encoded = Object::new(ctx.clone())?;
    // A copy in the engine's own memory, which counts towards the script's limit.
    encoded.set("bytes", ArrayBuffer::new_copy(ctx, kept.as_bytes())?)?;
    encoded.set("read", kept.encode_utf16().count())?;
    Ok(encoded)
}

/// `{ encoding, decode(bytes, stream) }`; nothing for a label that no encoding has. The bytes come as a
/// string with a character for each: the engine lends its buffers to unsafe code only.
fn decoder<'js>(
    ctx: Ctx<'js>,
    label: String,
    fatal: bool,
    ignore_bom: bool,
) -> Result<Option<Object<'js>>> {
    let Some(encoding) = Encoding::for_label_no_replacement(label.as_bytes()) else {
        return Ok(None);
    };
    let state = RefCell::new(State { encoding, fatal, ignore_bom, decoder: None });
    let decode = move |ctx: Ctx<'js>, bytes: String, stream: bool| {
        let mut state = state.borrow_mut();
        let byte = |character: char| u8::try_from(u32::from(character)).unwrap_or_default();
        let bytes: Vec<u8> = bytes.chars().map(byte).collect();
        state.decode(&bytes, stream).ok_or_else(|| {
            let message = format!("the bytes are not {}", state.encoding.name().to_lowercase());
            Exception::throw_type(&ctx, &message)
        })
    };
    let made = Object::new(ctx)?;
    made.set("encoding", encoding.name().to_lowercase())?;
    made.set("decode", Func::from(decode))?;
    Ok(Some(made))
}

struct State {
    encoding: &'static Encoding,
    fatal: bool,
    ignore_bom: bool,
    /// Of a stream that has not ended.
    decoder: Option<Decoder>,
}

impl State {
    /// Nothing if the bytes are wrong and that is fatal.
    fn decode(&mut self, bytes: &[u8], stream: bool) -> Option<String> {
        let mut decoder = self.decoder.take().unwrap_or_else(|| match self.ignore_bom {
            true => self.encoding.new_decoder_without_bom_handling(),
            false => self.encoding.new_decoder_with_bom_removal(),
        });
        let length = if self.fatal {
            decoder.max_utf8_buffer_length_without_replacement(bytes.len())
        } else {
            decoder.max_utf8_buffer_length(bytes.len())
        };
        let mut text = String::with_capacity(length?);
        if self.fatal {
            let (result, _) =
                decoder.decode_to_string_without_replacement(bytes, &mut text, !stream);
            if matches!(result, DecoderResult::Malformed(..)) {
                return None;
            }
        } else {
            // The text has room for all of it.
            let _ = decoder.decode_to_string(bytes, &mut text, !stream);
        }
        self.decoder = stream.then_some(decoder);
        Some(text)
    }
}
