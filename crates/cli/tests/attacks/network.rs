//! What comes over the network before anybody is known.

use tabwright_testbed::{TestEnv, request, within};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::Tally;

#[tokio::test]
async fn headers_that_are_sent_twice_open_nothing() {
    let env = TestEnv::new().await;
    let mut tally = Tally::default();
    let (port, bearer) = (env.daemon.port(), format!("Bearer {}", env.token()));
    let host = format!("127.0.0.1:{port}");
    let ours = tabwright_wire::extension_origin();
    let right = ("Authorization", bearer.as_str());
    for headers in [
        &[right, ("Host", host.as_str()), ("Host", "evil.example")][..],
        &[right, ("Host", "evil.example"), ("Host", &host)],
        &[right, ("Origin", &ours), ("Origin", "https://evil.example")],
        &[right, ("Origin", "https://evil.example"), ("Origin", &ours)],
        &[right, ("Authorization", "Bearer wrong")],
        &[("Authorization", "Bearer wrong"), right],
    ] {
        let answer = request(port, "GET", "/api/v1/status", headers, "").await;
        tally.note(&format!("{headers:?}"), answer.status != 200, answer.body);
    }
    let answer = request(port, "GET", "/api/v1/status", &[right], "").await;
    tally.note("once they do", answer.status == 200, answer.body);
    tally.end();
}

#[tokio::test]
async fn a_connection_that_says_half_a_sentence_is_closed_and_keeps_nobody_out() {
    let env = TestEnv::new().await;
    let port = env.daemon.port();
    let halves =
        ["", "GET", "GET /api/v1/status HTTP/1.1\r\nHost: 127.0.0.1", "POST /pair HTTP/1.1\r\n"];
    let mut slow = Vec::new();
    for half in halves.iter().cycle().take(100) {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        stream.write_all(half.as_bytes()).await.unwrap();
        slow.push(stream);
    }
    let mut tally = Tally::default();
    let answer = env.api("GET", "/api/v1/status").await;
    tally.note("others are served", answer.status == 200, answer.body);
    for (mut stream, half) in slow.into_iter().zip(halves.iter().cycle()) {
        let mut said = Vec::new();
        let read = within("half a request is closed", stream.read_to_end(&mut said)).await;
        let said = String::from_utf8_lossy(&said).into_owned();
        let held = read.is_ok() && !said.contains(" 200 ");
        tally.note(&format!("half a request: {half:?}"), held, said);
    }
    tally.end();
}
