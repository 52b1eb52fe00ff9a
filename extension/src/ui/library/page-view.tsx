// One page that is kept: its text as it was read, what was found in it, the person's own words about it.
import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { exactTime, publishedDay, shortDay } from '../../library/days';
import { describeKind, readingTime } from '../../library/describe-page';
import { askWorker } from '../../messages';
import { sanitize } from '../../policy/sanitize';
import type { PageView as PageData } from '../../wire';
import { Icon } from '../icon';
import { Bones, Fault } from './bones';
import { useLibrary } from './context';
import { ForgetPage } from './forget-page';
import { titleOf } from './hit';
import { NoteEditor } from './note-editor';
import { OriginalLink } from './original-link';
import { PageAside } from './page-aside';
import { PageText } from './page-text';
import { PageVersion } from './page-version';
import { SiteMark } from './site-mark';
import { useRequest } from './use-request';

interface Props {
  page: number;
  version: number | undefined;
}

export function PageView({ page, version }: Props) {
  const { value, fault, retry, replace } = useRequest(`page ${page}`, () =>
    askWorker('getPage', { page }),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const isHere = value?.page.id === page;
  useEffect(() => {
    // Where the person has come here from another view, the focus waits on the page around this one.
    if (isHere && document.activeElement?.tagName === 'MAIN') {
      heading.current?.focus({ preventScroll: true });
    }
  }, [isHere]);

  if (!isHere) {
    return (
      <div class="width">
        <PageBar />
        <h1 class="unseen">Page</h1>
        {fault === undefined ? (
          <Bones what="the page" lines={10} />
        ) : (
          <Fault text={fault} onRetry={retry} />
        )}
      </div>
    );
  }
  return (
    <div class="width">
      <header class="page-top">
        <PageBar data={value} />
        <h1 ref={heading} tabIndex={-1}>
          <bdi>{titleOf(value.page)}</bdi>
        </h1>
        <PageFacts data={value} />
      </header>
      <div class="reading">
        {version === undefined ? (
          <PageText data={value} />
        ) : (
          <PageVersion data={value} number={version} />
        )}
        <aside class="page-aside" aria-label="About this page">
          <NoteEditor data={value} onSaved={replace} />
          <PageAside data={value} version={version} />
        </aside>
      </div>
    </div>
  );
}

function PageBar({ data }: { data?: PageData }) {
  const { back } = useLibrary();
  const [isForgetting, setForgetting] = useState(false);
  const forget = useRef<HTMLButtonElement>(null);
  return (
    <>
      <div class="page-bar">
        <button
          type="button"
          class="quiet page-back"
          onClick={() => {
            back('search');
          }}
        >
          <Icon name="left" />
          Back
        </button>
        <span class="grow" />
        {data && (
          <>
            <OriginalLink class="button" url={data.page.url} isMain>
              Open page
            </OriginalLink>
            <button
              type="button"
              class="icon-button"
              aria-label="Forget this page…"
              title="Forget this page…"
              aria-expanded={isForgetting}
              ref={forget}
              onClick={() => {
                setForgetting(true);
              }}
            >
              <Icon name="trash" />
            </button>
          </>
        )}
      </div>
      {data && isForgetting && (
        <ForgetPage
          page={data.page}
          onClose={() => {
            setForgetting(false);
            requestAnimationFrame(() => forget.current?.focus());
          }}
        />
      )}
    </>
  );
}

function PageFacts({ data: { page, siteName, modified, text } }: { data: PageData }) {
  const now = new Date();
  const { author, published, visits, firstSeenMs, lastVisitMs, language } = page;
  const publishedOn = published === undefined ? undefined : publishedDay(published, now);
  const modifiedOn = modified === undefined ? undefined : publishedDay(modified, now);
  const read = `${visits === 1 ? 'read' : `read ${visits.toLocaleString('en')} times, last`} ${shortDay(lastVisitMs, now)}`;
  const facts = [
    author === undefined ? undefined : { words: sanitize(author, 80), before: 'by ' },
    publishedOn === undefined ? undefined : { words: publishedOn, before: 'published ' },
    modifiedOn === undefined || modifiedOn === publishedOn
      ? undefined
      : { words: modifiedOn, before: 'changed ' },
  ].filter((fact) => fact !== undefined);
  return (
    <p class="hit-source">
      <SiteMark site={page.site} />
      <bdi>{sanitize(page.site, 80)}</bdi>
      {siteName !== undefined && (
        <>
          <Dot />
          <bdi>{sanitize(siteName, 60)}</bdi>
        </>
      )}
      {facts.map(({ before, words }) => (
        <Fragment key={before}>
          <Dot />
          <span>
            {before}
            <bdi>{words}</bdi>
          </span>
        </Fragment>
      ))}
      <Dot />
      <span title={`First ${exactTime(firstSeenMs)}, last ${exactTime(lastVisitMs)}`}>{read}</span>
      {text !== '' && (
        <>
          <Dot />
          <span>{readingTime(text)}</span>
        </>
      )}
      {describeKind(page.kind) !== undefined && (
        <span class="badge">{describeKind(page.kind)}</span>
      )}
      {language !== undefined && language !== 'en' && (
        <span class="badge" title="Language">
          {sanitize(language, 8)}
        </span>
      )}
    </p>
  );
}

function Dot() {
  return <span aria-hidden="true">·</span>;
}
