// For the well-known parts of Playwright that are not here: what to use instead.

const NO_ROUTES =
  'Requests of the person’s browser are not changed. To read answers, use page.waitForResponse() or page.requests().';
const NO_INIT =
  'Nothing can be put into pages before they load. Use page.evaluate() after page.goto().';
const NO_EMULATION =
  'The person’s own browser is driven, with its own window, language and time. Check the page as it is.';
const NO_COOKIES =
  'Cookies are the person’s. The page’s own, as far as scripts see them: page.evaluate(() => document.cookie).';
const NO_HANDLES =
  'Values cross over as JSON. Use page.evaluate(), or locator.evaluate() to be given an element.';
const NO_TRACES = 'Nothing is recorded. Use page.screenshot(), page.snapshot() and console.log().';
const USE_CLICK = 'There is no touch screen. Use click().';

const page = {
  route: NO_ROUTES,
  unroute: NO_ROUTES,
  unrouteAll: NO_ROUTES,
  routeFromHAR: NO_ROUTES,
  routeWebSocket: NO_ROUTES,
  addInitScript: NO_INIT,
  addScriptTag: 'Use page.evaluate() with what the script should do.',
  addStyleTag: 'Use page.evaluate() to put a style element into the page.',
  exposeFunction:
    'A page cannot call a script here. Poll with page.waitForFunction() or page.evaluate().',
  exposeBinding:
    'A page cannot call a script here. Poll with page.waitForFunction() or page.evaluate().',
  setContent: "Use page.goto('data:text/html,' + encodeURIComponent(html)).",
  setViewportSize: NO_EMULATION,
  emulateMedia: NO_EMULATION,
  setExtraHTTPHeaders: NO_ROUTES,
  clock: NO_EMULATION,
  evaluateHandle: NO_HANDLES,
  frames: "Use await page.childFrames(), or page.frameLocator('iframe…') to act inside one.",
  waitForNavigation:
    'Actions wait for the navigation they begin. Use page.waitForURL() for one that comes later.',
  request: 'Use page.evaluate((url) => fetch(url).then((r) => r.text()), url), or fetchPage(url).',
  accessibility: 'Use page.snapshot().',
  ariaSnapshot: 'Use page.snapshot(), or page.locator(…).ariaSnapshot().',
  coverage: NO_TRACES,
  video: NO_TRACES,
  pause: 'There is no inspector. Use page.snapshot() or page.screenshot() to see where it is.',
  tap: USE_CLICK,
  touchscreen: 'There is no touch screen. Use page.mouse.',
  workers: 'Workers of a page are not seen. Use page.evaluate().',
  addLocatorHandler:
    'Close what covers the page yourself: if (await banner.isVisible()) await banner.click().',
  removeLocatorHandler: 'There are no locator handlers.',
  opener: 'Ask context.pages(), or keep the page you came from.',
  waitForFileChooser: 'Use locator.setInputFiles() with paths.',
  requestGC: NO_TRACES,
};

const locator = {
  tap: USE_CLICK,
  highlight:
    'Use locator.screenshot(), or page.screenshot({ marks: true }) for numbers on all elements.',
  evaluateHandle: NO_HANDLES,
  $: 'Use locator.locator().',
  $$: 'Use locator.locator().all().',
  waitForSelector: 'Use locator.locator(selector).waitFor().',
  describe: 'A locator tells of itself in errors.',
};

const context = {
  route: NO_ROUTES,
  unroute: NO_ROUTES,
  addInitScript: NO_INIT,
  addCookies: NO_COOKIES,
  cookies: NO_COOKIES,
  clearCookies: NO_COOKIES,
  storageState: NO_COOKIES,
  tracing: NO_TRACES,
  request: page.request,
  clock: NO_EMULATION,
  grantPermissions: 'The person grants permissions in their browser.',
  clearPermissions: 'The person grants permissions in their browser.',
  setGeolocation: NO_EMULATION,
  setOffline: NO_EMULATION,
  setExtraHTTPHeaders: NO_ROUTES,
  exposeFunction: page.exposeFunction,
  exposeBinding: page.exposeBinding,
  newCDPSession: 'For CDP, connect Playwright or Puppeteer to the relay: see docs/cdp.md.',
  serviceWorkers: page.workers,
};

/** By the label of the object, then by the name that is missing. */
export const WORDS = {
  page,
  frame: { ...page, frames: undefined, childFrames: 'Use page.childFrames().' },
  locator,
  element: { ...locator, $: undefined, $$: undefined },
  frameLocator: {
    evaluate: 'Use frameLocator.locator(…).evaluate(), or page.frame(name).evaluate().',
  },
  context,
  browser: {
    newContext: 'There is one context, the person’s own. Use context.newPage().',
    version: 'Use page.evaluate(() => navigator.userAgent).',
    startTracing: NO_TRACES,
    stopTracing: NO_TRACES,
    newBrowserCDPSession: context.newCDPSession,
  },
  response: {
    statusText: 'Use response.status().',
    fromServiceWorker: 'Who answered is not known.',
    securityDetails: 'Use page.url() to see whether it is https.',
    serverAddr: 'The server’s address is not known.',
  },
  request: { timing: 'Use page.requests(), which tells how long each took.' },
  download: {
    delete: 'The file is the person’s. It stays where download.path() says.',
    createReadStream: 'Files are not read here. download.path() says where it lies.',
    cancel: 'The person can cancel it in their browser.',
  },
  expect: {
    soft: 'Use expect(), in try/catch where the script should go on.',
    extend: 'Use expect.poll() or expect(async () => …).toPass().',
    configure: 'Give { timeout } to the matcher.',
  },
  matcher: {
    toHaveScreenshot: 'Use page.screenshot() and look at it.',
    toMatchSnapshot: 'Use toEqual() with the value itself.',
    toMatchAriaSnapshot: 'Use locator.ariaSnapshot() with toContain().',
    toHaveAccessibleDescription: "Use toHaveAttribute('aria-description', …).",
  },
};

/** Events of Playwright’s page that are not told of here. */
export const EVENT_WORDS = {
  load: 'Use page.waitForLoadState().',
  domcontentloaded: "Use page.waitForLoadState('domcontentloaded').",
  framenavigated: 'Use page.waitForURL().',
  filechooser: 'Use locator.setInputFiles() with paths.',
  websocket: 'Messages of web sockets are not seen.',
  worker: page.workers,
  crash: 'A crashed page makes the next call fail.',
};
