// The popup of the toolbar button: is Tabwright connected, who uses this browser, what is asked?
import { browser } from 'wxt/browser';
import { loadIdentity } from '../../connection/identity';
import { askWorker } from '../../messages';
import { pathOf } from '../../pages';
import { ClientList } from '../../ui/client-list';
import { ConnectionStatus } from '../../ui/connection-status';
import { ConnectionView } from '../../ui/connection-view';
import { count } from '../../ui/format';
import { Header } from '../../ui/header';
import { Icon, type IconName } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { mount } from '../../ui/mount';
import { OpenPanelButton } from '../../ui/open-panel-button';
import '../../ui/popup.css';
import { Position, QuestionList } from '../../ui/question-list';
import { RememberButton } from '../../ui/remember-button';
import { SiteMode } from '../../ui/site-mode';
import { TaskList } from '../../ui/task-list';
import { useConnection } from '../../ui/use-connection';
import { useLoaded } from '../../ui/use-loaded';
import { useQuestions } from '../../ui/use-questions';
import { useRules } from '../../ui/use-rules';
import { useStatus } from '../../ui/use-status';
import { useTasks } from '../../ui/use-tasks';

function Popup() {
  const state = useConnection();
  const isConnected = state?.kind === 'connected';
  const { status, refresh } = useStatus(isConnected);
  const rules = useRules(isConnected);
  const { waiting = [], fault, answer } = useQuestions();
  const { tasks, fault: taskFault, command } = useTasks(isConnected);
  const identity = useLoaded(loadIdentity);
  const agents = status && status.clients.length > 0 && count(status.clients.length, 'agent');

  return (
    <>
      <Header
        title={
          <>
            <h1>Tabwright</h1>
            {isConnected && (
              <ConnectionStatus state={state} {...(agents ? { more: agents } : {})} />
            )}
          </>
        }
      >
        <IconButton
          icon="sliders"
          label="Options"
          onPress={() => void browser.runtime.openOptionsPage()}
        />
      </Header>
      <main>
        {(waiting.length > 0 || fault !== undefined) && (
          <section class="question-card" aria-label="Your OK is needed">
            <div class="question-head">
              <h2 class="grow">Your OK is needed</h2>
              <Position waiting={waiting} />
            </div>
            <QuestionList waiting={waiting} fault={fault} isAlone={false} onAnswer={answer} />
          </section>
        )}
        {state && !isConnected && <ConnectionView state={state} />}
        {isConnected && <OpenPanelButton />}
        {isConnected && <RememberButton />}
        <TaskList tasks={tasks} fault={taskFault} onCommand={command} />
        {isConnected && <SiteMode rules={rules} />}
        {status && identity && (
          <ClientList
            status={status}
            profile={identity.profile}
            rules={rules}
            onDisconnect={async ({ id }) => {
              await askWorker('disconnectClient', { id });
              await refresh();
            }}
          />
        )}
      </main>
      <footer class="popup-footer">
        <a class="button quiet" href={pathOf('library')} target="_blank">
          <Icon name="book" />
          Library
        </a>
        <OptionsLink section="rules" icon="shield" name="Rules" />
        <OptionsLink section="activity" icon="clock" name="Activity" />
        {status && identity && (
          <span class="detail">
            {identity.name} · port {status.port}
          </span>
        )}
      </footer>
    </>
  );
}

function OptionsLink(props: { section: 'rules' | 'activity'; icon: IconName; name: string }) {
  return (
    <a class="button quiet" href={`${pathOf('options')}#${props.section}`} target="_blank">
      <Icon name={props.icon} />
      {props.name}
    </a>
  );
}

mount(Popup);
