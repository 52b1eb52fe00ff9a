// The connected agents and scripts: what each may do, and a button that disconnects it.
import { useRef, useState } from 'preact/hooks';
import { clientName } from '../policy/describe';
import type { BrowserStatus, ClientStatus, ProfileId, Status } from '../wire';
import { ClientMode } from './client-mode';
import { count, formatDuration } from './format';
import { Icon } from './icon';
import { IconButton } from './icon-button';
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
      setNote({ text: `${clientName(client.name)} is disconnected.`, isFault: false });
      // The focused button goes away with its client, so the focus moves to the heading.
      heading.current?.focus();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      setNote({ text: `${clientName(client.name)} is still connected: ${reason}`, isFault: true });
    } finally {
      setLeaving(undefined);
    }
  };

  return (
    <section class="popup-section">
      <h2 ref={heading} tabIndex={-1}>
        Agents and scripts
      </h2>
      {clients.length === 0 && (
        <p class="detail">
          No agents yet. Run <code>tabwright setup</code> to connect yours.
        </p>
      )}
      <ul class="clients">
        {clients.map((client) => (
          <li key={client.id}>
            <span class={`tile ${client.attachedTabs > 0 ? 'driving' : ''}`}>
              <Icon name="terminal" />
            </span>
            <div>
              <bdi>{clientName(client.name)}</bdi>
              <p class="detail">{describeClient(client)}</p>
            </div>
            <ClientMode client={client.name} rules={rules} />
            <IconButton
              icon="x"
              label={`Disconnect ${clientName(client.name)}`}
              isUnavailable={leaving !== undefined}
              onPress={() => void disconnect(client)}
            />
          </li>
        ))}
      </ul>
      <p class={note?.isFault ? 'fault' : 'done'} role="status">
        {note?.text}
      </p>
    </section>
  );
}

function OtherBrowsers({ browsers }: { browsers: BrowserStatus[] }) {
  return (
    <section class="popup-section">
      <h2>Other browsers</h2>
      <ul class="clients">
        {browsers.map(({ profile, name, connectedMs }) => (
          <li key={profile}>
            <span class="tile">
              <Icon name="globe" />
            </span>
            <div>
              <bdi>{name}</bdi>
              <p class="detail">connected for {formatDuration(connectedMs)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function describeClient({ kind, attachedTabs, connectedMs }: ClientStatus): string {
  const since = `for ${formatDuration(connectedMs)}`;
  if (kind === 'events') return `connected ${since}`;
  const tabs = attachedTabs === 0 ? 'no tabs' : count(attachedTabs, 'tab');
  // Rules about clicks and typing say nothing of these two.
  const may = kind === 'cdp' ? '; may close and navigate your tabs' : '';
  return `${tabs}, ${since}${may}`;
}
