// What the panel gets from the daemon, which is scripted here.
import { expect, test } from 'vitest';
import { createTestPair } from '../rpc/test-pair';
import { validateResults } from '../rpc/readers';
import { agentServiceResults } from '../wire-readers';
import { HandlerError } from '../rpc/errors';
import { createLanguageRequests } from './requests';

const NOTHING = { steps: [], parts: [], nearest: [] };

/** A daemon that answers one method with this, and what it was asked. */
function daemonWith(method: string, answer: () => unknown) {
  const heard: unknown[] = [];
  const invokes = {
    [method]: (params: unknown) => {
      heard.push(params);
      return answer();
    },
  };
  const { near, far } = createTestPair({ far: { invokes } });
  return {
    requests: createLanguageRequests(() => validateResults(agentServiceResults, near.channel)),
    heard,
    far,
  };
}

/** Pages send the type of their request beside it: the daemon would refuse what it does not know. */
const fromPage = <P>(params: P): P => ({ ...params, type: 'something' });

test('an utterance names no tab: the daemon takes the one in front', async () => {
  const { requests, heard } = daemonWith('runUtterance', () => NOTHING);
  await requests.runUtterance(fromPage({ id: 'a', text: 'go back' }));
  expect(heard).toEqual([{ id: 'a', utterance: { text: 'go back' } }]);
});

test('what is understood, what could follow and what is stopped', async () => {
  const understanding = daemonWith('understand', () => NOTHING);
  expect(await understanding.requests.understand(fromPage({ text: 'go' }))).toEqual(NOTHING);
  expect(understanding.heard).toEqual([{ text: 'go' }]);

  const completing = daemonWith('complete', () => ({ completions: [] }));
  expect(await completing.requests.complete(fromPage({ text: 'go' }))).toEqual([]);
  expect(completing.heard).toEqual([{ text: 'go', max: 8 }]);

  const stopping = daemonWith('stopUtterance', () => ({}));
  expect(await stopping.requests.stopUtterance(fromPage({ id: 'a' }))).toBeNull();
  expect(stopping.heard).toEqual([{ id: 'a' }]);
});

test('a phrasing is remembered with what it means, and told as a person reads it', async () => {
  const { requests, heard } = daemonWith('rememberPhrasing', () => ({
    phrasing: 'hop\n<n>',
    grammar: 'said-1',
  }));
  const phrasing = { text: 'hop 2', actions: [{ actionName: 'goBack', parameters: { n: 2 } }] };
  expect(await requests.rememberPhrasing(fromPage({ phrasing }))).toBe('hop <n>');
  expect(heard).toEqual([phrasing]);
});

test('a daemon that is too old says so', async () => {
  const { requests } = daemonWith('somethingElse', () => NOTHING);
  await expect(requests.runUtterance({ id: 'a', text: 'go back' })).rejects.toThrow(
    'newer Tabwright',
  );
});

test('a refusal is a sentence', async () => {
  const { requests } = daemonWith('runUtterance', () => {
    throw new HandlerError('failed', 'no browser is connected');
  });
  const run = requests.runUtterance({ id: 'a', text: 'go back' });
  await expect(run).rejects.toThrow('No browser is connected.');
});

test('an answer that makes no sense is shown to nobody', async () => {
  const { requests } = daemonWith('runUtterance', () => ({ steps: 'all done' }));
  const run = requests.runUtterance({ id: 'a', text: 'go back' });
  await expect(run).rejects.toThrow('nearest must be a list');
});

test('a run that runs ends with the connection', async () => {
  const { near } = createTestPair({
    far: { invokes: { runUtterance: () => new Promise(() => undefined) } },
  });
  const requests = createLanguageRequests(() => validateResults(agentServiceResults, near.channel));
  const run = requests.runUtterance({ id: 'a', text: 'go back' });
  near.multiplexer.disconnect();
  await expect(run).rejects.toThrow('isn’t connected');
});
