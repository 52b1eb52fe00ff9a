// What a model is and what works, in words.
import { sentence } from '../connection/problem';
import type { ModelRecord, ModelTest } from '../wire';

/** "gpt-5.2 at api.openai.com, key stored". */
export function describeModel({ model, baseUrl, key, keyEnv }: ModelRecord): string {
  const where = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  const keys = { none: 'no key', stored: 'key stored', variable: `key in ${keyEnv ?? ''}` };
  return `${model} at ${where}, ${keys[key]}`;
}

export function describeProblem({ problem }: ModelRecord): string | undefined {
  return problem && `${sentence(problem.title)} ${problem.fix}`;
}

/** Each thing that was tried, and whether it works. */
export function testedParts(test: ModelTest): (readonly [part: string, works: boolean])[] {
  const parts: [string, boolean][] = [
    ['Text', test.text],
    ['Streaming', test.streaming],
    ['Tools', test.tools],
  ];
  if (test.images !== undefined) parts.push(['Images', test.images]);
  return parts;
}

export function describeTest(test: ModelTest): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const time = `First words after ${seconds(test.firstPieceMs)}, all after ${seconds(test.tookMs)}.`;
  if (test.tools) return time;
  return `It called no tool, so it can’t work in the browser. Choose a model that calls tools. ${time}`;
}
