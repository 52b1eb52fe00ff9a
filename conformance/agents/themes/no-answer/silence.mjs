// @ts-check
// The person does not answer: after `ask_timeout_s`, here 1, that is a no.
import assert from 'node:assert/strict';
import { BOTH, cases } from '../../case.mjs';

export default cases([
  {
    name: 'silence is a no, and the next question is a new one',
    over: BOTH,
    async run({ agent, site, daemon, person }) {
      const url = site.put('<button onclick="document.title = \'paid\'">Pay now</button>');
      await agent.go(url);
      const steps = [{ do: 'click', target: 'text=Pay now' }];
      const answer = await agent.refused(/did not answer within 1 s, so the answer is no/, 'act', {
        steps,
      });
      assert.equal(answer.facts.code, 'denied');
      await daemon.calm();
      assert.notEqual(await person.evaluate(await person.at(url), 'document.title'), 'paid');
      const before = await daemon.now();
      await agent.refused(/did not answer within 1 s/, 'act', { steps });
      await daemon.until(
        before,
        ({ type, questions }) => type === 'questions' && questions.length === 1,
      );
    },
  },
  {
    name: 'over CDP',
    async run({ site, daemon, person, raw }) {
      const targetId = await person.open(site.put('<title>Desk</title>'));
      await daemon.rule({ client: 'raw', mode: 'ask' });
      const client = await raw('raw');
      const { sessionId } = await client.send('Target.attachToTarget', { targetId, flatten: true });
      const driving = client.send('Runtime.evaluate', { expression: '1' }, sessionId);
      await assert.rejects(driving, /did not answer within 1 s/);
    },
  },
]);
