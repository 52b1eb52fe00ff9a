//! What expressions come to. Every row was compared with JavaScript, but for those that say why not.

use super::{computed, object, parsed, typed};
use crate::value::{Value, prepare};

const ROWS: &[(&str, &str)] = &[
    // Literals.
    ("true", "true"),
    ("false", "false"),
    ("12", "12"),
    ("0.5", "0.5"),
    (".5", "0.5"),
    ("1e3", "1000"),
    ("1.5E-2", "0.015"),
    ("0xfF", "255"),
    ("0o17", "15"),
    ("0b101", "5"),
    ("'it'", r#""it""#),
    (r#""a\tb\n\x41\u0042\u{1F600}\0\q\'""#, r#""a\tb\nAB😀\u0000q'""#),
    (r#""\uD83D\uDE00""#, r#""😀""#),
    ("\"one\\\ntwo\"", r#""onetwo""#),
    ("`plain`", r#""plain""#),
    ("``", r#""""#),
    ("`<${s}>`", r#""<hello>""#),
    ("`${n}${b} ${`in ${s}`}`", r#""5true in hello""#),
    (r"`\`\${s} $s`", r#""`${s} $s""#),
    ("`a\r\nb`", r#""a\nb""#),
    ("`${ { a: 1 }.a }`", r#""1""#),
    // Lists and objects.
    ("[]", "[]"),
    ("[1, 'a', [true],]", r#"[1,"a",[true]]"#),
    ("[...list, 'd']", r#"["a","b","c","b","d"]"#),
    ("[...'a😀']", r#"["a","😀"]"#),
    ("({})", "{}"),
    ("({ a: 1, 'b c': 2, s, })", r#"{"a":1,"b c":2,"s":"hello"}"#),
    ("({ typeof: 1, true: 2 })", r#"{"typeof":1,"true":2}"#),
    ("({ ...obj, name: 'bob' })", r#"{"name":"bob","inner":{"deep":7}}"#),
    ("({ name: 'bob', ...obj })", r#"{"name":"ann","inner":{"deep":7}}"#),
    ("({ a: 1, ...oo })", r#"{"a":1}"#),
    ("({ no, n })", r#"{"n":5}"#),
    ("[no, n]", "[null,5]"),
    ("({ k: s }).k", r#""hello""#),
    // Operators.
    ("n + 1", "6"),
    ("n - 7", "-2"),
    ("n + 3 * 4", "17"),
    ("(n + 3) * 4", "32"),
    ("7 / 2", "3.5"),
    ("-7 % 3", "-1"),
    ("10 - 4 - 3", "3"),
    ("2 * 3 % 4", "2"),
    ("- -n", "5"),
    ("-n + 1", "-4"),
    ("0.1 + 0.2", "0.30000000000000004"),
    ("s + ' world'", r#""hello world""#),
    ("n > 4", "true"),
    ("n < 5", "false"),
    ("n <= 5", "true"),
    ("n >= 6", "false"),
    ("'a' < 'b'", "true"),
    ("'😀' < '｡'", "true"),
    ("n === 5", "true"),
    ("n !== 5", "false"),
    ("n === s", "false"),
    ("s === 'hello'", "true"),
    ("0 / 0 === 0 / 0", "false"),
    ("!n", "false"),
    ("!0", "true"),
    ("!''", "true"),
    ("!!s", "true"),
    ("![]", "false"),
    ("!no", "true"),
    ("n > 0 ? 'positive' : 'other'", r#""positive""#),
    ("false ? 1 : true ? 2 : 3", "2"),
    ("b ? n ? 1 : 2 : 3", "1"),
    ("b?.5:1", "0.5"),
    ("no ?? 1", "1"),
    ("so ?? 'x'", r#""there""#),
    ("0 ?? 1", "0"),
    ("0 || 1", "1"),
    ("'' || s", r#""hello""#),
    ("s && n", "5"),
    ("'' && n", r#""""#),
    ("(no ?? 0) || 7", "7"),
    ("1 < 2 === true", "true"),
    ("true || false && false", "true"),
    ("typeof s", r#""string""#),
    ("typeof n", r#""number""#),
    ("typeof b", r#""boolean""#),
    ("typeof no", r#""undefined""#),
    ("typeof list", r#""object""#),
    ("typeof obj", r#""object""#),
    ("typeof n === 'number'", "true"),
    ("typeof either === 'number' ? either + 1 : 0", "10"),
    // Members, indices, chains.
    ("s.length", "5"),
    ("emoji.length", "4"),
    ("list.length", "4"),
    ("obj.name", r#""ann""#),
    ("obj.inner.deep", "7"),
    ("obj['name']", r#""ann""#),
    ("s[0]", r#""h""#),
    ("list[1]", r#""b""#),
    ("list[n - 4]", r#""b""#),
    ("list[9] ?? 'none'", r#""none""#),
    ("list[-1] ?? 'none'", r#""none""#),
    ("list[0.5] ?? 'none'", r#""none""#),
    ("no?.toFixed(1) ?? 'none'", r#""none""#),
    ("oo?.deep ?? 0", "0"),
    ("oo?.deep.toFixed(2) ?? 'none'", r#""none""#),
    ("so?.length", "5"),
    ("so?.[0]", r#""t""#),
    ("obj?.inner?.deep", "7"),
    // Methods of texts.
    ("s.at(1)", r#""e""#),
    ("s.at(-1)", r#""o""#),
    ("s.at(9) ?? 'none'", r#""none""#),
    ("s.charAt(1)", r#""e""#),
    ("s.charAt(-1)", r#""""#),
    ("s.charAt(9)", r#""""#),
    ("s.charCodeAt(0)", "104"),
    ("emoji.charCodeAt(1)", "55357"),
    ("emoji.codePointAt(1)", "128512"),
    ("emoji.codePointAt(2)", "56832"),
    ("emoji.codePointAt(3)", "233"),
    ("emoji.codePointAt(4) ?? -1", "-1"),
    ("s.concat('!', '?')", r#""hello!?""#),
    ("s.concat()", r#""hello""#),
    ("s.endsWith('lo')", "true"),
    ("s.endsWith('hel', 3)", "true"),
    ("s.startsWith('he')", "true"),
    ("s.startsWith('lo', 3)", "true"),
    ("s.includes('ell')", "true"),
    ("s.includes('ell', 2)", "false"),
    ("s.indexOf('l')", "2"),
    ("s.indexOf('l', 3)", "3"),
    ("s.indexOf('z')", "-1"),
    ("s.indexOf('', 99)", "5"),
    ("emoji.indexOf('é')", "3"),
    ("emoji.indexOf('é', 2)", "3"),
    ("s.lastIndexOf('l')", "3"),
    ("s.lastIndexOf('l', 2)", "2"),
    ("s.lastIndexOf('l', 1)", "-1"),
    ("s.lastIndexOf('')", "5"),
    ("'aaa'.lastIndexOf('aa')", "1"),
    ("emoji.lastIndexOf('é')", "3"),
    ("emoji.lastIndexOf('é', 2)", "-1"),
    ("emoji.lastIndexOf('😀', 2)", "1"),
    ("s.padStart(7, '*')", r#""**hello""#),
    ("s.padStart(8, 'ab')", r#""abahello""#),
    ("s.padEnd(7)", r#""hello  ""#),
    ("s.padEnd(2, 'x')", r#""hello""#),
    ("s.padEnd(9, '')", r#""hello""#),
    ("'ab'.repeat(3)", r#""ababab""#),
    ("'ab'.repeat(0)", r#""""#),
    ("''.repeat(1000000000)", r#""""#),
    ("s.replace('l', 'L')", r#""heLlo""#),
    ("s.replaceAll('l', 'L')", r#""heLLo""#),
    ("s.replace('z', 'L')", r#""hello""#),
    ("s.replace('l', '[$&$$$`$\\'$1]')", r#""he[l$helo$1]lo""#),
    ("'abc'.replaceAll('', '-')", r#""-a-b-c-""#),
    ("s.slice(1, 3)", r#""el""#),
    ("s.slice(-3)", r#""llo""#),
    ("s.slice(3, 1)", r#""""#),
    ("s.slice(0, -1)", r#""hell""#),
    ("s.slice()", r#""hello""#),
    ("emoji.slice(1, 3)", r#""😀""#),
    ("s.substring(3, 1)", r#""el""#),
    ("s.substring(-4, 2)", r#""he""#),
    ("s.substring(2)", r#""llo""#),
    ("'a b c'.split(' ')", r#"["a","b","c"]"#),
    ("'a b c'.split(' ', 2)", r#"["a","b"]"#),
    ("'a b c'.split(' ', -1)", r#"["a","b","c"]"#),
    ("'abc'.split('')", r#"["a","b","c"]"#),
    ("''.split('')", "[]"),
    ("''.split(',')", r#"[""]"#),
    ("',a,'.split(',')", r#"["","a",""]"#),
    ("s.toUpperCase()", r#""HELLO""#),
    ("'straße'.toUpperCase()", r#""STRASSE""#),
    ("'ΟΔΟΣ'.toLowerCase()", r#""οδος""#),
    ("s.toString()", r#""hello""#),
    ("'\\u00a0\\ufeff\\t x '.trim()", r#""x""#),
    ("' \\u0085 '.trim().length", "1"),
    ("' x '.trimStart()", r#""x ""#),
    ("' x '.trimEnd()", r#"" x""#),
    (" ' A b '.trim().toLowerCase().split(' ').reverse().join('+') ", r#""b+a""#),
    // Methods of lists.
    ("list.at(-2)", r#""c""#),
    ("list.at(4) ?? 'none'", r#""none""#),
    ("list.concat('d', nums)", r#"["a","b","c","b","d",3,1,2]"#),
    ("list.includes('b')", "true"),
    ("list.includes('b', 4)", "false"),
    ("[0 / 0].includes(0 / 0)", "true"),
    ("[0 / 0].indexOf(0 / 0)", "-1"),
    ("list.indexOf('b')", "1"),
    ("list.indexOf('b', 2)", "3"),
    ("list.indexOf('b', -1)", "3"),
    ("list.indexOf('z')", "-1"),
    ("list.lastIndexOf('b')", "3"),
    ("list.lastIndexOf('b', 2)", "1"),
    ("list.lastIndexOf('b', -2)", "1"),
    ("list.lastIndexOf('b', -9)", "-1"),
    ("[].lastIndexOf(1)", "-1"),
    ("list.join()", r#""a,b,c,b""#),
    ("nums.join(' and ')", r#""3 and 1 and 2""#),
    ("[no, n].join('-')", r#""-5""#),
    ("list.slice(1, 3)", r#"["b","c"]"#),
    ("list.slice(-1)", r#"["b"]"#),
    ("list.slice(3, 1)", "[]"),
    ("[1, 2].reverse()", "[2,1]"),
    // Methods of numbers and truths, and how numbers are written.
    ("n.toFixed(2)", r#""5.00""#),
    ("5.5.toFixed()", r#""6""#),
    ("2.5.toFixed(0)", r#""3""#),
    ("(-2.5).toFixed(0)", r#""-3""#),
    ("1.005.toFixed(2)", r#""1.00""#),
    ("9.995.toFixed(2)", r#""9.99""#),
    ("99.5.toFixed(0)", r#""100""#),
    ("(-0.001).toFixed(2)", r#""-0.00""#),
    ("1e21.toFixed(2)", r#""1e+21""#),
    ("n.toString()", r#""5""#),
    ("b.toString()", r#""true""#),
    ("`${0.1}`", r#""0.1""#),
    ("`${-1.5}`", r#""-1.5""#),
    ("`${1e21}`", r#""1e+21""#),
    ("`${123456789012345680000}`", r#""123456789012345680000""#),
    ("`${1.5e300}`", r#""1.5e+300""#),
    ("`${0.000001}`", r#""0.000001""#),
    ("`${0.00000015}`", r#""1.5e-7""#),
    ("`${1 / 3}`", r#""0.3333333333333333""#),
    ("`${0 / 0} ${1 / 0} ${-1 / 0} ${-0}`", r#""NaN Infinity -Infinity 0""#),
    ("1 / 0", "null"),
    ("-0", "0"),
    ("9007199254740993", "9007199254740992"),
    ("`${9007199254740993}`", r#""9007199254740992""#),
    ("`${1152921504606846976}`", r#""1152921504606847000""#),
    // Comments and white space.
    ("/* one */ n // two\n + /* three */ 1", "6"),
];

#[test]
fn expressions_come_to_what_javascript_makes_of_them() {
    for (source, expected) in ROWS {
        typed(source).unwrap_or_else(|fault| panic!("{source}: {fault:?}"));
        let expr = parsed(source).unwrap();
        let found = computed(&expr).to_json();
        let expected: serde_json::Value = serde_json::from_str(expected).unwrap();
        assert_eq!(found, expected, "{source}");
    }
}

#[test]
fn serialising_says_the_same_as_to_json() {
    for (source, _) in ROWS {
        let value = computed(&parsed(source).unwrap());
        assert_eq!(serde_json::to_value(&value).unwrap(), value.to_json(), "{source}");
    }
}

/// JavaScript would throw, coerce, or give half a character.
#[test]
fn what_javascript_has_no_answer_for_is_undefined_or_the_mark_of_a_lost_character() {
    let rows: &[(&str, Value)] = &[
        ("emoji[1]", "\u{FFFD}".into()),
        ("emoji.split('').length", 4.0.into()),
        ("emoji.slice(0, 2)", "a\u{FFFD}".into()),
        ("s.repeat(-1)", Value::Undefined),
        ("s.repeat(1 / 0)", Value::Undefined),
        ("n.toFixed(101)", Value::Undefined),
        ("n.toFixed(-1)", Value::Undefined),
        ("any.missing", Value::Undefined),
        ("any.missing.deeper", Value::Undefined),
        ("any.toFixed(2)", Value::Undefined),
        ("any.slice('x')", Value::Undefined),
        ("any.slice(1, 2, 3)", Value::Undefined),
        ("any.indexOf()", Value::Undefined),
        ("any - 1", Value::Undefined),
        ("any + 1", Value::Undefined),
        ("-any", Value::Undefined),
        ("any < 1", Value::Undefined),
        ("[...nothing]", Value::Undefined),
        ("{ ...s }", Value::Undefined),
        ("unknown", Value::Undefined),
        ("s.constructor", Value::Undefined),
        ("obj['constructor']", Value::Undefined),
        ("[1] === [1]", true.into()),
        ("{ a: 1, b: 2 } === { b: 2, a: 1 }", true.into()),
        ("{ a: 1 } === { a: 2 }", false.into()),
    ];
    for (source, expected) in rows {
        assert_eq!(&computed(&parsed(source).unwrap()), expected, "{source}");
    }
}

#[test]
fn what_never_changes_is_computed_once() {
    let constant = |source: &str| {
        let formula = prepare(&parsed(source).unwrap(), &|name| (name == "x").then_some(0));
        formula.as_constant().cloned()
    };
    assert_eq!(constant("{ a: 1 + 1 }"), Some(object(vec![("a", 2.0.into())])));
    assert_eq!(constant("['A'.toLowerCase(), ...[1]]"), Some(vec!["a".into(), 1.0.into()].into()));
    assert_eq!(constant("`a${{ ...{ b: 'c' } }.b}`[1]"), Some("c".into()));
    assert_eq!(constant("{ a: x }"), None);

    let formula = prepare(&parsed("{ fixed: { a: [1] }, x }").unwrap(), &|_| Some(0));
    let [one, two] = [Value::from("one"), "two".into()].map(|value| formula.compute(&[value]));
    let fixed = |value: &Value| match value.as_object().and_then(|object| object.get("fixed")) {
        Some(Value::Object(fixed)) => std::sync::Arc::as_ptr(fixed),
        other => panic!("{other:?}"),
    };
    assert_eq!(fixed(&one), fixed(&two));
    assert_ne!(one, two);
}

#[test]
fn members_keep_their_order_and_a_later_one_its_first_place() {
    let value = computed(&parsed("{ z: 1, ...obj, a: 2, name: 'last' }").unwrap());
    let keys: Vec<&str> = value.as_object().unwrap().iter().map(|(key, _)| key).collect();
    assert_eq!(keys, ["z", "name", "inner", "a"]);
    let written = serde_json::to_string(&value).unwrap();
    assert_eq!(written, r#"{"z":1,"name":"last","inner":{"deep":7},"a":2}"#);
}
