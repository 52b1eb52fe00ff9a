// The button of the popup that keeps the page in front.
import { expect, test } from 'vitest';
import type { KeptPage, RememberedPage } from '../wire';
import { ownPagesOfThisFile, type Replies } from './test-env/own-pages';

const withPage = ownPagesOfThisFile();

const CONNECTED: Replies = { getConnection: { kind: 'connected', daemonVersion: '0.1.0' } };

function kept(outcome: RememberedPage['outcome']): Replies {
  const page = { id: 1 } as KeptPage;
  return { ...CONNECTED, rememberPage: { page, outcome, summary: [], questions: [] } };
}

test.each([
  ['new', 'This page is in your library now.'],
  ['changed', 'This page is in your library, with what it says now.'],
  ['unchanged', 'This page was in your library already.'],
] as const)('a page that is %s is kept, and it is said', (outcome, words) =>
  withPage({ page: 'popup', replies: kept(outcome), width: 360 }, async (page) => {
    await page.getByRole('button', { name: 'Remember this page' }).click();
    await page.getByRole('status').getByText(words).waitFor();
  }),
);

test('while the page is kept the button says so, and is not to be pressed again', () =>
  withPage({ page: 'popup', replies: CONNECTED, width: 360 }, async (page) => {
    await page.getByRole('button', { name: 'Remember this page' }).click();
    const busy = page.getByRole('button', { name: 'Remembering…' });
    expect(await busy.getAttribute('aria-disabled')).toBe('true');
  }));

test('without a connection there is no button', () =>
  withPage(
    { page: 'popup', replies: { getConnection: { kind: 'daemonNotRunning' } }, width: 360 },
    async (page) => {
      await page.locator('main p').first().waitFor();
      expect(await page.getByRole('button', { name: 'Remember this page' }).count()).toBe(0);
    },
  ));
