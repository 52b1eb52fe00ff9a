// What pages get from the daemon about models; the daemon is scripted here.
import { expect, test } from 'vitest';
import { HandlerError } from '../rpc/errors';
import { validateResults } from '../rpc/readers';
import { createTestPair } from '../rpc/test-pair';
import { agentServiceResults } from '../wire-readers';
import { createModelRequests } from './requests';

function requestsTo(method: string, answer: (params: unknown) => unknown) {
  const { near } = createTestPair({ far: { invokes: { [method]: answer } } });
  return createModelRequests(() => validateResults(agentServiceResults, near.channel));
}

const RECORD = {
  name: 'gpt',
  isDefault: true,
  provider: 'openai',
  model: 'gpt-5.2',
  baseUrl: 'https://api.openai.com/v1',
  key: 'stored',
  vision: true,
};

test('a model goes to the daemon as it was said, and its key does not come back', async () => {
  const heard: unknown[] = [];
  const requests = requestsTo('addModel', (params) => {
    heard.push(params);
    return { models: [{ ...RECORD, keyText: 'sk-1' }], providers: [], agents: [] };
  });
  const model = { name: 'gpt', provider: 'openai', model: 'gpt-5.2', key: 'sk-1' };
  const request = { type: 'addModel', model } as Parameters<typeof requests.addModel>[0];
  const list = await requests.addModel(request);
  expect(heard).toEqual([model]);
  expect(list.models[0]).toMatchObject(RECORD);
});

test('what went wrong is a sentence', async () => {
  const requests = requestsTo('testModel', () => {
    throw new HandlerError('failed', 'the model’s provider does not take the key. Check the key.');
  });
  await expect(requests.testModel({ name: 'gpt' })).rejects.toThrow(
    'The model’s provider does not take the key. Check the key.',
  );
});
