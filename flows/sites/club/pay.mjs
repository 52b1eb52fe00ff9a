// @ts-check
import { button, control, field, h, place, show, tell } from '/kit/page.mjs';

const isGift = location.pathname.endsWith('gift');
const holder = control('input', { id: 'holder', name: 'holder', autocomplete: 'cc-name' });
const number = control('input', { id: 'number', name: 'number', autocomplete: 'cc-number' });
const ends = control('input', {
  id: 'ends',
  name: 'ends',
  autocomplete: 'cc-exp',
  placeholder: 'month and year',
});
const done = place('p', { role: 'status' });

async function pay() {
  const card = {
    holder: holder.element.value,
    number: number.element.value,
    ends: ends.element.value,
  };
  await tell(isGift ? 'gave' : 'paid', card);
  show(done.element, h('span', {}, 'Thank you'));
  if (!isGift) parent.postMessage('paid', '*');
}

show(
  document.body,
  h(
    'div',
    { shuffle: true },
    field('Name on card', holder.node),
    field('Card number', number.node),
    field('Valid until', ends.node),
  ),
  button('Pay fee', pay, { id: 'pay' }),
  done.node,
);
