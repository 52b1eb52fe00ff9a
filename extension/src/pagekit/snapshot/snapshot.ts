// One frame as an agent should read it.
import { plainSentence } from '../../page-words';
import type { ChildSlot, FrameSnapshot, FrameSnapshotParams, SnapshotMode } from '../../wire';
import type { KitContext } from '../context';
import type { KnownListeners } from '../listeners/known-listeners';
import { describe } from '../dom/facts';
import { closest, isConnected, rectOf, tagOf } from '../dom/native';
import { Refusal } from '../refusal';
import { activeIn } from '../dom/tree';
import { topModal } from '../dom/visibility';
import { markCovered } from './covering';
import { differenceOf } from './diff';
import { whyEmpty } from './empty';
import { clean, inLine } from './escape';
import { countIn, flat, fold, piecesIn, type Placed, type Scope } from './fold';
import type { RememberedLine, SnapshotCache } from './snapshot-cache';
import { isMention, type Piece } from './outline';
import { renderLine } from './render';
import type { Place, WalkContext } from './walk-context';
import { titleOf } from './title';
import { meets, viewOf } from './view';
import { DEPTH_MAX, visit } from './walk';
import { createWriter, type Flow } from './writer';

export interface Sight {
  pieces: Piece[];
  /** Its interactive elements that are covered say so. */
  lines: Placed[];
  /** Only a modal dialog, because nothing else can be reached. */
  isModal: boolean;
}

/**
 * Walks the frame and gives no numbers. `asIs` leaves out what depends on the moment only: the focus, what is
 * covered, and that a modal dialog hides the rest.
 */
export function look(
  { window }: KitContext,
  listeners: KnownListeners,
  mode: SnapshotMode,
  within: Element | undefined,
  as: 'shown' | 'asIs' = 'shown',
): Sight {
  const { document } = window;
  const isShown = as === 'shown';
  const hears = listeners.refresh();
  const view = viewOf(window, mode === 'viewport');
  const top: Flow = { pieces: [], parts: [] };
  const writer = createWriter(mode, top);
  const walkContext: WalkContext = {
    window,
    document,
    mode,
    listeners,
    hears,
    active: isShown ? activeIn(document) : null,
    view,
    writer,
    depth: 0,
    isCut: false,
    rect: undefined,
  };
  const place: Place = {
    area: view.area,
    areaOfAbsolute: view.area,
    muted: false,
    unseen: false,
    insideOf: undefined,
    transparent: false,
    inClickable: false,
    pointer: false,
    items: undefined,
    inTable: within !== undefined && tagOf(within) !== 'table',
    numbersCells: within ? cellsIn(within) : false,
    cell: undefined,
    scrolled: false,
    tall: false,
  };
  const modal = within || !isShown ? null : topModal(document);
  const root = within ?? modal ?? document.documentElement;
  visit(walkContext, root, place);
  writer.breakLine();
  if (modal) {
    const words = `unreachable: the rest of the page, while ${inLine(clean(plainSentence(describe(modal))))} is open`;
    top.pieces.push({ kind: 'note', parts: [{ remark: words }], inView: true, shape: 'note' });
  }
  if (walkContext.isCut) {
    const words = `not shown: what is nested deeper than ${DEPTH_MAX} elements`;
    top.pieces.push({ kind: 'note', parts: [{ remark: words }], inView: true, shape: 'note' });
  }
  const lines = flat(top.pieces);
  if (isShown && view.hasLayers) markCovered(lines, window);
  return { pieces: top.pieces, lines, isModal: modal !== null };
}

/** Inside a part of a grid, its cells keep their numbers. */
function cellsIn(within: Element): Place['numbersCells'] {
  return closest(within, '[role=grid], [role=treegrid]') ? 'grid' : false;
}

