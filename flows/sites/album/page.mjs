// @ts-check
import { button, control, field, h, list, place, sayIt, show, site, tell } from '/kit/page.mjs';

const isTwinned = site.variant === 'lookalikes';
const photos = place('main');
const asking = place();
const sort = list({ id: 'sort', name: 'sort', 'aria-label': 'Sort the photos' }, ['Day', 'Name']);

/** @type {Record<string, string[]>} */
const albums = {
  Home: ['Cat on the stove', 'Kitchen in blue'],
  Trips: ['Bridge in fog', 'Harbour at dusk', 'Market hall', 'Night train'],
};
if (isTwinned)
  albums.Trips.unshift('Harbour at dawn', 'Harbour at dusk, copy', 'Night train, copy');
if (site.variant === 'gone')
  albums.Trips = ['Bridge in fog', 'Harbour at dawn', 'Night train, copy', 'Market hall'];

show(
  document.body,
  h(
    'header',
    {},
    h('h1', {}, 'Album'),
    h(
      'nav',
      { shuffle: true },
      button('Home', () => open('Home'), { id: 'home' }),
      button('Trips', () => open('Trips'), { id: 'trips' }),
      button('Empty bin', empty, { id: 'bin' }),
    ),
    sort.node,
  ),
  asking.node,
  photos.node,
);

/** @param {string} name */
function open(name) {
  const ordered = sort.element.value === 'Name' ? [...albums[name]].sort() : albums[name];
  const cards = ordered.map((title) => card(name, title));
  show(photos.element, h('h2', {}, name), h('ul', { shuffle: true }, ...cards));
}

/** @param {string} album @param {string} title */
function card(album, title) {
  const menu = control(
    'span',
    { style: 'display: none' },
    button('Share photo', () => share(title), { 'data-act': 'share' }),
    button('Rename photo', () => rename(album, title), { 'data-act': 'rename' }),
    button('Delete photo', () => remove(album, title), { 'data-act': 'delete' }),
  );
  const shows = (/** @type {boolean} */ isShown) => () => {
    menu.element.style.display = isShown ? 'inline' : 'none';
  };
  return h(
    'li',
    {
      class: 'photo',
      style: 'min-height: 4rem',
      on: { mouseenter: shows(true), mouseleave: shows(false) },
    },
    h('h3', {}, title),
    menu.node,
  );
}

/** @param {string} album @param {string} title */
async function remove(album, title) {
  if (!confirm(sayIt(`Delete photo “${title}”?`))) return tell('kept', { title });
  albums[album] = albums[album].filter((it) => it !== title);
  await tell('deleted', { title });
  open(album);
}

/** @param {string} album @param {string} title */
async function rename(album, title) {
  const name = prompt(sayIt('Rename photo'), title);
  if (!name) return tell('kept the name', { title });
  albums[album] = albums[album].map((it) => (it === title ? name : it));
  await tell('renamed', { title, name });
  open(album);
}

async function empty() {
  if (confirm('Everything in the bin will be lost')) await tell('emptied the bin');
}

/** @param {string} title */
function share(title) {
  const email = control('input', {
    id: 'email',
    name: 'email',
    type: 'email',
    placeholder: 'someone@…',
  });
  const note = control('input', { id: 'note', name: 'note' });
  const large = control('input', { id: 'large', name: 'large', type: 'checkbox' });
  const send = async () => {
    const facts = {
      to: email.element.value,
      note: note.element.value,
      large: large.element.checked,
    };
    await tell('shared', { title, ...facts });
    show(asking.element);
  };
  show(
    asking.element,
    h('h2', {}, `Share ${title}`),
    field('Email', email.node),
    field('Note', note.node),
    field('In full size', large.node),
    button('Send link', send, { id: 'send-link' }),
  );
}
