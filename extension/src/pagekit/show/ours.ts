// What we put into the page for the person to see. The rest of the kit must not see it.
const ours = new WeakSet<Node>();

export function isOurs(node: Node): boolean {
  return ours.has(node);
}

export function claim(node: Node): void {
  ours.add(node);
}
