//! What a person says to run a flow: phrases made by rule, and the grammar and JSON Schema under which the dispatcher
//! knows the flow.

use serde_json::{Map, Value, json};
use tabwright_grammar::Grammar;
use tabwright_wire::flows::{Flow, FlowParameter, ParameterType};

const PATTERNS_MAX: usize = 5;
/// With fewer words of its own a phrase would match whatever is said.
const LITERAL_WORDS_MIN: usize = 2;
const SAID_MAX: usize = 3;
const OPTIONS_MAX: usize = 40;

/// What the dispatcher registers for a flow.
#[derive(Debug, Clone, PartialEq)]
pub struct Spoken {
    /// The action that its phrases mean.
    pub action: String,
    /// In the language of grammars; none where no phrase is left.
    pub grammar: Option<String>,
    /// Phrases that were left out, and why.
    pub refused: Vec<RefusedPhrase>,
    /// The JSON Schema of the action's parameters.
    pub schema: Value,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the phrase `{pattern}` cannot be used: {reason}")]
pub struct RefusedPhrase {
    pub pattern: String,
    pub reason: String,
}

/// The name of a flow's action, apart from those of all others.
#[must_use]
pub fn action_name(flow: &str) -> String {
    format!("flow:{flow}")
}

/// Three to five phrases, by name and parameters.
#[must_use]
pub fn patterns(flow: &Flow) -> Vec<String> {
    let words = flow.name.replace('-', " ");
    let said: Vec<&str> = said_parameters(flow);
    let mut patterns = vec![words.clone()];
    let site = flow.scope.domains.first().and_then(|domain| site_name(domain));
    let (verb, rest) = words.split_once(' ').unwrap_or((words.as_str(), ""));
    let text = said.iter().find(|name| flow.parameters[**name].kind == ParameterType::Text);
    if let Some(name) = text {
        if matches!(verb, "search" | "find" | "look") {
            patterns.push(format!("{words} for $({name})"));
        } else if rest.is_empty() {
            patterns.push(format!("{verb} the $({name})"));
        }
        if let Some(site) = &site {
            let preposition =
                if matches!(verb, "order" | "buy" | "get" | "download") { "from" } else { "on" };
            let direct = if matches!(verb, "search" | "look") { "for " } else { "" };
            patterns.push(format!("{verb} {direct}$({name}) {preposition} {site}"));
        }
    }
    if let Some(name) = said.first() {
        patterns.push(format!("{words} with $({name})"));
        patterns.push(format!("{words} with {} $({name})", spaced(name)));
    }
    if said.len() > 1 {
        let all: Vec<_> = said.iter().map(|name| format!("{} $({name})", spaced(name))).collect();
        patterns.push(format!("{words} with {}", all.join(" and ")));
    }
    patterns.push(format!("run (the)? {words} (flow)?"));
    patterns.push(format!("do (the)? {words} (flow)?"));
    patterns.push(format!("start (the)? {words} (flow)?"));
    let mut known = Vec::new();
    patterns.retain(|pattern| {
        let is_new = !known.contains(pattern);
        known.push(pattern.clone());
        is_new && check(flow, pattern).is_ok()
    });
    // With what to say first, since those who only name the flow are alike for every flow.
    patterns.sort_by_key(|pattern| {
        (pattern.starts_with("run (")
            || pattern.starts_with("do (")
            || pattern.starts_with("start ("))
            && pattern.contains("(the)?")
    });
    patterns.truncate(PATTERNS_MAX);
    patterns
}

/// The grammar and schema of a flow. A phrase that cannot be used is left out alone.
#[must_use]
pub fn spoken(flow: &Flow) -> Spoken {
    let (mut good, mut refused) = (Vec::new(), Vec::new());
    for pattern in &flow.grammar_patterns {
        match check(flow, pattern) {
            Ok(()) => good.push(pattern.as_str()),
            Err(phrase) => refused.push(phrase),
        }
    }
    let grammar = (!good.is_empty()).then(|| grammar_text(flow, &good));
    Spoken { action: action_name(&flow.name), grammar, refused, schema: schema(flow) }
}

fn check(flow: &Flow, pattern: &str) -> Result<(), RefusedPhrase> {
    let refused = |reason: String| Err(RefusedPhrase { pattern: pattern.to_owned(), reason });
    for name in names_in(pattern) {
        if !flow.parameters.contains_key(name) {
            return refused(format!("the flow has no parameter `{name}`"));
        }
        if matches!(flow.parameters[name].kind, ParameterType::Secret) {
            return refused(format!("`{name}` is secret, and secrets are not said"));
        }
    }
    if literal_words(pattern) < LITERAL_WORDS_MIN {
        return refused(format!(
            "it needs {LITERAL_WORDS_MIN} words of its own, or it would match too much"
        ));
    }
    // The pattern is one alternative, and must not end the rule to begin another one.
    if pattern.contains([';', '\n']) || pattern.contains("->") {
        return refused("a phrase has no `;`, no line break and no `->`".to_owned());
    }
    match Grammar::compile("phrase", &grammar_text(flow, &[pattern])) {
        Ok(_) => Ok(()),
        Err(report) => {
            refused(report.0.first().map(|it| it.fault.message.clone()).unwrap_or_default())
        }
    }
}

/// One alternative for each pattern, and a rule for each choice whose options are words.
fn grammar_text(flow: &Flow, patterns: &[&str]) -> String {
    let action = Value::from(action_name(&flow.name));
    let mut used: Vec<&str> = Vec::new();
    let alternatives: Vec<String> = patterns
        .iter()
        .map(|pattern| {
            let names = names_in(pattern);
            let mut typed = (*pattern).to_owned();
            for name in &names {
                let with_type = format!("$({name}:{})", type_of(name, &flow.parameters[*name]));
                typed = typed.replace(&format!("$({name})"), &with_type);
            }
            let parameters = names.join(", ");
            used.extend(names);
            format!("{typed}\n      -> {{ actionName: {action}, parameters: {{ {parameters} }} }}")
        })
        .collect();
    let mut text = format!("<Start> =\n    {};\n", alternatives.join("\n  | "));
    used.sort_unstable();
    used.dedup();
    for name in used.into_iter().filter(|name| has_rule(&flow.parameters[*name])) {
        let option =
            |option: &String| format!("{} -> {}", option.trim(), Value::from(option.as_str()));
        let options: Vec<_> = flow.parameters[name].value_options.iter().map(option).collect();
        text.push_str(&format!("<{}> =\n    {};\n", rule_name(name), options.join("\n  | ")));
    }
    text
}

fn type_of(name: &str, parameter: &FlowParameter) -> String {
    match parameter.kind {
        ParameterType::Number => "number".to_owned(),
        _ if has_rule(parameter) => format!("<{}>", rule_name(name)),
        _ => "wildcard".to_owned(),
    }
}

/// Options that can be said are a rule of their own; where one has signs in it, any text will do.
fn has_rule(parameter: &FlowParameter) -> bool {
    let is_plain = |option: &String| {
        let option = option.trim();
        let plain = option.chars().all(|it| it.is_alphanumeric() || it == ' ');
        plain
            && option.chars().any(char::is_alphabetic)
            && option.split(' ').all(|word| !word.is_empty())
    };
    let options = &parameter.value_options;
    parameter.kind == ParameterType::Choice
        && (2..=OPTIONS_MAX).contains(&options.len())
        && options.iter().all(is_plain)
}

fn rule_name(parameter: &str) -> String {
    let mut letters = parameter.chars().filter(char::is_ascii_alphanumeric);
    let first = letters.next().map(|it| it.to_ascii_uppercase()).into_iter();
    first.chain(letters).chain("Option".chars()).collect()
}

/// Parameters worth saying: those that must be given first, at most three.
fn said_parameters(flow: &Flow) -> Vec<&str> {
    let is_said = |parameter: &FlowParameter| {
        matches!(
            parameter.kind,
            ParameterType::Text
                | ParameterType::Number
                | ParameterType::Date
                | ParameterType::Choice
        )
    };
    let said = flow.parameters.iter().filter(|(_, parameter)| is_said(parameter));
    let mut said: Vec<_> = said.collect();
    let place = |name: &str| flow.script.find(&format!("params.{name}")).unwrap_or(usize::MAX);
    said.sort_by_key(|(name, parameter)| (!parameter.required, place(name)));
    said.into_iter().map(|(name, _)| name.as_str()).take(SAID_MAX).collect()
}

/// `lampshop` of `www.lampshop.example`.
fn site_name(domain: &str) -> Option<String> {
    let domain = domain.trim_start_matches("www.");
    let labels: Vec<&str> = domain.split('.').collect();
    let label = match labels.as_slice() {
        [.., site, "co" | "com" | "org" | "ac" | "gov", country] if country.len() == 2 => site,
        [.., site, _] => site,
        _ => return None,
    };
    let is_word = label.chars().all(|it| it.is_ascii_alphabetic() || it == '-') && label.len() > 1;
    is_word.then(|| label.replace('-', " "))
}

/// `bag size` of `bagSize`.
fn spaced(name: &str) -> String {
    let mut spaced = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            spaced.push(' ');
        }
        spaced.push(if letter == '_' { ' ' } else { letter.to_ascii_lowercase() });
    }
    spaced
}

