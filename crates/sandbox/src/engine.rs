//! One JavaScript engine with an API loaded and everything frozen, ready for scripts.

use std::rc::Rc;
use std::time::{Duration, Instant};

use rquickjs::context::EvalOptions;
use rquickjs::function::IntoArgs;
use rquickjs::promise::PromiseState;
use rquickjs::{Context, Ctx, Function, Module, Object, Persistent, Promise, Runtime};

use crate::error::SandboxError;
use crate::host::Api;
use crate::limits::Limits;
use crate::modules::{self, HOST_GLOBAL};
use crate::natives::{message_of, natives};
use crate::run_state::RunState;

/// An API that takes longer than this to load never will.
const LOAD_TIME_MAX: Duration = Duration::from_secs(10);

/// Each is a function that fills the room, and the globals with what scripts see.
const ROOM: [(&str, &str); 8] = [
    ("places", include_str!("js/places.js")),
    ("printing", include_str!("js/printing.js")),
    ("running", include_str!("js/running.js")),
    ("encoding", include_str!("js/encoding.js")),
    ("search-params", include_str!("js/search-params.js")),
    ("url", include_str!("js/url.js")),
    ("cloning", include_str!("js/cloning.js")),
    ("hardening", include_str!("js/hardening.js")),
];

/// What outlives a call into JavaScript is declared before the runtime, so that it goes first.
pub(crate) struct Engine {
    room: Persistent<Object<'static>>,
    context: Context,
    runtime: Runtime,
}

/// Why a call into the JavaScript side did not return.
pub(crate) struct Broken;

impl Engine {
    pub(crate) fn load(
        api: &Api,
        state: &Rc<RunState>,
        limits: &Limits,
    ) -> Result<Self, SandboxError> {
        let folder = unguessable()?;
        let modules = modules::in_order(api, &folder)?;
        let engine = |error: rquickjs::Error| SandboxError::Engine(error.to_string());
        let runtime = Runtime::new().map_err(engine)?;
        runtime.set_memory_limit(limits.memory_bytes);
        runtime.set_max_stack_size(limits.stack_bytes);
        let watch = Rc::clone(state);
        runtime.set_interrupt_handler(Some(Box::new(move || watch.must_stop().is_some())));
        let context = Context::full(&runtime).map_err(engine)?;

        state.open_to_load(Instant::now() + LOAD_TIME_MAX);
        let room = context.with(|ctx| {
            let room = furnish(&ctx, state).map_err(|error| told(&ctx, error, &folder))?;
            let namespaces = evaluate(&ctx, modules, &folder)?;
            seal(&ctx, &room, namespaces).map_err(|error| told(&ctx, error, &folder))?;
            Ok(Persistent::save(&ctx, room))
        });
        state.close();
        let engine = Self { room: room?, context, runtime };
        engine.hear_rejections();
        Ok(engine)
    }

    /// Calls one of the room's functions. What goes wrong inside one is a limit that was reached:
    /// they catch all else.
    pub(crate) fn call<A>(&self, name: &str, args: A) -> Result<(), Broken>
    where
        A: for<'js> IntoArgs<'js>,
    {
        self.context.with(|ctx| {
            let called = call(&ctx, &self.room, name, args);
            called.map_err(|_| {
                ctx.catch();
                Broken
            })
        })
    }

    /// Runs one job of the queue; `false` when it is empty.
    pub(crate) fn turn(&self) -> bool {
        match self.runtime.execute_pending_job() {
            Ok(ran) => ran,
            Err(_) => {
                self.context.with(|ctx| drop(ctx.catch()));
                true
            }
        }
    }

    pub(crate) fn has_jobs(&self) -> bool {
        self.runtime.is_job_pending()
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        usize::try_from(self.runtime.memory_usage().malloc_size).unwrap_or(0)
    }

    fn hear_rejections(&self) {
        let room = self.room.clone();
        self.runtime.set_host_promise_rejection_tracker(Some(Box::new(
            move |ctx, promise, reason, handled| {
                if call(&ctx, &room, "rejected", (promise, reason, handled)).is_err() {
                    ctx.catch();
                }
            },
        )));
    }
}

fn call<'js, A: IntoArgs<'js>>(
    ctx: &Ctx<'js>,
    room: &Persistent<Object<'static>>,
    name: &str,
    args: A,
) -> rquickjs::Result<()> {
    let room = room.clone().restore(ctx)?;
    room.get::<_, Function>(name)?.call(args)
}

fn furnish<'js>(ctx: &Ctx<'js>, state: &Rc<RunState>) -> rquickjs::Result<Object<'js>> {
    let room = Object::new(ctx.clone())?;
    let natives = natives(ctx, state)?;
    for (name, source) in ROOM {
        let mut options = EvalOptions::default();
        options.filename = Some(name.to_owned());
        let fill: Function = ctx.eval_with_options(source, options)?;
        fill.call::<_, ()>((room.clone(), natives.clone()))?;
    }
    ctx.globals().set(HOST_GLOBAL, room.get::<_, Object>("host")?)?;
    Ok(room)
}

/// Runs the modules, and gives back what each exports.
fn evaluate<'js>(
    ctx: &Ctx<'js>,
    modules: Vec<modules::Module>,
    folder: &str,
) -> Result<Vec<Object<'js>>, SandboxError> {
    let mut namespaces = Vec::new();
    for module in modules {
        let evaluated = Module::declare(ctx.clone(), module.name, module.source)
            .and_then(Module::eval)
            .and_then(|(module, promise)| finish(ctx, &promise).and_then(|()| module.namespace()));
        namespaces.push(evaluated.map_err(|error| told(ctx, error, folder))?);
    }
    Ok(namespaces)
}

fn finish<'js>(ctx: &Ctx<'js>, promise: &Promise<'js>) -> rquickjs::Result<()> {
    while promise.state() == PromiseState::Pending && ctx.execute_pending_job() {}
    promise.finish()
}

fn seal<'js>(
    ctx: &Ctx<'js>,
    room: &Object<'js>,
    namespaces: Vec<Object<'js>>,
) -> rquickjs::Result<()> {
    ctx.globals().remove(HOST_GLOBAL)?;
    let entry = namespaces.last().cloned();
    room.get::<_, Function>("seal")?.call::<_, ()>((namespaces,))?;
    room.get::<_, Function>("begin")?.call((entry,))
}

fn told(ctx: &Ctx<'_>, error: rquickjs::Error, folder: &str) -> SandboxError {
    let message = match error {
        rquickjs::Error::Exception => message_of(ctx, &ctx.catch()),
        other => other.to_string(),
    };
    SandboxError::Api { message: message.replace(&format!("{folder}/"), "") }
}

fn unguessable() -> Result<String, SandboxError> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(|error| SandboxError::Random(error.to_string()))?;
    Ok(hex::encode(bytes))
}
