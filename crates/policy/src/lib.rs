//! Who may do what where.
