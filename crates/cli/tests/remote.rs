//! A browser elsewhere, reached through TLS.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use tabwright_client::ClientError;
use tabwright_testbed::{Chromium, ChromiumOptions, TestEnv};
use tabwright_wire::verbs::{self, OpenIn, OpenParams, TabsParams};
use tabwright_wire::{
    AddRemoteBrowser, ListRemoteBrowsers, NameParams, NoParams, ProblemCode, RemoteBrowser,
    RemoteBrowserStatus, RemoveRemoteBrowser,
};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

/// A certificate for `localhost`, which nobody trusts who is not told to.
struct Certificate {
    pair: rcgen::CertifiedKey<rcgen::KeyPair>,
    file: tempfile::NamedTempFile,
}

impl Certificate {
    fn new() -> Self {
        let pair = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), pair.cert.pem()).unwrap();
        Self { pair, file }
    }

    fn path(&self) -> &str {
        self.file.path().to_str().unwrap()
    }

    /// Puts TLS before a browser's debugging port. The port it listens at.
    async fn guard(&self, port: u16) -> u16 {
        let key = PrivateKeyDer::try_from(self.pair.signing_key.serialize_der()).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![self.pair.cert.der().clone()], key)
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            while let Ok((outside, _)) = listener.accept().await {
                let acceptor = acceptor.clone();
                tokio::spawn(async move {
                    let mut outside = acceptor.accept(outside).await?;
                    let mut inside = TcpStream::connect(("127.0.0.1", port)).await?;
                    tokio::io::copy_bidirectional(&mut outside, &mut inside).await
                });
            }
        });
        at
    }
}

fn debugging_port(browser: &Chromium) -> u16 {
    let url = browser.cdp_url();
    let host = url.split_once("://").unwrap().1.split('/').next().unwrap();
    host.rsplit_once(':').unwrap().1.parse().unwrap()
}

#[tokio::test]
async fn a_browser_behind_tls_is_driven() {
    let certificate = Certificate::new();
    let env = TestEnv::with_environment(&[("SSL_CERT_FILE", certificate.path())]).await;
    let browser = env.launch(ChromiumOptions::default()).await;
    let port = certificate.guard(debugging_port(&browser)).await;
    let client = env.client().await;
    let path = browser.cdp_url().split_once("/devtools").unwrap().1.to_owned();
    for (name, url) in [
        ("told", format!("https://localhost:{port}")),
        ("named", format!("wss://localhost:{port}/devtools{path}")),
    ] {
        let remote = RemoteBrowser { name: name.to_owned(), url };
        client.call::<AddRemoteBrowser>(&remote).await.unwrap();
        let open = OpenParams {
            tab: None,
            url: env.site.form(),
            r#in: OpenIn::New,
            background: false,
            group: None,
            timeout_ms: None,
        };
        let visit = client.run::<verbs::Open>(Some(name), &open).await.unwrap();
        assert_eq!((visit.title.as_str(), visit.loaded), ("Sign up", true));
    }
}

#[tokio::test]
async fn a_certificate_that_nobody_vouches_for_is_refused() {
    let certificate = Certificate::new();
    let env = TestEnv::new().await;
    let browser = env.launch(ChromiumOptions::default()).await;
    let port = certificate.guard(debugging_port(&browser)).await;
    let remote = RemoteBrowser { name: "far".to_owned(), url: format!("https://localhost:{port}") };
    let refused = env.client().await.call::<AddRemoteBrowser>(&remote).await.unwrap_err();
    let ClientError::Refused(problem) = refused else { panic!("{refused}") };
    assert_eq!(problem.code, ProblemCode::BrowserRefused);
    assert!(problem.title.contains("certificate"), "{problem:?}");
}

#[tokio::test]
async fn a_remote_browser_is_there_again_when_the_daemon_was_started_anew() {
    let mut env = TestEnv::new().await;
    let browser = env.launch(ChromiumOptions::default()).await;
    let url = format!("http://127.0.0.1:{}", debugging_port(&browser));
    let remote = RemoteBrowser { name: "far".to_owned(), url: url.clone() };
    env.client().await.call::<AddRemoteBrowser>(&remote).await.unwrap();
    let nobody = RemoteBrowser { name: "nobody".to_owned(), url: "http://127.0.0.1:1".to_owned() };
    assert!(env.client().await.call::<AddRemoteBrowser>(&nobody).await.is_err());

    env.daemon.kill().await;
    env.daemon.restart().await;
    let client = env.client().await;
    let tabs = TabsParams { tab: None, about: None };
    client.run::<verbs::Tabs>(Some("far"), &tabs).await.unwrap();
    let list = client.call::<ListRemoteBrowsers>(&NoParams {}).await.unwrap().browsers;
    assert_eq!(list, [RemoteBrowserStatus { name: "far".to_owned(), url, connected: true }]);

    client.call::<RemoveRemoteBrowser>(&NameParams { name: "far".to_owned() }).await.unwrap();
    env.daemon.kill().await;
    env.daemon.restart().await;
    assert_eq!(
        env.client().await.call::<ListRemoteBrowsers>(&NoParams {}).await.unwrap().browsers,
        []
    );
}
