// Words that a page or an agent chose, inside a sentence of ours: set apart, so that they cannot pass
// for ours. A long text is folded, with its length.
import type { SentencePart } from '../page-words';
import './untrusted.css';

const LENGTH_SHOWN_MAX = 200;
const PREVIEW_LENGTH = 100;
/** The daemon puts it where a line of a script ends. */
const LINE_END = / ?⏎ ?/;

export function Sentence({ parts }: { parts: readonly SentencePart[] }) {
  return (
    <>
      {parts.map(({ text, isQuoted }, at) =>
        // A part has nothing but its place.
        isQuoted ? <Untrusted key={at} text={text} /> : <bdi key={at}>{text}</bdi>,
      )}
    </>
  );
}

export function Untrusted({ text }: { text: string }) {
  const characters = Array.from(text);
  if (characters.length > LENGTH_SHOWN_MAX) {
    return <LongText text={text} start={characters.slice(0, PREVIEW_LENGTH).join('')} />;
  }
  return (
    <span class="untrusted">
      “<bdi>{text}</bdi>”
    </span>
  );
}

function LongText({ text, start }: { text: string; start: string }) {
  return (
    <>
      <span class="untrusted">
        “<bdi>{start}…</bdi>”
      </span>
      <details class="untrusted-all">
        <summary>Show all {Array.from(text).length.toLocaleString('en')} characters</summary>
        <pre>
          <bdi>{text.split(LINE_END).join('\n')}</bdi>
        </pre>
      </details>
    </>
  );
}
