import { expect, test } from 'vitest';
import { createBarriers, type RulesApi } from './barriers';

type Rules = Awaited<ReturnType<RulesApi['list']>>;

/** Chrome's session rules, with its check that no number comes twice. */
function fakeRules(): RulesApi & { rules: () => Rules; updates: () => number } {
  let rules: Rules = [];
  let updates = 0;
  return {
    rules: () => rules,
    updates: () => updates,
    list: () => Promise.resolve([...rules]),
    async update(removed, added) {
      updates += 1;
      await Promise.resolve();
      rules = [...rules.filter(({ id }) => !removed.includes(id)), ...added];
      const ids = new Set(rules.map(({ id }) => id));
      if (ids.size !== rules.length) throw new Error('a number comes twice');
    },
  };
}

const bank = { addresses: '^https://bank', blocks: true, onlyPages: false };
const help = { addresses: '^https://bank/help', blocks: false, onlyPages: false };
const lock = { addresses: '^', blocks: true, onlyPages: true };

test('the first rule has the highest priority, and each is for its tab only', async () => {
  const api = fakeRules();
  const barriers = createBarriers(api);
  await barriers.set({ tab: 7, barrier: [help, bank] });
  await barriers.set({ tab: 8, barrier: [lock] });
  const told = api.rules().map(({ priority, action, condition }) => ({
    priority,
    type: action.type,
    tabs: condition.tabIds,
    pages: condition.resourceTypes?.length === 1,
  }));
  expect(told).toEqual([
    { priority: 2, type: 'allow', tabs: [7], pages: false },
    { priority: 1, type: 'block', tabs: [7], pages: false },
    { priority: 1, type: 'block', tabs: [8], pages: true },
  ]);
});

test('another barrier takes the place of the one before, and none takes it away', async () => {
  const api = fakeRules();
  const barriers = createBarriers(api);
  await barriers.set({ tab: 8, barrier: [lock] });
  await Promise.all([
    barriers.set({ tab: 7, barrier: [help, bank] }),
    barriers.set({ tab: 7, barrier: [bank] }),
  ]);
  expect(api.rules().map(({ condition }) => condition.tabIds)).toEqual([[8], [7]]);
  await barriers.clear(7);
  expect(api.rules().map(({ condition }) => condition.tabIds)).toEqual([[8]]);
  await barriers.clearAll();
  expect(api.rules()).toEqual([]);
});

test('a tab that never had one costs nothing', async () => {
  const api = fakeRules();
  const barriers = createBarriers(api);
  await barriers.set({ tab: 7 });
  await barriers.clear(7);
  expect(api.updates()).toBe(0);
  expect(barriers.pending(7)).toBeUndefined();
});

test('one that an earlier worker has set is known, and taken away', async () => {
  const api = fakeRules();
  await createBarriers(api).set({ tab: 7, barrier: [bank] });
  const after = createBarriers(api);
  await after.clear(7);
  expect(api.rules()).toEqual([]);
});

test('while it is being set, that can be waited for', async () => {
  const api = fakeRules();
  const seen: boolean[] = [];
  const barriers = createBarriers({
    ...api,
    update(removed, added) {
      seen.push(barriers.pending(7) !== undefined, barriers.pending(8) !== undefined);
      return api.update(removed, added);
    },
  });
  await barriers.set({ tab: 7, barrier: [bank] });
  expect(seen).toEqual([true, false]);
  expect(barriers.pending(7)).toBeUndefined();
});

test('it is being set from the call on, for the next command may be in the same message', async () => {
  const barriers = createBarriers(fakeRules());
  const setting = barriers.set({ tab: 7, barrier: [bank] });
  expect(barriers.pending(7)).toBeDefined();
  expect(barriers.pending(8)).toBeUndefined();
  await setting;
  expect(barriers.pending(7)).toBeUndefined();
});
