// How the line is parsed: words of a phrasing, the values in it, what joins two, what is unknown.
import type { Part } from '../wire';

export function ParsePreview({ parts }: { parts: readonly Part[] }) {
  const shown = parts.filter(({ text }) => text !== '');
  return (
    <p class="parse">
      {shown.length > 0 && <span class="unseen">Understood as: </span>}
      {shown.map((part, index) => (
        <PartView key={index} part={part} />
      ))}
    </p>
  );
}

/** What the keys do with a line that no grammar knows. */
export function UnknownHint({ id, canTranslate }: { id: string; canTranslate: boolean }) {
  return (
    <p id={id} class="parse-hint">
      <span>
        <kbd>Enter</kbd> starts a task.
      </span>{' '}
      {canTranslate && (
        <span>
          <kbd>{CONTROL}</kbd> <kbd>Enter</kbd> does it as a command: a model works out once what it
          means.
        </span>
      )}
    </p>
  );
}

const CONTROL = navigator.userAgent.includes('Mac') ? 'Cmd' : 'Ctrl';

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

/** So that the parts differ by more than their colour. */
const MARKS: Record<Part['kind'], readonly [before: string, after: string]> = {
  word: ['', ''],
  capture: ['‹', '›'],
  joint: ['· ', ' ·'],
  unknown: ['', ''],
};
