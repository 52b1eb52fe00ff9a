//! What is found, and above all what is not.

mod cases;
mod properties;
mod written;

use super::{Finding, Found, How, Mismatch, find};
use written::{candidates, fingerprint};

#[test]
fn healing_tells_what_was_and_what_is() {
    let wanted = fingerprint(r#"button "Add to cart" id=add"#);
    let now = candidates(&[r#"button "Put in basket" id=add"#]);
    let Finding::Found(Found { number: 1, how: How::Healed { score, was, now } }) =
        find(&wanted, &now)
    else {
        panic!("not healed")
    };
    assert_eq!((was.as_str(), now.as_str()), ("Add to cart", "Put in basket"));
    assert!((1..=100).contains(&score));
}

#[test]
fn what_is_not_taken_says_why() {
    let rows = |wanted: &str, now: &[&str]| match find(&fingerprint(wanted), &candidates(now)) {
        Finding::NotThere { nearest } => nearest.first().and_then(|near| near.mismatch),
        other => panic!("{other:?}"),
    };
    let delete = r#"button "Delete" item=row:"Invoice 4455" alike=3"#;
    for (wanted, now, why) in [
        (delete, r#"button "Delete" item=row:"Invoice 4456""#, Mismatch::Item),
        (r#"button "Close ticket""#, r#"button "Close all tickets""#, Mismatch::Name),
        (r#"button "Follow" id=follow"#, r#"button "Unfollow" id=follow"#, Mismatch::Meaning),
        (r#"button "Send""#, r#"button "Send" frame=https://ads.example/x"#, Mismatch::Frame),
        (r#"button "Send""#, r#"button "Send" hidden"#, Mismatch::Hidden),
        (r#"button "Search""#, r#"textbox "Search""#, Mismatch::Role),
    ] {
        assert_eq!(rows(wanted, &[now]), Some(why), "{wanted} → {now}");
    }
    assert_eq!(rows(r#"button "Send""#, &[r#"link "Imprint""#]), None);
}
