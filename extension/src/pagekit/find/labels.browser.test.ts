// A label names its field, also where other parts of the page have the same label.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestEnv, type TestEnv } from '../test-env/test-env';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

test.each([
  [
    'the list of a field has its label, too',
    `<label id=t for=c>City</label><input id=c role=combobox aria-expanded=true aria-controls=l>
     <ul id=l role=listbox aria-labelledby=t><li role=option>Bern</ul>`,
    'combobox',
  ],
  [
    'a button opens a list',
    `<label id=t for=c>City</label>
     <button id=c aria-haspopup=listbox aria-labelledby="t c">Bern</button>`,
    'button',
  ],
])('%s', async (_what, body, role) => {
  const page = await env.open(body);
  const asked = { need: 'exist', timeoutMs: 0, force: false, guard: false } as const;
  const { element } = await page.ask('ready', { ...asked, target: { label: 'City' } });
  expect(element.role).toBe(role);
  await page.close();
});
