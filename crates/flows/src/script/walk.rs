//! Walks the tree of a script and notes what is not allowed in it. What is not known is refused: the sandbox
//! would stop it as well, but then half of the flow has been done.

use std::collections::BTreeSet;

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan as _;
use oxc_syntax::scope::ScopeFlags;

use super::api::{Argument as Takes, METHODS, Method, method_named};
use super::fault::FaultKind;

/// What else there is besides `flow`, `target` and `params`.
const GLOBALS: &[&str] = &[
    "Array",
    "Boolean",
    "Date",
    "Error",
    "Infinity",
    "Intl",
    "JSON",
    "Map",
    "Math",
    "NaN",
    "Number",
    "Object",
    "Set",
    "String",
    "console",
    "decodeURIComponent",
    "encodeURIComponent",
    "isFinite",
    "isNaN",
    "parseFloat",
    "parseInt",
    "undefined",
];
/// What `new` makes.
const MADE: &[&str] = &["Date", "Error", "Map", "Set"];
/// By these, every object leads to `Function`.
const BACK_DOORS: &[&str] = &[
    "constructor",
    "__proto__",
    "prototype",
    "__defineGetter__",
    "__defineSetter__",
    "__lookupGetter__",
    "__lookupSetter__",
    "getPrototypeOf",
    "setPrototypeOf",
    "defineProperty",
    "defineProperties",
];
/// A loop that counts to a number goes at most so far.
const ROUNDS_MAX: f64 = 1_000.0;

pub(super) struct Walk<'s> {
    targets: &'s BTreeSet<&'s str>,
    parameters: &'s BTreeSet<&'s str>,
    /// Kind, place in bytes, message and hint.
    pub(super) faults: Vec<(FaultKind, usize, usize, String, String)>,
    pub(super) used_parameters: BTreeSet<String>,
    /// Nothing hides which parameters are used.
    pub(super) is_complete: bool,
    declared: BTreeSet<String>,
    /// Starts of calls that are awaited, of functions that are arguments, and of names that are part of something
    /// that was looked at as a whole.
    awaited: BTreeSet<u32>,
    arguments: BTreeSet<u32>,
    known: BTreeSet<u32>,
    counters: Vec<String>,
}

impl<'s> Walk<'s> {
    pub(super) fn new(targets: &'s BTreeSet<&'s str>, parameters: &'s BTreeSet<&'s str>) -> Self {
        Self {
            targets,
            parameters,
            faults: Vec::new(),
            used_parameters: BTreeSet::new(),
            is_complete: true,
            declared: BTreeSet::new(),
            awaited: BTreeSet::new(),
            arguments: BTreeSet::new(),
            known: BTreeSet::new(),
            counters: Vec::new(),
        }
    }

    pub(super) fn program(&mut self, program: &Program<'_>) {
        let mut names = Names(BTreeSet::new());
        names.visit_program(program);
        self.declared = names.0;
        for name in ["flow", "target", "params"] {
            if self.declared.contains(name) {
                let message =
                    format!("`{name}` is what the flow API gives, and cannot be declared again.");
                self.fault(FaultKind::Forbidden, 0, 1, message, "Choose another name.");
            }
        }
        self.visit_program(program);
        self.faults.sort_by_key(|fault| fault.1);
    }

    pub(super) fn fault(
        &mut self,
        kind: FaultKind,
        start: usize,
        end: usize,
        message: String,
        hint: impl Into<String>,
    ) {
        self.faults.push((kind, start, end, message, hint.into()));
    }

    fn at(
        &mut self,
        kind: FaultKind,
        span: Span,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        self.fault(kind, span.start as usize, span.end as usize, message.into(), hint);
    }

    fn forbid(&mut self, span: Span, what: &str, hint: &str) {
        self.at(
            FaultKind::Forbidden,
            span,
            format!("{what} cannot be used in the script of a flow."),
            hint,
        );
    }

    /// `params.name`, wherever the name comes from.
    fn parameter(&mut self, name: &str, span: Span) {
        if self.parameters.contains(name) {
            self.used_parameters.insert(name.to_owned());
            return;
        }
        let hint = match nearest(name, self.parameters.iter().copied()) {
            Some(near) => format!("Did you mean `params.{near}`?"),
            None => "Declare it among the parameters of the flow.".to_owned(),
        };
        self.at(FaultKind::Parameter, span, format!("The flow has no parameter `{name}`."), hint);
    }

