//! A room with two functions, asked over HTTP and by the extension.

use axum::body::{Body as HttpBody, to_bytes};
use axum::http::StatusCode;
use serde::Serialize;
use serde_json::json;
use tabwright_wire::{CLIENT_HEADER, Callers, ProblemCode};
use tower::ServiceExt as _;

use super::*;

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Wanted {
    name: String,
    most: Option<u32>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
struct Said {
    words: String,
}

macro_rules! function {
    ($type:ident, $name:literal, $method:ident $path:literal, $callers:ident, $log:ident) => {
        struct $type;
        impl ApiFunction for $type {
            const FACTS: FunctionFacts = FunctionFacts {
                name: $name,
                about: "Something",
                group: "test",
                method: HttpMethod::$method,
                path: $path,
                callers: Callers::$callers,
                log: LogLine::$log,
            };
            type Params = Wanted;
            type Result = Said;
        }
    };
}
function!(Find, "find", Get "/shelves/{name}", Everybody, None);
function!(Put, "put", Post "/shelves", Programs, None);
function!(Move, "move", Post "/shelves/{name}/place", CommandLine, Needed);
function!(Burn, "burn", Post "/fire", CommandLine, Needed);

struct Shelf {
    label: &'static str,
}

/// Notes what it hears.
#[derive(Debug, Default)]
struct Lines(std::sync::Mutex<Vec<String>>);

/// Can write nothing.
#[derive(Debug)]
struct FullDisk;

impl Audit for FullDisk {
    fn check(&self, _: &FunctionFacts) -> Result<(), Problem> {
        let (title, fix) = ("the disk is full".to_owned(), "make room".to_owned());
        Err(Problem { code: ProblemCode::StorageFailed, title, fix })
    }

    fn called(&self, _: &Caller, _: &FunctionFacts, _: &Value, _: Option<&Problem>) {}
}

impl Audit for Lines {
    fn check(&self, _: &FunctionFacts) -> Result<(), Problem> {
        Ok(())
    }

    fn called(
        &self,
        caller: &Caller,
        function: &FunctionFacts,
        params: &Value,
        failed: Option<&Problem>,
    ) {
        let line = format!("{} {} {params} {}", caller.client, function.name, failed.is_some());
        self.0.lock().unwrap().push(line);
    }
}

fn unheard() -> Arc<dyn Audit> {
    Arc::new(Lines::default())
}

fn functions() -> Functions {
    let room = Arc::new(Shelf { label: "attic" });
    Functions::of(room)
        .on::<Find, _>(|room, caller, Wanted { name, most }| async move {
            let Caller { client, browser, .. } = caller;
            Ok(Said { words: format!("{} {name} {most:?} {client} {browser:?}", room.label) })
        })
        .on::<Put, _>(|_, _, Wanted { name, .. }| async move {
            if name == "lead" {
                let title = "The shelf breaks".to_owned();
                return Err(Problem {
                    code: ProblemCode::Denied,
                    title,
                    fix: "Use feathers".into(),
                });
            }
            Ok(Said { words: name })
        })
        .on::<Move, _>(|_, _, Wanted { name, most }| async move {
            Ok(Said { words: format!("{name} {most:?}") })
        })
        .on::<Burn, _>(|_, caller, _| async move { Ok(Said { words: caller.client }) })
        .all()
}

async fn ask(method: &str, uri: &str, headers: &[(&str, &str)], body: &str) -> (StatusCode, Value) {
    ask_as(Credential::Person, method, uri, headers, body).await
}

async fn ask_as(
    credential: Credential,
    method: &str,
    uri: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> (StatusCode, Value) {
    let request = headers
        .iter()
        .fold(Request::builder().method(method).uri(uri), |request, (name, value)| {
            request.header(*name, *value)
        })
        .extension(credential)
        .body(HttpBody::from(body.to_owned()))
        .unwrap();
    let response = functions().routes(&unheard()).oneshot(request).await.unwrap();
    let status = response.status();
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&body).unwrap_or_default())
}

const JSON: (&str, &str) = ("content-type", "application/json");

#[tokio::test]
async fn parameters_come_from_the_path_and_the_query() {
    let uri = "/shelves/tea%20%26%20milk%3D?most=3&token=secret&browser=work";
    let (status, said) = ask("GET", uri, &[(CLIENT_HEADER, "cli")], "").await;
    let words = r#"attic tea & milk= Some(3) cli Some("work")"#;
    assert_eq!((status, said), (StatusCode::OK, json!({ "words": words })));
}

#[tokio::test]
async fn a_client_without_a_name_is_called_api() {
    let (_, said) = ask("GET", "/shelves/tea", &[], "").await;
    assert_eq!(said["words"], "attic tea None api None");
}

