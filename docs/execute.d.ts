// What scripts of `execute` see: Playwright's API on the person's own browser, less what is not
// there, and a little of our own (marked "ours"). Listeners, default timeouts and held keys end with
// the run; `state` and pages stay. Times are milliseconds: actions have 10 s, waits and navigations
// 30 s, expectations 5 s. What runs in the page crosses over as JSON.

/** The tab that the session works in. */
declare const page: Page;
declare const context: BrowserContext;
declare const browser: Browser;
/** Ours: an object of your own that lasts between runs. */
declare const state: Record<string, any>;
declare const expect: Expect;
/** The pages that this session may use. */
declare function pages(): Page[];
/** Ours: `page.snapshot()`. */
declare function snapshot(options?: SnapshotOptions): Promise<string>;
/** Ours: reads an address in a background tab of its own, and closes it. */
declare function fetchPage(
  url: string,
  options?: {
    as?: 'markdown' | 'text' | 'snapshot' | 'html';
    maxChars?: number;
    main?: boolean;
  } & Timeout,
): Promise<string>;
declare function sleep(ms: number): Promise<void>;
/** Ours: the tabs as the browser lists them; with words, those about something. */
declare function tabs(about?: string): Promise<TabFacts[]>;

type Pattern = string | RegExp;
type Address = string | RegExp | ((url: URL) => boolean);
type LoadState = 'load' | 'domcontentloaded' | 'networkidle';
type Modifier = 'Alt' | 'Control' | 'ControlOrMeta' | 'Meta' | 'Shift';
type Point = { x: number; y: number };
type Rect = { x: number; y: number; width: number; height: number };
type Timeout = { timeout?: number };
type Exact = { exact?: boolean };
type Going = { waitUntil?: LoadState | 'commit' } & Timeout;
type Button = { button?: 'left' | 'middle' | 'right' };
type Clicking = {
  clickCount?: number;
  delay?: number;
  force?: boolean;
  modifiers?: Modifier[];
  position?: Point;
  /** Only waits until it could be done. */
  trial?: boolean;
} & Button &
  Timeout;
type Filter = {
  has?: Locator;
  hasNot?: Locator;
  hasText?: Pattern;
  hasNotText?: Pattern;
  visible?: boolean;
};
type RoleOptions = {
  name?: Pattern;
  exact?: boolean;
  checked?: boolean;
  disabled?: boolean;
  expanded?: boolean;
  pressed?: boolean;
  selected?: boolean;
  level?: number;
  includeHidden?: boolean;
};
type Option = string | number | { value?: string; label?: string; index?: number };
/** A function that runs in the page, or an expression. */
type PageFunction<R> = string | ((...args: any[]) => R | Promise<R>);
type Awaitable<T> = T | Promise<T>;
type Test<T> = (what: T) => Awaitable<unknown>;
type SnapshotOptions = {
  mode?: 'full' | 'interactive' | 'viewport';
  maxChars?: number;
  since?: number;
  /** Only what is inside the element with this number. */
  within?: number;
  /** Without its first rows, items or parts. */
  skip?: number;
};
type TabFacts = {
  id: number;
  title: string;
  url: string;
  active: boolean;
  loading: boolean;
  [fact: string]: unknown;
};
type Table = {
  number: number;
  caption: string;
  head: string[];
  rows: string[][];
  rowsSkipped: number;
  rowsInPage: number;
  /** More than are in the page, where the page renders only those in view. */
  rowsTotal: number;
};
type Link = { number: number; position: number; text: string; url: string };

/** Where elements can be found. A selector is CSS, or `text=`, `role=button[name="x"]`, `xpath=`, `//…`,
 * `id=`, `data-testid=`, `nth=`, with `>>` between; `:has-text()`, `:text()`, `:visible`, `:nth-match()`. */
interface Scope {
  locator(selector: string | Locator, options?: Filter): Locator;
  getByRole(role: string, options?: RoleOptions): Locator;
  getByText(text: Pattern, options?: Exact): Locator;
  getByLabel(text: Pattern, options?: Exact): Locator;
  getByPlaceholder(text: Pattern, options?: Exact): Locator;
  getByAltText(text: Pattern, options?: Exact): Locator;
  getByTitle(text: Pattern, options?: Exact): Locator;
  getByTestId(id: Pattern): Locator;
  frameLocator(selector: string): FrameLocator;
}

