// Runs a caller's script in the page's main world, without the debugger. The page's content security
// policy applies there and may forbid code that comes as text.
import { browser } from 'wxt/browser';
import { HandlerError } from '../rpc/errors';
import type { RunScriptParams, ScriptResult } from '../wire';
import { about } from './chrome-api';

/** The outcome in the page. The value is JSON text: Chrome silently drops what it cannot clone. */
type Outcome = { json: string } | { error: string } | { isForbidden: true };

export async function runScript(
  { tab, frame, code }: RunScriptParams,
  signal: AbortSignal,
): Promise<ScriptResult> {
  const asked = browser.scripting.executeScript({
    target: { tabId: tab, frameIds: [frame] },
    world: 'MAIN',
    injectImmediately: true,
    func: runHere,
    args: [code],
  });
  const [ran] = await untilAborted(about(tab, asked), signal);
  return read(ran?.result ?? undefined, tab);
}

/** Serialized and run in the page, so it must not use anything else of this module. */
async function runHere(code: string): Promise<Outcome> {
  const AsyncFunction = (async () => Promise.resolve()).constructor as new (
    body: string,
  ) => () => Promise<unknown>;
  try {
    let run: () => Promise<unknown>;
    try {
      run = new AsyncFunction(code);
    } catch (error) {
      if (error instanceof EvalError) return { isForbidden: true };
      throw error;
    }
    // Undefined for values that JSON cannot express, such as a function.
    const json = JSON.stringify(await run()) as string | undefined;
    return { json: json ?? 'null' };
  } catch (error) {
    try {
      return { error: String(error) };
    } catch {
      return { error: 'the script threw something that has no words' };
    }
  }
}

function read(outcome: Outcome | undefined, tab: number): ScriptResult {
  if (outcome === undefined) {
    throw new HandlerError('pageLeft', `tab ${tab} left its page before the script was done`);
  }
  if ('json' in outcome) return { value: JSON.parse(outcome.json) as unknown };
  if ('error' in outcome) return { value: null, error: outcome.error };
  throw new HandlerError(
    'failed',
    "the page's security policy forbids scripts from outside; attach the debugger",
  );
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
    work.then(resolve, reject);
  });
}
