// Which frames of a page are worth asking.
import { expect, test } from 'vitest';
import { framesOf } from './frames';

type Frame = Parameters<typeof framesOf>[0][number];

const frame = (given: Partial<Frame>): Frame => ({
  frameId: 0,
  parentFrameId: -1,
  documentId: 'D0',
  documentLifecycle: 'active',
  url: 'https://a.example/',
  errorOccurred: false,
  ...given,
});

test('a frame keeps its parent and its document', () => {
  const inner = frame({ frameId: 4, parentFrameId: 0, documentId: 'D4', url: 'about:srcdoc' });
  expect(framesOf([frame({}), inner])).toEqual([
    { frame: 0, parent: -1, document: 'D0', url: 'https://a.example/' },
    { frame: 4, parent: 0, document: 'D4', url: 'about:srcdoc' },
  ]);
});

test.each([
  ['shows an error', { errorOccurred: true }],
  ['is of a page made ready beforehand', { documentLifecycle: 'prerender' as const }],
])('one that %s is left out', (_what, given) => {
  expect(framesOf([frame({}), frame({ frameId: 4, ...given })])).toHaveLength(1);
});
