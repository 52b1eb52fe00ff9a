// @ts-check
import { button, control, field, h, place, show, site, tell } from '/kit/page.mjs';

const isTwinned = site.variant === 'lookalikes';
const kinds = ['Monthly', site.variant === 'gone' ? 'Yearly, as a gift' : 'Yearly', 'Family'];
if (isTwinned) kinds.unshift('Yearly, as a gift');
const choices = kinds.map((label, index) => ({
  label,
  radio: control('input', {
    id: `kind-${label.replaceAll(/\W+/g, '-').toLowerCase()}`,
    name: 'kind',
    type: 'radio',
    value: label,
    checked: index === kinds.length - 1,
  }),
}));
const member = control('input', { id: 'member', name: 'member', autocomplete: 'name' });
const agree = control('input', { id: 'rules', name: 'rules', type: 'checkbox' });
const paid = place('div');

const frame = (/** @type {string} */ path, /** @type {string} */ title) =>
  h('iframe', { id: path, title, src: `${site.otherOrigin}/club/${path}` });

show(
  document.body,
  h('h1', {}, 'Rowing club'),
  h(
    'div',
    { role: 'radiogroup', 'aria-label': 'Kind of membership', shuffle: true },
    ...choices.map(({ label, radio }) => field(label, radio.node)),
  ),
  field('Member name', member.node),
  field('I know the rules', agree.node),
  isTwinned && frame('gift', 'A gift for the boat house'),
  frame('pay', 'Payment'),
  paid.node,
);

addEventListener('message', ({ data, origin }) => {
  if (origin !== site.otherOrigin || data !== 'paid') return;
  const join = async () => {
    const kind = choices.find(({ radio }) => radio.element.checked)?.label;
    await tell('joined', { kind, member: member.element.value, rules: agree.element.checked });
    show(paid.element, h('h2', {}, 'Welcome aboard'));
  };
  show(paid.element, h('p', {}, 'The fee is paid'), button('Join the club', join, { id: 'join' }));
});
