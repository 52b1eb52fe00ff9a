// Requests of our pages about what is remembered, passed on to the daemon.
import type { PageHandlers } from '../messages';
import { rememberPage } from './remember';
import { errorMessage, type Daemon } from '../policy/requests';

type KnowledgeRequest =
  | 'getKnowledgeSettings'
  | 'changeKnowledgeSettings'
  | 'getKnowledgeStats'
  | 'forgetPages'
  | 'rememberPage';

/** Requests that the daemon answers as they are. */
type PassedOn =
  | 'searchPages'
  | 'suggestPages'
  | 'askKnowledge'
  | 'lookUpOnWeb'
  | 'getPage'
  | 'getPageVersion'
  | 'editPage'
  | 'getGraph'
  | 'getGraphNode'
  | 'mergeNames'
  | 'undoMerge'
  | 'listImportSources'
  | 'startImport'
  | 'listImports'
  | 'changeImport'
  | 'listImportFailures';

const ANSWER_MS_MAX = 10_000;
/** To delete it everywhere, and not only to hide it, takes a while where there is much. */
const FORGET_MS_MAX = 300_000;
/** A model may have to be asked. */
const QUESTION_MS_MAX = 180_000;
/** A large graph is laid out when it is first asked for. */
const GRAPH_MS_MAX = 60_000;
const IMPORT_MS_MAX = 30_000;

/** `onChange` is called when the settings were changed. */
export function createKnowledgeRequests(
  daemon: Daemon,
  onChange: () => void,
): Pick<PageHandlers, KnowledgeRequest | PassedOn> {
  const quick = { deadlineMs: ANSWER_MS_MAX };
  const slow = { deadlineMs: IMPORT_MS_MAX };
  const drawing = { deadlineMs: GRAPH_MS_MAX };
  const thinking = { deadlineMs: QUESTION_MS_MAX };

  return {
    getKnowledgeSettings: () => told(() => daemon().invoke('getKnowledgeSettings', {}, quick)),
    async changeKnowledgeSettings({ change }) {
      const settings = await told(() => daemon().invoke('changeKnowledgeSettings', change, quick));
      onChange();
      return settings;
    },
    getKnowledgeStats: ({ groupBy, limit = 0 }) =>
      told(() =>
        daemon().invoke('getKnowledgeStats', { ...(groupBy && { groupBy }), limit }, quick),
      ),
    forgetPages: ({ what }) =>
      told(() => daemon().invoke('forgetPages', what, { deadlineMs: FORGET_MS_MAX })),
    rememberPage: ({ tab }) => told(() => rememberPage(daemon, tab)),
    searchPages: (message) => told(() => daemon().invoke('searchPages', paramsOf(message), quick)),
    suggestPages: (message) =>
      told(() => daemon().invoke('suggestPages', paramsOf(message), quick)),
    askKnowledge: (message) =>
      told(() => daemon().invoke('askKnowledge', paramsOf(message), thinking)),
    lookUpOnWeb: (message) =>
      told(() => daemon().invoke('lookUpOnWeb', paramsOf(message), thinking)),
    getPage: (message) => told(() => daemon().invoke('getPage', paramsOf(message), quick)),
    getPageVersion: (message) =>
      told(() => daemon().invoke('getPageVersion', paramsOf(message), quick)),
    editPage: (message) => told(() => daemon().invoke('editPage', paramsOf(message), quick)),
    getGraph: (message) => told(() => daemon().invoke('getGraph', paramsOf(message), drawing)),
    getGraphNode: (message) =>
      told(() => daemon().invoke('getGraphNode', paramsOf(message), drawing)),
    mergeNames: (message) => told(() => daemon().invoke('mergeNames', paramsOf(message), quick)),
    undoMerge: (message) => told(() => daemon().invoke('undoMerge', paramsOf(message), quick)),
    listImportSources: () => told(() => daemon().invoke('listImportSources', {}, slow)),
    startImport: (message) => told(() => daemon().invoke('startImport', paramsOf(message), slow)),
    listImports: () => told(() => daemon().invoke('listImports', {}, quick)),
    changeImport: (message) => told(() => daemon().invoke('changeImport', paramsOf(message), slow)),
    listImportFailures: (message) =>
      told(() => daemon().invoke('listImportFailures', paramsOf(message), quick)),
  };
}

/** A message also names its type, which is no parameter. */
function paramsOf<P extends object>(message: P): P {
  const params = { ...message };
  Reflect.deleteProperty(params, 'type');
  return params;
}

async function told<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    throw new Error(errorMessage(error), { cause: error });
  }
}
