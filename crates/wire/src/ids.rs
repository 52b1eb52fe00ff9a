//! Names for things, so that a tab is never mistaken for a call.

use serde::{Deserialize, Serialize};

/// Pairs an invoke with its answer. Rises per endpoint and connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(transparent)]
pub struct CallId(#[cfg_attr(feature = "ts", ts(type = "number"))] pub u64);

/// A tab, by Chrome's own number for it.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct TabId(pub i32);

/// A browser profile: made once by the extension in it, and kept there.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "ts", ts(type = "string"))]
#[cfg_attr(feature = "openapi", schema(value_type = String))]
pub struct ProfileId(String);

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("a profile id is 1 to 64 letters, digits or dashes")]
pub struct ProfileIdError;

impl ProfileId {
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for ProfileId {
    type Error = ProfileIdError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let fits = (1..=64).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if fits { Ok(Self(text)) } else { Err(ProfileIdError) }
    }
}

impl From<ProfileId> for String {
    fn from(profile: ProfileId) -> Self {
        profile.0
    }
}

impl std::fmt::Display for CallId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::fmt::Display for TabId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::fmt::Display for ProfileId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
