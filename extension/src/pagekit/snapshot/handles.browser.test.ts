// A grid has numbers for its cells, and none for what only makes its columns wider.
import { expect, test } from 'vitest';
import { pagesOfThisFile } from '../test-env/actions';
import { snapshotLines } from '../test-env/snapshot';

const withPage = pagesOfThisFile();

test('handles between cells', async () => {
  const handle = '<span class=handle style="cursor:ew-resize;width:6px;height:20px"></span>';
  const row = (role: string, ...cells: string[]) =>
    `<div role=row style="display:flex">${cells
      .map((cell) => `<div role=${role} tabindex=0>${cell}</div>${handle}`)
      .join('')}</div>`;
  const body = `<div role=grid>${row('columnheader', 'Name', 'Age')}${row('gridcell', 'Ada', '36')}</div>
    <div style="cursor:ew-resize;width:6px;height:40px" id=splitter></div><script>
    for (const handle of [...document.querySelectorAll('.handle'), splitter])
      handle.addEventListener('mousedown', () => undefined)</script>`;
  await withPage(body, async (page) => {
    const { text } = await snapshotLines(page);
    expect(text.match(/(?<!\\)\[\d+\]/g)).toHaveLength(5);
    expect(text).toContain('splitter');
  });
});
