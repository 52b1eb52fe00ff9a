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

const SIZES = ['250 g', '500 g', '1 kg'];
const isTwinned = site.variant === 'lookalikes';

const search = control('input', {
  id: 'coffee-search',
  class: 'search-box',
  type: 'text',
  role: 'combobox',
  autocomplete: 'off',
  'aria-label': 'Search coffees',
  'aria-expanded': 'false',
  on: { input: suggest },
});
const suggestions = place();
const shelf = place();
const desk = place();

show(
  document.body,
  h(
    'header',
    {},
    h('h1', {}, 'Northbank Roastery'),
    isTwinned && button('Go to checkout', () => tell('ordered what was left in the basket')),
    h(
      'nav',
      { shuffle: true },
      button('Shelf', showShelf),
      button('Saved coffees', showSaved, { id: 'saved' }),
    ),
    search.node,
    suggestions.node,
  ),
  h('main', {}, desk.node, shelf.node),
);

async function suggest() {
  const names = await ask(`suggest?q=${encodeURIComponent(search.element.value)}`);
  const options = names.map((/** @type {string} */ name) =>
    h('li', { role: 'option', class: 'suggestion', on: { click: () => choose(name) } }, name),
  );
  show(
    suggestions.element,
    h('ul', { role: 'listbox', id: 'suggestions', shuffle: true }, ...options),
  );
}

/** @param {string} name */
function choose(name) {
  search.element.value = name;
  show(suggestions.element);
  show(shelf.element);
  show(
    desk.element,
    ...(isTwinned ? [product('Night blend', 'You may also like')] : []),
    product(name, 'Chosen'),
  );
}

/** @param {string} name @param {string} why */
function product(name, why) {
  const key = why === 'Chosen' ? 'p' : 'q';
  const size = list({ id: `${key}-size`, name: 'size', 'data-testid': `${key}-size` }, SIZES);
  const count = control('input', {
    id: `${key}-count`,
    name: 'count',
    type: 'number',
    value: '1',
    min: '1',
  });
  const grind = control('input', { id: `${key}-grind`, name: 'grind', type: 'checkbox' });
  const added = () => {
    const order = {
      coffee: name,
      size: size.element.value,
      count: count.element.value,
      grind: grind.element.checked,
    };
    show(desk.element, confirmation(order));
  };
  return h(
    'article',
    { class: 'product', 'aria-label': name },
    h('p', {}, why),
    h('h2', {}, name),
    h(
      'div',
      { shuffle: true },
      field('Bag size', size.node),
      field('Quantity', count.node),
      field('Grind for me', grind.node),
    ),
    button('Add to basket', added, {
      id: `${key}-add`,
      class: 'primary',
      'data-testid': `${key}-add`,
    }),
  );
}

/** @param {Record<string, any>} order */
function confirmation(order) {
  return dialog(
    'Added to your basket',
    h('p', {}, `${order.count} × ${order.coffee}, ${order.size}`),
    h(
      'div',
      { shuffle: true },
      button('Keep shopping', () => show(desk.element), { id: 'more' }),
      button('Go to checkout', () => show(desk.element, checkout(order)), { id: 'checkout' }),
    ),
  );
}

/** @param {Record<string, any>} order */
function checkout(order) {
  const name = control('input', {
    id: 'name',
    name: 'name',
    autocomplete: 'name',
    placeholder: 'as on your card',
  });
  const voucher = control('input', { id: 'voucher', name: 'voucher' });
  const placed = async () => {
    await tell('ordered', { ...order, name: name.element.value, voucher: voucher.element.value });
    show(desk.element, h('h2', {}, 'Thank you for your order'));
  };
  return h(
    'section',
    { 'aria-label': 'Checkout' },
    h('h2', {}, 'Checkout'),
    h('div', { shuffle: true }, field('Full name', name.node), field('Voucher', voucher.node)),
    button('Place order', placed, { id: 'place-order', class: 'primary' }),
  );
}

/** @type {string[]} */
const saved = [];

function showShelf() {
  const coffees = [
    ['Hill farm', 'washed, from Huila'],
    ['River farm', 'natural, from Sidamo'],
    ['Coast farm', 'honey, from Tarrazu'],
  ].filter(([name]) => site.variant !== 'gone' || name !== 'River farm');
  if (isTwinned) coffees.unshift(['River farm reserve', 'natural, from Sidamo']);
  const cards = coffees.map(([name, text], index) =>
    h(
      'li',
      { class: 'card', 'data-item': `c${index}` },
      h('h3', {}, name),
      h('p', {}, text),
      button('Save for later', () => saved.push(name), { class: 'save' }),
    ),
  );
  show(desk.element);
  show(shelf.element, h('h2', {}, 'Shelf'), h('ul', { shuffle: true }, ...cards));
}

function showSaved() {
  const email = control('input', {
    id: 'friend',
    name: 'friend',
    type: 'email',
    placeholder: 'Who gets it',
  });
  const note = control('input', { id: 'note', name: 'note' });
  const prices = control('input', { id: 'prices', name: 'prices', type: 'checkbox' });
  const send = async () => {
    const [to, says, shown] = [email.element.value, note.element.value, prices.element.checked];
    await tell('sent list', { coffees: saved, to, note: says, prices: shown });
    show(desk.element, h('h2', {}, 'The list is on its way'));
  };
  show(shelf.element);
  show(
    desk.element,
    h('h2', {}, 'Saved coffees'),
    h('ul', {}, ...saved.map((name) => h('li', {}, name))),
    h(
      'div',
      { shuffle: true },
      field('Email of your friend', email.node),
      field('Note', note.node),
      field('With prices', prices.node),
    ),
    isTwinned ? button('Send list to everyone', () => tell('sent list to everyone')) : false,
    button('Send list', send, { id: 'send-list' }),
  );
}
