// @ts-check
// The MCP inspector's command line: each check is a process of its own, so that no state lasts between them.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { assertWhole } from './pictures.mjs';

const PROGRAM = new URL(
  './node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
  import.meta.url,
);

/** @typedef {Omit<import('./adapters/lines.mjs').Place, 'name'>} Place */

/** @type {[string, string[], (answer: any, complaint: string, page: string) => void][]} */
export const inspections = [
  [
    'tools/list --strict finds nothing',
    ['--method', 'tools/list', '--strict'],
    ({ tools }, complaint) => {
      assert.equal(tools.length, 10);
      assert.doesNotMatch(complaint, /Error:|Warning:/);
    },
  ],
  [
    'tools/call navigate',
    ['--method', 'tools/call', '--tool-name', 'navigate', '--tool-arg', 'url={page}'],
    ({ content }) => assert.match(content[0].text, /Lamps/),
  ],
  [
    'tools/call execute, with a picture of the page',
    [
      ...['--method', 'tools/call', '--tool-name', 'execute', '--tool-arg'],
      "code=await page.goto('{page}'); return await page.screenshot()",
    ],
    ({ content }) => {
      const picture = content.find((/** @type {any} */ { type }) => type === 'image');
      assertWhole({ type: picture.mimeType, bytes: Buffer.from(picture.data, 'base64') });
    },
  ],
  [
    'tools/call with arguments that are wrong tells so',
    ['--method', 'tools/call', '--tool-name', 'act', '--tool-arg', 'steps=[]'],
    ({ isError, content }) => {
      assert.equal(isError, true);
      assert.match(content[0].text, /give 1 to 100 steps/);
    },
  ],
  [
    'resources/list and resources/read',
    ['--method', 'resources/read', '--uri', 'tabwright://execute.d.ts'],
    ({ contents }) => assert.match(contents[0].text, /interface Page/),
  ],
  ['prompts/list', ['--method', 'prompts/list'], ({ prompts }) => assert.equal(prompts.length, 3)],
  [
    'prompts/get',
    [
      ...['--method', 'prompts/get', '--prompt-name', 'browse'],
      ...['--prompt-args', 'task=find a lamp'],
    ],
    ({ messages }) => assert.match(JSON.stringify(messages), /find a lamp/),
  ],
];

/**
 * @param {typeof inspections[number]} inspection
 * @param {Place} place
 * @param {string} page
 */
export async function inspect([, args, check], place, page) {
  const { out, complaint } = await run(
    ...['--cli', '--protocol-era', place.version === 'sessions' ? 'legacy' : 'modern'],
    ...args.map((word) => word.replace('{page}', page)),
    ...server(place),
  );
  /** @type {any} */
  let answer;
  try {
    answer = JSON.parse(out);
  } catch {
    throw new Error(`it said: ${out.slice(-300)} ${complaint.slice(-600)}`);
  }
  check(answer, complaint, page);
}

/** @param {Place} place @returns {string[]} */
function server({ carrier, program, environment, url, token }) {
  if (carrier === 'http') {
    return [
      '--transport',
      'http',
      '--server-url',
      url,
      '--header',
      `Authorization: Bearer ${token}`,
    ];
  }
  const variables = Object.entries(environment).flatMap(([name, value]) => [
    '-e',
    `${name}=${value}`,
  ]);
  return [...variables, '--', program, 'mcp'];
}

/** @param {string[]} args @returns {Promise<{ out: string, complaint: string }>} */
function run(...args) {
  const options = { maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM.pathname, ...args], options, (_, out, complaint) => {
      resolve({ out, complaint });
    });
  });
}
