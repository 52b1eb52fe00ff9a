// @ts-check
// Settings made of custom elements, whose open shadow roots stand in each other.

/** @type {import('../../server.mjs').SiteHalf} */
export default {
  name: 'settings',
  dictionary: {
    reworded: [
      ['Display name', 'Shown name'],
      ['Save settings', 'Keep settings'],
      ['Weekly digest', 'Digest each week'],
      ['Language', 'Speak to me in'],
      ['Appearance', 'Look'],
    ],
    translated: [
      ['how others see you', 'wie andere dich sehen'],
      ['Colours', 'Farben'],
    ],
  },
  routes: { 'GET /settings/': ({ app }) => app('Settings') },
};
