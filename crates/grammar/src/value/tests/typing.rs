//! What types expressions have, and which are refused.

use super::typed;
use crate::diagnostic::Kind;
use crate::value::Type;

const TYPES: &[(&str, &str)] = &[
    ("1", "number"),
    ("'a'", "string"),
    ("true", "boolean"),
    ("`a${n}${b}`", "string"),
    ("no", "number | undefined"),
    ("any", "any"),
    ("[]", "never[]"),
    ("[1, 'a']", "(number | string)[]"),
    ("[...list, 1]", "(string | number)[]"),
    ("[...s]", "string[]"),
    ("[...any]", "any[]"),
    ("{}", "{}"),
    ("{ s, n: no }", "{ n: number | undefined, s: string }"),
    ("{ ...obj, name: 1 }", "{ inner: { deep: number }, name: number }"),
    ("{ name: 1, ...obj }", "{ inner: { deep: number }, name: string }"),
    ("{ ...oo }", "{ deep: number | undefined }"),
    ("{ deep: 's', ...oo }", "{ deep: number | string }"),
    ("{ a: 1, ...any }", "{ a: any, … }"),
    ("{ ...any }.what", "any"),
    ("{ ...(b ? { p: 1 } : { q: 's' }) }", "{ p: number | undefined, q: undefined | string }"),
    ("n + 1", "number"),
    ("s + s", "string"),
    ("any + 's'", "string"),
    ("any + 1", "number"),
    ("any + any", "any"),
    ("any + any + s", "string"),
    ("n * any", "number"),
    ("n < 1", "boolean"),
    ("s < 'a'", "boolean"),
    ("n === s", "boolean"),
    ("no === 1", "boolean"),
    ("!obj", "boolean"),
    ("-n", "number"),
    ("typeof no", "string"),
    ("b ? 1 : 's'", "number | string"),
    ("b ? 1 : 2", "number"),
    ("no ?? 1", "number"),
    ("no ?? 's'", "number | string"),
    ("no ?? so", "number | string | undefined"),
    ("n ?? 's'", "number | string"),
    ("no || 's'", "number | string"),
    ("no && 's'", "number | undefined | string"),
    ("obj && 's'", "string"),
    ("oo && oo.deep", "undefined | number"),
    ("so ? so.length : 0", "number"),
    ("!so ? 0 : so.length", "number"),
    ("so && no ? so.length + no : 0", "number"),
    ("!so || so.length > 1", "boolean"),
    ("so === 'x' ? so.length : 0", "number"),
    ("'x' === so ? so.length : 0", "number"),
    ("typeof no === 'undefined' ? 0 : no + 1", "number"),
    ("typeof no !== 'undefined' ? no + 1 : 0", "number"),
    ("typeof either === 'string' ? either.length : either + 1", "number"),
    ("(typeof either === 'number') ? either - 1 : either.length", "number"),
    ("typeof any === 'number' ? any : 0", "number"),
    ("oo ? 0 : oo", "number | undefined"),
    ("s.length", "number"),
    ("list.length", "number"),
    ("obj.inner.deep", "number"),
    ("obj['name']", "string"),
    ("s[0]", "string"),
    ("list[n]", "string"),
    ("[][0]", "undefined"),
    ("so?.length", "number | undefined"),
    ("oo?.deep.toFixed(1)", "string | undefined"),
    ("(so ?? s).length", "number"),
    ("so?.[0]", "string | undefined"),
    ("s?.length", "number"),
    ("s.at(0)", "string | undefined"),
    ("list.at(0)", "string | undefined"),
    ("list.concat(1, [true])", "(string | number | boolean)[]"),
    ("list.slice(1)", "string[]"),
    ("s.split(' ')", "string[]"),
    ("nums.join('')", "string"),
    ("s.codePointAt(0)", "number | undefined"),
    ("(b ? s : list).length", "number"),
    ("(b ? s : list).slice(1)", "string | string[]"),
    ("(b ? s : list).includes('a')", "boolean"),
    ("either.toString()", "string"),
    ("any.trim()", "any"),
    ("any.a.b[0]", "any"),
    ("s.slice(no)", "string"),
];

#[test]
fn expressions_have_types() {
    for (source, expected) in TYPES {
        let found = typed(source).unwrap_or_else(|fault| panic!("{source}: {fault:?}"));
        assert_eq!(found.to_string(), *expected, "{source}");
    }
}