interface FrameLocator extends Scope {
  first(): FrameLocator;
  last(): FrameLocator;
  nth(index: number): FrameLocator;
  owner(): Locator;
}

/** Strict: to act, or to tell of one element, exactly one must fit. */
interface Locator extends Scope {
  page(): Page;
  filter(options?: Filter): Locator;
  first(): Locator;
  last(): Locator;
  nth(index: number): Locator;
  and(locator: Locator): Locator;
  or(locator: Locator): Locator;
  all(): Promise<Locator[]>;
  count(): Promise<number>;
  contentFrame(): FrameLocator;

  click(options?: Clicking): Promise<void>;
  dblclick(options?: Clicking): Promise<void>;
  hover(options?: { position?: Point } & Timeout): Promise<void>;
  fill(value: string, options?: Timeout): Promise<void>;
  clear(options?: Timeout): Promise<void>;
  /** Types behind what the field holds. */
  pressSequentially(text: string, options?: Timeout): Promise<void>;
  type(text: string, options?: Timeout): Promise<void>;
  /** `Enter`, `Control+a`, `Shift+Tab`. */
  press(key: string, options?: Timeout): Promise<void>;
  check(options?: Timeout): Promise<void>;
  uncheck(options?: Timeout): Promise<void>;
  setChecked(checked: boolean, options?: Timeout): Promise<void>;
  /** By value or label; works for custom comboboxes, too. */
  selectOption(values: Option | Option[], options?: Timeout): Promise<string[]>;
  /** Paths of files on this machine. */
  setInputFiles(files: string | string[], options?: Timeout): Promise<void>;
  dragTo(
    target: Locator,
    options?: { sourcePosition?: Point; targetPosition?: Point } & Timeout,
  ): Promise<void>;
  scrollIntoViewIfNeeded(options?: Timeout): Promise<void>;
  focus(options?: Timeout): Promise<void>;
  blur(options?: Timeout): Promise<void>;
  selectText(options?: Timeout): Promise<void>;
  dispatchEvent(type: string, init?: object, options?: Timeout): Promise<void>;
  waitFor(
    options?: { state?: 'attached' | 'detached' | 'visible' | 'hidden' } & Timeout,
  ): Promise<void>;

  textContent(options?: Timeout): Promise<string>;
  innerText(options?: Timeout): Promise<string>;
  innerHTML(options?: Timeout): Promise<string>;
  inputValue(options?: Timeout): Promise<string>;
  getAttribute(name: string, options?: Timeout): Promise<string | null>;
  boundingBox(options?: Timeout): Promise<Rect | null>;
  isVisible(): Promise<boolean>;
  isHidden(): Promise<boolean>;
  isEnabled(options?: Timeout): Promise<boolean>;
  isDisabled(options?: Timeout): Promise<boolean>;
  isEditable(options?: Timeout): Promise<boolean>;
  isChecked(options?: Timeout): Promise<boolean>;
  allTextContents(): Promise<string[]>;
  allInnerTexts(): Promise<string[]>;
  screenshot(options?: { path?: string } & PictureSize & Timeout): Promise<Picture>;
  /** The snapshot of what is inside it. */
  ariaSnapshot(options?: Timeout): Promise<string>;
  /** Ours, as of the page. */
  markdown(options?: { maxChars?: number }): Promise<string>;
  text(options?: { maxChars?: number }): Promise<string>;
  tables(options?: { maxRows?: number; skipRows?: number }): Promise<Table[]>;

  evaluate<R = any>(script: PageFunction<R>, argument?: unknown, options?: Timeout): Promise<R>;
  evaluateAll<R = any>(script: PageFunction<R>, argument?: unknown): Promise<R>;
  elementHandle(options?: Timeout): Promise<ElementHandle>;
  elementHandles(): Promise<ElementHandle[]>;
}

