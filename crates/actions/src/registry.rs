//! The registry of actions: every action that can be done here, and its handler. Some families are built
//! in; providers of flows, pages and sites come and go.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use tabwright_wire::language::{Action, ActionInfo};
use tabwright_wire::{Problem, ProblemCode};

use crate::host::ActionContext;
use crate::perform::ActionResult;
use crate::schema::{
    BROWSER_ACTIONS, BadParameters, COMMERCE_ACTIONS, CROSSWORD_ACTIONS, DISCOVERY_ACTIONS,
    EXTERNAL_ACTIONS, FLOW_ACTIONS, LOOKUP_ACTIONS, MEMORY_ACTIONS, Schema, json_schemas,
};

/// Actions that belong together.
#[derive(Debug)]
pub(crate) struct Family {
    pub(crate) name: &'static str,
    pub(crate) actions: &'static [Schema],
    /// Why they cannot be done, where no provider does them.
    unavailable_reason: Option<&'static str>,
}

pub(crate) const FAMILIES: &[Family] = &[
    Family { name: "browser", actions: BROWSER_ACTIONS, unavailable_reason: None },
    Family { name: "browser.external", actions: EXTERNAL_ACTIONS, unavailable_reason: None },
    Family { name: "browser.lookupAndAnswer", actions: LOOKUP_ACTIONS, unavailable_reason: None },
    Family { name: "browser.memory", actions: MEMORY_ACTIONS, unavailable_reason: None },
    Family {
        name: "browser.actionDiscovery",
        actions: DISCOVERY_ACTIONS,
        unavailable_reason: Some("this version cannot discover yet what a page can do"),
    },
    Family {
        name: "browser.webFlows",
        actions: FLOW_ACTIONS,
        unavailable_reason: Some("this version has no flows yet"),
    },
    Family {
        name: "crossword",
        actions: CROSSWORD_ACTIONS,
        unavailable_reason: Some("there is no crossword support on this page"),
    },
    Family {
        name: "commerce",
        actions: COMMERCE_ACTIONS,
        unavailable_reason: Some("there is no shop support on this page"),
    },
];

/// Whatever does actions that are not built in: a flow, a page of a site.
pub trait ActionProvider: Send + Sync {
    /// The actions it can do, with the schemas of the parameters.
    fn actions(&self) -> Vec<ActionInfo>;

    /// Checks the parameters before anything happens.
    fn check(&self, action: &Action) -> Result<(), BadParameters>;

    fn perform<'a>(
        &'a self,
        action: &'a Action,
        context: &'a ActionContext<'a>,
    ) -> BoxFuture<'a, Result<ActionResult, Problem>>;
}

#[derive(Default)]
pub(crate) struct Registry {
    providers: BTreeMap<String, Arc<dyn ActionProvider>>,
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Registry").field(&self.providers.keys()).finish()
    }
}

/// What does an action.
#[derive(Clone)]
pub(crate) enum Handler {
    Browser,
    Provider(Arc<dyn ActionProvider>),
}

impl Registry {
    /// A provider of the same name is replaced.
    pub(crate) fn add(&mut self, name: &str, provider: Arc<dyn ActionProvider>) {
        self.providers.insert(name.to_owned(), provider);
    }

    pub(crate) fn remove(&mut self, name: &str) -> bool {
        self.providers.remove(name).is_some()
    }

    /// Every action, and whether somebody does it now.
    #[must_use]
    pub(crate) fn actions(&self) -> Vec<ActionInfo> {
        let schemas = json_schemas();
        let ours = FAMILIES.iter().flat_map(|family| {
            family.actions.iter().map(|schema| ActionInfo {
                action_name: schema.name.to_owned(),
                provider: family.name.to_owned(),
                about: about(schema).to_owned(),
                available: family.unavailable_reason.is_none(),
                parameters: schemas.get(schema.name).cloned().unwrap_or_default(),
            })
        });
        let mut actions: Vec<ActionInfo> =
            self.providers.values().flat_map(|provider| provider.actions()).collect();
        for action in ours {
            if !actions.iter().any(|known| known.action_name == action.action_name) {
                actions.push(action);
            }
        }
        actions
    }

    /// What an action would do, in a few words.
    #[must_use]
    pub(crate) fn about(&self, name: &str) -> String {
        if let Some((_, schema)) = ours(name) {
            return about(schema).to_owned();
        }
        let theirs = self.providers.values().flat_map(|provider| provider.actions());
        theirs
            .into_iter()
            .find(|action| action.action_name == name)
            .map_or_else(|| name.to_owned(), |action| action.about)
    }

    /// The handler of an action; why not, if nothing can do it or its parameters do not fit.
    pub(crate) fn handler(&self, action: &Action) -> Result<Handler, Problem> {
        let name = action.action_name.as_str();
        let provider = self
            .providers
            .values()
            .find(|provider| provider.actions().iter().any(|known| known.action_name == name));
        if let Some(provider) = provider {
            provider.check(action).map_err(|bad| unfit(&bad))?;
            return Ok(Handler::Provider(Arc::clone(provider)));
        }
        let Some((family, schema)) = ours(name) else {
            return Err(Problem {
                code: ProblemCode::NotFound,
                title: format!("there is no action `{name}`"),
                fix: "`tabwright actions` lists all actions".to_owned(),
            });
        };
        schema.check(action).map_err(|bad| unfit(&bad))?;
        match family.unavailable_reason {
            None => Ok(Handler::Browser),
            Some(reason) => Err(Problem {
                code: ProblemCode::Unsupported,
                title: format!("`{name}` cannot be done: {reason}"),
                fix: "`tabwright actions` lists what can be done".to_owned(),
            }),
        }
    }
}

fn ours(name: &str) -> Option<(&'static Family, &'static Schema)> {
    FAMILIES.iter().find_map(|family| {
        family.actions.iter().find(|schema| schema.name == name).map(|schema| (family, schema))
    })
}

/// As it stands in the source, a doc comment begins with a space.
pub(crate) fn about(schema: &Schema) -> &'static str {
    schema.about.trim()
}

fn unfit(bad: &BadParameters) -> Problem {
    Problem {
        code: ProblemCode::NotUnderstood,
        title: bad.to_string(),
        fix: "Use other words. `tabwright actions --json` shows what each action needs".to_owned(),
    }
}
