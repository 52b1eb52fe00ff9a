// The labels of a field. The browser's own list walks the whole page for each field anew, so that a
// table of buttons would take seconds; here all labels are read once for all fields.
import { queryAll, rootOf } from './native';

type Labels = Map<Element, Element[]>;

// Only as long as nothing else can run: the page may change its labels then.
let known: Map<Node, Labels> | undefined;

export function labelsOf(field: Element): readonly Element[] {
  if (!known) {
    known = new Map();
    queueMicrotask(() => (known = undefined));
  }
  const root = rootOf(field);
  let labels = known.get(root);
  if (!labels) known.set(root, (labels = labelsIn(root)));
  return labels.get(field) ?? [];
}

function labelsIn(root: Node): Labels {
  const labels: Labels = new Map();
  for (const label of queryAll(root, 'label')) {
    const { control } = label as Partial<HTMLLabelElement>;
    if (!control) continue;
    const others = labels.get(control);
    if (others) others.push(label);
    else labels.set(control, [label]);
  }
  return labels;
}
