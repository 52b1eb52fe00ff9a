//! What each verb is told. A field that may be left out is an `Option` or has a default.

use super::VerbParams;
use crate::ids::TabId;
use crate::methods::NoParams;

/// Declares parameters. Behind `=>` stand the methods of [`VerbParams`] in which they differ from
/// the others.
macro_rules! params {
    ($(
        $(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* }
        $(=> { $($methods:tt)* })?
    )*) => {
        $(
            $(#[$meta])*
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
            #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
            #[serde(rename_all = "camelCase", deny_unknown_fields)]
            pub struct $name {
                /// The tab; without one, the one in front.
                pub tab: Option<TabId>,
                $($(#[$field_meta])* pub $field: $type,)*
            }

            impl VerbParams for $name {
                fn tab(&self) -> Option<TabId> {
                    self.tab
                }

                fn set_tab(&mut self, tab: TabId) {
                    self.tab = Some(tab);
                }

                $($($methods)*)?
            }
        )*
    };
}

mod acting;
mod browser;
mod emulating;
mod reading;
mod script;
mod tabs;

pub use acting::*;
pub use browser::*;
pub use emulating::*;
pub use reading::*;
pub use script::*;
pub use tabs::*;

impl VerbParams for NoParams {
    fn tab(&self) -> Option<TabId> {
        None
    }

    fn set_tab(&mut self, _: TabId) {}
}
