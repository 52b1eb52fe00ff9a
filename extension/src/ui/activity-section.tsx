// Options: the newest entries of the log, and a filter for them.
import { useCallback, useEffect, useState } from 'preact/hooks';
import { askWorker } from '../messages';
import { isFiltered, logFilter, NO_FILTER, type ActivityFilter } from '../policy/activity';
import type { LogEntry } from '../wire';
import { ActivityFilterForm } from './activity-filter';
import { ActivityList } from './activity-list';

interface Shown {
  entries: LogEntry[];
  filter: ActivityFilter;
}

export function ActivitySection() {
  const [shown, setShown] = useState<Shown>();
  const [fault, setFault] = useState<string>();

  const load = useCallback(async (filter: ActivityFilter) => {
    try {
      const entries = await askWorker('readLog', { filter: logFilter(filter) });
      setShown({ entries: entries.reverse(), filter });
      setFault(undefined);
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  }, []);

  useEffect(() => {
    void load(NO_FILTER);
  }, [load]);

  return (
    <>
      <ActivityFilterForm onChange={(filter) => void load(filter)} />
      <p class="fault" role="alert">
        {fault}
      </p>
      {shown && <ActivityList entries={shown.entries} isFiltered={isFiltered(shown.filter)} />}
    </>
  );
}
