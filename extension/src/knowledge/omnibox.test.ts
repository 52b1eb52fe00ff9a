// What the address bar suggests, and what Enter opens, with Chrome and the daemon played here.
import { expect, test } from 'vitest';
import type { Answer, KeptPage, PageSuggestion, SearchHit } from '../wire';
import { createOmnibox, type OmniboxSuggestion } from './omnibox';

const suggestion = (
  title: string,
  url: string,
  marks: [number, number][] = [],
): PageSuggestion => ({
  id: 1,
  title,
  url,
  marks,
});

const hit = (title: string, url: string): SearchHit => ({
  page: { id: 1, title, url } as KeptPage,
  score: 1,
  snippets: [],
});

const NO_ANSWER = { isAnswered: false, sources: [], findings: [] } as unknown as Answer;

function createBar() {
  const bar = {
    pages: [] as PageSuggestion[],
    hits: [] as SearchHit[],
    answer: NO_ANSWER,
    isConnected: true,
    searched: [] as string[],
    /** What Enter would do, as Chrome shows it. */
    described: '',
    opened: [] as string[],
    gates: [] as (() => void)[],
    isSlow: false,
  };
  const answered = async <T>(value: T): Promise<T> => {
    if (bar.isSlow) await new Promise<void>((resolve) => bar.gates.push(resolve));
    if (!bar.isConnected) throw new Error('not connected');
    return value;
  };
  const omnibox = createOmnibox({
    suggestPages: () => answered(bar.pages),
    searchPages(query) {
      bar.searched.push(query);
      return answered(bar.hits);
    },
    ask: () => answered(bar.answer),
    describeEnter(description) {
      bar.described = description;
    },
    open(url, disposition) {
      bar.opened.push(`${url} ${disposition}`);
      return Promise.resolve();
    },
    openMemory(disposition) {
      bar.opened.push(`memory ${disposition}`);
      return Promise.resolve();
    },
  });
  return {
    bar,
    type: async (text: string) => {
      const shown: OmniboxSuggestion[][] = [];
      await omnibox.changed(text, (suggestions) => shown.push(suggestions));
      return shown.at(-1);
    },
    enter: (text: string) => omnibox.entered(text, 'currentTab'),
  };
}

test('pages whose titles begin so are suggested, with the letters that fit', async () => {
  const { bar, type } = createBar();
  bar.pages = [1, 2, 3].map((n) =>
    suggestion('How tea is made', `https://tea.example/${n}`, [[4, 7]]),
  );
  expect((await type('tea'))?.[0]).toEqual({
    content: 'https://tea.example/1',
    description: 'How <match>tea</match> is made <url>https://tea.example/1</url>',
  });
  expect(bar.searched).toEqual([]);
});

test('where few begin so, the texts are searched, and no page comes twice', async () => {
  const { bar, type } = createBar();
  bar.pages = [suggestion('Tea', 'https://tea.example/')];
  bar.hits = [hit('Tea', 'https://tea.example/'), hit('Leaves', 'https://leaves.example/')];
  const contents = (await type('oxidised'))?.map(({ content }) => content);
  expect(contents).toEqual(['https://tea.example/', 'https://leaves.example/']);
  bar.searched.length = 0;
  await type('ox');
  expect(bar.searched).toEqual([]);
});

test('a page cannot write XML, and nothing that is no page of the web is suggested', async () => {
  const { bar, type } = createBar();
  bar.pages = [
    suggestion('<url>"Bank" & \'co\'</url>', 'https://evil.example/?a=1&b=<x>', [[1, 4]]),
    suggestion('Two\nlines \u202Eback', 'https://two.example/', [[0, 3]]),
    suggestion('Half \uD83D', 'https://half.example/', [
      [9, 2],
      [0, 99],
    ]),
    suggestion('Run', 'javascript:alert(1)'),
  ];
  expect(await type('tea')).toEqual([
    {
      content: 'https://evil.example/?a=1&b=<x>',
      description:
        '&lt;<match>url</match>&gt;&quot;Bank&quot; &amp; &apos;co&apos;&lt;/url&gt; <url>https://evil.example/?a=1&amp;b=&lt;x&gt;</url>',
    },
    {
      content: 'https://two.example/',
      description: 'Two lines back <url>https://two.example/</url>',
    },
    { content: 'https://half.example/', description: 'Half <url>https://half.example/</url>' },
  ]);
});

test('an answer to what was typed before is not shown', async () => {
  const { bar, type } = createBar();
  bar.isSlow = true;
  const first = type('te');
  bar.isSlow = false;
  bar.pages = [1, 2, 3].map((n) => suggestion('Tea', `https://tea.example/${n}`));
  expect(await type('tea')).toHaveLength(3);
  bar.gates.forEach((open) => {
    open();
  });
  expect(await first).toBeUndefined();
});

test('without a daemon nothing is suggested, and it is said', async () => {
  const { bar, type, enter } = createBar();
  bar.isConnected = false;
  expect(await type('tea')).toBeUndefined();
  expect(bar.described).toBe('Tabwright is not connected');
  await enter('tea');
  expect(bar.opened).toEqual(['memory currentTab']);
});

test('Enter opens a suggestion, else the page that fits best, else what is kept', async () => {
  const { bar, enter } = createBar();
  await enter('https://tea.example/');
  bar.hits = [hit('Tea', 'https://best.example/')];
  await enter('green tea');
  bar.hits = [hit('Run', 'javascript:alert(1)')];
  await enter('green tea');
  await enter('javascript:alert(1)');
  bar.hits = [];
  await enter('green tea');
  await enter(' ');
  expect(bar.opened).toEqual([
    'https://tea.example/ currentTab',
    'https://best.example/ currentTab',
    ...Array.from({ length: 4 }, () => 'memory currentTab'),
  ]);
});

test('a question opens the page that answers it, at the sentence', async () => {
  const { bar, type, enter } = createBar();
  bar.answer = {
    ...NO_ANSWER,
    isAnswered: true,
    sources: [{ number: 1, page: 1, from: 'memory', url: 'https://tea.example/', title: 'Tea' }],
    findings: [{ source: 1, text: 'Seventy degrees are enough' }],
  };
  await type('how hot should the water be');
  expect(bar.described).toBe('Ask what you have read: <match>%s</match>');
  await enter('how hot should the water be');
  bar.answer = NO_ANSWER;
  bar.hits = [hit('Tea', 'https://near.example/')];
  await enter('how hot should the water be');
  expect(bar.opened).toEqual([
    'https://tea.example/#:~:text=Seventy%20degrees%20are%20enough currentTab',
    'https://near.example/ currentTab',
  ]);
});
