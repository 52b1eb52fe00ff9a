// @ts-check
// Mail, written in a frame.

/** @type {import('../../server.mjs').SiteHalf} */
export default {
  name: 'mail',
  dictionary: {
    reworded: [
      ['Write mail', 'New mail'],
      ['Send mail', 'Send it'],
      ['Send reply', 'Send answer'],
      ['Reply', 'Answer'],
      ['Recipient', 'Goes to'],
      ['Priority', 'Importance'],
      ['Message text', 'Text of the message'],
    ],
    translated: [
      ['Message text', 'Text der Nachricht'],
      ['Editor', 'Schreibfeld'],
      ['name, then Enter', 'Name, dann Eingabe'],
      ['Open this mail', 'Diese Mail öffnen'],
    ],
  },
  routes: {
    'GET /mail/': ({ app }) => app('Mail'),
    'GET /mail/editor': ({ app }) => app('Editor', 'editor.mjs'),
    'GET /mail/memo': ({ app }) => app('Memo', 'editor.mjs'),
  },
};
