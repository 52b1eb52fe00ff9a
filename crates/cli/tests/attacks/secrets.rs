//! What is tried to learn a secret that was typed for somebody else.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tabwright_policy::{Surroundings, Vault};
use tabwright_wire::{Event, EventRecord};

use crate::{Ground, Tally, grounds};

/// By reference; of the same length, for pictures.
const KEY: &str = "Sesam-Open7319";
const OTHER_KEY: &str = "Wmnbv/Kluq8204";
/// Short ones, by reference.
const PIN: &str = "7351";
const CVC: &str = "q4z";
/// Typed as it is.
const PASSWORD: &str = "Tr0ub4dor-correct";

/// Shows what is typed wherever a page can.
const ECHO: &str = r#"<title>Login</title><style>
  * { caret-color: transparent; font: 20px monospace } select { width: 400px }
  #upper { text-transform: uppercase } #made::before { content: attr(data-said) }
</style>
<label>Key <input id=key></label> <label>Pin <input id=pin autocomplete=off></label>
<label>Password <input id=pw type=password></label>
<p id=said>-</p><p id=upper>-</p><p id=back>-</p><p id=spaced>-</p><p id=spans>-</p><p id=code>-</p>
<p id=made>-</p><svg width=600 height=30><text id=drawn y=20>-</text></svg>
<input id=again size=40><textarea id=area cols=40></textarea><select id=choice><option>-</select>
<input id=hint size=40><div id=host></div><iframe id=inner srcdoc="<p id=in style='font:20px monospace'>-"></iframe>
<a id=link href=#>Link</a><button id=named>x</button><table><tr><th>Said<tr><td id=cell>-</table>
<script>
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.innerHTML = '<p style="font:20px monospace">-</p>';
  for (const field of [key, pin, pw]) field.oninput = () => {
    const value = field.value, letters = [...value], back = [...value].reverse().join('');
    said.textContent = 'You typed ' + value;
    upper.textContent = value;
    back_.textContent = back;
    spaced.textContent = letters.join(' ');
    spans.innerHTML = letters.map((letter) => `<b>${letter}</b>`).join('');
    code.textContent = btoa('user:' + value);
    made.dataset.said = value;
    drawn.textContent = value;
    again.value = area.value = hint.placeholder = choice.options[0].text = value;
    shadow.querySelector('p').textContent = value;
    inner.contentDocument.getElementById('in').textContent = value;
    link.textContent = value;
    link.href = '/own/echo?' + encodeURIComponent(value);
    named.setAttribute('aria-label', 'Send ' + value.toUpperCase());
    cell.textContent = value;
    document.title = 'Key ' + value;
    console.log('typed', value, back, { value });
    history.replaceState(null, '', '?key=' + encodeURIComponent(value));
    fetch('/own/none?sent=' + encodeURIComponent(value), { method: 'POST', body: JSON.stringify({ value }) })
      .finally(() => document.body.dataset.sent = value.length);
  };
</script>"#;

fn echo() -> String {
    // `back` is a property of every window.
    ECHO.replace("<p id=back>", "<p id=back_>")
}

fn set_secrets(ground: &Ground) {
    let vault = Vault::open_within(&ground.env.home.secrets(), Surroundings::default());
    for (name, value) in [("key", KEY), ("other", OTHER_KEY), ("pin", PIN), ("cvc", CVC)] {
        vault.set(name, value, vec!["127.0.0.1".to_owned()]).unwrap();
    }
}

/// The forms of a value that must not come to anybody, in lower case.
fn forms(value: &str) -> Vec<String> {
    let letters: Vec<String> = value.chars().map(String::from).collect();
    let back: String = value.chars().rev().collect();
    let tags = |letters: &[String]| letters.join("</b><b>");
    let mut forms = vec![value.to_owned(), back, value.replace('/', "%2F")];
    if letters.len() > 3 {
        forms.extend([letters.join(" "), tags(&letters)]);
    }
    if letters.len() > 5 {
        let coded = STANDARD.encode(format!("user:{value}"));
        forms.push(coded.trim_end_matches('=')[8..coded.len() - 4].to_owned());
        // All but the last letter, as the page heard it meanwhile.
        forms.push(value[..value.len() - 1].to_owned());
    }
    forms.iter().map(|form| form.to_lowercase()).collect()
}

