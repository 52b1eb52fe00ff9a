// The graph by WebGL, for machines with a graphics processor: tens of thousands of nodes. Names and the ring of the
// selected node are on a plain canvas above it.
import { UndirectedGraph } from 'graphology';
import Sigma from 'sigma';
import { EdgeLineProgram } from 'sigma/rendering';
import type { Place } from './camera';
import { MOVE_MS, prefersLessMotion, ZOOM_MAX, ZOOM_MIN } from './drawing';
import type { Drawing, DrawingEvents } from './drawing';
import { drawLabels, type Label } from './labels';
import type { GraphIndex, GraphNode } from './model';
import { groupColor, readPalette, shapeOf } from './palette';
import { followPointer } from './pointer';
import { shapeNumber, ShapeProgram } from './shape-program';

/** Names beyond the largest nodes in view are not tried. */
const LABELS_TRIED_MAX = 400;
const REVEAL_MARGIN_PX = 60;
const REACH_PX = 4;

export interface SigmaDrawing extends Drawing {
  /** What one frame takes once everything is prepared. */
  frameMs(): number;
}

export function createSigmaDrawing(
  host: HTMLElement,
  first: GraphIndex,
  events: DrawingEvents,
): SigmaDrawing {
  let index = first;
  let palette = readPalette(host);
  let selected: string | undefined;
  let hovered: string | undefined;
  const widths = new Map<string, number>();

  const isNear = (id: string) =>
    selected === undefined || id === selected || index.neighbours(selected).has(id);
  const sigma = new Sigma(graphOf(index), host, {
    allowInvalidContainer: true,
    // Names are drawn here, below: those of the library may lie over each other.
    renderLabels: false,
    defaultDrawNodeHover: () => undefined,
    defaultNodeType: 'shape',
    nodeProgramClasses: { shape: ShapeProgram },
    defaultEdgeType: 'line',
    edgeProgramClasses: { line: EdgeLineProgram },
    zIndex: true,
    stagePadding: 48,
    minCameraRatio: 1 / ZOOM_MAX,
    maxCameraRatio: 1 / ZOOM_MIN,
    nodeReducer(id, data) {
      const community = index.byId.get(id)?.community ?? 0;
      return { ...data, color: groupColor(palette, community, !isNear(id)) };
    },
    edgeReducer(_edge, data) {
      const isHot = selected !== undefined && (data.from === selected || data.to === selected);
      return { ...data, color: isHot ? palette.accent : palette.edge, zIndex: isHot ? 1 : 0 };
    },
  });
  const overlay = sigma.createCanvas('names');
  const context = overlay.getContext('2d');
  const camera = sigma.getCamera();
  const moveTo = (view: { x?: number; y?: number; ratio?: number }) => {
    // The library divides by the duration, so it may not be 0.
    if (prefersLessMotion()) camera.setState(view);
    else void camera.animate(view, { duration: MOVE_MS });
  };

  const place = (node: GraphNode) => {
    const { x, y } = sigma.graphToViewport({ x: node.x, y: -node.y });
    return { x, y, radius: sigma.scaleSize(node.size) };
  };

  function drawNames(): void {
    if (!context) return;
    const { width, height } = sigma.getDimensions();
    const ratio = devicePixelRatio;
    overlay.style.width = `${width}px`;
    overlay.style.height = `${height}px`;
    overlay.width = Math.round(width * ratio);
    overlay.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const chosen = selected === undefined ? undefined : index.byId.get(selected);
    if (chosen) {
      const { x, y, radius } = place(chosen);
      context.beginPath();
      context.arc(x, y, radius + 5, 0, 2 * Math.PI);
      context.lineWidth = 2.5;
      context.strokeStyle = palette.accent;
      context.stroke();
    }
    const label = (node: GraphNode, isForced: boolean): Label[] => {
      const at = place(node);
      if (at.x < 0 || at.y < 0 || at.x > width || at.y > height) return [];
      const color = isNear(node.id) ? palette.text : palette.muted;
      return [{ text: node.label, ...at, color, isForced }];
    };
    const forced = [selected, hovered].flatMap((id) => {
      const node = id === undefined ? undefined : index.byId.get(id);
      return node ? label(node, true) : [];
    });
    const labels: Label[] = [];
    for (const node of index.ranked) {
      if (labels.length >= LABELS_TRIED_MAX) break;
      if (node.id !== selected && node.id !== hovered) labels.push(...label(node, false));
    }
    const style = { family: palette.font, halo: palette.surface };
    drawLabels(context, [...forced, ...labels], style, widths);
  }

  sigma.on('afterRender', drawNames);
  const nodeAt = (at: Place): GraphNode | undefined => {
    // By the camera as it is, which may have moved since the last frame.
    const cameraState = camera.getState();
    const inGraph = (place: Place) => sigma.viewportToGraph(place, { cameraState });
    const from = inGraph(at);
    const next = inGraph({ x: at.x + 1, y: at.y });
    const pixel = Math.hypot(next.x - from.x, next.y - from.y);
    let best: { node: GraphNode; distance: number } | undefined;
    for (const node of index.data.nodes) {
      const fromMiddle = Math.hypot(from.x - node.x, from.y + node.y) / pixel;
      const distance = fromMiddle - sigma.scaleSize(node.size, cameraState.ratio);
      if (distance <= REACH_PX && (!best || distance < best.distance)) best = { node, distance };
    }
    return best?.node;
  };
  // The library's own pointer finds nodes by reading pixels back from the last frame, which stalls the graphics
  // processor, and takes two clicks in different places for a double click. So it gets none (see graph.css).
  const stopPointer = followPointer(host, {
    onPan(byPx) {
      const origin = sigma.viewportToFramedGraph({ x: 0, y: 0 });
      const moved = sigma.viewportToFramedGraph(byPx);
      const by = { x: moved.x - origin.x, y: moved.y - origin.y };
      camera.setState({ x: camera.x - by.x, y: camera.y - by.y });
    },
    onZoom(factor, at) {
      const ratio = camera.getBoundedRatio(camera.ratio / factor);
      camera.setState(sigma.getViewportZoomedState(at, ratio));
    },
    onMove(at) {
      const id = at && nodeAt(at)?.id;
      host.style.cursor = id === undefined ? 'grab' : 'pointer';
      if (id === hovered) return;
      hovered = id;
      events.onHover(id);
      sigma.scheduleRender();
    },
    onClick: (at) => {
      events.onSelect(nodeAt(at)?.id);
    },
    onDoubleClick(at) {
      const node = nodeAt(at);
      if (node) events.onExpand(node.id);
    },
  });

  return {
    show(next) {
      index = next;
      sigma.setGraph(graphOf(index));
    },
    select(id) {
      selected = id;
      sigma.refresh({ skipIndexation: true });
    },
    reveal(id) {
      const node = index.byId.get(id);
      const framed = sigma.getNodeDisplayData(id);
      if (!node || !framed) return;
      const { x, y } = sigma.graphToViewport({ x: node.x, y: -node.y });
      const { width, height } = sigma.getDimensions();
      const isInside =
        x > REVEAL_MARGIN_PX &&
        y > REVEAL_MARGIN_PX &&
        x < width - REVEAL_MARGIN_PX &&
        y < height - REVEAL_MARGIN_PX;
      if (!isInside) moveTo({ x: framed.x, y: framed.y });
    },
    zoom(factor) {
      moveTo({ ratio: camera.getBoundedRatio(camera.ratio / factor) });
    },
    fit() {
      moveTo({ x: 0.5, y: 0.5, ratio: 1 });
    },
    recolor() {
      palette = readPalette(host);
      sigma.refresh({ skipIndexation: true });
    },
    frameMs() {
      const started = performance.now();
      sigma.refresh({ skipIndexation: true });
      // Reading a pixel back waits until it is drawn.
      const gl = sigma.getCanvases().nodes?.getContext('webgl2');
      gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
      return performance.now() - started;
    },
    destroy() {
      stopPointer();
      sigma.kill();
      host.style.cursor = '';
    },
  };
}

/** Upwards is more in sigma and less in our data. */
function graphOf(index: GraphIndex): UndirectedGraph {
  const graph = new UndirectedGraph();
  for (const { id, x, y, size, community } of index.byId.values()) {
    graph.addNode(id, { x, y: -y, size, shape: shapeNumber(shapeOf(community)) });
  }
  for (const { from, to } of index.edges)
    graph.mergeEdge(from.id, to.id, { from: from.id, to: to.id });
  return graph;
}
