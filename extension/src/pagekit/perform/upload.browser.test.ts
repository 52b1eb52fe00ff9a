// Files given to inputs and drop zones.
import { describe, expect, test } from 'vitest';
import { perform, pagesOfThisFile } from '../test-env/actions';

const withPage = pagesOfThisFile();

describe('files', () => {
  const hello = { name: 'a.txt', mimeType: 'text/plain', base64: btoa('hello') };

  test('are given to an input', async () => {
    const body =
      '<label id=l>Choose <input id=f type=file hidden></label><script>f.onchange = async () => got = [f.files[0].name, f.files[0].type, await f.files[0].text()]</script>';
    await withPage(body, async (page) => {
      await perform(page, '#l', { type: 'upload', files: [hello] });
      await page.page.waitForFunction('window.got');
      expect(await page.page.evaluate('got')).toEqual(['a.txt', 'text/plain', 'hello']);
      await expect(
        perform(page, '#f', { type: 'upload', files: [hello, hello] }),
      ).rejects.toMatchObject({ code: 'badArguments' });
    });
  });

  test('are dropped where files are taken, and nowhere else', async () => {
    const body = `<div id=z style="height:50px">drop here</div><p id=p>else</p><script>z.ondragover = (e) => e.preventDefault();
      z.ondrop = (e) => { e.preventDefault(); z.textContent = e.dataTransfer.files[0].name }</script>`;
    await withPage(body, async (page) => {
      await perform(page, '#z', { type: 'upload', files: [hello] });
      expect(await page.page.innerText('#z')).toBe('a.txt');
      await expect(perform(page, '#p', { type: 'upload', files: [hello] })).rejects.toMatchObject({
        code: 'noEffect',
      });
    });
  });
});
