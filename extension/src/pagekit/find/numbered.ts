// The element with a number, as long as it is in the page.
import type { KitContext } from '../context';
import { quote } from '../../page-words';
import { describe } from '../dom/facts';
import { isConnected } from '../dom/native';
import { Refusal } from '../refusal';

export function numbered({ numbers }: KitContext, number: number): Element {
  const element = numbers.element(number);
  if (!element) {
    throw new Refusal('gone', `no element of the page has the number ${number}; look again`);
  }
  if (!isConnected(element)) {
    throw new Refusal('gone', `[${number}], ${describeGone(element)}, has left the page`);
  }
  return element;
}

/** What is not in the page has no visible text: its name is taken from what it holds. */
export function describeGone(element: Element): string {
  const words = describe(element);
  const text = element.textContent.replace(/\s+/g, ' ').trim();
  return words.includes('"') || !text ? words : `${words} ${quote(text, 60)}`;
}
