// @ts-check
// The official conformance suite, over HTTP. It is made for a server of its own that has certain tools, resources and
// prompts; what needs these does not apply to any other server.

import { execFile } from 'node:child_process';

const FIXTURE_TOOL = 'calls a tool of the fixture server, which no other server has';
const FIXTURE_RESOURCE = 'reads a resource of the fixture server, which no other server has';
const FIXTURE_PROMPT = 'gets a prompt of the fixture server, which no other server has';

/** What does not apply, and why. @type {Record<string, string>} */
export const NOT_APPLICABLE = {
  'logging-set-level': 'we log nothing to clients, and do not declare the capability',
  'completion-complete': 'we complete no arguments, and do not declare the capability',
  'tools-call-simple-text': FIXTURE_TOOL,
  'tools-call-image': FIXTURE_TOOL,
  'tools-call-audio': FIXTURE_TOOL,
  'tools-call-embedded-resource': FIXTURE_TOOL,
  'tools-call-mixed-content': FIXTURE_TOOL,
  'tools-call-with-logging': FIXTURE_TOOL,
  'tools-call-error': FIXTURE_TOOL,
  'tools-call-with-progress': FIXTURE_TOOL,
  'tools-call-sampling': FIXTURE_TOOL,
  'tools-call-elicitation': FIXTURE_TOOL,
  'json-schema-2020-12': 'looks for a tool of the fixture server in the list',
  'elicitation-sep1034-defaults': FIXTURE_TOOL,
  'elicitation-sep1330-enums': FIXTURE_TOOL,
  'server-sse-polling': FIXTURE_TOOL,
  'resources-read-text': FIXTURE_RESOURCE,
  'resources-read-binary': FIXTURE_RESOURCE,
  'resources-templates-read': FIXTURE_RESOURCE,
  'resources-subscribe': 'no resource can be subscribed to, and we do not declare the capability',
  'resources-unsubscribe': 'no resource can be subscribed to, and we do not declare the capability',
  'prompts-get-simple': FIXTURE_PROMPT,
  'prompts-get-with-args': FIXTURE_PROMPT,
  'prompts-get-embedded-resource': FIXTURE_PROMPT,
  'prompts-get-with-image': FIXTURE_PROMPT,
};

const PROGRAM = new URL(
  './node_modules/@modelcontextprotocol/conformance/dist/index.js',
  import.meta.url,
);

/** The names of its scenarios for servers. @returns {Promise<string[]>} */
export async function scenarioNames() {
  const { out } = await run('list', '--server');
  return [...out.matchAll(/^ +- (\S+)/gm)].map(([, name]) => name);
}

/** @param {string} scenario @param {string} url */
export async function runScenario(scenario, url) {
  const { code, out } = await run('server', '--url', url, '--scenario', scenario);
  const passed = /Passed: (\d+)\/(\d+)/.exec(out);
  if (code !== 0 || !passed || passed[1] !== passed[2]) throw new Error(out.trim().slice(-600));
}

/** @param {string[]} args @returns {Promise<{ code: number, out: string }>} */
function run(...args) {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM.pathname, ...args], (error, out, complaint) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, out: out + complaint });
    });
  });
}
