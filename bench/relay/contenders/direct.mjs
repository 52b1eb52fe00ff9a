// @ts-check
// Chromium's own debugging port: no extension, no relay.

import { startChromium } from '../chromium.mjs';
import { openLine, openTabs } from './contender.mjs';

/**
 * @param {import('./contender.mjs').StartOptions} options
 * @returns {Promise<import('./contender.mjs').Contender>}
 */
export async function startDirect(options) {
  const { debuggingUrl, stop } = await startChromium(options);
  return {
    name: 'direct',
    openLine: () => openLine(debuggingUrl),
    clientUrl: () => debuggingUrl,
    openTabs: (url, count) => openTabs(debuggingUrl, url, count),
    stop,
  };
}
