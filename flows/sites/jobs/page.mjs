// @ts-check
import { button, control, field, h, list, place, show, site, tell } from '/kit/page.mjs';

const isTwinned = site.variant === 'lookalikes';
const done = place('p', { role: 'status' });

show(
  document.body,
  h('h1', {}, 'Work with us'),
  isTwinned && form('Recommend a friend', 'friend'),
  form('Apply', 'own'),
  done.node,
);

/** @param {string} title @param {string} key */
function form(title, key) {
  const name = control('input', {
    id: `${key}-name`,
    name: 'name',
    placeholder: 'first and last name',
  });
  const jobs = [
    'Choose one',
    'Gardener',
    'Miller',
    site.variant === 'gone' ? 'Baker at night' : 'Baker',
  ];
  if (isTwinned) jobs.splice(1, 0, 'Baker at night');
  const job = list({ id: `${key}-job`, name: 'job' }, jobs);
  const cv = control('input', { id: `${key}-cv`, name: 'cv', type: 'file', title: 'PDF only' });
  const chosen = place('span');
  const proof = control('input', {
    id: `${key}-proof`,
    name: 'proof',
    type: 'file',
    hidden: true,
    on: { change: () => show(chosen.element, h('em', {}, proof.element.files[0].name)) },
  });
  const privacy = control('input', { id: `${key}-privacy`, name: 'privacy', type: 'checkbox' });
  const send = async () => {
    await tell(key === 'own' ? 'applied' : 'recommended', {
      name: name.element.value,
      job: job.element.value,
      cv: cv.element.files[0]?.name,
      proof: proof.element.files[0]?.name,
      privacy: privacy.element.checked,
    });
    show(done.element, h('span', {}, 'Thank you'));
  };
  return h(
    'section',
    { 'aria-label': title },
    h('h2', {}, title),
    h(
      'div',
      { shuffle: true },
      field('Full name', name.node),
      field('Position', job.node),
      field('Curriculum vitae', cv.node),
    ),
    proof.node,
    button('Attach certificate', () => proof.element.click(), { id: `${key}-attach` }),
    chosen.node,
    field('I read about privacy', privacy.node),
    button('Send application', send, { id: `${key}-send` }),
  );
}