    fn target(&mut self, call: &CallExpression<'_>) {
        let [Argument::StringLiteral(name)] = call.arguments.as_slice() else {
            let hint = "Write its name in quotes: target(\"Add to basket\").";
            self.at(FaultKind::Target, call.span, "A target is named by one text.", hint);
            return;
        };
        if !self.targets.contains(name.value.as_str()) {
            let hint = match nearest(name.value.as_str(), self.targets.iter().copied()) {
                Some(near) => format!("Did you mean target(\"{near}\")?"),
                None => "Record it, or add it to the targets of the flow.".to_owned(),
            };
            self.at(
                FaultKind::Target,
                name.span,
                format!("The flow has no target \"{}\".", name.value),
                hint,
            );
        }
    }

    fn flow_call(&mut self, call: &CallExpression<'_>, name: &IdentifierName<'_>) {
        let Some(method) = method_named(name.name.as_str()) else {
            let hint = match nearest(name.name.as_str(), METHODS.iter().map(|method| method.name)) {
                Some(near) => format!("Did you mean flow.{near}(…)?"),
                None => "The flow API has: navigateTo, click, clickAndWait, clearAndType, selectOption, check …".to_owned(),
            };
            self.at(FaultKind::Call, name.span, format!("There is no `flow.{}`.", name.name), hint);
            return;
        };
        if !self.awaited.contains(&call.span.start) {
            let hint = format!("Write `await flow.{}(…)`.", method.name);
            self.at(
                FaultKind::Call,
                call.span,
                "Nothing waits for this step, so the next would begin beside it.",
                hint,
            );
        }
        self.arguments(call, method);
    }

    fn arguments(&mut self, call: &CallExpression<'_>, method: &Method) {
        let count = call.arguments.len();
        if count < method.required || count > method.arguments.len() {
            let (least, most) = (method.required, method.arguments.len());
            let wanted =
                if least == most { format!("{least}") } else { format!("{least} to {most}") };
            let message =
                format!("`flow.{}` takes {wanted} arguments, and here are {count}.", method.name);
            self.at(FaultKind::Call, call.span, message, format!("It {}.", method.about));
            return;
        }
        for (given, takes) in call.arguments.iter().zip(method.arguments) {
            match (takes, given) {
                (_, Argument::SpreadElement(_)) => {
                    self.forbid(given.span(), "`...`", "Write each argument.");
                }
                (Takes::Target, Argument::CallExpression(inner)) if is_target_call(inner) => {}
                (Takes::Target, Argument::Identifier(_)) => {}
                (Takes::Target, _) => {
                    let message = format!("`flow.{}` needs a target here.", method.name);
                    self.at(
                        FaultKind::Call,
                        given.span(),
                        message,
                        "Write target(\"…\") with the name of one.",
                    );
                }
                (Takes::Value, Argument::CallExpression(inner)) if is_target_call(inner) => {
                    let message =
                        format!("`flow.{}` needs a text here, and this is a target.", method.name);
                    self.at(
                        FaultKind::Call,
                        given.span(),
                        message,
                        format!("It {}.", method.about),
                    );
                }
                (Takes::Options(keys), Argument::ObjectExpression(object)) => {
                    self.options(object, method, keys);
                }
                (Takes::Options(keys), _) => {
                    let message = format!("`flow.{}` needs an object here.", method.name);
                    self.at(
                        FaultKind::Call,
                        given.span(),
                        message,
                        format!("It may have: {}.", keys.join(", ")),
                    );
                }
                (Takes::Value, _) => {}
            }
        }
    }

    fn options(&mut self, object: &ObjectExpression<'_>, method: &Method, keys: &[&str]) {
        for property in &object.properties {
            let key = match property {
                ObjectPropertyKind::ObjectProperty(property) if !property.computed => {
                    property.key.static_name()
                }
                _ => None,
            };
            let key = key.as_deref().unwrap_or("…");
            if !keys.contains(&key) {
                let message = format!("`flow.{}` has no option `{key}`.", method.name);
                self.at(
                    FaultKind::Call,
                    property.span(),
                    message,
                    format!("It has: {}.", keys.join(", ")),
                );
            }
        }
    }

