// What a page has put away is not told: hidden from assistive technology, and moved out of a box that shows
// nothing of it.
import { expect, test } from 'vitest';
import { pagesOfThisFile } from '../test-env/actions';
import { snapshotLines } from '../test-env/snapshot';

const withPage = pagesOfThisFile();

const editor = (style: string, bar: string) =>
  `<div style="position:relative;width:400px;height:200px;${style}"><p>Code</p>
     <div role=dialog aria-label=Find style="position:absolute;${bar}"><button>Next</button></div></div>`;

test.each([
  ['closed', 'overflow:hidden', 'top:-40px" aria-hidden="true', false],
  ['open', 'overflow:hidden', 'top:0', true],
  ['said to be hidden, and seen', 'overflow:hidden', 'top:0" aria-hidden="true', true],
  ['moved out, and read out', 'overflow:hidden', 'top:-40px', true],
  ['in a box that can be scrolled', 'overflow:auto', 'top:500px" aria-hidden="true', true],
  ['not clipped', 'overflow:hidden', 'position:fixed;top:300px" aria-hidden="true', true],
])('a bar for searching: %s', async (_, style, bar, isTold) => {
  await withPage(editor(style, bar), async (page) => {
    const { text } = await snapshotLines(page);
    expect(text.includes('button "Next"')).toBe(isTold);
    expect(text).toContain('Code');
  });
});
