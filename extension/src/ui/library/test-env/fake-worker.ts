// For tests in a real page: a worker that answers as the daemon would, from pages of our own making.
import { planted } from '../../graph/test-env/planted';
import type {
  Answer,
  FacetCount,
  GraphNodeView,
  GraphView,
  ImportJob,
  KnowledgeSettings,
  KnowledgeStats,
  PageView,
  SearchHit,
  SearchParams,
  SearchResults,
  StartImportParams,
} from '../../../wire';
import { namesOf, samplePage, sampleView, snippetOf, topicsOf } from './sample-pages';

export interface FakeWorker {
  /** How many pages are kept. */
  pages: number;
  /** What was asked, without what only looks. */
  heard: { type: string; [name: string]: unknown }[];
  /** By the type of a request: why it fails. */
  faults: Record<string, string>;
  /** By the type of a request: never answered. */
  silent: string[];
  settings: KnowledgeSettings;
  jobs: ImportJob[];
  /** Instead of a page of the samples. */
  page: Partial<PageView>;
  /** Instead of what a search would find. */
  results: Partial<SearchResults>;
  answer: Partial<Answer>;
  /** The same for one from the web. */
  webAnswer: Partial<Answer>;
  hasModel: boolean;
  graphNodes: number;
  merged: string[];
  tell: (message: object) => void;
}

type Message = { type: string } & Record<string, unknown>;
type Listener = (message: unknown, sender: object) => void;

/** What a search by words ranks at most, as the daemon has it. */
const RANKED_MAX = 300;
const LOOKS = /^(get|list|search|suggest)/;
const NOW = Date.now();

const CONNECTED = { kind: 'connected', daemonVersion: '0.1.0' };

export function installFakeWorker(given: Partial<FakeWorker>): FakeWorker {
  const listeners = new Set<Listener>();
  const us = { id: 'us', url: 'http://us/background.js' };
  const worker: FakeWorker = {
    pages: 10,
    heard: [],
    faults: {},
    silent: [],
    settings: { automatic: true, sitesOff: ['bank.example'], intranetHosts: [] },
    jobs: [],
    page: {},
    results: {},
    answer: {},
    webAnswer: {},
    hasModel: false,
    graphNodes: 40,
    merged: [],
    tell(message) {
      for (const listener of listeners) listener(message, us);
    },
    ...given,
  };
  const sendMessage = (message: Message) => {
    if (!LOOKS.test(message.type)) worker.heard.push(message);
    if (worker.silent.includes(message.type)) return new Promise(() => undefined);
    const fault = worker.faults[message.type];
    if (fault !== undefined) return Promise.resolve({ error: fault });
    return Promise.resolve({ reply: answerOf(worker, message) });
  };
  const onMessage = {
    addListener: (listener: Listener) => listeners.add(listener),
    removeListener: (listener: Listener) => listeners.delete(listener),
  };
  // Our modules took hold of this object when they were loaded.
  Object.assign(chromeOfPage.chrome.runtime, { sendMessage, onMessage });
  Object.assign(globalThis, { worker });
  return worker;
}

const chromeOfPage = globalThis as unknown as { chrome: { runtime: object } };

function answerOf(worker: FakeWorker, message: Message): unknown {
  switch (message.type) {
    case 'getConnection':
      return CONNECTED;
    case 'getKnowledgeStats':
      return statsOf(worker, message.groupBy as string | undefined);
    case 'getKnowledgeSettings':
      return worker.settings;
    case 'changeKnowledgeSettings':
      Object.assign(worker.settings, message.change);
      return worker.settings;
    case 'forgetPages':
      worker.pages = Math.max(0, worker.pages - 1);
      return { pages: 1, backups: 0 };
    case 'searchPages':
      return { ...search(worker, message as unknown as SearchParams), ...worker.results };
    case 'suggestPages':
      return { pages: [] };
    case 'askKnowledge':
      return { ...answerTo(worker, message.withoutModel === false), ...worker.answer };
    case 'lookUpOnWeb':
      return { ...answerTo(worker, false), ...worker.webAnswer };
    case 'listModels':
      return { models: worker.hasModel ? [{ name: 'local' }] : [] };
    case 'getPage':
      return { ...sampleView(Number(message.page), NOW), ...worker.page };
    case 'getPageVersion':
      return versionOf(worker, Number(message.page), Number(message.version));
    case 'editPage':
      return edited(worker, message);
    case 'getGraph':
      return graphOf(worker, message);
    case 'getGraphNode':
      return nodeOf(worker, String(message.node));
    case 'mergeNames':
      worker.merged.push(String(message.from));
      return {};
    case 'undoMerge':
      worker.merged.pop();
      return { merges: [] };
    case 'listImportSources':
      return { sources: worker.pages === 0 ? [] : SOURCES };
    case 'listImports':
      return { imports: worker.jobs };
    case 'startImport':
      return started(worker, message as unknown as StartImportParams);
    case 'changeImport':
      return changed(worker, message);
    case 'listImportFailures':
      return {
        failures: [
          { place: 'row 12', why: 'It has no address.' },
          { place: 'https://gone.example/', why: 'The site is not there any more.' },
        ],
        total: 2,
      };
    default:
      return null;
  }
}

