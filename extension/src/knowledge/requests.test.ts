// What pages get from the daemon about what is remembered; the daemon is scripted here.
import { expect, test } from 'vitest';
import { HandlerError } from '../rpc/errors';
import { validateResults } from '../rpc/readers';
import { createTestPair } from '../rpc/test-pair';
import { agentServiceResults } from '../wire-readers';
import { createKnowledgeRequests } from './requests';

const SETTINGS = { automatic: true, sitesOff: ['bank.example'], intranetHosts: [] };

function requestsTo(method: string, answer: (params: unknown) => unknown) {
  let changes = 0;
  const { near } = createTestPair({ far: { invokes: { [method]: answer } } });
  const daemon = () => validateResults(agentServiceResults, near.channel);
  const requests = createKnowledgeRequests(daemon, () => {
    changes += 1;
  });
  return { requests, changes: () => changes };
}

test('the worker hears of every change to the settings', async () => {
  const { requests, changes } = requestsTo('changeKnowledgeSettings', (change) => {
    expect(change).toEqual({ siteOff: 'bank.example' });
    return SETTINGS;
  });
  const change = { siteOff: 'bank.example' };
  expect(await requests.changeKnowledgeSettings({ change })).toEqual(SETTINGS);
  expect(changes()).toBe(1);
});

test('what is to be forgotten goes to the daemon as it was said', async () => {
  const { requests } = requestsTo('forgetPages', (what) => {
    expect(what).toEqual({ what: 'since', atMs: 5 });
    return { pages: 3, backups: 1 };
  });
  const what = { what: 'since', atMs: 5 } as const;
  expect(await requests.forgetPages({ what })).toEqual({ pages: 3, backups: 1 });
});

test('a request of a page reaches the daemon without its type', async () => {
  const empty = { sites: [], months: [], topics: [], entities: [] };
  const results = {
    hits: [],
    total: 0,
    isExact: true,
    corrected: [],
    facets: empty,
    notices: [],
  };
  const { requests } = requestsTo('searchPages', (search) => {
    expect(search).toEqual({ query: 'tea', mode: 'hybrid', order: 'best', noFacets: false });
    return results;
  });
  const search = { query: 'tea', mode: 'hybrid', order: 'best', noFacets: false } as const;
  const message = { type: 'searchPages', ...search };
  expect(await requests.searchPages(message)).toEqual(results);
});

test('counts are grouped as the page wants them', async () => {
  const { requests } = requestsTo('getKnowledgeStats', (params) => {
    expect(params).toEqual({ groupBy: 'month', limit: 12 });
    return {
      pages: 1,
      withText: 1,
      visits: 1,
      sites: 1,
      entities: 0,
      topics: 0,
      bytes: 9,
      groups: [],
    };
  });
  const stats = await requests.getKnowledgeStats({ groupBy: 'month', limit: 12 });
  expect(stats.pages).toBe(1);
});

test('what went wrong is a sentence', async () => {
  const { requests, changes } = requestsTo('getKnowledgeSettings', () => {
    throw new HandlerError('failed', 'the disk is full. Make room.');
  });
  await expect(requests.getKnowledgeSettings({})).rejects.toThrow('The disk is full. Make room.');
  expect(changes()).toBe(0);
});
