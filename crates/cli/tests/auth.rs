//! Who may come in, and what those hear who may not.

#![allow(clippy::unwrap_used)]

use tabwright_testbed::{ChromiumOptions, Peer, PeerOptions, ResourceBaseline, TestEnv, request};
use tabwright_wire::{NoParams, OpenPairingCode, PROTOCOL_VERSION, extension_origin};

#[tokio::test]
async fn nothing_but_health_is_open() {
    let env = TestEnv::new().await;
    let port = env.daemon.port();
    let health = request(port, "GET", "/health", &[], "").await;
    assert_eq!((health.status, health.json()["service"].as_str()), (200, Some("tabwright")));
    for path in ["/api/v1/status", "/api/v1/openapi.json", "/api/v1/tabs", "/events", "/nowhere"] {
        let bare = request(port, "GET", path, &[], "").await;
        assert_eq!((bare.status, bare.problem().as_str()), (401, "bad-token"), "{path}");
        let wrong = [("Authorization", "Bearer not-the-token")];
        assert_eq!(request(port, "GET", path, &wrong, "").await.status, 401, "{path}");
    }
    env.daemon.says(&["refused", "401", "/api/v1/tabs"]).await;
}

#[tokio::test]
async fn the_token_may_come_as_header_or_query() {
    let env = TestEnv::new().await;
    assert_eq!(env.api("GET", "/api/v1/status").await.status, 200);
    let path = format!("/api/v1/status?token={}", env.token());
    assert_eq!(request(env.daemon.port(), "GET", &path, &[], "").await.status, 200);
}

#[tokio::test]
async fn a_foreign_host_is_refused_even_with_the_token() {
    let env = TestEnv::new().await;
    let bearer = format!("Bearer {}", env.token());
    let port = env.daemon.port();
    for host in ["evil.test", "evil.test:80", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.test"] {
        let headers = [("Host", host), ("Authorization", bearer.as_str())];
        let answer = request(port, "GET", "/api/v1/status", &headers, "").await;
        assert_eq!((answer.status, answer.problem().as_str()), (403, "bad-host"), "{host}");
        assert_eq!(request(port, "GET", "/health", &headers, "").await.status, 403, "{host}");
    }
    let local = format!("localhost:{port}");
    let headers = [("Host", local.as_str()), ("Authorization", bearer.as_str())];
    assert_eq!(request(port, "GET", "/api/v1/status", &headers, "").await.status, 200);
}

#[tokio::test]
async fn a_foreign_origin_is_refused_even_with_the_token() {
    let env = TestEnv::new().await;
    let bearer = format!("Bearer {}", env.token());
    let origin = extension_origin();
    let lookalike = format!("{origin}.evil.test");
    for foreign in ["https://evil.test", "null", "chrome-extension://aaaa", lookalike.as_str()] {
        let headers = [("Origin", foreign), ("Authorization", bearer.as_str())];
        let answer = request(env.daemon.port(), "GET", "/api/v1/status", &headers, "").await;
        assert_eq!((answer.status, answer.problem().as_str()), (403, "bad-origin"), "{foreign}");
    }
    let headers = [("Origin", origin.as_str()), ("Authorization", bearer.as_str())];
    let ours = request(env.daemon.port(), "GET", "/api/v1/status", &headers, "").await;
    assert_eq!(ours.status, 200);
}

#[tokio::test]
async fn the_extensions_door_checks_everything() {
    let env = TestEnv::new().await;
    let resource_baseline = ResourceBaseline::of(&env).await;
    let good = PeerOptions::good(&env, "p1");
    let bad = [
        ("no token", PeerOptions { token: None, ..good.clone() }, 401),
        ("wrong token", PeerOptions { token: Some("x".into()), ..good.clone() }, 401),
        ("no origin", PeerOptions { origin: None, ..good.clone() }, 403),
        ("a page", PeerOptions { origin: Some("https://evil.test".into()), ..good.clone() }, 403),
        ("other host", PeerOptions { host: Some("evil.test".into()), ..good.clone() }, 403),
        ("newer protocol", PeerOptions { protocol: 99, ..good.clone() }, 426),
        ("bad profile", PeerOptions { profile: "..%2F..".into(), ..good.clone() }, 400),
    ];
    for (what, options, status) in bad {
        assert_eq!(Peer::connect(&env, options).await.err(), Some(status), "{what}");
    }
    assert!(Peer::connect(&env, good).await.is_ok());
    resource_baseline.returns(&env).await;
}

