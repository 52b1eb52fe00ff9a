// What the person is asked about first, and what not.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Need, PageAction, Sensitivity } from '../../wire';
import { createTestEnv, type TestEnv, type KitPage } from '../test-env/test-env';
import { CLICK } from '../test-env/actions';

let env: TestEnv;
let kit: KitPage;
beforeAll(async () => {
  env = await createTestEnv();
  kit = await env.open('<div id=stage></div>');
});
afterAll(async () => {
  await kit.close();
  await env.close();
});

const ALL: Sensitivity[] = [
  'password',
  'payment',
  'upload',
  'download',
  'send',
  'tab',
  'settings',
  'memory',
];

/** Of what kind the element `#e` is for that need. */
async function kindOf(
  html: string,
  need: Need,
  deny = ALL,
): Promise<{ kind: string; message: string }> {
  await kit.page.evaluate((markup) => {
    document.body.innerHTML = markup;
  }, html);
  const target = { selector: '#e' };
  try {
    await kit.ask('ready', { target, need, timeoutMs: 300, force: false, guard: false, deny });
    return { kind: 'none', message: '' };
  } catch (error) {
    const { code, sensitivity, message } = error as Error & Record<string, string>;
    return { kind: code === 'sensitive' ? (sensitivity ?? '?') : `${code}: ${message}`, message };
  }
}

const button = (name: string) => `<button id=e>${name}</button>`;
const link = (name: string) => `<a id=e href="/there">${name}</a>`;
const cardForm = (inner: string) => `<form><input autocomplete="cc-number">${inner}</form>`;
const commentForm = (inner: string) => `<form><textarea name=comment></textarea>${inner}</form>`;

