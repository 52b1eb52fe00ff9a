//! What agents of single sites do: their schemas are known beforehand, they themselves come with the
//! page.

use serde::{Deserialize, Serialize};

use super::{Count, family, parameters};

family! {
    /// What can be done with a crossword.
    CrosswordAction, CROSSWORD_ACTIONS {
        /// Fill in an answer
        EnterText(EnterText) = "enterText";
        /// Tell a clue
        GetClueValue(GetClueValue) = "getClueValue";
    }
}

family! {
    /// What can be done in a shop.
    CommerceAction, COMMERCE_ACTIONS {
        /// Search for a product
        SearchForProduct(SearchForProduct) = "searchForProduct";
        /// Put a product into the cart
        AddToCart(AddToCart) = "addToCart";
        /// Find a store nearby
        FindNearbyStore(FindNearbyStore) = "findNearbyStore";
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ClueDirection {
    Across,
    Down,
}

parameters! {
    EnterText {
        value: String,
        clue_number: Count,
        clue_direction: ClueDirection,
    }
    GetClueValue {
        clue_number: Count,
        clue_direction: ClueDirection,
    }
    SearchForProduct {
        product_name: String,
    }
    AddToCart {
        product_name: String,
        quantity: Option<Count>,
    }
    FindNearbyStore {
        store_name: Option<String>,
    }
}
