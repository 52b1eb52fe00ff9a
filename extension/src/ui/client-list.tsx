// Who else is with the daemon: the clients that drive browsers, what they may do, and other browsers.
import { useRef, useState } from 'preact/hooks';
import { canBeNamed } from '../policy/site-label';
import { chosenMode } from '../policy/rules';
import { clientName, MODE_NAMES } from '../policy/describe';
import type { BrowserStatus, ClientStatus, ProfileId, Status } from '../wire';
import { formatDuration } from './duration';
import { ModeSelect } from './mode-select';
import type { Rules } from './use-rules';

interface Props {
  status: Status;
  profile: ProfileId;
  rules: Rules;
  /** Rejects with a message for a person. */
  onDisconnect: (client: ClientStatus) => Promise<void>;
}

export function ClientList({ status, profile, rules, onDisconnect }: Props) {
  const others = status.browsers.filter((browser) => browser.profile !== profile);
  return (
    <>
      <Clients clients={status.clients} rules={rules} onDisconnect={onDisconnect} />
      {others.length > 0 && <OtherBrowsers browsers={others} />}
    </>
  );
}

interface ClientsProps {
  clients: ClientStatus[];
  rules: Rules;
  onDisconnect: Props['onDisconnect'];
}

function Clients({ clients, rules, onDisconnect }: ClientsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [leaving, setLeaving] = useState<number>();
  const [note, setNote] = useState<{ text: string; isFault: boolean }>();

  const disconnect = async (client: ClientStatus) => {
    setLeaving(client.id);
    setNote(undefined);
    try {
      await onDisconnect(client);
      setNote({ text: `${client.name} was disconnected.`, isFault: false });
      // The button goes with its client, and the keyboard needs a place to go on from.
      heading.current?.focus();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      setNote({ text: `${client.name} was not disconnected: ${reason}`, isFault: true });
    } finally {
      setLeaving(undefined);
    }
  };

  return (
    <section class="people">
      <h2 ref={heading} tabIndex={-1}>
        Agents and scripts
      </h2>
      {clients.length === 0 && (
        <p class="detail">No agents yet. “tabwright setup” connects yours.</p>
      )}
      <ul>
        {clients.map((client) => (
          <li key={client.id}>
            <div>
              <bdi class="person">{clientName(client.name)}</bdi>
              <span class="detail">{describeClient(client)}</span>
            </div>
            <button
              type="button"
              class="quiet"
              aria-label={`Disconnect ${client.name}`}
              // Not disabled: a disabled button would lose the keyboard's focus.
              aria-disabled={leaving !== undefined}
              onClick={() => {
                if (leaving === undefined) void disconnect(client);
              }}
            >
              {leaving === client.id ? 'Disconnecting…' : 'Disconnect'}
            </button>
            <ClientMode client={client.name} rules={rules} />
          </li>
        ))}
      </ul>
      <p class={note?.isFault ? 'fault' : 'done'} role="status">
        {note?.text}
      </p>
    </section>
  );
}

function ClientMode({ client, rules: { rules, choose } }: { client: string; rules: Rules }) {
  if (!rules || !canBeNamed(client)) return null;
  return (
    <ModeSelect
      label={`What ${clientName(client)} may do`}
      names={MODE_NAMES}
      chosen={chosenMode(rules, { client })}
      onChoose={(mode) => choose({ client }, mode)}
    />
  );
}

function OtherBrowsers({ browsers }: { browsers: BrowserStatus[] }) {
  return (
    <section class="people">
      <h2>Other browsers</h2>
      <ul>
        {browsers.map(({ profile, name, connectedMs }) => (
          <li key={profile}>
            <div>
              <span class="person">{name}</span>
              <span class="detail">{formatDuration(connectedMs)}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function describeClient({ kind, attachedTabs, connectedMs }: ClientStatus): string {
  const since = formatDuration(connectedMs);
  if (kind === 'events') return since;
  return `${attachedTabs === 0 ? 'no tabs' : formatTabCount(attachedTabs)} · ${since}`;
}

function formatTabCount(count: number): string {
  return `${count} ${count === 1 ? 'tab' : 'tabs'}`;
}
