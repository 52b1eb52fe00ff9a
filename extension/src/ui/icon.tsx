// Icons on a grid of 20, drawn with the colour of the text. They always stand beside a word, or in a
// button that has a label, so they are hidden from screen readers.

const CIRCLE = 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0';

const PATHS = {
  alert: 'M10 3.8l7 12.2H3zM10 8.5v3.3M10 13.9v.1',
  book: 'M10 5.5C8 4.2 5.5 4 3 4.5v11c2.5-.5 5-.3 7 1 2-1.3 4.5-1.5 7-1v-11c-2.5-.5-5-.3-7 1zM10 5.5v11',
  check: 'M4 10.5l4 4 8-9',
  chip:
    'M7.5 5.5h5a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-5a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2z' +
    'M8 3v2.5M12 3v2.5M8 14.5V17M12 14.5V17M3 8h2.5M3 12h2.5M14.5 8H17M14.5 12H17',
  clock: `${CIRCLE}M10 6v4.2l2.7 1.6`,
  down: 'M5 7.5l5 5 5-5',
  globe: `${CIRCLE}M3 10h14M10 3c4.5 4.6 4.5 9.4 0 14-4.5-4.6-4.5-9.4 0-14z`,
  info: `${CIRCLE}M10 9.3v4.2M10 6.6v.1`,
  lock:
    'M6.5 9h7a2 2 0 0 1 2 2v3.5a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2V11a2 2 0 0 1 2-2z' +
    'M7 9V7a3 3 0 0 1 6 0v2',
  minus: 'M5 10h10',
  pencil: 'M4 16l.8-3.6L13 4.2a1.4 1.4 0 0 1 2 0l.8.8a1.4 1.4 0 0 1 0 2L7.6 15.2zM11.5 5.7l2.8 2.8',
  panel: 'M5 4h10a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM12 4v12',
  plus: 'M10 4v12M4 10h12',
  plug: 'M7 3v4M13 3v4M5 7h10v3a5 5 0 0 1-10 0zM10 15v2.5',
  pointer: 'M4.5 4l11.5 4.6-5 1.9-2 5z',
  question: 'M5 4h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H9l-3.5 3v-3H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
  right: 'M7.5 5l5 5-5 5',
  search: 'M3.5 9a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M13.2 13.2L17 17',
  shield: 'M10 3l6 2v5c0 3.8-2.6 6-6 7-3.4-1-6-3.2-6-7V5z',
  sliders:
    'M3.5 6.5H10M14 6.5h2.5M3.5 13.5H6M10 13.5h6.5' +
    'M10 6.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M6 13.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  terminal: 'M4 5.5l4.5 4.5L4 14.5M10.5 14.5H16',
  trash: 'M4 6h12M8 6V4h4v2M5.8 6l.7 10h7l.7-10',
  up: 'M10 16V4.5M5 9.5l5-5 5 5',
  x: 'M5 5l10 10M15 5L5 15',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
