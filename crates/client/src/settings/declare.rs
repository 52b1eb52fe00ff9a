//! How settings are declared, and what follows from a declaration.

use super::read::Reader;

/// One thing that can be set.
#[derive(Debug)]
pub struct Setting {
    /// Its key in the config file.
    pub name: &'static str,
    /// Its environment variable: `TABWRIGHT_NAME`.
    pub env: &'static str,
    /// Its flag without the dashes, in kebab case.
    pub flag: &'static str,
    /// What it belongs to.
    pub group: &'static str,
    pub(super) help: &'static str,
    pub(super) default: fn() -> String,
    pub(super) values: fn() -> String,
    pub(super) is_switch: fn() -> bool,
}

/// A table of the config file that can be there many times: `[[name]]`, or `[name.SOMETHING]`.
#[derive(Debug)]
pub struct Table {
    pub name: &'static str,
    pub group: &'static str,
    pub(super) help: &'static str,
    pub(super) header: fn(&str) -> String,
    pub(super) fields: fn() -> Option<&'static [&'static str]>,
}

/// A set of settings that was declared with [`settings!`].
pub(super) trait Declared: Sized {
    const SETTINGS: &'static [Setting];
    const TABLES: &'static [Table];

    /// What the reader has, checked. It keeps the mistakes.
    fn read(reader: &mut Reader<'_>) -> Self;
}

impl Setting {
    /// What it means, and what each value does.
    #[must_use]
    pub fn help(&self) -> &'static str {
        self.help.trim()
    }

    /// The first sentence of its help, without the full stop.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        let help = self.help();
        help.split_once(". ").map_or_else(|| help.trim_end_matches('.'), |(first, _)| first)
    }

    #[must_use]
    pub fn default(&self) -> String {
        (self.default)()
    }

    /// What it may be, for a person.
    #[must_use]
    pub fn values(&self) -> String {
        (self.values)()
    }

    /// Whether the flag alone, without a value, switches it on.
    #[must_use]
    pub fn is_switch(&self) -> bool {
        (self.is_switch)()
    }
}

impl Table {
    #[must_use]
    pub fn help(&self) -> &'static str {
        self.help.trim()
    }

    /// How it is written in the config file.
    #[must_use]
    pub fn header(&self) -> String {
        (self.header)(self.name)
    }

    /// The names that may stand in it, where they are fixed.
    #[must_use]
    pub fn fields(&self) -> &'static [&'static str] {
        (self.fields)().unwrap_or_default()
    }
}

/// Declares a set of settings, in groups. A group becomes a struct with a field for each setting:
/// its help as doc comment, its name and type, its default, and the [`Kind`](super::kinds::Kind) that
/// reads it. Tables come last: a `Vec<T>` is read from `[[name]]`, a `BTreeMap<String, T>` from
/// `[name.KEY]`, with `T` any type that serde can read.
macro_rules! settings {
    (
        $(#[$set_attribute:meta])*
        $visibility:vis struct $Set:ident { $(
            #[doc = $title:literal]
            $group:ident: $Group:ident {
                $(
                    $(#[doc = $help:literal])+
                    $name:ident: $type:ty = $default:expr, $kind:expr;
                )*
                $(tables { $(
                    $(#[doc = $table_help:literal])+
                    $table:ident: $shape:ty = $key:literal;
                )+ })?
            }
        )+ }
    ) => {
        $(#[$set_attribute])*
        #[derive(Debug, Clone, Default, PartialEq, Eq)]
        $visibility struct $Set { $(
            #[doc = $title]
            pub $group: $Group,
        )+ }

        $(
            #[doc = $title]
            #[derive(Debug, Clone, PartialEq, Eq)]
            $visibility struct $Group {
                $($(#[doc = $help])+ pub $name: $type,)*
                $($($(#[doc = $table_help])+ pub $table: $shape,)+)?
            }

            impl Default for $Group {
                fn default() -> Self {
                    Self { $($name: $default,)* $($($table: Default::default(),)+)? }
                }
            }
        )+

        impl $crate::settings::declare::Declared for $Set {
            const SETTINGS: &'static [$crate::settings::Setting] = &[$($(
                $crate::settings::Setting {
                    name: stringify!($name),
                    env: {
                        const NAME: &str = concat!("TABWRIGHT_", stringify!($name));
                        const BYTES: [u8; NAME.len()] = $crate::settings::declare::upper_case(NAME);
                        $crate::settings::declare::ascii(&BYTES)
                    },
                    flag: {
                        const NAME: &str = stringify!($name);
                        const BYTES: [u8; NAME.len()] = $crate::settings::declare::kebab_case(NAME);
                        $crate::settings::declare::ascii(&BYTES)
                    },
                    group: $title,
                    help: concat!($($help),+),
                    default: || $crate::settings::kinds::Kind::show(&$kind, &$default),
                    values: || $crate::settings::declare::values_of::<$type>(&$kind),
                    is_switch: || $crate::settings::kinds::Kind::is_switch(&$kind, &$default),
                },
            )*)+];

            const TABLES: &'static [$crate::settings::Table] = &[$($($(
                $crate::settings::Table {
                    name: $key,
                    group: $title,
                    help: concat!($($table_help),+),
                    header: <$shape as $crate::settings::tables::Shape>::header,
                    fields: <$shape as $crate::settings::tables::Shape>::fields,
                },
            )+)?)+];

            fn read(reader: &mut $crate::settings::read::Reader<'_>) -> Self {
                Self { $(
                    $group: $Group {
                        $($name: reader.setting(stringify!($name), &$kind, || $default),)*
                        $($($table: reader.table($key),)+)?
                    },
                )+ }
            }
        }
    };
}

/// Declares enums whose variants are words that a setting may be.
macro_rules! choices {
    ($($visibility:vis enum $Name:ident { $($variant:ident = $word:literal),+ })+) => { $(
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $visibility enum $Name { $($variant),+ }

        impl $crate::settings::kinds::Choice for $Name {
            const ALL: &'static [(&'static str, Self)] = &[$(($word, Self::$variant)),+];
        }
    )+ };
}

pub(super) use {choices, settings};

/// Names the type, which tells the compiler which kind `OneOf::new()` makes.
pub(super) fn values_of<T>(kind: &impl super::kinds::Kind<Value = T>) -> String {
    kind.values()
}

pub(super) const fn upper_case<const N: usize>(name: &str) -> [u8; N] {
    let (mut bytes, mut at) = ([0; N], 0);
    while at < N {
        bytes[at] = name.as_bytes()[at].to_ascii_uppercase();
        at += 1;
    }
    bytes
}

pub(super) const fn kebab_case<const N: usize>(name: &str) -> [u8; N] {
    let (mut bytes, mut at) = ([0; N], 0);
    while at < N {
        bytes[at] = if name.as_bytes()[at] == b'_' { b'-' } else { name.as_bytes()[at] };
        at += 1;
    }
    bytes
}

pub(super) const fn ascii(bytes: &'static [u8]) -> &'static str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("a setting's name is ASCII"),
    }
}
