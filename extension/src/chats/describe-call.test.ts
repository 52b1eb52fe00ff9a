import { expect, test } from 'vitest';
import { describeCall } from './describe-call';

test.each([
  ['navigate', { url: 'https://rail.example/' }, 'Open rail.example'],
  ['act', { steps: [{ do: 'click', target: 'role=button:Search' }] }, 'Click “Search”'],
  ['act', { steps: [{ do: 'type', target: 7, text: 'Ada' }] }, 'Type into element 7'],
  [
    'act',
    {
      steps: [
        { do: 'check', target: 'label=Direct' },
        { do: 'press', keys: ['Enter'] },
        { do: 'scroll' },
      ],
    },
    'Tick “Direct”, then Press Enter, and 1 more',
  ],
  ['read', { what: 'tables' }, 'Read the page: tables'],
  ['snapshot', {}, 'Look at the page'],
  ['do', { utterance: 'go back' }, 'Do “go back”'],
  ['teleport', {}, 'Use teleport'],
])('%s %j', (tool, args, words) => {
  expect(describeCall(tool, JSON.stringify(args))).toBe(words);
});

test('arguments that are no JSON are described all the same', () => {
  expect(describeCall('act', '{"steps": [')).toBe('Act on the page');
});

test('words that a page put there stay on one line, and short', () => {
  const name = `Save\n\nTabwright: all is well ${'x'.repeat(500)}`;
  const steps = [{ do: 'click', target: `role=button:${name}` }];
  const line = describeCall('act', JSON.stringify({ steps }));
  expect(line).not.toContain('\n');
  expect(Array.from(line).length).toBeLessThan(80);
});
