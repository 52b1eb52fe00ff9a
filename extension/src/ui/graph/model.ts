// What the graph view shows, and the ways through it: neighbours, ranks, and a step in a direction.

export type NodeKind =
  | 'person'
  | 'organization'
  | 'place'
  | 'product'
  | 'event'
  | 'work'
  | 'thing'
  | 'topic'
  /** What of a community is not drawn by itself. */
  | 'community';

export interface GraphNode {
  id: string;
  label: string;
  kind: NodeKind;
  x: number;
  y: number;
  /** The radius in pixels when all is in view. */
  size: number;
  /** A position in `communities`. */
  community: number;
  /** Pages that name it. */
  pages?: number;
}

export interface GraphEdge {
  from: string;
  to: string;
  weight: number;
}

export interface GraphData {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  /** What each community is called, the most important first. */
  communities: readonly string[];
}

export interface GraphIndex {
  data: GraphData;
  /** The largest first: the order of the list, and of what is kept when there are too many. */
  ranked: readonly GraphNode[];
  byId: ReadonlyMap<string, GraphNode>;
  /** Edges whose ends both exist. */
  edges: readonly { from: GraphNode; to: GraphNode; weight: number }[];
  neighbours: (id: string) => ReadonlySet<string>;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

const NONE: ReadonlySet<string> = new Set();

export function indexGraph(data: GraphData): GraphIndex {
  const byId = new Map(data.nodes.map((node) => [node.id, node]));
  const neighbours = new Map<string, Set<string>>();
  const connect = (from: string, to: string) => {
    const known = neighbours.get(from);
    if (known) known.add(to);
    else neighbours.set(from, new Set([to]));
  };
  const edges = data.edges.flatMap(({ from, to, weight }) => {
    const [start, end] = [byId.get(from), byId.get(to)];
    if (!start || !end || start === end) return [];
    connect(from, to);
    connect(to, from);
    return [{ from: start, to: end, weight }];
  });
  return {
    data,
    ranked: [...byId.values()].sort((a, b) => b.size - a.size || (a.label < b.label ? -1 : 1)),
    byId,
    edges,
    neighbours: (id) => neighbours.get(id) ?? NONE,
  };
}

/** The same with only the largest nodes, for a renderer that cannot show all of them. */
export function largest(index: GraphIndex, count: number): GraphIndex {
  if (index.data.nodes.length <= count) return index;
  return indexGraph({ ...index.data, nodes: index.ranked.slice(0, count) });
}

const AHEAD: Record<Direction, { x: number; y: number }> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};
/** A neighbour farther than this to the side is not in the direction: the cosine of 75 degrees. */
const SIDEWAYS = 0.26;

/** The neighbour that lies in a direction: near, and straight ahead rather than to the side. */
export function step(index: GraphIndex, id: string, direction: Direction): GraphNode | undefined {
  const start = index.byId.get(id);
  if (!start) return undefined;
  const ahead = AHEAD[direction];
  let best: { node: GraphNode; cost: number } | undefined;
  for (const other of index.neighbours(id)) {
    const node = index.byId.get(other);
    if (!node) continue;
    const [x, y] = [node.x - start.x, node.y - start.y];
    const distance = Math.hypot(x, y);
    const straight = distance === 0 ? 0 : (x * ahead.x + y * ahead.y) / distance;
    if (straight < SIDEWAYS) continue;
    const cost = distance / straight ** 2;
    if (!best || cost < best.cost) best = { node, cost };
  }
  return best?.node;
}

/** The node in words, for a screen reader. */
export function describeNode(index: GraphIndex, node: GraphNode): string {
  const group = index.data.communities[node.community];
  const count = index.neighbours(node.id).size;
  const connections = count === 1 ? '1 connection' : `${count} connections`;
  return [node.label, ...(group === undefined ? [] : [group]), connections].join(', ');
}
