// @ts-check
// What an agent does for a person on an ordinary day, each in a tab of the agent's own.

/** @typedef {import('../mcp/agent.mjs').Agent} Agent */

/**
 * @typedef {object} Task
 * @property {string} name
 * @property {string} page
 * @property {(agent: Agent, url: string) => Promise<unknown>} work
 * @property {string} proof in the text of the page when it is done
 */

const GOODS = ['Lamp', 'Chair', 'Kettle', 'Desk', 'Clock'];

/** @type {Task[]} */
export const EVERYDAY = [
  {
    name: 'look something up',
    page: `<form role=search onsubmit="results.innerHTML='<li><a href=#one>One answer</a>'; return false">
      <input type=search aria-label=Search><button>Search</button></form><ul id=results></ul>
      <script>onhashchange = () => document.body.append('The whole answer')</script>`,
    work: async (agent) => {
      await act(agent, type('label=Search', 'an answer'), press('Enter'));
      await act(agent, click('text=One answer'));
      await agent.call('read', { what: 'text' });
    },
    proof: 'The whole answer',
  },
  {
    name: 'fill in a form',
    page: `<form onsubmit="out.textContent = 'Step 2 for ' + who.value + ' in ' + where.value; return false">
      <label>Name <input id=who></label> <label>E-mail <input type=email></label>
      <label>Country <select id=where><option>Chile<option>Norway</select></label>
      <label><input type=checkbox> Window seat</label> <label>Born <input type=date></label>
      <label>Remarks <textarea></textarea></label> <button>Next</button></form><p id=out></p>`,
    work: (agent) =>
      act(
        agent,
        type('label=Name', 'Ada'),
        type('label=E-mail', 'ada@example.org'),
        { do: 'select', target: 'label=Country', options: ['Norway'] },
        { do: 'check', target: 'label=Window seat' },
        type('label=Born', '1815-12-10'),
        type('label=Remarks', 'No onions'),
        click('role=button:Next'),
      ),
    proof: 'Step 2 for Ada in Norway',
  },
  {
    name: 'read a table',
    page: `<table><thead><tr><th><button onclick="document.body.append('Sorted by price')">Price</button>
      <tbody>${GOODS.map((name, at) => `<tr><td>${name}<td>${at * 10}`).join('')}</table>`,
    work: async (agent) => {
      await act(agent, click('role=button:Price'));
      await agent.call('read', { what: 'tables' });
      await agent.call('screenshot', {});
      await agent.call('execute', {
        code: 'await page.evaluate("document.title")',
      });
    },
    proof: 'Sorted by price',
  },
  {
    name: 'fill a basket',
    page: `${GOODS.map((name) => `<p>${name} <button onclick="add('${name}')">Add ${name} to basket</button>`).join('')}
      <p id=basket>Basket:</p><script>const add = (name) => { basket.textContent += ' ' + name; };</script>`,
    work: async (agent) => {
      await act(agent, click('role=button:Add Lamp to basket'));
      const script = `document.querySelectorAll('button')[1].click()`;
      await agent.call('execute', {
        code: `await page.evaluate(${JSON.stringify(script)})`,
      });
    },
    proof: 'Basket: Lamp Chair',
  },
  {
    name: 'keep a list',
    page: `<label>New <input id=words></label><button onclick="list.innerHTML += '<li><label><input type=checkbox> ' + words.value + '</label>'; words.value = ''">Add</button><ul id=list></ul>
      <script>list.onchange = () => document.body.append('Ticked')</script>`,
    work: async (agent) => {
      await act(agent, type('label=New', 'Milk'), click('role=button:Add'));
      await act(agent, { do: 'check', target: 'label=Milk' });
      await agent.call('snapshot', {});
    },
    proof: 'Ticked',
  },
];

/** Asks, or nothing is counted. */
export const PAYING = {
  name: 'pay',
  page: `<button onclick="document.body.append('Paid')">Pay now</button>`,
  work: (/** @type {Agent} */ agent) => act(agent, click('role=button:Pay now')),
};

/** @param {Agent} agent @param {object[]} steps */
const act = (agent, ...steps) => agent.call('act', { steps });
/** @param {string} target */
const click = (target) => ({ do: 'click', target });
/** @param {string} target @param {string} text */
const type = (target, text) => ({ do: 'type', target, text });
/** @param {string} keys */
const press = (keys) => ({ do: 'press', keys });
