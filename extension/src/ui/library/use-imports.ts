// Imports that run and ran, looked at again every second while one of them moves.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { askWorker } from '../../messages';
import type { Watched } from '../../library/time-left';
import type { ImportChange, ImportJob, StartImportParams } from '../../wire';
import { useLibrary } from './context';

const LOOK_MS = 1_000;

export interface Imports {
  jobs: readonly ImportJob[] | undefined;
  fault: string | undefined;
  /** How far each running job was when it was first seen running. */
  first: ReadonlyMap<number, Watched>;
  /** Each rejects with a message for a person. */
  start: (params: StartImportParams) => Promise<ImportJob>;
  change: (job: number, change: ImportChange) => Promise<void>;
  retry: () => void;
}

export function useImports(): Imports {
  const { isConnected, refreshStats } = useLibrary();
  const [jobs, setJobs] = useState<readonly ImportJob[]>();
  const [fault, setFault] = useState<string>();
  const [edition, setEdition] = useState(0);
  const first = useRef(new Map<number, Watched>());
  const isMoving = jobs?.some(isBusy) ?? false;

  const show = useCallback((list: readonly ImportJob[]) => {
    for (const { id, state, fraction } of list) {
      if (state !== 'running') first.current.delete(id);
      else if (!first.current.has(id)) first.current.set(id, { atMs: Date.now(), fraction });
    }
    setJobs(list);
    setFault(undefined);
  }, []);

  useEffect(() => {
    if (!isConnected) return;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      try {
        const { imports } = await askWorker('listImports', {});
        if (isGone) return;
        show(imports);
        // The next look begins when this one was answered, so that a slow daemon is not asked twice.
        if (imports.some(isBusy)) timer = setTimeout(() => void look(), LOOK_MS);
      } catch (error) {
        if (!isGone) setFault(error instanceof Error ? error.message : String(error));
      }
    };
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [isConnected, edition, isMoving, show]);

  useEffect(() => {
    // When one has ended, there is more in the library.
    if (!isMoving && jobs !== undefined && jobs.length > 0) refreshStats();
  }, [isMoving]);

  const replace = useCallback(
    (job: ImportJob) => {
      setJobs((before = []) => {
        const others = before.filter(({ id }) => id !== job.id);
        return [job, ...others].sort((one, other) => other.id - one.id);
      });
      setEdition((last) => last + 1);
    },
    [setEdition],
  );
  const start = useCallback(
    async (params: StartImportParams) => {
      const job = await askWorker('startImport', params);
      replace(job);
      return job;
    },
    [replace],
  );
  const change = useCallback(
    async (job: number, wanted: ImportChange) => {
      replace(await askWorker('changeImport', { import: job, change: wanted }));
    },
    [replace],
  );
  const retry = useCallback(() => {
    setEdition((last) => last + 1);
  }, []);
  return { jobs, fault, first: first.current, start, change, retry };
}

/** Also one whose pages are still read after its rows were. */
export function isBusy({ state }: ImportJob): boolean {
  return state === 'running';
}