export function takeSnapshot(
  context: KitContext,
  listeners: KnownListeners,
  cache: SnapshotCache,
  hasShown: boolean,
  params: FrameSnapshotParams,
): FrameSnapshot {
  const { window, numbers } = context;
  const { mode, charsMax } = params;
  const within = params.within === undefined ? undefined : elementOf(context, params.within);
  const scope: Scope = { within, skip: within ? (params.skip ?? 0) : 0 };
  const sight = look(context, listeners, mode, within);
  const pieces = piecesIn(sight.pieces, scope);
  const { isModal } = sight;
  const lines = scope.skip === 0 ? sight.lines : flat(pieces);
  const before = params.since === undefined ? undefined : cache.recall(params.since);
  const isDiff = before?.mode === mode && before.within === params.within && scope.skip === 0;
  const interactive = countIn(lines);

  let shown: readonly Placed[] = [];
  let text: string;
  let leftOut = 0;
  if (isDiff) {
    const old = isModal ? before.lines : [...before.lines, ...(before.behind ?? [])];
    const opened = isModal && !before.isModal;
    const lineOf = cache.linesOf(lines, numbers);
    text = differenceOf(old, lines, lineOf, numbers, charsMax, opened);
  } else {
    ({ text, shown, leftOut } = whole(pieces, charsMax, scope, context, hasShown));
    // Frames without content are common, and tell nothing about the page.
    if (pieces.length === 0 && !within && window === window.parent) {
      text = whyEmpty(window, mode).slice(0, charsMax);
    } else if (pieces.length === 0 && scope.skip > 0) {
      text = `nothing more: [${params.within ?? 0}] has fewer than ${scope.skip + 1} parts`;
    }
  }
  const remembered = cache.linesOf(lines, numbers);
  const earlier = before?.isModal ? before.behind : before?.lines;
  const behind = isModal && isDiff ? earlier : undefined;
  const size = (told: readonly RememberedLine[]): number =>
    told.reduce((sum, { template }) => sum + template.length, 0);
  const chars = size(remembered) + size(behind ?? []);
  cache.remember(params.id, {
    mode,
    within: params.within,
    lines: remembered,
    behind,
    isModal,
    chars,
  });
  return {
    text,
    children: isDiff ? slotsAfter(lines, context, text) : slotsIn(shown, context),
    interactive,
    leftOut,
    isDiff,
    title: titleOf(window.document),
    url: window.location.href,
    scroll: scrollOf(window),
  };
}

function whole(
  pieces: readonly Piece[],
  charsMax: number,
  scope: Scope,
  { numbers }: KitContext,
  hasShown: boolean,
): { text: string; shown: Placed[]; leftOut: number } {
  let room = charsMax;
  for (;;) {
    const { lines, leftOut } = fold(pieces, room, scope);
    const text = lines
      .map(({ line, depth }) => renderLine(line, depth, numbers, hasShown))
      .join('\n');
    if (text.length <= charsMax || room <= 0) {
      return { text: text.slice(0, charsMax), shown: lines, leftOut };
    }
    // Numbers were longer than they were taken for.
    room -= text.length - charsMax + 16;
  }
}

function elementOf({ numbers }: KitContext, number: number): Element {
  const element = numbers.element(number);
  if (element && isConnected(element)) return element;
  throw new Refusal('gone', `[${number}] is not in the page any more`);
}

function slotsIn(lines: readonly Placed[], context: KitContext): ChildSlot[] {
  const slots: ChildSlot[] = [];
  lines.forEach(({ line, depth }, at) => {
    for (const part of line.parts) {
      if (isMention(part) && isFrame(part.element)) {
        slots.push(slotOf(part.element, at, depth + 1, line.inView, context));
      }
    }
  });
  return slots;
}

/** What changed in child frames follows what changed here. */
function slotsAfter(lines: readonly Placed[], context: KitContext, text: string): ChildSlot[] {
  const last = text.split('\n').length - 1;
  return slotsIn(lines, context).map((slot) => ({ ...slot, line: last, indent: 0 }));
}

function slotOf(
  element: Element,
  line: number,
  indent: number,
  inView: boolean,
  { window, numbers }: KitContext,
): ChildSlot {
  const frame = element as HTMLIFrameElement;
  const rect = rectOf(element);
  return {
    line,
    indent,
    number: numbers.of(element),
    index: indexOfFrame(window, frame.contentWindow),
    src: frame.src,
    width: Math.round(element.clientWidth),
    height: Math.round(element.clientHeight),
    inView:
      inView &&
      meets(rect, { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight }),
  };
}

/** The place of a child among `window.frames`, or -1. */
export function indexOfFrame(parent: Window, child: Window | null): number {
  for (let index = 0; index < parent.length; index += 1) {
    if (parent[index] === child) return index;
  }
  return -1;
}

function isFrame(element: Element): boolean {
  const tag = tagOf(element);
  return tag === 'iframe' || tag === 'frame';
}

function scrollOf(window: Window): FrameSnapshot['scroll'] {
  const page = window.document.scrollingElement ?? window.document.documentElement;
  return {
    x: window.scrollX,
    y: window.scrollY,
    width: page.scrollWidth,
    height: page.scrollHeight,
    viewWidth: window.innerWidth,
    viewHeight: window.innerHeight,
  };
}
