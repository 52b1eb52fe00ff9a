// @ts-check
// The pages that are measured, served to every browser alike.

import { once } from 'node:events';
import { createServer } from 'node:http';

const TALL = `<!doctype html><title>tall</title>
<style>body { margin: 0; font: 16px sans-serif } p { margin: 0; height: 40px }</style>
<script>
  for (let row = 0; row < 200; row += 1) {
    const line = document.createElement('p');
    line.textContent = ('row ' + row + ' ').repeat(12);
    line.style.background = 'hsl(' + row * 7 + ' 70% 80%)';
    document.body ? document.body.append(line) : document.documentElement.append(line);
  }
</script>`;

const PAGES = new Map([
  ['/', '<!doctype html><title>plain</title>'],
  ['/tall', TALL],
]);

/** @returns {Promise<string>} its address */
export async function openSite() {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    response.setHeader('content-type', 'text/html');
    response.setHeader('cache-control', 'no-store');
    response.end(PAGES.get(path) ?? 'ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}`;
}
