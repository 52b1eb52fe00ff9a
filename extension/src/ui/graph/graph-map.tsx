// The map: the drawn graph with its keys, its zoom buttons and the legend. All that is in it is in the list, too.
import { useId, useMemo, useState } from 'preact/hooks';
import { Icon } from '../icon';
import type { DrawingEvents } from './drawing';
import { describeNode, step, type Direction, type GraphIndex } from './model';
import { ShapeIcon } from './shape-icon';
import { useDrawing, type Renderer } from './use-drawing';

const ZOOM_STEP = 1.5;
/** More groups than this make a legend that nobody reads. */
const LEGEND_MAX = 6;

const DIRECTIONS: Partial<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

interface Props {
  index: GraphIndex;
  selected: string | undefined;
  renderer?: Renderer | undefined;
  onSelect: (id: string | undefined) => void;
  /** Double click: the neighbourhood of a node is wanted. */
  onExpand: (id: string) => void;
  /** Enter. */
  onOpen: (id: string) => void;
  onList: () => void;
  onTooLarge: (nodesMax: number) => void;
}

export function GraphMap(props: Props) {
  const { index, selected, onSelect, onExpand, onOpen, onList } = props;
  const help = useId();
  const [hovered, setHovered] = useState<string>();
  const events = useMemo<DrawingEvents>(
    () => ({ onHover: setHovered, onSelect, onExpand }),
    [onSelect, onExpand],
  );
  const { host, drawing, used } = useDrawing({
    index,
    selected,
    renderer: props.renderer,
    events,
    onTooLarge: props.onTooLarge,
  });
  const node = selected === undefined ? undefined : index.byId.get(selected);
  const pointed = hovered === undefined ? undefined : index.byId.get(hovered);

  const walk = (direction: Direction) => {
    const next = node ? step(index, node.id, direction) : index.ranked[0];
    if (next) onSelect(next.id);
  };
  const keys: Partial<Record<string, () => void>> = {
    '+': () => drawing.current?.zoom(ZOOM_STEP),
    '=': () => drawing.current?.zoom(ZOOM_STEP),
    '-': () => drawing.current?.zoom(1 / ZOOM_STEP),
    '0': () => drawing.current?.fit(),
    l: onList,
    ...(node && {
      Enter: () => {
        onOpen(node.id);
      },
      Escape: () => {
        onSelect(undefined);
      },
    }),
  };
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target !== event.currentTarget) return;
    const direction = DIRECTIONS[event.key];
    const act = direction
      ? () => {
          walk(direction);
        }
      : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  return (
    <section
      class="graph-map"
      aria-label="Map"
      aria-describedby={help}
      tabIndex={0}
      data-renderer={used}
      onKeyDown={press}
    >
      <div ref={host} class="graph-host" role="img" aria-label={summary(index, selected)} />
      <p id={help} class="unseen">
        Arrow keys go from a thing to its neighbours, Enter opens it, plus and minus zoom, 0 shows
        all, L goes to the list.
      </p>
      <p class="unseen" role="status">
        {node ? describeNode(index, node) : ''}
      </p>
      {pointed && pointed.id !== selected && (
        <p class="graph-hover" aria-hidden="true">
          {describeNode(index, pointed)}
        </p>
      )}
      <div class="graph-zoom" role="group" aria-label="Zoom">
        <ZoomButton icon="plus" label="Zoom in" onPress={() => drawing.current?.zoom(ZOOM_STEP)} />
        <ZoomButton
          icon="minus"
          label="Zoom out"
          onPress={() => drawing.current?.zoom(1 / ZOOM_STEP)}
        />
        <ZoomButton icon="fit" label="Show all" onPress={() => drawing.current?.fit()} />
      </div>
      <Legend index={index} />
    </section>
  );
}

interface ZoomButtonProps {
  icon: 'plus' | 'minus' | 'fit';
  label: string;
  onPress: () => void;
}

function ZoomButton({ icon, label, onPress }: ZoomButtonProps) {
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={onPress}>
      {icon === 'fit' ? <FitIcon /> : <Icon name={icon} />}
    </button>
  );
}

function FitIcon() {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M4 7.5V4h3.5M16 7.5V4h-3.5M4 12.5V16h3.5M16 12.5V16h-3.5" />
    </svg>
  );
}

function Legend({ index }: { index: GraphIndex }) {
  const used = new Set(index.data.nodes.map(({ community }) => community));
  const shown = [...used].sort((a, b) => a - b).slice(0, LEGEND_MAX);
  return (
    <ul class="graph-legend" aria-label="Groups">
      {shown.map((community) => (
        <li key={community}>
          <ShapeIcon community={community} />
          <span class="cut">{index.data.communities[community] ?? 'Others'}</span>
        </li>
      ))}
      {used.size > shown.length && <li class="detail">and {used.size - shown.length} more</li>}
    </ul>
  );
}

function summary(index: GraphIndex, selected: string | undefined): string {
  const { length } = index.data.nodes;
  const things = length === 1 ? '1 thing' : `${length.toLocaleString('en')} things`;
  const node = selected === undefined ? undefined : index.byId.get(selected);
  const chosen = node
    ? ` ${node.label} is selected and connects to ${index.neighbours(node.id).size} others.`
    : '';
  return `Map of ${things}.${chosen} The list beside it holds the same things.`;
}
