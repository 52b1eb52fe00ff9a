// @ts-check
import {
  ask,
  button,
  control,
  dialog,
  field,
  h,
  list,
  place,
  show,
  site,
  tell,
} from '/kit/page.mjs';

const COLLEAGUES = ['Marta Lindgren', 'Jonas Feld', 'Marten Lind', 'Olga Sander'];
const isTwinned = site.variant === 'lookalikes';
if (isTwinned) COLLEAGUES.unshift('Marta Lindgren-Falk', 'Jonas Feldt');
const query = new URLSearchParams(location.search);
const page = Number(query.get('page') ?? '1');
const wanted = query.get('q') ?? '';

const { rows, isLast } = await ask(`rows?page=${page}&q=${encodeURIComponent(wanted)}`);
const asking = place();
const to = (/** @type {number} */ number) =>
  `/desk/tickets?page=${number}&q=${encodeURIComponent(wanted)}`;

show(
  document.body,
  h(
    'header',
    {},
    h('h1', {}, 'Tickets'),
    h(
      'form',
      { action: '/desk/tickets', role: 'search' },
      h('input', {
        id: 'find',
        name: 'q',
        type: 'text',
        value: wanted,
        'aria-label': 'Find ticket',
      }),
    ),
    isTwinned && button('Actions', () => tell('opened the actions of the page')),
    isTwinned && button('Close all tickets', () => tell('closed all')),
  ),
  h(
    'main',
    {},
    asking.node,
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h('tr', {}, ...['Number', 'Subject', 'State', 'Row'].map((it) => h('th', {}, it))),
      ),
      h('tbody', { shuffle: true }, ...rows.map(row)),
    ),
    h(
      'nav',
      { 'aria-label': 'Pages' },
      page > 1 && h('a', { href: to(page - 1), class: 'before' }, 'Page before'),
      ' ',
      !isLast && h('a', { href: to(page + 1), class: 'next', rel: 'next' }, 'Next page'),
    ),
  ),
);

/** @param {{ number: string, subject: string }} ticket */
function row(ticket) {
  const menu = place('span');
  const open = () => show(menu.element, itemsOf(ticket, menu));
  return h(
    'tr',
    { 'data-row': ticket.number.slice(1) },
    h('td', {}, ticket.number),
    h('td', {}, ticket.subject),
    h('td', {}, 'open'),
    h('td', {}, button('Actions', open, { class: 'more', title: 'Row menu' }), menu.node),
  );
}

/** @param {{ number: string, subject: string }} ticket @param {{ element: any }} menu */
function itemsOf(ticket, menu) {
  const item = (
    /** @type {string} */ label,
    /** @type {string} */ key,
    /** @type {() => any} */ act,
  ) => {
    const click = () => {
      show(menu.element);
      act();
    };
    return button(label, click, { role: 'menuitem', 'data-act': key });
  };
  return h(
    'div',
    { role: 'menu', shuffle: true },
    item('Assign to me', 'me', () => tell('assigned to me', { ticket: ticket.number })),
    item('Assign to a colleague', 'assign', () => show(asking.element, assigning(ticket))),
    item('Close ticket', 'close', () => show(asking.element, closing(ticket))),
    item('Delete ticket', 'delete', () => tell('deleted', { ticket: ticket.number })),
  );
}

/** @param {{ number: string, subject: string }} ticket */
function closing(ticket) {
  const reason = list({ id: 'reason', name: 'reason' }, [
    'Choose one',
    'Done',
    'Not ours',
    'Twice',
  ]);
  const note = control('textarea', { id: 'note', name: 'note' });
  const close = async () => {
    const facts = { ticket: ticket.number, reason: reason.element.value, note: note.element.value };
    await tell('closed', facts);
    show(asking.element, h('p', { role: 'status' }, `${ticket.number} is closed`));
  };
  return dialog(
    `Ticket ${ticket.number}`,
    field('Reason', reason.node),
    field('Note', note.node),
    h(
      'div',
      { shuffle: true },
      button('Close it', close, { id: 'close-it' }),
      button('Leave it open', () => show(asking.element), { id: 'leave' }),
    ),
  );
}

/** @param {{ number: string, subject: string }} ticket */
function assigning(ticket) {
  const found = place();
  let chosen = '';
  const choose = (/** @type {string} */ person) => {
    chosen = person;
    colleague.element.value = person;
    show(found.element);
  };
  const suggest = () => {
    const typed = colleague.element.value.toLowerCase();
    const people = COLLEAGUES.filter((person) => person.toLowerCase().includes(typed));
    const options = people.map((person) =>
      h('li', { role: 'option', on: { click: () => choose(person) } }, person),
    );
    show(found.element, h('ul', { role: 'listbox', shuffle: true }, ...options));
  };
  const colleague = control('input', {
    id: 'colleague',
    name: 'colleague',
    on: { input: suggest },
  });
  const assign = async () => {
    await tell('assigned', { ticket: ticket.number, to: chosen });
    show(asking.element, h('p', { role: 'status' }, `${ticket.number} goes to ${chosen}`));
  };
  return dialog(
    `Ticket ${ticket.number}`,
    field('Colleague', colleague.node),
    found.node,
    button('Assign', assign, { id: 'assign' }),
  );
}
