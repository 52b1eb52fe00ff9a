import { expect, test } from 'vitest';
import type { ModelProvider, ModelRecord } from '../wire';
import { draftOf, EMPTY_DRAFT, modelFrom } from './draft';

const OPENAI: ModelProvider = {
  id: 'openai',
  title: 'OpenAI',
  baseUrl: 'https://api.openai.com/v1',
  needsKey: true,
  needsContextWindow: false,
};
const OLLAMA = { ...OPENAI, id: 'ollama', needsKey: false, needsContextWindow: true };
const RECORD: ModelRecord = {
  name: 'gpt',
  isDefault: true,
  provider: 'openai',
  model: 'gpt-5.2',
  baseUrl: 'https://api.openai.com/v1',
  key: 'stored',
  vision: true,
  price: { input: 3, output: 15 },
};

test('a model is named after its provider unless it has a name', () => {
  const draft = { ...EMPTY_DRAFT, model: ' m ', key: ' sk-1\n' };
  expect(modelFrom(draft, OPENAI)).toEqual({
    model: { name: 'openai', provider: 'openai', model: 'm', key: 'sk-1' },
  });
  const named = { ...draft, name: 'a', vision: 'no', inputPrice: '0,5', outputPrice: '2' } as const;
  expect(modelFrom(named, OPENAI)).toMatchObject({
    model: { name: 'a', vision: false, price: { input: 0.5, output: 2 } },
  });
});

test('a change keeps the key unless one is typed', () => {
  const draft = draftOf(RECORD);
  expect(draft.key).toBe('');
  expect(modelFrom({ ...draft, model: 'gpt-6' }, undefined, RECORD)).toEqual({
    model: {
      name: 'gpt',
      model: 'gpt-6',
      baseUrl: 'https://api.openai.com/v1',
      price: { input: 3, output: 15 },
    },
  });
});

test.each([
  [EMPTY_DRAFT, undefined, 'Choose a provider.'],
  [EMPTY_DRAFT, OPENAI, /which model/],
  [{ ...EMPTY_DRAFT, model: 'm' }, OPENAI, 'OpenAI needs a key.'],
  [{ ...EMPTY_DRAFT, model: 'm' }, OLLAMA, /32000/],
  [{ ...EMPTY_DRAFT, model: 'm', contextWindow: '1.5' }, OLLAMA, /whole number/],
  [{ ...EMPTY_DRAFT, model: 'm', contextWindow: '32k' }, OLLAMA, /whole number/],
  [{ ...EMPTY_DRAFT, model: 'm', key: 'k', inputPrice: 'x' }, OPENAI, 'A price is a number.'],
  [{ ...EMPTY_DRAFT, model: 'm', key: 'k', inputPrice: '1' }, OPENAI, /both prices/],
])('%#: what is missing is told', (draft, provider, fault) => {
  const read = modelFrom(draft, provider);
  expect('fault' in read ? read.fault : undefined).toMatch(fault);
});
