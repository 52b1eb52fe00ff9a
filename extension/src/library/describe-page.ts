// A page that is kept, in words.
import type { EntityKind, GraphNodeKind, PageKind, SearchResults } from '../wire';
import { pagesOf } from '../knowledge/describe';

const KINDS: Record<PageKind, string | undefined> = {
  article: undefined,
  discussion: 'discussion',
  documentation: 'docs',
  product: 'product',
  listing: 'list',
  video: 'video',
  pdf: 'PDF',
  other: undefined,
};
/** As fast as most read. */
const WORDS_PER_MINUTE = 220;
/** Asian scripts have no blanks between words. */
const CHARS_PER_MINUTE = 500;

/** Undefined for an article, which is what most are. */
export function describeKind(kind: PageKind): string | undefined {
  return KINDS[kind];
}

export function kindName(kind: string): string {
  return kind === 'pdf' ? 'PDF' : kind.charAt(0).toUpperCase() + kind.slice(1);
}

export function describeEntityKind(kind: EntityKind | GraphNodeKind): string {
  return kind === 'community' ? 'group' : kind;
}

export function describeCount({ total, isExact }: SearchResults): string {
  return isExact ? pagesOf(total) : `more than ${pagesOf(total)}`;
}

export function readingTime(text: string): string {
  const blanks = text.match(/\s+/gu)?.length ?? 0;
  const minutes = Math.max(
    blanks / WORDS_PER_MINUTE,
    (text.length - blanks * 8) / 8 / CHARS_PER_MINUTE,
  );
  return `${Math.max(1, Math.round(minutes))} min`;
}
