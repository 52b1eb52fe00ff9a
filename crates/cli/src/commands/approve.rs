use std::process::ExitCode;

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
                "Answer with `tabwright approve NUMBER` or `tabwright approve NUMBER --deny`."
            );
        }
        return Ok(ExitCode::SUCCESS);
    };
    let answer = PolicyAnswer { id, allow: !options.deny, remember: options.remember.into() };
    client.call::<AnswerQuestion>(&answer).await?;
    if options.output.json {
        format::json(&answer)?;
    } else {
        println!("{} question {id}.", if answer.allow { "Allowed" } else { "Denied" });
    }
    Ok(ExitCode::SUCCESS)
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