/** An element found once. */
interface ElementHandle extends Locator {
  $(selector: string): Promise<ElementHandle | null>;
  $$(selector: string): Promise<ElementHandle[]>;
  $eval<R = any>(selector: string, script: PageFunction<R>, argument?: unknown): Promise<R>;
  $$eval<R = any>(selector: string, script: PageFunction<R>, argument?: unknown): Promise<R>;
  waitForSelector(
    selector: string,
    options?: { state?: string } & Timeout,
  ): Promise<ElementHandle | null>;
  asElement(): ElementHandle;
  dispose(): Promise<void>;
}

type Strict = { strict?: boolean } & Timeout;

/** What takes a selector first means the first element that fits, unless `strict`. */
interface BySelector extends Scope {
  click(selector: string, options?: Clicking & Strict): Promise<void>;
  dblclick(selector: string, options?: Clicking & Strict): Promise<void>;
  hover(selector: string, options?: { position?: Point } & Strict): Promise<void>;
  fill(selector: string, value: string, options?: Strict): Promise<void>;
  type(selector: string, text: string, options?: Strict): Promise<void>;
  press(selector: string, key: string, options?: Strict): Promise<void>;
  check(selector: string, options?: Strict): Promise<void>;
  uncheck(selector: string, options?: Strict): Promise<void>;
  setChecked(selector: string, checked: boolean, options?: Strict): Promise<void>;
  selectOption(selector: string, values: Option | Option[], options?: Strict): Promise<string[]>;
  setInputFiles(selector: string, files: string | string[], options?: Strict): Promise<void>;
  focus(selector: string, options?: Strict): Promise<void>;
  dispatchEvent(selector: string, type: string, init?: object, options?: Strict): Promise<void>;
  dragAndDrop(
    source: string,
    target: string,
    options?: { sourcePosition?: Point; targetPosition?: Point } & Strict,
  ): Promise<void>;
  textContent(selector: string, options?: Strict): Promise<string>;
  innerText(selector: string, options?: Strict): Promise<string>;
  innerHTML(selector: string, options?: Strict): Promise<string>;
  inputValue(selector: string, options?: Strict): Promise<string>;
  getAttribute(selector: string, name: string, options?: Strict): Promise<string | null>;
  isVisible(selector: string, options?: Strict): Promise<boolean>;
  isHidden(selector: string, options?: Strict): Promise<boolean>;
  isEnabled(selector: string, options?: Strict): Promise<boolean>;
  isDisabled(selector: string, options?: Strict): Promise<boolean>;
  isEditable(selector: string, options?: Strict): Promise<boolean>;
  isChecked(selector: string, options?: Strict): Promise<boolean>;
  $(selector: string): Promise<ElementHandle | null>;
  $$(selector: string): Promise<ElementHandle[]>;
  $eval<R = any>(selector: string, script: PageFunction<R>, argument?: unknown): Promise<R>;
  $$eval<R = any>(selector: string, script: PageFunction<R>, argument?: unknown): Promise<R>;
  waitForSelector(
    selector: string,
    options?: { state?: 'attached' | 'detached' | 'visible' | 'hidden' } & Timeout,
  ): Promise<ElementHandle | null>;

  title(): Promise<string>;
  content(): Promise<string>;
  url(): string;
  /** An element as the whole argument is handed over. */
  evaluate<R = any>(script: PageFunction<R>, argument?: unknown): Promise<R>;
  waitForFunction<R = any>(
    script: PageFunction<R>,
    argument?: unknown,
    options?: Timeout,
  ): Promise<{ jsonValue(): Promise<R> }>;
  waitForLoadState(state?: LoadState, options?: Timeout): Promise<void>;
}

interface Frame extends BySelector {
  name(): string;
  page(): Page;
  frameElement(): Promise<ElementHandle>;
}

interface PageEventMap {
  close: Page;
  console: ConsoleMessage;
  /** Without a listener a dialog stays open, and a warning tells of it. */
  dialog: Dialog;
  download: Download;
  pageerror: Error;
  popup: Page;
  request: NetworkRequest;
  requestfailed: NetworkRequest;
  requestfinished: NetworkRequest;
  response: NetworkResponse;
}
type Waiting<T> = Test<T> | ({ predicate?: Test<T> } & Timeout);

