use super::super::{Finding, Found, How, find};
use super::written::{candidates, fingerprint};

/// What must become of it. Each case is a page as it may be on another day.
#[derive(Debug, PartialEq)]
enum Must {
    Same(u32),
    Heal(u32),
    Ambiguous,
    Stop,
}
use Must::{Ambiguous, Heal, Same, Stop};

fn outcome(finding: &Finding) -> Must {
    match finding {
        Finding::Found(Found { number, how: How::Same }) => Same(*number),
        Finding::Found(Found { number, how: How::Healed { .. } }) => Heal(*number),
        Finding::Ambiguous { .. } => Ambiguous,
        Finding::NotThere { .. } => Stop,
    }
}

type Case = (&'static str, &'static str, &'static [&'static str], Must);

fn check(cases: &[Case]) {
    let wrong: Vec<_> = cases
        .iter()
        .filter_map(|(about, wanted, now, must)| {
            let finding = find(&fingerprint(wanted), &candidates(now));
            (outcome(&finding) != *must)
                .then(|| format!("{about}: {finding:?}, but must be {must:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const SAVE: &str = r#"button "Save" id=save landmark="form Profile" heading="Your profile" near="Name|Cancel" tag=button"#;
const ADD: &str = r#"button "Add to basket" id=add-fr250 tag=button item=listitem:"Filter roast 250 g 8.50" alike=4 landmark="main" heading="Coffee""#;
const DELETE: &str = r#"button "Delete" item=row:"Invoice 4455 Ann Miller 40.00" alike=5 landmark="main" tag=button"#;
const EMAIL: &str = r#"textbox "E-mail" name=email autocomplete=email type=email label="E-mail" landmark="form Sign up" near="Name|Password" tag=input"#;

#[test]
fn an_unchanged_page_gives_the_same() {
    check(&[
        ("one button", SAVE, &[SAVE], Same(1)),
        (
            "among others",
            SAVE,
            &[r#"button "Cancel" id=cancel"#, SAVE, r#"link "Help" href=/help"#],
            Same(2),
        ),
        (
            "one row of many",
            DELETE,
            &[
                r#"button "Delete" item=row:"Invoice 4454 Bob Stone 12.00""#,
                DELETE,
                r#"button "Delete" item=row:"Invoice 4456 Ann Miller 40.00""#,
            ],
            Same(2),
        ),
        (
            "one card of many",
            ADD,
            &[
                r#"button "Add to basket" id=add-er500 item=listitem:"Espresso roast 500 g 15.00""#,
                ADD,
            ],
            Same(2),
        ),
        ("a field", EMAIL, &[r#"textbox "Name" name=name"#, EMAIL], Same(2)),
        (
            "an icon button without a name",
            r#"button "" id=menu tag=button"#,
            &[r#"button "" id=menu tag=button"#, r#"button "" id=close tag=button"#],
            Same(1),
        ),
        (
            "a thing with a text and no name",
            r#"generic "" text="Blue" alike=1"#,
            &[r#"generic "" text="Red""#, r#"generic "" text="Blue""#],
            Same(2),
        ),
        (
            "a hidden file input",
            r#"button "Attach" type=file id=file"#,
            &[r#"button "Attach" type=file id=file hidden"#],
            Same(1),
        ),
        (
            "a checkbox drawn by a label",
            r#"checkbox "Newsletter" name=news type=checkbox"#,
            &[r#"checkbox "Newsletter" name=news type=checkbox hidden"#],
            Same(1),
        ),
        (
            "two searches, told apart by where they are",
            r#"button "Search" alike=2 landmark="form Flights" heading="Book a flight" near="To|Date""#,
            &[
                r#"button "Search" landmark="search Site" heading="Airline" near="Query|Menu""#,
                r#"button "Search" landmark="form Flights" heading="Book a flight" near="To|Date""#,
            ],
            Same(2),
        ),
        (
            "the same link twice",
            r#"link "Pricing" href=/pricing alike=2 landmark=banner"#,
            &[
                r#"link "Pricing" href=/pricing landmark=banner"#,
                r#"link "Pricing" href=/pricing landmark=banner"#,
            ],
            Same(1),
        ),
        (
            "in its frame",
            r#"button "Send" frame=https://mail.example/editor/17"#,
            &[r#"button "Send""#, r#"button "Send" frame=https://mail.example/editor/18"#],
            Same(2),
        ),
        (
            "radio buttons share their name",
            r#"radio "Large" name=size value=l type=radio"#,
            &[
                r#"radio "Small" name=size value=s type=radio"#,
                r#"radio "Large" name=size value=l type=radio"#,
            ],
            Same(2),
        ),
    ]);
}

#[test]
fn renamed_ids_and_wrapped_elements_do_not_matter() {
    check(&[
        (
            "another id",
            SAVE,
            &[
                r#"button "Save" id=x-17 landmark="form Profile" tag=button"#,
                r#"button "Cancel" id=save2"#,
            ],
            Same(1),
        ),
        ("no id any more", SAVE, &[r#"button "Save" tag=button"#], Same(1)),
        (
            "ids of all rows are new",
            DELETE,
            &[
                r#"button "Delete" id=a1 item=row:"Invoice 4454 Bob Stone 12.00""#,
                r#"button "Delete" id=a2 item=row:"Invoice 4455 Ann Miller 40.00""#,
            ],
            Same(2),
        ),
        (
            "the old id is now on another button",
            SAVE,
            &[r#"button "Cancel" id=save"#, r#"button "Save" id=cancel"#],
            Same(2),
        ),
        (
            "another heading and landmark",
            SAVE,
            &[r#"button "Save" id=save heading="Settings" landmark=main"#],
            Same(1),
        ),
        ("another case and an icon", SAVE, &["button \"\u{f0c7} SAVE\" id=s"], Same(1)),
        (
            "a field with a star behind its label",
            EMAIL,
            &[r#"textbox "E-mail *" name=mail type=email"#],
            Same(1),
        ),
        (
            "a card is a list item now",
            ADD,
            &[
                r#"button "Add to basket" item=article:"Filter roast 250 g 8.50""#,
                r#"button "Add to basket" item=article:"Espresso roast 250 g 8.50""#,
            ],
            Same(1),
        ),
        (
            "an empty group around it",
            r#"button "Send" alike=2 item=group: landmark=main near="To|Subject""#,
            &[
                r#"button "Send" landmark=main near="To|Subject""#,
                r#"button "Send" landmark=navigation near="Inbox|Drafts""#,
            ],
            Same(1),
        ),
        (
            "a generated id is no contradiction",
            r#"button "" id~=:r5: data-testid=menu tag=button"#,
            &[r#"button "" id~=:r9: data-testid=menu tag=button"#],
            Same(1),
        ),
        (
            "addresses with what tells where one came from",
            r#"link "" href=/basket tag=a"#,
            &[r#"link "" href=https://shop.example/basket?utm_source=mail tag=a"#],
            Same(1),
        ),
    ]);
}

#[test]
fn places_do_not_matter() {
    check(&[
        (
            "rows in another order",
            DELETE,
            &[
                r#"button "Delete" item=row:"Invoice 4456 Ann Miller 40.00" landmark=main tag=button"#,
                r#"button "Delete" item=row:"Invoice 4454 Bob Stone 12.00" landmark=main tag=button"#,
                DELETE,
            ],
            Same(3),
        ),
        (
            "rows whose ids count places",
            r#"button "Delete" id=delete-1 item=row:"Ann 17" alike=2"#,
            &[
                r#"button "Delete" id=delete-1 item=row:"Bob 18""#,
                r#"button "Delete" id=delete-2 item=row:"Ann 17""#,
            ],
            Same(2),
        ),
        (
            "counted icon buttons in another order",
            r#"button "" id=delete-1 item=row:"Ann 17" alike=2 tag=button"#,
            &[
                r#"button "" id=delete-1 item=row:"Bob 18" tag=button"#,
                r#"button "" id=delete-2 item=row:"Ann 17" tag=button"#,
            ],
            Stop,
        ),
        (
            "equal rows are not told apart by counted ids",
            r#"button "Open" id=open-2 item=row:"Draft" alike=2"#,
            &[
                r#"button "Open" id=open-1 item=row:"Draft""#,
                r#"button "Open" id=open-2 item=row:"Draft""#,
            ],
            Ambiguous,
        ),
        (
            "equal rows are told apart by what names them",
            r#"button "Open" data-id=8213 item=row:"Draft" alike=2"#,
            &[
                r#"button "Open" data-id=8213 item=row:"Draft""#,
                r#"button "Open" data-id=8214 item=row:"Draft""#,
            ],
            Same(1),
        ),
        (
            "a nameless thing at the same place",
            r#"button "" near="Name|Save""#,
            &[r#"button "" near="Name|Save""#],
            Stop,
        ),
        (
            "columns of a board",
            r#"button "Move" item=listitem:"Write docs" heading="To do" alike=2"#,
            &[
                r#"button "Move" item=listitem:"Write docs" heading="Done""#,
                r#"button "Move" item=listitem:"Write docs" heading="To do""#,
            ],
            Same(2),
        ),
    ]);
}

#[test]
fn a_new_wording_is_found_by_what_programs_call_it() {
    check(&[
        (
            "reworded",
            r#"button "Add to cart" id=add tag=button"#,
            &[r#"button "Put in basket" id=add tag=button"#],
            Heal(1),
        ),
        (
            "translated",
            r#"button "Save" id=save tag=button landmark="form Profile""#,
            &[
                r#"button "Abbrechen" id=cancel tag=button"#,
                r#"button "Speichern" id=save tag=button landmark="form Profil""#,
            ],
            Heal(2),
        ),
        (
            "a translated field",
            EMAIL,
            &[
                r#"textbox "Name" name=name type=text tag=input"#,
                r#"textbox "Courriel" name=email autocomplete=email type=email tag=input"#,
            ],
            Heal(2),
        ),
        (
            "a field by autocomplete alone",
            r#"textbox "Post code" autocomplete=postal-code tag=input"#,
            &[
                r#"textbox "ZIP" autocomplete=postal-code tag=input"#,
                r#"textbox "City" autocomplete=address-level2 tag=input"#,
            ],
            Heal(1),
        ),
        (
            "by test id",
            r#"button "Continue" data-testid=next-step tag=button"#,
            &[r#"button "Go on" data-testid=next-step tag=button"#],
            Heal(1),
        ),
        (
            "by address",
            r#"link "Basket" href=/basket tag=a"#,
            &[r#"link "Cart" href=/basket tag=a"#, r#"link "Help" href=/help tag=a"#],
            Heal(1),
        ),
        (
            "an option by value",
            r#"option "Germany" value=DE tag=option"#,
            &[
                r#"option "Frankreich" value=FR tag=option"#,
                r#"option "Deutschland" value=DE tag=option"#,
            ],
            Heal(2),
        ),
        (
            "a radio button by name and value",
            r#"radio "Large" name=size value=l type=radio tag=input"#,
            &[
                r#"radio "Klein" name=size value=s type=radio tag=input"#,
                r#"radio "Groß" name=size value=l type=radio tag=input"#,
            ],
            Heal(2),
        ),
        (
            "a renamed icon button got a name",
            r#"button "" id=menu tag=button"#,
            &[r#"button "Menu" id=menu tag=button"#],
            Heal(1),
        ),
        (
            "reworded in its row",
            r#"button "Edit" data-action-id=e17 item=row:"Ann Miller 17" alike=3 tag=button"#,
            &[
                r#"button "Change" data-action-id=e17 item=row:"Ann Miller 17" tag=button"#,
                r#"button "Change" data-action-id=e18 item=row:"Bob Stone 18" tag=button"#,
            ],
            Stop,
        ),
        (
            "reworded in its row, with a telling id",
            r#"button "Edit" data-id=8017 item=row:"Ann Miller 17" alike=3 tag=button"#,
            &[
                r#"button "Change" data-id=8017 item=row:"Ann Miller 17" tag=button"#,
                r#"button "Change" data-id=8018 item=row:"Bob Stone 18" tag=button"#,
            ],
            Heal(1),
        ),
        (
            "reworded without any attribute",
            r#"button "Add to cart" tag=button heading="Lamp""#,
            &[r#"button "Put in basket" tag=button heading="Lamp""#],
            Stop,
        ),
        (
            "reworded, and only behaves alike",
            r#"button "Add to cart" data-toggle=modal tag=button"#,
            &[r#"button "Put in basket" data-toggle=modal tag=button"#],
            Stop,
        ),
        (
            "a word that everybody uses as an id",
            r#"button "Sign up" id=submit tag=button"#,
            &[r#"button "Log in" id=submit tag=button"#],
            Stop,
        ),
        (
            "one attribute equal, another one not",
            r#"button "Save" id=main-button name=save tag=button"#,
            &[r#"button "Apply" id=main-button name=apply tag=button"#],
            Stop,
        ),
        (
            "the attribute is on two now",
            r#"button "Save" data-kind=primary tag=button"#,
            &[
                r#"button "Apply" data-kind=primary tag=button"#,
                r#"button "Print" data-kind=primary tag=button"#,
            ],
            Stop,
        ),
        (
            "the id is on another kind of field",
            EMAIL,
            &[r#"checkbox "Send e-mails" name=email type=checkbox tag=input"#],
            Stop,
        ),
        (
            "the id is on a field of another type",
            r#"textbox "Code" id=code type=password tag=input"#,
            &[r#"textbox "Voucher" id=code type=text tag=input"#],
            Stop,
        ),
        (
            "a generated id is equal by chance",
            r#"button "Save" id~=:r5: tag=button"#,
            &[r#"button "Apply" id~=:r5: tag=button"#],
            Stop,
        ),
    ]);
}

#[test]
fn a_button_may_become_a_link_if_more_speaks_for_it() {
    check(&[
        (
            "with its id",
            r#"button "Checkout" id=checkout tag=button"#,
            &[r#"link "Checkout" id=checkout tag=a"#],
            Heal(1),
        ),
        (
            "with all around it",
            r#"button "Checkout" landmark="main" heading="Basket" near="Total|Continue shopping""#,
            &[r#"link "Checkout" landmark="main" heading="Basket" near="Total|Continue shopping""#],
            Heal(1),
        ),
        (
            "with nothing else",
            r#"button "Search" id=go landmark="form Flights" heading="Flights""#,
            &[r#"link "Search" href=/search landmark="navigation" heading="Airline""#],
            Stop,
        ),
        (
            "a link beside the button",
            r#"button "Search" landmark="form Flights""#,
            &[
                r#"link "Search" href=/search landmark=navigation"#,
                r#"button "Search" landmark="form Flights""#,
            ],
            Same(2),
        ),
        (
            "a menu item in its row",
            r#"button "Archive" item=row:"Ticket 4455" alike=3 heading=Tickets landmark=main"#,
            &[
                r#"menuitem "Archive" item=row:"Ticket 4455" heading=Tickets landmark=main"#,
                r#"menuitem "Archive" item=row:"Ticket 4456" heading=Tickets landmark=main"#,
            ],
            Heal(1),
        ),
        (
            "a search box",
            r#"textbox "Search" name=q type=text"#,
            &[r#"searchbox "Search" name=q type=search"#],
            Heal(1),
        ),
        (
            "a switch for a checkbox",
            r#"checkbox "Dark mode" id=dark"#,
            &[r#"switch "Dark mode" id=dark"#],
            Heal(1),
        ),
        (
            "a heading is no button",
            r#"button "Checkout" id=checkout"#,
            &[r#"heading "Checkout" id=checkout"#],
            Stop,
        ),
        (
            "a field is no button",
            r#"button "Search" id=find"#,
            &[r#"textbox "Search" id=find"#],
            Stop,
        ),
        (
            "both have a claim",
            r#"button "Add to cart" id=add tag=button landmark=main heading=Lamp near="Price|Amount""#,
            &[
                r#"link "Add to cart" tag=a landmark=main heading=Lamp near="Price|Amount""#,
                r#"button "Put in basket" id=add tag=button landmark=main heading=Lamp near="Price|Amount""#,
            ],
            Heal(1),
        ),
    ]);
}

#[test]
fn a_part_of_a_name_is_another_name() {
    check(&[
        (
            "more than one ticket",
            r#"button "Close ticket""#,
            &[r#"button "Close all tickets""#],
            Stop,
        ),
        ("a longer name", r#"button "Delete""#, &[r#"button "Delete account""#], Stop),
        ("a shorter name", r#"button "Delete draft""#, &[r#"button "Delete""#], Stop),
        ("words in another order", r#"button "Open close""#, &[r#"button "Close open""#], Stop),
        ("nearly the same letters", r#"link "Invoice""#, &[r#"link "Invoices""#], Stop),
        (
            "beside the right one",
            r#"button "Close ticket""#,
            &[r#"button "Close all tickets""#, r#"button "Close ticket""#],
            Same(2),
        ),
        (
            "the id is the same, the reach is not",
            r#"button "Floor 3" id=floor tag=button"#,
            &[r#"button "Floor 2" id=floor tag=button"#],
            Stop,
        ),
        ("a count of things", r#"link "Inbox (3)" tag=a"#, &[r#"link "Inbox (5)" tag=a"#], Stop),
    ]);
}

#[test]
fn a_number_that_differs_by_one_is_another_thing() {
    check(&[
        (
            "an invoice",
            DELETE,
            &[
                r#"button "Delete" item=row:"Invoice 4456 Ann Miller 40.00" landmark=main tag=button"#,
            ],
            Stop,
        ),
        (
            "an amount",
            DELETE,
            &[
                r#"button "Delete" item=row:"Invoice 4455 Ann Miller 41.00" landmark=main tag=button"#,
            ],
            Stop,
        ),
        (
            "a floor",
            r#"button "Book" item=listitem:"Room Alps floor 3" alike=2"#,
            &[r#"button "Book" item=listitem:"Room Alps floor 2""#],
            Stop,
        ),
        (
            "the end of a card",
            r#"radio "Use" item=listitem:"Visa …4455" alike=2"#,
            &[r#"radio "Use" item=listitem:"Visa …4456""#],
            Stop,
        ),
        (
            "a negative number",
            r#"button "Set" item=row:"Freezer -18" alike=2"#,
            &[r#"button "Set" item=row:"Freezer 18""#],
            Stop,
        ),
        (
            "one more number",
            r#"button "Open" item=row:"Order 77" alike=2"#,
            &[r#"button "Open" item=row:"Order 77 of 2""#],
            Stop,
        ),
        (
            "the one row is about something else",
            r#"button "Pay" item=row:"Invoice 4455 Ann""#,
            &[r#"button "Pay" item=row:"Invoice 4456 Ann""#],
            Stop,
        ),
        (
            "the one result is another one",
            r#"link "Open" href=/t/17 item=row:"Printer on fire""#,
            &[r#"link "Open" href=/t/18 item=row:"Coffee is out""#],
            Stop,
        ),
        (
            "a day of a calendar",
            r#"button "14" item=grid:"March 2026" alike=1"#,
            &[r#"button "13" item=grid:"March 2026""#, r#"button "15" item=grid:"March 2026""#],
            Stop,
        ),
        (
            "a seat",
            r#"checkbox "12A" name=seat value=12A type=checkbox"#,
            &[r#"checkbox "12B" name=seat value=12B type=checkbox"#],
            Stop,
        ),
    ]);
}

#[test]
fn look_alikes_are_told_apart() {
    check(&[
        (
            "a second one in another card",
            r#"button "Add to basket" item=listitem:"Filter roast""#,
            &[
                r#"button "Add to basket" item=listitem:"Espresso""#,
                r#"button "Add to basket" item=listitem:"Filter roast""#,
            ],
            Same(2),
        ),
        (
            "a variety of the same",
            ADD,
            &[
                r#"button "Add to basket" tag=button item=listitem:"Filter roast decaf 250 g 8.50" landmark=main heading=Coffee"#,
                ADD,
            ],
            Same(2),
        ),
        (
            "the variety alone",
            ADD,
            &[
                r#"button "Add to basket" tag=button item=listitem:"Filter roast decaf 250 g 8.50" landmark=main heading=Coffee"#,
            ],
            Stop,
        ),
        (
            "an advertisement in a frame",
            SAVE,
            &[SAVE, r#"button "Save" frame=https://ads.example/banner"#],
            Same(1),
        ),
        (
            "only the advertisement",
            SAVE,
            &[r#"button "Save" id=save frame=https://ads.example/banner"#],
            Stop,
        ),
        (
            "a frame of another site",
            r#"button "Pay" frame=https://pay.example/form"#,
            &[r#"button "Pay" frame=https://pay.evil.example/form"#],
            Stop,
        ),
        (
            "a hidden copy",
            SAVE,
            &[r#"button "Save" id=save hidden"#, r#"button "Save" id=keep"#],
            Same(2),
        ),
        (
            "a second one without anything",
            SAVE,
            &[r#"button "Save" landmark="dialog Filter" heading="Filter" near="Reset""#, SAVE],
            Same(2),
        ),
        ("a second one that is exactly alike", SAVE, &[SAVE, SAVE], Ambiguous),
        (
            "two in new places",
            r#"button "Search" landmark="form Flights" heading=Flights"#,
            &[
                r#"button "Search" landmark=banner heading=Air"#,
                r#"button "Search" landmark=footer heading=Sea"#,
            ],
            Stop,
        ),
        (
            "links of one name to different places",
            r#"link "Read more" href=/a alike=2"#,
            &[r#"link "Read more" href=/a"#, r#"link "Read more" href=/b"#],
            Same(1),
        ),
        (
            "links of one name, and the one is gone",
            r#"link "Read more" href=/a alike=2"#,
            &[r#"link "Read more" href=/b"#, r#"link "Read more" href=/c"#],
            Stop,
        ),
    ]);
}

#[test]
fn what_is_gone_is_not_replaced() {
    check(&[
        ("an empty page", SAVE, &[], Stop),
        (
            "its row",
            DELETE,
            &[
                r#"button "Delete" item=row:"Invoice 4454 Bob Stone 12.00" landmark=main tag=button"#,
                r#"button "Delete" item=row:"Invoice 4457 Ann Miller 40.00" landmark=main tag=button"#,
            ],
            Stop,
        ),
        (
            "its card",
            ADD,
            &[
                r#"button "Add to basket" id=add-er500 item=listitem:"Espresso roast 500 g 15.00" landmark=main heading=Coffee"#,
            ],
            Stop,
        ),
        (
            "all but one of the same name",
            r#"button "Search" alike=2 landmark="form Flights" heading=Flights near="To""#,
            &[r#"button "Search" landmark=banner heading=Air near="Menu""#],
            Stop,
        ),
        ("it is hidden", SAVE, &[r#"button "Save" id=save hidden"#], Stop),
        (
            "it was sold",
            r#"button "Buy" id=buy tag=button"#,
            &[r#"button "Sold out" id=buy tag=button"#],
            Stop,
        ),
        (
            "it has been done",
            r#"button "Follow" id=follow tag=button"#,
            &[r#"button "Following" id=follow tag=button"#],
            Stop,
        ),
        (
            "it undoes now",
            r#"button "Subscribe" id=subscribe tag=button"#,
            &[r#"button "Unsubscribe" id=subscribe tag=button"#],
            Stop,
        ),
        (
            "it shows and hides",
            r#"button "Show filters" id=filters tag=button"#,
            &[r#"button "Hide filters" id=filters tag=button"#],
            Stop,
        ),
        (
            "it would publish",
            r#"button "Save draft" id=main-action tag=button"#,
            &[r#"button "Publish" id=main-action tag=button"#],
            Stop,
        ),
        (
            "it would delete",
            r#"button "Details" id=row-action tag=button"#,
            &[r#"button "Delete" id=row-action tag=button"#],
            Stop,
        ),
        (
            "it signs out",
            r#"link "Sign in" id=session href=/session tag=a"#,
            &[r#"link "Sign out" id=session href=/session tag=a"#],
            Stop,
        ),
        (
            "an option",
            r#"option "Large" value=l"#,
            &[r#"option "Small" value=s"#, r#"option "Medium" value=m"#],
            Stop,
        ),
    ]);
}

#[test]
fn items_may_gain_a_badge_and_content_may_change_around_its_own_name() {
    check(&[
        (
            "a badge",
            r#"button "Add" item=listitem:"Washed arabica filter roast from Kenya" alike=3"#,
            &[
                r#"button "Add" item=listitem:"Washed arabica filter roast from Kenya new""#,
                r#"button "Add" item=listitem:"Washed arabica filter roast from Peru""#,
            ],
            Heal(1),
        ),
        (
            "a status of a ticket with a number",
            r#"button "Open" item=row:"Ticket 4455 printer is on fire open" alike=3"#,
            &[r#"button "Open" item=row:"Ticket 4455 printer is on fire solved""#],
            Heal(1),
        ),
        (
            "the exact one leads",
            r#"button "Add" item=listitem:"Washed arabica filter roast from Kenya" alike=3"#,
            &[
                r#"button "Add" item=listitem:"Washed arabica filter roast from Kenya new""#,
                r#"button "Add" item=listitem:"Washed arabica filter roast from Kenya""#,
            ],
            Same(2),
        ),
        (
            "a link that names its thing",
            r#"link "Blue desk lamp" href=/p/17 item=article:"49.00 12 reviews""#,
            &[
                r#"link "Blue desk lamp" href=/p/17 item=article:"45.00 14 reviews""#,
                r#"link "Red desk lamp" href=/p/18 item=article:"49.00 12 reviews""#,
            ],
            Same(1),
        ),
        (
            "a button that names its thing",
            r#"button "Buy blue desk lamp" item=article:"Blue desk lamp 49.00""#,
            &[r#"button "Buy blue desk lamp" item=article:"Blue desk lamp 45.00""#],
            Same(1),
        ),
        (
            "a dialog with other sums",
            r#"button "Checkout" item=dialog:"Basket 3 items 45.00""#,
            &[r#"button "Checkout" item=dialog:"Basket 2 items 30.00""#],
            Same(1),
        ),
    ]);
}

#[test]
fn recordings_of_other_programs_know_less() {
    check(&[
        (
            "a name only",
            r#"- "Add to basket""#,
            &[r#"button "Add to basket" id=a"#, r#"link "Help""#],
            Same(1),
        ),
        (
            "a name that two have",
            r#"- "Menu""#,
            &[r#"button "Menu" landmark=banner"#, r#"link "Menu" landmark=footer"#],
            Stop,
        ),
        (
            "an id only",
            r##"- "" id=save"##,
            &[r#"button "Save" id=save tag=button"#, r#"button "Cancel" id=cancel"#],
            Same(1),
        ),
        ("an id that is gone", r#"- "" id=save"#, &[r#"button "Save" id=keep"#], Stop),
        ("a place only", r#"- """#, &[r#"button "Save""#], Stop),
    ]);
}
