// The colours of a drawing, as the page's tokens have them in light or dark, and the shapes of groups.

export const SHAPES = ['circle', 'square', 'diamond', 'triangle', 'ring'] as const;
export type Shape = (typeof SHAPES)[number];

const GROUP_COLORS = 6;

export interface Palette {
  surface: string;
  text: string;
  muted: string;
  accent: string;
  edge: string;
  groups: readonly string[];
  /** The same, far in the background. */
  dimGroups: readonly string[];
  font: string;
}

/** With five shapes and six colours, thirty groups are different in one or the other. */
export function shapeOf(community: number): Shape {
  return SHAPES[community % SHAPES.length] ?? 'circle';
}

export function groupColor(palette: Palette, community: number, isDim = false): string {
  const colors = isDim ? palette.dimGroups : palette.groups;
  return colors[community % GROUP_COLORS] ?? palette.text;
}

/** Variables may hold light-dark(), so the browser is asked what comes of it. */
export function readPalette(element: Element): Palette {
  const probe = document.createElement('span');
  probe.hidden = true;
  element.append(probe);
  const color = (value: string) => {
    probe.style.color = value;
    return toRgb(getComputedStyle(probe).color);
  };
  const [surface, edge] = [color('var(--surface)'), color('var(--edge)')];
  const groups = Array.from({ length: GROUP_COLORS }, (_, at) => color(`var(--group-${at + 1})`));
  const palette = {
    surface: css(surface),
    text: css(color('var(--text)')),
    muted: css(color('var(--muted)')),
    accent: css(color('var(--accent)')),
    edge: css(mix(edge, surface, 0.32)),
    groups: groups.map(css),
    dimGroups: groups.map((group) => css(mix(group, surface, 0.45))),
    font: getComputedStyle(element).fontFamily,
  };
  probe.remove();
  return palette;
}

type Rgb = [number, number, number];

function toRgb(computed: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (computed.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}

function mix(color: Rgb, ground: Rgb, part: number): Rgb {
  const at = (channel: 0 | 1 | 2) => color[channel] * part + ground[channel] * (1 - part);
  return [at(0), at(1), at(2)];
}

function css(color: Rgb): string {
  return `rgb(${color.map(Math.round).join(',')})`;
}
