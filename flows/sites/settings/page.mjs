// @ts-check
import { button, control, field, h, list, place, show, site, tell } from '/kit/page.mjs';

const isTwinned = site.variant === 'lookalikes';

/** An element whose content is given to it and stands in a shadow root of its own. */
class Shadowed extends HTMLElement {
  constructor() {
    super();
    this.attachShadow({ mode: 'open' });
  }
}
for (const name of ['app-frame', 'settings-panel', 'setting-row']) {
  customElements.define(name, class extends Shadowed {});
}

/** @param {string} tag @param {...import('/kit/tree.mjs').Node} content */
function shadowed(tag, ...content) {
  const keep = (/** @type {Element} */ element) => {
    if (element.shadowRoot) show(element.shadowRoot, ...content);
  };
  return h(tag, { keep });
}

show(document.body, shadowed('app-frame', ...frame()));

function frame() {
  const panel = place();
  const open = (/** @type {string} */ which) => () => show(panel.element, ...panels(which));
  return [
    h('h1', {}, 'Settings'),
    h(
      'nav',
      { shuffle: true },
      button('Account', open('account'), { id: 'account' }),
      button('Appearance', open('looks'), { id: 'looks' }),
    ),
    panel.node,
  ];
}

/** @param {string} which */
function panels(which) {
  if (which === 'account') return [h('p', {}, 'Nothing to set here')];
  const team = shadowed('settings-panel', looks('Team defaults', 'team'));
  const mine = shadowed('settings-panel', looks('My settings', 'mine'));
  if (site.variant === 'gone') return [team];
  return isTwinned ? [team, mine] : [mine];
}

/** @param {string} title @param {string} key */
function looks(title, key) {
  const name = control('input', {
    id: `${key}-name`,
    name: 'name',
    placeholder: 'how others see you',
  });
  const tongue = list({ id: `${key}-tongue`, name: 'tongue' }, ['English', 'German', 'Swedish']);
  const digest = control('input', { id: `${key}-digest`, type: 'checkbox', role: 'switch' });
  const colours = ['Light', 'Dark', 'High contrast'].map((label) => ({
    label,
    radio: control('input', {
      id: `${key}-${label[0]}`,
      name: `${key}-colours`,
      type: 'radio',
      value: label,
    }),
  }));
  const saved = place('p', { role: 'status' });
  const save = async () => {
    await tell('saved', {
      of: title,
      name: name.element.value,
      tongue: tongue.element.value,
      digest: digest.element.checked,
      colours: colours.find(({ radio }) => radio.element.checked)?.label,
    });
    show(saved.element, h('span', {}, 'Saved'));
  };
  const choices = colours.map(({ label, radio }) => field(label, radio.node));
  const group = h(
    'div',
    { role: 'radiogroup', 'aria-label': 'Colours', shuffle: true },
    ...choices,
  );
  return h(
    'section',
    { 'aria-label': title },
    h('h2', {}, title),
    shadowed('setting-row', field('Display name', name.node)),
    shadowed('setting-row', group),
    shadowed('setting-row', field('Weekly digest', digest.node), field('Language', tongue.node)),
    button('Save settings', save, { id: `${key}-save` }),
    saved.node,
  );
}
