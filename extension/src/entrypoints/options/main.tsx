// The options: what this browser is called, how it finds the daemon, who may do what, what was done
// and what Chrome was asked for.
import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { loadIdentity } from '../../connection/identity';
import { describe } from '../../connection/describe';
import { askWorker } from '../../messages';
import { ActivityCard } from '../../ui/activity-card';
import { Card } from '../../ui/card';
import { Facts } from '../../ui/facts';
import { Header } from '../../ui/header';
import { mount } from '../../ui/mount';
import { PairingForm } from '../../ui/pairing-form';
import { savePairingPort, loadPairingPort } from '../../ui/pairing-port';
import { Permissions } from '../../ui/permissions';
import { RulesCard } from '../../ui/rules-card';
import { Setting } from '../../ui/setting';
import { StateView } from '../../ui/state-view';
import { useConnection } from '../../ui/use-connection';
import { useLoaded } from '../../ui/use-loaded';
import { PROTOCOL_VERSION } from '../../wire';

function Options() {
  const state = useConnection();
  const [edition, setEdition] = useState(0);
  const settings = useLoaded(loadSettings, edition);
  const isLoaded = state !== undefined && settings !== undefined;
  useEffect(() => {
    // What the address names was not there yet when Chrome looked for it.
    if (isLoaded) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isLoaded]);
  if (!isLoaded) return null;
  const isConnected = state.kind === 'connected';
  const { identity, port } = settings;
  const saved = () => {
    setEdition(edition + 1);
  };

  return (
    <>
      <Header title="Tabwright options" />
      <Card>
        <StateView state={state} onConnect={connect} />
        {describe(state).needsPairing && (
          <PairingForm
            port={port}
            onPair={(code) => askWorker('pair', { code, port })}
            onConnect={connect}
          />
        )}
      </Card>
      <Card title="This browser">
        <Setting
          label="Name"
          hint="Agents and scripts choose this browser by its name. Leave it empty for the default."
          value={identity.name}
          placeholder={identity.product.toLowerCase()}
          onSave={(name) => askWorker('rename', { name }).then(saved)}
        />
        <Setting
          label="Port for pairing"
          hint="Change it only if Tabwright uses another port."
          value={String(port)}
          check={(text) => (isPort(text) ? undefined : 'A port is a number from 1 to 65535.')}
          onSave={(text) => savePairingPort(Number(text)).then(saved)}
        />
      </Card>
      <RulesCard isConnected={isConnected} />
      <ActivityCard isConnected={isConnected} />
      <Card title="About">
        <Facts
          facts={[
            ['Browser', `${identity.product} ${identity.productVersion}`],
            ['Extension', identity.extensionVersion],
            ['Tabwright', state.kind === 'connected' ? state.daemonVersion : 'not connected'],
            ['Protocol', PROTOCOL_VERSION],
            ['Profile id', <code key="profile">{identity.profile}</code>],
            ['Extension id', <code key="extension">{browser.runtime.id}</code>],
          ]}
        />
      </Card>
      <Card title="Permissions, and why">
        <Permissions />
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

function connect() {
  askWorker('connect', {}).catch(console.warn);
}

mount(Options);
