// For tests: a graph with groups, laid out in discs.
import type { GraphData } from '../model';

export function planted(nodeCount: number, edgeCount: number, groupCount = 6): GraphData {
  let state = 7;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const idOf = (at: number) => `node ${at}`;
  const width = Math.sqrt(nodeCount) * 10;
  const nodes = Array.from({ length: nodeCount }, (_, at) => {
    const community = at % groupCount;
    const turn = (community / groupCount) * 2 * Math.PI;
    const [angle, distance] = [random() * 2 * Math.PI, Math.sqrt(random()) * width * 0.35];
    return {
      id: idOf(at),
      label: `Thing ${at}`,
      kind: 'thing' as const,
      x: Math.cos(turn) * width + Math.cos(angle) * distance,
      y: Math.sin(turn) * width + Math.sin(angle) * distance,
      size: 3 + 15 / Math.sqrt(at + 1),
      community,
      pages: Math.ceil(nodeCount / (at + 1)),
    };
  });
  const edges = Array.from({ length: edgeCount }, () => {
    const from = Math.floor(random() * nodeCount);
    const isInside = random() < 0.9;
    const by = Math.floor(random() * nodeCount);
    const to = isInside ? from + by * groupCount : from + by;
    return { from: idOf(from), to: idOf(to % nodeCount), weight: 1 };
  });
  const communities = Array.from({ length: groupCount }, (_, at) => `Group ${at + 1}`);
  return { nodes, edges, communities };
}
