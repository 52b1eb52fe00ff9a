use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

use anyhow::bail;
use tabwright_client::{Home, running};
use tabwright_wire::{
    AnswerQuestion, COMMAND_LINE, ListQuestions, NoParams, PolicyAnswer, PolicyQuestion,
};

use crate::args::policy::ApproveOptions;
use crate::format;

pub(crate) async fn run(home: &Home, options: &ApproveOptions) -> anyhow::Result<ExitCode> {
    let client = running(home).await?.named(COMMAND_LINE);
    let Some(id) = options.id else {
        let list = client.call::<ListQuestions>(&NoParams {}).await?;
        if options.output.json {
            format::json(&list)?;
        } else if list.questions.is_empty() {
            println!("No questions wait for you.");
        } else {
            list.questions.iter().for_each(print);
            println!(
                "Answer with `tabwright approve NUMBER --code CODE` (the window of the question shows the code) or `tabwright approve NUMBER --deny`."
            );
        }
        return Ok(ExitCode::SUCCESS);
    };
    let (allow, mut code) = (!options.deny, options.code.clone());
    if allow && code.is_none() {
        code = Some(ask_for_code()?);
    }
    let answer = PolicyAnswer { id, allow, remember: options.remember.into(), code };
    client.call::<AnswerQuestion>(&answer).await?;
    if options.output.json {
        format::json(&PolicyAnswer { code: None, ..answer })?;
    } else {
        println!("{} question {id}.", if answer.allow { "Allowed" } else { "Denied" });
    }
    Ok(ExitCode::SUCCESS)
}

/// A yes is a person's: whoever gives it has seen the window of the question, or is at this terminal.
/// Where no browser has that window, the code may stay empty.
fn ask_for_code() -> anyhow::Result<String> {
    if !io::stdin().is_terminal() {
        bail!(
            "a yes needs the code that the window of the question shows in the browser. Answer there, or add --code CODE"
        );
    }
    eprint!("Code in the window of the question: ");
    let mut code = String::new();
    io::stdin().read_line(&mut code)?;
    Ok(code.trim().to_owned())
}

fn print(question: &PolicyQuestion) {
    let PolicyQuestion { id, client, what, url, left_ms, .. } = question;
    let page =
        if url.is_empty() { String::new() } else { format!(" on {}", format::one_line(url)) };
    println!(
        "{id}  {} wants to {}{page} ({} s left)",
        format::one_line(client),
        format::one_line(what),
        left_ms / 1_000
    );
}
