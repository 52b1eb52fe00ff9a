// Requests of a page and what they were answered. A list tells little of each; headers and bodies
// are fetched for the one that is asked.

import { badArgument } from './errors.js';
import { inside, keep, seal } from './inside.js';
import { Guarded } from './missing.js';
import { until } from './polling.js';

const BODY_CHARS_MAX = 4_000_000;
const BODY_WAIT_MS = 30_000;

/** What a test needs that is not there yet; whoever tries the test fetches it and tries again. */
export class DetailsNeeded extends Error {
  request;

  constructor(record, name) {
    super(`${name} is not known yet; use await request.allHeaders() first, or the async methods`);
    this.request = record;
  }
}

/** One request, shared by its Request and its Response. */
export class RequestRecord {
  tab;
  facts;
  details;
  request;
  response;

  constructor(tab, facts) {
    this.tab = tab;
    this.facts = facts;
    this.request = new Request(this);
    this.response = new Response(this);
  }

  /** Headers, and bodies up to so many characters. */
  async fetch(doing, maxChars = undefined) {
    const params = { id: this.facts.number, maxChars };
    const { requests } = await this.tab.ask(doing, 'network', params);
    if (requests.length === 0) throw badArgument(`${doing}: the request is no longer known`);
    [this.facts] = requests;
    this.details = this.facts.details ?? this.details;
    return this.details;
  }

  need(name) {
    if (this.details === undefined) throw new DetailsNeeded(this, name);
    return this.details;
  }

  /** The body is there only when the whole answer is. */
  async body(doing) {
    const ended = async () => {
      const details = await this.fetch(doing, BODY_CHARS_MAX);
      return this.facts.tookMs === undefined ? undefined : details;
    };
    const late = () => badArgument(`${doing}: the answer has not ended`);
    const details = await until(ended, BODY_WAIT_MS, late);
    if (this.facts.error !== undefined) throw badArgument(`${doing}: ${this.facts.error}`);
    return { text: details?.responseBody ?? '', base64: details?.base64 === true };
  }
}

export class Request extends Guarded {
  static label = 'request';

  constructor(record) {
    super();
    keep(this, record);
  }

  url() {
    return inside(this).facts.url;
  }

  method() {
    return inside(this).facts.method;
  }

  resourceType() {
    return inside(this).facts.kind;
  }

  isNavigationRequest() {
    return inside(this).facts.kind === 'document';
  }

  headers() {
    return { ...inside(this).need('request.headers()').requestHeaders };
  }

  async allHeaders() {
    return { ...(await inside(this).fetch('request.allHeaders'))?.requestHeaders };
  }

  async headerValue(name) {
    return headerOf(await this.allHeaders(), name);
  }

  postData() {
    return inside(this).need('request.postData()').requestBody ?? null;
  }

  postDataJSON() {
    const text = this.postData();
    return text === null ? null : JSON.parse(text);
  }

  failure() {
    const { error } = inside(this).facts;
    return error === undefined ? null : { errorText: error };
  }

  async response() {
    const record = inside(this);
    if (record.facts.status === undefined) await record.fetch('request.response');
    return record.facts.status === undefined ? null : record.response;
  }

  toJSON() {
    const { number, method, url, kind, status, mimeType, error, tookMs } = inside(this).facts;
    return { request: number, method, url, kind, status, mimeType, error, tookMs };
  }
}

export class Response extends Guarded {
  static label = 'response';

  constructor(record) {
    super();
    keep(this, record);
  }

  url() {
    return inside(this).facts.url;
  }

  status() {
    return inside(this).facts.status;
  }

  ok() {
    const status = this.status();
    return status >= 200 && status < 300;
  }

  request() {
    return inside(this).request;
  }

  headers() {
    return { ...inside(this).need('response.headers()').responseHeaders };
  }

  async allHeaders() {
    return { ...(await inside(this).fetch('response.allHeaders'))?.responseHeaders };
  }

  async headerValue(name) {
    return headerOf(await this.allHeaders(), name);
  }

  async text() {
    const { text, base64 } = await inside(this).body('response.text');
    return base64 ? new TextDecoder().decode(bytesOf(text)) : text;
  }

  async json() {
    return JSON.parse(await this.text());
  }

  async body() {
    const { text, base64 } = await inside(this).body('response.body');
    return base64 ? bytesOf(text) : new TextEncoder().encode(text);
  }

  async finished() {
    await inside(this).body('response.finished');
    return null;
  }

  toJSON() {
    const { number, method, url, status, mimeType } = inside(this).facts;
    return { response: number, status, method, url, mimeType };
  }
}

/** Header names have no case. */
function headerOf(headers, name) {
  const wanted = String(name).toLowerCase();
  const found = Object.entries(headers).find(([one]) => one.toLowerCase() === wanted);
  return found?.[1] ?? null;
}

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

seal(Request, Response);
