// The choice of a mode for one agent or one site. It is saved as soon as it is made, and shown as
// chosen while it is being saved (an optimistic update).
import { useState } from 'preact/hooks';
import { chosenMode, type Subject } from '../policy/rules';
import type { Mode } from '../wire';
import type { Rules } from './use-rules';

export interface ModeChoice {
  /** Undefined for "No rule". */
  mode: Mode | undefined;
  fault: string | undefined;
  /** Ignored while an earlier choice is being saved. */
  choose: (mode: Mode | undefined) => void;
}

export function useModeChoice({ rules, choose }: Rules, subject: Subject): ModeChoice {
  const [saving, setSaving] = useState<{ mode: Mode | undefined }>();
  const [fault, setFault] = useState<string>();

  const save = async (mode: Mode | undefined) => {
    setSaving({ mode });
    setFault(undefined);
    try {
      await choose(subject, mode);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    } finally {
      setSaving(undefined);
    }
  };

  return {
    mode: saving ? saving.mode : chosenMode(rules ?? [], subject),
    fault,
    choose(mode) {
      if (!saving) void save(mode);
    },
  };
}
