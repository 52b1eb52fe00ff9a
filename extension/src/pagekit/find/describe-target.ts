// Targets as a person says them: `css "form" › role button "Save" › 2nd`.
import type { Fingerprint, Locator, LocatorStep, RoleState, Target } from '../../wire';
import { inQuotes } from './words';

export function describeTarget(target: Target): string {
  if (typeof target === 'number') return `[${target}]`;
  if (typeof target === 'string') return target;
  if ('x' in target) return `the point ${target.x},${target.y}`;
  if ('selector' in target) return `"${target.selector}"`;
  if ('label' in target) return `the label "${target.label}"`;
  if ('text' in target) return `the text "${target.text}"`;
  if ('like' in target) return describeLike(target.like);
  if ('locator' in target) return stepsInWords(target.locator);
  return target.name === undefined ? `the role ${target.role}` : `${target.role} "${target.name}"`;
}

function describeLike({ role, tag, name }: Fingerprint): string {
  const kind = role || tag || 'element';
  return name ? `the recorded ${kind} "${name}"` : `the recorded ${kind}`;
}

function stepsInWords({ steps }: Locator): string {
  return steps.map(stepInWords).join(' › ');
}

function stepInWords(step: LocatorStep): string {
  switch (step.by) {
    case 'css':
      return `css "${step.selector}"`;
    case 'xpath':
      return `xpath "${step.xpath}"`;
    case 'role':
      return `role ${step.role}${step.name ? ` ${inQuotes(step.name)}` : ''}${stateInWords(step.state)}`;
    case 'text':
    case 'label':
    case 'placeholder':
    case 'title':
      return `${step.by} ${inQuotes(step.words)}`;
    case 'altText':
      return `alt text ${inQuotes(step.words)}`;
    case 'testId':
      return `test id ${inQuotes({ ...step.words, exact: false })}`;
    case 'number':
      return `[${step.number}]`;
    case 'nth':
      return placeInWords(step.index);
    case 'filter':
      return filterInWords(step);
    case 'and':
      return `and (${stepsInWords(step.locator)})`;
    case 'or':
      return `or (${stepsInWords(step.locator)})`;
    case 'focused':
      return 'what has the focus';
    case 'frame':
      return 'frame';
  }
}

function stateInWords(state: RoleState = {}): string {
  const { level, includeHidden, ...flags } = state;
  const words = Object.entries(flags).map(([name, on]) => (on ? name : `not ${name}`));
  if (level !== undefined) words.push(`level ${level}`);
  if (includeHidden) words.push('even hidden');
  return words.map((word) => ` ${word}`).join('');
}

function filterInWords(step: Extract<LocatorStep, { by: 'filter' }>): string {
  const { has, hasNot, hasText, hasNotText, visible } = step;
  const words: string[] = [];
  if (has) words.push(`that has (${stepsInWords(has)})`);
  if (hasNot) words.push(`that has no (${stepsInWords(hasNot)})`);
  if (hasText) words.push(`that says ${inQuotes(hasText)}`);
  if (hasNotText) words.push(`that does not say ${inQuotes(hasNotText)}`);
  if (visible !== undefined) words.push(visible ? 'visible' : 'hidden');
  return words.join(' ') || 'any';
}

function placeInWords(index: number): string {
  if (index === -1) return 'last';
  const place = index < 0 ? -index : index + 1;
  return index < 0 ? `${ordinal(place)} from the end` : ordinal(place);
}

function ordinal(place: number): string {
  const ending = new Intl.PluralRules('en', { type: 'ordinal' }).select(place);
  return `${place}${{ one: 'st', two: 'nd', few: 'rd' }[ending as string] ?? 'th'}`;
}
