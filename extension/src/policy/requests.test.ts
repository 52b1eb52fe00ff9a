// What pages get from the daemon, which is scripted here.
import { expect, test } from 'vitest';
import { createTestPair } from '../rpc/test-pair';
import { validateResults } from '../rpc/readers';
import { agentServiceResults } from '../wire-readers';
import { HandlerError, RpcError } from '../rpc/errors';
import { createPolicyRequests, errorMessage } from './requests';

/** A daemon that answers one method with this. */
function daemonWith(method: string, answer: (params: unknown) => unknown) {
  const { near, far } = createTestPair({ far: { invokes: { [method]: answer } } });
  const requests = createPolicyRequests(() => validateResults(agentServiceResults, near.channel));
  return { requests, end: far };
}

test('an answer reaches the daemon as it was given', async () => {
  const heard: unknown[] = [];
  const { requests } = daemonWith('answerQuestion', (params) => {
    heard.push(params);
    return {};
  });
  // Pages send the type of their request beside it: the daemon would refuse what it does not know.
  const request = { type: 'answerQuestion', answer: { id: 7, allow: true, remember: 'always' } };
  await requests.answerQuestion(request as Parameters<typeof requests.answerQuestion>[0]);
  expect(heard).toEqual([{ id: 7, allow: true, remember: 'always' }]);
});

test('a question that is over says so', async () => {
  const { requests } = daemonWith('answerQuestion', () => {
    throw new HandlerError('failed', 'question 7 was answered already');
  });
  await expect(requests.answerQuestion({ answer: { id: 7, allow: true } })).rejects.toThrow(
    'Question 7 was answered already.',
  );
});

test('rules go and come', async () => {
  const rules = [{ id: 1, source: 'person', rule: { mode: 'deny' } }];
  const { requests } = daemonWith('addRule', (rule) => {
    expect(rule).toEqual({ mode: 'deny' });
    return { rules };
  });
  await expect(requests.addRule({ rule: { mode: 'deny' } })).resolves.toEqual(rules);
});

test('questions that make no sense are shown to nobody', async () => {
  const { requests } = daemonWith('listQuestions', () => ({ questions: [{ id: 'x' }] }));
  await expect(requests.listQuestions({})).rejects.toThrow('questions[0].client must be a string');
});

test.each([
  [new RpcError('disconnected', 'Agent channel disconnected'), /isn’t connected/],
  [new RpcError('timeout', 'no answer within 5000 ms'), /doesn’t answer/],
  [new RpcError('unknownMethod', 'agentService has no method addRule'), /newer Tabwright/],
  [new RpcError('failed', 'the rule says nothing'), /^The rule says nothing\.$/],
  [new Error('odd'), /^odd$/],
  ['odd', /^odd$/],
])('%s in words', (error, words) => {
  expect(errorMessage(error)).toMatch(words);
});

test('without a daemon every request says so', async () => {
  const requests = createPolicyRequests(() => {
    throw new RpcError('disconnected', 'Agent channel disconnected');
  });
  await expect(requests.listRules({})).rejects.toThrow('isn’t connected');
});
