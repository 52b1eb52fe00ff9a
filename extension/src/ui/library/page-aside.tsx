// What was found in a page: its summary, the names in it with their sentences, topics, relations, questions, versions.
import { shortDay } from '../../library/days';
import { describeEntityKind } from '../../library/describe-page';
import { pagePath, type PlaceState } from '../../library/route';
import { NO_SEARCH } from '../../library/search-state';
import { sanitize } from '../../policy/sanitize';
import type { PageEntity, PageView } from '../../wire';
import { count } from '../format';
import { useLibrary } from './context';
import { OriginalLink } from './original-link';
import { TextButton } from './text-button';

const NAMES_MAX = 20;
const SENTENCES_MAX = 3;
const RELATIONS_MAX = 12;
const PHRASES_MAX = 20;
const NAME_CHARS_MAX = 80;
const SENTENCE_CHARS_MAX = 600;

interface Props {
  data: PageView;
  version: number | undefined;
}

export function PageAside({ data, version }: Props) {
  const { go } = useLibrary();
  const { page, summary, keyPhrases, topics, relations, questions } = data;
  const find = (search: Partial<NonNullable<PlaceState['search']>>) => {
    go('search', { search: { ...NO_SEARCH, ...search } });
  };
  return (
    <>
      {summary.length > 0 && (
        <section class="card">
          <div class="card-head">
            <h2>In short</h2>
            <span class="badge">
              {data.summaryByModel
                ? 'written by your model'
                : `${count(summary.length, 'sentence')} from the page`}
            </span>
          </div>
          <p class="small" dir="auto">
            {summary.join(' ')}
          </p>
        </section>
      )}
      <Mentions
        entities={data.entities}
        url={page.url}
        onFind={(entity) => {
          find({ entity });
        }}
      />
      {topics.length > 0 && (
        <section class="card">
          <h2>{topics.length === 1 ? 'Topic' : 'Topics'}</h2>
          <ul class="small">
            {topics.map((path) => (
              <li key={path.join('/')}>
                {path.map((topic, at) => (
                  <span key={topic}>
                    {at > 0 && ' › '}
                    <TextButton
                      onPress={() => {
                        find({ topic });
                      }}
                    >
                      {sanitize(topic, NAME_CHARS_MAX)}
                    </TextButton>
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </section>
      )}
      {keyPhrases.length > 0 && (
        <section class="card">
          <h2>Key phrases</h2>
          <ul class="chips">
            {keyPhrases.slice(0, PHRASES_MAX).map((phrase) => (
              <li key={phrase}>
                <button
                  type="button"
                  class="chip"
                  onClick={() => {
                    find({ words: `"${phrase.replaceAll('"', '')}"` });
                  }}
                >
                  <bdi>{sanitize(phrase, NAME_CHARS_MAX)}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {relations.length > 0 && (
        <section class="card">
          <h2>What it says of them</h2>
          <ul class="small relations">
            {relations.slice(0, RELATIONS_MAX).map(({ from, relation, to, sentence }, at) => (
              <li key={at} title={sanitize(sentence, SENTENCE_CHARS_MAX)}>
                <bdi>{sanitize(from, NAME_CHARS_MAX)}</bdi>{' '}
                <span class="detail">{sanitize(relation, NAME_CHARS_MAX)}</span>{' '}
                <bdi>{sanitize(to, NAME_CHARS_MAX)}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      {questions.length > 0 && (
        <section class="card">
          <h2>Questions it answers</h2>
          <ul class="small">
            {questions.map((question) => (
              <li key={question}>
                <TextButton
                  onPress={() => {
                    find({ words: question });
                  }}
                >
                  {sanitize(question, SENTENCE_CHARS_MAX)}
                </TextButton>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Versions data={data} version={version} />
    </>
  );
}

interface MentionsProps {
  entities: readonly PageEntity[];
  url: string;
  onFind: (entity: string) => void;
}

function Mentions({ entities, url, onFind }: MentionsProps) {
  if (entities.length === 0) return null;
  const shown = entities.slice(0, NAMES_MAX);
  return (
    <section class="card">
      <h2>Mentions</h2>
      <ul class="mentions">
        {shown.map(({ name, kind, confidence, sentences }) => (
          <li key={`${kind} ${name}`}>
            <details>
              <summary>
                <span class="cut">
                  <bdi>{sanitize(name, NAME_CHARS_MAX)}</bdi>{' '}
                  <span class="detail">{describeEntityKind(kind)}</span>
                </span>
                <span class="confidence" title={`${percent(confidence)} sure that it is one`}>
                  <span style={{ width: percent(confidence) }} />
                </span>
              </summary>
              <ul class="mention-sentences">
                {sentences.slice(0, SENTENCES_MAX).map((sentence) => (
                  <li key={sentence}>
                    <q dir="auto">{sanitize(sentence, SENTENCE_CHARS_MAX)}</q>
                    <OriginalLink
                      class="icon-button"
                      url={url}
                      sentence={sentence}
                      label="Open at this sentence"
                    />
                  </li>
                ))}
              </ul>
              <TextButton
                onPress={() => {
                  onFind(name);
                }}
              >
                All pages that name it
              </TextButton>
            </details>
          </li>
        ))}
      </ul>
      {entities.length > shown.length && (
        <p class="detail">and {entities.length - shown.length} more</p>
      )}
    </section>
  );
}

function Versions({ data, version }: Props) {
  const { page, versions, text } = data;
  if (versions.length === 0) return null;
  const now = new Date();
  const newestFirst = [...versions].sort((one, other) => other.seenMs - one.seenMs);
  return (
    <section class="card">
      <h2>Versions</h2>
      <ol class="timeline">
        <li class={version === undefined ? 'on' : ''}>
          <a href={pagePath(page.id)} aria-current={version === undefined ? 'true' : undefined}>
            {shortDay(page.lastVisitMs, now)}, what it says now
          </a>
          <span class="detail">{text.length.toLocaleString('en')} characters</span>
        </li>
        {newestFirst.map(({ number, seenMs, chars }) => (
          <li key={number} class={version === number ? 'on' : ''}>
            <a
              href={pagePath(page.id, number)}
              aria-current={version === number ? 'true' : undefined}
            >
              {shortDay(seenMs, now)}
            </a>
            <span class="detail">{chars.toLocaleString('en')} characters</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function percent(share: number): string {
  return `${Math.round(Math.min(1, Math.max(0, share)) * 100)}%`;
}
