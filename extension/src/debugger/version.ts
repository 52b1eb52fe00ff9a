// The browser's version as CDP's `Browser.getVersion` has it.
import { readBrands } from '../connection/brands';
import type { BrowserVersion } from '../wire';

export async function getVersion(): Promise<BrowserVersion> {
  const chromium = (await readBrands()).find(({ brand }) => brand === 'Chromium');
  return {
    product: `Chrome/${chromium?.version ?? '0.0.0.0'}`,
    userAgent: navigator.userAgent,
  };
}
