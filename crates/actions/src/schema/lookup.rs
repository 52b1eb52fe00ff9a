//! Questions that the web is asked.

use super::{family, parameters};

family! {
    /// What can be looked up.
    LookupAction, LOOKUP_ACTIONS {
        /// Look something up on the internet
        LookupAndAnswerInternet(LookupAndAnswerInternet) = "lookupAndAnswerInternet";
    }
}

parameters! {
    LookupAndAnswerInternet {
        /// The question as it was asked.
        question: String,
    }
}
