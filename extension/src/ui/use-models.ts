// The models that are set up, and functions that change them.
import { useCallback, useEffect, useState } from 'preact/hooks';
import { askWorker } from '../messages';
import type { ModelRecordList, ModelTest, NewModel } from '../wire';

export interface Models {
  /** Undefined until they are loaded. */
  list: ModelRecordList | undefined;
  /** Why they could not be loaded. */
  fault: string | undefined;
  /** Each rejects with a message for a person. */
  save: (model: NewModel) => Promise<void>;
  remove: (name: string) => Promise<void>;
  setDefault: (name: string) => Promise<void>;
  test: (name: string) => Promise<ModelTest>;
}

export function useModels(): Models {
  const [list, setList] = useState<ModelRecordList>();
  const [fault, setFault] = useState<string>();

  useEffect(() => {
    askWorker('listModels', {}).then(setList, (error: unknown) => {
      setFault(error instanceof Error ? error.message : String(error));
    });
  }, []);

  const save = useCallback(async (model: NewModel) => {
    setList(await askWorker('addModel', { model }));
  }, []);
  const remove = useCallback(async (name: string) => {
    setList(await askWorker('removeModel', { name }));
  }, []);
  const setDefault = useCallback(async (name: string) => {
    setList(await askWorker('setDefaultModel', { name }));
  }, []);
  const test = useCallback((name: string) => askWorker('testModel', { name }), []);

  return { list, fault, save, remove, setDefault, test };
}
