// The graph on a plain canvas, for machines without a graphics processor. It is drawn only when something changed.
import { between, fitting, panned, toView, zoomed, type Camera, type Place } from './camera';
import { MOVE_MS, prefersLessMotion, type Drawing, type DrawingEvents } from './drawing';
import { drawLabels, type Label } from './labels';
import type { GraphIndex, GraphNode } from './model';
import { groupColor, readPalette, shapeOf, type Shape } from './palette';
import { followPointer } from './pointer';

/** More would not be smooth: 2,000 nodes with 10,000 edges take an eighth of a second. */
export const CANVAS_NODES_MAX = 500;
const REACH_PX = 4;
const REVEAL_MARGIN_PX = 60;

export function createCanvasDrawing(
  host: HTMLElement,
  first: GraphIndex,
  events: DrawingEvents,
): Drawing {
  const canvas = document.createElement('canvas');
  canvas.className = 'graph-layer';
  host.append(canvas);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw on a canvas.');

  let index = first;
  let palette = readPalette(host);
  let size = { width: host.clientWidth, height: host.clientHeight };
  let camera = fitting(index.data.nodes, size);
  let selected: string | undefined;
  let hovered: string | undefined;
  let frame = 0;
  let motion = 0;
  const widths = new Map<string, number>();

  const redraw = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      draw();
    });
  };
  const look = (next: Camera) => {
    cancelAnimationFrame(motion);
    camera = next;
    redraw();
  };
  const moveTo = (next: Camera) => {
    if (prefersLessMotion()) {
      look(next);
      return;
    }
    cancelAnimationFrame(motion);
    const from = camera;
    const started = performance.now();
    const advance = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - started) / MOVE_MS));
      camera = between(from, next, 1 - (1 - part) ** 3);
      redraw();
      if (part < 1) motion = requestAnimationFrame(advance);
    };
    motion = requestAnimationFrame(advance);
  };
  const radiusOf = (node: GraphNode) => node.size * Math.sqrt(Math.max(camera.zoom, 0.25));

  function draw(): void {
    if (!context) return;
    const ratio = devicePixelRatio;
    const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, size.width, size.height);
    const near = selected === undefined ? undefined : index.neighbours(selected);
    const isDim = ({ id }: GraphNode) => near !== undefined && id !== selected && !near.has(id);
    drawEdges(context);
    drawNodes(context, isDim);
    const isSeen = ({ id }: GraphNode) => id === selected || id === hovered;
    const seen = index.ranked.filter(isSeen);
    const rest = index.ranked.filter((node) => !isSeen(node));
    const rank = (node: GraphNode) => (isDim(node) ? 1 : 0);
    const ordered = near ? rest.sort((a, b) => rank(a) - rank(b)) : rest;
    const labels = [...seen, ...ordered].flatMap((node): Label[] => {
      const { x, y } = toView(camera, size, node);
      if (x < 0 || y < 0 || x > size.width || y > size.height) return [];
      const color = isDim(node) ? palette.muted : palette.text;
      return [{ text: node.label, x, y, radius: radiusOf(node), color, isForced: isSeen(node) }];
    });
    drawLabels(context, labels, { family: palette.font, halo: palette.surface }, widths);
  }

  /** All lines of a colour are one path, which is far faster than a path each. */
  function drawEdges(context: CanvasRenderingContext2D): void {
    const isHot = (edge: GraphIndex['edges'][number]) =>
      edge.from.id === selected || edge.to.id === selected;
    for (const hot of [false, true]) {
      context.beginPath();
      for (const edge of index.edges) {
        if (isHot(edge) !== hot) continue;
        const [from, to] = [toView(camera, size, edge.from), toView(camera, size, edge.to)];
        context.moveTo(from.x, from.y);
        context.lineTo(to.x, to.y);
      }
      context.lineWidth = 1;
      context.strokeStyle = hot ? palette.accent : palette.edge;
      context.stroke();
    }
  }

  function drawNodes(context: CanvasRenderingContext2D, isDim: (node: GraphNode) => boolean): void {
    const batches = new Map<string, { nodes: GraphNode[]; color: string; shape: Shape }>();
    for (const node of index.data.nodes) {
      const color = groupColor(palette, node.community, isDim(node));
      const shape = shapeOf(node.community);
      const key = `${color} ${shape}`;
      const batch = batches.get(key);
      if (batch) batch.nodes.push(node);
      else batches.set(key, { nodes: [node], color, shape });
    }
    for (const { nodes, color, shape } of batches.values()) {
      context.beginPath();
      for (const node of nodes) trace(context, shape, toView(camera, size, node), radiusOf(node));
      context.lineWidth = 2;
      context.strokeStyle = palette.surface;
      context.stroke();
      context.fillStyle = color;
      context.fill('evenodd');
    }
    const chosen = selected === undefined ? undefined : index.byId.get(selected);
    if (!chosen) return;
    const { x, y } = toView(camera, size, chosen);
    context.beginPath();
    context.arc(x, y, radiusOf(chosen) + 5, 0, 2 * Math.PI);
    context.lineWidth = 2.5;
    context.strokeStyle = palette.accent;
    context.stroke();
  }

  function nodeAt(at: Place): GraphNode | undefined {
    let best: { node: GraphNode; distance: number } | undefined;
    for (const node of index.data.nodes) {
      const { x, y } = toView(camera, size, node);
      const distance = Math.hypot(at.x - x, at.y - y) - radiusOf(node);
      if (distance <= REACH_PX && (!best || distance < best.distance)) best = { node, distance };
    }
    return best?.node;
  }

  const stopPointer = followPointer(canvas, {
    onPan: (byPx) => {
      look(panned(camera, byPx));
    },
    onZoom: (factor, at) => {
      look(zoomed(camera, size, factor, at));
    },
    onMove(at) {
      const id = at && nodeAt(at)?.id;
      canvas.style.cursor = id === undefined ? 'grab' : 'pointer';
      if (id === hovered) return;
      hovered = id;
      events.onHover(id);
      redraw();
    },
    onClick: (at) => {
      events.onSelect(nodeAt(at)?.id);
    },
    onDoubleClick(at) {
      const node = nodeAt(at);
      if (node) events.onExpand(node.id);
    },
  });
  const resizing = new ResizeObserver(() => {
    const isFitted = camera.zoom === 1;
    size = { width: host.clientWidth, height: host.clientHeight };
    if (isFitted) camera = fitting(index.data.nodes, size);
    redraw();
  });
  resizing.observe(host);
  redraw();

  return {
    show(next) {
      index = next;
      redraw();
    },
    select(id) {
      selected = id;
      redraw();
    },
    reveal(id) {
      const node = index.byId.get(id);
      if (!node) return;
      const { x, y } = toView(camera, size, node);
      const isInside =
        x > REVEAL_MARGIN_PX &&
        y > REVEAL_MARGIN_PX &&
        x < size.width - REVEAL_MARGIN_PX &&
        y < size.height - REVEAL_MARGIN_PX;
      if (!isInside) moveTo({ ...camera, centre: { x: node.x, y: node.y } });
    },
    zoom(factor) {
      moveTo(zoomed(camera, size, factor));
    },
    fit() {
      moveTo(fitting(index.data.nodes, size));
    },
    recolor() {
      palette = readPalette(host);
      redraw();
    },
    destroy() {
      cancelAnimationFrame(frame);
      cancelAnimationFrame(motion);
      resizing.disconnect();
      stopPointer();
      canvas.remove();
    },
  };
}

