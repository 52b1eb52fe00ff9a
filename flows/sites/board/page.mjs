// @ts-check
import { button, control, field, h, list, place, show, site, tell } from '/kit/page.mjs';

/** @typedef {{ title: string, people: string[] }} Card */

const isTwinned = site.variant === 'lookalikes';
const isGone = site.variant === 'gone';

/** @type {Record<string, Card[]>} */
const columns = {
  'To do': cards('Write the letter', 'Fix the gate', 'Order paint'),
  Doing: cards('Count the chairs'),
  Done: cards('Wash the van'),
};
if (isTwinned) {
  columns['To do'].unshift(
    ...cards('Fix the gate lamp', 'Order paint brushes', 'Plan the fair stand'),
  );
  columns['Done last week'] = [];
}
if (isGone) {
  columns['Done last week'] = columns.Done;
  delete columns.Done;
}
const people = ['Marta', 'Ines', 'Jonas'].filter((name) => !isGone || name !== 'Ines');
if (isTwinned || isGone) people.unshift('Ines V.');
const order = isTwinned ? ['To do', 'Done last week', 'Doing', 'Done'] : Object.keys(columns);

const add = (/** @type {KeyboardEvent} */ event) => {
  if (event.key !== 'Enter') return;
  columns['To do'].push({ title: title.element.value, people: [] });
  title.element.value = '';
  showColumns();
};
const title = control('input', {
  id: 'new-card',
  name: 'title',
  placeholder: 'what is to be done',
  on: { keydown: add },
});
const sprint = list({ id: 'sprint', name: 'sprint' }, ['April', 'May', 'June']);
const estimate = control('input', { id: 'estimate', name: 'estimate', type: 'number', value: '1' });
const board = place();

await show(
  document.body,
  h('h1', {}, 'Board'),
  h(
    'div',
    { shuffle: true },
    field('New card', title.node),
    field('Sprint', sprint.node),
    field('Estimate', estimate.node),
  ),
  h('ul', { 'aria-label': 'People', shuffle: true }, ...people.map(person)),
  board.node,
  button('Save board', save, { id: 'save' }),
);
showColumns();

/** @param {...string} titles @returns {Card[]} */
function cards(...titles) {
  return titles.map((title) => ({ title, people: [] }));
}

function showColumns() {
  show(board.element, h('div', { shuffle: true }, ...order.map(column)));
}

/** @param {string} name */
function column(name) {
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    const dragged = event.dataTransfer?.getData('text/plain');
    for (const [from, kept] of Object.entries(columns)) {
      const card = kept.find((card) => card.title === dragged);
      if (!card || from === name) continue;
      columns[from] = kept.filter((it) => it !== card);
      columns[name].push(card);
    }
    showColumns();
  };
  const over = (/** @type {Event} */ event) => event.preventDefault();
  return h(
    'section',
    {
      class: 'column',
      'data-column': name,
      style: 'display: inline-block; vertical-align: top; width: 14rem',
    },
    h('h2', {}, name),
    h(
      'ul',
      { 'aria-label': name, on: { drop, dragover: over } },
      ...columns[name].map(card),
      h('p', {}, '…'),
    ),
  );
}

/** @param {Card} card */
function card({ title, people }) {
  const start = (/** @type {DragEvent} */ event) =>
    event.dataTransfer?.setData('text/plain', title);
  const helped = people.length > 0 && h('small', {}, people.join(', '));
  return h(
    'li',
    { class: 'card', draggable: 'true', 'data-card': title, on: { dragstart: start } },
    h('b', {}, title),
    helped,
  );
}

/** @param {string} name */
function person(name) {
  const down = (/** @type {PointerEvent} */ event) => {
    const chip = /** @type {HTMLElement} */ (event.currentTarget);
    chip.setPointerCapture(event.pointerId);
    chip.onpointerup = (/** @type {PointerEvent} */ up) => {
      chip.onpointerup = null;
      give(name, document.elementsFromPoint(up.clientX, up.clientY));
    };
  };
  return h(
    'li',
    {
      class: 'person',
      title: 'Drag me onto a card',
      style: 'display: inline-block; touch-action: none; user-select: none',
      on: { pointerdown: down },
    },
    h('span', {}, name),
  );
}

/** @param {string} name @param {Element[]} under */
function give(name, under) {
  for (const card of Object.values(columns).flat()) {
    // The text says which card it is, because attributes have other names in some variants.
    const isHere = under.some(
      (element) => element.tagName === 'B' && element.textContent === card.title,
    );
    const isItem = under.some(
      (it) => it.hasAttribute('draggable') && it.firstElementChild?.textContent === card.title,
    );
    if (isHere || isItem) card.people.push(name);
  }
  showColumns();
}

async function save() {
  const titles = (/** @type {string} */ name) => columns[name]?.map(({ title }) => title);
  const more = { sprint: sprint.element.value, estimate: estimate.element.value };
  await tell('saved board', {
    ...more,
    doing: titles('Doing'),
    done: titles('Done'),
    people: helpers(),
  });
}

/** Who was given which card. */
function helpers() {
  const given = Object.values(columns)
    .flat()
    .filter(({ people }) => people.length > 0);
  return Object.fromEntries(given.map(({ title, people }) => [title, people]));
}
