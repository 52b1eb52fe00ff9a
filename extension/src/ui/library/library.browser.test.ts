// The library as a person uses it, in a real page with a worker of our own making.
import { expect, test } from 'vitest';
import type { KeptPage } from '../../wire';
import type { FakeWorker } from './test-env/fake-worker';
import { librariesOfThisFile, type Page } from './test-env/open-library';
import { samplePage } from './test-env/sample-pages';

declare const worker: FakeWorker;

const withLibrary = librariesOfThisFile();

const field = (page: Page) => page.getByLabel('Search your library, or ask');
const titles = (page: Page) => page.locator('.hit h3 > a:first-child');
const heard = (page: Page, type: string) =>
  page.evaluate((type) => worker.heard.filter((message) => message.type === type), type);
/** Waits until so many are told to fit. */
const counts = (page: Page, pages: string) =>
  page
    .locator('.filter-count')
    .and(page.getByText(pages, { exact: true }))
    .waitFor();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

test('results come while one types, and facets narrow them', () =>
  withLibrary({ given: { pages: 100 } }, async (page) => {
    await counts(page, '100 pages');
    await field(page).fill('borrow checker');
    await counts(page, '20 pages');
    expect(await page.locator('.hit').first().locator('mark').allTextContents()).toEqual([
      'borrow',
      'checker',
    ]);
    await field(page).fill('night');
    await counts(page, '60 pages');
    const filters = page.getByRole('complementary', { name: 'Filters' });
    await filters.getByRole('button', { name: /homeforum\.example 20/ }).click();
    await counts(page, '20 pages');
    const chosen = filters.getByRole('button', { name: /homeforum/ });
    expect(await chosen.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Remove the filter homeforum.example' }).click();
    await counts(page, '60 pages');
  }));

test('ten thousand pages come fifty at a time, with their exact number', () =>
  withLibrary({ given: { pages: 10_000 } }, async (page) => {
    await counts(page, '10,000 pages');
    expect(await titles(page).count()).toBe(50);
    await page.getByRole('button', { name: 'Show 50 more' }).click();
    await page.getByText('100 of 10,000').waitFor();
    expect(await titles(page).count()).toBe(100);
    // By words only the best are ranked: it ends there, and says so.
    await field(page).fill('night');
    await counts(page, '6,000 pages');
    for (let shown = 100; shown <= 300; shown += 50) {
      await page.getByRole('button', { name: 'Show 50 more' }).click();
      await page.getByText(`${shown} of 6,000`).waitFor();
    }
    await page.getByRole('button', { name: 'Show 50 more' }).click();
    await page.getByText('The best 300 pages of 6,000 are listed.').waitFor();
  }));

test('keys go to the field, through the rows, into a page and back to the same row', () =>
  withLibrary({ given: { pages: 200 }, height: 500 }, async (page) => {
    await titles(page).first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('night');
    await counts(page, '120 pages');
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe(await titles(page).nth(0).textContent());
    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
    const third = await titles(page).nth(2).textContent();
    expect(await focused(page)).toBe(third);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: third ?? '' }).waitFor();
    await expect.poll(() => focused(page)).toBe(third);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => field(page).inputValue()).toBe('night');
    await expect.poll(() => focused(page)).toBe(third);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.getByLabel('Use single letters as keys').uncheck();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe(third);
    await page.keyboard.press('j');
    expect(await focused(page)).toBe(third);
  }));

test('a question is answered in the words of pages, and by a model only when one says so', () =>
  withLibrary({ given: { pages: 10, hasModel: true } }, async (page) => {
    await field(page).fill('how loud may a heat pump be at night');
    const answer = page.getByRole('region', { name: 'From what you read' });
    await answer.getByText('quoted word for word').waitFor();
    const quote = answer.getByRole('blockquote').first();
    const sentence =
      'In purely residential areas the limit at night is 35 dB(A), measured half a metre outside the neighbour’s open window.';
    expect(await quote.locator('p').innerText()).toBe(sentence);
    const place = quote.getByRole('link', { name: 'Open at this sentence' });
    expect(await place.getAttribute('href')).toMatch(
      /^https:\/\/energyadvice\.example\/read\/1#:~:text=In%20purely/,
    );
    expect(await place.getAttribute('rel')).toBe('noopener noreferrer');
    expect(await heard(page, 'askKnowledge')).toMatchObject([{ withoutModel: true }]);
    await answer.getByRole('button', { name: 'Ask your model' }).click();
    await answer.getByText('written by your model').waitFor();
    expect((await heard(page, 'askKnowledge')).at(-1)).toMatchObject({ withoutModel: false });
    await answer.getByRole('button', { name: 'What did I read about compressor?' }).click();
    await expect.poll(() => field(page).inputValue()).toBe('What did I read about compressor?');
    await answer.getByText('quoted word for word').waitFor();
    await answer.getByRole('button', { name: 'Close the answer' }).click();
    await answer.waitFor({ state: 'detached' });
  }));

