// Editors: whatever takes the text of one is a numbered field, wherever its page hides it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestEnv, type TestEnv } from '../test-env/test-env';
import { snapshotLines, withoutNumbers } from '../test-env/snapshot';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

describe('an editor in a frame', () => {
  test.each([
    ['by its body', '<body contenteditable aria-label="Letter"><p>Dear you</p></body>', ''],
    ['by its body, of another role', '<body contenteditable role="application">Hi</body>', ''],
    ['by its design mode', '<body>Hi</body>', 'document.designMode = "on"'],
    ['by an element in it', '<body><div contenteditable>Hi</div></body>', ''],
  ])('is a textbox %s', async (_, inner, script) => {
    const page = await env.open('<iframe src="/inner" title="Rich text"></iframe>', {
      paths: { '/inner': `<!doctype html>${inner}<script>${script}</script>` },
    });
    const frame = page.page.frames()[1];
    const { lines, interactive } = await snapshotLines(page, {}, frame);
    expect(withoutNumbers(lines)).toEqual([
      expect.stringMatching(/^\[\] textbox .*value="(Dear you|Hi)" multiline$/),
    ]);
    expect(interactive).toBe(1);
    const asked = { need: 'edit', timeoutMs: 1000, force: false, guard: false } as const;
    const { element } = await page.ask('ready', { ...asked, target: 1 }, frame);
    expect(element.role).toBe(inner.includes('application') ? 'application' : 'textbox');
    await page.close();
  });
});

/** The text is drawn beside the field, as editors do. */
const EDITOR = 'position: relative; width: 400px; height: 200px';

describe('a field without room', () => {
  test.each([
    [
      'that has an edit context',
      `<div style="${EDITOR}"><div id="e" role="textbox" tabindex="0" aria-multiline="true" aria-label="Code"
         style="position: absolute; width: 0; height: 19px; overflow: auto"></div><pre>let a;</pre></div>
       <script>e.editContext = new EditContext({ text: 'let a;' })</script>`,
      ['[] textbox "Code" value="let a;" multiline', 'let a;'],
    ],
    [
      'in a box without room',
      `<div style="${EDITOR}"><div style="overflow: hidden; position: relative; width: 3px; height: 0">
         <textarea style="position: absolute; width: 1000px; height: 1em" aria-label="Code"></textarea></div>
         <pre>let a;</pre></div>`,
      ['[] textbox "Code" multiline', 'let a;'],
    ],
    [
      'that is transparent and out of the page',
      `<div style="${EDITOR}"><div style="position: absolute"><textarea aria-label="Terminal input"
         style="position: absolute; opacity: 0; left: -9999em; width: 0; height: 0; padding: 0; border: 0;
         overflow: hidden"></textarea></div><pre>$ ls</pre></div>`,
      ['[] textbox "Terminal input" multiline transparent', '$ ls'],
    ],
  ])('%s is there', async (_, body, lines) => {
    const page = await env.open(body);
    expect(withoutNumbers((await snapshotLines(page)).lines)).toEqual(lines);
    const asked = { need: 'edit', timeoutMs: 1000, force: false, guard: false } as const;
    const { element } = await page.ask('ready', { ...asked, target: 1 });
    expect(element.role).toBe('textbox');
    await page.close();
  });

  test.each([
    [
      'a trap for programs',
      '<form><input name="url" style="width: 0; height: 0; border: 0; padding: 0"></form>',
    ],
    ['one that is hidden', `<div style="${EDITOR}"><textarea hidden></textarea></div>`],
    [
      'one in a panel that is faded out',
      `<div style="${EDITOR}; opacity: 0"><textarea style="width: 0; height: 0"></textarea></div>`,
    ],
    [
      'a copy for the page itself',
      `<div style="${EDITOR}"><textarea aria-hidden="true" tabindex="-1" readonly
         style="position: absolute; z-index: -1"></textarea><div style="${EDITOR}; background: white"></div></div>`,
    ],
  ])('%s is not', async (_, body) => {
    const page = await env.open(`${body}<p>text</p>`);
    const { lines } = await snapshotLines(page);
    expect(lines.filter((line) => /textbox(?!.*transparent)/.test(line))).toEqual([]);
    await page.close();
  });
});

test('an edit context without a role is a textbox too', async () => {
  const page = await env.open(
    '<canvas id="e" width="300" height="90"></canvas><script>e.editContext = new EditContext({ text: "a b" })</script>',
  );
  expect(withoutNumbers((await snapshotLines(page)).lines)).toEqual([
    '[] textbox value="a b" multiline',
  ]);
  await page.close();
});
