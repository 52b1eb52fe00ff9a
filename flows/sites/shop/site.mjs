// @ts-check
// A shop that suggests while one types, shows dialogs and takes an order.

const COFFEES = ['Filter roast', 'Forest roast', 'Winter roast', 'House blend', 'Night blend'];
const TWINS = ['Filter roast decaf', 'Forest roast decaf', ...COFFEES];

/** @type {import('../../server.mjs').SiteHalf} */
export default {
  name: 'shop',
  dictionary: {
    reworded: [
      ['Add to basket', 'Put in basket'],
      ['Go to checkout', 'Continue to checkout'],
      ['Place order', 'Order now'],
      ['Bag size', 'Size of bag'],
      ['Full name', 'Your full name'],
      ['Save for later', 'Keep for later'],
      ['Send list', 'Send the list'],
      ['Search coffees', 'Find a coffee'],
      ['Saved coffees', 'Coffees you kept'],
    ],
    translated: [
      ['Search coffees', 'Kaffee suchen'],
      ['as on your card', 'wie auf der Karte'],
      ['Who gets it', 'Wer bekommt sie'],
    ],
  },
  routes: {
    'GET /shop/': ({ app }) => app('Northbank Roastery'),
    'GET /shop/suggest': ({ url, variant, json }) => {
      const typed = (url.searchParams.get('q') ?? '').toLowerCase();
      const sold = variant === 'lookalikes' ? TWINS : COFFEES;
      const gone =
        variant === 'gone' ? TWINS.filter((name) => !/^(Filter|Forest) roast$/.test(name)) : sold;
      return json(typed ? gone.filter((name) => name.toLowerCase().includes(typed)) : []);
    },
  },
};