/// The first form of the value that a text has, short ones as whole words.
fn leak(text: &str, value: &str) -> Option<String> {
    let text = text.to_lowercase();
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    forms(value).into_iter().find(|form| {
        text.match_indices(form.as_str()).any(|(at, form)| {
            let (before, after) = (&text[..at], &text[at + form.len()..]);
            value.len() > 5
                || !(is_letter(before.chars().next_back()) || is_letter(after.chars().next()))
        })
    })
}

#[tokio::test]
async fn a_secret_that_a_page_repeats_is_told_to_nobody() {
    let (ground, browsers) = grounds().await;
    set_secrets(&ground);
    let mut tally = Tally::default();
    let url = ground.env.site.put("echo", &echo());
    let mut heard = ground.env.client().await.events("listener", None).await.unwrap();
    for browser in browsers {
        let run = async |client: &str, verb: &str, params: Value| {
            ground.verb_in(browser, client, verb, params).await
        };
        for (field, text, value) in [
            ("#key", "${secret:key}", KEY),
            ("#pin", "${secret:pin}", PIN),
            ("#pin", "${secret:cvc}", CVC),
            ("#pw", PASSWORD, PASSWORD),
        ] {
            let opened = run("attacker", "open", json!({ "url": url, "in": "new" })).await;
            assert_eq!(opened.status, 200, "{}", opened.body);
            let tab = opened.json()["tab"].clone();
            for verb in ["console", "network"] {
                run("attacker", verb, json!({ "tab": tab })).await;
            }
            let typing = json!({ "tab": tab, "target": field, "text": text });
            let typed = run("attacker", "type", typing).await;
            assert_eq!(typed.status, 200, "{}", typed.body);
            let sent = format!("document.body.dataset.sent == {}", value.len());
            let sent = json!({ "type": "function", "script": sent });
            run("attacker", "wait", json!({ "tab": tab, "for": sent })).await;
            let row = |what: &str| format!("{browser:?}: {value} in {field}, {what}");
            let mut note = |what: &str, body: &str| {
                let leak = leak(body, value);
                tally.note(&row(what), leak.is_none(), (leak, body));
            };
            note("type", &typed.body);
            for (verb, params) in [
                ("tabs", json!({})),
                ("snapshot", json!({ "mode": "full" })),
                ("text", json!({})),
                ("text", json!({ "target": "#said" })),
                ("html", json!({})),
                ("html", json!({ "compression": "knowledge" })),
                ("markdown", json!({})),
                ("links", json!({})),
                ("tables", json!({})),
                (
                    "query",
                    json!({ "target": "p", "facts": ["textContent", "innerText", "innerHtml"] }),
                ),
                ("query", json!({ "target": "#again", "facts": ["inputValue", "state"] })),
                ("query", json!({ "target": "#hint", "attribute": "placeholder" })),
                ("console", json!({})),
                ("network", json!({})),
                ("eval", json!({ "script": "[document.title, location.href, said.innerText]" })),
                ("eval", json!({ "script": "({ [said.innerText]: document.body.innerText })" })),
                ("eval", json!({ "script": "throw new Error(document.title)" })),
                ("click", json!({ "target": "#named" })),
                ("click", json!({ "target": "#nothing", "timeoutMs": 100 })),
                ("hover", json!({ "target": "#link" })),
                ("history", json!({})),
                ("wait", json!({ "for": { "type": "load" } })),
                ("reload", json!({})),
            ] {
                let mut params = params;
                if !["tabs", "history"].contains(&verb) {
                    params["tab"] = tab.clone();
                }
                let told = params.to_string();
                for client in ["attacker", "other"] {
                    let answer = run(client, verb, params.clone()).await;
                    // What it asked for itself may be in the answer.
                    note(&format!("{client}: {verb} {told}"), &answer.body);
                    if verb == "reload" || verb == "click" {
                        break;
                    }
                }
            }
            // After the reload the page has forgotten it, and types it anew for its dialog.
            let typing = json!({ "tab": tab, "target": field, "text": text });
            run("attacker", "type", typing).await;
            let script = format!(
                "setTimeout(() => alert('It is ' + document.querySelector('{field}').value))"
            );
            run("attacker", "eval", json!({ "tab": tab, "script": script })).await;
            let asked = json!({ "tab": tab, "for": { "type": "text", "text": "never" }, "timeoutMs": 2000 });
            note("a dialog in the way", &run("attacker", "wait", asked).await.body);
            note("the dialog", &run("attacker", "dialog", json!({ "tab": tab })).await.body);
            run("attacker", "close", json!({ "tab": tab })).await;
        }
    }
    let log = ground.env.api("GET", "/api/v1/log?max=1000").await;
    for value in [KEY, PIN, CVC, PASSWORD] {
        let leak = leak(&log.body, value);
        tally.note(&format!("the log: {value}"), leak.is_none(), leak);
    }
    // Everything up to the end of the next verb has been heard.
    ground.verb("the-last-one", "tabs", json!({})).await;
    let mut events = 0;
    while let Some(EventRecord { event, .. }) = heard.next().await {
        events += 1;
        let told = serde_json::to_string(&event).unwrap();
        for value in [KEY, PIN, CVC, PASSWORD] {
            let leak = leak(&told, value);
            tally.note(&format!("an event: {value}"), leak.is_none(), (leak, &told));
        }
        if matches!(&event, Event::Verb { client, .. } if client == "the-last-one") {
            break;
        }
    }
    assert!(events > 50, "{events}");
    // Elsewhere a short one is a number like others.
    let numbers = format!("<title>numbers</title><p>room {PIN}, {CVC}, {PASSWORD}");
    let url = ground.env.site.put("numbers", &numbers).replace("127.0.0.1", "elsewhere.localhost");
    let opened = ground.verb("attacker", "open", json!({ "url": url, "in": "new" })).await;
    let read = ground.verb("attacker", "text", json!({ "tab": opened.json()["tab"] })).await;
    let told = format!("room {PIN}, {CVC}, {PASSWORD}");
    tally.note("at another site these are words", read.body.contains(&told), read.body);
    tally.end();
}

