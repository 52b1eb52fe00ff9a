// @ts-check
import { button, control, field, h, list, place, show, tell } from '/kit/page.mjs';

const query = Object.fromEntries(new URLSearchParams(location.search));
const name = control('input', {
  id: 'passenger',
  name: 'passenger',
  placeholder: 'as in the passport',
});
const seat = list({ id: 'seat', name: 'seat' }, ['Aisle', 'Window', 'Quiet car']);
const bike = control('input', { id: 'bike', name: 'bike', type: 'checkbox' });
const below = place();

async function confirm() {
  const { train, town, on } = query;
  const wishes = {
    passenger: name.element.value,
    seat: seat.element.value,
    bike: bike.element.checked,
  };
  await tell('booked', { train, town, on, ...wishes });
  new BroadcastChannel('booked').postMessage(train);
  show(
    below.element,
    h('p', { role: 'status' }, 'The seat is yours'),
    button('Close this tab', () => close(), { id: 'close' }),
  );
}

show(
  document.body,
  h('h1', {}, `${query.kind}, ${query.leaves}`),
  h(
    'div',
    { shuffle: true },
    field('Passenger', name.node),
    field('Seat', seat.node),
    field('With a bicycle', bike.node),
  ),
  button('Confirm booking', confirm, { id: 'confirm' }),
  below.node,
);