    /// `for (let n = 0; n < 20; n++)`: the counter's name, if it is one.
    fn counter(&mut self, statement: &ForStatement<'_>) -> Option<String> {
        let Some(ForStatementInit::VariableDeclaration(declaration)) = &statement.init else {
            return None;
        };
        let [declarator] = declaration.declarations.as_slice() else { return None };
        let BindingPattern::BindingIdentifier(counter) = &declarator.id else { return None };
        let name = counter.name.as_str();
        let is_counter =
            |it: &Expression<'_>| matches!(it, Expression::Identifier(it) if it.name == name);
        let Some(Expression::BinaryExpression(test)) = &statement.test else { return None };
        let is_end = |it: &Expression<'_>| match it {
            Expression::NumericLiteral(number) => number.value <= ROUNDS_MAX,
            Expression::StaticMemberExpression(member) => member.property.name == "length",
            _ => false,
        };
        let is_start =
            |it: Option<&Expression<'_>>| matches!(it, Some(Expression::NumericLiteral(_)));
        let rises =
            matches!(test.operator, BinaryOperator::LessThan | BinaryOperator::LessEqualThan);
        let steps = match &statement.update {
            Some(Expression::UpdateExpression(update)) => {
                let is_it = matches!(&update.argument, SimpleAssignmentTarget::AssignmentTargetIdentifier(it) if it.name == name);
                is_it && update.operator == UpdateOperator::Increment
            }
            _ => false,
        };
        let is_bounded = rises && is_counter(&test.left) && is_end(&test.right) && steps;
        (is_bounded && is_start(declarator.init.as_ref())).then(|| name.to_owned())
    }

    fn unbounded(&mut self, span: Span, what: &str) {
        let message = format!("{what} may never end.");
        let hint = "Count: `for (let n = 0; n < 20; n++)`, with `break` to leave it; or go over a list with `for … of`.";
        self.at(FaultKind::Loop, Span::new(span.start, span.start + 5), message, hint);
    }

    /// A counter belongs to its loop.
    fn assigned(&mut self, name: &str, span: Span) {
        if self.counters.iter().any(|counter| counter == name) {
            let message =
                format!("`{name}` counts the rounds of a loop, and something else changes it.");
            self.at(FaultKind::Loop, span, message, "Use another variable.");
        }
    }
}

