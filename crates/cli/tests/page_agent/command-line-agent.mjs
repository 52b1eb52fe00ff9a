// Stands for Codex and Claude Code: called as they are, it starts our MCP server as they do, works on its task with the
// tools, and prints the lines that they print. What it does stands in the task.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const [kind, ...args] = process.argv.slice(2);
const isCodex = kind === 'codex';
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const after = (name) => args[args.indexOf(name) + 1];

/** The server of its settings, in the form that each has for them. */
function server() {
  if (!isCodex) return JSON.parse(after('--mcp-config')).mcpServers.tabwright_task;
  const setting = args.find((arg) => arg.startsWith('mcp_servers.tabwright_task={'));
  const [, command, list, env] = /\{command=(".*"),args=(\[.*\]),env=\{(.*)\}\}$/.exec(setting);
  const variables = [...env.matchAll(/(\w+)=("(?:[^"\\]|\\.)*")/g)];
  return {
    command: JSON.parse(command),
    args: JSON.parse(list),
    env: Object.fromEntries(variables.map(([, name, value]) => [name, JSON.parse(value)])),
  };
}

async function readTask() {
  let text = '';
  for await (const piece of process.stdin) text += piece;
  return text.split('The task: ').at(-1);
}

/** Speaks MCP. Like the real ones it hands on little of its own environment. */
function startTools() {
  const { command, args: list, env } = server();
  const { PATH, HOME } = process.env;
  const child = spawn(command, list, { env: { PATH, HOME, ...env }, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result, error } = JSON.parse(line);
    waiting.get(id)?.(result ?? { isError: true, content: [{ type: 'text', text: error.message }] });
  });
  let last = 0;
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (method, params) =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      send({ id: last, method, params });
    });
  return { ask, send, end: () => child.stdin.end() };
}

const said = [];
/** Calls a tool, and tells of it in the lines of the real ones. */
async function call(tools, name, input) {
  const id = `call_${said.length}`;
  said.push(name);
  const item = { id, type: 'mcp_tool_call', server: 'tabwright_task', tool: name, arguments: input };
  if (isCodex) print({ type: 'item.started', item: { ...item, result: null, error: null, status: 'in_progress' } });
  else print({ type: 'assistant', message: { content: [{ type: 'tool_use', id, name: `mcp__tabwright_task__${name}`, input }] } });
  const { content, isError = false } = await tools.ask('tools/call', { name, arguments: input });
  const text = content.map((part) => part.text ?? '').join('\n');
  if (isCodex) {
    const end = isError ? { error: { message: text }, status: 'failed' } : { result: { content }, error: null, status: 'completed' };
    print({ type: 'item.completed', item: { ...item, ...end } });
  } else {
    print({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }] } });
  }
  return text;
}

function say(text) {
  if (isCodex) print({ type: 'item.completed', item: { id: `said_${said.length}`, type: 'agent_message', text } });
  else print({ type: 'assistant', message: { content: [{ type: 'text', text }] } });
}

function end(text, turns) {
  say(text);
  if (isCodex) {
    // It counts the whole conversation.
    print({ type: 'turn.completed', usage: { input_tokens: 1000 * turns, cached_input_tokens: 0, output_tokens: 10 * turns } });
    return;
  }
  // Of each answer it says how much its model read.
  const begun = { input_tokens: 900, cache_read_input_tokens: 100, cache_creation_input_tokens: 0, output_tokens: 1 };
  print({ type: 'stream_event', event: { type: 'message_start', message: { usage: begun } } });
  print({ type: 'stream_event', event: { type: 'message_delta', usage: { output_tokens: 10 } } });
  const usage = { input_tokens: 900, cache_read_input_tokens: 100, cache_creation_input_tokens: 0, output_tokens: 10 };
  print({ type: 'result', subtype: 'success', is_error: false, result: text, usage, total_cost_usd: 0.05 * turns });
}

/** Holds a connection for as long as this process lives. */
function hold(words) {
  const [host, port] = process.env.AGENT_IS_HELD_AT.split(':');
  const held = connect(Number(port), host);
  held.write(`${words}\n`);
  held.on('error', () => {});
}

if (isCodex && args[0] === 'mcp') {
  // Asked for the MCP servers that the person has given it.
  print([{ name: 'tabwright', enabled: true }]);
} else if (kind === 'child') {
  // Deaf to Ctrl-C, as a tool of an agent may be.
  process.on('SIGINT', () => {});
  hold('child');
} else {
  const task = await readTask();
  const resumed = isCodex ? args.includes('resume') && after('resume') : args.includes('--resume') && after('--resume');
  const thread = resumed || 'thread-1';
  if (isCodex) print({ type: 'thread.started', thread_id: thread });
  else print({ type: 'system', subtype: 'init', session_id: thread, mcp_servers: [{ name: 'tabwright_task', status: 'connected' }] });
  const tools = startTools();
  await tools.ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: kind, version: '1' },
  });
  tools.send({ method: 'notifications/initialized' });
  if (task.includes('Press')) {
    say('I look for the button.');
    const page = await call(tools, 'snapshot', {});
    const number = Number(/\[(\d+)\] button "Press"/.exec(page)[1]);
    await call(tools, 'act', { steps: [{ do: 'click', target: number }] });
    end(resumed ? `Pressed again in ${resumed}.` : 'Pressed.', resumed ? 2 : 1);
  } else if (task.includes('Use tab')) {
    const tab = Number(/Use tab (\d+)/.exec(task)[1]);
    const text = await call(tools, 'tabs', { do: 'use', tab });
    const reset = await call(tools, 'reset', {});
    end(`${text}\n${reset}`, 1);
  } else if (task.includes('Hang')) {
    spawn(process.execPath, [process.argv[1], 'child'], { stdio: 'ignore' });
    hold('agent');
    await call(tools, 'act', { steps: [{ do: 'wait', for: 'text', text: 'never', timeoutMs: 60_000 }] });
  } else {
    process.stderr.write('You are not logged in.\n');
    process.exitCode = 2;
  }
  tools.end();
}
