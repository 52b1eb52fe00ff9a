// Nothing is kept yet: what the library is for, and three ways to fill it.
import { useState } from 'preact/hooks';
import { askWorker } from '../../messages';
import { Icon, type IconName } from '../icon';
import { useLibrary } from './context';
import { useRequest } from './use-request';

const ON = 'On. Pages you read for a while appear here.';

export function EmptyLibrary() {
  return (
    <section class="empty-library">
      <div class="empty">
        <Shelf />
        <h2>Your library is empty</h2>
        <p class="lead">
          Once pages are in it, you can search them and ask things like “what did I read about quiet
          heat pumps last month?”. All of it stays on this computer.
        </p>
      </div>
      <div class="ways">
        <RememberWay />
        <section class="card way">
          <Icon name="import" />
          <h3>Bring what you have</h3>
          <p class="detail">
            Bookmarks and history of Chrome, Edge, Brave and Firefox; exports of Pocket, Raindrop
            and Karakeep; folders of saved pages.
          </p>
          <a class="button" href="#import">
            Choose what to import
          </a>
        </section>
        <section class="card way">
          <Icon name="bookmark" />
          <h3>Just one page</h3>
          <p class="detail">
            Say “remember this page” in the side panel, or run this in a terminal:
          </p>
          <code>tabwright remember</code>
        </section>
      </div>
    </section>
  );
}

function RememberWay() {
  const { refreshStats } = useLibrary();
  const { value: settings } = useRequest('settings', () => askWorker('getKnowledgeSettings', {}));
  const [said, setSaid] = useState<{ text: string; isFault: boolean }>();
  const turnOn = async () => {
    try {
      await askWorker('changeKnowledgeSettings', { change: { automatic: true } });
      setSaid({ text: ON, isFault: false });
      refreshStats();
    } catch (error) {
      setSaid({ text: error instanceof Error ? error.message : String(error), isFault: true });
    }
  };
  return (
    <section class="card way">
      <Icon name="book" />
      <h3>Remember what I read</h3>
      <ul class="plainly detail">
        <Point icon="check">Text, title and date of pages you read for a while</Point>
        <Point icon="x">
          Never private windows, password or payment pages, banks, search results, your own network
        </Point>
        <Point icon="undo">Pause, or forget a page, a site, or the last hour at any time</Point>
      </ul>
      <div>
        {settings?.automatic === false && said?.isFault !== false && (
          <button type="button" class="primary" onClick={() => void turnOn()}>
            Turn on
          </button>
        )}
        <p class={said?.isFault ? 'fault' : 'done'} role="status">
          {said?.text ?? (settings?.automatic === true && ON)}
        </p>
      </div>
    </section>
  );
}

function Point({ icon, children }: { icon: IconName; children: string }) {
  return (
    <li>
      <Icon name={icon} />
      <span>{children}</span>
    </li>
  );
}

function Shelf() {
  return (
    <svg class="shelf" viewBox="0 0 210 120" aria-hidden="true">
      <g class="shelf-plain">
        <path d="M20 112V44a8 8 0 0 1 8-8h28a8 8 0 0 1 8 8v68z" />
        <path d="M70 112V30a8 8 0 0 1 8-8h24a8 8 0 0 1 8 8v82z" />
        <path d="M30 52h22M30 62h16M80 40h18M80 50h12" />
      </g>
      <g class="shelf-new">
        <path d="M118 112l14-86a8 8 0 0 1 9-6.5l20 3.300a8 8 0 0 1 6.500 9L154 112z" />
        <path d="M141 40l18 3M139 52l14 2.300" />
      </g>
      <path class="shelf-board" d="M8 112h194" />
    </svg>
  );
}
