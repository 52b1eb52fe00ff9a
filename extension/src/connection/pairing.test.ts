// Pairing codes as people type them.
import { expect, test } from 'vitest';
import { normaliseCode } from './pairing';

test.each(['7K3M-QX9P', '7k3m-qx9p', '7K3MQX9P', ' 7k3m qx9p ', '7-k-3-m-q-x-9-p'])(
  '"%s" is a code',
  (typed) => {
    expect(normaliseCode(typed)).toBe('7K3M-QX9P');
  },
);

test.each(['', '7K3M-QX9', '7K3M-QX9PP', '7K3M_QX9P', '7K3M-QX9É'])('"%s" is none', (typed) => {
  expect(normaliseCode(typed)).toBeUndefined();
});