/** Areas are about equal, so that no group looks more important by its shape. */
function trace(
  context: CanvasRenderingContext2D,
  shape: Shape,
  { x, y }: Place,
  radius: number,
): void {
  switch (shape) {
    case 'circle':
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
      break;
    case 'square': {
      const half = radius * 0.89;
      context.roundRect(x - half, y - half, 2 * half, 2 * half, Math.min(4, half / 3));
      break;
    }
    case 'diamond': {
      const reach = radius * 1.25;
      polygon(context, [
        { x, y: y - reach },
        { x: x + reach, y },
        { x, y: y + reach },
        { x: x - reach, y },
      ]);
      break;
    }
    case 'triangle': {
      const reach = radius * 1.4;
      polygon(context, [
        { x, y: y - reach },
        { x: x + reach * 0.87, y: y + reach * 0.5 },
        { x: x - reach * 0.87, y: y + reach * 0.5 },
      ]);
      break;
    }
    case 'ring':
      context.moveTo(x + radius * 1.1, y);
      context.arc(x, y, radius * 1.1, 0, 2 * Math.PI);
      context.moveTo(x + radius * 0.55, y);
      context.arc(x, y, radius * 0.55, 0, 2 * Math.PI);
      break;
  }
}

function polygon(context: CanvasRenderingContext2D, corners: readonly Place[]): void {
  corners.forEach(({ x, y }, at) => {
    if (at === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
  context.closePath();
}
