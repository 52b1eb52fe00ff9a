// @ts-check
// A form over five pages that the server makes.

import { field, h } from '../kit/tree.mjs';

/** @typedef {import('../kit/tree.mjs').Node} Node */

/** @param {string} id @param {string} label @param {Record<string, any>} [attrs] */
const ask = (id, label, attrs) => field(label, h('input', { id, name: id, ...attrs }));

/** @param {string} title @param {...Node} fields */
const group = (title, ...fields) =>
  h(
    'div',
    { role: 'group', 'aria-label': title },
    h('h2', {}, title),
    h('div', { shuffle: true }, ...fields),
  );

const address = (/** @type {string} */ key, /** @type {string} */ title) =>
  group(
    title,
    ask(`${key}street`, 'Street'),
    ask(`${key}code`, 'Postcode'),
    ask(`${key}town`, 'Town'),
  );

/** @param {string} label */
const kind = (label) =>
  ask(`kind-${label.toLowerCase().replaceAll(' ', '-')}`, label, {
    type: 'radio',
    name: 'kind',
    value: label,
  });

/** @type {((variant: string, given: Map<string, any>) => Node[])[]} */
const PAGES = [
  () => [
    group(
      'Who asks',
      ask('person', 'Full name', { autocomplete: 'name' }),
      ask('email', 'Email', { type: 'email', placeholder: 'for our answer' }),
    ),
  ],
  (variant) => [
    ...(variant === 'lookalikes' ? [address('bill-', 'Where the bill goes')] : []),
    address('', 'Where it is'),
  ],
  (variant) => {
    const kinds = ['Market', variant === 'gone' ? 'Block party' : 'Street party', 'Parade'];
    if (variant === 'lookalikes') kinds.unshift('Street party with a stage');
    return [
      group('What it is', ...kinds.map(kind)),
      ask('guests', 'Guests', { type: 'number', title: 'How many will come' }),
    ];
  },
  () => [
    ask('day', 'Day', { type: 'date' }),
    ask('music', 'Music with loudspeakers', { type: 'checkbox', value: 'yes' }),
  ],
  (_, given) => [
    h('h2', {}, 'Is it all right?'),
    h('ul', {}, ...[...given].map(([key, value]) => h('li', {}, `${key}: ${value}`))),
  ],
];

/** @type {import('../../server.mjs').SiteHalf} */
export default {
  name: 'permit',
  dictionary: {
    reworded: [
      ['Continue', 'Go on'],
      ['Full name', 'Your name'],
      ['Postcode', 'Postal code'],
      ['Guests', 'Number of guests'],
      ['Hand in', 'Submit'],
      ['Street party', 'Party in the street'],
    ],
    translated: [
      ['for our answer', 'für unsere Antwort'],
      ['How many will come', 'Wie viele kommen'],
      ['Who asks', 'Wer fragt'],
      ['Where it is', 'Wo es ist'],
      ['What it is', 'Was es ist'],
    ],
  },
  routes: {
    'GET /permit/': ({ redirect }) => redirect('/permit/page?number=1'),
    'GET /permit/page': ({ url, variant, session, page }) => {
      const number = Number(url.searchParams.get('number'));
      const isLast = number === PAGES.length;
      const label = isLast ? 'Hand in' : 'Continue';
      return page(
        `Permit, page ${number} of ${PAGES.length}`,
        h('h1', {}, 'Permit for an event'),
        ...(variant === 'lookalikes' ? [newsletter()] : []),
        h(
          'form',
          { method: 'post', action: `/permit/page?number=${number}`, id: 'permit' },
          h('p', {}, `Page ${number} of ${PAGES.length}`),
          ...PAGES[number - 1](variant, session),
          h(
            'button',
            { type: 'submit', id: isLast ? 'hand-in' : 'go-on', class: 'primary' },
            label,
          ),
        ),
      );
    },
    'POST /permit/page': ({ url, form, session, tell, redirect }) => {
      const number = Number(url.searchParams.get('number'));
      for (const [key, value] of Object.entries(form)) if (value) session.set(key, value);
      if (number < PAGES.length) return redirect(`/permit/page?number=${number + 1}`);
      tell('handed in', Object.fromEntries(session));
      return redirect('/permit/thanks');
    },
    'POST /permit/news': ({ tell, redirect }) => {
      tell('ordered the newsletter', {});
      return redirect('/permit/thanks');
    },
    'GET /permit/thanks': ({ page }) => page('Thank you', h('h1', {}, 'Thank you')),
  },
};

function newsletter() {
  return h(
    'form',
    { method: 'post', action: '/permit/news' },
    h('h2', {}, 'News from the town'),
    ask('news-person', 'Full name'),
    ask('news-email', 'Email', { type: 'email' }),
    h('button', { type: 'submit' }, 'Continue'),
  );
}
