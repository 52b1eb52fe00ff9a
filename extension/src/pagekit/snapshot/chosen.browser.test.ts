// What a custom select shows as chosen is what it holds.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { snapshotLines, withoutNumbers } from '../test-env/snapshot';
import { createTestEnv, type TestEnv } from '../test-env/test-env';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

test.each([
  [
    'as MUI has it',
    '<div role=combobox tabindex=0 aria-label=Age aria-expanded=false>Twenty</div>',
    '[] combobox "Age" value="Twenty" collapsed',
  ],
  [
    'with nothing chosen',
    '<div role=combobox tabindex=0 aria-label=Age aria-expanded=false>&#8203;</div>',
    '[] combobox "Age" collapsed',
  ],
  [
    'as Headless UI has it',
    `<label id=t for=b style="display:none">Person</label>
     <button id=b aria-haspopup=listbox aria-expanded=false aria-labelledby="t b">Durward</button>`,
    '[] button "Person Durward" collapsed',
  ],
])('%s', async (_what, body, line) => {
  const page = await env.open(body);
  expect(withoutNumbers((await snapshotLines(page)).lines)).toEqual([line]);
  await page.close();
});
