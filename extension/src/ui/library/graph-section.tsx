// People and things, or topics, as a map with its list; what is known of the selected one stands beside it.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { graphSection, type GraphPlace } from '../../library/route';
import { askWorker } from '../../messages';
import { sanitize } from '../../policy/sanitize';
import type { GraphOf, GraphView as GraphData } from '../../wire';
import { GraphView } from '../graph/graph-view';
import { Icon } from '../icon';
import { Bones, Fault } from './bones';
import { useLibrary } from './context';
import { NodePanel } from './node-panel';
import { useRequest } from './use-request';

/** More than that is shown by its communities first. */
const NODES_MAX = 2_000;
const LABEL_CHARS_MAX = 40;

const TITLES: Record<GraphOf, string> = { entities: 'People and things', topics: 'Topics' };

interface Props {
  of: GraphOf;
  place: GraphPlace;
}

export function GraphSection({ of, place }: Props) {
  const { go, keep } = useLibrary();
  const { community, around } = place;
  const [selected, setSelected] = useState(place.selected);
  const [nodesMax, setNodesMax] = useState(NODES_MAX);
  const key = JSON.stringify([of, community, around, nodesMax]);
  const { value, fault, isLoading, retry } = useRequest(key, () =>
    askWorker('getGraph', {
      of,
      nodesMax,
      ...(community !== undefined && { community }),
      ...(around !== undefined && { around }),
    }),
  );
  const panel = useRef<HTMLHeadingElement>(null);
  const shown = useRef(value);
  shown.current = value;

  const select = useCallback(
    (id: string | undefined) => {
      setSelected(id);
      keep({
        graph: {
          ...(place.community !== undefined && { community: place.community }),
          ...(place.around !== undefined && { around: place.around }),
          ...(id !== undefined && { selected: id }),
        },
      });
    },
    [place, keep],
  );
  const expand = useCallback(
    (id: string) => {
      const node = shown.current?.nodes.find((one) => one.id === id);
      const graph = node?.kind === 'community' ? { community: id } : { around: id, selected: id };
      go(graphSection(of), { graph });
    },
    [go, of],
  );
  const open = useCallback(
    (id: string) => {
      const node = shown.current?.nodes.find((one) => one.id === id);
      if (node?.kind === 'community') expand(id);
      else panel.current?.focus();
    },
    [expand],
  );
  const reduce = useCallback((most: number) => {
    setNodesMax((before) => Math.min(before, most));
  }, []);

  return (
    <div class="graph-page">
      <header class="view-head">
        <h1 tabIndex={-1}>{TITLES[of]}</h1>
        {(community !== undefined || around !== undefined) && (
          <button
            type="button"
            class="chip on"
            onClick={() => {
              go(graphSection(of));
            }}
          >
            <span class="cut">{placeName(place, value)}</span>
            <Icon name="x" />
            <span class="unseen">Show all</span>
          </button>
        )}
        <p class="filter-count" role="status">
          {value && countOf(value)}
        </p>
      </header>
      {fault !== undefined && <Fault text={fault} onRetry={retry} />}
      {!value && fault === undefined && <Bones what="the map" lines={8} />}
      {value?.nodes.length === 0 && !isLoading && <EmptyGraph of={of} isWhole={!community} />}
      {value && value.nodes.length > 0 && (
        <GraphView
          data={value}
          selected={selected}
          label={TITLES[of]}
          onSelect={select}
          onExpand={expand}
          onOpen={open}
          onTooLarge={reduce}
        >
          <NodePanel
            of={of}
            node={value.nodes.find(({ id }) => id === selected)}
            selected={selected}
            headingRef={panel}
            onSelect={(id) => {
              const isShown = value.nodes.some((node) => node.id === id);
              if (isShown) select(id);
              else expand(id);
            }}
            onExpand={expand}
            onMerged={retry}
          />
        </GraphView>
      )}
    </div>
  );
}

function EmptyGraph({ of, isWhole }: { of: GraphOf; isWhole: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isWhole) heading.current?.focus();
  }, [isWhole]);
  return (
    <section class="nothing">
      <h2 ref={heading} tabIndex={-1}>
        {isWhole ? 'The map is empty' : 'Nothing is here any more'}
      </h2>
      <p class="detail">
        {of === 'entities'
          ? 'People, places and things appear here when pages name them. About five pages make a map.'
          : 'Topics appear here when pages are about them. About five pages make a map.'}
      </p>
      <div class="buttons">
        <a class="button" href="#privacy">
          Remember what I read
        </a>
        <a class="button" href="#import">
          Import pages
        </a>
      </div>
    </section>
  );
}

function placeName({ community, around }: GraphPlace, value: GraphData | undefined): string {
  const label = (id: string) => value?.nodes.find((node) => node.id === id)?.label;
  if (around !== undefined) return sanitize(`Near ${label(around) ?? 'it'}`, LABEL_CHARS_MAX);
  // All nodes of an opened community are of the same one.
  const first = value?.nodes[0]?.community;
  const name = first === undefined ? undefined : value?.communities[first];
  return sanitize(name ?? (community === undefined ? 'All' : 'One group'), LABEL_CHARS_MAX);
}

function countOf({ nodes, totalNodes, isReduced }: GraphData): string {
  const all = totalNodes.toLocaleString('en');
  return isReduced || nodes.length < totalNodes
    ? `${nodes.length.toLocaleString('en')} shown of ${all}`
    : all;
}
