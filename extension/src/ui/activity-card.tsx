// What was done lately, by whom, and what was refused.
import { useCallback, useEffect, useState } from 'preact/hooks';
import { askWorker } from '../messages';
import { isFiltered, logFilter, NO_FILTER, type ActivityFilter } from '../policy/activity';
import type { LogEntry } from '../wire';
import { ActivityFilterForm } from './activity-filter';
import { ActivityList } from './activity-list';
import { Card } from './card';

interface Shown {
  entries: LogEntry[];
  filter: ActivityFilter;
}

export function ActivityCard({ isConnected }: { isConnected: boolean }) {
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
    setShown(undefined);
    setFault(undefined);
    if (isConnected) void load(NO_FILTER);
  }, [isConnected, load]);

  return (
    <Card id="activity" title="Activity">
      {isConnected ? (
        <ActivityFilterForm onChange={(filter) => void load(filter)} />
      ) : (
        <p class="detail">Start Tabwright to see activity.</p>
      )}
      <p class="fault" role="alert">
        {fault}
      </p>
      {shown && <ActivityList entries={shown.entries} isFiltered={isFiltered(shown.filter)} />}
    </Card>
  );
}
