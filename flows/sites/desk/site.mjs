// @ts-check
// A help desk behind a sign-in that leads on over redirects, with a table over several pages.

import { field, h } from '../kit/tree.mjs';

const PAGE_ROWS = 5;
const SUBJECTS = [
  'Scanner shows no picture',
  'Door card does not open the archive',
  'Projector in room 12 is dark',
  'New monitor for the front desk',
  'Mail from the north office bounces',
  'Phone in the lobby rings twice',
  'Printer on floor 3 is jammed',
  'Badge reader at gate 7 is slow',
  'Laptop for the new colleague',
  'Wireless in the canteen is weak',
  'Key for cupboard 9 is missing',
];
const TICKETS = SUBJECTS.map((subject, index) => ({ number: `#${4449 + index}`, subject }));
const TWINS = [
  { number: '#4465', subject: 'Printer on floor 2 is jammed' },
  { number: '#4475', subject: 'Printer on floor 3 is jammed again' },
  { number: '#44560', subject: 'Badge reader at gate 17 is slow' },
];

/** @type {import('../../server.mjs').SiteHalf} */
export default {
  name: 'desk',
  dictionary: {
    reworded: [
      ['Sign in', 'Log in'],
      ['Next page', 'Later tickets'],
      ['Close ticket', 'Resolve ticket'],
      ['Close it', 'Resolve it'],
      ['Find ticket', 'Search tickets'],
      ['User name', 'Your user name'],
      ['Actions', 'More actions'],
      ['Assign', 'Hand over'],
      ['Colleague', 'To whom'],
    ],
    translated: [
      ['Find ticket', 'Anfrage suchen'],
      ['letters and digits', 'Buchstaben und Ziffern'],
      ['Row menu', 'Zeilenmenü'],
    ],
  },
  routes: {
    'GET /desk/': ({ redirect }) => redirect('/desk/tickets'),
    'GET /desk/sign-in': ({ page, variant }) =>
      page(
        'Sign in · Help desk',
        ...(variant === 'lookalikes'
          ? [
              h(
                'form',
                { method: 'post', action: '/desk/guest' },
                h('button', { type: 'submit' }, 'Sign in as guest'),
              ),
            ]
          : []),
        h(
          'form',
          { method: 'post', action: '/desk/sign-in', id: 'sign-in' },
          h('h1', {}, 'Help desk'),
          field('User name', h('input', { id: 'user', name: 'user', autocomplete: 'username' })),
          field(
            'Password',
            h('input', {
              id: 'password',
              name: 'password',
              type: 'password',
              placeholder: 'letters and digits',
            }),
          ),
          h('button', { type: 'submit', id: 'enter', class: 'primary' }, 'Sign in'),
        ),
      ),
    'POST /desk/guest': ({ tell, redirect }) => {
      tell('came as guest', {});
      return redirect('/desk/sign-in');
    },
    'POST /desk/sign-in': ({ form, session, tell, redirect }) => {
      if (form.password !== 'tulip-41-garden') return redirect('/desk/sign-in');
      session.set('user', form.user);
      tell('signed in', { user: form.user });
      return redirect('/desk/welcome');
    },
    'GET /desk/welcome': ({ redirect }) => redirect('/desk/tickets'),
    'GET /desk/tickets': ({ app, session, redirect }) =>
      session.has('user') ? app('Tickets · Help desk') : redirect('/desk/sign-in'),
    'GET /desk/rows': ({ url, variant, json }) => {
      const wanted = (url.searchParams.get('q') ?? '').toLowerCase();
      const page = Number(url.searchParams.get('page') ?? '1');
      const shown = ticketsIn(variant).filter(({ number, subject }) =>
        `${number} ${subject}`.toLowerCase().includes(wanted),
      );
      const first = (page - 1) * PAGE_ROWS;
      return json({
        rows: shown.slice(first, first + PAGE_ROWS),
        isLast: first + PAGE_ROWS >= shown.length,
      });
    },
  },
};

/** @param {string} variant */
function ticketsIn(variant) {
  if (variant === 'gone') {
    const left = TICKETS.filter(({ subject }) => !/floor 3|gate 7/.test(subject));
    return [...left.slice(0, 5), ...TWINS, ...left.slice(5)];
  }
  return variant === 'lookalikes'
    ? [...TICKETS.slice(0, 5), ...TWINS, ...TICKETS.slice(5, 8)]
    : TICKETS;
}