#[tokio::test]
async fn a_mismatch_names_the_side_to_update() {
    let env = TestEnv::new().await;
    let ask = async |protocol: u32| {
        let query = format!("token={}&profile=p&protocol={protocol}&version=9.9", env.token());
        let path = format!("/extension?{query}");
        request(env.daemon.port(), "GET", &path, &[], "").await
    };
    let newer = ask(99).await;
    assert_eq!((newer.status, newer.problem().as_str()), (426, "protocol-mismatch"));
    assert!(newer.json()["fix"].as_str().unwrap().contains("Update Tabwright itself"));
    let older = ask(0).await;
    assert!(older.json()["fix"].as_str().unwrap().contains("Update the extension"));
    assert_eq!(ask(PROTOCOL_VERSION).await.problem(), "upgrade-required");
}

#[tokio::test]
async fn pairing_is_for_the_extension_and_for_the_right_code_once() {
    let env = TestEnv::new().await;
    let port = env.daemon.port();
    let code = env.client().await.call::<OpenPairingCode>(&NoParams {}).await.unwrap().code;
    let body = format!(r#"{{"code":"{code}"}}"#);
    let origin = extension_origin();
    let ours = [("Origin", origin.as_str())];

    assert_eq!(request(port, "POST", "/pair", &[], &body).await.status, 403);
    let page = [("Origin", "https://evil.test")];
    assert_eq!(request(port, "POST", "/pair", &page, &body).await.status, 403);
    let wrong = request(port, "POST", "/pair", &ours, r#"{"code":"AAAA-AAAA"}"#).await;
    assert_eq!((wrong.status, wrong.problem().as_str()), (403, "bad-pairing-code"));

    let right = request(port, "POST", "/pair", &ours, &body).await;
    assert_eq!(right.json()["token"].as_str(), Some(env.token().as_str()));
    assert_eq!(request(port, "POST", "/pair", &ours, &body).await.status, 403);
}

#[tokio::test]
async fn a_web_page_gets_in_nowhere() {
    let env = TestEnv::new().await;
    let rebinding = ChromiumOptions {
        args: vec!["--host-resolver-rules=MAP evil.test 127.0.0.1".into()],
        ..Default::default()
    };
    let browser = env.launch(rebinding).await;
    env.until_connected().await;
    let (port, token) = (env.daemon.port(), env.token());
    let profile = env.status().await.browsers[0].profile.clone();

    // The worst case: the page even knows the token.
    let attack = |host: &str| {
        format!(
            "(async () => {{
                const query = 'token={token}&profile={profile}&protocol={PROTOCOL_VERSION}&version=1';
                const socket = await new Promise(done => {{
                    const ws = new WebSocket(`ws://{host}:{port}/extension?${{query}}`);
                    ws.onopen = () => done('open');
                    ws.onerror = () => done('refused');
                }});
                const get = path => fetch(`http://{host}:{port}${{path}}?token={token}`)
                    .then(answer => answer.status, () => 'refused');
                const blind = await fetch('http://{host}:{port}/api/v1/stop?token={token}',
                    {{ method: 'POST', mode: 'no-cors' }}).then(answer => answer.type, () => 'refused');
                return [socket, await get('/api/v1/status'), await get('/health'), blind];
            }})()"
        )
    };
    let stranger = browser.open(&env.site.page_at("localhost", "stranger")).await;
    let outcome = stranger.evaluate(&attack("127.0.0.1")).await;
    assert_eq!(outcome[0], "refused", "{outcome}");
    assert_eq!(outcome[1], "refused", "{outcome}");
    assert_eq!(outcome[2], "refused", "{outcome}");

    // DNS rebinding: the page's own name leads to the daemon, and the browser sees one origin.
    let rebound = browser.open(&env.site.page_at("evil.test", "rebound")).await;
    let outcome = rebound.evaluate(&attack("evil.test")).await;
    assert_eq!(outcome[0], "refused", "{outcome}");
    assert_ne!(outcome[1], 200, "{outcome}");

    let status = env.status().await;
    assert!(status.connected, "the page has pushed the browser out or stopped the daemon");
    env.daemon.says(&["refused", "403"]).await;
}

#[tokio::test]
async fn the_document_lists_what_the_api_has() {
    let env = TestEnv::new().await;
    let document = env.api("GET", "/api/v1/openapi.json").await.json();
    let paths = document["paths"].as_object().unwrap();
    for path in ["/api/v1/status", "/api/v1/tabs", "/api/v1/snapshot", "/api/v1/click", "/events"] {
        assert!(paths.contains_key(path), "{path} is not in the document");
    }
    assert_eq!(env.api("GET", "/api/v1/nowhere").await.problem(), "not-found");
}
