// @ts-check
// An application with files.

/** @type {import('../../server.mjs').SiteHalf} */
export default {
  name: 'jobs',
  dictionary: {
    reworded: [
      ['Curriculum vitae', 'Your CV'],
      ['Attach certificate', 'Add a certificate'],
      ['Position', 'Job'],
      ['Send application', 'Apply now'],
    ],
    translated: [
      ['first and last name', 'Vor- und Nachname'],
      ['PDF only', 'nur PDF'],
    ],
  },
  routes: { 'GET /jobs/': ({ app }) => app('Work with us') },
};