test('a question without an answer says so, and names what comes nearest', () =>
  withLibrary(
    {
      given: {
        answer: {
          isAnswered: false,
          findings: [],
          sources: [],
          followUps: [],
          nearest: [samplePage(5, 0)],
        },
      },
    },
    async (page) => {
      await field(page).fill('who won the race?');
      await page.getByText('Nothing that you kept answers this.').waitFor();
      const nearest = page.locator('.answer').getByRole('link');
      expect(await nearest.innerText()).toBe('“Oolong tea”');
      expect(await nearest.getAttribute('href')).toBe('#page/5');
    },
  ));

test('what was not read is looked up on the web when one says so, and marked as from there', () =>
  withLibrary(
    {
      given: {
        hasModel: true,
        answer: { isAnswered: false, findings: [], sources: [], followUps: [], nearest: [] },
        webAnswer: {
          findings: [{ text: 'Ada won the race.', source: 1 }],
          sources: [
            { number: 1, page: 0, from: 'web', url: 'https://race.example/', title: 'The race' },
          ],
        },
      },
    },
    async (page) => {
      await field(page).fill('who won the race?');
      await page.getByRole('button', { name: 'Look it up on the web' }).click();
      const answer = page.getByRole('region', { name: 'From the web' });
      await answer.getByText('Ada won the race.').waitFor();
      await answer.getByText('from the web', { exact: true }).waitFor();
      expect(await heard(page, 'lookUpOnWeb')).toMatchObject([{ question: 'who won the race?' }]);
      const [link, ...others] = await answer.getByRole('link').all();
      expect(others).toEqual([]);
      expect(await link?.getAttribute('href')).toBe(
        'https://race.example/#:~:text=Ada%20won%20the%20race.',
      );
      expect(await answer.getByRole('button', { name: 'Look it up' }).count()).toBe(0);
      expect(await answer.getByRole('button', { name: 'Ask your model' }).count()).toBe(0);
    },
  ));

test('what the web does not answer either is said, and pages that are not kept are no links', () =>
  withLibrary(
    {
      given: {
        answer: { isAnswered: false, findings: [], sources: [], followUps: [], nearest: [] },
        webAnswer: {
          isAnswered: false,
          findings: [],
          sources: [],
          followUps: [],
          nearest: [{ ...samplePage(5, 0), id: 0 }],
        },
      },
    },
    async (page) => {
      await field(page).fill('who won the race?');
      await page.getByRole('button', { name: 'Look it up on the web' }).click();
      await page.getByText('Nothing in the first results answers this.').waitFor();
      expect(await page.locator('.answer').getByRole('link').count()).toBe(0);
    },
  ));

test('a summary that a model wrote is not said to be from the page', async () => {
  const said = { summary: ['One.', 'Two.'] };
  await withLibrary({ hash: '#page/1', given: { page: said } }, async (page) => {
    await page.getByText('2 sentences from the page').waitFor();
  });
  const given = { page: { ...said, summaryByModel: true } };
  await withLibrary({ hash: '#page/1', given }, async (page) => {
    await page.getByText('written by your model').waitFor();
    expect(await page.getByText('from the page').count()).toBe(0);
  });
});

const HOSTILE: KeptPage = {
  ...samplePage(1, 0),
  url: 'javascript:document.title="ran"',
  site: '<img src=x onerror=alert(1)>',
  title: '<b>Tabwright</b>: \u202Epress Forget everything <script>document.title="ran"</script>',
  tags: ['<i>tag</i>'],
};

