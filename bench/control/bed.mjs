// @ts-check
// One browser that `tabwright up` started, with a debugging port besides for everybody else.

import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '../relay/raw.mjs';

export const PROGRAM =
  process.env.TABWRIGHT ??
  fileURLToPath(new URL('../../target/release/tabwright', import.meta.url));
const SWITCHES = [
  '--remote-debugging-port=0',
  '--window-size=1280,800',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const LOAD_MS_MAX = 60_000;

/** The two ways to the browser: through the extension, and over the debugging pipe. */
export const BACKENDS = /** @type {const} */ ({ extension: '', cdp: '?browser=managed' });

/** @typedef {keyof typeof BACKENDS} Backend */
/** @typedef {Awaited<ReturnType<typeof startBed>>} Bed */

/** @type {Set<() => void>} */
const stops = new Set();
process.on('exit', () => stops.forEach((stop) => stop()));
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => process.exit(130));
}

/** @param {string} site @param {NodeJS.ProcessEnv} [settings] */
export async function startBed(site, settings = {}) {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is not there: \`cargo xtask build\``);
  const home = mkdtempSync(join(tmpdir(), 'tabwright-bench-control-'));
  const env = { ...process.env, ...settings, TABWRIGHT_HOME: home, HOME: home };
  const run = promisify(execFile);
  /** @param {string} program @param {string[]} args */
  const execute = async (program, args) => {
    const { stdout } = await run(program, args, { env, maxBuffer: OUTPUT_BYTES_MAX });
    return stdout;
  };
  /** @type {(() => void)[]} */
  const endings = [];
  const stop = () => {
    if (!stops.delete(stop)) return;
    endings.forEach((end) => end());
    spawnSync(PROGRAM, ['stop'], { env, stdio: 'ignore' });
    // A browser that has just ended may still be writing its last files.
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  stops.add(stop);
  const up = ['up', '--detach', '--headless', '--port=0', `${site}/`, '--', ...SWITCHES];
  const said = await execute(PROGRAM, up);
  const port = Number(/daemon\s+127\.0\.0\.1:(\d+)/.exec(said)?.[1]);
  const token = readFileSync(join(home, 'data/token'), 'utf8').trim();
  const active = readFileSync(join(home, 'data/profile/DevToolsActivePort'), 'utf8').split('\n');
  const debuggingUrl = `ws://127.0.0.1:${active[0]}${active[1]}`;
  return {
    home,
    debuggingUrl,
    debuggingPort: active[0],
    /** For CDP through the extension. */
    relayUrl: readFileSync(join(home, 'data/cdp-url'), 'utf8').trim(),
    call: verbCaller(port, token),
    execute,
    /** @param {string[]} args */
    cli: (...args) => execute(PROGRAM, args),
    /** @param {() => void} end what else ends with it, however the run ends */
    beforeStop: (end) => endings.push(end),
    stop,
  };
}

/**
 * The verbs as a client of the HTTP API has them: one connection, kept.
 * @param {number} port
 * @param {string} token
 */
function verbCaller(port, token) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, noDelay: true });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  /**
   * @param {string} verb
   * @param {object} [params]
   * @param {Backend} [backend]
   * @returns {Promise<any>}
   */
  return (verb, params = {}, backend = 'extension') =>
    new Promise((resolve, reject) => {
      const path = `/api/v1/${verb}${BACKENDS[backend]}`;
      const options = { agent, port, host: '127.0.0.1', method: 'POST', path, headers };
      const call = request(options, (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => (body += chunk));
        response.on('end', () => {
          const answer = JSON.parse(body);
          if (response.statusCode === 200) resolve(answer);
          else reject(new Error(`${verb}, ${backend}: ${answer.title}`));
        });
      });
      call.once('error', reject);
      call.end(JSON.stringify(params));
    });
}

/**
 * A page by the browser's own port, for what is not measured: loading, looking, marking.
 * @param {Bed} bed
 * @param {string} url the start of its address
 */
export async function openEye(bed, url) {
  const client = await Client.connect(bed.debuggingUrl);
  const { targetInfos } = await client.send('Target.getTargets');
  const target = targetInfos.find(
    (/** @type {any} */ each) => each.type === 'page' && each.url.startsWith(url),
  );
  if (!target) throw new Error(`no page shows ${url}`);
  const line = await client.attach(target.targetId);
  /** @type {Map<number, any>} */
  const contexts = new Map();
  let loaded = () => {};
  client.onEvent = (method, params) => {
    if (method === 'Runtime.executionContextCreated') {
      contexts.set(params.context.id, params.context);
    } else if (method === 'Runtime.executionContextsCleared') contexts.clear();
    else if (method === 'Page.loadEventFired') loaded();
  };
  await line.send('Page.enable', {});
  await line.send('Runtime.enable', {});
  return {
    client,
    targetId: target.targetId,
    send: line.send,
    /** @param {string} expression @param {object} [options] @returns {Promise<any>} */
    evaluate: async (expression, options) => {
      const params = { expression, returnByValue: true, awaitPromise: true, ...options };
      const { result, exceptionDetails } = await line.send('Runtime.evaluate', params);
      if (exceptionDetails) {
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      }
      return result.value;
    },
    /** @param {string} address */
    goTo: async (address) => {
      const timer = AbortSignal.timeout(LOAD_MS_MAX);
      const done = new Promise((resolve, reject) => {
        loaded = () => resolve(undefined);
        timer.addEventListener('abort', () => reject(new Error(`${address} did not load`)));
      });
      await line.send('Page.navigate', { url: address });
      await done;
    },
    worlds: () => [...contexts.values()],
    close: () => client.close(),
  };
}

/** @typedef {Awaited<ReturnType<typeof openEye>>} Eye */