interface Page extends BySelector {
  readonly keyboard: PageKeyboard;
  readonly mouse: PageMouse;
  context(): BrowserContext;
  mainFrame(): Frame;
  /** By name, or by a part of its address. */
  frame(wanted: string | { name?: string; url?: string }): Frame;
  /** Ours, instead of `frames()`. */
  childFrames(): Promise<Frame[]>;

  /** Null where the request could not be seen. */
  goto(url: string, options?: Going): Promise<NetworkResponse | null>;
  reload(options?: Going): Promise<NetworkResponse | null>;
  goBack(options?: Going): Promise<NetworkResponse | null>;
  goForward(options?: Going): Promise<NetworkResponse | null>;
  waitForURL(url: Address, options?: Going): Promise<void>;
  waitForTimeout(ms: number): Promise<void>;
  waitForResponse(
    wanted: Pattern | Test<NetworkResponse>,
    options?: Timeout,
  ): Promise<NetworkResponse>;
  waitForRequest(
    wanted: Pattern | Test<NetworkRequest>,
    options?: Timeout,
  ): Promise<NetworkRequest>;
  waitForEvent<N extends keyof PageEventMap>(
    name: N,
    options?: Waiting<PageEventMap[N]>,
  ): Promise<PageEventMap[N]>;
  on<N extends keyof PageEventMap>(name: N, handler: (what: PageEventMap[N]) => unknown): this;
  once<N extends keyof PageEventMap>(name: N, handler: (what: PageEventMap[N]) => unknown): this;
  off<N extends keyof PageEventMap>(name: N, handler?: (what: PageEventMap[N]) => unknown): this;
  addListener<N extends keyof PageEventMap>(
    name: N,
    handler: (what: PageEventMap[N]) => unknown,
  ): this;
  removeListener<N extends keyof PageEventMap>(
    name: N,
    handler: (what: PageEventMap[N]) => unknown,
  ): this;
  removeAllListeners(name: keyof PageEventMap): this;
  /** Ours: answers the dialog that is open now. */
  answerDialog(answer?: { accept?: boolean; text?: string }): Promise<void>;

  screenshot(
    options?: { fullPage?: boolean; marks?: boolean; path?: string } & PictureSize & Timeout,
  ): Promise<Picture>;
  pdf(
    options?: { landscape?: boolean; printBackground?: boolean; path?: string } & Timeout,
  ): Promise<Pdf>;
  viewportSize(): { width: number; height: number } | null;
  setDefaultTimeout(timeout: number): void;
  setDefaultNavigationTimeout(timeout: number): void;
  bringToFront(): Promise<void>;
  close(): Promise<void>;
  isClosed(): boolean;

  /** Ours: the page as text, its elements numbered. */
  snapshot(options?: SnapshotOptions): Promise<string>;
  /** Ours: the element with this number in a snapshot. */
  number(number: number): Locator;
  /** Ours. */
  markdown(options?: { main?: boolean; maxChars?: number }): Promise<string>;
  text(options?: { maxChars?: number }): Promise<string>;
  tables(options?: { maxRows?: number; skipRows?: number }): Promise<Table[]>;
  links(options?: { words?: string; max?: number }): Promise<Link[]>;
  requests(options?: { url?: string; after?: number; max?: number }): Promise<NetworkRequest[]>;
  consoleMessages(options?: {
    level?: 'debug' | 'info' | 'warning' | 'error';
    after?: number;
    max?: number;
  }): Promise<ConsoleMessage[]>;
  download(
    what: string | Locator,
    options?: { to?: string } & Timeout,
  ): Promise<{ url: string; path: string; bytes: number }>;
  /** Ours: the session's page from the next run on. */
  use(): Promise<void>;
}

interface PageKeyboard {
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  insertText(text: string): Promise<void>;
  /** Holds a modifier for keys and clicks. */
  down(key: string): Promise<void>;
  up(key: string): Promise<void>;
}

