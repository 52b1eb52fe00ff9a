// The daemon's rules, and functions that change them.
import { useCallback, useEffect, useState } from 'preact/hooks';
import { askWorker } from '../messages';
import { choosing, type Subject } from '../policy/rules';
import type { Mode, Rule, RuleRecord } from '../wire';

export interface Rules {
  /** Undefined until they are loaded. */
  rules: RuleRecord[] | undefined;
  /** Why they could not be loaded. */
  fault: string | undefined;
  /** Each rejects with a message for a person. */
  add: (rule: Rule) => Promise<void>;
  remove: (id: number) => Promise<void>;
  /** Without a mode the choice is removed, and the other rules apply. */
  choose: (subject: Subject, mode: Mode | undefined) => Promise<void>;
}

export function useRules(isConnected: boolean): Rules {
  const [rules, setRules] = useState<RuleRecord[]>();
  const [fault, setFault] = useState<string>();

  useEffect(() => {
    setRules(undefined);
    setFault(undefined);
    if (!isConnected) return;
    askWorker('listRules', {}).then(setRules, (error: unknown) => {
      setFault(error instanceof Error ? error.message : String(error));
    });
  }, [isConnected]);

  const add = useCallback(async (rule: Rule) => {
    setRules(await askWorker('addRule', { rule }));
  }, []);

  const remove = useCallback(async (id: number) => {
    setRules(await askWorker('removeRule', { id }));
  }, []);

  const choose = useCallback(
    async (subject: Subject, mode: Mode | undefined) => {
      // Loaded anew, because another page or the command line may have changed them (a race).
      const change = choosing(await askWorker('listRules', {}), subject, mode);
      // Added before the old ones are removed, so that there is always a rule.
      if (change.add) await add(change.add);
      for (const id of change.remove) await remove(id);
    },
    [add, remove],
  );

  return { rules, fault, add, remove, choose };
}
