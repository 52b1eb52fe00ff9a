// The names in a drawing: the most important first, and none over another.

/** More are not read, and drawing text is the dearest part of a frame. */
const LABELS_MAX = 90;
const LARGE_RADIUS = 13;
const HALO_PX = 4;

export interface Label {
  text: string;
  x: number;
  y: number;
  /** Of its node, under which it stands. */
  radius: number;
  color: string;
  /** Selected and pointed at: drawn whatever is in the way. */
  isForced: boolean;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface LabelStyle {
  family: string;
  halo: string;
}

/** `widths` keeps what was measured, for the next frame. */
export function drawLabels(
  context: CanvasRenderingContext2D,
  labels: readonly Label[],
  style: LabelStyle,
  widths: Map<string, number>,
): void {
  const taken: Box[] = [];
  context.textAlign = 'center';
  context.textBaseline = 'top';
  context.lineJoin = 'round';
  context.lineWidth = HALO_PX;
  context.strokeStyle = style.halo;
  for (const label of labels) {
    if (taken.length >= LABELS_MAX && !label.isForced) continue;
    const isLarge = label.radius >= LARGE_RADIUS;
    const font = `${isLarge ? '600 14px' : '500 12px'} ${style.family}`;
    const box = boxOf(label, isLarge ? 14 : 12, widthOf(context, label.text, font, widths));
    if (!label.isForced && taken.some((other) => overlaps(box, other))) continue;
    taken.push(box);
    context.font = font;
    context.strokeText(label.text, label.x, box.top);
    context.fillStyle = label.color;
    context.fillText(label.text, label.x, box.top);
  }
}

function widthOf(
  context: CanvasRenderingContext2D,
  text: string,
  font: string,
  widths: Map<string, number>,
): number {
  const key = `${font}\n${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  context.font = font;
  const { width } = context.measureText(text);
  widths.set(key, width);
  return width;
}

function boxOf(label: Label, height: number, width: number): Box {
  const top = label.y + label.radius + 5;
  return {
    left: label.x - width / 2 - 3,
    right: label.x + width / 2 + 3,
    top,
    bottom: top + height + 2,
  };
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
