// Searches the browsing history, the last visited page first.
import { browser } from 'wxt/browser';
import { isOwnPage } from '../own-pages';
import type { FindVisitsParams, VisitedList } from '../wire';

export async function findVisits(params: FindVisitsParams): Promise<VisitedList> {
  const { query, countMax, sinceMs } = params;
  if (countMax === 0) return { pages: [] };
  const items = await browser.history.search({
    text: query,
    maxResults: countMax,
    startTime: sinceMs,
  });
  const pages = items.flatMap(({ url, title, lastVisitTime, visitCount }) => {
    if (url === undefined || isOwnPage(url)) return [];
    return [{ url, title: title ?? '', lastVisitMs: lastVisitTime ?? 0, visits: visitCount ?? 0 }];
  });
  return { pages };
}
