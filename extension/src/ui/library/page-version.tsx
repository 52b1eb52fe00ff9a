// An earlier version of a page: what has changed since, or its whole text.
import { useMemo, useState } from 'preact/hooks';
import { exactTime } from '../../library/days';
import { pagePath } from '../../library/route';
import { diffLines, type DiffLine } from '../../library/text-diff';
import { askWorker } from '../../messages';
import type { PageView } from '../../wire';
import { Bones, Fault } from './bones';
import { Paragraphs } from './page-text';
import { useRequest } from './use-request';

/** So many lines that are the same stay around those that are not. */
const CONTEXT_LINES = 1;

interface Props {
  data: PageView;
  number: number;
}

export function PageVersion({ data, number }: Props) {
  const page = data.page.id;
  const { value, fault, retry } = useRequest(`page ${page} version ${number}`, () =>
    askWorker('getPageVersion', { page, version: number }),
  );
  const [isWhole, setWhole] = useState(false);
  const isHere = value?.version.number === number;
  const lines = useMemo(
    () => (isHere ? diffLines(value.text, data.text) : undefined),
    [isHere, value, data.text],
  );

  if (!isHere) {
    return fault === undefined ? (
      <Bones what="the version" lines={8} />
    ) : (
      <Fault text={fault} onRetry={retry} />
    );
  }
  return (
    <article class="reader" aria-label="An earlier version" lang={data.page.language}>
      <div class="version-bar">
        <p class="grow">As it was read on {exactTime(value.version.seenMs)}</p>
        <div class="segments" role="group" aria-label="Show">
          <Segment
            isOn={!isWhole}
            onPress={() => {
              setWhole(false);
            }}
          >
            Changes since
          </Segment>
          <Segment
            isOn={isWhole}
            onPress={() => {
              setWhole(true);
            }}
          >
            Whole text
          </Segment>
        </div>
        <a class="button quiet" href={pagePath(page)}>
          What it says now
        </a>
      </div>
      {isWhole || !lines ? <Paragraphs text={value.text} /> : <Changes lines={lines} />}
      {!isWhole && !lines && (
        <p class="detail">The two are too long to be compared, so this is the whole text.</p>
      )}
    </article>
  );
}

interface SegmentProps {
  isOn: boolean;
  onPress: () => void;
  children: string;
}

function Segment({ isOn, onPress, children }: SegmentProps) {
  return (
    <button type="button" aria-pressed={isOn} onClick={onPress}>
      {children}
    </button>
  );
}

function Changes({ lines }: { lines: readonly DiffLine[] }) {
  const near = nearChanges(lines);
  if (near.length === 0) return <p class="detail">The text is the same as now.</p>;
  return (
    <>
      {near.map((line, at) => {
        if (line === 'left out') {
          return (
            <p key={at} class="detail" aria-label="The same lines">
              …
            </p>
          );
        }
        const { kind, text } = line;
        if (kind === 'same') {
          return (
            <p key={at} dir="auto">
              {text}
            </p>
          );
        }
        return (
          <p key={at} class={kind} dir="auto">
            <span class="unseen">{kind === 'added' ? 'New: ' : 'Gone: '}</span>
            {kind === 'added' ? <ins>{text}</ins> : <del>{text}</del>}
          </p>
        );
      })}
    </>
  );
}

/** The lines that changed, with those next to them. */
function nearChanges(lines: readonly DiffLine[]): (DiffLine | 'left out')[] {
  const wanted = new Set<number>();
  lines.forEach(({ kind }, at) => {
    if (kind === 'same') return;
    for (let by = -CONTEXT_LINES; by <= CONTEXT_LINES; by += 1) wanted.add(at + by);
  });
  const near: (DiffLine | 'left out')[] = [];
  lines.forEach((line, at) => {
    if (wanted.has(at)) near.push(line);
    else if (wanted.size > 0 && near.at(-1) !== 'left out') near.push('left out');
  });
  return near;
}
