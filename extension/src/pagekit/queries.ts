// Asking about elements, handing them to the page's own scripts, and keeping their secrets.
import type { KitContext } from './context';
import type { KitHandlers } from './contract';
import { controlBehind } from './dom/clickable';
import { conceal } from './dom/secrets';
import { isDisabled, isVisible } from './dom/visibility';
import { createFingerprintWriter } from './fingerprint/fingerprint';
import { createPageQuery } from './fingerprint/page-query';
import { findMeant } from './find/find';
import { numbered } from './find/numbered';
import { foundElement } from './ask/found';
import { waitForCall } from './ask/hand-over';
import { makeReady } from './ready/ready';
import { Refusal } from './refusal';

export function queryHandlers(context: KitContext): KitHandlers<'query' | 'handOver' | 'conceal'> {
  return {
    query({ target, countMax, fingerprint, ...wanted }) {
      const found = findMeant(context, target);
      const told = found.slice(0, countMax);
      const writer = fingerprint
        ? createFingerprintWriter(createPageQuery(context.window.document))
        : undefined;
      return {
        total: found.length,
        elements: told.map((element) => ({
          ...foundElement(element, wanted, context.numbers),
          ...(writer && {
            visible: isVisible(element),
            enabled: !isDisabled(element),
            fingerprint: writer.of(element),
          }),
        })),
      };
    },
    async handOver({ target, all, event, timeoutMs }) {
      if (!event) throw new Refusal('badArguments', 'the event needs a name');
      const elements = all
        ? findMeant(context, target)
        : [(await makeReady(context, { target, need: 'exist', timeoutMs, force: false })).element];
      waitForCall(context, event, elements);
      return { count: elements.length };
    },
    conceal({ number }) {
      const element = numbered(context, number);
      conceal(controlBehind(element) ?? element);
      return {};
    },
  };
}
