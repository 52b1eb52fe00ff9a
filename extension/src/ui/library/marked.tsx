// Words of a page with the places that fit marked.

interface Props {
  text: string;
  /** First and last unit, the last not included; what is out of order or out of the text is left out. */
  marks: readonly (readonly [number, number])[];
}

export function Marked({ text, marks }: Props) {
  const parts: { text: string; isMarked: boolean }[] = [];
  let at = 0;
  for (const [start, end] of marks) {
    if (start < at || end <= start || end > text.length) continue;
    parts.push({ text: text.slice(at, start), isMarked: false });
    parts.push({ text: text.slice(start, end), isMarked: true });
    at = end;
  }
  parts.push({ text: text.slice(at), isMarked: false });
  return (
    <bdi>
      {parts.map((part, place) =>
        // A part has nothing but its place.
        part.isMarked ? <mark key={place}>{part.text}</mark> : part.text,
      )}
    </bdi>
  );
}
