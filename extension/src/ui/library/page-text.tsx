// The text of a page as it was read. What the person selects in it can be opened at its place on the page itself.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageView } from '../../wire';
import { OriginalLink } from './original-link';

/** More than that is shown when the person wants it: laying it out would keep the page busy. */
const PARAGRAPHS_SHOWN = 300;
const SELECTION_CHARS_MAX = 2_000;

export function PageText({ data }: { data: PageView }) {
  const reader = useRef<HTMLElement>(null);
  const selected = useSelection(reader);
  const { page, text, description } = data;
  return (
    <article class="reader" aria-label="The text that was kept" lang={page.language} ref={reader}>
      {text === '' ? <NoText description={description} /> : <Paragraphs text={text} />}
      {selected !== '' && (
        <p class="selection-bar">
          <OriginalLink class="button primary" url={page.url} sentence={selected}>
            Open the page at this sentence
          </OriginalLink>
        </p>
      )}
    </article>
  );
}

export function Paragraphs({ text }: { text: string }) {
  const [isAll, setAll] = useState(false);
  const paragraphs = text.split(/\n+/u).filter((line) => line.trim() !== '');
  const shown = isAll ? paragraphs : paragraphs.slice(0, PARAGRAPHS_SHOWN);
  return (
    <>
      {shown.map((paragraph, at) => (
        // A paragraph has nothing but its place.
        <p key={at} dir="auto">
          {paragraph}
        </p>
      ))}
      {shown.length < paragraphs.length && (
        <p>
          <button
            type="button"
            onClick={() => {
              setAll(true);
            }}
          >
            Show the rest
          </button>
        </p>
      )}
    </>
  );
}

function NoText({ description }: { description: string | undefined }) {
  return (
    <>
      {description !== undefined && <p dir="auto">{description}</p>}
      <p class="detail">
        Only the title and the address of this page are kept. Open it, and say “remember this page”
        to keep its text, too.
      </p>
    </>
  );
}

/** What is selected inside the element. */
function useSelection(within: { current: HTMLElement | null }): string {
  const [selected, setSelected] = useState('');
  useEffect(() => {
    const onChange = () => {
      const selection = document.getSelection();
      const node = selection?.anchorNode ?? null;
      const isInside = within.current?.contains(node) ?? false;
      const text = isInside && selection ? selection.toString().trim() : '';
      setSelected(text.slice(0, SELECTION_CHARS_MAX));
    };
    document.addEventListener('selectionchange', onChange);
    return () => {
      document.removeEventListener('selectionchange', onChange);
    };
  }, [within]);
  return selected;
}
