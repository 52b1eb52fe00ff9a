import { expect, test } from 'vitest';
import { describeNode, indexGraph, largest, step, type GraphData } from './model';

/** A cross: a middle with a neighbour on each side, and one that is not its neighbour. */
const CROSS: GraphData = {
  nodes: [
    { id: 'middle', label: 'heat pump', x: 0, y: 0, size: 9 },
    { id: 'west', label: 'tariff', x: -5, y: 1, size: 3 },
    { id: 'east', label: 'fan', x: 5, y: 1, size: 4 },
    { id: 'far east', label: 'hedge', x: 9, y: 0, size: 5 },
    { id: 'north', label: 'attic', x: 0, y: -5, size: 3 },
    { id: 'stranger', label: 'window', x: 0, y: 1, size: 8 },
  ].map((node) => ({ ...node, kind: 'thing', community: 0 })),
  edges: [
    { from: 'middle', to: 'west', weight: 1 },
    { from: 'east', to: 'middle', weight: 1 },
    { from: 'middle', to: 'far east', weight: 1 },
    { from: 'middle', to: 'north', weight: 1 },
    { from: 'middle', to: 'nowhere', weight: 1 },
    { from: 'middle', to: 'middle', weight: 1 },
  ],
  communities: ['Noise'],
};

test.each([
  ['left', 'west'],
  ['right', 'east'],
  ['up', 'north'],
  // The only one below is no neighbour.
  ['down', undefined],
] as const)('a step %s goes to the neighbour there', (direction, expected) => {
  expect(step(indexGraph(CROSS), 'middle', direction)?.id).toBe(expected);
});

test('a step from a node that is gone goes nowhere', () => {
  expect(step(indexGraph(CROSS), 'gone', 'left')).toBeUndefined();
});

test('edges without two ends are left out', () => {
  const index = indexGraph(CROSS);
  expect(index.edges).toHaveLength(4);
  expect([...index.neighbours('middle')]).toEqual(['west', 'east', 'far east', 'north']);
  expect(index.neighbours('stranger').size).toBe(0);
});

test('the largest come first, and are kept when there are too many', () => {
  const index = indexGraph(CROSS);
  expect(index.ranked.slice(0, 3).map(({ id }) => id)).toEqual(['middle', 'stranger', 'far east']);
  const reduced = largest(index, 3);
  expect(reduced.data.nodes.map(({ id }) => id)).toEqual(['middle', 'stranger', 'far east']);
  expect(reduced.edges).toHaveLength(1);
  expect(largest(index, 6)).toBe(index);
});

test('a node is told with its group and connections', () => {
  const index = indexGraph(CROSS);
  const told = index.ranked.slice(0, 3).map((node) => describeNode(index, node));
  expect(told).toEqual([
    'heat pump, Noise, 4 connections',
    'window, Noise, 0 connections',
    'hedge, Noise, 1 connection',
  ]);
});
