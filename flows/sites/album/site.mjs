// @ts-check
// Photos with menus that show while the pointer is on them, and dialogs of the browser.

/** @type {import('../../server.mjs').SiteHalf} */
export default {
  name: 'album',
  dictionary: {
    reworded: [
      ['Delete photo', 'Remove photo'],
      ['Rename photo', 'Give another name'],
      ['Share photo', 'Send photo'],
      ['Send link', 'Mail the link'],
      ['Trips', 'Journeys'],
      ['Empty bin', 'Clear bin'],
    ],
    translated: [
      ['Sort the photos', 'Fotos ordnen'],
      ['someone@…', 'jemand@…'],
    ],
  },
  routes: { 'GET /album/': ({ app }) => app('Album') },
};
