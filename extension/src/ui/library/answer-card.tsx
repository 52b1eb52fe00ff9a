// The answer to a question, from what was read or from the web: sentences of pages with their sources, or a model's.
// The words are the pages' or the model's, so they stand in quotes of their own and never in our voice.
import { useState } from 'preact/hooks';
import { shortDay } from '../../library/days';
import { pagePath } from '../../library/route';
import { sanitize } from '../../policy/sanitize';
import type { Answer, AnswerSource, Finding } from '../../wire';
import { Icon } from '../icon';
import { IconButton } from '../icon-button';
import { Untrusted } from '../untrusted';
import { titleOf } from './hit';
import { OriginalLink } from './original-link';

const QUOTE_CHARS_MAX = 1_000;
const NEAREST_MAX = 3;
const SURE = 0.66;
const FAIRLY_SURE = 0.33;

interface Props {
  answer: Answer;
  isFromWeb: boolean;
  hasModel: boolean;
  isBusy: boolean;
  onAskModel: () => void;
  onLookUp: () => void;
  onAsk: (question: string) => void;
  onClose: () => void;
}

export function AnswerCard(props: Props) {
  const { answer, isFromWeb, hasModel, isBusy, onAskModel, onLookUp, onAsk, onClose } = props;
  const { isAnswered, byModel, followUps, notice, confidence } = answer;
  return (
    <section class="card answer" aria-labelledby="answer-heading" aria-busy={isBusy}>
      <div class="answer-head">
        <div class="answer-title grow">
          <h2 id="answer-heading">{isFromWeb ? 'From the web' : 'From what you read'}</h2>
          {isAnswered && (
            <>
              <span class="badge">
                {byModel ? 'written by your model' : 'quoted word for word'}
              </span>
              <span class="badge" title="How well the pages fit the question">
                {howSure(confidence)}
              </span>
            </>
          )}
        </div>
        <div class="answer-actions">
          {isAnswered && <CopyButton answer={answer} />}
          <IconButton icon="x" label="Close the answer" onPress={onClose} />
        </div>
      </div>
      {notice !== undefined && <p class="detail">{sanitize(notice, QUOTE_CHARS_MAX)}</p>}
      {isAnswered ? (
        <Findings answer={answer} />
      ) : (
        <NotFound answer={answer} isFromWeb={isFromWeb} />
      )}
      {followUps.length > 0 && (
        <div class="answer-next">
          <span class="detail">Ask next</span>
          {followUps.map((question) => (
            <button
              key={question}
              type="button"
              class="chip"
              onClick={() => {
                onAsk(question);
              }}
            >
              <bdi>{sanitize(question, QUOTE_CHARS_MAX)}</bdi>
            </button>
          ))}
        </div>
      )}
      {!isAnswered && !isFromWeb && (
        <p class="answer-next">
          <button type="button" aria-disabled={isBusy} onClick={onLookUp}>
            {isBusy ? 'Looking it up…' : 'Look it up on the web'}
          </button>
          <span class="detail">It searches in a tab of its own and reads the first results.</span>
        </p>
      )}
      {hasModel && !byModel && !isFromWeb && (
        <p class="answer-next">
          <button type="button" aria-disabled={isBusy} onClick={onAskModel}>
            {isBusy ? 'Asking your model…' : 'Ask your model'}
          </button>
          <span class="detail">It sees these pages and the question, and has to cite them.</span>
        </p>
      )}
    </section>
  );
}

function Findings({ answer }: { answer: Answer }) {
  const { findings, sources } = answer;
  const bySource = new Map(sources.map((source) => [source.number, source]));
  const cited = new Set(findings.map(({ source }) => source));
  const others = sources.filter(({ number }) => !cited.has(number));
  return (
    <>
      {findings.map((finding, at) => (
        <Quote key={at} finding={finding} source={bySource.get(finding.source)} />
      ))}
      {others.length > 0 && (
        <ul class="answer-sources" aria-label={findings.length > 0 ? 'Also there' : 'Pages'}>
          {others.map((source) => (
            <li key={source.number}>
              <SourceLine source={source} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Quote({ finding, source }: { finding: Finding; source: AnswerSource | undefined }) {
  return (
    <blockquote>
      <p>
        <bdi>{sanitize(finding.text, QUOTE_CHARS_MAX)}</bdi>
      </p>
      {source && (
        <footer>
          <SourceLine source={source} sentence={finding.text} />
        </footer>
      )}
    </blockquote>
  );
}

function SourceLine({ source, sentence }: { source: AnswerSource; sentence?: string }) {
  return (
    <>
      {source.from === 'web' ? (
        <>
          <bdi>{titleOf(source)}</bdi>
          <span class="detail"> from the web</span>
        </>
      ) : (
        <a href={pagePath(source.page)}>
          <bdi>{titleOf(source)}</bdi>
        </a>
      )}
      {source.readMs !== undefined && <span>, read {shortDay(source.readMs, new Date())}</span>}
      <OriginalLink
        class="icon-button"
        url={source.url}
        {...(sentence !== undefined && { sentence })}
        label={sentence === undefined ? 'Open the page' : 'Open at this sentence'}
      />
    </>
  );
}

function NotFound({ answer, isFromWeb }: { answer: Answer; isFromWeb: boolean }) {
  // Pages that are not kept have no number, and nothing of ours to open.
  const nearest = answer.nearest.filter(({ id }) => id !== 0);
  return (
    <>
      <p>
        {isFromWeb
          ? 'Nothing in the first results answers this.'
          : 'Nothing that you kept answers this.'}
        {nearest.length > 0 && ' These pages come nearest:'}
      </p>
      {nearest.length > 0 && (
        <ul class="answer-sources">
          {nearest.slice(0, NEAREST_MAX).map((page) => (
            <li key={page.id}>
              <a href={pagePath(page.id)}>
                <Untrusted text={titleOf(page)} />
              </a>
              <span class="detail">, read {shortDay(page.lastVisitMs, new Date())}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function CopyButton({ answer }: { answer: Answer }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(textOf(answer));
    setCopied(true);
  };
  return (
    <>
      <span class="detail" role="status">
        {isCopied && 'Copied'}
      </span>
      <button
        type="button"
        class="icon-button"
        aria-label="Copy with sources"
        title="Copy with sources"
        onClick={() => {
          copy().catch(console.warn);
        }}
      >
        <Icon name="copy" />
      </button>
    </>
  );
}

function textOf({ findings, sources }: Answer): string {
  const quotes = findings.map(({ text, source }) => `“${text}” [${source}]`);
  const from = sources.map(({ number, title, url }) => `[${number}] ${title}, ${url}`);
  return [...quotes, '', ...from].join('\n');
}

function howSure(confidence: number): string {
  if (confidence >= SURE) return 'fits well';
  return confidence >= FAIRLY_SURE ? 'fits fairly well' : 'fits loosely';
}
