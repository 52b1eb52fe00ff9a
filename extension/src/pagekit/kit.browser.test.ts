// The kit in a real page, as a carrier brings it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBed, type Bed } from './bed/bed';

let bed: Bed;
beforeAll(async () => {
  bed = await createBed();
});
afterAll(() => bed.close());

test('it answers in the main frame and in a frame of another site', async () => {
  const page = await bed.open('<p>hello</p><iframe src="%OTHER%/inner"></iframe>', {
    paths: { '/inner': '<p>inner</p>' },
  });
  expect(await page.ask('echo', { text: 'a' })).toEqual({ text: 'a' });
  const inner = page.page.frames()[1];
  expect(await page.ask('echo', { text: 'b' }, inner)).toEqual({ text: 'b' });
  await page.close();
});

test('a question it does not know is refused', async () => {
  const page = await bed.open('');
  await expect(page.ask('nothing' as 'echo', { text: '' })).rejects.toMatchObject({
    code: 'badArguments',
  });
  await page.close();
});
