// The elements that we add to the page. The rest of the kit must ignore them.
const ours = new WeakSet<Node>();

export function isOurs(node: Node): boolean {
  return ours.has(node);
}

export function claim(node: Node): void {
  ours.add(node);
}
