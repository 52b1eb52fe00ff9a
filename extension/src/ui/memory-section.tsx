// Options: whether what the person reads is remembered, where it is not, and how it is forgotten.
import { useState } from 'preact/hooks';
import { describePause, msUntilTomorrow } from '../knowledge/describe';
import type { ChangeKnowledgeParams, KnowledgeSettings } from '../wire';
import { ForgetCard } from './forget-card';
import { HostList } from './host-list';
import { Switch } from './switch';
import { useKnowledge, type Knowledge } from './use-knowledge';

const HOUR_MS = 3_600_000;

export function MemorySection() {
  return <MemoryView knowledge={useKnowledge()} />;
}

export function MemoryView({ knowledge }: { knowledge: Knowledge }) {
  const { settings, stats, fault, change, forget } = knowledge;
  return (
    <>
      <p class="fault" role="alert">
        {fault}
      </p>
      {settings && (
        <>
          <RememberCard settings={settings} onChange={change} />
          <HostList
            title="Never on these sites"
            hint="Nothing is remembered there or on their subdomains."
            noun="site"
            placeholder="example.com"
            hosts={settings.sitesOff}
            onAdd={(siteOff) => change({ siteOff })}
            onRemove={(siteOn) => change({ siteOn })}
          />
          <HostList
            title="Your own network"
            hint="Pages of your own network, such as an intranet or a router, are left out. Add a host to remember its pages, too."
            noun="host"
            placeholder="wiki.internal"
            hosts={settings.intranetHosts}
            onAdd={(allowHost) => change({ allowHost })}
            onRemove={(refuseHost) => change({ refuseHost })}
          />
          <ForgetCard stats={stats} onForget={forget} />
        </>
      )}
    </>
  );
}

interface RememberProps {
  settings: KnowledgeSettings;
  onChange: (change: ChangeKnowledgeParams) => Promise<void>;
}

function RememberCard({ settings, onChange }: RememberProps) {
  const [fault, setFault] = useState<string>();
  const save = async (change: ChangeKnowledgeParams) => {
    setFault(undefined);
    try {
      await onChange(change);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  };
  const pause = describePause(settings.pausedUntilMs, new Date());

  return (
    <section class="card" aria-label="Remember what I read">
      <Switch
        label="Remember what I read"
        hint="The text of pages you read for a while is kept on this computer only, so that you can find it again. Private windows, pages with password or card fields, mail and banking are left out."
        isOn={settings.automatic}
        onChange={(automatic) => void save({ automatic })}
      />
      {settings.automatic && (
        <div class="pause">
          <p role="status">{pause}</p>
          <div class="buttons">
            {pause === undefined ? (
              <>
                <button type="button" onClick={() => void save({ pauseMs: HOUR_MS })}>
                  Pause for an hour
                </button>
                <button
                  type="button"
                  onClick={() => void save({ pauseMs: msUntilTomorrow(new Date()) })}
                >
                  Pause until tomorrow
                </button>
              </>
            ) : (
              <button type="button" onClick={() => void save({ pauseMs: 0 })}>
                Resume now
              </button>
            )}
          </div>
        </div>
      )}
      <p class="fault" role="alert">
        {fault}
      </p>
    </section>
  );
}
