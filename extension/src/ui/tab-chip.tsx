// Where a step was done: a tab, as long as there is one. Pressing it brings the tab to the front.
import { useContext } from 'preact/hooks';
import type { TabId } from '../wire';
import { Icon } from './icon';
import { StepContext } from './step-context';
import { useTabLabel } from './use-tab-labels';

export function TabChip({ tab }: { tab: TabId }) {
  const services = useContext(StepContext);
  const label = useTabLabel(services?.labels, tab);
  if (!label) return null;
  const { title, host } = label;
  return (
    // A title may change at any time, which is no news.
    <p class="tab-place" aria-live="off">
      <button type="button" class="tab-chip" onClick={() => services?.showTab(tab)}>
        <Icon name="globe" />
        <span class="unseen">Show the tab </span>
        {title !== '' && <bdi class="cut">{title}</bdi>}{' '}
        {host !== '' && <bdi class={title === '' ? undefined : 'tab-host'}>{host}</bdi>}
        {title === '' && host === '' && 'Tab without a name'}
      </button>
    </p>
  );
}
