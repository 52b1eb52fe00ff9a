//! Types of values. They are what the checker follows, and what it names in its messages.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// Types larger than this, or unions of more, are not followed: they become [`Type::Any`].
const TYPE_PARTS_MAX: usize = 1024;
const UNION_MAX: usize = 64;

/// How many members or alternatives a message names.
const SHOWN_MAX: usize = 4;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// Nothing is known of it, so nothing is refused.
    Any,
    /// There is no such value: what an empty list holds.
    Never,
    Undefined,
    Bool,
    Number,
    Text,
    List(Box<Type>),
    Object(Shape),
    /// Two or more that differ, none of them a union, `Any` or `Never`. Made by [`Type::union`].
    Union(Vec<Type>),
}

/// The members of an object.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shape {
    pub members: BTreeMap<Arc<str>, Type>,
    /// There may be others: something unknown was spread into it.
    pub open: bool,
}

impl Type {
    #[must_use]
    pub fn list(of: Self) -> Self {
        Self::List(Box::new(of)).bounded()
    }

    #[must_use]
    pub fn object(shape: Shape) -> Self {
        Self::Object(shape).bounded()
    }

    /// What is one or the other.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        let mut all = match self {
            Self::Never => return other,
            Self::Any => return Self::Any,
            Self::Union(all) => all,
            single => vec![single],
        };
        match other {
            Self::Any => return Self::Any,
            Self::Never => {}
            Self::Union(more) => more.into_iter().for_each(|single| add(&mut all, single)),
            single => add(&mut all, single),
        }
        if all.len() > UNION_MAX {
            return Self::Any;
        }
        match all.len() {
            1 => all.swap_remove(0),
            _ => Self::Union(all).bounded(),
        }
    }

    /// What is this, or missing.
    #[must_use]
    pub fn optional(self) -> Self {
        self.union(Self::Undefined)
    }

    /// Whether it may be missing.
    #[must_use]
    pub fn is_optional(&self) -> bool {
        self.alternatives().contains(&Self::Undefined)
    }

    /// The type without the alternative of being missing.
    #[must_use]
    pub fn present(&self) -> Self {
        self.only(|single| *single != Self::Undefined)
    }

    /// The types it may be, each of them single.
    #[must_use]
    pub fn alternatives(&self) -> &[Self] {
        match self {
            Self::Never => &[],
            Self::Union(all) => all,
            single => std::slice::from_ref(single),
        }
    }

    /// Whether a value of this type can stand where the other is asked for.
    #[must_use]
    pub fn fits(&self, wanted: &Self) -> bool {
        self.alternatives().iter().all(|single| match single {
            Self::Any => true,
            single => wanted.alternatives().iter().any(|wanted| single.fits_single(wanted)),
        })
    }

    fn fits_single(&self, wanted: &Self) -> bool {
        match (self, wanted) {
            (_, Self::Any) => true,
            (Self::List(own), Self::List(wanted)) => own.fits(wanted),
            (Self::Object(own), Self::Object(wanted)) => own.fits(wanted),
            _ => self == wanted,
        }
    }

    /// Those of its alternatives that the test keeps.
    pub(super) fn only(&self, keep: impl Fn(&Self) -> bool) -> Self {
        let kept = self.alternatives().iter().filter(|single| keep(single)).cloned();
        kept.fold(Self::Never, Self::union)
    }

    /// What `typeof` says of it, where that is one word; nothing for what is unknown.
    pub(super) fn kind(&self) -> Option<&'static str> {
        match self {
            Self::Undefined => Some("undefined"),
            Self::Bool => Some("boolean"),
            Self::Number => Some("number"),
            Self::Text => Some("string"),
            Self::List(_) | Self::Object(_) => Some("object"),
            Self::Any | Self::Never | Self::Union(_) => None,
        }
    }

    /// Rules that hold each other's values several times have types that double with each rule.
    fn bounded(self) -> Self {
        let mut left = TYPE_PARTS_MAX;
        if self.counted(&mut left) { self } else { Self::Any }
    }

    fn counted(&self, left: &mut usize) -> bool {
        let Some(rest) = left.checked_sub(1) else { return false };
        *left = rest;
        match self {
            Self::List(of) => of.counted(left),
            Self::Object(shape) => shape.members.values().all(|member| member.counted(left)),
            Self::Union(all) => all.iter().all(|single| single.counted(left)),
            _ => true,
        }
    }
}

impl Shape {
    fn fits(&self, wanted: &Self) -> bool {
        wanted.members.iter().all(|(name, wanted)| match self.members.get(name) {
            Some(own) => own.fits(wanted),
            None => self.open || wanted.is_optional(),
        })
    }
}

fn add(all: &mut Vec<Type>, single: Type) {
    if !all.contains(&single) {
        all.push(single);
    }
}

/// As one would write it in TypeScript.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("any"),
            Self::Never => f.write_str("never"),
            Self::Undefined => f.write_str("undefined"),
            Self::Bool => f.write_str("boolean"),
            Self::Number => f.write_str("number"),
            Self::Text => f.write_str("string"),
            Self::List(of) if matches!(**of, Self::Union(_)) => write!(f, "({of})[]"),
            Self::List(of) => write!(f, "{of}[]"),
            Self::Object(shape) => shape.fmt(f),
            Self::Union(all) => {
                for (at, single) in all.iter().take(SHOWN_MAX).enumerate() {
                    let bar = if at == 0 { "" } else { " | " };
                    write!(f, "{bar}{single}")?;
                }
                f.write_str(if all.len() > SHOWN_MAX { " | …" } else { "" })
            }
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.members.is_empty() {
            return f.write_str(if self.open { "{ … }" } else { "{}" });
        }
        f.write_str("{ ")?;
        for (at, (name, member)) in self.members.iter().take(SHOWN_MAX).enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}{name}: {member}")?;
        }
        f.write_str(if self.open || self.members.len() > SHOWN_MAX { ", … }" } else { " }" })
    }
}
