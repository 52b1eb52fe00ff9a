// For tests in a real page: the library, with a worker of our own making.
import { render } from 'preact';
import { useConnection } from '../../use-connection';
import { LibraryPage } from '../library-page';
import { installFakeWorker, sampleJob, type FakeWorker } from './fake-worker';

export interface LibraryTest {
  open: (given: Partial<FakeWorker>, hash?: string) => void;
  sampleJob: typeof sampleJob;
}

function Page() {
  const state = useConnection();
  return state ? <LibraryPage state={state} /> : null;
}

export function installLibraryPage(): void {
  const library: LibraryTest = {
    open(given, hash = '#search') {
      installFakeWorker(given);
      history.replaceState(null, '', hash);
      const root = document.createElement('div');
      root.id = 'root';
      document.body.replaceChildren(root);
      render(<Page />, root);
    },
    sampleJob,
  };
  Object.assign(globalThis, { library });
}
