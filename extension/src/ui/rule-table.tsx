// All rules, in the order in which they are asked.
import { useRef, useState } from 'preact/hooks';
import { describeRule, SOURCE_NAMES } from '../policy/describe';
import type { RuleRecord } from '../wire';

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
      // The button goes with its rule, and the keyboard needs a place to go on from.
      caption.current?.focus();
    } catch (error) {
      setNote({ text: error instanceof Error ? error.message : String(error), isFault: true });
    }
  };

  return (
    <>
      {rules.length === 0 ? (
        <p class="detail">No rules yet. Agents may do everything, and ask before risky actions.</p>
      ) : (
        <table class="rules">
          <caption ref={caption} tabIndex={-1}>
            The first rule that fits decides.
          </caption>
          <thead>
            <tr>
              <th scope="col">Who</th>
              <th scope="col">Where</th>
              <th scope="col">What</th>
              <th scope="col">From</th>
              <th scope="col">
                <span class="unseen">Remove</span>
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
    </>
  );
}

interface RowProps {
  record: RuleRecord;
  onRemove: (id: number) => Promise<void>;
}

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
          {effects.map((effect) => (
            <li key={effect}>
              <bdi>{effect}</bdi>
            </li>
          ))}
        </ul>
      </td>
      <td data-label="From" class="detail">
        {SOURCE_NAMES[source]}
      </td>
      <td>
        {source === 'person' && id !== undefined && (
          <button
            type="button"
            class="quiet"
            aria-label={`Remove the rule: ${who}, ${where}, ${effects.join(', ')}`}
            onClick={() => void onRemove(id)}
          >
            Remove
          </button>
        )}
      </td>
    </tr>
  );
}
