// Options: versions and ids.
import { browser } from 'wxt/browser';
import { loadIdentity } from '../connection/identity';
import type { ConnectionState } from '../connection/state';
import { PROTOCOL_VERSION } from '../wire';
import { Card } from './card';
import { Facts } from './facts';
import { useLoaded } from './use-loaded';

export function AboutSection({ state }: { state: ConnectionState }) {
  const identity = useLoaded(loadIdentity);
  if (!identity) return null;
  return (
    <Card>
      <Facts
        facts={[
          ['Browser', `${identity.product} ${identity.productVersion}`],
          ['Extension', identity.extensionVersion],
          ['Tabwright', state.kind === 'connected' ? state.daemonVersion : 'Not connected'],
          ['Protocol', PROTOCOL_VERSION],
          ['Profile id', <code key="profile">{identity.profile}</code>],
          ['Extension id', <code key="extension">{browser.runtime.id}</code>],
        ]}
      />
    </Card>
  );
}