function idsOf(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}

function search({ pages }: FakeWorker, params: SearchParams): SearchResults {
  const words = params.query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 2 && !word.includes(':') && word !== 'the');
  const fits = (id: number) => {
    const page = samplePage(id, NOW);
    const { text } = sampleView(id, NOW);
    const said = `${page.title} ${text}`.toLowerCase();
    return (
      (words.length === 0 || words.some((word) => said.includes(word))) &&
      (params.site === undefined || page.site === params.site) &&
      (params.topic === undefined || topicsOf(id).includes(params.topic)) &&
      (params.entity === undefined || namesOf(id).includes(params.entity))
    );
  };
  const found = idsOf(pages).filter(fits);
  const ranked = words.length === 0 ? found : found.slice(0, RANKED_MAX);
  const offset = params.offset ?? 0;
  const hits = ranked.slice(offset, offset + (params.limit ?? 20)).map((id): SearchHit => ({
    page: samplePage(id, NOW),
    score: 1,
    snippets: [snippetOf(id, words)],
  }));
  const few = found.slice(0, 2_000);
  return {
    hits,
    total: found.length,
    isExact: true,
    corrected: [],
    notices: [],
    facets: {
      sites: counted(few.map((id) => samplePage(id, NOW).site)),
      months: counted(few.map((id) => monthOf(samplePage(id, NOW).lastVisitMs))).sort(
        (one, other) => (one.name < other.name ? 1 : -1),
      ),
      topics: counted(few.flatMap(topicsOf)),
      entities: counted(few.flatMap(namesOf)),
    },
  };
}

function counted(names: readonly string[]): FacetCount[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => other.count - one.count)
    .slice(0, 12);
}

function monthOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 7);
}

function statsOf({ pages }: FakeWorker, groupBy: string | undefined): KnowledgeStats {
  const all = idsOf(Math.min(pages, 2_000)).map((id) => samplePage(id, NOW));
  const named: Record<string, (page: (typeof all)[number]) => string> = {
    site: ({ site }) => site,
    kind: ({ kind }) => kind,
    month: ({ lastVisitMs }) => monthOf(lastVisitMs),
    topic: ({ id }) => topicsOf(id)[0] ?? '',
  };
  const nameOf = groupBy === undefined ? undefined : named[groupBy];
  return {
    pages,
    withText: pages,
    visits: pages * 2,
    sites: Math.min(pages, 5),
    entities: pages === 0 ? 0 : 6 + pages,
    topics: Math.min(pages, 8),
    bytes: pages * 10_000,
    groups: nameOf ? counted(all.map(nameOf)) : [],
  };
}

function answerTo({ pages }: FakeWorker, byModel: boolean): Answer {
  const [first, second] = [samplePage(1, NOW), samplePage(2, NOW)];
  const [one, two] = [sampleView(1, NOW), sampleView(2, NOW)];
  const sourceOf = (page: typeof first, number: number) => ({
    number,
    page: page.id,
    from: 'memory' as const,
    url: page.url,
    title: page.title,
    readMs: page.lastVisitMs,
  });
  const context = { sites: [], entities: [], topics: [] };
  if (pages === 0) {
    return {
      intent: 'findSpecific',
      isAnswered: false,
      text: '',
      findings: [],
      sources: [],
      followUps: [],
      confidence: 0,
      context,
      nearest: [],
      byModel: false,
    };
  }
  return {
    intent: 'findSpecific',
    isAnswered: true,
    text: '',
    findings: [
      { text: one.text.split('\n\n')[1]?.split('. ')[0]?.concat('.') ?? '', source: 1 },
      { text: two.text.split('\n\n')[0] ?? '', source: 2 },
    ],
    sources: [sourceOf(first, 1), sourceOf(second, 2)],
    followUps: ['What did I read about compressor?'],
    confidence: 0.8,
    context,
    nearest: [],
    byModel,
  };
}

function versionOf({ page }: FakeWorker, id: number, number: number) {
  const view = { ...sampleView(id, NOW), ...page };
  const paragraphs = view.text.split('\n\n');
  const text = [...paragraphs.slice(0, 2), 'This stood here before.', ...paragraphs.slice(3)];
  const version = view.versions.find((one) => one.number === number);
  return { version, text: text.join('\n\n') };
}