test.each([
  // Payment by name
  ...[
    'Pay',
    'Pay now',
    'P\u200Bay now',
    'Pay $49.99',
    'Pay €12,00 now',
    'Pay with PayPal',
    'Buy it now',
    'Buy now for £3',
    'Place your order',
    'Place order and pay',
    'Complete purchase',
    'Order now',
    'Subscribe',
    'Donate today',
    'Transfer funds',
    'Send money',
    'Confirm payment',
    'Jetzt kaufen',
    'Zahlungspflichtig bestellen',
    'Jetzt mit PayPal bezahlen',
    'Überweisung ausführen',
    'Spenden',
    'Acheter',
    'S’abonner',
    'Passer la commande',
    'Payer 20 €',
    'Faire un don',
    'Comprar ahora',
    'Realizar pedido',
    'Pagar con tarjeta',
    'Acquista ora',
    'Conferma il pagamento',
    'Abbonati',
    'Finalizar compra',
    'Assinar agora',
    'Fazer uma doação',
    'Nu betalen',
    'Bestelling plaatsen',
    'Afrekenen',
  ].map((name): [Sensitivity, Need, string] => ['payment', 'click', button(name)]),
  ['payment', 'click', link('Donate')],
  ['payment', 'click', '<input type=submit id=e value="Buy now">'],
  ['payment', 'click', '<div role=menuitem id=e tabindex=0>Pay invoice</div>'],
  ['payment', 'click', '<button aria-label="Buy now"><svg id=e width=20 height=20></svg></button>'],
  ['payment', 'click', '<label id=e for=b>Go on</label><input id=b type=submit value="Pay now">'],
  ['payment', 'click', '<div id=e style="cursor:pointer"><b>Pay now</b></div>'],
  [
    'payment',
    'click',
    `<div id=e style="width:200px"><button style="width:200px">Pay</button></div>`,
  ],
  ['payment', 'click', cardForm('<button id=e>Continue</button>')],
  ['payment', 'enter', cardForm('<input id=e name=holder><button>Continue</button>')],
  ['payment', 'enter', button('Pay now')],
  // Fields
  ['payment', 'edit', '<input id=e autocomplete="billing cc-csc">'],
  ['payment', 'edit', '<label>Card number * <input id=e></label>'],
  ['payment', 'edit', '<input id=e name="billing_ccNumber">'],
  ['payment', 'edit', '<input id=e placeholder="IBAN">'],
  ['payment', 'edit', '<input id=e aria-label="Kartennummer">'],
  ['payment', 'edit', '<input id=e placeholder="CVC / CVV">'],
  ['payment', 'edit', '<input id=e aria-label="Numéro de carte bancaire">'],
  ['password', 'edit', '<input id=e type=password>'],
  ['password', 'focus', '<input id=e type=password>'],
  ['password', 'edit', '<input id=e autocomplete="section-a one-time-code">'],
  ['password', 'edit', '<input id=e type=text autocomplete="current-password">'],
  ['password', 'edit', '<input id=e name=password autocomplete="new-password">'],
  ['password', 'edit', '<label>Kennwort <input id=e autocomplete="new-password"></label>'],
  ['none', 'edit', '<label>City <input id=e type=text autocomplete="new-password"></label>'],
  ['none', 'edit', '<input id=e type=text role=combobox name=pass autocomplete="new-password">'],
  ['password', 'edit', '<label id=e for=p>Password</label><input id=p type=password>'],
  // Downloads
  ['download', 'click', '<a id=e download href="/report">Report</a>'],
  ['download', 'click', '<a id=e href="/files/tool.tar.gz?v=2">Tool</a>'],
  ['download', 'click', '<button id=e>Download</button>'],
  ['download', 'click', '<button id=e>Download as CSV</button>'],
  ['download', 'click', '<a id=e href="/get">Alle herunterladen</a>'],
  ['download', 'click', '<button id=e>Télécharger le fichier</button>'],
  // Sending
  ...[
    'Send',
    'Send message',
    'Post',
    'Post your answer',
    'Publish',
    'Reply all',
    'Tweet',
    'Share',
    'Submit review',
    'Add comment',
    'Nachricht senden',
    'Veröffentlichen',
    'Allen antworten',
    'Bewertung abgeben',
    'Envoyer',
    'Répondre à tous',
    'Laisser un commentaire',
    'Enviar mensaje',
    'Publicar',
    'Compartir',
    'Invia',
    'Pubblica commento',
    'Condividi',
    'Enviar agora',
    'Compartilhar',
    'Bericht versturen',
    'Plaats reactie',
    'Delen',
  ].map((name): [Sensitivity, Need, string] => ['send', 'click', button(name)]),
  ['send', 'click', '<div role=button tabindex=0 id=e aria-label="Send">➤</div>'],
  ['send', 'click', '<a id=e href="#" role=button>Tweet</a>'],
  ['send', 'click', commentForm('<button id=e>Submit</button>')],
  ['send', 'click', commentForm('<button id=e>Comment</button>')],
  ['send', 'enter', '<textarea id=e placeholder="Write a reply…"></textarea>'],
  ['send', 'enter', '<div contenteditable id=e aria-label="Message Body">a</div>'],
  ['send', 'enter', '<div contenteditable id=e data-placeholder="Nachricht an Ada">a</div>'],
  ['send', 'enter', '<input id=e placeholder="Type a message">'],
  ['send', 'enter', '<form><input id=e name=title><button>Publish</button></form>'],
] as [Sensitivity, Need, string][])('%s: %s on %s', async (kind, need, html) => {
  expect((await kindOf(html, need)).kind).toBe(kind);
});

