// One page among those found: where it is from, what it is called, and its sentences that fit.
import { shortDay } from '../../library/days';
import { describeKind } from '../../library/describe-page';
import { pagePath } from '../../library/route';
import { sanitize } from '../../policy/sanitize';
import type { KeptPage, SearchHit } from '../../wire';
import { memo } from '../memo';
import { Marked } from './marked';
import { OriginalLink } from './original-link';
import { SiteMark } from './site-mark';
import { ROW_LINK } from './use-result-keys';

const TITLE_CHARS_MAX = 200;
const SITE_CHARS_MAX = 80;
const SNIPPETS_MAX = 2;
const TAGS_MAX = 4;

export const Hit = memo(function Hit({ hit }: { hit: SearchHit }) {
  const { page, snippets } = hit;
  return (
    <article class="hit">
      <HitSource page={page} />
      <h3>
        <a href={pagePath(page.id)} data-page={page.id} {...{ [ROW_LINK]: '' }}>
          <bdi>{titleOf(page)}</bdi>
        </a>
        <OriginalLink
          class="icon-button hit-original"
          url={page.url}
          label="Open the page"
          isMain
        />
      </h3>
      {snippets.slice(0, SNIPPETS_MAX).map(({ text, marks }, at) => (
        <p key={at} class="snippet">
          <Marked text={text} marks={marks} />
        </p>
      ))}
    </article>
  );
});

function HitSource({ page }: { page: KeptPage }) {
  const kind = describeKind(page.kind);
  return (
    <p class="hit-source">
      <SiteMark site={page.site} />
      <bdi>{sanitize(page.site, SITE_CHARS_MAX)}</bdi>
      <span aria-hidden="true">·</span>
      <span>
        {page.origin === 'imported' && !page.hasText ? 'from' : 'read'}{' '}
        {shortDay(page.lastVisitMs, new Date())}
      </span>
      {page.visits > 1 && <span class="badge">{page.visits.toLocaleString('en')} visits</span>}
      {kind !== undefined && <span class="badge">{kind}</span>}
      {!page.hasText && <span class="badge">title only</span>}
      {page.tags.slice(0, TAGS_MAX).map((tag) => (
        <span key={tag} class="badge drive">
          <bdi>{sanitize(tag, SITE_CHARS_MAX)}</bdi>
        </span>
      ))}
    </p>
  );
}

export function titleOf({ title, url }: { title: string; url: string }): string {
  return sanitize(title, TITLE_CHARS_MAX) || sanitize(url, TITLE_CHARS_MAX) || 'Untitled';
}
