// What a tool call of the agent does, in one line for the person. Its arguments were written by a model that reads
// pages: they are flattened, shortened, and quoted where they are words of a page.
import { sanitize } from '../policy/sanitize';

const WORDS_LENGTH_MAX = 60;
const ADDRESS_LENGTH_MAX = 80;
const STEPS_NAMED_MAX = 2;

export function describeCall(tool: string, argumentsJson: string): string {
  const args = readObject(argumentsJson);
  switch (tool) {
    case 'act':
      return describeSteps(args.steps);
    case 'navigate':
      return typeof args.url === 'string' ? `Open ${address(args.url)}` : 'Go to another page';
    case 'snapshot':
      return 'Look at the page';
    case 'read':
      return typeof args.what === 'string' ? `Read the page: ${words(args.what)}` : 'Read the page';
    case 'screenshot':
      return 'Take a picture of the page';
    case 'tabs':
      return 'Look after its tabs';
    case 'execute':
      return 'Run a script on the page';
    case 'do':
      return typeof args.utterance === 'string' ? `Do ${quoted(args.utterance)}` : 'Do a command';
    default:
      return `Use ${sanitize(tool, 40)}`;
  }
}

function describeSteps(steps: unknown): string {
  if (!Array.isArray(steps) || steps.length === 0) return 'Act on the page';
  const named = steps.slice(0, STEPS_NAMED_MAX).map(describeStep);
  const more = steps.length - named.length;
  const line = named.join(', then ');
  return more > 0 ? `${line}, and ${more} more` : line;
}

const DEEDS: Record<string, string> = {
  click: 'Click',
  type: 'Type into',
  insert: 'Put text into',
  select: 'Choose in',
  check: 'Tick',
  uncheck: 'Untick',
  hover: 'Point at',
  follow: 'Follow',
  upload: 'Upload to',
  focus: 'Focus',
};

function describeStep(step: unknown): string {
  const { do: deed, target, keys, text, to } = asObject(step);
  if (deed === 'press')
    return Array.isArray(keys) ? `Press ${words(keys.join(' '))}` : 'Press keys';
  if (deed === 'scroll') return 'Scroll';
  if (deed === 'wait') return typeof text === 'string' ? `Wait for ${quoted(text)}` : 'Wait';
  if (deed === 'dialog') return 'Answer the dialog';
  if (deed === 'drag') return `Drag ${place(target)} to ${place(to)}`;
  const verb = typeof deed === 'string' ? DEEDS[deed] : undefined;
  return verb === undefined ? 'Act on the page' : `${verb} ${place(target)}`;
}

/** A target is a number, or a text such as `role=button:Save`. */
function place(target: unknown): string {
  if (typeof target === 'number') return `element ${target}`;
  if (typeof target !== 'string') return 'the page';
  const [, named] = /^(?:text|label|role=[a-z]+|placeholder)[=:](.+)$/u.exec(target) ?? [];
  return named === undefined ? words(target) : quoted(named);
}

function quoted(text: string): string {
  return `“${words(text)}”`;
}

function words(text: string): string {
  return sanitize(text, WORDS_LENGTH_MAX);
}

/** The host says where; the rest of an address says little and may be long. */
function address(url: string): string {
  // `URL.parse` came with Chrome 126, and the extension runs from 125 on.
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: '', pathname: '' };
  return sanitize(
    host === '' ? url : host + (pathname === '/' ? '' : pathname),
    ADDRESS_LENGTH_MAX,
  );
}

function readObject(json: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(json));
  } catch {
    // What a model writes may be no JSON.
    return {};
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
