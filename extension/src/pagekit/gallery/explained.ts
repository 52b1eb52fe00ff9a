// What Playwright's snapshot has and ours has not, on purpose, and why. The list is exact: one that is
// no longer true fails as well.

/** By page: the elements as Playwright calls them, with the reason. */
export const EXPLAINED: Record<string, Record<string, string>> = {
  'form of every field': {
    'option "S"': 'the select tells its options, and `select` chooses them',
    'option "M"': 'the select tells its options, and `select` chooses them',
  },
  copies: { button: 'a copy in a box of one pixel, hidden from assistive technology too' },
  calendar: { gridcell: 'an empty place before the first of the month, which takes no focus' },
  modal: { 'button "Behind"': 'unreachable while the dialog is open, which the snapshot says' },
  'layouts that seem to hide': {
    'button "Folded"': 'in a box without height that clips it: nobody sees it or can click it',
  },
};
