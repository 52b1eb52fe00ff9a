use std::process::ExitCode;

use tabwright_client::{Home, ensure_running};
use tabwright_wire::{
    COMMAND_LINE, CreateToken, ListTokens, NameParams, NewToken, NoParams, RevokeToken, TokenOwner,
};

use crate::args::policy::{TokenCommand, TokenOptions};
use crate::format;

pub(crate) async fn run(home: &Home, options: TokenOptions) -> anyhow::Result<ExitCode> {
    let client = ensure_running(home).await?.0.named(COMMAND_LINE);
    match options.command {
        Some(TokenCommand::Create { name, output }) => {
            let created = client.call::<CreateToken>(&NameParams { name }).await?;
            if output.json {
                format::json(&created)?;
            } else {
                print_created(&created);
            }
        }
        Some(TokenCommand::Revoke { name, output }) => {
            let list = client.call::<RevokeToken>(&NameParams { name: name.clone() }).await?;
            if output.json {
                format::json(&list)?;
            } else {
                println!("The token of {name} is no longer valid.");
            }
        }
        None => {
            let list = client.call::<ListTokens>(&NoParams {}).await?;
            if options.output.json {
                format::json(&list)?;
            } else if list.tokens.is_empty() {
                println!(
                    "No agent has a token of its own. `tabwright token create NAME` makes one."
                );
            } else {
                list.tokens.iter().for_each(print);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn print_created(NewToken { name, token }: &NewToken) {
    println!("{token}");
    println!();
    println!("This is the token of {name}. It is shown only now. Give it to the agent:");
    println!("  MCP on stdio   set TABWRIGHT_TOKEN for `tabwright mcp`");
    println!("  MCP over HTTP  send it as `Authorization: Bearer …` to /mcp");
    println!("  CDP            put it into the address of `tabwright cdp-url`, after `token=`");
    println!("Rules for {name} now hold for whoever has this token, and for nobody else.");
}

fn print(TokenOwner { name, created }: &TokenOwner) {
    println!("{name}  since {created}");
}
