//! What can be done, as types: each action's parameters are a struct, from which come the check of what
//! was said, the JSON Schema for models, and the TypeScript for authors.

mod browser;
mod discovery;
mod external;
mod flows;
mod lookup;
mod sites;

pub use browser::*;
pub use discovery::*;
pub use external::*;
pub use flows::*;
pub use lookup::*;
pub use sites::*;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tabwright_wire::language::Action;
use ts_rs::TS;

/// The parameters of one action.
pub trait Parameters: DeserializeOwned + JsonSchema + TS + 'static {}
impl<T: DeserializeOwned + JsonSchema + TS + 'static> Parameters for T {}

/// An action as the registry knows it.
#[derive(Debug, Clone, Copy)]
pub struct Schema {
    /// As in grammars and for models: `openWebPage`.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    check: fn(Map<String, Value>) -> Result<(), serde_json::Error>,
    json: fn() -> Value,
    typescript: fn() -> String,
}

/// The parameters do not fit the action.
#[derive(Debug, thiserror::Error)]
#[error("`{action}` does not understand its parameters: {reason}")]
pub struct BadParameters {
    pub action: String,
    pub reason: String,
}

impl Schema {
    const fn of<P: Parameters>(name: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            check: |parameters| serde_json::from_value::<P>(Value::Object(parameters)).map(drop),
            json: || schemars::schema_for!(P).to_value(),
            typescript: || P::inline(&ts_rs::Config::default()),
        }
    }

    /// Before anything happens.
    pub fn check(&self, action: &Action) -> Result<(), BadParameters> {
        (self.check)(action.parameters.clone()).map_err(|error| BadParameters {
            action: self.name.to_owned(),
            reason: error.to_string(),
        })
    }

    /// JSON Schema of the parameters.
    #[must_use]
    pub fn json(&self) -> Value {
        (self.json)()
    }

    /// The parameters as a TypeScript type.
    #[must_use]
    pub fn typescript(&self) -> String {
        (self.typescript)()
    }
}

/// Reads the parameters of an action that was checked before.
pub fn read<P: Parameters>(action: &Action) -> Result<P, BadParameters> {
    serde_json::from_value(Value::Object(action.parameters.clone())).map_err(|error| {
        BadParameters { action: action.action_name.clone(), reason: error.to_string() }
    })
}

/// A family of actions: an enum whose variants are the actions, and the table of their schemas.
macro_rules! family {
    ($(#[$meta:meta])* $family:ident, $schemas:ident {
        $($(#[doc = $about:literal])+ $action:ident($parameters:ident) = $name:literal;)*
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS)]
        #[serde(tag = "actionName", content = "parameters")]
        pub enum $family {
            $($(#[doc = $about])+ #[serde(rename = $name)] $action($crate::schema::$parameters),)*
        }

        /// The actions of this family, in the order in which people are shown them.
        pub const $schemas: &[$crate::schema::Schema] = &[
            $($crate::schema::Schema::of::<$crate::schema::$parameters>($name, concat!($($about),+)),)*
        ];

        impl $family {
            /// The action that is meant, with its parameters read.
            pub fn read(action: &tabwright_wire::language::Action) -> Result<Self, $crate::schema::BadParameters> {
                match action.action_name.as_str() {
                    $($name => $crate::schema::read::<$crate::schema::$parameters>(action).map(Self::$action),)*
                    other => Err($crate::schema::BadParameters {
                        action: other.to_owned(),
                        reason: "it is not an action of this family".to_owned(),
                    }),
                }
            }
        }
    };
}
pub(crate) use family;

/// Parameters of an action, camelCase outside, nothing unknown let through.
macro_rules! parameters {
    ($($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* })*) => {
        $(
            $(#[$meta])*
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema, ts_rs::TS)]
            #[serde(rename_all = "camelCase", deny_unknown_fields)]
            #[ts(optional_fields)]
            pub struct $name {
                $($(#[$field_meta])* pub $field: $type,)*
            }
        )*
    };
}
pub(crate) use parameters;

parameters! {
    /// It needs to be told nothing.
    Nothing {}
}

/// A whole number from 1, as people count. What is written as a number with a fraction is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, JsonSchema, TS)]
#[ts(type = "number")]
pub struct Count(#[schemars(range(min = 1, max = 1000))] u32);

impl Count {
    pub const MAX: u32 = 1_000;

    #[must_use]
    pub fn get(self) -> u32 {
        self.0
    }
}

impl<'de> serde::Deserialize<'de> for Count {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        if number.fract() == 0.0 && (1.0..=f64::from(Self::MAX)).contains(&number) {
            return Ok(Self(number as u32));
        }
        let message = format!("{number} is not a whole number from 1 to {}", Self::MAX);
        Err(serde::de::Error::custom(message))
    }
}
