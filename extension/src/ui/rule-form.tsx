// The form for a new rule. The rule does not decide what is left empty.
import { useId, useState } from 'preact/hooks';
import { EMPTY_DRAFT, ruleFrom, type RuleDraft } from '../policy/rules';
import {
  MODE_MEANINGS,
  MODE_NAMES,
  MODES,
  NO_RULE,
  SENSITIVITIES,
  SENSITIVITY_NAMES,
} from '../policy/describe';
import type { Rule, Sensitivity } from '../wire';
import { ChoiceField, TextField } from './fields';

interface Props {
  /** Rejects with a message for a person. */
  onAdd: (rule: Rule) => Promise<void>;
}

export function RuleForm({ onAdd }: Props) {
  const id = useId();
  const [draft, setDraft] = useState<RuleDraft>(EMPTY_DRAFT);
  const [note, setNote] = useState<{ text: string; isFault: boolean }>();
  const change = (part: Partial<RuleDraft>) => {
    setDraft({ ...draft, ...part });
    setNote(undefined);
  };

  const add = async () => {
    const read = ruleFrom(draft);
    if ('fault' in read) {
      setNote({ text: read.fault, isFault: true });
      return;
    }
    try {
      await onAdd(read.rule);
      setDraft(EMPTY_DRAFT);
      setNote({ text: 'Rule added.', isFault: false });
    } catch (error) {
      setNote({ text: error instanceof Error ? error.message : String(error), isFault: true });
    }
  };

  return (
    <form
      class="rule-form card"
      noValidate
      aria-labelledby={`${id}-title`}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <h2 id={`${id}-title`}>Add a rule</h2>
      <div class="columns">
        <TextField
          label="Who"
          placeholder="Everyone"
          hint="The name of an agent or script. * matches anything."
          value={draft.client}
          onInput={(client) => {
            change({ client });
          }}
        />
        <TextField
          label="Where"
          placeholder="Everywhere"
          hint="example.com, or *.example.com for all its subdomains."
          value={draft.site}
          onInput={(site) => {
            change({ site });
          }}
        />
        <ChoiceField
          label="Mode"
          value={draft.mode}
          none={NO_RULE}
          choices={MODES.map((mode) => [mode, `${MODE_NAMES[mode]}: ${MODE_MEANINGS[mode]}`])}
          onChoose={(mode) => {
            change({ mode });
          }}
        />
        <ChoiceField
          label="New tabs"
          value={draft.newTabs}
          none={NO_RULE}
          choices={[
            ['yes', 'May open tabs'],
            ['no', 'May not open tabs'],
          ]}
          onChoose={(newTabs) => {
            change({ newTabs });
          }}
        />
        <ChoiceField
          label="Scripts in pages"
          value={draft.scripts}
          none={NO_RULE}
          choices={[
            ['yes', 'May run scripts'],
            ['no', 'May not run scripts'],
          ]}
          onChoose={(scripts) => {
            change({ scripts });
          }}
        />
        <TextField
          label="Only on these pages"
          placeholder="https://example.com/shop/*"
          hint="It can’t go to any other page."
          value={draft.lockedUrl}
          onInput={(lockedUrl) => {
            change({ lockedUrl });
          }}
        />
        <AllowField
          allow={draft.allow}
          onChange={(allow) => {
            change({ allow });
          }}
        />
      </div>
      <p class={note?.isFault ? 'fault' : 'done'} role="status">
        {note?.text}
      </p>
      <div class="buttons">
        <button type="submit" class="primary">
          Add rule
        </button>
      </div>
    </form>
  );
}

interface AllowProps {
  allow: Sensitivity[];
  onChange: (allow: Sensitivity[]) => void;
}

function AllowField({ allow, onChange }: AllowProps) {
  return (
    <fieldset>
      <legend>Allow without asking</legend>
      {SENSITIVITIES.map((sensitivity) => (
        <label key={sensitivity} class="check">
          <input
            type="checkbox"
            checked={allow.includes(sensitivity)}
            onChange={({ currentTarget }) => {
              onChange(toggled(allow, sensitivity, currentTarget.checked));
            }}
          />
          <span>{SENSITIVITY_NAMES[sensitivity]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** In the order of the form, not of the ticks, so that equal rules are equal. */
function toggled(allow: Sensitivity[], one: Sensitivity, isOn: boolean): Sensitivity[] {
  return SENSITIVITIES.filter((other) => (other === one ? isOn : allow.includes(other)));
}