#[tokio::test]
async fn parameters_of_a_post_are_its_json() {
    let (status, said) = ask("POST", "/shelves", &[JSON], r#"{"name":"tea"}"#).await;
    assert_eq!((status, &said["words"]), (StatusCode::OK, &json!("tea")));
}

#[tokio::test]
async fn a_post_has_its_fields_in_the_path_and_the_body_and_the_path_is_stronger() {
    for (headers, body, words) in [
        (&[JSON][..], r#"{"most":3}"#, "tea Some(3)"),
        (&[JSON], r#"{"name":"milk","most":3}"#, "tea Some(3)"),
        (&[JSON], "{}", "tea None"),
        (&[], "", "tea None"),
    ] {
        let (status, said) = ask("POST", "/shelves/tea/place", headers, body).await;
        assert_eq!((status, &said["words"]), (StatusCode::OK, &json!(words)), "{body}");
    }
    let mut document = OpenApi::default();
    functions().document(&mut document);
    let document = serde_json::to_value(&document).unwrap();
    let parameters = &document["paths"]["/shelves/{name}/place"]["post"]["parameters"];
    assert_eq!(parameters.as_array().map(Vec::len), Some(1), "{parameters}");
    assert_eq!(parameters[0]["in"], "path");
}

#[tokio::test]
async fn a_mistake_in_a_request_is_a_problem_that_names_it() {
    for (method, uri, headers, body, why) in [
        ("POST", "/shelves", &[JSON][..], r#"{"name":4}"#, "expected a string"),
        ("POST", "/shelves", &[JSON], "{", "EOF"),
        ("POST", "/shelves", &[], "", "missing field `name`"),
        ("POST", "/shelves", &[("content-type", "text/plain")], r#"{"name":"x"}"#, "Content-Type"),
        ("GET", "/shelves/tea?most=many", &[], "", "most"),
        ("GET", "/shelves/tea?name=twice", &[], "", "duplicate field `name`"),
        ("GET", "/shelves/%ff", &[], "", "UTF-8"),
    ] {
        let (status, problem) = ask(method, uri, headers, body).await;
        assert_eq!((status, &problem["code"]), (StatusCode::BAD_REQUEST, &json!("bad-request")));
        let title = problem["title"].as_str().unwrap();
        assert!(title.contains(why), "{method} {uri} {body}: {title}");
    }
}

#[tokio::test]
async fn what_a_room_refuses_keeps_its_code_and_its_fix() {
    let (status, problem) = ask("POST", "/shelves", &[JSON], r#"{"name":"lead"}"#).await;
    assert_eq!(status.as_u16(), ProblemCode::Denied.http_status());
    assert_eq!(
        problem,
        json!({ "code": "denied", "status": 403, "title": "The shelf breaks", "fix": "Use feathers" })
    );
}

#[tokio::test]
async fn what_is_the_persons_is_refused_to_an_agent() {
    for (credential, status) in [
        (Credential::Person, StatusCode::OK),
        (Credential::AnyAgent { reserved: Arc::default() }, StatusCode::FORBIDDEN),
        (Credential::NamedAgent("codex".into()), StatusCode::FORBIDDEN),
    ] {
        let headers = [JSON, (CLIENT_HEADER, "command line")];
        let name = json!({ "name": "x" }).to_string();
        let (refused, said) = ask_as(credential.clone(), "POST", "/fire", &headers, &name).await;
        assert_eq!(refused, status, "{credential:?}: {said}");
        let (open, _) = ask_as(credential, "POST", "/shelves", &headers, &name).await;
        assert_eq!(open, StatusCode::OK);
    }
}

#[tokio::test]
async fn what_the_person_changes_is_told_and_nothing_else() {
    let lines = Arc::new(Lines::default());
    let router = functions().routes(&(Arc::clone(&lines) as _));
    for (method, uri, body) in [
        ("GET", "/shelves/tea", ""),
        ("POST", "/shelves", r#"{"name":"tea"}"#),
        ("POST", "/fire", r#"{"name":"tea"}"#),
    ] {
        let request = Request::builder().method(method).uri(uri).extension(Credential::Person);
        let request = request.header(JSON.0, JSON.1).body(HttpBody::from(body)).unwrap();
        assert_eq!(router.clone().oneshot(request).await.unwrap().status(), StatusCode::OK);
    }
    let line = r#"api burn {"most":null,"name":"tea"} false"#;
    assert_eq!(*lines.0.lock().unwrap(), [line]);
}

#[tokio::test]
async fn what_could_not_be_told_is_not_done() {
    let router = functions().routes(&(Arc::new(FullDisk) as _));
    for (method, uri, body, status) in [
        ("GET", "/shelves/tea", "", StatusCode::OK),
        ("POST", "/shelves", r#"{"name":"tea"}"#, StatusCode::OK),
        ("POST", "/fire", r#"{"name":"tea"}"#, StatusCode::INTERNAL_SERVER_ERROR),
    ] {
        let request = Request::builder().method(method).uri(uri).extension(Credential::Person);
        let request = request.header(JSON.0, JSON.1).body(HttpBody::from(body)).unwrap();
        assert_eq!(router.clone().oneshot(request).await.unwrap().status(), status, "{uri}");
    }
}

#[test]
fn the_extension_may_call_only_what_is_for_it() {
    let profile = ProfileId::try_from("some-profile".to_owned());
    let service = functions().serve_extension(Service::none(), &profile.unwrap(), &unheard());
    assert_eq!(service.methods().collect::<Vec<_>>(), ["find"]);
}

#[test]
fn every_function_is_in_the_document() {
    let mut document = OpenApi::default();
    functions().document(&mut document);
    let document = serde_json::to_value(document).unwrap();
    let find = &document["paths"]["/shelves/{name}"]["get"];
    assert_eq!((&find["operationId"], &find["summary"]), (&json!("find"), &json!("Something")));
    let places: Vec<_> = find["parameters"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["name"].as_str().unwrap(), it["in"].as_str().unwrap()))
        .collect();
    assert!(
        places.contains(&("name", "path")) && places.contains(&("most", "query")),
        "{places:?}"
    );
    let put = &document["paths"]["/shelves"]["post"];
    assert!(put["requestBody"]["content"]["application/json"]["schema"].is_object(), "{put}");
}