/// What is written, the place that is wrong in it, and a word of the message or the hint.
const FAULTS: &[(&str, &str, &str)] = &[
    ("'a' + 1", "'a' + 1", "template"),
    ("n + s", "n + s", "number and string"),
    ("b + b", "b + b", "boolean"),
    ("[1] + [2]", "[1] + [2]", "number[]"),
    ("either + 1", "either + 1", "string | number"),
    ("s - 1", "s - 1", "must be numbers"),
    ("s * s", "s * s", "must be numbers"),
    ("n < s", "n < s", "two numbers or two strings"),
    ("b < b", "b < b", "two numbers or two strings"),
    ("1 < 2 < 3", "1 < 2 < 3", "boolean and number"),
    ("-s", "s", "takes a number"),
    ("no + 1", "no", "`(no ?? …)`"),
    ("1 + no", "no", "may be missing"),
    ("-no", "no", "may be missing"),
    ("no < 1", "no", "may be missing"),
    ("so.length", "so", "`so?.`"),
    ("so.trim()", "so", "may be missing"),
    ("so[0]", "so", "may be missing"),
    ("oo.deep", "oo", "may be missing"),
    ("(so?.trim()).length", "(so?.trim())", "This may be missing"),
    ("s.at(0).length", "s.at(0)", "This may be missing"),
    ("`${so}`", "so", "may be missing"),
    ("`${obj}`", "obj", "cannot say"),
    ("`${list}`", "list", "`join`"),
    ("[obj].join()", "join", "cannot say the items"),
    ("obj.nam", "nam", "Did you mean `name`?"),
    ("obj['nam']", "'nam'", "no member"),
    ("obj.constructor", "constructor", "no member"),
    ("s.lenght", "lenght", "Did you mean `length`?"),
    ("s.trim", "trim", "is a method"),
    ("n.length", "length", "number has no member"),
    ("(b ? obj : { name: 1 }).inner", "inner", "no member"),
    ("s.uppercase()", "uppercase", "no method"),
    ("s.toUppercase()", "toUppercase", "Did you mean `toUpperCase`?"),
    ("n.trim()", "trim", "number has no method"),
    ("either.trim()", "trim", "number has no method"),
    ("any.eval()", "eval", "no method"),
    ("obj.name()", "name", "no method"),
    ("list.push('x')", "push", "no method"),
    ("s.repeat()", "repeat", "takes 1 argument, and none was given"),
    ("s.replace('a')", "replace", "takes 2 arguments, and one was given"),
    ("s.trim(1)", "1", "no more than 0"),
    ("s.slice(1, 2, 3)", "3", "no more than 2"),
    ("s.slice('1')", "'1'", "takes a number here"),
    ("s.includes(1)", "1", "takes a string here"),
    ("s.repeat(no)", "no", "may be missing"),
    ("s.concat('a', 1)", "1", "takes a string here"),
    ("list['0']", "'0'", "no member"),
    ("list[s]", "s", "cannot be indexed by string"),
    ("obj[0]", "0", "cannot be indexed"),
    ("obj[s]", "s", "cannot be indexed"),
    ("list[no]", "no", "may be missing"),
    ("[...n]", "n", "no items"),
    ("[...obj]", "obj", "no items"),
    ("[...(b ? list : n)]", "(b ? list : n)", "no items"),
    ("[...no]", "no", "may be missing"),
    ("{ ...s }", "s", "no members"),
    ("{ ...list }", "list", "no members"),
    ("so ? 1 : so.length", "so", "may be missing"),
    ("so || so.length", "so", "may be missing"),
    ("typeof either === 'number' ? either.trim() : ''", "trim", "no method"),
];

#[test]
fn what_does_not_fit_is_told_with_its_place_and_a_way_out() {
    for (source, place, word) in FAULTS {
        let fault = typed(source).map(|of| format!("{source} is {of}")).unwrap_err();
        let found = &source[fault.span.start as usize..fault.span.end as usize];
        let said = format!("{} {}", fault.message, fault.hint.clone().unwrap_or_default());
        assert!(said.contains(word), "{source}: {said}");
        assert_eq!(fault.kind, Kind::Type, "{source}: {said}");
        // A name may stand more than once: then the place is the last.
        assert_eq!(found, *place, "{source}: {said}");
    }
}

#[test]
fn a_variable_that_is_not_there_is_a_mistake_of_writing() {
    for source in ["missing", "{ missing }", "[1, ...missing]", "`${missing}`", "s.slice(missing)"]
    {
        let fault = typed(source).unwrap_err();
        assert_eq!(fault.kind, Kind::Syntax, "{source}");
        assert!(fault.hint.unwrap().contains("$(missing)"), "{source}");
    }
}

#[test]
fn unions_are_flat_and_say_each_thing_once() {
    let union = Type::Text.union(Type::Number.optional()).union(Type::Number.union(Type::Text));
    assert_eq!(union, Type::Union(vec![Type::Text, Type::Number, Type::Undefined]));
    assert_eq!(Type::Never.union(Type::Text), Type::Text);
    assert_eq!(Type::Text.union(Type::Never), Type::Text);
    assert_eq!(Type::Text.union(Type::Any), Type::Any);
    assert_eq!(Type::Text.optional().present(), Type::Text);
    assert_eq!(Type::Undefined.present(), Type::Never);
}

#[test]
fn a_type_fits_where_all_it_may_be_is_wanted() {
    let object = typed("{ a: 1, b: 's' }").unwrap();
    let wanted = typed("{ a: 1 }").unwrap();
    let optional = typed("{ a: 1, z: no }").unwrap();
    assert!(Type::Text.fits(&Type::Text.optional()) && !Type::Text.optional().fits(&Type::Text));
    assert!(Type::Any.fits(&Type::Text) && Type::Text.fits(&Type::Any));
    assert!(Type::list(Type::Never).fits(&Type::list(Type::Text)));
    assert!(object.fits(&wanted) && !wanted.fits(&object) && object.fits(&optional));
}

#[test]
fn types_that_double_with_each_rule_are_given_up() {
    let mut of = Type::Text;
    for _ in 0..100 {
        let members = ["a", "b"].map(|name| (name.into(), of.clone()));
        of = Type::object(crate::value::Shape { members: members.into(), open: false });
    }
    assert!(of.to_string().len() < 100_000);

    let many = (0..1000).map(|count| {
        let members = [(format!("m{count}").into(), Type::Text)].into();
        Type::object(crate::value::Shape { members, open: false })
    });
    assert_eq!(many.fold(Type::Never, Type::union), Type::Any);
}
