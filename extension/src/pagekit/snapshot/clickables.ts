// Elements that only react: nothing says what they are but a listener, the focus or the cursor.
import { isTiny, type Sign } from '../dom/clickable';
import { rectOf, tagOf } from '../dom/native';
import { parentOf } from '../dom/tree';
import { contentOf } from '../dom/names';
import { remember } from '../ready/stability';
import { isSheet } from './cells';
import { writeContent } from './content';
import { isOutOfView } from './controls';
import { clean } from './escape';
import {
  hasMention,
  isMention,
  textOf,
  wordsOf,
  type Line,
  type Mention,
  type Piece,
} from './outline';
import { clickablePhrase } from './describe-control';
import type { Met, Place, WalkContext } from './walk-context';
import type { Flow } from './writer';

/** Longer, it is a part of the page that reacts, and is shown with what is in it. */
const NAME_CHARS_MAX = 160;
/** A container that fills the view and says so much listens for what is inside it. */
const CONTAINER_TEXT_CHARS = 400;
const CONTAINER_SHARE = 0.5;
/** A list that reacts does so for each of its items. */
const LISTS = new Set(['menu', 'ol', 'ul']);

/** Many that notice the pointer side by side are points of a chart or cells of a grid. */
const HOVERABLE_NEIGHBOURS_MAX = 40;
const TABLE_PARTS = new Set('table tbody td tfoot th thead tr'.split(' '));

/** Whether something that only notices a passing pointer is worth a number. */
export function isHoverable({ element, tag }: Met, place: Place): boolean {
  if (place.insideOf !== undefined || tag === 'svg' || TABLE_PARTS.has(tag)) return false;
  if ((parentOf(element)?.childElementCount ?? 0) > HOVERABLE_NEIGHBOURS_MAX) return false;
  return element instanceof SVGElement || !place.inClickable;
}

export function writeClickable(walkContext: WalkContext, met: Met, place: Place, sign: Sign): void {
  const { writer } = walkContext;
  if (place.insideOf !== undefined && isSameThing(met, place, sign)) {
    writeContent(walkContext, met, place);
    return;
  }
  if (isOutOfView(walkContext, met, place)) return;
  const wasInView = writer.inView;
  writer.begin();
  const inside = {
    ...place,
    inClickable: place.inClickable || sign !== 'hover',
    items: LISTS.has(met.tag) ? met.element : place.items,
    numbersCells: numbersCells(met, place, sign),
  };
  if (met.tag !== 'canvas') writeContent(walkContext, met, inside);
  const flow = writer.end();
  writer.inView = wasInView;
  const mentions = flow.parts.some(isMention) || hasMention(flow.pieces);
  const seen = `${textOf(flow.pieces)} ${stringsOf(flow)}`;
  const text = place.insideOf === undefined ? clean(seen) : contentOf(met.element);
  if (isContainer(walkContext, met, sign, mentions, text)) {
    writer.rejoin(flow);
    return;
  }
  if (sign === 'focus' && !mentions && text === '' && isTiny(met.element)) {
    // It only sends the focus elsewhere.
    return;
  }
  if (!mentions && text.length <= NAME_CHARS_MAX) {
    writeNamed(walkContext, flow, mentionOf(walkContext, met, place, sign, text));
    return;
  }
  // It keeps its number, and what is in it follows.
  const mention = mentionOf(walkContext, met, place, sign, '');
  if (flow.pieces.length === 0) {
    writer.mention(mention);
    writer.rejoin(flow);
    return;
  }
  const head: Line = {
    kind: 'head',
    parts: [mention, { remark: ':' }],
    inView: wasInView,
    shape: 'head',
  };
  writer.add({
    kind: 'group',
    head,
    pieces: flow.pieces,
    shape: tagOf(met.element),
    element: met.element,
    of: 'parts',
  });
}

function numbersCells({ element }: Met, place: Place, sign: Sign): Place['numbersCells'] {
  if (place.numbersCells) return place.numbersCells;
  return (sign === 'listener' || sign === 'handler') && isSheet(element) ? 'table' : false;
}

/** A handler on the icon of a button is the button's own. */
function isSameThing({ element }: Met, place: Place, sign: Sign): boolean {
  if (sign === 'cursor' || sign === 'drag') return true;
  const text = clean(element.textContent);
  return text === '' || (place.insideOf ?? '').includes(`"${text}"`);
}

function isContainer(
  walkContext: WalkContext,
  { element }: Met,
  sign: Sign,
  mentions: boolean,
  text: string,
): boolean {
  if (sign === 'focus' && !mentions) return false;
  if (sign === 'hover' && (mentions || text.length > NAME_CHARS_MAX)) return true;
  const owns = getComputedStyle(element).cursor === 'pointer';
  if (mentions) {
    if (LISTS.has(tagOf(element))) return true;
    if (sign === 'cursor') return walkContext.hears;
    if (!owns && sign !== 'drag' && sign !== 'handler') return true;
  }
  if (text.length <= CONTAINER_TEXT_CHARS && sign !== 'hover') return false;
  const { area } = walkContext.view;
  const rect = rectOf(element);
  const share = (rect.width * rect.height) / ((area.right - area.left) * (area.bottom - area.top));
  return share > CONTAINER_SHARE;
}

function writeNamed(walkContext: WalkContext, flow: Flow, mention: Mention): void {
  const { writer } = walkContext;
  const only = onlyLine(flow.pieces);
  if (only?.kind === 'row') {
    // A row that reacts keeps its cells.
    only.parts.unshift({ ...mention, words: ' clickable' });
    writer.rejoin(flow);
  } else if (only?.kind === 'heading') {
    only.parts.splice(1, only.parts.length - 1, mention);
    writer.rejoin(flow);
  } else {
    writer.mention(mention);
  }
}

function onlyLine(pieces: Piece[]): Line | undefined {
  const [piece] = pieces;
  return pieces.length === 1 && piece && piece.kind !== 'group' ? piece : undefined;
}

function mentionOf(
  walkContext: WalkContext,
  met: Met,
  place: Place,
  sign: Sign,
  text: string,
): Mention {
  if (met.rect) remember(met.element, met.rect);
  const word = wordFor(met, sign);
  const words = clickablePhrase(met.element, word, text, met.attributes, walkContext.active);
  return {
    element: met.element,
    words: place.transparent ? `${words} transparent` : words,
    address: '',
    inside: place.insideOf !== undefined,
    counts: true,
  };
}

function wordFor({ tag }: Met, sign: Sign): string {
  if (tag === 'canvas' || tag === 'img') return tag === 'img' ? 'image' : tag;
  if (sign === 'hover') return 'hoverable';
  if (sign === 'focus') return 'focusable';
  return sign === 'drag' ? 'draggable' : 'clickable';
}

function stringsOf({ parts }: Flow): string {
  return parts.map((part) => (isMention(part) ? '' : wordsOf(part))).join('');
}
