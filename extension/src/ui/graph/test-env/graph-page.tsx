// For tests in a real page: the graph view, with what it asked for.
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { createCanvasDrawing } from '../canvas-drawing';
import { GraphView } from '../graph-view';
import { indexGraph, type GraphData } from '../model';
import { createSigmaDrawing } from '../sigma-drawing';
import type { Renderer } from '../use-drawing';
import { planted } from './planted';

export interface GraphPage {
  show: (data: GraphData, renderer?: Renderer) => void;
  asked: string[];
  /** Pans and zooms for some frames, and says how many of them there are in a second. */
  framesPerSecond: (nodes: number, edges: number, renderer: Renderer) => Promise<number>;
}

const FRAMES = 12;
const asked: string[] = [];

function Page({ data, renderer }: { data: GraphData; renderer: Renderer | undefined }) {
  const [selected, setSelected] = useState<string>();
  const note = (what: string) => (id: string | number) => {
    asked.push(`${what} ${id}`);
  };
  return (
    <main style={{ height: '100vh', padding: '16px' }}>
      <h1 class="unseen">People and things</h1>
      <GraphView
        data={data}
        selected={selected}
        renderer={renderer}
        onSelect={setSelected}
        onExpand={note('expand')}
        onOpen={note('open')}
        onTooLarge={note('at most')}
      />
    </main>
  );
}

export function installGraphPage(): void {
  const nothing = () => undefined;
  const graph: GraphPage = {
    asked,
    show(data, renderer) {
      render(<Page data={data} renderer={renderer} />, document.body);
    },
    async framesPerSecond(nodes, edges, renderer) {
      const host = document.createElement('div');
      host.style.cssText = 'position:fixed;inset:0;width:800px;height:700px';
      document.body.append(host);
      const index = indexGraph(planted(nodes, edges));
      const events = { onHover: nothing, onSelect: nothing, onExpand: nothing };
      const canvas = renderer === 'canvas' ? createCanvasDrawing(host, index, events) : undefined;
      const sigma = canvas ? undefined : createSigmaDrawing(host, index, events);
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const wheel = (deltaY: number) => {
        const target = host.querySelector('canvas:last-of-type') ?? host;
        const at = { clientX: 400, clientY: 350, deltaY, bubbles: true, cancelable: true };
        target.dispatchEvent(new WheelEvent('wheel', at));
      };
      await frame();
      await frame();
      const started = performance.now();
      for (let at = 0; at < FRAMES; at += 1) {
        wheel(at % 2 ? 60 : -60);
        await frame();
        sigma?.frameMs();
        // A canvas is drawn by another process, which reading it back waits for.
        if (canvas) readBack(host);
      }
      const seconds = (performance.now() - started) / 1000;
      canvas?.destroy();
      sigma?.destroy();
      host.remove();
      return FRAMES / seconds;
    },
  };
  Object.assign(globalThis, { graph });
}

function readBack(host: HTMLElement): void {
  const context = host.querySelector('canvas')?.getContext('2d');
  context?.getImageData(0, 0, 1, 1);
}
