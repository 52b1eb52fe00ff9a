// What an editing host holds is told as it was written.
import { expect, test } from 'vitest';
import { pagesOfThisFile } from '../test-env/actions';

const withPage = pagesOfThisFile();

test.each([
  ['one', 'one'],
  ['<p>one</p><p>two</p>', 'one\ntwo'],
  ['<div>one</div><div><br></div><div>three</div>', 'one\n\nthree'],
  ['one<br>two<br>', 'one\ntwo'],
  ['<p>  one\n   <b>two</b>  </p>', 'one two'],
  ['<p>&nbsp; &nbsp; indented</p>', '    indented'],
  ['<pre>if x:\n    y\n\n\tz</pre>', 'if x:\n    y\n\n\tz'],
  ['<div style="white-space:pre-wrap">a  b </div>', 'a  b '],
  ['<p>a\u200b<span>\ufeff</span>b</p>', 'ab'],
  ['<span contenteditable=false style="pointer-events:none">Write here</span><p>a</p>', 'a'],
  ['<div><span contenteditable=false aria-hidden=true>import x</span><br></div>', ''],
  ['<p>to <span contenteditable=false>@ada</span>!</p>', 'to @ada!'],
  ['<ul><li>one<li>two</ul>', 'one\ntwo'],
])('%j', async (markup, text) => {
  await withPage(`<div id=e contenteditable>${markup}</div>`, async (page) => {
    const target = { selector: '#e' };
    const asked = { target, need: 'exist' as const, timeoutMs: 0, force: false, guard: false };
    expect((await page.ask('ready', asked)).element.value).toBe(text);
  });
});
