//! The forms in which an agent's code can be meant, and how each is given to the engine.

use rquickjs::context::EvalOptions;
use rquickjs::{Ctx, Exception, FromJs, Object, Result, Value};

/// By this name errors know the script's own lines.
const FILE: &str = "script";
/// A script that is not a function takes the given names from this global, which gives them once.
const GIVEN: &str = "namesGivenToTheScript";
/// Every form puts one line before the code.
pub(crate) const LINES_BEFORE: u32 = 1;

/// Compiles the code in the first form that it has: an expression, whose value is the script's; a
/// row of statements, whose value is that of the last expression; the body of a function, with
/// `return`. Returns `{ form, made }`.
pub(crate) fn compile<'js>(ctx: &Ctx<'js>, code: &str, names: &str) -> Result<Object<'js>> {
    if code.contains('\0') {
        return Err(Exception::throw_syntax(ctx, "the script has a NUL character in it"));
    }
    // Each attempt leaves its complaint; only the last form's is worth telling.
    let attempt = |made: Result<Value<'js>>| made.inspect_err(|_| drop(ctx.catch())).ok();
    let as_expression = || attempt(eval(ctx, expression(code, names), false));
    let as_completion = || attempt(eval(ctx, completion(code, names), true));
    let (form, made) = if let Some(made) = may_be_expression(code).then(as_expression).flatten() {
        ("expression", made)
    } else if let Some(made) = as_completion() {
        ("completion", made)
    } else {
        ("function", eval(ctx, function(code, names), false)?)
    };
    let compiled = Object::new(ctx.clone())?;
    compiled.set("form", form)?;
    compiled.set("made", made)?;
    Ok(compiled)
}

/// A declaration with something after it can be read as one odd expression: `class A {} (1)` as a
/// call. It is one only when nothing follows its body.
fn may_be_expression(code: &str) -> bool {
    let start = without_comments(code);
    let opens_body = ["function", "class", "async function", "{"];
    !opens_body.iter().any(|word| start.starts_with(word)) || body_end(code).ends_with('}')
}

fn without_comments(code: &str) -> &str {
    let code = code.trim_start();
    let rest = if let Some(line) = code.strip_prefix("//") {
        line.split_once('\n').map(|(_, rest)| rest)
    } else if let Some(comment) = code.strip_prefix("/*") {
        comment.split_once("*/").map(|(_, rest)| rest)
    } else {
        return code;
    };
    rest.map_or("", without_comments)
}

fn body_end(code: &str) -> &str {
    code.trim_end_matches(|last: char| last == ';' || last.is_whitespace())
}

/// The names are parameters of an outer function, so that the code may declare them anew.
fn expression(code: &str, names: &str) -> String {
    let code = body_end(code);
    format!("(function ({names}) {{ return async function () {{ return (\n{code}\n) }} }})")
}

fn function(code: &str, names: &str) -> String {
    format!("(function ({names}) {{ return async function () {{\n{code}\n}} }})")
}

/// To evaluate this is to run it: only a script, no function, tells the value of its last statement.
fn completion(code: &str, names: &str) -> String {
    format!("{{ const {{ {names} }} = {GIVEN}; {{\n{code}\n}} }}")
}

fn eval<'js, V: FromJs<'js>>(ctx: &Ctx<'js>, source: String, promise: bool) -> Result<V> {
    let mut options = EvalOptions::default();
    options.filename = Some(FILE.to_owned());
    options.promise = promise;
    ctx.eval_with_options(source, options)
}
