// What is remembered and what is to be, and functions that change it.
import { useCallback, useEffect, useState } from 'preact/hooks';
import { askWorker } from '../messages';
import type {
  ChangeKnowledgeParams,
  ForgetParams,
  Forgotten,
  KnowledgeSettings,
  KnowledgeStats,
} from '../wire';

export interface Knowledge {
  /** Undefined until they are loaded. */
  settings: KnowledgeSettings | undefined;
  stats: KnowledgeStats | undefined;
  /** Why they could not be loaded. */
  fault: string | undefined;
  /** Each rejects with a message for a person. */
  change: (change: ChangeKnowledgeParams) => Promise<void>;
  forget: (what: ForgetParams) => Promise<Forgotten>;
}

export function useKnowledge(): Knowledge {
  const [settings, setSettings] = useState<KnowledgeSettings>();
  const [stats, setStats] = useState<KnowledgeStats>();
  const [fault, setFault] = useState<string>();

  useEffect(() => {
    const fail = (error: unknown) => {
      setFault(error instanceof Error ? error.message : String(error));
    };
    askWorker('getKnowledgeSettings', {}).then(setSettings, fail);
    askWorker('getKnowledgeStats', {}).then(setStats, fail);
  }, []);

  const change = useCallback(async (wanted: ChangeKnowledgeParams) => {
    setSettings(await askWorker('changeKnowledgeSettings', { change: wanted }));
  }, []);
  const forget = useCallback(async (what: ForgetParams) => {
    const forgotten = await askWorker('forgetPages', { what });
    setStats(await askWorker('getKnowledgeStats', {}));
    return forgotten;
  }, []);

  return { settings, stats, fault, change, forget };
}
