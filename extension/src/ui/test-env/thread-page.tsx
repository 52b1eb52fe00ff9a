// For tests in a real page: the thread of the side panel, with a transcript to which a test adds events.
import { options, render } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { createTabLabels } from '../../chats/tab-labels';
import { applyEvents, EMPTY, type Transcript } from '../../chats/transcript';
import { createStore } from '../../language/store';
import type { ChatEvent } from '../../wire';
import { PictureDialog } from '../picture-dialog';
import { StepContext, type Picture, type StepServices } from '../step-context';
import { Thread } from '../thread';
import { useWatched } from '../use-watched';

export interface ThreadPage {
  /** Adds events, and resolves when they are in the document and laid out. */
  tell: (events: readonly ChatEvent[]) => Promise<Rendering>;
  /** What the steps asked for. */
  asked: string[];
}

export interface Rendering {
  /** From the event to the finished layout. */
  ms: number;
  /** Elements that components described anew, whether or not anything in the document changed by it. */
  described: number;
}

/** The only picture that is kept. */
export const KEPT_PICTURE = 3;
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

const transcripts = createStore<Transcript>(EMPTY);
const asked: string[] = [];
const nothing = () => undefined;

function Page() {
  const { runs } = useWatched(transcripts);
  const [picture, setPicture] = useState<Picture>();
  const services = useMemo<StepServices>(
    () => ({
      labels: createTabLabels((tab) =>
        Promise.resolve({ title: `Tab ${tab}`, url: 'https://rail.example/' }),
      ),
      showTab: (tab) => asked.push(`show tab ${tab}`),
      readPicture(number) {
        asked.push(`read picture ${number}`);
        return number === KEPT_PICTURE
          ? Promise.resolve(PIXEL)
          : Promise.reject(new Error('This picture is no longer kept.'));
      },
      enlarge: setPicture,
    }),
    [],
  );
  return (
    <>
      <StepContext.Provider value={services}>
        <Thread
          runs={[]}
          tasks={runs}
          isBusy={false}
          hasModel
          onSuggestion={nothing}
          onRemember={nothing}
          onAnswer={nothing}
          onResume={nothing}
        />
      </StepContext.Provider>
      {picture && (
        <PictureDialog
          picture={picture}
          onClose={() => {
            setPicture(undefined);
          }}
        />
      )}
    </>
  );
}

export function installThreadPage(): void {
  let described = 0;
  options.vnode = () => {
    described += 1;
  };
  // As the side panel has it.
  window.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) asked.push('stop');
  });
  render(<Page />, document.body);
  const thread: ThreadPage = {
    asked,
    async tell(events) {
      described = 0;
      const started = performance.now();
      transcripts.set(applyEvents(transcripts.get(), events));
      // Preact renders in a microtask, which was asked for before these.
      await Promise.resolve();
      await Promise.resolve();
      document.body.getBoundingClientRect();
      return { ms: performance.now() - started, described };
    },
  };
  Object.assign(globalThis, { thread });
}
