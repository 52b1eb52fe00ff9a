// Every view of the library in every state: nothing scrolls sideways, and axe finds nothing. Pictures are only taken
// where a folder is given for them, and then at more widths:
//   LIBRARY_SHOTS=/tmp/shots npx vitest run src/ui/library/shots
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { axeViolations } from '../test-env/axe';
import { librariesOfThisFile, type Opening, type Page } from './test-env/open-library';

const FOLDER = process.env.LIBRARY_SHOTS;

const withLibrary = librariesOfThisFile();

interface View {
  name: string;
  hash: string;
  given?: Opening['given'];
  /** Brings the view into the state that is looked at. */
  before?: (page: Page) => Promise<void>;
  shows: string;
}

const QUESTION = 'how loud may a heat pump be at night';

const VIEWS: readonly View[] = [
  { name: 'empty', hash: '#search', given: { pages: 0 }, shows: 'text=Your library is empty' },
  { name: 'recent', hash: '#search', given: { pages: 10 }, shows: '.hit' },
  {
    name: 'answer',
    hash: '#search',
    given: { pages: 10_000, hasModel: true },
    async before(page) {
      await page.locator('#search-field').fill(QUESTION);
      await page.locator('.answer').waitFor();
    },
    shows: '.hit mark',
  },
  {
    name: 'declined',
    hash: '#search',
    given: { answer: { isAnswered: false, findings: [], sources: [], followUps: [] } },
    async before(page) {
      await page.locator('#search-field').fill(QUESTION);
    },
    shows: '.answer-next',
  },
  {
    name: 'filtered',
    hash: '#search',
    given: {
      pages: 2_000,
      results: {
        corrected: [{ word: 'compresser', instead: 'compressor' }],
        notices: ['"someday" is no date that is understood, so it was left out.'],
      },
    },
    async before(page) {
      await page.locator('#search-field').fill('compresser');
      await page.locator('.corrections').waitFor();
    },
    shows: '.corrections',
  },
  {
    name: 'nothing',
    hash: '#search',
    async before(page) {
      await page.locator('#search-field').fill('zeppelin');
      await page.locator('.nothing').waitFor();
    },
    shows: '.nothing',
  },
  { name: 'pages', hash: '#pages', given: { pages: 10_000 }, shows: '.hit' },
  { name: 'page', hash: '#page/1', shows: '.reader' },
  { name: 'version', hash: '#page/1/version/2', shows: '.reader del' },
  {
    name: 'forget',
    hash: '#page/1',
    async before(page) {
      await page.getByRole('button', { name: 'Forget this page…' }).click();
    },
    shows: '[role=alertdialog]',
  },
  {
    name: 'names',
    hash: '#names',
    given: { graphNodes: 120 },
    async before(page) {
      await page.getByRole('option').first().click();
      await page.getByText('61 pages').waitFor();
    },
    shows: '.graph-map[data-renderer]',
  },
  {
    name: 'groups',
    hash: '#names',
    given: { pages: 10_000, graphNodes: 10_000 },
    shows: '.graph-map[data-renderer]',
  },
  { name: 'topics-empty', hash: '#topics', given: { pages: 0 }, shows: '.nothing' },
  { name: 'import', hash: '#import', shows: '.import-sources li' },
  {
    name: 'import-form',
    hash: '#import',
    async before(page) {
      await page.getByRole('button', { name: /History… of Firefox/ }).click();
    },
    shows: '.import-form',
  },
  {
    name: 'import-running',
    hash: '#import',
    async before(page) {
      await page.getByRole('button', { name: /Bookmarks… of Chromium/ }).click();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
    },
    shows: '.job progress',
  },
  { name: 'privacy', hash: '#privacy', shows: '[role=switch]' },
  { name: 'statistics', hash: '#statistics', given: { pages: 500 }, shows: '.count-bar' },
  { name: 'more', hash: '#more', shows: '.more-list' },
  {
    name: 'fault',
    hash: '#search',
    given: { faults: { searchPages: 'Tabwright doesn’t answer. Try again.' } },
    shows: '[role=alert]',
  },
  {
    name: 'offline',
    hash: '#search',
    async before(page) {
      await page.locator('.hit').first().waitFor();
      await page.evaluate(() => {
        worker.tell({ type: 'connectionChanged', state: { kind: 'daemonNotRunning' } });
      });
    },
    shows: '.banner',
  },
  {
    name: 'keys',
    hash: '#search',
    async before(page) {
      await page.locator('.hit').first().waitFor();
      await page.keyboard.press('?');
    },
    shows: 'dialog[open]',
  },
];

declare const worker: { tell: (message: object) => void };
const WIDTHS = FOLDER === undefined ? [360, 1280] : [360, 768, 1280, 1600];
const SCHEMES = ['light', 'dark'] as const;

test.each(VIEWS)('$name', { timeout: 300_000 }, async ({ name, hash, given, before, shows }) => {
  const violations: string[] = [];
  for (const width of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      const media = { colorScheme, reducedMotion: 'reduce' } as const;
      const opening: Opening = { hash, width, height: width === 360 ? 780 : 860, media };
      if (given) opening.given = given;
      await withLibrary(opening, async (page) => {
        await before?.(page);
        await page.locator(shows).first().waitFor();
        const isWider = await page.evaluate(
          () => document.documentElement.scrollWidth > innerWidth,
        );
        if (isWider) violations.push(`${width}: scrolls sideways`);
        if (FOLDER !== undefined) {
          await mkdir(FOLDER, { recursive: true });
          await page.screenshot({ path: join(FOLDER, `${name}-${width}-${colorScheme}.png`) });
        }
        const found = await axeViolations(page);
        violations.push(...found.map((violation) => `${width} ${colorScheme} ${violation}`));
      });
    }
  }
  expect(violations).toEqual([]);
});
