// @ts-check
// A board whose cards are dragged as HTML drags, and whose people are dragged by pointer events.

/** @type {import('../../server.mjs').SiteHalf} */
export default {
  name: 'board',
  dictionary: {
    reworded: [
      ['New card', 'Add a card'],
      ['Save board', 'Keep board'],
      ['Sprint', 'Cycle'],
      ['Estimate', 'Effort'],
    ],
    translated: [
      ['what is to be done', 'was zu tun ist'],
      ['Drag me onto a card', 'Auf eine Karte ziehen'],
    ],
  },
  routes: { 'GET /board/': ({ app }) => app('Board') },
};
