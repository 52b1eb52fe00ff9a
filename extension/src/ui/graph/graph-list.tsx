// The graph as a list: the same nodes with the same selection. Only the rows in view are in the document, so ten
// thousand of them scroll as fast as ten; keys reach all.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Ref } from 'preact';
import type { GraphIndex, GraphNode } from './model';
import { ShapeIcon } from './shape-icon';

/** As in graph.css. */
const ROW_PX = 37;
const ROWS_AROUND = 6;
/** Letters typed within this time are one word. */
const TYPING_MS = 700;

interface Props {
  index: GraphIndex;
  selected: string | undefined;
  label: string;
  listRef: Ref<HTMLDivElement>;
  onSelect: (id: string | undefined) => void;
  onExpand: (id: string) => void;
  onOpen: (id: string) => void;
}

export function GraphList(props: Props) {
  const { index, selected, label, listRef, onSelect, onExpand, onOpen } = props;
  const prefix = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 0 });
  const typed = useRef({ text: '', atMs: 0 });
  const rows = index.ranked;
  const at = selected === undefined ? -1 : rows.findIndex(({ id }) => id === selected);

  const look = () => {
    const element = scroller.current;
    if (element) setView({ top: element.scrollTop, height: element.clientHeight });
  };
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const resizing = new ResizeObserver(look);
    resizing.observe(element);
    return () => {
      resizing.disconnect();
    };
  }, []);
  useEffect(() => {
    const element = scroller.current;
    if (!element || at < 0) return;
    const [top, bottom] = [at * ROW_PX, (at + 1) * ROW_PX];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight) {
      element.scrollTop = bottom - element.clientHeight;
    }
  }, [at, rows]);

  const go = (to: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, to))];
    if (row) onSelect(row.id);
  };
  const find = ({ key, timeStamp }: KeyboardEvent) => {
    const isOneWord = timeStamp - typed.current.atMs < TYPING_MS;
    const text = ((isOneWord ? typed.current.text : '') + key.toLowerCase()).trimStart();
    typed.current = { text, atMs: timeStamp };
    if (text === '') return;
    // A new word begins after the selected row, a longer one may still be the same row.
    const from = at + (text.length > 1 ? 0 : 1);
    const order = [...rows.slice(Math.max(0, from)), ...rows.slice(0, Math.max(0, from))];
    const found = order.find(({ label }) => label.toLowerCase().startsWith(text));
    if (found) onSelect(found.id);
  };
  const page = Math.max(1, Math.floor(view.height / ROW_PX) - 1);
  const moves: Partial<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at < 0 ? 0 : at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: rows.length - 1,
  };
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = moves[event.key];
    const row = rows[at];
    if (to !== undefined) go(to);
    else if (event.key === 'Enter' && row) onOpen(row.id);
    else if (event.key === 'ArrowRight' && row) onExpand(row.id);
    else if (event.key.length === 1) find(event);
    else return;
    event.preventDefault();
  };

  const first = Math.max(0, Math.floor(view.top / ROW_PX) - ROWS_AROUND);
  const end = Math.ceil((view.top + view.height) / ROW_PX) + ROWS_AROUND;
  const shown = new Set(Array.from({ length: Math.max(0, end - first) }, (_, row) => first + row));
  // The selected row is always there, because the list points to it.
  if (at >= 0) shown.add(at);
  const inOrder = [...shown].filter((row) => row < rows.length).sort((a, b) => a - b);
  const idOf = (row: number) => `${prefix}-${row}`;

  return (
    <section class="graph-list" aria-label="The same as a list">
      <div class="graph-row graph-head" aria-hidden="true">
        <span>Name</span>
        <span>Group</span>
        <span class="graph-count">Pages</span>
      </div>
      <div class="graph-rows" ref={scroller} onScroll={look}>
        <div
          ref={listRef}
          role="listbox"
          aria-label={label}
          tabIndex={0}
          aria-activedescendant={at < 0 ? undefined : idOf(at)}
          style={{ height: `${rows.length * ROW_PX}px` }}
          onKeyDown={press}
        >
          {inOrder.map((row) => {
            const node = rows[row];
            return (
              node && (
                <Row
                  key={node.id}
                  id={idOf(row)}
                  node={node}
                  group={index.data.communities[node.community]}
                  row={row}
                  count={rows.length}
                  isSelected={row === at}
                  onSelect={onSelect}
                  onExpand={onExpand}
                />
              )
            );
          })}
        </div>
      </div>
    </section>
  );
}

interface RowProps {
  id: string;
  node: GraphNode;
  group: string | undefined;
  row: number;
  count: number;
  isSelected: boolean;
  onSelect: (id: string) => void;
  onExpand: (id: string) => void;
}

function Row({ id, node, group, row, count, isSelected, onSelect, onExpand }: RowProps) {
  return (
    <div
      id={id}
      class="graph-row"
      role="option"
      aria-selected={isSelected}
      aria-posinset={row + 1}
      aria-setsize={count}
      style={{ top: `${row * ROW_PX}px` }}
      onClick={() => {
        onSelect(node.id);
      }}
      onDblClick={() => {
        onExpand(node.id);
      }}
    >
      <span class="graph-name">
        <ShapeIcon community={node.community} />
        <bdi class="cut">{node.label}</bdi>
      </span>
      <bdi class="cut detail">{group}</bdi>
      <span class="graph-count">
        {node.pages?.toLocaleString('en')}
        {node.pages !== undefined && <span class="unseen"> pages</span>}
      </span>
    </div>
  );
}