#[tokio::test]
async fn what_is_typed_does_not_stand_in_the_log() {
    let (ground, browsers) = grounds().await;
    ground.rule(json!({ "client": "asker", "mode": "ask" })).await;
    let mut tally = Tally::default();
    let url = ground.env.site.put(
        "fields",
        "<title>fields</title><input id=user><input id=pw type=password aria-label=Secret>\
         <input id=full maxlength=3 value=abc><textarea id=note></textarea>",
    );
    for browser in browsers {
        let run = async |verb: &str, params: Value| {
            ground.verb_in(browser, "attacker", verb, params).await
        };
        let opened = run("open", json!({ "url": url, "in": "new" })).await;
        let tab = opened.json()["tab"].clone();
        let snapshot = run("snapshot", json!({ "tab": tab })).await.json();
        let lines = snapshot["text"].as_str().unwrap().to_owned();
        let line = lines.lines().find(|line| line.contains("Secret")).unwrap();
        let digits = line.split(['[', ']']).find_map(|part| part.parse::<u32>().ok());
        let number = digits.unwrap();
        let letters: Vec<_> = "PwByKeys99".chars().map(String::from).collect();
        for (verb, params) in [
            ("type", json!({ "target": "#user", "text": "PwInOtherField2" })),
            ("type", json!({ "target": "#pw", "text": "PwBySelector3" })),
            ("type", json!({ "target": number, "text": "PwByNumber4" })),
            ("type", json!({ "target": "#note", "text": "PwInNote5\nsecond PwLine6" })),
            ("type", json!({ "target": "#full", "text": "PwTooLong7", "append": true })),
            ("type", json!({ "target": "#nothing", "text": "PwNowhere12", "timeoutMs": 100 })),
            ("press", json!({ "target": "#user", "keys": letters })),
            ("press", json!({ "target": number, "keys": letters })),
            ("eval", json!({ "script": "document.querySelector('#pw').value = 'PwInScript8'" })),
            ("eval", json!({ "script": "// PwInComment13\nlet a = `PwInTicks14`; throw a" })),
            ("eval", json!({ "script": "(a) => { throw new Error(a) }", "args": ["PwInArgs15"] })),
            (
                "wait",
                json!({ "for": { "type": "function", "script": "document.title == 'PwAwaited16'" },
                    "timeoutMs": 100 }),
            ),
            ("clipboard", json!({ "write": "ClipSecret11" })),
            ("read-aloud", json!({ "text": "PwAloud17" })),
            ("dialog", json!({ "text": "PwAnswered18" })),
        ] {
            let mut params = params;
            params["tab"] = tab.clone();
            run(verb, params).await;
        }
        // The person sees all of it, and their answer leaves a line.
        let typing = json!({ "tab": tab, "target": "#user", "text": "PwAsked19" });
        let script = json!({ "tab": tab, "script": "steal('PwAskedScript20')" });
        for (verb, params) in [("type", typing), ("eval", script)] {
            let asked = ground.verb_in(browser, "asker", verb, params);
            let answered = async {
                let question = ground
                    .env
                    .until("a question", |event| match event {
                        Event::Questions { questions } => questions.first().cloned(),
                        _ => None,
                    })
                    .await;
                let refusal = json!({ "id": question.id, "allow": false });
                ground.env.post("/api/v1/questions", refusal).await;
                question
            };
            let (answer, question) = tokio::join!(asked, answered);
            assert_eq!(answer.problem(), "denied", "{}", answer.body);
            let is_whole = question.what.contains("PwAsked");
            tally.note(&format!("{browser:?}: the question is whole"), is_whole, question.what);
        }
    }
    let log = ground.env.api("GET", "/api/v1/log?max=1000").await;
    let entries = log.json()["entries"].as_array().unwrap().clone();
    for typed in [
        "PwInOtherField2",
        "PwBySelector3",
        "PwByNumber4",
        "PwInNote5",
        "PwLine6",
        "PwTooLong7",
        "PwNowhere12",
        "PwByKeys99",
        "PwInScript8",
        "PwInComment13",
        "PwInTicks14",
        "PwInArgs15",
        "PwAwaited16",
        "ClipSecret11",
        "PwAloud17",
        "PwAnswered18",
        "PwAsked19",
        "PwAskedScript20",
    ] {
        let line = entries.iter().find(|entry| entry.to_string().contains(typed));
        tally.note(&format!("{typed} is not in the log"), line.is_none(), line);
    }
    let keys = ["\"P\",\"w\"", "\"9\",\"9\""];
    tally.note("nor by keys", !keys.iter().any(|keys| log.body.contains(keys)), "");
    for told in ["[15 characters]", "#user", "document.querySelector('…')", "[12 characters]"] {
        tally.note(&format!("but {told} is"), log.body.contains(told), "");
    }
    tally.end();
}

