// The keys of the library, and the switch for those that are a single letter.
import { Sheet } from './sheet';

const KEYS: readonly (readonly [key: string, what: string])[] = [
  ['/', 'Go to the search field'],
  ['j', 'Next page in the list'],
  ['k', 'Page before'],
  ['Enter', 'Read the page here'],
  ['o', 'Open the original'],
  ['?', 'Show these keys'],
];
const MAP_KEYS: readonly (readonly [key: string, what: string])[] = [
  ['← ↑ → ↓', 'Go to a neighbour'],
  ['+ − 0', 'Zoom in, out, show all'],
  ['l', 'Go to the list'],
];

interface Props {
  hasLetters: boolean;
  onLetters: (hasLetters: boolean) => void;
  onClose: () => void;
}

export function KeysDialog({ hasLetters, onLetters, onClose }: Props) {
  return (
    <Sheet title="Keys" onClose={onClose}>
      <KeyTable keys={KEYS} />
      <h3>On the map</h3>
      <KeyTable keys={MAP_KEYS} />
      <label class="check">
        <input
          type="checkbox"
          checked={hasLetters}
          onChange={({ currentTarget }) => {
            onLetters(currentTarget.checked);
          }}
        />
        <span>Use single letters as keys</span>
      </label>
    </Sheet>
  );
}

function KeyTable({ keys }: { keys: typeof KEYS }) {
  return (
    <dl class="keys">
      {keys.map(([key, what]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
