// A control has one name, in answers as in snapshots.
import { expect, test } from 'vitest';
import { by, pagesOfThisFile } from '../test-env/actions';
import { snapshotLines, withoutNumbers } from '../test-env/snapshot';

const withPage = pagesOfThisFile();

test('a switch whose label stands for it', async () => {
  const hidden = 'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)';
  const body = `<label id=label><span style="${hidden}"><input type=checkbox role=switch aria-label=Express></span>
    <span>Express</span></label>`;
  await withPage(body, async (page) => {
    const asked = { target: by('#label'), need: 'click', timeoutMs: 300 } as const;
    const { element } = await page.ask('ready', { ...asked, force: false, guard: false });
    expect(`${element.role} "${element.name}"`).toBe('switch "Express"');
    const { lines } = await snapshotLines(page);
    expect(withoutNumbers(lines)).toContain('[] switch "Express"');
  });
});
