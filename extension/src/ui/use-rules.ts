// The rules as the daemon has them, and how the person changes them.
import { useCallback, useEffect, useState } from 'preact/hooks';
import { askWorker } from '../messages';
import { choosing, type Subject } from '../policy/rules';
import type { Mode, Rule, RuleRecord } from '../wire';

export interface Rules {
  /** Undefined until the daemon has told them. */
  rules: RuleRecord[] | undefined;
  /** Why they are not to be had. */
  fault: string | undefined;
  /** Each rejects with a message for a person. */
  add: (rule: Rule) => Promise<void>;
  remove: (id: number) => Promise<void>;
  /** Without a mode, the other rules decide again. */
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
      // Others may have changed them meanwhile.
      const change = choosing(await askWorker('listRules', {}), subject, mode);
      // The new one first: at no moment is there none.
      if (change.add) await add(change.add);
      for (const id of change.remove) await remove(id);
    },
    [add, remove],
  );

  return { rules, fault, add, remove, choose };
}
