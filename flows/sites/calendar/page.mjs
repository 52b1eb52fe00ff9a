// @ts-check
import { button, control, dialog, field, h, list, place, show, site, tell } from '/kit/page.mjs';

const HOURS = ['08:00', '09:30', '12:00', '13:15', '14:30', '16:45'];
const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const isTwinned = site.variant === 'lookalikes';

const side = place('aside');
const month = place('section', { 'aria-label': 'Month' });
const asking = place();
const planned = place('section', { 'aria-label': 'Planned' });
// The months are counted from the year 0, so that December is followed by January.
let shown = 2026 * 12 + 10;

await show(
  document.body,
  h('h1', {}, 'Calendar'),
  side.node,
  asking.node,
  month.node,
  planned.node,
);
if (isTwinned)
  show(side.element, ...grid(shown, 'Holidays', (day) => tell('took a holiday', { day })));
showMonth();
showPlanned();

function showMonth() {
  show(month.element, ...grid(shown, 'Month', (day) => show(asking.element, newEvent(day))));
}

/** @param {number} at @param {string} what @param {(day: string) => unknown} choose */
function grid(at, what, choose) {
  const first = new Date(Date.UTC(Math.floor(at / 12), at % 12, 1));
  const title = first.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const turn = (/** @type {number} */ by) => () => {
    if (what !== 'Month') return tell('turned the holidays');
    shown += by;
    showMonth();
  };
  const start = first.getTime() - ((first.getUTCDay() + 6) % 7) * 86_400_000;
  const weeks = [0, 1, 2, 3, 4, 5].map((week) =>
    h(
      'tr',
      {},
      ...DAYS.map((_, weekday) => cell(start + (week * 7 + weekday) * 86_400_000, first, choose)),
    ),
  );
  return [
    h('h2', {}, what === 'Month' ? title : `${what} in ${title}`),
    h(
      'div',
      { shuffle: true },
      button('Month before', turn(-1)),
      button('Next month', turn(1), { class: 'next' }),
    ),
    h(
      'table',
      { role: 'grid', 'aria-label': what },
      h('thead', {}, h('tr', {}, ...DAYS.map((day) => h('th', {}, day)))),
      h('tbody', {}, ...weeks),
    ),
  ];
}

/** @param {number} time @param {Date} first @param {(day: string) => unknown} choose */
function cell(time, first, choose) {
  const day = new Date(time);
  const key = day.toISOString().slice(0, 10);
  const number = String(day.getUTCDate());
  const isOther = day.getUTCMonth() !== first.getUTCMonth();
  const isTaken = site.variant === 'gone' && key === '2026-12-10';
  const shows =
    isTaken || isOther
      ? h('span', {}, number)
      : button(number, () => choose(key), { 'data-day': key });
  return h('td', { role: 'gridcell' }, shows);
}

/** @param {string} day */
function newEvent(day) {
  const title = control('input', { id: 'title', name: 'title', placeholder: 'what it is about' });
  const hour = list({ id: 'hour', name: 'hour' }, HOURS);
  const remind = control('input', { id: 'remind', name: 'remind', type: 'checkbox' });
  const guests = /** @type {string[]} */ ([]);
  const chips = place('ul');
  const add = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Enter') return;
    guests.push(guest.element.value);
    guest.element.value = '';
    show(chips.element, ...guests.map((name) => h('li', {}, name)));
  };
  const guest = control('input', {
    id: 'guest',
    name: 'guest',
    placeholder: 'name, then Enter',
    on: { keydown: add },
  });
  const save = async () => {
    const [says, at, isReminded] = [
      title.element.value,
      hour.element.value,
      remind.element.checked,
    ];
    await tell('planned', { day, title: says, at, guests, remind: isReminded });
    show(asking.element, h('p', { role: 'status' }, 'The event is saved'));
  };
  return dialog(
    'New event',
    h('p', {}, day),
    field('Title', title.node),
    field('Starts at', hour.node),
    field('Remind me', remind.node),
    field('Guest', guest.node),
    chips.node,
    h(
      'div',
      { shuffle: true },
      button('Save event', save, { id: 'save' }),
      button('Discard', () => show(asking.element), { id: 'discard' }),
    ),
  );
}

function showPlanned() {
  const events = [
    ['Stand-up', 'in the kitchen'],
    ['Budget talk', 'with Ines'],
    ['Fire drill', 'whole house'],
  ].filter(([name]) => site.variant !== 'gone' || name !== 'Budget talk');
  if (isTwinned || site.variant === 'gone') events.unshift(['Budget talk', 'with Jonas']);
  const items = events.map(([name, where]) =>
    h(
      'li',
      {},
      h('h3', {}, name),
      h('p', {}, where),
      button('Change', () => show(asking.element, changing(name, where)), {
        class: 'change',
        title: 'Change the day or the hour',
      }),
    ),
  );
  show(planned.element, h('h2', {}, 'Planned'), h('ul', { shuffle: true }, ...items));
}

/** @param {string} name @param {string} where */
function changing(name, where) {
  const day = control('input', { id: 'day', name: 'day', type: 'date', value: '2026-11-16' });
  const hour = list({ id: 'new-hour', name: 'hour' }, HOURS);
  const note = control('input', { id: 'why', name: 'why' });
  const told = control('input', { id: 'told', name: 'told', type: 'checkbox' });
  const save = async () => {
    const to = { day: day.element.value, at: hour.element.value };
    const why = { why: note.element.value, told: told.element.checked };
    await tell('moved', { name, where, ...to, ...why });
    show(asking.element, h('p', { role: 'status' }, 'The event is moved'));
  };
  return dialog(
    `Change ${name}`,
    h('p', {}, where),
    h(
      'div',
      { shuffle: true },
      field('New day', day.node),
      field('Starts at', hour.node),
      field('Because', note.node),
      field('Tell the guests', told.node),
    ),
    button('Save changes', save, { id: 'save-changes' }),
  );
}
