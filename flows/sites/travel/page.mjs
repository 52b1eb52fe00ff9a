// @ts-check
import { ask, button, control, field, h, list, place, show, tell } from '/kit/page.mjs';

const to = control('input', { id: 'to', name: 'to', placeholder: 'town or station' });
const day = list({ id: 'day', name: 'day' }, ['Friday', 'Saturday', 'Sunday']);
const found = place('main');
const booked = place();

show(
  document.body,
  h('h1', {}, 'Trains'),
  h('div', { shuffle: true }, field('To', to.node), field('Day', day.node)),
  button('Search trains', search, { id: 'search' }),
  booked.node,
  found.node,
);

async function search() {
  const trains = await ask('trains');
  const [town, on] = [to.element.value, day.element.value];
  const rows = trains.map((/** @type {Record<string, string>} */ train) => {
    const query = new URLSearchParams({
      train: train.key,
      kind: train.kind,
      leaves: train.leaves,
      town,
      on,
    });
    const link = {
      href: `/travel/book?${query}`,
      target: '_blank',
      rel: 'opener',
      title: 'Book in a new tab',
    };
    return h(
      'tr',
      { 'data-train': train.key },
      ...[train.leaves, train.kind, `${train.fare} crowns`].map((text) => h('td', {}, text)),
      h('td', {}, h('a', link, 'Book seat')),
    );
  });
  show(
    found.element,
    h('h2', {}, `To ${town}`),
    h('table', {}, h('tbody', { shuffle: true }, ...rows)),
  );
}

new BroadcastChannel('booked').addEventListener('message', ({ data }) => {
  const keep = async () => {
    await tell('kept', { train: data });
    show(booked.element, h('p', { role: 'status' }, 'It is among your trips'));
  };
  show(
    booked.element,
    h('p', {}, 'Your seat is booked'),
    button('Add to my trips', keep, { id: 'keep' }),
  );
});