function edited(worker: FakeWorker, { page, note, tags }: Message): PageView {
  const view = { ...sampleView(Number(page), NOW), ...worker.page };
  worker.page = {
    ...worker.page,
    note: String(note),
    page: { ...view.page, tags: tags as string[] },
  };
  return { ...view, ...worker.page };
}

const LABELS = [
  'heat pump',
  'insulation',
  'solar panel',
  'sound power level',
  'tariff',
  'flow temperature',
  'compressor',
  'subsidy',
  'radiator',
  'battery',
  'quiet mode',
  'window',
] as const;
const GROUPS = ['Noise', 'Building shell', 'Electricity', 'Paperwork', 'Heating system', 'Garden'];

function graphOf({ pages, graphNodes }: FakeWorker, message: Message): GraphView {
  const all = pages === 0 ? 0 : graphNodes;
  const wanted = Math.min(all, Number(message.nodesMax ?? all));
  const inside = message.community === undefined ? wanted : Math.min(wanted, 12);
  const { nodes, edges } = planted(inside, inside * 2, GROUPS.length);
  const isReduced = wanted < all;
  return {
    nodes: nodes.map((node, at) => ({
      ...node,
      label: LABELS[at] ?? node.label,
      pages: node.pages ?? 0,
      kind:
        isReduced && at < GROUPS.length && message.community === undefined ? 'community' : 'thing',
    })),
    edges: [...edges],
    communities: GROUPS,
    totalNodes: all,
    totalEdges: all * 2,
    isReduced,
  };
}

function nodeOf({ merged }: FakeWorker, id: string): GraphNodeView {
  const at = Number(id.replace('node ', ''));
  const label = LABELS[at] ?? `Thing ${at}`;
  const neighbours = [1, 2, 3].map((by) => ({
    id: `node ${at + by}`,
    label: LABELS[at + by] ?? `Thing ${at + by}`,
    kind: 'thing' as const,
    pages: 9 - by,
    relations: by === 1 ? ['runs with'] : [],
  }));
  const isMerged = merged.includes('node 30');
  return {
    id,
    label,
    kind: 'thing',
    pages: [1, 3, 6].map((page) => samplePage(page, NOW)),
    pagesTotal: 61,
    neighbours,
    merged: isMerged
      ? [{ merge: 1, name: 'ASHP', kind: 'thing', intoName: label, intoKind: 'thing' }]
      : [],
    candidates: isMerged
      ? []
      : [{ id: 'node 30', label: 'ASHP', kind: 'thing', reason: 'the initials are the same' }],
  };
}

const SOURCES = [
  {
    browser: 'Chromium',
    profile: 'Default',
    folder: '/home/ada/.config/chromium/Default',
    bookmarksBytes: 48_000,
    historyBytes: 9_100_000,
    hasEncryptedBookmarks: false,
  },
  {
    browser: 'Firefox',
    profile: 'default-release',
    folder: '/home/ada/.mozilla/firefox/x.default-release',
    bookmarksBytes: 5_000_000,
    historyBytes: 5_000_000,
    hasEncryptedBookmarks: false,
  },
];

export function sampleJob(more: Partial<ImportJob>): ImportJob {
  return {
    id: 1,
    source: { what: 'bookmarks', folder: '/home/ada/.config/chromium/Default' },
    label: 'Bookmarks of Chromium (Default)',
    state: 'running',
    dryRun: false,
    fetchContents: false,
    rows: 4_200,
    rowsTotal: 10_000,
    fraction: 0.42,
    newPages: 3_900,
    knownPages: 250,
    forgottenPages: 4,
    failedRows: 2,
    skipped: [{ name: 'not a page of the web', count: 44 }],
    contentsWaiting: 0,
    contentsRead: 0,
    contentsFailed: 0,
    notes: [],
    startedMs: NOW - 60_000,
    ...more,
  };
}

function started(worker: FakeWorker, { source, dryRun, fetchContents }: StartImportParams) {
  const id = worker.jobs.length + 1;
  const job = sampleJob({ id, source, dryRun, fetchContents });
  worker.jobs = [job, ...worker.jobs];
  return job;
}

function changed(worker: FakeWorker, message: Message): ImportJob | undefined {
  const states = { pause: 'paused', resume: 'running', cancel: 'cancelled' } as const;
  const state = states[message.change as keyof typeof states];
  worker.jobs = worker.jobs.map((job) => (job.id === message.import ? { ...job, state } : job));
  return worker.jobs.find(({ id }) => id === message.import);
}