impl<'a> Visit<'a> for Walk<'_> {
    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        if let Expression::CallExpression(call) = &it.argument {
            self.awaited.insert(call.span.start);
        }
        walk::walk_await_expression(self, it);
    }

    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        if let Some(Expression::CallExpression(call)) = &it.argument {
            self.awaited.insert(call.span.start);
        }
        walk::walk_return_statement(self, it);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        if is_target_call(call) {
            self.known.insert(call.callee.span().start);
            self.target(call);
        } else if let Expression::StaticMemberExpression(member) = &call.callee
            && matches!(&member.object, Expression::Identifier(object) if object.name == "flow")
        {
            self.known.insert(member.object.span().start);
            self.flow_call(call, &member.property);
        }
        for argument in &call.arguments {
            if let Argument::ArrowFunctionExpression(function) = argument {
                self.arguments.insert(function.span.start);
            }
        }
        walk::walk_call_expression(self, call);
    }

    fn visit_static_member_expression(&mut self, member: &StaticMemberExpression<'a>) {
        if let Expression::Identifier(object) = &member.object
            && object.name == "params"
        {
            self.known.insert(object.span.start);
            self.parameter(member.property.name.as_str(), member.property.span);
        }
        if BACK_DOORS.contains(&member.property.name.as_str()) {
            let what = format!("`.{}`", member.property.name);
            self.forbid(member.property.span, &what, "Scripts of flows need no such thing.");
        }
        walk::walk_static_member_expression(self, member);
    }

    fn visit_computed_member_expression(&mut self, member: &ComputedMemberExpression<'a>) {
        match &member.expression {
            Expression::NumericLiteral(_) => {}
            Expression::StringLiteral(name) => {
                let of_params =
                    matches!(&member.object, Expression::Identifier(it) if it.name == "params");
                if of_params {
                    self.known.insert(member.object.span().start);
                    self.parameter(name.value.as_str(), name.span);
                }
                if BACK_DOORS.contains(&name.value.as_str()) {
                    self.forbid(
                        name.span,
                        &format!("`{}`", name.value),
                        "Scripts of flows need no such thing.",
                    );
                }
            }
            _ => self.forbid(
                member.expression.span(),
                "A computed name",
                "Write the name after a dot; for lists, use `.at(n)`.",
            ),
        }
        walk::walk_computed_member_expression(self, member);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        // const { query, size } = params;
        if let (BindingPattern::ObjectPattern(pattern), Some(Expression::Identifier(from))) =
            (&it.id, &it.init)
            && from.name == "params"
            && pattern.rest.is_none()
        {
            self.known.insert(from.span.start);
            for property in &pattern.properties {
                match property.key.static_name() {
                    Some(name) if !property.computed => self.parameter(&name, property.span),
                    _ => self.forbid(
                        property.span,
                        "A computed name",
                        "Write the name of the parameter.",
                    ),
                }
            }
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_binding_property(&mut self, it: &BindingProperty<'a>) {
        // `const { constructor: make } = value` is `value.constructor`.
        let name = it.key.static_name();
        if name.as_deref().is_some_and(|name| BACK_DOORS.contains(&name)) || it.computed {
            self.forbid(it.span, "This name", "Scripts of flows need no such thing.");
        }
        walk::walk_binding_property(self, it);
    }

    fn visit_assignment_target_pattern(&mut self, it: &AssignmentTargetPattern<'a>) {
        self.forbid(it.span(), "Assigning to a pattern", "Use `const { … } = …`.");
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        let name = it.name.as_str();
        if self.known.contains(&it.span.start)
            || self.declared.contains(name)
            || GLOBALS.contains(&name)
        {
            return;
        }
        match name {
            "params" => {
                self.is_complete = false;
                self.at(
                    FaultKind::Parameter,
                    it.span,
                    "Parameters are used one by one.",
                    "Write `params.` and the name.",
                );
            }
            "flow" | "target" => {
                let hint = format!(
                    "Call it: `{}`.",
                    if name == "flow" { "await flow.click(…)" } else { "target(\"…\")" }
                );
                self.at(FaultKind::Call, it.span, format!("`{name}` can only be called."), hint);
            }
            "eval" | "Function" => self.forbid(
                it.span,
                &format!("`{name}`"),
                "Write what it would do in the script itself.",
            ),
            "fetch" | "XMLHttpRequest" | "WebSocket" | "EventSource" | "navigator" => {
                self.forbid(
                    it.span,
                    &format!("`{name}`"),
                    "Flows have no network; use `flow.navigateTo` to go somewhere.",
                );
            }
            "setTimeout" | "setInterval" | "requestAnimationFrame" => {
                self.forbid(
                    it.span,
                    &format!("`{name}`"),
                    "Wait for something: `flow.waitForText`, `flow.awaitPageLoad`.",
                );
            }
            "window" | "document" | "globalThis" | "self" | "page" => {
                self.forbid(
                    it.span,
                    &format!("`{name}`"),
                    "The script runs outside the page; use `flow` to read and act on it.",
                );
            }
            "require" | "process" | "Promise" | "Proxy" | "Reflect" | "Symbol" => {
                self.forbid(it.span, &format!("`{name}`"), "Scripts of flows need no such thing.");
            }
            _ => {
                let mut names: Vec<&str> = self.declared.iter().map(String::as_str).collect();
                names.extend(GLOBALS);
                let hint = match nearest(name, names.into_iter()) {
                    Some(near) => format!("Did you mean `{near}`?"),
                    None if self.parameters.contains(name) => format!("Write `params.{name}`."),
                    None => "A script knows `flow`, `target`, `params`, and what it declares."
                        .to_owned(),
                };
                self.at(FaultKind::Forbidden, it.span, format!("There is no `{name}`."), hint);
            }
        }
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        if !matches!(&it.callee, Expression::Identifier(made) if MADE.contains(&made.name.as_str()))
        {
            self.forbid(it.span, "`new` of this", "It makes a Date, Error, Map or Set.");
        }
        walk::walk_new_expression(self, it);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        // A function with a name could call itself without end.
        if !self.arguments.contains(&it.span.start) {
            self.forbid(
                it.span,
                "A function with a name",
                "Write it where it is used: `list.filter((it) => …)`.",
            );
        }
        walk::walk_arrow_function_expression(self, it);
    }

    fn visit_function(&mut self, it: &Function<'a>, _flags: ScopeFlags) {
        self.forbid(
            Span::new(it.span.start, it.span.start + 8),
            "`function`",
            "Write its lines where they are needed.",
        );
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.forbid(Span::new(it.span.start, it.span.start + 5), "A class", "Use plain values.");
    }

    fn visit_import_expression(&mut self, it: &ImportExpression<'a>) {
        self.forbid(it.span, "`import`", "Flows have no modules.");
    }

    fn visit_import_meta(&mut self, it: &ImportMeta) {
        self.forbid(it.span, "`import`", "Flows have no modules.");
    }

    fn visit_module_declaration(&mut self, it: &ModuleDeclaration<'a>) {
        self.forbid(
            it.span(),
            "`import` and `export`",
            "Flows have no modules; the script is what the flow does.",
        );
    }

    fn visit_this_expression(&mut self, it: &ThisExpression) {
        self.forbid(it.span, "`this`", "Use `flow` and `params`.");
    }

    fn visit_tagged_template_expression(&mut self, it: &TaggedTemplateExpression<'a>) {
        self.forbid(it.span, "A template with a function before it", "Call the function.");
    }

    fn visit_while_statement(&mut self, it: &WhileStatement<'a>) {
        self.unbounded(it.span, "A `while` loop");
        walk::walk_while_statement(self, it);
    }

    fn visit_do_while_statement(&mut self, it: &DoWhileStatement<'a>) {
        self.unbounded(it.span, "A `do` loop");
        walk::walk_do_while_statement(self, it);
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        match self.counter(it) {
            Some(counter) => {
                if let Some(init) = &it.init {
                    self.visit_for_statement_init(init);
                }
                if let Some(test) = &it.test {
                    self.visit_expression(test);
                }
                self.counters.push(counter);
                self.visit_statement(&it.body);
                self.counters.pop();
            }
            None => {
                self.unbounded(it.span, "This `for` loop");
                walk::walk_for_statement(self, it);
            }
        }
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        if it.r#await {
            self.forbid(it.span, "`for await`", "Go over a list.");
        }
        // A list that grows while somebody goes over it has no end.
        if let Expression::Identifier(list) = &it.right {
            self.counters.push(list.name.to_string());
            walk::walk_for_of_statement(self, it);
            self.counters.pop();
        } else {
            walk::walk_for_of_statement(self, it);
        }
    }

    fn visit_update_expression(&mut self, it: &UpdateExpression<'a>) {
        if let SimpleAssignmentTarget::AssignmentTargetIdentifier(name) = &it.argument {
            self.assigned(name.name.as_str(), it.span);
        }
        walk::walk_update_expression(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if let AssignmentTarget::AssignmentTargetIdentifier(name) = &it.left {
            self.assigned(name.name.as_str(), it.span);
        }
        if let AssignmentTarget::StaticMemberExpression(_)
        | AssignmentTarget::ComputedMemberExpression(_) = &it.left
        {
            self.forbid(it.left.span(), "Changing a property", "Make a new value.");
        }
        walk::walk_assignment_expression(self, it);
    }
}

/// Every name that the script declares itself.
struct Names(BTreeSet<String>);

impl<'a> Visit<'a> for Names {
    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        self.0.insert(it.name.to_string());
    }
}

pub(super) fn is_target_call(call: &CallExpression<'_>) -> bool {
    matches!(&call.callee, Expression::Identifier(name) if name.name == "target")
}

/// A known name that is spelled nearly so.
fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let distance =
        |one: &str, other: &str| strsim::osa_distance(&one.to_lowercase(), &other.to_lowercase());
    let near = known.map(|it| (distance(name, it), it)).min_by_key(|(distance, _)| *distance)?;
    (near.0 <= 1 + name.chars().count() / 4).then_some(near.1)
}
