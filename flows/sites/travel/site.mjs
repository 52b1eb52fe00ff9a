// @ts-check
// Trains that are booked in a tab of their own.

const TRAINS = [
  { key: 't1', leaves: '06:40', kind: 'Coast express', fare: '31' },
  { key: 't2', leaves: '08:15', kind: 'Valley line', fare: '24' },
  { key: 't3', leaves: '11:05', kind: 'Coast express', fare: '35' },
];
const TWINS = [
  { key: 't8', leaves: '08:15', kind: 'Coast express', fare: '24' },
  { key: 't9', leaves: '18:15', kind: 'Valley line', fare: '24' },
];

/** @type {import('../../server.mjs').SiteHalf} */
export default {
  name: 'travel',
  dictionary: {
    reworded: [
      ['Search trains', 'Find trains'],
      ['Book seat', 'Reserve seat'],
      ['Passenger', 'Who travels'],
      ['Confirm booking', 'Book it now'],
      ['Add to my trips', 'Keep in my trips'],
      ['Close this tab', 'Back to the trains'],
    ],
    translated: [
      ['town or station', 'Stadt oder Bahnhof'],
      ['Book in a new tab', 'In neuem Tab buchen'],
      ['as in the passport', 'wie im Pass'],
    ],
  },
  routes: {
    'GET /travel/': ({ app }) => app('Trains'),
    'GET /travel/book': ({ app }) => app('Book a seat', 'book.mjs'),
    'GET /travel/trains': ({ variant, json }) => {
      if (variant === 'lookalikes') return json([...TWINS, ...TRAINS]);
      return json(variant === 'gone' ? [TRAINS[0], ...TWINS, TRAINS[2]] : TRAINS);
    },
  },
};
