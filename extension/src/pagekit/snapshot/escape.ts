// Sanitizes page text on its way into our lines, against prompt injection: a page must not be able to
// imitate our own markup, nor to hide words from a person that a model would read.
import { cut } from '../dom/facts';

// Controls, soft hyphens, zero-width and direction marks, tag and variation characters, and the
// private signs of icon fonts. Joiners stay: scripts and emoji need them.
const UNSEEN =
  /[\0-\x1f\x7f-\x9f\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ue000-\uf8ff\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}\s]+/gu;
const ORDINARY = /^[!-~]+(?: [!-~]+)*$/;
const NUMBER = /\\*\[(?=\d+\])/g;
/** Words that begin lines of ours. */
const HEADS =
  'alert|alertdialog|application|article|banner|clickable|complementary|contentinfo|dialog|feed|' +
  'figure|form|frame|grid|group|image|list|listbox|log|main|menu|menubar|navigation|no change|' +
  'radiogroup|region|scroll area|search|status|table|tablist|tabpanel|toolbar|tree|treegrid|' +
  'unreachable';
const OWN_START = new RegExp(`^(?:[#*|…]|[-+~] |(?:${HEADS})(?:$|:| "))`, 'i');

/** One line of what a person would read. */
export function clean(text: string): string {
  if (ORDINARY.test(text)) return text;
  return text.replace(UNSEEN, spaceFor).trim();
}

/** Page text inside a line of ours. */
export function inLine(text: string): string {
  return text.includes('[')
    ? text.replace(NUMBER, (found) => found.replace(/[\\[]/g, '\\$&'))
    : text;
}

/** Page text that begins a line. */
export function atStart(text: string): string {
  return OWN_START.test(text) ? `\\${text}` : text;
}

export function inCell(text: string): string {
  return text.includes('|') ? text.replace(/\|/g, '\\|') : text;
}

export function quoted(text: string, charsMax: number): string {
  return `"${inLine(cut(clean(text), charsMax).replace(/["\\]/g, '\\$&'))}"`;
}

function spaceFor(run: string): string {
  return /\s/.test(run) ? ' ' : '';
}
