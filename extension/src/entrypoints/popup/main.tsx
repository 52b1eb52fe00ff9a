// The popup behind the toolbar button: is it connected, who drives, and what waits for me?
import { browser } from 'wxt/browser';
import { loadIdentity } from '../../connection/identity';
import { askWorker } from '../../messages';
import { pathOf } from '../../pages';
import { ClientList } from '../../ui/client-list';
import { ConnectionView } from '../../ui/connection-view';
import { Facts } from '../../ui/facts';
import { Header } from '../../ui/header';
import { mount } from '../../ui/mount';
import { Position, QuestionList } from '../../ui/question-list';
import { SiteLine } from '../../ui/site-line';
import { OpenPanelButton } from '../../ui/open-panel-button';
import { useConnection } from '../../ui/use-connection';
import { useLoaded } from '../../ui/use-loaded';
import { useQuestions } from '../../ui/use-questions';
import { useRules } from '../../ui/use-rules';
import { useStatus } from '../../ui/use-status';

function Popup() {
  const state = useConnection();
  const isConnected = state?.kind === 'connected';
  const { status, refresh } = useStatus(isConnected);
  const rules = useRules(isConnected);
  const { waiting = [], fault, answer } = useQuestions();
  const identity = useLoaded(loadIdentity);

  return (
    <>
      <Header title="Tabwright">
        <button type="button" class="quiet" onClick={() => void browser.runtime.openOptionsPage()}>
          Options
        </button>
      </Header>
      {(waiting.length > 0 || fault !== undefined) && (
        <section class="waiting">
          <div class="waiting-head">
            <h2>Waiting for you</h2>
            <Position waiting={waiting} />
          </div>
          <QuestionList waiting={waiting} fault={fault} isAlone={false} onAnswer={answer} />
        </section>
      )}
      {state && <ConnectionView state={state} />}
      {isConnected && <OpenPanelButton />}
      {status && identity && (
        <>
          <Facts
            facts={[
              ['This browser', identity.name],
              ['Version', status.version],
              ['Address', `127.0.0.1:${status.port}`],
            ]}
          />
          <ClientList
            status={status}
            profile={identity.profile}
            rules={rules}
            onDisconnect={async ({ id }) => {
              await askWorker('disconnectClient', { id });
              await refresh();
            }}
          />
          <SiteLine rules={rules} />
          <a href={`${pathOf('options')}#rules`} target="_blank">
            Rules and activity
          </a>
        </>
      )}
    </>
  );
}

mount(Popup);
