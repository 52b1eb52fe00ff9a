// Who can read aloud.
import { expect, test } from 'vitest';
import { requireVoice } from './speech';

const voices = [{ lang: 'en-US' }, { lang: 'de-DE' }, { lang: 'en-GB' }, {}];

test.each([undefined, 'en-AU', 'DE', 'de-DE'])('there is a voice for %s', (lang) => {
  expect(() => {
    requireVoice(voices, lang);
  }).not.toThrow();
});

test('a language that no voice speaks', () => {
  expect(() => {
    requireVoice(voices, 'fr-FR');
  }).toThrow('no voice of this browser speaks fr-FR; they speak de-DE, en-GB, en-US');
});

test('a browser without voices', () => {
  expect(() => {
    requireVoice([], undefined);
  }).toThrow('this browser has no voice to read aloud with');
});
