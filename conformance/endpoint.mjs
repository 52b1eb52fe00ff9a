// @ts-check
// Where clients connect: Chromium's own debugging port, or the relay.

/**
 * @typedef {object} Endpoint
 * @property {string} wsUrl the browser's WebSocket
 * @property {string} [httpUrl] the base of `/json/version` and its kin
 * @property {string} [personUrl] a direct WebSocket of the same Chromium, beside the endpoint
 */

/**
 * The address of a discovery document, keeping a token the base carries in its query.
 * @param {Endpoint} endpoint
 * @param {string} path
 */
export function discoveryUrl(endpoint, path) {
  if (!endpoint.httpUrl) throw new Error('this case needs --http-url');
  const url = new URL(endpoint.httpUrl);
  url.pathname = url.pathname.replace(/\/$/, '') + path;
  return url.href;
}
