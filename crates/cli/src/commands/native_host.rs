//! What a browser starts to reach us: length-prefixed JSON over stdin and stdout.

use std::process::ExitCode;

use anyhow::ensure;
use tabwright_client::{ClientError, Flags, Home, Settings, Token, ensure_running, running};
use tabwright_wire::{NativeRequest, NativeResponse, extension_origin};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

/// Chrome itself sends no more.
const MESSAGE_BYTES_MAX: usize = 1024 * 1024;

pub(crate) async fn run(home: &Home, from_browser: &[String]) -> anyhow::Result<ExitCode> {
    // The manifest allows our extension only; this holds even where somebody has changed it.
    let caller = from_browser.first().map(|origin| origin.trim_end_matches('/'));
    ensure!(
        caller == Some(extension_origin().as_str()),
        "only a browser starts this, for the Tabwright extension"
    );
    let mut stdin = tokio::io::stdin();
    let mut stdout = tokio::io::stdout();
    loop {
        let mut length = [0; 4];
        if stdin.read_exact(&mut length).await.is_err() {
            // The browser has closed the line.
            return Ok(ExitCode::SUCCESS);
        }
        let length = u32::from_ne_bytes(length) as usize;
        ensure!(length <= MESSAGE_BYTES_MAX, "a message of {length} bytes is too large");
        let mut message = vec![0; length];
        stdin.read_exact(&mut message).await?;

        let response = answer(home, &message)
            .await
            .unwrap_or_else(|error| NativeResponse::Failed { message: format!("{error:#}") });
        let response = serde_json::to_vec(&response)?;
        stdout.write_all(&u32::try_from(response.len())?.to_ne_bytes()).await?;
        stdout.write_all(&response).await?;
        stdout.flush().await?;
    }
}

async fn answer(home: &Home, message: &[u8]) -> anyhow::Result<NativeResponse> {
    let NativeRequest::Connect { start } = serde_json::from_slice(message)?;
    let client = if start {
        Some(ensure_running(home).await?.0)
    } else {
        match running(home).await {
            Ok(client) => Some(client),
            Err(ClientError::NotRunning) => None,
            Err(error) => return Err(error.into()),
        }
    };
    let daemon_version = env!("CARGO_PKG_VERSION").to_owned();
    Ok(match client {
        Some(client) => NativeResponse::Daemon {
            port: client.port(),
            token: client.token().reveal().to_owned(),
            running: true,
            daemon_version,
        },
        None => {
            home.make()?;
            let settings = Settings::load(&home.config_file(), &Flags::new())?;
            let token = Token::load_or_create(&home.token_file())?.reveal().to_owned();
            let port = settings.daemon.port;
            NativeResponse::Daemon { port, token, running: false, daemon_version }
        }
    })
}