test('what a page wrote is text: no element, no script, no link but to the web', () =>
  withLibrary(
    {
      hash: '#page/1',
      given: {
        page: {
          page: HOSTILE,
          text: '<script>document.title="ran"</script>\n<img src=x onerror="document.title=\'ran\'">',
          summary: ['<b>bold</b>'],
          note: '<a href="javascript:alert(1)">note</a>',
        },
        results: {
          hits: [
            {
              page: HOSTILE,
              score: 1,
              snippets: [
                {
                  text: '<i>it</i>',
                  marks: [
                    [9, 99],
                    [4, 2],
                    [0, 3],
                  ],
                },
              ],
            },
          ],
        },
      },
    },
    async (page) => {
      const heading = page.getByRole('heading', { level: 1 });
      await page.locator('.reader').getByText('<img src=x').waitFor();
      expect(await heading.innerText()).toContain('<b>Tabwright</b>: press Forget');
      expect(await heading.innerText()).not.toContain('\u202E');
      expect(await page.getByRole('link', { name: 'Open page' }).count()).toBe(0);
      expect(await page.locator('.reader :is(script, img, b), h1 :is(b, script)').count()).toBe(0);
      await page.getByRole('link', { name: 'Search' }).click();
      const hit = page.locator('.hit');
      await hit.waitFor();
      expect(await hit.locator('mark').allTextContents()).toEqual(['<i>']);
      expect(await hit.locator(':is(i, b, img, script)').count()).toBe(0);
      const schemes = await page.evaluate(() =>
        [...document.querySelectorAll('a')].map(({ protocol }) => protocol),
      );
      expect(schemes).not.toContain('javascript:');
      expect(await page.title()).not.toContain('ran');
    },
  ));

test('neither addresses nor titles tell what was searched for or read', () =>
  withLibrary({}, async (page) => {
    await field(page).fill('night');
    await counts(page, '6 pages');
    const seen = [`${page.url()} ${await page.title()}`];
    await titles(page).first().click();
    await page.locator('.reader').waitFor();
    seen.push(`${page.url()} ${await page.title()}`);
    await page.getByRole('link', { name: 'People and things' }).click();
    await page.getByRole('option').first().click();
    seen.push(`${page.url()} ${await page.title()}`);
    for (const told of seen) expect(told).not.toMatch(/night|heat|pump|noise|energyadvice/i);
  }));

test('the note and the tags of a page are the person’s own', () =>
  withLibrary({ hash: '#page/1' }, async (page) => {
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Your note').fill('Ask again in spring.');
    await page.getByLabel('Tags').fill('house, , noise,house');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Ask again in spring.').waitFor();
    expect(
      await page.getByRole('list', { name: 'Tags' }).getByRole('listitem').allInnerTexts(),
    ).toEqual(['house', 'noise']);
    expect(await focused(page)).toBe('Edit');
    expect(await heard(page, 'editPage')).toEqual([
      { type: 'editPage', page: 1, note: 'Ask again in spring.', tags: ['house', 'noise'] },
    ]);
    await page.evaluate(() => {
      worker.faults.editPage = 'Tabwright doesn’t answer. Try again.';
    });
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Your note').fill('Not lost.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Tabwright doesn’t answer. Try again.').waitFor();
    expect(await page.getByLabel('Your note').inputValue()).toBe('Not lost.');
  }));

test('an earlier version shows what has changed since', () =>
  withLibrary({ hash: '#page/1' }, async (page) => {
    const versions = page.getByRole('list').filter({ hasText: 'what it says now' });
    await versions.getByRole('link').nth(1).click();
    const reader = page.getByRole('article', { name: 'An earlier version' });
    expect(await reader.locator('del').allInnerTexts()).toEqual(['This stood here before.']);
    expect(await reader.locator('ins').count()).toBe(1);
    await reader.getByRole('button', { name: 'Whole text' }).click();
    await reader.getByText('A unit in a corner is the worst case').waitFor();
    await reader.getByRole('link', { name: 'What it says now' }).click();
    await page.getByRole('article', { name: 'The text that was kept' }).waitFor();
  }));

test('what is selected can be opened at its place', () =>
  withLibrary({ hash: '#page/1' }, async (page) => {
    const first = page.locator('.reader p').first();
    await first.waitFor();
    await first.selectText();
    const link = page.getByRole('link', { name: 'Open the page at this sentence' });
    expect(await link.getAttribute('href')).toBe(
      'https://energyadvice.example/read/1#:~:text=A%20heat%20pump%20moves%20heat,live%20and%20on%20the%20hour.',
    );
  }));

