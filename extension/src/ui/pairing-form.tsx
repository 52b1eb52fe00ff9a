// The form for the pairing code. Success shows as a new connection state.
import { useId, useState } from 'preact/hooks';

interface Props {
  port: number;
  onPair: (code: string) => Promise<unknown>;
  /** For people who have run `tabwright setup` meanwhile. */
  onConnect: () => void;
}

export function PairingForm({ port, onPair, onConnect }: Props) {
  const id = useId();
  const [code, setCode] = useState('');
  const [isPairing, setPairing] = useState(false);
  const [fault, setFault] = useState<string>();

  const submit = async () => {
    setPairing(true);
    setFault(undefined);
    try {
      await onPair(code);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    } finally {
      setPairing(false);
    }
  };

  return (
    <form
      class="pairing"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label for={id}>Pairing code</label>
      <input
        id={id}
        class="code"
        value={code}
        onInput={(event) => {
          setCode(event.currentTarget.value);
        }}
        placeholder="7K3M-QX9P"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        maxLength={12}
        required
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-fault`}
      />
      <p id={`${id}-fault`} class="fault" role="alert">
        {fault}
      </p>
      <div class="buttons">
        <button type="submit" class="primary" disabled={isPairing}>
          {isPairing ? 'Pairing…' : 'Pair'}
        </button>
        <button type="button" onClick={onConnect}>
          I’ve run setup. Connect
        </button>
      </div>
      <p class="detail">Connects to Tabwright on port {port}.</p>
    </form>
  );
}