interface PageMouse {
  move(x: number, y: number, options?: { steps?: number }): Promise<void>;
  down(options?: Button): Promise<void>;
  up(options?: Button): Promise<void>;
  click(
    x: number,
    y: number,
    options?: { clickCount?: number; delay?: number } & Button,
  ): Promise<void>;
  dblclick(x: number, y: number, options?: { delay?: number } & Button): Promise<void>;
  wheel(deltaX: number, deltaY: number): Promise<void>;
}

interface BrowserContext {
  pages(): Page[];
  /** In the background. */
  newPage(): Promise<Page>;
  browser(): Browser;
  on(name: 'page', handler: (page: Page) => unknown): this;
  once(name: 'page', handler: (page: Page) => unknown): this;
  off(name: 'page', handler?: (page: Page) => unknown): this;
  waitForEvent(name: 'page', options?: Waiting<Page>): Promise<Page>;
  setDefaultTimeout(timeout: number): void;
  setDefaultNavigationTimeout(timeout: number): void;
  /** Closes only the pages that your scripts opened. */
  close(): Promise<void>;
}

interface Browser {
  contexts(): BrowserContext[];
  newPage(): Promise<Page>;
  isConnected(): boolean;
  /** Does nothing to the person's browser. */
  close(): Promise<void>;
}

interface NetworkRequest {
  url(): string;
  method(): string;
  resourceType(): string;
  isNavigationRequest(): boolean;
  /** Of what one waited for; of others, use `allHeaders()` first. */
  headers(): Record<string, string>;
  allHeaders(): Promise<Record<string, string>>;
  headerValue(name: string): Promise<string | null>;
  postData(): string | null;
  postDataJSON(): any;
  failure(): { errorText: string } | null;
  response(): Promise<NetworkResponse | null>;
}

interface NetworkResponse {
  url(): string;
  status(): number;
  ok(): boolean;
  request(): NetworkRequest;
  headers(): Record<string, string>;
  allHeaders(): Promise<Record<string, string>>;
  headerValue(name: string): Promise<string | null>;
  text(): Promise<string>;
  json(): Promise<any>;
  body(): Promise<Uint8Array>;
  finished(): Promise<null>;
}

interface Dialog {
  type(): string;
  message(): string;
  defaultValue(): string;
  accept(text?: string): Promise<void>;
  dismiss(): Promise<void>;
}

interface Download {
  url(): string;
  suggestedFilename(): string;
  path(): Promise<string>;
  /** Fetches it once more, to this path. */
  saveAs(path: string): Promise<void>;
  failure(): Promise<string | null>;
}

interface ConsoleMessage {
  type(): string;
  text(): string;
  location(): { url: string; lineNumber: number; columnNumber: number };
}

/** Return it, or log it, to see it. */
interface PictureSize {
  /** `css` by default: one pixel for each CSS pixel. `device`: all that there are, no matter how many bytes. */
  scale?: 'css' | 'device';
  /** A larger picture becomes a JPEG, and is made smaller until it fits. 700,000 with `css`. */
  maxBytes?: number;
}

interface Picture {
  readonly base64: string;
  readonly width: number;
  readonly height: number;
  /** Its pixels to one CSS pixel. */
  readonly scale: number;
  readonly format: 'png' | 'jpeg';
  readonly length: number;
}

interface Pdf {
  readonly base64: string;
  readonly length: number;
}

interface Expect {
  (locator: Locator, message?: string): LocatorMatchers;
  (page: Page, message?: string): PageMatchers;
  (response: NetworkResponse, message?: string): ResponseMatchers;
  (value: unknown, message?: string): ValueMatchers;
  /** Asks again until it is as expected. */
  poll(
    obtain: () => unknown,
    options?: { intervals?: number[]; message?: string } & Timeout,
  ): PollMatchers;
  any(kind: Function): any;
  anything(): any;
  objectContaining(part: object): any;
  arrayContaining(items: unknown[]): any;
  stringContaining(part: string): any;
  stringMatching(pattern: Pattern): any;
  closeTo(value: number, digits?: number): any;
}

type Texts = Pattern | Pattern[];
type TextOptions = { ignoreCase?: boolean; useInnerText?: boolean } & Timeout;

