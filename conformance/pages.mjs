// @ts-check
// The pages of the test site. Each is a function of the origins, so that pages can frame each other.

/**
 * @typedef {{ status?: number, type?: string, headers?: Record<string, string | string[]>,
 *   body?: string | Buffer }} Answer
 */
/** @typedef {(ask: { a: string, b: string, url: URL }) => Answer} Page */

/** @param {string} title @param {string} body @returns {Answer} */
const html = (title, body) => ({
  body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body>${body}</body></html>`,
});
/** @param {string} body @returns {Answer} */
const script = (body) => ({ type: 'text/javascript', body });
/** @param {string} location @returns {Answer} */
const redirect = (location) => ({ status: 302, headers: { location }, body: '' });

/** @type {Record<string, Page>} */
export const pages = {
  '/': () => html('Home', '<h1>Home</h1><a id="next" href="/second">Second</a>'),
  '/second': () => html('Second', '<h1>Second</h1><a href="/">Home</a><p id="part">part</p>'),
  '/redirect': () => redirect('/redirect-again'),
  '/redirect-again': () => redirect('/second'),
  '/json': () => ({ type: 'application/json', body: '{"answer":42,"word":"žluťoučký 🐎"}' }),
  '/bytes': () => ({
    type: 'application/octet-stream',
    body: Buffer.from(Array.from({ length: 256 }, (_, i) => i)),
  }),
  '/large': () => ({ type: 'text/plain', body: 'x'.repeat(3 * 1024 * 1024) }),
  '/favicon.ico': () => ({ status: 204, body: '' }),

  '/form': () =>
    html(
      'Form',
      `<form id="form" action="/echo" method="post">
        <label>Name <input id="name" name="name" placeholder="Your name"></label>
        <label>Story <textarea id="story" name="story"></textarea></label>
        <label><input type="checkbox" id="agree" name="agree"> I agree</label>
        <label><input type="radio" name="size" value="s"> Small</label>
        <label><input type="radio" name="size" value="l"> Large</label>
        <label>Fruit <select id="fruit" name="fruit">
          <option value="a">Apple</option><option value="p">Pear</option></select></label>
        <label>Days <select id="days" multiple>
          <option>Mon</option><option>Tue</option><option>Wed</option></select></label>
        <label>Files <input type="file" id="files" name="files" multiple></label>
        <button type="submit">Send</button>
      </form>
      <div id="editable" contenteditable>old</div>
      <ol id="log"></ol>
      <script>
        window.seen = [];
        for (const type of ['input', 'change', 'keydown', 'keyup', 'focusin', 'focusout'])
          document.addEventListener(type, (e) => seen.push(type + ':' + (e.key ?? e.target.id)));
      </script>`,
    ),
  '/mouse': () =>
    html(
      'Mouse',
      `<style>#hover:hover { background: rgb(1, 2, 3) } #far { margin-top: 3000px }</style>
      <button id="target">Target</button><button id="hover">Hover</button>
      <button id="disabled" disabled>Disabled</button><button id="far">Far</button>
      <script>
        window.seen = [];
        for (const type of ['click', 'dblclick', 'contextmenu', 'auxclick'])
          document.addEventListener(type, (e) => {
            if (type === 'contextmenu') e.preventDefault();
            seen.push([type, e.target.id, e.button, e.detail, e.shiftKey, e.isTrusted].join());
          });
      </script>`,
    ),
  '/drag': () =>
    html(
      'Drag',
      `<style>div { width: 100px; height: 60px; margin: 20px; background: #ccc }
        #knob { position: absolute; left: 0; margin: 0; top: 300px; width: 40px; height: 40px }</style>
      <div id="source" draggable="true">Source</div><div id="target">Target</div>
      <div id="knob">Knob</div>
      <script>
        window.seen = [];
        source.ondragstart = (e) => e.dataTransfer.setData('text/plain', 'cargo');
        target.ondragover = (e) => e.preventDefault();
        target.ondrop = (e) => { e.preventDefault();
          target.textContent = 'got ' + e.dataTransfer.getData('text/plain'); };
        source.ondragend = () => seen.push('dragend');
        let from = null;
        knob.onmousedown = (e) => { from = e.clientX - knob.offsetLeft; };
        onmousemove = (e) => { if (from !== null) knob.style.left = e.clientX - from + 'px'; };
        onmouseup = () => { from = null; };
      </script>`,
    ),
  '/late': () =>
    html(
      'Late',
      `<button id="late" disabled>Late</button><div id="gone">Loading</div><p id="moving"></p>
      <script>
        late.onclick = () => { document.title = 'Clicked'; };
        setTimeout(() => { late.disabled = false; gone.remove();
          document.body.insertAdjacentHTML('beforeend', '<p data-testid="arrived">Arrived</p>');
        }, 300);
      </script>`,
    ),
  '/aria': () =>
    html(
      'Aria',
      `<nav aria-label="Main"><ul><li><a href="/">Home</a></li><li><a href="/second">Next</a></li>
      </ul></nav><main><h1>Shop</h1><img alt="A red apple" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
      <ul id="cart"><li>Apple <button>Remove</button></li><li>Pear <button>Remove</button></li></ul>
      <input type="checkbox" aria-label="Gift" checked><span title="Hint">hint</span>
      <div id="host"></div><p hidden>Secret</p></main>
      <script>
        host.attachShadow({ mode: 'open' }).innerHTML = '<button>In the shadow</button>';
        document.addEventListener('click', (e) => { window.clicked = e.composedPath()[0].textContent; });
      </script>`,
    ),
  '/tall': () =>
    html(
      'Tall',
      `<style>body { margin: 0 } .band { height: 1000px } #box { position: absolute; left: 50px;
        top: 2500px; width: 120px; height: 80px; background: rgb(255, 0, 0) }</style>
      <div class="band" style="background: rgb(0, 128, 0)"></div><div class="band"></div>
      <div class="band"></div><div class="band" style="background: rgb(0, 0, 255)"></div>
      <div id="box"></div>`,
    ),

  '/frames': ({ a, b }) =>
    html(
      'Frames',
      `<h1>Outer</h1><iframe name="same" src="${a}/framed"></iframe>
      <iframe name="cross" src="${b}/nest" width="500" height="400"></iframe>`,
    ),
  '/nest': ({ a, b, url }) => {
    const other = url.searchParams.has('from-b') ? b : a;
    return html(
      'Nest',
      `<h2>Nest</h2><button>Count</button><input id="field">
      <iframe name="inner" src="${other}/framed" width="400" height="200"></iframe>
      <script>
        document.querySelector('button').onclick = (e) =>
          { e.target.textContent = 'Counted ' + e.isTrusted; };
      </script>`,
    );
  },
  '/framed': () =>
    html(
      'Framed',
      `<style>#box { width: 60px; height: 40px; background: rgb(255, 0, 0) }</style>
      <p id="text">framed</p><input id="field"><div id="box"></div>
      <a id="open" href="/second" target="_blank">Open</a>
      <button onclick="alert('from a frame')">Alert</button>`,
    ),
  '/one-frame': ({ b, url }) =>
    html('One frame', `<iframe name="only" src="${url.searchParams.get('src') ?? `${b}/framed`}">`),

  '/popups': ({ b }) =>
    html(
      'Popups',
      `<button id="open" onclick="window.popup = window.open('/second')">Open</button>
      <button id="cross" onclick="window.popup = window.open('${b}/second')">Cross</button>
      <button id="blank" onclick="window.popup = window.open('about:blank');
        popup.document.body.textContent = 'written'">Blank</button>
      <button id="alert" onclick="window.open('').alert('at once')">Alert</button>
      <button id="sized" onclick="window.open('/second', '_blank', 'width=300,height=200')">Sized</button>
      <a id="link" href="/second" target="_blank" rel="opener">Link</a>
      <a id="noopener" href="/second" target="_blank" rel="noopener">No opener</a>`,
    ),
  '/closes-itself': () => html('Brief', '<button onclick="window.close()">Close</button>'),

  '/worker': ({ url }) =>
    html(
      'Worker',
      `<script>
        window.worker = new Worker('/worker.js' + ${JSON.stringify(url.search)});
        worker.onmessage = (e) => { document.title = 'Heard ' + e.data; };
      </script>`,
    ),
  '/worker.js': () =>
    script(`self.secret = 7; onmessage = (e) => postMessage(e.data + secret);
      console.log('worker says hello'); fetch('/json').then(() => postMessage('fetched'));`),
  '/shared': () =>
    html(
      'Shared',
      `<script>
        window.shared = new SharedWorker('/shared.js');
        shared.port.onmessage = (e) => { document.title = 'Heard ' + e.data; };
      </script>`,
    ),
  '/shared.js': () =>
    script(`onconnect = (e) => { const port = e.ports[0];
      port.onmessage = (m) => port.postMessage('shared ' + m.data); };`),
  '/service/': () =>
    html(
      'Service',
      `<script>
        window.ready = navigator.serviceWorker.register('/service/worker.js').then(async () => {
          await navigator.serviceWorker.ready;
          if (!navigator.serviceWorker.controller) await new Promise((done) =>
            navigator.serviceWorker.addEventListener('controllerchange', done));
        });
        window.leave = async () => {
          for (const r of await navigator.serviceWorker.getRegistrations()) await r.unregister();
        };
      </script>`,
    ),
  '/service/worker.js': () =>
    script(`self.secret = 11;
      self.addEventListener('install', () => self.skipWaiting());
      self.addEventListener('activate', (e) => e.waitUntil(self.clients.claim()));
      self.addEventListener('fetch', (e) => {
        if (e.request.url.endsWith('/service/made-up'))
          e.respondWith(new Response('from the service worker'));
      });`),

  '/downloads': ({ b }) =>
    html(
      'Downloads',
      `<a id="plain" href="/file">File</a><a id="cross" href="${b}/file">Cross</a>
      <a id="named" href="/json" download="named.json">Named</a>
      <a id="new-tab" href="/file" target="_blank">New tab</a>
      <button onclick="const l = document.createElement('a'); l.download = 'blob.txt';
        l.href = window.URL.createObjectURL(new Blob(['from a blob'])); l.click()">Blob</button>
      <a id="held" href="/held-file?download">Held</a>`,
    ),
  '/file': () => ({
    type: 'application/octet-stream',
    headers: { 'content-disposition': 'attachment; filename="report.txt"' },
    body: 'a report\n'.repeat(100),
  }),

  '/dialogs': () =>
    html(
      'Dialogs',
      `<button id="alert" onclick="alert('careful'); document.title = 'Alerted'">Alert</button>
      <button id="confirm" onclick="document.title = String(confirm('sure?'))">Confirm</button>
      <button id="prompt" onclick="document.title = String(prompt('name?', 'nobody'))">Prompt</button>`,
    ),
  '/beforeunload': () =>
    html(
      'Unsaved',
      `<button>Touch</button><script>onbeforeunload = (e) => { e.preventDefault(); };</script>`,
    ),

  '/socket-page': () =>
    html(
      'Socket',
      `<script>
        window.heard = [];
        window.connect = () => new Promise((done) => {
          window.socket = new WebSocket('ws://' + location.host + '/socket');
          socket.binaryType = 'arraybuffer';
          socket.onmessage = (e) => heard.push(e.data);
          socket.onopen = () => done();
        });
      </script>`,
    ),
  '/set-cookie': () => ({
    headers: { 'set-cookie': ['seen=1; Path=/', 'secret=2; Path=/; HttpOnly; SameSite=Strict'] },
    body: 'set',
  }),
  '/media': () =>
    html(
      'Media',
      `<style>p { color: rgb(1, 1, 1) } @media print { p { color: rgb(2, 2, 2) } }
      @media (prefers-color-scheme: dark) { p { background: rgb(3, 3, 3) } }</style><p>media</p>`,
    ),
  '/scripted': () =>
    html(
      'Scripted',
      `<link rel="stylesheet" href="/style.css"><p class="used">scripted</p>
      <script src="/script.js"></script>`,
    ),
  '/script.js': () =>
    script('function used() { return 1; }\nfunction unused() { return 2; }\nused();\n'),
  '/style.css': () => ({
    type: 'text/css',
    body: '.used { color: rgb(4, 4, 4) }\n.unused { color: red }\n',
  }),
  '/noisy': () =>
    html(
      'Noisy',
      `<button id="log" onclick="console.log('word', 7, { deep: [1, 2] })">Log</button>
      <button id="throw" onclick="setTimeout(() => { throw new TypeError('broken on purpose') })">Throw</button>
      <button id="reject" onclick="Promise.reject(new Error('rejected on purpose'))">Reject</button>`,
    ),
};
