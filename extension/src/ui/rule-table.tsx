// All rules, in the order in which they are tried.
import { useRef, useState } from 'preact/hooks';
import { describeRule, MODE_NAMES, SOURCE_NAMES } from '../policy/describe';
import type { Mode, RuleRecord } from '../wire';
import { IconButton } from './icon-button';

interface Props {
  rules: readonly RuleRecord[];
  /** Rejects with a message for a person. */
  onRemove: (id: number) => Promise<void>;
}

export function RuleTable({ rules, onRemove }: Props) {
  const caption = useRef<HTMLTableCaptionElement>(null);
  const [note, setNote] = useState<{ text: string; isFault: boolean }>();

  const remove = async (id: number) => {
    setNote(undefined);
    try {
      await onRemove(id);
      setNote({ text: 'Rule removed.', isFault: false });
      // The focused button goes away with its rule, so the focus moves to the caption.
      caption.current?.focus();
    } catch (error) {
      setNote({ text: error instanceof Error ? error.message : String(error), isFault: true });
    }
  };

  return (
    <section class="rules">
      {rules.length === 0 ? (
        <p>No rules yet. Agents may do everything, and ask before risky actions.</p>
      ) : (
        <table>
          <caption ref={caption} tabIndex={-1}>
            The first rule that fits decides.
          </caption>
          <thead>
            <tr>
              <th scope="col">Who</th>
              <th scope="col">Where</th>
              <th scope="col">What</th>
              <th scope="col">
                <span class="unseen">Remove, or where the rule comes from</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rules.map((record, place) => (
              <Row key={record.id ?? `at ${place}`} record={record} onRemove={remove} />
            ))}
          </tbody>
        </table>
      )}
      <p class={note?.isFault ? 'fault' : 'done'} role="status">
        {note?.text}
      </p>
    </section>
  );
}

interface RowProps {
  record: RuleRecord;
  onRemove: (id: number) => Promise<void>;
}

const MODE_TONES: Record<Mode, string> = {
  auto: 'drive',
  ask: 'turn',
  'read-only': '',
  deny: 'bad',
};

function Row({ record: { id, source, rule }, onRemove }: RowProps) {
  const { who, where, effects } = describeRule(rule);
  return (
    <tr>
      <td data-label="Who">
        <bdi>{who}</bdi>
      </td>
      <td data-label="Where">
        <bdi>{where}</bdi>
      </td>
      <td data-label="What">
        <ul>
          {effects.map((effect, place) => (
            <li key={effect}>
              {place === 0 && rule.mode && (
                <span class={`badge ${MODE_TONES[rule.mode]}`}>{MODE_NAMES[rule.mode]}</span>
              )}
              <bdi>{effect}</bdi>
            </li>
          ))}
        </ul>
      </td>
      <td>
        {source !== 'person' && <span class="detail">{SOURCE_NAMES[source]}</span>}
        {source === 'person' && id !== undefined && (
          <IconButton
            icon="trash"
            label={`Remove the rule: ${who}, ${where}, ${effects.join(', ')}`}
            onPress={() => void onRemove(id)}
          />
        )}
      </td>
    </tr>
  );
}
