//! One suite of tests for every engine of a trait.

/// Makes a test of every case for every engine. A case is `async fn case(store: &impl Trait)` and finds the
/// store empty; an engine is an expression that makes one, with whatever must live as long (a folder, a
/// server) first:
///
/// ```ignore
/// tabwright_store::contract_tests! {
///     cases: [keeps_what_was_put, removes],
///     memory: ((), MemoryThings::default()),
///     sqlite: { let (folder, store) = store_in_a_folder().await; (folder, SqliteThings::new(store)) },
/// }
/// ```
#[macro_export]
macro_rules! contract_tests {
    (cases: $cases:tt, $($engine:ident: $make:expr),+ $(,)?) => {
        $($crate::contract_tests!(@engine $engine, $make, $cases);)+
    };
    (@engine $engine:ident, $make:expr, [$($case:ident),+ $(,)?]) => {
        mod $engine {
            $(
                #[tokio::test]
                async fn $case() {
                    #[allow(unused_imports)]
                    use super::*;
                    let (_guard, store) = $make;
                    super::$case(&store).await;
                }
            )+
        }
    };
}
