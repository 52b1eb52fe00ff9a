//! Tokens: whoever has one may drive the person's browser. The person's own opens everything; an agent's
//! opens neither rules nor answers nor the log.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq as _;
use tabwright_files::NotOurs;

const TOKEN_BYTES: usize = 32;

#[derive(Clone)]
pub struct Token(String);

#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    #[error("cannot read the token file {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("cannot write the token file {}: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error(
        "the token file {} contains no token. Delete it, and the daemon will make a new one",
        path.display()
    )]
    Malformed { path: PathBuf },
    #[error(
        "the token file {} {}, so somebody else may know the token. Delete it, and the daemon will make a new one",
        path.display(), why.describe()
    )]
    NotOurs { path: PathBuf, why: NotOurs },
    #[error("the system gave no random numbers: {0}")]
    Random(#[from] getrandom::Error),
}

impl Token {
    /// The token in the file; a new one when there is none. The file is for its owner only.
    pub fn load_or_create(path: &Path) -> Result<Self, TokenError> {
        match Self::load(path) {
            Err(TokenError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                Self::create(path)
            }
            loaded => {
                restrict(path);
                loaded
            }
        }
    }

    pub fn load(path: &Path) -> Result<Self, TokenError> {
        let failed = |source| TokenError::Read { path: path.to_owned(), source };
        if let Some(why) = tabwright_files::check_file(path).map_err(failed)? {
            return Err(TokenError::NotOurs { path: path.to_owned(), why });
        }
        let text = fs::read_to_string(path).map_err(failed)?;
        match URL_SAFE_NO_PAD.decode(text.trim()) {
            Ok(bytes) if bytes.len() == TOKEN_BYTES => Ok(Self(text.trim().to_owned())),
            _ => Err(TokenError::Malformed { path: path.to_owned() }),
        }
    }

    fn create(path: &Path) -> Result<Self, TokenError> {
        let token = Self::random()?;
        write_private(path, &token.0)?;
        Ok(token)
    }

    /// One that nobody had before.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; TOKEN_BYTES];
        loop {
            getrandom::fill(&mut bytes)?;
            let token = URL_SAFE_NO_PAD.encode(bytes);
            // Programs that are given such a token as an argument take it for an option.
            if !token.starts_with('-') {
                return Ok(Self(token));
            }
        }
    }

    /// What somebody was given, to be checked by the daemon.
    #[must_use]
    pub fn given(token: String) -> Self {
        Self(token)
    }

    /// In constant time: the wrong guess must not tell how wrong it is.
    #[must_use]
    pub fn is(&self, guess: &str) -> bool {
        self.0.as_bytes().ct_eq(guess.as_bytes()).into()
    }

    /// For the one place that hands it on.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// Writes a file that its owner alone may read, whole or not at all.
pub fn write_private(path: &Path, text: &str) -> Result<(), TokenError> {
    tabwright_files::replace(path, format!("{text}\n").as_bytes())
        .map_err(|source| TokenError::Write { path: path.to_owned(), source })
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Takes the file away from group and others, should somebody have given it to them.
fn restrict(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let open = fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o077 != 0);
        if open {
            tracing::warn!(path = %path.display(), "the token file was open to others; closing it");
            let _ = fs::set_permissions(path, fs::Permissions::from_mode(0o600));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_can_be_an_argument_of_any_program() {
        let tokens = (0..1_000).map(|_| Token::random().unwrap());
        assert!(tokens.into_iter().all(|token| !token.reveal().starts_with('-')));
    }

    #[test]
    fn a_token_is_made_once_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        let first = Token::load_or_create(&path).unwrap();
        let second = Token::load_or_create(&path).unwrap();
        assert!(first.is(second.reveal()));
        assert!(!first.is("") && !first.is("x") && !first.is(&second.reveal()[1..]));
    }

    #[cfg(unix)]
    #[test]
    fn the_file_is_for_its_owner_only_even_if_it_was_not() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        Token::load_or_create(&path).unwrap();
        assert_eq!(mode(), 0o600);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        Token::load_or_create(&path).unwrap();
        assert_eq!(mode(), 0o600);
    }

    #[cfg(unix)]
    #[test]
    fn a_token_that_somebody_else_may_have_written_is_refused() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("token"), folder.path().join("link"));
        Token::load_or_create(&path).unwrap();
        symlink(&path, &link).unwrap();
        let refused = |path| matches!(Token::load_or_create(path), Err(TokenError::NotOurs { .. }));
        assert!(refused(&link));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).unwrap();
        assert!(refused(&path));
    }

    #[test]
    fn a_file_with_something_else_is_refused_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token");
        fs::write(&path, "hunter2").unwrap();
        assert!(matches!(Token::load_or_create(&path), Err(TokenError::Malformed { .. })));
        assert_eq!(fs::read_to_string(&path).unwrap(), "hunter2");
    }
}
