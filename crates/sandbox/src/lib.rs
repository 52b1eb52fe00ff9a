//! JavaScript with limits.