test('a page is forgotten only after a second look', () =>
  withLibrary({ hash: '#page/1' }, async (page) => {
    const open = page.getByRole('button', { name: 'Forget this page…' });
    await open.click();
    const question = page.getByRole('alertdialog');
    await expect.poll(() => focused(page)).toBe('Keep it');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await heard(page, 'forgetPages')).toEqual([]);
    await open.click();
    await question.getByRole('button', { name: 'Forget this page' }).click();
    await page.getByText('1 page forgotten.').waitFor();
    expect(await heard(page, 'forgetPages')).toEqual([
      { type: 'forgetPages', what: { what: 'page', page: 1 } },
    ]);
    await page.getByRole('button', { name: 'Go to the library' }).click();
    await counts(page, '9 pages');
  }));

test('names are walked, and two that are one become one and two again', () =>
  withLibrary({ hash: '#names' }, async (page) => {
    await page.getByRole('option', { name: 'heat pump' }).click();
    const panel = page.getByRole('region', { name: 'Selected' });
    await panel.getByText('thing, 61 pages').waitFor();
    await panel.getByText('May be the same (1)').click();
    await panel.getByRole('button', { name: 'Same as ASHP' }).click();
    await panel.getByText('ASHP is now another name of it.').waitFor();
    await panel
      .getByRole('list', { name: 'Other names' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await panel.getByText('ASHP stands by itself again.').waitFor();
    expect(await heard(page, 'mergeNames')).toEqual([
      { type: 'mergeNames', from: 'node 30', into: 'node 0' },
    ]);
    await panel.getByText('Pages and neighbours').click();
    await panel.getByRole('button', { name: 'insulation' }).click();
    await panel.getByRole('heading', { name: 'insulation' }).waitFor();
    await panel.getByRole('button', { name: 'Show pages' }).click();
    await page.getByRole('button', { name: 'Remove the filter insulation' }).waitFor();
  }));

test('a large map shows groups first, and opens one', () =>
  withLibrary({ hash: '#names', given: { pages: 10_000, graphNodes: 10_000 } }, async (page) => {
    await page.getByText(/shown of 10,000/).waitFor();
    await page.getByRole('option').first().dblclick();
    await page
      .getByRole('button', { name: /Show all/ })
      .last()
      .waitFor();
    await page.getByText('12 shown of 10,000').waitFor();
    await page.locator('.view-head').getByRole('button').click();
    await page.getByText('500 shown of 10,000').waitFor();
  }));

test('an import is counted, started, paused, and tells what failed', () =>
  withLibrary({ hash: '#import' }, async (page) => {
    await page.getByRole('button', { name: 'History… of Firefox (default-release)' }).click();
    const form = page.getByRole('form', { name: 'History of Firefox (default-release)' });
    await form.getByLabel('At most so many pages').fill('many');
    await form.getByRole('button', { name: 'Count first' }).click();
    await form.getByText('Write how many pages as a number').waitFor();
    await form.getByLabel('At most so many pages').fill('500');
    await form.getByLabel('Only these sites').fill('https://a.example/x, b.example');
    await form.getByLabel('Since').fill('2026-01-01');
    await form.getByLabel(/Also read the pages/).check();
    await form.getByRole('button', { name: 'Count first' }).click();
    await page.getByText('count only').waitFor();
    await form.getByRole('button', { name: 'Import', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const [counted, started] = await heard(page, 'startImport');
    expect(counted).toMatchObject({ dryRun: true, fetchContents: false });
    const afterMs = await page.evaluate(() => new Date(2026, 0, 1).getTime());
    expect(started).toEqual({
      type: 'startImport',
      source: { what: 'history', folder: '/home/ada/.mozilla/firefox/x.default-release' },
      filter: { sites: ['a.example', 'b.example'], withoutSites: [], afterMs, count: 500 },
      dryRun: false,
      fetchContents: true,
    });
    const job = page.locator('.job').first();
    await job.getByText('4,200 of 10,000 rows read').waitFor();
    await job.getByRole('button', { name: 'Pause' }).click();
    await job.getByText('paused', { exact: true }).waitFor();
    await job.getByRole('button', { name: 'Resume' }).click();
    await job.getByText('running', { exact: true }).waitFor();
    await job.getByText('2 could not be read').click();
    await job.getByText('row 12').waitFor();
    await job.getByRole('button', { name: 'Cancel' }).click();
    await job.getByText('cancelled', { exact: true }).waitFor();
  }));

test('a file is named by its whole path', () =>
  withLibrary({ hash: '#import' }, async (page) => {
    const path = page.getByLabel('Where it is on this computer');
    await path.fill('bookmarks.html');
    await path.press('Enter');
    await page.getByText('Write the whole path').waitFor();
    await path.fill('/home/ada/bookmarks.html');
    await path.press('Enter');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.locator('.job').waitFor();
    expect(await heard(page, 'startImport')).toMatchObject([
      { source: { what: 'file', path: '/home/ada/bookmarks.html' } },
    ]);
  }));

test('an empty library teaches, and is turned on in one click', () =>
  withLibrary(
    { given: { pages: 0, settings: { automatic: false, sitesOff: [], intranetHosts: [] } } },
    async (page) => {
      await page.getByText('Remembering is off').waitFor();
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.getByText('On. Pages you read for a while appear here.').waitFor();
      await page.getByText('Remembering pages you read').waitFor();
      await page.getByRole('link', { name: 'Choose what to import' }).click();
      await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
    },
  ));

test('what failed is tried again, and what was typed stays', () =>
  withLibrary(
    { given: { faults: { searchPages: 'Tabwright doesn’t answer. Try again.' } } },
    async (page) => {
      await field(page).fill('tea');
      const fault = page.getByRole('alert').filter({ hasText: 'doesn’t answer' });
      await fault.waitFor();
      await page.evaluate(() => {
        worker.faults = {};
      });
      await fault.getByRole('button', { name: 'Try again' }).click();
      await titles(page).first().waitFor();
      expect(await field(page).inputValue()).toBe('tea');
      expect(await fault.count()).toBe(0);
    },
  ));

test('without a connection what was loaded stays, and comes up to date when it is back', () =>
  withLibrary({}, async (page) => {
    await titles(page).first().waitFor();
    const tell = (kind: string) =>
      page.evaluate((kind) => {
        worker.tell({ type: 'connectionChanged', state: { kind, daemonVersion: '0.1.0' } });
      }, kind);
    await tell('daemonNotRunning');
    await page.getByText('Tabwright isn’t running. What you see was loaded before.').waitFor();
    expect(await titles(page).count()).toBe(10);
    await field(page).fill('oolong');
    await tell('connected');
    await counts(page, '2 pages');
  }));

test('what takes long shows bones, and what is quick shows none', () =>
  withLibrary({ given: { silent: ['searchPages'] } }, async (page) => {
    await page.getByText('Loading pages…').waitFor({ state: 'attached' });
    expect(await page.locator('.bone').count()).toBeGreaterThan(3);
  }));

const VIEWS = [
  '#search',
  '#pages',
  '#page/1',
  '#names',
  '#topics',
  '#import',
  '#privacy',
  '#statistics',
  '#more',
];

test.each(VIEWS)('%s has one heading, its landmarks, and a name for every control', (hash) =>
  withLibrary({ hash }, async (page) => {
    await page.locator('main :is(.hit, .reader, .graph-map, .card, .more-list)').first().waitFor();
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await page.getByRole('main').count()).toBe(1);
    expect(await page.getByRole('navigation', { name: 'Library' }).count()).toBe(1);
    for (const aside of await page.getByRole('complementary').all()) {
      expect(await aside.getAttribute('aria-label')).toBeTruthy();
    }
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll('button, a, input, select, textarea, progress')]
        .filter((control) => {
          const { labels } = control as Partial<HTMLInputElement>;
          const named = control.getAttribute('aria-label') ?? control.textContent.trim();
          return named === '' && (labels?.length ?? 0) === 0;
        })
        .map(({ outerHTML }) => outerHTML),
    );
    expect(nameless).toEqual([]);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('main button:not(.text-button), nav a')]
        .filter((control) => control.checkVisibility())
        .filter((control) => control.getBoundingClientRect().height < 24)
        .map(({ outerHTML }) => outerHTML),
    );
    expect(small).toEqual([]);
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to the page');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  }),
);
