// The drawing in its element: by WebGL where a graphics processor is behind it, else on a canvas with fewer nodes.
import { useEffect, useRef, useState } from 'preact/hooks';
import { CANVAS_NODES_MAX, createCanvasDrawing } from './canvas-drawing';
import type { Drawing, DrawingEvents } from './drawing';
import { largest, type GraphIndex } from './model';
import { hasGraphicsProcessor } from './webgl';

export type Renderer = 'webgl' | 'canvas';

/** A frame that takes longer comes from no graphics processor, whatever its name says. */
const FRAME_MS_MAX = 100;

interface Options {
  index: GraphIndex;
  selected: string | undefined;
  /** For tests and for a person who chose; else the machine decides. */
  renderer: Renderer | undefined;
  events: DrawingEvents;
  /** The canvas shows only so many nodes: a reduced graph would be better than the largest of all. */
  onTooLarge: (nodesMax: number) => void;
}

export function useDrawing({ index, selected, renderer, events, onTooLarge }: Options) {
  const host = useRef<HTMLDivElement>(null);
  // Not a state: one that was destroyed may not be called in the rendering that replaces it.
  const drawing = useRef<Drawing | undefined>(undefined);
  const [used, setUsed] = useState<Renderer>();
  // The drawing lives longer than one rendering, and calls what is current.
  const latest = useRef({ index, events, onTooLarge });
  latest.current = { index, events, onTooLarge };

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    let isGone = false;
    let made: Drawing | undefined;
    const through: DrawingEvents = {
      onHover: (id) => {
        latest.current.events.onHover(id);
      },
      onSelect: (id) => {
        latest.current.events.onSelect(id);
      },
      onExpand: (id) => {
        latest.current.events.onExpand(id);
      },
    };
    const useCanvas = () => {
      const shown = largest(latest.current.index, CANVAS_NODES_MAX);
      made = createCanvasDrawing(element, shown, through);
      drawing.current = made;
      setUsed('canvas');
    };
    const useWebgl = async () => {
      // Loaded only where it is used: it is larger than the rest of the page.
      const { createSigmaDrawing } = await import('./sigma-drawing');
      if (isGone) return;
      const sigma = createSigmaDrawing(element, latest.current.index, through);
      made = sigma;
      if (renderer === undefined && sigma.frameMs() > FRAME_MS_MAX) {
        sigma.destroy();
        useCanvas();
        return;
      }
      drawing.current = sigma;
      setUsed('webgl');
    };
    const wanted = renderer ?? (hasGraphicsProcessor() ? 'webgl' : 'canvas');
    if (wanted === 'canvas') useCanvas();
    else
      useWebgl().catch(() => {
        if (isGone || made) return;
        // What it had begun is taken away.
        element.replaceChildren();
        useCanvas();
      });
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const recolor = () => made?.recolor();
    scheme.addEventListener('change', recolor);
    return () => {
      isGone = true;
      scheme.removeEventListener('change', recolor);
      drawing.current = undefined;
      setUsed(undefined);
      made?.destroy();
    };
  }, [renderer]);

  useEffect(() => {
    const isTooLarge = used === 'canvas' && index.data.nodes.length > CANVAS_NODES_MAX;
    drawing.current?.show(isTooLarge ? largest(index, CANVAS_NODES_MAX) : index);
    if (isTooLarge) latest.current.onTooLarge(CANVAS_NODES_MAX);
  }, [used, index]);

  useEffect(() => {
    drawing.current?.select(selected);
    if (selected !== undefined) drawing.current?.reveal(selected);
  }, [used, index, selected]);

  return { host, drawing, used };
}