test.each([
  // Names that only hold the words
  ...[
    'Downloads',
    'Downloads (3)',
    'Download history',
    'How to download',
    'Order by',
    'Order by date',
    'Sort order',
    'Order history',
    'My orders',
    'Share price',
    'Shares',
    'Post code',
    'Posts',
    'Payments',
    'Payment methods',
    'Pay slips',
    'Buying guide',
    'Transfers',
    'Subscriptions',
    'Unsubscribe',
    'Send me a code',
    'Sent',
    'Messages',
    'Replies (3)',
    'Antworten (3)',
    'Comment',
    'Submit',
    'Ordenar por precio',
    'Ordina per data',
    'Commandes',
    'Bestellungen',
    'Posta',
    'Search',
    'Save',
    'Add to basket',
    'Next',
  ].map((name): [Need, string] => ['click', button(name)]),
  ['click', '<h2 id=e>Send message</h2>'],
  ['click', '<label id=e><input type=checkbox> Send me a copy</label>'],
  ['click', '<input id=e type=checkbox aria-label="Send">'],
  ['click', '<div role=tab id=e tabindex=0>Reply</div>'],
  ['click', '<details><summary id=e>Share</summary>…</details>'],
  ['click', '<button id=e aria-haspopup=menu>Share</button>'],
  ['click', '<table><th><button id=e>Order</button></th></table>'],
  ['click', link('Reply')],
  ['click', '<form role=search><input><button id=e>Send</button></form>'],
  ['click', '<form><textarea name=notes></textarea><button id=e>Submit</button></form>'],
  ['click', '<form><input name=email><button id=e>Log in</button></form>'],
  ['click', cardForm('<button type=button id=e>What is a CVC?</button>')],
  ['click', '<input id=e type=password>'],
  ['click', '<textarea id=e aria-label="Message"></textarea>'],
  ['hover', button('Pay now')],
  ['focus', '<input id=e type=text>'],
  ['check', '<label><input id=e type=checkbox> Subscribe</label>'],
  ['choose', '<select id=e autocomplete="cc-exp-month"><option>1</select>'],
  ['exist', button('Pay now')],
  ['view', button('Pay now')],
  ['edit', '<input id=e aria-label="Library card number">'],
  ['edit', '<input id=e name="postcode" aria-label="Post code">'],
  ['edit', '<input id=e autocomplete=username>'],
  ['edit', '<textarea id=e aria-label="Message"></textarea>'],
  ['enter', '<input id=e type=search placeholder="Search messages">'],
  ['enter', '<form role=search><input id=e placeholder="Search posts"></form>'],
  ['enter', '<form><input id=e name=email><button>Log in</button></form>'],
  ['enter', '<textarea id=e aria-label="Notes"></textarea>'],
  ['enter', '<input id=e aria-label="City">'],
] as [Need, string][])('not sensitive: %s on %s', async (need, html) => {
  expect((await kindOf(html, need)).kind).toBe('none');
});

test('it is named as the person would call it', async () => {
  expect((await kindOf(button('Pay now'), 'click')).message).toBe('button "Pay now"');
  const inside = '<button>Pay <b id=e>now</b></button>';
  expect((await kindOf(inside, 'click')).message).toBe('button "Pay now"');
  const plain = '<div style="cursor:pointer;width:90px"><i id=e>Pay now</i></div>';
  expect((await kindOf(plain, 'click')).message).toBe('"Pay now"');
});

test('only the kinds that are denied are refused', async () => {
  expect((await kindOf(button('Pay now'), 'click', ['send'])).kind).toBe('none');
  expect((await kindOf(button('Pay now'), 'click', [])).kind).toBe('none');
});

test('what is hidden or disabled is waited for, not asked about', async () => {
  const { kind } = await kindOf('<button id=e disabled>Pay now</button>', 'click');
  expect(kind).toBe('disabled: button "Pay now" is disabled');
});

const deny = ALL;
const pageActions: [string, PageAction, string][] = [
  ['a click', CLICK, button('Pay now')],
  [
    'text with Enter',
    { type: 'type', text: 'hi\n', clear: false },
    '<textarea id=e name=message></textarea>',
  ],
  [
    'the key Enter',
    { type: 'press', keys: ['Control+Enter'] },
    '<textarea id=e name=message></textarea>',
  ],
  ['a password', { type: 'setValue', value: 'x' }, '<input id=e type=password>'],
];
test.each(pageActions)('%s by the kit itself does nothing before', async (_, action, html) => {
  await kit.page.evaluate((markup) => {
    document.body.innerHTML = markup;
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const type of ['pointerover', 'mousedown', 'click', 'keydown', 'focusin', 'input']) {
      document.body.firstElementChild?.addEventListener(type, () => heard.push(type));
    }
  }, html);
  const target = { selector: '#e' };
  const performing = kit.ask('perform', { target, action, timeoutMs: 300, force: false, deny });
  await expect(performing).rejects.toMatchObject({ code: 'sensitive' });
  expect(await kit.page.evaluate('heard')).toEqual([]);
});

test('Enter for the page goes to what has the focus', async () => {
  await kit.page.evaluate(() => {
    document.body.innerHTML = '<button>Pay now</button>';
    document.querySelector('button')?.focus();
  });
  const action: PageAction = { type: 'press', keys: ['Enter'] };
  const target = { selector: 'body' };
  const pressing = kit.ask('perform', { target, action, timeoutMs: 300, force: false, deny });
  await expect(pressing).rejects.toMatchObject({ sensitivity: 'payment' });
});
