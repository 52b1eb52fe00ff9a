// @ts-check
import assert from 'node:assert/strict';
import { playwright } from '../case.mjs';

/** @param {import('playwright-core').Page} page @param {string} name */
const permission = (page, name) =>
  page.evaluate(
    (name) =>
      navigator.permissions
        .query({ name: /** @type {PermissionName} */ (name) })
        .then(({ state }) => state),
    name,
  );

/** @param {import('playwright-core').Page} page @param {string} property */
const style = (page, property) =>
  page.evaluate(`getComputedStyle(document.querySelector('p')).${property}`);

export default playwright([
  {
    name: 'geolocation',
    ownClient: true,
    async run({ context, page, site }) {
      await context.grantPermissions(['geolocation'], { origin: site.a });
      await context.setGeolocation({ latitude: 50.08, longitude: 14.43 });
      await page.goto(`${site.a}/`);
      const place = await page.evaluate(
        () =>
          new Promise((resolve, reject) =>
            navigator.geolocation.getCurrentPosition(
              ({ coords }) => resolve([coords.latitude, coords.longitude]),
              (error) => reject(new Error(error.message)),
            ),
          ),
      );
      assert.deepEqual(place, [50.08, 14.43]);
      await context.clearPermissions();
    },
  },
  {
    name: 'permissions are granted and taken back',
    ownClient: true,
    async run({ context, page, site }) {
      await page.goto(`${site.a}/`);
      const before = await permission(page, 'geolocation');
      await context.grantPermissions(['geolocation', 'notifications'], { origin: site.a });
      assert.equal(await permission(page, 'geolocation'), 'granted');
      assert.equal(await permission(page, 'notifications'), 'granted');
      await context.clearPermissions();
      assert.equal(await permission(page, 'geolocation'), before);
    },
  },
  {
    name: 'a permission for one origin is not for another',
    ownClient: true,
    async run({ context, page, site }) {
      await context.grantPermissions(['geolocation'], { origin: site.a });
      await page.goto(`${site.a}/`);
      assert.equal(await permission(page, 'geolocation'), 'granted');
      await page.goto(`${site.b}/`);
      assert.notEqual(await permission(page, 'geolocation'), 'granted');
      await context.clearPermissions();
    },
  },
  {
    name: 'the clipboard is written and read',
    ownClient: true,
    async run({ context, page, site }) {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.a });
      await page.goto(`${site.a}/`);
      await page.bringToFront();
      await page.evaluate(() => navigator.clipboard.writeText('copied'));
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'copied');
      await context.clearPermissions();
    },
  },
  {
    name: 'media: print, dark and reduced motion',
    async run({ page, site }) {
      await page.goto(`${site.a}/media`);
      assert.equal(await style(page, 'color'), 'rgb(1, 1, 1)');
      await page.emulateMedia({ media: 'print', colorScheme: 'dark', reducedMotion: 'reduce' });
      assert.equal(await style(page, 'color'), 'rgb(2, 2, 2)');
      assert.equal(await style(page, 'backgroundColor'), 'rgb(3, 3, 3)');
      const reduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
      assert.equal(await page.evaluate(reduced), true);
      await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null });
      assert.equal(await style(page, 'color'), 'rgb(1, 1, 1)');
    },
  },
  {
    name: 'emulated media reach a cross-origin frame',
    async run({ page, site }) {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.goto(`${site.a}/one-frame`);
      const text = page.frameLocator('iframe').locator('#text');
      const dark = () => matchMedia('(prefers-color-scheme: dark)').matches;
      assert.equal(await text.evaluate(dark), true);
    },
  },
  {
    name: 'the viewport takes its size, in one tab only',
    async run({ page, newPage, site }) {
      const other = await newPage();
      await Promise.all([page.goto(`${site.a}/`), other.goto(`${site.a}/`)]);
      const size = () => [innerWidth, innerHeight];
      const before = await other.evaluate(size);
      await page.setViewportSize({ width: 412, height: 321 });
      assert.deepEqual(await page.evaluate(size), [412, 321]);
      await page.goto(`${site.b}/second`);
      assert.deepEqual(await page.evaluate(size), [412, 321]);
      assert.deepEqual(await other.evaluate(size), before);
    },
  },
  {
    name: 'the user agent, through CDP',
    async run({ context, page, site }) {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setUserAgentOverride', { userAgent: 'Conformance/2' });
      await page.goto(`${site.a}/echo`);
      const said = JSON.parse((await page.textContent('body')) ?? '');
      assert.equal(said.headers['user-agent'], 'Conformance/2');
      assert.equal(await page.evaluate(() => navigator.userAgent), 'Conformance/2');
    },
  },
  {
    name: 'time zone and locale, through CDP',
    async run({ context, page, site }) {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Pacific/Auckland' });
      await session.send('Emulation.setLocaleOverride', { locale: 'cs_CZ' });
      await page.goto(`${site.a}/`);
      const seen = await page.evaluate(() => [
        Intl.DateTimeFormat().resolvedOptions().timeZone,
        (1234.5).toLocaleString(),
      ]);
      assert.equal(seen[0], 'Pacific/Auckland');
      assert.match(seen[1], /^1\s?234,5$/);
    },
  },
  {
    name: 'a device, through CDP',
    async run({ context, page, site }) {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setDeviceMetricsOverride', {
        width: 360,
        height: 640,
        deviceScaleFactor: 3,
        mobile: true,
      });
      await page.goto(`${site.a}/`);
      assert.equal(await page.evaluate(() => devicePixelRatio), 3);
      await session.send('Emulation.clearDeviceMetricsOverride');
      await page.waitForFunction(() => devicePixelRatio !== 3);
    },
  },
  {
    name: 'scripts off, through CDP',
    async run({ context, page, site }) {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setScriptExecutionDisabled', { value: true });
      await page.goto(`${site.a}/scripted`);
      await session.send('Emulation.setScriptExecutionDisabled', { value: false });
      assert.equal(await page.evaluate('typeof window.used'), 'undefined');
    },
  },
  {
    name: 'a virtual authenticator answers WebAuthn',
    async run({ context, page, site }) {
      const session = await context.newCDPSession(page);
      await session.send('WebAuthn.enable');
      await session.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
        },
      });
      await page.goto(`${site.b}/`);
      const type = await page.evaluate(async () => {
        const credential = await navigator.credentials.create({
          publicKey: {
            challenge: new Uint8Array(16),
            rp: { name: 'Site' },
            user: { id: new Uint8Array(8), name: 'ada', displayName: 'Ada' },
            pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
          },
        });
        return credential?.type;
      });
      assert.equal(type, 'public-key');
    },
  },
]);