/// The parameters that a pattern names: `$(bagSize)`.
fn names_in(pattern: &str) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for piece in pattern.split("$(").skip(1) {
        let name = piece.split([')', ':']).next().unwrap_or_default();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn literal_words(pattern: &str) -> usize {
    let mut bare = String::new();
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once("$(") {
        bare.push_str(before);
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    bare.push_str(rest);
    let optional = bare.split("(").map(|part| match part.split_once(")?") {
        Some((_, rest)) => rest,
        None => part,
    });
    optional
        .flat_map(|part| part.split(|it: char| !it.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .count()
}

/// Of the parameters of a flow's action. A secret may be a reference, `${secret:NAME}`; without one the person is asked.
#[must_use]
pub fn schema(flow: &Flow) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (name, parameter) in &flow.parameters {
        let mut property = match parameter.kind {
            ParameterType::Number => json!({ "type": "number" }),
            ParameterType::Switch => json!({ "type": "boolean" }),
            ParameterType::Date => json!({ "type": "string", "format": "date" }),
            ParameterType::Choice => {
                json!({ "type": "string", "examples": parameter.value_options })
            }
            ParameterType::Secret => {
                json!({ "type": "string", "pattern": "^\\$\\{secret:[^}]+\\}$" })
            }
            ParameterType::Text | ParameterType::File => json!({ "type": "string" }),
        };
        if !parameter.description.is_empty() {
            property["description"] = parameter.description.as_str().into();
        }
        if let Some(default) = &parameter.default {
            property["default"] = match parameter.kind {
                ParameterType::Number => {
                    default.parse::<f64>().map_or_else(|_| default.as_str().into(), Value::from)
                }
                ParameterType::Switch => (default == "on").into(),
                _ => default.as_str().into(),
            };
        }
        if parameter.required && parameter.kind != ParameterType::Secret {
            required.push(Value::from(name.as_str()));
        }
        properties.insert(name.clone(), property);
    }
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

#[cfg(test)]
mod tests {
    use tabwright_grammar::NoEntities;
    use tabwright_wire::flows::FlowScope;

    use super::*;

    fn flow(name: &str, site: &str, parameters: &[(&str, ParameterType, &[&str])]) -> Flow {
        let mut flow = Flow { name: name.to_owned(), ..Flow::default() };
        flow.scope = FlowScope { domains: vec![site.to_owned()], ..FlowScope::default() };
        for (name, kind, options) in parameters {
            let value_options = options.iter().map(|it| (*it).to_owned()).collect();
            let default = (*kind != ParameterType::Secret).then(|| "1".to_owned());
            let parameter =
                FlowParameter { kind: *kind, default, value_options, ..FlowParameter::default() };
            flow.parameters.insert((*name).to_owned(), parameter);
        }
        flow.grammar_patterns = patterns(&flow);
        flow
    }

    fn understood(flow: &Flow, said: &str) -> Option<Value> {
        let grammar = Grammar::compile("flow", &spoken(flow).grammar?).unwrap();
        let parses = grammar.ranked(said, &NoEntities).unwrap();
        let value = parses.parses.first()?.value.to_json();
        Some(value)
    }

    #[test]
    fn a_flow_is_said_by_its_name_with_what_it_needs() {
        let coffee = flow(
            "order-coffee",
            "roastery.example",
            &[
                ("bagSize", ParameterType::Choice, &["250 g bag", "500 g bag"]),
                ("quantity", ParameterType::Number, &[]),
            ],
        );
        let patterns = &coffee.grammar_patterns;
        assert!((3..=5).contains(&patterns.len()), "{patterns:?}");
        assert_eq!(patterns[0], "order coffee");
        for (said, parameters) in [
            ("order coffee", json!({})),
            ("order coffee with bag size 500 g bag", json!({ "bagSize": "500 g bag" })),
            ("order coffee with 250 G bag", json!({ "bagSize": "250 g bag" })),
            (
                "order coffee with bag size 250 g bag and quantity 3",
                json!({ "bagSize": "250 g bag", "quantity": 3 }),
            ),
            ("run order coffee", json!({})),
        ] {
            let value = understood(&coffee, said).unwrap_or_else(|| panic!("{said}: {patterns:?}"));
            assert_eq!(value["actionName"], "flow:order-coffee");
            assert_eq!(value["parameters"], parameters, "{said}");
        }
        assert_eq!(understood(&coffee, "open nytimes"), None);
    }

    #[test]
    fn a_search_is_said_with_its_site() {
        let order = flow("order", "www.lampshop.example", &[("query", ParameterType::Text, &[])]);
        assert!(
            order.grammar_patterns.contains(&"order $(query) from lampshop".to_owned()),
            "{:?}",
            order.grammar_patterns
        );
        let value = understood(&order, "order a blue desk lamp from lampshop").unwrap();
        assert_eq!(value["parameters"], json!({ "query": "a blue desk lamp" }));
        let search = flow("search-shop", "shop.example", &[("query", ParameterType::Text, &[])]);
        assert_eq!(
            understood(&search, "search shop for lamps").unwrap()["parameters"],
            json!({ "query": "lamps" })
        );
    }

    #[test]
    fn every_made_phrase_compiles() {
        for (name, site) in [
            ("do-it", "a.example"),
            ("x", "localhost"),
            ("order-2-4-things", "ü.example"),
            ("run", "b.co.uk"),
        ] {
            for kind in [
                ParameterType::Text,
                ParameterType::Date,
                ParameterType::Secret,
                ParameterType::File,
                ParameterType::Switch,
            ] {
                let flow = flow(
                    name,
                    site,
                    &[("what", kind, &[]), ("howMany", ParameterType::Number, &[])],
                );
                let spoken = spoken(&flow);
                assert_eq!(spoken.refused, [], "{name}");
                assert!(
                    spoken.grammar.is_some_and(|text| Grammar::compile("all", &text).is_ok()),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn a_bad_phrase_is_refused_alone() {
        let mut coffee =
            flow("order-coffee", "roastery.example", &[("pin", ParameterType::Secret, &[])]);
        let bad = [
            "order (coffee",
            "order coffee with $(size)",
            "$(pin) coffee order",
            "coffee",
            "a b; <Other> = c",
            "a b -> 1",
            "",
        ];
        coffee.grammar_patterns.extend(bad.map(str::to_owned));
        let spoken = spoken(&coffee);
        let refused: Vec<_> = spoken.refused.iter().map(|it| it.pattern.as_str()).collect();
        assert_eq!(refused, bad);
        assert!(understood(&coffee, "order coffee").is_some());
    }

    #[test]
    fn the_schema_says_what_an_agent_gives() {
        let mut coffee = flow(
            "order-coffee",
            "roastery.example",
            &[
                ("size", ParameterType::Choice, &["Small", "Large"]),
                ("gift", ParameterType::Switch, &[]),
                ("pin", ParameterType::Secret, &[]),
            ],
        );
        coffee.parameters.get_mut("pin").unwrap().required = true;
        assert_eq!(
            schema(&coffee),
            json!({
                "type": "object",
                "properties": {
                    "gift": { "type": "boolean", "default": false },
                    "pin": { "type": "string", "pattern": "^\\$\\{secret:[^}]+\\}$" },
                    "size": { "type": "string", "examples": ["Small", "Large"], "default": "1" },
                },
                "required": [],
                "additionalProperties": false,
            })
        );
    }
}
