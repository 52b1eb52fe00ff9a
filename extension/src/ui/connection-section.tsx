// Options: the connection, and what this browser is called.
import { useState } from 'preact/hooks';
import { loadIdentity } from '../connection/identity';
import type { ConnectionState } from '../connection/state';
import { askWorker } from '../messages';
import { Card } from './card';
import { ConnectionView } from './connection-view';
import { loadPairingPort, savePairingPort } from './pairing-port';
import { Setting } from './setting';
import { useLoaded } from './use-loaded';

export function ConnectionSection({ state }: { state: ConnectionState }) {
  const [edition, setEdition] = useState(0);
  const settings = useLoaded(loadSettings, edition);
  if (!settings) return null;
  const { identity, port } = settings;
  const reload = () => {
    setEdition(edition + 1);
  };

  return (
    <>
      <Card>
        {/* The key makes it load the port again after that was changed below. */}
        <ConnectionView key={port} state={state} />
      </Card>
      <Card title="This browser">
        <Setting
          label="Name"
          hint="Agents and scripts pick this browser by its name. Leave it empty for the default."
          value={identity.name}
          placeholder={identity.product.toLowerCase()}
          onSave={(name) => askWorker('rename', { name }).then(reload)}
        />
        <Setting
          label="Port for pairing"
          hint="Change it only if Tabwright uses another port."
          value={String(port)}
          check={(text) => (isPort(text) ? undefined : 'Use a number from 1 to 65535.')}
          onSave={(text) => savePairingPort(Number(text)).then(reload)}
        />
      </Card>
    </>
  );
}

async function loadSettings() {
  return { identity: await loadIdentity(), port: await loadPairingPort() };
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
}
