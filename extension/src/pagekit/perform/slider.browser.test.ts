// Sliders that pages make themselves are set by `type`, as range inputs are.
import { expect, test } from 'vitest';
import { pagesOfThisFile, perform } from '../test-env/actions';

const withPage = pagesOfThisFile();

const slider = (more: string, later = '') =>
  `<div id=s role=slider tabindex=0 aria-label=Volume aria-valuemin=0 aria-valuemax=50 aria-valuenow=10
     style="width:100px;height:20px"></div><script>heard = 0;
   const step = (by) => { s.ariaValueNow = Math.min(50, Math.max(0, Number(s.ariaValueNow) + by)) };
   s.onkeydown = (event) => { heard += 1; const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
     event.preventDefault(); ${later || `step(by ${more})`} }</script>`;

test.each([
  ['up', slider(''), '31', 31, 21],
  ['down', slider(''), '0', 0, 10],
  ['to where it is', slider(''), '10', 10, 0],
  ['by steps', slider('* 5'), '25', 25, 3],
  ['from right to left', slider('* -1'), '12', 12, 4],
  ['drawn later', slider('', 'setTimeout(() => step(by), 20)'), '13', 13, 3],
])('%s', async (_, body, text, held, strokes) => {
  await withPage(body, async (page) => {
    await perform(page, '#s', { type: 'type', text, clear: true });
    expect(await page.page.evaluate('[Number(s.ariaValueNow), heard]')).toEqual([held, strokes]);
  });
});

test.each([
  ['beyond its end', slider(''), '51', 'badArguments', /from 0 to 50/],
  ['no number', slider(''), 'loud', 'badArguments', /not "loud"/],
  ['between its steps', slider('* 5'), '12', 'noEffect', /now holds 15, not 12/],
  ['it does not move', slider('* 0'), '12', 'noEffect', /now holds 10, not 12/],
])('refused: %s', async (_, body, text, code, message) => {
  await withPage(body, async (page) => {
    const typed = perform(page, '#s', { type: 'type', text, clear: true });
    const refusal: unknown = await typed.catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code });
    expect(String(refusal)).toMatch(message);
  });
});
