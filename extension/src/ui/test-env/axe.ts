// What axe-core finds in a page as it is now: accessibility, with the colours as they are computed.
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const SCRIPT = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

declare const axe: {
  run: () => Promise<{
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  }>;
};

/** One line for each rule that is broken, with the elements that break it. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: SCRIPT });
  const { violations } = await page.evaluate(() => axe.run());
  return violations.map(({ id, nodes }) => {
    const elements = nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`);
    return `${id}: ${elements.join('\n')}`;
  });
}
