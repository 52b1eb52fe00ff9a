// The library page: what was read, to be found again, looked at, brought in and forgotten.
import { LibraryPage } from '../../ui/library/library-page';
import '../../ui/shell.css';
import '../../ui/memory.css';
import '../../ui/untrusted.css';
import '../../ui/graph/graph.css';
import '../../ui/library/library.css';
import '../../ui/library/results.css';
import '../../ui/library/reading.css';
import '../../ui/library/tools.css';
import { mount } from '../../ui/mount';
import { useConnection } from '../../ui/use-connection';

function Page() {
  const state = useConnection();
  return state ? <LibraryPage state={state} /> : null;
}

mount(Page);
