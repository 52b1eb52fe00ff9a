// @ts-check
// A club whose fee is paid in a frame of another site.

/** @type {import('../../server.mjs').SiteHalf} */
export default {
  name: 'club',
  dictionary: {
    reworded: [
      ['Member name', 'Name of the member'],
      ['Name on card', 'Card holder'],
      ['Pay fee', 'Pay now'],
      ['Join the club', 'Become a member'],
      ['Yearly', 'Each year'],
    ],
    translated: [
      ['Payment', 'Zahlung'],
      ['Kind of membership', 'Art der Mitgliedschaft'],
      ['month and year', 'Monat und Jahr'],
    ],
  },
  routes: {
    'GET /club/': ({ app }) => app('Rowing club'),
    'GET /club/pay': ({ app }) => app('Payment', 'pay.mjs'),
    'GET /club/gift': ({ app }) => app('Gift', 'pay.mjs'),
  },
};
