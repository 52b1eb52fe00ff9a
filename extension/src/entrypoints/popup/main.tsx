// The popup behind the toolbar button: is it connected, and what do I do if not?
import { browser } from 'wxt/browser';
import { loadIdentity } from '../../connection/identity';
import { describe } from '../../connection/words';
import { askWorker } from '../../messages';
import { Company } from '../../ui/company';
import { Facts } from '../../ui/facts';
import { Header } from '../../ui/header';
import { mount } from '../../ui/mount';
import { PairingForm } from '../../ui/pairing-form';
import { loadPairingPort } from '../../ui/pairing-port';
import { StateView } from '../../ui/state-view';
import { useConnection } from '../../ui/use-connection';
import { useLoaded } from '../../ui/use-loaded';
import { useStatus } from '../../ui/use-status';

function Popup() {
  const state = useConnection();
  const { status, refresh } = useStatus(state?.kind === 'connected');
  const identity = useLoaded(loadIdentity);
  const port = useLoaded(loadPairingPort);

  return (
    <>
      <Header title="Tabwright">
        <button type="button" class="quiet" onClick={() => void browser.runtime.openOptionsPage()}>
          Options
        </button>
      </Header>
      {state && <StateView state={state} onConnect={connect} />}
      {state && port !== undefined && describe(state).needsPairing && (
        <PairingForm
          port={port}
          onPair={(code) => askWorker('pair', { code, port })}
          onConnect={connect}
        />
      )}
      {status && identity && (
        <>
          <Facts
            facts={[
              ['This browser', identity.name],
              ['Daemon', status.version],
              ['Address', `127.0.0.1:${status.port}`],
            ]}
          />
          <Company
            status={status}
            profile={identity.profile}
            onDisconnect={async ({ id }) => {
              await askWorker('disconnectClient', { id });
              await refresh();
            }}
          />
        </>
      )}
    </>
  );
}

function connect() {
  askWorker('connect', {}).catch(console.warn);
}

mount(Popup);
