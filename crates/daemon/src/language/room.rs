//! Language as a room: understand and complete, actions, grammars and the resolver as functions, and
//! utterances that run as a stream.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use axum::{Extension, Router};

use tabwright_actions::host::ActionContext;
use tabwright_room::{
    ApiRouter, Body, Caller, ClientName, Credential, Functions, QueryOf, Room, api_routes,
    line_by_line,
};
use tabwright_rpc::Service;
use tabwright_wire::language::{ActionList, Step, Utterance, UtteranceLine};
use tabwright_wire::{
    AddGrammar, ChangeResolver, ClientOrigin, Complete, GetResolver, ListActions, ListGrammars,
    LookUpOnWeb, NameParams, NoParams, Problem, ProfileId, RememberPhrasing, RemoveGrammar,
    ResolveSite, Understand,
};
use utoipa::openapi::OpenApi;

use super::{Language, Speaker, panel};
use crate::verbs::BrowserChoice;

impl Room for Language {
    fn functions(self: Arc<Self>) -> Functions {
        Functions::of(self)
            .on::<Understand, _>(|language, caller, utterance| async move {
                language.understand(&caller.client, &utterance).await
            })
            .on::<Complete, _>(|language, caller, asked| async move {
                Ok(language.complete(&caller.client, &asked).await)
            })
            .on::<ListActions, _>(|language, _, NoParams {}| async move {
                Ok(ActionList { actions: language.dispatcher.actions() })
            })
            .on::<ListGrammars, _>(|language, _, NoParams {}| async move {
                Ok(language.grammars.lock().await.list(&language.dispatcher))
            })
            .on::<AddGrammar, _>(|language, _, new| async move {
                let mut grammars = language.grammars.lock().await;
                grammars.add(&new, &language.dispatcher).await?;
                Ok(grammars.list(&language.dispatcher))
            })
            .on::<RemoveGrammar, _>(|language, _, NameParams { name }| async move {
                let mut grammars = language.grammars.lock().await;
                grammars.remove(&name, &language.dispatcher).await?;
                Ok(grammars.list(&language.dispatcher))
            })
            .on::<RememberPhrasing, _>(
                |language, _, new| async move { language.remember(&new).await },
            )
            .on::<GetResolver, _>(
                |language, _, NoParams {}| async move { Ok(language.sites.state()) },
            )
            .on::<ChangeResolver, _>(|language, _, change| async move {
                language.sites.change(change).await
            })
            .on::<LookUpOnWeb, _>(|language, caller, params| async move {
                let origin = match caller.credential.is_person() {
                    true => ClientOrigin::Person,
                    false => ClientOrigin::Api,
                };
                let host = language.host(&caller.client, origin, caller.browser.as_deref());
                let context = ActionContext { host: &host, tab: None };
                tabwright_actions::look_up(&context, params).await
            })
            .on::<ResolveSite, _>(|language, Caller { client, browser, .. }, asked| async move {
                let host = language.host(&client, ClientOrigin::Api, browser.as_deref());
                let context = ActionContext { host: &host, tab: None };
                let resolver = language.sites.resolver();
                Ok(tabwright_actions::resolve_site(&resolver, &asked.name, &context).await)
            })
            .all()
    }

    fn routes(self: Arc<Self>) -> Router {
        routes().into_router().with_state(self)
    }

    fn document(&self, document: &mut OpenApi) {
        routes().describe(document);
    }

    fn serve_extension(self: Arc<Self>, service: Service, profile: &ProfileId) -> Service {
        panel::serve_extension(service, &self, profile)
    }
}

fn routes() -> ApiRouter<Arc<Language>> {
    ApiRouter::default().routes(api_routes!(run_utterance))
}

/// Do what is said: a line of JSON for every step that begins or ends, and at last everything
#[utoipa::path(
    post, path = "/api/v1/do", tag = "language", params(BrowserChoice), request_body = Utterance,
    responses((status = 200, body = UtteranceLine, content_type = "application/x-ndjson"),
              (status = "default", body = Problem))
)]
async fn run_utterance(
    State(language): State<Arc<Language>>,
    QueryOf(choice): QueryOf<BrowserChoice>,
    ClientName(client): ClientName,
    credential: Option<Extension<Credential>>,
    Body(utterance): Body<Utterance>,
) -> Response {
    let host = language.host(&client, ClientOrigin::Api, choice.browser.as_deref());
    let is_person = credential.is_some_and(|Extension(credential)| credential.is_person());
    let speaker = if is_person { Speaker::Person } else { Speaker::Program };
    line_by_line(|lines| async move {
        let mut on_step = |step: &Step| drop(lines.try_send(UtteranceLine::Step(step.clone())));
        let last = match language.run_utterance(&host, &utterance, speaker, &mut on_step).await {
            Ok(result) => UtteranceLine::Result(result),
            Err(problem) => UtteranceLine::Problem(problem),
        };
        let _ = lines.send(last).await;
    })
}
