// Our own pages, declared once: each is a folder in `entrypoints` and a line here, which says what it
// may ask of the service worker (least privilege). So an answer to a question can only come from a
// page that shows questions.
import type { RequestType } from './messages';

const CONNECT = ['getConnection', 'connect', 'pair'] as const;
const RULES = ['listRules', 'addRule', 'removeRule'] as const;
const MODELS = ['listModels', 'addModel', 'removeModel', 'setDefaultModel', 'testModel'] as const;
const CHATS = [
  'listSessions',
  'createSession',
  'renameSession',
  'deleteSession',
  'exportSession',
  'startRun',
  'stopRun',
  'pauseRun',
  'resumeRun',
  'answerRun',
  'addToRun',
  'readPicture',
  'readRunEvents',
] as const;
const KNOWLEDGE = [
  'getKnowledgeSettings',
  'changeKnowledgeSettings',
  'getKnowledgeStats',
  'forgetPages',
] as const;
const LIBRARY = [
  'searchPages',
  'suggestPages',
  'askKnowledge',
  'lookUpOnWeb',
  'getPage',
  'getPageVersion',
  'editPage',
  'getGraph',
  'getGraphNode',
  'mergeNames',
  'undoMerge',
  'listImportSources',
  'startImport',
  'listImports',
  'changeImport',
  'listImportFailures',
] as const;
const QUESTIONS = ['listQuestions', 'answerQuestion'] as const;

const PAGES = {
  /** The small window that asks the person. */
  ask: QUESTIONS,
  /** Reads and writes the clipboard for the worker; nobody sees it. */
  clipboard: [],
  /** What was read: found again, looked at, brought in, forgotten. */
  library: [...CONNECT, ...KNOWLEDGE, ...LIBRARY, 'listModels'],
  options: [...CONNECT, 'rename', ...RULES, ...MODELS, ...KNOWLEDGE, 'readLog'],
  popup: [
    ...CONNECT,
    'getStatus',
    'disconnectClient',
    ...QUESTIONS,
    ...RULES,
    'listSessions',
    'stopRun',
    'pauseRun',
    'resumeRun',
    'rememberPage',
  ],
  sidepanel: [
    ...CONNECT,
    'understand',
    'complete',
    'runUtterance',
    'stopUtterance',
    'rememberPhrasing',
    ...CHATS,
    'listModels',
  ],
} as const satisfies Record<string, readonly RequestType[]>;

type PageName = keyof typeof PAGES;

/** Requests that some page may make; a test makes sure that these are all there are. */
export type RequestOfPages = (typeof PAGES)[PageName][number];

const REQUESTS_BY_PATH = new Map<string, ReadonlySet<string>>(
  Object.entries(PAGES).map(([name, requests]) => [`/${name}.html`, new Set(requests)]),
);

export const PAGE_NAMES = Object.keys(PAGES) as PageName[];

export function pathOf<N extends PageName>(page: N): `/${N}.html` {
  return `/${page}.html`;
}

/** Whether the page at this path of ours may make a request. */
export function mayRequest(path: string, request: RequestType): boolean {
  return REQUESTS_BY_PATH.get(path)?.has(request) ?? false;
}
