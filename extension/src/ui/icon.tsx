// Icons on a grid of 20, drawn with the colour of the text. They always stand beside a word, or in a
// button that has a label, so they are hidden from screen readers.

const CIRCLE = 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0';

const PATHS = {
  alert: 'M10 3.8l7 12.2H3zM10 8.5v3.3M10 13.9v.1',
  book: 'M10 5.5C8 4.2 5.5 4 3 4.5v11c2.5-.5 5-.3 7 1 2-1.3 4.5-1.5 7-1v-11c-2.5-.5-5-.3-7 1zM10 5.5v11',
  calendar:
    'M5 5h10a1.5 1.5 0 0 1 1.5 1.5V15a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 15V6.5A1.5 1.5 0 0 1 5 5zM3.5 8.5h13M7 3v3.5M13 3v3.5',
  bookmark: 'M5.5 3.5h9V17L10 13.5 5.5 17z',
  chart: 'M4 16.5h12M5.5 16.5v-5h2.5v5M9 16.5V5h2.5v11.5M12.5 16.5V8.5H15v8',
  check: 'M4 10.5l4 4 8-9',
  chip:
    'M7.5 5.5h5a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-5a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2z' +
    'M8 3v2.5M12 3v2.5M8 14.5V17M12 14.5V17M3 8h2.5M3 12h2.5M14.5 8H17M14.5 12H17',
  clock: `${CIRCLE}M10 6v4.2l2.7 1.6`,
  copy: 'M9 7.5h6A1.5 1.5 0 0 1 16.5 9v6a1.5 1.5 0 0 1-1.5 1.5H9A1.5 1.5 0 0 1 7.5 15V9A1.5 1.5 0 0 1 9 7.5zM12.5 7.5v-2a2 2 0 0 0-2-2h-5a2 2 0 0 0-2 2v5a2 2 0 0 0 2 2h2',
  doc: 'M5 3h6.5L15 6.5V17H5zM11.5 3v3.5H15M7.5 10h5M7.5 13h5',
  down: 'M5 7.5l5 5 5-5',
  external: 'M8 5H5v10h10v-3M11 4h5v5M16 4l-7 7',
  filter: 'M3.5 5.5h13M6 10h8M8.5 14.5h3',
  globe: `${CIRCLE}M3 10h14M10 3c4.5 4.6 4.5 9.4 0 14-4.5-4.6-4.5-9.4 0-14z`,
  graph:
    'M3 14.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M8 5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M13.5 13a2 2 0 1 0 4 0a2 2 0 1 0-4 0M6 12.7l3-5.9M11 6.8l3.5 4.5M7 14.2l6.5-.9',
  import: 'M10 3.5V12M6.5 8.5L10 12l3.5-3.5M4 12v4h12v-4',
  info: `${CIRCLE}M10 9.3v4.2M10 6.6v.1`,
  left: 'M12.5 5l-5 5 5 5',
  lock:
    'M6.5 9h7a2 2 0 0 1 2 2v3.5a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2V11a2 2 0 0 1 2-2z' +
    'M7 9V7a3 3 0 0 1 6 0v2',
  minus: 'M5 10h10',
  more: 'M4 10a.6.6 0 1 0 1.2 0a.6.6 0 1 0-1.2 0M9.4 10a.6.6 0 1 0 1.2 0a.6.6 0 1 0-1.2 0M14.8 10a.6.6 0 1 0 1.2 0a.6.6 0 1 0-1.2 0',
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
  topics: 'M4 4v10.5A1.5 1.5 0 0 0 5.5 16H9M4 9h5M10 6.5h6.5v5H10zM10 13.5h6.5v4H10z',
  trash: 'M4 6h12M8 6V4h4v2M5.8 6l.7 10h7l.7-10',
  undo: 'M7 5L4 8l3 3M4 8h7.5a4 4 0 0 1 0 8H8',
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
