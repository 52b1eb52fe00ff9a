// @ts-check
// Passes commands of one socket to chrome.debugger on one tab, and answers and events back.

serve();

async function serve() {
  // The benchmark writes this file beside its copy of the extension.
  const address = await (await fetch('address.txt')).text();
  const [tab] = await chrome.tabs.query({});
  const target = { tabId: /** @type {number} */ (tab.id) };
  await chrome.debugger.attach(target, '1.3');
  const socket = new WebSocket(address);
  socket.onmessage = async ({ data }) => {
    const { id, method, params } = JSON.parse(data);
    const answer = await chrome.debugger.sendCommand(target, method, params).then(
      (result) => ({ id, result }),
      (error) => ({ id, error: { code: -32000, message: error.message } }),
    );
    socket.send(JSON.stringify(answer));
  };
  chrome.debugger.onEvent.addListener((_source, method, params) => {
    socket.send(JSON.stringify({ method, params }));
  });
}
