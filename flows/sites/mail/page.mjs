// @ts-check
import { button, control, field, h, list, place, show, site, tell } from '/kit/page.mjs';

const isTwinned = site.variant === 'lookalikes';
const isGone = site.variant === 'gone';
const inbox = place();
const desk = place('main');

show(
  document.body,
  h(
    'header',
    {},
    h('h1', {}, 'Mail'),
    isTwinned && button('Send mail', () => tell('sent what lay there')),
    h(
      'nav',
      { shuffle: true },
      button('Write mail', write, { id: 'write' }),
      button('Inbox', showInbox, { id: 'inbox' }),
    ),
  ),
  inbox.node,
  desk.node,
);

/** @param {string} path @param {string} key */
function frame(path, key) {
  return control('iframe', {
    src: `/mail/${path}`,
    id: key,
    title: path === 'memo' ? 'Memo' : 'Editor',
  });
}

/** @param {{ element: HTMLIFrameElement }} editor */
function textOf(editor) {
  const box = editor.element.contentDocument?.querySelector('[role=textbox]');
  return (box?.textContent ?? '').replaceAll('\u00a0', ' ').trim();
}

function write() {
  const to = /** @type {string[]} */ ([]);
  const chips = place('ul');
  const add = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Enter') return;
    to.push(recipient.element.value);
    recipient.element.value = '';
    show(chips.element, ...to.map((name) => h('li', {}, name)));
  };
  const recipient = control('input', {
    id: 'recipient',
    name: 'recipient',
    placeholder: 'name, then Enter',
    on: { keydown: add },
  });
  const subject = control('input', { id: 'subject', name: 'subject' });
  const priority = list({ id: 'priority', name: 'priority' }, ['Normal', 'High', 'Low']);
  const editor = frame('editor', 'editor');
  const memo = frame('memo', 'memo');
  const send = async () => {
    const facts = { to, subject: subject.element.value, priority: priority.element.value };
    await tell('sent', { ...facts, text: textOf(editor) });
    show(desk.element, h('p', { role: 'status' }, 'Sent'));
  };
  show(inbox.element);
  show(
    desk.element,
    h('h2', {}, 'New message'),
    field('Recipient', recipient.node),
    chips.node,
    h('div', { shuffle: true }, field('Subject', subject.node), field('Priority', priority.node)),
    isTwinned && memo.node,
    editor.node,
    h(
      'div',
      { shuffle: true },
      isGone
        ? button('Send tomorrow', () => tell('sent tomorrow'))
        : button('Send mail', send, { id: 'send' }),
      button('Save draft', () => tell('saved draft'), { id: 'draft' }),
    ),
  );
}

function showInbox() {
  const mails = [
    ['Jonas Feld', 'Keys for the cellar'],
    ['Nora Beck', 'Lease for the studio'],
    ['Town library', 'A book is waiting'],
  ].filter(([name]) => !isGone || name !== 'Nora Beck');
  if (isTwinned || isGone)
    mails.unshift(['Nora Becker', 'Lease for the studio'], ['Nora Beck', 'Lease for the boat']);
  const items = mails.map(([name, subject]) =>
    h(
      'li',
      { 'data-mail': name },
      h('strong', {}, name),
      ' ',
      h('span', {}, subject),
      ' ',
      button('Open', () => read(name, subject), { title: 'Open this mail' }),
    ),
  );
  show(desk.element);
  show(inbox.element, h('h2', {}, 'Inbox'), h('ul', { shuffle: true }, ...items));
}

/** @param {string} name @param {string} subject */
function read(name, subject) {
  show(inbox.element);
  show(
    desk.element,
    h('h2', {}, subject),
    h('p', {}, `${name} wrote`),
    h(
      'div',
      { shuffle: true },
      button('Reply', () => reply(name, subject), { id: 'reply' }),
      button('Reply to all', () => tell('replied to all'), { id: 'reply-all' }),
      button('Delete mail', () => tell('deleted mail', { name }), { id: 'delete' }),
    ),
  );
}

/** @param {string} name @param {string} subject */
function reply(name, subject) {
  const editor = frame('editor', 'editor');
  const copy = control('input', { id: 'copy', name: 'copy', type: 'checkbox' });
  const send = async () => {
    await tell('replied', { to: name, subject, copy: copy.element.checked, text: textOf(editor) });
    show(desk.element, h('p', { role: 'status' }, 'Sent'));
  };
  show(
    desk.element,
    h('h2', {}, `To ${name}`),
    editor.node,
    field('Keep a copy', copy.node),
    button('Send reply', send, { id: 'send-reply' }),
  );
}
