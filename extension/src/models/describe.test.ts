import { expect, test } from 'vitest';
import type { ModelRecord, ModelTest } from '../wire';
import { describeModel, describeProblem, describeTest, testedParts } from './describe';

const RECORD: ModelRecord = {
  name: 'gpt',
  isDefault: true,
  provider: 'openai',
  model: 'gpt-5.2',
  baseUrl: 'https://api.openai.com/v1',
  key: 'stored',
  vision: true,
};
const TEST: ModelTest = {
  name: 'gpt',
  text: true,
  streaming: true,
  tools: true,
  firstPieceMs: 420,
  tookMs: 2_100,
  inputTokens: 120,
  outputTokens: 30,
};

test('a model in one line', () => {
  expect(describeModel(RECORD)).toBe('gpt-5.2 at api.openai.com, key stored');
  const variable = { ...RECORD, key: 'variable', keyEnv: 'K', baseUrl: 'odd' } as const;
  expect(describeModel(variable)).toBe('gpt-5.2 at odd, key in K');
  expect(describeProblem(RECORD)).toBeUndefined();
  const problem = {
    status: 409,
    code: 'no-model',
    title: 'it has no key',
    fix: 'Add it.',
  } as const;
  expect(describeProblem({ ...RECORD, problem })).toBe('It has no key. Add it.');
});

test('what works, part by part', () => {
  expect(testedParts(TEST).map(([part]) => part)).toEqual(['Text', 'Streaming', 'Tools']);
  expect(testedParts({ ...TEST, images: false })).toContainEqual(['Images', false]);
  expect(describeTest(TEST)).toBe('First words after 0.4 s, all after 2.1 s.');
  expect(describeTest({ ...TEST, tools: false })).toMatch(/called no tool/);
});
