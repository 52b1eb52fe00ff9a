// The kit in a real page, as a backend brings it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestEnv, type TestEnv } from './test-env/test-env';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

test('it answers in the main frame and in a frame of another site', async () => {
  const page = await env.open('<p>hello</p><iframe src="%OTHER%/inner"></iframe>', {
    paths: { '/inner': '<p>inner</p>' },
  });
  expect(await page.ask('echo', { text: 'a' })).toEqual({ text: 'a' });
  const inner = page.page.frames()[1];
  expect(await page.ask('echo', { text: 'b' }, inner)).toEqual({ text: 'b' });
  await page.close();
});

test('a question it does not know is refused', async () => {
  const page = await env.open('');
  await expect(page.ask('nothing' as 'echo', { text: '' })).rejects.toMatchObject({
    code: 'badArguments',
  });
  await page.close();
});
