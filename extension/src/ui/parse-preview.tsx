// How the words are read: what belongs to a phrasing, what fills it, what joins two, what is unknown.
import type { Part } from '../wire';

export function ParsePreview({ parts }: { parts: readonly Part[] }) {
  const shown = parts.filter(({ text }) => text !== '');
  return (
    <p class="reading">
      {shown.length > 0 && <span class="unseen">Read as: </span>}
      {shown.map((part, index) => (
        <PartView key={index} part={part} />
      ))}
    </p>
  );
}

function PartView({ part: { text, kind } }: { part: Part }) {
  return (
    <>
      <bdi class={`part-${kind}`}>
        {MARKS[kind][0]}
        {text}
        {MARKS[kind][1]}
      </bdi>
      {kind === 'unknown' && <span class="unseen"> (not understood)</span>}{' '}
    </>
  );
}

/** For those who do not tell the colours apart. */
const MARKS: Record<Part['kind'], readonly [before: string, after: string]> = {
  word: ['', ''],
  capture: ['‹', '›'],
  joint: ['· ', ' ·'],
  unknown: ['', ''],
};