#[tokio::test]
async fn a_cdp_client_does_not_read_a_page_that_holds_a_secret() {
    let ground = Ground::new().await;
    set_secrets(&ground);
    let all = json!(["tab", "password", "payment", "send", "upload", "download"]);
    for client in ["clerk", "trusted"] {
        ground.rule(json!({ "client": client, "mode": "auto", "allow": all })).await;
    }
    let mut tally = Tally::default();
    let url = ground.env.site.put("echo", &echo());
    let opened = ground.verb("clerk", "open", json!({ "url": url, "in": "new" })).await;
    let tab = opened.json()["tab"].clone();
    let client = ground.cdp().await;
    let target = client.target("the page", |info| info["title"] == "Login").await;
    let page = client.attach(target).await;
    let title = page.evaluate("document.title").await;
    tally.note("before, the page is read", title == "Login", title);
    let typing = json!({ "tab": tab, "target": "#key", "text": "${secret:key}" });
    let typed = ground.verb("clerk", "type", typing).await;
    assert_eq!(typed.status, 200, "{}", typed.body);
    for (method, params) in [
        ("Runtime.evaluate", json!({ "expression": "key.value" })),
        ("Runtime.evaluate", json!({ "expression": "1" })),
        ("DOM.getDocument", json!({ "depth": -1 })),
        ("DOMSnapshot.captureSnapshot", json!({ "computedStyles": [] })),
        ("Accessibility.getFullAXTree", json!({})),
        ("Page.captureScreenshot", json!({})),
        ("Page.captureSnapshot", json!({})),
        ("Page.startScreencast", json!({})),
        ("Page.addScriptToEvaluateOnNewDocument", json!({ "source": "alert(1)" })),
        ("Input.insertText", json!({ "text": "x" })),
        ("Runtime.addBinding", json!({ "name": "tell" })),
    ] {
        let answer = page.attempt(method, params.clone()).await;
        let came = format!("{answer:?}");
        tally.note(
            &format!("{method} {params}"),
            answer.is_err() && leak(&came, KEY).is_none(),
            came,
        );
    }
    let targets = client.call("Target.getTargets", json!({})).await.to_string();
    tally.note("titles and addresses", leak(&targets, KEY).is_none(), targets);
    let known = format!("{:?}", client.targets());
    tally.note("events of targets", leak(&known, KEY).is_none(), known);
    let listed = ground.env.api("GET", "/json/list").await;
    tally.note("/json/list", leak(&listed.body, KEY).is_none(), listed.body);
    let url = format!("{}&client=trusted", ground.env.client().await.cdp_url());
    let trusted = tabwright_testbed::Cdp::connect(&url).await;
    let target = trusted.target("the page", |info| info["targetId"] == page.target.as_str()).await;
    let value = trusted.attach(target).await.evaluate("key.value.length").await;
    tally.note("one that a rule trusts may", value == KEY.len(), value);
    let going = json!({ "tab": tab, "url": ground.ok(), "in": "current" });
    let gone = ground.verb("clerk", "open", going).await;
    assert_eq!(gone.status, 200, "{}", gone.body);
    let title = page.evaluate("document.title").await;
    tally.note("on the next page it goes on", title == "fine", title);
    tally.end();
}

