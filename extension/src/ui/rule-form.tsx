// A new rule. What is left empty, the rule does not decide.
import { useId, useState } from 'preact/hooks';
import { EMPTY_DRAFT, ruleFrom, type RuleDraft } from '../policy/rules';
import {
  MODE_MEANINGS,
  MODE_NAMES,
  MODES,
  SENSITIVITIES,
  SENSITIVITY_NAMES,
} from '../policy/describe';
import type { Rule, Sensitivity } from '../wire';
import { ChoiceField, TextField } from './fields';

interface Props {
  /** Rejects with a message for a person. */
  onAdd: (rule: Rule) => Promise<void>;
}

const NO_RULE = 'No rule';

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
      class="rule-form"
      noValidate
      aria-labelledby={`${id}-title`}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <h3 id={`${id}-title`}>Add a rule</h3>
      <div class="columns">
        <TextField
          label="Client"
          placeholder="everyone"
          hint="Its name. * matches anything."
          value={draft.client}
          onInput={(client) => {
            change({ client });
          }}
        />
        <TextField
          label="Site"
          placeholder="everywhere"
          hint="example.com, or *.example.com for all subdomains."
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
            ['yes', 'may open tabs'],
            ['no', 'may not open tabs'],
          ]}
          onChoose={(newTabs) => {
            change({ newTabs });
          }}
        />
        <TextField
          label="Only on this address"
          placeholder="https://example.com/shop/*"
          hint="The client can go nowhere else."
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
        <button type="submit">Add rule</button>
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
          {SENSITIVITY_NAMES[sensitivity]}
        </label>
      ))}
    </fieldset>
  );
}

/** In the order of the form, however they were ticked. */
function toggled(allow: Sensitivity[], one: Sensitivity, isOn: boolean): Sensitivity[] {
  return SENSITIVITIES.filter((other) => (other === one ? isOn : allow.includes(other)));
}
