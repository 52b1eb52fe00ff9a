// @ts-check
// A month to plan in, and a list of what is planned.

/** @type {import('../../server.mjs').SiteHalf} */
export default {
  name: 'calendar',
  dictionary: {
    reworded: [
      ['Next month', 'Month after'],
      ['Title', 'What is it'],
      ['Starts at', 'Beginning'],
      ['Remind me', 'Send a reminder'],
      ['Save changes', 'Keep changes'],
      ['Save event', 'Keep event'],
      ['Change', 'Edit'],
    ],
    translated: [
      ['what it is about', 'worum es geht'],
      ['name, then Enter', 'Name, dann Eingabe'],
      ['Change the day or the hour', 'Tag oder Stunde ändern'],
    ],
  },
  routes: { 'GET /calendar/': ({ app }) => app('Calendar') },
};