/** Looked at again until they are met. */
interface LocatorMatchers {
  readonly not: LocatorMatchers;
  toBeVisible(options?: { visible?: boolean } & Timeout): Promise<void>;
  toBeHidden(options?: Timeout): Promise<void>;
  toBeAttached(options?: { attached?: boolean } & Timeout): Promise<void>;
  toBeInViewport(options?: Timeout): Promise<void>;
  toBeEnabled(options?: { enabled?: boolean } & Timeout): Promise<void>;
  toBeDisabled(options?: Timeout): Promise<void>;
  toBeEditable(options?: { editable?: boolean } & Timeout): Promise<void>;
  toBeChecked(options?: { checked?: boolean } & Timeout): Promise<void>;
  toBeFocused(options?: Timeout): Promise<void>;
  toBeEmpty(options?: Timeout): Promise<void>;
  toHaveText(expected: Texts, options?: TextOptions): Promise<void>;
  toContainText(expected: Texts, options?: TextOptions): Promise<void>;
  toHaveValue(expected: Pattern, options?: Timeout): Promise<void>;
  toHaveValues(expected: Pattern[], options?: Timeout): Promise<void>;
  toHaveAttribute(
    name: string,
    value?: Pattern | Timeout,
    options?: { ignoreCase?: boolean } & Timeout,
  ): Promise<void>;
  toHaveClass(expected: Texts, options?: Timeout): Promise<void>;
  toContainClass(expected: string, options?: Timeout): Promise<void>;
  toHaveId(expected: Pattern, options?: Timeout): Promise<void>;
  toHaveCount(expected: number, options?: Timeout): Promise<void>;
  toHaveCSS(name: string, value: Pattern, options?: Timeout): Promise<void>;
  toHaveJSProperty(name: string, value: unknown, options?: Timeout): Promise<void>;
  toHaveRole(expected: string, options?: Timeout): Promise<void>;
  toHaveAccessibleName(
    expected: Pattern,
    options?: { ignoreCase?: boolean } & Timeout,
  ): Promise<void>;
}

interface PageMatchers {
  readonly not: PageMatchers;
  toHaveURL(expected: Address, options?: { ignoreCase?: boolean } & Timeout): Promise<void>;
  toHaveTitle(expected: Pattern, options?: { ignoreCase?: boolean } & Timeout): Promise<void>;
}

interface Matchers<R> {
  toBe(expected: unknown): R;
  toEqual(expected: unknown): R;
  toStrictEqual(expected: unknown): R;
  toMatchObject(expected: object): R;
  toMatch(expected: Pattern): R;
  toContain(expected: unknown): R;
  toContainEqual(expected: unknown): R;
  toHaveLength(expected: number): R;
  toHaveProperty(path: string | string[], value?: unknown): R;
  toBeInstanceOf(kind: Function): R;
  toBeTruthy(): R;
  toBeFalsy(): R;
  toBeNull(): R;
  toBeUndefined(): R;
  toBeDefined(): R;
  toBeNaN(): R;
  toBeGreaterThan(expected: number | bigint): R;
  toBeGreaterThanOrEqual(expected: number | bigint): R;
  toBeLessThan(expected: number | bigint): R;
  toBeLessThanOrEqual(expected: number | bigint): R;
  toBeCloseTo(expected: number, digits?: number): R;
  toThrow(expected?: Pattern | Error | Function): R;
  toThrowError(expected?: Pattern | Error | Function): R;
}

interface ValueMatchers extends Matchers<void> {
  readonly not: ValueMatchers;
  readonly resolves: LaterMatchers;
  readonly rejects: LaterMatchers;
  /** The function runs again until it no longer throws. */
  toPass(options?: { intervals?: number[] } & Timeout): Promise<void>;
}
interface LaterMatchers extends Matchers<Promise<void>> {
  readonly not: LaterMatchers;
}
interface PollMatchers extends Matchers<Promise<void>> {
  readonly not: PollMatchers;
}
interface ResponseMatchers extends ValueMatchers {
  readonly not: ResponseMatchers;
  toBeOK(): Promise<void>;
}
