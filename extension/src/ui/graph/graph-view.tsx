// People, things and topics as a map with a list beside it. One selection is in both; the page that shows them
// decides what happens with it.
import type { ComponentChildren } from 'preact';
import { useCallback, useMemo, useRef } from 'preact/hooks';
import { GraphList } from './graph-list';
import { GraphMap } from './graph-map';
import { indexGraph, type GraphData } from './model';
import type { Renderer } from './use-drawing';

interface Props {
  data: GraphData;
  selected: string | undefined;
  /** Else the machine decides: WebGL needs a graphics processor. */
  renderer?: Renderer | undefined;
  /** What the list holds. */
  label?: string;
  /** Stands above the list: what is known of the selected node. */
  children?: ComponentChildren;
  onSelect: (id: string | undefined) => void;
  /** The neighbourhood of a node, or the inside of a community, is wanted. */
  onExpand: (id: string) => void;
  onOpen: (id: string) => void;
  /** This machine draws at most so many nodes: the reduced graph is wanted. Until it comes, the largest are drawn. */
  onTooLarge: (nodesMax: number) => void;
}

export function GraphView(props: Props) {
  const { data, selected, renderer, children, onSelect, onExpand, onOpen, onTooLarge } = props;
  const { label = 'People and things' } = props;
  const index = useMemo(() => indexGraph(data), [data]);
  const list = useRef<HTMLDivElement>(null);
  const focusList = useCallback(() => list.current?.focus(), []);
  return (
    <div class="graph-view">
      <GraphMap
        index={index}
        selected={selected}
        renderer={renderer}
        onSelect={onSelect}
        onExpand={onExpand}
        onOpen={onOpen}
        onList={focusList}
        onTooLarge={onTooLarge}
      />
      <div class="graph-side">
        {children}
        <GraphList
          index={index}
          selected={selected}
          label={label}
          listRef={list}
          onSelect={onSelect}
          onExpand={onExpand}
          onOpen={onOpen}
        />
      </div>
    </div>
  );
}