#[tokio::test]
async fn a_secret_that_a_page_shows_is_in_no_picture() {
    let (ground, browsers) = grounds().await;
    set_secrets(&ground);
    let mut tally = Tally::default();
    let url = ground.env.site.put("echo", &echo());
    for browser in browsers {
        let run = async |verb: &str, params: Value| {
            ground.verb_in(browser, "attacker", verb, params).await
        };
        let places = [
            "#said", "#upper", "#back_", "#spaced", "#spans", "#made", "svg", "#again", "#area",
            "#choice", "#hint", "#host", "#inner", "#link", "#cell", "#key",
        ];
        let mut pictures = Vec::new();
        for secret in ["key", "other"] {
            let opened = run("open", json!({ "url": url, "in": "new" })).await;
            let tab = opened.json()["tab"].clone();
            let text = format!("${{secret:{secret}}}");
            run("type", json!({ "tab": tab, "target": "#key", "text": text })).await;
            let mut taken = Vec::new();
            for place in places {
                let shot = run("screenshot", json!({ "tab": tab, "target": place })).await;
                assert_eq!(shot.status, 200, "{}", shot.body);
                taken.push(shot.json()["base64"].clone());
            }
            // Encoded letters are none that a person reads. A caret blinks, and paper has it in black.
            let script = "code.remove(); document.activeElement.blur()";
            run("eval", json!({ "tab": tab, "script": script })).await;
            let whole = run("screenshot", json!({ "tab": tab, "full": true })).await;
            taken.push(whole.json()["base64"].clone());
            let printed = run("pdf", json!({ "tab": tab })).await;
            taken.push(json!(drawn_in(&printed.json()["base64"])));
            let style = json!({ "tab": tab, "script": "said.getAttribute('style')" });
            let style = run("eval", style).await;
            tally.note("afterwards it is as it was", !style.body.contains("disc"), style.body);
            pictures.push(taken);
            for (what, held) in told_in(&printed.json()["base64"]) {
                tally.note(&format!("{browser:?}: PDF, {what}"), held, "a secret is in it");
            }
            run("close", json!({ "tab": tab })).await;
        }
        for (number, place) in places.iter().chain(&["the whole page", "a PDF"]).enumerate() {
            let [one, other] = [&pictures[0][number], &pictures[1][number]];
            tally.note(
                &format!("{browser:?}: {place}"),
                one == other,
                "two secrets look different",
            );
        }
    }
    tally.end();
}

/// What a PDF draws, as it is packed.
fn drawn_in(base64: &Value) -> Vec<String> {
    let pdf = STANDARD.decode(base64.as_str().unwrap()).unwrap();
    let pdf: String = pdf.into_iter().map(char::from).collect();
    let streams = pdf.split("endstream").filter_map(|part| part.split_once("stream"));
    let streams: Vec<_> = streams.map(|(_, stream)| stream.to_owned()).collect();
    assert!(!streams.is_empty(), "nothing is drawn");
    streams
}

/// What it says besides, and whether that is free of both secrets.
fn told_in(base64: &Value) -> Vec<(&'static str, bool)> {
    let pdf = STANDARD.decode(base64.as_str().unwrap()).unwrap();
    let pdf = String::from_utf8_lossy(&pdf).to_lowercase();
    let is_free = |line: &str| {
        ![KEY, OTHER_KEY].iter().flat_map(|key| forms(key)).any(|it| line.contains(&it))
    };
    ["/title", "/uri ("]
        .into_iter()
        .map(|what| {
            let lines: Vec<&str> = pdf.lines().filter(|line| line.contains(what)).collect();
            assert!(!lines.is_empty(), "no {what} is in it");
            (what, lines.iter().all(|line| is_free(line)))
        })
        .collect()
}
